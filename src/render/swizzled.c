#include "render/swizzled.h"

#include <inttypes.h>
#include <stdlib.h>

#include "render/grid.h"

enum { CHUNK_BITS = 3 };   /* of the bits that are changed, those that colours tell */

static void add_side(struct figure *figure, struct algebra *al, struct swizzled_side side, const struct decor *decor) {
	int first = figure->count;
	grid_add(figure, al, side.map, GRID_ONE_MATRIX, decor);
	if (!algebra_failed(al)) {
		figure->matrices[first].caption = side.caption;
	}
}

void swizzled_figure(struct figure *figure, struct algebra *al, struct swizzled_side before,
	struct swizzled_side after, struct swizzle swizzle, int left_out) {
	struct decor *decor = arena_alloc(figure->arena, sizeof *decor);
	int changed = swizzle.bits < CHUNK_BITS ? swizzle.bits : CHUNK_BITS;
	int lowest = swizzle.base + (swizzle.shift < 0 ? -swizzle.shift : 0);
	*decor = (struct decor){ .chunk_shift = lowest - left_out, .chunks = 1 << changed };
	figure->facts |= FACT_CHUNK;
	figure->colour = COLOUR_BY_CHUNK;
	add_side(figure, al, before, decor);
	add_side(figure, al, after, decor);
	struct buf text;
	buf_init(&text, figure->arena);
	buf_put(&text, "Offsets before and after the swizzle of ");
	buf_put_count(&text, swizzle.bits, "bit");
	buf_printf(&text, " at bit %d, shift %d", swizzle.base, swizzle.shift);
	if (left_out > 0) {
		buf_printf(&text, ", in units of %" PRId64, (int64_t)1 << left_out);
	}
	buf_put(&text, ". Cells of one colour have offsets that agree in ");
	buf_put(&text, changed < swizzle.bits ? "the lowest 3 of the bits that it changes." : "the bits that it changes.");
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
