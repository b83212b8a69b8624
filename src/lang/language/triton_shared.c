/* Encodings of shared and tensor memory: linear layouts from offsets, or rows and columns, to coordinates. */
#include <inttypes.h>

#include "lang/language/triton.h"

/*
 * #ttg.swizzled_shared: column c of row w is stored at vec * phase xor c with phase = w / perPhase mod maxPhase, where
 * columns are along the fastest dimension and rows along the next.
 */
bool triton_read_shared(struct encoding *encoding, struct linear_layout *out) {
	int rank = encoding->tensor->rank;
	int64_t order[LANGUAGE_RANK];
	int64_t shape[LANGUAGE_RANK];
	int64_t vec = encoding_int(encoding, "vec", 1, 1 << 20);
	int64_t per_phase = encoding_int(encoding, "perPhase", 1, 1 << 20);
	int64_t max_phase = encoding_int(encoding, "maxPhase", 1, 1 << 20);
	if (reader_failed(encoding->reader) || !encoding_order(encoding, "order", order)
		|| !encoding_block_shape(encoding, shape)) {
		return false;
	}
	if (log2_exact(vec) < 0 || log2_exact(per_phase) < 0 || log2_exact(max_phase) < 0) {
		return reader_fault(encoding->reader, encoding->term->span, FAULT_DOMAIN,
			"expected powers of two as vec, perPhase and "
			"maxPhase");
	}
	if (encoding_bool(encoding, "hasLeadingOffset")) {
		return reader_fault(encoding->reader, encoding->term->span, FAULT_UNSUPPORTED,
			"hasLeadingOffset is now written "
			"#ttg.nvmma_shared");
	}
	int column = (int)order[0];
	linear_layout_identity(out, LINEAR_OFFSET, shape[column], column);
	for (int i = 1; i < rank; i++) {
		int row = (int)order[i];
		for (int64_t r = 1; r < shape[row]; r *= 2) {
			int64_t basis[LANGUAGE_RANK] = { 0 };
			basis[row] = r;
			basis[column] = i == 1 ? vec * (r / per_phase % max_phase) % shape[column] : 0;
			linear_layout_append(out, LINEAR_OFFSET, basis);
		}
		out->size[row] = shape[row];
	}
	return encoding_finish(encoding, order, LINEAR_OFFSET, true, out);
}

/* A box of the tensor memory accelerator, of which a layout that is written by it is made. */
struct box {
	int64_t columns;             /* of a row of the swizzle */
	int64_t vec;                 /* elements that move together, 16 bytes */
	int64_t width;               /* of the swizzle, in bytes */
	bool padded;                 /* for fp4: 8 bytes of each 16 are not used */
};

enum { BOX_EXTENT = 256 };       /* the most of a dimension in one box */

/* Grow "linear" from dimension "first" on in steps of "step" to the extents of "shape". */
static void grow(const int64_t *shape, int first, int step, struct linear_layout *linear) {
	for (int d = first; d >= 0 && d < linear->rank; d += step) {
		linear_layout_identity(linear, LINEAR_OFFSET, shape[d] / linear->size[d], d);
	}
}

/*
 * Without a swizzle a box is row-major. A transposed one of three and more dimensions has the extents in turned order,
 * (a, last, ..., b), but the dimensions in that of the inverse turn, (last but one, ..., a, last), as the compiler does
 * it; where an extent of the box is more than its dimension has, the bits are unused.
 */
static bool put_plain_box(struct encoding *encoding, const int64_t *shape, bool transposed,
	struct linear_layout *out) {
	int rank = encoding->tensor->rank;
	for (int i = 0; i < rank; i++) {
		int d = !transposed ? rank - 1 - i : (2 * rank - 2 - i) % rank;
		int64_t extent = shape[!transposed ? d : (rank - i) % rank];
		linear_layout_identity(out, LINEAR_OFFSET, extent < BOX_EXTENT ? extent : BOX_EXTENT, d);
	}
	linear_layout_clip(out, shape);
	grow(shape, rank - 1, -1, out);
	return encoding_finish(encoding, (int64_t[LANGUAGE_RANK]){ 0, 1, 2, 3, 4, 5, 6, 7 }, LINEAR_OFFSET, true, out);
}

/* How the elements of a swizzled box are counted: dimensions from the fastest on, and bits of the extent of each. */
struct box_order {
	int rank;
	int dimensions[LANGUAGE_RANK];
	int bits[LANGUAGE_RANK];
};

