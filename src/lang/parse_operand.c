/* Operands: names, calls and what stands in brackets, with the members and coordinates behind them. */
#include "lang/parser.h"

#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "lang/integer_type.h"
#include "lang/ops/operation.h"

static struct node *parse_primary(struct parser *parser);
static struct node *behind_operand(struct parser *parser, struct node *operand);

/* f(L, mode=[i, j]), as Python writes mode numbers, is f(L, i, j). */
static struct node *spread_modes(struct parser *parser, struct node *call) {
	struct node *last = call->last_child;
	if (last == NULL || last->kind != NODE_TUPLE || !str_is(last->keyword, "mode") || call->child_count != 2
		|| last->child_count == 0) {
		return call;
	}
	struct node *spread = parser_node(parser, NODE_CALL, call->span);
	spread->text = call->text;
	spread->is_ours = call->is_ours;
	call->first_child->next = NULL;
	parser_add_child(spread, call->first_child);
	struct node *next = last->first_child;
	while (next != NULL) {
		struct node *mode = next;
		next = mode->next;
		mode->next = NULL;
		parser_add_child(spread, mode);
	}
	return spread;
}

/* What the notations make of the name in "node" and what "form" says stands behind it; NULL if it is not theirs. */
static struct node *read_word(struct parser *parser, struct node *node, enum word_form form) {
	for (const struct notation *const *notation = parser->notations; *notation != NULL; notation++) {
		for (const struct word *word = (*notation)->words; word != NULL && word->name != NULL; word++) {
			struct node *read = NULL;
			if (word->form == form && word->name[0] == node->text.data[0] && str_is(node->text, word->name)) {
				read = word->read(parser, node, word);
			}
			if (read != NULL) {
				return read;
			}
		}
	}
	return NULL;
}

/* [ "{" "}" ], an object of the type in front of it */
static void skip_braces(struct parser *parser) {
	struct token next = parser_at(parser, '{') ? parser_next_token(parser) : *parser_token(parser);
	if (parser_at(parser, '{') && next.kind == TOKEN_CHARACTER && next.character == '}') {
		parser_advance(parser);
		parser_advance(parser);
	}
}

/* Whether a notation reads "name" in front of "<". */
static bool is_type_word(const struct parser *parser, struct str name) {
	for (const struct notation *const *notation = parser->notations; *notation != NULL; notation++) {
		for (const struct word *word = (*notation)->words; word != NULL && word->name != NULL; word++) {
			if (word->form == WORD_TYPE && str_is(name, word->name)) {
				return true;
			}
		}
	}
	return false;
}

/* "typename" or "const" in front of a type */
static bool at_qualifier(const struct parser *parser) {
	if (!parser_at_name(parser, "typename") && !parser_at_name(parser, "const")) {
		return false;
	}
	enum token_kind next = parser_next_token(parser).kind;
	return next == TOKEN_NAME || next == TOKEN_INT;
}

/*
 * Type::name(arguments), the call of a member: name(Type, arguments). NULL if "node" is none, or names no operation: it
 * is what the program calls so.
 */
static struct node *read_static_call(struct parser *parser, struct node *node) {
	size_t at = node->text.length;
	while (at > 2 && node->text.data[at - 1] != ':') {
		at--;
	}
	struct str name = { node->text.data + at, node->text.length - at };
	bool is_member = (name.length > 4 && memcmp(name.data, "get_", 4) == 0) || operation_find(name) != NULL;
	if (at <= 2 || !is_member) {
		return NULL;
	}
	struct node *call = parser_node(parser, NODE_CALL, node->span);
	size_t begin = (size_t)(node->text.data - parser->lexer.source->text.data);
	struct node *object = parser_node(parser, NODE_NAME, (struct span){ begin, begin + at - 2 });
	object->text = (struct str){ node->text.data, at - 2 };
	call->text = name;
	call->is_member = true;
	parser_add_child(call, object);
	for (struct node *argument = node->first_child; argument != NULL;) {
		struct node *next = argument->next;
		argument->next = NULL;
		parser_add_child(call, argument);
		argument = next;
	}
	struct node *read = read_word(parser, call, WORD_MEMBER);
	return read != NULL ? read : call;
}

/* Whether round brackets stand behind the angles at "at", as where a template of a function is called. */
static bool is_called(struct str text, size_t at) {
	int depth = 0;
	for (; at < text.length && text.data[at] != ';'; at++) {
		depth += text.data[at] == '<' ? 1 : text.data[at] == '>' ? -1
									   : 0;
		if (depth == 0 && text.data[at] == '>') {
			return at + 1 < text.length && text.data[at + 1] == '(';
		}
	}
	return false;
}

