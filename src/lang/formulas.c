/*
 * Three answers, from the cheapest on: written alike, with equal normal forms; the same function, because what both
 * coalesce to is alike; and different, because numbers were found for the names at which they differ. Numbers are
 * tried that keep what the names promise, a fixed row of random ones, so that an answer is the same on each run.
 */
#include "lang/formulas.h"

#include <inttypes.h>

#include "algebra/compare.h"
#include "lang/notation/symbol.h"
#include "lang/tensor.h"

/* --- always --- */

bool tuples_always_equal(struct tuple a, struct tuple b) {
	if (tuple_is_int(a) && tuple_is_int(b)) {
		return symbol_always_equal(a, b);
	}
	if (!tuple_is_tuple(a) || !tuple_is_tuple(b) || a.rank != b.rank) {
		return tuple_equal(a, b);
	}
	bool equal = true;
	for (int i = 0; i < a.rank && equal; i++) {
		equal = tuples_always_equal(a.modes[i], b.modes[i]);
	}
	return equal;
}

static bool layouts_always_equal(struct layout a, struct layout b) {
	return tuples_always_equal(a.shape, b.shape) && tuples_always_equal(a.stride, b.stride);
}

bool maps_always_equal(struct map a, struct map b) {
	if (a.kind == MAP_LAYOUT && b.kind == MAP_LAYOUT) {
		return layouts_always_equal(a.layout, b.layout);
	}
	if (a.kind != MAP_COMPOSED || b.kind != MAP_COMPOSED) {
		return map_equal(a, b);
	}
	return maps_always_equal(a.composed->outer, b.composed->outer)
		&& tuples_always_equal(a.composed->offset, b.composed->offset)
		&& maps_always_equal(a.composed->inner, b.composed->inner);
}

/* A layout or composed layout: what is compared as a function. */
static bool is_map(const struct value *value) {
	return value->kind == VALUE_LAYOUT || value->kind == VALUE_COMPOSED;
}

/* The same but for the formulas in where they begin and how they are laid out, which are always equal. */
static bool tensors_always_equal(const struct tensor_value *a, const struct tensor_value *b) {
	struct tensor_value other = *b;
	other.offset = a->offset;
	other.map = a->map;
	const struct value left = { .kind = VALUE_TENSOR, .tensor = a };
	const struct value right = { .kind = VALUE_TENSOR, .tensor = &other };
	return value_equal(&left, &right) && tuples_always_equal(a->offset, b->offset)
		&& maps_always_equal(a->map, b->map);
}

bool values_always_equal(const struct value *a, const struct value *b) {
	struct algebra none = { 0 };
	if (a->kind != b->kind) {
		return value_equal(a, b);
	}
	switch (a->kind) {
	case VALUE_TUPLE: return tuples_always_equal(a->tuple, b->tuple);
	case VALUE_LAYOUT:
	case VALUE_COMPOSED: return maps_always_equal(value_as_map(&none, a), value_as_map(&none, b));
	case VALUE_TENSOR: return tensors_always_equal(a->tensor, b->tensor);
	case VALUE_LIST: break;
	default: return value_equal(a, b);
	}
	bool equal = a->list.count == b->list.count;
	for (int i = 0; equal && i < a->list.count; i++) {
		equal = values_always_equal(&a->list.items[i], &b->list.items[i]);
	}
	return equal;
}

/* --- never --- */

static bool tuples_never_equal(struct tuple a, struct tuple b) {
	if (tuple_is_int(a) && tuple_is_int(b)) {
		bool are_decided = (int_has_value(a) && int_has_value(b)) || !int_same_basis(a, b);
		return are_decided ? !tuple_equal(a, b) : int_equal(tuple_basis_value(a), tuple_basis_value(b)) == ANSWER_NO;
	}
	if (!tuple_is_tuple(a) || !tuple_is_tuple(b) || a.rank != b.rank) {
		return !tuple_equal(a, b);
	}
	bool never = false;
	for (int i = 0; i < a.rank && !never; i++) {
		never = tuples_never_equal(a.modes[i], b.modes[i]);
	}
	return never;
}

static bool maps_never_equal(struct map a, struct map b) {
	if (a.kind == MAP_LAYOUT && b.kind == MAP_LAYOUT) {
		return tuples_never_equal(a.layout.shape, b.layout.shape)
			|| tuples_never_equal(a.layout.stride, b.layout.stride);
	}
	if (a.kind != MAP_COMPOSED || b.kind != MAP_COMPOSED) {
		return !map_equal(a, b);
	}
	return maps_never_equal(a.composed->outer, b.composed->outer)
		|| tuples_never_equal(a.composed->offset, b.composed->offset)
		|| maps_never_equal(a.composed->inner, b.composed->inner);
}

