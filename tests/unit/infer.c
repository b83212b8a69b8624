/*
 * src/algebra/infer and linear against brute force: every layout is found again from its table, and where nothing is
 * found, trying every swizzle and every way to take the extents apart finds nothing either. Prints "N passed, N
 * failed".
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algebra/infer.h"
#include "algebra/infer_skew.h"
#include "algebra/linear_map.h"
#include "algebra/offsets.h"
#include "samples.h"
#include "tally.h"

enum { SMALL_MAX = 12 };

/* --- evaluation that shares nothing with what is tested --- */

static int64_t offset_at(struct layout a, int64_t *i) {
	int64_t offset = 0;
	if (tuple_is_tuple(a.shape)) {
		for (int k = 0; k < a.shape.rank; k++) {
			offset += offset_at(layout_mode(a, k), i);
		}
		return offset;
	}
	offset = *i % a.shape.value * a.stride.value;
	*i /= a.shape.value;
	return offset;
}

static int64_t swizzled(int bits, int base, int shift, int64_t value) {
	int64_t ones = ((int64_t)1 << bits) - 1;
	return shift >= 0 ? value ^ ((value >> (base + shift) & ones) << base)
			  : value ^ ((value >> base & ones) << (base - shift));
}

static int64_t value_at(const struct inferred *a, int64_t i) {
	return swizzled(a->swizzle.bits, a->swizzle.base, a->swizzle.shift, a->offset + offset_at(a->layout, &i));
}

/* Whether "a" has the values of "table" where they are known. */
static bool gives(const struct inferred *a, const int64_t *table, int64_t size) {
	for (int64_t i = 0; i < size; i++) {
		if (table[i] != INFER_HOLE && value_at(a, i) != table[i]) {
			return false;
		}
	}
	return true;
}

/* --- brute force on small tables --- */

/* Whether the "left" entries from f(0) on, "step" apart, are a layout: the first extent may be any divisor. */
static bool mode_is_layout(const int64_t *f, int64_t step, int64_t left) {
	bool found = left == 1;
	for (int64_t r = 2; r <= left && !found; r++) {
		bool fits = left % r == 0;
		for (int64_t i = 0; i < left && fits; i++) {
			fits = f[i * step] - f[i / r * r * step] == i % r * (f[step] - f[0]);
		}
		found = fits && mode_is_layout(f, step * r, left / r);
	}
	return found;
}

/* Whether f(c) = f(0) + the sum of the modes, and each mode is a layout. */
static bool is_layout(const int64_t *f, const int64_t *extents, int rank, int64_t size) {
	for (int64_t i = 0; i < size; i++) {
		int64_t sum = f[0];
		int64_t step = 1;
		for (int k = 0; k < rank; k++) {
			sum += f[i / step % extents[k] * step] - f[0];
			step *= extents[k];
		}
		if (sum != f[i]) {
			return false;
		}
	}
	int64_t step = 1;
	for (int k = 0; k < rank; k++) {
		if (!mode_is_layout(f, step, extents[k])) {
			return false;
		}
		step *= extents[k];
	}
	return true;
}

/* The fewest bits of a swizzle, of either sign, with which "table" is a layout; 0 without one; -1 if there is none. */
static int fewest_bits(const int64_t *table, const int64_t *extents, int rank, int64_t size, int reach) {
	int64_t f[SMALL_MAX];
	bool negative = false;
	for (int64_t i = 0; i < size; i++) {
		negative = negative || table[i] < 0;
	}
	if (is_layout(table, extents, rank, size)) {
		return 0;
	}
	for (int bits = 1; bits <= reach && !negative; bits++) {
		for (int base = 0; base <= reach; base++) {
			for (int shift = -reach; shift <= reach; shift++) {
				if (abs(shift) < bits) {
					continue;
				}
				for (int64_t i = 0; i < size; i++) {
					f[i] = swizzled(bits, base, shift, table[i]);
				}
				if (is_layout(f, extents, rank, size)) {
					return bits;
				}
			}
		}
	}
	return -1;
}

static struct tuple shape_of(struct algebra *al, const int64_t *extents, int rank) {
	struct tuple *modes = tuple_modes_new(al, rank);
	for (int k = 0; k < rank; k++) {
		modes[k] = tuple_int(extents[k]);
	}
	return rank == 1 ? modes[0] : tuple_of(al, modes, rank);
}

static void check_small(struct tally *tally, struct arena *arena, const int64_t *table, const int64_t *extents,
	int rank) {
	struct algebra al;
	int64_t size = 1;
	for (int k = 0; k < rank; k++) {
		size *= extents[k];
	}
	arena_reset(arena);
	algebra_init(&al, arena);
	struct inferred a = infer_table(&al, table, shape_of(&al, extents, rank));
	int bits = fewest_bits(table, extents, rank, size, 7);
	bool right = !algebra_failed(&al) && a.found == (bits >= 0) && (!a.found || gives(&a, table, size))
		&& (a.found && a.swizzle.bits == 0) == (bits == 0)
		&& (a.swizzle.bits == 0 || a.swizzle.shift < 0 || a.swizzle.bits >= bits);
	expect(tally, right,
		"table %" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",... of %" PRId64
		": %s, Sw<%d,%d,%d>, but brute force finds %d bits",
		table[0], table[1], table[2], table[3], size,
		a.found ? "found" : "none", a.swizzle.bits, a.swizzle.base, a.swizzle.shift, bits);
}

/* Every table of a few small shapes, and random ones of others. */
static void small_tables(struct tally *tally, struct arena *arena, struct samples *samples) {
	static const int64_t shapes[][3] = {
		{ 4, 1, 1 },
		{ 2, 2, 1 },
		{ 6, 1, 1 },
		{ 3, 2, 1 },
		{ 2, 3, 1 },
		{ 2, 2, 2 },
		{ 8, 1, 1 },
		{ 4, 2, 1 },
		{ 12, 1, 1 },
	};
	int64_t table[SMALL_MAX];
	for (int s = 0; s < 9; s++) {
		int rank = shapes[s][1] == 1 ? 1 : shapes[s][2] == 1 ? 2
								     : 3;
		int64_t size = shapes[s][0] * shapes[s][1] * shapes[s][2];
		int64_t values = size == 4 ? 8 : size == 6 ? 4
							   : 2;
		for (int64_t number = 0, rest = 0; rest == 0; number++) {
			rest = number;
			for (int64_t i = 0; i < size; i++) {
				table[i] = rest % values;
				rest /= values;
			}
			if (rest == 0) {
				check_small(tally, arena, table, shapes[s], rank);
			}
		}
		for (int i = 0; i < 3000 / SAMPLES_SLOWNESS; i++) {
			int64_t least = sample_below(samples, 4) == 0 ? -2 : 0;
			for (int64_t k = 0; k < size; k++) {
				table[k] = sample_between(samples, least, 15);
			}
			check_small(tally, arena, table, shapes[s], rank);
		}
		/* Swizzled layouts with one entry moved, and those that are not. */
		for (int i = 0; i < 3000 / SAMPLES_SLOWNESS; i++) {
			int64_t strides[3];
			for (int k = 0; k < 3; k++) {
				strides[k] = sample_below(samples, 8);
			}
			for (int64_t k = 0; k < size; k++) {
				int64_t j = k / shapes[s][0];
				int64_t offset = k % shapes[s][0] * strides[0] + j % shapes[s][1] * strides[1]
					+ j / shapes[s][1] * strides[2];
				table[k] = swizzled(1, i & 1, 1 + (i >> 1 & 1), offset);
			}
			if (i % 3 == 0) {
				table[sample_below(samples, size)] ^= 1 + sample_below(samples, 3);
			}
			check_small(tally, arena, table, shapes[s], rank);
		}
	}
}

