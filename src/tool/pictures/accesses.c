#include "tool/pictures/accesses.h"

#include <inttypes.h>

#include "algebra/banks.h"
#include "algebra/offsets.h"
#include "tool/datapath.h"

/* A tile and the layout (thread, value) over it, before it is known where the tile lies. */
struct side {
	struct map map;
	struct tuple tile;      /* its shape */
	bool has_tile;
	int64_t bits;           /* of an element; 0 if unknown */
	int64_t most;           /* values of a lane that an instruction moves at most */
};

/* The values of a lane in one instruction of "atom", whose side is "layout"; any number where the copy chooses. */
static int64_t values_at_once(struct algebra *al, const struct named_copy_atom *atom, struct layout layout) {
	bool chooses = atom == NULL || tuple_is_constant(tuple_product(al, tuple_mode(atom->bit_layouts.src.shape, 1)), 1);
	return chooses ? INT64_MAX : int_value(al, tuple_product(al, tuple_mode(layout.shape, 1)));
}

/* The source of a load, the destination of a store. */
static struct side side_of(const struct subject *subject) {
	struct algebra *al = subject->al;
	const struct value *value = &subject->value;
	bool load = subject->request->is_load;
	struct side side = { .tile = tuple_int(1), .most = INT64_MAX };
	if (value->kind == VALUE_TILED_COPY) {
		const struct tiled_copy *copy = &value->tiled_copy->copy;
		side.tile = tiler_shape(al, copy->tiler);
		side.has_tile = true;
		side.map = map_from_layout(tiled_copy_layout_tv(al, copy, load));
		side.bits = value->tiled_copy->atom != NULL ? value->tiled_copy->atom->bits : 0;
		side.most = values_at_once(al, value->tiled_copy->atom, load ? copy->atom.src : copy->atom.dst);
	} else if (value->kind == VALUE_COPY_ATOM) {
		struct copy_atom atom = copy_atom_make(al, value->copy_atom->bit_layouts, value->copy_atom->bits);
		side.map = map_from_layout(load ? atom.src : atom.dst);
		side.bits = value->copy_atom->bits;
		side.most = values_at_once(al, value->copy_atom, load ? atom.src : atom.dst);
	} else if (value_is_tv_pair(value)) {
		side.tile = value->list.items[0].tuple;
		side.has_tile = true;
		side.map = value_as_map(al, &value->list.items[1]);
	} else {
		side.map = value_as_map(al, value);
	}
	return side;
}

/* Fault where a tile of as many modes as "memory" goes past the end of one of them. */
static void check_tile(struct algebra *al, struct layout memory, struct tuple tile) {
	for (int i = 0; i < tuple_rank(tile) && !algebra_failed(al); i++) {
		int64_t wanted = int_value(al, tuple_product(al, tuple_mode(tile, i)));
		int64_t extent = int_value(al, tuple_product(al, tuple_mode(memory.shape, i)));
		if (wanted > extent) {
			algebra_fault(al, FAULT_DOMAIN,
				"--smem: mode %d of the memory has extent %" PRId64 ", that of the tile %" PRId64, i, extent, wanted);
		}
	}
}

/* Make the range of "cells" that of their offsets: what is around a layout may have given a wider one. */
static void narrow_range(struct algebra *al, struct offsets *cells) {
	for (int64_t i = 0; i < cells->size && algebra_step(al, 1); i++) {
		int64_t cell = offsets_at(cells, i);
		cells->least = i == 0 || cell < cells->least ? cell : cells->least;
		cells->greatest = i == 0 || cell > cells->greatest ? cell : cells->greatest;
	}
}

/* Fault where the cells that "accesses" gives are not all in "memory"; more than a picture has are not looked at. */
static void check_cells(struct algebra *al, struct layout memory, struct map accesses) {
	if (accesses.kind == MAP_SWIZZLE || tuple_has_basis(map_inner(al, accesses).stride)) {
		return;
	}
	struct offsets cells = offsets_init_map(al, accesses);
	if (accesses.kind != MAP_LAYOUT && cells.size > LIMIT_DRAWN_CELLS) {
		return;
	}
	if (accesses.kind != MAP_LAYOUT) {
		narrow_range(al, &cells);
	}
	int64_t size = algebra_failed(al) ? 0 : int_value(al, layout_size(al, memory));
	if (!algebra_failed(al) && (cells.least < 0 || cells.greatest >= size)) {
		algebra_fault(al, FAULT_DOMAIN,
			"--smem: the memory has %" PRId64 " elements, and element %" PRId64 " is accessed", size,
			cells.least < 0 ? cells.least : cells.greatest);
	}
}

