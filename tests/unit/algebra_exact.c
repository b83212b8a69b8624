/*
 * No composition is silently wrong: where CuTe accepts one whose result is not A(B(i)), a note says so. On layouts too
 * large for comparing all coordinates, which must be decided by their structure; here some coordinates are compared,
 * the corners among them, since that is where modes carry into each other. Prints "N passed, N failed".
 *
 *     algebra_exact [COUNT [SEED]]
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/limits.h"
#include "reference.h"
#include "samples.h"

enum {
	SAMPLES = 100000,
	COORDINATES = 64,        /* compared for each composition */
	SHOWN_FAILURES = 3,
	UNDECIDED_PERCENT = 2,   /* exact compositions that the structure leaves open, at most */
};

struct count {
	int64_t refused;
	int64_t exact;      /* no note */
	int64_t inexact;    /* a note with a coordinate */
	int64_t partial;    /* a note that not all coordinates were checked */
	int64_t silent;     /* no note, but wrong */
	int64_t untrue;     /* a note that is wrong itself */
};

/* Each digit 0, 1, the largest or the one before, or any: a coordinate of "b" where something may carry. */
static int64_t choose_coordinate(struct samples *samples, const struct leaves *b) {
	int64_t i = 0;
	int64_t size = 1;
	for (int k = 0; k < b->count; k++) {
		int64_t extent = b->shape[k];
		int64_t choices[5] = { 0, 1 % extent, extent - 1, extent > 1 ? extent - 2 : 0, sample_below(samples, extent) };
		i += choices[sample_below(samples, 5)] * size;
		size *= extent;
	}
	return i;
}

/* A coordinate where "r" is not A(B(i)), or -1 if none was found. */
static int64_t find_difference(struct samples *samples, struct layout a, struct layout b, struct layout r) {
	struct leaves leaves = { .count = 0 };
	leaves_add(&leaves, b);
	for (int tries = 0; tries < COORDINATES; tries++) {
		int64_t i = choose_coordinate(samples, &leaves);
		if (reference_at(r, i) != reference_at(a, reference_at(b, i))) {
			return i;
		}
	}
	return -1;
}

/* The coordinate that an inexact note names, or -1. */
static int64_t named_coordinate(const struct fault *note) {
	long long i = -1;
	return sscanf(note->text, "CuTe's answer is not A(B(i)): at i = %lld", &i) == 1 ? i : -1;
}

static bool all_small_coordinates_agree(struct layout a, struct layout b, struct layout r, int64_t count) {
	for (int64_t i = 0; i < count; i += 1 + count / COORDINATES) {
		if (reference_at(r, i) != reference_at(a, reference_at(b, i))) {
			return false;
		}
	}
	return true;
}

/* Whether the reason that a note about a layout behind "a" gives is true: the mode of "a", and what does not divide. */
static bool reason_is_true(struct algebra *al, const char *text, struct layout a) {
	const char *step = strstr(text, "neither of stride ");
	const char *carry = strstr(text, "carry into each other inside the extent ");
	int64_t stride = 0;
	int64_t extent = 0;
	int mode = 0;
	struct layout flat = layout_flatten(al, layout_coalesce(al, a));
	if (step != NULL && sscanf(step, "neither of stride %" SCNd64 " and the extent %" SCNd64 " of mode %d", &stride,
			&extent, &mode) == 3) {
		return stride % extent != 0 && extent % stride != 0 && layout_mode(flat, mode).shape.value == extent;
	}
	if (carry != NULL && sscanf(carry, "carry into each other inside the extent %" SCNd64 " of mode %d", &extent,
			&mode) == 2) {
		return layout_mode(flat, mode).shape.value == extent;
	}
	return strstr(text, "the numbers are too large to decide it otherwise") != NULL || (step == NULL && carry == NULL);
}

/* Whether the note about "r" = "a" o "b" is true as far as the coordinates compared tell. */
static bool note_is_true(const struct fault *note, struct layout a, struct layout b, struct layout r) {
	if (note->code == FAULT_LIMIT) {
		return reference_size(b.shape) > LIMIT_CHECKED_POINTS
			&& all_small_coordinates_agree(a, b, r, LIMIT_CHECKED_POINTS);
	}
	int64_t i = named_coordinate(note);
	return i >= 0 && reference_at(r, i) != reference_at(a, reference_at(b, i))
		&& all_small_coordinates_agree(a, b, r, i < LIMIT_CHECKED_POINTS ? i : LIMIT_CHECKED_POINTS);
}

static void print_leaves(struct layout a) {
	struct leaves leaves = { .count = 0 };
	leaves_add(&leaves, a);
	for (int k = 0; k < leaves.count; k++) {
		printf("%s%" PRId64 ":%" PRId64, k > 0 ? ", " : " (", leaves.shape[k], leaves.stride[k]);
	}
	printf(")");
}

static void show(const char *trouble, struct layout a, struct layout b, const struct fault *note, int64_t i) {
	printf("%s: modes", trouble);
	print_leaves(a);
	printf(" after modes");
	print_leaves(b);
	printf(" at %" PRId64 ", note: %s\n", i, note->text);
}

static void try_one(struct algebra *al, struct samples *samples, struct count *count) {
	struct layout a = sample_layout_large(samples, al);
	struct layout b = sample_layout_large_into(samples, al, a);
	struct layout r = layout_composition(al, a, b);
	if (algebra_failed(al)) {
		count->refused++;
		return;
	}
	int64_t i = find_difference(samples, a, b, r);
	if (al->note.code == FAULT_NONE) {
		count->exact++;
		if (i >= 0 && count->silent++ < SHOWN_FAILURES) {
			show("silently wrong", a, b, &al->note, i);
		}
		return;
	}
	*(al->note.code == FAULT_LIMIT ? &count->partial : &count->inexact) += 1;
	bool is_true = note_is_true(&al->note, a, b, r) && reason_is_true(al, al->note.text, a);
	if (!is_true && count->untrue++ < SHOWN_FAILURES) {
		show("an untrue note", a, b, &al->note, i);
	}
}

static int report(const char *name, bool holds) {
	printf("%s: %s\n", holds ? "ok" : "FAILED", name);
	return holds ? 0 : 1;
}

int main(int argc, char **argv) {
	int64_t samples_count = argc > 1 ? strtoll(argv[1], NULL, 10) : SAMPLES / SAMPLES_SLOWNESS;
	struct arena arena;
	struct algebra al;
	struct samples samples;
	struct count count = { .refused = 0 };
	arena_init(&arena, NULL, NULL);
	samples_init(&samples, argc > 2 ? strtoull(argv[2], NULL, 10) : 20260102);
	for (int64_t i = 0; i < samples_count; i++) {
		arena_reset(&arena);
		algebra_init(&al, &arena);
		try_one(&al, &samples, &count);
	}
	arena_finish(&arena);
	printf("%" PRId64 " refused, %" PRId64 " exact, %" PRId64 " inexact, %" PRId64 " checked in part\n", count.refused,
		count.exact, count.inexact, count.partial);
	int failed = report("no composition is silently wrong", count.silent == 0 && count.exact > 0);
	failed += report("notes are true", count.untrue == 0 && count.inexact > 0);
	failed += report("large compositions are decided by their structure",
		count.partial * 100 <= (count.partial + count.exact) * UNDECIDED_PERCENT);
	printf("%d passed, %d failed\n", 3 - failed, failed);
	return failed != 0;
}
