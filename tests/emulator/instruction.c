/*
 * Instructions of a warp on the host, from the fragments that the manual of PTX draws ("Matrix Fragments for
 * mma.m16n8k16" and its neighbours, "ldmatrix", "stmatrix", "movmatrix"). Which element a register holds is written
 * here by rows and columns, without layouts, so that it shares nothing with the atoms that are tested against it.
 */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emulator.h"

#define EXPORT __attribute__((visibility("default")))

EXPORT void emulator_mma(const char *instruction, void *d, const void *a, const void *b);
EXPORT void emulator_move(const char *instruction, void *to, const void *from);

enum { WARP = 32, TERMS_MAX = 1024 };

struct place {
	int row, column;
};

/* "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32" in parts. */
struct mma {
	int m, n, k;
	char a_order[8], b_order[8];
	char d_type[8], a_type[8], b_type[8];
	bool is_xor;
};

static struct mma parse(const char *instruction) {
	struct mma mma = { 0 };
	static const char form[] = ".m%dn%dk%d.%7[a-z].%7[a-z].%7[a-z0-9].%7[a-z0-9].%7[a-z0-9]";
	const char *shape = strstr(instruction, ".m16n8");
	shape = shape != NULL ? shape : strstr(instruction, ".m8n8");
	if (shape == NULL || sscanf(shape, form, &mma.m, &mma.n, &mma.k, mma.a_order, mma.b_order, mma.d_type, mma.a_type,
			mma.b_type) != 8) {
		abort();
	}
	/* Block-scaled ones of the small types take four bits where k is 64. */
	if (mma.k == 64 && strcmp(mma.a_type, "e2m1") == 0) {
		memcpy(mma.a_type, "e2", 3);
		memcpy(mma.b_type, "e2", 3);
	}
	mma.is_xor = strstr(instruction, ".xor.") != NULL;
	return mma;
}

static int bits_of(const char *type) {
	static const struct {
		const char *name;
		int bits;
	} all[] = { { "f16", 16 }, { "bf16", 16 }, { "tf32", 32 }, { "f32", 32 }, { "f64", 64 }, { "e4m3", 8 },
		{ "e5m2", 8 }, { "e2m1", 8 }, { "e2m3", 8 },
		{ "e3m2", 8 }, { "e2", 4 }, { "s8", 8 }, { "u8", 8 }, { "s4", 4 }, { "u4", 4 }, { "s32", 32 }, { "b1", 1 } };
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
		if (strcmp(type, all[i].name) == 0) {
			return all[i].bits;
		}
	}
	abort();
}

/* --- where elements are --- */

static bool is_volta(const struct mma *mma) {
	return mma->m == 8 && mma->k == 4 && strcmp(mma->a_type, "f16") == 0;
}

/* m8n8k4 of halves, by quads of pairs: lanes 0 to 3 and 16 to 19 are one, and compute by themselves. */
static struct place place_volta(const struct mma *mma, char operand, int lane, int i) {
	bool upper = lane >= 16;
	bool is_row = (operand == 'a' ? mma->a_order : mma->b_order)[0] == 'r';
	int low = lane % 4;
	if (operand == 'a') {
		return is_row ? (struct place){ low + 4 * upper, i } : (struct place){ i + 4 * upper, low };
	}
	if (operand == 'b') {
		return is_row ? (struct place){ low, i + 4 * upper } : (struct place){ i, low + 4 * upper };
	}
	if (strcmp(mma->d_type, "f16") == 0) {
		return (struct place){ low + 4 * upper, i };
	}
	return (struct place){ (lane & 1) + (i & 2) + 4 * upper, (i & 4) + (lane & 2) + (i & 1) };
}

/*
 * The others: a group of four lanes has a row of A, a column of B and a row of D; a register of A or B holds neighbours
 * in k. A's registers go down by 8 rows before they go on in k; f64 has one element a register.
 */
