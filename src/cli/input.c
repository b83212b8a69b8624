#include "cli/input.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/limits.h"
#include "cli/confine.h"
#include "cli/limit_options.h"
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

void input_announce(const char *what) {
	if (isatty(STDIN_FILENO) == 1) {
		fprintf(stderr, "cutelayout: reading %s from the terminal; Ctrl-D ends it, Ctrl-C gives up\n", what);
	}
}

/* The text of "path", which is refused when it is longer than "limit". */
static bool read_source(struct arena *arena, const char *path, size_t limit, struct source *source) {
	bool is_stdin = strcmp(path, "-") == 0;
	FILE *file = is_stdin ? stdin : input_open(path);
	if (file == NULL) {
		return false;
	}
	if (is_stdin) {
		input_announce(limit == LIMIT_SOURCE_BYTES ? "a program" : "a table");
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

/* Read on. Returns false at the end and after an error, with "failed" set. */
static bool read_more(struct input_lines *lines) {
	ssize_t count;
	do {
		count = read(lines->descriptor, lines->data, sizeof lines->data);
	} while (count < 0 && errno == EINTR && *limits_stop() == 0);
	lines->begin = 0;
	lines->end = count > 0 ? (size_t)count : 0;
	lines->failed = count < 0;
	return count > 0;
}

/* The first "\n" or "\r" of the "count" bytes at "from", or NULL. */
static const char *line_end(const char *from, size_t count) {
	const char *newline = memchr(from, '\n', count);
	const char *carriage = memchr(from, '\r', newline != NULL ? (size_t)(newline - from) : count);
	return carriage != NULL ? carriage : newline;
}

bool input_read_line(struct input_lines *lines, char *text, size_t *length) {
	bool found = false;
	*length = 0;
	while (lines->begin < lines->end || read_more(lines)) {
		const char *from = lines->data + lines->begin;
		size_t rest = lines->end - lines->begin;
		if (lines->half_ended && *from == '\n') {
			lines->half_ended = false;
			lines->begin++;
			continue;
		}
		lines->half_ended = false;
		const char *newline = line_end(from, rest);
		size_t own = newline != NULL ? (size_t)(newline - from) : rest;
		size_t room = LIMIT_SOURCE_BYTES + 1 - *length;
		memcpy(text + *length, from, own < room ? own : room);
		*length += own < room ? own : room;
		lines->begin += own + (newline != NULL ? 1 : 0);
		found = true;
		if (newline != NULL) {
			lines->half_ended = *newline == '\r';
			return true;
		}
	}
	return found && !lines->failed;
}
