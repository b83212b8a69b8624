/*
 * From what a problem for a kernel is given as to the problem: its layouts, evaluated for one shape and element type.
 * Layouts are expressions in which M, N, K, P, Q, R, S and T stand for the extents of the shape.
 */
#ifndef TOOL_PROBLEM_H
#define TOOL_PROBLEM_H

#include "gpu/problem.h"
#include "lang/eval.h"
#include "tool/evaluate.h"

struct problem_shape {
	int rank;
	int64_t extent[PROBLEM_RANK_MAX];
};

/* The type of the elements of one tensor, if it has one of its own. */
struct named_dtype {
	bool is_given;
	enum dtype dtype;
};

/* What is given. Texts are NULL where nothing is. */
struct problem_request {
	const struct opexpr *op;
	struct problem_shape shape;
	enum dtype dtype;                  /* of operands without one of their own */
	const struct named_dtype *named_dtypes; /* of the operands, then of the outputs */
	enum reduce reduce;
	const char *dim;                   /* "all", or numbers between commas, from the end if negative */
	const char *const *layouts;        /* of the operands, then of the outputs; NULL: row-major */
	const char *tv, *tile;             /* (thread, value), and the tile unless "tv" is a pair of both */
	const char *thr, *val, *val_bytes; /* threads, with their values counted in elements or in bytes */
};

enum problem_answer {
	PROBLEM_STATED,
	PROBLEM_MISUSED,    /* what is given does not go together: "why" says so in the words of the command line */
	PROBLEM_UNSUITABLE, /* "what" of it does not suit, as "why" says */
	PROBLEM_REFUSED,    /* an expression is at fault; the listener was told */
};

/* Why there is no problem. */
struct problem_refusal {
	const char *what;
	struct fault why;
};

/*
 * Make the problem that "request" describes, whose texts and "op" it keeps. Without a thread-value layout, a problem of
 * rank 2 gets the one of CuTe's tutorial.
 */
enum problem_answer problem_state(struct evaluation *ev, const struct problem_request *request,
	const struct listener *listener, struct problem *problem, struct problem_refusal *refusal);

#endif
