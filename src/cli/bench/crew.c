#include "cli/bench/crew.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "cli/report.h"
#include "gpu/parallel.h"

/* Contexts of a device take memory and time to make; more processes than these gain nothing. */
enum { WORKERS_MAX = 8, RESULT_BYTES = 512, PART_ENDS = '\x1e' };

struct worker {
	pid_t process;
	FILE *lines;               /* what it prints; behind each part PART_ENDS and the exit code */
};

/* The end of a part, or of the beginning. */
static void say_end(int code) {
	putchar(PART_ENDS);
	putchar(code);
	fflush(stdout);
}

/* All parts of worker "number" of "workers": in its own process. */
static void work(const struct crew_job *job, int number, int workers) {
	int code = job->begin(job->context);
	say_end(code);
	for (int64_t part = number; part < job->parts && code == 0; part += workers) {
		code = job->work(job->context, part);
		say_end(code);
	}
	if (code == 0) {
		fwrite(job->result(job->context), 1, job->bytes, stdout);
		fflush(stdout);
	}
}

static bool start(const struct crew_job *job, int number, int workers, struct worker *worker) {
	int ends[2];
	fflush(stdout);
	if (pipe(ends) != 0) {
		return false;
	}
	worker->process = fork();
	if (worker->process == 0) {
		close(ends[0]);
		if (dup2(ends[1], STDOUT_FILENO) == STDOUT_FILENO) {
			work(job, number, workers);
		}
		_exit(0);
	}
	close(ends[1]);
	worker->lines = worker->process > 0 ? fdopen(ends[0], "r") : NULL;
	if (worker->lines == NULL) {
		close(ends[0]);
	}
	return worker->lines != NULL;
}

/* Print what "worker" prints until a part of its ends. Returns the exit code; a worker that is gone found no device. */
static int pass_on(struct worker *worker) {
	int c;
	while ((c = getc(worker->lines)) != EOF && c != PART_ENDS) {
		putchar(c);
	}
	c = c == PART_ENDS ? getc(worker->lines) : EOF;
	return c == EOF ? EXIT_UNAVAILABLE : c;
}

/* One after the other, the parts of all workers. */
static int collect(const struct crew_job *job, struct worker *all, int workers) {
	char result[RESULT_BYTES];
	int code = 0;
	for (int64_t part = 0; part < job->parts && code == 0; part++) {
		code = pass_on(&all[part % workers]);
		fflush(stdout);
	}
	for (int i = 0; i < workers && code == 0; i++) {
		if (job->bytes <= sizeof result && fread(result, 1, job->bytes, all[i].lines) == job->bytes) {
			job->add(job->context, result);
		} else {
			code = EXIT_UNAVAILABLE;
		}
	}
	return code;
}

static int run_alone(const struct crew_job *job) {
	int code = job->begin(job->context);
	for (int64_t part = 0; part < job->parts && code == 0; part++) {
		code = job->work(job->context, part);
	}
	return code;
}

int crew_run(const struct crew_job *job) {
	struct worker all[WORKERS_MAX];
	int workers = parallel_workers(job->parts / 2);
	workers = workers < WORKERS_MAX ? workers : WORKERS_MAX;
	if (workers < 2) {
		return run_alone(job);
	}
	int started = 0;
	int code = 0;
	while (started < workers && code == 0) {
		if (!start(job, started, workers, &all[started])) {
			code = report_failure("cannot start a process: %s", strerror(errno));
			break;
		}
		started++;
		/* The first one says whether there is a device before others try. */
		code = started == 1 ? pass_on(&all[0]) : 0;
	}
	for (int i = 1; i < started && code == 0; i++) {
		code = pass_on(&all[i]);
	}
	code = code == 0 ? collect(job, all, workers) : code;
	for (int i = 0; i < started; i++) {
		fclose(all[i].lines);
		waitpid(all[i].process, NULL, 0);
	}
	return code;
}
