#include "render/slice.h"

#include <inttypes.h>

#include "render/grid.h"
#include "render/lookup.h"

/* The number of coordinates of "shape". */
static int64_t extent_of(struct tuple shape) {
	if (!tuple_is_tuple(shape)) {
		return shape.value;
	}
	int64_t extent = 1;
	for (int i = 0; i < tuple_rank(shape); i++) {
		extent *= extent_of(tuple_mode(shape, i));
	}
	return extent;
}

/* True if coordinate number "index" of "shape" is one of "c". */
static bool contains(struct tuple c, struct tuple shape, int64_t index) {
	if (!tuple_is_tuple(c)) {
		return tuple_is_underscore(c) || c.value == index;
	}
	for (int i = 0; i < tuple_rank(shape); i++) {
		int64_t extent = extent_of(tuple_mode(shape, i));
		if (!contains(tuple_mode(c, i), tuple_mode(shape, i), index % extent)) {
			return false;
		}
		index /= extent;
	}
	return true;
}

/* Faults unless "c" is a coordinate of "shape", perhaps with "_" or integers in place of tuples. */
static void check(struct algebra *al, struct tuple c, struct tuple shape) {
	if (tuple_is_tuple(c)) {
		if (!tuple_is_tuple(shape) || tuple_rank(c) != tuple_rank(shape)) {
			algebra_fault(al, FAULT_RANK, "the coordinate has %d modes where the layout has %d", tuple_rank(c),
				tuple_rank(shape));
			return;
		}
		for (int i = 0; i < tuple_rank(c) && !algebra_failed(al); i++) {
			check(al, tuple_mode(c, i), tuple_mode(shape, i));
		}
	} else if (tuple_is_int(c)) {
		int64_t size = tuple_product(al, shape).value;
		if (c.basis_depth > 0 || c.value < 0 || c.value >= size) {
			algebra_fault(al, FAULT_DOMAIN, "%" PRId64 " is outside a mode of %" PRId64 " coordinates", c.value, size);
		}
	}
}

/* Draw the "size" cells of "a", of which "marked" says which belong to the slice. */
static void draw_marked(struct figure *figure, struct algebra *al, struct map a, const uint8_t *marked, int64_t size) {
	int64_t count = 0;
	for (int64_t i = 0; i < size; i++) {
		count += marked[i];
	}
	struct decor *decor = arena_alloc(figure->arena, sizeof *decor);
	*decor = (struct decor){ .marked = marked };
	grid_add(figure, al, a, GRID_PANELS, decor);
	struct buf text;
	buf_init(&text, figure->arena);
	buf_put(&text, "Grid of the offsets of a layout of ");
	buf_put_count(&text, size, "cell");
	buf_printf(&text, "; the %" PRId64 " of a slice %s highlighted.", count, count == 1 ? "is" : "are");
	figure->description = text.data;
}

void slice_figure(struct figure *figure, struct algebra *al, struct map a, struct tuple coordinate) {
	struct tuple shape = map_inner(al, a).shape;
	check(al, coordinate, shape);
	int64_t size = lookup_cells(al, a);
	uint8_t *marked = arena_array(figure->arena, (size_t)size, sizeof *marked);
	for (int64_t i = 0; i < size; i++) {
		marked[i] = contains(coordinate, shape, i);
	}
	draw_marked(figure, al, a, marked, size);
}

void part_figure(struct figure *figure, struct algebra *al, struct map a, const struct numbering *numbering,
		const struct part *part) {
	int64_t size = lookup_cells(al, a);
	struct lookup numbers = lookup_init(al, map_from_layout(part->numbers), true);
	uint8_t *marked = arena_array(figure->arena, (size_t)size, sizeof *marked);
	for (int64_t i = 0; i < lookup_size(&numbers); i++) {
		int64_t cell = numbering_cell(numbering, part->offset + lookup_at(&numbers, i));
		if (cell >= 0 && cell < size) { /* a layout with an extent of 0 has none */
			marked[cell] = 1;
		}
	}
	draw_marked(figure, al, a, marked, size);
}
