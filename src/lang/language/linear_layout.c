/*
 * Bases are kept input by input from the lowest bit on. A basis of zeros is a copy: inputs that differ in its bit
 * hold the same element. Everything is linear over GF(2), so that a layout is known by its bases alone.
 */
#include "lang/language/linear_layout.h"

#include <inttypes.h>

void linear_layout_init(struct linear_layout *linear, enum linear_kind kind, int rank) {
	memset(linear, 0, sizeof *linear);
	linear->kind = kind;
	linear->rank = rank;
	for (int i = 0; i < LANGUAGE_RANK; i++) {
		linear->size[i] = 1;
	}
}

int log2_exact(int64_t n) {
	if (n < 1 || (n & (n - 1)) != 0) {
		return -1;
	}
	int bits = 0;
	while (n > 1) {
		n >>= 1;
		bits++;
	}
	return bits;
}

void linear_layout_append(struct linear_layout *linear, int input, const int64_t *basis) {
	struct bases *bases = &linear->in[input];
	if (bases->count < LINEAR_BITS) {
		memset(bases->at[bases->count], 0, sizeof *bases->at);
		memcpy(bases->at[bases->count], basis, (size_t)linear->rank * sizeof *basis);
		bases->count++;
	} else {
		linear->lacks_bases = true;
	}
}

void linear_layout_identity(struct linear_layout *linear, int input, int64_t n, int dimension) {
	for (; n > 1; n /= 2) {
		int64_t basis[LANGUAGE_RANK] = { 0 };
		basis[dimension] = linear->size[dimension];
		linear->size[dimension] *= 2;
		linear_layout_append(linear, input, basis);
	}
}

void linear_layout_zeros(struct linear_layout *linear, int input, int64_t n) {
	static const int64_t zero[LANGUAGE_RANK];
	for (; n > 1; n /= 2) {
		linear_layout_append(linear, input, zero);
	}
}

void linear_layout_span(struct linear_layout *linear) {
	for (int d = 0; d < linear->rank; d++) {
		linear->size[d] = 1;
		for (int input = 0; input < LINEAR_INPUTS; input++) {
			for (int bit = 0; bit < linear->in[input].count; bit++) {
				while (linear->size[d] <= linear->in[input].at[bit][d]) {
					linear->size[d] *= 2;
				}
			}
		}
	}
}

void linear_layout_clip(struct linear_layout *linear, const int64_t *shape) {
	for (int input = 0; input < LINEAR_INPUTS; input++) {
		for (int bit = 0; bit < linear->in[input].count; bit++) {
			for (int d = 0; d < linear->rank; d++) {
				int64_t *basis = &linear->in[input].at[bit][d];
				*basis = *basis >= shape[d] ? 0 : *basis;
			}
		}
	}
}

void linear_layout_apply(const struct linear_layout *linear, int input, int64_t index, int64_t *coordinate) {
	const struct bases *bases = &linear->in[input];
	for (int bit = 0; bit < bases->count; bit++) {
		for (int i = 0; (index >> bit & 1) != 0 && i < linear->rank; i++) {
			coordinate[i] ^= bases->at[bit][i];
		}
	}
}

bool linear_layout_take(struct reader *reader, struct span span, struct linear_layout *linear, int input,
	const int64_t *basis, int rank) {
	for (int d = 0; d < rank; d++) {
		if (basis[d] < 0) {
			return reader_fault(reader, span, FAULT_DOMAIN, "a basis has no negative numbers");
		}
		if (basis[d] >> LINEAR_BITS != 0) {
			return reader_fault(reader, span, FAULT_LIMIT, "a basis is less than 2^%d", LINEAR_BITS);
		}
	}
	linear_layout_append(linear, input, basis);
	return true;
}

bool linear_layout_read_bases(struct reader *reader, const struct term *term, int rank, struct linear_layout *linear,
	int input) {
	if (term == NULL) {
		return true;
	}
	if (term->kind != TERM_LIST || term->count > LINEAR_BITS) {
		return reader_fault(reader, term->span, FAULT_SYNTAX, "expected a list of at most %d bases", LINEAR_BITS);
	}
	for (int i = 0; i < term->count; i++) {
		int64_t basis[LANGUAGE_RANK] = { 0 };
		int count = term_ints(reader, &term->items[i], basis, LANGUAGE_RANK);
		if (count != rank) {
			return reader_fault(reader, term->items[i].span, FAULT_RANK, "expected a basis of %d numbers, saw %d",
				rank, count);
		}
		if (!linear_layout_take(reader, term->items[i].span, linear, input, basis, rank)) {
			return false;
		}
	}
	return !reader_failed(reader);
}

