/* Tiles of tensors, threads and values, atoms. */
#include "differential.h"

/* The subject as a tensor of two modes and a tile that divides it; "at" is the coordinate of a tile. */
struct tiling {
	int64_t extent[2];
	int64_t tile[2];
	int64_t at[2];
	struct value tiler, coordinate;
};

static struct value pair_value(struct subject *s, int64_t first, int64_t second) {
	return value_from_tuple(tuple_pair(&s->al, tuple_int(first), tuple_int(second)));
}

static int64_t some_divisor(struct subject *s, int64_t n) {
	int64_t divisor = sample_between(s->samples, 1, n);
	while (n % divisor != 0) {
		divisor--;
	}
	return divisor;
}

/* "at" is a coordinate among the tiles, or inside one. */
static bool some_tiling(struct subject *s, struct tiling *t, bool inside) {
	if (!tuple_is_tuple(s->a.shape) || s->a.shape.rank != 2 || tuple_depth(s->a.shape) != 1) {
		return false;
	}
	for (int i = 0; i < 2; i++) {
		t->extent[i] = s->a.shape.modes[i].value;
		t->tile[i] = some_divisor(s, t->extent[i]);
		t->at[i] = sample_below(s->samples, inside ? t->tile[i] : t->extent[i] / t->tile[i]);
	}
	t->tiler = pair_value(s, t->tile[0], t->tile[1]);
	t->coordinate = pair_value(s, t->at[0], t->at[1]);
	return true;
}

/* Element (i,j) of the tensor. */
static int64_t element(const struct subject *s, int64_t i, int64_t j) {
	return s->map.offset[i + s->a.shape.modes[0].value * j];
}

/* The pair (layout, offset) of an operation on a tensor. */
static bool run_partition(struct subject *s, struct list *map, int count, const struct value *args) {
	struct value pair;
	if (!run_operation(s, s->name, &pair, count, args) || pair.kind != VALUE_LIST) {
		return false;
	}
	int64_t offset = pair.list.items[1].tuple.value;
	struct list list = list_from_layout(s->arena, pair.list.items[0].layout);
	int64_t *moved = arena_array(s->arena, (size_t)list.size, sizeof *moved);
	for (int64_t i = 0; i < list.size; i++) {
		moved[i] = list.offset[i] + offset;
	}
	*map = (struct list){ list.size, moved };
	return true;
}

/* The elements of one tile: local_tile and inner_partition. */
static enum verdict check_tile(struct subject *s) {
	struct tiling t;
	struct list got;
	if (!some_tiling(s, &t, false)) {
		return NOT_DEFINED;
	}
	bool holds = run_partition(s, &got, CALL(value_from_layout(s->a), t.tiler, t.coordinate)) &&
		got.size == t.tile[0] * t.tile[1];
	for (int64_t n = 0; holds && n < got.size; n++) {
		int64_t i = t.at[0] * t.tile[0] + n % t.tile[0];
		int64_t j = t.at[1] * t.tile[1] + n / t.tile[0];
		holds = got.offset[n] == element(s, i, j);
	}
	return agrees(s, holds, "not the elements of the tile");
}

/* Element "at" of each tile. */
static bool is_element_of_each_tile(const struct subject *s, const struct tiling *t, struct list got) {
	int64_t rows = t->extent[0] / t->tile[0];
	bool holds = got.size == rows * (t->extent[1] / t->tile[1]);
	for (int64_t n = 0; holds && n < got.size; n++) {
		holds = got.offset[n] == element(s, n % rows * t->tile[0] + t->at[0], n / rows * t->tile[1] + t->at[1]);
	}
	return holds;
}

static enum verdict check_outer_partition(struct subject *s) {
	struct tiling t;
	struct list got;
	if (!some_tiling(s, &t, true)) {
		return NOT_DEFINED;
	}
	bool good = run_partition(s, &got, CALL(value_from_layout(s->a), t.tiler, t.coordinate));
	return agrees(s, good && is_element_of_each_tile(s, &t, got), "not the element of each tile");
}

static enum verdict check_local_partition(struct subject *s) {
	struct tiling t;
	struct list got;
	if (!some_tiling(s, &t, true)) {
		return NOT_DEFINED;
	}
	struct layout threads = layout_from_shape_right(&s->al, t.tiler.tuple);
	int64_t thread = t.at[0] * t.tile[1] + t.at[1];
	bool good = run_partition(s, &got, CALL(value_from_layout(s->a), value_from_layout(threads), number_value(thread)));
	return agrees(s, good && is_element_of_each_tile(s, &t, got), "not the elements of the thread");
}

