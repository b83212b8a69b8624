/* The live page with a program inside: what "draw -o FILE.html" writes. */
#ifndef CLI_DRAW_LIVE_H
#define CLI_DRAW_LIVE_H

#include "base/buf.h"

enum live_status {
	LIVE_PRINTED,
	LIVE_MISSING,   /* the page is not installed with this program */
	LIVE_OTHER,     /* the file that was found is another one */
};

/*
 * Append the page that begins with "program" and "options", those of draw in words. The page itself is a file: the one
 * that CUTELAYOUT_PAGE names, beside this program, or where it is installed.
 */
enum live_status live_print(struct buf *out, struct str program, struct str options);

#endif
