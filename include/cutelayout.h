/*
 * libcutelayout: the algebra of NVIDIA CuTe layouts in C.
 *
 *     struct cutelayout_context *context = cutelayout_create();
 *     struct cutelayout_value *a = cutelayout_parse(context, "(2048,2048):(2048,1)");
 *     struct cutelayout_value *tile = cutelayout_parse(context, "(16,256)");
 *     struct cutelayout_value *tiled = cutelayout_zipped_divide(context, a, tile);
 *     if (tiled == NULL) {
 *         fputs(cutelayout_error(context)->report, stderr);
 *     }
 *
 * VALUES are what the language of cutelayout-language(7) computes with: integers, tuples of them (shapes, strides,
 * coordinates, tilers), layouts, swizzles and swizzled layouts. A function that is called like an operation of the
 * language is that operation, with its results, warnings and refusals, which are those of CuTe C++ for integers known
 * at compile time. Formulas of run-time integers are printed by cutelayout_eval, and are no values. Values are
 * immutable. The caller owns each value that a function returns and gives it back with cutelayout_free; it depends
 * neither on the context that made it nor on other values, and any number of threads may read it at a time.
 *
 * A CONTEXT is the place of work: memory, the last error, the last text. It may be used by one thread at a time, and
 * different contexts by different threads at the same time. The library has no state besides; it prints nothing, opens
 * no file, changes no signal or locale and never ends the process.
 *
 * FAILURE. A function that fails returns NULL or false and leaves a message in the context, which the next call with
 * that context replaces. A value that is NULL counts as the result of a call that failed: the function fails too and
 * leaves the message as it is, so that the end of a chain of calls is the only place to look. A context that is NULL
 * counts as out of memory. Indices, counts and text are checked; pointers are not.
 *
 * TEXT is in UTF-8, ends in NUL, and belongs to the context where it says so. A text of the context may be an argument
 * of the next call with it.
 *
 * LIMITS, all of them checked: a program has up to 1 MiB of text and nests 64 deep, a tuple has up to 4096 integers and
 * 64 levels, integers have 64 bits; one call does up to 2^22 units of work and takes up to 256 MiB of memory, which
 * cutelayout_set_memory_limit changes.
 */
#ifndef CUTELAYOUT_H
#define CUTELAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __GNUC__
#define CUTELAYOUT_API __attribute__((visibility("default")))
#else
#define CUTELAYOUT_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

struct cutelayout_context;
struct cutelayout_value;

/* The version of the library: "0.1.0". */
CUTELAYOUT_API const char *cutelayout_version(void);

/* --- contexts --- */

/* A new context, or NULL when there is no memory for it. */
CUTELAYOUT_API struct cutelayout_context *cutelayout_create(void);

/* Give back a context and its texts; values stay. NULL is allowed. */
CUTELAYOUT_API void cutelayout_destroy(struct cutelayout_context *context);

/*
 * An answer of CuTe that is not what the operation means is an error (true), or a warning (false, as in the
 * beginning).
 */
CUTELAYOUT_API void cutelayout_set_strict(struct cutelayout_context *context, bool strict);

/* Whose answers to give. */
enum cutelayout_dialect {
	CUTELAYOUT_CPP = 0, /* CuTe C++, as in the beginning */
	CUTELAYOUT_DSL = 1  /* the CuTe DSL of Python, where // divides */
};

/* Programs and operations answer as this dialect does from now on. */
CUTELAYOUT_API void cutelayout_set_dialect(struct cutelayout_context *context, enum cutelayout_dialect dialect);

/*
 * Promise more of run-time integers that programs name, as M = ? does: "N % 256 == 0", "N >= 64", "N <= 64" or
 * "N == 64", each in addition to those before; NULL forgets all. Up to 64. False if the text is none of these.
 */
CUTELAYOUT_API bool cutelayout_assume(struct cutelayout_context *context, const char *condition);

/*
 * Put numbers, "M=4096,N=8192", in the place of run-time integers that programs name, from now on; NULL for none. A
 * number that is not what was promised is an error of the program. False if the text is none of this kind.
 */
CUTELAYOUT_API bool cutelayout_set_numbers(struct cutelayout_context *context, const char *numbers);

/* Calls that need more than this many bytes at once fail from now on with CUTELAYOUT_NO_MEMORY. */
CUTELAYOUT_API void cutelayout_set_memory_limit(struct cutelayout_context *context, size_t bytes);

/* --- messages --- */

