/*
 * A stride is 0 where a tensor does not move along a mode; two modes are one only if they are in every tensor, so
 * that what is merged here is still an element for an element in all of them.
 */
#include "gpu/modes.h"

#include <stdlib.h>

#include "algebra/offsets.h"

/*
 * One mode of the problem, cut where the layout of any tensor changes its stride: cut "n" goes from coordinate "at[n]"
 * to "at[n + 1]", and the last one ends at the extent.
 */
struct cuts {
	int64_t at[MODES_MAX + 1];
	int count;
};

/* Cut at coordinate "at" too. Returns false if the cuts do not divide one another. */
static bool cut(struct cuts *cuts, int64_t at) {
	int n = 0;
	while (cuts->at[n] < at) {
		n++;
	}
	if (cuts->at[n] == at) {
		return true;
	}
	if (at % cuts->at[n - 1] != 0 || cuts->at[n] % at != 0) {
		return false;
	}
	for (int i = cuts->count++; i >= n; i--) {
		cuts->at[i + 1] = cuts->at[i];
	}
	cuts->at[n] = at;
	return true;
}

/* Cut where "layout", coalesced, goes from one of its modes to the next, and prepare it. */
static bool cut_layout(struct algebra *al, struct layout layout, struct cuts *cuts, struct offsets *offsets) {
	int64_t at = 1;
	*offsets = offsets_init(al, layout_coalesce(al, layout));
	for (int i = 0; i + 1 < offsets->rank && !algebra_failed(al); i++) {
		at *= offsets->shape[i];
		if (!cut(cuts, at)) {
			return false;
		}
	}
	return !algebra_failed(al);
}

/*
 * Append mode "i" of the problem, with the stride of "row_major" for one step in the results or in the index, as a mode
 * for each of its cuts. Returns the new number, or -1.
 */
static int collect_mode(struct algebra *al, const struct problem *problem, int i, int64_t row_major, struct mode *modes,
		int count) {
	int inputs = problem->op->operands;
	bool is_reduced = problem_mode_is_reduced(problem, i);
	int tensors = inputs + (problem->reduce == REDUCE_NONE ? problem_outputs(problem) : 0);
	bool has_order = problem->reduce != REDUCE_NONE && (!is_reduced || reduce_is_arg(problem->reduce));
	struct cuts cuts = { .at = { 1, problem->shape[i] }, .count = 1 };
	struct offsets offsets[TENSORS_MAX];
	for (int k = 0; k < tensors; k++) {
		if (!cut_layout(al, layout_mode(problem_memory(problem, k), i), &cuts, &offsets[k])) {
			return -1;
		}
	}
	for (int n = 0; n < cuts.count; n++) {
		struct mode mode = { .extent = cuts.at[n + 1] / cuts.at[n], .reduced = is_reduced };
		for (int k = 0; k < tensors; k++) {
			mode.stride[k] = offsets_at(&offsets[k], cuts.at[n]);
		}
		mode.stride[inputs] = has_order ? row_major * cuts.at[n] : mode.stride[inputs];
		modes[count++] = mode;
	}
	return count;
}

int modes_collect(struct algebra *al, const struct problem *problem, struct mode modes[MODES_MAX]) {
	int count = 0;
	int64_t order[2] = { 1, 1 };   /* of the next mode that is kept, and that is reduced */
	for (int i = problem->rank - 1; i >= 0 && count >= 0; i--) {
		int64_t *next = &order[problem_mode_is_reduced(problem, i)];
		if (problem->shape[i] > 1) {
			count = collect_mode(al, problem, i, *next, modes, count);
		}
		*next *= problem->shape[i];
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
	for (int k = 0; k < plan_tensors(plan); k++) {
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
