/*
 * Texts are the bulk of a picture. A text that occurs more than once is defined once and referred to; all other texts
 * on one line are written glyph by glyph:
 *
 *     <path id="g54" d="..."/>                                              glyph of "T", in units of the font
 *     <g id="t0" transform="matrix(..)"><use xlink:href="#g54"/>...</g>     "T12", its anchor at the origin
 *     <g fill="#000000" transform="translate(0 52)">                        texts on one line
 *     <use xlink:href="#t0" x="40"/>                                        "T12" at (40, 52)
 *     </g>
 *
 * Where texts are left to a font of the reader, they are elements <text> in the group of their line, nothing is
 * defined, and a browser has fewer elements to deal with.
 *
 * A line of texts that occurs more than once is defined once too, as r0, and referred to with its height. All names
 * begin with four characters that depend on the picture, so that several pictures can be put into one page.
 */
#include "render/svg.h"

#include <string.h>

#include "render/font.h"
#include "render/glyphs.h"
#include "render/paint.h"

enum {
	PATH_CELLS = 1 << 16,    /* a matrix of more cells than this becomes an image, where paint.h can make one */
	SCALE_DIGITS = 8,        /* decimals of the factor from units of the font to pixels */
	PLACE_DIGITS = 3,        /* decimals of a place in pixels */
};

static const int64_t scale_unit = 100000000;  /* 10 to the power SCALE_DIGITS */
static const int64_t place_unit = 1000;       /* 10 to the power PLACE_DIGITS */

/* A text that occurs in the scene. */
struct text {
	const char *text;      /* NULL: free place of the table */
	int size;
	int anchor;
	int uses;
	int number;            /* of its definition, -1 if it has none */
};

/* Texts on one line, of one colour and size: labels that follow each other in the scene. */
struct run {
	const struct shape *first;
	size_t count;
	uint64_t hash;
	struct run *same;      /* the first run that differs from this one in height only, perhaps this one itself */
	int uses;              /* of the first run: such runs */
	int number;            /* of its definition, -1 if it has none */
};

enum { PREFIX = 4 };

struct svg {
	struct buf *buf;
	const struct scene *scene;
	char prefix[PREFIX + 1];
	struct text *texts;    /* hash table with open addressing */
	size_t mask;           /* its size less one */
	struct run *runs;      /* in the order of the scene */
	size_t run_count;
	size_t next_run;       /* the one that is put next */
};

/* --- numbers and text --- */

/* Append value / 10^digits, which is more than 0, without superfluous zeros. */
static void put_decimal(struct buf *buf, int64_t value, int digits) {
	int64_t unit = 1;
	for (int i = 0; i < digits; i++) {
		unit *= 10;
	}
	if (value / unit != 0) {
		buf_put_int(buf, value / unit);
	}
	value %= unit;
	if (value != 0) {
		buf_put_char(buf, '.');
	}
	while (value != 0) {
		unit /= 10;
		buf_put_char(buf, (char)('0' + value / unit));
		value %= unit;
	}
}

/* Two lengths. */
static void put_pair(struct buf *buf, int a, int b) {
	scene_print_length(buf, a);
	buf_put_char(buf, ' ');
	scene_print_length(buf, b);
}

/* A length as an attribute. */
static void put_attribute(struct buf *buf, const char *name, int length) {
	buf_put_char(buf, ' ');
	buf_put(buf, name);
	buf_put(buf, "=\"");
	scene_print_length(buf, length);
	buf_put_char(buf, '"');
}

static void put_colour(struct buf *buf, const char *attribute, uint32_t colour) {
	buf_printf(buf, " %s=\"#%06x\"", attribute, (unsigned)colour);
}

