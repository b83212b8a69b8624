#include "algebra/layout.h"
#include "algebra/symbol.h"
#include "algebra/trace.h"

/* The same for integers that may have a basis, or no value at compile time. */
static bool continues_general(const struct algebra *al, struct tuple shape, struct tuple stride, struct tuple next) {
	bool exact = int_is_exact(shape) && int_is_exact(stride) && int_is_exact(next);
	if (exact && (int_is_symbol(shape) || int_is_symbol(stride) || int_is_symbol(next))) {
		struct algebra quiet = *al;
		struct tuple reached = int_mul(&quiet, stride, shape);
		return !algebra_failed(&quiet) && tuple_equal(reached, next);
	}
	if (!exact) {
		return !algebra_is_dsl(al) && tuple_is_constant(stride, 0) && tuple_is_constant(next, 0);
	}
	struct tuple reached = stride;
	return checked_mul(shape.value, stride.value, &reached.value) && tuple_equal(reached, next);
}

/* shape * stride == next, with everything known at compile time; in C++ two strides 0 are enough. */
static inline bool continues(const struct algebra *al, const struct tuple *shape, const struct tuple *stride,
		const struct tuple *next) {
	int64_t reached;
	if (int_both_plain(*shape, *stride) && int_both_plain(*next, *next)) {
		return checked_mul(shape->value, stride->value, &reached) && reached == next->value;
	}
	return continues_general(al, *shape, *stride, *next);
}

/* Record that the mode "s":"d" meets the front "shape":"stride" of the result so far. */
static void trace_mode(struct algebra *al, enum trace_kind kind, struct tuple s, struct tuple d, struct tuple shape,
		struct tuple stride) {
	const struct tuple numbers[4] = { s, d, shape, stride };
	trace_numbers(al, kind, numbers, 4);
}

/* Nothing vanishes and nothing merges in the flat layout. */
static bool is_coalesced(const struct algebra *al, const struct layout *flat) {
	int rank = tuple_rank(flat->shape);
	if (!tuple_is_tuple(flat->shape) || rank < 2) {
		return false;
	}
	const struct tuple *shape = flat->shape.modes;
	const struct tuple *stride = flat->stride.modes;
	for (int i = 0; i < rank; i++) {
		if (tuple_is_constant(shape[i], 1)) {
			return false;
		}
		if (i + 1 < rank && int_is_exact(shape[i + 1]) && continues(al, &shape[i], &stride[i], &stride[i + 1])) {
			return false;
		}
	}
	return true;
}

/* Fold the flat modes from right to left; the result grows at the end of the arrays. Steps are recorded if "traced". */
static struct layout coalesce_from(struct algebra *al, const struct layout *flat, struct tuple last_shape,
		bool traced) {
	if (!traced && is_coalesced(al, flat)) {
		return *flat;
	}
	if (!tuple_is_tuple(flat->shape)) {
		return tuple_is_constant(last_shape, 1) ? layout_one() : layout_of(al, last_shape, flat->stride);
	}
	int rank = flat->shape.rank;
	struct tuple *shape = tuple_modes_room(al, rank);
	struct tuple *stride = tuple_modes_room(al, rank);
	int first = rank - 1;
	shape[first] = last_shape;
	stride[first] = flat->stride.modes[first];
	for (int i = rank - 2; i >= 0; i--) {
		const struct tuple s = flat->shape.modes[i];
		const struct tuple d = flat->stride.modes[i];
		bool alone = first == rank - 1;
		if (tuple_is_constant(s, 1)) {
			if (traced) {
				trace_mode(al, TRACE_VANISH, s, d, s, d);
			}
			continue;
		}
		bool vanishes = alone && tuple_is_constant(shape[first], 1);
		bool merges = !vanishes && int_is_exact(shape[first]) && continues(al, &s, &d, &stride[first]);
		if (traced && vanishes) {
			trace_mode(al, TRACE_VANISH, shape[first], stride[first], s, d);
		} else if (traced) {
			trace_mode(al, merges ? TRACE_MERGE : TRACE_KEEP, s, d, shape[first], stride[first]);
		}
		if (vanishes) {
			shape[first] = s;
			stride[first] = d;
		} else if (merges) {
			shape[first] = int_mul(al, s, shape[first]);
			stride[first] = d;
		} else {
			first--;
			shape[first] = s;
			stride[first] = d;
		}
	}
	if (first < rank - 1) {
		int count = rank - first;
		return layout_of(al, tuple_of_leaves(shape + first, count), tuple_of_leaves(stride + first, count));
	}
	if (tuple_is_constant(shape[first], 1)) {
		return layout_one();
	}
	return layout_of(al, shape[first], stride[first]);
}

