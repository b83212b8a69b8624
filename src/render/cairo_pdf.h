/* A scene as PDF of one page, written by Cairo. */
#ifndef RENDER_CAIRO_PDF_H
#define RENDER_CAIRO_PDF_H

#include <stdbool.h>
#include <stddef.h>

#include "render/scene.h"
#include "render/typeface.h"

struct pdf_sink {
	bool (*write)(void *context, const void *data, size_t size);
	void *context;
};

/*
 * Write the file to "sink". Takes "typeface" over, also on failure. The date in it is always the same, so that the same
 * scene gives the same bytes. Returns false when "sink" or memory fails.
 */
bool cairo_pdf_write(const struct scene *scene, struct typeface *typeface, const struct pdf_sink *sink);

#endif
