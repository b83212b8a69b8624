/* Readers that take what the parser has read apart again, and make the tree that our own notation would have made. */
#include "lang/notation/words.h"

#include "base/limits.h"
#include "lang/notation/tensor.h"

struct node *word_tuple_call(struct parser *parser, struct node *node, const struct word *word) {
	node->kind = NODE_TUPLE;
	for (const struct node *mode = node->first_child; mode != NULL && word->form == WORD_CALL; mode = mode->next) {
		if (mode->keyword.length > 0) {
			parser_fail(parser, FAULT_SYNTAX, mode->span, "the modes of a tuple have no names");
		}
	}
	return node;
}

struct node *word_rename(struct parser *parser, struct node *node, const struct word *word) {
	(void)parser;
	node->text = str_from(word->meaning);
	node->is_ours = true;
	return node;
}

struct node *apply_children(struct parser *parser, struct node *object, struct node *call) {
	struct node *apply = parser_node(parser, NODE_APPLY, call->span);
	parser_add_child(apply, object);
	while (call->child_count > 0) {
		parser_add_child(apply, take_child(call));
	}
	return apply;
}

struct node *word_property(struct parser *parser, struct node *call, const struct word *word) {
	struct node *property = parser_call(parser, "member_type", call->span);
	struct node *name = parser_node(parser, NODE_STRING, call->span);
	name->text = str_from(word->name);
	property->is_member = true;
	parser_add_child(property, take_child(call));
	parser_add_child(property, name);
	return call->child_count == 0 ? property : apply_children(parser, property, call);
}

struct node *word_underscore(struct parser *parser, struct node *node, const struct word *word) {
	(void)parser;
	(void)word;
	node->kind = NODE_UNDERSCORE;
	return node;
}

struct node *word_alias(struct parser *parser, struct node *node, const struct word *word) {
	(void)parser;
	node->text = str_from(word->meaning);
	return node;
}

struct node *take_child(struct node *node) {
	struct node *child = node->first_child;
	node->first_child = child->next;
	node->child_count--;
	if (node->first_child == NULL) {
		node->last_child = NULL;
	}
	child->next = NULL;
	return child;
}

void skip_empty_braces(struct parser *parser) {
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

struct node *read_template(struct parser *parser, enum node_kind kind, struct span name) {
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

struct str skip_template(struct parser *parser) {
	size_t begin = parser_token(parser)->span.end;
	int depth = 0;
	parser->lexer.brackets++;
	while (parser_token(parser)->kind != TOKEN_END) {
		depth += parser_at(parser, '<') ? 1 : parser_at(parser, '>') ? -1
									     : 0;
		if (depth == 0) {
			break;
		}
		parser_advance(parser);
	}
	/* The token behind the last bracket is read outside of the brackets. */
	parser->lexer.brackets--;
	size_t end = parser_token(parser)->span.begin;
	parser_expect(parser, '>');
	return (struct str){ parser->lexer.source->text.data + begin, end - begin };
}

struct node *read_object(struct parser *parser, enum node_kind kind, struct span name) {
	struct node *node = read_template(parser, kind, name);
	while (parser_at_reference(parser) || parser_at_name(parser, "const")) {
		parser_advance(parser);
	}
	skip_empty_braces(parser);
	node->span.end = parser->previous_end;
	return node;
}

struct node *make_basis(struct parser *parser, struct node *value, const struct node *indices) {
	struct node *basis = parser_node(parser, NODE_BASIS, indices->span);
	basis->basis_depth = (uint8_t)indices->child_count;
	parser_add_child(basis, value);
	if (indices->child_count > LIMIT_BASIS_DEPTH) {
		parser_fail(parser, FAULT_LIMIT, indices->span, "a basis has at most 6 indices, each at most 255");
		return basis;
	}
	int place = indices->child_count;
	for (const struct node *index = indices->first_child; index != NULL; index = index->next) {
		if (index->kind != NODE_INT || index->value < 0 || index->value > LIMIT_BASIS_INDEX) {
			parser_fail(parser, FAULT_SYNTAX, index->span, "expected an index from 0 to 255 of a basis");
			return basis;
		}
		basis->basis[--place] = (uint8_t)index->value;
	}
	bool may_be_integer = value->kind == NODE_INT || value->kind == NODE_UNKNOWN || value->kind == NODE_NAME
		|| value->kind == NODE_ARITHMETIC || value->kind == NODE_CAST || value->kind == NODE_CALL;
	if (!may_be_integer) {
		parser_fail(parser, FAULT_SYNTAX, value->span, "expected an integer in front of the indices of a basis");
	}
	return basis;
}

/*
 * A swizzle may stand in front of a pointer, directly or behind a sign for composition: it acts on addresses then, and
 * the layout behind the pointer belongs to it.
 */
struct node *word_swizzle_type(struct parser *parser, struct node *node, const struct word *word) {
	(void)word;
	struct node *swizzle = read_object(parser, NODE_SWIZZLE, node->span);
	if (swizzle->child_count == 2 && str_is(node->text, "Swizzle")) {
		/* Compilers leave out the argument that is the default: Swizzle<B,M> is Swizzle<B,M,B>. */
		struct node *shift = parser_node(parser, NODE_INT, swizzle->span);
		*shift = *swizzle->first_child;
		shift->next = NULL;
		parser_add_child(swizzle, shift);
	}
	if (swizzle->child_count != 3) {
		parser_fail(parser, FAULT_SYNTAX, swizzle->span, "expected three integers in Sw<B,M,S>");
		return swizzle;
	}
	return tensor_at_swizzled(parser) ? tensor_read_swizzled(parser, swizzle) : swizzle;
}
