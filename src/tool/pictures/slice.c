/* The cells of a layout that slice(c, L) or L(c) takes, marked. */
#include "render/slice.h"

#include "tool/pictures/kind.h"

extern const struct picture_kind picture_kind_slice;

/* The coordinate that the children of "node" from the second on make up. */
static struct value applied_coordinate(const struct subject *subject) {
	const struct node *node = subject->node;
	struct value *items = arena_array(subject->al->arena, (size_t)node->child_count, sizeof *items);
	int count = 0;
	for (const struct node *child = node->first_child->next; child != NULL; child = child->next) {
		items[count++] = subject_evaluate(subject, child);
	}
	return count == 1 ? items[0] : value_from_items(subject->al, items, count);
}

static void draw(struct subject *subject) {
	struct algebra *al = subject->al;
	const struct node *node = subject->node;
	struct value layout, coordinate;
	if (node->kind == NODE_APPLY && node->child_count > 1) {
		layout = subject_evaluate(subject, node->first_child);
		coordinate = applied_coordinate(subject);
	} else if (node->kind == NODE_CALL && node->child_count == 2
			&& (str_is(node->text, "slice") || str_is(node->text, "slice_and_offset"))) {
		coordinate = subject_evaluate(subject, node->first_child);
		layout = subject_evaluate(subject, node->last_child);
	} else {
		algebra_fault(al, FAULT_TYPE, "a picture of kind slice is of slice(c, L) or L(c), with _ for all of a mode");
		return;
	}
	if (coordinate.kind != VALUE_TUPLE) {
		algebra_fault(al, FAULT_TYPE, "expected a coordinate, saw %s", value_kind_name(&coordinate));
		return;
	}
	struct map map = value_as_map(al, &layout);
	if (!algebra_failed(al)) {
		slice_figure(subject->figure, al, map, coordinate.tuple);
	}
}

const struct picture_kind picture_kind_slice = { .name = "slice", .draw = draw, .title = subject_text };