/* --- random layouts --- */

static int64_t least_of(struct layout a) {
	if (tuple_is_tuple(a.shape)) {
		int64_t least = 0;
		for (int i = 0; i < a.shape.rank; i++) {
			least += least_of(layout_mode(a, i));
		}
		return least;
	}
	return a.stride.value < 0 ? (a.shape.value - 1) * a.stride.value : 0;
}

/* The layout "a", each mode coalesced, over the shape of their sizes. */
static struct layout by_mode(struct algebra *al, struct layout a) {
	if (!tuple_is_tuple(a.shape)) {
		return layout_coalesce(al, a);
	}
	return layout_coalesce_profile(al, a, tuple_repeat(al, tuple_int(1), a.shape.rank));
}

static void random_layout(struct tally *tally, struct arena *arena, struct samples *samples, int number) {
	struct algebra al;
	arena_reset(arena);
	algebra_init(&al, arena);
	struct layout a = sample_layout_signed(samples, &al, 512);
	struct tuple sizes = tuple_is_tuple(a.shape) ? tuple_product_each(&al, a.shape) : a.shape;
	int64_t size = tuple_product(&al, a.shape).value;
	int64_t offset = number % 3 == 0 ? 0 : sample_between(samples, -100, 100);
	struct swizzle s = { 0, 0, 0 };
	if (number % 2 == 0) {
		int bits = (int)sample_between(samples, 1, 3);
		int shift = (int)sample_between(samples, bits, 5);
		s = (struct swizzle){ bits, (int)sample_below(samples, 5), sample_below(samples, 3) == 0 ? -shift : shift };
		offset = offset - offset % 2 - least_of(a);
		offset = offset + least_of(a) < 0 ? -offset - 2 * least_of(a) : offset;
	}
	int64_t *table = arena_array(arena, (size_t)size, sizeof *table);
	for (int64_t i = 0; i < size; i++) {
		int64_t rest = i;
		table[i] = swizzled(s.bits, s.base, s.shift, offset + offset_at(a, &rest));
	}
	struct inferred found = infer_table(&al, table, sizes);
	bool right = !algebra_failed(&al) && found.found && found.unique && gives(&found, table, size);
	bool is_plain = found.swizzle.bits == 0 && found.offset == offset;
	right = right && (s.bits > 0 || (is_plain && layout_equal(found.layout, by_mode(&al, a))));
	expect(tally, right, "sample %d of %" PRId64 " coordinates is not found again (Sw<%d,%d,%d>)", number, size, s.bits,
		s.base, s.shift);
	/* With holes: what is found has the entries that are left. */
	for (int64_t i = 0; i < size; i++) {
		if (sample_below(samples, 100) < number % 90) {
			table[i] = INFER_HOLE;
		}
	}
	struct inferred holed = infer_table(&al, table, sizes);
	expect(tally, (holed.found && gives(&holed, table, size)) || al.fault.code == FAULT_LIMIT,
		"sample %d with holes is not found again: %s", number, al.fault.text);
}

/* --- every swizzle that fits --- */

/* What infer.h says of the candidates and their order, for values below 2^n; returns how many "out" has. */
static int preferred_swizzles(int n, struct swizzle *out) {
	int count = 0;
	for (int sign = 1; sign >= -1; sign -= 2) {
		for (int bits = 1; bits <= n; bits++) {
			for (int base = 0; base <= n; base++) {
				for (int shift = bits; base + (sign > 0 ? bits + shift : shift) <= n; shift++) {
					out[count++] = (struct swizzle){ bits, base, sign * shift };
				}
			}
		}
	}
	return count;
}

/* Whether "table", seen through "s", is a layout. */
static bool is_layout_behind(struct swizzle s, const int64_t *table, const int64_t *extents, int64_t size) {
	int64_t seen[SMALL_MAX];
	for (int64_t i = 0; i < size; i++) {
		seen[i] = swizzled(s.bits, s.base, s.shift, table[i]);
	}
	return is_layout(seen, extents, 3, size);
}

/*
 * infer_table_all gives those that fit and no others, in their order, with how many were tried up to there; none for
 * values below 0.
 */
static void all_swizzles(struct tally *tally, struct arena *arena, struct samples *samples, int number) {
	enum { CANDIDATES_MAX = 1000 };
	static const int64_t shapes[][3] = { { 4, 2, 1 }, { 3, 2, 2 }, { 8, 1, 1 }, { 2, 2, 3 }, { 12, 1, 1 },
		{ 2, 2, 2 } };
	const int64_t *extents = shapes[number % 6];
	int64_t size = extents[0] * extents[1] * extents[2];
	int64_t strides[3] = { sample_below(samples, 9), sample_below(samples, 9), sample_below(samples, 9) };
	int64_t table[SMALL_MAX];
	int64_t reached = 0;
	for (int64_t i = 0; i < size; i++) {
		int64_t j = i / extents[0];
		table[i] = swizzled(number % 7 == 0 ? 0 : 1, number / 6 % 3, 1 + number / 18 % 3,
			number % 4 + i % extents[0] * strides[0] + j % extents[1] * strides[1] + j / extents[1] * strides[2]);
		reached |= table[i];
	}
	bool negative = number % 5 == 0;
	if (negative) {
		table[sample_below(samples, size)] -= 1 + reached;
	}
	struct algebra al;
	struct swizzle list[CANDIDATES_MAX];
	const struct inferred *all = NULL;
	arena_reset(arena);
	algebra_init(&al, arena);
	int n = 0;
	while (reached >> n != 0) {
		n++;
	}
	int count = infer_table_all(&al, table, shape_of(&al, extents, 3), &all);
	int candidates = negative ? 0 : preferred_swizzles(n, list);
	int next = is_layout(table, extents, 3, size) ? 1 : 0;
	bool right = !algebra_failed(&al) && (next == 0 || (count > 0 && all[0].swizzle.bits == 0));
	for (int k = 0; k < candidates; k++) {
		if (is_layout_behind(list[k], table, extents, size)) {
			right = right && next < count && swizzle_equal(all[next].swizzle, list[k])
				&& all[next].swizzles_tried == k + 1;
			next++;
		}
	}
	for (int k = 0; k < count && right; k++) {
		right = all[k].found && all[k].unique && gives(&all[k], table, size);
	}
	expect(tally, right && next == count, "table %d: %d swizzles fit, not %d", number, next, count);
	/* One answer is the first of them, and tells how many were tried for it: all, if there is none. */
	struct inferred one = infer_table(&al, table, shape_of(&al, extents, 3));
	right = one.found == (count > 0) && one.swizzles_tried == (count > 0 ? all[0].swizzles_tried : candidates);
	right = right && (count == 0 || swizzle_equal(one.swizzle, all[0].swizzle));
	right = right && (!one.found || one.swizzle.bits > 0 || one.swizzles_tried == 0);
	expect(tally, right, "table %d: the first answer after %d swizzles", number, one.swizzles_tried);
}

