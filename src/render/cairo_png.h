/* A scene as PNG, painted by Cairo in bands, so that memory does not grow with the height of the picture. */
#ifndef RENDER_CAIRO_PNG_H
#define RENDER_CAIRO_PNG_H

#include <stdbool.h>

#include "render/png_write.h"
#include "render/scene.h"
#include "render/typeface.h"

/*
 * Pixels of the file to one of the scene: 2, for screens of today, where that makes no huge picture; less than 1 only
 * where the picture would be larger than Cairo can paint.
 */
double cairo_png_scale(const struct scene *scene);

/* Write the file to "sink". Takes "typeface" over, also on failure. Returns false when "sink" or memory fails. */
bool cairo_png_write(const struct scene *scene, struct typeface *typeface, const struct png_sink *sink);

#endif
