/* Arrays of NumPy: numbers of every kind and size against those of C, and headers that are no such arrays. */
#include <float.h>
#include <inttypes.h>
#include <math.h>

#include "base/buf.h"
#include "samples.h"
#include "tally.h"
#include "tool/npy.h"

enum { NUMBERS = 200 };

/* A file of "version" whose header is "header" and whose numbers are the bytes "data". */
static struct str file_of(struct arena *arena, int version, const char *header, const void *data, size_t size) {
	size_t length = strlen(header);
	struct buf out;
	buf_init(&out, arena);
	buf_put(&out, "\x93NUMPY");
	buf_put_char(&out, (char)version);
	buf_put_char(&out, '\0');
	for (int i = 0; i < (version == 1 ? 2 : 4); i++) {
		buf_put_char(&out, (char)(length >> 8 * i & 255));
	}
	buf_put(&out, header);
	buf_put_str(&out, (struct str){ data, size });
	return buf_str(&out);
}

static struct str file_of_type(struct arena *arena, const char *type, const void *data, size_t size) {
	struct buf header;
	buf_init(&header, arena);
	buf_printf(&header, "{'descr': '%s', 'fortran_order': False, 'shape': (%d,), }\n", type, NUMBERS);
	return file_of(arena, 1 + (int)(size % 3), header.data, data, size);
}

static bool same(double a, double b) {
	return a == b ? signbit(a) == signbit(b) : isnan(a) && isnan(b);
}

/* The float of 16 bits by its definition: sign, 5 bits of the exponent, 10 of the fraction. */
static double half_of(unsigned bits) {
	double fraction = bits % 1024 / 1024.0;
	int exponent = (int)(bits / 1024 % 32);
	double value = exponent == 31 ? (bits % 1024 == 0 ? HUGE_VAL : nan(""))
		: exponent == 0       ? fraction / 16384
				      : (1 + fraction) * pow(2, exponent - 15);
	return bits >= 32768 ? -value : value;
}

/* Compare what is read of the type with "wanted". */
static void compare(struct tally *tally, struct arena *arena, const char *type, const void *data, size_t size,
		const double *wanted) {
	struct memory memory = { .first = 0 };
	const char *problem = npy_read(arena, file_of_type(arena, type, data, size * NUMBERS), &memory);
	expect(tally, problem == NULL && memory.count == NUMBERS, "FAIL %s: %s", type, problem != NULL ? problem : "count");
	for (int i = 0; problem == NULL && i < NUMBERS; i++) {
		double number = memory.numbers[i];
		expect(tally, same(number, wanted[i]), "FAIL %s: number %d is %g, not %g", type, i, number, wanted[i]);
	}
}

#define COMPARE(c_type, type)                                                  \
	do {                                                                   \
		c_type numbers[NUMBERS];                                       \
		memcpy(numbers, bytes, sizeof numbers);                        \
		for (int i = 0; i < NUMBERS; i++) {                            \
			wanted[i] = (double)numbers[i];                        \
		}                                                              \
		compare(tally, arena, type, bytes, sizeof numbers[0], wanted); \
	} while (false)

static void all_types(struct tally *tally, struct arena *arena) {
	struct samples samples;
	unsigned char bytes[8 * NUMBERS];
	double wanted[NUMBERS];
	uint16_t halves[NUMBERS];
	samples_init(&samples, 9);
	for (size_t i = 0; i < sizeof bytes; i++) {
		/* Some of only ones and zeros, which have the extremes. */
		size_t byte = (size_t)sample_below(&samples, 256);
		byte = i / 8 % 5 == 0 ? i % 8 / 7 * 128 : byte;
		bytes[i] = (unsigned char)(i % 7 == 0 ? 255 : i % 11 == 0 ? 0 : byte);
	}
	COMPARE(int8_t, "|i1");
	COMPARE(int8_t, "<i1");
	COMPARE(uint8_t, "|u1");
	COMPARE(uint8_t, "|b1");
	COMPARE(int16_t, "<i2");
	COMPARE(uint16_t, "<u2");
	COMPARE(int32_t, "<i4");
	COMPARE(uint32_t, "<u4");
	COMPARE(int64_t, "<i8");
	COMPARE(uint64_t, "<u8");
	COMPARE(float, "<f4");
	COMPARE(double, "<f8");
	memcpy(halves, bytes, sizeof halves);
	for (int i = 0; i < NUMBERS; i++) {
		static const uint16_t special[] = { 0x7c00, 0xfc00, 0x7c01, 0x03ff, 0x0400, 0x8001, 0x7bff, 0x8000, 0x3c00 };
		halves[i] = i < 9 ? special[i] : halves[i];
		wanted[i] = half_of(halves[i]);
	}
	compare(tally, arena, "<f2", halves, sizeof halves[0], wanted);
}

#define NO_NUMBERS "its numbers are not integers or floats of 1 to 8 bytes, little endian"
#define NO_ARRAY "it is no array of NumPy (.npy)"

