/* Operations that take layouts and tuples apart, put them together, and make new ones. */
#include "differential.h"

/* The mode that an operation of one mode works on. */
static int some_mode(struct subject *s) {
	return (int)sample_below(s->samples, layout_rank(s->a));
}

/* "r" as a map is the given modes of the subject, one after the other. */
static bool has_modes(struct subject *s, struct layout r, const int *modes, int count) {
	struct leaves leaves = { .count = 0 };
	bool same = layout_rank(r) == count;
	for (int k = 0; k < count; k++) {
		leaves_add(&leaves, layout_mode(s->a, modes[k]));
		same = same && layout_equal(layout_mode(r, k), layout_mode(s->a, modes[k]));
	}
	return same && list_equal(list_from_layout(s->arena, r), list_from_leaves(s->arena, &leaves));
}

static enum verdict check_append(struct subject *s) {
	struct layout r;
	if (!run_layout(s, &r, CALL(value_from_layout(s->a), value_from_layout(s->b)))) {
		return agrees(s, false, s->al.fault.text);
	}
	bool holds = layout_rank(r) == layout_rank(s->a) + 1 && layout_equal(layout_mode(r, layout_rank(s->a)), s->b);
	return agrees(s, holds && list_equal(list_from_layout(s->arena, r), list_pair(s->arena, s->map, s->other)),
		"not A, then B");
}

static enum verdict check_prepend(struct subject *s) {
	struct layout r;
	if (!run_layout(s, &r, CALL(value_from_layout(s->a), value_from_layout(s->b)))) {
		return agrees(s, false, s->al.fault.text);
	}
	bool holds = layout_rank(r) == layout_rank(s->a) + 1 && layout_equal(layout_mode(r, 0), s->b);
	return agrees(s, holds && list_equal(list_from_layout(s->arena, r), list_pair(s->arena, s->other, s->map)),
		"not B, then A");
}

static enum verdict check_get(struct subject *s) {
	int i = some_mode(s);
	struct layout r;
	bool good = run_layout(s, &r, CALL(value_from_layout(s->a), number_value(i)));
	return agrees(s, good && list_equal(list_from_layout(s->arena, r), list_from_modes(s->arena, s->a, i, i + 1)),
		"not the mode");
}

static enum verdict check_take(struct subject *s) {
	int begin = some_mode(s);
	int end = (int)sample_between(s->samples, begin + 1, layout_rank(s->a));
	int modes[8];
	for (int i = begin; i < end; i++) {
		modes[i - begin] = i;
	}
	struct layout r;
	bool good = run_layout(s, &r, CALL(value_from_layout(s->a), number_value(begin), number_value(end)));
	return agrees(s, good && has_modes(s, r, modes, end - begin), "not these modes");
}

static enum verdict check_select(struct subject *s) {
	int modes[2] = { some_mode(s), some_mode(s) };
	struct layout r;
	bool good = run_layout(s, &r, CALL(value_from_layout(s->a), number_value(modes[0]), number_value(modes[1])));
	return agrees(s, good && has_modes(s, r, modes, 2), "not these modes");
}

static enum verdict check_group(struct subject *s) {
	int begin = some_mode(s);
	int end = (int)sample_between(s->samples, begin + 1, layout_rank(s->a));
	struct layout r;
	bool good = run_layout(s, &r, CALL(value_from_layout(s->a), number_value(begin), number_value(end)));
	bool holds = good && layout_rank(r) == layout_rank(s->a) - (end - begin) + 1;
	struct list grouped = list_from_modes(s->arena, s->a, begin, end);
	return agrees(s, holds && list_equal(list_from_layout(s->arena, r), s->map) &&
		list_equal(list_from_layout(s->arena, layout_mode(r, begin)), grouped), "not these modes as one");
}

