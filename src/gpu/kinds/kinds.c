#include "gpu/kinds/kind.h"

/* GPU_KINDS names each kind in turn; the build writes it from the list in src/gpu/meson.build. */
#include "gpu/kinds/list.h"

#define DECLARE(name) extern const struct kind kind_##name;
#define ADDRESS(name) &kind_##name,

GPU_KINDS(DECLARE)

static const struct kind *const kinds[] = { GPU_KINDS(ADDRESS) };

const struct kind *kind_for(const struct wanted *wanted, int *place) {
	const struct kind *found = NULL;
	int wish = kernel_has_tv(wanted->kernel) ? 1 : knob_choice(wanted->knobs.kind, 1);
	struct wanted bare = *wanted;
	bare.knobs = (struct knobs){ 0 };
	int suiting = 0;
	*place = 0;
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0] && *place < wish; i++) {
		bool counts = kinds[i]->suits(wish > 1 ? &bare : wanted);
		suiting += counts;
		if (counts && kinds[i]->suits(wanted)) {
			found = kinds[i];
			*place = suiting;
		}
	}
	return found;
}
