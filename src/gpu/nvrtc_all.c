#include <string.h>

#include "gpu/nvrtc.h"
#include "gpu/parallel.h"

/* What the workers share, and an arena for each: what one compiles must outlive it. */
struct compiling {
	struct nvrtc *nvrtc;
	struct nvrtc_job *jobs;
	int arch;
	struct arena arenas[LIMIT_WORKERS];
};

static void compile(void *context, int worker, int64_t unit) {
	struct compiling *compiling = context;
	struct nvrtc_job *job = &compiling->jobs[unit];
	struct fault fault;
	fault_clear(&fault);
	job->image = nvrtc_compile(compiling->nvrtc, &compiling->arenas[worker], job->source, compiling->arch, job->output,
		&fault);
}

void nvrtc_compile_all(struct nvrtc *nvrtc, struct arena *arena, struct nvrtc_job *jobs, int count, int arch) {
	struct compiling compiling = { .nvrtc = nvrtc, .jobs = jobs, .arch = arch };
	int workers = parallel_workers(count);
	for (int i = 0; i < workers; i++) {
		arena_init(&compiling.arenas[i], arena->out_of_memory, arena->context);
	}
	parallel_run(workers, count, compile, &compiling);
	for (int i = 0; i < count; i++) {
		if (jobs[i].image.data != NULL) {
			char *copy = arena_alloc(arena, jobs[i].image.length + 1);
			memcpy(copy, jobs[i].image.data, jobs[i].image.length);
			jobs[i].image.data = copy;
		} else {
			jobs[i].image.length = 0;
		}
	}
	for (int i = 0; i < workers; i++) {
		arena_finish(&compiling.arenas[i]);
	}
}
