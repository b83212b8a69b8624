/*
 * "find swizzle" against brute force: on random problems every swizzle and every padding of the family is tried, and
 * conflicts are counted word by word. Nothing of the program counts or lists here but what is tested.
 */
#include <criterion/criterion.h>

#include "lang/language/denotation.h"
#include "samples.h"
#include "tool/find_swizzle.h"
#include "tool/find_tv.h"

enum { LANES = 32, ACCESSES = 3, WORDS = 32 };

/* A matrix of 32-bit elements, rows one after the other, and lanes that each access one element. */
struct problem {
	int64_t rows, columns;
	int count;
	int64_t cell[ACCESSES][LANES]; /* column-major */
	struct found_access accesses[ACCESSES];
};

/* Lanes as r x c places, at steps in the rows and in the columns. */
static void random_access(struct samples *samples, struct algebra *al, struct problem *problem) {
	int64_t r = 1;
	int64_t c = LANES;
	for (int64_t bits = sample_below(samples, 6); bits > 0; bits--) {
		r *= 2;
		c /= 2;
	}
	while (r > problem->rows) {
		r /= 2;
	}
	while (c > problem->columns) {
		c /= 2;
	}
	int64_t row_step = sample_between(samples, 1, problem->rows / r);
	int64_t column_step = sample_between(samples, 1, problem->columns / c);
	int64_t repeats = LANES / (r * c);
	int64_t *cell = problem->cell[problem->count];
	for (int lane = 0; lane < LANES; lane++) {
		cell[lane] = lane % r * row_step + lane / r % c * column_step * problem->rows;
	}
	struct tuple shape[] = { tuple_int(r), tuple_int(c), tuple_int(repeats) };
	struct tuple stride[] = { tuple_int(row_step), tuple_int(column_step * problem->rows), tuple_int(0) };
	struct tuple *shapes = tuple_modes_new(al, 3);
	struct tuple *strides = tuple_modes_new(al, 3);
	memcpy(shapes, shape, sizeof shape);
	memcpy(strides, stride, sizeof stride);
	struct layout *modes = arena_array(al->arena, 2, sizeof *modes);
	modes[0] = layout_make(al, tuple_of(al, shapes, 3), tuple_of(al, strides, 3));
	modes[1] = layout_make(al, tuple_int(1), tuple_int(0));
	struct map map = map_from_layout(layout_from_modes(al, modes, 2));
	problem->accesses[problem->count++] = (struct found_access){ .map = map };
}

/* The words in one bank in the worst access, with "padding" words behind each row and the swizzle given. */
static int worst_ways(const struct problem *problem, int64_t padding, int bits, int base, int shift) {
	int worst = 1;
	for (int k = 0; k < problem->count; k++) {
		int64_t words[LANES];
		int used[WORDS] = { 0 };
		for (int lane = 0; lane < LANES; lane++) {
			int64_t row = problem->cell[k][lane] % problem->rows;
			int64_t column = problem->cell[k][lane] / problem->rows;
			int64_t word = row * (problem->columns + padding) + column;
			word ^= (word >> shift) & ((((int64_t)1 << bits) - 1) << base);
			bool is_new = true;
			for (int other = 0; other < lane; other++) {
				is_new = is_new && words[other] != word;
			}
			words[lane] = word;
			used[word % WORDS] += is_new ? 1 : 0;
			worst = used[word % WORDS] > worst ? used[word % WORDS] : worst;
		}
	}
	return worst;
}

static int least_ways(const struct problem *problem) {
	int least = LANES;
	for (int64_t padding = 0; padding <= WORDS; padding++) {
		int alone = worst_ways(problem, padding, 0, 0, 0);
		least = alone < least ? alone : least;
		for (int bits = 1; bits <= 6; bits++) {
			for (int base = 0; base < 8 && least > 1; base++) {
				for (int shift = bits; base + shift < 12; shift++) {
					int ways = worst_ways(problem, padding, bits, base, shift);
					least = ways < least ? ways : least;
				}
			}
		}
	}
	return least;
}

