/* The algebra: simplification, composition, complement, inverses, divides, products, elements of other widths. */
#include "differential.h"

enum { SMALL = 6 };   /* elements of a block or a tile that is repeated */

/* The result of an operation of the subject's layout alone. */
static bool of_layout(struct subject *s, struct layout *r) {
	return run_layout(s, r, CALL(value_from_layout(s->a)));
}

static enum verdict check_coalesce(struct subject *s) {
	struct layout r;
	bool holds = of_layout(s, &r) && list_equal(list_from_layout(s->arena, r), s->map);
	for (int i = 1; holds && i < layout_rank(r); i++) {
		struct layout before = layout_mode(r, i - 1);
		struct layout mode = layout_mode(r, i);
		holds = tuple_depth(r.shape) == 1 && mode.shape.value != 1 &&
			mode.stride.value != before.shape.value * before.stride.value;
	}
	return agrees(s, holds, "another map, or modes that could be one");
}

static enum verdict check_filter(struct subject *s) {
	struct layout r;
	bool good = of_layout(s, &r);
	struct list kept = list_from_layout(s->arena, r);
	int64_t moving = 1;
	struct leaves leaves = { .count = 0 };
	leaves_add(&leaves, s->a);
	for (int k = 0; k < leaves.count; k++) {
		moving *= leaves.stride[k] != 0 ? leaves.shape[k] : 1;
	}
	return agrees(s, good && kept.size == moving && list_includes(s->arena, kept, s->map) &&
		list_includes(s->arena, s->map, kept), "other offsets, or as often");
}

static enum verdict check_filter_zeros(struct subject *s) {
	struct layout r;
	struct leaves own = { .count = 0 };
	struct leaves made = { .count = 0 };
	leaves_add(&own, s->a);
	bool holds = of_layout(s, &r);
	leaves_add(&made, r);
	holds = holds && own.count == made.count;
	for (int k = 0; holds && k < own.count; k++) {
		holds = made.shape[k] == (own.stride[k] == 0 ? 1 : own.shape[k]) && made.stride[k] == own.stride[k];
	}
	return agrees(s, holds, "not extent 1 where the stride is 0");
}

static enum verdict check_composition(struct subject *s) {
	struct layout r;
	if (!is_plain(s->b) || !run_layout(s, &r, CALL(value_from_layout(s->a), value_from_layout(s->b)))) {
		return NOT_DEFINED;
	}
	bool holds = reference_is_compatible(s->b.shape, r.shape);
	for (int64_t i = 0; holds && i < s->other.size; i++) {
		holds = reference_at(r, i) == reference_at(s->a, s->other.offset[i]);
	}
	return agrees(s, holds, "not A(B(i))");
}

static enum verdict check_with_shape(struct subject *s) {
	struct layout r;
	struct tuple shape = s->b.shape;
	if (!run_layout(s, &r, CALL(value_from_layout(s->a), value_from_tuple(shape)))) {
		return NOT_DEFINED;
	}
	bool holds = reference_is_compatible(shape, r.shape);
	for (int64_t i = 0; holds && i < s->other.size; i++) {
		holds = reference_at(r, i) == reference_at(s->a, i);
	}
	return agrees(s, holds, "not the same map of another shape");
}

/* Whether each stride, in ascending order, is a multiple of what the modes before it span: no gap is left. */
static bool strides_divide(struct layout a) {
	struct leaves leaves = { .count = 0 };
	leaves_add(&leaves, a);
	int64_t spanned = 1;
	for (int done = 0; done < leaves.count; done++) {
		int least = -1;
		for (int k = 0; k < leaves.count; k++) {
			bool waits = leaves.shape[k] > 1 && leaves.stride[k] > 0;
			least = waits && (least < 0 || leaves.stride[k] < leaves.stride[least]) ? k : least;
		}
		if (least < 0) {
			return true;
		}
		if (leaves.stride[least] % spanned != 0) {
			return false;
		}
		spanned = leaves.shape[least] * leaves.stride[least];
		leaves.shape[least] = 1;
	}
	return true;
}

/* The offsets of a layout without repetition by stride 0. */
static struct list distinct(struct subject *s, struct layout a) {
	return list_from_layout(s->arena, layout_filter(&s->al, a));
}