/* No notation knows "name" in front of "<". */
static void refuse_type(struct parser *parser, const struct token *name) {
	char sentence[128] = "no such type; Int, Shape, Stride, Layout, Tile and Swizzle are known";
	if (is_called(parser->lexer.source->text, name->span.end)) {
		snprintf(sentence, sizeof sentence, "no operation '%.*s' takes arguments in <...>", str_shown(name->text, 60),
			name->text.data);
	}
	parser_fail(parser, FAULT_NAME, name->span, sentence);
}

/* name [ "{" "}" ] | name arguments | name "<" ..., which a notation reads */
static struct node *parse_name(struct parser *parser) {
	/* What C++ writes in front of a type and the type does not change with. */
	while (at_qualifier(parser)) {
		parser_advance(parser);
	}
	if (parser_token(parser)->kind == TOKEN_INT) {
		return parse_integer(parser);
	}
	struct token name = *parser_token(parser);
	struct node *node = parser_node(parser, NODE_NAME, name.span);
	node->text = name.text;
	node->is_ours = name.is_qualified;
	parser_advance(parser);
	/* "a < b" compares, as "depth < 4"; a type has its bracket at its name, or a name that is known. */
	size_t bracket = parser_token(parser)->span.begin;
	bool adjacent = bracket == name.span.end || parser->in_angles;
	bool is_type = parser_at(parser, '<') && !parser_at_shift(parser)
		&& (adjacent || (is_type_word(parser, name.text)
			&& (operation_find(name.text) == NULL || is_called(parser->lexer.source->text, bracket))));
	enum word_form form = is_type ? WORD_TYPE : parser_at(parser, '(') ? WORD_CALL
									   : WORD_ALONE;
	/* Words that are called share names only with composition, and operations that make something, as make_tensor. */
	node->operation = form == WORD_CALL ? operation_find(name.text) : NULL;
	bool is_word = node->operation == NULL || name.text.data[0] == 'm' || str_is(name.text, "composition");

	struct node *read = is_word && form == WORD_CALL ? read_word(parser, node, WORD_OPAQUE) : NULL;
	if (read != NULL) {
		return read;
	}
	if (form == WORD_CALL) {
		node->kind = NODE_CALL;
		parse_arguments(parser, node);
	}
	read = is_word ? read_word(parser, node, form) : NULL;
	if (read == NULL && form == WORD_CALL && node->operation == NULL) {
		read = read_static_call(parser, node);
	}
	if (read == NULL && form == WORD_TYPE) {
		refuse_type(parser, &name);
	}
	node = read != NULL ? read : node;
	if (form == WORD_ALONE) {
		skip_braces(parser);
	}
	return node->kind == NODE_CALL && form == WORD_CALL ? spread_modes(parser, node) : node;
}

/* "-" integer | "-" primary { arguments | member | index } [ "**" power ], which is 0 - that */
static struct node *parse_negative(struct parser *parser) {
	struct token next = parser_next_token(parser);
	if (next.kind == TOKEN_INT || (next.kind == TOKEN_CHARACTER && next.character == '-') || !parser_enter(parser)) {
		return parse_integer(parser);
	}
	struct span span = parser_token(parser)->span;
	parser_advance(parser);
	struct node *difference = parser_node(parser, NODE_ARITHMETIC, span);
	difference->text = str_from("-");
	parser_add_child(difference, parser_integer(parser, 0, span));
	struct node *operand = behind_operand(parser, parse_primary(parser));
	operand = parser_ungroup(parse_power_behind(parser, operand));
	operand->keyword = str_from("-");
	parser_add_child(difference, operand);
	difference->span.end = parser->previous_end;
	parser_leave(parser);
	return difference;
}

/* "~" operand [ "**" power ], which is -1 ^ that */
static struct node *parse_complement(struct parser *parser) {
	struct span span = parser_token(parser)->span;
	struct node *complement = parser_node(parser, NODE_ARITHMETIC, span);
	complement->text = str_from("~");
	if (parser_enter(parser)) {
		parser_advance(parser);
		parser_add_child(complement, parser_integer(parser, -1, span));
		struct node *operand = parser_ungroup(parse_power_behind(parser, parse_operand(parser)));
		operand->keyword = str_from("^");
		parser_add_child(complement, operand);
		complement->span.end = parser->previous_end;
	}
	parser_leave(parser);
	return complement;
}

