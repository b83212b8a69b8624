/*
 * Plans whose rows start off a vector's boundary, which only large problems have: on the host each element is proved to
 * belong to one thread of one block, by the walk of the kernel and by what the plan claims of its numbers; and a judge
 * that has no part in the plan, by the windows that it is told of,
finds the same elements. Prints "N passed, N failed".
 */
#include <inttypes.h>
#include <string.h>

#include "gpu/bench.h"
#include "gpu/claim.h"
#include "gpu/kinds/kind.h"
#include "gpu/planner.h"
#include "gpu_problems.h"
#include "tally.h"

struct tester {
	struct tally tally;
	struct arena arena;
};

/* The element of a number as the judges on the device find it: by the windows, without locate() of the kind. */
static bool find_element(const struct plan *plan, struct window window, const struct claims *claims, int64_t number,
		int64_t *coordinate) {
	int64_t of[3] = { number % plan->threads, number / plan->threads % plan->values,
		number / plan->threads / plan->values };
	int64_t start = 0;
	for (int i = 0; i < plan->rank; i++) {
		coordinate[i] = 0;
		for (int part = 0; part < 3; part++) {
			coordinate[i] += offsets_at(&claims->mode[i].part[part], of[part]);
		}
		if (i > 0 && coordinate[i] >= plan->extent[i]) {
			return false;
		}
		start += i > 0 ? offsets_at(&claims->memory.mode[i], coordinate[i]) : 0;
	}
	int64_t within = coordinate[0] % window.whole - start % plan->vector[0];
	if (within < 0 || within >= window.own) {
		return false;
	}
	coordinate[0] = coordinate[0] / window.whole * window.own + within;
	return coordinate[0] < plan->extent[0];
}

static void visit_problem(void *context, struct algebra *al, const struct test_problem *test) {
	struct tester *tester = context;
	struct target target = target_default();
	struct plan plan = plan_make(al, &test->problem, test->kernel, test->knobs, &target);
	expect(&tester->tally, !algebra_failed(al) && plan.windows && plan.kind->window != NULL, "%s: no windows%s",
		test->name,
		algebra_failed(al) ? al->fault.text : "");
	if (algebra_failed(al) || !plan.windows) {
		return;
	}
	for (int k = 0; k <= plan.inputs; k++) {
		struct proof proof;
		bench_prove_on_host(al, &plan, k, &proof);
		expect(&tester->tally, proof.good && !algebra_failed(al), "%s: tensor %d: %s", test->name, k,
			algebra_failed(al) ? al->fault.text : proof.text);
	}
	struct proof_run run = proof_run_at(al, &plan, 0, true, 0);
	struct claims claims = claims_of(al, &plan, &run);
	struct window window = plan.kind->window(&plan);
	int64_t numbers = claims_numbers(&plan);
	int64_t differ = 0;
	int64_t beyond = 0;
	for (int64_t number = 0; number < numbers; number += 1 + number % 61) {
		int64_t is[PROBLEM_RANK_MAX] = { 0 };
		int64_t should_be[PROBLEM_RANK_MAX] = { 0 };
		bool is_element = claims_element(&claims, number, is);
		bool finds = find_element(&plan, window, &claims, number, should_be);
		differ += is_element != finds || (finds && memcmp(is, should_be, (size_t)plan.rank * sizeof *is) != 0);
		beyond += finds && is[0] >= plan.extent[0];
	}
	expect(&tester->tally, differ == 0 && beyond == 0, "%s: %" PRId64 " of %" PRId64 " numbers differ", test->name,
		differ,
		numbers);
	arena_reset(&tester->arena);
}

int main(void) {
	static const struct example examples[] = {
		{ .rank = 2, .shape = { 2100, 4003 }, .dtype = DTYPE_F16, .op = "a", .forms = "rr", .kernel = KERNEL_AUTO,
			.reduce = REDUCE_SUM, .reduced = 1 },
		{ .rank = 3, .shape = { 3, 1450, 1931 }, .dtype = DTYPE_F16, .op = "a", .forms = "or", .kernel = KERNEL_AUTO,
			.reduce = REDUCE_SUM, .reduced = 2 },
	};
	struct tester tester = { .arena = { 0 } };
	arena_init(&tester.arena, NULL, NULL);
	for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
		problem_visit_example(&tester.arena, &examples[i], visit_problem, &tester);
	}
	arena_finish(&tester.arena);
	printf("%d passed, %d failed\n", tester.tally.passed, tester.tally.failed);
	return tester.tally.failed > 0;
}
