/*
 * The model of shared memory, algebra/banks.h, against a multiprocessor's clock: patterns that were measured before,
 * those of which Triton's compiler has a count of its own, and random ones. Needs a GPU; prints "N passed, N failed".
 *
 *     device_banks [PATTERNS]           of each kind and width that are drawn (600)
 *     device_banks PATTERNS table       print the lines of src/tool/banks.tsv, but for the driver
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "gpu/wavefronts.h"
#include "unit/banks_measured.h"
#include "unit/banks_triton.h"

enum { PATTERNS_MAX = 4096, TRITON = (int)(sizeof banks_triton / sizeof *banks_triton),
	MEASURED = (int)(sizeof measured / sizeof *measured), SPAN = 16 << 10, NOT_COUNTED = -1 };

/* Patterns of one kind and width. */
struct patterns {
	enum shared_kind kind;
	int bytes;
	int count;
	int64_t addresses[PATTERNS_MAX][BANK_LANES];
	int triton[PATTERNS_MAX];      /* words in a bank as Triton counts them, or NOT_COUNTED */
};

static const char *const kind_names[] = { [SHARED_LOAD] = "load", [SHARED_STORE] = "store",
	[SHARED_LDMATRIX] = "ldmatrix", [SHARED_STMATRIX] = "stmatrix" };

static uint64_t draw(uint64_t *state, uint64_t choices) {
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return (*state >> 20) % choices;
}

/* Lane l has the xor of "bases" of the bits of l. */
static void set_linear(int64_t *addresses, const int64_t bases[5]) {
	for (int lane = 0; lane < BANK_LANES; lane++) {
		addresses[lane] = 0;
		for (int bit = 0; bit < 5; bit++) {
			addresses[lane] ^= (lane >> bit & 1) != 0 ? bases[bit] : 0;
		}
	}
}

/* Strides with a row of lanes, bases of bits, any addresses, and with that lanes that share or take no part. */
static void draw_pattern(uint64_t *state, bool is_matrices, int unit, int64_t *addresses) {
	uint64_t places = SPAN / (uint64_t)unit;
	uint64_t form = draw(state, 4);
	int64_t stride = (int64_t)draw(state, 40) * unit;
	int64_t pitch = (int64_t)draw(state, places / BANK_LANES - 40) * unit;
	int row = 1 << draw(state, 6);
	int64_t bases[5];
	for (int bit = 0; bit < 5; bit++) {
		bases[bit] = (int64_t)(draw(state, 3) == 0 ? (uint64_t)1 << draw(state, 9) : draw(state, places)) * unit % SPAN;
	}
	set_linear(addresses, bases);
	for (int lane = 0; lane < BANK_LANES && form != 0; lane++) {
		int64_t strided = lane % row * stride + lane / row * pitch;
		int64_t any = (int64_t)draw(state, form == 2 ? places : 64) * unit;
		addresses[lane] = form == 1 ? strided % SPAN : any;
	}
	for (int lane = 0; lane < BANK_LANES && form == 3; lane++) {
		uint64_t choice = draw(state, 4);
		addresses[lane] = choice == 0 ? addresses[lane / 2 * 2] : addresses[lane];
		addresses[lane] = choice == 1 && !is_matrices ? BANK_INACTIVE : addresses[lane];
	}
}

/* Rows of the tables that are of this kind and width, then as many that are drawn. */
static void fill(struct patterns *patterns, int drawn) {
	bool is_matrices = patterns->kind == SHARED_LDMATRIX || patterns->kind == SHARED_STMATRIX;
	enum measured_kind accesses = patterns->kind == SHARED_LOAD ? MEASURED_LOAD : MEASURED_STORE;
	enum measured_kind kind = is_matrices ? MEASURED_MATRIX : accesses;
	uint64_t state = 88172645463325252u + (uint64_t)patterns->kind * 1000 + (uint64_t)patterns->bytes;
	patterns->count = 0;
	for (int i = 0; i < TRITON && !is_matrices; i++) {
		if (banks_triton[i].bytes == patterns->bytes) {
			patterns->triton[patterns->count] = banks_triton[i].conflicts + 1;
			set_linear(patterns->addresses[patterns->count++], banks_triton[i].lanes);
		}
	}
	for (int i = 0; i < MEASURED; i++) {
		if (measured[i].kind == kind && measured[i].bytes == patterns->bytes) {
			patterns->triton[patterns->count] = NOT_COUNTED;
			for (int lane = 0; lane < BANK_LANES; lane++) {
				patterns->addresses[patterns->count][lane] = (int64_t)measured[i].words[lane] * BANK_BYTES;
			}
			patterns->count++;
		}
	}
	for (int i = 0; i < drawn && patterns->count < PATTERNS_MAX; i++) {
		patterns->triton[patterns->count] = NOT_COUNTED;
		draw_pattern(&state, is_matrices, is_matrices ? MATRIX_ROW_BYTES : patterns->bytes,
			patterns->addresses[patterns->count++]);
	}
}

/* Say what is known of a pattern that someone does not count as it was measured. */
static void print_pattern(const struct patterns *patterns, int i, int predicted, int phases, double cycles) {
	printf("  %s of %d: model %d, device %.2f", kind_names[patterns->kind], patterns->bytes, predicted, cycles);
	if (patterns->triton[i] != NOT_COUNTED) {
		printf(", Triton %d", patterns->triton[i] * phases);
	}
	printf(":");
	for (int lane = 0; lane < BANK_LANES; lane++) {
		if (patterns->addresses[i][lane] == BANK_INACTIVE) {
			printf(" -");
		} else {
			printf(" %" PRId64, patterns->addresses[i][lane]);
		}
	}
	printf("\n");
}