/* Set "basis" to the coordinate of the element of the box whose number is 2 to the power of "bit". */
static void element_of_box(const struct box_order *order, int bit, int64_t *basis) {
	for (int i = 0; i < order->rank; i++) {
		if (bit < order->bits[i]) {
			basis[order->dimensions[i]] = (int64_t)1 << bit;
			return;
		}
		bit -= order->bits[i];
	}
}

/*
 * The first columns of all rows, 16 bytes of a row at a time moved; then the other columns, then the next boxes. A row
 * is along the last dimension; of a transposed layout the last dimension counts rows, and a row has all others, from
 * the first on, although the elements are counted with the last one behind the first, as the compiler does it.
 */
static bool put_swizzled_box(struct encoding *encoding, const struct box *box, const int64_t *shape, bool transposed,
	struct linear_layout *out) {
	int rank = encoding->tensor->rank;
	int column = transposed ? 0 : rank - 1;
	struct box_order order = { .rank = rank };
	int all = 0;
	for (int i = 0; i < rank; i++) {
		int d = !transposed ? rank - 1 - i : (rank - i) % rank;
		int64_t extent = d == column ? box->columns : shape[d] < BOX_EXTENT ? shape[d] : BOX_EXTENT;
		order.dimensions[i] = d;
		order.bits[i] = log2_exact(extent);
		all += order.bits[i];
		out->size[d] = extent;
	}
	int row_bits = !transposed ? all - order.bits[0] : order.bits[1];
	if (row_bits < 3) {
		return reader_fault(encoding->reader, encoding->term->span, FAULT_DOMAIN,
			"a swizzle takes at least 8 rows, saw %d", 1 << row_bits);
	}
	for (int bit = 0; bit < order.bits[0]; bit++) {
		int64_t basis[LANGUAGE_RANK] = { 0 };
		if (box->padded && (int64_t)1 << bit == box->vec) {
			linear_layout_zeros(out, LINEAR_OFFSET, 2);
		}
		element_of_box(&order, bit, basis);
		linear_layout_append(out, LINEAR_OFFSET, basis);
	}
	for (int bit = 0; bit < row_bits; bit++) {
		int64_t basis[LANGUAGE_RANK] = { 0 };
		element_of_box(&order, all - row_bits + bit, basis);
		basis[column] = bit < 3 ? box->vec * ((1 << bit) / (128 / box->width)) : 0;
		linear_layout_append(out, LINEAR_OFFSET, basis);
	}
	for (int bit = order.bits[0]; bit < all - row_bits; bit++) {
		int64_t basis[LANGUAGE_RANK] = { 0 };
		element_of_box(&order, bit, basis);
		linear_layout_append(out, LINEAR_OFFSET, basis);
	}
	grow(shape, 0, 1, out);
	return encoding_finish(encoding, (int64_t[LANGUAGE_RANK]){ 0 }, LINEAR_OFFSET, true, out);
}

/*
 * #ttg.nvmma_shared: boxes of at most 256 in each dimension, swizzled ones as wide as the swizzle, the smallest that
 * hold the tensor.
 */
bool triton_read_nvmma_shared(struct encoding *encoding, struct linear_layout *out) {
	int rank = encoding->tensor->rank;
	int64_t shape[LANGUAGE_RANK];
	int64_t width = encoding_int(encoding, "swizzlingByteWidth swizzle_byte_width", 0, 128);
	int64_t bits = encoding_int(encoding, "elementBitWidth element_bitwidth", 4, 64);
	bool transposed = encoding_bool(encoding, "transposed");
	bool padded = encoding_bool(encoding, "fp4Padded");
	if (reader_failed(encoding->reader) || !encoding_block_shape(encoding, shape)) {
		return false;
	}
	if (width == 0) {
		return put_plain_box(encoding, shape, transposed, out);
	}
	if ((width != 32 && width != 64 && width != 128) || log2_exact(bits) < 0) {
		return reader_fault(encoding->reader, encoding->term->span, FAULT_DOMAIN,
			"expected a swizzle of 0, 32, 64 or 128 bytes, and elements of a power of two of bits");
	}
	if (rank < 2) {
		return reader_fault(encoding->reader, encoding->term->span, FAULT_UNSUPPORTED,
			"a swizzle takes at least two dimensions");
	}
	int column = transposed ? 0 : rank - 1;
	struct box box = { .columns = width * 8 / bits / (padded ? 2 : 1), .vec = 128 / bits / (padded ? 2 : 1),
		.width = width, .padded = padded };
	if (shape[column] < box.columns) {
		return reader_fault(encoding->reader, encoding->term->span, FAULT_DOMAIN,
			"the extent %" PRId64 " along dimension %d is too small for a swizzle of %" PRId64 " bytes, which takes "
			"%" PRId64, shape[column], column, width, box.columns);
	}
	return put_swizzled_box(encoding, &box, shape, transposed, out);
}

