/*
 * Encodings of registers. A layout is built as the compiler builds it, by repeating "the next power of two along a
 * dimension belongs to the next bit of a register, a lane or a warp", and then grown to the shape of the tensor.
 */
#include <inttypes.h>

#include "lang/language/triton.h"

/* --- #ttg.blocked --- */

/*
 * #ttg.blocked: registers, lanes and warps each cover their extents in the order of the encoding, the fastest
 * dimension first. Of "whole_dimension" (-1: none) each thread holds all, as in the operand of a dot product.
 */
static bool read_blocked(struct encoding *encoding, struct linear_layout *out, int whole_dimension) {
	int rank = encoding->tensor->rank;
	int64_t size[LANGUAGE_RANK];
	int64_t threads[LANGUAGE_RANK];
	int64_t warps[LANGUAGE_RANK];
	int64_t order[LANGUAGE_RANK];
	int64_t shape[LANGUAGE_RANK];
	if (!encoding_extents(encoding, "sizePerThread", rank, size)
		|| !encoding_extents(encoding, "threadsPerWarp", rank, threads)
		|| !encoding_extents(encoding, "warpsPerCTA", rank, warps) || !encoding_order(encoding, "order", order)
		|| !encoding_block_shape(encoding, shape)) {
		return false;
	}
	const struct { int input; const int64_t *extents; } levels[] = { { LINEAR_REGISTER, size }, { LINEAR_LANE,
		threads },
		{ LINEAR_WARP, warps } };
	for (int level = 0; level < 3; level++) {
		for (int i = 0; i < rank; i++) {
			int d = (int)order[i];
			if (d != whole_dimension) {
				linear_layout_identity(out, levels[level].input, levels[level].extents[d], d);
			} else if (level == 0) {
				linear_layout_identity(out, LINEAR_REGISTER, shape[d], d);
			} else {
				linear_layout_zeros(out, levels[level].input, levels[level].extents[d]);
			}
		}
	}
	return encoding_finish(encoding, order, LINEAR_REGISTER, whole_dimension >= 0, out);
}

static bool blocked(struct encoding *encoding, struct linear_layout *out) {
	return read_blocked(encoding, out, -1);
}

/* --- #ttg.nvidia_mma --- */

struct mma {
	int64_t version;
	int rank;
	int64_t warps[LANGUAGE_RANK];
	int64_t instruction[LANGUAGE_RANK];   /* M, N and for version 3 K */
	int instruction_rank;
	int64_t rows;                         /* of a tile of the accumulator, and of operand A */
};

/*
 * The fields of #ttg.nvidia_mma into "mma": version, instruction and warps. Faults where one of them is missing, or
 * is not what an instruction of the version has.
 */
static bool read_mma(struct encoding *encoding, struct mma *mma) {
	int rank = encoding->tensor->rank;
	mma->rank = rank;
	const struct term *version = encoding_field(encoding, "version");
	if (version != NULL) {
		int64_t numbers[2] = { 0 };
		term_ints(encoding->reader, version, numbers, 2);
		mma->version = numbers[0];
	} else {
		mma->version = encoding_int(encoding, "versionMajor", 1, 5);
	}
	const struct term *instruction = encoding_field(encoding, "instrShape");
	if (instruction == NULL) {
		return reader_fault(encoding->reader, encoding->term->span, FAULT_SYNTAX,
			"expected instrShape = ... in this encoding");
	}
	int count = term_ints(encoding->reader, instruction, mma->instruction, LANGUAGE_RANK);
	mma->instruction_rank = count;
	if (!encoding_extents(encoding, "warpsPerCTA", rank, mma->warps)) {
		return false;
	}
	if (rank < 2) {
		return reader_fault(encoding->reader, encoding->term->span, FAULT_RANK,
			"this encoding is about tensors of rank 2 or 3");
	}
	if (mma->version != 2 && mma->version != 3) {
		return reader_fault(encoding->reader, encoding->term->span, FAULT_UNSUPPORTED,
			"MMA layouts of version 2 and 3 are known, not %" PRId64, mma->version);
	}
	bool fits = mma->version == 2 ? count >= 2 && mma->instruction[count - 1] == 8
			&& (mma->instruction[count - 2] == 16 || mma->instruction[count - 2] == 8)
		: count == 3 && mma->instruction[0] == 16 && mma->instruction[1] % 8 == 0 && mma->instruction[1] >= 8
			&& mma->instruction[1] <= 256;
	if (!fits) {
		return reader_fault(encoding->reader, instruction->span, FAULT_DOMAIN, mma->version == 2
			? "expected the instruction 16, 8 or 8, 8"
			: "expected the instruction 16, N, K with N a multiple of 8 up to 256");
	}
	mma->rows = mma->version == 2 ? mma->instruction[count - 2] : rank <= 3 ? mma->instruction[rank - 2] : 16;
	return true;
}

