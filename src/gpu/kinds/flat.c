/*
 * Elementwise kernels of any layouts. The problem's modes, merged and sorted by the output's strides, are one flat
 * index, whatever their extents: thread t of block b takes the vectors of V neighbours that begin at
 *
 *     (b * U * T + u * T + t) * V,     u = 0 .. U - 1,
 *
 * and each tensor finds its elements with its own layout of that index. So a row that is no multiple of a vector costs
 * nothing where the output itself is compact. All loads of a thread are made before its first store, at the edge too.
 */
#include <stdio.h>

#include "gpu/kinds/kind.h"
#include "gpu/tiling.h"

/* How the elements of one vector lie in a tensor. */
enum reach {
	REACH_TOGETHER,   /* side by side, on a vector's boundary: one access */
	REACH_SAME,       /* all of them are one element */
	REACH_APART,      /* an access each; the index of each element has to be taken apart */
	REACH_STRIDED,    /* an access each, a stride apart */
};

/* --- the plan --- */

/* Vectors of "vector" elements begin in one row of the fastest mode and end in another. */
static bool straddles(const struct plan *plan, int vector) {
	struct tuple shape = layout_mode(plan->view[plan->inputs], 0).shape;
	return tuple_rank(shape) > 1 && tuple_mode(shape, 0).value % vector != 0;
}

static enum reach tensor_reach(struct algebra *al, const struct plan *plan, int tensor) {
	int vector = plan->knobs.vector;
	struct layout simple = layout_coalesce(al, plan->view[tensor]);
	if (algebra_failed(al) || vector == 1) {
		return REACH_TOGETHER;
	}
	bool is_plain = tuple_is_plain_int(simple.stride);
	int64_t stride = is_plain ? simple.stride.value : tuple_mode(simple.stride, 0).value;
	if (is_plain) {
		return stride == 1 ? REACH_TOGETHER : stride == 0 ? REACH_SAME : REACH_STRIDED;
	}
	if (straddles(plan, vector)) {
		return REACH_APART;
	}
	bool is_aligned = stride == 1;
	for (int i = 1; i < tuple_rank(simple.stride); i++) {
		is_aligned = is_aligned && tuple_mode(simple.stride, i).value % vector == 0;
	}
	return is_aligned ? REACH_TOGETHER : stride == 0 ? REACH_SAME : REACH_STRIDED;
}

/*
 * What an H100 asks for, by the bytes that the kernel moves. Small problems are about filling the multiprocessors, so
 * threads take little each; then several vectors of 16 bytes hide latency; where there are many blocks, one does.
 */
static void choose(struct knobs *knobs, int element, double bytes) {
	static const double mib = 1 << 20;
	bool is_narrow = element < 4;
	int access = 16;
	int threads = is_narrow ? 256 : 512;
	int unroll = 1;
	if (bytes < 4 * mib) {
		access = is_narrow ? 4 : 8;
	} else if (bytes < 32 * mib) {
		threads = is_narrow ? 256 : 128;
		unroll = is_narrow ? 2 : 4;
	} else if (bytes < 192 * mib) {
		threads = 256;
		unroll = is_narrow ? 1 : 4;
	} else {
		threads = 512;
	}
	knobs->vector = power_below(knob_choice(knobs->vector, access > element ? access / element : 1));
	knobs->threads = knob_choice(knobs->threads, threads);
	knobs->unroll = knob_choice(knobs->unroll, unroll);
	knobs->load = knob_choice(knobs->load, HINT_READ_ONLY + 1);
	knobs->store = knob_choice(knobs->store, HINT_NONE + 1);
}

static bool suits(const struct wanted *wanted) {
	return wanted->problem->reduce == REDUCE_NONE && wanted->kernel == KERNEL_AUTO && wanted->count > 0;
}

static void plan_flat(struct algebra *al, const struct wanted *wanted, struct plan *plan) {
	const struct problem *problem = plan->problem;
	struct knobs *knobs = &plan->knobs;
	int most = 16 / dtype_bytes(problem->dtype);
	double bytes = (double)problem_bytes_read(al, problem) + (double)problem_bytes_written(al, problem);
	choose(knobs, dtype_bytes(problem->dtype), bytes);
	knobs->vector = knobs->vector > most ? most : knobs->vector;
	modes_set_view(al, wanted->modes, wanted->count, plan);
	plan->rank = 1;
	plan->extent[0] = modes_extents_product(wanted->modes, wanted->count);
	for (int k = 0; k <= plan->inputs; k++) {
		plan->view[k] = layout_from_modes(al, &plan->view[k], 1);
	}
	while (knobs->vector > 1 && tensor_reach(al, plan, plan->inputs) != REACH_TOGETHER) {
		knobs->vector /= 2;
	}
	int64_t tile = (int64_t)knobs->threads * knobs->vector * knobs->unroll;
	while (knobs->unroll > 1 && tile > plan->extent[0]) {
		knobs->unroll /= 2;
		tile /= 2;
	}
	plan_set_tiles(al, plan, &tile);
	plan->tv = layout_of_modes(al, layout_of_int(knobs->threads, knobs->vector),
		layout_of_pair(al, knobs->vector, knobs->unroll, 1, (int64_t)knobs->threads * knobs->vector));
	plan_finish_map(al, plan);
	for (int k = 0; k <= plan->inputs; k++) {
		plan->vector[k] = tensor_reach(al, plan, k) == REACH_TOGETHER ? knobs->vector : 1;
	}
	plan->is_flat = true;
}

