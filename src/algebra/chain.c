#include "algebra/chain.h"

#include "algebra/linear.h"
#include "base/checked.h"

bool chain_step_from_layout(struct algebra *al, struct layout a, struct chain_step *out) {
	int leaves = tuple_leaves(a.shape);
	struct tuple *shape = tuple_modes_room(al, leaves + 1);
	struct tuple *stride = tuple_modes_room(al, leaves + 1);
	uint64_t *extents = arena_array(al->arena, (size_t)leaves + 1, sizeof *extents);
	uint64_t *strides = arena_array(al->arena, (size_t)leaves + 1, sizeof *strides);
	tuple_collect(a.shape, shape);
	tuple_collect(a.stride, stride);
	*out = (struct chain_step){ .kind = CHAIN_LAYOUT, .shape = extents, .stride = strides };
	for (int k = 0; k < leaves; k++) {
		if (int_basis_indices(stride[k]) > 0 || !int_has_value(stride[k]) || !int_has_value(shape[k])
				|| shape[k].value <= 0) {
			return false;
		}
		if (shape[k].value > 1 || k + 1 == leaves) {
			extents[out->rank] = (uint64_t)shape[k].value;
			strides[out->rank] = (uint64_t)stride[k].value;
			out->rank++;
		}
	}
	out->rank += leaves == 0; /* () has one coordinate, as a mode of stride 0 has one offset */
	return true;
}

bool chain_from_layout(struct algebra *al, struct layout a, struct chain *out) {
	struct chain_step *step = arena_alloc(al->arena, sizeof *step);
	*out = (struct chain){ 1, step };
	return chain_step_from_layout(al, a, step);
}

struct chain chain_join(struct algebra *al, const struct chain *inner, const struct chain *outer) {
	int count = inner->count + outer->count;
	struct chain_step *steps = arena_array(al->arena, (size_t)count, sizeof *steps);
	for (int i = 0; i < count; i++) {
		steps[i] = i < inner->count ? inner->steps[i] : outer->steps[i - inner->count];
	}
	return (struct chain){ count, steps };
}

static uint64_t layout_at(const struct chain_step *step, uint64_t i) {
	uint64_t offset = 0;
	for (int k = 0; k + 1 < step->rank; k++) {
		offset += i % step->shape[k] * step->stride[k];
		i /= step->shape[k];
	}
	return offset + i * step->stride[step->rank - 1];
}

static uint64_t bits_at(const struct chain_step *step, uint64_t i) {
	uint64_t value = step->addend;
	for (int k = 0; k < step->rank; k++) {
		value ^= (i >> k & 1) != 0 ? (uint64_t)step->columns[k] : 0;
	}
	return value;
}

static uint64_t step_at(const struct chain_step *step, uint64_t i) {
	switch (step->kind) {
	case CHAIN_ADD: return i + step->addend;
	case CHAIN_SWIZZLE: return (uint64_t)swizzle_apply(step->swizzle, (int64_t)i);
	case CHAIN_BITS: return bits_at(step, i);
	case CHAIN_LAYOUT: break;
	}
	return layout_at(step, i);
}

uint64_t chain_at(const struct chain *chain, uint64_t i) {
	for (int k = 0; k < chain->count; k++) {
		i = step_at(&chain->steps[k], i);
	}
	return i;
}

/* The greatest value of the layout "step" at 0 to "greatest" is at most "*bound". Returns false if none is known. */
static bool bound_layout(const struct chain_step *step, int64_t greatest, int64_t *bound) {
	*bound = 0;
	for (int k = 0; k < step->rank; k++) {
		bool is_last = k + 1 == step->rank;
		int64_t digit = is_last || (uint64_t)greatest < step->shape[k] ? greatest : (int64_t)step->shape[k] - 1;
		int64_t reach;
		if (step->stride[k] > INT64_MAX || !checked_mul(digit, (int64_t)step->stride[k], &reach)
				|| !checked_add(*bound, reach, bound)) {
			return false;
		}
		greatest = is_last ? 0 : (int64_t)((uint64_t)greatest / step->shape[k]);
	}
	return true;
}

/* All bits up to the highest of "value", which is not negative. */
static int64_t bits_below(int64_t value) {
	return value == 0 ? 0 : (int64_t)(UINT64_MAX >> __builtin_clzll((unsigned long long)value));
}

