#include "algebra/offsets.h"

#include <inttypes.h>

#include "algebra/linear.h"

enum { TABLE_ENTRIES = 1024 };

/* The steps behind a layout while they are collected, and the range of what the last one gives. */
struct pipeline {
	struct chain_step *steps;
	int count;
	bool reversible;
	struct tuple least, greatest;
};

static const struct offsets no_offsets = { .greatest = -1, .reversible = true, .table_count = 1, .run = 1 };

/* Add to the range from "least" to "greatest" what "step" times 0 to "last" adds to it. */
static void widen(struct algebra *al, int64_t last, int64_t step, struct tuple *least, struct tuple *greatest) {
	if (last <= 0) {
		return;
	}
	struct tuple reach = int_mul(al, tuple_int(last), tuple_int(step));
	if (step < 0) {
		*least = int_add(al, *least, reach);
	} else {
		*greatest = int_add(al, *greatest, reach);
	}
}

/* Choose the blocks of "offsets", whose modes are known, and fill its table. */
static void make_table(struct algebra *al, struct offsets *offsets) {
	int64_t below = 1;
	int k = 0;
	while (k < offsets->rank && below * offsets->shape[k] <= TABLE_ENTRIES) {
		below *= offsets->shape[k];
		k++;
	}
	int64_t steps = k < offsets->rank ? TABLE_ENTRIES / below : 1;
	int64_t *table = arena_array(al->arena, (size_t)(below * steps), sizeof *table);
	int64_t count = 1;
	for (int j = 0; j <= k && j < offsets->rank; j++) {
		int64_t extent = j < k ? offsets->shape[j] : steps;
		for (int64_t i = 1; i < extent; i++) {
			for (int64_t r = 0; r < count; r++) {
				table[i * count + r] = table[r] + i * offsets->stride[j];
			}
		}
		count *= extent;
	}
	offsets->table = table;
	offsets->table_count = count;
	offsets->run = k < offsets->rank ? below * offsets->shape[k] : below;
	offsets->block_stride = k < offsets->rank ? steps * offsets->stride[k] : 0;
}

/* Extents 1 are left out; size, least and greatest offset are summed up checked, so that none leaves 64 bits later. */
struct offsets offsets_init(struct algebra *al, struct layout a) {
	struct tuple shape = tuple_flatten_to_tuple(al, a.shape);
	struct tuple stride = tuple_flatten_to_tuple(al, a.stride);
	if (algebra_failed(al)) {
		return no_offsets;
	}
	int64_t *extents = arena_array(al->arena, (size_t)shape.rank + 1, sizeof *extents);
	int64_t *strides = arena_array(al->arena, (size_t)shape.rank + 1, sizeof *strides);
	struct offsets offsets = no_offsets;
	struct tuple size = tuple_int(1);
	struct tuple least = tuple_int(0);
	struct tuple greatest = tuple_int(0);
	for (int i = 0; i < shape.rank; i++) {
		struct tuple extent = shape.modes[i];
		struct tuple step = stride.modes[i];
		if (!tuple_is_plain_int(step)) {
			algebra_fault(al, FAULT_TYPE, "strides with a basis give coordinates, not offsets");
			return no_offsets;
		}
		extents[offsets.rank] = int_value(al, extent);
		strides[offsets.rank] = int_value(al, step);
		size = int_mul(al, size, extent);
		widen(al, extents[offsets.rank] - 1, strides[offsets.rank], &least, &greatest);
		offsets.rank += extents[offsets.rank] != 1 ? 1 : 0;
	}
	if (algebra_failed(al)) {
		return no_offsets;
	}
	offsets.shape = extents;
	offsets.stride = strides;
	offsets.size = size.value;
	if (size.value > 0) {
		offsets.least = least.value;
		offsets.greatest = greatest.value;
		make_table(al, &offsets);
	}
	return offsets;
}

/* --- composed maps --- */

/* Number of swizzles, layouts and offsets in "map". */
static int parts_in(struct map map) {
	return map.kind == MAP_COMPOSED ? 1 + parts_in(map.composed->outer) + parts_in(map.composed->inner) : 1;
}

static void push_offset(struct algebra *al, struct pipeline *pipeline, struct tuple offset) {
	if (!tuple_is_plain_int(offset)) {
		algebra_fault(al, FAULT_TYPE, "an offset that is a coordinate gives coordinates, not offsets");
		return;
	}
	pipeline->steps[pipeline->count++] = chain_step_from_addend(int_value(al, offset));
	pipeline->least = int_add(al, pipeline->least, offset);
	pipeline->greatest = int_add(al, pipeline->greatest, offset);
}

/* A swizzle permutes each aligned block of 2^(B+M+|S|) integers. */
static void push_swizzle(struct pipeline *pipeline, struct swizzle s) {
	pipeline->steps[pipeline->count++] = chain_step_from_swizzle(s);
	int64_t block = swizzle_y_mask(s) | swizzle_z_mask(s);
	for (int shift = 1; shift < 64; shift *= 2) {
		block |= block >> shift;
	}
	pipeline->least.value &= ~block;
	pipeline->greatest.value |= block;
}

