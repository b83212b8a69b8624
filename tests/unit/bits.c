/*
 * Maps of bits against the list of all their values: what they reach, the rank, the largest value, compositions, both
 * inverses, and those that are read in a table; and which numbers a swizzle may have. Prints "N passed, N failed".
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "algebra/linear.h"
#include "algebra/swizzle.h"
#include "samples.h"
#include "tally.h"

enum { BITS_HERE = 6, SIZE_HERE = 1 << BITS_HERE };

/* The value by its definition. */
static int64_t value_at(const struct linear *a, int64_t i) {
	int64_t value = a->constant;
	for (int k = 0; k < a->bits; k++) {
		value ^= (i >> k & 1) * a->columns[k];
	}
	return value;
}

static struct linear map_of(int bits, const int64_t *columns, int64_t constant) {
	struct linear a = { .shape = tuple_int((int64_t)1 << bits), .bits = bits, .constant = constant };
	memcpy(a.columns, columns, (size_t)bits * sizeof *columns);
	return a;
}

/* A map of up to "most" bits to "width" bits; often injective, now and then with a constant. */
static struct linear sample_map(struct samples *samples, int most, int width) {
	int64_t columns[BITS_HERE];
	int bits = (int)sample_below(samples, most + 1);
	bool independent = sample_below(samples, 2) == 0;
	for (int k = 0; k < bits; k++) {
		int64_t lower = sample_below(samples, (int64_t)1 << k);
		columns[k] = independent ? (int64_t)1 << k | lower : sample_below(samples, (int64_t)1 << width);
	}
	for (int k = 0; k < bits; k++) {
		int other = (int)sample_below(samples, bits);
		int64_t kept = columns[k];
		columns[k] = columns[other];
		columns[other] = kept;
	}
	return map_of(bits, columns, sample_below(samples, 2) == 0 ? 0 : sample_below(samples, (int64_t)1 << width));
}

/* How many coordinates have "value", and the last of them. */
static int times_of(const struct linear *a, int64_t value, int64_t *where) {
	int times = 0;
	for (int64_t i = 0; i < (int64_t)1 << a->bits; i++) {
		if (value_at(a, i) == value) {
			times++;
			*where = i;
		}
	}
	return times;
}

/* --- the laws --- */

static void check_values(struct tally *tally, const struct linear *a, int number) {
	int64_t reached = 0;
	int64_t greatest = 0;
	int different = 0;
	bool right = true;
	for (int64_t i = 0; i < (int64_t)1 << a->bits; i++) {
		int64_t value = value_at(a, i);
		int64_t last = i;
		right = right && linear_at(a, i) == value;
		reached |= value;
		greatest = value > greatest ? value : greatest;
		times_of(a, value, &last);
		different += last == i;
	}
	expect(tally, right, "map %d: a value", number);
	expect(tally, linear_reached_bits(a) == reached, "map %d: reached bits", number);
	expect(tally, linear_greatest(a) == greatest, "map %d: the largest value", number);
	expect(tally, 1 << linear_rank(a) == different, "map %d: the rank", number);
}

/* a(b(i)), unless a value of "b" has a bit that "a" does not take, of which the highest is told. */
static void check_composition(struct tally *tally, struct arena *arena, const struct linear *a, const struct linear *b,
		int number) {
	struct algebra al;
	algebra_init(&al, arena);
	struct linear both = linear_composition(&al, a, b);
	int highest = -1;
	for (int64_t i = 0; i < (int64_t)1 << b->bits; i++) {
		while (value_at(b, i) >> (highest + 1) != 0) {
			highest++;
		}
	}
	if (highest >= a->bits) {
		char text[96];
		snprintf(text, sizeof text, "the inner map reaches bit %d, but the outer one has coordinates of %d bits",
			highest, a->bits);
		expect(tally, strcmp(al.fault.text, text) == 0, "maps %d: %s", number, al.fault.text);
		return;
	}
	bool right = !algebra_failed(&al) && tuple_equal(both.shape, b->shape) && both.bits == b->bits;
	for (int64_t i = 0; i < (int64_t)1 << b->bits && right; i++) {
		right = value_at(&both, i) == value_at(a, value_at(b, i));
	}
	expect(tally, right, "maps %d: their composition", number);
}

