/*
 * Exchanges of strips. Where a mode is short and tensors run along it with no gaps between their rows, a tile that has
 * the mode as a whole is one piece of their memory, however long the rows are: it goes through shared memory as it
 * lies there, in vectors that take no heed of rows. The computation runs along the other mode, a thread with the same
 * few elements of it in each row. What these have in such a tensor is one piece too, a smaller one: "alone", a thread
 * moves its own pieces, and shares nothing. These are the first two modes; of others a tile has one coordinate.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "base/number.h"
#include "gpu/kinds/exchange.h"
#include "gpu/tiling.h"

/* A thread has an element in each row at least, so that SHORT_MAX is no more than VALUES_OF_THREAD. */
enum { SHORT_MAX = 64, VALUES_OF_THREAD = 128, THREADS_LEAST = 32 };

/* The tensors whose rows along mode "brief" follow one another along mode "along" without gaps. */
static unsigned rows_without_gaps(const struct wanted *wanted, int brief, int along) {
	const struct mode *modes = wanted->modes;
	unsigned set = 0;
	for (int k = 0; k < exchange_tensors(wanted); k++) {
		bool is_row = modes[brief].stride[k] == 1 && modes[along].stride[k] == modes[brief].extent;
		set |= is_row ? 1u << k : 0;
	}
	return set;
}

/* Tensor "k" can be read or written along mode "along" where it is. */
static bool is_direct(const struct wanted *wanted, int along, int k) {
	return llabs(wanted->modes[along].stride[k]) <= 2;
}

/* The elements of an access to tensor "k", where nothing but their bytes and the tensor's beginning limits them. */
static int vector_most(const struct wanted *wanted, int k) {
	int bytes = dtype_bytes(problem_dtype(wanted->problem, k));
	return power_dividing(problem_start(wanted->problem, k), VECTOR_BYTES / bytes);
}

/*
 * The elements that a thread has in each row: "asked", or as few as end where the mode does and direct tensors allow.
 * Staged ones have the elements of a row along mode "brief" between neighbours.
 */
static int elements_along(const struct wanted *wanted, int brief, int along, int asked) {
	const struct mode *modes = wanted->modes;
	int elements = power_dividing(modes[along].extent, power_below(asked));
	for (int k = 0; k < exchange_tensors(wanted); k++) {
		if (modes[along].stride[k] == 1) {
			int most = power_dividing(vector_most(wanted, k), elements);
			elements = exchange_widest(modes, wanted->count, along, k, most);
		}
	}
	while (elements * modes[brief].extent > VALUES_OF_THREAD) {
		elements /= 2;
	}
	return elements;
}

/* The accesses of "tensor": a staged one as it lies in memory, the others by the computation's map. */
static struct layout access_to(struct algebra *al, const struct plan *plan, int tensor) {
	if (!plan_is_staged(plan, tensor)) {
		return plan_partition(al, plan, plan->view[tensor], plan->tv);
	}
	struct layout modes[3] = { layout_mode(plan->load_tv, 0), layout_mode(plan->load_tv, 1),
		plan_rest(al, plan, plan->view[tensor]) };
	return layout_from_modes(al, modes, 3);
}

/* Elements of an access to staged tensors: strips, and what else of "piece" elements is moved, begin at multiples. */
static int staged_vector(const struct wanted *wanted, const struct plan *plan, int64_t piece) {
	int vector = power_dividing(piece, VECTOR_BYTES);
	for (int k = 0; k < plan_tensors(plan); k++) {
		vector = plan_is_staged(plan, k) ? power_dividing(vector_most(wanted, k), vector) : vector;
		for (int i = 2; i < wanted->count && plan_is_staged(plan, k); i++) {
			vector = power_dividing(wanted->modes[i].stride[k], vector);
		}
	}
	return vector;
}

/*
 * The plan for mode "brief" as the short one and "staged" tensors. Tiles of THREADS_LEAST threads with an element in
 * each row fit into shared memory, as suits_strips() says.
 */