Test(find, the_winner_has_the_fewest_conflicts_of_the_family) {
	static const int64_t extents[] = { 8, 16, 32, 64, 20, 33, 12 };
	struct samples samples;
	struct arena arena;
	int impossible = 0;
	samples_init(&samples, 20);
	arena_init(&arena, NULL, NULL);
	for (int round = 0; round < 120 / SAMPLES_SLOWNESS; round++) {
		struct algebra al;
		algebra_init(&al, &arena);
		struct problem problem = { .rows = extents[sample_below(&samples, 7)],
			.columns = extents[sample_below(&samples, 7)] };
		int accesses = (int)sample_between(&samples, 1, ACCESSES);
		while (problem.count < accesses) {
			random_access(&samples, &al, &problem);
		}
		struct tuple *shape = tuple_modes_new(&al, 2);
		struct tuple *stride = tuple_modes_new(&al, 2);
		shape[0] = tuple_int(problem.rows);
		shape[1] = tuple_int(problem.columns);
		stride[0] = tuple_int(problem.columns);
		stride[1] = tuple_int(1);
		struct layout memory = layout_make(&al, tuple_of(&al, shape, 2), tuple_of(&al, stride, 2));
		struct swizzle_search search = find_swizzle(&al, memory, 32, problem.accesses, problem.count);
		cr_assert(!algebra_failed(&al), "round %d: %s", round, al.fault.text);
		int least = least_ways(&problem);
		impossible += least > 1 ? 1 : 0;
		const struct swizzle_candidate *best = &search.best[0];
		cr_expect_eq(best->ways, least, "round %d: %d ways, brute force has %d", round, best->ways, least);
		cr_expect_eq(search.before.ways, worst_ways(&problem, 0, 0, 0, 0), "round %d, before", round);
		int again = best->swizzle.bits == 0 ? worst_ways(&problem, best->padding, 0, 0, 0)
			: worst_ways(&problem, best->padding, best->swizzle.bits, best->swizzle.base,
				best->swizzle.shift);
		cr_expect_eq(again, best->ways, "round %d: the winner has %d ways", round, again);
		arena_reset(&arena);
	}
	cr_expect_gt(impossible, 0);
	arena_finish(&arena);
}

/* --- the whole list --- */

/*
 * Rows of "columns" elements that are "pitch" elements apart. Each access is by down x across threads, across first,
 * of "values" elements of a row each.
 */
struct grid {
	int64_t rows, columns, pitch;
	int bytes, count;
	struct {
		int64_t down, across, values;
	} accesses[ACCESSES];
};

/* Extents are powers of two where all of them are to be. */
static int64_t random_extent(struct samples *samples, int64_t most, bool binary) {
	int64_t extent = sample_between(samples, 1, most);
	while (binary && (extent & (extent - 1)) != 0) {
		extent &= extent - 1;
	}
	return extent;
}

static struct grid random_grid(struct samples *samples, bool binary) {
	struct grid grid = { .rows = random_extent(samples, 40, binary), .bytes = 1 << sample_below(samples, 4) };
	int64_t unit = (int64_t)1 << sample_below(samples, 3);
	grid.columns = 2 * unit * random_extent(samples, 12, binary);
	int64_t extra = sample_below(samples, 4);
	grid.pitch = binary || extra < 2 ? grid.columns : extra == 2 ? 2 * grid.columns : grid.columns + unit;
	grid.count = (int)sample_between(samples, 1, binary ? 2 : ACCESSES);
	for (int a = 0; a < grid.count; a++) {
		int64_t values = unit;
		while (values * grid.bytes > 16 || (values > 1 && sample_below(samples, 3) == 0)) {
			values /= 2;
		}
		int64_t across = random_extent(samples, grid.columns / values, binary);
		grid.accesses[a].values = values;
		grid.accesses[a].across = across < 70 ? across : binary ? 64 : 70;
		grid.accesses[a].down = random_extent(samples, grid.rows, binary);
	}
	return grid;
}

static struct tuple pair_of(struct algebra *al, int64_t a, int64_t b) {
	return tuple_pair(al, tuple_int(a), tuple_int(b));
}

static struct layout memory_of(struct algebra *al, const struct grid *grid) {
	return layout_make(al, pair_of(al, grid->rows, grid->columns), pair_of(al, grid->pitch, 1));
}