static enum verdict check_domain_distribute(struct subject *s) {
	int64_t n = some_divisor(s, s->map.size);
	struct layout r;
	if (!run_layout(s, &r, CALL(value_from_tuple(s->a.shape), number_value(n)))) {
		return NOT_DEFINED;
	}
	struct list places = list_from_layout(s->arena, r);
	return agrees(s, places.size <= n && list_is_injective(s->arena, places) && list_cosize(places) <= s->map.size,
		"a place twice, or outside the shape");
}

/* The part of a vector that is contiguous and whose multiples all strides are. */
static enum verdict check_max_alignment(struct subject *s) {
	int64_t elements;
	if (!is_plain(s->a) || !run_number(s, &elements, CALL(value_from_layout(s->a)))) {
		return NOT_DEFINED;
	}
	bool holds = elements >= 1;
	struct list sorted = list_sorted(s->arena, s->map);
	for (int64_t i = 0; holds && i < sorted.size; i++) {
		int64_t start = sorted.offset[i] - sorted.offset[i] % elements;
		struct list vector = { 1, &start };
		holds = list_includes(s->arena, s->map, vector);
	}
	return agrees(s, holds, "an offset lies in a vector that does not begin at an element");
}

static enum verdict check_tile_to_shape(struct subject *s) {
	struct layout r;
	if (!is_plain(s->a) || !list_covers(s->arena, s->map, s->map.size) || !tuple_is_tuple(s->a.shape)) {
		return NOT_DEFINED;
	}
	int rank = s->a.shape.rank;
	struct tuple *modes = tuple_modes_new(&s->al, rank);
	for (int i = 0; i < rank; i++) {
		modes[i] = tuple_int(reference_size(s->a.shape.modes[i]) * sample_between(s->samples, 1, 2));
	}
	struct tuple shape = tuple_of(&s->al, modes, rank);
	bool holds = run_layout(s, &r, CALL(value_from_layout(s->a), value_from_tuple(shape)));
	struct list got = list_from_layout(s->arena, r);
	holds = holds && reference_is_compatible(shape, r.shape) && list_covers(s->arena, got, got.size);
	for (int64_t i = 0; holds && i < s->map.size; i++) {
		struct tuple c = natural_coordinate(&s->al, s->a.shape, i);
		struct tuple *first = tuple_modes_new(&s->al, rank);
		for (int k = 0; k < rank; k++) {
			first[k] = tuple_crd2idx(&s->al, c.modes[k], s->a.shape.modes[k]);
		}
		holds = layout_crd2idx(&s->al, tuple_of(&s->al, first, rank), r).value == s->map.offset[i];
	}
	return agrees(s, holds, "the first block is not A, or the blocks leave gaps");
}

/* --- threads and values --- */

/* Threads and values as compact layouts of two modes each. */
static bool some_threads(struct subject *s, struct layout *thr, struct layout *val) {
	bool fits = tuple_is_tuple(s->a.shape) && s->a.shape.rank == 2 && tuple_is_tuple(s->b.shape) &&
		s->b.shape.rank == 2 && is_plain(s->a) && is_plain(s->b);
	*thr = s->a;
	*val = s->b;
	return fits && list_covers(s->arena, s->map, s->map.size) && list_covers(s->arena, s->other, s->other.size);
}

/* Whether "tv" gives (thread, value) its place in the tile: where both layouts have these numbers. */
static bool owns_its_places(struct subject *s, struct list tv) {
	int64_t thr_rows = reference_size(s->a.shape.modes[0]);
	int64_t val_rows = reference_size(s->b.shape.modes[0]);
	bool holds = tv.size == s->map.size * s->other.size;
	for (int64_t i = 0; holds && i < s->map.size; i++) {
		for (int64_t j = 0; holds && j < s->other.size; j++) {
			int64_t row = i % thr_rows * val_rows + j % val_rows;
			int64_t column = i / thr_rows * (s->other.size / val_rows) + j / val_rows;
			int64_t owner = s->map.offset[i] + s->map.size * s->other.offset[j];
			holds = tv.offset[owner] == row + thr_rows * val_rows * column;
		}
	}
	return holds;
}

static enum verdict check_make_layout_tv(struct subject *s) {
	struct layout thr;
	struct layout val;
	struct value pair;
	if (!some_threads(s, &thr, &val) ||
			!run_operation(s, s->name, &pair, CALL(value_from_layout(thr), value_from_layout(val)))) {
		return NOT_DEFINED;
	}
	struct list tv = list_from_layout(s->arena, pair.list.items[1].layout);
	return agrees(s, owns_its_places(s, tv), "not the place with these numbers");
}

