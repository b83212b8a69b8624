/*
 * What drives a device, on one that runs no kernel (gpu_scripted.h): each call fails once, and that is the fault,
 * nothing is left, and nothing is asked of the device behind it; what kernels are launched with and find in memory; and
 * what is made of what they leave, right or wrong. Prints "N passed, N failed".
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/bench.h"
#include "gpu/claim.h"
#include "gpu/codegen.h"
#include "gpu/kinds/kind.h"
#include "gpu/planner.h"
#include "gpu/silicon_run.h"
#include "gpu/tile_reads.h"
#include "gpu/wavefronts.h"
#include "gpu_problems.h"
#include "gpu_scripted.h"
#include "tally.h"

/* Behind precision.h. */
#include "gpu/device/judged.h"

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);

static size_t no_memory_of; /* bytes that malloc() does not give; 0: it gives all */

void *__wrap_malloc(size_t size) {
	return size != 0 && size == no_memory_of ? NULL : __real_malloc(size);
}

enum { SEED = 11, WRONG = 5, BLOCKS_MOST = 64 };

/* What is wrong with what the kernels leave. */
enum spoil {
	SPOIL_NOTHING,
	SPOIL_ENTRIES,     /* every record */
	SPOIL_NONE,        /* record WRONG is missing */
	SPOIL_OTHER,       /* record WRONG is another */
	SPOIL_STRAY,       /* records for padding */
	SPOIL_RESULTS,     /* every result */
	SPOIL_RESULT,      /* result WRONG */
	SPOIL_PARTIALS,    /* every part of a reduction that the judges found */
	SPOIL_SHARES,      /* the same, each by a half of itself */
	SPOIL_OUTSIDE,     /* what the run itself counts */
	SPOIL_CLASH,
	SPOIL_BOTH,
	SPOIL_GAP,         /* a record at an offset where no result is */
	SPOIL_SUM,         /* the first sum of weights */
};

struct tester {
	struct tally tally;
	struct arena arena;
	struct script script;
	struct device *device;
	struct algebra *al;
	const char *name;
	const struct plan *plan;
	struct bench *bench;
	enum judge_place judges;
	enum spoil spoil;
	int64_t gap;                        /* an offset without a result */
	struct proof_found proof_found;     /* what the judges find; all of them ~0 but for counts, which are right */
	struct result_found result_found;
	bool tells;                         /* "result_found" is what the judges say, not that all is right */
	int64_t less;                       /* numbers or results that the judges did not look at */
	int64_t told;
	double part;                        /* what the judges found of every part of a reduction; 0: what there is */
	struct proof proof;
	struct verdict verdict;
	struct measurement measurement;
	double seconds[2];
	int proof_runs;
};

/* --- what kernels do --- */

static void *pointer_at(const struct launch *launch, int i) {
	return *(void *const *)launch->arguments[i];
}

/* The operand that is filled: the last for which there is memory. */
static void fill(struct tester *tester, const struct launch *launch) {
	const struct bench *bench = tester->bench;
	unsigned char *data = pointer_at(launch, 0);
	long long count = *(long long *)launch->arguments[1];
	unsigned seed = *(unsigned *)launch->arguments[2];
	unsigned period = *(unsigned *)launch->arguments[3];
	int k = 0;
	while (bench->tensors[k] != data) {
		k++;
	}
	enum dtype dtype = tester->plan->problem->operand_dtypes[k];
	int64_t bytes = dtype_bytes(dtype);
	expect(&tester->tally, scripted_bytes(tester->device, data) == count * bytes, "%s: all of operand %d is filled",
		tester->name, k);
	expect(&tester->tally, seed == SEED + 0x9e3779b9u * (unsigned)(k + 1) && period >= 1, "%s: the seed of operand %d",
		tester->name, k);
	for (long long i = 0; i < count; i++) {
		uint64_t bits = dtype_random(dtype, FILL_PLAIN, period, random_hash(seed, i));
		memcpy(data + i * bytes, &bits, (size_t)bytes);
	}
}

static bool is_all(const unsigned char *data, int byte, int64_t count) {
	for (int64_t i = 0; i < count; i++) {
		if (data[i] != byte) {
			return false;
		}
	}
	return true;
}

/* The weight of a number, as src/gpu/proof.h has it: random. */
static uint64_t weight(uint64_t number, uint32_t seed) {
	uint64_t h = number * 0x9e3779b97f4a7c15u + seed * 0xd1b54a32d192ed03u;
	h = (h ^ h >> 30) * 0xbf58476d1ce4e5b9u;
	h = (h ^ h >> 27) * 0x94d049bb133111ebu;
	return h ^ h >> 31;
}

/* Leave under each number, or each offset, what the plan claims. */
static void leave_record(struct tester *tester, const struct claims *claims, uint32_t *entries) {
	const struct proof_run *run = claims->run;
	uint64_t *sums = calloc((size_t)run->reach, sizeof *sums);
	for (int64_t number = 0; number < claims_numbers(claims->plan); number++) {
		int64_t coordinate[PROBLEM_RANK_MAX] = { 0 };
		if (!claims_element(claims, number, coordinate)) {
			if (tester->spoil == SPOIL_STRAY && !run->by_offset) {
				entries[number] = 1;
			}
			continue;
		}
		int64_t offset = claims_offset(claims, coordinate);
		sums[offset] += weight((uint64_t)number, run->seed);
		uint64_t sum = claims->plan->problem->output_dtype == DTYPE_F64 ? sums[offset] : (uint32_t)sums[offset];
		uint32_t record = claims_record(claims, number, offset);
		entries[run->by_offset ? offset : number] = run->sums ? (uint32_t)((sum ^ sum >> 32) & INT32_MAX) :
			tester->spoil == SPOIL_ENTRIES ? record ^ 1 : record;
	}
	free(sums);
	entries[0] ^= tester->spoil == SPOIL_SUM && run->sums ? 1 : 0;
	if (tester->spoil == SPOIL_GAP && run->by_offset && !run->sums) {
		entries[tester->gap] = 3;
	}
	if (tester->spoil == SPOIL_NONE || tester->spoil == SPOIL_OTHER) {
		entries[WRONG] = tester->spoil == SPOIL_NONE ? PROOF_NONE : 9;
	}
}

