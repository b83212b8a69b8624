/*
 * One tree, two readers: CUDA text, and the values of the reference on the host. A node
 * is known by its number, and is made behind its operands, so that evaluating is one walk from the first to the last.
 */
#include "gpu/opexpr.h"

#include <ctype.h>
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/utf8_decode.h"
#include "gpu/device/apply.h"
#include "gpu/device/errors.h"

/* A position in the text; after a fault everything else does nothing. */
struct reader {
	struct str text;
	size_t at;
	int depth;
	struct arena *arena;
	struct opexpr *expr;
	struct opexpr_error *error;
};

struct function {
	const char *name;
	enum op op;
	int arity;
	bool needs_float;
};

static const struct function functions[] = {
	{ "abs", OP_ABS, 1, false },
	{ "atan", OP_ATAN, 1, true },
	{ "atan2", OP_ATAN2, 2, true },
	{ "cbrt", OP_CBRT, 1, true },
	{ "cos", OP_COS, 1, true },
	{ "cosh", OP_COSH, 1, true },
	{ "erf", OP_ERF, 1, true },
	{ "exp", OP_EXP, 1, true },
	{ "exp2", OP_EXP2, 1, true },
	{ "expm1", OP_EXPM1, 1, true },
	{ "fma", OP_FMA, 3, false },
	{ "hypot", OP_HYPOT, 2, true },
	{ "log", OP_LOG, 1, true },
	{ "log10", OP_LOG10, 1, true },
	{ "log1p", OP_LOG1P, 1, true },
	{ "log2", OP_LOG2, 1, true },
	{ "max", OP_MAX, 2, false },
	{ "min", OP_MIN, 2, false },
	{ "pow", OP_POW, 2, true },
	{ "relu", OP_RELU, 1, false },
	{ "rsqrt", OP_RSQRT, 1, true },
	{ "sigmoid", OP_SIGMOID, 1, true },
	{ "sin", OP_SIN, 1, true },
	{ "sinh", OP_SINH, 1, true },
	{ "sqrt", OP_SQRT, 1, true },
	{ "tan", OP_TAN, 1, true },
	{ "tanh", OP_TANH, 1, true },
	{ "where", OP_CHOOSE, 3, false },
	{ NULL, OP_CONSTANT, 1, false }, /* the end; operators that are no functions have one operand, too */
};

static bool failed(const struct reader *reader) {
	return fault_is_set(&reader->error->fault);
}

__attribute__((format(printf, 5, 6)))
static int fail(struct reader *reader, enum fault_code code, size_t begin, size_t end, const char *format, ...) {
	if (!failed(reader)) {
		char text[FAULT_TEXT_BYTES];
		va_list args;
		va_start(args, format);
		vsnprintf(text, sizeof text, format, args);
		va_end(args);
		fault_set(&reader->error->fault, code, 0, "%s", text);
		reader->error->begin = begin;
		reader->error->end = end;
	}
	return 0;
}

/* The end of the character at this place. */
static size_t next_place(const struct reader *reader) {
	struct str rest = { reader->text.data + reader->at, reader->text.length - reader->at };
	return reader->at + utf8_first(rest);
}

static char peek(struct reader *reader) {
	while (reader->at < reader->text.length && isspace((unsigned char)reader->text.data[reader->at])) {
		reader->at++;
	}
	return reader->at < reader->text.length ? reader->text.data[reader->at] : '\0';
}

static bool accept(struct reader *reader, char c) {
	if (peek(reader) != c || c == '\0') {
		return false;
	}
	reader->at++;
	return true;
}

/* Fail at this place, where "wanted" does not stand. */
static int fail_expected(struct reader *reader, const char *wanted) {
	size_t begin = reader->at;
	size_t end = next_place(reader);
	if (begin == end) {
		return fail(reader, FAULT_SYNTAX, begin, end, "expected %s, saw the end of the expression", wanted);
	}
	return fail(reader, FAULT_SYNTAX, begin, end, "expected %s, saw '%.*s'", wanted, (int)(end - begin),
		reader->text.data + begin);
}

static void expect(struct reader *reader, char c) {
	const char wanted[] = { '\'', c, '\'', '\0' };
	if (!accept(reader, c)) {
		fail_expected(reader, wanted);
	}
}