/* A linear layout needs a power of two as "extent" of the instruction. */
static bool require_power(struct encoding *encoding, int64_t extent) {
	return log2_exact(extent) >= 0 || reader_fault(encoding->reader, encoding_field(encoding, "instrShape")->span,
		FAULT_UNSUPPORTED, "a linear layout needs a power of two as N, saw %" PRId64, extent);
}

/*
 * Warps: version 2 from the last dimension on, version 3 over the rows first; none along "broadcast", which is -1 for
 * none.
 */
static void put_mma_warps(const struct mma *mma, int broadcast, struct linear_layout *out) {
	int64_t order[LANGUAGE_RANK];
	int last = mma->rank - 1;
	encoding_order_from(mma->rank, mma->version == 2 ? last : last - 1, mma->version == 2 ? last - 1 : last, order);
	for (int i = 0; i < mma->rank; i++) {
		int d = (int)order[i];
		if (d == broadcast) {
			linear_layout_zeros(out, LINEAR_WARP, mma->warps[d]);
		} else {
			linear_layout_identity(out, LINEAR_WARP, mma->warps[d], d);
		}
	}
}

/*
 * #ttg.nvidia_mma, the accumulator: pairs of columns, 4 lanes along them, 8 lanes over rows, and 2 rows of registers,
 * of the instruction 8, 8 one; the warps go over what is left. Version 3 has no batches.
 */
static bool nvidia_mma(struct encoding *encoding, struct linear_layout *out) {
	struct mma mma;
	if (!read_mma(encoding, &mma)) {
		return false;
	}
	if (mma.version == 3 && mma.rank != 2) {
		return reader_fault(encoding->reader, encoding->term->span, FAULT_RANK,
			"the accumulator of version 3 has two dimensions");
	}
	if (mma.version == 3 && !require_power(encoding, mma.instruction[1])) {
		return false;
	}
	int m = mma.rank - 2;
	int n = mma.rank - 1;
	int64_t columns = mma.version == 2 ? 8 : mma.instruction[1];
	linear_layout_identity(out, LINEAR_REGISTER, 2, n);
	linear_layout_identity(out, LINEAR_LANE, 4, n);
	linear_layout_identity(out, LINEAR_LANE, 8, m);
	linear_layout_identity(out, LINEAR_REGISTER, mma.rows / 8, m);
	linear_layout_identity(out, LINEAR_REGISTER, columns / 8, n);
	put_mma_warps(&mma, -1, out);
	int64_t order[LANGUAGE_RANK];
	encoding_order_from(mma.rank, n, m, order);
	return encoding_finish(encoding, order, LINEAR_REGISTER, true, out);
}

/*
 * The operand of an MMA. The warps that differ in the dimension along K hold the same. The rows of a tile of A are the
 * extent of the instruction that the dimension of the tensor counts in: N where version 3 has batches. A tile of 8 rows
 * is half as long along K.
 */
