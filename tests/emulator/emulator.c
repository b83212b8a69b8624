#include "emulator.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "boxes.h"
#include "fibre.h"

#define EXPORT __attribute__((visibility("default")))

/* --- threads --- */

enum { WARP = 32 };

enum state {
	STATE_NOT_STARTED,
	STATE_RUNS,
	STATE_AT_BARRIER,
	STATE_AT_SHUFFLE,
	STATE_ENDED,
};

struct thread {
	struct fibre *fibre;           /* that it waits in */
	enum state state;
	unsigned long long bits;       /* that it offers to its warp */
	unsigned long long received;
	unsigned distance;
	uint64_t meeting;              /* the number of the last exchange that it had a part in */
	const void *offered[2];        /* registers that an instruction of the warp reads, and where it leaves its own */
};

static struct {
	struct thread all[EMULATOR_THREADS_MAX];
	struct fibre *idle[EMULATOR_THREADS_MAX]; /* fibres that hold no thread */
	int idle_count;
	struct fibre *fibre;                      /* that runs */
	int threads;
	int current;
	uint64_t meetings;
	const struct emulated *kernel;
	void **arguments;
	const char *fault;
	bool spoils;                              /* the stack below each thread */
} machine;

struct emulator_index {
	unsigned x;
};

EXPORT struct emulator_index emulator_thread, emulator_block, emulator_grid, emulator_threads;
EXPORT void emulator_sync(void);
EXPORT unsigned long long emulator_shuffle(unsigned long long bits, unsigned distance);
EXPORT void emulator_misaligned(const void *place, unsigned long bytes);

/* Let others run. */
static void wait_as(enum state state) {
	struct thread *thread = &machine.all[machine.current];
	thread->state = state;
	thread->fibre = machine.fibre;
	fibre_yield();
}

void emulator_sync(void) {
	wait_as(STATE_AT_BARRIER);
}

unsigned long long emulator_shuffle(unsigned long long bits, unsigned distance) {
	struct thread *thread = &machine.all[machine.current];
	thread->bits = bits;
	thread->distance = distance;
	wait_as(STATE_AT_SHUFFLE);
	return thread->received;
}

/* The lanes of a warp offer their registers and wait for one another. */
void emulator_offer(const void *first, const void *second) {
	struct thread *thread = &machine.all[machine.current];
	thread->offered[0] = first;
	thread->offered[1] = second;
	emulator_shuffle(0, 0);
}

void emulator_join(void) {
	emulator_shuffle(0, 0);
}

uint64_t emulator_meeting(void) {
	return machine.all[machine.current].meeting;
}

int emulator_lane(void) {
	return machine.current % WARP;
}

int emulator_thread_of_block(void) {
	return machine.current;
}

void emulator_wait_for_all(void) {
	wait_as(STATE_AT_BARRIER);
}

const void *emulator_offered(int lane, int which) {
	return machine.all[machine.current / WARP * WARP + lane].offered[which];
}

void emulator_misaligned(const void *place, unsigned long bytes) {
	static char text[96];
	snprintf(text, sizeof text, "an access of %lu bytes at %p is not aligned", bytes, place);
	machine.fault = text;
}

void emulator_stop(const char *text) {
	machine.fault = text;
}

static void set_current(int t) {
	machine.current = t;
	emulator_thread.x = (unsigned)t;
}

/* Blocks beyond these are as the ones before them, but for the last. */
enum { BLOCKS_SPOILED = 16 };

/* Registers hold nothing when a thread starts, least of all what the thread before it left in the same place. */
static __attribute__((noinline)) void spoil_stack(void) {
	char garbage[4096];
	memset(garbage, 0xa5, sizeof garbage);
	__asm__ volatile("" : : "r"(garbage) : "memory"); /* written, although nobody reads it */
}

