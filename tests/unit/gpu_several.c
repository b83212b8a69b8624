/*
 * Problems with several outputs, without a kernel: each output in the place of the first is what it is alone; all are
 * compared, and it is said which is wrong; what is counted of a problem's types and memory. Prints "N passed, N
 * failed".
 */
#include <inttypes.h>
#include <string.h>

#include "gpu/bench.h"
#include "gpu/codegen.h"
#include "gpu/planner.h"
#include "gpu/rows.h"
#include "gpu_problems.h"
#include "gpu_scripted.h"
#include "tally.h"

enum { ROWS = 12, COLUMNS = 20, OPERANDS = 2, OUTPUTS = 3, SEED = 9, ROW = 7, COLUMN = 11 };

static const char expression[] = "a+b; a*b; a<b ? a : -b";

static int64_t value_of(int output, int64_t a, int64_t b) {
	return output == 0 ? a + b : output == 1 ? a * b : a < b ? a : -b;
}

/* The tensors: operands first. */
static const struct {
	enum dtype dtype;
	int64_t start, strides[2];
} tensors[] = {
	{ DTYPE_I16, 0, { COLUMNS, 1 } },
	{ DTYPE_I8, 4, { 1, ROWS } },
	{ DTYPE_I32, 5, { COLUMNS, 1 } },
	{ DTYPE_I64, 0, { 1, ROWS } },
	{ DTYPE_I16, 3, { COLUMNS + 4, 1 } },
};

static int64_t offset_of(int tensor, int64_t row, int64_t column) {
	return tensors[tensor].start + row * tensors[tensor].strides[0] + column * tensors[tensor].strides[1];
}

struct tester {
	struct tally tally;
	struct arena arena;
	struct algebra al;
	struct opexpr op;
	struct problem problem;
	struct plan plan;
	struct script script;
	struct bench bench;
	unsigned spoiled;          /* bit i: one result of output i is wrong */
};

static void make_problem(struct tester *tester, const char *text, int outputs) {
	struct algebra *al = &tester->al;
	struct opexpr_error error;
	struct target target = target_default();
	struct layout layouts[OPERANDS + OUTPUTS];
	algebra_init(al, &tester->arena);
	expect(&tester->tally, opexpr_parse(&tester->arena, str_from(text), &tester->op, &error), "%s", text);
	for (int k = 0; k < OPERANDS + OUTPUTS; k++) {
		layouts[k] = layout_make(al, tuple_pair(al, tuple_int(ROWS), tuple_int(COLUMNS)),
			tuple_pair(al, tuple_int(tensors[k].strides[0]), tuple_int(tensors[k].strides[1])));
	}
	struct problem *problem = &tester->problem;
	*problem = (struct problem){ .rank = 2, .shape = { ROWS, COLUMNS }, .op = &tester->op };
	for (int k = 0; k < OPERANDS; k++) {
		problem->operand_dtypes[k] = tensors[k].dtype;
		problem->operands[k] = layouts[k];
		problem->operand_starts[k] = tensors[k].start;
	}
	problem->output_dtype = tensors[OPERANDS].dtype;
	problem->output = layouts[OPERANDS];
	problem->output_start = tensors[OPERANDS].start;
	for (int i = 1; i < outputs; i++) {
		problem->further[i - 1] = (struct problem_output){ tensors[OPERANDS + i].dtype, layouts[OPERANDS + i],
			tensors[OPERANDS + i].start };
	}
	tester->plan = plan_make(al, problem, KERNEL_NAIVE, (struct knobs){ 0 }, &target);
	expect(&tester->tally, !algebra_failed(al) && plan_tensors(&tester->plan) == OPERANDS + outputs, "%s: %s", text,
		al->fault.text);
}

/* --- each output as the first --- */

static bool is_output(const struct problem_output *output, int i) {
	return output->dtype == tensors[OPERANDS + i].dtype && output->start == tensors[OPERANDS + i].start
		&& tuple_mode(output->layout.stride, 0).value == tensors[OPERANDS + i].strides[0];
}

static void check_each(struct tester *tester) {
	const struct plan *plan = &tester->plan;
	for (int i = 0; i < OUTPUTS; i++) {
		const struct plan *seen = plan_seen(&tester->arena, plan, OPERANDS + i);
		const struct problem *of = seen->problem;
		const struct problem_output first = { of->output_dtype, of->output, of->output_start };
		expect(&tester->tally, is_output(&first, i) && of->op->further == OUTPUTS - 1, "output %d is the first", i);
		for (int other = 1; other < OUTPUTS; other++) {
			expect(&tester->tally, is_output(&of->further[other - 1], other == i ? 0 : other), "output %d beside %d",
				other, i);
		}
		expect(&tester->tally, of->op->root == (i == 0 ? tester->op.root : tester->op.further_roots[i - 1]),
			"the expression of output %d", i);
		for (int k = 0; k < OPERANDS + OUTPUTS; k++) {
			int was = k == OPERANDS ? OPERANDS + i : k == OPERANDS + i ? OPERANDS : k;
			expect(&tester->tally, seen->vector[k] == plan->vector[was]
				&& layout_size(&tester->al, seen->view[k]).value == ROWS * COLUMNS
				&& tuple_equal(seen->view[k].stride, plan->view[was].stride)
				&& tuple_equal(seen->access[k].stride, plan->access[was].stride), "tensor %d beside output %d", k, i);
		}
	}
	expect(&tester->tally, plan_seen(&tester->arena, plan, 1) == plan && plan_seen(&tester->arena, plan, 2) == plan,
		"an operand and the first output");
	for (int k = 0; k < OPERANDS + OUTPUTS; k++) {
		struct proof proof = { .text = "" };
		bench_prove_on_host(&tester->al, plan, k, &proof);
		expect(&tester->tally, proof.good && proof.elements == ROWS * COLUMNS, "the proof of tensor %d: %s", k,
			proof.text);
	}
}

