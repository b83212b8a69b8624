/*
 * Axe layouts (TVM TIRx): TileLayout(S[(8, 2, 4, 2) : (4@laneid, 1@warpid, 1@laneid, 1)] + R[2 : 16@warpid] +
 * 5@laneid).
 * The iters of S are the digits of the row-major number of a coordinate, the first the most significant; each moves its
 * axis, memory where none is named. R are copies. ComposeLayout(per_element, swizzle_len, atom_len, tile) swizzles
 * memory.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "lang/language/digits.h"
#include "lang/language/axe.h"

enum { ITERS_MAX = 64 };

/* The largest step: times the 2^24 elements of a layout and the 32 lanes of a warp it fits 64 bits. */
static const int64_t step_most = (int64_t)1 << 32;

struct iter {
	int64_t extent;
	int64_t stride;
	int axis;
};

struct axe {
	int axis_count;
	struct str axes[LANGUAGE_AXES];
	int64_t offsets[LANGUAGE_AXES];
	int iter_count;
	struct iter iters[ITERS_MAX];       /* of S, from the most significant on */
	int copy_count;
	struct iter copies[ITERS_MAX];      /* of R */
	struct swizzle swizzle;
	struct span span;
};

/* The number of the axis "name", which becomes one more where there is none; 0 after a fault. */
static int find_axis(struct reader *reader, struct axe *axe, struct str name, struct span span) {
	name = term_last_name(name);
	if (name.length == 0 || !str_is_letter(name.data[0])) {
		reader_fault(reader, span, FAULT_NAME, "the name of an axis begins with a letter");
		return 0;
	}
	for (int i = 0; i < axe->axis_count; i++) {
		if (str_equal(axe->axes[i], name)) {
			return i;
		}
	}
	if (axe->axis_count == LANGUAGE_AXES) {
		reader_fault(reader, span, FAULT_LIMIT, "more than %d axes", LANGUAGE_AXES);
		return 0;
	}
	axe->axes[axe->axis_count] = name;
	return axe->axis_count++;
}

/* integer | integer "@" axis */
static struct iter read_stride(struct reader *reader, struct axe *axe, const struct term *term) {
	struct iter iter = { 0 };
	if (term->kind == TERM_BINARY && term->op == OPERATOR_AT && (term->items[1].kind == TERM_NAME
		|| term->items[1].kind == TERM_STRING)) {
		iter.stride = term_int(reader, &term->items[0], -step_most, step_most);
		iter.axis = find_axis(reader, axe, term->items[1].text, term->span);
	} else {
		iter.stride = term_int(reader, term, -step_most, step_most);
		iter.axis = find_axis(reader, axe, str_from("m"), term->span);
	}
	return iter;
}

/* The stride of an iter: as above, (integer, axis), or an axis in quotes, along which the stride is 1. */
static struct iter read_iter(struct reader *reader, struct axe *axe, const struct term *term) {
	bool is_pair = term->kind == TERM_LIST && term->bracket == '(' && term->count == 2;
	const struct term *axis = is_pair ? &term->items[1] : term;
	if (axis->kind != TERM_STRING && !(is_pair && axis->kind == TERM_NAME)) {
		return read_stride(reader, axe, term);
	}
	struct iter iter = { .stride = is_pair ? term_int(reader, &term->items[0], -step_most, step_most) : 1 };
	iter.axis = find_axis(reader, axe, axis->text, term->span);
	return iter;
}

/* Strides of a compact row-major layout. */
static void compact(struct iter *iters, int count, int axis) {
	int64_t stride = 1;
	for (int i = count - 1; i >= 0; i--) {
		iters[i].stride = stride;
		iters[i].axis = axis;
		stride *= iters[i].extent;
	}
}

