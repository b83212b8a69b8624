/* src/algebra/offsets and query: known answers, and random maps against brute force. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

#include "algebra/query.h"
#include "lang/eval.h"
#include "lang/notation/plain.h"

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

static const char *map_text(struct bench *bench, struct map map) {
	struct buf text;
	buf_init(&text, &bench->arena);
	print_map(&text, map);
	return text.data;
}

/* --- known answers --- */

static const struct {
	const char *map;
	int64_t size, image, least, greatest, gaps, first_gap;
	const char *properties;   /* i: injective, s: surjective, c: contiguous, e: enumerated */
} known[] = {
	{ "1:0", 1, 1, 0, 0, 0, 0, "isc" },
	{ "()", 1, 1, 0, 0, 0, 0, "isc" },
	{ "0:1", 0, 0, 0, -1, 0, 0, "isc" },
	{ "(4,8):(8,1)", 32, 32, 0, 31, 0, 0, "isc" },
	{ "4:2", 4, 4, 0, 6, 3, 1, "i" },
	{ "(4,8):(1,5)", 32, 32, 0, 38, 7, 4, "i" },
	{ "(4,2):(1,0)", 8, 4, 0, 3, 0, 0, "sc" },
	{ "8:-1", 8, 8, -7, 0, 0, 0, "ic" },
	{ "(4,4):(1,-4)", 16, 16, -12, 3, 0, 0, "ic" },
	{ "(4,4):(1,2)", 16, 10, 0, 9, 0, 0, "sc" },
	{ "(2,2):(2,3)", 4, 4, 0, 5, 2, 1, "i" },
	{ "(3,2):(2,3)", 6, 6, 0, 7, 2, 1, "ie" },
	{ "(4,3):(3,2)", 12, 12, 0, 13, 2, 1, "ie" },
	{ "(5,4):(2,4)", 20, 11, 0, 20, 10, 1, "" },
	{ "(4,4,1000000):(3,2,1000000)", 16000000, 14000000, 0, 999999000015, 999985000016, 1, "e" },
	{ "(4096,4096):(4096,1)", 1 << 24, 1 << 24, 0, (1 << 24) - 1, 0, 0, "isc" },
	{ "Sw<3,4,3> o 0 o (8,8):(8,1)", 64, 64, 0, 63, 0, 0, "isce" },
	{ "Sw<3,3,3> o 0 o (64,64):(64,1)", 4096, 4096, 0, 4095, 0, 0, "isc" },
	{ "Sw<1,0,3> o 8 o 4:1", 4, 4, 8, 11, 0, 0, "ice" },
	{ "Sw<1,1,3> o 15 o 4:1", 4, 4, 15, 19, 1, 17, "ie" },
	{ "Sw<2,0,2> o 0 o (4,4,2):(1,4,0)", 32, 16, 0, 15, 0, 0, "sc" },
	{ "Sw<3,4,3> o 0 o (65536,65536):(65536,1)", (int64_t)1 << 32, (int64_t)1 << 32, 0, ((int64_t)1 << 32) - 1, 0, 0,
		"isc" },
	{ "Sw<1,0,3> o 0 o 15:1", 15, 15, 0, 15, 1, 14, "ie" },
	{ "Sw<1,0,3> o 8 o 1:0", 1, 1, 9, 9, 0, 0, "ice" },
	{ "Sw<2,0,3> o -5 o 0:1", 0, 0, 0, -1, 0, 0, "isc" },
	{ "bits((1,2,2)) o 1 o 4:1", 4, 3, 1, 3, 0, 0, "ce" },
	{ "make_composed_layout((2,2):(1,0), 0, 8:1)", 8, 4, 0, 0, 0, 0, NULL },
};

static bool has(const char *properties, char c) {
	return strchr(properties, c) != NULL;
}

