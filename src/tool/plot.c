#include "tool/plot.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum {
	WIDTH = 840 * PX,
	HEIGHT = 460 * PX,
	LEFT = 80 * PX,
	RIGHT = WIDTH - 210 * PX,
	TOP = 50 * PX,
	BOTTOM = HEIGHT - 60 * PX,
	TEXT_SIZE = 12 * PX,
	TITLE_SIZE = 14 * PX,
	LEGEND_LINE = 20 * PX,
	MARK = 5 * PX,
	COLOURS = 8,
};

enum { COLOUR_TEXT = 0x222222, COLOUR_GRID = 0xdddddd, COLOUR_CEILING = 0x444444, COLOUR_COPY = 0x999999 };

/* Told apart by people who do not see all colours (Okabe and Ito, 2008). */
static const uint32_t colours[COLOURS] = {
	0x0072b2, 0xd55e00, 0x009e73, 0xcc79a7, 0xe69f00, 0x56b4e9, 0x000000, 0x8b6f47,
};

/* What the axes reach over: powers of two of bytes, and from 0 to "most" bytes a second. */
struct axes {
	double least, greatest;
	double most;
};

void plot_add(struct plot *plot, const char *label, double bytes, double bytes_per_s, double copy_bytes_per_s) {
	if (plot->count == PLOT_POINTS_MAX) {
		return;
	}
	struct plot_point *point = &plot->points[plot->count++];
	snprintf(point->label, sizeof point->label, "%s", label);
	point->bytes = bytes;
	point->bytes_per_s = bytes_per_s;
	point->copy_bytes_per_s = copy_bytes_per_s;
}

static struct axes axes_of(const struct plot *plot) {
	struct axes axes = { .least = 1e300, .most = plot->peak_bytes_per_s };
	for (int i = 0; i < plot->count; i++) {
		const struct plot_point *point = &plot->points[i];
		axes.least = fmin(axes.least, point->bytes);
		axes.greatest = fmax(axes.greatest, point->bytes);
		axes.most = fmax(axes.most, fmax(point->bytes_per_s, point->copy_bytes_per_s));
	}
	axes.least = exp2(floor(log2(axes.least)));
	axes.greatest = fmax(exp2(ceil(log2(axes.greatest))), 2 * axes.least);
	axes.most *= 1.05;
	return axes;
}

static int x_of(const struct axes *axes, double bytes) {
	return (int)lround(LEFT + (RIGHT - LEFT) * log2(bytes / axes->least) / log2(axes->greatest / axes->least));
}

static int y_of(const struct axes *axes, double bytes_per_s) {
	return (int)lround(BOTTOM - (BOTTOM - TOP) * bytes_per_s / axes->most);
}

static const char *size_text(struct scene *scene, double bytes) {
	static const char *const units[] = { "B", "KiB", "MiB", "GiB", "TiB" };
	int unit = 0;
	while (bytes >= 1024 && unit < 4) {
		bytes /= 1024;
		unit++;
	}
	return scene_text(scene, "%.0f %s", bytes, units[unit]);
}

static void draw_axes(struct scene *scene, const struct axes *axes) {
	for (double bytes = axes->least; bytes <= axes->greatest; bytes *= 4) {
		int x = x_of(axes, bytes);
		scene_add_line(scene, x, TOP, x, BOTTOM, (struct stroke){ COLOUR_GRID, PX });
		scene_add_label(scene, x, BOTTOM + 16 * PX, (struct lettering){ ANCHOR_MIDDLE, TEXT_SIZE, COLOUR_TEXT },
			size_text(scene, bytes));
	}
	double step = pow(10, floor(log10(axes->most)));
	step = axes->most / step < 4 ? step / 2 : step;
	for (double rate = 0; rate <= axes->most; rate += step) {
		int y = y_of(axes, rate);
		scene_add_line(scene, LEFT, y, RIGHT, y, (struct stroke){ COLOUR_GRID, PX });
		scene_add_label(scene, LEFT - 8 * PX, y, (struct lettering){ ANCHOR_END, TEXT_SIZE, COLOUR_TEXT },
			scene_text(scene, "%.0f", rate / 1e9));
	}
	const struct lettering below = { ANCHOR_MIDDLE, TEXT_SIZE, COLOUR_TEXT };
	const struct lettering beside = { ANCHOR_END, TEXT_SIZE, COLOUR_TEXT };
	scene_add_label(scene, (LEFT + RIGHT) / 2, HEIGHT - 20 * PX, below, "bytes read and written");
	scene_add_label(scene, LEFT - 8 * PX, TOP - 14 * PX, beside, "GB/s");
}

