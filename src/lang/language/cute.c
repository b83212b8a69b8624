/* CuTe in all notations that the language of cutelayout reads: what it prints, its types, the DSL, pycute. */
#include <inttypes.h>

#include "lang/eval.h"
#include "lang/language/language.h"
#include "lang/language/solve.h"
#include "lang/notation/plain.h"
#include "lang/tensor.h"

/* The layout of "value" and the tile that it is about, if the value says so: (tiler, layout). */
static bool find_map(struct algebra *al, const struct value *value, struct map *map, struct tuple *tiler) {
	const struct value *layout = value;
	if (value_is_tv_pair(value)) {
		*tiler = value_as_tuple(al, &value->list.items[0]);
		layout = &value->list.items[1];
	}
	if (layout->kind != VALUE_LAYOUT && layout->kind != VALUE_COMPOSED) {
		return false;
	}
	*map = value_as_map(al, layout);
	return !algebra_failed(al);
}

/* The size of each mode of "shape", 0 where it is not known, in "out", which takes LANGUAGE_RANK; returns the rank. */
static int read_extents(struct algebra *al, struct tuple shape, int64_t *out) {
	int rank = tuple_rank(shape);
	for (int i = 0; i < rank && i < LANGUAGE_RANK; i++) {
		struct tuple size = tuple_product(al, tuple_mode(shape, i));
		out[i] = tuple_is_plain_int(size) && int_has_value(size) ? size.value : 0;
	}
	return rank;
}

/* Make the layout one of ownership: a (thread, value) layout of the tensor "shape". */
static bool make_ownership(struct reading *reading, struct span span, const int64_t *shape, int rank,
	struct denotation *denotation) {
	struct reader *reader = &reading->reader;
	if (denotation->rank != 2 || rank < 1) {
		return reader_fault(reader, span, FAULT_RANK, "expected a layout with a mode of threads and one of values, and "
			"--shape");
	}
	extents_product(reader, span, shape, rank, INT64_MAX);
	if (reader_failed(reader)) {
		return false;
	}
	denotation->threads = denotation->shape[0];
	denotation->values = denotation->shape[1];
	denotation->kind = DENOTES_OWNERSHIP;
	memcpy(denotation->shape, shape, (size_t)rank * sizeof *shape);
	denotation->rank = rank;
	denotation->order = "coordinates column-major";
	return denotation_tabulate(reader, span, denotation);
}

/* The leaves of a layout with basis strides as digits, those of a dimension from the fastest on. */
static bool read_digits(struct reading *reading, struct span span, struct layout layout,
	struct denotation *denotation) {
	struct reader *reader = &reading->reader;
	int leaves = tuple_leaves(layout.shape);
	struct tuple *shape = arena_array(reader->al->arena, (size_t)leaves, sizeof *shape);
	struct tuple *stride = arena_array(reader->al->arena, (size_t)leaves, sizeof *stride);
	struct digit *digits = arena_array(reader->al->arena, (size_t)leaves, sizeof *digits);
	denotation->digits = digits;
	for (int d = 0; d < denotation->rank; d++) {
		struct layout mode = tuple_is_tuple(layout.shape) ? layout_mode(layout, d) : layout;
		int count = tuple_leaves(mode.shape);
		tuple_collect(mode.shape, shape);
		tuple_collect(mode.stride, stride);
		for (int i = 0; i < count; i++) {
			bool is_zero = stride[i].basis_depth == 0 && stride[i].value == 0;
			if ((stride[i].basis_depth != 1 && !is_zero) || stride[i].basis[0] >= LANGUAGE_AXES) {
				return reader_fault(reader, span, FAULT_UNSUPPORTED,
					"expected strides with one basis each, from 1@0 to 1@%d", LANGUAGE_AXES - 1);
			}
			int axis = is_zero ? 0 : stride[i].basis[0];
			digits[denotation->digit_count++] = (struct digit){ d, axis, shape[i].value, stride[i].value };
			denotation->axis_count = axis >= denotation->axis_count ? axis + 1 : denotation->axis_count;
		}
	}
	return true;
}

