/*
 * Programs and their values. Every value is also read back: its text is an expression that has the same text. To add
 * a case, add a line.
 */
#include <criterion/criterion.h>
#include <string.h>

#include "lang_case.h"

struct case_of_value {
	const char *program;
	const char *value;  /* "" for none */
};

static const struct case_of_value cases[] = {
	/* integers */
	{ "1", "1" },
	{ "0", "0" },
	{ "-3", "-3" },
	{ "- 3", "-3" },
	{ "007", "7" },
	{ "_4", "4" },
	{ "-_4", "-4" },
	{ "Int<4>{}", "4" },
	{ "Int<4>", "4" },
	{ "Int< 4 > { }", "4" },
	{ "Int<-4>{}", "-4" },
	{ "C<4>", "4" },
	{ "9223372036854775807", "9223372036854775807" },
	{ "-9223372036854775807", "-9223372036854775807" },
	{ "00000000000000000000000000000001", "1" },

	/* products of an extent and a stride that do not fit, and need not */
	{ "coalesce((4294967296,2):(4294967296,1))", "(4294967296,2):(4294967296,1)" },
	{ "left_inverse((4294967296,2,2):(4294967296,1,1099511627776))",
		"(4294967296,256,2):(4294967296,1,8589934592)" },

	/* basis elements and underscores */
	{ "1@0", "1@0" },
	{ "1@0@1", "1@0@1" },
	{ "-2@1", "-2@1" },
	{ "3@255", "3@255" },
	{ "1@0@1@2@3@4@5", "1@0@1@2@3@4@5" },
	{ "(1@0,1@1)", "(1@0,1@1)" },
	{ "_", "_" },
	{ "(_,1)", "(_,1)" },
	{ "(_,_)", "(_,_)" },

	/* tuples */
	{ "()", "()" },
	{ "(4)", "(4)" },
	{ "(4,)", "(4)" },
	{ "((4))", "((4))" },
	{ "(4,(2,8))", "(4,(2,8))" },
	{ "((),(1,()))", "((),(1,()))" },
	{ "[4,(2,8)]", "(4,(2,8))" },
	{ "[4;8]", "(4,8)" },
	{ "<4,8>", "(4,8)" },
	{ "<<1,2>,3>", "((1,2),3)" },
	{ "Shape<_4,_8>", "(4,8)" },
	{ "Shape<_4,Shape<_2,Int<8>>>", "(4,(2,8))" },
	{ "Stride<_1,_4>{}", "(1,4)" },
	{ "(1,\n2)", "(1,2)" },
	{ "<1,\n2>", "(1,2)" },
	{ "( 1 ,\t2 )", "(1,2)" },

	/* layouts */
	{ "4:1", "4:1" },
	{ "4 : 1", "4:1" },
	{ "(4):(1)", "(4):(1)" },
	{ "():()", "():()" },
	{ "0:1", "0:1" },
	{ "4:-1", "4:-1" },
	{ "(4,8):(8,1)", "(4,8):(8,1)" },
	{ "(4, 8):(8, 1)", "(4,8):(8,1)" },
	{ "(4, 8) : (8, 1)", "(4,8):(8,1)" },
	{ "(_4,_8):(_8,_1)", "(4,8):(8,1)" },
	{ "(4,(2,8)):(16,(8,1))", "(4,(2,8)):(16,(8,1))" },
	{ "Layout<Shape<_4,_8>,Stride<_8,_1>>", "(4,8):(8,1)" },
	{ "Layout<Shape<_4,_8>,Stride<_8,_1>>{}", "(4,8):(8,1)" },
	{ "Layout<Shape <_4,_8>, Stride<_8,_1> >", "(4,8):(8,1)" },
	{ "Layout<_4,_1>", "4:1" },
	{ "Layout<Shape<_4,_8>>", "(4,8):(1,4)" },
	{ "(4,8):(1@0,1@1)", "(4,8):(1@0,1@1)" },

	/* swizzles and composed layouts */
	{ "Sw<3,4,3>", "Sw<3,4,3>" },
	{ "Swizzle<3,4,3>", "Sw<3,4,3>" },
	{ "Swizzle<3,4,3>{}", "Sw<3,4,3>" },
	{ "Sw<1,2,-3>", "Sw<1,2,-3>" },
	{ "Sw<3,4,3> o 0 o (8,8):(8,1)", "Sw<3,4,3> o 0 o (8,8):(8,1)" },
	{ "Sw<3,4,3>o 0 o(8,8):(8,1)", "Sw<3,4,3> o 0 o (8,8):(8,1)" },
	{ "Sw<3,4,3> o _0 o (_8,_8):(_8,_1)", "Sw<3,4,3> o 0 o (8,8):(8,1)" },
	{ "Sw<3,4,3> o 5 o (8,8):(8,1)", "Sw<3,4,3> o 5 o (8,8):(8,1)" },
	{ "Sw<3,4,3> o (8,8):(8,1)", "Sw<3,4,3> o 0 o (8,8):(8,1)" },
	{ "Sw<0,4,3> o 0 o (16,8):(1,16)", "Sw<0,4,3> o 0 o (16,8):(1,16)" },
	{ "composition(Sw<0,4,3>,(16,8):(1,16))", "(16,8):(1,16)" },
	{ "L = Sw<1,0,3> o 0 o (8,8):(8,1); L(1,0)", "9" },
	{ "(Sw<1,0,3> o 0 o (8,8):(8,1))(1,0)", "9" },

	/* tilers, booleans, strings */
	{ "(8:2)", "(8:2)" },
	{ "(3:3,(2,4):(1,8))", "(3:3,(2,4):(1,8))" },
	{ "<3:3,(2,4):(1,8)>", "(3:3,(2,4):(1,8))" },
	{ "[3:3, 8]", "(3:3,8)" },
	{ "(3:3,_)", "(3:3,_)" },
	{ "true", "true" },
	{ "false", "false" },
	{ "\"SM75_U32x4_LDSM_N\"", "\"SM75_U32x4_LDSM_N\"" },
	{ "\"\"", "\"\"" },

	/* composition and equality as operators, and what brackets do */
	{ "4:2 o 2:1", "2:2" },
	{ "4:2 \xe2\x88\x98 2:1", "2:2" },
	{ "4:2\xe2\x88\x98" "2:1", "2:2" },
	{ "8:2 o 4:2 o 2:1", "2:4" },
	{ "(8:2 o 4:2) o 2:1", "2:4" },
	{ "8:2 o (4:2 o 2:1)", "2:4" },
	{ "(8:2 o 4:2)(1)", "4" },
	{ "(8:2 o 4:2,3)", "(4:4,3)" },
	{ "4:2 o 2:1 == 2:2", "true" },
	{ "(1 == 2)", "false" },
	{ "1 == 1", "true" },
	{ "(1,2) == (1,2)", "true" },
	{ "(1,2) == (2,1)", "false" },
	{ "4:1 == (4):(1)", "false" },
	{ "4 == (4)", "false" },
	{ "1@0 == 1@1", "false" },
	{ "\"a\" == \"a\"", "true" },
	{ "true == false", "false" },
	{ "(8:2) == (8:2)", "true" },

	/* calls */
	{ "size((2,3))", "6" },
	{ "size ( (2 , 3) )", "6" },
	{ "size((2,3),)", "6" },
	{ "cute.size((2,3))", "6" },
	{ "cute::size((2,3))", "6" },
	{ "cute.size(cute.make_layout((2,3)))", "6" },
	{ "make_layout((4,8))", "(4,8):(1,4)" },
	{ "make_layout((4,8), stride=(8,1))", "(4,8):(8,1)" },
	{ "make_layout(stride=(8,1), shape=(4,8))", "(4,8):(8,1)" },
	{ "make_layout(4:1, 2:4)", "(4,2):(1,4)" },
	{ "make_ordered_layout((4,64), order=(1,0))", "(4,64):(64,1)" },
	{ "complement(4:2, cotarget=24)", "(2,3):(1,8)" },
	{ "composition(tiler=2:1, layout=4:2)", "2:2" },
	{ "logical_divide(16:1, tiler=4)", "(4,4):(1,4)" },
	{ "coalesce((2,(1,6)):(1,(6,2)), target_profile=(1,1))", "(2,6):(1,2)" },
	{ "coalesce((2,3))", "6:1" },
	{ "size(\n\t(2,3) # a shape\n)", "6" },

	/* evaluation and slices */
	{ "L=(4,8):(8,1); L(5)", "9" },
	{ "L=(4,8):(8,1); L(1,2)", "10" },
	{ "L=(4,8):(8,1); L((1,2))", "10" },
	{ "L=(4,8):(8,1); L (1,2)", "10" },
	{ "(4,8):(8,1)(1,2)", "10" },
	{ "(4,8):(8,1) (1,2)", "10" },
	{ "L=(4,(2,4)):(8,(1,2)); L(1,(0,2))", "12" },
	{ "L=(4,(2,4)):(8,(1,2)); L((1,(0,2)))", "12" },
	{ "L=(4,(2,4)):(8,(1,2)); L(1,4)", "12" },
	{ "L=(4,8):(8,1); L(_,2)", "(4):(8)" },
	{ "L=(4,8):(8,1); L(_,_)", "(4,8):(8,1)" },
	{ "L=(4,(2,4)):(8,(1,2)); L(1,(_,2))", "(2):(1)" },
	{ "make_layout((4,8))(1,2)", "9" },

	/* statements, names, comments */
	{ "", "" },
	{ ";;;\n\n;", "" },
	{ "# nothing", "" },
	{ "1 # one", "1" },
	{ "# one\n1", "1" },
	{ "1\n2", "2" },
	{ "1;2;", "2" },
	{ ";;1;;", "1" },
	{ "1\r\n2\r\n", "2" },
	{ "a=1", "1" },
	{ "a = 1; a", "1" },
	{ "a=1;b=a", "1" },
	{ "a=1\na=2\na", "2" },
	{ "a=(1,2); (a,a)", "((1,2),(1,2))" },
	{ "a=4; b=2; a:b", "4:2" },
	{ "a=(4,8); b=(8,1); a:b", "(4,8):(8,1)" },
	{ "_x=3; _x", "3" },
	{ "x_1=3; x_1", "3" },
	{ "oo=4:1; oo o oo", "4:1" },
};

