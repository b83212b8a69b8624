#include "cli/input.h"

#include <errno.h>
#include <string.h>

#include "base/limits.h"
#include "cli/confine.h"
#include "cli/report.h"

struct source input_from_argument(const char *text) {
	return (struct source){ "<expr>", str_from(text), 1 };
}

/* Everything in "file", if it is not longer than "limit"; a little more otherwise. */
static struct str read_all(struct arena *arena, FILE *file, size_t limit) {
	size_t capacity = 4096;
	size_t length = 0;
	char *text = arena_alloc(arena, capacity);
	for (;;) {
		length += fread(text + length, 1, capacity - length, file);
		if (length < capacity || length > limit) {
			return (struct str){ text, length };
		}
		char *larger = arena_alloc(arena, capacity * 2);
		memcpy(larger, text, length);
		text = larger;
		capacity *= 2;
	}
}

FILE *input_open(const char *path) {
	const char *problem;
	FILE *file = confine_open(path, &problem);
	if (file == NULL) {
		report_failure("cannot open '%s': %s", path, problem);
	}
	return file;
}

/* The text of "path", which is refused when it is longer than "limit". */
static bool read_source(struct arena *arena, const char *path, size_t limit, struct source *source) {
	bool is_stdin = strcmp(path, "-") == 0;
	FILE *file = is_stdin ? stdin : input_open(path);
	if (file == NULL) {
		return false;
	}
	errno = 0;
	*source = (struct source){ is_stdin ? "<stdin>" : path, read_all(arena, file, limit), 1 };
	bool failed = ferror(file) != 0;
	int cause = errno;
	if (!is_stdin) {
		fclose(file);
	}
	if (failed) {
		report_failure("cannot read '%s': %s", path, strerror(cause));
		return false;
	}
	if (source->text.length > limit) {
		report_failure("'%s' is longer than %zu MiB, the limit of a %s", path, limit >> 20,
			limit == LIMIT_SOURCE_BYTES ? "program" : "table");
		return false;
	}
	return true;
}

bool input_from_file(struct arena *arena, const char *path, struct source *source) {
	return read_source(arena, path, LIMIT_SOURCE_BYTES, source);
}

bool input_table(struct arena *arena, const char *path, struct source *source) {
	return read_source(arena, path, LIMIT_TABLE_BYTES, source);
}

bool input_find(struct arena *arena, const char *expression, const char *path, struct source *source) {
	if (expression == NULL || strcmp(expression, "-") == 0) {
		return input_from_file(arena, path != NULL ? path : "-", source);
	}
	*source = input_from_argument(expression);
	return true;
}

bool input_read_line(FILE *file, char *text, size_t *length) {
	char *end = text;
	char *const limit = text + LIMIT_SOURCE_BYTES + 1;
	int c = getc_unlocked(file);
	bool found = c != EOF;
	for (; c != EOF && c != '\n'; c = getc_unlocked(file)) {
		if (end < limit) {
			*end++ = (char)c;
		}
	}
	*length = (size_t)(end - text);
	return found && !ferror(file);
}