/* Append "text" as the content of an element. What XML cannot hold becomes U+FFFD. */
static void put_escaped(struct buf *buf, const char *text) {
	while (*text != '\0') {
		const char *start = text;
		uint32_t character = font_next_character(&text);
		if (character == '&') {
			buf_put(buf, "&amp;");
		} else if (character == '<') {
			buf_put(buf, "&lt;");
		} else if (character == '>') {
			buf_put(buf, "&gt;");
		} else if (character < 0x20 || character == 0xfffd || character == 0xfffe || character == 0xffff) {
			buf_put(buf, "\xef\xbf\xbd");
		} else {
			buf_put_str(buf, (struct str){ start, (size_t)(text - start) });
		}
	}
}

/* --- definitions --- */

static struct text *find_text(struct svg *svg, const struct shape *label) {
	uint64_t hash = (uint64_t)label->size * 4 + label->anchor;
	for (const char *p = label->text; *p != '\0'; p++) {
		hash = (hash ^ (unsigned char)*p) * 0x100000001b3u;
	}
	hash ^= hash >> 29;
	for (size_t i = hash & svg->mask;; i = (i + 1) & svg->mask) {
		struct text *text = &svg->texts[i];
		if (text->text == NULL) {
			*text = (struct text){ label->text, label->size, label->anchor, 0, -1 };
			return text;
		}
		if (text->size == label->size && text->anchor == label->anchor && strcmp(text->text, label->text) == 0) {
			return text;
		}
	}
}

/* Count how often each text occurs. */
static void collect_texts(struct svg *svg) {
	size_t labels = 0;
	for (size_t i = 0; i < svg->scene->count; i++) {
		labels += svg->scene->shapes[i].kind == SHAPE_LABEL;
	}
	size_t size = 16;
	while (size < labels * 2) {
		size *= 2;
	}
	svg->texts = arena_array(svg->buf->arena, size, sizeof *svg->texts);
	svg->mask = size - 1;
	for (size_t i = 0; i < svg->scene->count; i++) {
		if (svg->scene->shapes[i].kind == SHAPE_LABEL) {
			find_text(svg, &svg->scene->shapes[i])->uses++;
		}
	}
}

/* Distance in units of the font from the anchor of a text to its left end. */
static int text_start(const char *text, enum anchor anchor) {
	int width = anchor == ANCHOR_START ? 0 : font_text_length(text) * FONT_ADVANCE;
	return anchor == ANCHOR_MIDDLE ? -width / 2 : -width;
}

/* Factor from units of the font to pixels, in scale_unit. */
static int64_t text_scale(int size) {
	return (size * scale_unit + PX * FONT_EM / 2) / (PX * FONT_EM);
}

/* A group that turns units of the font, with the baseline at 0, into pixels around the vertical centre "y". */
static void put_text_transform(struct buf *buf, int size, int y) {
	int64_t scale = text_scale(size);
	int64_t baseline = y * (place_unit / PX) + (int64_t)FONT_CAPITAL * size * (place_unit / PX) / (2 * FONT_EM);
	buf_put(buf, " transform=\"matrix(");
	put_decimal(buf, scale, SCALE_DIGITS);
	buf_put(buf, " 0 0 -");
	put_decimal(buf, scale, SCALE_DIGITS);
	buf_put(buf, " 0 ");
	put_decimal(buf, baseline, PLACE_DIGITS);
	buf_put(buf, ")\"");
}

/* Refer to each glyph of "text", from "x" on in units of the font. */
static void put_glyphs(const struct svg *svg, const char *text, int x) {
	struct buf *buf = svg->buf;
	for (; *text != '\0'; x += FONT_ADVANCE) {
		uint32_t character = font_next_character(&text);
		if (character == ' ') {
			continue;
		}
		buf_printf(buf, "<use xlink:href=\"#%sg%x\"", svg->prefix, (unsigned)character);
		if (x != 0) {
			buf_printf(buf, " x=\"%d\"", x);
		}
		buf_put(buf, "/>");
	}
}

/* Distinct characters in ascending order. */
struct character_set {
	struct arena *arena;
	uint32_t *data;
	size_t count, capacity;
};

