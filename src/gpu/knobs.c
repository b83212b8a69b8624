#include "gpu/knobs.h"

#include <stddef.h>
#include <string.h>

static const struct {
	const char *name;
	size_t offset;
} names[KNOB_COUNT] = {
	[KNOB_THREADS] = { "threads", offsetof(struct knobs, threads) },
	[KNOB_VECTOR] = { "vector", offsetof(struct knobs, vector) },
	[KNOB_UNROLL] = { "unroll", offsetof(struct knobs, unroll) },
	[KNOB_PER_ROW] = { "per-row", offsetof(struct knobs, per_row) },
	[KNOB_GROUPS] = { "groups", offsetof(struct knobs, groups) },
	[KNOB_SPLITS] = { "splits", offsetof(struct knobs, splits) },
	[KNOB_LOAD] = { "load", offsetof(struct knobs, load) },
	[KNOB_STORE] = { "store", offsetof(struct knobs, store) },
	[KNOB_TILE] = { "tile", offsetof(struct knobs, tile) },
	[KNOB_KIND] = { "kind", offsetof(struct knobs, kind) },
};

int *knobs_at(struct knobs *knobs, enum knob knob) {
	return (int *)(void *)((char *)knobs + names[knob].offset);
}

bool knobs_are_free(const struct knobs *knobs) {
	static const struct knobs none;
	return memcmp(knobs, &none, sizeof none) == 0;
}

void knobs_put(struct buf *out, const struct knobs *knobs) {
	struct knobs copy = *knobs;
	const char *join = "";
	for (int i = 0; i < KNOB_COUNT; i++) {
		int value = *knobs_at(&copy, (enum knob)i);
		if (value > 0) {
			buf_printf(out, "%s%s=%d", join, names[i].name, value);
			join = ",";
		}
	}
}

bool knobs_set(struct knobs *knobs, struct str name, int value) {
	for (int i = 0; i < KNOB_COUNT; i++) {
		int *knob = knobs_at(knobs, (enum knob)i);
		if (str_is(name, names[i].name)) {
			bool is_free = *knob == 0;
			*knob = is_free ? value : *knob;
			return is_free;
		}
	}
	return false;
}
