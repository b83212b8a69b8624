#include "gpu/plan.h"

#include "algebra/offsets.h"

static const char *const reduce_names[REDUCE_COUNT] = {
	[REDUCE_NONE] = "none", [REDUCE_SUM] = "sum", [REDUCE_PROD] = "prod", [REDUCE_MAX] = "max",
	[REDUCE_MIN] = "min", [REDUCE_MEAN] = "mean", [REDUCE_ABSMAX] = "absmax", [REDUCE_SUMSQ] = "sumsq",
};

static const char *const kernel_names[KERNEL_COUNT] = {
	[KERNEL_NAIVE] = "naive", [KERNEL_VECTORIZED] = "vectorized", [KERNEL_TV] = "tv", [KERNEL_TV_REMAP] = "tv-remap",
	[KERNEL_AUTO] = "auto",
};

const char *reduce_name(enum reduce reduce) {
	return reduce_names[reduce];
}

const char *kernel_name(enum kernel kernel) {
	return kernel_names[kernel];
}

const char *plan_kind_name(enum plan_kind kind) {
	switch (kind) {
	case PLAN_TILED: return "tiled";
	case PLAN_TRANSPOSE: return "transpose";
	case PLAN_ROWS: return "rows";
	case PLAN_COLUMNS: return "columns";
	case PLAN_TILES: return "tiles";
	default: return "all";
	}
}

bool reduce_from_name(struct str name, enum reduce *out) {
	for (int i = REDUCE_SUM; i < REDUCE_COUNT; i++) {
		if (str_is(name, reduce_names[i])) {
			*out = (enum reduce)i;
			return true;
		}
	}
	return false;
}

bool kernel_from_name(struct str name, enum kernel *out) {
	for (int i = 0; i < KERNEL_COUNT; i++) {
		if (str_is(name, kernel_names[i])) {
			*out = (enum kernel)i;
			return true;
		}
	}
	return false;
}

struct target target_default(void) {
	return (struct target){
		.name = "H100 (assumed)", .arch = 90, .multiprocessors = 132, .threads_per_multiprocessor = 2048,
		.registers_per_multiprocessor = 65536, .l2_bytes = 50 << 20, .peak_bytes_per_s = 3.352e12,
		.copy_bytes_per_s = 2.95e12, .launch_s = 3.0e-6, .latency_s = 650e-9,
	};
}

bool target_has_dtype(const struct target *target, enum dtype dtype, struct fault *fault) {
	int needed = dtype == DTYPE_E4M3 || dtype == DTYPE_E5M2 ? 89 : dtype == DTYPE_BF16 ? 80 : 70;
	if (target->arch >= needed) {
		return true;
	}
	fault_set(fault, FAULT_UNSUPPORTED, 0, "%s needs compute capability %d.%d; this device has %d.%d",
		dtype_info(dtype)->name, needed / 10, needed % 10, target->arch / 10, target->arch % 10);
	return false;
}

enum dtype problem_result_dtype(const struct problem *problem) {
	if (problem->reduce == REDUCE_NONE || dtype_info(problem->dtype)->is_float) {
		return problem->dtype;
	}
	switch (problem->reduce) {
	case REDUCE_MAX:
	case REDUCE_MIN: return problem->dtype;
	case REDUCE_MEAN: return DTYPE_F64;
	default: return DTYPE_I64;
	}
}

int64_t problem_size(const struct problem *problem) {
	int64_t size = 1;
	for (int i = 0; i < problem->rank; i++) {
		size *= problem->shape[i];
	}
	return size;
}

/* Elements that "layout" touches: its size without the modes of stride 0. */
static int64_t distinct(struct algebra *al, struct layout layout) {
	return layout_size(al, layout_filter_zeros(al, layout)).value;
}

int64_t problem_bytes_read(struct algebra *al, const struct problem *problem) {
	int64_t elements = 0;
	for (int i = 0; i < problem->op->operands; i++) {
		elements += distinct(al, problem->operands[i]);
	}
	return elements * dtype_bytes(problem->dtype);
}

int64_t problem_bytes_written(struct algebra *al, const struct problem *problem) {
	(void)al;
	int64_t elements = problem_size(problem);
	if (problem->reduce != REDUCE_NONE) {
		elements = problem->dim == DIM_ALL ? 1 : elements / problem->shape[problem->dim];
	}
	return elements * dtype_bytes(problem_result_dtype(problem));
}

/* --- what tiled plans and reductions share --- */

struct layout plan_partition(struct algebra *al, const struct plan *plan, struct layout view, struct layout tv) {
	struct layout divided = layout_zipped_divide(al, view, &plan->tiler);
	if (algebra_failed(al)) {
		return layout_one();
	}
	struct layout rest = layout_mode(divided, 1);
	if (plan->kernel == KERNEL_TV_REMAP && layout_rank(rest) > 1) {
		struct layout modes[PROBLEM_RANK_MAX];
		int rank = layout_rank(rest);
		for (int i = 0; i < rank; i++) {
			modes[i] = layout_mode(rest, rank - 1 - i);
		}
		rest = layout_from_modes(al, modes, rank);
	}
	struct layout tile = layout_composition(al, layout_mode(divided, 0), tv);
	if (algebra_failed(al)) {
		return layout_one();
	}
	struct layout modes[3] = { layout_mode(tile, 0), layout_mode(tile, 1), rest };
	return layout_from_modes(al, modes, 3);
}

