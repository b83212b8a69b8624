/* The live page with a program inside: what "draw --live" writes. */
#ifndef CLI_DRAW_LIVE_H
#define CLI_DRAW_LIVE_H

#include "base/buf.h"

/*
 * Append the page that begins with "program" and "options", those of draw in words. The page itself is a file: the one
 * that CUTELAYOUT_PAGE names, beside this program, or where it is installed. Returns an exit code, after a message
 * unless it is EXIT_DONE.
 */
int live_print(struct buf *out, struct str program, struct str options);

#endif
