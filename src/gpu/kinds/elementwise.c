/*
 * Elementwise kernels. A block whose tile lies inside the shape moves vectors, all loads before the first use; a block
 * at the edge goes element by element and skips the padding.
 */
#include "gpu/kinds/tile.h"
#include "gpu/tiling.h"

/* --- the plan --- */

/* Elements that one access of mode 0 can hold in the output: a power of two. */
static int widest(const struct mode *modes, int count, int output, int most) {
	int vector = modes[0].stride[output] == 1 ? most : 1;
	for (int i = 1; i < count; i++) {
		vector = power_dividing(modes[i].stride[output], vector);
	}
	return count > 1 ? power_dividing(modes[0].extent, vector) : vector;
}

/* Threads and vectors of a block along mode 0 and, where that is too short, mode 1. */
static void tile_flat(struct algebra *al, struct plan *plan, int vector) {
	int threads = plan->knobs.threads;
	int unroll = plan->knobs.unroll;
	int64_t extents[PROBLEM_RANK_MAX] = { 1, 1, 1 };
	if (plan->rank == 1) {
		while ((threads > 32 || unroll > 1) && (int64_t)threads * vector * unroll > plan->extent[0]) {
			threads = unroll > 1 ? threads : threads / 2;
			unroll = unroll > 1 ? unroll / 2 : 1;
		}
		extents[0] = (int64_t)threads * vector * unroll;
		plan_set_tiles(al, plan, extents);
		plan->tv = layout_of_modes(al, layout_of_int(threads, vector),
			layout_of_pair(al, vector, unroll, 1, (int64_t)threads * vector));
		return;
	}
	int64_t wanted = (plan->extent[0] + vector - 1) / vector;
	int along = wanted < threads ? (int)wanted : threads;
	int64_t most = plan->extent[1];
	int across = threads / along < most ? threads / along : (int)most;
	unroll = (int64_t)across * unroll <= most ? unroll : 1;
	extents[0] = (int64_t)along * vector;
	extents[1] = (int64_t)across * unroll;
	plan_set_tiles(al, plan, extents);
	plan->tv = layout_of_modes(al, layout_of_pair(al, along, across, vector, extents[0]),
		layout_of_pair(al, vector, unroll, 1, extents[0] * across));
}

/* Hierarchical modes: as many contiguous elements of one mode as divide its first extent, one tile each. */
static void tile_hierarchical(struct algebra *al, struct plan *plan) {
	int64_t extents[PROBLEM_RANK_MAX] = { 1, 1, 1 };
	int best = plan->rank - 1;
	int64_t run = 1;
	for (int i = 0; i < plan->rank; i++) {
		struct layout mode = layout_coalesce(al, layout_mode(plan->view[plan->inputs], i));
		struct layout first = layout_rank(mode) > 0 ? layout_mode(mode, 0) : mode;
		if (!algebra_failed(al) && first.stride.value == 1 && first.shape.value > run) {
			best = i;
			run = first.shape.value;
		}
	}
	extents[best] = power_dividing(run, plan->knobs.threads * 8);
	int64_t values = extents[best] >= 256 ? 8 : 1;
	plan_set_tiles(al, plan, extents);
	plan->tv = layout_of_modes(al, layout_of_int(extents[best] / values, values),
		layout_of_int(values, 1));
}

/*
 * What has served best on an H100, by the bytes of one tensor: large tensors want one vector a thread and no hints;
 * small ones several vectors in flight, that do not go through the first-level cache.
 */
static void choose_flat(struct knobs *knobs, int inputs, int64_t bytes) {
	static const int64_t mib = 1 << 20;
	int threads = 1024;
	int unroll = 1;
	enum hint load = HINT_NONE;
	if (bytes < 6 * mib && inputs == 1) {
		threads = 256;
		unroll = 4;
		load = HINT_NO_ALLOCATE;
	} else if (bytes < 12 * mib) {
		threads = bytes < 6 * mib ? 1024 : 512;
		unroll = 2;
		load = HINT_PREFETCH;
	} else if (bytes < 48 * mib) {
		threads = inputs == 1 && bytes >= 24 * mib ? 256 : 512;
		unroll = inputs > 1 ? 1 : bytes >= 24 * mib ? 4 : 2;
		load = HINT_NO_ALLOCATE;
	}
	knobs->threads = knob_choice(knobs->threads, threads);
	knobs->unroll = knob_choice(knobs->unroll, unroll);
	knobs->load = knob_choice(knobs->load, (int)load + 1);
	knobs->store = knob_choice(knobs->store, HINT_NONE + 1);
}

static void choose_knobs(struct plan *plan, enum kernel kernel) {
	struct knobs *knobs = &plan->knobs;
	if (kernel == KERNEL_AUTO) {
		choose_flat(knobs, plan->inputs, problem_size(plan->problem) * dtype_bytes(plan->problem->dtype));
		return;
	}
	knobs->unroll = 1;
	knobs->threads = knob_choice(knobs->threads, 256);
	knobs->load = knob_choice(knobs->load, HINT_NONE + 1);
	knobs->store = knob_choice(knobs->store, HINT_NONE + 1);
}

static bool suits(const struct wanted *wanted) {
	return wanted->problem->reduce == REDUCE_NONE;
}

static void plan_elementwise(struct algebra *al, const struct wanted *wanted, struct plan *plan) {
	enum kernel kernel = wanted->kernel;
	int most = knob_choice(wanted->knobs.vector, 16 / dtype_bytes(plan->problem->dtype));
	choose_knobs(plan, kernel);
	if (kernel == KERNEL_TV || kernel == KERNEL_TV_REMAP) {
		tile_as_given(al, plan);
	} else if (wanted->count > 0) {
		modes_set_view(al, wanted->modes, wanted->count, plan);
		tile_flat(al, plan, kernel == KERNEL_NAIVE ? 1 : widest(wanted->modes, wanted->count, plan->inputs, most));
	} else {
		tile_view_as_given(plan);
		tile_hierarchical(al, plan);
	}
	if (algebra_failed(al)) {
		return;
	}
	plan_choose_vectors(al, plan, kernel == KERNEL_NAIVE ? 1 : power_below(most));
	plan_finish_map(al, plan);
	plan->divided = layout_zipped_divide(al, plan->view[plan->inputs], &plan->tiler);
	plan->knobs.vector = plan->vector[plan->inputs];
	plan->knobs.threads = plan->threads;
}

/* --- the text --- */

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
		emit_tensor_name(em, k);
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

static void emit_elementwise(struct emitter *em) {
	emit_signature(em);
	buf_put(em->out, "\tconst unsigned t = threadIdx.x;\n\tconst unsigned block = blockIdx.x;\n");
	emit_tile_bases(em, em->plan->inputs + 1, "\t");
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

static const int thread_counts[] = { 128, 256, 512, 1024, -1 };
static const int unrolls[] = { 1, 2, 4, -1 };
static const int loads[] = { HINT_NONE + 1, HINT_NO_ALLOCATE + 1, HINT_PREFETCH + 1, -1 };
static const int stores[] = { HINT_STREAM + 1, HINT_NONE + 1, -1 };

const struct kind kind_elementwise = {
	.name = "elementwise",
	.suits = suits,
	.plan = plan_elementwise,
	.emit = emit_elementwise,
	.visit = tile_visit,
	.space = {
		.values = {
			[KNOB_THREADS] = thread_counts,
			[KNOB_UNROLL] = unrolls,
			[KNOB_LOAD] = loads,
			[KNOB_STORE] = stores,
		},
		.half_vectors = true,
	},
};
