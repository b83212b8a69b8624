#include "gpu/proof.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "gpu/kinds/kind.h"
#include "gpu/parallel.h"
#include "gpu/tiling.h"

/* Runs that compare sums: each has other weights. */
enum { SUM_RUNS = 3, UNIT = 1 << 16 };

/* Room for a coordinate in words. */
enum { PLACE_SIZE = 32 + 21 * PROBLEM_RANK_MAX };

/* --- runs --- */

int64_t tensor_span(struct algebra *al, const struct plan *plan, int tensor) {
	int64_t span = layout_cosize(al, plan->view[tensor]).value;
	return (span + 31) / 32 * 32 + 32;
}

static bool is_result(const struct plan *plan, int tensor) {
	return plan->problem->reduce != REDUCE_NONE && tensor == plan->inputs;
}

static int64_t numbers_of(const struct plan *plan) {
	int64_t count = 1;
	for (int i = 0; i < plan->rank; i++) {
		count *= plan->padded[i];
	}
	return count;
}

/* Bits of an offset, or of a number, that a run records: an element carries them, also through shared memory. */
static int bits_of(const struct plan *plan, bool on_device) {
	int bytes = dtype_bytes(plan->problem->dtype);
	return on_device && bytes < 4 ? 8 * bytes : PROOF_BITS;
}

int proof_runs(struct algebra *al, const struct plan *plan, int tensor, bool on_device) {
	if (on_device && is_result(plan, tensor)) {
		return SUM_RUNS;
	}
	bool by_offset = on_device && tensor == plan->inputs;
	int64_t last = by_offset ? numbers_of(plan) - 1 : layout_cosize(al, plan->view[tensor]).value - 1;
	int bits = bits_of(plan, on_device);
	int runs = 1;
	while (last >> bits > 0) {
		last >>= bits;
		runs++;
	}
	return runs;
}

struct proof_run proof_run_at(struct algebra *al, const struct plan *plan, int tensor, bool on_device, int i) {
	struct proof_run run = { .tensor = tensor, .on_device = on_device, .seed = (uint32_t)i + 1, .sums = on_device
		&& is_result(plan, tensor) };
	bool reduces = plan->problem->reduce != REDUCE_NONE;
	run.reach = layout_cosize(al, plan->view[tensor]).value;
	if (reduces && tensor < plan->inputs) {
		/* A vector whose last elements are masked reads them all the same. */
		run.reach = (run.reach + plan->vector[tensor] - 1) / plan->vector[tensor] * plan->vector[tensor];
	}
	run.by_offset = on_device && tensor == plan->inputs;
	run.count = run.by_offset ? run.reach : numbers_of(plan);
	run.bits = bits_of(plan, on_device);
	run.shift = run.sums ? 0 : i * run.bits;
	return run;
}

/* --- in words --- */

static void put_owner(char *text, size_t size, const struct plan *plan, int64_t number) {
	snprintf(text, size, "thread %" PRId64 ", value %" PRId64 " of block %" PRId64, number % plan->threads,
		number / plan->threads % plan->values, number / plan->threads / plan->values);
}

/* The coordinate in the modes of the view, also where they are one index. */
static void put_coordinate(char *text, size_t size, const struct plan *plan, const int64_t *coordinate) {
	int64_t flat[PROBLEM_RANK_MAX];
	int rank = plan->rank;
	memcpy(flat, coordinate, sizeof flat);
	if (plan->is_flat) {
		struct tuple shape = layout_mode(plan->view[plan->inputs], 0).shape;
		rank = tuple_rank(shape) < PROBLEM_RANK_MAX ? tuple_rank(shape) : PROBLEM_RANK_MAX;
		for (int i = 0; i + 1 < rank; i++) {
			int64_t extent = tuple_mode(shape, i).value;
			flat[i + 1] = flat[i] / extent;
			flat[i] %= extent;
		}
	}
	size_t length = 0;
	for (int i = 0; i < rank && length < size; i++) {
		int put = snprintf(text + length, size - length, "%s%" PRId64, i > 0 ? "," : rank > 1 ? "(" : "", flat[i]);
		length += (size_t)put;
	}
	if (rank > 1 && length < size) {
		snprintf(text + length, size - length, ")");
	}
}

/* --- the comparison --- */

/* What the parts of the map add to a coordinate of the view: thread, value, block; see "indexed" of struct plan. */
struct claim {
	struct offsets part[3];
	struct offsets tile;
	int64_t *of_thread;
};

