/* Text that others print or write, and what it means: each row is read and printed again in our own form. */
#include <criterion/criterion.h>

#include "lang/eval.h"
#include "lang/notation/plain.h"

static struct arena arena;

static void set_up(void) {
	arena_init(&arena, NULL, NULL);
}

static void tear_down(void) {
	arena_finish(&arena);
}

TestSuite(input, .init = set_up, .fini = tear_down);

/* The value of the program "text", or "error: " and the sentence. */
static const char *read_text(const char *text) {
	struct evaluation *evaluation = arena_alloc(&arena, sizeof *evaluation);
	struct source *source = arena_alloc(&arena, sizeof *source);
	struct buf out;
	*source = (struct source){ .name = "<test>", .text = str_from(text), .first_line = 1 };
	evaluation_init(evaluation, &arena, false);
	buf_init(&out, &arena);
	if (!evaluation_run(evaluation, source) || evaluation->result_count == 0) {
		buf_printf(&out, "error: %s", evaluation->error.fault.text);
	} else {
		print_value(&out, &evaluation->results[evaluation->result_count - 1]);
	}
	return out.data;
}

struct row {
	const char *text;
	const char *meaning; /* what it prints, or the beginning of "error: ..." */
};

static void check_rows(const struct row *rows, size_t count) {
	for (size_t i = 0; i < count; i++) {
		const char *printed = read_text(rows[i].text);
		bool refused = strncmp(rows[i].meaning, "error: ", 7) == 0;
		size_t length = refused ? strlen(rows[i].meaning) : strlen(printed) + 1;
		cr_expect_eq(strncmp(printed, rows[i].meaning, length), 0, "%s\n  printed  %s\n  expected %s", rows[i].text,
			printed, rows[i].meaning);
		if (!refused) {
			cr_expect_str_eq(read_text(printed), printed, "'%s' is not read as itself", printed);
		}
	}
}

#define CHECK(rows) check_rows(rows, sizeof(rows) / sizeof(rows)[0])

Test(input, cute_prints_layouts) {
	static const struct row rows[] = {
		{ "(_4,(_2,_4)):(_2,(_1,_8))", "(4,(2,4)):(2,(1,8))" },
		{ "(4,8):(_1,4)", "(4,8):(1,4)" },
		{ "_1:_0", "1:0" },
		{ "(_4,_8):(_1@0,_1@1)", "(4,8):(1@0,1@1)" },
		{ "(_3:_4,_8:_2)", "(3:4,8:2)" },
		{ "Sw<3,4,3>", "Sw<3,4,3>" },
		{ "Sw<3,3,3> o _0 o (_8,_64):(_64,_1)", "Sw<3,3,3> o 0 o (8,64):(64,1)" },
		{ "Sw<2,0,-3> o 5 o (_8,_64):(_64,_1)", "Sw<2,0,-3> o 5 o (8,64):(64,1)" },
	};
	CHECK(rows);
}

Test(input, cute_prints_tensors) {
	static const struct row rows[] = {
		{ "smem_ptr[16b](0x7f..) o (8,8):(8,1)", "(8,8):(8,1)" },
		{ "gmem_ptr[32b](0x7ffe3b8e8a10) o (_4,_8):(_1,_4)", "(4,8):(1,4)" },
		{ "gmem_ptr[32b](GMEM_ADDR_C) o (512,1024):(1024,_1)", "(512,1024):(1024,1)" },
		{ "rmem_ptr[32b]((nil)) o (8,8):(8,1)", "(8,8):(8,1)" },
		{ "ptr[16b](0x7f424cfffae0) o ((_2,_2,_2),_4):((_1,_2,_4),_8)", "((2,2,2),4):((1,2,4),8)" },
		{ "ptr[32b](0x7ffe) o (4,8):(1,4):", "(4,8):(1,4)" },
		{ "subptr[4b](0x7f0.4) o 8:1", "8:1" },
		{ "tmem_[32b](0x0000.0000) o ((_128,_16),_1):((_65536,_1),_0)", "((128,16),1):((65536,1),0)" },
		{ "smem_ptr[16b](0x400) o Sw<3,3,3> o _0 o (_8,_64):(_64,_1)", "Sw<3,3,3> o 0 o (8,64):(64,1)" },
		{ "counting_iter(0) o (4,8):(8,1)", "(4,8):(8,1)" },
		{ "counting_iter(5) o (4,8):(8,1)", "1:1 o 5 o (4,8):(8,1)" },
		{ "ArithTuple(_0,_0) o (_4,_8):(_1@0,_1@1)", "(4,8):(1@0,1@1)" },
		{ "(counting_iter(5) o (4,8):(8,1))(1,2)", "15" },
		{ "ArithTuple(0,16) o (_4,_8):(_1@0,_1@1)", "((4,8):(1@0,1@1),(0,16))" },
	};
	CHECK(rows);
}