/* What went wrong. Numbers are never given another meaning; new ones may come. */
enum cutelayout_status {
	CUTELAYOUT_OK = 0,
	CUTELAYOUT_SYNTAX = 1,       /* the text is not an expression */
	CUTELAYOUT_NAME = 2,         /* no operation or value of this name */
	CUTELAYOUT_TYPE = 3,         /* a value of another kind is needed here */
	CUTELAYOUT_RANK = 4,         /* ranks do not match, or a mode or the number of arguments is out of range */
	CUTELAYOUT_DOMAIN = 5,       /* an integer is outside the values that the operation is defined for */
	CUTELAYOUT_DIVIDE = 6,       /* a divisibility condition fails */
	CUTELAYOUT_INJECTIVE = 7,    /* a layout that must be injective is not */
	CUTELAYOUT_OVERFLOW = 8,     /* a result does not fit 64 bits */
	CUTELAYOUT_LIMIT = 9,        /* beyond a limit */
	CUTELAYOUT_UNSUPPORTED = 10, /* the operation is not defined for this value */
	CUTELAYOUT_INEXACT = 11,     /* CuTe answers, but the answer is not what the operation means */
	CUTELAYOUT_NO_MEMORY = 12,   /* the system or the limit of the context gives no more */
	CUTELAYOUT_REMARK = 13       /* only of a warning: nothing is wrong with the answer, nor ever made an error */
};

/* A message. Later versions may add members at its end. */
struct cutelayout_message {
	enum cutelayout_status status;
	int operand;        /* the argument of the operation, from 1; 0: no one in particular */
	size_t begin, end;  /* the bytes of the text that it is about; 0 and 0 unless a text was evaluated */
	int line, column;   /* where they begin, from 1, in characters; 0 and 0 as well */
	const char *text;   /* one sentence, lower case, no full stop; "" for CUTELAYOUT_OK */
	const char *hint;   /* the nearest values that would do, or "" */
	const char *report; /* all of it in lines for a human reader, with the place underlined; "" for CUTELAYOUT_OK */
};

/* The message of the last call with "context", CUTELAYOUT_OK if it was successful. Never NULL. */
CUTELAYOUT_API const struct cutelayout_message *cutelayout_error(const struct cutelayout_context *context);

/* Warning "index" of the last call, from 0 on; NULL behind the last one. There are up to 16. */
CUTELAYOUT_API const struct cutelayout_message *cutelayout_warning(const struct cutelayout_context *context, int index);

/* --- text --- */

/*
 * Evaluate a program of the language. Returns the values of its expressions, one a line without a newline at the
 * end, as "cutelayout eval" prints them. The text belongs to the context and lasts until the next call with it.
 */
CUTELAYOUT_API const char *cutelayout_eval(struct cutelayout_context *context, const char *program);

/*
 * The same as JSON, for bindings of other languages: a list with an object for each value, its kind, its text, and for
 * layouts shape and stride as nested lists, size and cosize, as "cutelayout eval --json" prints them.
 */
CUTELAYOUT_API const char *cutelayout_eval_json(struct cutelayout_context *context, const char *program);

/*
 * What the language offers as one JSON object: operations by groups with parameters and help, names of atoms, kinds of
 * pictures and styles. The text belongs to the context and lasts until the next call with it.
 */
CUTELAYOUT_API const char *cutelayout_catalog(struct cutelayout_context *context);

/*
 * The value of the last expression of a program. Anything may be computed on the way, but the value must not be an
 * atom, a tiled copy or a tiled MMA: CUTELAYOUT_UNSUPPORTED. A program without an expression is CUTELAYOUT_SYNTAX.
 */
CUTELAYOUT_API struct cutelayout_value *cutelayout_parse(struct cutelayout_context *context, const char *program);

/*
 * Print a value into "buffer", which has room for "room" bytes: what fits, and always a NUL unless "room" is 0.
 * Returns the length of the whole text without NUL, as snprintf does, or 0 after a failure. The style is NULL for
 * the notation that cutelayout_parse reads, or a name that --style of "cutelayout eval" knows: "cute", "cpp", "dsl",
 * "pycute", "tex", "c".
 */
CUTELAYOUT_API size_t cutelayout_print(struct cutelayout_context *context, const struct cutelayout_value *value,
	const char *style, char *buffer, size_t room);

/*
 * Draw the value of the last expression of a program, as "cutelayout draw" does. "options" are those of that command by
 * their long names, in words as a shell has them, "kind=tv tile=8,8 title='of 8 x 8' flat"; NULL for none. "format" is
 * "svg", "html", "tex" or "txt". Stores the picture, which belongs to the context and lasts until the next call with
 * it, and its length; NULL and 0 after a failure. Nothing is written to any file.
 */