/* The comparison of one run. The bits are shared by the workers. */
struct judge {
	const struct plan *plan;
	const struct proof_run *run;
	const uint32_t *entries;
	struct claim claim[PROBLEM_RANK_MAX];
	struct memory memory;                     /* of the tensor, or for a result of the first operand */
	struct memory result;
	bool strict;                              /* nothing may be recorded for padding */
	int64_t elements;
	_Atomic uint32_t *covered;                /* a bit for each element */
	_Atomic uint32_t *touched;                /* a bit for each offset */
	_Atomic uint64_t *sums;                   /* of weights, by offset */
	struct proof proofs[LIMIT_WORKERS];       /* of each worker */
	int64_t first_wrong[LIMIT_WORKERS];       /* number of its first mismatch */
};

/* Set bit "i"; whether it was set before. */
static bool set_bit(_Atomic uint32_t *bits, int64_t i) {
	uint32_t mask = (uint32_t)1 << i % 32;
	return (atomic_fetch_or_explicit(&bits[i / 32], mask, memory_order_relaxed) & mask) != 0;
}

static bool has_bit(_Atomic uint32_t *bits, int64_t i) {
	return (atomic_load_explicit(&bits[i / 32], memory_order_relaxed) >> i % 32 & 1) != 0;
}

static _Atomic uint32_t *bits_new(struct algebra *al, int64_t count) {
	return arena_array(al->arena, (size_t)(count / 32 + 1), sizeof(_Atomic uint32_t));
}

/* What number "number" adds to its sum; the same as weight() of device/proof.cuh. */
static uint64_t weight_of(int64_t number, uint32_t seed) {
	uint64_t h = (uint64_t)number * 0x9e3779b97f4a7c15u + seed * 0xd1b54a32d192ed03u;
	h = (h ^ h >> 30) * 0xbf58476d1ce4e5b9u;
	h = (h ^ h >> 27) * 0x94d049bb133111ebu;
	return h ^ h >> 31;
}

static struct claim claim_of(struct algebra *al, const struct plan *plan, int mode) {
	struct claim claim;
	for (int m = 0; m < 3; m++) {
		bool is_number = plan->indexed && m < 2;
		claim.part[m] = offsets_init(al, layout_mode(is_number ? plan->tv : plan->coordinate[mode], m));
	}
	if (plan->indexed) {
		claim.tile = offsets_init(al, plan->tile_coordinate[mode]);
	}
	claim.of_thread = arena_array(al->arena, (size_t)plan->threads, sizeof *claim.of_thread);
	if (!algebra_failed(al)) {
		offsets_fill(&claim.part[0], 0, plan->threads, claim.of_thread);
	}
	return claim;
}

/* The memory of a reduction's results over the modes of the view that are kept. */
static struct memory result_memory(struct algebra *al, const struct plan *plan) {
	struct memory memory = { .rank = plan->rank - 1 };
	struct layout view = plan->view[plan->inputs];
	if (memory.rank == 1) {
		memory.mode[0] = offsets_init(al, view);
	}
	for (int i = 0; i < memory.rank && memory.rank > 1; i++) {
		memory.mode[i] = offsets_init(al, layout_mode(view, i));
	}
	return memory;
}

/* The offset that the layout of the tensor has for the element. */
static int64_t offset_of(const struct judge *judge, const int64_t *coordinate) {
	const struct plan *plan = judge->plan;
	bool of_result = is_result(plan, judge->run->tensor);
	int64_t offset = 0;
	for (int i = 0, kept = 0; i < plan->rank; i++) {
		if (!of_result) {
			offset += offsets_at(&judge->memory.mode[i], coordinate[i]);
		} else if (i != plan->reduced_mode) {
			offset += offsets_at(&judge->result.mode[kept++], coordinate[i]);
		}
	}
	return offset;
}

__attribute__((format(printf, 4, 5)))
static void set_wrong(struct judge *judge, int worker, int64_t number, const char *format, ...) {
	struct proof *proof = &judge->proofs[worker];
	va_list args;
	va_start(args, format);
	vsnprintf(proof->text, sizeof proof->text, format, args);
	va_end(args);
	proof->good = false;
	judge->first_wrong[worker] = number;
}