static struct map access_of(struct algebra *al, const struct grid *grid, int a) {
	int64_t values = grid->accesses[a].values;
	struct tuple threads = pair_of(al, grid->accesses[a].across, grid->accesses[a].down);
	struct tuple shape = tuple_pair(al, threads, tuple_int(values));
	struct tuple stride = tuple_pair(al, pair_of(al, values * grid->rows, 1), tuple_int(grid->rows));
	return map_from_layout(layout_make(al, shape, stride));
}

/* Where the vector of "thread" begins, in bytes, with "padding" elements behind each row and the swizzle. */
static int64_t address_of(const struct grid *grid, int a, int64_t thread, int64_t padding, struct swizzle s) {
	int64_t across = grid->accesses[a].across;
	int64_t pitch = grid->pitch + grid->pitch / grid->columns * padding;
	int64_t offset = thread / across * pitch + thread % across * grid->accesses[a].values;
	offset ^= offset >> s.shift & ((((int64_t)1 << s.bits) - 1) << s.base);
	return offset * grid->bytes;
}

/* A candidate with its conflicts, and what the hardware takes. */
static struct swizzle_candidate candidate_of(const struct grid *grid, int64_t padding, struct swizzle s) {
	struct swizzle_candidate candidate = { .swizzle = s, .padding = padding, .ways = 1 };
	for (int a = 0; a < grid->count; a++) {
		int64_t threads = grid->accesses[a].across * grid->accesses[a].down;
		for (int64_t warp = 0; warp * LANES < threads; warp++) {
			int64_t addresses[LANES];
			for (int lane = 0; lane < LANES; lane++) {
				int64_t thread = warp * LANES + lane;
				addresses[lane] = thread < threads ? address_of(grid, a, thread, padding, s) : BANK_INACTIVE;
			}
			struct wavefronts one = banks_access(addresses, (int)grid->accesses[a].values * grid->bytes, false);
			candidate.wavefronts += one.actual;
			candidate.ways = one.ways > candidate.ways ? one.ways : candidate.ways;
		}
	}
	int64_t last = (grid->rows - 1) * grid->pitch + grid->columns - 1;
	int64_t row_bytes = grid->columns * grid->bytes;
	bool units = padding == 0 && row_bytes % 16 == 0;
	bool known = s.bits > 0 && s.bits < 4 && (grid->bytes << s.base) == 16 && s.shift == 3;
	int64_t greatest = 0;
	for (int64_t i = 0; i <= last + last / grid->columns * padding; i++) {
		int64_t offset = i ^ (i >> s.shift & ((((int64_t)1 << s.bits) - 1) << s.base));
		greatest = offset > greatest ? offset : greatest;
	}
	candidate.wasted = (greatest - last) * grid->bytes;
	candidate.tma = units && (s.bits == 0 || (known && row_bytes <= 16 << s.bits));
	candidate.wgmma = units && known && row_bytes == 16 << s.bits;
	return candidate;
}

/* Which of two comes first: less than 0 for "a". */
static int64_t order_of(const struct swizzle_candidate *a, const struct swizzle_candidate *b) {
	int64_t differences[] = { a->ways - b->ways, a->wasted - b->wasted, a->wavefronts - b->wavefronts,
		a->swizzle.bits - b->swizzle.bits, b->tma - a->tma, b->wgmma - a->wgmma, a->swizzle.base - b->swizzle.base,
		a->swizzle.shift - b->swizzle.shift };
	for (size_t i = 0; i < sizeof differences / sizeof differences[0]; i++) {
		if (differences[i] != 0) {
			return differences[i];
		}
	}
	return 0;
}

/* All that were tried, the best first. */
struct tried {
	int count, kept;
	struct swizzle_candidate best[FIND_BEST_MAX + 1];
};

static void add_tried(struct tried *tried, struct swizzle_candidate candidate) {
	int place = tried->kept;
	for (; place > 0 && order_of(&candidate, &tried->best[place - 1]) < 0; place--) {
		tried->best[place] = tried->best[place - 1];
	}
	tried->best[place] = candidate;
	tried->kept += tried->kept < FIND_BEST_MAX ? 1 : 0;
	tried->count++;
}

