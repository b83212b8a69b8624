#include "gpu/proof.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "gpu/claim.h"
#include "gpu/kinds/kind.h"
#include "gpu/parallel.h"
#include "gpu/tiling.h"

/* Runs that compare sums: each has other weights. */
enum { SUM_RUNS = 3, UNIT = 1 << 16 };

/* --- runs --- */

int64_t tensor_span(struct algebra *al, const struct plan *plan, int tensor) {
	int64_t span = plan_reach(al, plan, tensor);
	return (span + 31) / 32 * 32 + 32;
}

/* Bits of an offset, or of a number, that a run records: an element carries them, also through shared memory. */
static int bits_of(const struct plan *plan, int tensor, bool on_device) {
	int bytes = dtype_bytes(problem_dtype(plan->problem, tensor));
	return on_device && bytes < 4 ? 8 * bytes : PROOF_BITS;
}

int proof_runs(struct algebra *al, const struct plan *plan, int tensor, bool on_device) {
	if (on_device && claims_is_result(plan, tensor)) {
		return SUM_RUNS;
	}
	bool by_offset = on_device && tensor == plan->inputs;
	int64_t last = by_offset ? claims_numbers(plan) - 1 : plan_reach(al, plan, tensor) - 1;
	int bits = bits_of(plan, tensor, on_device);
	int runs = 1;
	while (last >> bits > 0) {
		last >>= bits;
		runs++;
	}
	return runs;
}

struct proof_run proof_run_at(struct algebra *al, const struct plan *plan, int tensor, bool on_device, int i) {
	struct proof_run run = { .tensor = tensor, .on_device = on_device, .seed = (uint32_t)i + 1, .sums = on_device
		&& claims_is_result(plan, tensor) };
	bool reduces = plan->problem->reduce != REDUCE_NONE;
	run.reach = plan_reach(al, plan, tensor);
	if (reduces && tensor < plan->inputs) {
		/* A vector whose last elements are masked reads them all the same. */
		run.reach = (run.reach + plan->vector[tensor] - 1) / plan->vector[tensor] * plan->vector[tensor];
	}
	run.by_offset = on_device && tensor == plan->inputs;
	run.count = run.by_offset ? run.reach : claims_numbers(plan);
	run.bits = bits_of(plan, tensor, on_device);
	run.shift = run.sums ? 0 : i * run.bits;
	return run;
}

/* --- the comparison --- */