static int add_node(struct reader *reader, struct op_node node) {
	if (reader->expr->count == OPEXPR_NODES_MAX) {
		return fail(reader, FAULT_LIMIT, 0, reader->text.length, "more than %d operations in one expression",
			OPEXPR_NODES_MAX);
	}
	reader->expr->nodes[reader->expr->count] = node;
	return reader->expr->count++;
}

static int add_unary(struct reader *reader, enum op op, int a) {
	return add_node(reader, (struct op_node){ .op = op, .children = { a, a, a } });
}

static int add_binary(struct reader *reader, enum op op, int a, int b) {
	return add_node(reader, (struct op_node){ .op = op, .children = { a, b, b } });
}

static int parse_expression(struct reader *reader);

/* Bytes of a name or number that a message shows. */
enum { WORD_SHOWN = 64 };

/* A double tells all integers below this one apart. */
#define INTEGERS_END 9007199254740992.0

/* NUMBER = digits ("." digits)? (("e" | "E") sign? digits)? */
static int parse_number(struct reader *reader) {
	size_t begin = reader->at;
	bool fraction = false;
	for (; reader->at < reader->text.length; reader->at++) {
		char c = reader->text.data[reader->at];
		bool sign = (c == '+' || c == '-') && tolower((unsigned char)reader->text.data[reader->at - 1]) == 'e';
		if (!isdigit((unsigned char)c) && c != '.' && c != 'e' && c != 'E' && !sign) {
			break;
		}
		fraction = fraction || !isdigit((unsigned char)c);
	}
	struct str text = { reader->text.data + begin, reader->at - begin };
	const char *digits = arena_copy(reader->arena, text.data, text.length);
	char *end;
	double value = strtod(digits, &end);
	if (*end != '\0' || !isfinite(value)) {
		return fail(reader, FAULT_SYNTAX, begin, reader->at, "'%.*s' is not a number", str_shown(text, WORD_SHOWN),
			digits);
	}
	if (!fraction && digits[0] == '0' && value > 7) {
		return fail(reader, FAULT_SYNTAX, begin, reader->at,
			"an integer that begins with 0 is octal in C++, and none in Python");
	}
	reader->expr->needs_float = reader->expr->needs_float || fraction || value >= INTEGERS_END;
	return add_node(reader, (struct op_node){ .op = OP_CONSTANT, .value = value });
}

static int parse_call(struct reader *reader, const struct function *function, size_t begin) {
	int children[3] = { 0 };
	int count = 0;
	size_t end = reader->at;
	expect(reader, '(');
	do {
		int child = parse_expression(reader);
		if (count < 3) {
			children[count] = child;
		}
		count++;
	} while (!failed(reader) && accept(reader, ','));
	expect(reader, ')');
	if (!failed(reader) && count != function->arity) {
		return fail(reader, FAULT_SYNTAX, begin, end, "'%s' takes %d argument%s, %d given", function->name,
			function->arity, function->arity == 1 ? "" : "s", count);
	}
	reader->expr->needs_float = reader->expr->needs_float || function->needs_float;
	struct op_node node = { .op = function->op, .children = { children[0], children[1], children[2] } };
	return add_node(reader, node);
}

/* OPERAND = "a" to "h"; FUNCTION is a name of the table above. */
static int parse_name(struct reader *reader) {
	size_t begin = reader->at;
	while (reader->at < reader->text.length && isalnum((unsigned char)reader->text.data[reader->at])) {
		reader->at++;
	}
	struct str name = { reader->text.data + begin, reader->at - begin };
	if (name.length == 1 && name.data[0] >= 'a' && name.data[0] < 'a' + OPERANDS_MAX) {
		int operand = name.data[0] - 'a';
		reader->expr->operands = reader->expr->operands > operand ? reader->expr->operands : operand + 1;
		return add_node(reader, (struct op_node){ .op = OP_OPERAND, .operand = operand });
	}
	for (const struct function *function = functions; function->name != NULL; function++) {
		if (str_is(name, function->name)) {
			return parse_call(reader, function, begin);
		}
	}
	return fail(reader, FAULT_NAME, begin, reader->at, "'%.*s' is neither an operand, a to h, nor a function",
		str_shown(name, WORD_SHOWN), name.data);
}

static int parse_primary(struct reader *reader) {
	char c = peek(reader);
	if (isdigit((unsigned char)c) || c == '.') {
		return parse_number(reader);
	}
	if (isalpha((unsigned char)c)) {
		return parse_name(reader);
	}
	if (accept(reader, '(')) {
		int node = parse_expression(reader);
		expect(reader, ')');
		return node;
	}
	return fail_expected(reader, "an operand");
}

