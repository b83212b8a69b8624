#include "gpu/proof.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "algebra/offsets.h"
#include "gpu/kinds/kind.h"
#include "gpu/parallel.h"

enum { CHUNK = 4096 };

int64_t tensor_span(struct algebra *al, const struct plan *plan, int tensor) {
	int64_t span = layout_cosize(al, plan->view[tensor]).value;
	return (span + 31) / 32 * 32 + 32;
}

bool tensor_is_provable(struct algebra *al, const struct plan *plan, int tensor) {
	struct layout view = plan->view[tensor];
	int64_t size = layout_size(al, view).value;
	return layout_size(al, layout_filter_zeros(al, view)).value == size;
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

/* The coordinate in the modes of the view, also where they are one index. */
static void put_coordinate(char *text, size_t size, const struct plan *plan, const int64_t *coordinate) {
	int64_t flat[PROBLEM_RANK_MAX] = { coordinate[0], coordinate[1], coordinate[2] };
	int rank = plan->rank;
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
	number += plan->rank > 1 ? plan_window_start(plan, &all->memory, coordinate[1], coordinate[2]) : 0;
	int64_t width = plan->overlap > 0 ? plan_strip_width(plan) : plan->extent[0];
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
	struct layout map = plan_is_staged(plan, tensor) ? plan->load_map : plan->map;
	struct memory memory = plan_memory(al, plan, tensor);
	struct scope scope = operation_begin(al);
	struct offsets inverse = offsets_init(al, layout_right_inverse(al, map));
	operation_end(al, scope);
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
		.bytes = plan_owner_bytes(plan), .units_of_line = (plan->extent[0] + UNIT - 1) / UNIT };
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

void proof_run_on_host(struct algebra *al, const struct plan *plan, int tensor, void *owners,
		struct proof_counts *counts) {
	*counts = (struct proof_counts){ 0 };
	struct visitor visitor = {
		.plan = plan, .owners = owners, .bytes = plan_owner_bytes(plan), .span = tensor_span(al, plan, tensor),
		.counts = counts,
	};
	plan->kind->visit(al, plan, tensor, &visitor);
}
