#include "gpu/kinds/walk.h"

#include <stdio.h>

#include "gpu/kinds/reduce.h"

static void put_walk_load(struct emitter *em, const struct walk *walk, const char *indent) {
	for (int k = 0; k < em->plan->inputs; k++) {
		buf_printf(em->out, "%sr%d[u] = load%d(p%d + (", indent, k, em->plan->vector[0], k);
		emit_layout(em, walk->offsets[k], "j");
		buf_put(em->out, "));\n");
	}
}

static void put_walk_visit(struct emitter *em, const struct walk *walk, const char *indent) {
	int width = em->plan->vector[0];
	bool masked = walk->masked_first || walk->masked_last;
	if (masked) {
		buf_printf(em->out, "%sconst int first = j < start ? (int)(start - j) : 0;\n", indent);
		buf_printf(em->out, "%sconst int last = j + %d > end ? (int)(end - j) : %d;\n", indent, width, width);
	}
	buf_printf(em->out, "%sfor (int e = %s; e < %s; e++) {\n%s\tvisit(owners, counts, p + (", indent, masked ? "first" :
		"0",
		masked ? "last" : width == 1 ? "1" : "width", indent);
	emit_layout(em, walk->offsets[em->tensor], "j");
	buf_printf(em->out, ") + e, number + %lluull * ((unsigned long long)round * %d + e));\n%s\tvisits++;\n%s}\n",
		(unsigned long long)em->plan->threads, width, indent, indent);
}

static void put_walk_use(struct emitter *em, const struct walk *walk, const char *indent) {
	int width = em->plan->vector[0];
	if (!walk->masked_first && !walk->masked_last) {
		buf_put(em->out, indent);
		emit_accumulate_call(em, false);
		return;
	}
	buf_printf(em->out, "%sif (j >= start && j + %d <= end) {\n%s\t", indent, width, indent);
	emit_accumulate_call(em, false);
	buf_printf(em->out, "%s} else {\n", indent);
	buf_printf(em->out, "%s\tconst int first = j < start ? (int)(start - j) : 0;\n", indent);
	buf_printf(em->out, "%s\tconst int last = j + %d > end ? (int)(end - j) : %d;\n", indent, width, width);
	buf_printf(em->out, "%s\t", indent);
	emit_accumulate_call(em, true);
	buf_printf(em->out, "%s}\n", indent);
}

/* A round of "unroll" vectors; with "guarded" those beyond "count" are left out. */
static void put_round(struct emitter *em, const struct walk *walk, bool guarded, const char *indent) {
	int unroll = em->plan->knobs.unroll;
	int width = em->plan->vector[0];
	emit_registers(em, unroll, indent);
	for (int pass = 0; pass < 2; pass++) {
		buf_printf(em->out, "%s#pragma unroll\n%sfor (int u = 0; u < %d; u++) {\n", indent, indent, unroll);
		char inner[16];
		snprintf(inner, sizeof inner, "%s%s", indent, guarded ? "\t\t" : "\t");
		if (guarded) {
			buf_printf(em->out, "%s\tif (i + u * %s < %s) {\n", indent, walk->step, walk->count);
		}
		buf_printf(em->out, "%sconst index j = (i + u * %s) * %d;\n", inner, walk->step, width);
		if (pass == 0) {
			put_walk_load(em, walk, inner);
		} else {
			if (!walk->masked_first && !walk->masked_last) {
				buf_printf(em->out, "%s(void)j;\n", inner);
			}
			put_walk_use(em, walk, inner);
		}
		buf_put(em->out, guarded ? indent : "");
		buf_put(em->out, guarded ? "\t}\n" : "");
		buf_printf(em->out, "%s}\n", indent);
	}
}

void emit_walk(struct emitter *em, const struct walk *walk) {
	int unroll = em->plan->knobs.unroll;
	int width = em->plan->vector[0];
	if (emit_is_proof(em)) {
		buf_printf(em->out, "\tconst int width = %d;\n\t(void)width;\n", width);
		buf_printf(em->out,
			"\tfor (index i = begin, round = 0; i < %s; i += %s, round++) {\n\t\tconst index j = i * %d;\n",
			walk->count, walk->step, width);
		put_walk_visit(em, walk, "\t\t");
		buf_put(em->out, "\t}\n\tatomicAdd(&counts->visits, visits);\n");
		return;
	}
	buf_put(em->out, "\tindex i = begin;\n");
	if (walk->full > 0) {
		buf_printf(em->out, "\tfor (int round = 0; round < %lld; round++) {\n", (long long)walk->full);
		put_round(em, walk, false, "\t\t");
		buf_printf(em->out, "\t\ti += %d * %s;\n\t}\n", unroll, walk->step);
	}
	if (walk->full < 0 || walk->more) {
		buf_printf(em->out, "\tfor (; i < %s; i += %d * %s) {\n", walk->count, unroll, walk->step);
		put_round(em, walk, true, "\t\t");
		buf_put(em->out, "\t}\n");
	}
}

void emit_index_type(struct emitter *em) {
	double size = 1;
	for (int i = 0; i < em->plan->rank; i++) {
		size *= (double)em->plan->padded[i];
	}
	buf_printf(em->out, "typedef %s index;\n", size < 2.0e9 ? "unsigned" : "unsigned long long");
}