/* --- what a refusal says --- */

/* The part of coordinate number "i" in mode "mode", as a coordinate number. */
static int64_t part_in_mode(const int64_t *extents, int mode, int64_t i) {
	int64_t step = 1;
	for (int k = 0; k < mode; k++) {
		step *= extents[k];
	}
	return i / step % extents[mode] * step;
}

/* Whether the modes that "why" names, in their order, are those of its place, and the first does not add up there. */
static bool interaction_is_true(const struct infer_refusal *why, const int64_t *f, const int64_t *extents) {
	int64_t first = part_in_mode(extents, why->modes[0], why->at);
	int64_t rest = why->at;
	bool right = why->mode_count >= 2 && why->mode_count <= 3;
	for (int k = 0; k < why->mode_count && right; k++) {
		int64_t part = part_in_mode(extents, why->modes[k], why->at);
		right = part > 0 && (k == 0 || why->modes[k] > why->modes[k - 1]);
		rest -= part;
	}
	return right && rest == 0 && why->expected == f[first] + f[why->at - first] - f[0];
}

/* Whether what "why" says of the table "f" is so. */
static bool refusal_is_true(const struct infer_refusal *why, const int64_t *f, const int64_t *extents) {
	if (why->value != f[why->at] || why->value == why->expected || why->mode < 0) {
		return false;
	}
	if (why->why == INFER_INTERACT) {
		return interaction_is_true(why, f, extents);
	}
	int64_t stride = f[why->step] - f[0];
	bool in_mode = part_in_mode(extents, why->mode, why->at) == why->at
		&& part_in_mode(extents, why->mode, why->step) == why->step;
	if (!in_mode || why->at % why->step != 0 || why->expected != f[why->at - why->step] + stride) {
		return false;
	}
	for (int64_t i = 1; i < why->run; i++) {
		if (why->why == INFER_RUN && f[i * why->step] != f[0] + i * stride) {
			return false;
		}
	}
	if (why->why == INFER_RUN) {
		return why->at == why->run * why->step && why->run < why->left && why->left % why->run != 0;
	}
	return why->why == INFER_REPEAT && why->at / why->step % why->run != 0 && why->at > why->run * why->step;
}

/* Tables that are no layout, for one of the reasons there are; where they are linear, by their columns as well. */
static void refusals(struct tally *tally, struct arena *arena, struct samples *samples, int number) {
	struct algebra al;
	int64_t extents[3] = { 2 + sample_below(samples, 5), 2 + sample_below(samples, 4), 2 + sample_below(samples, 3) };
	int64_t table[128];
	int64_t alone[6];
	int added = number % 4; /* a mode that adds to the two others; 3: none does */
	arena_reset(arena);
	algebra_init(&al, arena);
	for (int i = 0; i < 6; i++) {
		alone[i] = sample_below(samples, 50);
	}
	for (int64_t i = 0; i < extents[0] * extents[1] * extents[2]; i++) {
		int64_t c[3] = { i % extents[0], i / extents[0] % extents[1], i / extents[0] / extents[1] };
		int64_t x = c[added == 0];
		int64_t y = c[added == 2 || added == 3 ? 1 : 2];
		table[i] = number % 3 == 0 ? x * 5 + y * y * 11 : (x * 3 + y * 7 + x * y) % 8;
		table[i] += 100 + (added == 3 ? c[0] * c[1] * c[2] % 3 : alone[c[added]]);
	}
	struct inferred a = infer_plain(&al, table, shape_of(&al, extents, 3));
	bool right = (a.found || refusal_is_true(&a.refusal, table, extents)) && a.swizzles_tried == 0;
	for (int k = 0; !a.found && a.refusal.why == INFER_INTERACT && k < a.refusal.mode_count; k++) {
		right = right && a.refusal.modes[k] != added;
	}
	expect(tally, right, "table %d: refusal %d at %" PRId64 " is not so", number, a.refusal.why, a.refusal.at);
	int64_t columns[7];
	for (int k = 0; k < 7; k++) {
		columns[k] = sample_below(samples, 64);
	}
	for (int k = 0; k < 3; k++) {
		extents[k] = 2 << (k + number) % 3;
	}
	struct linear linear = linear_make(&al, shape_of(&al, extents, 3), columns, sample_below(samples, 64));
	for (int64_t i = 0; i < extents[0] * extents[1] * extents[2]; i++) {
		table[i] = linear_at(&linear, i);
	}
	a = infer_linear(&al, &linear);
	right = (a.found && a.swizzle.bits == 0) || refusal_is_true(&a.refusal, table, extents);
	expect(tally, right, "linear %d: refusal %d at %" PRId64 " is not so", number, a.refusal.why, a.refusal.at);
}

