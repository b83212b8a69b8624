#include "gpu/tune.h"

#include <string.h>
#include <time.h>

/* The values of each knob that are worth trying; a list of one zero leaves the choice to the plan. */
struct space {
	const int *threads, *unroll, *per_row, *groups, *splits, *load, *store, *tile;
};

static const int any[] = { 0, -1 };
static const int thread_counts[] = { 128, 256, 512, 1024, -1 };
static const int many_threads[] = { 512, 1024, -1 };
static const int unrolls[] = { 1, 2, 4, 8, -1 };
static const int short_unrolls[] = { 1, 2, 4, -1 };
static const int row_threads[] = { 32, 64, 128, 256, 512, 1024, -1 };
static const int column_vectors[] = { 4, 8, 16, 32, 64, -1 };
static const int group_counts[] = { 1, 2, 4, 16, 64, 128, -1 };
static const int split_counts[] = { 1, 2, 4, 8, 16, 32, -1 };
static const int loads[] = { HINT_NONE + 1, HINT_NO_ALLOCATE + 1, HINT_PREFETCH + 1, -1 };
static const int two_loads[] = { HINT_NO_ALLOCATE + 1, HINT_PREFETCH + 1, -1 };
static const int one_load[] = { HINT_STREAM + 1, -1 };
static const int deep_unrolls[] = { 4, 8, -1 };
static const int stores[] = { HINT_STREAM + 1, HINT_NONE + 1, -1 };
static const int tiles[] = { 11, 12, 21, 22, 14, 41, -1 };

static struct space space_of(const struct plan *plan) {
	struct space space = { thread_counts, short_unrolls, any, any, any, loads, any, any };
	switch (plan->kind) {
	case PLAN_TILED: space.store = stores; break;
	case PLAN_TRANSPOSE:
		space.unroll = any;
		space.tile = tiles;
		space.store = stores;
		break;
	case PLAN_ROWS:
		space.load = two_loads;
		space.unroll = unrolls;
		space.per_row = row_threads;
		break;
	case PLAN_COLUMNS:
		space.threads = many_threads;
		space.unroll = deep_unrolls;
		space.per_row = column_vectors;
		space.splits = split_counts;
		space.load = one_load;
		break;
	case PLAN_TILES: space.unroll = space.threads = any; break;
	case PLAN_ALL:
		space.load = two_loads;
		space.threads = many_threads;
		space.unroll = unrolls;
		space.groups = group_counts;
		break;
	}
	return space;
}

struct search {
	struct bench *bench;
	const struct plan *plan;
	const struct target *target;
	struct knobs *candidates;
	int count;
};

/* Add a candidate unless its plan comes out the same as that of an earlier one. */
static void add(struct search *search, struct knobs knobs) {
	struct algebra *al = search->bench->al;
	struct plan plan = plan_make(al, search->plan->problem, search->plan->kernel, knobs, search->target);
	if (algebra_failed(al)) {
		fault_clear(&al->fault);
		return;
	}
	if (search->count == TUNING_CANDIDATES_MAX || plan.shared_bytes > SHARED_BYTES_MAX || plan.threads > THREADS_MAX) {
		return;
	}
	for (int i = 0; i < search->count; i++) {
		if (memcmp(&search->candidates[i], &plan.knobs, sizeof plan.knobs) == 0) {
			return;
		}
	}
	search->candidates[search->count++] = plan.knobs;
}

/* All combinations of the other knobs with vectors of "vector" elements, 0 for what the plan chooses. */
static void collect_vector(struct search *search, int vector) {
	struct space s = space_of(search->plan);
	struct knobs k = { .vector = vector };
	for (const int *load = s.load; *load >= 0; load++) {
		for (const int *store = s.store; *store >= 0; store++) {
			for (const int *threads = s.threads; *threads >= 0; threads++) {
				for (const int *unroll = s.unroll; *unroll >= 0; unroll++) {
					for (const int *per_row = s.per_row; *per_row >= 0; per_row++) {
						for (const int *groups = s.groups; *groups >= 0; groups++) {
							for (const int *splits = s.splits; *splits >= 0; splits++) {
								for (const int *tile = s.tile; *tile >= 0; tile++) {
									k.load = *load;
									k.store = *store;
									k.threads = *threads;
									k.unroll = *unroll;
									k.per_row = *per_row > *threads ? *threads : *per_row;
									k.groups = *groups;
									k.splits = *splits;
									k.tile = *tile;
									add(search, k);
								}
							}
						}
					}
				}
			}
		}
	}
}

