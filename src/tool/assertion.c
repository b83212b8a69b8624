#include "tool/assertion.h"

#include <stdio.h>
#include <string.h>

#include "base/checked.h"
#include "base/limits.h"
#include "base/nearest.h"
#include "base/utf8_decode.h"

struct parser {
	struct fact_list *facts;
	struct str text;
	size_t at;
	int depth;
	struct message *message;
};

void facts_add(struct fact_list *facts, const char *name, int64_t value) {
	if (facts->count < FACTS_MAX) {
		facts->items[facts->count++] = (struct fact){ .name = name, .value = value };
	}
}

void facts_add_missing(struct fact_list *facts, const char *name, const char *missing) {
	if (facts->count < FACTS_MAX) {
		facts->items[facts->count++] = (struct fact){ .name = name, .missing = missing };
	}
}

static bool failed(const struct parser *parser) {
	return fault_is_set(&parser->message->fault);
}

/* Record a fault about the text from "begin" to "end" unless there is one. */
static void fail(struct parser *parser, enum fault_code code, size_t begin, size_t end, const char *text) {
	if (!failed(parser)) {
		fault_set(&parser->message->fault, code, 0, "%s", text);
		parser->message->span = (struct span){ begin, end };
	}
}

static void skip_blanks(struct parser *parser) {
	while (parser->at < parser->text.length && strchr(" \t\r\n", parser->text.data[parser->at]) != NULL) {
		parser->at++;
	}
}

/* Whether the text goes on with "token", which is then read. */
static bool accept(struct parser *parser, const char *token) {
	skip_blanks(parser);
	size_t length = strlen(token);
	if (parser->text.length - parser->at < length || memcmp(parser->text.data + parser->at, token, length) != 0) {
		return false;
	}
	parser->at += length;
	return true;
}

/* What stands at the place where something else was expected. */
static void fail_expected(struct parser *parser, const char *expected) {
	skip_blanks(parser);
	char text[96];
	if (parser->at == parser->text.length) {
		snprintf(text, sizeof text, "expected %s, saw the end", expected);
	} else {
		struct str seen = { parser->text.data + parser->at, parser->text.length - parser->at };
		snprintf(text, sizeof text, "expected %s, saw '%.*s'", expected, (int)utf8_first(seen), seen.data);
	}
	fail(parser, FAULT_SYNTAX, parser->at, parser->at + (parser->at < parser->text.length), text);
}

static int64_t parse_integer(struct parser *parser) {
	size_t begin = parser->at;
	int64_t sign = accept(parser, "-") ? -1 : 1;
	int64_t value = 0;
	bool fits = true;
	size_t digits = parser->at;
	while (parser->at < parser->text.length && str_is_digit(parser->text.data[parser->at])) {
		fits = fits && checked_mul(value, 10, &value)
			&& checked_add(value, sign * (parser->text.data[parser->at] - '0'), &value);
		parser->at++;
	}
	if (parser->at == digits) {
		fail_expected(parser, "an integer");
	} else if (!fits) {
		fail(parser, FAULT_OVERFLOW, begin, parser->at, "the integer does not fit 64 bits");
	}
	return value;
}

/* A hint that names the nearest fact, or lists those that are known. */
static void hint_known(struct parser *parser, struct str name) {
	struct nearest near = nearest_begin(name);
	for (int i = 0; i < parser->facts->count; i++) {
		nearest_offer(&near, str_from(parser->facts->items[i].name));
	}
	if (nearest_found(&near)) {
		fault_set_hint(&parser->message->fault, "did you mean '%s'?", near.name.data);
		return;
	}
	char list[FAULT_TEXT_BYTES - sizeof "known: " + 1] = "";
	size_t length = 0;
	for (int i = 0; i < parser->facts->count; i++) {
		const struct fact *fact = &parser->facts->items[i];
		if (fact->missing == NULL && length + 1 + strlen(fact->name) < sizeof list) {
			length += (size_t)snprintf(list + length, sizeof list - length, "%s%s", length > 0 ? " " : "", fact->name);
		}
	}
	fault_set_hint(&parser->message->fault, "known: %s", list);
}

/* 1 or 0 for the words that stand for truth and falsehood, as reports and JSON print them; -1 for others. */
static int truth_of(struct str name) {
	static const char *const words[] = { "false", "true", "FALSE", "TRUE", "False", "True", "no", "yes" };
	for (int i = 0; i < (int)(sizeof words / sizeof words[0]); i++) {
		if (str_is(name, words[i])) {
			return i % 2;
		}
	}
	return -1;
}

