/*
 * A kind of picture: everything that only it knows, in one file that ends in one "struct picture_kind". kinds.c has the
 * table of all kinds, made from the list in src/tool/meson.build; a value is drawn as the first in it that suits.
 */
#ifndef TOOL_PICTURES_KIND_H
#define TOOL_PICTURES_KIND_H

#include "lang/eval.h"
#include "render/figure.h"

struct picture_kind;

/* What is asked for besides the look of the picture. */
struct draw_request {
	const struct picture_kind *kind; /* NULL: that of the value */
	int64_t tile[3];                 /* M, N and K; 0 for what is not given */
	int vector;                      /* values of one memory instruction; 0: as many as fit, of a layout 1 */
	bool is_load;                    /* the memory instruction is a load, else a store */
	const char *smem;                /* the layout of the memory, an expression; NULL: the value gives the offsets */
	struct draw_options options;
};

/* A value that is being drawn. */
struct subject {
	struct evaluation *ev;
	struct algebra *al;
	const struct source *source;
	const struct node *node; /* the expression that it comes from */
	struct value value;
	const struct draw_request *request;
	struct figure *figure;
};

struct picture_kind {
	const char *name;

	/* Whether the value is drawn so where no kind is asked for; NULL: never. */
	bool (*suits)(const struct subject *subject);

	/* Make the figure. Faults are left in the algebra. */
	void (*draw)(struct subject *subject);

	/* What stands above the picture if nothing else is wanted; NULL: the value, of (tiler, layout) the layout. */
	const char *(*title)(const struct subject *subject);

	bool takes_tile;   /* --tile=M,N says something */
	bool takes_memory; /* --smem=LAYOUT does */
};

/* The first kind that suits; "grid" if none does. */
const struct picture_kind *picture_kind_for(const struct subject *subject);

/* The kind called "name", such as "grid"; NULL if there is none. */
const struct picture_kind *picture_kind_find(const char *name);

/* "auto" and the names of all kinds, with blanks between them. */
extern const char picture_kind_words[];

/* The same as what an option must be: "--kind=auto, ...". */
extern const char picture_kind_wanted[];

/* --- what several kinds need (subject.c) --- */

/* "text" as a picture may show it, in one line: no control character, nothing but UTF-8. */
const char *figure_visible(struct arena *arena, const char *text);

bool subject_is_map(const struct value *value);
bool subject_is_list_of_maps(const struct value *value);

/*
 * "value" as a layout (thread, value) over a tile of "rows" rows: to the numbers of its elements, also where it gives
 * their coordinates (m,n). Faults where it is no layout.
 */
struct layout subject_tile_layout(struct algebra *al, const struct value *value, int64_t rows);

/* Fault where the tile that is asked for has a K, as only those of matrix products do. */
void subject_check_tile(const struct subject *subject);

/* The value as text behind "prefix". */
const char *subject_text_of_value(struct algebra *al, const char *prefix, const struct value *value);

/* The expression as it was written, in one line. */
const char *subject_text(const struct subject *subject);

/*
 * Evaluate a part of the program, which has been evaluated already, once more: what it warned of then is not said
 * again. Returns VALUE_NONE after a fault.
 */
struct value subject_evaluate(const struct subject *subject, const struct node *node);

/* Of a call of an operation the node that is given for a parameter, by its place or its name; NULL if none is. */
const struct node *subject_argument(const struct subject *subject, int parameter);

/*
 * Of an expression L(c) the first node of the coordinate; NULL where it is another. L is a name or an expression, in
 * brackets or not; "subject_applied" is its value.
 */
const struct node *subject_coordinate(const struct subject *subject);
struct value subject_applied(const struct subject *subject);

/* Evaluate the text of an option. Returns VALUE_NONE after a fault, which is in the algebra. */
struct value subject_evaluate_option(const struct subject *subject, const char *name, const char *text);

/* Fault: pictures of this kind are of something else. */
void subject_fault(const struct subject *subject, const struct picture_kind *kind, const char *wanted);

/* Warn of "code" with a sentence, at the expression. */
void subject_warn(const struct subject *subject, enum fault_code code, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif
