/* What only sources in C++ and Python write: types with arguments, constructors, words for values. */
#include "base/limits.h"
#include "lang/parser.h"

/* The name of "table" that "name" is, or NULL. */
static const char *find_name(const char *const *table, size_t count, struct str name) {
	for (size_t i = 0; i < count; i++) {
		if (str_is(name, table[i])) {
			return table[i];
		}
	}
	return NULL;
}

/* The first child of "node", taken out of it. */
static struct node *take_child(struct node *node) {
	struct node *child = node->first_child;
	node->first_child = child->next;
	node->child_count--;
	if (node->first_child == NULL) {
		node->last_child = NULL;
	}
	child->next = NULL;
	return child;
}

/* [ "{" "}" | "(" ")" ] */
static void skip_empty_braces(struct parser *parser) {
	bool braces = parser_at(parser, '{');
	if (!braces && !parser_at(parser, '(')) {
		return;
	}
	struct token next = parser_next_token(parser);
	if (next.kind == TOKEN_CHARACTER && next.character == (braces ? '}' : ')')) {
		parser_advance(parser);
		parser_advance(parser);
	}
}

/* "<" list ">" into the children of a node of "kind" */
static struct node *parse_template(struct parser *parser, enum node_kind kind, struct span name) {
	struct node *node = parser_node(parser, kind, name);
	if (!parser_enter(parser)) {
		return node;
	}
	parser->templates++;
	parse_list(parser, node, '<', '>');
	parser->templates--;
	parser_leave(parser);
	return node;
}

/* parse_template [ "{" "}" | "(" ")" ] */
static struct node *parse_object(struct parser *parser, enum node_kind kind, struct span name) {
	struct node *node = parse_template(parser, kind, name);
	skip_empty_braces(parser);
	node->span.end = parser->previous_end;
	return node;
}

/* "Int" "<" integer ">" */
static struct node *parse_int_type(struct parser *parser, struct span name) {
	struct node *node = parse_object(parser, NODE_TUPLE, name);
	struct node *value = node->first_child;
	if (node->child_count != 1 || value->kind != NODE_INT) {
		parser_fail(parser, FAULT_SYNTAX, node->span, "expected one integer in Int<...>");
		return node;
	}
	value->span = node->span;
	return value;
}

/* value@j@i for the children i, j of "indices" */
static struct node *make_basis(struct parser *parser, struct node *value, const struct node *indices) {
	struct node *basis = parser_node(parser, NODE_BASIS, indices->span);
	basis->basis_depth = (uint8_t)indices->child_count;
	parser_add_child(basis, value);
	if (indices->child_count > LIMIT_BASIS_DEPTH) {
		parser_fail(parser, FAULT_LIMIT, indices->span, "a basis has at most 6 indices, each at most 255");
		return basis;
	}
	int place = indices->child_count;
	for (const struct node *index = indices->first_child; index != NULL && place > 0; index = index->next) {
		if (index->kind != NODE_INT || index->value < 0 || index->value > LIMIT_BASIS_INDEX) {
			parser_fail(parser, FAULT_SYNTAX, index->span, "expected an index from 0 to 255 of a basis");
			return basis;
		}
		basis->basis[--place] = (uint8_t)index->value;
	}
	if (value->kind != NODE_INT) {
		parser_fail(parser, FAULT_SYNTAX, value->span, "expected an integer in front of the indices of a basis");
	}
	return indices->child_count > 0 ? basis : value;
}

/* "Layout" "<" shape [ "," stride ] ">" */
static struct node *parse_layout_type(struct parser *parser, struct span name) {
	struct node *node = parse_object(parser, NODE_LAYOUT, name);
	if (node->child_count == 1) {
		node->kind = NODE_CALL;
		node->text = str_from("make_layout");
	} else if (node->child_count != 2) {
		parser_fail(parser, FAULT_SYNTAX, node->span, "expected Layout<Shape> or Layout<Shape,Stride>");
	}
	return node;
}

/* ("Sw" | "Swizzle" | "S") "<" integer "," integer "," integer ">" */
static struct node *parse_swizzle_type(struct parser *parser, struct span name) {
	struct node *node = parse_object(parser, NODE_SWIZZLE, name);
	if (node->child_count != 3) {
		parser_fail(parser, FAULT_SYNTAX, node->span, "expected three integers in Sw<B,M,S>");
	}
	return node;
}

/* name "<" integer { "," integer } ">" "(" arguments ")" : the integers are the last arguments */
static struct node *parse_template_call(struct parser *parser, struct token name, const char *operation) {
	struct node *integers = parse_template(parser, NODE_TUPLE, name.span);
	struct node *call = parser_call(parser, operation, name.span);
	parse_arguments(parser, call);
	while (integers->child_count > 0) {
		parser_add_child(call, take_child(integers));
	}
	call->span.end = parser->previous_end;
	return call;
}

