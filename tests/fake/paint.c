/*
 * Takes the place of the module that paints: memory runs out in every picture, and there is no GIF; or, where the
 * environment has FAKE_PAINT_PAUSE, each picture takes 30 ms.
 */
#include <errno.h>
#include <stdlib.h>
#include <time.h>

#include "render/paint.h"

extern const struct paint_module paint_module;

static bool fail(struct buf *out, const struct scene *scene) {
	(void)scene;
	struct timespec left = { 0, 30000000 };
	bool pauses = getenv("FAKE_PAINT_PAUSE") != NULL;
	while (pauses && nanosleep(&left, &left) != 0 && errno == EINTR) {
	}
	buf_put(out, pauses ? "a picture" : "half a picture");
	return pauses;
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
