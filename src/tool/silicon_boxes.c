#include "tool/silicon_boxes.h"

#include <stdio.h>

enum { WAYS = 2, WIDTHS = 4, SWIZZLES = 4, BOXES = WAYS * WIDTHS * SWIZZLES * TMA_RANK };

struct box {
	bool stores;
	int bits, rank, swizzle;   /* the swizzle's span in bytes, 0 for none */
};

static struct box box_at(int index) {
	static const int spans[SWIZZLES] = { 0, 32, 64, 128 };
	struct box box = { .swizzle = spans[index % SWIZZLES] };
	index /= SWIZZLES;
	box.bits = 8 << index % WIDTHS;
	index /= WIDTHS;
	box.rank = index % TMA_RANK + 1;
	box.stores = index / TMA_RANK == 1;
	return box;
}

bool silicon_box_name(int index, char name[SILICON_BOX_NAME]) {
	if (index >= BOXES) {
		snprintf(name, SILICON_BOX_NAME, "SM90_BULK_COPY_%s", index == BOXES ? "G2S" : "S2G");
		return index < BOXES + WAYS;
	}
	struct box box = box_at(index);
	const char *way = box.stores ? "STORE" : "LOAD";
	if (box.swizzle == 0) {
		snprintf(name, SILICON_BOX_NAME, "SM90_TMA_%s::%dD_U%d_NONE", way, box.rank, box.bits);
	} else {
		snprintf(name, SILICON_BOX_NAME, "SM90_TMA_%s::%dD_U%d_SW%d", way, box.rank, box.bits, box.swizzle);
	}
	return true;
}

bool silicon_box_find(struct str name, int *index) {
	char own[SILICON_BOX_NAME];
	for (*index = 0; silicon_box_name(*index, own); (*index)++) {
		if (str_is(name, own)) {
			return true;
		}
	}
	return false;
}

static struct tuple extents_of(struct algebra *al, const int64_t *extents, int rank) {
	struct tuple *modes = tuple_modes_new(al, rank);
	for (int i = 0; i < rank; i++) {
		modes[i] = tuple_int(extents[i]);
	}
	return tuple_of(al, modes, rank);
}

/* Tiles by mode of "extents". */
static const struct tiler *tiler_of(struct algebra *al, const int64_t *extents, int rank) {
	struct tiler *tiler = arena_alloc(al->arena, sizeof *tiler);
	struct tiler *modes = arena_array(al->arena, (size_t)rank, sizeof *modes);
	for (int i = 0; i < rank; i++) {
		modes[i] = (struct tiler){ .kind = TILER_INT, .layout = layout_from_shape(al, tuple_int(extents[i])) };
	}
	*tiler = (struct tiler){ .kind = TILER_MODES, .modes = modes, .rank = rank };
	return tiler;
}

/* Runs of bytes between both memories. */
static void run_question(struct algebra *al, bool stores, struct tma_question *out) {
	static const int64_t run = 1040;
	static const int64_t runs = 7;
	int64_t all = run * runs;
	*out = (struct tma_question){ .stores = stores, .is_run = true };
	out->problem = (struct tma_problem){ .global = layout_from_shape(al, extents_of(al, &all, 1)), .is_static = true,
		.shared = map_from_layout(layout_from_shape(al, extents_of(al, &run, 1))), .tile = tiler_of(al, &run, 1),
		.bits = 8, .multicast = 1 };
	if (!algebra_failed(al)) {
		tma_prepare(al, out);
	}
}

/*
 * A row of the box is the swizzle's, or 48 bytes without one; further sides are 20, 3, 2 and 2. The tensor has two
 * boxes and a part of one along the first mode, one and a part along others, and each row begins at a multiple of 16
 * bytes.
 */
void silicon_box_question(struct algebra *al, int index, struct tma_question *out) {
	static const int64_t sides[TMA_RANK] = { 0, 20, 3, 2, 2 };
	if (index >= BOXES) {
		run_question(al, index > BOXES, out);
		return;
	}
	struct box drawn = box_at(index);
	int64_t bytes = drawn.bits / 8;
	int64_t row = (drawn.swizzle == 0 ? 48 : drawn.swizzle) / bytes;
	int64_t box[TMA_RANK];
	int64_t extent[TMA_RANK];
	int64_t stride[TMA_RANK];
	int64_t pitch = 1;
	for (int i = 0; i < drawn.rank; i++) {
		box[i] = i == 0 ? row : sides[i];
		extent[i] = i == 0 ? 2 * row + 3 : sides[i] + 1;
		stride[i] = pitch;
		pitch *= i == 0 ? (extent[i] * bytes + 15) / 16 * 16 / bytes : extent[i];
	}
	int base = 4;
	while (1 << (4 - base) < bytes) {
		base--;
	}
	int bits = 0;
	while (16 << bits < drawn.swizzle) {
		bits++;
	}
	struct map plain = map_from_layout(layout_from_shape(al, extents_of(al, box, drawn.rank)));
	struct map swizzle = map_from_swizzle((struct swizzle){ .bits = bits, .base = base, .shift = 3 });
	*out = (struct tma_question){ .stores = drawn.stores };
	out->problem = (struct tma_problem){
		.global = layout_make(al, extents_of(al, extent, drawn.rank), extents_of(al, stride, drawn.rank)),
		.is_static = true,
		.shared = map_composed(al, swizzle, tuple_int(0), plain),
		.tile = tiler_of(al, box, drawn.rank),
		.bits = drawn.bits,
		.multicast = 1,
	};
	if (!algebra_failed(al)) {
		tma_prepare(al, out);
	}
}