static void prove(struct tester *tester, const struct launch *launch) {
	const struct plan *plan = tester->plan;
	int found = -1;
	for (int k = 0; k <= plan->inputs; k++) {
		const struct proof_place *place = launch->arguments[k];
		found = place->entries != NULL ? k : found;
		expect(&tester->tally, place->counts != NULL && place->offset == 0, "%s: place %d", tester->name, k);
	}
	const struct proof_place *place = launch->arguments[found];
	struct proof_run run = proof_run_at(tester->al, plan, found, true, (int)place->seed - 1);
	int64_t bytes = (int64_t)place->count * 4;
	expect(&tester->tally, scripted_bytes(tester->device, place->entries) == bytes
		&& place->count == (uint64_t)run.count && place->reach == run.reach && place->shift == run.shift,
		"%s: the place of tensor %d", tester->name, found);
	expect(&tester->tally, is_all(place->entries, 0xff, bytes) && is_all(place->counts, 0, sizeof(struct proof_counts)),
		"%s: records and counts are as before any run", tester->name);
	struct claims claims = claims_of(tester->al, plan, &run);
	leave_record(tester, &claims, place->entries);
	bool is_outside = tester->spoil == SPOIL_OUTSIDE || tester->spoil == SPOIL_BOTH;
	bool clashes = tester->spoil == SPOIL_CLASH || tester->spoil == SPOIL_BOTH;
	*(struct proof_counts *)place->counts = (struct proof_counts){ .outside = is_outside ? 2 : 0, .offset = 17,
		.clashes = clashes ? 1 : 0, .entry = WRONG };
	tester->proof_runs++;
}

/* A copy, the sum of two, or the sums of rows, or of all, in floats. */
static void compute(struct tester *tester, const struct launch *launch) {
	const struct plan *plan = tester->plan;
	const struct problem *problem = plan->problem;
	bool is_all_reduced = problem->reduced == problem_all_modes(problem->rank);
	int64_t columns = problem->reduce == REDUCE_NONE ? 1 : is_all_reduced ? problem_size(problem) :
		problem->shape[problem->rank - 1];
	unsigned char *out = pointer_at(launch, plan->inputs);
	int64_t bytes = dtype_bytes(problem->output_dtype);
	expect(&tester->tally, is_all(out, 0xa5, scripted_bytes(tester->device, out)), "%s: the output is poisoned",
		tester->name);
	for (int64_t i = 0; i < problem_size(problem) / columns; i++) {
		double sum = 0;
		for (int64_t j = i * columns; j < (i + 1) * columns; j++) {
			for (int k = 0; k < plan->inputs; k++) {
				enum dtype dtype = problem->operand_dtypes[k];
				sum += dtype_decode(dtype, dtype_load(dtype, pointer_at(launch, k), j));
			}
		}
		bool is_wrong = tester->spoil == SPOIL_RESULTS || (tester->spoil == SPOIL_RESULT && i == WRONG);
		float result = (float)sum + (is_wrong ? 64 : 0);
		signed char small = (signed char)result;
		memcpy(out + i * bytes, bytes == 1 ? (const void *)&small : &result, (size_t)bytes);
	}
}

static int64_t least_of(int64_t a, int64_t b) {
	return a < b ? a : b;
}

static bool goes_round(const struct launch *launch, int64_t items) {
	int64_t blocks = least_of((items + launch->threads - 1) / launch->threads, BLOCKS_MOST);
	return launch->blocks == (blocks < 1 ? 1 : blocks);
}

static void judge_numbers(struct tester *tester, const struct launch *launch) {
	const struct proof_facts *facts = pointer_at(launch, 0);
	struct proof_found *found = pointer_at(launch, 6);
	int64_t covered = scripted_bytes(tester->device, pointer_at(launch, 3));
	int64_t touched = scripted_bytes(tester->device, pointer_at(launch, 4));
	int64_t sums = scripted_bytes(tester->device, pointer_at(launch, 5));
	expect(&tester->tally, goes_round(launch, facts->numbers), "%s: %" PRId64 " blocks of judges of numbers",
		tester->name, launch->blocks);
	expect(&tester->tally, covered * 8 >= facts->elements && covered % 4 == 0
		&& is_all(pointer_at(launch, 3), 0, covered) && touched * 8 >= facts->reach && touched % 4 == 0
		&& is_all(pointer_at(launch, 4), 0, touched)
		&& sums >= (facts->sums != 0 ? 8 * facts->reach : 8) && is_all(pointer_at(launch, 5), 0, sums),
		"%s: the judges have room for a bit of each element and each offset", tester->name);
	if (tester->plan->windows) {
		struct window window = tester->plan->kind->window(tester->plan);
		expect(&tester->tally, facts->window_whole == window.whole && facts->window_own == window.own
			&& facts->window_vector == tester->plan->vector[0] && facts->window[0] >= 0, "%s: the windows",
			tester->name);
	} else {
		expect(&tester->tally, facts->window_whole == 0, "%s: no windows", tester->name);
	}
	*found = tester->proof_found;
	found->looked = (natural)(facts->numbers - tester->less);
	found->elements = (natural)facts->elements;
	found->places = 3;
}

static void check_results(struct tester *tester, const struct launch *launch) {
	const struct result_facts *facts = pointer_at(launch, 0);
	struct results_part *parts = pointer_at(launch, 3);
	struct result_found *found = pointer_at(launch, 4);
	int64_t length = (facts->reduced + facts->chunks - 1) / facts->chunks;
	int64_t most = (facts->reduced + 127) / 128;
	int64_t wanted = least_of((1 << 18) / facts->kept, most);
	bool reduces = tester->plan->problem->reduce != REDUCE_NONE;
	int64_t items = facts->kept * facts->chunks;
	expect(&tester->tally, goes_round(launch, items), "%s: %" PRId64 " blocks of judges of results", tester->name,
		launch->blocks);
	expect(&tester->tally, facts->chunks == (reduces && wanted > 1 ? wanted : 1), "%s: %" PRId64 " chunks",
		tester->name, (int64_t)facts->chunks);
	expect(&tester->tally, scripted_bytes(tester->device, parts) == (facts->chunks > 1 ? items : 1)
		* (int64_t)sizeof *parts, "%s: room for parts", tester->name);
	for (int64_t item = 0; item < items && facts->chunks > 1; item++) {
		int64_t begin = item % facts->chunks * length;
		parts[item] = (struct results_part){ .total = tester->spoil == SPOIL_PARTIALS ? 64 : 0 };
		for (int64_t at = begin; at < least_of(begin + length, facts->reduced); at++) {
			enum dtype dtype = tester->plan->problem->operand_dtypes[0];
			int64_t place = item / facts->chunks * facts->reduced + at;
			parts[item].total += dtype_decode(dtype, dtype_load(dtype, tester->bench->tensors[0], place));
		}
		parts[item].total *= tester->spoil == SPOIL_SHARES ? 1.5 : 1;
		parts[item].total = tester->part != 0 ? tester->part : parts[item].total;
	}
	tester->told = *(int64_t *)launch->arguments[5];
	*found = tester->tells ? tester->result_found : (struct result_found){ .first = UINT64_MAX };
	found->elements = (natural)(facts->kept - tester->less);
}