/* What is in the brackets of S or R: extents ":" strides, or extents alone. */
static void read_iters(struct reader *reader, struct axe *axe, const struct term *call, struct iter *out, int *count) {
	bool has_strides = call->count == 1 && call->items[0].kind == TERM_BINARY && call->items[0].op
		== OPERATOR_COLON;
	struct term items = *call;
	items.kind = TERM_LIST;
	const struct term *extents = has_strides ? &call->items[0].items[0] : call->count == 1 ? &call->items[0] : &items;
	int64_t values[ITERS_MAX];
	int found = term_ints(reader, extents, values, ITERS_MAX);
	extents_product(reader, extents->span, values, found, LIMIT_DENOTED);
	if (reader_failed(reader)) {
		return;
	}
	const struct term *strides = has_strides ? &call->items[0].items[1] : NULL;
	bool is_list = has_strides && strides->kind == TERM_LIST;
	if (has_strides && (is_list ? strides->count : 1) != found) {
		reader_fault(reader, strides->span, FAULT_RANK, "expected %d strides, saw %d", found, is_list
			? strides->count : 1);
		return;
	}
	for (int i = 0; i < found; i++) {
		out[i] = has_strides ? read_iter(reader, axe, is_list ? &strides->items[i] : strides) : (struct iter){ 0 };
		out[i].extent = values[i];
	}
	if (!has_strides) {
		compact(out, found, find_axis(reader, axe, str_from("m"), call->span));
	}
	*count = found;
}

/* The parts of S[...] + R[...] + offset@axis, from the first on. */
static void read_parts(struct reader *reader, struct axe *axe, const struct term *term) {
	if (term->kind == TERM_BINARY && term->op == OPERATOR_ADD) {
		read_parts(reader, axe, &term->items[0]);
		read_parts(reader, axe, &term->items[1]);
	} else if (term->kind == TERM_LIST && term->bracket == '(' && term->count == 1) {
		read_parts(reader, axe, &term->items[0]);   /* TVM prints a sum of offsets in brackets */
	} else if ((term_is_call(term, "S") && axe->iter_count > 0) || (term_is_call(term, "R") && axe->copy_count > 0)) {
		reader_fault(reader, term->span, FAULT_SYNTAX, "%.*s[...] stands here for a second time",
			(int)term_last_name(term->text).length, term_last_name(term->text).data);
	} else if (term_is_call(term, "S")) {
		read_iters(reader, axe, term, axe->iters, &axe->iter_count);
	} else if (term_is_call(term, "R")) {
		read_iters(reader, axe, term, axe->copies, &axe->copy_count);
	} else {
		struct iter offset = read_stride(reader, axe, term);
		axe->offsets[offset.axis] += offset.stride;
	}
}

/* S[...] + R[...] + offset@axis */
static bool read_sum(struct reader *reader, struct axe *axe, const struct term *term) {
	read_parts(reader, axe, term);
	return !reader_failed(reader) && (axe->iter_count > 0 || reader_fault(reader, axe->span, FAULT_SYNTAX,
		"expected S[...]"));
}

/* TileLayout(sum), or the sum alone. */
static bool read_tile_layout(struct reader *reader, struct axe *axe, const struct term *term) {
	axe->span = term->span;
	if (!term_is_call(term, "TileLayout")) {
		return read_sum(reader, axe, term);
	}
	const struct term *sum = term_need(reader, term, 0, NULL);
	term_note_asked(term);
	return !reader_failed(reader) && read_sum(reader, axe, sum);
}

/*
 * ComposeLayout(per_element, swizzle_len, atom_len, tile_layout, swizzle_inner): a tile layout of memory under a
 * swizzle, whose shift goes the other way with swizzle_inner=False.
 */
static bool read_compose(struct reader *reader, struct axe *axe, const struct term *term) {
	const struct term *inner = term_need(reader, term, 3, "tile_layout");
	int64_t base = term_int(reader, term_need(reader, term, 0, "per_element"), 0, 61);
	int64_t bits = term_int(reader, term_need(reader, term, 1, "swizzle_len"), 0, 61);
	int64_t shift = term_int(reader, term_need(reader, term, 2, "atom_len"), 0, 61);
	if (reader_failed(reader) || !read_tile_layout(reader, axe, inner)) {
		return false;
	}
	const struct term *is_inner = term_argument(reader, term, 4, "swizzle_inner");
	bool is_outer = is_inner != NULL && !term_bool(reader, is_inner);
	if (reader_failed(reader)) {
		return false;
	}
	axe->swizzle = swizzle_make(reader->al, bits, base, is_outer ? -shift : shift);
	if (algebra_failed(reader->al)) {
		return reader_fault(reader, term->span, FAULT_DOMAIN, "%s", reader->al->fault.text);
	}
	return true;
}

