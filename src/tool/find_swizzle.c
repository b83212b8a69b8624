#include "tool/find_swizzle.h"

#include <inttypes.h>

#include "algebra/infer.h"
#include "algebra/linear_map.h"
#include "algebra/offsets.h"
#include "base/limits.h"

enum { PADDING_BYTES_MAX = 128,
	BITS_OF_BYTE = 8,
	LINE_SHIFT = 3,
	UNIT_SHIFT = 4 };

/* One access, request by request: the first element of the vector of each lane, in the memory as it is. */
struct requests {
	int bytes; /* of a vector */
	int64_t count;
	const int64_t *offsets; /* [request * BANK_LANES + lane]; ACCESS_NONE */
};

struct finder {
	struct algebra *al;
	struct layout memory;
	int bits;
	int64_t cosize;
	int access_count;
	struct requests accesses[FIND_ACCESSES_MAX];
	const struct linear *linear; /* in the place of a swizzle and paddings, or NULL */
	struct swizzle_search *search;
};

/* --- what is searched --- */

/* The number of elements that are contiguous in one mode of "memory": strides 1, n, n*m, ... of its coalesced modes. */
static int64_t row_of(struct algebra *al, struct layout memory) {
	for (int i = 0; i < layout_rank(memory) && !algebra_failed(al); i++) {
		struct layout mode = layout_coalesce(al, layout_mode(memory, i));
		struct layout first = layout_mode(mode, 0);
		if (tuple_is_constant(first.stride, 1)) {
			return int_value(al, first.shape);
		}
	}
	return 1;
}

/* "stride" where behind each "row" elements "padding" are put in. Returns false where it is no multiple of rows. */
static bool pad_stride(int64_t stride, int64_t row, int64_t padding, int64_t *out) {
	*out = stride;
	return stride < row || (stride % row == 0 && checked_mul(stride / row, row + padding, out));
}

/* The strides "stride" with the padding. Returns false where there is none. */
static bool pad_strides(struct algebra *al, struct tuple stride, int64_t row, int64_t padding, struct tuple *out) {
	if (!tuple_is_tuple(stride)) {
		int64_t padded = 0;
		bool good = pad_stride(int_value(al, stride), row, padding, &padded);
		*out = tuple_int(padded);
		return good;
	}
	struct tuple *modes = tuple_modes_new(al, stride.rank);
	for (int i = 0; i < stride.rank; i++) {
		if (!pad_strides(al, stride.modes[i], row, padding, &modes[i])) {
			return false;
		}
	}
	*out = tuple_of(al, modes, stride.rank);
	return true;
}

/* Add up how far the strides below "row" reach. */
static int64_t reach_in_row(struct algebra *al, struct layout a, int64_t row) {
	if (tuple_is_tuple(a.shape)) {
		int64_t reach = 0;
		for (int i = 0; i < a.shape.rank; i++) {
			reach += reach_in_row(al, layout_mode(a, i), row);
		}
		return reach;
	}
	int64_t stride = int_value(al, a.stride);
	return stride < row ? (int_value(al, a.shape) - 1) * stride : 0;
}

/* The cell of "memory" that is cell "cell" of its first tile, by mode. */
static int64_t cell_of_tile(struct algebra *al, struct tuple tile, struct tuple shape, int64_t cell) {
	int64_t number = 0;
	int64_t step = 1;
	for (int i = 0; i < tuple_rank(shape); i++) {
		int64_t extent = int_value(al, tuple_product(al, tuple_mode(tile, i)));
		int64_t whole = int_value(al, tuple_product(al, tuple_mode(shape, i)));
		if (extent > whole) {
			algebra_fault(al, FAULT_DOMAIN, "the access is to %" PRId64 " elements of mode %d, the memory has %" PRId64,
				extent, i, whole);
			return 0;
		}
		number += cell % extent * step;
		cell /= extent;
		step *= whole;
	}
	return number;
}

/* Fault unless all cells of "table" are below "count", of what "where" says. */
static void check_cells(struct algebra *al, const struct tv_table *table, int64_t count, const char *where) {
	for (int64_t i = 0; i < table->threads * table->values && !algebra_failed(al); i++) {
		if (table->cells[i] < 0 || table->cells[i] >= count) {
			algebra_fault(al, FAULT_DOMAIN,
				"thread %" PRId64 " has value %" PRId64 " at element %" PRId64 " of %s, which has %" PRId64,
				i / table->values, i % table->values, table->cells[i], where, count);
		}
	}
}

