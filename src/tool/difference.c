#include "tool/difference.h"

#include <inttypes.h>

#include "lang/formulas.h"
#include "lang/notation/json.h"
#include "lang/notation/plain.h"
#include "tool/check.h"
#include "tool/subject.h"

/* Let "map" be what is compared. */
static void set_map(struct algebra *al, struct difference_side *side, struct map map) {
	side->map = map;
	side->numbers = map;
	side->shape = map_inner(al, map).shape;
}

/* Evaluate "source" into sides, one for each operand. Returns their number, 0 after a fault. */
static int read_sides(struct evaluation *ev, const struct source *source, const struct listener *listener,
	struct difference_side *sides) {
	struct outcome outcome;
	struct subject subjects[SUBJECTS_MAX];
	if (!evaluate_last(ev, source, listener, &outcome)) {
		return 0;
	}
	int count = subjects_from_value(&ev->algebra, &outcome.value, NULL, subjects);
	for (int i = 0; i < count; i++) {
		sides[i] = (struct difference_side){ .operand = subjects[i].operand, .source = source, .span = outcome.span,
			.written = subjects[i].map };
		sides[i].size = layout_size(&ev->algebra, map_inner(&ev->algebra, subjects[i].map));
		set_map(&ev->algebra, &sides[i], subjects[i].map);
	}
	return evaluate_went_well(ev, outcome.span, listener) ? count : 0;
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

/* The extents of the coordinates that "side", which is operand "number", gives. */
static struct tuple coshape_of(struct algebra *al, int number, const struct difference_side *side) {
	algebra_operand(al, number);
	return layout_coshape(al, side->map.layout);
}

/* Number what "side", which is operand "number", gives in "box". */
static void number_side(struct algebra *al, int number, struct difference_side *side, struct tuple box) {
	algebra_operand(al, number);
	side->is_numbered = true;
	side->box = box;
	side->numbers = map_from_layout(layout_number_coordinates(al, side->map.layout, box));
}

/*
 * If both sides give coordinates of one profile, number these in a box that holds all of them; if one does, in its own,
 * as the other may be the offsets of that.
 */
static void number_sides(struct algebra *al, struct difference_side *a, struct difference_side *b) {
	bool of_a = gives_coordinates(a);
	bool of_b = gives_coordinates(b);
	if (of_a != of_b) {
		int number = of_a ? 1 : 2;
		struct difference_side *side = of_a ? a : b;
		number_side(al, number, side, coshape_of(al, number, side));
		return;
	}
	if (!of_a) {
		return;
	}
	struct tuple coshape_a = coshape_of(al, 1, a);
	struct tuple coshape_b = coshape_of(al, 2, b);
	if (tuple_congruent(coshape_a, coshape_b)) {
		struct tuple box = larger(al, coshape_a, coshape_b);
		number_side(al, 1, a, box);
		number_side(al, 2, b, box);
	}
}

/* --- the same seen otherwise --- */

/* Whether "a" and "b" are one function, as their coalesced forms tell; a fault is forgotten. */
static bool is_same(struct algebra *al, struct layout a, struct layout b) {
	struct layout short_a = algebra_failed(al) ? a : layout_coalesce(al, a);
	struct layout short_b = algebra_failed(al) ? b : layout_coalesce(al, b);
	bool same = !algebra_failed(al) && tuple_equal(short_a.shape, short_b.shape)
		&& tuple_equal(short_a.stride, short_b.stride);
	fault_clear(&al->fault);
	return same;
}

/* The strides of "a" times "factor". */
static struct layout scale(struct algebra *al, struct layout a, int64_t factor) {
	return layout_composition(al, layout_of(al, layout_cosize(al, a), tuple_int(factor)), a);
}

/* Find how one of the two layouts is the other in other elements or units. */
static void relate(struct difference *difference, struct arena *arena) {
	struct algebra own;
	enum { FACTOR_MAX = 128 };
	bool are_layouts = difference->a.numbers.kind == MAP_LAYOUT && difference->b.numbers.kind == MAP_LAYOUT;
	if (difference->comparison.same_function || !are_layouts) {
		return;
	}
	algebra_init(&own, arena);
	struct layout a = difference->a.numbers.layout;
	struct layout b = difference->b.numbers.layout;
	for (int64_t n = 2; n <= FACTOR_MAX && difference->relation == RELATED_NOT; n *= 2) {
		difference->factor = n;
		if (is_same(&own, scale(&own, b, n), a)) {
			difference->relation = RELATED_SCALED_A;
		} else if (is_same(&own, scale(&own, a, n), b)) {
			difference->relation = RELATED_SCALED_B;
		} else if (is_same(&own, layout_upcast(&own, a, n), b)) {
			difference->relation = RELATED_UPCAST_A;
		} else if (is_same(&own, layout_upcast(&own, b, n), a)) {
			difference->relation = RELATED_UPCAST_B;
		}
	}
}

/* --- formulas --- */

/* The text of "part", as long as "arena" lasts. */
static const char *text_of(struct arena *arena, void (*print)(struct buf *out, const struct symbols *symbols),
	const struct symbols *symbols) {
	struct buf text;
	buf_init(&text, arena);
	print(&text, symbols);
	return text.data;
}

/* Whether two values without formulas are one function; values that cannot be compared are not. */
static bool are_one_function(struct algebra *al, const struct value *a, const struct value *b) {
	struct difference_side sides[2] = { { 0 }, { 0 } };
	set_map(al, &sides[0], value_as_map(al, a));
	set_map(al, &sides[1], value_as_map(al, b));
	number_sides(al, &sides[0], &sides[1]);
	bool same = compare_maps(al, sides[0].numbers, sides[1].numbers).same_function && !algebra_failed(al);
	fault_clear(&al->fault);
	return same;
}

/*
 * Decide whether the sides, which have formulas, are one function, and otherwise give them numbers for which they are
 * not.
 */
static void compare_formulas(struct evaluation *ev, struct difference *difference) {
	struct algebra *al = &ev->algebra;
	struct difference_side *a = &difference->a;
	struct difference_side *b = &difference->b;
	struct comparison *comparison = &difference->comparison;
	struct value values[2] = { value_from_map(a->map), value_from_map(b->map) };
	struct buf names;
	difference->assumptions = text_of(al->arena, print_assumptions, ev->symbols);
	comparison->same_structure = maps_always_equal(a->written, b->written);
	if (maps_always_same(al->arena, a->written, b->written)) {
		comparison->same_function = true;
		difference->formulas = FORMULAS_SAME;
		return;
	}
	buf_init(&names, al->arena);
	if (find_agreement(al->arena, ev->symbols, &values[0], &values[1], &names)) {
		difference->agreement = names.data;
		buf_init(&names, al->arena);
	}
	bool found = find_counterexample(al->arena, ev->symbols, are_one_function, &values[0], &values[1], &names);
	difference->formulas = found ? FORMULAS_DIFFER : FORMULAS_OPEN;
	if (found) {
		difference->numbers = names.data;
		set_map(al, a, value_as_map(al, &values[0]));
		set_map(al, b, value_as_map(al, &values[1]));
	}
}

static bool has_formulas(const struct difference_side *side) {
	const struct value value = value_from_map(side->map);
	return value_has_symbol(&value);
}

/* Compare the two sides. Returns false after a fault. */
static bool compare_sides(struct evaluation *ev, const struct listener *listener, struct difference *difference) {
	struct algebra *al = &ev->algebra;
	if (has_formulas(&difference->a) || has_formulas(&difference->b)) {
		compare_formulas(ev, difference);
	}
	if (difference->formulas == FORMULAS_SAME || difference->formulas == FORMULAS_OPEN) {
		return evaluate_went_well(ev, difference->a.span, listener);
	}
	number_sides(al, &difference->a, &difference->b);
	difference->comparison = compare_maps(al, difference->a.numbers, difference->b.numbers);
	difference->comparison.same_structure = map_equal(difference->a.written, difference->b.written);
	const struct difference_side *at_fault = al->fault.operand == 1 ? &difference->a : &difference->b;
	if (algebra_failed(al)) {
		ev->source = at_fault->source;
	} else {
		relate(difference, al->arena);
	}
	return evaluate_went_well(ev, at_fault->span, listener);
}

int difference_find(struct evaluation *ev, const struct source *a, const struct source *b,
	const struct listener *listener, struct difference *differences) {
	struct difference_side sides[2][SUBJECTS_MAX];
	int count = read_sides(ev, a, listener, sides[0]);
	int other = count > 0 ? read_sides(ev, b, listener, sides[1]) : 0;
	if (other == 0) {
		return 0;
	}
	if (count != other) {
		algebra_fault(&ev->algebra, FAULT_TYPE, "a value of %d operand%s has nothing to do with one of %d", other,
			other == 1 ? "" : "s", count);
		evaluate_went_well(ev, sides[1][0].span, listener);
		return 0;
	}
	for (int i = 0; i < count; i++) {
		differences[i] = (struct difference){ .a = sides[0][i], .b = sides[1][i] };
		if (!compare_sides(ev, listener, &differences[i])) {
			return 0;
		}
	}
	return count;
}

/* --- what is printed --- */

static void put_layout(struct buf *out, const struct difference_side *side) {
	buf_printf(out, "%-12s", side->source->name);
	print_map(out, side->written);
	buf_put(out, ", size ");
	print_tuple(out, side->size);
	buf_put_char(out, '\n');
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
static void put_first(struct algebra *al, struct buf *out, const struct difference_side *side, int64_t first,
	int64_t offset) {
	buf_printf(out, "%s", side->source->name);
	if (tuple_is_tuple(side->shape)) {
		check_put_coordinate(al, side->shape, first, out);
	} else {
		buf_printf(out, "(%" PRId64 ")", first);
	}
	buf_put(out, " = ");
	put_offset(al, out, side, offset);
}

/* Whether both are written alike, and if not, the first mode that is not. */
static void put_structure(struct buf *out, const struct difference *difference) {
	const struct map *a = &difference->a.written;
	const struct map *b = &difference->b.written;
	buf_printf(out, "structure   %s", difference->comparison.same_structure ? "the same" : "different");
	if (!difference->comparison.same_structure && a->kind == MAP_LAYOUT && b->kind == MAP_LAYOUT) {
		int rank = layout_rank(a->layout);
		if (rank != layout_rank(b->layout)) {
			buf_printf(out, ": %d mode%s and %d", rank, rank == 1 ? "" : "s", layout_rank(b->layout));
		}
		for (int i = 0; i < rank && rank == layout_rank(b->layout); i++) {
			struct layout in_a = layout_mode(a->layout, i);
			struct layout in_b = layout_mode(b->layout, i);
			if (!maps_always_equal(map_from_layout(in_a), map_from_layout(in_b))) {
				buf_printf(out, ": mode %d is ", i);
				print_layout(out, in_a);
				buf_put(out, " and ");
				print_layout(out, in_b);
				break;
			}
		}
	}
	buf_put_char(out, '\n');
}

/* How one is the other in other elements or units, if it is. */
static void put_relation(struct buf *out, const struct difference *difference) {
	static const char *const texts[] = {
		[RELATED_UPCAST_A] = "\nrecast      upcast(A, %d) is B: the same memory in elements %d times as large",
		[RELATED_UPCAST_B] = "\nrecast      upcast(B, %d) is A: the same memory in elements %d times as large",
		[RELATED_SCALED_A] = "\nscaled      A gives %d times what B gives: offsets in units %d times as small",
		[RELATED_SCALED_B] = "\nscaled      B gives %d times what A gives: offsets in units %d times as small",
	};
	if (difference->relation != RELATED_NOT) {
		const char *text = texts[difference->relation];
		for (; *text != '\0'; text++) {
			if (*text == '%') {
				buf_put_int(out, difference->factor);
				text++;
			} else {
				buf_put_char(out, *text);
			}
		}
	}
}

/* What is decided for all numbers, and for which numbers the rest is said. */
static void put_formulas(struct buf *out, const struct difference *difference) {
	bool assumes = difference->assumptions[0] != '\0';
	if (difference->formulas == FORMULAS_SAME) {
		buf_printf(out, "functions   the same %s%s\n",
			assumes ? "under the assumptions: " : "for all numbers that the names stand for",
			difference->assumptions);
		return;
	}
	if (difference->agreement != NULL) {
		buf_printf(out, "alike       for %s\n", difference->agreement);
	}
	if (difference->formulas == FORMULAS_OPEN) {
		buf_put(out, "functions   not decided: no numbers were found for which they differ\n");
		return;
	}
	buf_printf(out, "numbers     for %s: ", difference->numbers);
	print_map(out, difference->a.map);
	buf_put(out, " and ");
	print_map(out, difference->b.map);
	buf_put_char(out, '\n');
}

/*
 * Four lines: both layouts with their sizes, whether they are written alike, whether they are one function, with what
 * both give at the first coordinate where they are not, and whether a permutation of coordinates makes one the other.
 */
void difference_put(struct buf *out, struct algebra *al, const struct difference *difference) {
	const struct difference_side *a = &difference->a;
	const struct difference_side *b = &difference->b;
	const struct comparison *comparison = &difference->comparison;
	if (difference->a.operand != NULL) {
		buf_printf(out, "operand     %s\n", difference->a.operand);
	}
	put_layout(out, a);
	put_layout(out, b);
	put_structure(out, difference);
	if (difference->formulas != FORMULAS_NONE) {
		put_formulas(out, difference);
	}
	if (difference->formulas == FORMULAS_SAME || difference->formulas == FORMULAS_OPEN) {
		return;
	}
	if (comparison->same_function) {
		buf_put(out, "functions   the same\n");
		return;
	}
	buf_printf(out, "functions   different, first at %" PRId64 ": ", comparison->first);
	if (comparison->first < comparison->size_a && comparison->first < comparison->size_b) {
		put_first(al, out, a, comparison->first, comparison->first_a);
		buf_put(out, ", ");
		put_first(al, out, b, comparison->first, comparison->first_b);
	} else {
		const char *shorter = (comparison->first >= comparison->size_a ? a : b)->source->name;
		if (comparison->first == 0) {
			buf_printf(out, "%s is empty", shorter);
		} else {
			buf_printf(out, "%s ends at %" PRId64 "; equal on the first %" PRId64, shorter, comparison->first - 1,
				comparison->first);
		}
	}
	put_relation(out, difference);
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

/* "assumptions", and for which "numbers" the rest is said; nothing where there are no formulas. */
static void put_json_formulas(struct buf *out, const struct difference *difference) {
	if (difference->formulas == FORMULAS_NONE) {
		return;
	}
	buf_printf(out, ",\"assumptions\":\"%s\"", difference->assumptions);
	if (difference->numbers != NULL) {
		buf_printf(out, ",\"numbers\":\"%s\"", difference->numbers);
	}
}

/* The members of the object that a difference is, and its end. */
static void put_json(struct buf *out, const struct difference *difference) {
	static const char *const relations[] = { "", "upcast_a", "upcast_b", "scaled_a", "scaled_b" };
	const struct comparison *comparison = &difference->comparison;
	if (difference->a.operand != NULL) {
		buf_printf(out, "\"operand\":\"%s\",", difference->a.operand);
	}
	buf_put(out, "\"a\":");
	print_map_json(out, difference->a.written);
	buf_put(out, ",\"b\":");
	print_map_json(out, difference->b.written);
	put_json_formulas(out, difference);
	if (difference->formulas == FORMULAS_SAME || difference->formulas == FORMULAS_OPEN) {
		buf_printf(out, ",\"same_structure\":%s,\"same_function\":%s}", comparison->same_structure ? "true" : "false",
			difference->formulas == FORMULAS_SAME ? "true" : "null");
		return;
	}
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
	if (difference->relation != RELATED_NOT) {
		buf_printf(out, ",\"related\":{\"by\":\"%s\",\"factor\":%" PRId64 "}", relations[difference->relation],
			difference->factor);
	}
	buf_put_char(out, '}');
}

void difference_put_json(struct buf *out, const struct difference *differences, int count) {
	print_json_begin(out);
	if (count == 1) {
		put_json(out, differences);
		return;
	}
	buf_put(out, "\"operands\":[");
	for (int i = 0; i < count; i++) {
		buf_put(out, i > 0 ? ",{" : "{");
		put_json(out, &differences[i]);
	}
	buf_put(out, "]}");
}
