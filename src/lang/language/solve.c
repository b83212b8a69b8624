/*
 * A denotation is a table at least; algebra/infer.h finds the layout that it is, and where there is none, the map of
 * bits, if all extents are powers of two. What is found is compared with the table at each coordinate before it is
 * printed, whatever way it was found.
 */
#include "lang/language/solve.h"

#include <inttypes.h>

#include "algebra/infer.h"
#include "algebra/infer_skew.h"
#include "algebra/offsets.h"
#include "lang/notation/plain.h"

/* The domain of the table. */
static struct tuple domain(struct algebra *al, const struct denotation *denotation) {
	int64_t pair[] = { denotation->threads, denotation->values };
	return denotation->kind == DENOTES_OWNERSHIP ? tuple_from_ints(al, pair, 2)
		: tuple_from_ints(al, denotation->shape, denotation->rank);
}

/* Hand a fault of the algebra on to the reader, at "span"; true without one. */
static bool report(struct reader *reader, struct span span) {
	return !algebra_failed(reader->al) || reader_fault(reader, span, reader->al->fault.code, "%s",
		reader->al->fault.text);
}

/* The number of elements of the tensor. */
static int64_t tensor_size(const struct denotation *denotation) {
	int64_t size = 1;
	for (int d = 0; d < denotation->rank; d++) {
		size *= denotation->shape[d];
	}
	return size;
}

/* Compare "offset" + "map" with the table everywhere. A hole of the table is to lie outside of the tensor. */
static bool prove(struct reader *reader, struct span span, const struct denotation *denotation, const int64_t *table,
	int64_t count) {
	enum { BLOCK = 4096 };
	int64_t values[BLOCK];
	struct offsets offsets = offsets_init_map(reader->al, denotation->map);
	if (algebra_failed(reader->al)) {
		return report(reader, span);
	}
	if (offsets.size != count) {
		return reader_fault(reader, span, FAULT_UNSUPPORTED, "the layout found has %" PRId64 " coordinates, not "
			"%" PRId64,
			offsets.size, count);
	}
	int64_t size = tensor_size(denotation);
	for (int64_t at = 0; at < count; at += BLOCK) {
		int64_t length = count - at < BLOCK ? count - at : BLOCK;
		offsets_fill(&offsets, at, length, values);
		for (int64_t i = 0; i < length; i++) {
			bool is_hole = denotation->kind == DENOTES_OWNERSHIP && table[at + i] < 0;
			int64_t value = values[i] + denotation->offset;
			if (is_hole ? value >= 0 && value < size : value != table[at + i]) {
				return reader_fault(reader, span, FAULT_UNSUPPORTED, "the layout found differs at %" PRId64, at + i);
			}
		}
	}
	return true;
}

/* What infer_table says about a table without a layout. */
static bool refuse(struct reader *reader, struct span span, const struct inferred *inferred) {
	const struct infer_refusal *why = &inferred->refusal;
	switch (why->why) {
	case INFER_RUN:
		return reader_fault(reader, span, FAULT_UNSUPPORTED, "CuTe has no layout with these values: in mode %d a run "
		"of %" PRId64
			" does not divide %" PRId64 " (number %" PRId64 " has %" PRId64 ", expected %" PRId64 "); %d swizzles were "
			"tried",
			why->mode, why->run, why->left, why->at, why->value, why->expected, inferred->swizzles_tried);
	case INFER_REPEAT:
		return reader_fault(reader, span, FAULT_UNSUPPORTED, "CuTe has no layout with these values: mode %d does not "
		"repeat at number %"
			PRId64 ", which has %" PRId64 ", expected %" PRId64 "; %d swizzles were tried", why->mode, why->at,
			why->value,
			why->expected, inferred->swizzles_tried);
	default:
		return reader_fault(reader, span, FAULT_UNSUPPORTED, "CuTe has no layout with these values: the modes interact "
		"at number %"
			PRId64 ", which has %" PRId64 ", expected %" PRId64 "; %d swizzles were tried", why->at, why->value,
			why->expected,
			inferred->swizzles_tried);
	}
}

