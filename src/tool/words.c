#include "tool/words.h"

#include "base/limits.h"

static bool is_blank(char c) {
	return c == ' ' || c == '\t';
}

/* Read one word from "*at" on. Returns what is wrong, or NULL. */
static const char *read_word(struct str text, size_t *at, struct buf *word) {
	char quote = '\0';
	for (; *at < text.length; ++*at) {
		char c = text.data[*at];
		if (quote == '\0' && is_blank(c)) {
			break;
		}
		if (quote != '\0' && c == quote) {
			quote = '\0';
		} else if (quote == '\0' && (c == '\'' || c == '"')) {
			quote = c;
		} else if (c == '\\' && quote != '\'') {
			if (++*at == text.length) {
				return "a backslash with nothing behind it";
			}
			buf_put_char(word, text.data[*at]);
		} else {
			buf_put_char(word, c);
		}
	}
	return quote == '\0' ? NULL : "a quotation mark without its second";
}

struct words words_split(struct arena *arena, struct str text) {
	struct words words = { .items = arena_array(arena, LIMIT_TEST_WORDS + 1, sizeof *words.items) };
	size_t at = 0;
	if (memchr(text.data, '\0', text.length) != NULL) {
		words.problem = "a NUL byte";
	}
	while (words.problem == NULL) {
		while (at < text.length && is_blank(text.data[at])) {
			at++;
		}
		if (at == text.length) {
			break;
		}
		if (words.count == LIMIT_TEST_WORDS) {
			words.problem = "more than 256 words";
			break;
		}
		struct buf word;
		buf_init(&word, arena);
		words.problem = read_word(text, &at, &word);
		words.items[words.count++] = arena_copy(arena, word.data, word.length);
	}
	return words;
}