static bool lists_never_equal(const struct value *a, const struct value *b) {
	bool never = a->list.count != b->list.count;
	for (int i = 0; i < a->list.count && !never; i++) {
		never = values_never_equal(&a->list.items[i], &b->list.items[i]);
	}
	return never;
}

/* Two tensors have another pointer, or begin elsewhere in it, or are laid out in another way. */
static bool tensors_never_equal(const struct tensor_value *a, const struct tensor_value *b) {
	return !tensor_same_memory(a, b) || tuples_never_equal(a->offset, b->offset) || maps_never_equal(a->map, b->map);
}

/* Two vectors whose numbers are known have another type of elements, shape or number. */
static bool vectors_never_equal(const struct value *a, const struct value *b) {
	bool are_known = a->vector->numbers != NULL && b->vector->numbers != NULL;
	return are_known && !value_equal(a, b);
}

bool values_never_equal(const struct value *a, const struct value *b) {
	struct algebra none = { 0 };
	if (a->kind != b->kind) {
		return true;
	}
	switch (a->kind) {
	case VALUE_TUPLE: return tuples_never_equal(a->tuple, b->tuple);
	case VALUE_LAYOUT:
	case VALUE_COMPOSED: return maps_never_equal(value_as_map(&none, a), value_as_map(&none, b));
	case VALUE_TENSOR: return tensors_never_equal(a->tensor, b->tensor);
	case VALUE_LIST: return lists_never_equal(a, b);
	case VALUE_VECTOR: return vectors_never_equal(a, b);
	default: return value_is_known(a) && value_is_known(b) && !value_equal(a, b);
	}
}

/* "a" coalesced; false where that holds under a need only, which is forgotten, or fails. */
static bool coalesce(struct algebra *al, struct symbols *symbols, struct layout *a) {
	int needs = symbols->need_count;
	*a = layout_coalesce(al, *a);
	bool good = symbols->need_count == needs && !algebra_failed(al);
	symbols->need_count = needs;
	return good;
}

/* The names of the first formula in "t"; NULL if it has none. */
static struct symbols *symbols_in(struct tuple t) {
	struct symbols *found = int_is_symbol(t) ? t.symbol->symbols : NULL;
	for (int i = 0; tuple_is_tuple(t) && i < t.rank && found == NULL; i++) {
		found = symbols_in(t.modes[i]);
	}
	return found;
}

/* The names that "a" is about; NULL if it has no formula. */
static struct symbols *symbols_of_layout(struct layout a) {
	struct symbols *found = symbols_in(a.shape);
	return found != NULL ? found : symbols_in(a.stride);
}

/* The layouts are one function of a flat coordinate for all numbers: coalesced, they are alike. */
static bool layouts_always_same(struct arena *arena, struct layout a, struct layout b) {
	struct symbols *symbols = symbols_of_layout(a);
	struct algebra al;
	symbols = symbols != NULL ? symbols : symbols_of_layout(b);
	algebra_init(&al, arena);
	if (symbols != NULL && (!coalesce(&al, symbols, &a) || !coalesce(&al, symbols, &b))) {
		return false;
	}
	return tuples_always_equal(tuple_flatten_to_tuple(&al, a.shape), tuple_flatten_to_tuple(&al, b.shape))
		&& tuples_always_equal(tuple_flatten_to_tuple(&al, a.stride), tuple_flatten_to_tuple(&al, b.stride));
}

bool maps_always_same(struct arena *arena, struct map a, struct map b) {
	if (maps_always_equal(a, b)) {
		return true;
	}
	if (a.kind == MAP_LAYOUT && b.kind == MAP_LAYOUT) {
		return layouts_always_same(arena, a.layout, b.layout);
	}
	return a.kind == MAP_COMPOSED && b.kind == MAP_COMPOSED
		&& maps_always_equal(a.composed->outer, b.composed->outer)
		&& tuples_always_equal(a.composed->offset, b.composed->offset)
		&& maps_always_same(arena, a.composed->inner, b.composed->inner);
}

/* --- numbers in place of names --- */

/* "map" with "values" for the names in its layouts and offsets. */
static struct map map_with_numbers(struct algebra *al, struct map map, const int64_t *values) {
	if (map.kind == MAP_COMPOSED) {
		struct tuple offset = tuple_substitute(al, map.composed->offset, values);
		struct map outer = map_with_numbers(al, map.composed->outer, values);
		return map_composed(al, outer, offset, map_with_numbers(al, map.composed->inner, values));
	}
	if (map.kind == MAP_LAYOUT) {
		/* An extent that was a formula can be negative. */
		struct tuple shape = tuple_substitute(al, map.layout.shape, values);
		struct tuple stride = tuple_substitute(al, map.layout.stride, values);
		map.layout = layout_make(al, shape, stride);
	}
	return map;
}

