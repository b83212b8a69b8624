/*
 * CuTe C++: types with arguments, constructors, functions with template arguments, as sources and messages write them.
 * Prints the types.
 */
#include <stdlib.h>

#include "base/element.h"
#include "lang/arithmetic.h"
#include "lang/kernel/scan.h"
#include "lang/notation/cpp_atoms.h"
#include "lang/notation/cpp_tensor.h"
#include "lang/notation/selectors.h"
#include "lang/notation/words.h"
#include "lang/notation/writer.h"

/* --- reading --- */

/* Child "index" of "node", which has to have "count" of them; NULL after a fault. */
static struct node *only_children(struct parser *parser, struct node *node, int count, int index,
	const char *sentence) {
	if (node->child_count != count) {
		parser_fail(parser, FAULT_SYNTAX, node->span, sentence);
		return NULL;
	}
	for (int i = 0; i < index; i++) {
		take_child(node);
	}
	struct node *child = take_child(node);
	child->span = node->span;
	return child;
}

/* "Int" "<" expression ">" */
static struct node *read_integer(struct parser *parser, struct node *name, const struct word *word) {
	(void)word;
	struct node *node = read_object(parser, NODE_TUPLE, name->span);
	bool is_value = node->child_count == 1 && node->first_child->kind != NODE_TUPLE
		&& node->first_child->kind != NODE_LAYOUT && node->first_child->kind != NODE_UNDERSCORE;
	struct node *value = is_value ? only_children(parser, node, 1, 0, "") : NULL;
	if (value == NULL) {
		parser_fail(parser, FAULT_SYNTAX, node->span, "expected one integer in Int<...>");
		return node;
	}
	value->integer = NODE_INTEGER_STATIC;
	return value;
}

/* ("integral_constant" | "constant") "<" type "," value ">" */
static struct node *read_constant(struct parser *parser, struct node *name, const struct word *word) {
	(void)word;
	struct node *node = read_object(parser, NODE_TUPLE, name->span);
	struct node *value = only_children(parser, node, 2, 1, "expected a type and a value in integral_constant<T,V>");
	if (value == NULL) {
		return node;
	}
	value->integer = NODE_INTEGER_STATIC;
	return value;
}

/* "decltype" "(" expression ")" */
static struct node *read_decltype(struct parser *parser, struct node *call, const struct word *word) {
	(void)word;
	struct node *value = only_children(parser, call, 1, 0, "expected one expression in decltype(...)");
	skip_empty_braces(parser);
	if (value != NULL && value->integer != NODE_INTEGER_STATIC) {
		value->integer = NODE_INTEGER_TYPE;
	}
	return value != NULL ? value : call;
}

/* "static_assert" "(" condition [ "," string ] ")": whether it holds */
static struct node *read_assertion(struct parser *parser, struct node *call, const struct word *word) {
	(void)word;
	if (call->child_count == 0) {
		parser_fail(parser, FAULT_SYNTAX, call->span, "expected a condition in static_assert(...)");
		return call;
	}
	return take_child(call);
}

/* "CUTE_STATIC_V" "(" expression ")": the value of the expression's type, an int */
static struct node *read_static_value(struct parser *parser, struct node *call, const struct word *word) {
	struct node *value = read_decltype(parser, call, word);
	value->integer = NODE_INTEGER_RUN_TIME;
	return value;
}

/* "conditional_return" "<" condition ">" "(" expression "," expression ")" */
static struct node *read_conditional_call(struct parser *parser, struct node *name, const struct word *word) {
	(void)word;
	struct node *choice = read_template(parser, NODE_CHOICE, name->span);
	parse_arguments(parser, choice);
	choice->span.end = parser->previous_end;
	if (choice->child_count != 3) {
		parser_fail(parser, FAULT_SYNTAX, choice->span, "expected conditional_return<condition>(a,b)");
	}
	return choice;
}

/*
 * "sizeof" "(" type ")", in bytes; a number that is written has the type int, or that which its letters say, and Int<n>
 * is a type without members
 */
static struct node *read_sizeof(struct parser *parser, struct node *call, const struct word *word) {
	const struct node *child = call->first_child;
	bool is_integer = child != NULL && child->kind == NODE_INT && child->integer == NODE_INTEGER_STATIC;
	struct str written = parser->lexer.source->text;
	size_t at = is_integer ? child->span.begin : written.length;
	while (at < written.length && written.data[at] != '<' && written.data[at] != ')') {
		at++;
	}
	if (is_integer && !str_ends_with((struct str){ written.data, at }, "_bit_t")) {
		struct node *bytes = parser_integer(parser, 1, call->span);
		bytes->integer = NODE_INTEGER_RUN_TIME;
		return bytes;
	}
	bool is_written = child != NULL && child->kind == NODE_INT
		&& (child->integer == NODE_INTEGER_AS_IS || child->integer == NODE_INTEGER_TYPE);
	if (is_written) {
		struct str digits = { parser->lexer.source->text.data, child->span.end };
		bool is_wide = str_ends_with(digits, "l") || str_ends_with(digits, "L") || child->value > INT32_MAX;
		struct node *bytes = parser_integer(parser, is_wide ? 8 : 4, call->span);
		bytes->integer = NODE_INTEGER_RUN_TIME;
		return bytes;
	}
	call->text = str_from(word->meaning);
	struct node *quotient = parser_call(parser, "ceil_div", call->span);
	parser_add_child(quotient, call);
	parser_add_child(quotient, parser_integer(parser, 8, call->span));
	quotient->integer = NODE_INTEGER_RUN_TIME;
	return quotient;
}

