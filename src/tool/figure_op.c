#include "tool/figure_op.h"

#include "lang/ops/operation.h"
#include "lang/notation/plain.h"
#include "render/op.h"
#include "render/slice.h"

enum { OPERANDS = 2 };

/*
 * Evaluate a part of a program that has been evaluated already, once more: what it warned of then is not said again.
 * Returns VALUE_NONE after a fault.
 */
static struct value evaluate_node(struct evaluation *ev, const struct source *source, const struct node *node) {
	struct source *part = arena_alloc(ev->algebra.arena, sizeof *part);
	struct str text = { source->text.data + node->span.begin, node->span.end - node->span.begin };
	*part = (struct source){ source->name, text, 1 };
	int warnings = ev->warning_count;
	bool run = evaluation_run(ev, part);
	struct value value = run && ev->result_count > 0 ? ev->results[0] : (struct value){ .kind = VALUE_NONE };
	ev->warning_count = warnings;
	ev->source = source;
	ev->error = (struct message){ 0 };
	ev->algebra.operand = 0;
	return value;
}

static bool is_map(const struct value *value) {
	return value->kind == VALUE_LAYOUT || value->kind == VALUE_COMPOSED;
}

/* --- operations --- */

/* An operation taken apart. */
struct parts {
	struct str name;
	struct value operands[OPERANDS];
	int count;
};

/* Put each argument of a call where its parameter is. */
static void take_arguments(struct evaluation *ev, const struct source *source, const struct node *node,
	struct parts *parts) {
	const struct operation *operation = operation_find(node->text);
	int place = 0;
	for (const struct node *child = node->first_child; child != NULL; child = child->next, place++) {
		int at = child->keyword.length > 0 && operation != NULL
			? operation_parameter(operation, child->keyword)
			: place;
		if (at >= 0 && at < OPERANDS) {
			parts->operands[at] = evaluate_node(ev, source, child);
			parts->count = at + 1 > parts->count ? at + 1 : parts->count;
		}
	}
}

static struct parts take_apart(struct evaluation *ev, const struct source *source, const struct node *node) {
	struct parts parts = { .name = str_from("") };
	if (node->kind == NODE_CALL) {
		parts.name = node->text;
		take_arguments(ev, source, node, &parts);
	} else if (node->kind == NODE_COMPOSE && node->child_count == OPERANDS) {
		parts.name = str_from("composition");
		parts.operands[0] = evaluate_node(ev, source, node->first_child);
		parts.operands[1] = evaluate_node(ev, source, node->last_child);
		parts.count = OPERANDS;
	}
	return parts;
}

static enum op_family family_of(struct op *op, struct str name) {
	static const struct {
		const char *name;
		enum op_family family;
		struct layout (*divide)(struct algebra *al, struct layout a, const struct tiler *b);
	} families[] = {
		{ "logical_divide", OP_DIVIDE, layout_logical_divide }, { "zipped_divide", OP_DIVIDE, layout_zipped_divide },
		{ "tiled_divide", OP_DIVIDE, layout_tiled_divide }, { "flat_divide", OP_DIVIDE, layout_flat_divide },
		{ "logical_product", OP_PRODUCT, NULL }, { "zipped_product", OP_PRODUCT, NULL },
		{ "tiled_product", OP_PRODUCT, NULL }, { "flat_product", OP_PRODUCT, NULL },
		{ "blocked_product", OP_PRODUCT, NULL }, { "raked_product", OP_PRODUCT, NULL },
		{ "composition", OP_COMPOSITION, NULL }, { "complement", OP_COMPLEMENT, NULL },
	};
	for (size_t i = 0; i < sizeof families / sizeof families[0]; i++) {
		if (str_is(name, families[i].name)) {
			op->divide = families[i].divide;
			return families[i].family;
		}
	}
	return OP_OTHER;
}

/* "prefix" and the value as text. */
static const char *caption(struct algebra *al, const char *prefix, const struct value *value) {
	struct buf text;
	buf_init(&text, al->arena);
	buf_put(&text, prefix);
	print_value(&text, value);
	return text.data;
}

