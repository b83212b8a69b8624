/* picture.h in a build without Cairo. */
#include "render/picture.h"

bool picture_is_available(void) {
	return false;
}

static struct picture_result unavailable(void) {
	return (struct picture_result){
		.status = PICTURE_UNAVAILABLE,
		.text = "this build cannot write pictures, it was made without Cairo: install libcairo2-dev, "
			"fonts-dejavu-core and build again",
	};
}

struct picture_result picture_write(const struct scene *scene, const char *path, enum picture_format format) {
	(void)scene;
	(void)path;
	(void)format;
	return unavailable();
}

struct picture_result picture_write_html(const struct figure *figure, const struct scene *scene,
	const struct layout_plan *plan, const char *path) {
	(void)figure;
	(void)plan;
	(void)scene;
	(void)path;
	return unavailable();
}
