#include "render/png_write.h"

#include <setjmp.h>
#include <stdlib.h>

#include <png.h>

enum { COMPRESSION_LEVEL = 6 };

/* For libpng: pass bytes on; an error leaves through png_error. */
static void write_bytes(png_structp png, png_bytep data, size_t size) {
	const struct png_sink *sink = png_get_io_ptr(png);
	if (!sink->write(sink->context, data, size)) {
		png_error(png, "write");
	}
}

static void flush_nothing(png_structp png) {
	(void)png;
}

static void ignore_message(png_structp png, png_const_charp message) {
	(void)png;
	(void)message;
}

/* For libpng, which must not return from an error: back to png_write. */
static void leave(png_structp png, png_const_charp message) {
	(void)message;
	png_longjmp(png, 1);
}

/* Size and kind of the image, and its colours if it has a palette; the last of them is transparent. */
static void write_header(png_structp png, png_infop info, const struct png_image *image) {
	int type = image->palette != NULL ? PNG_COLOR_TYPE_PALETTE : PNG_COLOR_TYPE_RGB;
	png_set_IHDR(png, info, (png_uint_32)image->width, (png_uint_32)image->height, 8, type, PNG_INTERLACE_NONE,
		PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
	if (image->palette != NULL) {
		png_color colours[256] = { 0 };
		png_byte alpha[256];
		for (int i = 0; i < image->palette_size; i++) {
			colours[i].red = (png_byte)(image->palette[i] >> 16);
			colours[i].green = (png_byte)(image->palette[i] >> 8);
			colours[i].blue = (png_byte)image->palette[i];
			alpha[i] = 255;
		}
		alpha[image->palette_size] = 0;
		png_set_PLTE(png, info, colours, image->palette_size + 1);
		png_set_tRNS(png, info, alpha, image->palette_size + 1, NULL);
	}
	png_write_info(png, info);
}

/* libpng jumps back to setjmp on errors; whatever happens, what was made is given back. */
bool png_write(const struct png_image *image, const struct png_sink *sink) {
	bool written = false;
	uint8_t *volatile row = malloc((size_t)image->width * 3);
	png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, leave, ignore_message);
	png_infop info = png_create_info_struct(png); /* NULL where "png" is */
	if (info == NULL || row == NULL) {
		goto done;
	}
	if (setjmp(png_jmpbuf(png)) != 0) {
		goto done;
	}
	png_set_write_fn(png, (void *)(uintptr_t)sink, write_bytes, flush_nothing);
	png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
	png_set_compression_level(png, COMPRESSION_LEVEL);
	/* The rows of a painted cell are alike, so that almost all differences to the row above are 0. */
	png_set_filter(png, PNG_FILTER_TYPE_BASE, image->palette != NULL ? PNG_FILTER_NONE : PNG_FILTER_UP);
	write_header(png, info, image);
	for (int y = 0; y < image->height; y++) {
		image->row(image->context, y, row);
		png_write_row(png, row);
	}
	png_write_end(png, NULL);
	written = true;

done:
	free(row);
	png_destroy_write_struct(&png, &info);
	return written;
}