static void run_kernel(struct script *script, const struct launch *launch, const struct kernel_text *text) {
	struct tester *tester = script->context;
	if (strcmp(text->symbol, FILL_SYMBOL) == 0) {
		fill(tester, launch);
	} else if (strcmp(text->symbol, "cutelayout_judge_numbers") == 0) {
		judge_numbers(tester, launch);
	} else if (strcmp(text->symbol, "cutelayout_check_results") == 0) {
		check_results(tester, launch);
	} else if (strcmp(text->symbol, KERNEL_SYMBOL) == 0) {
		const struct plan *plan = tester->plan;
		expect(&tester->tally, launch->blocks == plan->blocks && launch->threads == plan->threads, "%s: the grid",
			tester->name);
		const unsigned char *workspace = pointer_at(launch, plan->inputs + 1);
		expect(&tester->tally, plan->workspace_bytes == 0
			|| (scripted_bytes(tester->device, workspace) >= plan->workspace_bytes
				&& is_all(workspace, 0, plan->workspace_bytes)), "%s: the workspace is zero", tester->name);
		(strstr(text->source, "struct proof_counts") != NULL ? prove : compute)(tester, launch);
	}
}

/* --- what is done with the device --- */

typedef bool (*deed)(struct tester *tester, struct bench *bench, struct fault *fault);

static bool do_nothing(struct tester *tester, struct bench *bench, struct fault *fault) {
	(void)tester;
	(void)bench;
	(void)fault;
	return true;
}

static bool do_prove(struct tester *tester, struct bench *bench, struct fault *fault) {
	bool good = true;
	tester->proof_runs = 0;
	for (int k = 0; k <= tester->plan->inputs && good; k++) {
		good = bench_prove(bench, tester->plan, k, &tester->proof, fault) && tester->proof.good;
	}
	return good;
}

static bool do_check(struct tester *tester, struct bench *bench, struct fault *fault) {
	return bench_check(bench, tester->plan, &tester->verdict, fault) && tester->verdict.good;
}

static bool do_time(struct tester *tester, struct bench *bench, struct fault *fault) {
	struct timing timing = { .rule = stop_rule_default() };
	return bench_time(bench, tester->plan, (struct str){ 0 }, &timing, &tester->measurement, fault);
}

static bool do_time_code(struct tester *tester, struct bench *bench, struct fault *fault) {
	struct timing timing = { .rule = stop_rule_default() };
	return bench_time(bench, tester->plan, str_from("the code"), &timing, &tester->measurement, fault);
}

static bool do_overhead(struct tester *tester, struct bench *bench, struct fault *fault) {
	return bench_overhead(bench, tester->plan, 10, &tester->seconds[0], &tester->seconds[1], fault);
}

static bool do_copy(struct tester *tester, struct bench *bench, struct fault *fault) {
	struct timing timing = { .rule = stop_rule_default() };
	return bench_copy(bench->device, 31 << 20, &timing, &tester->seconds[0], fault);
}

/* 33 MiB and 300 bytes: each half is more than the least, and a multiple of 256. */
static bool do_copy_more(struct tester *tester, struct bench *bench, struct fault *fault) {
	struct timing timing = { .rule = stop_rule_default() };
	return bench_copy(bench->device, ((int64_t)33 << 20) + 300, &timing, &tester->seconds[0], fault);
}

/* Judge what no kernel left. */
static bool do_judge_results(struct tester *tester, struct bench *bench, struct fault *fault) {
	struct judge_bench *judge = judge_open(tester->al, tester->device, tester->plan);
	bool good = judge_results(judge, SEED, bench->tensors[tester->plan->inputs], &tester->verdict, fault);
	judge_close(judge);
	return good;
}

static bool do_judge_proof(struct tester *tester, struct bench *bench, struct fault *fault) {
	struct judge_bench *judge = judge_open(tester->al, tester->device, tester->plan);
	struct proof_run run = { .count = 1, .reach = 1 };
	struct proof_counts counts = { 0 };
	bool good = judge_proof(judge, &run, bench->tensors[0], &counts, &tester->proof, fault);
	judge_close(judge);
	return good;
}

static const struct {
	const char *name;
	deed act;
	enum judge_place judges;
} deeds[] = {
	{ "open", do_nothing, JUDGE_HOST }, { "prove", do_prove, JUDGE_HOST }, { "prove there", do_prove, JUDGE_DEVICE },
	{ "check", do_check, JUDGE_HOST }, { "check there", do_check, JUDGE_DEVICE }, { "time", do_time, JUDGE_HOST },
	{ "time code", do_time_code, JUDGE_HOST }, { "overhead", do_overhead, JUDGE_HOST }, { "copy", do_copy, JUDGE_HOST },
};

static struct proof_found nothing_found(void) {
	struct proof_found found;
	memset(&found, 0xff, sizeof found);
	return found;
}

/* Open the device and the plan's tensors, act, and give all back. Returns what the deed did. */
static bool act(struct tester *tester, deed what, enum judge_place judges, int fail_at, struct fault *fault) {
	struct bench bench = { 0 };
	tester->script = (struct script){ .fail_at = fail_at, .run = run_kernel, .context = tester, .seconds = 2e-6 };
	tester->device = scripted_open(&tester->arena, &tester->script);
	tester->bench = &bench;
	fault_clear(fault);
	bool good = bench_open(&bench, tester->al, tester->device, tester->plan, SEED, fault);
	bench.judges = judges;
	good = good && what(tester, &bench, fault);
	bench_close(&bench);
	expect(&tester->tally, fault->operand == 0 && fault->mode_depth == 0, "%s: a fault of operand %d", tester->name,
		fault->operand);
	return good;
}

/* Each call fails once. */
static void fail_each(struct tester *tester) {
	for (size_t i = 0; i < sizeof deeds / sizeof deeds[0]; i++) {
		struct fault fault;
		bool good = act(tester, deeds[i].act, deeds[i].judges, 0, &fault);
		int calls = tester->script.calls;
		expect(&tester->tally, good && !fault_is_set(&fault) && scripted_is_clean(&tester->script),
			"%s: %s: %s, %s%s", tester->name, deeds[i].name, fault.text, tester->proof.text, tester->verdict.text);
		for (int n = 1; n <= calls; n++) {
			char said[64];
			snprintf(said, sizeof said, "call %d fails", n);
			good = act(tester, deeds[i].act, deeds[i].judges, n, &fault);
			expect(&tester->tally, !good && strcmp(fault.text, said) == 0, "%s: %s: call %d of %d: %s", tester->name,
				deeds[i].name, n, calls, fault.text);
			expect(&tester->tally, scripted_is_clean(&tester->script),
				"%s: %s: call %d of %d: %d allocated, %d loaded, %d calls behind it, %d misuses", tester->name,
				deeds[i].name, n, calls, tester->script.allocated, tester->script.loaded, tester->script.late,
				tester->script.misuse);
		}
	}
}