/* The swizzle acts on addresses in bytes; behind the pointer it acts on elements. */
Test(input, cute_prints_swizzled_pointers) {
	static const struct row rows[] = {
		{ "Sw<3,4,3>_smem_ptr[16b](0x7ef800000400) o (_8,_64):(_64,_1)", "Sw<3,3,3> o 0 o (8,64):(64,1)" },
		{ "Sw<3,4,3>_smem_ptr[32b](SMEM_ADDR_A) o (_8,_32):(_32,_1)", "Sw<3,2,3> o 0 o (8,32):(32,1)" },
		{ "Sw<3,4,3>_smem_ptr[16b](0x7ef800000410) o (_8,_64):(_64,_1)", "error: the swizzle acts on the address" },
		{ "Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)", "Sw<3,3,3> o 0 o (8,64):(64,1)" },
		{ "Sw<3,4,3> o smem_ptr[8b](unset) o (_8,_64):(_64,_1)", "Sw<3,4,3> o 0 o (8,64):(64,1)" },
		{ "Sw<3,4,3> o smem_ptr[4b](unset) o (_8,_64):(_64,_1)", "Sw<3,5,3> o 0 o (8,64):(64,1)" },
		{ "Sw<3,4,3> o smem_ptr[6b](unset) o (_8,_64):(_64,_1)", "error: the factor 3 is not a power of two" },
		{ "Sw<3,4,3> o smem_ptr[16b](0x400) o 8:1", "error: a pointer stands in front of a layout" },
		{ "_smem_ptr[16b](0x400) o 8:1", "error: expected a swizzle in front of this pointer" },
		{ "smem_ptr[16b](0x400)", "error: expected 'o' and the layout behind the pointer" },
	};
	CHECK(rows);
}

Test(input, cpp_source) {
	static const struct row rows[] = {
		{ "make_layout(make_shape(Int<4>{}, _8{}), make_stride(_8{}, _1{}))", "(4,8):(8,1)" },
		{ "make_layout(make_shape(4_c, 8_c), LayoutLeft{})", "(4,8):(1,4)" },
		{ "make_layout(make_shape(4_c, 8_c), LayoutRight{})", "(4,8):(8,1)" },
		{ "cute::make_layout(cute::make_shape(4, 8), cute::GenRowMajor{})", "(4,8):(8,1)" },
		{ "make_layout(Shape<_4,Shape<_2,_3>>{}, GenColMajor())", "(4,(2,3)):(1,(4,8))" },
		{ "Layout<Shape<_4,Shape<_2,_4>>,Stride<_8,Stride<_1,_2>>>{}", "(4,(2,4)):(8,(1,2))" },
		{ "Layout<Shape<_4,_8>>", "(4,8):(1,4)" },
		{ "cute::Layout<cute::tuple<cute::C<4>, cute::C<8> >, cute::tuple<cute::C<8>, cute::C<1> > >", "(4,8):(8,1)" },
		{ "ComposedLayout<Swizzle<3,4,3>, Int<0>, Layout<Shape<_8,_8>,Stride<_8,_1>>>{}",
			"Sw<3,4,3> o 0 o (8,8):(8,1)" },
		{ "Swizzle<3,4,3>{}", "Sw<3,4,3>" },
		{ "Step<_1,X,_1>{}", "(1,_,1)" },
		{ "make_step(_1{}, X{}, _1{})", "(1,_,1)" },
		{ "make_coord(_, make_coord(1, 2))", "(_,(1,2))" },
		{ "make_tile(Layout<_4,_1>{}, _8{})", "(4:1,8)" },
		{ "E<1,0>{}", "1@0@1" },
		{ "make_stride(E<1>{}, _6{}*E<0,1>{})", "(1@1,6@1@0)" },
		{ "make_layout(make_shape(4,8), make_stride(E<0>{}, E<1>{}))", "(4,8):(1@0,1@1)" },
		{ "Int<4>{}", "4" },
		{ "Int<4>()", "4" },
		{ "_4{}", "4" },
		{ "4_c", "4" },
		{ "size<0>(Layout<Shape<_4,_8>>{})", "4" },
		{ "get<1,0>(Layout<Shape<_4,Shape<_8,_2>>>{})", "8:4" },
		{ "auto x = make_layout(Shape<_4,_8>{}, LayoutRight{}); x(1,2) // row 1", "10" },
		{ "using L = Layout<Shape<_4,_8>>; L", "(4,8):(1,4)" },
		{ "auto a = Layout<Shape<_4,_8>>{}; a.shape()", "(4,8)" },
		{ "make_layout(_4{}).lay()", "error: no operation is called 'lay'" },
		{ "Foo<_4,_8>", "error: no such type" },
		{ "make_layout((4,8), \"rows\")", "error: expected a stride, LayoutLeft or LayoutRight" },
	};
	CHECK(rows);
}

