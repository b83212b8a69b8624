#include "gpu/kinds/kind.h"

/* GPU_KINDS names each kind in turn; the build writes it from the list in src/gpu/meson.build. */
#include "gpu/kinds/list.h"

#define DECLARE(name) extern const struct kind kind_##name;
#define ADDRESS(name) &kind_##name,

GPU_KINDS(DECLARE)

static const struct kind *const kinds[] = { GPU_KINDS(ADDRESS) };

const struct kind *kind_for(const struct wanted *wanted) {
	const struct kind *const *kind = kinds;
	while (!(*kind)->suits(wanted)) {
		kind++;
	}
	return *kind;
}
