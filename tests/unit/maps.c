/*
 * Maps of all kinds, layouts in front of and behind each other, swizzles, maps of bits, offsets, against their
 * definition at every coordinate: in blocks, as chains, their largest values, two side by side, and layouts behind
 * layouts that are found in a table. Prints "N passed, N failed".
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algebra/compare.h"
#include "algebra/infer_skew.h"
#include "algebra/linear_map.h"
#include "samples.h"
#include "tally.h"

enum { SIZE_MAX_HERE = 12000, WINDOWS = 6 };

/* --- the definition --- */

/* What is left of "*i" goes to the last leaf of "a", with "last". */
static int64_t layout_value(struct layout a, int64_t *i, bool last) {
	int64_t offset = 0;
	if (!tuple_is_tuple(a.shape)) {
		offset = (last ? *i : *i % a.shape.value) * a.stride.value;
		*i /= a.shape.value;
		return offset;
	}
	for (int k = 0; k < a.shape.rank; k++) {
		offset += layout_value(layout_mode(a, k), i, last && k + 1 == a.shape.rank);
	}
	return offset;
}

static int64_t swizzle_value(struct swizzle s, int64_t i) {
	for (int bit = 0; bit < s.bits; bit++) {
		int from = s.base + bit + (s.shift > 0 ? s.shift : 0);
		int to = s.base + bit + (s.shift > 0 ? 0 : -s.shift);
		/* Y and Z have no bit in common. */
		i ^= (i >> from & 1) << to;
	}
	return i;
}

static int64_t bits_value(const struct linear *a, int64_t i) {
	int64_t value = a->constant;
	for (int k = 0; k < a->bits; k++) {
		value ^= (i >> k & 1) * a->columns[k];
	}
	return value;
}

static int64_t map_value(struct map map, int64_t i) {
	switch (map.kind) {
	case MAP_LAYOUT: return layout_value(map.layout, &i, true);
	case MAP_SWIZZLE: return swizzle_value(map.swizzle, i);
	case MAP_LINEAR: return bits_value(map.linear, i);
	case MAP_IDENTITY: return i;
	case MAP_COMPOSED: break;
	}
	return map_value(map.composed->outer, map.composed->offset.value + map_value(map.composed->inner, i));
}

/* All values, their number in "*size". */
static int64_t *values_of(struct algebra *al, struct map map, int64_t *size) {
	*size = layout_size(al, map_inner(al, map)).value;
	int64_t *values = arena_array(al->arena, (size_t)*size + 1, sizeof *values);
	for (int64_t i = 0; i < *size; i++) {
		values[i] = map_value(map, i);
	}
	return values;
}

/* --- samples --- */

/* A layout whose number of coordinates is beside that of a block, or is anything up to "most". */
static struct layout sample_domain(struct samples *samples, struct algebra *al, int64_t most) {
	static const int64_t edges[] = { 1, 2, 1023, 1024, 1025, 2048, 4095, 4096, 4097, 8192, 8193 };
	if (sample_below(samples, 12) > 0) {
		return sample_layout_signed(samples, al, most);
	}
	return layout_of(al, tuple_int(edges[sample_below(samples, 11)]), tuple_int(sample_between(samples, -3, 3)));
}

static int64_t least_value(const int64_t *values, int64_t size) {
	int64_t least = 0;
	for (int64_t i = 0; i < size; i++) {
		least = values[i] < least ? values[i] : least;
	}
	return least;
}

static struct swizzle sample_swizzle(struct samples *samples) {
	int bits = (int)sample_between(samples, 0, 3);
	int shift = (int)sample_between(samples, bits == 0 ? 1 : bits, 4);
	return (struct swizzle){ bits, (int)sample_below(samples, 4), sample_below(samples, 3) == 0 ? -shift : shift };
}

/* A map of bits with a column for every bit that "map" reaches. */
static struct map bits_behind(struct samples *samples, struct algebra *al, const int64_t *values, int64_t size,
		int64_t offset) {
	struct linear a = { .constant = sample_below(samples, 64) };
	int64_t greatest = 0;
	for (int64_t i = 0; i < size; i++) {
		greatest = values[i] + offset > greatest ? values[i] + offset : greatest;
	}
	while (greatest >> a.bits != 0 || a.bits == 0) {
		a.columns[a.bits++] = sample_below(samples, 4096);
	}
	a.shape = tuple_int((int64_t)1 << a.bits);
	struct map bits = map_from_linear(al, &a);
	return bits.composed->outer;
}