/* From the row-major number of an element to its column-major one: (N,M):(M,1) of M x N. */
static struct layout rows_to_columns(struct algebra *al, const struct denotation *denotation) {
	int64_t extents[LANGUAGE_RANK];
	int64_t strides[LANGUAGE_RANK];
	int64_t stride = 1;
	for (int d = 0; d < denotation->rank; d++) {
		extents[denotation->rank - 1 - d] = denotation->shape[d];
		strides[denotation->rank - 1 - d] = stride;
		stride *= denotation->shape[d];
	}
	return layout_make(al, tuple_from_ints(al, extents, denotation->rank),
		tuple_from_ints(al, strides, denotation->rank));
}

/*
 * Owners of what is dealt out along the rows, in runs that do not divide them: a layout to row-major numbers, behind
 * the one that makes column-major ones of these. Holes have the row-major number of "coordinate" -1. Returns false if
 * that is no layout either.
 */
static bool infer_along_rows(struct reader *reader, struct denotation *denotation, const int64_t *table,
	struct tuple shape) {
	struct algebra *al = reader->al;
	int64_t count = denotation->threads * denotation->values;
	int64_t *rows = arena_array(al->arena, (size_t)count, sizeof *rows);
	for (int64_t i = 0; i < count; i++) {
		int64_t coordinate[LANGUAGE_RANK];
		coordinate_from_number(denotation->shape, denotation->rank, table[i], coordinate);
		rows[i] = 0;
		for (int d = 0; d < denotation->rank; d++) {
			rows[i] = rows[i] * denotation->shape[d] + coordinate[d];
		}
	}
	struct inferred inferred = infer_table(al, rows, shape);
	if (algebra_failed(al) || !inferred.found || inferred.swizzle.bits > 0) {
		return false;
	}
	denotation->map = map_composed(al, map_from_layout(rows_to_columns(al, denotation)), tuple_int(inferred.offset),
		map_from_layout(inferred.layout));
	return true;
}

/* Give "denotation" the map with the values of "table" over "shape": a layout, or else bits, or a layout behind one. */
static bool infer(struct reader *reader, struct span span, struct denotation *denotation, const int64_t *table,
	struct tuple shape) {
	struct inferred inferred = infer_table(reader->al, table, shape);
	if (!report(reader, span)) {
		return false;
	}
	if (!inferred.found) {
		struct linear_reading reading = linear_from_table(reader->al, table, shape);
		denotation->has_map = report(reader, span) && reading.is_linear;
		denotation->map = denotation->has_map ? map_from_linear(reader->al, &reading.linear) : denotation->map;
		if (!denotation->has_map && !reader_failed(reader) && denotation->kind == DENOTES_MEMORY) {
			denotation->has_map = infer_skewed(reader->al, table, shape, &denotation->offset, &denotation->map);
		}
		if (!denotation->has_map && !reader_failed(reader) && denotation->kind == DENOTES_OWNERSHIP) {
			denotation->has_map = infer_along_rows(reader, denotation, table, shape);
		}
		return denotation->has_map ? report(reader, span) : refuse(reader, span, &inferred);
	}
	denotation->has_map = true;
	denotation->offset = inferred.offset;
	denotation->map = map_from_layout(inferred.layout);
	if (inferred.swizzle.bits > 0) {
		denotation->map = map_composed(reader->al, map_from_swizzle(inferred.swizzle), tuple_int(inferred.offset),
			map_from_layout(inferred.layout));
		denotation->offset = 0;
	}
	return report(reader, span);
}

