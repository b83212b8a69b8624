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

/* What one instruction of a warp asks for. */
struct asked {
	int address[WARP];
	bool used;
};

static struct {
	const char *instruction;
	struct asked *asked[WARPS];
	int room[WARPS];
	int asked_by[EMULATOR_THREADS_MAX];   /* instructions of a thread so far */
	unsigned long long clock;
} memory;

void emulator_access(const char *instruction, void *value, unsigned address) {
	int thread = emulator_thread_of_block();
	int warp = thread / WARP;
	int number = memory.asked_by[thread]++;
	(void)value;
	memory.instruction = instruction;
	if (number == memory.room[warp]) {
		int room = number == 0 ? 64 : 2 * number;
		memory.asked[warp] = realloc(memory.asked[warp], (size_t)room * sizeof *memory.asked[warp]);
		memset(memory.asked[warp] + number, 0, (size_t)(room - number) * sizeof *memory.asked[warp]);
		memory.room[warp] = room;
	}
	struct asked *asked = &memory.asked[warp][number];
	if (!asked->used) {
		memset(asked->address, 0xff, sizeof asked->address);
		asked->used = true;
	}
	asked->address[thread % WARP] = (int)address;
}

/* The words of 4 bytes in one bank that "count" accesses of "bytes" bytes want: the most of any bank. */
static int most_words(const int *address, int count, int bytes) {
	int most = 0;
	for (int bank = 0; bank < 32; bank++) {
		int words[WARP];
		int found = 0;
		for (int i = 0; i < count; i++) {
			for (int byte = 0; byte < bytes && address[i] != IDLE; byte++) {
				int word = (address[i] + byte) / 4;
				bool is_new = word % 32 == bank;
				for (int j = 0; j < found; j++) {
					is_new = is_new && words[j] != word;
				}
				if (is_new) {
					words[found++] = word;
				}
			}
		}
		most = found > most ? found : most;
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

/*
 * Only the first thread's clock goes on, since the others ask behind it for what it has counted already. Most threads
 * ask for the same again and again: what was counted last is remembered.
 */
unsigned long long emulator_clock(void) {
	if (emulator_thread_of_block() != 0) {
		return memory.clock;
	}
	struct asked last = { .used = false };
	int taken = 0;
	const char *planted = getenv("CUTELAYOUT_SIMULATE");
	int extra = planted != NULL && strcmp(planted, "banks") == 0;
	for (int warp = 0; warp < WARPS; warp++) {
		for (int i = 0; i < memory.room[warp] && memory.asked[warp][i].used; i++) {
			struct asked *asked = &memory.asked[warp][i];
			if (!last.used || memcmp(last.address, asked->address, sizeof last.address) != 0) {
				last = *asked;
				taken = wavefronts(memory.instruction, last.address) + extra;
			}
			memory.clock += (unsigned)taken;
			asked->used = false;
		}
	}
	memset(memory.asked_by, 0, sizeof memory.asked_by);
	memory.clock += 20;
	return memory.clock;
}
