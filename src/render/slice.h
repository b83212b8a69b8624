/* A slice of a layout, highlighted in its grid. */
#ifndef RENDER_SLICE_H
#define RENDER_SLICE_H

#include "algebra/composed.h"
#include "render/figure.h"

/* Draw "a" with the cells at "coordinate" highlighted, which has "_" for all of a mode. Faults if it does not fit. */
void slice_figure(struct figure *figure, struct algebra *al, struct map a, struct tuple coordinate);

#endif
