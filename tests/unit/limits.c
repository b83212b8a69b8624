/* Every limit of base/limits.h that an evaluation can meet: at the limit it works, one step beyond is FAULT_LIMIT. */
#include <criterion/criterion.h>

#include "base/buf.h"
#include "base/limits.h"
#include "lang/eval.h"

static struct arena arena;

static void set_up(void) {
	arena_init(&arena, NULL, NULL);
}

static void tear_down(void) {
	arena_finish(&arena);
}

TestSuite(limits, .init = set_up, .fini = tear_down);

/* The code of the fault that the program "text" ends with, FAULT_NONE if it has a value. */
static enum fault_code outcome(const struct buf *text) {
	struct source source = { .name = "<test>", .text = buf_str(text), .first_line = 1 };
	struct evaluation evaluation;
	evaluation_init(&evaluation, &arena, false);
	if (evaluation_run(&evaluation, &source)) {
		return FAULT_NONE;
	}
	return evaluation.error.fault.code;
}

static struct buf new_text(const char *text) {
	struct buf buf;
	buf_init(&buf, &arena);
	buf_put(&buf, text);
	return buf;
}

/* "before", then "count" times "piece", then "after". */
static struct buf repeated(const char *before, int count, const char *piece, const char *after) {
	struct buf buf = new_text(before);
	for (int i = 0; i < count; i++) {
		buf_put(&buf, piece);
	}
	buf_put(&buf, after);
	return buf;
}

static void assert_limit(int limit, const char *before, const char *piece, const char *after) {
	struct buf at = repeated(before, limit, piece, after);
	cr_expect_eq(outcome(&at), FAULT_NONE, "%d times '%s': %s", limit, piece, fault_code_name(outcome(&at)));
	struct buf beyond = repeated(before, limit + 1, piece, after);
	cr_expect_eq(outcome(&beyond), FAULT_LIMIT, "%d times '%s': %s", limit + 1, piece,
		fault_code_name(outcome(&beyond)));
}

Test(limits, source_bytes) {
	assert_limit(LIMIT_SOURCE_BYTES - 1, "", " ", "1");
}

static void assert_too_large(const struct buf *text) {
	enum fault_code code = outcome(text);
	cr_expect(code == FAULT_LIMIT || code == FAULT_OVERFLOW, "%.30s: %s", text->data, fault_code_name(code));
}

Test(limits, integer_digits) {
	struct buf largest = new_text("9223372036854775807");
	cr_expect_eq(outcome(&largest), FAULT_NONE);
	struct buf with_zeros = new_text("00000000000000000000000009223372036854775807");
	cr_expect_eq(outcome(&with_zeros), FAULT_NONE);
	struct buf too_large = new_text("9223372036854775808");
	assert_too_large(&too_large);
	struct buf too_long = repeated("", 20, "1", "");
	assert_too_large(&too_long);
	struct buf endless = repeated("", 100000, "1", "");
	assert_too_large(&endless);
}

Test(limits, name_bytes) {
	assert_limit(LIMIT_NAME_BYTES, "", "n", " = 1");
}

Test(limits, string_bytes) {
	assert_limit(LIMIT_STRING_BYTES, "\"", "s", "\"");
}

Test(limits, nesting_of_parentheses) {
	struct buf at = repeated("", LIMIT_NESTING, "(", "1");
	buf_put_repeated(&at, ')', LIMIT_NESTING);
	cr_expect_eq(outcome(&at), FAULT_NONE, "%s", fault_code_name(outcome(&at)));
	struct buf beyond = repeated("", LIMIT_NESTING + 1, "(", "1");
	buf_put_repeated(&beyond, ')', LIMIT_NESTING + 1);
	cr_expect_eq(outcome(&beyond), FAULT_LIMIT, "%s", fault_code_name(outcome(&beyond)));
}

Test(limits, nesting_without_end) {
	static const char *const pieces[] = { "(", "[", "<", "size(", "1 o (", "1:(", "n=(", "((1))(" };
	for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
		struct buf deep = repeated("", 100000, pieces[i], "1");
		cr_expect_neq(outcome(&deep), FAULT_NONE, "%s", pieces[i]);
	}
}

