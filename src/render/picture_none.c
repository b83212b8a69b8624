/* picture.h in a build without Cairo. */
#include <stdio.h>

#include "render/picture.h"

bool picture_is_available(void) {
	return false;
}

struct picture_result picture_write(const struct scene *scene, const char *path, enum picture_format format) {
	(void)scene;
	(void)path;
	(void)format;
	return (struct picture_result){
		.status = PICTURE_UNAVAILABLE,
		.text = "this build cannot write pictures, it was made without Cairo: install libcairo2-dev, "
			"fonts-dejavu-core and build again",
	};
}
