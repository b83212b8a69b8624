#include "lang/builtin.h"

#include <stdlib.h>

/* --- arguments --- */

static bool has_arg(const struct call *call, int i) {
	return i < call->count && call->args[i].kind != VALUE_NONE;
}

/* Faults from here on are about argument "i". */
static const struct value *arg(struct call *call, int i) {
	call->al->operand = i + 1;
	call->al->mode_depth = 0;
	return &call->args[i];
}

static struct layout layout_arg(struct call *call, int i) {
	return value_as_layout(call->al, arg(call, i));
}

static const struct tiler *tiler_arg(struct call *call, int i) {
	return value_as_tiler(call->al, arg(call, i));
}

static struct tuple tuple_arg(struct call *call, int i) {
	return value_as_tuple(call->al, arg(call, i));
}

/* The shape of a layout, or the tuple itself. */
static struct tuple shape_arg(struct call *call, int i) {
	const struct value *value = arg(call, i);
	return value->kind == VALUE_LAYOUT ? value->layout.shape : value_as_tuple(call->al, value);
}

static int64_t int_arg(struct call *call, int i, int64_t least, int64_t greatest) {
	return value_as_int(call->al, arg(call, i), least, greatest);
}

/* The number of a mode of something of rank "rank". */
static int mode_arg(struct call *call, int i, int rank) {
	int64_t index = int_arg(call, i, INT32_MIN, INT32_MAX);
	if (!algebra_failed(call->al) && (index < 0 || index >= rank)) {
		algebra_fault(call->al, FAULT_RANK, "mode %lld is outside rank %d: modes are numbered from 0 to %d",
			(long long)index, rank, rank - 1);
		return 0;
	}
	return (int)index;
}

static struct value from_layout(const struct call *call, struct layout layout) {
	return algebra_failed(call->al) ? (struct value){ .kind = VALUE_NONE } : value_from_layout(layout);
}

static struct value from_tuple(const struct call *call, struct tuple tuple) {
	return algebra_failed(call->al) ? (struct value){ .kind = VALUE_NONE } : value_from_tuple(tuple);
}

static struct value pair(struct call *call, struct value a, struct value b) {
	struct value *items = arena_array(call->al->arena, 2, sizeof *items);
	items[0] = a;
	items[1] = b;
	return value_from_items(call->al, items, 2);
}

/* --- modes --- */

/* Mode "index" of "value", which must be in range. */
static struct value mode_of(const struct value *value, int index) {
	switch (value->kind) {
	case VALUE_TUPLE: return value_from_tuple(tuple_mode(value->tuple, index));
	case VALUE_LAYOUT: return value_from_layout(layout_mode(value->layout, index));
	case VALUE_LIST: return value->list.items[index];
	default: return *value;
	}
}

static int rank_of(const struct value *value) {
	switch (value->kind) {
	case VALUE_TUPLE: return tuple_rank(value->tuple);
	case VALUE_LAYOUT: return layout_rank(value->layout);
	case VALUE_LIST: return value->list.count;
	default: return 1;
	}
}

/* The mode of argument 0 that the indices from argument 1 on lead to. */
static struct value indexed_arg(struct call *call) {
	struct value value = *arg(call, 0);
	if (value.kind == VALUE_BOOL || value.kind == VALUE_STRING) {
		algebra_fault(call->al, FAULT_TYPE, "expected a layout or a tuple, saw %s", value_kind_name(&value));
		return value;
	}
	for (int i = 1; i < call->count && !algebra_failed(call->al); i++) {
		value = mode_of(&value, mode_arg(call, i, rank_of(&value)));
	}
	call->al->operand = 1;
	return value;
}

static struct value run_get(struct call *call) {
	return indexed_arg(call);
}

static struct value run_rank(struct call *call) {
	struct value value = indexed_arg(call);
	return from_tuple(call, tuple_int(rank_of(&value)));
}

/* The tuple that stands for "value" where only its shape matters. */
static struct tuple shape_of(struct call *call, const struct value *value) {
	return value->kind == VALUE_LAYOUT ? value->layout.shape : value_as_tuple(call->al, value);
}

static struct value run_depth(struct call *call) {
	struct value value = indexed_arg(call);
	return from_tuple(call, tuple_int(tuple_depth(shape_of(call, &value))));
}

static struct value run_shape(struct call *call) {
	struct value value = indexed_arg(call);
	return from_tuple(call, shape_of(call, &value));
}