Test(lang, values) {
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		arena_reset(&arena);
		struct outcome outcome = evaluate_text(&arena, str_from(cases[i].program));
		cr_expect_eq(outcome.code, FAULT_NONE, "%s: %s", cases[i].program, outcome.sentence);
		cr_expect_str_eq(outcome.value, cases[i].value, "%s: expected %s, saw %s", cases[i].program, cases[i].value,
			outcome.value);
	}
	arena_finish(&arena);
}

Test(lang, values_are_expressions) {
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		arena_reset(&arena);
		struct outcome again = evaluate_text(&arena, str_from(cases[i].value));
		cr_expect_eq(again.code, FAULT_NONE, "%s: %s", cases[i].value, again.sentence);
		cr_expect_str_eq(again.value, cases[i].value, "%s: printed and read again it is %s", cases[i].value,
			again.value);
	}
	arena_finish(&arena);
}

/* The number of results of a program: its expressions, or its last binding. */
Test(lang, results_of_statements) {
	static const struct {
		const char *program;
		int results;
	} programs[] = {
		{ "", 0 },
		{ "1", 1 },
		{ "1;2;3", 3 },
		{ "a=1;2", 1 },
		{ "2;a=1", 1 },
		{ "a=1;b=2", 1 },
		{ "a=1;a;a", 2 },
	};
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
		struct outcome outcome = evaluate_text(&arena, str_from(programs[i].program));
		cr_expect_eq(outcome.result_count, programs[i].results, "%s: %d results", programs[i].program,
			outcome.result_count);
	}
	arena_finish(&arena);
}
