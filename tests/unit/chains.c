/*
 * Chains of 3 to 6 operations on random layouts, composed layouts and identity layouts. After each operation the value
 * is compared with what its definition makes of the table of the value before it (tables.h). A chain ends where the
 * operation is refused, or where a warning says that the answer is not what the operation means; where there is a
 * warning although it is, the warning is wrong. Prints one line for each operation, the first chains on which one
 * differs, and "N passed, N failed".
 *
 *     chains [CHAINS [SEED]]
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/notation/plain.h"
#include "lang/ops/operation.h"
#include "reference.h"
#include "samples.h"
#include "tables.h"

enum {
	CHAINS_OF_BUILD = 60000,
	STEPS_LEAST = 3,
	STEPS_MOST = 6,
	ELEMENTS = 64,         /* of the value that a chain begins with */
	ROWS_MAX = 1024,       /* of any value */
	RANK_MAX = 8,
	SHOWN_FAILURES = 10,
};

enum verdict { AGREES, DIFFERS, NOT_DEFINED };
enum family { PLAIN, COMPOSED, IDENTITY, FAMILIES };
static const char *const family_names[FAMILIES] = { "layouts", "composed layouts", "identity layouts" };

/* A chain: its value, what the definitions say of it, and the expression so far. */
struct trial {
	struct arena *arena;
	struct algebra al;
	struct samples *samples;
	struct value value;
	struct table table;
	char *text;
	const char *why;     /* what differs */
	bool is_shapeless;   /* the value is a function of all integers: a chain's end */
	bool is_partly;      /* only part of what the last operation makes was compared */
	bool warned;         /* the last operation says that its answer is not what it means */
};

/* --- what the steps share --- */

static enum family family_of(const struct trial *c) {
	return tuple_is_tuple(c->table.profile) ? IDENTITY : c->value.kind == VALUE_COMPOSED ? COMPOSED : PLAIN;
}

static int64_t below(struct trial *c, int64_t count) {
	return sample_below(c->samples, count);
}

static struct value number(int64_t n) {
	return value_from_tuple(tuple_int(n));
}

static int rank_of(const struct trial *c) {
	return tuple_rank(c->table.shape);
}

static int64_t mode_size(const struct trial *c, int k) {
	return reference_size(tuple_mode(c->table.shape, k));
}

/* Call "name" with "count" arguments, the value of the chain at "own". False when it is refused. */
static bool call(struct trial *c, const char *name, int count, struct value *args, int own, struct value *result) {
	struct buf text;
	buf_init(&text, c->arena);
	buf_printf(&text, "%s(", name);
	for (int k = 0; k < count; k++) {
		buf_put(&text, k > 0 ? "," : "");
		if (k == own) {
			args[k] = c->value;
			buf_put(&text, c->text);
		} else {
			print_value(&text, &args[k]);
		}
	}
	buf_put(&text, ")");
	c->text = text.data;
	*result = operation_call(operation_find(str_from(name)), &c->al, args, count);
	c->warned = fault_is_set(&c->al.note) && c->al.note.code != FAULT_REMARK;
	return !algebra_failed(&c->al);
}

static enum verdict differs(struct trial *c, const char *why) {
	c->why = why;
	return DIFFERS;
}

/* Go on with "result", whose row "i" must be what row sources[i] was. "shape" must take its coordinates. */
static enum verdict become(struct trial *c, struct value result, struct tuple shape, const int64_t *sources) {
	struct table table;
	if (!table_from_value(c->arena, &result, c->table.profile, &table)) {
		return differs(c, "no function, or into something else");
	}
	if (!reference_is_compatible(shape, table.shape)) {
		return differs(c, "another domain");
	}
	size_t width = (size_t)table.width * sizeof *table.at;
	for (int64_t i = 0; i < table.size; i++) {
		if (memcmp(table.at + i * table.width, c->table.at + sources[i] * table.width, width) != 0) {
			return differs(c, "another function");
		}
	}
	c->value = result;
	c->table = table;
	return AGREES;
}

/* The numbers 0 to "count" - 1, as the sources of what keeps its function. */
static int64_t *same(struct trial *c, int64_t count) {
	int64_t *sources = arena_array(c->arena, (size_t)count + 1, sizeof *sources);
	for (int64_t i = 0; i < count; i++) {
		sources[i] = i;
	}
	return sources;
}

