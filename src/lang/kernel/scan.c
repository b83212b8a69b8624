/*
 * Every function steps over strings, characters and comments as wholes, so that a bracket inside one never counts,
 * and none reads beyond the end of the text. Brackets nest at most LIMIT_NESTING deep; what is deeper says so.
 */
#include "lang/kernel/scan.h"

#include "base/limits.h"

char scan_at(struct str text, size_t at) {
	return at < text.length ? text.data[at] : '\0';
}

bool scan_is_name_start(char c) {
	return str_is_letter(c) || c == '_';
}

bool scan_is_name_part(char c) {
	return scan_is_name_start(c) || str_is_digit(c);
}

bool scan_is_blank(char c) {
	return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}

bool scan_at_text(struct str text, size_t at, const char *part) {
	size_t length = strlen(part);
	return at <= text.length && text.length - at >= length && memcmp(text.data + at, part, length) == 0;
}

bool scan_at_word(struct str text, size_t at, const char *word) {
	bool begins = at == 0 || !scan_is_name_part(text.data[at - 1]);
	return begins && scan_at_text(text, at, word) && !scan_is_name_part(scan_at(text, at + strlen(word)));
}

bool scan_has_word(struct str text, const char *word) {
	for (size_t at = 0; at < text.length; at++) {
		if (scan_at_word(text, at, word)) {
			return true;
		}
	}
	return false;
}

/* Behind the string that the quote at "at" begins; a string ends with its line at the latest. */
static size_t skip_string(struct str text, size_t at) {
	char quote = text.data[at];
	size_t end = at + 1;
	while (end < text.length && text.data[end] != quote && text.data[end] != '\n') {
		end += text.data[end] == '\\' && end + 1 < text.length ? 2 : 1;
	}
	return end < text.length && text.data[end] == quote ? end + 1 : end;
}

/* Behind the text between three quotes each at "at". */
static size_t skip_long_string(struct str text, size_t at) {
	char quote = text.data[at];
	size_t end = at + 3;
	while (end < text.length) {
		if (text.data[end] == quote && scan_at(text, end + 1) == quote && scan_at(text, end + 2) == quote) {
			return end + 3;
		}
		end++;
	}
	return text.length;
}

/* Behind the comment of C at "at", or behind the text where it does not end. */
static size_t skip_block_comment(struct str text, size_t at) {
	at += 2;
	while (at < text.length && !scan_at_text(text, at, "*/")) {
		at++;
	}
	return at < text.length ? at + 2 : text.length;
}

struct str scan_prefix(struct str text, size_t at) {
	enum { LETTERS_MAX = 3 }; /* u8R"x(...)x"; with one more the word is another */
	size_t begin = at;
	while (begin > 0 && at - begin <= LETTERS_MAX && scan_is_name_part(text.data[begin - 1])) {
		begin--;
	}
	return (struct str){ text.data + begin, at - begin };
}

/* Whether the word in front of "at" is a prefix of strings: f'#' of Python, u'x' of C++. */
static bool is_behind_prefix(struct str text, size_t at) {
	return str_is_among(scan_prefix(text, at), "r R b B f F u U L u8 rb rB Rb RB br bR Br BR rf rF Rf RF fr fR Fr FR");
}

/*
 * Behind the raw string of C++ whose quote is at "at", R"x( ... )x", or behind the text where it does not end; "at" if
 * none stands there.
 */
static size_t skip_raw_string(struct str text, size_t at) {
	enum { MARK_BYTES_MAX = 16 }; /* as C++ has it */
	size_t open = at + 1;
	while (open < text.length && open - at <= MARK_BYTES_MAX && strchr("()\\\" \t\n", text.data[open]) == NULL) {
		open++;
	}
	size_t length = open - at - 1;
	if (scan_at(text, open) != '(' || !str_is_among(scan_prefix(text, at), "R LR uR UR u8R")) {
		return at;
	}
	for (size_t end = open + 1; end + length + 1 < text.length; end++) {
		if (text.data[end] == ')' && text.data[end + length + 1] == '"'
				&& memcmp(text.data + end + 1, text.data + at + 1, length) == 0) {
			return end + length + 2;
		}
	}
	return text.length;
}

/* Behind the string that the quote at "at" begins, or behind an apostrophe. */
static size_t skip_quoted(struct str text, size_t at) {
	char quote = text.data[at];
	if (scan_at(text, at + 1) == quote && scan_at(text, at + 2) == quote) {
		return skip_long_string(text, at);
	}
	/* An apostrophe behind a digit separates digits, one behind a letter is a quote of prose. */
	bool apostrophe = quote == '\'' && at > 0 && scan_is_name_part(text.data[at - 1]) && !is_behind_prefix(text, at);
	return apostrophe ? at + 1 : skip_string(text, at);
}

size_t scan_step(struct str text, size_t at, enum scan_comments comments) {
	char next = scan_at(text, at + 1);
	switch (scan_at(text, at)) {
	case '"': {
		size_t behind = comments == SCAN_C ? skip_raw_string(text, at) : at;
		return behind > at ? behind : skip_quoted(text, at);
	}
	case '\'': return skip_quoted(text, at);
	case '/':
		if (next == '*') {
			return skip_block_comment(text, at);
		}
		if (next == '/') {
			return comments == SCAN_C ? scan_joined_end(text, at) : scan_line_end(text, at);
		}
		break;
	case '#':
		if (comments == SCAN_PYTHON) {
			return scan_line_end(text, at);
		}
		break;
	default: break;
	}
	return at < text.length ? at + 1 : at;
}

