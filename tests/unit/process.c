/*
 * src/cli/golden/process.c: how children end, what is kept of what they print, and what they have of their parent.
 * Calls of the system that start a child come to this file first, which lets them fail. Prints "N passed, N failed".
 */
#define _XOPEN_SOURCE 700
#include "cli/golden/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "base/limits.h"
#include "tally.h"

static char path[] = "/tmp/cutelayout-process-XXXXXX";

/* --- calls that fail --- */

static int pipes_left = -1; /* calls that still succeed; below 0 all */
static bool fork_fails;

int __real_pipe(int ends[2]);
int __wrap_pipe(int ends[2]);
pid_t __real_fork(void);
pid_t __wrap_fork(void);

int __wrap_pipe(int ends[2]) {
	if (pipes_left == 0) {
		errno = EMFILE;
		return -1;
	}
	pipes_left -= pipes_left > 0;
	return __real_pipe(ends);
}

pid_t __wrap_fork(void) {
	if (fork_fails) {
		errno = EAGAIN;
		return -1;
	}
	return __real_fork();
}

/* --- what children do --- */

/* "word" says what; each prints and ends in its own way. */
struct job {
	const char *word;
	int64_t number;
};

static void pause_for(int64_t milliseconds) {
	nanosleep(&(struct timespec){ .tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000 }, NULL);
}

static void print_bytes(int stream, int64_t count) {
	static char bytes[1 << 16];
	memset(bytes, 'x', sizeof bytes);
	while (count > 0) {
		ssize_t written = write(stream, bytes, count < (int64_t)sizeof bytes ? (size_t)count : sizeof bytes);
		count -= written > 0 ? written : count;
	}
}

static int count_input(void) {
	char bytes[8];
	return (int)read(STDIN_FILENO, bytes, sizeof bytes);
}

/* Whether a byte more can be written into the file of this test. */
static bool can_write(void) {
	int file = open(path, O_WRONLY | O_APPEND);
	bool good = write(file, "x", 1) == 1;
	close(file);
	return good;
}

static void write_at_exit(void) {
	can_write();
}

static int64_t core_limit(void) {
	struct rlimit limit;
	return getrlimit(RLIMIT_CORE, &limit) == 0 ? (int64_t)limit.rlim_cur : -1;
}

static int work(const void *context) {
	const struct job *job = context;
	const char *word = job->word;
	if (strcmp(word, "exit") == 0) {
		return (int)job->number;
	} else if (strcmp(word, "out") == 0 || strcmp(word, "err") == 0) {
		print_bytes(strcmp(word, "out") == 0 ? STDOUT_FILENO : STDERR_FILENO, job->number);
	} else if (strcmp(word, "raise") == 0) {
		raise((int)job->number);
	} else if (strcmp(word, "sleep") == 0) {
		pause_for(job->number);
	} else if (strcmp(word, "silent") == 0) {
		close(STDOUT_FILENO);
		close(STDERR_FILENO);
		pause_for(job->number);
		return 3;
	} else if (strcmp(word, "half silent") == 0) {
		close(STDOUT_FILENO);
		pause_for(job->number);
		print_bytes(STDERR_FILENO, 5);
	} else if (strcmp(word, "bit by bit") == 0) {
		for (int64_t i = 0; i < job->number; i++) {
			print_bytes(i % 2 == 0 ? STDOUT_FILENO : STDERR_FILENO, 1);
			pause_for(2);
		}
	} else if (strcmp(word, "input") == 0) {
		return count_input();
	} else if (strcmp(word, "columns") == 0) {
		return getenv("COLUMNS") != NULL;
	} else if (strcmp(word, "write") == 0) {
		return can_write();
	} else if (strcmp(word, "write at exit") == 0) {
		atexit(write_at_exit);
	} else if (strcmp(word, "core") == 0) {
		return core_limit() != 0;
	} else {
		return 99;
	}
	return 0;
}

/* --- the table --- */

