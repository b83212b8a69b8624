/* The outermost operation of the expression: its operands and its result, tile by tile in one colour. */
#include "render/op.h"

#include "tool/pictures/kind.h"

extern const struct picture_kind picture_kind_op;

enum {
	OPERANDS = 2,
	SMALL_CELLS = 1 << 14,   /* of each operand and of the result, where nobody asked for this kind */
};

/* An operation taken apart. */
struct parts {
	struct str name;
	struct value operands[OPERANDS];
	int count;
};

/* Put each argument of a call where its parameter is. */
static void take_arguments(const struct subject *subject, struct parts *parts) {
	for (int i = 0; i < OPERANDS; i++) {
		const struct node *argument = subject_argument(subject, i);
		if (argument != NULL) {
			parts->operands[i] = subject_evaluate(subject, argument);
			parts->count = i + 1;
		}
	}
}

static struct parts take_apart(const struct subject *subject) {
	const struct node *node = subject->node;
	struct parts parts = { .name = str_from("") };
	if (node->kind == NODE_CALL) {
		parts.name = node->text;
		take_arguments(subject, &parts);
	} else if (node->kind == NODE_COMPOSE && node->child_count == OPERANDS) {
		parts.name = str_from("composition");
		parts.operands[0] = subject_evaluate(subject, node->first_child);
		parts.operands[1] = subject_evaluate(subject, node->last_child);
		parts.count = OPERANDS;
	}
	return parts;
}

static struct layout blocked_product(struct algebra *al, struct layout a, const struct tiler *b) {
	return layout_blocked_product(al, a, b->layout);
}

static struct layout raked_product(struct algebra *al, struct layout a, const struct tiler *b) {
	return layout_raked_product(al, a, b->layout);
}

/* Of the operation "name", how its tiles are found, and what "op" applies. */
static enum op_family family_of(struct op *op, struct str name) {
	static const struct {
		const char *name;
		enum op_family family;
		struct layout (*apply)(struct algebra *al, struct layout a, const struct tiler *b);
	} families[] = {
		{ "logical_divide", OP_DIVIDE, layout_logical_divide }, { "zipped_divide", OP_DIVIDE, layout_zipped_divide },
		{ "tiled_divide", OP_DIVIDE, layout_tiled_divide }, { "flat_divide", OP_DIVIDE, layout_flat_divide },
		{ "logical_product", OP_PRODUCT, layout_logical_product },
		{ "zipped_product", OP_PRODUCT, layout_zipped_product },
		{ "tiled_product", OP_PRODUCT, layout_tiled_product }, { "flat_product", OP_PRODUCT, layout_flat_product },
		{ "blocked_product", OP_PRODUCT, blocked_product }, { "raked_product", OP_PRODUCT, raked_product },
		{ "composition", OP_COMPOSITION, NULL }, { "complement", OP_COMPLEMENT, NULL },
	};
	for (size_t i = 0; i < sizeof families / sizeof families[0]; i++) {
		if (str_is(name, families[i].name)) {
			op->apply = families[i].apply;
			return families[i].family;
		}
	}
	return OP_OTHER;
}

/* A value as an operand that is drawn: an integer tiler N is N:1. Other integers, as the number of a mode, are not. */
static bool operand_map(struct algebra *al, const struct value *value, bool is_tiler, struct map *map) {
	if (subject_is_map(value)) {
		*map = value_as_map(al, value);
		return true;
	}
	if (is_tiler && value->kind == VALUE_TUPLE && tuple_is_int(value->tuple)) {
		*map = map_from_layout(layout_from_shape(al, value->tuple));
		return true;
	}
	return false;
}

/* Whether the second operand is a layout where it is a tuple, which for others is a tiler by mode. */
static bool takes_layout(const struct op *op) {
	return op->apply == blocked_product || op->apply == raked_product;
}

static bool takes_tiler(const struct op *op) {
	return op->family == OP_DIVIDE || op->family == OP_PRODUCT || op->family == OP_COMPOSITION;
}

