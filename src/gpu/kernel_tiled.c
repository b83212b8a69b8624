/*
 * Elementwise kernels. A block whose tile lies inside the shape moves vectors, all loads before the first use; a block
 * at the edge goes element by element and skips the padding.
 */
#include "gpu/kernels.h"

/* The kernel records or moves tensor k. */
static bool concerns(const struct emitter *em, int k) {
	return !emit_is_proof(em) || em->tensor == k;
}

static void put_name(struct emitter *em, int k) {
	if (k == em->plan->inputs) {
		buf_put(em->out, "out");
	} else {
		buf_put_char(em->out, emit_operand(k));
	}
}

/* "const long long oK = ...;": where thread and block start in each tensor. */
void emit_tile_bases(struct emitter *em, const char *indent) {
	int tensors = em->plan->inputs + (em->plan->kind == PLAN_TILED ? 1 : 0);
	for (int k = 0; k < tensors; k++) {
		if (!concerns(em, k)) {
			continue;
		}
		buf_printf(em->out, "%sconst long long o%d = (long long)(", indent, k);
		emit_layout(em, layout_mode(em->plan->access[k], 2), "block");
		buf_put(em->out, ") + (");
		emit_layout(em, layout_mode(em->plan->access[k], 0), "t");
		buf_put(em->out, ");\n");
	}
}

/* "const bool inside = ...;": no element of the block's tile is padding. */
bool emit_tile_inside(struct emitter *em, const char *indent) {
	const struct plan *plan = em->plan;
	bool any = false;
	for (int i = 0; i < plan->rank; i++) {
		if (!plan->guarded[i]) {
			continue;
		}
		buf_printf(em->out, "%s%s", any ? "" : indent, any ? " && " : "const bool inside = ");
		buf_put(em->out, "(long long)(");
		emit_layout(em, layout_mode(plan->coordinate[i], 2), "block");
		buf_printf(em->out, ") <= %lldll", (long long)(plan->extent[i] - plan_tile_extent(em->al, plan, i)));
		any = true;
	}
	buf_put(em->out, any ? ";\n" : "");
	return any;
}

/* "if (coordinate < extent && ...) " for value "v", in the modes that have padding. */
void emit_tile_guard(struct emitter *em, const char *indent) {
	const struct plan *plan = em->plan;
	bool any = false;
	buf_printf(em->out, "%sif (", indent);
	for (int i = 0; i < plan->rank; i++) {
		if (!plan->guarded[i]) {
			continue;
		}
		buf_put(em->out, any ? " &&\n\t\t\t\t\t" : "");
		static const char *const variables[3] = { "t", "v", "block" };
		for (int mode = 0; mode < 3; mode++) {
			buf_put(em->out, mode > 0 ? " + " : "");
			buf_put(em->out, "(long long)(");
			emit_layout(em, layout_mode(plan->coordinate[i], mode), variables[mode]);
			buf_put_char(em->out, ')');
		}
		buf_printf(em->out, " < %lldll", (long long)plan->extent[i]);
		any = true;
	}
	buf_put(em->out, ") {\n");
}

void emit_tile_offset(struct emitter *em, int k) {
	buf_printf(em->out, "o%d + (", k);
	emit_layout(em, layout_mode(em->plan->access[k], 1), "v");
	buf_put_char(em->out, ')');
}

void emit_tile_loads(struct emitter *em, const char *indent) {
	const struct plan *plan = em->plan;
	for (int k = 0; k < plan->inputs; k++) {
		int width = plan->vector[k];
		int count = plan->values / width;
		buf_printf(em->out, "%sunion vec%d r%d[%d];\n%s#pragma unroll\n%sfor (unsigned i = 0; i < %d; i++) {\n", indent,
			width, k, count, indent, indent, count);
		buf_printf(em->out, "%s\tconst unsigned v = i * %d;\n%s\tr%d[i] = load%d(", indent, width, indent, k, width);
		put_name(em, k);
		buf_put(em->out, " + ");
		emit_tile_offset(em, k);
		buf_printf(em->out, ");\n%s}\n", indent);
	}
}

