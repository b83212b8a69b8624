/*
 * The search for the best choices on a device whose times a test makes up: which candidates are timed, each once; that
 * the fastest is found and comes first; what stays where another is hardly faster, where none can run, and where time
 * is over. Prints "N passed, N failed".
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "algebra/offsets.h"
#include "gpu/codegen.h"
#include "gpu/kinds/kind.h"
#include "gpu/planner.h"
#include "gpu/tune.h"
#include "digest.h"
#include "gpu_problems.h"
#include "gpu_scripted.h"
#include "tally.h"

enum { MOST = TUNING_CANDIDATES_MAX + 1, FEW = 7 };

/* Kernels by what their text hashes to, and how often they were timed, with few samples and with more. */
struct timed {
	uint64_t hash;
	double seconds;
	int few, more;
	int wanted;
};

struct tester {
	struct tally tally;
	struct arena arena;
	struct arena scratch;
	struct script script;
	const char *name;
	const struct plan *plan;
	const struct target *target;
	uint64_t own;               /* the plan's own kernel */
	double seconds_of_own;      /* its time; 0: as of any other */
	double unit;                /* seconds that the fastest kernels take */
	int multiprocessors;        /* of the device; 0: of an H100 */
	int failing;                /* one of so many kernels cannot run; 0: none */
	int warm;                   /* samples that the device was warmed up for */
	struct timed all[MOST];
	int count;
	int calls;
	struct knobs knobs[MOST];   /* what is wanted, as plans have them: two plans may have one kernel */
	int wanted;
};

static uint64_t hash_of(const char *text) {
	uint64_t hash = digest_of(DIGEST_OF_NOTHING, text);
	return hash ^ hash >> 29;
}

/* A time of its own for each kernel, once or twice the unit; 0 for one that cannot run. */
static double seconds_of(const struct tester *tester, uint64_t hash) {
	if (hash == tester->own && tester->seconds_of_own > 0) {
		return tester->seconds_of_own;
	}
	return tester->failing > 0
		&& hash % (unsigned)tester->failing == 0 ? 0 : tester->unit * (1 + (double)(hash % 99991) / 99991);
}

static struct timed *find(struct tester *tester, uint64_t hash) {
	for (int i = 0; i < tester->count; i++) {
		if (tester->all[i].hash == hash) {
			return &tester->all[i];
		}
	}
	tester->all[tester->count] = (struct timed){ .hash = hash, .seconds = seconds_of(tester, hash) };
	return &tester->all[tester->count++];
}

static double time_kernel(struct script *script, const char *source, const struct timing *timing) {
	struct tester *tester = script->context;
	struct timed *timed = find(tester, hash_of(source));
	expect(&tester->tally, timing->rule.at_most == 3 * timing->rule.at_least && timing->rule.at_least >= FEW
		&& timing->rule.noise == 0.005,
		"%s: %d to %d samples, noise of %g", tester->name, timing->rule.at_least, timing->rule.at_most,
		timing->rule.noise);
	bool asks_to_keep = strstr(source, ", policy)") != NULL;
	expect(&tester->tally, timing->keeps == asks_to_keep, "%s: what is asked to stay is %s", tester->name,
		timing->keeps ? "kept" : "forgotten");
	timed->few += timing->rule.at_least == FEW;
	timed->more += timing->rule.at_least > FEW;
	tester->warm += timing->warm_up_s > 0;
	expect(&tester->tally, timing->warm_up_s == 0 || tester->calls == 0, "%s: warmed up behind %d samples",
		tester->name, tester->calls);
	tester->calls++;
	return timed->seconds;
}

/* --- what should be timed --- */

/* The kernel of "knobs", and in "made" those of its plan; 0 where no plan has them. */
static uint64_t kernel_of(struct tester *tester, struct knobs knobs, struct knobs *made) {
	struct algebra al;
	struct buf source;
	algebra_init(&al, &tester->scratch);
	buf_init(&source, &tester->scratch);
	struct plan plan = plan_make(&al, tester->plan->problem, tester->plan->kernel, knobs, tester->target);
	uint64_t hash = 0;
	*made = plan.knobs;
	if (!algebra_failed(&al) && plan.shared_bytes <= SHARED_BYTES_MAX && plan.threads <= THREADS_MAX) {
		codegen_put(&source, &al, &plan, PURPOSE_COMPUTE);
		hash = hash_of(source.data);
	}
	arena_reset(&tester->scratch);
	return hash;
}

