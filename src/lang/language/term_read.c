/* The reader of terms: a small lexer inside a recursive descent whose grammar stands in term.h. */
#include <stdlib.h>

#include "base/checked.h"
#include "base/limits.h"
#include "base/utf8_decode.h"
#include "lang/language/term.h"
#include "lang/octal.h"

enum { PYTHON_COMPARISON = 7 }; /* how closely comparisons bind in Python */

struct scanner {
	struct reader *reader;
	const char *text;
	size_t at;
	size_t end;
	int depth;        /* of terms in terms */
	bool in_brackets; /* newlines are blanks */
	char bracket;    /* the innermost one that is open */
	bool python;      /* operators bind as in Python */
};

/* Names behind which "<" opens a list. "#" and "!" in front of a name do the same. */
static const char *const angled[] = { "st", "rt", "st_bf", "st_hf", "st_fl", "rt_bf", "rt_hf", "rt_fl", "sequence",
	"tuple",
	"tile_distribution_encoding", "strided", "tensor", "memref", "vector", "number", "constant", "Swizzle", "Int",
	"affine_map",
	"make_tuple", "static_tile_distribution_encoding_pattern", "rv", "sv", "st_fp8e4m3", "st_fp8e5m2",
	"rt_fp8e4m3", "rt_fp8e5m2" };

static struct term term_at(struct scanner *scanner, enum term_kind kind, size_t begin) {
	return (struct term){ .kind = kind, .span = { begin, scanner->at } };
}

static struct term *copy_term(struct scanner *scanner, struct term term) {
	struct term *copy = arena_alloc(scanner->reader->al->arena, sizeof *copy);
	*copy = term;
	return copy;
}

static bool is_letter(char c) {
	return str_is_letter(c) || c == '_' || (unsigned char)c >= 0x80;
}

/* The next character, NUL at the end. */
static char peek(const struct scanner *scanner, size_t ahead) {
	return scanner->at + ahead < scanner->end ? scanner->text[scanner->at + ahead] : '\0';
}

static void skip_line(struct scanner *scanner) {
	while (scanner->at < scanner->end && scanner->text[scanner->at] != '\n') {
		scanner->at++;
	}
}

/* Pass over blanks, inside brackets over newlines, and in Python over comments. */
static void skip_blanks(struct scanner *scanner) {
	for (;;) {
		char c = peek(scanner, 0);
		if (c == '#' && scanner->python) {
			skip_line(scanner);
			continue;
		}
		bool is_blank = c == ' ' || c == '\t' || c == '\r' || (c == '\n' && scanner->in_brackets);
		bool escapes = c == '\\' && peek(scanner, 1) == '\n';
		if (!is_blank && !escapes) {
			return;
		}
		scanner->at += escapes ? 2 : 1;
	}
}

/* Record that "expected" should stand where the scanner is. */
static void fail(struct scanner *scanner, const char *expected) {
	size_t at = scanner->at;
	if (at >= scanner->end) {
		reader_fault(scanner->reader, (struct span){ at, at }, FAULT_SYNTAX, "expected %s, saw the end", expected);
	} else {
		struct str seen = { scanner->text + at, scanner->end - at };
		bool is_control = (unsigned char)seen.data[0] < ' ' || seen.data[0] == 0x7f;
		seen.length = utf8_first(seen);
		reader_fault(scanner->reader, (struct span){ at, at + seen.length }, FAULT_SYNTAX, "expected %s, saw '%.*s'",
			expected, (int)seen.length, is_control ? "?" : seen.data);
	}
	scanner->at = scanner->end;
}

/* integer := digits | "0x" hexadecimal digits | "0b" binary digits; 4x8xf32 is a name */
static struct term read_expression(struct scanner *scanner);
static struct term read_binary(struct scanner *scanner, int least);

/*
 * An integer in decimal, 0x or 0b, with the suffixes of C; digits with letters behind them that are no suffix, as in
 * the extents 8x16xf16 of MLIR, are a name. A number that does not fit 64 bits is a fault.
 */
