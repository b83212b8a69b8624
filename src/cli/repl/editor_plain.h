/* A line as the terminal itself edits it: where libedit is missing. */
#ifndef CLI_REPL_EDITOR_PLAIN_H
#define CLI_REPL_EDITOR_PLAIN_H

#include "cli/repl/editor.h"

/*
 * Append the next line of standard input to "line", without its end and at most one byte more than a program may have.
 * Returns what it ended with: a newline, or EOF.
 */
int editor_take_line(struct buf *line);

/* editor_read without an editor. */
enum line_result editor_read_plain(const char *prompt, struct buf *line);

#endif
