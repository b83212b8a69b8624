/*
 * Times the filling of memory with all offsets of a layout, on one core. Exit: 0 target met, 1 missed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "algebra/offsets.h"
#include "lang/eval.h"

enum { TARGET_MILLIONS = 300, ROUNDS = 5 };

static const char *const layouts[] = {
	"16777216:1",
	"(4096,4096):(4096,1)",
	"((32,4),(8,4),4096):((128,4),(16,1),4096)",
	"(3,5,7,11,13,17,19):(1,3,15,105,1155,15015,255255)",
	"(2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2)",
	"(1025,16384):(16384,1)",
	"Sw<3,4,3> o 0 o (4096,4096):(4096,1)",
	"Sw<3,3,3> o 0 o (8,8,512,512):(1,64,8,4096)",
};

static double now_seconds(void) {
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* Millions of offsets a second in the best of several rounds; the first round, which touches the memory, counts too. */
static double measure(struct arena *arena, const char *text) {
	struct evaluation ev;
	struct source source = { "<bench>", str_from(text), 1 };
	evaluation_init(&ev, arena, false);
	if (!evaluation_run(&ev, &source)) {
		fprintf(stderr, "bench: %s: %s\n", text, ev.error.fault.text);
		exit(2);
	}
	struct offsets offsets = offsets_init_map(&ev.algebra, value_as_map(&ev.algebra, &ev.results[0]));
	int64_t *out = arena_array(arena, (size_t)offsets.size, sizeof *out);
	double best = 1e9;
	for (int round = 0; round < ROUNDS; round++) {
		double start = now_seconds();
		offsets_fill(&offsets, 0, offsets.size, out);
		double seconds = now_seconds() - start;
		best = seconds < best ? seconds : best;
	}
	return (double)offsets.size / best / 1e6;
}

int main(void) {
	struct arena arena;
	bool met = true;
	for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
		arena_init(&arena, NULL, NULL);
		double millions = measure(&arena, layouts[i]);
		printf("  offsets of %s: %.0f million a second\n", layouts[i], millions);
		met = met && millions >= TARGET_MILLIONS;
		arena_finish(&arena);
	}
	printf("  target: at least %d million a second: %s\n", TARGET_MILLIONS, met ? "met" : "MISSED");
	return met ? 0 : 1;
}