/* --- all outputs --- */

static int64_t load(const unsigned char *memory, int tensor, int64_t offset) {
	return dtype_decode_int(tensors[tensor].dtype, dtype_load(tensors[tensor].dtype, memory, offset));
}

static void fill(const struct launch *launch, const struct bench *bench) {
	unsigned char *data = *(unsigned char **)launch->arguments[0];
	long long count = *(long long *)launch->arguments[1];
	int k = data == bench->tensors[0] ? 0 : 1;
	int64_t bytes = dtype_bytes(tensors[k].dtype);
	for (long long i = 0; i < count; i++) {
		uint64_t bits = dtype_random(tensors[k].dtype, FILL_PLAIN, 1, random_hash(results_seed(SEED, k), i));
		memcpy(data + i * bytes, &bits, (size_t)bytes);
	}
}

static void run(struct script *script, const struct launch *launch, const struct kernel_text *text) {
	struct tester *tester = script->context;
	if (strcmp(text->symbol, FILL_SYMBOL) == 0) {
		fill(launch, &tester->bench);
		return;
	}
	unsigned char *memory[OPERANDS + OUTPUTS];
	for (int k = 0; k < plan_tensors(&tester->plan); k++) {
		memory[k] = *(unsigned char **)launch->arguments[k];
	}
	for (int i = 0; i < problem_outputs(&tester->problem); i++) {
		int64_t bytes = dtype_bytes(tensors[OPERANDS + i].dtype);
		for (int64_t n = 0; n < ROWS * COLUMNS; n++) {
			int64_t row = n / COLUMNS;
			int64_t column = n % COLUMNS;
			int64_t value = value_of(i, load(memory[0], 0, offset_of(0, row, column)),
				load(memory[1], 1, offset_of(1, row, column)));
			value += (tester->spoiled >> i & 1) != 0 && row == ROW && column == COLUMN ? 1 : 0;
			unsigned char *place = memory[OPERANDS + i] + offset_of(OPERANDS + i, row, column) * bytes;
			expect(&tester->tally, *place == 0xa5, "output %d is poisoned before", i);
			memcpy(place, &value, (size_t)bytes);
		}
	}
}

static void check_outputs(struct tester *tester, unsigned spoiled, const char *prefix) {
	struct verdict verdict = { .text = "" };
	struct fault fault;
	char said[64];
	int outputs = problem_outputs(&tester->problem);
	int first = 0;
	int wrong = 0;
	fault_clear(&fault);
	tester->spoiled = spoiled;
	tester->script = (struct script){ .context = tester, .run = run };
	struct device *device = scripted_open(&tester->arena, &tester->script);
	bool good = bench_open(&tester->bench, &tester->al, device, &tester->plan, SEED, &fault);
	tester->bench.judges = JUDGE_HOST;
	good = good && bench_check(&tester->bench, &tester->plan, &verdict, &fault);
	bench_close(&tester->bench);
	for (int i = outputs - 1; i >= 0; i--) {
		first = (spoiled >> i & 1) != 0 ? i : first;
		wrong += (int)(spoiled >> i & 1);
	}
	snprintf(said, sizeof said, "%sthe result at offset %" PRId64 " is ", prefix,
		offset_of(OPERANDS + first, ROW, COLUMN));
	expect(&tester->tally, good && scripted_is_clean(&tester->script) && verdict.good == (spoiled == 0)
		&& verdict.wrong == wrong && verdict.elements == outputs * ROWS * COLUMNS
		&& strncmp(verdict.text, said, spoiled == 0 ? 0 : strlen(said)) == 0,
		"wrong outputs %x: %" PRId64 " of %" PRId64 ", %s %s", spoiled, verdict.wrong, verdict.elements, verdict.text,
		fault.text);
}

/* --- what is counted --- */

