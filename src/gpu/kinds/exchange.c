/*
 * Elementwise kernels of tensors whose contiguous modes differ. A tile of the two modes goes through shared memory:
 * tensors that are contiguous along the mode of the computation are read and written where they are ("direct"), the
 * others ("staged") along their own mode, and change places with their neighbours in between. The computation runs
 * along mode 0, the output's, or along mode 1 where that leaves less to stage.
 *
 * A staged tile has a row for each element of the computation's mode, 4 bytes longer than the tile, so that a warp
 * meets few banks twice on either side.
 */
#include <stdio.h>
#include <stdlib.h>

#include "gpu/kinds/kind.h"
#include "gpu/kinds/tile.h"
#include "gpu/tiling.h"

/* --- the plan --- */

enum { SECTOR = 32, FEW = 8 };

/* The mode of at least FEW elements (of any number, if there is none) in which "tensor" has its smallest stride. */
static int fastest_mode(const struct mode *modes, int count, int tensor) {
	int best = -1;
	for (int few = 0; few < 2 && best < 0; few++) {
		for (int i = 0; i < count; i++) {
			int64_t stride = llabs(modes[i].stride[tensor]);
			bool counts = stride != 0 && (few != 0 || modes[i].extent >= FEW);
			if (counts && (best < 0 || stride < llabs(modes[best].stride[tensor]))) {
				best = i;
			}
		}
	}
	return best;
}

/* The mode that "tensor" runs along where neighbours along mode 0 are in different sectors of it; otherwise 0. */
static int foreign_mode(const struct wanted *wanted, int tensor) {
	int fast = fastest_mode(wanted->modes, wanted->count, tensor);
	int64_t step = llabs(wanted->modes[0].stride[tensor]);
	if (fast <= 0 || step * dtype_bytes(wanted->problem->dtype) < SECTOR) {
		return 0;
	}
	return step >= 4 * llabs(wanted->modes[fast].stride[tensor]) ? fast : 0;
}

/* The mode that most operands run along which do not run along mode 0; 0 if all do. */
static int other_mode(const struct wanted *wanted) {
	int votes[PROBLEM_RANK_MAX + 1] = { 0 };
	int best = 0;
	for (int k = 0; k < wanted->problem->op->operands; k++) {
		int mode = foreign_mode(wanted, k);
		if (mode > 0 && ++votes[mode] > votes[best]) {
			best = mode;
		}
	}
	return best;
}

static bool suits(const struct wanted *wanted) {
	return wanted->problem->reduce == REDUCE_NONE && wanted->kernel == KERNEL_AUTO && wanted->count > 1 &&
		wanted->modes[0].extent >= 4 && other_mode(wanted) > 0;
}

/* The widest access along "mode" in "tensor". */
static int widest_along(const struct mode *modes, int count, int mode, int tensor, int most) {
	int vector = modes[mode].stride[tensor] == 1 ? power_dividing(modes[mode].extent, most) : 1;
	for (int i = 0; i < count; i++) {
		if (i != mode) {
			vector = power_dividing(modes[i].stride[tensor], vector);
		}
	}
	return vector;
}

/*
 * Sides of the tile, coded as in the knob, by the bytes that the kernel moves, but such that the multiprocessors get
 * several tiles each. A side is no longer than its mode needs, and the other then longer; what is staged fits into
 * shared memory.
 */
static void choose(const struct wanted *wanted, const struct mode *modes, struct plan *plan, int staged,
		int64_t side[2]) {
	static const int smaller[][2] = { { 42, 22 }, { 22, 21 }, { 21, 11 }, { 11, 11 } };
	static const double mib = 1 << 20;
	struct knobs *knobs = &plan->knobs;
	int element = dtype_bytes(plan->problem->dtype);
	double size = (double)problem_size(plan->problem);
	double bytes = size * element * (plan->inputs + 1);
	int given = knobs->tile > 0 ? knobs->tile : bytes >= 64 * mib && element < 4 ? 42 : 22;
	for (int i = 0; i < 4 && knobs->tile == 0; i++) {
		double tiles = size / ((given / 10) * 32.0 * (given % 10) * 32.0);
		if (given == smaller[i][0] && tiles < 4.0 * wanted->target->multiprocessors) {
			given = smaller[i][1];
		}
	}
	int64_t area = (int64_t)(given / 10) * 32 * (given % 10) * 32;
	int64_t most[2] = { power_above(modes[0].extent), power_above(modes[1].extent) };
	side[0] = (int64_t)given / 10 * 32;
	side[1] = (int64_t)given % 10 * 32;
	for (int i = 0; i < 2; i++) {
		if (side[i] > most[i]) {
			side[i] = most[i];
			while (side[0] * side[1] < area && side[1 - i] < most[1 - i] && side[1 - i] < 256) {
				side[1 - i] *= 2;
			}
		}
	}
	while (staged * (side[0] + 4) * (side[1] + 4) * element > SHARED_BYTES_MAX) {
		side[side[0] < side[1]] /= 2;
	}
	knobs->tile = given;
	knobs->threads = knob_choice(knobs->threads, given >= 22 && (given < 42 || element >= 4) ? 512 : 256);
	knobs->load = knob_choice(knobs->load, HINT_READ_ONLY + 1);
	knobs->store = knob_choice(knobs->store, HINT_NONE + 1);
}