CUTELAYOUT_API bool cutelayout_draw(struct cutelayout_context *context, const char *program, const char *options,
	const char *format, const char **text, size_t *length);

/*
 * What "cutelayout check --json" says of the value of the last expression of a program: one JSON object without a
 * newline at its end. "options" are assert, dtype, memory, operand, space, tile and warp of that command, "dtype=f16
 * tile=64,64 assert='conflicts == 1'"; NULL for none. Whether an assertion holds stands in the answer; one that names
 * what is not known is a failure. Stores the text as cutelayout_draw does.
 */
CUTELAYOUT_API bool cutelayout_check(struct cutelayout_context *context, const char *program, const char *options,
	const char **text, size_t *length);

/* --- making values --- */

CUTELAYOUT_API struct cutelayout_value *cutelayout_integer(struct cutelayout_context *context, int64_t integer);

/* The flat tuple of "count" integers: a shape, a stride, a coordinate or a tiler by mode. */
CUTELAYOUT_API struct cutelayout_value *cutelayout_integers(struct cutelayout_context *context, const int64_t *integers,
	int count);

/*
 * The tuple of "count" values: a nested tuple, or a tiler by mode. NULL among them stands for a failure, not for
 * "_".
 */
CUTELAYOUT_API struct cutelayout_value *cutelayout_tuple(struct cutelayout_context *context,
	const struct cutelayout_value *const *values, int count);

/* The layout of these extents and strides; compact and column-major where "stride" is NULL. */
CUTELAYOUT_API struct cutelayout_value *cutelayout_layout(struct cutelayout_context *context, const int64_t *shape,
	const int64_t *stride, int rank);

/* The layout shape:stride, where both may be nested, in the same way. */
CUTELAYOUT_API struct cutelayout_value *cutelayout_make_layout(struct cutelayout_context *context,
	const struct cutelayout_value *shape, const struct cutelayout_value *stride);

/* Give back a value. NULL is allowed. */
CUTELAYOUT_API void cutelayout_free(struct cutelayout_value *value);

/* --- looking at values --- */

enum cutelayout_kind {
	CUTELAYOUT_NOTHING = 0, /* the value is NULL */
	CUTELAYOUT_INTEGER = 1,
	CUTELAYOUT_UNDERSCORE = 2, /* "_", all of a mode */
	CUTELAYOUT_TUPLE = 3,      /* of integers, "_" and such tuples */
	CUTELAYOUT_LAYOUT = 4,
	CUTELAYOUT_SWIZZLE = 5,
	CUTELAYOUT_COMPOSED = 6, /* a swizzled layout, or another composition that is no layout */
	CUTELAYOUT_LIST = 7,     /* a tuple with another value in it: a tiler, or several results */
	CUTELAYOUT_BOOLEAN = 8,
	CUTELAYOUT_STRING = 9
};

CUTELAYOUT_API enum cutelayout_kind cutelayout_kind(const struct cutelayout_value *value);

/* Whether kind, structure and numbers are the same. NULL is equal to nothing. */
CUTELAYOUT_API bool cutelayout_equal(const struct cutelayout_value *a, const struct cutelayout_value *b);

/*
 * The number of modes, and how deep they nest: of a tuple, a list (0 deep), a layout or a swizzled one; -1 for
 * others.
 */
CUTELAYOUT_API int cutelayout_rank(const struct cutelayout_value *value);
CUTELAYOUT_API int cutelayout_depth(const struct cutelayout_value *value);

/*
 * Store the integers of an integer or a tuple at "out", from left to right, but no more than "room". Returns how
 * many there are; -1 where something else than plain integers is in it.
 */
CUTELAYOUT_API int cutelayout_get_integers(const struct cutelayout_value *value, int64_t *out, int room);

/*
 * Store extents and strides of a layout, without its nesting, but no more than "room" of each. Returns how many
 * there are; -1 where the value is no layout, or has strides that are no plain integers. Either array may be NULL.
 */
CUTELAYOUT_API int cutelayout_get_modes(const struct cutelayout_value *layout, int64_t *shape, int64_t *stride,
	int room);

/* The mode with the number "index", from 0: a layout, an integer or tuple, or a value. */
CUTELAYOUT_API struct cutelayout_value *cutelayout_get(struct cutelayout_context *context,
	const struct cutelayout_value *value, int index);

CUTELAYOUT_API struct cutelayout_value *cutelayout_shape(struct cutelayout_context *context,
	const struct cutelayout_value *layout);
CUTELAYOUT_API struct cutelayout_value *cutelayout_stride(struct cutelayout_context *context,
	const struct cutelayout_value *layout);