static void collect(struct search *search) {
	const struct plan *plan = search->plan;
	bool is_free = plan->kind == PLAN_TRANSPOSE || plan->windows;
	add(search, plan->knobs);
	collect_vector(search, is_free ? 0 : plan->knobs.vector);
	if (plan->kind == PLAN_TILED && plan->knobs.vector > 1) {
		collect_vector(search, plan->knobs.vector / 2);
	}
}

static double now(void) {
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* The median of "samples" runs; a candidate that cannot run is infinitely slow. */
static double time_of(struct search *search, struct knobs knobs, int samples) {
	struct algebra *al = search->bench->al;
	struct measurement measurement;
	struct fault fault;
	struct timing timing = { .rule = { .at_least = samples, .at_most = samples, .noise = 0, .time_limit = 5 } };
	fault_clear(&fault);
	struct plan plan = plan_make(al, search->plan->problem, search->plan->kernel, knobs, search->target);
	if (algebra_failed(al) || !bench_time(search->bench, &plan, &timing, &measurement, &fault)) {
		fault_clear(&al->fault);
		return 1e9;
	}
	return measurement.stats.median;
}

static void keep(struct tuning *tuning, struct knobs knobs, double median) {
	int at = tuning->count < TUNING_BEST ? tuning->count++ : TUNING_BEST;
	while (at > 0 && tuning->median[at - 1] > median) {
		if (at < TUNING_BEST) {
			tuning->median[at] = tuning->median[at - 1];
			tuning->best[at] = tuning->best[at - 1];
		}
		at--;
	}
	if (at < TUNING_BEST) {
		tuning->median[at] = median;
		tuning->best[at] = knobs;
	}
}

/* A different order each time would be no search; this one spreads over the whole list in any number of steps. */
static int spread(int i, int count) {
	int step = 1;
	for (int candidate = count * 5 / 8; candidate > 1; candidate--) {
		int a = candidate;
		int b = count;
		while (b != 0) {
			int rest = a % b;
			a = b;
			b = rest;
		}
		if (a == 1) {
			step = candidate;
			break;
		}
	}
	return (int)((int64_t)i * step % count);
}

bool tune_plan(struct bench *bench, const struct plan *plan, const struct target *target, double seconds,
		struct tuning *out, struct fault *fault) {
	struct search search = { .bench = bench, .plan = plan, .target = target };
	struct arena *arena = bench->al->arena;
	struct arena scratch;
	(void)fault;
	*out = (struct tuning){ 0 };
	search.candidates = arena_array(arena, TUNING_CANDIDATES_MAX, sizeof *search.candidates);
	arena_init(&scratch, arena->out_of_memory, arena->context);
	bench->al->arena = &scratch;
	bench->al->steps = LIMIT_STEPS;
	double begin = now();
	collect(&search);
	out->candidates = search.count;
	for (int i = 0; i < search.count && (i == 0 || now() - begin < seconds); i++) {
		struct knobs knobs = search.candidates[spread(i, search.count)];
		bench->al->steps = LIMIT_STEPS;
		keep(out, knobs, time_of(&search, knobs, 7));
		out->tried++;
		arena_reset(&scratch);
	}
	struct tuning first = *out;
	out->count = 0;
	for (int i = 0; i < first.count; i++) {
		bench->al->steps = LIMIT_STEPS;
		keep(out, first.best[i], time_of(&search, first.best[i], 31));
		arena_reset(&scratch);
	}
	bench->al->arena = arena;
	arena_finish(&scratch);
	out->seconds = now() - begin;
	return true;
}
