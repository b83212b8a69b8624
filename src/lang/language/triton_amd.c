/* Registers of AMD's matrix instructions as Triton writes them: mfma and wmma, their accumulators and operands. */
#include <inttypes.h>

#include "lang/language/language.h"
#include "lang/language/triton.h"

/* --- #ttg.amd_mfma --- */

struct mfma {
	int64_t m, n, k;                    /* of the instruction */
	bool transposed;
	int64_t warps[LANGUAGE_RANK];
	int64_t tiles[LANGUAGE_RANK];       /* that each warp takes in a row */
	int64_t element_bits;
};

/* Whether the encoding is of matrices, or of batches of them: a fault if not. */
static bool is_of_matrices(struct encoding *encoding) {
	int rank = encoding->tensor->rank;
	return rank == 2 || rank == 3 || reader_fault(encoding->reader, encoding->term->span, FAULT_RANK,
		"this encoding is about tensors of rank 2 or 3");
}

/* The fields of #ttg.amd_mfma into "mfma". Faults where the instruction is none of AMD's. */
static bool read_mfma(struct encoding *encoding, struct mfma *mfma) {
	int rank = encoding->tensor->rank;
	int64_t instruction[3] = { 0 };
	const struct term *field = encoding_field(encoding, "instrShape");
	if (field != NULL) {
		term_ints(encoding->reader, field, instruction, 3);
	}
	*mfma = (struct mfma){ .m = instruction[0], .n = instruction[1], .k = instruction[2],
		.transposed = encoding_bool(encoding, "isTransposed transposed"), .element_bits = 32 };
	if (!is_of_matrices(encoding) || !encoding_extents(encoding, "warpsPerCTA", rank, mfma->warps)) {
		return false;
	}
	for (int i = 0; i < LANGUAGE_RANK; i++) {
		mfma->tiles[i] = 1;
	}
	if (encoding_field(encoding, "tilesPerWarp") != NULL
		&& !encoding_extents(encoding, "tilesPerWarp", rank, mfma->tiles)) {
		return false;
	}
	if (encoding_field(encoding, "elementBitWidth element_bitwidth") != NULL) {
		mfma->element_bits = encoding_int(encoding, "elementBitWidth element_bitwidth", 8, 64);
	}
	/* The same in Triton 3.5, by type. */
	const struct term *type = encoding_field(encoding, "elementType elem_type");
	if (type != NULL) {
		mfma->element_bits = type_bits(term_last_name(type->text));
		if (mfma->element_bits == 0) {
			return reader_fault(encoding->reader, type->span, FAULT_NAME, "expected an element type such as f32");
		}
	}
	bool is_square = mfma->m == mfma->n && (mfma->m == 32 || mfma->m == 16);
	bool is_known = is_square || (mfma->m == 4 && mfma->n == 64) || (mfma->m == 64 && mfma->n == 4);
	if (!reader_failed(encoding->reader) && !is_known) {
		return reader_fault(encoding->reader, field != NULL ? field->span : encoding->term->span, FAULT_DOMAIN,
			"expected the instruction 32x32, 16x16, 4x64 or 64x4");
	}
	return !reader_failed(encoding->reader);
}

/* Grow registers to the whole tensor along "d": those beyond what a block holds become 0, and stay. */
static void grow_whole(const struct encoding *encoding, int d, struct linear_layout *out) {
	linear_layout_identity(out, LINEAR_REGISTER, encoding->tensor->shape[d] / out->size[d], d);
}

/*
 * #ttg.amd_mfma, the accumulator of an mfma instruction: runs of 4 rows in registers (one of 64 bits), columns over
 * lanes, the rest of the rows over lanes and then registers; tiles and warps follow. "isTransposed" exchanges rows
 * and columns.
 */