static void headers(struct tally *tally, struct arena *arena) {
	static const struct {
		int version;
		const char *header, *says;
	} cases[] = {
		{ 1, "{'descr': '<i4', }", NULL }, { 2, "{'descr': '<i4', }", NULL }, { 3, "{'descr': '<i4', }", NULL },
		{ 0, "{'descr': '<i4', }", NO_ARRAY }, { 4, "{'descr': '<i4', }", NO_ARRAY },
		{ 1, "{'descr':'<i4'}", NULL }, { 1, "'descr':    '<i4'", NULL }, { 1, "{'shape': (1,), 'descr': '<i4'", NULL },
		{ 1, "{'descr': '<i4", NO_NUMBERS }, { 1, "{'descr': '", NO_NUMBERS }, { 1, "{'descr':", NO_NUMBERS },
		{ 1, "{'descr", NO_NUMBERS }, { 1, "{'descr' : '<i4'}", NO_NUMBERS }, { 1, "{\"descr\": '<i4'}", NO_NUMBERS },
		{ 1, "{'Descr': '<i4'}", NO_NUMBERS }, { 1, "{'descr': \"<i4\"}", NO_NUMBERS }, { 1, "", NO_NUMBERS },
		{ 1, "{'descr': '<i4}", NO_NUMBERS }, { 1, "{'descr': '<i42'}", NO_NUMBERS },
		{ 1, "{'descr': '>i4'}", NO_NUMBERS }, { 1, "{'descr': '=i4'}", NO_NUMBERS }, { 1, "{'descr': '|i4'}", NULL },
		{ 1, "{'descr': '<i3'}", NO_NUMBERS }, { 1, "{'descr': '<i0'}", NO_NUMBERS },
		{ 1, "{'descr': '<i9'}", NO_NUMBERS }, { 1, "{'descr': '<i5'}", NO_NUMBERS },
		{ 1, "{'descr': '<i6'}", NO_NUMBERS },
		{ 1, "{'descr': '<i7'}", NO_NUMBERS },
		{ 1, "{'descr': '<c8'}", NO_NUMBERS }, { 1, "{'descr': '<f1'}", NO_NUMBERS }, { 1, "{'descr': '<b4'}", NULL },
		{ 1, "{'descr': '<u1'}", NULL }, { 1, "{'descr': '<U1'}", NO_NUMBERS },
		{ 1, "{'descr': [('a', '<i4')]}", NO_NUMBERS },
		{ 1, "{'descr':  ", NO_NUMBERS }, { 1, "{'descr': \"<i4'}", NO_NUMBERS },
	};
	/* Data that read on like a header, of which they are no part: behind a name, and within it or the type. */
	static const unsigned char data[8] = " '<i4'\1";
	static const unsigned char ends[8] = "':'<i4'";
	const size_t case_count = sizeof cases / sizeof cases[0];
	for (size_t k = 0; k < 2 * case_count; k++) {
		size_t i = k % case_count;
		struct memory memory = { .first = 0 };
		struct str file = file_of(arena, cases[i].version, cases[i].header, k < case_count ? data : ends, sizeof data);
		const char *says = npy_read(arena, file, &memory);
		bool good = says == NULL ? cases[i].says == NULL : cases[i].says != NULL && strcmp(says, cases[i].says) == 0;
		expect(tally, good, "FAIL %s: %s", cases[i].header, says != NULL ? says : "read");
		expect(tally, says != NULL || memory.count == 2 || memory.count == 8, "FAIL %s: %" PRId64, cases[i].header,
			memory.count);
	}
	struct str whole = file_of(arena, 1, "{'descr': '<i4', }", data, sizeof data);
	struct memory memory = { .first = 0 };
	size_t header = whole.length - sizeof data;
	for (size_t length = 0; length <= whole.length; length++) {
		const char *says = npy_read(arena, (struct str){ whole.data, length }, &memory);
		const char *wanted = length <= 12 ? NO_ARRAY : length < header ? "its header is cut off" : NULL;
		bool good = says == NULL ? wanted == NULL : wanted != NULL && strcmp(says, wanted) == 0;
		expect(tally, good, "FAIL %zu bytes: %s", length, says != NULL ? says : "read");
		bool count = says != NULL || memory.count == (int64_t)((length - header) / 4);
		expect(tally, count, "FAIL %zu bytes: %" PRId64, length, memory.count);
	}
	struct str other = file_of(arena, 1, "{'descr': '<i4', }", data, sizeof data);
	((char *)other.data)[3] = 'u';
	expect(tally, npy_read(arena, other, &memory) != NULL, "FAIL the magic bytes");
}

int main(void) {
	struct tally tally = { 0, 0 };
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	all_types(&tally, &arena);
	headers(&tally, &arena);
	arena_finish(&arena);
	printf("%d passed, %d failed\n", tally.passed, tally.failed);
	return tally.failed != 0;
}
