/*
 * C++ is cut at ";" and at braces, Python at the ends of lines outside brackets. Whether a brace opens a body or a
 * list of values is told by the signs in front of it alone, as types are not known; a body of Python begins behind the
 * ":" of a line with a word for that in front, and ends with the lines that are indented more.
 */
#include "lang/kernel/statements.h"

#include "lang/kernel/scan.h"
#include "lang/kernel/words.h"

/* The last character of the line of "text" that ends at "end" which is no blank; NUL if there is none. */
static char last_sign(struct str text, size_t begin, size_t end) {
	size_t at = begin;
	char last = '\0';
	while (at < end) {
		if (scan_at_text(text, at, "//")) {
			break;
		}
		last = scan_is_blank(text.data[at]) ? last : text.data[at];
		at++;
	}
	return last;
}

/* Whether one of the words up to NULL stands at "at". */
static bool at_one_of(struct str text, size_t at, const char *const *words) {
	for (; *words != NULL; words++) {
		if (scan_at_word(text, at, *words)) {
			return true;
		}
	}
	return false;
}

/* Whether "text" has a word that begins declarations of C++, and a ";". */
static bool has_declaration(struct str text) {
	static const char *const words[] = { "using", "auto", "constexpr", "static", "struct", "template", "typedef",
		"Tensor",
		NULL };
	bool ends = text.length > 0 && memchr(text.data, ';', text.length) != NULL;
	for (size_t at = 0; ends && at < text.length; at = scan_step(text, at, SCAN_PYTHON)) {
		size_t next = at_one_of(text, at, words) ? scan_blanks(text, scan_name(text, at), SCAN_C) : at;
		if (next > at && scan_is_name_start(scan_at(text, next))) {
			return true;
		}
	}
	return false;
}

bool statements_are_python(struct str text) {
	static const char *const heads[] = { "import", "from", "def", "class", NULL };
	for (size_t at = 0; at < text.length;) {
		size_t end = scan_line_end(text, at);
		struct str line = scan_part(text, at, end);
		size_t begin = (size_t)(line.data - text.data);
		bool opens = str_ends_with(line, ":");
		bool head = at_one_of(text, begin, heads) && memchr(line.data, ';', line.length) == NULL;
		bool imports = scan_at_word(text, begin, "import") || scan_at_word(text, begin, "from");
		if (head && (opens || imports)) {
			return true;
		}
		at = end + 1;
	}
	return false;
}

bool statements_are_cpp(struct str text) {
	if (statements_are_python(text)) {
		return false;
	}
	if (has_declaration(text)) {
		return true;
	}
	static const char *const directives[] = { "#include", "#pragma", "#define", "#if", "#endif" };
	for (size_t at = 0; at < text.length;) {
		size_t end = scan_line_end(text, at);
		size_t begin = at;
		while (begin < end && scan_is_blank(text.data[begin])) {
			begin++;
		}
		for (size_t i = 0; i < sizeof directives / sizeof directives[0]; i++) {
			if (scan_at_word(text, begin, directives[i])) {
				return true;
			}
		}
		char last = last_sign(text, begin, end);
		bool is_comment = scan_at(text, begin) == '#';
		if (!is_comment && (last == ';' || last == '{' || (last == '}' && scan_at_word(text, begin, "}")))) {
			return true;
		}
		at = end + 1;
	}
	return false;
}

struct statements statements_of(struct str text, size_t begin, size_t end, bool is_cpp) {
	return (struct statements){ .text = { text.data, end }, .at = begin, .is_cpp = is_cpp };
}

/* Whether there is a "=" that assigns between "begin" and "end", outside of brackets. */
static bool has_assignment(struct str text, size_t begin, size_t end) {
	for (size_t at = begin; at < end;) {
		if (scan_at_word(text, at, "operator")) {
			at += scan_open(scan_part(text, at, end)); /* operator=(int n), operator+=(int n) */
			continue;
		}
		char c = text.data[at];
		size_t close = c == '(' || c == '[' || c == '{' ? scan_close(text, at) : at;
		char before = at > begin ? text.data[at - 1] : '\0';
		bool joined = before == '=' || before == '<' || before == '>' || before == '!';
		bool compares = joined || scan_at(text, at + 1) == '=';
		if (c == '=' && !compares) {
			return true;
		}
		at = close > at ? close : scan_step(text, at, SCAN_C);
	}
	return false;
}

/* Whether a function between "begin" and "end" says what it returns behind its parameters: auto f(int n) -> int & */
static bool has_trailing_type(struct str text, size_t begin, size_t end) {
	for (size_t at = begin; at < end;) {
		if (scan_at_text(text, at, "->")) {
			return scan_has_word(scan_part(text, begin, at), "auto");
		}
		size_t close = strchr("([{<", text.data[at]) != NULL ? scan_close(text, at) : at;
		at = close > at ? close : scan_step(text, at, SCAN_C);
	}
	return false;
}

