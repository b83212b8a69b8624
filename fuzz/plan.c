/*
 * Any options of "verify", one word on each line: a problem or a message; a plan or a fault. Where a problem is small,
 * its plan is proved on the host: every element is touched once, by the thread and value that the algebra says. The
 * kernel's source has its brackets in order and nothing but printable characters.
 */
#include <stdio.h>
#include <string.h>

#include "algebra/offsets.h"
#include "cli/bench/options.h"
#include "fuzz.h"
#include "gpu/bench.h"
#include "gpu/codegen.h"
#include "gpu/planner.h"
#include "gpu/predict.h"

enum { WORDS_MAX = 32, SPAN_MAX = 1 << 16, TOUCHES_MAX = 1 << 18, PROBLEMS_MAX = 4 };

static const struct option_group groups[] = {
	{ NULL, bench_problem_lines },
	{ NULL, bench_kernel_lines },
	{ NULL, NULL },
};

static const struct command command = { .name = "fuzz", .synopsis = "", .about = "", .options = groups, .exits = "" };

static void check_source(struct algebra *al, const struct plan *plan, enum purpose purpose) {
	struct buf source;
	buf_init(&source, al->arena);
	codegen_put(&source, al, plan, purpose);
	fuzz_require(algebra_failed(al) || fuzz_is_balanced(source.data));
	for (const char *at = source.data; *at != '\0'; at++) {
		fuzz_require((*at >= ' ' && *at <= '~') || *at == '\n' || *at == '\t');
	}
}

/* Whether each element of the tensor has a place of its own in memory. */
static bool is_injective(struct algebra *al, const struct plan *plan, int tensor, int64_t span) {
	struct offsets offsets = offsets_init(al, plan->view[tensor]);
	bool *seen = arena_array(al->arena, (size_t)span, sizeof *seen);
	for (int64_t i = 0; i < offsets.size; i++) {
		int64_t offset = offsets_at(&offsets, i);
		if (seen[offset]) {
			return false;
		}
		seen[offset] = true;
	}
	return true;
}

/* Only an output whose elements overlap is not as it should be. */
static void prove(struct algebra *al, const struct plan *plan, int tensor) {
	int64_t touches = (int64_t)plan->threads * plan->values;
	int64_t span = tensor_span(al, plan, tensor);
	if (span > SPAN_MAX || problem_size(plan->problem) > SPAN_MAX || plan->blocks > TOUCHES_MAX / touches) {
		return;
	}
	struct proof proof;
	bench_prove_on_host(al, plan, tensor, &proof);
	bool is_right = tensor < plan->inputs || is_injective(al, plan, tensor, span);
	if (!algebra_failed(al) && proof.good != is_right) {
		fprintf(stderr, "tensor %d: proved: %d %s\n", tensor, proof.good, proof.text);
		abort();
	}
}

static void try_plan(struct arena *arena, const struct problem *problem, enum kernel kernel, struct knobs knobs) {
	struct algebra al;
	struct target target = target_default();
	algebra_init(&al, arena);
	struct plan plan = plan_make(&al, problem, kernel, knobs, &target);
	if (algebra_failed(&al)) {
		fuzz_require(al.fault.text[0] != '\0');
		return;
	}
	fuzz_require(plan.threads > 0 && plan.threads <= THREADS_MAX && plan.values > 0 && plan.blocks > 0);
	predict(&al, &plan, &target, 0);
	check_source(&al, &plan, PURPOSE_COMPUTE);
	check_source(&al, &plan, PURPOSE_PROVE);
	for (int k = 0; k <= plan.inputs && !algebra_failed(&al); k++) {
		prove(&al, &plan, k);
	}
}

static void try_options(struct arena *arena, char *text) {
	char name[] = "fuzz";
	char *words[WORDS_MAX + 1] = { name };
	int count = 1;
	for (char *word = strtok(text, "\n"); word != NULL && count < WORDS_MAX; word = strtok(NULL, "\n")) {
		words[count++] = word;
	}
	struct bench_options *options = arena_alloc(arena, sizeof *options);
	if (bench_options_read(options, arena, &command, count, words) >= 0) {
		return;
	}
	int problems = 0;
	for (int s = 0; s < options->shape_count; s++) {
		for (int d = 0; d < options->dtype_count && problems < PROBLEMS_MAX; d++, problems++) {
			struct problem problem;
			if (bench_options_problem(options, arena, s, options->dtypes[d], &problem) == 0) {
				for (int k = 0; k < options->kernel_count; k++) {
					try_plan(arena, &problem, options->kernels[k], options->knobs);
				}
			}
		}
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	struct arena arena;
	jmp_buf jump;
	arena_init(&arena, fuzz_out_of_memory, &jump);
	arena.limit = FUZZ_ARENA_BYTES;
	if (setjmp(jump) == 0) {
		try_options(&arena, arena_copy(&arena, (const char *)data, size));
	}
	arena_finish(&arena);
	return 0;
}
