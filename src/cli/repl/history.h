/*
 * The lines typed in earlier sessions: $XDG_STATE_HOME/cutelayout/history, or ~/.local/state in place of the variable,
 * one line each, readable by the user alone. Whatever cannot be read or written is left out without a word.
 */
#ifndef CLI_REPL_HISTORY_H
#define CLI_REPL_HISTORY_H

#include "base/arena.h"

enum { HISTORY_LINES = 1000 };

/*
 * Give the last HISTORY_LINES lines to "take", the oldest first. When older ones take more room than these, they are
 * dropped from the file.
 */
void repl_history_load(struct arena *arena, void (*take)(void *context, const char *line), void *context);

/* Add a line. */
void repl_history_append(struct arena *arena, const char *line);

#endif
