#include "render/swizzled.h"

#include <stdlib.h>

#include "render/grid.h"

enum { CHUNKS = 8 };   /* colours of chunks */

static void add_side(struct figure *figure, struct algebra *al, struct swizzled_side side, const struct decor *decor) {
	int first = figure->count;
	grid_add(figure, al, side.map, GRID_ONE_MATRIX, decor);
	if (!algebra_failed(al)) {
		figure->matrices[first].caption = side.caption;
	}
}

void swizzled_figure(struct figure *figure, struct algebra *al, struct swizzled_side before,
	struct swizzled_side after, struct swizzle swizzle) {
	struct decor *decor = arena_alloc(figure->arena, sizeof *decor);
	int chunks = swizzle.bits < 3 ? 1 << swizzle.bits : CHUNKS;
	*decor = (struct decor){ .chunk_shift = swizzle.base, .chunks = chunks };
	figure->facts |= FACT_CHUNK;
	figure->colour = COLOUR_BY_CHUNK;
	add_side(figure, al, before, decor);
	add_side(figure, al, after, decor);
	struct buf text;
	buf_init(&text, figure->arena);
	buf_printf(&text,
		"Offsets of a layout before and after the swizzle of %d bits at bit %d, shift %d. Cells of one colour "
		"have offsets that agree in these bits.", swizzle.bits, swizzle.base, swizzle.shift);
	figure->description = text.data;
}

struct layout swizzled_domain(struct algebra *al, struct swizzle swizzle, struct swizzle *unit) {
	enum { BITS = 16 };   /* of a picture */
	int distance = abs(swizzle.shift);
	*unit = (struct swizzle){ swizzle.bits, 0, swizzle.shift };
	if (distance + swizzle.bits > BITS) {
		algebra_fault(al, FAULT_LIMIT, "the swizzle spans %d bits, at most %d are drawn; draw it with a layout",
			distance + swizzle.bits, (int)BITS);
		return layout_one();
	}
	int64_t columns = (int64_t)1 << distance;
	int64_t rows = (int64_t)1 << swizzle.bits;
	return layout_from_shape_right(al, tuple_pair(al, tuple_int(rows), tuple_int(columns)));
}