static struct value run_stride(struct call *call) {
	struct value value = indexed_arg(call);
	return from_tuple(call, value_as_layout(call->al, &value).stride);
}

static struct value run_size(struct call *call) {
	struct value value = indexed_arg(call);
	return from_tuple(call, tuple_product(call->al, shape_of(call, &value)));
}

static struct value run_cosize(struct call *call) {
	struct value value = indexed_arg(call);
	return from_tuple(call, layout_cosize(call->al, value_as_layout(call->al, &value)));
}

/* The mode numbers in the arguments from 1 on; one tuple of numbers is the same. */
static int *index_args(struct call *call, int rank, int *count) {
	struct call numbers = *call;
	if (call->count == 2 && call->args[1].kind == VALUE_TUPLE && tuple_is_tuple(call->args[1].tuple)) {
		struct tuple tuple = call->args[1].tuple;
		struct value *args = arena_array(call->al->arena, (size_t)tuple.rank + 1, sizeof *args);
		for (int i = 0; i < tuple.rank; i++) {
			args[i + 1] = value_from_tuple(tuple.modes[i]);
		}
		numbers.args = args;
		numbers.count = tuple.rank + 1;
	}
	*count = numbers.count - 1;
	int *indices = arena_array(call->al->arena, (size_t)*count, sizeof *indices);
	for (int i = 0; i < *count; i++) {
		indices[i] = mode_arg(&numbers, i + 1, rank);
	}
	return indices;
}

static struct value run_select(struct call *call) {
	const struct value *value = arg(call, 0);
	int count;
	int *indices = index_args(call, rank_of(value), &count);
	if (algebra_failed(call->al)) {
		return *value;
	}
	if (value->kind == VALUE_TUPLE) {
		return from_tuple(call, tuple_select(call->al, value->tuple, indices, count));
	}
	struct layout layout = layout_arg(call, 0);
	struct tuple shape = tuple_select(call->al, layout.shape, indices, count);
	struct tuple stride = tuple_select(call->al, layout.stride, indices, count);
	return from_layout(call, layout_of(call->al, shape, stride));
}

static struct value run_group(struct call *call) {
	const struct value *value = arg(call, 0);
	int rank = rank_of(value);
	int begin = (int)int_arg(call, 1, 0, rank);
	int end = has_arg(call, 2) ? (int)int_arg(call, 2, begin, rank) : rank;
	call->al->operand = 1;
	if (algebra_failed(call->al)) {
		return *value;
	}
	if (value->kind == VALUE_TUPLE) {
		return from_tuple(call, tuple_group(call->al, value->tuple, begin, end));
	}
	struct layout layout = layout_arg(call, 0);
	struct tuple shape = tuple_group(call->al, layout.shape, begin, end);
	struct tuple stride = tuple_group(call->al, layout.stride, begin, end);
	return from_layout(call, layout_of(call->al, shape, stride));
}

static struct value run_flatten(struct call *call) {
	const struct value *value = arg(call, 0);
	if (value->kind == VALUE_TUPLE) {
		return from_tuple(call, tuple_flatten(call->al, value->tuple));
	}
	return from_layout(call, layout_flatten(call->al, layout_arg(call, 0)));
}

/* --- making layouts --- */

static struct value run_make_layout(struct call *call) {
	bool joins = arg(call, 0)->kind == VALUE_LAYOUT;
	if (!joins) {
		struct tuple shape = tuple_arg(call, 0);
		if (!has_arg(call, 1)) {
			return from_layout(call, layout_from_shape(call->al, shape));
		}
		struct tuple stride = tuple_arg(call, 1);
		if (call->count > 2) {
			algebra_fault(call->al, FAULT_RANK, "make_layout takes a shape and a stride, or layouts");
		}
		return from_layout(call, layout_make(call->al, shape, stride));
	}
	struct layout *modes = arena_array(call->al->arena, (size_t)call->count, sizeof *modes);
	for (int i = 0; i < call->count; i++) {
		if (arg(call, i)->kind != VALUE_LAYOUT) {
			algebra_fault(call->al, FAULT_TYPE, "expected a layout to join with the others, saw %s",
				value_kind_name(&call->args[i]));
			return (struct value){ .kind = VALUE_NONE };
		}
		modes[i] = call->args[i].layout;
	}
	struct layout joined = layout_from_modes(call->al, modes, call->count);
	return from_layout(call, algebra_failed(call->al) ? layout_one() : joined);
}

