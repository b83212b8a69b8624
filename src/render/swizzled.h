/* What a swizzle does to a layout: the grid before and the grid after,
	in one colour what the swizzle keeps together. */
#ifndef RENDER_SWIZZLED_H
#define RENDER_SWIZZLED_H

#include "algebra/composed.h"
#include "render/figure.h"

/* Draw "before" and "after", which differ by "swizzle", under these captions. */
void swizzled_figure(struct figure *figure, struct algebra *al, struct map before, struct map after,
	struct swizzle swizzle, const char *caption_before, const char *caption_after);

/*
 * A layout on which all of a bare "swizzle" can be seen: the rows are its Y bits, the columns the bits below, each
 * element as large as the swizzle keeps together; "*unit" is the swizzle of such elements.
 */
struct layout swizzled_domain(struct algebra *al, struct swizzle swizzle, struct swizzle *unit);

#endif
