/*
 * How the tile of an exchange is cut: its sides, and what a thread accesses at once. Sides are powers of two, so that
 * vectors and threads divide them and a swizzle keeps what is staged off the same banks; or one is a whole mode that
 * powers of two would fill badly, and the threads are a multiple of its vectors.
 */
#include "algebra/sectors.h"
#include "base/number.h"
#include "gpu/kinds/exchange.h"
#include "gpu/tiling.h"

enum { SIDE_UNIT = 32 };

/* The elements of a mode that is a side as a whole. */
enum { WHOLE_MIN = 9, WHOLE_MAX = 128 };

/* Threads of a tile with a whole mode, and at most of one with an inner mode as it is. */
enum { WHOLE_THREADS_MIN = 96, WHOLE_THREADS = 512, INNER_THREADS = 512 };

/* Runs along an inner mode as it is that tiles should have side by side. */
enum { RUNS_TOGETHER = 4 };

int exchange_widest(const struct mode *modes, int count, int mode, int tensor, int most) {
	int vector = modes[mode].stride[tensor] == 1 ? power_dividing(modes[mode].extent, most) : 1;
	for (int i = 0; i < count; i++) {
		if (i != mode) {
			vector = power_dividing(modes[i].stride[tensor], vector);
		}
	}
	return vector;
}

