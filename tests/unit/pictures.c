/* src/tool/pictures: of which kind the picture of a value is, what it is made of, and what is refused. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool/datapath.h"
#include "render/draw.h"
#include "render/svg.h"
#include "render/text.h"
#include "tool/draw_request.h"
#include "labels.h"

/* A picture that is made, or what was said instead. */
struct drawn {
	struct arena arena;
	struct evaluation ev;
	struct draw_request request;
	struct figure figure;
	bool made;
};

/* In an arena that is there. */
static void draw_again(struct drawn *drawn, const char *text, const char *options) {
	evaluation_init(&drawn->ev, &drawn->arena, false);
	drawn->request = (struct draw_request){ .kind = NULL };
	const char *wrong = draw_request_read(&drawn->arena, options, &drawn->request);
	cr_assert_null(wrong, "%s: %s", options, wrong);
	struct source *source = arena_alloc(&drawn->arena, sizeof *source);
	*source = (struct source){ "<test>", str_from(text), 1 };
	drawn->made = draw_figure(&drawn->ev, source, &drawn->request, &drawn->figure);
}

static void draw(struct drawn *drawn, const char *text, const char *options) {
	arena_init(&drawn->arena, NULL, NULL);
	draw_again(drawn, text, options);
}

/* The tiles whose cells a matrix has, and the cells of it that are marked. */
static int tiles_of(const struct figure *figure, const struct matrix *matrix, int *marked) {
	int tiles = 0;
	*marked = 0;
	for (int row = 0; row < matrix->rows; row++) {
		for (int column = 0; column < matrix->columns; column++) {
			struct cell cell = figure_cell(figure, matrix, row, column);
			tiles = cell.tile >= tiles ? cell.tile + 1 : tiles;
			*marked += cell.marked;
		}
	}
	return tiles;
}

/* "kind: caption 4x4 in 2; caption 2x8", with what is known of their cells, or the fault and its hint. */
static const char *described(struct drawn *drawn) {
	struct buf out;
	buf_init(&out, &drawn->arena);
	if (!drawn->made) {
		const struct fault *fault = &drawn->ev.error.fault;
		buf_printf(&out, "%s%s%s", fault->text, fault->hint[0] != '\0' ? "; " : "", fault->hint);
		return out.data;
	}
	buf_printf(&out, "%s:", drawn->figure.kind);
	for (int i = 0; i < drawn->figure.count; i++) {
		const struct matrix *matrix = &drawn->figure.matrices[i];
		buf_printf(&out, "%s %s%s%dx%d", i > 0 ? ";" : "", matrix->caption, matrix->caption[0] != '\0' ? " " : "",
			matrix->rows, matrix->columns);
		int marked;
		int tiles = tiles_of(&drawn->figure, matrix, &marked);
		if (marked > 0) {
			buf_printf(&out, ", %d marked", marked);
		}
		if ((drawn->figure.facts & FACT_TILE) != 0) {
			buf_printf(&out, " in %d", tiles);
		}
	}
	const char *hint = drawn->figure.hint;
	buf_printf(&out, "%s%s", hint != NULL ? "; " : "", hint != NULL ? hint : "");
	return out.data;
}

/* A path through shared memory of elements of so many bits. */
#define LINES(bits)                                                                                     \
	"((4,8):(8,1), make_tiled_copy(copy_atom(\"UniversalCopy<u128>\"," bits "), (4,8):(8,1), (1,1)), " \
	"(4,8):(8,1))"