/* A value as an operand that is drawn: an integer tiler N is N:1. */
static bool operand_map(struct algebra *al, const struct value *value, struct map *map) {
	if (is_map(value)) {
		*map = value_as_map(al, value);
		return true;
	}
	if (value->kind == VALUE_TUPLE && tuple_is_int(value->tuple)) {
		*map = map_from_layout(layout_from_shape(al, value->tuple));
		return true;
	}
	return false;
}

void draw_op(struct evaluation *ev, const struct source *source, const struct node *node, const struct value *value,
	struct figure *figure) {
	struct algebra *al = &ev->algebra;
	if (node->kind != NODE_CALL && node->kind != NODE_COMPOSE) {
		algebra_fault(al, FAULT_TYPE, "a picture of kind op is of a call, such as zipped_divide(A, B)");
		return;
	}
	if (!is_map(value)) {
		algebra_fault(al, FAULT_TYPE, "a picture of kind op is of an operation that gives a layout, saw %s",
			value_kind_name(value));
		return;
	}
	struct parts parts = take_apart(ev, source, node);
	struct op op = { .result = { value_as_map(al, value), caption(al, "= ", value) } };
	op.family = family_of(&op, parts.name);
	static const char *const names[OPERANDS] = { "A = ", "B = " };
	bool all_layouts = true;
	for (int i = 0; i < parts.count; i++) {
		bool plain_shape = i == 0 && parts.operands[i].kind == VALUE_TUPLE;
		if (plain_shape) {
			parts.operands[i] = value_from_layout(value_as_layout(al, &parts.operands[i]));
		}
		struct map map;
		bool drawn = !(op.family == OP_COMPLEMENT && i == 1) && operand_map(al, &parts.operands[i], &map);
		if (drawn && op.operand_count == i) {
			op.operands[i] = (struct op_operand){ map, caption(al, names[i], &parts.operands[i]) };
			op.operand_count++;
		}
		all_layouts = all_layouts && (!drawn || map.kind == MAP_LAYOUT);
	}
	bool needs_tiler = op.family == OP_DIVIDE || op.family == OP_PRODUCT || op.family == OP_COMPOSITION;
	if (op.operand_count == 0 || !all_layouts || (needs_tiler && parts.count < 2) ||
		(op.family != OP_PRODUCT && op.result.map.kind != MAP_LAYOUT)) {
		op.family = OP_OTHER;
	} else if (needs_tiler) {
		op.tiler = value_as_tiler(al, &parts.operands[1]);
	}
	/* What CuTe's conditions say has been said when the program was run. */
	al->verify = false;
	if (!algebra_failed(al)) {
		op_figure(figure, al, &op);
	}
}

/* --- slices --- */

/* The coordinate that the children of "node" from the second on make up. */
static struct value applied_coordinate(struct evaluation *ev, const struct source *source, const struct node *node) {
	struct value *items = arena_array(ev->algebra.arena, (size_t)node->child_count, sizeof *items);
	int count = 0;
	for (const struct node *child = node->first_child->next; child != NULL; child = child->next) {
		items[count++] = evaluate_node(ev, source, child);
	}
	return count == 1 ? items[0] : value_from_items(&ev->algebra, items, count);
}

void draw_slice(struct evaluation *ev, const struct source *source, const struct node *node, struct figure *figure) {
	struct algebra *al = &ev->algebra;
	struct value layout, coordinate;
	if (node->kind == NODE_APPLY && node->child_count > 1) {
		layout = evaluate_node(ev, source, node->first_child);
		coordinate = applied_coordinate(ev, source, node);
	} else if (node->kind == NODE_CALL && node->child_count == 2 &&
		(str_is(node->text, "slice") || str_is(node->text, "slice_and_offset"))) {
		coordinate = evaluate_node(ev, source, node->first_child);
		layout = evaluate_node(ev, source, node->last_child);
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
		slice_figure(figure, al, map, coordinate.tuple);
	}
}
