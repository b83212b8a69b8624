#include "lang/notation/cpp_tensor.h"

#include <string.h>

#include "base/element.h"
#include "lang/kernel/scan.h"
#include "lang/notation/tensor.h"
#include "lang/notation/words.h"

/* Bits of an element of the type that "text" ends with, cute::half_t const*; 0 if it is not known. */
static int pointed_bits(struct str text) {
	while (text.length > 0 && strchr(" *&", text.data[text.length - 1]) != NULL) {
		text.length--;
	}
	if (str_ends_with(text, " const")) {
		text.length -= strlen(" const");
	}
	size_t begin = text.length;
	while (begin > 0 && strchr(":< ,", text.data[begin - 1]) == NULL) {
		begin--;
	}
	return element_bits((struct str){ text.data + begin, text.length - begin });
}

struct node *cpp_read_pointer(struct parser *parser, struct node *name, const struct word *word) {
	(void)word;
	struct str text = skip_template(parser);
	struct node *bits = parser_integer(parser, pointed_bits(text), name->span);
	bits->keyword = str_from("bits");
	return bits;
}

struct node *cpp_read_sparse_flag(struct parser *parser, struct node *name, const struct word *word) {
	(void)word;
	struct node *node = read_object(parser, NODE_TUPLE, name->span);
	const struct node *first = node->first_child;
	bool reads = node->child_count == 2 && first->kind == NODE_INT && first->value > 0
		&& node->last_child->kind == NODE_INT;
	if (!reads) {
		parser_fail(parser, FAULT_SYNTAX, node->span, "expected smem_sparse_ptr_flag_bits<S,bits>");
		return node;
	}
	struct node *bits = parser_integer(parser, node->last_child->value / first->value, node->span);
	bits->keyword = str_from("bits");
	return bits;
}

/* The bits of its elements, which the reader of a pointer leaves in its place. */
static bool is_pointer(const struct node *node) {
	return node->kind == NODE_INT && str_is(node->keyword, "bits");
}

/* "layout" behind "swizzle", which acts on addresses of elements of "bits"; "unset": it waits for the pointer */
static struct node *swizzle_addresses(struct parser *parser, struct node *swizzle, const struct node *bits, bool unset,
	struct node *layout) {
	struct pointer pointer = { .bits = bits->value, .unset = unset };
	if (bits->value == 0) {
		parser_fail(parser, FAULT_NAME, bits->span, "expected a pointer to elements of a known type");
	}
	return tensor_swizzle_elements(parser, swizzle, &pointer, layout);
}

struct node *cpp_read_tensor_type(struct parser *parser, struct node *name, const struct word *word) {
	(void)word;
	struct node *node = read_object(parser, NODE_TUPLE, name->span);
	if (node->child_count != 2) {
		parser_fail(parser, FAULT_SYNTAX, node->span, "expected Tensor<Engine,Layout>");
		return node;
	}
	struct node *engine = take_child(node);
	struct node *layout = take_child(node);
	bool swizzled = engine->kind == NODE_TUPLE && engine->child_count == 2 && is_pointer(engine->last_child);
	if (!swizzled) {
		return layout;
	}
	struct node *swizzle = take_child(engine);
	return swizzle_addresses(parser, swizzle, take_child(engine), false, layout);
}

struct node *cpp_read_owning_tensor(struct parser *parser, struct node *name, const struct word *word) {
	read_template(parser, NODE_TUPLE, name->span);
	struct node *layout = parser_call(parser, "make_layout", name->span);
	struct node *call = parser_call(parser, word->name, name->span);
	parse_arguments(parser, layout);
	parser_add_child(call, parser_integer(parser, 0, name->span));
	parser_add_child(call, layout->child_count == 1 ? take_child(layout) : layout);
	return call;
}

struct node *cpp_read_tensor_call(struct parser *parser, struct node *call, const struct word *word) {
	(void)word;
	if (call->child_count != 3 || call->first_child->keyword.length > 0) {
		return NULL;
	}
	struct node *pointer = take_child(call);
	struct node *layout = parser_call(parser, "make_layout", call->span);
	parser_add_child(layout, take_child(call));
	parser_add_child(layout, take_child(call));
	parser_add_child(call, pointer);
	parser_add_child(call, layout);
	return call;
}

/* The end of the cast to a pointer that begins "text", reinterpret_cast<T*> or (T*); 0 if none does. */
static size_t behind_pointer_cast(struct str text) {
	static const char *const casts[] = { "reinterpret_cast", "static_cast", "const_cast", "" };
	for (size_t i = 0; i < sizeof casts / sizeof *casts; i++) {
		size_t open = strlen(casts[i]);
		if (str_starts_with(text, casts[i]) && scan_at(text, open) == (open > 0 ? '<' : '(')) {
			size_t end = scan_close(text, open);
			return end > open && text.data[end - 2] == '*' ? end : 0;
		}
	}
	return 0;
}

/* Where the first argument of "text", behind "(", ends if it is a raw pointer: at a "," outside of brackets; else 0. */
static size_t raw_pointer_end(struct str text) {
	static const char *const functions[] = { "thrust::raw_pointer_cast(", "raw_pointer_cast(" };
	size_t at = behind_pointer_cast(text);
	bool is_raw = at > 0 || (str_starts_with(text, "&") && !str_starts_with(text, "&&"));
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
		is_raw = is_raw || str_starts_with(text, functions[i]);
	}
	int depth = 0;
	for (; is_raw && at < text.length && depth >= 0; at++) {
		char c = text.data[at];
		if (c == ',' && depth == 0) {
			return at;
		}
		depth += strchr("([{", c) != NULL ? 1 : strchr(")]}", c) != NULL ? -1
										 : 0;
	}
	return 0;
}

