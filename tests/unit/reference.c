#include "reference.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void add_leaves(struct leaves *leaves, struct tuple shape, struct tuple stride) {
	if (shape.kind == TUPLE_MODES) {
		for (int i = 0; i < shape.rank; i++) {
			add_leaves(leaves, shape.modes[i], stride.modes[i]);
		}
		return;
	}
	assert(leaves->count < LEAVES_MAX);
	leaves->shape[leaves->count] = shape.value;
	leaves->stride[leaves->count] = stride.value;
	leaves->count++;
}

void leaves_add(struct leaves *leaves, struct layout a) {
	add_leaves(leaves, a.shape, a.stride);
}

struct list list_from_leaves(struct arena *arena, const struct leaves *leaves) {
	int64_t size = 1;
	for (int k = 0; k < leaves->count; k++) {
		size *= leaves->shape[k];
	}
	int64_t *offset = arena_array(arena, (size_t)size + 1, sizeof *offset);
	int64_t filled = 1;
	for (int k = 0; k < leaves->count && size > 0; k++) {
		for (int64_t step = 1; step < leaves->shape[k]; step++) {
			for (int64_t i = 0; i < filled; i++) {
				offset[step * filled + i] = offset[i] + step * leaves->stride[k];
			}
		}
		filled *= leaves->shape[k];
	}
	return (struct list){ size, offset };
}

struct list list_from_layout(struct arena *arena, struct layout a) {
	struct leaves leaves = { .count = 0 };
	leaves_add(&leaves, a);
	return list_from_leaves(arena, &leaves);
}

int64_t reference_at(struct layout a, int64_t i) {
	struct leaves leaves = { .count = 0 };
	leaves_add(&leaves, a);
	int64_t offset = 0;
	for (int k = 0; k + 1 < leaves.count; k++) {
		offset += i % leaves.shape[k] * leaves.stride[k];
		i /= leaves.shape[k];
	}
	return leaves.count == 0 ? 0 : offset + i * leaves.stride[leaves.count - 1];
}

int64_t reference_at_coordinate(struct layout a, struct tuple c) {
	struct leaves leaves = { .count = 0 };
	struct leaves digits = { .count = 0 };
	leaves_add(&leaves, a);
	leaves_add(&digits, (struct layout){ c, c });
	assert(leaves.count == digits.count);
	int64_t offset = 0;
	for (int k = 0; k < leaves.count; k++) {
		offset += digits.shape[k] * leaves.stride[k];
	}
	return offset;
}

static int compare(const void *a, const void *b) {
	int64_t x = *(const int64_t *)a;
	int64_t y = *(const int64_t *)b;
	return x < y ? -1 : x > y;
}

struct list list_sorted(struct arena *arena, struct list map) {
	int64_t *offset = arena_array(arena, (size_t)map.size + 1, sizeof *offset);
	memcpy(offset, map.offset, (size_t)map.size * sizeof *offset);
	qsort(offset, (size_t)map.size, sizeof *offset, compare);
	return (struct list){ map.size, offset };
}

bool list_equal(struct list a, struct list b) {
	return a.size == b.size && memcmp(a.offset, b.offset, (size_t)a.size * sizeof *a.offset) == 0;
}

bool list_has_same_elements(struct arena *arena, struct list a, struct list b) {
	return a.size == b.size && list_equal(list_sorted(arena, a), list_sorted(arena, b));
}

bool list_includes(struct arena *arena, struct list whole, struct list part) {
	struct list sorted = list_sorted(arena, whole);
	for (int64_t i = 0; i < part.size; i++) {
		if (bsearch(&part.offset[i], sorted.offset, (size_t)sorted.size, sizeof *sorted.offset, compare) == NULL) {
			return false;
		}
	}
	return true;
}

bool list_is_injective(struct arena *arena, struct list map) {
	struct list sorted = list_sorted(arena, map);
	for (int64_t i = 1; i < sorted.size; i++) {
		if (sorted.offset[i] == sorted.offset[i - 1]) {
			return false;
		}
	}
	return true;
}

bool list_covers(struct arena *arena, struct list map, int64_t count) {
	struct list sorted = list_sorted(arena, map);
	int64_t next = 0;
	for (int64_t i = 0; i < sorted.size && next < count; i++) {
		next += sorted.offset[i] == next ? 1 : 0;
	}
	return next >= count;
}

struct list list_pair(struct arena *arena, struct list a, struct list b) {
	int64_t *offset = arena_array(arena, (size_t)(a.size * b.size) + 1, sizeof *offset);
	for (int64_t j = 0; j < b.size; j++) {
		for (int64_t i = 0; i < a.size; i++) {
			offset[j * a.size + i] = a.offset[i] + b.offset[j];
		}
	}
	return (struct list){ a.size * b.size, offset };
}

int64_t list_cosize(struct list map) {
	int64_t largest = -1;
	for (int64_t i = 0; i < map.size; i++) {
		largest = map.offset[i] > largest ? map.offset[i] : largest;
	}
	return largest + 1;
}

int64_t reference_size(struct tuple shape) {
	if (shape.kind != TUPLE_MODES) {
		return shape.value;
	}
	int64_t size = 1;
	for (int i = 0; i < shape.rank; i++) {
		size *= reference_size(shape.modes[i]);
	}
	return size;
}

bool reference_is_compatible(struct tuple coarse, struct tuple fine) {
	if (coarse.kind != TUPLE_MODES) {
		return coarse.value == reference_size(fine);
	}
	if (fine.kind != TUPLE_MODES || fine.rank != coarse.rank) {
		return false;
	}
	for (int i = 0; i < coarse.rank; i++) {
		if (!reference_is_compatible(coarse.modes[i], fine.modes[i])) {
			return false;
		}
	}
	return true;
}