/* "parts" maps behind a layout of up to "most" coordinates. */
static struct map sample_map(struct samples *samples, struct algebra *al, int64_t most, int parts) {
	struct map map = map_from_layout(sample_domain(samples, al, most));
	for (int k = 0; k < parts && !algebra_failed(al); k++) {
		int64_t size;
		const int64_t *values = values_of(al, map, &size);
		int64_t offset = sample_below(samples, 3) == 0 ? 0 : sample_below(samples, 40);
		offset -= least_value(values, size);
		struct map outer;
		switch (sample_below(samples, 5)) {
		case 0: outer = map_from_swizzle(sample_swizzle(samples)); break;
		case 1: outer = map_from_layout(sample_layout_signed(samples, al, 64)); break;
		case 2: outer = bits_behind(samples, al, values, size, offset); break;
		case 3:
			outer = map_composed_whole(al, map_from_swizzle(sample_swizzle(samples)),
				tuple_int(sample_below(samples, 9)), false, map_from_layout(sample_layout(samples, al, 64)));
			break;
		default: outer = map_identity(); break;
		}
		map = map_composed_whole(al, outer, tuple_int(offset), false, map);
	}
	return map;
}

/* --- the laws --- */

/* Any window of the values, by blocks and by chain, and each value alone. */
static void check_values(struct tally *tally, struct algebra *al, struct samples *samples, struct map map, int number) {
	static int64_t block[SIZE_MAX_HERE];
	int64_t size;
	struct chain chain;
	const int64_t *values = values_of(al, map, &size);
	struct offsets offsets = offsets_init_map(al, map);
	bool is_chain = map_chain(al, map, &chain);
	if (algebra_failed(al)) {
		bool is_refused = al->fault.code == FAULT_DOMAIN && map.kind == MAP_COMPOSED;
		expect(tally, is_refused, "map %d: %s", number, al->fault.text);
		return;
	}
	bool right = offsets.size == size && is_chain;
	for (int64_t i = 0; i < size && right; i++) {
		right = offsets_at(&offsets, i) == values[i] && (int64_t)chain_at(&chain, (uint64_t)i) == values[i]
			&& values[i] >= offsets.least && values[i] <= offsets.greatest;
	}
	expect(tally, right, "map %d: an offset, its range, or the chain is wrong", number);
	if (map.kind == MAP_LAYOUT) {
		int64_t greatest = 0;
		for (int64_t i = 0; i < size; i++) {
			greatest = values[i] > greatest ? values[i] : greatest;
		}
		expect(tally, offsets.least == least_value(values, size) && offsets.greatest == greatest,
			"map %d: another range of a layout", number);
	}
	for (int w = 0; w < WINDOWS; w++) {
		int64_t first = w == 0 ? 0 : w == 1 ? (size > 1) : sample_below(samples, size);
		int64_t count = w <= 2 ? size - first : 1 + sample_below(samples, size - first);
		offsets_fill(&offsets, first, count, block);
		right = true;
		for (int64_t i = 0; i < count; i++) {
			right = right && block[i] == values[first + i];
			block[i] = first + count - 1 - i;
		}
		expect(tally, right, "map %d: offsets %" PRId64 " from %" PRId64 " on", number, count, first);
		right = true;
		chain_apply(&chain, block, count);
		for (int64_t i = 0; i < count; i++) {
			right = right && block[i] == values[first + count - 1 - i];
		}
		chain_run(&chain, first, block, count);
		for (int64_t i = 0; i < count; i++) {
			right = right && block[i] == values[first + i];
		}
		expect(tally, right, "map %d: the chain at %" PRId64 " from %" PRId64 " on", number, count, first);
	}
}

/* The cosize is one more than the largest value; for layouts and offsets in front of them also below 0. */
static void check_cosize(struct tally *tally, struct algebra *al, struct map map, int number) {
	int64_t size;
	const int64_t *values = values_of(al, map, &size);
	int64_t greatest = 0;
	for (int64_t i = 0; i < size; i++) {
		greatest = values[i] > greatest ? values[i] : greatest;
	}
	if (map.kind != MAP_COMPOSED || map.composed->outer.kind != MAP_LINEAR) {
		return;
	}
	struct tuple cosize = map_cosize(al, map);
	expect(tally, algebra_failed(al) ? al->fault.code == FAULT_DOMAIN : cosize.value == greatest + 1,
		"map %d: cosize %" PRId64 ", not %" PRId64, number, cosize.value, greatest + 1);
}