struct node *cpp_read_raw_tensor(struct parser *parser, struct node *name, const struct word *word) {
	struct str text = parser->lexer.source->text;
	size_t begin = parser_next_token(parser).span.begin;
	size_t length = raw_pointer_end(scan_part(text, begin, text.length));
	if (length == 0) {
		return NULL;
	}
	struct node *call = parser_call(parser, word->name, name->span);
	parser_add_child(call, parser_integer(parser, 0, (struct span){ begin, begin + length }));
	parser->lexer.offset = begin + length;
	parser_advance(parser);
	if (parser_enter(parser)) {
		parse_list(parser, call, ',', ')');
		parser_leave(parser);
	}
	call->span.end = parser->previous_end;
	struct node *read = cpp_read_tensor_call(parser, call, word);
	return read != NULL ? read : call;
}

struct node *cpp_read_fragment(struct parser *parser, struct node *call, const struct word *word) {
	if (call->child_count != 2) {
		return NULL;
	}
	char operand = call->text.data[call->text.length - 1];
	const char *name = operand == 'A' ? "partition_A" : operand == 'B' ? "partition_B"
									   : "partition_C";
	struct node *slice = parser_node(parser, NODE_NAME, call->span);
	*slice = *call->first_child;
	slice->next = NULL;
	struct node *partition = parser_call(parser, name, call->span);
	parser_add_child(partition, take_child(call));
	parser_add_child(partition, take_child(call));
	struct node *fragment = parser_call(parser, word->meaning, call->span);
	parser_add_child(fragment, slice);
	parser_add_child(fragment, partition);
	return fragment;
}

struct node *cpp_read_shape_fragment(struct parser *parser, struct node *call, const struct word *word) {
	if (call->child_count != 2) {
		return NULL;
	}
	struct node *fragment = parser_call(parser, "make_fragment_C", call->span);
	struct node *mma = parser_node(parser, NODE_NAME, call->span);
	*mma = *call->first_child;
	mma->next = NULL;
	call->text = str_from(word->meaning);
	parser_add_child(fragment, mma);
	parser_add_child(fragment, call);
	return fragment;
}

/* "node", of three children outer, offset, inner: where the offset is a pointer, the swizzle acts on its addresses */
static struct node *composed_of(struct parser *parser, struct node *node) {
	if (node->child_count == 3 && is_pointer(node->first_child->next)) {
		struct node *swizzle = take_child(node);
		struct node *bits = take_child(node);
		return swizzle_addresses(parser, swizzle, bits, true, take_child(node));
	}
	return node;
}

struct node *cpp_read_composed(struct parser *parser, struct node *name, const struct word *word) {
	struct node *node = read_object(parser, NODE_CALL, name->span);
	node->text = str_from(word->meaning);
	return composed_of(parser, node);
}

/* Swizzle<0,M,S>, which CuTe drops in front of a layout where the offset between them is a static 0 */
static bool is_idle(const struct node *swizzle, const struct node *offset) {
	const struct node *bits = swizzle->kind == NODE_SWIZZLE ? swizzle->first_child : NULL;
	return bits != NULL && bits->kind == NODE_INT && bits->value == 0 && offset->kind == NODE_INT && offset->value == 0
		&& offset->integer == NODE_INTEGER_STATIC;
}

struct node *cpp_read_composition(struct parser *parser, struct node *call, const struct word *word) {
	enum node_kind middle = call->child_count == 3 ? call->first_child->next->kind : NODE_LAYOUT;
	/* The DSL has no composition of three. */
	bool has_offset = middle != NODE_LAYOUT && middle != NODE_TUPLE && !parser->lexer.floor_division;
	if (!has_offset || call->first_child->keyword.length > 0) {
		return NULL;
	}
	if (is_idle(call->first_child, call->first_child->next)) {
		call->operation = NULL;
		call->text = str_from("layout");
		take_child(call);
		take_child(call);
		return call;
	}
	call->text = str_from(word->meaning);
	call->operation = NULL;
	return composed_of(parser, call);
}

struct node *cpp_read_composed_member(struct parser *parser, struct node *call, const struct word *word) {
	return call->child_count == 1 ? word_property(parser, call, word) : NULL;
}

struct node *cpp_read_gathered(struct parser *parser, struct node *call, const struct word *word) {
	call->text = str_from(word->meaning);
	if (call->child_count < 3) {
		return call;
	}
	struct node *layout = take_child(call);
	struct node *modes = parser_node(parser, NODE_TUPLE, call->span);
	while (call->child_count > 0) {
		parser_add_child(modes, take_child(call));
	}
	parser_add_child(call, layout);
	parser_add_child(call, modes);
	return call;
}

struct node *cpp_read_like(struct parser *parser, struct node *name, const struct word *word) {
	skip_template(parser);
	struct node *call = parser_call(parser, word->meaning, name->span);
	parse_arguments(parser, call);
	return call;
}

struct node *cpp_read_recast_tensor(struct parser *parser, struct node *name, const struct word *word) {
	struct node *types = read_template(parser, NODE_TUPLE, name->span);
	struct node *call = parser_call(parser, word->meaning, name->span);
	if (types->child_count != 1) {
		parser_fail(parser, FAULT_SYNTAX, types->span, "expected one type in recast<T>(tensor)");
		return types;
	}
	parse_arguments(parser, call);
	parser_add_child(call, take_child(types));
	return call;
}

struct node *cpp_read_place(struct parser *parser, struct node *node, const struct word *word) {
	(void)word;
	struct node *zero = parser_integer(parser, 0, node->span);
	if (parser_at(parser, '<')) {
		read_template(parser, NODE_TUPLE, node->span);
	}
	lexer_skip_to_close(&parser->lexer);
	parser_expect(parser, ')');
	zero->span.end = parser->previous_end;
	return zero;
}