static int parse_unary(struct reader *reader) {
	int signs = 0;
	while (accept(reader, '-')) {
		signs++;
	}
	int node = parse_primary(reader);
	return signs % 2 == 1 ? add_unary(reader, OP_NEGATE, node) : node;
}

static int parse_product(struct reader *reader) {
	int node = parse_unary(reader);
	while (!failed(reader)) {
		if (accept(reader, '*')) {
			node = add_binary(reader, OP_MULTIPLY, node, parse_unary(reader));
		} else if (accept(reader, '/')) {
			node = add_binary(reader, OP_DIVIDE, node, parse_unary(reader));
		} else {
			break;
		}
	}
	return node;
}

static int parse_sum(struct reader *reader) {
	int node = parse_product(reader);
	while (!failed(reader)) {
		if (accept(reader, '+')) {
			node = add_binary(reader, OP_ADD, node, parse_product(reader));
		} else if (accept(reader, '-')) {
			node = add_binary(reader, OP_SUBTRACT, node, parse_product(reader));
		} else {
			break;
		}
	}
	return node;
}

/* The comparison at this place, or OP_CONSTANT if there is none. */
static enum op parse_comparison(struct reader *reader) {
	char first = peek(reader);
	char second = reader->at + 1 < reader->text.length ? reader->text.data[reader->at + 1] : '\0';
	enum op op = OP_CONSTANT;
	if (first == '<') {
		op = second == '=' ? OP_LESS_EQUAL : OP_LESS;
	} else if (first == '>') {
		op = second == '=' ? OP_GREATER_EQUAL : OP_GREATER;
	} else if (first == '=' && second == '=') {
		op = OP_EQUAL;
	} else if (first == '!' && second == '=') {
		op = OP_NOT_EQUAL;
	}
	if (op != OP_CONSTANT) {
		reader->at += op == OP_LESS || op == OP_GREATER ? 1 : 2;
	}
	return op;
}

static int parse_expression(struct reader *reader) {
	if (++reader->depth > OPEXPR_DEPTH_MAX) {
		return fail(reader, FAULT_LIMIT, reader->at, next_place(reader), "nested deeper than %d", OPEXPR_DEPTH_MAX);
	}
	int node = parse_sum(reader);
	enum op op = parse_comparison(reader);
	if (op != OP_CONSTANT) {
		node = add_binary(reader, op, node, parse_sum(reader));
	}
	if (!failed(reader) && accept(reader, '?')) {
		int yes = parse_expression(reader);
		expect(reader, ':');
		int no = parse_expression(reader);
		node = add_node(reader, (struct op_node){ .op = OP_CHOOSE, .children = { node, yes, no } });
	}
	reader->depth--;
	return node;
}

bool opexpr_parse(struct arena *arena, struct str text, struct opexpr *out, struct opexpr_error *error) {
	fault_clear(&error->fault);
	*out = (struct opexpr){ .nodes = arena_array(arena, OPEXPR_NODES_MAX, sizeof *out->nodes) };
	struct reader reader = { .text = text, .arena = arena, .expr = out, .error = error };
	out->root = parse_expression(&reader);
	while (!failed(&reader) && accept(&reader, ';')) {
		if (out->further == OUTPUTS_MAX - 1) {
			fail(&reader, FAULT_LIMIT, reader.at - 1, reader.at, "more than %d results", OUTPUTS_MAX);
			break;
		}
		out->further_roots[out->further++] = parse_expression(&reader);
	}
	if (!failed(&reader) && peek(&reader) != '\0') {
		fail_expected(&reader, "an operator");
	}
	if (!failed(&reader) && out->operands == 0) {
		fail(&reader, FAULT_SYNTAX, 0, text.length, "no operand occurs in the expression");
	}
	return !failed(&reader);
}

struct opexpr opexpr_of_result(const struct opexpr *expr, int i) {
	struct opexpr of = *expr;
	if (i > 0) {
		of.root = expr->further_roots[i - 1];
		of.further_roots[i - 1] = expr->root;
	}
	return of;
}

/* --- as CUDA C --- */

/* Ten digits, of the nearest float where those of "value" are nearer to another one. */
static void put_float(struct buf *out, double value) {
	char text[32];
	snprintf(text, sizeof text, "%.9e", value);
	if (fabs(value) <= (double)FLT_MAX && strtof(text, NULL) != (float)value) {
		snprintf(text, sizeof text, "%.9e", (double)(float)value);
	}
	buf_printf(out, "%sf", text);
}