static int by_value(const void *a, const void *b) {
	int64_t x = *(const int64_t *)a;
	int64_t y = *(const int64_t *)b;
	return (x > y) - (x < y);
}

static int64_t times_in(const int64_t *values, int64_t size, int64_t value) {
	int64_t times = 0;
	for (int64_t i = 0; i < size; i++) {
		times += values[i] == value;
	}
	return times;
}

/* The facts about two maps side by side. */
static void check_comparison(struct tally *tally, struct algebra *al, struct map a, struct map b, int number) {
	int64_t sizes[2];
	int64_t *values[2] = { values_of(al, a, &sizes[0]), values_of(al, b, &sizes[1]) };
	struct comparison found = compare_maps(al, a, b);
	if (algebra_failed(al)) {
		expect(tally, al->fault.code == FAULT_DOMAIN, "pair %d: %s", number, al->fault.text);
		return;
	}
	int64_t shorter = sizes[0] < sizes[1] ? sizes[0] : sizes[1];
	int64_t first = 0;
	while (first < shorter && values[0][first] == values[1][first]) {
		first++;
	}
	bool same = first == shorter && sizes[0] == sizes[1];
	bool right = found.size_a == sizes[0] && found.size_b == sizes[1] && found.same_function == same;
	right = right && (same || found.first == first) && (!found.same_structure || same);
	right = right && (first == shorter || (found.first_a == values[0][first] && found.first_b == values[1][first]));
	expect(tally, right, "pair %d: same %d, first difference %" PRId64 ", not %" PRId64, number, found.same_function,
		found.first, first);
	qsort(values[0], (size_t)sizes[0], sizeof **values, by_value);
	qsort(values[1], (size_t)sizes[1], sizeof **values, by_value);
	int64_t i = 0;
	while (i < shorter && values[0][i] == values[1][i]) {
		i++;
	}
	bool same_image = i == shorter && sizes[0] == sizes[1];
	right = found.images_known && found.same_image == same_image;
	if (right && !same_image) {
		int64_t odd = i == sizes[0] ? values[1][i] : i == sizes[1] ? values[0][i]
			: values[0][i] < values[1][i] ? values[0][i] : values[1][i];
		right = found.odd_offset == odd && found.odd_a == times_in(values[0], sizes[0], odd)
			&& found.odd_b == times_in(values[1], sizes[1], odd);
	}
	expect(tally, right, "pair %d: images same %d, odd offset %" PRId64, number, found.same_image, found.odd_offset);
}

/* "a" written otherwise, or with another offset, or something else. */
static struct map partner(struct samples *samples, struct algebra *al, struct map a, int number) {
	struct swizzle none = { 0, 0, 3 };
	switch (number % 5) {
	case 0: return map_composed_whole(al, map_from_swizzle(none), tuple_int(0), false, a);
	case 1: return map_composed_whole(al, map_identity(), tuple_int(sample_below(samples, 2)), false, a);
	case 2: return map_with_inner(al, a, layout_coalesce(al, map_inner(al, a)));
	case 3: {
		struct layout inner = map_inner(al, a);
		return map_with_inner(al, a, layout_of(al, tuple_int(layout_size(al, inner).value), tuple_int(1)));
	}
	default: return sample_map(samples, al, 300, number / 5 % 3);
	}
}

/* --- layouts behind layouts --- */

/* A function of two indices, by its number: the first four are such layouts for certain. */
static int64_t skewed_value(int kind, const int64_t *p, int64_t i, int64_t j) {
	switch (kind) {
	case 0: return (i + j) % p[0] * p[1] + j * p[2];
	case 1: return (i + j) % p[0] * p[1] + i * p[2];
	case 2: return i / p[0] * 40 + i % p[0] + 3 * j;
	case 3: return i % p[0] * p[1] + i / p[0] * 100 + j % p[2] * 7 + j / p[2] * 300;
	case 4: return (i + p[3] * j) % (p[0] * 2) * p[1] + j;
	case 5: return (j + 2 * i) / p[0] * 50 + (j + 2 * i) % p[0] * p[1];
	case 6: return i * i * p[0] + j;
	default: return (i * j) % (p[0] + 2) + p[1];
	}
}

