/*
 * Painted pictures, pixel by pixel: random scenes of what has no soft edges (cells, rectangles, outlines and upright
 * lines) against a painter that asks for each pixel what lies there, and files against what their readers see in them.
 * Prints "N passed, N failed".
 *
 *     pixels [COUNT [SEED]]
 */
#include <inttypes.h>
#include <math.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#ifdef HAVE_GIFLIB
#include <gif_lib.h>
#endif

#include "render/cairo_pdf.h"
#include "render/font.h"
#include "render/gif_write.h"
#include "render/raster.h"
#include "samples.h"

enum { SCENES = 300, SHAPES = 12, COLOURS = 9 };

static int passed, failed;

static void check(bool holds, const char *what, int64_t number) {
	passed += holds;
	failed += !holds;
	if (!holds) {
		printf("FAIL: %s, number %" PRId64 "\n", what, number);
	}
}

/* A picture as pixels 0xRRGGBB, row by row. */
struct pixels {
	struct arena *arena;
	int width, height;
	uint32_t *at;
	bool refuses; /* as if the file could not be written */
};

static struct pixels pixels_new(struct arena *arena, int width, int height) {
	struct pixels pixels = { .arena = arena, .width = width, .height = height };
	pixels.at = arena_array(arena, (size_t)width * (size_t)height, sizeof *pixels.at);
	return pixels;
}

static bool same_pixels(const struct pixels *a, const struct pixels *b) {
	return a->width == b->width && a->height == b->height
		&& memcmp(a->at, b->at, (size_t)a->width * (size_t)a->height * sizeof *a->at) == 0;
}

/* For raster_paint. */
static bool keep(void *context, const struct png_image *image) {
	struct pixels *pixels = context;
	*pixels = pixels_new(pixels->arena, image->width, image->height);
	uint8_t *row = arena_array(pixels->arena, (size_t)image->width, 3);
	for (int y = 0; y < image->height; y++) {
		image->row(image->context, y, row);
		for (int x = 0; x < image->width; x++) {
			const uint8_t *rgb = row + 3 * (size_t)x;
			pixels->at[(size_t)y * (size_t)image->width + (size_t)x] = (uint32_t)(rgb[0] << 16 | rgb[1] << 8 | rgb[2]);
		}
	}
	return true;
}

/* --- scenes against a painter that asks for each pixel --- */

static int random_place(struct samples *samples, int size) {
	return (int)sample_between(samples, -size / 4, size) / (4 * PX) * 4 * PX;
}

static struct cells *random_cells(struct samples *samples, struct arena *arena, const uint32_t *colours) {
	struct cells *cells = arena_array(arena, 1, sizeof *cells);
	int rows = (int)sample_between(samples, 1, 9);
	int columns = (int)sample_between(samples, 1, 9);
	uint8_t *index = arena_array(arena, (size_t)(rows * columns), 1);
	for (int i = 0; i < rows * columns; i++) {
		index[i] = sample_below(samples, 5) == 0 ? CELL_UNPAINTED : (uint8_t)sample_below(samples, COLOURS);
	}
	*cells = (struct cells){ rows, columns, index, colours, COLOURS };
	return cells;
}

/* Shapes that reach beyond every edge; those that Cairo paints lie on whole pixels at a scale of 1 and more. */
static void add_random_shape(struct samples *samples, struct scene *scene, const uint32_t *colours) {
	int x = random_place(samples, scene->width);
	int y = random_place(samples, scene->height);
	int width = random_place(samples, scene->width / 2);
	int height = random_place(samples, scene->height / 2);
	uint32_t colour = colours[sample_below(samples, COLOURS)];
	int stroke = (int)sample_between(samples, 1, 3) * 4 * PX;
	switch (sample_below(samples, 5)) {
	case 0: scene_add_rect(scene, x, y, abs(width), abs(height), colour); break;
	case 1: scene_add_outline(scene, x, y, abs(width) + 2 * stroke, abs(height) + 2 * stroke,
		(struct stroke){ colour, stroke }); break;
	case 2: scene_add_line(scene, x, y, x, y + height, (struct stroke){ colour, stroke }); break;
	case 3: scene_add_line(scene, x, y, x + width, y, (struct stroke){ colour, stroke }); break;
	default: scene_add_cells(scene, x + (int)sample_below(samples, 20), y + (int)sample_below(samples, 20),
		(int)sample_between(samples, 1, 90), (int)sample_between(samples, 1, 90),
		random_cells(samples, scene->arena, colours));
	}
}

/* The pixel at which the length "at" lies. */
static int edge(int at, double scale) {
	return (int)floor(at * (scale / PX) + 0.5);
}

/* The cell of "count" in which pixel "at" lies, or -1; the first one begins at "begin". */
static int cell_at(int at, int begin, int size, int count, double scale) {
	for (int i = 0; i < count; i++) {
		if (at >= edge(begin + i * size, scale) && at < edge(begin + (i + 1) * size, scale)) {
			return i;
		}
	}
	return -1;
}

