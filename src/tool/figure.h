/* From the value of a program to a figure: which kind of picture it is, and what of the program belongs into it. */
#ifndef TOOL_FIGURE_H
#define TOOL_FIGURE_H

#include "lang/eval.h"
#include "render/figure.h"
#include "tool/pictures/kind.h"

/*
 * Run "source" and make "figure" of its last value; it is finished. Returns false after a fault, which is in "ev".
 */
bool draw_figure(struct evaluation *ev, const struct source *source, const struct draw_request *request,
	struct figure *figure);

#endif
