#define _GNU_SOURCE
#include "cli/repl/editor.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/limits.h"
#include "cli/report.h"

/* Kept for the time when a line is read. */
struct editor {
	struct sigaction before;
};

struct editor *editor_new(editor_complete complete, void *context) {
	struct editor *editor = calloc(1, sizeof *editor);
	if (editor == NULL) {
		report_out_of_memory(NULL, sizeof *editor);
	}
	(void)complete;
	(void)context;
	return editor;
}

void editor_free(struct editor *editor) {
	free(editor);
}

void editor_remember(struct editor *editor, const char *line) {
	(void)editor;
	(void)line;
}

static void on_interrupt(int number) {
	(void)number;
}

/* The terminal forgets what was typed at Ctrl-C; the signal makes reading fail, which tells us of it. */
enum line_result editor_read(struct editor *editor, const char *prompt, struct buf *line) {
	struct sigaction action = { .sa_handler = on_interrupt };
	sigemptyset(&action.sa_mask);
	sigaction(SIGINT, &action, &editor->before);
	fputs(prompt, stdout);
	fflush(stdout);
	int c;
	errno = 0;
	while ((c = getc(stdin)) != EOF && c != '\n') {
		if (line->length <= LIMIT_SOURCE_BYTES) {
			buf_put_char(line, (char)c);
		}
	}
	bool interrupted = c == EOF && errno == EINTR;
	clearerr(stdin);
	sigaction(SIGINT, &editor->before, NULL);
	if (interrupted) {
		putchar('\n');
		return LINE_CANCELLED;
	}
	return c == EOF && line->length == 0 ? LINE_END : LINE_READ;
}
