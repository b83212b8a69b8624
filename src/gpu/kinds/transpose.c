/*
 * Copies between layouts whose contiguous modes differ. A tile goes through shared memory: written in vectors along
 * mode 1, read along mode 0. With full vectors on both sides, vector q of row i stands at q xor (i / vector) mod 8, so
 * that neither side meets a bank twice; otherwise rows are 4 bytes longer than the tile.
 */
#include "gpu/kinds/tile.h"
#include "gpu/tiling.h"

/* --- the plan --- */

/* Single elements want long runs of stores; "ragged" says that neither side has vectors. */
static void choose_transpose(struct knobs *knobs, int element, int64_t bytes, bool ragged) {
	static const int64_t mib = 1 << 20;
	bool is_small = bytes < 6 * mib;
	bool is_large = bytes >= 100 * mib;
	if (ragged && !is_small) {
		knobs->tile = knob_choice(knobs->tile, 41);
		knobs->threads = knob_choice(knobs->threads, element < 4 ? 1024 : 256);
		knobs->load = knob_choice(knobs->load, HINT_NONE + 1);
	}
	knobs->tile = knob_choice(knobs->tile, !is_small ? 22 : element < 4 ? 11 : 12);
	knobs->threads = knob_choice(knobs->threads, is_large || (is_small && element < 4) ? 256 : 128);
	knobs->load = knob_choice(knobs->load, (is_large ? HINT_NONE : HINT_PREFETCH) + 1);
	knobs->store = knob_choice(knobs->store, HINT_NONE + 1);
}

/* One operand whose contiguous mode is another than the output's: returns that mode, or 0. */
static int transposed_mode(const struct wanted *wanted) {
	const struct mode *modes = wanted->modes;
	int count = wanted->count;
	if (wanted->problem->op->operands != 1 || count < 2 || modes[0].stride[1] != 1) {
		return 0;
	}
	for (int i = 1; i < count; i++) {
		if (modes[i].stride[0] == 1 && modes[i].extent >= 8 && modes[0].extent >= 8) {
			return i;
		}
	}
	return 0;
}

/* The widest access along "mode" in "tensor". */
static int widest_along(const struct mode *modes, int count, int mode, int tensor, int most) {
	int vector = power_dividing(modes[mode].extent, most);
	for (int i = 0; i < count; i++) {
		if (i != mode) {
			vector = power_dividing(modes[i].stride[tensor], vector);
		}
	}
	return vector;
}

/*
 * A tile of squares of 128 bytes a side. Threads load vectors along mode 1, the input's contiguous one, exchange them
 * through shared memory, and store vectors along mode 0, the output's.
 */
