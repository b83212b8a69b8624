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

	/* powers, shifts, literals and members of a program */
	{ "(-1)**63", "-1" },
	{ "(-1)**64", "1" },
	{ "(-1)**65", "-1" },
	{ "(-1)**66", "1" },
	{ "(-1)**127", "-1" },
	{ "1**100", "1" },
	{ "0**100", "0" },
	{ "0**0", "1" },
	{ "2**62", "4611686018427387904" },
	{ "(-2)**3", "-8" },
	{ "1 << 62", "4611686018427387904" },
	{ "3 << 0", "3" },
	{ "0x1F", "31" },
	{ "0xAF", "175" },
	{ "0xFa", "250" },
	{ "0x9", "9" },
	{ "4u", "4" },
	{ "4U", "4" },
	{ "4ul", "4" },
	{ "4ull", "4" },
	{ "4ULL", "4" },
	{ "4LL", "4" },
	{ "zZ_9=4; zZ_9:1", "4:1" },
	{ "Z=4; Z:1", "4:1" },
	{ "A=3; A:1", "3:1" },
	{ "z=3; z:1", "3:1" },
	{ "a=3; _a=2; (a,_a)", "(3,2)" },
	{ "(4:1)(2)", "2" },
	{ "a, b = (4:1,8:1); b", "8:1" },
	{ "a, b, c = (2,3,4); c:a", "4:2" },
	{ "(4,8):(1,4)[1,2]", "9" },
	{ "(4,8):(1,4)[:,2]", "(4):(1)" },
	{ "(4,8):(1,4)[1]", "1" },
	{ "L=(4,8):(1,4); L.shape(1)", "8" },
	{ "L=(4,8):(1,4); L.shape<1>()", "8" },
	{ "L=(4,8):(1,4); L.template shape<1>()", "8" },
	{ "1 && 0 || 1", "true" },
	{ "1 < 2 && 2 < 3", "true" },
	{ "?{div=4294967295}", "?{div=4294967295}" },
	{ "?{div=0}", "?{div=0}" },
	{ "?{i64 div=4}", "?{i64 div=4}" },
	{ "?{div=4 i64}", "?{i64 div=4}" },
	{ "?{div=8}**2", "?" },
	{ "?**2", "?" },
	{ "2**?", "?" },
	{ "? & 3", "?" },
	{ "3 & ?", "?" },
	{ "?{i64} & 3", "?" },
	{ "? << 2", "?" },
	{ "5 & 3", "1" },
	{ "5 | 3", "7" },
	{ "5 ^ 3", "6" },
	{ "-5 & 3", "3" },
	{ "-5 >> 1", "-3" },
	{ "-5 >> 63", "-1" },
	{ "~5", "-6" },
	{ "~-1", "0" },
	{ "make_tensor(ptr<f32, gmem>,4:1)", "4:1" },
	{ "make_tensor(ptr<u4, smem, align<16>>,4:1)", "4:1" },
	{ "make_tensor(ptr<i8, gmem, align<1>>,4:1)", "4:1" },
	{ "make_tensor(ptr<i8, gmem, align<2>>,4:1)", "4:1" },
	{ "make_tensor(ptr<f16>,4:1)", "4:1" },
	{ "iterator(make_tensor(ptr<u4, smem>,4:1))", "ptr<i4, smem>" },
	{ "iterator(make_tensor(ptr<f64, smem>,4:1))", "ptr<f64, smem>" },
	{ "iterator(make_tensor(ptr<f64, smem, align<8>>,4:1))", "ptr<f64, smem>" },
	{ "copy_atom(\"SM90_TMA_LOAD<131072>\",16)", "copy_atom(\"SM90_TMA_LOAD<131072>\",16)" },
	{ "copy_atom(\"SM90_TMA_LOAD<2147483646>\",8)", "copy_atom(\"SM90_TMA_LOAD<2147483646>\",8)" },
	{ "4llu", "4" },
	{ "4LLU", "4" },
	{ "0XfA", "250" },
	{ "0xaf", "175" },
	{ "(2 > 1) ? (2:1) : (3:1)", "(2:1)" },
	{ "(2 < 1) ? (2:1) : (3:1)", "(3:1)" },
	{ "0Xaf", "175" },

	/* who owns what, tensor memory, vectors */
	{ "rank(owner((2048,1):(0,0),0))", "2048" },
	{ "rank(owned((1,2048):(0,1),0))", "2048" },
	{ "owned(make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\")),31,\"B\")", "((7,6),(7,7),(7,14),(7,15))" },
	{ "owned((4,2):(1,4),3)", "(3,7)" },
	{ "owner((2,4):(0,1),2)", "((0,2),(1,2))" },
	{ "owner((2,4):(4,1),8)", "()" },
	{ "owner((2,4):(4,1),7)", "(1,3)" },

	/* tensors of the host */
	{ "mark_layout_dynamic(tensor<ptr<f32,generic> o (1,4):(1,4)>)", "(?,?):(1,?{i64})" },
	{ "mark_layout_dynamic(tensor<ptr<f32,generic> o (4,1):(1,1)>)", "(?,?):(1,?{i64})" },
	{ "mark_layout_dynamic(tensor<ptr<f32,generic> o (4,8):(8,2)>)", "(?,?):(?{i64},?{i64})" },
	{ "mark_layout_dynamic(tensor<ptr<f32,generic> o (4,8):(8,1)>,-1)", "(?,?):(?{i64},1)" },
	{ "mark_layout_dynamic(tensor<ptr<f32,generic> o (4,8,2):(0,1,8)>)", "(?,?,?):(0,1,?{i64})" },
	{ "mark_layout_dynamic(tensor<ptr<f32,generic> o (8):(1)>)", "(?):(1)" },
	{ "mark_compact_shape_dynamic(tensor<ptr<f32,generic> o (1,4):(4,1)>,mode=0)", "(?,4):(4,1)" },
	{ "mark_compact_shape_dynamic(tensor<ptr<f32,generic> o (4,1,2):(1,4,4)>,mode=1)", "(4,?,2):(1,4,?{i64 div=4})" },
	{ "mark_compact_shape_dynamic(tensor<ptr<f32,generic> o (4,2,1):(1,4,4)>,mode=1)", "(4,?,1):(1,4,0)" },
	{ "mark_compact_shape_dynamic(tensor<ptr<f32,generic> o (2,3):(3,1)>,mode=0,stride_order=(0,1))", "(?,3):(3,1)" },
	{ "mark_compact_shape_dynamic(tensor<ptr<f32,generic> o (8):(1)>,mode=0,stride_order=0)", "(?):(1)" },
	{ "mark_compact_shape_dynamic(tensor<ptr<f32,generic> o (1,3):(7,1)>,mode=1,stride_order=(0,1))", "(1,?):(0,1)" },
	{ "mark_compact_shape_dynamic(tensor<ptr<f32,generic> o (2,6):(6,1)>,mode=1,divisibility=3)",
		"(2,?{div=3}):(?{i64 div=3},1)" },
	{ "mark_compact_shape_dynamic(mark_compact_shape_dynamic(tensor<ptr<f32,generic> o (2,3,4):(12,4,1)>,mode=2,"
		"divisibility=2),mode=1)",
		"(2,?,?{div=2}):(?{i64 div=2},?{i64 div=2},1)" },
	{ "mark_layout_dynamic(mark_compact_shape_dynamic(tensor<ptr<f32,generic> o (2,3,4):(12,4,1)>,mode=2))",
		"(?,?,?):(?{i64},?{i64},1)" },
	{ "mark_compact_shape_dynamic(tensor<ptr<f32,generic> o (2,3,65536):(196608,65536,1)>,mode=2,divisibility=65"
		"536)",
		"(2,3,?{div=65536}):(?{i64 div=196608},?{i64 div=65536},1)" },
	{ "mark_compact_shape_dynamic(tensor<ptr<f32,generic> o (2,65536,65536):(4294967296,65536,1)>,mode=2,divisib"
		"ility=65536)",
		"(2,65536,?{div=65536}):(?{i64 div=65536},?{i64 div=65536},1)" },
	{ "mark_compact_shape_dynamic(tensor<ptr<f32,generic> o (2,65535,65536):(4294901760,65536,1)>,mode=2,divisib"
		"ility=65536)",
		"(2,65535,?{div=65536}):(?{i64 div=4294901760},?{i64 div=65536},1)" },

	/* descriptors */
	{ "umma_instruction(\"SM100_MMA_F16BF16_SS<f16,f16,f32,128,256,K,K>\")",
		"((\"desc\",\"0x08400010\"),(\"a_format\",0),(\"b_format\",0),(\"c_format\",1),(\"a_major\",0),(\"b_major"
		"\",0),(\"m_dim\",8),(\"n_dim\",32))" },
	{ "umma_instruction(\"SM100_MMA_F16BF16_SS<f16, bf16, f32, 64, 8, MN, K>\")",
		"((\"desc\",\"0x04028410\"),(\"a_format\",0),(\"b_format\",1),(\"c_format\",1),(\"a_major\",1),(\"b_major"
		"\",0),(\"m_dim\",4),(\"n_dim\",1))" },
	{ "umma_instruction(\"SM100_MMA_F16BF16_SS<bf16,bf16,f32,64,16,K,MN>\")",
		"((\"desc\",\"0x04050490\"),(\"a_format\",1),(\"b_format\",1),(\"c_format\",1),(\"a_major\",0),(\"b_major"
		"\",1),(\"m_dim\",4),(\"n_dim\",2))" },
	{ "umma_instruction(\"SM100_MMA_TF32_SS<tf32,tf32,f32,16,8,K,K>\")",
		"((\"desc\",\"0x01020910\"),(\"a_format\",2),(\"b_format\",2),(\"c_format\",1),(\"a_major\",0),(\"b_major"
		"\",0),(\"m_dim\",1),(\"n_dim\",1))" },
	{ "umma_instruction(\"SM100_MMA_S8_SS<s8,u8,s32,128,32,K,K>\")",
		"((\"desc\",\"0x080800a0\"),(\"a_format\",1),(\"b_format\",0),(\"c_format\",2),(\"a_major\",0),(\"b_major"
		"\",0),(\"m_dim\",8),(\"n_dim\",4))" },
	{ "umma_instruction(\"SM100_MMA_F8F6F4_SS<e4m3,e5m2,f32,128,32,K,K>\")",
		"((\"desc\",\"0x08080410\"),(\"a_format\",0),(\"b_format\",1),(\"c_format\",1),(\"a_major\",0),(\"b_major"
		"\",0),(\"m_dim\",8),(\"n_dim\",4))" },
	{ "umma_instruction(\"SM100_MMA_F8F6F4_SS<e2m3,e3m2,f16,128,32,K,K>\")",
		"((\"desc\",\"0x08081180\"),(\"a_format\",3),(\"b_format\",4),(\"c_format\",0),(\"a_major\",0),(\"b_major"
		"\",0),(\"m_dim\",8),(\"n_dim\",4))" },
	{ "umma_instruction(\"SM100_MMA_F8F6F4_SS<e2m1,e2m1,f32,256,256,K,K>\")",
		"((\"desc\",\"0x10401690\"),(\"a_format\",5),(\"b_format\",5),(\"c_format\",1),(\"a_major\",0),(\"b_major"
		"\",0),(\"m_dim\",16),(\"n_dim\",32))" },
	{ "umma_instruction(\"X<f16,f16,f32,16,24,K,K\")",
		"((\"desc\",\"0x01060010\"),(\"a_format\",0),(\"b_format\",0),(\"c_format\",1),(\"a_major\",0),(\"b_major"
		"\",0),(\"m_dim\",1),(\"n_dim\",3))" },
	{ "umma_instruction(\"X<f16,f16,f32,16,24,K,MN\")",
		"((\"desc\",\"0x01070010\"),(\"a_format\",0),(\"b_format\",0),(\"c_format\",1),(\"a_major\",0),(\"b_major"
		"\",1),(\"m_dim\",1),(\"n_dim\",3))" },
	{ "umma_instruction(\"X<f16,f16,f32,96,24>\")",
		"((\"desc\",\"0x06060010\"),(\"a_format\",0),(\"b_format\",0),(\"c_format\",1),(\"a_major\",0),(\"b_major"
		"\",0),(\"m_dim\",6),(\"n_dim\",3))" },
	{ "umma_instruction(\"X<f16,f16,f32,16,96,K,K>\")",
		"((\"desc\",\"0x01180010\"),(\"a_format\",0),(\"b_format\",0),(\"c_format\",1),(\"a_major\",0),(\"b_major"
		"\",0),(\"m_dim\",1),(\"n_dim\",12))" },
	{ "umma_instruction(mma_atom(\"SM100_MMA_F16BF16_SS<f16,f16,f32,128,256,K,MN>\"))",
		"((\"desc\",\"0x08410010\"),(\"a_format\",0),(\"b_format\",0),(\"c_format\",1),(\"a_major\",0),(\"b_major"
		"\",1),(\"m_dim\",8),(\"n_dim\",32))" },
	{ "gmma_descriptor(Sw<3,3,3> o 0 o (64,16):(64,1),\"f16\")",
		"((\"desc\",\"0x4000004000010000\"),(\"start\",0),(\"lbo\",1),(\"sbo\",64),(\"layout_type\",1),(\"layout_n"
		"ame\",\"B128\"))" },
	{ "gmma_descriptor(Sw<3,3,3> o 0 o (64,16):(64,1),16)",
		"((\"desc\",\"0x4000004000010000\"),(\"start\",0),(\"lbo\",1),(\"sbo\",64),(\"layout_type\",1),(\"layout_n"
		"ame\",\"B128\"))" },
	{ "gmma_descriptor(Sw<3,3,3> o 0 o (64,16):(64,1),\"f16\",\"K\",1024)",
		"((\"desc\",\"0x4000004000010040\"),(\"start\",64),(\"lbo\",1),(\"sbo\",64),(\"layout_type\",1),(\"layout_"
		"name\",\"B128\"))" },
	{ "gmma_descriptor(Sw<3,3,3> o 0 o (64,16):(64,1),\"f16\",\"K\",16)",
		"((\"desc\",\"0x4000004000010001\"),(\"start\",1),(\"lbo\",1),(\"sbo\",64),(\"layout_type\",1),(\"layout_n"
		"ame\",\"B128\"))" },
	{ "gmma_descriptor(Sw<3,3,3> o 0 o (64,16):(64,1),\"f16\",\"K\",2147483647)",
		"((\"desc\",\"0x4000004000013fff\"),(\"start\",16383),(\"lbo\",1),(\"sbo\",64),(\"layout_type\",1),(\"layo"
		"ut_name\",\"B128\"))" },
	{ "gmma_descriptor(Sw<3,3,3> o 0 o (128,64):(64,1),\"f16\",\"K\",0,\"SM90_64x64x16_F16F16F16_SS\")",
		"((\"desc\",\"0x4000004000010000\"),(\"start\",0),(\"lbo\",1),(\"sbo\",64),(\"layout_type\",1),(\"layout_n"
		"ame\",\"B128\"),(\"part\",((64,16),2,4):((64,1),4096,16)),(\"steps\",(1,2,4):(0,512,2)))" },
	{ "gmma_descriptor(Sw<3,3,3> o 0 o (128,64):(64,1),\"f16\",\"K\",0,\"SM90_64x64x16_F16F16F16_SS\",\"B\")",
		"((\"desc\",\"0x4000004000010000\"),(\"start\",0),(\"lbo\",1),(\"sbo\",64),(\"layout_type\",1),(\"layout_n"
		"ame\",\"B128\"),(\"part\",((64,16),2,4):((64,1),4096,16)),(\"steps\",(1,2,4):(0,512,2)))" },
	{ "gmma_descriptor(Sw<3,3,3> o 0 o (128,64):(64,1),\"f16\",\"K\",0,\"SM90_64x64x16_F16F16F16_SS\",\"A\")",
		"((\"desc\",\"0x4000004000010000\"),(\"start\",0),(\"lbo\",1),(\"sbo\",64),(\"layout_type\",1),(\"layout_n"
		"ame\",\"B128\"),(\"part\",((64,16),2,4):((64,1),4096,16)),(\"steps\",(1,2,4):(0,512,2)))" },
	{ "gmma_descriptor(Sw<3,3,3> o 0 o (128,64):(64,1),\"f16\",\"K\",0,mma_atom(\"SM90_64x64x16_F16F16F16_SS\"))",
		"((\"desc\",\"0x4000004000010000\"),(\"start\",0),(\"lbo\",1),(\"sbo\",64),(\"layout_type\",1),(\"layout_n"
		"ame\",\"B128\"),(\"part\",((64,16),2,4):((64,1),4096,16)),(\"steps\",(1,2,4):(0,512,2)))" },
	{ "gmma_descriptor(Sw<3,3,3> o 0 o (128,64):(64,1),\"f16\",\"K\",0,make_tiled_mma(mma_atom(\"SM90_64x64x16_F"
		"16F16F16_SS\")))",
		"((\"desc\",\"0x4000004000010000\"),(\"start\",0),(\"lbo\",1),(\"sbo\",64),(\"layout_type\",1),(\"layout_n"
		"ame\",\"B128\"),(\"part\",((64,16),2,4):((64,1),4096,16)),(\"steps\",(1,2,4):(0,512,2)))" },
	{ "gmma_descriptor(Sw<3,3,3> o 0 o ((64,16),2,4):((64,1),4096,16),\"f16\")",
		"((\"desc\",\"0x4000004000010000\"),(\"start\",0),(\"lbo\",1),(\"sbo\",64),(\"layout_type\",1),(\"layout_n"
		"ame\",\"B128\"),(\"steps\",(1,2,4):(0,512,2)))" },
	{ "smem_atom(\"GMMA::Layout_K_SW128_Atom\",16)", "Sw<3,3,3> o 0 o (8,64):(64,1)" },
	{ "tma((1024,512):(512,1),(128,64):(64,1),(128,64))",
		"((\"rank\",2),(\"globalDim\",(512,1024)),(\"globalStrides\",(1024)),(\"boxDim\",(64,128)),(\"elementStrid"
		"es\",(1,1)),(\"swizzle\",\"NONE\"),(\"bytes_per_copy\",16384),(\"copies\",1),(\"basis\",(64,128):(1@1,1@0"
		")))" },
	{ "tma((1024,512):(512,1),(128,64):(64,1),(128,64),\"f32\")",
		"((\"rank\",2),(\"globalDim\",(512,1024)),(\"globalStrides\",(2048)),(\"boxDim\",(64,128)),(\"elementStrid"
		"es\",(1,1)),(\"swizzle\",\"NONE\"),(\"bytes_per_copy\",32768),(\"copies\",1),(\"basis\",(64,128):(1@1,1@0"
		")))" },
	{ "tma((1024,512):(512,1),(128,64):(64,1),(128,64),\"f16\",2)",
		"((\"rank\",2),(\"globalDim\",(512,1024)),(\"globalStrides\",(1024)),(\"boxDim\",(64,64)),(\"elementStride"
		"s\",(1,1)),(\"swizzle\",\"NONE\"),(\"bytes_per_copy\",16384),(\"copies\",1),(\"basis\",(64,128):(1@1,1@0)"
		"))" },
	{ "tma((1024,512):(512,1),(128,64):(64,1),(128,64),\"f16\",16)",
		"((\"rank\",2),(\"globalDim\",(512,1024)),(\"globalStrides\",(1024)),(\"boxDim\",(64,8)),(\"elementStrides"
		"\",(1,1)),(\"swizzle\",\"NONE\"),(\"bytes_per_copy\",16384),(\"copies\",1),(\"basis\",(64,128):(1@1,1@0))"
		")" },
	{ "tma((1024,512):(512,1),(128,64):(64,1),(128,64),\"f16\",1,true)",
		"((\"rank\",2),(\"globalDim\",(512,1024)),(\"globalStrides\",(1024)),(\"boxDim\",(64,128)),(\"elementStrid"
		"es\",(1,1)),(\"swizzle\",\"NONE\"),(\"bytes_per_copy\",16384),(\"copies\",1),(\"basis\",(64,128):(1@1,1@0"
		")))" },
	{ "tma((1024,512):(512,1),(128,64):(64,1),(128,64),\"f16\",1,false)",
		"((\"rank\",2),(\"globalDim\",(512,1024)),(\"globalStrides\",(1024)),(\"boxDim\",(64,128)),(\"elementStrid"
		"es\",(1,1)),(\"swizzle\",\"NONE\"),(\"bytes_per_copy\",16384),(\"copies\",1),(\"basis\",(64,128):(1@1,1@0"
		")))" },
	{ "tma((4,256,512):(131072,512,1),(4,16,64):(1024,64,1),(4,16,64),\"f16\",1,true)",
		"((\"rank\",3),(\"globalDim\",(512,256,4)),(\"globalStrides\",(1024,262144)),(\"boxDim\",(64,16,4)),(\"ele"
		"mentStrides\",(1,1,1)),(\"swizzle\",\"NONE\"),(\"bytes_per_copy\",8192),(\"copies\",1),(\"basis\",(64,16,"
		"4):(1@2,1@1,1@0)))" },
	{ "tma((4,256,512):(131072,512,1),(4,16,64):(1024,64,1),(4,16,64),\"f16\",1,false)",
		"((\"rank\",3),(\"globalDim\",(512,256,4)),(\"globalStrides\",(1024,262144)),(\"boxDim\",(64,16,4)),(\"ele"
		"mentStrides\",(1,1,1)),(\"swizzle\",\"NONE\"),(\"bytes_per_copy\",8192),(\"copies\",1),(\"basis\",(64,16,"
		"4):(1@2,1@1,1@0)))" },

	/* copies by TMA and of tensor memory */
	{ "make_tma_copy(\"SM90_TMA_LOAD\",(1024,512):(512,1),(128,64):(64,1),(128,64))",
		"make_tiled_copy_impl(copy_atom(\"SM90_TMA_LOAD<131072>\",16),(1,(((64,128),1))):(0,(((128,1),0))),(128,64"
		"))" },
	{ "make_tma_copy(\"SM90_TMA_LOAD\",(1024,512):(512,1),(128,64):(64,1))",
		"make_tiled_copy_impl(copy_atom(\"SM90_TMA_LOAD<131072>\",16),(1,(((64,128),1))):(0,(((128,1),0))),(128,64"
		"))" },
	{ "make_tma_copy(\"SM90_TMA_LOAD\",(1024,512):(512,1),(128,64):(64,1),(128,64),2)",
		"make_tiled_copy_impl(copy_atom(\"SM90_TMA_LOAD<131072>\",16),(2,(((64,128),1))):(64,(((128,1),0))),(128,6"
		"4))" },
	{ "make_tma_copy(\"SM90_TMA_LOAD\",(1024,512):(512,1),(128,64):(64,1),(128,64),16)",
		"make_tiled_copy_impl(copy_atom(\"SM90_TMA_LOAD<131072>\",16),(16,(((64,128),1))):(8,(((128,1),0))),(128,6"
		"4))" },
	{ "make_tma_copy(\"SM90_TMA_LOAD\",(1024,512):(512,1),(128,64):(64,1),(128,64),1,8)",
		"make_tiled_copy_impl(copy_atom(\"SM90_TMA_LOAD<65536>\",8),(1,(((64,128),1))):(0,(((128,1),0))),(128,64))" },
	{ "make_tma_copy(\"SM90_TMA_LOAD\",(1024,512):(512,1),(128,64):(64,1),(128,64),1,\"f32\")",
		"make_tiled_copy_impl(copy_atom(\"SM90_TMA_LOAD<262144>\",32),(1,(((64,128),1))):(0,(((128,1),0))),(128,64"
		"))" },
	{ "make_tma_copy(\"SM90_TMA_LOAD\",tensor<ptr<f32,gmem> o (1024,512):(512,1)>,(128,64):(64,1),(128,64))",
		"make_tiled_copy_impl(copy_atom(\"SM90_TMA_LOAD<262144>\",32),(1,(((64,128),1))):(0,(((128,1),0))),(128,64"
		"))" },
	{ "make_tma_copy(\"SM90_TMA_LOAD\",tensor<ptr<f32,gmem> o (1024,512):(512,1)>,tensor<ptr<f32,smem> o (128,64"
		"):(64,1)>,(128,64))",
		"make_tiled_copy_impl(copy_atom(\"SM90_TMA_LOAD<262144>\",32),(1,(((64,128),1))):(0,(((128,1),0))),(128,64"
		"))" },
	{ "make_tma_copy(\"SM90_TMA_LOAD\",((1024,512):(512,1),64),((128,64):(64,1),0),(128,64))",
		"make_tiled_copy_impl(copy_atom(\"SM90_TMA_LOAD<131072>\",16),(1,(((64,128),1))):(0,(((128,1),0))),(128,64"
		"))" },
	{ "make_tma_copy(\"SM90_TMA_LOAD\",(1024,512):(512,1),(128,64):(64,1),(128,64),1,16,true)",
		"make_tiled_copy_impl(copy_atom(\"SM90_TMA_LOAD<131072>\",16),(1,(((64,128),1))):(0,(((128,1),0))),(128,64"
		"))" },
	{ "make_tma_copy_A_sm90(\"SM90_TMA_LOAD_MULTICAST\",(1024,512):(512,1),(128,32):(32,1),(128,64,32),(1,2,1))",
		"make_tiled_copy_impl(copy_atom(\"SM90_TMA_LOAD_MULTICAST<65536>\",16),(2,(((32,128),1))):(64,(((128,1),0)"
		")),(128,32))" },
	{ "make_tma_copy_A_sm90(\"SM90_TMA_LOAD_MULTICAST\",(1024,512):(512,1),(128,32):(32,1),(128,64,32),(2,1,1))",
		"make_tiled_copy_impl(copy_atom(\"SM90_TMA_LOAD_MULTICAST<65536>\",16),(1,(((32,128),1))):(0,(((128,1),0))"
		"),(128,32))" },
	{ "make_tma_copy_A_sm90(\"SM90_TMA_LOAD_MULTICAST\",(1024,512):(512,1),(128,32):(32,1),(128,64,32),(1,16,1))",
		"make_tiled_copy_impl(copy_atom(\"SM90_TMA_LOAD_MULTICAST<65536>\",16),(16,(((32,128),1))):(8,(((128,1),0)"
		")),(128,32))" },
	{ "make_tma_copy_A_sm90(\"SM90_TMA_LOAD_MULTICAST\",(1024,512):(512,1),(128,32):(32,1),(128,64,32),(2,2))",
		"make_tiled_copy_impl(copy_atom(\"SM90_TMA_LOAD_MULTICAST<65536>\",16),(2,(((32,128),1))):(64,(((128,1),0)"
		")),(128,32))" },
	{ "make_tma_copy_B_sm90(\"SM90_TMA_LOAD_MULTICAST\",(1024,512):(512,1),(64,32):(32,1),(128,64,32),(2,1,1))",
		"make_tiled_copy_impl(copy_atom(\"SM90_TMA_LOAD_MULTICAST<32768>\",16),(2,(((32,64),1))):(32,(((64,1),0)))"
		",(64,32))" },
	{ "make_tma_copy_B_sm90(\"SM90_TMA_LOAD_MULTICAST\",(1024,512):(512,1),(64,32):(32,1),(128,64,32),(1,2,1))",
		"make_tiled_copy_impl(copy_atom(\"SM90_TMA_LOAD_MULTICAST<32768>\",16),(1,(((32,64),1))):(0,(((64,1),0))),"
		"(64,32))" },
	{ "make_tma_copy_B_sm90(\"SM90_TMA_LOAD_MULTICAST\",(1024,512):(512,1),(64,32):(32,1),(128,64,32),2)",
		"make_tiled_copy_impl(copy_atom(\"SM90_TMA_LOAD_MULTICAST<32768>\",16),(2,(((32,64),1))):(32,(((64,1),0)))"
		",(64,32))" },
	{ "make_tma_copy_C_sm90(\"SM90_TMA_STORE\",(1024,512):(512,1),(128,64):(64,1),(128,64,32),(2,2,2))",
		"make_tiled_copy_impl(copy_atom(\"SM90_TMA_STORE<131072>\",16),(1,(((64,128),1))):(0,(((128,1),0))),(128,6"
		"4))" },
	{ "make_tma_atom(\"SM90_TMA_LOAD\",(1024,512):(512,1),(128,64):(64,1),(128,64))",
		"copy_atom(\"SM90_TMA_LOAD<131072>\",16)" },
	{ "get_tma_tensor(make_tma_copy(\"SM90_TMA_LOAD\",(1024,512):(512,1),(128,64):(64,1),(128,64)),(1024,512))",
		"(1024,512):(1@1,1@0)" },
	{ "get_tma_tensor(make_tma_atom(\"SM90_TMA_LOAD\",(1024,512):(512,1),(128,64):(64,1),(128,64)),(1024,512))",
		"(1024,512):(1@1,1@0)" },
	{ "make_tmem_copy(\"SM100_TMEM_LOAD_32dp32b1x\",((128,256),1,1):((65536,1),0,0))",
		"make_tiled_copy_impl(copy_atom(\"SM100_TMEM_LOAD_32dp32b1x\",32),((32,4),32):((0,1),4),((4,32):(32,1),1:0"
		",1:0))" },
	{ "make_tmem_copy(\"SM100_TMEM_STORE_32dp32b1x\",((128,256),1,1):((65536,1),0,0))",
		"make_tiled_copy_impl(copy_atom(\"SM100_TMEM_STORE_32dp32b1x\",32),((32,4),32):((0,1),4),((4,32):(32,1),1:"
		"0,1:0))" },
	{ "make_tmem_copy(\"SM100_TMEM_LOAD_16dp256b4x\",((128,256),1,1):((65536,1),0,0))",
		"make_tiled_copy_impl(copy_atom(\"SM100_TMEM_LOAD_16dp256b4x\",32),((32,4),(32,16)):((0,1),(4,128)),((128,"
		"16):(32,1),1:0,1:0))" },
	{ "make_tmem_copy(\"SM100_TMEM_LOAD_16dp256b1x\",((128,64),1,1):((65536,1),0,0))",
		"make_tiled_copy_impl(copy_atom(\"SM100_TMEM_LOAD_16dp256b1x\",32),((32,4),(8,16)):((0,1),(4,32)),((32,16)"
		":(32,1),1:0,1:0))" },
	{ "make_tmem_copy(\"SM100_TMEM_LOAD_16dp128b1x\",((128,64),1,1):((65536,1),0,0))",
		"make_tiled_copy_impl(copy_atom(\"SM100_TMEM_LOAD_16dp128b1x\",32),((32,4),(4,16)):((0,1),(4,16)),((16,16)"
		":(32,1),1:0,1:0))" },
	{ "make_tmem_copy(\"SM100_TMEM_LOAD_16dp32b2x\",((128,64),1,1):((65536,1),0,0))",
		"make_tiled_copy_impl(copy_atom(\"SM100_TMEM_LOAD_16dp32b2x\",32),((32,4),(4,16)):((0,1),(4,16)),((16,16):"
		"(32,1),1:0,1:0))" },
	{ "make_tmem_copy(\"SM100_TMEM_LOAD_32dp32b128x\",((128,256),1,1):((65536,1),0,0))",
		"make_tiled_copy_impl(copy_atom(\"SM100_TMEM_LOAD_32dp32b128x\",32),((32,4),(128,32)):((0,1),(4,512)),((51"
		"2,32):(32,1),1:0,1:0))" },
	{ "make_tmem_copy(\"SM100_TMEM_LOAD_32dp32b2x_16b\",((128,256),1,1):((65536,1),0,0))",
		"make_tiled_copy_impl(copy_atom(\"SM100_TMEM_LOAD_32dp32b2x_16b\",32),((32,4),(4,32)):((0,1),(4,16)),((16,"
		"32):(32,1),1:0,1:0))" },
	{ "make_tmem_copy(\"SM100_TMEM_LOAD_32dp32b2x_16b\",((128,256),1,1):((65536,1),0,0),16)",
		"make_tiled_copy_impl(copy_atom(\"SM100_TMEM_LOAD_32dp32b2x_16b\",16),((32,(2,2)),(4,32)):((0,(1,0)),(2,8)"
		"),((2,4,32):(64,256,2),1:0,1:0))" },
	{ "make_tmem_copy(\"SM100_TMEM_LOAD_32dp32b1x\",((128,256),1,1):((65536,1),0,0),16)",
		"make_tiled_copy_impl(copy_atom(\"SM100_TMEM_LOAD_32dp32b1x\",16),((32,(2,2)),(2,32)):((0,(1,0)),(2,4)),(("
		"4,32):(64,2),1:0,1:0))" },
	{ "make_tmem_copy(\"SM100_TMEM_LOAD_32dp32b1x\",((128,256),1,1):((65536,1),0,0),\"f16\")",
		"make_tiled_copy_impl(copy_atom(\"SM100_TMEM_LOAD_32dp32b1x\",16),((32,(2,2)),(2,32)):((0,(1,0)),(2,4)),(("
		"4,32):(64,2),1:0,1:0))" },
	{ "make_tmem_copy(copy_atom(\"SM100_TMEM_LOAD_32dp32b1x\",32),((128,256),1,1):((65536,1),0,0))",
		"make_tiled_copy_impl(copy_atom(\"SM100_TMEM_LOAD_32dp32b1x\",32),((32,4),32):((0,1),4),((4,32):(32,1),1:0"
		",1:0))" },
	{ "make_tmem_copy(copy_atom(\"SM100_TMEM_LOAD_32dp32b1x\",16),((128,256),1,1):((65536,1),0,0))",
		"make_tiled_copy_impl(copy_atom(\"SM100_TMEM_LOAD_32dp32b1x\",16),((32,(2,2)),(2,32)):((0,(1,0)),(2,4)),(("
		"4,32):(64,2),1:0,1:0))" },
	{ "T=make_tma_copy(\"SM90_TMA_LOAD\",(1024,512):(512,1),(128,64):(64,1),(128,64)); tma_partition(T,0,1:0,((1"
		"28,64)):((64,1)),((128,64),8,8):((1@1,1@0),128@1,64@0))",
		"((((64,128),1),8,8):(((1@0,1@1),0),128@1,64@0),((8192,1)):((1,0)))" },
	{ "T=make_tma_copy(\"SM90_TMA_LOAD_MULTICAST\",(1024,512):(512,1),(128,64):(64,1),(128,64),2); tma_partition"
		"(T,0,2:1,((128,64)):((64,1)),((128,64),8,8):((1@1,1@0),128@1,64@0))",
		"((((64,128),1),8,8):(((1@0,1@1),0),128@1,64@0),((8192,1)):((1,0)))" },
	{ "T=make_tma_copy(\"SM90_TMA_LOAD_MULTICAST\",(1024,512):(512,1),(128,64):(64,1),(128,64),2); tma_partition"
		"(T,1,2:1,((128,64)):((64,1)),((128,64),8,8):((1@1,1@0),128@1,64@0))",
		"(((((64,128),1),8,8):(((1@0,1@1),0),128@1,64@0),(0,64)),(((8192,1)):((1,0)),4096))" },
	{ "T=make_tma_copy(\"SM90_TMA_LOAD_MULTICAST\",(1024,512):(512,1),(128,64):(64,1),(128,64),4); tma_partition"
		"(T,3,4:1,((128,64),2):((64,1),8192),((128,64),8,8):((1@1,1@0),128@1,64@0))",
		"(((((64,128),1),8,8):(((1@0,1@1),0),128@1,64@0),(0,96)),(((8192,1),2):((1,0),8192),6144))" },
	{ "T=make_tma_copy(\"SM90_TMA_LOAD_MULTICAST\",(1024,512):(512,1),(128,64):(64,1),(128,64),4); tma_partition"
		"(T,(1,1),(2,2):(1,2),((128,64),2):((64,1),8192),((128,64),8,8):((1@1,1@0),128@1,64@0))",
		"(((((64,128),1),8,8):(((1@0,1@1),0),128@1,64@0),(0,96)),(((8192,1),2):((1,0),8192),6144))" },
	{ "T=make_tma_atom(\"SM90_TMA_LOAD\",(1024,512):(512,1),(128,64):(64,1),(128,64)); tma_partition(T,0,1:0,((1"
		"28,64)):((64,1)),((128,64),8,8):((1@1,1@0),128@1,64@0))",
		"((((64,128),1),8,8):(((1@0,1@1),0),128@1,64@0),((8192,1)):((1,0)))" },

	/* the elements of tensors that are copied */
	{ "g=make_tensor(\"f32\",(1024,512):(512,1)); make_tma_copy(\"SM90_TMA_LOAD\",g,(128,64):(64,1),(128,64))",
		"make_tiled_copy_impl(copy_atom(\"SM90_TMA_LOAD<262144>\",32),(1,(((64,128),1))):(0,(((128,1),0))),(128,64"
		"))" },
	{ "make_tma_copy(\"SM90_TMA_LOAD\",tensor<ptr<f32,gmem> o (1024,512):(512,1)>,(128,64):(64,1),(128,64),1,\"f"
		"16\")",
		"make_tiled_copy_impl(copy_atom(\"SM90_TMA_LOAD<131072>\",16),(1,(((64,128),1))):(0,(((128,1),0))),(128,64"
		"))" },
	{ "make_tmem_copy(\"SM100_TMEM_LOAD_32dp32b1x\",tensor<ptr<f16,tmem> o ((128,256),1,1):((65536,1),0,0)>)",
		"make_tiled_copy_impl(copy_atom(\"SM100_TMEM_LOAD_32dp32b1x\",16),((32,(2,2)),(2,32)):((0,(1,0)),(2,4)),(("
		"4,32):(64,2),1:0,1:0))" },
	{ "make_tmem_copy(\"SM100_TMEM_LOAD_32dp32b1x\",tensor<ptr<f16,tmem> o ((128,256),1,1):((65536,1),0,0)>,32)",
		"make_tiled_copy_impl(copy_atom(\"SM100_TMEM_LOAD_32dp32b1x\",32),((32,4),32):((0,1),4),((4,32):(32,1),1:0"
		",1:0))" },
	{ "make_tma_copy_B_sm90(\"SM90_TMA_LOAD\",tensor<ptr<f8,gmem> o (1024,512):(512,1)>,(64,32):(32,1),(128,64,3"
		"2))",
		"make_tiled_copy_impl(copy_atom(\"SM90_TMA_LOAD<16384>\",8),(1,(((32,64),1))):(0,(((64,1),0))),(64,32))" },
	{ "make_tma_copy_B_sm90(\"SM90_TMA_LOAD\",tensor<ptr<u8,gmem> o (1024,512):(512,1)>,(64,32):(32,1),(128,64,3"
		"2))",
		"make_tiled_copy_impl(copy_atom(\"SM90_TMA_LOAD<16384>\",8),(1,(((32,64),1))):(0,(((64,1),0))),(64,32))" },
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