static void put_stores(struct emitter *em, const char *indent) {
	const struct plan *plan = em->plan;
	int width = plan->vector[plan->inputs];
	int count = plan->values / width;
	buf_printf(em->out, "%s#pragma unroll\n%sfor (unsigned i = 0; i < %d; i++) {\n", indent, indent, count);
	buf_printf(em->out, "%s\tunion out%d y;\n%s\t#pragma unroll\n%s\tfor (unsigned e = 0; e < %d; e++) {\n", indent,
		width,
		indent, indent, width);
	for (int k = 0; k < plan->inputs; k++) {
		if (plan->vector[k] == 1) {
			buf_printf(em->out, "%s\t\tconst math x%d = widen(r%d[i * %d + e].e[0]);\n", indent, k, k, width);
		} else {
			buf_printf(em->out, "%s\t\tconst math x%d = widen(r%d[i].e[e]);\n", indent, k, k);
		}
	}
	buf_printf(em->out, "%s\t\ty.e[e] = narrow(", indent);
	opexpr_put(em->out, plan->problem->op, plan->problem->dtype, "");
	buf_printf(em->out, ");\n%s\t}\n%s\tconst unsigned v = i * %d;\n%s\tstore%d(out + ", indent, indent, width, indent,
		width);
	emit_tile_offset(em, plan->inputs);
	buf_printf(em->out, ", y);\n%s}\n", indent);
}

void emit_tile_visits(struct emitter *em, const char *indent) {
	const struct plan *plan = em->plan;
	int width = plan->vector[em->tensor];
	buf_printf(em->out, "%sfor (unsigned v = 0; v < %d; v += %d) {\n%s\tfor (unsigned e = 0; e < %d; e++) {\n", indent,
		plan->values, width, indent, width);
	buf_printf(em->out, "%s\t\tvisit(owners, counts, ", indent);
	emit_tile_offset(em, em->tensor);
	buf_printf(em->out, " + e, t + %dull * (v + e + %dull * block));\n%s\t\tvisits++;\n%s\t}\n%s}\n", plan->threads,
		plan->values, indent, indent, indent);
}

/* One element of a block at the edge. */
static void put_element(struct emitter *em) {
	const struct plan *plan = em->plan;
	if (emit_is_proof(em)) {
		buf_put(em->out, "\t\t\t\tvisit(owners, counts, ");
		emit_tile_offset(em, em->tensor);
		buf_printf(em->out, ", t + %dull * (v + %dull * block));\n\t\t\t\tvisits++;\n", plan->threads, plan->values);
		return;
	}
	for (int k = 0; k < plan->inputs; k++) {
		buf_printf(em->out, "\t\t\t\tconst math x%d = widen(", k);
		put_name(em, k);
		buf_put_char(em->out, '[');
		emit_tile_offset(em, k);
		buf_put(em->out, "]);\n");
	}
	buf_put(em->out, "\t\t\t\tout[");
	emit_tile_offset(em, plan->inputs);
	buf_put(em->out, "] = narrow(");
	opexpr_put(em->out, plan->problem->op, plan->problem->dtype, "");
	buf_put(em->out, ");\n");
}

void emit_tiled(struct emitter *em) {
	emit_signature(em);
	buf_put(em->out, "\tconst unsigned t = threadIdx.x;\n\tconst unsigned block = blockIdx.x;\n");
	emit_tile_bases(em, "\t");
	if (emit_is_proof(em)) {
		buf_put(em->out, "\tunsigned long long visits = 0;\n");
	}
	bool guarded = emit_tile_inside(em, "\t");
	const char *indent = guarded ? "\t\t" : "\t";
	buf_put(em->out, guarded ? "\tif (inside) {\n" : "");
	if (emit_is_proof(em)) {
		emit_tile_visits(em, indent);
	} else {
		emit_tile_loads(em, indent);
		put_stores(em, indent);
	}
	if (guarded) {
		buf_printf(em->out, "\t} else {\n\t\t#pragma unroll 1\n\t\tfor (unsigned v = 0; v < %d; v++) {\n",
			em->plan->values);
		emit_tile_guard(em, "\t\t\t");
		put_element(em);
		buf_put(em->out, "\t\t\t}\n\t\t}\n\t}\n");
	}
	buf_put(em->out, emit_is_proof(em) ? "\tatomicAdd(&counts->visits, visits);\n}\n" : "}\n");
}