static void make(struct algebra *al, struct plan *plan, struct mode *modes, int count,
		int contiguous) {
	int bytes = dtype_bytes(plan->problem->dtype);
	int most = 16 / bytes;
	struct mode swap = modes[1];
	modes[1] = modes[contiguous];
	modes[contiguous] = swap;
	modes_set_view(al, modes, count, plan);
	plan->exchanges = true;
	plan->vector[0] = widest_along(modes, count, 1, 0, most);
	plan->vector[1] = widest_along(modes, count, 0, 1, most);
	plan->swizzled = plan->vector[0] == most && plan->vector[1] == most && most > 1;
	int square = 128 / bytes;
	choose_transpose(&plan->knobs, bytes, problem_size(plan->problem) * bytes, plan->vector[0] * plan->vector[1] == 1);
	int tile = plan->knobs.tile;
	int64_t side0 = (int64_t)square * (tile / 10);
	int64_t side1 = (int64_t)square * (tile % 10);
	int threads = plan->knobs.threads;
	while (threads < side1 / plan->vector[0] || threads < side0 / plan->vector[1]) {
		threads *= 2;
	}
	while ((int64_t)threads * plan->vector[0] > side0 * side1 || (int64_t)threads * plan->vector[1] > side0 * side1) {
		threads /= 2;
	}
	plan->knobs.threads = threads;
	plan->knobs.unroll = (int)(side0 * side1 / threads / plan->vector[0]);
	int64_t extents[PROBLEM_RANK_MAX] = { side0, side1, 1 };
	plan_set_tiles(al, plan, extents);
	int64_t along = side1 / plan->vector[0];
	int64_t across = threads / along;
	plan->load_tv = layout_of_modes(al, layout_of_pair(al, along, across, side0 * plan->vector[0], 1),
		layout_of_pair(al, plan->vector[0], side0 / across, side0, across));
	along = side0 / plan->vector[1];
	across = threads / along;
	plan->tv = layout_of_modes(al, layout_of_pair(al, along, across, plan->vector[1], side0),
		layout_of_pair(al, plan->vector[1], side1 / across, 1, side0 * across));
	plan->access[0] = plan_partition(al, plan, plan->view[0], plan->load_tv);
	plan->access[1] = plan_partition(al, plan, plan->view[1], plan->tv);
	struct layout tv = plan->tv;
	plan->tv = plan->load_tv;
	plan_finish_map(al, plan);
	plan->load_map = plan->map;
	for (int i = 0; i < count; i++) {
		plan->load_coordinate[i] = plan->coordinate[i];
	}
	plan->tv = tv;
	plan_finish_map(al, plan);
	int64_t pitch = side1 + (plan->swizzled ? 0 : bytes < 4 ? 4 / bytes : 1);
	plan->shared_bytes = (int)(side0 * pitch * bytes);
}

static bool suits(const struct wanted *wanted) {
	return wanted->problem->reduce == REDUCE_NONE && wanted->kernel == KERNEL_AUTO && transposed_mode(wanted) > 0;
}

static void plan_transpose(struct algebra *al, const struct wanted *wanted, struct plan *plan) {
	struct mode modes[PROBLEM_RANK_MAX];
	for (int i = 0; i < wanted->count; i++) {
		modes[i] = wanted->modes[i];
	}
	make(al, plan, modes, wanted->count, transposed_mode(wanted));
}

/* --- the text --- */

struct side {
	const char *name;                    /* of the loop */
	struct layout access;
	const struct layout *coordinate;
	int vector;
	int tensor;
};

/* "const int i0 = ..., i1 = ...;": the coordinates in the tile of value "v". */
static void put_tile_coordinates(struct emitter *em, const struct side *side) {
	for (int i = 0; i < 2; i++) {
		buf_printf(em->out, "\t\t\tconst int i%d = (", i);
		emit_layout(em, layout_mode(side->coordinate[i], 0), "t");
		buf_put(em->out, ") + (");
		emit_layout(em, layout_mode(side->coordinate[i], 1), "v");
		buf_put(em->out, ");\n");
	}
}

static void put_offset(struct emitter *em, const struct side *side) {
	buf_printf(em->out, "%s + (", side->name);
	emit_layout(em, layout_mode(side->access, 1), "v");
	buf_put_char(em->out, ')');
}

/* Where element (i0,i1) of the tile stands in shared memory; "e" is added in mode "along". */
static void put_place(struct emitter *em, int along) {
	const struct plan *plan = em->plan;
	int64_t side1 = plan_tile_extent(em->al, plan, 1);
	int bytes = dtype_bytes(plan->problem->dtype);
	const char *row = along == 0 ? "(i0 + e)" : "i0";
	const char *column = along == 1 ? "(i1 + e)" : "i1";
	if (plan->swizzled) {
		int vector = plan->vector[0];
		buf_printf(em->out, "%s * %lld + ((%s / %d) ^ (%s / %d %% 8)) * %d + %s %% %d", row, (long long)side1, column,
			vector, row, vector, vector, column, vector);
	} else {
		buf_printf(em->out, "%s * %lld + %s", row, (long long)(side1 + (bytes < 4 ? 4 / bytes : 1)), column);
	}
}