static void check_skewed(struct tally *tally, struct algebra *al, struct samples *samples, int number) {
	int kind = number % 8;
	int rank = number / 8 % 4 == 0 && kind >= 2 ? 1 : 2;
	int64_t n[2] = { 2 + sample_below(samples, 11), rank == 1 ? 1 : 2 + sample_below(samples, 9) };
	int64_t p[4] = { 2 + sample_below(samples, 6), 1 + sample_below(samples, 20), 1 + sample_below(samples, 4),
		2 + sample_below(samples, 3) };
	int64_t offset = sample_below(samples, 3) == 0 ? 0 : sample_between(samples, -50, 50);
	int64_t table[256];
	for (int64_t k = 0; k < n[0] * n[1]; k++) {
		table[k] = offset + skewed_value(kind, p, k % n[0], k / n[0]);
	}
	struct tuple shape = rank == 1 ? tuple_int(n[0]) : tuple_pair(al, tuple_int(n[0]), tuple_int(n[1]));
	int64_t before = 0;
	struct map map = map_identity();
	bool found = infer_skewed(al, table, shape, &before, &map);
	bool right = found || kind > 3;
	for (int64_t k = 0; k < n[0] * n[1] && found && right; k++) {
		right = before + map_value(map, k) == table[k];
	}
	right = right && (!found || tuple_equal(map_inner(al, map).shape, shape)) && !algebra_failed(al);
	/* Of one index there is no second mode, of extent 1. */
	struct layout outer = found ? map.composed->outer.layout : layout_one();
	right = right && (rank == 2 || !found || layout_size(al, layout_mode(outer, layout_rank(outer) - 1)).value > 1);
	expect(tally, right, "function %d of kind %d over %" PRId64 ",%" PRId64 ": %s", number, kind, n[0], n[1],
		found ? "not what is found" : "none found");
}

/* --- what has no values --- */