/* "!" operand | "not" comparison */
static struct node *parse_opposite(struct parser *parser) {
	bool is_word = parser_at_name(parser, "not");
	struct node *opposite = parser_node(parser, NODE_LOGIC, parser_token(parser)->span);
	opposite->text = parser_token(parser)->text;
	if (parser_enter(parser)) {
		parser_advance(parser);
		parser_add_child(opposite, is_word ? parse_comparison(parser) : parse_operand(parser));
		opposite->span.end = parser->previous_end;
	}
	parser_leave(parser);
	return opposite;
}

/*
 * integer | unknown | "_" | string | name ... | what a notation begins otherwise; kept out of parse_primary, which
 * mostly reads a tuple and needs none of the registers of this one
 */
__attribute__((noinline)) static struct node *parse_simple(struct parser *parser) {
	if (parser_token(parser)->kind == TOKEN_INT || parser_at(parser, '?')) {
		return parse_integer(parser);
	}
	for (const struct notation *const *notation = parser->notations; *notation != NULL; notation++) {
		if ((*notation)->at != NULL && (*notation)->at(parser)) {
			return (*notation)->read(parser);
		}
	}
	struct node *node;
	switch (parser_token(parser)->kind) {
	case TOKEN_UNDERSCORE:
		node = parser_node(parser, NODE_UNDERSCORE, parser_token(parser)->span);
		node->text = parser_token(parser)->text;
		parser_advance(parser);
		return node;
	case TOKEN_REAL:
		node = parser_node(parser, NODE_REAL, parser_token(parser)->span);
		node->text = parser_token(parser)->text;
		parser_advance(parser);
		return node;
	case TOKEN_STRING:
		node = parser_node(parser, NODE_STRING, parser_token(parser)->span);
		node->text = parser_token(parser)->text;
		parser_advance(parser);
		return node;
	case TOKEN_NAME:
		return parser->in_condition && parser_at_name(parser, "not") ? parse_opposite(parser) : parse_name(parser);
	default:
		break;
	}
	if (parser_at(parser, '-')) {
		return parse_negative(parser);
	}
	if (parser_at(parser, '!')) {
		return parse_opposite(parser);
	}
	if (parser_at(parser, '~')) {
		return parse_complement(parser);
	}
	if (parser_at(parser, '<')) {
		return parse_tuple(parser, '<', '>');
	}
	if (parser_at(parser, '[')) {
		return parse_tuple(parser, '[', ']');
	}
	node = parser_node(parser, NODE_UNDERSCORE, parser_token(parser)->span);
	bool is_colon = parser_at(parser, ':');
	parser_fail_expected(parser, "an expression");
	if (is_colon) {
		fault_set_hint(&parser->message->fault, "all of a mode is written _");
	}
	return node;
}

/* ( tuple | simple ) { "@" integer } */
static struct node *parse_primary(struct parser *parser) {
	struct node *simple = parser_at(parser, '(') ? parse_tuple(parser, '(', ')') : parse_simple(parser);
	bool is_no_integer = simple->kind == NODE_UNDERSCORE || simple->kind == NODE_STRING || simple->kind == NODE_BASIS;
	return !is_no_integer && parser_at(parser, '@') ? parse_basis(parser, parser_ungroup(simple)) : simple;
}

/* An expression behind which ":" is that of a range, and begins no stride. */
static struct node *parse_bound(struct parser *parser) {
	bool in_choice = parser->in_choice;
	parser->in_choice = true;
	struct node *bound = parse_expression(parser);
	parser->in_choice = in_choice;
	return bound;
}

/* ":" [ expression ] behind "begin", where a range of the tuple in "apply" begins, or "_" where that is not written */
static void parse_range(struct parser *parser, struct node *apply, struct node *begin) {
	parser_advance(parser);
	if (apply->child_count > 1) {
		parser_fail(parser, FAULT_SYNTAX, begin->span, "a range of a tuple stands alone in its brackets");
	}
	apply->kind = NODE_RANGE;
	parser_add_child(apply, begin);
	parser_add_child(apply, parser_at(parser, ']') ? parser_node(parser, NODE_UNDERSCORE, begin->span)
						       : parse_bound(parser));
	if (!parser_at(parser, ']')) {
		parser_fail_expected(parser, "']'");
	}
}