static struct term read_number(struct scanner *scanner) {
	size_t begin = scanner->at;
	size_t end = begin;
	while (end < scanner->end && (is_letter(scanner->text[end]) || str_is_digit(scanner->text[end])
		|| (scanner->text[end] == '?' && (end == begin || scanner->text[end - 1] == 'x')))) {
		end++;
	}
	int base = 10;
	size_t digits = begin;
	if (end - begin > 2 && scanner->text[begin] == '0' && (scanner->text[begin + 1] | 32) == 'x') {
		base = 16;
		digits += 2;
	} else if (end - begin > 2 && scanner->text[begin] == '0' && (scanner->text[begin + 1] | 32) == 'b') {
		base = 2;
		digits += 2;
	}
	int64_t value = 0;
	bool fits = true;
	size_t at = digits;
	for (; at < end; at++) {
		char c = scanner->text[at];
		int digit = str_is_digit(c) ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : 99;
		if (digit >= base) {
			break;
		}
		fits = fits && checked_mul(value, base, &value) && checked_add(value, digit, &value);
	}
	bool is_suffix = at > digits && end - at <= 3;
	for (size_t i = at; i < end; i++) {
		is_suffix = is_suffix && strchr("uUlL", scanner->text[i]) != NULL;
	}
	scanner->at = end;
	if (at < end && !is_suffix) {
		struct term name = term_at(scanner, TERM_NAME, begin);
		name.text = (struct str){ scanner->text + begin, end - begin };
		if (scanner->text[end - 1] == 'x' && peek(scanner, 0) == '!') {
			read_expression(scanner);
		}
		return name;
	}
	struct term term = term_at(scanner, TERM_INT, begin);
	term.value = value;
	if (!fits) {
		reader_fault(scanner->reader, term.span, FAULT_OVERFLOW, "this integer does not fit 64 bits");
	}
	if (base == 10 && digits_are_octal((struct str){ scanner->text + begin, at - begin })) {
		reader_fault(scanner->reader, term.span, FAULT_SYNTAX,
			"an integer that begins with 0 is octal in C++, and none in Python");
	}
	return term;
}

/* A text in either quotes; nothing in it is an escape. */
static struct term read_string(struct scanner *scanner) {
	size_t begin = scanner->at;
	char quote = scanner->text[scanner->at++];
	while (scanner->at < scanner->end && scanner->text[scanner->at] != quote) {
		scanner->at++;
	}
	struct str text = { scanner->text + begin + 1, scanner->at - begin - 1 };
	if (scanner->at >= scanner->end) {
		fail(scanner, "the quote that ends the string");
	} else {
		scanner->at++;
	}
	struct term term = term_at(scanner, TERM_STRING, begin);
	term.text = text;
	return term;
}

/* name, with dots where a letter follows: np.float16, #ttg.blocked */
static struct term read_name(struct scanner *scanner) {
	size_t begin = scanner->at++;
	for (;;) {
		char c = peek(scanner, 0);
		bool is_path = (c == '.' && is_letter(peek(scanner, 1))) || (c == ':' && peek(scanner, 1) == ':'
			&& is_letter(peek(scanner, 2)));
		if (!is_letter(c) && !str_is_digit(c) && c != '$' && !is_path) {
			break;
		}
		scanner->at += c == ':' ? 2 : 1;
	}
	struct term term = term_at(scanner, TERM_NAME, begin);
	term.text = (struct str){ scanner->text + begin, scanner->at - begin };
	return term;
}

/* The bracket that closes "opening". */
static char closing(char bracket) {
	return bracket == '(' ? ')' : bracket == '[' ? ']' : bracket == '{' ? '}' : '>';
}

/* Append "item" to the "count" items at "items", which have room for "capacity". */
static struct term *append(struct scanner *scanner, struct term *items, int *count, int *capacity, struct term item) {
	if (*count == *capacity) {
		*capacity = *capacity == 0 ? 4 : *capacity * 2;
		struct term *larger = arena_array(scanner->reader->al->arena, (size_t)*capacity, sizeof *larger);
		if (*count > 0) {
			memcpy(larger, items, (size_t)*count * sizeof *items);
		}
		items = larger;
	}
	items[(*count)++] = item;
	return items;
}

/* An attribute in braces behind an attribute: #ttg.padded_shared<[32:+4] {order = [1, 0]}>. */
static bool at_attributes(const struct scanner *scanner, char bracket) {
	return bracket == '<' && peek(scanner, 0) == '{';
}

/* The word in front of "=" in any bracket, and of ":" in braces and angles: in the others that is a slice. */
static const struct term *key_of(const struct term *item, char bracket) {
	bool is_pair = term_is_pair(item) && (item->op == OPERATOR_ASSIGN || bracket == '{' || bracket == '<');
	bool is_word = is_pair && (item->items[0].kind == TERM_NAME || item->items[0].kind == TERM_STRING);
	return is_word ? &item->items[0] : NULL;
}