/* A layout with basis strides: from a coordinate to several numbers, which have no names. */
static bool read_places(struct reading *reading, struct span span, struct layout layout, const int64_t *shape,
	struct denotation *denotation) {
	static const char *const names[LANGUAGE_AXES] = { "0", "1", "2", "3", "4", "5", "6", "7" };
	struct reader *reader = &reading->reader;
	denotation_from_map(denotation, map_from_layout(layout), 0, shape, tuple_rank(layout.shape));
	denotation->kind = DENOTES_PLACES;
	denotation->count = extents_product(reader, span, denotation->shape, denotation->rank, LIMIT_DENOTED);
	if (reader_failed(reader) || !read_digits(reading, span, layout, denotation)) {
		return false;
	}
	for (int axis = 0; axis < denotation->axis_count; axis++) {
		int64_t *places = arena_array(reader->al->arena, (size_t)denotation->count, sizeof *places);
		for (int64_t i = 0; i < denotation->count; i++) {
			int64_t coordinate[LANGUAGE_RANK];
			coordinate_from_number(denotation->shape, denotation->rank, i, coordinate);
			for (int k = 0; k < denotation->digit_count; k++) {
				const struct digit *digit = &denotation->digits[k];
				int64_t step = coordinate[digit->dimension] % digit->extent;
				coordinate[digit->dimension] /= digit->extent;
				if (digit->axis == axis && (!checked_mul(step, digit->stride, &step)
						|| !checked_add(places[i], step, &places[i]))) {
					return reader_fault(reader, span, FAULT_OVERFLOW, "a place does not fit 64 bits");
				}
			}
		}
		denotation->places[axis] = places;
		denotation->axes[axis] = str_from(names[axis]);
	}
	return true;
}

/*
 * A program of our own language. Its last value may be a layout, which is memory, or with the tile that stands beside
 * it ownership; a coordinate layout, which gives places; or a tuple, a swizzle or a truth value, which is shown as it
 * is.
 */
static bool read(struct reading *reading, struct denotation *denotation) {
	struct reader *reader = &reading->reader;
	struct evaluation ev;
	struct span span = { 0, reading->text.length };
	evaluation_init(&ev, reader->al->arena, false);
	ev.algebra.steps = reader->al->steps;
	ev.algebra.stop = reader->al->stop;
	if (!evaluation_run(&ev, reader->source) || ev.result_count == 0) {
		*reader->message = ev.error;
		return reader_fault(reader, span, FAULT_SYNTAX, "expected an expression");
	}
	struct value plain = value_as_plain(reader->al, &ev.results[ev.result_count - 1]);
	const struct value *value = &plain;
	struct map map;
	struct tuple tiler = tuple_int(0);
	if (!find_map(reader->al, value, &map, &tiler)) {
		if (value->kind == VALUE_TUPLE || value->kind == VALUE_SWIZZLE || value->kind == VALUE_BOOL) {
			denotation->kind = DENOTES_VALUE;
			denotation->value = *value;
			return true;
		}
		return reader_fault(reader, span, FAULT_TYPE, "expected a layout, saw %s", value_kind_name(value));
	}
	int64_t shape[LANGUAGE_RANK];
	struct layout inner = map_inner(reader->al, map);
	int rank = read_extents(reader->al, inner.shape, shape);
	bool gives_places = map.kind == MAP_LAYOUT && tuple_has_basis(inner.stride) && !algebra_failed(reader->al);
	if (gives_places && rank <= LANGUAGE_RANK && !reading->options->ownership) {
		return read_places(reading, span, inner, shape, denotation);
	}
	if (rank > LANGUAGE_RANK || algebra_failed(reader->al) || tuple_has_basis(inner.stride)) {
		return reader_fault(reader, span, FAULT_UNSUPPORTED, "expected a layout of at most %d modes that gives "
			"offsets", LANGUAGE_RANK);
	}
	int64_t offset = 0;
	if (map.kind == MAP_COMPOSED && map.composed->outer.kind == MAP_IDENTITY
		&& tuple_is_plain_int(map.composed->offset)) {
		offset = map.composed->offset.value;
		map = map.composed->inner;
	}
	denotation_from_map(denotation, map, offset, shape, rank);
	denotation->units = "elements";
	int64_t tile[LANGUAGE_RANK];
	if (!tuple_equal(tiler, tuple_int(0)) && tuple_rank(tiler) <= LANGUAGE_RANK) {
		int tile_rank = read_extents(reader->al, tiler, tile);
		return make_ownership(reading, span, tile, tile_rank, denotation);
	}
	return !reading->options->ownership
		|| make_ownership(reading, span, reading->options->shape, reading->options->rank, denotation);
}

/* The layout that was found, or the value. Returns why there is none, or NULL. */
static const char *write(struct buf *out, struct reading *reading, const struct denotation *denotation) {
	(void)reading;
	denotation_put(out, denotation);
	return NULL;
}

/* Whatever no other language claims. */
static bool recognises(struct str text) {
	return str_has(text, ":") || str_has(text, "Layout<") || str_has(text, "make_layout") || str_has(text, "Sw<")
		|| str_has(text, "bits(") || str_has(text, "cute.");
}

const struct language language_cute = {
	.name = "cute",
	.about = "CuTe in all its notations: (4,8):(8,1), Layout<...>, make_layout(...)",
	.reads_text = true,
	.recognises = recognises,
	.read = read,
	.write = write,
};
