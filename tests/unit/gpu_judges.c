/*
 * The judges that run on the device against those of the host, on the simulated device: of the problems of
 * gpu_problems.c, records that are right and records with mistakes must get the same proof, word for word; results that
 * a kernel computed, and results with wrong bits, the same verdict.
 *
 *     gpu_judges [EVERY [RUN [FIRST]]]   records of each EVERY-th problem, and results of each RUN-th, whose kernel is
 *                                        run, from number FIRST on
 *
 * Prints "N passed, N failed".
 */
#include <dirent.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../emulator/emulator.h"
#include "gpu/bench.h"
#include "gpu/claim.h"
#include "gpu/judge.h"
#include "gpu/planner.h"
#include "gpu_problems.h"

enum { SIZE_OF_RECORDS = 1 << 14, SIZE_OF_RUNS = 1 << 12, MISTAKES = 8, SEED = 7 };

struct tester {
	struct arena arena;
	struct device *device;
	int every, every_run;
	int seen, first;
	int passed, failed;
	uint32_t state;
};

static void report(struct tester *tester, const char *name, bool good, const char *what) {
	tester->passed += good;
	tester->failed += !good;
	if (!good) {
		printf("FAIL: %s: %s\n", name, what);
	}
}

static int64_t draw(struct tester *tester, int64_t choices) {
	uint64_t random = 0;
	for (int i = 0; i < 3; i++) {
		tester->state = tester->state * 1664525u + 1013904223u;
		random = random << 22 ^ tester->state >> 8;
	}
	return (int64_t)(random % (uint64_t)choices);
}

/* --- records --- */

/* What a kernel leaves that does as the algebra says. */
static uint32_t *right_record(const struct claims *claims) {
	const struct proof_run *run = claims->run;
	uint32_t *entries = malloc((size_t)run->count * sizeof *entries);
	memset(entries, 0xff, (size_t)run->count * sizeof *entries);
	for (int64_t number = 0; number < claims_numbers(claims->plan); number++) {
		int64_t coordinate[PROBLEM_RANK_MAX] = { 0 };
		if (claims_element(claims, number, coordinate)) {
			int64_t offset = claims_offset(claims, coordinate);
			entries[run->by_offset ? offset : number] = claims_record(claims, number, offset);
		}
	}
	return entries;
}

static void compare_proofs(struct tester *tester, struct algebra *al, const struct claims *claims,
		const uint32_t *entries, struct judge_bench *judge) {
	const struct proof_counts none = { 0 };
	struct proof device = { 0 };
	struct fault fault;
	char what[2400];
	fault_clear(&fault);
	struct proof host = proof_compare(al, claims->plan, claims->run, entries, &none);
	bool done = judge_proof(judge, claims->run, entries, &none, &device, &fault);
	bool same = done && host.good == device.good && host.elements == device.elements
		&& strcmp(host.text, device.text) == 0 && (!host.good || host.places == device.places);
	snprintf(what, sizeof what, "host: %d %s; device: %d %s %s", host.good, host.text, device.good, device.text,
		done ? "" : fault.text);
	report(tester, "a proof", same, what);
}

/* The record of tensor "k": right, then with one mistake after the other. */
static void judge_records(struct tester *tester, struct algebra *al, const struct plan *plan, int k) {
	int runs = proof_runs(al, plan, k, true);
	struct proof_run run = proof_run_at(al, plan, k, true, (int)draw(tester, runs));
	struct claims claims = claims_of(al, plan, &run);
	struct judge_bench *judge = judge_open(al, tester->device, plan);
	uint32_t *entries = right_record(&claims);
	if (!run.sums) {
		compare_proofs(tester, al, &claims, entries, judge);
	}
	for (int i = 0; i < MISTAKES; i++) {
		int64_t at = draw(tester, run.count);
		uint32_t other = (uint32_t)draw(tester, (int64_t)1 << run.bits);
		entries[at] = draw(tester, 3) == 0 ? PROOF_NONE : draw(tester, 2) == 0 ? other :
			entries[draw(tester, run.count)];
		compare_proofs(tester, al, &claims, entries, judge);
	}
	free(entries);
	judge_close(judge);
}

/* --- results --- */

static void compare_verdicts(struct tester *tester, struct bench *bench, const struct plan *plan, const char *name) {
	struct verdict device = { 0 };
	struct fault fault;
	char what[2400];
	fault_clear(&fault);
	const void *output = bench->tensors[plan->inputs];
	struct verdict host = results_compare(bench->al, plan, bench->seed, output);
	struct judge_bench *judge = judge_open(bench->al, bench->device, plan);
	bool done = judge_results(judge, bench->seed, output, &device, &fault);
	judge_close(judge);
	bool near = fabs(host.worst - device.worst) <= 1e-3 * (host.worst + device.worst) + 1e-3;
	bool same = done && host.good == device.good && host.elements == device.elements && host.wrong == device.wrong;
	/* Which is the first of several that are wrong, the judges do not agree about; errors of NaN are none. */
	same = same && (host.wrong != 1 || strcmp(host.text, device.text) == 0) && (near || !isfinite(host.worst));
	snprintf(what, sizeof what, "host: %" PRId64 " wrong, worst %g, %s; device: %" PRId64 " wrong, worst %g, %s %s",
		host.wrong, host.worst, host.text, device.wrong, device.worst, device.text, done ? "" : fault.text);
	report(tester, name, same, what);
}

