/* What the module offers; its one name. */
#include "render/cairo_pdf.h"
#include "render/cairo_png.h"
#include "render/paint.h"

extern const struct paint_module paint_module;

static bool write_to_buf(void *context, const void *data, size_t size) {
	buf_put_str(context, (struct str){ data, size });
	return true;
}

static bool print_png(struct buf *out, const struct scene *scene) {
	struct typeface *typeface = typeface_create();
	return typeface != NULL && cairo_png_write(scene, typeface, &(struct png_sink){ write_to_buf, out });
}

static bool print_pdf(struct buf *out, const struct scene *scene) {
	struct typeface *typeface = typeface_create();
	return typeface != NULL && cairo_pdf_write(scene, typeface, &(struct pdf_sink){ write_to_buf, out });
}

static bool print_image(struct buf *out, const struct png_image *image) {
	return png_write(image, &(struct png_sink){ write_to_buf, out });
}

__attribute__((visibility("default"))) const struct paint_module paint_module = {
	CUTELAYOUT_VERSION, print_png, print_pdf, print_image,
};