/* The row-major number of a coordinate. */
static int64_t row_major(const struct denotation *denotation, const int64_t *coordinate) {
	int64_t number = 0;
	for (int d = 0; d < denotation->rank; d++) {
		number = number * denotation->shape[d] + coordinate[d];
	}
	return number;
}

/* Where each coordinate goes, axis by axis. */
static void tabulate(struct reader *reader, const struct axe *axe, struct denotation *denotation) {
	for (int axis = 0; axis < axe->axis_count; axis++) {
		int64_t *places = arena_array(reader->al->arena, (size_t)denotation->count, sizeof *places);
		for (int64_t i = 0; i < denotation->count; i++) {
			int64_t coordinate[LANGUAGE_RANK];
			coordinate_from_number(denotation->shape, denotation->rank, i, coordinate);
			int64_t number = row_major(denotation, coordinate);
			int64_t place = axe->offsets[axis];
			for (int k = axe->iter_count - 1; k >= 0; k--) {
				place += axe->iters[k].axis == axis ? number % axe->iters[k].extent * axe->iters[k].stride : 0;
				number /= axe->iters[k].extent;
			}
			places[i] = place;
		}
		denotation->axes[axis] = axe->axes[axis];
		denotation->places[axis] = places;
	}
	denotation->axis_count = axe->axis_count;
}

/*
 * Split the iters at the borders of dimensions, so that each digit belongs to one. Returns their number, fastest
 * first, or -1 where an iter and a dimension do not fit into each other.
 */
static int split_iters(const struct axe *axe, const struct denotation *denotation, struct digit *out, int most) {
	int count = 0;
	int d = denotation->rank - 1;
	int64_t left = denotation->shape[d];
	for (int k = axe->iter_count - 1; k >= 0; k--) {
		int64_t extent = axe->iters[k].extent;
		int64_t stride = axe->iters[k].stride;
		while (extent > 1) {
			while (left == 1 && d > 0) {
				left = denotation->shape[--d];
			}
			int64_t part = left % extent == 0 ? extent : extent % left == 0 ? left : 0;
			if (part < 2 || count == most) {
				return -1;
			}
			out[count++] = (struct digit){ d, axe->iters[k].axis, part, stride };
			stride *= part;
			extent /= part;
			left /= part;
		}
	}
	return count;
}

/* --- threads --- */

/* A digit of the number of a thread or of a value and what it adds to the number of a coordinate. */
struct owner {
	int64_t extent;
	int64_t place;
	int64_t element;
};

/* For qsort: by place in memory. */
static int compare_owners(const void *a, const void *b) {
	const struct owner *x = a;
	const struct owner *y = b;
	return x->place < y->place ? -1 : x->place > y->place;
}

/* What one step along "axis" adds to the number of a thread; 0 for the value's slot, -1 for an axis of no thread. */
static int64_t thread_weight(struct str axis, bool has_warps) {
	if (str_is(axis, "m")) {
		return 0;
	}
	if (str_is(axis, "laneid") || (!has_warps && str_is_among(axis, "tid tx"))) {
		return 1;
	}
	return str_is(axis, "warpid") ? 32 : -1;
}

/*
 * The mode whose number runs through "owners", which are digits of it. Numbers that no digit makes get elements outside
 * of the tensor: "outside" and above. Faults are left to the caller: returns false when two digits overlap.
 */
