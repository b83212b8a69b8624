/*
 * Any text is an expression of operands or ends with a fault that has a place. The CUDA C that is written for it
 * consists of the generator's own words, numbers and signs; it computes something on the host as well.
 */
#include <ctype.h>
#include <string.h>

#include "fuzz.h"
#include "gpu/opexpr.h"

/* Whether "word" is one of those that the generator writes. */
static bool is_own_word(const char *word, size_t length) {
	static const char *const words[] = { "abs", "exp", "expf", "fabs", "fabsf", "fma", "fmaf", "fmax", "fmaxf", "fmin",
		"fminf", "int_abs", "int_div", "int_fma", "int_max", "int_min", "log", "logf", "math", "relu", "rsqrt",
		"rsqrtf", "sigmoid", "sqrt", "sqrtf", "tanh", "tanhf" };
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
		if (strlen(words[i]) == length && memcmp(words[i], word, length) == 0) {
			return true;
		}
	}
	return length == 4 && word[0] == 'x' && word[1] >= '0' && word[1] < '0' + OPERANDS_MAX && word[2] == '_' &&
		word[3] == 'v';
}

/* The length of the number that "text" starts with: "3ll", "1.5e+00", "1.5e+00f". */
static size_t number_length(const char *text) {
	size_t length = strspn(text, "0123456789.");
	if (text[length] == 'e') {
		length++;
		fuzz_require(text[length] == '+' || text[length] == '-');
		length++;
		length += strspn(text + length, "0123456789");
	}
	return length + strspn(text + length, "fl");
}

static void check_source(const char *text) {
	fuzz_require(fuzz_is_balanced(text));
	while (*text != '\0') {
		size_t length = 1;
		if (isdigit((unsigned char)*text)) {
			length = number_length(text);
		} else if (isalpha((unsigned char)*text) || *text == '_') {
			while (isalnum((unsigned char)text[length]) || text[length] == '_') {
				length++;
			}
			fuzz_require(is_own_word(text, length));
		} else {
			fuzz_require(strchr(" (),+-*/<>=!?:", *text) != NULL);
		}
		text += length;
	}
}

/* A few numbers that are hard for some operation. */
static void compute(struct arena *arena, const struct opexpr *expr) {
	static const double numbers[] = { 0, -1, 0.5, 1e300 };
	static const int64_t integers[] = { 0, -1, INT64_MIN, INT64_MAX };
	enum { COUNT = 4 };
	const double *operands[OPERANDS_MAX];
	const int64_t *integer_operands[OPERANDS_MAX];
	double out[COUNT];
	double error[COUNT];
	int64_t integer_out[COUNT];
	for (int k = 0; k < OPERANDS_MAX; k++) {
		operands[k] = numbers;
		integer_operands[k] = integers;
	}
	size_t size = (size_t)expr->count * OPEXPR_BLOCK;
	struct precision precision = precision_of(DTYPE_F32);
	struct opexpr_values values = { COUNT, out, error, { arena_array(arena, size, sizeof *out),
		arena_array(arena, size, sizeof *error) } };
	opexpr_eval(expr, operands, &precision, &values);
	for (int i = 0; i < COUNT; i++) {
		fuzz_require(error[i] >= 0);
	}
	if (!expr->needs_float) {
		int64_t *integer_scratch = arena_array(arena, size, sizeof *integer_scratch);
		opexpr_eval_int(expr, integer_operands, COUNT, integer_scratch, integer_out);
	}
}

static void check_expression(struct arena *arena, const struct opexpr *expr) {
	fuzz_require(expr->count > 0 && expr->count <= OPEXPR_NODES_MAX);
	int last = expr->further > 0 ? expr->further_roots[expr->further - 1] : expr->root;
	fuzz_require(expr->further < OUTPUTS_MAX && last == expr->count - 1);
	fuzz_require(expr->operands > 0 && expr->operands <= OPERANDS_MAX);
	for (int i = 0; i < expr->count; i++) {
		bool is_leaf = expr->nodes[i].op == OP_CONSTANT || expr->nodes[i].op == OP_OPERAND;
		for (int k = 0; k < 3 && !is_leaf; k++) {
			fuzz_require(expr->nodes[i].children[k] >= 0 && expr->nodes[i].children[k] < i);
		}
	}
	for (int dtype = 0; dtype < DTYPE_COUNT; dtype++) {
		if (dtype_info((enum dtype)dtype)->is_float || !expr->needs_float) {
			struct buf source;
			buf_init(&source, arena);
			opexpr_put(&source, expr, (enum dtype)dtype, "_v");
			check_source(source.data);
		}
	}
	compute(arena, expr);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	struct opexpr expr;
	struct opexpr_error error;
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	if (opexpr_parse(&arena, (struct str){ (const char *)data, size }, &expr, &error)) {
		check_expression(&arena, &expr);
	} else {
		fuzz_require(error.fault.text[0] != '\0' && error.begin <= error.end && error.end <= size);
	}
	arena_finish(&arena);
	return 0;
}
