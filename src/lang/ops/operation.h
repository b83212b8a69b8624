/* The operations of the language: a sorted table, from which calls, help and documents are checked. */
#ifndef LANG_OPS_OPERATION_H
#define LANG_OPS_OPERATION_H

#include "lang/value.h"

/* The arguments of a call. Those not given are VALUE_NONE. */
struct call {
	struct algebra *al;
	const struct value *args;
	int count;                  /* arguments up to the last one given */
};

/* The sections of the man page of the language. */
enum operation_group {
	GROUP_MAKE,
	GROUP_LOOK,
	GROUP_MODES,
	GROUP_ALGEBRA,
	GROUP_DIVIDE,
	GROUP_PRODUCT,
	GROUP_RECAST,
	GROUP_COORD,
	GROUP_SWIZZLE,
	GROUP_TUPLE,
	GROUP_ASK,
	GROUP_ATOM,
	GROUP_COUNT,
};

struct operation {
	const char *name;
	const char *parameters;     /* "layout, target_profile": names for keywords, in order; "..." repeats the last */
	int least;                  /* arguments that must be given */
	int most;                   /* LIMIT_ARGUMENTS for a list that ends in "..." */
	struct value (*run)(struct call *call);
	const char *meaning;        /* one line */
	const char *example;        /* an expression; examples are run by the tests */
	const char *result;         /* its value */
	enum operation_group group;
	const char *source;         /* where CUTLASS has it: a document and its section, and files */
};

/* The operation called "name", or NULL. */
const struct operation *operation_find(struct str name);

/* All of them in alphabetical order; "count" receives their number. */
const struct operation *operation_table(int *count);

/* "Making layouts" */
const char *operation_group_title(enum operation_group group);

/* The operation whose name is closest to "name", or NULL if none is near. */
const struct operation *operation_suggest(struct str name);

/* Place of the parameter "keyword" in "operation", or -1. */
int operation_parameter(const struct operation *operation, struct str keyword);

#endif