/* The cells of "access" as cells of the memory. */
static struct tv_table table_of(struct algebra *al, const struct found_access *access, struct tuple shape) {
	struct tv_table table = tv_table_make(al, access->map);
	struct tuple whole = tuple_product(al, access->has_tile ? access->tile : shape);
	if (!algebra_failed(al)) {
		check_cells(al, &table, int_value(al, whole), access->has_tile ? "its tile" : "the memory");
	}
	if (algebra_failed(al) || !access->has_tile) {
		return table;
	}
	if (tuple_rank(access->tile) != tuple_rank(shape)) {
		algebra_fault(al, FAULT_RANK, "the access is to a tile of %d modes, the memory has %d",
			tuple_rank(access->tile), tuple_rank(shape));
		return table;
	}
	int64_t count = table.threads * table.values;
	int64_t *cells = arena_array(al->arena, (size_t)count, sizeof *cells);
	for (int64_t i = 0; i < count && !algebra_failed(al); i++) {
		cells[i] = cell_of_tile(al, access->tile, shape, table.cells[i]);
	}
	table.cells = cells;
	return table;
}

struct access found_access_to(struct algebra *al, const struct found_access *given, struct tuple shape,
	const struct map *memory, int bits) {
	struct tv_table table = table_of(al, given, shape);
	int64_t cells = algebra_failed(al) ? 0 : int_value(al, tuple_product(al, shape));
	return algebra_failed(al) ? (struct access){ 0 } : access_make(al, &table, memory, cells, bits);
}

/* The requests of "access": the vectors that access_make finds, warp by warp. */
static void add_access(struct finder *finder, const struct found_access *given) {
	struct algebra *al = finder->al;
	struct map memory = map_from_layout(finder->memory);
	struct access access = found_access_to(al, given, finder->memory.shape, &memory, finder->bits);
	if (algebra_failed(al)) {
		return;
	}
	int64_t warps = (access.threads + BANK_LANES - 1) / BANK_LANES;
	struct requests requests = { .bytes = access.vector_bits / BITS_OF_BYTE, .count = warps * access.vectors };
	int64_t *offsets = arena_array(al->arena, (size_t)(requests.count * BANK_LANES), sizeof *offsets);
	for (int64_t i = 0; i < requests.count * BANK_LANES; i++) {
		int64_t thread = i / BANK_LANES / access.vectors * BANK_LANES + i % BANK_LANES;
		int64_t value = access.order[i / BANK_LANES % access.vectors * access.vector_values];
		offsets[i] = thread < access.threads ? access.offsets[thread * access.values + value] : ACCESS_NONE;
	}
	requests.offsets = offsets;
	finder->accesses[finder->access_count++] = requests;
	if (access.vector_values > finder->search->vector) {
		finder->search->vector = access.vector_values;
	}
}

/* --- one candidate --- */

/* Count its conflicts. Offsets are of the memory as it is: a row in front of each, "padding" is added. */
static void count_conflicts(const struct finder *finder, struct swizzle_candidate *candidate) {
	int64_t row = finder->search->row;
	candidate->ways = 1;
	candidate->wavefronts = 0;
	for (int a = 0; a < finder->access_count; a++) {
		const struct requests *requests = &finder->accesses[a];
		for (int64_t r = 0; r < requests->count; r++) {
			int64_t addresses[BANK_LANES];
			for (int lane = 0; lane < BANK_LANES; lane++) {
				int64_t offset = requests->offsets[r * BANK_LANES + lane];
				addresses[lane] = BANK_INACTIVE;
				if (offset == ACCESS_NONE) {
					continue;
				}
				int64_t padded = offset + offset / row * candidate->padding;
				int64_t moved = finder->linear == NULL ? swizzle_apply(candidate->swizzle, padded)
								       : linear_at(finder->linear, offset);
				addresses[lane] = moved * finder->bits / BITS_OF_BYTE;
			}
			struct wavefronts wavefronts = banks_access(addresses, requests->bytes, false);
			candidate->ways = wavefronts.ways > candidate->ways ? wavefronts.ways : candidate->ways;
			candidate->wavefronts += wavefronts.actual;
		}
	}
}

static int compare_numbers(int64_t a, int64_t b) {
	return (a > b) - (a < b);
}