/* The sources of the modes with extents "extent" and steps "step" through the rows, from left to right. */
static int64_t *strided(struct trial *c, int count, const int64_t *extent, const int64_t *step) {
	struct leaves leaves = { .count = count };
	memcpy(leaves.shape, extent, (size_t)count * sizeof *extent);
	memcpy(leaves.stride, step, (size_t)count * sizeof *step);
	return (int64_t *)list_from_leaves(c->arena, &leaves).offset;
}

/* Number of the row at which a step along each mode arrives. */
static void mode_steps(const struct trial *c, int64_t *step) {
	int64_t next = 1;
	for (int k = 0; k < rank_of(c); k++) {
		step[k] = next;
		next *= mode_size(c, k);
	}
}

static struct tuple tuple_from(struct trial *c, const int64_t *values, int count) {
	struct tuple *modes = tuple_modes_new(&c->al, count);
	for (int k = 0; k < count; k++) {
		modes[k] = tuple_int(values[k]);
	}
	return tuple_of(&c->al, modes, count);
}

static bool rows_equal(const struct table *a, int64_t i, const struct table *b, int64_t j) {
	return memcmp(a->at + i * a->width, b->at + j * b->width, (size_t)a->width * sizeof *a->at) == 0;
}

/* Go on with "result", of which only the first rows are known: those of sources[0..count-1]. */
static enum verdict begin_with(struct trial *c, struct value result, int64_t count, const int64_t *sources) {
	c->is_partly = true;
	struct table table;
	if (!table_from_value(c->arena, &result, c->table.profile, &table) || table.size < count) {
		return differs(c, "no function, or too few elements");
	}
	for (int64_t i = 0; i < count; i++) {
		if (!rows_equal(&table, i, &c->table, sources[i])) {
			return differs(c, "another function");
		}
	}
	c->value = result;
	c->table = table;
	return AGREES;
}

static struct list list_of(const struct table *table) {
	return (struct list){ table->size, table->at };
}

/* --- structure --- */

static enum verdict step_coalesce(struct trial *c) {
	struct value result;
	if (!call(c, "coalesce", 1, (struct value[1]){ 0 }, 0, &result)) {
		return NOT_DEFINED;
	}
	enum verdict verdict = become(c, result, tuple_int(c->table.size), same(c, c->table.size));
	return verdict == AGREES && tuple_depth(c->table.shape) > 1 ? differs(c, "not flat") : verdict;
}

static enum verdict step_flatten(struct trial *c) {
	struct value result;
	if (!call(c, "flatten", 1, (struct value[1]){ 0 }, 0, &result)) {
		return NOT_DEFINED;
	}
	int leaves = tuple_leaves(c->table.shape);
	enum verdict verdict = become(c, result, tuple_int(c->table.size), same(c, c->table.size));
	bool is_flat = tuple_depth(c->table.shape) <= 1 && tuple_leaves(c->table.shape) == leaves;
	return verdict == AGREES && !is_flat ? differs(c, "not its leaves") : verdict;
}

static enum verdict step_group(struct trial *c) {
	struct value result;
	int rank = rank_of(c);
	int begin = (int)below(c, rank);
	int end = begin + 1 + (int)below(c, rank - begin);
	if (!tuple_is_tuple(c->table.shape) || end - begin < 2 ||
			!call(c, "group", 3, (struct value[3]){ { 0 }, number(begin), number(end) }, 0, &result)) {
		return NOT_DEFINED;
	}
	int64_t extents[RANK_MAX];
	int count = 0;
	for (int k = 0; k < rank; k++) {
		bool joins = k > begin && k < end;
		extents[joins ? count - 1 : count] = joins ? extents[count - 1] * mode_size(c, k) : mode_size(c, k);
		count += joins ? 0 : 1;
	}
	return become(c, result, tuple_from(c, extents, count), same(c, c->table.size));
}

static enum verdict step_with_shape(struct trial *c) {
	struct value result;
	int64_t extents[3];
	int count = 0;
	int64_t left = c->table.size;
	for (; count < 3 && left > 1; count++) {
		extents[count] = 1 + below(c, left < 8 ? left : 8);
		left /= extents[count];
	}
	if (count == 0) {
		return NOT_DEFINED;
	}
	struct tuple shape = tuple_from(c, extents, count);
	if (!call(c, "with_shape", 2, (struct value[2]){ { 0 }, value_from_tuple(shape) }, 0, &result)) {
		return NOT_DEFINED;
	}
	return become(c, result, shape, same(c, c->table.size));
}

/* --- some of the modes --- */

