/* GIF files of one picture or several, one after the other, by giflib. */
#ifndef RENDER_GIF_WRITE_H
#define RENDER_GIF_WRITE_H

#include "base/buf.h"
#include "render/png_write.h"

struct gif_writer {
	struct buf *out;
	struct GifFileType *file; /* NULL until the first picture */
	bool moves;
};

/* Begin a file that is appended to "out"; "moves" if pictures follow the first one, again and again. */
void gif_begin(struct gif_writer *writer, struct buf *out, bool moves);

/*
 * Add "image", without a palette and as large as those before, to the "context", a gif_writer. The 256 colours that
 * most of its pixels have are kept; others, which soften the edges of letters, become the nearest of them. Returns
 * false when memory runs out.
 */
bool gif_add(void *context, const struct png_image *image);

/* End the file and give back what it took, also after a failure. Returns false if it is not whole. */
bool gif_end(struct gif_writer *writer);

#endif