/* A value that only a coordinate with a part in every mode has: no more than INFER_MODES_MAX modes are named. */
static void many_modes(struct tally *tally, struct arena *arena) {
	for (int rank = INFER_MODES_MAX - 1; rank <= INFER_MODES_MAX + 2; rank++) {
		struct algebra al;
		int64_t extents[INFER_MODES_MAX + 2];
		arena_reset(arena);
		algebra_init(&al, arena);
		for (int k = 0; k < rank; k++) {
			extents[k] = 2;
		}
		int64_t last = ((int64_t)1 << rank) - 1;
		int64_t *table = arena_array(arena, (size_t)last + 1, sizeof *table);
		table[last] = 1;
		struct inferred a = infer_plain(&al, table, shape_of(&al, extents, rank));
		int named = rank < INFER_MODES_MAX ? rank : INFER_MODES_MAX;
		bool right = !a.found && a.refusal.why == INFER_INTERACT && a.refusal.at == last
			&& a.refusal.mode_count == named;
		for (int k = 0; k < named && right; k++) {
			right = a.refusal.modes[k] == k;
		}
		expect(tally, right, "%d modes interact, %d are named", rank, a.refusal.mode_count);
	}
}

/* A map of all bits there are, of which the highest turns over another one, too. */
static void all_bits(struct tally *tally, struct arena *arena) {
	struct linear a = { .shape = tuple_int((int64_t)1 << LINEAR_BITS_MAX), .bits = LINEAR_BITS_MAX };
	for (int other = -1; other < 3; other++) {
		struct algebra al;
		arena_reset(arena);
		algebra_init(&al, arena);
		for (int k = 0; k < LINEAR_BITS_MAX; k++) {
			a.columns[k] = (int64_t)1 << k;
		}
		a.columns[LINEAR_BITS_MAX - 1] |= other < 0 ? 0 : (int64_t)1 << other;
		struct inferred found = infer_linear(&al, &a);
		struct swizzle s = { other < 0 ? 0 : 1, other < 0 ? 0 : other, other < 0 ? 0 : LINEAR_BITS_MAX - 1 - other };
		/* Those of one bit with a smaller base come first, as many of each as there are shifts. */
		int tried = other < 0 ? 0 : s.shift;
		for (int base = 0; base < other; base++) {
			tried += LINEAR_BITS_MAX - 1 - base;
		}
		bool right = !algebra_failed(&al) && found.found && found.unique && swizzle_equal(found.swizzle, s)
			&& found.swizzles_tried == tried && found.offset == 0;
		right = right && layout_equal(found.layout, (struct layout){ a.shape, tuple_int(1) });
		struct linear_reading read = linear_from_map(&al, inferred_map(&al, &found));
		right = right && read.is_linear && linear_equal(&read.linear, &a) && !algebra_failed(&al);
		expect(tally, right, "62 bits, the last one with bit %d: Sw<%d,%d,%d> after %d", other, found.swizzle.bits,
			found.swizzle.base, found.swizzle.shift, found.swizzles_tried);
	}
}

/* --- small tables with holes --- */

/* Whether some strides from -6 to 6 and some offset give the entries that are known, for the extents as they are. */
static bool strides_exist(const int64_t *table, const int64_t *extents, int rank, int64_t size) {
	int64_t strides[3] = { -6, -6, -6 };
	for (;;) {
		int64_t offset = INFER_HOLE;
		bool fits = true;
		for (int64_t i = 0; i < size && fits; i++) {
			int64_t rest = i;
			int64_t sum = 0;
			for (int k = 0; k < rank; k++) {
				sum += rest % extents[k] * strides[k];
				rest /= extents[k];
			}
			if (table[i] != INFER_HOLE) {
				offset = offset == INFER_HOLE ? table[i] - sum : offset;
				fits = table[i] - sum == offset;
			}
		}
		int k = 0;
		while (k < rank && ++strides[k] > 6) {
			strides[k++] = -6;
		}
		if (fits || k == rank) {
			return fits;
		}
	}
}

static void small_holes(struct tally *tally, struct arena *arena, struct samples *samples) {
	static const int64_t primes[][3] = { { 2, 2, 2 }, { 2, 3, 1 }, { 3, 2, 1 }, { 5, 1, 1 }, { 2, 2, 3 }, { 3, 3, 1 } };
	for (int number = 0; number < 3000 / SAMPLES_SLOWNESS; number++) {
		const int64_t *extents = primes[number % 6];
		int64_t size = extents[0] * extents[1] * extents[2];
		int64_t table[SMALL_MAX];
		struct algebra al;
		arena_reset(arena);
		algebra_init(&al, arena);
		for (int64_t i = 0; i < size; i++) {
			table[i] = sample_below(samples, 3) == 0 ? sample_between(samples, -4, 4) : INFER_HOLE;
		}
		table[sample_below(samples, size)] = INFER_HOLE;
		struct inferred a = infer_table(&al, table, shape_of(&al, extents, 3));
		bool exists = strides_exist(table, extents, 3, size);
		bool plain = a.found && a.swizzle.bits == 0;
		expect(tally, !algebra_failed(&al) && (!exists || plain) && (!a.found || gives(&a, table, size)),
			"holes %d: %s, but strides %s", number, plain ? "found" : "none", exists ? "exist" : "do not exist");
	}
}

/* What is preferred where entries leave a choice: no offset, few modes, strides 0. */
static void known_holes(struct tally *tally, struct arena *arena) {
	enum { H = 99 };
	static const struct {
		int64_t extents[2], table[12];
		int64_t offset;
		int count;
		int64_t shape[3], stride[3]; /* of the digits from left to right */
		int undetermined;
	} cases[] = {
		{ { 4, 1 }, { 0, 1, H, H }, 0, 1, { 4 }, { 1 }, 1 },
		{ { 4, 1 }, { 0, H, H, H }, 0, 1, { 4 }, { 0 }, 2 },
		{ { 4, 1 }, { H, H, H, H }, 0, 1, { 4 }, { 0 }, 3 },
		{ { 4, 1 }, { 5, H, 7, H }, 5, 1, { 4 }, { 1 }, 1 },
		{ { 4, 1 }, { 0, H, H, 6 }, 0, 1, { 4 }, { 2 }, 1 },
		{ { 4, 1 }, { 0, H, H, 5 }, 0, 2, { 2, 2 }, { 0, 5 }, 1 },
		{ { 4, 1 }, { 0, 3, 7, H }, 0, 2, { 2, 2 }, { 3, 7 }, 0 },
		{ { 4, 1 }, { H, 3, H, 9 }, 0, 1, { 4 }, { 3 }, 1 },
		{ { 4, 1 }, { H, 3, H, 10 }, 0, 2, { 2, 2 }, { 3, 7 }, 1 },
		{ { 8, 1 }, { 0, 2, H, H, H, H, H, H }, 0, 1, { 8 }, { 2 }, 2 },
		{ { 8, 1 }, { 0, H, H, H, H, H, H, 7 }, 0, 1, { 8 }, { 1 }, 2 },
		{ { 8, 1 }, { 0, 1, H, 11, H, H, H, H }, 0, 2, { 2, 4 }, { 1, 10 }, 1 },
		{ { 9, 1 }, { 0, H, 4, H, H, H, H, H, H }, 0, 1, { 9 }, { 2 }, 1 },
		{ { 6, 1 }, { 0, H, H, 5, H, H }, 0, 2, { 2, 3 }, { 0, 5 }, 1 },
		{ { 2, 3 }, { 0, H, H, 6, H, H }, 0, 2, { 2, 3 }, { 0, 6 }, 1 },
		{ { 2, 2 }, { 0, 1, H, H }, 0, 2, { 2, 2 }, { 1, 0 }, 1 },
	};
	for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
		struct algebra al;
		int64_t table[12];
		arena_reset(arena);
		algebra_init(&al, arena);
		for (int i = 0; i < 12; i++) {
			table[i] = cases[n].table[i] == H ? INFER_HOLE : cases[n].table[i];
		}
		int rank = cases[n].extents[1] == 1 ? 1 : 2;
		struct inferred a = infer_table(&al, table, shape_of(&al, cases[n].extents, rank));
		struct tuple shape = tuple_flatten_to_tuple(&al, a.layout.shape);
		struct tuple stride = tuple_flatten_to_tuple(&al, a.layout.stride);
		bool right = a.found && a.offset == cases[n].offset && shape.rank == cases[n].count;
		for (int k = 0; k < cases[n].count && right; k++) {
			right = shape.modes[k].value == cases[n].shape[k] && stride.modes[k].value == cases[n].stride[k];
		}
		expect(tally, right && a.undetermined == cases[n].undetermined,
			"known holes %zu: offset %" PRId64 ", %d modes, %d undetermined", n, a.offset, shape.rank, a.undetermined);
	}
}

