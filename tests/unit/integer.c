/* The leaf: what is known of a result, that no number is read where there is none, and how a leaf meets a mode. */
#include <criterion/criterion.h>
#include <string.h>

#include "algebra/fold.h"
#include "algebra/python.h"
#include "algebra/symbol.h"

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
	char op;              /* + - * /, % remainder, ^ ceil_div, s shape_div, m min, > max, g gcd */
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
	{ '*', 65536, D, 65536, D, false, 65536 }, { '*', 65535, D, 65537, D, false, 4294967295 },
	{ '*', 65537, D, 65537, D, false, 65537 }, { '*', 4294967295, D, 2, S, false, 4294967295 },
	{ '/', 12, D, 4, S, false, 3 }, { '/', 12, D, 5, S, false, 1 }, { '/', 12, D, 4, D, false, 1 },
	{ '/', 6, S, 4, D, false, 1 }, { '/', 0, S, 4, D, true, 0 },
	{ '%', 8, D, 4, S, true, 0 }, { '%', 8, D, 24, S, false, 8 }, { '%', 12, D, 8, S, false, 1 },
	{ '%', 8, D, 8, D, false, 1 }, { '%', 7, S, 8, D, false, 1 },
	{ '^', 8, D, 4, S, false, 1 }, { '^', 8, D, 1, S, false, 8 }, { '^', 9, S, 8, D, false, 1 },
	{ 's', 8, D, 4, S, false, 1 }, { 's', 8, S, 4, S, true, 2 }, { 'm', 8, D, 12, S, false, 4 },
	{ '>', 8, D, 12, S, false, 4 }, { 'g', 8, D, 12, S, false, 4 }, { 'g', 12, S, 18, S, true, 6 },
	/* What is known to be 0 has all divisors; those of 2^32 and more have no room. */
	{ '+', 0, D, 4294967295, S, false, 4294967295 }, { '+', 0, D, 4294967296, S, false, 1 },
	{ '-', 4294967296, S, 0, D, false, 1 }, { 'm', 0, D, 4294967296, S, false, 1 },
	{ '>', 4294967296, S, 0, D, false, 1 }, { 'g', 0, D, 4294967296, S, false, 1 }, { '+', 0, D, 0, S, false, 0 },
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
	case '>': return int_max(a, b);
	case 'g': return int_gcd(&al, a, b);
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

/* A basis is refused, but for that of what is multiplied or divided, and "_" everywhere. */
Test(integer, only_numbers_are_computed_with) {
	static const struct {
		char op;
		const char *refused; /* of which operand a basis is: l the left one, r the right one, b both at once */
	} cases[] = {
		{ '+', "lrb" }, { '-', "lrb" }, { 'g', "lrb" }, { '/', "rb" }, { '%', "rb" }, { '^', "rb" }, { 's', "rb" },
		{ '*', "b" },
	};
	struct tuple basis = tuple_int(8);
	basis.basis_depth = 1;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		for (const char *at = "lrb"; *at != '\0'; at++) {
			apply(cases[i].op, *at == 'r' ? tuple_int(4) : basis, *at == 'l' ? tuple_int(4) : basis);
			bool refused = strchr(cases[i].refused, *at) != NULL;
			cr_expect_eq(al.fault.code, refused ? FAULT_TYPE : FAULT_NONE, "%c %c", cases[i].op, *at);
			fault_clear(&al.fault);
			apply(cases[i].op, *at == 'r' ? tuple_int(4) : tuple_underscore(),
				*at == 'l' ? tuple_int(4) : tuple_underscore());
			cr_expect_eq(al.fault.code, FAULT_TYPE, "%c %c", cases[i].op, *at);
			fault_clear(&al.fault);
		}
	}
}

/* --- numbers beside divisors --- */

static const int64_t numbers[] = { 0, 1, 2, 3, 6, 7, 12, -1, -2, -7, -12, 46341, INT32_MAX, (int64_t)INT32_MAX + 1,
	INT32_MIN, INT64_C(1) << 40, INT64_MAX, INT64_MIN };
enum { NUMBERS = sizeof numbers / sizeof numbers[0], KINDS = 6 };

