/* A figure as JSON: what is known of each of its cells, for programs that draw or count themselves. */
#ifndef TOOL_FIGURE_JSON_H
#define TOOL_FIGURE_JSON_H

#include "lang/eval.h"
#include "render/figure.h"

/*
 * The finished "figure" of the last value of "ev" as one object, cutelayout-draw(1) has its members: kind, title, value
 * and matrices with their cells, those of the region row by row. What a cell does not know is left out.
 */
void figure_put_json(struct buf *out, struct evaluation *ev, const struct figure *figure);

#endif
