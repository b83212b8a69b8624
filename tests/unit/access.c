/* src/algebra/coverage, access, banks, sectors, compare: facts, measured ones, random layouts against brute force. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algebra/access.h"
#include "algebra/compare.h"
#include "banks_measured.h"
#include "banks_triton.h"
#include "base/limits.h"
#include "lang/eval.h"

struct bench {
	struct arena arena;
	struct evaluation ev;
};

static void bench_init(struct bench *bench) {
	arena_init(&bench->arena, NULL, NULL);
	evaluation_init(&bench->ev, &bench->arena, false);
}

static struct map map_from_text(struct bench *bench, const char *text) {
	struct source source = { "<test>", str_from(text), 1 };
	cr_assert(evaluation_run(&bench->ev, &source), "%s: %s", text, bench->ev.error.fault.text);
	return value_as_map(&bench->ev.algebra, &bench->ev.results[0]);
}

/* --- banks --- */

Test(banks, as_measured_on_a_device) {
	for (size_t i = 0; i < sizeof measured / sizeof *measured; i++) {
		int64_t addresses[BANK_LANES];
		for (int lane = 0; lane < BANK_LANES; lane++) {
			addresses[lane] = (int64_t)measured[i].words[lane] * BANK_BYTES;
		}
		int wavefronts = 0;
		if (measured[i].kind == MEASURED_MATRIX) {
			for (int k = 0; k < measured[i].bytes; k++) {
				wavefronts += banks_matrix(addresses + k * MATRIX_ROWS).actual;
			}
		} else {
			wavefronts = banks_access(addresses, measured[i].bytes, measured[i].kind == MEASURED_LOAD).actual;
		}
		cr_expect_eq(wavefronts, measured[i].wavefronts, "row %zu: %d, measured %d", i, wavefronts,
			measured[i].wavefronts);
	}
}

/*
 * What Triton counts is what the hardware takes, but for accesses below 4 bytes whose lanes differ in the line and
 * within the word at once: there it is what banks_directions() says, and less.
 */
Test(banks, as_triton_counts) {
	int less = 0;
	for (size_t i = 0; i < sizeof banks_triton / sizeof *banks_triton; i++) {
		int64_t addresses[BANK_LANES] = { 0 };
		for (int lane = 1; lane < BANK_LANES; lane++) {
			for (int bit = 0; bit < 5; bit++) {
				addresses[lane] ^= (lane >> bit & 1) != 0 ? banks_triton[i].lanes[bit] : 0;
			}
		}
		int ways = banks_access(addresses, banks_triton[i].bytes, false).ways;
		cr_expect_eq(banks_directions(addresses, banks_triton[i].bytes), banks_triton[i].conflicts + 1, "%zu", i);
		less += ways > banks_triton[i].conflicts + 1 ? 1 : 0;
		cr_expect(ways == banks_triton[i].conflicts + 1 || (ways > banks_triton[i].conflicts
			&& banks_triton[i].bytes < BANK_BYTES), "%zu: %d ways", i, ways);
	}
	cr_expect_gt(less, 0);
}

/* By the definition: the addresses of a phase that differ from the first one by lines alone, counted one by one. */
Test(banks, directions_of_random_addresses) {
	uint64_t state = 88172645463325252u;
	for (int round = 0; round < 2000; round++) {
		int bytes = 1 << round % 5;
		int64_t addresses[BANK_LANES] = { 0 };
		int64_t seen[BANK_LANES];
		int count = 0;
		int phase = bytes <= BANK_BYTES ? BANK_LANES : BANK_LANES * BANK_BYTES / bytes;
		for (int lane = 1; lane < BANK_LANES; lane++) {
			state ^= state << 13;
			state ^= state >> 7;
			state ^= state << 17;
			int low = lane & -lane;
			addresses[lane] = low == lane ? (int64_t)(state >> 40) % 1024 / bytes * bytes
				: addresses[lane - low] ^ addresses[low];
		}
		for (int lane = 0; lane < phase; lane++) {
			bool is_new = addresses[lane] % 128 == 0;
			for (int k = 0; k < count; k++) {
				is_new = is_new && seen[k] != addresses[lane];
			}
			seen[count] = addresses[lane];
			count += is_new ? 1 : 0;
		}
		cr_expect_eq(banks_directions(addresses, bytes), count, "round %d", round);
	}
	int64_t apart[BANK_LANES] = { 0, 4, 8, 16 };
	cr_expect_eq(banks_directions(apart, 4), 0);
}

Test(banks, the_lanes_that_meet_are_named) {
	int64_t addresses[BANK_LANES];
	for (int lane = 0; lane < BANK_LANES; lane++) {
		addresses[lane] = lane % 2 == 0 ? lane * 64 : 4;
	}
	struct wavefronts wavefronts = banks_access(addresses, 4, true);
	cr_assert_eq(wavefronts.actual, 16);
	cr_assert_eq(wavefronts.phases, 1);
	cr_assert_eq(wavefronts.ways, 8 * 2);
	cr_assert_eq(wavefronts.bank, 0);
	cr_assert_eq(wavefronts.lane_count, 16);
	cr_assert_eq(wavefronts.lanes[1], 2);
}

/*
 * Lanes t and t^mask, for either mask of the rule, have equal addresses; those of the other mask have not. The same
 * where one lane of each pair, or of some, takes no part.
 */
Test(banks, wide_loads_pair_by_either_neighbour) {
	for (int number = 0; number < 12; number++) {
		int mask = 1 << number % 3;
		int idle = number / 3;
		int64_t addresses[BANK_LANES];
		for (int lane = 0; lane < BANK_LANES; lane++) {
			bool one_of_pair = idle < 2 ? idle == 1 && (lane & mask) != 0 :
				(lane & mask) == (idle == 2 ? mask : 0) && (lane & 8) != 0;
			addresses[lane] = one_of_pair ? BANK_INACTIVE : 8 * (lane & ~mask);
		}
		struct wavefronts loaded = banks_access(addresses, 8, true);
		struct wavefronts stored = banks_access(addresses, 8, false);
		cr_expect_eq(loaded.paired, mask < 4, "lanes t and t^%d", mask);
		cr_expect_eq(loaded.phases, mask < 4 ? 1 : 2, "lanes t and t^%d: %d phases", mask, loaded.phases);
		cr_expect(!stored.paired && stored.phases == 2, "a store does not pair");
	}
}

/* Lanes that all want one word, or words in different banks, are in nobody's way: none is named. */
Test(banks, no_lanes_are_named_without_conflicts) {
	for (int step = 0; step <= 4; step += 4) {
		int64_t addresses[BANK_LANES];
		for (int lane = 0; lane < BANK_LANES; lane++) {
			addresses[lane] = 128 + lane * step;
		}
		struct wavefronts wavefronts = banks_access(addresses, 4, true);
		cr_expect_eq(wavefronts.ways, 1);
		cr_expect_eq(wavefronts.lane_count, 0);
	}
}

Test(banks, negative_addresses_and_idle_lanes) {
	int64_t addresses[BANK_LANES];
	for (int lane = 0; lane < BANK_LANES; lane++) {
		addresses[lane] = lane < 2 ? -4 - 128 * lane : BANK_INACTIVE;
	}
	struct wavefronts wavefronts = banks_access(addresses, 4, true);
	cr_assert_eq(wavefronts.actual, 2);
	cr_assert_eq(wavefronts.bank, 31);
	addresses[0] = BANK_INACTIVE;
	addresses[1] = BANK_INACTIVE;
	cr_assert_eq(banks_access(addresses, 16, true).actual, 0);
	cr_assert_eq(banks_access(addresses, 16, true).phases, 0);
}

