/*
 * Malformed programs: cut off, mutated and spliced from the programs of the folders that are named, the same ones each
 * time. Every one that is not a program is refused with a place in its source, in little time and memory. Some also go
 * through the command line.
 *
 *     mutations PROGRAM FILE...
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "lang/eval.h"
#include "lang/kernel/kernel.h"
#include "lang/notation/plain.h"

enum {
	FAULTY = 12000,              /* malformed programs, at least */
	ROUNDS = 60000,              /* tries to find them, at most */
	EVERY = 40,                  /* of which one goes through the command line */
	PROGRAMS = 4096,
	PROGRAM_BYTES = 1 << 16,
	MEMORY_BYTES = 64 << 20,
};

/* Processor's seconds that a program may take, a hundred times what one takes; sanitizers have their share. */
#if defined(__SANITIZE_ADDRESS__)
static const double seconds_most = 5.0;
#else
static const double seconds_most = 0.5;
#endif

static char *programs[PROGRAMS];
static int program_count;
static const char *tool;
static uint64_t state = 0x9e3779b97f4a7c15u;
static int passed, failed;
static double slowest;
static size_t largest;

static uint32_t below(uint32_t limit) {
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return limit == 0 ? 0 : (uint32_t)(state >> 33) % limit;
}

/* Takes no more room than the program needs: what is held here is counted as that of the processes that begin here. */
static void read_program(const char *path) {
	static char text[PROGRAM_BYTES];
	FILE *file = fopen(path, "rb");
	size_t length = file != NULL ? fread(text, 1, PROGRAM_BYTES / 4, file) : 0;
	char *kept = malloc(length + 1);
	if (file == NULL || kept == NULL || program_count == PROGRAMS) {
		fprintf(stderr, "cannot read '%s'\n", path);
		exit(2);
	}
	fclose(file);
	memcpy(kept, text, length);
	kept[length] = '\0';
	programs[program_count++] = kept;
}

/* --- mutations --- */

static const char *const pieces[] = {
	"(", ")", ",", ":", ";", "\n", "=", "<", ">", "@", "_", "*", ".", "\"", "[", "]", "{", "}", " o ", "Sw<", "#", "//",
	"0", "-1", "1@0", "1@1@1", "2147483647", "4294967296", "9223372036854775807", "9223372036854775808", "-0",
	"(((((((", "))))", "()", "(1,2)", "(4,8):(8,1)", "Int<4>{}", "\xff", "\xe2\x88\x98", "nonsense", "size(",
	"composition(", "complement(", "make_tiled_copy(", "mma_atom(\"x\")", "true", "1000000007", "(4096,4096):(3,5)",
};

static void replace(char *text, size_t at, size_t length, const char *with) {
	size_t rest = strlen(text + at + length);
	size_t size = strlen(with);
	if (at + size + rest + 1 < PROGRAM_BYTES) {
		memmove(text + at + size, text + at + length, rest + 1);
		memcpy(text + at, with, size);
	}
}

static void mutate(char *text) {
	size_t length = strlen(text);
	size_t at = below((uint32_t)length + 1);
	size_t room = length - at;
	size_t count = below((uint32_t)(room < 12 ? room : 12) + 1);
	const char *piece = pieces[below(sizeof pieces / sizeof pieces[0])];
	switch (below(7)) {
	case 0: text[at] = '\0'; break;
	case 1: replace(text, at, count, ""); break;
	case 2: replace(text, at, 0, piece); break;
	case 3: replace(text, at, room > 0, piece); break;
	case 4:
		if (room > 1) {
			char first = text[at];
			text[at] = text[at + 1];
			text[at + 1] = first;
		}
		break;
	case 5: {
		const char *other = programs[below((uint32_t)program_count)];
		replace(text, at, room, other + below((uint32_t)strlen(other) + 1));
		break;
	}
	default: {
		char copy[16] = "";
		memcpy(copy, text + at, count);
		replace(text, at, 0, copy);
		break;
	}
	}
}

/* --- judging --- */

static void report(const char *text, const char *wrong) {
	failed++;
	printf("FAIL: %s\n%s\n----\n", wrong, text);
}

static void out_of_memory(void *context, size_t wanted) {
	printf("FAIL: it takes more than %d bytes, and wants %zu\n%s\n", MEMORY_BYTES, wanted, (const char *)context);
	exit(1);
}

