/* Laws of one layout: coalesce, flatten, filter, coordinates, slices, elements of other widths. */
#include "laws.h"

enum { POINTS = 50 };  /* coordinates of a layout that are tried one by one, about */

static enum verdict has_same_function(struct trial *trial, const char *name, struct layout r) {
	struct list a = list_from_layout(trial->arena, trial->a);
	bool holds = !algebra_failed(&trial->al) && list_equal(a, list_from_layout(trial->arena, r));
	law_computed(trial, name, RIGHT_NONE, r);
	return law_verdict(trial, holds, "not the same function");
}

static enum verdict coalesce_keeps_the_function(struct trial *trial) {
	return has_same_function(trial, "coalesce", layout_coalesce(&trial->al, trial->a));
}

static enum verdict flatten_keeps_the_function(struct trial *trial) {
	return has_same_function(trial, "flatten", layout_flatten(&trial->al, trial->a));
}

static enum verdict coalesce_is_shortest(struct trial *trial) {
	struct layout r = layout_coalesce(&trial->al, trial->a);
	bool flat = tuple_depth(r.shape) <= 1;
	bool shortest = true;
	for (int i = 0; i < layout_rank(r) && layout_rank(r) > 1; i++) {
		struct layout mode = layout_mode(r, i);
		shortest = shortest && mode.shape.value != 1;
		if (i > 0) {
			struct layout before = layout_mode(r, i - 1);
			shortest = shortest && mode.stride.value != before.shape.value * before.stride.value;
		}
	}
	law_computed(trial, "coalesce", RIGHT_NONE, r);
	return law_verdict(trial, flat && shortest, "modes could be joined");
}

/* The profile has one leaf for each of the first modes. */
static enum verdict coalesce_by_mode(struct trial *trial) {
	if (!tuple_is_tuple(trial->a.shape)) {
		return LAW_DOES_NOT_APPLY;
	}
	int rank = (int)sample_between(trial->samples, 1, layout_rank(trial->a));
	struct layout r = layout_coalesce_profile(&trial->al, trial->a, tuple_repeat(&trial->al, tuple_int(1), rank));
	bool holds = !algebra_failed(&trial->al) && layout_rank(r) == layout_rank(trial->a);
	for (int i = 0; holds && i < layout_rank(r); i++) {
		struct layout mode = layout_mode(trial->a, i);
		struct layout expected = i < rank ? layout_coalesce(&trial->al, mode) : mode;
		holds = layout_equal(layout_mode(r, i), expected);
	}
	law_computed(trial, "coalesce", RIGHT_NONE, r);
	return law_verdict(trial, holds, "mode by mode with a profile of rank %d", rank);
}

/* Beyond the domain too. */
static enum verdict coalesce_extended_keeps_the_extension(struct trial *trial) {
	struct layout r = layout_coalesce_extended(&trial->al, trial->a);
	int64_t size = reference_size(trial->a.shape);
	for (int64_t i = 0; i < 3 * size + 2; i += 1 + size / POINTS) {
		if (reference_at(trial->a, i) != reference_at(r, i)) {
			law_computed(trial, "coalesce_extended", RIGHT_NONE, r);
			return law_verdict(trial, false, "differs at %lld", (long long)i);
		}
	}
	return LAW_HOLDS;
}

static enum verdict filter_keeps_the_elements(struct trial *trial) {
	struct layout r = layout_filter(&trial->al, trial->a);
	struct list a = list_from_layout(trial->arena, trial->a);
	struct list filtered = list_from_layout(trial->arena, r);
	law_computed(trial, "filter", RIGHT_NONE, r);
	bool holds = list_includes(trial->arena, a, filtered) && list_includes(trial->arena, filtered, a);
	if (tuple_is_tuple(r.shape)) {
		for (int i = 0; i < r.shape.rank; i++) {
			holds = holds && r.stride.modes[i].value != 0 && r.shape.modes[i].value != 1;
		}
	}
	return law_verdict(trial, holds, "not the same elements, or a mode that contributes nothing");
}

static enum verdict size_and_cosize(struct trial *trial) {
	struct list a = list_from_layout(trial->arena, trial->a);
	int64_t size = layout_size(&trial->al, trial->a).value;
	int64_t cosize = layout_cosize(&trial->al, trial->a).value;
	law_computed(trial, "cosize", RIGHT_NONE, layout_one());
	return law_verdict(trial, size == a.size && cosize == list_cosize(a), "size %lld, cosize %lld", (long long)size,
		(long long)cosize);
}

