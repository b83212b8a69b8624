/*
 * Work in a child process, so that a crash or an endless loop ends the child only. What it prints is gathered; it has
 * nothing to read, and a time limit.
 */
#ifndef CLI_GOLDEN_PROCESS_H
#define CLI_GOLDEN_PROCESS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/buf.h"

enum { PROCESS_OUT, PROCESS_ERR, PROCESS_STREAMS };

enum process_end {
	PROCESS_RUNNING,
	PROCESS_EXITED,      /* "code" is its exit code */
	PROCESS_SIGNALLED,   /* "code" is the signal that killed it */
	PROCESS_TIMED_OUT,
	PROCESS_TOO_LONG,    /* it printed more than LIMIT_TEST_BYTES on one stream */
};

struct process {
	enum process_end end;
	int code;
	double seconds;                        /* from start to end */
	struct buf streams[PROCESS_STREAMS];   /* what it printed */
	pid_t pid;
	int pipes[PROCESS_STREAMS];            /* where it is read; -1 once it is at its end */
	int64_t started;                       /* milliseconds of a clock */
	int64_t deadline;
	bool killed_late;
	bool killed_long;
};

/*
 * Call "work" in a child and exit with what it returns, at most "seconds" later. What it prints will be in "arena".
 * Returns false with errno set if there can be no child.
 */
bool process_start(struct process *process, struct arena *arena, int (*work)(const void *context), const void *context,
	int seconds);

/* Wait until something happens to one of the running processes, at most LIMIT_TEST_JOBS of them. */
void process_wait(struct process *const *processes, int count);

#endif