/* Of as many bits as the values have; two coordinates of one value are told if there is none. */
static void check_left_inverse(struct tally *tally, struct arena *arena, const struct linear *a, int number) {
	struct algebra al;
	algebra_init(&al, arena);
	struct linear left = linear_left_inverse(&al, a);
	int64_t reached = linear_reached_bits(a);
	bool injective = linear_rank(a) == a->bits;
	if (!injective) {
		int64_t other = 0;
		int64_t value = -1;
		int count = sscanf(al.fault.text, "coordinates 0 and %" SCNd64 " both have the value %" SCNd64, &other, &value);
		bool right = count == 2 && al.fault.code == FAULT_INJECTIVE && other > 0 && other >> a->bits == 0;
		right = right && value_at(a, other) == value && value == a->constant;
		expect(tally, right, "map %d: %s", number, al.fault.text);
		return;
	}
	bool right = !algebra_failed(&al) && left.shape.value == (int64_t)1 << left.bits;
	right = right && reached >> left.bits == 0 && (left.bits == 0 || reached >> (left.bits - 1) != 0);
	for (int64_t i = 0; i < (int64_t)1 << a->bits && right; i++) {
		right = value_at(&left, value_at(a, i)) == i;
	}
	expect(tally, right, "map %d: its left inverse, %s", number, al.fault.text);
}

/* As large as the values from 0 on that are all there. */
static void check_right_inverse(struct tally *tally, struct arena *arena, const struct linear *a, int number) {
	struct algebra al;
	algebra_init(&al, arena);
	struct linear right = linear_right_inverse(&al, a);
	int64_t where;
	int64_t known = 0;
	while (times_of(a, known, &where) > 0) {
		known++;
	}
	if (known == 0) {
		expect(tally, strcmp(al.fault.text, "no coordinate has the value 0") == 0, "map %d: %s", number, al.fault.text);
		return;
	}
	bool good = !algebra_failed(&al) && right.shape.value == (int64_t)1 << right.bits;
	good = good && (int64_t)1 << right.bits <= known && known < (int64_t)2 << right.bits;
	for (int64_t i = 0; i < (int64_t)1 << right.bits && good; i++) {
		int64_t at = value_at(&right, i);
		good = at >> a->bits == 0 && value_at(a, at) == i;
	}
	expect(tally, good, "map %d: its right inverse, %s", number, al.fault.text);
}

/* All values are the map again; with one of them changed the table is no map, or another one. */
static void check_table(struct tally *tally, struct arena *arena, struct samples *samples, const struct linear *a,
		int number) {
	struct algebra al;
	algebra_init(&al, arena);
	int64_t table[SIZE_HERE];
	int64_t size = (int64_t)1 << a->bits;
	for (int64_t i = 0; i < size; i++) {
		table[i] = value_at(a, i);
	}
	struct linear_reading same = linear_from_table(&al, table, a->shape);
	expect(tally, same.is_linear && linear_equal(&same.linear, a), "map %d: another one from its table", number);
	int64_t at = sample_below(samples, size);
	table[at] = sample_below(samples, 8) == 0 ? -1 : table[at] ^ (1 + sample_below(samples, 7));
	struct linear_reading other = linear_from_table(&al, table, a->shape);
	struct linear columns = *a;
	columns.constant = table[0];
	bool linear = true;
	for (int k = 0; k < a->bits; k++) {
		columns.columns[k] = table[(int64_t)1 << k] ^ table[0];
	}
	for (int64_t i = 0; i < size; i++) {
		linear = linear && table[i] >= 0 && value_at(&columns, i) == table[i];
	}
	bool right = other.is_linear == linear;
	if (linear) {
		right = right && linear_equal(&other.linear, &columns) && !linear_equal(&other.linear, a)
			&& !linear_same_function(a, &columns);
	} else if (table[at] < 0) {
		/* A value that no map has is told of, or one that does not fit comes first. */
		right = right && (other.witness == -1 || value_at(&columns, other.witness) != table[other.witness]);
	} else {
		right = right && other.witness > 0 && other.witness < size
			&& value_at(&columns, other.witness) != table[other.witness];
	}
	expect(tally, right, "map %d: the table with entry %" PRId64 " changed", number, at);
}

/* --- tables --- */

static struct tuple pair(struct algebra *al, int64_t a, int64_t b) {
	return tuple_pair(al, tuple_int(a), tuple_int(b));
}