/* Types as messages of compilers have them, and lines of kernels. */
Test(input, cpp_of_kernels) {
	static const struct row rows[] = {
		{ "const cute::ComposedLayout<cute::Swizzle<3,4,3>, cute::smem_ptr_flag_bits<16>, "
		  "cute::Layout<cute::tuple<cute::C<8>,cute::C<64> >,cute::tuple<cute::C<64>,cute::C<1> > > >&",
			"Sw<3,3,3> o 0 o (8,64):(64,1)" },
		{ "cute::Tensor<cute::ViewEngine<cute::gmem_ptr<cute::half_t const*> >, cute::Layout<cute::Shape<_4,_8>>>",
			"(4,8):(1,4)" },
		{ "Tensor<ViewEngine<swizzle_ptr<Swizzle<3,4,3>, smem_ptr<half_t*>>>, Layout<Shape<_8,_64>,Stride<_64,_1>>>",
			"Sw<3,3,3> o 0 o (8,64):(64,1)" },
		{ "Tensor<ViewEngine<swizzle_ptr<Swizzle<3,4,3>, smem_ptr<foo*>>>, Layout<_8>>",
			"error: expected a pointer to elements of a known type" },
		{ "Tensor<ArrayEngine<float, 64>, Layout<Shape<_4,_8>>>&", "(4,8):(1,4)" },
		{ "Layout<Shape<std::integral_constant<int, 4>, cute::constant<int,8>>, Stride<_8,_m1>>", "(4,8):(8,-1)" },
		{ "Layout<Shape<int,_8>,Stride<_8,_1>>", "(?,8):(8,1)" },
		{ "TiledMMA<MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>, Layout<Shape<_2,_2,_1>>, Tile<_32,_32,_16>>{}",
			"make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1):(1,2,0),(32,32,16))" },
		{ "MMA_Atom<MMA_Traits<SM80_16x8x16_F32F16F16F32_TN>>{}", "mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\")" },
		{ "Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<cute::uint128_t>, cute::half_t>{}",
			"copy_atom(\"SM80_CP_ASYNC_CACHEALWAYS<u128>\",16)" },
		{ "Copy_Atom<UniversalCopy<float>, float>{}", "copy_atom(\"UniversalCopy<u32>\",32)" },
		{ "Copy_Atom<DefaultCopy, double>{}", "copy_atom(\"AutoVectorizingCopyWithAssumedAlignment<8>\",64)" },
		{ "SM90::GMMA::MMA_64x64x16_F16F16F16_SS<GMMA::Major::K, GMMA::Major::K>{}",
			"mma_atom(\"SM90_64x64x16_F16F16F16_SS\")" },
		{ "SM100_MMA_F16BF16_SS<half_t, half_t, float, 128, 128, UMMA::Major::K, UMMA::Major::K>{}",
			"mma_atom(\"SM100_MMA_F16BF16_SS<f16,f16,f32,128,128,K,K>\")" },
		{ "SM80_16x8x16_NONSENSE", "error: no value is called" },
		{ "GMMA::Layout_K_SW128_Atom<half_t>{}", "Sw<3,3,3> o 0 o (8,64):(64,1)" },
		{ "GMMA::Layout_K_INTER_Atom<float>{}", "(8,4):(4,1)" },
		{ "SM90::GMMA::Layout_K_SW128_Atom_Bits{}", "Sw<3,7,3> o 0 o (8,1024):(1024,1)" },
		{ "using T = cutlass::half_t; UMMA::Layout_MN_SW64_Atom<T>{}", "Sw<2,3,3> o 0 o (32,8):(1,32)" },
		{ "GMMA::Layout_K_SW128_Atom<uint128_t>{}", "error: GMMA::Layout_K_SW128_Atom is not defined for" },
		{ "GMMA::Layout_K_SW256_Atom<half_t>{}", "error: no shared-memory atom is called" },
		{ "static constexpr int kD = 128; static constexpr int kB = kD % 64 == 0 ? 64 : 32;\n"
		  "static constexpr int kS = kB == 32 ? 2 : 3;\n"
		  "using A = decltype(composition(Swizzle<kS, 3, 3>{},\n"
		  "	// this has to be kB\n"
		  "	Layout<Shape<_8, Int<kB>>, Stride<Int<kB>, _1>>{}));\n"
		  "using B = decltype(tile_to_shape(A{}, Shape<Int<64>, Int<kD>>{}));\nB{}",
			"Sw<3,3,3> o 0 o ((8,8),(64,2)):((64,512),(1,4096))" },
		{ "using E = cutlass::half_t; sizeof(cute::uint128_t) / sizeof(E)", "8" },
		{ "recast_layout<half_t,uint128_t>(make_layout(make_shape(_64{},_64{}),LayoutRight{}))", "(64,8):(8,1)" },
		{ "auto L = make_layout(make_shape(_4{},_8{})); layout<0>(L)", "4:1" },
		{ "using C = SM80_CP_ASYNC_CACHEGLOBAL<cute::uint128_t>; Copy_Atom<C, half_t>{}",
			"copy_atom(\"SM80_CP_ASYNC_CACHEGLOBAL<u128>\",16)" },
		{ "auto thr = TiledMMA<MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>>{}.get_slice(5); thr.partition_C((16,8):(8,1))",
			"(((2,2),1,1):((1,64),0,0),10)" },
		{ "size_v<Layout<Shape<_4,_8>>>", "32" },
		{ "static_assert(size_v<Layout<Shape<_4,_8>>> == 32, \"as many as lanes\");", "true" },
		{ "Layout<typename Shape<_4,_8>, const Stride<_8,_1>>", "(4,8):(8,1)" },
		{ "std::conditional_t<1 == 2, Layout<_4>, Layout<_8>>", "8:1" },
		{ "L = (4,8):(8,1); L.compose(4:2)", "(2,2):(16,1)" },
	};
	CHECK(rows);
}