/* What stands around a layout must take its values: each limit, and one beyond. */
static void check_limits(struct tally *tally, struct arena *arena) {
	struct algebra al;
	arena_reset(arena);
	algebra_init(&al, arena);
	struct linear bits = { .shape = tuple_int(8), .bits = 3, .columns = { 4, 2, 1 } };
	struct map outer = map_from_linear(&al, &bits).composed->outer;
	struct map swizzle = map_from_swizzle((struct swizzle){ 1, 0, 1 });
	struct map empty = map_from_layout(layout_of(&al, tuple_int(0), tuple_int(1)));
	struct tuple one = tuple_int(1);
	one.basis_depth = 1;
	struct map basis = map_from_layout(layout_of(&al, tuple_int(4), one));
	const struct {
		struct map outer;
		struct tuple offset;
		struct layout inner;
		const char *text; /* "": there are values */
	} cases[] = {
		{ outer, tuple_int(0), { tuple_int(8), tuple_int(1) }, "" },
		{ outer, tuple_int(0), { tuple_int(9), tuple_int(1) },
			"the offset may be 8, but the map of bits has coordinates up to 7" },
		{ outer, tuple_int(1), { tuple_int(8), tuple_int(1) },
			"the offset may be 8, but the map of bits has coordinates up to 7" },
		{ swizzle, tuple_int(3), { tuple_int(4), tuple_int(-1) }, "" },
		{ swizzle, tuple_int(2), { tuple_int(4), tuple_int(-1) },
			"the offset may be negative in front of the outer map: it is at least -1" },
		{ map_identity(), tuple_int(-2), { tuple_int(4), tuple_int(-1) }, "" },
		{ empty, tuple_int(0), { tuple_int(4), tuple_int(1) }, "the outer layout is empty" },
		{ empty, tuple_int(0), { tuple_int(0), tuple_int(1) }, "" },
		{ swizzle, tuple_int(-1), { tuple_int(0), tuple_int(1) }, "" },
		{ swizzle, tuple_int(-1), { tuple_int(1), tuple_int(1) },
			"the offset may be negative in front of the outer map: it is at least -1" },
		{ outer, tuple_int(9), { tuple_int(0), tuple_int(1) }, "" },
		{ outer, tuple_int(8), { tuple_int(1), tuple_int(1) },
			"the offset may be 8, but the map of bits has coordinates up to 7" },
		{ basis, tuple_int(0), { tuple_int(4), tuple_int(1) },
			"strides with a basis give coordinates, not offsets" },
		{ map_identity(), tuple_pair(&al, tuple_int(1), tuple_int(2)), { tuple_int(4), tuple_int(1) },
			"an offset that is a coordinate gives coordinates, not offsets" },
		{ map_identity(), tuple_int(INT64_MAX), { tuple_int(1), tuple_int(1) }, "" },
		{ map_identity(), tuple_int(INT64_MAX), { tuple_int(2), tuple_int(1) },
			"1 + 9223372036854775807 does not fit 64 bits" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		algebra_init(&al, arena);
		offsets_init_map(&al, map_composed_whole(&al, cases[i].outer, cases[i].offset, false,
				map_from_layout(cases[i].inner)));
		expect(tally, strcmp(al.fault.text, cases[i].text) == 0, "limit %zu: %s", i, al.fault.text);
	}
}

/* The range of what a map may give: as narrow as its modes and bits show. */
static void check_ranges(struct tally *tally, struct arena *arena) {
	static const struct {
		int64_t outer[2][2]; /* extents and strides; { 0, 0 }: none */
		struct swizzle swizzle; /* where the first extent is 0 */
		int64_t offset, inner[2];
		int64_t least, greatest;
	} cases[] = {
		{ { { 8, 3 } }, { 0 }, 0, { 5, 1 }, 0, 12 },
		{ { { 8, 3 } }, { 0 }, 2, { 5, 1 }, 0, 18 },
		{ { { 3, 3 } }, { 0 }, 0, { 5, 1 }, 0, 12 },
		{ { { 2, 10 }, { 4, 1 } }, { 0 }, 0, { 5, 1 }, 0, 12 },
		{ { { 4, 1 }, { 4, 10 } }, { 0 }, 0, { 2, 1 }, 0, 1 },
		{ { { 4, 1 }, { 4, 10 } }, { 0 }, 0, { 4, 1 }, 0, 3 },
		{ { { 4, 1 }, { 4, 10 } }, { 0 }, 0, { 5, 1 }, 0, 13 },
		{ { { 4, -1 }, { 4, 10 } }, { 0 }, 0, { 3, 1 }, -2, 0 },
		{ { { 4, 1 }, { 4, -10 } }, { 0 }, 0, { 16, 1 }, -30, 3 },
		{ { { 0, 0 } }, { 1, 0, 2 }, 0, { 8, 1 }, 0, 7 },
		{ { { 0, 0 } }, { 1, 0, 2 }, 0, { 9, 1 }, 0, 15 },
		{ { { 0, 0 } }, { 1, 0, 2 }, 8, { 8, 1 }, 8, 15 },
		{ { { 0, 0 } }, { 2, 1, -3 }, 0, { 2, 1 }, 0, 63 },
		{ { { 0, 0 } }, { 0, 2, 3 }, 1, { 9, 1 }, 1, 9 },
		{ { { 0, 0 } }, { 0, 0, 1 }, 0, { 4, -3 }, -9, 0 },
	};
	for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
		struct algebra al;
		arena_reset(arena);
		algebra_init(&al, arena);
		const int64_t(*modes)[2] = cases[n].outer;
		struct layout one = layout_of(&al, tuple_int(modes[0][0]), tuple_int(modes[0][1]));
		struct layout two = layout_of(&al, tuple_pair(&al, tuple_int(modes[0][0]), tuple_int(modes[1][0])),
			tuple_pair(&al, tuple_int(modes[0][1]), tuple_int(modes[1][1])));
		struct map inner = map_from_layout(layout_of(&al, tuple_int(cases[n].inner[0]), tuple_int(cases[n].inner[1])));
		struct map outer = modes[0][0] == 0 ? map_from_swizzle(cases[n].swizzle)
			: map_from_layout(modes[1][0] == 0 ? one : two);
		if (cases[n].inner[1] < 0) {
			outer = map_identity();
		}
		struct offsets offsets = offsets_init_map(&al,
			map_composed_whole(&al, outer, tuple_int(cases[n].offset), false, inner));
		expect(tally, !algebra_failed(&al) && offsets.least == cases[n].least && offsets.greatest == cases[n].greatest,
			"range %zu: from %" PRId64 " to %" PRId64, n, offsets.least, offsets.greatest);
	}
}

/*
 * a(i + step*j) for a = (run,..):(1,greatest): steps below INFER_SKEWS are tried, and one more coordinate than a run
 * has is enough to see the next.
 */
