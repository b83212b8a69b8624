#include "algebra/tuple.h"

#include <string.h>

struct tuple *tuple_modes_new(struct algebra *al, int rank) {
	struct tuple *modes = tuple_modes_room(al, rank);
	memset(modes, 0, (size_t)rank * sizeof *modes);
	return modes;
}

/* Record which limit a tuple of so many "leaves" and "nodes" is beyond. */
static struct tuple refuse_size(struct algebra *al, int64_t leaves, int64_t nodes) {
	if (leaves > LIMIT_LEAVES) {
		algebra_fault(al, FAULT_LIMIT, "a tuple of more than %d integers", LIMIT_LEAVES);
	} else if (nodes > LIMIT_NODES) {
		algebra_fault(al, FAULT_LIMIT, "a tuple of more than %d integers and tuples", LIMIT_NODES);
	} else {
		algebra_fault(al, FAULT_LIMIT, "tuples nested more than %d deep", LIMIT_NESTING);
	}
	return tuple_int(0);
}

struct tuple tuple_of(struct algebra *al, const struct tuple *modes, int rank) {
	int64_t leaves = rank;
	int64_t nodes = rank;
	int depth = 0;
	for (int i = 0; i < rank; i++) {
		if (modes[i].kind == TUPLE_MODES) {
			leaves += modes[i].leaves - 1;
			nodes += modes[i].nodes;
			depth = modes[i].depth > depth ? modes[i].depth : depth;
		}
	}
	if (leaves > LIMIT_LEAVES || nodes > LIMIT_NODES || depth >= LIMIT_NESTING) {
		return refuse_size(al, leaves, nodes);
	}
	return (struct tuple){
		.modes = modes, .rank = (int16_t)rank, .leaves = (uint16_t)leaves, .nodes = (uint16_t)nodes,
		.kind = TUPLE_MODES, .depth = (uint8_t)(depth + 1),
	};
}

struct tuple tuple_single(struct algebra *al, struct tuple a) {
	struct tuple *modes = tuple_modes_room(al, 1);
	modes[0] = a;
	return tuple_of(al, modes, 1);
}

struct tuple tuple_pair(struct algebra *al, struct tuple a, struct tuple b) {
	struct tuple *modes = tuple_modes_room(al, 2);
	modes[0] = a;
	modes[1] = b;
	return tuple_of(al, modes, 2);
}

bool tuple_is_static(struct tuple t) {
	if (!tuple_is_tuple(t)) {
		return int_is_static(t);
	}
	for (int i = 0; i < t.rank; i++) {
		if (!tuple_is_static(t.modes[i])) {
			return false;
		}
	}
	return true;
}

bool tuple_has_values(struct tuple t) {
	if (!tuple_is_tuple(t)) {
		return int_has_value(t);
	}
	for (int i = 0; i < t.rank; i++) {
		if (!tuple_has_values(t.modes[i])) {
			return false;
		}
	}
	return true;
}

struct tuple tuple_as_static(struct algebra *al, struct tuple t) {
	if (!tuple_is_tuple(t)) {
		t.value = int_value(al, t);
		t.known = KNOWN_STATIC;
		return t;
	}
	struct tuple *modes = tuple_modes_room(al, t.rank);
	for (int i = 0; i < t.rank; i++) {
		modes[i] = tuple_as_static(al, t.modes[i]);
	}
	return tuple_of(al, modes, t.rank);
}

struct tuple tuple_without_wide(struct algebra *al, struct tuple t) {
	if (!tuple_is_tuple(t)) {
		return tuple_is_int(t) && int_is_wide(t) ? int_unknown_like(t) : t;
	}
	struct tuple *modes = tuple_modes_new(al, t.rank);
	for (int i = 0; i < t.rank; i++) {
		modes[i] = tuple_without_wide(al, t.modes[i]);
	}
	return tuple_of(al, modes, t.rank);
}