Test(query, known_answers) {
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		struct bench bench;
		bench_init(&bench);
		struct query query = query_map(&bench.ev.algebra, map_from_text(&bench, known[i].map));
		cr_assert_not(algebra_failed(&bench.ev.algebra), "%s: %s", known[i].map, bench.ev.algebra.fault.text);
		cr_expect_eq(query.size, known[i].size, "%s", known[i].map);
		if (known[i].properties != NULL) {
			cr_expect_eq(query.image, known[i].image, "%s: image %" PRId64, known[i].map, query.image);
			cr_expect_eq(query.least, known[i].least, "%s: least %" PRId64, known[i].map, query.least);
			cr_expect_eq(query.greatest, known[i].greatest, "%s: greatest %" PRId64, known[i].map, query.greatest);
			cr_expect_eq(query.gaps, known[i].gaps, "%s: gaps %" PRId64, known[i].map, query.gaps);
			cr_expect_eq(query.first_gap, known[i].first_gap, "%s: gap %" PRId64, known[i].map, query.first_gap);
			cr_expect_eq(query.injective, has(known[i].properties, 'i'), "%s: injective", known[i].map);
			cr_expect_eq(query.surjective, has(known[i].properties, 's'), "%s: surjective", known[i].map);
			cr_expect_eq(query.contiguous, has(known[i].properties, 'c'), "%s: contiguous", known[i].map);
			cr_expect_eq(query.enumerated, has(known[i].properties, 'e'), "%s: enumerated", known[i].map);
		}
		arena_finish(&bench.arena);
	}
}

static const struct {
	const char *map;
	enum fault_code code;
} refused[] = {
	{ "(4,8):(1@0,1@1)", FAULT_TYPE },
	{ "Sw<2,0,3>", FAULT_UNSUPPORTED },
	{ "Sw<2,0,3> o 0 o 4:-1", FAULT_DOMAIN },
	{ "(16385,16385):(2,3)", FAULT_LIMIT },       /* 2^28 coordinates and more */
	{ "(3,2,2):(1073741824,1610612737,1)", FAULT_LIMIT }, /* 2^31 offsets and more */
	{ "make_composed_layout((2,2):(1,0), 0, 536870912:1)", FAULT_LIMIT },
};

Test(query, refusals) {
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
		struct bench bench;
		bench_init(&bench);
		query_map(&bench.ev.algebra, map_from_text(&bench, refused[i].map));
		cr_expect_eq(bench.ev.algebra.fault.code, refused[i].code, "%s: %s", refused[i].map,
			bench.ev.algebra.fault.text);
		arena_finish(&bench.arena);
	}
}

static volatile sig_atomic_t stop;

static void stop_by_clock(int signal) {
	(void)signal;
	stop = STOPPED_BY_CLOCK;
}

/* What is being enumerated when the time is over has no answer. */
Test(query, stopped) {
	static const char *const maps[] = {
		"make_composed_layout((2,2):(1,0), 0, (16384,16384):(1,16384))",
		"Sw<3,4,3> o 0 o (16384,16383):(3,5)", "(16384,16384):(3,5)",
	};
	sigaction(SIGALRM, &(struct sigaction){ .sa_handler = stop_by_clock }, NULL);
	for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
		struct bench bench;
		bench_init(&bench);
		struct map map = map_from_text(&bench, maps[i]);
		stop = 0;
		bench.ev.algebra.stop = &stop;
		setitimer(ITIMER_REAL, &(struct itimerval){ .it_value = { 0, 20000 } }, NULL);
		struct query query = query_map(&bench.ev.algebra, map);
		cr_expect_eq(bench.ev.algebra.fault.code, FAULT_STOPPED, "%s", maps[i]);
		cr_expect(!query.enumerated && query.image == 0, "%s: image %" PRId64, maps[i], query.image);
		arena_finish(&bench.arena);
	}
}

/* --- random maps against brute force --- */