/* The mode of largest index takes what is left of "index", however large. */
static void push_layout(struct algebra *al, struct pipeline *pipeline, struct layout a) {
	struct offsets flat = offsets_init(al, layout_flatten(al, a));
	if (algebra_failed(al)) {
		return;
	}
	if (flat.size == 0) {
		algebra_fault(al, FAULT_DOMAIN, "the outer layout is empty");
		return;
	}
	struct chain_step *step = &pipeline->steps[pipeline->count++];
	chain_step_from_layout(al, a, step);
	struct tuple least = tuple_int(0);
	struct tuple greatest = tuple_int(0);
	int64_t rest = pipeline->greatest.value;
	for (int k = 0; k < step->rank; k++) {
		int64_t extent = (int64_t)step->shape[k];
		bool last = k + 1 == step->rank;
		widen(al, last || rest < extent ? rest : extent - 1, (int64_t)step->stride[k], &least, &greatest);
		rest /= extent;
	}
	pipeline->reversible = false;
	pipeline->least = least;
	pipeline->greatest = greatest;
}

/* The values of a linear map are those that its columns can reach. */
static void push_linear(struct algebra *al, struct pipeline *pipeline, const struct linear *linear) {
	int64_t last = ((int64_t)1 << linear->bits) - 1;
	if (int_value(al, pipeline->greatest) > last) {
		algebra_fault(al, FAULT_DOMAIN, "the offset may be %" PRId64 ", but the map of bits has coordinates up to %"
			PRId64, pipeline->greatest.value, last);
		return;
	}
	pipeline->steps[pipeline->count++] = chain_step_from_columns(linear->columns, linear->bits, linear->constant);
	pipeline->reversible = pipeline->reversible && linear_rank(linear) == linear->bits;
	pipeline->least = tuple_int(0);
	pipeline->greatest = tuple_int(linear_greatest(linear));
}

/* Append what "map" does to an integer. */
static void push_map(struct algebra *al, struct pipeline *pipeline, struct map map) {
	if (map.kind == MAP_COMPOSED) {
		push_map(al, pipeline, map.composed->inner);
		push_offset(al, pipeline, map.composed->offset);
		push_map(al, pipeline, map.composed->outer);
		return;
	}
	if (algebra_failed(al) || map.kind == MAP_IDENTITY) {
		return;
	}
	if (pipeline->least.value < 0) {
		algebra_fault(al, FAULT_DOMAIN, "the offset may be negative in front of the outer map: it is at least %" PRId64,
			pipeline->least.value);
		return;
	}
	if (map.kind == MAP_SWIZZLE) {
		push_swizzle(pipeline, map.swizzle);
	} else if (map.kind == MAP_LINEAR) {
		push_linear(al, pipeline, map.linear);
	} else {
		push_layout(al, pipeline, map.layout);
	}
}

/* Append what stands around the innermost layout of "map", from the inside out. */
static void push_around(struct algebra *al, struct pipeline *pipeline, struct map map) {
	if (map.kind == MAP_COMPOSED) {
		push_around(al, pipeline, map.composed->inner);
		push_offset(al, pipeline, map.composed->offset);
		push_map(al, pipeline, map.composed->outer);
	}
}

struct offsets offsets_init_map(struct algebra *al, struct map map) {
	struct offsets offsets = offsets_init(al, map_inner(al, map));
	if (offsets.size == 0) {
		return offsets;
	}
	struct pipeline pipeline = {
		.steps = arena_array(al->arena, (size_t)parts_in(map), sizeof *pipeline.steps),
		.reversible = true,
		.least = tuple_int(offsets.least),
		.greatest = tuple_int(offsets.greatest),
	};
	push_around(al, &pipeline, map);
	if (algebra_failed(al)) {
		return no_offsets;
	}
	offsets.behind = (struct chain){ pipeline.count, pipeline.steps };
	offsets.reversible = pipeline.reversible;
	offsets.least = pipeline.least.value;
	offsets.greatest = pipeline.greatest.value;
	return offsets;
}

/* --- evaluation --- */

static int64_t layout_at(const struct offsets *offsets, int64_t i) {
	int64_t offset = 0;
	for (int k = 0; k < offsets->rank && i != 0; k++) {
		int64_t extent = offsets->shape[k];
		offset += i % extent * offsets->stride[k];
		i /= extent;
	}
	return offset;
}

int64_t offsets_at(const struct offsets *offsets, int64_t i) {
	return (int64_t)chain_at(&offsets->behind, (uint64_t)layout_at(offsets, i));
}

/* Store "count" entries of "table", each plus "base". */
static void fill_block(const int64_t *restrict table, int64_t base, int64_t count, int64_t *restrict out) {
	for (int64_t i = 0; i < count; i++) {
		out[i] = base + table[i];
	}
}

static int64_t smaller(int64_t a, int64_t b) {
	return a < b ? a : b;
}

void offsets_fill(const struct offsets *offsets, int64_t first, int64_t count, int64_t *out) {
	while (count > 0) {
		int64_t place = first % offsets->run;
		int64_t start = layout_at(offsets, first - place);
		int64_t run = smaller(offsets->run - place, count);
		first += run;
		count -= run;
		while (run > 0) {
			int64_t entry = place % offsets->table_count;
			int64_t length = smaller(offsets->table_count - entry, run);
			int64_t base = start + place / offsets->table_count * offsets->block_stride;
			fill_block(offsets->table + entry, base, length, out);
			chain_apply(&offsets->behind, out, length);
			place += length;
			run -= length;
			out += length;
		}
	}
}
