/*
 * What the files of the parser share: parse.c holds statements and the signs of expressions, parse_operand.c what
 * stands between signs, parse_list.c lists and integers, src/lang/notation what others write. The notations call the
 * productions; these know the notations only by the table that they are given.
 *
 * Functions are named after the production that they read; it stands above each. The present token is
 * "parser->lexer.token". After a fault every token is TOKEN_END, so that all loops end; the nodes returned then are of
 * no use, but never NULL.
 */
#ifndef LANG_PARSER_H
#define LANG_PARSER_H

#include "lang/ast.h"
#include "lang/lex.h"
#include "lang/notation/notation.h"

struct parser {
	struct arena *arena;
	const struct notation *const *notations;
	struct lexer lexer;
	struct message *message;
	size_t previous_end; /* where the token before the present one ends */
	size_t tensor_end;   /* where the last tensor ends */
	bool in_tensor;      /* behind "tensor<" or "tensor(" */
	int nesting;
	bool in_choice; /* between "?" and ":" */
	bool in_condition; /* between "if" and "else", where Python's words "and", "or", "not" and "is" are signs */
	int templates;  /* open brackets of C++ types, where X is an underscore */
	bool in_angles; /* the innermost bracket is "<": ">" closes it and compares nothing */
};

/* --- tokens (parser.c) --- */

static inline const struct token *parser_token(const struct parser *parser) {
	return &parser->lexer.token;
}

void parser_advance(struct parser *parser);

/* The token behind the present one, without stepping there. */
struct token parser_next_token(const struct parser *parser);

/* The present token is the character "c", or the name "name". */
static inline bool parser_at(const struct parser *parser, char c) {
	return parser_token(parser)->kind == TOKEN_CHARACTER && parser_token(parser)->character == c;
}

static inline bool parser_at_name(const struct parser *parser, const char *name) {
	return parser_token(parser)->kind == TOKEN_NAME && str_is(parser_token(parser)->text, name);
}

/* The present token is "&" or "&&" behind a type; "&&" in front of an operand joins conditions. */
bool parser_at_reference(const struct parser *parser);

/* Record a fault at "span" and stop the lexer. */
void parser_fail(struct parser *parser, enum fault_code code, struct span span, const char *sentence);

/* Record that "what" was expected in the place of the present token. */
void parser_fail_expected(struct parser *parser, const char *what);

/* Whether the present token is "<" or ">" twice, which shifts, and closes no brackets of a type. */
bool parser_at_shift(const struct parser *parser);

/* Step over the character "c", or fail. */
void parser_expect(struct parser *parser, char c);

/* One level deeper; false beyond the limit. Each call is paired with parser_leave. */
bool parser_enter(struct parser *parser);
void parser_leave(struct parser *parser);

/* --- nodes (parser.c) --- */

/*
 * A node without children. Each member is set by itself: compilers clear a whole node of this size word by word in a
 * loop, which took longer than all else that is done for an integer.
 */
static inline struct node *parser_node(struct parser *parser, enum node_kind kind, struct span span) {
	struct node *node = arena_room(parser->arena, sizeof *node);
	node->kind = kind;
	node->span = span;
	node->text = (struct str){ NULL, 0 };
	node->keyword = (struct str){ NULL, 0 };
	node->value = 0;
	node->operation = NULL;
	node->is_member = false;
	node->is_ours = false;
	node->wide = false;
	node->of_integers = false;
	node->is_group = false;
	node->is_bare = false;
	node->integer = NODE_INTEGER_AS_IS;
	node->basis_depth = 0;
	memset(node->basis, 0, sizeof node->basis);
	node->child_count = 0;
	node->first_child = NULL;
	node->last_child = NULL;
	node->next = NULL;
	return node;
}

static inline struct node *parser_integer(struct parser *parser, int64_t value, struct span span) {
	struct node *node = parser_node(parser, NODE_INT, span);
	node->value = value;
	node->of_integers = true;
	node->integer = NODE_INTEGER_STATIC; /* nobody wrote it */
	return node;
}

struct node *parser_call(struct parser *parser, const char *name, struct span span);

/*
 * "operand", cast as C++ casts to the type of integers that the words "type" name: "int", "unsigned short". With
 * "keeps" it must stay the number that it is. Other words leave it what it is.
 */
struct node *parser_cast(struct parser *parser, struct node *operand, struct str type, bool keeps);

void parser_add_child(struct node *parent, struct node *child);

/* An operand of arithmetic: parentheses around a number only group, as in 2 * (kStages), but not in (1,) * 3. */
static inline struct node *parser_ungroup(struct node *node) {
	return node->kind == NODE_TUPLE && node->is_group ? node->first_child : node;
}

/* --- productions (parse.c, parse_operand.c, parse_list.c) --- */

struct node *parse_expression(struct parser *parser);
struct node *parse_comparison(struct parser *parser);
struct node *parse_compose(struct parser *parser);
struct node *parse_operand(struct parser *parser);
/* [ "**" power ] behind the operand "left" */
struct node *parse_power_behind(struct parser *parser, struct node *left);
struct node *parse_tuple(struct parser *parser, char opening, char closing);
struct node *parse_integer(struct parser *parser);
struct node *parse_basis(struct parser *parser, struct node *node);
int64_t parse_signed_int(struct parser *parser);
void parse_list(struct parser *parser, struct node *list, char opening, char closing);
void parse_arguments(struct parser *parser, struct node *call);

#endif
