/* Characters to tokens. */
#include "lang/lex.h"

#include "base/checked.h"
#include "base/limits.h"
#include "lang/notation/pointer.h"
#include "lang/octal.h"

enum { PLAIN_DIGITS = 18 }; /* any integer of so many digits fits 64 bits */

static bool is_name_start(char c) {
	return str_is_letter(c) || c == '_';
}

static bool is_name_part(char c) {
	return is_name_start(c) || str_is_digit(c);
}

/* The characters that are tokens by themselves. */
static bool is_sign(char c) {
	static const bool signs[256] = {
		['('] = true,
		[')'] = true,
		['['] = true,
		[']'] = true,
		['<'] = true,
		['>'] = true,
		['{'] = true,
		['}'] = true,
		[','] = true,
		[':'] = true,
		['='] = true,
		['@'] = true,
		['-'] = true,
		[';'] = true,
		['.'] = true,
		['*'] = true,
		['+'] = true,
		['/'] = true,
		['%'] = true,
		['?'] = true,
		['&'] = true,
		['|'] = true,
		['^'] = true,
		['~'] = true,
	};
	return signs[(unsigned char)c];
}

/* The character at "offset", NUL at the end. */
static char at(const struct lexer *lexer, size_t offset) {
	return offset < lexer->source->text.length ? lexer->source->text.data[offset] : '\0';
}

/* The lexer stands at the end of a line. */
static bool ends_line(const struct lexer *lexer) {
	return str_ends_line(lexer->source->text, lexer->offset);
}

/* The text goes on with "text" from "begin" on, which is in it. */
static bool starts_with_at(const struct lexer *lexer, size_t begin, const char *text) {
	size_t length = strlen(text);
	return lexer->source->text.length - begin >= length && memcmp(lexer->source->text.data + begin, text, length) == 0;
}

/* The same from the next character. */
static bool starts_with(const struct lexer *lexer, const char *text) {
	return starts_with_at(lexer, lexer->offset, text);
}

/* Make the present token "kind", from "begin" to the next character. */
static void set_token(struct lexer *lexer, enum token_kind kind, size_t begin) {
	lexer->token.kind = kind;
	lexer->token.character = '\0';
	lexer->token.span = (struct span){ begin, lexer->offset };
	lexer->token.text = (struct str){ lexer->source->text.data + begin, lexer->offset - begin };
}

/* Record a fault from "begin" to the next character and end the text. */
static void fail(struct lexer *lexer, enum fault_code code, size_t begin, const char *sentence) {
	if (!fault_is_set(&lexer->message->fault)) {
		fault_set(&lexer->message->fault, code, 0, "%s", sentence);
		lexer->message->span = (struct span){ begin, lexer->offset };
	}
	lexer->offset = lexer->source->text.length;
	set_token(lexer, TOKEN_END, lexer->offset);
}

/* The value of the digit "c" in "base", 10 or 16; -1 if it is none. */
static int digit_value(char c, int base) {
	if (str_is_digit(c)) {
		return c - '0';
	}
	char small = str_small(c);
	return base == 16 && small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
}

/* "u" and "l" or "ll" behind the digits of a literal of C++, in either order and either case */
static void skip_suffix(struct lexer *lexer) {
	size_t end = lexer->offset;
	bool is_first = str_small(at(lexer, end)) == 'u';
	end += is_first ? 1 : 0;
	for (int i = 0; i < 2 && str_small(at(lexer, end)) == 'l'; i++) {
		end++;
	}
	end += !is_first && str_small(at(lexer, end)) == 'u' ? 1 : 0;
	if (!is_name_part(at(lexer, end))) {
		lexer->offset = end;
	}
}

/*
 * The end of the float of Python whose first digits end at "at": 1., 1.5, 1e3, 1.e3, 1.5e-3; "at" where it is none, as
 * in 4.shape or 1..2.
 */
static size_t real_end(const struct lexer *lexer, size_t at_point) {
	size_t end = at_point;
	char behind = at(lexer, end + 1);
	char power = at(lexer, end + 2);
	bool has_exponent = str_small(behind) == 'e' && (str_is_digit(power) || power == '-' || power == '+');
	if (at(lexer, end) == '.' && (has_exponent || !is_name_start(behind)) && behind != '.') {
		do {
			end++;
		} while (str_is_digit(at(lexer, end)));
	}
	size_t exponent = end + 1;
	if (str_small(at(lexer, end)) == 'e') {
		exponent += at(lexer, exponent) == '+' || at(lexer, exponent) == '-' ? 1 : 0;
		while (str_is_digit(at(lexer, exponent))) {
			exponent++;
			end = exponent;
		}
	}
	return end;
}

