/* What a swizzle does to a layout: the grids before and after, in one colour what the swizzle keeps together. */
#ifndef RENDER_SWIZZLED_H
#define RENDER_SWIZZLED_H

#include "algebra/composed.h"
#include "render/figure.h"

/* A layout and what stands below it. */
struct swizzled_side {
	struct map map;
	const char *caption;
};

/* Draw "before" and "after", which differ by "swizzle"; it keeps the lowest "left_out" bits, and cells are without. */
void swizzled_figure(struct figure *figure, struct algebra *al, struct swizzled_side before,
	struct swizzled_side after, struct swizzle swizzle, int left_out);

/*
 * A layout on which all of a bare "swizzle" can be seen: the rows are its Y bits, the columns the bits below, each
 * element as large as the swizzle keeps together; "*unit" is the swizzle of such elements.
 */
struct layout swizzled_domain(struct algebra *al, struct swizzle swizzle, struct swizzle *unit);

#endif