/* Elements from one row of a staged tile to the next. */
static int64_t row_pitch(const struct plan *plan, int64_t length) {
	int element = dtype_bytes(plan->problem->dtype);
	return length + (element < 4 ? 4 / element : 1);
}

/*
 * (thread, value) of a tile of "side" elements: threads side by side along mode "along" with vectors of "vector"
 * elements, then across, then values.
 */
static struct layout side_tv(struct algebra *al, const int64_t side[2], int along, int vector, int threads) {
	int64_t step[2] = { 1, side[0] };
	int64_t beside = side[along] / vector;
	int64_t rows = threads / beside;
	return layout_of_modes(al, layout_of_pair(al, beside, rows, vector * step[along], step[1 - along]),
		layout_of_pair(al, vector, side[1 - along] / rows, step[along], rows * step[1 - along]));
}

/* The widest vectors along mode "along" that suit one of the tensors in "set" (or with "all" each of them). */
static int set_vector(const struct mode *modes, int count, int along, unsigned set, bool all, int most) {
	int vector = all ? most : 1;
	for (int k = 0; k < TENSORS_MAX; k++) {
		if ((set >> k & 1) != 0) {
			int own = widest_along(modes, count, along, k, most);
			vector = all == (own < vector) ? own : vector;
		}
	}
	return vector;
}

/*
 * The plan: mode 0 of the view is the output's fastest, mode 1 the other that is exchanged. "map" is that of the direct
 * tensors and of the computation, "load_map" that of the staged ones.
 */
