/*
 * A scene as SVG 1.1. Texts are drawn with the outlines of the embedded font, each glyph and each repeated text once,
 * so the picture looks the same everywhere and stays small; or are left to a font of the reader, if the scene says so.
 * The same scene gives the same bytes.
 */
#ifndef RENDER_SVG_H
#define RENDER_SVG_H

#include <stdbool.h>

#include "base/buf.h"
#include "render/scene.h"

/* Append the file. Returns false when memory for an embedded image runs out. */
bool svg_print(struct buf *buf, const struct scene *scene);

#endif
