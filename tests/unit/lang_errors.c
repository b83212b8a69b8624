/* Programs that are refused, each with the place and the sentence. To add a case, add a line. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "lang_case.h"

struct case_of_error {
	const char *program;
	int line;
	int column;
	const char *sentence;
};

static const struct case_of_error cases[] = {
	/* what an expression must be */
	{ ")", 1, 1, "expected an expression, saw ')'" },
	{ "=1", 1, 1, "expected an expression, saw '='" },
	{ ":4", 1, 1, "expected an expression, saw ':'" },
	{ "@", 1, 1, "expected an expression, saw '@'" },
	{ ",", 1, 1, "expected an expression, saw ','" },
	{ "==", 1, 1, "expected an expression, saw '=='" },
	{ "o 1", 1, 3, "expected an operator, ';' or the end of the line, saw '1'" },
	{ "(1,", 1, 4, "expected ')', saw the end" },
	{ "1 o", 1, 4, "expected an expression, saw the end" },
	{ "Sw<3,4,3> o smem_ptr_flag_bits<16> o 8:1", 1, 13,
		"the flag of a pointer is no offset; behind 'o' a pointer is smem_ptr[16b](unset)" },
	{ "a==", 1, 4, "expected an expression, saw the end" },
	{ "a=", 1, 3, "expected an expression, saw the end" },
	{ "4:", 1, 3, "expected an expression, saw the end" },
	{ "f(", 1, 3, "expected ')', saw the end" },
	{ "(1,2):(3", 1, 9, "expected ',' or ')', saw the end" },

	/* brackets */
	{ "(4:1", 1, 5, "expected ',' or ')', saw the end" },
	{ "(1 2)", 1, 4, "expected ',' or ')', saw '2'" },
	{ "(1,2))", 1, 6, "expected an operator, ';' or the end of the line, saw ')'" },
	{ "(1;2)", 1, 3, "expected ',' or ')', saw ';'" },
	{ "(1,,2)", 1, 4, "expected an expression, saw ','" },
	{ "(,1)", 1, 2, "expected an expression, saw ','" },
	{ "[1,2)", 1, 5, "expected ',' or ']', saw ')'" },
	{ "<1,2", 1, 5, "expected ',' or '>', saw the end" },
	{ "(1,2>", 1, 5, "expected ',' or ')', saw '>'" },
	{ "size(1,2,3", 1, 11, "expected ',' or ')', saw the end" },
	{ "size(1 2)", 1, 8, "expected ',' or ')', saw '2'" },
	{ "((4,8):(8,1)", 1, 13, "expected ',' or ')', saw the end" },

	/* what follows an expression */
	{ "1,2", 1, 2, "expected an operator, ';' or the end of the line, saw ','" },
	{ "1 2", 1, 3, "expected an operator, ';' or the end of the line, saw '2'" },
	{ "4:1:2", 1, 4, "expected an operator, ';' or the end of the line, saw ':'" },
	{ "1 == 1 == 1", 1, 8, "expected an operator, ';' or the end of the line, saw '=='" },
	{ "\"a\" 1", 1, 5, "expected an operator, ';' or the end of the line, saw '1'" },
	{ "1=2", 1, 2, "expected a name before '=', saw '='" },
	{ "(1)=2", 1, 4, "expected a name before '=', saw '='" },
	{ "a=b=1", 1, 4, "expected an operator, ';' or the end of the line, saw '='" },
	{ "1\r2 3", 2, 3, "expected an operator, ';' or the end of the line, saw '3'" },
	{ "1\r\n2 3", 2, 3, "expected an operator, ';' or the end of the line, saw '3'" },
	{ "\"a\r\"", 1, 1, "expected a closing quote" },
	{ "1\n2 3", 2, 3, "expected an operator, ';' or the end of the line, saw '3'" },

	/* characters and literals */
	{ "$", 1, 1, "this character is not part of the language" },
	{ "1 + ", 1, 5, "expected an expression, saw the end" },
	{ "(4,8) + (1,2,3)", 1, 1, "rank 2 does not match rank 3" },
	{ "4:1 * 2", 1, 1, "expected an integer or a tuple of integers, saw a layout" },
	{ "1 + 2 * _", 1, 9, "there is no arithmetic with '_'" },
	{ "7 / (3 - 3)", 1, 1, "division of 7 by 0" },
	{ "9223372036854775807 + 1", 1, 1, "9223372036854775807 + 1 does not fit 64 bits" },
	{ "4:1 ? 1 : 2", 1, 1, "expected a condition, saw a layout" },
	{ "a, b = 4", 1, 1, "2 names for a value of 1 part" },
	{ "a, b = (1,2,3)", 1, 1, "2 names for a value of 3 parts" },
	{ "4:1.b", 1, 5, "no operation is called 'b'" },
	{ "L = 4:1\nL.foo(3)", 2, 3, "no operation is called 'foo'" },
	{ "L = 4:1\nL.size().foo", 2, 10, "no operation is called 'foo'" },
	{ "L = 4:1\nL .template foo", 2, 13, "no operation is called 'foo'" },
	{ "1 + foo(3)", 1, 5, "no operation is called 'foo'" },
	{ "ss_smem_selector<(4:1).foo,half_t,64,64>()", 1, 1, "no operation is called 'foo'" },
	{ "ss_smem_selector<GMMA::Major::K,(4:1).foo,64,64>()", 1, 1, "no operation is called 'foo'" },
	{ "9223372036854775808", 1, 1, "the integer does not fit 64 bits" },
	{ "-9223372036854775809", 1, 2, "the integer does not fit 64 bits" },
	{ "99999999999999999999", 1, 1, "the integer does not fit 64 bits" },
	{ "12ab", 1, 1, "expected an integer, saw letters behind its digits" },
	{ "_12ab", 1, 1, "expected an integer, saw letters behind its digits" },
	{ "0xg", 1, 1, "expected an integer, saw letters behind its digits" },
	{ "1e5", 1, 1, "expected an integer, saw letters behind its digits" },
	{ "1.5", 1, 3, "expected the name of a member such as shape or stride, saw '5'" },
	{ "0x1.", 1, 5, "expected the name of a member such as shape or stride, saw the end" },
	{ "0x1.5", 1, 5, "expected the name of a member such as shape or stride, saw '5'" },
	{ "\"abc", 1, 1, "expected a closing quote" },
	{ "\"abc\n\"", 1, 1, "expected a closing quote" },
	{ "(1,\"abc)", 1, 4, "expected a closing quote" },

	/* basis */
	{ "1@", 1, 3, "expected the index of a basis, saw the end" },
	{ "1@x", 1, 3, "expected the index of a basis, saw 'x'" },
	{ "1@-1", 1, 3, "expected the index of a basis, saw '-'" },
	{ "1@256", 1, 3, "a basis has at most 6 indices, each at most 255" },
	{ "1@0@0@0@0@0@0@0", 1, 15, "a basis has at most 6 indices, each at most 255" },
	{ "_@0", 1, 2, "expected an operator, ';' or the end of the line, saw '@'" },

	/* types */
	{ "Int<>", 1, 1, "expected one integer in Int<...>" },
	{ "Int<(1,2)>", 1, 1, "expected one integer in Int<...>" },
	{ "Int<1,2>", 1, 1, "expected one integer in Int<...>" },
	{ "Int<x>", 1, 1, "no value is called 'x'" },
	{ "Int<(4,8)>", 1, 1, "expected one integer in Int<...>" },
	{ "Layout<>", 1, 1, "expected Layout<Shape> or Layout<Shape,Stride>" },
	{ "Layout<1,2,3>", 1, 1, "expected Layout<Shape> or Layout<Shape,Stride>" },
	{ "Sw<1,2>", 1, 1, "expected three integers in Sw<B,M,S>" },
	{ "Sw<1,2,3", 1, 9, "expected ',' or '>', saw the end" },
	{ "Shape<1,2", 1, 10, "expected ',' or '>', saw the end" },

	{ "Sw<1,2,0>", 1, 8, "|S| = 0 of Sw<B,M,S> must not be smaller than B = 1" },
	{ "Sw<60,2,3>", 1, 9, "Sw<B,M,S> reaches beyond bit 62" },

	/* names */
	{ "foo", 1, 1, "no value is called 'foo'" },
	{ "foo(1)", 1, 1, "no operation is called 'foo'" },
	{ "sise((2,3))", 1, 1, "no operation is called 'sise'" },
	{ "size", 1, 1, "'size' is an operation: call it as size(layout, mode, ...)" },
	{ "o", 1, 1, "no value is called 'o'" },
	{ "size=3", 1, 1, "'size' has a meaning already and cannot be bound" },
	{ "false=1", 1, 1, "'false' has a meaning already and cannot be bound" },
	{ "true=1", 1, 1, "'true' has a meaning already and cannot be bound" },
	{ "a=a", 1, 3, "no value is called 'a'" },
	{ "a=1;b", 1, 5, "no value is called 'b'" },
	{ "L(1)", 1, 1, "no operation is called 'L'" },

	/* arguments */
	{ "size()", 1, 1, "size needs at least 1 argument: size(layout, mode, ...)" },
	{ "composition(1)", 1, 1, "composition needs 2 arguments: composition(layout, tiler)" },
	{ "composition(4:1,2:1,3:1)", 1, 21, "composition takes at most 2 arguments: composition(layout, tiler)" },
	{ "composition(4:1,tiler=2:1,tiler=2:1)", 1, 33, "this argument of composition is given twice" },
	{ "composition(4:1,layout=2:1)", 1, 24, "this argument of composition is given twice" },
	{ "composition(4:1,tilr=2:1)", 1, 22, "composition has no parameter 'tilr': composition(layout, tiler)" },
	{ "size((2,3),x=2)", 1, 14, "size has no parameter 'x': size(layout, mode, ...)" },
	{ "make_layout((4,8),order=(1,0))", 1, 25,
		"make_layout has no parameter 'order': make_layout(shape, stride, ...)" },
	{ "size(\"a\")", 1, 6, "expected an integer or a tuple of integers, saw a string" },
	{ "size(true)", 1, 6, "expected an integer or a tuple of integers, saw a boolean" },
	{ "coalesce(1:1,\"a\")", 1, 14, "expected an integer or a tuple of integers, saw a string" },
	{ "get((1,2),(1))", 1, 11, "expected an integer, saw a tuple" },
	{ "get((1,2),2)", 1, 11, "mode 2 is outside rank 2: modes are numbered from 0 to 1" },
	{ "get((1,2),-1)", 1, 11, "mode -1 is outside rank 2: modes are numbered from 0 to 1" },
	{ "elem_scale(_,4)", 1, 14, "only integers can be multiplied, not \"_\"" },
	{ "elem_scale(1@0,1@0)", 1, 16, "two basis strides cannot be multiplied" },
	{ "get((),0)", 1, 8, "mode 0 is outside rank 0: there are no modes" },
	{ "take((),0,1)", 1, 9, "mode 0 is outside rank 0: there are no modes" },
	{ "take((1,2),2,3)", 1, 12, "mode 2 is outside rank 2: modes are numbered from 0 to 1" },
	{ "get((1,(2,3)),1,2)", 1, 17, "mode 2 is outside rank 2: modes are numbered from 0 to 1" },
	{ "upcast(4:1,0)", 1, 12, "expected an integer from 1 to 2147483647, saw 0" },

	/* layouts */
	{ "(4,8):(8)", 1, 7, "shape and stride must nest in the same way: the shape has 2 modes, the stride 1" },
	{ "(4,8):8", 1, 7,
		"shape and stride must nest in the same way: the stride is an integer where the shape has 2 modes" },
	{ "((1,2),3):(1,(2,3))", 1, 12,
		"shape and stride must nest in the same way: the stride is an integer where the shape has 2 modes" },
	{ "-4:1", 1, 1, "extent -4 of the shape is negative" },
	{ "(4,-2):(1,4)", 1, 4, "extent -2 of the shape is negative" },
	{ "_:1", 1, 1, "a shape is made of plain integers" },
	{ "4:_", 1, 3, "a stride is made of integers, not of \"_\"" },
	{ "4:\"a\"", 1, 3, "expected an integer or a tuple of integers, saw a string" },
	{ "(4,_):(1,2)", 1, 4, "a shape is made of plain integers" },

	/* coordinates */
	{ "((4,8):(8,1))()", 1, 1, "expected a coordinate in the brackets" },
	{ "(4,8):(8,1)()", 1, 1, "expected a coordinate in the brackets" },
	{ "(4,8):(8,1)(1,2,3)", 1, 13, "a coordinate of rank 3 for a mode of rank 2" },
	{ "(4,8):(8,1)((1,2),0)", 1, 13, "a tuple as coordinate of a mode that is an integer" },
	{ "(4,8):(8,1)(\"a\")", 1, 13, "expected an integer or a tuple of integers, saw a string" },
	{ "(4,8):(8,1)(_,2,3)", 1, 13, "a coordinate of rank 3 for a mode of rank 2" },
	{ "L=(4,8):(8,1)\nL(1,(2,3))", 2, 5, "a tuple as coordinate of a mode that is an integer" },

	/* overflow */
	{ "size((4294967296,4294967296))", 1, 6, "4294967296 * 4294967296 does not fit 64 bits" },
	{ "cosize((4294967296,4294967296):(1,4294967296))", 1, 8, "4294967295 * 4294967296 does not fit 64 bits" },
	{ "composition((4294967296,4294967296):(1,4294967296),4294967296:4294967296)", 1, 52,
		"4294967296 * 4294967296 does not fit 64 bits" },
	{ "make_layout((4294967296,4294967296,2))", 1, 13, "4294967296 * 4294967296 does not fit 64 bits" },
	{ "9223372036854775807:2(9223372036854775807)", 1, 23, "9223372036854775807 * 2 does not fit 64 bits" },

	/* places in later lines */
	{ "1\n2\n  foo", 3, 3, "no value is called 'foo'" },
	{ "a = 1 # one\nb = (a,\n  c)", 3, 3, "no value is called 'c'" },
	{ "\tfoo", 1, 2, "no value is called 'foo'" },
	{ "\xc3\xa9(1)", 1, 1, "this character is not part of the language" },

	/* composition */
	{ "composition((4,2),(2,2,2))", 1, 19, "the tiler has 3 modes, the layout 2" },
	{ "complement((4,2):(1,2),24)", 1, 12,
		"the layout is not injective: stride 2 is smaller than 4, what the modes with smaller strides cover" },
	{ "left_inverse((4,4):(3,16))", 1, 14,
		"stride 16 is not a multiple of 3, the extent that the modes with smaller strides span" },
	{ "zipped_divide((4,8):(1,4),(2,_))", 1, 30,
		"\"_\" leaves its mode undivided, so it has no tile and rest to regroup; logical_divide and "
		"logical_product take \"_\"" },
	{ "logical_divide((4,6),(2,3,4))", 1, 22, "the tiler has 3 modes, the layout 2" },

	/* what operations refuse */
	{ "ceil_div((9,8),(2:1,4:2))", 1, 16,
		"expected an integer or a tuple of integers, saw a tuple that is not of integers alone" },
	{ "ceil_div(((9,3),8),((2,_),8))", 1, 20, "\"_\" has no size" },
	{ "evenly_divides((8,8),_)", 1, 22, "\"_\" divides nothing" },
	{ "make_composed_layout((8:1),3,8:2)", 1, 22, "expected a layout, saw a tuple that is not of integers alone" },
	{ "Sw<1,2,3> o Sw<1,2,-3>", 1, 13, "swizzles with different shifts, 3 and -3, cannot be merged" },
	{ "Sw<2,0,2> o Sw<1,0,3>", 1, 13, "swizzles with different shifts, 2 and 3, cannot be merged" },
	{ "blocked_product(4:1,Sw<2,0,2> o 0 o 16:1)", 1, 21, "expected a layout, saw a composed layout" },
	{ "((4,8):(8,1))(_,(2))", 1, 17, "a tuple as coordinate of a mode that is an integer" },
	{ "(8:2)(4:1)", 1, 7, "expected an integer or a tuple of integers, saw a layout" },
	{ "prefix_product((4,2),(1,2,3))", 1, 16, "rank 3 does not match rank 2" },
	{ "prefix_product((4,2),(1,_))", 1, 16, "only integers can be multiplied, not \"_\"" },
	{ "take(4,0,0)", 1, 10, "expected an integer from 1 to 1, saw 0" },
	{ "complement((2,2):(-1,4),8)", 1, 12, "complement is not defined for the negative stride -1" },
	{ "complement((2,2):(1@0,1@1),8)", 1, 12, "complement is not defined for strides with a basis" },
	{ "gmma_descriptor(Sw<3,3,3> o 0 o (64,9223372036854775807):(64,1),\"f16\")", 1, 1,
		"the extent of K is 9223372036854775807; wgmma reads 16 such elements, or 32 if sparse" },
	{ "tma((1024,512):(512,1),(128,?):(64,1),(128,?),\"f16\")", 1, 24,
		"this has integers that are known at run time only: bind numbers in their place" },
	{ "tma((1024,0):(512,1),(128,0):(64,1),(128,0),\"f16\")", 1, 22, "the box is empty" },
	{ "left_inverse((4,4):(5,-3))", 1, 14,
		"stride 5 is not a multiple of -3, the extent that the modes with smaller strides span" },
	{ "left_inverse((4,8):(1@0,1@1))", 1, 14, "an inverse is not defined for strides with a basis" },
	{ "right_inverse((4,8):(1@0,1@1))", 1, 15, "an inverse is not defined for strides with a basis" },
	{ "upcast((4,8):(1@0,1@1),2)", 1, 8, "mode 0: upcast is not defined for strides with a basis" },
	{ "upcast((4,8):(8,1),0)", 1, 20, "expected an integer from 1 to 2147483647, saw 0" },
	{ "recast_layout(0,8,(4,8))", 1, 15, "expected an integer from 1 to 2147483647, saw 0" },
	{ "make_swizzle(-1,0,3)", 1, 14, "expected an integer from 0 to 2147483647, saw -1" },
	{ "Sw<2,0,2>(-1)", 1, 11, "a swizzle maps integers that are not negative" },
	{ "4:1 o (4:1 o 3 o 8:1)", 1, 8, "a layout can be composed with a composed layout only if its offset is 0" },
	{ "upcast(Sw<2,2,3> o 1 o (8,8):(8,1),2)", 1, 8, "the offset 1 is not a multiple of the factor 2" },
	{ "slice((1,2),Sw<2,0,2> o 0 o (4,8):(1,4))", 1, 7,
		"the coordinate has no \"_\", so that nothing is left of the layout" },
	{ "logical_product(4:1,Sw<2,0,2> o 1 o 16:1)", 1, 21, "the swizzled tiler of a product must have offset 0" },
	{ "logical_product(4:1,4:1 o 0 o 16:1)", 1, 21, "the tiler of a product is a layout or a swizzled layout" },
	{ "max_common_layout(Sw<2,0,2> o 0 o 16:1,Sw<2,0,2> o 0 o 16:1)", 1, 40,
		"CuTe has no max_common_layout for two swizzled layouts or with a layout in front of another" },
	{ "crd2idx((1,2,3),(4,8))", 1, 9, "a coordinate of rank 3 for a mode of rank 2" },
	{ "crd2idx((1,2),(4,8),(8,1,2))", 1, 21,
		"shape and stride must nest in the same way: the shape has 2 modes, the stride 3" },
	{ "idx2crd((1,2,3),(4,8))", 1, 9, "a coordinate of rank 3 for a mode of rank 2" },
	{ "idx2crd(5,(4,8),(1,4,3))", 1, 17, "shape and stride are not congruent: they must nest in the same way" },
	{ "crd2crd((1,2),(4,8,2),(32,2))", 1, 9, "a coordinate of rank 2 for shapes of rank 3 and 2" },
	{ "crd2crd((1,2),(4,8),(2,4,4))", 1, 9, "a coordinate of rank 2 for shapes of rank 2 and 3" },
	{ "apply_swizzle(4:1,3)", 1, 15, "expected a swizzle, saw a layout" },
	{ "make_layout(4:1,8)", 1, 17, "expected a layout to join with the others, saw an integer" },
	{ "make_layout(4,8,2)", 1, 15, "make_layout takes a shape and a stride, or layouts" },
	{ "make_composed_layout(Sw<2,0,2>,4:1,8:1)", 1, 32, "expected an integer or a tuple of integers, saw a layout" },
	{ "make_composed_layout(Sw<2,0,2>,(_),8:1)", 1, 36,
		"the offset of a composed layout is an integer or a coordinate" },
	{ "append(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),1)", 1, 8, "expected a layout, saw an MMA atom" },
	{ "append(Sw<2,0,2> o 0 o 8:1)", 1, 8, "expected what to extend a composed layout by" },
	{ "prepend(Sw<2,0,2> o 0 o 8:1)", 1, 9, "expected what to extend a composed layout by" },
	{ "prepend((1,2,3),Sw<2,0,2> o 0 o 8:1,2)", 1, 37, "rank 3 cannot be extended to rank 2" },
	{ "unflatten(Sw<2,0,2> o 0 o 8:1,1)", 1, 11, "CuTe unflattens a tuple or a layout, not a composed layout" },
	{ "replace(Sw<2,0,2> o 0 o (2,4):(4,1),1,3:1)", 1, 37, "mode 1 is outside rank 1: modes are numbered from 0 to 0" },
	{ "coalesce(():())", 1, 10, "() has no last mode to coalesce: CuTe does not compile this" },
	{ "composition(4:1,():())", 1, 17, "() has no modes to make a layout of: CuTe does not compile this" },
	{ "crd2idx(0,():())", 1, 11, "() has no coordinates: CuTe does not compile this" },
	{ "depth((4,()))", 1, 7, "() has no modes whose depth to compare: CuTe does not compile this" },
	{ "zip(():())", 1, 5, "() has no first mode to zip: CuTe does not compile this" },
	{ "complement(4:1,())", 1, 12, "() has no extents to fill: CuTe does not compile this" },
	{ "local_tile((4,4):(4,1),(),())", 1, 24, "() has no modes to tile: CuTe does not compile this" },
	{ "local_partition((8,8):(8,1),(2,4):(1,0),3)", 1, 29,
		"a mode of stride 0 and extent 4 has no coordinate for an index: CuTe divides by 0" },
	{ "idx2crd(5,(4,2),(0,4))", 1, 17,
		"a mode of stride 0 and extent 4 has no coordinate for an index: CuTe divides by 0" },
	{ "coshape(Sw<2,0,2> o 0 o 8:1)", 1, 9, "CuTe has no coshape of a composed layout" },
	{ "dice((1,_),Sw<2,0,2> o 0 o (2,4):(4,1))", 1, 6,
		"CuTe dices a composed layout as a whole: with an integer or '_'" },
	{ "slice(1,Sw<2,0,2> o 0 o (2,4):(4,1))", 1, 7,
		"the coordinate has no \"_\", so that nothing is left of the layout" },
	{ "slice((2,_),Sw<1,3,1> o 12 o Sw<1,3,1> o 8 o (4,4):(2,32))", 1, 7,
		"CuTe slices a swizzle in front of a layout, not in front of a composed layout" },
	{ "right_inverse(make_identity_layout(8))", 1, 15, "an inverse is not defined for strides with a basis" },
	{ "complement(make_identity_layout(8))", 1, 12, "complement is not defined for strides with a basis" },
	{ "make_fragment_like(4:1 o 0 o 4:1)", 1, 20,
		"CuTe makes fragments like a layout or a swizzled layout, not like a layout in front of another" },
	{ "max_common_vector(4:1 o 0 o 4:1,4:1)", 1, 33,
		"CuTe has no max_common_vector for two swizzled layouts or with a layout in front of another" },
	{ "composition(Sw<1,4,3>,Sw<2,1,3> o 0 o (8,8):(8,1))", 1, 23,
		"CuTe composes a swizzle with a layout, not with a composed layout" },
	{ "rank(Sw<2,0,2>)", 1, 6, "expected a layout or a tuple, saw a swizzle" },
	{ "rank(\"a\")", 1, 6, "expected a layout or a tuple, saw a string" },
	{ "evenly_divides((8,8),_)", 1, 22, "\"_\" divides nothing" },
	{ "elem_less(1,(2,3))", 1, 13, "an integer cannot be compared with a tuple" },
	{ "elem_scale((1,2),(2,3,4))", 1, 18, "rank 3 does not match rank 2" },
	{ "inner_product((1,2),(2,3,4))", 1, 21, "rank 2 does not match rank 3" },
	{ "zip((1,2),(2,3,4))", 1, 11, "tuples of rank 2 and 3 cannot be zipped" },
	{ "zip(((1,2),(2,3,4)))", 1, 5, "tuples of rank 2 and 3 cannot be zipped" },
	{ "unflatten((4,2),(1,(1,1)))", 1, 11, "2 modes cannot take a profile of 3 leaves" },
	{ "(4,8):(1,4)(1,2,3)", 1, 13, "a coordinate of rank 3 for a mode of rank 2" },
	{ "((4,8):(1,4))()", 1, 1, "expected a coordinate in the brackets" },
	{ "size(\"a\")", 1, 6, "expected an integer or a tuple of integers, saw a string" },
	{ "size(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"))", 1, 6,
		"expected an integer or a tuple of integers, saw an MMA atom" },
	{ "make_tiled_copy(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),4:1)", 1, 17,
		"expected a copy atom, copy_atom(\"NAME\", BITS), saw an MMA atom" },
	{ "partition_A(copy_atom(\"UniversalCopy<u128>\",16),0,(4,8))", 1, 13, "expected a tiled MMA, saw a copy atom" },
	{ "coalesce(\"a\")", 1, 10, "expected a layout, saw a string" },
	{ "coalesce(_)", 1, 10, "a shape is made of plain integers" },
	{ "coalesce(copy_atom(\"UniversalCopy<u128>\",16))", 1, 10, "expected a layout, saw a copy atom" },
	{ "coalesce(make_tiled_copy(copy_atom(\"UniversalCopy<u128>\",16),(16,8):(8,1),(1,8):(8,1)))", 1, 10,
		"expected a layout, saw a tiled copy" },
	{ "coalesce(make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\")))", 1, 10,
		"expected a layout, saw a tiled MMA" },
	{ "coalesce(Sw<2,0,2>)", 1, 10, "a swizzle has no shape" },
	{ "coalesce(1==1)", 1, 10, "expected a layout, saw a boolean" },
	{ "composition((4,8):(8,1),-1)", 1, 25,
		"an integer in a tiler is an extent, and cannot be negative or have a basis" },
	{ "composition((4,8):(8,1),(1@0,2))", 1, 25,
		"an integer in a tiler is an extent, and cannot be negative or have a basis" },
	{ "make_ordered_layout((4,8),(1,_))", 1, 27, "an order is made of plain integers" },
	{ "make_ordered_layout((4,8),(1@0,0))", 1, 27, "an order is made of plain integers" },
	{ "make_tiled_copy_impl(copy_atom(\"UniversalCopy<u16>\",16),(4,2,2),(2,8))", 1, 57,
		"a thread-value layout has 2 modes, this one 3" },
	{ "local_partition((8,8),(2,2,2),1)", 1, 23, "expected a layout that numbers the threads, saw a tuple" },
	{ "group((2,3,5),2,1)", 1, 17, "expected an integer from 2 to 3, saw 1" },
	{ "append((4,8),1,70000)", 1, 16, "expected an integer from 0 to 4096, saw 70000" },
	{ "1@0@1@2@3@4@5@6", 1, 15, "a basis has at most 6 indices, each at most 255" },
	{ "E<0,1,2,3,4,5,6>", 1, 1, "a basis has at most 6 indices, each at most 255" },
	{ "!cute.memref<f16, smem, align<0>, \"(8,64):(64,1)\">", 1, 25,
		"expected align<N>, where N is at least 1" },
	{ "!cute.memref<f16, smem, S<3,4>, \"(8,64):(64,1)\">", 1, 25, "expected a swizzle S<B,M,S>" },
	{ "!cute.memref<f16, smem, align<x>, \"(8,64):(64,1)\">", 1, 25, "expected align<N>, where N is at least 1" },
	{ "ptr<f16, smem, align<0>> o 4:1", 1, 16, "expected align<N>, where N is at least 1" },
	{ "ptr<f16, smem, S<3>> o 4:1", 1, 16, "expected a swizzle S<B,M,S>" },
	{ "Sw<3,4,3>_smem_ptr[16b](0x1) o (8,64):(64,1)", 1, 1,
		"the swizzle acts on the address, which is a multiple of 1 bytes only: without it, 1024 are needed for "
		"the offsets to stay the same" },
	{ "Sw<3,4,3>_smem_ptr[16b](0x1a0) o (8,64):(64,1)", 1, 1,
		"the swizzle acts on the address, which is a multiple of 32 bytes only: without it, 1024 are needed for "
		"the offsets to stay the same" },
	{ "Sw<3,4,3>_smem_ptr[16b](0x1f00) o (8,64):(64,1)", 1, 1,
		"the swizzle acts on the address, which is a multiple of 256 bytes only: without it, 1024 are needed for "
		"the offsets to stay the same" },
	{ "Sw<3,4,3>_smem_ptr[16b](0x1A0) o (8,64):(64,1)", 1, 1,
		"the swizzle acts on the address, which is a multiple of 32 bytes only: without it, 1024 are needed for "
		"the offsets to stay the same" },
	{ "Sw<3,4,3>_smem_ptr[16b](0x1F00) o (8,64):(64,1)", 1, 1,
		"the swizzle acts on the address, which is a multiple of 256 bytes only: without it, 1024 are needed for "
		"the offsets to stay the same" },
	{ "Sw<3,4,3>_smem_ptr[16b](0x1900) o (8,64):(64,1)", 1, 1,
		"the swizzle acts on the address, which is a multiple of 256 bytes only: without it, 1024 are needed for "
		"the offsets to stay the same" },
	{ "Sw<3,4,54>_smem_ptr[16b](0x10) o (8,64):(64,1)", 1, 1,
		"the swizzle acts on the address, which is a multiple of 16 bytes only: without it, 2305843009213693952 are "
		"needed for the offsets to stay the same" },
	{ "Sw<3,4,-55>_smem_ptr[16b](0x10) o (8,64):(64,1)", 1, 1,
		"the swizzle acts on the address, which is a multiple of 16 bytes only: without it, 4611686018427387904 are "
		"needed for the offsets to stay the same" },
	{ "Sw<3,4,56>_smem_ptr[16b](0x1) o (8,64):(64,1)", 1, 8, "Sw<B,M,S> reaches beyond bit 62" },
	{ "Sw<3,4,3>_smem_ptr[16b](0x200) o (8,64):(64,1)", 1, 1,
		"the swizzle acts on the address, which is a multiple of 512 bytes only: without it, 1024 are needed for "
		"the offsets to stay the same" },
	{ "E<_>", 1, 3, "expected an index from 0 to 255 of a basis" },
	{ "E<-1>", 1, 3, "expected an index from 0 to 255 of a basis" },
	{ "E(0)", 1, 1, "no operation is called 'E'" },
	{ "Shape<Shape<Shape<Shape<Shape<Shape<Shape<Shape<Shape<Shape<Shape<Shape<Shape<Shape<Shape<Shape<Shap"
	  "e<Shape<Shape<Shape<Shape<Shape<Shape<Shape<Shape<Shape<Shape<Shape<Shape<Shape<Shape<Shape<Shape<Sh"
	  "ape<Shape<Shape<Shape<Shape<Shape<Shape<Shape<Shape<Shape<Shape<Shape<Shape<Shape<Shape<Shape<Shape<"
	  "Shape<Shape<Shape<Shape<Shape<Shape<Shape<Shape<Shape<Shape<Shape<Shape<Shape<Shape<Shape<1>>>>>>>>>"
	  ">>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>",
		1, 390, "brackets nested more than 64 deep" },
	{ "threadIdx.x(3)", 1, 11, "no operation is called 'x'" },
	{ "GMMA::DescriptorIterator 4:1", 1, 26, "expected 'o' and the layout behind the iterator, saw '4'" },
	{ "GMMA::Layout_K_SW128_SpAtom<half_t,100>{}", 1, 1, "expected one type of elements" },
	{ "GMMA::Layout_K_SW128_SpAtom<half_t,0>{}", 1, 1, "expected one type of elements" },
	{ "smem_sparse_ptr_flag_bits<2>", 1, 1, "expected smem_sparse_ptr_flag_bits<S,bits>" },
	{ "smem_sparse_ptr_flag_bits<2,16,3>", 1, 1, "expected smem_sparse_ptr_flag_bits<S,bits>" },
	{ "smem_sparse_ptr_flag_bits<_,16>", 1, 1, "expected smem_sparse_ptr_flag_bits<S,bits>" },
	{ "smem_sparse_ptr_flag_bits<0,16>", 1, 1, "expected smem_sparse_ptr_flag_bits<S,bits>" },
	{ "smem_sparse_ptr_flag_bits<2,_>", 1, 1, "expected smem_sparse_ptr_flag_bits<S,bits>" },
	{ "tuple_element_t<0,5>", 1, 1, "expected an index and a tuple that has it in tuple_element_t<I,T>" },
	{ "tuple_element_t<-1,Shape<_1>>", 1, 1, "expected an index and a tuple that has it in tuple_element_t<I,T>" },
	{ "tuple_element_t<_0,Shape<_7,_8>,_3>", 1, 1,
		"expected an index and a tuple that has it in tuple_element_t<I,T>" },
	{ "tuple_element_t<_,Shape<_7,_8>>", 1, 1, "expected an index and a tuple that has it in tuple_element_t<I,T>" },
	{ "ComposedLayout(4:1)", 1, 1, "no operation is called 'ComposedLayout'" },
	{ "UMMA::tile_to_mma_shape()", 1, 1, "expected an atom, the shape of a partition and an order" },
	{ "f\"a {1\"", 1, 5, "expected a closing brace" },
	{ "E<256>", 1, 3, "expected an index from 0 to 255 of a basis" },
	{ "ScaledBasis<a,0>{}", 1, 13, "expected an integer in front of the indices of a basis" },
	{ "cute.ScaledBasis(3)", 1, 6, "expected ScaledBasis(value, index)" },
	{ "cute.ScaledBasis(_,0)", 1, 18, "expected an integer in front of the indices of a basis" },
	{ "ceil_div((9,8),(2,0))", 1, 16, "division of 8 by 0" },
	{ "size((9223372036854775807,2))", 1, 6, "9223372036854775807 * 2 does not fit 64 bits" },
	{ "product((4294967296,4294967296))", 1, 9, "4294967296 * 4294967296 does not fit 64 bits" },
	{ "crd2idx((4294967296,1),(4294967297,2),(4294967296,1))", 1, 10, "4294967296 * 4294967296 does not fit 64 bits" },

	/* powers, literals, names of atoms and pointers */
	{ "2**63", 1, 1, "4611686018427387904 * 2 does not fit 64 bits" },
	{ "3**-1", 1, 1, "expected an exponent or a shift from 0 on, saw -1" },
	{ "1 << 63", 1, 1, "4611686018427387904 * 2 does not fit 64 bits" },
	{ "0xg", 1, 1, "expected an integer, saw letters behind its digits" },
	{ "0xG", 1, 1, "expected an integer, saw letters behind its digits" },
	{ "4ulll", 1, 1, "expected an integer, saw letters behind its digits" },
	{ "4f", 1, 1, "expected an integer, saw letters behind its digits" },
	{ "a, b = (2,3,4)", 1, 1, "2 names for a value of 3 parts" },
	{ "a, 3 = (2,3)", 1, 4, "expected a name before '=', saw '3'" },
	{ "L=(4,8):(1,4); L.5", 1, 18, "expected the name of a member such as shape or stride, saw '5'" },
	{ "L=(4,8):(1,4); L()", 1, 16, "expected a coordinate in the brackets" },
	{ "L=(4,8):(1,4); L(,)", 1, 18, "expected an expression, saw ','" },
	{ "4:1 ? 2:1 : 3:1", 1, 14, "expected an operator, ';' or the end of the line, saw ':'" },
	{ "?{div=4294967296}", 1, 7, "a divisor is from 0 to 4294967295" },
	{ "?{div=-1}", 1, 7, "a divisor is from 0 to 4294967295" },
	{ "?{x}", 1, 3, "expected div= or i64, saw 'x'" },
	{ "5 >> 64", 1, 1, "a shift of 64 bits by 64" },
	{ "make_tensor(ptr<f16, smem, align<128>, S<3,4,3>>,4:1)", 1, 49,
		"expected 'o' and the layout behind the pointer, saw ','" },
	{ "ptr<f16, smem, S<3,4>>", 1, 16, "expected a swizzle S<B,M,S>" },
	{ "ptr<f16, smem, S<3,4,3,5>>", 1, 16, "expected a swizzle S<B,M,S>" },
	{ "ptr<f16, smem,  align<16>, S<3,x,3>> o 8:1", 1, 28, "expected a swizzle S<B,M,S>" },
	{ "raw_ptr(0x7f00: f16, smem, S<3>) o 8:1", 1, 28, "expected a swizzle S<B,M,S>" },
	{ "!cute.memref<bf16, smem, align<1024>, S<,4,3>, \"(8,64):(64,1)\">", 1, 39, "expected a swizzle S<B,M,S>" },
	{ "!cute.memref<bf16, smem, align<>, \"(8,64):(64,1)\">", 1, 26, "expected align<N>, where N is at least 1" },
	{ "ptr<f16, smem, align<0>>", 1, 16, "expected align<N>, where N is at least 1" },
	{ "ptr<f16, smem, align<-16>>", 1, 16, "expected align<N>, where N is at least 1" },
	{ "ptr<f16, smem, align<1000000000>>", 1, 16, "expected align<N>, where N is at least 1" },
	{ "ab_1_2_3", 1, 1, "no value is called 'ab_1_2_3'" },
	{ "SW_2_0_3_4", 1, 1, "no value is called 'SW_2_0_3_4'" },
	{ "SW_2_0", 1, 1, "no value is called 'SW_2_0'" },
	{ "SW_2__3", 1, 1, "no value is called 'SW_2__3'" },
	{ "SW_", 1, 1, "no value is called 'SW_'" },
	{ "SW_2_0_3x", 1, 1, "no value is called 'SW_2_0_3x'" },
	{ "SW_1234567890_0_3", 1, 1, "no value is called 'SW_1234567890_0_3'" },
	{ "SW_123456789_0_3", 1, 1, "Sw<B,M,S> reaches beyond bit 62" },
	{ "Layout(swizzle=Swizzle(1,2,3))", 1, 1, "no operation is called 'Layout'" },
	{ "Layout((4,8),(1,4),5)", 1, 14, "make_layout takes a shape and a stride, or layouts" },
	{ "Layout((4,8),(1,4),stride=3)", 1, 27, "this argument of make_layout is given twice" },
	{ "tensor(raw_ptr(0x1: f16, smem, align<2>, S<1,0,1>) o 8:1)", 1, 8, "the swizzle acts on the address, which is a "
		"multiple of 1 bytes only: without it, 4 are needed for the offsets to stay the same" },
	{ "tensor<ptr<f16, smem, align<2>, S<61,0,0>> o 8:1>", 1, 8, "the swizzle acts on the address, which is a multiple "
		"of 2 bytes only: without it, 2305843009213693952 are needed for the offsets to stay the same" },
	{ "Sw<3,4,3>_smem_ptr[16b](0x200) o (8,8):(8,1)", 1, 1, "the swizzle acts on the address, which is a multiple of "
		"512 bytes only: without it, 1024 are needed for the offsets to stay the same" },
	{ "tensor(raw_ptr(0x7ff0: f32, rmem, align<32>) o 2:1, foo=3)", 1, 53, "expected data=, saw 'foo'" },
	{ "smem_sparse<0>_ptr[16b](unset) o 8:1", 1, 1,
		"no such type; Int, Shape, Stride, Layout, Tile and Swizzle are known" },
	{ "smem_sparse<2_ptr[16b](unset) o 8:1", 1, 1,
		"no such type; Int, Shape, Stride, Layout, Tile and Swizzle are known" },
	{ "smem_sparse<x>_ptr[16b](unset) o 8:1", 1, 1,
		"no such type; Int, Shape, Stride, Layout, Tile and Swizzle are known" },
	{ "UniversalFMA<>{}", 1, 1, "no value is called 'UniversalFMA'" },
	{ "GMMA::Layout_K_Atom<half_t>{}", 1, 21, "no shared-memory atom is called "
		"\"GMMA::Layout_K_Atom\"; 'cutelayout atoms PATTERN' lists them" },
	{ "GMMA::Layout_SW_Atom<half_t>{}", 1, 1, "expected one type of elements" },
	{ "GMMA::Layout_K_X<half_t>{}", 1, 1, "expected one type of elements" },
	{ "GMMA::Layout_K_<half_t>{}", 1, 1, "expected one type of elements" },
	{ "GMMA::Layout_MN_SW64_Atom<half_t,half_t>{}", 1, 1, "expected one type of elements" },
	{ "ArithTuple(1,2) 8:1", 1, 17, "expected 'o' and the layout behind the pointer, saw '8'" },
	{ "ss_smem_selector<GMMA::Major::K, foo bar, Int<64>, Int<64>>()", 1, 1,
		"expected types and layouts as arguments of this selector" },
	{ "get<3,x>(4:1)", 1, 7, "no value is called 'x'" },
	{ "shape<-1>(4:1)", 1, 7, "mode -1 is outside rank 1: modes are numbered from 0 to 0" },
	{ "get<0,255>(((2,3),4):((1,2),6))", 1, 7, "mode 255 is outside rank 2: modes are numbered from 0 to 1" },
	{ "int()", 1, 1, "no operation is called 'int'" },
	{ "int(3,4)", 1, 1, "no operation is called 'int'" },
	{ "(1 > !0)", 1, 6, "expected an integer, saw a boolean" },
	{ "composition((0,1),Sw<1,4,-3>)", 1, 19, "a layout without elements has no bits for a swizzle" },
	{ "make_tensor(ptr<>,4:1)", 1, 18, "expected 'o' and the layout behind the pointer, saw ','" },
	{ "make_tensor(ptr<x, gmem>,4:1)", 1, 25, "expected 'o' and the layout behind the pointer, saw ','" },
	{ "iterator(make_tensor(ptr<f16, smem, align<128>, S<3,4,3>>,4:1))", 1, 58,
		"expected 'o' and the layout behind the pointer, saw ','" },
	{ "copy_atom(\"SM90_TMA_LOAD<2147483647>\",8)", 1, 11,
		"no copy atom is called \"SM90_TMA_LOAD<2147483647>\"; 'cutelayout atoms PATTERN' lists them" },
	{ "copy_atom(\"SM90_TMA_LOAD<21474836470>\",8)", 1, 11,
		"no copy atom is called \"SM90_TMA_LOAD<21474836470>\"; 'cutelayout atoms PATTERN' lists them" },
	{ "copy_atom(\"SM90_TMA_LOAD<0>\",8)", 1, 11,
		"no copy atom is called \"SM90_TMA_LOAD<0>\"; 'cutelayout atoms PATTERN' lists them" },
	{ "copy_atom(\"SM90_TMA_LOAD<>\",8)", 1, 11,
		"no copy atom is called \"SM90_TMA_LOAD<>\"; 'cutelayout atoms PATTERN' lists them" },
	{ "copy_atom(\"SM90_TMA_LOAD<64\",8)", 1, 11,
		"no copy atom is called \"SM90_TMA_LOAD<64\"; 'cutelayout atoms PATTERN' lists them" },
	{ "copy_atom(\"SM90_TMA_LOAD<64>>\",8)", 1, 11,
		"no copy atom is called \"SM90_TMA_LOAD<64>>\"; 'cutelayout atoms PATTERN' lists them" },
	{ "copy_atom(\"SM90_TMA_LOAD<6x>\",8)", 1, 11,
		"no copy atom is called \"SM90_TMA_LOAD<6x>\"; 'cutelayout atoms PATTERN' lists them" },
	{ "copy_atom(\"SM90_TMA_L\",8)", 1, 11,
		"no copy atom is called \"SM90_TMA_L\"; 'cutelayout atoms PATTERN' lists them" },
	{ "copy_atom(\"SM90_U\",8)", 1, 11, "no copy atom is called \"SM90_U\"; 'cutelayout atoms PATTERN' lists them" },
	{ "3 =", 1, 3, "expected a name before '=', saw '='" },
	{ "mma_atom(\"SM80_1\")", 1, 10, "no MMA atom is called \"SM80_1\"; 'cutelayout atoms PATTERN' lists them" },
	{ "mma_atom(\"SM80_\")", 1, 10, "no MMA atom is called \"SM80_\"; 'cutelayout atoms PATTERN' lists them" },
	{ "mma_atom(\"sm80_16\")", 1, 10, "no MMA atom is called \"sm80_16\"; 'cutelayout atoms PATTERN' lists them" },
	{ "mma_atom(\"\")", 1, 10, "no MMA atom is called \"\"; 'cutelayout atoms PATTERN' lists them" },
	{ "SM80_x", 1, 1, "no value is called 'SM80_x'" },
	{ "SM0", 1, 1, "no value is called 'SM0'" },
	{ "SM9", 1, 1, "no value is called 'SM9'" },
	{ "SMx", 1, 1, "no value is called 'SMx'" },
	{ "S", 1, 1, "no value is called 'S'" },
	{ "4lul", 1, 1, "expected an integer, saw letters behind its digits" },
	{ "4uu", 1, 1, "expected an integer, saw letters behind its digits" },
	{ "make_ordered_layout((-1,4),(0,1))", 1, 22, "extent -1 of the shape is negative" },
	{ "make_ordered_layout((_,8),(0,1))", 1, 22, "a shape is made of plain integers" },
	{ "make_ordered_layout((4,8),(0,_))", 1, 27, "an order is made of plain integers" },
	{ "() ? 1 : 2", 1, 1, "expected a condition, saw a tuple" },
	{ "4lll", 1, 1, "expected an integer, saw letters behind its digits" },

	/* who owns what, tensor memory, vectors */
	{ "rank(owner((2049,1):(0,0),0))", 1, 27, "the cell has more than 2048 owners" },
	{ "rank(owned((1,2049):(0,1),0))", 1, 27, "a thread has more than 2048 values" },
	{ "owned(make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\")),32,\"B\")", 1, 64,
		"expected an integer from 0 to 31, saw 32" },
	{ "owner(make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\")),(0,0),\"AB\")", 1, 70,
		"an MMA has the operands \"A\", \"B\" and \"C\"" },
	{ "owner(make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\")),(0,0),1)", 1, 70,
		"expected the name of an operand in quotes, as \"A\", saw an integer" },
	{ "owner(make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\")),(0,0),\"D\")", 1, 70,
		"an MMA has the operands \"A\", \"B\" and \"C\"" },
	{ "owned((4,2):(1,4),-1)", 1, 19, "expected an integer from 0 to 3, saw -1" },
	{ "owned((4,2):(1,4),4)", 1, 19, "expected an integer from 0 to 3, saw 4" },
	{ "make_tmem_copy(copy_atom(\"SM75_U32x4_LDSM_N\",16),(128,64):(65536,1))", 1, 16,
		"expected SM100_TMEM_LOAD_... or SM100_TMEM_STORE_..., saw SM75_U32x4_LDSM_N" },
	{ "make_tmem_copy(\"SM75_U32x4_LDSM_N\",(128,64):(65536,1))", 1, 16,
		"expected SM100_TMEM_LOAD_... or SM100_TMEM_STORE_..., saw SM75_U32x4_LDSM_N" },
	{ "make_tmem_copy(\"SM100_UTCCP_128dp128bit_1cta\",(128,64):(65536,1))", 1, 16,
		"expected SM100_TMEM_LOAD_... or SM100_TMEM_STORE_..., saw SM100_UTCCP_128dp128bit_1cta" },
	{ "make_tmem_copy(\"SM100_TMEM_LOAD_32dp32b2x\",(128,64):(65536,1),0)", 1, 63,
		"expected an integer from 1 to 128, saw 0" },
	{ "make_tmem_copy(\"SM100_TMEM_LOAD_32dp32b2x\",(128,64):(65536,1),129)", 1, 63,
		"expected an integer from 1 to 128, saw 129" },
	{ "max(load(tensor<ptr<i32, generic> o 4:1>),4:1)", 1, 43, "expected a vector or a number, saw a layout" },
	{ "min(4:1,load(tensor<ptr<i32, generic> o 4:1>))", 1, 5, "expected a vector or a number, saw a layout" },

	/* tensors of the host */
	{ "mark_layout_dynamic(tensor<ptr<f32,generic> o (1,1):(1,1)>)", 1, 21,
		"2 modes have stride 1: which of them leads is to be said" },
	{ "mark_layout_dynamic(tensor<ptr<f32,generic> o (2,2):(1,1)>)", 1, 21,
		"2 modes have stride 1: which of them leads is to be said" },
	{ "mark_layout_dynamic(tensor<ptr<f32,generic> o (4,8):(8,1)>,0)", 1, 60,
		"mode 0 has stride 8, and the leading one stride 1" },
	{ "mark_layout_dynamic(tensor<ptr<f32,generic> o (4,8):(8,1)>,-2)", 1, 60,
		"mode 0 has stride 8, and the leading one stride 1" },
	{ "mark_layout_dynamic(tensor<ptr<f32,generic> o (4,8):(8,1)>,2)", 1, 60,
		"expected an integer from -2 to 1, saw 2" },
	{ "mark_layout_dynamic(tensor<ptr<f32,generic> o (4,8):(8,1)>,-3)", 1, 60,
		"expected an integer from -2 to 1, saw -3" },
	{ "mark_layout_dynamic(tensor<ptr<f32,generic> o ((2,2),8):((1,2),4)>)", 1, 21,
		"CuTe DSL marks tensors of a host program: their extents and strides are numbers, without nesting" },
	{ "mark_layout_dynamic(tensor<ptr<f32,generic> o 8:1>)", 1, 21,
		"CuTe DSL marks tensors of a host program: their extents and strides are numbers, without nesting" },
	{ "mark_compact_shape_dynamic(tensor<ptr<f32,generic> o (1,1,4):(8,4,1)>,mode=2)", 1, 76,
		"2 modes have one element, so that their order is to be said: stride_order" },
	{ "mark_compact_shape_dynamic(tensor<ptr<f32,generic> o (4,2):(1,1)>,mode=0)", 1, 72,
		"2 modes have stride 1, so that their order is to be said: stride_order" },
	{ "mark_compact_shape_dynamic(tensor<ptr<f32,generic> o (1,1):(1,1)>,mode=0)", 1, 72,
		"2 modes have stride 1, so that their order is to be said: stride_order" },
	{ "mark_compact_shape_dynamic(tensor<ptr<f32,generic> o (2,3):(5,1)>,mode=0,stride_order=(0,1))", 1, 87,
		"mode 0 has stride 5, in a compact layout of this order 3" },
	{ "mark_compact_shape_dynamic(tensor<ptr<f32,generic> o (2,3):(3,1)>,mode=0,stride_order=(1,0))", 1, 87,
		"mode 0 has a larger stride than mode 1, which is said to be outside" },
	{ "mark_compact_shape_dynamic(tensor<ptr<f32,generic> o (2,3):(3,1)>,mode=0,stride_order=(1,1))", 1, 87,
		"an order names each of the 2 modes once" },
	{ "mark_compact_shape_dynamic(tensor<ptr<f32,generic> o (2,3):(3,1)>,mode=0,stride_order=(0,0))", 1, 87,
		"an order names each of the 2 modes once" },
	{ "mark_compact_shape_dynamic(tensor<ptr<f32,generic> o (2,3):(3,1)>,mode=0,stride_order=(0,1,2))", 1, 87,
		"mode 2 is outside rank 2: modes are numbered from 0 to 1" },
	{ "mark_compact_shape_dynamic(tensor<ptr<f32,generic> o (2,3):(3,1)>,mode=0,stride_order=(0))", 1, 87,
		"an order names each of the 2 modes once" },
	{ "mark_compact_shape_dynamic(tensor<ptr<f32,generic> o (2,3):(3,1)>,mode=0,stride_order=(0,2))", 1, 87,
		"mode 2 is outside rank 2: modes are numbered from 0 to 1" },
	{ "mark_compact_shape_dynamic(tensor<ptr<f32,generic> o (2,3):(0,1)>,mode=0,stride_order=(1,0))", 1, 87,
		"mode 0 has stride 0, in a compact layout of this order 1" },
	{ "mark_compact_shape_dynamic(tensor<ptr<f32,generic> o (2,6):(6,1)>,mode=1,divisibility=4)", 1, 87,
		"the extent 6 of mode 1 is no multiple of 4" },
	{ "mark_compact_shape_dynamic(tensor<ptr<f32,generic> o (2,6):(6,1)>,mode=1,divisibility=0)", 1, 87,
		"expected an integer from 1 to 2147483647, saw 0" },
	{ "mark_compact_shape_dynamic(tensor<ptr<f32,generic> o (2,6):(6,1)>,mode=2)", 1, 72,
		"mode 2 is outside rank 2: modes are numbered from 0 to 1" },

	{ "mark_layout_dynamic(tensor<ptr<f32,generic> o (?,4):(1,4)>)", 1, 21,
		"CuTe DSL marks tensors of a host program: their extents and strides are numbers, without nesting" },
	{ "mark_layout_dynamic(tensor<ptr<f32,generic> o (?,4):(4,1)>)", 1, 21,
		"CuTe DSL marks tensors of a host program: their extents and strides are numbers, without nesting" },
	{ "mark_layout_dynamic(tensor<ptr<f32,generic> o (4,4):(?,1)>)", 1, 21,
		"CuTe DSL marks tensors of a host program: their extents and strides are numbers, without nesting" },
	{ "mark_layout_dynamic(tensor<ptr<f32,generic> o (4,(2,2)):(1,(4,8))>)", 1, 21,
		"CuTe DSL marks tensors of a host program: their extents and strides are numbers, without nesting" },
	{ "mark_layout_dynamic(tensor<ptr<f32,generic> o 4:1>)", 1, 21,
		"CuTe DSL marks tensors of a host program: their extents and strides are numbers, without nesting" },

	/* descriptors */
	{ "umma_instruction(\"SM100_X<f16,f16,f32,2560,256,K,K>\")", 1, 18,
		"expected an SM100 MMA atom, as in \"SM100_MMA_F16BF16_SS<f16,f16,f32,128,256,K,K>\": types of A, B and C,"
		" M, N, and K or MN for A and B" },
	{ "umma_instruction(\"SM100_X<f16,f16,f32,128,2560,K,K>\")", 1, 18,
		"expected an SM100 MMA atom, as in \"SM100_MMA_F16BF16_SS<f16,f16,f32,128,256,K,K>\": types of A, B and C,"
		" M, N, and K or MN for A and B" },
	{ "umma_instruction(\"SM100_X<f16,f16,f32,128,25:,K,K>\")", 1, 18,
		"expected an SM100 MMA atom, as in \"SM100_MMA_F16BF16_SS<f16,f16,f32,128,256,K,K>\": types of A, B and C,"
		" M, N, and K or MN for A and B" },
	{ "umma_instruction(\"SM100_X<f16,f16,f32,128,/6,K,K>\")", 1, 18,
		"expected an SM100 MMA atom, as in \"SM100_MMA_F16BF16_SS<f16,f16,f32,128,256,K,K>\": types of A, B and C,"
		" M, N, and K or MN for A and B" },
	{ "umma_instruction(\"SM100_X<f16,f16,f32,272,256,K,K>\")", 1, 18,
		"expected an SM100 MMA atom, as in \"SM100_MMA_F16BF16_SS<f16,f16,f32,128,256,K,K>\": types of A, B and C,"
		" M, N, and K or MN for A and B" },
	{ "umma_instruction(\"SM100_X<f16,f16,f32,256,264,K,K>\")", 1, 18,
		"expected an SM100 MMA atom, as in \"SM100_MMA_F16BF16_SS<f16,f16,f32,128,256,K,K>\": types of A, B and C,"
		" M, N, and K or MN for A and B" },
	{ "umma_instruction(\"SM100_X<f16,f16,f32,16,2600,K,K>\")", 1, 18,
		"expected an SM100 MMA atom, as in \"SM100_MMA_F16BF16_SS<f16,f16,f32,128,256,K,K>\": types of A, B and C,"
		" M, N, and K or MN for A and B" },
	{ "umma_instruction(\"SM100_X<f16,f16,f32,0,256,K,K>\")", 1, 18,
		"expected an SM100 MMA atom, as in \"SM100_MMA_F16BF16_SS<f16,f16,f32,128,256,K,K>\": types of A, B and C,"
		" M, N, and K or MN for A and B" },
	{ "umma_instruction(\"SM100_X<f16,f16,f32,128,0,K,K>\")", 1, 18,
		"expected an SM100 MMA atom, as in \"SM100_MMA_F16BF16_SS<f16,f16,f32,128,256,K,K>\": types of A, B and C,"
		" M, N, and K or MN for A and B" },
	{ "umma_instruction(\"SM100_X<f16,f16,f32,120,256,K,K>\")", 1, 18,
		"expected an SM100 MMA atom, as in \"SM100_MMA_F16BF16_SS<f16,f16,f32,128,256,K,K>\": types of A, B and C,"
		" M, N, and K or MN for A and B" },
	{ "umma_instruction(\"SM100_X<f16,f16,f32,128,12,K,K>\")", 1, 18,
		"expected an SM100 MMA atom, as in \"SM100_MMA_F16BF16_SS<f16,f16,f32,128,256,K,K>\": types of A, B and C,"
		" M, N, and K or MN for A and B" },
	{ "umma_instruction(\"SM100_X<f16,f16,f32,128,4,K,K>\")", 1, 18,
		"expected an SM100 MMA atom, as in \"SM100_MMA_F16BF16_SS<f16,f16,f32,128,256,K,K>\": types of A, B and C,"
		" M, N, and K or MN for A and B" },
	{ "umma_instruction(\"SM100_X<f16,f16,f32,8,8,K,K>\")", 1, 18,
		"expected an SM100 MMA atom, as in \"SM100_MMA_F16BF16_SS<f16,f16,f32,128,256,K,K>\": types of A, B and C,"
		" M, N, and K or MN for A and B" },
	{ "umma_instruction(\"SM100_X<f64,f16,f32,128,256,K,K>\")", 1, 18,
		"expected an SM100 MMA atom, as in \"SM100_MMA_F16BF16_SS<f16,f16,f32,128,256,K,K>\": types of A, B and C,"
		" M, N, and K or MN for A and B" },
	{ "umma_instruction(\"SM100_X<f16,f64,f32,128,256,K,K>\")", 1, 18,
		"expected an SM100 MMA atom, as in \"SM100_MMA_F16BF16_SS<f16,f16,f32,128,256,K,K>\": types of A, B and C,"
		" M, N, and K or MN for A and B" },
	{ "umma_instruction(\"SM100_X<f16,f16,f64,128,256,K,K>\")", 1, 18,
		"expected an SM100 MMA atom, as in \"SM100_MMA_F16BF16_SS<f16,f16,f32,128,256,K,K>\": types of A, B and C,"
		" M, N, and K or MN for A and B" },
	{ "umma_instruction(\"SM100_X<f16,f16,f32,-16,256,K,K>\")", 1, 18,
		"expected an SM100 MMA atom, as in \"SM100_MMA_F16BF16_SS<f16,f16,f32,128,256,K,K>\": types of A, B and C,"
		" M, N, and K or MN for A and B" },
	{ "umma_instruction(\"SM100_X<f16,f16,f32,16a,256,K,K>\")", 1, 18,
		"expected an SM100 MMA atom, as in \"SM100_MMA_F16BF16_SS<f16,f16,f32,128,256,K,K>\": types of A, B and C,"
		" M, N, and K or MN for A and B" },
	{ "umma_instruction(\"SM100_X<f16,f16,f32,1:6,256,K,K>\")", 1, 18,
		"expected an SM100 MMA atom, as in \"SM100_MMA_F16BF16_SS<f16,f16,f32,128,256,K,K>\": types of A, B and C,"
		" M, N, and K or MN for A and B" },
	{ "umma_instruction(\"SM100_X<f16,f16,f32,16,25 6,K,K>\")", 1, 18,
		"expected an SM100 MMA atom, as in \"SM100_MMA_F16BF16_SS<f16,f16,f32,128,256,K,K>\": types of A, B and C,"
		" M, N, and K or MN for A and B" },
	{ "umma_instruction(\"SM100_X<f16,f16,f32,,256,K,K>\")", 1, 18,
		"expected an SM100 MMA atom, as in \"SM100_MMA_F16BF16_SS<f16,f16,f32,128,256,K,K>\": types of A, B and C,"
		" M, N, and K or MN for A and B" },
	{ "umma_instruction(\"SM100_X<f16,f16,f32,16,,K,K>\")", 1, 18,
		"expected an SM100 MMA atom, as in \"SM100_MMA_F16BF16_SS<f16,f16,f32,128,256,K,K>\": types of A, B and C,"
		" M, N, and K or MN for A and B" },
	{ "umma_instruction(\"SM100_X<f16,f16,f32,128>\")", 1, 18,
		"expected an SM100 MMA atom, as in \"SM100_MMA_F16BF16_SS<f16,f16,f32,128,256,K,K>\": types of A, B and C,"
		" M, N, and K or MN for A and B" },
	{ "umma_instruction(\"SM100_X<f16,f16,f32\")", 1, 18,
		"expected an SM100 MMA atom, as in \"SM100_MMA_F16BF16_SS<f16,f16,f32,128,256,K,K>\": types of A, B and C,"
		" M, N, and K or MN for A and B" },
	{ "umma_instruction(\"SM100_X<\")", 1, 18,
		"expected an SM100 MMA atom, as in \"SM100_MMA_F16BF16_SS<f16,f16,f32,128,256,K,K>\": types of A, B and C,"
		" M, N, and K or MN for A and B" },
	{ "umma_instruction(\"X\")", 1, 18,
		"expected an SM100 MMA atom, as in \"SM100_MMA_F16BF16_SS<f16,f16,f32,128,256,K,K>\": types of A, B and C,"
		" M, N, and K or MN for A and B" },
	{ "umma_instruction(\"\")", 1, 18,
		"expected an SM100 MMA atom, as in \"SM100_MMA_F16BF16_SS<f16,f16,f32,128,256,K,K>\": types of A, B and C,"
		" M, N, and K or MN for A and B" },
	{ "umma_instruction(\"SM100_X<f16,f16,f32,16,40976\")", 1, 18,
		"expected an SM100 MMA atom, as in \"SM100_MMA_F16BF16_SS<f16,f16,f32,128,256,K,K>\": types of A, B and C,"
		" M, N, and K or MN for A and B" },
	{ "umma_instruction(\"SM100_X<f16,f16,f32,16,99999999999999999999,K,K>\")", 1, 18,
		"expected an SM100 MMA atom, as in \"SM100_MMA_F16BF16_SS<f16,f16,f32,128,256,K,K>\": types of A, B and C,"
		" M, N, and K or MN for A and B" },
	{ "umma_instruction(\"SM100_X<f16,f16,f32,16,40968,K,K>\")", 1, 18,
		"expected an SM100 MMA atom, as in \"SM100_MMA_F16BF16_SS<f16,f16,f32,128,256,K,K>\": types of A, B and C,"
		" M, N, and K or MN for A and B" },
	{ "umma_instruction(3)", 1, 18, "expected the name of an SM100 MMA atom in quotes, saw an integer" },
	{ "umma_instruction(mma_atom(\"SM80_16x8x8_F16F16F16F16_TN\"))", 1, 18,
		"expected an SM100 MMA atom, as in \"SM100_MMA_F16BF16_SS<f16,f16,f32,128,256,K,K>\": types of A, B and C,"
		" M, N, and K or MN for A and B" },
	{ "gmma_descriptor(Sw<3,3,3> o 0 o (64,16):(64,1),\"f16\",\"K\",-1)", 1, 58,
		"expected an integer from 0 to 2147483647, saw -1" },
	{ "gmma_descriptor(Sw<3,3,3> o 0 o (64,16):(64,1),\"f16\",\"K\",2147483648)", 1, 58,
		"expected an integer from 0 to 2147483647, saw 2147483648" },
	{ "gmma_descriptor(Sw<3,3,3> o 0 o (64,16):(64,1),\"f16\",\"MN\")", 1, 1,
		"MN is not contiguous: 16 bytes of the tile lie along K" },
	{ "gmma_descriptor(Sw<3,3,3> o 0 o (64,16):(64,1),\"f16\",\"M\")", 1, 54, "expected \"K\" or \"MN\"" },
	{ "gmma_descriptor(Sw<3,3,3> o 0 o (64,16):(64,1),\"f16\",3)", 1, 54,
		"expected a word in quotes, saw an integer" },
	{ "gmma_descriptor(Sw<3,3,3> o 0 o (64,16):(64,1),\"f12\")", 1, 48,
		"no type of elements that divide 16 bytes is called so" },
	{ "gmma_descriptor(Sw<3,3,3> o 0 o (64,16):(64,1),12)", 1, 48,
		"no type of elements that divide 16 bytes is called so" },
	{ "gmma_descriptor(Sw<3,3,3> o 0 o (64,16):(64,1),0)", 1, 48, "expected an integer from 1 to 128, saw 0" },
	{ "gmma_descriptor(Sw<3,3,3> o 0 o (64,16):(64,1),129)", 1, 48, "expected an integer from 1 to 128, saw 129" },
	{ "gmma_descriptor(Sw<3,3,3> o 0 o (64,16):(64,1),3)", 1, 48,
		"no type of elements that divide 16 bytes is called so" },
	{ "gmma_descriptor((64,?):(64,1),\"f16\")", 1, 17,
		"this has integers that are known at run time only: bind numbers in their place" },
	{ "gmma_descriptor((64,16):(64,1),?)", 1, 32,
		"this has integers that are known at run time only: bind numbers in their place" },
	{ "gmma_descriptor(Sw<3,3,3> o 0 o (64,16):(64,1),\"f16\",\"K\",?)", 1, 58,
		"this has integers that are known at run time only: bind numbers in their place" },
	{ "gmma_descriptor(Sw<3,3,3> o 0 o (128,64):(64,1),\"f16\",\"K\",0,\"SM90_64x64x16_F16F16F16_SS\",\"C\""
		")", 1, 90,
		"expected \"A\" or \"B\"" },
	{ "gmma_descriptor(Sw<3,3,3> o 0 o (128,64):(64,1),\"f16\",\"K\",0,3)", 1, 61,
		"expected the name of an MMA atom, an MMA atom or a tiled MMA, saw an integer" },
	{ "gmma_descriptor(Sw<3,3,3> o 0 o (128,64):(64,1),\"f16\",\"K\",0,\"SM90\")", 1, 61,
		"no MMA atom is called \"SM90\"; 'cutelayout atoms PATTERN' lists them" },
	{ "gmma_descriptor(Sw<3,3,3> o 0 o ((64,16),2):((64,1),4096),\"f16\")", 1, 1,
		"the extent of K is 2; wgmma reads 16 such elements, or 32 if sparse" },
	{ "gmma_descriptor(((64,16),2,4):((64,1),4096,16),\"f16\")", 1, 1,
		"rows are 128 bytes apart; the swizzle has them 16 apart" },
	{ "gmma_descriptor((64,16,2):(64,1,4096),\"f16\")", 1, 1,
		"the tile of an instruction has two modes, MN and K; this one has 3" },
	{ "gmma_descriptor(Sw<3,3,3>,\"f16\")", 1, 27, "a swizzle has no shape" },
	{ "gmma_descriptor(4,\"f16\")", 1, 1, "the tile of an instruction has two modes, MN and K; this one has 1" },
	{ "smem_atom(\"GMMA::Layout_K_SW128_Atom\",0)", 1, 39, "expected an integer from 1 to 128, saw 0" },
	{ "smem_atom(\"GMMA::Layout_K_SW128_Atom\",129)", 1, 39, "expected an integer from 1 to 128, saw 129" },
	{ "smem_atom(\"GMMA::Layout_K_SW128_Atom\",3)", 1, 11,
		"GMMA::Layout_K_SW128_Atom is not defined for elements of 3 bits" },
	{ "smem_atom(\"nothing\",16)", 1, 11,
		"no shared-memory atom is called \"nothing\"; 'cutelayout atoms PATTERN' lists them" },
	{ "smem_atom(16,16)", 1, 11, "expected the name of a layout in quotes, saw an integer" },
	{ "tma((1024,512):(512,1),(128,64):(64,1),(128,64),\"f16\",17)", 1, 55,
		"expected an integer from 1 to 16, saw 17" },
	{ "tma((1024,512):(512,1),(128,64):(64,1),(128,64),\"f16\",0)", 1, 55,
		"expected an integer from 1 to 16, saw 0" },
	{ "tma((1024,512):(512,1),(128,64):(64,1),(128,64),\"f16\",3)", 1, 24,
		"3 CTAs cannot share a side of 128 elements" },
	{ "tma((1024,512):(512,1),(128,64):(64,1),(128,64),\"f16\",1,3)", 1, 57,
		"expected true or false, saw an integer" },
	{ "tma((1024,?):(512,1),(128,64):(64,1),(128,64))", 1, 5,
		"this has integers that are known at run time only: bind numbers in their place" },
	{ "tma((1024,512):(512,1),(128,64):(64,1),(128,32))", 1, 5,
		"the tile has 4096 elements, the layout of shared memory 8192" },

	/* copies by TMA and of tensor memory */
	{ "make_tma_copy(\"SM90_TMA_LOAD\",(1024,512):(512,1),(128,64):(64,1),(128,64),17)", 1, 75,
		"expected an integer from 1 to 16, saw 17" },
	{ "make_tma_copy(\"SM90_TMA_LOAD\",(1024,512):(512,1),(128,64):(64,1),(128,64),0)", 1, 75,
		"expected an integer from 1 to 16, saw 0" },
	{ "make_tma_copy(\"SM90_TMA_LOAD\",(1024,512):(512,1),(128,64):(64,1),(128,64),1,\"f31\")", 1, 77,
		"no type of elements is called so" },
	{ "make_tma_copy(\"SM90_TMA_LOAD\",(1024,512):(512,1),(128,64):(64,1),(128,64),1,129)", 1, 77,
		"expected an integer from 1 to 128, saw 129" },
	{ "make_tma_copy(\"SM90_TMA_LOAD\",(1024,512):(512,1),(128,64):(64,1),(128,64),1,16,1)", 1, 80,
		"expected true or false, saw an integer" },
	{ "make_tma_copy(\"SM90_TMA_LOAD\",(1024,?):(512,1),(128,64):(64,1),(128,64))", 1, 31,
		"this has integers that are known at run time only: bind numbers in their place" },
	{ "make_tma_copy(\"SM90_TMA_LOAD\",(1024,512):(512,1),(128,?):(64,1),(128,64))", 1, 50,
		"this has integers that are known at run time only: bind numbers in their place" },
	{ "make_tma_copy(\"SM80\",(1024,512):(512,1),(128,64):(64,1),(128,64))", 1, 15,
		"expected SM90_TMA_LOAD, SM90_TMA_STORE or another TMA operation" },
	{ "make_tma_copy(3,(1024,512):(512,1),(128,64):(64,1),(128,64))", 1, 15,
		"expected a TMA operation, SM90_TMA_LOAD, saw an integer" },
	{ "make_tma_copy_A_sm90(\"SM90_TMA_LOAD_MULTICAST\",(1024,512):(512,1),(128,32):(32,1),(128,64,32),(1,1"
		"7,1))", 1, 95,
		"1 to 16 CTAs share a tile, not 17" },
	{ "make_tma_copy_A_sm90(\"SM90_TMA_LOAD_MULTICAST\",(1024,512):(512,1),(128,32):(32,1),(128,64,32),(1,0"
		",1))", 1, 95,
		"1 to 16 CTAs share a tile, not 0" },
	{ "make_tma_copy_A_sm90(\"SM90_TMA_LOAD_MULTICAST\",(1024,512):(512,1),(128,32):(32,1),(128,64,32),2)", 1, 95,
		"expected the cluster (M,N,K), saw 1 modes" },
	{ "make_tma_copy_A_sm90(\"SM90_TMA_LOAD\",(1024,512):(512,1),(128,32):(32,1),(128,64),(1,1,1))", 1, 73,
		"expected the tile (M,N,K) of a CTA" },
	{ "make_tma_copy_A_sm90(\"SM90_TMA_LOAD\",(1024,512):(512,1),(128,32):(32,1),128,(1,1,1))", 1, 73,
		"expected the tile (M,N,K) of a CTA" },
	{ "get_tma_tensor(make_tma_copy(\"SM90_TMA_LOAD\",(1024,512):(512,1),(128,64):(64,1),(128,64)),(1024,(2"
		",256)))", 1, 91,
		"the shape does not have the modes of the tensor that the TMA was made for" },
	{ "get_tma_tensor(make_tma_copy(\"SM90_TMA_LOAD\",(1024,512):(512,1),(128,64):(64,1),(128,64)),1024)", 1, 91,
		"the shape does not have the modes of the tensor that the TMA was made for" },
	{ "get_tma_tensor(copy_atom(\"SM75_U32x4_LDSM_N\",16),(1024,512))", 1, 16,
		"expected what make_tma_copy or make_tma_atom gives: its tensor map has the strides" },
	{ "get_tma_tensor(3,(1024,512))", 1, 16, "expected what make_tma_copy or make_tma_atom gives, saw an integer" },
	{ "make_tmem_copy(\"SM100_TMEM_LOAD_32dp32b1x\",((128,256),1,1):((65536,1),0,0),\"f15\")", 1, 76,
		"no type of elements is called so" },
	{ "make_tmem_copy(copy_atom(\"SM75_U32x4_LDSM_N\",16),((128,256),1,1):((65536,1),0,0))", 1, 16,
		"expected SM100_TMEM_LOAD_... or SM100_TMEM_STORE_..., saw SM75_U32x4_LDSM_N" },
	{ "make_tmem_copy(\"SM75_U32x4_LDSM_N\",((128,256),1,1):((65536,1),0,0))", 1, 16,
		"expected SM100_TMEM_LOAD_... or SM100_TMEM_STORE_..., saw SM75_U32x4_LDSM_N" },
	{ "make_tmem_copy(\"SM100_TMEM_LOAD_99\",((128,256),1,1):((65536,1),0,0))", 1, 16,
		"no copy atom is called \"SM100_TMEM_LOAD_99\"; 'cutelayout atoms PATTERN' lists them" },
	{ "make_tmem_copy(3,((128,256),1,1):((65536,1),0,0))", 1, 16,
		"expected the name of an atom in quotes, saw an integer" },
	{ "make_tmem_copy(\"SM100_TMEM_LOAD_32dp32b1x\",((128,?),1,1):((65536,1),0,0))", 1, 44,
		"this has integers that are known at run time only: bind numbers in their place" },
	{ "tma_partition(3,0,1:0,((128,64)):((64,1)),((128,64),8,8):((1@1,1@0),128@1,64@0))", 1, 15,
		"expected what make_tma_copy or make_tma_atom gives, saw an integer" },

	/* the elements of tensors that are copied */
	{ "make_tma_copy(\"SM90_TMA_LOAD\",tensor<ptr<f32,gmem> o (1024,?):(512,1)>,(128,64):(64,1),(128,64))", 1, 31,
		"this has integers that are known at run time only: bind numbers in their place" },

	/* signs, tensors and fragments */
	{ "1 && (4:1)", 1, 6, "expected a condition, saw a tuple that is not of integers alone" },
	{ "(4:1) || 1", 1, 1, "expected a condition, saw a tuple that is not of integers alone" },
	{ "!(4:1)", 1, 2, "expected a condition, saw a tuple that is not of integers alone" },
	{ "1 << 63", 1, 1, "4611686018427387904 * 2 does not fit 64 bits" },
	{ "3 << -1", 1, 1, "expected an exponent or a shift from 0 on, saw -1" },
	{ "1 << 64", 1, 1, "4611686018427387904 * 2 does not fit 64 bits" },
	{ "2 ** 63", 1, 1, "4611686018427387904 * 2 does not fit 64 bits" },
	{ "2 ** -1", 1, 1, "expected an exponent or a shift from 0 on, saw -1" },
	{ "4:1 & 3", 1, 1, "expected an integer or a tuple of integers, saw a layout" },
	{ "(1,2) < 3", 1, 1, "expected an integer, saw a tuple" },
	{ "3 < (1,2)", 1, 5, "expected an integer, saw a tuple" },
	{ "4:1 < 3", 1, 1, "expected an integer, saw a layout" },
	{ "3 < 4:1", 1, 5, "expected an integer, saw a layout" },
	{ "7 % 0", 1, 1, "division of 7 by 0" },
	{ "make_rmem_tensor((4,2),\"f31\")", 1, 24, "expected a type of elements such as f32" },
	{ "make_rmem_tensor((4,2),3)", 1, 24, "expected a type of elements, saw an integer" },
	{ "make_rmem_tensor_like(tensor<ptr<f16,gmem> o (4,8):(16,1)>,\"f31\")", 1, 60,
		"expected a tensor with a pointer, or a type of elements" },
	{ "make_rmem_tensor_like((4,8):(16,1))", 1, 23, "expected a tensor with a pointer, or a type of elements" },
	{ "make_rmem_tensor_like(3)", 1, 23, "expected a tensor, saw an integer" },
	{ "element_type((4,8):(8,1))", 1, 14, "a tensor without a pointer has no type of elements" },
	{ "element_type(3)", 1, 14, "expected a tensor, saw an integer" },
	{ "width(\"x\")", 1, 7, "expected a type of elements such as f32" },
	{ "width(3)", 1, 7, "expected a type of elements, saw an integer" },
	{ "make_tensor(\"f33\",(4,8):(8,1))", 1, 13,
		"expected a pointer such as ptr<f16, gmem, align<16>>, saw a string" },
	{ "make_tensor(\"f32\",(4,8),(8,1,2))", 1, 25,
		"shape and stride must nest in the same way: the shape has 2 modes, the stride 3" },
	{ "make_tensor((1,_),(4,8):(1@0,1@1))", 1, 13, "the coordinate at which a tensor begins has no _" },
	{ "make_tensor(4:1,(4,8):(8,1))", 1, 13, "expected a pointer such as ptr<f16, gmem, align<16>>, saw a layout" },
	{ "make_tensor(Sw<1,0,2>,(4,8):(8,1))", 1, 13,
		"expected a pointer such as ptr<f16, gmem, align<16>>, saw a swizzle" },
	{ "domain_offset((1,2,3),(4,8):(8,1))", 1, 15, "a coordinate of rank 3 for a mode of rank 2" },
	{ "domain_offset((1,2),3)", 1, 21, "expected a tensor, saw an integer" },
	{ "recast_tensor(tensor<ptr<f16,gmem> o (4,8):(8,1)>,\"x\")", 1, 15,
		"expected a tensor with a pointer, and a type of elements" },
	{ "recast_tensor((4,8):(8,1),f32)", 1, 15, "expected a tensor with a pointer, and a type of elements" },
	{ "recast_tensor(tensor<ptr<f16,gmem> o (4,8):(8,1)>,3)", 1, 51, "expected a type of elements, saw an integer" },
	{ "recast_tensor(tensor<ptr<f16,gmem> o (4,7):(7,1)>,f32)", 1, 15,
		"mode 0: neither of stride 7 and the factor 2 divides the other" },
	{ "iterator(3)", 1, 10, "expected a tensor, saw an integer" },
	{ "layout((4,8):(8,1),2)", 1, 20, "mode 2 is outside rank 2: modes are numbered from 0 to 1" },
	{ "layout((4,8),(8,1))", 1, 14, "expected the number of a mode, saw a tuple" },
	{ "layout(4,1)", 1, 10, "mode 1 is outside rank 1: modes are numbered from 0 to 0" },
	{ "layout(4,(1,2))", 1, 10, "expected the number of a mode, saw a tuple" },
	{ "store(tensor<ptr<f32, generic> o (2):(1)>, load(tensor<ptr<f32, generic> o (2):(1)>)[0])", 1, 44,
		"expected a vector, saw one number: fill() writes it everywhere" },
	{ "~load(tensor<ptr<i32, generic> o (4):(1)>)", 1, 1, "~ is of one integer: of a vector write -1 ^ v" },
	{ "~load(tensor<ptr<f32, generic> o (4):(1)>)[1]", 1, 1, "~ is of one integer: of a vector write -1 ^ v" },
	{ "print_tensor(3)", 1, 14, "expected a tensor, saw an integer" },
	{ "c = make_tiled_copy(copy_atom(\"UniversalCopy<u32>\",16),(4,2):(1,4),(2,1):(1,1));"
	  "partition_S(c.get_slice((1,2)),(8,2):(1,8))", 1, 93, "expected an integer, saw a tuple" },
	{ "c = make_tiled_copy(copy_atom(\"UniversalCopy<u32>\",16),(4,2):(1,4),(2,1):(1,1)); owned(c.get_slice(8))", 1, 88,
		"expected an integer from 0 to 7, saw 8" },
	{ "local_partition(8:1,(2,2):(1,2),0)", 1, 21, "the tiler has 2 modes, the layout 1" },
	{ "local_partition((8,4):(1,8),(2,2,2):(1,2,4),0)", 1, 29, "the tiler has 3 modes, the layout 2" },
	{ "N = ?; print_tensor(make_tensor(0,(N,2)))", 1, 21,
		"the elements of a shape that is known at run time only are not printed" },
	{ "N = ?; (N,4) < 4", 1, 8, "expected an integer, saw a tuple" },
	{ "N = ?; 4 < (N)", 1, 12, "expected an integer, saw a tuple" },
	{ "x = (4,4); x[0] = 1", 1, 12, "only elements of a tensor with a pointer can be written" },
	{ "t = tensor<(0,0) o (4,8):(1@0,1@1)>; t[0] = 1", 1, 38,
		"only elements of a tensor with a pointer can be written" },
	{ "print_tensor(tensor<ptr<f32,gmem> o (2,3):(3,1)>,3)", 1, 50, "expected true or false, saw an integer" },
	{ "make_fragment_A(make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\")),((2,2),4,4):((1,512),2048"
		",16))", 1, 74,
		"a fragment is made for a partition (V,M,K): of rank 3, and the values of the atom are its mode 0" },
	{ "make_fragment_A(make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\")),((2,2,2),4):((1,512,8),20"
		"48))", 1, 74,
		"a fragment is made for a partition (V,M,K): of rank 3, and the values of the atom are its mode 0" },
	{ "make_fragment_C(make_tiled_mma(mma_atom(\"SM100_MMA_F16BF16_2x1SM_SS<f16,f16,f32,128,64,K,K>\")),"
		"((16,64),1,1))", 1, 96,
		"no instruction of 2 SM has 16 rows in tensor memory" },
	{ "make_fragment_A(make_tiled_mma(mma_atom(\"SM100_MMA_F16BF16_2x1SM_TS<f16,f16,f32,128,64,K,K>\")),"
		"((32,16),1,4))", 1, 96,
		"no instruction of 2 SM has 32 rows in tensor memory" },
	{ "make_fragment_C(make_tiled_mma(mma_atom(\"SM100_MMA_F16BF16_SS<f16,f16,f32,128,64,K,K>\")),"
		"((32,64),1,1))", 1, 90,
		"no instruction of 1 SM has 32 rows in tensor memory" },
	{ "make_fragment_C(make_tiled_mma(mma_atom(\"SM100_MMA_F16BF16_SS<f16,f16,f32,128,64,K,K>\")),"
		"((128,64),1,9))", 1, 90,
		"this takes 576 columns of tensor memory, of which there are 512" },
	{ "make_fragment_C(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),((2,2),4,4):((1,512),2048,16))", 1, 17,
		"expected a tiled MMA, saw an MMA atom" },
	{ "tile_size(make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\")),3)", 1, 68,
		"mode 3 is outside rank 3: modes are numbered from 0 to 2" },
	{ "printf(\"{}\")", 1, 8, "the text asks for more than the 0 values behind it" },
	{ "printf(\"{} {}\",3)", 1, 8, "the text asks for more than the 1 value behind it" },
	{ "printf(\"%d %d %d\",3,4)", 1, 8, "the text asks for more than the 2 values behind it" },

	/* ones, coordinates, sides of copies and owners */
	{ "append_ones((4,2):(1,4),1)", 1, 13, "rank 2 cannot be extended to rank 1" },
	{ "append_ones((4,2):(1,4),-1)", 1, 25, "expected an integer from 0 to 4096, saw -1" },
	{ "get_1d_coord((1,2),(4,8):(8,1))", 1, 14, "expected an integer, the offset of a coordinate" },
	{ "bits((4,2):(1,5))", 1, 6, "no map of bits: the value at coordinate 5 is not the xor of what its bits give" },
	{ "bits(3:1)", 1, 6, "a map of bits has extents that are powers of two, and no negative value" },
	{ "bits(4:-1)", 1, 6, "a map of bits has extents that are powers of two, and no negative value" },
	{ "bits(4:3)", 1, 6, "no map of bits: the value at coordinate 3 is not the xor of what its bits give" },
	{ "bits((1,2),-1)", 1, 12, "expected an integer from 0 to 4611686018427387903, saw -1" },
	{ "T=make_tiled_copy(copy_atom(\"SM75_U32x1_LDSM_N\",16),(8,4):(4,1),(1,2):(2,1)); make_tiled_copy_D(co"
		"py_atom(\"UniversalCopy<u128>\",16),T)", 1, 133,
		"the copy has 2 values, not a multiple of the 8 of its atom" },
	{ "T=make_tiled_copy(copy_atom(\"SM75_U32x1_LDSM_N\",16),(8,4):(4,1),(1,2):(2,1)); retile_S(T,(2,4):(4,"
		"1))", 1, 90,
		"the tiler has 3 modes, the layout 2" },
	{ "T=make_tiled_copy(copy_atom(\"SM75_U32x1_LDSM_N\",16),(8,4):(4,1),(1,2):(2,1)); owner(T,5,\"A\")", 1, 89,
		"a copy has the sides \"S\" and \"D\"" },
	{ "M=make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\")); owner(M,(5,3),\"D\")", 1, 75,
		"an MMA has the operands \"A\", \"B\" and \"C\"" },
	{ "M=make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\")); owner(M,(5,3),\"@\")", 1, 75,
		"an MMA has the operands \"A\", \"B\" and \"C\"" },
	{ "make_cotiled_copy(copy_atom(\"UniversalCopy<u16>\",16),(4,2):(2,1),8:2)", 1, 19,
		"the thread-value layout points to memory that the data layout does not have" },
	{ "make_cotiled_copy(copy_atom(\"UniversalCopy<u64>\",16),(4,2):(2,1),8:1)", 1, 19,
		"the copy has 2 values, not a multiple of the 4 of its atom" },
	{ "make_tiled_copy_C_atom(copy_atom(\"UniversalCopy<u128>\",16),make_tiled_mma(mma_atom(\"SM80_16x8x16_"
		"F32F16F16F32_TN\")))", 1, 24,
		"the copy atom has 8 values, more than the 4 of C" },
	{ "make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1,2):(1,2,0,4))", 1, 1,
		"the atom layout has 4 modes and the permutation 0; M, N and K are 3" },
	{ "make_tiled_mma(3)", 1, 16, "expected an MMA atom, mma_atom(\"NAME\"), saw an integer" },
	{ "fill(make_rmem_tensor(4,f32),load(make_rmem_tensor(4,f32)))", 1, 30,
		"expected one number, saw a vector: store() writes one" },
	{ "fill(4:1,3)", 1, 6, "only a tensor with a pointer has elements to write" },
	{ "crd2idx((1,2),(4,8),(8,1,1))", 1, 21,
		"shape and stride must nest in the same way: the shape has 2 modes, the stride 3" },
	{ "crd2idx((1,2),?,(8,1))", 1, 17,
		"shape and stride must nest in the same way: the shape is an integer where the stride has 2 modes" },
	{ "crd2idx((1,()),(4,()))", 1, 9, "() has no coordinates: CuTe does not compile this" },
};

