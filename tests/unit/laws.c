/*
 * The laws of the algebra against brute force: on random layouts from a fixed seed, and on all small layouts. Prints
 * one line for each law, the first samples that break one, and "N passed, N failed".
 *
 *     laws [COUNT [SEED]]
 */
#include "laws.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum {
	RANDOM_SAMPLES = 100000,
	RANDOM_SIZE_BITS = 10,   /* elements of the left layout: at most 1024 */
	RANDOM_TILER_BITS = 6,   /* of the right one: at most 64 */
	SMALL_EXTENTS = 4,
	SMALL_STRIDES = 9,
	SHOWN_FAILURES = 3,
};

struct count {
	const struct law *law;
	int64_t held;
	int64_t broken;
	int64_t not_applicable;
};

enum { LAWS_MAX = 64 };

struct tally {
	const char *pass;
	struct count counts[LAWS_MAX];
	int law_count;
};

void law_computed(struct trial *trial, const char *operation, enum right_operand right, struct layout result) {
	trial->operation = operation;
	trial->right = right;
	trial->result = result;
}

enum verdict law_verdict(struct trial *trial, bool holds, const char *format, ...) {
	if (holds) {
		return LAW_HOLDS;
	}
	va_list args;
	va_start(args, format);
	vsnprintf(trial->why, sizeof trial->why, format, args);
	va_end(args);
	return LAW_IS_BROKEN;
}

static void print_tuple(struct tuple t) {
	if (!tuple_is_tuple(t)) {
		printf("%" PRId64, t.value);
		return;
	}
	printf("(");
	for (int i = 0; i < t.rank; i++) {
		printf("%s", i > 0 ? "," : "");
		print_tuple(t.modes[i]);
	}
	printf(")");
}

static void print_layout(struct layout a) {
	print_tuple(a.shape);
	printf(":");
	print_tuple(a.stride);
}

static void print_tiler(const struct tiler *tiler) {
	switch (tiler->kind) {
	case TILER_LAYOUT:
		print_layout(tiler->layout);
		break;
	case TILER_INT:
		print_tuple(tiler->layout.shape);
		break;
	case TILER_UNDERSCORE:
		printf("_");
		break;
	case TILER_MODES:
		printf("(");
		for (int i = 0; i < tiler->rank; i++) {
			printf("%s", i > 0 ? "," : "");
			print_tiler(&tiler->modes[i]);
		}
		printf(")");
		break;
	}
}

/* Print what the law that "trial" broke computed, as an expression, and the trouble. */
static void print_failure(const struct trial *trial) {
	printf("  %s(", trial->operation);
	print_layout(trial->a);
	if (trial->right == RIGHT_LAYOUT) {
		printf(",");
		print_layout(trial->b);
	} else if (trial->right == RIGHT_TILER) {
		printf(",");
		print_tiler(&trial->tiler);
	}
	printf(") -> ");
	print_layout(trial->result);
	printf(": %s\n", trial->why);
}

/* A tally of the laws of kinds "first" to "last". */
static void tally_init(struct tally *tally, const char *pass, enum law_kind first, enum law_kind last) {
	const struct law *const lists[] = { layout_laws, algebra_laws, tiling_laws };
	*tally = (struct tally){ .pass = pass };
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
		for (const struct law *law = lists[i]; law->name != NULL; law++) {
			if (law->kind >= first && law->kind <= last) {
				tally->counts[tally->law_count++] = (struct count){ .law = law };
			}
		}
	}
}

/* Try all laws of "tally" on "sample". */
static void try_laws(struct tally *tally, const struct trial *sample) {
	for (int i = 0; i < tally->law_count; i++) {
		struct count *count = &tally->counts[i];
		struct trial copy = *sample;
		struct trial *trial = &copy;
		algebra_init(&trial->al, trial->arena);
		law_computed(trial, count->law->name, RIGHT_NONE, layout_one());
		switch (count->law->try(trial)) {
		case LAW_HOLDS:
			count->held++;
			break;
		case LAW_IS_BROKEN:
			if (count->broken++ < SHOWN_FAILURES) {
				printf("%s, %s:\n", tally->pass, count->law->name);
				print_failure(trial);
			}
			break;
		case LAW_DOES_NOT_APPLY:
			count->not_applicable++;
			break;
		}
	}
}

