#define _XOPEN_SOURCE 700
#include "cli/limit_options.h"

#include <ctype.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/checked.h"
#include "base/limits.h"
#include "cli/report.h"

enum { GRACE_MICROSECONDS = 100000, SECONDS_MAX = 100000000 };

const struct option_line limit_option_lines[] = {
	{ "timeout", OPTION_TIMEOUT, "=SECONDS", NULL, "give up after this time" },
	{ "max-memory", OPTION_MAX_MEMORY, "=SIZE", NULL, "give up beyond so many bytes; K, M or G may follow (2G)" },
	{ NULL, 0, NULL, NULL, NULL },
};

static volatile sig_atomic_t stop;

struct limits limits_default(void) {
	return (struct limits){ .bytes = LIMIT_ARENA_BYTES };
}

/* --- values --- */

static bool read_seconds(const char *text, double *seconds) {
	char *end;
	*seconds = strtod(text, &end);
	return (isdigit((unsigned char)*text) || *text == '.') && *end == '\0' && *seconds > 0 && *seconds <= SECONDS_MAX;
}

static bool read_bytes(const char *text, size_t *bytes) {
	static const char units[] = "KMG";
	int64_t value = 0;
	const char *digits = text;
	for (; isdigit((unsigned char)*text); text++) {
		if (!checked_mul(value, 10, &value) || !checked_add(value, *text - '0', &value)) {
			return false;
		}
	}
	const char *unit = *text != '\0' ? strchr(units, toupper((unsigned char)*text)) : NULL;
	if (unit != NULL) {
		text++;
		if (!checked_mul(value, (int64_t)1 << 10 * (unit - units + 1), &value)) {
			return false;
		}
	}
	*bytes = (size_t)value;
	return text > digits && value > 0 && *text == '\0' && (uint64_t)value <= SIZE_MAX;
}

const char *limits_take(struct limits *limits, int option, const char *value) {
	if (option == OPTION_TIMEOUT) {
		return read_seconds(value, &limits->seconds) ? NULL : "--timeout=SECONDS, a number above 0";
	}
	return read_bytes(value, &limits->bytes) ? NULL : "--max-memory=SIZE, bytes with K, M or G behind them or not";
}

/* --- memory --- */

/* Whether "wanted" more bytes go beyond the limit; otherwise the system had none. An arena beside this one may ask. */
static bool is_beyond(const struct arena *arena, size_t wanted) {
	return arena->limited || arena->held > arena->limit || wanted > arena->limit - arena->held;
}

/* The handler of the arena. Its message may take a little more than the limit. */
static void out_of_memory(void *context, size_t wanted) {
	struct limits *limits = context;
	if (!is_beyond(limits->arena, wanted)) {
		report_out_of_memory(NULL, wanted);
	}
	const struct evaluation *ev = limits->ev;
	limits->ev = NULL;
	limits->arena->limit = SIZE_MAX;
	struct message message = { .span = { 0, 0 } };
	fault_set(&message.fault, FAULT_LIMIT, 0, "more than %zu bytes of memory are needed, the limit", limits->bytes);
	fault_set_hint(&message.fault, "--max-memory sets the limit");
	if (ev == NULL || ev->at.source == NULL) {
		report_fault(&message.fault);
	} else {
		message.span = ev->at.span;
		report_error(limits->arena, ev->at.source, &message);
	}
	exit(EXIT_EXPRESSION);
}

void limits_hold(struct limits *limits, struct arena *arena) {
	limits->arena = arena;
	arena->limit = limits->bytes;
	arena->out_of_memory = out_of_memory;
	arena->context = limits;
}

/* --- time --- */

/* The first signal asks for an end, the second one makes it. No file is half written: file.h holds signals back. */
static void on_alarm(int number) {
	static const char message[] = "cutelayout: the time limit is over: --timeout sets it\n";
	(void)number;
	if (stop == 0) {
		stop = STOPPED_BY_CLOCK;
		return;
	}
	ssize_t said = write(STDERR_FILENO, message, strlen(message));
	(void)said; /* where nobody listens nothing is said */
	_exit(EXIT_EXPRESSION);
}

void limits_start(struct limits *limits, struct arena *arena) {
	limits_hold(limits, arena);
	if (limits->seconds <= 0) {
		return;
	}
	struct sigaction action = { .sa_handler = on_alarm, .sa_flags = SA_RESTART };
	sigemptyset(&action.sa_mask);
	sigaction(SIGALRM, &action, NULL);
	struct itimerval timer = { .it_interval = { 0, GRACE_MICROSECONDS } };
	timer.it_value.tv_sec = (time_t)limits->seconds;
	timer.it_value.tv_usec = (suseconds_t)((limits->seconds - (double)timer.it_value.tv_sec) * 1e6);
	if (timer.it_value.tv_sec == 0 && timer.it_value.tv_usec == 0) {
		timer.it_value.tv_usec = 1;
	}
	setitimer(ITIMER_REAL, &timer, NULL);
}

void limits_watch(struct limits *limits, struct evaluation *ev) {
	limits->ev = ev;
	ev->algebra.stop = &stop;
}

const volatile sig_atomic_t *limits_stop(void) {
	return &stop;
}

bool limits_over(void) {
	if (stop != STOPPED_BY_CLOCK) {
		return false;
	}
	report_failure("the time limit is over: --timeout sets it");
	return true;
}
