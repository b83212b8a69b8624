/*
 * Layouts of registers in Tilus: spatial(4, 8).local(2, 4) deals the elements of a shape to threads (spatial) or to the
 * values of a thread (local), row-major, or column-major where the word begins with column_, or as ranks= says;
 * replicated(4, num_workers=2) gives all of them to each thread. In A.B each element of A is a tile B: coordinates,
 * threads and values of A count in units of B's. Printed forms list the digits instead:
 *
 *     RegisterLayout(shape=[8, 32], mode_shape=[4, 2, 8, 4], spatial_modes=[0, 2], local_modes=[1, 3])
 *     SharedLayout(shape=[64, 64], mode_shape=[64, 64], mode_strides=[64, 1], swizzle=Swizzle(base=3, bits=3, shift=3))
 */
#include <inttypes.h>

#include "lang/language/digits.h"
#include "lang/language/language.h"

struct tile {
	int rank;
	int64_t shape[LANGUAGE_RANK];
	struct digits threads;
	struct digits values;
};

/* The names of what a chain is made of. */
static bool find_part(struct str name, bool *is_spatial, bool *is_column) {
	static const char *const names[] = { "local", "spatial", "column_local", "column_spatial" };
	for (int i = 0; i < 4; i++) {
		if (str_is(term_last_name(name), names[i])) {
			*is_spatial = (i & 1) != 0;
			*is_column = (i & 2) != 0;
			return true;
		}
	}
	return false;
}

/* places[list[i]] = i, of "list", which has each of 0 to rank - 1 once. */
static void read_places(struct reader *reader, const struct term *list, int rank, int *places) {
	int64_t numbers[LANGUAGE_RANK];
	uint32_t seen = 0;
	int count = term_ints(reader, list, numbers, LANGUAGE_RANK);
	bool good = count == rank;
	for (int i = 0; i < count && good; i++) {
		good = numbers[i] >= 0 && numbers[i] < rank && (seen >> numbers[i] & 1) == 0;
		if (good) {
			seen |= (uint32_t)1 << numbers[i];
			places[numbers[i]] = i;
		}
	}
	if (!good && !reader_failed(reader)) {
		reader_fault(reader, list->span, FAULT_DOMAIN, "expected each of 0 to %d once", rank - 1);
	}
}

/* The arguments in front of one with a key, or the list that they are, as the shape of "tile". */
static bool read_extents(struct reader *reader, const struct term *call, struct tile *tile) {
	const struct term *last = call->count > 0 ? &call->items[call->count - 1] : call;
	bool has_key = term_is_pair(last) && last->items[0].kind == TERM_NAME;
	int count = has_key ? call->count - 1 : call->count;
	bool is_list = count == 1 && call->items[0].kind == TERM_LIST;
	const struct term *items = is_list ? call->items[0].items : call->items;
	count = is_list ? call->items[0].count : count;
	tile->rank = 0;
	for (int i = 0; i < count; i++) {
		if (tile->rank == LANGUAGE_RANK) {
			return reader_fault(reader, call->span, FAULT_LIMIT, "more than %d dimensions", LANGUAGE_RANK);
		}
		tile->shape[tile->rank++] = term_int(reader, &items[i], 1, LIMIT_DENOTED);
	}
	return !reader_failed(reader)
		&& (tile->rank > 0 || reader_fault(reader, call->span, FAULT_SYNTAX, "expected the extents"));
}

/*
 * local(2, 4), spatial(8, 4), and column_ in front of them for column-major: one level of a layout. The functions
 * local and spatial, in front of which no chain stands, take ranks=[1, 0], places of the dimensions from the slowest
 * on.
 */
