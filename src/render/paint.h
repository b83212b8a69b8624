/*
 * What needs Cairo, FreeType and libpng: pictures as PNG, PDF and, with giflib, GIF, and the image that stands for a
 * large matrix in an SVG. They are in a module of their own, which is loaded when such a picture is asked for, so that
 * the program starts without some twenty shared libraries and runs where they are missing. A static build has it linked
 * in; a build without Cairo has none.
 */
#ifndef RENDER_PAINT_H
#define RENDER_PAINT_H

#include "base/buf.h"
#include "base/fault.h"
#include "render/png_write.h"
#include "render/scene.h"

/* Each function appends a file to "out" and returns false when memory runs out. */
struct paint_module {
	const char *version;     /* of the program that the module was built with */
	bool (*print_png)(struct buf *out, const struct scene *scene);
	bool (*print_pdf)(struct buf *out, const struct scene *scene);
	bool (*print_image)(struct buf *out, const struct png_image *image);
	/* "count" scenes of one size, one after the other; NULL in a module without giflib. */
	bool (*print_gif)(struct buf *out, const struct scene *scenes, int count);
};

/* The module; or NULL, and in "why" one sentence, lower case, no full stop. "why" may be NULL. */
const struct paint_module *paint_module_find(char why[FAULT_TEXT_BYTES]);

#endif