/* Whether "head" ends in parameters and a macro: void f(int n) NOEXCEPT. Other names are variables. */
static bool ends_in_macro(struct str head) {
	size_t word = head.length;
	while (word > 0 && scan_is_name_part(head.data[word - 1])) {
		word--;
	}
	return words_is_macro_name(scan_part(head, word, head.length)) && str_ends_with(scan_part(head, 0, word), ")")
		&& !scan_has_word(head, "decltype");
}

/* Whether the "{" at "at" begins a body, for a statement from "begin" on: a value in braces it is otherwise. */
static bool opens_body(struct str text, size_t begin, size_t at) {
	static const char *const heads[] = { "struct", "class", "union", "enum", "namespace", "extern", "if", "for",
		"while",
		"switch", "else", "do", "try", "catch", NULL };
	static const char *const tails[] = { "const", "volatile", "noexcept", "override", "final", "mutable", "try", NULL };
	if (at == begin) {
		return true;
	}
	size_t first = begin;
	while (scan_at_word(text, first, "template")) {
		size_t angle = scan_blanks(text, first + strlen("template"), SCAN_C);
		size_t close = scan_close(text, angle);
		if (close == angle) {
			break;
		}
		first = scan_blanks(text, close, SCAN_C);
	}
	bool is_inline = scan_at_word(text, first, "inline")
		&& scan_at_word(text, scan_blanks(text, first + strlen("inline"), SCAN_C), "namespace");
	if (is_inline || at_one_of(text, first, heads)) {
		return true;
	}
	if (has_assignment(text, first, at) || scan_at_word(text, first, "return") || scan_at_word(text, first, "using")) {
		return false;
	}
	struct str head = scan_part(text, begin, at);
	while (str_ends_with(head, "&")) {
		head = scan_part(head, 0, head.length - 1); /* void f() const & */
	}
	size_t end = (size_t)(head.data - text.data) + head.length;
	size_t word = end;
	while (word > begin && scan_is_name_part(text.data[word - 1])) {
		word--;
	}
	/* Behind a label, parameters, or S(int n) : member{ n } */
	bool is_behind = str_ends_with(head, ":") || str_ends_with(head, ")") || str_ends_with(head, "}");
	is_behind = is_behind || (scan_is_blank(text.data[at - 1]) && ends_in_macro(head));
	return is_behind || at_one_of(text, word, tails)
		|| has_trailing_type(text, first, at);
}

/* Whether the line behind the newline at "at" begins a new statement, though the one before it has no ";". */
static bool begins_statement(struct str text, size_t begin, size_t at) {
	static const char *const heads[] = { "using", "auto", "static", "constexpr", "static_assert", "template", "struct",
		"typedef", "namespace", "return", "CUTE_UNROLL", "CUTLASS_PRAGMA_UNROLL", NULL };
	struct str before = scan_part(text, begin, at);
	char last = before.length > 0 ? before.data[before.length - 1] : '\0';
	if ((last != ')' && last != '}' && last != '"') || scan_at_word(text, begin, "template")) {
		return false;
	}
	at = scan_blanks(text, at, SCAN_C);
	return at_one_of(text, at, heads) || scan_at(text, at) == '#';
}

/* The macros that stand in front of statements, as a line of their own. */
static bool is_bare_macro(struct str text, size_t begin, size_t end) {
	static const char *const macros[] = { "CUTE_UNROLL", "CUTLASS_PRAGMA_UNROLL", "CUTE_NO_UNROLL",
		"CUTLASS_PRAGMA_NO_UNROLL", "CUTE_HOST_DEVICE", "CUTE_DEVICE", "CUTE_HOST", "CUTLASS_DEVICE",
		"CUTLASS_HOST_DEVICE", "CUTE_GCC_UNREACHABLE", NULL };
	for (const char *const *macro = macros; *macro != NULL; macro++) {
		if (scan_at_word(text, begin, *macro) && scan_part(text, begin, end).length == strlen(*macro)) {
			return true;
		}
	}
	return false;
}

/* The part of "text" without the blanks around it, as a statement. */
static struct statement statement_from(struct str text, enum statement_kind kind, size_t begin, size_t end) {
	struct str part = scan_part(text, begin, end);
	size_t at = (size_t)(part.data - text.data);
	return (struct statement){ kind, { at, at + part.length } };
}

/* The statement of C++ that begins at "begin". */
static struct statement next_of_cpp(struct statements *statements, size_t begin) {
	struct str text = statements->text;
	size_t at = begin;
	while (at < text.length) {
		char c = text.data[at];
		if (c == ';') {
			statements->at = at + 1;
			return statement_from(text, STATEMENT_PLAIN, begin, at);
		}
		if (c == '}') {
			statements->at = at;
			return statement_from(text, STATEMENT_PLAIN, begin, at);
		}
		if (c == '{' && opens_body(text, begin, at)) {
			statements->at = at + 1;
			return statement_from(text, STATEMENT_OPEN, begin, at);
		}
		if (c == '\n' && (is_bare_macro(text, begin, at) || begins_statement(text, begin, at))) {
			statements->at = at + 1;
			return statement_from(text, STATEMENT_PLAIN, begin, at);
		}
		if (c == '\n') {
			at = scan_blanks(text, at, SCAN_C);
			continue;
		}
		size_t close = c == '(' || c == '[' || c == '{' ? scan_close(text, at) : at;
		at = close > at ? close : scan_step(text, at, SCAN_C);
	}
	statements->at = text.length;
	return statement_from(text, STATEMENT_PLAIN, begin, text.length);
}