static struct value run_make_ordered_layout(struct call *call) {
	struct tuple shape = tuple_arg(call, 0);
	struct tuple order = tuple_arg(call, 1);
	return from_layout(call, layout_ordered(call->al, shape, order));
}

static struct value run_make_layout_tv(struct call *call) {
	struct layout thr = layout_arg(call, 0);
	struct layout val = layout_arg(call, 1);
	struct tv_layout tv = tv_layout_make(call->al, thr, val);
	if (algebra_failed(call->al)) {
		return (struct value){ .kind = VALUE_NONE };
	}
	return pair(call, value_from_tuple(tv.tiler), value_from_layout(tv.layout));
}

/* --- the algebra --- */

static struct value run_coalesce(struct call *call) {
	struct layout a = layout_arg(call, 0);
	if (!has_arg(call, 1)) {
		return from_layout(call, layout_coalesce(call->al, a));
	}
	return from_layout(call, layout_coalesce_profile(call->al, a, shape_arg(call, 1)));
}

static struct value run_filter(struct call *call) {
	struct layout a = layout_arg(call, 0);
	if (!has_arg(call, 1)) {
		return from_layout(call, layout_filter(call->al, a));
	}
	return from_layout(call, layout_filter_profile(call->al, a, shape_arg(call, 1)));
}

static struct value run_composition(struct call *call) {
	struct layout a = layout_arg(call, 0);
	const struct tiler *b = tiler_arg(call, 1);
	return from_layout(call, algebra_failed(call->al) ? a : layout_composition_tiler(call->al, a, b));
}

static struct value run_complement(struct call *call) {
	struct layout a = layout_arg(call, 0);
	if (!has_arg(call, 1)) {
		return from_layout(call, layout_complement_own(call->al, a));
	}
	struct tuple cotarget = shape_arg(call, 1);
	call->al->operand = 1;
	return from_layout(call, layout_complement(call->al, a, cotarget));
}

static struct value run_right_inverse(struct call *call) {
	return from_layout(call, layout_right_inverse(call->al, layout_arg(call, 0)));
}

static struct value run_left_inverse(struct call *call) {
	return from_layout(call, layout_left_inverse(call->al, layout_arg(call, 0)));
}

typedef struct layout (*tiler_operation)(struct algebra *al, struct layout a, const struct tiler *b);

static struct value run_tiler_operation(struct call *call, tiler_operation operation) {
	struct layout a = layout_arg(call, 0);
	const struct tiler *b = tiler_arg(call, 1);
	return from_layout(call, algebra_failed(call->al) ? a : operation(call->al, a, b));
}

static struct value run_logical_divide(struct call *call) {
	return run_tiler_operation(call, layout_logical_divide);
}

static struct value run_zipped_divide(struct call *call) {
	return run_tiler_operation(call, layout_zipped_divide);
}

static struct value run_tiled_divide(struct call *call) {
	return run_tiler_operation(call, layout_tiled_divide);
}

static struct value run_flat_divide(struct call *call) {
	return run_tiler_operation(call, layout_flat_divide);
}

static struct value run_logical_product(struct call *call) {
	return run_tiler_operation(call, layout_logical_product);
}

static struct value run_zipped_product(struct call *call) {
	return run_tiler_operation(call, layout_zipped_product);
}

static struct value run_tiled_product(struct call *call) {
	return run_tiler_operation(call, layout_tiled_product);
}

static struct value run_flat_product(struct call *call) {
	return run_tiler_operation(call, layout_flat_product);
}

static struct value run_blocked_product(struct call *call) {
	struct layout a = layout_arg(call, 0);
	struct layout b = layout_arg(call, 1);
	return from_layout(call, algebra_failed(call->al) ? a : layout_blocked_product(call->al, a, b));
}

static struct value run_raked_product(struct call *call) {
	struct layout a = layout_arg(call, 0);
	struct layout b = layout_arg(call, 1);
	return from_layout(call, algebra_failed(call->al) ? a : layout_raked_product(call->al, a, b));
}

/* --- elements of other widths --- */

static struct value run_upcast(struct call *call) {
	struct layout a = layout_arg(call, 0);
	int64_t n = int_arg(call, 1, 1, INT32_MAX);
	call->al->operand = 1;
	return from_layout(call, layout_upcast(call->al, a, n));
}