static bool read_part(struct reader *reader, const struct term *call, struct tile *tile) {
	bool is_spatial;
	bool is_column;
	if (!find_part(call->text, &is_spatial, &is_column)) {
		return reader_fault(reader, call->span, FAULT_NAME, "expected local, spatial, column_local or column_spatial");
	}
	if (!read_extents(reader, call, tile)) {
		return false;
	}
	int order[LANGUAGE_RANK];
	for (int i = 0; i < tile->rank; i++) {
		order[i] = is_column ? tile->rank - 1 - i : i;
	}
	const struct term *ranks = term_field(call, "ranks");
	if (ranks != NULL && (is_column || call->target->kind == TERM_MEMBER)) {
		return reader_fault(reader, ranks->span, FAULT_SYNTAX, "only the functions local and spatial have ranks");
	}
	if (ranks != NULL) {
		read_places(reader, ranks, tile->rank, order);
	}
	struct digits *digits = is_spatial ? &tile->threads : &tile->values;
	for (int i = 0; i < tile->rank && !reader_failed(reader); i++) {
		digits_append(reader, call->span, digits, (struct digit){ order[i], 0, tile->shape[order[i]], 1 });
	}
	return !reader_failed(reader);
}

/* replicated(2, 4, num_workers=32): each thread has all elements. */
static bool read_replicated(struct reader *reader, const struct term *call, struct tile *tile) {
	int64_t workers = term_int(reader, term_need(reader, call, -1, "num_workers"), 1, LIMIT_DENOTED);
	if (reader_failed(reader) || !read_extents(reader, call, tile)) {
		return false;
	}
	digits_append(reader, call->span, &tile->threads, (struct digit){ -1, 0, workers, 0 });
	for (int d = 0; d < tile->rank; d++) {
		digits_append(reader, call->span, &tile->values, (struct digit){ d, 0, tile->shape[d], 1 });
	}
	return !reader_failed(reader);
}

/* Give "tile" dimensions of extent 1 in front, so that it has "rank" of them at least. */
static void prepend_dimensions(struct tile *tile, int rank) {
	int more = rank > tile->rank ? rank - tile->rank : 0;
	struct digits *sides[] = { &tile->threads, &tile->values };
	for (int side = 0; side < 2; side++) {
		for (int i = 0; i < sides[side]->count; i++) {
			sides[side]->at[i].dimension += sides[side]->at[i].dimension >= 0 ? more : 0;
		}
	}
	memmove(tile->shape + more, tile->shape, (size_t)tile->rank * sizeof *tile->shape);
	for (int d = 0; d < more; d++) {
		tile->shape[d] = 1;
	}
	tile->rank += more;
}

/* Put "inner" into each element of "outer"; the one of fewer dimensions has others of extent 1 in front. */
static bool compose(struct reader *reader, struct span span, struct tile *outer, struct tile *inner) {
	prepend_dimensions(outer, inner->rank);
	prepend_dimensions(inner, outer->rank);
	struct digits *digits[] = { &outer->threads, &outer->values };
	const struct digits *more[] = { &inner->threads, &inner->values };
	for (int side = 0; side < 2; side++) {
		for (int i = 0; i < digits[side]->count; i++) {
			int d = digits[side]->at[i].dimension;
			digits[side]->at[i].stride *= d >= 0 ? inner->shape[d] : 1;
		}
		for (int i = 0; i < more[side]->count; i++) {
			digits_append(reader, span, digits[side], more[side]->at[i]);
		}
	}
	for (int d = 0; d < outer->rank; d++) {
		int64_t extents[] = { outer->shape[d], inner->shape[d] };
		outer->shape[d] = extents_product(reader, span, extents, 2, LIMIT_DENOTED);
	}
	return !reader_failed(reader);
}

static bool read_chain(struct reader *reader, const struct term *term, struct tile *tile);

