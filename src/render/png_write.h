/* PNG files, row by row, so that no more than a row of the picture needs to exist at a time. */
#ifndef RENDER_PNG_WRITE_H
#define RENDER_PNG_WRITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct png_image {
	int width, height;
	const uint32_t *palette;   /* 0xRRGGBB; NULL for three bytes (red, green, blue) a pixel */
	int palette_size;          /* colours; the index "palette_size" is transparent */
	void (*row)(void *context, int y, uint8_t *out);   /* pixels of row y; called once for each, from 0 on */
	void *context;
};

struct png_sink {
	bool (*write)(void *context, const void *data, size_t size);
	void *context;
};

/* Returns false when the sink does, or when memory runs out. */
bool png_write(const struct png_image *image, const struct png_sink *sink);

#endif