/* Add a character, unless it is there. */
static void add_character(struct character_set *set, uint32_t character) {
	size_t low = 0;
	size_t high = set->count;
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (set->data[middle] < character) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	if (low < set->count && set->data[low] == character) {
		return;
	}
	if (set->count == set->capacity) {
		size_t capacity = set->capacity == 0 ? 64 : set->capacity * 2;
		uint32_t *data = arena_array(set->arena, capacity, sizeof *data);
		if (set->count > 0) {
			memcpy(data, set->data, set->count * sizeof *data);
		}
		set->data = data;
		set->capacity = capacity;
	}
	memmove(set->data + low + 1, set->data + low, (set->count - low) * sizeof *set->data);
	set->data[low] = character;
	set->count++;
}

/* Append a definition of each glyph that occurs in the texts. */
static void define_glyphs(struct svg *svg) {
	struct character_set set = { .arena = svg->buf->arena };
	for (size_t i = 0; i <= svg->mask; i++) {
		const char *text = svg->texts[i].text;
		while (text != NULL && *text != '\0') {
			add_character(&set, font_next_character(&text));
		}
	}
	for (size_t i = 0; i < set.count; i++) {
		if (set.data[i] == ' ') {
			continue;
		}
		buf_printf(svg->buf, "<path id=\"%sg%x\" d=\"", svg->prefix, (unsigned)set.data[i]);
		buf_put_str(svg->buf, glyph_outline(set.data[i]));
		buf_put(svg->buf, "\"/>\n");
	}
}

/* Append a definition of each text that occurs more than once, in the order of the scene. */
static void define_texts(struct svg *svg) {
	int number = 0;
	for (size_t i = 0; i < svg->scene->count; i++) {
		const struct shape *shape = &svg->scene->shapes[i];
		if (shape->kind != SHAPE_LABEL) {
			continue;
		}
		struct text *text = find_text(svg, shape);
		if (text->uses < 2 || text->number >= 0) {
			continue;
		}
		text->number = number++;
		buf_printf(svg->buf, "<g id=\"%st%d\"", svg->prefix, text->number);
		put_text_transform(svg->buf, text->size, 0);
		buf_put_char(svg->buf, '>');
		put_glyphs(svg, text->text, text_start(text->text, shape->anchor));
		buf_put(svg->buf, "</g>\n");
	}
}

/* --- lines of texts --- */

/* True if "label" goes into one group with "first": same kind of text, colour and line. */
static bool shares_group(struct svg *svg, const struct shape *label, const struct shape *first) {
	return label->kind == SHAPE_LABEL && label->fill == first->fill && label->y == first->y
		&& label->size == first->size && (find_text(svg, label)->number < 0) == (find_text(svg, first)->number < 0);
}

/* Mix 64 bits into a hash, so that each bit of it depends on all of them. */
static uint64_t mix_hash(uint64_t hash, uint64_t value) {
	hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
	return hash ^ hash >> 32;
}

/* The hash of a text (FNV with the factor first). */
static uint64_t text_hash(const char *text) {
	uint64_t hash = 0;
	for (; *text != '\0'; text++) {
		hash = hash * 0x100000001b3u ^ (unsigned char)*text;
	}
	return hash;
}

/* True if two runs are the same line of texts, wherever on the page. */
static bool differ_in_height_only(const struct run *a, const struct run *b) {
	if (a->hash != b->hash || a->count != b->count || a->first->fill != b->first->fill
		|| a->first->size != b->first->size) {
		return false;
	}
	for (size_t i = 0; i < a->count; i++) {
		const struct shape *x = &a->first[i];
		const struct shape *y = &b->first[i];
		if (x->x != y->x || x->anchor != y->anchor || strcmp(x->text, y->text) != 0) {
			return false;
		}
	}
	return true;
}

/* The run of labels that begins at "first". */
static struct run run_from(struct svg *svg, const struct shape *first, const struct shape *end) {
	struct run run = { .first = first, .number = -1 };
	run.hash = mix_hash(first->fill, (uint64_t)first->size);
	for (const struct shape *label = first; label < end && shares_group(svg, label, first); label++) {
		run.hash = mix_hash(run.hash, (uint64_t)label->x * 4 + label->anchor);
		run.hash = mix_hash(run.hash, text_hash(label->text));
		run.count++;
	}
	return run;
}

