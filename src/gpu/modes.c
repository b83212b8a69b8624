/*
 * A stride is 0 where a tensor does not move along a mode; two modes are one only if they are in every tensor, so
 * that what is merged here is still an element for an element in all of them.
 */
#include "gpu/modes.h"

#include <stdlib.h>

/* The stride of "layout" as one mode of "extent" elements. Returns false if it takes more than one. */
static bool single_stride(struct algebra *al, struct layout layout, int64_t extent, int64_t *stride) {
	struct layout simple = layout_coalesce(al, layout);
	if (algebra_failed(al) || !tuple_is_plain_int(simple.shape) || !tuple_is_plain_int(simple.stride)) {
		return false;
	}
	*stride = extent == 1 ? 0 : simple.stride.value;
	return true;
}

int modes_collect(struct algebra *al, const struct problem *problem, struct mode modes[PROBLEM_RANK_MAX]) {
	int inputs = problem->op->operands;
	int count = 0;
	int64_t results = 1;
	int64_t indices = 1;
	for (int i = problem->rank - 1; i >= 0; i--) {
		struct mode mode = { .extent = problem->shape[i] };
		mode.reduced = problem_mode_is_reduced(problem, i);
		for (int k = 0; k < inputs; k++) {
			if (!single_stride(al, layout_mode(problem->operands[k], i), mode.extent, &mode.stride[k])) {
				return -1;
			}
		}
		if (problem->reduce == REDUCE_NONE
				&& !single_stride(al, layout_mode(problem->output, i), mode.extent, &mode.stride[inputs])) {
			return -1;
		}
		if (problem->reduce != REDUCE_NONE && !mode.reduced) {
			mode.stride[inputs] = results;
			results *= mode.extent;
		}
		if (mode.reduced && reduce_is_arg(problem->reduce)) {
			mode.stride[inputs] = indices;
			indices *= mode.extent;
		}
		if (mode.extent > 1) {
			modes[count++] = mode;
		}
	}
	return count;
}

static int64_t largest_stride(const struct mode *mode, int tensors) {
	int64_t largest = 0;
	for (int k = 0; k < tensors; k++) {
		largest = llabs(mode->stride[k]) > largest ? llabs(mode->stride[k]) : largest;
	}
	return largest;
}

static bool comes_before(const struct mode *a, const struct mode *b, int key, int tensors) {
	if (llabs(a->stride[key]) != llabs(b->stride[key])) {
		return llabs(a->stride[key]) < llabs(b->stride[key]);
	}
	return largest_stride(a, tensors) < largest_stride(b, tensors);
}

void modes_sort(struct mode *modes, int count, int key, int tensors) {
	for (int i = 1; i < count; i++) {
		for (int j = i; j > 0 && comes_before(&modes[j], &modes[j - 1], key, tensors); j--) {
			struct mode swap = modes[j];
			modes[j] = modes[j - 1];
			modes[j - 1] = swap;
		}
	}
}

static bool are_one(const struct mode *inner, const struct mode *outer, int tensors) {
	if (inner->reduced != outer->reduced) {
		return false;
	}
	for (int k = 0; k < tensors; k++) {
		if (outer->stride[k] != inner->extent * inner->stride[k]) {
			return false;
		}
	}
	return true;
}

int modes_merge(struct mode *modes, int count, int tensors) {
	int last = 0;
	for (int i = 1; i < count; i++) {
		if (are_one(&modes[last], &modes[i], tensors)) {
			modes[last].extent *= modes[i].extent;
		} else {
			modes[++last] = modes[i];
		}
	}
	return count == 0 ? 0 : last + 1;
}

struct layout modes_layout(struct algebra *al, const struct mode *modes, int count, int tensor) {
	if (count == 0) {
		return layout_one();
	}
	struct tuple *shape = tuple_modes_new(al, count);
	struct tuple *stride = tuple_modes_new(al, count);
	for (int i = 0; i < count; i++) {
		shape[i] = tuple_int(modes[i].extent);
		stride[i] = tuple_int(modes[i].stride[tensor]);
	}
	return layout_make(al, tuple_of(al, shape, count), tuple_of(al, stride, count));
}

bool modes_all_contiguous(const struct mode *modes, int contiguous, int tensors) {
	for (int k = 0; k < tensors; k++) {
		if (modes[contiguous].stride[k] != 1) {
			return false;
		}
	}
	return true;
}

int modes_aligned_vector(const struct mode *modes, int count, int contiguous, int tensors, int most) {
	int vector = most;
	for (int i = 0; i < count; i++) {
		for (int k = 0; k < tensors && i != contiguous; k++) {
			vector = power_dividing(modes[i].stride[k], vector);
		}
	}
	return vector;
}

bool modes_same_windows(const struct mode *modes, int count, int tensors, int most) {
	for (int i = 0; i < count; i++) {
		for (int k = 0; k < tensors; k++) {
			if (modes[i].stride[k] < 0 || (modes[i].stride[k] - modes[i].stride[0]) % most != 0) {
				return false;
			}
		}
	}
	return true;
}

int64_t modes_extents_product(const struct mode *modes, int count) {
	int64_t product = 1;
	for (int i = 0; i < count; i++) {
		product *= modes[i].extent;
	}
	return product;
}

void modes_set_view(struct algebra *al, const struct mode *modes, int count, struct plan *plan) {
	plan->rank = count;
	for (int i = 0; i < count; i++) {
		plan->extent[i] = modes[i].extent;
	}
	for (int k = 0; k <= plan->inputs; k++) {
		plan->view[k] = modes_layout(al, modes, count, k);
	}
}

int power_dividing(int64_t value, int most) {
	int power = 1;
	while (power * 2 <= most && value % (power * 2) == 0) {
		power *= 2;
	}
	return power;
}

int power_below(int64_t value) {
	int power = 1;
	while (power < (1 << 29) && (int64_t)power * 2 <= value) {
		power *= 2;
	}
	return power;
}

int power_above(int64_t value) {
	int power = 1;
	while (power < (1 << 29) && power < value) {
		power *= 2;
	}
	return power;
}