/* One of the indices in "apply": ":" for all of a mode, an expression, or in Python a range */
static void parse_one_index(struct parser *parser, struct node *apply) {
	bool is_python = parser->lexer.floor_division;
	if (parser_at(parser, ':')) {
		const struct token next = parser_next_token(parser);
		bool is_all = next.kind == TOKEN_CHARACTER
			&& (next.character == ',' || (next.character == ']' && apply->child_count > 1));
		struct node *all = parser_node(parser, NODE_UNDERSCORE, parser_token(parser)->span);
		if (is_python && !is_all) {
			parse_range(parser, apply, all);
			return;
		}
		parser_advance(parser);
		parser_add_child(apply, all);
		return;
	}
	struct node *index = is_python ? parse_bound(parser) : parse_expression(parser);
	if (is_python && parser_at(parser, ':')) {
		parse_range(parser, apply, index);
	} else {
		parser_add_child(apply, index);
	}
}

/* "[" index { "," index } "]" behind "operand" */
static struct node *parse_index(struct parser *parser, struct node *operand) {
	struct node *apply = parser_node(parser, NODE_APPLY, operand->span);
	apply->text = str_from("[");
	parser_add_child(apply, operand);
	if (!parser_enter(parser)) {
		return apply;
	}
	parser_expect(parser, '[');
	while (!parser_at(parser, ']') && parser_token(parser)->kind != TOKEN_END) {
		parse_one_index(parser, apply);
		if (parser_at(parser, ']')) {
			break;
		}
		if (!parser_at(parser, ',')) {
			parser_fail_expected(parser, "',' or ']'");
		}
		parser_advance(parser);
	}
	parser_expect(parser, ']');
	apply->span.end = parser->previous_end;
	parser_leave(parser);
	return apply;
}

/*
 * [ "template" ] name [ "<" list ">" ] [ arguments ] behind "operand", as C++ and Python write name(operand,
 * arguments); what stands in angles comes last, shape<0>(L). The shape and stride of a layout may be evaluated at once,
 * as in L.shape(0), which is a mode of the shape.
 */
static struct node *parse_member(struct parser *parser, struct node *operand) {
	if (parser_at_name(parser, "template")) {
		parser_advance(parser);
	}
	struct token name = *parser_token(parser);
	if (name.kind != TOKEN_NAME) {
		parser_fail_expected(parser, "the name of a member such as shape or stride");
		return operand;
	}
	struct node *call = parser_node(parser, NODE_CALL, name.span);
	call->text = name.text;
	call->is_member = true;
	parser_add_child(call, operand);
	parser_advance(parser);
	bool adjacent = parser_token(parser)->span.begin == name.span.end;
	struct node *numbers = NULL;
	if (parser_at(parser, '<') && adjacent && is_type_word(parser, name.text) && parser_enter(parser)) {
		numbers = parser_node(parser, NODE_TUPLE, name.span);
		parse_list(parser, numbers, '<', '>');
		parser_leave(parser);
	}
	if (parser_at(parser, '(')) {
		parse_arguments(parser, call);
	}
	for (struct node *number = numbers != NULL ? numbers->first_child : NULL; number != NULL;) {
		struct node *next = number->next;
		number->next = NULL;
		parser_add_child(call, number);
		number = next;
	}
	call->span.end = parser->previous_end;
	/* What the object of a kernel in Python has is called so by the kernel: self.dtype, self.offset. */
	bool is_own = operand->kind == NODE_NAME && str_is(operand->text, "self");
	struct node *read = is_own ? NULL : read_word(parser, call, WORD_MEMBER);
	return read != NULL ? read : call;
}

/* The object of "operand", a type, whose member is the last of "names": A::B in T::A::B. */
static struct node *member_of(struct parser *parser, struct node *operand, struct str names, struct span span) {
	size_t begin = 0;
	for (size_t at = 0; at < names.length; at++) {
		if (names.data[at] == ':') {
			operand = member_of(parser, operand, (struct str){ names.data + begin, at - begin }, span);
			begin = ++at + 1;
		}
	}
	struct node *call = parser_call(parser, "member_type", operand->span);
	struct node *name = parser_node(parser, NODE_STRING, span);
	name->text = (struct str){ names.data + begin, names.length - begin };
	call->span.end = span.end;
	call->is_member = true;
	parser_add_child(call, operand);
	parser_add_child(call, name);
	return call;
}

/* "::" stands here, without a blank between. */
static bool at_scope(const struct parser *parser) {
	const struct str text = parser->lexer.source->text;
	size_t behind = parser_token(parser)->span.end;
	if (!parser_at(parser, ':') || behind >= text.length || text.data[behind] != ':') {
		return false;
	}
	return parser_next_token(parser).span.begin == behind;
}

