#include "cli/repl/history.h"

#include <string.h>

#include "base/buf.h"
#include "cli/file.h"
#include "cli/home.h"

/* A file that is longer is not ours. */
enum { HISTORY_BYTES_MAX = 1 << 26 };

static const char *history_path(struct arena *arena) {
	return home_path(arena, "XDG_STATE_HOME", ".local/state", "history").data;
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

void repl_history_load(struct arena *arena, void (*take)(void *context, const char *line), void *context) {
	const char *path = history_path(arena);
	struct str text = home_read(arena, path, HISTORY_BYTES_MAX);
	size_t begin = find_last_lines(text);
	struct str last = { text.data + begin, text.length - begin };
	struct str line;
	if (begin > text.length / 2) {
		file_put(path, last);
	}
	while (str_take_line(&last, &line)) {
		take(context, arena_copy(arena, line.data, line.length));
	}
}

void repl_history_append(struct arena *arena, const char *line) {
	struct buf text;
	buf_init(&text, arena);
	buf_printf(&text, "%s\n", line);
	home_append(history_path(arena), buf_str(&text), HISTORY_BYTES_MAX);
}