static bool make_mode(struct algebra *al, struct owner *owners, int count, int64_t outside, struct layout *mode) {
	struct tuple shape[2 * ITERS_MAX + 1];
	struct tuple stride[2 * ITERS_MAX + 1];
	int modes = 0;
	int64_t covered = 1;
	qsort(owners, (size_t)count, sizeof *owners, compare_owners);
	for (int i = 0; i < count; i++) {
		if (owners[i].place < covered || owners[i].place % covered != 0) {
			return false;
		}
		if (owners[i].place > covered) {
			shape[modes] = tuple_int(owners[i].place / covered);
			stride[modes++] = tuple_int(outside);
		}
		shape[modes] = tuple_int(owners[i].extent);
		stride[modes++] = tuple_int(owners[i].element);
		covered = owners[i].place * owners[i].extent;
	}
	if (modes == 0) {
		*mode = layout_one();
		return true;
	}
	struct tuple *shapes = tuple_modes_new(al, modes);
	struct tuple *strides = tuple_modes_new(al, modes);
	memcpy(shapes, shape, (size_t)modes * sizeof *shape);
	memcpy(strides, stride, (size_t)modes * sizeof *stride);
	*mode = layout_coalesce(al, layout_make(al, tuple_of(al, shapes, modes), tuple_of(al, strides, modes)));
	return !algebra_failed(al);
}

struct owners {
	struct owner items[2 * ITERS_MAX];
	int count;
};

/* Sort the digits of S and the copies of R into those of the thread and those of the value. */
static bool sort_owners(const struct axe *axe, const struct denotation *denotation, bool has_warps,
	struct owners *threads, struct owners *values) {
	int64_t step[LANGUAGE_RANK];
	int64_t size = 1;
	for (int d = 0; d < denotation->rank; d++) {
		step[d] = size;
		size *= denotation->shape[d];
	}
	for (int i = 0; i < denotation->digit_count + axe->copy_count; i++) {
		bool is_copy = i >= denotation->digit_count;
		struct digit digit = is_copy ? (struct digit){ -1, axe->copies[i - denotation->digit_count].axis,
			axe->copies[i - denotation->digit_count].extent, axe->copies[i - denotation->digit_count].stride }
			: denotation->digits[i];
		int64_t weight = thread_weight(axe->axes[digit.axis], has_warps);
		struct owner owner = { digit.extent, digit.stride * (weight > 0 ? weight : 1), is_copy ? 0
			: step[digit.dimension] };
		if (!is_copy) {
			step[digit.dimension] *= digit.extent;
		}
		if (weight < 0 || digit.stride < 1 || digit.extent < 2) {
			if (digit.extent < 2) {
				continue;
			}
			return false;
		}
		if (weight > 0) {
			threads->items[threads->count++] = owner;
		} else {
			values->items[values->count++] = owner;
		}
	}
	return true;
}

/* The largest number on "axis", copies included. */
static int64_t greatest(const struct axe *axe, int axis) {
	int64_t sum = axe->offsets[axis];
	for (int k = 0; k < axe->iter_count; k++) {
		sum += axe->iters[k].axis == axis ? (axe->iters[k].extent - 1) * axe->iters[k].stride : 0;
	}
	for (int k = 0; k < axe->copy_count; k++) {
		sum += axe->copies[k].axis == axis ? (axe->copies[k].extent - 1) * axe->copies[k].stride : 0;
	}
	return sum;
}

/*
 * Give "denotation" the table of (thread, value), -1 where a thread has nothing there. The modes of both were made of
 * digits that do not overlap, so that a thread has one element in a place, and each element and copy is in a place of
 * its own.
 */
