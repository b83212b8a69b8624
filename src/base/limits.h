/*
 * Every named limit of the program, in one place. Each has a test that stands at the limit and one step beyond
 * (tests/unit/limits.c, limits_large.c, tests/cli.sh), and stands in cutelayout-language(7). Going beyond a limit is
 * FAULT_LIMIT, never a crash.
 */
#ifndef BASE_LIMITS_H
#define BASE_LIMITS_H

enum {
	LIMIT_SOURCE_BYTES = 1 << 20,  /* one program: an argument, a file, a line of a batch */
	LIMIT_NAME_BYTES = 255,        /* a name */
	LIMIT_STRING_BYTES = 4095,     /* a string literal */
	LIMIT_NESTING = 64,            /* depth of parentheses in the source, and of tuples made by operations */
	LIMIT_STATEMENTS = 4096,       /* statements of one program */
	LIMIT_NAMES = 1024,            /* names bound by one program, or kept by the repl */
	LIMIT_REPL_LINES = 1024,       /* lines of one program in the repl */
	LIMIT_ARGUMENTS = 64,          /* arguments of one call */
	LIMIT_KERNEL_PARAMETERS = 32,  /* of one template or function of a kernel, and its arguments */
	LIMIT_KERNEL_INSTANCES = 64,   /* of the templates of a kernel */
	LIMIT_KERNEL_BODIES = 32,      /* bodies in bodies */
	LIMIT_KERNEL_CHANGES = 16384,  /* of names in loops and conditions, that are looked for */
	LIMIT_KERNEL_DIRECTIVES = 32,  /* #if in #if, and in a statement */
	LIMIT_KERNEL_MEMBERS = 4096,   /* names that are bound behind that of a structure or namespace */
	LIMIT_KERNEL_TOLD = 4096,      /* attributes and arguments of Python that lines in front of them know */
	LIMIT_TYPE_BYTES = 1 << 15,    /* of one type of a kernel or message, or of what macros are put in */
	LIMIT_LEAVES = 4096,           /* integers in one tuple */
	LIMIT_PARTS = 1024,            /* layouts and swizzles in one composed layout */
	LIMIT_TMA_MODES = 64,          /* modes of global memory in one dimension of a tensor map */
	LIMIT_NODES = 16384,           /* integers and tuples in one tuple */
	LIMIT_BASIS_DEPTH = 6,         /* indices of a scaled basis 1@i@j@... */
	LIMIT_SYMBOL_TERMS = 64,       /* terms of the formula of an integer at run time */
	LIMIT_SYMBOL_FACTORS = 6,      /* variables in one of them, and their powers */
	LIMIT_SYMBOL_VARIABLES = 64,   /* names and rounded quotients in a program */
	LIMIT_SYMBOL_NEEDS = 64,       /* conditions under which its results hold */
	LIMIT_SYMBOL_RESTS = 4096,     /* remainders of its names for which two formulas are compared */
	LIMIT_ASSUMPTIONS = 64,        /* conditions that are promised with --assume */
	LIMIT_WITH = 64,               /* texts of --with */
	LIMIT_INDEX_NAMES = 32,        /* names in an index expression, and dimensions of its domain */
	LIMIT_OP_NODES = 256,          /* operations of the expression that a kernel computes */
	LIMIT_OP_DEPTH = 32,           /* depth of parentheses in it */
	LIMIT_ACCESSES = 8,            /* accesses of one search for a swizzle */
	LIMIT_ACCESS_REQUESTS = 1 << 14, /* instructions of warps on shared memory that are measured together */
	LIMIT_EXPLAIN_DEPTH = 64,      /* levels of operations that --explain shows */
	LIMIT_EXPLAIN_STEPS = 1 << 16, /* steps that it shows */
	LIMIT_DENOTED = 1 << 24,       /* entries of the table of a text of another language */
	LIMIT_LANGUAGE_RANK = 16,      /* dimensions of a tensor of such a text */
	LIMIT_BASIS_INDEX = 255,       /* each of these indices */
	LIMIT_STEPS = 1 << 22,         /* units of work of one evaluation: leaves visited, points checked */
	LIMIT_CHECKED_POINTS = 1 << 16, /* coordinates that a post-condition check enumerates */
	LIMIT_TABLE_CELLS = 1 << 22,   /* cells that --table prints */
	LIMIT_TABLE_ENTRIES = 1 << 24, /* entries of a table that a layout is inferred from */
	LIMIT_VECTOR_ELEMENTS = 1 << 16, /* elements of a tensor that are loaded or printed */
	LIMIT_SOLVE_COORDINATES = 1 << 16, /* of a layout in an equation that is solved for another one */
	LIMIT_TABLE_BYTES = 1 << 26,   /* a file with such a table */
	LIMIT_INFER_ORDERS = 924,      /* orders of the factors of the extents of a table with holes: those of 2^6 * 3^6 */
	LIMIT_DRAWN_CELLS = 1 << 24,   /* cells of one picture */
	LIMIT_QUERY_COORDINATES = 1 << 28, /* coordinates that a query enumerates where structure does not tell */
	LIMIT_TV_PAIRS = 1 << 24,      /* pairs (thread, value) that are looked at one by one */
	LIMIT_TV_CELLS = 1 << 26,      /* cells of the tile that they are dealt */
	LIMIT_SORTED_COORDINATES = 1 << 24, /* coordinates whose offsets are sorted to compare images */
	LIMIT_TABULATED_CELLS = 1 << 18, /* cells of a picture of a layout that gives coordinates, or has an outer layout */
	LIMIT_ASSERTS = 32,            /* assertions of one check */
	LIMIT_SHAPES = 64,             /* shapes of one bench or verify */
	LIMIT_OUTPUTS = 4,             /* results of one operation, between ";" */
	LIMIT_PROBLEM_RANK = 8,        /* modes of such a shape */
	LIMIT_WORKERS = 64,            /* threads that prove and check on the host */
	LIMIT_CACHE_BYTES = 1 << 20,   /* what --tune keeps from run to run */
	LIMIT_KEPT_BYTES = 64 << 20,   /* what is kept of compiled kernels */
	LIMIT_KEPT_FILES = 4096,       /* files of it */
	LIMIT_TEST_CASES = 1 << 16,    /* cases of one run of tests */
	LIMIT_TEST_DEPTH = 64,         /* folders in folders that are searched for cases */
	LIMIT_TEST_JOBS = 256,         /* cases that run at the same time */
	LIMIT_TEST_SECONDS = 86400,    /* time that one case may be given */
	LIMIT_TEST_WORDS = 256,        /* words of the command line of a case */
	LIMIT_TEST_BYTES = 1 << 24,    /* what one case prints on one stream, and a file that holds it */
	LIMIT_TEST_DIFF_EDITS = 1000,  /* lines added and removed of which the fewest are sought */
	LIMIT_TEST_DIFF_LINES = 1 << 16, /* lines of one text that are compared, from the first difference on */
	LIMIT_TEST_DIFF_BYTES = 1 << 15, /* of a difference that is shown */
};

/* Offsets from the least to the greatest that a query enumerates. */
#define LIMIT_QUERY_BITS ((int64_t)1 << 31)
#define LIMIT_TENSOR_ELEMENTS ((int64_t)1 << 48) /* of the memory of one tensor of bench and verify */

/* Memory that one run may take for its arenas, in bytes; --max-memory sets another. */
#define LIMIT_ARENA_BYTES ((size_t)2 << 30)

#endif