/* The line through the points with the label of point "first"; "copies" are their measured copies instead. */
static void draw_line(struct scene *scene, const struct plot *plot, const struct axes *axes, int first, uint32_t colour,
		bool copies) {
	bool begun = false;
	int x = 0;
	int y = 0;
	for (int i = first; i < plot->count; i++) {
		const struct plot_point *point = &plot->points[i];
		double rate = copies ? point->copy_bytes_per_s : point->bytes_per_s;
		if (rate <= 0 || strcmp(point->label, plot->points[first].label) != 0) {
			continue;
		}
		int next_x = x_of(axes, point->bytes);
		int next_y = y_of(axes, rate);
		if (begun) {
			scene_add_line(scene, x, y, next_x, next_y, (struct stroke){ colour, copies ? PX : 2 * PX });
		}
		if (!copies) {
			scene_add_rect(scene, next_x - MARK / 2, next_y - MARK / 2, MARK, MARK, colour);
		}
		begun = true;
		x = next_x;
		y = next_y;
	}
}

static bool is_new_label(const struct plot *plot, int i) {
	for (int j = 0; j < i; j++) {
		if (strcmp(plot->points[j].label, plot->points[i].label) == 0) {
			return false;
		}
	}
	return true;
}

static void draw_legend(struct scene *scene, int line, uint32_t colour, const char *text) {
	int y = TOP + LEGEND_LINE * line;
	scene_add_rect(scene, RIGHT + 14 * PX, y - PX, 14 * PX, 3 * PX, colour);
	scene_add_label(scene, RIGHT + 36 * PX, y, (struct lettering){ ANCHOR_START, TEXT_SIZE, COLOUR_TEXT }, text);
}

static bool has_copies(const struct plot *plot) {
	for (int i = 0; i < plot->count; i++) {
		if (plot->points[i].copy_bytes_per_s > 0) {
			return true;
		}
	}
	return false;
}

void plot_draw(struct scene *scene, const struct plot *plot) {
	scene->width = WIDTH;
	scene->height = HEIGHT;
	scene->title = plot->title;
	scene->description = "bandwidth over the bytes that a kernel reads and writes";
	scene_add_label(scene, LEFT, 18 * PX, (struct lettering){ ANCHOR_START, TITLE_SIZE, COLOUR_TEXT }, plot->title);
	if (plot->count == 0) {
		return;
	}
	struct axes axes = axes_of(plot);
	draw_axes(scene, &axes);
	int lines = 0;
	if (plot->peak_bytes_per_s > 0) {
		int y = y_of(&axes, plot->peak_bytes_per_s);
		scene_add_line(scene, LEFT, y, RIGHT, y, (struct stroke){ COLOUR_CEILING, PX });
		draw_legend(scene, lines++, COLOUR_CEILING, scene_text(scene, "peak %.0f", plot->peak_bytes_per_s / 1e9));
	}
	if (has_copies(plot)) {
		draw_line(scene, plot, &axes, 0, COLOUR_COPY, true);
		draw_legend(scene, lines++, COLOUR_COPY, "copy by the driver");
	}
	for (int i = 0, kinds = 0; i < plot->count; i++) {
		if (is_new_label(plot, i)) {
			uint32_t colour = colours[kinds++ % COLOURS];
			draw_line(scene, plot, &axes, i, colour, false);
			draw_legend(scene, lines++, colour, plot->points[i].label);
		}
	}
}
