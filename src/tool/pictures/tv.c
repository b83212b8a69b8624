/* Who owns the elements of a tile: a layout (thread, value), with its tile or with --tile. */
#include "render/tv.h"

#include <inttypes.h>

#include "tool/pictures/kind.h"

extern const struct picture_kind picture_kind_tv;

/* A pair (tiler, layout), or a layout and --tile. */
static bool suits(const struct subject *subject) {
	const struct value *value = &subject->value;
	bool layout = subject_is_map(value) || value->kind == VALUE_TUPLE || value->kind == VALUE_LIST;
	return value_is_tv_pair(value) || (subject->request->tile[0] > 0 && layout);
}

/* The extents of "tiler", the first part of what make_layout_tv returns; one mode is a row. */
static void tile_from_tiler(struct algebra *al, struct tuple tiler, int64_t *rows, int64_t *columns) {
	int rank = tuple_rank(tiler);
	if (rank < 1 || rank > 2) {
		algebra_fault(al, FAULT_RANK, "a tile of rank %d is not drawn, only one of rank 1 or 2", rank);
		return;
	}
	*rows = rank == 1 ? 1 : tuple_product(al, tuple_mode(tiler, 0)).value;
	*columns = tuple_product(al, tuple_mode(tiler, rank - 1)).value;
}

static void draw(struct subject *subject) {
	struct algebra *al = subject->al;
	struct value value = value_is_tv_pair(&subject->value) ? subject->value.list.items[1] : subject->value;
	int64_t rows = subject->request->tile[0];
	int64_t columns = subject->request->tile[1];
	if (rows == 0 && value_is_tv_pair(&subject->value)) {
		tile_from_tiler(al, subject->value.list.items[0].tuple, &rows, &columns);
	} else if (rows == 0) {
		algebra_fault(al, FAULT_DOMAIN, "a thread-value layout is drawn over a tile: give --tile=M,N");
	}
	if (value.kind != VALUE_LAYOUT && value.kind != VALUE_TUPLE) {
		subject_fault(subject, &picture_kind_tv, "a layout, or a pair (tiler, layout)");
	}
	if (algebra_failed(al)) {
		return;
	}
	struct layout layout = subject_tile_layout(al, &value, rows);
	struct tv_counts counts = tv_figure(subject->figure, al, layout, rows, columns);
	subject_check_tile(subject);
	if (algebra_failed(al) && value.kind == VALUE_TUPLE && tuple_rank(value.tuple) == 3) {
		fault_set_hint(&al->fault, "--kind=gemm draws a matrix product (M,N,K) in such tiles");
	}
	if (!algebra_failed(al) && counts.outside > 0) {
		subject_warn(subject, FAULT_DOMAIN, "%" PRId64 " of %" PRId64 " values are outside the tile of %" PRId64 " x %"
			PRId64 "; the first is T%" PRId64 " V%" PRId64 ", element %" PRId64, counts.outside,
			counts.threads * counts.values, rows, columns, counts.first_thread, counts.first_value,
			counts.first_element);
	}
}

const struct picture_kind picture_kind_tv = { .name = "tv", .suits = suits, .draw = draw, .takes_tile = true };