static void check_counts(struct tester *tester) {
	const struct problem *problem = &tester->problem;
	struct algebra *al = &tester->al;
	struct buf text;
	buf_init(&text, &tester->arena);
	rows_put_dtype(&text, problem);
	expect(&tester->tally, strcmp(text.data, "a=i16,b=i8,out=i32,out2=i64,out3=i16") == 0, "%s", text.data);
	expect(&tester->tally, problem_outputs(problem) == OUTPUTS && problem_widest(problem) == 8
		&& problem_math_dtype(problem) == DTYPE_I64 && !problem_is_uniform(problem)
		&& problem_size(problem) == ROWS * COLUMNS, "types of all");
	/* 16 bytes are 2 elements of i64; the starts 5 and 3 allow single ones. */
	expect(&tester->tally, problem_widest_vector(problem) == 1, "vectors of %d", problem_widest_vector(problem));
	expect(&tester->tally, problem_bytes_read(al, problem) == 3 * ROWS * COLUMNS
		&& problem_bytes_written(al, problem) == 14 * ROWS * COLUMNS, "bytes of all");
	struct problem other = *problem;
	other.output_start = other.further[1].start = 6;
	expect(&tester->tally, problem_widest_vector(&other) == 2, "vectors at starts of 6");
	other.further[0].dtype = DTYPE_I16;
	other.output_dtype = DTYPE_I16;
	expect(&tester->tally, problem_widest(&other) == 2 && problem_widest_vector(&other) == 2, "vectors of i16");
	other.output_start = other.further[1].start = 16;
	expect(&tester->tally, problem_widest_vector(&other) == 4, "vectors at starts of 4 and 16");
	expect(&tester->tally, !problem_is_uniform(&other), "i8 beside i16");
	other.operand_dtypes[1] = DTYPE_I16;
	expect(&tester->tally, problem_is_uniform(&other), "i16 alone");
	other.operand_dtypes[0] = DTYPE_I32;
	expect(&tester->tally, !problem_is_uniform(&other), "i32 in front of i16");
	other.operand_dtypes[0] = DTYPE_I16;
	/* Of an operand with stride 0, as many elements as the other modes have, as often as not. */
	other.operands[1] = layout_make(al, tuple_pair(al, tuple_int(ROWS), tuple_int(COLUMNS)),
		tuple_pair(al, tuple_int(0), tuple_int(1)));
	expect(&tester->tally, problem_bytes_repeated(al, &other, 0) == 0
		&& problem_bytes_repeated(al, &other, 1) == 2 * COLUMNS
		&& problem_bytes_read(al, &other) == 2 * ROWS * COLUMNS + 2 * COLUMNS, "bytes that are read again");
	other.reduce = REDUCE_SUM;
	other.reduced = 2;
	expect(&tester->tally, problem_outputs(&other) == 1 && problem_reduced_size(&other) == COLUMNS
		&& problem_bytes_written(al, &other) == 2 * ROWS && problem_sum_bytes(&other) == 8, "a reduction");
}

/* Bytes of what a reduction keeps: a number, with its index where the index is the result. */
static void check_numbers(struct tester *tester) {
	static const struct {
		enum dtype dtype;
		enum reduce reduce;
		int64_t reduced;
		int number, sum;
	} all[] = {
		{ DTYPE_F32, REDUCE_SUM, 100, 4, 4 }, { DTYPE_F64, REDUCE_SUM, 100, 8, 8 }, { DTYPE_I8, REDUCE_SUM, 100, 8, 8 },
		{ DTYPE_F16, REDUCE_ARGMAX, 100, 8, 8 }, { DTYPE_F16, REDUCE_ARGMAX, UINT32_MAX, 8, 8 },
		{ DTYPE_F16, REDUCE_ARGMAX, (int64_t)UINT32_MAX + 1, 16, 8 }, { DTYPE_F64, REDUCE_ARGMIN, 100, 16, 8 },
		{ DTYPE_I32, REDUCE_ARGMIN, 100, 16, 8 },
	};
	struct opexpr op;
	struct opexpr_error error;
	opexpr_parse(&tester->arena, str_from("a"), &op, &error);
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
		struct problem problem = { .rank = 2, .shape = { 2, all[i].reduced }, .op = &op, .reduce = all[i].reduce,
			.reduced = 2 };
		problem_set_dtype(&problem, all[i].dtype);
		expect(&tester->tally, problem_number_bytes(&problem) == all[i].number
			&& problem_sum_bytes(&problem) == all[i].sum, "%s of %" PRId64 " %s: %d and %d bytes",
			reduce_name(all[i].reduce), all[i].reduced, dtype_info(all[i].dtype)->name, problem_number_bytes(&problem),
			problem_sum_bytes(&problem));
	}
}

int main(void) {
	static struct tester tester;
	arena_init(&tester.arena, NULL, NULL);
	make_problem(&tester, expression, OUTPUTS);
	check_each(&tester);
	check_counts(&tester);
	check_numbers(&tester);
	for (unsigned spoiled = 0; spoiled < 1u << OUTPUTS; spoiled++) {
		static const char *const prefixes[] = { "", "output 1: ", "output 2: ", "output 1: ", "output 3: ",
			"output 1: ", "output 2: ", "output 1: " };
		check_outputs(&tester, spoiled, prefixes[spoiled]);
	}
	make_problem(&tester, "a+b", 1);
	check_outputs(&tester, 0, "");
	check_outputs(&tester, 1, "");
	arena_finish(&tester.arena);
	printf("%d passed, %d failed\n", tester.tally.passed, tester.tally.failed);
	return tester.tally.failed > 0;
}