/* Find all runs, and which of them are alike. */
static void collect_runs(struct svg *svg) {
	const struct shape *end = svg->scene->shapes + svg->scene->count;
	size_t labels = 0;
	for (const struct shape *shape = svg->scene->shapes; shape < end; shape++) {
		labels += shape->kind == SHAPE_LABEL;
	}
	size_t size = 16;
	while (size < labels * 2) {
		size *= 2;
	}
	struct run **table = arena_array(svg->buf->arena, size, sizeof *table);
	svg->runs = arena_array(svg->buf->arena, labels + 1, sizeof *svg->runs);
	for (const struct shape *shape = svg->scene->shapes; shape < end;) {
		if (shape->kind != SHAPE_LABEL) {
			shape++;
			continue;
		}
		struct run *run = &svg->runs[svg->run_count++];
		*run = run_from(svg, shape, end);
		size_t at = run->hash % size;
		while (table[at] != NULL && !differ_in_height_only(table[at], run)) {
			at = (at + 1) % size;
		}
		table[at] = table[at] == NULL ? run : table[at];
		run->same = table[at];
		run->same->uses++;
		shape += run->count;
	}
}

/* Append the group of a run at height "y". */
static void put_run(struct svg *svg, const struct run *run, int y) {
	struct buf *buf = svg->buf;
	const struct shape *first = run->first;
	bool defined = find_text(svg, first)->number >= 0;
	put_colour(buf, "fill", first->fill);
	if (!defined) {
		put_text_transform(buf, first->size, y);
	} else if (y != 0) {
		buf_put(buf, " transform=\"translate(0 ");
		scene_print_length(buf, y);
		buf_put(buf, ")\"");
	}
	buf_put(buf, ">\n");
	for (size_t i = 0; i < run->count; i++) {
		const struct shape *label = &first[i];
		if (defined) {
			buf_printf(buf, "<use xlink:href=\"#%st%d\"", svg->prefix, find_text(svg, label)->number);
			put_attribute(buf, "x", label->x);
			buf_put(buf, "/>");
		} else {
			int64_t x = (int64_t)label->x * FONT_EM / label->size;
			put_glyphs(svg, label->text, (int)x + text_start(label->text, label->anchor));
		}
		buf_put_char(buf, '\n');
	}
	buf_put(buf, "</g>\n");
}

/* Append a definition of each line that occurs more than once. */
static void define_runs(struct svg *svg) {
	int number = 0;
	for (size_t i = 0; i < svg->run_count; i++) {
		struct run *run = &svg->runs[i];
		if (run->same == run && run->uses > 1 && run->count > 1) {
			run->number = number++;
			buf_printf(svg->buf, "<g id=\"%sr%d\"", svg->prefix, run->number);
			put_run(svg, run, 0);
		}
	}
}

/* --- shapes; each function takes a run of shapes of one kind and returns the first one behind what it has drawn --- */

/* Append the cells of one colour as a path, neighbours in a row as one rectangle. Nothing for a colour not in use. */
static void put_cells_path(struct buf *buf, const struct shape *shape, int colour) {
	const struct cells *cells = shape->cells;
	bool open = false;
	for (int row = 0; row < cells->rows; row++) {
		const uint8_t *index = cells->index + (size_t)row * (size_t)cells->columns;
		for (int column = 0; column < cells->columns; column++) {
			if (index[column] != colour) {
				continue;
			}
			int end = column + 1;
			while (end < cells->columns && index[end] == colour) {
				end++;
			}
			if (!open) {
				buf_put(buf, "<path");
				put_colour(buf, "fill", cells->colours[colour]);
				buf_put(buf, " d=\"");
				open = true;
			}
			int width = (end - column) * shape->width;
			buf_put_char(buf, 'M');
			put_pair(buf, shape->x + column * shape->width, shape->y + row * shape->height);
			buf_put_char(buf, 'h');
			scene_print_length(buf, width);
			buf_put_char(buf, 'v');
			scene_print_length(buf, shape->height);
			buf_put_char(buf, 'h');
			scene_print_length(buf, -width);
			buf_put_char(buf, 'z');
			column = end;
		}
	}
	if (open) {
		buf_put(buf, "\"/>\n");
	}
}