/* Go on with the modes[0..count-1]: the others stay at 0. */
static enum verdict keep_modes(struct trial *c, struct value result, const int *modes, int count) {
	int64_t steps[RANK_MAX];
	int64_t extent[RANK_MAX];
	int64_t step[RANK_MAX];
	mode_steps(c, steps);
	for (int k = 0; k < count; k++) {
		extent[k] = mode_size(c, modes[k]);
		step[k] = steps[modes[k]];
	}
	return become(c, result, tuple_from(c, extent, count), strided(c, count, extent, step));
}

static enum verdict step_select(struct trial *c) {
	struct value result;
	struct value args[RANK_MAX + 1];
	int modes[RANK_MAX];
	int count = 0;
	int rank = rank_of(c);
	for (int k = 0, at = (int)below(c, rank); k < rank; k++, at = (at + 1) % rank) {
		if (below(c, 3) > 0 || (k + 1 == rank && count == 0)) {
			args[count + 1] = number(at);
			modes[count++] = at;
		}
	}
	if (!tuple_is_tuple(c->table.shape) || !call(c, "select", count + 1, args, 0, &result) ||
			result.kind == VALUE_LIST) {
		return NOT_DEFINED;
	}
	return keep_modes(c, result, modes, count);
}

static enum verdict step_take(struct trial *c) {
	struct value result;
	int modes[RANK_MAX];
	int rank = rank_of(c);
	int begin = (int)below(c, rank);
	int end = begin + 1 + (int)below(c, rank - begin);
	for (int k = begin; k < end; k++) {
		modes[k - begin] = k;
	}
	if (!tuple_is_tuple(c->table.shape) ||
			!call(c, "take", 3, (struct value[3]){ { 0 }, number(begin), number(end) }, 0, &result) ||
			result.kind == VALUE_LIST) {
		return NOT_DEFINED;
	}
	return keep_modes(c, result, modes, end - begin);
}

static enum verdict step_get(struct trial *c) {
	struct value result;
	int64_t steps[RANK_MAX];
	int mode = (int)below(c, rank_of(c));
	mode_steps(c, steps);
	if (!tuple_is_tuple(c->table.shape) || !call(c, "get", 2, (struct value[2]){ { 0 }, number(mode) }, 0, &result)) {
		return NOT_DEFINED;
	}
	int64_t extent = mode_size(c, mode);
	return become(c, result, tuple_int(extent), strided(c, 1, &extent, &steps[mode]));
}

/* A coordinate with some modes free: the slice and the offset that it leaves behind are the rows at it. */
static enum verdict step_slice_and_offset(struct trial *c) {
	struct value result;
	int64_t steps[RANK_MAX];
	int64_t extent[RANK_MAX];
	int64_t step[RANK_MAX];
	int64_t offset[TABLE_WIDTH_MAX];
	int64_t start = 0;
	int count = 0;
	int rank = rank_of(c);
	struct tuple *at = tuple_modes_new(&c->al, rank);
	mode_steps(c, steps);
	for (int k = 0; k < rank; k++) {
		int64_t fixed = below(c, mode_size(c, k));
		if (below(c, 2) == 0) {
			at[k] = tuple_underscore();
			extent[count] = mode_size(c, k);
			step[count++] = steps[k];
		} else {
			at[k] = tuple_int(fixed);
			start += fixed * steps[k];
		}
	}
	struct value args[2] = { value_from_tuple(tuple_of(&c->al, at, rank)) };
	if (!tuple_is_tuple(c->table.shape) || count == 0 || !call(c, "slice_and_offset", 2, args, 1, &result)) {
		return NOT_DEFINED;
	}
	int64_t *sources = strided(c, count, extent, step);
	struct table table;
	if (result.kind != VALUE_LIST || result.list.items[1].kind != VALUE_TUPLE ||
			!table_from_value(c->arena, &result.list.items[0], c->table.profile, &table) ||
			!reference_is_compatible(tuple_from(c, extent, count), table.shape) ||
			!table_row_from_tuple(result.list.items[1].tuple, c->table.profile, offset)) {
		return differs(c, "no slice with an offset");
	}
	for (int64_t i = 0; i < table.size * table.width; i++) {
		int64_t source = (start + sources[i / table.width]) * table.width + i % table.width;
		if (table.at[i] + offset[i % table.width] != c->table.at[source]) {
			return differs(c, "another function");
		}
	}
	c->value = result.list.items[0];
	c->table = table;
	c->text = arena_copy(c->arena, c->text, strlen(c->text));
	struct buf text;
	buf_init(&text, c->arena);
	buf_printf(&text, "get(%s,0)", c->text);
	c->text = text.data;
	return AGREES;
}

