#include "tool/npy.h"

#include <math.h>

enum { MAGIC_BYTES = 8 };

/* The text behind "'key':" in the header, without blanks in front; empty if it is missing. */
static struct str header_value(struct str header, const char *key) {
	size_t length = strlen(key);
	for (size_t i = 0; i + length + 3 < header.length; i++) {
		bool found = header.data[i] == '\'' && memcmp(header.data + i + 1, key, length) == 0
			&& header.data[i + length + 1] == '\'' && header.data[i + length + 2] == ':';
		size_t begin = i + length + 3;
		while (found && begin < header.length && header.data[begin] == ' ') {
			begin++;
		}
		if (found) {
			return (struct str){ header.data + begin, header.length - begin };
		}
	}
	return str_from("");
}

/* The number in the "size" bytes at "bytes", little endian. */
static uint64_t read_bytes(const unsigned char *bytes, size_t size) {
	uint64_t word = 0;
	for (size_t i = size; i > 0; i--) {
		word = word << 8 | bytes[i - 1];
	}
	return word;
}

/* The float with these bits. */
static double read_half(uint64_t bits) {
	int exponent = (int)(bits >> 10 & 31);
	double fraction = (double)(bits & 1023);
	double value = exponent == 0 ? ldexp(fraction, -24)
		: exponent < 31      ? ldexp(1024 + fraction, exponent - 25)
		: fraction == 0      ? (double)INFINITY
				     : (double)NAN;
	return (bits >> 15 & 1) != 0 ? -value : value;
}

static double read_number(char kind, size_t size, const unsigned char *bytes) {
	uint64_t word = read_bytes(bytes, size);
	if (kind == 'f' && size == 2) {
		return read_half(word);
	}
	if (kind == 'f' && size == 4) {
		uint32_t half = (uint32_t)word;
		float real;
		memcpy(&real, &half, sizeof real);
		return (double)real;
	}
	if (kind == 'f') {
		double real;
		memcpy(&real, &word, sizeof real);
		return real;
	}
	uint64_t sign = UINT64_C(1) << (8 * size - 1);
	bool negative = kind == 'i' && (word & sign) != 0;
	return negative ? -(double)((~word & (sign - 1)) + 1) : (double)word;
}

const char *npy_read(struct arena *arena, struct str bytes, struct memory *memory) {
	const unsigned char *data = (const unsigned char *)bytes.data;
	bool is_npy = bytes.length > MAGIC_BYTES + 4 && memcmp(bytes.data, "\x93NUMPY", 6) == 0;
	if (!is_npy || data[6] < 1 || data[6] > 3) {
		return "it is no array of NumPy (.npy)";
	}
	size_t field = data[6] == 1 ? 2 : 4;
	size_t length = (size_t)read_bytes(data + MAGIC_BYTES, field);
	size_t begin = MAGIC_BYTES + field;
	if (length > bytes.length - begin) {
		return "its header is cut off";
	}
	struct str type = header_value((struct str){ bytes.data + begin, length }, "descr");
	char kind = type.length > 4 ? type.data[2] : '\0';
	size_t size = type.length > 4 && type.data[3] >= '1' && type.data[3] <= '8' ? (size_t)(type.data[3] - '0') : 0;
	bool known = type.length > 4 && type.data[0] == '\'' && (type.data[1] == '<' || type.data[1] == '|')
		&& type.data[4] == '\'' && (size == 1 || size == 2 || size == 4 || size == 8)
		&& (kind == 'i' || kind == 'u' || kind == 'b' || (kind == 'f' && size > 1));
	if (!known) {
		return "its numbers are not integers or floats of 1 to 8 bytes, little endian";
	}
	begin += length;
	memory->count = (int64_t)((bytes.length - begin) / size);
	double *numbers = arena_array(arena, (size_t)memory->count + 1, sizeof *numbers);
	for (int64_t i = 0; i < memory->count; i++) {
		numbers[i] = read_number(kind, size, data + begin + (size_t)i * size);
	}
	memory->numbers = numbers;
	return NULL;
}