static void try_all(const struct grid *grid, int64_t padding, int64_t vector, struct tried *tried) {
	int64_t last = (grid->rows - 1) * (grid->pitch + grid->pitch / grid->columns * padding) + grid->columns - 1;
	for (int bits = 1; bits < 20; bits++) {
		for (int base = 0; base < 20; base++) {
			for (int shift = bits; shift < 20; shift++) {
				if ((int64_t)1 << base >= vector && last >> (base + bits + shift - 1) > 0) {
					add_tried(tried, candidate_of(grid, padding, (struct swizzle){ bits, base, shift }));
				}
			}
		}
	}
}

static struct tried try_family(const struct grid *grid, int64_t vector) {
	struct tried tried = { 0 };
	const struct swizzle none = { 0, 0, 0 };
	add_tried(&tried, candidate_of(grid, 0, none));
	try_all(grid, 0, vector, &tried);
	int64_t most = grid->rows > 1 && grid->pitch % grid->columns == 0 ? 128 / grid->bytes : 0;
	for (int64_t padding = vector; padding <= most; padding += vector) {
		add_tried(&tried, candidate_of(grid, padding, none));
		if (tried.best[0].ways > 1) {
			try_all(grid, padding, vector, &tried);
		}
	}
	return tried;
}

static bool is_as(const struct swizzle_candidate *a, const struct swizzle_candidate *b) {
	return order_of(a, b) == 0 && a->padding == b->padding;
}

/* Every offset of the candidate's map is that of the padded row, swizzled. */
static bool is_map_of(struct algebra *al, const struct grid *grid, const struct swizzle_candidate *candidate) {
	int64_t pitch = grid->pitch + grid->pitch / grid->columns * candidate->padding;
	struct swizzle s = candidate->swizzle;
	for (int64_t i = 0; i < grid->rows * grid->columns; i++) {
		int64_t offset = i % grid->rows * pitch + i / grid->rows;
		offset ^= offset >> s.shift & ((((int64_t)1 << s.bits) - 1) << s.base);
		struct tuple found = map_crd2idx(al, tuple_int(i), candidate->map);
		if (algebra_failed(al) || found.value != offset) {
			return false;
		}
	}
	return true;
}

Test(find, the_list_is_that_of_the_family) {
	struct samples samples;
	struct arena arena;
	samples_init(&samples, 7);
	arena_init(&arena, NULL, NULL);
	for (int round = 0; round < 60 / SAMPLES_SLOWNESS; round++) {
		struct algebra al;
		struct found_access accesses[ACCESSES] = { { .has_tile = false } };
		algebra_init(&al, &arena);
		struct grid grid = random_grid(&samples, false);
		int64_t vector = 1;
		for (int a = 0; a < grid.count; a++) {
			accesses[a].map = access_of(&al, &grid, a);
			vector = grid.accesses[a].values > vector ? grid.accesses[a].values : vector;
		}
		struct swizzle_search search = find_swizzle(&al, memory_of(&al, &grid), 8 * grid.bytes, accesses, grid.count);
		cr_assert(!algebra_failed(&al), "round %d: %s", round, al.fault.text);
		struct tried tried = try_family(&grid, vector);
		cr_assert_eq(search.vector, vector, "round %d: vector %d", round, (int)search.vector);
		cr_assert_eq(search.row, grid.columns, "round %d: row %d", round, (int)search.row);
		cr_assert_eq(search.tried, tried.count, "round %d: %d tried, not %d", round, search.tried, tried.count);
		cr_assert_eq(search.count, tried.kept, "round %d: %d kept, not %d", round, search.count, tried.kept);
		struct swizzle_candidate before = candidate_of(&grid, 0, (struct swizzle){ 0, 0, 0 });
		cr_assert(is_as(&search.before, &before) && is_map_of(&al, &grid, &search.before), "round %d", round);
		for (int i = 0; i < search.count; i++) {
			cr_assert(is_as(&search.best[i], &tried.best[i]), "round %d, number %d", round, i);
			cr_assert(is_map_of(&al, &grid, &search.best[i]), "round %d, number %d", round, i);
		}
		arena_reset(&arena);
	}
	arena_finish(&arena);
}

/* --- maps of bits --- */