static void want(struct tester *tester, struct knobs knobs) {
	struct knobs made;
	uint64_t hash = kernel_of(tester, knobs, &made);
	bool is_new = hash != 0;
	for (int i = 0; i < tester->wanted && is_new; i++) {
		is_new = memcmp(&tester->knobs[i], &made, sizeof made) != 0;
	}
	if (is_new && tester->wanted < MOST) {
		tester->knobs[tester->wanted++] = made;
		find(tester, hash)->wanted++;
	}
}

/* All values of knob "i" and those behind it. */
static void want_space(struct tester *tester, struct knobs knobs, int i) {
	const int *values = i < KNOB_COUNT ? tester->plan->kind->space.values[i] : NULL;
	if (i == KNOB_COUNT) {
		knobs.per_row = knobs.per_row > knobs.threads ? knobs.threads : knobs.per_row;
		want(tester, knobs);
	} else if (i == KNOB_VECTOR || values == NULL) {
		want_space(tester, knobs, i + 1);
	}
	for (; i != KNOB_VECTOR && values != NULL && *values >= 0; values++) {
		*knobs_at(&knobs, (enum knob)i) = *values;
		want_space(tester, knobs, i + 1);
	}
}

static void want_candidates(struct tester *tester) {
	const struct space *space = &tester->plan->kind->space;
	int vector = tester->plan->knobs.vector;
	want(tester, tester->plan->knobs);
	want_space(tester, (struct knobs){ .vector = space->any_vector || tester->plan->windows ? 0 : vector }, 0);
	if (space->half_vectors && vector > 1) {
		want_space(tester, (struct knobs){ .vector = vector / 2 }, 0);
	}
}

/* As struct trial says. */
static struct knobs trial_knobs(const struct plan *plan, const struct trial *trial) {
	int widest = problem_widest(plan->problem);
	struct knobs knobs = { .threads = trial->threads, .unroll = trial->unroll, .per_row = trial->per_row,
		.groups = trial->groups, .splits = trial->splits, .load = trial->load, .store = trial->store,
			.tile = trial->tile, .kind = plan->knobs.kind };
	knobs.vector = trial->access == 0 ? 0 : trial->access < widest ? 1 : trial->access / widest;
	if (trial->more_splits > 0 && plan->knobs.splits > 0) {
		knobs.splits = plan->knobs.splits * trial->more_splits;
		knobs.splits = knobs.splits > SPLITS_MAX ? SPLITS_MAX : knobs.splits;
	}
	return knobs;
}

/* --- what was found --- */

static bool fits(struct tester *tester) {
	struct algebra al;
	algebra_init(&al, &tester->scratch);
	return 2 * problem_bytes_read(&al, tester->plan->problem) <= tester->target->l2_bytes;
}

/* Whether what is read may stay in the cache. */
static bool may_evict(const struct tester *tester, enum l2 l2) {
	return l2 == L2_FLUSHED && tester->target->arch >= 80;
}

/* Bytes of the largest operand that is read more than once: each offset is marked. Of reductions nobody asks. */
static int64_t repeated_bytes(struct tester *tester) {
	const struct problem *problem = tester->plan->problem;
	int64_t most = 0;
	for (int k = 0; k < tester->plan->inputs && problem->reduce == REDUCE_NONE; k++) {
		struct algebra al;
		algebra_init(&al, &tester->scratch);
		struct offsets offsets = offsets_init(&al, problem->operands[k]);
		int64_t room = 1;
		for (int64_t i = 0; i < offsets.size; i++) {
			room = offsets_at(&offsets, i) >= room ? offsets_at(&offsets, i) + 1 : room;
		}
		bool *marked = arena_array(&tester->scratch, (size_t)room, sizeof *marked);
		int64_t bytes = 0;
		for (int64_t i = 0; i < offsets.size; i++) {
			bool *mark = &marked[offsets_at(&offsets, i)];
			bytes += *mark ? 0 : dtype_bytes(problem->operand_dtypes[k]);
			*mark = true;
		}
		bool is_repeated = bytes < offsets.size * dtype_bytes(problem->operand_dtypes[k]);
		most = is_repeated && bytes > most ? bytes : most;
		arena_reset(&tester->scratch);
	}
	return most;
}

/* Whether operands that are read more than once may stay in the cache: trials ask that, of what reduces nothing. */
static bool may_evict_repeated(struct tester *tester) {
	int64_t bytes = repeated_bytes(tester);
	return tester->plan->problem->reduce == REDUCE_NONE && tester->target->arch >= 80 && bytes > 0
		&& 2 * bytes <= tester->target->l2_bytes;
}

