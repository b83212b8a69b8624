/*
 * Layouts of scale factors, as CuTe DSL's helpers for the block-scaled MMAs of tcgen05 make them,
 * cutlass.utils.blockscaled_layout: the chunk of 128 x 4 factors that the hardware reads, repeated.
 *
 * Source: nvidia-cutlass-dsl 4.8.1, cutlass/utils/blockscaled_layout.py; golden/facts/dsl.tsv has what they make.
 */
#include <inttypes.h>

#include "lang/ops/dsl_helpers.h"
#include "lang/ops/signature.h"

enum { CHUNK_ROWS = 128 };

/* The chunk of factors that "vector" elements along K share each: ((32,4),(vector,4)):((16,4),(0,1)) */
static struct value chunk(struct algebra *al, int64_t vector) {
	struct tuple rows = tuple_pair(al, tuple_int(32), tuple_int(4));
	struct tuple columns = tuple_pair(al, tuple_int(vector), tuple_int(4));
	struct tuple row_strides = tuple_pair(al, tuple_int(16), tuple_int(4));
	struct tuple column_strides = tuple_pair(al, tuple_int(0), tuple_int(1));
	return value_from_layout(layout_make(al, tuple_pair(al, rows, columns),
		tuple_pair(al, row_strides, column_strides)));
}

/* (shape, sf_vec_size): the factors of a matrix (M,K,L) in global memory */
static struct value run_tile_atom_to_shape_sf(struct call *call) {
	struct algebra *al = call->al;
	int64_t vector = int_arg(call, 1, 1, 1024);
	struct tuple shape = shape_arg(call, 0);
	if (!algebra_failed(al) && tuple_rank(shape) != 3) {
		algebra_fault(al, FAULT_RANK, "expected the shape of a matrix with its batch, (M,K,L)");
	}
	const struct value of_shape[] = {
		chunk(al, vector), call->args[0], from_three(al, tuple_int(2), tuple_int(1), tuple_int(3)),
	};
	return algebra_failed(al) ? value_none() : run_other(call, "tile_to_shape", of_shape, 3);
}

/* How often an instruction of "extent" fits into "tile" along one mode; 1 after a fault. */
static int64_t instructions(struct call *call, int64_t tile, struct tuple extent) {
	int64_t size = algebra_failed(call->al) ? 1 : int_value(call->al, tuple_product(call->al, extent));
	if (!algebra_failed(call->al) && tile % size != 0) {
		arg(call, 1);
		algebra_fault(call->al, FAULT_DIVIDE, "%" PRId64 " of the tile is no multiple of %" PRId64 " of the "
			"instruction", tile, size);
	}
	return algebra_failed(call->al) ? 1 : tile / size;
}

/* "layout" with "stages" of it behind one another as its last mode. */
static struct value append_stages(struct call *call, struct value layout, int64_t stages) {
	const struct value factors = run_other(call, "filter_zeros", &layout, 1);
	struct tuple size = algebra_failed(call->al) ? tuple_int(1) : layout_cosize(call->al, factors.layout);
	const struct value of_append[] = {
		layout, value_from_layout(layout_make(call->al, tuple_int(stages), size)),
	};
	return algebra_failed(call->al) ? value_none() : run_other(call, "append", of_append, 2);
}

/*
 * (tiled_mma, mma_tiler_mnk, sf_vec_size, num_stages): (((chunk,chunks),(elements,factors)),M_MMAs,K_MMAs,stage), of A
 * for one CTA, of B for all of N in whole chunks
 */