Test(lang, errors) {
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		arena_reset(&arena);
		const struct case_of_error *expected = &cases[i];
		struct outcome outcome = evaluate_text(&arena, str_from(expected->program));
		cr_expect_neq(outcome.code, FAULT_NONE, "%s has the value %s", expected->program, outcome.value);
		cr_expect_str_eq(outcome.sentence, expected->sentence, "%s: expected '%s', saw '%s'", expected->program,
			expected->sentence, outcome.sentence);
		cr_expect(outcome.position.line == expected->line && outcome.position.column == expected->column,
			"%s: expected at %d:%d, saw %d:%d", expected->program, expected->line, expected->column,
			outcome.position.line, outcome.position.column);
		size_t length = strlen(expected->program);
		bool is_marked = outcome.span.begin < outcome.span.end && outcome.span.end <= length;
		cr_expect(is_marked || outcome.span.begin == length, "%s: %zu to %zu are marked", expected->program,
			outcome.span.begin, outcome.span.end);
	}
	arena_finish(&arena);
}

/* The message "wrong" about "span" of "text", as it is printed. */
static const char *message_about(struct arena *arena, struct str text, struct span span) {
	const struct source source = { .name = "<t>", .text = text, .first_line = 1 };
	struct message message = { .span = span };
	snprintf(message.fault.text, sizeof message.fault.text, "wrong");
	struct buf out;
	buf_init(&out, arena);
	source_print_message(&source, &message, "error", &out);
	return out.data;
}

