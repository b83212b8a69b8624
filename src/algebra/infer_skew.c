#include "algebra/infer_skew.h"

#include "algebra/infer.h"
#include "base/limits.h"

enum { SIZES_TRIED = 16, CELLS_TRIED = 1 << 14 };

/* The largest absolute value of an entry, so that no sum of differences leaves 64 bits. */
#define SKEWED_GREATEST ((int64_t)1 << 40)

/* A function of x, which is fast in u = x + step*y, and y. */
struct skew {
	const int64_t *table;
	int64_t extent_x, extent_y;
	int64_t stride_x, stride_y; /* in "table" */
	int64_t step;
	int64_t *a; /* of u */
	int64_t *b; /* of y */
};

/* Take the function apart as a(u) + b(y) + f(0,0). */
static bool part(struct skew *skew) {
	int64_t known = 0;
	int64_t origin = skew->table[0];
	for (int64_t y = 0; y < skew->extent_y; y++) {
		int64_t begin = skew->step * y;
		const int64_t *row = skew->table + skew->stride_y * y;
		/* The step is less than the extent, so that the row before has found out a(u) where this one begins. */
		skew->b[y] = y == 0 ? 0 : row[0] - origin - skew->a[begin];
		for (int64_t x = 0; x < skew->extent_x; x++) {
			int64_t value = row[skew->stride_x * x] - origin - skew->b[y];
			if (begin + x < known && skew->a[begin + x] != value) {
				return false;
			}
			skew->a[begin + x] = value;
		}
		known = begin + skew->extent_x;
	}
	return true;
}

/* The layout of "count" values, or of a few more: as many as multiples of the first run have. */
static bool layout_of_values(struct algebra *al, const int64_t *values, int64_t count, struct layout *layout) {
	int64_t run = 1;
	while (run < count && values[run] == run * values[1]) {
		run++;
	}
	int64_t most = 3 * count;
	int64_t *table = arena_array(al->arena, (size_t)most, sizeof *table);
	for (int64_t k = 0; k < most; k++) {
		table[k] = k < count ? values[k] : INFER_HOLE;
	}
	for (int i = 0; i < SIZES_TRIED; i++) {
		int64_t size = (count + run - 1) / run * run + i * run;
		if (size > most || algebra_failed(al)) {
			return false;
		}
		struct inferred inferred = infer_plain(al, table, tuple_int(size));
		bool found = !algebra_failed(al) && inferred.found && inferred.offset == 0;
		al->fault.code = FAULT_NONE;
		if (found) {
			*layout = inferred.layout;
			return true;
		}
	}
	return false;
}

static bool is_small(const int64_t *table, int64_t count) {
	for (int64_t i = 0; i < count; i++) {
		if (table[i] > SKEWED_GREATEST || table[i] < -SKEWED_GREATEST) {
			return false;
		}
	}
	return true;
}

bool infer_skewed(struct algebra *al, const int64_t *table, struct tuple shape, int64_t *offset, struct map *map) {
	int rank = tuple_rank(shape);
	if (rank < 1 || rank > 2) {
		return false;
	}
	int64_t extents[2] = { tuple_mode(shape, 0).value, rank > 1 ? tuple_mode(shape, 1).value : 1 };
	if (extents[0] * extents[1] > CELLS_TRIED || !is_small(table, extents[0] * extents[1])) {
		return false;
	}
	for (int fast = 0; fast < rank; fast++) {
		struct skew skew = { .table = table, .extent_x = extents[fast], .extent_y = extents[1 - fast] };
		skew.stride_x = fast == 0 ? 1 : extents[0];
		skew.stride_y = fast == 0 ? extents[0] : 1;
		int64_t most = skew.extent_x < INFER_SKEWS ? skew.extent_x : INFER_SKEWS;
		skew.a = arena_array(al->arena, (size_t)(skew.extent_x + most * skew.extent_y), sizeof *skew.a);
		skew.b = arena_array(al->arena, (size_t)skew.extent_y, sizeof *skew.b);
		for (skew.step = 0; skew.step < most; skew.step++) {
			struct layout modes[2];
			int64_t count = skew.extent_x + skew.step * (skew.extent_y - 1);
			if (!part(&skew) || !layout_of_values(al, skew.a, count, &modes[0])
				|| !layout_of_values(al, skew.b, skew.extent_y, &modes[1])) {
				continue;
			}
			struct tuple strides[2];
			strides[fast] = tuple_int(1);
			strides[1 - fast] = int_add(al, layout_size(al, modes[0]), tuple_int(skew.step));
			struct layout inner = rank == 1 ? layout_of(al, shape, strides[0])
				: layout_of(al, shape, tuple_pair(al, strides[0], strides[1]));
			struct layout outer = rank == 1 ? modes[0] : layout_from_modes(al, modes, 2);
			*map = map_composed(al, map_from_layout(outer), tuple_int(0), map_from_layout(inner));
			*offset = table[0];
			bool good = !algebra_failed(al);
			al->fault.code = FAULT_NONE;
			return good;
		}
	}
	return false;
}