static void make(struct algebra *al, const struct wanted *wanted, struct plan *plan, int brief, unsigned staged) {
	const struct mode *modes = wanted->modes;
	struct knobs *knobs = &plan->knobs;
	int along = 1 - brief;
	int64_t rows = modes[brief].extent;
	int64_t elements = elements_along(wanted, brief, along, wanted->knobs.tile);
	int64_t threads = power_below(knob_choice(knobs->threads, 128));
	int tiles = 0;
	plan->staged = staged;
	plan->alone = knobs->per_row == 1;
	int vector = staged_vector(wanted, plan, plan->alone ? rows * elements : 0);
	for (int k = 0; k < plan_tensors(plan); k++) {
		tiles += plan_is_staged(plan, k) && !plan->alone;
	}
	while (tiles * rows * elements * threads * problem_widest(plan->problem) > SHARED_BYTES_MAX) {
		*(threads > THREADS_LEAST ? &threads : &elements) /= 2;
	}
	knobs->tile = (int)elements;
	knobs->threads = (int)threads;
	knobs->load = knob_choice(knobs->load, HINT_READ_ONLY + 1);
	knobs->store = knob_choice(knobs->store, HINT_NONE + 1);
	knobs->vector = elements > vector ? (int)elements : vector;
	knobs->unroll = (int)rows;
	plan->exchanges = true;
	plan->strip = true;
	plan->along = along;
	plan->together = (int)elements;
	plan->deep = plan->alone ? 1 : power_dividing(rows, vector);
	plan->pitch = rows;
	modes_set_view(al, modes, wanted->count, plan);
	int64_t extents[PROBLEM_RANK_MAX];
	for (int i = 2; i < wanted->count; i++) {
		extents[i] = 1;
	}
	extents[brief] = rows;
	extents[along] = threads * elements;
	plan_set_tiles(al, plan, extents);
	struct layout tv = exchange_tv(al, extents, along, (int)elements, plan->deep, (int)threads);
	plan->tv = layout_of_modes(al, layout_coalesce(al, layout_mode(tv, 0)), layout_mode(tv, 1));
	plan_finish_map(al, plan);
	plan->load_tv = layout_of_modes(al, layout_of_int(threads, plan->alone ? rows * elements : vector),
		layout_of_pair(al, vector, number_ceil_div(rows * elements, vector), 1,
			plan->alone ? vector : threads * vector));
	for (int k = 0; k < plan_tensors(plan); k++) {
		bool is_staged = plan_is_staged(plan, k);
		plan->access[k] = access_to(al, plan, k);
		plan->vector[k] = is_staged ? vector : modes[along].stride[k] == 1 ? (int)elements : 1;
		int64_t bytes = rows * extents[along] * dtype_bytes(problem_dtype(plan->problem, k));
		plan->shared_bytes += is_staged && !plan->alone ? (int)((bytes + 15) / 16 * 16) : 0;
	}
}

/* Strips can have mode "brief" as a whole, and some tensor is staged then; in shared memory there is room for all. */
static bool suits_strips(const struct wanted *wanted, int brief) {
	const struct mode *modes = wanted->modes;
	unsigned staged = rows_without_gaps(wanted, brief, 1 - brief);
	bool fits = staged != 0 && modes[brief].extent <= SHORT_MAX && modes[brief].extent < modes[1 - brief].extent;
	int64_t bytes = 0;
	for (int k = 0; k < exchange_tensors(wanted); k++) {
		bool is_staged = (staged >> k & 1) != 0;
		fits = fits && (is_staged || is_direct(wanted, 1 - brief, k));
		bytes += is_staged ? modes[brief].extent * THREADS_LEAST * problem_widest(wanted->problem) : 0;
	}
	return fits && (wanted->knobs.per_row == 1 || bytes <= SHARED_BYTES_MAX);
}

bool exchange_has_strip(const struct wanted *wanted) {
	return wanted->count >= 2 && (suits_strips(wanted, 0) || suits_strips(wanted, 1));
}

void exchange_plan_strip(struct algebra *al, const struct wanted *wanted, struct plan *plan) {
	int brief = suits_strips(wanted, 0) ? 0 : 1;
	make(al, wanted, plan, brief, rows_without_gaps(wanted, brief, 1 - brief));
}