/* Tabs reach to the next multiple of 8, what cannot be printed is a '?', and the mark stands below its text. */
Test(lang, marks_of_messages) {
#define TEXT(text) \
	{ text, sizeof text - 1 }
	static const struct {
		struct str text;
		struct span span;
		const char *message;
	} messages[] = {
		{ TEXT("a\t= )"), { 4, 5 }, "<t>:1:5: error: wrong\n  a       = )\n            ^\n" },
		{ TEXT("1234567\t)"), { 8, 9 }, "<t>:1:9: error: wrong\n  1234567 )\n          ^\n" },
		{ TEXT("12345678\t)"), { 9, 10 }, "<t>:1:10: error: wrong\n  12345678        )\n                  ^\n" },
		{ TEXT("\t\tab"), { 1, 3 }, "<t>:1:2: error: wrong\n                  ab\n          ^~~~~~~~~\n" },
		{ TEXT("\x01\x1f\x7f\0 ab"), { 5, 7 }, "<t>:1:6: error: wrong\n  ???? ab\n       ^~\n" },
		{ TEXT("\xc3\xa9\xc3\xa9 a"), { 2, 4 }, "<t>:1:2: error: wrong\n  \xc3\xa9\xc3\xa9 a\n   ^\n" },
		{ TEXT("ab\ncd\nef"), { 3, 5 }, "<t>:2:1: error: wrong\n  cd\n  ^~\n" },
		{ TEXT("ab\ncd\nef"), { 3, 7 }, "<t>:2:1: error: wrong\n  cd\n  ^~\n" },
		{ TEXT("ab\ncd"), { 2, 2 }, "<t>:1:3: error: wrong\n  ab\n    ^\n" },
		{ TEXT("ab"), { 2, 2 }, "<t>:1:3: error: wrong\n  ab\n    ^\n" },
		{ TEXT("ab"), { 7, 9 }, "<t>:1:3: error: wrong\n  ab\n    ^\n" },
		{ TEXT(""), { 0, 0 }, "<t>:1:1: error: wrong\n  \n  ^\n" },
	};
#undef TEXT
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	for (size_t i = 0; i < sizeof messages / sizeof *messages; i++) {
		cr_expect_str_eq(message_about(&arena, messages[i].text, messages[i].span), messages[i].message, "case %zu", i);
	}
	arena_finish(&arena);
}