/* reduce(layout, dims=[..]): the dimensions disappear, and the threads along them become copies. */
static bool read_reduce(struct reader *reader, const struct term *call, struct tile *tile) {
	int64_t dims[LANGUAGE_RANK];
	const struct term *layout = term_need(reader, call, 0, "layout");
	const struct term *list = term_need(reader, call, 1, "dims");
	if (reader_failed(reader) || !read_chain(reader, layout, tile)) {
		return false;
	}
	int count = term_ints(reader, list, dims, LANGUAGE_RANK);
	const struct term *keeps = term_field(call, "keepdims");
	bool keepdims = keeps != NULL && term_bool(reader, keeps);
	bool gone[LANGUAGE_RANK] = { false };
	int64_t number[LANGUAGE_RANK];
	int rank = 0;
	for (int i = 0; i < count && !reader_failed(reader); i++) {
		if (dims[i] < 0 || dims[i] >= tile->rank) {
			return reader_fault(reader, list->span, FAULT_DOMAIN, "there is no dimension %" PRId64, dims[i]);
		}
		if (gone[dims[i]]) {
			return reader_fault(reader, list->span, FAULT_DOMAIN, "dimension %" PRId64 " is named twice", dims[i]);
		}
		gone[dims[i]] = true;
	}
	for (int d = 0; d < tile->rank; d++) {
		number[d] = rank;
		if (keepdims || !gone[d]) {
			tile->shape[rank++] = gone[d] ? 1 : tile->shape[d];
		}
	}
	tile->rank = rank;
	int kept = 0;
	for (int i = 0; i < tile->threads.count; i++) {
		int d = tile->threads.at[i].dimension;
		tile->threads.at[i].dimension = d < 0 || gone[d] ? -1 : (int)number[d];
	}
	for (int i = 0; i < tile->values.count; i++) {
		int d = tile->values.at[i].dimension;
		if (d >= 0 && !gone[d]) {
			tile->values.at[kept] = tile->values.at[i];
			tile->values.at[kept++].dimension = (int)number[d];
		}
	}
	tile->values.count = kept;
	return rank > 0 || reader_fault(reader, list->span, FAULT_RANK, "no dimension is left");
}

/* permute(layout, dims=[1, 0]): dimension k is dimension dims[k] of "layout". */
static bool read_permute(struct reader *reader, const struct term *call, struct tile *tile) {
	const struct term *layout = term_need(reader, call, 0, "layout");
	const struct term *dims = term_need(reader, call, 1, "dims");
	if (reader_failed(reader) || !read_chain(reader, layout, tile)) {
		return false;
	}
	int places[LANGUAGE_RANK];
	read_places(reader, dims, tile->rank, places);
	if (reader_failed(reader)) {
		return false;
	}
	struct tile old = *tile;
	struct digits *sides[] = { &tile->threads, &tile->values };
	for (int d = 0; d < old.rank; d++) {
		tile->shape[places[d]] = old.shape[d];
	}
	for (int side = 0; side < 2; side++) {
		for (int i = 0; i < sides[side]->count; i++) {
			int d = sides[side]->at[i].dimension;
			sides[side]->at[i].dimension = d < 0 ? d : places[d];
		}
	}
	return true;
}

/* The function that a chain begins with. */
static bool read_first(struct reader *reader, const struct term *call, struct tile *tile) {
	static const struct {
		const char *name;
		bool (*read)(struct reader *reader, const struct term *call, struct tile *tile);
	} functions[] = { { "permute", read_permute }, { "reduce", read_reduce }, { "replicated", read_replicated } };
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
		if (term_is_call(call, functions[i].name)) {
			return functions[i].read(reader, call, tile);
		}
	}
	return read_part(reader, call, tile);
}

/* local(...).spatial(...).local(...): the product of its parts, the first one outermost. */
static bool read_chain(struct reader *reader, const struct term *term, struct tile *tile) {
	const struct term *calls[DIGITS_MAX];
	int count = 0;
	for (const struct term *at = term; at != NULL; at = at->target->kind == TERM_MEMBER ? at->target->target : NULL) {
		if (at->kind != TERM_CALL || count == DIGITS_MAX) {
			return reader_fault(reader, at->span, FAULT_SYNTAX, "expected local(...), spatial(...) and their like");
		}
		calls[count++] = at;
	}
	memset(tile, 0, sizeof *tile);
	if (!read_first(reader, calls[count - 1], tile)) {
		return false;
	}
	for (int i = count - 2; i >= 0; i--) {
		struct tile *inner = arena_alloc(reader->al->arena, sizeof *inner);
		if (!read_part(reader, calls[i], inner) || !compose(reader, calls[i]->span, tile, inner)) {
			return false;
		}
	}
	return true;
}

