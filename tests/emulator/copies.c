/*
 * Copies that go on while the threads do other things, on the host, from the manual of PTX ("Data Movement and
 * Conversion Instructions: Asynchronous copy"). A copy is made only when the thread waits for it, so that a wait that
 * is missing is seen.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "emulator.h"

#define EXPORT __attribute__((visibility("default")))

EXPORT void emulator_copy_async(const char *instruction, void *to, const void *from, unsigned bytes);
EXPORT void emulator_copy_wait(void);


/* What the threads of the block have asked for, each in its order. */
static struct {
	void *to;
	const void *from;
	unsigned bytes;
	int thread;
} pending[EMULATOR_THREADS_MAX * 16];

static int pending_count;

/* cp.async of 4, 8 or 16 bytes, both addresses multiples of that; .cg takes 16 only. */
void emulator_copy_async(const char *instruction, void *to, const void *from, unsigned bytes) {
	bool is_global = strncmp(instruction, "cp.async.cg.", 12) == 0;
	bool is_width = bytes == 16 || (!is_global && (bytes == 4 || bytes == 8));
	if (!is_width || pending_count == (int)(sizeof pending / sizeof pending[0])) {
		abort();
	}
	if ((uintptr_t)to % bytes != 0 || (uintptr_t)from % bytes != 0) {
		emulator_misaligned((uintptr_t)to % bytes != 0 ? to : from, bytes);
		return;
	}
	pending[pending_count].to = to;
	pending[pending_count].from = from;
	pending[pending_count].bytes = bytes;
	pending[pending_count++].thread = emulator_thread_of_block();
}

/* cp.async.wait_all: those of this thread. */
void emulator_copy_wait(void) {
	int kept = 0;
	for (int i = 0; i < pending_count; i++) {
		if (pending[i].thread == emulator_thread_of_block()) {
			memcpy(pending[i].to, pending[i].from, pending[i].bytes);
		} else {
			pending[kept++] = pending[i];
		}
	}
	pending_count = kept;
}
