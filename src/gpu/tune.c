/* Candidates are all combinations of the values that the kind names; the TUNING_BEST fastest are kept in order. */
#include "gpu/tune.h"

#include <string.h>
#include <time.h>

#include "gpu/kinds/kind.h"
#include "gpu/planner.h"

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

/* Which knob changes fastest: the last. */
static const enum knob order[] = { KNOB_LOAD, KNOB_STORE, KNOB_THREADS, KNOB_UNROLL, KNOB_PER_ROW, KNOB_GROUPS,
	KNOB_SPLITS, KNOB_TILE };

enum { ORDER_COUNT = sizeof order / sizeof order[0] };

/* All combinations of the other knobs with vectors of "vector" elements, 0 for what the plan chooses. */
static void collect_vector(struct search *search, int vector) {
	static const int any[] = { 0, -1 };
	const int *values[ORDER_COUNT];
	int at[ORDER_COUNT] = { 0 };
	for (int i = 0; i < ORDER_COUNT; i++) {
		const int *list = search->plan->kind->space.values[order[i]];
		values[i] = list != NULL ? list : any;
	}
	for (int turned = 0; turned >= 0;) {
		struct knobs knobs = { .vector = vector };
		for (int i = 0; i < ORDER_COUNT; i++) {
			*knobs_at(&knobs, order[i]) = values[i][at[i]];
		}
		knobs.per_row = knobs.per_row > knobs.threads ? knobs.threads : knobs.per_row;
		add(search, knobs);
		for (turned = ORDER_COUNT - 1; turned >= 0 && values[turned][++at[turned]] < 0; turned--) {
			at[turned] = 0;
		}
	}
}

static void collect(struct search *search) {
	const struct plan *plan = search->plan;
	const struct space *space = &plan->kind->space;
	add(search, plan->knobs);
	collect_vector(search, space->any_vector || plan->windows ? 0 : plan->knobs.vector);
	if (space->half_vectors && plan->knobs.vector > 1) {
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

/*
 * Time candidates of the search space until "seconds" are over, spread over all of it, and the best of them once more
 * for longer: what was fast by chance loses its place then. What a candidate allocates is given back at once.
 */
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