/* Results of the kernel, then with one bit wrong after the other, then of random bits. */
static void judge_run(struct tester *tester, struct algebra *al, const struct plan *plan, const char *name) {
	struct bench bench;
	struct verdict verdict = { 0 };
	struct fault fault;
	fault_clear(&fault);
	bool good = bench_open(&bench, al, tester->device, plan, SEED, &fault);
	bench.judges = JUDGE_DEVICE;
	good = good && bench_check(&bench, plan, &verdict, &fault);
	report(tester, name, good && verdict.good, good ? verdict.text : fault.text);
	for (int k = 0; k <= plan->inputs && good; k++) {
		struct proof proof = { 0 };
		good = bench_prove(&bench, plan, k, &proof, &fault);
		report(tester, name, good && proof.good, good ? proof.text : fault.text);
	}
	if (good) {
		struct reference *ref = results_sample(al, plan, SEED);
		int64_t bytes = dtype_bytes(plan->problem->output_dtype);
		int64_t results = plan->problem->reduce != REDUCE_NONE ? plan->kept : problem_size(plan->problem);
		compare_verdicts(tester, &bench, plan, name);
		for (int i = 0; i < MISTAKES; i++) {
			unsigned char *out = bench.tensors[plan->inputs];
			int64_t place = results_sample_place(ref, draw(tester, results));
			int64_t of_each = i == 0 ? 8 * bytes : 1 + draw(tester, 8 * bytes);
			out[place * bytes + (of_each - 1) / 8] ^= (unsigned char)(1u << (of_each - 1) % 8);
			compare_verdicts(tester, &bench, plan, name);
		}
	}
	bench_close(&bench);
}

/* --- all problems --- */

static void visit_problem(void *context, struct algebra *al, const struct test_problem *test) {
	struct tester *tester = context;
	struct target target = target_default();
	int number = tester->seen++;
	int64_t size = problem_size(&test->problem);
	if (number >= tester->first && number % tester->every == 0 && size <= SIZE_OF_RECORDS) {
		struct plan plan = plan_make(al, &test->problem, test->kernel, test->knobs, &target);
		if (!algebra_failed(al)) {
			judge_records(tester, al, &plan, (int)draw(tester, plan.inputs + 1));
		}
		if (number % tester->every_run == 0 && size <= SIZE_OF_RUNS && !algebra_failed(al)) {
			judge_run(tester, al, &plan, test->name);
		}
	}
	arena_reset(&tester->arena);
}

/* --- compiled kernels --- */

/* The judges' text is the same for most problems: it is compiled once. The folder is empty, or "" without one. */
static void keep_compiled(char *folder, size_t size) {
	const char *temporary = getenv("TMPDIR");
	folder[0] = '\0';
	if (getenv("EMULATOR_CACHE") == NULL) {
		snprintf(folder, size, "%s/judges-XXXXXX", temporary != NULL ? temporary : "/tmp");
		if (mkdtemp(folder) == NULL || setenv("EMULATOR_CACHE", folder, 1) != 0) {
			folder[0] = '\0';
		}
	}
}

static void remove_compiled(const char *folder) {
	DIR *files = folder[0] != '\0' ? opendir(folder) : NULL;
	for (struct dirent *file = files != NULL ? readdir(files) : NULL; file != NULL; file = readdir(files)) {
		char path[600];
		snprintf(path, sizeof path, "%s/%s", folder, file->d_name);
		unlink(path);
	}
	if (files != NULL) {
		closedir(files);
		rmdir(folder);
	}
}

int main(int argc, char **argv) {
	char folder[256];
	struct tester tester = { .every = argc > 1 ? atoi(argv[1]) : 7, .every_run = argc > 2 ? atoi(argv[2]) : 91,
		.first = argc > 3 ? atoi(argv[3]) : 0, .state = 20261122 };
	struct arena lasting;
	struct fault fault;
	fault_clear(&fault);
	if (!emulator_is_there()) {
		puts("no compiler for C++: nothing was run\n0 passed, 0 failed, 1 skipped");
		return 77;
	}
	keep_compiled(folder, sizeof folder);
	arena_init(&tester.arena, NULL, NULL);
	arena_init(&lasting, NULL, NULL);
	tester.device = device_open(&lasting, 0, 30, &fault);
	problems_each(&tester.arena, visit_problem, &tester);
	device_close(tester.device);
	arena_finish(&tester.arena);
	arena_finish(&lasting);
	remove_compiled(folder);
	printf("%d passed, %d failed\n", tester.passed, tester.failed);
	return tester.failed > 0;
}