/* "::" [ "template" ] name [ arguments ] [ "{" "}" ] behind the type "operand" */
static struct node *parse_member_type(struct parser *parser, struct node *operand) {
	parser_advance(parser);
	parser_advance(parser);
	struct token name = *parser_token(parser);
	if (name.kind != TOKEN_NAME) {
		parser_fail_expected(parser, "the name of a member");
		return operand;
	}
	if (parser_next_token(parser).kind == TOKEN_CHARACTER && parser_next_token(parser).character == '(') {
		return parse_member(parser, operand);
	}
	parser_advance(parser);
	struct node *member = member_of(parser, operand, name.text, name.span);
	skip_braces(parser);
	return member;
}

/* { arguments | "." member | member type | index } behind "operand" */
static struct node *behind_operand(struct parser *parser, struct node *operand) {
	int applications = 0;
	while (parser_at(parser, '(') || parser_at(parser, '.') || parser_at(parser, '[') || at_scope(parser)) {
		if (++applications > LIMIT_NESTING) {
			parser_fail(parser, FAULT_LIMIT, parser_token(parser)->span, "more than 64 evaluations in a row");
			break;
		}
		if (parser_at(parser, '.')) {
			parser_advance(parser);
			operand = parse_member(parser, operand);
			continue;
		}
		if (at_scope(parser)) {
			operand = parse_member_type(parser, operand);
			continue;
		}
		if (parser_at(parser, '[')) {
			operand = parse_index(parser, operand);
			continue;
		}
		struct node *apply = parser_node(parser, NODE_APPLY, operand->span);
		parser_add_child(apply, operand);
		parse_arguments(parser, apply);
		operand = apply;
	}
	return operand;
}

/* Whether "word" is one of a type of integers that are numbers, as "unsigned" and "signed". */
static bool is_integer_word(struct str word) {
	const struct integer_type *type = str_is_digit(word.data[0]) ? NULL : integer_type_word(word);
	return (type != NULL && type->bits > 1) || str_is(word, "signed");
}

/* Behind the cast "(" type of integers ")" at "at" in front of an operand, (int)n; "at" if none stands there. */
static size_t behind_cast(struct str text, size_t at) {
	size_t end = at + 1;
	bool any = false;
	while (end < text.length && (str_is_word(text.data[end]) || text.data[end] == ' ')) {
		size_t begin = end;
		while (end < text.length && str_is_word(text.data[end])) {
			end++;
		}
		struct str word = { text.data + begin, end - begin };
		if (word.length > 0 && !is_integer_word(word)) {
			return at;
		}
		any = any || word.length > 0;
		end += word.length == 0 ? 1 : 0;
	}
	bool closes = any && end < text.length && text.data[end] == ')';
	size_t next = end + 1;
	while (closes && next < text.length && text.data[next] == ' ') {
		next++;
	}
	char c = closes && next < text.length ? text.data[next] : '\0';
	return str_is_word(c) || c == '(' || c == '-' || c == '~' ? next : at;
}

/*
 * [ cast ] primary [ ":" primary ] { arguments | "." member | member type | index }; ":" behind a printed tensor begins
 * the table of its values
 */
struct node *parse_operand(struct parser *parser) {
	struct str text = parser->lexer.source->text;
	size_t begin = parser_token(parser)->span.begin;
	size_t behind = parser_at(parser, '(') ? behind_cast(text, begin) : begin;
	if (behind > begin && parser_enter(parser)) {
		while (parser_token(parser)->span.begin < behind && parser_token(parser)->kind != TOKEN_END) {
			parser_advance(parser);
		}
		struct str type = { text.data + begin + 1, strcspn(text.data + begin + 1, ")") };
		struct node *cast = parser_cast(parser, parse_operand(parser), type, false);
		parser_leave(parser);
		return cast;
	}
	struct node *operand = parse_primary(parser);
	bool after_tensor = parser->tensor_end == parser->previous_end;
	if (parser_at(parser, ':') && !parser->in_choice && !after_tensor && !at_scope(parser)) {
		parser_advance(parser);
		struct node *layout = parser_node(parser, NODE_LAYOUT, operand->span);
		parser_add_child(layout, operand);
		parser_add_child(layout, parse_primary(parser));
		operand = layout;
	}
	bool goes_on = parser_at(parser, '(') || parser_at(parser, '.') || parser_at(parser, '[') || parser_at(parser, ':');
	return goes_on ? behind_operand(parser, operand) : operand;
}