/* An algebra that has failed before: that is the fault, and nothing is asked of the device. */
static void fail_before(struct tester *tester) {
	static const struct {
		const char *name;
		deed act;
		enum judge_place judges;
	} all[] = {
		{ "prove", do_prove, JUDGE_HOST }, { "prove there", do_prove, JUDGE_DEVICE }, { "check", do_check, JUDGE_HOST },
		{ "time", do_time, JUDGE_HOST }, { "overhead", do_overhead, JUDGE_HOST },
		{ "judge results", do_judge_results, JUDGE_DEVICE }, { "judge a proof", do_judge_proof, JUDGE_DEVICE },
	};
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
		struct bench bench = { 0 };
		struct fault fault;
		fault_clear(&fault);
		tester->script = (struct script){ .run = run_kernel, .context = tester, .seconds = 2e-6 };
		tester->device = scripted_open(&tester->arena, &tester->script);
		tester->bench = &bench;
		bool good = bench_open(&bench, tester->al, tester->device, tester->plan, SEED, &fault);
		bench.judges = all[i].judges;
		int calls = tester->script.calls;
		algebra_fault(tester->al, FAULT_DOMAIN, "wrong before");
		bool acts = good && all[i].act(tester, &bench, &fault);
		expect(&tester->tally, good && !acts && strcmp(fault.text, "wrong before") == 0
			&& tester->script.calls == calls, "%s: %s with an algebra that has failed: %s, %d calls", tester->name,
			all[i].name, fault.text, tester->script.calls - calls);
		fault_clear(&tester->al->fault);
		bench_close(&bench);
		expect(&tester->tally, scripted_is_clean(&tester->script), "%s: %s leaves something", tester->name,
			all[i].name);
	}
	algebra_fault(tester->al, FAULT_DOMAIN, "wrong before");
	struct proof_run run = { .count = 1, .reach = 1 };
	struct proof_counts counts = { 0 };
	uint32_t entry = 0;
	uint64_t output = 0;
	expect(&tester->tally, !proof_compare(tester->al, tester->plan, &run, &entry, &counts).good
		&& !results_compare(tester->al, tester->plan, SEED, &output).good,
		"%s: comparisons with an algebra that has failed", tester->name);
	fault_clear(&tester->al->fault);
}

/* --- what is made of it --- */

static void check_measurement(struct tester *tester) {
	struct fault fault;
	struct buf source;
	buf_init(&source, &tester->arena);
	codegen_put(&source, tester->al, tester->plan, PURPOSE_COMPUTE);
	act(tester, do_time, JUDGE_HOST, 0, &fault);
	const struct measurement *m = &tester->measurement;
	expect(&tester->tally, m->stats.median == 2e-6 && m->stats.least == 1e-6 && m->stats.p95 == 8e-6
		&& m->stats.count == 5 && m->stop == STOP_NOISE_SETTLED && m->clocks.clock_mhz == 1500
		&& m->clocks.slowdown == SLOWDOWN_THERMAL
		&& m->registers == 40 && m->spilled_bytes == 24 && m->resident_blocks == 3, "%s: a measurement", tester->name);
	expect(&tester->tally, tester->script.text.code.length == 0 && strcmp(tester->script.text.source, source.data) == 0
		&& tester->script.text.threads == tester->plan->threads, "%s: the kernel's text is compiled", tester->name);
	act(tester, do_time_code, JUDGE_HOST, 0, &fault);
	expect(&tester->tally, str_is(tester->script.text.code, "the code"), "%s: the code is used", tester->name);
	act(tester, do_overhead, JUDGE_HOST, 0, &fault);
	expect(&tester->tally, tester->seconds[0] == 4e-6 && tester->seconds[1] == 2e-6, "%s: overhead", tester->name);
	act(tester, do_copy, JUDGE_HOST, 0, &fault);
	/* 31 MiB would be less than 16 MiB each way, which are the least. */
	expect(&tester->tally, fabs(tester->seconds[0] - 2 * 16777216.0 / 2e-6) < 1, "%s: a copy of %g bytes a second",
		tester->name, tester->seconds[0]);
	act(tester, do_copy_more, JUDGE_HOST, 0, &fault);
	expect(&tester->tally, fabs(tester->seconds[0] - 33 * 1048576.0 / 2e-6) < 1, "%s: a copy of %g bytes a second",
		tester->name, tester->seconds[0]);
}

/* Every tensor in as many runs as it takes, and what is counted of it. */
static void check_runs(struct tester *tester) {
	struct fault fault;
	const struct plan *plan = tester->plan;
	int runs = 0;
	for (int k = 0; k <= plan->inputs; k++) {
		runs += proof_runs(tester->al, plan, k, true);
	}
	for (int judges = JUDGE_HOST; judges <= JUDGE_DEVICE; judges++) {
		act(tester, do_prove, (enum judge_place)judges, 0, &fault);
		expect(&tester->tally, tester->proof_runs == runs && tester->proof.good, "%s: %d runs, not %d", tester->name,
			tester->proof_runs, runs);
	}
}

/* The verdict or the proof of a run with a mistake, by the host and by the device. */
static void check_spoiled(struct tester *tester) {
	struct fault fault;
	const struct plan *plan = tester->plan;
	int64_t results = plan->problem->reduce != REDUCE_NONE ? plan->kept : problem_size(plan->problem);
	bool has_parts = plan->problem->reduce != REDUCE_NONE && plan->reduced > 128;
	for (int judges = JUDGE_HOST; judges <= JUDGE_DEVICE; judges++) {
		enum judge_place place = (enum judge_place)judges;
		tester->spoil = SPOIL_RESULTS;
		act(tester, do_check, place, 0, &fault);
		expect(&tester->tally, (has_parts && place == JUDGE_DEVICE) || (!tester->verdict.good
			&& tester->verdict.elements == results
			&& strncmp(tester->verdict.text, "the result at offset ", 21) == 0
			&& tester->verdict.wrong == (place == JUDGE_HOST ? results : 1)), "%s: wrong results: %" PRId64 ", %s",
			tester->name, tester->verdict.wrong, tester->verdict.text);
		tester->spoil = SPOIL_OUTSIDE;
		act(tester, do_prove, place, 0, &fault);
		const char *outside = "an access at offset 17 is outside the tensor or not aligned";
		expect(&tester->tally, strcmp(tester->proof.text, outside) == 0, "%s: %s", tester->name, tester->proof.text);
		expect(&tester->tally, tester->proof_runs == 1, "%s: nothing is proved behind a mistake", tester->name);
		tester->spoil = SPOIL_ENTRIES;
		act(tester, do_prove, place, 0, &fault);
		const char *said = place == JUDGE_HOST ? " touched offset 1, not element " : " touched offset ";
		expect(&tester->tally, !tester->proof.good && strstr(tester->proof.text, said) != NULL,
			"%s: wrong records: %s", tester->name, tester->proof.text);
	}
	const char *disagree = has_parts ? "the judge on the device and the host disagree on a sum" : "";
	static const enum spoil wrong_parts[] = { SPOIL_PARTIALS, SPOIL_SHARES };
	for (size_t i = 0; i < sizeof wrong_parts / sizeof *wrong_parts; i++) {
		tester->spoil = wrong_parts[i];
		bool good = act(tester, do_check, JUDGE_DEVICE, 0, &fault);
		expect(&tester->tally, good == !has_parts && strcmp(fault.text, disagree) == 0, "%s: wrong parts: %s",
			tester->name, fault.text);
	}
	tester->spoil = SPOIL_NOTHING;
}

