/*
 * The operations of the language: a table for each group of them, in the file that holds its functions. Calls, help,
 * completion and tests are made from these tables.
 */
#ifndef LANG_OPS_OPERATION_H
#define LANG_OPS_OPERATION_H

#include "lang/value.h"

struct call;

/* What becomes of the arguments of a call before the operation runs. */
enum arguments {
	ARGUMENTS_PLAIN,    /* nothing */
	ARGUMENTS_PYTHON,   /* Python alone looks at them: an integer that the DSL knows to be 0 stays as it is, and is not
	                     * the static 0 that it becomes in CuTe */
	ARGUMENTS_SWAPPED,  /* the same, of two arguments that Python has the other way round */
	ARGUMENTS_TILED,    /* in the place of a tiled copy or MMA, tiled.get_slice(thread): whichever thread it is of */
	ARGUMENTS_SLICE,    /* in the place of a tiled copy or MMA and a thread, tiled.get_slice(thread) */
};

/*
 * How an operation takes its arguments. "run" makes the result of a call; where many operations take theirs in the same
 * way it is an adapter of signature.h, and "function" is what the adapter calls.
 */
struct signature {
	struct value (*run)(struct call *call);
	int least;                  /* arguments that must be given */
	int most;                   /* LIMIT_ARGUMENTS for a list that ends in "..." */
	union {
		int which;              /* tells operations apart that one function runs */
		struct layout (*of_layout)(struct algebra *al, struct layout a);
		struct tuple (*of_mode)(struct algebra *al, struct layout a);
		struct layout (*by_layout)(struct algebra *al, struct layout a, struct layout b);
		struct layout (*by_tiler)(struct algebra *al, struct layout a, const struct tiler *b);
		struct map (*of_map)(struct algebra *al, struct map a);
		struct map (*of_maps)(struct algebra *al, struct map a, struct map b);
		struct map (*by_factor)(struct algebra *al, struct map a, int64_t n);
		struct tuple (*of_shape)(struct algebra *al, struct tuple a);
		struct tuple (*of_tuples)(struct algebra *al, struct tuple a, struct tuple b);
		bool (*ask_shapes)(struct tuple a, struct tuple b);
	} function;
	enum arguments arguments;
};

struct operation {
	const char *name;
	const char *parameters;     /* "layout, target_profile": names for keywords, in order; "..." repeats the last */
	struct signature takes;
	const char *meaning;        /* one line */
	const char *example;        /* an expression; examples are run by the tests */
	const char *result;         /* its value */
	const char *source;         /* where CUTLASS has it: a document and its section, and files */
};

/* A group of operations in alphabetical order: a section of the man page of the language. */
struct operation_group {
	const char *title;          /* "Making layouts" */
	const struct operation *operations;
	int count;
};

/* The groups in the order of the man page; "count" receives their number. */
const struct operation_group *const *operation_groups(int *count);

/* The operation behind "previous", group after group: the first one behind NULL, NULL behind the last one. */
const struct operation *operation_next(const struct operation *previous);

/* Whether it is one of integers, or of the elements of vectors, as others have it of numbers too: max, exp. */
bool operation_is_of_numbers(const struct operation *operation);

/* The operation called "name", or NULL. */
const struct operation *operation_find(struct str name);

/* The operation whose name is closest to "name", or NULL if none is near. */
const struct operation *operation_suggest(struct str name);

/* Place of the parameter "keyword" in "operation", by its name here or in CuTe DSL, or -1. */
int operation_parameter(const struct operation *operation, struct str keyword);

/*
 * The result of "operation" on "count" arguments, from operation->takes.least to operation->takes.most of them; those
 * that are not given are VALUE_NONE. Faults go to "al", with the number of the argument, from 1, as operand.
 */
struct value operation_call(const struct operation *operation, struct algebra *al, const struct value *args, int count);

#endif
