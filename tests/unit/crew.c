/*
 * src/cli/bench/crew.c: whatever the number of processes, a job prints its parts in their order, ends with the first
 * part that fails, and finds the same; no process and no file is left of it. Prints "N passed, N failed".
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/bench/crew.h"
#include "cli/cmd.h"
#include "cli/report.h"
#include "gpu/parallel.h"

enum { PROCESSES_MOST = 12, PARTS_MOST = 20, NEVER = -1, DIES = -2, CODE = 77, TEXT_BYTES = 4096, RESULT_MOST = 512 };

static int passed, failed;
static int processors;

/* As many as the test wants. */
int parallel_workers(int64_t units) {
	return (int)(units < processors ? (units < 1 ? 1 : units) : processors);
}

int report_failure(const char *format, ...) {
	(void)format;
	return EXIT_USAGE;
}

struct found {
	int64_t sum;
	char more[RESULT_MOST];     /* so that a result can be as large as one may be, and larger */
};

struct job {
	struct found found;
	int *begun;                 /* processes that began, of all */
	int begin_fails;            /* the process, in the order of their beginnings, or NEVER */
	int64_t part_fails;         /* or NEVER */
	int how;                    /* the exit code, or DIES */
};

static int begin(void *context) {
	struct job *job = context;
	return __atomic_fetch_add(job->begun, 1, __ATOMIC_SEQ_CST) == job->begin_fails ? job->how : 0;
}

static int work(void *context, int64_t part) {
	struct job *job = context;
	printf("part %d\n", (int)part);
	if (part == job->part_fails) {
		if (job->how == DIES) {
			fflush(stdout);
			_exit(0);
		}
		return job->how;
	}
	printf("%d more\n", (int)part);
	job->found.sum += part + 1;
	return 0;
}

static void add(void *context, const void *result) {
	struct found other;
	memcpy(&other, result, sizeof other.sum);
	((struct job *)context)->found.sum += other.sum;
}

static const void *result(void *context) {
	return &((struct job *)context)->found;
}

/* Run the job; what it prints goes to "text". */
static int run_into(const struct crew_job *crew, char text[TEXT_BYTES]) {
	FILE *file = tmpfile();
	fflush(stdout);
	int kept = dup(STDOUT_FILENO);
	if (file == NULL || kept < 0 || dup2(fileno(file), STDOUT_FILENO) < 0) {
		abort();
	}
	int code = crew_run(crew);
	fflush(stdout);
	dup2(kept, STDOUT_FILENO);
	close(kept);
	rewind(file);
	text[fread(text, 1, TEXT_BYTES - 1, file)] = '\0';
	fclose(file);
	return code;
}

static void check(bool holds, const char *what, const char *is) {
	passed += holds;
	failed += !holds;
	if (!holds) {
		printf("FAIL: %s: %s\n", what, is);
	}
}

/* The number that the next file would have. */
static int lowest_free(void) {
	int file = dup(STDERR_FILENO);
	close(file);
	return file;
}

/* "processes" may be asked for; the job runs in as many as have two parts each, at most 8. */
static void try_job(int processes, int parts, struct job job, size_t bytes) {
	char what[128];
	char text[TEXT_BYTES];
	char wanted[TEXT_BYTES] = "";
	snprintf(what, sizeof what, "%d processors, %d parts, beginning %d fails, part %d fails, as %d, %d bytes",
		processes, parts, job.begin_fails, (int)job.part_fails, job.how, (int)bytes);
	const struct crew_job crew = { parts, begin, work, add, result, bytes, &job };
	int free_before = lowest_free();
	processors = processes;
	*job.begun = 0;
	int code = run_into(&crew, text);
	check(lowest_free() == free_before, what, "a file stays open");
	check(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD, what, "a process is left");
	int workers = parts / 2 < processes ? parts / 2 : processes;
	workers = workers < 1 ? 1 : workers > 8 ? 8 : workers;
	bool cannot_begin = job.begin_fails >= 0 && job.begin_fails < workers;
	bool ends = cannot_begin || (job.part_fails >= 0 && job.part_fails < parts);
	bool too_large = workers > 1 && bytes > RESULT_MOST;
	int64_t sum = 0;
	for (int part = 0; part < parts && !cannot_begin && (job.part_fails < 0 || part <= job.part_fails); part++) {
		size_t at = strlen(wanted);
		at += (size_t)snprintf(wanted + at, sizeof wanted - at, "part %d\n", part);
		if (part != job.part_fails) {
			snprintf(wanted + at, sizeof wanted - at, "%d more\n", part);
		}
		sum += part + 1;
	}
	int wanted_code = ends ? (job.how == DIES ? EXIT_UNAVAILABLE : job.how) : too_large ? EXIT_UNAVAILABLE : 0;
	check(code == wanted_code, what, "the exit code");
	check(strcmp(text, wanted) == 0, what, text);
	check(ends || too_large || job.found.sum == sum, what, "what was found");
	check(*job.begun == (job.begin_fails == 0 ? 1 : workers), what, "the number of processes");
}

int main(void) {
	struct job job = { .begin_fails = NEVER, .part_fails = NEVER, .how = CODE };
	FILE *shared = tmpfile();
	if (shared == NULL || ftruncate(fileno(shared), sizeof *job.begun) != 0) {
		return 1;
	}
	job.begun = mmap(NULL, sizeof *job.begun, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(shared), 0);
	if (job.begun == MAP_FAILED) {
		return 1;
	}
	for (int processes = 1; processes <= PROCESSES_MOST; processes += processes < 4 ? 1 : 4) {
		for (int parts = 0; parts <= PARTS_MOST; parts += parts < 6 ? 1 : 7) {
			struct job one = job;
			try_job(processes, parts, one, sizeof one.found.sum);
			try_job(processes, parts, one, RESULT_MOST);
			try_job(processes, parts, one, sizeof one.found);
			one.begin_fails = 0;
			try_job(processes, parts, one, sizeof one.found.sum);
			for (one.begin_fails = NEVER, one.part_fails = 0; one.part_fails <= parts; one.part_fails += 3) {
				try_job(processes, parts, one, sizeof one.found.sum);
			}
			one.part_fails = parts / 2;
			one.how = DIES;
			if (processes > 1 && parts > 3) {
				try_job(processes, parts, one, sizeof one.found.sum);
			}
		}
	}
	printf("%d passed, %d failed\n", passed, failed);
	return failed != 0;
}
