#include "algebra/offsets.h"

struct offsets offsets_init(struct algebra *al, struct layout a) {
	struct offsets offsets = { .greatest = -1 };
	struct tuple shape = tuple_flatten_to_tuple(al, a.shape);
	struct tuple stride = tuple_flatten_to_tuple(al, a.stride);
	if (algebra_failed(al)) {
		return offsets;
	}
	int64_t *extents = arena_array(al->arena, (size_t)shape.rank + 1, sizeof *extents);
	int64_t *strides = arena_array(al->arena, (size_t)shape.rank + 1, sizeof *strides);
	struct tuple size = tuple_int(1);
	struct tuple least = tuple_int(0);
	struct tuple greatest = tuple_int(0);
	for (int i = 0; i < shape.rank; i++) {
		struct tuple extent = shape.modes[i];
		struct tuple step = stride.modes[i];
		if (!tuple_is_plain_int(step)) {
			algebra_fault(al, FAULT_TYPE, "strides with a basis give coordinates, not offsets");
			return offsets;
		}
		size = int_mul(al, size, extent);
		if (extent.value > 1) {
			struct tuple last = int_mul(al, tuple_int(extent.value - 1), tuple_int(step.value));
			if (step.value < 0) {
				least = int_add(al, least, last);
			} else {
				greatest = int_add(al, greatest, last);
			}
		}
		if (extent.value != 1) {
			extents[offsets.rank] = extent.value;
			strides[offsets.rank] = step.value;
			offsets.rank++;
		}
	}
	if (algebra_failed(al)) {
		return (struct offsets){ .greatest = -1 };
	}
	offsets.shape = extents;
	offsets.stride = strides;
	offsets.size = size.value;
	if (size.value > 0) {
		offsets.least = least.value;
		offsets.greatest = greatest.value;
	}
	return offsets;
}

int64_t offsets_at(const struct offsets *offsets, int64_t i) {
	int64_t offset = 0;
	for (int k = 0; k < offsets->rank; k++) {
		int64_t extent = offsets->shape[k];
		offset += i % extent * offsets->stride[k];
		i /= extent;
	}
	return offset;
}

/* Store "count" offsets from "start" on, "stride" apart. */
static void fill_run(int64_t start, int64_t stride, int64_t count, int64_t *out) {
	for (int64_t i = 0; i < count; i++) {
		out[i] = start + i * stride;
	}
}

void offsets_fill(const struct offsets *offsets, int64_t first, int64_t count, int64_t *out) {
	if (offsets->rank == 0) {
		fill_run(0, 0, count, out);
		return;
	}
	int64_t extent = offsets->shape[0];
	int64_t stride = offsets->stride[0];
	while (count > 0) {
		int64_t begin = first % extent;
		int64_t run = extent - begin < count ? extent - begin : count;
		fill_run(offsets_at(offsets, first), stride, run, out);
		first += run;
		count -= run;
		out += run;
	}
}
