#include "tool/canonical.h"

/* The tile at the beginning of "memory", which may be larger. */
static struct map first_tile(struct algebra *al, struct map memory, struct tuple tile) {
	struct tiler extents[2];
	for (int i = 0; i < 2; i++) {
		extents[i] = (struct tiler){ .kind = TILER_INT, .layout = { tuple_mode(tile, i), tuple_int(1) } };
	}
	const struct tiler tiler = { .kind = TILER_MODES, .modes = extents, .rank = 2 };
	struct layout inner = map_inner(al, memory);
	return algebra_failed(al) ? memory : map_with_inner(al, memory, layout_composition_tiler(al, inner, &tiler));
}

/*
 * Refuse a tile whose first 16 bytes along the major mode are not contiguous. CuTe does not ask: it recasts to units of
 * 16 bytes along whatever mode has stride 1.
 */
static void require_unit(struct algebra *al, struct map tile, int64_t bits, enum major major) {
	struct layout inner = map_inner(al, tile);
	for (int64_t i = 1; i < 128 / bits && !algebra_failed(al); i++) {
		struct tuple mn = tuple_int(major == MAJOR_MN ? i : 0);
		struct tuple k = tuple_int(major == MAJOR_K ? i : 0);
		if (int_value(al, layout_crd2idx(al, tuple_pair(al, mn, k), inner)) != i) {
			algebra_fault(al, FAULT_DOMAIN, "16 bytes along %s are not contiguous", major == MAJOR_K ? "K" : "MN");
		}
	}
}

struct canonical canonical_of(struct algebra *al, struct map memory, struct tuple tile, int64_t bits,
		enum descriptor_kind kind) {
	struct canonical canonical = { .holds = false };
	for (int major = MAJOR_K; major <= MAJOR_MN && !canonical.holds; major++) {
		/* What is refused here is an answer, no fault of the caller. */
		struct algebra own;
		algebra_init(&own, al->arena);
		own.stop = al->stop;
		struct smem_tile smem = { .layout = first_tile(&own, memory, tile), .bits = bits };
		require_unit(&own, smem.layout, bits, (enum major)major);
		if (!algebra_failed(&own)) {
			canonical.descriptor = descriptor_of(&own, smem, kind, (enum major)major);
		}
		canonical.holds = !algebra_failed(&own);
		canonical.major = (enum major)major;
		canonical.why[major] = arena_copy(al->arena, own.fault.text, strlen(own.fault.text));
	}
	return canonical;
}