static struct value run_smem_layout_sf(struct call *call) {
	struct algebra *al = call->al;
	int64_t mnk[3];
	bool is_a = which(call) == OPERAND_A;
	const struct tiled_mma *mma = mma_arg(call, 0);
	int64_t vector = int_arg(call, 2, 1, 1024);
	int64_t stages = int_arg(call, 3, 1, INT32_MAX);
	extents_arg(call, 1, 3, mnk);
	if (algebra_failed(al)) {
		return value_none();
	}
	int64_t whole = mnk[is_a ? 0 : 1];
	int64_t along = instructions(call, whole, tuple_mode(mma->atom.shape_mnk, is_a ? 0 : 1));
	int64_t along_k = instructions(call, mnk[2], tuple_mode(mma->atom.shape_mnk, 2));
	int64_t ctas = layout_size(al, mma->atom.thr_id).value;
	struct tuple chunks = int_ceil_div(al, tuple_int(whole), tuple_int(CHUNK_ROWS));
	struct tuple rows = is_a ? tuple_int(whole / ctas) : int_mul(al, chunks, tuple_int(CHUNK_ROWS));
	if (algebra_failed(al)) {
		return value_none();
	}
	al->operand = 2;
	struct tuple tile = tuple_pair(al, rows, tuple_int(mnk[2]));
	const struct value of_tiles[] = {
		chunk(al, vector), value_from_tuple(tile), value_from_tuple(tuple_pair(al, tuple_int(2), tuple_int(1))),
	};
	const struct value of_shape[] = {
		value_from_tuple(tile), value_from_tuple(tuple_pair(al, tuple_int(along), tuple_int(along_k))),
	};
	const struct value of_divide[] = {
		run_other(call, "tile_to_shape", of_tiles, 3),
		algebra_failed(al) ? value_none() : run_other(call, "shape_div", of_shape, 2),
	};
	if (algebra_failed(al)) {
		al->fault.operand = 2;
		return value_none();
	}
	struct tuple inner = tuple_pair(al, tuple_int(CHUNK_ROWS), tuple_int(vector));
	const struct value of_chunks[] = {
		run_other(call, "tiled_divide", of_divide, 2), value_from_tuple(tuple_single(al, inner)),
	};
	const struct value layout = algebra_failed(al) ? value_none() : run_other(call, "logical_divide", of_chunks, 2);
	return algebra_failed(al) ? value_none() : append_stages(call, layout, stages);
}

#define SF_SOURCE "python/CuTeDSL/cutlass/utils/blockscaled_layout.py"
#define MMA_EXAMPLE "make_blockscaled_trivial_tiled_mma(Float4E2M1FN,Float4E2M1FN,OperandMajorMode.K," \
	"OperandMajorMode.K,Float8E4M3FN,16,CtaGroup.ONE,(128,128))"

static const struct operation operations[] = {
	{ "make_smem_layout_sfa", "tiled_mma, mma_tiler_mnk, sf_vec_size, num_stages",
		RUN_FOR_AS(ARGUMENTS_TILED, OPERAND_A, run_smem_layout_sf, 4, 4),
		"the stages of scale factors of A in shared memory",
		"make_smem_layout_sfa(" MMA_EXAMPLE ",(128,128,256),16,2)",
		"((((32,4),1),(16,4)),1,4,2):((((16,4),0),(0,1)),0,512,2048)", SF_SOURCE },
	{ "make_smem_layout_sfb", "tiled_mma, mma_tiler_mnk, sf_vec_size, num_stages",
		RUN_FOR_AS(ARGUMENTS_TILED, OPERAND_B, run_smem_layout_sf, 4, 4),
		"the stages of scale factors of B in shared memory",
		"make_smem_layout_sfb(" MMA_EXAMPLE ",(128,128,256),16,2)",
		"((((32,4),1),(16,4)),1,4,2):((((16,4),0),(0,1)),0,512,2048)", SF_SOURCE },
	{ "tile_atom_to_shape_SF", "Shape, sf_vec_size", RUN(run_tile_atom_to_shape_sf, 2, 2),
		"the scale factors of a matrix in global memory",
		"tile_atom_to_shape_SF((256,256,1),16)",
		"(((32,4),2),((16,4),4),(1,1)):(((16,4),2048),((0,1),512),(0,0))", SF_SOURCE },
};

OPERATION_GROUP(dsl_blockscaled, "Scale factors of CuTe DSL", operations)