static struct value run_downcast(struct call *call) {
	struct layout a = layout_arg(call, 0);
	int64_t n = int_arg(call, 1, 1, INT32_MAX);
	call->al->operand = 1;
	return from_layout(call, layout_downcast(call->al, a, n));
}

static struct value run_recast_layout(struct call *call) {
	int64_t new_bits = int_arg(call, 0, 1, INT32_MAX);
	int64_t old_bits = int_arg(call, 1, 1, INT32_MAX);
	struct layout a = layout_arg(call, 2);
	return from_layout(call, layout_recast(call->al, a, new_bits, old_bits));
}

/* --- coordinates --- */

static struct value run_crd2idx(struct call *call) {
	struct tuple c = tuple_arg(call, 0);
	if (has_arg(call, 2)) {
		struct layout a = layout_make(call->al, tuple_arg(call, 1), tuple_arg(call, 2));
		call->al->operand = 1;
		return from_tuple(call, layout_crd2idx(call->al, c, a));
	}
	const struct value *target = arg(call, 1);
	if (target->kind == VALUE_TUPLE) {
		call->al->operand = 1;
		return from_tuple(call, tuple_crd2idx(call->al, c, target->tuple));
	}
	struct layout a = layout_arg(call, 1);
	call->al->operand = 1;
	return from_tuple(call, layout_crd2idx(call->al, c, a));
}

static struct value run_idx2crd(struct call *call) {
	struct tuple index = tuple_arg(call, 0);
	struct tuple shape = shape_arg(call, 1);
	if (has_arg(call, 2)) {
		return from_tuple(call, layout_idx2crd(call->al, index, shape, tuple_arg(call, 2)));
	}
	call->al->operand = 1;
	return from_tuple(call, tuple_idx2crd(call->al, index, shape));
}

static struct value run_slice(struct call *call) {
	struct tuple c = tuple_arg(call, 0);
	const struct value *target = arg(call, 1);
	call->al->operand = 1;
	if (target->kind == VALUE_TUPLE) {
		return from_tuple(call, tuple_slice(call->al, c, target->tuple));
	}
	call->al->operand = 2;
	struct layout a = value_as_layout(call->al, target);
	call->al->operand = 1;
	return from_layout(call, layout_slice(call->al, c, a));
}