/* Few digits that no letter follows, as most integers are written. Returns false, with nothing read, for others. */
static bool lex_plain_int(struct lexer *lexer, size_t begin) {
	const char *text = lexer->source->text.data;
	size_t length = lexer->source->text.length;
	size_t end = lexer->offset;
	int64_t value = 0;
	for (; end < length && str_is_digit(text[end]); end++) {
		if (end - lexer->offset == PLAIN_DIGITS) {
			return false;
		}
		value = value * 10 + (text[end] - '0');
	}
	bool is_real = lexer->floor_division && real_end(lexer, end) > end;
	bool is_octal = digits_are_octal((struct str){ text + lexer->offset, end - lexer->offset });
	if (is_real || is_octal || (end < length && is_name_part(text[end]))) {
		return false;
	}
	lexer->offset = end;
	set_token(lexer, TOKEN_INT, begin);
	lexer->token.value = value;
	return true;
}

/* digits [ "_c" | "u" | "l" ... ] | "0x" hexadecimal digits */
static void lex_int(struct lexer *lexer, size_t begin) {
	if (lex_plain_int(lexer, begin)) {
		return;
	}
	int64_t value = 0;
	bool fits = true;
	bool prefixed = starts_with(lexer, "0x") || starts_with(lexer, "0X");
	bool hexadecimal = prefixed && digit_value(at(lexer, lexer->offset + 2), 16) >= 0;
	int base = hexadecimal ? 16 : 10;
	lexer->offset += hexadecimal ? 2 : 0;
	size_t digits = lexer->offset;
	while (digit_value(at(lexer, lexer->offset), base) >= 0) {
		fits = fits && checked_mul(value, base, &value)
			&& checked_add(value, digit_value(at(lexer, lexer->offset), base), &value);
		lexer->offset++;
	}
	size_t end = lexer->floor_division && !hexadecimal ? real_end(lexer, lexer->offset) : lexer->offset;
	if (end > lexer->offset) {
		lexer->offset = end;
		set_token(lexer, TOKEN_REAL, begin);
		return;
	}
	bool is_octal = !hexadecimal
		&& digits_are_octal((struct str){ lexer->source->text.data + digits, lexer->offset - digits });
	skip_suffix(lexer);
	if (!fits) {
		fail(lexer, FAULT_LIMIT, begin, "the integer does not fit 64 bits");
		return;
	}
	if (is_octal) {
		fail(lexer, FAULT_SYNTAX, begin, "an integer that begins with 0 is octal in C++, and none in Python");
		return;
	}
	if (starts_with(lexer, "_c") && !is_name_part(at(lexer, lexer->offset + 2))) {
		lexer->offset += 2;
	}
	if (is_name_part(at(lexer, lexer->offset))) {
		bool sign = at(lexer, lexer->offset) == 'x' && str_is_digit(at(lexer, lexer->offset + 1));
		while (is_name_part(at(lexer, lexer->offset))) {
			lexer->offset++;
		}
		fail(lexer, FAULT_SYNTAX, begin, "expected an integer, saw letters behind its digits");
		if (sign) {
			fault_set_hint(&lexer->message->fault, "extents are written as a tuple, as in (4,8)");
		}
		return;
	}
	set_token(lexer, TOKEN_INT, begin);
	lexer->token.value = value;
}

/* Make the present token the pointer that begins with the name just read, if there is one. */
static bool lex_pointer(struct lexer *lexer, size_t begin) {
	char next = at(lexer, lexer->offset);
	struct str name = { lexer->source->text.data + begin, lexer->offset - begin };
	bool sparse = next == '<' && str_ends_with(name, "sparse");
	bool named = str_ends_with(name, "ptr");
	struct str rest = { lexer->source->text.data + begin, lexer->source->text.length - begin };
	struct pointer pointer;
	size_t length;
	if ((next != '[' && !named && !sparse) || !pointer_read(rest, &pointer, &length)) {
		return false;
	}
	if (pointer.expected != NULL) {
		size_t part = (size_t)(pointer.malformed.data - lexer->source->text.data);
		lexer->offset = part + pointer.malformed.length + 1;
		fail(lexer, FAULT_SYNTAX, part, pointer.expected);
		return true;
	}
	lexer->offset = begin + length;
	set_token(lexer, TOKEN_POINTER, begin);
	return true;
}