/* "a" * "b", which "a" and "b" become: the width of a type */
static struct node *product_of(struct parser *parser, struct node *a, struct node *b, struct span span) {
	struct node *product = parser_node(parser, NODE_ARITHMETIC, span);
	b->keyword = str_from("*");
	parser_add_child(product, a);
	parser_add_child(product, b);
	return product;
}

/* "uint_byte_t" "<" bytes ">" */
static struct node *read_bytes(struct parser *parser, struct node *name, const struct word *word) {
	(void)word;
	struct node *node = read_object(parser, NODE_TUPLE, name->span);
	struct node *bytes = only_children(parser, node, 1, 0, "expected a number of bytes");
	return bytes != NULL ? product_of(parser, bytes, parser_integer(parser, 8, name->span), name->span) : node;
}

/* "AlignedArray" "<" type "," count [ "," alignment ] ">", of which only the width matters to a copy */
static struct node *read_array(struct parser *parser, struct node *name, const struct word *word) {
	(void)word;
	struct node *node = read_object(parser, NODE_TUPLE, name->span);
	if (node->child_count < 2) {
		parser_fail(parser, FAULT_SYNTAX, node->span, "expected AlignedArray<T,N>");
		return node;
	}
	struct node *type = parser_call(parser, "sizeof_bits", name->span);
	parser_add_child(type, take_child(node));
	return product_of(parser, type, take_child(node), name->span);
}

/* "conditional_t" "<" condition "," type "," type ">" */
static struct node *read_conditional(struct parser *parser, struct node *name, const struct word *word) {
	(void)word;
	struct node *choice = read_object(parser, NODE_CHOICE, name->span);
	if (choice->child_count != 3) {
		parser_fail(parser, FAULT_SYNTAX, choice->span, "expected a condition and two types in conditional_t<...>");
		return choice;
	}
	/* Messages say which: what is no value, as the flag of a pointer, can be chosen then only. */
	struct node *condition = choice->first_child;
	bool holds = condition->kind == NODE_NAME && str_is(condition->text, "true");
	if (holds || (condition->kind == NODE_NAME && str_is(condition->text, "false"))) {
		return only_children(parser, choice, 3, holds ? 1 : 2, "");
	}
	return choice;
}

/* "tuple_element_t" "<" index "," tuple ">" */
static struct node *read_element(struct parser *parser, struct node *name, const struct word *word) {
	(void)word;
	struct node *node = read_object(parser, NODE_TUPLE, name->span);
	struct node *tuple = node->last_child;
	bool written = node->child_count == 2 && node->first_child->kind == NODE_INT && tuple->kind == NODE_TUPLE
		&& node->first_child->value >= 0 && node->first_child->value < tuple->child_count;
	if (!written) {
		parser_fail(parser, FAULT_SYNTAX, node->span,
			"expected an index and a tuple that has it in tuple_element_t<I,T>");
		return node;
	}
	int index = (int)node->first_child->value;
	struct node *element = only_children(parser, tuple, tuple->child_count, index, "");
	element->span = node->span;
	return element;
}

/* Whether "text" has a word of C++ that makes another type of one, which values do not have: const int &, char. */
static bool has_qualifier(struct str text) {
	return memchr(text.data, '&', text.length) != NULL || scan_has_word(text, "const")
		|| scan_has_word(text, "volatile") || scan_has_word(text, "char");
}

/* "is_same_v" "<" type "," type ">" [ "::" "value" ] */
static struct node *read_same(struct parser *parser, struct node *name, const struct word *word) {
	(void)word;
	struct node *same = read_object(parser, NODE_EQUAL, name->span);
	struct str types = { parser->lexer.source->text.data + name->span.begin, parser->previous_end - name->span.begin };
	if (has_qualifier(types)) {
		parser_fail(parser, FAULT_NAME, name->span, "const, & and char are not followed in is_same_v<A,B>");
	}
	if (same->child_count != 2) {
		parser_fail(parser, FAULT_SYNTAX, same->span, "expected two types in is_same_v<A,B>");
	}
	return same;
}

/* smem_ptr_flag, the pointer to bits of a layout that is in no memory yet */
static struct node *read_bit_flag(struct parser *parser, struct node *node, const struct word *word) {
	(void)word;
	struct node *bits = parser_integer(parser, 1, node->span);
	bits->keyword = str_from("bits");
	return bits;
}