/* Types and functions with template arguments: what CuTe C++ writes for integers, tuples, layouts and swizzles. */
struct node *parse_type(struct parser *parser, struct token name) {
	static const char *const tuples[] = { "Shape", "Stride", "Step", "Coord", "Tile", "tuple", "Tiler" };
	static const char *const functions[] = {
		"cosize", "coshape", "depth", "downcast", "get", "group", "rank", "select", "shape", "size", "stride", "take",
		"upcast",
	};
	if (str_is(name.text, "Int") || str_is(name.text, "C")) {
		return parse_int_type(parser, name.span);
	}
	if (str_is(name.text, "E") || str_is(name.text, "ScaledBasis")) {
		struct node *arguments = parse_object(parser, NODE_TUPLE, name.span);
		struct node *value = parser_integer(parser, 1, arguments->span);
		if (str_is(name.text, "ScaledBasis") && arguments->child_count > 0) {
			value = take_child(arguments);
		}
		return make_basis(parser, value, arguments);
	}
	if (str_is(name.text, "Layout")) {
		return parse_layout_type(parser, name.span);
	}
	if (str_is(name.text, "ComposedLayout")) {
		struct node *node = parse_object(parser, NODE_CALL, name.span);
		node->text = str_from("make_composed_layout");
		return node;
	}
	if (str_is(name.text, "Sw") || str_is(name.text, "Swizzle") || str_is(name.text, "S")) {
		return parse_swizzle_type(parser, name.span);
	}
	if (find_name(tuples, sizeof tuples / sizeof tuples[0], name.text) != NULL) {
		return parse_object(parser, NODE_TUPLE, name.span);
	}
	const char *function = find_name(functions, sizeof functions / sizeof functions[0], name.text);
	if (function != NULL || str_is(name.text, "group_modes")) {
		return parse_template_call(parser, name, function != NULL ? function : "group");
	}
	parser_fail(parser, FAULT_NAME, name.span, "no such type; Int, Shape, Stride, Layout, Tile and Swizzle are known");
	return parser_node(parser, NODE_TUPLE, name.span);
}

/*
 * Layout(shape, stride, swizzle=Sw) of tensor-layouts: the layout behind the swizzle. Layout(shape:stride), as another
 * program prints it, is the layout inside, where make_layout would make it a mode.
 */
static struct node *layout_constructor(struct parser *parser, struct node *call) {
	if (call->child_count == 1 && call->first_child->kind == NODE_LAYOUT) {
		return call->first_child;
	}
	struct node *layout = parser_call(parser, "make_layout", call->span);
	struct node *swizzle = NULL;
	while (call->child_count > 0) {
		struct node *argument = take_child(call);
		if (str_is(argument->keyword, "swizzle")) {
			argument->keyword = str_from("");
			swizzle = argument;
		} else {
			parser_add_child(layout, argument);
		}
	}
	if (swizzle == NULL) {
		return layout;
	}
	struct node *composed = parser_call(parser, "make_composed_layout", call->span);
	parser_add_child(composed, swizzle);
	parser_add_child(composed, parser_integer(parser, 0, call->span));
	parser_add_child(composed, layout);
	return composed;
}

/* ComposedLayout(outer, inner, preoffset=n) of tensor-layouts, ComposedLayout(outer, n, inner) of pycute */
static struct node *composed_constructor(struct parser *parser, struct node *call) {
	call->text = str_from("make_composed_layout");
	const struct node *last = call->last_child;
	bool named = call->child_count == 3 && (str_is(last->keyword, "preoffset") || str_is(last->keyword, "offset"));
	if (!named && call->child_count != 2) {
		return call;
	}
	struct node *composed = parser_call(parser, "make_composed_layout", call->span);
	struct node *outer = take_child(call);
	struct node *inner = take_child(call);
	struct node *offset = named ? take_child(call) : parser_integer(parser, 0, call->span);
	offset->keyword = str_from("");
	parser_add_child(composed, outer);
	parser_add_child(composed, offset);
	parser_add_child(composed, inner);
	return composed;
}

/* ScaledBasis(value, index) or ScaledBasis(value, [i, j]) of CuTe DSL */
static struct node *basis_constructor(struct parser *parser, struct node *call) {
	if (call->child_count != 2) {
		parser_fail(parser, FAULT_SYNTAX, call->span, "expected ScaledBasis(value, index)");
		return call;
	}
	struct node *value = take_child(call);
	return make_basis(parser, value, call->first_child->kind == NODE_TUPLE ? call->first_child : call);
}

/* cute.E(i) or cute.E([i, j]) of CuTe DSL; E alone may be anybody's name. */
static bool is_basis_constructor(const struct parser *parser, const struct node *call) {
	return str_is(call->text, "E") && call->span.begin > 0 && call->child_count == 1
		&& parser->lexer.source->text.data[call->span.begin - 1] == '.';
}