/*
 * A fault where the last of "count" items has the key of one before it, or none behind an argument of Python that has
 * one. Nothing has more keys than are looked at.
 */
static void check_key(struct scanner *scanner, char bracket, const struct term *items, int count) {
	enum { KEYS_MAX = 64 };
	const struct term *last = key_of(&items[count - 1], bracket);
	bool is_assigned = term_is_pair(&items[count - 1]) && items[count - 1].op == OPERATOR_ASSIGN;
	bool is_behind_key = count > 1 && key_of(&items[count - 2], bracket) != NULL;
	if (scanner->python && bracket == '(' && is_behind_key && !is_assigned) {
		reader_fault(scanner->reader, items[count - 1].span, FAULT_SYNTAX,
			"an argument without a name behind one that has one");
	}
	for (int i = 0; last != NULL && i < count - 1 && i < KEYS_MAX; i++) {
		const struct term *key = key_of(&items[i], bracket);
		if (key != NULL && str_equal(key->text, last->text)) {
			reader_fault(scanner->reader, last->span, FAULT_SYNTAX, "%.*s is given twice", str_shown(last->text, 80),
				last->text.data);
		}
	}
}

/* "(" items ")" and its like; the bracket is next */
static struct term read_list(struct scanner *scanner) {
	size_t begin = scanner->at;
	char bracket = scanner->text[scanner->at++];
	bool outer = scanner->in_brackets;
	char outer_bracket = scanner->bracket;
	scanner->in_brackets = true;
	scanner->bracket = bracket;
	struct term *items = NULL;
	int count = 0;
	int capacity = 0;
	for (;;) {
		skip_blanks(scanner);
		char c = peek(scanner, 0);
		if (c == closing(bracket) || reader_failed(scanner->reader)) {
			break;
		}
		if (count > 0 && c == ',') {
			scanner->at++;
			skip_blanks(scanner);
			if (peek(scanner, 0) == closing(bracket)) {
				break;
			}
		} else if (count > 0 && !at_attributes(scanner, bracket)) {
			char expected[] = "',' or ' '";
			expected[8] = closing(bracket);
			fail(scanner, expected);
			break;
		}
		items = append(scanner, items, &count, &capacity, read_expression(scanner));
		check_key(scanner, bracket, items, count);
	}
	bool closes = peek(scanner, 0) == closing(bracket); /* or there is a fault */
	scanner->at = closes ? scanner->at + 1 : scanner->end;
	scanner->in_brackets = outer;
	scanner->bracket = outer_bracket;
	struct term term = term_at(scanner, TERM_LIST, begin);
	term.use = arena_alloc(scanner->reader->al->arena, sizeof *term.use);
	term.bracket = bracket;
	term.items = items;
	term.count = count;
	return term;
}

/* A "<" behind "term" opens a bracket and compares nothing: it is a name of MLIR, or one that is known to have it. */
static bool has_angles(const struct term *term) {
	if (term->kind != TERM_NAME) {
		return false;
	}
	if (term->text.data[0] == '#' || term->text.data[0] == '!') {
		return true;
	}
	struct str last = term_last_name(term->text);
	for (size_t i = last.length; i > 1; i--) {
		if (last.data[i - 1] == ':') {
			last = (struct str){ last.data + i, last.length - i };
			break;
		}
	}
	for (size_t i = 0; i < sizeof angled / sizeof *angled; i++) {
		if (str_is(last, angled[i])) {
			return true;
		}
	}
	return false;
}

/* number | string | brackets | name */
static struct term read_primary(struct scanner *scanner) {
	char c = peek(scanner, 0);
	if (str_is_digit(c) || (c == '?' && peek(scanner, 1) == 'x')) {
		return read_number(scanner);
	}
	if (c == '"' || c == '\'') {
		return read_string(scanner);
	}
	if (c == '(' || c == '[' || c == '{' || c == '<') {
		return read_list(scanner);
	}
	if (c == '.' && peek(scanner, 1) == '.' && peek(scanner, 2) == '.') {
		scanner->at += 3;
		struct term term = term_at(scanner, TERM_NAME, scanner->at - 3);
		term.text = str_from("...");
		return term;
	}
	if (is_letter(c) || ((c == '#' || c == '!' || c == '@' || c == '%') && (is_letter(peek(scanner, 1))
		|| str_is_digit(peek(scanner, 1))))) {
		return read_name(scanner);
	}
	fail(scanner, "a number, a name or a bracket");
	return term_at(scanner, TERM_NOTHING, scanner->at);
}