/* "if (inside || element (i0,i1) is no padding) ": plus "e" in mode "along". */
static void put_guard(struct emitter *em, int along, const char *indent) {
	const struct plan *plan = em->plan;
	if (!plan->guarded[0] && !plan->guarded[1]) {
		buf_printf(em->out, "%s{\n", indent);
		return;
	}
	buf_printf(em->out, "%sif (inside || (", indent);
	const char *join = "";
	for (int i = 0; i < 2; i++) {
		if (plan->guarded[i]) {
			buf_printf(em->out, "%sb%d + i%d%s < %lldll", join, i, i, along == i ? " + (long long)e" : "",
				(long long)plan->extent[i]);
			join = " && ";
		}
	}
	buf_put(em->out, ")) {\n");
}

static void put_visits(struct emitter *em, const struct side *side, int along) {
	const struct plan *plan = em->plan;
	buf_printf(em->out, "\t\tfor (unsigned v = 0; v < %d; v += %d) {\n", plan->values, side->vector);
	put_tile_coordinates(em, side);
	buf_printf(em->out, "\t\t\tfor (unsigned e = 0; e < %d; e++) {\n", side->vector);
	put_guard(em, along, "\t\t\t\t");
	buf_put(em->out, "\t\t\t\t\tvisit(owners, counts, ");
	put_offset(em, side);
	buf_printf(em->out, " + e, t + %dull * (v + e + %dull * block));\n", plan->threads, plan->values);
	buf_put(em->out, "\t\t\t\t\tvisits++;\n\t\t\t\t}\n\t\t\t}\n\t\t}\n");
}

static void put_load(struct emitter *em, const struct side *side) {
	const struct plan *plan = em->plan;
	int width = side->vector;
	int count = plan->values / width;
	buf_printf(em->out, "\t\tunion vec%d r[%d];\n\t\t#pragma unroll\n\t\tfor (unsigned n = 0; n < %d; n++) {\n", width,
		count,
		count);
	buf_printf(em->out, "\t\t\tconst unsigned v = n * %d;\n", width);
	put_tile_coordinates(em, side);
	put_guard(em, -1, "\t\t\t");
	buf_printf(em->out, "\t\t\t\tr[n] = load%d(a + ", width);
	put_offset(em, side);
	buf_put(em->out, ");\n\t\t\t}\n\t\t}\n");
	buf_printf(em->out,
		"\t\t#pragma unroll\n\t\tfor (unsigned n = 0; n < %d; n++) {\n\t\t\tconst unsigned v = n * %d;\n", count,
		width);
	put_tile_coordinates(em, side);
	if (plan->swizzled) {
		buf_printf(em->out, "\t\t\t*(union vec%d *)(tile + ", width);
		put_place(em, -1);
		buf_put(em->out, ") = r[n];\n\t\t}\n");
	} else {
		buf_printf(em->out, "\t\t\t#pragma unroll\n\t\t\tfor (int e = 0; e < %d; e++) {\n\t\t\t\ttile[", width);
		put_place(em, 1);
		buf_put(em->out, "] = r[n].e[e];\n\t\t\t}\n\t\t}\n");
	}
}

static void put_store(struct emitter *em, const struct side *side) {
	const struct plan *plan = em->plan;
	int width = side->vector;
	int count = plan->values / width;
	buf_printf(em->out,
		"\t\t#pragma unroll\n\t\tfor (unsigned n = 0; n < %d; n++) {\n\t\t\tconst unsigned v = n * %d;\n", count,
		width);
	put_tile_coordinates(em, side);
	buf_printf(em->out, "\t\t\tunion out%d y;\n\t\t\t#pragma unroll\n\t\t\tfor (int e = 0; e < %d; e++) {\n", width,
		width);
	buf_put(em->out, "\t\t\t\tconst elem x = tile[");
	put_place(em, 0);
	buf_put(em->out, "];\n");
	const struct opexpr *op = plan->problem->op;
	if (op->nodes[op->root].op == OP_OPERAND) {
		buf_put(em->out, "\t\t\t\ty.e[e] = x;\n");
	} else {
		buf_put(em->out, "\t\t\t\tconst math x0 = widen(x);\n\t\t\t\ty.e[e] = narrow(");
		opexpr_put(em->out, op, plan->problem->dtype, "");
		buf_put(em->out, ");\n");
	}
	buf_put(em->out, "\t\t\t}\n");
	put_guard(em, -1, "\t\t\t");
	buf_printf(em->out, "\t\t\t\tstore%d(out + ", width);
	put_offset(em, side);
	buf_put(em->out, ", y);\n\t\t\t}\n\t\t}\n");
}