/* All banks have one word in each BANKS words: addresses that many bytes further on meet in the same banks. */
Test(banks, addresses_on_both_sides_of_0_meet_alike) {
	enum { ROUND = BANKS * BANK_BYTES };
	uint64_t state = 362436069u;
	for (int round = 0; round < 2000; round++) {
		int bytes = 1 << round % 5;
		int64_t below[BANK_LANES];
		int64_t above[BANK_LANES];
		for (int lane = 0; lane < BANK_LANES; lane++) {
			state ^= state << 13;
			state ^= state >> 7;
			state ^= state << 17;
			below[lane] = ((int64_t)(state % (8 * ROUND)) - 4 * ROUND) / bytes * bytes;
			above[lane] = below[lane] + 4 * ROUND;
		}
		struct wavefronts one = banks_access(below, bytes, false);
		struct wavefronts other = banks_access(above, bytes, false);
		cr_expect_eq(one.actual, other.actual, "round %d: %d and %d wavefronts", round, one.actual, other.actual);
		cr_expect_eq(one.bank, other.bank, "round %d: bank %d and %d", round, one.bank, other.bank);
	}
}

/* --- known facts about traffic --- */

static const struct {
	const char *tv;
	const char *memory;    /* NULL: the cells themselves */
	int bits;
	int vector;
	int64_t sectors, halves, lines, partial;   /* of the worst request */
	int64_t conflict_load, conflict_store;     /* of the widest vector in shared memory */
	int64_t conflict_matrix;                   /* 0: ldmatrix does not serve it */
} known[] = {
	/* A warp reads or writes 512 bytes in a row, or 64 bytes. */
	{ "(32,8):(8,1)", NULL, 16, 128, 16, 8, 4, 0, 1, 1, 1 },
	{ "(32,4):(4,1)", NULL, 32, 128, 16, 8, 4, 0, 1, 1, 1 },
	{ "(32,2):(2,1)", NULL, 64, 128, 16, 8, 4, 0, 1, 1, 1 },
	{ "(32,1):(1,0)", NULL, 16, 16, 2, 1, 1, 0, 1, 1, 0 },
	{ "32:1", NULL, 16, 16, 2, 1, 1, 0, 1, 1, 0 },
	{ "(32,2):(2,1)", NULL, 32, 64, 8, 4, 2, 0, 1, 1, 0 },
	/* A column of a row-major 32 x 32 tile: each lane in a sector and in a bank of its own, or all in one bank. */
	{ "(32,1):(32,0)", NULL, 32, 32, 32, 32, 32, 32, 32, 32, 0 },
	{ "(32,1):(1,0)", "(32,32):(33,1)", 32, 32, 32, 32, 32, 32, 1, 1, 0 },
	{ "(32,32):(1,32)", "(32,32):(32,1)", 32, 128, 32, 32, 32, 32, 8, 8, 8 },
	{ "(32,1):(16,0)", NULL, 32, 32, 32, 32, 16, 32, 16, 16, 0 },
	/* The transposed store of 16-bit elements with a pitch of 1024. */
	{ "(32,1):(1024,0)", NULL, 16, 16, 32, 32, 32, 32, 32, 32, 0 },
	/* Rows of 16 bytes of a 64 x 64 tile of f16 that ldmatrix reads: plain, swizzled, padded. */
	{ "((16,2),8):((1,512),64)", "(64,64):(64,1)", 16, 128, 16, 16, 16, 0, 8, 8, 8 },
	{ "((16,2),8):((1,512),64)", "Sw<3,3,3> o 0 o (64,64):(64,1)", 16, 128, 16, 16, 16, 0, 1, 1, 1 },
	{ "((16,2),8):((1,512),64)", "(64,64):(72,1)", 16, 128, 24, 20, 18, 16, 1, 1, 1 },
	/* The registers of the A operand of a 16x8x16 MMA, in the same tiles. */
	{ "((4,8),(2,2,2)):((32,1),(16,8,128))", "(16,16):(64,1)", 16, 32, 8, 8, 8, 8, 8, 8, 8 },
	{ "((4,8),(2,2,2)):((32,1),(16,8,128))", "Sw<3,3,3> o 0 o (16,16):(64,1)", 16, 32, 8, 8, 8, 8, 1, 1, 1 },
	/* The same with a column-major tile: ldmatrix.trans. */
	{ "((4,8),(2,2,2)):((32,1),(16,8,128))", "(16,16):(1,64)", 16, 16, 4, 4, 4, 4, 4, 4, 8 },
	/* Broadcast: one sector, one wavefront; and pairs of lanes that read one address, which only loads profit from. */
	{ "(32,1):(0,0)", NULL, 32, 32, 1, 1, 1, 1, 1, 1, 0 },
	{ "((2,16),2):((0,2),1)", NULL, 32, 64, 4, 2, 1, 0, 1, 1, 0 },
	/* Values that are contiguous in memory but not in the order of their numbers. */
	{ "(32,(2,2)):(4,(2,1))", NULL, 32, 128, 16, 8, 4, 0, 1, 1, 1 },
	/* Starts that are not aligned, values apart, a number of values that is no power of two. */
	{ "(32,4):(5,1)", NULL, 32, 32, 20, 10, 5, 20, 1, 1, 0 },
	{ "(32,2):(1,32)", NULL, 32, 32, 4, 2, 1, 0, 1, 1, 1 },
	{ "(32,6):(6,1)", NULL, 32, 64, 24, 12, 6, 24, 1, 1, 0 },
	/* Elements of 4 bits, and of 8. */
	{ "(32,32):(32,1)", NULL, 4, 128, 16, 8, 4, 0, 1, 1, 1 },
	{ "(32,2):(2,1)", NULL, 4, 8, 1, 1, 1, 0, 1, 1, 0 },
};

/* The accesses of "tv" to "memory". */
static struct access access_from(struct bench *bench, const char *tv, const char *memory, int bits) {
	struct algebra *al = &bench->ev.algebra;
	struct map map = map_from_text(bench, tv);
	struct tv_table table = tv_table_make(al, map);
	struct map place = memory != NULL ? map_from_text(bench, memory) : map;
	int64_t cells = memory != NULL ? layout_size(al, map_inner(al, place)).value : 0;
	struct access access = access_make(al, &table, memory != NULL ? &place : NULL, cells, bits);
	cr_assert_not(algebra_failed(al), "%s: %s", tv, al->fault.text);
	return access;
}

Test(access, known_facts) {
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		struct bench bench;
		bench_init(&bench);
		struct access access = access_from(&bench, known[i].tv, known[i].memory, known[i].bits);
		struct global_traffic global = access_global(&access, 32);
		struct shared_traffic load = access_shared(&access, access.vector_bits, true);
		struct shared_traffic store = access_shared(&access, access.vector_bits, false);
		struct shared_traffic matrices = access_matrices(&access);
		const char *tv = known[i].tv;
		const char *memory = known[i].memory != NULL ? known[i].memory : "itself";
		cr_expect_eq(access.vector_bits, known[i].vector, "%s in %s: %d bit", tv, memory, access.vector_bits);
		cr_expect_eq(global.sectors.most, known[i].sectors, "%s in %s: sectors %" PRId64, tv, memory,
			global.sectors.most);
		cr_expect_eq(global.halves.most, known[i].halves, "%s in %s: halves %" PRId64, tv, memory, global.halves.most);
		cr_expect_eq(global.lines.most, known[i].lines, "%s in %s: lines %" PRId64, tv, memory, global.lines.most);
		cr_expect_eq(global.partial_most, known[i].partial, "%s in %s: partial %" PRId64, tv, memory,
			global.partial_most);
		cr_expect_eq(load.conflict, known[i].conflict_load, "%s in %s: load %" PRId64, tv, memory, load.conflict);
		cr_expect_eq(store.conflict, known[i].conflict_store, "%s in %s: store %" PRId64, tv, memory, store.conflict);
		cr_expect_eq(matrices.possible ? matrices.conflict : 0, known[i].conflict_matrix,
			"%s in %s: matrices %" PRId64, tv, memory, matrices.conflict);
		arena_finish(&bench.arena);
	}
}

/* The wavefronts of all requests of a kind, counted one by one. */
static int64_t wavefronts_of(struct algebra *al, const struct access *access, enum shared_kind kind, int bits) {
	struct shared_requests requests = access_requests(al, access, kind, bits);
	int64_t sum = 0;
	for (int64_t r = 0; r < requests.count; r++) {
		const int64_t *addresses = requests.addresses + r * BANK_LANES;
		for (int k = 0; k < requests.bytes && requests.is_matrices; k++) {
			sum += banks_matrix(addresses + k * MATRIX_ROWS).actual;
		}
		if (!requests.is_matrices) {
			sum += banks_access(addresses, requests.bytes, kind == SHARED_LOAD).actual;
		}
	}
	return sum;
}

