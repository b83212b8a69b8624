/*
 * Element types by their definition: every value of the small ones, what holds what, and the random data that host and
 * kernels draw alike. Prints "N passed, N failed".
 */
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "gpu/dtype.h"
#include "tally.h"

/* The formats, as their standards have them: IEEE 754, bfloat16, and OCP's two of 8 bits. */
static const struct {
	enum dtype dtype;
	int exponent_bits, mantissa_bits, bias;
	bool has_infinity;         /* the largest exponent holds it, and no number */
	double largest, smallest, rounding;
} floats[] = {
	{ DTYPE_F16, 5, 10, 15, true, 65504, 0x1p-24, 0x1p-11 },
	{ DTYPE_BF16, 8, 7, 127, true, 0x1.fep127, 0x1p-133, 0x1p-8 },
	{ DTYPE_F32, 8, 23, 127, true, FLT_MAX, 0x1p-149, 0x1p-24 },
	{ DTYPE_F64, 11, 52, 1023, true, DBL_MAX, 0x1p-1074, 0x1p-53 },
	{ DTYPE_E4M3, 4, 3, 7, false, 448, 0x1p-9, 0x1p-4 },
	{ DTYPE_E5M2, 5, 2, 15, true, 57344, 0x1p-16, 0x1p-3 },
};

enum { FLOATS = sizeof floats / sizeof floats[0] };

/* --- values --- */

static bool is_same(double a, double b) {
	return (isnan(a) && isnan(b)) || (a == b && (signbit(a) != 0) == (signbit(b) != 0));
}

/* The value of the bits, by doubling the smallest. */
static double value_of(int f, uint64_t bits) {
	uint64_t mantissa = bits % ((uint64_t)1 << floats[f].mantissa_bits);
	uint64_t exponents = (uint64_t)1 << floats[f].exponent_bits;
	uint64_t exponent = bits >> floats[f].mantissa_bits & (exponents - 1);
	double sign = bits >> floats[f].mantissa_bits >> floats[f].exponent_bits != 0 ? -1 : 1;
	bool is_special = exponent == exponents - 1 && (floats[f].has_infinity || mantissa == 7);
	if (is_special) {
		return floats[f].has_infinity && mantissa == 0 ? sign * (double)INFINITY : (double)NAN;
	}
	double value = (double)mantissa * floats[f].smallest;
	if (exponent > 0) {
		value += (double)((uint64_t)1 << floats[f].mantissa_bits) * floats[f].smallest;
		for (uint64_t e = 1; e < exponent; e++) {
			value *= 2;
		}
	}
	return sign * value;
}

static void check_floats(struct tally *tally, struct arena *arena) {
	for (int f = 0; f < FLOATS; f++) {
		enum dtype dtype = floats[f].dtype;
		const char *name = dtype_info(dtype)->name;
		expect(tally, dtype_largest(dtype) == floats[f].largest, "%s: the largest value is %a", name,
			dtype_largest(dtype));
		expect(tally, dtype_smallest(dtype) == floats[f].smallest, "%s: the smallest value is %a", name,
			dtype_smallest(dtype));
		expect(tally, dtype_rounding(dtype) == floats[f].rounding, "%s: values are rounded by %a", name,
			dtype_rounding(dtype));
		int bits = 1 + floats[f].exponent_bits + floats[f].mantissa_bits;
		const double *table = dtype_table(arena, dtype);
		expect(tally, dtype_bytes(dtype) * 8 == bits && (table == NULL) == (bits > 16), "%s: %d bits", name, bits);
		uint64_t wrong = 0;
		for (uint64_t i = 0; i < 65536 && (bits > 8 || i < 256); i++) {
			/* Of large types some that are everywhere, with all bits of the exponent. */
			uint64_t at = bits <= 16 ? i : i << (bits - 16) ^ i * 0x9e3779b97f4a7c15u >> (80 - bits);
			bool good = is_same(dtype_decode(dtype, at), value_of(f, at))
				&& (table == NULL || is_same(table[at], value_of(f, at)));
			wrong += !good;
		}
		expect(tally, wrong == 0, "%s: %" PRIu64 " values are wrong", name, wrong);
	}
}

