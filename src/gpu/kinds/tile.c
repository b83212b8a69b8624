#include "gpu/kinds/tile.h"

#include "gpu/tiling.h"

static int64_t tile_size(struct algebra *al, const struct plan *plan) {
	int64_t size = 1;
	for (int i = 0; i < plan->rank; i++) {
		size *= plan_tile_extent(al, plan, i);
	}
	return size;
}

void tile_view_as_given(struct plan *plan) {
	const struct problem *problem = plan->problem;
	plan->rank = problem->rank;
	for (int i = 0; i < problem->rank; i++) {
		plan->extent[i] = problem->shape[i];
	}
	for (int k = 0; k < plan->inputs; k++) {
		plan->view[k] = problem->operands[k];
	}
	plan->view[plan->inputs] = problem->output;
}

void tile_as_given(struct algebra *al, struct plan *plan) {
	const struct problem *problem = plan->problem;
	if (!problem->has_tv) {
		algebra_fault(al, FAULT_DOMAIN, "the %s kernel needs a thread-value layout", kernel_name(plan->kernel));
		return;
	}
	tile_view_as_given(plan);
	int64_t extents[PROBLEM_RANK_MAX];
	for (int i = 0; i < problem->rank; i++) {
		extents[i] = tuple_product(al, tuple_mode(problem->tile, i)).value;
	}
	plan_set_tiles(al, plan, extents);
	plan->tv = problem->tv;
	int64_t size = tile_size(al, plan);
	if (!algebra_failed(al)) {
		plan_check_tv(al, problem->tv, size);
	}
}

/* --- the text --- */

/* The kernel records or moves tensor k. */
static bool concerns(const struct emitter *em, int k) {
	return !emit_is_proof(em) || em->tensor == k;
}

void emit_tensor_name(struct emitter *em, int k) {
	if (k == em->plan->inputs) {
		buf_put(em->out, "out");
	} else {
		buf_put_char(em->out, emit_operand(k));
	}
}

void emit_tile_bases(struct emitter *em, int tensors, const char *indent) {
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
		emit_tensor_name(em, k);
		buf_put(em->out, " + ");
		emit_tile_offset(em, k);
		buf_printf(em->out, ");\n%s}\n", indent);
	}
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

/* --- on the host --- */

/* All offsets of one mode of "layout". */
static int64_t *mode_offsets(struct algebra *al, struct layout layout, int mode, int64_t *count) {
	struct offsets offsets = offsets_init(al, layout_mode(layout, mode));
	if (algebra_failed(al)) {
		*count = 0;
		return NULL;
	}
	int64_t *all = arena_array(al->arena, (size_t)offsets.size + 1, sizeof *all);
	offsets_fill(&offsets, 0, offsets.size, all);
	*count = offsets.size;
	return all;
}

/* Threads, values and blocks of one tensor: its offset, and its coordinates in the modes that have padding. */
struct table {
	int64_t *offset[3];
	int64_t *coordinate[PROBLEM_RANK_MAX][3];
	int64_t count[3];
};

void tile_visit(struct algebra *al, const struct plan *plan, int tensor, struct visitor *visitor) {
	struct table table;
	bool loads = plan_is_staged(plan, tensor);
	for (int m = 0; m < 3; m++) {
		table.offset[m] = mode_offsets(al, plan->access[tensor], m, &table.count[m]);
		for (int i = 0; i < plan->rank; i++) {
			int64_t ignored;
			struct layout coordinate = loads ? plan->load_coordinate[i] : plan->coordinate[i];
			table.coordinate[i][m] = mode_offsets(al, coordinate, m, &ignored);
		}
	}
	if (algebra_failed(al)) {
		return;
	}
	int width = plan->vector[tensor];
	for (int64_t block = 0; block < table.count[2]; block++) {
		for (int64_t t = 0; t < table.count[0]; t++) {
			for (int64_t v = 0; v < table.count[1]; v++) {
				bool inside = true;
				for (int i = 0; i < plan->rank && inside; i++) {
					int64_t c = table.coordinate[i][0][t] + table.coordinate[i][1][v] + table.coordinate[i][2][block];
					inside = c < plan->extent[i];
				}
				if (inside) {
					int64_t first = v - v % width;
					int64_t offset = table.offset[0][t] + table.offset[1][first] + table.offset[2][block] + v % width;
					visit(visitor, offset, t, v, block);
				}
			}
		}
	}
}