static bool is_between(double at, int a, int b) {
	return at >= (a < b ? a : b) && at < (a < b ? b : a);
}

static bool is_in_rect(double x, double y, const struct shape *shape, int wider) {
	return is_between(x, shape->x - wider, shape->x + shape->width + wider)
		&& is_between(y, shape->y - wider, shape->y + shape->height + wider);
}

/* The colour of the pixel "x", "y" after "shape", which was "before". */
static uint32_t colour_after(const struct shape *shape, int x, int y, double scale, uint32_t before) {
	double at_x = (x + 0.5) / scale * PX;
	double at_y = (y + 0.5) / scale * PX;
	int half = shape->size / 2;
	if (shape->kind == SHAPE_CELLS) {
		const struct cells *cells = shape->cells;
		int row = cell_at(y, shape->y, shape->height, cells->rows, scale);
		int column = cell_at(x, shape->x, shape->width, cells->columns, scale);
		int index = row < 0 || column < 0 ? CELL_UNPAINTED : cells->index[row * cells->columns + column];
		return index == CELL_UNPAINTED ? before : cells->colours[index];
	}
	if (shape->kind == SHAPE_LINE) {
		struct shape wide = *shape;
		wide.x -= shape->width == 0 ? half : 0;
		wide.y -= shape->width == 0 ? 0 : half;
		wide.width += shape->width == 0 ? 2 * half : 0;
		wide.height += shape->width == 0 ? 0 : 2 * half;
		return is_in_rect(at_x, at_y, &wide, 0) ? shape->stroke : before;
	}
	if (shape->stroke != COLOUR_NONE) {
		return is_in_rect(at_x, at_y, shape, half) && !is_in_rect(at_x, at_y, shape, -half) ? shape->stroke : before;
	}
	return is_in_rect(at_x, at_y, shape, 0) ? shape->fill : before;
}

static struct pixels paint_slowly(struct arena *arena, const struct scene *scene, double scale) {
	struct pixels pixels = pixels_new(arena, edge(scene->width, scale), edge(scene->height, scale));
	for (int y = 0; y < pixels.height; y++) {
		for (int x = 0; x < pixels.width; x++) {
			uint32_t colour = scene->background;
			for (size_t i = 0; i < scene->count; i++) {
				colour = colour_after(&scene->shapes[i], x, y, scale, colour);
			}
			pixels.at[(size_t)y * (size_t)pixels.width + (size_t)x] = colour;
		}
	}
	return pixels;
}

static bool is_painted_right(struct arena *arena, const struct scene *scene, double scale) {
	struct pixels painted = { .arena = arena };
	if (!raster_paint(scene, scale, typeface_create(), &(struct raster_sink){ keep, &painted })) {
		return false;
	}
	struct pixels wanted = paint_slowly(arena, scene, scale);
	return same_pixels(&painted, &wanted);
}

static void random_colours(struct samples *samples, uint32_t *colours) {
	for (int i = 0; i < COLOURS; i++) {
		colours[i] = (uint32_t)sample_below(samples, 1 << 24);
	}
}

/* "height" of many pixels makes more than one band. */
static void try_scene(struct arena *arena, struct samples *samples, int width, int height, int64_t number) {
	static const double scales[] = { 1, 2, 0.5, 3 };
	struct scene scene;
	uint32_t colours[COLOURS];
	random_colours(samples, colours);
	scene_init(&scene, arena);
	scene.width = width * 4 * PX;
	scene.height = height * 4 * PX;
	scene.background = colours[0];
	for (int i = 0; i < SHAPES; i++) {
		add_random_shape(samples, &scene, colours);
	}
	check(is_painted_right(arena, &scene, scales[number % 4]), "a scene", number);
}

/* A picture so wide that it is painted in bands of 69 rows of pixels: cells begin before a band and end behind it. */
static void try_bands(struct arena *arena) {
	static const uint32_t colours[] = { 0x102030, 0x405060, 0x708090 };
	static const uint8_t index[] = { 0, CELL_UNPAINTED, 1, 2, CELL_UNPAINTED, 0, 2, 1, 0, 1, CELL_UNPAINTED, 2, 1, 0 };
	static const struct cells cells = { 7, 2, index, colours, 3 };
	for (int height = 9; height <= 300; height += 97) {
		struct scene scene;
		scene_init(&scene, arena);
		scene.width = 30000 * PX;
		scene.height = 250 * PX;
		scene_add_cells(&scene, 5 * PX, -20 * PX, 7 * PX, height, &cells);
		scene_add_cells(&scene, 29990 * PX, 80 * PX, 7 * PX, height, &cells);
		check(is_painted_right(arena, &scene, 1), "cells in bands, of a height", height);
	}
}

/* --- letters --- */

/* At a font size of an em, a letter is as wide as a whole number of lengths, and so where one begins is known. */
static void add_letter(struct scene *scene, int x, int y, uint32_t colour, const char *letter) {
	scene_add_label(scene, x, y, (struct lettering){ ANCHOR_START, FONT_EM, colour }, letter);
}