/* Types that nvcc and clang print in longer or shorter words than they were written in. */
Test(input, cpp_of_compilers) {
	static const struct row rows[] = {
		{ "cute::ComposedLayout<std::conditional_t<true, cute::tuple_element_t<0UL, "
		  "cute::tuple<cute::Swizzle<3, 4, 3>, cute::smem_ptr_flag, cute::Layout<cute::Shape<cute::_8>>>>, "
		  "const cute::_0 &>, cute::tuple_element_t<1UL, cute::tuple<cute::_0, cute::smem_ptr_flag_bits<16>>>, "
		  "cute::Layout<cute::Shape<cute::_8, cute::_64>, cute::Stride<cute::_64, cute::_1>>>",
			"Sw<3,3,3> o 0 o (8,64):(64,1)" },
		{ "std::conditional_t<false, cute::smem_ptr_flag, const cute::_8 &>", "8" },
		{ "tuple_element_t<2, tuple<_1,_2>>", "error: expected an index and a tuple that has it" },
		{ "tuple_element_t<1, tuple<_1,_2> >", "2" },
		{ "cute::Swizzle<3, 3>", "Sw<3,3,3>" },
		{ "cute::Swizzle<2, 4>", "Sw<2,4,2>" },
		{ "const cute::Layout<const cute::_8 &>&&", "8:1" },
		{ "make_layout(make_shape(_1{}, _2{}), Step < _1, _0>{})", "(1,2):(1,0)" },
		{ "Shape < _4, _8 >{}", "(4,8)" },
		{ "make_tensor(make_smem_ptr(smem.A.begin() + 3), make_shape(4,_8{}), LayoutRight{})", "(4,8):(8,1)" },
		{ "make_tensor<cutlass::half_t>(Shape<_4,_8>{})", "(4,8):(1,4)" },
		{ "make_tensor<float>(Shape<_4,_8>{}, Stride<_8,_1>{})", "(4,8):(8,1)" },
		{ "make_coord(blockIdx.x, threadIdx.y, _)", "(?,?,_)" },
		{ "auto n = static_cast<int>(8); n + int(4)", "12" },
		{ "auto m = TiledMMA<MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>>{}; "
		  "m.get_slice(0).partition_fragment_A(make_tensor(make_smem_ptr(p), Shape<_64,_32>{}))",
			"((2,2,2),4,2):((1,2,4),8,32)" },
		{ "partition_fragment_C(TiledMMA<MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>>{}, Shape<_64,_32>{})",
			"((2,2),4,4):((1,2),4,16)" },
		{ "-7 \xc3\xb7 2", "-4" },
		{ "is_same_v<half_t,half_t> && is_same_v<half_t,float>", "false" },
		{ "auto&& x = Layout<_8>{}; const auto & y = x; y", "8:1" },
		{ "using T = Shape<_128,_96,_64>; cutlass::gemm::collective::detail::ss_smem_selector<GMMA::Major::K, half_t, "
		  "decltype(cute::get<0>(T{})), decltype(cute::get<2>(T{}))>()",
			"Sw<3,3,3> o 0 o (8,64):(64,1)" },
		{ "ss_smem_selector<GMMA::Major::K, half_t, _64, Int<96>>()", "Sw<2,3,3> o 0 o (8,32):(32,1)" },
		{ "constexpr auto major = GMMA::Major::MN; ss_smem_selector<major, float, _64, _32>()",
			"Sw<3,2,3> o 0 o (32,8):(1,32)" },
		{ "sm100_smem_selector<UMMA::Major::MN, float, _64, _32>()", "Sw<2,3,2> o 0 o (32,4):(1,32)" },
		{ "ss_smem_selector<GMMA::Major::K, half_t, _64, Int<12>>()", "error: no value is called 'no_layout_atom" },
		{ "ss_smem_selector<GMMA::Major::K, half_t>()", "error: expected a major, a type of elements and two" },
		{ "UMMA::tile_to_mma_shape(UMMA::Layout_K_SW128_Atom<half_t>{}, Shape<Shape<_128,_16>,_1,_4>{})",
			"Sw<3,3,3> o 0 o ((128,16),1,4):((64,1),0,16)" },
		{ "UMMA::tile_to_mma_shape(UMMA::Layout_K_SW128_Atom<half_t>{}, Shape<Shape<_256,_16>,_1,_4,_3>{})",
			"Sw<3,3,3> o 0 o ((256,16),1,4,(1,3)):((64,1),0,16,(0,16384))" },
		{ "UMMA::tile_to_mma_shape(UMMA::Layout_K_SW128_Atom<half_t>{}, Shape<Shape<_128,_16>,_1,_8>{}, Step<_2,_1>{})",
			"Sw<3,3,3> o 0 o (((8,16),16),1,(4,2)):(((64,1024),1),0,(16,512))" },
		{ "GMMA::Layout_K_SW128_SpAtom<half_t,2>{}", "Sw<3,4,3> o 0 o ((1,8),(2,64)):((0,128),(1,2))" },
		{ "GMMA::ss_op_selector<float_e4m3_t, float_e5m2_t, float, Shape<_64,_128,_32>>()",
			"mma_atom(\"SM90_64x128x32_F32E4M3E5M2_SS_TN\")" },
		{ "GMMA::rs_op_selector<float_e5m2_t, float_e4m3_t, half_t, Shape<_64,_128,_32>>()",
			"mma_atom(\"SM90_64x128x32_F16E5M2E4M3_RS_TN\")" },
		{ "Sw<3,4,3>_smem_ptr[16b](0x400) o (8,64):(64,1)", "Sw<3,3,3> o 0 o (8,64):(64,1)" },
		{ "Sw<3,4,3>_smem_ptr[16b](0x0) o (8,64):(64,1)", "Sw<3,3,3> o 0 o (8,64):(64,1)" },
		{ "Sw<3,4,3>_smem_ptr[16b](0x8000000000000000) o (8,64):(64,1)", "Sw<3,3,3> o 0 o (8,64):(64,1)" },
		{ "Sw<3,4,3>_smem_ptr[16b](0xc000000000000000) o (8,64):(64,1)", "Sw<3,3,3> o 0 o (8,64):(64,1)" },
		{ "Sw<3,4,3>_smem_ptr[16b](0x) o (8,64):(64,1)", "Sw<3,3,3> o 0 o (8,64):(64,1)" },
		{ "Sw<3,4,3>_smem_ptr[16b](0x`0) o (8,64):(64,1)", "Sw<3,3,3> o 0 o (8,64):(64,1)" },
		{ "Sw<3,4,3>_smem_ptr[16b](0xg00) o (8,64):(64,1)", "Sw<3,3,3> o 0 o (8,64):(64,1)" },
		{ "Sw<3,4,3>_smem_ptr[16b](0x@0) o (8,64):(64,1)", "Sw<3,3,3> o 0 o (8,64):(64,1)" },
		{ "Sw<3,4,3>_smem_ptr[16b](0xG00) o (8,64):(64,1)", "Sw<3,3,3> o 0 o (8,64):(64,1)" },
		{ "Sw<3,4,3>_smem_ptr[16b](0x:00) o (8,64):(64,1)", "Sw<3,3,3> o 0 o (8,64):(64,1)" },
		{ "Sw<3,4,3>_smem_ptr[16b](0x/00) o (8,64):(64,1)", "Sw<3,3,3> o 0 o (8,64):(64,1)" },
		{ "blockIdx.x", "?" },
		{ "Layout<Shape<int,_8>,Stride<_8,int>>{}(0,gridDim.y)", "?" },
		{ "tuple_element_t<0,Shape<_7,_8>>", "7" },
		{ "append<3>(Layout<Shape<_4,_8>>{}, Layout<_4,_0>{})", "(4,8,4):(1,4,0)" },
		{ "append<4>(Layout<Shape<_2,_3>>{})", "(2,3,1,1):(1,2,0,0)" },
		{ "prepend<2>(Layout<_4>{})", "(1,4):(0,1)" },
		{ "append<2>(Layout<Shape<_2,_3>>{})", "(2,3):(1,2)" },
		{ "tile_size<1>(TiledMMA<MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>>{})", "8" },
		{ "GMMA::ss_op_selector<half_t, half_t, float, Shape<_128,_192,_64>>()",
			"mma_atom(\"SM90_64x192x16_F32F16F16_SS\")" },
		{ "make_tiled_mma(GMMA::rs_op_selector<float_e4m3_t, float_e4m3_t, float, Shape<_64,_128,_64>>())",
			"make_tiled_mma(mma_atom(\"SM90_64x128x32_F32E4M3E4M3_RS_TN\"),(1,1,1):(0,0,0),(_,_,_))" },
		{ "std::is_same_v<cute::Layout<cute::C<8>, cute::C<1>>, cute::Layout<cute::_8>>", "true" },
	};
	CHECK(rows);
}

