/* What the module offers; its one name. */
#include "render/cairo_pdf.h"
#include "render/gif_write.h"
#include "render/paint.h"
#include "render/raster.h"

extern const struct paint_module paint_module;

static bool write_to_buf(void *context, const void *data, size_t size) {
	buf_put_str(context, (struct str){ data, size });
	return true;
}

static bool take_png(void *context, const struct png_image *image) {
	return png_write(image, &(struct png_sink){ write_to_buf, context });
}

static bool print_png(struct buf *out, const struct scene *scene) {
	struct typeface *typeface = typeface_create();
	struct raster_sink sink = { take_png, out };
	return typeface != NULL && raster_paint(scene, raster_scale(scene), typeface, &sink);
}

static bool print_pdf(struct buf *out, const struct scene *scene) {
	struct typeface *typeface = typeface_create();
	return typeface != NULL && cairo_pdf_write(scene, typeface, &(struct pdf_sink){ write_to_buf, out });
}

static bool print_image(struct buf *out, const struct png_image *image) {
	return png_write(image, &(struct png_sink){ write_to_buf, out });
}

#ifdef HAVE_GIFLIB
/* One pixel of the file to one of the scene: such files are for pages that show them as they are. */
static bool print_gif(struct buf *out, const struct scene *scenes, int count) {
	struct gif_writer writer;
	double fine = raster_scale(&scenes[0]);
	double scale = fine < 1 ? fine : 1;
	struct raster_sink sink = { gif_add, &writer };
	bool good = true;
	gif_begin(&writer, out, count > 1);
	for (int i = 0; i < count && good; i++) {
		struct typeface *typeface = typeface_create();
		good = typeface != NULL && raster_paint(&scenes[i], scale, typeface, &sink);
	}
	return gif_end(&writer) && good;
}
#else
#define print_gif NULL
#endif

__attribute__((visibility("default"))) const struct paint_module paint_module = {
	CUTELAYOUT_VERSION,
	print_png,
	print_pdf,
	print_image,
	print_gif,
};