/* name "<" arguments ">", the operation "meaning" on them: size_v<L>, TiledMMA<Atom,Layout,Tile>, Copy_Atom<Op,T> */
static struct node *read_made(struct parser *parser, struct node *name, const struct word *word) {
	struct node *call = read_object(parser, NODE_CALL, name->span);
	call->integer = str_ends_with(name->text, "_v") ? NODE_INTEGER_RUN_TIME : NODE_INTEGER_AS_IS;
	call->text = str_from(word->meaning);
	return call;
}

/* MMA_Atom<Op>, Copy_Traits<Op>: the operation itself */
static struct node *read_wrapper(struct parser *parser, struct node *name, const struct word *word) {
	(void)word;
	struct node *node = read_object(parser, NODE_TUPLE, name->span);
	return node->child_count > 0 ? take_child(node) : node;
}

/* "recast_layout" "<" old "," new ">" "(" layout ")" */
static struct node *read_recast(struct parser *parser, struct node *name, const struct word *word) {
	struct node *types = read_template(parser, NODE_TUPLE, name->span);
	struct node *call = parser_call(parser, word->meaning, name->span);
	if (types->child_count != 2) {
		parser_fail(parser, FAULT_SYNTAX, types->span, "expected two types in recast_layout<Old,New>(layout)");
		return types;
	}
	struct node *old_type = take_child(types);
	parser_add_child(call, take_child(types));
	parser_add_child(call, old_type);
	parse_arguments(parser, call);
	return call;
}

/* smem_ptr_flag_bits<16>, the pointer of a layout that is in no memory yet */
static struct node *read_flag(struct parser *parser, struct node *name, const struct word *word) {
	struct node *bits = read_integer(parser, name, word);
	bits->keyword = str_from("bits");
	return bits;
}

/* A type of integers in the place of one is an integer that is known at run time only. */
static void read_integer_type(struct node *node) {
	bool wide = str_is(node->text, "int64_t") || str_is(node->text, "size_t");
	bool narrow = str_is(node->text, "int") || str_is(node->text, "int32_t") || str_is(node->text, "uint32_t");
	if (node->kind == NODE_NAME && (wide || narrow)) {
		node->kind = NODE_UNKNOWN;
		node->value = 1;
		node->wide = wide;
	}
}

/* ("Shape" | "Stride" | ...) "<" list ">" */
static struct node *read_tuple(struct parser *parser, struct node *name, const struct word *word) {
	(void)word;
	struct node *tuple = read_object(parser, NODE_TUPLE, name->span);
	for (struct node *mode = tuple->first_child; mode != NULL; mode = mode->next) {
		read_integer_type(mode);
	}
	return tuple;
}

/* "E" "<" integer { "," integer } ">" */
static struct node *read_basis(struct parser *parser, struct node *name, const struct word *word) {
	(void)word;
	struct node *indices = read_object(parser, NODE_TUPLE, name->span);
	return make_basis(parser, parser_integer(parser, 1, indices->span), indices);
}

/* "ScaledBasis" "<" integer { "," integer } ">": the first is the multiple */
static struct node *read_scaled_basis(struct parser *parser, struct node *name, const struct word *word) {
	(void)word;
	struct node *indices = read_object(parser, NODE_TUPLE, name->span);
	struct node *value = parser_integer(parser, 1, indices->span);
	if (indices->child_count > 0) {
		value = take_child(indices);
	}
	read_integer_type(value);
	if (value->kind == NODE_NAME) {
		parser_fail(parser, FAULT_SYNTAX, value->span, "expected an integer in front of the indices of a basis");
	}
	return make_basis(parser, value, indices);
}

/* "Layout" "<" shape [ "," stride ] ">" */
static struct node *read_layout(struct parser *parser, struct node *name, const struct word *word) {
	(void)word;
	struct node *node = read_object(parser, NODE_LAYOUT, name->span);
	if (node->child_count == 1) {
		node->kind = NODE_CALL;
		node->text = str_from("make_layout");
		node->is_ours = true;
	} else if (node->child_count != 2) {
		parser_fail(parser, FAULT_SYNTAX, node->span, "expected Layout<Shape> or Layout<Shape,Stride>");
	}
	return node;
}

/* name "<" integer { "," integer } ">" "(" arguments ")" : the integers are the last arguments */
static struct node *read_function(struct parser *parser, struct node *name, const struct word *word) {
	struct node *integers = read_template(parser, NODE_TUPLE, name->span);
	struct node *call = parser_call(parser, word->meaning != NULL ? word->meaning : word->name, name->span);
	parse_arguments(parser, call);
	while (integers->child_count > 0) {
		parser_add_child(call, take_child(integers));
	}
	call->span.end = parser->previous_end;
	return call;
}