/* Which shapes and numbers a map of bits may have, at the limit and beyond it. */
static void check_limits(struct tally *tally, struct arena *arena) {
	static const char extents[] = "the extents of a map of bits are powers of two, and their product is at most 2^62";
	static const char columns[] = "the columns of a map of bits are from 0 to 2^62 - 1";
	struct algebra al;
	algebra_init(&al, arena);
	int64_t half = (int64_t)1 << 31;
	struct tuple run_time = tuple_int(4);
	run_time.known = KNOWN_RUN_TIME;
	const struct {
		struct tuple shape;
		int bits;
		int64_t first, last, constant; /* the first and the last column */
		const char *text;
	} cases[] = {
		{ tuple_int(1), 0, 0, 0, 0, "" },
		{ tuple_int(2), 1, 7, 7, 0, "" },
		{ tuple_int(0), -1, 0, 0, 0, extents },
		{ tuple_int(-2), -1, 0, 0, 0, extents },
		{ tuple_int(3), -1, 0, 0, 0, extents },
		{ tuple_int((int64_t)1 << 62), 62, 1, 1, 1, "" },
		{ pair(&al, half, half), 62, 1, 1, 0, "" },
		{ pair(&al, half, 2 * half), -1, 1, 1, 0, extents },
		{ pair(&al, 4, 6), -1, 1, 1, 0, extents },
		{ pair(&al, 6, 4), -1, 1, 1, 0, extents },
		{ run_time, 2, 1, 1, 0, "" },
		{ tuple_divisible(4), -1, 1, 1, 0, extents },
		{ pair(&al, 4, 2), 3, LINEAR_GREATEST, 0, 0, "" },
		{ pair(&al, 4, 2), 3, 0, LINEAR_GREATEST, LINEAR_GREATEST, "" },
		{ pair(&al, 4, 2), 3, 0, LINEAR_GREATEST + 1, 0, columns },
		{ pair(&al, 4, 2), 3, -1, 0, 0, columns },
		{ pair(&al, 4, 2), 3, 0, 0, LINEAR_GREATEST + 1, columns },
		{ pair(&al, 4, 2), 3, 0, 0, -1, columns },
		{ tuple_int(1), 0, 0, 0, -1, columns },
	};
	for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
		int64_t values[LINEAR_BITS_MAX] = { cases[n].first };
		if (cases[n].bits > 1) {
			values[cases[n].bits - 1] = cases[n].last;
		}
		algebra_init(&al, arena);
		struct linear a = linear_make(&al, cases[n].shape, values, cases[n].constant);
		bool right = strcmp(al.fault.text, cases[n].text) == 0 && linear_bits_of_shape(cases[n].shape) == cases[n].bits;
		if (right && !algebra_failed(&al)) {
			right = a.bits == cases[n].bits && a.constant == cases[n].constant
				&& (a.bits == 0 || linear_at(&a, 1) == (cases[n].constant ^ cases[n].first));
		}
		expect(tally, right, "limit %zu: %d bits, %s", n, linear_bits_of_shape(cases[n].shape), al.fault.text);
	}
}

/* The highest bits, and a table whose values are too large. */
static void check_large(struct tally *tally, struct arena *arena) {
	struct algebra al;
	algebra_init(&al, arena);
	int64_t columns[LINEAR_BITS_MAX];
	for (int k = 0; k < LINEAR_BITS_MAX; k++) {
		columns[k] = (int64_t)1 << (LINEAR_BITS_MAX - 1 - k);
	}
	struct linear a = map_of(LINEAR_BITS_MAX, columns, 5);
	struct linear left = linear_left_inverse(&al, &a);
	struct linear right = linear_right_inverse(&al, &a);
	expect(tally, !algebra_failed(&al) && linear_same_function(&left, &right), "the inverses of 62 bits");
	expect(tally, left.bits == LINEAR_BITS_MAX && linear_at(&left, linear_at(&a, 12345)) == 12345, "62 bits back");
	expect(tally, linear_greatest(&a) == LINEAR_GREATEST && linear_reached_bits(&a) == LINEAR_GREATEST
			&& linear_rank(&a) == LINEAR_BITS_MAX, "what 62 bits reach");
	static const struct {
		int64_t table[4];
		bool linear;
	} cases[] = {
		{ { 0, LINEAR_GREATEST, 1, LINEAR_GREATEST - 1 }, true },
		{ { LINEAR_GREATEST, 0, 1, LINEAR_GREATEST }, false },
		{ { LINEAR_GREATEST, 0, LINEAR_GREATEST - 1, 1 }, true },
		{ { 0, LINEAR_GREATEST + 1, 1, LINEAR_GREATEST + 2 }, false },
		{ { LINEAR_GREATEST + 1, LINEAR_GREATEST + 2, LINEAR_GREATEST + 3, LINEAR_GREATEST + 4 }, false },
		{ { -1, -2, -3, -4 }, false },
		{ { 0, 1, 2, -1 }, false },
		{ { 0, 1, 2, LINEAR_GREATEST + 1 }, false },
		{ { 0, (int64_t)1 << 61, (int64_t)1 << 61, LINEAR_GREATEST + 1 }, false },
	};
	for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
		struct linear_reading reading = linear_from_table(&al, cases[n].table, tuple_int(4));
		int64_t witness = n == 1 ? 3 : -1;
		expect(tally, reading.is_linear == cases[n].linear && (reading.is_linear || reading.witness == witness),
			"large table %zu: %d, %" PRId64, n, reading.is_linear, reading.witness);
	}
	struct linear_reading three = linear_from_table(&al, cases[0].table, tuple_int(3));
	expect(tally, !three.is_linear && three.witness == -1, "a table of three");
	struct linear shorter = map_of(2, columns, 0);
	struct linear longer = map_of(3, columns, 0);
	struct linear same = shorter;
	same.shape = pair(&al, 2, 2);
	expect(tally, !linear_same_function(&shorter, &longer) && !linear_same_function(&longer, &shorter), "lengths");
	expect(tally, linear_same_function(&shorter, &same) && !linear_equal(&shorter, &same), "shapes");
}

