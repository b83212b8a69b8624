/*
 * Programs and all that is said of them: the values of their expressions; "! " and a warning, "? " and what is refused,
 * each with the text that is underlined in quotes, and its hint in brackets. To add a case, add a line.
 */
#include <criterion/criterion.h>
#include <string.h>

#include "base/buf.h"
#include "lang/eval.h"
#include "lang/notation/plain.h"

struct case_of_program {
	const char *program;
	const char *said;
};

#define MMA "\"SM80_16x8x16_F32F16F16F32_TN\""
#define TILED(tiler) "make_tiled_copy_impl(copy_atom(\"UniversalCopy<u32>\",16),(4,2):(1,4)," tiler ")"

static const struct case_of_program said[] = {
	{ "M=?; " TILED("(M,1)") " == " TILED("(8,1)"),
		"false ! '" TILED("(M,1)") " == " TILED("(8,1)") "' they differ: for M=2 they are " TILED("(2,1)") " and "
		TILED("(8,1)") },
	{ "M=?; " TILED("(8,1:M)") " == " TILED("(8,1)"),
		"false ! '" TILED("(8,1:M)") " == " TILED("(8,1)") "' they differ: for M=2 they are " TILED("(8,1:2)") " and "
		TILED("(8,1)") },
	{ "M=?; " TILED("(M,1)") " == " TILED("(M,1)"), "true" },
	{ TILED("(?,1)") " == " TILED("(8,1)"), "false" },
	{ "0:3 o smem_ptr[16b](unset) o 8:1", "8:3" },
	{ "M = ?; right_inverse(Sw<1,0,1> o 0 o (M,2):(1,M))", "Sw<1,0,1> o 0 o (2*M):1" },
	{ "left_inverse(Sw<1,0,1> o 0 o (2,Int32(2)):(1,1))",
		"Sw<1,1,1> o 0 o 2:2 ! 'left_inverse(Sw<1,0,1> o 0 o (2,Int32(2)):(1,1))' the layout has no left inverse: "
		"A(1) = A(2) = 1, so that R(A(1)) is 2" },
	/* A mode of one element is a dimension of TMA unless all of the layout is known at compile time. */
	{ "get_tma_tensor(make_tma_copy(\"SM90_TMA_LOAD\",(8,64,1):(64,1,4096),(8,64):(64,1)),(8,64,1))",
		"(8,64,1):(1@1,1@0,0)" },
	{ "get_tma_tensor(make_tma_copy(\"SM90_TMA_LOAD\",(8,64,Int32(1)):(64,1,4096),(8,64):(64,1)),(8,64,1))",
		"(8,64,1):(1@1,1@0,1@2)" },
	{ "get_tma_tensor(make_tma_copy(\"SM90_TMA_LOAD\",(8,64,1):(64,1,Int32(4096)),(8,64):(64,1)),(8,64,1))",
		"(8,64,1):(1@1,1@0,1@2)" },
	{ "max_alignment((8,4):(1,12))", "4" },
	{ "max_alignment((4,3,5):(1,6,8))", "2" },
	{ "shape = 4:2; L = (2,3):(1,2); L::shape()", "(2,3)" },
	{ "left_inverse(Sw<1,0,1> o 0 o (2,2):(1,1))",
		"Sw<1,1,1> o 0 o 2:2 ! 'Sw<1,0,1> o 0 o (2,2):(1,1)' the layout has no left inverse: A(1) = A(2) = 1, so that "
		"R(A(1)) is 2" },
	{ "ComposedLayout<Layout<_0,_3>,smem_ptr_flag_bits<16>,Layout<_8,_1>>",
		"? 'Layout<_0,_3>' neither of stride 3 and the factor 2 divides the other" },
	{ "ComposedLayout<Swizzle<0,4,3>,smem_ptr_flag_bits<16>,Layout<_8,_1>>", "8:1" },
	{ "Sw<0,4,3> o smem_ptr[16b](unset) o 8:1", "8:1" },
	{ "composition((4,0):(1,8),(2,2,100000):(2,2,0))", "(2,2,100000):(2,2,0)" },
	{ "composition((1099511627776,1099511627776,2):(1,2199023255552,3),1048576:1099511627776)",
		"1048576:2199023255552 ! '1048576:1099511627776' checked against A(B(i)) only for the first 65536 of 1048576 "
		"coordinates; the numbers are too large to decide it otherwise" },
	{ "make_tma_copy(\"SM90_TMA_LOAD\",(1024,512):(512,1),Sw<3,3,3> o 8 o (128,64):(64,1),(128,64))",
		"? '(1024,512):(512,1)' a tile in shared memory is a layout, or Sw<B,M,S> o 0 o a layout" },
	{ "make_tma_copy(\"SM90_TMA_LOAD\",(1024,512):(512,1),(128,64):(9223372036854775807,1),(128,64))",
		"? '(1024,512):(512,1)' 127 * 9223372036854775807 does not fit 64 bits" },
	{ "size(make_tma_copy(\"SM90_TMA_LOAD_MULTICAST\",(1024,512):(512,1),(2,8):(8,1),(2,8),16))",
		"16 ! '(1024,512):(512,1)' a row of the box has 2 bytes; the driver wants multiples of 16" },
	{ "make_tma_copy(\"SM90_TMA_LOAD_MULTICAST\",(1024,512):(512,1),(1,8):(8,1),(1,8),16)",
		"? '(1024,512):(512,1)' 16 CTAs cannot share a copy of 8 elements" },
	{ "right_inverse(bits((1,2)) o 0 o (4,?):(1,4))",
		"? '(4,?):(1,4)' this needs the value of an integer that is known at run time only" },
	{ "left_inverse(bits((1,2)) o 0 o (4,?):(1,4))",
		"? '(4,?):(1,4)' this needs the value of an integer that is known at run time only" },
	{ "make_tiled_copy_C_atom(copy_atom(\"UniversalCopy<u32>\",16),make_tiled_mma(mma_atom(" MMA "),(2,2,1),(3,_,_)))",
		"? 'copy_atom(\"UniversalCopy<u32>\",16)' mode 0: shape divisibility: extent 16 is not a multiple of 3, the "
		"room in mode 0 of the coalesced left layout (extent 3) at stride 1 [the nearest extents that compose are 15 "
		"and 18]" },
	{ "layout_C_TV(make_tiled_mma(mma_atom(" MMA "),(2,2,1),(3,_,_)))",
		"? 'make_tiled_mma(mma_atom(" MMA "),(2,2,1),(3,_,_))' mode 0: shape divisibility: extent 16 is not a "
		"multiple of 3, the room in mode 0 of the coalesced left layout (extent 3) at stride 1 [the nearest extents "
		"that compose are 15 and 18]" },
	/* Hints look as far as 1024 on either side. */
	{ "composition((2048,2048,9):(4,1,5), 3071:1)",
		"? '3071:1' shape divisibility: extent 3071 is not a multiple of 2048, the room in mode 0 of the "
		"coalesced left layout (extent 2048) at stride 1 [the nearest extent that composes is 2048]" },
	{ "composition((2048,2048,9):(4,1,5), 3072:1)",
		"? '3072:1' shape divisibility: extent 3072 is not a multiple of 2048, the room in mode 0 of the "
		"coalesced left layout (extent 2048) at stride 1 [the nearest extents that compose are 2048 and 4096]" },
	{ "composition((2048,2048,9):(4,1,5), 3073:1)",
		"? '3073:1' shape divisibility: extent 3073 is not a multiple of 2048, the room in mode 0 of the "
		"coalesced left layout (extent 2048) at stride 1 [the nearest extent that composes is 4096]" },
	{ "composition((2050,2050,9):(4,1,5), 3075:1)",
		"? '3075:1' shape divisibility: extent 3075 is not a multiple of 2050, the room in mode 0 of the "
		"coalesced left layout (extent 2050) at stride 1" },
	{ "size()", "? 'size()' size needs at least 1 argument: size(layout, mode, ...)" },
	{ "size(1,2,3)", "? '2' mode 2 is outside rank 1: modes are numbered from 0 to 0" },
	{ "depth()", "? 'depth()' depth needs at least 1 argument: depth(layout, mode, ...)" },
	{ "depth(1,2)", "? '2' mode 2 is outside rank 1: modes are numbered from 0 to 0" },
	{ "composition(8:1)", "? 'composition(8:1)' composition needs 2 arguments: composition(layout, tiler)" },
	{ "make_layout()", "? 'make_layout()' make_layout needs at least 1 argument: make_layout(shape, stride, ...)" },
	{ "size(x=3)", "? '3' size has no parameter 'x': size(layout, mode, ...)" },
	{ "size(8:1, foo=3)", "? '3' size has no parameter 'foo': size(layout, mode, ...)" },
	{ "make_layout(shape=4, stride=2)", "4:2" },
	{ "make_layout(stride=2, shape=4)", "4:2" },
	{ "make_layout(4, shape=3)", "? '3' this argument of make_layout is given twice" },
	{ "make_layout(stride=2)",
		"? 'make_layout(stride=2)' make_layout needs at least 1 argument: make_layout(shape, stride, ...)" },
	{ "foo(3)", "? 'foo' no operation is called 'foo' ['cutelayout help' lists the operations]" },
	{ "L = 8:1; L.foo(3)", "? 'foo' no operation is called 'foo' ['cutelayout help' lists the operations]" },
	{ "8:1.foo", "? 'foo' no operation is called 'foo' ['cutelayout help' lists the operations]" },
	{ "L = 8:1; foo.bar(L)", "? 'bar' no operation is called 'bar' ['cutelayout help' lists the operations]" },
	{ "Size(8:1)", "? 'Size' no operation is called 'Size' [did you mean size(layout, mode, ...)?]" },
	{ "sizes(8:1)", "? 'sizes' no operation is called 'sizes' [shape(L)]" },
	{ "composed(8:1)", "? 'composed' no operation is called 'composed' [composition(A, B), which is A o B]" },
	{ "transpose(8:1)",
		"? 'transpose' no operation is called 'transpose' [select(L,1,0) puts mode 1 in front of mode 0]" },
	{ "L = 8:1; L()", "? 'L()' expected a coordinate in the brackets" },
	{ "(8:1)()", "? '(8:1)()' expected a coordinate in the brackets" },
	{ "L = 8:1; L(1,2)", "? '1,2' a tuple as coordinate of a mode that is an integer" },
	{ "L = (4,8):(8,1); L(1,2)", "10" },
	{ "L = (4,8):(8,1); L(1,9)", "17 ! '1,9' coordinate 9 of mode 1 is outside its extent 8: CuTe goes on beyond it" },
	{ "L = (4,8):(8,1); L((1,9))",
		"17 ! '(1,9)' coordinate 9 of mode 1 is outside its extent 8: CuTe goes on beyond it" },
	{ "L = (4,8):(8,1); L((1,(2,3)))", "? '(2,3)' a tuple as coordinate of a mode that is an integer" },
	{ "L = (4,8):(8,1); L(1,(2,3))", "? '(2,3)' a tuple as coordinate of a mode that is an integer" },
	{ "L = (4,8):(8,1); L(_,9)",
		"(4):(8) ! '_,9' coordinate 9 of mode 1 is outside its extent 8: CuTe goes on beyond it" },
	{ "L = (4,8):(8,1); L(1, _)", "(8):(1)" },
	{ "L = (4,8):(8,1); L(\"a\")", "? '\"a\"' expected an integer or a tuple of integers, saw a string" },
	{ "L = (4,8):(8,1); L(1)(2)", "2" },
	{ "L = (4,8):(8,1); L(1,2,3)", "? '1,2,3' a coordinate of rank 3 for a mode of rank 2" },
	{ "(4,8)(1)", "1" },
	{ "3(1)", "1" },
	{ "(4,8)[1]", "8" },
	{ "(4,8)[2]", "? '2' mode 2 is outside rank 2: modes are numbered from 0 to 1" },
	{ "(4,8)[1,2]", "9" },
	{ "(4,(5,6))[1][0]", "5" },
	{ "((4,8):(8,1))[1]", "? '1' mode 1 is outside rank 1: modes are numbered from 0 to 0" },
	{ "x", "? 'x' no value is called 'x'" },
	{ "lenght", "? 'lenght' no value is called 'lenght'" },
	{ "L1 = 8:1; L2", "? 'L2' no value is called 'L2'" },
	{ "size", "? 'size' 'size' is an operation: call it as size(layout, mode, ...)" },
	{ "SM80_16x8x16",
		"? 'SM80_16x8x16' no value is called 'SM80_16x8x16' [names of atoms are strings: \"SM80_16x8x16\"]" },
	{ "xM80", "? 'xM80' no value is called 'xM80'" },
	{ "Sx80", "? 'Sx80' no value is called 'Sx80'" },
	{ "SM_0", "? 'SM_0' no value is called 'SM_0'" },
	{ "SMx", "? 'SMx' no value is called 'SMx'" },
	{ "SM8", "? 'SM8' no value is called 'SM8' [names of atoms are strings: \"SM8\"]" },
	{ "SM", "? 'SM' no value is called 'SM'" },
	{ "S80", "? 'S80' no value is called 'S80'" },
	{ "f16", "\"f16\"" },
	{ "half", "\"half\"" },
	{ "ADD", "\"ADD\"" },
	{ "true = 3", "? 'true = 3' 'true' has a meaning already and cannot be bound" },
	{ "o = 3", "? 'o = 3' 'o' has a meaning already and cannot be bound" },
	{ "composition = 3", "? 'composition = 3' 'composition' has a meaning already and cannot be bound" },
	{ "max = 3; max", "3" },
	{ "size = 3", "? 'size = 3' 'size' has a meaning already and cannot be bound" },
	{ "a, b = (1, 2); b", "2" },
	{ "a, b = 3", "? 'a, b = 3' 2 names for a value of 1 part" },
	{ "a, b, c = (1, 2)", "? 'a, b, c = (1, 2)' 3 names for a value of 2 parts" },
	{ "a, _ = (1, 2); a", "1" },
	{ "a, b = (8:1, 4:1); b", "4:1" },
	{ "a, b = ((1,2), 3); a", "(1,2)" },
	{ "a, size = (1, 2)", "? 'size' 'size' has a meaning already and cannot be bound" },
	{ "1 + (1,2)", "(2,3)" },
	{ "(1,2) + (1,2,3)", "? '(1,2) + (1,2,3)' rank 2 does not match rank 3" },
	{ "(1,2) * (3,4)", "(3,8)" },
	{ "(1,2) * 2", "(2,4)" },
	{ "10 - (1,2)", "(9,8)" },
	{ "1 + _", "? '_' there is no arithmetic with '_'" },
	{ "_ + 1", "? '_' there is no arithmetic with '_'" },
	{ "1 + 8:1", "1 + 8:1" },
	{ "1 - 8:1", "? '8:1' expected an integer or a tuple of integers, saw a layout" },
	{ "8:1 + 1", "? '8:1' expected an integer or a tuple of integers, saw a layout" },
	{ "1 + 2 + 8:1", "3 + 8:1" },
	{ "1 + \"a\"", "? '\"a\"' expected an integer or a tuple of integers, saw a string" },
	{ "1 + 8:1 + 2", "? '8:1' expected an integer or a tuple of integers, saw a layout" },
	{ "(1,2) + 8:1", "? '8:1' expected an integer or a tuple of integers, saw a layout" },
	{ "7 / 2", "3" },
	{ "-7 / 2", "-3" },
	{ "7 / -2", "-3" },
	{ "7 % 3", "1" },
	{ "-7 % 3", "-1" },
	{ "7 / 0", "? '7 / 0' division of 7 by 0" },
	{ "7 % 0", "? '7 % 0' division of 7 by 0" },
	{ "7 // 2", "7" },
	{ "-7 // 2", "-7" },
	{ "7 // 0", "7" },
	{ "2 ** 3", "8" },
	{ "2 ** -1", "? '2 ** -1' expected an exponent or a shift from 0 on, saw -1" },
	{ "2 ** 0", "1" },
	{ "2 ** 62", "4611686018427387904" },
	{ "2 ** 63", "? '2 ** 63' 4611686018427387904 * 2 does not fit 64 bits" },
	{ "-2 ** 3", "? '-2' the power of a negative number stands in parentheses: (-2)**2" },
	{ "(-1) ** 64", "1" },
	{ "(-1) ** 65", "-1" },
	{ "(-1) ** 1000", "1" },
	{ "(-1) ** 1001", "-1" },
	{ "0 ** 1000", "0" },
	{ "(-2) ** 63", "-9223372036854775808" },
	{ "a = -2; a ** 64", "? 'a ** 64' -9223372036854775808 * -2 does not fit 64 bits" },
	{ "a = -2; a ** 65", "? 'a ** 65' -9223372036854775808 * -2 does not fit 64 bits" },
	{ "(-1) << 63", "-9223372036854775808" },
	{ "a = -1; a << 64", "? 'a << 64' -9223372036854775808 * 2 does not fit 64 bits" },
	{ "a = -1; a << 65", "? 'a << 65' -9223372036854775808 * 2 does not fit 64 bits" },
	{ "M = ?; M < 8:1", "? 'M' this needs the value of an integer that is known by name only" },
	{ "M = ?; 8:1 < M", "? '8:1' expected an integer, saw a layout" },
	{ "M = ?; M < (1,2)", "? 'M' this needs the value of an integer that is known by name only" },
	{ "M = ?; (1,2) < M", "? '(1,2)' expected an integer, saw a tuple" },
	{ "M = ?; M < \"a\"", "? 'M' this needs the value of an integer that is known by name only" },
	{ "M = ?; \"a\" < M", "? '\"a\"' expected an integer, saw a string" },
	{ "M = ?; M == 8:1", "false ! 'M == 8:1' they differ: for M=2 they are 2 and 8:1" },
	{ "M = ?; 8:1 == M", "false ! '8:1 == M' they differ: for M=2 they are 8:1 and 2" },
	{ "M = ?; M == (1,2)", "false ! 'M == (1,2)' they differ: for M=2 they are 2 and (1,2)" },
	{ "M = ?; M == \"a\"", "false ! 'M == \"a\"' they differ: for M=2 they are 2 and \"a\"" },
	{ "8:1 == ?", "false" },
	{ "? == (1,2)", "false" },
	{ "(1,2) == ?", "false" },
	{ "? == \"a\"", "false" },
	{ "\"a\" == ?", "false" },
	{ "1 ** 1000", "1" },
	{ "1 << 3", "8" },
	{ "1 << -1", "? '1 << -1' expected an exponent or a shift from 0 on, saw -1" },
	{ "1 << 62", "4611686018427387904" },
	{ "1 << 63", "? '1 << 63' 4611686018427387904 * 2 does not fit 64 bits" },
	{ "1 << 64", "? '1 << 64' 4611686018427387904 * 2 does not fit 64 bits" },
	{ "0 << 100", "0" },
	{ "8 >> 1", "4" },
	{ "8 >> 64", "? '8 >> 64' a shift of 64 bits by 64" },
	{ "-8 >> 1", "-4" },
	{ "5 & 3", "1" },
	{ "5 | 3", "7" },
	{ "5 ^ 3", "6" },
	{ "~5", "-6" },
	{ "5 & (1,2)", "(1,0)" },
	{ "5 & 1@0", "? '5 & 1@0' plain integers are needed for &" },
	{ "5 & _", "? '_' there is no arithmetic with '_'" },
	{ "1@0 + 1@0", "? '1@0 + 1@0' plain integers are needed here, not basis strides or \"_\"" },
	{ "1@0 + 1@1", "? '1@0 + 1@1' plain integers are needed here, not basis strides or \"_\"" },
	{ "1@0 * 2", "2@0" },
	{ "3 < 4", "true" },
	{ "4 < 3", "false" },
	{ "3 < 3", "false" },
	{ "3 <= 3", "true" },
	{ "4 <= 3", "false" },
	{ "3 > 4", "false" },
	{ "4 > 3", "true" },
	{ "3 > 3", "false" },
	{ "3 >= 3", "true" },
	{ "3 >= 4", "false" },
	{ "3 != 4", "true" },
	{ "3 != 3", "false" },
	{ "8:1 != 8:1", "false" },
	{ "8:1 == 8:2", "false" },
	{ "8:1 < 3", "? '8:1' expected an integer, saw a layout" },
	{ "3 < 8:1", "? '8:1' expected an integer, saw a layout" },
	{ "(1,2) < 3", "? '(1,2)' expected an integer, saw a tuple" },
	{ "3 < \"a\"", "? '\"a\"' expected an integer, saw a string" },
	{ "\"a\" == \"a\"", "true" },
	{ "\"a\" == \"b\"", "false" },
	{ "true == true", "true" },
	{ "true && false", "false" },
	{ "true && true", "true" },
	{ "false || true", "true" },
	{ "false || false", "false" },
	{ "!true", "false" },
	{ "!false", "true" },
	{ "!3", "false" },
	{ "!0", "true" },
	{ "false && foo", "false" },
	{ "true || foo", "true" },
	{ "true && foo", "? 'foo' no value is called 'foo'" },
	{ "false || foo", "? 'foo' no value is called 'foo'" },
	{ "8:1 && true", "? '8:1' expected a condition, saw a layout" },
	{ "true && 8:1", "? '8:1' expected a condition, saw a layout" },
	{ "3 && 2", "true" },
	{ "3 && 0", "false" },
	{ "true && true && false", "false" },
	{ "false || false || true", "true" },
	{ "(1,2) || true", "? '(1,2)' expected a condition, saw a tuple" },
	{ "!(1,2)", "? '(1,2)' expected a condition, saw a tuple" },
	{ "8:1 o 4:2", "4:2" },
	{ "8:1 o 4:2 o 2:1", "2:2" },
	{ "8:1 o 4:2(1)",
		"2:1 ! '4:2(1)' the coordinate applies to the layout in front of it alone [the composition at this "
		  "coordinate is (8:1 o 4:2)(1)]" },
	{ "8:1 o 4:2(1) o 3:1", "8:1 o 2 o 3:1" },
	{ "8:1(2) o 4:2",
		"4:2 ! '8:1(2)' the coordinate applies to the layout in front of it alone [the composition at this "
		  "coordinate is (8:1)(2)]" },
	{ "Sw<3,3,3> o 0 o 8:1", "Sw<3,3,3> o 0 o 8:1" },
	{ "Sw<3,3,3> o 1 o 8:1 o 4:2", "Sw<3,3,3> o 1 o 4:2" },
	{ "8:1 o 3", "3:1" },
	{ "8:1 o 3 o 4:1", "8:1 o 3 o 4:1" },
	{ "8:1 o _", "8:1" },
	{ "8:1 o \"a\"", "? '\"a\"' expected a tiler (a layout, an integer, '_' or a tuple of tilers), saw a string" },
	{ "3 o 8:1", "8:1" },
	{ "Sw<3,3>", "? 'Sw<3,3>' expected three integers in Sw<B,M,S>" },
	{ "Sw<3,3,3,3>", "? 'Sw<3,3,3,3>' expected three integers in Sw<B,M,S>" },
	{ "Sw<-1,3,3>", "? '-1' expected an integer from 0 to 2147483647, saw -1" },
	{ "Sw<3,_,3>", "? '_' expected an integer, saw '_'" },
	{ "Sw<(1,2),3,3>", "? '(1,2)' expected an integer, saw a tuple" },
	{ "composition((4,6,8):(2,3,5), 6:3)",
		"(2,3):(6,3) ! '6:3' CuTe's answer is not A(B(i)): at i = 2 it gives 3, but A(B(2)) = A(6) = 7; "
		  "neither of stride 3 and the extent 4 of mode 0 of the coalesced left layout divides the other" },
	{ "(4,6,8):(2,3,5) o 6:3",
		"(2,3):(6,3) ! '6:3' CuTe's answer is not A(B(i)): at i = 2 it gives 3, but A(B(2)) = A(6) = 7; "
		  "neither of stride 3 and the extent 4 of mode 0 of the coalesced left layout divides the other" },
	{ "(4,6,8):(2,3,5) o (6:3)", "(6):(6)" },
	{ "composition((4,(6,7)):(8,(1,3)), (5,(6,9)))", "(5,(6,9)):(8,(1,3))" },
	{ "composition((4,(6,7)):(8,(1,3)), ((5,7),(6,9)):((1,2),(3,4)))",
		"? '((5,7),(6,9)):((1,2),(3,4))' mode (0,0): shape divisibility: extent 5 is not a multiple of 4, "
		  "the room in mode 0 of the coalesced left layout (extent 4) at stride 1 [the nearest extents that "
		  "compose are 4 and 8]" },
	{ "composition((4,6):(8,1), ((5,7):(1,2), 9))", "((5,7),9):((8,16),1)" },
	{ "crd2idx((1,9), (4,8):(8,1))",
		"17 ! '(1,9)' coordinate 9 of mode 1 is outside its extent 8: CuTe goes on beyond it" },
	{ "crd2idx((1,(2,9)), (4,(8,4)):(8,(1,2)))",
		"28 ! '(1,(2,9))' coordinate 9 of mode (1,1) is outside its extent 4: CuTe goes on beyond it" },
	{ "L = (4,(8,4)):(8,(1,2)); c = (1,(2,\"a\")); crd2idx(c, L)",
		"? 'c' expected an integer or a tuple of integers, saw a tuple that is not of integers alone" },
	{ "make_layout((4,(8,0)))", "(4,(8,0)):(1,(4,32))" },
	{ "make_layout((4,(8,-1)), (1,(2,3)))", "? '-1' extent -1 of the shape is negative" },
	{ "make_layout((4,8),(1,2,3))",
		"? '(1,2,3)' shape and stride must nest in the same way: the shape has 2 modes, the stride 3" },
	{ "make_layout((4,(8,2)),(1,(2,3,4)))",
		"? '(2,3,4)' shape and stride must nest in the same way: the shape has 2 modes, the stride 3" },
	{ "9223372036854775807 + 1", "? '9223372036854775807 + 1' 9223372036854775807 + 1 does not fit 64 bits" },
	{ "9223372036854775807 * 2", "? '9223372036854775807 * 2' 9223372036854775807 * 2 does not fit 64 bits" },
	{ "-9223372036854775807 - 2", "? '-9223372036854775807 - 2' -9223372036854775807 - 2 does not fit 64 bits" },
	{ "x = make_layout(9223372036854775807); size((x, x))",
		"? '(x, x)' expected an integer or a tuple of integers, saw a tuple that is not of integers alone" },
	{ "Int32(8)", "8" },
	{ "Int32(8.5)", "? '5' expected the name of a member such as shape or stride, saw '5'" },
	{ "Int32(4294967296)", "0" },
	{ "Int8(200)", "-56" },
	{ "Uint8(-1)", "255" },
	{ "Float32(0.5)", "? '5' expected the name of a member such as shape or stride, saw '5'" },
	{ "Float32(3)", "3.000000" },
	{ "Float16(70000)", "inf" },
	{ "Boolean(3)", "-1" },
	{ "Boolean(0)", "0" },
	{ "Int32(8:1)", "? '8:1' expected a number, saw a layout" },
	{ "Int32(\"a\")", "? '\"a\"' expected a number, saw a string" },
	{ "Int32((1,2))", "? '(1,2)' expected a number, saw a tuple" },
	{ "Int32(8, 9)", "? 'Int32' no operation is called 'Int32' ['cutelayout help' lists the operations]" },
	{ "Int32(8) + 1", "9" },
	{ "1 + Int32(8)", "9" },
	{ "Int32(8) * Float32(0.5)", "? '5' expected the name of a member such as shape or stride, saw '5'" },
	{ "-Int32(8)", "-8" },
	{ "~Int32(8)", "-9" },
	{ "~Float32(8)", "? '~Float32(8)' ~ is of one integer: of a vector write -1 ^ v" },
	{ "-Float32(0.5)", "? '5' expected the name of a member such as shape or stride, saw '5'" },
	{ "Int32(8) == 8", "-1" },
	{ "Int32(8) != 8", "0" },
	{ "Int32(8) < 9", "-1" },
	{ "9 < Int32(8)", "0" },
	{ "Int32(8) + \"a\"", "? '\"a\"' expected a vector or a number, saw a string" },
	{ "\"a\" + Int32(8)", "? '\"a\"' expected a vector or a number, saw a string" },
	{ "Int32(8) + 8:1", "? '8:1' expected a vector or a number, saw a layout" },
	{ "Int32(8) == 8:1", "? '8:1' expected a vector or a number, saw a layout" },
	{ "Int32(8) << 2", "32" },
	{ "Int32(8) / 0", "? 'Int32(8) / 0' division by 0" },
	{ "Int32(8) & Float32(1)", "? 'Int32(8) & Float32(1)' & is of integers, not of f32" },
	{ "f\"a {3} b\"", "\"a 3 b\"" },
	{ "f\"a {8:1}\"", "\"a 8\"" },
	{ "f\"a {x}\"", "? 'x' no value is called 'x'" },
	{ "f\"{1}{2}\"", "\"12\"" },
	{ "f\"\"", "\"\"" },
	{ "8:1; 9:1 +", "? '' expected an expression, saw the end" },
	{ "8:1; x; 3", "8:1 ? 'x' no value is called 'x'" },
	{ "8:1\n  x", "8:1 ? 'x' no value is called 'x'" },
	{ "a = 8:1; b = a o x", "? 'x' no value is called 'x'" },
	{ "M = ?; M + 1", "M+1" },
	{ "M = ?; M < 3",
		"? 'M < 3' it is not decided for all numbers that the names may stand for [--assume 'N >= 64' "
		  "promises more of them]" },
	{ "M = ?; M < M", "false" },
	{ "M = ?; M <= M", "true" },
	{ "M = ?; M + 1 > M", "true" },
	{ "M = ?; M == M", "true" },
	{ "M = ?; M == 3", "false ! 'M == 3' they differ: for M=2 they are 2 and 3" },
	{ "M = ?; M != M", "false" },
	{ "M = ?; M & 3", "? 'M & 3' there are no formulas with &" },
	{ "M = ?; 3 & M", "? '3 & M' there are no formulas with &" },
	{ "M = ?; M << 2", "4*M" },
	{ "M = ?; M << M", "? 'M << M' there are no formulas with <<" },
	{ "M = ?; 2 ** M", "? '2 ** M' there are no formulas with **" },
	{ "M = ?; M % 2", "M-2*(M/2)" },
	{ "M = ?{div=8}; M % 8", "0" },
	{ "M = ?{div=8}; M / 8", "M/8" },
	{ "M = ?; M:1 == M:2", "false ! 'M:1 == M:2' they differ: for M=2 they are 2:1 and 2:2, which give 1 and 2 at 1" },
	{ "M = ?; M:1 == 3:1", "false ! 'M:1 == 3:1' they differ: for M=2 they are 2:1 and 3:1" },
	{ "M = ?; (M,2):(1,M) == (M,2):(1,M)", "true" },
	{ "M = ?; N = ?; M:1 == N:1", "false ! 'M:1 == N:1' they differ: for M=2,N=3 they are 2:1 and 3:1" },
	{ "M = ?; (M,1):(1,M) == (M,1):(1,0)",
		"false ! '(M,1):(1,M) == (M,1):(1,0)' they are one function, but not written alike" },
	{ "M = ?; (M*2**62,4):(1,M*2**62) == (M*2**62,8):(1,M*2**62)",
		"false ! '(M*2**62,4):(1,M*2**62) == (M*2**62,8):(1,M*2**62)' not decided: the formulas are not alike for "
		"all of up to 4096 remainders of their names, but numbers for which they differ were not found" },
	{ "M = ?; (M,4):(1,M) == M*4:1", "? '4:1' expected an integer or a tuple of integers, saw a layout" },
	{ "M = ?; N = ?; M*N == N*M", "true" },
	{ "M = ?; M/2*2 == M", "false ! 'M/2*2 == M' they differ: for M=1 they are 0 and 1" },
	{ "M = ?; composition(M:1, 4:2)", "4:2" },
	{ "M = ?; logical_divide(M:1, 4)", "(4,ceil_div(M,4)):(1,4)" },
	{ "M = ?; !M", "false" },
	{ "M = ?; M && true", "true" },
	{ "? + 1", "?" },
	{ "? & 3", "?" },
	{ "? < 3", "? '?' this needs the value of an integer that is known at run time only" },
	{ "? == ?", "? '? == ?' this needs the value of an integer that is known at run time only" },
	{ "?{div=8} % 8", "0" },
	{ "1 + ?", "?" },
	{ "M = ?{div=0}; M", "0" },
	{ "M = ?{div=1}; M", "M" },
	{ "T = make_tensor(ptr[32b](0), 8:1); T[1] = 3", "? ',' expected 'o' and the layout behind the pointer, saw ','" },
	{ "T = make_tensor(8:1); T[1] = 3",
		"? 'make_tensor(8:1)' make_tensor needs at least 2 arguments: make_tensor(pointer, layout, stride)" },
	{ "L = 8:1; L[1] = 3", "? 'L' only elements of a tensor with a pointer can be written" },
	{ "M = ?; M/2 && true", "? 'M/2' this needs the value of an integer that is known by name only" },
	{ "M = ?; !(M-1)", "? '(M-1)' this needs the value of an integer that is known by name only" },
	{ "? && true", "? '?' this needs the value of an integer that is known at run time only" },
	{ "!?", "? '?' this needs the value of an integer that is known at run time only" },
	{ "? != 3", "? '? != 3' this needs the value of an integer that is known at run time only" },
	{ "3 == ?", "? '3 == ?' this needs the value of an integer that is known at run time only" },
	{ "?{div=8} == 3", "? '?{div=8} == 3' this needs the value of an integer of which only the divisor 8 is known" },
	{ "M = ?; M == ?", "false ! 'M == ?' they differ: for M=2 they are 2 and ?" },
	{ "? == 4:1", "false" },
	{ "(?,4) == (?,4)", "false" },
	{ "T = make_tensor(ptr[32b](0x0) o 8:1); T[1] = 3",
		"? 'make_tensor(ptr[32b](0x0) o 8:1)' make_tensor needs at least 2 arguments: make_tensor(pointer, "
		  "layout, stride)" },
	{ "T = make_rmem_tensor(8, Float32); T[1] = 3",
		"? 'T[1] = 3' s32 is not stored to elements of type f32: convert with to()" },
	{ "T = make_rmem_tensor(8, Float32); T[9] = 3",
		"? 'T[9] = 3' s32 is not stored to elements of type f32: convert with to()" },
	{ "T = make_rmem_tensor(8, Float32); T[1] = 8:1", "? 'T[1] = 8:1' expected a vector or a number, saw a layout" },
	{ "T = make_rmem_tensor((2,4), Float32); T[1,2] = 3",
		"? 'T[1,2] = 3' s32 is not stored to elements of type f32: convert with to()" },
	{ "T = make_rmem_tensor((2,4), Float32); T[_,2] = 3",
		"? '3' expected a vector, saw one number: fill() writes it everywhere" },
	{ "T = make_rmem_tensor((2,4), Float32); T[1] = x", "? 'x' no value is called 'x'" },
	{ "mma_atom(\"SM80_1\")", "? '\"SM80_1\"' no MMA atom is called \"SM80_1\"; 'cutelayout atoms PATTERN' lists them"
		" [did you mean \"SM80_16x8x128_S32U1U1S32_TN_ANDPOPC\"?]" },
	{ "mma_atom(\"SM80_\")", "? '\"SM80_\"' no MMA atom is called \"SM80_\"; 'cutelayout atoms PATTERN' lists them" },
	{ "x = 3; y = x; y", "3" },
	{ "xs = 3; x", "? 'x' no value is called 'x'" },
	{ "longname = 3; longnam", "? 'longnam' no value is called 'longnam' [did you mean 'longname'?]" },
	{ "layout = 8:1; layouts", "? 'layouts' no value is called 'layouts' [did you mean 'layout'?]" },
	{ "cosize", "? 'cosize' 'cosize' is an operation: call it as cosize(layout, mode, ...)" },
	{ "L = 8:1; L::shape", "8" },
	{ "L = 8:1; L::foo", "? 'L::foo' a layout has no member types: atoms, tiled copies and tiled MMAs have" },
	{ "m = mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"); m::ALayout", "((4,8),(2,2,2)):((32,1),(16,8,128))" },
	{ "m = mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"); m::Traits::ALayout", "((4,8),(2,2,2)):((32,1),(16,8,128))" },
	{ "m = mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"); m::Traits::Foo",
		"? 'm::Traits::Foo' an MMA atom has no member called Foo" },
	{ "m = mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"); m::Foo::ALayout",
		"? 'm::Foo::ALayout' an MMA atom has no member called Foo" },
	{ "m = mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"); m::Traits::Traits::CLayout", "((4,8),(2,2)):((32,1),(16,8))" },
	{ "A = 8:1; B = A; A::B::c", "? 'A::B::c' a layout has no member types: atoms, tiled copies and tiled MMAs have" },
	{ "A::b", "? 'A::b' no value is called 'A::b'" },
	{ "a = ?; b = a; b(3)", "3" },
	{ "a = f16; a", "\"f16\"" },
	{ "a = \"x\"; a(3)", "? 'a(3)' expected a layout, saw a string" },
	{ "Int32(8) + 1 + 8:1 + 2", "? '8:1' expected a vector or a number, saw a layout" },
	{ "8:1 < Int32(8)", "? '8:1' expected a vector or a number, saw a layout" },
	{ "Int32(8) + 1 / Int32(0)", "? '1 / Int32(0)' division by 0" },
	{ "Int32(x)", "? 'x' no value is called 'x'" },
	{ "Int32(8) + x", "? 'x' no value is called 'x'" },
	{ "T = make_rmem_tensor((1,3), Int32); v = T.load().reduce(ADD, 0, (_,1)); v[0]", "3" },
	{ "T = make_rmem_tensor((3,1), Int32); v = T.load().reduce(ADD, 0, (1,_)); v[0]", "3" },
	{ "T = make_rmem_tensor((2,3), Int32); v = T.load().reduce(ADD, 0, (_,1)); (v[0],v[1])", "(6,9)" },
	{ "T = make_rmem_tensor((2,3), Int32); v = T.load().reduce(MAX, 0, (1,_)); (v[0],v[1],v[2])", "(1,3,5)" },
	{ "T = make_rmem_tensor((2,3), Int32); v = T.load().reduce(MIN, 9, (1,_)); (v[0],v[1],v[2])", "(0,2,4)" },
	{ "ptr[32b](0x7f0000000000) o (8):(1):", "(8):(1)" },
	{ "ptr[32b](0x7f0000000000) o (8):(1) =", "(8):(1)" },
	{ "ptr[32b](0x7f0000000000) o (8):(1): 3", "? ':' expected an operator, ';' or the end of the line, saw ':'" },
	{ "ptr[32b](0x7f0000000000) o (8):(1):\n3", "(8):(1); 3" },
	{ "8:1:", "? ':' expected an operator, ';' or the end of the line, saw ':'" },
	{ "8:1:\n3", "? ':' expected an operator, ';' or the end of the line, saw ':'" },
	{ "b1", "\"b1\"" },
	{ "L = 8:1; L::f", "? 'L::f' a layout has no member types: atoms, tiled copies and tiled MMAs have" },
	{ "v = Int32(8) + 1; coalesce(v)", "9:1" },
	{ "v = Float32(8) + 1; coalesce(v)", "? 'v' expected a layout, saw a vector" },
	{ "v = Int32(8) + 1; (v,2):(1,v)", "(9,2):(1,9)" },
	{ "M = ?; assume(2*M+1, 2)", "? '2*M+1' the formula is not a multiple of 2 for any numbers" },
	{ "T = make_rmem_tensor(8, Float32); T.load()[7]", "7.000000" },
	{ "T = make_rmem_tensor(8, Float32); T.load()[8]", "? 'T.load()[8]' element 8 is none of the 8 elements" },
	{ "T = make_rmem_tensor(8, Float32); T.load()[-1]", "? 'T.load()[-1]' element -1 is none of the 8 elements" },
	{ "T = make_rmem_tensor((2,2), Float32); v = T.load(); v[(1,1)]", "3.000000" },
	{ "T = make_rmem_tensor((2,2), Float32); T[_,0] = T[_,1].load(); v = T.load(); (v[0],v[1],v[2],v[3])",
		"(2.000000,3.000000,2.000000,3.000000)" },
	{ "T = make_rmem_tensor((2,2), Float32); T[1] = T[_,1].load()",
		"? 'T[_,1].load()' expected one number, saw a vector" },
	{ "c = make_tiled_copy(copy_atom(\"UniversalCopy<u32>\",16),(4,2):(1,4),(2,1):(1,1)); "
	  "partition_S(c.get_slice(3), 1, (8,2):(1,8))",
		"? 'c.get_slice(3)' expected a tiled copy, saw a tuple that is not of integers alone" },
	{ "c = make_tiled_copy(copy_atom(\"UniversalCopy<u32>\",16),(4,2):(1,4),(2,1):(1,1)); "
	  "partition_S(c.get_slice(3))",
		"? 'partition_S(c.get_slice(3))' partition_S needs 3 arguments: partition_S(tiled_copy, thread, "
		  "tensor)" },
	{ "c = make_tiled_copy(copy_atom(\"UniversalCopy<u32>\",16),(4,2):(1,4),(2,1):(1,1)); "
	  "partition_S(c.get_slice(3), (8,2):(1,8))",
		"(((2,1),1,1):((1,0),0,0),6)" },
};