/* [32:+4, 256:+16], or [[32, 4], [256, 16]] in Gluon: after each interval, so many elements are not used. */
static bool read_pads(struct encoding *encoding, struct linear_layout *out) {
	const struct term *pads = encoding->term->count > 0 ? &encoding->term->items[0] : NULL;
	if (encoding->term->bracket == '(') {
		pads = encoding_field(encoding, "interval_padding_pairs");
	}
	if (pads == NULL || pads->kind != TERM_LIST || pads->count > LINEAR_PADS) {
		return reader_fault(encoding->reader, encoding->term->span, FAULT_SYNTAX,
			"expected at most %d pairs interval:+padding",
			LINEAR_PADS);
	}
	for (int i = 0; i < pads->count; i++) {
		const struct term *pair = &pads->items[i];
		if (pair->count != 2 || (pair->kind != TERM_LIST && pair->op != OPERATOR_COLON)) {
			return reader_fault(encoding->reader, pair->span, FAULT_SYNTAX, "expected interval:+padding");
		}
		const struct term *pad = &pair->items[1];
		pad = pad->kind == TERM_UNARY && pad->op == OPERATOR_ADD ? &pad->items[0] : pad;
		out->interval[i] = term_int(encoding->reader, &pair->items[0], 1, 1 << 24);
		out->pad[i] = term_int(encoding->reader, pad, 1, 1 << 24);
		if (log2_exact(out->interval[i]) < 0 || log2_exact(out->pad[i]) < 0) {
			return reader_fault(encoding->reader, pair->span, FAULT_DOMAIN,
				"expected powers of two as interval and padding");
		}
	}
	out->pad_count = pads->count;
	return !reader_failed(encoding->reader);
}

/* The extents that the encoding names are those of the tensor: unlike the others it is about one shape. */
static bool require_shape(struct encoding *encoding) {
	const struct term *shape = encoding_field(encoding, "shape");
	int64_t extents[LANGUAGE_RANK];
	int rank = encoding->tensor->rank;
	if (shape == NULL) {
		return true;
	}
	int count = term_ints(encoding->reader, shape, extents, LANGUAGE_RANK);
	for (int d = 0; d < rank && !reader_failed(encoding->reader); d++) {
		if (count != rank || extents[d] != encoding->tensor->shape[d]) {
			reader_fault(encoding->reader, shape->span, FAULT_DOMAIN,
				"the encoding is about another shape than that of the tensor, which has %" PRId64 " in dimension %d",
				encoding->tensor->shape[d], d);
		}
	}
	return !reader_failed(encoding->reader);
}

bool triton_read_padded(struct encoding *encoding, struct linear_layout *out) {
	if (!read_pads(encoding, out)) {
		return false;
	}
	struct encoding inner = *encoding;
	if (encoding->term->bracket == '<' && encoding->term->count > 1) {
		inner.fields = &encoding->term->items[1];
	}
	if (!require_shape(&inner)) {
		return false;
	}
	if (encoding_field(&inner, "offset offset_bases") != NULL) {
		return triton_read_shared_linear(&inner, out);
	}
	int64_t order[LANGUAGE_RANK];
	return encoding_order(&inner, "order", order) && encoding_finish(&inner, order, LINEAR_OFFSET, true, out);
}

bool triton_read_shared_linear(struct encoding *encoding, struct linear_layout *out) {
	const struct term *bases = encoding_field(encoding, "offset offset_bases");
	if (bases == NULL) {
		return reader_fault(encoding->reader, encoding->term->span, FAULT_SYNTAX,
			"expected offset = [[...]] in this encoding");
	}
	const struct term *blocks = encoding_field(encoding, "block block_bases cga_layout");
	return linear_layout_read_bases(encoding->reader, bases, encoding->tensor->rank, out, LINEAR_OFFSET)
		&& linear_layout_read_bases(encoding->reader, blocks, encoding->tensor->rank, out, LINEAR_BLOCK);
}

/* --- tensor memory --- */

