/* paint.h in a build without Cairo. */
#include <stdio.h>

#include "render/paint.h"

const struct paint_module *paint_module_find(char why[FAULT_TEXT_BYTES]) {
	if (why != NULL) {
		snprintf(why, FAULT_TEXT_BYTES, "this build cannot write PNG, PDF and GIF, it was made without Cairo: install "
			"libcairo2-dev, fonts-dejavu-core and build again");
	}
	return NULL;
}