static bool operand_of_mma(struct encoding *operand, struct encoding *parent, struct linear_layout *out) {
	struct mma mma;
	int64_t width = encoding_int(operand, "kWidth", 1, 64);
	int64_t index = encoding_int(operand, "opIdx operand_index", 0, 1);
	if (reader_failed(operand->reader) || !read_mma(parent, &mma)) {
		return false;
	}
	if (log2_exact(width) < 0) {
		return reader_fault(operand->reader, operand->term->span, FAULT_DOMAIN, "expected a power of two as kWidth");
	}
	if (mma.version == 3 && index == 1) {
		return reader_fault(operand->reader, operand->term->span, FAULT_UNSUPPORTED,
			"operand B of an MMA of version 3 is read from "
			"shared memory");
	}
	if (!require_power(parent, mma.rows)) {
		return false;
	}
	int k = index == 0 ? mma.rank - 1 : mma.rank - 2;
	int other = index == 0 ? mma.rank - 2 : mma.rank - 1;
	linear_layout_identity(out, LINEAR_REGISTER, width, k);
	linear_layout_identity(out, LINEAR_LANE, 4, k);
	linear_layout_identity(out, LINEAR_LANE, 8, other);
	if (index == 0) {
		linear_layout_identity(out, LINEAR_REGISTER, mma.rows / 8, other);
	}
	linear_layout_identity(out, LINEAR_REGISTER, mma.rows > 8 ? 2 : 1, k);
	put_mma_warps(&mma, k, out);
	int64_t order[LANGUAGE_RANK];
	encoding_order_from(mma.rank, k, other, order);
	parent->broadcast = k;
	return encoding_finish(parent, order, LINEAR_REGISTER, true, out);
}

/* --- #ttg.dot_op, #ttg.slice, #ttg.linear --- */

static bool read_nested(struct encoding *outer, const struct term *term, const struct tensor *tensor,
	struct encoding *inner);
static bool read_inner(struct encoding *encoding, struct linear_layout *out);
static bool is_kind(const struct encoding *encoding, const char *names);

/* The encoding that this one is a part of; NULL after a fault. */
static const struct term *parent_of(struct encoding *encoding) {
	const struct term *parent = encoding_field(encoding, "parent");
	if (parent == NULL) {
		reader_fault(encoding->reader, encoding->term->span, FAULT_SYNTAX, "expected parent = ... in this encoding");
	}
	return parent;
}

/* #ttg.dot_op<{opIdx, parent, kWidth}>: what a thread holds of operand A or B of the parent's product. */
static bool operand(struct encoding *encoding, struct linear_layout *out) {
	struct encoding parent;
	const struct term *term = parent_of(encoding);
	if (term == NULL || !read_nested(encoding, term, encoding->tensor, &parent)) {
		return false;
	}
	int rank = encoding->tensor->rank;
	if (rank < 2) {
		return reader_fault(encoding->reader, encoding->term->span, FAULT_RANK,
			"an operand has at least two dimensions");
	}
	if (is_kind(&parent, "nvidia_mma NVMMADistributedLayout")) {
		return operand_of_mma(encoding, &parent, out);
	}
	if (is_kind(&parent, "amd_mfma AMDMFMALayout")) {
		return triton_read_mfma_operand(encoding, &parent, out);
	}
	if (is_kind(&parent, "amd_wmma AMDWMMALayout")) {
		return triton_read_wmma_operand(encoding, &parent, out);
	}
	if (is_kind(&parent, "blocked BlockedLayout")) {
		int64_t index = encoding_int(encoding, "opIdx operand_index", 0, 1);
		parent.broadcast = index == 0 ? rank - 1 : rank - 2;
		return read_blocked(&parent, out, parent.broadcast);
	}
	return reader_fault(encoding->reader, term->span, FAULT_UNSUPPORTED, "operands of this parent are not known");
}

/*
 * #ttg.slice<{dim, parent}>: the parent's layout of the tensor with one more dimension, in which the coordinate along
 * "dim" is left out. Registers that only move along it hold the same then and are left out too.
 */
static bool slice(struct encoding *encoding, struct linear_layout *out) {
	struct encoding parent;
	struct tensor tensor = { .rank = encoding->tensor->rank + 1, .bits = encoding->tensor->bits };
	const struct term *term = parent_of(encoding);
	if (term == NULL || tensor.rank > LANGUAGE_RANK) {
		return reader_fault(encoding->reader, encoding->term->span, FAULT_LIMIT, "more than %d dimensions",
			LANGUAGE_RANK);
	}
	int dim = (int)encoding_int(encoding, "dim", 0, tensor.rank - 1);
	for (int d = 0; d < tensor.rank; d++) {
		tensor.shape[d] = d < dim ? encoding->tensor->shape[d] : d == dim ? 1 : encoding->tensor->shape[d - 1];
	}
	struct linear_layout *whole = arena_alloc(encoding->reader->al->arena, sizeof *whole);
	linear_layout_init(whole, LINEAR_DISTRIBUTED, tensor.rank);
	if (reader_failed(encoding->reader) || !read_nested(encoding, term, &tensor, &parent) || !read_inner(&parent,
		whole)) {
		return false;
	}
	if (whole->kind != LINEAR_DISTRIBUTED) {
		return reader_fault(encoding->reader, term->span, FAULT_TYPE, "expected an encoding of registers");
	}
	for (int input = 0; input < LINEAR_INPUTS; input++) {
		for (int bit = 0; bit < whole->in[input].count; bit++) {
			int64_t basis[LANGUAGE_RANK] = { 0 };
			bool is_zero = true;
			for (int d = 0; d < out->rank; d++) {
				basis[d] = whole->in[input].at[bit][d < dim ? d : d + 1];
				is_zero = is_zero && basis[d] == 0;
			}
			if (input != LINEAR_REGISTER || !is_zero) {
				linear_layout_append(out, input, basis);
			}
		}
	}
	return true;
}