/* For png_write: the colours of a row of cells as indices. */
static void image_row(void *context, int y, uint8_t *out) {
	const struct cells *cells = context;
	const uint8_t *index = cells->index + (size_t)y * (size_t)cells->columns;
	for (int x = 0; x < cells->columns; x++) {
		out[x] = index[x] == CELL_UNPAINTED ? (uint8_t)cells->colour_count : index[x];
	}
}

/* As RFC 4648 has it. */
static void put_base64(struct buf *buf, struct str bytes) {
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	for (size_t i = 0; i < bytes.length; i += 3) {
		size_t left = bytes.length - i;
		uint32_t group = (uint32_t)(uint8_t)bytes.data[i] << 16;
		group |= left > 1 ? (uint32_t)(uint8_t)bytes.data[i + 1] << 8 : 0;
		group |= left > 2 ? (uint32_t)(uint8_t)bytes.data[i + 2] : 0;
		buf_put_char(buf, digits[group >> 18]);
		buf_put_char(buf, digits[group >> 12 & 63]);
		buf_put_char(buf, left > 1 ? digits[group >> 6 & 63] : '=');
		buf_put_char(buf, left > 2 ? digits[group & 63] : '=');
	}
}

/* Append the cells as an image with one pixel a cell, which "module" makes. */
static bool put_cells_image(struct buf *buf, const struct shape *shape, const struct paint_module *module) {
	struct cells cells = *shape->cells;
	struct buf bytes;
	buf_init(&bytes, buf->arena);
	const struct png_image image = {
		.width = cells.columns, .height = cells.rows, .palette = cells.colours, .palette_size = cells.colour_count,
		.row = image_row, .context = &cells,
	};
	if (!module->print_image(&bytes, &image)) {
		return false;
	}
	buf_put(buf, "<image");
	put_attribute(buf, "x", shape->x);
	put_attribute(buf, "y", shape->y);
	put_attribute(buf, "width", cells.columns * shape->width);
	put_attribute(buf, "height", cells.rows * shape->height);
	buf_put(buf, " preserveAspectRatio=\"none\" image-rendering=\"optimizeSpeed\" style=\"image-rendering:pixelated\""
		" xlink:href=\"data:image/png;base64,");
	put_base64(buf, buf_str(&bytes));
	buf_put(buf, "\"/>\n");
	return true;
}

/* Append the cells: as an image if they are many, unless there is nothing to make one with. */
static bool put_cells(struct svg *svg, const struct shape *shape) {
	bool many = (int64_t)shape->cells->rows * shape->cells->columns > PATH_CELLS;
	const struct paint_module *module = many ? paint_module_find(NULL) : NULL;
	if (module != NULL) {
		return put_cells_image(svg->buf, shape, module);
	}
	buf_put(svg->buf, "<g shape-rendering=\"crispEdges\">\n");
	for (int colour = 0; colour < shape->cells->colour_count; colour++) {
		put_cells_path(svg->buf, shape, colour);
	}
	buf_put(svg->buf, "</g>\n");
	return true;
}