/* --- composition, division, products --- */

static enum verdict step_composition(struct trial *c) {
	struct value result;
	struct layout domain = layout_from_shape(&c->al, c->table.shape);
	struct layout b = sample_layout_into(c->samples, &c->al, domain, ELEMENTS);
	struct list rows = list_from_layout(c->arena, b);
	if (list_cosize(rows) > c->table.size ||
			!call(c, "composition", 2, (struct value[2]){ { 0 }, value_from_layout(b) }, 0, &result)) {
		return NOT_DEFINED;
	}
	return become(c, result, b.shape, rows.offset);
}

static enum verdict step_composition_by_mode(struct trial *c) {
	struct value result;
	int64_t extent[RANK_MAX];
	int64_t step[RANK_MAX];
	int count = 1 + (int)below(c, rank_of(c));
	mode_steps(c, step);
	for (int k = 0; k < count; k++) {
		extent[k] = 1 + below(c, mode_size(c, k));
	}
	struct tuple tiler = tuple_from(c, extent, count);
	if (!call(c, "composition", 2, (struct value[2]){ { 0 }, value_from_tuple(tiler) }, 0, &result)) {
		return NOT_DEFINED;
	}
	return become(c, result, tiler, strided(c, count, extent, step));
}

/* A divisor of "n". */
static int64_t divisor(struct trial *c, int64_t n) {
	int64_t d = 1 + below(c, n);
	while (n % d != 0) {
		d--;
	}
	return d;
}

/* Divide by a tuple of extents: (t,r) of a mode is its element t + extent * r. Tiles come first unless "by_mode". */
static enum verdict divide(struct trial *c, const char *name, bool by_mode) {
	struct value result;
	int64_t tile[RANK_MAX];
	int64_t steps[RANK_MAX];
	int64_t extent[2 * RANK_MAX];
	int64_t step[2 * RANK_MAX];
	int rank = rank_of(c);
	int tiled = 1 + (int)below(c, rank);
	int count = 0;
	mode_steps(c, steps);
	for (int k = 0; k < tiled; k++) {
		tile[k] = divisor(c, mode_size(c, k));
	}
	for (int pass = 0; pass < 2; pass++) {
		for (int k = 0; k < rank; k++) {
			int64_t inside = k < tiled ? tile[k] : mode_size(c, k);
			bool is_tile = pass == 0 && (by_mode || k < tiled);
			bool is_rest = by_mode ? pass == 0 && k < tiled : pass == 1;
			if (is_tile) {
				extent[count] = inside;
				step[count++] = steps[k];
			}
			if (is_rest) {
				extent[count] = k < tiled ? mode_size(c, k) / inside : inside;
				step[count++] = steps[k] * (k < tiled ? inside : 1);
			}
		}
	}
	struct tuple tiler = tuple_from(c, tile, tiled);
	if (!call(c, name, 2, (struct value[2]){ { 0 }, value_from_tuple(tiler) }, 0, &result)) {
		return NOT_DEFINED;
	}
	return become(c, result, tuple_int(c->table.size), strided(c, count, extent, step));
}

static enum verdict step_logical_divide(struct trial *c) {
	return divide(c, "logical_divide", true);
}

static enum verdict step_zipped_divide(struct trial *c) {
	return divide(c, "zipped_divide", false);
}

static enum verdict step_tiled_divide(struct trial *c) {
	return divide(c, "tiled_divide", false);
}

static enum verdict step_flat_divide(struct trial *c) {
	return divide(c, "flat_divide", false);
}

static enum verdict step_logical_divide_by_layout(struct trial *c) {
	struct value result;
	struct layout domain = layout_from_shape(&c->al, c->table.shape);
	struct layout b = sample_layout_into(c->samples, &c->al, domain, ELEMENTS);
	struct list rows = list_from_layout(c->arena, b);
	if (list_cosize(rows) > c->table.size || !list_is_injective(c->arena, rows) ||
			!call(c, "logical_divide", 2, (struct value[2]){ { 0 }, value_from_layout(b) }, 0, &result)) {
		return NOT_DEFINED;
	}
	return begin_with(c, result, rows.size, rows.offset);
}

