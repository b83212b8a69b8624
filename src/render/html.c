/*
 * The page is a template with markers in it; the picture, the facts of the cells as JSON and the script
 * are put in their places. Nothing that a user wrote goes in without being escaped.
 */
#include "render/html.h"

#include <inttypes.h>
#include <string.h>

#include "render/page_data.h"
#include "render/svg.h"

enum { OWNERS_LISTED = 64 };   /* of a cell, for a page */

/* --- data for the script, as JSON --- */

static void put_name(struct buf *buf, const char *name) {
	buf_printf(buf, "\"%s\":", name);
}

/* A length in pixels as a member of a JSON object. */
static void put_length(struct buf *buf, const char *name, int length) {
	put_name(buf, name);
	scene_print_length(buf, length);
	buf_put_char(buf, ',');
}

/* An integer as a member. */
static void put_int(struct buf *buf, const char *name, int64_t value) {
	put_name(buf, name);
	buf_put_int(buf, value);
	buf_put_char(buf, ',');
}

/* A list of colours. Dark ones are made lighter: the texts on them are black. */
static void put_palette(struct buf *buf, const char *name, const struct colours *colours) {
	put_name(buf, name);
	for (int i = 0; i < colours->count; i++) {
		uint32_t colour = colours->data[i];
		if (colour == palette_grey[i % PALETTE_SIZE]) {
			colour = 0x808080 + (colour >> 1 & 0x7f7f7f);
		}
		buf_printf(buf, "%c\"#%06x\"", i == 0 ? '[' : ',', (unsigned)colour);
	}
	buf_put(buf, "],");
}

/* Everything that is known of one cell, each kind of fact in its list. */
struct lists {
	struct buf offsets, coordinates, threads, values, more, tiles, counts, images;
};

/* Make all lists empty. */
static void lists_init(struct lists *lists, struct arena *arena) {
	struct buf *const all[] = {
		&lists->offsets, &lists->coordinates, &lists->threads, &lists->values, &lists->more, &lists->tiles,
		&lists->counts, &lists->images,
	};
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
		buf_init(all[i], arena);
	}
}

/* Threads, or values, of a cell: null, one, or a list. */
static void put_owners(struct buf *buf, const struct cell *cell, bool threads) {
	int kept = cell->owner_count < OWNERS_LISTED ? cell->owner_count : OWNERS_LISTED;
	if (kept == 0) {
		buf_put(buf, "null");
		return;
	}
	buf_put(buf, kept > 1 ? "[" : "");
	for (int i = 0; i < kept; i++) {
		buf_put(buf, i > 0 ? "," : "");
		buf_put_int(buf, threads ? cell->owners[i].thread : cell->owners[i].value);
	}
	buf_put(buf, kept > 1 ? "]" : "");
}

/* A coordinate that a layout gives in place of an offset. */
static void put_image(struct buf *buf, struct tuple image) {
	if (!tuple_is_tuple(image)) {
		buf_put_int(buf, image.value);
		return;
	}
	for (int i = 0; i < tuple_rank(image); i++) {
		buf_put_char(buf, i == 0 ? '(' : ',');
		put_image(buf, tuple_mode(image, i));
	}
	buf_put_char(buf, ')');
}

/* Append what is known of one cell to each of the lists. */
static void put_cell(struct lists *lists, const struct figure *figure, const struct matrix *matrix, int row,
	int column) {
	struct cell cell = figure_cell(figure, matrix, row, column);
	buf_put_char(&lists->coordinates, '"');
	if (cell.absent) {
		buf_put(&lists->offsets, "null");
	} else {
		buf_put_int(&lists->offsets, cell.offset);
		figure_put_coordinate(matrix, row, column, cell.index, &lists->coordinates);
	}
	buf_put_char(&lists->coordinates, '"');
	put_owners(&lists->threads, &cell, true);
	put_owners(&lists->values, &cell, false);
	buf_put_int(&lists->more, cell.owner_count > OWNERS_LISTED ? cell.owner_count - OWNERS_LISTED : 0);
	buf_put_int(&lists->tiles, cell.tile);
	buf_put_int(&lists->counts, cell.count);
	buf_put_char(&lists->images, '"');
	if (cell.image != NULL) {
		put_image(&lists->images, *cell.image);
	}
	buf_put_char(&lists->images, '"');
}

/* A list that has been collected, as a member. */
static void put_list(struct buf *buf, const char *name, const struct buf *list) {
	put_name(buf, name);
	buf_put_char(buf, '[');
	buf_put_str(buf, buf_str(list));
	buf_put(buf, "],");
}

/* Collect what is known of all cells of a panel. Returns whether they have coordinates in place of offsets. */
static bool put_cells(struct lists *lists, const struct figure *figure, const struct placed *placed) {
	const struct panel *panel = &placed->panel;
	struct buf *const all[] = {
		&lists->offsets, &lists->coordinates, &lists->threads, &lists->values, &lists->more, &lists->tiles,
		&lists->counts, &lists->images,
	};
	bool images = false;
	for (int i = 0; i < panel->rows * panel->columns; i++) {
		int row = panel->first_row + i / panel->columns;
		int column = panel->first_column + i % panel->columns;
		for (size_t k = 0; i > 0 && k < sizeof all / sizeof all[0]; k++) {
			buf_put_char(all[k], ',');
		}
		put_cell(lists, figure, placed->matrix, row, column);
		images = images || figure_cell(figure, placed->matrix, row, column).image != NULL;
	}
	return images;
}

/*
 * Append the object of one panel: where it is, and a list for each kind of fact that its cells know, row by row. What
 * no cell knows is left out, so that the page does not tell of it.
 */
