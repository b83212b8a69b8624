/* Who owns which element of a tile, in thread-value layouts and in what is made of atoms. */
#include "algebra/coverage.h"
#include "lang/ops/signature.h"

/* A layout (thread, value) to the cells of a tile. */
struct ownership {
	struct map tv;
	struct tuple tile;
};

/* The letter of argument "i", or "usual" if it is not given. */
static char operand_arg(struct call *call, int i, char usual) {
	if (!has_arg(call, i)) {
		return usual;
	}
	const struct value *name = kind_arg(call, i, VALUE_STRING, "the name of an operand in quotes, as \"A\"");
	bool is_letter = name != NULL && name->string.length == 1;
	return is_letter ? name->string.data[0] : '\0';
}

/* Who owns the elements of operand A, B or C of a tiled MMA, over its tile. */
static struct ownership of_mma(struct call *call, const struct tiled_mma *mma, char operand) {
	static const int modes[][2] = { { 0, 2 }, { 1, 2 }, { 0, 1 } };
	struct algebra *al = call->al;
	if (operand < 'A' || operand > 'C') {
		algebra_fault(al, FAULT_NAME, "an MMA has the operands \"A\", \"B\" and \"C\"");
		return (struct ownership){ .tile = tuple_int(1) };
	}
	int which = operand - 'A';
	struct tuple mnk = tiled_mma_tile_shape(al, mma);
	struct tuple tile = tuple_pair(al, tuple_product(al, tuple_mode(mnk, modes[which][0])),
		tuple_product(al, tuple_mode(mnk, modes[which][1])));
	return (struct ownership){ map_from_layout(tiled_mma_layout_tv(al, mma, (enum mma_operand)which)), tile };
}

/* Who owns the elements of the source or destination of a tiled copy, over its tile. */
static struct ownership of_copy(struct call *call, const struct tiled_copy *copy, char side) {
	struct algebra *al = call->al;
	if (side != 'S' && side != 'D') {
		algebra_fault(al, FAULT_NAME, "a copy has the sides \"S\" and \"D\"");
		return (struct ownership){ .tile = tuple_int(1) };
	}
	struct tuple tile = tuple_product_each(al, tiler_shape(al, copy->tiler));
	return (struct ownership){ map_from_layout(tiled_copy_layout_tv(al, copy, side == 'S')), tile };
}

/*
 * Argument 0: a pair (tile, layout) as make_layout_tv gives, a layout over the tile of its cosize, a tiled copy or MMA
 * with the operand in argument 2.
 */
static struct ownership ownership_arg(struct call *call) {
	const struct value *value = arg(call, 0);
	if (value->kind == VALUE_TILED_MMA) {
		return of_mma(call, &value->tiled_mma->mma, operand_arg(call, 2, 'C'));
	}
	if (value->kind == VALUE_TILED_COPY) {
		return of_copy(call, &value->tiled_copy->copy, operand_arg(call, 2, 'S'));
	}
	if (value_is_tv_pair(value)) {
		struct tuple tile = value->list.items[0].tuple;
		return (struct ownership){ value_as_map(call->al, &value->list.items[1]), tile };
	}
	struct map map = map_arg(call, 0);
	return (struct ownership){ map, map_cosize(call->al, map) };
}

/* The number of the cell at "c"; a coordinate beyond the tile is one of the same place in a tile beside it. */
static int64_t cell_at(struct algebra *al, struct tuple c, struct tuple tile) {
	if (tuple_is_tuple(c) && tuple_rank(c) == tuple_rank(tile)) {
		struct tuple extents = tuple_product_each(al, tile);
		struct tuple *modes = tuple_modes_new(al, c.rank);
		for (int i = 0; i < c.rank; i++) {
			struct tuple at = c.modes[i];
			modes[i] = tuple_is_tuple(at) ? at : int_mod(al, at, tuple_mode(extents, i));
		}
		c = tuple_of(al, modes, c.rank);
	}
	return int_value(al, tuple_crd2idx(al, c, tile));
}

/* All pairs (thread, value) of a cell: the pair if it is one, a tuple of them otherwise. */
static struct value run_owner(struct call *call) {
	struct algebra *al = call->al;
	struct ownership ownership = ownership_arg(call);
	struct tuple c = tuple_arg(call, 1);
	int64_t cell = algebra_failed(al) ? 0 : cell_at(al, c, ownership.tile);
	struct tv_table table = algebra_failed(al) ? (struct tv_table){ 0 } : tv_table_make(al, ownership.tv);
	if (algebra_failed(al)) {
		return value_none();
	}
	enum { OWNERS_MAX = LIMIT_LEAVES / 2 };
	struct tuple *owners = tuple_modes_new(al, OWNERS_MAX);
	int count = 0;
	for (int64_t i = 0; i < table.threads * table.values && count <= OWNERS_MAX; i++) {
		if (table.cells[i] == cell && count++ < OWNERS_MAX) {
			owners[count - 1] = tuple_pair(al, tuple_int(i / table.values), tuple_int(i % table.values));
		}
	}
	if (count > OWNERS_MAX) {
		algebra_fault(al, FAULT_LIMIT, "the cell has more than %d owners", OWNERS_MAX);
		return value_none();
	}
	return from_tuple(call, count == 1 ? owners[0] : tuple_of(al, owners, count));
}

/* The coordinates of all values of a thread, in their order. */
static struct value run_owned(struct call *call) {
	struct algebra *al = call->al;
	struct ownership ownership = ownership_arg(call);
	struct tv_table table = algebra_failed(al) ? (struct tv_table){ 0 } : tv_table_make(al, ownership.tv);
	int64_t thread = algebra_failed(al) ? 0 : int_arg(call, 1, 0, table.threads - 1);
	if (!algebra_failed(al) && table.values > LIMIT_LEAVES / 2) {
		algebra_fault(al, FAULT_LIMIT, "a thread has more than %d values", LIMIT_LEAVES / 2);
	}
	if (algebra_failed(al)) {
		return value_none();
	}
	struct tuple *cells = tuple_modes_new(al, (int)table.values);
	for (int64_t v = 0; v < table.values; v++) {
		cells[v] = tuple_idx2crd(al, tuple_int(table.cells[thread * table.values + v]), ownership.tile);
	}
	return from_tuple(call, tuple_of(al, cells, (int)table.values));
}

static const struct operation operations[] = {
	{ "owned", "tv, thread, operand", RUN_AS(ARGUMENTS_SLICE, run_owned, 2, 3),
		"the coordinates of the elements that a thread holds, value by value",
		"owned(make_layout_tv((2,2):(2,1),(1,2):(2,1)),1)", "((0,2),(0,3))",
		"0t_mma_atom.md, TV layouts; include/cute/atom/mma_atom.hpp, get_layoutC_TV" },
	{ "owner", "tv, coord, operand", RUN(run_owner, 2, 3),
		"the thread that holds an element of the tile, and which of its values it is",
		"owner(make_layout_tv((2,2):(2,1),(1,2):(2,1)),(1,3))", "(3,1)",
		"0t_mma_atom.md, TV layouts; include/cute/atom/mma_atom.hpp, get_layoutC_MN" },
};

OPERATION_GROUP(owner, "Who owns what", operations)
