/*
 * Problems of every class drawn at random, small enough for compute-sanitizer: each is run, its results are checked and
 * its mapping is proved. Needs a GPU; prints "N passed, N failed".
 *
 *     device_random [COUNT [SEED [FOLDER]]]      FOLDER keeps compiled kernels, for the next run of the same problems
 */
#include <stdio.h>
#include <stdlib.h>

#include "gpu/bench.h"
#include "gpu/planner.h"
#include "unit/gpu_problems.h"

enum { COUNT = 50, WATCHDOG = 60, ELEMENTS_MAX = 40000, DRAWS_MAX = 20 };

/* What is drawn in turn. */
enum problem_class {
	CLASS_ELEMENTWISE,    /* all tensors in the same order */
	CLASS_EXCHANGE,       /* in different ones */
	CLASS_SEVERAL,        /* several outputs, in different orders */
	CLASS_REDUCTION,      /* of any set of modes */
	CLASS_SHARED,         /* several blocks share results */
	CLASSES,
};

struct tester {
	struct arena lasting, arena;
	struct device *device;
	uint64_t state;
	int passed, failed, refused;
	int of_class[CLASSES];
	enum problem_class class_now;
};

/* A number below "count". */
static int below(struct tester *tester, int count) {
	tester->state ^= tester->state >> 12;
	tester->state ^= tester->state << 25;
	tester->state ^= tester->state >> 27;
	return (int)((tester->state * 0x2545f4914f6cdd1du >> 33) % (uint64_t)count);
}

/* Check and prove "plan". Returns what is wrong, or NULL. */
static const char *run_plan(struct tester *tester, struct algebra *al, const struct plan *plan, struct fault *fault) {
	static char text[2400];
	struct bench bench;
	struct verdict verdict = { 0 };
	bool good = bench_open(&bench, al, tester->device, plan, (uint32_t)below(tester, 1 << 30), fault);
	bench.judges = below(tester, 3) == 0 ? JUDGE_DEVICE : JUDGE_HOST;
	good = good && bench_check(&bench, plan, &verdict, fault);
	bool is_right = good && verdict.good;
	snprintf(text, sizeof text, "%s", !good ? fault->text : verdict.text);
	for (int k = 0; k < plan_tensors(plan) && is_right; k++) {
		struct proof proof = { 0 };
		good = bench_prove(&bench, plan, k, &proof, fault);
		is_right = good && proof.good;
		snprintf(text, sizeof text, "%s", !good ? fault->text : proof.text);
	}
	bench_close(&bench);
	return is_right ? NULL : text;
}

static void ask(void *context, struct algebra *al, const struct test_problem *test) {
	struct tester *tester = context;
	struct fault fault;
	struct target target = device_target(tester->device);
	fault_clear(&fault);
	struct plan plan = plan_make(al, &test->problem, test->kernel, test->knobs, &target);
	if (algebra_failed(al)) {
		tester->refused++;
		return;
	}
	bench_prepare(al, tester->device, &plan, 1, JUDGE_HOST);
	const char *wrong = run_plan(tester, al, &plan, &fault);
	if (wrong != NULL) {
		printf("FAIL: %s %s: %s\n", plan_kind_name(&plan), test->name, wrong);
	}
	tester->passed += wrong == NULL;
	tester->failed += wrong != NULL;
	tester->of_class[tester->class_now] += wrong == NULL;
}

/* Extents of "example" that make no more than ELEMENTS_MAX elements, some of them odd. */
static void draw_shape(struct tester *tester, struct example *example, int least_rank) {
	int64_t left = ELEMENTS_MAX;
	example->rank = least_rank + below(tester, 5 - least_rank);
	for (int i = 0; i < example->rank; i++) {
		int64_t most = i + 1 == example->rank ? left : left / 4;
		int bits = 0;
		while (most >> (bits + 1) > 0) {
			bits++;
		}
		int64_t extent = ((int64_t)1 << below(tester, bits + 1)) + below(tester, 2) * below(tester, 9);
		example->shape[i] = extent < most ? extent : most;
		left /= example->shape[i];
		left = left < 1 ? 1 : left;
	}
}

static void draw_types(struct tester *tester, struct example *example, bool needs_float, enum dtype *dtypes) {
	static const enum dtype floats[] = { DTYPE_F16, DTYPE_BF16, DTYPE_F32, DTYPE_F64, DTYPE_E4M3, DTYPE_E5M2 };
	example->dtype = needs_float || below(tester, 2) == 0 ? floats[below(tester, 6)] : (enum dtype)below(tester,
		DTYPE_COUNT);
	if (dtype_info(example->dtype)->is_float && below(tester, 4) == 0) {
		for (int k = 0; k < TENSORS_MAX; k++) {
			dtypes[k] = floats[below(tester, 4)];
		}
		example->dtypes = dtypes;
	}
}