static void plan_exchange(struct algebra *al, const struct wanted *wanted, struct plan *plan) {
	struct mode modes[PROBLEM_RANK_MAX];
	int count = wanted->count;
	int element = dtype_bytes(plan->problem->dtype);
	int other = other_mode(wanted);
	unsigned foreign = 0;
	int staged = 0;
	for (int k = 0; k < plan->inputs; k++) {
		if (foreign_mode(wanted, k) == other) {
			foreign |= 1u << k;
			staged++;
		}
	}
	for (int i = 0; i < count; i++) {
		modes[i] = wanted->modes[i == 1 ? other : i == other ? 1 : i];
	}
	/* Along mode 1, everything that runs along mode 0 would be staged. */
	unsigned native = 1u << plan->inputs;
	int others = 1;
	for (int k = 0; k < plan->inputs; k++) {
		if ((foreign >> k & 1) == 0 && modes[0].stride[k] != 0 && modes[1].stride[k] != 0) {
			native |= 1u << k;
			others++;
		}
	}
	int along = others < staged ? 1 : 0;
	plan->staged = along == 0 ? foreign : native;
	int64_t side[2];
	choose(wanted, modes, plan, along == 0 ? staged : others, side);
	modes_set_view(al, modes, count, plan);
	int most = power_below(knob_choice(wanted->knobs.vector, 16 / element));
	unsigned direct = ((1u << (plan->inputs + 1)) - 1) & ~plan->staged;
	int vector = along == 0 ? set_vector(modes, count, 0, 1u << plan->inputs, true, most) :
		set_vector(modes, count, 1, direct, false, most);
	int staged_vector = set_vector(modes, count, 1 - along, plan->staged, true, most);
	while (vector > side[along]) {
		vector /= 2;
	}
	while (staged_vector > side[1 - along]) {
		staged_vector /= 2;
	}
	int64_t area = side[0] * side[1];
	while (vector > 1 && area / vector < plan->knobs.threads) {
		vector /= 2;
	}
	while (staged_vector > 1 && area / staged_vector < plan->knobs.threads) {
		staged_vector /= 2;
	}
	int64_t least = side[along] / vector > side[1 - along] / staged_vector ? side[along] / vector :
		side[1 - along] / staged_vector;
	int64_t greatest = area / (vector > staged_vector ? vector : staged_vector);
	int64_t threads = power_below(plan->knobs.threads);
	threads = threads < least ? least : threads;
	threads = threads > greatest ? greatest : threads;
	/* Where few elements lie beside one another in a mode that is not in the tile, their tiles follow one another. */
	plan->last_first = count > 2 && modes[2].extent < FEW;
	int64_t extents[PROBLEM_RANK_MAX] = { side[0], side[1], 1 };
	plan_set_tiles(al, plan, extents);
	plan->tv = side_tv(al, side, 1 - along, staged_vector, (int)threads);
	plan_finish_map(al, plan);
	plan->load_tv = plan->tv;
	plan->load_map = plan->map;
	for (int i = 0; i < count; i++) {
		plan->load_coordinate[i] = plan->coordinate[i];
	}
	plan->tv = side_tv(al, side, along, vector, (int)threads);
	plan_finish_map(al, plan);
	for (int k = 0; k <= plan->inputs; k++) {
		bool is_staged = plan_is_staged(plan, k);
		plan->access[k] = plan_partition(al, plan, plan->view[k], is_staged ? plan->load_tv : plan->tv);
		bool fits = is_staged || widest_along(modes, count, along, k, vector) == vector;
		plan->vector[k] = is_staged ? staged_vector : fits ? vector : 1;
	}
	plan->exchanges = true;
	plan->along = along;
	plan->knobs.vector = vector;
	plan->knobs.threads = plan->threads;
	plan->knobs.unroll = plan->values / vector;
	int tile_bytes = (int)(side[along] * row_pitch(plan, side[1 - along])) * element;
	plan->shared_bytes = (along == 0 ? staged : others) * tile_bytes;
}

/* --- the text --- */

/* Elements of one access to a staged tensor. */
static int staged_vector(const struct plan *plan) {
	int k = 0;
	while (!plan_is_staged(plan, k)) {
		k++;
	}
	return plan->vector[k];
}

/* The kernel records or moves tensor "k". */
static bool concerns(const struct emitter *em, int k) {
	return !emit_is_proof(em) || em->tensor == k;
}

/*
 * "for (n ...) { const unsigned v = ...; ... if (the vector is no padding) {": the vectors of a thread in one of the
 * two orders, with the coordinates i0, i1 of their first elements in the tile.
 */
static void open_vectors(struct emitter *em, bool is_staged) {
	const struct plan *plan = em->plan;
	const struct layout *coordinate = is_staged ? plan->load_coordinate : plan->coordinate;
	int vector = is_staged ? staged_vector(plan) : plan->knobs.vector;
	buf_printf(em->out, "\t#pragma unroll\n\tfor (unsigned n = 0; n < %d; n++) {\n\t\tconst unsigned v = n * %d;\n",
		plan->values / vector, vector);
	for (int i = 0; i < 2; i++) {
		buf_printf(em->out, "\t\tconst int i%d = (", i);
		emit_layout(em, layout_mode(coordinate[i], 0), "t");
		buf_put(em->out, ") + (");
		emit_layout(em, layout_mode(coordinate[i], 1), "v");
		buf_put(em->out, ");\n");
	}
	const char *join = "\t\tif (";
	for (int i = 0; i < 2; i++) {
		if (plan->guarded[i]) {
			buf_printf(em->out, "%sb%d + i%d < %lldll", join, i, i, (long long)plan->extent[i]);
			join = " && ";
		}
	}
	buf_put(em->out, plan->guarded[0] || plan->guarded[1] ? ") {\n" : "\t\t{\n");
}

static void close_vectors(struct emitter *em) {
	buf_put(em->out, "\t\t}\n\t}\n");
}

/*
 * One access to "width" elements of tensor "k", value "value" of the thread and those after it: a load into "place", a
 * store from it, or in a proof the record that they were touched.
 */