size_t scan_blanks(struct str text, size_t at, enum scan_comments comments) {
	while (at < text.length) {
		bool comment = scan_at_text(text, at, "//") || scan_at_text(text, at, "/*")
			|| (comments == SCAN_PYTHON && text.data[at] == '#');
		if (!comment && !scan_is_blank(text.data[at])) {
			return at;
		}
		at = scan_step(text, at, comments);
	}
	return at;
}

size_t scan_word(struct str text, size_t at) {
	while (scan_is_name_part(scan_at(text, at))) {
		at++;
	}
	return at;
}

size_t scan_path(struct str text, size_t at) {
	size_t end = scan_word(text, at);
	while (scan_at(text, end) == '.' && scan_is_name_start(scan_at(text, end + 1))) {
		end = scan_word(text, end + 1);
	}
	return end;
}

size_t scan_name(struct str text, size_t at) {
	while (scan_is_name_part(scan_at(text, at))) {
		at++;
		if (scan_at_text(text, at, "::") && scan_is_name_start(scan_at(text, at + 2))) {
			at += 2;
		}
	}
	return at;
}

size_t scan_last_part(struct str name) {
	size_t at = name.length;
	while (at > 0 && name.data[at - 1] != ':') {
		at--;
	}
	return at;
}

/*
 * Behind the ">" that closes the "<" at "at"; what is in other brackets does not count. "at" itself where none closes
 * it.
 */
static size_t close_angle(struct str text, size_t at) {
	int depth = 0;
	size_t begin = at;
	size_t most = text.length - at > LIMIT_TYPE_BYTES ? at + LIMIT_TYPE_BYTES : text.length;
	while (at < most) {
		char c = text.data[at];
		if (c == '(' || c == '[' || c == '{') {
			size_t end = scan_close(text, at);
			if (end == at) {
				return begin;
			}
			at = end;
			continue;
		}
		if (strchr(")]};", c) != NULL || depth > LIMIT_NESTING) {
			return begin;
		}
		depth += c == '<' ? 1 : c == '>' ? -1
						 : 0;
		at = scan_step(text, at, SCAN_C);
		if (depth == 0) {
			return at;
		}
	}
	return begin;
}

/* As scan_close, of ( [ or {; "too_deep" is set where brackets in it are nested too deeply. */
static size_t close_bracket(struct str text, size_t at, bool *too_deep) {
	char open[LIMIT_NESTING];
	int depth = 0;
	size_t begin = at;
	while (at < text.length) {
		char c = text.data[at];
		if (c == '(' || c == '[' || c == '{') {
			if (depth == LIMIT_NESTING) {
				*too_deep = true;
				return begin;
			}
			open[depth++] = c;
		} else if (depth == 0) {
			return begin;
		} else if (c == ')' || c == ']' || c == '}') {
			char wanted = c == ')' ? '(' : c == ']' ? '['
								: '{';
			if (open[depth - 1] != wanted) {
				return begin;
			}
			depth--;
		}
		at = scan_step(text, at, SCAN_PYTHON);
		if (depth == 0) {
			return at;
		}
	}
	return begin;
}

size_t scan_close(struct str text, size_t at) {
	if (scan_at(text, at) == '<') {
		return close_angle(text, at);
	}
	bool too_deep = false;
	return close_bracket(text, at, &too_deep);
}

struct str scan_inside(struct str text, size_t at) {
	size_t close = scan_close(text, at);
	return close > at ? scan_part(text, at + 1, close - 1) : str_from("");
}

size_t scan_outer_word(struct str text, const char *word) {
	size_t at = 0;
	while (at < text.length && !scan_at_word(text, at, word)) {
		size_t close = strchr("([{", text.data[at]) != NULL ? scan_close(text, at) : at;
		at = close > at ? close : scan_step(text, at, SCAN_PYTHON);
	}
	return at;
}

size_t scan_open(struct str text) {
	size_t at = 0;
	while (at < text.length && text.data[at] != '(') {
		size_t close = text.data[at] == '<' || text.data[at] == '[' ? scan_close(text, at) : at;
		at = close > at ? close : at + 1;
	}
	return at;
}

size_t scan_comma(struct str text, size_t at) {
	while (at < text.length && text.data[at] != ',') {
		char c = text.data[at];
		size_t close = c == '(' || c == '[' || c == '{' || c == '<' ? scan_close(text, at) : at;
		at = close > at ? close : scan_step(text, at, SCAN_C);
	}
	return at;
}

bool scan_is_too_deep(struct str text, size_t at) {
	bool too_deep = false;
	close_bracket(text, at, &too_deep);
	return too_deep;
}

size_t scan_line_end(struct str text, size_t at) {
	while (at < text.length && text.data[at] != '\n') {
		at++;
	}
	return at;
}

size_t scan_joined_end(struct str text, size_t at) {
	size_t end = scan_line_end(text, at);
	while (end < text.length && end > 0 && text.data[end - 1] == '\\') {
		end = scan_line_end(text, end + 1);
	}
	return end;
}

size_t scan_line_begin(struct str text, size_t at) {
	at = at < text.length ? at : text.length;
	while (at > 0 && text.data[at - 1] != '\n') {
		at--;
	}
	return at;
}

struct str scan_part(struct str text, size_t begin, size_t end) {
	while (begin < end && scan_is_blank(text.data[begin])) {
		begin++;
	}
	while (end > begin && scan_is_blank(text.data[end - 1])) {
		end--;
	}
	return (struct str){ text.data + begin, end - begin };
}

bool scan_has_part(struct str text, struct str part) {
	return part.data >= text.data && part.data + part.length <= text.data + text.length;
}