static struct place place_of(const struct mma *mma, char operand, int lane, int i) {
	int group = lane / 4;
	int low = lane % 4;
	if (is_volta(mma)) {
		return place_volta(mma, operand, lane, i);
	}
	if (operand == 'c') {
		return (struct place){ group + 8 * (i / 2), 2 * low + i % 2 };
	}
	int bits = bits_of(operand == 'a' ? mma->a_type : mma->b_type);
	int together = bits == 64 ? 1 : 32 / bits;
	int number = i / together;
	if (operand == 'a' && mma->m == 16) {
		return (struct place){ group + 8 * (number % 2), low * together + i % together + number / 2 * 4 * together };
	}
	int along = low * together + i % together + number * 4 * together;
	return operand == 'a' ? (struct place){ group, along } : (struct place){ along, group };
}

/* Elements of a lane: those of the matrix over the lanes that share it. */
static int elements_of(const struct mma *mma, char operand) {
	int rows = operand == 'b' ? mma->k : mma->m;
	int columns = operand == 'a' ? mma->k : mma->n;
	return rows * columns / (is_volta(mma) ? 8 : WARP);
}

/* Lanes that compute together with "lane". */
static bool are_together(const struct mma *mma, int lane, int other) {
	return !is_volta(mma) || lane % 16 / 4 == other % 16 / 4;
}

/* --- numbers --- */

/* The value of a small float with "mantissa" bits behind its point, without a sign. */
static double small(uint64_t bits, int mantissa, int bias) {
	int exponent = (int)(bits >> mantissa);
	double fraction = (double)(bits & ((1u << mantissa) - 1)) / (1 << mantissa);
	double power = 1;
	for (int i = exponent == 0 ? 1 : exponent; i < bias; i++) {
		power /= 2;
	}
	for (int i = bias; i < exponent; i++) {
		power *= 2;
	}
	return (exponent == 0 ? fraction : 1 + fraction) * power;
}

static double decode(const char *type, uint64_t bits) {
	float single;
	double wide;
	uint32_t word = (uint32_t)bits;
	switch (type[0]) {
	case 's': return type[1] == '8' ? (int8_t)bits : type[1] == '4' ? (int)((bits ^ 8) - 8) : (int32_t)bits;
	case 'u':
	case 'b': return type[0] == 'b' && type[1] == 'f' ? emulator_widen(type, word) : (double)bits;
	case 'e':
		/* Of e2m1 in 8 bits the middle four count. */
		return strcmp(type, "e2") == 0 ? small(bits & 7, 1, 1) :
			strcmp(type, "e2m1") == 0 ? small(bits >> 2 & 7, 1, 1) :
			strcmp(type, "e2m3") == 0 ? small(bits & 31, 3, 1) :
			strcmp(type, "e3m2") == 0 ? small(bits & 31, 2, 3) : emulator_widen(type, word);
	default: break;
	}
	if (strcmp(type, "f16") == 0) {
		return emulator_widen(type, word);
	}
	memcpy(&single, &word, sizeof single);
	memcpy(&wide, &bits, sizeof wide);
	return bits_of(type) == 64 ? wide : single;
}

static uint64_t element_bits(const void *registers, int bits, int i) {
	const unsigned char *bytes = registers;
	uint64_t value = 0;
	if (bits < 8) {
		return (uint64_t)(bytes[i * bits / 8] >> i * bits % 8) & ((1u << bits) - 1);
	}
	memcpy(&value, bytes + (size_t)i * (size_t)(bits / 8), (size_t)(bits / 8));
	return value;
}

/* An element that is not 0. */
struct term {
	struct place place;
	double value;
};

/* The elements of an operand that are not 0, of the lanes that compute together with "lane". */
static int gather(const struct mma *mma, char operand, int lane, struct term terms[TERMS_MAX]) {
	const char *type = operand == 'a' ? mma->a_type : mma->b_type;
	int bits = bits_of(type);
	int count = elements_of(mma, operand);
	int each = bits < 32 ? 32 / bits : 1;
	int found = 0;
	for (int other = 0; other < WARP; other++) {
		const uint32_t *registers = emulator_offered(other, operand == 'b');
		for (int i = 0; i < count && are_together(mma, lane, other); i++) {
			bool is_empty = bits < 32 && i % each == 0 && registers[i / each] == 0;
			uint64_t element = is_empty ? 0 : element_bits(registers, bits, i);
			i += is_empty ? each - 1 : 0;
			if (element != 0 && found == TERMS_MAX) {
				abort();
			}
			if (element != 0) {
				terms[found++] = (struct term){ place_of(mma, operand, other, i), decode(type, element) };
			}
		}
	}
	return found;
}