/* Choices that plans have to keep to; a plan may refuse them. */
static void draw_knobs(struct tester *tester, struct knobs *knobs) {
	static const int threads[] = { 0, 0, 0, 64, 128, 256, 512 };
	static const int unroll[] = { 0, 0, 0, 1, 2, 4 };
	knobs->threads = threads[below(tester, 7)];
	knobs->unroll = unroll[below(tester, 6)];
}

static void draw_problem(struct tester *tester) {
	static const char *const ops[] = { "a", "a+b", "a*b+c", "relu(a*b)", "a<b ? a : -b", "max(a,b)-c", "abs(a)" };
	static const char *const functions[] = { "tanh(a)+b", "exp(a)", "a/(2+abs(b))", "sqrt(abs(a))*b" };
	static const char *const several[] = { "a+b; a*b", "a; -a", "a*b+c; c; a-b", "a<b ? a : b; b-a; a; a+1" };
	static const char orders[CLASSES][8] = { "rrpohsn", "rcmtphb", "rcmtpsn", "rcpohmn", "rpcosmr" };
	struct example example = { .kernel = KERNEL_AUTO };
	enum dtype dtypes[TENSORS_MAX];
	char forms[TENSORS_MAX + 1] = "";
	bool needs_float = below(tester, 4) == 0;
	bool reduces = tester->class_now >= CLASS_REDUCTION;
	example.op = needs_float ? functions[below(tester, 4)] : ops[below(tester, reduces ? 3 : 7)];
	if (tester->class_now == CLASS_SEVERAL) {
		example.op = several[below(tester, 4)];
	}
	for (int k = 0; k < TENSORS_MAX; k++) {
		forms[k] = orders[tester->class_now][below(tester, 7)];
	}
	/* The elements of an output must lie apart, and its form may be any but the first. */
	for (int k = 1; k < TENSORS_MAX; k++) {
		forms[k] = forms[k] == 'b' ? 'c' : forms[k];
	}
	example.forms = forms;
	bool has_orders = tester->class_now == CLASS_EXCHANGE || tester->class_now == CLASS_SEVERAL;
	draw_shape(tester, &example, has_orders ? 2 : 1);
	draw_types(tester, &example, needs_float, dtypes);
	draw_knobs(tester, &example.knobs);
	if (tester->class_now == CLASS_ELEMENTWISE && below(tester, 4) == 0) {
		example.kernel = below(tester, 2) == 0 ? KERNEL_NAIVE : KERNEL_VECTORIZED;
		example.knobs = (struct knobs){ 0 };
	}
	if (reduces) {
		example.reduce = (enum reduce)(1 + below(tester, REDUCE_COUNT - 1));
		example.reduced = 1 + (unsigned)below(tester, (1 << example.rank) - 1);
	}
	if (tester->class_now == CLASS_SHARED) {
		example.knobs.splits = 2 + below(tester, 6);
	}
	problem_visit_example(&tester->arena, &example, ask, tester);
}

int main(int argc, char **argv) {
	struct tester tester = { .state = 0 };
	struct fault fault = { .code = FAULT_NONE };
	int count = argc > 1 ? atoi(argv[1]) : COUNT;
	tester.state = (argc > 2 ? strtoull(argv[2], NULL, 10) : 1) * 0x9e3779b97f4a7c15u + 1;
	arena_init(&tester.lasting, NULL, NULL);
	arena_init(&tester.arena, NULL, NULL);
	tester.device = device_open(&tester.lasting, 0, WATCHDOG, &fault);
	if (tester.device == NULL || !device_keep(tester.device, argc > 3 ? argv[3] : NULL, &fault)) {
		printf("skipped: %s\n0 passed, 0 failed, 1 skipped\n", fault.text);
		return 77;
	}
	for (int draws = 0; tester.passed + tester.failed < count && draws < DRAWS_MAX * count; draws++) {
		tester.class_now = (enum problem_class)((tester.passed + tester.failed) % CLASSES);
		draw_problem(&tester);
		arena_reset(&tester.arena);
	}
	device_close(tester.device);
	arena_finish(&tester.arena);
	arena_finish(&tester.lasting);
	printf("elementwise %d, exchange %d, of several outputs %d, reductions %d, of several blocks %d; ",
		tester.of_class[CLASS_ELEMENTWISE], tester.of_class[CLASS_EXCHANGE], tester.of_class[CLASS_SEVERAL],
		tester.of_class[CLASS_REDUCTION], tester.of_class[CLASS_SHARED]);
	printf("%d drawn are refused\n", tester.refused);
	printf("%d passed, %d failed\n", tester.passed, tester.failed);
	return tester.failed > 0 || tester.passed < count;
}