static enum verdict check_replace(struct subject *s) {
	int i = some_mode(s);
	struct layout r;
	bool holds = run_layout(s, &r, CALL(value_from_layout(s->a), number_value(i), value_from_layout(s->b)));
	if (!tuple_is_tuple(s->a.shape)) {
		return agrees(s, holds && layout_equal(r, s->b), "not B");
	}
	holds = holds && layout_rank(r) == layout_rank(s->a);
	for (int k = 0; holds && k < layout_rank(s->a); k++) {
		holds = layout_equal(layout_mode(r, k), k == i ? s->b : layout_mode(s->a, k));
	}
	return agrees(s, holds, "not the other modes and B");
}

static enum verdict check_flatten(struct subject *s) {
	struct layout r;
	bool good = run_layout(s, &r, CALL(value_from_layout(s->a)));
	return agrees(s, good && tuple_depth(r.shape) <= 1 && list_equal(list_from_layout(s->arena, r), s->map),
		"nested, or another map");
}

static enum verdict check_unflatten(struct subject *s) {
	struct layout flat = layout_flatten(&s->al, s->a);
	struct layout r;
	bool good = run_layout(s, &r, CALL(value_from_layout(flat), value_from_tuple(s->a.shape)));
	return agrees(s, good && layout_equal(r, s->a), "not nested as before");
}

static enum verdict check_zip(struct subject *s) {
	struct layout r;
	if (layout_rank(s->a) != layout_rank(s->b) || !tuple_is_tuple(s->a.shape) || !tuple_is_tuple(s->b.shape)) {
		return NOT_DEFINED;
	}
	bool holds = run_layout(s, &r, CALL(value_from_layout(s->a), value_from_layout(s->b))) &&
		layout_rank(r) == layout_rank(s->a);
	for (int k = 0; holds && k < layout_rank(r); k++) {
		struct layout pair = layout_mode(r, k);
		holds = layout_rank(pair) == 2 && layout_equal(layout_mode(pair, 0), layout_mode(s->a, k)) &&
			layout_equal(layout_mode(pair, 1), layout_mode(s->b, k));
	}
	return agrees(s, holds, "not the pairs of modes");
}

static enum verdict check_rank(struct subject *s) {
	int64_t rank;
	int64_t expected = tuple_is_tuple(s->a.shape) ? s->a.shape.rank : 1;
	bool good = run_number(s, &rank, CALL(value_from_layout(s->a)));
	return agrees(s, good && rank == expected, "not the number of modes");
}

static int64_t depth_of(struct tuple t) {
	int64_t deepest = 0;
	for (int i = 0; tuple_is_tuple(t) && i < t.rank; i++) {
		int64_t depth = depth_of(t.modes[i]);
		deepest = depth > deepest ? depth : deepest;
	}
	return tuple_is_tuple(t) ? deepest + 1 : 0;
}

static enum verdict check_depth(struct subject *s) {
	int64_t depth;
	bool good = run_number(s, &depth, CALL(value_from_layout(s->a)));
	return agrees(s, good && depth == depth_of(s->a.shape), "not how deep it nests");
}

static enum verdict check_shape(struct subject *s) {
	struct tuple r;
	return agrees(s, run_tuple(s, &r, CALL(value_from_layout(s->a))) && tuple_equal(r, s->a.shape), "not the shape");
}

static enum verdict check_stride(struct subject *s) {
	struct tuple r;
	return agrees(s, run_tuple(s, &r, CALL(value_from_layout(s->a))) && tuple_equal(r, s->a.stride), "not the stride");
}

/* --- coordinates that slice --- */

/* A coordinate with "_" for some modes; "open" has all elements with the others fixed, "place" of those is 0. */
static struct tuple some_slice(struct subject *s, struct leaves *open, struct leaves *closed, int64_t *place) {
	int rank = layout_rank(s->a);
	struct tuple *modes = tuple_modes_new(&s->al, rank);
	*place = 0;
	for (int i = 0; i < rank; i++) {
		struct layout mode = layout_mode(s->a, i);
		if (i == 0 || sample_below(s->samples, 2) == 0) {
			modes[i] = tuple_underscore();
			leaves_add(open, mode);
		} else {
			int64_t number = sample_below(s->samples, reference_size(mode.shape));
			modes[i] = natural_coordinate(&s->al, mode.shape, number);
			leaves_add(closed, mode);
			*place += reference_at(mode, number);
		}
	}
	return tuple_is_tuple(s->a.shape) ? tuple_of(&s->al, modes, rank) : modes[0];
}