/* append "<" rank ">" "(" layout [ "," mode ] ")" : append(layout, mode, rank), in which the mode may be left out */
static struct node *read_extend(struct parser *parser, struct node *name, const struct word *word) {
	struct node *ranks = read_template(parser, NODE_TUPLE, name->span);
	struct node *call = parser_call(parser, word->name, name->span);
	parse_arguments(parser, call);
	if (ranks->child_count != 1) {
		parser_fail(parser, FAULT_SYNTAX, ranks->span, "expected one rank between < and >");
		return call;
	}
	struct node *rank = take_child(ranks);
	rank->keyword = str_from("rank");
	parser_add_child(call, rank);
	call->span.end = parser->previous_end;
	return call;
}

/* replace "<" mode ">" "(" layout "," value ")" : replace(layout, mode, value) */
static struct node *read_replace(struct parser *parser, struct node *name, const struct word *word) {
	struct node *modes = read_template(parser, NODE_TUPLE, name->span);
	struct node *call = parser_call(parser, word->name, name->span);
	struct node *given = parser_call(parser, word->name, name->span);
	parse_arguments(parser, given);
	if (modes->child_count != 1 || given->child_count != 2) {
		parser_fail(parser, FAULT_SYNTAX, given->span, "expected replace<mode>(layout, value)");
		return call;
	}
	parser_add_child(call, take_child(given));
	parser_add_child(call, take_child(modes));
	parser_add_child(call, take_child(given));
	call->span.end = parser->previous_end;
	return call;
}

/* "type" (n), whose number is that of "call": what a cast makes of it; NULL if it is none. */
static struct node *cast_of(struct parser *parser, struct node *call, struct str type, bool keeps) {
	if (call->child_count != 1 || call->first_child->keyword.length > 0) {
		return NULL;
	}
	const struct element *element = element_find(type);
	if (element != NULL && (element_is_float(element) || element->bits < 8)) {
		call->text = type;
		return call;
	}
	return parser_cast(parser, take_child(call), type, keeps);
}

/* int(n), static_cast<int>(n): n as that type has it; static_cast<T>(n): T(n). In Python int(n) is a function. */
static struct node *read_cast(struct parser *parser, struct node *node, const struct word *word) {
	(void)word;
	if (node->kind == NODE_NAME) {
		struct str type = skip_template(parser);
		struct node *call = parser_call(parser, "", node->span);
		parse_arguments(parser, call);
		return cast_of(parser, call, type, false);
	}
	return parser->lexer.floor_division ? NULL : cast_of(parser, node, node->text, false);
}

/* int{n}: n, which has that type without a change, or does not compile */
static struct node *read_braced_cast(struct parser *parser, struct node *node, const struct word *word) {
	(void)word;
	struct token next = parser_next_token(parser);
	bool is_empty = next.kind == TOKEN_CHARACTER && next.character == '}';
	if (!parser_at(parser, '{') || is_empty || parser->lexer.floor_division) {
		return NULL;
	}
	struct node *call = parser_call(parser, "", node->span);
	if (parser_enter(parser)) {
		parse_list(parser, call, '{', '}');
	}
	parser_leave(parser);
	if (call->child_count != 1) {
		parser_fail(parser, FAULT_SYNTAX, node->span, "expected one number behind the type of an integer");
		return node;
	}
	return cast_of(parser, call, node->text, true);
}

/* ss_smem_selector<major, T, BLK_MN, BLK_K>(): the layout that it chooses */
static struct node *read_smem_selector(struct parser *parser, struct node *name, const struct word *word) {
	struct str arguments = skip_template(parser);
	skip_empty_braces(parser);
	struct node *choice = selector_smem(parser, arguments, word->meaning, name->span);
	if (choice == NULL) {
		parser_fail(parser, FAULT_SYNTAX, name->span, "expected a major, a type of elements and two extents");
	}
	return choice != NULL ? choice : name;
}

/* GMMA::ss_op_selector<A, B, C, Tile, ...>(): the instruction that it chooses */
static struct node *read_op_selector(struct parser *parser, struct node *name, const struct word *word) {
	struct str arguments = skip_template(parser);
	skip_empty_braces(parser);
	struct node *choice = selector_op(parser, arguments, word->meaning, name->span);
	if (choice == NULL) {
		parser_fail(parser, FAULT_SYNTAX, name->span, "expected three types of elements and the shape of a tile");
	}
	return choice != NULL ? choice : name;
}

/* UMMA::tile_to_mma_shape(atom, shape, order): the layout that it makes */
static struct node *read_mma_tile(struct parser *parser, struct node *name, const struct word *word) {
	(void)word;
	size_t begin = parser_token(parser)->span.end;
	lexer_skip_to_close(&parser->lexer);
	size_t end = parser_token(parser)->span.begin;
	parser_expect(parser, ')');
	struct str arguments = { parser->lexer.source->text.data + begin, end - begin };
	struct node *tile = selector_mma_tile(parser, arguments, name->span);
	if (tile == NULL) {
		parser_fail(parser, FAULT_SYNTAX, name->span, "expected an atom, the shape of a partition and an order");
	}
	return tile != NULL ? tile : name;
}

/* GMMA::Major::K: "K" */
static struct node *read_major(struct parser *parser, struct node *node, const struct word *word) {
	(void)parser;
	node->kind = NODE_STRING;
	node->text = str_from(word->meaning);
	return node;
}