/* A label is its letters, one beside the other, wherever it is held. */
static void try_label(struct arena *arena, struct samples *samples, int64_t number) {
	static const char *const letters[] = { "0", "7", "(", "A", "\xc2\xb7", "\xe2\x86\x92" };
	struct scene scenes[2];
	struct pixels painted[2] = { { .arena = arena }, { .arena = arena } };
	for (int i = 0; i < 2; i++) {
		scene_init(&scenes[i], arena);
		scenes[i].width = scenes[i].height = 6000;
	}
	bool good = true;
	for (int label = 0; label < 3; label++) {
		int count = (int)sample_between(samples, 1, 3) * 2;
		enum anchor anchor = (enum anchor)sample_below(samples, 3);
		int width = count * FONT_ADVANCE;
		int before = anchor == ANCHOR_START ? 0 : anchor == ANCHOR_MIDDLE ? width / 2 : width;
		int x = (int)sample_between(samples, 0, 6000);
		int y = (int)sample_between(samples, 0, 6000);
		uint32_t colour = (uint32_t)sample_below(samples, 1 << 24);
		struct buf text;
		buf_init(&text, arena);
		for (int i = 0; i < count; i++) {
			const char *letter = letters[sample_below(samples, 6)];
			buf_put(&text, letter);
			add_letter(&scenes[1], x - before + i * FONT_ADVANCE, y, colour, letter);
		}
		scene_add_label(&scenes[0], x, y, (struct lettering){ anchor, FONT_EM, colour }, text.data);
	}
	for (int i = 0; i < 2; i++) {
		good = good && raster_paint(&scenes[i], 1, typeface_create(), &(struct raster_sink){ keep, &painted[i] });
	}
	check(good && same_pixels(&painted[0], &painted[1]), "labels as their letters", number);
}

/*
 * Labels of one look are shown many at a time: the same as one by one, with something that nobody sees between them.
 * Each has one of as many "looks", whose size or colour is another.
 */
static void try_many_labels(struct arena *arena, struct samples *samples, int looks) {
	static const struct lettering lettering[] = {
		{ ANCHOR_START, 100, 0x123456 }, { ANCHOR_START, 150, 0x123456 }, { ANCHOR_START, 150, 0xfedcba },
	};
	struct scene scenes[2];
	struct pixels painted[2] = { { .arena = arena }, { .arena = arena } };
	for (int i = 0; i < 2; i++) {
		scene_init(&scenes[i], arena);
		scenes[i].width = scenes[i].height = 6000;
	}
	for (int label = 0; label < 600; label++) {
		int x = (int)sample_between(samples, 0, 6000);
		int y = (int)sample_between(samples, 0, 6000);
		int look = (int)sample_below(samples, looks);
		for (int i = 0; i < 2; i++) {
			scene_add_label(&scenes[i], x, y, lettering[look], "7");
		}
		scene_add_rect(&scenes[1], 9000, y, 10, 10, 0x654321); /* beside the page, and so painted */
	}
	bool good = true;
	for (int i = 0; i < 2; i++) {
		good = good && raster_paint(&scenes[i], 1, typeface_create(), &(struct raster_sink){ keep, &painted[i] });
	}
	check(good && same_pixels(&painted[0], &painted[1]), "many labels", looks);
}

/* Upright lines have no grey edges, wherever between pixels they lie; others have. */
static void try_edges(struct arena *arena) {
	static const struct {
		int width, height;
		bool soft;
	} cases[] = {
		{ 0, 500, false }, { 500, 0, false }, { 0, -500, false }, { -500, 0, false }, { 500, 500, true },
		{ 1, 500, true }, { 500, 1, true }, { -1, 500, true }, { 500, -1, true },
	};
	const uint32_t ink = 0x123456;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct scene scene;
		struct pixels painted = { .arena = arena };
		scene_init(&scene, arena);
		scene.width = scene.height = 1200;
		scene_add_line(&scene, 603, 603, 603 + cases[i].width, 603 + cases[i].height, (struct stroke){ ink, 23 });
		bool good = raster_paint(&scene, 1, typeface_create(), &(struct raster_sink){ keep, &painted });
		int inked = 0, grey = 0;
		for (int k = 0; good && k < painted.width * painted.height; k++) {
			inked += painted.at[k] == ink;
			grey += painted.at[k] != ink && painted.at[k] != scene.background;
		}
		check(good && inked > 0 && (grey > 0) == cases[i].soft, "the edges of a line", (int64_t)i);
	}
}