/* Whether "a" is better than "b". */
static bool is_better(const struct swizzle_candidate *a, const struct swizzle_candidate *b) {
	const int64_t keys[][2] = {
		{ a->ways, b->ways },
		{ a->wasted, b->wasted },
		{ a->wavefronts, b->wavefronts },
		{ a->swizzle.bits, b->swizzle.bits },
		{ b->tma, a->tma },
		{ b->wgmma, a->wgmma },
		{ a->swizzle.base, b->swizzle.base },
		{ a->swizzle.shift, b->swizzle.shift },
	};
	int order = 0;
	for (size_t i = 0; i < sizeof keys / sizeof keys[0] && order == 0; i++) {
		order = compare_numbers(keys[i][0], keys[i][1]);
	}
	return order < 0;
}

/*
 * What the hardware takes: of swizzles, 16-byte units by 1, 2 or 3 bits of the 128-byte line above. TMA writes rows
 * up to the span, 32, 64 or 128 bytes; the operands of wgmma and tcgen05 have rows of the span.
 */
static void judge_hardware(const struct finder *finder, struct swizzle_candidate *candidate) {
	int64_t row_bytes = finder->search->row * finder->bits / BITS_OF_BYTE;
	int unit = 0;
	while (finder->bits / BITS_OF_BYTE << unit < 1 << UNIT_SHIFT) {
		unit++;
	}
	struct swizzle s = candidate->swizzle;
	int64_t span = (int64_t)16 << s.bits;
	bool plain = candidate->padding == 0 && row_bytes % 16 == 0;
	bool known = s.bits <= 3 && s.base == unit && s.shift == LINE_SHIFT;
	/* No swizzle has no shift either. */
	candidate->tma = plain && (s.bits == 0 || (known && row_bytes <= span));
	candidate->wgmma = plain && known && row_bytes == span;
}

/* Keep "candidate" among the best: there is room, or it is better than the last one. */
static void keep(struct swizzle_search *search, const struct swizzle_candidate *candidate) {
	int place = search->count;
	while (place > 0 && is_better(candidate, &search->best[place - 1])) {
		place--;
	}
	search->count += search->count < FIND_BEST_MAX ? 1 : 0;
	for (int i = search->count - 1; i > place; i--) {
		search->best[i] = search->best[i - 1];
	}
	search->best[place] = *candidate;
}

/*
 * The greatest of the offsets 0 to "greatest" behind a swizzle that shifts its bits down by as many or more. The bits
 * above those that it changes stay, so that it is one of those whose upper bits are the greatest: all of them are
 * changed by the same bits, and of what stands in those changed, at most "last", what gives the most is chosen from the
 * highest bit on.
 */
static int64_t greatest_swizzled(struct swizzle s, int64_t greatest) {
	int64_t upper = greatest >> (s.base + s.bits);
	int64_t mask = ((int64_t)1 << s.bits) - 1;
	int64_t changed_by = greatest >> (s.base + s.shift) & mask;
	int64_t last = greatest >> s.base & mask;
	int64_t chosen = 0;
	bool is_last = true; /* so far, what is chosen is as much as "last" */
	for (int i = s.bits - 1; i >= 0; i--) {
		int64_t bit = (int64_t)1 << i;
		bool wanted = (changed_by & bit) == 0;
		bool taken = wanted && (!is_last || (last & bit) != 0);
		chosen |= taken ? bit : 0;
		is_last = is_last && taken == ((last & bit) != 0);
	}
	int64_t rest = ((int64_t)1 << s.base) - 1;
	return (upper << s.bits | (chosen ^ changed_by)) << s.base | (is_last ? greatest & rest : rest);
}

static struct swizzle_candidate try_candidate(struct finder *finder, struct layout padded, int64_t padding,
	struct swizzle s) {
	int64_t greatest = finder->cosize - 1;
	int64_t moved = greatest_swizzled(s, greatest + greatest / finder->search->row * padding);
	struct swizzle_candidate candidate = {
		.swizzle = s,
		.padding = padding,
		.wasted = (moved - greatest) * (finder->bits / BITS_OF_BYTE),
	};
	count_conflicts(finder, &candidate);
	judge_hardware(finder, &candidate);
	finder->search->tried++;
	bool kept = finder->search->count < FIND_BEST_MAX
		|| is_better(&candidate, &finder->search->best[finder->search->count - 1]);
	if (kept) {
		candidate.map = s.bits == 0 ? map_from_layout(padded)
					    : map_composed(finder->al, map_from_swizzle(s), tuple_int(0), map_from_layout(padded));
		keep(finder->search, &candidate);
	}
	return candidate;
}