/* Conditions, as static_assert has them. */
Test(input, conditions) {
	static const struct row rows[] = {
		{ "3 < 4", "true" },
		{ "4 < 4", "false" },
		{ "4 <= 4", "true" },
		{ "5 > 4", "true" },
		{ "4 >= 5", "false" },
		{ "4 != 5", "true" },
		{ "(4,8) != (4,8)", "false" },
		{ "kM = 64; kM > 32 && kM<=64", "true" },
		{ "1 == 2 || 2 == 2 && 3 != 3", "false" },
		{ "(1 == 2 || 2 == 2) && !(3 == 4)", "true" },
		{ "1 == 1 || foo", "true" },
		{ "!(size((4,8)) % 32)", "true" },
		{ "static_assert(size<0>(Layout<Shape<_8,_64>>{}) % 16 == 0, \"rows\")", "false" },
		{ "conditional_t<(4 > 3), Layout<_4>, Layout<_8>>", "4:1" },
		{ "4 && (1,2)", "error: expected a condition, saw a tuple" },
		{ "(1,2) < 4", "error: expected an integer, saw a tuple" },
		{ "4 <", "error: expected an expression, saw the end" },
		{ "4 | 8 == 12 && 6 ^ 3", "true" },
		{ "4 $ 5", "error: this character is not part of the language" },
	};
	CHECK(rows);
}

Test(input, python) {
	static const struct row rows[] = {
		{ "(4, 8):(1, 4)", "(4,8):(1,4)" },
		{ "(4,):(1,)", "(4):(1)" },
		{ "SW_3_4_3", "Sw<3,4,3>" },
		{ "UniversalFMA< float , float , float , float >{}", "mma_atom(\"UniversalFMA<f32,f32,f32,f32>\")" },
		{ "SW_2_0_-3", "Sw<2,0,-3>" },
		{ "Layout((4, 8), (8, 1))", "(4,8):(8,1)" },
		{ "Layout((4, 8))", "(4,8):(1,4)" },
		{ "Layout((4, 8):(1, 4))", "(4,8):(1,4)" },
		{ "SW_3_4_3 o 0 o (8, 8):(8, 1)", "Sw<3,4,3> o 0 o (8,8):(8,1)" },
		{ "Swizzle(3, 4, 3)", "Sw<3,4,3>" },
		{ "ComposedLayout(Swizzle(3, 4, 3), 5, Layout((8, 8), (8, 1)))", "Sw<3,4,3> o 5 o (8,8):(8,1)" },
		{ "(4, 8) : (1, 4)", "(4,8):(1,4)" },
		{ "(4) : (1)", "(4):(1)" },
		{ "(Swizzle(3, 4, 3)) o ((8, 8) : (8, 1))", "Sw<3,4,3> o 0 o (8,8):(8,1)" },
		{ "(Swizzle(3, 4, 3)) o {5} o ((8, 8) : (8, 1))", "Sw<3,4,3> o 5 o (8,8):(8,1)" },
		{ "((4, 8) : (1, 4)) o {3} o ((8, 4) : (4, 1))", "(4,8):(1,4) o 3 o (8,4):(4,1)" },
		{ "{0} \xe2\x88\x98 (4, 8) : (1, 4)", "(4,8):(1,4)" },
		{ "{8} \xe2\x88\x98 ((2, 3), 2) : ((2, 15), 100)", "1:1 o 8 o ((2,3),2):((2,15),100)" },
		{ "Layout((4, 8), (8, 1), swizzle=Swizzle(3, 4, 3))", "Sw<3,4,3> o 0 o (4,8):(8,1)" },
		{ "ComposedLayout(Swizzle(3, 4, 3), Layout((8, 8), (8, 1)), preoffset=5)", "Sw<3,4,3> o 5 o (8,8):(8,1)" },
		{ "(Swizzle(3, 3, 3)) o ((Swizzle(2, 0, 3)) o ((8, 8) : (8, 1)))",
			"Sw<3,3,3> o 0 o Sw<2,0,3> o 0 o (8,8):(8,1)" },
		{ "Tile(Layout(4, 1), Layout(8, 2))", "(4:1,8:2)" },
		{ "Tensor((4, 8) : (1, 4))", "(4,8):(1,4)" },
		{ "Tensor((4, 8) : (1, 4), offset=3)", "1:1 o 3 o (4,8):(1,4)" },
	};
	CHECK(rows);
}