/* "layout" with "values" for the names in it. */
static struct layout layout_with_numbers(struct algebra *al, struct layout layout, const int64_t *values) {
	return map_with_numbers(al, map_from_layout(layout), values).layout;
}

/* "tiler" with "values" for the names in its modes. */
static const struct tiler *tiler_with_numbers(struct algebra *al, const struct tiler *tiler, const int64_t *values) {
	struct tiler *with = arena_alloc(al->arena, sizeof *with);
	*with = *tiler;
	with->layout = layout_with_numbers(al, tiler->layout, values);
	struct tiler *modes = arena_array(al->arena, (size_t)tiler->rank, sizeof *modes);
	for (int i = 0; i < tiler->rank; i++) {
		modes[i] = *tiler_with_numbers(al, &tiler->modes[i], values);
	}
	with->modes = modes;
	return with;
}

void value_substitute(struct algebra *al, struct value *value, const int64_t *values) {
	switch (value->kind) {
	case VALUE_TUPLE:
		value->tuple = tuple_substitute(al, value->tuple, values);
		break;
	case VALUE_LAYOUT:
		value->layout = layout_with_numbers(al, value->layout, values);
		break;
	case VALUE_COMPOSED:
		*value = value_from_map(map_with_numbers(al, value_as_map(al, value), values));
		break;
	case VALUE_TENSOR: {
		struct tensor_value *tensor = arena_alloc(al->arena, sizeof *tensor);
		*tensor = *value->tensor;
		tensor->offset = tuple_substitute(al, tensor->offset, values);
		tensor->map = map_with_numbers(al, tensor->map, values);
		value->tensor = tensor;
		break;
	}
	case VALUE_TILED_COPY: {
		struct named_tiled_copy *tiled = arena_alloc(al->arena, sizeof *tiled);
		*tiled = *value->tiled_copy;
		tiled->copy.tv = layout_with_numbers(al, tiled->copy.tv, values);
		tiled->copy.tiler = tiler_with_numbers(al, tiled->copy.tiler, values);
		value->tiled_copy = tiled;
		break;
	}
	case VALUE_TILED_MMA: {
		struct named_tiled_mma *tiled = arena_alloc(al->arena, sizeof *tiled);
		*tiled = *value->tiled_mma;
		tiled->mma.perm = tiler_with_numbers(al, tiled->mma.perm, values);
		value->tiled_mma = tiled;
		break;
	}
	case VALUE_LIST: {
		struct value *items = arena_array(al->arena, (size_t)value->list.count, sizeof *items);
		for (int i = 0; i < value->list.count; i++) {
			items[i] = value->list.items[i];
			value_substitute(al, &items[i], values);
		}
		value->list.items = items;
		break;
	}
	default:
		break;
	}
}

/* --- where formulas differ --- */

enum { TRIES = 300, SPREAD = 7 };

/* Small multiples of what divides each name, the same ones in each run; some where what is needed leaves none. */
static void choose_numbers(const struct symbols *symbols, uint64_t *state, int64_t *values) {
	for (int i = 0; i < symbols->variable_count; i++) {
		const struct variable *variable = &symbols->variables[i];
		int64_t first = variable->least / variable->divisor;
		int64_t room;
		if (!checked_sub(variable->most / variable->divisor, first, &room) || room < 0) {
			room = SPREAD;
		}
		room = room < SPREAD - 1 ? room : SPREAD - 1;
		*state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
		int64_t multiple = first + (int64_t)(*state >> 33) % (room + 1);
		values[i] = checked_mul(multiple, variable->divisor, &values[i]) ? values[i] : variable->divisor;
	}
}

/* The names with their numbers: M=16,N=8. */
static void put_choice(struct buf *names, const struct symbols *symbols, const int64_t *values) {
	for (int i = 0; i < symbols->variable_count; i++) {
		if (symbols->variables[i].kind == VARIABLE_NAME) {
			buf_put(names, names->length > 0 ? "," : "");
			buf_put_str(names, symbols->variables[i].name);
			buf_put_char(names, '=');
			buf_put_int(names, values[i]);
		}
	}
}

/* Its results have bases, so that it is compared with its like alone. */
static bool gives_coordinates(const struct value *value) {
	return value->kind == VALUE_LAYOUT && tuple_has_basis(value->layout.stride);
}

/* Whether two values without formulas, which differ, are one function. */
static bool are_one_function(struct algebra *al, const struct value *a, const struct value *b) {
	return is_map(a) && is_map(b) && !gives_coordinates(a) && !gives_coordinates(b)
		&& compare_maps(al, value_as_map(al, a), value_as_map(al, b)).same_function;
}

bool formulas_choose(struct algebra *al, const struct symbols *symbols, uint64_t *state, struct value *value,
		struct buf *names) {
	int64_t values[LIMIT_SYMBOL_VARIABLES] = { 0 };
	const struct need *broken;
	choose_numbers(symbols, state, values);
	if (!symbols_hold(al, symbols, values, &broken)) {
		return false;
	}
	value_substitute(al, value, values);
	put_choice(names, symbols, values);
	return !algebra_failed(al);
}