Test(limits, signs_without_end) {
	struct buf text = repeated("", 100000, "-", "1");
	outcome(&text);
}

Test(limits, nesting_made_by_operations) {
	struct buf text = new_text("a = (1)\n");
	for (int i = 0; i < 2 * LIMIT_NESTING; i++) {
		buf_put(&text, "a = (a,1)\n");
	}
	cr_expect_eq(outcome(&text), FAULT_LIMIT, "%s", fault_code_name(outcome(&text)));
}

Test(limits, statements) {
	assert_limit(LIMIT_STATEMENTS, "", "1\n", "");
}

Test(limits, names) {
	struct buf text = new_text("");
	for (int i = 0; i < LIMIT_NAMES; i++) {
		buf_printf(&text, "n%d = %d\n", i, i);
	}
	cr_expect_eq(outcome(&text), FAULT_NONE, "%s", fault_code_name(outcome(&text)));
	buf_put(&text, "more = 1\n");
	cr_expect_eq(outcome(&text), FAULT_LIMIT, "%s", fault_code_name(outcome(&text)));
}

Test(limits, basis_depth) {
	assert_limit(LIMIT_BASIS_DEPTH, "1", "@0", "");
}

Test(limits, basis_depth_made_by_operations) {
	for (int depth = LIMIT_BASIS_DEPTH; depth <= LIMIT_BASIS_DEPTH + 1; depth++) {
		struct buf text = repeated("make_identity_layout(", depth, "(", "2");
		buf_put_repeated(&text, ')', (size_t)depth + 1);
		cr_expect_eq(outcome(&text), depth > LIMIT_BASIS_DEPTH ? FAULT_LIMIT : FAULT_NONE, "%s: %s", text.data,
			fault_code_name(outcome(&text)));
	}
}

Test(limits, basis_index) {
	struct buf at = new_text("");
	buf_printf(&at, "1@%d", LIMIT_BASIS_INDEX);
	cr_expect_eq(outcome(&at), FAULT_NONE, "%s", fault_code_name(outcome(&at)));
	struct buf beyond = new_text("");
	buf_printf(&beyond, "1@%d", LIMIT_BASIS_INDEX + 1);
	cr_expect_eq(outcome(&beyond), FAULT_LIMIT, "%s", fault_code_name(outcome(&beyond)));
}

/* The modes of a shape are numbered by a basis, too. */
Test(limits, basis_index_made_by_operations) {
	assert_limit(LIMIT_BASIS_INDEX, "make_identity_layout((", "2,", "2))");
}

Test(limits, arguments) {
	assert_limit(LIMIT_ARGUMENTS - 1, "make_layout(", "2:1,", "2:1)");
}

Test(limits, operands_of_a_composition) {
	assert_limit(LIMIT_ARGUMENTS - 1, "", "2:1 o ", "2:1");
}

Test(limits, leaves) {
	assert_limit(LIMIT_LEAVES - 1, "(", "1,", "1)");
}

Test(limits, leaves_made_by_operations) {
	struct buf text = new_text("a = (1,1)\n");
	for (int i = 0; i < 30; i++) {
		buf_put(&text, "a = (a,a)\n");
	}
	cr_expect_eq(outcome(&text), FAULT_LIMIT, "%s", fault_code_name(outcome(&text)));
}

Test(limits, nodes_made_by_operations) {
	struct buf text = new_text("a = ((),())\n");
	for (int i = 0; i < 30; i++) {
		buf_put(&text, "a = (a,a)\n");
	}
	cr_expect_eq(outcome(&text), FAULT_LIMIT, "%s", fault_code_name(outcome(&text)));
}

Test(limits, nodes) {
	assert_limit(LIMIT_NODES - 1, "(", "(),", "())");
}

Test(limits, large_layouts_are_no_limit) {
	struct buf text = new_text("composition((1073741824,1073741824):(1,1073741824), (1024,4):(1,1073741824))");
	cr_expect_eq(outcome(&text), FAULT_NONE, "%s", fault_code_name(outcome(&text)));
}