Test(pictures, parts) {
	static const struct {
		const char *text, *options, *says;
	} cases[] = {
		{ "zipped_divide((4,4):(4,1),(2,2))", "",
			"op: A = (4,4):(4,1) 4x4 in 4; = ((2,2),(2,2)):((4,1),(8,2)) 4x4 in 4" },
		/* An element of a whole line of shared memory, and of two. */
		{ LINES("1024"), "",
			"kernel: global memory 4x8; threads of the copy 4x8; shared memory, lines of 128 bytes 32x1" },
		{ LINES("2048"), "",
			"an element of 2048 bits is longer than a line of shared memory, which has 1024" },
		{ "zipped_divide((4,4):(4,1),(2,2))", "kind=op",
			"op: A = (4,4):(4,1) 4x4 in 4; = ((2,2),(2,2)):((4,1),(8,2)) 4x4 in 4" },
		{ "zipped_divide(tiler=(2,2),layout=(4,4):(4,1))", "kind=op",
			"op: A = (4,4):(4,1) 4x4 in 4; = ((2,2),(2,2)):((4,1),(8,2)) 4x4 in 4" },
		{ "zipped_divide(12,4)", "", "grid: 4x3" },
		{ "zipped_divide(12,4)", "kind=op", "op: A = 12:1 1x12 in 3; B = 4 1x4 in 1; = (4,3):(1,4) 4x3 in 3" },
		{ "logical_divide(12:1,2:3)", "", "op: A = 12:1 1x12 in 6; B = 2:3 1x2 in 1; = (2,(3,2)):(3,(1,6)) 2x6 in 6" },
		{ "logical_product(4:1,3:1)", "", "op: A = 4:1 1x4 in 1; B = 3:1 1x3 in 3; = (4,3):(1,4) 4x3 in 3" },
		{ "logical_product(4:1,3)", "", "op: A = 4:1 1x4 in 1; B = 3 1x3 in 3; = (4,3):(1,4) 4x3 in 3" },
		{ "(4,4,4)", "tile=2,2,2",
			"a thread-value layout has 2 modes, this layout has 3; "
			"--kind=gemm draws a matrix product (M,N,K) in such tiles" },
		{ "(4,4,4):(1,4,16)", "tile=2,2", "a thread-value layout has 2 modes, this layout has 3" },
		/* A lane moves bytes whole, and values of less than a byte within one. */
		{ "(32,2):(2,1)", "kind=banks bits=4 vector=2", "banks: 32x2" },
		{ "(32,2):(2,1)", "kind=banks bits=1", "banks: 32x2" },
		{ "(32,2):(2,1)", "kind=banks bits=1 vector=2", "banks: 32x2" },
		{ "(32,16):(16,1)", "kind=banks bits=1 vector=16", "banks: 32x16" },
		{ "(32,3):(3,1)", "kind=banks bits=4 vector=3",
			"a lane moves 1, 2, 4, 8 or 16 bytes, not 3 values of 4 bits" },
		{ "(32,3):(3,1)", "kind=film bits=2 vector=3",
			"a lane moves 1, 2, 4, 8 or 16 bytes, not 3 values of 2 bits" },
		{ "(32,12):(12,1)", "kind=banks bits=1 vector=12",
			"a lane moves 1, 2, 4, 8 or 16 bytes, not 12 values of 1 bit" },
		{ "(32,33):(33,1)", "kind=banks bits=4 vector=33",
			"a lane moves 1, 2, 4, 8 or 16 bytes, not 33 values of 4 bits" },
		/* The last offsets whose address fits 64 bits, and those behind. */
		{ "(2,1):(72057594037927935,0)", "kind=banks bits=128", "banks: 2x1" },
		{ "(2,1):(72057594037927936,0)", "kind=banks bits=128",
			"the address of element 72057594037927936, in bits, does not fit 64 bits" },
		{ "(1,4):(0,384307168202282325)", "kind=banks bits=8", "banks: 1x4" },
		{ "(1,4):(0,384307168202282326)", "kind=film bits=8",
			"the address of element 1152921504606846978, in bits, does not fit 64 bits" },
		{ "Sw<1,0,1> o 0 o (2,2):(9223372036854775806,1)", "kind=banks bits=1 vector=2",
			"values 0 and 1 of thread 1 are at 9223372036854775807 and 9223372036854775806, not side by side" },
		{ "(32,2):(2,1)", "kind=banks bits=128 vector=2",
			"a lane moves 1, 2, 4, 8 or 16 bytes, not 2 values of 128 bits" },
		{ "copy_atom(\"UniversalCopy<u256>\",256)", "kind=banks smem=1:1",
			"a lane moves 1, 2, 4, 8 or 16 bytes, not 1 value of 256 bits" },
		{ "(2,2):(0,-1)", "kind=banks", "value 1 of thread 0 is at -1, in front of element 0" },
		/* An instruction moves 16 bytes of a lane at most, whatever lies side by side. */
		{ "(4,8):(8,1)", "kind=film smem=32:1",
			"film: warp 0, V0 to V3: 4 sectors in 1 line; 1 wavefront 1x32; "
			"warp 0, V4 to V7: 4 sectors in 1 line; 1 wavefront 1x32" },
		/* Memory that does not hold what is accessed. */
		{ "copy_atom(\"UniversalCopy<u16>\",16)", "kind=banks smem=1:1", "banks: 1x1" },
		/* An instruction of a copy moves what its atom does, and one that chooses as much as lies side by side. */
		{ "make_tiled_copy(copy_atom(\"UniversalCopy<u64>\",16),(32,1):(1,1),(1,8))", "kind=film smem=(32,8):(8,1)",
			"film: warp 0, V0 to V3: 16 sectors in 4 lines; 4 wavefronts 4x32; "
			"warp 0, V4 to V7: 16 sectors in 4 lines; 4 wavefronts 4x32" },
		{ "make_tiled_copy(copy_atom(\"UniversalCopy<u128>\",16),(32,1):(1,1),(1,8))", "kind=film smem=(32,8):(8,1)",
			"film: warp 0, V0 to V7: 16 sectors in 4 lines; 4 wavefronts 4x32" },
		{ "make_tiled_copy(copy_atom(\"AutoVectorizingCopyWithAssumedAlignment<128>\",16),(32,1):(1,1),(1,8))",
			"kind=film smem=(32,8):(8,1)", "film: warp 0, V0 to V7: 16 sectors in 4 lines; 4 wavefronts 4x32" },
		{ "make_tiled_copy(copy_atom(\"UniversalCopy<u16>\",16),(8,1):(1,1),(1,2))",
			"kind=film access=load smem=(8,2):(2,1)",
			"film: warp 0, V0: 1 sector in 1 line; 1 wavefront 1x32; warp 0, V1: 1 sector in 1 line; 1 wavefront "
			"1x32" },
		/* ldmatrix serves each of its matrices by itself, from rows that 8 lanes for each address. */
		{ "copy_atom(\"SM75_U32x1_LDSM_N\",16)", "kind=film access=load smem=256:1",
			"film: warp 0, V0 to V7: 4 sectors in 1 line; 1 wavefront 1x32" },
		{ "copy_atom(\"SM75_U16x4_LDSM_T\",16)", "kind=film access=load smem=256:1",
			"film: warp 0, V0 to V7: 8 sectors in 2 lines; 2 wavefronts 2x32" },
		{ "copy_atom(\"SM75_U32x4_LDSM_N\",16)", "kind=film access=load smem=256:1",
			"film: warp 0, V0 to V7: 16 sectors in 4 lines; 4 wavefronts 4x32" },
		{ "copy_atom(\"SM75_U32x2_LDSM_N\",16)", "kind=film access=load smem=(8,32):(1,64)",
			"film: warp 0, V0 to V7: 16 sectors in 16 lines; 16 wavefronts 16x32" },
		{ "copy_atom(\"SM75_U32x4_LDSM_N\",16)", "kind=film access=load smem=(8,2,16):(1,0,8)",
			"film: warp 0, V0 to V7: 8 sectors in 2 lines; 4 wavefronts 2x32" },
		{ "copy_atom(\"SM90_U32x1_STSM_N\",16)", "kind=film smem=256:1",
			"film: warp 0, V0 to V7: 4 sectors in 1 line; 1 wavefront 1x32" },
		{ "copy_atom(\"SM75_U32x4_LDSM_N\",16)", "kind=film smem=256:1",
			"SM75_U32x4_LDSM_N reads shared memory; --access=load draws that" },
		{ "copy_atom(\"SM90_U32x4_STSM_N\",16)", "kind=banks access=load smem=256:1",
			"SM90_U32x4_STSM_N writes shared memory; --access=store draws that" },
		{ "copy_atom(\"SM75_U32x4_LDSM_N\",16)", "kind=banks access=load smem=(8,32):(32,1)",
			"values 0 and 1 of thread 0 are at 0 and 32, not side by side" },
		{ "copy_atom(\"SM75_U32x4_LDSM_N\",16)", "kind=banks access=load vector=4 smem=256:1",
			"ldmatrix and stmatrix access rows of 16 bytes, not of 8" },
		{ "copy_atom(\"SM75_U32x1_LDSM_N\",16)", "kind=banks access=load vector=4 smem=256:1",
			"ldmatrix and stmatrix access rows of 16 bytes, not of 8" },
		{ "((4,4),(4,4):(1,4))", "kind=banks smem=(4,4):(4,1)", "banks: 4x4" },
		{ "((4,4),(4,4):(1,4))", "kind=banks smem=(8,8):(8,1)", "banks: 4x4" },
		{ "((4,4),(4,4):(1,4))", "kind=banks smem=(4,3):(4,1)",
			"--smem: mode 1 of the memory has extent 3, that of the tile 4" },
		{ "((4,4),(4,4):(1,4))", "kind=film smem=(3,4):(4,1)",
			"--smem: mode 0 of the memory has extent 3, that of the tile 4" },
		{ "((4,4),(4,4):(1,4))", "kind=banks smem=16:1", "banks: 4x4" },
		{ "((4,4),(4,4):(1,4))", "kind=banks smem=15:1",
			"--smem: the memory has 15 elements, and element 15 is accessed" },
		{ "(4,4):(1,4)", "kind=banks smem=(4,4):(4,1)", "banks: 4x4" },
		{ "(4,4):(1,4)", "kind=banks smem=(4,3):(4,1)",
			"--smem: the memory has 12 elements, and element 15 is accessed" },
		{ "(4,4):(-1,4)", "kind=banks smem=(4,4):(4,1)",
			"--smem: the memory has 16 elements, and element -3 is accessed" },
		{ "blocked_product((2,3):(3,1),(3,2))", "",
			"op: A = (2,3):(3,1) 2x3 in 1; B = (3,2):(1,3) 3x2 in 6; = ((2,3),(3,2)):((3,6),(1,18)) 6x6 in 6" },
		{ "raked_product((2,2):(2,1),3)", "",
			"op: A = (2,2):(2,1) 2x2 in 1; B = 3 1x3 in 3; = ((3,2),(1,2)):((4,2),(0,1)) 6x2 in 3" },
		{ "logical_product(Sw<1,0,2> o 0 o 8:1,3:1)", "kind=op",
			"op: A = Sw<1,0,2> o 0 o 8:1 1x8; B = 3:1 1x3; = Sw<1,0,2> o 0 o (8,3):(1,8) 8x3" },
		{ "logical_product(Sw<1,0,2> o 0 o 8:1,3:1)", "",
			"swizzle: before: (8,3):(1,8) 8x3; after: Sw<1,0,2> o 0 o (8,3):(1,8) 8x3" },
		{ "blocked_product((2,2):(1,2),(2,2):(2,1))", "",
			"op: A = (2,2):(1,2) 2x2 in 1; B = (2,2):(2,1) 2x2 in 4; = ((2,2),(2,2)):((1,8),(2,4)) 4x4 in 4" },
		{ "raked_product((2,2):(1,2),(2,2):(2,1))", "",
			"op: A = (2,2):(1,2) 2x2 in 1; B = (2,2):(2,1) 2x2 in 4; = ((2,2),(2,2)):((8,1),(4,2)) 4x4 in 4" },
		{ "tiled_divide((4,4):(4,1),(2,2))", "", "op: A = (4,4):(4,1) 4x4 in 4; = ((2,2),2,2):((4,1),8,2) 4x4 in 4" },
		{ "flat_divide((4,4):(4,1),(2,2))", "", "op: A = (4,4):(4,1) 4x4 in 4; = (2,2,2,2):(4,1,8,2) 2x8 in 4" },
		{ "logical_divide((4,4):(4,1),(2,2))", "",
			"op: A = (4,4):(4,1) 4x4 in 4; = ((2,2),(2,2)):((4,8),(1,2)) 4x4 in 4" },
		{ "zipped_product((2,2):(1,2),(2,2):(2,1))", "",
			"op: A = (2,2):(1,2) 2x2 in 1; B = (2,2):(2,1) 2x2 in 4; = ((2,2),(2,2)):((1,2),(8,4)) 4x4 in 4" },
		{ "tiled_product((2,2):(1,2),(2,2):(2,1))", "",
			"op: A = (2,2):(1,2) 2x2 in 1; B = (2,2):(2,1) 2x2 in 4; = ((2,2),2,2):((1,2),8,4) 4x4 in 4" },
		{ "flat_product((2,2):(1,2),(2,2):(2,1))", "",
			"op: A = (2,2):(1,2) 2x2 in 1; B = (2,2):(2,1) 2x2 in 4; = (2,2,2,2):(1,2,8,4) 2x8 in 4" },
		{ "composition((4,4):(4,1),8:2)", "", "grid: 2x4" },
		{ "composition((4,4):(4,1),8:2)", "kind=op",
			"op: A = (4,4):(4,1) 4x4 in 4; B = 8:2 1x8 in 4; = (2,4):(8,1) 2x4 in 4" },
		{ "(4,4):(4,1) o 8:2", "kind=op", "op: A = (4,4):(4,1) 4x4 in 4; B = 8:2 1x8 in 4; = (2,4):(8,1) 2x4 in 4" },
		{ "(4,4):(4,1) o 8:2 o 4:1", "kind=op", "op: = (2,2):(8,1) 2x2" },
		{ "(4,4):(4,1) o 8:2", "", "grid: 2x4" },
		{ "composition((4,4),8:2)", "kind=op", "op: A = (4,4):(1,4) 4x4 in 8; B = 8:2 1x8 in 8; = 8:2 1x8 in 8" },
		{ "composition((4,4):(4,1),(2,2))", "kind=op", "op: A = (4,4):(4,1) 4x4 in 2; = (2,2):(4,1) 2x2 in 2" },
		{ "composition(16:1,4)", "kind=op", "op: A = 16:1 1x16 in 4; B = 4 1x4 in 4; = 4:1 1x4 in 4" },
		{ "complement(4:2,16)", "", "grid: 2x2" },
		{ "complement(4:2,16)", "kind=op",
			"op: A = 4:2 1x4 in 1; = (2,2):(1,8) 2x2 in 4; both: (layout, complement) 4x4 in 4" },
		{ "complement(4:2)", "kind=op", "op: A = 4:2 1x4 in 1; = 2:1 1x2 in 2; both: (layout, complement) 4x2 in 2" },
		{ "coalesce((2,2):(1,2))", "kind=op", "op: A = (2,2):(1,2) 2x2; = 4:1 1x4" },
		{ "coalesce((2,2):(1,2))", "", "grid: 1x4" },
		{ "left_inverse(4:2)", "kind=op", "op: A = 4:2 1x4; = (2,4):(0,1) 2x4" },
		{ "append(4:2,3:1)", "kind=op", "op: A = 4:2 1x4; B = 3:1 1x3; = (4,3):(2,1) 4x3" },
		{ "size(4:2)", "kind=op", "a picture of kind op is of an operation that gives a layout, saw an integer" },
		{ "4:1", "kind=op", "a picture of kind op is of a call, such as zipped_divide(A, B)" },
		{ "slice((_,1),(4,4):(4,1))", "kind=op", "a slice is drawn as a picture of kind slice; --kind=slice" },
		{ "slice((_,1),(4,4):(4,1))", "", "grid: 1x4" },
		{ "slice_and_offset((_,1),(4,4):(4,1))", "kind=op",
			"a slice is drawn as a picture of kind slice; --kind=slice" },
		{ "((4,4):(4,1))(_,1)", "kind=op", "a slice is drawn as a picture of kind slice; --kind=slice" },
		{ "zipped_divide(16384:1,4)", "",
			"op: A = 16384:1 128x128 in 4096; B = 4 1x4 in 1; = (4,4096):(1,4) 4x4096 in 4096" },
		{ "zipped_divide(16388:1,4)", "", "grid: 4x4097" },
		{ "zipped_divide(16385:1,4)", "", "grid: 4x4097" },
		{ "logical_product(4096:1,4:1)", "",
			"op: A = 4096:1 64x64 in 1; B = 4:1 1x4 in 4; = (4096,4):(1,4096) 4096x4 in 4" },
		{ "logical_product(4097:1,4:1)", "", "grid: 4097x4" },
		{ "zipped_divide(0:1,4)", "", "a layout without coordinates has no picture" },
		{ "zipped_divide((4,4):(1@0,1@1),(2,2))", "", "grid: 4x4" },
		{ "zipped_divide((4,4):(4,1),(2,2))", "tile=4,4", "tv: 4x4" },
		{ "zipped_divide(Sw<1,0,2> o 0 o (4,4):(4,1),(2,2))", "kind=op",
			"op: A = Sw<1,0,2> o 0 o (4,4):(4,1) 4x4; = Sw<1,0,2> o 0 o ((2,2),(2,2)):((4,1),(8,2)) 4x4" },
		{ "zipped_divide(Sw<1,0,2> o 0 o (4,4):(4,1),(2,2))", "",
			"swizzle: before: ((2,2),(2,2)):((4,1),(8,2)) 4x4; "
			"after: Sw<1,0,2> o 0 o ((2,2),(2,2)):((4,1),(8,2)) 4x4" },
		{ "x = zipped_divide((4,4):(4,1),(2,2))", "",
			"op: A = (4,4):(4,1) 4x4 in 4; = ((2,2),(2,2)):((4,1),(8,2)) 4x4 in 4" },
		{ "(4,8):(8,1)", "", "grid: 4x8" },
		{ "((4,8),2):((2,8),1)", "",
			"grid: 32x2; --tile=M,N, where M times N is 64, draws which thread owns which element of a tile" },
		{ "((4,4),2):((2,8),1)", "", "grid: 16x2" },
		{ "((4,8),2):((2,8),2)", "", "grid: 32x2" },
		{ "(32,(2,2)):(4,(1,2))", "",
			"grid: 32x4; --tile=M,N, where M times N is 128, draws which thread owns which element of a tile" },
		{ "(32,4):(4,1)", "", "grid: 32x4" },
		{ "((4,8),(1,3)):((2,8),(0,64))", "", "grid: 32x3" },
		{ "((8,8),2):((2,16),1)", "",
			"grid: 64x2; --tile=M,N, where M times N is 128, draws which thread owns which element of a tile" },
		{ "((4,8),2):((2,8),1)", "kind=grid", "grid: 32x2" },
		{ "((4,8),2):((1@0,1@1),1@2)", "", "grid: 32x2" },
		{ "((4,8),2):((2,8),1)", "tile=8,8", "tv: 8x8" },
		{ "(4,4)", "tile=4,4", "tv: 4x4" },
		{ "(4,4)", "", "grid: 4x4" },
		{ "17", "", "grid: 1x17" },
		{ "(4:1,(2,2):(1,2))", "", "grid: 4:1 1x4; (2,2):(1,2) 2x2" },
		{ "(4:1,(2,2):(1,2))", "kind=grid", "grid: 4:1 1x4; (2,2):(1,2) 2x2" },
		{ "(4:1,(2,2):(1,2))", "tile=2,2", "a thread-value layout has 2 modes, this layout has 1" },
		{ "(4:1,(2,2):(1,2))", "kind=copy",
			"layouts of source and destination are drawn over a tile: give --tile=M,N" },
		{ "(4:1,(2,2):(1,2),3:1)", "kind=copy",
			"a picture of kind copy is of a copy atom, a tiled copy or a list of two layouts, saw a "
			"tuple that is not of integers alone" },
		{ "(4:1,(2,2):(1,2),3:1)", "tile=2,2,2", "a thread-value layout has 2 modes, this layout has 1" },
		{ "(4:1,(2,2):(1,2),3:1)", "tile=2,2",
			"a picture of kind tv is of a layout, or a pair (tiler, layout), saw a tuple that is not of "
			"integers alone" },
		{ "(4:1,(2,2):(1,2),3:1)", "kind=mma", "layouts of A, B and C are drawn over a tile: give --tile=M,N,K" },
		{ "(4:1,(2,2):(1,2),3:1)", "kind=mma tile=2,2",
			"layouts of A, B and C are drawn over a tile: give --tile=M,N,K" },
		{ "(4:1,(2,2):(1,2),3:1)", "kind=mma tile=2,2,2", "a thread-value layout has 2 modes, this layout has 1" },
		{ "(4:1,(2,2):(1,2))", "kind=mma tile=2,2,2",
			"a picture of kind mma is of an MMA atom, a tiled MMA or a list of layouts of A, B and C, saw a "
			"tuple that is not of integers alone" },
		{ "(4:1,3)", "",
			"a picture of kind grid is of a layout or several, or a pair (tiler, layout), saw a tuple that is "
			"not of integers alone" },
		{ "(4:1,3)", "kind=mma",
			"a picture of kind mma is of an MMA atom, a tiled MMA or a list of layouts of A, B and C, saw a "
			"tuple that is not of integers alone" },
		{ "((2,2):(1,2),(4,4):(4,1))", "kind=tv", "a thread-value layout is drawn over a tile: give --tile=M,N" },
		{ "make_layout_tv(4:1,2:1)", "", "tv: 1x8" },
		{ "make_layout_tv((2,4):(4,1),(2,2):(2,1))", "", "tv: 4x8" },
		{ "make_layout_tv((2,4):(4,1),(2,2):(2,1))", "tile=2,16", "tv: 2x16" },
		{ "make_layout_tv((2,2,2):(4,2,1),(2,1,1):(1,1,1))", "",
			"a tile of rank 3 is not drawn, only one of rank 1 or 2" },
		{ "(4,4):(4,1)", "kind=tv", "a thread-value layout is drawn over a tile: give --tile=M,N" },
		{ "Sw<1,0,2> o 0 o (4,4):(4,1)", "kind=tv tile=4,4",
			"a picture of kind tv is of a layout, or a pair (tiler, layout), saw a composed layout" },
		{ "Sw<1,0,2>", "kind=tv tile=4,4",
			"a picture of kind tv is of a layout, or a pair (tiler, layout), saw a swizzle" },
		{ "Sw<1,0,2> o 0 o (4,4):(4,1)", "",
			"swizzle: before: (4,4):(4,1) 4x4; after: Sw<1,0,2> o 0 o (4,4):(4,1) 4x4" },
		{ "Sw<1,0,2>", "", "swizzle: before 2x4; after 2x4" },
		{ "Sw<1,2,2>", "", "swizzle: before 2x4; after 2x4" },
		{ "Sw<1,0,2>", "kind=grid", "a swizzle has no shape" },
		{ "(4,4):(4,1)", "kind=swizzle",
			"a picture of kind swizzle is of a swizzle or a swizzled layout, saw a layout" },
		{ "(4,4):(4,1) o 3 o 4:1", "kind=swizzle",
			"a picture of kind swizzle is of a swizzle or a swizzled layout, saw a composed layout" },
		{ "(4,4):(4,1) o 3 o 4:1", "", "grid: 1x4" },
		{ "Sw<1,0,2> o 3 o (4,4):(4,1)", "",
			"swizzle: before: 3 + (4,4):(4,1) 4x4; after: Sw<1,0,2> o 3 o (4,4):(4,1) 4x4" },
		{ "Sw<1,0,2> o 0 o Sw<1,1,1> o 0 o (4,4):(4,1)", "", "grid: 4x4" },
		{ "(8,8,8)", "kind=gemm",
			"gemm: C, M x N = 8 x 8 8x8 in 1; A, M x K = 8 x 8 8x8 in 1; B, N x K = 8 x 8 8x8 in 1" },
		{ "(8,8,8)", "kind=gemm tile=4,4,4",
			"gemm: C, M x N = 8 x 8 8x8 in 4; A, M x K = 8 x 8 8x8 in 2; B, N x K = 8 x 8 8x8 in 3" },
		{ "(8,8)", "kind=gemm",
			"a picture of kind gemm is of a shape (M,N,K), or of layouts A (M,K), B (N,K) and C (M,N), saw a tuple" },
		{ "((8,4):(4,1),(6,4):(4,1),(8,6):(6,1))", "kind=gemm",
			"gemm: C, M x N = 8 x 6 8x6 in 1; A, M x K = 8 x 4 8x4 in 1; B, N x K = 6 x 4 4x6 in 1" },
		{ "((8,4):(4,1),(6,4):(4,1))", "kind=gemm",
			"a picture of kind gemm is of a shape (M,N,K), or of layouts A (M,K), B (N,K) and C (M,N), saw a "
			"tuple that is not of integers alone" },
		{ "8:1", "kind=gemm",
			"a picture of kind gemm is of a shape (M,N,K), or of layouts A (M,K), B (N,K) and C (M,N), saw a "
			"layout" },
		{ "(4,4):(4,1)", "kind=op tile=2,2",
			"a picture of kind op has no tile of its own to choose: --tile is for layouts of threads and "
			"values, MMAs and matrix products" },
		{ "(4,4):(4,1)", "smem=16:1",
			"a picture of kind grid accesses no memory: --smem is for --kind=banks and --kind=film" },
		{ "(4,4):(4,1)", "kind=banks smem=16:1", "banks: 4x4" },
		{ "(4,4):(4,1)", "kind=film smem=16:1", "film: warp 0, V0 to V3: 2 sectors in 1 line; 1 wavefront 1x32" },
		{ "(4,4):(4,1)", "kind=film smem=16:", "--smem: expected an expression, saw the end" },
		{ "(4,4):(4,1)", "kind=banks tile=2,2",
			"a picture of kind banks has no tile of its own to choose: --tile is for layouts of threads and "
			"values, MMAs and matrix products" },
		{ "(4,4):(4,1)", "kind=banks", "banks: 4x4" },
		{ "(4,4):(4,1)", "kind=film",
			"film: warp 0, V0: 2 sectors in 1 line; 1 wavefront 1x32; warp 0, V1: 2 sectors in 1 line; 1 "
			"wavefront 1x32; warp 0, V2: 2 sectors in 1 line; 1 wavefront 1x32; warp 0, V3: 2 sectors in 1 "
			"line; 1 wavefront 1x32" },
		{ "mma_atom(\"SM70_8x8x4_F32F16F16F32_TN\")", "",
			"mma: C, M x N = 8 x 8 8x8; A, M x K = 8 x 4 8x4; B, N x K = 8 x 4 4x8" },
		{ "mma_atom(\"SM70_8x8x4_F32F16F16F32_TN\")", "kind=copy",
			"a picture of kind copy is of a copy atom, a tiled copy or a list of two layouts, saw an MMA atom" },
		{ "copy_atom(\"SM75_U32x1_LDSM_N\",16)", "", "copy: source 8x8; destination 8x8" },
		{ "copy_atom(\"SM75_U32x1_LDSM_N\",16)", "tile=4,4",
			"a picture of kind copy has no tile of its own to choose, but of two layouts" },
		{ "((4,4):(1,4),(4,4):(4,1))", "tile=4,4", "copy: source 4x4; destination 4x4" },
		{ "((4,4):(1,4),(4,4):(4,1))", "tile=4,4,2",
			"a tile of threads and values has rows and columns: give --tile=M,N" },
		{ "(4,4):(1,4)", "tile=4,4,2", "a tile of threads and values has rows and columns: give --tile=M,N" },
		{ "copy_atom(\"SM75_U32x1_LDSM_N\",16)", "kind=mma",
			"a picture of kind mma is of an MMA atom, a tiled MMA or a list of layouts of A, B and C, saw a "
			"copy atom" },
		{ "make_tiled_copy(copy_atom(\"UniversalCopy<u64>\",16),(4,2):(2,1),(1,4):(4,1))", "",
			"copy: source 4x8; destination 4x8" },
		{ "slice(3,8:2)", "kind=slice", "slice: 1x8, 1 marked" },
		{ "slice(_,8:2)", "kind=slice", "slice: 1x8, 8 marked" },
		{ "slice((1,_),(4,4):(4,1))", "kind=slice", "slice: 4x4, 4 marked" },
		{ "slice_and_offset((1,_),(4,4):(4,1))", "kind=slice", "slice: 4x4, 4 marked" },
		{ "((4,4):(4,1))(1,_)", "kind=slice", "slice: 4x4, 4 marked" },
		{ "((4,4):(4,1))(_)", "kind=slice", "slice: 4x4, 16 marked" },
		{ "((4,4):(4,1))(6)", "kind=slice", "slice: 4x4, 1 marked" },
		{ "L=(4,4):(4,1); L(1,_)", "kind=slice", "slice: 4x4, 4 marked" },
		{ "L=(4,4):(4,1); L(6)", "kind=slice", "slice: 4x4, 1 marked" },
		{ "L=(4,4):(4,1); L(1,_)", "kind=op", "a slice is drawn as a picture of kind slice; --kind=slice" },
		{ "L=((4,4):(4,1)); L(1,_)", "kind=slice", "slice: 4x4, 4 marked" },
		{ "local_tile((4,4):(4,1),(2:1,2:2),(1,0))", "", "slice: 4x4, 4 marked" },
		{ "local_tile(tensor<ptr<f16,gmem> o (4,4):(4,1)>,(2,2),(1,0))", "kind=slice", "slice: 4x4, 4 marked" },
		{ "local_tile((4,4):(4,1),2,1)", "", "slice: 4x4, 2 marked" },
		{ "local_tile((4,4):(4,1),(2,2):(1,2),1)", "", "slice: 4x4, 4 marked" },
		{ "local_tile((4,4):(4,1),(3,3),(1,1))", "", "slice: 4x4, 1 marked" },
		{ "(((2,2),(2,2)):((1,0),(2,4)), ((2,4),(2,2)):((0,1),(4,8)), ((2,2),(2,4)):((1,4),(2,8)))", "tile=4,8,4",
			"mma: C, M x N = 4 x 8 4x8; A, M x K = 4 x 4 4x4; B, N x K = 8 x 4 4x8" },
		{ "(((2,2),4):((1@0,2@0),1@1), (4,(2,2)):(4,(1,2)))", "tile=4,4", "copy: source 4x4; destination 4x4" },
		{ "composition((4,4):(4,1),(2,2),3)", "kind=op",
			"composition takes at most 2 arguments: composition(layout, tiler)" },
		{ "coalesce((4,4):(4,1))", "kind=slice",
			"a picture of kind slice is of slice(c, L) or L(c), with _ for all of a mode, or of local_tile and "
			"local_partition" },
		{ "crd2idx((1,_),(4,4):(4,1))", "kind=slice", "only integers can be multiplied, not \"_\"" },
		{ "local_tile((4,4):(4,1),(2,2),(1,0))", "", "slice: 4x4, 4 marked" },
		{ "local_tile((4,4):(4,1),(2,2),(1,0))", "kind=slice", "slice: 4x4, 4 marked" },
		{ "local_tile((4,4):(4,1),(2,2),(1,_))", "", "slice: 4x4, 8 marked" },
		{ "local_tile(8,2,1)", "", "slice: 1x8, 2 marked" },
		{ "local_tile((4,4),(2,2),(1,0))", "", "slice: 4x4, 4 marked" },
		{ "local_tile(Sw<1,0,2> o 0 o (4,4):(4,1),(2,2),(1,0))", "kind=slice", "slice: 4x4, 4 marked" },
		{ "local_partition((4,4):(4,1),(2,2):(1,2),1)", "", "slice: 4x4, 4 marked" },
		{ "local_partition((4,4):(4,1),(2,2):(1,2),1)", "kind=grid", "grid: 2x2" },
		{ "local_partition(8:1,4:1,3)", "", "slice: 1x8, 2 marked" },
		{ "local_partition(10:1,4:1,3)", "", "slice: 1x10, 2 marked" },
		{ "local_partition((5,6):(6,1),(2,4):(1,2),3)", "", "slice: 5x6, 4 marked" },
		/* As many numbers as 64 bits hold: the cells of the mode behind, of the tiles, and those in between. */
		{ "composition((4,4),(2:1152921504606846973,_))", "kind=op",
			"op: A = (4,4):(1,4) 4x4 in 4; = (2,4):(1152921504606846973,4) 2x4 in 4" },
		{ "composition(5:1,2:4611686018427387901)", "kind=op", "the cells of the layout cannot be numbered" },
		{ "local_tile(8,4,1441151880758558720)", "", "slice: 1x8" },
		{ "local_tile((4,0,4),(2,),(0,0,0))", "kind=slice", "a layout without coordinates has no picture" },
		/* The most coordinates that are drawn in place of offsets. */
		{ "(512,512):(1@0,1@1)", "", "grid: 512x512" },
		/* What is read once and written twice has room for what is written. */
		{ "copy_atom(\"SM100_UTCCP_2x64dp128bitlw0123_1cta\",128)", "", "copy: source 1x128; destination 1x128" },
		/* A tile of one mode is a column. */
		{ "make_tiled_copy_impl(copy_atom(\"UniversalCopy<u32>\",32),(4,2):(2,1),8)", "",
			"copy: source 8x1; destination 8x1" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct drawn drawn;
		draw(&drawn, cases[i].text, cases[i].options);
		const char *says = described(&drawn);
		cr_expect_str_eq(says, cases[i].says, "%s %s: %s", cases[i].text, cases[i].options, says);
		arena_finish(&drawn.arena);
	}
}

/* Have "byte" wherever the arena had anything, and nothing in use. */
static void soil(struct arena *arena, int byte) {
	enum { PIECE = 1 << 12 };
	arena_reset(arena);
	for (size_t held = arena->held; arena->held == held;) {
		memset(arena_room(arena, PIECE), byte, PIECE);
	}
	arena_reset(arena);
}

/* The shapes of a picture, the same as SVG and as text: a copy to be freed. */
static char *printed(struct drawn *drawn) {
	struct buf out;
	struct scene scene;
	buf_init(&out, &drawn->arena);
	scene_init(&scene, &drawn->arena);
	figure_draw(&drawn->figure, &scene);
	scene_print(&out, &scene);
	svg_print(&out, &scene);
	text_print(&out, &drawn->ev.algebra, &drawn->figure, 100, TEXT_ANSI_24BIT);
	char *copy = malloc(out.length + 1);
	memcpy(copy, out.data, out.length);
	copy[out.length] = '\0';
	return copy;
}

/* A picture is the same, whatever was in its memory before. */
Test(pictures, in_memory_that_was_in_use) {
	static const char *const cases[][2] = {
		{ "(4,4):(4,1)", "" },
		{ "(3,4,5):(1,3,12)", "" },
		{ "40:1", "text=offset,index,coordinate" },
		{ "(200,400):(400,1)", "" },
		{ "(4:1,(2,2):(1,2),(5,7):(7,1))", "" },
		{ "zipped_divide((4,4):(4,1),(2,2))", "" },
		{ "complement(4:2,16)", "kind=op" },
		{ "logical_product(4:1,3:1)", "" },
		{ "Sw<2,1,3> o 0 o (8,8):(8,1)", "" },
		{ "((4,4):(4,1))(1,_)", "kind=slice" },
		{ "(8,6,4)", "kind=gemm tile=4,3,2" },
		{ "(4,8):(1,2)", "tile=4,6" },
		{ "(4,2):(1,0)", "tile=2,2" },
		{ "(4,4):(4,1)", "kind=banks smem=16:1" },
		{ "(32,4):(4,1)", "kind=film" },
		{ "mma_atom(\"SM70_8x8x4_F32F16F16F32_TN\")", "" },
		{ "copy_atom(\"SM75_U32x1_LDSM_N\",16)", "" },
		{ LINES("1024"), "" },
	};
	static const int bytes[] = { 0x01, 0x7f, 0xff };
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct drawn drawn;
		draw(&drawn, cases[i][0], cases[i][1]);
		cr_assert(drawn.made, "%s: %s", cases[i][0], drawn.ev.error.fault.text);
		char *first = printed(&drawn);
		for (size_t k = 0; k < sizeof bytes / sizeof bytes[0]; k++) {
			soil(&drawn.arena, bytes[k]);
			draw_again(&drawn, cases[i][0], cases[i][1]);
			cr_assert(drawn.made, "%s: %s", cases[i][0], drawn.ev.error.fault.text);
			char *again = printed(&drawn);
			cr_expect(strcmp(again, first) == 0, "%s %s, behind bytes %#x", cases[i][0], cases[i][1],
				(unsigned)bytes[k]);
			free(again);
		}
		free(first);
		arena_finish(&drawn.arena);
	}
}

