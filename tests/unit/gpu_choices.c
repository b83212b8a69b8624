/*
 * What plans choose, exactly: gpu_choices.tsv has a problem and its plan in each line, on both sides of the boundaries
 * that the rules of the kinds have, with an H100. Each plan is also made again with the knobs that it ended with, which
 * must change nothing, and its accesses keep to the limits of a block. gpu_predictions.tsv has what is predicted of
 * plans. Lines may have a digest of the kernel's text as well, or what it has. Random problems are made again, too.
 * Prints "N passed, N failed"; with --update behind the name of the table, the table as it is now.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/bench.h"
#include "gpu/codegen.h"
#include "gpu/kinds/kind.h"
#include "gpu/knobs.h"
#include "gpu/opexpr.h"
#include "gpu/planner.h"
#include "gpu/predict.h"
#include "gpu/tiling.h"
#include "gpu_problems.h"
#include "tally.h"

enum { LINE_MAX_BYTES = 1024, DTYPES_OF_LINE = TENSORS_MAX, WORDS_MAX = 8, PROVED_MAX = 70000 };

struct tester {
	struct tally tally;
	struct arena arena;
	const char *expected;
	int multiprocessors;       /* of the device; 0: of an H100 */
	bool updates;              /* prints what is, in the place of what was expected */
};

/* --- a plan as a line --- */

static void put_number(struct buf *out, const char *name, int64_t value) {
	if (value != 0) {
		buf_printf(out, " %s %" PRId64, name, value);
	}
}

static void put_numbers(struct buf *out, const char *name, char join, const int64_t *values, int count) {
	buf_printf(out, " %s ", name);
	for (int i = 0; i < count; i++) {
		if (i > 0) {
			buf_printf(out, "%c", join);
		}
		buf_printf(out, "%" PRId64, values[i]);
	}
}

/* What only exchanges have. */
static void put_exchange(struct buf *out, const struct plan *plan) {
	put_number(out, "staged", plan->staged);
	put_number(out, "along", plan->along);
	put_number(out, "inner", plan->inner);
	put_number(out, "together", plan->together);
	put_number(out, "deep", plan->deep);
	put_number(out, "pitch", plan->pitch);
	if (plan->swizzle.bits > 0) {
		buf_printf(out, " Sw<%d,%d,%d>", plan->swizzle.bits, plan->swizzle.base, plan->swizzle.shift);
	}
	buf_put(out, plan->strip ? " strip" : "");
	buf_put(out, plan->alone ? " alone" : "");
}

/* Kind, knobs, tile, threads and the rest; a number that is 0 is left out. */
static const char *plan_line(struct algebra *al, const struct plan *plan) {
	struct buf out;
	int64_t tile[PROBLEM_RANK_MAX] = { 0 };
	int64_t vector[TENSORS_MAX] = { 0 };
	for (int i = 0; i < plan->rank; i++) {
		tile[i] = plan_tile_extent(al, plan, i);
	}
	for (int k = 0; k < plan->inputs + (plan->problem->reduce == REDUCE_NONE); k++) {
		vector[k] = plan->vector[k];
	}
	buf_init(&out, al->arena);
	buf_printf(&out, "%s ", plan_kind_name(plan));
	knobs_put(&out, &plan->knobs);
	put_numbers(&out, "extent", 'x', plan->extent, plan->rank);
	put_numbers(&out, "tile", 'x', tile, plan->rank);
	put_numbers(&out, "padded", 'x', plan->padded, plan->rank);
	put_numbers(&out, "vector", ',', vector, plan->inputs + (plan->problem->reduce == REDUCE_NONE));
	buf_printf(&out, " %dx%dx%" PRId64, plan->threads, plan->values, plan->blocks);
	put_exchange(&out, plan);
	buf_put(&out, plan->last_first ? " last-first" : "");
	buf_put(&out, plan->windows ? " windows" : "");
	put_number(&out, "iterations", plan->iterations);
	put_number(&out, "overlap", plan->overlap);
	put_number(&out, "strips", plan->strips);
	put_number(&out, "batches", plan->batches);
	put_number(&out, "rows", plan->rows_per_split);
	put_number(&out, "shared", plan->shared_bytes);
	put_number(&out, "workspace", plan->workspace_bytes);
	put_number(&out, "resident", plan->resident);
	return out.data;
}

/*
 * "~time bound resident in-flight of needed", the time, the bound and the resident threads again with some registers
 * and with as many as a thread can have, and of each tensor the first request: its bytes, those of a thread, sectors,
 * half-lines, lines, segments, partial sectors and cost. Times are nanoseconds.
 */
