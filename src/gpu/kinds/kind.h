/*
 * A kind of plan: everything that only it knows, in one file that ends in one "struct kind". kinds.c has the table of
 * all kinds, made from the list in src/gpu/meson.build; the first in it that suits a problem makes its plan.
 */
#ifndef GPU_KINDS_KIND_H
#define GPU_KINDS_KIND_H

#include "gpu/emit.h"
#include "gpu/modes.h"
#include "gpu/plan.h"
#include "gpu/visitor.h"

/* Of two kinds together. */
enum { TRIALS_MAX = 64 };

/* What a plan is wanted for. */
struct wanted {
	const struct problem *problem;
	enum kernel kernel;
	struct knobs knobs;
	const struct target *target;
	/*
	 * The modes of the problem: merged, and sorted by the strides of the output or, for reductions, of the first
	 * operand; one of extent 1 if there is no larger one.
	 */
	struct mode modes[PROBLEM_RANK_MAX + 1];
	int count;        /* of "modes"; -1 if a mode of some tensor has more than one stride */
	int reduced;      /* number of those that are reduced */
};

/*
 * What locate() does, as numbers for a judge that has no part in it: coordinates in mode 0 come in runs of "whole",
 * each of which begins at the vector's boundary before its first element and holds "own" elements.
 */
struct window {
	int64_t whole;
	int64_t own;
};

struct kind {
	const char *name;

	bool (*suits)(const struct wanted *wanted);

	/*
	 * Make the plan. What all plans have is filled in: kind, kernel, problem, knobs as they were asked for, the number
	 * of inputs, and for reductions the numbers of results and of elements in each.
	 */
	void (*plan)(struct algebra *al, const struct wanted *wanted, struct plan *plan);

	/*
	 * Put the kernel behind the prelude of emit.h: device functions of its own, emit_signature(), the body and its end.
	 * It is the same text whether the kernel computes or proves.
	 */
	void (*emit)(struct emitter *em);

	/*
	 * Walk tensor "tensor" on the host as the kernel does: visit() for each element with the offset of the operand, or
	 * for the last tensor that of the result that it is made into, or becomes a part of.
	 */
	void (*visit)(struct algebra *al, const struct plan *plan, int tensor, struct visitor *visitor);

	/*
	 * From what the plan's map says of a thread, value and block, coordinates in the padded view, to the element that
	 * it stands for. Returns false for padding, but for what then lies beyond the extents, which whoever asks leaves
	 * out. NULL: the coordinates are the element's.
	 */
	bool (*locate)(const struct plan *plan, const struct memory *memory, int64_t *coordinate);

	/* The windows of a plan that has any; with locate(). */
	struct window (*window)(const struct plan *plan);

	/* Threads also read elements that are not theirs, which they leave out of the results. */
	bool reads_more;

	/* How the results of threads come together, in lines of text; NULL where each thread has its own. */
	void (*describe)(struct buf *out, struct algebra *al, const struct plan *plan);

	/* What a search for the best choices tries. */
	struct space space;

	/* What is tried before any measurement, with what a rival tries TRIALS_MAX at most. */
	const struct trial *trials;
	int trial_count;

	/* The next kind that suits may be as good: it is tried, too. */
	bool has_rival;
};

/*
 * The kind that suits whose place is asked for, or else the first; the last if there are fewer. A place, from 1 as
 * "place" has it, is among the kinds that suit the problem whatever its knobs are: then the knobs of a plan, which are
 * more than were asked for, ask for its kind again. One alone takes a thread-value layout that is given.
 */
const struct kind *kind_for(const struct wanted *wanted, int *place);

#endif