/* What the judges on the device did not look at. */
static void check_looked(struct tester *tester) {
	struct fault fault;
	char said[200];
	const struct plan *plan = tester->plan;
	int64_t results = plan->problem->reduce != REDUCE_NONE ? plan->kept : problem_size(plan->problem);
	tester->less = 1;
	bool good = act(tester, do_prove, JUDGE_DEVICE, 0, &fault);
	snprintf(said, sizeof said, "the judge on the device looked at %" PRId64 " numbers of %" PRId64 ", and found %"
		PRId64 " elements of %" PRId64, claims_numbers(plan) - 1, claims_numbers(plan), problem_size(plan->problem),
		problem_size(plan->problem));
	expect(&tester->tally, !good && strcmp(fault.text, said) == 0, "%s: %s", tester->name, fault.text);
	good = act(tester, do_check, JUDGE_DEVICE, 0, &fault);
	snprintf(said, sizeof said, "the judge on the device looked at %" PRId64 " results of %" PRId64, results - 1,
		results);
	expect(&tester->tally, !good && strcmp(fault.text, said) == 0, "%s: %s", tester->name, fault.text);
	tester->less = 0;
}

/* What tells of a mistake fails in each of its calls: that is the fault, and nothing is said of the mistake. */
static void fail_telling(struct tester *tester, deed tells, const char *mistake) {
	struct fault fault;
	act(tester, tells, JUDGE_DEVICE, 0, &fault);
	int calls = tester->script.calls;
	for (int n = 1; n <= calls; n++) {
		char said[64];
		snprintf(said, sizeof said, "call %d fails", n);
		bool good = act(tester, tells, JUDGE_DEVICE, n, &fault);
		expect(&tester->tally, !good && strcmp(fault.text, said) == 0 && scripted_is_clean(&tester->script),
			"%s: call %d of %d: %s", mistake, n, calls, fault.text);
	}
}

/* What the judges found of results, told with the second run. */
static void check_told(struct tester *tester) {
	struct fault fault;
	double worst = 2.5;
	tester->tells = true;
	tester->result_found = (struct result_found){ .wrong = 4, .first = 3, .place = 21, .is = 1.5, .should_be = -2 };
	memcpy(&tester->result_found.worst, &worst, sizeof worst);
	bool good = act(tester, do_check, JUDGE_DEVICE, 0, &fault);
	expect(&tester->tally, !good && !fault_is_set(&fault) && tester->told == 3 && tester->verdict.wrong == 4
		&& tester->verdict.worst == 2.5 && strcmp(tester->verdict.text, "the result at offset 21 is 1.5, not -2") == 0,
		"%s: told %" PRId64 ", %s", tester->name, tester->told, tester->verdict.text);
	fail_telling(tester, do_check, tester->name);
	tester->tells = false;
	act(tester, do_check, JUDGE_DEVICE, 0, &fault);
	expect(&tester->tally, tester->told == -1, "%s: nothing is told where nothing is wrong", tester->name);
}

/* The plan of "test", which "tester" is about from now on; "plan" lasts as long. */
static void plan_test(struct tester *tester, struct algebra *al, const struct test_problem *test, struct plan *plan) {
	struct target target = target_default();
	*plan = plan_make(al, &test->problem, test->kernel, test->knobs, &target);
	tester->al = al;
	tester->plan = plan;
	tester->name = test->name;
}

static void visit_problem(void *context, struct algebra *al, const struct test_problem *test) {
	struct tester *tester = context;
	struct plan plan;
	plan_test(tester, al, test, &plan);
	expect(&tester->tally, !algebra_failed(al), "%s: %s", test->name, al->fault.text);
	tester->proof_found = nothing_found();
	fail_each(tester);
	fail_before(tester);
	check_measurement(tester);
	check_runs(tester);
	check_spoiled(tester);
	check_looked(tester);
	check_told(tester);
	arena_reset(&tester->arena);
}

/* --- mistakes in words --- */


/*
 * What the judges found, each -1 for nothing, of which tensor, in what record; and what is said, where #N
 * is the thread, value and block of number N.
 */
static const struct {
	int tensor;
	enum spoil spoil;
	int64_t stray, second, shared, entry, uncovered, left, sum;
	const char *text;
} mistakes[] = {
	{ 0, SPOIL_NOTHING, -1, 5, -1, -1, -1, -1, -1, "element 5 belongs to #5 and to another" },
	{ 0, SPOIL_NOTHING, -1, -1, 5, -1, -1, -1, -1, "element 5 and another are both at offset 5" },
	{ 0, SPOIL_OTHER, -1, -1, -1, 5, -1, -1, -1,
		"#5 touched offset 9, not element 5 at offset 5" },
	{ 0, SPOIL_NONE, -1, -1, -1, 5, -1, -1, -1,
		"element 5 at offset 5 was not touched by #5" },
	{ 1, SPOIL_OTHER, -1, -1, -1, 5, -1, -1, -1,
		"element 5 at offset 5 was left by another, not by #5" },
	{ 1, SPOIL_NONE, -1, -1, -1, 5, -1, -1, -1,
		"element 5 at offset 5 was not touched by #5" },
	{ 0, SPOIL_NOTHING, 63, -1, -1, -1, -1, -1, -1,
		"#63 touched an element, but stands for none" },
	{ 0, SPOIL_NOTHING, -1, 6, 4, 5, -1, -1, -1, "element 4 and another are both at offset 4" },
	{ 0, SPOIL_NOTHING, -1, 4, 4, 4, -1, -1, -1, "element 4 belongs to #4 and to another" },
	{ 0, SPOIL_NOTHING, -1, -1, 4, 4, 3, 2, 1, "element 4 and another are both at offset 4" },
	{ 0, SPOIL_NOTHING, 61, 60, 62, 63, -1, -1, -1,
		"#60 touched an element, but stands for none" },
	{ 0, SPOIL_NOTHING, -1, -1, -1, -1, 7, 2, 1, "element 7 belongs to nobody" },
	{ 1, SPOIL_NOTHING, -1, -1, -1, -1, -1, 2, 3, "the result at offset 2 was left, where there is none" },
	{ 1, SPOIL_NOTHING, -1, -1, -1, -1, -1, 2, 2, "the result at offset 2 was left, where there is none" },
	{ 1, SPOIL_NOTHING, -1, -1, -1, -1, -1, 3, 2,
		"the result at offset 2 is not made of the elements that the algebra says, each once" },
	{ 1, SPOIL_NOTHING, -1, -1, -1, -1, -1, -1, 0,
		"the result at offset 0 is not made of the elements that the algebra says, each once" },
};

/* "text" with the owners of numbers in words. */
static void put_owners(char *out, size_t size, const char *text, const struct plan *plan) {
	size_t length = 0;
	while (*text != '\0' && length + 64 < size) {
		if (*text == '#') {
			long number = strtol(text + 1, (char **)&text, 10);
			length += (size_t)snprintf(out + length, 64, "thread %ld, value 0 of block %ld", number % plan->threads,
				number / plan->threads);
		} else {
			out[length++] = *text++;
		}
	}
	out[length] = '\0';
}