static const char *prediction_line(struct algebra *al, const struct plan *plan, const struct target *target) {
	struct buf out;
	buf_init(&out, al->arena);
	struct prediction p = predict(al, plan, target, 0);
	buf_printf(&out, "~%.9g %s %d %.9g of %.9g", 1e9 * p.seconds, p.bound, p.resident_threads, p.in_flight, p.needed);
	static const int registers[] = { 56, 255 };
	for (int i = 0; i < 2; i++) {
		struct prediction with = predict(al, plan, target, registers[i]);
		buf_printf(&out, " | %d registers %.9g %s %d", registers[i], 1e9 * with.seconds, with.bound,
			with.resident_threads);
	}
	for (int k = 0; k < plan->inputs + (plan->problem->reduce == REDUCE_NONE); k++) {
		const struct request *is = &p.request[k];
		buf_printf(&out, " | %d/%d %d %d %d %d %d %.9g", is->bytes, is->accesses_bytes, is->sectors, is->half_lines,
			is->lines, is->segments, is->partial, is->cost);
	}
	return out.data;
}

/* The lines "# ..." of a dry run, what the kind says of its plan, as one line with " | " between them. */
static const char *words_line(struct algebra *al, const struct plan *plan) {
	struct buf words, out;
	buf_init(&words, al->arena);
	buf_init(&out, al->arena);
	if (plan->kind->describe != NULL) {
		plan->kind->describe(&words, al, plan);
	}
	for (size_t at = 0; at < words.length;) {
		int length = (int)strcspn(words.data + at, "\n");
		buf_printf(&out, "%s%.*s", at > 0 ? " | " : "", length, words.data + at);
		at += (size_t)length + 1;
	}
	return out.length > 0 ? out.data : "#";
}

/* "=" and a digest of the texts of the kernel. */
static const char *digest_line(struct algebra *al, const struct plan *plan) {
	struct buf out;
	uint64_t digest = problem_texts_digest(al, plan);
	buf_init(&out, al->arena);
	buf_printf(&out, "=%016" PRIx64, digest);
	return out.data;
}

/* "+text" or "-text": what the kernel's text has or has not, where another text would compute the same. */
static void check_text(struct tester *tester, struct algebra *al, const char *name, const struct plan *plan) {
	struct buf source;
	buf_init(&source, al->arena);
	codegen_put(&source, al, plan, PURPOSE_COMPUTE);
	bool has = strstr(source.data, tester->expected + 1) != NULL;
	expect(&tester->tally, !algebra_failed(al) && has == (tester->expected[0] == '+'), "%s: %s in its text: %s", name,
		has ? "is" : "is not", tester->expected + 1);
}

/* The line of a plan of the kind that the first character of "expected" says. */
static const char *line_like(const char *expected, struct algebra *al, const struct plan *plan,
		const struct target *target) {
	switch (expected[0]) {
	case '~': return prediction_line(al, plan, target);
	case '#': return words_line(al, plan);
	case '=': return digest_line(al, plan);
	default: return plan_line(al, plan);
	}
}

static void visit_problem(void *context, struct algebra *al, const struct test_problem *test) {
	struct tester *tester = context;
	struct target target = target_default();
	target.multiprocessors = tester->multiprocessors > 0 ? tester->multiprocessors : target.multiprocessors;
	struct plan plan = plan_make(al, &test->problem, test->kernel, test->knobs, &target);
	bool is_text = tester->expected[0] == '+' || tester->expected[0] == '-';
	if (tester->updates) {
		printf("%s\n", algebra_failed(al) ? al->fault.text : is_text ? tester->expected :
			line_like(tester->expected, al, &plan, &target));
		return;
	}
	if (algebra_failed(al)) {
		expect(&tester->tally, strcmp(al->fault.text, tester->expected) == 0, "%s %s: is %s", test->name,
			tester->expected, al->fault.text);
		return;
	}
	if (is_text) {
		check_text(tester, al, test->name, &plan);
		return;
	}
	const char *is = line_like(tester->expected, al, &plan, &target);
	expect(&tester->tally, strcmp(is, tester->expected) == 0, "%s\n\tnot\t%s\n\tis\t%s", test->name, tester->expected,
		is);
	if (memchr("~#=", tester->expected[0], 3) != NULL) {
		return;
	}
	struct plan again = plan_make(al, &test->problem, test->kernel, plan.knobs, &target);
	bool is_same = !algebra_failed(al) && strcmp(is, plan_line(al, &again)) == 0;
	expect(&tester->tally, is_same, "%s: with the knobs of\n\t\t%s\n\tit is\t%s", test->name, is,
		algebra_failed(al) ? al->fault.text : plan_line(al, &again));
	for (int k = 0; k <= plan.inputs && problem_size(plan.problem) <= PROVED_MAX; k++) {
		struct proof proof;
		bench_prove_on_host(al, &plan, k, &proof);
		expect(&tester->tally, proof.good && !algebra_failed(al), "%s: tensor %d: %s", test->name, k,
			algebra_failed(al) ? al->fault.text : proof.text);
	}
	expect(&tester->tally, plan.threads <= THREADS_MAX && plan.shared_bytes <= SHARED_BYTES_MAX,
		"%s: too large for a block: %s", test->name, is);
}