/* Make "a" flat, with a last mode to coalesce; returns that mode's extent. Faults where there is none. */
static struct tuple flatten(struct algebra *al, struct layout *a) {
	*a = layout_flatten(al, *a);
	int rank = tuple_rank(a->shape);
	if (rank == 0) {
		tuple_refuse_empty(al, "last mode to coalesce");
		*a = layout_one();
		rank = 1;
	}
	return tuple_mode(a->shape, rank - 1);
}

struct layout layout_coalesce(struct algebra *al, struct layout a) {
	struct layout flat = a;
	struct tuple last = flatten(al, &flat);
	if (algebra_failed(al)) {
		return layout_one();
	}
	bool traced = trace_is_outermost(al);
	if (traced) {
		trace_begin(al, TRACE_COALESCE, a, layout_one(), tuple_int(0));
	}
	struct layout r = coalesce_from(al, &flat, last, traced);
	if (traced) {
		trace_end(al, r);
	}
	return r;
}

struct layout layout_coalesce_extended(struct algebra *al, struct layout a) {
	struct tuple last = flatten(al, &a);
	if (algebra_failed(al)) {
		return layout_one();
	}
	return coalesce_from(al, &a, tuple_is_constant(last, 1) ? tuple_int(2) : last, false);
}

typedef struct layout (*layout_function)(struct algebra *al, struct layout a);

/* Apply "function" to what stands at the leaves of "profile". */
static struct layout by_profile(struct algebra *al, struct layout a, struct tuple profile, layout_function function) {
	if (!tuple_is_tuple(profile)) {
		return function(al, a);
	}
	int rank = layout_rank(a);
	if (profile.rank > rank) {
		algebra_fault(al, FAULT_RANK, "the profile has %d modes, the layout %d", profile.rank, rank);
		return a;
	}
	struct layout *modes = arena_array(al->arena, (size_t)rank, sizeof *modes);
	for (int i = 0; i < rank; i++) {
		modes[i] = layout_mode(a, i);
		if (i < profile.rank) {
			algebra_enter_mode(al, i);
			modes[i] = by_profile(al, modes[i], profile.modes[i], function);
			algebra_leave_mode(al);
		}
	}
	return layout_from_modes(al, modes, rank);
}

struct layout layout_coalesce_profile(struct algebra *al, struct layout a, struct tuple profile) {
	algebra_operand(al, 2);
	return by_profile(al, a, profile, layout_coalesce);
}

struct layout layout_coalesce_extended_profile(struct algebra *al, struct layout a, struct tuple profile) {
	return by_profile(al, a, profile, layout_coalesce_extended);
}

struct layout layout_filter_profile(struct algebra *al, struct layout a, struct tuple profile) {
	algebra_operand(al, 2);
	return by_profile(al, a, profile, layout_filter);
}

/* Whether "stride" is 0; of a formula it becomes a need that it is not. */
static bool is_zero(struct tuple stride) {
	if (tuple_is_plain_int(stride)) {
		int_needs_nonzero(stride);
	}
	return tuple_is_constant(stride, 0);
}

/* 1 where "stride" is 0, the extent elsewhere. */
static struct tuple extents_of_nonzero(struct algebra *al, struct tuple stride, struct tuple shape) {
	if (!tuple_is_tuple(stride)) {
		return is_zero(stride) ? tuple_repeat_like(al, shape, tuple_int(1)) : shape;
	}
	struct tuple *modes = tuple_modes_room(al, stride.rank);
	for (int i = 0; i < stride.rank; i++) {
		modes[i] = extents_of_nonzero(al, stride.modes[i], shape.modes[i]);
	}
	return tuple_of(al, modes, stride.rank);
}

/* A static 0, or a formula that may be 0, is a stride of "stride". */
static bool has_zero(const struct tuple *stride) {
	if (stride->kind != TUPLE_MODES) {
		return tuple_is_constant(*stride, 0) || int_is_symbol(*stride);
	}
	bool found = false;
	for (int i = 0; i < stride->rank && !found; i++) {
		found = has_zero(&stride->modes[i]);
	}
	return found;
}

struct layout layout_filter_zeros(struct algebra *al, struct layout a) {
	if (!has_zero(&a.stride)) {
		return a;
	}
	return layout_of(al, extents_of_nonzero(al, a.stride, a.shape), a.stride);
}

struct layout layout_filter(struct algebra *al, struct layout a) {
	return layout_coalesce(al, layout_filter_zeros(al, a));
}