static const struct {
	struct job job;
	int seconds;               /* that it may take */
	enum process_end end;
	int code;                  /* not looked at where it is -1 */
	int64_t out, err;          /* bytes, not looked at where below 0 */
	double least, most;        /* seconds that it takes */
} cases[] = {
	{ { "exit", 0 }, 9, PROCESS_EXITED, 0, 0, 0, 0, 5 },
	{ { "exit", 1 }, 9, PROCESS_EXITED, 1, 0, 0, 0, 5 },
	{ { "exit", 255 }, 9, PROCESS_EXITED, 255, 0, 0, 0, 5 },
	{ { "raise", SIGHUP }, 9, PROCESS_SIGNALLED, SIGHUP, 0, 0, 0, 5 },
	{ { "raise", SIGKILL }, 9, PROCESS_SIGNALLED, SIGKILL, 0, 0, 0, 5 },
	{ { "raise", SIGTERM }, 9, PROCESS_SIGNALLED, SIGTERM, 0, 0, 0, 5 },
	{ { "raise", SIGXFSZ }, 9, PROCESS_EXITED, 0, 0, 0, 0, 5 },
	{ { "out", 1 }, 9, PROCESS_EXITED, 0, 1, 0, 0, 5 },
	{ { "err", 2 }, 9, PROCESS_EXITED, 0, 0, 2, 0, 5 },
	{ { "out", 16383 }, 9, PROCESS_EXITED, 0, 16383, 0, 0, 5 },
	{ { "out", 16384 }, 9, PROCESS_EXITED, 0, 16384, 0, 0, 5 },
	{ { "err", 100001 }, 9, PROCESS_EXITED, 0, 0, 100001, 0, 5 },
	{ { "bit by bit", 21 }, 9, PROCESS_EXITED, 0, 11, 10, 0.03, 5 },
	{ { "out", LIMIT_TEST_BYTES }, 60, PROCESS_EXITED, 0, LIMIT_TEST_BYTES, 0, 0, 50 },
	{ { "err", LIMIT_TEST_BYTES }, 60, PROCESS_EXITED, 0, 0, LIMIT_TEST_BYTES, 0, 50 },
	/* This one may be killed as it exits, while a sanitizer looks for leaks, which then says so. */
	{ { "out", LIMIT_TEST_BYTES + 1 }, 60, PROCESS_TOO_LONG, -1, -1, -1, 0, 50 },
	{ { "out", 2 * LIMIT_TEST_BYTES }, 60, PROCESS_TOO_LONG, SIGKILL, -1, 0, 0, 50 },
	{ { "err", 2 * LIMIT_TEST_BYTES }, 60, PROCESS_TOO_LONG, SIGKILL, 0, -1, 0, 50 },
	{ { "sleep", 200 }, 9, PROCESS_EXITED, 0, 0, 0, 0.19, 5 },
	{ { "silent", 100 }, 9, PROCESS_EXITED, 3, 0, 0, 0.09, 5 },
	{ { "half silent", 100 }, 9, PROCESS_EXITED, 0, 0, 5, 0.09, 5 },
	{ { "sleep", 60000 }, 1, PROCESS_TIMED_OUT, SIGKILL, 0, 0, 0.9, 20 },
	{ { "silent", 60000 }, 1, PROCESS_TIMED_OUT, SIGKILL, 0, 0, 0.9, 20 },
	{ { "half silent", 60000 }, 2, PROCESS_TIMED_OUT, SIGKILL, 0, 0, 1.9, 20 },
	{ { "input", 0 }, 9, PROCESS_EXITED, 0, 0, 0, 0, 5 },
	{ { "columns", 0 }, 9, PROCESS_EXITED, 0, 0, 0, 0, 5 },
	{ { "write", 0 }, 9, PROCESS_EXITED, 0, 0, 0, 0, 5 },
	{ { "core", 0 }, 9, PROCESS_EXITED, 0, 0, 0, 0, 5 },
};

enum { CASES = sizeof cases / sizeof cases[0], TOGETHER = 4, WAITS_MAX = 2000 };

static bool is_bytes(const struct buf *text, int64_t count) {
	bool good = count < 0 ? text->length <= LIMIT_TEST_BYTES : text->length == (size_t)count;
	for (size_t i = 0; i < text->length && good; i++) {
		good = text->data[i] == 'x';
	}
	return good;
}

static void check_end(struct tally *tally, int i, const struct process *process) {
	const char *word = cases[i].job.word;
	long long number = cases[i].job.number;
	expect(tally, process->end == cases[i].end, "%s %lld: end %d", word, number, (int)process->end);
	expect(tally, cases[i].code < 0 || process->code == cases[i].code, "%s %lld: code %d", word, number, process->code);
	for (int stream = 0; stream < PROCESS_STREAMS; stream++) {
		expect(tally, is_bytes(&process->streams[stream], stream == PROCESS_OUT ? cases[i].out : cases[i].err),
			"%s %lld: %zu bytes on stream %d", word, number, process->streams[stream].length, stream + 1);
	}
	expect(tally, process->seconds >= cases[i].least && process->seconds < cases[i].most, "%s %lld: %g seconds", word,
		number, process->seconds);
}