/* The letter H is as high as a capital, and a label's place is in the middle of that. */
static void try_heights(struct arena *arena) {
	static const int places[] = { 1000, 2000, 3500 };
	const uint32_t ink = 0x123456;
	for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
		struct scene scene;
		struct pixels painted = { .arena = arena };
		scene_init(&scene, arena);
		scene.width = scene.height = 4500;
		add_letter(&scene, 1000, places[i], ink, "H");
		bool good = raster_paint(&scene, 1, typeface_create(), &(struct raster_sink){ keep, &painted });
		int first = -1, last = -1;
		for (int k = 0; good && k < painted.width * painted.height; k++) {
			if (painted.at[k] == ink) {
				first = first < 0 ? k / painted.width : first;
				last = k / painted.width;
			}
		}
		good = good && abs(first - edge(places[i] - FONT_CAPITAL / 2, 1)) <= 1
			&& abs(last + 1 - edge(places[i] + FONT_CAPITAL / 2, 1)) <= 1;
		check(good, "the height of a letter", (int64_t)i);
	}
}

/* --- how many pixels --- */

static void try_scales(struct arena *arena) {
	static const struct {
		double width, height; /* pixels of the scene */
		double scale;
	} cases[] = {
		{ 1, 1, 2 },
		{ 4000, 2000, 2 },         /* 32 million pixels of the file */
		{ 4000, 2001, 1 },
		{ 2001, 4000, 1 },
		{ 16000, 10, 2 },          /* the side that is painted at most */
		{ 16001, 10, 1 },
		{ 10, 16000, 2 },
		{ 10, 16001, 1 },
		{ 31999.5, 10, 1 },
		{ 32000, 10, 1 },
		{ 64000, 10, 0.5 },
		{ 10, 128000, 0.25 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct scene scene;
		scene_init(&scene, arena);
		scene.width = (int)(cases[i].width * PX);
		scene.height = (int)(cases[i].height * PX);
		check(raster_scale(&scene) == cases[i].scale, "pixels of the file to one of the scene", (int64_t)i);
	}
}

/* --- files --- */

struct random_image {
	struct pixels pixels;
	const uint8_t *index; /* of the palette, if there is one */
};

static void take_row(void *context, int y, uint8_t *out) {
	const struct random_image *image = context;
	for (int x = 0; x < image->pixels.width; x++) {
		size_t i = (size_t)y * (size_t)image->pixels.width + (size_t)x;
		if (image->index != NULL) {
			out[x] = image->index[i];
			continue;
		}
		out[3 * x] = (uint8_t)(image->pixels.at[i] >> 16);
		out[3 * x + 1] = (uint8_t)(image->pixels.at[i] >> 8);
		out[3 * x + 2] = (uint8_t)image->pixels.at[i];
	}
}

/* Takes as many bytes as "left" says. */
struct room {
	struct buf *out;
	size_t left;
};

static bool take_bytes(void *context, const void *data, size_t size) {
	struct room *room = context;
	bool fits = size <= room->left;
	buf_put_str(room->out, (struct str){ data, fits ? size : 0 });
	room->left -= fits ? size : room->left;
	return fits;
}

/* Whether the chunk "kind" of "length" bytes begins at "at" of a PNG file. */
static bool has_chunk(const struct buf *png, size_t at, const char *kind, int length) {
	const char begin[8] = { 0, 0, (char)(length >> 8), (char)length, kind[0], kind[1], kind[2], kind[3] };
	return png->length > at + sizeof begin && memcmp(png->data + at, begin, sizeof begin) == 0;
}

/* A PNG of random pixels, of a palette as well, is what libpng reads; and a file without room is a failure. */
static void try_png(struct arena *arena, struct samples *samples, int64_t number) {
	int width = (int)sample_between(samples, 1, 40);
	struct random_image image = { .pixels = pixels_new(arena, width, (int)sample_between(samples, 1, 40)) };
	size_t count = (size_t)image.pixels.width * (size_t)image.pixels.height;
	uint32_t palette[255];
	uint8_t *index = arena_array(arena, count, 1);
	int colours = (int)sample_between(samples, 1, 255);
	for (int i = 0; i < colours; i++) {
		palette[i] = (uint32_t)sample_below(samples, 1 << 24);
	}
	for (size_t i = 0; i < count; i++) {
		index[i] = (uint8_t)sample_below(samples, colours + 1);
		image.pixels.at[i] = (uint32_t)sample_below(samples, 1 << 24);
	}
	bool indexed = number % 2 == 1;
	image.index = indexed ? index : NULL;
	struct png_image png = {
		image.pixels.width, image.pixels.height, indexed ? palette : NULL, colours, take_row, &image,
	};
	struct buf out;
	buf_init(&out, arena);
	struct room room = { &out, SIZE_MAX };
	bool good = png_write(&png, &(struct png_sink){ take_bytes, &room });
	png_image read = { .version = PNG_IMAGE_VERSION };
	good = good && png_image_begin_read_from_memory(&read, out.data, out.length) != 0;
	read.format = PNG_FORMAT_RGBA;
	uint8_t *rgba = arena_array(arena, count, 4);
	good = good && (int)read.width == png.width && (int)read.height == png.height
		&& png_image_finish_read(&read, NULL, rgba, 0, NULL) != 0;
	png_image_free(&read);
	/* A palette has its colours and one that is clear; it begins behind 8 bytes and the header of 12 and 13. */
	good = good && (!indexed || (has_chunk(&out, 33, "PLTE", 3 * (colours + 1))
		&& has_chunk(&out, 45 + 3 * ((size_t)colours + 1), "tRNS", colours + 1)));
	for (size_t i = 0; i < count && good; i++) {
		uint32_t colour = indexed ? palette[index[i] % colours] : image.pixels.at[i];
		bool clear = indexed && index[i] == colours;
		good = rgba[4 * i + 3] == (clear ? 0 : 255)
			&& (clear || colour == (uint32_t)(rgba[4 * i] << 16 | rgba[4 * i + 1] << 8 | rgba[4 * i + 2]));
	}
	check(good, "a PNG file", number);
	struct buf less;
	buf_init(&less, arena);
	room = (struct room){ &less, (size_t)sample_below(samples, (int64_t)out.length) };
	check(!png_write(&png, &(struct png_sink){ take_bytes, &room }), "a PNG file without room", number);
}

/* --- PDF --- */

static bool write_bytes(void *context, const void *data, size_t size) {
	buf_put_str(context, (struct str){ data, size });
	return true;
}

/* What the stream that begins at "data" holds, if that is less than "most" bytes; NULL otherwise. */
static char *inflated(struct arena *arena, const char *data, size_t size, size_t most, size_t *length) {
	char *text = arena_alloc(arena, most);
	z_stream stream = {
		.next_in = (Bytef *)(uintptr_t)data, .avail_in = (uInt)size,
		.next_out = (Bytef *)text, .avail_out = (uInt)most - 1,
	};
	bool good = inflateInit(&stream) == Z_OK && inflate(&stream, Z_FINISH) == Z_STREAM_END;
	inflateEnd(&stream);
	*length = stream.total_out;
	return good ? text : NULL;
}

/* The first stream of a PDF file that is a page: it fills rectangles. With "length" above 0 one of so many bytes. */
static char *find_stream(struct arena *arena, const struct buf *pdf, size_t length) {
	static const char begin[] = "\nstream\n";
	size_t skipped = sizeof begin - 1;
	for (size_t at = 0; at + skipped < pdf->length; at++) {
		size_t size;
		char *text = memcmp(pdf->data + at, begin, skipped) != 0 ? NULL :
			inflated(arena, pdf->data + at + skipped, pdf->length - at - skipped, 1 << 20, &size);
		if (text != NULL && (length > 0 ? size == length : strstr(text, " re f") != NULL)) {
			return text;
		}
	}
	return NULL;
}

static void read_page_size(const char *text, size_t length, double size[2]) {
	static const char name[] = "/MediaBox";
	for (size_t at = 0; at + sizeof name < length; at++) {
		if (memcmp(text + at, name, sizeof name - 1) == 0) {
			sscanf(text + at + sizeof name - 1, " [ 0 0 %lf %lf ]", &size[0], &size[1]);
		}
	}
}

/* The width and height of the page of a PDF file, in points; newer versions of Cairo say them in a stream. */
static void find_page_size(struct arena *arena, const struct buf *pdf, double size[2]) {
	static const char begin[] = "\nstream\n";
	size_t skipped = sizeof begin - 1;
	read_page_size(pdf->data, pdf->length, size);
	for (size_t at = 0; at + skipped < pdf->length; at++) {
		size_t length;
		char *text = memcmp(pdf->data + at, begin, skipped) != 0 ? NULL :
			inflated(arena, pdf->data + at + skipped, pdf->length - at - skipped, 1 << 20, &length);
		if (text != NULL) {
			read_page_size(text, length, size);
		}
	}
}

/* Give the pixels of "box", whose lengths are points of 4 / 3 pixels, a colour. */
static void fill_box(struct pixels *pixels, const double *box, const double *rgb) {
	uint32_t colour = 0;
	for (int i = 0; i < 3; i++) {
		colour = colour << 8 | (uint32_t)(rgb[i] * 255 + 0.5);
	}
	for (int y = 0; y < pixels->height; y++) {
		for (int x = 0; x < pixels->width; x++) {
			double at_x = (x + 0.5) * 0.75, at_y = (y + 0.5) * 0.75;
			if (at_x > box[0] && at_x < box[0] + box[2] && at_y > box[1] && at_y < box[1] + box[3]) {
				pixels->at[(size_t)y * (size_t)pixels->width + (size_t)x] = colour;
			}
		}
	}
}

/* The corner of a rectangle opposite to where it begins is the farthest of those that its path reaches. */
static void reach_corner(double *box, const double *corner) {
	for (int i = 0; i < 2; i++) {
		if (corner[i] != box[i]) {
			box[i + 2] = corner[i] - box[i];
		}
	}
}

/* What a page that fills rectangles and nothing else looks like: operands, then their operator. */
static void read_page(struct pixels *pixels, char *page) {
	enum { MOST = 1 << 12, OPERANDS = 8 };
	static double boxes[MOST][OPERANDS];
	double operands[OPERANDS] = { 0 }, rgb[3] = { 0 };
	int count = 0, open = 0;
	for (char *word = strtok(page, " \n"); word != NULL; word = strtok(NULL, " \n")) {
		char *end;
		double number = strtod(word, &end);
		if (*end == '\0') {
			operands[count++ % OPERANDS] = number;
			continue;
		}
		if (strcmp(word, "rg") == 0) {
			memcpy(rgb, operands, sizeof rgb);
		} else if (strcmp(word, "re") == 0 && open < MOST) {
			memcpy(boxes[open++], operands, sizeof operands);
		} else if (strcmp(word, "m") == 0 && open < MOST) {
			memcpy(boxes[open], operands, 2 * sizeof operands[0]);
		} else if (strcmp(word, "l") == 0 && open < MOST) {
			reach_corner(boxes[open], operands);
		} else if (strcmp(word, "h") == 0 && open < MOST) {
			open++;
		} else if (strcmp(word, "f") == 0 || strcmp(word, "f*") == 0) {
			for (int i = 0; i < open; i++) {
				fill_box(pixels, boxes[i], rgb);
			}
			open = 0;
		}
		count = 0;
	}
}

static bool print_pdf(struct buf *out, struct arena *arena, const struct scene *scene) {
	buf_init(out, arena);
	return cairo_pdf_write(scene, typeface_create(), &(struct pdf_sink){ write_bytes, out });
}

/* Cells and rectangles are where they are in the scene, and what covers them is above. */
static void try_pdf(struct arena *arena, struct samples *samples, int64_t number) {
	struct scene scene;
	uint32_t colours[COLOURS];
	random_colours(samples, colours);
	scene_init(&scene, arena);
	scene.width = (int)sample_between(samples, 5, 30) * 4 * PX;
	scene.height = (int)sample_between(samples, 5, 30) * 4 * PX;
	scene.background = colours[0];
	for (int i = 0; i < 4; i++) {
		int x = random_place(samples, scene.width), y = random_place(samples, scene.height);
		if (i % 2 == 0) {
			scene_add_cells(&scene, x, y, 4 * PX, 8 * PX, random_cells(samples, arena, colours));
		} else {
			scene_add_rect(&scene, x, y, 12 * PX, 20 * PX, colours[i]);
		}
	}
	struct buf pdf;
	bool good = print_pdf(&pdf, arena, &scene);
	struct pixels wanted = paint_slowly(arena, &scene, 1);
	struct pixels drawn = pixels_new(arena, wanted.width, wanted.height);
	char *page = good ? find_stream(arena, &pdf, 0) : NULL;
	if (page != NULL) {
		read_page(&drawn, page);
	}
	check(page != NULL && same_pixels(&drawn, &wanted), "a PDF file", number);
	double size[2] = { 0 };
	if (good) {
		find_page_size(arena, &pdf, size);
	}
	bool fits = fabs(size[0] - wanted.width * 0.75) < 0.01 && fabs(size[1] - wanted.height * 0.75) < 0.01;
	check(fits, "the size of the page of a PDF file", number);
}

/* More than 65536 cells are an image with a pixel for each, which is transparent where a cell is not painted. */
static void try_pdf_image(struct arena *arena, int columns) {
	enum { ROWS = 256 };
	static const uint32_t colours[] = { 0x102030, 0x405060 };
	size_t count = (size_t)ROWS * (size_t)columns;
	uint8_t *index = arena_array(arena, count, 1);
	size_t mask_row = ((size_t)columns + 7) / 8;
	char *rgb = arena_array(arena, count, 3), *alpha = arena_array(arena, mask_row, ROWS);
	for (size_t i = 0; i < count; i++) {
		index[i] = i % 7 == 3 ? CELL_UNPAINTED : i % 5 == 0;
		uint32_t colour = index[i] == CELL_UNPAINTED ? 0 : colours[index[i]];
		for (int k = 0; k < 3; k++) {
			rgb[3 * i + (size_t)k] = (char)(colour >> (16 - 8 * k) & 255);
		}
		size_t column = i % (size_t)columns;
		char *bits = &alpha[i / (size_t)columns * mask_row + column / 8];
		*bits = (char)(*bits | (index[i] == CELL_UNPAINTED ? 0 : 128 >> column % 8));
	}
	struct cells cells = { ROWS, columns, index, colours, 2 };
	struct scene scene;
	struct buf pdf;
	scene_init(&scene, arena);
	scene.width = scene.height = 300 * PX;
	scene_add_cells(&scene, 4 * PX, 8 * PX, PX, PX, &cells);
	bool good = print_pdf(&pdf, arena, &scene);
	const char *page = good ? find_stream(arena, &pdf, 0) : NULL;
	struct buf place;
	buf_init(&place, arena);
	buf_printf(&place, "\n%g 0 0 -%g 3 %g cm\n", columns * 0.75, ROWS * 0.75, 6 + ROWS * 0.75);
	const char *image = good ? find_stream(arena, &pdf, 3 * count) : NULL;
	const char *mask = good ? find_stream(arena, &pdf, mask_row * ROWS) : NULL;
	if (columns <= 256) {
		check(good && image == NULL && mask == NULL, "cells of a PDF file as paths", columns);
	} else {
		check(page != NULL && strstr(page, place.data) != NULL, "the place of an image in a PDF file", columns);
		check(image != NULL && memcmp(image, rgb, 3 * count) == 0, "an image in a PDF file", columns);
		check(mask != NULL && memcmp(mask, alpha, mask_row * ROWS) == 0, "what is transparent in a PDF file", columns);
	}
}

#ifdef HAVE_GIFLIB
struct bytes {
	const char *data;
	size_t length, at;
};

static int read_bytes(GifFileType *file, GifByteType *out, int length) {
	struct bytes *bytes = file->UserData;
	size_t left = bytes->length - bytes->at;
	size_t taken = left < (size_t)length ? left : (size_t)length;
	memcpy(out, bytes->data + bytes->at, taken);
	bytes->at += taken;
	return (int)taken;
}

static int distance(uint32_t a, GifColorType b) {
	int red = (int)(a >> 16) - b.Red;
	int green = (int)(a >> 8 & 255) - b.Green;
	int blue = (int)(a & 255) - b.Blue;
	return red * red + green * green + blue * blue;
}

/* Each pixel has the nearest colour of the palette, and its own where there are no more than 256. */
static bool is_shown(const SavedImage *shown, const struct pixels *pixels, bool exact) {
	const ColorMapObject *map = shown->ImageDesc.ColorMap;
	if (map == NULL || shown->ImageDesc.Left != 0 || shown->ImageDesc.Top != 0
		|| shown->ImageDesc.Width != pixels->width || shown->ImageDesc.Height != pixels->height) {
		return false;
	}
	for (int i = 0; i < pixels->width * pixels->height; i++) {
		int own = distance(pixels->at[i], map->Colors[shown->RasterBits[i]]);
		for (int k = 0; k < map->ColorCount; k++) {
			if (own > distance(pixels->at[i], map->Colors[k]) || (exact && own > 0)) {
				return false;
			}
		}
	}
	return true;
}

static int compare_keys(const void *a, const void *b) {
	uint64_t x = *(const uint64_t *)a;
	uint64_t y = *(const uint64_t *)b;
	return (x > y) - (x < y);
}

/*
 * The palette has the colours of most pixels, those first, and among as many the darker one, and has no more room than
 * they need.
 */
static bool is_in_order(struct arena *arena, const ColorMapObject *map, const struct pixels *pixels) {
	size_t count = (size_t)pixels->width * (size_t)pixels->height;
	uint64_t *keys = arena_array(arena, count, sizeof *keys);
	for (size_t i = 0; i < count; i++) {
		keys[i] = pixels->at[i];
	}
	qsort(keys, count, sizeof *keys, compare_keys);
	size_t colours = 0;
	for (size_t i = 0, next; i < count; i = next) {
		for (next = i; next < count && keys[next] == keys[i]; next++) {
		}
		keys[colours++] = (uint64_t)(count - (next - i)) << 32 | keys[i];
	}
	qsort(keys, colours, sizeof *keys, compare_keys);
	size_t room = 2; /* a power of two */
	while (room < colours && room < 256) {
		room *= 2;
	}
	if ((size_t)map->ColorCount != room) {
		return false;
	}
	for (size_t i = 0; i < colours && i < room; i++) {
		if (distance((uint32_t)keys[i], map->Colors[i]) != 0) {
			return false;
		}
	}
	return true;
}

/*
 * Films of "count" pictures, of a few colours, as many as the file can have, or more: those of most pixels are kept.
 */
static void try_gif(struct arena *arena, struct samples *samples, int64_t number) {
	enum { MOST = 3, LEAST = 8, FEW = 256, SOME = 300, MANY = 20000 };
	int count = (int)sample_between(samples, 1, MOST);
	const int sizes[] = { FEW, SOME, MANY, (int)sample_between(samples, 1, LEAST) };
	int colours = sizes[number % 4];
	int side = colours == MANY ? 150 : 40;
	struct random_image images[MOST];
	struct buf out;
	struct gif_writer writer;
	buf_init(&out, arena);
	gif_begin(&writer, &out, count > 1);
	bool good = true;
	for (int i = 0; i < count; i++) {
		images[i] = (struct random_image){ .pixels = pixels_new(arena, side, side) };
		uint32_t salt = (uint32_t)sample_below(samples, 1 << 24);
		for (int k = 0; k < side * side; k++) {
			/* The first 200 colours have most pixels by far. */
			bool usual = colours >= FEW && sample_below(samples, 4) > 0;
			uint32_t number_of = (uint32_t)sample_below(samples, usual ? 200 : colours);
			images[i].pixels.at[k] = (number_of * 40503u + salt) & 0xffffff;
		}
		good = gif_add(&writer, &(struct png_image){ side, side, NULL, 0, take_row, &images[i] }) && good;
	}
	good = gif_end(&writer) && good;
	struct bytes bytes = { out.data, out.length, 0 };
	int error;
	GifFileType *file = DGifOpen(&bytes, read_bytes, &error);
	good = good && file != NULL && DGifSlurp(file) == GIF_OK && file->ImageCount == count && file->SWidth == side
		&& file->SHeight == side && bytes.at == bytes.length;
	for (int i = 0; i < count && good; i++) {
		GraphicsControlBlock control;
		bool timed = DGifSavedExtensionToGCB(file, i, &control) == GIF_OK;
		good = is_shown(&file->SavedImages[i], &images[i].pixels, colours <= FEW)
			&& is_in_order(arena, file->SavedImages[i].ImageDesc.ColorMap, &images[i].pixels) && timed == (count > 1)
			&& (!timed || (control.DelayTime == 90 && control.TransparentColor == NO_TRANSPARENT_COLOR));
	}
	if (file != NULL) {
		DGifCloseFile(file, &error);
	}
	check(good, "a GIF file", number);
}

/* A GIF file of one picture with the colours of "image", each of which is shown as the nearest of its palette. */
static void try_gif_of(struct arena *arena, struct random_image *image, int side, const char *what) {
	struct buf out;
	struct gif_writer writer;
	buf_init(&out, arena);
	gif_begin(&writer, &out, false);
	bool good = gif_add(&writer, &(struct png_image){ side, side, NULL, 0, take_row, image });
	good = gif_end(&writer) && good;
	struct bytes bytes = { out.data, out.length, 0 };
	int error;
	GifFileType *file = DGifOpen(&bytes, read_bytes, &error);
	good = good && file != NULL && DGifSlurp(file) == GIF_OK && file->ImageCount == 1
		&& is_shown(&file->SavedImages[0], &image->pixels, false);
	if (file != NULL) {
		DGifCloseFile(file, &error);
	}
	check(good, what, side * side);
}

static void try_gif_of_many_colours(struct arena *arena) {
	enum { SIDE = 150 };
	struct random_image image = { .pixels = pixels_new(arena, SIDE, SIDE) };
	for (uint32_t i = 0; i < SIDE * SIDE; i++) {
		image.pixels.at[i] = i * 0x3b1u & 0xffffff;
	}
	try_gif_of(arena, &image, SIDE, "a GIF file of more colours than are counted");
}

/* A colour that has no place in the palette is far from all that are in it: it becomes the nearest of them still. */
static void try_gif_of_far_colour(struct arena *arena) {
	enum { SIDE = 23, KEPT = 256 };
	struct random_image image = { .pixels = pixels_new(arena, SIDE, SIDE) };
	for (int k = 0; k < SIDE * SIDE; k++) {
		/* Two pixels of each blue, the rest black, but one. */
		image.pixels.at[k] = k == SIDE * SIDE - 1 ? 0xffffff : k < 2 * KEPT ? (uint32_t)k / 2 : 0;
	}
	try_gif_of(arena, &image, SIDE, "a colour far from all others of a GIF file");
}

static void try_empty_gif(struct arena *arena) {
	struct buf out;
	struct gif_writer writer;
	buf_init(&out, arena);
	gif_begin(&writer, &out, false);
	check(!gif_end(&writer), "a GIF file without a picture", 0);
}
#endif

int main(int argc, char **argv) {
	int64_t count = argc > 1 ? strtoll(argv[1], NULL, 10) : SCENES / SAMPLES_SLOWNESS;
	struct arena arena;
	struct samples samples;
	arena_init(&arena, NULL, NULL);
	samples_init(&samples, argc > 2 ? strtoull(argv[2], NULL, 10) : 20261122);
	for (int64_t i = 0; i < count; i++) {
		arena_reset(&arena);
		try_scene(&arena, &samples, (int)sample_between(&samples, 1, 30), (int)sample_between(&samples, 1, 30), i);
		try_png(&arena, &samples, i);
		if (i % 4 == 0) {
			try_pdf(&arena, &samples, i);
		}
		if (i % 10 == 0) {
			try_label(&arena, &samples, i);
		}
	}
	try_scene(&arena, &samples, 800, 700, 1);
	try_bands(&arena);
	try_scales(&arena);
	for (int looks = 1; looks <= 3; looks++) {
		try_many_labels(&arena, &samples, looks);
	}
	try_edges(&arena);
	try_heights(&arena);
	try_pdf_image(&arena, 256);
	try_pdf_image(&arena, 257);
#ifdef HAVE_GIFLIB
	for (int64_t i = 0; i < 12; i++) {
		arena_reset(&arena);
		try_gif(&arena, &samples, i);
	}
	try_gif_of_many_colours(&arena);
	try_gif_of_far_colour(&arena);
	try_empty_gif(&arena);
#endif
	arena_finish(&arena);
	printf("%d passed, %d failed\n", passed, failed);
	return failed != 0;
}