/* The digits of "mode_shape": of each dimension, from the most significant on. */
static bool read_modes(struct reader *reader, const struct term *call, struct tile *tile, struct digits *modes) {
	int64_t extents[DIGITS_MAX];
	const struct term *shape = term_need(reader, call, 0, "shape");
	const struct term *list = term_need(reader, call, 1, "mode_shape");
	if (reader_failed(reader)) {
		return false;
	}
	tile->rank = term_ints(reader, shape, tile->shape, LANGUAGE_RANK);
	int count = term_ints(reader, list, extents, DIGITS_MAX);
	extents_product(reader, shape->span, tile->shape, tile->rank, LIMIT_DENOTED);
	extents_product(reader, list->span, extents, count, LIMIT_DENOTED);
	int at = count;
	for (int d = tile->rank - 1; d >= 0 && !reader_failed(reader); d--) {
		int64_t stride = 1;
		while (stride < tile->shape[d] && at > 0) {
			at--;
			modes->at[at] = (struct digit){ d, 0, extents[at], stride };
			stride *= extents[at];
		}
		if (stride != tile->shape[d]) {
			return reader_fault(reader, list->span, FAULT_DIVIDE, "these digits do not make up the extent %" PRId64
				" of dimension %d", tile->shape[d], d);
		}
	}
	for (; at > 0; at--) {
		if (extents[at - 1] != 1) {
			return reader_fault(reader, list->span, FAULT_DIVIDE, "there are more digits than the shape has");
		}
		modes->at[at - 1] = (struct digit){ -1, 0, 1, 0 };
	}
	modes->count = count;
	return !reader_failed(reader);
}

/* RegisterLayout(shape, mode_shape, spatial_modes, local_modes), the form that all others have as well. */
static bool read_register_layout(struct reader *reader, const struct term *call, struct tile *tile) {
	struct digits modes = { 0 };
	memset(tile, 0, sizeof *tile);
	if (!read_modes(reader, call, tile, &modes)) {
		return false;
	}
	static const char *const names[] = { "spatial_modes", "local_modes" };
	struct digits *sides[] = { &tile->threads, &tile->values };
	bool used[DIGITS_MAX] = { false };
	for (int side = 0; side < 2; side++) {
		int64_t numbers[DIGITS_MAX];
		const struct term *list = term_need(reader, call, 2 + side, names[side]);
		int count = reader_failed(reader) ? 0 : term_ints(reader, list, numbers, DIGITS_MAX);
		for (int i = 0; i < count && !reader_failed(reader); i++) {
			if (numbers[i] >= modes.count || (side == 1 && numbers[i] < 0)) {
				return reader_fault(reader, list->span, FAULT_DOMAIN, "there is no mode %" PRId64, numbers[i]);
			}
			if (numbers[i] < 0) {
				digits_append(reader, list->span, sides[side], (struct digit){ -1, 0, -numbers[i], 0 });
				continue;
			}
			if (used[numbers[i]]) {
				return reader_fault(reader, list->span, FAULT_DOMAIN, "mode %" PRId64 " is used twice", numbers[i]);
			}
			used[numbers[i]] = true;
			digits_append(reader, list->span, sides[side], modes.at[numbers[i]]);
		}
	}
	return !reader_failed(reader);
}

/* The swizzle of a SharedLayout: Swizzle(base, bits, shift), or None. */
static struct swizzle read_swizzle(struct reader *reader, const struct term *term) {
	if (term == NULL || term_is_name(term, "None")) {
		return (struct swizzle){ 0 };
	}
	if (!term_is_call(term, "Swizzle")) {
		reader_fault(reader, term->span, FAULT_SYNTAX, "expected Swizzle(base, bits, shift) or None");
		return (struct swizzle){ 0 };
	}
	int64_t base = term_int(reader, term_need(reader, term, 0, "base"), 0, 61);
	int64_t bits = term_int(reader, term_need(reader, term, 1, "bits"), 0, 61);
	int64_t shift = term_int(reader, term_need(reader, term, 2, "shift"), -61, 61);
	struct swizzle swizzle = swizzle_make(reader->al, bits, base, shift);
	if (algebra_failed(reader->al)) {
		reader_fault(reader, term->span, reader->al->fault.code, "%s", reader->al->fault.text);
	}
	return swizzle;
}