static void put_base(struct emitter *em, const struct side *side) {
	buf_printf(em->out, "\tconst long long %s = (long long)(", side->name);
	emit_layout(em, layout_mode(side->access, 2), "block");
	buf_put(em->out, ") + (");
	emit_layout(em, layout_mode(side->access, 0), "t");
	buf_put(em->out, ");\n");
}

static void emit_transpose(struct emitter *em) {
	const struct plan *plan = em->plan;
	struct side load = { "from", plan->access[0], plan->load_coordinate, plan->vector[0], 0 };
	struct side store = { "to", plan->access[1], plan->coordinate, plan->vector[1], 1 };
	emit_signature(em);
	buf_put(em->out, "\tconst unsigned t = threadIdx.x;\n\tconst unsigned block = blockIdx.x;\n");
	if (!emit_is_proof(em)) {
		buf_printf(em->out, "\t__shared__ __align__(16) elem tile[%d];\n",
			plan->shared_bytes / dtype_bytes(plan->problem->dtype));
	}
	if (plan->guarded[0] || plan->guarded[1]) {
		for (int i = 0; i < 2; i++) {
			buf_printf(em->out, "\tconst long long b%d = ", i);
			emit_layout(em, layout_mode(plan->coordinate[i], 2), "block");
			buf_put(em->out, ";\n");
		}
		buf_printf(em->out, "\tconst bool inside = b0 <= %lldll && b1 <= %lldll;\n",
			(long long)(plan->extent[0] - plan_tile_extent(em->al, plan, 0)),
			(long long)(plan->extent[1] - plan_tile_extent(em->al, plan, 1)));
	}
	if (emit_is_proof(em)) {
		const struct side *side = em->tensor == 0 ? &load : &store;
		buf_put(em->out, "\tunsigned long long visits = 0;\n");
		put_base(em, side);
		buf_put(em->out, "\t{\n");
		put_visits(em, side, em->tensor == 0 ? 1 : 0);
		buf_put(em->out, "\t}\n\tatomicAdd(&counts->visits, visits);\n}\n");
		return;
	}
	put_base(em, &load);
	put_base(em, &store);
	buf_put(em->out, "\t{\n");
	put_load(em, &load);
	buf_put(em->out, "\t}\n\t__syncthreads();\n\t{\n");
	put_store(em, &store);
	buf_put(em->out, "\t}\n}\n");
}

static const int thread_counts[] = { 128, 256, 512, 1024, -1 };
static const int loads[] = { HINT_NONE + 1, HINT_NO_ALLOCATE + 1, HINT_PREFETCH + 1, -1 };
static const int stores[] = { HINT_STREAM + 1, HINT_NONE + 1, -1 };
static const int tiles[] = { 11, 12, 21, 22, 14, 41, -1 };

const struct kind kind_transpose = {
	.name = "transpose",
	.suits = suits,
	.plan = plan_transpose,
	.emit = emit_transpose,
	.visit = tile_visit,
	.space = {
		.values = {
			[KNOB_THREADS] = thread_counts,
			[KNOB_LOAD] = loads,
			[KNOB_STORE] = stores,
			[KNOB_TILE] = tiles,
		},
		.any_vector = true,
	},
};