/* What all patterns of a kind and width came to. */
struct tally {
	int passed, failed;
	int triton, triton_right, model_right;   /* counted by Triton as well */
	double worst;                            /* distance from a whole number */
	bool as_table;
};

static void judge(const struct patterns *patterns, const struct wavefront_question *question, struct tally *tally,
	bool says_which) {
	for (int i = 0; i < patterns->count; i++) {
		struct wavefronts wavefronts = wavefronts_predict(question, i);
		double cycles = question->groups[i].cycles;
		double distance = fabs(cycles - round(cycles));
		bool good = wavefronts_agree(cycles, wavefronts.actual);
		tally->worst = good && distance > tally->worst ? distance : tally->worst;
		tally->passed += good;
		tally->failed += !good;
		bool triton_right = true;
		if (patterns->triton[i] != NOT_COUNTED) {
			triton_right = wavefronts_agree(cycles, patterns->triton[i] * wavefronts.phases);
			tally->triton++;
			tally->triton_right += triton_right;
			tally->model_right += good;
		}
		if (says_which && (!triton_right || (!good && tally->failed <= 10))) {
			print_pattern(patterns, i, wavefronts.actual, wavefronts.phases, cycles);
		}
	}
}

/* A line of the table of what was measured. */
static void print_line(const struct device *device, const struct patterns *patterns, const struct tally *tally) {
	char date[16];
	time_t now = time(NULL);
	strftime(date, sizeof date, "%Y-%m-%d", localtime(&now));
	printf("%s\t%d\t%d\t%d\t%s\t%s\n", kind_names[patterns->kind], patterns->bytes, patterns->count, tally->passed,
		device_facts(device)->name, date);
}

static void print_tally(const struct patterns *patterns, const struct tally *tally, double clock_hz) {
	printf("%-8s %2d: %d patterns, %d as the model says, at most %.3f beside; %.0f MHz", kind_names[patterns->kind],
		patterns->bytes, patterns->count, tally->passed, tally->worst, clock_hz / 1e6);
	printf(tally->triton > 0 ? "; of %d that Triton counts %d as it does, %d as the model\n" : "\n", tally->triton,
		tally->triton_right, tally->model_right);
}

/* Measure all patterns. Returns false after a fault. */
static bool ask(struct device *device, struct patterns *patterns, struct tally *all, struct fault *fault) {
	struct arena arena;
	struct algebra al;
	arena_init(&arena, NULL, NULL);
	algebra_init(&al, &arena);
	struct wavefront_question question = { .kind = patterns->kind, .bytes = patterns->bytes,
		.addresses = &patterns->addresses[0][0], .request_count = patterns->count, .group_count = patterns->count };
	question.groups = arena_array(&arena, (size_t)patterns->count, sizeof *question.groups);
	for (int i = 0; i < patterns->count; i++) {
		question.groups[i] = (struct wavefront_group){ .first = i, .count = 1 };
	}
	bool good = wavefronts_measure(device, &al, &question, fault);
	struct tally tally = { 0 };
	if (good) {
		judge(patterns, &question, &tally, !all->as_table);
	}
	if (good && all->as_table) {
		print_line(device, patterns, &tally);
	} else if (good) {
		print_tally(patterns, &tally, question.clock_hz);
	}
	all->passed += tally.passed;
	all->failed += tally.failed;
	arena_finish(&arena);
	return good;
}

int main(int argc, char **argv) {
	static const struct {
		enum shared_kind kind;
		int bytes;
	} kinds[] = { { SHARED_LOAD, 1 }, { SHARED_LOAD, 2 }, { SHARED_LOAD, 4 }, { SHARED_LOAD, 8 }, { SHARED_LOAD, 16 },
		{ SHARED_STORE, 1 }, { SHARED_STORE, 2 }, { SHARED_STORE, 4 }, { SHARED_STORE, 8 }, { SHARED_STORE, 16 },
		{ SHARED_LDMATRIX, 1 }, { SHARED_LDMATRIX, 2 }, { SHARED_LDMATRIX, 4 }, { SHARED_STMATRIX, 1 },
		{ SHARED_STMATRIX, 2 }, { SHARED_STMATRIX, 4 } };
	static struct patterns patterns;
	struct arena arena;
	struct fault fault;
	struct tally all = { .as_table = argc > 2 };
	int drawn = argc > 1 ? atoi(argv[1]) : 600;
	arena_init(&arena, NULL, NULL);
	fault_clear(&fault);
	struct device *device = device_open(&arena, 0, 30, &fault);
	if (device == NULL) {
		printf("%s\n0 passed, 0 failed, 1 skipped\n", fault.text);
		return 0;
	}
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		patterns.kind = kinds[i].kind;
		patterns.bytes = kinds[i].bytes;
		fill(&patterns, drawn);
		if (patterns.count > 0 && !ask(device, &patterns, &all, &fault)) {
			printf("FAIL: %s\n", fault.text);
			return 1;
		}
	}
	device_close(device);
	arena_finish(&arena);
	if (!all.as_table) {
		printf("%d passed, %d failed\n", all.passed, all.failed);
	}
	return all.failed > 0;
}