/* The number "n": static, of 32 or 64 bits with a divisor that is 1 or "n", with or without the number itself. */
static struct tuple known_as(int64_t n, int kind) {
	bool own = kind == 2 || kind == 5;
	struct tuple t = tuple_divisible(own && n > 0 && n <= UINT32_MAX ? (uint32_t)n : 1);
	t.traits = (uint8_t)(own ? INT_TRACKED : 0);
	if (kind >= 4) {
		t.traits |= INT_WIDE;
	}
	return kind == 0 ? tuple_int(n) : kind == 1 || kind == 4 ? t : int_with_number(t, n);
}

/* "a" OP "b" in 64 bits, rounded toward zero or "down"; false where it has no number. */
static bool number_of(char op, int64_t a, int64_t b, bool down, int64_t *n) {
	bool odd = b != 0 && b != -1 && a % b != 0 && (a < 0) != (b < 0);
	switch (op) {
	case '+': return checked_add(a, b, n);
	case '-': return checked_sub(a, b, n);
	case '*': return checked_mul(a, b, n);
	case '/':
		*n = b == 0 || b == -1 ? 0 : a / b - (down && odd ? 1 : 0);
		return b != 0 && (b != -1 || checked_sub(0, a, n));
	case '%':
		*n = b == 0 || b == -1 ? 0 : a % b + (down && odd ? b : 0);
		return b != 0;
	case '^': return b != 0 && checked_add(a, b - 1, n) && number_of('/', *n, b, false, n);
	case '>': *n = a > b ? a : b; return true;
	case 'm': *n = a < b ? a : b; return true;
	default: break;
	}
	for (a = a < 0 ? -a : a, b = b < 0 ? -b : b; b != 0;) {
		int64_t rest = a % b;
		a = b;
		b = rest;
	}
	*n = a;
	return true;
}

/* The number that "r" has beside its divisor is "n", if it has one to have and room for it; its divisor divides it. */
static bool is_right(struct tuple r, bool exists, int64_t n) {
	bool has_room = int_is_wide(r) || (n >= INT32_MIN && n <= INT32_MAX);
	if (int_is_numbered(r) != (exists && has_room)) {
		return false;
	}
	bool divides = r.divisor == 0 ? n == 0 : n % (int64_t)r.divisor == 0;
	return !exists || (divides && (!int_is_numbered(r) || r.value == n));
}

/* A pair of "numbers" as each kind of integer, which have a number unless they are of kind 1 or 4. */
struct pair {
	int64_t a, b;
	int kind_a, kind_b;
	struct tuple left, right;
	bool have_numbers;
};

static struct pair pair_of(int number) {
	struct pair pair = { .a = numbers[number % NUMBERS], .b = numbers[number / NUMBERS % NUMBERS] };
	pair.kind_a = number / NUMBERS / NUMBERS % KINDS;
	pair.kind_b = number / NUMBERS / NUMBERS / KINDS;
	pair.left = known_as(pair.a, pair.kind_a);
	pair.right = known_as(pair.b, pair.kind_b);
	pair.have_numbers = pair.kind_a == 0 || int_is_numbered(pair.left);
	pair.have_numbers = pair.have_numbers && (pair.kind_b == 0 || int_is_numbered(pair.right));
	return pair;
}

Test(integer, layouts_keep_numbers) {
	static const char ops[] = "+-*/%^m>g";
	for (int i = 0; i < NUMBERS * NUMBERS * KINDS * KINDS; i++) {
		struct pair pair = pair_of(i);
		bool is_least = pair.a == INT64_MIN || pair.b == INT64_MIN;
		for (const char *op = ops; *op != '\0' && (pair.kind_a > 0 || pair.kind_b > 0); op++) {
			int64_t n = 0;
			struct tuple r = apply(*op, pair.left, pair.right);
			bool failed = algebra_failed(&al);
			fault_clear(&al.fault);
			if (failed || is_least || r.known != KNOWN_DIVISOR) {
				continue;
			}
			bool exists = pair.have_numbers && number_of(*op, pair.a, pair.b, false, &n);
			cr_assert(is_right(r, exists, n), "%lld (%d) %c %lld (%d)", (long long)pair.a, pair.kind_a, *op,
				(long long)pair.b, pair.kind_b);
		}
	}
}