static void put_touch(struct emitter *em, int k, int width, const char *value, const char *place) {
	const struct plan *plan = em->plan;
	struct buf offset;
	struct emitter aside = *em;
	buf_init(&offset, em->al->arena);
	aside.out = &offset;
	emit_layout(&aside, layout_mode(plan->access[k], 1), value);
	buf_put(em->out, "\t\t\t");
	if (emit_is_proof(em)) {
		buf_printf(em->out, "visits += visit_run(owners, counts, o%d + (%s), %d, ", k, offset.data, width);
		buf_printf(em->out, "t + %dull * (%s + %dull * block), %d);\n", plan->threads, value, plan->values,
			plan->threads);
	} else if (k == plan->inputs) {
		buf_printf(em->out, "store%d(out + o%d + (%s), %s);\n", width, k, offset.data, place);
	} else {
		buf_printf(em->out, "%s = load%d(%c + o%d + (%s));\n", place, width, emit_operand(k), k, offset.data);
	}
}

/* "for (e ...) {": the elements of a vector. */
static void open_elements(struct emitter *em, int count) {
	buf_printf(em->out, "\t\t\t#pragma unroll\n\t\t\tfor (unsigned e = 0; e < %d; e++) {\n", count);
}

/* The vector of tensor "k" that begins with value v, or its elements one by one. */
static void put_vector(struct emitter *em, int k) {
	const struct plan *plan = em->plan;
	bool is_output = k == plan->inputs;
	int held = plan_is_staged(plan, k) ? staged_vector(plan) : plan->knobs.vector;
	char place[32];
	if (plan->vector[k] == held) {
		snprintf(place, sizeof place, is_output ? "y" : "r%d[n]", k);
		put_touch(em, k, held, "v", place);
		return;
	}
	open_elements(em, held);
	buf_put(em->out, "\t\t\tconst unsigned w = v + e;\n");
	if (!emit_is_proof(em)) {
		buf_put(em->out, is_output ? "\t\t\tunion out1 x;\n\t\t\tx.e[0] = y.e[e];\n" : "\t\t\tunion vec1 x;\n");
	}
	put_touch(em, k, 1, "w", "x");
	if (!emit_is_proof(em) && !is_output) {
		buf_printf(em->out, "\t\t\tr%d[n].e[e] = x.e[0];\n", k);
	}
	buf_put(em->out, "\t\t\t}\n");
}

/* Where the element "e" places after (i0,i1) stands in the staged tile of tensor "k"; "e" counts along "mode". */
static void put_place(struct emitter *em, int k, int mode) {
	const struct plan *plan = em->plan;
	int row = plan->along;
	int64_t pitch = row_pitch(plan, plan_tile_extent(em->al, plan, 1 - row));
	buf_printf(em->out, "tile%d[(i%d%s) * %lld + i%d%s]", k, row, mode == row ? " + e" : "", (long long)pitch, 1 - row,
		mode == row ? "" : " + e");
}

static void put_declarations(struct emitter *em) {
	const struct plan *plan = em->plan;
	int element = dtype_bytes(plan->problem->dtype);
	int tiles = 0;
	for (int k = 0; k <= plan->inputs; k++) {
		tiles += plan_is_staged(plan, k);
	}
	for (int k = 0; k <= plan->inputs && !emit_is_proof(em); k++) {
		bool is_staged = plan_is_staged(plan, k);
		int held = is_staged ? staged_vector(plan) : plan->knobs.vector;
		if (is_staged) {
			buf_printf(em->out, "\t__shared__ __align__(16) %s tile%d[%d];\n", k == plan->inputs ? "result" : "elem", k,
				plan->shared_bytes / element / tiles);
		}
		if (k < plan->inputs) {
			bool is_vector = plan->vector[k] == held;
			buf_printf(em->out, is_vector ? "\tunion vec%d r%d[%d];\n" : "\tstruct { elem e[%d]; } r%d[%d];\n", held, k,
				plan->values / held);
		}
	}
	for (int i = 0; i < 2; i++) {
		if (plan->guarded[i]) {
			buf_printf(em->out, "\tconst long long b%d = ", i);
			emit_layout(em, layout_mode(plan->coordinate[i], 2), "block");
			buf_put(em->out, ";\n");
		}
	}
	emit_tile_bases(em, plan->inputs + 1, "\t");
}