Test(access, requests_are_those_that_are_counted) {
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		struct bench bench;
		bench_init(&bench);
		struct algebra *al = &bench.ev.algebra;
		struct access access = access_from(&bench, known[i].tv, known[i].memory, known[i].bits);
		for (int bits = known[i].bits; bits <= VECTOR_BITS_MAX; bits *= 2) {
			cr_expect_eq(wavefronts_of(al, &access, SHARED_LOAD, bits), access_shared(&access, bits, true).wavefronts,
				"%s: loads of %d bits", known[i].tv, bits);
			cr_expect_eq(wavefronts_of(al, &access, SHARED_STORE, bits), access_shared(&access, bits, false).wavefronts,
				"%s: stores of %d bits", known[i].tv, bits);
		}
		struct shared_traffic matrices = access_matrices(&access);
		cr_expect_eq(wavefronts_of(al, &access, SHARED_LDMATRIX, 0), matrices.possible ? matrices.wavefronts : 0, "%s",
			known[i].tv);
		arena_finish(&bench.arena);
	}
}

Test(access, why_a_vector_is_not_wider) {
	static const struct {
		const char *tv;
		const char *memory;
		enum vector_limit limit;
		int64_t thread, first, second;
	} cases[] = {
		{ "(32,4):(4,1)", NULL, VECTOR_LIMIT_NONE, 0, 0, 0 },
		{ "(32,3):(3,1)", NULL, VECTOR_LIMIT_COUNT, 0, 0, 0 },
		{ "(32,4):(5,1)", NULL, VECTOR_LIMIT_ALIGNMENT, 1, 5, 5 },
		{ "(32,4):(1,32)", NULL, VECTOR_LIMIT_APART, 0, 0, 32 },
		{ "(32,(2,2)):(2,(1,0))", NULL, VECTOR_LIMIT_APART, 0, 1, 0 },
		/* V0 of T0 is outside, so that T1 says that V3 is the first in memory. */
		{ "8 + (2,4):(-4,-1)", "8:1", VECTOR_LIMIT_ALIGNMENT, 0, 5, 5 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct bench bench;
		bench_init(&bench);
		struct access access = access_from(&bench, cases[i].tv, cases[i].memory, 32);
		cr_expect_eq(access.limit, cases[i].limit, "%s", cases[i].tv);
		if (access.limit == VECTOR_LIMIT_ALIGNMENT || access.limit == VECTOR_LIMIT_APART) {
			cr_expect_eq(access.limit_thread, cases[i].thread, "%s", cases[i].tv);
			cr_expect_eq(access.limit_offsets[0], cases[i].first, "%s", cases[i].tv);
			cr_expect_eq(access.limit_offsets[1], cases[i].second, "%s", cases[i].tv);
		}
		arena_finish(&bench.arena);
	}
}

/* --- coverage and traffic of random layouts against brute force --- */

static uint64_t next_random(uint64_t *state) {
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

static int64_t below(uint64_t *state, int64_t bound) {
	return (int64_t)(next_random(state) % (uint64_t)bound);
}

/* A random (thread, value) layout as text; its strides tend to fit together. */
static void random_tv(uint64_t *state, char *text, size_t size) {
	int64_t extents[4], strides[4];
	int64_t next = 1;
	int order[4] = { 0, 1, 2, 3 };
	for (int i = 3; i > 0; i--) {
		int j = (int)below(state, i + 1);
		int swap = order[i];
		order[i] = order[j];
		order[j] = swap;
	}
	for (int i = 0; i < 4; i++) {
		int64_t extent = below(state, 3) == 0 ? 1 + below(state, 6) : (int64_t)1 << below(state, 4);
		extents[order[i]] = extent;
		strides[order[i]] = below(state, 8) == 0 ? below(state, 20) * below(state, 2) : next;
		next *= extent;
	}
	/* With a swizzle the first value of a thread may be the one that is outside of the tile. */
	const char *swizzles[] = { "", "", "", "Sw<1,0,2> o 0 o ", "Sw<2,0,3> o 0 o " };
	snprintf(text, size, "%s((%" PRId64 ",%" PRId64 "),(%" PRId64 ",%" PRId64 ")):((%" PRId64 ",%" PRId64 "),(%" PRId64
		",%" PRId64 "))", swizzles[below(state, 5)], extents[0], extents[1], extents[2], extents[3], strides[0],
		strides[1], strides[2], strides[3]);
}

/* Count owners of each cell in the plainest way and compare. */
static void compare_coverage(const struct tv_table *table, const struct coverage *coverage, const char *text) {
	int64_t once = 0, holes = 0, shared = 0, outside = 0;
	for (int64_t cell = 0; cell < coverage->cells; cell++) {
		int64_t owners = 0;
		for (int64_t i = 0; i < table->threads * table->values; i++) {
			owners += table->cells[i] == cell;
		}
		if (owners == 0 && holes == 0) {
			cr_assert_eq(coverage->first_hole, cell, "%s: first hole", text);
		}
		if (owners > 1 && shared == 0) {
			cr_assert_eq(coverage->first_shared, cell, "%s: first shared", text);
			for (int k = 0; k < 2; k++) {
				struct tv_pair pair = coverage->owners[k];
				cr_assert_eq(table->cells[pair.thread * table->values + pair.value], cell, "%s: owner", text);
			}
		}
		once += owners == 1;
		holes += owners == 0;
		shared += owners > 1;
	}
	for (int64_t i = 0; i < table->threads * table->values; i++) {
		outside += table->cells[i] < 0 || table->cells[i] >= coverage->cells;
	}
	cr_assert_eq(coverage->once, once, "%s: once", text);
	cr_assert_eq(coverage->holes, holes, "%s: holes", text);
	cr_assert_eq(coverage->shared, shared, "%s: shared", text);
	cr_assert_eq(coverage->outside, outside, "%s: outside", text);
}

/* The different units of "bits" bits that bits "0" to "vector"-1 behind the addresses of the lanes are in. */
static int64_t count_units(const struct access *access, int64_t warp, int64_t vector, int64_t bits) {
	int64_t units[32];
	int64_t count = 0;
	int64_t value = access->order[vector * access->vector_values];
	for (int64_t t = warp * 32; t < warp * 32 + 32 && t < access->threads; t++) {
		int64_t offset = access->offsets[t * access->values + value];
		if (offset == ACCESS_NONE) {
			continue;
		}
		int64_t unit = offset * access->bits / bits;
		bool seen = false;
		for (int64_t k = 0; k < count; k++) {
			seen = seen || units[k] == unit;
		}
		if (!seen) {
			units[count++] = unit;
		}
	}
	return count;
}

/* Each vector of each thread is contiguous and aligned, and every value is in one. */
static void check_vectors(const struct access *access, const char *text) {
	int64_t sum = 0;
	for (int64_t i = 0; i < access->values; i++) {
		sum += access->order[i];
	}
	cr_assert_eq(sum, access->values * (access->values - 1) / 2, "%s: values", text);
	for (int64_t t = 0; t < access->threads; t++) {
		for (int64_t i = 0; i < access->values; i++) {
			int64_t first = access->offsets[t * access->values + access->order[i - i % access->vector_values]];
			int64_t offset = access->offsets[t * access->values + access->order[i]];
			if (first == ACCESS_NONE) {
				cr_assert_eq(offset, ACCESS_NONE, "%s: T%" PRId64, text, t);
				continue;
			}
			cr_assert_eq(first % access->vector_values, 0, "%s: T%" PRId64, text, t);
			cr_assert_eq(offset, first + i % access->vector_values, "%s: T%" PRId64, text, t);
		}
	}
}

/* Whether the values from position "at" of "order" on can be put there so that "count" in a row are a vector. */
static bool can_order(const struct access *access, int64_t *order, int64_t at, int64_t count) {
	if (at == access->values) {
		return true;
	}
	for (int64_t i = at; i < access->values; i++) {
		int64_t value = order[i];
		order[i] = order[at];
		order[at] = value;
		bool fits = true;
		for (int64_t t = 0; t < access->threads && fits; t++) {
			const int64_t *offsets = access->offsets + t * access->values;
			int64_t first = offsets[order[at - at % count]];
			int64_t expected = first == ACCESS_NONE ? ACCESS_NONE : first + at % count;
			fits = offsets[value] == expected && (at % count != 0 || first == ACCESS_NONE || first % count == 0);
		}
		if (fits && can_order(access, order, at + 1, count)) {
			return true;
		}
		order[at] = order[i];
		order[i] = value;
	}
	return false;
}

/* No order of few values has vectors of twice the width. */
static void check_widest(const struct access *access, const char *text) {
	int64_t order[8];
	int64_t count = 2 * access->vector_values;
	if (access->values > 8 || access->values % count != 0 || access->vector_bits == VECTOR_BITS_MAX) {
		return;
	}
	for (int64_t i = 0; i < access->values; i++) {
		order[i] = i;
	}
	cr_assert_not(can_order(access, order, 0, count), "%s: wider than %d bits", text, access->vector_bits);
}

/* "touched" has the units of "bits" bits of all requests, and of the worst: of those with the most the least ideal. */
static void compare_touched(const struct access *access, const struct touched *touched, int64_t bits,
	const char *text) {
	int64_t all = 0, most = 0, most_ideal = 0, excess = 0;
	for (int64_t request = 0; request < (access->threads + 31) / 32 * access->vectors; request++) {
		int64_t warp = request / access->vectors;
		int64_t vector = request % access->vectors;
		int64_t units = count_units(access, warp, vector, bits);
		int64_t accessed = count_units(access, warp, vector, access->vector_bits) * access->vector_bits;
		int64_t ideal = (accessed + bits - 1) / bits;
		bool is_worse = units > most || (units == most && ideal < most_ideal);
		all += units;
		excess = units - ideal > excess ? units - ideal : excess;
		most = is_worse ? units : most;
		most_ideal = is_worse ? ideal : most_ideal;
	}
	cr_assert_eq(touched->actual, all, "%s: all units of %" PRId64 " bits", text, bits);
	cr_assert_eq(touched->most, most, "%s: most units of %" PRId64 " bits", text, bits);
	cr_assert_eq(touched->most_ideal, most_ideal, "%s: ideal of most units of %" PRId64 " bits", text, bits);
	cr_assert_eq(touched->excess, excess, "%s: excess of units of %" PRId64 " bits", text, bits);
	cr_assert(touched->actual >= touched->ideal, "%s: ideal", text);
}

static void compare_traffic(const struct access *access, const char *text) {
	struct global_traffic global = access_global(access, 32);
	compare_touched(access, &global.sectors, SECTOR_BYTES * 8, text);
	compare_touched(access, &global.halves, HALF_BYTES * 8, text);
	compare_touched(access, &global.lines, LINE_BYTES * 8, text);
}

Test(access, random_layouts_against_brute_force) {
	uint64_t state = 4711;
	for (int round = 0; round < 1500; round++) {
		struct bench bench;
		bench_init(&bench);
		char text[256];
		random_tv(&state, text, sizeof text);
		struct algebra *al = &bench.ev.algebra;
		struct tv_table table = tv_table_make(al, map_from_text(&bench, text));
		int64_t pairs = table.threads * table.values;
		int64_t cells = pairs / 2 + 1 + below(&state, pairs);
		struct coverage coverage = coverage_of(al, &table, cells);
		static const int bits[] = { 8, 16, 32, 64 };
		struct access access = access_make(al, &table, NULL, cells, bits[below(&state, 4)]);
		cr_assert_not(algebra_failed(al), "%s: %s", text, al->fault.text);
		if (pairs <= 600) {
			compare_coverage(&table, &coverage, text);
		}
		check_vectors(&access, text);
		check_widest(&access, text);
		compare_traffic(&access, text);
		arena_finish(&bench.arena);
	}
}

enum { PLACES = 4096 };

/* Units of "bits" bits that are touched, in full where "whole" is set, and in "runs" how many stretches they make. */
static int64_t units_of(const bool touched[PLACES], int bits, bool whole, int64_t *runs) {
	int64_t units = 0;
	bool before = false;
	*runs = 0;
	for (int begin = 0; begin < PLACES; begin += bits) {
		int count = 0;
		for (int i = 0; i < bits; i++) {
			count += touched[begin + i];
		}
		bool is_unit = whole ? count == bits : count > 0;
		units += is_unit;
		*runs += is_unit && !before;
		before = is_unit;
	}
	return units;
}

static int compare_addresses(const void *a, const void *b) {
	int64_t x = *(const int64_t *)a;
	int64_t y = *(const int64_t *)b;
	return (x > y) - (x < y);
}

/* Accesses of any width anywhere, on both sides of address 0, against bits that are marked one by one. */
Test(sectors, random_requests_against_marked_bits) {
	uint64_t state = 20261122;
	for (int round = 0; round < 20000; round++) {
		bool touched[PLACES] = { false };
		int64_t addresses[64];
		int64_t runs;
		int64_t segments;
		int count = (int)below(&state, 65);
		int bits = 1 << below(&state, 8);
		int64_t spread = 1 + below(&state, PLACES - 128);
		int64_t step = below(&state, 2) == 0 ? bits : 1;
		for (int i = 0; i < count; i++) {
			int64_t place = below(&state, spread) / step * step;
			addresses[i] = place - PLACES / 2;
			for (int k = 0; k < bits; k++) {
				touched[place + k] = true;
			}
		}
		qsort(addresses, (size_t)count, sizeof *addresses, compare_addresses);
		struct units units = units_touched(addresses, count, bits);
		int64_t sectors = units_of(touched, 256, false, &runs);
		cr_assert_eq(units.bits, units_of(touched, 1, false, &runs), "round %d", round);
		cr_assert_eq(units.sectors, sectors, "round %d", round);
		cr_assert_eq(units.halves, units_of(touched, 512, false, &runs), "round %d", round);
		cr_assert_eq(units.lines, units_of(touched, 1024, false, &segments), "round %d", round);
		cr_assert_eq(units.segments, segments, "round %d", round);
		cr_assert_eq(units.partial, sectors - units_of(touched, 256, true, &runs), "round %d", round);
	}
}

/* Tiles over a box against the algebra: the tile and the rest that CuTe's division gives. */
Test(coverage, tiles_over_a_box_against_division) {
	uint64_t state = 815;
	for (int round = 0; round < 300; round++) {
		struct bench bench;
		bench_init(&bench);
		struct algebra *al = &bench.ev.algebra;
		int t0 = 1 + (int)below(&state, 5), t1 = 1 + (int)below(&state, 5);
		int n0 = 1 + (int)below(&state, 4), n1 = 1 + (int)below(&state, 4);
		char text[256];
		snprintf(text, sizeof text, "(%d,%d):(%d,1)", t0, t1, t1);
		struct tv_table table = tv_table_make(al, map_from_text(&bench, text));
		struct tiling tiling = { .tile = tuple_pair(al, tuple_int(t0), tuple_int(t1)),
			.box = tuple_pair(al, tuple_int(t0 * n0), tuple_int(t1 * n1)) };
		struct tv_table repeated = tv_table_repeat(al, &table, &tiling);
		snprintf(text, sizeof text, "zipped_divide((%d,%d),(%d,%d))", t0 * n0, t1 * n1, t0, t1);
		struct layout divided = value_as_layout(al, (map_from_text(&bench, text), &bench.ev.results[0]));
		cr_assert_eq(tiling.tiles, n0 * n1);
		cr_assert_eq(tiling.beyond, 0);
		for (int64_t i = 0; i < repeated.threads * repeated.values; i++) {
			int64_t value = i % repeated.values;
			int64_t cell = table.cells[i / repeated.values * table.values + value % table.values];
			struct tuple at = tuple_int(cell + value / table.values * t0 * t1);
			cr_assert_eq(repeated.cells[i], layout_crd2idx(al, at, divided).value, "%s: %" PRId64, text, i);
		}
		cr_assert_not(algebra_failed(al), "%s", al->fault.text);
		arena_finish(&bench.arena);
	}
}

/* The cell of the box for cell "cell" of tile "tile", by coordinates; -1 outside of the tile or of the box. */
static int64_t cell_in_box(const int64_t *tiles, const int64_t *boxes, int rank, int64_t tile, int64_t cell) {
	int64_t at = 0, weight = 1, cells = 1;
	for (int i = 0; i < rank; i++) {
		int64_t along = (boxes[i] + tiles[i] - 1) / tiles[i];
		int64_t c = tile % along * tiles[i] + cell / cells % tiles[i];
		at = at < 0 || c >= boxes[i] ? -1 : at + c * weight;
		weight *= boxes[i];
		cells *= tiles[i];
		tile /= along;
	}
	return cell < 0 || cell >= cells ? -1 : at;
}

/* Tables of cells inside of the tile and beside it, and boxes that tiles do not divide. */
Test(coverage, any_cells_over_any_box) {
	uint64_t state = 77;
	for (int round = 0; round < 600; round++) {
		struct bench bench;
		bench_init(&bench);
		struct algebra *al = &bench.ev.algebra;
		/* What stands behind a table is no cell. */
		memset(arena_room(&bench.arena, 1 << 16), 0xff, 1 << 16);
		arena_reset(&bench.arena);
		int rank = 1 + round % 3;
		int64_t tiles[3], boxes[3], cells[12], expected_tiles = 1, tile_cells = 1;
		struct tuple tile[3], box[3];
		for (int i = 0; i < rank; i++) {
			tiles[i] = 1 + below(&state, 4);
			boxes[i] = 1 + below(&state, 7);
			tile[i] = tuple_int(tiles[i]);
			box[i] = tuple_int(boxes[i]);
			expected_tiles *= (boxes[i] + tiles[i] - 1) / tiles[i];
			tile_cells *= tiles[i];
		}
		struct tv_table table = { 1 + below(&state, 4), 1 + below(&state, 3), cells };
		for (int i = 0; i < 12; i++) {
			cells[i] = below(&state, tile_cells + (round % 2 == 0 ? 0 : 3)) - (round % 4 == 3);
		}
		struct tiling tiling = { .tile = tuple_of(al, tile, rank), .box = tuple_of(al, box, rank) };
		struct tv_table repeated = tv_table_repeat(al, &table, &tiling);
		cr_assert_not(algebra_failed(al), "%s", al->fault.text);
		cr_assert_eq(tiling.tiles, expected_tiles);
		cr_assert_eq(repeated.threads, table.threads);
		cr_assert_eq(repeated.values, table.values * expected_tiles);
		int64_t beyond = 0, idle = 0;
		for (int64_t j = 0; j < expected_tiles; j++) {
			for (int64_t t = 0; t < table.threads; t++) {
				bool works = false;
				for (int64_t v = 0; v < table.values; v++) {
					int64_t cell = cell_in_box(tiles, boxes, rank, j, cells[t * table.values + v]);
					cr_assert_eq(repeated.cells[t * repeated.values + j * table.values + v], cell, "round %d", round);
					int64_t in_tile = cells[t * table.values + v];
					beyond += cell < 0 && in_tile >= 0 && in_tile < tile_cells;
					works = works || cell >= 0;
				}
				cr_assert(works || idle > 0 || (tiling.idle_thread == t && tiling.idle_tile == j), "round %d", round);
				idle += !works;
			}
		}
		cr_assert_eq(tiling.beyond, beyond);
		cr_assert_eq(tiling.idle, idle);
		struct coverage coverage = coverage_of(al, &repeated, boxes[0]);
		compare_coverage(&repeated, &coverage, "any cells");
		arena_finish(&bench.arena);
	}
}

Test(coverage, tiles_past_the_edge) {
	struct bench bench;
	bench_init(&bench);
	struct algebra *al = &bench.ev.algebra;
	struct tv_table table = tv_table_make(al, map_from_text(&bench, "(4,4):(1,4)"));
	struct tiling tiling = { .tile = tuple_pair(al, tuple_int(4), tuple_int(4)),
		.box = tuple_pair(al, tuple_int(6), tuple_int(9)) };
	struct tv_table repeated = tv_table_repeat(al, &table, &tiling);
	cr_assert_eq(tiling.tiles, 6);
	cr_assert_eq(tiling.beyond, 8 * 12 - 6 * 9);
	/* Rows 2 and 3 of the tiles below, in three of them. */
	cr_assert_eq(tiling.idle, 2 * 3);
	cr_assert_eq(tiling.idle_thread, 2);
	cr_assert_eq(tiling.idle_tile, 1);
	struct coverage coverage = coverage_of(al, &repeated, 6 * 9);
	cr_assert_eq(coverage.once, 6 * 9);
	tiling.box = tuple_int(54);
	tv_table_repeat(al, &table, &tiling);
	cr_assert_eq(al->fault.code, FAULT_RANK);
	arena_finish(&bench.arena);
}

/* --- comparing maps --- */

static const struct {
	const char *a, *b;
	bool structure, function, image;
	int64_t first, odd;
} compared[] = {
	{ "(4,8):(8,1)", "(4,8):(8,1)", true, true, true, 0, 0 },
	{ "(4,8):(1,4)", "32:1", false, true, true, 0, 0 },
	{ "(4,8):(8,1)", "(4,8):(1,4)", false, false, true, 1, 0 },
	{ "(4,8):(8,1)", "(4,8):(8,2)", false, false, false, 4, 1 },
	{ "8:1", "4:1", false, false, false, 4, 4 },
	{ "(4,2):(1,0)", "(2,4):(0,1)", false, false, true, 1, 0 },
	{ "(4,2):(1,0)", "8:1", false, false, false, 4, 0 },
	{ "Sw<3,0,3> o 0 o 64:1", "64:1", false, false, true, 8, 0 },
	{ "Sw<3,4,3> o 0 o (8,8):(8,1)", "(8,8):(8,1)", false, true, true, 0, 0 },
	{ "8:-1", "8:1", false, false, false, 1, -7 },
	{ "(4,4):(1,4)", "(4,5):(1,4)", false, false, false, 16, 16 },
	/* Behind the end of the shorter one the longer one begins like it once more: 5999 - 5999 = 0. */
	{ "5000:1", "(6000,3):(1,-5999) o 0 o (5000,2):(1,11999)", false, false, false, 5000, -11998 },
};

Test(compare, known_pairs) {
	for (size_t i = 0; i < sizeof compared / sizeof *compared; i++) {
		struct bench bench;
		bench_init(&bench);
		struct map a = map_from_text(&bench, compared[i].a);
		struct map b = map_from_text(&bench, compared[i].b);
		struct comparison comparison = compare_maps(&bench.ev.algebra, a, b);
		cr_assert_not(algebra_failed(&bench.ev.algebra), "%s", bench.ev.algebra.fault.text);
		cr_expect_eq(comparison.same_structure, compared[i].structure, "%s, %s", compared[i].a, compared[i].b);
		cr_expect_eq(comparison.same_function, compared[i].function, "%s, %s", compared[i].a, compared[i].b);
		cr_expect_eq(comparison.same_image, compared[i].image, "%s, %s", compared[i].a, compared[i].b);
		cr_expect(comparison.images_known, "%s, %s", compared[i].a, compared[i].b);
		if (!comparison.same_function) {
			cr_expect_eq(comparison.first, compared[i].first, "%s, %s", compared[i].a, compared[i].b);
		}
		if (!comparison.same_image) {
			cr_expect_eq(comparison.odd_offset, compared[i].odd, "%s, %s: %" PRId64, compared[i].a, compared[i].b,
				comparison.odd_offset);
			cr_expect_neq(comparison.odd_a, comparison.odd_b, "%s, %s", compared[i].a, compared[i].b);
		}
		arena_finish(&bench.arena);
	}
}

static int compare_values(const void *a, const void *b) {
	int64_t x = *(const int64_t *)a;
	int64_t y = *(const int64_t *)b;
	return (x > y) - (x < y);
}

static int64_t *sorted_cells(const struct tv_table *table) {
	size_t count = (size_t)(table->threads * table->values);
	int64_t *cells = calloc(count, sizeof *cells);
	memcpy(cells, table->cells, count * sizeof *cells);
	qsort(cells, count, sizeof *cells, compare_values);
	return cells;
}

Test(compare, random_pairs_against_sorting) {
	uint64_t state = 99;
	int same_images = 0;
	for (int round = 0; round < 1500; round++) {
		struct bench bench;
		bench_init(&bench);
		char text_a[256], text_b[256];
		random_tv(&state, text_a, sizeof text_a);
		random_tv(&state, text_b, sizeof text_b);
		struct map a = map_from_text(&bench, text_a);
		struct map b = map_from_text(&bench, text_b);
		struct algebra *al = &bench.ev.algebra;
		struct tv_table table_a = tv_table_make(al, a);
		struct tv_table table_b = tv_table_make(al, b);
		struct comparison comparison = compare_maps(al, a, b);
		cr_assert_not(algebra_failed(al), "%s", al->fault.text);
		int64_t *cells_a = sorted_cells(&table_a);
		int64_t *cells_b = sorted_cells(&table_b);
		size_t bytes = (size_t)comparison.size_a * sizeof *cells_a;
		bool same = comparison.size_a == comparison.size_b && memcmp(cells_a, cells_b, bytes) == 0;
		cr_assert_eq(comparison.same_image, same, "%s, %s", text_a, text_b);
		for (int64_t i = 0; i < comparison.size_a && i < comparison.size_b; i++) {
			int64_t x = map_crd2idx(al, tuple_int(i), a).value;
			int64_t y = map_crd2idx(al, tuple_int(i), b).value;
			cr_assert(comparison.same_function || i <= comparison.first, "%s, %s", text_a, text_b);
			if (x != y) {
				cr_assert_not(comparison.same_function, "%s, %s", text_a, text_b);
				cr_assert_eq(comparison.first, i, "%s, %s", text_a, text_b);
				cr_assert_eq(comparison.first_a, x, "%s, %s", text_a, text_b);
				cr_assert_eq(comparison.first_b, y, "%s, %s", text_a, text_b);
				break;
			}
		}
		same_images += same;
		free(cells_a);
		free(cells_b);
		arena_finish(&bench.arena);
	}
	cr_assert_gt(same_images, 10);
}

Test(compare, limits) {
	static const struct {
		const char *a, *b;
		enum fault_code code;
		int operand;
	} cases[] = {
		{ "(8192,4097):(1,8192)", "(8192,4097):(4097,1)", FAULT_NONE, 0 },
		{ "(65536,65536):(65536,1)", "(65536,65536):(1,65536)", FAULT_NONE, 0 },
		{ "Sw<0,4,3> o 0 o (65536,65536):(1,65536)", "(65536,65536):(1,65536)", FAULT_LIMIT, 2 },
		{ "(65536,65536):(1,65536)", "4294967296:1", FAULT_NONE, 0 },
		{ "(65536,65536,2):(1,65536,4294967296)", "(65536,65536,2):(1,65536,8589934592)", FAULT_NONE, 0 },
		{ "4:1@0", "4:1", FAULT_TYPE, 1 },
		{ "4:1", "4:1@0", FAULT_TYPE, 2 },
		{ "4:1@0", "4:1@0", FAULT_NONE, 0 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct bench bench;
		bench_init(&bench);
		struct map a = map_from_text(&bench, cases[i].a);
		struct map b = map_from_text(&bench, cases[i].b);
		compare_maps(&bench.ev.algebra, a, b);
		struct fault fault = bench.ev.algebra.fault;
		cr_expect_eq(fault.code, cases[i].code, "%s, %s: %s", cases[i].a, cases[i].b, fault.text);
		cr_expect(fault.code == FAULT_NONE || fault.operand == cases[i].operand, "%s, %s: %s", cases[i].a,
			cases[i].b, fault.text);
		arena_finish(&bench.arena);
	}
}

/* --- matrices and requests against their definition --- */

/* A table that is made cell by cell; cells from "cells" on are not accessed. */
struct drawn {
	int64_t threads, values;
	int bits;
	int64_t cells[64 * 16];
};

enum { DRAWN_CELLS = 1 << 16 };

/* Where bytes "at" to "at" + 3 of a row of a random matrix begin; rows are at multiples of 16, but for a few. */
static int64_t random_row(uint64_t *state) {
	return 16 * below(state, 200) + (below(state, 60) == 0 ? 4 : 0);
}

/* Exchange values of all threads, so that those of a matrix are not in the order of their numbers. */
static void mix_values(uint64_t *state, struct drawn *drawn) {
	for (int64_t v = drawn->values - 1; v > 0; v--) {
		int64_t other = below(state, v + 1);
		for (int64_t t = 0; t < drawn->threads; t++) {
			int64_t *cells = drawn->cells + t * drawn->values;
			int64_t cell = cells[v];
			cells[v] = cells[other];
			cells[other] = cell;
		}
	}
}

/* Values that matrices can serve, in one of the three ways; then a few that are moved or not accessed. */
static void draw_matrices(uint64_t *state, struct drawn *drawn) {
	int view = (int)below(state, 3);
	drawn->bits = view == 1 ? 16 : 8 << below(state, 3);
	drawn->threads = below(state, 10) == 0 ? 16 * (1 + below(state, 4)) : 32 * (1 + below(state, 2));
	int64_t together = view == 0 ? 128 / drawn->bits : view == 1 ? 2 : 32 / drawn->bits;
	int64_t matrices = 1 + below(state, 16 / together);
	drawn->values = matrices * together;
	for (int64_t m = 0; m < matrices; m++) {
		for (int64_t warp = 0; warp < drawn->threads; warp += 32) {
			int64_t rows[32];
			for (int k = 0; k < 32; k++) {
				rows[k] = random_row(state) * 8 / drawn->bits;
			}
			for (int lane = 0; lane < 32 && warp + lane < drawn->threads; lane++) {
				int64_t *cells = drawn->cells + (warp + lane) * drawn->values + m * together;
				for (int64_t k = 0; k < together; k++) {
					cells[k] = view == 0 ? rows[lane] + k
						: view == 1 ? rows[lane % 4 * 2 + k] + lane / 4
						: rows[lane / 4] + lane % 4 * together + k;
				}
			}
		}
	}
	if (view != 1 && below(state, 2) == 0) {
		mix_values(state, drawn);
	}
	for (int64_t times = below(state, 3) == 0 ? 1 + below(state, 2) : 0; times > 0; times--) {
		int64_t *cell = &drawn->cells[below(state, drawn->threads * drawn->values)];
		*cell = below(state, 2) == 0 ? DRAWN_CELLS : *cell + 1 + below(state, 9);
	}
}

/* The byte at which "value" of "thread" begins; -1 where it is not accessed. */
static int64_t byte_of(const struct drawn *drawn, int64_t thread, int64_t value) {
	int64_t cell = thread < drawn->threads ? drawn->cells[thread * drawn->values + value] : DRAWN_CELLS;
	return cell < DRAWN_CELLS ? cell * drawn->bits / 8 : -1;
}

/*
 * The rows of the matrices of a warp whose first value is "value", as the header says; 0 where there are none. "view"
 * is the width of a lane's vector: 128, 32, or 16 for columns.
 */
static int rows_of(const struct drawn *drawn, int view, int64_t first, int64_t value, int64_t *rows) {
	for (int lane = 0; lane < 32; lane++) {
		for (int e = 0; e < (view == 16 ? 2 : 1); e++) {
			int64_t at = byte_of(drawn, first + lane, value + e);
			int row = view == 128 ? lane : view == 32 ? lane / 4 : lane % 4 * 2 + e;
			int within = view == 128 ? 0 : view == 32 ? lane % 4 * 4 : lane / 4 * 2;
			if (at < 0) {
				return 0;
			}
			if (within == 0) {
				rows[row] = at;
			}
			if (view != 128 && (rows[row] % 16 != 0 || at != rows[row] + within)) {
				return 0;
			}
		}
	}
	return view == 128 ? 32 : 8;
}

static struct access access_of(struct algebra *al, const struct drawn *drawn) {
	struct tv_table table = { drawn->threads, drawn->values, drawn->cells };
	struct layout all = { tuple_int(DRAWN_CELLS), tuple_int(1) };
	struct map memory = map_from_layout(all);
	return access_make(al, &table, &memory, DRAWN_CELLS, drawn->bits);
}

static void compare_matrices(struct algebra *al, const struct drawn *drawn, int number, int *counts) {
	struct access access = access_of(al, drawn);
	struct shared_traffic found = access_matrices(&access);
	int view = access.vector_bits == 128 ? 128 : access.vector_bits >= 32 && drawn->bits <= 32 ? 32 : 16;
	bool possible = drawn->threads % 32 == 0 && (view != 16 || (drawn->bits == 16 && drawn->values % 2 == 0));
	int64_t step = (view == 16 ? 32 : view) / drawn->bits;
	int64_t wavefronts = 0;
	int64_t worst = 0, worst_warp = 0, worst_value = 0;
	for (int64_t first = 0; first < drawn->threads && possible; first += 32) {
		for (int64_t i = 0; i < drawn->values && possible; i += step) {
			int64_t rows[32];
			int64_t value = view == 16 ? i : access.order[i];
			int count = rows_of(drawn, view, first, value, rows);
			for (int k = 0; k < count; k += 8) {
				struct wavefronts matrix = banks_matrix(rows + k);
				wavefronts += matrix.actual;
				if (matrix.actual > worst * matrix.phases) {
					worst = (matrix.actual + matrix.phases - 1) / matrix.phases;
					worst_warp = first / 32;
					worst_value = value;
				}
			}
			possible = count > 0;
		}
	}
	counts[possible]++;
	cr_assert_eq(found.possible, possible, "sample %d: view %d, %d bits", number, view, drawn->bits);
	struct shared_requests requests = access_requests(al, &access, SHARED_LDMATRIX, 0);
	if (!possible) {
		cr_assert_eq(requests.count, 0, "sample %d", number);
		return;
	}
	cr_assert_eq(found.wavefronts, wavefronts, "sample %d", number);
	cr_assert_eq(found.conflict, worst, "sample %d", number);
	cr_assert(found.worst_warp == worst_warp && found.worst_value == worst_value, "sample %d", number);
	cr_assert_eq(found.transposed, view == 16, "sample %d", number);
	int64_t matrices = drawn->values / step * (view == 128 ? 4 : 1);
	int64_t together = matrices % 4 == 0 ? 4 : matrices % 2 == 0 ? 2 : 1;
	cr_assert_eq(requests.bytes, together, "sample %d", number);
	cr_assert_eq(requests.count, drawn->threads / 32 * (matrices / together), "sample %d", number);
	cr_assert_eq(wavefronts_of(al, &access, SHARED_LDMATRIX, 0), wavefronts, "sample %d", number);
	for (int64_t r = 0; r < requests.count; r++) {
		for (int64_t lane = together * 8; lane < 32; lane++) {
			cr_assert_eq(requests.addresses[r * 32 + lane], requests.addresses[r * 32], "sample %d", number);
		}
	}
}

Test(access, matrices_against_their_definition) {
	uint64_t state = 77;
	int counts[2] = { 0, 0 };
	for (int i = 0; i < 3000; i++) {
		struct bench bench;
		struct drawn drawn;
		bench_init(&bench);
		draw_matrices(&state, &drawn);
		compare_matrices(&bench.ev.algebra, &drawn, i, counts);
		arena_finish(&bench.arena);
	}
	cr_assert(counts[0] > 500 && counts[1] > 500, "%d and %d", counts[0], counts[1]);
}

/* Each lane of each request has the byte of its value; lanes without one and behind the last thread have none. */
Test(access, requests_of_any_number_of_threads) {
	uint64_t state = 5;
	for (int i = 0; i < 400; i++) {
		struct bench bench;
		struct drawn drawn = { .threads = 1 + below(&state, 64), .values = 1 + below(&state, 4) };
		bench_init(&bench);
		drawn.bits = 4 << below(&state, 5);
		for (int64_t k = 0; k < drawn.threads * drawn.values; k++) {
			drawn.cells[k] = below(&state, 4) == 0 ? DRAWN_CELLS : 100 + below(&state, 500);
		}
		struct access access = access_of(&bench.ev.algebra, &drawn);
		struct shared_requests requests = access_requests(&bench.ev.algebra, &access, SHARED_LOAD, drawn.bits);
		int64_t count = 0;
		for (int64_t first = 0; first < drawn.threads; first += 32) {
			for (int64_t v = 0; v < drawn.values; v++) {
				int64_t addresses[32];
				bool is_one = false;
				for (int lane = 0; lane < 32; lane++) {
					int64_t at = byte_of(&drawn, first + lane, access.order[v]);
					addresses[lane] = at < 0 ? BANK_INACTIVE : at;
					is_one = is_one || at >= 0;
				}
				const int64_t *got = requests.addresses + count * 32;
				cr_assert(!is_one || memcmp(addresses, got, sizeof addresses) == 0, "sample %d", i);
				count += is_one;
			}
		}
		cr_assert_eq(requests.count, count, "sample %d", i);
		cr_assert_eq(requests.bytes, drawn.bits <= 8 ? 1 : drawn.bits / 8, "sample %d", i);
		cr_assert_eq(wavefronts_of(&bench.ev.algebra, &access, SHARED_LOAD, drawn.bits),
			access_shared(&access, drawn.bits, true).wavefronts, "sample %d", i);
		arena_finish(&bench.arena);
	}
}

/* The order of memory is that of the first thread all of whose values are accessed. */
Test(access, vectors_of_the_first_complete_thread) {
	for (int64_t idle = 0; idle < 4; idle++) {
		struct bench bench;
		struct drawn drawn = { .threads = 8, .values = 4, .bits = 32 };
		bench_init(&bench);
		for (int64_t i = 0; i < 32; i++) {
			drawn.cells[i] = i / 4 < idle ? DRAWN_CELLS : i / 4 * 4 + 3 - i % 4;
		}
		struct access access = access_of(&bench.ev.algebra, &drawn);
		cr_assert_eq(access.vector_bits, 128, "%" PRId64 " idle threads: %d bits", idle, access.vector_bits);
		cr_assert_eq(access.order[0], 3);
		arena_finish(&bench.arena);
	}
}

/*
 * T1 says which values are neighbours where T0, which has no V4 and V5, has V0 and V2, and V1 and V3, at one address. A
 * thread that accesses nothing says nothing, and so does nobody else where T1 comes first.
 */
Test(access, vectors_of_a_complete_thread_behind_copies) {
	static const int64_t cells[3][6] = {
		{ 0, 1, 0, 1, DRAWN_CELLS, DRAWN_CELLS },
		{ 0, 3, 2, 1, 4, 5 },
		{ DRAWN_CELLS, DRAWN_CELLS, DRAWN_CELLS, DRAWN_CELLS, DRAWN_CELLS, DRAWN_CELLS },
	};
	for (int first = 0; first < 3; first++) {
		struct bench bench;
		struct drawn drawn = { .threads = 3, .values = 6, .bits = 32 };
		bench_init(&bench);
		for (int t = 0; t < 3; t++) {
			memcpy(drawn.cells + (t - first + 3) % 3 * 6, cells[t], sizeof cells[t]);
		}
		struct access access = access_of(&bench.ev.algebra, &drawn);
		cr_expect_eq(access.vector_bits, 64, "T%d first: %d bits", first, access.vector_bits);
		check_vectors(&access, "copies");
		check_widest(&access, "copies");
		arena_finish(&bench.arena);
	}
}

/* A cell that is not in the memory is not accessed, in a memory of one cell as well. */
Test(access, memory_of_one_cell) {
	struct bench bench;
	bench_init(&bench);
	const int64_t cells[] = { -1, 0, 1, 2 };
	struct tv_table table = { 4, 1, cells };
	struct layout one = { tuple_int(1), tuple_int(7) };
	struct map memory = map_from_layout(one);
	struct access places = access_make(&bench.ev.algebra, &table, &memory, 1, 32);
	struct access numbers = access_make(&bench.ev.algebra, &table, NULL, 1, 32);
	for (int t = 0; t < 4; t++) {
		cr_expect_eq(places.offsets[t], t == 1 ? 0 : ACCESS_NONE, "T%d", t);
		cr_expect_eq(numbers.offsets[t], t == 1 ? 0 : ACCESS_NONE, "T%d", t);
	}
	arena_finish(&bench.arena);
}

/* Where no thread accesses all of its values, each vector has the order of a thread that accesses it. */
Test(access, vectors_without_a_complete_thread) {
	uint64_t state = 31;
	for (int i = 0; i < 2000; i++) {
		struct bench bench;
		struct drawn drawn = { .threads = 1 + below(&state, 6), .bits = 32 };
		int64_t count = (int64_t)1 << below(&state, 3);
		int64_t vectors = 1 + below(&state, 8 / count);
		int64_t places[8];
		bench_init(&bench);
		drawn.values = count * vectors;
		for (int64_t v = 0; v < drawn.values; v++) {
			int64_t other = below(&state, v + 1);
			places[v] = places[other];
			places[other] = v;
		}
		for (int64_t t = 0; t < drawn.threads; t++) {
			int64_t turn = below(&state, vectors);
			int64_t accessed = below(&state, (int64_t)1 << vectors);
			for (int64_t v = 0; v < drawn.values; v++) {
				int64_t vector = places[v] / count;
				int64_t cell = (8 * t + (vector + turn) % vectors) * count + places[v] % count;
				drawn.cells[t * drawn.values + v] = (accessed >> vector & 1) != 0 ? cell : DRAWN_CELLS;
			}
		}
		struct access access = access_of(&bench.ev.algebra, &drawn);
		cr_assert(access.vector_values >= count, "sample %d: %" PRId64 " of %" PRId64, i, access.vector_values, count);
		check_vectors(&access, "drawn");
		check_widest(&access, "drawn");
		arena_finish(&bench.arena);
	}
}

/* Addresses in bits fit 64 bits with room to add one to another; requests have a limit. */
Test(access, addresses_and_requests_at_their_limits) {
	const int64_t bound = INT64_MAX / 2 / 32;
	const struct {
		int64_t cell;
		enum fault_code code;
	} cases[] = {
		{ bound, FAULT_NONE },
		{ bound + 1, FAULT_OVERFLOW },
		{ -bound, FAULT_NONE },
		{ -bound - 1, FAULT_OVERFLOW },
	};
	struct bench bench;
	bench_init(&bench);
	struct algebra *al = &bench.ev.algebra;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct tv_table table = { 1, 1, &cases[i].cell };
		access_make(al, &table, NULL, 0, 32);
		cr_expect_eq(al->fault.code, cases[i].code, "case %zu", i);
		fault_clear(&al->fault);
	}
	for (int64_t more = 0; more < 2; more++) {
		int64_t values = LIMIT_ACCESS_REQUESTS + more;
		int64_t *cells = arena_array(&bench.arena, (size_t)values, sizeof *cells);
		struct tv_table table = { 1, values, cells };
		struct access access = access_make(al, &table, NULL, 0, 32);
		struct shared_requests requests = access_requests(al, &access, SHARED_LOAD, 32);
		cr_expect_eq(al->fault.code, more == 0 ? FAULT_NONE : FAULT_LIMIT);
		cr_expect_eq(requests.count, more == 0 ? values : 0);
	}
	cr_expect_str_eq(al->fault.text, "16385 requests to shared memory, more than 16384");
	arena_finish(&bench.arena);
}

/* Tiles over a box: each limit, and one beyond. */
Test(coverage, limits) {
	static const struct {
		int64_t threads, tile, box;
		int more_modes; /* of 1 */
		enum fault_code code;
	} cases[] = {
		{ 1, LIMIT_TV_CELLS, LIMIT_TV_CELLS, 0, FAULT_NONE },
		{ 1, LIMIT_TV_CELLS, LIMIT_TV_CELLS + 1, 0, FAULT_LIMIT },
		{ 1, 0, 4, 0, FAULT_LIMIT },
		{ 1, 4, 0, 0, FAULT_LIMIT },
		{ 1, 4, -4, 0, FAULT_LIMIT },
		{ 1, 4, 4, TILING_MODES_MAX - 1, FAULT_NONE },
		{ 1, 4, 4, TILING_MODES_MAX, FAULT_RANK },
		{ 8, 1, LIMIT_TV_PAIRS / 8 + 1, 0, FAULT_LIMIT },
		{ LIMIT_TV_PAIRS, 1, LIMIT_TV_CELLS, 0, FAULT_LIMIT },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct bench bench;
		bench_init(&bench);
		struct algebra *al = &bench.ev.algebra;
		int64_t cells[8] = { 0 };
		struct tv_table table = { cases[i].threads, 1, cells };
		struct tiling tiling = { .tile = tuple_int(cases[i].tile), .box = tuple_int(cases[i].box) };
		for (int k = 0; k < cases[i].more_modes; k++) {
			tiling.tile = tuple_append(al, tiling.tile, tuple_int(1));
			tiling.box = tuple_append(al, tiling.box, tuple_int(1));
		}
		tv_table_repeat(al, &table, &tiling);
		cr_expect_eq(al->fault.code, cases[i].code, "case %zu: %s", i, al->fault.text);
		fault_clear(&al->fault);
		tiling.box = tuple_append(al, tiling.box, tuple_int(1));
		tv_table_repeat(al, &table, &tiling);
		cr_expect_eq(al->fault.code, FAULT_RANK, "case %zu: %s", i, al->fault.text);
		arena_finish(&bench.arena);
	}
	/* Two modes that are within the limit have more cells than that. */
	struct bench two;
	bench_init(&two);
	struct algebra *both = &two.ev.algebra;
	int64_t only = 0;
	struct tv_table single = { 1, 1, &only };
	struct tiling large = { .tile = tuple_pair(both, tuple_int(1 << 14), tuple_int(1 << 14)) };
	large.box = large.tile;
	tv_table_repeat(both, &single, &large);
	cr_expect_eq(both->fault.code, FAULT_LIMIT);
	arena_finish(&two.arena);
	static const struct {
		int64_t cells;
		enum fault_code code;
	} tiles[] = { { 1, FAULT_NONE }, { 0, FAULT_DOMAIN }, { -1, FAULT_DOMAIN }, { LIMIT_TV_CELLS + 1, FAULT_LIMIT } };
	for (size_t i = 0; i < sizeof tiles / sizeof *tiles; i++) {
		struct bench bench;
		bench_init(&bench);
		int64_t cell = 0;
		struct tv_table table = { 1, 1, &cell };
		struct coverage coverage = coverage_of(&bench.ev.algebra, &table, tiles[i].cells);
		cr_expect_eq(bench.ev.algebra.fault.code, tiles[i].code, "case %zu", i);
		cr_expect_eq(coverage.once, tiles[i].code == FAULT_NONE ? 1 : 0, "case %zu", i);
		cr_expect_eq(coverage.least, tiles[i].code == FAULT_NONE ? 1 : 0, "case %zu", i);
		cr_expect_eq(coverage.most, tiles[i].code == FAULT_NONE ? 1 : 0, "case %zu", i);
		arena_finish(&bench.arena);
	}
}

Test(access, limits) {
	static const struct {
		const char *tv;
		enum fault_code code;
	} cases[] = {
		{ "(4096,4096):(1,0)", FAULT_NONE },
		{ "(4096,4097):(1,0)", FAULT_LIMIT },
		{ "(2,2,2):(1,2,4)", FAULT_RANK },
		{ "(0,2):(1,2)", FAULT_DOMAIN },
		{ "(32,2):(1@0,1@1)", FAULT_TYPE },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct bench bench;
		bench_init(&bench);
		tv_table_make(&bench.ev.algebra, map_from_text(&bench, cases[i].tv));
		cr_expect_eq(bench.ev.algebra.fault.code, cases[i].code, "%s: %s", cases[i].tv, bench.ev.algebra.fault.text);
		arena_finish(&bench.arena);
	}
}
