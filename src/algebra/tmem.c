#include "algebra/tmem.h"

#include <inttypes.h>

enum { DATAPATHS = 128, COLUMNS = 512, WORD_BITS = 32, COLUMN_STRIDE = 128 };

static struct layout pair(struct algebra *al, struct layout a, struct layout b) {
	struct layout modes[2] = { a, b };
	return layout_from_modes(al, modes, 2);
}

static struct layout run(struct algebra *al, int64_t extent, int64_t stride) {
	return layout_make(al, tuple_int(extent), tuple_int(stride));
}

/* The columns "n" of a tile, "parts" of them beside one another in datapaths that are "apart". */
static struct layout columns(struct algebra *al, int64_t n, int64_t parts, int64_t apart) {
	return parts == 1 ? layout_make(al, tuple_int(n), tuple_int(COLUMN_STRIDE))
			  : pair(al, layout_make(al, tuple_int(n / parts), tuple_int(COLUMN_STRIDE)),
				    layout_make(al, tuple_int(parts), tuple_int(apart)));
}

/*
 * One tile of an instruction, with datapaths one apart and columns COLUMN_STRIDE apart: all datapaths for M = 128, half
 * of each subpartition or all of two for M = 64, one for M = 32.
 */
static struct layout tile_of(struct algebra *al, int64_t m, int64_t n, struct tmem_kind kind) {
	struct layout rows = layout_make(al, tuple_int(m), tuple_int(1));
	if (kind.sms == 1 && m == 64) {
		rows = pair(al, layout_make(al, tuple_int(16), tuple_int(1)), layout_make(al, tuple_int(4), tuple_int(32)));
		return pair(al, rows, columns(al, n, 1, 0));
	}
	if (kind.sms == 2 && m == 64 && kind.mode == TMEM_DUPLICATED) {
		return pair(al, layout_make(al, tuple_int(DATAPATHS), tuple_int(1)), columns(al, n, 1, 0));
	}
	if (m == DATAPATHS || (kind.sms == 2 && kind.mode == TMEM_INTERLEAVED && (m == 64 || m == 32))) {
		return pair(al, rows, columns(al, n, DATAPATHS / m, m));
	}
	algebra_fault(al, FAULT_DOMAIN, "no instruction of %d SM has %" PRId64 " rows in tensor memory", kind.sms, m);
	return rows;
}

struct layout tmem_fragment(struct algebra *al, struct tuple shape, struct tmem_kind kind) {
	struct tuple size = tuple_product(al, shape);
	bool is_part = tuple_rank(shape) >= 2 && tuple_rank(tuple_mode(shape, 0)) == 2;
	if (!algebra_failed(al) && !is_part) {
		algebra_fault(al, FAULT_RANK, "a tensor in tensor memory is a partition ((M,N),rest...)");
	}
	if (!algebra_failed(al) && !int_has_value(size)) {
		algebra_fault(al, FAULT_UNSUPPORTED, "tensor memory is given out for extents with numbers only");
	}
	int64_t bits = algebra_failed(al) ? 0 : int_value(al, int_mul(al, size, tuple_int(kind.storage_bits)));
	if (bits > (int64_t)DATAPATHS * COLUMNS * WORD_BITS) {
		algebra_fault(al, FAULT_LIMIT, "this takes %" PRId64 " columns of tensor memory, of which there are %d",
			bits / (DATAPATHS * WORD_BITS), COLUMNS);
	}
	if (algebra_failed(al)) {
		return layout_one();
	}
	struct scope scope = operation_begin(al);
	int64_t m = int_value(al, tuple_product(al, tuple_mode(tuple_mode(shape, 0), 0)));
	int64_t n = int_value(al, tuple_product(al, tuple_mode(tuple_mode(shape, 0), 1)));
	struct layout tile = tile_of(al, m, n, kind);
	struct tuple rest = tuple_take(al, shape, 1, tuple_rank(shape));
	/* Not interleaved, the other half of each subpartition stays empty. */
	bool skips = kind.sms == 1 && m == 64 && kind.mode == TMEM_NON_INTERLEAVED;
	struct layout tiles = layout_make(al, rest, tuple_compact_left(al, rest, tuple_int(skips ? 2 : 1)));
	struct tiler tiler = { .kind = TILER_LAYOUT, .layout = tiles };
	struct layout logical = algebra_failed(al) ? tile : layout_tiled_product(al, tile, &tiler);
	int64_t datapath = ((int64_t)1 << 16) * WORD_BITS / kind.value_bits;
	struct layout physical = pair(al, layout_make(al, tuple_int(DATAPATHS), tuple_int(datapath)),
		layout_make(al, tuple_int(1 << 14), tuple_int(kind.storage_bits / kind.value_bits)));
	struct layout fragment = algebra_failed(al) ? logical : layout_composition(al, physical, logical);
	operation_end(al, scope);
	return fragment;
}

struct layout tmem_warps_tv(struct algebra *al, struct layout value_id, int64_t bits) {
	struct scope scope = operation_begin(al);
	int64_t datapath = ((int64_t)1 << 16) * WORD_BITS / bits;
	struct layout threads = pair(al, run(al, 32, 0), run(al, 4, 32 * datapath));
	struct layout values = layout_coalesce(al, layout_upcast(al, value_id, bits));
	struct layout tv = pair(al, threads, values);
	operation_end(al, scope);
	return tv;
}