/* --- the way of an operand --- */

#define MMA "mma = make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"), (2,1,1)); "
#define COPY "copy = make_tiled_copy(copy_atom(\"UniversalCopy<u128>\",16), (8,8):(8,1), (1,8)); "
#define WORDS "copy = make_tiled_copy(copy_atom(\"UniversalCopy<u64>\",64), (4,8):(8,1), (1,2)); "
#define LOAD "load = make_tiled_copy_A(copy_atom(\"SM75_U32x4_LDSM_N\",16), mma); "

/* Whether the owners of a cell are those that "deal" has for the element. */
static bool has_owners(const struct deal *deal, int64_t element, const struct cell *cell) {
	int count = 0;
	for (int64_t i = 0; i < deal->threads * deal->values; i++) {
		if (deal->elements[i] == element) {
			bool same = count < cell->owner_count && cell->owners[count].thread == deal_number(deal, i / deal->values)
				&& cell->owners[count].value == i % deal->values;
			if (!same) {
				return false;
			}
			count++;
		}
	}
	return cell->owner_count == count && cell->bare == (count == 0);
}

/* Each cell of a tile: its element, where it is, and who has it. */
static void check_tile(const struct figure *figure, const struct matrix *matrix, const int64_t *offsets,
		const struct deal *deal) {
	for (int column = 0; column < matrix->columns; column++) {
		for (int row = 0; row < matrix->rows; row++) {
			struct cell cell = figure_cell(figure, matrix, row, column);
			int64_t element = row + (int64_t)matrix->rows * column;
			cr_assert_eq(cell.index, element, "%s", matrix->caption);
			cr_assert_eq(cell.offset, offsets != NULL ? offsets[element] : element, "%s", matrix->caption);
			cr_assert(deal == NULL ? cell.owners == NULL && !cell.bare : has_owners(deal, element, &cell), "%s %d %d",
				matrix->caption, row, column);
		}
	}
	cr_assert_str_eq(matrix->row_name, strstr(matrix->caption, "of B") != NULL ? "n" : "m");
	cr_assert_str_eq(matrix->column_name, strstr(matrix->caption, "of C") != NULL ? "n" : "k");
	cr_assert_eq(matrix->outlined, deal != NULL);
	cr_assert_eq(matrix->group_rows, matrix->rows);
	unsigned facts = (deal != NULL ? FACT_OWNER : 0) | (offsets != NULL ? FACT_MEMORY | FACT_GLOBAL : 0);
	cr_assert_eq(matrix->facts, facts, "%s", matrix->caption);
	cr_assert(matrix->text_count == 1 && matrix->texts[0] == (offsets != NULL ? TEXT_OFFSET : TEXT_OWNERS));
	cr_assert_eq(matrix->colour, deal != NULL ? COLOUR_BY_THREAD : COLOUR_BY_OFFSET);
}

