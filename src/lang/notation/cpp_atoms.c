#include "lang/notation/cpp_atoms.h"

#include <stdio.h>
#include <string.h>

#include "lang/notation/atom_names.h"
#include "lang/notation/words.h"

/* GMMA::Layout_K_SW128_Atom, perhaps with SM90:: in front; an empty text for any other name */
static struct str smem_name(const struct token *token) {
	struct str name = token->kind == TOKEN_NAME ? token->text : str_from("");
	const char *const prefixes[] = { "SM90::", "SM100::" };
	for (size_t i = 0; i < 2; i++) {
		size_t length = strlen(prefixes[i]);
		if (str_starts_with(name, prefixes[i])) {
			name = (struct str){ name.data + length, name.length - length };
		}
	}
	bool is_smem = str_starts_with(name, "GMMA::Layout_") || str_starts_with(name, "UMMA::Layout_");
	return is_smem ? name : str_from("");
}

/* GMMA::DescriptorIterator, in front of the layout of descriptors, in units of 16 bytes */
static bool is_iterator(const struct token *token) {
	return str_is(token->text, "GMMA::DescriptorIterator") || str_is(token->text, "UMMA::DescriptorIterator")
		|| str_is(token->text, "SM90::GMMA::DescriptorIterator");
}

bool cpp_at_atom(struct parser *parser) {
	const struct token *token = parser_token(parser);
	bool names = is_iterator(token) || is_atom_name(token->text) || smem_name(token).length > 0;
	return token->kind == TOKEN_NAME && names;
}

/* The layout of shared memory "name", with "suffix" behind it, for elements of the type "type" */
static struct node *smem_call(struct parser *parser, struct str name, const char *suffix, const struct node *type) {
	struct node *call = parser_call(parser, "smem_atom", type->span);
	struct node *string = parser_node(parser, NODE_STRING, type->span);
	struct node *own = parser_node(parser, NODE_NAME, type->span);
	struct buf text;
	buf_init(&text, parser->arena);
	buf_put_str(&text, name);
	buf_put(&text, suffix);
	string->text = buf_str(&text);
	*own = *type;
	own->next = NULL;
	parser_add_child(call, string);
	parser_add_child(call, own);
	return call;
}

/* GMMA::Layout_SW128_Atom and the like, whose major is an argument: "<" type "," major ">" */
static struct node *smem_choice(struct parser *parser, struct str name, struct node *types) {
	static const char *const majors[] = { "K_", "MN_" };
	size_t family = strlen("GMMA::Layout_");
	struct node *choice = parser_node(parser, NODE_CHOICE, types->span);
	struct node *asks = parser_node(parser, NODE_EQUAL, types->span);
	struct node *k = parser_node(parser, NODE_STRING, types->span);
	struct node *type = take_child(types);
	k->text = str_from("K");
	parser_add_child(asks, take_child(types));
	parser_add_child(asks, k);
	parser_add_child(choice, asks);
	for (int i = 0; i < 2; i++) {
		struct buf text;
		buf_init(&text, parser->arena);
		buf_put_str(&text, (struct str){ name.data, family });
		buf_put(&text, majors[i]);
		buf_put_str(&text, (struct str){ name.data + family, name.length - family });
		parser_add_child(choice, smem_call(parser, buf_str(&text), "", type));
	}
	return choice;
}

/* The name of a layout of shared memory says its major, K or MN, before the width of its swizzle. */
static bool names_major(struct str name) {
	size_t family = strlen("GMMA::Layout_");
	struct str major = { name.data + family, name.length - family };
	return major.length > 3 && (str_starts_with(major, "K_") || str_starts_with(major, "MN_"));
}

/* smem-name "<" type [ "," major or sparsity ] ">" [ "{" "}" ]; the layouts in bits have no type */
static struct node *read_smem(struct parser *parser, struct str name) {
	struct token token = *parser_token(parser);
	parser_advance(parser);
	if (!parser_at(parser, '<')) {
		skip_empty_braces(parser);
		return smem_call(parser, name, "", parser_integer(parser, 1, token.span));
	}
	struct node *types = read_template(parser, NODE_TUPLE, token.span);
	int count = types->child_count;
	skip_empty_braces(parser);
	types->span.end = parser->previous_end;
	if (count == 2 && !names_major(name)) {
		return smem_choice(parser, name, types);
	}
	const struct node *sharing = types->last_child;
	if (count == 2 && sharing->kind == NODE_INT && sharing->value > 0 && sharing->value < 100) {
		char suffix[16];
		snprintf(suffix, sizeof suffix, ",S=%d", (int)sharing->value);
		return smem_call(parser, name, suffix, types->first_child);
	}
	if (count != 1 || !names_major(name)) {
		parser_fail(parser, FAULT_SYNTAX, types->span, "expected one type of elements");
		return types;
	}
	return smem_call(parser, name, "", types->first_child);
}

/* The atom "name" whose arguments, from "behind" on, are names that have to be looked up: UniversalFMA<TC,TA,TB> */
static struct node *read_atom_with(struct parser *parser, struct node *name, const struct lexer *behind) {
	if (fault_is_set(&parser->message->fault)) {
		return name;
	}
	parser->lexer = *behind;
	struct node *call = parser_call(parser, "atom_with", name->span);
	struct node *arguments = read_object(parser, NODE_TUPLE, name->span);
	name->kind = NODE_STRING;
	parser_add_child(call, name);
	while (arguments->child_count > 0) {
		parser_add_child(call, take_child(arguments));
	}
	return call;
}

struct node *cpp_read_atom(struct parser *parser) {
	struct token token = *parser_token(parser);
	if (is_iterator(&token)) {
		parser_advance(parser);
		if (!parser_at_name(parser, "o")) {
			parser_fail_expected(parser, "'o' and the layout behind the iterator");
		}
		parser_advance(parser);
		return parse_compose(parser);
	}
	struct str smem = smem_name(&token);
	if (smem.length > 0) {
		return read_smem(parser, smem);
	}
	parser_advance(parser);
	const struct lexer behind = parser->lexer;
	struct str arguments = parser_at(parser, '<') ? skip_template(parser) : str_from("");
	struct span span = { token.span.begin, parser->previous_end };
	enum atom_table table;
	struct node *name = parser_node(parser, NODE_NAME, span);
	name->text = token.text;
	skip_empty_braces(parser);
	if (!atom_name_resolve(parser->arena, token.text, arguments, &table, &name->text)) {
		return arguments.length > 0 ? read_atom_with(parser, name, &behind) : name;
	}
	name->kind = NODE_STRING;
	if (table == ATOMS_COPY) {
		return name;
	}
	struct node *call = parser_call(parser, "mma_atom", span);
	parser_add_child(call, name);
	return call;
}
