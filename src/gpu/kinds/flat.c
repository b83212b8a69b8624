/*
 * Elementwise kernels of any layouts. The problem's modes, merged and sorted by the output's strides, are one flat
 * index, whatever their extents: thread t of block b takes the vectors of V neighbours that begin at
 *
 *     (b * U * T + u * T + t) * V,     u = 0 .. U - 1,
 *
 * and each tensor finds its elements with its own layout of that index. So a row that is no multiple of a vector costs
 * nothing where the output itself is compact. All loads of a thread are made before its first store, at the edge too.
 *
 * An operand that is the same for every row is read again in each, from memory where the cache does not keep a row of
 * all tensors. Then the index is cut into as many parts as there are rows, of whole tiles, and blocks take one tile of
 * each part in turn: what they read of that operand at about the same time is the same.
 */
#include <inttypes.h>

#include "base/number.h"
#include "gpu/kinds/kind.h"
#include "gpu/reuse.h"
#include "gpu/tiling.h"

/* How the elements of one vector lie in a tensor. */
enum reach {
	REACH_TOGETHER,   /* side by side, on a vector's boundary: one access */
	REACH_PIECES,     /* in pieces on their own boundaries, an access each, whose indices have to be taken apart */
	REACH_STRIDED,    /* an access each, a stride apart, or all of them to one element */
	REACH_SECOND,     /* every second of those that two accesses reach, each on a vector's boundary */
};

/* --- the plan --- */

/* Vectors of "vector" elements begin in one row of the fastest mode and end in another. */
static bool straddles(const struct plan *plan, int vector) {
	struct tuple shape = layout_mode(plan->view[plan->inputs], 0).shape;
	return tuple_rank(shape) > 1 && tuple_mode(shape, 0).value % vector != 0;
}

/* The most neighbours, a power of two up to a vector, that lie side by side in a tensor of layout "simple". */
static int widest_piece(const struct plan *plan, struct layout simple) {
	int piece = plan->knobs.vector;
	if (tuple_is_plain_int(simple.stride)) {
		return simple.stride.value == 1 ? piece : 1;
	}
	while (straddles(plan, piece)) {
		piece /= 2;
	}
	for (int i = 1; i < tuple_rank(simple.stride); i++) {
		piece = power_dividing(tuple_mode(simple.stride, i).value, piece);
	}
	return tuple_mode(simple.stride, 0).value == 1 ? piece : 1;
}

/*
 * Two vectors hold the elements of each, every second, with what stands between them. What stands behind the last
 * element of all may be no memory: since no stride is negative or 0, only the last vector has it.
 */
static bool is_every_second(const struct plan *plan, struct layout simple) {
	int vector = plan->knobs.vector;
	if (tuple_is_plain_int(simple.stride)) {
		return simple.stride.value == 2;
	}
	bool suits = tuple_mode(simple.stride, 0).value == 2 && !straddles(plan, vector);
	for (int i = 1; i < tuple_rank(simple.stride); i++) {
		int64_t stride = tuple_mode(simple.stride, i).value;
		suits = suits && stride > 0 && stride % vector == 0;
	}
	return suits;
}

