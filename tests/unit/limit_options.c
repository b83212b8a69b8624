/*
 * src/cli/limit_options.c: values of --timeout and --max-memory, the clock that is started, its two signals, and what
 * is said where memory or time ends. What ends the program happens in a child. Prints "N passed, N failed".
 */
#define _XOPEN_SOURCE 700
#include "cli/limit_options.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "cli/index_options.h"
#include "tally.h"

/* --- values --- */

struct seconds_case {
	const char *text;
	double seconds;            /* 0: it is refused */
};

static const struct seconds_case seconds_cases[] = {
	{ "1", 1 }, { "2.5", 2.5 }, { ".5", 0.5 }, { "1e3", 1000 }, { "100000000", 1e8 }, { "100000001", 0 }, { "0", 0 },
	{ "0.0", 0 }, { "-1", 0 }, { "+1", 0 }, { " 1", 0 }, { "1 ", 0 }, { "1s", 0 }, { "", 0 }, { "inf", 0 },
	{ "nan", 0 }, { ".", 0 },
};

struct bytes_case {
	const char *text;
	uint64_t bytes;            /* 0: it is refused */
};

static const struct bytes_case bytes_cases[] = {
	{ "1", 1 }, { "1K", 1 << 10 }, { "3k", 3 << 10 }, { "2M", 2 << 20 }, { "2m", 2 << 20 }, { "1G", 1 << 30 },
	{ "8589934591G", 8589934591u * ((uint64_t)1 << 30) }, { "8589934592G", 0 }, { "9223372036854775807", INT64_MAX },
	{ "9223372036854775808", 0 }, { "0", 0 }, { "0K", 0 }, { "K", 0 }, { "", 0 }, { "1KB", 0 }, { "1KK", 0 },
	{ "1T", 0 }, { "-1", 0 }, { "1 K", 0 },
};

static void try_values(struct tally *tally) {
	for (size_t i = 0; i < sizeof seconds_cases / sizeof seconds_cases[0]; i++) {
		const struct seconds_case *each = &seconds_cases[i];
		struct limits limits = limits_default();
		bool taken = limits_take(&limits, OPTION_TIMEOUT, each->text) == NULL;
		expect(tally, taken == (each->seconds > 0) && (!taken || limits.seconds == each->seconds), "--timeout='%s'",
			each->text);
	}
	for (size_t i = 0; i < sizeof bytes_cases / sizeof bytes_cases[0]; i++) {
		const struct bytes_case *each = &bytes_cases[i];
		struct limits limits = limits_default();
		bool taken = limits_take(&limits, OPTION_MAX_MEMORY, each->text) == NULL;
		expect(tally, taken == (each->bytes > 0) && (!taken || limits.bytes == each->bytes), "--max-memory='%s'",
			each->text);
	}
}

/* --- children --- */

