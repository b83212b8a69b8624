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

	/* nothing to add, nothing to compare */
	{ "append(8:1,4:1,1)", "8:1" },
	{ "prepend(8:1,4:1,1)", "8:1" },
	{ "(4,8) == (4,8,1)", "false" },
	{ "(4,8):(1,4) == (4,8,1):(1,4,0)", "false" },

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
	{ "_ == 5", "false" },
	{ "5 == _", "false" },
	{ "_ == _", "true" },
	{ "(_,2) == (3,2)", "false" },
	{ "(_,2) == (_,2)", "true" },
	{ "2 == (2)", "false" },
	{ "(1@0,2@1,3@2) == (1@0,2@1,3@2)", "true" },
	{ "1@0 == 1@1", "false" },
	{ "1@0 == 1@0@0", "false" },
	{ "append((2,3),4:1)", "(2,3,4):(1,2,1)" },
	{ "append((2,3),4)", "(2,3,4)" },
	{ "append((2,3):(1,2),4)", "(2,3,4):(1,2,1)" },
	{ "prepend((2,3),4:1)", "(4,2,3):(1,1,2)" },
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
	{ "(2,2)\r(2,2)", "(2,2)" },
	{ "# a comment\r(2,\r2):(1,2)\r", "(2,2):(1,2)" },
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

	/* operations on tuples, swizzles, atoms and what is made of them */
	{ "crd2idx((1,2),(4,8),(8,1))", "10" },
	{ "crd2idx(5,(4,8),(1,100))", "101" },
	{ "idx2crd(23,(4,(2,8)),(16,(8,1)))", "(1,(0,7))" },
	{ "crd2crd((1,(0,2)),(4,(2,8)),(4,(4,4)))", "(1,(0,2))" },
	{ "crd2crd((1,2),(4,8),32)", "9" },
	{ "slice((_,1),(4,8))", "(4)" },
	{ "dice((_,1),(4,8))", "(8)" },
	{ "slice((_,(1,_)),(4,(2,3)))", "(4,3)" },
	{ "slice((_,3),Sw<1,0,2> o 0 o (4,8):(1,4))", "((2,2)):((-1,2))" },
	{ "slice_and_offset((_,3),Sw<1,0,2> o 0 o (4,8):(1,4))", "(((2,2)):((-1,2)),13)" },
	{ "append((4,8),3)", "(4,8,3)" },
	{ "append((4,8),3,4)", "(4,8,3,3)" },
	{ "append((4,8))", "(4,8,1)" },
	{ "prepend((4,8),3)", "(3,4,8)" },
	{ "prepend(4,3)", "(3,4)" },
	{ "append((4,8):(8,1),3:32,4)", "(4,8,3,3):(8,1,32,32)" },
	{ "14_c", "14" },
	{ "(128_c,4_c)", "(128,4)" },
	{ "make_identity_layout(8) == make_identity_layout(8)", "true" },
	{ "crd2idx(3,make_identity_layout(8))", "3" },
	{ "append(Sw<2,0,2>,4:1)", "(Sw<2,0,2>,4:1)" },
	{ "replace(Sw<2,0,2>,0,1)", "1" },
	{ "append(():(),4:1,0)", "():()" },
	{ "replace((8,8),0,3:1)", "(3:1,8)" },
	{ "partition_A(make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1):(1,0,0)),37,(128,64):(64,1))",
		"(((2,2,2),4,4):((1,512,8),2048,16),1090)" },
	{ "prepend(Sw<2,0,2> o 0 o 8:1,1:0,3)", "(1:0,1:0,Sw<2,0,2> o 0 o 8:1)" },
	{ "replace((4,8),1,(2,2))", "(4,(2,2))" },
	{ "zip((4,8),(2,3))", "((4,2),(8,3))" },
	{ "zip(((4,8),(2,3)))", "((4,2),(8,3))" },
	{ "zip(((1,2,3),(4,5,6)))", "((1,4),(2,5),(3,6))" },
	{ "select((2,3,5),(0,2))", "(2,5)" },
	{ "select((2,3,5),0,2)", "(2,5)" },
	{ "take((2,3,5),1,3)", "(3,5)" },
	{ "group((2,3,5),1,3)", "(2,(3,5))" },
	{ "group((2,3,5),1)", "(2,(3,5))" },
	{ "unflatten((4,2,8),(1,(1,1)))", "(4,(2,8))" },
	{ "get((2,(3,5)),1,0)", "3" },
	{ "ceil_div((9,8),4)", "(3,8)" },
	{ "evenly_divides(8,(2,4))", "false" },
	{ "evenly_divides((8,9),(4,4))", "false" },
	{ "evenly_divides((8,9),(4:2,3))", "true" },
	{ "elem_less((1,2),(4,2))", "false" },
	{ "elem_less((1,(2,3)),(4,(3,4)))", "true" },
	{ "elem_less(1,2)", "true" },
	{ "product_each(4)", "(4)" },
	{ "product_each(((2,3),4))", "(6,4)" },
	{ "elem_scale(3,(2,3))", "18" },
	{ "make_tiled_copy(copy_atom(\"UniversalCopy<u128>\",16),(16,8):(8,1),(1,8):(8,1))",
		"make_tiled_copy_impl(copy_atom(\"UniversalCopy<u128>\",16),((8,16),8):((128,1),16),(16,64))" },
	{ "make_tiled_copy_impl(copy_atom(\"UniversalCopy<u16>\",16),(4,2):(2,1),(2:1,4))",
		"make_tiled_copy_impl(copy_atom(\"UniversalCopy<u16>\",16),(4,2):(2,1),(2:1,4))" },
	{ "make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1):(1,2,0),(32,32,16))",
		"make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1):(1,2,0),(32,32,16))" },
	{ "make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1):(1,2,0),((16,2):(1,16),32:1,_))",
		"make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1):(1,2,0),((16,2):(1,16),32:1,_))" },
	{ "make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\")) == "
		"make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"))",
		"true" },
	{ "make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1),(32,32,16)) == "
		"make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1),(32:1,32,_))",
		"false" },
	{ "make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1),(32,32,16)) == "
		"make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1),(32,32,32))",
		"false" },
	{ "make_tiled_copy(copy_atom(\"UniversalCopy<u128>\",16),(16,8):(8,1),(1,8):(8,1)) == "
		"make_tiled_copy(copy_atom(\"UniversalCopy<u128>\",16),(16,8):(8,1),(1,8):(8,1))",
		"true" },
	{ "copy_atom(\"UniversalCopy<u128>\",16) == copy_atom(\"UniversalCopy<u128>\",32)", "false" },
	{ "mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\") == mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\")", "true" },
	{ "Sw<3,4,3> == Sw<3,4,3>", "true" },
	{ "(3:3,8) == (3:3,9)", "false" },
	{ "(3:3,8) == (3:3,8,1)", "false" },
	{ "\"a\" == \"a\"", "true" },
	{ "left_inverse(Sw<2,0,2> o 0 o 16:1)", "Sw<2,0,2> o 0 o 16:1" },
	{ "right_inverse(Sw<2,0,2> o 0 o 16:1)", "Sw<2,0,2> o 0 o 16:1" },
	{ "right_inverse(Sw<2,0,2> o 4 o 16:1)", "16:1 o -4 o Sw<2,0,2>" },
	{ "max_common_layout(16:1,Sw<2,2,2> o 0 o 16:1)", "4:1" },
	{ "max_common_vector(Sw<2,2,2> o 0 o 64:1,64:1)", "4" },
	{ "max_common_vector(Sw<2,2,2> o 0 o 64:1,Sw<2,3,2> o 0 o 64:1)", "4" },
	{ "max_alignment(Sw<2,2,2> o 0 o 64:1)", "4" },
	{ "max_alignment(Sw<2,2,2>)", "4" },
	{ "logical_product(4:1,Sw<2,0,2> o 0 o 16:1)", "Sw<2,2,2> o 0 o (4,16):(1,4)" },
	{ "tile_to_shape(Sw<2,0,2> o 0 o (4,4):(4,1),(8,8))", "Sw<2,0,2> o 0 o ((4,2),(4,2)):((4,16),(1,32))" },
	{ "E<0,1>", "1@1@0" },
	{ "ScaledBasis<Int<3>,1,0>{}", "3@0@1" },
	{ "cute.ScaledBasis(3,[1,0])", "3@0@1" },
	{ "cute.make_identity_layout((4,8))", "(4,8):(1@0,1@1)" },
	{ "cute.group_modes((2,3,5),0,2)", "((2,3),5)" },
	{ "upcast(Sw<2,2,3> o 0 o (8,8):(8,1),2)", "Sw<2,1,3> o 0 o (8,4):(4,1)" },
	{ "downcast(Sw<2,2,3> o 0 o (8,8):(8,1),2)", "Sw<2,3,3> o 0 o (8,16):(16,1)" },
	{ "recast_layout(16,8,Sw<2,4,3> o 16 o (64,8):(1,64))", "Sw<2,3,3> o 8 o (32,8):(1,32)" },
	{ "nullspace((4,8):(0,0))", "(4,8):(1,4)" },
	{ "coshape((4,8):(1@0,1@1))", "(4,8)" },
	{ "filter((4,8):(0,1),(1,1))", "(1,8):(0,1)" },
	{ "make_layout((4,8):(8,1),2:3)", "((4,8),2):((8,1),3)" },
	{ "make_layout(4,8)", "4:8" },
	{ "make_ordered_layout((4,(2,3)),(1,(0,2)))", "(4,(2,3)):(2,(1,8))" },
	{ "weakly_congruent((4,8),(4,(2,4)))", "true" },
	{ "compatible((4,(2,8)),(4,(2,8)))", "true" },
	{ "congruent(4,(4))", "false" },
	{ "domain_distribute((15,14),7)", "7:15" },
	{ "composition((4,8):(8,1),(2:1,_))", "(2,8):(8,1)" },
	{ "inner_product((1,(2,3)),(4,(5,6)))", "32" },
	{ "prefix_product((4,(2,8)),(1,(10,1)))", "(1,(10,1))" },
	{ "prefix_product((4,2),3)", "(3,12)" },
	{ "prefix_product((4,(2,8)),(1,(10,1)))", "(1,(10,1))" },
	{ "prefix_product((4,(2,8)),(1,10))", "(1,(10,20))" },
	{ "Sw<2,0,2> o Sw<1,0,2>", "Sw<1,1,2>" },
	{ "take(4,0,1)", "(4)" },
	{ "composition((4,8):(1@0,1@1),4:1)", "4:1@0" },
	{ "composition((4,8):(1@0,1@1),(2:1,4:1))", "(2,4):(1@0,1@1)" },
	{ "Sw<2,0,2> o 0 o (4,8):(1@0,1@1)", "Sw<2,0,2> o 0 o (4,8):(1@0,1@1)" },
	{ "(4:1 o 3 o 8:1) o 4:1", "4:1 o 3 o 4:1" },
	{ "slice((_,2),8:2 o 0 o (4,8):(1,4))", "8:2 o 8 o (4):(1)" },
	{ "elem_less((1,2),(2,3,4))", "true" },
	{ "9223372036854775807:2 == 9223372036854775807:2", "true" },
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