/* The number of bits of the inputs from "first" to "last". */
static int bits_from(const struct linear_layout *linear, int first, int last) {
	int bits = 0;
	for (int input = first; input <= last; input++) {
		bits += linear->in[input].count;
	}
	return bits;
}

/* Every basis lies in the tensor, so that every xor of them does: extents are powers of two. */
static bool require_inside(struct reader *reader, struct span span, const struct linear_layout *linear,
	const int64_t *shape) {
	for (int i = 0; i < linear->rank; i++) {
		if (log2_exact(shape[i]) < 0) {
			return reader_fault(reader, span, FAULT_UNSUPPORTED, "linear layouts have powers of two as extents, not "
				"%" PRId64,
				shape[i]);
		}
	}
	for (int input = 0; input < LINEAR_INPUTS; input++) {
		for (int bit = 0; bit < linear->in[input].count; bit++) {
			for (int i = 0; i < linear->rank; i++) {
				if (linear->in[input].at[bit][i] >= shape[i]) {
					return reader_fault(reader, span, FAULT_DOMAIN, "a basis has %" PRId64 " in dimension %d, whose "
						"extent is %"
						PRId64, linear->in[input].at[bit][i], i, shape[i]);
				}
			}
		}
	}
	return true;
}

/* The ownership that "linear" is: threads are its lanes, warps and blocks, values its registers. */
static bool denote_distributed(struct reader *reader, struct span span, const struct linear_layout *linear,
	struct denotation *denotation) {
	int thread_bits = bits_from(linear, LINEAR_LANE, LINEAR_BLOCK);
	int value_bits = linear->in[LINEAR_REGISTER].count;
	if (thread_bits + value_bits > 24) {
		return reader_fault(reader, span, FAULT_LIMIT, "more than %d pairs of thread and value", LIMIT_DENOTED);
	}
	int64_t *table = denotation_ownership(reader, span, denotation, (int64_t)1 << thread_bits,
		(int64_t)1 << value_bits);
	for (int64_t i = 0; i < denotation->count; i++) {
		int64_t coordinate[LANGUAGE_RANK] = { 0 };
		int64_t thread = i;
		for (int input = LINEAR_LANE; input <= LINEAR_BLOCK; input++) {
			linear_layout_apply(linear, input, thread, coordinate);
			thread >>= linear->in[input].count;
		}
		linear_layout_apply(linear, LINEAR_REGISTER, thread, coordinate);
		table[i] = coordinate_number(denotation->shape, denotation->rank, coordinate);
	}
	denotation->lanes = (int64_t)1 << linear->in[LINEAR_LANE].count;
	denotation->block = denotation->lanes << linear->in[LINEAR_WARP].count;
	denotation->order = "value = register; thread = lane, warp, block from the lowest bit on; coordinates column-major";
	return true;
}

/* The offset behind the padding. */
static int64_t padded(const struct linear_layout *linear, int64_t offset) {
	int64_t result = offset;
	for (int i = 0; i < linear->pad_count; i++) {
		result += offset / linear->interval[i] * linear->pad[i];
	}
	return result;
}

/*
 * The inverse of "linear" as memory: at each coordinate the least offset that is sent there, with the padding of the
 * layout. Faults where a coordinate has none.
 */