/* Keep alphabetized. */
static const struct builtin builtins[] = {
	{ "blocked_product", "layout, tiler", 2, 2, run_blocked_product,
		"repeat the layout as blocks: each mode of the result is (block, tile)",
		"blocked_product((2,5):(5,1),(3,4):(1,3))", "((2,3),(5,4)):((5,10),(1,30))" },
	{ "coalesce", "layout, target_profile", 1, 2, run_coalesce,
		"the shortest layout with the same size and the same offset at each integer coordinate; with a profile, by mode",
		"coalesce((2,(1,6)):(1,(6,2)))", "12:1" },
	{ "complement", "layout, cotarget", 1, 2, run_complement,
		"the layout that fills what the layout leaves free below cotarget (default: its cosize)",
		"complement((2,2):(4,1),24)", "(2,3):(2,8)" },
	{ "composition", "layout, tiler", 2, 2, run_composition,
		"the layout with R(c) = A(B(c)); by mode with a tuple of tilers; also written A o B",
		"composition((6,2):(8,2),(4,3):(3,1))", "((2,2),3):((24,2),8)" },
	{ "cosize", "layout, mode, ...", 1, LIMIT_ARGUMENTS, run_cosize,
		"one more than the largest offset",
		"cosize((4,8):(1,5))", "39" },
	{ "crd2idx", "coord, layout, stride", 2, 3, run_crd2idx,
		"the offset of a coordinate in a layout, or its number in a shape",
		"crd2idx((1,2),(4,8):(8,1))", "10" },
	{ "depth", "layout, mode, ...", 1, LIMIT_ARGUMENTS, run_depth,
		"how deep the modes nest: 0 for an integer",
		"depth((4,(2,8)))", "2" },
	{ "downcast", "layout, factor", 2, 2, run_downcast,
		"the layout for elements that are factor times as small",
		"downcast((4,8):(8,1),2)", "(4,16):(16,1)" },
	{ "filter", "layout, target_profile", 1, 2, run_filter,
		"the layout without its modes of stride 0 or extent 1, coalesced",
		"filter((4,2,3):(0,1,2))", "6:1" },
	{ "flat_divide", "layout, tiler", 2, 2, run_flat_divide,
		"logical_divide, regrouped as (tile modes..., rest modes...)",
		"flat_divide((64,32):(32,1),(8,8))", "(8,8,8,4):(32,1,256,8)" },
	{ "flat_product", "layout, tiler", 2, 2, run_flat_product,
		"logical_product, regrouped as (block modes..., tile modes...)",
		"flat_product((2,5):(5,1),(3,4):(1,3))", "(2,5,3,4):(5,1,10,30)" },
	{ "flatten", "layout", 1, 1, run_flatten,
		"the same modes without nesting",
		"flatten(((4,8),(8,2)):((64,1),(8,256)))", "(4,8,8,2):(64,1,8,256)" },
	{ "get", "layout, mode, ...", 1, LIMIT_ARGUMENTS, run_get,
		"a mode of a layout, a tuple or a result of several parts; more numbers go deeper",
		"get((3,(4,5)):(20,(5,1)),1,0)", "4:5" },
	{ "group", "layout, begin, end", 2, 3, run_group,
		"modes begin to end-1 made into one mode",
		"group((2,3,5):(1,2,6),0,2)", "((2,3),5):((1,2),6)" },
	{ "idx2crd", "index, shape, stride", 2, 3, run_idx2crd,
		"the coordinate with the number index in a shape",
		"idx2crd(23,(4,(2,8)))", "(3,(1,2))" },
	{ "left_inverse", "layout", 1, 1, run_left_inverse,
		"a layout R with R(A(i)) = i for each i, where A is injective",
		"left_inverse((4,8):(1,5))", "(5,8):(1,4)" },
	{ "logical_divide", "layout, tiler", 2, 2, run_logical_divide,
		"split the layout into (tile, rest); by mode with a tuple of tilers",
		"logical_divide((4,2,3):(2,1,8),4:2)", "((2,2),(2,3)):((4,1),(2,8))" },
	{ "logical_product", "layout, tiler", 2, 2, run_logical_product,
		"repeat the layout as the tiler says: (block, tile); by mode with a tuple of tilers",
		"logical_product((2,2):(4,1),6:1)", "((2,2),(2,3)):((4,1),(2,8))" },
	{ "make_layout", "shape, stride, ...", 1, LIMIT_ARGUMENTS, run_make_layout,
		"the layout shape:stride, column-major without a stride; of layouts, the layout that has them as modes",
		"make_layout((4,8),stride=(8,1))", "(4,8):(8,1)" },
	{ "make_layout_tv", "thr_layout, val_layout", 2, 2, run_make_layout_tv,
		"the tile, and the layout from (thread, value) to its elements, of a thread and a value layout",
		"make_layout_tv((4,32):(32,1),(4,8):(8,1))", "((16,256),((32,4),(8,4)):((128,4),(16,1)))" },
	{ "make_ordered_layout", "shape, order", 2, 2, run_make_ordered_layout,
		"the compact layout of a shape in which the modes with smaller numbers in order vary faster",
		"make_ordered_layout((4,64),(1,0))", "(4,64):(64,1)" },
	{ "raked_product", "layout, tiler", 2, 2, run_raked_product,
		"repeat the layout interleaved: each mode of the result is (tile, block)",
		"raked_product((2,5):(5,1),(3,4):(1,3))", "((3,2),(4,5)):((10,5),(30,1))" },
	{ "rank", "layout, mode, ...", 1, LIMIT_ARGUMENTS, run_rank,
		"the number of modes",
		"rank((4,(2,8)))", "2" },
	{ "recast_layout", "new_bits, old_bits, layout", 3, 3, run_recast_layout,
		"the layout for elements of new_bits instead of old_bits",
		"recast_layout(16,8,make_ordered_layout((16,16),(1,0)))", "(16,8):(8,1)" },
	{ "right_inverse", "layout", 1, 1, run_right_inverse,
		"the largest layout R with A(R(i)) = i for each i",
		"right_inverse((4,8):(8,1))", "(8,4):(4,1)" },
	{ "select", "layout, mode, ...", 2, LIMIT_ARGUMENTS, run_select,
		"the layout of the given modes",
		"select((2,3,5):(1,2,6),0,2)", "(2,5):(1,6)" },
	{ "shape", "layout, mode, ...", 1, LIMIT_ARGUMENTS, run_shape,
		"the shape of a layout",
		"shape((4,8):(8,1))", "(4,8)" },
	{ "size", "layout, mode, ...", 1, LIMIT_ARGUMENTS, run_size,
		"the number of coordinates",
		"size((4,8):(8,1))", "32" },
	{ "slice", "coord, layout", 2, 2, run_slice,
		"the modes of the layout where the coordinate has _",
		"slice((_,3),(4,8):(1,4))", "(4):(1)" },
	{ "stride", "layout, mode, ...", 1, LIMIT_ARGUMENTS, run_stride,
		"the stride of a layout",
		"stride((4,8):(8,1))", "(8,1)" },
	{ "tiled_divide", "layout, tiler", 2, 2, run_tiled_divide,
		"logical_divide, regrouped as (tile, rest modes...)",
		"tiled_divide((64,32):(32,1),(8,8))", "((8,8),8,4):((32,1),256,8)" },
	{ "tiled_product", "layout, tiler", 2, 2, run_tiled_product,
		"logical_product, regrouped as (block, tile modes...)",
		"tiled_product((2,5):(5,1),(3,4):(1,3))", "((2,5),3,4):((5,1),10,30)" },
	{ "upcast", "layout, factor", 2, 2, run_upcast,
		"the layout for elements that are factor times as large",
		"upcast((4,16):(16,1),2)", "(4,8):(8,1)" },
	{ "zipped_divide", "layout, tiler", 2, 2, run_zipped_divide,
		"logical_divide, regrouped as (tile, rest)",
		"zipped_divide((64,32):(32,1),(8,8))", "((8,8),(8,4)):((32,1),(256,8))" },
	{ "zipped_product", "layout, tiler", 2, 2, run_zipped_product,
		"logical_product, regrouped as (block, tile)",
		"zipped_product((2,5):(5,1),(3,4):(1,3))", "((2,5),(3,4)):((5,1),(10,30))" },
};