/* A field that may be left out. */
static int64_t int_or(struct encoding *encoding, const char *names, int64_t otherwise) {
	return encoding_field(encoding, names) == NULL ? otherwise : encoding_int(encoding, names, 1,
		1 << 20);
}

/* The block of tensor memory, as a pair or in two fields. */
static bool read_block(struct encoding *encoding, int64_t *block) {
	const struct term *pair = encoding_field(encoding, "block");
	if (pair != NULL) {
		return term_ints(encoding->reader, pair, block, 2) == 2 || reader_fault(encoding->reader, pair->span,
			FAULT_SYNTAX,
			"expected (blockM, blockN)");
	}
	block[0] = encoding_int(encoding, "blockM", 1, 256);
	block[1] = encoding_int(encoding, "blockN", 1, 1 << 20);
	return !reader_failed(encoding->reader);
}

/* The memory of one block, each column used. */
static bool require_plain(struct encoding *encoding) {
	const struct term *cga = encoding_field(encoding, "CGALayout cga_layout");
	const struct term *mode = encoding_field(encoding, "CTAMode");
	bool is_plain = !encoding_bool(encoding, "fp4Padded fp4_padded") && !encoding_bool(encoding, "twoCTAs two_ctas")
		&& (cga == NULL || cga->count == 0) && (mode == NULL || term_is_name(mode, "default"))
		&& int_or(encoding, "CTASplitM", 1) == 1 && int_or(encoding, "CTASplitN", 1) == 1;
	return is_plain || reader_fault(encoding->reader, encoding->term->span, FAULT_UNSUPPORTED,
		"tensor memory of two blocks, or padded for fp4, is not known");
}

/* Blocks of 128 rows fill the 128 rows; two blocks of 64 rows share them, in turns of 16. */
bool triton_read_tensor_memory(struct encoding *encoding, struct linear_layout *out) {
	int64_t block[2];
	const int64_t *shape = encoding->tensor->shape;
	int64_t stride = int_or(encoding, "colStride col_stride", 1);
	if (encoding->tensor->rank != 2) {
		return reader_fault(encoding->reader, encoding->term->span, FAULT_RANK,
			"tensor memory holds tensors of rank 2");
	}
	if (!read_block(encoding, block)) {
		return false;
	}
	if (!require_plain(encoding)) {
		return false;
	}
	if ((block[0] != 64 && block[0] != 128) || log2_exact(block[1]) < 0 || log2_exact(stride) < 0
		|| shape[0] < block[0]) {
		return reader_fault(encoding->reader, encoding->term->span, FAULT_DOMAIN,
			"expected blockM 64 or 128, no more than the "
			"tensor has rows, and powers of two");
	}
	int64_t columns = block[1] < shape[1] ? block[1] : shape[1];
	linear_layout_zeros(out, LINEAR_COL, stride);
	linear_layout_identity(out, LINEAR_COL, columns, 1);
	linear_layout_identity(out, LINEAR_ROW, block[0] == 64 ? 16 : 128, 0);
	if (block[0] == 64) {
		int64_t rest[2] = { 0 };
		if (shape[0] > 64) {
			rest[0] = 64;
		} else if (shape[1] > columns) {
			rest[1] = columns;
		}
		linear_layout_append(out, LINEAR_ROW, rest);
		linear_layout_identity(out, LINEAR_ROW, 4, 0);
		linear_layout_span(out);
	}
	linear_layout_identity(out, LINEAR_COL, shape[0] / out->size[0], 0);
	linear_layout_identity(out, LINEAR_COL, shape[1] / out->size[1], 1);
	return true;
}

/* 32 rows, which the other 96 repeat; then columns of four scales for two times 32 rows, and so on. */
bool triton_read_tensor_memory_scales(struct encoding *encoding, struct linear_layout *out) {
	const int64_t *shape = encoding->tensor->shape;
	if (encoding->tensor->rank != 2) {
		return reader_fault(encoding->reader, encoding->term->span, FAULT_RANK,
			"tensor memory holds tensors of rank 2");
	}
	if (!require_plain(encoding)) {
		return false;
	}
	linear_layout_identity(out, LINEAR_ROW, 32, 0);
	linear_layout_zeros(out, LINEAR_ROW, 4);
	linear_layout_identity(out, LINEAR_COL, 4, 1);
	linear_layout_identity(out, LINEAR_COL, 2, 0);
	for (int d = 0; d < 2; d++) {
		linear_layout_identity(out, LINEAR_COL, shape[d] / out->size[d], d);
	}
	linear_layout_clip(out, shape);
	return true;
}
