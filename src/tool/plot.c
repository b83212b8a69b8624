#include "tool/plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "render/font.h"

enum {
	WIDTH = 840 * PX,     /* at least; and so for the height: names may need more */
	HEIGHT = 460 * PX,
	LEFT = 80 * PX,
	RIGHT = WIDTH - 210 * PX,
	TOP = 50 * PX,
	BOTTOM = HEIGHT - 60 * PX,
	TEXT_SIZE = 12 * PX,
	TITLE_SIZE = 14 * PX,
	LEGEND_LINE = 20 * PX,
	LEGEND_TEXT = RIGHT + 36 * PX,
	MARGIN = 10 * PX,
	MARK = 5 * PX,
	COPY_MARK = 3 * PX,
	COLOURS = 8,
	GREYS = 3,
};

enum { COLOUR_TEXT = 0x222222, COLOUR_GRID = 0xdddddd, COLOUR_CEILING = 0x444444 };

/* Told apart by people who do not see all colours (Okabe and Ito, 2008). */
static const uint32_t colours[COLOURS] = {
	0x0072b2, 0xd55e00, 0x009e73, 0xcc79a7, 0xe69f00, 0x56b4e9, 0x000000, 0x8b6f47,
};

/* Of measured copies, a grey for each device. */
static const uint32_t greys[GREYS] = { 0x999999, 0x666666, 0xbbbbbb };

/* What the axes reach over: powers of two of bytes, and from 0 to "most" bytes a second. */
struct axes {
	double least, greatest;
	double most;
};

void plot_init(struct plot *plot, struct arena *arena, const char *title) {
	*plot = (struct plot){ .arena = arena, .title = title };
}

/* The number of the line of the name, which is added where it is new; -1 where there are PLOT_LINES_MAX others. */
static int line_of(struct plot *plot, const char *name, bool is_copy) {
	for (int i = 0; i < plot->line_count; i++) {
		if (plot->lines[i].is_copy == is_copy && strcmp(plot->lines[i].name, name) == 0) {
			return i;
		}
	}
	if (plot->line_count == PLOT_LINES_MAX) {
		return -1;
	}
	plot->lines[plot->line_count] = (struct plot_line){ arena_copy(plot->arena, name, strlen(name)), is_copy };
	return plot->line_count++;
}

static void add_point(struct plot *plot, const char *name, bool is_copy, double bytes, double bytes_per_s) {
	int line = bytes_per_s > 0 ? line_of(plot, name, is_copy) : -1;
	if (line < 0) {
		plot->left_out += bytes_per_s > 0;
		return;
	}
	plot->points = arena_grown(plot->arena, plot->points, plot->count, &plot->room, sizeof *plot->points);
	plot->points[plot->count++] = (struct plot_point){ line, bytes, bytes_per_s };
}

void plot_add(struct plot *plot, const char *name, double bytes, double bytes_per_s) {
	add_point(plot, name, false, bytes, bytes_per_s);
}

void plot_add_copy(struct plot *plot, const char *name, double bytes, double bytes_per_s) {
	add_point(plot, name, true, bytes, bytes_per_s);
}

static struct axes axes_of(const struct plot *plot) {
	struct axes axes = { .least = 1e300, .most = plot->peak_bytes_per_s };
	for (int i = 0; i < plot->count; i++) {
		const struct plot_point *point = &plot->points[i];
		axes.least = fmin(axes.least, point->bytes);
		axes.greatest = fmax(axes.greatest, point->bytes);
		axes.most = fmax(axes.most, point->bytes_per_s);
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

/* A rate in GB/s: whole from 10 on, with two digits below. */
static const char *rate_text(struct scene *scene, const char *before, double bytes_per_s) {
	double rate = bytes_per_s / 1e9;
	return scene_text(scene, rate >= 10 ? "%s%.0f" : "%s%.2g", before, rate);
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
			rate_text(scene, "", rate));
	}
	const struct lettering below = { ANCHOR_MIDDLE, TEXT_SIZE, COLOUR_TEXT };
	const struct lettering beside = { ANCHOR_END, TEXT_SIZE, COLOUR_TEXT };
	scene_add_label(scene, (LEFT + RIGHT) / 2, HEIGHT - 20 * PX, below, "bytes read and written");
	scene_add_label(scene, LEFT - 8 * PX, TOP - 14 * PX, beside, "GB/s");
}

