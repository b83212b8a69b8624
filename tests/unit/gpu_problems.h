/* The problems that plans and kernels are tested with, which gpu_kernels.c proves and gpu_emulated.c runs. */
#ifndef TESTS_GPU_PROBLEMS_H
#define TESTS_GPU_PROBLEMS_H

#include "gpu/plan.h"

struct test_problem {
	char name[256];
	struct problem problem;
	const char *op;
	char forms[TENSORS_MAX + 1];    /* memory of each operand, then of each output */
	enum kernel kernel;
	struct knobs knobs;
};

/*
 * 'r'ow-major, 'c'olumn-major, 'p'added rows (to a multiple of 16, and 16 more), 'o'dd rows (one more), rows 'w'ith
 * gaps (ten more), every 's'econd element, 'd' the same in rows of an odd pitch, 'b'roadcast along the first mode, 'l'
 * along the last, 'n'egative strides of the first mode or 'v' of all modes of an odd number, 'h' row-major behind five
 * elements, 'u' the same with negative strides behind eight, 'z' row-major with two strides in every mode of an even
 * extent, 'm' modes that begin in the middle, 't' the last mode and then those in front of it, the first at first, 'i'
 * the second, and then those behind it from the last on: images with their colors side by side, 'e' one element for
 * all, 'k' a step of one in each mode, so that elements are in many places; the strides, and the elements of memory
 * that they reach.
 */
int64_t form_strides(int rank, const int64_t *shape, char form, int64_t stride[PROBLEM_RANK_MAX]);

/* What coordinate "c" of mode "i" adds: as many strides; of 'z' with an even extent, even coordinates come first. */
int64_t form_at(const int64_t *shape, char form, const int64_t *stride, int i, int64_t c);

/* The offset of the first coordinate. */
int64_t form_start(int rank, const int64_t *shape, char form);

typedef void (*problem_visit)(void *context, struct algebra *al, const struct test_problem *problem);

/* Each of them once. What is made for one lies in "arena" until the visitor resets that. */
void problems_each(struct arena *arena, problem_visit visit, void *context);

/* One problem: "tile" and "tv" may be NULL; a fault of the plan is for the visitor to find. */
struct example {
	int rank;
	int64_t shape[PROBLEM_RANK_MAX];
	enum dtype dtype;
	const enum dtype *dtypes;  /* of each operand, then of each output; NULL: all are "dtype" */
	const char *op;
	const char *forms;         /* '=': the strides are said */
	int64_t strides[TENSORS_MAX][PROBLEM_RANK_MAX]; /* of these tensors */
	enum reduce reduce;
	unsigned reduced;          /* bit i for mode i */
	enum kernel kernel;
	struct knobs knobs;
	int64_t thr[4], val[4];    /* threads and values side by side, for a thread-value layout; 0: none */
	unsigned lanes;            /* of other than two modes: bit i: threads stand together in mode i, else values */
	bool carries;              /* the layout of threads x values:(values, 1) over a tile of 4 x threads * values / 4 */
};

void problem_visit_example(struct arena *arena, const struct example *example, problem_visit visit, void *context);

/* A digest of the texts of a plan's kernel and of that which proves what it touches, or of the fault that there is. */
uint64_t problem_texts_digest(struct algebra *al, const struct plan *plan);

#endif
