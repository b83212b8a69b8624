#include "algebra/tile.h"
#include "algebra/trace.h"

struct layout tile_by_mode(struct algebra *al, struct layout a, const struct tiler *b, tile_operation operation) {
	algebra_operand(al, 2);
	switch (b->kind) {
	case TILER_LAYOUT:
		return operation(al, a, b->layout);
	case TILER_INT:
		return operation(al, a, layout_from_shape(al, b->layout.shape));
	case TILER_UNDERSCORE:
		return a;
	case TILER_MODES:
		break;
	}
	int rank = layout_rank(a);
	if (b->rank > rank) {
		algebra_fault(al, FAULT_RANK, "the tiler has %d modes, the layout %d", b->rank, rank);
		return a;
	}
	struct layout *modes = arena_array(al->arena, (size_t)rank, sizeof *modes);
	for (int i = 0; i < rank && !algebra_failed(al); i++) {
		modes[i] = layout_mode(a, i);
		if (i < b->rank) {
			trace_mode_numbers(al, TRACE_MODE, i, NULL, 0);
			algebra_enter_mode(al, i);
			modes[i] = tile_by_mode(al, modes[i], &b->modes[i], operation);
			algebra_leave_mode(al);
		}
	}
	return algebra_failed(al) ? a : layout_from_modes(al, modes, rank);
}

/* The tuple of rank 2 that "t" becomes, along the leaves of "guide". */
static struct tuple unzip(struct algebra *al, struct tuple t, const struct tiler *guide) {
	if (guide->kind != TILER_MODES) {
		if (tuple_is_tuple(t) && t.rank == 2) {
			return t;
		}
		algebra_fault(al, FAULT_UNSUPPORTED,
			"\"_\" leaves its mode undivided, so it has no tile and rest to regroup; logical_divide and "
			"logical_product take \"_\"");
		return tuple_pair(al, t, t);
	}
	int rank = tuple_rank(t);
	struct tuple *tiles = tuple_modes_new(al, guide->rank);
	struct tuple *rests = tuple_modes_new(al, rank);
	for (int i = 0; i < rank; i++) {
		if (i < guide->rank) {
			algebra_enter_mode(al, i);
			struct tuple pair = unzip(al, tuple_mode(t, i), &guide->modes[i]);
			algebra_leave_mode(al);
			if (algebra_failed(al)) {
				return tuple_pair(al, t, t);
			}
			tiles[i] = pair.modes[0];
			rests[i] = pair.modes[1];
		} else {
			rests[i] = tuple_mode(t, i);
		}
	}
	return tuple_pair(al, tuple_of(al, tiles, guide->rank), tuple_of(al, rests, rank));
}

struct layout tile_unzip(struct algebra *al, struct layout a, const struct tiler *b) {
	if (algebra_failed(al)) {
		return a;
	}
	algebra_operand(al, 2);
	return layout_of(al, unzip(al, a.shape, b), unzip(al, a.stride, b));
}

/* (_,...,_) for the modes of "half"; "_" for one of rank 1, which the DSL takes out of its tuple and C++ does not. */
static struct tuple underscores(struct algebra *al, struct tuple half) {
	bool keeps = tuple_rank(half) == 1 && (!algebra_is_dsl(al) || !tuple_is_tuple(half));
	return keeps ? tuple_underscore() : tuple_repeat(al, tuple_underscore(), tuple_rank(half));
}

struct layout tile_unpack_rest(struct algebra *al, struct layout a) {
	if (algebra_failed(al)) {
		return a;
	}
	struct tuple rest = underscores(al, tuple_mode(a.shape, 1));
	return layout_slice(al, tuple_pair(al, tuple_underscore(), rest), a);
}

struct layout tile_unpack_both(struct algebra *al, struct layout a) {
	if (algebra_failed(al)) {
		return a;
	}
	struct tuple tile = underscores(al, tuple_mode(a.shape, 0));
	struct tuple rest = underscores(al, tuple_mode(a.shape, 1));
	return layout_slice(al, tuple_pair(al, tile, rest), a);
}