static uint64_t next_random(uint64_t *state) {
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

static int64_t below(uint64_t *state, int64_t bound) {
	return (int64_t)(next_random(state) % (uint64_t)bound);
}

/* A layout of up to 5 flat modes; in every other one the strides tend to fit together. */
static struct layout random_layout(struct algebra *al, uint64_t *state, bool allow_negative) {
	int rank = 1 + (int)below(state, 5);
	struct tuple *shape = tuple_modes_new(al, rank);
	struct tuple *stride = tuple_modes_new(al, rank);
	bool fitting = below(state, 2) == 0;
	int64_t next = 1;
	for (int i = 0; i < rank; i++) {
		int64_t extent = 1 + below(state, 6);
		int64_t step = fitting ? next : below(state, 25);
		next = next * extent + (below(state, 4) == 0 ? below(state, 3) : 0);
		int64_t sign = allow_negative && below(state, 5) == 0 ? -1 : 1;
		shape[i] = tuple_int(extent);
		stride[i] = tuple_int(sign * step);
	}
	for (int i = rank - 1; i > 0; i--) {
		int64_t j = below(state, i + 1);
		struct tuple x = shape[i], y = stride[i];
		shape[i] = shape[j];
		stride[i] = stride[j];
		shape[j] = x;
		stride[j] = y;
	}
	return layout_of(al, tuple_of(al, shape, rank), tuple_of(al, stride, rank));
}

static struct map random_map(struct algebra *al, uint64_t *state) {
	int64_t kind = below(state, 3);
	struct map inner = map_from_layout(random_layout(al, state, kind == 0));
	if (kind == 0) {
		return inner;
	}
	struct tuple offset = tuple_int(below(state, 3) == 0 ? below(state, 20) : 0);
	int64_t bits = below(state, 4);
	int64_t shift = bits + below(state, 3);
	struct swizzle swizzle = swizzle_make(al, bits, below(state, 4), below(state, 4) == 0 ? -shift : shift);
	struct map swizzled = map_composed(al, map_from_swizzle(swizzle), offset, inner);
	if (kind == 1) {
		return swizzled;
	}
	return map_composed(al, map_from_layout(random_layout(al, state, true)), tuple_int(below(state, 3)), swizzled);
}

/* The same facts from the offsets alone, one by one as map_crd2idx gives them. */
static struct query brute_force(struct algebra *al, struct map map, const int64_t *offsets, int64_t size) {
	struct query query = { .size = size, .greatest = -1, .injective = true };
	query.cosize = layout_cosize(al, map_inner(al, map)).value;
	for (int64_t i = 0; i < size; i++) {
		query.least = i == 0 || offsets[i] < query.least ? offsets[i] : query.least;
		query.greatest = i == 0 || offsets[i] > query.greatest ? offsets[i] : query.greatest;
		bool seen = false;
		for (int64_t j = 0; j < i && !seen; j++) {
			seen = offsets[i] == offsets[j];
		}
		query.image += !seen;
	}
	for (int64_t value = query.least; value <= query.greatest; value++) {
		bool seen = false;
		for (int64_t i = 0; i < size && !seen; i++) {
			seen = offsets[i] == value;
		}
		if (!seen) {
			query.first_gap = query.gaps == 0 ? value : query.first_gap;
			query.gaps++;
		}
	}
	query.injective = query.image == size;
	query.contiguous = query.gaps == 0;
	query.surjective = query.contiguous && query.least == 0 && query.greatest == query.cosize - 1;
	query.bijective = query.injective && query.surjective;
	return query;
}

static void compare(struct bench *bench, struct map map) {
	struct algebra *al = &bench->ev.algebra;
	int64_t size = layout_size(al, map_inner(al, map)).value;
	int64_t *offsets = calloc((size_t)size, sizeof *offsets);
	for (int64_t i = 0; i < size; i++) {
		offsets[i] = map_crd2idx(al, tuple_int(i), map).value;
	}
	struct query expected = brute_force(al, map, offsets, size);
	struct query query = query_map(al, map);
	const char *text = map_text(bench, map);
	cr_assert_not(algebra_failed(al), "%s: %s", text, al->fault.text);
	cr_assert_eq(query.image, expected.image, "%s: image %" PRId64 ", not %" PRId64, text, query.image, expected.image);
	cr_assert_eq(query.least, expected.least, "%s: least", text);
	cr_assert_eq(query.greatest, expected.greatest, "%s: greatest", text);
	cr_assert_eq(query.gaps, expected.gaps, "%s: gaps", text);
	cr_assert_eq(query.first_gap, expected.first_gap, "%s: first gap %" PRId64 ", not %" PRId64, text,
		query.first_gap, expected.first_gap);
	cr_assert_eq(query.injective, expected.injective, "%s: injective", text);
	cr_assert_eq(query.surjective, expected.surjective, "%s: surjective", text);
	cr_assert_eq(query.bijective, expected.bijective, "%s: bijective", text);
	cr_assert_eq(query.contiguous, expected.contiguous, "%s: contiguous", text);
	if (!query.injective) {
		cr_assert(query.alias[0] >= 0 && query.alias[0] < query.alias[1] && query.alias[1] < size, "%s: %" PRId64
			" and %" PRId64, text, query.alias[0], query.alias[1]);
		cr_assert_eq(offsets[query.alias[0]], query.alias_offset, "%s: alias at %" PRId64, text, query.alias[0]);
		cr_assert_eq(offsets[query.alias[1]], query.alias_offset, "%s: alias at %" PRId64, text, query.alias[1]);
	}
	free(offsets);
}

Test(query, random_maps_against_brute_force) {
	uint64_t state = 20261121;
	for (int round = 0; round < 4000; round++) {
		struct bench bench;
		bench_init(&bench);
		struct map map = random_map(&bench.ev.algebra, &state);
		if (!algebra_failed(&bench.ev.algebra)
				&& layout_size(&bench.ev.algebra, map_inner(&bench.ev.algebra, map)).value <= 500) {
			compare(&bench, map);
		}
		arena_finish(&bench.arena);
	}
}

/* Coordinates that meet far from each other and from the first ones. */
Test(query, large_maps_against_brute_force) {
	static const char *const maps[] = {
		"(5000,2):(1,4500) o 0 o 10000:1", "(4097,2):(1,4096) o 0 o 8194:1", "(4096,2):(1,4095) o 0 o 8192:1",
		"(5000,2):(1,4500)", "(4096,2):(2,8191)", "(3,3000):(1000,1)",
		"(5,1000):(3,5)", "Sw<3,4,3> o 0 o (5,1000):(3,5)",
	};
	for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
		struct bench bench;
		bench_init(&bench);
		compare(&bench, map_from_text(&bench, maps[i]));
		arena_finish(&bench.arena);
	}
}

