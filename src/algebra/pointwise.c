#include "algebra/pointwise.h"

#include "algebra/linear.h"

/* Number of steps that "map" needs. */
static int count_steps(struct map map) {
	if (map.kind != MAP_COMPOSED) {
		return 1;
	}
	return count_steps(map.composed->inner) + 1 + count_steps(map.composed->outer);
}

static bool put_layout(struct algebra *al, struct layout a, struct pointwise_step *step) {
	int leaves = tuple_leaves(a.shape);
	struct tuple *shape = tuple_modes_room(al, leaves + 1);
	struct tuple *stride = tuple_modes_room(al, leaves + 1);
	uint64_t *extents = arena_array(al->arena, (size_t)leaves + 1, sizeof *extents);
	uint64_t *strides = arena_array(al->arena, (size_t)leaves + 1, sizeof *strides);
	tuple_collect(a.shape, shape);
	tuple_collect(a.stride, stride);
	*step = (struct pointwise_step){ .kind = POINTWISE_LAYOUT, .shape = extents, .stride = strides };
	for (int k = 0; k < leaves; k++) {
		if (!tuple_is_plain_int(stride[k]) || !int_has_value(stride[k]) || !int_has_value(shape[k])
				|| shape[k].value <= 0) {
			return false;
		}
		if (shape[k].value > 1 || k + 1 == leaves) {
			extents[step->rank] = (uint64_t)shape[k].value;
			strides[step->rank] = (uint64_t)stride[k].value;
			step->rank++;
		}
	}
	return true;
}

/* Append the steps of "map" at "*next". */
static bool put_steps(struct algebra *al, struct map map, struct pointwise_step **next) {
	switch (map.kind) {
	case MAP_LAYOUT:
		return put_layout(al, map.layout, (*next)++);
	case MAP_SWIZZLE:
		*(*next)++ = (struct pointwise_step){ .kind = POINTWISE_SWIZZLE, .swizzle = map.swizzle };
		return true;
	case MAP_IDENTITY:
		*(*next)++ = (struct pointwise_step){ .kind = POINTWISE_ADD };
		return true;
	case MAP_LINEAR:
		*(*next)++ = (struct pointwise_step){ .kind = POINTWISE_LINEAR, .linear = map.linear };
		return true;
	case MAP_COMPOSED:
		break;
	}
	const struct composed *composed = map.composed;
	if (!tuple_is_plain_int(composed->offset) || !int_has_value(composed->offset)
			|| !put_steps(al, composed->inner, next)) {
		return false;
	}
	*(*next)++ = (struct pointwise_step){ .kind = POINTWISE_ADD, .offset = (uint64_t)composed->offset.value };
	return put_steps(al, composed->outer, next);
}

bool pointwise_init(struct algebra *al, struct map map, struct pointwise *out) {
	int count = count_steps(map);
	struct pointwise_step *steps = arena_array(al->arena, (size_t)count, sizeof *steps);
	struct pointwise_step *next = steps;
	*out = (struct pointwise){ count, steps };
	return put_steps(al, map, &next);
}

static uint64_t layout_at(const struct pointwise_step *step, uint64_t i) {
	uint64_t offset = 0;
	for (int k = 0; k + 1 < step->rank; k++) {
		offset += i % step->shape[k] * step->stride[k];
		i /= step->shape[k];
	}
	return step->rank == 0 ? 0 : offset + i * step->stride[step->rank - 1];
}

uint64_t pointwise_at(const struct pointwise *f, uint64_t i) {
	for (int k = 0; k < f->count; k++) {
		const struct pointwise_step *step = &f->steps[k];
		switch (step->kind) {
		case POINTWISE_LAYOUT:
			i = layout_at(step, i);
			break;
		case POINTWISE_SWIZZLE:
			i = (uint64_t)swizzle_apply(step->swizzle, (int64_t)i);
			break;
		case POINTWISE_LINEAR:
			i = (uint64_t)linear_at(step->linear, (int64_t)(i & (((uint64_t)1 << step->linear->bits) - 1)));
			break;
		case POINTWISE_ADD:
			i += step->offset;
			break;
		}
	}
	return i;
}