/* Of a long line the characters that lie whole in 160 bytes, from 80 in front of the place on, wherever it is. */
Test(lang, excerpts_of_long_lines) {
	enum { BYTES = 160, LONGEST = 330 };
	static const char *const alphabets[] = { "abcdefghijklm", "a\xc3\xa9\xe2\x82\xac", "\xe2\x82\xac" };
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	for (size_t n = 0; n < sizeof alphabets / sizeof *alphabets * LONGEST; n++) {
		const char *alphabet = alphabets[n / LONGEST];
		size_t length = n % LONGEST;
		if (alphabet != alphabets[0] && length % strlen(alphabet) != 0) {
			continue; /* the last character is a whole one */
		}
		char text[LONGEST] = { 0 };
		for (size_t i = 0; i < length; i++) {
			text[i] = alphabet[i % strlen(alphabet)];
		}
		for (size_t place = 0; place < length; place += 1 + length / 9) {
			while (place < length && ((unsigned char)text[place] & 0xc0) == 0x80) {
				place++;
			}
			arena_reset(&arena);
			size_t first = place > BYTES / 2 ? place - BYTES / 2 : 0;
			while (first < place && ((unsigned char)text[first] & 0xc0) == 0x80) {
				first++;
			}
			size_t end = length - first > BYTES ? first + BYTES : length;
			while (end < length && ((unsigned char)text[end] & 0xc0) == 0x80) {
				end--;
			}
			int column = 1;
			int shown = 0; /* characters of the excerpt in front of the place */
			for (size_t i = 0; i < place; i++) {
				column += ((unsigned char)text[i] & 0xc0) != 0x80;
				shown += i >= first && ((unsigned char)text[i] & 0xc0) != 0x80;
			}
			bool left = place > BYTES / 2;
			struct buf expected;
			buf_init(&expected, &arena);
			buf_printf(&expected, "<t>:1:%d: error: wrong\n  %s%.*s%s\n%*s^\n", column, left ? "..." : "",
				(int)(end - first), text + first, length - first > BYTES ? "..." : "", (left ? 5 : 2) + shown, "");
			const char *message = message_about(&arena, (struct str){ text, length }, (struct span){ place, place });
			cr_expect_str_eq(message, expected.data, "%zu bytes, at %zu", length, place);
		}
	}
	arena_finish(&arena);
}