/* One tensor alone. */
static int proved_tensor;

static bool do_prove_one(struct tester *tester, struct bench *bench, struct fault *fault) {
	return bench_prove(bench, tester->plan, proved_tensor, &tester->proof, fault) && tester->proof.good;
}

static void visit_mistakes(void *context, struct algebra *al, const struct test_problem *test) {
	struct tester *tester = context;
	struct fault fault;
	struct plan plan;
	plan_test(tester, al, test, &plan);
	for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
		proved_tensor = mistakes[i].tensor;
		tester->spoil = mistakes[i].spoil;
		tester->proof_found = (struct proof_found){ .stray = (natural)mistakes[i].stray,
			.second = (natural)mistakes[i].second, .shared = (natural)mistakes[i].shared,
			.entry = (natural)mistakes[i].entry, .uncovered = (natural)mistakes[i].uncovered,
			.left = (natural)mistakes[i].left, .sum = (natural)mistakes[i].sum };
		char said[256];
		put_owners(said, sizeof said, mistakes[i].text, &plan);
		bool good = act(tester, do_prove_one, JUDGE_DEVICE, 0, &fault);
		expect(&tester->tally, !good && !fault_is_set(&fault) && strcmp(tester->proof.text, said) == 0,
			"mistake %zu: %s, not %s", i, tester->proof.text, said);
		expect(&tester->tally, tester->proof.places == 3 && tester->proof.elements == problem_size(&test->problem),
			"mistake %zu: counts", i);
		fail_telling(tester, do_prove_one, mistakes[i].text);
	}
	tester->proof_found = nothing_found();
	proved_tensor = 0;
	static const struct {
		int tensor;
		enum spoil spoil;
		const char *text;
	} counted[] = {
		{ 0, SPOIL_CLASH, "#5 touched an element twice" },
		{ 1, SPOIL_CLASH, "the result at offset 5 was written twice" },
		{ 0, SPOIL_BOTH, "an access at offset 17 is outside the tensor or not aligned" },
		{ 1, SPOIL_BOTH, "an access at offset 17 is outside the tensor or not aligned" },
	};
	for (size_t i = 0; i < 2 * sizeof counted / sizeof counted[0]; i++) {
		char said[256];
		put_owners(said, sizeof said, counted[i / 2].text, &plan);
		proved_tensor = counted[i / 2].tensor;
		tester->spoil = counted[i / 2].spoil;
		act(tester, do_prove_one, i % 2 == 0 ? JUDGE_HOST : JUDGE_DEVICE, 0, &fault);
		expect(&tester->tally, strcmp(tester->proof.text, said) == 0, "what is counted: %s, not %s", tester->proof.text,
			said);
	}
	proved_tensor = 0;
	for (int judges = JUDGE_HOST; judges <= JUDGE_DEVICE; judges++) {
		tester->spoil = SPOIL_STRAY;
		bool good = act(tester, do_prove_one, (enum judge_place)judges, 0, &fault);
		expect(&tester->tally, !good && strstr(tester->proof.text, " touched an element, but stands for none") != NULL,
			"records for padding: %s", tester->proof.text);
	}
	tester->spoil = SPOIL_NOTHING;
	arena_reset(&tester->arena);
}

/* What the host finds at the offsets of an output, behind all numbers: a record in a gap, or a sum that is wrong. */
static void visit_rest(void *context, struct algebra *al, const struct test_problem *test) {
	struct tester *tester = context;
	struct fault fault;
	struct plan plan;
	plan_test(tester, al, test, &plan);
	bool reduces = test->problem.reduce != REDUCE_NONE;
	tester->gap = test->problem.shape[1];   /* behind the first row, whose length is padded */
	proved_tensor = plan.inputs;
	for (int i = 0; i < 3; i++) {
		static const enum spoil spoils[] = { SPOIL_NOTHING, SPOIL_GAP, SPOIL_SUM };
		char said[128] = "";
		tester->spoil = spoils[i];
		bool is_good = i == 0 || reduces != (i == 2);
		snprintf(said, sizeof said,
			reduces ? "the result at offset %d is not made of the elements that the algebra says, "
			"each once" : "the result at offset %d was left, where there is none", reduces ? 0 : (int)tester->gap);
		bool good = act(tester, do_prove_one, JUDGE_HOST, 0, &fault);
		expect(&tester->tally, good == is_good && (good || strcmp(tester->proof.text, said) == 0), "%s: %s, not %s",
			test->name, tester->proof.text, said);
		int64_t places = reduces ? plan.kept : problem_size(&test->problem);
		expect(&tester->tally, !good || (tester->proof.places == places && tester->proof.elements == places),
			"%s: %" PRId64 " places", test->name, tester->proof.places);
	}
	tester->spoil = SPOIL_NOTHING;
	arena_reset(&tester->arena);
}

/* --- no memory on the host --- */

static deed without_memory;
static size_t missing_memory;

static bool do_without_memory(struct tester *tester, struct bench *bench, struct fault *fault) {
	no_memory_of = missing_memory;
	bool good = without_memory(tester, bench, fault);
	no_memory_of = 0;
	return good;
}

/* What the host has no memory for is a fault that says so, and nothing is left of it. */
static void visit_memory(void *context, struct algebra *al, const struct test_problem *test) {
	struct tester *tester = context;
	struct fault fault;
	struct plan plan;
	plan_test(tester, al, test, &plan);
	proved_tensor = 0;
	const struct {
		deed act;
		size_t bytes;
		const char *text;
	} all[] = {
		{ do_prove_one, sizeof(uint32_t) * (size_t)claims_numbers(&plan), "out of memory: the proof needs 0.0 GiB" },
		{ do_check, sizeof(float) * (size_t)tensor_span(al, &plan, plan.inputs),
			"out of memory: the check needs 0.0 GiB" },
		{ do_copy, sizeof(struct samples), "out of memory: the samples of a copy" },
	};
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
		without_memory = all[i].act;
		for (int is_missing = 0; is_missing < 2; is_missing++) {
			missing_memory = is_missing ? all[i].bytes : 0;
			bool good = act(tester, do_without_memory, JUDGE_HOST, 0, &fault);
			expect(&tester->tally, good == !is_missing && strcmp(fault.text, is_missing ? all[i].text : "") == 0
				&& scripted_is_clean(&tester->script), "%s: %zu bytes of memory: %s", test->name, missing_memory,
				fault.text);
		}
	}
	arena_reset(&tester->arena);
}

/* A plan with windows: its judges are told of them. */
static void visit_windows(void *context, struct algebra *al, const struct test_problem *test) {
	struct tester *tester = context;
	struct fault fault;
	struct plan plan;
	plan_test(tester, al, test, &plan);
	proved_tensor = 0;
	bool good = act(tester, do_prove_one, JUDGE_DEVICE, 0, &fault);
	expect(&tester->tally, plan.windows && good, "%s: %s%s", test->name, tester->proof.text, fault.text);
	arena_reset(&tester->arena);
}