/* Behind the letters, digits and underscores from "begin" on. */
static size_t name_end(const struct lexer *lexer, size_t begin) {
	const struct str text = lexer->source->text;
	size_t end = begin;
	while (end < text.length && is_name_part(text.data[end])) {
		end++;
	}
	return end;
}

/* name { "::" name }, "_" or "_" ["-" | "m"] digits; SW_2_0_-3, as pycute prints a swizzle, is a name */
static void lex_name(struct lexer *lexer, size_t begin) {
	bool negative = at(lexer, begin + 1) == '-' || at(lexer, begin + 1) == 'm';
	if (at(lexer, begin) == '_' && str_is_digit(at(lexer, begin + (negative ? 2 : 1)))) {
		lexer->offset = begin + (negative ? 2 : 1);
		lex_int(lexer, begin);
		lexer->token.value = negative ? -lexer->token.value : lexer->token.value;
		return;
	}
	bool swizzle = starts_with(lexer, "SW_");
	lexer->offset = name_end(lexer, begin);
	while (at(lexer, lexer->offset) == ':' && starts_with(lexer, "::") && is_name_start(at(lexer, lexer->offset + 2))) {
		lexer->offset = name_end(lexer, lexer->offset + 2);
	}
	while (swizzle && at(lexer, lexer->offset) == '-') {
		lexer->offset = name_end(lexer, lexer->offset + 1);
	}
	if (lex_pointer(lexer, begin)) {
		return;
	}
	if (lexer->offset - begin > LIMIT_NAME_BYTES) {
		fail(lexer, FAULT_LIMIT, begin, "the name is longer than 255 bytes");
		return;
	}
	bool underscore = lexer->offset - begin == 1 && at(lexer, begin) == '_';
	set_token(lexer, underscore ? TOKEN_UNDERSCORE : TOKEN_NAME, begin);
	lexer->token.is_qualified = lexer->is_inside;
	if (lexer->helper != NULL) {
		lexer->token.text = str_from(lexer->helper);
	}
}

/* '"' any characters but '"' and newline '"' */
static void lex_string(struct lexer *lexer, size_t begin) {
	char quote = at(lexer, begin);
	lexer->offset = begin + 1;
	while (lexer->offset < lexer->source->text.length && at(lexer, lexer->offset) != quote && !ends_line(lexer)) {
		lexer->offset++;
	}
	if (at(lexer, lexer->offset) != quote) {
		fail(lexer, FAULT_SYNTAX, begin, "expected a closing quote");
		return;
	}
	lexer->offset++;
	if (lexer->offset - begin - 2 > LIMIT_STRING_BYTES) {
		fail(lexer, FAULT_LIMIT, begin, "the string is longer than 4095 bytes");
		return;
	}
	set_token(lexer, TOKEN_STRING, begin);
	lexer->token.text = (struct str){ lexer->source->text.data + begin + 1, lexer->offset - begin - 2 };
}

/* The token of the character "c", which can be no part of a longer one. */
static void lex_single(struct lexer *lexer, size_t begin, char c) {
	lexer->offset = begin + 1;
	set_token(lexer, TOKEN_CHARACTER, begin);
	lexer->token.character = c;
}

/* A sign: of one character, or the longest that begins with it. Brackets are counted, for the ends of lines in them. */
static void lex_character(struct lexer *lexer, size_t begin, char c) {
	lexer->offset = begin + 1;
	if (c == '(' || c == '[' || c == '{') {
		lexer->brackets++;
	} else if ((c == ')' || c == ']' || c == '}') && lexer->brackets > 0) {
		lexer->brackets--;
	}
	char next = at(lexer, begin + 1);

	bool compares = next == '=' && (c == '!' || c == '<' || c == '>') && at(lexer, begin + 2) != '=';
	bool joins = (c == '&' || c == '|') && next == c;
	bool power = c == '*' && next == '*';
	if (compares || joins || power) {
		lexer->offset++;
		set_token(lexer, compares ? TOKEN_COMPARE : joins ? TOKEN_LOGIC
								  : TOKEN_POWER, begin);
		return;
	}
	set_token(lexer, TOKEN_CHARACTER, begin);
	lexer->token.character = c;
}

