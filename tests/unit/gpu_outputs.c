/*
 * Kernels of several outputs: the text is run on the host (tests/emulator), and each output compared with its own
 * expression written in C, at the places of its own layout; what is between them must be left alone. Prints "N passed,
 * N failed".
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../emulator/emulator.h"
#include "gpu/codegen.h"
#include "gpu/planner.h"

enum { OUTPUTS = 4, ROOM = 1 << 14, GUARD = 0x5a };

static const char expression[] = "a+b; a*b; b; a<b ? a : -b";

/* Modulo 2^64, as the kernels compute. */
static int64_t should_be(int output, int64_t a, int64_t b) {
	switch (output) {
	case 0: return (int64_t)((uint64_t)a + (uint64_t)b);
	case 1: return (int64_t)((uint64_t)a * (uint64_t)b);
	case 2: return b;
	default: return a < b ? a : (int64_t)(0 - (uint64_t)b);
	}
}

/* Types of a, b and the outputs, all of integers; strides of the outputs over the shape; and the kernel. */
struct several {
	int64_t shape[2];
	enum dtype dtypes[2 + OUTPUTS];
	int64_t stride[OUTPUTS][2];
	int64_t start[OUTPUTS];
	enum kernel kernel;
	struct knobs knobs;
};

#define I8 DTYPE_I8
#define I16 DTYPE_I16
#define I32 DTYPE_I32
#define I64 DTYPE_I64

static const struct several severals[] = {
	{ { 33, 70 }, { I32, I32, I32, I32, I32, I32 }, { { 70, 1 }, { 70, 1 }, { 70, 1 }, { 70, 1 } }, { 0, 0, 0, 0 },
		KERNEL_AUTO, { 0 } },
	{ { 33, 70 }, { I8, I16, I32, I64, I16, I32 }, { { 70, 1 }, { 1, 33 }, { 72, 1 }, { 140, 2 } }, { 0, 3, 0, 16 },
		KERNEL_AUTO, { 0 } },
	{ { 64, 64 }, { I16, I16, I32, I32, I16, I64 }, { { 64, 1 }, { 64, 1 }, { 1, 64 }, { 64, 1 } }, { 0, 0, 0, 8 },
		KERNEL_AUTO, { .vector = 8, .unroll = 2 } },
	{ { 32, 40 }, { I16, I16, I16, I16, I16, I16 }, { { 40, 1 }, { 44, 1 }, { 42, 1 }, { 41, 1 } }, { 0, 0, 8, 0 },
		KERNEL_AUTO, { .vector = 8 } },
	{ { 64, 64 }, { I32, I8, I32, I64, I16, I64 }, { { 1, 64 }, { 64, 1 }, { 1, 64 }, { 80, 1 } }, { 0, 0, 0, 0 },
		KERNEL_VECTORIZED, { 0 } },
	{ { 17, 71 }, { I32, I32, I32, I64, I16, I64 }, { { 71, 1 }, { 71, 1 }, { 1, 17 }, { 71, 1 } }, { 5, 0, 0, 0 },
		KERNEL_NAIVE, { 0 } },
	{ { 19, 40 }, { I16, I8, I64, I32, I16, I32 }, { { 40, 1 }, { 1, 19 }, { 48, 1 }, { 40, 1 } }, { 0, 0, 0, 0 },
		KERNEL_TV, { 0 } },
};

struct counts {
	int passed, failed;
};

static void expect(struct counts *counts, bool good, size_t number, const char *what) {
	counts->passed += good;
	counts->failed += !good;
	if (!good) {
		printf("FAIL: problem %zu: %s\n", number, what);
	}
}

static struct layout pair(struct algebra *al, int64_t a, int64_t b, int64_t c, int64_t d) {
	return layout_make(al, tuple_pair(al, tuple_int(a), tuple_int(b)), tuple_pair(al, tuple_int(c), tuple_int(d)));
}