static enum verdict step_logical_product(struct trial *c) {
	struct value result;
	struct layout b = sample_layout_injective(c->samples, &c->al, 4);
	if (tuple_is_tuple(c->table.profile) ||
			!call(c, "logical_product", 2, (struct value[2]){ { 0 }, value_from_layout(b) }, 0, &result)) {
		return NOT_DEFINED;
	}
	return begin_with(c, result, c->table.size, same(c, c->table.size));
}

/* Every block has the function of the first in its own place: rows of the first are those of the atom. */
static enum verdict step_tile_to_shape(struct trial *c) {
	c->is_partly = true;
	struct value result;
	struct table table;
	int64_t whole[RANK_MAX];
	int64_t extent[RANK_MAX];
	int64_t step[RANK_MAX];
	int64_t next = 1;
	int rank = rank_of(c);
	for (int k = 0; k < rank; k++) {
		extent[k] = mode_size(c, k);
		whole[k] = extent[k] * (1 + below(c, 3));
		step[k] = next;
		next *= whole[k];
	}
	struct tuple shape = tuple_from(c, whole, rank);
	if (!tuple_is_tuple(c->table.shape) || tuple_is_tuple(c->table.profile) || next > ROWS_MAX ||
			!call(c, "tile_to_shape", 2, (struct value[2]){ { 0 }, value_from_tuple(shape) }, 0, &result)) {
		return NOT_DEFINED;
	}
	if (!table_from_value(c->arena, &result, c->table.profile, &table) ||
			!reference_is_compatible(shape, table.shape)) {
		return differs(c, "another domain");
	}
	int64_t *first = strided(c, rank, extent, step);
	for (int64_t i = 0; i < c->table.size; i++) {
		if (!rows_equal(&table, first[i], &c->table, i)) {
			return differs(c, "the first block is not the atom");
		}
	}
	if (c->table.width == 1 && list_covers(c->arena, list_of(&c->table), c->table.size) &&
			!list_is_injective(c->arena, list_of(&table))) {
		return differs(c, "blocks in the same place");
	}
	c->value = result;
	c->table = table;
	return AGREES;
}

/* --- behind the value --- */

/* Go on with "result", whose rows must be those of the chain after "through". */
static enum verdict become_rows(struct trial *c, struct value result, const int64_t *rows) {
	struct table table;
	if (!table_from_value(c->arena, &result, tuple_int(0), &table) ||
			!reference_is_compatible(c->table.shape, table.shape)) {
		return differs(c, "another domain");
	}
	if (!list_equal(list_of(&table), (struct list){ c->table.size, rows })) {
		return differs(c, "another function");
	}
	c->value = result;
	c->table = table;
	return AGREES;
}

static enum verdict step_swizzle(struct trial *c) {
	struct value result;
	int bits = (int)below(c, 4);
	int shift = (bits > 0 ? bits : 1) + (int)below(c, 2);
	struct swizzle s = { bits, (int)below(c, 4), below(c, 5) == 0 ? -shift : shift };
	struct value args[2] = { { .kind = VALUE_SWIZZLE, .swizzle = s } };
	if (c->table.width > 1 || tuple_is_tuple(c->table.profile) || !call(c, "composition", 2, args, 1, &result)) {
		return NOT_DEFINED;
	}
	struct map map = map_from_swizzle(s);
	struct composed alone = { .outer = map, .inner = map_from_layout(layout_one()), .parts = 2 };
	int64_t *rows = arena_array(c->arena, (size_t)c->table.size + 1, sizeof *rows);
	for (int64_t i = 0; i < c->table.size; i++) {
		alone.offset = tuple_int(c->table.at[i]);
		struct value at = { .kind = VALUE_COMPOSED, .composed = &alone };
		if (c->table.at[i] < 0) {
			return NOT_DEFINED;
		}
		table_row(&at, tuple_int(0), 0, &rows[i]);
	}
	return become_rows(c, result, rows);
}

static enum verdict step_layout_behind(struct trial *c) {
	struct value result;
	struct layout a = sample_layout(c->samples, &c->al, ROWS_MAX);
	struct value args[2] = { value_from_layout(a) };
	if (tuple_is_tuple(c->table.profile) || list_cosize(list_of(&c->table)) > reference_size(a.shape)) {
		return NOT_DEFINED;
	}
	int64_t *rows = arena_array(c->arena, (size_t)c->table.size + 1, sizeof *rows);
	for (int64_t i = 0; i < c->table.size; i++) {
		if (c->table.at[i] < 0) {
			return NOT_DEFINED;
		}
		rows[i] = reference_at(a, c->table.at[i]);
	}
	return call(c, "composition", 2, args, 1, &result) ? become_rows(c, result, rows) : NOT_DEFINED;
}