bool find_counterexample(struct arena *arena, const struct symbols *symbols, judge_values judge, struct value *a,
		struct value *b, struct buf *names) {
	const struct value formulas[2] = { *a, *b };
	uint64_t state = 1;
	bool differs = false;
	bool written = false;
	for (int k = 0; k < TRIES && !differs; k++) {
		int64_t values[LIMIT_SYMBOL_VARIABLES] = { 0 };
		const struct need *broken;
		struct algebra al;
		algebra_init(&al, arena);
		al.verify = false;
		choose_numbers(symbols, &state, values);
		if (!symbols_hold(&al, symbols, values, &broken)) {
			continue;
		}
		struct value numbers[2] = { formulas[0], formulas[1] };
		value_substitute(&al, &numbers[0], values);
		value_substitute(&al, &numbers[1], values);
		bool equal = algebra_failed(&al) || !values_never_equal(&numbers[0], &numbers[1]);
		differs = !equal && !(judge != NULL ? judge : are_one_function)(&al, &numbers[0], &numbers[1]);
		if (algebra_failed(&al) || equal || (!differs && (written || judge != NULL))) {
			differs = false;
			continue;
		}
		written = true;
		*a = numbers[0];
		*b = numbers[1];
		names->length = 0;
		put_choice(names, symbols, values);
	}
	return differs || written;
}

/* --- where they agree --- */

/* Let each name that stands alone in "a" or "b" have a number that is beside it in the other, if these nest alike. */
static void match(struct tuple a, struct tuple b, int64_t *values) {
	bool are_alike = tuple_is_tuple(a) && tuple_is_tuple(b) && a.rank == b.rank;
	for (int i = 0; are_alike && i < a.rank; i++) {
		match(a.modes[i], b.modes[i], values);
	}
	struct tuple name = symbol_is_name(b) ? b : a;
	struct tuple number = symbol_is_name(b) ? a : b;
	if (symbol_is_name(name) && tuple_is_int(number) && int_has_value(number)) {
		values[name.symbol->terms[0].factors[0].variable] = number.value;
	}
}

bool find_agreement(struct arena *arena, const struct symbols *symbols, const struct value *a, const struct value *b,
		struct buf *names) {
	int64_t values[LIMIT_SYMBOL_VARIABLES] = { 0 };
	const struct need *broken;
	struct value numbers[2] = { *a, *b };
	struct algebra al;
	if (a->kind != VALUE_LAYOUT || b->kind != VALUE_LAYOUT) {
		return false;
	}
	match(a->layout.shape, b->layout.shape, values);
	match(a->layout.stride, b->layout.stride, values);
	algebra_init(&al, arena);
	for (int i = 0; i < symbols->variable_count; i++) {
		/* A name that stands beside no number is as small as it may be. */
		values[i] = values[i] == 0 ? symbols->variables[i].least : values[i];
	}
	if (!symbols_hold(&al, symbols, values, &broken)) {
		return false;
	}
	value_substitute(&al, &numbers[0], values);
	value_substitute(&al, &numbers[1], values);
	put_choice(names, symbols, values);
	return !algebra_failed(&al) && value_equal(&numbers[0], &numbers[1]);
}

/* --- what is assumed --- */

/* "a", "sign" and the number "b", behind a comma where something stands in front. */
static void put_condition(struct buf *out, size_t begin, struct str a, const char *sign, int64_t b, const char *end) {
	buf_put(out, out->length > begin ? ", " : "");
	buf_put_str(out, a);
	buf_printf(out, " %s %" PRId64 "%s", sign, b, end);
}

void print_assumptions(struct buf *out, const struct symbols *symbols) {
	size_t begin = out->length;
	for (int i = 0; i < symbols->variable_count; i++) {
		const struct variable *variable = &symbols->variables[i];
		if (variable->kind == VARIABLE_NAME && variable->divisor > 1) {
			put_condition(out, begin, variable->name, "%", variable->divisor, " == 0");
		}
		if (variable->kind == VARIABLE_NAME && variable->least > variable->divisor) {
			put_condition(out, begin, variable->name, ">=", variable->least, "");
		}
		if (variable->kind == VARIABLE_NAME && variable->most < INT64_MAX) {
			put_condition(out, begin, variable->name, "<=", variable->most, "");
		}
	}
	for (int i = 0; i < symbols->need_count; i++) {
		const struct need *need = &symbols->needs[i];
		bool is_told = need->kind != NEED_OTHER && !int_is_symbol(need->b) && symbol_is_name(need->a);
		if (!is_told) {
			buf_put(out, out->length > begin ? ", " : "");
			print_need(out, need);
		}
	}
}