/* name: the value of the fact that is called so, or of true and false. A fact that is not known here is a fault. */
static int64_t parse_name(struct parser *parser) {
	size_t begin = parser->at;
	while (parser->at < parser->text.length && str_is_word(parser->text.data[parser->at])) {
		parser->at++;
	}
	struct str name = { parser->text.data + begin, parser->at - begin };
	int truth = truth_of(name);
	if (truth >= 0) {
		return truth;
	}
	char text[FAULT_TEXT_BYTES];
	for (int i = 0; i < parser->facts->count; i++) {
		struct fact *fact = &parser->facts->items[i];
		if (!str_is(name, fact->name)) {
			continue;
		}
		if (fact->missing != NULL) {
			snprintf(text, sizeof text, "'%s' is not known here: %s", fact->name, fact->missing);
			fail(parser, FAULT_NAME, begin, parser->at, text);
		}
		fact->used = true;
		return fact->value;
	}
	snprintf(text, sizeof text, "no fact is called '%.*s'", (int)(name.length < 64 ? name.length : 64), name.data);
	bool first = !failed(parser);
	fail(parser, FAULT_NAME, begin, parser->at, text);
	if (first) {
		hint_known(parser, name);
	}
	return 0;
}

static int64_t parse_or(struct parser *parser);

/* operand = ["-"] digits | name | truth | "(" or ")" */
static int64_t parse_operand(struct parser *parser) {
	skip_blanks(parser);
	char next = parser->at < parser->text.length ? parser->text.data[parser->at] : '\0';
	if (str_is_digit(next) || next == '-') {
		return parse_integer(parser);
	}
	if (str_is_word(next)) {
		return parse_name(parser);
	}
	if (!accept(parser, "(")) {
		fail_expected(parser, "a fact, an integer or '('");
		return 0;
	}
	int64_t value = parse_or(parser);
	if (!accept(parser, ")")) {
		fail_expected(parser, "')'");
	}
	return value;
}

/* compare = operand (("==" | "!=" | "<" | "<=" | ">" | ">=") operand)? */
static int64_t parse_compare(struct parser *parser) {
	int64_t left = parse_operand(parser);
	if (accept(parser, "==")) {
		return left == parse_operand(parser);
	}
	if (accept(parser, "!=")) {
		return left != parse_operand(parser);
	}
	if (accept(parser, "<=")) {
		return left <= parse_operand(parser);
	}
	if (accept(parser, ">=")) {
		return left >= parse_operand(parser);
	}
	if (accept(parser, "<")) {
		return left < parse_operand(parser);
	}
	if (accept(parser, ">")) {
		return left > parse_operand(parser);
	}
	return left;
}

/* not = "!" not | compare */
static int64_t parse_not(struct parser *parser) {
	bool negated = false;
	while (accept(parser, "!")) {
		negated = !negated;
	}
	int64_t value = parse_compare(parser);
	return negated ? value == 0 : value;
}

/* and = not ("&&" not)* */
static int64_t parse_and(struct parser *parser) {
	int64_t value = parse_not(parser);
	while (!failed(parser) && accept(parser, "&&")) {
		int64_t right = parse_not(parser);
		value = value != 0 && right != 0;
	}
	return value;
}

/* or = and ("||" and)* */
static int64_t parse_or(struct parser *parser) {
	if (parser->depth == LIMIT_NESTING) {
		fail(parser, FAULT_LIMIT, parser->at, parser->at, "the parentheses are nested too deeply");
		return 0;
	}
	parser->depth++;
	int64_t value = parse_and(parser);
	while (!failed(parser) && accept(parser, "||")) {
		int64_t right = parse_and(parser);
		value = value != 0 || right != 0;
	}
	parser->depth--;
	return value;
}

bool assert_evaluate(struct fact_list *facts, const struct source *source, bool *holds, struct message *message) {
	*message = (struct message){ .span = { 0, 0 } };
	fault_clear(&message->fault);
	struct parser parser = { .facts = facts, .text = source->text, .message = message };
	int64_t value = parse_or(&parser);
	skip_blanks(&parser);
	if (!failed(&parser) && parser.at < parser.text.length) {
		fail_expected(&parser, "'&&', '||', a comparison or the end");
	}
	*holds = value != 0;
	return !failed(&parser);
}
