/* The terminal that a picture is drawn in: how wide it is and which colours it has. */
#ifndef CLI_DRAW_TERMINAL_H
#define CLI_DRAW_TERMINAL_H

#include "cli/draw/options.h"
#include "render/text.h"

struct terminal {
	int width;
	int height;   /* lines that there is room for; 0 for no end */
	enum text_depth depth;
};

/*
 * Colours only on a terminal that is not TERM=dumb and unless NO_COLOR is set: 24 bits if COLORTERM says so, else 256.
 * Options of "command" come first.
 */
struct terminal terminal_find(const struct draw_command *command);

#endif
