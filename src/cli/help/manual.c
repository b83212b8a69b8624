/* The man page of the language, which is scdoc's source, as plain text. */
#include "cli/help/texts.h"
#include "cli/help/topics.h"

/* Print a line of text without the marks of bold and underlined words; a backslash keeps a character. */
static void print_marked(struct str line, FILE *out) {
	for (size_t i = 0; i < line.length; i++) {
		bool in_word = i > 0 && i + 1 < line.length && line.data[i - 1] != ' ' && line.data[i + 1] != ' ';
		bool is_name = in_word && line.data[i] == '_' && strchr("*_([,.;:) ", line.data[i - 1]) == NULL
			&& strchr("*_)],.;:( ", line.data[i + 1]) == NULL;
		if (line.data[i] == '\\' && i + 1 < line.length) {
			fputc(line.data[++i], out);
		} else if ((line.data[i] != '*' && line.data[i] != '_') || is_name) {
			fputc(line.data[i], out);
		}
	}
	fputc('\n', out);
}

void help_print_language(FILE *out) {
	struct str rest = { (const char *)help_language, help_language_size };
	bool literal = false;
	bool first = true;
	while (rest.length > 0) {
		const char *end = memchr(rest.data, '\n', rest.length);
		struct str line = { rest.data, (size_t)(end - rest.data) };
		rest = (struct str){ end + 1, rest.length - line.length - 1 };
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
