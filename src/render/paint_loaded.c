/* paint.h where the module is a file of its own. */
#include <stdio.h>

#include "base/module.h"
#include "render/paint.h"

const struct paint_module *paint_module_find(char why[FAULT_TEXT_BYTES]) {
	static const struct module_name name = { PAINT_FILE, "CUTELAYOUT_PAINT", "paint_module" };
	char reason[MODULE_WHY_BYTES];
	const struct paint_module *module = module_find(&name, reason);
	if (module == NULL && why != NULL) {
		snprintf(why, FAULT_TEXT_BYTES, "PNG, PDF and GIF need " PAINT_FILE " and Cairo: %s", reason);
	}
	return module;
}
