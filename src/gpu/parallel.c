#include "gpu/parallel.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>

struct pool {
	atomic_llong next;       /* the first unit that nobody has taken */
	int64_t units;
	parallel_work work;
	void *context;
};

struct worker {
	struct pool *pool;
	int number;
	pthread_t thread;
	bool started;
};

int parallel_workers(int64_t units) {
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	int64_t workers = processors > LIMIT_WORKERS ? LIMIT_WORKERS : processors;
	int64_t busy = units < workers ? units : workers;
	return (int)(busy > 1 ? busy : 1);
}

static void *run(void *argument) {
	struct worker *worker = argument;
	struct pool *pool = worker->pool;
	for (;;) {
		int64_t unit = atomic_fetch_add(&pool->next, 1);
		if (unit >= pool->units) {
			return NULL;
		}
		pool->work(pool->context, worker->number, unit);
	}
}

/* A thread that cannot be started is no loss: the others, and the caller itself, do its work. */
void parallel_run(int workers, int64_t units, parallel_work work, void *context) {
	struct pool pool = { .units = units, .work = work, .context = context };
	struct worker all[LIMIT_WORKERS];
	for (int i = 0; i < workers; i++) {
		all[i] = (struct worker){ .pool = &pool, .number = i };
		all[i].started = i > 0 && pthread_create(&all[i].thread, NULL, run, &all[i]) == 0;
	}
	run(&all[0]);
	for (int i = 1; i < workers; i++) {
		if (all[i].started) {
			pthread_join(all[i].thread, NULL);
		}
	}
}
