#include "gpu/claim.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "gpu/kinds/kind.h"

/* Room for a coordinate in words. */
enum { PLACE_SIZE = 32 + 21 * PROBLEM_RANK_MAX };

bool claims_is_result(const struct plan *plan, int tensor) {
	return plan->problem->reduce != REDUCE_NONE && tensor == plan->inputs;
}

int64_t claims_numbers(const struct plan *plan) {
	int64_t count = 1;
	for (int i = 0; i < plan->rank; i++) {
		count *= plan->padded[i];
	}
	return count;
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

/* The memory of a tensor, no result of a reduction, over the modes of the problem. */
static struct memory given_memory(struct algebra *al, const struct problem *problem, int tensor) {
	struct memory memory = { .rank = problem->rank };
	for (int i = 0; i < memory.rank; i++) {
		memory.mode[i] = offsets_init(al, layout_mode(problem_memory(problem, tensor), i));
	}
	return memory;
}

struct claims claims_of(struct algebra *al, const struct plan *plan, const struct proof_run *run) {
	struct claims claims = { .plan = plan, .run = run, .elements = 1 };
	claims.strict = !plan->kind->reads_more || !run->on_device;
	claims.memory = plan_memory(al, plan, claims_is_result(plan, run->tensor) ? 0 : run->tensor);
	claims.result = result_memory(al, plan);
	if (!claims_is_result(plan, run->tensor)) {
		claims.given = given_memory(al, plan->problem, run->tensor);
	}
	if (reduce_is_arg(plan->problem->reduce)) {
		claims.index = offsets_init(al, plan->index);
	}
	for (int i = 0; i < plan->rank; i++) {
		claims.mode[i] = claim_of(al, plan, i);
		claims.elements *= plan->extent[i];
	}
	return claims;
}

bool claims_locate(const struct claims *claims, int64_t *coordinate) {
	const struct plan *plan = claims->plan;
	const struct kind *kind = plan->kind;
	bool is_element = kind->locate == NULL || kind->locate(plan, &claims->memory, coordinate);
	for (int i = 0; i < plan->rank; i++) {
		is_element = is_element && coordinate[i] < plan->extent[i];
	}
	return is_element;
}

bool claims_element(const struct claims *claims, int64_t number, int64_t *coordinate) {
	const struct plan *plan = claims->plan;
	int64_t t = number % plan->threads;
	int64_t v = number / plan->threads % plan->values;
	int64_t block = number / plan->threads / plan->values;
	for (int i = 0; i < plan->rank; i++) {
		const struct claim *claim = &claims->mode[i];
		int64_t inner = offsets_at(&claim->part[0], t) + offsets_at(&claim->part[1], v);
		inner = plan->indexed ? offsets_at(&claim->tile, inner) : inner;
		coordinate[i] = offsets_at(&claim->part[2], block) + inner;
	}
	return claims_locate(claims, coordinate);
}

int64_t claims_offset(const struct claims *claims, const int64_t *coordinate) {
	const struct plan *plan = claims->plan;
	bool of_result = claims_is_result(plan, claims->run->tensor);
	int64_t offset = problem_start(plan->problem, claims->run->tensor);
	for (int i = 0, kept = 0; i < plan->rank; i++) {
		if (!of_result) {
			offset += offsets_at(&claims->memory.mode[i], coordinate[i]);
		} else if (i != plan->reduced_mode) {
			offset += offsets_at(&claims->result.mode[kept++], coordinate[i]);
		}
	}
	return offset;
}

int64_t claims_index(const struct claims *claims, const int64_t *coordinate) {
	const struct plan *plan = claims->plan;
	return reduce_is_arg(plan->problem->reduce) ? offsets_at(&claims->index, coordinate[plan->reduced_mode]) : 0;
}

uint32_t claims_record(const struct claims *claims, int64_t number, int64_t offset) {
	const struct proof_run *run = claims->run;
	int64_t recorded = run->by_offset ? number : offset;
	return (uint32_t)(recorded >> run->shift & (((int64_t)1 << run->bits) - 1));
}

/* --- in words --- */

static void put_owner(char *text, size_t size, const struct plan *plan, int64_t number) {
	snprintf(text, size, "thread %" PRId64 ", value %" PRId64 " of block %" PRId64, number % plan->threads,
		number / plan->threads % plan->values, number / plan->threads / plan->values);
}

/* The coordinate in "rank" modes; "size" is PLACE_SIZE. */
static void put_modes(char *text, size_t size, const int64_t *coordinate, int rank) {
	size_t length = 0;
	for (int i = 0; i < rank; i++) {
		const char *before = i > 0 ? "," : rank > 1 ? "(" : "";
		length += (size_t)snprintf(text + length, size - length, "%s%" PRId64, before, coordinate[i]);
	}
	if (rank > 1) {
		snprintf(text + length, size - length, ")");
	}
}

/* The coordinate in the modes of the view, also where they are one index; "size" is PLACE_SIZE. */
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
	put_modes(text, size, flat, rank);
}