static void tabulate_owners(struct reader *reader, const struct axe *axe, bool has_warps,
	struct denotation *denotation) {
	int64_t threads = denotation->threads;
	int64_t size = threads * denotation->values;
	struct digits copies = { 0 };
	for (int k = 0; k < axe->copy_count; k++) {
		digits_append(reader, axe->span, &copies, (struct digit){ axe->copies[k].axis, 0, axe->copies[k].extent,
			axe->copies[k].stride });
	}
	int64_t copy_count = digits_size(reader, axe->span, &copies);
	int64_t *table = arena_array(reader->al->arena, (size_t)size, sizeof *table);
	for (int64_t i = 0; i < size; i++) {
		table[i] = -1;
	}
	for (int64_t i = 0; i < denotation->count * copy_count; i++) {
		int64_t at[LANGUAGE_AXES + 1] = { 0 };
		digits_apply(&copies, i / denotation->count, at);
		int64_t thread = 0;
		int64_t value = 0;
		for (int axis = 0; axis < axe->axis_count; axis++) {
			int64_t weight = thread_weight(axe->axes[axis], has_warps);
			int64_t place = at[axis] + denotation->places[axis][i % denotation->count];
			thread += weight * place;
			value += weight == 0 ? place : 0;
		}
		table[thread + threads * value] = i % denotation->count;
	}
	denotation->table = table;
	denotation->note = denotation->count * copy_count < size
		? "some threads hold nothing: they have numbers beyond the tensor" : NULL;
}

/*
 * Turn places into ownership, thread = laneid + 32 * warpid, where that is a function and CuTe can say it. Otherwise
 * the denotation stays as it is; so it does beside a second axis of lanes, which TVM calls ill-formed.
 */
static void try_ownership(struct reader *reader, const struct axe *axe, struct denotation *denotation) {
	struct owners threads = { .count = 0 };
	struct owners values = { .count = 0 };
	bool has_warps = false;
	struct str lane = { 0 };
	for (int axis = 0; axis < axe->axis_count; axis++) {
		has_warps = has_warps || str_is(axe->axes[axis], "warpid");
	}
	for (int axis = 0; axis < axe->axis_count; axis++) {
		int64_t weight = thread_weight(axe->axes[axis], has_warps);
		bool is_second = weight == 1 && lane.length > 0;
		if (weight < 0 || is_second || axe->offsets[axis] != 0
			|| (has_warps && weight == 1 && greatest(axe, axis) > 31)) {
			return;
		}
		lane = weight == 1 ? axe->axes[axis] : lane;
	}
	if (denotation->digits == NULL || !sort_owners(axe, denotation, has_warps, &threads, &values)) {
		return;
	}
	struct layout modes[2];
	struct denotation owned = *denotation;
	if (!make_mode(reader->al, threads.items, threads.count, denotation->count, &modes[0])
		|| !make_mode(reader->al, values.items, values.count, denotation->count, &modes[1])) {
		reader->al->fault.code = FAULT_NONE;
		return;
	}
	owned.threads = layout_size(reader->al, modes[0]).value;
	owned.values = layout_size(reader->al, modes[1]).value;
	if (owned.threads > LIMIT_DENOTED / owned.values) {
		return;
	}
	tabulate_owners(reader, axe, has_warps, &owned);
	owned.kind = DENOTES_OWNERSHIP;
	owned.inverted = true;
	owned.has_map = true;
	owned.map = map_from_layout(layout_from_modes(reader->al, modes, 2));
	owned.count = owned.threads * owned.values;
	struct buf order;
	buf_init(&order, reader->al->arena);
	buf_put(&order, "thread = ");
	buf_put_str(&order, has_warps ? str_from("laneid + 32 * warpid") : lane);
	buf_put(&order, "; value = m; coordinates column-major");
	owned.order = order.data;
	*denotation = owned;
}

/*
 * The iters of "axe" as a function of the coordinates of the shape in "options", or of their own extents without one.
 * On the axis m alone it is memory; on other axes it gives places, which are ownership where try_ownership() finds
 * the axes of threads and registers. Faults where shape and iters have different numbers of elements.
 */