static void check_skewed_steps(struct tally *tally, struct arena *arena) {
	static const struct {
		int64_t extents[2];
		int64_t step, run, greatest;
		bool found;
	} cases[] = {
		{ { 40, 3 }, INFER_SKEWS - 1, 64, 1000, true },
		{ { 40, 3 }, INFER_SKEWS, 64, 1000, false },
		{ { 33, 1 }, 0, 32, 37, true },
		{ { 33, 2 }, 1, 32, 37, true },
		{ { 8, 3 }, 7, 16, 100, true },
	};
	for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
		struct algebra al;
		arena_reset(arena);
		algebra_init(&al, arena);
		const int64_t *e = cases[n].extents;
		int64_t *table = arena_array(arena, (size_t)(e[0] * e[1]), sizeof *table);
		for (int64_t i = 0; i < e[0] * e[1]; i++) {
			int64_t u = i % e[0] + cases[n].step * (i / e[0]);
			table[i] = u % cases[n].run + u / cases[n].run * cases[n].greatest;
		}
		int64_t before = 0;
		struct map map = map_identity();
		bool found = infer_skewed(&al, table, tuple_pair(&al, tuple_int(e[0]), tuple_int(e[1])), &before, &map);
		bool right = found == cases[n].found && !algebra_failed(&al);
		for (int64_t i = 0; i < e[0] * e[1] && right && found; i++) {
			right = before + map_value(map, i) == table[i];
		}
		expect(tally, right, "steps of functions of two indices %zu: %d", n, found);
	}
}

/* Functions of two indices are looked at up to some number of cells, with values of up to 2^40. */
static void check_skewed_limits(struct tally *tally, struct arena *arena) {
	static const struct {
		int64_t extents[2];
		int64_t least, greatest; /* of values; the function is that of one layout behind another */
		bool found;
	} cases[] = {
		{ { 128, 128 }, 0, 1000, true },
		{ { 128, 129 }, 0, 1000, false },
		{ { 129, 127 }, 0, 1000, true },
		{ { 6, 1 }, 0, (int64_t)1 << 40, true },
		{ { 6, 1 }, 0, ((int64_t)1 << 40) + 1, false },
		{ { 6, 1 }, -((int64_t)1 << 40), 0, true },
		{ { 6, 1 }, -((int64_t)1 << 40) - 1, 0, false },
	};
	for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
		struct algebra al;
		arena_reset(arena);
		algebra_init(&al, arena);
		const int64_t *e = cases[n].extents;
		int64_t *table = arena_array(arena, (size_t)(e[0] * e[1]), sizeof *table);
		for (int64_t i = 0; i < e[0] * e[1]; i++) {
			/* (i + j) % 2 twice: two values, the least at the beginning. */
			table[i] = (i % e[0] + i / e[0]) % 2 == 0 ? cases[n].least : cases[n].greatest;
		}
		int64_t before = 0;
		struct map map = map_identity();
		bool found = infer_skewed(&al, table, tuple_pair(&al, tuple_int(e[0]), tuple_int(e[1])), &before, &map);
		bool right = found == cases[n].found && !algebra_failed(&al);
		for (int64_t i = 0; i < e[0] * e[1] && right && found; i++) {
			right = before + map_value(map, i) == table[i];
		}
		expect(tally, right, "limits of functions of two indices %zu: %d", n, found);
	}
	check_skewed_steps(tally, arena);
	struct algebra al;
	algebra_init(&al, arena);
	int64_t table[8] = { 0, 1, 0, 1, 0, 1, 0, 1 };
	int64_t before = 0;
	struct map map = map_identity();
	struct tuple two = tuple_int(2);
	struct tuple cube = tuple_append(&al, tuple_pair(&al, two, two), two);
	expect(tally, !infer_skewed(&al, table, cube, &before, &map), "a function of three indices");
	expect(tally, !infer_skewed(&al, table, tuple_of(&al, NULL, 0), &before, &map), "a function of none");
}

int main(void) {
	struct tally tally = { 0, 0 };
	struct arena arena;
	struct samples samples;
	arena_init(&arena, NULL, NULL);
	samples_init(&samples, 31);
	check_limits(&tally, &arena);
	check_ranges(&tally, &arena);
	check_skewed_limits(&tally, &arena);
	for (int i = 0; i < 3000 / SAMPLES_SLOWNESS; i++) {
		struct algebra al;
		int parts = i % 4;
		arena_reset(&arena);
		algebra_init(&al, &arena);
		struct map map = sample_map(&samples, &al, i % 10 == 0 ? 6000 : 300, parts);
		check_values(&tally, &al, &samples, map, i);
		algebra_init(&al, &arena);
		check_cosize(&tally, &al, map, i);
		algebra_init(&al, &arena);
		check_comparison(&tally, &al, map, partner(&samples, &al, map, i), i);
		algebra_init(&al, &arena);
		check_skewed(&tally, &al, &samples, i);
	}
	arena_finish(&arena);
	printf("%d passed, %d failed\n", tally.passed, tally.failed);
	return tally.failed != 0;
}