/* --- inverses and elements of other widths --- */

/* Go on with "result", an inverse; what ends in a swizzle has no shape, and the chain ends with it. */
static enum verdict become_inverse(struct trial *c, struct value result) {
	struct table table;
	c->is_shapeless = result.kind == VALUE_COMPOSED && table_layout(&result) == NULL;
	if (!c->is_shapeless && !table_from_value(c->arena, &result, tuple_int(0), &table)) {
		return differs(c, "no function");
	}
	c->value = result;
	c->table = c->is_shapeless ? c->table : table;
	return AGREES;
}

/* Whether "i" is in the domain of "inverse"; where that is L o offset o Sw, what comes to L must be in that of L. */
static bool is_in_domain(const struct value *inverse, int64_t i) {
	const struct layout *domain = table_layout(inverse);
	if (domain != NULL) {
		return i < reference_size(domain->shape);
	}
	const struct composed *composed = inverse->composed;
	const struct composed swizzle = {
		.outer = composed->inner, .offset = tuple_int(i), .inner = map_from_layout(layout_one()), .parts = 2,
	};
	struct value at = { .kind = VALUE_COMPOSED, .composed = &swizzle };
	int64_t place;
	return composed->outer.kind == MAP_LAYOUT && tuple_is_plain_int(composed->offset) &&
		table_row(&at, tuple_int(0), 0, &place) && composed->offset.value + place >= 0 &&
		composed->offset.value + place < reference_size(composed->outer.layout.shape);
}

/* A(R(i)) = i for each i of the domain of R; where R has no shape, for the offsets of A that are in its domain. */
static enum verdict step_right_inverse(struct trial *c) {
	struct value result;
	if (tuple_is_tuple(c->table.profile) || !call(c, "right_inverse", 1, (struct value[1]){ { 0 } }, 0, &result)) {
		return NOT_DEFINED;
	}
	const struct layout *domain = table_layout(&result);
	int64_t count = domain != NULL ? reference_size(domain->shape) : c->table.size;
	for (int64_t k = 0; k < count; k++) {
		int64_t i = domain != NULL ? k : c->table.at[k];
		int64_t back = -1;
		if (i < 0 || !table_row(&result, tuple_int(0), i, &back)) {
			return NOT_DEFINED;
		}
		if (is_in_domain(&result, i) && (back < 0 || back >= c->table.size || c->table.at[back] != i)) {
			return differs(c, "A(R(i)) is not i");
		}
	}
	return become_inverse(c, result);
}

static enum verdict step_left_inverse(struct trial *c) {
	struct value result;
	if (tuple_is_tuple(c->table.profile) || !list_is_injective(c->arena, list_of(&c->table)) ||
			!call(c, "left_inverse", 1, (struct value[1]){ { 0 } }, 0, &result)) {
		return NOT_DEFINED;
	}
	for (int64_t i = 0; i < c->table.size; i++) {
		int64_t back = -1;
		if (c->table.at[i] < 0) {
			return NOT_DEFINED;
		}
		if (!table_row(&result, tuple_int(0), c->table.at[i], &back) || back != i) {
			return differs(c, "R(A(i)) is not i");
		}
	}
	return become_inverse(c, result);
}

/* The elements of the other width that the value touches; not in which order it does. */
static enum verdict recast(struct trial *c, const char *name, bool is_up) {
	c->is_partly = true;
	struct value result;
	struct table table;
	int64_t n = INT64_C(1) << below(c, 4);
	if (tuple_is_tuple(c->table.profile) || !list_is_injective(c->arena, list_of(&c->table)) ||
			!call(c, name, 2, (struct value[2]){ { 0 }, number(n) }, 0, &result)) {
		return NOT_DEFINED;
	}
	int64_t count = is_up ? c->table.size : c->table.size * n;
	int64_t *touched = arena_array(c->arena, (size_t)count + 1, sizeof *touched);
	for (int64_t i = 0; i < count; i++) {
		int64_t at = c->table.at[is_up ? i : i / n];
		if (at < 0) {
			return NOT_DEFINED;
		}
		touched[i] = is_up ? at / n : at * n + i % n;
	}
	struct list expected = { count, touched };
	if (!table_from_value(c->arena, &result, tuple_int(0), &table) ||
			!list_includes(c->arena, expected, list_of(&table)) ||
			!list_includes(c->arena, list_of(&table), expected)) {
		return differs(c, "other elements");
	}
	c->value = result;
	c->table = table;
	return AGREES;
}