static bool denote_shared(struct reader *reader, struct span span, const struct linear_layout *linear,
	struct denotation *denotation) {
	int offset_bits = linear->in[LINEAR_OFFSET].count;
	int bits = offset_bits + linear->in[LINEAR_BLOCK].count;
	if (bits > 24) {
		return reader_fault(reader, span, FAULT_LIMIT, "more than %d offsets", LIMIT_DENOTED);
	}
	int64_t *table = denotation_memory(reader, span, denotation, denotation->shape, denotation->rank);
	if (reader_failed(reader)) {
		return false;
	}
	for (int64_t i = 0; i < denotation->count; i++) {
		table[i] = -1;
	}
	for (int64_t i = ((int64_t)1 << bits) - 1; i >= 0; i--) {
		int64_t coordinate[LANGUAGE_RANK] = { 0 };
		int64_t offset = i & (((int64_t)1 << offset_bits) - 1);
		linear_layout_apply(linear, LINEAR_OFFSET, offset, coordinate);
		linear_layout_apply(linear, LINEAR_BLOCK, i >> offset_bits, coordinate);
		table[coordinate_number(denotation->shape, denotation->rank, coordinate)] = padded(linear, offset);
	}
	for (int64_t i = 0; i < denotation->count; i++) {
		if (table[i] < 0) {
			return reader_fault(reader, span, FAULT_INJECTIVE, "no offset belongs to the coordinate with column-major "
				"number %"
				PRId64, i);
		}
	}
	denotation->inverted = true;
	denotation->order = "the text maps offsets to coordinates; shown is coordinate to offset";
	denotation->units = "elements";
	if (linear->in[LINEAR_BLOCK].count > 0) {
		denotation->note = "the offset counts in the shared memory of the block that holds the coordinate";
	}
	return true;
}

/* Store for each coordinate the least row and column that have it, and the same as digits. */
static bool denote_tensor_memory(struct reader *reader, struct span span, const struct linear_layout *linear,
	struct denotation *denotation) {
	int64_t count = extents_product(reader, span, denotation->shape, denotation->rank, LIMIT_DENOTED);
	int row_bits = linear->in[LINEAR_ROW].count;
	int bits = row_bits + linear->in[LINEAR_COL].count;
	if (reader_failed(reader) || bits > 24) {
		return reader_fault(reader, span, FAULT_LIMIT, "more than %d cells", LIMIT_DENOTED);
	}
	int64_t *rows = arena_array(reader->al->arena, (size_t)count, sizeof *rows);
	int64_t *cols = arena_array(reader->al->arena, (size_t)count, sizeof *cols);
	for (int64_t i = 0; i < count; i++) {
		rows[i] = -1;
	}
	for (int64_t i = ((int64_t)1 << bits) - 1; i >= 0; i--) {
		int64_t coordinate[LANGUAGE_RANK] = { 0 };
		linear_layout_apply(linear, LINEAR_ROW, i, coordinate);
		linear_layout_apply(linear, LINEAR_COL, i >> row_bits, coordinate);
		int64_t number = coordinate_number(denotation->shape, denotation->rank, coordinate);
		rows[number] = i & (((int64_t)1 << row_bits) - 1);
		cols[number] = i >> row_bits;
	}
	struct digit *digits = arena_array(reader->al->arena, LINEAR_BITS, sizeof *digits);
	int digit_count = 0;
	for (int d = 0; d < denotation->rank; d++) {
		int64_t step = 1;
		for (int64_t k = 0; k < d; k++) {
			step *= denotation->shape[k];
		}
		for (int64_t c = 1; c < denotation->shape[d]; c *= 2) {
			int64_t at = c * step;
			if (rows[at] < 0 || (rows[at] != 0 && cols[at] != 0)) {
				return reader_fault(reader, span, FAULT_UNSUPPORTED, "a coordinate has no place in tensor memory");
			}
			digits[digit_count++] = (struct digit){ d, rows[at] != 0 ? 0 : 1, 2, rows[at] != 0 ? rows[at] : cols[at] };
		}
	}
	denotation->kind = DENOTES_PLACES;
	denotation->inverted = true;
	denotation->axis_count = 2;
	denotation->axes[0] = str_from("row");
	denotation->axes[1] = str_from("column");
	denotation->places[0] = rows;
	denotation->places[1] = cols;
	denotation->count = count;
	denotation->digits = digits;
	denotation->digit_count = digit_count;
	denotation->order = "the text maps rows and columns of tensor memory to coordinates; shown is coordinate to (row, "
		"column)";
	return true;
}

bool linear_layout_denote(struct reader *reader, struct span span, const struct linear_layout *linear,
	const int64_t *shape,
	struct denotation *denotation) {
	if (reader_failed(reader) || !require_inside(reader, span, linear, shape)) {
		return false;
	}
	denotation->rank = linear->rank;
	memmove(denotation->shape, shape, (size_t)linear->rank * sizeof *shape);
	switch (linear->kind) {
	case LINEAR_DISTRIBUTED: return denote_distributed(reader, span, linear, denotation);
	case LINEAR_SHARED: return denote_shared(reader, span, linear, denotation);
	default: return denote_tensor_memory(reader, span, linear, denotation);
	}
}