/* Registers, lanes and blocks move along one dimension by a power of two, each by another; warps are free. */
static bool require_permutation(struct encoding *encoding, const struct linear_layout *linear) {
	int64_t seen[LANGUAGE_RANK] = { 0 };
	static const int inputs[] = { LINEAR_REGISTER, LINEAR_LANE, LINEAR_BLOCK };
	static const char *const names[] = { "register", "lane", "block" };
	for (int i = 0; i < 3; i++) {
		const struct bases *bases = &linear->in[inputs[i]];
		for (int bit = 0; bit < bases->count; bit++) {
			int moved = -1;
			bool is_single = true;
			for (int d = 0; d < linear->rank; d++) {
				int64_t value = bases->at[bit][d];
				is_single = is_single && (value == 0 || (moved < 0 && log2_exact(value) >= 0 && (seen[d] & value)
					== 0));
				moved = value != 0 ? d : moved;
			}
			if (!is_single) {
				return reader_fault(encoding->reader, encoding->term->span, FAULT_DOMAIN,
					"%s basis %d must move in at most one "
					"dimension, by a power of two that no other has", names[i], bit);
			}
			if (moved >= 0) {
				seen[moved] |= bases->at[bit][moved];
			}
		}
	}
	return true;
}

/* Every element has an owner: the bases span the layout. Warp bases may be xors, so this is a question of rank. */
static bool require_surjective(struct encoding *encoding, const struct linear_layout *linear) {
	uint64_t rows[64] = { 0 };
	int needed = 0;
	int shift[LANGUAGE_RANK];
	for (int d = 0; d < linear->rank; d++) {
		shift[d] = needed;
		needed += log2_exact(linear->size[d]);
	}
	int rank = 0;
	for (int input = 0; input < LINEAR_INPUTS; input++) {
		for (int bit = 0; bit < linear->in[input].count && needed < 63; bit++) {
			uint64_t row = 0;
			for (int d = 0; d < linear->rank; d++) {
				row |= (uint64_t)linear->in[input].at[bit][d] << shift[d];
			}
			for (int high = 62; high >= 0 && row != 0; high--) {
				if ((row >> high & 1) != 0 && rows[high] == 0) {
					rows[high] = row;
					rank++;
					row = 0;
				} else if ((row >> high & 1) != 0) {
					row ^= rows[high];
				}
			}
		}
	}
	return rank == needed || reader_fault(encoding->reader, encoding->term->span, FAULT_INJECTIVE,
		"the bases reach 2^%d of the 2^%d "
		"elements that they span", rank, needed);
}

/* The dimensions in which registers move, in their order, then the others from the last on. */
static void order_of_registers(const struct linear_layout *linear, int64_t *order) {
	bool used[LANGUAGE_RANK] = { false };
	int count = 0;
	const struct bases *registers = &linear->in[LINEAR_REGISTER];
	for (int bit = 0; bit < registers->count; bit++) {
		for (int d = 0; d < linear->rank; d++) {
			if (registers->at[bit][d] != 0 && !used[d]) {
				used[d] = true;
				order[count++] = d;
			}
		}
	}
	for (int d = linear->rank - 1; d >= 0; d--) {
		if (!used[d]) {
			order[count++] = d;
		}
	}
}

