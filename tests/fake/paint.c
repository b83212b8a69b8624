/* Takes the place of the module that paints: memory runs out in every picture, and there is no GIF. */
#include "render/paint.h"

extern const struct paint_module paint_module;

static bool fail(struct buf *out, const struct scene *scene) {
	(void)scene;
	buf_put(out, "half a picture");
	return false;
}

static bool fail_image(struct buf *out, const struct png_image *image) {
	(void)out, (void)image;
	return false;
}

__attribute__((visibility("default"))) const struct paint_module paint_module = {
	CUTELAYOUT_VERSION,
	fail,
	fail,
	fail_image,
	NULL,
};