static double result_at(const struct mma *mma, struct place at, const struct term *a, int a_count, const struct term *b,
		int b_count) {
	double sum = 0;
	for (int i = 0; i < a_count; i++) {
		sum += mma->is_xor && a[i].place.row == at.row ? 1 : 0;
		for (int j = 0; j < b_count; j++) {
			bool meet = a[i].place.row == at.row && b[j].place.column == at.column
				&& a[i].place.column == b[j].place.row;
			sum += !meet ? 0 : mma->is_xor ? -2 : a[i].value * b[j].value;
		}
	}
	for (int j = 0; j < b_count && mma->is_xor; j++) {
		sum += b[j].place.column == at.column ? 1 : 0;
	}
	return sum;
}

static void put_result(const char *type, void *d, int i, double value) {
	float single = (float)value;
	int32_t number = (int32_t)value;
	if (strcmp(type, "f16") == 0) {
		((uint16_t *)d)[i] = (uint16_t)emulator_narrow(type, single);
	} else if (strcmp(type, "f64") == 0) {
		memcpy((double *)d + i, &value, sizeof value);
	} else if (type[0] == 's') {
		memcpy((int32_t *)d + i, &number, sizeof number);
	} else {
		memcpy((float *)d + i, &single, sizeof single);
	}
}

/* The operands, which the first lane reads for all that read the same. */
static struct {
	uint64_t meeting;
	int quad;                  /* of lanes that compute together, or -1 */
	struct mma mma;
	struct term a[TERMS_MAX], b[TERMS_MAX];
	int a_count, b_count;
} operands;

static void read_operands(const char *instruction, int lane) {
	int quad = is_volta(&operands.mma) ? lane % 16 / 4 : -1;
	if (operands.meeting == emulator_meeting() && operands.quad == quad) {
		return;
	}
	operands.mma = parse(instruction);
	operands.meeting = emulator_meeting();
	operands.quad = is_volta(&operands.mma) ? lane % 16 / 4 : -1;
	operands.a_count = gather(&operands.mma, 'a', lane, operands.a);
	operands.b_count = gather(&operands.mma, 'b', lane, operands.b);
}

void emulator_mma(const char *instruction, void *d, const void *a, const void *b) {
	emulator_offer(a, b);
	int lane = emulator_lane();
	read_operands(instruction, lane);
	const struct mma *mma = &operands.mma;
	for (int i = 0; i < elements_of(mma, 'c'); i++) {
		put_result(mma->d_type, d, i, result_at(mma, place_of(mma, 'c', lane, i), operands.a, operands.a_count,
			operands.b, operands.b_count));
	}
	emulator_join();
}

/* --- matrices of 8 x 8 numbers of 16 bits --- */

/* Element "i" of a lane's register holds this place of its matrix. */
static struct place matrix_place(int lane, int i, bool transposed) {
	struct place place = { lane / 4, 2 * (lane % 4) + i };
	return transposed ? (struct place){ place.column, place.row } : place;
}

void emulator_move(const char *instruction, void *to, const void *from) {
	const char *times = strstr(instruction, ".x");
	int count = times != NULL ? times[2] - '0' : 1;
	bool transposed = strstr(instruction, ".trans") != NULL;
	int lane = emulator_lane();
	emulator_offer(to, from);
	for (int matrix = 0; matrix < count; matrix++) {
		for (int i = 0; i < 2; i++) {
			struct place at = matrix_place(lane, i, transposed);
			if (instruction[0] == 'l') {
				const uint16_t *row = emulator_offered(8 * matrix + at.row, 1);
				((uint16_t *)to)[2 * matrix + i] = row[at.column];
			} else if (instruction[0] == 's') {
				uint16_t *row = (uint16_t *)(uintptr_t)emulator_offered(8 * matrix + at.row, 0);
				row[at.column] = ((const uint16_t *)from)[2 * matrix + i];
			} else {
				const uint16_t *other = emulator_offered(4 * at.row + at.column / 2, 1);
				((uint16_t *)to)[i] = other[at.column % 2];
			}
		}
	}
	emulator_join();
}
