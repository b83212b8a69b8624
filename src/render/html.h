/*
 * A figure as one page of HTML that needs nothing else: the picture, what is known of each cell, and a script that
 * shows it, singles out threads and colours the cells anew.
 */
#ifndef RENDER_HTML_H
#define RENDER_HTML_H

#include "render/draw.h"

/* Cells of one page, at most. */
enum { HTML_CELLS = 1 << 16 };

/*
 * Append the page of "figure", which was drawn as "scene" according to "plan". Of so few cells nothing is painted, so
 * that what paints cannot fail.
 */
void html_print(struct buf *buf, const struct figure *figure, const struct scene *scene,
	const struct layout_plan *plan);

#endif