/* --- a line as a problem --- */

/* The types of a line, "f16" of all tensors or "f16,f32" of each operand and the output. */
static bool read_dtypes(const char *text, enum dtype dtypes[DTYPES_OF_LINE], int *count) {
	*count = 0;
	while (*text != '\0' && *count < DTYPES_OF_LINE) {
		size_t length = strcspn(text, ",");
		if (!dtype_from_name((struct str){ text, length }, &dtypes[*count])) {
			return false;
		}
		(*count)++;
		text += length + (text[length] == ',');
	}
	return *count > 0;
}

static bool read_knobs(char *text, struct knobs *knobs) {
	char *rest = text;
	for (char *knob = strtok_r(rest, ",", &rest); knob != NULL; knob = strtok_r(NULL, ",", &rest)) {
		char *is = strchr(knob, '=');
		if (is == NULL || !knobs_set(knobs, (struct str){ knob, (size_t)(is - knob) }, (int)strtol(is + 1, NULL, 10))) {
			return false;
		}
	}
	return true;
}

/* "sum:01": what is reduced, and the modes. */
static bool read_reduction(const char *text, struct example *example) {
	size_t length = strcspn(text, ":");
	if (text[length] != ':' || !reduce_from_name((struct str){ text, length }, &example->reduce)) {
		return false;
	}
	for (const char *mode = text + length + 1; *mode != '\0'; mode++) {
		example->reduced |= 1u << (*mode - '0');
	}
	return true;
}

/* "rc", or for a tensor of any strides these in brackets: "(2,0,1)c". Room for the forms is in "text". */
static bool read_forms(char *text, struct example *example) {
	int count = 0;
	example->forms = text;
	for (char *at = text; *at != '\0'; at++, count++) {
		if (count == TENSORS_MAX) {
			return false;
		}
		char form = *at;
		for (int i = 0; i < PROBLEM_RANK_MAX && form == '(' && *at != ')'; i++) {
			example->strides[count][i] = strtoll(at + 1, &at, 10);
			if (*at != ',' && *at != ')') {
				return false;
			}
		}
		text[count] = form == '(' ? '=' : form;
	}
	text[count] = '\0';
	return true;
}

/* "4x8,2x1": the threads side by side in each mode, and the values of each, of a thread-value layout. */
static bool read_tv(char *text, struct example *example) {
	char *at = text;
	for (int i = 0; i < 2 * example->rank && example->rank <= 4; i++) {
		*(i < example->rank ? &example->thr[i] : &example->val[i - example->rank]) = strtoll(at, &at, 10);
		at += *at == 'x' || *at == ',';
	}
	return *at == '\0';
}

/*
 * "types op forms shape kernel", then a reduction and knobs where there are any, a thread-value layout, "tv=4x8,2x1",
 * and another device's number of multiprocessors, "on=40".
 */
static bool read_example(char *text, struct example *example, enum dtype dtypes[DTYPES_OF_LINE],
		int *multiprocessors) {
	char *words[WORDS_MAX] = { 0 };
	int count = 0;
	int types = 0;
	char *rest = NULL;
	for (int i = 0; i < WORDS_MAX && (words[i] = strtok_r(i == 0 ? text : NULL, " ", &rest)) != NULL; i++) {
		count++;
	}
	if (count < 5 || !read_dtypes(words[0], dtypes, &types) || !read_forms(words[2], example)
			|| !kernel_from_name(str_from(words[4]), &example->kernel)) {
		return false;
	}
	example->dtype = dtypes[0];
	example->dtypes = types > 1 ? dtypes : NULL;
	example->op = words[1];
	for (char *at = words[3]; example->rank < PROBLEM_RANK_MAX && *at != '\0'; at += *at == 'x') {
		example->shape[example->rank++] = strtoll(at, &at, 10);
	}
	*multiprocessors = 0;
	for (int i = 5; i < count; i++) {
		if (strncmp(words[i], "on=", 3) == 0) {
			*multiprocessors = (int)strtol(words[i] + 3, NULL, 10);
		} else if (strncmp(words[i], "tv=", 3) == 0) {
			if (!read_tv(words[i] + 3, example)) {
				return false;
			}
		} else if (!(strchr(words[i], '=') != NULL ? read_knobs(words[i], &example->knobs) :
				read_reduction(words[i], example))) {
			return false;
		}
	}
	return true;
}

