#include "tool/difference.h"

#include <inttypes.h>

#include "lang/notation/json.h"
#include "lang/notation/plain.h"
#include "tool/check.h"
#include "tool/subject.h"

/* Evaluate the source of "side". Returns false after a fault, of which "listener" was told. */
static bool read_side(struct evaluation *ev, const struct listener *listener, struct difference_side *side) {
	struct outcome outcome;
	struct subject subjects[SUBJECTS_MAX];
	if (!evaluate_last(ev, side->source, listener, &outcome)) {
		return false;
	}
	side->span = outcome.span;
	ev->algebra.operand = 0;
	int count = subjects_from_value(&ev->algebra, &outcome.value, NULL, subjects);
	if (count > 1) {
		algebra_fault(&ev->algebra, FAULT_TYPE, "expected a layout, saw %s", value_kind_name(&outcome.value));
	}
	side->map = subjects[0].map;
	side->numbers = side->map;
	side->shape = map_inner(&ev->algebra, side->map).shape;
	return evaluate_went_well(ev, side->span, listener);
}

static bool gives_coordinates(const struct difference_side *side) {
	return side->map.kind == MAP_LAYOUT && tuple_has_basis(side->map.layout.stride);
}

/* The larger one of each two leaves of congruent tuples. */
static struct tuple larger(struct algebra *al, struct tuple a, struct tuple b) {
	if (!tuple_is_tuple(a)) {
		return int_max(a, b);
	}
	struct tuple *modes = tuple_modes_new(al, a.rank);
	for (int i = 0; i < a.rank; i++) {
		modes[i] = larger(al, a.modes[i], b.modes[i]);
	}
	return tuple_of(al, modes, a.rank);
}

/* If both sides give coordinates of one profile, number these in a box that holds all of them. */
static void number_sides(struct algebra *al, struct difference_side *a, struct difference_side *b) {
	if (!gives_coordinates(a) || !gives_coordinates(b)) {
		return;
	}
	struct tuple coshape_a = layout_coshape(al, a->map.layout);
	struct tuple coshape_b = layout_coshape(al, b->map.layout);
	if (algebra_failed(al) || !tuple_congruent(coshape_a, coshape_b)) {
		return;
	}
	struct difference_side *const sides[] = { a, b };
	struct tuple box = larger(al, coshape_a, coshape_b);
	for (int i = 0; i < 2; i++) {
		sides[i]->is_numbered = true;
		sides[i]->box = box;
		sides[i]->numbers = map_from_layout(layout_number_coordinates(al, sides[i]->map.layout, box));
	}
}

bool difference_find(struct evaluation *ev, const struct source *a, const struct source *b,
	const struct listener *listener, struct difference *difference) {
	struct algebra *al = &ev->algebra;
	*difference = (struct difference){ .a = { .source = a }, .b = { .source = b } };
	if (!read_side(ev, listener, &difference->a) || !read_side(ev, listener, &difference->b)) {
		return false;
	}
	number_sides(al, &difference->a, &difference->b);
	difference->comparison = compare_maps(al, difference->a.numbers, difference->b.numbers);
	difference->comparison.same_structure = map_equal(difference->a.map, difference->b.map);
	const struct difference_side *at_fault = al->fault.operand == 1 ? &difference->a : &difference->b;
	ev->source = algebra_failed(al) ? at_fault->source : ev->source;
	return evaluate_went_well(ev, at_fault->span, listener);
}

/* --- what is printed --- */

static void put_layout(struct buf *out, const struct difference_side *side, int64_t size) {
	buf_printf(out, "%-12s", side->source->name);
	print_map(out, side->map);
	buf_printf(out, ", size %" PRId64 "\n", size);
}

/* What a layout gives: an offset, or the coordinate with this number. */
static void put_offset(struct algebra *al, struct buf *out, const struct difference_side *side, int64_t offset) {
	if (side->is_numbered) {
		check_put_coordinate(al, side->box, offset, out);
	} else {
		buf_put_int(out, offset);
	}
}

