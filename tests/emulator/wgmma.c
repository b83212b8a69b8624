/*
 * wgmma of four warps on the host, from the manual of PTX ("Register Fragments and Shared Memory Matrix Layouts",
 * "Matrix Descriptor Format", "Strides", "Sparse wgmma.mma_async: metadata"). Where elements stand is written by rows
 * and columns and by core matrices of 8 x 16 bytes, without layouts, so that it shares nothing with the atoms and the
 * descriptors that are tested against it.
 */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emulator.h"

#define EXPORT __attribute__((visibility("default")))

EXPORT void emulator_wgmma_operands(const char *instruction, unsigned transposes, void *d, const void *a,
	unsigned long long descriptor_a, unsigned long long descriptor_b, unsigned e);
EXPORT unsigned long emulator_shared_address(const void *place);

enum { THREADS = 128, ROWS = 64, K_MAX = 64, COLUMNS_MAX = 256 };

struct wgmma {
	int n, k;
	char d_type[8], a_type[8], b_type[8];
	bool is_sparse, a_is_shared, transposed_a, transposed_b;
	uint64_t descriptor_a, descriptor_b;
};

/* The shared memory of the block, and the operands as numbers, which one thread of the group reads for all. */
static struct {
	const unsigned char *shared;
	const void *registers[THREADS];
	uint32_t metadata[THREADS];
	double a[ROWS][K_MAX];
	double b[K_MAX][COLUMNS_MAX];
	bool has_row[ROWS];            /* something in it is not 0 */
	int arrived;
} group;

unsigned long emulator_shared_address(const void *place) {
	group.shared = place;
	return 0;
}

static int bits_of(const char *type) {
	return strcmp(type, "tf32") == 0 || strcmp(type, "f32") == 0 || strcmp(type, "s32") == 0 ? 32 :
		strcmp(type, "f16") == 0 || strcmp(type, "bf16") == 0 ? 16 : 8;
}

static double decode_slowly(const char *type, uint32_t bits) {
	float single;
	if (strcmp(type, "s8") == 0) {
		return (int8_t)bits;
	}
	if (strcmp(type, "u8") == 0) {
		return bits;
	}
	if (strcmp(type, "tf32") != 0) {
		return emulator_widen(type, bits);
	}
	/* The low 13 bits of tf32 are not looked at. */
	bits &= 0xffffe000u;
	memcpy(&single, &bits, sizeof single);
	return single;
}

/* The same, remembered for the type that was asked last. */
static double decode(const char *type, uint32_t bits) {
	static struct {
		char type[8];
		bool is_known[1 << 16];
		double value[1 << 16];
	} memory;
	if (bits == 0 || bits >> 16 != 0) {
		return bits == 0 ? 0 : decode_slowly(type, bits);
	}
	if (strcmp(memory.type, type) != 0) {
		memset(memory.is_known, 0, sizeof memory.is_known);
		snprintf(memory.type, sizeof memory.type, "%s", type);
	}
	if (!memory.is_known[bits]) {
		memory.value[bits] = decode_slowly(type, bits);
		memory.is_known[bits] = true;
	}
	return memory.value[bits];
}

/*
 * The byte of element (mn, k) of a tile whose rows along MN are "mn" (along k, if it is transposed) by its descriptor.
 * Without a swizzle the tile is core matrices: eight rows of 16 bytes. With one, rows of the swizzle's span, eight of
 * them a group, whose address has its bits 7 to 9 xored onto 4 to 6, as many as the span has.
 */
static uint64_t byte_of(uint64_t descriptor, bool transposed, int bits, int mn, int k) {
	static const int spans[] = { 16, 128, 64, 32 };
	uint64_t start = (descriptor & 0x3fff) << 4;
	uint64_t leading = (descriptor >> 16 & 0x3fff) << 4;
	uint64_t stride = (descriptor >> 32 & 0x3fff) << 4;
	int mode = (int)(descriptor >> 62);
	uint64_t span = (uint64_t)spans[mode];
	uint64_t along = (uint64_t)(transposed ? mn : k) * (uint64_t)bits / 8;
	uint64_t row = (uint64_t)(transposed ? k : mn);
	uint64_t next_span = transposed && mode == 0 ? stride : leading;
	uint64_t next_rows = transposed && mode == 0 ? leading : stride;
	uint64_t at = start + along % span + along / span * next_span + row % 8 * span + row / 8 * next_rows;
	if (!transposed && mode != 0) {
		/* The leading offset is not looked at: k stays in the span in which the tile starts. */
		at = start + along + row % 8 * span + row / 8 * next_rows;
	}
	return at ^ (at >> 3 & (span - 16));
}

static double shared_element(const char *type, uint64_t descriptor, bool transposed, int mn, int k) {
	int bits = bits_of(type);
	uint32_t element = 0;
	memcpy(&element, group.shared + byte_of(descriptor, transposed, bits, mn, k), (size_t)bits / 8);
	return decode(type, element);
}