/* What is no table, and compositions that have none. */
static void refused(struct tally *tally, struct arena *arena) {
	static const struct {
		int64_t table[2];
		int64_t size;
		enum fault_code code;
		const char *text;
	} tables[] = {
		{ { 0, INFER_GREATEST }, 2, FAULT_NONE, "" },
		{ { INFER_GREATEST, INFER_GREATEST }, 2, FAULT_NONE, "" },
		{ { 0, INFER_GREATEST + 1 }, 2, FAULT_DOMAIN,
			"values are from -2^62 + 1 to 2^62 - 1, not 4611686018427387904" },
		{ { 0, -INFER_GREATEST }, 2, FAULT_NONE, "" },
		{ { -INFER_GREATEST - 1, 0 }, 2, FAULT_DOMAIN,
			"values are from -2^62 + 1 to 2^62 - 1, not -4611686018427387904" },
		{ { -INFER_GREATEST - 1, INFER_GREATEST }, 2, FAULT_DOMAIN,
			"values are from -2^62 + 1 to 2^62 - 1, not -4611686018427387904" },
		{ { 7, 0 }, 1, FAULT_NONE, "" },
		{ { 7, 0 }, 0, FAULT_DOMAIN, "a table has from 1 to 16777216 entries, not 0" },
		{ { 7, 0 }, LIMIT_TABLE_ENTRIES + 1, FAULT_LIMIT, "a table has from 1 to 16777216 entries, not 16777217" },
	};
	struct algebra al;
	for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
		arena_reset(arena);
		algebra_init(&al, arena);
		struct inferred a = infer_table(&al, tables[i].table, tuple_int(tables[i].size));
		expect(tally, al.fault.code == tables[i].code && strcmp(al.fault.text, tables[i].text) == 0,
			"table %zu: %s", i, al.fault.text);
		expect(tally, a.found == (al.fault.code == FAULT_NONE), "table %zu: found %d", i, a.found);
	}
	static const struct {
		int64_t extent, stride, basis;
		enum fault_code code;
		const char *text;
	} inner[] = {
		{ 4, 2, 0, FAULT_NONE, "" },
		{ 1, 0, 0, FAULT_NONE, "" },
		{ 0, 1, 0, FAULT_DOMAIN, "the inner layout is empty, or negative somewhere" },
		{ 2, -1, 0, FAULT_DOMAIN, "the inner layout is empty, or negative somewhere" },
		{ LIMIT_TABLE_ENTRIES + 1, 1, 0, FAULT_LIMIT, "more than 16777216 coordinates" },
		{ 4, 2, 1, FAULT_TYPE, "a layout with basis strides gives coordinates, not offsets" },
	};
	for (size_t i = 0; i < sizeof inner / sizeof *inner; i++) {
		arena_reset(arena);
		algebra_init(&al, arena);
		struct tuple step = tuple_int(5);
		step.basis_depth = (uint8_t)inner[i].basis;
		struct map a = map_from_layout(layout_of(&al, tuple_int(8), step));
		struct map b = map_from_layout(layout_of(&al, tuple_int(inner[i].extent), tuple_int(inner[i].stride)));
		struct inferred r = infer_composition(&al, a, b);
		expect(tally, al.fault.code == inner[i].code && strcmp(al.fault.text, inner[i].text) == 0,
			"composition %zu: %s", i, al.fault.text);
		expect(tally, r.found == (al.fault.code == FAULT_NONE), "composition %zu: found %d", i, r.found);
	}
}

/* Of maps every value is known, that of a hole, too, which no table has. */
static void least_values(struct tally *tally, struct arena *arena) {
	static const int64_t strides[] = { -INFER_GREATEST, -INFER_GREATEST - 1, INT64_MIN + 1, INT64_MIN };
	for (int i = 0; i < 8; i++) {
		struct algebra al;
		char text[96] = "";
		arena_reset(arena);
		algebra_init(&al, arena);
		struct map two = map_from_layout((struct layout){ tuple_int(2), tuple_int(1) });
		struct map map = map_from_layout((struct layout){ tuple_int(2), tuple_int(strides[i / 2]) });
		struct inferred r = i % 2 == 0 ? infer_map(&al, map) : infer_composition(&al, map, two);
		if (i >= 2) {
			snprintf(text, sizeof text, "values are from -2^62 + 1 to 2^62 - 1, not %" PRId64, strides[i / 2]);
		}
		expect(tally, strcmp(al.fault.text, text) == 0 && r.found == (i < 2), "least value %d: %s", i, al.fault.text);
	}
}