Test(input, cute_dsl) {
	static const struct row rows[] = {
		{ "cute.make_layout((4,8), stride=(8,1))", "(4,8):(8,1)" },
		{ "cutlass.cute.make_ordered_layout((4, 8), order=(1, 0))", "(4,8):(8,1)" },
		{ "cute.make_layout((4,8))(None, 3)", "(4):(1)" },
		{ "cute.make_composed_layout(cute.make_swizzle(3,4,3), 0, cute.make_layout((8,8)))",
			"Sw<3,4,3> o 0 o (8,8):(1,8)" },
		{ "cute.make_composed_layout(inner=cute.make_swizzle(b=3, m=4, s=3), offset=0, outer=cute.make_layout(8))",
			"Sw<3,4,3> o 0 o 8:1" },
		{ "cute.size(cute.make_layout((4, (8, 2))), mode=[1, 0])", "8" },
		{ "cute.select(cute.make_layout((4, 8, 2)), mode=[0, 2])", "(4,2):(1,32)" },
		{ "cute.slice_((None, 0), cute.make_layout((4, 8)))", "(4):(1)" },
		{ "cute.tile_to_shape(atom=cute.make_layout((2, 2)), trg_shape=(4, 8), order=(0, 1))",
			"((2,2),(2,4)):((1,4),(2,8))" },
		{ "cute.make_layout((4, 8)).stride", "(1,4)" },
		{ "(cute.E(0), 2 * cute.E([1, 0]), cute.ScaledBasis(3, 1))", "(1@0,2@0@1,3@1)" },
		{ "E = 4:1; E(3)", "3" },
		{ "S<3,4,3>", "Sw<3,4,3>" },
		{ "tensor<ptr<f32, gmem, align<8>> o ((2,2),2):((1,32768),524288)>", "((2,2),2):((1,32768),524288)" },
		{ "tensor<ptr<f32, generic> o ((1,4)):((0,1))>", "((1,4)):((0,1))" },
		{ "tensor<ptr<bf16, smem, align<1024>, S<3,4,3>> o\n (8,64):(64,1)>", "Sw<3,3,3> o 0 o (8,64):(64,1)" },
		{ "tensor<ptr<bf16, smem, align<16>, S<3,4,3>> o (8,64):(64,1)>", "error: the swizzle acts on the address" },
		{ "tensor<(0,0) o (4,8):(1@0,1@1)>", "(4,8):(1@0,1@1)" },
		{ "tensor(raw_ptr(0x00007ffe: f32, rmem, align<32>) o (4,3):(1,4), data=", "(4,3):(1,4)" },
		{ "tensor(raw_ptr(0x7ff0: f32, rmem, align<32>) o 2:1, data=\n [ 0.000000,  (1.5), ])", "2:1" },
		{ "SW_2_0_-3", "Sw<2,0,-3>" },
		{ "SW_9_0_9", "Sw<9,0,9>" },
		{ "Layout((4,8),(1,4),swizzle=Swizzle(1,2,3))", "Sw<1,2,3> o 0 o (4,8):(1,4)" },
		{ "Layout((4,8),swizzle=Swizzle(1,2,3))", "Sw<1,2,3> o 0 o (4,8):(1,4)" },
		{ "Sw<3,4,3>_smem_ptr[16b](0x400) o (8,8):(8,1)", "Sw<3,3,3> o 0 o (8,8):(8,1)" },
		{ "Sw<3,4,3>_smem_ptr[16b](unset) o (8,8):(8,1)", "Sw<3,3,3> o 0 o (8,8):(8,1)" },
		{ "Sw<0,4,3>_smem_ptr[16b](0x10) o (8,8):(8,1)", "(8,8):(8,1)" },
		{ "smem_sparse<2>_ptr[16b](unset) o (8,8):(8,1)", "(8,8):(8,1)" },
		/* A swizzle acts on addresses: its M falls by the logarithm of the bytes of an element that is stored. */
		{ "Sw<1,4,3> o smem_sparse<1>_ptr[16b](unset) o (64,8):(8,1)", "Sw<1,3,3> o 0 o (64,8):(8,1)" },
		{ "Sw<1,4,3> o smem_sparse<2>_ptr[16b](unset) o (64,8):(8,1)", "Sw<1,4,3> o 0 o (64,8):(8,1)" },
		{ "ComposedLayout<Swizzle<1,4,3>,smem_sparse_ptr_flag_bits<1,16>,Layout<Shape<_64,_8>,Stride<_8,_1>>>",
			"Sw<1,3,3> o 0 o (64,8):(8,1)" },
		{ "ComposedLayout<Swizzle<1,4,3>,smem_sparse_ptr_flag_bits<2,16>,Layout<Shape<_64,_8>,Stride<_8,_1>>>",
			"Sw<1,4,3> o 0 o (64,8):(8,1)" },
		{ "ComposedLayout<Swizzle<1,4,3>,smem_sparse_ptr_flag_bits<0,16>,Layout<Shape<_64,_8>,Stride<_8,_1>>>",
			"error: expected smem_sparse_ptr_flag_bits<S,bits>" },
		{ "ComposedLayout<Swizzle<1,4,3>,smem_sparse_ptr_flag_bits<2,_>,Layout<Shape<_64,_8>,Stride<_8,_1>>>",
			"error: expected smem_sparse_ptr_flag_bits<S,bits>" },
		{ "ComposedLayout<Swizzle<1,4,3>,smem_ptr<half_t const *&>,Layout<Shape<_64,_8>,Stride<_8,_1>>>",
			"Sw<1,3,3> o 0 o (64,8):(8,1)" },
		{ "ComposedLayout<Swizzle<1,4,3>,smem_ptr<float const>,Layout<Shape<_64,_8>,Stride<_8,_1>>>",
			"Sw<1,2,3> o 0 o (64,8):(8,1)" },
		{ "ComposedLayout<Swizzle<1,4,3>,smem_ptr<cutlass::half_t>,Layout<Shape<_64,_8>,Stride<_8,_1>>>",
			"Sw<1,3,3> o 0 o (64,8):(8,1)" },
		{ "ComposedLayout<Swizzle<1,4,3>,smem_ptr<>,Layout<Shape<_64,_8>,Stride<_8,_1>>>",
			"error: expected a pointer to elements of a known type" },
		{ "ComposedLayout<Swizzle<1,4,3>,smem_ptr<const>,Layout<Shape<_64,_8>,Stride<_8,_1>>>",
			"error: expected a pointer to elements of a known type" },
		{ "Layout<Shape<int,int32_t,uint32_t,int64_t,size_t>,Stride<_1,_1,_1,_1,_1>>",
			"(?,?,?,?{i64},?{i64}):(1,1,1,1,1)" },
		{ "Layout<Shape<int,_4>,Stride<int64_t,_1>>", "(?,4):(?{i64},1)" },
		{ "mma_atom(\"UniversalFMA< >\")", "mma_atom(\"UniversalFMA< >\")" },
		{ "MMA_Atom<UniversalFMA<>>", "error: no value is called 'UniversalFMA'" },
		{ "MMA_Atom<UniversalFMA<float>>", "mma_atom(\"UniversalFMA<f32,f32,f32,f32>\")" },
		{ "MMA_Atom<UniversalFMA<float,half_t>>", "mma_atom(\"UniversalFMA<f32,f16,f16,f32>\")" },
		{ "MMA_Atom<UniversalFMA<float,half_t,float>>", "mma_atom(\"UniversalFMA<f32,f16,f32,f32>\")" },
		{ "ss_smem_selector<GMMA::Major::K,half_t,_64,_64,1,2,3,4,5,6>()",
			"error: expected a major, a type of elements and two extents" },
		{ "SW_1_0_-2", "Sw<1,0,-2>" },
		{ "SW_1_0", "error: no value is called 'SW_1_0'" },
		{ "SW_1_0_2_3", "error: no value is called 'SW_1_0_2_3'" },
		{ "tuple_element_t<1,Shape<_4,_8>>", "8" },
		{ "tuple_element_t<2,Shape<_4,_8>>",
			"error: expected an index and a tuple that has it in tuple_element_t<I,T>" },
		{ "counting_iter(3) o 8:1", "1:1 o 3 o 8:1" },
		{ "UniversalFMA<float,float,float,float>{}", "mma_atom(\"UniversalFMA<f32,f32,f32,f32>\")" },
		{ "get<0,1>(((2,3),4):((1,2),6))", "3:2" },
		{ "int64_t(5) + size_t(6)", "11" },
		{ "int(a=3)", "3" },
		{ "tensor(raw_ptr<@..., Float32, generic, align(4)> o (8,5):(5,1), data=", "(8,5):(5,1)" },
		{ "raw_ptr(0x0000781f44200400: f32, gmem, align<16>) o (128,8):(4098,1) =", "(128,8):(4098,1)" },
	};
	CHECK(rows);
}

