/* What "check" answers about a program: the facts of its value, as a report or JSON, and what was asserted of them. */
#ifndef TOOL_CHECK_RUN_H
#define TOOL_CHECK_RUN_H

#include "base/limits.h"
#include "tool/check.h"
#include "tool/evaluate.h"

/* What is asked. Texts are NULL where nothing is given. */
struct check_request {
	const char *tile;        /* the shape whose cells the layout deals out: "16,8", or any shape in an expression */
	const char *memory;      /* the layout of the tile in memory, an expression */
	const char *shape;       /* of the tensor that tiles cover, as "100,60"; what lies beyond it is not accessed */
	const char *operand;     /* the one of an atom: "A", "B", "C", "S" or "D"; NULL: all */
	const char *dtype;       /* the type of elements */
	const char *space;       /* "global" or "gmem", "shared" or "smem"; NULL: both */
	const char *read, *write, *atom;   /* who reads or writes the layout, which is memory then: a tiled copy or MMA, an
	                            atom or a thread-value layout, an expression; the name of a copy atom that reads it */
	int warp;                /* lanes of a warp; 0: BANK_LANES */
	const char *asserts[LIMIT_ASSERTS];
	int assert_count;
	bool json;               /* one JSON object, not a report */
};

enum check_answer {
	CHECK_HOLDS,         /* everything that was asserted, be it nothing */
	CHECK_FAILS,         /* an assertion is false */
	CHECK_REFUSED,       /* a program is at fault; the listener was told */
	CHECK_UNDECIDED,     /* an assertion is none, or names what is not known; "undecided" says which */
};

/*
 * What is wrong with "request" before any program is run: one sentence in the words of the command line; NULL: nothing.
 */
const char *check_request_problem(struct arena *arena, const struct check_request *request);

/* Why an assertion is undecided. */
struct undecided {
	struct source source;
	struct message message;
};

/*
 * Check the last value of "source" and append the answer to "out": of several operands one report after the other, or
 * {"operands":[...]}.
 */
enum check_answer check_run_program(struct evaluation *ev, const struct source *source,
	const struct check_request *request, const struct listener *listener, struct undecided *undecided,
	struct buf *out);

enum { CHECK_OPERANDS_MAX = 3 };

/*
 * What is known of the accesses of each operand of the last value of "source", without a report, in "checks". "request"
 * has an element type. Returns their number, 0 after a fault that the listener was told.
 */
int check_accesses(struct evaluation *ev, const struct source *source, const struct check_request *request,
	const struct listener *listener, struct check checks[CHECK_OPERANDS_MAX]);

#endif