/* Whether "cell" has the owners of all elements that lie at "offset" of shared memory. */
static bool has_owners_at(const struct datapath *path, const struct deal *deal, int64_t offset,
		const struct cell *cell) {
	int found = 0;
	for (int64_t i = 0; i < deal->threads * deal->values; i++) {
		if (path->shared[deal->elements[i]] == offset) {
			if (found == cell->owner_count || cell->owners[found].thread != deal_number(deal, i / deal->values)
				|| cell->owners[found].value != i % deal->values) {
				return false;
			}
			found++;
		}
	}
	return found == cell->owner_count;
}

/* Each place of the lines of shared memory from the first that is reached to the last. */
static void check_memory(const struct figure *figure, const struct matrix *matrix, const struct datapath *path,
		const struct deal *deal) {
	int64_t places = 1024 / path->bits;
	int64_t size = path->rows * path->columns;
	int64_t least = path->shared[0];
	int64_t most = path->shared[0];
	for (int64_t i = 0; i < size; i++) {
		least = path->shared[i] < least ? path->shared[i] : least;
		most = path->shared[i] > most ? path->shared[i] : most;
	}
	cr_assert_eq(matrix->columns, places);
	cr_assert_eq(matrix->rows, most / places - least / places + 1);
	cr_assert_eq(tuple_rank(matrix->column_shape), path->bits < 32 ? 2 : 1);
	cr_assert(path->bits >= 32 || tuple_mode(matrix->column_shape, 0).value == 32 / path->bits);
	cr_assert(path->bits >= 32 || tuple_mode(matrix->column_shape, 1).value == 32);
	for (int i = 0; i < matrix->columns; i++) {
		cr_assert_eq(i * matrix->column_multiple / matrix->column_share, i * path->bits / 32);
	}
	int64_t line = matrix->row_numbers != NULL ? matrix->row_numbers[0] : 0;
	cr_assert_eq(line, least / places);
	cr_assert_eq(matrix->facts, FACT_MEMORY | (deal != NULL ? FACT_OWNER : 0));
	cr_assert_str_eq(matrix->row_name, "line");
	cr_assert_str_eq(matrix->column_name, "bank");
	cr_assert(matrix->text_count == 1 && matrix->texts[0] == (deal != NULL ? TEXT_OWNERS : TEXT_OFFSET));
	for (int64_t place = 0; place < matrix->rows * places; place++) {
		struct cell cell = figure_cell(figure, matrix, (int)(place / places), (int)(place % places));
		int64_t offset = least / places * places + place;
		int64_t element = -1;
		for (int64_t i = 0; i < size; i++) {
			element = path->shared[i] == offset ? i : element;
		}
		cr_assert_eq(cell.offset, offset);
		cr_assert_eq(cell.index, element);
		cr_assert_eq(cell.bare, element < 0 || (deal != NULL && cell.owner_count == 0));
		cr_assert(deal == NULL ? cell.owner_count == 0 : has_owners_at(path, deal, offset, &cell));
	}
}