/* Skip a namespace in front of a name, which begins with "c". */
static bool skip_namespace(struct lexer *lexer, char c) {
	char next = at(lexer, lexer->offset + 1);
	if (next != (c == 'c' ? 'u' : c == 's' ? 't' : ':')) {
		return false;
	}
	static const char *const namespaces[] = { "cute::", "cute.math.", "cute.", "cutlass::", "cutlass.", "::cute::",
		"::cutlass::", "std::", "::std::" };
	for (size_t i = 0; i < sizeof namespaces / sizeof namespaces[0]; i++) {
		if (starts_with(lexer, namespaces[i])) {
			lexer->offset += strlen(namespaces[i]);
			return true;
		}
	}
	return false;
}

/*
 * Skip a module of the DSL's instructions in front of one, nvgpu.warp.MmaF16BF16Op: a class, what makes something, or a
 * module of it.
 */
static bool skip_module(struct lexer *lexer) {
	static const char *const modules[] = { "nvgpu.", "warp.", "warpgroup.", "cpasync.", "tcgen05." };
	static const char *const makers[] = { "make_", "get_smem_", "tma_partition(", "create_tma_multicast_mask(", NULL };
	for (size_t i = 0; i < sizeof modules / sizeof modules[0]; i++) {
		if (modules[i][0] != at(lexer, lexer->offset)) {
			continue;
		}
		size_t length = strlen(modules[i]);
		char next = starts_with(lexer, modules[i]) ? at(lexer, lexer->offset + length) : '\0';
		bool makes = false;
		for (const char *const *maker = makers; next != '\0' && *maker != NULL; maker++) {
			makes = makes || starts_with_at(lexer, lexer->offset + length, *maker);
		}
		bool is_class = next >= 'A' && next <= 'Z';
		if (is_class || makes || (next != '\0' && i == 0)) {
			lexer->offset += length;
			return true;
		}
	}
	return false;
}

/* Skip the modules in front of a helper of the DSL, whose name is then what the program means by it. */
static void skip_helpers(struct lexer *lexer) {
	const struct str text = lexer->source->text;
	char c = at(lexer, lexer->offset);
	char before = at(lexer, lexer->offset - 1); /* in front of the text there is nothing, as behind it */
	struct helper helper;
	bool may_be = lexer->imports != NULL ? is_name_start(c) : c != '\0' && strchr("uhsbt", c) != NULL;
	bool is_behind = (before == '.' && !lexer->is_inside) || is_name_part(before);
	struct str rest = { text.data + lexer->offset, text.length - lexer->offset };
	if (may_be && !is_behind && imports_read(lexer->imports, rest, &helper)) {
		lexer->offset += helper.front;
		lexer->helper = helper.name;
	}
}

/* A blank, the end of a line, or the end of the text. */
static bool is_blank(char c) {
	return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\0';
}

/* Whether an operand begins at "offset": a number, a bracket, or a name that ends the line or has a sign behind it. */
static bool reads_as_operand(const struct lexer *lexer, size_t offset) {
	if (str_is_digit(at(lexer, offset)) || at(lexer, offset) == '(') {
		return true;
	}
	size_t end = offset;
	while (is_name_part(at(lexer, end))) {
		end++;
	}
	bool is_name = end > offset;
	while (at(lexer, end) == ' ') {
		end++;
	}
	return is_name && (at(lexer, end) == '\0' || strchr("\r\n;,)(+-*/", at(lexer, end)) != NULL);
}

/* Skip a comment. One that "//" begins between two operands may be meant as a division. */
static void skip_comment(struct lexer *lexer) {
	size_t begin = lexer->offset;
	while (lexer->offset < lexer->source->text.length && !ends_line(lexer)) {
		lexer->offset++;
	}
	bool joins = at(lexer, begin) == '/' && begin > 0 && !is_blank(at(lexer, begin - 1))
		&& reads_as_operand(lexer, begin + 2);
	if (joins && lexer->hidden.end == 0) {
		lexer->hidden = (struct span){ begin, lexer->offset };
	}
}

/* Step over a comment of C. One that does not end is skipped to the end of the text. */
static void skip_block_comment(struct lexer *lexer) {
	lexer->offset += 2;
	while (lexer->offset < lexer->source->text.length && !starts_with(lexer, "*/")) {
		lexer->offset++;
	}
	lexer->offset += starts_with(lexer, "*/") ? 2 : 0;
}

