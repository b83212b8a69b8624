#include "gpu/proof.h"

#include <stdio.h>
#include <string.h>

#include "algebra/offsets.h"
#include "gpu/fold.h"
#include "gpu/parallel.h"

enum { CHUNK = 4096 };

/* Number of elements of "tensor" in memory order, for each mode of the view. */
struct memory {
	struct offsets mode[PROBLEM_RANK_MAX];
	int rank;
};

static struct memory memory_of(struct algebra *al, const struct plan *plan, int tensor) {
	struct memory memory = { .rank = plan->rank };
	for (int i = 0; i < plan->rank; i++) {
		memory.mode[i] = offsets_init(al, layout_mode(plan->view[tensor], i));
	}
	return memory;
}

int64_t tensor_span(struct algebra *al, const struct plan *plan, int tensor) {
	int64_t span = layout_cosize(al, plan->view[tensor]).value;
	return (span + 31) / 32 * 32 + 32;
}

bool tensor_is_provable(struct algebra *al, const struct plan *plan, int tensor) {
	struct layout view = plan->view[tensor];
	int64_t size = layout_size(al, view).value;
	return layout_size(al, layout_filter_zeros(al, view)).value == size;
}

static uint64_t owner_at(const void *owners, int bytes, int64_t offset) {
	if (bytes == 4) {
		uint32_t owner = ((const uint32_t *)owners)[offset];
		return owner == UINT32_MAX ? UINT64_MAX : owner;
	}
	return ((const uint64_t *)owners)[offset];
}

static void put_owner(char *text, size_t size, const struct plan *plan, uint64_t owner) {
	if (owner == UINT64_MAX) {
		snprintf(text, size, "nobody");
		return;
	}
	uint64_t threads = (uint64_t)plan->threads;
	uint64_t values = (uint64_t)plan->values;
	snprintf(text, size, "thread %llu, value %llu of block %llu", (unsigned long long)(owner % threads),
		(unsigned long long)(owner / threads % values), (unsigned long long)(owner / threads / values));
}

static void put_coordinate(char *text, size_t size, const struct plan *plan, const int64_t *coordinate) {
	if (plan->rank == 1) {
		snprintf(text, size, "%lld", (long long)coordinate[0]);
	} else if (plan->rank == 2) {
		snprintf(text, size, "(%lld,%lld)", (long long)coordinate[0], (long long)coordinate[1]);
	} else {
		snprintf(text, size, "(%lld,%lld,%lld)", (long long)coordinate[0], (long long)coordinate[1],
			(long long)coordinate[2]);
	}
}

static void set_mismatch(struct proof *proof, const struct plan *plan, const int64_t *coordinate, int64_t offset,
		uint64_t owner, uint64_t expected) {
	char place[80];
	char is[128];
	char should_be[128];
	put_coordinate(place, sizeof place, plan, coordinate);
	put_owner(is, sizeof is, plan, owner);
	put_owner(should_be, sizeof should_be, plan, expected);
	proof->good = false;
	snprintf(proof->text, sizeof proof->text, "element %s at offset %lld was touched by %s, not by %s", place,
		(long long)offset, is, should_be);
}

/* The first element of the row, counted from the vector's boundary before it. */
static int64_t window_start(const struct plan *plan, const struct memory *memory, int64_t row, int64_t batch) {
	int64_t batches = plan->rank > 2 ? offsets_at(&memory->mode[2], batch) : 0;
	return plan->windows ? (offsets_at(&memory->mode[1], row) + batches) % plan->vector[0] : 0;
}

/* Columns of a strip that are its own. */
static int64_t strip_width(const struct plan *plan) {
	return (int64_t)plan->knobs.per_row * plan->vector[0] - plan->overlap;
}

/* The comparison, in units of so many elements along mode 0. */
struct comparison {
	const struct plan *plan;
	struct memory memory;
	struct offsets inverse;
	const void *owners;
	int bytes;
	int64_t units_of_line;
	struct proof proofs[LIMIT_WORKERS];    /* of each worker */
	int64_t first_wrong[LIMIT_WORKERS];    /* unit of its first mismatch */
};

enum { UNIT = 1 << 16 };

/* Compare "count" elements from coordinate "at" of mode 0 on; "base" and "number" are of the other coordinates. */
static void compare_run(const struct comparison *all, int64_t base, int64_t number, int64_t *coordinate, int64_t at,
		int64_t count, struct proof *proof) {
	int64_t expected[CHUNK];
	int64_t place[CHUNK];
	offsets_fill(&all->inverse, number + at, count, expected);
	offsets_fill(&all->memory.mode[0], at, count, place);
	for (int64_t i = 0; i < count; i++) {
		uint64_t owner = owner_at(all->owners, all->bytes, base + place[i]);
		if (owner != (uint64_t)expected[i]) {
			coordinate[0] = at + i;
			set_mismatch(proof, all->plan, coordinate, base + place[i], owner, (uint64_t)expected[i]);
			return;
		}
	}
}