/* Python makes a number that an int does not hold one of 64 bits, and what is computed with it. */
static bool is_beyond_int(int64_t n) {
	return n < INT32_MIN || n > INT32_MAX;
}

Test(integer, python_keeps_numbers) {
	static const char ops[] = "+-*/%";
	for (int i = 0; i < NUMBERS * NUMBERS * KINDS * KINDS; i++) {
		struct pair pair = pair_of(i);
		bool wide = pair.kind_a > 3 || pair.kind_b > 3 || (pair.kind_a == 0 && is_beyond_int(pair.a))
			|| (pair.kind_b == 0 && is_beyond_int(pair.b));
		for (const char *op = ops; *op != '\0'; op++) {
			int64_t n = 0;
			bool exists = number_of(*op, pair.a, pair.b, true, &n);
			struct tuple r = python_compute(&al, *op, pair.left, pair.right);
			enum fault_code code = al.fault.code;
			bool divides_by_zero = (*op == '/' || *op == '%') && pair.kind_b == 0 && pair.b == 0;
			bool overflows = pair.kind_a == 0 && pair.kind_b == 0 && !exists && !divides_by_zero;
			fault_clear(&al.fault);
			cr_assert_eq(code, divides_by_zero ? FAULT_DOMAIN : overflows ? FAULT_OVERFLOW : FAULT_NONE,
				"%lld (%d) %c %lld (%d)", (long long)pair.a, pair.kind_a, *op, (long long)pair.b, pair.kind_b);
			if (code != FAULT_NONE) {
				continue;
			}
			bool right = int_has_value(r) ? pair.kind_a == 0 && pair.kind_b == 0 && r.value == n
				: is_right(r, exists && pair.have_numbers, n) && int_is_wide(r) == wide;
			cr_assert(right, "%lld (%d) %c %lld (%d)", (long long)pair.a, pair.kind_a, *op, (long long)pair.b,
				pair.kind_b);
		}
	}
}

/* What Python's arithmetic knows: divisors of what is tracked (t) or not (u), or of 64 bits (w); all divide 0. */
static const struct {
	char op;
	struct {
		char kind; /* i a number */
		int64_t n;
	} a, b;
	uint32_t divisor;
} python_rules[] = {
	{ '+', { 't', 8 }, { 'i', 12 }, 4 }, { '+', { 'u', 8 }, { 'i', 12 }, 1 }, { '-', { 'i', 12 }, { 't', 8 }, 4 },
	{ '*', { 't', 8 }, { 'u', 3 }, 24 }, { '*', { 't', 8 }, { 'i', 0 }, 0 }, { '*', { 'i', 0 }, { 't', 8 }, 0 },
	{ '*', { 't', 65537 }, { 'i', 65535 }, UINT32_MAX }, { '*', { 't', 65536 }, { 'i', 65536 }, 65536 },
	{ '*', { 't', 65536 }, { 'i', 65537 }, 65537 }, { '*', { 't', 65537 }, { 'i', 65536 }, 65537 },
	{ '*', { 't', 2 }, { 'i', INT32_MAX }, UINT32_MAX - 1 }, { '*', { 't', 2 }, { 'i', (int64_t)INT32_MAX + 1 }, 1 },
	{ '*', { 'w', 2 }, { 'i', UINT32_MAX / 2 }, UINT32_MAX - 1 }, { '+', { 'w', 8 }, { 'i', (int64_t)1 << 40 }, 8 },
	{ '/', { 't', 24 }, { 'i', 8 }, 3 }, { '/', { 't', 24 }, { 't', 8 }, 1 }, { '/', { 't', 24 }, { 'i', -8 }, 3 },
	{ '/', { 't', 24 }, { 'i', 7 }, 1 }, { '/', { 'i', 0 }, { 't', 8 }, 0 },
	{ '%', { 't', 24 }, { 'i', 8 }, 0 }, { '%', { 't', 8 }, { 'i', 24 }, 8 }, { '%', { 't', 8 }, { 'i', 12 }, 1 },
	{ '%', { 't', 8 }, { 't', 24 }, 1 }, { '%', { 'i', 0 }, { 't', 8 }, 0 },
	{ '+', { 'w', 8 }, { 'w', 12 }, 4 }, { '+', { 'w', 8 }, { 't', 8 }, 1 }, { '+', { 't', 8 }, { 'w', 8 }, 1 },
	{ '+', { 'w', 8 }, { 'i', 12 }, 4 }, { '%', { 'w', 24 }, { 'i', 8 }, 1 }, { '*', { 'w', 8 }, { 't', 3 }, 8 },
	{ '/', { 'w', 24 }, { 'i', 8 }, 3 },
};