static int by_seconds(const void *a, const void *b) {
	double x = *(const double *)a;
	double y = *(const double *)b;
	return (x > y) - (x < y);
}

/* The fastest of "out" are in order, and its times are those of its knobs. */
static void check_best(struct tester *tester, const struct tuning *out, const char *what) {
	for (int i = 0; i < out->count; i++) {
		struct knobs made;
		double seconds = seconds_of(tester, kernel_of(tester, out->best[i], &made));
		expect(&tester->tally, out->median[i] == (seconds > 0 ? seconds : TUNING_FAILED)
			&& (i == 0 || out->median[i - 1] <= out->median[i]), "%s: %s: best %d takes %g us, not %g", tester->name,
			what, i,
			1e6 * out->median[i], 1e6 * seconds);
	}
}

struct asked {
	double seconds;
	enum l2 l2;
};

static struct tuning search(struct tester *tester, struct algebra *al, struct asked asked, bool tries) {
	struct bench bench = { 0 };
	struct fault fault;
	struct tuning out;
	fault_clear(&fault);
	memset(&out, 0x55, sizeof out);
	tester->script = (struct script){ .time = time_kernel, .context = tester };
	tester->count = tester->calls = tester->warm = tester->wanted = 0;
	bool good = bench_open(&bench, al, scripted_open(&tester->arena, &tester->script), tester->plan, 1, &fault);
	if (tries) {
		tune_try(&bench, tester->plan, tester->target, asked.l2, &out);
	} else {
		tune_plan(&bench, tester->plan, tester->target, asked.seconds, asked.l2, &out);
	}
	bench_close(&bench);
	expect(&tester->tally, good && scripted_is_clean(&tester->script) && !algebra_failed(al), "%s: a search",
		tester->name);
	expect(&tester->tally, out.seconds >= 0 && out.seconds < 600 && out.count <= TUNING_BEST && out.count > 0,
		"%s: a search of %g s with %d results", tester->name, out.seconds, out.count);
	return out;
}

/* Each wanted plan once with few samples and no other; the five fastest, and perhaps what they keep, with more. */
static void check_search(struct tester *tester, struct algebra *al, enum l2 l2) {
	static double seconds[MOST];
	struct tuning out = search(tester, al, (struct asked){ 1e9, l2 }, false);
	int more = 0;
	int count = 0;
	want_candidates(tester);
	for (int i = 0; i < tester->count; i++) {
		const struct timed *timed = &tester->all[i];
		for (int n = 0; n < timed->wanted; n++) {
			seconds[count++] = timed->seconds > 0 ? timed->seconds : TUNING_FAILED;
		}
		more += timed->more;
		expect(&tester->tally, timed->few == timed->wanted, "%s: kernel %d of %d timed %d times, not %d",
			tester->name, i,
			tester->count, timed->few, timed->wanted);
	}
	expect(&tester->tally, out.candidates == tester->wanted && out.tried == tester->wanted && tester->wanted < MOST,
		"%s: %d candidates, %d tried, %d wanted", tester->name, out.candidates, out.tried, tester->wanted);
	qsort(seconds, (size_t)count, sizeof *seconds, by_seconds);
	int finals = count < TUNING_BEST ? count : TUNING_BEST;
	bool evicts = may_evict(tester, l2);
	expect(&tester->tally, more == (evicts ? 2 : 1) * finals, "%s: %d timed once more", tester->name, more);
	expect(&tester->tally, evicts ? out.count >= finals && out.median[0] <= seconds[0] : out.count == finals
		&& memcmp(out.median, seconds, (size_t)finals * sizeof *seconds) == 0, "%s: the fastest takes %g us, not %g",
		tester->name, 1e6 * out.median[0], 1e6 * seconds[0]);
	check_best(tester, &out, "a search");
}

/*
 * "plan", and the trials of its kind; nothing else. Splits are for few results, less than four for each multiprocessor,
 * and for so long ones that parts of them are long.
 */
enum { LONG_PART = 1 << 14 };

