/* Candidates are all combinations of the values that the kind names; the TUNING_BEST fastest are kept in order. */
#include "gpu/tune.h"

#include <math.h>
#include <string.h>
#include <time.h>

#include "base/number.h"
#include "gpu/kinds/kind.h"
#include "gpu/planner.h"

/* Elements that a block reduces for far longer than it takes to begin and to hand over what it has. */
enum { LONG_SPLIT = 1 << 14 };

struct search {
	struct bench *bench;
	const struct plan *plan;
	const struct target *target;
	struct knobs *candidates;
	int most;             /* candidates that there is room for */
	int count;
	double warm_up_s;     /* of the next candidate */
	enum l2 l2;
};

/* Add a candidate unless its plan comes out the same as that of an earlier one. */
static void add(struct search *search, struct knobs knobs) {
	struct algebra *al = search->bench->al;
	struct plan plan = plan_make(al, search->plan->problem, search->plan->kernel, knobs, search->target);
	if (algebra_failed(al)) {
		fault_clear(&al->fault);
		return;
	}
	if (search->count == search->most) {
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
		struct knobs knobs = { .vector = vector, .kind = search->plan->knobs.kind };
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

/*
 * The median of "samples" runs, or of up to three times as many where they differ by more than what is to be told
 * apart. A candidate that cannot run is infinitely slow.
 */
static double time_of_plan(struct search *search, const struct plan *plan, struct str code, int samples) {
	struct algebra *al = search->bench->al;
	struct measurement measurement;
	struct fault fault;
	struct timing timing = { .l2 = search->l2, .warm_up_s = search->warm_up_s,
		.rule = { .at_least = samples, .at_most = 3 * samples, .noise = 0.005, .time_limit = 5 } };
	fault_clear(&fault);
	if (algebra_failed(al) || !bench_time(search->bench, plan, code, &timing, &measurement, &fault)) {
		fault_clear(&al->fault);
		return TUNING_FAILED;
	}
	return measurement.stats.median;
}

static double time_of(struct search *search, struct knobs knobs, int samples) {
	struct plan plan = plan_make(search->bench->al, search->plan->problem, search->plan->kernel, knobs,
		search->target);
	return time_of_plan(search, &plan, (struct str){ 0 }, samples);
}

/* What is read fits into half of the L2 cache. */
static bool fits_l2(const struct search *search) {
	return problem_bytes_read(search->bench->al, search->plan->problem) <= search->target->l2_bytes / 2;
}

/*
 * What is read may stay in the L2 cache for whoever reads it next: also for the next sample, since a flush writes with
 * the usual priority. Of what does not fit that is a part, which was 40 MB on an H200.
 */
static bool may_evict_last(const struct search *search) {
	return search->l2 == L2_FLUSHED && search->target->arch >= 80;
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
		if (number_gcd((uint64_t)candidate, (uint64_t)count) == 1) {
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
void tune_plan(struct bench *bench, const struct plan *plan, const struct target *target, double seconds,
		enum l2 l2, struct tuning *out) {
	struct search search = { .bench = bench, .plan = plan, .target = target, .l2 = l2,
		.most = TUNING_CANDIDATES_MAX };
	struct arena *arena = bench->al->arena;
	struct arena scratch;
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
	bool evicts_last = may_evict_last(&search);
	struct tuning first = *out;
	out->count = 0;
	for (int i = 0; i < first.count; i++) {
		bench->al->steps = LIMIT_STEPS;
		keep(out, first.best[i], time_of(&search, first.best[i], 31));
		if (evicts_last) {
			struct knobs knobs = first.best[i];
			knobs.load = HINT_EVICT_LAST + 1;
			keep(out, knobs, time_of(&search, knobs, 31));
		}
		arena_reset(&scratch);
	}
	bench->al->arena = arena;
	arena_finish(&scratch);
	out->seconds = now() - begin;
}

/* --- trials --- */

/*
 * Splits of what few results are made of, fewer than four for each multiprocessor, or so much each that parts of it
 * are long; columns that are not split, where each multiprocessor has some; few threads for rows that are short.
 */
static bool is_possible(const struct search *search, const struct plan *plan, const struct trial *trial) {
	int64_t round = (int64_t)trial->per_row * trial->unroll * plan->vector[0];
	if (trial->rounds > 0 && plan->reduced > trial->rounds * round) {
		return false;
	}
	int64_t strip = (int64_t)trial->per_row * plan->vector[0];
	if (trial->splits == 1 && plan->reduced_mode == 1 && plan->kept < strip * search->target->multiprocessors) {
		return false;
	}
	return trial->splits <= 1 || plan->kept < 4 * (int64_t)search->target->multiprocessors
		|| plan->reduced / trial->splits >= LONG_SPLIT;
}

/* What "trial" asks for of the plan at hand. */
static struct knobs knobs_of_trial(const struct plan *plan, const struct trial *trial) {
	int element = problem_widest(plan->problem);
	int64_t more = (int64_t)plan->knobs.splits * trial->more_splits;
	struct knobs knobs = { .threads = trial->threads, .unroll = trial->unroll, .per_row = trial->per_row,
		.groups = trial->groups, .splits = trial->splits, .load = trial->load, .store = trial->store,
		.tile = trial->tile, .kind = plan->knobs.kind };
	if (trial->access > 0) {
		knobs.vector = trial->access > element ? trial->access / element : 1;
	}
	if (more > 0) {
		knobs.splits = more < SPLITS_MAX ? (int)more : SPLITS_MAX;
	}
	return knobs;
}

/* "plan", and what its kind tries beside it. */
static void collect_trials_of(struct search *search, const struct plan *plan) {
	const struct kind *kind = plan->kind;
	add(search, plan->knobs);
	for (int i = 0; i < kind->trial_count; i++) {
		if (is_possible(search, plan, &kind->trials[i])) {
			add(search, knobs_of_trial(plan, &kind->trials[i]));
		}
	}
}

static void collect_trials(struct search *search) {
	const struct plan *plan = search->plan;
	collect_trials_of(search, plan);
	if (plan->kind->has_rival) {
		struct knobs next = { .kind = knob_choice(plan->knobs.kind, 1) + 1 };
		struct plan rival = plan_make(search->bench->al, plan->problem, plan->kernel, next, search->target);
		if (!algebra_failed(search->bench->al)) {
			collect_trials_of(search, &rival);
		}
		fault_clear(&search->bench->al->fault);
	}
}

/* The fastest of "count" that has not been taken yet, which it is then. */
static int take_fastest(double *medians, int count) {
	int best = 0;
	for (int i = 1; i < count; i++) {
		best = medians[i] < medians[best] ? i : best;
	}
	medians[best] = INFINITY;
	return best;
}

/*
 * The plan's own choices, first of the candidates, keep their place unless another is faster by more than what two runs
 * of one kernel differ by: three thousandths, or about a step of the device's clock.
 */
static void prefer_own(struct tuning *tuning, const struct knobs *own) {
	static const double share = 0.003;
	static const double step = 40e-9;
	for (int i = 1; i < tuning->count; i++) {
		bool is_own = memcmp(&tuning->best[i], own, sizeof *own) == 0;
		double gain = tuning->median[i] - tuning->median[0];
		if (is_own && (gain < step || gain < share * tuning->median[i])) {
			double median = tuning->median[i];
			tuning->best[i] = tuning->best[0];
			tuning->median[i] = tuning->median[0];
			tuning->best[0] = *own;
			tuning->median[0] = median;
		}
	}
}

/* An operand is read more than once, and fits into half of the L2 cache: where the others do not, they push it out. */
static bool may_evict_repeated_last(const struct search *search) {
	const struct problem *problem = search->plan->problem;
	int64_t most = 0;
	for (int k = 0; k < search->plan->inputs && problem->reduce == REDUCE_NONE; k++) {
		int64_t bytes = problem_bytes_repeated(search->bench->al, problem, k);
		most = bytes > most ? bytes : most;
	}
	return search->target->arch >= 80 && most > 0 && most <= search->target->l2_bytes / 2;
}

/* To "out" the same as "count" plans with "hint", at least of their loads. Returns how many that is. */
static int add_with_hint(struct search *search, const struct plan *plans, struct plan *out, int count,
		enum hint hint) {
	for (int i = 0; i < count; i++) {
		struct knobs knobs = plans[i].knobs;
		knobs.load = (int)hint + 1;
		out[i] = plan_make(search->bench->al, search->plan->problem, search->plan->kernel, knobs,
			search->target);
	}
	return count;
}

void tune_try(struct bench *bench, const struct plan *plan, const struct target *target, enum l2 l2,
		struct tuning *out) {
	enum { FEW = 7, MORE = 21 };
	struct search search = { .bench = bench, .plan = plan, .target = target, .l2 = l2,
		.most = TRIALS_MAX + 1 };
	struct arena *arena = bench->al->arena;
	struct arena scratch;
	struct str code_of_first[TRIALS_MAX + 1];
	struct str code[3 * TUNING_BEST];
	double medians[TRIALS_MAX + 1];
	*out = (struct tuning){ 0 };
	double begin = now();
	arena_init(&scratch, arena->out_of_memory, arena->context);
	bench->al->arena = &scratch;
	search.candidates = arena_array(&scratch, TRIALS_MAX + 1, sizeof *search.candidates);
	collect_trials(&search);
	struct plan *plans = arena_array(&scratch, TRIALS_MAX + 1, sizeof *plans);
	for (int i = 0; i < search.count; i++) {
		plans[i] = plan_make(bench->al, plan->problem, plan->kernel, search.candidates[i], target);
	}
	bench_compile_all(bench, plans, search.count, code_of_first);
	for (int i = 0; i < search.count; i++) {
		search.warm_up_s = i == 0 ? 0.2 : 0;
		medians[i] = time_of_plan(&search, &plans[i], code_of_first[i], FEW);
	}
	int best = search.count < TUNING_BEST ? search.count : TUNING_BEST;
	struct plan finals[3 * TUNING_BEST];
	int count = 0;
	for (int n = 0; n < best; n++) {
		int i = take_fastest(medians, search.count);
		finals[count] = plans[i];
		code[count++] = code_of_first[i];
	}
	bool evicts_last = may_evict_last(&search);
	if (evicts_last) {
		count += add_with_hint(&search, finals, finals + count, best, HINT_EVICT_LAST);
	}
	if (!(evicts_last && fits_l2(&search)) && may_evict_repeated_last(&search)) {
		count += add_with_hint(&search, finals, finals + count, best, HINT_EVICT_REPEATED_LAST);
	}
	bench_compile_all(bench, finals + best, count - best, code + best);
	for (int i = 0; i < count; i++) {
		keep(out, finals[i].knobs, time_of_plan(&search, &finals[i], code[i], MORE));
	}
	prefer_own(out, &plans[0].knobs);
	out->candidates = search.count;
	out->tried = search.count + count - best;
	bench->al->arena = arena;
	arena_finish(&scratch);
	out->seconds = now() - begin;
}