/* The last coordinate of B that A takes, and the first one whose value it has not, or not in 64 bits. */
static void ends_of_domains(struct tally *tally, struct arena *arena) {
	static const int64_t columns[] = { 1, 2, 4 };
	for (int64_t number = 0; number < 4; number++) {
		struct algebra al;
		arena_reset(arena);
		algebra_init(&al, arena);
		struct linear eight = linear_make(&al, tuple_int(8), columns, 0);
		struct tuple steps = tuple_pair(&al, tuple_int(1), tuple_int(INFER_GREATEST / 4 + 1));
		struct map bits = map_from_linear(&al, &eight);
		struct map layout = map_from_layout(layout_of(&al, tuple_pair(&al, tuple_int(3), tuple_int(4)), steps));
		bool beyond = number % 2 != 0;
		int64_t stride = number < 2 ? 7 + number : beyond ? 3 * 8 : 3 * 3;
		struct map inner = map_from_layout((struct layout){ tuple_int(2), tuple_int(stride) });
		struct inferred r = infer_composition(&al, number < 2 ? bits : layout, inner);
		enum fault_code code = !beyond ? FAULT_NONE : number < 2 ? FAULT_DOMAIN : FAULT_OVERFLOW;
		int64_t table[2] = { 0, number < 2 ? 7 : 3 * (INFER_GREATEST / 4 + 1) };
		bool right = al.fault.code == code && r.found == !beyond && (beyond || gives(&r, table, 2));
		expect(tally, right, "end %" PRId64 ": %s", number, al.fault.text);
	}
}

/* A table of which nothing is known has one answer, and none behind a swizzle. */
static void nothing_known(struct tally *tally, struct arena *arena) {
	const int64_t table[8] = { INFER_HOLE, INFER_HOLE, INFER_HOLE, INFER_HOLE, INFER_HOLE, INFER_HOLE, INFER_HOLE,
		INFER_HOLE };
	const struct inferred *all = NULL;
	struct algebra al;
	arena_reset(arena);
	algebra_init(&al, arena);
	int count = infer_table_all(&al, table, tuple_int(8), &all);
	expect(tally, count == 1 && all[0].found && all[0].swizzle.bits == 0 && !algebra_failed(&al),
		"a table of holes has %d answers", count);
}

/* Tables with holes whose equations leave 64 bits, in a product, a sum and a difference, and some that just do not. */
static void large_holes(struct tally *tally, struct arena *arena) {
	enum { G = 1, H = 9 }; /* times INFER_GREATEST, and a hole */
	static const struct {
		int64_t extents[3];
		int rank;
		int8_t table[12];
		bool found;
	} cases[] = {
		{ { 5 }, 1, { -G, G, 0, H, H }, false },
		{ { 5 }, 1, { -G, G, H, H, H }, true },
		{ { 3 }, 1, { -G, G, H }, true },
		{ { 3 }, 1, { G, -G, 0 }, false },
		{ { 2, 3 }, 2, { -G, G, G, 0, H, H }, false },
		{ { 2, 3 }, 2, { -G, G, G, H, H, H }, true },
		{ { 2, 2, 2 }, 3, { 0, -G, -G, G, H, H, H, H }, false },
		{ { 2, 2, 2 }, 3, { 0, -G, H, H, G, 0, H, H }, true },
	};
	for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
		struct algebra al;
		int64_t table[12];
		arena_reset(arena);
		algebra_init(&al, arena);
		int64_t size = 1;
		for (int k = 0; k < cases[n].rank; k++) {
			size *= cases[n].extents[k];
		}
		for (int64_t i = 0; i < size; i++) {
			table[i] = cases[n].table[i] == H ? INFER_HOLE : cases[n].table[i] * INFER_GREATEST;
		}
		bool has_holes = table[size - 1] == INFER_HOLE;
		struct inferred a = infer_table(&al, table, shape_of(&al, cases[n].extents, cases[n].rank));
		bool right = a.found == cases[n].found;
		if (!cases[n].found && has_holes) {
			right = right && al.fault.code == FAULT_OVERFLOW
				&& strcmp(al.fault.text, "solving for the strides needs integers of more than 64 bits") == 0;
		} else {
			right = right && !algebra_failed(&al);
		}
		for (int64_t i = 0; i < size && a.found && right; i++) {
			uint64_t value = (uint64_t)a.offset;
			int64_t rest = i;
			struct tuple shape = tuple_flatten_to_tuple(&al, a.layout.shape);
			struct tuple stride = tuple_flatten_to_tuple(&al, a.layout.stride);
			for (int k = 0; k < shape.rank; k++) {
				value += (uint64_t)(rest % shape.modes[k].value) * (uint64_t)stride.modes[k].value;
				rest /= shape.modes[k].value;
			}
			right = table[i] == INFER_HOLE || value == (uint64_t)table[i];
		}
		expect(tally, right, "large holes %zu: found %d, %s", n, a.found, al.fault.text);
	}
	/* What the third entry should be is beyond 64 bits: the nearest integer is told. */
	struct algebra al;
	algebra_init(&al, arena);
	const int64_t down[3] = { INFER_GREATEST, -INFER_GREATEST, 0 };
	struct inferred refused = infer_table(&al, down, tuple_int(3));
	expect(tally, !refused.found && refused.refusal.expected == INT64_MIN,
		"expected %" PRId64, refused.refusal.expected);
	const int64_t up[4] = { -INFER_GREATEST, INFER_GREATEST, INFER_GREATEST, 0 };
	refused = infer_table(&al, up, tuple_pair(&al, tuple_int(2), tuple_int(2)));
	expect(tally, !refused.found && refused.refusal.expected == INT64_MAX,
		"expected %" PRId64, refused.refusal.expected);
	/* The offset would be 2^63: the first entry, 2 less than it, is not known. */
	const int64_t beyond[3] = { INFER_HOLE, INFER_GREATEST, -2 };
	refused = infer_table(&al, beyond, tuple_int(3));
	expect(tally, !refused.found && al.fault.code == FAULT_OVERFLOW, "an offset of 2^63: %s", al.fault.text);
	const struct inferred *all = NULL;
	algebra_init(&al, arena);
	const int64_t none[1] = { 0 };
	expect(tally, infer_table_all(&al, none, tuple_int(0), &all) == 0 && algebra_failed(&al), "a table of nothing");
}

/* The least value of a layout behind an offset. */
static int64_t least_before(const struct inferred *a) {
	struct inferred plain = *a;
	plain.swizzle.bits = 0;
	return plain.offset + least_of(plain.layout);
}