/* A long line in which no character begins has nothing to show. */
Test(lang, excerpt_without_characters) {
	char text[200];
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	memset(text, 0x80, sizeof text);
	const char *message = message_about(&arena, (struct str){ text, sizeof text }, (struct span){ 0, 0 });
	cr_expect_str_eq(message, "<t>:1:1: error: wrong\n  ...\n  ^\n", "%s", message);
	arena_finish(&arena);
}

/* Programs in the words of CuTe DSL that are refused, each with the text that is marked. */
Test(lang, errors_of_the_dsl) {
	static const struct {
		const char *program;
		const char *marked;
		const char *sentence;
	} programs[] = {
		{ "f\"a{1\"", "{", "expected a closing brace" },
		{ "f\"{{a{(1,2)\"", "{", "expected a closing brace" },
		{ "warp.Atom(1)", "Atom", "no operation is called 'Atom'" },
		{ "warp.Zebra(1)", "Zebra", "no operation is called 'Zebra'" },
		{ "nvgpu.warp.Atom(1)", "Atom", "no operation is called 'Atom'" },
		{ "tcgen05.1", "1", "expected the name of a member such as shape or stride, saw '1'" },
		{ "t = make_rmem_tensor((4,2),f16)\ns = make_rmem_tensor((4,3),f16)\nt.store(s.load())", "t",
			"12 elements are stored to a tensor of 8" },
		{ "t = make_rmem_tensor((4,2),f16)\ns = make_rmem_tensor((4,2),f32)\nt.store(s.load())", "t",
			"f32 is not stored to elements of type f16: convert with to()" },
		{ "t = make_rmem_tensor((4,2),f32)\ns = make_rmem_tensor((4,2),i8)\nt.store(s.load())", "t",
			"s8 is not stored to elements of type f32: convert with to()" },
		{ "t = make_rmem_tensor((4,2),i32)\ns = make_rmem_tensor((4,2),f16)\nt.store(s.load())", "t",
			"f16 is not stored to elements of type s32: convert with to()" },
		{ "t = make_rmem_tensor((2,2),i8)\nt[0]=300", "t[0]=300",
			"s32 is not stored to elements of type s8: convert with to()" },
		{ "t = make_rmem_tensor(65537,f32)\nt[0]=1.5\nt[65535]=2.5\nt[65536]=1.0", "t[65536]=1.0",
			"what is written to a tensor reaches over more than 65536 elements" },
		{ "t = make_rmem_tensor(65537:-1,f32)\nt[65536]=1.5\nt[1]=2.5\nt[0]=1.0", "t[0]=1.0",
			"what is written to a tensor reaches over more than 65536 elements" },
		{ "a = make_rmem_tensor((2,2),f32)\na.fill(1.5)\nv=a.load()\nv[3]\nv[4]", "v[4]",
			"element 4 is none of the 4 elements" },
		{ "a = make_rmem_tensor((2,2),f32)\na.fill(1.5)\nv=a.load()\nv[(1,_)]\nv[(2,_)]", "v[(2,_)]",
			"the coordinate lies outside of the vector" },
	};
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
		arena_reset(&arena);
		struct source source = { .name = "<test>", .text = str_from(programs[i].program), .first_line = 1 };
		struct evaluation ev;
		evaluation_init(&ev, &arena, false);
		ev.algebra.dialect = DIALECT_DSL;
		cr_expect(!evaluation_run(&ev, &source), "%s", programs[i].program);
		cr_expect_str_eq(ev.error.fault.text, programs[i].sentence, "%s: %s", programs[i].program, ev.error.fault.text);
		struct span span = ev.error.span;
		struct str marked = { programs[i].program + span.begin, span.end - span.begin };
		cr_expect(span.end <= strlen(programs[i].program) && str_is(marked, programs[i].marked), "%s: marked '%.*s'",
			programs[i].program, (int)marked.length, marked.data);
	}
	arena_finish(&arena);
}