Test(limits, overflow_is_no_limit) {
	struct buf text = new_text("cosize((4294967296,4294967296):(1,4294967296))");
	cr_expect_eq(outcome(&text), FAULT_OVERFLOW, "%s", fault_code_name(outcome(&text)));
}

/* Each statement doubles the parts. */
static struct buf doubled(int times) {
	struct buf text = new_text("a0 = Sw<1,0,3> o 0 o 16:1\n");
	for (int i = 0; i < times; i++) {
		buf_printf(&text, "a%d = make_composed_layout(a%d, 0, a%d)\n", i + 1, i, i);
	}
	return text;
}

Test(limits, parts) {
	int times = 0;
	while (4 << times <= LIMIT_PARTS) {
		times++;
	}
	struct buf at = doubled(times);
	cr_expect_eq(outcome(&at), FAULT_NONE);
	struct buf beyond = doubled(times + 1);
	cr_expect_eq(outcome(&beyond), FAULT_LIMIT);
}

/* --- formulas of run-time integers --- */

/* "M0 = ?; ..." for "count" names, then "text". */
static struct buf with_names(int count, const char *text) {
	struct buf buf = new_text("");
	for (int i = 0; i < count; i++) {
		buf_printf(&buf, "M%d = ?; ", i);
	}
	buf_put(&buf, text);
	return buf;
}

Test(limits, symbol_variables) {
	struct buf at = with_names(LIMIT_SYMBOL_VARIABLES, "1");
	struct buf beyond = with_names(LIMIT_SYMBOL_VARIABLES + 1, "1");
	cr_expect_eq(outcome(&at), FAULT_NONE);
	cr_expect_eq(outcome(&beyond), FAULT_LIMIT);
}

Test(limits, symbol_terms) {
	struct buf at = with_names(LIMIT_SYMBOL_TERMS, "(M0");
	for (int i = 1; i < LIMIT_SYMBOL_TERMS; i++) {
		buf_printf(&at, "+M%d", i);
	}
	struct buf beyond = at;
	buf_put(&at, ")");
	cr_expect_eq(outcome(&at), FAULT_NONE, "%s", fault_code_name(outcome(&at)));
	buf_init(&beyond, &arena);
	buf_put_str(&beyond, buf_str(&at));
	buf_put(&beyond, "+1");
	cr_expect_eq(outcome(&beyond), FAULT_LIMIT, "%s", fault_code_name(outcome(&beyond)));
}

Test(limits, symbol_factors) {
	assert_limit(LIMIT_SYMBOL_FACTORS - 1, "M = ?; ", "M*", "M");
}

/* A name gives two needs: that 2 divides it, and that 3 does. */
Test(limits, symbol_needs) {
	struct buf text = with_names(LIMIT_SYMBOL_NEEDS / 2 + 1, "");
	for (int i = 0; i < LIMIT_SYMBOL_NEEDS / 2; i++) {
		buf_printf(&text, "shape_div(M%d,2); shape_div(M%d,3); ", i, i);
	}
	cr_expect_eq(outcome(&text), FAULT_NONE, "%s", fault_code_name(outcome(&text)));
	buf_printf(&text, "shape_div(M%d,2)", LIMIT_SYMBOL_NEEDS / 2);
	cr_expect_eq(outcome(&text), FAULT_LIMIT, "%s", fault_code_name(outcome(&text)));
}

Test(limits, vector_elements) {
	static const char *const operations[] = { "load", "print_tensor" };
	for (int i = 0; i < 4; i++) {
		struct buf text = new_text(operations[i / 2]);
		buf_printf(&text, "(tensor<ptr<f32,generic> o %d:0>)", LIMIT_VECTOR_ELEMENTS + i % 2);
		cr_expect_eq(outcome(&text), i % 2 == 1 ? FAULT_LIMIT : FAULT_NONE, "%s: %s", text.data,
			fault_code_name(outcome(&text)));
	}
}