/*
 * The coordinate of the first element at "offset" in the modes of the problem: the view may have others. Returns false
 * if none is there.
 */
static bool find_given(const struct claims *claims, int64_t offset, int64_t *coordinate) {
	const struct problem *problem = claims->plan->problem;
	for (int64_t element = 0; element < claims->elements; element++) {
		int64_t rest = element;
		int64_t at = problem_start(problem, claims->run->tensor);
		for (int i = 0; i < claims->given.rank; i++) {
			coordinate[i] = rest % problem->shape[i];
			rest /= problem->shape[i];
			at += offsets_at(&claims->given.mode[i], coordinate[i]);
		}
		if (at == offset) {
			return true;
		}
	}
	return false;
}

__attribute__((format(printf, 2, 3)))
static void set_wrong(struct proof *proof, const char *format, ...) {
	va_list args;
	va_start(args, format);
	vsnprintf(proof->text, sizeof proof->text, format, args);
	va_end(args);
	proof->good = false;
}

void claims_put_mistake(struct proof *proof, const struct claims *claims, enum mistake mistake, int64_t number,
		uint32_t entry) {
	const struct proof_run *run = claims->run;
	int64_t coordinate[PROBLEM_RANK_MAX] = { 0 };
	char owner[128];
	char place[PLACE_SIZE];
	put_owner(owner, sizeof owner, claims->plan, number);
	if (!claims_element(claims, number, coordinate)) {
		set_wrong(proof, "%s touched an element, but stands for none", owner);
		return;
	}
	int64_t offset = claims_offset(claims, coordinate);
	put_coordinate(place, sizeof place, claims->plan, coordinate);
	if (mistake == MISTAKE_SHARED && find_given(claims, offset, coordinate)) {
		put_modes(place, sizeof place, coordinate, claims->given.rank);
	}
	if (mistake == MISTAKE_SECOND) {
		set_wrong(proof, "element %s belongs to %s and to another", place, owner);
	} else if (mistake == MISTAKE_SHARED) {
		set_wrong(proof, "element %s and another are both at offset %" PRId64, place, offset);
	} else if (run->by_offset && entry != PROOF_NONE) {
		set_wrong(proof, "element %s at offset %" PRId64 " was left by another, not by %s", place, offset, owner);
	} else if (entry == PROOF_NONE) {
		set_wrong(proof, "element %s at offset %" PRId64 " was not touched by %s", place, offset, owner);
	} else {
		set_wrong(proof, "%s touched offset %" PRId64 ", not element %s at offset %" PRId64, owner,
			(offset & ~((((int64_t)1 << run->bits) - 1) << run->shift)) | (int64_t)entry << run->shift, place, offset);
	}
}

void claims_put_uncovered(struct proof *proof, const struct claims *claims, int64_t element) {
	const struct plan *plan = claims->plan;
	int64_t coordinate[PROBLEM_RANK_MAX] = { 0 };
	char place[PLACE_SIZE];
	for (int m = 0; m < plan->rank; m++) {
		coordinate[m] = element % plan->extent[m];
		element /= plan->extent[m];
	}
	put_coordinate(place, sizeof place, plan, coordinate);
	set_wrong(proof, "element %s belongs to nobody", place);
}

void claims_put_left(struct proof *proof, int64_t offset) {
	set_wrong(proof, "the result at offset %" PRId64 " was left, where there is none", offset);
}

void claims_put_sum(struct proof *proof, int64_t offset) {
	set_wrong(proof,
		"the result at offset %" PRId64 " is not made of the elements that the algebra says, each once", offset);
}

bool claims_judge_counts(const struct claims *claims, const struct proof_counts *counts, struct proof *proof) {
	char owner[128];
	if (counts->outside > 0) {
		set_wrong(proof, "an access at offset %" PRId64 " is outside the tensor or not aligned",
			(int64_t)counts->offset);
	} else if (counts->clashes > 0 && claims->run->by_offset) {
		set_wrong(proof, "the result at offset %llu was written twice", counts->entry);
	} else if (counts->clashes > 0) {
		put_owner(owner, sizeof owner, claims->plan, (int64_t)counts->entry);
		set_wrong(proof, "%s touched an element twice", owner);
	}
	return proof->good;
}