/* What is inexact is refused. */
static const struct case_of_program said_strictly[] = {
	{ "composition((4,6,8):(2,3,5), 6:3)",
		"? '6:3' CuTe's answer is not A(B(i)): at i = 2 it gives 3, but A(B(2)) = A(6) = 7; neither of "
		  "stride 3 and the extent 4 of mode 0 of the coalesced left layout divides the other" },
	{ "x = composition((4,6,8):(2,3,5), 6:3); x",
		"? '6:3' CuTe's answer is not A(B(i)): at i = 2 it gives 3, but A(B(2)) = A(6) = 7; neither of "
		  "stride 3 and the extent 4 of mode 0 of the coalesced left layout divides the other" },
};

/* What CuTe refuses is the layout that it is, where it is one. */
static const struct case_of_program said_by_inference[] = {
	{ "(4,8):(8,1) o 3:13",
		"3:11 ! '(4,8):(8,1) o 3:13' CuTe refuses this composition, but A(B(c)) is a layout: stride "
		  "divisibility: stride 13 is neither a multiple of the extent 4 of mode 0 of the coalesced left "
		  "layout nor smaller" },
	{ "composition((4,8):(8,1), 3:13)",
		"3:11 ! 'composition((4,8):(8,1), 3:13)' CuTe refuses this composition, but A(B(c)) is a layout: "
		  "stride divisibility: stride 13 is neither a multiple of the extent 4 of mode 0 of the coalesced "
		  "left layout nor smaller" },
	{ "composition((4,8):(8,1), (3:13))", "(3):(104)" },
	{ "composition(((4,8),2):((8,1),100), (3:13, 2:1))",
		"? '3:13' stride divisibility: stride 13 is neither a multiple of the extent 4 of mode 0 of the "
		  "coalesced left layout nor smaller [the nearest strides that compose are 12 and 16]" },
	{ "composition(((4,8),2):((8,1),100), (3, 2))", "(3,2):(8,100)" },
	{ "composition((4,8):(8,1), Sw<1,0,1> o 0 o 6:1)",
		"? 'Sw<1,0,1> o 0 o 6:1' shape divisibility: extent 6 is not a multiple of 4, the room in mode 0 "
		  "of the coalesced left layout (extent 4) at stride 1 [the nearest extents that compose are 4 and 8]" },
	{ "composition(Sw<1,0,1> o 0 o (4,8):(8,1), 3:13)",
		"Sw<1,0,1> o 0 o 3:11 ! 'composition(Sw<1,0,1> o 0 o (4,8):(8,1), 3:13)' CuTe refuses this "
		  "composition, but A(B(c)) is a layout: stride divisibility: stride 13 is neither a multiple of the "
		  "extent 4 of mode 0 of the coalesced left layout nor smaller" },
	{ "composition((4,8):(8,1), 6:5)",
		"? '6:5' stride divisibility: stride 5 is neither a multiple of the extent 4 of mode 0 of the "
		  "coalesced left layout nor smaller [the nearest strides that compose are 4 and 8]" },
	{ "logical_divide((4,8):(8,1), 3:13)",
		"? '3:13' stride divisibility: stride 13 is neither a multiple of the extent 4 of mode 0 of the "
		  "coalesced left layout nor smaller [the nearest strides that compose are 12 and 16]" },
	{ "composition((4,8):(8,1), \"a\")",
		"? '\"a\"' expected a tiler (a layout, an integer, '_' or a tuple of tilers), saw a string" },
	{ "composition((100,60):(60,1), 128)",
		"? '128' shape divisibility: extent 128 is not a multiple of 100, the room in mode 0 of the "
		  "coalesced left layout (extent 100) at stride 1 [the nearest extents that compose are 100 and 200]" },
	{ "composition((4,6):(1,100), 8:1)", "(4,2):(1,100)" },
	{ "composition((4,6):(1,4), 5:1)", "5:1" },
	{ "composition((4,6):(1,7), 5:1)",
		"? '5:1' shape divisibility: extent 5 is not a multiple of 4, the room in mode 0 of the coalesced "
		  "left layout (extent 4) at stride 1 [the nearest extents that compose are 4 and 8]" },
	{ "composition((4,6):(1,4), (5:1,2:1))", "(5,2):(1,4)" },
	{ "composition((4,6):(6,1), 8:1)", "(4,2):(6,1)" },
	{ "composition(8:1, 3)", "3:1" },
	{ "(4,6):(6,1) o 9:1",
		"? '9:1' shape divisibility: extent 9 is not a multiple of 4, the room in mode 0 of the coalesced "
		  "left layout (extent 4) at stride 1 [the nearest extents that compose are 8 and 12]" },
	{ "(4,6):(6,1) o 9:2",
		"? '9:2' shape divisibility: extent 9 is not a multiple of 2, the room in mode 0 of the coalesced "
		  "left layout (extent 4) at stride 2 [the nearest extents that compose are 8 and 10]" },
	{ "composition((4,6):(6,1), x)", "? 'x' no value is called 'x'" },
	{ "logical_divide((4,6):(6,1), 9)",
		"? '9' shape divisibility: extent 9 is not a multiple of 4, the room in mode 0 of the coalesced left "
		  "layout (extent 4) at stride 1 [the nearest extents that compose are 8 and 12]" },
};