static enum verdict check_slice(struct subject *s) {
	struct leaves open = { .count = 0 };
	struct leaves closed = { .count = 0 };
	int64_t place;
	struct layout r;
	struct tuple c = some_slice(s, &open, &closed, &place);
	bool good = run_layout(s, &r, CALL(value_from_tuple(c), value_from_layout(s->a)));
	return agrees(s, good && list_equal(list_from_layout(s->arena, r), list_from_leaves(s->arena, &open)),
		"not the modes with '_'");
}

static enum verdict check_dice(struct subject *s) {
	struct leaves open = { .count = 0 };
	struct leaves closed = { .count = 0 };
	int64_t place;
	struct layout r;
	struct tuple c = some_slice(s, &open, &closed, &place);
	bool good = run_layout(s, &r, CALL(value_from_tuple(c), value_from_layout(s->a)));
	return agrees(s, good && list_equal(list_from_layout(s->arena, r), list_from_leaves(s->arena, &closed)),
		"not the modes without '_'");
}

static enum verdict check_slice_and_offset(struct subject *s) {
	struct leaves open = { .count = 0 };
	struct leaves closed = { .count = 0 };
	int64_t place;
	struct value pair;
	struct tuple c = some_slice(s, &open, &closed, &place);
	bool good = run_operation(s, s->name, &pair, CALL(value_from_tuple(c), value_from_layout(s->a))) &&
		pair.kind == VALUE_LIST && pair.list.count == 2;
	return agrees(s, good && pair.list.items[1].tuple.value == place &&
		list_equal(list_from_layout(s->arena, pair.list.items[0].layout), list_from_leaves(s->arena, &open)),
		"not the slice and where it begins");
}

/* --- making layouts --- */

static enum verdict check_make_layout(struct subject *s) {
	struct layout whole;
	struct layout pair;
	bool good = run_layout(s, &whole, CALL(value_from_tuple(s->a.shape), value_from_tuple(s->a.stride))) &&
		run_layout(s, &pair, CALL(value_from_layout(s->a), value_from_layout(s->b)));
	return agrees(s, good && layout_equal(whole, s->a) && layout_rank(pair) == 2 &&
		list_equal(list_from_layout(s->arena, pair), list_pair(s->arena, s->map, s->other)),
		"not shape:stride, or not (A,B)");
}

/* A sum of one basis element stays one, as in CuTe; others are coordinates. */
static enum verdict check_make_identity_layout(struct subject *s) {
	struct layout r;
	if (tuple_is_tuple(s->a.shape) && s->a.shape.rank == 1) {
		return NOT_DEFINED;
	}
	bool holds = run_layout(s, &r, CALL(value_from_tuple(s->a.shape)));
	for (int64_t i = 0; holds && i < s->map.size; i++) {
		struct tuple c = natural_coordinate(&s->al, s->a.shape, i);
		holds = tuple_equal(layout_crd2idx(&s->al, c, r), c);
	}
	return agrees(s, holds, "a coordinate is not mapped to itself");
}

static enum verdict check_make_ordered_layout(struct subject *s) {
	int rank = layout_rank(s->a);
	struct tuple *order = tuple_modes_new(&s->al, rank);
	struct layout r;
	for (int i = 0; i < rank; i++) {
		int other = (int)sample_below(s->samples, i + 1);
		order[i] = order[other];
		order[other] = tuple_int(i);
	}
	struct tuple orders = tuple_is_tuple(s->a.shape) ? tuple_of(&s->al, order, rank) : order[0];
	bool holds = run_layout(s, &r, CALL(value_from_tuple(s->a.shape), value_from_tuple(orders)));
	for (int i = 0; holds && i < rank; i++) {
		int64_t before = 1;
		for (int k = 0; k < rank; k++) {
			before *= order[k].value < order[i].value ? reference_size(layout_mode(s->a, k).shape) : 1;
		}
		struct list mode = list_from_modes(s->arena, r, i, i + 1);
		for (int64_t j = 0; j < mode.size; j++) {
			holds = holds && mode.offset[j] == j * before;
		}
	}
	return agrees(s, holds, "not compact in this order");
}