/* An integer that the DSL has the number of occurs in "t". */
static bool has_folded(struct tuple t) {
	int64_t number;
	bool has = int_is_folded(t, &number);
	for (int i = 0; tuple_is_tuple(t) && i < t.rank && !has; i++) {
		has = has_folded(t.modes[i]);
	}
	return has;
}

struct tuple tuple_from_folded(struct algebra *al, struct tuple t) {
	int64_t number;
	if (!has_folded(t)) {
		return t;
	}
	if (int_is_folded(t, &number)) {
		return tuple_int(number);
	}
	struct tuple *modes = tuple_modes_new(al, t.rank);
	for (int i = 0; i < t.rank; i++) {
		modes[i] = tuple_from_folded(al, t.modes[i]);
	}
	return tuple_of(al, modes, t.rank);
}

bool tuple_has_underscore(struct tuple t) {
	if (!tuple_is_tuple(t)) {
		return tuple_is_underscore(t);
	}
	for (int i = 0; i < t.rank; i++) {
		if (tuple_has_underscore(t.modes[i])) {
			return true;
		}
	}
	return false;
}

bool tuple_is_all_underscore(struct tuple t) {
	if (!tuple_is_tuple(t)) {
		return tuple_is_underscore(t);
	}
	for (int i = 0; i < t.rank; i++) {
		if (!tuple_is_all_underscore(t.modes[i])) {
			return false;
		}
	}
	return true;
}

/* One of the "count" tuples or leaves holds an integer with a basis. */
static bool have_basis(const struct tuple *modes, int count) {
	bool found = false;
	for (int i = 0; i < count && !found; i++) {
		found = modes[i].kind == TUPLE_MODES ? have_basis(modes[i].modes, modes[i].rank) : modes[i].basis_depth > 0;
	}
	return found;
}

bool tuple_has_basis(struct tuple t) {
	return have_basis(&t, 1);
}

bool tuple_equal(struct tuple a, struct tuple b) {
	if (a.kind != b.kind) {
		return false;
	}
	if (int_is_symbol(a)) {
		return symbol_same(a, b);
	}
	if (tuple_is_int(a)) {
		return int_has_value(a) && int_has_value(b) && a.value == b.value && int_same_basis(a, b);
	}
	if (!tuple_is_tuple(a)) {
		return true;
	}
	if (a.rank != b.rank) {
		return false;
	}
	for (int i = 0; i < a.rank; i++) {
		if (!tuple_equal(a.modes[i], b.modes[i])) {
			return false;
		}
	}
	return true;
}

bool tuple_congruent(struct tuple a, struct tuple b) {
	if (tuple_is_tuple(a) != tuple_is_tuple(b)) {
		return false;
	}
	if (!tuple_is_tuple(a)) {
		return true;
	}
	if (a.rank != b.rank) {
		return false;
	}
	for (int i = 0; i < a.rank; i++) {
		if (!tuple_congruent(a.modes[i], b.modes[i])) {
			return false;
		}
	}
	return true;
}

bool tuple_weakly_congruent(struct tuple a, struct tuple b) {
	if (!tuple_is_tuple(a)) {
		return true;
	}
	if (!tuple_is_tuple(b) || a.rank != b.rank) {
		return false;
	}
	for (int i = 0; i < a.rank; i++) {
		if (!tuple_weakly_congruent(a.modes[i], b.modes[i])) {
			return false;
		}
	}
	return true;
}

/* Store the leaves of the "count" tuples or leaves at "out"; returns the end. */
static struct tuple *collect_from(const struct tuple *modes, int count, struct tuple *out) {
	for (int i = 0; i < count; i++) {
		if (modes[i].kind == TUPLE_MODES) {
			out = collect_from(modes[i].modes, modes[i].rank, out);
		} else {
			*out++ = modes[i];
		}
	}
	return out;
}

struct tuple *tuple_collect(struct tuple t, struct tuple *out) {
	return collect_from(&t, 1, out);
}