static double cpu_seconds(void) {
	struct timespec now;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Whether "message" has "<name>:LINE:COLUMN: error: " and goes on; warnings and notes may stand before it. */
static bool has_place(const char *message, const char *name) {
	const char *found = strstr(message, name);
	while (found != NULL) {
		int line = 0;
		int column = 0;
		int end = 0;
		found += strlen(name);
		if (sscanf(found, ":%d:%d: error: %n", &line, &column, &end) == 2 && end > 0) {
			return line >= 1 && column >= 1 && found[end] != '\0';
		}
		found = strstr(found, name);
	}
	return false;
}

/* Run "text" in this process. Returns whether it is malformed. */
static bool run_here(const char *text) {
	struct arena arena;
	struct evaluation ev;
	struct source source = { "<test>", str_from(text), 1 };
	arena_init(&arena, out_of_memory, (void *)(uintptr_t)text);
	arena.limit = MEMORY_BYTES;
	double start = cpu_seconds();
	evaluation_init(&ev, &arena, false);
	bool good = kernel_evaluate(&ev, &source); /* as the commands do, which read sources of kernels too */
	double seconds = cpu_seconds() - start;
	slowest = seconds > slowest ? seconds : slowest;
	largest = arena.held > largest ? arena.held : largest;
	struct buf out;
	buf_init(&out, &arena);
	if (good) {
		for (int i = 0; i < ev.result_count; i++) {
			print_value(&out, &ev.results[i]);
		}
	} else {
		source_print_message(&source, &ev.error, "error", &out);
	}
	if (seconds > seconds_most) {
		printf("%.3f s\n", seconds);
		report(text, "it takes too long");
	} else if (!good && !has_place(out.data, source.name)) {
		report(text, "its message names no place");
	} else if (!good) {
		passed++;
	}
	arena_finish(&arena);
	return !good;
}

/* Run "text", which is malformed, through the command "number". */
static void run_program(const char *text, int number) {
	static const char *const commands[][3] = {
		{ "eval" }, { "check" }, { "draw", "--dump-scene" }, { "eval", "--explain" }, { "eval", "--strict" },
	};
	const char *const *command = commands[number % 5];
	char path[] = "/tmp/cutelayout-mutations-XXXXXX";
	int file = mkstemp(path);
	fflush(stdout);
	pid_t child = fork();
	if (child == 0) {
		const char *arguments[] = { tool, command[0], text, command[1], NULL };
		dup2(file, STDERR_FILENO);
		if (freopen("/dev/null", "w", stdout) == NULL) {
			_exit(98);
		}
		alarm(100);
		execv(tool, (char *const *)(void *)arguments);
		_exit(97);
	}
	int status = 0;
	struct rusage usage;
	static char message[PROGRAM_BYTES];
	if (file < 0 || child < 0 || wait4(child, &status, 0, &usage) < 0) {
		perror("mutations");
		exit(2);
	}
	ssize_t length = pread(file, message, sizeof message - 1, 0);
	message[length > 0 ? length : 0] = '\0';
	close(file);
	unlink(path);
	double seconds = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
		1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
	if (!WIFEXITED(status) || (WEXITSTATUS(status) != 2 && WEXITSTATUS(status) != 3)) {
		printf("%s: status %#x\n", command[0], (unsigned)status);
		report(text, "it does not exit with 2 or 3");
	} else if (!has_place(message, "<expr>")) {
		printf("%s: %s\n", command[0], message);
		report(text, "the message of the program names no place");
	} else if (seconds > seconds_most) {
		printf("%s: %.3f s\n", command[0], seconds);
		report(text, "the program takes too long");
#if !defined(__SANITIZE_ADDRESS__)
	} else if (usage.ru_maxrss > MEMORY_BYTES / 1024) {
		printf("%s: %ld KiB\n", command[0], usage.ru_maxrss);
		report(text, "the program takes too much memory");
#endif
	} else {
		passed++;
	}
}

int main(int argc, char **argv) {
	static char text[PROGRAM_BYTES];
	if (argc < 3) {
		fprintf(stderr, "usage: mutations PROGRAM FILE...\n");
		return 2;
	}
	tool = argv[1];
	for (int i = 2; i < argc; i++) {
		read_program(argv[i]);
	}
	int faulty = 0;
	int valid = 0;
	for (int round = 0; round < ROUNDS && faulty < FAULTY; round++) {
		snprintf(text, sizeof text, "%s", programs[round % program_count]);
		for (uint32_t count = 1 + below(4); count > 0; count--) {
			mutate(text);
		}
		if (!run_here(text)) {
			valid++;
		} else if (++faulty % EVERY == 0 && text[0] != '-') {
			run_program(text, faulty / EVERY);
		}
	}
	if (faulty < FAULTY) {
		printf("FAIL: only %d malformed programs were found\n", faulty);
		failed++;
	}
	printf("%d malformed, %d still valid; at most %.1f ms and %.1f KiB\n", faulty, valid, 1e3 * slowest,
		(double)largest / 1024);
	printf("%d passed, %d failed\n", passed, failed);
	return failed > 0;
}
