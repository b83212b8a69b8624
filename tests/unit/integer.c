/* The leaf: what is known of a result, that no number is read where there is none, and how a leaf meets a mode. */
#include <criterion/criterion.h>

#include "algebra/fold.h"

static struct arena arena;
static struct algebra al;

static void setup(void) {
	arena_init(&arena, NULL, NULL);
	algebra_init(&al, &arena);
}

static void teardown(void) {
	arena_finish(&arena);
}

TestSuite(integer, .init = setup, .fini = teardown);

/* What the CuTe DSL knows of "a" OP "b": a static value, or a divisor. */
struct rule {
	char op;              /* + - * /, % remainder, ^ ceil_div, s shape_div, m min */
	int64_t a;            /* a static number, or with "a_known" a divisor of it */
	bool a_known;
	int64_t b;
	bool b_known;
	bool is_static;       /* the result is, and is "result"; otherwise "result" divides it */
	int64_t result;
};

enum { S = false, D = true };

static const struct rule rules[] = {
	{ '+', 8, D, 12, D, false, 4 }, { '+', 8, D, 4, S, false, 4 }, { '+', 8, D, 0, S, false, 8 },
	{ '+', 1, D, 6, S, false, 1 }, { '-', 12, D, 18, D, false, 6 }, { '-', 16, S, 24, D, false, 8 },
	{ '*', 8, D, 4, S, false, 32 }, { '*', 8, D, 12, D, false, 96 }, { '*', 1, D, 6, S, false, 6 },
	{ '*', 8, D, 0, S, true, 0 }, { '*', 0, S, 3, D, true, 0 }, { '*', 5, S, 6, S, true, 30 },
	{ '*', 65536, D, 65536, D, false, 65536 }, { '*', 4294967295, D, 2, S, false, 4294967295 },
	{ '/', 12, D, 4, S, false, 3 }, { '/', 12, D, 5, S, false, 1 }, { '/', 12, D, 4, D, false, 1 },
	{ '/', 6, S, 4, D, false, 1 }, { '/', 0, S, 4, D, true, 0 },
	{ '%', 8, D, 4, S, true, 0 }, { '%', 8, D, 24, S, false, 8 }, { '%', 12, D, 8, S, false, 1 },
	{ '%', 8, D, 8, D, false, 1 }, { '%', 7, S, 8, D, false, 1 },
	{ '^', 8, D, 4, S, false, 1 }, { '^', 8, D, 1, S, false, 8 }, { '^', 9, S, 8, D, false, 1 },
	{ 's', 8, D, 4, S, false, 1 }, { 's', 8, S, 4, S, true, 2 }, { 'm', 8, D, 12, S, false, 4 },
};

static struct tuple operand(int64_t n, bool is_divisor) {
	return is_divisor ? tuple_divisible((uint32_t)n) : tuple_int(n);
}

static struct tuple apply(char op, struct tuple a, struct tuple b) {
	switch (op) {
	case '+': return int_add(&al, a, b);
	case '-': return int_sub(&al, a, b);
	case '*': return int_mul(&al, a, b);
	case '/': return int_div(&al, a, b);
	case '%': return int_mod(&al, a, b);
	case '^': return int_ceil_div(&al, a, b);
	case 's': return int_shape_div(&al, a, b);
	default: return int_min(a, b);
	}
}

Test(integer, what_is_known_of_a_result) {
	for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
		const struct rule *rule = &rules[i];
		struct tuple r = apply(rule->op, operand(rule->a, rule->a_known), operand(rule->b, rule->b_known));
		cr_expect(!algebra_failed(&al), "rule %zu: %s", i, al.fault.text);
		cr_expect_eq(int_is_static(r), rule->is_static, "rule %zu", i);
		int64_t found = int_has_value(r) ? r.value : (int64_t)r.divisor;
		cr_expect_eq(found, rule->result, "rule %zu: %lld", i, (long long)found);
	}
}

/* A divisor that a rule gives divides every result of numbers that the divisors of the operands divide. */
Test(integer, divisors_are_true) {
	static const char ops[] = "+-*/%^m";
	for (int op = 0; ops[op] != '\0'; op++) {
		for (int64_t i = 0; i < 8000; i++) {
			int64_t da = 1 + i % 12;
			int64_t db = 1 + i / 12 % 12;
			int64_t a = da * (1 + i / 144 % 7);
			int64_t b = db * (1 + i / 1008 % 7);
			bool a_known = i % 5 != 0;
			bool b_known = i % 3 != 0;
			struct tuple r = apply(ops[op], a_known ? tuple_divisible((uint32_t)da) : tuple_int(a),
				b_known ? tuple_divisible((uint32_t)db) : tuple_int(b));
			struct tuple exact = apply(ops[op], tuple_int(a), tuple_int(b));
			int64_t divisor = (int64_t)r.divisor;
			bool good = int_has_value(r) ? r.value == exact.value
				: divisor == 0 ? exact.value == 0 : exact.value % divisor == 0;
			cr_assert(good, "%lld %c %lld", (long long)a, ops[op], (long long)b);
		}
	}
}