static enum verdict step_upcast(struct trial *c) {
	return recast(c, "upcast", true);
}

static enum verdict step_downcast(struct trial *c) {
	return recast(c, "downcast", false);
}

/* --- questions: they do not change the chain --- */

/* The coordinate number "i" of "shape", one integer for some of its modes. */
static struct tuple coordinate(struct trial *c, struct tuple shape, int64_t i) {
	if (!tuple_is_tuple(shape) || below(c, 4) == 0) {
		return tuple_int(i);
	}
	struct tuple *modes = tuple_modes_new(&c->al, shape.rank);
	for (int k = 0; k < shape.rank; k++) {
		int64_t size = reference_size(shape.modes[k]);
		modes[k] = coordinate(c, shape.modes[k], i % size);
		i /= size;
	}
	return tuple_of(&c->al, modes, shape.rank);
}

static enum verdict ask_crd2idx(struct trial *c) {
	struct value result;
	int64_t row[TABLE_WIDTH_MAX];
	int64_t i = below(c, c->table.size);
	struct value args[2] = { value_from_tuple(coordinate(c, c->table.shape, i)) };
	if (!call(c, "crd2idx", 2, args, 1, &result)) {
		return differs(c, "refused");
	}
	bool good = result.kind == VALUE_TUPLE && table_row_from_tuple(result.tuple, c->table.profile, row) &&
		memcmp(row, c->table.at + i * c->table.width, (size_t)c->table.width * sizeof *row) == 0;
	return good ? AGREES : differs(c, "another row");
}

static enum verdict ask_size(struct trial *c) {
	struct value result;
	bool good = call(c, "size", 1, (struct value[1]){ { 0 } }, 0, &result) && result.kind == VALUE_TUPLE;
	return good && tuple_is_constant(result.tuple, c->table.size) ? AGREES : differs(c, "not the number of rows");
}

/* --- the table --- */

struct step {
	const char *name;
	enum verdict (*run)(struct trial *c);
	bool asks;                      /* changes nothing */
	bool applies[FAMILIES];          /* must have agreed for some value of this family */
};

static const struct step steps[] = {
	{ "coalesce", step_coalesce, false, { true, true, true } },
	{ "flatten", step_flatten, false, { true, true, true } },
	{ "group", step_group, false, { true, true, true } },
	{ "with_shape", step_with_shape, false, { true, true, true } },
	{ "select", step_select, false, { true, false, true } },
	{ "take", step_take, false, { true, true, true } },
	{ "get", step_get, false, { true, true, true } },
	{ "slice_and_offset", step_slice_and_offset, false, { true, true, true } },
	{ "composition", step_composition, false, { true, true, true } },
	{ "composition by mode", step_composition_by_mode, false, { true, true, true } },
	{ "logical_divide", step_logical_divide, false, { true, true, true } },
	{ "logical_divide by a layout", step_logical_divide_by_layout, false, { true, true, true } },
	{ "zipped_divide", step_zipped_divide, false, { true, true, true } },
	{ "tiled_divide", step_tiled_divide, false, { true, true, true } },
	{ "flat_divide", step_flat_divide, false, { true, true, true } },
	{ "logical_product", step_logical_product, false, { true, true, false } },
	{ "tile_to_shape", step_tile_to_shape, false, { true, true, false } },
	{ "composition behind a swizzle", step_swizzle, false, { true, false, false } },
	{ "composition behind a layout", step_layout_behind, false, { true, true, false } },
	{ "right_inverse", step_right_inverse, false, { true, true, false } },
	{ "left_inverse", step_left_inverse, false, { true, true, false } },
	{ "upcast", step_upcast, false, { true, true, false } },
	{ "downcast", step_downcast, false, { true, true, false } },
	{ "crd2idx", ask_crd2idx, true, { true, true, true } },
	{ "size", ask_size, true, { true, true, true } },
};

enum { STEPS = sizeof steps / sizeof *steps };

struct count {
	int64_t agreed[FAMILIES], differed, ended, alarmed;
};

/* --- chains --- */