static void put_panel(struct buf *buf, const struct figure *figure, const struct placed *placed) {
	const struct panel *panel = &placed->panel;
	struct lists lists;
	lists_init(&lists, buf->arena);
	bool images = put_cells(&lists, figure, placed);
	buf_put_char(buf, '{');
	put_length(buf, "x", panel->x);
	put_length(buf, "y", panel->y);
	put_length(buf, "width", panel->cell_width);
	put_length(buf, "height", panel->cell_height);
	put_int(buf, "columns", panel->columns);
	put_int(buf, "firstRow", panel->first_row);
	put_int(buf, "firstColumn", panel->first_column);
	const struct {
		const char *name;
		const struct buf *list;
		bool known;
	} all[] = {
		{ "offsets", &lists.offsets, true },
		{ "coordinates", &lists.coordinates, true },
		{ "threads", &lists.threads, (figure->facts & FACT_OWNER) != 0 },
		{ "values", &lists.values, (figure->facts & FACT_OWNER) != 0 },
		{ "more", &lists.more, (figure->facts & FACT_OWNER) != 0 },
		{ "tiles", &lists.tiles, (figure->facts & FACT_TILE) != 0 },
		{ "counts", &lists.counts, (figure->facts & FACT_COUNT) != 0 },
		{ "images", &lists.images, images },
	};
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
		if (all[i].known) {
			put_list(buf, all[i].name, all[i].list);
		}
	}
	put_name(buf, "caption");
	buf_put_json(buf, str_from(placed->matrix->caption));
	buf_put_char(buf, '}');
}

/* Which palette each key has, for the keys that the cells know. */
static void put_scales(struct buf *buf, const struct figure *figure) {
	put_name(buf, "scales");
	buf_put_char(buf, '{');
	if (figure->facts & FACT_OWNER) {
		buf_put(buf, "\"thread\":\"owners\",\"value\":\"owners\",\"warp\":\"owners\",");
	}
	if (figure->facts & FACT_TILE) {
		buf_put(buf, "\"tile\":\"tiles\",");
	}
	bool memory = (figure->facts & FACT_MEMORY) != 0;
	buf_put(buf, memory ? "\"offset\":\"offsets\",\"bank\":\"banks\"," : "\"element\":\"offsets\",");
	buf_put(buf, "\"row\":\"owners\",\"column\":\"owners\"},");
}

/* Append all that the script knows, as one JSON object. */
static void put_data(struct buf *buf, const struct figure *figure, const struct layout_plan *plan) {
	buf_put_char(buf, '{');
	put_name(buf, "dark");
	buf_put(buf, figure->options.theme == THEME_DARK ? "true," : "false,");
	put_int(buf, "bits", figure->bits);
	put_name(buf, "element");
	buf_put(buf, figure->facts & FACT_MEMORY ? "\"offset\"," : "\"element\",");
	put_int(buf, "step", figure->step);
	put_int(buf, "least", figure->least);
	put_name(buf, "ranged");
	buf_put(buf, figure->ranged ? "true," : "false,");
	put_name(buf, "memory");
	buf_put(buf, figure->facts & FACT_MEMORY ? "true," : "false,");
	put_scales(buf, figure);
	put_name(buf, "palettes");
	buf_put_char(buf, '{');
	put_palette(buf, "owners", &figure->colours[SCALE_OWNERS]);
	put_palette(buf, "offsets", &figure->colours[figure->ranged ? SCALE_RANGE : SCALE_OFFSETS]);
	put_palette(buf, "tiles", &figure->colours[SCALE_TILES]);
	put_palette(buf, "banks", &figure->colours[SCALE_BANKS]);
	buf_put(buf, "\"none\":[]},");
	put_name(buf, "panels");
	buf_put_char(buf, '[');
	for (int i = 0; i < plan->count; i++) {
		buf_put(buf, i > 0 ? ",\n" : "\n");
		put_panel(buf, figure, &plan->placed[i]);
	}
	buf_put(buf, "]}");
}

/* --- the page --- */

/* Append "text" where markup would be read; in JSON, "<" occurs only in strings. */
static void put_escaped(struct buf *buf, struct str text, const char *less) {
	for (size_t i = 0; i < text.length; i++) {
		if (text.data[i] == '<') {
			buf_put(buf, less);
		} else if (text.data[i] == '&' && less[0] == '&') {
			buf_put(buf, "&amp;");
		} else {
			buf_put_char(buf, text.data[i]);
		}
	}
}

/* Append the page up to "marker", of which "*rest" is what follows it. */
static void put_until(struct buf *buf, struct str *rest, const char *marker) {
	size_t length = strlen(marker);
	size_t at = 0;
	while (at + length <= rest->length && memcmp(rest->data + at, marker, length) != 0) {
		at++;
	}
	buf_put_str(buf, (struct str){ rest->data, at });
	size_t taken = at + length < rest->length ? at + length : rest->length;
	*rest = (struct str){ rest->data + taken, rest->length - taken };
}

void html_print(struct buf *buf, const struct figure *figure, const struct scene *scene,
	const struct layout_plan *plan) {
	struct buf svg, data;
	buf_init(&svg, buf->arena);
	buf_init(&data, buf->arena);
	(void)svg_print(&svg, scene);
	put_data(&data, figure, plan);
	struct str rest = { (const char *)page_data, page_data_size };
	put_until(buf, &rest, "@TITLE@");
	put_escaped(buf, str_from(scene->title[0] != '\0' ? scene->title : "cutelayout"), "&lt;");
	put_until(buf, &rest, "@SVG@");
	buf_put(buf, strstr(svg.data, "<svg"));
	put_until(buf, &rest, "@DATA@");
	put_escaped(buf, buf_str(&data), "\\u003c");
	buf_put_str(buf, rest);
}