/* The ways of the worst access where the element at offset i goes to table[i]. */
static int ways_of_table(const struct grid *grid, const int64_t *table) {
	int ways = 1;
	for (int a = 0; a < grid->count; a++) {
		int64_t threads = grid->accesses[a].across * grid->accesses[a].down;
		for (int64_t warp = 0; warp * LANES < threads; warp++) {
			int64_t addresses[LANES];
			for (int lane = 0; lane < LANES; lane++) {
				int64_t thread = warp * LANES + lane;
				int64_t at = address_of(grid, a, thread < threads ? thread : 0, 0, (struct swizzle){ 0, 0, 0 });
				addresses[lane] = thread < threads ? table[at / grid->bytes] * grid->bytes : BANK_INACTIVE;
			}
			int own = banks_access(addresses, (int)grid->accesses[a].values * grid->bytes, false).ways;
			ways = own > ways ? own : ways;
		}
	}
	return ways;
}

/* Each offset is taken once, vectors stay whole, and two accesses of the same vectors have no conflicts. */
Test(find, maps_of_bits_have_no_conflicts) {
	struct samples samples;
	struct arena arena;
	int found = 0;
	samples_init(&samples, 11);
	arena_init(&arena, NULL, NULL);
	for (int round = 0; round < 400 / SAMPLES_SLOWNESS; round++) {
		struct algebra al;
		struct found_access accesses[ACCESSES] = { { .has_tile = false } };
		struct swizzle_search search = { .vector = 1 };
		algebra_init(&al, &arena);
		struct grid grid = random_grid(&samples, true);
		int64_t size = grid.rows * grid.columns;
		int64_t *table = arena_array(&arena, (size_t)size, sizeof *table);
		bool *taken = arena_array(&arena, (size_t)size, sizeof *taken);
		int64_t vector = 1;
		for (int a = 0; a < grid.count; a++) {
			accesses[a].map = access_of(&al, &grid, a);
			vector = grid.accesses[a].values > vector ? grid.accesses[a].values : vector;
		}
		find_bits(&al, memory_of(&al, &grid), 8 * grid.bytes, accesses, grid.count, &search);
		cr_assert(!algebra_failed(&al), "round %d: %s", round, al.fault.text);
		cr_assert_eq(search.has_bits, size * grid.bytes > 128, "round %d: %d bytes", round, (int)(size * grid.bytes));
		for (int64_t i = 0; i < size && search.has_bits; i++) {
			int64_t offset = i % grid.rows * grid.columns + i / grid.rows;
			int64_t to = map_crd2idx(&al, tuple_int(i), search.bits.map).value;
			cr_assert(to >= 0 && to < size && !taken[to], "round %d: offset %d", round, (int)to);
			taken[to] = true;
			table[offset] = to;
		}
		for (int64_t i = 0; i < size && search.has_bits; i++) {
			cr_assert_eq(table[i], table[i / vector * vector] + i % vector, "round %d: a vector is taken apart", round);
		}
		if (search.has_bits) {
			found++;
			bool same = grid.count == 1 || grid.accesses[0].values == grid.accesses[1].values;
			cr_assert_eq(search.bits.ways, ways_of_table(&grid, table), "round %d", round);
			cr_assert(!same || search.bits.ways == 1, "round %d: %d ways", round, search.bits.ways);
		}
		arena_reset(&arena);
	}
	cr_assert_gt(found, 20);
	arena_finish(&arena);
}

/* Accesses of one vector of 2^"vector" elements a lane, the lanes of which are 5 different bits of the offset. */
struct lanes_of_bits {
	int vector;
	int bits[5];
};

static struct lanes_of_bits random_lanes(struct samples *samples, int n, int vector) {
	struct lanes_of_bits lanes = { .vector = vector };
	bool taken[16] = { false };
	for (int i = 0; i < 5;) {
		int bit = (int)sample_between(samples, vector, n - 1);
		if (!taken[bit]) {
			taken[bit] = true;
			lanes.bits[i++] = bit;
		}
	}
	return lanes;
}

static int64_t offset_of_lane(const struct lanes_of_bits *lanes, int lane) {
	int64_t offset = 0;
	for (int i = 0; i < 5; i++) {
		offset += (int64_t)(lane >> i & 1) << lanes->bits[i];
	}
	return offset;
}

