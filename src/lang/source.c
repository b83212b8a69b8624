/* Places in a text, and messages that show them. */
#include "lang/source.h"

#include <string.h>

#include "base/utf8.h"

enum { EXCERPT_BYTES = 160, TAB_WIDTH = 8 };

/* A byte that continues a UTF-8 character. */
static bool is_continuation(char c) {
	return ((unsigned char)c & 0xc0) == 0x80;
}

bool source_is_file_name(struct str text) {
	static const char *const suffixes[] = { ".cute", ".cu", ".cuh", ".c", ".cc", ".cpp", ".cxx", ".h", ".hpp", ".py",
		".md", ".mlir", ".txt", ".log" };
	for (size_t i = 0; i < text.length; i++) {
		if (strchr(" \t\r\n(){}<>=;\"'", text.data[i]) != NULL) {
			return false;
		}
	}
	for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
		size_t length = strlen(suffixes[i]);
		if (text.length > length && memcmp(text.data + text.length - length, suffixes[i], length) == 0) {
			return true;
		}
	}
	return false;
}

struct position source_position(const struct source *source, size_t offset) {
	struct position position = { source->first_line, 1 };
	for (size_t i = 0; i < offset && i < source->text.length; i++) {
		if (str_ends_line(source->text, i)) {
			position.line++;
			position.column = 1;
		} else if (!is_continuation(source->text.data[i])) {
			position.column++;
		}
	}
	return position;
}

/* The line around "span" without its end, cut to EXCERPT_BYTES around the span's beginning. */
static struct span find_line(struct str text, struct span span, bool *cut_left, bool *cut_right) {
	size_t begin = span.begin;
	while (begin > 0 && !str_ends_line(text, begin - 1)) {
		begin--;
	}
	size_t end = span.begin;
	while (end < text.length && !str_ends_line(text, end)) {
		end++;
	}
	*cut_left = span.begin - begin > EXCERPT_BYTES / 2;
	if (*cut_left) {
		begin = span.begin - EXCERPT_BYTES / 2;
		while (begin < span.begin && is_continuation(text.data[begin])) {
			begin++;
		}
	}
	*cut_right = end - begin > EXCERPT_BYTES;
	if (*cut_right) {
		end = begin + EXCERPT_BYTES;
		while (end > begin && is_continuation(text.data[end])) {
			end--;
		}
	}
	return (struct span){ begin, end };
}

/* Put the excerpt with tabs expanded and control characters made visible; return the columns of the span. */
static struct span put_excerpt(struct str text, struct span line, struct span span, struct buf *out) {
	size_t column = 0;
	struct span columns = { 0, 0 };
	bool ended = false;
	size_t length;
	for (size_t i = line.begin; i < line.end; i += length) {
		struct str rest = { text.data + i, line.end - i };
		int32_t character = utf8_decode(rest, &length);
		if (i == span.begin) {
			columns.begin = column;
		}
		if (i == span.end) {
			columns.end = column;
			ended = true;
		}
		if (character == '\t') {
			size_t width = TAB_WIDTH - column % TAB_WIDTH;
			buf_put_repeated(out, ' ', width);
			column += width;
			continue;
		}
		bool control = character >= 0 && (character < 0x20 || character == 0x7f);
		utf8_put_visible_line(out, control ? str_from("?") : (struct str){ rest.data, length });
		column++;
	}
	if (span.begin >= line.end) {
		columns.begin = column;
	}
	if (!ended) {
		columns.end = column;
	}
	return columns;
}

/*
 * "NAME:LINE:COLUMN: kind: sentence", the line with the place underlined, and the hint. A long line is cut around the
 * place, and what is not printable is made visible without moving the mark.
 */
void source_print_message(const struct source *source, const struct message *message, const char *kind,
		struct buf *out) {
	struct span span = message->span;
	if (span.begin > source->text.length) {
		span.begin = source->text.length;
	}
	struct position position = source_position(source, span.begin);
	utf8_put_visible_line(out, str_from(source->name));
	buf_printf(out, ":%d:%d: %s: ", position.line, position.column, kind);
	utf8_put_visible_line(out, str_from(message->fault.text));
	buf_put_char(out, '\n');
	bool cut_left;
	bool cut_right;
	struct span line = find_line(source->text, span, &cut_left, &cut_right);
	buf_put(out, cut_left ? "  ..." : "  ");
	struct span columns = put_excerpt(source->text, line, span, out);
	buf_put(out, cut_right ? "...\n" : "\n");
	buf_put(out, cut_left ? "     " : "  ");
	buf_put_repeated(out, ' ', columns.begin);
	buf_put_char(out, '^');
	if (columns.end > columns.begin + 1) {
		buf_put_repeated(out, '~', columns.end - columns.begin - 1);
	}
	buf_put_char(out, '\n');
	if (message->fault.hint[0] != '\0') {
		buf_put(out, "  hint: ");
		utf8_put_visible_line(out, str_from(message->fault.hint));
		buf_put_char(out, '\n');
	}
}