/* --- the text --- */

/* The kernel records or moves tensor "k". */
static bool concerns(const struct emitter *em, int k) {
	return !emit_is_proof(em) || em->tensor == k;
}

/* The offset in tensor "k" of the element whose flat index is the C variable "index". */
static const char *offset_of(struct emitter *em, int k, const char *index) {
	struct buf text;
	struct emitter aside = *em;
	buf_init(&text, em->al->arena);
	aside.out = &text;
	emit_layout(&aside, em->plan->view[k], index);
	return text.data;
}

/*
 * One access to "width" elements of tensor "k" at "offset", the first of them value "value" of the thread: a load into
 * "place", a store from it, or in a proof the record that they were touched.
 */
static void put_touch(struct emitter *em, int k, int width, const char *offset, const char *value, const char *place) {
	const struct plan *plan = em->plan;
	if (emit_is_proof(em)) {
		buf_printf(em->out, "visits += visit_run(owners, counts, %s, %d, ", offset, width);
		buf_printf(em->out, "t + %dull * (%s + %dull * block), %d);\n", plan->threads, value, plan->values,
			plan->threads);
	} else if (k == plan->inputs) {
		buf_printf(em->out, "store%d(out + (%s), %s);\n", width, offset, place);
	} else {
		buf_printf(em->out, "%s = load%d(%c + (%s));\n", place, width, emit_operand(k), offset);
	}
}

/* The elements of vector "u" of tensor "k" one by one, those that exist: "offset" of the element j = i + e. */
static void put_elements(struct emitter *em, int k, const char *indent, const char *offset) {
	const struct plan *plan = em->plan;
	int width = plan->knobs.vector;
	char place[32];
	bool is_output = k == plan->inputs;
	buf_printf(em->out, "%s#pragma unroll\n%sfor (unsigned e = 0; e < %d; e++) {\n", indent, indent, width);
	buf_printf(em->out, "%s\tconst index j = i + e;\n", indent);
	buf_printf(em->out, plan->extent[0] % width != 0 ? "%s\tif (j < count) {\n" : "%s\t{\n", indent);
	if (!emit_is_proof(em)) {
		buf_printf(em->out, is_output ? "%s\t\tunion out1 x;\n%s\t\tx.e[0] = y.e[e];\n" : "%s\t\tunion vec1 x;\n",
			indent, indent);
	}
	snprintf(place, sizeof place, "u * %d + e", width);
	buf_printf(em->out, "%s\t\t", indent);
	put_touch(em, k, 1, offset, place, "x");
	if (!emit_is_proof(em) && !is_output) {
		buf_printf(em->out, "%s\t\tr%d[u].e[e] = x.e[0];\n", indent, k);
	}
	buf_printf(em->out, "%s\t}\n%s}\n", indent, indent);
}

/* Vector "u" of tensor "k". */
static void put_vector(struct emitter *em, int k) {
	const struct plan *plan = em->plan;
	int width = plan->knobs.vector;
	enum reach reach = tensor_reach(em->al, plan, k);
	bool has_tail = plan->extent[0] % width != 0;
	char text[32];
	if (reach == REACH_TOGETHER) {
		char value[32];
		snprintf(value, sizeof value, "u * %d", width);
		snprintf(text, sizeof text, k == plan->inputs ? "y" : "r%d[u]", k);
		buf_put(em->out, has_tail && width > 1 ? "\t\t\tif (i + " : "\t\t\t");
		if (has_tail && width > 1) {
			buf_printf(em->out, "%d <= count) {\n\t\t\t\t", width);
		}
		put_touch(em, k, width, offset_of(em, k, "i"), value, text);
		if (has_tail && width > 1) {
			buf_put(em->out, "\t\t\t} else {\n");
			put_elements(em, k, "\t\t\t\t", offset_of(em, k, "j"));
			buf_put(em->out, "\t\t\t}\n");
		}
		return;
	}
	if (reach == REACH_APART) {
		put_elements(em, k, "\t\t\t", offset_of(em, k, "j"));
		return;
	}
	struct layout simple = layout_coalesce(em->al, plan->view[k]);
	struct tuple stride = tuple_is_tuple(simple.stride) ? tuple_mode(simple.stride, 0) : simple.stride;
	buf_printf(em->out, "\t\t\tconst long long at%d = %s;\n", k, offset_of(em, k, "i"));
	struct buf offset;
	buf_init(&offset, em->al->arena);
	buf_printf(&offset, "at%d + (long long)e * %lldll", k, (long long)stride.value);
	put_elements(em, k, "\t\t\t", offset.data);
}