/* Tensor(layout, offset=n) of tensor-layouts */
static struct node *tensor_constructor(struct parser *parser, struct node *call) {
	struct node *offset = call->last_child;
	bool named = call->child_count == 2 && str_is(offset->keyword, "offset") && offset->kind == NODE_INT;
	if (call->child_count != 1 && !named) {
		return call;
	}
	struct node *layout = take_child(call);
	if (!named) {
		return layout;
	}
	offset->keyword = str_from("");
	return parser_shift_layout(parser, offset, layout);
}

/* LayoutLeft and its like: a word for the order of a layout's modes, as second argument of make_layout */
static bool is_order(struct str name) {
	static const char *const orders[] = { "LayoutLeft", "LayoutRight", "GenColMajor", "GenRowMajor" };
	return find_name(orders, sizeof orders / sizeof orders[0], name) != NULL;
}

/* f(L, mode=[i, j]) of CuTe DSL is f(L, i, j). */
static struct node *spread_modes(struct parser *parser, struct node *call) {
	struct node *last = call->last_child;
	if (last == NULL || last->kind != NODE_TUPLE || !str_is(last->keyword, "mode") || call->child_count != 2
			|| last->child_count == 0) {
		return call;
	}
	struct node *spread = parser_node(parser, NODE_CALL, call->span);
	spread->text = call->text;
	parser_add_child(spread, take_child(call));
	while (last->child_count > 0) {
		parser_add_child(spread, take_child(last));
	}
	return spread;
}

/* A call by one of the names that C++ and Python give to tuples, layouts and swizzles, in our own terms. */
struct node *parse_constructor(struct parser *parser, struct node *call) {
	static const char *const tuples[] = {
		"make_shape", "make_stride", "make_coord", "make_tile", "make_step", "make_tuple", "Tile",
	};
	if (find_name(tuples, sizeof tuples / sizeof tuples[0], call->text) != NULL) {
		call->kind = NODE_TUPLE;
	} else if (str_is(call->text, "Layout")) {
		return layout_constructor(parser, call);
	} else if (str_is(call->text, "Tensor")) {
		return tensor_constructor(parser, call);
	} else if (str_is(call->text, "ComposedLayout")) {
		return composed_constructor(parser, call);
	} else if (is_basis_constructor(parser, call)) {
		struct node *only = call->first_child;
		return make_basis(parser, parser_integer(parser, 1, call->span), only->kind == NODE_TUPLE ? only : call);
	} else if (str_is(call->text, "ScaledBasis")) {
		return basis_constructor(parser, call);
	} else if (str_is(call->text, "Swizzle")) {
		call->text = str_from("make_swizzle");
	} else if (str_is(call->text, "make_identity_tensor")) {
		call->text = str_from("make_identity_layout");
	} else if (str_is(call->text, "group_modes")) {
		call->text = str_from("group");
	} else if (str_is(call->text, "slice_")) {
		call->text = str_from("slice");
	} else if (is_order(call->text) && call->child_count == 0) {
		call->kind = NODE_STRING;
	}
	return spread_modes(parser, call);
}

/* SW_3_4_3 of pycute, NULL for any other name */
static struct node *swizzle_word(struct parser *parser, struct token name) {
	const char *at = name.text.data;
	const char *end = at + name.text.length;
	struct node *swizzle = parser_node(parser, NODE_SWIZZLE, name.span);
	if (name.text.length < 3 || memcmp(at, "SW_", 3) != 0) {
		return NULL;
	}
	at += 2;
	while (at < end && *at == '_') {
		at++;
		bool negative = at < end && *at == '-';
		at += negative ? 1 : 0;
		int64_t value = 0;
		const char *digits = at;
		while (at < end && *at >= '0' && *at <= '9' && at - digits < 9) {
			value = value * 10 + (*at - '0');
			at++;
		}
		if (at == digits) {
			return NULL;
		}
		parser_add_child(swizzle, parser_integer(parser, negative ? -value : value, name.span));
	}
	return at == end && swizzle->child_count == 3 ? swizzle : NULL;
}

/* name | "None" | "X" | "Underscore" | "True" | "False" | "SW_" ... | "LayoutLeft" ... [ "{" "}" ] */
struct node *parse_word(struct parser *parser, struct token name) {
	bool underscore = str_is(name.text, "None") || str_is(name.text, "Underscore")
		|| (str_is(name.text, "X") && parser->templates > 0);
	if (parser_at(parser, '{') && (str_is(name.text, "X") || is_order(name.text))) {
		skip_empty_braces(parser);
		underscore = str_is(name.text, "X");
	}
	struct node *swizzle = swizzle_word(parser, name);
	if (swizzle != NULL) {
		return swizzle;
	}
	enum node_kind kind = underscore ? NODE_UNDERSCORE : is_order(name.text) ? NODE_STRING : NODE_NAME;
	struct node *node = parser_node(parser, kind, name.span);
	node->text = name.text;
	if (str_is(name.text, "True") || str_is(name.text, "False")) {
		node->text = str_from(str_is(name.text, "True") ? "true" : "false");
	}
	return node;
}
