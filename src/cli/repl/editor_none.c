/* editor.h in a build without libedit. */
#include "cli/repl/editor_plain.h"

struct editor {
	editor_complete complete;   /* never called */
};

struct editor *editor_new(editor_complete complete, void *context) {
	static struct editor editor;
	(void)complete;
	(void)context;
	return &editor;
}

void editor_free(struct editor *editor) {
	(void)editor;
}

void editor_remember(struct editor *editor, const char *line) {
	(void)editor;
	(void)line;
}

enum line_result editor_read(struct editor *editor, const char *prompt, struct buf *line) {
	(void)editor;
	return editor_read_plain(prompt, line);
}
