#include "render/page.h"

#include <assert.h>
#include <string.h>

#include "render/font.h"

enum {
	MARGIN = 20 * PX,
	TITLE_SIZE = 14 * PX,
	TITLE_LEAST_SIZE = 11 * PX,
	TITLE_LINES = 4,             /* of a title, at most */
	TITLE_SHARE = 90,            /* of a wide page: its title is as high as this part of its width */
	TITLE_GREATEST_SIZE = 32 * PX,
	TITLE_WIDTH = 480 * PX,      /* as wide as a title may make a page */
	TITLE_GAP = 8 * PX,          /* between the title and the body */
	LEGEND_SIZE = 10 * PX,
	LEGEND_LINE = 18 * PX,
	LEGEND_GAP = 10 * PX,        /* between the body and the legend */
	LEGEND_SPACE = 20 * PX,      /* between two legends on one line */
	SIGN_WIDTH = 12 * PX,
	SIGN_SPACE = 6 * PX,         /* between a sign and its text */
	SHARED_STROKE = 16 * PX / 10,
	SHARED_INSET = 13 * PX / 10, /* keeps the line between cells in sight */
};

void page_add_legend(struct page *page, enum legend_sign sign, const char *text) {
	assert(page->legend_count < PAGE_LEGENDS);
	page->legends[page->legend_count++] = (struct legend){ sign, text };
}

void page_sign_shared(struct scene *scene, int x, int y, int width, int height) {
	scene_add_outline(scene, x + SHARED_INSET, y + SHARED_INSET, width - 2 * SHARED_INSET, height - 2 * SHARED_INSET,
		(struct stroke){ COLOUR_SHARED, SHARED_STROKE });
}

void page_sign_bare(struct scene *scene, const struct theme *theme, int x, int y, int width, int height) {
	scene_add_line(scene, x, y + height, x + width, y, (struct stroke){ theme->bare_line, PX });
}

static int max(int a, int b) {
	return a > b ? a : b;
}

/* Width of a legend with its sign. */
static int legend_width(const struct legend *legend) {
	int sign = legend->sign == LEGEND_NOTE ? 0 : SIGN_WIDTH + SIGN_SPACE;
	return sign + font_width(font_text_length(legend->text), LEGEND_SIZE);
}

/* Draw a legend from "x" on, centred on the height "y". */
static void draw_legend(struct scene *scene, const struct theme *theme, const struct legend *legend, int x, int y) {
	int top = y - SIGN_WIDTH / 2;
	switch (legend->sign) {
	case LEGEND_NOTE:
		break;
	case LEGEND_SHARED:
		page_sign_shared(scene, x, top, SIGN_WIDTH, SIGN_WIDTH);
		scene_add_outline(scene, x, top, SIGN_WIDTH, SIGN_WIDTH, (struct stroke){ theme->border, PX });
		x += SIGN_WIDTH + SIGN_SPACE;
		break;
	case LEGEND_BARE:
		scene_add_rect(scene, x, top, SIGN_WIDTH, SIGN_WIDTH, theme->bare);
		page_sign_bare(scene, theme, x, top, SIGN_WIDTH, SIGN_WIDTH);
		scene_add_outline(scene, x, top, SIGN_WIDTH, SIGN_WIDTH, (struct stroke){ theme->border, PX });
		x += SIGN_WIDTH + SIGN_SPACE;
		break;
	}
	scene_add_label(scene, x, y, (struct lettering){ ANCHOR_START, LEGEND_SIZE, theme->axis }, legend->text);
}

int page_line_height(int size) {
	return size * 9 / 7 / PX * PX;
}

/*
 * Number of bytes of "title" that go on a line of "room" characters: up to the last place behind a comma, a colon or a
 * space, or all that fits if there is none.
 */
static size_t first_line(const char *title, int room) {
	const char *end = title;
	const char *place = NULL;
	for (int length = 0; *end != '\0'; length++) {
		if (length == room) {
			return (size_t)((place != NULL ? place : end) - title);
		}
		uint32_t character = font_next_character(&end);
		if (character == ',' || character == ':' || character == ' ') {
			place = end;
		}
	}
	return (size_t)(end - title);
}

int page_text_lines(struct scene *scene, const struct paragraph *paragraph, int x, int y) {
	const char *text = paragraph->text;
	int height = page_line_height(paragraph->size);
	int lines = 0;
	while (*text != '\0' && lines < paragraph->most) {
		size_t length = first_line(text, paragraph->room);
		if (scene != NULL) {
			bool cut = lines == paragraph->most - 1 && text[length] != '\0';
			const char *line = scene_text(scene, cut ? "%.*s..." : "%.*s", (int)length, text);
			scene_add_label(scene, x, y + (2 * lines + 1) * height / 2,
				(struct lettering){ ANCHOR_MIDDLE, paragraph->size, paragraph->colour }, line);
		}
		text += length;
		lines++;
	}
	return lines;
}

/*
 * The page is as wide as the widest of body, legends and, up to a point, title; the title grows with wide pages and
 * shrinks or is broken where it is longer; the legends stand side by side if they fit, else one below the other.
 */
void page_lay_out(struct page *page, struct scene *scene, int width, int height) {
	int legends_width = 0;
	int widest_legend = 0;
	for (int i = 0; i < page->legend_count; i++) {
		int legend = legend_width(&page->legends[i]);
		legends_width += legend + (i > 0 ? LEGEND_SPACE : 0);
		widest_legend = max(widest_legend, legend);
	}
	int title_length = font_text_length(page->title);
	int title_width = font_width(title_length, TITLE_SIZE);
	int inner = max(max(width, widest_legend), title_width < TITLE_WIDTH ? title_width : TITLE_WIDTH);
	inner = (inner + 2 * PX - 1) / (2 * PX) * (2 * PX);
	int size = inner / TITLE_SHARE / PX * PX;
	size = max(size < TITLE_GREATEST_SIZE ? size : TITLE_GREATEST_SIZE, TITLE_SIZE);
	size = max(font_fit(title_length, size, inner), TITLE_LEAST_SIZE);
	struct paragraph title = { page->title, font_room(inner, size), TITLE_LINES, size, page->theme->title };
	int lines = page_text_lines(NULL, &title, 0, 0);
	int legend_lines = page->legend_count == 0 ? 0 : legends_width <= inner ? 1 : page->legend_count;

	scene->width = inner + 2 * MARGIN;
	page->body_x = (scene->width - width) / 2 / PX * PX;
	page->body_y = MARGIN + (lines > 0 ? lines * page_line_height(size) + TITLE_GAP : 0);
	int legend_y = page->body_y + height + (legend_lines > 0 ? LEGEND_GAP : 0);
	scene->height = legend_y + legend_lines * LEGEND_LINE + MARGIN;

	page_text_lines(scene, &title, scene->width / 2, MARGIN);
	int x = (scene->width - legends_width) / 2 / PX * PX;
	int y = legend_y + LEGEND_LINE / 2;
	for (int i = 0; i < page->legend_count; i++) {
		const struct legend *legend = &page->legends[i];
		if (legend_lines == 1) {
			draw_legend(scene, page->theme, legend, x, y);
			x += legend_width(legend) + LEGEND_SPACE;
		} else {
			draw_legend(scene, page->theme, legend, (scene->width - widest_legend) / 2 / PX * PX, y + i * LEGEND_LINE);
		}
	}
}