/* Sw<B,M,S> reaches up to bit 62, however its three numbers make that; what they must be besides is said first. */
static void check_swizzles(struct tally *tally, struct arena *arena) {
	static const char beyond[] = "Sw<B,M,S> reaches beyond bit 62";
	static const struct {
		int64_t bits, base, shift;
		const char *text;
	} cases[] = {
		{ 0, 62, 0, "" },
		{ 0, 63, 0, beyond },
		{ 0, 0, 62, "" },
		{ 0, 0, -62, "" },
		{ 0, 0, 63, beyond },
		{ 0, 0, -63, beyond },
		{ 31, 0, 31, "" },
		{ 31, 0, -31, "" },
		{ 31, 1, 31, beyond },
		{ 31, 1, -31, beyond },
		{ 20, 12, 30, "" },
		{ 62, 0, 0, "|S| = 0 of Sw<B,M,S> must not be smaller than B = 62" },
		{ 63, 0, 0, beyond },
		{ 2, 0, 1, "|S| = 1 of Sw<B,M,S> must not be smaller than B = 2" },
		{ 2, 0, -1, "|S| = 1 of Sw<B,M,S> must not be smaller than B = 2" },
		{ -1, 0, 3, "B and M of Sw<B,M,S> must not be negative" },
		{ 1, -1, 3, "B and M of Sw<B,M,S> must not be negative" },
		{ INT64_MAX, INT64_MAX, INT64_MAX, beyond },
		{ INT64_MAX, 0, 1, beyond },
		{ 0, INT64_MAX, 1, beyond },
		{ 0, 0, INT64_MIN, beyond },
	};
	for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
		struct algebra al;
		algebra_init(&al, arena);
		struct swizzle s = swizzle_make(&al, cases[n].bits, cases[n].base, cases[n].shift);
		bool right = strcmp(al.fault.text, cases[n].text) == 0;
		if (right && !algebra_failed(&al)) {
			right = s.bits == cases[n].bits && s.base == cases[n].base && s.shift == cases[n].shift;
		}
		expect(tally, right, "swizzle %zu: %s", n, al.fault.text);
	}
}

int main(void) {
	struct tally tally = { 0, 0 };
	struct arena arena;
	struct samples samples;
	arena_init(&arena, NULL, NULL);
	samples_init(&samples, 97);
	check_limits(&tally, &arena);
	check_large(&tally, &arena);
	check_swizzles(&tally, &arena);
	for (int i = 0; i < 4000 / SAMPLES_SLOWNESS; i++) {
		arena_reset(&arena);
		struct linear a = sample_map(&samples, BITS_HERE, 1 + i % 7);
		struct linear b = sample_map(&samples, BITS_HERE, 1 + i % 5);
		check_values(&tally, &a, i);
		check_composition(&tally, &arena, &a, &b, i);
		check_left_inverse(&tally, &arena, &a, i);
		check_right_inverse(&tally, &arena, &a, i);
		check_table(&tally, &arena, &samples, &a, i);
	}
	arena_finish(&arena);
	printf("%d passed, %d failed\n", tally.passed, tally.failed);
	return tally.failed != 0;
}