/* The comparison of one run. The bits are shared by the workers. */
struct judge {
	const struct plan *plan;
	const struct proof_run *run;
	const uint32_t *entries;
	struct claims claims;
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

/*
 * What number "number" adds to its sum; the same as weight() of device/proof.cuh. In an arg-reduction it counts once,
 * and twice more for each unit of its index.
 */
static uint64_t weight_of(int64_t number, uint32_t seed) {
	uint64_t h = (uint64_t)number * 0x9e3779b97f4a7c15u + seed * 0xd1b54a32d192ed03u;
	h = (h ^ h >> 30) * 0xbf58476d1ce4e5b9u;
	h = (h ^ h >> 27) * 0x94d049bb133111ebu;
	return h ^ h >> 31;
}

/* What is recorded under "number" for padding, or for the element at "coordinate". */
static void judge_number(struct judge *judge, int worker, int64_t number, const int64_t *coordinate, bool is_element) {
	const struct plan *plan = judge->plan;
	const struct proof_run *run = judge->run;
	const struct claims *claims = &judge->claims;
	uint32_t entry = run->by_offset ? PROOF_NONE : judge->entries[number];
	enum mistake mistake = claims->strict && entry != PROOF_NONE ? MISTAKE_STRAY : MISTAKE_NONE;
	if (is_element) {
		int64_t index = 0;
		for (int i = plan->rank - 1; i >= 0; i--) {
			index = index * plan->extent[i] + coordinate[i];
		}
		int64_t offset = claims_offset(claims, coordinate);
		bool is_second = set_bit(judge->covered, index);
		bool is_shared = set_bit(judge->touched, offset) && run->tensor == plan->inputs
			&& !claims_is_result(plan, run->tensor);
		if (run->sums) {
			uint64_t weight = weight_of(number, run->seed) * (2 * (uint64_t)claims_index(claims, coordinate) + 1);
			atomic_fetch_add_explicit(&judge->sums[offset], weight, memory_order_relaxed);
		}
		entry = run->by_offset ? judge->entries[offset] : entry;
		bool is_other = !run->sums && entry != claims_record(claims, number, offset);
		mistake = is_second ? MISTAKE_SECOND : is_shared ? MISTAKE_SHARED : is_other ? MISTAKE_ENTRY : MISTAKE_NONE;
	}
	if (mistake != MISTAKE_NONE) {
		claims_put_mistake(&judge->proofs[worker], claims, mistake, number, entry);
		judge->first_wrong[worker] = number;
	}
}

/* The numbers of all threads for value "v" of "block". */
static void judge_line(struct judge *judge, int worker, int64_t block, int64_t v) {
	const struct plan *plan = judge->plan;
	const struct claim *claim = judge->claims.mode;
	int64_t of_value[PROBLEM_RANK_MAX];
	int64_t of_block[PROBLEM_RANK_MAX];
	for (int i = 0; i < plan->rank; i++) {
		of_value[i] = offsets_at(&claim[i].part[1], v);
		of_block[i] = offsets_at(&claim[i].part[2], block);
	}
	for (int64_t t = 0; t < plan->threads && judge->proofs[worker].good; t++) {
		int64_t coordinate[PROBLEM_RANK_MAX] = { 0 };
		for (int i = 0; i < plan->rank; i++) {
			int64_t inner = claim[i].of_thread[t] + of_value[i];
			coordinate[i] = of_block[i] + (plan->indexed ? offsets_at(&claim[i].tile, inner) : inner);
		}
		bool is_element = claims_locate(&judge->claims, coordinate);
		judge_number(judge, worker, plan_number(plan, t, v, block), coordinate, is_element);
	}
}

static void judge_unit(void *context, int worker, int64_t unit) {
	struct judge *judge = context;
	const struct plan *plan = judge->plan;
	int64_t lines = claims_numbers(plan) / plan->threads;
	int64_t each = UNIT / plan->threads;
	for (int64_t line = unit * each; line < (unit + 1) * each && line < lines && judge->proofs[worker].good; line++) {
		judge_line(judge, worker, line / plan->values, line % plan->values);
	}
}

/* Elements without a number; then the sums. */
static void judge_rest(struct judge *judge, struct proof *proof) {
	const struct plan *plan = judge->plan;
	const struct proof_run *run = judge->run;
	int bytes = problem_sum_bytes(plan->problem);
	for (int64_t i = 0; i < judge->claims.elements && proof->good; i++) {
		if (!has_bit(judge->covered, i)) {
			claims_put_uncovered(proof, &judge->claims, i);
		}
	}
	for (int64_t i = 0; i < run->reach && proof->good; i++) {
		bool is_there = has_bit(judge->touched, i);
		proof->places += is_there;
		if (run->by_offset && !is_there && judge->entries[i] != PROOF_NONE) {
			claims_put_left(proof, i);
		}
		if (!run->sums || !proof->good) {
			continue;
		}
		uint64_t sum = judge->sums[i] & (bytes == 4 ? UINT32_MAX : UINT64_MAX);
		if (judge->entries[i] != (is_there ? (uint32_t)((sum ^ sum >> 32) & INT32_MAX) : PROOF_NONE)) {
			claims_put_sum(proof, i);
		}
	}
}

static struct judge *judge_new(struct algebra *al, const struct plan *plan, const struct proof_run *run) {
	struct judge *judge = arena_alloc(al->arena, sizeof *judge);
	judge->plan = plan;
	judge->run = run;
	judge->claims = claims_of(al, plan, run);
	judge->covered = bits_new(al, judge->claims.elements);
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
	proof.elements = claims_is_result(plan, run->tensor) ? plan->kept : judge->claims.elements;
	if (algebra_failed(al)) {
		return (struct proof){ .good = false };
	}
	if (!claims_judge_counts(&judge->claims, counts, &proof)) {
		return proof;
	}
	int64_t each = UNIT / plan->threads;
	int64_t units = (claims_numbers(plan) / plan->threads + each - 1) / each;
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
		.start = problem_start(plan->problem, run->tensor), .shift = run->shift, .counts = counts };
	plan->kind->visit(al, plan, run->tensor, &visitor);
}