static struct problem problem_of(struct algebra *al, const struct several *s, const struct opexpr *op) {
	struct problem problem = { .rank = 2, .shape = { s->shape[0], s->shape[1] }, .op = op };
	for (int k = 0; k < 2; k++) {
		problem.operand_dtypes[k] = s->dtypes[k];
		problem.operands[k] = pair(al, s->shape[0], s->shape[1], s->shape[1], 1);
	}
	problem.output_dtype = s->dtypes[2];
	problem.output = pair(al, s->shape[0], s->shape[1], s->stride[0][0], s->stride[0][1]);
	problem.output_start = s->start[0];
	for (int i = 1; i < OUTPUTS; i++) {
		problem.further[i - 1] = (struct problem_output){ s->dtypes[2 + i],
			pair(al, s->shape[0], s->shape[1], s->stride[i][0], s->stride[i][1]), s->start[i] };
	}
	if (s->kernel == KERNEL_TV) {
		struct tv_layout tv = tv_layout_make(al, pair(al, 4, 8, 8, 1), pair(al, 2, 4, 4, 1));
		problem.tv = tv.layout;
		problem.tile = tv.tiler;
		problem.has_tv = true;
	}
	return problem;
}

static int64_t element(const unsigned char *memory, enum dtype dtype, int64_t place) {
	switch (dtype) {
	case DTYPE_I8: return ((const int8_t *)memory)[place];
	case DTYPE_I16: return ((const int16_t *)(const void *)memory)[place];
	case DTYPE_I32: return ((const int32_t *)(const void *)memory)[place];
	default: return ((const int64_t *)(const void *)memory)[place];
	}
}

/* What "value" becomes in "dtype", by the bits that fit. */
static int64_t narrowed(int64_t value, enum dtype dtype) {
	switch (dtype) {
	case DTYPE_I8: return (int8_t)value;
	case DTYPE_I16: return (int16_t)value;
	case DTYPE_I32: return (int32_t)value;
	default: return value;
	}
}

/* Whether output "i" has its results and nothing else, in memory of ROOM elements. */
static bool is_right(const struct several *s, int i, unsigned char *const *memory) {
	unsigned char *output = memory[2 + i];
	int bytes = dtype_bytes(s->dtypes[2 + i]);
	for (int64_t m = 0; m < s->shape[0]; m++) {
		for (int64_t n = 0; n < s->shape[1]; n++) {
			int64_t a = element(memory[0], s->dtypes[0], m * s->shape[1] + n);
			int64_t b = element(memory[1], s->dtypes[1], m * s->shape[1] + n);
			int64_t place = s->start[i] + m * s->stride[i][0] + n * s->stride[i][1];
			if (element(output, s->dtypes[2 + i], place) != narrowed(should_be(i, a, b), s->dtypes[2 + i])) {
				return false;
			}
			memset(output + place * bytes, GUARD, (size_t)bytes);
		}
	}
	for (int64_t at = 0; at < (int64_t)ROOM * bytes; at++) {
		if (output[at] != GUARD) {
			return false;
		}
	}
	return true;
}

static void run(struct counts *counts, const struct several *s, size_t number, const struct plan *plan,
		const struct emulated *kernel) {
	unsigned char *memory[2 + OUTPUTS];
	void *arguments[2 + OUTPUTS];
	for (int k = 0; k < 2 + OUTPUTS; k++) {
		memory[k] = aligned_alloc(64, (size_t)ROOM * 8);
		arguments[k] = &memory[k];
		for (int i = 0; i < ROOM * 8; i++) {
			memory[k][i] = (unsigned char)(k < 2 ? i * 37 + i / 251 * (11 + k) : GUARD);
		}
	}
	const char *wrong = emulator_run(kernel, plan->blocks, plan->threads, arguments);
	expect(counts, wrong == NULL, number, wrong != NULL ? wrong : "");
	for (int i = 0; i < OUTPUTS; i++) {
		static const char *const names[OUTPUTS] = { "out", "out2", "out3", "out4" };
		expect(counts, is_right(s, i, memory), number, names[i]);
	}
	for (int k = 0; k < 2 + OUTPUTS; k++) {
		free(memory[k]);
	}
}