/* The memory that the request names, cut to the tile if it has as many modes and is larger. */
static struct map memory_of(const struct subject *subject, const struct side *side) {
	struct algebra *al = subject->al;
	struct value memory = subject_evaluate_option(subject, "--smem", subject->request->smem);
	struct map map = map_from_layout(layout_one());
	if (algebra_failed(al)) {
		return map;
	}
	if (!subject_is_map(&memory)) {
		algebra_fault(al, FAULT_TYPE, "--smem: expected a layout, saw %s", value_kind_name(&memory));
		return map;
	}
	map = value_as_map(al, &memory);
	struct layout inner = map_inner(al, map);
	if (!side->has_tile || algebra_failed(al) || layout_rank(inner) != tuple_rank(side->tile)) {
		check_cells(al, inner, side->map);
		return map;
	}
	check_tile(al, inner, side->tile);
	struct value shape = { .kind = VALUE_TUPLE, .tuple = side->tile };
	struct layout tile = layout_composition_tiler(al, inner, value_as_tiler(al, &shape));
	return algebra_failed(al) ? map : map_with_inner(al, map, tile);
}

/*
 * The matrices of ldmatrix and stmatrix, 0 of other instructions. Fault where shared memory is on the other side of the
 * copy than the request says.
 */
static int matrices_of(const struct subject *subject) {
	struct algebra *al = subject->al;
	const struct value *value = &subject->value;
	const struct named_copy_atom *atom = value->kind == VALUE_COPY_ATOM ? value->copy_atom :
		value->kind == VALUE_TILED_COPY ? value->tiled_copy->atom : NULL;
	if (atom == NULL) {
		return 0;
	}
	bool loads;
	struct copy_atom made = copy_atom_make(al, atom->bit_layouts, atom->bits);
	int matrices = algebra_failed(al) ? 0 : datapath_matrices(atom, &made, &loads);
	if (matrices > 0 && loads != subject->request->is_load) {
		algebra_fault(al, FAULT_DOMAIN, "%.*s %s shared memory", (int)atom->name.length, atom->name.data,
			loads ? "reads" : "writes");
		fault_set_hint(&al->fault, "--access=%s draws that", loads ? "load" : "store");
	}
	return matrices;
}

/* Warn where the values that an instruction of a copy moves, "most", are in the memory so that it moves only some. */
static void warn_of_parts(const struct subject *subject, int64_t most, int some) {
	int64_t widest = MATRIX_ROW_BYTES * 8 / subject->figure->bits;
	if (!algebra_failed(subject->al) && most != INT64_MAX && some < most && some < widest) {
		subject_warn(subject, FAULT_DOMAIN, "the %" PRId64 " values that an instruction of the copy moves are not side "
			"by side from a multiple of %" PRId64 " on: accesses of %d are drawn", most, most, some);
	}
}

struct map accesses_of(struct subject *subject, const struct picture_kind *kind, struct access *access) {
	struct algebra *al = subject->al;
	const struct draw_request *request = subject->request;
	struct side side = side_of(subject);
	*access = (struct access){ request->vector, request->is_load, matrices_of(subject) };
	if (side.bits > 0 && request->options.bits == 0) {
		subject->figure->bits = (int)side.bits;
	}
	bool copies = side.has_tile && subject->value.kind != VALUE_LIST;
	if (!algebra_failed(al) && side.has_tile && request->smem == NULL) {
		algebra_fault(al, FAULT_TYPE, "a picture of kind %s is of accesses to memory, and %s does not say where "
			"the tile lies", kind->name, copies ? "a tiled copy" : "a pair (tiler, layout)");
		fault_set_hint(&al->fault, "--smem=LAYOUT gives the layout of the tile in memory");
	}
	if (!algebra_failed(al) && request->smem != NULL) {
		side.map = map_composition(al, memory_of(subject, &side), side.map);
	}
	if (algebra_failed(al)) {
		return map_from_layout(layout_one());
	}
	if (request->vector == 0 && access->matrices > 0) {
		access->vector = MATRIX_ROW_BYTES * 8 / subject->figure->bits;
	} else if (request->vector == 0 && (copies || side.bits > 0 || request->smem != NULL)) {
		access->vector = access_widest(al, side.map, subject->figure->bits, side.most);
		warn_of_parts(subject, side.most, access->vector);
	}
	return side.map;
}