bool triton_read_mfma(struct encoding *encoding, struct linear_layout *out) {
	struct mfma mfma;
	if (!read_mfma(encoding, &mfma)) {
		return false;
	}
	if (mfma.m == 64 && !mfma.transposed) {
		return reader_fault(encoding->reader, encoding->term->span, FAULT_DOMAIN,
			"the instruction 64x4 must be transposed");
	}
	int rank = encoding->tensor->rank;
	int rows = mfma.transposed ? rank - 1 : rank - 2;
	int columns = mfma.transposed ? rank - 2 : rank - 1;
	int64_t height = mfma.transposed ? mfma.n : mfma.m;
	int64_t width = mfma.transposed ? mfma.m : mfma.n;
	int64_t run = mfma.element_bits == 64 ? 1 : 4;
	linear_layout_identity(out, LINEAR_REGISTER, run, rows);
	linear_layout_identity(out, LINEAR_LANE, width, columns);
	linear_layout_identity(out, LINEAR_LANE, 64 / width, rows);
	linear_layout_identity(out, LINEAR_REGISTER, height / (run * (64 / width)), rows);
	for (int d = rank - 1; d >= 0; d--) {
		if (d >= rank - 2) {
			linear_layout_identity(out, LINEAR_REGISTER, mfma.tiles[d], d);
		}
		linear_layout_identity(out, LINEAR_WARP, mfma.warps[d], d);
		if (d == rank - 1) {
			grow_whole(encoding, d, out);
		}
	}
	int64_t order[LANGUAGE_RANK];
	encoding_order_from(rank, rank - 1, rank - 2, order);
	return encoding_finish(encoding, order, LINEAR_REGISTER, true, out);
}

/*
 * Operand 0 or 1 of an mfma: kWidth elements along K in the registers of a thread, lanes over the other dimension and
 * then along K; all of K is in registers beyond that, and tiles and warps go over the other dimension.
 */
bool triton_read_mfma_operand(struct encoding *operand, struct encoding *parent, struct linear_layout *out) {
	struct mfma mfma;
	int64_t width = encoding_int(operand, "kWidth", 1, 64);
	int64_t index = encoding_int(operand, "opIdx operand_index", 0, 1);
	if (reader_failed(operand->reader) || !read_mfma(parent, &mfma)) {
		return false;
	}
	if (log2_exact(width) < 0) {
		return reader_fault(operand->reader, operand->term->span, FAULT_DOMAIN, "expected a power of two as kWidth");
	}
	int rank = operand->tensor->rank;
	int k = index == 0 ? rank - 1 : rank - 2;
	int other = index == 0 ? rank - 2 : rank - 1;
	int64_t lanes = index == 0 ? mfma.m : mfma.n;
	linear_layout_identity(out, LINEAR_REGISTER, width, k);
	linear_layout_identity(out, LINEAR_LANE, lanes, other);
	linear_layout_identity(out, LINEAR_LANE, 64 / lanes, k);
	if (mfma.m != mfma.n && lanes == 64) {
		/* as far along K as the 16 lanes of the operand with 4 rows or columns */
		linear_layout_identity(out, LINEAR_REGISTER, 16, k);
	}
	grow_whole(parent, k, out);
	linear_layout_identity(out, LINEAR_REGISTER, mfma.tiles[other], other);
	for (int d = rank - 1; d >= 0; d--) {
		linear_layout_identity(out, LINEAR_WARP, mfma.warps[d], d); /* 0 along K, all of which the registers have */
	}
	int64_t order[LANGUAGE_RANK];
	encoding_order_from(rank, k, other, order);
	return encoding_finish(parent, order, LINEAR_REGISTER, true, out);
}

/* --- #ttg.amd_wmma --- */

struct wmma {
	int64_t version;
	bool transposed;
	int64_t instruction[3];
	struct linear_layout tiles;         /* registers and warps, in units of the instruction's tile */
};

/* The shape is one that the version has. */
static bool is_wmma_instruction(const struct wmma *wmma) {
	int64_t k = wmma->instruction[2];
	if (wmma->instruction[1] != 16) {
		return false;
	}
	if (wmma->instruction[0] == 32) {
		return wmma->version == 3 && k == 128;
	}
	return wmma->instruction[0] == 16 && (wmma->version == 3 ? k == 4 || k == 32 || k == 64 || k == 128
		: k == 16 || (k == 32 && wmma->version == 2));
}