/* All swizzles behind "padded": those that move vectors as they are and read a bit that offsets have. */
static void try_swizzles(struct finder *finder, struct layout padded, int64_t padding) {
	int64_t cosize = algebra_failed(finder->al) ? 1 : int_value(finder->al, layout_cosize(finder->al, padded));
	int bits = 0;
	int least = 0;
	while ((cosize - 1) >> bits != 0) {
		bits++;
	}
	while ((int64_t)1 << least < finder->search->vector) {
		least++;
	}
	for (int b = 1; least + 2 * b <= bits; b++) {
		for (int m = least; m + 2 * b <= bits; m++) {
			for (int s = b; m + b + s <= bits && algebra_step(finder->al, 0); s++) {
				try_candidate(finder, padded, padding, (struct swizzle){ b, m, s });
			}
		}
	}
}

/* --- the search --- */

/* Whether each address of the memory with "padding" behind its rows fits in bits. */
static bool has_addresses(const struct finder *finder, int64_t padding) {
	int64_t greatest = finder->cosize - 1;
	int64_t address = 0;
	return checked_mul(greatest / finder->search->row, padding, &address) && checked_add(greatest, address, &address)
		&& checked_mul(address, finder->bits, &address);
}

static void search_paddings(struct finder *finder) {
	const struct swizzle none = { 0, 0, 0 };
	struct swizzle_search *search = finder->search;
	int64_t most = (int64_t)PADDING_BYTES_MAX * BITS_OF_BYTE / finder->bits;
	search->before = try_candidate(finder, finder->memory, 0, none);
	search->before.map = map_from_layout(finder->memory);
	if (!has_addresses(finder, 0)) {
		return;
	}
	try_swizzles(finder, finder->memory, 0);
	bool rows = search->row > 1 && search->row < finder->cosize
		&& reach_in_row(finder->al, finder->memory, search->row) < search->row;
	for (int64_t padding = search->vector; padding <= most && rows; padding += search->vector) {
		struct layout padded = { .shape = finder->memory.shape };
		if (!has_addresses(finder, padding)
			|| !pad_strides(finder->al, finder->memory.stride, search->row, padding, &padded.stride)) {
			return;
		}
		try_candidate(finder, padded, padding, none);
		/* A swizzle as well wastes as much, and pays only if nothing else is without conflicts. */
		if (search->best[0].ways > 1) {
			try_swizzles(finder, padded, padding);
		}
	}
}

/* Look at the accesses. Returns false after a fault. */
static bool finder_init(struct finder *finder, const struct found_access *accesses, int count) {
	struct algebra *al = finder->al;
	struct offsets offsets = offsets_init(al, finder->memory);
	if (!algebra_failed(al) && (offsets.size == 0 || offsets.least < 0)) {
		algebra_fault(al, FAULT_DOMAIN, "the memory is empty, or has negative offsets");
	}
	if (!algebra_failed(al) && finder->bits % BITS_OF_BYTE != 0) {
		algebra_fault(al, FAULT_UNSUPPORTED, "elements of less than a byte have no addresses of their own");
	}
	for (int i = 0; i < count && !algebra_failed(al); i++) {
		add_access(finder, &accesses[i]);
	}
	finder->cosize = offsets.greatest + 1;
	finder->search->row = row_of(al, finder->memory);
	return !algebra_failed(al);
}

struct swizzle_search find_swizzle(struct algebra *al, struct layout memory, int bits,
	const struct found_access *accesses, int count) {
	struct swizzle_search search = { .vector = 1 };
	struct finder finder = { .al = al, .memory = memory, .bits = bits, .search = &search };
	if (finder_init(&finder, accesses, count)) {
		search_paddings(&finder);
	}
	return search;
}

/* --- maps of bits --- */

/* A space of offsets: vectors[p] is 0, or the vector whose highest bit is p. */
struct space {
	int64_t vectors[LINEAR_BITS_MAX];
};

/* Add "vector". Returns whether it was not in the space before. */
static bool space_add(struct space *space, int64_t vector) {
	while (vector != 0) {
		int p = 63 - __builtin_clzll((unsigned long long)vector);
		if (space->vectors[p] == 0) {
			space->vectors[p] = vector;
			return true;
		}
		vector ^= space->vectors[p];
	}
	return false;
}

/* 0 is in every space. */
static bool space_has(struct space space, int64_t vector) {
	return !space_add(&space, vector);
}

/*
 * What the word and the lanes of a phase of one access span; those of its first request, whose lane 0 is active, stand
 * for all. A bank gives its word as a whole: lanes at odds are those that differ by a line and, or not, in the byte of
 * the word. A vector lies at a multiple of its size, so that its own elements are in no direction that leaves it whole.
 */