/* No two modes with more than one element have the same stride, which would leave their order open. */
static bool has_an_order(struct layout a) {
	struct leaves leaves = { .count = 0 };
	leaves_add(&leaves, a);
	for (int i = 0; i < leaves.count; i++) {
		for (int k = 0; k < i; k++) {
			if (leaves.shape[i] > 1 && leaves.shape[k] > 1 && leaves.stride[i] == leaves.stride[k]) {
				return false;
			}
		}
	}
	return is_plain(a);
}

/* "r" has the extents of "a". Stride 0 stays in the first "fixed" leaves, and all others are compact. */
static bool is_compact_like(struct subject *s, struct layout r, int fixed) {
	struct leaves own = { .count = 0 };
	struct leaves made = { .count = 0 };
	struct leaves moving = { .count = 0 };
	leaves_add(&own, s->a);
	leaves_add(&made, r);
	bool same = own.count == made.count;
	for (int k = 0; same && k < own.count; k++) {
		same = own.shape[k] == made.shape[k];
		if (k < fixed && own.stride[k] == 0) {
			same = same && made.stride[k] == 0;
		} else {
			moving.shape[moving.count] = made.shape[k];
			moving.stride[moving.count++] = made.stride[k];
		}
	}
	struct list map = list_from_leaves(s->arena, &moving);
	return same && list_covers(s->arena, map, map.size);
}

static enum verdict check_make_layout_like(struct subject *s) {
	struct layout r;
	bool good = has_an_order(s->a) && run_layout(s, &r, CALL(value_from_layout(s->a)));
	return good ? agrees(s, is_compact_like(s, r, LEAVES_MAX), "not compact, or not of this shape") : NOT_DEFINED;
}

/* Only in mode 0 of several do elements at stride 0 share a register. */
static enum verdict check_make_fragment_like(struct subject *s) {
	struct layout r;
	struct leaves first = { .count = 0 };
	if (layout_rank(s->a) > 1) {
		leaves_add(&first, layout_mode(s->a, 0));
	}
	bool good = has_an_order(s->a) && run_layout(s, &r, CALL(value_from_layout(s->a)));
	return good ? agrees(s, is_compact_like(s, r, first.count), "not compact, or not of this shape") : NOT_DEFINED;
}

const struct trial_of_operation trials_of_modes[] = {
	{ "append", check_append, "the offsets of A for each of B" },
	{ "depth", check_depth, "how deep the shape nests" },
	{ "dice", check_dice, "the modes without '_'" },
	{ "flatten", check_flatten, "the same map, depth 1" },
	{ "get", check_get, "the offsets of one mode" },
	{ "group", check_group, "the same map, fewer modes" },
	{ "make_fragment_like", check_make_fragment_like, "compact but for stride 0 in mode 0" },
	{ "make_identity_layout", check_make_identity_layout, "L(c) = c" },
	{ "make_layout", check_make_layout, "shape:stride, and the offsets of A for each of B" },
	{ "make_layout_like", check_make_layout_like, "compact where strides are not 0" },
	{ "make_ordered_layout", check_make_ordered_layout, "stride = product of the extents before it in the order" },
	{ "prepend", check_prepend, "the offsets of B for each of A" },
	{ "rank", check_rank, "the number of modes" },
	{ "replace", check_replace, "the other modes as before" },
	{ "select", check_select, "the offsets of these modes" },
	{ "shape", check_shape, "as the layout was made" },
	{ "slice", check_slice, "the modes with '_'" },
	{ "slice_and_offset", check_slice_and_offset, "the modes with '_', and the offset of the rest" },
	{ "stride", check_stride, "as the layout was made" },
	{ "take", check_take, "the offsets of these modes" },
	{ "unflatten", check_unflatten, "undoes flatten" },
	{ "zip", check_zip, "pairs of modes" },
	{ .name = NULL },
};
