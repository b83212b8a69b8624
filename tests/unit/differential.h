/*
 * Every operation of the language against what its definition says, computed the slow way: element by element, from
 * lists of offsets. differential.c makes the samples and counts; the others hold one function for each operation.
 */
#ifndef TESTS_DIFFERENTIAL_H
#define TESTS_DIFFERENTIAL_H

#include "lang/ops/operation.h"
#include "reference.h"
#include "samples.h"

enum verdict {
	AGREES,
	DIFFERS,
	NOT_DEFINED, /* CuTe refuses the sample, warns of its answer, or the definition says nothing about it */
};

/* A layout, a second one, and what the reference knows of them. What is made of them lives until the next sample. */
struct subject {
	struct arena *arena;
	struct algebra al;       /* fresh for each operation */
	struct samples *samples; /* for what else an operation takes */
	struct layout a, b;
	struct list map, other; /* their offsets */
	const char *name;       /* the operation */
	const char *why;        /* what differs */
};

struct trial_of_operation {
	const char *name;
	enum verdict (*check)(struct subject *s); /* NULL: compared with facts that CuTe computed */
	const char *reference;                    /* the definition, or the file of facts */
};

/* Lists that end with an operation without name. */
extern const struct trial_of_operation trials_of_modes[];     /* differential_modes.c */
extern const struct trial_of_operation trials_of_numbers[];   /* differential_numbers.c */
extern const struct trial_of_operation trials_of_algebra[];   /* differential_algebra.c */
extern const struct trial_of_operation trials_of_tiles[];     /* differential_tiles.c */
extern const struct trial_of_operation trials_of_functions[]; /* differential_functions.c */

/* Call the operation with up to four values; false after a fault or where CuTe's answer is noted as inexact. */
bool run_operation(struct subject *s, const char *name, struct value *result, int count, const struct value *args);

/* The same for the operation of the subject, with a layout, a tuple or a number as result. */
bool run_layout(struct subject *s, struct layout *result, int count, const struct value *args);
bool run_tuple(struct subject *s, struct tuple *result, int count, const struct value *args);
bool run_number(struct subject *s, int64_t *result, int count, const struct value *args);
bool run_truth(struct subject *s, bool *result, int count, const struct value *args);

/* AGREES, or DIFFERS because of "why". */
enum verdict agrees(struct subject *s, bool holds, const char *why);

/* The number of values and the values, as the arguments of the functions above. */
#define CALL(...) \
	(int)(sizeof(struct value[]){ __VA_ARGS__ } / sizeof(struct value)), (struct value[]) { \
		__VA_ARGS__ \
	}

/* An integer as a value. */
static inline struct value number_value(int64_t number) {
	return value_from_tuple(tuple_int(number));
}

/* The modes "begin" to "end" - 1 of "a" as a map. */
struct list list_from_modes(struct arena *arena, struct layout a, int begin, int end);

/* The coordinate number "i" of "shape", digit by digit. */
struct tuple natural_coordinate(struct algebra *al, struct tuple shape, int64_t i);

/*
 * The first "count" places for copies of "a" so that they fill the integers from 0 on without gap or overlap, each as
 * early as possible. Returns false if some copy does not fit.
 */
bool greedy_places(struct arena *arena, struct list a, int64_t count, int64_t *place);

/* Whether no extent is 0 and no stride negative. */
bool is_plain(struct layout a);

#endif
