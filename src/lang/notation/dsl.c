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
	struct str before = { parser->lexer.source->text.data, call->span.begin };
	if (call->child_count != 1 || !str_ends_with(before, ".")) {
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

/* lane_idx() and its like: an integer that is known at run time only */
static struct node *read_number(struct parser *parser, struct node *call, const struct word *word) {
	(void)word;
	struct node *unknown = parser_node(parser, NODE_UNKNOWN, call->span);
	unknown->value = 1;
	return unknown;
}

/* "node" is the underscore, or a tuple that has it in it. */
static bool has_underscore(const struct node *node) {
	bool has = node->kind == NODE_UNDERSCORE;
	for (const struct node *child = node->first_child; child != NULL && !has && node->kind == NODE_TUPLE;) {
		has = has_underscore(child);
		child = child->next;
	}
	return has;
}

/*
 * slice_(L, c) is slice(c, L); a tuple with None in it, in front of what is no tuple, is the coordinate already. One
 * with its name, slice_(L, coord=c), leaves the layout to be called so.
 */
static struct node *read_slice(struct parser *parser, struct node *call, const struct word *word) {
	struct node *first = call->first_child;
	bool is_coordinate = first != NULL && has_underscore(first) && call->last_child->kind != NODE_TUPLE;
	if (call->child_count == 2 && first->keyword.length == 0 && call->last_child->keyword.length > 0) {
		first->keyword = str_from("layout");
	}
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

/* The expression of an f-string from "begin" to "end" in the source. */
static struct node *read_part(struct parser *parser, size_t begin, size_t end) {
	struct lexer saved = parser->lexer;
	size_t previous_end = parser->previous_end;
	struct source *part = arena_alloc(parser->arena, sizeof *part);
	*part = *saved.source;
	part->text.length = end;
	parser->lexer.source = part;
	parser->lexer.offset = begin;
	lexer_advance(&parser->lexer);
	struct node *expression = parse_expression(parser);
	if (parser_token(parser)->kind != TOKEN_END) {
		parser_fail_expected(parser, "'}'");
	}
	if (!fault_is_set(&parser->message->fault)) {
		parser->lexer = saved;
		parser->previous_end = previous_end;
	}
	return expression;
}

/* Where the expression behind the brace before "begin" ends; "*close" receives where its own brace is. */
static size_t find_part_end(struct str text, size_t begin, size_t end, size_t *close) {
	int depth = 0;
	size_t stop = 0;
	size_t i = begin;
	for (; i < end && (depth > 0 || text.data[i] != '}'); i++) {
		char c = text.data[i];
		depth += c == '(' || c == '[' || c == '{' ? 1 : c == ')' || c == ']' || c == '}' ? -1
												 : 0;
		stop = depth == 0 && c == ':' && stop == 0 ? i : stop;
	}
	*close = i;
	return stop > 0 ? stop : i;
}

/* The characters of an f-string from "begin" to "end" as a string. */
static void add_characters(struct parser *parser, struct node *format, size_t begin, size_t end) {
	if (begin < end) {
		struct node *characters = parser_node(parser, NODE_STRING, (struct span){ begin, end });
		characters->text = (struct str){ parser->lexer.source->text.data + begin, end - begin };
		parser_add_child(format, characters);
	}
}

/* f"text {expression:format} text", where the format is left out and {{ is a brace; "f" alone is a name. */
static struct node *read_format(struct parser *parser, struct node *node, const struct word *word) {
	(void)word;
	const struct token string = *parser_token(parser);
	if (string.kind != TOKEN_STRING || string.span.begin != node->span.end) {
		return NULL;
	}
	struct str text = parser->lexer.source->text;
	size_t end = string.span.end - 1;
	size_t begin = string.span.begin + 1;
	node->kind = NODE_FORMAT;
	node->span.end = string.span.end;
	for (size_t i = begin; i < end; i++) {
		bool doubled = text.data[i + 1] == text.data[i]; /* the quote is behind the last */
		if ((text.data[i] == '{' || text.data[i] == '}') && doubled) {
			add_characters(parser, node, begin, i + 1);
			begin = ++i + 1;
		} else if (text.data[i] == '{') {
			size_t close;
			size_t stop = find_part_end(text, i + 1, end, &close);
			if (close == end) {
				parser_fail(parser, FAULT_SYNTAX, (struct span){ i, i + 1 }, "expected a closing brace");
				return node;
			}
			add_characters(parser, node, begin, i);
			parser_add_child(node, read_part(parser, i + 1, stop));
			i = close;
			begin = close + 1;
		}
	}
	add_characters(parser, node, begin, end);
	parser_advance(parser);
	return node;
}

/* const_expr(e) is e, which is known when the program is compiled. */
static struct node *read_const_expr(struct parser *parser, struct node *call, const struct word *word) {
	(void)parser;
	(void)word;
	return call->child_count == 1 ? take_child(call) : call;
}

/* CtaGroup.ONE and the like: the word behind the dot, a string. */
static struct node *read_enumerator(struct parser *parser, struct node *node, const struct word *word) {
	node = read_reduction(parser, node, word);
	node->kind = NODE_STRING;
	return node;
}

/* Repetition.x4 and the like, whose names alone may be anybody's: the word behind the dot, a string. */
static struct node *read_dotted(struct parser *parser, struct node *node, const struct word *word) {
	return parser_at(parser, '.') ? read_enumerator(parser, node, word) : NULL;
}

/* LayoutEnum.ROW_MAJOR, or LayoutEnum.from_tensor(T), which is an operation. */
static struct node *read_order(struct parser *parser, struct node *node, const struct word *word) {
	struct node *order = read_enumerator(parser, node, word);
	if (!str_is(order->text, "from_tensor") || !parser_at(parser, '(')) {
		return order;
	}
	struct node *call = parser_call(parser, "order_from_tensor", order->span);
	parse_arguments(parser, call);
	return call;
}

/* T.layout(c) is the layout of T at the coordinate c, which T.layout alone is not. */
static struct node *read_layout(struct parser *parser, struct node *call, const struct word *word) {
	(void)word;
	if (call->child_count == 1) {
		return call;
	}
	struct node *layout = parser_call(parser, "layout", call->span);
	layout->is_member = true;
	parser_add_child(layout, take_child(call));
	return apply_children(parser, layout, call);
}

/* The helper that allocates shared memory, of which only the kind is known. */
static struct node *read_allocator(struct parser *parser, struct node *call, const struct word *word) {
	struct node *allocator = parser_node(parser, NODE_STRING, call->span);
	allocator->text = str_from(word->name);
	return allocator;
}

/* smem.allocate_tensor(type, L): whatever the allocator has given before, the tensor is of the same type. */
static struct node *read_allocation(struct parser *parser, struct node *call, const struct word *word) {
	(void)parser;
	(void)word;
	take_child(call);
	call->is_member = false;
	call->is_ours = true;
	return call;
}

/* A pointer to elements of "type" in tensor memory, wherever the allocator has put them. */
static struct node *make_tmem_pointer(struct parser *parser, struct span span, struct node *type,
	struct node *alignment) {
	struct node *pointer = parser_call(parser, "make_ptr", span);
	struct node *space = parser_node(parser, NODE_STRING, span);
	space->text = str_from("tmem");
	parser_add_child(pointer, type);
	type->keyword = str_from("");
	parser_add_child(pointer, parser_integer(parser, 0, span));
	parser_add_child(pointer, space);
	parser_add_child(pointer, alignment);
	alignment->keyword = str_from("");
	return pointer;
}

/* tmem.retrieve_ptr(type) */
static struct node *read_tmem_pointer(struct parser *parser, struct node *call, const struct word *word) {
	(void)word;
	if (call->child_count > 2) {
		parser_fail(parser, FAULT_SYNTAX, call->last_child->span, "expected the type of the elements alone");
		return call;
	}
	take_child(call);
	struct node *type = parser_node(parser, NODE_STRING, call->span);
	type->text = str_from("f32");
	type = call->child_count == 1 ? take_child(call) : type;
	return make_tmem_pointer(parser, call->span, type, parser_integer(parser, 16, call->span));
}

/* make_layout_image_mask(layout, coord, mode): the name of its last argument is another one */
static struct node *read_image_mask(struct parser *parser, struct node *call, const struct word *word) {
	for (struct node *argument = call->first_child; argument != NULL; argument = argument->next) {
		bool is_mode = str_is(argument->keyword, "mode");
		bool is_layout = str_is(argument->keyword, "lay");
		argument->keyword = is_mode ? str_from("mcast_mode") : is_layout ? str_from("layout") : argument->keyword;
	}
	return word_rename(parser, call, word);
}

/* tuple(t) and list(t): t + (), which Python has of sequences only */
static struct node *read_sequence(struct parser *parser, struct node *call, const struct word *word) {
	(void)word;
	if (!parser->lexer.floor_division || call->child_count != 1 || call->first_child->keyword.length > 0) {
		return NULL;
	}
	struct node *sum = parser_node(parser, NODE_ARITHMETIC, call->span);
	struct node *nothing = parser_node(parser, NODE_TUPLE, call->span);
	parser_add_child(sum, take_child(call));
	parser_add_child(sum, nothing);
	nothing->keyword = str_from("+");
	return sum;
}

/* len(t), the rank of such a sequence */
static struct node *read_length(struct parser *parser, struct node *call, const struct word *word) {
	struct node *sequence = read_sequence(parser, call, word);
	if (sequence == NULL) {
		return NULL;
	}
	struct node *rank = parser_call(parser, "rank", call->span);
	parser_add_child(rank, sequence);
	return rank;
}

/* math.prod(t), which numbers the DSL knows no other of */
static struct node *read_product(struct parser *parser, struct node *call, const struct word *word) {
	const struct node *object = call->first_child;
	if (call->child_count != 2 || object->kind != NODE_NAME || !str_is(object->text, "math")) {
		return NULL;
	}
	take_child(call);
	call->is_member = false;
	return word_rename(parser, call, word);
}

/* arch.retrieve_tmem_ptr(type, alignment, place) */
static struct node *read_retrieved_pointer(struct parser *parser, struct node *call, const struct word *word) {
	(void)word;
	if (call->child_count != 4) {
		return NULL;
	}
	take_child(call);
	struct node *arguments[3] = { NULL, NULL, NULL };
	static const char *const names[] = { "element_type", "alignment", "ptr_to_buffer_holding_addr" };
	for (int position = 0; position < 3; position++) {
		struct node *argument = take_child(call);
		int place = argument->keyword.length == 0 ? position : 0;
		while (argument->keyword.length > 0 && place < 3 && !str_is(argument->keyword, names[place])) {
			place++;
		}
		if (place == 3 || arguments[place] != NULL) {
			parser_fail(parser, FAULT_SYNTAX, argument->span, "expected element_type, alignment and "
				"ptr_to_buffer_holding_addr");
			return call;
		}
		arguments[place] = argument;
	}
	return make_tmem_pointer(parser, call->span, arguments[0], arguments[1]);
}

/* arch.WARP_SIZE, a constant of CUTLASS */
static struct node *read_warp_size(struct parser *parser, struct node *call, const struct word *word) {
	(void)word;
	return call->child_count == 1 ? parser_integer(parser, 32, call->span) : NULL;
}

static const struct word words[] = {
	{ "AddressSpace", WORD_ALONE, read_enumerator, NULL },
	{ "CtaGroup", WORD_ALONE, read_enumerator, NULL },
	{ "LayoutEnum", WORD_ALONE, read_order, NULL },
	{ "LoadCacheMode", WORD_ALONE, read_enumerator, NULL },
	{ "OperandMajorMode", WORD_ALONE, read_enumerator, NULL },
	{ "OperandSource", WORD_ALONE, read_enumerator, NULL },
	{ "Pack", WORD_ALONE, read_dotted, NULL },
	{ "Repetition", WORD_ALONE, read_dotted, NULL },
	{ "Repetition", WORD_CALL, read_const_expr, NULL },
	{ "SmemLayoutAtomKind", WORD_ALONE, read_enumerator, NULL },
	{ "Unpack", WORD_ALONE, read_dotted, NULL },
	{ "SmemAllocator", WORD_CALL, read_allocator, NULL },
	{ "SmemAllocator", WORD_MEMBER, read_allocator, NULL },
	{ "TmemAllocator", WORD_CALL, read_allocator, NULL },
	{ "TmemAllocator", WORD_MEMBER, read_allocator, NULL },
	{ "allocate_tensor", WORD_MEMBER, read_allocation, NULL },
	{ "retrieve_tmem_ptr", WORD_MEMBER, read_retrieved_pointer, NULL },
	{ "toint", WORD_MEMBER, read_number, NULL },
	{ "retrieve_ptr", WORD_MEMBER, read_tmem_pointer, NULL },
	{ "prod", WORD_MEMBER, read_product, "product" },
	{ "len", WORD_CALL, read_length, NULL },
	{ "list", WORD_CALL, read_sequence, NULL },
	{ "tuple", WORD_CALL, read_sequence, NULL },
	{ "WARP_SIZE", WORD_MEMBER, read_warp_size, NULL },
	{ "make_layout_image_mask", WORD_CALL, read_image_mask, "create_tma_multicast_mask" },
	{ "is_congruent", WORD_CALL, word_rename, "congruent" },
	{ "is_weakly_congruent", WORD_CALL, word_rename, "weakly_congruent" },
	{ "tv_layout_A_tiled", WORD_MEMBER, word_rename, "layout_A_TV" },
	{ "tv_layout_B_tiled", WORD_MEMBER, word_rename, "layout_B_TV" },
	{ "tv_layout_C_tiled", WORD_MEMBER, word_rename, "layout_C_TV" },
	{ "layout_src_tv_tiled", WORD_MEMBER, word_rename, "layout_S_TV" },
	{ "layout_dst_tv_tiled", WORD_MEMBER, word_rename, "layout_D_TV" },
	{ "layout_tv_tiled", WORD_MEMBER, word_property, NULL },
	{ "shape_mnk", WORD_MEMBER, word_property, NULL },
	{ "thr_id", WORD_MEMBER, word_property, NULL },
	{ "tv_layout_A", WORD_MEMBER, word_property, NULL },
	{ "tv_layout_B", WORD_MEMBER, word_property, NULL },
	{ "tv_layout_C", WORD_MEMBER, word_property, NULL },
	{ "atom", WORD_MEMBER, word_property, NULL },
	{ "smem_layout", WORD_MEMBER, word_property, NULL },
	{ "tma_tensor", WORD_MEMBER, word_property, NULL },
	{ "inner", WORD_MEMBER, word_property, NULL },
	{ "offset", WORD_MEMBER, word_property, NULL },
	{ "outer", WORD_MEMBER, word_property, NULL },
	{ "layout", WORD_MEMBER, read_layout, NULL },
	{ "dtype", WORD_MEMBER, word_rename, "element_type" },
	{ "value_type", WORD_MEMBER, word_rename, "element_type" },
	{ "get_tile_size", WORD_MEMBER, word_rename, "tile_size" },
	{ "retile", WORD_MEMBER, word_rename, "retile_S" },
	{ "thread_idx", WORD_MEMBER, read_index, NULL },
	{ "block_idx", WORD_MEMBER, read_index, NULL },
	{ "block_dim", WORD_MEMBER, read_index, NULL },
	{ "grid_dim", WORD_MEMBER, read_index, NULL },
	{ "block_in_cluster_dim", WORD_MEMBER, read_index, NULL },
	{ "block_in_cluster_idx", WORD_MEMBER, read_index, NULL },
	{ "cluster_dim", WORD_MEMBER, read_index, NULL },
	{ "cluster_idx", WORD_MEMBER, read_index, NULL },
	{ "block_idx_in_cluster", WORD_MEMBER, read_number, NULL },
	{ "lane_idx", WORD_MEMBER, read_number, NULL },
	{ "make_warp_uniform", WORD_MEMBER, read_number, NULL },
	{ "warp_idx", WORD_MEMBER, read_number, NULL },
	{ "E", WORD_CALL, read_basis, NULL },
	{ "f", WORD_ALONE, read_format, NULL },
	{ "ReductionOp", WORD_ALONE, read_reduction, NULL },
	{ "const_expr", WORD_CALL, read_const_expr, NULL },
	{ "ScaledBasis", WORD_CALL, read_scaled_basis, NULL },
	{ "group_modes", WORD_CALL, word_rename, "group" },
	{ "slice_", WORD_CALL, read_slice, "slice" },
	{ "None", WORD_ALONE, word_underscore, NULL },
	{ "True", WORD_ALONE, word_alias, "true" },
	{ "False", WORD_ALONE, word_alias, "false" },
	{ NULL, WORD_ALONE, NULL, NULL },
};

/* cute.ScaledBasis(5, [1, 0]), without the list for one index. */
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