/* Count one more link of a chain, which those who walk the tree go down. Returns false beyond the limit. */
static bool add_link(struct scanner *scanner, int *links) {
	if (++*links <= LIMIT_LEAVES) {
		return true;
	}
	return reader_fault(scanner->reader, (struct span){ scanner->at, scanner->at }, FAULT_LIMIT,
		"more than %d operators in a row", LIMIT_LEAVES);
}

/* primary and the brackets and members behind it */
static struct term read_postfix(struct scanner *scanner) {
	size_t begin = scanner->at;
	struct term term = read_primary(scanner);
	for (int links = 0; !reader_failed(scanner->reader);) {
		char c = peek(scanner, 0);
		bool is_callable = term.kind == TERM_NAME || term.kind == TERM_CALL || term.kind == TERM_MEMBER;
		bool is_call = is_callable && (c == '(' || c == '[' || (c == '<' && has_angles(&term)));
		bool is_member = c == '.' && is_letter(peek(scanner, 1));
		if (!(is_call || is_member) || !add_link(scanner, &links)) {
			break;
		}
		if (is_call) {
			struct term *target = copy_term(scanner, term);
			term = read_list(scanner);
			term.kind = TERM_CALL;
			term.target = target;
			term.text = target->kind == TERM_CALL ? (struct str){ "", 0 } : target->text;
			term.span.begin = begin;
		} else {
			struct term *target = copy_term(scanner, term);
			size_t name = ++scanner->at;
			while (is_letter(peek(scanner, 0)) || str_is_digit(peek(scanner, 0))) {
				scanner->at++;
			}
			term = term_at(scanner, TERM_MEMBER, begin);
			term.text = (struct str){ scanner->text + name, scanner->at - name };
			term.target = target;
		}
	}
	return term;
}

/* Step over "word", if it stands there and no longer name does. */
static bool take_word(struct scanner *scanner, const char *word) {
	size_t length = strlen(word);
	if (scanner->end - scanner->at < length || memcmp(scanner->text + scanner->at, word, length) != 0) {
		return false;
	}
	if (is_letter(word[0]) && (is_letter(peek(scanner, length)) || str_is_digit(peek(scanner, length)))) {
		return false;
	}
	scanner->at += length;
	return true;
}

/* A type of MLIR is next, as in !ttg.memdesc<...>: its dialect stands in front of a dot. */
static bool at_type(const struct scanner *scanner) {
	size_t ahead = 1;
	while (is_letter(peek(scanner, ahead)) || str_is_digit(peek(scanner, ahead))) {
		ahead++;
	}
	return ahead > 1 && peek(scanner, ahead) == '.';
}

/* Whether "++" or "--" is next, which is two signs in Python; elsewhere it changes a variable, which is a fault. */
static bool at_step(const struct scanner *scanner) {
	char c = peek(scanner, 0);
	if (scanner->python || (c != '+' && c != '-') || peek(scanner, 1) != c) {
		return false;
	}
	reader_fault(scanner->reader, (struct span){ scanner->at, scanner->at + 2 }, FAULT_UNSUPPORTED,
		"expected an expression that changes no variable");
	return true;
}

/* The sign or word in front of an operand that is next, which is passed over. */
static enum term_operator take_sign(struct scanner *scanner) {
	static const struct {
		const char *word;
		enum term_operator op;
	} signs[] = { { "-", OPERATOR_SUBTRACT }, { "+", OPERATOR_ADD }, { "~", OPERATOR_COMPLEMENT },
		{ "not", OPERATOR_NOT } };
	for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
		if (take_word(scanner, signs[i].word)) {
			return signs[i].op;
		}
	}
	if (peek(scanner, 0) == '!' && !at_type(scanner)) {
		scanner->at++;
		return OPERATOR_NOT;
	}
	return OPERATOR_NONE;
}

/*
 * ( "-" | "+" | "~" | "!" | "not" ) unary | postfix, of operators that bind at least as closely as "least"; the "not"
 * of Python takes a comparison and binds as closely as one.
 */