static void check_line(struct tester *tester, char *line) {
	enum dtype dtypes[DTYPES_OF_LINE];
	struct example example = { .rank = 0 };
	char *tab = strchr(line, '\t');
	if (tab != NULL) {
		*tab = '\0';
		tester->expected = tab + 1;
	}
	if (tester->updates) {
		printf("%s\t", line);
	}
	bool is_read = tab != NULL && read_example(line, &example, dtypes, &tester->multiprocessors);
	expect(&tester->tally, is_read, "%s: no problem", line);
	if (is_read) {
		problem_visit_example(&tester->arena, &example, visit_problem, tester);
		arena_reset(&tester->arena);
	}
}

/* --- random problems --- */

static void visit_random(void *context, struct algebra *al, const struct test_problem *test) {
	struct tester *tester = context;
	struct target target = target_default();
	struct plan plan = plan_make(al, &test->problem, test->kernel, test->knobs, &target);
	const char *is = algebra_failed(al) ? al->fault.text : plan_line(al, &plan);
	struct plan again = plan_make(al, &test->problem, test->kernel, plan.knobs, &target);
	const char *is_again = algebra_failed(al) ? al->fault.text : plan_line(al, &again);
	expect(&tester->tally, strcmp(is, is_again) == 0, "%s %s: with the knobs of\n\t\t%s\n\tit is\t%s", test->name,
		test->forms, is, is_again);
}

static uint32_t next_random(uint64_t *state) {
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(*state >> 33);
}

/* Small extents, where tiles end with the problem, and any knobs: plans are what their own knobs make, too. */
static void check_random(struct tester *tester) {
	enum { ROUNDS = 4000 };
	static const enum dtype dtypes[] = { DTYPE_U8, DTYPE_F16, DTYPE_F32, DTYPE_F64 };
	static const int tiles[] = { 0, 0, 11, 12, 21, 22, 41, 14, 91, 92, 19 };
	static const char *const ops[] = { "a", "a+b", "a+b+c" };
	uint64_t state = 20261127;
	for (int round = 0; round < ROUNDS; round++) {
		int operands = 1 + (int)(next_random(&state) % 3);
		char forms[5] = "";
		for (int k = 0; k <= operands; k++) {
			forms[k] = "rcti"[next_random(&state) % 4];
		}
		struct example example = { .rank = 2 + (int)(next_random(&state) % 3), .dtype = dtypes[next_random(&state) % 4],
			.op = ops[operands - 1], .forms = forms, .kernel = KERNEL_AUTO };
		for (int i = 0; i < example.rank; i++) {
			example.shape[i] = 1 + next_random(&state) % (next_random(&state) % 4 == 0 ? 80 : 12);
		}
		example.knobs.tile = tiles[next_random(&state) % 11];
		example.knobs.threads = next_random(&state) % 2 == 0 ? 32 << next_random(&state) % 5 : 0;
		example.knobs.vector = next_random(&state) % 2 == 0 ? 1 << next_random(&state) % 4 : 0;
		example.knobs.unroll = next_random(&state) % 2 == 0 ? 1 << next_random(&state) % 4 : 0;
		problem_visit_example(&tester->arena, &example, visit_random, tester);
		arena_reset(&tester->arena);
	}
}

int main(int argc, char **argv) {
	static char line[LINE_MAX_BYTES];
	struct tester tester = { .updates = argc > 2 && strcmp(argv[2], "--update") == 0 };
	FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
	if (file == NULL) {
		printf("no table\n");
		return 2;
	}
	arena_init(&tester.arena, NULL, NULL);
	while (fgets(line, sizeof line, file) != NULL) {
		line[strcspn(line, "\n")] = '\0';
		if (line[0] != '#' && line[0] != '\0') {
			check_line(&tester, line);
		} else if (tester.updates) {
			printf("%s\n", line);
		}
	}
	fclose(file);
	if (!tester.updates) {
		check_random(&tester);
	}
	arena_finish(&tester.arena);
	if (tester.updates) {
		return 0;
	}
	printf("%d passed, %d failed\n", tester.tally.passed, tester.tally.failed);
	return tester.tally.failed > 0 || tester.tally.passed == 0;
}
