/* The man page of the language, which is scdoc's source, as plain text. */
#include "cli/help/texts.h"
#include "cli/help/topics.h"

/* Whether letters or digits stand on both sides of the byte "at": it is a part of a name. */
static bool is_inside(struct str line, size_t at) {
	return at > 0 && at + 1 < line.length && str_is_word(line.data[at - 1]) && str_is_word(line.data[at + 1]);
}

/* Print a line of text without the marks of bold and underlined words; a backslash keeps a character. */
static void print_marked(struct str line, FILE *out) {
	for (size_t i = 0; i < line.length; i++) {
		char c = line.data[i];
		bool is_mark = c == '*' || (c == '_' && !is_inside(line, i));
		if (c == '\\' && i + 1 < line.length) {
			fputc(line.data[++i], out);
		} else if (!is_mark) {
			fputc(c, out);
		}
	}
	fputc('\n', out);
}

void help_print_language(FILE *out) {
	struct str rest = { (const char *)help_language, help_language_size };
	bool literal = false;
	bool first = true;
	struct str line;
	while (str_take_line(&rest, &line)) {
		bool is_fence = line.length >= 3 && memcmp(line.data, "```", 3) == 0;
		bool is_comment = line.length > 0 && line.data[0] == ';' && !literal;
		literal = is_fence ? !literal : literal;
		if (is_fence || is_comment || first) {
			first = false;
		} else if (literal) {
			fprintf(out, "    %.*s\n", (int)line.length, line.data);
		} else {
			print_marked(line, out);
		}
	}
}
