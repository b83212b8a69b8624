#define _GNU_SOURCE
#include "cli/repl/history.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "cli/confine.h"

/* A file that is longer is not ours. */
enum { HISTORY_BYTES_MAX = 1 << 26 };

static void add_folder(struct buf *path, const char *name) {
	buf_put(path, name);
	mkdir(path->data, 0700);
}

/* Path of the file; the folders on the way are made. "" if there is no home, or the process may not. */
static struct str history_path(struct arena *arena) {
	const char *base = getenv("XDG_STATE_HOME");
	const char *home = getenv("HOME");
	struct buf path;
	buf_init(&path, arena);
	if (confine_is_on()) {
		return buf_str(&path);
	}
	if (base != NULL && base[0] == '/') {
		add_folder(&path, base);
	} else if (home != NULL && home[0] == '/') {
		buf_put(&path, home);
		add_folder(&path, "/.local");
		add_folder(&path, "/state");
	} else {
		return buf_str(&path);
	}
	add_folder(&path, "/cutelayout");
	buf_put(&path, "/history");
	return buf_str(&path);
}

static FILE *open_private(const char *path, int flags, const char *mode) {
	int descriptor = open(path, flags | O_CLOEXEC, 0600);
	FILE *file = descriptor >= 0 ? fdopen(descriptor, mode) : NULL;
	if (file == NULL && descriptor >= 0) {
		close(descriptor);
	}
	return file;
}

/* All of the file, or "" if it cannot be read. */
static struct str read_file(struct arena *arena, const char *path) {
	struct stat info;
	struct str text = { "", 0 };
	FILE *file = open_private(path, O_RDONLY | O_NONBLOCK, "rb");
	if (file == NULL) {
		return text;
	}
	if (fstat(fileno(file), &info) == 0 && S_ISREG(info.st_mode) && info.st_size < HISTORY_BYTES_MAX) {
		char *data = arena_alloc(arena, (size_t)info.st_size + 1);
		text = (struct str){ data, fread(data, 1, (size_t)info.st_size, file) };
	}
	fclose(file);
	return text;
}

/* Where the last HISTORY_LINES lines of "text" begin. */
static size_t find_last_lines(struct str text) {
	int lines = 0;
	for (size_t i = text.length; i > 0; i--) {
		if (text.data[i - 1] == '\n' && i < text.length && ++lines == HISTORY_LINES) {
			return i;
		}
	}
	return 0;
}

/* Replace the file by "text", at once or not at all. */
static void rewrite(struct arena *arena, const char *path, struct str text) {
	struct buf temporary;
	buf_init(&temporary, arena);
	buf_printf(&temporary, "%s.%ld", path, (long)getpid());
	FILE *file = open_private(temporary.data, O_WRONLY | O_CREAT | O_EXCL, "wb");
	if (file == NULL) {
		return;
	}
	bool good = fwrite(text.data, 1, text.length, file) == text.length;
	good = fclose(file) == 0 && good;
	if (!good || rename(temporary.data, path) != 0) {
		unlink(temporary.data);
	}
}

void repl_history_load(struct arena *arena, void (*take)(void *context, const char *line), void *context) {
	struct str path = history_path(arena);
	if (path.length == 0) {
		return;
	}
	struct str text = read_file(arena, path.data);
	size_t begin = find_last_lines(text);
	if (begin > text.length / 2) {
		rewrite(arena, path.data, (struct str){ text.data + begin, text.length - begin });
	}
	while (begin < text.length) {
		const char *line = text.data + begin;
		const char *end = memchr(line, '\n', text.length - begin);
		size_t length = end != NULL ? (size_t)(end - line) : text.length - begin;
		take(context, arena_copy(arena, line, length));
		begin += length + 1;
	}
}

void repl_history_append(struct arena *arena, const char *line) {
	struct str path = history_path(arena);
	FILE *file = path.length > 0 ? open_private(path.data, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK, "ab") : NULL;
	if (file == NULL) {
		return;
	}
	struct buf text;
	buf_init(&text, arena);
	buf_printf(&text, "%s\n", line);
	fwrite(text.data, 1, text.length, file);
	fclose(file);
}