/* What the judges on the device found right the host asks for 64 times once more, each with a call. */
static void visit_samples(void *context, struct algebra *al, const struct test_problem *test) {
	enum { SAMPLE = 64, RESERVE = 2, UPLOAD = 3, LAUNCH = 2, READ = 1 };
	static const struct {
		const char *name;
		deed act;
		int calls;          /* more than where the host judges, which reads once */
	} all[] = {
		{ "results", do_check, 3 * UPLOAD + RESERVE + LAUNCH + READ + SAMPLE - READ },
		{ "a proof", do_prove_one, 3 * UPLOAD + 3 * RESERVE + 2 * LAUNCH + READ + SAMPLE - READ },
	};
	struct tester *tester = context;
	struct plan plan;
	plan_test(tester, al, test, &plan);
	proved_tensor = 0;
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
		int calls[2];
		for (int on_device = 0; on_device < 2; on_device++) {
			struct fault fault;
			bool good = act(tester, all[i].act, on_device != 0 ? JUDGE_DEVICE : JUDGE_HOST, 0, &fault);
			expect(&tester->tally, good, "%s: %s: %s", test->name, all[i].name, fault.text);
			calls[on_device] = tester->script.calls;
		}
		expect(&tester->tally, calls[1] - calls[0] == all[i].calls, "%s: %s: %d calls more, not %d", test->name,
			all[i].name, calls[1] - calls[0], all[i].calls);
	}
	arena_reset(&tester->arena);
}

/* --- sums that are judged in parts --- */

/* Doubles that cancel leave nothing but what adding them may be off by: parts are off by less, and by more. */
static void visit_parts(void *context, struct algebra *al, const struct test_problem *test) {
	enum { LENGTH = 125 };
	static const double factors[] = { 0.5, 0.99, 1.01, 1.5 };
	struct tester *tester = context;
	struct fault fault;
	struct plan plan;
	plan_test(tester, al, test, &plan);
	struct results_part part = results_sample_part(results_sample(al, &plan, SEED), 0, 0, LENGTH);
	expect(&tester->tally, part.total == 0 && part.slack > 0, "%s: %g off by %g", test->name, part.total, part.slack);
	for (size_t i = 0; i < sizeof factors / sizeof factors[0]; i++) {
		tester->part = factors[i] * part.slack;
		bool good = act(tester, do_judge_results, JUDGE_DEVICE, 0, &fault);
		expect(&tester->tally, good == (factors[i] < 1), "%s: a part that is off by %g of what it may be: %s",
			test->name, factors[i], fault.text);
	}
	tester->part = 0;
	arena_reset(&tester->arena);
}

/* The judges have room for the nodes of an expression: as many as most have, some more, or all that there may be. */
static void check_nodes(struct tester *tester) {
	static const struct {
		int count;
		const char *room;
	} all[] = { { 1, "{ NODES = 16 }" }, { 16, "{ NODES = 16 }" }, { 17, "{ NODES = 64 }" }, { 64, "{ NODES = 64 }" } };
	char most[32];
	snprintf(most, sizeof most, "{ NODES = %d }", OPEXPR_NODES_MAX);
	for (size_t i = 0; i <= sizeof all / sizeof all[0]; i++) {
		bool is_last = i == sizeof all / sizeof all[0];
		struct opexpr op = { .count = is_last ? 65 : all[i].count };
		struct problem problem = { .op = &op };
		struct plan plan = { .problem = &problem };
		const char *source = judge_source(&tester->arena, &plan).data;
		expect(&tester->tally, strstr(source, is_last ? most : all[i].room) != NULL, "room for %d nodes", op.count);
	}
	arena_reset(&tester->arena);
}

/* --- texts that are compiled at once --- */

static void visit_texts(void *context, struct algebra *al, const struct test_problem *test) {
	struct tester *tester = context;
	struct target target = target_default();
	struct plan plans[2] = { plan_make(al, &test->problem, KERNEL_NAIVE, test->knobs, &target),
		plan_make(al, &test->problem, KERNEL_VECTORIZED, test->knobs, &target) };
	struct str code[2] = { { 0 }, { 0 } };
	struct bench bench = { .al = al };
	tester->script = (struct script){ 0 };
	bench.device = tester->device = scripted_open(&tester->arena, &tester->script);
	for (int judges = JUDGE_HOST; judges <= JUDGE_DEVICE; judges++) {
		/* f32, f32, f16: two kernels that fill; both purposes of both plans; perhaps the judges. */
		int wanted[5] = { 2, judges == JUDGE_DEVICE, 2, 2 };
		bench_prepare(al, tester->device, plans, 2, (enum judge_place)judges);
		for (int i = 0; i < tester->script.compiled_at_once; i++) {
			const struct kernel_text *text = &tester->script.texts[i];
			bool fills = text->symbol != NULL && strcmp(text->symbol, FILL_SYMBOL) == 0;
			bool proves = text->symbol != NULL && strstr(text->source, ": who touches which element") != NULL;
			wanted[fills ? 0 : text->symbol == NULL ? 1 : proves ? 2 : 3]--;
			expect(&tester->tally, !fills || text->threads == 256, "%s: threads that fill", test->name);
		}
		expect(&tester->tally, wanted[0] == 0 && wanted[1] == 0 && wanted[2] == 0 && wanted[3] == 0,
			"%s: what is compiled at once", test->name);
	}
	bench_compile_all(&bench, plans, 2, code);
	expect(&tester->tally, tester->script.compiled_at_once == 2 && str_is(code[0], tester->script.texts[0].source)
		&& str_is(code[1], tester->script.texts[1].source)
		&& strcmp(tester->script.texts[0].source, tester->script.texts[1].source) != 0, "%s: the code of plans",
		test->name);
	arena_reset(&tester->arena);
}

/* --- larger and smaller workspaces --- */

static void visit_workspaces(void *context, struct algebra *al, const struct test_problem *test) {
	struct tester *tester = context;
	struct target target = target_default();
	struct plan plans[3];
	struct bench bench = { 0 };
	struct fault fault;
	static const int groups[] = { 1, 4, 2 };
	fault_clear(&fault);
	tester->al = al;
	tester->name = test->name;
	tester->script = (struct script){ .run = run_kernel, .context = tester };
	tester->device = scripted_open(&tester->arena, &tester->script);
	tester->bench = &bench;
	for (int i = 0; i < 3; i++) {
		plans[i] = plan_make(al, &test->problem, KERNEL_AUTO, (struct knobs){ .groups = groups[i] }, &target);
		expect(&tester->tally, plans[i].workspace_bytes > 0, "%s: a workspace", test->name);
	}
	tester->plan = &plans[0];
	bool good = bench_open(&bench, al, tester->device, &plans[0], SEED, &fault);
	for (int i = 0; i < 3 && good; i++) {
		tester->plan = &plans[i];
		good = bench_check(&bench, &plans[i], &tester->verdict, &fault) && tester->verdict.good;
		expect(&tester->tally, good && tester->script.allocated == 3
			&& bench.workspace_bytes >= plans[i].workspace_bytes, "%s: workspace %d: %s%s", test->name, i,
			fault.text, tester->verdict.text);
		if (bench.workspace != NULL) {
			memset(bench.workspace, 7, (size_t)bench.workspace_bytes);
		}
	}
	bench_close(&bench);
	expect(&tester->tally, scripted_is_clean(&tester->script), "%s: a workspace is left", test->name);
	arena_reset(&tester->arena);
}