/* The operands of "parts" that are drawn. Returns false if one of them is no plain layout. */
static bool take_operands(struct algebra *al, struct parts *parts, struct op *op) {
	static const char *const names[OPERANDS] = { "A = ", "B = " };
	bool all_layouts = true;
	for (int i = 0; i < parts->count; i++) {
		struct value *operand = &parts->operands[i];
		if (operand->kind == VALUE_TUPLE && (i == 0 || (takes_layout(op) && tuple_is_tuple(operand->tuple)))) {
			*operand = value_from_layout(value_as_layout(al, operand));
		}
		struct map map;
		bool drawn = !(op->family == OP_COMPLEMENT && i == 1) && operand_map(al, operand, takes_tiler(op), &map);
		if (drawn && op->operand_count == i) {
			op->operands[i] = (struct op_operand){ map, subject_text_of_value(al, names[i], operand) };
			op->operand_count++;
		}
		all_layouts = all_layouts && (!drawn || map.kind == MAP_LAYOUT);
	}
	return all_layouts;
}

/* Faults unless the expression is an operation that gives a layout. */
static bool check_expression(const struct subject *subject) {
	const struct node *node = subject->node;
	bool slice = subject_coordinate(subject) != NULL
		|| (node->kind == NODE_CALL && (str_is(node->text, "slice") || str_is(node->text, "slice_and_offset")));
	if (slice) {
		algebra_fault(subject->al, FAULT_TYPE, "a slice is drawn as a picture of kind slice");
		fault_set_hint(&subject->al->fault, "--kind=slice");
	} else if (node->kind != NODE_CALL && node->kind != NODE_COMPOSE) {
		algebra_fault(subject->al, FAULT_TYPE, "a picture of kind op is of a call, such as zipped_divide(A, B)");
	} else if (!subject_is_map(&subject->value)) {
		algebra_fault(subject->al, FAULT_TYPE, "a picture of kind op is of an operation that gives a layout, saw %s",
			value_kind_name(&subject->value));
	}
	return !algebra_failed(subject->al);
}

static void draw(struct subject *subject) {
	struct algebra *al = subject->al;
	if (!check_expression(subject)) {
		return;
	}
	struct parts parts = take_apart(subject);
	const struct value *value = &subject->value;
	struct op op = { .result = { value_as_map(al, value), subject_text_of_value(al, "= ", value) } };
	op.family = family_of(&op, parts.name);
	bool all_layouts = take_operands(al, &parts, &op);
	bool needs_tiler = takes_tiler(&op);
	if (op.operand_count == 0 || !all_layouts || (needs_tiler && parts.count < 2)
			|| (op.family != OP_PRODUCT && op.result.map.kind != MAP_LAYOUT)) {
		op.family = OP_OTHER;
	} else if (needs_tiler) {
		op.tiler = value_as_tiler(al, &parts.operands[1]);
	}
	/* What CuTe's conditions say has been said when the program was run. */
	al->verify = false;
	if (!algebra_failed(al)) {
		op_figure(subject->figure, al, &op);
	}
}

/* True if "value" is a plain layout of few enough cells to be one of several panels. */
static bool is_small(struct algebra *al, const struct value *value) {
	if (value->kind != VALUE_LAYOUT || !tuple_is_static(value->layout.shape) || tuple_has_basis(value->layout.stride)) {
		return false;
	}
	struct tuple size = layout_size(al, value->layout);
	return !algebra_failed(al) && int_value(al, size) <= SMALL_CELLS && int_value(al, size) > 0;
}

/* A division or product of small layouts, which tells more than its result alone. */
static bool suits(const struct subject *subject) {
	struct op op = { 0 };
	enum op_family family = family_of(&op, subject->node->text);
	if ((family != OP_DIVIDE && family != OP_PRODUCT) || !is_small(subject->al, &subject->value)) {
		return false;
	}
	struct parts parts = take_apart(subject);
	return is_small(subject->al, &parts.operands[0]);
}

const struct picture_kind picture_kind_op = { .name = "op", .suits = suits, .draw = draw, .title = subject_text };