/* Make "bases" those of the table entries 1, 2, 4, ... times "step", coordinates of "shape". */
static bool take_bases(const struct denotation *denotation, int64_t n, int64_t step, struct linear_layout *linear,
	int input) {
	int bits = log2_exact(n);
	if (bits < 0) {
		return false;
	}
	for (int bit = 0; bit < bits; bit++) {
		int64_t coordinate[LANGUAGE_RANK];
		int64_t number = denotation->table[step << bit];
		if (number < 0) {
			return false;
		}
		coordinate_from_number(denotation->shape, denotation->rank, number, coordinate);
		linear_layout_append(linear, input, coordinate);
	}
	return true;
}

/* All extents are powers of two. */
static bool shape_is_binary(const struct denotation *denotation) {
	for (int i = 0; i < denotation->rank; i++) {
		if (log2_exact(denotation->shape[i]) < 0) {
			return false;
		}
	}
	return true;
}

/* Memory: the offsets are 0 to count-1, each once; the bases are the coordinates of the offsets 1, 2, 4, ... */
static bool invert_memory(const struct denotation *denotation, struct linear_layout *linear) {
	int bits = log2_exact(denotation->count);
	uint64_t seen = 0;
	for (int64_t i = 0; i < denotation->count; i++) {
		int64_t offset = denotation->table[i];
		if (offset < 0 || offset >= denotation->count) {
			return false;
		}
		int bit = log2_exact(offset);
		if (bit >= 0) {
			coordinate_from_number(denotation->shape, denotation->rank, i, linear->in[LINEAR_OFFSET].at[bit]);
			seen |= (uint64_t)1 << bit;
		}
	}
	linear->in[LINEAR_OFFSET].count = bits;
	if (seen != ((uint64_t)1 << bits) - 1) {
		return false;
	}
	for (int64_t offset = 0; offset < denotation->count; offset++) {
		int64_t coordinate[LANGUAGE_RANK] = { 0 };
		linear_layout_apply(linear, LINEAR_OFFSET, offset, coordinate);
		if (denotation->table[coordinate_number(denotation->shape, denotation->rank, coordinate)] != offset) {
			return false;
		}
	}
	return true;
}

bool linear_layout_from_denotation(const struct denotation *denotation, struct linear_layout *linear) {
	if (denotation->table == NULL || !shape_is_binary(denotation)) {
		return false;
	}
	if (denotation->kind == DENOTES_MEMORY) {
		linear_layout_init(linear, LINEAR_SHARED, denotation->rank);
		return invert_memory(denotation, linear);
	}
	linear_layout_init(linear, LINEAR_DISTRIBUTED, denotation->rank);
	int64_t warp = denotation->lanes > 0 ? denotation->lanes : 32;
	int64_t lanes = denotation->threads < warp ? denotation->threads : warp;
	int64_t block = denotation->block > 0 && denotation->block < denotation->threads ? denotation->block
		: denotation->threads;
	if (denotation->kind != DENOTES_OWNERSHIP || !take_bases(denotation, lanes, 1, linear, LINEAR_LANE)
		|| !take_bases(denotation, block / lanes, lanes, linear, LINEAR_WARP)
		|| !take_bases(denotation, denotation->threads / block, block, linear, LINEAR_BLOCK)
		|| !take_bases(denotation, denotation->values, denotation->threads, linear, LINEAR_REGISTER)
		|| log2_exact(denotation->threads) < 0) {
		return false;
	}
	int lane_bits = linear->in[LINEAR_LANE].count;
	int block_bits = lane_bits + linear->in[LINEAR_WARP].count;
	int thread_bits = block_bits + linear->in[LINEAR_BLOCK].count;
	for (int64_t i = 0; i < denotation->count; i++) {
		int64_t coordinate[LANGUAGE_RANK] = { 0 };
		linear_layout_apply(linear, LINEAR_LANE, i, coordinate);
		linear_layout_apply(linear, LINEAR_WARP, i >> lane_bits, coordinate);
		linear_layout_apply(linear, LINEAR_BLOCK, i >> block_bits, coordinate);
		linear_layout_apply(linear, LINEAR_REGISTER, i >> thread_bits, coordinate);
		if (denotation->table[i] != coordinate_number(denotation->shape, denotation->rank, coordinate)) {
			return false;
		}
	}
	return true;
}
