/* Figures laid out as scenes. */
#ifndef RENDER_DRAW_H
#define RENDER_DRAW_H

#include "render/figure.h"
#include "render/panel.h"

/* Where a matrix of a figure, or a part of it, was put in the scene. */
struct placed {
	const struct matrix *matrix;
	struct panel panel;
};

struct layout_plan {
	struct placed *placed;
	int count;
};

/*
 * Lay "figure", which is finished, out in "scene", which must be empty. Returns where the matrices are.
 */
struct layout_plan figure_draw(const struct figure *figure, struct scene *scene);

#endif