/* The lowest number that a file would get. */
static int lowest_free(void) {
	int file = open("/dev/null", O_RDONLY);
	close(file);
	return file;
}

/* Run cases "first" and "count" - 1 behind it side by side. */
static void check_together(struct tally *tally, struct arena *arena, int first, int count) {
	struct process processes[TOGETHER];
	struct process *running[TOGETHER];
	int used = 0;
	int waits = 0;
	int before = lowest_free();
	for (int i = 0; i < count; i++) {
		bool good = process_start(&processes[i], arena, work, &cases[first + i].job, cases[first + i].seconds);
		expect(tally, good, "%s cannot be started", cases[first + i].job.word);
		if (good) {
			running[used++] = &processes[i];
		}
	}
	while (used > 0) {
		process_wait(running, used);
		waits++;
		for (int i = 0; i < used; i++) {
			if (running[i]->end != PROCESS_RUNNING) {
				check_end(tally, first + (int)(running[i] - processes), running[i]);
				running[i--] = running[--used];
			}
		}
	}
	bool prints_much = false;
	for (int i = first; i < first + count; i++) {
		prints_much = prints_much || cases[i].job.number > LIMIT_TEST_BYTES / 2;
	}
	expect(tally, prints_much || waits < WAITS_MAX * count, "%s: woken up %d times", cases[first].job.word, waits);
	expect(tally, lowest_free() == before, "%s: files are left open", cases[first].job.word);
}

/* --- a child that cannot be started, files --- */

static void check_failures(struct tally *tally, struct arena *arena) {
	static const struct job job = { "exit", 0 };
	static const struct {
		int pipes;
		bool fork_fails;
		int error;
	} failures[] = { { 0, false, EMFILE }, { 1, false, EMFILE }, { -1, true, EAGAIN } };
	int before = lowest_free();
	for (size_t i = 0; i < sizeof failures / sizeof failures[0]; i++) {
		struct process process;
		pipes_left = failures[i].pipes;
		fork_fails = failures[i].fork_fails;
		errno = 0;
		bool good = process_start(&process, arena, work, &job, 1);
		int error = errno;
		pipes_left = -1;
		fork_fails = false;
		expect(tally, !good && error == failures[i].error, "failure %zu: %s", i, strerror(error));
		expect(tally, lowest_free() == before, "failure %zu: files are left open", i);
	}
}

/* A child writes no file until it exits: what a profiler then stores is no work of the case. */
static void check_exit(struct tally *tally, struct arena *arena) {
	static const struct job job = { "write at exit", 0 };
	struct process process;
	struct process *running[] = { &process };
	bool good = process_start(&process, arena, work, &job, 9);
	while (good && process.end == PROCESS_RUNNING) {
		process_wait(running, 1);
	}
	int file = open(path, O_RDONLY);
	expect(tally, lseek(file, 0, SEEK_END) == 1, "write at exit");
	close(file);
}

int main(void) {
	struct tally tally = { 0 };
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	close(mkstemp(path));
	setenv("COLUMNS", "33", 1);
	signal(SIGHUP, SIG_DFL); /* "nohup" has it ignored, by children too */
	printf("%d cases\n", CASES); /* nor has a child what its parent is about to print */
	for (int i = 0; i < CASES; i++) {
		if (cases[i].end == PROCESS_TIMED_OUT) {
			continue; /* together, below */
		}
		check_together(&tally, &arena, i, 1);
		arena_reset(&arena);
	}
	int late = 0;
	while (cases[late].end != PROCESS_TIMED_OUT) {
		late++;
	}
	check_together(&tally, &arena, late - 1, TOGETHER);
	check_together(&tally, &arena, 0, TOGETHER);
	check_together(&tally, &arena, 7, TOGETHER);
	check_failures(&tally, &arena);
	check_exit(&tally, &arena);
	unlink(path);
	arena_finish(&arena);
	printf("%d passed, %d failed\n", tally.passed, tally.failed);
	return tally.failed > 0;
}