/* Register fragments of A: four lanes have a row, a register neighbours along k; the next is 8 rows below. */
static double register_element(const char *type, int row, int k) {
	int bits = bits_of(type);
	int together = 32 / bits;
	int number = k / (4 * together) * 2 + row % 16 / 8;
	int thread = row / 16 * 32 + row % 8 * 4 + k / together % 4;
	const uint32_t *registers = group.registers[thread];
	uint32_t element = registers[number] >> k % together * bits;
	return decode(type, bits == 32 ? element : element & ((1u << bits) - 1));
}

/*
 * The four bits of metadata for stored elements 2g and 2g + 1 of a row (for tf32, for stored element g). Lanes of a row
 * are four: for types of 8 bits all have some, 8 groups each, lanes 0 and 2 the rows 0 to 7, 1 and 3 those 8 below;
 * otherwise the first two, lane 0 the first half along k, of the row and of that 8 below.
 */
static unsigned metadata_at(int bits, int row, int g) {
	int first = row / 16 * 32 + row % 8 * 4;
	int below = row % 16 / 8;
	if (bits == 8) {
		return group.metadata[first + below + 2 * (g / 8)] >> g % 8 * 4 & 15;
	}
	return group.metadata[first + g / 4] >> (4 * below + g % 4) * 4 & 15;
}

/* A with zeros where nothing is stored. */
static void read_a(const struct wgmma *wgmma) {
	int stored = wgmma->is_sparse ? wgmma->k / 2 : wgmma->k;
	int bits = bits_of(wgmma->a_type);
	memset(group.a, 0, sizeof group.a);
	memset(group.has_row, 0, sizeof group.has_row);
	for (int row = 0; row < ROWS; row++) {
		for (int s = 0; s < stored; s++) {
			double value = wgmma->a_is_shared ?
				shared_element(wgmma->a_type, wgmma->descriptor_a, wgmma->transposed_a, row, s) :
				register_element(wgmma->a_type, row, s);
			int k = s;
			if (wgmma->is_sparse && bits == 32) {
				k = 2 * s + (metadata_at(bits, row, s) == 0xe);
			} else if (wgmma->is_sparse) {
				k = s / 2 * 4 + (int)(metadata_at(bits, row, s / 2) >> s % 2 * 2 & 3);
			}
			group.a[row][k] += value;
			group.has_row[row] = group.has_row[row] || value != 0;
		}
	}
}

static void read_b(const struct wgmma *wgmma) {
	for (int k = 0; k < wgmma->k; k++) {
		for (int n = 0; n < wgmma->n; n++) {
			group.b[k][n] = shared_element(wgmma->b_type, wgmma->descriptor_b, wgmma->transposed_b, n, k);
		}
	}
}

static void put_result(const char *type, void *d, int i, double value) {
	float single = (float)value;
	int32_t number = (int32_t)value;
	if (strcmp(type, "f16") == 0) {
		((uint16_t *)d)[i] = (uint16_t)emulator_narrow(type, single);
	} else if (type[0] == 's') {
		memcpy((int32_t *)d + i, &number, sizeof number);
	} else {
		memcpy((float *)d + i, &single, sizeof single);
	}
}

static struct wgmma parse(const char *instruction, unsigned transposes) {
	static const char form[] = "m64n%dk%d.%7[a-z0-9].%7[a-z0-9].%7[a-z0-9]";
	struct wgmma wgmma = { .is_sparse = strstr(instruction, ".sp.") != NULL, .transposed_a = transposes / 2 == 1,
		.transposed_b = transposes % 2 == 1 };
	const char *shape = strstr(instruction, "m64n");
	if (shape == NULL || sscanf(shape, form, &wgmma.n, &wgmma.k, wgmma.d_type, wgmma.a_type, wgmma.b_type) != 5
			|| wgmma.n > COLUMNS_MAX || wgmma.k > K_MAX) {
		abort();
	}
	return wgmma;
}

/* D has for each thread two neighbours of a row and those 8 rows below, then 8 columns on. */
void emulator_wgmma_operands(const char *instruction, unsigned transposes, void *d, const void *a,
		unsigned long long descriptor_a, unsigned long long descriptor_b, unsigned e) {
	static struct wgmma wgmma;
	int thread = emulator_thread_of_block();
	group.registers[thread] = a;
	group.metadata[thread] = e;
	emulator_wait_for_all();
	if (group.arrived++ == 0) {
		wgmma = parse(instruction, transposes);
		wgmma.a_is_shared = a == NULL;
		wgmma.descriptor_a = descriptor_a;
		wgmma.descriptor_b = descriptor_b;
		read_a(&wgmma);
		read_b(&wgmma);
	}
	group.arrived %= THREADS;
	for (int i = 0; i < ROWS * wgmma.n / THREADS; i++) {
		int row = thread / 32 * 16 + thread % 32 / 4 + 8 * (i / 2 % 2);
		int column = 8 * (i / 4) + 2 * (thread % 4) + i % 2;
		double sum = 0;
		for (int k = 0; k < wgmma.k && group.has_row[row]; k++) {
			sum += group.a[row][k] * group.b[k][column];
		}
		put_result(wgmma.d_type, d, i, sum);
	}
	emulator_wait_for_all();
}