Test(integer, value_is_refused_where_there_is_none) {
	cr_expect_eq(int_value(&al, tuple_int(-3)), -3);
	cr_expect(!algebra_failed(&al));
	int_value(&al, tuple_divisible(8));
	cr_expect_eq(al.fault.code, FAULT_UNSUPPORTED);
	cr_expect_str_eq(al.fault.text, "this needs the value of an integer of which only the divisor 8 is known");
}

Test(integer, comparisons_have_three_answers) {
	struct tuple run_time = tuple_int(12);
	run_time.known = KNOWN_RUN_TIME;
	cr_expect_eq(int_less(tuple_int(3), tuple_int(4)), ANSWER_YES);
	cr_expect_eq(int_less(tuple_int(4), tuple_int(4)), ANSWER_NO);
	cr_expect_eq(int_less(tuple_int(3), run_time), ANSWER_UNKNOWN);
	cr_expect_eq(int_equal(tuple_int(3), tuple_int(3)), ANSWER_YES);
	cr_expect_eq(int_equal(run_time, run_time), ANSWER_UNKNOWN);
	cr_expect_eq(int_divides(tuple_int(4), tuple_int(12)), ANSWER_YES);
	cr_expect_eq(int_divides(tuple_int(5), tuple_int(12)), ANSWER_NO);
	cr_expect_eq(int_divides(tuple_int(4), run_time), ANSWER_UNKNOWN);
	cr_expect_eq(int_divides(tuple_int(4), tuple_divisible(8)), ANSWER_YES);
	cr_expect_eq(int_divides(tuple_int(8), tuple_divisible(4)), ANSWER_UNKNOWN);
	cr_expect_eq(int_divides(tuple_int(0), tuple_int(0)), ANSWER_YES);
	cr_expect_eq(int_divides(tuple_int(0), tuple_int(3)), ANSWER_NO);
}

/* --- CuTe's rule for a leaf --- */

/* What a mode of "extent" coordinates takes of the leaf n:d, by counting the coordinates that it meets there. */
static struct fold_step fold(int64_t extent, int64_t n, int64_t d, enum known known) {
	struct layout leaf = { tuple_int(n), tuple_int(d) };
	leaf.shape.known = (uint8_t)known;
	leaf.stride.known = (uint8_t)known;
	struct tuple mode = tuple_int(extent);
	mode.known = (uint8_t)known;
	return fold_leaf(&al, mode, leaf);
}

Test(integer, fold_takes_what_lies_in_the_mode) {
	for (int64_t extent = 1; extent <= 12; extent++) {
		for (int64_t n = 1; n <= 12; n++) {
			for (int64_t d = 1; d <= 30; d++) {
				int64_t room = 0;
				for (int64_t at = 0; at < extent; at += d) {
					room++;
				}
				int64_t factor = room < n ? room : n;
				struct fold_step step = fold(extent, n, d, KNOWN_STATIC);
				bool bad_stride = d >= extent && d % extent != 0;
				bool bad_extent = !bad_stride && n % factor != 0;
				cr_assert_eq(step.verdict == FOLD_BAD_STRIDE, bad_stride);
				cr_assert_eq(step.verdict == FOLD_BAD_EXTENT, bad_extent);
				if (bad_stride || bad_extent) {
					continue;
				}
				cr_assert_eq(step.verdict == FOLD_TAKES, factor > 1);
				cr_assert_eq(step.factor.value, factor);
				cr_assert_eq(step.rest.shape.value, n / factor);
				cr_assert_eq(step.rest.stride.value, (d + extent - 1) / extent);
				struct fold_step later = fold(extent, n, d, KNOWN_RUN_TIME);
				cr_assert_eq(later.rest.shape.value, step.rest.shape.value);
				cr_assert_eq(later.rest.stride.value, step.rest.stride.value);
			}
		}
	}
	cr_assert(!algebra_failed(&al));
}

/* Of numbers that CuTe knows only when the kernel runs it asks nothing. */
Test(integer, fold_refuses_no_run_time_numbers) {
	cr_expect_eq(fold(4, 3, 6, KNOWN_STATIC).verdict, FOLD_BAD_STRIDE);
	cr_expect_eq(fold(4, 3, 6, KNOWN_RUN_TIME).verdict, FOLD_TAKES);
	cr_expect_eq(fold(4, 3, 2, KNOWN_STATIC).verdict, FOLD_BAD_EXTENT);
	cr_expect_eq(fold(4, 3, 2, KNOWN_RUN_TIME).verdict, FOLD_TAKES);
}
