/*
 * Work in parts, each of which prints, over processes: the parts' lines come out in their order, as from one process.
 * A device, its driver and its compiler have locks of their own, which threads wait for; processes do not.
 */
#ifndef CLI_BENCH_CREW_H
#define CLI_BENCH_CREW_H

#include <stddef.h>
#include <stdint.h>

struct crew_job {
	int64_t parts;
	int (*begin)(void *context);                       /* first, in each process */
	int (*work)(void *context, int64_t part);          /* print what part number "part" comes to */
	void (*add)(void *context, const void *result);    /* what another process has found, with what this one has */
	const void *(*result)(void *context);              /* what this one has found: "bytes" of it */
	size_t bytes;
	void *context;
};

/*
 * Run "job" in as many processes as there are processors for it, or in this one if there are few parts. "begin" and
 * "work" return 0, or an exit code that ends the job, which is returned; if the first process cannot begin, no other is
 * started. Processes are forked: nothing of a device may be open.
 */
int crew_run(const struct crew_job *job);

#endif