/* A NUL byte, or one that is no text, anywhere in a program. */
Test(lang, bytes_that_are_no_text) {
	static const char program[] = "a = (4,8):(8,1)\nsize(a) # size";
	static const char bytes[] = { '\0', '\x01', '\x7f', '\x80', '\xff' };
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	for (size_t at = 0; at < strlen("a = (4,8):(8,1)\nsize(a) "); at++) {
		for (size_t k = 0; k < sizeof bytes; k++) {
			arena_reset(&arena);
			char *text = arena_copy(&arena, program, strlen(program));
			text[at] = bytes[k];
			struct outcome outcome = evaluate_text(&arena, (struct str){ text, strlen(program) });
			cr_expect_neq(outcome.code, FAULT_NONE, "byte %d at %zu", bytes[k], at);
		}
	}
	arena_finish(&arena);
}

/* No beginning of a program and no program with a byte left out does more than fail with a sentence and a place. */
Test(lang, broken_programs) {
	static const char program[] =
		"L = ((2,4),(2,(2,2))):((1,8),(4,(2,32))); # a layout\n"
		"zipped_divide(L, tiler=(<2:1,(2)>, [3:3; _])) o Layout<Shape<_4>,Stride<Int<2>>>{} == 1@0@1 \"x\" L(1,(_,0))";
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	size_t length = strlen(program);
	for (size_t at = 0; at <= length; at++) {
		arena_reset(&arena);
		struct outcome cut = evaluate_text(&arena, (struct str){ program, at });
		cr_expect(cut.code == FAULT_NONE || (cut.sentence[0] != '\0' && cut.position.line >= 1), "cut at %zu", at);
		char *text = arena_copy(&arena, program, length);
		memmove(text + at, text + at + 1, length - at);
		struct outcome gap = evaluate_text(&arena, str_from(text));
		cr_expect(gap.code == FAULT_NONE || (gap.sentence[0] != '\0' && gap.position.column >= 1), "gap at %zu", at);
	}
	arena_finish(&arena);
}