/* --- questions without a plan --- */

static bool ask_silicon(struct tester *tester, struct fault *fault) {
	unsigned char found[40];
	struct silicon_run run = { .source = "", .blocks = 3, .threads = 64, .bytes = sizeof found, .host = found };
	return silicon_run(tester->device, &tester->arena, &run, fault) && is_all(found, 0, sizeof found);
}

/* Times of two groups, of 3 and 5 cycles a request; runs that are disturbed take longer. */
static void leave_times(struct script *script, const struct launch *launch, const struct kernel_text *text) {
	enum { SHORT = 16 * WAVEFRONT_SLOTS, LONG = 80 * WAVEFRONT_SLOTS };
	uint64_t *found = *(uint64_t *const *)launch->arguments[3];
	(void)text;
	int run = script->runs;
	found[0] = 100 + 3 * SHORT;
	found[1] = 100 + 3 * LONG + (run % 2 == 0 ? 9000 : 0);
	found[2] = 100 + 5 * SHORT + (run == 3 ? 9000 : 0);
	found[3] = 100 + 5 * LONG + (run == 2 ? 9000 : 0);
	found[4] = 3000 + (uint64_t)run * 1000;
	found[5] = 2000 + (uint64_t)run * 1000;
}

static bool ask_wavefronts(struct tester *tester, struct fault *fault) {
	int64_t addresses[64];
	struct wavefront_group groups[2] = { { .first = 0, .count = 1 }, { .first = 1, .count = 1 } };
	struct wavefront_question question = { .kind = SHARED_LOAD, .bytes = 4, .addresses = addresses, .request_count = 2,
		.groups = groups, .group_count = 2 };
	for (int i = 0; i < 64; i++) {
		addresses[i] = i % 32 * 4;
	}
	tester->script.run = leave_times;
	return wavefronts_measure(tester->device, tester->al, &question, fault) && groups[0].cycles == 3
		&& groups[1].cycles == 5 && question.clock_hz == 1e9 * 7 / 6;
}

static const struct {
	const char *name;
	bool (*ask)(struct tester *tester, struct fault *fault);
} questions[] = { { "silicon", ask_silicon }, { "wavefronts", ask_wavefronts } };

static void check_questions(struct tester *tester) {
	struct algebra al;
	algebra_init(&al, &tester->arena);
	tester->al = &al;
	for (size_t i = 0; i < sizeof questions / sizeof questions[0]; i++) {
		int calls = 1;
		for (int n = 0; n <= calls; n++) {
			struct fault fault;
			char said[64];
			fault_clear(&fault);
			tester->script = (struct script){ .fail_at = n };
			tester->device = scripted_open(&tester->arena, &tester->script);
			bool good = questions[i].ask(tester, &fault);
			calls = n == 0 ? tester->script.calls : calls;
			snprintf(said, sizeof said, "call %d fails", n);
			expect(&tester->tally, good == (n == 0) && scripted_is_clean(&tester->script)
				&& (good ? !fault_is_set(&fault) : strcmp(fault.text, said) == 0), "%s: call %d of %d: %s",
				questions[i].name, n, calls, fault.text);
		}
	}
	arena_reset(&tester->arena);
}

int main(void) {
	static const enum dtype mixed[] = { DTYPE_F32, DTYPE_F16, DTYPE_F32 };
	static const enum dtype texts[] = { DTYPE_F32, DTYPE_F32, DTYPE_F16, DTYPE_F32 };
	static const struct example examples[] = {
		{ .rank = 2, .shape = { 6, 50 }, .dtypes = mixed, .op = "a+b", .forms = "rrr", .kernel = KERNEL_AUTO },
		{ .rank = 2, .shape = { 12, 70 }, .dtype = DTYPE_F32, .op = "a", .forms = "rr",
			.reduce = REDUCE_SUM, .reduced = 2, .kernel = KERNEL_AUTO },
		{ .rank = 2, .shape = { 40, 1000 }, .dtype = DTYPE_F32, .op = "a", .forms = "rr",
			.reduce = REDUCE_SUM, .reduced = 3, .kernel = KERNEL_AUTO },
		{ .rank = 2, .shape = { 30, 40 }, .dtype = DTYPE_I8, .op = "a", .forms = "rr", .kernel = KERNEL_AUTO },
	};
	static const struct example single = { .rank = 1, .shape = { 60 }, .dtype = DTYPE_F32, .op = "a", .forms = "rr",
		.kernel = KERNEL_NAIVE };
	static const struct example three = { .rank = 1, .shape = { 4096 }, .dtypes = texts, .op = "a+b+c", .forms = "rrrr",
		.kernel = KERNEL_AUTO };
	static const struct example padded = { .rank = 2, .shape = { 9, 30 }, .dtype = DTYPE_F32, .op = "a", .forms = "rp",
		.kernel = KERNEL_AUTO };
	static const struct example windows = { .rank = 2, .shape = { 3, 1003 }, .dtype = DTYPE_F16, .op = "a",
		.forms = "rr",
		.kernel = KERNEL_AUTO, .reduce = REDUCE_SUM, .reduced = 2 };
	static const struct example cancelling = { .rank = 2, .shape = { 4, 1000 }, .dtype = DTYPE_F64, .op = "a+1e20-1e20",
		.forms = "rr", .reduce = REDUCE_SUM, .reduced = 2, .kernel = KERNEL_AUTO };
	struct tester tester = { .proof_found = nothing_found() };
	arena_init(&tester.arena, NULL, NULL);
	for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
		problem_visit_example(&tester.arena, &examples[i], visit_problem, &tester);
	}
	tester.proof_found = nothing_found();
	problem_visit_example(&tester.arena, &single, visit_mistakes, &tester);
	problem_visit_example(&tester.arena, &padded, visit_rest, &tester);
	problem_visit_example(&tester.arena, &examples[1], visit_rest, &tester);
	problem_visit_example(&tester.arena, &windows, visit_windows, &tester);
	problem_visit_example(&tester.arena, &examples[0], visit_samples, &tester);
	problem_visit_example(&tester.arena, &single, visit_memory, &tester);
	problem_visit_example(&tester.arena, &three, visit_texts, &tester);
	problem_visit_example(&tester.arena, &examples[2], visit_workspaces, &tester);
	problem_visit_example(&tester.arena, &cancelling, visit_parts, &tester);
	check_nodes(&tester);
	check_questions(&tester);
	arena_finish(&tester.arena);
	printf("%d passed, %d failed\n", tester.tally.passed, tester.tally.failed);
	return tester.tally.failed > 0;
}