/* Rectangles of the same look, as one path. */
static const struct shape *put_rects(struct svg *svg, const struct shape *shape, const struct shape *end) {
	const struct shape *first = shape;
	struct buf *buf = svg->buf;
	buf_put(buf, "<path");
	if (first->fill == COLOUR_NONE) {
		buf_put(buf, " fill=\"none\"");
	} else {
		put_colour(buf, "fill", first->fill);
	}
	if (first->stroke != COLOUR_NONE) {
		put_colour(buf, "stroke", first->stroke);
		put_attribute(buf, "stroke-width", first->size);
	}
	buf_put(buf, " d=\"");
	for (; shape < end && shape->kind == SHAPE_RECT && shape->fill == first->fill && shape->stroke == first->stroke
		&& shape->size == first->size; shape++) {
		buf_put_char(buf, 'M');
		put_pair(buf, shape->x, shape->y);
		buf_put_char(buf, 'h');
		scene_print_length(buf, shape->width);
		buf_put_char(buf, 'v');
		scene_print_length(buf, shape->height);
		buf_put_char(buf, 'h');
		scene_print_length(buf, -shape->width);
		buf_put_char(buf, 'z');
	}
	buf_put(buf, "\"/>\n");
	return shape;
}

/* Lines along an axis. */
static bool is_upright(const struct shape *line) {
	return line->width == 0 || line->height == 0;
}

/* Lines of the same look, as one path. Upright ones are kept free of grey edges. */
static const struct shape *put_lines(struct svg *svg, const struct shape *shape, const struct shape *end) {
	const struct shape *first = shape;
	struct buf *buf = svg->buf;
	buf_put(buf, "<path fill=\"none\"");
	put_colour(buf, "stroke", first->stroke);
	put_attribute(buf, "stroke-width", first->size);
	buf_put(buf, is_upright(first) ? " shape-rendering=\"crispEdges\" d=\"" : " d=\"");
	for (; shape < end && shape->kind == SHAPE_LINE && shape->stroke == first->stroke && shape->size == first->size
		&& is_upright(shape) == is_upright(first); shape++) {
		buf_put_char(buf, 'M');
		put_pair(buf, shape->x, shape->y);
		if (shape->height == 0) {
			buf_put_char(buf, 'h');
			scene_print_length(buf, shape->width);
		} else if (shape->width == 0) {
			buf_put_char(buf, 'v');
			scene_print_length(buf, shape->height);
		} else {
			buf_put_char(buf, 'l');
			put_pair(buf, shape->width, shape->height);
		}
	}
	buf_put(buf, "\"/>\n");
	return shape;
}

/*
 * Append the texts of one line as what they are, their baseline at the same height in all fonts. Nothing stands between
 * them: a browser would make a node of each line end.
 */
static void put_plain_run(struct buf *buf, const struct run *run) {
	static const char *const anchors[] = {
		[ANCHOR_START] = " text-anchor=\"start\"", [ANCHOR_MIDDLE] = "", [ANCHOR_END] = " text-anchor=\"end\"",
	};
	const struct shape *first = run->first;
	buf_put(buf, "<g");
	put_colour(buf, "fill", first->fill);
	put_attribute(buf, "font-size", first->size);
	buf_put(buf, " transform=\"translate(0 ");
	scene_print_length(buf, first->y + FONT_CAPITAL * first->size / (2 * FONT_EM));
	buf_put(buf, ")\">");
	for (size_t i = 0; i < run->count; i++) {
		buf_put(buf, "<text");
		put_attribute(buf, "x", first[i].x);
		buf_put(buf, anchors[first[i].anchor]);
		buf_put_char(buf, '>');
		put_escaped(buf, first[i].text);
		buf_put(buf, "</text>");
	}
	buf_put(buf, "</g>\n");
}

/* Labels of one colour on one line. */
static const struct shape *put_labels(struct svg *svg) {
	const struct run *run = &svg->runs[svg->next_run++];
	if (svg->scene->plain_text) {
		put_plain_run(svg->buf, run);
		return run->first + run->count;
	}
	if (run->same->number >= 0) {
		buf_printf(svg->buf, "<use xlink:href=\"#%sr%d\"", svg->prefix, run->same->number);
		put_attribute(svg->buf, "y", run->first->y);
		buf_put(svg->buf, "/>\n");
	} else {
		buf_put(svg->buf, "<g");
		put_run(svg, run, run->first->y);
	}
	return run->first + run->count;
}