static struct found_access access_of_lanes(struct algebra *al, const struct lanes_of_bits *lanes) {
	struct tuple *shape = tuple_modes_new(al, 5);
	struct tuple *stride = tuple_modes_new(al, 5);
	for (int i = 0; i < 5; i++) {
		shape[i] = tuple_int(2);
		stride[i] = tuple_int((int64_t)1 << lanes->bits[i]);
	}
	struct tuple values = tuple_int((int64_t)1 << lanes->vector);
	struct layout layout = layout_make(al, tuple_pair(al, tuple_of(al, shape, 5), values),
		tuple_pair(al, tuple_of(al, stride, 5), tuple_int(1)));
	return (struct found_access){ .map = map_from_layout(layout) };
}

/* The ways of "lanes" of elements of "bytes" bytes where the element at offset i goes to map(i). */
static int ways_of_lanes(struct algebra *al, const struct lanes_of_bits *lanes, int bytes, struct map map) {
	int64_t addresses[LANES];
	for (int lane = 0; lane < LANES; lane++) {
		addresses[lane] = map_crd2idx(al, tuple_int(offset_of_lane(lanes, lane)), map).value * bytes;
	}
	return banks_access(addresses, bytes << lanes->vector, false).ways;
}

/* Two accesses of vectors as wide, or of no more than a word each, have no conflicts, whatever bits their lanes are. */
Test(find, maps_of_bits_for_any_bits) {
	struct samples samples;
	struct arena arena;
	int below = 0;
	samples_init(&samples, 12);
	arena_init(&arena, NULL, NULL);
	for (int round = 0; round < 400 / SAMPLES_SLOWNESS; round++) {
		struct algebra al;
		struct lanes_of_bits lanes[2];
		struct found_access accesses[2];
		struct swizzle_search search = { .vector = 1 };
		algebra_init(&al, &arena);
		int bytes = 1 << sample_below(&samples, 4);
		int n = (int)sample_between(&samples, 9, 11);
		int vector = (int)sample_below(&samples, 5);
		while (bytes << vector > 16) {
			vector--;
		}
		bool is_narrow = bytes << vector <= 4;
		lanes[0] = random_lanes(&samples, n, vector);
		lanes[1] = random_lanes(&samples, n, is_narrow ? (int)sample_below(&samples, vector + 1) : vector);
		for (int a = 0; a < 2; a++) {
			accesses[a] = access_of_lanes(&al, &lanes[a]);
		}
		struct layout memory = layout_make(&al, tuple_int((int64_t)1 << n), tuple_int(1));
		find_bits(&al, memory, 8 * bytes, accesses, 2, &search);
		cr_assert(!algebra_failed(&al) && search.has_bits, "round %d: %s", round, al.fault.text);
		cr_assert_eq(search.bits.ways, 1, "round %d: %d ways", round, search.bits.ways);
		for (int a = 0; a < 2; a++) {
			cr_assert_eq(ways_of_lanes(&al, &lanes[a], bytes, search.bits.map), 1, "round %d, access %d", round, a);
		}
		bool taken[1 << 11] = { false };
		for (int64_t i = 0; i < 1 << n; i++) {
			int64_t to = map_crd2idx(&al, tuple_int(i), search.bits.map).value;
			int64_t of_vector = map_crd2idx(&al, tuple_int(i >> vector << vector), search.bits.map).value;
			cr_assert(to >= 0 && to < 1 << n && !taken[to], "round %d: %d goes to %d", round, (int)i, (int)to);
			cr_assert_eq(to - of_vector, i % (1 << vector), "round %d: a vector is taken apart", round);
			taken[to] = true;
		}
		below += is_narrow && bytes < 4;
		arena_reset(&arena);
	}
	cr_assert_gt(below, 20);
	arena_finish(&arena);
}