static void want_trials(struct tester *tester, const struct plan *plan) {
	const struct kind *kind = plan->kind;
	want(tester, plan->knobs);
	for (int i = 0; i < kind->trial_count; i++) {
		const struct trial *trial = &kind->trials[i];
		int64_t round = (int64_t)trial->per_row * trial->unroll * plan->vector[0];
		bool fits = trial->rounds == 0 || plan->reduced <= trial->rounds * round;
		bool splits_none = trial->splits == 1 && plan->reduced_mode == 1;
		int64_t each = plan->kept / tester->target->multiprocessors;
		fits = fits && !(splits_none && each < trial->per_row * plan->vector[0]);
		bool splits_many = trial->splits > 1 && plan->kept >= 4 * (int64_t)tester->target->multiprocessors;
		int64_t part = splits_many ? plan->reduced / trial->splits : LONG_PART;
		if (fits && part >= LONG_PART) {
			want(tester, trial_knobs(plan, trial));
		}
	}
}

static void check_trials(struct tester *tester, struct algebra *al, enum l2 l2) {
	struct tuning out = search(tester, al, (struct asked){ 0, l2 }, true);
	int few = 0;
	int more = 0;
	for (int i = 0; i < tester->count; i++) {
		few += tester->all[i].few;
		more += tester->all[i].more;
	}
	expect(&tester->tally, few == out.candidates && out.tried == few + more - (few < TUNING_BEST ? few : TUNING_BEST)
		&& tester->warm == 1, "%s: %d tried, %d and %d timed, %d warmed up", tester->name, out.tried, few, more,
		tester->warm);
	expect(&tester->tally, find(tester, tester->own)->few > 0, "%s: the plan's own is tried", tester->name);
	want_trials(tester, tester->plan);
	if (tester->plan->kind->has_rival) {
		struct plan rival = plan_make(al, tester->plan->problem, tester->plan->kernel, (struct knobs){ .kind = 2 },
			tester->target);
		expect(&tester->tally, !algebra_failed(al) && rival.kind != tester->plan->kind, "%s: the rival", tester->name);
		want_trials(tester, &rival);
	}
	for (int i = 0; i < tester->count; i++) {
		const struct timed *timed = &tester->all[i];
		expect(&tester->tally, timed->few == timed->wanted,
			"%s: trial %d timed %d times, not %d", tester->name, i, timed->few, timed->wanted);
	}
	int best = few < TUNING_BEST ? few : TUNING_BEST;
	bool evicts = may_evict(tester, l2);
	bool repeats = !(evicts && fits(tester)) && may_evict_repeated(tester);
	expect(&tester->tally, more == (1 + evicts + repeats) * best, "%s: %d trials timed once more", tester->name,
		more);
	int kept[2] = { 0 };
	for (int i = 0; i < out.count; i++) {
		kept[0] += out.best[i].load == HINT_EVICT_LAST + 1;
		kept[1] += out.best[i].load == HINT_EVICT_REPEATED_LAST + 1;
	}
	expect(&tester->tally, (evicts || kept[0] == 0) && (repeats || kept[1] == 0), "%s: %d and %d keep what they read",
		tester->name, kept[0], kept[1]);
}

/* So many others are faster than the plan's own that it is not measured once more. */
static bool is_out_of_sight(const struct tester *tester) {
	int faster = 0;
	for (int n = 0; n < tester->count; n++) {
		const struct timed *timed = &tester->all[n];
		faster += timed->hash != tester->own && timed->seconds > 0 && timed->seconds < tester->seconds_of_own;
	}
	return faster >= TUNING_BEST;
}

/*
 * The fastest trial comes first, unless the plan's own is as fast: but for 40 ns, or three thousandths where that is
 * more.
 */