/* A layout, a swizzled or otherwise composed layout, or an identity layout, whose table then says what it is. */
static bool begin(struct trial *c) {
	struct layout a = sample_layout(c->samples, &c->al, ELEMENTS);
	struct tuple profile = tuple_int(0);
	c->value = value_from_layout(a);
	int64_t kind = below(c, 5);
	if (kind == 1 || kind == 2) {
		int bits = (int)below(c, 4);
		struct swizzle s = { bits, (int)below(c, 5), bits + (int)below(c, 3) };
		struct tuple offset = tuple_int(below(c, 3) == 0 ? below(c, 64) : 0);
		c->value = value_from_map(map_composed(&c->al, map_from_swizzle(s), offset, map_from_layout(a)));
	} else if (kind == 3 && tuple_leaves(a.shape) <= TABLE_WIDTH_MAX) {
		profile = a.shape;
		c->value = value_from_layout(layout_identity(&c->al, a.shape));
	} else if (kind == 4) {
		c->value = value_from_layout(sample_layout_injective(c->samples, &c->al, ELEMENTS));
	}
	struct buf text;
	buf_init(&text, c->arena);
	print_value(&text, &c->value);
	c->text = text.data;
	return !algebra_failed(&c->al) && table_from_value(c->arena, &c->value, profile, &c->table);
}

/* One step; false where the chain ends. */
static bool try_step(struct trial *c, int number, struct count *count, int64_t *shown) {
	const struct step *step = &steps[number];
	char *before = c->text;
	enum family family = family_of(c);
	algebra_init(&c->al, c->arena);
	c->is_partly = false;
	c->warned = false;
	enum verdict verdict = rank_of(c) > RANK_MAX || rank_of(c) == 0 ? NOT_DEFINED : step->run(c);
	bool is_false = c->warned && !c->is_partly && verdict == AGREES;
	if ((verdict == DIFFERS && !fault_is_set(&c->al.note)) || is_false) {
		count->differed++;
		if ((*shown)++ < SHOWN_FAILURES) {
			printf("%s: %s\n", c->text, is_false ? c->al.note.text : c->why);
		}
		return false;
	}
	if (verdict != AGREES || c->warned) {
		count->ended++;
		c->text = before;
		return verdict == NOT_DEFINED;
	}
	count->agreed[family]++;
	c->text = step->asks ? before : c->text;
	return !c->is_shapeless && c->table.size <= ROWS_MAX && c->table.size > 0;
}

static int report(const struct count *counts) {
	int failed = 0;
	for (int k = 0; k < STEPS; k++) {
		bool good = counts[k].differed == 0;
		for (int family = 0; family < FAMILIES; family++) {
			if (steps[k].applies[family] && counts[k].agreed[family] == 0) {
				printf("%s never agreed for %s\n", steps[k].name, family_names[family]);
				good = false;
			}
		}
		const struct count *count = &counts[k];
		printf("  %-6s %7" PRId64 " layouts, %7" PRId64 " composed, %7" PRId64 " identity agree, %5" PRId64
			" differ, %7" PRId64 " not defined: %s\n", good ? "ok" : "FAILED", count->agreed[PLAIN],
			count->agreed[COMPOSED], count->agreed[IDENTITY], count->differed, count->ended, steps[k].name);
		failed += good ? 0 : 1;
	}
	return failed;
}

int main(int argc, char **argv) {
	int64_t chains = argc > 1 ? atoll(argv[1]) : CHAINS_OF_BUILD / SAMPLES_SLOWNESS;
	struct samples samples;
	struct arena arena;
	struct count counts[STEPS] = { { { 0 }, 0, 0, 0 } };
	int64_t shown = 0;
	arena_init(&arena, NULL, NULL);
	samples_init(&samples, argc > 2 ? strtoull(argv[2], NULL, 10) : 20260103);
	for (int64_t i = 0; i < chains; i++) {
		arena_reset(&arena);
		struct trial c = { .arena = &arena, .samples = &samples };
		algebra_init(&c.al, &arena);
		bool goes_on = begin(&c);
		int length = (int)sample_between(&samples, STEPS_LEAST, STEPS_MOST);
		for (int k = 0, tries = 0; goes_on && k < length && tries < 4 * STEPS_MOST; tries++) {
			int number = (int)sample_below(&samples, STEPS);
			int64_t ended = counts[number].ended;
			goes_on = try_step(&c, number, &counts[number], &shown);
			k += counts[number].ended == ended ? 1 : 0;
		}
	}
	int failed = report(counts);
	printf("%" PRId64 " chains\n%d passed, %d failed\n", chains, STEPS - failed, failed);
	arena_finish(&arena);
	return failed > 0;
}