/* The layout of places: each digit of a dimension a mode with the basis of its axis. */
static bool solve_places(struct reader *reader, struct span span, struct denotation *denotation) {
	struct algebra *al = reader->al;
	if (denotation->digits == NULL) {
		return reader_fault(reader, span, FAULT_UNSUPPORTED, "the digits of the axes do not fit the dimensions of the "
			"shape");
	}
	struct layout *modes = arena_array(al->arena, (size_t)denotation->rank, sizeof *modes);
	for (int d = 0; d < denotation->rank; d++) {
		struct tuple *shape = tuple_modes_new(al, denotation->digit_count + 1);
		struct tuple *stride = tuple_modes_new(al, denotation->digit_count + 1);
		int count = 0;
		for (int i = 0; i < denotation->digit_count; i++) {
			const struct digit *digit = &denotation->digits[i];
			if (digit->dimension == d) {
				shape[count] = tuple_int(digit->extent);
				stride[count] = tuple_int(digit->stride);
				stride[count].basis_depth = digit->stride != 0 ? 1 : 0;
				stride[count++].basis[0] = (uint8_t)digit->axis;
			}
		}
		if (count == 0) {
			shape[0] = tuple_int(1);
			count = 1;
		}
		struct layout mode = layout_make(al, tuple_of(al, shape, count), tuple_of(al, stride, count));
		modes[d] = layout_coalesce(al, mode);
	}
	denotation->has_map = true;
	denotation->map = map_from_layout(denotation->rank == 1 ? modes[0] : layout_from_modes(al, modes,
		denotation->rank));
	return report(reader, span);
}

/* Compare a layout of places with the tables, coordinate by coordinate. */
static bool prove_places(struct reader *reader, struct span span, const struct denotation *denotation) {
	for (int64_t i = 0; i < denotation->count && !reader_failed(reader); i++) {
		int64_t coordinate[LANGUAGE_RANK];
		int64_t place[LANGUAGE_AXES];
		memcpy(place, denotation->place_offset, sizeof place);
		coordinate_from_number(denotation->shape, denotation->rank, i, coordinate);
		for (int k = 0; k < denotation->digit_count; k++) {
			const struct digit *digit = &denotation->digits[k];
			place[digit->axis] += coordinate[digit->dimension] % digit->extent * digit->stride;
			coordinate[digit->dimension] /= digit->extent;
		}
		for (int axis = 0; axis < denotation->axis_count; axis++) {
			if (place[axis] != denotation->places[axis][i]) {
				return reader_fault(reader, span, FAULT_UNSUPPORTED, "the layout found differs at %" PRId64, i);
			}
		}
	}
	return !reader_failed(reader);
}

/* The larger tensor, where the layout is of that one. */
static bool solve_padded(struct reader *reader, struct span span, struct denotation *denotation,
	struct solution *solution) {
	struct denotation over = *denotation;
	memcpy(over.shape, denotation->padded, sizeof over.shape);
	if (!infer(reader, span, &over, denotation->padded_table, domain(reader->al, &over))
		|| !prove(reader, span, &over, denotation->padded_table, denotation->padded_count)) {
		return false;
	}
	*denotation = over;
	denotation->table = denotation->padded_table;
	denotation->count = denotation->padded_count;
	denotation->note = "the layout is of the padded tensor; only the coordinates of the real one are used";
	*solution = (struct solution){ PROOF_COORDINATES, denotation->padded_count };
	return true;
}

bool denotation_solve(struct reader *reader, struct span span, struct denotation *denotation,
	struct solution *solution) {
	*solution = (struct solution){ PROOF_COORDINATES, denotation->count };
	if (denotation->kind == DENOTES_VALUE) {
		return true;
	}
	if (denotation->kind == DENOTES_PLACES) {
		return solve_places(reader, span, denotation) && prove_places(reader, span, denotation);
	}
	if (denotation->has_map && denotation->table == NULL) {
		solution->proof = PROOF_WRITTEN;
		return true;
	}
	if (denotation->has_map) {
		return prove(reader, span, denotation, denotation->table, denotation->count);
	}
	if (denotation->padded_table != NULL) {
		struct inferred inferred = infer_table(reader->al, denotation->table, domain(reader->al, denotation));
		if (report(reader, span) && !inferred.found) {
			return solve_padded(reader, span, denotation, solution);
		}
	}
	return infer(reader, span, denotation, denotation->table, domain(reader->al, denotation))
		&& prove(reader, span, denotation, denotation->table, denotation->count);
}

