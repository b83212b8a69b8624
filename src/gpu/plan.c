#include "gpu/plan.h"

static const char *const kernel_names[KERNEL_COUNT] = {
	[KERNEL_NAIVE] = "naive", [KERNEL_VECTORIZED] = "vectorized", [KERNEL_TV] = "tv", [KERNEL_TV_REMAP] = "tv-remap",
	[KERNEL_AUTO] = "auto",
};

const char *kernel_name(enum kernel kernel) {
	return kernel_names[kernel];
}

bool kernel_from_name(struct str name, enum kernel *out) {
	for (int i = 0; i < KERNEL_COUNT; i++) {
		if (str_is(name, kernel_names[i])) {
			*out = (enum kernel)i;
			return true;
		}
	}
	return false;
}
