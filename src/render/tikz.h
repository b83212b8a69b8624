/* A scene as a LaTeX document with one TikZ picture. It needs the classes and packages standalone and tikz,
	no others. */
#ifndef RENDER_TIKZ_H
#define RENDER_TIKZ_H

#include "base/buf.h"
#include "render/scene.h"

/* Cells that TeX can be asked to draw, at most. */
enum { TIKZ_CELLS = 1 << 16 };

void tikz_print(struct buf *buf, const struct scene *scene);

/* Number of cells in "scene". */
int64_t tikz_cells(const struct scene *scene);

#endif