static void check_integers(struct tally *tally) {
	static const struct {
		enum dtype dtype;
		uint64_t bits;
		int64_t value;
	} values[] = {
		{ DTYPE_I8, 0x7f, 127 }, { DTYPE_I8, 0x80, -128 }, { DTYPE_I8, 0xff, -1 },
		{ DTYPE_U8, 0x7f, 127 }, { DTYPE_U8, 0x80, 128 }, { DTYPE_U8, 0xff, 255 },
		{ DTYPE_I16, 0x7fff, 32767 }, { DTYPE_I16, 0x8000, -32768 }, { DTYPE_I16, 0xffff, -1 },
		{ DTYPE_I32, 0x7fffffff, INT32_MAX }, { DTYPE_I32, 0x80000000, INT32_MIN }, { DTYPE_I32, 0xfffffffe, -2 },
		{ DTYPE_I64, (uint64_t)1 << 63, INT64_MIN }, { DTYPE_I64, UINT64_MAX, -1 }, { DTYPE_I64, 5, 5 },
	};
	static const struct {
		enum dtype dtype;
		double least, greatest;
	} ranges[] = { { DTYPE_I8, -128, 127 }, { DTYPE_U8, 0, 255 }, { DTYPE_I16, -32768, 32767 },
		{ DTYPE_I32, -2147483648.0, 2147483647.0 }, { DTYPE_I64, -0x1p63, 0x1p63 } };
	for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
		expect(tally, dtype_decode_int(values[i].dtype, values[i].bits) == values[i].value
			&& dtype_decode(values[i].dtype, values[i].bits) == (double)values[i].value, "%s: 0x%" PRIx64,
			dtype_info(values[i].dtype)->name, values[i].bits);
	}
	for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
		enum dtype dtype = ranges[i].dtype;
		expect(tally, dtype_least_int(dtype) == ranges[i].least && dtype_greatest_int(dtype) == ranges[i].greatest
			&& dtype_rounding(dtype) == 0, "%s: from %g to %g", dtype_info(dtype)->name, dtype_least_int(dtype),
			dtype_greatest_int(dtype));
	}
}

/* Elements in memory are little-endian, one behind the other. */
static void check_loads(struct tally *tally) {
	unsigned char memory[48];
	for (size_t i = 0; i < sizeof memory; i++) {
		memory[i] = (unsigned char)(i * 37 + 200);
	}
	for (int d = 0; d < DTYPE_COUNT; d++) {
		for (int index = 0; index < 5; index++) {
			uint64_t wanted = 0;
			int bytes = dtype_bytes((enum dtype)d);
			for (int i = 0; i < bytes; i++) {
				wanted |= (uint64_t)memory[1 + index * bytes + i] << 8 * i;
			}
			uint64_t bits = dtype_load((enum dtype)d, memory + 1, index);
			expect(tally, bits == wanted, "%s: element %d is 0x%" PRIx64, dtype_info((enum dtype)d)->name, index, bits);
		}
	}
}

/* --- what holds what --- */

/* Integers by their ranges, floats by their bits: more of both hold all values of the other. */
static bool holds(enum dtype dtype, enum dtype held) {
	if (!dtype_info(dtype)->is_float) {
		return dtype_least_int(dtype) <= dtype_least_int(held) && dtype_greatest_int(dtype) >= dtype_greatest_int(held);
	}
	int a = 0;
	int b = 0;
	for (int f = 0; f < FLOATS; f++) {
		a = floats[f].dtype == dtype ? f : a;
		b = floats[f].dtype == held ? f : b;
	}
	return floats[a].exponent_bits >= floats[b].exponent_bits && floats[a].mantissa_bits >= floats[b].mantissa_bits;
}

/* The narrowest that holds all that are of its kind, where floats go before integers. */
static enum dtype common_of(const enum dtype *of, int count) {
	bool is_float = false;
	int best = -1;
	for (int k = 0; k < count; k++) {
		is_float = is_float || dtype_info(of[k])->is_float;
	}
	for (int d = 0; d < DTYPE_COUNT; d++) {
		bool can = dtype_info((enum dtype)d)->is_float == is_float;
		for (int k = 0; k < count; k++) {
			can = can && (dtype_info(of[k])->is_float != is_float || holds((enum dtype)d, of[k]));
		}
		best = can && (best < 0 || dtype_bytes((enum dtype)d) < dtype_bytes((enum dtype)best)) ? d : best;
	}
	return (enum dtype)best;
}

static void check_common(struct tally *tally) {
	for (int i = 0; i < DTYPE_COUNT * DTYPE_COUNT * DTYPE_COUNT; i++) {
		const enum dtype of[] = { (enum dtype)(i % DTYPE_COUNT), (enum dtype)(i / DTYPE_COUNT % DTYPE_COUNT),
			(enum dtype)(i / DTYPE_COUNT / DTYPE_COUNT) };
		for (int count = 1; count <= 3; count++) {
			enum dtype common = dtype_common(of, count);
			expect(tally, common == common_of(of, count), "%d of %s, %s, %s: %s", count, dtype_info(of[0])->name,
				dtype_info(of[1])->name, dtype_info(of[2])->name, dtype_info(common)->name);
		}
	}
}