/* Random layouts with a random right layout and tiler each. */
static void try_random(struct tally *tally, struct trial *trial, int64_t count) {
	for (int64_t i = 0; i < count; i++) {
		arena_reset(trial->arena);
		algebra_init(&trial->al, trial->arena);
		int64_t size = INT64_C(1) << sample_between(trial->samples, 0, RANDOM_SIZE_BITS);
		int64_t tiler_size = INT64_C(1) << sample_between(trial->samples, 0, RANDOM_TILER_BITS);
		trial->a = sample_layout(trial->samples, &trial->al, size);
		trial->b = sample_layout_into(trial->samples, &trial->al, trial->a, tiler_size);
		trial->tiler = sample_tiler(trial->samples, &trial->al, trial->a, 16);
		try_laws(tally, trial);
	}
}

/* All small layouts of 1 to 3 modes by themselves. */
static void try_small(struct tally *tally, struct trial *trial) {
	for (int rank = 1; rank <= 3; rank++) {
		int64_t count = small_layout_count(rank, SMALL_EXTENTS, SMALL_STRIDES);
		for (int64_t number = 0; number < count; number += rank == 3 ? SAMPLES_SLOWNESS : 1) {
			arena_reset(trial->arena);
			algebra_init(&trial->al, trial->arena);
			trial->a = small_layout(&trial->al, rank, SMALL_EXTENTS, SMALL_STRIDES, number);
			try_laws(tally, trial);
		}
	}
}

/* All small layouts of "rank" modes with all of "other_rank", the second ones a layout or a tiler. */
static void try_small_pairs(struct tally *tally, struct trial *trial, int rank, int other_rank, int64_t strides) {
	int64_t count = small_layout_count(rank, SMALL_EXTENTS, strides);
	int64_t other_count = small_layout_count(other_rank, SMALL_EXTENTS, strides);
	for (int64_t number = 0; number < count; number += SAMPLES_SLOWNESS) {
		for (int64_t other = 0; other < other_count; other++) {
			arena_reset(trial->arena);
			algebra_init(&trial->al, trial->arena);
			trial->a = small_layout(&trial->al, rank, SMALL_EXTENTS, strides, number);
			trial->b = small_layout(&trial->al, other_rank, SMALL_EXTENTS, strides, other);
			trial->tiler = (struct tiler){ .kind = TILER_LAYOUT, .layout = trial->b };
			try_laws(tally, trial);
		}
	}
}

/* Print the counts; returns the number of broken laws. A law that never applied counts as broken. */
static int report(const struct tally *tally) {
	int broken = 0;
	printf("%s:\n", tally->pass);
	for (int i = 0; i < tally->law_count; i++) {
		const struct count *count = &tally->counts[i];
		bool fails = count->broken > 0 || count->held == 0;
		printf("  %-6s %8" PRId64 " held, %6" PRId64 " broken, %8" PRId64 " do not apply: %s\n",
			fails ? "FAILED" : "ok", count->held, count->broken, count->not_applicable, count->law->name);
		broken += fails ? 1 : 0;
	}
	return broken;
}

int main(int argc, char **argv) {
	int64_t count = argc > 1 ? strtoll(argv[1], NULL, 10) : RANDOM_SAMPLES / (SAMPLES_SLOWNESS * SAMPLES_SLOWNESS);
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 20260101;
	struct arena arena;
	struct samples samples;
	arena_init(&arena, NULL, NULL);
	samples_init(&samples, seed);
	struct trial trial = { .arena = &arena, .samples = &samples };
	struct tally tallies[3];
	tally_init(&tallies[0], "random layouts", LAW_OF_LAYOUT, LAW_OF_SAMPLES);
	tally_init(&tallies[1], "all small layouts", LAW_OF_LAYOUT, LAW_OF_LAYOUT);
	tally_init(&tallies[2], "all pairs of small layouts", LAW_OF_PAIR, LAW_OF_PAIR);
	try_random(&tallies[0], &trial, count);
	try_small(&tallies[1], &trial);
	try_small_pairs(&tallies[2], &trial, 2, 1, SMALL_STRIDES);
	try_small_pairs(&tallies[2], &trial, 1, 2, SMALL_STRIDES);
	try_small_pairs(&tallies[2], &trial, 2, 2, SMALL_EXTENTS);
	int laws = 0;
	int broken = 0;
	for (size_t i = 0; i < sizeof tallies / sizeof *tallies; i++) {
		laws += tallies[i].law_count;
		broken += report(&tallies[i]);
	}
	arena_finish(&arena);
	printf("%d passed, %d failed\n", laws - broken, broken);
	return broken != 0;
}