/* What lies beyond the tensor in dimension "d" can be cut off: each power of two there belongs to one basis alone. */
static bool require_cut(struct encoding *encoding, const struct linear_layout *linear, int d) {
	int64_t extent = encoding->tensor->shape[d];
	int64_t seen = 0;
	for (int input = 0; input < LINEAR_INPUTS; input++) {
		for (int bit = 0; bit < linear->in[input].count; bit++) {
			int64_t value = linear->in[input].at[bit][d];
			if (value >= extent && (log2_exact(value) < 0 || (seen & value) != 0)) {
				return reader_fault(encoding->reader, encoding->term->span, FAULT_DOMAIN,
					"a basis has %" PRId64 " in dimension %d, whose extent is %" PRId64, value, d, extent);
			}
			seen |= value >= extent ? value : 0;
		}
	}
	return true;
}

/* Lanes, warps and blocks beyond the tensor hold the same as others; there are no registers beyond it. */
static void cut(struct linear_layout *linear, const int64_t *shape) {
	struct bases *registers = &linear->in[LINEAR_REGISTER];
	int kept = 0;
	for (int bit = 0; bit < registers->count; bit++) {
		bool is_inside = true;
		for (int d = 0; d < linear->rank; d++) {
			is_inside = is_inside && registers->at[bit][d] < shape[d];
		}
		if (is_inside) {
			memmove(registers->at[kept++], registers->at[bit], sizeof *registers->at);
		}
	}
	registers->count = kept;
	linear_layout_clip(linear, shape);
}

/*
 * #ttg.linear: the bases as they are written. Where the tensor is larger than they reach, registers go on along it;
 * where it is smaller, what is beyond it is cut off.
 */
static bool linear(struct encoding *encoding, struct linear_layout *out) {
	static const struct { int input; const char *names; } inputs[] = { { LINEAR_REGISTER, "register reg_bases" },
		{ LINEAR_LANE, "lane lane_bases" }, { LINEAR_WARP, "warp warp_bases" }, { LINEAR_BLOCK, "block block_bases" } };
	int64_t order[LANGUAGE_RANK];
	for (int i = 0; i < LINEAR_INPUTS; i++) {
		const struct term *bases = encoding_field(encoding, inputs[i].names);
		if (!linear_layout_read_bases(encoding->reader, bases, encoding->tensor->rank, out, inputs[i].input)) {
			return false;
		}
	}
	linear_layout_span(out);
	if (!require_permutation(encoding, out) || !require_surjective(encoding, out)) {
		return false;
	}
	order_of_registers(out, order);
	for (int i = 0; i < out->rank; i++) {
		int d = (int)order[i];
		if (!require_cut(encoding, out, d)) {
			return false;
		}
		linear_layout_identity(out, LINEAR_REGISTER, encoding->tensor->shape[d] / out->size[d], d);
	}
	cut(out, encoding->tensor->shape);
	return true;
}

/* --- all of them --- */

/* The blocks of a cluster, as they were written before there was a CGALayout, and since. */
#define CLUSTER " CTAsPerCGA CTASplitNum CTAOrder CGALayout"

static const struct {
	const char *names;             /* the attribute and the class of Gluon */
	const char *fields;            /* of the attribute, in any version, about the layout or not */
	enum linear_kind kind;
	bool (*read)(struct encoding *encoding, struct linear_layout *out);
} kinds[] = {
	{ "blocked BlockedLayout", "sizePerThread threadsPerWarp warpsPerCTA order" CLUSTER, LINEAR_DISTRIBUTED, blocked },
	{ "nvidia_mma NVMMADistributedLayout", "versionMajor versionMinor warpsPerCTA instrShape" CLUSTER,
		LINEAR_DISTRIBUTED, nvidia_mma },
	{ "amd_mfma AMDMFMALayout",
		"version versionMajor versionMinor warpsPerCTA instrShape isTransposed tilesPerWarp elementBitWidth "
		"elementType elemType" CLUSTER,
		LINEAR_DISTRIBUTED, triton_read_mfma },
	{ "amd_wmma AMDWMMALayout",
		"version isTranspose isTransposed warpsPerCTA ctaLayout warpBases regBases instrShape rank" CLUSTER,
		LINEAR_DISTRIBUTED, triton_read_wmma },
	{ "dot_op DotOperandLayout", "opIdx parent kWidth kDim", LINEAR_DISTRIBUTED, operand },
	{ "slice SliceLayout", "dim parent", LINEAR_DISTRIBUTED, slice },
	{ "linear DistributedLinearLayout", "register lane warp block rank", LINEAR_DISTRIBUTED, linear },
	{ "swizzled_shared shared SwizzledSharedLayout", "vec perPhase maxPhase order hasLeadingOffset" CLUSTER,
		LINEAR_SHARED, triton_read_shared },
	{ "nvmma_shared NVMMASharedLayout", "swizzlingByteWidth transposed elementBitWidth fp4Padded rank" CLUSTER,
		LINEAR_SHARED, triton_read_nvmma_shared },
	{ "padded_shared PaddedSharedLayout", "order shape offset block" CLUSTER, LINEAR_SHARED, triton_read_padded },
	{ "shared_linear SharedLinearLayout", "offset block alignment", LINEAR_SHARED, triton_read_shared_linear },
	{ "tensor_memory_encoding TensorMemoryLayout",
		"blockM blockN colStride unpacked CTASplitM CTASplitN twoCTAs CTAMode fp4Padded" CLUSTER, LINEAR_TENSOR_MEMORY,
		triton_read_tensor_memory },
	{ "tensor_memory_scales_encoding TensorMemoryScalesLayout", "CTASplitM CTASplitN twoCTAs CTAMode" CLUSTER,
		LINEAR_TENSOR_MEMORY, triton_read_tensor_memory_scales },
};