/* The frame is as wide as what a compiler may keep above the garbage. */
static __attribute__((noinline)) void run_thread(void) {
	char gap[512];
	__asm__ volatile("" : : "r"(gap) : "memory");
	machine.kernel->entry(machine.arguments);
	__asm__ volatile("" : : "r"(gap) : "memory");
}

/*
 * What a fibre does: run threads that have not started, one after the other. One that waits keeps the fibre until it
 * ends, and those behind it get another.
 */
static void run_threads(void) {
	for (;;) {
		struct thread *thread = &machine.all[machine.current];
		thread->state = STATE_RUNS;
		if (machine.spoils) {
			spoil_stack();
		}
		run_thread();
		thread->state = STATE_ENDED;
		int next = machine.current + 1;
		if (next < machine.threads && machine.all[next].state == STATE_NOT_STARTED) {
			set_current(next);
		} else {
			machine.idle[machine.idle_count++] = machine.fibre;
			fibre_yield();
		}
	}
}

/* Run thread "t" until it waits or ends, and those that have not started behind it. */
static void resume(int t) {
	if (machine.all[t].state == STATE_RUNS) {
		machine.fibre = machine.all[t].fibre;
	} else if (machine.idle_count > 0) {
		machine.fibre = machine.idle[--machine.idle_count];
	} else {
		machine.fibre = fibre_new(run_threads);
	}
	set_current(t);
	fibre_resume(machine.fibre);
}

/* If all lanes of the warp that have not ended are at a shuffle, exchange. A lane that is not there has no number. */
static bool exchange(int first) {
	int end = first + WARP < machine.threads ? first + WARP : machine.threads;
	int waiting = 0;
	for (int t = first; t < end; t++) {
		enum state state = machine.all[t].state;
		if (state == STATE_AT_BARRIER) {
			return false;
		}
		waiting += state == STATE_AT_SHUFFLE;
	}
	for (int t = first; t < end; t++) {
		struct thread *thread = &machine.all[t];
		int other = first + ((t - first) ^ (int)thread->distance);
		bool is_there = other < end && machine.all[other].state == STATE_AT_SHUFFLE;
		thread->received = is_there ? machine.all[other].bits : 0x7ff4dead7ff4deadull;
	}
	machine.meetings++;
	for (int t = first; t < end; t++) {
		if (machine.all[t].state == STATE_AT_SHUFFLE) {
			machine.all[t].state = STATE_RUNS;
			machine.all[t].meeting = machine.meetings;
		}
	}
	return waiting > 0;
}

/* Lanes or the whole block go on together. Returns false if nobody can. */
static bool release(void) {
	int waiting = 0;
	int ended = 0;
	bool any = false;
	for (int first = 0; first < machine.threads; first += WARP) {
		any = exchange(first) || any;
	}
	for (int t = 0; t < machine.threads; t++) {
		waiting += machine.all[t].state == STATE_AT_BARRIER;
		ended += machine.all[t].state == STATE_ENDED;
	}
	if (!any && waiting > 0 && waiting + ended == machine.threads) {
		for (int t = 0; t < machine.threads; t++) {
			machine.all[t].state = machine.all[t].state == STATE_ENDED ? STATE_ENDED : STATE_RUNS;
		}
		any = true;
	}
	return any;
}

static bool has_ended(void) {
	for (int t = 0; t < machine.threads; t++) {
		if (machine.all[t].state != STATE_ENDED) {
			return false;
		}
	}
	return true;
}

/* Threads that wait for ever are given up. */
static void give_up(void) {
	machine.fault = "threads wait for others that do not come";
	for (int t = 0; t < machine.threads; t++) {
		if (machine.all[t].state != STATE_ENDED) {
			fibre_restart(machine.all[t].fibre);
			machine.idle[machine.idle_count++] = machine.all[t].fibre;
		}
	}
}