/* The widest vectors along mode "along" that suit one of the tensors in "set" (or with "all" each of them). */
static int set_vector(const struct mode *modes, int count, int along, unsigned set, bool all, int most) {
	int vector = all ? most : 1;
	for (int k = 0; k < TENSORS_MAX; k++) {
		if ((set >> k & 1) != 0) {
			int own = exchange_widest(modes, count, along, k, most);
			vector = all == (own < vector) ? own : vector;
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

/*
 * The elements of a side by its digit in the knob: the largest power of two not above, since threads and vectors divide
 * it, and no more than hold all of "extent".
 */
static int64_t side_asked(int digit, int64_t extent) {
	int64_t side = SIDE_UNIT * (int64_t)power_below(digit);
	return power_above(extent) < side ? power_above(extent) : side;
}

/* The digit of a side in the knob, of which side_asked makes the side. */
static int digit_of(int64_t side) {
	return side < SIDE_UNIT ? 1 : (int)(side / SIDE_UNIT);
}

/* Bytes that the kernel moves. */
static double moved_bytes(const struct plan *plan) {
	return (double)problem_size(plan->problem) * problem_widest(plan->problem) * plan_tensors(plan);
}

/*
 * Sides of the tile by the bytes that the kernel moves, but such that the multiprocessors get several tiles each. A
 * side is no longer than its mode needs, and the other then longer.
 */
static void choose_sides(const struct wanted *wanted, const struct plan *plan, const int64_t extent[2],
		int64_t side[2]) {
	static const int smaller[][2] = { { 42, 22 }, { 22, 21 }, { 21, 11 }, { 11, 11 } };
	static const double mib = 1 << 20;
	double size = (double)problem_size(plan->problem);
	int given = moved_bytes(plan) >= 64 * mib && problem_widest(plan->problem) < 4 ? 42 : 22;
	for (int i = 0; i < 4; i++) {
		double tiles = size / ((given / 10) * (double)SIDE_UNIT * (given % 10) * SIDE_UNIT);
		if (given == smaller[i][0] && tiles < 4.0 * wanted->target->multiprocessors) {
			given = smaller[i][1];
		}
	}
	side[0] = (int64_t)given / 10 * SIDE_UNIT;
	side[1] = (int64_t)given % 10 * SIDE_UNIT;
	int64_t area = side[0] * side[1];
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
}

/* The largest power of two up to "vector" that divides a tile of "area" elements into parts enough for all threads. */
static int narrowed(int vector, int64_t area, int threads) {
	while (vector > 1 && area / vector < threads) {
		vector /= 2;
	}
	return vector;
}

/*
 * Elements across that a thread takes from a staged tile at once, 16 bytes if each thread of "cut" has so many: what
 * it then computes are as many vectors of the direct tensors, which are exchanged in its registers. Since threads are
 * a row at least, none has more than the tile across.
 */
static int deepest(const struct plan *plan, const struct cut *cut) {
	int64_t most = cut->side[0] * cut->side[1] / (cut->threads * cut->vector);
	int deep = exchange_staged_most(plan);
	while (deep > most) {
		deep /= 2;
	}
	return deep;
}

/* The widest accesses that the layouts allow: of direct tensors along "along", of staged ones along the other mode. */
static void find_widths(const struct wanted *wanted, const struct plan *plan, const struct mode *modes,
		struct cut *cut) {
	int most = power_below(knob_choice(wanted->knobs.vector, problem_widest_vector(plan->problem)));
	unsigned direct = ((1u << plan_tensors(plan)) - 1) & ~plan->staged;
	unsigned outputs = direct >> plan->inputs << plan->inputs;
	int count = wanted->count;
	cut->vector = set_vector(modes, count, cut->along, outputs != 0 ? outputs : direct, false, most);
	cut->staged_vector = set_vector(modes, count, 1 - cut->along, plan->staged, true, most);
}

/* The staged tiles of these sides, with what padding they may get, fit into shared memory. */
static bool fits(const struct plan *plan, const struct cut *cut, int64_t side0, int64_t side1) {
	return cut->staged * (side0 + 4) * (side1 + 4) * problem_widest(plan->problem) <= SHARED_BYTES_MAX;
}

/*
 * The tile that the knob asks for, or one of the plan's own, in powers of two. The threads are one, too, with a whole
 * number of vectors in each row of threads, both ways: accesses are as wide as leaves each thread one.
 */
static void choose_powers(const struct wanted *wanted, struct plan *plan, const int64_t extent[2], struct cut *cut) {
	struct knobs *knobs = &plan->knobs;
	int element = problem_widest(plan->problem);
	int64_t *side = cut->side;
	if (knobs->tile > 0) {
		side[0] = side_asked(knobs->tile / 10, extent[0]);
		side[1] = side_asked(knobs->tile % 10, extent[1]);
	} else {
		choose_sides(wanted, plan, extent, side);
	}
	while (!fits(plan, cut, side[0], side[1])) {
		side[side[0] < side[1]] /= 2;
	}
	int64_t area = side[0] * side[1];
	bool is_wide = area >= (int64_t)4 * SIDE_UNIT * SIDE_UNIT;
	bool is_wider = area >= (int64_t)8 * SIDE_UNIT * SIDE_UNIT;
	int along = cut->along;
	knobs->tile = 10 * digit_of(side[0]) + digit_of(side[1]);
	knobs->threads = knob_choice(knobs->threads, is_wide && (!is_wider || element >= 4) ? 512 : 256);
	cut->vector = narrowed(cut->vector, area, knobs->threads);
	cut->staged_vector = narrowed(cut->staged_vector, area, knobs->threads);
	int64_t row = side[along] / cut->vector;
	int64_t staged_row = side[1 - along] / cut->staged_vector;
	int64_t least = row > staged_row ? row : staged_row;
	int64_t threads = power_below(knobs->threads);
	threads = threads < least ? least : threads;
	cut->threads = threads > area ? area : threads;
	cut->deep = deepest(plan, cut);
}

/*
 * The threads of a tile with "units" accesses along its whole side and "each" along the other: that many, or "rows" as
 * many, a power of two that divides the elements of either access, where no more than "most" are those. 0 if that many
 * are too many.
 */
static int64_t threads_of_whole(int64_t units, int64_t each, int rows, int64_t most) {
	while (rows > 1 && units * each * rows > most) {
		rows /= 2;
	}
	return units * each * rows <= most ? units * each * rows : 0;
}

/*
 * The side "whole" is its mode as it is, and the other a power of two, "longest" or the longest below that whose
 * threads are no more than "most", but no shorter than an inner mode in it. Then rows of threads both ways are whole
 * vectors, and a power of two of them in one direction. Returns false where there is none.
 */
static bool cut_whole(const struct plan *plan, const int64_t extent[2], int whole, int64_t longest, int64_t most,
		struct cut *cut) {
	int other = 1 - whole;
	int width = whole == cut->along ? cut->vector : cut->staged_vector;
	int across = whole == cut->along ? cut->staged_vector : cut->vector;
	int rows = width < across ? width : across;
	int64_t units = extent[whole] / width;
	int64_t least = plan->inner > SIDE_UNIT ? plan->inner : SIDE_UNIT;
	for (int64_t side = longest > plan->inner ? longest : plan->inner; side >= least; side /= 2) {
		int64_t threads = threads_of_whole(units, side / across, rows, most);
		if (threads < WHOLE_THREADS_MIN || !fits(plan, cut, extent[whole], side)) {
			continue;
		}
		int64_t times = threads / (units * (side / across));
		int64_t deep = (whole == cut->along ? across : width) / times;
		cut->side[whole] = extent[whole];
		cut->side[other] = side;
		cut->threads = threads;
		cut->deep = deep < exchange_staged_most(plan) ? (int)deep : exchange_staged_most(plan);
		return true;
	}
	return false;
}

/* Powers of two leave more than an eighth of the tiles along such a mode unused. */
static bool is_badly_filled(int64_t extent) {
	return extent >= WHOLE_MIN && extent <= WHOLE_MAX && waste_of(side_fitting(WHOLE_MAX, extent), extent) > extent / 8;
}

/* A tile with a whole mode, if the knob asks for one that powers of two fill badly. */
static bool choose_whole(struct plan *plan, const int64_t extent[2], struct cut *cut) {
	struct knobs *knobs = &plan->knobs;
	int64_t most = knob_choice(knobs->threads, WHOLE_THREADS);
	for (int whole = 0; whole < 2; whole++) {
		int digit = whole == 0 ? knobs->tile / 10 : knobs->tile % 10;
		int other = whole == 0 ? knobs->tile % 10 : knobs->tile / 10;
		if (digit != EXCHANGE_WHOLE || !is_badly_filled(extent[whole]) || (whole == 1 && plan->inner > 0)) {
			continue;
		}
		int across = 1 - whole;
		if (cut_whole(plan, extent, whole, side_asked(other, extent[across]), most, cut)) {
			other = digit_of(cut->side[across]);
			knobs->tile = whole == 0 ? 10 * EXCHANGE_WHOLE + other : 10 * other + EXCHANGE_WHOLE;
			return true;
		}
	}
	return false;
}

/* Elsewhere padding costs less than to take one element across at once from shared memory. */
bool exchange_keeps_inner(int64_t inner) {
	return inner > 0 && 4 * (power_above(inner) - inner) > power_above(inner);
}

/* The least number of threads for each element of the inner mode that is a multiple of "beside", a power of two. */
static int64_t rows_around(int64_t beside, int64_t inner) {
	return beside / power_dividing(inner, (int)beside);
}

/*
 * A tile has the inner mode as it is where that is worth it and its rows along mode 0 can be a line, for which threads
 * are a power of two for each element of the inner mode. Shorter rows will do where the cache holds all of it, or where
 * the mode is longer, padded, than the shortest side.
 */
static bool has_inner_as_it_is(const struct wanted *wanted, const struct plan *plan, int64_t inner,
		const struct cut *cut) {
	int64_t width = cut->along == 0 ? cut->vector : cut->staged_vector;
	int64_t line = LINE_BYTES / problem_widest(plan->problem);
	bool has_lines = rows_around(line / width, inner) * inner <= THREADS_MAX;
	bool is_cached = moved_bytes(plan) <= (double)wanted->target->l2_bytes;
	return exchange_keeps_inner(inner) && (has_lines || is_cached || power_above(inner) > SIDE_UNIT);
}

/*
 * A tile with the inner mode as it is, and of the outer one a power of two, with about as many elements as
 * "choose_powers" would have. Threads are a power of two for each element of the inner mode: then rows of threads are
 * whole ones both ways, where accesses across are no wider than leaves each thread one.
 */
static void choose_around_inner(const struct wanted *wanted, struct plan *plan, int64_t inner, const int64_t extent[2],
		struct cut *cut) {
	struct knobs *knobs = &plan->knobs;
	int64_t side[2];
	if (knobs->tile > 0) {
		side[0] = side_asked(knobs->tile / 10, extent[0]);
		side[1] = (int64_t)SIDE_UNIT * (knobs->tile % 10);
	} else {
		choose_sides(wanted, plan, extent, side);
		while (side[1] < RUNS_TOGETHER * inner && side[0] > SIDE_UNIT) {
			side[0] /= 2;
			side[1] *= 2;
		}
	}
	int64_t outer = power_below(side[1] / inner);
	outer = outer > power_above(extent[1] / inner) ? power_above(extent[1] / inner) : outer;
	int width = cut->along == 0 ? cut->vector : cut->staged_vector;
	int *across = cut->along == 0 ? &cut->staged_vector : &cut->vector;
	while (!fits(plan, cut, side[0], inner * outer) || rows_around(side[0] / width, inner) * inner > THREADS_MAX) {
		*(outer == 1 || side[0] > inner * outer ? &side[0] : &outer) /= 2;
	}
	*across = *across > width * outer ? (int)(width * outer) : *across;
	int64_t rows = rows_around(side[0] / width, inner);
	int64_t least = rows > outer / *across ? rows : outer / *across;
	int64_t most = side[0] * outer / (width > *across ? width : *across);
	int64_t times = power_below(knob_choice(knobs->threads, INNER_THREADS) / inner);
	times = times > most ? most : times;
	cut->side[0] = side[0];
	cut->side[1] = inner * outer;
	cut->threads = (times < least ? least : times) * inner;
	cut->deep = 1;
	knobs->tile = 10 * digit_of(side[0]) + (int)number_ceil_div(cut->side[1], SIDE_UNIT);
}

void exchange_extents(const struct plan *plan, const struct mode *modes, int64_t extent[2]) {
	extent[0] = modes[0].extent;
	extent[1] = plan->inner > 0 ? plan->inner * modes[2].extent : modes[1].extent;
}

void exchange_cut(const struct wanted *wanted, struct plan *plan, const struct mode *modes, struct cut *cut) {
	struct knobs *knobs = &plan->knobs;
	int64_t extent[2];
	int64_t unpadded[2];
	find_widths(wanted, plan, modes, cut);
	int inner = plan->inner;
	exchange_extents(plan, modes, unpadded);
	plan->inner = inner > 0 ? power_above(inner) : 0;
	exchange_extents(plan, modes, extent);
	if (!choose_whole(plan, extent, cut)) {
		knobs->tile = knobs->tile / 10 == EXCHANGE_WHOLE || knobs->tile % 10 == EXCHANGE_WHOLE ? 0 : knobs->tile;
		if (has_inner_as_it_is(wanted, plan, inner, cut)) {
			plan->inner = inner;
			choose_around_inner(wanted, plan, inner, unpadded, cut);
		} else {
			choose_powers(wanted, plan, extent, cut);
		}
	}
	knobs->load = knob_choice(knobs->load, HINT_READ_ONLY + 1);
	knobs->store = knob_choice(knobs->store, HINT_NONE + 1);
}
