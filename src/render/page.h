/*
 * What stands around the body of a picture: margins, the title above it, the legend below it. Titles too wide for the
 * body make the page wider up to a point, then are set smaller, then broken into lines.
 */
#ifndef RENDER_PAGE_H
#define RENDER_PAGE_H

#include "render/palette.h"
#include "render/scene.h"

enum legend_sign {
	LEGEND_NOTE,     /* no sign, only text */
	LEGEND_SHARED,   /* a cell with several owners */
	LEGEND_BARE,     /* a cell with none */
};

struct legend {
	enum legend_sign sign;
	const char *text;
};

enum { PAGE_LEGENDS = 8 };

struct page {
	const char *title;                    /* "" for none */
	struct legend legends[PAGE_LEGENDS];  /* from left to right, or one below the other */
	int legend_count;
	const struct theme *theme;
	int body_x, body_y;                   /* set by page_lay_out: top left corner of the body */
};

/* Append a legend; "text" is not copied. */
void page_add_legend(struct page *page, enum legend_sign sign, const char *text);

/* Set the size of "scene" so that a body of "width" x "height" fits, and draw title and legend. */
void page_lay_out(struct page *page, struct scene *scene, int width, int height);

/* Paint the sign of a cell that has several owners, or none. */
void page_sign_shared(struct scene *scene, int x, int y, int width, int height);
void page_sign_bare(struct scene *scene, const struct theme *theme, int x, int y, int width, int height);

/* A text in several lines, set centred. */
struct paragraph {
	const char *text;
	int room;            /* characters that fit a line */
	int most;            /* lines; what does not fit them is left out */
	int size;
	uint32_t colour;
};

/* Number of lines that "paragraph" takes; they are drawn centred on "x" from "y" on if "scene" is given. */
int page_text_lines(struct scene *scene, const struct paragraph *paragraph, int x, int y);

/* Height of a line of text. */
int page_line_height(int size);

#endif