static enum verdict evaluation_at_integers(struct trial *trial) {
	int64_t size = reference_size(trial->a.shape);
	for (int64_t i = 0; i < 2 * size; i += 1 + size / POINTS) {
		int64_t offset = layout_crd2idx(&trial->al, tuple_int(i), trial->a).value;
		if (offset != reference_at(trial->a, i)) {
			law_computed(trial, "crd2idx", RIGHT_NONE, layout_one());
			return law_verdict(trial, false, "at %lld: %lld", (long long)i, (long long)offset);
		}
	}
	return law_verdict(trial, !algebra_failed(&trial->al), "%s", trial->al.fault.text);
}

static enum verdict idx2crd_and_crd2idx_are_inverse(struct trial *trial) {
	int64_t size = reference_size(trial->a.shape);
	for (int64_t i = 0; i < size; i += 1 + size / POINTS) {
		struct tuple c = tuple_idx2crd(&trial->al, tuple_int(i), trial->a.shape);
		int64_t back = tuple_crd2idx(&trial->al, c, trial->a.shape).value;
		int64_t offset = layout_crd2idx(&trial->al, c, trial->a).value;
		bool holds = tuple_congruent(c, trial->a.shape) && back == i && offset == reference_at(trial->a, i)
			&& reference_at_coordinate(trial->a, c) == offset;
		if (!holds) {
			law_computed(trial, "idx2crd", RIGHT_NONE, layout_one());
			return law_verdict(trial, false, "at %lld: back to %lld, offset %lld", (long long)i, (long long)back,
				(long long)offset);
		}
	}
	return law_verdict(trial, !algebra_failed(&trial->al), "%s", trial->al.fault.text);
}

/* "c" with some modes replaced by "_" (first result) or by 0 where they are not (second). */
static struct tuple open_modes(struct trial *trial, struct tuple c, struct tuple *fixed) {
	if (sample_below(trial->samples, 3) == 0) {
		*fixed = tuple_repeat_like(&trial->al, c, tuple_int(0));
		return tuple_underscore();
	}
	if (!tuple_is_tuple(c)) {
		*fixed = c;
		return c;
	}
	struct tuple *open = tuple_modes_new(&trial->al, c.rank);
	struct tuple *closed = tuple_modes_new(&trial->al, c.rank);
	for (int i = 0; i < c.rank; i++) {
		open[i] = open_modes(trial, c.modes[i], &closed[i]);
	}
	*fixed = tuple_of(&trial->al, closed, c.rank);
	return tuple_of(&trial->al, open, c.rank);
}

/* The elements of a slice, moved to the slice's place, and the modes that it leaves make up the whole layout. */
static enum verdict slice_and_dice(struct trial *trial) {
	int64_t number = sample_below(trial->samples, reference_size(trial->a.shape));
	struct tuple fixed;
	struct tuple c = tuple_idx2crd(&trial->al, tuple_int(number), trial->a.shape);
	struct tuple open = open_modes(trial, c, &fixed);
	struct layout slice = layout_slice(&trial->al, open, trial->a);
	struct layout rest = layout_dice(&trial->al, open, trial->a);
	law_computed(trial, "slice", RIGHT_NONE, slice);
	if (algebra_failed(&trial->al)) {
		return law_verdict(trial, false, "%s", trial->al.fault.text);
	}
	struct list part = list_from_layout(trial->arena, slice);
	struct list place = { 1, arena_array(trial->arena, 1, sizeof(int64_t)) };
	*(int64_t *)place.offset = reference_at_coordinate(trial->a, fixed);
	struct list whole = list_from_layout(trial->arena, trial->a);
	struct list both = list_pair(trial->arena, part, list_from_layout(trial->arena, rest));
	return law_verdict(trial, list_includes(trial->arena, whole, list_pair(trial->arena, part, place))
		&& list_has_same_elements(trial->arena, whole, both), "at coordinate %lld", (long long)number);
}

static enum verdict downcast_and_upcast_are_inverse(struct trial *trial) {
	int64_t n = sample_between(trial->samples, 1, 8);
	struct layout fine = layout_downcast(&trial->al, trial->a, n);
	if (algebra_failed(&trial->al)) {
		return LAW_DOES_NOT_APPLY;
	}
	struct layout back = layout_upcast(&trial->al, fine, n);
	law_computed(trial, "downcast", RIGHT_NONE, fine);
	return law_verdict(trial, !algebra_failed(&trial->al) && layout_equal(back, trial->a), "factor %lld", (long long)n);
}