/* The registers of A: a thread in each row, and the coordinates of its values. */
static void check_registers(const struct figure *figure, const struct matrix *matrix, const struct datapath *path) {
	cr_assert(matrix->rows == path->registers.threads && matrix->columns == path->registers.values);
	for (int row = 0; row < matrix->rows; row++) {
		for (int column = 0; column < matrix->columns; column++) {
			struct cell cell = figure_cell(figure, matrix, row, column);
			int64_t element = path->registers.elements[row * matrix->columns + column];
			cr_assert(cell.index == element && cell.offset == element && !cell.bare);
			cr_assert(cell.owner_count == 1 && cell.owners->value == column);
			cr_assert_eq(cell.owners->thread, deal_number(&path->registers, row));
			cr_assert_eq(tuple_mode(*cell.image, 0).value, element % path->rows);
			cr_assert_eq(tuple_mode(*cell.image, 1).value, element / path->rows);
		}
	}
	cr_assert_str_eq(matrix->row_name, "thread");
	cr_assert_str_eq(matrix->column_name, "value");
	cr_assert(matrix->text_count == 1 && matrix->texts[0] == TEXT_OFFSET);
}

/* The matrices of a way, in their order, each against what the path says. */
static void check_way(const struct figure *figure, const struct datapath *path) {
	const struct matrix *matrix = figure->matrices;
	const struct deal *copied = path->copy != NULL ? &path->read : NULL;
	if (path->global != NULL) {
		cr_assert_str_eq(matrix->caption, "global memory");
		check_tile(figure, matrix++, path->global, copied);
	}
	if (path->copy != NULL) {
		cr_assert_str_eq(matrix->caption, "threads of the copy");
		check_tile(figure, matrix++, NULL, copied);
	}
	if (path->shared != NULL) {
		cr_assert_str_eq(matrix->caption, "shared memory, lines of 128 bytes");
		check_memory(figure, matrix++, path, path->copy != NULL ? &path->written :
			path->load != NULL ? &path->addressed : NULL);
	}
	if (path->load != NULL) {
		cr_assert_str_eq(matrix->caption, "threads that load");
		check_tile(figure, matrix++, NULL, &path->addressed);
	}
	if (path->mma != NULL) {
		cr_assert_str_eq(matrix->caption, "registers of A");
		check_registers(figure, matrix++, path);
		cr_assert_str_eq(matrix->caption, "registers of B");
		cr_assert_eq(matrix->group, GROUP_B);
		check_tile(figure, matrix++, NULL, &path->b);
		cr_assert_str_eq(matrix->caption, "registers of C");
		cr_assert_eq(matrix->group, GROUP_C);
		check_tile(figure, matrix++, NULL, &path->c);
	}
	cr_assert_eq(matrix - figure->matrices, figure->count);
}

