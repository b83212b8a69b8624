/* From the value of a program to a figure: which kind of picture it is, and what of the program belongs into it. */
#ifndef TOOL_FIGURE_H
#define TOOL_FIGURE_H

#include "lang/eval.h"
#include "render/figure.h"

struct picture_kind;

/* The kind called "name", such as "grid"; NULL if there is none. */
const struct picture_kind *picture_kind_find(const char *name);

/* "auto" and the names of all kinds, with blanks between them. */
extern const char picture_kind_words[];

/* The same as what an option must be: "--kind=auto, ...". */
extern const char picture_kind_wanted[];

/* What is asked for besides the look of the picture. */
struct draw_request {
	const struct picture_kind *kind;   /* NULL: that of the value */
	int64_t tile[3];      /* M, N and K; 0 for what is not given */
	int vector;           /* values of one memory instruction; 0: as many as fit, of a layout 1 */
	bool is_load;         /* the memory instruction is a load, else a store */
	const char *smem;     /* the layout of the memory, an expression; NULL: the value itself gives the offsets */
	struct draw_options options;
};

/*
 * Run "source" and make "figure" of its last value; it is finished. Returns false after a fault, which is in "ev".
 */
bool draw_figure(struct evaluation *ev, const struct source *source, const struct draw_request *request,
	struct figure *figure);

/* "text" as a picture may show it, in one line: no control character, nothing but UTF-8. */
const char *figure_visible(struct arena *arena, const char *text);

#endif