/* threadIdx.x and its like, which are known at run time only */
static struct node *read_index(struct parser *parser, struct node *call, const struct word *word) {
	static const char *const names[] = { "threadIdx", "blockIdx", "blockDim", "gridDim" };
	(void)parser;
	(void)word;
	const struct node *object = call->first_child;
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		if (call->child_count == 1 && object->kind == NODE_NAME && str_is(object->text, names[i])) {
			struct node *unknown = parser_node(parser, NODE_UNKNOWN, call->span);
			unknown->span.begin = object->span.begin;
			unknown->value = 1;
			/* "threadIdx.x", where that stands in the source as one. */
			bool is_whole = object->text.data + object->text.length + 1 == call->text.data;
			size_t length = object->text.length + 1 + call->text.length;
			unknown->text = (struct str){ object->text.data, is_whole ? length : 0 };
			return unknown;
		}
	}
	return NULL;
}

/* canonical_warp_idx() and its like, without arguments: a number of the thread's place, known at run time only */
static struct node *read_place_of_thread(struct parser *parser, struct node *call, const struct word *word) {
	(void)word;
	struct node *unknown = call->child_count == 0 ? parser_node(parser, NODE_UNKNOWN, call->span) : NULL;
	if (unknown != NULL) {
		unknown->value = 1;
	}
	return unknown;
}

/* X, an underscore where a projection is written: inside of a type, or with braces behind it */
static struct node *read_x(struct parser *parser, struct node *node, const struct word *word) {
	(void)word;
	if (parser->templates > 0 || parser_at(parser, '{')) {
		node->kind = NODE_UNDERSCORE;
	}
	return node;
}

/* A constant of CUTLASS */
static struct node *read_known_number(struct parser *parser, struct node *node, const struct word *word) {
	(void)parser;
	node->kind = NODE_INT;
	node->value = strtol(word->meaning, NULL, 10);
	return node;
}

/* LayoutLeft and its like: a word for the order of a layout's modes, as second argument of make_layout */
static struct node *read_order(struct parser *parser, struct node *node, const struct word *word) {
	(void)parser;
	(void)word;
	node->kind = node->child_count == 0 ? NODE_STRING : node->kind;
	return node;
}

