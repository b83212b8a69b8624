#include "gpu/kinds/walk.h"

#include <inttypes.h>

#include "gpu/kinds/reduce.h"

void emit_index_type(struct emitter *em) {
	double size = 1;
	for (int i = 0; i < em->plan->rank; i++) {
		size *= (double)em->plan->padded[i];
	}
	emit_line(em, "typedef %s index;", size < 2.0e9 ? "unsigned" : "unsigned long long");
}

/* Vector "u" of a round, whose first element is number "j": loaded, or in the second pass taken. */
static void put_vector(struct emitter *em, const struct walk *walk, bool loads) {
	int width = em->plan->vector[0];
	emit_line(em, "const index j = (i + u * %" PRId64 "u) * %d;", walk->step, width);
	for (int k = 0; k < em->plan->inputs && loads; k++) {
		emit_line(em, "r%d[u] = %s;", k,
			emit_load(em, k, width, emit_text(em, "p%d + (%s)", k, emit_layout(em, walk->offsets[k], "j"))));
	}
	if (loads) {
		return;
	}
	emit_line(em, "const unsigned v = (unsigned)(j / %" PRId64 "u) * %d;", walk->step * width, width);
	if (!walk->masked) {
		emit_accumulate(em, "v", false);
		return;
	}
	emit_open(em, "if (j >= start && j + %d <= end)", width);
	emit_accumulate(em, "v", false);
	emit_else(em);
	emit_line(em, "const int first = j < start ? (int)(start - j) : 0;");
	emit_line(em, "const int last = j + %d > end ? (int)(end - j) : %d;", width, width);
	emit_accumulate(em, "v", true);
	emit_close(em);
}

/*
 * A round of "unroll" vectors, all loaded before the first is used; with "guarded" those beyond "count" are left out.
 */
static void put_round(struct emitter *em, const struct walk *walk, bool guarded) {
	int unroll = em->plan->knobs.unroll;
	emit_registers(em, unroll);
	for (int pass = 0; pass < 2; pass++) {
		emit_unrolled(em, "u", unroll);
		if (guarded) {
			emit_open(em, "if (i + u * %" PRId64 "u < %s)", walk->step, walk->count);
		}
		put_vector(em, walk, pass == 0);
		if (guarded) {
			emit_close(em);
		}
		emit_close(em);
	}
}

void emit_walk(struct emitter *em, const struct walk *walk) {
	int unroll = em->plan->knobs.unroll;
	emit_line(em, "index i = begin;");
	if (walk->full > 0) {
		emit_open(em, "for (int round = 0; round < %" PRId64 "; round++)", walk->full);
		put_round(em, walk, false);
		emit_line(em, "i += %d * %" PRId64 "u;", unroll, walk->step);
		emit_close(em);
	}
	if (walk->more) {
		emit_open(em, "for (; i < %s; i += %d * %" PRId64 "u)", walk->count, unroll, walk->step);
		put_round(em, walk, true);
		emit_close(em);
	}
}
