#include "gpu/silicon_memory.h"

#include <inttypes.h>

/* Fault unless each element has a place of its own below memory->places. */
static void check_places(struct algebra *al, const struct silicon_memory *memory) {
	uint8_t *taken = arena_array(al->arena, (size_t)memory->places, 1);
	for (int64_t i = 0; i < memory->offsets.size; i++) {
		int64_t place = offsets_at(&memory->offsets, i);
		if (taken[place]++ != 0) {
			algebra_fault(al, FAULT_UNSUPPORTED, "%s has two elements at %" PRId64, memory->name, place);
			return;
		}
	}
}

struct silicon_memory silicon_memory_make(struct algebra *al, const char *name, struct map map, int64_t elements,
		int64_t most) {
	struct silicon_memory memory = { .name = name, .map = map };
	bool is_plain = map.kind == MAP_LAYOUT;
	bool is_swizzled = map.kind == MAP_COMPOSED && map.composed->outer.kind == MAP_SWIZZLE
		&& map.composed->inner.kind == MAP_LAYOUT;
	if (!is_plain && !is_swizzled && !algebra_failed(al)) {
		algebra_fault(al, FAULT_UNSUPPORTED, "%s is neither a layout nor a swizzled one", name);
	}
	memory.offsets = offsets_init_map(al, map);
	if (!algebra_failed(al) && memory.offsets.size != elements) {
		algebra_fault(al, FAULT_UNSUPPORTED, "%s has %" PRId64 " elements; %" PRId64 " are needed", name,
			memory.offsets.size, elements);
	}
	if (!algebra_failed(al) && memory.offsets.least < 0) {
		algebra_fault(al, FAULT_UNSUPPORTED, "%s has a place before its beginning", name);
	}
	if (!algebra_failed(al) && elements > most) {
		algebra_fault(al, FAULT_UNSUPPORTED, "%s has %" PRId64 " elements; there is room for %" PRId64, name, elements,
			most);
	}
	for (int64_t i = 0; i < elements && !algebra_failed(al); i++) {
		int64_t place = offsets_at(&memory.offsets, i);
		memory.places = memory.places > place + 1 ? memory.places : place + 1;
	}
	if (!algebra_failed(al) && memory.places > most) {
		algebra_fault(al, FAULT_UNSUPPORTED, "%s has %" PRId64 " places; there is room for %" PRId64, name,
			memory.places, most);
	}
	if (!algebra_failed(al)) {
		check_places(al, &memory);
	}
	return memory;
}

/* What a swizzle moves by 32 bits or more is not in a place: there are fewer. */
void silicon_put_place(struct emitter *em, const char *name, const struct silicon_memory *memory) {
	const struct composed *composed = memory->map.kind == MAP_COMPOSED ? memory->map.composed : NULL;
	emit_open(em, "static __device__ __forceinline__ unsigned place_%s(unsigned i)", name);
	emit_line(em, "unsigned x = %s;", emit_layout(em, map_inner(em->al, memory->map), "i"));
	if (composed != NULL) {
		struct swizzle swizzle = composed->outer.swizzle;
		int shift = swizzle.shift < 0 ? -swizzle.shift : swizzle.shift;
		emit_line(em, "x += %" PRId64 ";", int_value(em->al, composed->offset));
		if (shift < 32) {
			emit_line(em, "x ^= (x & 0x%" PRIx64 "u) %s %d;", swizzle_y_mask(swizzle), swizzle.shift < 0 ? "<<" : ">>",
				shift);
		}
	}
	emit_line(em, "return x;");
	emit_close(em);
	buf_put_char(em->out, '\n');
}

void silicon_put_own(struct emitter *em, const char *name, struct layout tv) {
	emit_open(em, "static __device__ __forceinline__ unsigned own_%s(unsigned t, unsigned v)", name);
	emit_line(em, "return (%s) + (%s);", emit_layout(em, layout_mode(tv, 0), "t"),
		emit_layout(em, layout_mode(tv, 1), "v"));
	emit_close(em);
	buf_put_char(em->out, '\n');
}