/* The bytes of blanks that the line begins with in which "at" is. */
static size_t indentation(struct str text, size_t at) {
	size_t begin = scan_line_begin(text, at);
	size_t end = begin;
	while (scan_at(text, end) == ' ' || scan_at(text, end) == '\t') {
		end++;
	}
	return end - begin;
}

/* Whether the statement of Python at "begin" has a word in front that begins the head of a body. */
static bool is_head(struct str text, size_t begin) {
	static const char *const words[] = { "if", "elif", "else", "for", "while", "with", "try", "except", "finally",
		"def", "class", "async", NULL };
	static const char *const names[] = { "match", "case", NULL }; /* where a value follows */
	size_t behind = scan_blanks(text, scan_name(text, begin), SCAN_PYTHON);
	bool is_name = behind >= text.length || strchr(":=.,", text.data[behind]) != NULL;
	return at_one_of(text, begin, words) || (at_one_of(text, begin, names) && !is_name);
}

/* Whether the ":" at "at" is none of a name with namespaces, of ":=" or of a layout. */
static bool ends_head(struct str text, size_t at) {
	char next = scan_at(text, at + 1);
	return next == '\0' || (strchr(":=(", next) == NULL && !str_is_digit(next) && text.data[at - 1] != ':');
}

/* Begin the body of Python behind the ":" at "at", with the head from "begin" on. */
static struct statement open_indented(struct statements *statements, size_t begin, size_t at) {
	statements->indents[statements->depth++] = indentation(statements->text, begin);
	statements->at = at + 1;
	return statement_from(statements->text, STATEMENT_OPEN, begin, at);
}

/* Whether the statement of Python at "begin" is the first one behind the body begun last. */
static bool is_behind_body(const struct statements *statements, size_t begin) {
	struct str text = statements->text;
	if (statements->depth == 0) {
		return false;
	}
	size_t line = begin;
	while (text.data[line - 1] == ' ' || text.data[line - 1] == '\t') {
		line--; /* behind the head of the body at the least */
	}
	return text.data[line - 1] == '\n' && begin - line <= statements->indents[statements->depth - 1];
}

/* The line of Python that begins at "begin", with those that its brackets or a backslash join to it. */
static struct statement next_of_python(struct statements *statements, size_t begin) {
	struct str text = statements->text;
	bool may_open = statements->depth <= LIMIT_KERNEL_BODIES && is_head(text, begin);
	size_t at = begin;
	while (at < text.length) {
		char c = text.data[at];
		if (may_open && c == ':' && ends_head(text, at)) {
			return open_indented(statements, begin, at);
		}
		if (c == ';' || (c == '\n' && text.data[at - 1] != '\\') || c == '#' || scan_at_text(text, at, " //")) {
			break;
		}
		size_t close = c == '(' || c == '[' || c == '{' ? scan_close(text, at) : at;
		at = close > at ? close : scan_step(text, at, SCAN_PYTHON);
	}
	statements->at = at;
	return statement_from(text, STATEMENT_PLAIN, begin, at);
}

struct statement statements_next(struct statements *statements) {
	struct str text = statements->text;
	for (;;) {
		size_t begin = scan_blanks(text, statements->at, statements->is_cpp ? SCAN_C : SCAN_PYTHON);
		char c = scan_at(text, begin);
		if (begin >= text.length) {
			statements->at = text.length;
			return (struct statement){ STATEMENT_END, { text.length, text.length } };
		}
		if (c == ';') {
			statements->at = begin + 1;
			continue;
		}
		if (!statements->is_cpp && is_behind_body(statements, begin)) {
			statements->at = begin;
			statements->depth--;
			return (struct statement){ STATEMENT_CLOSE, { begin, begin } };
		}
		if (!statements->is_cpp) {
			return next_of_python(statements, begin);
		}
		if (c == '#') {
			statements->at = scan_joined_end(text, begin);
			return statement_from(text, STATEMENT_DIRECTIVE, begin, statements->at);
		}
		if (c == '}') {
			statements->at = begin + 1;
			return (struct statement){ STATEMENT_CLOSE, { begin, begin + 1 } };
		}
		return next_of_cpp(statements, begin);
	}
}

/* Step behind the body of Python begun last. Returns where it ends. */
static size_t skip_indented(struct statements *statements) {
	int depth = statements->depth;
	struct statement statement;
	do {
		statement = statements_next(statements);
	} while (statement.kind != STATEMENT_END && statements->depth >= depth);
	return statement.span.begin;
}

size_t statements_skip_body(struct statements *statements) {
	if (!statements->is_cpp) {
		return skip_indented(statements);
	}
	struct str text = statements->text;
	size_t open = statements->at - 1;
	size_t close = scan_close(text, open);
	statements->at = close > open ? close : text.length;
	return close > open ? close - 1 : text.length;
}