void denotation_put(struct buf *out, const struct denotation *denotation) {
	if (denotation->kind == DENOTES_VALUE) {
		print_value(out, &denotation->value);
		return;
	}
	if (denotation->offset != 0) {
		buf_printf(out, "%" PRId64 " + ", denotation->offset);
	}
	print_map(out, denotation->map);
}

/* In a tensor of "size" elements, pair "i" of an ownership has none. */
static bool holds_nothing(const struct denotation *owners, int64_t i, int64_t size) {
	return owners->table[i] < 0 || owners->table[i] >= size;
}

bool denotation_equal(const struct denotation *a, const struct denotation *b, int64_t *witness) {
	*witness = -1;
	bool same_domain = a->kind == b->kind && a->count == b->count;
	int64_t size = a->kind == DENOTES_OWNERSHIP ? tensor_size(a) : 0;
	for (int64_t i = 0; i < a->count && same_domain; i++) {
		bool both_hold_nothing = a->kind == DENOTES_OWNERSHIP && holds_nothing(a, i, size)
			&& holds_nothing(b, i, size);
		if (a->table[i] != b->table[i] && !both_hold_nothing) {
			*witness = i;
			return false;
		}
	}
	return same_domain;
}

/* An axis that has a number in the place of a name. */
static bool is_nameless(struct str name) {
	return str_is_digit(name.data[0]);
}

/*
 * The axis of "b" that is axis "axis" of "a", or -1: that of its name, as the languages have it. Where one of the two
 * has no names it is the axis in its place.
 */
static int same_axis(const struct denotation *a, const struct denotation *b, int axis) {
	static const char *const names[][2] = { { "row", "TLane" }, { "column", "TCol" } };
	for (int i = 0; i < b->axis_count; i++) {
		bool same = str_equal(a->axes[axis], b->axes[i]);
		for (int k = 0; k < 2; k++) {
			same = same || (str_is(a->axes[axis], names[k][0]) && str_is(b->axes[i], names[k][1]))
				|| (str_is(a->axes[axis], names[k][1]) && str_is(b->axes[i], names[k][0]));
		}
		if (same) {
			return i;
		}
	}
	bool by_place = axis < b->axis_count && (is_nameless(a->axes[axis]) || is_nameless(b->axes[axis]));
	return by_place ? axis : -1;
}

/* Whether "a" and "b" are one on axis "in_a" and "in_b"; an axis that there is not, -1, is 0 everywhere. */
static bool same_on_axis(const struct denotation *a, int in_a, const struct denotation *b, int in_b, bool with_start,
	int64_t *witness) {
	int64_t start = with_start || in_a < 0 ? 0 : a->place_offset[in_a];
	for (int64_t i = 0; i < a->count; i++) {
		int64_t place_a = in_a < 0 ? 0 : a->places[in_a][i] - start;
		int64_t place_b = in_b < 0 ? 0 : b->places[in_b][i];
		if (place_a != place_b) {
			*witness = i;
			return false;
		}
	}
	return true;
}

bool denotation_equal_places(const struct denotation *a, const struct denotation *b, bool with_start,
	int64_t *witness) {
	*witness = -1;
	if (a->kind != DENOTES_PLACES || b->kind != DENOTES_PLACES || a->count != b->count) {
		return false;
	}
	bool used[LANGUAGE_AXES + 1] = { false };
	for (int axis = 0; axis < a->axis_count; axis++) {
		int other = same_axis(a, b, axis);
		other = other >= 0 && !used[other] ? other : -1;
		if (!same_on_axis(a, axis, b, other, with_start, witness)) {
			return false;
		}
		used[other >= 0 ? other : LANGUAGE_AXES] = true;
	}
	for (int axis = 0; axis < b->axis_count; axis++) {
		if (!used[axis] && !same_on_axis(a, -1, b, axis, with_start, witness)) {
			return false;
		}
	}
	return true;
}