static void compare_unit(void *context, int worker, int64_t unit) {
	struct comparison *all = context;
	const struct plan *plan = all->plan;
	struct proof *proof = &all->proofs[worker];
	int64_t line = unit / all->units_of_line;
	int64_t begin = unit % all->units_of_line * UNIT;
	int64_t end = begin + UNIT < plan->extent[0] ? begin + UNIT : plan->extent[0];
	int64_t coordinate[PROBLEM_RANK_MAX] = { 0 };
	int64_t base = 0;
	int64_t number = 0;
	int64_t stride = plan->padded[0];
	for (int i = 1; i < plan->rank; i++) {
		coordinate[i] = line % plan->extent[i];
		line /= plan->extent[i];
		base += offsets_at(&all->memory.mode[i], coordinate[i]);
		number += coordinate[i] * stride;
		stride *= plan->padded[i];
	}
	number += plan->rank > 1 ? window_start(plan, &all->memory, coordinate[1], coordinate[2]) : 0;
	int64_t width = plan->overlap > 0 ? strip_width(plan) : plan->extent[0];
	int64_t count;
	for (int64_t at = begin; at < end && proof->good; at += count) {
		int64_t left = width - at % width < end - at ? width - at % width : end - at;
		count = left < CHUNK ? left : CHUNK;
		compare_run(all, base, number + at / width * plan->overlap, coordinate, at, count, proof);
		all->first_wrong[worker] = unit;
	}
}

struct proof proof_compare(struct algebra *al, const struct plan *plan, int tensor, const void *owners,
		const struct proof_counts *counts) {
	struct proof proof = { .good = true, .elements = 1 };
	struct layout map = plan->kind == PLAN_TRANSPOSE && tensor == 0 ? plan->load_map : plan->map;
	struct memory memory = memory_of(al, plan, tensor);
	bool check = algebra_pause_checks(al);
	struct offsets inverse = offsets_init(al, layout_right_inverse(al, map));
	al->check = check;
	int64_t padded = 1;
	for (int i = 0; i < plan->rank; i++) {
		proof.elements *= plan->extent[i];
		padded *= plan->padded[i];
	}
	if (algebra_failed(al)) {
		return (struct proof){ .good = false };
	}
	if (inverse.size != padded) {
		proof.good = false;
		snprintf(proof.text, sizeof proof.text, "the map has no inverse: it covers %lld of %lld elements",
			(long long)inverse.size, (long long)padded);
		return proof;
	}
	if (counts->clashes > 0) {
		char first[128];
		char second[128];
		put_owner(first, sizeof first, plan, counts->owners[0]);
		put_owner(second, sizeof second, plan, counts->owners[1]);
		proof.good = false;
		snprintf(proof.text, sizeof proof.text, "the element at offset %llu was touched by %s and by %s",
			counts->offset, first, second);
		return proof;
	}
	struct comparison *all = arena_alloc(al->arena, sizeof *all);
	*all = (struct comparison){ .plan = plan, .memory = memory, .inverse = inverse, .owners = owners,
		.bytes = codegen_owner_bytes(plan), .units_of_line = (plan->extent[0] + UNIT - 1) / UNIT };
	int64_t units = all->units_of_line * (proof.elements / plan->extent[0]);
	int workers = parallel_workers(units);
	for (int i = 0; i < workers; i++) {
		all->proofs[i] = proof;
	}
	parallel_run(workers, units, compare_unit, all);
	int64_t first = INT64_MAX;
	for (int i = 0; i < workers; i++) {
		if (!all->proofs[i].good && all->first_wrong[i] < first) {
			first = all->first_wrong[i];
			proof = all->proofs[i];
		}
	}
	if (proof.good && counts->visits != (unsigned long long)proof.elements) {
		proof.good = false;
		snprintf(proof.text, sizeof proof.text, "%llu touches for %lld elements", counts->visits,
			(long long)proof.elements);
	}
	return proof;
}

/* --- the plan on the host --- */

struct visitor {
	const struct plan *plan;
	void *owners;
	int bytes;
	int64_t span;
	struct proof_counts *counts;
};

