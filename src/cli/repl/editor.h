/*
 * Reading a line from somebody who types, with editing, history and completion: through libedit (editor_libedit.c), or
 * where that is missing as the terminal edits lines itself (editor_plain.c).
 */
#ifndef CLI_REPL_EDITOR_H
#define CLI_REPL_EDITOR_H

#include <stdbool.h>

#include "base/buf.h"

enum line_result {
	LINE_READ,
	LINE_CANCELLED,   /* by Ctrl-C */
	LINE_END,         /* of the input */
};

/*
 * What may stand at the end of "before", the line up to the cursor: put the words that complete it into "matches", at
 * most "most" of them, texts in "arena". Returns their number; "begin" receives where the word begins that they
 * replace.
 */
typedef int (*editor_complete)(void *context, struct str before, struct arena *arena, const char **matches, int most,
	size_t *begin);

struct editor;

/* An editor for standard input and output, which are a terminal; never NULL. */
struct editor *editor_new(editor_complete complete, void *context);

/* Give everything back and leave the terminal as it was. */
void editor_free(struct editor *editor);

/* Append the next line to "line", without its end. */
enum line_result editor_read(struct editor *editor, const char *prompt, struct buf *line);

/* Remember "line" for this session and the next ones. */
void editor_remember(struct editor *editor, const char *line);

#endif