/* The encoding is called "kind", in the IR or in Gluon. */
static bool is_kind(const struct encoding *encoding, const char *names) {
	return str_is_among(term_last_name(encoding->term->text), names);
}

/* The encoding by its name, into "out"; parents and operands come here again. */
static bool read_inner(struct encoding *encoding, struct linear_layout *out) {
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		if (is_kind(encoding, kinds[i].names)) {
			out->kind = kinds[i].kind;
			bool good = encoding_accepts_arguments(encoding, kinds[i].fields) && kinds[i].read(encoding, out);
			if (good && out->lacks_bases) {
				reader_fault(encoding->reader, encoding->term->span, FAULT_LIMIT, "more than %d bases of an input",
					LINEAR_BITS);
			}
			return good && !reader_failed(encoding->reader);
		}
	}
	return reader_fault(encoding->reader, encoding->term->span, FAULT_NAME, "no encoding is called '%.*s'",
		(int)encoding->term->text.length, encoding->term->text.data);
}

/* Make "inner" the encoding that "term" or its alias is. */
static bool read_nested(struct encoding *outer, const struct term *term, const struct tensor *tensor,
	struct encoding *inner) {
	const struct term *place = term;
	for (int i = 0; i < LIMIT_NESTING && term->kind == TERM_NAME; i++) {
		const struct term *found = term_find_alias(outer->aliases, term);
		if (found == NULL) {
			return reader_fault(outer->reader, place->span, FAULT_NAME, "expected an encoding; '%.*s' is not defined",
				(int)term->text.length, term->text.data);
		}
		term = found;
	}
	if (term->kind != TERM_CALL) {
		return reader_fault(outer->reader, place->span, FAULT_SYNTAX,
			"expected an encoding such as #ttg.blocked<{...}>");
	}
	bool in_braces = term->bracket == '<' && term->count > 0 && term->items[0].kind == TERM_LIST
		&& term->items[0].bracket == '{';
	*inner = (struct encoding){ .reader = outer->reader, .aliases = outer->aliases, .term = term,
		.fields = in_braces ? &term->items[0] : term, .tensor = tensor, .broadcast = -1 };
	return true;
}

bool triton_read_encoding(struct reader *reader, const struct term *aliases, const struct term *term,
	const struct tensor *tensor, struct linear_layout *out) {
	struct encoding outer = { .reader = reader, .aliases = aliases };
	struct encoding encoding;
	if (!read_nested(&outer, term, tensor, &encoding)) {
		return false;
	}
	if (tensor->rank < 1) {
		return reader_fault(reader, term->span, FAULT_RANK, "a tensor without dimensions has no encoding");
	}
	for (int d = 0; d < tensor->rank; d++) {
		if (log2_exact(tensor->shape[d]) < 0) {
			return reader_fault(reader, term->span, FAULT_UNSUPPORTED,
				"encodings are about powers of two, not %" PRId64,
				tensor->shape[d]);
		}
	}
	linear_layout_init(out, LINEAR_DISTRIBUTED, tensor->rank);
	return read_inner(&encoding, out);
}