static void run_block(void) {
	for (int t = 0; t < machine.threads; t++) {
		machine.all[t].state = STATE_NOT_STARTED;
	}
	do {
		for (int t = 0; t < machine.threads; t++) {
			if (machine.all[t].state == STATE_NOT_STARTED || machine.all[t].state == STATE_RUNS) {
				resume(t);
			}
		}
	} while (!has_ended() && release());
	if (!has_ended()) {
		give_up();
	}
}

const char *emulator_run(const struct emulated *kernel, int64_t blocks, int threads, void **arguments) {
	machine.kernel = kernel;
	machine.arguments = arguments;
	machine.threads = threads;
	machine.fault = NULL;
	emulator_threads.x = (unsigned)threads;
	emulator_grid.x = (unsigned)blocks;
	for (int64_t block = 0; block < blocks && machine.fault == NULL; block++) {
		emulator_forget_barriers();
		emulator_block.x = (unsigned)block;
		machine.spoils = block < BLOCKS_SPOILED || block == blocks - 1;
		run_block();
	}
	return machine.fault;
}

/* --- small types --- */

struct format {
	const char *name;
	int exponent_bits, mantissa_bits;
	double largest;
	bool has_infinity;
};

static const struct format formats[] = {
	{ "f16", 5, 10, 65504, true },
	{ "bf16", 8, 7, 0x1.fep127, true },
	{ "e4m3", 4, 3, 448, false },
	{ "e5m2", 5, 2, 57344, true },
};

static const struct format *format_of(const char *name) {
	const struct format *format = formats;
	while (strcmp(format->name, name) != 0) {
		format++;
	}
	return format;
}

EXPORT float emulator_widen(const char *type, unsigned bits) {
	const struct format *format = format_of(type);
	int top = 1 << format->exponent_bits;
	unsigned mantissa = bits & ((1u << format->mantissa_bits) - 1);
	int exponent = (int)(bits >> format->mantissa_bits) & (top - 1);
	double sign = (bits >> (format->exponent_bits + format->mantissa_bits) & 1) != 0 ? -1 : 1;
	int bias = top / 2 - 1;
	if (format->has_infinity && exponent == top - 1) {
		return mantissa == 0 ? (float)(sign * INFINITY) : NAN;
	}
	if (!format->has_infinity && exponent == top - 1 && mantissa == 7) {
		return NAN;
	}
	double fraction = ldexp(mantissa, -format->mantissa_bits) + (exponent > 0 ? 1 : 0);
	return (float)(sign * ldexp(fraction, (exponent > 0 ? exponent : 1) - bias));
}

/*
 * The nearest of all values, found by bisection over the bits, which are in the order of the magnitudes. Types of one
 * byte saturate, as the instruction is asked to.
 */
EXPORT unsigned emulator_narrow(const char *type, float value) {
	const struct format *format = format_of(type);
	unsigned sign = signbit(value) ? 1u << (format->exponent_bits + format->mantissa_bits) : 0;
	unsigned infinity = (1u << (format->exponent_bits + format->mantissa_bits)) - (1u << format->mantissa_bits);
	bool saturates = format->exponent_bits + format->mantissa_bits == 7;
	if (isnan(value)) {
		return format->has_infinity ? infinity | ((1u << format->mantissa_bits) - 1) : 0x7f;
	}
	double magnitude = fabs((double)value);
	unsigned low = 0;
	unsigned high = format->has_infinity ? infinity - 1 : 0x7e;
	double half_step = (format->largest - (double)emulator_widen(type, high - 1)) / 2;
	if (magnitude >= format->largest + half_step) {
		return sign | (saturates ? high : infinity);
	}
	while (low < high) {
		unsigned middle = (low + high + 1) / 2;
		if ((double)emulator_widen(type, middle) <= magnitude) {
			low = middle;
		} else {
			high = middle - 1;
		}
	}
	double below = magnitude - (double)emulator_widen(type, low);
	bool is_last = magnitude >= format->largest;
	double above = is_last ? INFINITY : (double)emulator_widen(type, low + 1) - magnitude;
	return sign | (low + (above < below || (above == below && low % 2 == 1)));
}
