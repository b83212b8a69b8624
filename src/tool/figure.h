/* From the value of a program to a figure: which kind of picture it is, and what of the program belongs into it. */
#ifndef TOOL_FIGURE_H
#define TOOL_FIGURE_H

#include "lang/eval.h"
#include "render/figure.h"

enum draw_kind {
	KIND_AUTO,
	KIND_GRID,
	KIND_TV,
	KIND_SWIZZLE,
	KIND_SLICE,
	KIND_OP,
	KIND_BANKS,
	KIND_MMA,
	KIND_COPY,
	KIND_FILM,
	KIND_GEMM,
	KINDS,
};

/* The word for "kind" on the command line. */
const char *draw_kind_name(enum draw_kind kind);

/* What is asked for besides the look of the picture. */
struct draw_request {
	enum draw_kind kind;
	int64_t tile[3];      /* M, N and K; 0 for what is not given */
	int vector;           /* values of one memory instruction; 0 for 1 */
	struct draw_options options;
};

/*
 * Run "source" and make "figure" of its last value; it is finished. Returns false after a fault, which is in "ev".
 */
bool draw_figure(struct evaluation *ev, const struct source *source, const struct draw_request *request,
	struct figure *figure);

#endif