/* How "tensor" is reached, and where that is in pieces, the elements of each as "piece". */
static enum reach tensor_reach(struct algebra *al, const struct plan *plan, int tensor, int *piece) {
	struct layout simple = layout_coalesce(al, plan->view[tensor]);
	*piece = algebra_failed(al) ? 1 : widest_piece(plan, simple);
	if (algebra_failed(al) || *piece == plan->knobs.vector) {
		return REACH_TOGETHER;
	}
	if (*piece > 1 || (!tuple_is_plain_int(simple.stride) && straddles(plan, plan->knobs.vector))) {
		return REACH_PIECES;
	}
	return tensor < plan->inputs && is_every_second(plan, simple) ? REACH_SECOND : REACH_STRIDED;
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

/* As many passes as "splits" asks for, or as the layouts want; the index is padded to as many parts of whole tiles. */
static void set_passes(struct algebra *al, const struct target *target, int64_t tile, struct plan *plan) {
	unsigned is_again;
	int64_t tiles = number_ceil_div(plan->extent[0], tile);
	int64_t own = plan_passes(al, plan, target, &is_again);
	own = own <= SPLITS_MAX ? own : 1;
	int64_t passes = plan->knobs.splits > 0 ? plan->knobs.splits : own;
	plan->passes = (int)(passes < tiles ? passes : tiles);
	plan->knobs.splits = own > 1 || plan->passes > 1 ? plan->passes : 0;
	plan->padded[0] = number_ceil_div(tiles, plan->passes) * plan->passes * tile;
}

static bool suits(const struct wanted *wanted) {
	return wanted->problem->reduce == REDUCE_NONE && wanted->kernel == KERNEL_AUTO && wanted->count > 0;
}

/*
 * One mode of all elements, dealt out to threads in vectors of as many elements as lie together in the output; each
 * input is read in such vectors where its elements lie together too, and one by one where not.
 */
static void plan_flat(struct algebra *al, const struct wanted *wanted, struct plan *plan) {
	const struct problem *problem = plan->problem;
	struct knobs *knobs = &plan->knobs;
	int most = problem_widest_vector(problem);
	double bytes = (double)problem_bytes_read(al, problem) + (double)problem_bytes_written(al, problem);
	choose(knobs, problem_widest(problem), bytes);
	knobs->tile = 0;
	knobs->vector = knobs->vector > most ? most : knobs->vector;
	modes_set_view(al, wanted->modes, wanted->count, plan);
	plan->rank = 1;
	plan->extent[0] = modes_extents_product(wanted->modes, wanted->count);
	for (int k = 0; k < plan_tensors(plan); k++) {
		plan->view[k] = layout_from_modes(al, &plan->view[k], 1);
	}
	int piece;
	while (knobs->vector > 1 && tensor_reach(al, plan, plan->inputs, &piece) != REACH_TOGETHER) {
		knobs->vector /= 2;
	}
	int64_t round = (int64_t)knobs->threads * knobs->vector;
	while (knobs->unroll > 1 && round * knobs->unroll > plan->extent[0]) {
		knobs->unroll /= 2;
	}
	int64_t tile = round * knobs->unroll;
	plan_set_tiles(al, plan, &tile);
	set_passes(al, wanted->target, tile, plan);
	plan->tv = layout_of_modes(al, layout_of_int(knobs->threads, knobs->vector),
		layout_of_pair(al, knobs->vector, knobs->unroll, 1, round));
	plan_finish_map(al, plan);
	for (int k = 0; k < plan_tensors(plan); k++) {
		bool is_second = tensor_reach(al, plan, k, &plan->vector[k]) == REACH_SECOND;
		plan->vector[k] = is_second ? knobs->vector : plan->vector[k];
	}
	plan->is_flat = true;
}

/* --- the text --- */

/* One access to "width" elements of tensor "k" at "offset": a load into "place", or a store from it. */
static void put_touch(struct emitter *em, int k, int width, const char *offset, const char *place) {
	if (k >= em->plan->inputs) {
		emit_line(em, "store%d%s(%s + (%s), %s);", width, emit_output_suffix(em, k), emit_tensor(em, k), offset, place);
	} else {
		emit_line(em, "%s = %s;", place, emit_load(em, k, width, emit_text(em, "%c + (%s)", emit_operand(k), offset)));
	}
}

/* The piece of output "k" that begins with element "e" of a vector, of "piece" elements, to "offset". */
static void put_piece(struct emitter *em, int k, int piece, const char *offset) {
	const char *suffix = emit_output_suffix(em, k);
	if (piece == 1) {
		emit_line(em, "put%s(%s + (%s), y%s.e[e]);", suffix, emit_tensor(em, k), offset, suffix);
		return;
	}
	emit_line(em, "union out%d%s z;", piece, suffix);
	emit_unrolled(em, "n", piece);
	emit_line(em, "z.e[n] = y%s.e[e + n];", suffix);
	emit_close(em);
	emit_line(em, "store%d%s(%s + (%s), z);", piece, suffix, emit_tensor(em, k), offset);
}

/*
 * Vector "u" of tensor "k" in pieces of "piece" elements, those that exist: "offset" of the element j = i + e. None
 * reaches beyond the end.
 */
static void put_pieces(struct emitter *em, int k, int piece, const char *offset) {
	const struct plan *plan = em->plan;
	int width = plan->knobs.vector;
	emit_line(em, "#pragma unroll");
	emit_open(em, "for (unsigned e = 0; e < %d; e += %d)", width, piece);
	emit_line(em, "const index j = i + e;");
	emit_if(em, plan->extent[0] % width != 0 ? "j < count" : NULL);
	if (k >= plan->inputs) {
		put_piece(em, k, piece, offset);
	} else if (piece == 1) {
		emit_line(em, "r%d[u].e[e] = %s.e[0];", k,
			emit_load(em, k, 1, emit_text(em, "%c + (%s)", emit_operand(k), offset)));
	} else {
		emit_line(em, "const union vec%d%s x = %s;", piece, emit_suffix(em, k),
			emit_load(em, k, piece, emit_text(em, "%c + (%s)", emit_operand(k), offset)));
		emit_unrolled(em, "n", piece);
		emit_line(em, "r%d[u].e[e + n] = x.e[n];", k);
		emit_close(em);
	}
	emit_close(em);
	emit_close(em);
}

/* Vector "u" of tensor "k" in one access, or at the end one by one. */
static void put_together(struct emitter *em, int k) {
	const struct plan *plan = em->plan;
	int width = plan->knobs.vector;
	bool has_tail = plan->extent[0] % width != 0;
	if (has_tail) {
		emit_open(em, "if (i + %d <= count)", width);
	}
	put_touch(em, k, width, emit_layout(em, plan->view[k], "i"),
		k >= plan->inputs ? emit_text(em, "y%s", emit_output_suffix(em, k)) : emit_text(em, "r%d[u]", k));
	if (has_tail) {
		emit_else(em);
		put_pieces(em, k, 1, emit_layout(em, plan->view[k], "j"));
		emit_close(em);
	}
}

/* The elements of vector "u" of operand "k" out of twice as many, which begin at "at"; the last vector one by one. */
static void put_every_second(struct emitter *em, int k, const char *one_by_one) {
	int width = em->plan->knobs.vector;
	emit_open(em, "if (i + %d < count)", width);
	for (int n = 0; n < 2; n++) {
		emit_line(em, "const union vec%d%s x%d = %s;", width, emit_suffix(em, k), n,
			emit_load(em, k, width, emit_text(em, "%c + (at%d + %d)", emit_operand(k), k, n * width)));
	}
	emit_unrolled(em, "e", width);
	emit_line(em, "r%d[u].e[e] = e < %d ? x0.e[2 * e %% %d] : x1.e[2 * e %% %d];", k, width / 2, width, width);
	emit_close(em);
	emit_else(em);
	put_pieces(em, k, 1, one_by_one);
	emit_close(em);
}

/* Vector "u" of tensor "k". */
static void put_vector(struct emitter *em, int k) {
	const struct plan *plan = em->plan;
	int piece;
	enum reach reach = tensor_reach(em->al, plan, k, &piece);
	if (reach == REACH_TOGETHER) {
		put_together(em, k);
	} else if (reach == REACH_PIECES) {
		put_pieces(em, k, piece, emit_layout(em, plan->view[k], "j"));
	} else {
		struct layout simple = layout_coalesce(em->al, plan->view[k]);
		struct tuple stride = tuple_is_tuple(simple.stride) ? tuple_mode(simple.stride, 0) : simple.stride;
		emit_line(em, "const long long at%d = %s;", k, emit_layout(em, plan->view[k], "i"));
		const char *offset = emit_text(em, "at%d + (long long)e * %" PRId64 "ll", k, stride.value);
		if (reach == REACH_SECOND) {
			put_every_second(em, k, offset);
		} else {
			put_pieces(em, k, 1, offset);
		}
	}
}

/* "for (u ...) { const index i = ...; if (i < count) {": the vectors of a thread. */
static void open_loop(struct emitter *em) {
	const struct plan *plan = em->plan;
	emit_unrolled(em, "u", plan->knobs.unroll);
	emit_line(em, "const index i = first + u * %du;", plan->threads * plan->knobs.vector);
	emit_if(em, plan->guarded[0] ? "i < count" : NULL);
}

static void close_loop(struct emitter *em) {
	emit_close(em);
	emit_close(em);
}

static void put_compute(struct emitter *em) {
	const struct plan *plan = em->plan;
	int width = plan->knobs.vector;
	for (int k = plan->inputs; k < plan_tensors(plan); k++) {
		const char *suffix = emit_output_suffix(em, k);
		const char *held = plan->vector[k] == width ? emit_text(em, "union out%d%s", width, suffix) :
			emit_text(em, "struct { result%s e[%d]; }", suffix, width);
		emit_line(em, "%s y%s;", held, suffix);
	}
	emit_unrolled(em, "e", width);
	emit_made(em, "[e]", emit_text(em, "element(witness, t, u * %d + e, block, %s)", width,
		emit_operands(em, "r", "[u].e[e]")));
	emit_close(em);
}

/* Where the block's tile begins. */
static const char *first_of_block(struct emitter *em) {
	const struct plan *plan = em->plan;
	int64_t tile = plan_tile_extent(em->al, plan, 0);
	if (plan->passes <= 1) {
		return emit_text(em, "(index)block * %" PRId64 "u", tile);
	}
	return emit_text(em, "(index)(block %% %du) * %" PRId64 "u + (index)(block / %du) * %" PRId64 "u", plan->passes,
		plan->padded[0] / plan->passes, plan->passes, tile);
}

/* A loop that loads the vectors of all operands, then one that computes and stores. */
static void emit_flat(struct emitter *em) {
	const struct plan *plan = em->plan;
	bool is_wide = plan->padded[0] > UINT32_MAX;
	emit_line(em, "typedef %s index;", is_wide ? "unsigned long long" : "unsigned");
	emit_signature(em);
	emit_line(em, "const unsigned t = threadIdx.x;");
	emit_line(em, "const unsigned block = blockIdx.x;");
	emit_line(em, "const index count = %" PRId64 "u%s;", plan->extent[0], is_wide ? "ll" : "");
	emit_line(em, "const index first = %s + t * %du;", first_of_block(em), plan->knobs.vector);
	for (int k = 0; k < plan->inputs; k++) {
		bool is_vector = plan->vector[k] == plan->knobs.vector;
		const char *suffix = emit_suffix(em, k);
		const char *held = is_vector ? emit_text(em, "union vec%d%s", plan->knobs.vector, suffix) :
			emit_text(em, "struct { elem%s e[%d]; }", suffix, plan->knobs.vector);
		emit_line(em, "%s r%d[%d];", held, k, plan->knobs.unroll);
	}
	open_loop(em);
	for (int k = 0; k < plan->inputs; k++) {
		put_vector(em, k);
	}
	close_loop(em);
	open_loop(em);
	put_compute(em);
	for (int k = plan->inputs; k < plan_tensors(plan); k++) {
		put_vector(em, k);
	}
	close_loop(em);
	emit_close(em);
}

/* --- on the host --- */

static void visit_flat(struct algebra *al, const struct plan *plan, int tensor, struct visitor *visitor) {
	struct offsets memory = offsets_init(al, plan->view[tensor]);
	struct offsets first = offsets_init(al, layout_mode(plan->map, 2));
	int width = plan->knobs.vector;
	int piece;
	tensor_reach(al, plan, tensor, &piece);
	if (algebra_failed(al)) {
		return;
	}
	for (int64_t block = 0; block < plan->blocks; block++) {
		for (int64_t t = 0; t < plan->threads; t++) {
			for (int64_t v = 0; v < plan->values; v++) {
				int64_t u = v / width;
				int64_t e = v % width;
				int64_t i = offsets_at(&first, block) + (u * plan->threads + t) * width;
				int64_t within = e % piece;
				if (i + e < plan->extent[0]) {
					visit(visitor, offsets_at(&memory, i + e - within) + within, t, v, block);
				}
			}
		}
	}
}

static const int thread_counts[] = { 128, 256, 512, 1024, -1 };
static const int unrolls[] = { 1, 2, 4, 8, -1 };
static const int loads[] = { HINT_NONE + 1, HINT_READ_ONLY + 1, HINT_NO_ALLOCATE + 1, HINT_PREFETCH + 1, -1 };
static const int stores[] = { HINT_STREAM + 1, HINT_NONE + 1, -1 };

/* What wins where the plan's own choice, made by the bytes alone, does not: more or fewer bytes in flight. */
static const struct trial trials[] = {
	{ .threads = 256, .access = 16, .unroll = 1 },
	{ .threads = 512, .access = 16, .unroll = 1 },
	{ .threads = 1024, .access = 16, .unroll = 1 },
	{ .threads = 256, .access = 8, .unroll = 1 },
	{ .threads = 512, .access = 16, .unroll = 1, .load = HINT_NO_ALLOCATE + 1 },
	{ .threads = 256, .access = 16, .unroll = 4 },
	{ .threads = 256, .access = 8, .unroll = 1, .load = HINT_PREFETCH + 1 },
	{ .threads = 128, .access = 4, .unroll = 2 },
	{ .threads = 256, .access = 16, .unroll = 4, .load = HINT_PREFETCH + 1 },
	{ .threads = 256, .access = 16, .unroll = 2 },
	{ .threads = 512, .access = 4, .unroll = 1 },
	{ .threads = 128, .access = 16, .unroll = 1 },
	{ .threads = 128, .access = 16, .unroll = 1, .load = HINT_NO_ALLOCATE + 1 },
	{ .threads = 512, .access = 16, .unroll = 2 },
	{ .threads = 256, .access = 4, .unroll = 4 },
	{ .threads = 256, .access = 4, .unroll = 1 },
	/* Exchanges, where an operand's neighbours are two or three elements apart, and strips. */
	{ .tile = 41, .threads = 256 },
	{ .tile = 81, .threads = 256 },
	{ .tile = 41, .threads = 128 },
	{ .tile = 81, .threads = 128 },
	{ .tile = 4, .threads = 128 },
	{ .tile = 2, .threads = 256 },
	{ .tile = 1, .threads = 256 },
	{ .tile = 4, .threads = 128, .per_row = 1 },
	{ .tile = 2, .threads = 256, .per_row = 1 },
	{ .tile = 1, .threads = 256, .per_row = 1 },
};

const struct kind kind_flat = {
	.name = "flat",
	.suits = suits,
	.plan = plan_flat,
	.emit = emit_flat,
	.visit = visit_flat,
	.reads_more = true,
	.space = {
		.values = {
			[KNOB_THREADS] = thread_counts,
			[KNOB_UNROLL] = unrolls,
			[KNOB_LOAD] = loads,
			[KNOB_STORE] = stores,
		},
		.half_vectors = true,
	},
	.trials = trials,
	.trial_count = sizeof trials / sizeof trials[0],
};