static bool denote(struct reader *reader, const struct language_options *options, const struct axe *axe,
	struct denotation *denotation) {
	int64_t size = 1;
	for (int k = 0; k < axe->iter_count; k++) {
		size *= axe->iters[k].extent;
	}
	denotation->rank = options->rank;
	memcpy(denotation->shape, options->shape, sizeof denotation->shape);
	if (options->rank == 0 && axe->iter_count > LANGUAGE_RANK) {
		return reader_fault(reader, axe->span, FAULT_LIMIT, "the iters are more than %d: give the shape of the tensor",
			LANGUAGE_RANK);
	}
	if (options->rank == 0) {
		for (int k = 0; k < axe->iter_count; k++) {
			denotation->shape[k] = axe->iters[k].extent;
		}
		denotation->rank = axe->iter_count;
	}
	denotation->count = extents_product(reader, axe->span, denotation->shape, denotation->rank, LIMIT_DENOTED);
	if (reader_failed(reader)) {
		return false;
	}
	if (denotation->count != size) {
		return reader_fault(reader, axe->span, FAULT_DOMAIN, "the iters have %" PRId64 " elements, the shape "
			"%" PRId64, size,
			denotation->count);
	}
	tabulate(reader, axe, denotation);
	denotation->note = axe->copy_count > 0 ? "the copies of R are not shown" : NULL;
	bool is_memory = axe->axis_count == 1 && str_is(axe->axes[0], "m");
	if (!is_memory && axe->swizzle.bits > 0) {
		return reader_fault(reader, axe->span, FAULT_UNSUPPORTED, "a swizzle is about memory alone");
	}
	if (is_memory) {
		int64_t *table = denotation_memory(reader, axe->span, denotation, denotation->shape, denotation->rank);
		for (int64_t i = 0; i < denotation->count; i++) {
			table[i] = swizzle_apply(axe->swizzle, denotation->places[0][i]);
		}
		denotation->units = "elements";
		denotation->axis_count = 0;
		return true;
	}
	struct digit *digits = arena_array(reader->al->arena, 2 * ITERS_MAX, sizeof *digits);
	denotation->kind = DENOTES_PLACES;
	denotation->digit_count = split_iters(axe, denotation, digits, 2 * ITERS_MAX);
	denotation->digits = denotation->digit_count < 0 ? NULL : digits;
	memcpy(denotation->place_offset, axe->offsets, sizeof axe->offsets);
	try_ownership(reader, axe, denotation);
	return true;
}

/* The last expression of the text: a TileLayout, or one composed with a swizzle. */
static bool read(struct reading *reading, struct denotation *denotation) {
	struct reader *reader = &reading->reader;
	struct axe axe = { 0 };
	if (reading->program->count < 1) {
		return reader_fault(reader, reading->program->span, FAULT_SYNTAX, "expected TileLayout(S[...])");
	}
	const struct term *term = &reading->program->items[reading->program->count - 1];
	if (!term_stands_alone(reader, reading->program, term, NULL)) {
		return false;
	}
	bool good = term_is_call(term, "ComposeLayout") ? read_compose(reader, &axe, term) : read_tile_layout(reader,
		&axe, term);
	return good && denote(reader, reading->options, &axe, denotation);
}

/* Whether "slow" goes on where "fast" ends, so that both are one digit. */
static bool continues(const struct digit *fast, const struct digit *slow) {
	return fast->dimension == slow->dimension && fast->axis == slow->axis
		&& slow->stride == fast->stride * fast->extent;
}

/*
 * Places: the digits of the dimensions from the most significant on, each on its axis, and where they start. Rows and
 * columns of tensor memory have names in Axe.
 */
static const char *write_places(struct buf *out, const struct denotation *denotation) {
	struct buf strides;
	bool is_first = true;
	struct str names[LANGUAGE_AXES];
	for (int axis = 0; axis < denotation->axis_count; axis++) {
		names[axis] = str_is(denotation->axes[axis], "row") ? str_from("TLane")
			: str_is(denotation->axes[axis], "column") ? str_from("TCol") : denotation->axes[axis];
		if (str_is_digit(names[axis].data[0])) {
			return "the axes have no names";
		}
	}
	buf_init(&strides, out->arena);
	buf_put(out, "TileLayout(S[(");
	for (int d = 0; d < denotation->rank; d++) {
		for (int i = denotation->digit_count - 1; i >= 0; i--) {
			struct digit digit = denotation->digits[i];
			if (digit.dimension != d) {
				continue;
			}
			while (i > 0 && continues(&denotation->digits[i - 1], &digit)) {
				i--;
				digit.extent *= denotation->digits[i].extent;
				digit.stride = denotation->digits[i].stride;
			}
			buf_printf(out, "%s%" PRId64, is_first ? "" : ", ", digit.extent);
			buf_printf(&strides, "%s%" PRId64 "@", is_first ? "" : ", ", digit.stride);
			buf_put_str(&strides, names[digit.axis]);
			is_first = false;
		}
	}
	buf_put(out, ") : (");
	buf_put_str(out, buf_str(&strides));
	buf_put(out, ")]");
	for (int axis = 0; axis < denotation->axis_count; axis++) {
		if (denotation->place_offset[axis] != 0) {
			buf_printf(out, " + %" PRId64 "@", denotation->place_offset[axis]);
			buf_put_str(out, names[axis]);
		}
	}
	buf_put_char(out, ')');
	return is_first ? "a single element has no digits" : NULL;
}