/* Behind a swizzle nothing is negative, holes or not. */
static void swizzled_holes(struct tally *tally, struct arena *arena, struct samples *samples) {
	int through = 0;
	for (int number = 0; number < 3000 / SAMPLES_SLOWNESS; number++) {
		struct algebra al;
		int64_t extents[2] = { 4 << sample_below(samples, 2), 1 << sample_below(samples, 3) };
		int64_t strides[5];
		int64_t table[64];
		int64_t size = extents[0] * extents[1];
		int64_t offset = sample_below(samples, 2) * sample_below(samples, 30);
		int shift = 1 + (int)sample_below(samples, 3);
		arena_reset(arena);
		algebra_init(&al, arena);
		for (int k = 0; k < 5; k++) {
			strides[k] = sample_below(samples, 3) > 0 ? 1 << sample_below(samples, 6) : sample_between(samples, -6, 12);
		}
		for (int64_t i = 0; i < size; i++) {
			int64_t value = offset;
			for (int k = 0; k < 5; k++) {
				value += (i >> k & 1) * strides[k];
			}
			bool is_hole = value < 0 || sample_below(samples, 2) == 0;
			table[i] = is_hole ? INFER_HOLE : swizzled(1 + number % 2, 0, shift < 2 ? 2 : shift, value);
		}
		struct inferred a = infer_table(&al, table, shape_of(&al, extents, 2));
		through += a.found && a.swizzle.bits > 0;
		expect(tally, !algebra_failed(&al) && (!a.found || gives(&a, table, size)), "swizzled holes %d: wrong", number);
		expect(tally, !a.found || a.swizzle.bits == 0 || least_before(&a) >= 0,
			"swizzled holes %d: negative in front of the swizzle", number);
	}
	expect(tally, through > 20, "only %d are seen through a swizzle", through);
}

/* --- linear maps --- */

static void random_linear(struct tally *tally, struct arena *arena, struct samples *samples, int number) {
	struct algebra al;
	int64_t columns[8];
	int64_t extents[3] = { 1 << sample_below(samples, 3), 1 << sample_below(samples, 4), 1 };
	extents[2] <<= sample_below(samples, 3);
	arena_reset(arena);
	algebra_init(&al, arena);
	struct tuple shape = shape_of(&al, extents, 3);
	for (int k = 0; k < 8; k++) {
		columns[k] = number % 2 == 0 ? sample_below(samples, 256) : (int64_t)1 << (k * 3 % 8);
	}
	columns[1] ^= number % 4 == 1 ? columns[0] : 0;
	struct linear a = linear_make(&al, shape, columns, number % 3 == 0 ? 0 : sample_below(samples, 256));
	int64_t size = extents[0] * extents[1] * extents[2];
	int64_t table[256];
	bool seen[256] = { false };
	int64_t values = 0;
	for (int64_t i = 0; i < size; i++) {
		table[i] = a.constant;
		for (int k = 0; k < a.bits; k++) {
			table[i] ^= (i >> k & 1) != 0 ? columns[k] : 0;
		}
		values += seen[table[i]] ? 0 : 1;
		seen[table[i]] = true;
	}
	struct linear_reading reading = linear_from_table(&al, table, shape);
	expect(tally, reading.is_linear && linear_equal(&reading.linear, &a), "linear %d is not read again", number);
	expect(tally, values == (int64_t)1 << linear_rank(&a), "linear %d: rank %d, %" PRId64 " values", number,
		linear_rank(&a), values);
	struct linear right = linear_right_inverse(&al, &a);
	bool inverse = algebra_failed(&al) == !seen[0];
	for (int64_t i = 0; inverse && seen[0] && i < (int64_t)1 << right.bits; i++) {
		inverse = table[linear_at(&right, i)] == i;
	}
	bool complete = false;
	for (int64_t i = (int64_t)1 << right.bits; i < 2 << right.bits && i < 256; i++) {
		complete = complete || !seen[i];
	}
	expect(tally, inverse && (!seen[0] || right.bits == a.bits || complete), "right inverse of linear %d", number);
	algebra_init(&al, arena);
	struct linear left = linear_left_inverse(&al, &a);
	inverse = algebra_failed(&al) == (values < size);
	for (int64_t i = 0; inverse && values == size && i < size; i++) {
		inverse = linear_at(&left, table[i]) == i;
	}
	expect(tally, inverse, "left inverse of linear %d", number);
	algebra_init(&al, arena);
	struct inferred by_columns = infer_linear(&al, &a);
	struct inferred by_table = infer_table(&al, table, shape);
	expect(tally, by_columns.found == by_table.found && (!by_columns.found || gives(&by_columns, table, size)),
		"linear %d: a layout from its columns or from its table alone", number);
	table[sample_below(samples, size)] ^= 1;
	reading = linear_from_table(&al, table, shape);
	expect(tally, size < 4 || !reading.is_linear, "linear %d with a bit changed is linear", number);
}

/* Layouts and swizzled layouts: linear exactly if their table is. */
static void linear_maps(struct tally *tally, struct arena *arena, struct samples *samples, int number) {
	struct algebra al;
	arena_reset(arena);
	algebra_init(&al, arena);
	struct layout a = sample_layout_signed(samples, &al, 256);
	struct map map = map_from_layout(a);
	int64_t offset = sample_below(samples, 64) - least_of(a);
	if (number % 2 == 0) {
		struct swizzle s = { 1 + number / 2 % 2, number / 4 % 3, 2 + number / 12 % 3 };
		map = map_composed(&al, map_from_swizzle(s), tuple_int(offset), map);
	}
	struct linear_reading read = linear_from_map(&al, map);
	struct offsets offsets = offsets_init_map(&al, map);
	int64_t *table = arena_array(arena, (size_t)offsets.size, sizeof *table);
	offsets_fill(&offsets, 0, offsets.size, table);
	struct linear_reading expected = linear_from_table(&al, table, a.shape);
	bool same = read.is_linear == expected.is_linear
		&& (!read.is_linear || linear_equal(&read.linear, &expected.linear));
	expect(tally, same && !algebra_failed(&al), "map %d: structure and table do not agree: %s", number, al.fault.text);
}

/* --- extended maps --- */

/* The value of "map" at coordinate number "i"; INFER_HOLE after a fault. */
static int64_t map_at(struct algebra *al, struct map map, int64_t i) {
	struct tuple value = map_crd2idx(al, tuple_int(i), map);
	return algebra_failed(al) || !tuple_is_plain_int(value) ? INFER_HOLE : value.value;
}

