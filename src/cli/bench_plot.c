#include "cli/bench_plot.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { WIDTH = 760, HEIGHT = 440, LEFT = 70, RIGHT = 180, TOP = 24, BOTTOM = 56, COLORS = 8 };

static const char *const colors[COLORS] = {
	"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999",
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

static double x_of(const struct axes *axes, double bytes) {
	return LEFT + (WIDTH - LEFT - RIGHT) * log2(bytes / axes->least) / log2(axes->greatest / axes->least);
}

static double y_of(const struct axes *axes, double bytes_per_s) {
	return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * bytes_per_s / axes->most;
}

static void put_text(struct buf *out, double x, double y, const char *anchor, const char *text) {
	buf_printf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
	for (const char *c = text; *c != '\0'; c++) {
		const char *escaped = *c == '<' ? "&lt;" : *c == '>' ? "&gt;" : *c == '&' ? "&amp;" : NULL;
		if (escaped != NULL) {
			buf_put(out, escaped);
		} else {
			buf_put_char(out, *c);
		}
	}
	buf_put(out, "</text>\n");
}

static void put_size(char *text, size_t size, double bytes) {
	static const char *const units[] = { "B", "KiB", "MiB", "GiB", "TiB" };
	int unit = 0;
	while (bytes >= 1024 && unit < 4) {
		bytes /= 1024;
		unit++;
	}
	snprintf(text, size, "%.0f %s", bytes, units[unit]);
}

static void put_axes(struct buf *out, const struct axes *axes) {
	char text[32];
	for (double bytes = axes->least; bytes <= axes->greatest; bytes *= 4) {
		double x = x_of(axes, bytes);
		buf_printf(out, "<path d=\"M%.1f %d V%d\" stroke=\"#ddd\"/>\n", x, TOP, HEIGHT - BOTTOM);
		put_size(text, sizeof text, bytes);
		put_text(out, x, HEIGHT - BOTTOM + 18, "middle", text);
	}
	double step = pow(10, floor(log10(axes->most)));
	step = axes->most / step < 4 ? step / 2 : step;
	for (double rate = 0; rate <= axes->most; rate += step) {
		double y = y_of(axes, rate);
		buf_printf(out, "<path d=\"M%d %.1f H%d\" stroke=\"#ddd\"/>\n", LEFT, y, WIDTH - RIGHT);
		snprintf(text, sizeof text, "%.0f", rate / 1e9);
		put_text(out, LEFT - 6, y + 4, "end", text);
	}
	put_text(out, (LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 14, "middle", "bytes read and written");
	put_text(out, LEFT - 6, TOP - 8, "end", "GB/s");
}

/* The line through the points with the label of point "first"; "copies" are their measured copies instead. */
static void put_line(struct buf *out, const struct plot *plot, const struct axes *axes, int first, const char *style,
		bool copies) {
	const char *join = "M";
	buf_put(out, "<path fill=\"none\" d=\"");
	for (int i = first; i < plot->count; i++) {
		const struct plot_point *point = &plot->points[i];
		double rate = copies ? point->copy_bytes_per_s : point->bytes_per_s;
		if (rate > 0 && strcmp(point->label, plot->points[first].label) == 0) {
			buf_printf(out, "%s%.1f %.1f", join, x_of(axes, point->bytes), y_of(axes, rate));
			join = " L";
		}
	}
	buf_printf(out, "\" %s/>\n", style);
}

static bool is_new_label(const struct plot *plot, int i) {
	for (int j = 0; j < i; j++) {
		if (strcmp(plot->points[j].label, plot->points[i].label) == 0) {
			return false;
		}
	}
	return true;
}

void plot_print(struct buf *out, const struct plot *plot) {
	struct axes axes = axes_of(plot);
	buf_printf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
		"font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"%d\" height=\"%d\" fill=\"white\"/>\n", WIDTH,
		HEIGHT,
		WIDTH, HEIGHT, WIDTH, HEIGHT);
	if (plot->count > 0) {
		put_axes(out, &axes);
		double y = y_of(&axes, plot->peak_bytes_per_s);
		buf_printf(out, "<path d=\"M%d %.1f H%d\" stroke=\"#444\" stroke-dasharray=\"6 3\"/>\n", LEFT, y,
			WIDTH - RIGHT);
		put_text(out, WIDTH - RIGHT + 8, y + 4, "start", "peak");
		put_line(out, plot, &axes, 0, "stroke=\"#444\" stroke-dasharray=\"2 3\"", true);
	}
	int lines = 0;
	for (int i = 0; i < plot->count; i++) {
		if (!is_new_label(plot, i)) {
			continue;
		}
		char style[64];
		const char *color = colors[lines % COLORS];
		snprintf(style, sizeof style, "stroke=\"%s\" stroke-width=\"2\"", color);
		put_line(out, plot, &axes, i, style, false);
		buf_printf(out, "<rect x=\"%d\" y=\"%d\" width=\"12\" height=\"3\" fill=\"%s\"/>\n", WIDTH - RIGHT + 8,
			TOP + 60 + 18 * lines, color);
		put_text(out, WIDTH - RIGHT + 26, TOP + 65 + 18 * lines, "start", plot->points[i].label);
		lines++;
	}
	if (plot->count > 0) {
		put_text(out, WIDTH - RIGHT + 8, TOP + 65 + 18 * lines, "start", "dotted: copy by the driver");
	}
	buf_put(out, "</svg>\n");
}