/* "for (u ...) { const index i = ...; if (i < count) {": the vectors of a thread. */
static void open_loop(struct emitter *em) {
	const struct plan *plan = em->plan;
	buf_printf(em->out, "\t#pragma unroll\n\tfor (unsigned u = 0; u < %d; u++) {\n", plan->knobs.unroll);
	buf_printf(em->out, "\t\tconst index i = first + u * %du;\n", plan->threads * plan->knobs.vector);
	buf_put(em->out, plan->guarded[0] ? "\t\tif (i < count) {\n" : "\t\t{\n");
}

static void put_compute(struct emitter *em) {
	const struct plan *plan = em->plan;
	int width = plan->knobs.vector;
	buf_printf(em->out, "\t\t\tunion out%d y;\n\t\t\t#pragma unroll\n", width);
	buf_printf(em->out, "\t\t\tfor (unsigned e = 0; e < %d; e++) {\n", width);
	for (int k = 0; k < plan->inputs; k++) {
		buf_printf(em->out, "\t\t\t\tconst math x%d = widen(r%d[u].e[e]);\n", k, k);
	}
	buf_put(em->out, "\t\t\t\ty.e[e] = narrow(");
	opexpr_put(em->out, plan->problem->op, plan->problem->dtype, "");
	buf_put(em->out, ");\n\t\t\t}\n");
}

/*
 * The kernel: a loop that loads the vectors of all operands, then one that computes and stores. A proof keeps of them
 * what concerns its tensor.
 */
static void emit_flat(struct emitter *em) {
	const struct plan *plan = em->plan;
	bool is_proof = emit_is_proof(em);
	bool is_wide = plan->padded[0] > UINT32_MAX;
	buf_printf(em->out, "typedef %s index;\n", is_wide ? "unsigned long long" : "unsigned");
	emit_visit_run(em);
	emit_signature(em);
	buf_put(em->out, "\tconst unsigned t = threadIdx.x;\n\tconst unsigned block = blockIdx.x;\n");
	buf_printf(em->out, "\tconst index count = %lldu%s;\n", (long long)plan->extent[0], is_wide ? "ll" : "");
	buf_printf(em->out, "\tconst index first = (index)block * %lldu + t * %du;\n",
		(long long)plan_tile_extent(em->al, plan, 0), plan->knobs.vector);
	buf_put(em->out, is_proof ? "\tunsigned long long visits = 0;\n" : "");
	for (int k = 0; k < plan->inputs && !is_proof; k++) {
		bool is_vector = plan->vector[k] == plan->knobs.vector;
		buf_printf(em->out, is_vector ? "\tunion vec%d r%d[%d];\n" : "\tstruct { elem e[%d]; } r%d[%d];\n",
			plan->knobs.vector, k, plan->knobs.unroll);
	}
	if (!is_proof || em->tensor < plan->inputs) {
		open_loop(em);
		for (int k = 0; k < plan->inputs; k++) {
			if (concerns(em, k)) {
				put_vector(em, k);
			}
		}
		buf_put(em->out, "\t\t}\n\t}\n");
	}
	if (concerns(em, plan->inputs)) {
		open_loop(em);
		if (!is_proof) {
			put_compute(em);
		}
		put_vector(em, plan->inputs);
		buf_put(em->out, "\t\t}\n\t}\n");
	}
	buf_put(em->out, is_proof ? "\tatomicAdd(&counts->visits, visits);\n}\n" : "}\n");
}

/* --- on the host --- */

static void visit_flat(struct algebra *al, const struct plan *plan, int tensor, struct visitor *visitor) {
	struct offsets memory = offsets_init(al, plan->view[tensor]);
	enum reach reach = tensor_reach(al, plan, tensor);
	int width = plan->knobs.vector;
	if (algebra_failed(al)) {
		return;
	}
	for (int64_t block = 0; block < plan->blocks; block++) {
		for (int64_t t = 0; t < plan->threads; t++) {
			for (int64_t v = 0; v < plan->values; v++) {
				int64_t u = v / width;
				int64_t e = v % width;
				int64_t i = block * plan->threads * plan->values + (u * plan->threads + t) * width;
				bool is_whole = reach == REACH_TOGETHER && i + width <= plan->extent[0];
				if (i + e < plan->extent[0]) {
					int64_t offset = is_whole ? offsets_at(&memory, i) + e : offsets_at(&memory, i + e);
					visit(visitor, offset, t, v, block);
				}
			}
		}
	}
}

static const int thread_counts[] = { 128, 256, 512, 1024, -1 };
static const int unrolls[] = { 1, 2, 4, 8, -1 };
static const int loads[] = { HINT_NONE + 1, HINT_READ_ONLY + 1, HINT_NO_ALLOCATE + 1, HINT_PREFETCH + 1, -1 };
static const int stores[] = { HINT_STREAM + 1, HINT_NONE + 1, -1 };

const struct kind kind_flat = {
	.name = "flat",
	.suits = suits,
	.plan = plan_flat,
	.emit = emit_flat,
	.visit = visit_flat,
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