static void visit(struct visitor *visitor, int64_t offset, int64_t t, int64_t v, int64_t block) {
	const struct plan *plan = visitor->plan;
	uint64_t number = (uint64_t)(t + plan->threads * (v + plan->values * block));
	visitor->counts->visits++;
	if (offset < 0 || offset >= visitor->span) {
		visitor->counts->clashes++;
		visitor->counts->offset = (unsigned long long)offset;
		visitor->counts->owners[0] = visitor->counts->owners[1] = number;
		return;
	}
	uint64_t before = owner_at(visitor->owners, visitor->bytes, offset);
	if (before != UINT64_MAX && visitor->counts->clashes++ == 0) {
		visitor->counts->offset = (unsigned long long)offset;
		visitor->counts->owners[0] = before;
		visitor->counts->owners[1] = number;
	}
	if (visitor->bytes == 4) {
		((uint32_t *)visitor->owners)[offset] = (uint32_t)number;
	} else {
		((uint64_t *)visitor->owners)[offset] = number;
	}
}

/* All offsets of one mode of "layout". */
static int64_t *mode_offsets(struct algebra *al, struct layout layout, int mode, int64_t *count) {
	struct offsets offsets = offsets_init(al, layout_mode(layout, mode));
	if (algebra_failed(al)) {
		*count = 0;
		return NULL;
	}
	int64_t *all = arena_array(al->arena, (size_t)offsets.size + 1, sizeof *all);
	offsets_fill(&offsets, 0, offsets.size, all);
	*count = offsets.size;
	return all;
}

/* Threads, values and blocks of one tensor: its offset, and its coordinates in the modes that have padding. */
struct table {
	int64_t *offset[3];
	int64_t *coordinate[PROBLEM_RANK_MAX][3];
	int64_t count[3];
};

static void run_tiled(struct algebra *al, const struct plan *plan, int tensor, struct visitor *visitor) {
	struct table table;
	bool loads = plan->kind == PLAN_TRANSPOSE && tensor == 0;
	for (int m = 0; m < 3; m++) {
		table.offset[m] = mode_offsets(al, plan->access[tensor], m, &table.count[m]);
		for (int i = 0; i < plan->rank; i++) {
			int64_t ignored;
			struct layout coordinate = loads ? plan->load_coordinate[i] : plan->coordinate[i];
			table.coordinate[i][m] = mode_offsets(al, coordinate, m, &ignored);
		}
	}
	if (algebra_failed(al)) {
		return;
	}
	int width = plan->vector[tensor];
	for (int64_t block = 0; block < table.count[2]; block++) {
		for (int64_t t = 0; t < table.count[0]; t++) {
			for (int64_t v = 0; v < table.count[1]; v++) {
				bool inside = true;
				for (int i = 0; i < plan->rank && inside; i++) {
					int64_t c = table.coordinate[i][0][t] + table.coordinate[i][1][v] + table.coordinate[i][2][block];
					inside = c < plan->extent[i];
				}
				if (inside) {
					int64_t first = v - v % width;
					int64_t offset = table.offset[0][t] + table.offset[1][first] + table.offset[2][block] + v % width;
					visit(visitor, offset, t, v, block);
				}
			}
		}
	}
}

static void run_rows(const struct plan *plan, const struct memory *memory, struct visitor *visitor) {
	int width = plan->vector[0];
	int per_row = plan->knobs.per_row;
	int64_t rows = plan->threads / per_row;
	for (int64_t block = 0; block < plan->blocks; block++) {
		for (int64_t t = 0; t < plan->threads; t++) {
			int64_t row = block * rows + t / per_row;
			if (row >= plan->extent[1]) {
				continue;
			}
			int64_t start = window_start(plan, memory, row, 0);
			int64_t base = offsets_at(&memory->mode[1], row) - start;
			int64_t end = start + plan->extent[0];
			for (int64_t i = t % per_row; i * width < end; i += per_row) {
				for (int64_t e = 0; e < width; e++) {
					int64_t j = i * width + e;
					if (j >= start && j < end) {
						int64_t offset = width > 1 ? j : offsets_at(&memory->mode[0], j);
						visit(visitor, base + offset, t, i / per_row * width + e, block);
					}
				}
			}
		}
	}
}

/* With windows the first and the last vector of a strip reach into its neighbours; what is theirs is left to them. */
static void run_columns(const struct plan *plan, const struct memory *memory, struct visitor *visitor) {
	int64_t width = plan->vector[0];
	int64_t per_row = plan->knobs.per_row;
	int64_t deep = plan->threads / per_row;
	for (int64_t block = 0; block < plan->blocks; block++) {
		int64_t strip = block % plan->strips;
		int64_t split = block / plan->strips % plan->knobs.splits;
		int64_t batch = block / plan->strips / plan->knobs.splits;
		for (int64_t t = 0; t < plan->threads; t++) {
			int64_t first = split * plan->rows_per_split + t / per_row;
			int64_t own = strip * strip_width(plan);
			for (int64_t round = 0; round < plan->iterations && first + round * deep < plan->extent[1]; round++) {
				int64_t row = first + round * deep;
				int64_t start = window_start(plan, memory, row, batch);
				int64_t base = offsets_at(&memory->mode[1], row) + offsets_at(&memory->mode[2], batch);
				for (int64_t e = 0; e < width; e++) {
					int64_t column = own + t % per_row * width + e - start;
					if (column >= own && column < own + strip_width(plan) && column < plan->extent[0]) {
						visit(visitor, base + column, t, round * width + e, block);
					}
				}
			}
		}
	}
}