static void put_number(struct buf *out, double value, enum dtype dtype) {
	if (!dtype_info(dtype)->is_float) {
		buf_printf(out, "%.0fll", value);
	} else if (dtype == DTYPE_F64) {
		buf_printf(out, "%.17e", value);
	} else {
		put_float(out, value);
	}
}

static const char *infix(enum op op) {
	switch (op) {
	case OP_ADD: return "+";
	case OP_SUBTRACT: return "-";
	case OP_MULTIPLY: return "*";
	case OP_DIVIDE: return "/";
	case OP_LESS: return "<";
	case OP_LESS_EQUAL: return "<=";
	case OP_GREATER: return ">";
	case OP_GREATER_EQUAL: return ">=";
	case OP_EQUAL: return "==";
	case OP_NOT_EQUAL: return "!=";
	default: return NULL;
	}
}

/* Name of the function in CUDA for float or double, or of our own for integers. */
static const char *function_name(enum op op, enum dtype dtype) {
	bool is_double = dtype == DTYPE_F64;
	bool is_float = dtype_info(dtype)->is_float;
	switch (op) {
	case OP_MIN: return is_double ? "fmin" : is_float ? "fminf" : "int_min";
	case OP_MAX: return is_double ? "fmax" : is_float ? "fmaxf" : "int_max";
	case OP_ABS: return is_double ? "fabs" : is_float ? "fabsf" : "int_abs";
	case OP_RELU: return "relu";
	case OP_EXP: return is_double ? "exp" : "expf";
	case OP_LOG: return is_double ? "log" : "logf";
	case OP_SQRT: return is_double ? "sqrt" : "sqrtf";
	case OP_RSQRT: return is_double ? "rsqrt" : "rsqrtf";
	case OP_TANH: return is_double ? "tanh" : "tanhf";
	case OP_SIGMOID: return "sigmoid";
	case OP_FMA: return is_double ? "fma" : is_float ? "fmaf" : "int_fma";
	case OP_SIN: return is_double ? "sin" : "sinf";
	case OP_COS: return is_double ? "cos" : "cosf";
	case OP_TAN: return is_double ? "tan" : "tanf";
	case OP_ATAN: return is_double ? "atan" : "atanf";
	case OP_SINH: return is_double ? "sinh" : "sinhf";
	case OP_COSH: return is_double ? "cosh" : "coshf";
	case OP_ERF: return is_double ? "erf" : "erff";
	case OP_EXP2: return is_double ? "exp2" : "exp2f";
	case OP_EXPM1: return is_double ? "expm1" : "expm1f";
	case OP_LOG2: return is_double ? "log2" : "log2f";
	case OP_LOG10: return is_double ? "log10" : "log10f";
	case OP_LOG1P: return is_double ? "log1p" : "log1pf";
	case OP_CBRT: return is_double ? "cbrt" : "cbrtf";
	case OP_POW: return is_double ? "pow" : "powf";
	case OP_ATAN2: return is_double ? "atan2" : "atan2f";
	case OP_HYPOT: return is_double ? "hypot" : "hypotf";
	default: return "";
	}
}

int opexpr_arity(enum op op) {
	if (op <= OP_OPERAND || infix(op) != NULL) {
		return op <= OP_OPERAND ? 0 : 2;
	}
	const struct function *function = functions;
	while (function->name != NULL && function->op != op) {
		function++;
	}
	return function->arity;
}

/*
 * The expression below node "index" in CUDA C, in brackets wherever precedence could be read in two ways. Quotients of
 * integers go through int_div, which is defined where C's is not; comparisons are numbers, 0 and 1.
 */