/* --- the picture --- */

static uint64_t scene_hash(const struct scene *scene) {
	uint64_t hash = mix_hash((uint64_t)scene->width, (uint64_t)scene->height);
	hash = mix_hash(hash, text_hash(scene->title));
	for (size_t i = 0; i < scene->count; i++) {
		const struct shape *shape = &scene->shapes[i];
		hash = mix_hash(hash, (uint64_t)(uint32_t)shape->x << 32 | (uint32_t)shape->y);
		hash = mix_hash(hash, (uint64_t)shape->fill << 32 | shape->stroke);
		if (shape->kind == SHAPE_LABEL) {
			hash = mix_hash(hash, text_hash(shape->text));
		} else if (shape->kind == SHAPE_CELLS) {
			size_t count = (size_t)shape->cells->rows * (size_t)shape->cells->columns;
			for (size_t k = 0; k < count; k++) {
				hash = hash * 0x100000001b3u ^ shape->cells->index[k];
			}
		}
	}
	return hash;
}

/* Four characters, the first one a letter, that hardly any other picture has. */
static void choose_prefix(struct svg *svg) {
	static const char characters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
	uint64_t hash = scene_hash(svg->scene);
	for (int i = 0; i < PREFIX; i++) {
		unsigned count = i == 0 ? 26 : 36;
		svg->prefix[i] = characters[hash % count];
		hash /= count;
	}
}

/* Append the beginning of the file, what all shapes refer to, and the background. */
static void put_head(struct svg *svg) {
	struct buf *buf = svg->buf;
	const struct scene *scene = svg->scene;
	buf_put(buf, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\""
		" xmlns:xlink=\"http://www.w3.org/1999/xlink\" version=\"1.1\"");
	put_attribute(buf, "width", scene->width);
	put_attribute(buf, "height", scene->height);
	buf_put(buf, " viewBox=\"0 0 ");
	put_pair(buf, scene->width, scene->height);
	if (scene->plain_text) {
		buf_put(buf, "\" font-family=\"DejaVu Sans Mono,Menlo,Consolas,monospace\" text-anchor=\"middle");
	}
	buf_printf(buf, "\" role=\"img\" aria-labelledby=\"%s-title %s-text\">\n<title id=\"%s-title\">", svg->prefix,
		svg->prefix, svg->prefix);
	put_escaped(buf, scene->title);
	buf_printf(buf, "</title>\n<desc id=\"%s-text\">", svg->prefix);
	put_escaped(buf, scene->description);
	buf_put(buf, "</desc>\n");
	if (scene->plain_text) {
		collect_runs(svg);
	} else {
		buf_put(buf, "<defs>\n");
		define_glyphs(svg);
		define_texts(svg);
		collect_runs(svg);
		define_runs(svg);
		buf_put(buf, "</defs>\n");
	}
	buf_put(buf, "<rect");
	put_attribute(buf, "width", scene->width);
	put_attribute(buf, "height", scene->height);
	put_colour(buf, "fill", scene->background);
	buf_put(buf, "/>\n");
}

/* Shapes of one look that follow each other become one element. */
bool svg_print(struct buf *buf, const struct scene *scene) {
	struct svg svg = { .buf = buf, .scene = scene };
	choose_prefix(&svg);
	collect_texts(&svg);
	put_head(&svg);
	const struct shape *shape = scene->shapes;
	const struct shape *end = shape + scene->count;
	while (shape < end) {
		switch ((enum shape_kind)shape->kind) {
		case SHAPE_CELLS:
			if (!put_cells(&svg, shape)) {
				return false;
			}
			shape++;
			break;
		case SHAPE_RECT:
			shape = put_rects(&svg, shape, end);
			break;
		case SHAPE_LINE:
			shape = put_lines(&svg, shape, end);
			break;
		case SHAPE_LABEL:
			shape = put_labels(&svg);
			break;
		}
	}
	buf_put(buf, "</svg>\n");
	return true;
}
