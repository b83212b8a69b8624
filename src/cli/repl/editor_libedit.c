#define _GNU_SOURCE
#include "cli/repl/editor.h"

#include <errno.h>
#include <locale.h>
#include <stdlib.h>

#include "base/limits.h"
#include "cli/repl/editor_plain.h"
#include "cli/confine.h"
#include "cli/repl/history.h"
#include "cli/repl/libedit.h"
#include "cli/report.h"

enum { MATCHES_MAX = 512, PROMPT_BYTES = 16, LIST_WIDTH = 80 };

struct editor {
	struct libedit lib;
	EditLine *el;             /* NULL where the library is missing: the terminal edits lines itself */
	History *past;
	char prompt[PROMPT_BYTES];
	bool cancelled;           /* the line ended with Ctrl-C */
	editor_complete complete;
	void *context;
	struct arena arena;       /* of one completion, or one access to the file of old lines */
};

/* The editor that "el" calls back, which only the library itself can tell. */
static struct editor *editor_of(EditLine *el) {
	struct libedit lib;
	struct editor *editor = NULL;
	libedit_find(&lib);
	lib.get(el, EL_CLIENTDATA, &editor);
	return editor;
}

static char *prompt_of(EditLine *el) {
	return editor_of(el)->prompt;
}

/* --- keys --- */

static unsigned char cancel_line(EditLine *el, int key) {
	(void)key;
	editor_of(el)->cancelled = true;
	fputs("^C\n", stdout);
	fflush(stdout);
	return CC_EOF;
}

/* Below the line, in columns. */
static void list_matches(const char *const *matches, int count) {
	size_t width = 0;
	for (int i = 0; i < count; i++) {
		size_t length = strlen(matches[i]);
		width = length > width ? length : width;
	}
	int columns = (int)(LIST_WIDTH / (width + 2)) > 1 ? (int)(LIST_WIDTH / (width + 2)) : 1;
	for (int i = 0; i < count; i++) {
		bool last = i % columns == columns - 1 || i == count - 1;
		printf("%s%-*s%s", i == 0 ? "\n" : "", last ? 0 : (int)width + 2, matches[i], last ? "\n" : "");
	}
	fflush(stdout);
}

/* The length of the beginning that all have. */
static size_t common_length(const char *const *matches, int count) {
	size_t length = strlen(matches[0]);
	for (int i = 1; i < count; i++) {
		size_t same = 0;
		while (same < length && matches[i][same] == matches[0][same]) {
			same++;
		}
		length = same;
	}
	return length;
}

static unsigned char complete_word(EditLine *el, int key) {
	(void)key;
	struct editor *editor = editor_of(el);
	const LineInfo *info = editor->lib.line(el);
	struct str before = { info->buffer, (size_t)(info->cursor - info->buffer) };
	size_t begin = before.length;
	arena_reset(&editor->arena);
	const char **matches = arena_array(&editor->arena, MATCHES_MAX, sizeof *matches);
	int count = editor->complete(editor->context, before, &editor->arena, matches, MATCHES_MAX, &begin);
	size_t typed = before.length - begin;
	if (count == 0) {
		return CC_ERROR;
	}
	size_t common = common_length(matches, count);
	if (common > typed) {
		char *added = arena_copy(&editor->arena, matches[0] + typed, common - typed);
		return editor->lib.insertstr(el, added) == 0 ? CC_REFRESH : CC_ERROR;
	}
	if (count > 1) {
		list_matches(matches, count);
		return CC_REDISPLAY;
	}
	return CC_NORM;
}

/* --- the editor --- */

static void add_to_history(void *context, const char *line) {
	struct editor *editor = context;
	HistEvent event;
	editor->lib.history(editor->past, &event, H_ENTER, line);
}

/* Tell libedit who it works for, and what its keys do. */
static void set_up(struct editor *editor) {
	const struct libedit *lib = &editor->lib;
	HistEvent event;
	lib->history(editor->past, &event, H_SETSIZE, HISTORY_LINES);
	lib->history(editor->past, &event, H_SETUNIQUE, 1);
	repl_history_load(&editor->arena, add_to_history, editor);
	lib->set(editor->el, EL_CLIENTDATA, editor);
	lib->set(editor->el, EL_PROMPT, prompt_of);
	lib->set(editor->el, EL_HIST, lib->history, editor->past);
	lib->set(editor->el, EL_EDITOR, "emacs");
	lib->set(editor->el, EL_SIGNAL, 1);
	lib->set(editor->el, EL_ADDFN, "complete-word", "complete the word before the cursor", complete_word);
	lib->set(editor->el, EL_ADDFN, "cancel-line", "forget the line", cancel_line);
	lib->set(editor->el, EL_BIND, "^I", "complete-word", NULL);
	lib->set(editor->el, EL_BIND, "^R", "em-inc-search-prev", NULL);
	lib->source(editor->el, NULL);
	/* While a line is edited, Ctrl-C is a key and no signal. */
	lib->set(editor->el, EL_SETTY, "-d", "-isig", NULL);
	lib->set(editor->el, EL_BIND, "^C", "cancel-line", NULL);
}

struct editor *editor_new(editor_complete complete, void *context) {
	struct editor *editor = calloc(1, sizeof *editor);
	if (editor == NULL) {
		report_out_of_memory(NULL, sizeof *editor);
	}
	setlocale(LC_CTYPE, "");
	editor->complete = complete;
	editor->context = context;
	arena_init(&editor->arena, report_out_of_memory, NULL);
	struct fault fault = { .code = FAULT_NONE };
	if (!confine_allows_libraries(&fault) || !libedit_find(&editor->lib)) {
		return editor;
	}
	editor->el = editor->lib.init("cutelayout", stdin, stdout, stderr);
	editor->past = editor->lib.history_init();
	if (editor->el == NULL || editor->past == NULL) {
		report_out_of_memory(NULL, 0);
	}
	set_up(editor);
	return editor;
}

void editor_free(struct editor *editor) {
	if (editor->el != NULL) {
		editor->lib.history_end(editor->past);
		editor->lib.end(editor->el);
	}
	arena_finish(&editor->arena);
	free(editor);
}

enum line_result editor_read(struct editor *editor, const char *prompt, struct buf *line) {
	int length = 0;
	if (editor->el == NULL) {
		return editor_read_plain(prompt, line);
	}
	snprintf(editor->prompt, sizeof editor->prompt, "%s", prompt);
	editor->cancelled = false;
	const char *text = editor->lib.gets(editor->el, &length);
	if (editor->cancelled) {
		return LINE_CANCELLED;
	}
	if (text == NULL) {
		return LINE_END;
	}
	struct str read = { text, (size_t)length };
	read.length -= str_ends_with(read, "\n");
	buf_put_str(line, read);
	return LINE_READ;
}

void editor_remember(struct editor *editor, const char *line) {
	HistEvent event;
	/* 0 says that the line is the same as the one before. */
	if (editor->el != NULL && editor->lib.history(editor->past, &event, H_ENTER, line) > 0) {
		arena_reset(&editor->arena);
		repl_history_append(&editor->arena, line);
	}
}