bool chain_fits(const struct chain *chain, int64_t size) {
	int64_t greatest = size > 0 ? size - 1 : 0;
	bool fits = true;
	for (int k = 0; k < chain->count && fits; k++) {
		const struct chain_step *step = &chain->steps[k];
		switch (step->kind) {
		case CHAIN_LAYOUT:
			fits = bound_layout(step, greatest, &greatest);
			break;
		case CHAIN_SWIZZLE:
			greatest = bits_below(greatest | swizzle_y_mask(step->swizzle) | swizzle_z_mask(step->swizzle));
			break;
		case CHAIN_BITS:
			greatest = LINEAR_GREATEST;
			break;
		case CHAIN_ADD:
			fits = step->addend <= INT64_MAX && checked_add(greatest, (int64_t)step->addend, &greatest);
			break;
		}
	}
	return fits;
}

/* Exclusive or of the Y bits, moved down (up), onto all of "values". */
static void swizzle_all(struct swizzle s, int64_t *values, int64_t count) {
	const int64_t mask = swizzle_y_mask(s);
	if (s.shift >= 0) {
		for (int64_t i = 0; i < count; i++) {
			values[i] ^= (int64_t)((uint64_t)(values[i] & mask) >> s.shift);
		}
	} else {
		for (int64_t i = 0; i < count; i++) {
			values[i] ^= (values[i] & mask) << -s.shift;
		}
	}
}

/* The layout at all of "values". */
static void layout_all(const struct chain_step *step, int64_t *values, int64_t count) {
	for (int64_t i = 0; i < count; i++) {
		values[i] = (int64_t)layout_at(step, (uint64_t)values[i]);
	}
}

/* The layout at the first "count" integers, 1 or more: each mode repeats what the modes before it gave. */
static void layout_begin(const struct chain_step *step, int64_t *values, int64_t count) {
	int64_t done = 1;
	values[0] = 0;
	for (int k = 0; done < count; k++) {
		uint64_t extent = k + 1 < step->rank ? step->shape[k] : UINT64_MAX;
		uint64_t stride = step->stride[k];
		int64_t block = done;
		for (uint64_t i = 1; i < extent && done < count; i++) {
			int64_t length = block < count - done ? block : count - done;
			for (int64_t r = 0; r < length; r++) {
				values[done + r] = (int64_t)((uint64_t)values[r] + i * stride);
			}
			done += length;
		}
	}
}

/*
 * The layout at "begin" and the "count" - 1 integers behind it: along its first mode by addition, and from the
 * coordinate itself where that mode begins anew.
 */
static void layout_run(const struct chain_step *step, uint64_t begin, int64_t *values, int64_t count) {
	uint64_t extent = step->rank > 1 ? step->shape[0] : UINT64_MAX;
	uint64_t stride = step->stride[0];
	for (int64_t i = 0; i < count;) {
		uint64_t offset = layout_at(step, begin + (uint64_t)i);
		uint64_t left = extent - (begin + (uint64_t)i) % extent;
		int64_t end = left < (uint64_t)(count - i) ? i + (int64_t)left : count;
		for (; i < end; i++, offset += stride) {
			values[i] = (int64_t)offset;
		}
	}
}

void chain_run(const struct chain *chain, int64_t begin, int64_t *values, int64_t count) {
	struct chain rest = *chain;
	if (chain->count > 0 && chain->steps[0].kind == CHAIN_LAYOUT) {
		if (begin == 0 && count > 0) {
			layout_begin(&chain->steps[0], values, count);
		} else {
			layout_run(&chain->steps[0], (uint64_t)begin, values, count);
		}
		rest = (struct chain){ chain->count - 1, chain->steps + 1 };
	} else {
		for (int64_t i = 0; i < count; i++) {
			values[i] = begin + i;
		}
	}
	chain_apply(&rest, values, count);
}

void chain_apply(const struct chain *chain, int64_t *values, int64_t count) {
	for (int k = 0; k < chain->count; k++) {
		const struct chain_step *step = &chain->steps[k];
		if (step->kind == CHAIN_SWIZZLE) {
			swizzle_all(step->swizzle, values, count);
		} else if (step->kind == CHAIN_LAYOUT) {
			layout_all(step, values, count);
		} else if (step->kind != CHAIN_ADD || step->addend != 0) {
			for (int64_t i = 0; i < count; i++) {
				values[i] = (int64_t)step_at(step, (uint64_t)values[i]);
			}
		}
	}
}