Test(input, cute_ir) {
	static const struct row rows[] = {
		{ "!cute.layout<\"(4,8):(1,4)\">", "(4,8):(1,4)" },
		{ "S<3,5,4> o 0 o (8,4):(1,8)", "Sw<3,5,4> o 0 o (8,4):(1,8)" },
		{ "!cute.composed_layout<\"S<3,5,4> o 0 o (8,4):(1,8)\">", "Sw<3,5,4> o 0 o (8,4):(1,8)" },
		{ "[4:1;_]", "(4:1,_)" },
		{ "!cute.tile<\"[(2,3):(1,2);_]\">", "((2,3):(1,2),_)" },
		{ "!cute.coord<\"(1,_)\">", "(1,_)" },
		{ "!cute.memref<f16, gmem, align<16>, \"(512,128):(128,1)\">", "(512,128):(128,1)" },
		{ "!cute.memref<f16, smem, align<1024>, S<3,4,3>, \"(8,64):(64,1)\">", "Sw<3,3,3> o 0 o (8,64):(64,1)" },
		{ "(4,8):(1@0,1@1)", "(4,8):(1@0,1@1)" },
		{ "!cute.layout<\"(?,8):(1,4)\">", "(?,8):(1,4)" },
		{ "(4,8):(?{i64 div=8},1)", "(4,8):(?{i64 div=8},1)" },
		{ "!cute.tiled_copy<\"(4,8):(1,4)\">", "error: no such type" },
		{ "!cute.layout<\"(4,8):(1,4)\"", "error: expected '>' behind the closing quote" },
	};
	CHECK(rows);
}

