/*
 * Kernels without a GPU: the text that would be compiled for the device is compiled as C++ for the host, with cuda.hpp
 * in front of it, and its threads run as fibres, one block after the other. Only the macros with inline assembly are
 * left out; what they do is written here once more. Nothing in it is shared with what judges the results.
 */
#ifndef TESTS_EMULATOR_H
#define TESTS_EMULATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of one block. */
enum { EMULATOR_THREADS_MAX = 1024 };

struct emulated {
	void *library;
	void (*entry)(void **arguments);
};

/* Whether there is a compiler for C++. */
bool emulator_is_there(void);

/*
 * Compile "count" sources into one library, each in a namespace of its own; "symbols" are the kernels' names. Returns
 * false, with the compiler's words on standard error, if it refuses.
 */
bool emulator_compile(const char *const *sources, const char *const *symbols, int count, struct emulated *out);

/* Close the library of "kernel", the first of those that were compiled with it. */
void emulator_close(struct emulated *kernel);

/*
 * Run "blocks" blocks of "threads" threads. Returns NULL, or what went wrong: threads that wait for others for ever, or
 * an access that is not aligned.
 */
const char *emulator_run(const struct emulated *kernel, int64_t blocks, int threads, void **arguments);

/*
 * For instructions of a warp: offer registers to the other lanes and wait for theirs, look at what "lane" offered, and
 * wait until all have looked.
 * The model of the instructions, written from the manual of PTX, is in instruction.c.
 */
void emulator_offer(const void *first, const void *second);
const void *emulator_offered(int lane, int which);
void emulator_join(void);
int emulator_lane(void);

/* A number that the lanes have in common which offered together, and no others: what one works out holds for all. */
uint64_t emulator_meeting(void);

/* For instructions of a warpgroup: the thread's number, and a barrier of the block. */
int emulator_thread_of_block(void);
void emulator_wait_for_all(void);

/* What the threads did that the hardware does not allow; emulator_run returns it. "text" is kept. */
void emulator_stop(const char *text);

/* What a thread of the kernel did that the hardware does not allow; emulator_run returns it. */
void emulator_misaligned(const void *place, unsigned long bytes);

/* The value of the bits of a small type ("f16", "bf16", "e4m3", "e5m2"), and the nearest bits, ties to even. */
float emulator_widen(const char *type, unsigned bits);
unsigned emulator_narrow(const char *type, float value);

#endif