static const struct word words[] = {
	{ "decltype", WORD_CALL, read_decltype, NULL },
	{ "CUTE_STATIC_V", WORD_CALL, read_static_value, NULL },
	{ "conditional_return", WORD_TYPE, read_conditional_call, NULL },
	{ "ss_smem_selector", WORD_TYPE, read_smem_selector, "GMMA" },
	{ "detail::ss_smem_selector", WORD_TYPE, read_smem_selector, "GMMA" },
	{ "gemm::collective::detail::ss_smem_selector", WORD_TYPE, read_smem_selector, "GMMA" },
	{ "sm100_smem_selector", WORD_TYPE, read_smem_selector, "UMMA" },
	{ "detail::sm100_smem_selector", WORD_TYPE, read_smem_selector, "UMMA" },
	{ "gemm::collective::detail::sm100_smem_selector", WORD_TYPE, read_smem_selector, "UMMA" },
	{ "UMMA::tile_to_mma_shape", WORD_OPAQUE, read_mma_tile, NULL },
	{ "tile_to_mma_shape", WORD_OPAQUE, read_mma_tile, NULL },
	{ "GMMA::ss_op_selector", WORD_TYPE, read_op_selector, "SS" },
	{ "GMMA::rs_op_selector", WORD_TYPE, read_op_selector, "RS" },
	{ "SM90::GMMA::ss_op_selector", WORD_TYPE, read_op_selector, "SS" },
	{ "SM90::GMMA::rs_op_selector", WORD_TYPE, read_op_selector, "RS" },
	{ "GMMA::Major::K", WORD_ALONE, read_major, "K" },
	{ "GMMA::Major::MN", WORD_ALONE, read_major, "MN" },
	{ "UMMA::Major::K", WORD_ALONE, read_major, "K" },
	{ "UMMA::Major::MN", WORD_ALONE, read_major, "MN" },
	{ "SM90::GMMA::Major::K", WORD_ALONE, read_major, "K" },
	{ "SM90::GMMA::Major::MN", WORD_ALONE, read_major, "MN" },
	{ "append", WORD_TYPE, read_extend, NULL },
	{ "prepend", WORD_TYPE, read_extend, NULL },
	{ "repeat", WORD_TYPE, read_function, NULL },
	{ "replace", WORD_TYPE, read_replace, NULL },
	{ "tile_size", WORD_TYPE, read_function, NULL },
	{ "tile_size_mnk", WORD_TYPE, read_function, "tile_size" },
	{ "uint_bit_t", WORD_TYPE, read_integer, NULL },
	{ "uint_byte_t", WORD_TYPE, read_bytes, NULL },
	{ "AlignedArray", WORD_TYPE, read_array, NULL },
	{ "int", WORD_CALL, read_cast, NULL },
	{ "int8_t", WORD_CALL, read_cast, NULL },
	{ "int16_t", WORD_CALL, read_cast, NULL },
	{ "int32_t", WORD_CALL, read_cast, NULL },
	{ "int64_t", WORD_CALL, read_cast, NULL },
	{ "uint8_t", WORD_CALL, read_cast, NULL },
	{ "uint16_t", WORD_CALL, read_cast, NULL },
	{ "uint32_t", WORD_CALL, read_cast, NULL },
	{ "uint64_t", WORD_CALL, read_cast, NULL },
	{ "size_t", WORD_CALL, read_cast, NULL },
	{ "char", WORD_CALL, read_cast, NULL },
	{ "short", WORD_CALL, read_cast, NULL },
	{ "unsigned", WORD_CALL, read_cast, NULL },
	{ "long", WORD_CALL, read_cast, NULL },
	{ "static_cast", WORD_TYPE, read_cast, NULL },
	{ "int", WORD_ALONE, read_braced_cast, NULL },
	{ "int8_t", WORD_ALONE, read_braced_cast, NULL },
	{ "int16_t", WORD_ALONE, read_braced_cast, NULL },
	{ "int32_t", WORD_ALONE, read_braced_cast, NULL },
	{ "int64_t", WORD_ALONE, read_braced_cast, NULL },
	{ "uint8_t", WORD_ALONE, read_braced_cast, NULL },
	{ "uint16_t", WORD_ALONE, read_braced_cast, NULL },
	{ "uint32_t", WORD_ALONE, read_braced_cast, NULL },
	{ "uint64_t", WORD_ALONE, read_braced_cast, NULL },
	{ "size_t", WORD_ALONE, read_braced_cast, NULL },
	{ "char", WORD_ALONE, read_braced_cast, NULL },
	{ "short", WORD_ALONE, read_braced_cast, NULL },
	{ "unsigned", WORD_ALONE, read_braced_cast, NULL },
	{ "long", WORD_ALONE, read_braced_cast, NULL },
	{ "make_gmem_ptr", WORD_OPAQUE, cpp_read_place, NULL },
	{ "make_smem_ptr", WORD_OPAQUE, cpp_read_place, NULL },
	{ "make_rmem_ptr", WORD_OPAQUE, cpp_read_place, NULL },
	{ "make_tmem_ptr", WORD_OPAQUE, cpp_read_place, NULL },
	{ "make_gmem_ptr", WORD_TYPE, cpp_read_place, NULL },
	{ "make_smem_ptr", WORD_TYPE, cpp_read_place, NULL },
	{ "make_rmem_ptr", WORD_TYPE, cpp_read_place, NULL },
	{ "make_tmem_ptr", WORD_TYPE, cpp_read_place, NULL },
	{ "make_tensor", WORD_TYPE, cpp_read_owning_tensor, NULL },
	{ "make_tensor", WORD_OPAQUE, cpp_read_raw_tensor, NULL },
	{ "recast", WORD_TYPE, cpp_read_recast_tensor, "recast_tensor" },
	{ "composition", WORD_CALL, cpp_read_composition, "make_composed_layout" },
	{ "data", WORD_MEMBER, word_rename, "iterator" },
	{ "layout_a", WORD_MEMBER, cpp_read_composed_member, NULL },
	{ "layout_b", WORD_MEMBER, cpp_read_composed_member, NULL },
	{ "offset", WORD_MEMBER, cpp_read_composed_member, NULL },
	{ "with_shape", WORD_MEMBER, cpp_read_gathered, "with_shape" },
	{ "compose", WORD_MEMBER, cpp_read_gathered, "composition" },
	{ "make_tensor_like", WORD_CALL, word_rename, "make_layout_like" },
	{ "make_tensor_like", WORD_TYPE, cpp_read_like, "make_layout_like" },
	{ "make_fragment_like", WORD_TYPE, cpp_read_like, "make_fragment_like" },
	{ "make_tensor", WORD_CALL, cpp_read_tensor_call, NULL },
	{ "block_rank_in_cluster", WORD_CALL, read_place_of_thread, NULL },
	{ "canonical_lane_idx", WORD_CALL, read_place_of_thread, NULL },
	{ "canonical_warp_idx", WORD_CALL, read_place_of_thread, NULL },
	{ "canonical_warp_idx_sync", WORD_CALL, read_place_of_thread, NULL },
	{ "canonical_warp_group_idx", WORD_CALL, read_place_of_thread, NULL },
	{ "x", WORD_MEMBER, read_index, NULL },
	{ "y", WORD_MEMBER, read_index, NULL },
	{ "z", WORD_MEMBER, read_index, NULL },
	{ "partition_fragment_A", WORD_MEMBER, cpp_read_fragment, "make_fragment_A" },
	{ "partition_fragment_B", WORD_MEMBER, cpp_read_fragment, "make_fragment_B" },
	{ "partition_fragment_C", WORD_MEMBER, cpp_read_fragment, "make_fragment_C" },
	{ "partition_fragment_C", WORD_CALL, cpp_read_shape_fragment, "partition_shape_C" },
	{ "static_assert", WORD_CALL, read_assertion, NULL },
	{ "sizeof", WORD_CALL, read_sizeof, "sizeof_bits" },
	{ "sizeof_bits_v", WORD_TYPE, read_made, "sizeof_bits" },
	{ "integral_constant", WORD_TYPE, read_constant, NULL },
	{ "constant", WORD_TYPE, read_constant, NULL },
	{ "conditional_t", WORD_TYPE, read_conditional, NULL },
	{ "tuple_element_t", WORD_TYPE, read_element, NULL },
	{ "is_same_v", WORD_TYPE, read_same, NULL },
	{ "is_same", WORD_TYPE, read_same, NULL },
	{ "is_static", WORD_TYPE, read_made, "is_static" },
	{ "is_static_v", WORD_TYPE, read_made, "is_static" },
	{ "size_v", WORD_TYPE, read_made, "size" },
	{ "cosize_v", WORD_TYPE, read_made, "cosize" },
	{ "rank_v", WORD_TYPE, read_made, "rank" },
	{ "depth_v", WORD_TYPE, read_made, "depth" },
	{ "layout", WORD_TYPE, read_function, "get" },
	{ "recast_layout", WORD_TYPE, read_recast, "recast_layout" },
	{ "TiledMMA", WORD_TYPE, read_made, "make_tiled_mma" },
	{ "TiledCopy", WORD_TYPE, read_made, "make_tiled_copy_impl" },
	{ "Copy_Atom", WORD_TYPE, read_made, "copy_atom" },
	{ "MMA_Atom", WORD_TYPE, read_wrapper, NULL },
	{ "MMA_Traits", WORD_TYPE, read_wrapper, NULL },
	{ "Copy_Traits", WORD_TYPE, read_wrapper, NULL },
	{ "Tensor", WORD_TYPE, cpp_read_tensor_type, NULL },
	{ "ViewEngine", WORD_TYPE, read_wrapper, NULL },
	{ "ConstViewEngine", WORD_TYPE, read_wrapper, NULL },
	{ "ArrayEngine", WORD_TYPE, cpp_read_pointer, NULL },
	{ "gmem_ptr", WORD_TYPE, cpp_read_pointer, NULL },
	{ "smem_ptr", WORD_TYPE, cpp_read_pointer, NULL },
	{ "rmem_ptr", WORD_TYPE, cpp_read_pointer, NULL },
	{ "tmem_ptr", WORD_TYPE, cpp_read_pointer, NULL },
	{ "swizzle_ptr", WORD_TYPE, read_tuple, NULL },
	{ "smem_ptr_flag_bits", WORD_TYPE, read_flag, NULL },
	{ "smem_sparse_ptr_flag_bits", WORD_TYPE, cpp_read_sparse_flag, NULL },
	{ "smem_ptr_flag", WORD_ALONE, read_bit_flag, NULL },
	{ "get_layoutA_TV", WORD_MEMBER, word_rename, "layout_A_TV" },
	{ "get_layoutB_TV", WORD_MEMBER, word_rename, "layout_B_TV" },
	{ "get_layoutC_TV", WORD_MEMBER, word_rename, "layout_C_TV" },
	{ "get_layoutS_TV", WORD_MEMBER, word_rename, "layout_S_TV" },
	{ "get_layoutD_TV", WORD_MEMBER, word_rename, "layout_D_TV" },
	{ "get_thr_layout_vmnk", WORD_MEMBER, word_rename, "thr_layout_vmnk" },
	{ "tile_size_mnk", WORD_MEMBER, word_rename, "tile_size" },
	{ "get_slice", WORD_MEMBER, word_tuple_call, NULL },
	{ "get_thread_slice", WORD_MEMBER, word_tuple_call, NULL },
	{ "Int", WORD_TYPE, read_integer, NULL },
	{ "C", WORD_TYPE, read_integer, NULL },
	{ "E", WORD_TYPE, read_basis, NULL },
	{ "ScaledBasis", WORD_TYPE, read_scaled_basis, NULL },
	{ "Layout", WORD_TYPE, read_layout, NULL },
	{ "ComposedLayout", WORD_TYPE, cpp_read_composed, "make_composed_layout" },
	{ "Swizzle", WORD_TYPE, word_swizzle_type, NULL },
	{ "Shape", WORD_TYPE, read_tuple, NULL },
	{ "Stride", WORD_TYPE, read_tuple, NULL },
	{ "Step", WORD_TYPE, read_tuple, NULL },
	{ "Coord", WORD_TYPE, read_tuple, NULL },
	{ "Tile", WORD_TYPE, read_tuple, NULL },
	{ "tuple", WORD_TYPE, read_tuple, NULL },
	{ "Tiler", WORD_TYPE, read_tuple, NULL },
	{ "cosize", WORD_TYPE, read_function, NULL },
	{ "coshape", WORD_TYPE, read_function, NULL },
	{ "depth", WORD_TYPE, read_function, NULL },
	{ "downcast", WORD_TYPE, read_function, NULL },
	{ "get", WORD_TYPE, read_function, NULL },
	{ "group", WORD_TYPE, read_function, NULL },
	{ "rank", WORD_TYPE, read_function, NULL },
	{ "select", WORD_TYPE, read_function, NULL },
	{ "shape", WORD_TYPE, read_function, NULL },
	{ "size", WORD_TYPE, read_function, NULL },
	{ "stride", WORD_TYPE, read_function, NULL },
	{ "take", WORD_TYPE, read_function, NULL },
	{ "upcast", WORD_TYPE, read_function, NULL },
	{ "group_modes", WORD_TYPE, read_function, "group" },
	{ "make_shape", WORD_CALL, word_tuple_call, NULL },
	{ "make_stride", WORD_CALL, word_tuple_call, NULL },
	{ "make_coord", WORD_CALL, word_tuple_call, NULL },
	{ "make_tile", WORD_CALL, word_tuple_call, NULL },
	{ "make_step", WORD_CALL, word_tuple_call, NULL },
	{ "make_tuple", WORD_CALL, word_tuple_call, NULL },
	{ "Tile", WORD_CALL, word_tuple_call, NULL },
	{ "LayoutLeft", WORD_CALL, read_order, NULL },
	{ "LayoutRight", WORD_CALL, read_order, NULL },
	{ "GenColMajor", WORD_CALL, read_order, NULL },
	{ "GenRowMajor", WORD_CALL, read_order, NULL },
	{ "LayoutLeft", WORD_ALONE, read_order, NULL },
	{ "LayoutRight", WORD_ALONE, read_order, NULL },
	{ "GenColMajor", WORD_ALONE, read_order, NULL },
	{ "GenRowMajor", WORD_ALONE, read_order, NULL },
	{ "NumThreadsPerWarp", WORD_ALONE, read_known_number, "32" },
	{ "NumThreadsPerWarpGroup", WORD_ALONE, read_known_number, "128" },
	{ "NumWarpsPerWarpGroup", WORD_ALONE, read_known_number, "4" },
	{ "NumThreadsPerHalfWarp", WORD_ALONE, read_known_number, "16" },
	{ "NumThreadsPerQuad", WORD_ALONE, read_known_number, "4" },
	{ "NumThreadsPerQuadPair", WORD_ALONE, read_known_number, "8" },
	{ "X", WORD_ALONE, read_x, NULL },
	{ "Underscore", WORD_ALONE, word_underscore, NULL },
	{ NULL, WORD_ALONE, NULL, NULL },
};