/* --- offsets --- */

static const char *const filled[] = {
	"1:0", "7:3", "5000:2", "(3,5000):(5000,1)", "(1024,3):(1,1024)", "(1025,3):(3,1)",
	"(3,5,7,11,13):(1,3,15,105,1155)",
	"(2,2,2,2,2,2,2,2,2,2,2,2,2):(-1,2,4,8,16,32,64,128,256,512,1024,2048,4096)", "(1,(1,1)):(7,(8,9))",
	"Sw<3,4,3> o 0 o (64,64):(64,1)", "Sw<2,0,-3> o 5 o (40,50):(1,64)", "Sw<1,0,-8> o 0 o 257:1",
	"Sw<2,0,3> o 0 o (Sw<1,3,2> o 5 o (40,50):(1,64))",
	"Sw<1,0,3> o 8 o (Sw<2,0,3> o 0 o (Sw<1,3,2> o 5 o (40,50):(1,64)))",
	"make_composed_layout((8,4):(4,1), 3, (30,50):(1,2))",
};

Test(offsets, fill_is_at_for_every_beginning) {
	for (size_t i = 0; i < sizeof filled / sizeof *filled; i++) {
		struct bench bench;
		bench_init(&bench);
		struct algebra *al = &bench.ev.algebra;
		struct map map = map_from_text(&bench, filled[i]);
		struct offsets offsets = offsets_init_map(al, map);
		cr_assert_not(algebra_failed(al), "%s: %s", filled[i], al->fault.text);
		/* What is used later is not where they are. */
		memset(arena_room(&bench.arena, 1 << 10), 0xff, 1 << 10);
		int64_t *all = calloc((size_t)offsets.size, sizeof *all);
		for (int64_t k = 0; k < offsets.size; k++) {
			all[k] = map_crd2idx(al, tuple_int(k), map).value;
			cr_assert_eq(offsets_at(&offsets, k), all[k], "%s at %" PRId64, filled[i], k);
			cr_assert(all[k] >= offsets.least && all[k] <= offsets.greatest, "%s at %" PRId64, filled[i], k);
		}
		int64_t part[1500];
		for (int64_t first = 0; first < offsets.size; first += 1 + first / 3) {
			int64_t count = offsets.size - first < 1500 ? offsets.size - first : 1500;
			offsets_fill(&offsets, first, count, part);
			for (int64_t k = 0; k < count; k++) {
				cr_assert_eq(part[k], all[first + k], "%s at %" PRId64, filled[i], first + k);
			}
		}
		free(all);
		arena_finish(&bench.arena);
	}
}