/* The dialect of Python. */
#define VECTORS(first, second) \
	"a=make_rmem_tensor(4," first ").load(); b=make_rmem_tensor(4," second ").load(); "
#define SWIZZLED(swizzle) "tensor<ptr<f16, smem, S<" swizzle ">> o 4:1>"

static const struct case_of_program said_in_python[] = {
	{ "7 / 2", "3" },
	{ "-7 // 2", "-4" },
	{ "-7 % 3", "2" },
	{ "7 % -3", "-2" },
	{ "7 // 2", "3" },
	{ "7 - 9", "-2" },
	{ "7 // 0", "? '7 // 0' division by 0" },
	{ "7 / 0", "? '7 / 0' division of 7 by 0" },
	{ "(7,8) // 2", "(3,4)" },
	{ "-7 / 2", "-3" },
	{ "composition(Sw<1,0,1>, 8:1)",
		"? 'Sw<1,0,1>' the DSL composes layouts, not a swizzle by itself: write Sw o 0 o L" },
	{ "Sw<1,0,1> o 8:1", "? 'Sw<1,0,1>' the DSL composes layouts, not a swizzle by itself: write Sw o 0 o L" },
	{ "cosize(make_tuple(?:1, 2:1))",
		"? 'make_tuple(?:1, 2:1)' expected a layout, saw a tuple that is not of integers alone" },
	{ "cosize((?,2):(1,8))", "?" },
	{ "cosize((?,2):(0,0))", "1" },
	{ "make_tiled_copy(copy_atom(\"UniversalCopy<u32>\",16),(4,2):(1,4),(2,1):(1,1))",
		"? '(2,1):(1,1)' make_tiled_copy of the DSL takes a thread-value layout and a tiler, not thread and "
		  "value layouts [make_tiled_copy_tv(atom, thr_layout, val_layout)]" },
	{ "make_tiled_copy(copy_atom(\"UniversalCopy<u32>\",16),(4,2):(1,4))",
		"? '(4,2):(1,4)' make_tiled_copy of the DSL takes a thread-value layout and a tiler, not thread and "
		  "value layouts [make_tiled_copy_tv(atom, thr_layout, val_layout)]" },
	{ "make_tiled_copy(copy_atom(\"UniversalCopy<u32>\",16),(4,2):(1,4),(2,1))",
		"make_tiled_copy_impl(copy_atom(\"UniversalCopy<u32>\",16),(4,2):(1,4),(2,1))" },
	{ "MmaF16BF16Op(Float16,Float32,(128,128,16),OperandMajorMode.K,OperandMajorMode.MN,OperandMajorMode.K)",
		"? 'OperandMajorMode' expected a CtaGroup, an OperandSource or an OperandMajorMode" },
	{ "MmaF16BF16Op(Float16,Float32,(128,128,16),OperandMajorMode.K,OperandMajorMode.N)",
		"? 'OperandMajorMode' expected a CtaGroup, an OperandSource or an OperandMajorMode" },

	/* vectors: the type that two have in common, and what where() asks of its arguments */
	{ VECTORS("e4m3", "e5m2") "a+b", "? 'a+b' CuTe DSL has no common type of e4m3 and e5m2: convert one with to()" },
	{ VECTORS("e2m1", "e3m2") "a+b", "? 'a+b' CuTe DSL has no common type of e2m1 and e3m2: convert one with to()" },
	{ VECTORS("e4m3", "e2m1") "a*b", "? 'a*b' CuTe DSL has no common type of e4m3 and e2m1: convert one with to()" },
	{ VECTORS("e4m3", "e4m3") "a+b", "tensor_value<vector<4xf8E4M3FN> o 4>" },
	{ VECTORS("bf16", "f16") "a+b", "tensor_value<vector<4xf16> o 4>" },
	{ VECTORS("f16", "bf16") "a+b", "tensor_value<vector<4xf16> o 4>" },
	{ VECTORS("e2m1", "bf16") "a+b", "tensor_value<vector<4xbf16> o 4>" },
	{ VECTORS("tf32", "bf16") "a+b", "tensor_value<vector<4xtf32> o 4>" },
	{ VECTORS("f32", "tf32") "a+b", "tensor_value<vector<4xf32> o 4>" },
	{ VECTORS("f32", "f32") "where(a>b,a,b)", "tensor_value<vector<4xf32> o 4>" },
	{ VECTORS("f32", "f32") "where(a>b,a,2.0)", "tensor_value<vector<4xf32> o 4>" },
	{ VECTORS("f32", "f32") "where(a>b,1.0,2.0)",
		"? '2.0' at least one of the two that are chosen from must be a vector" },
	{ VECTORS("f32", "f32") "where(a,a,b)", "? 'b' a condition is of truth values, as a comparison gives" },
	{ VECTORS("bf16", "f16") "where(a>b,a,b)", "? 'b' bf16 and f16 are not of one type: convert one with to()" },

	/* where an element is written that nobody knows, none is known */
	{ "a=make_rmem_tensor(2,f32); a.fill(1.0); a[1]=2.0; print_tensor(a)", "2:1" },
	{ "a=make_rmem_tensor(2,f32); a.fill(1.0); n=?; a[n]=2.0; print_tensor(a)",
		"? 'a' the elements are known at run time only" },

	/* the swizzle of a pointer stays with it, and is part of it */
	{ SWIZZLED("2,4,3") " == " SWIZZLED("2,4,3"), "true" },
	{ SWIZZLED("2,4,3") " == " SWIZZLED("1,4,3"), "false" },
	{ SWIZZLED("2,4,3") " == " SWIZZLED("2,5,3"), "false" },
	{ SWIZZLED("2,4,3") " == " SWIZZLED("2,4,4"), "false" },
	{ SWIZZLED("2,4,3") " == tensor<ptr<f16, smem> o 4:1>", "false" },
	{ "tensor<ptr<f16, smem> o 4:1> == " SWIZZLED("2,4,3"), "false" },

	/* a coordinate behind one that may be the last */
	{ "increment_coord((0,1),(?,8))", "(?,?)" },
	{ "increment_coord((-1,1),(?,8))", "(?,?)" },
	{ "increment_coord((-2,1),(?,8))", "(?,?)" },
	{ "increment_coord((3,1),(?,8))", "(?{div=4},?)" },
};