/* What is recorded under "number" for padding, or for the element at "coordinate". */
static void judge_number(struct judge *judge, int worker, int64_t number, const int64_t *coordinate, bool is_element) {
	const struct plan *plan = judge->plan;
	const struct proof_run *run = judge->run;
	uint32_t entry = run->by_offset ? PROOF_NONE : judge->entries[number];
	char owner[128];
	char place[PLACE_SIZE];
	if (!is_element) {
		if (judge->strict && entry != PROOF_NONE) {
			put_owner(owner, sizeof owner, plan, number);
			set_wrong(judge, worker, number, "%s touched an element, but stands for none", owner);
		}
		return;
	}
	int64_t index = 0;
	for (int i = plan->rank - 1; i >= 0; i--) {
		index = index * plan->extent[i] + coordinate[i];
	}
	int64_t offset = offset_of(judge, coordinate);
	bool is_second = set_bit(judge->covered, index);
	bool is_shared = set_bit(judge->touched, offset) && run->tensor == plan->inputs && !is_result(plan, run->tensor);
	if (run->sums) {
		atomic_fetch_add_explicit(&judge->sums[offset], weight_of(number, run->seed), memory_order_relaxed);
	}
	int64_t recorded = run->by_offset ? number : offset;
	uint32_t expected = (uint32_t)(recorded >> run->shift & (((int64_t)1 << run->bits) - 1));
	entry = run->by_offset ? judge->entries[offset] : entry;
	if (!is_second && !is_shared && (run->sums || entry == expected)) {
		return;
	}
	put_owner(owner, sizeof owner, plan, number);
	put_coordinate(place, sizeof place, plan, coordinate);
	if (is_second) {
		set_wrong(judge, worker, number, "element %s belongs to %s and to another", place, owner);
	} else if (is_shared) {
		set_wrong(judge, worker, number, "element %s and another are both at offset %" PRId64, place, offset);
	} else if (run->by_offset && entry != PROOF_NONE) {
		set_wrong(judge, worker, number, "element %s at offset %" PRId64 " was left by another, not by %s", place,
			offset,
			owner);
	} else if (entry == PROOF_NONE) {
		set_wrong(judge, worker, number, "element %s at offset %" PRId64 " was not touched by %s", place, offset,
			owner);
	} else {
		set_wrong(judge, worker, number, "%s touched offset %" PRId64 ", not element %s at offset %" PRId64, owner,
			(offset & ~((((int64_t)1 << run->bits) - 1) << run->shift)) | (int64_t)entry << run->shift, place, offset);
	}
}

/* The numbers of all threads for value "v" of "block". */
static void judge_line(struct judge *judge, int worker, int64_t block, int64_t v) {
	const struct plan *plan = judge->plan;
	const struct kind *kind = plan->kind;
	int64_t of_value[PROBLEM_RANK_MAX];
	int64_t of_block[PROBLEM_RANK_MAX];
	for (int i = 0; i < plan->rank; i++) {
		of_value[i] = offsets_at(&judge->claim[i].part[1], v);
		of_block[i] = offsets_at(&judge->claim[i].part[2], block);
	}
	for (int64_t t = 0; t < plan->threads && judge->proofs[worker].good; t++) {
		int64_t coordinate[PROBLEM_RANK_MAX] = { 0 };
		for (int i = 0; i < plan->rank; i++) {
			int64_t inner = judge->claim[i].of_thread[t] + of_value[i];
			coordinate[i] = of_block[i] + (plan->indexed ? offsets_at(&judge->claim[i].tile, inner) : inner);
		}
		bool is_element = kind->locate == NULL || kind->locate(plan, &judge->memory, coordinate);
		for (int i = 0; i < plan->rank; i++) {
			is_element = is_element && coordinate[i] < plan->extent[i];
		}
		judge_number(judge, worker, plan_number(plan, t, v, block), coordinate, is_element);
	}
}

static void judge_unit(void *context, int worker, int64_t unit) {
	struct judge *judge = context;
	const struct plan *plan = judge->plan;
	int64_t lines = numbers_of(plan) / plan->threads;
	int64_t each = UNIT / plan->threads;
	for (int64_t line = unit * each; line < (unit + 1) * each && line < lines && judge->proofs[worker].good; line++) {
		judge_line(judge, worker, line / plan->values, line % plan->values);
	}
}