static void put_node(struct buf *out, const struct opexpr *expr, int index, enum dtype dtype, const char *suffix) {
	const struct op_node *node = &expr->nodes[index];
	const char *symbol = infix(node->op);
	if (node->op == OP_CONSTANT) {
		put_number(out, node->value, dtype);
	} else if (node->op == OP_OPERAND) {
		buf_printf(out, "x%d%s", node->operand, suffix);
	} else if (node->op == OP_DIVIDE && !dtype_info(dtype)->is_float) {
		buf_put(out, "int_div(");
		put_node(out, expr, node->children[0], dtype, suffix);
		buf_put(out, ", ");
		put_node(out, expr, node->children[1], dtype, suffix);
		buf_put_char(out, ')');
	} else if (symbol != NULL) {
		buf_printf(out, "%s(", node->op >= OP_LESS ? "(math)" : "");
		put_node(out, expr, node->children[0], dtype, suffix);
		buf_printf(out, " %s ", symbol);
		put_node(out, expr, node->children[1], dtype, suffix);
		buf_put_char(out, ')');
	} else if (node->op == OP_NEGATE) {
		buf_put(out, "(-");
		put_node(out, expr, node->children[0], dtype, suffix);
		buf_put_char(out, ')');
	} else if (node->op == OP_CHOOSE) {
		buf_put_char(out, '(');
		put_node(out, expr, node->children[0], dtype, suffix);
		buf_put(out, " != 0 ? ");
		put_node(out, expr, node->children[1], dtype, suffix);
		buf_put(out, " : ");
		put_node(out, expr, node->children[2], dtype, suffix);
		buf_put_char(out, ')');
	} else {
		int arity = opexpr_arity(node->op);
		buf_printf(out, "%s(", function_name(node->op, dtype));
		for (int i = 0; i < arity; i++) {
			buf_put(out, i > 0 ? ", " : "");
			put_node(out, expr, node->children[i], dtype, suffix);
		}
		buf_put_char(out, ')');
	}
}

void opexpr_put(struct buf *out, const struct opexpr *expr, enum dtype dtype, const char *suffix) {
	put_node(out, expr, expr->root, dtype, suffix);
}

/* --- on the host --- */

/* Host and device both round doubles. */
struct precision precision_of(enum dtype dtype) {
	if (dtype == DTYPE_F64) {
		return (struct precision){ .unit = 0x1p-52, .largest = DBL_MAX, .smallest = 0x1p-1074 };
	}
	return (struct precision){ .unit = 0x1p-24, .largest = FLT_MAX, .smallest = 0x1p-149 };
}

void opexpr_eval(const struct opexpr *expr, const double *const operands[], const struct precision *precision,
		const struct opexpr_values *values) {
	for (int k = 0; k < expr->count; k++) {
		const struct op_node *node = &expr->nodes[k];
		int arity = opexpr_arity(node->op);
		for (int i = 0; i < values->count; i++) {
			double x[3] = { 0 };
			double error[3] = { 0 };
			for (int n = 0; n < arity; n++) {
				size_t at = (size_t)node->children[n] * OPEXPR_BLOCK + (size_t)i;
				x[n] = values->scratch[0][at];
				error[n] = values->scratch[1][at];
			}
			size_t at = (size_t)k * OPEXPR_BLOCK + (size_t)i;
			double result = node->op == OP_CONSTANT ? node->value : node->op == OP_OPERAND ?
				operands[node->operand][i] : op_apply(node->op, x[0], x[1], x[2]);
			values->scratch[1][at] = error_of(node->op, x, error, precision, &result);
			values->scratch[0][at] = result;
		}
	}
	size_t root = (size_t)expr->root * OPEXPR_BLOCK;
	for (int i = 0; i < values->count; i++) {
		values->out[i] = values->scratch[0][root + (size_t)i];
		values->error[i] = values->scratch[1][root + (size_t)i];
	}
}

void opexpr_eval_int(const struct opexpr *expr, const int64_t *const operands[], int count, int64_t *scratch,
		int64_t *out) {
	for (int k = 0; k < expr->count; k++) {
		const struct op_node *node = &expr->nodes[k];
		int64_t *result = scratch + (size_t)k * OPEXPR_BLOCK;
		const int64_t *a = scratch + (size_t)node->children[0] * OPEXPR_BLOCK;
		const int64_t *b = scratch + (size_t)node->children[1] * OPEXPR_BLOCK;
		const int64_t *c = scratch + (size_t)node->children[2] * OPEXPR_BLOCK;
		for (int i = 0; i < count; i++) {
			if (node->op == OP_CONSTANT) {
				result[i] = (int64_t)node->value;
			} else if (node->op == OP_OPERAND) {
				result[i] = operands[node->operand][i];
			} else {
				result[i] = op_apply_int(node->op, a[i], b[i], c[i]);
			}
		}
	}
	const int64_t *root = scratch + (size_t)expr->root * OPEXPR_BLOCK;
	for (int i = 0; i < count; i++) {
		out[i] = root[i];
	}
}