static void put_message(struct buf *out, const struct source *source, const struct message *message, const char *mark) {
	size_t begin = message->span.begin;
	cr_assert(begin <= message->span.end && message->span.end <= source->text.length, "%s", source->text.data);
	buf_put(out, out->length > 0 ? " " : "");
	buf_put(out, mark);
	buf_put(out, " '");
	buf_put_str(out, (struct str){ source->text.data + begin, message->span.end - begin });
	buf_put(out, "' ");
	buf_put(out, message->fault.text);
	if (message->fault.hint[0] != '\0') {
		buf_put(out, " [");
		buf_put(out, message->fault.hint);
		buf_put(out, "]");
	}
}

static const char *said_of(struct arena *arena, const char *program, const struct evaluation *options) {
	struct source source = { .name = "<test>", .text = str_from(program), .first_line = 1 };
	struct evaluation *ev = arena_alloc(arena, sizeof *ev);
	struct buf out;
	buf_init(&out, arena);
	evaluation_init(ev, arena, options->strict);
	ev->infer = options->infer;
	ev->algebra.dialect = options->algebra.dialect;
	bool good = evaluation_run(ev, &source);
	for (int i = 0; i < ev->result_count; i++) {
		buf_put(&out, i > 0 ? "; " : "");
		print_value(&out, &ev->results[i]);
	}
	for (int i = 0; i < ev->warning_count && i < WARNINGS_MAX; i++) {
		put_message(&out, &source, &ev->warnings[i], "!");
	}
	if (!good) {
		put_message(&out, &source, &ev->error, "?");
	}
	return out.length > 0 ? out.data : "";
}

static void expect_said(const struct case_of_program *cases, size_t count, const struct evaluation *options) {
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	for (size_t i = 0; i < count; i++) {
		arena_reset(&arena);
		const char *said_now = said_of(&arena, cases[i].program, options);
		cr_expect_str_eq(said_now, cases[i].said, "%s\n  expected %s\n  saw %s", cases[i].program,
			cases[i].said, said_now);
	}
	arena_finish(&arena);
}

#define EXPECT_SAID(cases, ...) \
	expect_said(cases, sizeof cases / sizeof *cases, &(const struct evaluation){ __VA_ARGS__ })

Test(lang_said, what_is_said) {
	EXPECT_SAID(said, .strict = false);
	EXPECT_SAID(said_strictly, .strict = true);
	EXPECT_SAID(said_by_inference, .infer = true);
	EXPECT_SAID(said_in_python, .algebra.dialect = DIALECT_DSL);
}