static struct tuple python_operand(char kind, int64_t n) {
	struct tuple t = kind == 'i' ? tuple_int(n) : tuple_divisible((uint32_t)n);
	if (kind != 'i') {
		t.traits = (uint8_t)((kind != 'u' ? INT_TRACKED : 0) | (kind == 'w' ? INT_WIDE : 0));
	}
	return t;
}

Test(integer, what_python_knows_of_a_result) {
	for (size_t i = 0; i < sizeof python_rules / sizeof python_rules[0]; i++) {
		char a = python_rules[i].a.kind, b = python_rules[i].b.kind;
		struct tuple r = python_compute(&al, python_rules[i].op, python_operand(a, python_rules[i].a.n),
			python_operand(b, python_rules[i].b.n));
		cr_expect(!algebra_failed(&al), "rule %zu: %s", i, al.fault.text);
		cr_expect_eq(r.divisor, python_rules[i].divisor, "rule %zu: %u", i, r.divisor);
		bool wide = a == 'w' || b == 'w' || (a == 'i' && is_beyond_int(python_rules[i].a.n))
			|| (b == 'i' && is_beyond_int(python_rules[i].b.n));
		bool tracked = a == 'w' || b == 'w' || ((a == 't' || b == 't') && !wide);
		cr_expect_eq(r.traits, (tracked ? INT_TRACKED : 0) | (wide ? INT_WIDE : 0), "rule %zu", i);
	}
}

Test(integer, python_refuses_what_is_no_number) {
	struct tuple basis = tuple_int(3);
	basis.basis_depth = 1;
	const struct tuple others[] = { basis, tuple_underscore() };
	for (size_t i = 0; i < 4; i++) {
		fault_clear(&al.fault);
		python_compute(&al, '+', i % 2 == 0 ? others[i / 2] : tuple_int(1), i % 2 == 0 ? tuple_int(1) : others[i / 2]);
		cr_expect_eq(al.fault.code, FAULT_TYPE);
		cr_expect_str_eq(al.fault.text, "plain integers are needed here, not basis strides or \"_\"");
	}
}

/* A formula beside an integer of which a divisor is known: what divides the result, if anything is told of it. */
Test(integer, python_meets_formulas) {
	struct symbols *symbols = symbols_new(&arena);
	struct tuple four = symbol_name(&al, symbols, str_from("M"), 4, false);
	struct tuple two = symbol_name(&al, symbols, str_from("K"), 2, false);
	struct tuple one = symbol_name(&al, symbols, str_from("N"), 1, false);
	struct tuple tracked = tuple_divisible(6);
	tracked.traits |= INT_TRACKED;
	struct tuple untracked = tuple_divisible(6);
	untracked.traits = 0;
	struct tuple wide = tracked;
	wide.traits |= INT_WIDE;
	const struct {
		struct tuple a, b;
		char sign;
		uint32_t divisor;
		bool tracked;
	} cases[] = {
		{ four, tracked, '+', 2, true }, { tracked, four, '-', 2, true }, { four, tracked, '*', 24, true },
		{ one, tracked, '*', 6, true }, { four, untracked, '*', 24, true }, { two, untracked, '*', 12, true },
		{ one, untracked, '*', 1, false }, { untracked, one, '+', 1, false }, { four, untracked, '+', 2, true },
		{ four, wide, '*', 6, true }, { wide, four, '*', 6, true }, { four, wide, '+', 1, true },
		{ four, tracked, '/', 1, true }, { tracked, four, '%', 1, true },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct tuple r = python_compute(&al, cases[i].sign, cases[i].a, cases[i].b);
		cr_expect(!algebra_failed(&al) && r.known == KNOWN_DIVISOR, "case %zu: %s", i, al.fault.text);
		cr_expect_eq(r.divisor, cases[i].divisor, "case %zu: %d", i, (int)r.divisor);
		cr_expect_eq((r.traits & INT_TRACKED) != 0, cases[i].tracked, "case %zu", i);
		cr_expect_eq((r.traits & INT_WIDE) != 0, int_is_wide(cases[i].a) || int_is_wide(cases[i].b), "case %zu", i);
	}
}