static void check(struct counts *counts, struct arena *arena, const struct several *s, size_t number) {
	struct target target = target_default();
	struct opexpr_error error;
	struct opexpr op;
	struct algebra al;
	struct buf source;
	struct emulated kernel;
	const char *symbol = KERNEL_SYMBOL;
	algebra_init(&al, arena);
	buf_init(&source, arena);
	expect(counts, opexpr_parse(arena, str_from(expression), &op, &error) && op.further == OUTPUTS - 1, number,
		"its expressions");
	struct problem problem = problem_of(&al, s, &op);
	struct plan plan = plan_make(&al, &problem, s->kernel, s->knobs, &target);
	codegen_put(&source, &al, &plan, PURPOSE_COMPUTE);
	expect(counts, !algebra_failed(&al), number, al.fault.text);
	const char *text = source.data;
	if (algebra_failed(&al) || !emulator_compile(&text, &symbol, 1, &kernel)) {
		expect(counts, false, number, "no kernel");
		return;
	}
	run(counts, s, number, &plan, &kernel);
	emulator_close(&kernel);
}

/* --- problems that are drawn --- */

static uint64_t draw(uint64_t *state, uint64_t choices) {
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return (*state >> 20) % choices;
}

/* Strides of rows or columns, with gaps between them or their elements, or backwards. */
static void draw_output(uint64_t *state, struct several *s, int i) {
	int fast = (int)draw(state, 2);
	int64_t step = draw(state, 4) == 0 ? 2 : 1;
	int64_t pitch = step * (s->shape[fast] + (draw(state, 2) == 0 ? 0 : (int64_t)draw(state, 9)));
	bool is_backward = draw(state, 4) == 0;
	s->stride[i][fast] = step;
	s->stride[i][1 - fast] = is_backward ? -pitch : pitch;
	s->start[i] = (is_backward ? pitch * (s->shape[1 - fast] - 1) : 0) + (draw(state, 3) == 0 ? 8 : 0);
}

/* Outputs of both orders, so that tiles are exchanged, of the given sides in a third of them. */
static struct several draw_several(uint64_t *state) {
	static const enum dtype dtypes[] = { I8, I16, I32, I64 };
	static const int tiles[] = { 0, 0, 0, 11, 21, 12, 91, 19, 2 };
	struct several s = { .kernel = KERNEL_AUTO, .knobs.tile = tiles[draw(state, sizeof tiles / sizeof tiles[0])] };
	bool is_short = draw(state, 3) == 0;
	s.shape[0] = 2 + (int64_t)draw(state, is_short ? 8 : 70);
	s.shape[1] = 2 + (int64_t)draw(state, is_short ? 400 : 60);
	for (int k = 0; k < 2 + OUTPUTS; k++) {
		s.dtypes[k] = dtypes[draw(state, 4)];
	}
	for (int i = 0; i < OUTPUTS; i++) {
		draw_output(state, &s, i);
	}
	return s;
}

enum { DRAWN = 40 };

int main(void) {
	struct counts counts = { 0 };
	uint64_t state = 0x9e3779b97f4a7c15u;
	struct arena arena;
	if (!emulator_is_there()) {
		printf("no compiler for C++: nothing was run\n0 passed, 0 failed, 1 skipped\n");
		return 77;
	}
	arena_init(&arena, NULL, NULL);
	for (size_t i = 0; i < sizeof severals / sizeof severals[0]; i++) {
		check(&counts, &arena, &severals[i], i);
		arena_reset(&arena);
	}
	for (size_t i = 0; i < DRAWN; i++) {
		const struct several s = draw_several(&state);
		check(&counts, &arena, &s, 1000 + i);
		arena_reset(&arena);
	}
	arena_finish(&arena);
	printf("%d passed, %d failed\n", counts.passed, counts.failed);
	return counts.failed > 0;
}