/* Run "work" in a child. Returns its exit code, and what it says on standard error in "*said". */
static int run(void (*work)(void), char *said, size_t size) {
	int ends[2];
	fflush(stdout);
	if (pipe(ends) != 0) {
		abort();
	}
	pid_t child = fork();
	if (child == 0) {
		dup2(ends[1], STDERR_FILENO);
		close(ends[0]);
		close(ends[1]);
		work();
		fflush(stderr);
		_exit(EXIT_DONE);
	}
	close(ends[1]);
	size_t length = 0;
	ssize_t part;
	while (length + 1 < size && (part = read(ends[0], said + length, size - 1 - length)) > 0) {
		length += (size_t)part;
	}
	said[length] = '\0';
	close(ends[0]);
	int status = 0;
	waitpid(child, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

struct child {
	const char *name;
	void (*work)(void);
	int code;
	const char *said;
};

static struct arena arena;
static struct limits limits;

/* Start with so many seconds, and print to standard error what the clock is set to. */
static void show_clock(double seconds) {
	struct itimerval timer = { .it_interval = { 0, 0 } };
	limits.seconds = seconds;
	limits_start(&limits, &arena);
	getitimer(ITIMER_REAL, &timer);
	double left = (double)timer.it_value.tv_sec + (double)timer.it_value.tv_usec / 1e6;
	fprintf(stderr, "%s, then each %ld.%06ld", left <= seconds && left > seconds - 0.6 ? "as asked" : "another time",
		(long)timer.it_interval.tv_sec, (long)timer.it_interval.tv_usec);
}

static void start_without(void) {
	show_clock(0);
}

static void start_long(void) {
	show_clock(1000);
}

static void start_fraction(void) {
	show_clock(1000.75);
}

/* Less than the clock can be set to is not no time: the signal comes. It is held back until the clock stands. */
static void start_short(void) {
	sigset_t alarm;
	sigset_t pending;
	sigemptyset(&alarm);
	sigaddset(&alarm, SIGALRM);
	sigprocmask(SIG_BLOCK, &alarm, NULL);
	limits.seconds = 1e-9;
	limits_start(&limits, &arena);
	do {
		sigpending(&pending);
	} while (!sigismember(&pending, SIGALRM));
	setitimer(ITIMER_REAL, &(struct itimerval){ .it_interval = { 0, 0 } }, NULL);
	sigprocmask(SIG_UNBLOCK, &alarm, NULL);
	fprintf(stderr, *limits_stop() == STOPPED_BY_CLOCK ? "it came" : "another came");
}

static void start_and_look(void) {
	limits.seconds = 1000;
	limits_start(&limits, &arena);
	fprintf(stderr, limits_over() ? "over" : "not over");
}

/* The first signal asks for an end. */
static void signal_once(void) {
	limits.seconds = 1000;
	limits_start(&limits, &arena);
	raise(SIGALRM);
	fprintf(stderr, "%s\n", *limits_stop() == STOPPED_BY_CLOCK ? "asked" : "not asked");
	fprintf(stderr, limits_over() ? "over" : "not over");
}

/* The second one makes it. */
static void signal_twice(void) {
	limits.seconds = 1000;
	limits_start(&limits, &arena);
	raise(SIGALRM);
	raise(SIGALRM);
	fprintf(stderr, "it goes on");
}

static void take_too_much(void) {
	limits.bytes = 4096;
	limits_start(&limits, &arena);
	arena_alloc(&arena, 5000);
}

/* The first block is smaller where the limit is. */
static void take_enough(void) {
	limits.bytes = 4096;
	limits_start(&limits, &arena);
	arena_alloc(&arena, 3000);
}

/* An arena beside this one asks for all that is left below the limit, and "more". */
static void ask_at_limit(size_t more) {
	limits.bytes = 1 << 20;
	limits_start(&limits, &arena);
	arena_alloc(&arena, 1000);
	arena.out_of_memory(arena.context, limits.bytes - arena.held + more);
}

static void ask_within(void) {
	ask_at_limit(0);
}

static void ask_beyond(void) {
	ask_at_limit(1);
}

/* What was held before the limit came is above it. */
static void hold_late(void) {
	arena_alloc(&arena, 5000);
	limits.bytes = 4096;
	limits_start(&limits, &arena);
	arena.out_of_memory(arena.context, 16);
}

/* --- an index expression --- */

static bool is_late; /* the time is over when infer_table has found nothing */

struct inferred __real_infer_table(struct algebra *al, const int64_t *table, struct tuple shape);
struct inferred __wrap_infer_table(struct algebra *al, const int64_t *table, struct tuple shape);

struct inferred __wrap_infer_table(struct algebra *al, const int64_t *table, struct tuple shape) {
	struct inferred inferred = __real_infer_table(al, table, shape);
	if (is_late) {
		raise(SIGALRM);
	}
	return inferred;
}

/* Print the layout or the map of bits that "index" is, to standard error. */
static void read_index(const char *index, bool late) {
	struct source source;
	struct index_options options = { .index = index, .request = { .shape = "8" } };
	limits.seconds = 1000;
	is_late = late;
	limits_start(&limits, &arena);
	int status = index_options_source(&options, &arena, &source);
	if (status == EXIT_DONE) {
		fprintf(stderr, "%.*s", (int)source.text.length, source.text.data);
	}
	_exit(status);
}

static void read_layout(void) {
	read_index("i%4*2 + i/4", false);
}

static void read_bits(void) {
	read_index("i^(i/2)", false);
}

static void read_other(void) {
	read_index("i*i", false);
}

/* What is not looked at to the end is not said to be no map of bits. */
static void read_bits_late(void) {
	read_index("i^(i/2)", true);
}

static void read_other_late(void) {
	read_index("i*i", true);
}

/* What was found before is found. */
static void read_layout_late(void) {
	read_index("i%4*2 + i/4", true);
}

static const struct child children[] = {
	{ "no time", start_without, EXIT_DONE, "as asked, then each 0.000000" },
	{ "1000 seconds", start_long, EXIT_DONE, "as asked, then each 0.100000" },
	{ "1000.75 seconds", start_fraction, EXIT_DONE, "as asked, then each 0.100000" },
	{ "a nanosecond", start_short, EXIT_DONE, "it came" },
	{ "time that is left", start_and_look, EXIT_DONE, "not over" },
	{ "one signal", signal_once, EXIT_DONE, "asked\ncutelayout: the time limit is over: --timeout sets it\nover" },
	{ "two signals", signal_twice, EXIT_EXPRESSION, "cutelayout: the time limit is over: --timeout sets it\n" },
	{ "more memory", take_too_much, EXIT_EXPRESSION,
		"cutelayout: more than 4096 bytes of memory are needed, the limit\n  hint: --max-memory sets the limit\n" },
	{ "less memory", take_enough, EXIT_DONE, "" },
	{ "the system has no more", ask_within, EXIT_USAGE, "cutelayout: out of memory" },
	{ "a byte beyond", ask_beyond, EXIT_EXPRESSION, "cutelayout: more than 1048576 bytes of memory are needed" },
	{ "a layout", read_layout, EXIT_DONE, "(4,2):(2,1)" },
	{ "a map of bits", read_bits, EXIT_DONE, "bits((1,3,6))" },
	{ "neither", read_other, EXIT_EXPRESSION, "<index>:1:1: error: the expression is no layout and no map of bits\n" },
	{ "a layout that was found in time", read_layout_late, EXIT_DONE, "(4,2):(2,1)" },
	{ "a map of bits that was not", read_bits_late, EXIT_EXPRESSION, "<index>:1:1: error: the time limit is over\n" },
	{ "what is neither, too late", read_other_late, EXIT_EXPRESSION, "<index>:1:1: error: the time limit is over\n" },
	{ "held before", hold_late, EXIT_EXPRESSION, "cutelayout: more than 4096 bytes of memory are needed" },
};

static void try_child(struct tally *tally, const struct child *each) {
	char said[1000];
	arena_init(&arena, NULL, NULL);
	limits = limits_default();
	int code = run(each->work, said, sizeof said);
	expect(tally, code == each->code && strncmp(said, each->said, strlen(each->said)) == 0
		&& (said[0] == '\0') == (each->said[0] == '\0'), "%s: exit code %d, '%s'", each->name, code, said);
	arena_finish(&arena);
}

int main(void) {
	struct tally tally = { 0 };
	try_values(&tally);
	for (size_t i = 0; i < sizeof children / sizeof children[0]; i++) {
		try_child(&tally, &children[i]);
	}
	printf("%d passed, %d failed\n", tally.passed, tally.failed);
	return tally.failed > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