static enum verdict check_complement(struct subject *s) {
	int64_t cotarget = sample_between(s->samples, 1, 48);
	struct layout r;
	if (!is_plain(s->a) || !strides_divide(s->a)) {
		return NOT_DEFINED;
	}
	struct list own = distinct(s, s->a);
	if (!run_layout(s, &r, CALL(value_from_layout(s->a), number_value(cotarget)))) {
		return NOT_DEFINED;
	}
	struct list free = list_from_layout(s->arena, r);
	int64_t *place = arena_array(s->arena, (size_t)free.size, sizeof *place);
	bool holds = greedy_places(s->arena, own, free.size, place) &&
		list_equal(free, (struct list){ free.size, place }) &&
		list_cosize(list_pair(s->arena, own, free)) >= cotarget;
	return agrees(s, holds, "not the first free places, or too few");
}

static enum verdict check_right_inverse(struct subject *s) {
	struct layout r;
	if (!is_plain(s->a)) {
		return NOT_DEFINED;
	}
	bool holds = of_layout(s, &r);
	struct list inverse = list_from_layout(s->arena, r);
	for (int64_t i = 0; holds && i < inverse.size; i++) {
		holds = inverse.offset[i] < s->map.size && s->map.offset[inverse.offset[i]] == i;
	}
	bool is_onto = list_covers(s->arena, s->map, s->map.size);
	return agrees(s, holds && (!is_onto || inverse.size == s->map.size), "A(R(i)) is not i, or not for all i");
}

static enum verdict check_left_inverse(struct subject *s) {
	struct layout r;
	if (!is_plain(s->a) || !list_is_injective(s->arena, s->map) || !of_layout(s, &r)) {
		return NOT_DEFINED;
	}
	bool holds = true;
	for (int64_t i = 0; holds && i < s->map.size; i++) {
		holds = reference_at(r, s->map.offset[i]) == i;
	}
	return agrees(s, holds, "R(A(i)) is not i");
}

static enum verdict check_nullspace(struct subject *s) {
	struct layout r;
	bool holds = of_layout(s, &r);
	struct list zeros = list_from_layout(s->arena, r);
	int64_t expected = 1;
	struct leaves leaves = { .count = 0 };
	leaves_add(&leaves, s->a);
	for (int k = 0; k < leaves.count; k++) {
		expected *= leaves.stride[k] == 0 ? leaves.shape[k] : 1;
	}
	for (int64_t i = 0; holds && i < zeros.size; i++) {
		holds = zeros.offset[i] < s->map.size && s->map.offset[zeros.offset[i]] == 0;
	}
	return agrees(s, holds && zeros.size == expected && list_is_injective(s->arena, zeros),
		"not the coordinates of the modes with stride 0");
}

/* --- what layouts have in common --- */

static enum verdict check_max_common_layout(struct subject *s) {
	struct layout r;
	if (!is_plain(s->a) || !is_plain(s->b) ||
			!run_layout(s, &r, CALL(value_from_layout(s->a), value_from_layout(s->b)))) {
		return NOT_DEFINED;
	}
	struct list common = list_from_layout(s->arena, r);
	bool holds = true;
	for (int64_t i = 0; holds && i < common.size; i++) {
		holds = reference_at(s->a, common.offset[i]) == i && reference_at(s->b, common.offset[i]) == i;
	}
	return agrees(s, holds, "A(R(i)) or B(R(i)) is not i");
}

static enum verdict check_max_common_vector(struct subject *s) {
	int64_t elements;
	struct value common;
	const struct value both[2] = { value_from_layout(s->a), value_from_layout(s->b) };
	if (!is_plain(s->a) || !is_plain(s->b) || !run_number(s, &elements, 2, both) ||
			!run_operation(s, "max_common_layout", &common, 2, both)) {
		return NOT_DEFINED;
	}
	return agrees(s, elements == reference_size(common.layout.shape), "not the size of max_common_layout");
}

/* --- elements of other widths --- */

static enum verdict check_downcast(struct subject *s) {
	int64_t n = sample_between(s->samples, 1, 4);
	struct layout r;
	if (!is_plain(s->a) || !run_layout(s, &r, CALL(value_from_layout(s->a), number_value(n)))) {
		return NOT_DEFINED;
	}
	struct leaves parts = { .count = 1, .shape = { n }, .stride = { 1 } };
	int64_t *first = arena_array(s->arena, (size_t)s->map.size, sizeof *first);
	for (int64_t i = 0; i < s->map.size; i++) {
		first[i] = n * s->map.offset[i];
	}
	struct list expected = list_pair(s->arena, list_from_leaves(s->arena, &parts),
		(struct list){ s->map.size, first });
	return agrees(s, list_has_same_elements(s->arena, list_from_layout(s->arena, r), expected),
		"not the parts of each element");
}