/* What was loaded into registers goes to shared memory. */
static void put_staging(struct emitter *em) {
	const struct plan *plan = em->plan;
	for (int k = 0; k < plan->inputs; k++) {
		if (plan_is_staged(plan, k)) {
			open_vectors(em, true);
			open_elements(em, staged_vector(plan));
			buf_put(em->out, "\t\t\t\t");
			put_place(em, k, 1 - plan->along);
			buf_printf(em->out, " = r%d[n].e[e];\n\t\t\t}\n", k);
			close_vectors(em);
		}
	}
}

/* The results of one vector: stored, or put into their tile. */
static void put_compute(struct emitter *em) {
	const struct plan *plan = em->plan;
	open_vectors(em, false);
	bool is_staged = plan_is_staged(plan, plan->inputs);
	if (!emit_is_proof(em)) {
		buf_printf(em->out, "\t\t\tstruct held { result e[%d]; };\n", plan->knobs.vector);
		bool is_vector = !is_staged && plan->vector[plan->inputs] == plan->knobs.vector;
		if (is_vector) {
			buf_printf(em->out, "\t\t\tunion out%d y;\n", plan->knobs.vector);
		} else {
			buf_put(em->out, "\t\t\tstruct held y;\n");
		}
		open_elements(em, plan->knobs.vector);
		for (int k = 0; k < plan->inputs; k++) {
			buf_printf(em->out, "\t\t\t\tconst math x%d = widen(", k);
			if (plan_is_staged(plan, k)) {
				put_place(em, k, plan->along);
			} else {
				buf_printf(em->out, "r%d[n].e[e]", k);
			}
			buf_put(em->out, ");\n");
		}
		buf_put(em->out, "\t\t\t\ty.e[e] = narrow(");
		opexpr_put(em->out, plan->problem->op, plan->problem->dtype, "");
		buf_put(em->out, ");\n");
		if (is_staged) {
			buf_put(em->out, "\t\t\t\t");
			put_place(em, plan->inputs, plan->along);
			buf_put(em->out, " = y.e[e];\n");
		}
		buf_put(em->out, "\t\t\t}\n");
	}
	if (!is_staged && concerns(em, plan->inputs)) {
		put_vector(em, plan->inputs);
	}
	close_vectors(em);
}

static void emit_exchange(struct emitter *em) {
	const struct plan *plan = em->plan;
	bool is_proof = emit_is_proof(em);
	emit_visit_run(em);
	emit_signature(em);
	buf_put(em->out, "\tconst unsigned t = threadIdx.x;\n\tconst unsigned block = blockIdx.x;\n");
	buf_put(em->out, is_proof ? "\tunsigned long long visits = 0;\n" : "");
	put_declarations(em);
	for (int k = 0; k < plan->inputs; k++) {
		if (concerns(em, k)) {
			open_vectors(em, plan_is_staged(plan, k));
			put_vector(em, k);
			close_vectors(em);
		}
	}
	bool stages_output = plan_is_staged(plan, plan->inputs);
	if (!is_proof) {
		put_staging(em);
		buf_put(em->out, (plan->staged & ((1u << plan->inputs) - 1)) != 0 ? "\t__syncthreads();\n" : "");
	}
	if (!is_proof || (em->tensor == plan->inputs && !stages_output)) {
		put_compute(em);
	}
	if (stages_output && concerns(em, plan->inputs)) {
		buf_put(em->out, is_proof ? "" : "\t__syncthreads();\n");
		open_vectors(em, true);
		if (!is_proof) {
			buf_printf(em->out, "\t\t\tunion out%d y;\n", staged_vector(plan));
			open_elements(em, staged_vector(plan));
			buf_put(em->out, "\t\t\t\ty.e[e] = ");
			put_place(em, plan->inputs, 1 - plan->along);
			buf_put(em->out, ";\n\t\t\t}\n");
		}
		put_vector(em, plan->inputs);
		close_vectors(em);
	}
	buf_put(em->out, is_proof ? "\tatomicAdd(&counts->visits, visits);\n}\n" : "}\n");
}

static const int thread_counts[] = { 128, 256, 512, -1 };
static const int loads[] = { HINT_NONE + 1, HINT_READ_ONLY + 1, HINT_PREFETCH + 1, -1 };
static const int stores[] = { HINT_STREAM + 1, HINT_NONE + 1, -1 };
static const int tiles[] = { 11, 12, 21, 22, 41, 42, 24, -1 };

const struct kind kind_exchange = {
	.name = "exchange",
	.suits = suits,
	.plan = plan_exchange,
	.emit = emit_exchange,
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
