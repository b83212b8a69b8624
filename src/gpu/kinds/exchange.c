/*
 * Elementwise kernels of tensors whose contiguous modes differ. A tile of the two modes goes through shared memory:
 * tensors that are contiguous along the mode of the computation are read and written where they are ("direct"), the
 * others ("staged") along their own mode, and change places with their neighbours in between. The computation runs
 * along mode 0, the output's, or along mode 1 where that leaves less to stage.
 *
 * A staged tile has a row for each element of the computation's mode. Its elements are swizzled so that a warp that
 * computes, whose threads are rows apart, and one that moves whole rows both meet each bank as seldom as can be.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "algebra/sectors.h"
#include "algebra/swizzle.h"
#include "base/number.h"
#include "gpu/kinds/kind.h"
#include "gpu/kinds/tile.h"
#include "gpu/tiling.h"

/* --- the plan --- */

enum { FEW = 8, INNER_MAX = 16 };

/* Mode "i" has at least FEW elements, or its runs follow one another in "tensor" along mode 0. */
static bool is_long(const struct mode *modes, int i, int tensor) {
	return modes[i].extent >= FEW || modes[0].stride[tensor] == modes[i].extent * modes[i].stride[tensor];
}

/* The mode in which "tensor" has its smallest stride, of those that are long; of any, if none is. */
static int fastest_mode(const struct mode *modes, int count, int tensor) {
	int best = -1;
	for (int few = 0; few < 2 && best < 0; few++) {
		for (int i = 0; i < count; i++) {
			int64_t stride = llabs(modes[i].stride[tensor]);
			bool counts = stride != 0 && (few != 0 || is_long(modes, i, tensor));
			if (counts && (best < 0 || stride < llabs(modes[best].stride[tensor]))) {
				best = i;
			}
		}
	}
	return best;
}

