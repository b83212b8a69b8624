/* Bandwidth over size as a scene: a line for each kernel and type, and the two ceilings. */
#ifndef TOOL_PLOT_H
#define TOOL_PLOT_H

#include "render/scene.h"

enum { PLOT_POINTS_MAX = 4096, PLOT_LABEL_BYTES = 48 };

struct plot_point {
	char label[PLOT_LABEL_BYTES];  /* points of one label make a line */
	double bytes;                  /* read and written */
	double bytes_per_s;
	double copy_bytes_per_s;       /* 0: not measured */
};

struct plot {
	struct plot_point points[PLOT_POINTS_MAX];
	int count;
	double peak_bytes_per_s;
	const char *title;
};

/* Add a point; one beyond PLOT_POINTS_MAX is left out. */
void plot_add(struct plot *plot, const char *label, double bytes, double bytes_per_s, double copy_bytes_per_s);

/* Draw the plot into "scene", which is initialized. A plot without points is a title. */
void plot_draw(struct scene *scene, const struct plot *plot);

#endif
