/* Bandwidth over size as a scene: a line for each kernel and type, thin ones for measured copies, and the peak. */
#ifndef TOOL_PLOT_H
#define TOOL_PLOT_H

#include "render/scene.h"

enum {
	PLOT_LINES_MAX = 64,        /* points of further lines are counted, and the legend says how many */
	PLOT_NAME_CHARACTERS = 96,  /* of a name that the legend shows; what is longer ends in "..." */
};

/* Points of one name; a copy by the driver is told from a kernel of the same name. */
struct plot_line {
	const char *name;
	bool is_copy;
};

struct plot_point {
	int line;
	double bytes;                  /* read and written */
	double bytes_per_s;
};

struct plot {
	struct arena *arena;           /* of the points and of the names */
	struct plot_line lines[PLOT_LINES_MAX];
	int line_count;
	struct plot_point *points;
	int count, room;
	int left_out;                  /* points of lines beyond PLOT_LINES_MAX */
	double peak_bytes_per_s;       /* 0: not known */
	const char *title;             /* not copied */
};

/* Make "plot" one without points, called "title". */
void plot_init(struct plot *plot, struct arena *arena, const char *title);

/*
 * Add a point to the line of a kernel, or to that of measured copies, in any order. What was not measured, a rate of 0,
 * is left out. "name" is copied.
 */
void plot_add(struct plot *plot, const char *name, double bytes, double bytes_per_s);
void plot_add_copy(struct plot *plot, const char *name, double bytes, double bytes_per_s);

/* Draw the plot into "scene", which is initialized. A plot without points is a title. */
void plot_draw(struct scene *scene, const struct plot *plot);

#endif
