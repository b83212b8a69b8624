/*
 * The clock of a multiprocessor that has nothing to do but shared memory: it counts the wavefronts of what its threads
 * have asked for since it was last read. Written from what NVIDIA says of its banks, by looking at every pair of lanes,
 * so that it shares nothing with algebra/banks.h, which is tested against it.
 */
#define _GNU_SOURCE
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "emulator.h"

#define EXPORT __attribute__((visibility("default")))

EXPORT void emulator_access(const char *instruction, void *value, unsigned address);
EXPORT unsigned long long emulator_clock(void);

enum { WARP = 32, WARPS = EMULATOR_THREADS_MAX / WARP, IDLE = -1, ROW_BYTES = 16, ROWS = 8 };

static struct {
	const char *instruction;
	int *address[EMULATOR_THREADS_MAX];  /* of what each thread has asked for since the clock was read */
	int room[EMULATOR_THREADS_MAX];
	int asked_by[EMULATOR_THREADS_MAX];  /* how many they are */
	unsigned long long clock;
} memory;

void emulator_access(const char *instruction, void *value, unsigned address) {
	int thread = emulator_thread_of_block();
	int number = memory.asked_by[thread]++;
	(void)value;
	memory.instruction = instruction;
	if (number == memory.room[thread]) {
		memory.room[thread] = number == 0 ? 64 : 2 * number;
		memory.address[thread] = realloc(memory.address[thread], (size_t)memory.room[thread] * sizeof(int));
	}
	memory.address[thread][number] = (int)address;
}

/* What the lanes of a warp ask for with instruction "number". Returns false if no lane does. */
static bool gather(int warp, int number, int *address) {
	bool any = false;
	for (int lane = 0; lane < WARP; lane++) {
		int thread = warp * WARP + lane;
		bool asks = number < memory.asked_by[thread];
		address[lane] = asks ? memory.address[thread][number] : IDLE;
		any = any || asks;
	}
	return any;
}

/* The words of 4 bytes in one bank that "count" accesses of "bytes" bytes want: the most of any bank. */
static int most_words(const int *address, int count, int bytes) {
	int words[WARP * ROW_BYTES / 4];
	int in_bank[32] = { 0 };
	int found = 0;
	int most = 0;
	for (int i = 0; i < count; i++) {
		for (int byte = 0; byte < bytes && address[i] != IDLE; byte++) {
			int word = (address[i] + byte) / 4;
			bool is_new = true;
			for (int j = 0; j < found && is_new; j++) {
				is_new = words[j] != word;
			}
			if (is_new) {
				words[found++] = word;
				int wanted = ++in_bank[word % 32];
				most = wanted > most ? wanted : most;
			}
		}
	}
	return most;
}

/* Every lane has the address of its neighbour at this distance, where both take part. */
static bool share(const int *address, int distance) {
	for (int lane = 0; lane < WARP; lane++) {
		int other = address[lane ^ distance];
		if (address[lane] != IDLE && other != IDLE && address[lane] != other) {
			return false;
		}
	}
	return true;
}

static int wavefronts(const char *instruction, const int *address) {
	int sum = 0;
	const char *matrices = strstr(instruction, "matrix.sync.aligned.m8n8.x");
	if (matrices != NULL) {
		for (int i = 0; i < matrices[strlen("matrix.sync.aligned.m8n8.x")] - '0'; i++) {
			sum += most_words(address + i * ROWS, ROWS, ROW_BYTES);
		}
		return sum;
	}
	int bytes = strstr(instruction, "8") != NULL ? 1 : strstr(instruction, "16") != NULL ? 2 : 4;
	bytes *= strstr(instruction, ".v4") != NULL ? 4 : strstr(instruction, ".v2") != NULL ? 2 : 1;
	int lanes = bytes > 4 ? 4 * WARP / bytes : WARP;
	bool is_load = strncmp(instruction, "ld", 2) == 0;
	if (bytes > 4 && is_load && (share(address, 1) || share(address, 2))) {
		lanes *= 2;
	}
	for (int first = 0; first < WARP; first += lanes) {
		sum += most_words(address + first, lanes, bytes);
	}
	return sum;
}

/* What was counted last: a warp asks for the same few again and again. */
struct counted {
	struct {
		int address[WARP];
		int wavefronts;
	} last[8];
	int count; /* so far; the oldest gives way */
};

static int wavefronts_of(struct counted *counted, const int *address) {
	int room = (int)(sizeof counted->last / sizeof counted->last[0]);
	for (int i = 0; i < counted->count && i < room; i++) {
		if (memcmp(counted->last[i].address, address, sizeof counted->last[i].address) == 0) {
			return counted->last[i].wavefronts;
		}
	}
	int place = counted->count++ % room;
	memcpy(counted->last[place].address, address, sizeof counted->last[place].address);
	counted->last[place].wavefronts = wavefronts(memory.instruction, address);
	return counted->last[place].wavefronts;
}

/* Only the first thread's clock goes on, since the others ask behind it for what it has counted already. */
unsigned long long emulator_clock(void) {
	if (emulator_thread_of_block() != 0) {
		return memory.clock;
	}
	struct counted counted = { .count = 0 };
	const char *planted = getenv("CUTELAYOUT_SIMULATE");
	int extra = planted != NULL && strcmp(planted, "banks") == 0;
	for (int warp = 0; warp < WARPS; warp++) {
		int address[WARP];
		for (int i = 0; gather(warp, i, address); i++) {
			memory.clock += (unsigned)(wavefronts_of(&counted, address) + extra);
		}
	}
	memset(memory.asked_by, 0, sizeof memory.asked_by);
	memory.clock += 20;
	return memory.clock;
}