/* Memory that is a plain or a swizzled layout: its modes from the most significant digit on. Owners by axe_owners.c. */
static const char *write(struct buf *out, struct reading *reading, const struct denotation *denotation) {
	if (denotation->kind == DENOTES_OWNERSHIP) {
		return axe_write_owners(out, reading, denotation);
	}
	if (denotation->kind == DENOTES_PLACES) {
		return write_places(out, denotation);
	}
	if (denotation->kind != DENOTES_MEMORY) {
		return "Axe is written for memory, owners and places alone";
	}
	if (!denotation->has_map) {
		return "this function is no layout";
	}
	struct map map = denotation->map;
	struct swizzle swizzle = { 0 };
	if (map.kind == MAP_COMPOSED && map.composed->outer.kind == MAP_SWIZZLE && map.composed->inner.kind == MAP_LAYOUT
		&& tuple_is_plain_int(map.composed->offset) && map.composed->offset.value == 0) {
		swizzle = map.composed->outer.swizzle;
		map = map.composed->inner;
	}
	if (map.kind != MAP_LAYOUT || (denotation->rank > 1 && layout_rank(map.layout) != denotation->rank)
		|| swizzle.shift < 0 || (swizzle.bits > 0 && denotation->offset != 0)) {
		return "Axe has single swizzles of layouts without an offset";
	}
	if (swizzle.bits > 0) {
		buf_printf(out, "ComposeLayout(%d, %d, %d, ", swizzle.base, swizzle.bits, swizzle.shift);
	}
	struct buf strides;
	buf_init(&strides, out->arena);
	buf_put(out, "TileLayout(S[(");
	bool is_first = true;
	for (int d = 0; d < denotation->rank; d++) {
		struct layout mode = denotation->rank == 1 ? map.layout : layout_mode(map.layout, d);
		int leaves = tuple_leaves(mode.shape);
		struct tuple *shape = arena_array(out->arena, (size_t)leaves, sizeof *shape);
		struct tuple *stride = arena_array(out->arena, (size_t)leaves, sizeof *stride);
		tuple_collect(mode.shape, shape);
		tuple_collect(mode.stride, stride);
		for (int i = leaves - 1; i >= 0; i--) {
			buf_put(out, is_first ? "" : ", ");
			buf_put(&strides, is_first ? "" : ", ");
			buf_put_int(out, shape[i].value);
			buf_put_int(&strides, stride[i].value);
			is_first = false;
		}
	}
	buf_put(out, ") : (");
	buf_put_str(out, buf_str(&strides));
	buf_put(out, ")]");
	if (denotation->offset != 0) {
		buf_put(out, " + ");
		buf_put_int(out, denotation->offset);
	}
	buf_put(out, swizzle.bits > 0 ? "))" : ")");
	return NULL;
}

static bool recognises(struct str text) {
	return str_has(text, "TileLayout(") || str_has(text, "ComposeLayout(") || str_starts_with(text, "S[")
		|| str_starts_with(text, "T.S[");
}

const struct language language_axe = {
	.name = "axe",
	.about = "TileLayout(S[(8, 4) : (4@laneid, 1)]) of TVM's Axe layouts",
	.is_python = true,
	.recognises = recognises,
	.read = read,
	.write = write,
};