/* Warps as they were written before there was a ctaLayout: so many along each dimension, along the last one first. */
static bool read_warps_per_cta(struct encoding *encoding, struct linear_layout *tiles) {
	int64_t warps[LANGUAGE_RANK];
	if (!encoding_extents(encoding, "warpsPerCTA warps_per_cta", tiles->rank, warps)) {
		return false;
	}
	for (int d = tiles->rank - 1; d >= 0; d--) {
		linear_layout_identity(tiles, LINEAR_WARP, warps[d], d);
	}
	return true;
}

/* The fields of #ttg.amd_wmma into "wmma". Faults where the instruction is none of AMD's. */
static bool read_wmma(struct encoding *encoding, struct wmma *wmma) {
	int rank = encoding->tensor->rank;
	*wmma = (struct wmma){ .instruction = { 16, 16, 16 } };
	wmma->version = encoding_int(encoding, "version", 1, 3);
	wmma->transposed = encoding_bool(encoding, "isTranspose transposed isTransposed");
	linear_layout_init(&wmma->tiles, LINEAR_DISTRIBUTED, rank);
	const struct term *field = encoding_field(encoding, "instrShape");
	if (field != NULL && term_ints(encoding->reader, field, wmma->instruction, 3) != 3) {
		return reader_fault(encoding->reader, field->span, FAULT_DOMAIN, "expected the instruction M, N, K");
	}
	if (!reader_failed(encoding->reader) && !is_wmma_instruction(wmma)) {
		static const char *const known[] = { "16, 16, 16", "16, 16, 16 or 32",
			"16, 16, 4, 32, 64 or 128, or 32, 16, 128" };
		return reader_fault(encoding->reader, field != NULL ? field->span : encoding->term->span, FAULT_DOMAIN,
			"version %" PRId64 " has the instructions %s, not %" PRId64 ", %" PRId64 ", %" PRId64, wmma->version,
			known[wmma->version - 1], wmma->instruction[0], wmma->instruction[1], wmma->instruction[2]);
	}
	const struct term *layout = encoding_field(encoding, "ctaLayout");
	const struct term *warps = layout != NULL ? term_field(layout, "warp") : encoding_field(encoding, "warpBases");
	const struct term *registers = layout != NULL ? term_field(layout, "register") : encoding_field(encoding,
		"regBases");
	const struct term *extents = encoding_field(encoding, "warpsPerCTA warps_per_cta");
	if (extents != NULL && (layout != NULL || warps != NULL)) {
		return reader_fault(encoding->reader, extents->span, FAULT_SYNTAX, "the bases say where the warps are");
	}
	return is_of_matrices(encoding) && !reader_failed(encoding->reader)
		&& (extents != NULL ? read_warps_per_cta(encoding, &wmma->tiles)
			: linear_layout_read_bases(encoding->reader, warps, rank, &wmma->tiles, LINEAR_WARP))
		&& linear_layout_read_bases(encoding->reader, registers, rank, &wmma->tiles, LINEAR_REGISTER);
}

/*
 * Put the tiles behind "out", which is one of them: bases in units of its extents, none along "broadcast". An operand,
 * which is broadcast, has each of its elements in one register; the accumulator has those that the text repeats.
 */
static void put_wmma_tiles(const struct wmma *wmma, int broadcast, struct linear_layout *out) {
	static const int inputs[] = { LINEAR_REGISTER, LINEAR_WARP };
	int64_t tile[LANGUAGE_RANK];
	memcpy(tile, out->size, sizeof tile);
	for (int i = 0; i < 2; i++) {
		const struct bases *bases = &wmma->tiles.in[inputs[i]];
		for (int bit = 0; bit < bases->count; bit++) {
			int64_t basis[LANGUAGE_RANK] = { 0 };
			bool is_zero = true;
			for (int d = 0; d < out->rank; d++) {
				basis[d] = d == broadcast ? 0 : bases->at[bit][d] * tile[d];
				is_zero = is_zero && basis[d] == 0;
				while (out->size[d] <= basis[d]) {
					out->size[d] *= 2;
				}
			}
			if (inputs[i] == LINEAR_WARP || broadcast < 0 || !is_zero) {
				linear_layout_append(out, inputs[i], basis);
			}
		}
	}
}