/* An integer of 64 bits that is known at run time only, and is "n" there. */
static struct tuple numbered(int64_t n) {
	struct tuple t = tuple_divisible(1);
	t.traits = INT_WIDE;
	return int_with_number(t, n);
}

/* The least integer has no opposite, and a tuple no size. */
Test(integer, quotients_and_signs_at_the_end) {
	const struct {
		char op; /* / quotient, a absolute value, s sign */
		struct tuple a;
		const char *text;
		int64_t value;
	} cases[] = {
		{ '/', tuple_int(INT64_MIN), "-9223372036854775808 / -1 does not fit 64 bits", 0 },
		{ '/', tuple_int(INT64_MIN + 1), "", INT64_MAX },
		{ 'a', tuple_int(INT64_MIN + 1), "", INT64_MAX },
		{ 'a', tuple_int(INT64_MIN), "0 - -9223372036854775808 does not fit 64 bits", 0 },
		{ 'a', numbered(-7), "", 7 },
		{ 'a', numbered(0), "", 0 },
		{ 'a', numbered(7), "", 7 },
		{ 'a', numbered(INT64_MIN + 1), "", INT64_MAX },
		{ 'a', numbered(INT64_MIN), "", INT64_MIN },
		{ 's', numbered(INT64_MIN), "", -1 },
		{ 's', numbered(-1), "", -1 },
		{ 's', numbered(0), "", 0 },
		{ 's', numbered(1), "", 1 },
		{ 'a', tuple_pair(&al, tuple_int(1), tuple_int(2)), "an integer is needed here", 0 },
		{ 's', tuple_int(INT64_MIN), "", -1 },
		{ 's', tuple_int(0), "", 0 },
		{ 's', tuple_int(7), "", 1 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		algebra_init(&al, &arena);
		struct tuple r = cases[i].op == '/' ? int_div(&al, cases[i].a, tuple_int(-1)) :
			cases[i].op == 'a' ? int_abs(&al, cases[i].a) : int_sign(cases[i].a);
		cr_expect_str_eq(al.fault.text, cases[i].text);
		cr_expect(algebra_failed(&al) || r.value == cases[i].value, "case %zu", i);
	}
	algebra_init(&al, &arena);
	struct tuple name = symbol_name(&al, symbols_new(&arena), str_from("M"), 1, false);
	cr_expect(tuple_is_constant(int_sign(name), 1));
	cr_expect(tuple_is_constant(int_sign(int_mul(&al, name, tuple_int(-3))), -1));
	cr_expect(tuple_equal(int_abs(&al, int_mul(&al, name, tuple_int(-3))), int_mul(&al, name, tuple_int(3))));
	/* M - 1 is 0 or more, which needs nothing of M. */
	struct tuple before = int_sub(&al, name, tuple_int(1));
	cr_expect(tuple_is_constant(int_sign(before), 1) && tuple_equal(int_abs(&al, before), before));
	cr_expect_eq(name.symbol->symbols->need_count, 0);
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

/* Of a number that is known at run time only, the remainder by 1 and -1 is known at compile time, as in CuTe. */
Test(integer, remainders_by_one) {
	for (int64_t by = -3; by <= 3; by++) {
		struct tuple run_time = tuple_int(7);
		run_time.known = KNOWN_RUN_TIME;
		struct tuple r = by == 0 ? tuple_int(0) : int_mod(&al, run_time, tuple_int(by));
		cr_expect_eq(r.value, by == 0 ? 0 : 7 % by);
		cr_expect_eq(int_is_static(r), by >= -1 && by <= 1, "by %lld", (long long)by);
	}
	cr_expect(!algebra_failed(&al));
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