enum { BUILTIN_COUNT = sizeof builtins / sizeof builtins[0] };

static int compare_name(const void *key, const void *element) {
	const struct str *name = key;
	const struct builtin *builtin = element;
	size_t length = strlen(builtin->name);
	size_t shorter = name->length < length ? name->length : length;
	int order = memcmp(name->data, builtin->name, shorter);
	return order != 0 ? order : (name->length > length) - (name->length < length);
}

const struct builtin *builtin_find(struct str name) {
	return bsearch(&name, builtins, BUILTIN_COUNT, sizeof builtins[0], compare_name);
}

const struct builtin *builtin_table(int *count) {
	*count = BUILTIN_COUNT;
	return builtins;
}

/* Insertions, deletions and replacements that turn "a" into "b"; both shorter than SUGGEST_LENGTH. */
enum { SUGGEST_LENGTH = 40 };

static int edit_distance(struct str a, struct str b) {
	int row[SUGGEST_LENGTH + 1];
	for (size_t j = 0; j <= b.length; j++) {
		row[j] = (int)j;
	}
	for (size_t i = 1; i <= a.length; i++) {
		int diagonal = row[0];
		row[0] = (int)i;
		for (size_t j = 1; j <= b.length; j++) {
			int replaced = diagonal + (a.data[i - 1] != b.data[j - 1]);
			int inserted = row[j - 1] + 1;
			int deleted = row[j] + 1;
			diagonal = row[j];
			row[j] = replaced < inserted ? replaced : inserted;
			row[j] = row[j] < deleted ? row[j] : deleted;
		}
	}
	return row[b.length];
}

const struct builtin *builtin_suggest(struct str name) {
	const struct builtin *nearest = NULL;
	int least = (int)name.length / 3 + 1;
	for (int i = 0; i < BUILTIN_COUNT && name.length < SUGGEST_LENGTH; i++) {
		int distance = edit_distance(name, str_from(builtins[i].name));
		if (distance < least) {
			least = distance;
			nearest = &builtins[i];
		}
	}
	return nearest;
}

int builtin_parameter(const struct builtin *builtin, struct str keyword) {
	const char *rest = builtin->parameters;
	for (int place = 0; *rest != '\0'; place++) {
		size_t length = strcspn(rest, ",");
		if (str_equal(keyword, (struct str){ rest, length }) && !str_is(keyword, "...")) {
			return place;
		}
		rest += length;
		rest += strspn(rest, ", ");
	}
	return -1;
}