/* --- printing --- */

/* Whether CuTe C++ has the type "_n" for Int<n>. */
static bool has_short_name(int64_t n) {
	static const int16_t others[] = { 12, 24, 96, 192, 384, 768 };
	bool found = (n >= 0 && n <= 10) || (n >= 16 && n <= 524288 && (n & (n - 1)) == 0);
	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
		found = found || n == others[i];
	}
	return found;
}

/* An integer that is known at run time only has no value in a type. */
static void put_integer(struct writer *w, struct tuple leaf) {
	if (!int_is_static(leaf)) {
		buf_put(w->out, "int");
		return;
	}
	bool is_short = has_short_name(leaf.value);
	buf_put(w->out, is_short ? "_" : "Int<");
	buf_put_int(w->out, leaf.value);
	buf_put(w->out, is_short ? "" : ">");
}

/* E<1,0>, or ScaledBasis<5,1,0> for a multiple. */
static void put_basis(struct writer *w, struct tuple leaf) {
	bool unit = leaf.value == 1 && int_is_static(leaf);
	buf_put(w->out, unit ? "E<" : "ScaledBasis<");
	if (!unit) {
		put_integer(w, tuple_basis_value(leaf));
		buf_put(w->out, int_basis_indices(leaf) > 0 ? "," : "");
	}
	write_indices(w, leaf);
	buf_put(w->out, ">");
}

static const struct spelling spelling = {
	.style = "cpp",
	.open = "<",
	.comma = ",",
	.close = ">",
	.close_single = ">",
	.names_tuples = true,
	.underscore = "Underscore",
	.truth = "true",
	.falsehood = "false",
	.layout = "Layout<",
	.stride = ",",
	.layout_end = ">",
	.swizzle = "Swizzle<",
	.swizzle_end = ">",
	.composed = "ComposedLayout<",
	.then = ",",
	.then_inner = ",",
	.composed_end = ">",
	.integer = put_integer,
	.basis = put_basis,
	.string = write_string,
};

static void print(struct buf *out, struct algebra *al, const struct value *value, int number) {
	(void)number;
	write_value(&(struct writer){ .out = out, .al = al, .spelling = &spelling }, value);
}

const struct notation notation_cpp = {
	.name = "cpp",
	.words = words,
	.at = cpp_at_atom,
	.read = cpp_read_atom,
	.print = print,
	.is_read = true,
};