static enum verdict check_upcast(struct subject *s) {
	int64_t n = sample_between(s->samples, 1, 4);
	struct layout r;
	if (!is_plain(s->a) || !list_is_injective(s->arena, s->map) || !list_covers(s->arena, s->map, s->map.size) ||
			!run_layout(s, &r, CALL(value_from_layout(s->a), number_value(n)))) {
		return NOT_DEFINED;
	}
	int64_t *joined = arena_array(s->arena, (size_t)s->map.size, sizeof *joined);
	for (int64_t i = 0; i < s->map.size; i++) {
		joined[i] = s->map.offset[i] / n;
	}
	struct list expected = { s->map.size, joined };
	struct list got = list_from_layout(s->arena, r);
	return agrees(s, list_includes(s->arena, got, expected) && list_includes(s->arena, expected, got),
		"not the elements that the parts lie in");
}

static enum verdict check_recast_layout(struct subject *s) {
	int64_t n = sample_between(s->samples, 2, 4);
	struct value fine;
	struct value downcast;
	struct layout same;
	bool good = run_layout(s, &same, CALL(number_value(8), number_value(8), value_from_layout(s->a))) &&
		layout_equal(same, s->a);
	if (!run_operation(s, s->name, &fine, CALL(number_value(8), number_value(8 * n), value_from_layout(s->a))) ||
			!run_operation(s, "downcast", &downcast, CALL(value_from_layout(s->a), number_value(n)))) {
		return good ? NOT_DEFINED : DIFFERS;
	}
	return agrees(s, good && value_equal(&fine, &downcast), "not downcast by the quotient of the widths");
}

/* --- divides --- */

/* A tile that divides the subject: its offsets are "tile", the places of the tiles "place", of "count". */
struct division {
	struct layout tiler;
	struct list tile;
	int64_t count;
	int64_t *place;
};

static bool some_division(struct subject *s, struct division *d) {
	d->tiler = s->b;
	d->tile = s->other;
	if (!is_plain(s->a) || !is_plain(s->b) || !strides_divide(s->b) || !list_is_injective(s->arena, s->other) ||
			s->map.size % s->other.size != 0 || list_cosize(s->other) > s->map.size) {
		return false;
	}
	d->count = s->map.size / s->other.size;
	d->place = arena_array(s->arena, (size_t)d->count, sizeof *d->place);
	return greedy_places(s->arena, d->tile, d->count, d->place) &&
		list_cosize(list_pair(s->arena, d->tile, (struct list){ d->count, d->place })) == s->map.size;
}

/* The offsets of the tiles, one after the other. False unless all tiles look alike, so that a layout has them. */
static bool divided(struct subject *s, const struct division *d, struct list *tiles) {
	int64_t *offset = arena_array(s->arena, (size_t)s->map.size, sizeof *offset);
	bool alike = true;
	for (int64_t j = 0; j < d->count; j++) {
		for (int64_t i = 0; i < d->tile.size; i++) {
			int64_t at = s->map.offset[d->tile.offset[i] + d->place[j]];
			alike = alike && at - s->map.offset[d->place[j]] == s->map.offset[d->tile.offset[i]] - s->map.offset[0];
			offset[j * d->tile.size + i] = at;
		}
	}
	*tiles = (struct list){ s->map.size, offset };
	return alike;
}

static enum verdict check_divide(struct subject *s) {
	struct division d;
	struct layout r;
	struct list expected;
	if (!some_division(s, &d) || !divided(s, &d, &expected) ||
			!run_layout(s, &r, CALL(value_from_layout(s->a), value_from_layout(d.tiler)))) {
		return NOT_DEFINED;
	}
	struct list first = list_from_modes(s->arena, r, 0, 1);
	bool has_tile = str_is(str_from(s->name), "flat_divide") || first.size == d.tile.size;
	return agrees(s, has_tile && list_equal(list_from_layout(s->arena, r), expected), "not the elements of each tile");
}

/* --- products --- */

