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

#include "algebra/banks.h"
#include "algebra/sectors.h"
#include "algebra/swizzle.h"
#include "base/number.h"
#include "gpu/kinds/exchange.h"
#include "gpu/kinds/tile.h"
#include "gpu/tiling.h"

/* --- the plan --- */

enum { FIRST_MIN = 4, FEW = 8, INNER_MAX = 16, PADDED_MAX = 32, BRIEF_MAX = 64, BANKS_BYTES = 128 };

/*
 * Mode "i" has at least FEW elements, or its runs follow one another in "tensor" along mode 0, or where that is short
 * along the mode that follows it in the output: a tile has both short modes as a whole then.
 */
static bool is_long(const struct mode *modes, int i, int tensor) {
	int64_t run = modes[i].extent * modes[i].stride[tensor];
	bool follows_behind = i > 1 && modes[0].extent < FEW && modes[1].stride[tensor] == run;
	return modes[i].extent >= FEW || modes[0].stride[tensor] == run || follows_behind;
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

/* The mode but 0 in which "tensor" has its smallest stride; 0 if it moves along no other. */
static int nearest_mode(const struct wanted *wanted, int tensor) {
	const struct mode *modes = wanted->modes;
	int nearest = 0;
	for (int i = 1; i < wanted->count; i++) {
		int64_t stride = llabs(modes[i].stride[tensor]);
		bool is_nearer = stride != 0 && (nearest == 0 || stride < llabs(modes[nearest].stride[tensor]));
		nearest = is_nearer ? i : nearest;
	}
	return nearest;
}

/*
 * A pass over mode 0 and those up to "mode", for one of its coordinates, goes through more of "tensor" than the cache
 * keeps, so that the next pass reads the same sectors from memory again.
 */
static bool is_read_again(const struct wanted *wanted, int tensor, int mode) {
	int size = dtype_bytes(problem_dtype(wanted->problem, tensor));
	double bytes = (double)llabs(wanted->modes[0].stride[tensor]) * size;
	for (int i = 0; i < mode; i++) {
		bytes *= wanted->modes[i].stride[tensor] != 0 ? (double)wanted->modes[i].extent : 1;
	}
	return bytes > (double)wanted->target->l2_bytes / 2;
}

/*
 * The mode that "tensor" runs along where neighbours along mode 0 are a word apart or more, with three others between
 * them, or with one if that would be read again or "if_any"; otherwise 0. So are the colors of pixels that lie side by
 * side. Where mode 0 is short, and is so in "tensor" as well, it is the mode that "tensor" runs along behind it, if the
 * output goes on along mode 1: pixels with their colors are exchanged, but for those that are one access of eight bytes
 * or more.
 */
static int mode_behind(const struct wanted *wanted, int tensor, bool if_any) {
	const struct mode *modes = wanted->modes;
	int fast = fastest_mode(modes, wanted->count, tensor);
	int64_t step = llabs(modes[0].stride[tensor]);
	int64_t nearest = llabs(modes[nearest_mode(wanted, tensor)].stride[tensor]);
	int size = dtype_bytes(problem_dtype(wanted->problem, tensor));
	if (step == 1 && fast > 1 && !is_long(modes, 0, tensor)) {
		bool is_access = modes[0].extent == power_below(modes[0].extent) && modes[0].extent * size >= VECTOR_BYTES / 2;
		return !is_access && llabs(modes[1].stride[tensor]) >= 4 * llabs(modes[fast].stride[tensor]) ? fast : 0;
	}
	if (step * size < BANK_BYTES) {
		return 0;
	}
	bool is_near = step >= 2 * nearest && (if_any || is_read_again(wanted, tensor, fast));
	return step >= 4 * nearest || is_near ? fast : 0;
}

int exchange_tensors(const struct wanted *wanted) {
	return wanted->problem->op->operands + problem_outputs(wanted->problem);
}

/* Where a tile is asked for, one element between neighbours is enough, unless some tensor has more. */
static bool takes_any(const struct wanted *wanted) {
	bool has_none = wanted->knobs.tile > 0;
	for (int k = 0; k < exchange_tensors(wanted) && has_none; k++) {
		has_none = k == wanted->problem->op->operands || mode_behind(wanted, k, false) == 0;
	}
	return has_none;
}

static int foreign_mode(const struct wanted *wanted, int tensor) {
	return mode_behind(wanted, tensor, takes_any(wanted));
}

/* "tensor" runs along "mode", which is not mode 0. The first output, which mode 0 is of, never does. */
static bool is_foreign(const struct wanted *wanted, int tensor, int mode) {
	return tensor != wanted->problem->op->operands && foreign_mode(wanted, tensor) == mode;
}

/* Bytes of the different elements of "tensor". */
static double bytes_of(const struct wanted *wanted, int tensor) {
	double bytes = dtype_bytes(problem_dtype(wanted->problem, tensor));
	for (int i = 0; i < wanted->count; i++) {
		bytes *= wanted->modes[i].stride[tensor] != 0 ? (double)wanted->modes[i].extent : 1;
	}
	return bytes;
}

/* Bytes of sectors beside those of its elements that a warp touches which moves along mode 0 of "tensor". */
static double excess_of(const struct wanted *wanted, int tensor) {
	double size = dtype_bytes(problem_dtype(wanted->problem, tensor));
	double step = (double)llabs(wanted->modes[0].stride[tensor]) * size;
	return bytes_of(wanted, tensor) * ((step < SECTOR_BYTES ? step : SECTOR_BYTES) / size - 1);
}

/* Strips are asked for, and there are any. */
static bool makes_strips(const struct wanted *wanted) {
	return knobs_ask_strips(&wanted->knobs) && exchange_has_strip(wanted);
}

/* Tiles may be of mode 0 and "mode": a very short mode 0 needs the mode behind it to be in the tile as well. */
static bool makes_tiles(const struct wanted *wanted, int mode) {
	return mode > 1 || (mode == 1 && (wanted->modes[0].extent >= FIRST_MIN || makes_strips(wanted)));
}

/* The mode along which those tensors run that would touch most beside their elements along mode 0; 0 if none would. */
static int other_mode(const struct wanted *wanted) {
	double excess[PROBLEM_RANK_MAX + 1] = { 0 };
	int best = 0;
	for (int k = 0; k < exchange_tensors(wanted); k++) {
		int mode = foreign_mode(wanted, k);
		if (makes_tiles(wanted, mode) && is_foreign(wanted, k, mode)) {
			excess[mode] += excess_of(wanted, k);
			best = best == 0 || excess[mode] > excess[best] ? mode : best;
		}
	}
	return best;
}

/*
 * The short mode along which all tensors of mode "other" run before they run along that; 0 if there is none. A tile
 * holds it as a whole.
 */
static int inner_mode(const struct wanted *wanted, int other) {
	int inner = 0;
	for (int k = 0; k < exchange_tensors(wanted); k++) {
		if (!is_foreign(wanted, k, other)) {
			continue;
		}
		int fast = nearest_mode(wanted, k);
		bool is_inner = fast != other && wanted->modes[fast].extent < FEW;
		if (!is_inner || (inner != 0 && inner != fast)) {
			return 0;
		}
		inner = fast;
	}
	return inner;
}

/* A short mode that a tile holds as a whole, padded to a power of two, leaves few of the tile's elements unused. */
static bool wastes_little(int64_t extent) {
	return extent <= INNER_MAX && power_above(extent) - extent <= extent / 4;
}

/* Runs along "mode" are less than a line, and no more elements than a tile can well have of an inner mode. */
static bool is_brief(const struct wanted *wanted, int mode) {
	int64_t extent = wanted->modes[mode].extent;
	return extent <= BRIEF_MAX && extent * problem_widest(wanted->problem) < LINE_BYTES;
}

/*
 * Runs along mode "other" are so short that a tile should hold several: those of few elements, and others that are less
 * than a line, where tiles have as many elements of it as there are or runs along mode 0 are as short. Padded, no more
 * than the shortest side has.
 */
static bool has_short_runs(const struct wanted *wanted, int other) {
	int64_t extent = wanted->modes[other].extent;
	bool is_kept = exchange_keeps_inner(extent);
	bool suits_both = is_brief(wanted, 0) && (is_kept || extent <= PADDED_MAX);
	bool suits = suits_both || (is_kept && extent > INNER_MAX && extent <= PADDED_MAX);
	return wastes_little(extent) || (is_brief(wanted, other) && suits);
}

/*
 * The mode that follows "other" closely in all tensors that run along that, where runs along that are short; 0 if there
 * is none.
 */
static int following_mode(const struct wanted *wanted, int other) {
	const struct mode *modes = wanted->modes;
	int64_t extent = modes[other].extent;
	if (!has_short_runs(wanted, other)) {
		return 0;
	}
	int following = 0;
	for (int k = 0; k < exchange_tensors(wanted); k++) {
		int64_t run = extent * llabs(modes[other].stride[k]);
		int next = 0;
		bool runs_along = is_foreign(wanted, k, other);
		for (int i = 1; i < wanted->count && runs_along; i++) {
			int64_t stride = llabs(modes[i].stride[k]);
			next = i != other && stride >= run && stride < 2 * run ? i : next;
		}
		if (runs_along && (next == 0 || (following != 0 && following != next))) {
			return 0;
		}
		following = next > 0 ? next : following;
	}
	return following;
}

/*
 * Mode 0 is so short that tiles along it alone would write parts of sectors, and in the output a mode follows it that
 * is not "other". Parts of lines will do where tiles can well have it as a whole and runs along "other" are long; but
 * who asks for a side that is a whole mode gets that.
 */
static bool goes_on_behind_first(const struct wanted *wanted, int other) {
	int64_t extent = wanted->modes[0].extent;
	int64_t bytes = extent * dtype_bytes(problem_dtype(wanted->problem, wanted->problem->op->operands));
	bool is_part = extent < FEW || (bytes < SECTOR_BYTES && wastes_little(extent));
	bool is_well_kept = wastes_little(extent) || (extent <= PADDED_MAX && exchange_keeps_inner(extent));
	bool is_short = bytes < LINE_BYTES && is_well_kept && wanted->knobs.tile / 10 != EXCHANGE_WHOLE
		&& following_mode(wanted, other) == 0;
	return wanted->count > 2 && other != 1 && (is_part || is_short);
}

/*
 * The modes of a tile, by their number in those of the problem: "row" along side 0, and across it "outer", of which
 * each element has a whole "inner" if that is a mode and not -1. One side is the first output's and the other that of
 * the tensors that run along "other", which is side 0 where "row" is that.
 */
struct sides {
	int other;
	int row, inner, outer;
};

/* The sides for tensors that run along mode "other": the output's is side 0 unless two modes make it long. */
static struct sides sides_for(const struct wanted *wanted, int other) {
	int inner = inner_mode(wanted, other);
	int following = inner > 0 ? 0 : following_mode(wanted, other);
	if (goes_on_behind_first(wanted, other)) {
		return (struct sides){ .other = other, .row = other, .inner = 0, .outer = 1 };
	}
	if (following > 0) {
		return (struct sides){ .other = other, .inner = other, .outer = following };
	}
	return (struct sides){ .other = other, .inner = inner > 0 ? inner : -1, .outer = other };
}

static bool suits(const struct wanted *wanted) {
	return wanted->problem->reduce == REDUCE_NONE && wanted->kernel == KERNEL_AUTO && wanted->count >= 2
		&& other_mode(wanted) > 0;
}

struct layout exchange_tv(struct algebra *al, const int64_t side[2], int along, int vector, int deep, int threads) {
	int64_t step[2] = { 1, side[0] };
	int64_t across = step[1 - along];
	int64_t beside = side[along] / vector;
	int64_t rows = threads / beside;
	struct layout values[3] = { layout_of_int(vector, step[along]), layout_of_int(deep, across),
		layout_of_int(side[1 - along] / (rows * deep), rows * deep * across) };
	return layout_of_modes(al, layout_of_pair(al, beside, rows, vector * step[along], deep * across),
		layout_coalesce(al, layout_from_modes(al, values, 3)));
}

/* "tensor" moves along either side of the tile. */
static bool moves_along_both(const struct wanted *wanted, const struct sides *sides, int tensor) {
	const struct mode *modes = wanted->modes;
	bool across = modes[sides->outer].stride[tensor] != 0
		|| (sides->inner >= 0 && modes[sides->inner].stride[tensor] != 0);
	return across && modes[sides->row].stride[tensor] != 0;
}

/*
 * Decide which tensors are staged: those that run along the other mode, or if these are more than half, what runs along
 * mode 0 with the output. Afterwards "plan" knows them and "cut" their number and the side of the others.
 */
static void choose_staged(const struct wanted *wanted, const struct sides *sides, struct plan *plan, struct cut *cut) {
	unsigned foreign = 0;
	unsigned native = 0;
	int foreign_count = 0;
	int native_count = 0;
	for (int k = 0; k < plan_tensors(plan); k++) {
		if (is_foreign(wanted, k, sides->other)) {
			foreign |= 1u << k;
			foreign_count++;
		} else if (k == plan->inputs || moves_along_both(wanted, sides, k)) {
			native |= 1u << k;
			native_count++;
		}
	}
	bool is_native_staged = native_count < foreign_count;
	cut->along = is_native_staged == (sides->row == sides->other) ? 0 : 1;
	plan->staged = is_native_staged ? native : foreign;
	cut->staged = is_native_staged ? native_count : foreign_count;
}

int exchange_staged_most(const struct plan *plan) {
	int bytes = 1;
	for (int k = 0; k < plan_tensors(plan); k++) {
		int own = dtype_bytes(problem_dtype(plan->problem, k));
		bytes = plan_is_staged(plan, k) && own > bytes ? own : bytes;
	}
	return VECTOR_BYTES / bytes;
}

/* Wavefronts of a warp that loads from or stores into a staged tile, "vector" elements of a lane at once. */
static int wavefronts_of(const struct cut *cut, int64_t pitch, int element, bool is_load, int vector) {
	int64_t addresses[BANK_LANES];
	int64_t beside = is_load ? cut->side[cut->along] / cut->vector : cut->side[1 - cut->along] / cut->staged_vector;
	for (int lane = 0; lane < BANK_LANES; lane++) {
		int64_t x = lane % beside;
		int64_t y = lane / beside;
		int64_t at = is_load ? x * cut->vector * pitch + y * cut->deep : y * pitch + x * cut->staged_vector;
		addresses[lane] = lane < cut->threads ? at / vector * vector * element : BANK_INACTIVE;
	}
	return banks_access(addresses, vector * element, is_load).actual;
}

/*
 * The pitch of staged rows of "row" elements that take the fewest wavefronts to write and to read: a multiple of what a
 * thread reads at once, with at most eight of these as padding. The elements of a vector are written one by one where
 * the pitch is no multiple of it.
 */
static int64_t padded_pitch(const struct cut *cut, int64_t row, int element) {
	int64_t best = 0;
	double least = 0;
	int64_t first = number_ceil_div(row, cut->deep) * cut->deep;
	for (int64_t pitch = first; pitch <= first + 8 * cut->deep; pitch += cut->deep) {
		int whole = pitch % cut->staged_vector == 0 ? cut->staged_vector : 1;
		double cost = (double)wavefronts_of(cut, pitch, element, false, whole) / whole
			+ (double)wavefronts_of(cut, pitch, element, true, cut->deep) / cut->deep;
		if (best == 0 || cost < least) {
			best = pitch;
			least = cost;
		}
	}
	return best;
}

/*
 * Where a staged tile's elements lie, as "pitch" and "swizzle" of the plan. Threads of a warp whose accesses the memory
 * serves at once, 128 bytes of it, stand 2^apart along the rows, a vector and so as many rows apart in memory; the
 * others stand beside one another in them. So as many bits of the row's number are added to those bits of the place
 * that choose the bank and that no thread differs in, above the vectors that move as a whole, unless that leaves two
 * bits too few or more. Rows so short that several share the banks differ in these by themselves. Where a side is
 * no power of two, or rows have no bits to spare, they are padded instead.
 */
static void set_places(struct plan *plan, const struct cut *cut) {
	int element = problem_widest(plan->problem);
	int64_t row = cut->side[1 - cut->along];
	int deep = number_log2(cut->deep);
	int bank = element < 4 ? number_log2(4 / element) : 0;
	bank = deep > bank ? deep : bank;
	int access = cut->deep * element > 4 ? cut->deep * element : 4;
	int banks = number_log2(BANKS_BYTES / access);
	int apart = number_log2(power_below(cut->side[cut->along] / cut->vector));
	apart = apart > banks ? banks : apart;
	int p = number_log2(row);
	int top = number_log2(BANKS_BYTES) - number_log2(element);
	int from = p + number_log2(cut->vector);
	int wanted = from < top ? apart - (top - from) : apart;
	from = from < top ? top : from;
	int end = p < top ? p : top;
	int base = bank > deep + banks - apart ? bank : deep + banks - apart;
	int whole = number_log2(cut->staged_vector);
	base = whole > base && end - whole + 2 >= wanted ? whole : base;
	int bits = wanted < end - base ? wanted : end - base;
	bool is_power = (int64_t)1 << p == row && power_below(cut->side[cut->along]) == cut->side[cut->along];
	plan->pitch = row;
	plan->swizzle = (struct swizzle){ 0 };
	if (is_power && bits > 0) {
		plan->swizzle = (struct swizzle){ .bits = bits, .base = base, .shift = from - base };
	} else if (apart > 0) {
		plan->pitch = padded_pitch(cut, row, element);
	}
}

/* The maps of both halves, the staged tensors' as "load_map", and what each tensor's accesses are. */
static void set_maps(struct algebra *al, struct plan *plan, const struct mode *modes, int count,
		const struct cut *cut) {
	plan->tv = exchange_tv(al, cut->side, 1 - cut->along, cut->staged_vector, 1, (int)cut->threads);
	plan_finish_map(al, plan);
	plan->load_tv = plan->tv;
	plan->load_map = plan->map;
	for (int i = 0; i < count; i++) {
		plan->load_coordinate[i] = plan->coordinate[i];
	}
	plan->tv = exchange_tv(al, cut->side, cut->along, cut->vector, cut->deep, (int)cut->threads);
	plan_finish_map(al, plan);
	for (int k = 0; k < plan_tensors(plan); k++) {
		bool is_staged = plan_is_staged(plan, k);
		plan->access[k] = plan_partition(al, plan, plan->view[k], is_staged ? plan->load_tv : plan->tv);
		bool fits = is_staged || exchange_widest(modes, count, cut->along, k, cut->vector) == cut->vector;
		plan->vector[k] = is_staged ? cut->staged_vector : fits ? cut->vector : 1;
	}
}

/* Bytes of the tile of staged tensor "k", of which every row is "pitch" elements long. */
static int64_t staged_bytes(const struct plan *plan, int k, int64_t rows) {
	return (rows * plan->pitch * dtype_bytes(problem_dtype(plan->problem, k)) + 15) / 16 * 16;
}

/* "modes" are those of "wanted", the modes of a tile first: row, inner if there is one, outer. Returns how many. */
static int put_tiled_first(const struct wanted *wanted, const struct sides *sides, struct mode *modes) {
	int tiled = 0;
	modes[tiled++] = wanted->modes[sides->row];
	if (sides->inner >= 0) {
		modes[tiled++] = wanted->modes[sides->inner];
	}
	modes[tiled++] = wanted->modes[sides->outer];
	int count = tiled;
	for (int i = 0; i < wanted->count; i++) {
		if (i != sides->row && i != sides->inner && i != sides->outer) {
			modes[count++] = wanted->modes[i];
		}
	}
	return tiled;
}

/* Bytes of the sectors that tiles of "tensor" share at the edges of their rows, which run along "mode" for "side". */
static double shared_at_edges(const struct wanted *wanted, const struct mode *modes, int mode, int64_t side,
		int tensor) {
	int size = dtype_bytes(problem_dtype(wanted->problem, tensor));
	bool is_aligned = true;
	for (int i = 0; i < wanted->count; i++) {
		is_aligned = is_aligned && (i == mode || modes[i].stride[tensor] * size % SECTOR_BYTES == 0);
	}
	return is_aligned ? 0 : bytes_of(wanted, tensor) * SECTOR_BYTES / (double)(side * size);
}

/*
 * Tiles that share sectors at their edges should run at the same time. Where no more tiles lie side by side than there
 * are multiprocessors, those do, and those next along a mode that is not in the tile as well. Otherwise that mode comes
 * first if tensors share more that run along the other mode, after whose rows it comes, than those along mode 0; where
 * few elements lie beside one another in it, their tiles follow one another in any case. What tiles share that hold
 * mode 0 as a whole lies at the ends of rows: it counts whether that mode follows them in memory. With no such mode,
 * that of the two with fewer tiles is first.
 */
static bool tiles_last_first(const struct wanted *wanted, const struct plan *plan, const struct mode *modes, int tiled,
		const struct cut *cut, const int64_t extent[2]) {
	int64_t along_first = number_ceil_div(extent[0], cut->side[0]);
	int64_t along_last = number_ceil_div(extent[1], cut->side[1]);
	if (wanted->count == tiled) {
		return along_last < along_first;
	}
	if (along_first * along_last <= wanted->target->multiprocessors) {
		return false;
	}
	double first = 0;
	double last = 0;
	bool is_whole = extent[0] <= cut->side[0];
	for (int k = 0; k < plan_tensors(plan); k++) {
		bool is_other = plan_is_staged(plan, k) == (cut->along == 0);
		double shared = shared_at_edges(wanted, modes, is_other ? tiled - 1 : 0, cut->side[is_other], k);
		bool follows = is_whole && llabs(modes[tiled].stride[k]) < llabs(modes[tiled - 1].stride[k]);
		first += is_other || follows ? 0 : shared * (k >= plan->inputs ? 2 : 1);
		last += is_other || follows ? shared : 0;
	}
	return modes[tiled].extent < FEW || last > first;
}

/*
 * The plan: mode 0 of the view is that of side 0, mode 1 that of the other, or with an inner mode 2.
 * "map" is that of the direct tensors and of the computation, "load_map" that of the staged ones.
 */
static void plan_exchange(struct algebra *al, const struct wanted *wanted, struct plan *plan) {
	struct mode modes[PROBLEM_RANK_MAX];
	struct cut cut;
	int count = wanted->count;
	if (makes_strips(wanted)) {
		exchange_plan_strip(al, wanted, plan);
		return;
	}
	struct sides sides = sides_for(wanted, other_mode(wanted));
	int tiled = put_tiled_first(wanted, &sides, modes);
	bool has_inner = sides.inner >= 0;
	plan->inner = has_inner ? (int)modes[1].extent : 0;
	choose_staged(wanted, &sides, plan, &cut);
	exchange_cut(wanted, plan, modes, &cut);
	int64_t extent[2];
	exchange_extents(plan, modes, extent);
	modes_set_view(al, modes, count, plan);
	plan->last_first = tiles_last_first(wanted, plan, modes, tiled, &cut, extent);
	int64_t extents[PROBLEM_RANK_MAX] = { cut.side[0], has_inner ? plan->inner : cut.side[1] };
	for (int i = 2; i < count; i++) {
		extents[i] = i < tiled ? cut.side[1] / plan->inner : 1;
	}
	plan_set_tiles(al, plan, extents);
	set_maps(al, plan, modes, count, &cut);
	plan->exchanges = true;
	plan->along = cut.along;
	plan->together = cut.vector;
	plan->deep = cut.deep;
	plan->knobs.vector = cut.vector > cut.staged_vector ? cut.vector : cut.staged_vector;
	plan->knobs.threads = plan->threads;
	plan->knobs.unroll = plan->values / cut.vector;
	set_places(plan, &cut);
	for (int k = 0; k < plan_tensors(plan); k++) {
		plan->shared_bytes += plan_is_staged(plan, k) ? (int)staged_bytes(plan, k, cut.side[cut.along]) : 0;
	}
}

int exchange_modes(const struct plan *plan) {
	return plan->inner > 0 ? 3 : 2;
}

int64_t exchange_side(struct algebra *al, const struct plan *plan, int side) {
	int64_t extent = plan_tile_extent(al, plan, side);
	return side == 1 && plan->inner > 0 ? extent * plan_tile_extent(al, plan, 2) : extent;
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
	return swizzle_apply(plan->swizzle, at);
}

/*
 * By place in the staged tile of "tensor", the offset of what passes through it, from where the tensor's tile starts.
 */
static int64_t *staged_offsets(struct algebra *al, const struct plan *plan, int tensor) {
	int64_t count = exchange_side(al, plan, plan->along) * plan->pitch;
	int64_t *offsets = arena_array(al->arena, (size_t)count, sizeof *offsets);
	struct side_walk access = side_walk(al, plan->access[tensor]);
	struct side_walk coordinate[3];
	int vector = plan->vector[tensor];
	for (int64_t i = 0; i < count; i++) {
		offsets[i] = INT32_MIN;
	}
	for (int64_t at = 0; at < access.t.size * access.v.size && plan->strip && !algebra_failed(al); at++) {
		int64_t offset = side_at(&access, at % access.t.size, at / access.t.size);
		if (offset < count) {
			offsets[offset] = offset;
		}
	}
	if (plan->strip) {
		return offsets;
	}
	for (int i = 0; i < exchange_modes(plan); i++) {
		coordinate[i] = side_walk(al, plan->load_coordinate[i]);
	}
	for (int64_t at = 0; at < (int64_t)plan->threads * plan->values && !algebra_failed(al); at++) {
		int64_t t = at % plan->threads;
		int64_t v = at / plan->threads;
		int64_t offset = side_at(&access, t, v - v % vector) + v % vector;
		int64_t c[3];
		for (int i = 0; i < exchange_modes(plan); i++) {
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
	if (plan->alone) {
		buf_printf(out, "# alone    each thread moves its own %" PRId64 " x %d elements\n", plan->pitch,
			plan->together);
		return;
	}
	buf_put(out, "# staged   ");
	if (swizzle.bits > 0) {
		buf_printf(out, "Sw<%d,%d,%d> o 0 o ", swizzle.bits, swizzle.base, swizzle.shift);
	}
	buf_printf(out, "(%" PRId64 ",%" PRId64 "):(%" PRId64 ",%" PRId64 ")\n", exchange_side(al, plan, 0),
		exchange_side(al, plan, 1), step[0], step[1]);
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
	{ .tile = 81, .threads = 256 }, { .tile = 81, .threads = 512 }, { .tile = 44, .threads = 256 },
	/* Long runs of what is read, for operands whose neighbours along mode 0 are pages apart. */
	{ .tile = 18, .threads = 256 }, { .tile = 18, .threads = 512 }, { .tile = 28, .threads = 512 },
	{ .tile = 14, .threads = 256 }, { .tile = 41, .threads = 128 },
	/* Whole modes. */
	{ .tile = 92, .threads = 512 }, { .tile = 94, .threads = 1024 }, { .tile = 91, .threads = 256 },
	{ .tile = 29, .threads = 512 }, { .tile = 19, .threads = 1024 }, { .tile = 49, .threads = 1024 },
	/* Strips. */
	{ .tile = 4, .threads = 128 }, { .tile = 2, .threads = 256 }, { .tile = 1, .threads = 256 },
	{ .tile = 4, .threads = 128, .per_row = 1 }, { .tile = 2, .threads = 256, .per_row = 1 },
	{ .tile = 1, .threads = 256, .per_row = 1 },
};

const struct kind kind_exchange = {
	.name = "exchange",
	.suits = suits,
	.plan = plan_exchange,
	.emit = emit_exchange,
	.visit = visit_exchange,
	.describe = describe,
	.has_rival = true,
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
