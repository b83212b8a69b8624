#include "render/glyphs.h"

#include <string.h>

#include "render/glyphs_data.h"

/* A line of the table. */
struct line {
	uint32_t character;
	struct str outline;
	size_t begin, end;     /* of the line, the newline included */
};

/* The line that holds the byte "at". */
static struct line line_at(size_t at) {
	const char *table = (const char *)glyphs_data;
	struct line line = { .begin = at };
	while (line.begin > 0 && table[line.begin - 1] != '\n') {
		line.begin--;
	}
	size_t next = line.begin;
	for (; table[next] != '\t'; next++) {
		char digit = table[next];
		line.character = line.character * 16 + (uint32_t)(digit <= '9' ? digit - '0' : digit - 'a' + 10);
	}
	const char *outline = table + next + 1;
	const char *newline = memchr(outline, '\n', glyphs_data_size - next - 1);
	line.outline = (struct str){ outline, (size_t)(newline - outline) };
	line.end = (size_t)(newline - table) + 1;
	return line;
}

/* The lines are in the order of their characters: halve the bytes that may hold the one wanted. */
struct str glyph_outline(uint32_t character) {
	size_t low = 0;
	size_t high = glyphs_data_size;
	while (low < high) {
		struct line line = line_at(low + (high - low) / 2);
		if (line.character == character) {
			return line.outline;
		}
		if (line.character < character) {
			low = line.end;
		} else {
			high = line.begin;
		}
	}
	return line_at(0).outline;
}