/* Offsets up to a power of two, each of which the vectors of 32 lanes take, make no map of bits of every memory. */
Test(find, memories_that_are_no_maps_of_bits) {
	static const struct {
		int64_t rows, pitch;
		bool has_bits;
	} cases[] = { { 2, 64, true }, { 4, 64, true }, { 3, 96, false }, { 5, 48, false }, { 2, 192, true } };
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct arena arena;
		struct algebra al;
		arena_init(&arena, NULL, NULL);
		algebra_init(&al, &arena);
		struct layout memory = { tuple_pair(&al, tuple_int(cases[i].rows), tuple_int(64)),
			tuple_pair(&al, tuple_int(cases[i].pitch), tuple_int(1)) };
		struct layout lanes = { tuple_pair(&al, tuple_int(32), tuple_int(1)),
			tuple_pair(&al, tuple_int(1), tuple_int(0)) };
		struct found_access access = { .map = map_from_layout(lanes) };
		struct swizzle_search search = { .vector = 1 };
		find_bits(&al, memory, 16, &access, 1, &search);
		cr_expect(!algebra_failed(&al), "%s", al.fault.text);
		cr_expect_eq(search.has_bits, cases[i].has_bits, "%d rows, %d apart", (int)cases[i].rows, (int)cases[i].pitch);
		arena_finish(&arena);
	}
}

/* --- copies --- */

/* A memory that does not have the cells of the tile, on either side: it is said, and no candidate is kept. */
Test(find, copies_of_other_memories) {
	static const int64_t extents[] = { 64, 32 };
	for (int side = 0; side < 3; side++) {
		struct arena arena;
		struct algebra al;
		arena_init(&arena, NULL, NULL);
		algebra_init(&al, &arena);
		struct map whole = map_from_layout(layout_of(&al, tuple_int(2048), tuple_int(1)));
		struct map half = map_from_layout(layout_of(&al, tuple_int(1024), tuple_int(1)));
		struct tv_search search = find_tv(&al, extents, 32, 16, side == 0 ? &half : &whole,
			side == 1 ? &half : &whole);
		cr_expect_eq(algebra_failed(&al), side < 2);
		cr_expect_str_eq(al.fault.text,
			side < 2 ? "the memory layout has 1024 coordinates, the tile has 2048 cells" : "");
		cr_expect_eq(search.tried > 0, side == 2, "side %d: %d were tried", side, (int)search.tried);
		cr_expect_eq(search.count > 0, side == 2, "side %d: %d were kept", side, search.count);
		arena_finish(&arena);
	}
}

/* What a copy costs, in the order in which it counts: sectors, conflict, requests, lines. */
struct copy_cost {
	int64_t of[4];
};

static int compare_costs(const void *a, const void *b) {
	const struct copy_cost *x = a;
	const struct copy_cost *y = b;
	int k = 0;
	while (k < 3 && x->of[k] == y->of[k]) {
		k++;
	}
	return (x->of[k] > y->of[k]) - (x->of[k] < y->of[k]);
}

static struct copy_cost cost_of_copy(struct algebra *al, struct layout tv, int64_t cells, int bits,
		const struct map *memory, const struct map *to) {
	struct tv_table table = tv_table_make(al, map_from_layout(tv));
	struct access access = access_make(al, &table, memory, cells, bits);
	struct global_traffic loads = access_global(&access, LANES);
	struct copy_cost cost = { { loads.sectors.actual, 1, loads.requests, loads.lines.actual } };
	if (to != NULL) {
		struct access shared = access_make(al, &table, to, cells, bits);
		struct shared_traffic stores = access_shared(&shared, shared.vector_bits, false);
		cost.of[1] = stores.conflict;
		cost.of[2] += stores.requests;
	}
	return cost;
}

/* Vectors of "vector" elements and "along" threads along the mode "fast" of a tile. */
static struct layout copy_of_tile(struct algebra *al, const int64_t *extents, int64_t threads, int fast, int64_t vector,
		int64_t along) {
	int64_t across = threads / along;
	int64_t steps[] = { 1, extents[0] };
	struct layout modes[] = {
		layout_of(al, tuple_int(along), tuple_int(vector * steps[fast])),
		layout_of(al, tuple_int(across), tuple_int(steps[1 - fast])),
		layout_of(al, tuple_int(vector), tuple_int(steps[fast])),
		layout_of(al, tuple_int(extents[fast] / vector / along), tuple_int(vector * along * steps[fast])),
		layout_of(al, tuple_int(extents[1 - fast] / across), tuple_int(across * steps[1 - fast])),
	};
	struct layout sides[] = { layout_from_modes(al, &modes[0], 2), layout_from_modes(al, &modes[2], 3) };
	return layout_from_modes(al, sides, 2);
}

