/* A slice of a layout, highlighted in its grid. */
#ifndef RENDER_SLICE_H
#define RENDER_SLICE_H

#include "algebra/composed.h"
#include "render/figure.h"
#include "render/numbering.h"

/* Draw "a" with the cells at "coordinate" highlighted, which has "_" for all of a mode. Faults if it does not fit. */
void slice_figure(struct figure *figure, struct algebra *al, struct map a, struct tuple coordinate);

/* What an operation takes out of a layout, as it takes numbers out of a numbering of its cells. */
struct part {
	struct layout numbers;
	int64_t offset;
};

/* Draw "a", which "numbering" numbers, with the cells of "part" highlighted; those outside of it are left out. */
void part_figure(struct figure *figure, struct algebra *al, struct map a, const struct numbering *numbering,
	const struct part *part);

#endif