/*
 * SharedLayout(shape, mode_shape, mode_strides, optional_swizzle), the last of which is printed as "swizzle": the
 * coordinate is taken apart in the modes, whose digits times strides make the offset, which is swizzled then. Sums that
 * do not fit 64 bits are faults.
 */
static bool read_shared_layout(struct reader *reader, const struct term *call, struct denotation *denotation) {
	struct tile tile = { 0 };
	struct digits modes = { 0 };
	int64_t strides[DIGITS_MAX];
	if (!read_modes(reader, call, &tile, &modes)) {
		return false;
	}
	const struct term *list = term_need(reader, call, 2, "mode_strides");
	int count = term_ints(reader, list, strides, DIGITS_MAX);
	if (!reader_failed(reader) && count != modes.count) {
		return reader_fault(reader, list->span, FAULT_RANK, "expected %d strides, saw %d", modes.count, count);
	}
	const struct term *printed = term_field(call, "swizzle");
	const struct term *given = printed != NULL ? printed : term_argument(reader, call, 3, "optional_swizzle");
	struct swizzle swizzle = read_swizzle(reader, given);
	int64_t *table = reader_failed(reader) ? NULL
		: denotation_memory(reader, call->span, denotation, tile.shape, tile.rank);
	if (reader_failed(reader)) {
		return false;
	}
	for (int64_t i = 0; i < denotation->count; i++) {
		int64_t coordinate[LANGUAGE_RANK];
		int64_t offset = 0;
		coordinate_from_number(tile.shape, tile.rank, i, coordinate);
		for (int m = 0; m < modes.count; m++) {
			const struct digit *digit = &modes.at[m];
			int64_t product;
			int64_t value = digit->dimension >= 0 ? coordinate[digit->dimension] / digit->stride % digit->extent : 0;
			if (!checked_mul(value, strides[m], &product) || !checked_add(offset, product, &offset)) {
				return reader_fault(reader, list->span, FAULT_OVERFLOW, "an offset does not fit 64 bits");
			}
		}
		table[i] = swizzle_apply(swizzle, offset);
	}
	denotation->units = "elements";
	return true;
}

/* The last expression of the text: shared memory, registers, or a chain of parts. */
static bool read(struct reading *reading, struct denotation *denotation) {
	struct reader *reader = &reading->reader;
	const struct term *program = reading->program;
	if (program->count < 1) {
		return reader_fault(reader, program->span, FAULT_SYNTAX, "expected a layout of Tilus");
	}
	const struct term *term = &program->items[program->count - 1];
	if (!term_stands_alone(reader, program, term, NULL)) {
		return false;
	}
	if (term_is_call(term, "SharedLayout")) {
		return read_shared_layout(reader, term, denotation);
	}
	struct tile tile;
	bool is_printed = term_is_call(term, "RegisterLayout") || term_is_call(term, "register_layout");
	if (!(is_printed ? read_register_layout(reader, term, &tile) : read_chain(reader, term, &tile))) {
		return false;
	}
	denotation->rank = tile.rank;
	memcpy(denotation->shape, tile.shape, sizeof tile.shape);
	bool good = digits_denote(reader, term->span, &tile.threads, &tile.values, denotation);
	denotation->order = "threads and values as Tilus numbers them; coordinates column-major";
	return good;
}

static bool recognises(struct str text) {
	return str_has(text, "RegisterLayout(") || str_has(text, "SharedLayout(shape")
		|| text_calls(text, "spatial local column_spatial column_local replicated register_layout");
}

const struct language language_tilus = {
	.name = "tilus",
	.about = "spatial(..).local(..), RegisterLayout, SharedLayout of Tilus",
	.is_python = true,
	.recognises = recognises,
	.read = read,
};
