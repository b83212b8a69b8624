/*
 * What every plan keeps to, whatever it chooses: the limits of a block, vectors that are aligned and no wider than 16
 * bytes, as many numbers as the map has, no shared memory of blocks that share nothing; and what is predicted of it:
 * threads and requests that a multiprocessor can have, and times that a larger problem, a slower memory or fewer
 * multiprocessors do not make shorter; and at the edges, which is refused, and where results are compared. Prints
 * "N passed, N failed".
 */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "gpu/claim.h"
#include "gpu/judge.h"
#include "gpu/kinds/kind.h"
#include "gpu/planner.h"
#include "gpu/predict.h"
#include "gpu_problems.h"
#include "tally.h"

struct tester {
	struct tally tally;
	struct arena arena;
	int seen;
};

static bool is_power(int64_t value) {
	return value > 0 && (value & (value - 1)) == 0;
}

static void check_plan(struct tester *tester, const char *name, const struct plan *plan) {
	const struct problem *problem = plan->problem;
	bool reduces = problem->reduce != REDUCE_NONE;
	bool shares = reduces && (plan->knobs.splits > 1 || plan->knobs.groups > 0);
	expect(&tester->tally, plan->threads >= 1 && plan->threads <= THREADS_MAX && plan->blocks >= 1 && plan->values >= 1
		&& plan->shared_bytes >= 0 && plan->shared_bytes <= SHARED_BYTES_MAX,
		"%s: a block of %d threads, %d bytes shared",
		name, plan->threads, plan->shared_bytes);
	expect(&tester->tally, shares ? plan->workspace_bytes > 0 : plan->workspace_bytes == 0,
		"%s: %" PRId64 " bytes for %" PRId64 " blocks that %s", name, plan->workspace_bytes, plan->blocks,
		shares ? "share results" : "share nothing");
	for (int k = 0; k <= plan->inputs; k++) {
		bool is_result = reduces && k == plan->inputs;
		int bytes = plan->vector[k] * dtype_bytes(problem_dtype(problem, k));
		expect(&tester->tally, is_result || (is_power(plan->vector[k]) && bytes <= 16),
			"%s: vectors of %d of tensor %d", name,
			plan->vector[k], k);
		expect(&tester->tally, is_result || problem_start(problem, k) % plan->vector[k] == 0,
			"%s: tensor %d starts beside a vector", name, k);
	}
	int64_t padded = 1;
	int64_t size = 1;
	for (int i = 0; i < plan->rank; i++) {
		padded *= plan->padded[i];
		size *= plan->extent[i];
		expect(&tester->tally, plan->padded[i] >= plan->extent[i] && (plan->windows
			|| plan->guarded[i] == (plan->padded[i] != plan->extent[i])), "%s: padding of mode %d", name, i);
	}
	expect(&tester->tally, size == problem_size(problem), "%s: %" PRId64 " elements", name, size);
	/* Blocks of a given layout take a tile after the other. */
	bool is_given = plan->kernel == KERNEL_TV || plan->kernel == KERNEL_TV_REMAP;
	int64_t tiles = plan->blocks * (reduces && is_given ? plan->iterations : 1);
	expect(&tester->tally, padded == claims_numbers(plan) && padded == (int64_t)plan->threads * plan->values * tiles,
		"%s: %" PRId64 " numbers in %" PRId64 " tiles", name, padded, tiles);
	expect(&tester->tally, !reduces || plan->kept * plan->reduced == size, "%s: %" PRId64 " results of %" PRId64, name,
		plan->kept, plan->reduced);
}

static void check_prediction(struct tester *tester, struct algebra *al, const char *name, const struct plan *plan) {
	struct target target = target_default();
	struct prediction p = predict(al, plan, &target, 0);
	bool is_known = strcmp(p.bound, "memory") == 0 || strcmp(p.bound, "latency") == 0 || strcmp(p.bound, "launch") == 0;
	bool reduces = plan->problem->reduce != REDUCE_NONE;
	double bytes = (double)problem_bytes_read(al, plan->problem) + (double)problem_bytes_written(al, plan->problem);
	expect(&tester->tally, is_known && p.seconds >= target.launch_s && isfinite(p.seconds)
		&& fabs(p.bytes_per_s * p.seconds / bytes - 1) < 1e-9, "%s: %g s, %s", name, p.seconds, p.bound);
	expect(&tester->tally, p.resident_threads >= 1 && p.resident_threads <= target.threads_per_multiprocessor
		&& p.in_flight > 0, "%s: %d threads, %g bytes in flight", name, p.resident_threads, p.in_flight);
	for (int k = 0; k < plan->inputs + (reduces ? 0 : 1); k++) {
		const struct request *r = &p.request[k];
		expect(&tester->tally, r->bytes > 0 && r->bytes <= 512 && r->sectors >= 1 && r->lines <= r->half_lines
			&& r->half_lines <= r->sectors && r->segments <= r->lines && r->cost > 0 && r->partial <= r->sectors,
			"%s: the request of tensor %d", name, k);
	}
	struct target other = target;
	other.peak_bytes_per_s /= 2;
	expect(&tester->tally, predict(al, plan, &other, 0).seconds >= p.seconds, "%s: slower memory is faster", name);
	other = target;
	other.launch_s += 1e-6;
	expect(&tester->tally, fabs(predict(al, plan, &other, 0).seconds - p.seconds - 1e-6) < 1e-12,
		"%s: a later launch", name);
	other = target;
	other.latency_s *= 2;
	expect(&tester->tally, predict(al, plan, &other, 0).seconds >= p.seconds, "%s: a longer latency is shorter", name);
	struct prediction many = predict(al, plan, &target, 64);
	expect(&tester->tally, many.resident_threads >= 1 && many.resident_threads <= 65536 / 64
		&& many.resident_threads <= p.resident_threads && many.seconds >= p.seconds * (1 - 1e-12),
		"%s: %d threads of 64 registers", name, many.resident_threads);
}