int64_t plan_tile_extent(struct algebra *al, const struct plan *plan, int i) {
	const struct tiler *mode = &plan->tiler.modes[i];
	return layout_size(al, mode->layout).value;
}

/* The layout over "extent" whose stride is "stride[i]" in mode i. */
static struct layout flat_layout(struct algebra *al, int rank, const int64_t *extent, const int64_t *stride) {
	struct tuple *shape = tuple_modes_new(al, rank);
	struct tuple *strides = tuple_modes_new(al, rank);
	for (int i = 0; i < rank; i++) {
		shape[i] = tuple_int(extent[i]);
		strides[i] = tuple_int(stride[i]);
	}
	return layout_make(al, tuple_of(al, shape, rank), tuple_of(al, strides, rank));
}

void plan_finish_map(struct algebra *al, struct plan *plan) {
	int64_t stride[PROBLEM_RANK_MAX] = { 1, 0, 0 };
	for (int i = 0; i < plan->rank; i++) {
		int64_t tile = plan_tile_extent(al, plan, i);
		if (plan->padded[i] == 0) {
			plan->padded[i] = (plan->extent[i] + tile - 1) / tile * tile;
		}
		plan->guarded[i] = plan->padded[i] != plan->extent[i];
		if (i > 0) {
			stride[i] = stride[i - 1] * plan->padded[i - 1];
		}
	}
	plan->map = plan_partition(al, plan, flat_layout(al, plan->rank, plan->padded, stride), plan->tv);
	for (int i = 0; i < plan->rank; i++) {
		int64_t unit[PROBLEM_RANK_MAX] = { 0 };
		unit[i] = 1;
		plan->coordinate[i] = plan_partition(al, plan, flat_layout(al, plan->rank, plan->padded, unit), plan->tv);
	}
	if (!algebra_failed(al)) {
		plan->threads = (int)layout_size(al, layout_mode(plan->map, 0)).value;
		plan->values = (int)layout_size(al, layout_mode(plan->map, 1)).value;
		plan->blocks = layout_size(al, layout_mode(plan->map, 2)).value;
	}
}

void plan_check_tv(struct algebra *al, struct layout tv, int64_t size) {
	if (layout_rank(tv) != 2) {
		algebra_fault(al, FAULT_RANK, "a thread-value layout has two modes, thread and value; this one has %d",
			layout_rank(tv));
		return;
	}
	int64_t threads = layout_size(al, layout_mode(tv, 0)).value;
	int64_t values = layout_size(al, layout_mode(tv, 1)).value;
	if (threads > THREADS_MAX || values > VALUES_MAX || threads < 1 || values < 1) {
		algebra_fault(al, FAULT_LIMIT,
			"%lld threads with %lld values each; a block has at most %d threads, a thread %d values",
			(long long)threads, (long long)values, THREADS_MAX, VALUES_MAX);
		return;
	}
	struct offsets offsets = offsets_init(al, tv);
	if (algebra_failed(al) || size < 1 || size > (1 << 24)) {
		algebra_fault(al, FAULT_LIMIT, "a tile of %lld elements; the limit is %d", (long long)size, 1 << 24);
		return;
	}
	int32_t *owner = arena_array(al->arena, (size_t)size, sizeof *owner);
	for (int64_t i = 0; i < offsets.size; i++) {
		int64_t element = offsets_at(&offsets, i);
		if (element < 0 || element >= size) {
			algebra_fault(al, FAULT_INJECTIVE,
				"thread %lld, value %lld is element %lld, outside the tile of %lld elements",
				(long long)(i % threads), (long long)(i / threads), (long long)element, (long long)size);
			return;
		}
		if (owner[element] != 0) {
			int64_t other = owner[element] - 1;
			algebra_fault(al, FAULT_INJECTIVE,
				"element %lld of the tile has two owners: thread %lld, value %lld and thread %lld, value %lld",
				(long long)element, (long long)(other % threads), (long long)(other / threads),
				(long long)(i % threads), (long long)(i / threads));
			return;
		}
		owner[element] = (int32_t)(i + 1);
	}
	for (int64_t i = 0; i < size; i++) {
		if (owner[i] == 0) {
			algebra_fault(al, FAULT_INJECTIVE, "element %lld of the tile has no owner", (long long)i);
			return;
		}
	}
}

struct plan plan_make(struct algebra *al, const struct problem *problem, enum kernel kernel, struct knobs knobs,
		const struct target *target) {
	struct plan plan = { 0 };
	bool check = algebra_pause_checks(al);
	if (!target_has_dtype(target, problem->dtype, &al->fault)) {
		plan.problem = problem;
	} else if (problem->op->needs_float && !dtype_info(problem->dtype)->is_float) {
		algebra_fault(al, FAULT_TYPE, "this expression needs a floating-point type, not %s",
			dtype_info(problem->dtype)->name);
	} else if (problem->reduce != REDUCE_NONE && (kernel == KERNEL_TV || kernel == KERNEL_TV_REMAP)) {
		plan = plan_tiles(al, problem, kernel, knobs);
	} else if (problem->reduce != REDUCE_NONE) {
		plan = plan_reduction(al, problem, knobs, target);
	} else {
		plan = plan_tiled(al, problem, kernel, knobs, target);
	}
	al->check = check;
	return plan;
}
