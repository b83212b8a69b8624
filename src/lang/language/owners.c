/* The table is walked thread by thread, so that the owners of each coordinate come out ascending. */
#include "lang/language/owners.h"

#include "algebra/infer.h"

/* Enter owner (thread, value) of "element". Returns false where it does not fit the others. */
static bool add_owner(struct owners *owners, int64_t *found, int64_t element, int64_t thread, int64_t value) {
	if (found[element] == owners->copies || (found[element] > 0 && owners->index[element] != value)) {
		return false;
	}
	owners->thread[element + found[element]++ * owners->size] = thread;
	owners->index[element] = value;
	return true;
}

const char *owners_of(struct arena *arena, const struct denotation *denotation, struct owners *owners) {
	int64_t size = 1;
	for (int d = 0; d < denotation->rank; d++) {
		size *= denotation->shape[d];
	}
	if (denotation->table == NULL || denotation->count % size != 0) {
		return "not every element has the same number of owners";
	}
	*owners = (struct owners){ .size = size, .copies = denotation->count / size };
	owners->thread = arena_array(arena, (size_t)denotation->count, sizeof *owners->thread);
	owners->index = arena_array(arena, (size_t)size, sizeof *owners->index);
	int64_t *found = arena_array(arena, (size_t)size, sizeof *found);
	for (int64_t t = 0; t < denotation->threads; t++) {
		for (int64_t v = 0; v < denotation->values; v++) {
			int64_t element = denotation->table[t + v * denotation->threads];
			if (element < 0 || element >= size) {
				return "some threads hold nothing";
			}
			if (!add_owner(owners, found, element, t, v)) {
				return "not every element has the same number of owners, in one register";
			}
		}
	}
	return NULL;
}

bool owners_denote(struct algebra *al, const struct denotation *denotation, const int64_t *table, int64_t copies,
	struct denotation *out) {
	*out = (struct denotation){ .kind = DENOTES_MEMORY, .rank = denotation->rank };
	memcpy(out->shape, denotation->shape, sizeof out->shape);
	if (copies > 1) {
		if (out->rank == LANGUAGE_RANK) {
			return false;
		}
		out->shape[out->rank++] = copies;
	}
	struct inferred inferred = infer_table(al, table, tuple_from_ints(al, out->shape, out->rank));
	if (algebra_failed(al) || !inferred.found) {
		al->fault.code = FAULT_NONE;
		return false;
	}
	out->table = table;
	out->count = denotation->count;
	out->has_map = true;
	bool swizzles = inferred.swizzle.bits > 0;
	out->map = swizzles ? map_composed(al, map_from_swizzle(inferred.swizzle), tuple_int(inferred.offset),
		map_from_layout(inferred.layout)) : map_from_layout(inferred.layout);
	out->offset = swizzles ? 0 : inferred.offset;
	return true;
}