/* Integers that are known by name or at run time only have no offsets, in extents, strides, and where a map begins. */
Test(offsets, named_integers_are_refused) {
	static const char *const maps[] = { "M = ?; make_layout((4,M))", "M = ?; (4,8):(1,M)",
		"M = ?; (4,8):(M,1) o 0 o 4:1", "M = ?; Sw<2,3,3> o M o (4,8):(1,4)", "M = ?; Sw<2,3,3> o 0 o (M,8):(1,M)",
		"(4,?):(1,4)", "(4,8):(?{div=8},1)" };
	for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
		struct bench bench;
		bench_init(&bench);
		struct map map = map_from_text(&bench, maps[i]);
		struct algebra *al = &bench.ev.algebra;
		struct offsets offsets = offsets_init_map(al, map);
		cr_expect(algebra_failed(al) && al->fault.code == FAULT_UNSUPPORTED, "%s is taken", maps[i]);
		cr_expect_eq(offsets.size, 0, "%s has offsets beside a fault", maps[i]);
		arena_finish(&bench.arena);
	}
}

/* Where each outer layout is reached as a whole, no offset is missing at the ends of the range. */
Test(offsets, ranges) {
	static const struct {
		const char *map;
		int64_t least, greatest;
		enum fault_code code;
	} cases[] = {
		{ "(8,4):(4,1) o 0 o 32:1", 0, 7 * 4 + 3, FAULT_NONE },
		{ "(8,4):(4,-1) o 0 o 32:1", -3, 7 * 4, FAULT_NONE },
		{ "(8,4):(4,1) o 3 o (2,5):(1,2)", 0, 7 * 4 + 1, FAULT_NONE },
		{ "(8,4):(4,1) o 0 o 5:1", 0, 4 * 4, FAULT_NONE },
		{ "(8,4):(4,1) o 0 o 64:1", 0, 7 * 4 + 7, FAULT_NONE },      /* beyond its domain */
		{ "bits((1,2,4)) o 0 o ((4,2):(1,4) o 0 o 8:1)", 0, 7, FAULT_NONE },
		{ "bits((1,2,4)) o 0 o ((3,4):(1,2) o 0 o 12:1)", 0, -1, FAULT_DOMAIN },  /* 2*1 + 3*2 = 8 has four bits */
		{ "(0,0):(9223372036854775807,9223372036854775807)", 0, -1, FAULT_NONE },
		{ "(0,2):(-9223372036854775807,-2)", 0, -1, FAULT_NONE },
		{ "(2,2):(9223372036854775807,1)", 0, -1, FAULT_OVERFLOW },
		{ "(4294967296,4294967296):(0,0)", 0, -1, FAULT_OVERFLOW },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct bench bench;
		bench_init(&bench);
		struct map map = map_from_text(&bench, cases[i].map);
		struct algebra *al = &bench.ev.algebra;
		struct offsets offsets = map.kind == MAP_LAYOUT ? offsets_init(al, map.layout) : offsets_init_map(al, map);
		cr_expect_eq(al->fault.code, cases[i].code, "%s: %s", cases[i].map, al->fault.text);
		cr_expect_eq(offsets.least, cases[i].least, "%s: least %" PRId64, cases[i].map, offsets.least);
		cr_expect_eq(offsets.greatest, cases[i].greatest, "%s: greatest %" PRId64, cases[i].map, offsets.greatest);
		cr_expect_eq(offsets.size > 0, cases[i].greatest >= 0, "%s: %" PRId64 " coordinates", cases[i].map,
			offsets.size);
		arena_finish(&bench.arena);
	}
}