/* What a program does counts as work, and the limit of it ends any program soon. */
Test(lang, work_is_bounded) {
	static const char *const statements[] = {
		"composition((1024,1024):(1024,1),(65536,2):(1,1023))\n",  /* compared at 65536 coordinates */
		"left_inverse((256,256,2):(1,128,65536))\n",
		"make_ordered_layout(ones,ones)\n",
		"composition(modes,ones:ones)\n",
	};
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	for (size_t i = 0; i < sizeof statements / sizeof *statements; i++) {
		arena_reset(&arena);
		struct buf text;
		buf_init(&text, &arena);
		buf_put(&text, "ones=(2");
		for (int k = 1; k < LIMIT_LEAVES; k++) {
			buf_put(&text, ",1");
		}
		buf_put(&text, ")\nmodes=(");
		for (int k = 0; k < 40; k++) {
			buf_put(&text, "2,");
		}
		buf_put(&text, ")\nmodes=modes:modes\n");
		for (int k = 0; k < LIMIT_STATEMENTS - 3; k++) {
			buf_put(&text, statements[i]);
		}
		struct outcome outcome = evaluate_text(&arena, buf_str(&text));
		cr_expect_eq(outcome.code, FAULT_LIMIT, "%s: %s", statements[i], outcome.sentence);
	}
	arena_finish(&arena);
}