/* A random map of bits behind a layout, behind a swizzle, and with an offset: each value by itself. */
static void extended_map(struct tally *tally, struct arena *arena, struct samples *samples, int number) {
	struct algebra al;
	arena_reset(arena);
	algebra_init(&al, arena);
	struct layout layout = sample_layout(samples, &al, 64);
	struct linear a = { .shape = tuple_int(1), .constant = sample_below(samples, 64) };
	while ((int64_t)1 << a.bits < layout_cosize(&al, layout).value) {
		a.columns[a.bits++] = sample_below(samples, 1024);
	}
	a.shape = tuple_int((int64_t)1 << a.bits);
	struct swizzle s = { 1, number % 3, 1 + number % 4 };
	int64_t offset = sample_between(samples, -9, 9);
	struct map bits = map_from_linear(&al, &a);
	struct map swizzled_bits = map_composition(&al, map_from_swizzle(s), bits);
	struct map composed = map_composition(&al, swizzled_bits, map_from_layout(layout));
	struct map shifted = map_shifted(&al, offset, composed);
	struct offsets offsets = offsets_init_map(&al, shifted);
	int64_t size = layout_size(&al, layout).value;
	bool right = !algebra_failed(&al);
	for (int64_t i = 0; i < size && right; i++) {
		int64_t rest = i;
		int64_t expected = offset + swizzled(1, s.base, s.shift, linear_at(&a, offset_at(layout, &rest)));
		right = map_at(&al, shifted, i) == expected && offsets_at(&offsets, i) == expected
			&& expected >= offsets.least && expected <= offsets.greatest
			&& expected < map_cosize(&al, shifted).value;
	}
	expect(tally, right, "extended map %d: %s", number, al.fault.text);
	algebra_init(&al, arena);
	layout = sample_layout_injective(samples, &al, 64);
	size = layout_size(&al, layout).value;
	struct map inverse = map_left_inverse(&al, map_shifted(&al, 64 + offset, map_from_layout(layout)));
	right = true;
	for (int64_t i = 0; i < size && right && !algebra_failed(&al); i++) {
		int64_t rest = i;
		right = map_at(&al, inverse, 64 + offset + offset_at(layout, &rest)) == i;
	}
	expect(tally, right, "left inverse %d of an offset and a layout", number);
}

/* --- layouts behind layouts --- */

/* The kinds of functions of (x,y) that skewed() has. */
enum skewed { ROTATED_ROWS, ROTATED_COLUMNS, STAIRS, RAGGED, OUTLIER };

static int64_t skewed_at(enum skewed kind, int64_t x, int64_t y, int64_t parameter) {
	switch (kind) {
	case ROTATED_ROWS: return (x + y) % 8 * 16 + y;
	case ROTATED_COLUMNS: return (x + y) % 8 * 16 + x * 1000;
	case STAIRS: return x / 3 * 40 + x % 3 + y * 7;
	case RAGGED: return x % 2 + x / 2 % parameter * 10 + x / 2 / parameter * 1000;
	case OUTLIER: return x == 0 ? parameter : x == 1 ? 0 : 5;
	}
	return 0;
}

/*
 * Functions that are layouts behind layouts, up to the limits: 2^14 entries, from -2^40 to 2^40, and 16 sizes for a
 * layout that ends within a mode, here (2,m,2), of which 2*m + 2 entries are known and 4*m are needed, in steps of 2.
 */
static void layouts_behind_layouts(struct tally *tally, struct arena *arena) {
	const int64_t greatest = (int64_t)1 << 40;
	const struct {
		enum skewed kind;
		int64_t extents[2];
		int64_t parameter;
		bool found;
	} cases[] = {
		{ ROTATED_ROWS, { 8, 8 }, 0, true },
		{ ROTATED_ROWS, { 8, 200 }, 0, true },
		{ ROTATED_ROWS, { 8, 2048 }, 0, true },
		{ ROTATED_ROWS, { 8, 2049 }, 0, false },
		{ ROTATED_COLUMNS, { 200, 8 }, 0, true },
		{ ROTATED_COLUMNS, { 2048, 8 }, 0, true },
		{ ROTATED_COLUMNS, { 2049, 8 }, 0, false },
		{ OUTLIER, { 5, 1 }, 1, false },
		{ STAIRS, { 7, 1 }, 0, true },
		{ STAIRS, { 7, 5 }, 0, true },
		{ RAGGED, { 10, 1 }, 4, true },
		{ RAGGED, { 34, 1 }, 16, true },
		{ RAGGED, { 36, 1 }, 17, false },
		{ OUTLIER, { 3, 1 }, greatest, true },
		{ OUTLIER, { 3, 1 }, greatest + 1, false },
		{ OUTLIER, { 3, 1 }, -greatest, true },
		{ OUTLIER, { 3, 1 }, -greatest - 1, false },
	};
	for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
		struct algebra al;
		struct map map;
		int64_t offset = 0;
		arena_reset(arena);
		algebra_init(&al, arena);
		int64_t size = cases[n].extents[0] * cases[n].extents[1];
		int64_t *table = arena_array(arena, (size_t)size, sizeof *table);
		for (int64_t i = 0; i < size; i++) {
			table[i] = skewed_at(cases[n].kind, i % cases[n].extents[0], i / cases[n].extents[0], cases[n].parameter);
		}
		struct tuple shape = shape_of(&al, cases[n].extents, cases[n].extents[1] == 1 ? 1 : 2);
		bool found = infer_skewed(&al, table, shape, &offset, &map);
		bool right = found == cases[n].found && !algebra_failed(&al);
		for (int64_t i = 0; i < size && right && found; i++) {
			right = offset + map_at(&al, map, i) == table[i];
		}
		expect(tally, right, "layout behind a layout %zu: %s, or wrong", n, found ? "found" : "none");
	}
}

/* With an argument that many times fewer samples, and not every small table. */
int main(int argc, char **argv) {
	int fewer = argc > 1 ? atoi(argv[1]) : 1;
	struct tally tally = { 0, 0 };
	struct arena arena;
	struct samples samples;
	arena_init(&arena, NULL, NULL);
	samples_init(&samples, 14);
	if (fewer == 1) {
		small_tables(&tally, &arena, &samples);
	}
	small_holes(&tally, &arena, &samples);
	known_holes(&tally, &arena);
	refused(&tally, &arena);
	ends_of_domains(&tally, &arena);
	least_values(&tally, &arena);
	nothing_known(&tally, &arena);
	large_holes(&tally, &arena);
	many_modes(&tally, &arena);
	all_bits(&tally, &arena);
	layouts_behind_layouts(&tally, &arena);
	swizzled_holes(&tally, &arena, &samples);
	for (int i = 0; i < 20000 / SAMPLES_SLOWNESS / fewer; i++) {
		random_layout(&tally, &arena, &samples, i);
		random_linear(&tally, &arena, &samples, i);
		linear_maps(&tally, &arena, &samples, i);
		extended_map(&tally, &arena, &samples, i);
	}
	samples_init(&samples, 15);
	for (int i = 0; i < 4000 / SAMPLES_SLOWNESS / fewer; i++) {
		all_swizzles(&tally, &arena, &samples, i);
		refusals(&tally, &arena, &samples, i);
	}
	arena_finish(&arena);
	printf("%d passed, %d failed\n", tally.passed, tally.failed);
	return tally.failed != 0;
}