/* The number of coordinates, and one more than the largest offset. */
CUTELAYOUT_API bool cutelayout_size(struct cutelayout_context *context, const struct cutelayout_value *layout,
	int64_t *size);
CUTELAYOUT_API bool cutelayout_cosize(struct cutelayout_context *context, const struct cutelayout_value *layout,
	int64_t *cosize);

/* --- offsets, of layouts and swizzled layouts --- */

/*
 * The offset of the coordinate with the number "index", in column-major order. Beyond the size the last mode goes
 * on.
 */
CUTELAYOUT_API bool cutelayout_offset(struct cutelayout_context *context, const struct cutelayout_value *layout,
	int64_t index, int64_t *offset);

/*
 * The offset of a coordinate: one integer for each mode, which is the number of a coordinate where the mode is
 * nested.
 */
CUTELAYOUT_API bool cutelayout_crd2idx(struct cutelayout_context *context, const int64_t *coordinate, int rank,
	const struct cutelayout_value *layout, int64_t *offset);

/*
 * Store the offsets of the coordinates with the numbers first to first+count-1 at "offsets". All of them must be
 * inside the layout: CUTELAYOUT_DOMAIN. Much faster than one by one.
 */
CUTELAYOUT_API bool cutelayout_offsets(struct cutelayout_context *context, const struct cutelayout_value *layout,
	int64_t first, int64_t count, int64_t *offsets);

/* --- the algebra; cutelayout-language(7) describes each operation --- */

/* Tilers are layouts, integers, or by mode tuples of tilers: cutelayout_parse(context, "(16,256)"), "(4:1,_)". */

CUTELAYOUT_API struct cutelayout_value *cutelayout_coalesce(struct cutelayout_context *context,
	const struct cutelayout_value *layout);
CUTELAYOUT_API struct cutelayout_value *cutelayout_composition(struct cutelayout_context *context,
	const struct cutelayout_value *layout, const struct cutelayout_value *tiler);
CUTELAYOUT_API struct cutelayout_value *cutelayout_complement(struct cutelayout_context *context,
	const struct cutelayout_value *layout, int64_t cotarget);
CUTELAYOUT_API struct cutelayout_value *cutelayout_right_inverse(struct cutelayout_context *context,
	const struct cutelayout_value *layout);
CUTELAYOUT_API struct cutelayout_value *cutelayout_left_inverse(struct cutelayout_context *context,
	const struct cutelayout_value *layout);

CUTELAYOUT_API struct cutelayout_value *cutelayout_logical_divide(struct cutelayout_context *context,
	const struct cutelayout_value *layout, const struct cutelayout_value *tiler);
CUTELAYOUT_API struct cutelayout_value *cutelayout_zipped_divide(struct cutelayout_context *context,
	const struct cutelayout_value *layout, const struct cutelayout_value *tiler);
CUTELAYOUT_API struct cutelayout_value *cutelayout_tiled_divide(struct cutelayout_context *context,
	const struct cutelayout_value *layout, const struct cutelayout_value *tiler);
CUTELAYOUT_API struct cutelayout_value *cutelayout_flat_divide(struct cutelayout_context *context,
	const struct cutelayout_value *layout, const struct cutelayout_value *tiler);

CUTELAYOUT_API struct cutelayout_value *cutelayout_logical_product(struct cutelayout_context *context,
	const struct cutelayout_value *layout, const struct cutelayout_value *tiler);
CUTELAYOUT_API struct cutelayout_value *cutelayout_zipped_product(struct cutelayout_context *context,
	const struct cutelayout_value *layout, const struct cutelayout_value *tiler);
CUTELAYOUT_API struct cutelayout_value *cutelayout_tiled_product(struct cutelayout_context *context,
	const struct cutelayout_value *layout, const struct cutelayout_value *tiler);
CUTELAYOUT_API struct cutelayout_value *cutelayout_flat_product(struct cutelayout_context *context,
	const struct cutelayout_value *layout, const struct cutelayout_value *tiler);
CUTELAYOUT_API struct cutelayout_value *cutelayout_blocked_product(struct cutelayout_context *context,
	const struct cutelayout_value *block, const struct cutelayout_value *tiler);
CUTELAYOUT_API struct cutelayout_value *cutelayout_raked_product(struct cutelayout_context *context,
	const struct cutelayout_value *block, const struct cutelayout_value *tiler);

/* Any operation of the language by its name, with "count" arguments: cutelayout_call(context, "upcast", args, 2). */
CUTELAYOUT_API struct cutelayout_value *cutelayout_call(struct cutelayout_context *context, const char *operation,
	const struct cutelayout_value *const *arguments, int count);

#ifdef __cplusplus
}
#endif

#endif