static void run_all(const struct plan *plan, const struct memory *memory, struct visitor *visitor) {
	int64_t width = plan->vector[0];
	int64_t together = plan->blocks * plan->threads;
	for (int64_t block = 0; block < plan->blocks; block++) {
		for (int64_t t = 0; t < plan->threads; t++) {
			for (int64_t i = block * plan->threads + t, round = 0; i * width < plan->extent[0]; i += together,
					round++) {
				int64_t base = offsets_at(&memory->mode[0], i * width);
				for (int64_t e = 0; e < width && i * width + e < plan->extent[0]; e++) {
					visit(visitor, base + e, t, round * width + e, block);
				}
			}
		}
	}
}

void proof_run_on_host(struct algebra *al, const struct plan *plan, int tensor, void *owners,
		struct proof_counts *counts) {
	struct memory memory = memory_of(al, plan, tensor);
	*counts = (struct proof_counts){ 0 };
	struct visitor visitor = {
		.plan = plan, .owners = owners, .bytes = codegen_owner_bytes(plan), .span = tensor_span(al, plan, tensor),
		.counts = counts,
	};
	switch (plan->kind) {
	case PLAN_ROWS: run_rows(plan, &memory, &visitor); break;
	case PLAN_COLUMNS: run_columns(plan, &memory, &visitor); break;
	case PLAN_ALL: run_all(plan, &memory, &visitor); break;
	default: run_tiled(al, plan, tensor, &visitor); break;
	}
}

/* --- in words --- */

static void describe_lanes(struct buf *out, int lanes, int step) {
	buf_put(out, "# lanes    shuffles xor");
	for (int d = lanes / 2; d >= step; d /= 2) {
		buf_printf(out, " %d", d);
	}
	buf_put_char(out, '\n');
}

static void describe_tiles(struct buf *out, struct algebra *al, const struct plan *plan) {
	struct fold *fold = arena_alloc(al->arena, sizeof *fold);
	fold_make(al, plan, fold);
	buf_printf(out, "# thread   %d vectors of %d elements of each of %d tiles, for %d results\n",
		plan->values / plan->vector[0], plan->vector[0], plan->iterations, fold->slots);
	if (fold->lanes != 0) {
		buf_put(out, "# lanes    shuffles xor");
		for (int bit = 16; bit >= 1; bit /= 2) {
			if ((fold->lanes & bit) != 0) {
				buf_printf(out, " %d", bit);
			}
		}
		buf_put_char(out, '\n');
	}
	if (fold->sharers > 1) {
		buf_printf(out, "# warps    %d threads of each result through shared memory\n", fold->sharers);
	}
}

void proof_describe_reduction(struct buf *out, struct algebra *al, const struct plan *plan) {
	if (plan->kind == PLAN_TILES) {
		describe_tiles(out, al, plan);
		return;
	}
	int width = plan->vector[0];
	int per_row = plan->knobs.per_row;
	buf_printf(out, "# thread   %d vectors of %d elements, %d in flight\n", plan->iterations, width,
		plan->knobs.unroll);
	if (plan->kind == PLAN_ROWS) {
		if (per_row > 1) {
			describe_lanes(out, per_row < 32 ? per_row : 32, 1);
		}
		if (per_row > 32) {
			buf_printf(out, "# warps    %d through shared memory\n", per_row / 32);
		}
	} else if (plan->kind == PLAN_COLUMNS) {
		int warp = plan->threads < 32 ? plan->threads : 32;
		if (per_row < warp) {
			describe_lanes(out, warp, per_row);
		}
		buf_printf(out, "# warps    %d through shared memory\n", plan->threads / (per_row > warp ? per_row : warp));
		if (plan->knobs.splits > 1) {
			buf_printf(out, "# blocks   %d through memory, added by the last to finish\n", plan->knobs.splits);
		}
	} else {
		describe_lanes(out, 32, 1);
		buf_printf(out, "# warps    %d through shared memory\n", plan->threads / 32);
		buf_printf(out, "# blocks   %lld through memory, added by the last to finish\n", (long long)plan->blocks);
	}
}