/*
 * Every partition of the tile is tried: the vectors along either mode that are powers of two up to 16 bytes, with all
 * numbers of threads along it that divide. The best are kept in their order. Only the two extents are read, whatever
 * stands beside them.
 */
Test(find, copies_that_are_tried) {
	enum { MOST = 256 };
	static const struct {
		int64_t extents[2], threads, row;   /* "row": the stride of the first mode, the other has 1; or 0 */
		int bits, swizzled;   /* of an element; of shared memory, rows one after the other, or -1: there is none */
	} cases[] = {
		{ { 64, 32 }, 32, 32, 16, -1 }, { { 64, 32 }, 32, 32, 16, 0 }, { { 64, 32 }, 32, 32, 16, 2 },
		{ { 64, 32 }, 128, 0, 16, 0 }, { { 32, 64 }, 64, 72, 8, 3 }, { { 8, 8 }, 64, 8, 32, 0 },
		{ { 12, 6 }, 6, 6, 32, -1 }, { { 16, 1 }, 4, 1, 8, 0 }, { { 1, 16 }, 16, 0, 128, -1 },
		{ { 3, 5 }, 15, 0, 64, 0 }, { { 128, 64 }, 256, 64, 16, 3 },
	};
	for (size_t i = 0; i < 2 * (sizeof cases / sizeof *cases); i++) {
		const int64_t *extents = cases[i / 2].extents;
		int64_t beside = (int64_t)(i % 2);
		int64_t numbers[] = { beside * extents[1], extents[0], extents[1], beside * extents[0] };
		int64_t threads = cases[i / 2].threads;
		int64_t row = cases[i / 2].row;
		int bits = cases[i / 2].bits;
		struct arena arena;
		struct algebra al;
		arena_init(&arena, NULL, NULL);
		algebra_init(&al, &arena);
		struct tuple shape = tuple_from_ints(&al, extents, 2);
		int64_t strides[] = { row > 0 ? row : 1, row > 0 ? 1 : extents[0] };
		struct map memory = map_from_layout(layout_of(&al, shape, tuple_from_ints(&al, strides, 2)));
		struct map rows = map_from_layout(layout_from_shape_right(&al, shape));
		int swizzled = cases[i / 2].swizzled;
		struct map shared = swizzled <= 0 ? rows :
			map_composed(&al, map_from_swizzle((struct swizzle){ swizzled, 3, 3 }), tuple_int(0), rows);
		const struct map *to = swizzled < 0 ? NULL : &shared;
		struct copy_cost costs[MOST];
		int tried = 0;
		for (int fast = 0; fast < 2; fast++) {
			for (int64_t vector = 1; vector * bits <= 128; vector *= 2) {
				for (int64_t along = 1; along <= threads; along++) {
					if (threads % along == 0 && extents[fast] % (vector * along) == 0
							&& extents[1 - fast] % (threads / along) == 0) {
						cr_assert_lt(tried, MOST);
						struct layout tv = copy_of_tile(&al, extents, threads, fast, vector, along);
						costs[tried++] = cost_of_copy(&al, tv, extents[0] * extents[1], bits, &memory, to);
					}
				}
			}
		}
		qsort(costs, (size_t)tried, sizeof *costs, compare_costs);
		struct tv_search search = find_tv(&al, &numbers[1], threads, bits, &memory, to);
		cr_assert(!algebra_failed(&al), "%zu: %s", i, al.fault.text);
		cr_expect_eq(search.tried, tried, "%zu: %d were tried, not %d", i, search.tried, tried);
		cr_expect_eq(search.count, tried < FIND_TV_MAX ? tried : FIND_TV_MAX, "%zu: %d were kept", i, search.count);
		for (int k = 0; k < search.count && k < tried; k++) {
			const struct tv_candidate *kept = &search.best[k];
			struct copy_cost said = { { kept->sectors, kept->conflict, kept->requests, kept->lines } };
			struct copy_cost cost = cost_of_copy(&al, kept->tv, extents[0] * extents[1], bits, &memory, to);
			cr_assert(compare_costs(&said, &costs[k]) == 0 && compare_costs(&said, &cost) == 0, "%zu: place %d", i, k);
		}
		arena_finish(&arena);
	}
}