/* A copy by elements of 16 bits, which leaves threads and values as they are. */
static bool some_copy(struct subject *s, struct value *copy) {
	struct layout thr;
	struct layout val;
	struct value atom;
	struct value name = { .kind = VALUE_STRING, .string = str_from("UniversalCopy<u16>") };
	return some_threads(s, &thr, &val) && run_operation(s, "copy_atom", &atom, CALL(name, number_value(16))) &&
		run_operation(s, "make_tiled_copy", copy, CALL(atom, value_from_layout(thr), value_from_layout(val)));
}

static enum verdict check_layout_of_copy(struct subject *s) {
	struct value copy;
	struct layout tv;
	if (!some_copy(s, &copy)) {
		return NOT_DEFINED;
	}
	bool good = run_layout(s, &tv, CALL(copy));
	return agrees(s, good && owns_its_places(s, list_from_layout(s->arena, tv)), "not the place with these numbers");
}

static enum verdict check_tiled_copy_impl(struct subject *s) {
	struct value atom;
	struct value copy;
	struct value tv;
	struct value name = { .kind = VALUE_STRING, .string = str_from("UniversalCopy<u16>") };
	struct layout thr;
	struct layout val;
	if (!some_threads(s, &thr, &val)) {
		return NOT_DEFINED;
	}
	struct tv_layout made = tv_layout_make(&s->al, thr, val);
	bool good = run_operation(s, "copy_atom", &atom, CALL(name, number_value(16))) &&
		run_operation(s, s->name, &copy, CALL(atom, value_from_layout(made.layout), value_from_tuple(made.tiler))) &&
		run_operation(s, "layout_S_TV", &tv, CALL(copy));
	return agrees(s, good && list_equal(list_from_layout(s->arena, tv.layout), list_from_layout(s->arena, made.layout)),
		"not the thread-value layout");
}

static enum verdict check_tiler_mn(struct subject *s) {
	struct value copy;
	struct tuple tile;
	if (!some_copy(s, &copy)) {
		return NOT_DEFINED;
	}
	bool holds = run_tuple(s, &tile, CALL(copy)) && tuple_rank(tile) == 2;
	for (int i = 0; holds && i < 2; i++) {
		int64_t extent = reference_size(s->a.shape.modes[i]) * reference_size(s->b.shape.modes[i]);
		holds = tuple_is_constant(tuple_mode(tile, i), extent);
	}
	return agrees(s, holds, "not the extents of threads and values multiplied");
}

/* What a thread has of a tensor of one tile, whose elements are numbered as the tile's are. */
static enum verdict check_partition_of_copy(struct subject *s) {
	struct value copy;
	struct value tile;
	struct value tv;
	struct list got;
	if (!some_copy(s, &copy) || !run_operation(s, "tiler_mn", &tile, CALL(copy)) ||
			!run_operation(s, "layout_S_TV", &tv, CALL(copy))) {
		return NOT_DEFINED;
	}
	struct list owners = list_from_layout(s->arena, tv.layout);
	struct layout tensor = layout_from_shape(&s->al, tile.tuple);
	int64_t thread = sample_below(s->samples, s->map.size);
	bool holds = run_partition(s, &got, CALL(copy, number_value(thread), value_from_layout(tensor))) &&
		got.size == s->other.size;
	for (int64_t j = 0; holds && j < got.size; j++) {
		holds = got.offset[j] == owners.offset[thread + s->map.size * j];
	}
	return agrees(s, holds, "not the elements of the thread");
}

/* The pairs of thread and value that the list of offsets has for each cell. */
static enum verdict check_owner(struct subject *s) {
	int rank = layout_rank(s->a);
	if (s->map.size == 0 || rank > 2) {
		return NOT_DEFINED;
	}
	int64_t threads = tuple_product(&s->al, tuple_mode(s->a.shape, 0)).value;
	for (int64_t cell = 0; cell < tuple_product(&s->al, layout_cosize(&s->al, s->a)).value; cell++) {
		struct value made;
		int64_t owners = 0;
		if (!run_operation(s, "owner", &made, CALL(value_from_layout(s->a), value_from_tuple(tuple_int(cell))))) {
			return NOT_DEFINED;
		}
		for (int64_t i = 0; i < s->map.size; i++) {
			owners += s->map.offset[i] == cell;
		}
		for (int64_t k = 0; k < owners; k++) {
			struct tuple pair = owners == 1 ? made.tuple : made.tuple.modes[k];
			int64_t at = pair.modes[0].value + threads * pair.modes[1].value;
			if (pair.rank != 2 || at >= s->map.size || s->map.offset[at] != cell) {
				return agrees(s, false, "another cell's owner");
			}
		}
		if (owners != 1 && made.tuple.rank != owners) {
			return agrees(s, false, "not as many owners");
		}
	}
	return agrees(s, true, "");
}