static struct space space_of(const struct finder *finder, const struct requests *requests) {
	struct space space = { { 0 } };
	int lanes = requests->bytes <= BANK_BYTES ? BANK_LANES : BANK_LANES * BANK_BYTES / requests->bytes;
	for (int64_t element = 1; element * finder->bits / BITS_OF_BYTE < BANK_BYTES; element *= 2) {
		space_add(&space, element);
	}
	for (int lane = 1; lane < lanes; lane *= 2) {
		bool active = requests->offsets[lane] != ACCESS_NONE;
		space_add(&space, active ? requests->offsets[lane] ^ requests->offsets[0] : 0);
	}
	return space;
}

/* Whether "direction" is outside of all spaces. */
static bool is_outside(const struct space *spaces, int count, int64_t direction) {
	for (int a = 0; a < count; a++) {
		if (space_has(spaces[a], direction)) {
			return false;
		}
	}
	return true;
}

/*
 * A direction of "n" bits outside of all spaces that leaves vectors and words whole, so has none of their "least"
 * bits: a single high bit if one is, then two bits, then any; 0 without one.
 */
static int64_t choose_direction(const struct space *spaces, int count, int n, int least) {
	for (int i = n - 1; i >= least; i--) {
		if (is_outside(spaces, count, (int64_t)1 << i)) {
			return (int64_t)1 << i;
		}
	}
	for (int i = n - 1; i > least; i--) {
		for (int j = least; j < i; j++) {
			int64_t direction = (int64_t)1 << i | (int64_t)1 << j;
			if (is_outside(spaces, count, direction)) {
				return direction;
			}
		}
	}
	int64_t step = (int64_t)1 << least;
	for (int64_t direction = step; direction < (int64_t)1 << n; direction += step) {
		if (is_outside(spaces, count, direction)) {
			return direction;
		}
	}
	return 0;
}

/* The directions that become the bits 0 to n-1 of the offset: the vector or the word, the banks, and the lines. */
static void choose_directions(const struct finder *finder, int n, int line, int64_t *directions) {
	struct space spaces[FIND_ACCESSES_MAX];
	struct space taken = { { 0 } };
	for (int a = 0; a < finder->access_count; a++) {
		spaces[a] = space_of(finder, &finder->accesses[a]);
	}
	int next = 0;
	int64_t word = BANK_BYTES * BITS_OF_BYTE / finder->bits;
	int64_t whole = finder->search->vector > word ? finder->search->vector : word;
	for (int64_t element = 1; element < whole; element *= 2) {
		space_add(&taken, element);
		directions[next++] = element;
	}
	for (int k = n - 1; k >= line; k--) {
		int64_t direction = choose_direction(spaces, finder->access_count, n, next);
		for (int i = n - 1; i >= 0 && space_has(taken, direction); i--) {
			direction = (int64_t)1 << i;
		}
		directions[k] = direction;
		space_add(&taken, direction);
		for (int a = 0; a < finder->access_count; a++) {
			space_add(&spaces[a], direction);
		}
	}
	for (int i = 0; i < n && next < line; i++) {
		if (space_add(&taken, (int64_t)1 << i)) {
			directions[next++] = (int64_t)1 << i;
		}
	}
}

void find_bits(struct algebra *al, struct layout memory, int bits, const struct found_access *accesses, int count,
	struct swizzle_search *search) {
	struct swizzle_search own = { .vector = 1 };
	struct finder finder = { .al = al, .memory = memory, .bits = bits, .search = &own };
	int64_t directions[LINEAR_BITS_MAX];
	int n = 0;
	int line = 0;
	if (!finder_init(&finder, accesses, count)) {
		return;
	}
	while (finder.cosize >> n > 1) {
		n++;
	}
	while ((int64_t)bits << line < (int64_t)PADDING_BYTES_MAX * BITS_OF_BYTE) {
		line++;
	}
	if (finder.cosize != (int64_t)1 << n || n <= line) {
		return;
	}
	choose_directions(&finder, n, line, directions);
	struct linear from = linear_make(al, tuple_int(finder.cosize), directions, 0);
	struct linear linear = linear_left_inverse(al, &from);
	struct linear_reading reading = linear_from_map(al, map_from_layout(memory));
	if (algebra_failed(al) || !reading.is_linear) {
		return;
	}
	struct linear whole = linear_composition(al, &linear, &reading.linear);
	struct inferred inferred = infer_linear(al, &whole);
	finder.linear = &linear;
	search->has_bits = true;
	search->bits = (struct swizzle_candidate){ .padding = 0 };
	count_conflicts(&finder, &search->bits);
	search->bits.map = inferred.found ? inferred_map(al, &inferred) : map_from_linear(al, &whole);
}