/*
 * #ttg.amd_wmma, the accumulator: 16 lanes over columns, the two halves of a wavefront over rows as the version has
 * them.
 */
bool triton_read_wmma(struct encoding *encoding, struct linear_layout *out) {
	struct wmma wmma;
	if (!read_wmma(encoding, &wmma)) {
		return false;
	}
	int rank = encoding->tensor->rank;
	int m = wmma.transposed ? rank - 1 : rank - 2;
	int n = wmma.transposed ? rank - 2 : rank - 1;
	linear_layout_identity(out, LINEAR_LANE, 16, n);
	if (wmma.version == 1) {
		linear_layout_identity(out, LINEAR_LANE, 2, m);
		linear_layout_identity(out, LINEAR_REGISTER, 8, m);
	} else {
		linear_layout_identity(out, LINEAR_REGISTER, 8, m);
		linear_layout_identity(out, LINEAR_LANE, 2, m);
	}
	linear_layout_identity(out, LINEAR_REGISTER, wmma.instruction[0] / 16, m);
	put_wmma_tiles(&wmma, -1, out);
	int64_t order[LANGUAGE_RANK];
	encoding_order_from(rank, rank - 1, rank - 2, order);
	return encoding_finish(encoding, order, LINEAR_REGISTER, true, out);
}

/*
 * Operand 0 or 1 of a wmma: as for mfma, with 16 lanes over the other dimension. The two halves of a wavefront hold
 * the same in version 1, and follow each other along K in version 2.
 */
bool triton_read_wmma_operand(struct encoding *operand, struct encoding *parent, struct linear_layout *out) {
	struct wmma wmma;
	int64_t width = encoding_int(operand, "kWidth", 1, 64);
	int64_t index = encoding_int(operand, "opIdx operand_index", 0, 1);
	if (reader_failed(operand->reader) || !read_wmma(parent, &wmma)) {
		return false;
	}
	if (log2_exact(width) < 0) {
		return reader_fault(operand->reader, operand->term->span, FAULT_DOMAIN, "expected a power of two as kWidth");
	}
	if ((wmma.version == 1 && width != 8 && width != 16) || (wmma.version == 2 && (width < 4 || width > 16))) {
		return reader_fault(operand->reader, operand->term->span, FAULT_DOMAIN, "version %" PRId64 " has %s as kWidth, "
			"not %" PRId64, wmma.version, wmma.version == 1 ? "8 or 16" : "4, 8 or 16", width);
	}
	int rank = operand->tensor->rank;
	int k = index == 0 ? rank - 1 : rank - 2;
	int other = index == 0 ? rank - 2 : rank - 1;
	linear_layout_identity(out, LINEAR_REGISTER, width, k);
	linear_layout_identity(out, LINEAR_LANE, 16, other);
	if (wmma.version == 1) {
		linear_layout_zeros(out, LINEAR_LANE, 2);
	} else {
		linear_layout_identity(out, LINEAR_LANE, 2, k);
	}
	int64_t covered = out->size[k];
	if (wmma.version > 1 && wmma.instruction[2] > covered) {
		linear_layout_identity(out, LINEAR_REGISTER, wmma.instruction[2] / covered, k);
	}
	if (wmma.transposed == (index == 1)) {
		linear_layout_identity(out, LINEAR_REGISTER, wmma.instruction[0] / 16, other);
	}
	put_wmma_tiles(&wmma, k, out);
	int64_t order[LANGUAGE_RANK];
	encoding_order_from(rank, k, other, order);
	parent->broadcast = k;
	return encoding_finish(parent, order, LINEAR_REGISTER, true, out);
}
