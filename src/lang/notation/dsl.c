/* CuTe DSL: the words of its Python, and tensors as it prints them. Prints source. */
#include "lang/notation/tensor.h"
#include "lang/notation/words.h"
#include "lang/notation/writer.h"

/* ScaledBasis(value, index) or ScaledBasis(value, [i, j]) */
static struct node *read_scaled_basis(struct parser *parser, struct node *call, const struct word *word) {
	(void)word;
	if (call->child_count != 2) {
		parser_fail(parser, FAULT_SYNTAX, call->span, "expected ScaledBasis(value, index)");
		return call;
	}
	struct node *value = take_child(call);
	return make_basis(parser, value, call->first_child->kind == NODE_TUPLE ? call->first_child : call);
}

/* cute.E(i) or cute.E([i, j]); E alone may be anybody's name. */
static struct node *read_basis(struct parser *parser, struct node *call, const struct word *word) {
	(void)word;
	if (call->span.begin == 0 || call->child_count != 1
		|| parser->lexer.source->text.data[call->span.begin - 1] != '.') {
		return call;
	}
	struct node *only = call->first_child;
	return make_basis(parser, parser_integer(parser, 1, call->span), only->kind == NODE_TUPLE ? only : call);
}

/* thread_idx() and its like: three integers that are known at run time only */
static struct node *read_index(struct parser *parser, struct node *call, const struct word *word) {
	(void)word;
	struct node *tuple = parser_node(parser, NODE_TUPLE, call->span);
	for (int i = 0; i < 3; i++) {
		struct node *unknown = parser_node(parser, NODE_UNKNOWN, call->span);
		unknown->value = 1;
		parser_add_child(tuple, unknown);
	}
	return tuple;
}

/* slice_(L, c) is slice(c, L); a tuple in front of what is none is the coordinate already. */
static struct node *read_slice(struct parser *parser, struct node *call, const struct word *word) {
	struct node *first = call->first_child;
	bool is_coordinate = first != NULL && first->kind == NODE_TUPLE && call->last_child->kind != NODE_TUPLE;
	if (call->child_count == 2 && !is_coordinate && first->keyword.length == 0) {
		call->first_child = call->last_child;
		call->last_child = first;
		call->first_child->next = first;
		first->next = NULL;
	}
	return word_rename(parser, call, word);
}

/* ReductionOp.ADD: the name behind the dot */
static struct node *read_reduction(struct parser *parser, struct node *node, const struct word *word) {
	(void)word;
	if (parser_at(parser, '.')) {
		parser_advance(parser);
		node->text = parser_token(parser)->text;
		parser_advance(parser);
	}
	return node;
}

static const struct word words[] = {
	{ "tv_layout_A_tiled", WORD_MEMBER, word_rename, "layout_A_TV" },
	{ "tv_layout_B_tiled", WORD_MEMBER, word_rename, "layout_B_TV" },
	{ "tv_layout_C_tiled", WORD_MEMBER, word_rename, "layout_C_TV" },
	{ "layout_src_tv_tiled", WORD_MEMBER, word_rename, "layout_S_TV" },
	{ "layout_dst_tv_tiled", WORD_MEMBER, word_rename, "layout_D_TV" },
	{ "thread_idx", WORD_MEMBER, read_index, NULL },
	{ "block_idx", WORD_MEMBER, read_index, NULL },
	{ "block_dim", WORD_MEMBER, read_index, NULL },
	{ "grid_dim", WORD_MEMBER, read_index, NULL },
	{ "E", WORD_CALL, read_basis, NULL },
	{ "ReductionOp", WORD_ALONE, read_reduction, NULL },
	{ "ScaledBasis", WORD_CALL, read_scaled_basis, NULL },
	{ "group_modes", WORD_CALL, word_rename, "group" },
	{ "slice_", WORD_CALL, read_slice, "slice" },
	{ "None", WORD_ALONE, word_underscore, NULL },
	{ "True", WORD_ALONE, word_alias, "true" },
	{ "False", WORD_ALONE, word_alias, "false" },
	{ NULL, WORD_ALONE, NULL, NULL },
};

static void put_basis(struct writer *w, struct tuple leaf) {
	buf_put(w->out, "cute.ScaledBasis(");
	write_integer(w, tuple_basis_value(leaf));
	bool is_list = int_basis_indices(leaf) != 1;
	buf_put(w->out, is_list ? ", [" : ", ");
	write_indices(w, leaf);
	buf_put(w->out, is_list ? "])" : ")");
}

static const struct spelling spelling = {
	.style = "dsl",
	.open = "(",
	.comma = ", ",
	.close = ")",
	.close_single = ",)",
	.underscore = "None",
	.truth = "True",
	.falsehood = "False",
	.layout = "cute.make_layout(",
	.stride = ", stride=",
	.layout_end = ")",
	.swizzle = "cute.make_swizzle(",
	.swizzle_end = ")",
	.composed = "cute.make_composed_layout(",
	.then = ", ",
	.then_inner = ", ",
	.composed_end = ")",
	.integer = write_integer,
	.basis = put_basis,
	.string = write_string,
};

static void print(struct buf *out, struct algebra *al, const struct value *value, int number) {
	(void)number;
	write_value(&(struct writer){ .out = out, .al = al, .spelling = &spelling }, value);
}

const struct notation notation_dsl = {
	.name = "dsl",
	.words = words,
	.at = tensor_at_printed,
	.read = tensor_read_printed,
	.print = print,
	.is_read = true,
};