static struct term read_unary(struct scanner *scanner, int least) {
	skip_blanks(scanner);
	size_t begin = scanner->at;
	enum term_operator op = at_step(scanner) ? OPERATOR_NONE : take_sign(scanner);
	if (op == OPERATOR_NONE) {
		return read_postfix(scanner);
	}
	if (++scanner->depth > LIMIT_NESTING * 4) {
		reader_fault(scanner->reader, (struct span){ begin, begin + 1 }, FAULT_LIMIT, "nested more than %d deep",
			LIMIT_NESTING);
		scanner->at = scanner->end;
	}
	bool is_word = op == OPERATOR_NOT && scanner->python;
	if (is_word && least > PYTHON_COMPARISON) {
		reader_fault(scanner->reader, (struct span){ begin, scanner->at }, FAULT_SYNTAX,
			"expected brackets around this, behind an operator that binds closer");
	}
	struct term *item = copy_term(scanner, is_word ? read_binary(scanner, PYTHON_COMPARISON)
		: read_unary(scanner, PYTHON_COMPARISON + 1));
	scanner->depth--;
	struct term term = term_at(scanner, TERM_UNARY, begin);
	term.op = op;
	term.items = item;
	term.count = 1;
	return term;
}

/*
 * The operators; longer ones stand first. The numbers say how closely they bind in C and its like and, below them, in
 * Python: from the one that binds least to the one that binds most.
 */
static const struct {
	const char *word;
	enum term_operator op;
	int precedence, python;
} operators[] = {
	{ "->", OPERATOR_ARROW, 2, 2 },
	{ "==", OPERATOR_EQUAL, 9, PYTHON_COMPARISON },
	{ "=", OPERATOR_ASSIGN, 1, 1 },
	{ "||", OPERATOR_OR, 4, 4 },
	{ "or", OPERATOR_OR, 4, 4 },
	{ "&&", OPERATOR_AND, 5, 5 },
	{ "and", OPERATOR_AND, 5, 5 },
	{ "|", OPERATOR_BIT_OR, 6, 8 },
	{ "^", OPERATOR_BIT_XOR, 7, 9 },
	{ "&", OPERATOR_BIT_AND, 8, 10 },
	{ "!=", OPERATOR_UNEQUAL, 9, PYTHON_COMPARISON },
	{ "<<", OPERATOR_SHIFT_LEFT, 11, 11 },
	{ ">>", OPERATOR_SHIFT_RIGHT, 11, 11 },
	{ "<=", OPERATOR_AT_MOST, 10, PYTHON_COMPARISON },
	{ ">=", OPERATOR_AT_LEAST, 10, PYTHON_COMPARISON },
	{ "<", OPERATOR_LESS, 10, PYTHON_COMPARISON },
	{ ">", OPERATOR_GREATER, 10, PYTHON_COMPARISON },
	{ "+", OPERATOR_ADD, 12, 12 },
	{ "-", OPERATOR_SUBTRACT, 12, 12 },
	{ "*", OPERATOR_MULTIPLY, 13, 13 },
	{ "//", OPERATOR_FLOOR_DIVIDE, 13, 13 },
	{ "/", OPERATOR_DIVIDE, 13, 13 },
	{ "%", OPERATOR_MODULO, 13, 13 },
	{ "floordiv", OPERATOR_FLOOR_DIVIDE, 13, 13 },
	{ "ceildiv", OPERATOR_CEIL_DIVIDE, 13, 13 },
	{ "mod", OPERATOR_FLOOR_MODULO, 13, 13 },
	{ "@", OPERATOR_AT, 14, 13 },
	{ ":", OPERATOR_COLON, 2, 2 },
};

/* How closely the operator of that number binds in the text. */
static int precedence(const struct scanner *scanner, int found) {
	return scanner->python ? operators[found].python : operators[found].precedence;
}

/* The number of the operator that is next, if it binds at least as "least" says, or -1. */
static int find_operator(const struct scanner *scanner, int least) {
	for (int i = 0; i < (int)(sizeof operators / sizeof *operators); i++) {
		struct scanner ahead = *scanner;
		if (take_word(&ahead, operators[i].word)) {
			return precedence(scanner, i) >= least ? i : -1;
		}
	}
	return -1;
}

/*
 * Whether ">" here closes a bracket: "<" is open, in which all have a comparison in brackets of its own, or nothing
 * that could be an operand follows.
 */