/* Numbers that are computed, as kernels write them. */
Test(input, arithmetic) {
	static const struct row rows[] = {
		{ "64*2 + 1", "129" },
		{ "1 - 3 - 4", "-6" },
		{ "2*(3 + 4) % 5", "4" },
		{ "7/2", "3" },
		{ "(0-7)/2", "-3" },
		{ "(0-7)%4", "-3" },
		{ "1 - -3", "4" },
		{ "x = 3; 10 - -x", "13" },
		{ "(4,(2,8)) * 2 + (1,(1,1))", "(9,(5,17))" },
		{ "(1@0,1@1) * 4", "(4@0,4@1)" },
		{ "N = 8; (4,N):(N+8,1)", "(4,8):(16,1)" },
		{ "2 * (4)", "8" },
		{ "0x1F + 0x1u + 2ull", "34" },
		{ "k = 96; k % 64 == 0 ? 64 : k % 32 == 0 ? 32 : 16", "32" },
		{ "c = 1; c ? (4:1) : (8:1)", "(4:1)" },
		{ "size(4:1 o 4:1) == 4 ? 5 : 6", "5" },
		{ "a, b = make_layout_tv((4,32):(32,1),(4,8):(8,1)); b", "((32,4),(8,4)):((128,4),(16,1))" },
		{ "a, _, c = (1,(2,3),4); c", "4" },
		{ "L = (4,8):(8,1); L[2,3]", "19" },
		{ "L = (4,8):(8,1); L[2,:]", "(8):(1)" },
		{ "T = (4,(2,3)):(1,(4,8)); T[None, (None, 1)]", "(4,2):(1,4)" },
		{ "make_layout_tv((4,32):(32,1),(4,8):(8,1))[0]", "(16,256)" },
		{ "L = (4,8):(8,1); L.complement(64)", "2:32" },
		{ "/* one */ 4:1 /* two", "4:1" },
		{ "const auto& L = (4,8):(8,1); L", "(4,8):(8,1)" },
		{ "static constexpr int kM = 64; int kN{}", "error: no value is called 'kN'" },
		{ "Layout L = Layout<_4>{}; L", "4:1" },
	};
	CHECK(rows);
}

/* What editors leave in files: a mark in front of UTF-8, and two kinds of ends of lines. */
Test(input, files_of_editors) {
	static const struct row rows[] = {
		{ "\xef\xbb\xbf(4,8):(8,1)", "(4,8):(8,1)" },
		{ "\xef\xbb\xbf# a comment\r\n4:1", "4:1" },
		{ "(2,2)\r\n\r\n(3,3)\r\n", "(3,3)" },
	};
	CHECK(rows);
}

/* What is easily misread is refused. */
Test(input, misreadings) {
	static const struct row rows[] = {
		{ "(4 8)", "error: expected ',' or ')', saw '8'" },
		{ "(4 8):(1 4)", "error: expected ',' or ')', saw '8'" },
		{ "4x8", "error: expected an integer, saw letters behind its digits" },
		{ "4,8", "error: expected an operator, ';' or the end of the line, saw ','" },
		{ "(4,8):1,4", "error: expected an operator, ';' or the end of the line, saw ','" },
		{ "(4,8):(1,4) junk", "error: expected an operator, ';' or the end of the line, saw 'junk'" },
		{ "(4,8)junk:(1,4)", "error: expected an operator, ';' or the end of the line, saw 'junk'" },
		{ "(4,8):(1,4)]", "error: expected an operator, ';' or the end of the line, saw ']'" },
		{ "(4,8):(1,4):", "error: expected an operator, ';' or the end of the line, saw ':'" },
		{ "(4,8):(1,4):(2,2)", "error: expected an operator, ';' or the end of the line, saw ':'" },
		{ "(4,8):(1,4,9)", "error: shape and stride" },
		{ "(4,8):1", "error: shape and stride" },
		{ "(1@0,4):(1,4)", "error: a shape is made of plain integers" },
		{ "(4,_):(1,4)", "error: a shape is made of plain integers" },
		{ "(4,-8):(1,4)", "error: extent -8 of the shape is negative" },
		{ "(48:(14)", "error: expected ',' or ')', saw the end" },
		{ "(4.0,8):(1,4)", "error: expected the name of a member such as shape or stride, saw '0'" },
		{ "4*E<0>{}*E<0>{}", "error: two basis strides cannot be multiplied" },
		{ "Sw<3,4>", "error: expected three integers in Sw<B,M,S>" },
		{ "Sw<3,4,1>", "error: |S| = 1 of Sw<B,M,S> must not be smaller than B = 3" },
	};
	CHECK(rows);
}