/* The places of the copies of "a" that the subject's second layout numbers; false where it is not so simple. */
static bool some_copies(struct subject *s, int64_t *place) {
	if (!is_plain(s->a) || !is_plain(s->b) || !strides_divide(s->a) || s->map.size > SMALL || s->other.size > SMALL ||
			!list_is_injective(s->arena, s->map)) {
		return false;
	}
	int64_t copies = list_cosize(s->other);
	int64_t *all = arena_array(s->arena, (size_t)copies, sizeof *all);
	if (!greedy_places(s->arena, s->map, copies, all)) {
		return false;
	}
	for (int64_t j = 0; j < s->other.size; j++) {
		place[j] = all[s->other.offset[j]];
	}
	return true;
}

static enum verdict check_product(struct subject *s) {
	int64_t place[SMALL];
	struct layout r;
	if (!some_copies(s, place) || !run_layout(s, &r, CALL(value_from_layout(s->a), value_from_layout(s->b)))) {
		return NOT_DEFINED;
	}
	struct list expected = list_pair(s->arena, s->map, (struct list){ s->other.size, place });
	return agrees(s, list_equal(list_from_layout(s->arena, r), expected), "not a copy at each place of the tile");
}

/* With pairs of modes (A,B), or (B,A) where the copies are raked. */
static enum verdict check_paired_product(struct subject *s) {
	int64_t place[SMALL];
	int rank = layout_rank(s->a);
	struct layout r;
	if (rank != layout_rank(s->b) || !tuple_is_tuple(s->a.shape) || !tuple_is_tuple(s->b.shape) ||
			!some_copies(s, place) || !run_layout(s, &r, CALL(value_from_layout(s->a), value_from_layout(s->b)))) {
		return NOT_DEFINED;
	}
	bool raked = s->name[0] == 'r';
	struct list got = list_from_layout(s->arena, r);
	bool holds = got.size == s->map.size * s->other.size && layout_rank(r) == rank;
	for (int64_t n = 0; holds && n < got.size; n++) {
		int64_t rest = n;
		int64_t i = 0;
		int64_t j = 0;
		int64_t i_step = 1;
		int64_t j_step = 1;
		for (int k = 0; k < rank; k++) {
			int64_t block = reference_size(layout_mode(s->a, k).shape);
			int64_t tile = reference_size(layout_mode(s->b, k).shape);
			int64_t first = rest % (raked ? tile : block);
			rest /= raked ? tile : block;
			int64_t second = rest % (raked ? block : tile);
			rest /= raked ? block : tile;
			i += (raked ? second : first) * i_step;
			j += (raked ? first : second) * j_step;
			i_step *= block;
			j_step *= tile;
		}
		holds = got.offset[n] == s->map.offset[i] + place[j];
	}
	return agrees(s, holds, "not the copies with their modes paired");
}

const struct trial_of_operation trials_of_algebra[] = {
	{ "blocked_product", check_paired_product, "copies at the first free places, modes paired" },
	{ "coalesce", check_coalesce, "the same map, no modes that could be one" },
	{ "complement", check_complement, "the first places for copies without overlap" },
	{ "composition", check_composition, "A(B(i))" },
	{ "downcast", check_downcast, "the parts of each element" },
	{ "filter", check_filter, "the same offsets without repetition by stride 0" },
	{ "filter_zeros", check_filter_zeros, "extent 1 where the stride is 0" },
	{ "flat_divide", check_divide, "the elements of each tile" },
	{ "flat_product", check_product, "copies at the first free places" },
	{ "left_inverse", check_left_inverse, "R(A(i)) = i" },
	{ "logical_divide", check_divide, "the elements of each tile" },
	{ "logical_product", check_product, "copies at the first free places" },
	{ "max_common_layout", check_max_common_layout, "A(R(i)) = B(R(i)) = i" },
	{ "max_common_vector", check_max_common_vector, "the size of max_common_layout" },
	{ "nullspace", check_nullspace, "A(R(i)) = 0 for all of the modes with stride 0" },
	{ "raked_product", check_paired_product, "copies at the first free places, modes paired" },
	{ "recast_layout", check_recast_layout, "downcast by the quotient" },
	{ "right_inverse", check_right_inverse, "A(R(i)) = i" },
	{ "tiled_divide", check_divide, "the elements of each tile" },
	{ "tiled_product", check_product, "copies at the first free places" },
	{ "upcast", check_upcast, "the elements that the parts lie in" },
	{ "with_shape", check_with_shape, "A(i)" },
	{ "zipped_divide", check_divide, "the elements of each tile" },
	{ "zipped_product", check_product, "copies at the first free places" },
	{ .name = NULL },
};