static bool closes_angle(const struct scanner *scanner, int found) {
	if (operators[found].op != OPERATOR_GREATER && operators[found].op != OPERATOR_SHIFT_RIGHT) {
		return false;
	}
	if (scanner->bracket == '<') {
		return true;
	}
	struct scanner ahead = *scanner;
	while (peek(&ahead, 0) == '>') {
		ahead.at++;
	}
	ahead.in_brackets = true;
	skip_blanks(&ahead);
	char c = peek(&ahead, 0);
	return !is_letter(c) && !str_is_digit(c) && c != '(' && memchr("-+~!", c, 4) == NULL;
}

/* A slice may begin or end without a number: "::2", "1:". */
static bool at_slice_end(struct scanner *scanner) {
	skip_blanks(scanner);
	char c = peek(scanner, 0);
	return c == ']' || c == ',';
}

/* "left" "operator" "right" from "begin" on. */
static struct term make_binary(struct scanner *scanner, size_t begin, enum term_operator op, struct term left,
	struct term right) {
	struct term term = term_at(scanner, TERM_BINARY, begin);
	struct term *items = arena_array(scanner->reader->al->arena, 2, sizeof *items);
	items[0] = left;
	items[1] = right;
	term.op = op;
	term.items = items;
	term.count = 2;
	if (term_is_pair(&term)) {
		term.use = arena_alloc(scanner->reader->al->arena, sizeof *term.use);
	}
	return term;
}

/* The "/" at "sign" of a text of Python: its quotient is a float, also of integers that divide. */
static void fail_quotient(struct scanner *scanner, size_t sign) {
	reader_fault(scanner->reader, (struct span){ sign, sign + 1 }, FAULT_TYPE,
		"'/' of Python gives no integer");
	fault_set_hint(&scanner->reader->message->fault, "'//' does");
}

/*
 * unary { operator unary }, of operators that bind at least as closely as "least"; they join to the left. In Python a
 * comparison behind a comparison is about the right side of that one.
 */
static struct term read_binary(struct scanner *scanner, int least) {
	skip_blanks(scanner);
	size_t begin = scanner->at;
	struct term left = peek(scanner, 0) == ':' ? term_at(scanner, TERM_NOTHING, begin) : read_unary(scanner, least);
	struct term right = left;
	bool has_compared = false;
	for (int links = 0; !reader_failed(scanner->reader);) {
		skip_blanks(scanner);
		int found = at_step(scanner) ? -1 : find_operator(scanner, least);
		if (found < 0 || closes_angle(scanner, found) || !add_link(scanner, &links)) {
			break;
		}
		size_t sign = scanner->at;
		take_word(scanner, operators[found].word);
		enum term_operator op = operators[found].op;
		if (scanner->python && op == OPERATOR_DIVIDE) {
			fail_quotient(scanner, sign);
		}
		bool compares = scanner->python && precedence(scanner, found) == PYTHON_COMPARISON;
		struct term before = right;
		if (op == OPERATOR_COLON && at_slice_end(scanner)) {
			right = term_at(scanner, TERM_NOTHING, scanner->at);
		} else if (op == OPERATOR_ARROW || op == OPERATOR_ASSIGN || op == OPERATOR_COLON) {
			right = read_expression(scanner);
		} else {
			right = read_binary(scanner, precedence(scanner, found) + 1);
		}
		if (compares && has_compared) {
			struct term again = make_binary(scanner, before.span.begin, op, before, right);
			left = make_binary(scanner, begin, OPERATOR_AND, left, again);
		} else {
			left = make_binary(scanner, begin, op, left, right);
		}
		has_compared = compares;
	}
	return left;
}

/* No two indices have the same name: Python refuses that. */
static void check_index_is_new(struct scanner *scanner, const struct term *names, int count) {
	const struct term *last = &names[count - 1];
	for (int i = 0; i < count - 1; i++) {
		if (str_equal(names[i].text, last->text)) {
			reader_fault(scanner->reader, last->span, FAULT_SYNTAX, "two indices are called '%.*s'",
				(int)last->text.length, last->text.data);
		}
	}
}

