/*
 * A device that runs no kernel: what a test does for one is done in its place, and each call that may fail is counted
 * and can be made to fail. What is done with it is checked: memory is given back, once, and not used beyond its end;
 * kernels are unloaded; nothing is asked of it behind a call that failed.
 */
#ifndef TESTS_GPU_SCRIPTED_H
#define TESTS_GPU_SCRIPTED_H

#include "gpu/device.h"

struct script {
	int fail_at;                /* the number of the call that fails, from 1 on; 0: none */
	int calls;                  /* that may fail */
	int late;                   /* of these, behind the one that failed */
	int misuse;                 /* memory and kernels that are nobody's, and accesses beyond the end */
	int allocated, loaded;      /* and not given back */
	int runs;
	int64_t free_bytes;         /* of the device; 0: 4 MiB */
	int compiled_at_once;       /* texts of device_compile_all */
	const struct kernel_text *texts;
	struct kernel_text text;    /* the last that was compiled alone */
	double seconds;             /* of a sample */
	double (*time)(struct script *script, const char *source, const struct timing *timing);   /* 0: it cannot run */
	/* What is done in the place of a kernel, each NULL or given: its time, what precedes it, and its run. */
	void *context;
	void (*launched)(struct script *script, const struct launch *launch);
	void (*run)(struct script *script, const struct launch *launch, const struct kernel_text *text);
};

/* A device for the functions of gpu/device.h, which lives as long as "script" and the arena. */
struct device *scripted_open(struct arena *arena, struct script *script);

/* Nothing is left, and nothing went wrong but the call that was to fail. */
bool scripted_is_clean(const struct script *script);

/* Bytes of the memory at "place", to its end; 0 where there is none. */
int64_t scripted_bytes(const struct device *device, const void *place);

#endif