static void visit_problem(void *context, struct algebra *al, const struct test_problem *test) {
	struct tester *tester = context;
	struct target target = target_default();
	struct plan plan = plan_make(al, &test->problem, test->kernel, test->knobs, &target);
	expect(&tester->tally, !algebra_failed(al), "%s: %s", test->name, algebra_failed(al) ? al->fault.text : "");
	if (!algebra_failed(al)) {
		check_plan(tester, test->name, &plan);
		if (tester->seen++ % 5 == 0) {
			check_prediction(tester, al, test->name, &plan);
		}
	}
	arena_reset(&tester->arena);
}

/* --- at the edges --- */

struct edge {
	struct tester *tester;
	const char *why;           /* the plan is refused; "" if it is not */
	bool on_device;            /* where results are compared, of plans that are not */
	int arch;                  /* of the device */
};

static void visit_edge(void *context, struct algebra *al, const struct test_problem *test) {
	const struct edge *edge = context;
	struct target target = target_default();
	target.arch = edge->arch;
	struct plan plan = plan_make(al, &test->problem, test->kernel, test->knobs, &target);
	const char *said = algebra_failed(al) ? al->fault.text : "";
	expect(&edge->tester->tally, strcmp(said, edge->why) == 0, "%s: '%s', not '%s'", test->name, said, edge->why);
	if (!algebra_failed(al)) {
		expect(&edge->tester->tally, judge_is_device(al, &plan, JUDGE_BY_SIZE) == edge->on_device
			&& judge_is_device(al, &plan, JUDGE_DEVICE) && !judge_is_device(al, &plan, JUDGE_HOST),
			"%s: where results are compared", test->name);
	}
	arena_reset(&edge->tester->arena);
}

/*
 * The last index that an output holds, and the first that it does not; the last size that the host judges; an element
 * that the device does not have, of an operand or of the output alone.
 */
static void check_edges(struct tester *tester) {
	static const enum dtype to_u8[] = { DTYPE_F32, DTYPE_U8 };
	static const enum dtype to_i8[] = { DTYPE_F32, DTYPE_I8 };
	static const enum dtype to_f32[] = { DTYPE_F32, DTYPE_F32 };
	static const enum dtype to_e4m3[] = { DTYPE_F32, DTYPE_E4M3 };
	static const enum dtype from_e4m3[] = { DTYPE_E4M3, DTYPE_F32 };
	static const struct {
		int64_t rows, columns;
		const enum dtype *dtypes;
		enum reduce reduce;
		const char *why;
		bool on_device;
		int arch;
	} all[] = {
		{ 3, 256, to_u8, REDUCE_ARGMAX, "", false, 90 },
		{ 3, 257, to_u8, REDUCE_ARGMAX, "an index, at most 256, is no u8", false, 90 },
		{ 3, 128, to_i8, REDUCE_ARGMIN, "", false, 90 },
		{ 3, 129, to_i8, REDUCE_ARGMIN, "an index, at most 128, is no i8", false, 90 },
		{ 3, 16, to_f32, REDUCE_ARGMIN, "an index, at most 15, is no f32", false, 90 },
		{ 128, 128, to_f32, REDUCE_NONE, "", false, 90 },
		{ 5, 3277, to_f32, REDUCE_NONE, "", true, 90 },
		{ 3, 16, to_e4m3, REDUCE_NONE, "", false, 89 },
		{ 3, 16, to_e4m3, REDUCE_NONE, "e4m3 needs compute capability 8.9; this device has 8.0", false, 80 },
		{ 3, 16, from_e4m3, REDUCE_NONE, "e4m3 needs compute capability 8.9; this device has 8.0", false, 80 },
	};
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
		const struct example example = { .rank = 2, .shape = { all[i].rows, all[i].columns }, .dtypes = all[i].dtypes,
			.op = "a", .forms = "rr", .kernel = KERNEL_AUTO, .reduce = all[i].reduce,
			.reduced = all[i].reduce == REDUCE_NONE ? 0 : 2 };
		struct edge edge = { tester, all[i].why, all[i].on_device, all[i].arch };
		problem_visit_example(&tester->arena, &example, visit_edge, &edge);
	}
}

int main(void) {
	struct tester tester = { .arena = { 0 } };
	arena_init(&tester.arena, NULL, NULL);
	problems_each(&tester.arena, visit_problem, &tester);
	check_edges(&tester);
	arena_finish(&tester.arena);
	printf("%d passed, %d failed\n", tester.tally.passed, tester.tally.failed);
	return tester.tally.failed > 0;
}