/* The cells that the list of offsets has for each thread. */
static enum verdict check_owned(struct subject *s) {
	if (s->map.size == 0 || layout_rank(s->a) > 2) {
		return NOT_DEFINED;
	}
	int64_t threads = tuple_product(&s->al, tuple_mode(s->a.shape, 0)).value;
	for (int64_t t = 0; t < threads; t++) {
		struct value made;
		if (!run_operation(s, "owned", &made, CALL(value_from_layout(s->a), value_from_tuple(tuple_int(t))))) {
			return NOT_DEFINED;
		}
		for (int64_t v = 0; v < s->map.size / threads; v++) {
			bool all = made.tuple.rank == s->map.size / threads;
			if (!all || made.tuple.modes[v].value != s->map.offset[t + threads * v]) {
				return agrees(s, false, "another cell");
			}
		}
	}
	return agrees(s, true, "");
}

const struct trial_of_operation trials_of_tiles[] = {
	{ "CopyBulkTensorTileS2GOp", NULL, "CuTe DSL" },
	{ "CopyBulkTensorTileG2SOp", NULL, "CuTe DSL" },
	{ "CopyBulkTensorTileG2SMulticastOp", NULL, "CuTe DSL" },
	{ "CopyG2SOp", NULL, "CuTe DSL" },
	{ "CopyUniversalOp", NULL, "CuTe DSL" },
	{ "LdMatrix8x8x16bOp", NULL, "CuTe DSL" },
	{ "MmaF16BF16Op", NULL, "CuTe DSL" },
	{ "MmaTF32Op", NULL, "CuTe DSL" },
	{ "StMatrix8x8x16bOp", NULL, "CuTe DSL" },
	{ "MmaUniversalOp", NULL, "CuTe DSL" },
	{ "make_copy_atom", NULL, "CuTe DSL" },
	{ "make_mma_atom", NULL, "CuTe DSL" },
	{ "get_smem_layout_atom", NULL, "CuTe DSL" },
	{ "is_k_major_a", NULL, "CuTe DSL" },
	{ "is_k_major_b", NULL, "CuTe DSL" },
	{ "is_m_major_a", NULL, "CuTe DSL" },
	{ "is_m_major_c", NULL, "CuTe DSL" },
	{ "is_n_major_b", NULL, "CuTe DSL" },
	{ "is_n_major_c", NULL, "CuTe DSL" },
	{ "make_smem_layout_a", NULL, "CuTe DSL" },
	{ "make_smem_layout_atom", NULL, "CuTe DSL" },
	{ "make_smem_layout_b", NULL, "CuTe DSL" },
	{ "make_smem_layout_epi", NULL, "CuTe DSL" },
	{ "make_trivial_tiled_mma", NULL, "CuTe DSL" },
	{ "sm90_mma_major_mode", NULL, "CuTe DSL" },
	{ "sm100_get_smem_store_op", NULL, "CuTe DSL" },
	{ "make_smem_layout_sfa", NULL, "CuTe DSL" },
	{ "make_smem_layout_sfb", NULL, "CuTe DSL" },
	{ "tile_atom_to_shape_SF", NULL, "CuTe DSL" },
	{ "Ld16x128bOp", NULL, "CuTe DSL" },
	{ "Ld16x256bOp", NULL, "CuTe DSL" },
	{ "Ld16x32bx2Op", NULL, "CuTe DSL" },
	{ "Ld16x64bOp", NULL, "CuTe DSL" },
	{ "Ld32x32bOp", NULL, "CuTe DSL" },
	{ "St16x128bOp", NULL, "CuTe DSL" },
	{ "St16x256bOp", NULL, "CuTe DSL" },
	{ "St16x32bx2Op", NULL, "CuTe DSL" },
	{ "St16x64bOp", NULL, "CuTe DSL" },
	{ "St32x32bOp", NULL, "CuTe DSL" },
	{ "get_num_tmem_alloc_cols", NULL, "CuTe DSL" },
	{ "make_tiled_tma_atom_A", NULL, "CuTe DSL" },
	{ "make_tiled_tma_atom_B", NULL, "CuTe DSL" },
	{ "mma_major_mode", NULL, "CuTe DSL" },
	{ "order_from_tensor", NULL, "CuTe DSL" },
	{ "cluster_shape_to_tma_atom_A", NULL, "CuTe DSL" },
	{ "cluster_shape_to_tma_atom_B", NULL, "CuTe DSL" },
	{ "cluster_shape_to_tma_atom_SFB", NULL, "CuTe DSL" },
	{ "compute_epilogue_tile_shape", NULL, "CuTe DSL" },
	{ "get_smem_layout_atom_ab", NULL, "CuTe DSL" },
	{ "get_smem_layout_atom_epi", NULL, "CuTe DSL" },
	{ "get_tmem_load_op", NULL, "CuTe DSL" },
	{ "make_blockscaled_trivial_tiled_mma", NULL, "CuTe DSL" },
	{ "sm100_make_smem_layout", NULL, "CuTe DSL" },
	{ "sm100_make_smem_layout_a", NULL, "CuTe DSL" },
	{ "sm100_make_smem_layout_b", NULL, "CuTe DSL" },
	{ "sm100_make_smem_layout_epi", NULL, "CuTe DSL" },
	{ "sm100_make_trivial_tiled_mma", NULL, "CuTe DSL" },
	{ "sm100_tile_to_mma_shape", NULL, "CuTe DSL" },
	{ "copy_atom", NULL, "CuTe C++" },
	{ "domain_distribute", check_domain_distribute, "different places inside the shape" },
	{ "gmma_descriptor", NULL, "CuTe C++" },
	{ "inner_partition", check_tile, "element by element of the tile" },
	{ "layout_A_TV", NULL, "CuTe C++" },
	{ "layout_B_TV", NULL, "CuTe C++" },
	{ "layout_C_TV", NULL, "CuTe C++" },
	{ "layout_D_TV", check_layout_of_copy, "the place that has the thread's and the value's number" },
	{ "layout_S_TV", check_layout_of_copy, "the place that has the thread's and the value's number" },
	{ "local_partition", check_local_partition, "the element of each tile that has the thread's number" },
	{ "local_tile", check_tile, "element by element of the tile" },
	{ "make_cotiled_copy", NULL, "CuTe C++" },
	{ "make_layout_tv", check_make_layout_tv, "the place that has the thread's and the value's number" },
	{ "make_tiled_copy", NULL, "CuTe C++, and layout_S_TV above" },
	{ "make_tiled_copy_A", NULL, "CuTe C++" },
	{ "make_tiled_copy_B", NULL, "CuTe C++" },
	{ "make_tiled_copy_C", NULL, "CuTe C++" },
	{ "make_tiled_copy_C_atom", NULL, "CuTe C++" },
	{ "make_tiled_copy_D", NULL, "CuTe C++" },
	{ "make_tiled_copy_S", NULL, "CuTe C++" },
	{ "make_tiled_copy_impl", check_tiled_copy_impl, "the thread-value layout that it is given" },
	{ "make_tiled_mma", NULL, "CuTe C++" },
	{ "max_alignment", check_max_alignment, "every offset lies in a vector that begins at an element" },
	{ "mma_atom", NULL, "CuTe C++" },
	{ "outer_partition", check_outer_partition, "element by element of the tiles" },
	{ "owned", check_owned, "the list of offsets" },
	{ "owner", check_owner, "the list of offsets" },
	{ "partition_A", NULL, "CuTe C++" },
	{ "partition_B", NULL, "CuTe C++" },
	{ "partition_C", NULL, "CuTe C++" },
	{ "partition_D", check_partition_of_copy, "the thread's column of layout_S_TV" },
	{ "partition_S", check_partition_of_copy, "the thread's column of layout_S_TV" },
	{ "partition_shape_A", NULL, "CuTe C++" },
	{ "partition_shape_B", NULL, "CuTe C++" },
	{ "partition_shape_C", NULL, "CuTe C++" },
	{ "retile_D", NULL, "CuTe C++" },
	{ "retile_S", NULL, "CuTe C++" },
	{ "sizeof_bits", NULL, "CuTe C++" },
	{ "thr_layout_vmnk", NULL, "CuTe C++" },
	{ "tile_shape", NULL, "CuTe C++" },
	{ "tile_to_shape", check_tile_to_shape, "the first block is A, and the blocks leave no gap" },
	{ "tiler_mn", check_tiler_mn, "extents of threads times values" },
	{ "smem_atom", NULL, "CuTe C++" },
	{ "tma", NULL, "CuTe C++" },
	{ "umma_descriptor", NULL, "CuTe C++" },
	{ "umma_instruction", NULL, "CuTe C++" },
	{ .name = NULL },
};