/* The mode that "tensor" runs along where at most two neighbours along mode 0 share a sector of it; otherwise 0. */
static int foreign_mode(const struct wanted *wanted, int tensor) {
	int fast = fastest_mode(wanted->modes, wanted->count, tensor);
	int64_t step = llabs(wanted->modes[0].stride[tensor]);
	if (fast <= 0 || step * dtype_bytes(problem_dtype(wanted->problem, tensor)) < SECTOR_BYTES / 2) {
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
		problem_outputs(wanted->problem) == 1 && wanted->modes[0].extent >= 4 && other_mode(wanted) > 0;
}

/*
 * The short mode along which all operands of mode "other" run before they run along that, and whose runs follow one
 * another there closely enough to share sectors; 0 if there is none. A tile holds it as a whole.
 */
static int inner_mode(const struct wanted *wanted, int other) {
	int inner = 0;
	for (int k = 0; k < wanted->problem->op->operands; k++) {
		if (foreign_mode(wanted, k) != other) {
			continue;
		}
		int fast = 0;
		for (int i = 1; i < wanted->count; i++) {
			int64_t stride = llabs(wanted->modes[i].stride[k]);
			bool is_faster = stride != 0 && (fast == 0 || stride < llabs(wanted->modes[fast].stride[k]));
			fast = is_faster ? i : fast;
		}
		int64_t run = wanted->modes[fast].extent * llabs(wanted->modes[fast].stride[k]);
		bool is_inner = fast != other && wanted->modes[fast].extent < FEW
			&& llabs(wanted->modes[other].stride[k]) < 2 * run;
		if (!is_inner || (inner != 0 && inner != fast)) {
			return 0;
		}
		inner = fast;
	}
	return inner;
}

/*
 * The mode that follows "other" closely in all operands that run along that, where it is short and a tile that holds it
 * as a whole wastes little; 0 if there is none.
 */
static int following_mode(const struct wanted *wanted, int other) {
	const struct mode *modes = wanted->modes;
	int64_t extent = modes[other].extent;
	if (extent > INNER_MAX || power_above(extent) - extent > extent / 4) {
		return 0;
	}
	int following = 0;
	for (int k = 0; k < wanted->problem->op->operands; k++) {
		int64_t run = extent * llabs(modes[other].stride[k]);
		int next = 0;
		for (int i = 1; i < wanted->count && foreign_mode(wanted, k) == other; i++) {
			int64_t stride = llabs(modes[i].stride[k]);
			next = i != other && stride >= run && stride < 2 * run ? i : next;
		}
		if (foreign_mode(wanted, k) == other && (next == 0 || (following != 0 && following != next))) {
			return 0;
		}
		following = next > 0 ? next : following;
	}
	return following;
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

/* What tiles of "side" elements cover beyond "extent". */
static int64_t waste_of(int64_t side, int64_t extent) {
	return number_ceil_div(extent, side) * side - extent;
}

/*
 * "side", or a smaller power of two, though not less than a quarter or 32, whose tiles waste less by more than an
 * eighth of "extent"; all of a shorter extent.
 */
static int64_t side_fitting(int64_t side, int64_t extent) {
	int64_t least = side / 4 > 32 ? side / 4 : 32;
	int64_t fitting = power_above(extent) < side ? power_above(extent) : side;
	for (int64_t smaller = fitting / 2; smaller >= least; smaller /= 2) {
		if (waste_of(smaller, extent) + extent / 8 < waste_of(fitting, extent)) {
			fitting = smaller;
		}
	}
	return fitting;
}

/* The tile that the knob asks for, its sides the largest powers of two not above: threads and vectors divide these. */
static int tile_asked(int knob) {
	return 10 * power_below(knob / 10) + power_below(knob % 10);
}

/*
 * Sides of the tile, coded as in the knob, by the bytes that the kernel moves, but such that the multiprocessors get
 * several tiles each. A side is no longer than its mode needs, and the other then longer; what is staged fits into
 * shared memory.
 */
static void choose(const struct wanted *wanted, struct plan *plan, int staged, const int64_t extent[2],
		int64_t side[2]) {
	static const int smaller[][2] = { { 42, 22 }, { 22, 21 }, { 21, 11 }, { 11, 11 } };
	static const double mib = 1 << 20;
	struct knobs *knobs = &plan->knobs;
	int element = problem_widest(plan->problem);
	double size = (double)problem_size(plan->problem);
	double bytes = size * element * (plan->inputs + 1);
	int given = knobs->tile > 0 ? tile_asked(knobs->tile) : bytes >= 64 * mib && element < 4 ? 42 : 22;
	for (int i = 0; i < 4 && knobs->tile == 0; i++) {
		double tiles = size / ((given / 10) * 32.0 * (given % 10) * 32.0);
		if (given == smaller[i][0] && tiles < 4.0 * wanted->target->multiprocessors) {
			given = smaller[i][1];
		}
	}
	int64_t area = (int64_t)(given / 10) * 32 * (given % 10) * 32;
	side[0] = (int64_t)given / 10 * 32;
	side[1] = (int64_t)given % 10 * 32;
	for (int i = 0; i < 2; i++) {
		int64_t fitting = side_fitting(side[i], extent[i]);
		int64_t most = power_above(extent[1 - i]);
		bool is_short = fitting < side[i];
		side[i] = fitting;
		while (is_short && side[0] * side[1] < area && side[1 - i] < most && side[1 - i] < 256
				&& side_fitting(2 * side[1 - i], extent[1 - i]) > side[1 - i]) {
			side[1 - i] *= 2;
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

/* How the tile of a block is cut, as the plan is made. */
struct cut {
	int along;             /* as that of the plan: the mode along which the direct tensors and the computation run */
	int staged;            /* tensors that go through shared memory */
	int64_t side[2];       /* of the tile */
	int vector;            /* elements of one access of direct tensors, along "along" */
	int staged_vector;     /* and of staged ones, along the other mode */
	int64_t threads;
};

/*
 * Decide which tensors are staged: those that run along the other mode, or if these are more than half, what runs along
 * mode 0 with the output. Afterwards "plan" knows them and "cut" their number and the mode of the others.
 */
static void choose_staged(const struct wanted *wanted, int other, struct plan *plan, struct cut *cut) {
	const struct mode *modes = wanted->modes;
	unsigned foreign = 0;
	unsigned native = 1u << plan->inputs;
	int foreign_count = 0;
	int native_count = 1;
	for (int k = 0; k < plan->inputs; k++) {
		if (foreign_mode(wanted, k) == other) {
			foreign |= 1u << k;
			foreign_count++;
		} else if (modes[0].stride[k] != 0 && modes[other].stride[k] != 0) {
			native |= 1u << k;
			native_count++;
		}
	}
	cut->along = native_count < foreign_count ? 1 : 0;
	plan->staged = cut->along == 0 ? foreign : native;
	cut->staged = cut->along == 0 ? foreign_count : native_count;
}

/* The largest power of two up to "vector" that divides "side" into parts enough for all threads of the tile. */
static int narrowed(int vector, int64_t side, int64_t area, int threads) {
	while (vector > side) {
		vector /= 2;
	}
	while (vector > 1 && area / vector < threads) {
		vector /= 2;
	}
	return vector;
}

/*
 * The widths of accesses, which each layout allows and each thread gets one of, and the threads: a power of two with a
 * whole number of vectors in each row of threads, both ways.
 */
static void choose_widths(const struct wanted *wanted, const struct plan *plan, struct mode *modes, struct cut *cut) {
	int most = power_below(knob_choice(wanted->knobs.vector, problem_widest_vector(plan->problem)));
	unsigned direct = ((1u << (plan->inputs + 1)) - 1) & ~plan->staged;
	int along = cut->along;
	int count = wanted->count;
	int64_t area = cut->side[0] * cut->side[1];
	int vector = along == 0 ? set_vector(modes, count, 0, 1u << plan->inputs, true, most)
		: set_vector(modes, count, 1, direct, false, most);
	int staged = set_vector(modes, count, 1 - along, plan->staged, true, most);
	cut->vector = narrowed(vector, cut->side[along], area, plan->knobs.threads);
	cut->staged_vector = narrowed(staged, cut->side[1 - along], area, plan->knobs.threads);
	int64_t row = cut->side[along] / cut->vector;
	int64_t staged_row = cut->side[1 - along] / cut->staged_vector;
	int64_t least = row > staged_row ? row : staged_row;
	int64_t greatest = area / (cut->vector > cut->staged_vector ? cut->vector : cut->staged_vector);
	int64_t threads = power_below(plan->knobs.threads);
	threads = threads < least ? least : threads;
	cut->threads = threads > greatest ? greatest : threads;
}

/*
 * Where a staged tile's elements lie, as "pitch" and "swizzle" of the plan. A warp that computes has 2^r threads a
 * vector apart along the rows, and so many rows apart in memory; the others stand beside one another in them. So r bits
 * of the row's number are added to those bits of the place that choose the bank and that no thread differs in, above
 * the vectors that move as a whole, unless that leaves two bits too few or more. Rows so short that several share the
 * banks differ in these by themselves. Sides that are no powers of two, or rows with no bits to spare, get 4 bytes of
 * padding instead.
 */
static void set_places(struct plan *plan, const struct cut *cut) {
	int element = problem_widest(plan->problem);
	int64_t row = cut->side[1 - cut->along];
	int bank = element < 4 ? number_log2(4 / element) : 0;
	int banks = element > 4 ? 4 : 5;
	int apart = number_log2(power_below(cut->side[cut->along] / cut->vector));
	apart = apart > banks ? banks : apart;
	int p = number_log2(row);
	int top = bank + banks;
	int from = p + number_log2(cut->vector);
	int wanted = from < top ? apart - (top - from) : apart;
	from = from < top ? top : from;
	int end = p < top ? p : top;
	int base = bank > banks - apart ? bank : banks - apart;
	int whole = number_log2(cut->staged_vector);
	base = whole > base && end - whole + 2 >= wanted ? whole : base;
	int bits = wanted < end - base ? wanted : end - base;
	bool is_power = (int64_t)1 << p == row && power_below(cut->side[cut->along]) == cut->side[cut->along];
	plan->pitch = row;
	plan->swizzle = (struct swizzle){ 0 };
	if (is_power && bits > 0) {
		plan->swizzle = (struct swizzle){ .bits = bits, .base = base, .shift = from - base };
	} else if (apart > 0) {
		plan->pitch = row + (element < 4 ? 4 / element : 1);
	}
}

/* The maps of both halves, the staged tensors' as "load_map", and what each tensor's accesses are. */
static void set_maps(struct algebra *al, struct plan *plan, const struct mode *modes, int count,
		const struct cut *cut) {
	plan->tv = side_tv(al, cut->side, 1 - cut->along, cut->staged_vector, (int)cut->threads);
	plan_finish_map(al, plan);
	plan->load_tv = plan->tv;
	plan->load_map = plan->map;
	for (int i = 0; i < count; i++) {
		plan->load_coordinate[i] = plan->coordinate[i];
	}
	plan->tv = side_tv(al, cut->side, cut->along, cut->vector, (int)cut->threads);
	plan_finish_map(al, plan);
	for (int k = 0; k <= plan->inputs; k++) {
		bool is_staged = plan_is_staged(plan, k);
		plan->access[k] = plan_partition(al, plan, plan->view[k], is_staged ? plan->load_tv : plan->tv);
		bool fits = is_staged || widest_along(modes, count, cut->along, k, cut->vector) == cut->vector;
		plan->vector[k] = is_staged ? cut->staged_vector : fits ? cut->vector : 1;
	}
}

/* Bytes of the tile of staged tensor "k", of which every row is "pitch" elements long. */
static int64_t staged_bytes(const struct plan *plan, int k, int64_t rows) {
	return (rows * plan->pitch * dtype_bytes(problem_dtype(plan->problem, k)) + 15) / 16 * 16;
}

/* "modes" are those of "wanted", the modes of a tile first: 0, "inner" if there is one, "other". Returns how many. */
static int put_tiled_first(const struct wanted *wanted, int other, int inner, struct mode *modes) {
	int tiled = 0;
	modes[tiled++] = wanted->modes[0];
	if (inner > 0) {
		modes[tiled++] = wanted->modes[inner];
	}
	modes[tiled++] = wanted->modes[other];
	int count = tiled;
	for (int i = 1; i < wanted->count; i++) {
		if (i != other && i != inner) {
			modes[count++] = wanted->modes[i];
		}
	}
	return tiled;
}

/*
 * The plan: mode 0 of the view is the output's fastest, mode 1 the other that is exchanged, or with an inner mode 2.
 * "map" is that of the direct tensors and of the computation, "load_map" that of the staged ones.
 */
static void plan_exchange(struct algebra *al, const struct wanted *wanted, struct plan *plan) {
	struct mode modes[PROBLEM_RANK_MAX];
	struct cut cut;
	int count = wanted->count;
	int other = other_mode(wanted);
	int inner = inner_mode(wanted, other);
	int following = inner > 0 ? 0 : following_mode(wanted, other);
	int tiled = following > 0 ? put_tiled_first(wanted, following, other, modes) :
		put_tiled_first(wanted, other, inner, modes);
	inner = following > 0 ? other : inner;
	plan->inner = inner > 0 ? (int)power_above(modes[1].extent) : 0;
	int64_t extent[2] = { modes[0].extent, inner > 0 ? plan->inner * modes[2].extent : modes[1].extent };
	choose_staged(wanted, other, plan, &cut);
	choose(wanted, plan, cut.staged, extent, cut.side);
	modes_set_view(al, modes, count, plan);
	choose_widths(wanted, plan, modes, &cut);
	/*
	 * Tiles that share sectors at their edges should run at the same time. Where few elements lie beside one another
	 * in a mode that is not in the tile, their tiles follow one another; of two modes that with fewer tiles is first.
	 */
	bool is_short = number_ceil_div(extent[1], cut.side[1]) < number_ceil_div(extent[0], cut.side[0]);
	plan->last_first = count > tiled ? modes[tiled].extent < FEW : is_short;
	int64_t extents[PROBLEM_RANK_MAX] = { cut.side[0], inner > 0 ? plan->inner : cut.side[1] };
	for (int i = 2; i < count; i++) {
		extents[i] = i < tiled ? cut.side[1] / plan->inner : 1;
	}
	plan_set_tiles(al, plan, extents);
	set_maps(al, plan, modes, count, &cut);
	plan->exchanges = true;
	plan->along = cut.along;
	plan->together = cut.vector;
	plan->knobs.vector = cut.vector > cut.staged_vector ? cut.vector : cut.staged_vector;
	plan->knobs.threads = plan->threads;
	plan->knobs.unroll = plan->values / cut.vector;
	set_places(plan, &cut);
	for (int k = 0; k <= plan->inputs; k++) {
		plan->shared_bytes += plan_is_staged(plan, k) ? (int)staged_bytes(plan, k, cut.side[cut.along]) : 0;
	}
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

/* Modes of the view that tiles have more than one element of. */
static int tiled_modes(const struct plan *plan) {
	return plan->inner > 0 ? 3 : 2;
}

/* The side of a tile along mode 0, or across it. */
static int64_t tile_side(struct algebra *al, const struct plan *plan, int side) {
	int64_t extent = plan_tile_extent(al, plan, side);
	return side == 1 && plan->inner > 0 ? extent * plan_tile_extent(al, plan, 2) : extent;
}

/* Mode "i" ends inside every tile. */
static bool is_cut_everywhere(struct emitter *em, int i) {
	return em->plan->guarded[i] && em->plan->extent[i] < plan_tile_extent(em->al, em->plan, i);
}

/* One half of the kernel: vectors as the staged tensors have them, or as the others and the computation do. */
struct half {
	bool is_staged;
	bool is_whole;     /* no mode ends inside the tile but those that end in every one */
};

/* What stands before the names of places and of what is left of each mode. */
static const char *half_name(struct half half) {
	return half.is_staged ? "staged_" : "";
}

static const struct layout *half_coordinate(const struct plan *plan, struct half half) {
	return half.is_staged ? plan->load_coordinate : plan->coordinate;
}

/* What "index", the thread (part 0) or the value (1), adds to the coordinate in mode "i". */
static const char *half_step(struct emitter *em, struct half half, int i, int part, const char *index) {
	return emit_layout(em, layout_mode(half_coordinate(em->plan, half)[i], part), index);
}

/* The same of the coordinate along mode 0, or across it. */
static const char *side_step(struct emitter *em, struct half half, int side, int part, const char *index) {
	const char *step = half_step(em, half, side, part, index);
	if (side == 0 || em->plan->inner == 0) {
		return step;
	}
	return emit_text(em, "%s + (%s) * %d", step, half_step(em, half, 2, part, index), em->plan->inner);
}

/* Elements of a thread that lie side by side in operand "k"'s registers. */
static int held_vector(const struct plan *plan, int k) {
	return plan_is_staged(plan, k) ? staged_vector(plan) : plan->together;
}

/*
 * Vectors of operand "k" that a thread loads: one, where all of its vectors are the same elements. A thread that has
 * any vector has its first.
 */
static int held_vectors(struct emitter *em, int k) {
	const struct plan *plan = em->plan;
	int vector = held_vector(plan, k);
	struct offsets offsets = offsets_init(em->al, layout_mode(plan->access[k], 1));
	bool is_same = !plan_is_staged(plan, k);
	for (int v = vector; v < plan->values && is_same; v += vector) {
		for (int e = 0; e < vector; e++) {
			is_same = is_same && offsets_at(&offsets, v + e) == offsets_at(&offsets, e);
		}
	}
	return is_same ? 1 : plan->values / vector;
}

/* "for (n ...) { const unsigned v = ...; if (the vector is no padding) {": "count" vectors of a thread. */
static void open_vectors(struct emitter *em, struct half half, int count) {
	const struct plan *plan = em->plan;
	int vector = half.is_staged ? staged_vector(plan) : plan->together;
	struct buf guard;
	buf_init(&guard, em->al->arena);
	emit_unrolled(em, "n", count);
	emit_line(em, "const unsigned v = n * %d;", vector);
	for (int i = 0; i < tiled_modes(plan); i++) {
		if (plan->guarded[i] && (!half.is_whole || is_cut_everywhere(em, i))) {
			buf_printf(&guard, "%s%s < %sleft%d", guard.length > 0 ? " && " : "", half_step(em, half, i, 1, "v"),
				half_name(half), i);
		}
	}
	emit_if(em, guard.length > 0 ? guard.data : NULL);
}

static void close_vectors(struct emitter *em) {
	emit_close(em);
	emit_close(em);
}

/* Where value "value" of tensor "k" is. */
static const char *place(struct emitter *em, int k, const char *value) {
	return emit_text(em, "p%d + (%s)", k, emit_layout(em, layout_mode(em->plan->access[k], 1), value));
}

/* The vector of tensor "k" that begins with value v, or its elements one by one: loaded into r, or stored from y. */
static void put_vector(struct emitter *em, int k) {
	const struct plan *plan = em->plan;
	bool is_output = k == plan->inputs;
	int held = held_vector(plan, k);
	bool is_whole = plan->vector[k] == held;
	if (!is_whole) {
		emit_unrolled(em, "e", held);
		emit_line(em, "const unsigned w = v + e;");
	}
	if (is_output) {
		const char *to = place(em, k, is_whole ? "v" : "w");
		emit_line(em, "%s", is_whole ? emit_text(em, "store%d(%s, y);", held, to) : emit_text(em, "put(%s, y.e[e]);",
			to));
	} else if (is_whole) {
		emit_line(em, "r%d[n] = %s%d%s(%s);", k, emit_load(em, k), held, emit_suffix(em, k), place(em, k, "v"));
	} else {
		emit_line(em, "r%d[n].e[e] = %s1%s(%s).e[0];", k, emit_load(em, k), emit_suffix(em, k), place(em, k, "w"));
	}
	if (!is_whole) {
		emit_close(em);
	}
}

/* The place in a staged tile of the coordinates "along" and "across", C expressions. */
static const char *place_in_tile(struct emitter *em, const char *along, const char *across) {
	const struct plan *plan = em->plan;
	struct swizzle swizzle = plan->swizzle;
	const char *at = emit_text(em, "(%s) * %" PRId64 " + (%s)", along, plan->pitch, across);
	return swizzle.bits == 0 ? at : emit_text(em, "((%s) ^ ((%s) >> %d & %d) << %d)", at, along,
		swizzle.base + swizzle.shift - number_log2(plan->pitch), (1 << swizzle.bits) - 1, swizzle.base);
}

/*
 * Where the first element of vector v stands in the staged tile of tensor "k", or the one "e" places after it along
 * "mode"; no mode is -1. With a swizzle, what the thread and what the value add to the place have no bit in common,
 * and the swizzle of the place is that of both.
 */
static const char *shared_place(struct emitter *em, struct half half, int k, int mode) {
	const struct plan *plan = em->plan;
	int row = plan->along;
	const char *along = emit_text(em, "%s%s", side_step(em, half, row, 1, "v"), mode == row ? " + e" : "");
	const char *across = emit_text(em, "%s%s", side_step(em, half, 1 - row, 1, "v"), mode == 1 - row ? " + e" : "");
	return emit_text(em, "tile%d[%splace %c (%s)]", k, half_name(half), plan->swizzle.bits > 0 ? '^' : '+',
		place_in_tile(em, along, across));
}

/* Vectors of "width" elements lie together in the staged tile, on a vector's boundary. */
static bool moves_whole(const struct plan *plan, int width) {
	return width > 1 && plan->pitch % width == 0 && (plan->swizzle.bits == 0 || width <= 1 << plan->swizzle.base);
}

/* Vector v of tensor "k" as a whole in the staged tile. */
static const char *shared_vector(struct emitter *em, struct half half, int k, int width) {
	const char *at = shared_place(em, half, k, -1);
	bool is_output = k == em->plan->inputs;
	return emit_text(em, "*(union %s%d%s *)&%s", is_output ? "out" : "vec", width, is_output ? "" : emit_suffix(em, k),
		at);
}

/* The tiles in shared memory. */
static void put_tiles(struct emitter *em) {
	const struct plan *plan = em->plan;
	int64_t places = tile_side(em->al, plan, plan->along) * plan->pitch;
	for (int k = 0; k <= plan->inputs; k++) {
		if (plan_is_staged(plan, k)) {
			const char *type = k == plan->inputs ? "result" : emit_text(em, "elem%s", emit_suffix(em, k));
			emit_line(em, "__shared__ __align__(16) %s tile%d[%" PRId64 "];", type, k, places);
		}
	}
}

/* Where the thread's first element is in each tensor. */
static void put_pointers(struct emitter *em) {
	const struct plan *plan = em->plan;
	emit_tile_bases(em, plan->inputs + 1);
	for (int k = 0; k <= plan->inputs; k++) {
		bool is_output = k == plan->inputs;
		emit_line(em, "%s p%d = %s + o%d;", is_output ? "output" : emit_text(em, "input%s", emit_suffix(em, k)), k,
			is_output ? "out" : emit_text(em, "%c", emit_operand(k)), k);
		emit_line(em, "PIN(p%d);", k);
	}
}

/* For each half the place of the thread's first element in staged tiles, and what is left of each mode from there. */
static void put_places(struct emitter *em) {
	const struct plan *plan = em->plan;
	const char *type[PROBLEM_RANK_MAX];
	for (int i = 0; i < tiled_modes(plan); i++) {
		bool is_wide = plan->padded[i] > INT32_MAX;
		type[i] = is_wide ? "long long" : "int";
		if (plan->guarded[i]) {
			emit_line(em, "const %s rest%d = %" PRId64 "%s - (%s);", type[i], i, plan->extent[i], is_wide ? "ll" : "",
				emit_layout(em, layout_mode(plan->coordinate[i], 2), "block"));
		}
	}
	for (int n = 0; n < 2; n++) {
		struct half half = { .is_staged = n != 0 };
		for (int i = 0; i < tiled_modes(plan); i++) {
			if (plan->guarded[i]) {
				emit_line(em, "const %s %sleft%d = rest%d - (%s);", type[i], half_name(half), i, i,
					half_step(em, half, i, 0, "t"));
			}
		}
		emit_line(em, "unsigned %splace = %s;", half_name(half), place_in_tile(em,
			side_step(em, half, plan->along, 0, "t"), side_step(em, half, 1 - plan->along, 0, "t")));
		emit_line(em, "PIN_INDEX(%splace);", half_name(half));
	}
}

/* The registers that the vectors of the operands are loaded into. */
static void put_registers(struct emitter *em) {
	const struct plan *plan = em->plan;
	for (int k = 0; k < plan->inputs; k++) {
		int held = held_vector(plan, k);
		const char *suffix = emit_suffix(em, k);
		const char *type = plan->vector[k] == held ? emit_text(em, "union vec%d%s", held, suffix) :
			emit_text(em, "struct { elem%s e[%d]; }", suffix, held);
		emit_line(em, "%s r%d[%d];", type, k, held_vectors(em, k));
	}
}

/* Vector v of tensor "k" goes from registers to its tile. */
static void put_into_tile(struct emitter *em, struct half half, int k) {
	int width = staged_vector(em->plan);
	if (moves_whole(em->plan, width)) {
		emit_line(em, "%s = r%d[n];", shared_vector(em, half, k, width), k);
		return;
	}
	emit_unrolled(em, "e", width);
	emit_line(em, "%s = r%d[n].e[e];", shared_place(em, half, k, 1 - em->plan->along), k);
	emit_close(em);
}

/* What was loaded into registers goes to shared memory. */
static void put_staging(struct emitter *em, bool is_whole) {
	const struct plan *plan = em->plan;
	struct half half = { .is_staged = true, .is_whole = is_whole };
	for (int k = 0; k < plan->inputs; k++) {
		if (plan_is_staged(plan, k)) {
			open_vectors(em, half, held_vectors(em, k));
			put_into_tile(em, half, k);
			close_vectors(em);
		}
	}
	if ((plan->staged & ((1u << plan->inputs) - 1)) != 0) {
		emit_line(em, "__syncthreads();");
	}
}

/* The results of one vector: stored, or put into their tile. */
static void put_compute(struct emitter *em, bool is_whole) {
	const struct plan *plan = em->plan;
	struct half half = { .is_whole = is_whole };
	bool is_staged = plan_is_staged(plan, plan->inputs);
	struct buf operands;
	buf_init(&operands, em->al->arena);
	for (int k = 0; k < plan->inputs; k++) {
		buf_printf(&operands, "%s%s", k > 0 ? ", " : "",
			plan_is_staged(plan, k) ? shared_place(em, half, k, plan->along) :
			emit_text(em, held_vectors(em, k) > 1 ? "r%d[n].e[e]" : "r%d[0].e[e]", k));
	}
	open_vectors(em, half, plan->values / plan->together);
	bool is_vector = !is_staged && plan->vector[plan->inputs] == plan->together;
	emit_line(em, is_vector ? "union out%d y;" : "struct { result e[%d]; } y;", plan->together);
	emit_unrolled(em, "e", plan->together);
	emit_line(em, "y.e[e] = element(witness, t, v + e, block, %s);", operands.data);
	if (is_staged) {
		emit_line(em, "%s = y.e[e];", shared_place(em, half, plan->inputs, plan->along));
	}
	emit_close(em);
	if (!is_staged) {
		put_vector(em, plan->inputs);
	}
	close_vectors(em);
}

/* A staged result leaves its tile. */
static void put_staged_stores(struct emitter *em, bool is_whole) {
	const struct plan *plan = em->plan;
	struct half half = { .is_staged = true, .is_whole = is_whole };
	emit_line(em, "__syncthreads();");
	int width = staged_vector(plan);
	open_vectors(em, half, plan->values / width);
	if (moves_whole(plan, width)) {
		emit_line(em, "union out%d y = %s;", width, shared_vector(em, half, plan->inputs, width));
	} else {
		emit_line(em, "union out%d y;", width);
		emit_unrolled(em, "e", width);
		emit_line(em, "y.e[e] = %s;", shared_place(em, half, plan->inputs, 1 - plan->along));
		emit_close(em);
	}
	put_vector(em, plan->inputs);
	close_vectors(em);
}

/* The way of a tile: loads, what goes through shared memory, results. */
static void put_tile(struct emitter *em, bool is_whole) {
	const struct plan *plan = em->plan;
	put_registers(em);
	for (int k = 0; k < plan->inputs; k++) {
		open_vectors(em, (struct half){ .is_staged = plan_is_staged(plan, k), .is_whole = is_whole },
			held_vectors(em, k));
		put_vector(em, k);
		close_vectors(em);
	}
	put_staging(em, is_whole);
	put_compute(em, is_whole);
	if (plan_is_staged(plan, plan->inputs)) {
		put_staged_stores(em, is_whole);
	}
}

/* Whether a block's tile is whole, where some are and some not: a condition that is the same for all its threads. */
static const char *whole_tile(struct emitter *em) {
	const struct plan *plan = em->plan;
	struct buf text;
	buf_init(&text, em->al->arena);
	for (int i = 0; i < tiled_modes(plan); i++) {
		if (plan->guarded[i] && !is_cut_everywhere(em, i)) {
			buf_printf(&text, "%srest%d >= %" PRId64, text.length > 0 ? " && " : "", i,
				plan_tile_extent(em->al, plan, i));
		}
	}
	return text.length > 0 ? text.data : NULL;
}

/* Most tiles are whole, and theirs is a text with no guards but of modes that end in every tile. */
static void emit_exchange(struct emitter *em) {
	emit_signature(em);
	emit_line(em, "const unsigned t = threadIdx.x;");
	emit_line(em, "const unsigned block = blockIdx.x;");
	put_tiles(em);
	put_pointers(em);
	put_places(em);
	const char *whole = whole_tile(em);
	emit_if(em, whole);
	put_tile(em, true);
	if (whole != NULL) {
		emit_else(em);
		put_tile(em, false);
	}
	emit_close(em);
	emit_close(em);
}

/* --- on the host --- */

/* The offsets of a layout's threads and values. */
struct side_walk {
	struct offsets t, v;
};

static struct side_walk side_walk(struct algebra *al, struct layout layout) {
	return (struct side_walk){ offsets_init(al, layout_mode(layout, 0)), offsets_init(al, layout_mode(layout, 1)) };
}

static int64_t side_at(const struct side_walk *walk, int64_t t, int64_t v) {
	return offsets_at(&walk->t, t) + offsets_at(&walk->v, v);
}

/* The same place in a staged tile as that of shared_place, by coordinates in the tile. */
static int64_t place_of(const struct plan *plan, const int64_t *c) {
	int64_t across = plan->inner > 0 ? c[1] + plan->inner * c[2] : c[1];
	int64_t at = plan->along == 0 ? c[0] * plan->pitch + across : across * plan->pitch + c[0];
	return plan->swizzle.bits > 0 ? swizzle_apply(plan->swizzle, at) : at;
}

/*
 * By place in the staged tile of "tensor", the offset of what passes through it, from where the tensor's tile starts.
 */
static int64_t *staged_offsets(struct algebra *al, const struct plan *plan, int tensor) {
	int64_t count = tile_side(al, plan, plan->along) * plan->pitch;
	int64_t *offsets = arena_array(al->arena, (size_t)count, sizeof *offsets);
	struct side_walk access = side_walk(al, plan->access[tensor]);
	struct side_walk coordinate[3];
	for (int i = 0; i < tiled_modes(plan); i++) {
		coordinate[i] = side_walk(al, plan->load_coordinate[i]);
	}
	int vector = plan->vector[tensor];
	for (int64_t i = 0; i < count; i++) {
		offsets[i] = INT32_MIN;
	}
	for (int64_t at = 0; at < (int64_t)plan->threads * plan->values && !algebra_failed(al); at++) {
		int64_t t = at % plan->threads;
		int64_t v = at / plan->threads;
		int64_t offset = side_at(&access, t, v - v % vector) + v % vector;
		int64_t c[3];
		for (int i = 0; i < tiled_modes(plan); i++) {
			c[i] = side_at(&coordinate[i], t, v);
		}
		offsets[place_of(plan, c)] = offset;
	}
	return offsets;
}

/* A staged tensor is visited where the computation finds its element in the tile. */
static void visit_exchange(struct algebra *al, const struct plan *plan, int tensor, struct visitor *visitor) {
	if (!plan_is_staged(plan, tensor)) {
		tile_visit(al, plan, tensor, visitor);
		return;
	}
	int64_t *staged = staged_offsets(al, plan, tensor);
	struct side_walk inner[PROBLEM_RANK_MAX];
	struct offsets first[PROBLEM_RANK_MAX];
	struct offsets base = offsets_init(al, layout_mode(plan->access[tensor], 2));
	for (int i = 0; i < plan->rank; i++) {
		inner[i] = side_walk(al, plan->coordinate[i]);
		first[i] = offsets_init(al, layout_mode(plan->coordinate[i], 2));
	}
	int64_t together = (int64_t)plan->threads * plan->values;
	for (int64_t at = 0; at < plan->blocks * together && !algebra_failed(al); at++) {
		int64_t t = at % plan->threads;
		int64_t v = at / plan->threads % plan->values;
		int64_t block = at / together;
		int64_t c[PROBLEM_RANK_MAX] = { 0 };
		bool inside = true;
		for (int i = 0; i < plan->rank; i++) {
			c[i] = side_at(&inner[i], t, v);
			inside = inside && offsets_at(&first[i], block) + c[i] < plan->extent[i];
		}
		if (inside) {
			visit(visitor, offsets_at(&base, block) + staged[place_of(plan, c)], t, v, block);
		}
	}
}

/* --- in words --- */

static void describe(struct buf *out, struct algebra *al, const struct plan *plan) {
	struct swizzle swizzle = plan->swizzle;
	int64_t step[2] = { plan->along == 0 ? plan->pitch : 1, plan->along == 0 ? 1 : plan->pitch };
	buf_put(out, "# staged   ");
	if (swizzle.bits > 0) {
		buf_printf(out, "Sw<%d,%d,%d> o 0 o ", swizzle.bits, swizzle.base, swizzle.shift);
	}
	buf_printf(out, "(%" PRId64 ",%" PRId64 "):(%" PRId64 ",%" PRId64 ")\n", tile_side(al, plan, 0),
		tile_side(al, plan, 1), step[0], step[1]);
}

static const int thread_counts[] = { 128, 256, 512, -1 };
static const int loads[] = { HINT_NONE + 1, HINT_READ_ONLY + 1, HINT_PREFETCH + 1, -1 };
static const int stores[] = { HINT_STREAM + 1, HINT_NONE + 1, -1 };
static const int tiles[] = { 11, 12, 21, 22, 41, 42, 24, -1 };

/* Other tiles: the best one depends on how the edges of tiles meet the sectors of each tensor. */
static const struct trial trials[] = {
	{ .tile = 41, .threads = 256 }, { .tile = 24, .threads = 128 }, { .tile = 42, .threads = 512 },
	{ .tile = 21, .threads = 512 }, { .tile = 14, .threads = 512 }, { .tile = 11, .threads = 512 },
	{ .tile = 12, .threads = 128 }, { .tile = 21, .threads = 256 }, { .tile = 22, .threads = 512 },
	{ .tile = 22, .threads = 256 }, { .tile = 11, .threads = 256 }, { .tile = 24, .threads = 512 },
	{ .tile = 42, .threads = 256 }, { .tile = 82, .threads = 512 }, { .tile = 44, .threads = 512 },
	{ .tile = 81, .threads = 256 },
	/* Long runs of what is read, for operands whose neighbours along mode 0 are pages apart. */
	{ .tile = 18, .threads = 256 }, { .tile = 18, .threads = 512 }, { .tile = 28, .threads = 512 },
	{ .tile = 14, .threads = 256 },
};

const struct kind kind_exchange = {
	.name = "exchange",
	.suits = suits,
	.plan = plan_exchange,
	.emit = emit_exchange,
	.visit = visit_exchange,
	.describe = describe,
	.space = {
		.values = {
			[KNOB_THREADS] = thread_counts,
			[KNOB_LOAD] = loads,
			[KNOB_STORE] = stores,
			[KNOB_TILE] = tiles,
		},
		.any_vector = true,
	},
	.trials = trials,
	.trial_count = sizeof trials / sizeof trials[0],
};