/* --- random data --- */

/* As src/gpu/device/hash.cuh has it. */
static void check_hash(struct tally *tally) {
	static const struct {
		uint32_t seed;
		int64_t index;
		uint32_t hash;
	} all[] = {
		{ 0, 0, 0x00000000 }, { 0, 1, 0x11fd02eb }, { 1, 0, 0x514e28b7 }, { 7, 1000, 0xfea3091e },
		{ 4294967295, 4294967296, 0x5fa256dc }, { 7, 21474848825, 0xbbd5032c }, { 3, -1, 0xcfe12c5f },
		{ 123456789, 1099511627775, 0xc9c2d202 },
	};
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
		uint32_t hash = random_hash(all[i].seed, all[i].index);
		expect(tally, hash == all[i].hash, "the hash of %" PRId64 " is 0x%08" PRIx32, all[i].index, hash);
	}
}

/*
 * The highest bit of the hash is the sign, two more choose between 1/8, 1/4, 1/2 and 1, the lowest are what stands
 * behind the point; of a double so are all of them once more above these. Integers are the highest 21 bits.
 */
static double plain(enum dtype dtype, uint32_t hash) {
	for (int f = 0; f < FLOATS; f++) {
		if (floats[f].dtype == dtype) {
			uint64_t behind = dtype == DTYPE_F64 ? (uint64_t)hash * 67108864 ^ hash : hash;
			double steps = (double)((uint64_t)1 << floats[f].mantissa_bits);
			double fraction = (double)(behind % ((uint64_t)1 << floats[f].mantissa_bits)) / steps;
			double magnitude = (double)(1 << (hash / 536870912 % 4)) / 8 * (1 + fraction);
			return hash >= 2147483648u ? -magnitude : magnitude;
		}
	}
	int64_t value = (int64_t)(hash / 2048) - (hash >= 2147483648u ? 2097152 : 0);
	return (double)dtype_decode_int(dtype, (uint64_t)value);
}

/* 1, or where the hash says that it is rare 2 or for floats 1/2; the lowest bit is the sign. */
static double factor(enum dtype dtype, uint32_t period, uint32_t hash) {
	bool is_rare = hash / 2 % period == 0;
	bool is_float = dtype_info(dtype)->is_float;
	double magnitude = !is_rare ? 1 : is_float && hash / 1073741824 % 2 == 0 ? 0.5 : 2;
	return hash % 2 == 1 && dtype != DTYPE_U8 ? -magnitude : magnitude;
}

static void check_random(struct tally *tally) {
	static const uint32_t periods[] = { 1, 2, 512, INT32_MAX };
	for (int d = 0; d < DTYPE_COUNT; d++) {
		enum dtype dtype = (enum dtype)d;
		int bits = 8 * dtype_bytes(dtype);
		for (int64_t n = 0; n < 500; n++) {
			uint32_t hash = n < 4 ? (uint32_t)n * 0x55555555 : random_hash(11, n);
			uint64_t drawn = dtype_random(dtype, FILL_PLAIN, 1, hash);
			expect(tally, dtype_decode(dtype, drawn) == plain(dtype, hash) && (bits == 64 || drawn >> bits == 0),
				"%s: 0x%" PRIx64 " of 0x%08" PRIx32, dtype_info(dtype)->name, drawn, hash);
			uint32_t period = periods[n % 4];
			drawn = dtype_random(dtype, FILL_PRODUCT, period, hash);
			expect(tally, dtype_decode(dtype, drawn) == factor(dtype, period, hash)
				&& (bits == 64 || drawn >> bits == 0), "%s: a factor 0x%" PRIx64 " of 0x%08" PRIx32,
				dtype_info(dtype)->name, drawn, hash);
		}
	}
}

/* --- names --- */

static void check_names(struct tally *tally) {
	enum dtype dtype = DTYPE_I8;
	expect(tally, !dtype_from_name(str_from("f15"), &dtype) && !dtype_from_name(str_from("u4"), &dtype)
		&& dtype == DTYPE_I8, "names of no type that kernels have");
	for (int d = 0; d < DTYPE_COUNT; d++) {
		expect(tally, dtype_from_name(str_from(dtype_info((enum dtype)d)->name), &dtype) && (int)dtype == d, "%s",
			dtype_info((enum dtype)d)->name);
	}
}

int main(void) {
	struct tally tally = { 0 };
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	check_floats(&tally, &arena);
	check_integers(&tally);
	check_loads(&tally);
	check_common(&tally);
	check_hash(&tally);
	check_random(&tally);
	check_names(&tally);
	arena_finish(&arena);
	printf("%d passed, %d failed\n", tally.passed, tally.failed);
	return tally.failed > 0;
}