/* "lambda" name ("," name)* ":" expression; the word has been read */
static struct term read_lambda(struct scanner *scanner, size_t begin) {
	struct term *names = NULL;
	int count = 0;
	int capacity = 0;
	do {
		skip_blanks(scanner);
		if (peek(scanner, 0) == '*') {
			scanner->at++;
			skip_blanks(scanner);
		}
		if (!is_letter(peek(scanner, 0))) {
			fail(scanner, "the name of an index");
			break;
		}
		names = append(scanner, names, &count, &capacity, read_name(scanner));
		check_index_is_new(scanner, names, count);
		skip_blanks(scanner);
	} while (take_word(scanner, ","));
	if (!reader_failed(scanner->reader) && !take_word(scanner, ":")) {
		fail(scanner, "':' behind the names of the indices");
	}
	struct term *body = copy_term(scanner, read_expression(scanner));
	struct term term = term_at(scanner, TERM_LAMBDA, begin);
	term.items = names;
	term.count = count;
	term.target = body;
	return term;
}

/* The choice between two terms. */
static struct term make_choice(struct scanner *scanner, size_t begin, struct term condition, struct term yes,
	struct term no) {
	struct term term = term_at(scanner, TERM_CHOICE, begin);
	struct term *items = arena_array(scanner->reader->al->arena, 3, sizeof *items);
	items[0] = condition;
	items[1] = yes;
	items[2] = no;
	term.items = items;
	term.count = 3;
	return term;
}

/*
 * binary [ "?" choice ":" choice ], or in Python binary [ "if" binary "else" choice ], of operators that bind at least
 * as "least" says. Inside of a choice no ":" is one.
 */
static struct term read_choice(struct scanner *scanner, int least) {
	size_t begin = scanner->at;
	struct term first = read_binary(scanner, least);
	skip_blanks(scanner);
	bool is_python = !reader_failed(scanner->reader) && scanner->python && take_word(scanner, "if");
	if (reader_failed(scanner->reader) || (!is_python && !take_word(scanner, "?"))) {
		return first;
	}
	bool is_shallow = ++scanner->depth <= LIMIT_NESTING;
	if (!is_shallow) {
		reader_fault(scanner->reader, (struct span){ begin, begin }, FAULT_LIMIT, "nested more than %d deep",
			LIMIT_NESTING);
		scanner->at = scanner->end;
	}
	skip_blanks(scanner);
	struct term second = is_python || !is_shallow ? read_binary(scanner, 3) : read_choice(scanner, 3);
	scanner->depth--;
	skip_blanks(scanner);
	if (!take_word(scanner, is_python ? "else" : ":")) {
		fail(scanner, is_python ? "'else' and what holds otherwise" : "':' and what holds otherwise");
	}
	struct term third = least > 1 ? read_choice(scanner, least) : read_expression(scanner);
	return is_python ? make_choice(scanner, begin, second, first, third)
		: make_choice(scanner, begin, first, second, third);
}

/* lambda | choice */
static struct term read_inside(struct scanner *scanner) {
	size_t begin = scanner->at;
	return take_word(scanner, "lambda") ? read_lambda(scanner, begin) : read_choice(scanner, 1);
}

/* What stands between commas, one level deeper; a fault beyond the limit of nesting. */
static struct term read_expression(struct scanner *scanner) {
	skip_blanks(scanner);
	if (++scanner->depth > LIMIT_NESTING) {
		reader_fault(scanner->reader, (struct span){ scanner->at, scanner->at }, FAULT_LIMIT,
			"nested more than %d deep",
			LIMIT_NESTING);
		scanner->at = scanner->end;
		return term_at(scanner, TERM_NOTHING, scanner->at);
	}
	struct term term = reader_failed(scanner->reader) ? term_at(scanner, TERM_NOTHING, scanner->at)
		: read_inside(scanner);
	scanner->depth--;
	return term;
}

struct term term_read(struct reader *reader, struct span span, bool python) {
	struct scanner scanner = { .reader = reader, .text = reader->source->text.data, .at = span.begin, .end = span.end,
		.python = python };
	struct term *items = NULL;
	int count = 0;
	int capacity = 0;
	while (!reader_failed(reader)) {
		skip_blanks(&scanner);
		char c = peek(&scanner, 0);
		if (scanner.at >= scanner.end) {
			break;
		}
		if (c == ';' || c == '\n' || c == ',') {
			scanner.at++;
		} else if ((c == '#' && !is_letter(peek(&scanner, 1))) || (c == '/' && peek(&scanner, 1) == '/')) {
			skip_line(&scanner);
		} else {
			items = append(&scanner, items, &count, &capacity, read_expression(&scanner));
		}
	}
	struct term term = { .kind = TERM_LIST, .bracket = '(', .span = span, .items = items, .count = count };
	return term;
}
