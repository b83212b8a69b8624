/*
 * Figures as text for terminals: the cells of a matrix in columns, coloured by escape sequences where there are
 * colours, folded where a line would be too long.
 */
#ifndef RENDER_TEXT_H
#define RENDER_TEXT_H

#include "base/buf.h"
#include "render/figure.h"

enum text_depth {
	TEXT_PLAIN,      /* no escape sequences */
	TEXT_ANSI_256,
	TEXT_ANSI_24BIT,
};

enum { TEXT_MOST_CELLS = 1 << 16 };

/* Append "figure", which is finished, in lines of "width" characters. FAULT_LIMIT beyond TEXT_MOST_CELLS. */
void text_print(struct buf *buf, struct algebra *al, const struct figure *figure, int width, enum text_depth depth);

#endif