/* Skip blanks, comments, newlines inside brackets, and the namespace in front of a name. */
static void skip_blanks(struct lexer *lexer) {
	lexer->helper = NULL;
	lexer->is_inside = false;
	for (;;) {
		char c = at(lexer, lexer->offset);
		bool is_blank_end = (c == '\r' || c == '\n') && (lexer->brackets > 0 || !ends_line(lexer));
		if (c == ' ' || c == '\t' || is_blank_end) {
			lexer->offset++;
		} else if (c == '#' || (c == '/' && at(lexer, lexer->offset + 1) == '/' && !lexer->floor_division)) {
			skip_comment(lexer);
		} else if (c == '/' && at(lexer, lexer->offset + 1) == '*') {
			skip_block_comment(lexer);
		} else if (c >= 'c' && c <= 'w' && strchr("nwct", c) != NULL && skip_module(lexer)) {
			lexer->is_inside = true;
		} else if ((c == 'c' || c == 's' || c == ':') && skip_namespace(lexer, c)) {
			lexer->is_inside = true;
		} else {
			skip_helpers(lexer);
			return;
		}
	}
}

/* "!cute." name "<" anything '"' */
static void lex_type_begin(struct lexer *lexer, size_t begin) {
	while (at(lexer, lexer->offset) != '"' && !ends_line(lexer) && lexer->offset < lexer->source->text.length) {
		lexer->offset++;
	}
	if (!starts_with(lexer, "\"") || lexer->in_type) {
		fail(lexer, FAULT_SYNTAX, begin,
			"expected a type of CuTe IR with a layout in quotes, as in !cute.layout<\"4:1\">");
		return;
	}
	lexer->offset++;
	lexer->in_type = true;
	set_token(lexer, TOKEN_TYPE_BEGIN, begin);
}

/* '"' ">" */
static void lex_type_end(struct lexer *lexer, size_t begin) {
	lexer->offset++;
	if (!starts_with(lexer, ">")) {
		fail(lexer, FAULT_SYNTAX, begin, "expected '>' behind the closing quote of the type");
		return;
	}
	lexer->offset++;
	lexer->in_type = false;
	set_token(lexer, TOKEN_TYPE_END, begin);
}

/* What is typed for a character that looks like one of the language: in UTF-8, and what to type. */
struct look_alike {
	const char *text;
	const char *instead;
};

static const struct look_alike look_alikes[] = {
	{ "\xef\xbc\x9a", ":" },
	{ "\xef\xbc\x88", "(" },
	{ "\xef\xbc\x89", ")" },
	{ "\xef\xbc\x8c", "," },
	{ "\xef\xbc\x9b", ";" },
	{ "\xef\xbc\x9d", "=" },
	{ "\xef\xbc\xbf", "_" },
	{ "\xe3\x80\x81", "," },
	{ "\xef\xbc\xbb", "[" },
	{ "\xef\xbc\xbd", "]" },
	{ "\xe2\x80\x9c", "\"" },
	{ "\xe2\x80\x9d", "\"" },
	{ "\xe2\x80\x98", "'" },
	{ "\xe2\x80\x99", "'" },
	{ "\xe2\x88\x92", "-" },
	{ "\xe2\x80\x93", "-" },
	{ "\xe2\x80\x94", "-" },
	{ "\xc3\x97", "*" },
	{ "\xe2\x8b\x85", "*" },
	{ "\xe2\x88\xb6", ":" },
	{ "\xe2\x97\xa6", "o" },
	{ "\xe2\x8b\x86", "o" },
	{ "\xe2\x9f\xa8", "<" },
	{ "\xe2\x9f\xa9", ">" },
};

/* Say what to type for the character at "begin", which no token begins with. */
static void hint_look_alike(struct lexer *lexer, size_t begin) {
	for (size_t i = 0; i < sizeof look_alikes / sizeof look_alikes[0]; i++) {
		if (starts_with_at(lexer, begin, look_alikes[i].text)) {
			fault_set_hint(&lexer->message->fault, "type the %s of ASCII", look_alikes[i].instead);
		}
	}
}

/* What to say about the character "c", which no token begins with. */
static const char *describe_stranger(char c) {
	switch (c) {
	case '\0':
		return "a NUL byte is not part of the language";
	default:
		return "this character is not part of the language";
	}
}