/* By size; points of one size stay as they were added. */
static int by_size(const void *left, const void *right) {
	const struct plot_point *const *a = left;
	const struct plot_point *const *b = right;
	int order = ((*a)->bytes > (*b)->bytes) - ((*a)->bytes < (*b)->bytes);
	return order != 0 ? order : (*a > *b) - (*a < *b);
}

static const struct plot_point *const *sorted(const struct plot *plot) {
	const struct plot_point **points = arena_array(plot->arena, (size_t)plot->count, sizeof *points);
	for (int i = 0; i < plot->count; i++) {
		points[i] = &plot->points[i];
	}
	qsort(points, (size_t)plot->count, sizeof *points, by_size);
	return points;
}

/*
 * The line "line" through its points, which are among "points", all of them by size. Of copies of one size, which each
 * kernel has measured, the first counts.
 */
static void draw_line(struct scene *scene, const struct plot *plot, const struct axes *axes, int line, uint32_t colour,
		const struct plot_point *const *points) {
	bool is_copy = plot->lines[line].is_copy;
	int mark = is_copy ? COPY_MARK : MARK;
	const struct plot_point *last = NULL;
	for (int i = 0; i < plot->count; i++) {
		const struct plot_point *point = points[i];
		if (point->line != line || (is_copy && last != NULL && last->bytes == point->bytes)) {
			continue;
		}
		int x = x_of(axes, point->bytes);
		int y = y_of(axes, point->bytes_per_s);
		if (last != NULL) {
			scene_add_line(scene, x_of(axes, last->bytes), y_of(axes, last->bytes_per_s), x, y,
				(struct stroke){ colour, is_copy ? PX : 2 * PX });
		}
		scene_add_rect(scene, x - mark / 2, y - mark / 2, mark, mark, colour);
		last = point;
	}
}

/* "name", or as much of it as the legend shows. */
static const char *shown(struct scene *scene, const char *name) {
	if (font_text_length(name) <= PLOT_NAME_CHARACTERS) {
		return name;
	}
	const char *end = name;
	for (int i = 0; i < PLOT_NAME_CHARACTERS - 3; i++) {
		font_next_character(&end);
	}
	return scene_text(scene, "%.*s...", (int)(end - name), name);
}

/* The next line of the legend, for which the picture grows. Returns where it is drawn. */
static int add_legend(struct scene *scene, int *lines, const char *text) {
	int y = TOP + LEGEND_LINE * (*lines)++;
	int right = LEGEND_TEXT + font_width(font_text_length(text), TEXT_SIZE) + MARGIN;
	scene->width = right > scene->width ? right : scene->width;
	scene->height = y + LEGEND_LINE > scene->height ? y + LEGEND_LINE : scene->height;
	scene_add_label(scene, LEGEND_TEXT, y, (struct lettering){ ANCHOR_START, TEXT_SIZE, COLOUR_TEXT }, text);
	return y;
}

static void draw_legend(struct scene *scene, int *lines, uint32_t colour, const char *text) {
	int y = add_legend(scene, lines, text);
	scene_add_rect(scene, RIGHT + 14 * PX, y - PX, 14 * PX, 3 * PX, colour);
}

/* The lines of copies, or those of kernels, and what they are called. */
static void draw_lines(struct scene *scene, const struct plot *plot, const struct axes *axes, bool copies, int *lines,
		const struct plot_point *const *points) {
	for (int i = 0, kinds = 0; i < plot->line_count; i++) {
		if (plot->lines[i].is_copy == copies) {
			uint32_t colour = copies ? greys[kinds % GREYS] : colours[kinds % COLOURS];
			draw_line(scene, plot, axes, i, colour, points);
			draw_legend(scene, lines, colour, shown(scene, plot->lines[i].name));
			kinds++;
		}
	}
}

void plot_draw(struct scene *scene, const struct plot *plot) {
	int right = LEFT + font_width(font_text_length(plot->title), TITLE_SIZE) + MARGIN;
	scene->width = right > WIDTH ? right : WIDTH;
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
		draw_legend(scene, &lines, COLOUR_CEILING, rate_text(scene, "peak ", plot->peak_bytes_per_s));
	}
	const struct plot_point *const *points = sorted(plot);
	draw_lines(scene, plot, &axes, true, &lines, points);
	draw_lines(scene, plot, &axes, false, &lines, points);
	if (plot->left_out > 0) {
		add_legend(scene, &lines, scene_text(scene, "and %d points of more lines", plot->left_out));
	}
}
