/* A line as the terminal itself edits it: where libedit is missing. */
#ifndef CLI_REPL_EDITOR_PLAIN_H
#define CLI_REPL_EDITOR_PLAIN_H

#include "cli/repl/editor.h"

/* editor_read without an editor. */
enum line_result editor_read_plain(const char *prompt, struct buf *line);

#endif
