#define _GNU_SOURCE
#include "cli/repl/editor_plain.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>

#include "base/limits.h"

static void on_interrupt(int number) {
	(void)number;
}

int editor_take_line(struct buf *line) {
	int c;
	while ((c = getc(stdin)) != EOF && c != '\n') {
		if (line->length <= LIMIT_SOURCE_BYTES) {
			buf_put_char(line, (char)c);
		}
	}
	return c;
}

/* The terminal forgets what was typed at Ctrl-C; the signal makes reading fail, which tells us of it. */
enum line_result editor_read_plain(const char *prompt, struct buf *line) {
	struct sigaction before;
	struct sigaction action = { .sa_handler = on_interrupt };
	sigemptyset(&action.sa_mask);
	sigaction(SIGINT, &action, &before);
	fputs(prompt, stdout);
	fflush(stdout);
	errno = 0;
	int c = editor_take_line(line);
	bool interrupted = c == EOF && errno == EINTR;
	clearerr(stdin);
	sigaction(SIGINT, &before, NULL);
	if (interrupted) {
		putchar('\n');
		return LINE_CANCELLED;
	}
	return c == EOF && line->length == 0 ? LINE_END : LINE_READ;
}