/* The token that begins at "begin" with "c", neither a blank nor an integer, a bracket or a name. */
static void lex_other(struct lexer *lexer, size_t begin, char c) {
	if (begin >= lexer->source->text.length) {
		set_token(lexer, TOKEN_END, begin);
	} else if (c == '"' && lexer->in_type) {
		lex_type_end(lexer, begin);
	} else if (c == '"' || c == '\'') {
		lex_string(lexer, begin);
	} else if (ends_line(lexer) || (c == ';' && lexer->brackets == 0)) {
		lexer->offset++;
		set_token(lexer, TOKEN_SEPARATOR, begin);
		lexer->token.character = c == ';' ? ';' : '\n';
	} else if (c == '=' && at(lexer, begin + 1) == '=') {
		lexer->offset += 2;
		set_token(lexer, TOKEN_EQUAL, begin);
	} else if (starts_with(lexer, "\xc3\xb7")) {
		lexer->offset += 2;
		set_token(lexer, TOKEN_FLOOR_DIV, begin);
	} else if (c == '!' && !starts_with(lexer, "!cute.")) {
		lex_character(lexer, begin, c);
	} else if (starts_with(lexer, "\xe2\x88\x98")) {
		lexer->offset += 3;
		set_token(lexer, TOKEN_COMPOSE, begin);
	} else if (c == '!') {
		lex_type_begin(lexer, begin);
	} else if (is_sign(c)) {
		lex_character(lexer, begin, c);
	} else {
		lexer->offset++;
		while (((unsigned char)at(lexer, lexer->offset) & 0xc0) == 0x80) {
			lexer->offset++;
		}
		fail(lexer, FAULT_SYNTAX, begin, describe_stranger(c));
		hint_look_alike(lexer, begin);
	}
}

/* The next token, whatever it is; lexer_advance has seen to the most frequent ones. */
__attribute__((noinline)) static void advance_any(struct lexer *lexer) {
	char c = at(lexer, lexer->offset);

	if (!str_is_digit(c)) {
		skip_blanks(lexer);
		c = at(lexer, lexer->offset);
	}
	size_t begin = lexer->offset;
	if (str_is_digit(c)) {
		lex_int(lexer, begin);
	} else if (lexer->floor_division && starts_with(lexer, "//")) {
		lexer->offset += 2;
		set_token(lexer, TOKEN_FLOOR_DIV, begin);
	} else if (is_sign(c) && c != ';' && c != '=') {
		lex_character(lexer, begin, c);
	} else if (is_name_start(c)) {
		lex_name(lexer, begin);
	} else {
		lex_other(lexer, begin, c);
	}
}

void lexer_advance(struct lexer *lexer) {
	char c = at(lexer, lexer->offset);
	if (c == '(') {
		lexer->brackets++;
	} else if (c == ')') {
		lexer->brackets -= lexer->brackets > 0 ? 1 : 0;
	} else if (c != ',' && (c != ':' || at(lexer, lexer->offset + 1) == ':')) {
		advance_any(lexer);
		return;
	}
	lex_single(lexer, lexer->offset, c);
}

void lexer_close(struct lexer *lexer, size_t offset) {
	lexer->offset = offset;
	lexer->brackets--;
	lexer_advance(lexer);
}

void lexer_skip_to_close(struct lexer *lexer) {
	int depth = 1;
	while (lexer->offset < lexer->source->text.length) {
		char c = at(lexer, lexer->offset);
		depth += c == '(' ? 1 : c == ')' ? -1
						 : 0;
		if (depth == 0) {
			break;
		}
		lexer->offset++;
	}
	lexer_advance(lexer);
}

void lexer_init(struct lexer *lexer, const struct source *source, const struct import *imports, bool floor_division,
	struct message *message) {
	*lexer = (struct lexer){ .source = source, .imports = imports, .floor_division = floor_division,
		.message = message };
	if (source->text.length > LIMIT_SOURCE_BYTES) {
		fail(lexer, FAULT_LIMIT, 0, "the program is longer than 1 MiB");
		lexer->message->span = (struct span){ 0, 0 };
		return;
	}
	/* The mark that some editors put in front of UTF-8. */
	if (starts_with(lexer, "\xef\xbb\xbf")) {
		lexer->offset += 3;
	}
	lexer_advance(lexer);
}