static void check_own(struct tester *tester, struct algebra *al) {
	static const struct {
		double unit, times, more;
		bool is_first;
	} owns[] = { { 1e-6, 0.5, 0, true }, { 1e-6, 1, 39e-9, true }, { 1e-6, 1, 41e-9, false }, { 1e-6, 1.5, 0, false },
		{ 1e-4, 1.0029, 0, true }, { 1e-4, 1.0031, 0, false }, { 1e-4, 0.9, 0, true } };
	for (size_t i = 0; i < sizeof owns / sizeof owns[0]; i++) {
		tester->unit = owns[i].unit;
		tester->seconds_of_own = 0;
		struct tuning out = search(tester, al, (struct asked){ 0, L2_HOT }, true);
		double fastest = 1;
		for (int n = 0; n < tester->count; n++) {
			bool is_other = tester->all[n].hash != tester->own && tester->all[n].seconds > 0;
			fastest = is_other && tester->all[n].seconds < fastest ? tester->all[n].seconds : fastest;
		}
		bool is_alone = tester->count == 1;
		tester->seconds_of_own = fastest * owns[i].times + owns[i].more;
		if (is_out_of_sight(tester)) {
			continue;
		}
		out = search(tester, al, (struct asked){ 0, L2_HOT }, true);
		struct knobs made;
		bool is_first = kernel_of(tester, out.best[0], &made) == tester->own;
		expect(&tester->tally, is_alone || is_first == owns[i].is_first, "%s: the plan's own, %g us beside %g, is %s",
			tester->name, 1e6 * tester->seconds_of_own, 1e6 * fastest, is_first ? "first" : "not first");
		expect(&tester->tally, is_alone || out.median[0] == (is_first ? tester->seconds_of_own : fastest),
			"%s: the time of the first", tester->name);
		bool is_there = false;
		bool is_slower = tester->seconds_of_own > fastest;
		for (int k = 1; k < out.count && out.count > 1; k++) {
			is_there = is_there || out.median[k] == (is_first ? fastest : tester->seconds_of_own);
			bool has_moved = is_first && (k == 1 || is_slower);
			expect(&tester->tally, has_moved || out.median[k - 1] <= out.median[k], "%s: the order behind the first",
				tester->name);
		}
		expect(&tester->tally, is_alone || is_there || owns[i].times == 1.5, "%s: both are there", tester->name);
	}
	tester->seconds_of_own = 0;
	tester->unit = 1e-6;
}

/* Make "plan" for the tester's target as that is now, and its kernel the tester's own. */
static void make_own(struct tester *tester, struct algebra *al, const struct test_problem *test, struct plan *plan) {
	struct knobs made;
	*plan = plan_make(al, &test->problem, test->kernel, test->knobs, tester->target);
	tester->plan = plan;
	tester->own = kernel_of(tester, plan->knobs, &made);
}

static struct target target_of(const struct tester *tester) {
	struct target target = target_default();
	target.multiprocessors = tester->multiprocessors > 0 ? tester->multiprocessors : target.multiprocessors;
	return target;
}

static void visit_problem(void *context, struct algebra *al, const struct test_problem *test) {
	struct tester *tester = context;
	struct target target = target_of(tester);
	struct plan plan;
	tester->name = test->name;
	tester->target = &target;
	make_own(tester, al, test, &plan);
	expect(&tester->tally, !algebra_failed(al), "%s: %s", test->name, al->fault.text);
	check_trials(tester, al, L2_HOT);
	check_trials(tester, al, L2_FLUSHED);
	check_own(tester, al);
	check_search(tester, al, L2_HOT);
	check_search(tester, al, L2_FLUSHED);
	int64_t l2_bytes[2] = { 2 * problem_bytes_read(al, &test->problem), 2 * repeated_bytes(tester) };
	for (int i = 0; i < 4; i++) {
		target.l2_bytes = l2_bytes[i / 2] - i % 2;
		make_own(tester, al, test, &plan);
		check_trials(tester, al, i < 2 ? L2_FLUSHED : L2_HOT);
	}
	target.l2_bytes = 50 << 20;
	make_own(tester, al, test, &plan);
	target.arch = 80;
	check_trials(tester, al, L2_FLUSHED);
	check_trials(tester, al, L2_HOT);
	target.arch = 75;
	check_trials(tester, al, L2_FLUSHED);
	check_trials(tester, al, L2_HOT);
	target = target_of(tester);
	tester->failing = 3;
	check_search(tester, al, L2_HOT);
	check_best(tester, &(struct tuning){ .count = 0 }, "none");
	tester->failing = 1;
	struct tuning out = search(tester, al, (struct asked){ 0, L2_HOT }, true);
	expect(&tester->tally, out.median[0] == TUNING_FAILED, "%s: nothing runs", tester->name);
	tester->failing = 0;
	out = search(tester, al, (struct asked){ -1, L2_HOT }, false);
	expect(&tester->tally, out.tried == 1 && out.count == 1 && tester->calls == 2 && out.candidates >= 1,
		"%s: no time for a search: %d tried", tester->name, out.tried);
	arena_reset(&tester->arena);
}