/* The "n" small elements of each large one. */
static enum verdict downcast_splits_elements(struct trial *trial) {
	int64_t n = sample_between(trial->samples, 1, 8);
	struct layout fine = layout_downcast(&trial->al, trial->a, n);
	if (algebra_failed(&trial->al) || fault_is_set(&trial->al.note)) {
		return LAW_DOES_NOT_APPLY;
	}
	struct leaves parts = { .count = 2, .shape = { n, 1 }, .stride = { 1, 0 } };
	struct list a = list_from_layout(trial->arena, trial->a);
	int64_t *first = arena_array(trial->arena, (size_t)a.size, sizeof *first);
	for (int64_t i = 0; i < a.size; i++) {
		first[i] = n * a.offset[i];
	}
	struct list expected = list_pair(trial->arena, list_from_leaves(trial->arena, &parts),
		(struct list){ a.size, first });
	law_computed(trial, "downcast", RIGHT_NONE, fine);
	return law_verdict(trial, list_has_same_elements(trial->arena, list_from_layout(trial->arena, fine), expected),
		"factor %lld", (long long)n);
}

/* The large elements that the small ones lie in, where no two modes share a large element. */
static enum verdict upcast_joins_elements(struct trial *trial) {
	int64_t n = sample_between(trial->samples, 1, 8);
	struct layout coarse = layout_upcast(&trial->al, trial->a, n);
	struct list a = list_from_layout(trial->arena, trial->a);
	if (algebra_failed(&trial->al) || !list_is_injective(trial->arena, a)
			|| !list_covers(trial->arena, a, a.size)) {
		return LAW_DOES_NOT_APPLY;
	}
	int64_t *joined = arena_array(trial->arena, (size_t)a.size, sizeof *joined);
	for (int64_t i = 0; i < a.size; i++) {
		joined[i] = a.offset[i] / n;
	}
	struct list expected = { a.size, joined };
	struct list got = list_from_layout(trial->arena, coarse);
	law_computed(trial, "upcast", RIGHT_NONE, coarse);
	return law_verdict(trial, list_includes(trial->arena, got, expected) && list_includes(trial->arena, expected, got),
		"factor %lld", (long long)n);
}

static enum verdict recast_is_upcast_or_downcast(struct trial *trial) {
	int64_t bits = INT64_C(1) << sample_between(trial->samples, 0, 5);
	int64_t n = INT64_C(1) << sample_between(trial->samples, 0, 3);
	struct layout same = layout_recast(&trial->al, trial->a, bits, bits);
	bool holds = !algebra_failed(&trial->al) && layout_equal(same, trial->a);
	law_computed(trial, "recast", RIGHT_NONE, layout_one());
	struct layout coarse = layout_recast(&trial->al, trial->a, bits * n, bits);
	struct algebra up;
	algebra_init(&up, trial->arena);
	struct layout expected = n > 1 ? layout_upcast(&up, trial->a, n) : trial->a;
	holds = holds && algebra_failed(&trial->al) == algebra_failed(&up)
		&& (algebra_failed(&up) || layout_equal(coarse, expected));
	algebra_init(&trial->al, trial->arena);
	struct layout fine = layout_recast(&trial->al, trial->a, bits, bits * n);
	struct algebra down;
	algebra_init(&down, trial->arena);
	expected = n > 1 ? layout_downcast(&down, trial->a, n) : trial->a;
	holds = holds && algebra_failed(&trial->al) == algebra_failed(&down)
		&& (algebra_failed(&down) || layout_equal(fine, expected));
	return law_verdict(trial, holds, "factor %lld", (long long)n);
}

const struct law layout_laws[] = {
	{ "coalesce: the same function", LAW_OF_LAYOUT, coalesce_keeps_the_function },
	{ "coalesce: depth at most 1, no mode to join", LAW_OF_LAYOUT, coalesce_is_shortest },
	{ "coalesce by profile: mode by mode", LAW_OF_LAYOUT, coalesce_by_mode },
	{ "coalesce_extended: the same function beyond the domain", LAW_OF_LAYOUT, coalesce_extended_keeps_the_extension },
	{ "flatten: the same function", LAW_OF_LAYOUT, flatten_keeps_the_function },
	{ "filter: the same elements, no mode without effect", LAW_OF_LAYOUT, filter_keeps_the_elements },
	{ "size and cosize: number of offsets, largest + 1", LAW_OF_LAYOUT, size_and_cosize },
	{ "L(i): digit by digit, the last mode extends", LAW_OF_LAYOUT, evaluation_at_integers },
	{ "idx2crd, crd2idx: inverse, and the inner product", LAW_OF_LAYOUT, idx2crd_and_crd2idx_are_inverse },
	{ "slice, dice: together the whole layout", LAW_OF_LAYOUT, slice_and_dice },
	{ "downcast, then upcast: as before", LAW_OF_LAYOUT, downcast_and_upcast_are_inverse },
	{ "downcast: the small elements of each large one, or a note", LAW_OF_LAYOUT, downcast_splits_elements },
	{ "upcast of a compact layout: the large elements", LAW_OF_LAYOUT, upcast_joins_elements },
	{ "recast_layout: upcast or downcast", LAW_OF_LAYOUT, recast_is_upcast_or_downcast },
	{ .name = NULL },
};