/* What "side" gives at the first difference. */
static void put_first(struct algebra *al, struct buf *out, const struct difference_side *side, int64_t size,
	int64_t first, int64_t offset) {
	if (first >= size) {
		buf_printf(out, "%s ends at %" PRId64, side->source->name, size - 1);
		return;
	}
	buf_printf(out, "%s", side->source->name);
	if (tuple_is_tuple(side->shape)) {
		check_put_coordinate(al, side->shape, first, out);
	} else {
		buf_printf(out, "(%" PRId64 ")", first);
	}
	buf_put(out, " = ");
	put_offset(al, out, side, offset);
}

/*
 * Four lines: both layouts with their sizes, whether they are written alike, whether they are one function, with what
 * both give at the first coordinate where they are not, and whether a permutation of coordinates makes one the other.
 */
void difference_put(struct buf *out, struct algebra *al, const struct difference *difference) {
	const struct difference_side *a = &difference->a;
	const struct difference_side *b = &difference->b;
	const struct comparison *comparison = &difference->comparison;
	put_layout(out, a, comparison->size_a);
	put_layout(out, b, comparison->size_b);
	buf_printf(out, "structure   %s\n", comparison->same_structure ? "the same" : "different");
	if (comparison->same_function) {
		buf_put(out, "functions   the same\n");
		return;
	}
	buf_printf(out, "functions   different, first at %" PRId64 ": ", comparison->first);
	if (comparison->first < comparison->size_a && comparison->first < comparison->size_b) {
		put_first(al, out, a, comparison->size_a, comparison->first, comparison->first_a);
		buf_put(out, ", ");
		put_first(al, out, b, comparison->size_b, comparison->first, comparison->first_b);
	} else {
		bool a_ends = comparison->first >= comparison->size_a;
		put_first(al, out, a_ends ? a : b, comparison->first, comparison->first, 0);
	}
	if (!comparison->images_known) {
		buf_printf(out, "\nimages      not compared, only those of up to %d coordinates\n", LIMIT_SORTED_COORDINATES);
	} else if (comparison->same_image) {
		buf_put(out, "\nimages      the same: a permutation of the coordinates makes one the other\n");
	} else {
		buf_put(out, a->is_numbered ? "\nimages      different: " : "\nimages      different: offset ");
		put_offset(al, out, a, comparison->odd_offset);
		buf_printf(out, " occurs %" PRId64 " %s in %s, %" PRId64 " in %s\n", comparison->odd_a,
			comparison->odd_a == 1 ? "time" : "times", a->source->name, comparison->odd_b, b->source->name);
	}
}

/* "map" in our own notation, as a string. */
void difference_put_json(struct buf *out, const struct difference *difference) {
	const struct comparison *comparison = &difference->comparison;
	print_json_begin(out);
	buf_put(out, "\"a\":");
	print_map_json(out, difference->a.map);
	buf_put(out, ",\"b\":");
	print_map_json(out, difference->b.map);
	buf_printf(out, ",\"size_a\":%" PRId64 ",\"size_b\":%" PRId64, comparison->size_a, comparison->size_b);
	buf_printf(out, ",\"same_structure\":%s,\"same_function\":%s,\"same_image\":%s",
		comparison->same_structure ? "true" : "false", comparison->same_function ? "true" : "false",
		!comparison->images_known ? "null" : comparison->same_image ? "true"
									    : "false");
	if (!comparison->same_function) {
		buf_printf(out, ",\"first\":{\"index\":%" PRId64, comparison->first);
		if (comparison->first < comparison->size_a && comparison->first < comparison->size_b) {
			buf_printf(out, ",\"a\":%" PRId64 ",\"b\":%" PRId64, comparison->first_a, comparison->first_b);
		}
		buf_put_char(out, '}');
	}
	if (comparison->images_known && !comparison->same_image) {
		buf_printf(out, ",\"odd\":{\"offset\":%" PRId64 ",\"in_a\":%" PRId64 ",\"in_b\":%" PRId64 "}",
			comparison->odd_offset, comparison->odd_a, comparison->odd_b);
	}
	buf_put_char(out, '}');
}