int main(void) {
	static const struct example examples[] = {
		{ .rank = 1, .shape = { 4096 }, .dtype = DTYPE_F16, .op = "a+b", .forms = "rrr" },
		{ .rank = 2, .shape = { 64, 96 }, .dtype = DTYPE_F32, .op = "a", .forms = "cr" },
		{ .rank = 2, .shape = { 33, 70 }, .dtype = DTYPE_F32, .op = "a+b", .forms = "orr" },
		{ .rank = 2, .shape = { 24, 512 }, .dtype = DTYPE_F32, .op = "a", .forms = "rr", .reduce = REDUCE_SUM,
			.reduced = 2 },
		{ .rank = 2, .shape = { 2000, 512 }, .dtype = DTYPE_F16, .op = "a", .forms = "rr", .reduce = REDUCE_SUM,
			.reduced = 2 },
		{ .rank = 2, .shape = { 527, 512 }, .dtype = DTYPE_F32, .op = "a", .forms = "rr", .reduce = REDUCE_SUM,
			.reduced = 2 },
		{ .rank = 2, .shape = { 528, 512 }, .dtype = DTYPE_F32, .op = "a", .forms = "rr", .reduce = REDUCE_SUM,
			.reduced = 2 },
		{ .rank = 2, .shape = { 600, 263000 }, .dtype = DTYPE_F16, .op = "a", .forms = "rr", .reduce = REDUCE_SUM,
			.reduced = 2 },
		{ .rank = 2, .shape = { 128, 256 }, .dtype = DTYPE_F32, .op = "a", .forms = "rr", .reduce = REDUCE_SUM,
			.reduced = 1 },
		{ .rank = 2, .shape = { 64, 64 }, .dtype = DTYPE_F32, .op = "a", .forms = "rr", .reduce = REDUCE_SUM,
			.reduced = 3 },
		{ .rank = 2, .shape = { 64, 96 }, .dtype = DTYPE_F16, .op = "a+b+c", .forms = "rblr" },
		{ .rank = 2, .shape = { 48, 96 }, .dtype = DTYPE_F32, .op = "a*b", .forms = "rbr", .reduce = REDUCE_SUM,
			.reduced = 1 },
		{ .rank = 2, .shape = { 4096, 8 }, .dtype = DTYPE_F16, .op = "a", .forms = "cr" },
		{ .rank = 2, .shape = { 300, 8 }, .dtype = DTYPE_F32, .op = "a+b", .forms = "cbr" },
		{ .rank = 3, .shape = { 2, 90, 91 }, .dtype = DTYPE_F16, .op = "a", .forms = "rr", .reduce = REDUCE_MAX,
			.reduced = 1 },
		{ .rank = 3, .shape = { 3, 50, 133 }, .dtype = DTYPE_F16, .op = "a", .forms = "pr", .reduce = REDUCE_MAX,
			.reduced = 1 },
	};
	/* Strips enough for each multiprocessor, exactly, and one too few; parts that are long, and one element shorter. */
	static const struct {
		int multiprocessors;
		struct example example;
	} small[] = {
		{ 4, { .rank = 2, .shape = { 128, 256 }, .dtype = DTYPE_F32, .op = "a", .forms = "rr", .reduce = REDUCE_SUM,
			.reduced = 1 } },
		{ 4, { .rank = 2, .shape = { 128, 252 }, .dtype = DTYPE_F32, .op = "a", .forms = "rr", .reduce = REDUCE_SUM,
			.reduced = 1 } },
		{ 1, { .rank = 2, .shape = { 4, 132 * LONG_PART }, .dtype = DTYPE_I8, .op = "a", .forms = "rr",
			.reduce = REDUCE_SUM, .reduced = 2 } },
		{ 1, { .rank = 2, .shape = { 4, 132 * LONG_PART - 1 }, .dtype = DTYPE_I8, .op = "a", .forms = "rr",
			.reduce = REDUCE_SUM, .reduced = 2 } },
	};
	struct tester *tester = calloc(1, sizeof *tester);
	tester->unit = 1e-6;
	arena_init(&tester->arena, NULL, NULL);
	arena_init(&tester->scratch, NULL, NULL);
	for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
		struct example example = examples[i];
		example.kernel = KERNEL_AUTO;
		problem_visit_example(&tester->arena, &example, visit_problem, tester);
	}
	for (size_t i = 0; i < sizeof small / sizeof small[0]; i++) {
		struct example example = small[i].example;
		example.kernel = KERNEL_AUTO;
		tester->multiprocessors = small[i].multiprocessors;
		problem_visit_example(&tester->arena, &example, visit_problem, tester);
	}
	arena_finish(&tester->scratch);
	arena_finish(&tester->arena);
	int failed = tester->tally.failed;
	printf("%d passed, %d failed\n", tester->tally.passed, failed);
	free(tester);
	return failed > 0;
}
