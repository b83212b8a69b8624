/* A scene as pixels, painted by Cairo in bands, so that memory does not grow with the height of the picture. */
#ifndef RENDER_RASTER_H
#define RENDER_RASTER_H

#include <stdbool.h>

#include "render/png_write.h"
#include "render/scene.h"
#include "render/typeface.h"

/*
 * Pixels of a file to one of the scene: 2, for screens of today, where that makes no huge picture; less than 1 only
 * where the picture would be larger than Cairo can paint.
 */
double raster_scale(const struct scene *scene);

/* Who takes the pixels: three bytes each, row by row. Returns false when it fails. */
struct raster_sink {
	bool (*take)(void *context, const struct png_image *image);
	void *context;
};

/*
 * Pass the scene with "scale" pixels to one of its own to "sink". Takes "typeface" over, also on failure. Returns false
 * when "sink" or memory fails.
 */
bool raster_paint(const struct scene *scene, double scale, struct typeface *typeface, const struct raster_sink *sink);

#endif
