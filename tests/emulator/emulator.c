#define _GNU_SOURCE
#include "emulator.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

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
	const void *offered[2];        /* registers that an instruction of the warp reads, and where it leaves its own */
};

static struct {
	struct thread all[EMULATOR_THREADS_MAX];
	struct fibre *idle[EMULATOR_THREADS_MAX]; /* fibres that hold no thread */
	int idle_count;
	struct fibre *fibre;                      /* that runs */
	int threads;
	int current;
	const struct emulated *kernel;
	void **arguments;
	const char *fault;
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

/*
 * What a fibre does: run threads that have not started, one after the other. One that waits keeps the fibre until it
 * ends, and those behind it get another.
 */
static void run_threads(void) {
	for (;;) {
		struct thread *thread = &machine.all[machine.current];
		thread->state = STATE_RUNS;
		machine.kernel->entry(machine.arguments);
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
	for (int t = first; t < end; t++) {
		machine.all[t].state = machine.all[t].state == STATE_AT_SHUFFLE ? STATE_RUNS : machine.all[t].state;
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

/* --- compiling --- */

static const char *compiler(void) {
	const char *given = getenv("CXX");
	return given != NULL && given[0] != '\0' ? given : "c++";
}

bool emulator_is_there(void) {
	char command[512];
	snprintf(command, sizeof command, "%s --version >/dev/null 2>&1", compiler());
	return system(command) == 0;
}

/* Instructions of a warp become calls of instruction.c, with their names. */
static bool put_instruction(FILE *file, const char *text) {
	if (strncmp(text, "#define WGMMA(", 14) == 0) {
		const char *wgmma = strstr(text, "wgmma.mma_async");
		fprintf(file, "#undef WGMMA\n#define WGMMA(d, a, b, e, transposes) "
			"emulator_wgmma(\"%.*s\", transposes, d, a, b, e)\n", (int)strcspn(wgmma, " "), wgmma);
		return true;
	}
	if (strncmp(text, "#define ACCESS(", 15) == 0) {
		const char *name = strchr(text, '"') + 1;
		fprintf(file, "#undef ACCESS\n#define ACCESS(value, address) emulator_access(\"%.*s\", value, address)\n",
			(int)strcspn(name, " "), name);
		return true;
	}
	if (strncmp(text, "#define CYCLES(", 15) == 0 || strncmp(text, "#define NANOSECONDS(", 20) == 0) {
		const char *name = text + 8;
		int length = (int)strcspn(name, "(");
		fprintf(file, "#undef %.*s\n#define %.*s(value) value = emulator_clock()\n", length, name, length, name);
		return true;
	}
	if (strncmp(text, "#define COPY_ASYNC(", 19) == 0) {
		const char *name = strchr(text, '"') + 1;
		const char *bytes = strstr(name, "[%1], ");
		fprintf(file, "#undef COPY_ASYNC\n#define COPY_ASYNC(to, from) emulator_copy_async(\"%.*s\", to, from, %d)\n",
			(int)strcspn(name, " "), name, atoi(bytes + 6));
		return true;
	}
	if (strncmp(text, "#define COPY_WAIT(", 18) == 0) {
		fprintf(file, "#undef COPY_WAIT\n#define COPY_WAIT() emulator_copy_wait()\n");
		return true;
	}
	bool is_fma = strncmp(text, "#define FMA(", 12) == 0;
	bool is_mma = is_fma || strncmp(text, "#define MMA(", 12) == 0;
	if (!is_mma && strncmp(text, "#define MOVE(", 13) != 0) {
		return false;
	}
	const char *name = strchr(text, '"') + 1;
	int length = (int)strcspn(name, " ");
	if (is_fma) {
		fprintf(file, "#undef FMA\n#define FMA(d, a, b) emulator_fma(\"%.*s\", d, a, b)\n", length, name);
	} else if (is_mma) {
		fprintf(file, "#undef MMA\n#define MMA(d, a, b) emulator_mma(\"%.*s\", d, a, b)\n", length, name);
	} else {
		fprintf(file, "#undef MOVE\n#define MOVE(to, from) emulator_move(\"%.*s\", to, from)\n", length, name);
	}
	return true;
}

/* A macro with inline assembly becomes one of ours; those of accesses are in cuda.hpp. */
static void put_macro(FILE *file, const char *line, size_t length) {
	static const char *const types[] = { "e4m3", "e5m2", "bf16", "f16" };
	char text[512];
	snprintf(text, sizeof text, "%.*s", (int)length, line);
	if (put_instruction(file, text)) {
		return;
	}
	int name = (int)strcspn(text + 8, "(");
	bool loads = strncmp(text + 8, "LOAD_", 5) == 0 || strncmp(text + 8, "KEEP_", 5) == 0;
	int access = loads ? 5 : strncmp(text + 8, "STORE_", 6) == 0 ? 6 : 0;
	if (access > 0 && memchr(text + 8 + access, '_', (size_t)(name - access)) != NULL) {
		int plain = access + (int)strcspn(text + 8 + access, "_");
		fprintf(file, "#undef %.*s\n#define %.*s %.*s\n", name, text + 8, name, text + 8, plain, text + 8);
		return;
	}
	bool widens = strncmp(line, "#define WIDEN", 13) == 0;
	if (!widens && strncmp(line, "#define NARROW", 14) != 0) {
		return;
	}
	for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
		if (strstr(text, types[i]) != NULL) {
			fprintf(file, "#undef %.*s\n", name, text + 8);
			fprintf(file, widens ? "#define %.*s(y, x) y = emulator_widen(\"%s\", x)\n" :
				"#define %.*s(y, x) y = (decltype(y))emulator_narrow(\"%s\", x)\n", name, text + 8, types[i]);
			return;
		}
	}
}

static void put_source(FILE *file, const char *source, const char *symbol, int number) {
	fprintf(file, "namespace emulated%d {\n", number);
	while (*source != '\0') {
		size_t length = strcspn(source, "\n");
		const char *assembly = memmem(source, length, "asm", 3);
		const char *symbol_at = memmem(source, length, "extern \"C\"", 10);
		if (source[0] == '#' && assembly != NULL) {
			put_macro(file, source, length);
		} else if (symbol_at != NULL) {
			fprintf(file, "%.*s\n", (int)(length - 10), source + 10);
		} else {
			if (strncmp(source, "#define ", 8) == 0) {
				size_t name = strcspn(source + 8, "(");
				fprintf(file, "#undef %.*s\n", (int)name, source + 8);
			}
			fprintf(file, "%.*s\n", (int)length, source);
		}
		source += length + (source[length] == '\n');
	}
	fprintf(file, "}\nextern \"C\" void emulated_entry_%d(void **arguments) {\n"
		"\temulator_call(emulated%d::%s, arguments);\n}\n", number, number, symbol);
}

static uint64_t hash_text(uint64_t hash, const char *text) {
	for (; *text != '\0'; text++) {
		hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
	}
	return hash;
}

static uint64_t hash_of(const char *const *sources, const char *const *symbols, int count) {
	uint64_t hash = 0xcbf29ce484222325u;
	for (int i = 0; i < count; i++) {
		hash = hash_text(hash_text(hash, sources[i]), symbols[i]);
	}
	return hash;
}

/* Compile unless a library of the same sources is in the folder EMULATOR_CACHE. */
static bool make_library(const char *const *sources, const char *const *symbols, int count, const char *folder,
		const char *library) {
	char source[512];
	char partial[560];
	char command[4096];
	if (access(library, R_OK) == 0) {
		return true;
	}
	snprintf(source, sizeof source, "%s/kernel-%ld.cpp", folder, (long)getpid());
	snprintf(partial, sizeof partial, "%s.so", source);
	FILE *file = fopen(source, "w");
	if (file == NULL) {
		return false;
	}
	fprintf(file, "#include \"%s/cuda.hpp\"\n", EMULATOR_SOURCES);
	for (int i = 0; i < count; i++) {
		put_source(file, sources[i], symbols[i], i);
	}
	bool good = fclose(file) == 0;
#ifdef __SANITIZE_ADDRESS__
	const char *sanitize = "-fsanitize=address -fno-omit-frame-pointer";
#else
	const char *sanitize = "";
#endif
	/* What is called from it, the program has: looking for libraries takes as long as compiling a kernel. */
	snprintf(command, sizeof command, "%s -std=c++11 -O0 -w -Wno-psabi -ffp-contract=off -shared -nostdlib -fPIC %s "
		"-o '%s' '%s'", compiler(), sanitize, partial, source);
	good = good && system(command) == 0 && rename(partial, library) == 0;
	if (getenv("EMULATOR_KEEP") == NULL) {
		unlink(source);
	}
	return good;
}

bool emulator_compile(const char *const *sources, const char *const *symbols, int count, struct emulated *out) {
	char folder[256];
	char library[512];
	char entry[64];
	const char *cache = getenv("EMULATOR_CACHE");
	const char *temporary = getenv("TMPDIR");
	if (cache != NULL) {
		snprintf(folder, sizeof folder, "%s", cache);
	} else {
		snprintf(folder, sizeof folder, "%s/emulator-XXXXXX", temporary != NULL ? temporary : "/tmp");
	}
	if (cache == NULL && mkdtemp(folder) == NULL) {
		return false;
	}
	snprintf(library, sizeof library, "%s/%016llx.so", folder, (unsigned long long)hash_of(sources, symbols, count));
	bool good = make_library(sources, symbols, count, folder, library);
	void *handle = good ? dlopen(library, RTLD_NOW | RTLD_LOCAL) : NULL;
	if (good && handle == NULL) {
		fprintf(stderr, "%s\n", dlerror());
	}
	if (cache == NULL) {
		unlink(library);
		rmdir(folder);
	}
	for (int i = 0; i < count && handle != NULL; i++) {
		snprintf(entry, sizeof entry, "emulated_entry_%d", i);
		void *symbol = dlsym(handle, entry);
		out[i].library = handle;
		memcpy(&out[i].entry, &symbol, sizeof symbol);
	}
	return handle != NULL;
}

void emulator_close(struct emulated *kernel) {
	dlclose(kernel->library);
}
