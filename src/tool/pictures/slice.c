/* The cells of a layout that slice(c, L) or L(c) takes, marked. */
#include "render/slice.h"

#include "lang/tensor.h"
#include "tool/pictures/kind.h"

extern const struct picture_kind picture_kind_slice;

/* The coordinate that "first" and the nodes behind it make up. */
static struct value applied_coordinate(const struct subject *subject, const struct node *first) {
	struct value *items = arena_array(subject->al->arena, (size_t)subject->node->child_count, sizeof *items);
	int count = 0;
	for (const struct node *child = first; child != NULL; child = child->next) {
		items[count++] = subject_evaluate(subject, child);
	}
	return count == 1 ? items[0] : value_from_items(subject->al, items, count);
}

static void draw_slice(struct subject *subject) {
	struct algebra *al = subject->al;
	const struct node *node = subject->node;
	const struct node *applied = subject_coordinate(subject);
	struct value layout, coordinate;
	if (applied != NULL) {
		layout = subject_applied(subject);
		coordinate = applied_coordinate(subject, applied);
	} else if (node->kind == NODE_CALL && (str_is(node->text, "slice") || str_is(node->text, "slice_and_offset"))) {
		coordinate = subject_evaluate(subject, subject_argument(subject, 0));
		layout = subject_evaluate(subject, subject_argument(subject, 1));
	} else {
		algebra_fault(al, FAULT_TYPE, "a picture of kind slice is of slice(c, L) or L(c), with _ for all of a mode, or "
			"of local_tile and local_partition");
		return;
	}
	coordinate = value_from_tuple(value_as_tuple(al, &coordinate));
	if (!value_require_known(al, &layout) || !value_require_known(al, &coordinate)) {
		return;
	}
	struct map map = value_as_map(al, &layout);
	if (!algebra_failed(al)) {
		slice_figure(subject->figure, al, map, coordinate.tuple);
	}
}

/* The sizes of the modes of a tiler, as a tiler of its own, which says how far tiles can go past the end. */
static const struct tiler *extents_of(struct algebra *al, const struct value *tiler) {
	struct value shape = { .kind = VALUE_TUPLE, .tuple = tiler->tuple };
	if (tiler->kind == VALUE_LAYOUT) {
		int rank = layout_rank(tiler->layout);
		struct tuple *modes = tuple_modes_new(al, rank);
		for (int i = 0; i < rank; i++) {
			modes[i] = tuple_product(al, tuple_mode(tiler->layout.shape, i));
		}
		shape.tuple = tuple_is_tuple(tiler->layout.shape) ? tuple_of(al, modes, rank) : tiler->layout.shape;
	} else if (tiler->kind != VALUE_TUPLE) {
		return NULL;
	}
	return value_as_tiler(al, &shape);
}

/* The largest integer in "a", a coordinate; at least 0. */
static int64_t largest(struct tuple a) {
	int64_t most = 0;
	for (int i = 0; tuple_is_tuple(a) && i < a.rank; i++) {
		int64_t own = largest(a.modes[i]);
		most = own > most ? own : most;
	}
	return tuple_is_plain_int(a) && int_has_value(a) && a.value > 0 ? a.value : most;
}

/* Evaluate the call with the layout "numbers" in place of its first argument. */
static struct value evaluate_with(const struct subject *subject, struct layout numbers) {
	const struct node *node = subject->node;
	const char *text = subject->source->text.data;
	struct value layout = value_from_layout(numbers);
	struct buf call;
	buf_init(&call, subject->al->arena);
	struct span whole = subject_argument(subject, 0)->span;
	buf_put_str(&call, (struct str){ text + node->span.begin, whole.begin - node->span.begin });
	buf_put(&call, subject_text_of_value(subject->al, "", &layout));
	buf_put_str(&call, (struct str){ text + whole.end, node->span.end - whole.end });
	return subject_evaluate_option(subject, "the part", call.data);
}

/* A tile of a layout, or what a thread gets of it: the same is taken out of the numbers of its cells. */
static void draw_part(struct subject *subject) {
	struct algebra *al = subject->al;
	struct value layout = subject_evaluate(subject, subject_argument(subject, 0));
	struct value tiler = subject_evaluate(subject, subject_argument(subject, 1));
	if (layout.kind == VALUE_TUPLE) {
		layout = value_from_layout(value_as_layout(al, &layout));
	}
	layout = value_as_offset(al, &layout);
	if (!subject_is_map(&layout)) {
		algebra_fault(al, FAULT_TYPE, "what a part is drawn of is a layout, saw %s", value_kind_name(&layout));
		return;
	}
	struct map map = value_as_map(al, &layout);
	struct layout inner = map_inner(al, map);
	struct value number = subject_evaluate(subject, subject_argument(subject, 2));
	int64_t tiles = number.kind == VALUE_TUPLE ? largest(number.tuple) : 0;
	struct numbering numbering = numbering_of(al, inner, extents_of(al, &tiler), tiles);
	struct value value = algebra_failed(al) ? value_none() : evaluate_with(subject, numbering.layout);
	bool pair = value.kind == VALUE_LIST && value.list.count == 2 && value.list.items[0].kind == VALUE_LAYOUT
		&& value.list.items[1].kind == VALUE_TUPLE && tuple_is_int(value.list.items[1].tuple);
	if (!algebra_failed(al) && !pair) {
		algebra_fault(al, FAULT_TYPE, "the part is no plain layout with an offset");
	}
	if (!algebra_failed(al)) {
		struct part part = { value.list.items[0].layout, int_value(al, value.list.items[1].tuple) };
		part_figure(subject->figure, al, map, &numbering, &part);
	}
}

/* local_tile(L, tiler, c) or local_partition(L, threads, i). */
static bool is_part(const struct node *node) {
	return node->kind == NODE_CALL && node->child_count == 3
		&& (str_is(node->text, "local_tile") || str_is(node->text, "local_partition"));
}

static void draw(struct subject *subject) {
	if (is_part(subject->node)) {
		draw_part(subject);
	} else {
		draw_slice(subject);
	}
}

/* A part with its offset, which no other kind draws. */
static bool suits(const struct subject *subject) {
	return subject->value.kind == VALUE_LIST && is_part(subject->node);
}

const struct picture_kind picture_kind_slice = {
	.name = "slice", .suits = suits, .draw = draw, .title = subject_text,
};
