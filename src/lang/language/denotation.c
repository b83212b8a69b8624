/* Coordinates and numbers are column-major throughout: the first dimension runs fastest. */
#include "lang/language/denotation.h"

#include <inttypes.h>

#include "algebra/offsets.h"

void coordinate_from_number(const int64_t *shape, int rank, int64_t index, int64_t *out) {
	for (int i = 0; i < rank; i++) {
		out[i] = index % shape[i];
		index /= shape[i];
	}
}

int64_t coordinate_number(const int64_t *shape, int rank, const int64_t *coordinate) {
	int64_t number = 0;
	for (int i = rank - 1; i >= 0; i--) {
		number = number * shape[i] + coordinate[i];
	}
	return number;
}

int64_t extents_product(struct reader *reader, struct span span, const int64_t *extents, int count, int64_t most) {
	int64_t product = 1;
	for (int i = 0; i < count; i++) {
		if (extents[i] < 1) {
			reader_fault(reader, span, FAULT_DOMAIN, "expected extents of at least 1, saw %" PRId64, extents[i]);
			return 1;
		}
		if (!checked_mul(product, extents[i], &product) || product > most) {
			reader_fault(reader, span, FAULT_LIMIT, "more than %" PRId64 " elements", most);
			return 1;
		}
	}
	return product;
}

struct tuple tuple_from_ints(struct algebra *al, const int64_t *values, int count) {
	if (count == 1) {
		return tuple_int(values[0]);
	}
	struct tuple *modes = tuple_modes_new(al, count);
	for (int i = 0; i < count; i++) {
		modes[i] = tuple_int(values[i]);
	}
	return tuple_of(al, modes, count);
}

int64_t *denotation_memory(struct reader *reader, struct span span, struct denotation *denotation, const int64_t *shape,
	int rank) {
	denotation->kind = DENOTES_MEMORY;
	denotation->rank = rank;
	memcpy(denotation->shape, shape, (size_t)rank * sizeof *shape);
	denotation->count = extents_product(reader, span, shape, rank, LIMIT_DENOTED);
	int64_t *table = arena_array(reader->al->arena, (size_t)denotation->count, sizeof *table);
	denotation->table = table;
	return table;
}

int64_t *denotation_ownership(struct reader *reader, struct span span, struct denotation *denotation, int64_t threads,
	int64_t values) {
	int64_t extents[] = { threads, values };
	denotation->kind = DENOTES_OWNERSHIP;
	denotation->threads = threads;
	denotation->values = values;
	denotation->count = extents_product(reader, span, extents, 2, LIMIT_DENOTED);
	int64_t *table = arena_array(reader->al->arena, (size_t)denotation->count, sizeof *table);
	denotation->table = table;
	return table;
}

void denotation_from_map(struct denotation *denotation, struct map map, int64_t offset, const int64_t *shape,
	int rank) {
	denotation->kind = DENOTES_MEMORY;
	denotation->has_map = true;
	denotation->map = map;
	denotation->offset = offset;
	denotation->rank = rank;
	memmove(denotation->shape, shape, (size_t)rank * sizeof *shape);
}

bool denotation_tabulate(struct reader *reader, struct span span, struct denotation *denotation) {
	if (denotation->table != NULL || !denotation->has_map) {
		return !reader_failed(reader);
	}
	struct offsets offsets = offsets_init_map(reader->al, denotation->map);
	if (algebra_failed(reader->al)) {
		return reader_fault(reader, span, reader->al->fault.code, "%s", reader->al->fault.text);
	}
	int64_t size[] = { offsets.size };
	denotation->count = extents_product(reader, span, size, 1, LIMIT_DENOTED);
	if (reader_failed(reader)) {
		return false;
	}
	int64_t *table = arena_array(reader->al->arena, (size_t)denotation->count, sizeof *table);
	offsets_fill(&offsets, 0, denotation->count, table);
	for (int64_t i = 0; i < denotation->count; i++) {
		if (!checked_add(table[i], denotation->offset, &table[i])) {
			return reader_fault(reader, span, FAULT_OVERFLOW, "an offset does not fit 64 bits");
		}
	}
	denotation->table = table;
	return true;
}

bool denotation_strides(const struct denotation *denotation, int64_t *strides) {
	struct map map = denotation->map;
	if (!denotation->has_map || map.kind != MAP_LAYOUT || layout_rank(map.layout) != denotation->rank) {
		return false;
	}
	for (int d = 0; d < denotation->rank; d++) {
		struct layout mode = layout_mode(map.layout, d);
		mode = (struct layout){ tuple_unwrap(mode.shape), tuple_unwrap(mode.stride) };
		if (!tuple_is_plain_int(mode.shape) || !tuple_is_plain_int(mode.stride)) {
			return false;
		}
		strides[d] = mode.stride.value;
	}
	return true;
}

const char *denotation_kind_name(const struct denotation *denotation) {
	switch (denotation->kind) {
	case DENOTES_MEMORY: return denotation->inverted ? "memory, inverted" : "memory";
	case DENOTES_OWNERSHIP: return denotation->inverted ? "ownership, inverted" : "ownership";
	case DENOTES_PLACES: return "places";
	default: return "value";
	}
}

int64_t table_greatest(const int64_t *values, int64_t count) {
	int64_t most = 0;
	for (int64_t i = 0; i < count; i++) {
		most = values[i] > most ? values[i] : most;
	}
	return most;
}