struct tuple tuple_flatten(struct algebra *al, struct tuple t) {
	if (!tuple_is_tuple(t) || t.depth == 1) {
		return t;
	}
	struct tuple *modes = tuple_modes_room(al, t.leaves);
	tuple_collect(t, modes);
	return tuple_of_leaves(modes, t.leaves);
}

struct tuple tuple_flatten_to_tuple(struct algebra *al, struct tuple t) {
	return tuple_wrap(al, tuple_flatten(al, t));
}

/* Fill the profile with leaves from "*next" on. */
static struct tuple unflatten_from(struct algebra *al, const struct tuple **next, struct tuple profile) {
	if (!tuple_is_tuple(profile)) {
		return *(*next)++;
	}
	struct tuple *modes = tuple_modes_room(al, profile.rank);
	for (int i = 0; i < profile.rank; i++) {
		modes[i] = unflatten_from(al, next, profile.modes[i]);
	}
	return tuple_of(al, modes, profile.rank);
}

struct tuple tuple_unflatten(struct algebra *al, struct tuple flat, struct tuple profile) {
	if (tuple_rank(flat) != tuple_leaves(profile)) {
		algebra_fault(al, FAULT_RANK, "%d modes cannot take a profile of %d leaves",
			tuple_rank(flat), tuple_leaves(profile));
		return tuple_int(0);
	}
	const struct tuple wrapped = tuple_wrap(al, flat);
	const struct tuple *next = wrapped.modes;
	return unflatten_from(al, &next, profile);
}

struct tuple tuple_wrap(struct algebra *al, struct tuple t) {
	return tuple_is_tuple(t) ? t : tuple_single(al, t);
}

struct tuple tuple_unwrap(struct tuple t) {
	while (tuple_is_tuple(t) && t.rank == 1) {
		t = t.modes[0];
	}
	return t;
}

/* "before" copies of "x", the modes of "t", "after" copies of "x". */
static struct tuple pad(struct algebra *al, struct tuple t, struct tuple x, int before, int after) {
	int rank = tuple_rank(t);
	struct tuple *modes = tuple_modes_room(al, before + rank + after);
	for (int i = 0; i < before; i++) {
		modes[i] = x;
	}
	for (int i = 0; i < rank; i++) {
		modes[before + i] = tuple_mode(t, i);
	}
	for (int i = 0; i < after; i++) {
		modes[before + rank + i] = x;
	}
	return tuple_of(al, modes, before + rank + after);
}

struct tuple tuple_append(struct algebra *al, struct tuple t, struct tuple x) {
	return pad(al, t, x, 0, 1);
}

struct tuple tuple_prepend(struct algebra *al, struct tuple t, struct tuple x) {
	return pad(al, t, x, 1, 0);
}

/* How many modes are missing to "rank"; -1 after a fault. */
static int missing_modes(struct algebra *al, struct tuple t, int rank) {
	if (rank < tuple_rank(t) && algebra_is_dsl(al)) {
		return 0;
	}
	if (rank < tuple_rank(t)) {
		algebra_fault(al, FAULT_RANK, "rank %d cannot be extended to rank %d", tuple_rank(t), rank);
		return -1;
	}
	if (rank > LIMIT_LEAVES) {
		algebra_fault(al, FAULT_LIMIT, "a tuple of more than %d modes", LIMIT_LEAVES);
		return -1;
	}
	return rank - tuple_rank(t);
}

struct tuple tuple_append_to(struct algebra *al, struct tuple t, struct tuple x, int rank) {
	int missing = missing_modes(al, t, rank);
	return missing > 0 ? pad(al, t, x, 0, missing) : t;
}

struct tuple tuple_prepend_to(struct algebra *al, struct tuple t, struct tuple x, int rank) {
	int missing = missing_modes(al, t, rank);
	return missing > 0 ? pad(al, t, x, missing, 0) : t;
}