/* Whatever size is asked for, and whatever part. */
Test(pictures, labels_neither_overlap_nor_leave_the_page) {
	static const struct {
		const char *text, *options;
	} cases[] = {
		{ "((2,2,2),(2,2,2)):((1,16,4),(8,2,32))", "tile=8,8 font-size=20 cell=20" },
		{ "((2,2,2),(2,2,2)):((1,16,4),(8,2,32))", "tile=8,8 font-size=30 cell=10" },
		{ "((2,2,2),(2,2,2)):((1,16,4),(8,2,32))", "tile=8,8 cell=10 text=offset,coordinate,owner" },
		{ "(4,4):(1,0)", "tile=2,2 cell=12" },
		{ "(32,8):(0,1)", "tile=4,4 font-size=20 cell=30" },
		{ "(8,8):(8,1)", "font-size=30 cell=10" },
		{ "(8,8):(8,1)", "font-size=30 cell=10 text=offset,index,coordinate,bank" },
		{ "mma_atom(\"SM80_16x8x8_F32F16F16F32_TN\")", "text=coordinate,value font-size=8 cell=10" },
		{ "((8,4),4):((33,1),4)", "kind=film region=1:5,2:5" },
		{ "((8,4),4):((33,1),4)", "kind=film region=1:2,2:3 no-labels" },
		{ "((8,4),4):((33,1),4)", "kind=banks region=1:2,2:3" },
		{ LINES("1024"), "kind=kernel region=1:2,2:3" },
		{ "(64,48,32)", "kind=gemm tile=32,16,8 font-size=30 cell=20" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct drawn drawn;
		struct scene scene;
		draw(&drawn, cases[i].text, cases[i].options);
		cr_assert(drawn.made, "%s: %s", cases[i].text, drawn.ev.error.fault.text);
		scene_init(&scene, &drawn.arena);
		figure_draw(&drawn.figure, &scene);
		check_labels(&scene, cases[i].options);
		arena_finish(&drawn.arena);
	}
}

Test(pictures, ways) {
	static const struct {
		const char *text, *options;
		int matrices;
	} cases[] = {
		{ MMA COPY LOAD "((32,64):(512,1), copy, (32,64):(64,1), load, mma)", "", 7 },
		{ MMA COPY LOAD "((32,64):(1,40), copy, Sw<3,3,3> o 72 o (32,64):(64,1), load, mma)", "", 7 },
		{ MMA COPY LOAD "((33,64):(65,1), copy, (32,64):(72,1), load, mma)", "", 7 },
		{ MMA LOAD "((32,16):(16,1), load, mma)", "", 5 },
		{ MMA "((32,16):(16,1), mma)", "", 4 },
		{ "((8,4):(4,1), make_tiled_mma(mma_atom(\"SM70_8x8x4_F32F16F16F32_TN\")))", "", 4 },
		{ MMA COPY "(copy, (32,64):(64,1), mma)", "", 5 },
		{ COPY "((8,64):(64,1), copy)", "", 2 },
		{ COPY "(copy, (8,64):(64,1))", "", 2 },
		{ COPY "(copy, (8,64):(64,1), copy)", "", 3 },
		{ COPY "((8,64):(-64,1), copy, (8,64):(0,1))", "", 3 },
		{ WORDS "((4,16):(16,1), copy, (4,16):(21,1))", "", 3 },
		{ COPY "(copy, (8,64):(64,1))", "bits=8", 2 },
		{ COPY "(copy, (8,64):(64,1))", "bits=32", 2 },
		{ COPY "(copy, (8,64):(64,1))", "bits=128", 2 },
		{ COPY "(copy, (8,64):(64,1))", "bits=1", 2 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct drawn drawn;
		draw(&drawn, cases[i].text, cases[i].options);
		cr_assert(drawn.made, "%s: %s", cases[i].text, drawn.ev.error.fault.text);
		cr_assert_str_eq(drawn.figure.kind, "kernel", "%s", cases[i].text);
		cr_assert_eq(drawn.figure.count, cases[i].matrices, "%s: %d", cases[i].text, drawn.figure.count);
		int last = drawn.ev.result_count - 1;
		struct datapath path = datapath_make(&drawn.ev.algebra, &drawn.ev.results[last], drawn.request.options.bits);
		cr_assert_eq(drawn.figure.bits, path.bits);
		check_way(&drawn.figure, &path);
		arena_finish(&drawn.arena);
	}
}

/* --- what is asked for --- */

static void put_number(struct buf *out, const char *name, int64_t number) {
	if (number != 0) {
		buf_printf(out, "%s%s %" PRId64, out->length > 0 ? ", " : "", name, number);
	}
}

/* What of "request" is not as it was: "kind tv, tile 8 8 0", with enumerators as numbers. */
static const char *asked(struct arena *arena, const struct draw_request *request) {
	const struct draw_options *options = &request->options;
	struct buf out;
	buf_init(&out, arena);
	buf_put(&out, request->kind != NULL ? request->kind->name : "");
	put_number(&out, "tile", request->tile[0]);
	put_number(&out, "by", request->tile[1]);
	put_number(&out, "by", request->tile[2]);
	put_number(&out, "vector", request->vector);
	put_number(&out, "load", request->is_load);
	put_number(&out, "bits", options->bits);
	put_number(&out, "cell", options->cell);
	put_number(&out, "font", options->font);
	put_number(&out, "max", options->max_cells);
	put_number(&out, "whole", options->whole);
	put_number(&out, "flat", options->flat);
	put_number(&out, "bare", options->no_labels);
	put_number(&out, "palette", options->palette);
	put_number(&out, "theme", options->theme);
	put_number(&out, "form", options->text_form);
	put_number(&out, "colour", options->colour);
	for (int i = 0; i < options->text_count; i++) {
		put_number(&out, "text", options->texts[i] + 1);
	}
	put_number(&out, "highlight", options->highlight.key);
	put_number(&out, "number", options->highlight.number);
	put_number(&out, "value", options->highlight.value);
	if (options->region.given) {
		const struct region *region = &options->region;
		buf_printf(&out, "rows %" PRId64 " %" PRId64 " columns %" PRId64 " %" PRId64, region->first_row,
			region->end_row, region->first_column, region->end_column);
	}
	buf_put(&out, request->smem != NULL ? request->smem : "");
	buf_put(&out, options->title != NULL ? options->title : "");
	return out.data;
}

Test(pictures, requests) {
	static const struct {
		const char *options, *says;
	} cases[] = {
		{ "", "" },
		{ "kind=auto", "" },
		{ "kind=tv", "tv" },
		{ "kind=grid", "grid" },
		{ "kind=",
			"expected --kind=auto, mma, copy, kernel, swizzle, tv, op, slice, grid, banks, film, gemm, saw 'kind='" },
		{ "kind=nothing",
			"expected --kind=auto, mma, copy, kernel, swizzle, tv, op, slice, grid, banks, film, gemm, saw "
			"'kind=nothing'" },
		{ "tile=4,8", "tile 4, by 8" },
		{ "tile=4x8", "tile 4, by 8" },
		{ "tile=(4,8)", "tile 4, by 8" },
		{ "tile=(4x8x2)", "tile 4, by 8, by 2" },
		{ "tile=4,8,16", "tile 4, by 8, by 16" },
		{ "tile=4,8,16,2", "expected --tile=M,N or M,N,K with positive integers, saw 'tile=4,8,16,2'" },
		{ "tile=4", "expected --tile=M,N or M,N,K with positive integers, saw 'tile=4'" },
		{ "tile=(4)", "expected --tile=M,N or M,N,K with positive integers, saw 'tile=(4)'" },
		{ "tile=4,", "expected --tile=M,N or M,N,K with positive integers, saw 'tile=4,'" },
		{ "tile=4,8)", "expected --tile=M,N or M,N,K with positive integers, saw 'tile=4,8)'" },
		{ "tile=(4,8", "expected --tile=M,N or M,N,K with positive integers, saw 'tile=(4,8'" },
		{ "tile=4,0", "expected --tile=M,N or M,N,K with positive integers, saw 'tile=4,0'" },
		{ "tile=0,8", "expected --tile=M,N or M,N,K with positive integers, saw 'tile=0,8'" },
		{ "tile=-4,8", "expected --tile=M,N or M,N,K with positive integers, saw 'tile=-4,8'" },
		{ "tile=4;8", "expected --tile=M,N or M,N,K with positive integers, saw 'tile=4;8'" },
		{ "tile=4,8x", "expected --tile=M,N or M,N,K with positive integers, saw 'tile=4,8x'" },
		{ "tile=9223372036854775807,1", "tile 9223372036854775807, by 1" },
		{ "tile=9223372036854775808,1",
			"expected --tile=M,N or M,N,K with positive integers, saw 'tile=9223372036854775808,1'" },
		{ "tile", "expected --tile=M,N or M,N,K with positive integers, saw 'tile'" },
		{ "access=load", "load 1" },
		{ "access=store", "" },
		{ "access=both", "expected --access=load or store, saw 'access=both'" },
		{ "bits=1", "bits 1" },
		{ "bits=128", "bits 128" },
		{ "bits=64", "bits 64" },
		{ "bits=3", "expected --bits=N with 1, 2, 4, 8, 16, 32, 64 or 128, saw 'bits=3'" },
		{ "bits=0", "expected --bits=N with 1, 2, 4, 8, 16, 32, 64 or 128, saw 'bits=0'" },
		{ "bits=256", "expected --bits=N with 1, 2, 4, 8, 16, 32, 64 or 128, saw 'bits=256'" },
		{ "bits=129", "expected --bits=N with 1, 2, 4, 8, 16, 32, 64 or 128, saw 'bits=129'" },
		{ "bits=8b", "expected --bits=N with 1, 2, 4, 8, 16, 32, 64 or 128, saw 'bits=8b'" },
		{ "dtype=f16", "bits 16" },
		{ "dtype=half_t", "bits 16" },
		{ "dtype=nothing",
			"expected --dtype with an element type such as f16, half_t or torch.float16, saw 'dtype=nothing'" },
		{ "cell=1", "cell 1" },
		{ "cell=400", "cell 400" },
		{ "cell=0", "expected --cell=PX from 1 to 400, saw 'cell=0'" },
		{ "cell=401", "expected --cell=PX from 1 to 400, saw 'cell=401'" },
		{ "color=thread", "colour 1" },
		{ "color=value", "colour 2" },
		{ "color=warp", "colour 3" },
		{ "color=offset", "colour 5" },
		{ "color=bank", "colour 6" },
		{ "color=tile", "colour 7" },
		{ "color=row", "colour 8" },
		{ "color=column", "colour 9" },
		{ "color=owner", "colour 4" },
		{ "color=none", "colour 12" },
		{ "color=threads",
			"expected --color=thread, value, warp, owner, offset, bank, tile, row, column or none, saw "
			"'color=threads'" },
		{ "color=",
			"expected --color=thread, value, warp, owner, offset, bank, tile, row, column or none, saw 'color='" },
		{ "flat", "flat 1" },
		{ "flat=1", "expected nothing behind the name, saw 'flat=1'" },
		{ "font-size=4", "font 4" },
		{ "font-size=100", "font 100" },
		{ "font-size=3", "expected --font-size=PX from 4 to 100, saw 'font-size=3'" },
		{ "font-size=101", "expected --font-size=PX from 4 to 100, saw 'font-size=101'" },
		{ "highlight=T5", "highlight 1, number 5, value -1" },
		{ "highlight=V0", "highlight 2, value -1" },
		{ "highlight=T5V2", "highlight 1, number 5, value 2" },
		{ "highlight='warp 2'", "highlight 3, number 2, value -1" },
		{ "highlight=x",
			"expected --highlight=T5, V0, T5V0, 'warp 2', 'tile 1', 'bank 3', 'offset 7', 'row 1' or 'column "
			"2', saw 'highlight=x'" },
		{ "max-cells=1", "max 1" },
		{ "max-cells=16777216", "max 16777216" },
		{ "max-cells=16777217", "expected --max-cells=N from 1 to 16777216, saw 'max-cells=16777217'" },
		{ "max-cells=0", "expected --max-cells=N from 1 to 16777216, saw 'max-cells=0'" },
		{ "no-labels", "bare 1" },
		{ "palette=classic", "" },
		{ "palette=safe", "palette 1" },
		{ "palette=grey", "palette 2" },
		{ "palette=gray", "palette 2" },
		{ "palette=blue", "expected --palette=classic, safe or grey, saw 'palette=blue'" },
		{ "region=1:3,2:5", "rows 1 3 columns 2 5" },
		{ "region=1:,:5", "rows 1 9223372036854775807 columns 0 5" },
		{ "region=:,:", "rows 0 9223372036854775807 columns 0 9223372036854775807" },
		{ "region=2,3", "rows 2 3 columns 3 4" },
		{ "region=0,0", "rows 0 1 columns 0 1" },
		{ "region=3:3,0",
			"expected --region=FIRST:END,FIRST:END, of rows and of columns, saw 'region=3:3,0'" },
		{ "region=4:3,0",
			"expected --region=FIRST:END,FIRST:END, of rows and of columns, saw 'region=4:3,0'" },
		{ "region=0,3:3",
			"expected --region=FIRST:END,FIRST:END, of rows and of columns, saw 'region=0,3:3'" },
		{ "region=0,4:3",
			"expected --region=FIRST:END,FIRST:END, of rows and of columns, saw 'region=0,4:3'" },
		{ "region=1:3", "expected --region=FIRST:END,FIRST:END, of rows and of columns, saw 'region=1:3'" },
		{ "region=1:3;2",
			"expected --region=FIRST:END,FIRST:END, of rows and of columns, saw 'region=1:3;2'" },
		{ "region=1:3,2:5,",
			"expected --region=FIRST:END,FIRST:END, of rows and of columns, saw 'region=1:3,2:5,'" },
		{ "region=1:3,",
			"expected --region=FIRST:END,FIRST:END, of rows and of columns, saw 'region=1:3,'" },
		{ "region=,1", "expected --region=FIRST:END,FIRST:END, of rows and of columns, saw 'region=,1'" },
		{ "region=9223372036854775807,0",
			"expected --region=FIRST:END,FIRST:END, of rows and of columns, saw 'region=9223372036854775807,0'" },
		{ "region=0:9223372036854775807,0", "rows 0 9223372036854775807 columns 0 1" },
		{ "region=1:x,0",
			"expected --region=FIRST:END,FIRST:END, of rows and of columns, saw 'region=1:x,0'" },
		{ "smem=(4,4):(4,1)", "(4,4):(4,1)" },
		{ "text=offset", "text 1" },
		{ "text=offset,index,coordinate,owner", "text 1, text 2, text 3, text 4" },
		{ "text=coord,thread,value,bank", "text 3, text 5, text 6, text 7" },
		{ "text=tile,count,none", "text 8, text 9, text 10" },
		{ "text=offset,index,thread,value,bank",
			"expected --text= up to four of offset, index, coordinate, owner, thread, value, bank, tile, "
			"count, none, saw 'text=offset,index,thread,value,bank'" },
		{ "text=offset,",
			"expected --text= up to four of offset, index, coordinate, owner, thread, value, bank, tile, "
			"count, none, saw 'text=offset,'" },
		{ "text=,offset",
			"expected --text= up to four of offset, index, coordinate, owner, thread, value, bank, tile, "
			"count, none, saw 'text=,offset'" },
		{ "text=offse",
			"expected --text= up to four of offset, index, coordinate, owner, thread, value, bank, tile, "
			"count, none, saw 'text=offse'" },
		{ "text=offsets",
			"expected --text= up to four of offset, index, coordinate, owner, thread, value, bank, tile, "
			"count, none, saw 'text=offsets'" },
		{ "text-as=text", "form 2" },
		{ "text-as=outline", "form 1" },
		{ "text-as=other", "expected --text-as=text or outline, saw 'text-as=other'" },
		{ "theme=light", "" },
		{ "theme=dark", "theme 1" },
		{ "theme=print", "theme 2" },
		{ "theme=red", "expected --theme=light, dark or print, saw 'theme=red'" },
		{ "title='of 8 x 8'", "of 8 x 8" },
		{ "title=", "" },
		{ "title", "expected --title=TEXT, saw 'title'" },
		{ "vector=1", "vector 1" },
		{ "vector=128", "vector 128" },
		{ "vector=0", "expected --vector=N from 1 to 128, saw 'vector=0'" },
		{ "vector=129", "expected --vector=N from 1 to 128, saw 'vector=129'" },
		{ "vector=4x", "expected --vector=N from 1 to 128, saw 'vector=4x'" },
		{ "whole", "whole 1" },
		{ "whole=", "expected nothing behind the name, saw 'whole='" },
		{ "other=1", "expected the name of an option of 'cutelayout draw', saw 'other=1'" },
		{ "other", "expected the name of an option of 'cutelayout draw', saw 'other'" },
		{ "bits=8 bits=16", "bits 16" },
		{ "'quote", "a quotation mark without its second" },
		{ "kind=tv tile=8,8 title='of 8 x 8' flat", "tv, tile 8, by 8, flat 1of 8 x 8" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct arena arena;
		struct draw_request request = { .kind = NULL };
		arena_init(&arena, NULL, NULL);
		const char *says = draw_request_read(&arena, cases[i].options, &request);
		says = says != NULL ? says : asked(&arena, &request);
		cr_expect_str_eq(says, cases[i].says, "%s: %s", cases[i].options, says);
		arena_finish(&arena);
	}
}