/* Elements without a number; then the sums. */
static void judge_rest(struct judge *judge, struct proof *proof) {
	const struct plan *plan = judge->plan;
	const struct proof_run *run = judge->run;
	int bytes = dtype_info(plan->problem->dtype)->is_float && plan->problem->dtype != DTYPE_F64 ? 4 : 8;
	for (int64_t i = 0; i < judge->elements && proof->good; i++) {
		if (!has_bit(judge->covered, i)) {
			int64_t coordinate[PROBLEM_RANK_MAX] = { 0 };
			char place[PLACE_SIZE];
			for (int64_t m = 0, rest = i; m < plan->rank; rest /= plan->extent[m], m++) {
				coordinate[m] = rest % plan->extent[m];
			}
			put_coordinate(place, sizeof place, plan, coordinate);
			snprintf(proof->text, sizeof proof->text, "element %s belongs to nobody", place);
			proof->good = false;
		}
	}
	for (int64_t i = 0; i < run->reach && proof->good; i++) {
		bool is_there = has_bit(judge->touched, i);
		proof->places += is_there;
		if (run->by_offset && !is_there && judge->entries[i] != PROOF_NONE) {
			snprintf(proof->text, sizeof proof->text, "the result at offset %" PRId64 " was left, where there is none",
				i);
			proof->good = false;
		}
		if (!run->sums || !proof->good) {
			continue;
		}
		uint64_t sum = judge->sums[i] & (bytes == 4 ? UINT32_MAX : UINT64_MAX);
		if (judge->entries[i] != (is_there ? (uint32_t)((sum ^ sum >> 32) & INT32_MAX) : PROOF_NONE)) {
			snprintf(proof->text, sizeof proof->text,
				"the result at offset %" PRId64 " is not made of the elements that the algebra says, each once", i);
			proof->good = false;
		}
	}
}

/* What the run itself found. */
static bool judge_counts(struct judge *judge, const struct proof_counts *counts, struct proof *proof) {
	char owner[128];
	if (counts->outside > 0) {
		snprintf(proof->text, sizeof proof->text, "an access at offset %lld is outside the tensor or not aligned",
			(long long)counts->offset);
	} else if (counts->clashes > 0 && judge->run->by_offset) {
		snprintf(proof->text, sizeof proof->text, "the result at offset %llu was written twice", counts->entry);
	} else if (counts->clashes > 0) {
		put_owner(owner, sizeof owner, judge->plan, (int64_t)counts->entry);
		snprintf(proof->text, sizeof proof->text, "%s touched an element twice", owner);
	}
	proof->good = counts->outside == 0 && counts->clashes == 0;
	return proof->good;
}

static struct judge *judge_new(struct algebra *al, const struct plan *plan, const struct proof_run *run) {
	struct judge *judge = arena_alloc(al->arena, sizeof *judge);
	judge->plan = plan;
	judge->run = run;
	judge->strict = !plan->kind->reads_more || !run->on_device;
	judge->memory = plan_memory(al, plan, is_result(plan, run->tensor) ? 0 : run->tensor);
	judge->result = result_memory(al, plan);
	judge->elements = 1;
	for (int i = 0; i < plan->rank; i++) {
		judge->claim[i] = claim_of(al, plan, i);
		judge->elements *= plan->extent[i];
	}
	judge->covered = bits_new(al, judge->elements);
	judge->touched = bits_new(al, run->reach);
	if (run->sums) {
		judge->sums = arena_array(al->arena, (size_t)run->reach, sizeof *judge->sums);
	}
	return judge;
}

struct proof proof_compare(struct algebra *al, const struct plan *plan, const struct proof_run *run,
		const uint32_t *entries, const struct proof_counts *counts) {
	struct judge *judge = judge_new(al, plan, run);
	struct proof proof = { .good = true };
	judge->entries = entries;
	proof.elements = is_result(plan, run->tensor) ? plan->kept : judge->elements;
	if (algebra_failed(al)) {
		return (struct proof){ .good = false };
	}
	if (!judge_counts(judge, counts, &proof)) {
		return proof;
	}
	int64_t each = UNIT / plan->threads;
	int64_t units = (numbers_of(plan) / plan->threads + each - 1) / each;
	int workers = parallel_workers(units);
	for (int i = 0; i < workers; i++) {
		judge->proofs[i] = proof;
	}
	parallel_run(workers, units, judge_unit, judge);
	int64_t first = INT64_MAX;
	for (int i = 0; i < workers; i++) {
		if (!judge->proofs[i].good && judge->first_wrong[i] < first) {
			first = judge->first_wrong[i];
			proof = judge->proofs[i];
		}
	}
	judge_rest(judge, &proof);
	return proof;
}

void proof_run_on_host(struct algebra *al, const struct plan *plan, const struct proof_run *run, uint32_t *entries,
		struct proof_counts *counts) {
	*counts = (struct proof_counts){ 0 };
	struct visitor visitor = { .plan = plan, .entries = entries, .count = run->count, .reach = run->reach,
		.shift = run->shift, .counts = counts };
	plan->kind->visit(al, plan, run->tensor, &visitor);
}