struct tuple tuple_replace(struct algebra *al, struct tuple t, int index, struct tuple x) {
	if (!tuple_is_tuple(t)) {
		return x;
	}
	struct tuple *modes = tuple_modes_room(al, t.rank);
	memcpy(modes, t.modes, (size_t)t.rank * sizeof *modes);
	modes[index] = x;
	return tuple_of(al, modes, t.rank);
}

struct tuple tuple_take(struct algebra *al, struct tuple t, int begin, int end) {
	return tuple_is_tuple(t) ? tuple_of(al, t.modes + begin, end - begin) : tuple_repeat(al, t, end - begin);
}

struct tuple tuple_group(struct algebra *al, struct tuple t, int begin, int end) {
	int rank = tuple_rank(t);
	int grouped = begin < end ? 1 : 0;
	int result_rank = rank - (end - begin) + grouped;
	struct tuple *modes = tuple_modes_room(al, result_rank);
	for (int i = 0; i < begin; i++) {
		modes[i] = tuple_mode(t, i);
	}
	if (grouped) {
		modes[begin] = tuple_take(al, t, begin, end);
	}
	for (int i = end; i < rank; i++) {
		modes[begin + grouped + i - end] = tuple_mode(t, i);
	}
	return tuple_of(al, modes, result_rank);
}

struct tuple tuple_select(struct algebra *al, struct tuple t, const int *indices, int count) {
	struct tuple *modes = tuple_modes_room(al, count);
	for (int i = 0; i < count; i++) {
		modes[i] = tuple_mode(t, indices[i]);
	}
	return tuple_of(al, modes, count);
}

bool tuple_has_empty(struct tuple t) {
	bool found = tuple_is_tuple(t) && t.rank == 0;
	for (int i = 0; tuple_is_tuple(t) && i < t.rank && !found; i++) {
		found = tuple_has_empty(t.modes[i]);
	}
	return found;
}

void tuple_refuse_empty(struct algebra *al, const char *what) {
	algebra_fault(al, FAULT_UNSUPPORTED, "() has no %s: CuTe does not compile this", what);
}

/* Mode j of the result has mode j of each mode of "t"; all of these must have one rank. */
struct tuple tuple_zip(struct algebra *al, struct tuple t) {
	if (!tuple_is_tuple(t)) {
		return t;
	}
	if (t.rank == 0) {
		tuple_refuse_empty(al, "first mode to zip");
		return t;
	}
	if (!tuple_is_tuple(t.modes[0])) {
		return tuple_single(al, t);
	}
	int rank = t.modes[0].rank;
	for (int i = 1; i < t.rank; i++) {
		if (!tuple_is_tuple(t.modes[i])) {
			algebra_fault(al, FAULT_RANK, "a tuple and an integer cannot be zipped");
			return t;
		}
		if (t.modes[i].rank != rank) {
			algebra_fault(al, FAULT_RANK, "tuples of rank %d and %d cannot be zipped", rank, t.modes[i].rank);
			return t;
		}
	}
	struct tuple *rows = tuple_modes_room(al, rank);
	for (int j = 0; j < rank; j++) {
		struct tuple *row = tuple_modes_room(al, t.rank);
		for (int i = 0; i < t.rank; i++) {
			row[i] = t.modes[i].modes[j];
		}
		rows[j] = tuple_of(al, row, t.rank);
	}
	return tuple_of(al, rows, rank);
}

struct tuple tuple_repeat(struct algebra *al, struct tuple x, int rank) {
	struct tuple *modes = tuple_modes_room(al, rank);
	for (int i = 0; i < rank; i++) {
		modes[i] = x;
	}
	return tuple_of(al, modes, rank);
}

struct tuple tuple_repeat_like(struct algebra *al, struct tuple t, struct tuple x) {
	if (!tuple_is_tuple(t)) {
		return x;
	}
	struct tuple *modes = tuple_modes_room(al, t.rank);
	for (int i = 0; i < t.rank; i++) {
		modes[i] = tuple_repeat_like(al, t.modes[i], x);
	}
	return tuple_of(al, modes, t.rank);
}
