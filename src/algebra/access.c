#include "algebra/access.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/number.h"

/* --- offsets --- */

/* The offset of each cell in "memory", which must have "cells" coordinates, in "least" and "greatest" its range. */
static const int64_t *memory_offsets(struct algebra *al, struct map memory, int64_t cells) {
	struct offsets offsets = offsets_init_map(al, memory);
	if (algebra_failed(al) || offsets.size != cells) {
		algebra_fault(al, FAULT_DOMAIN, "the memory layout has %" PRId64 " coordinates, the tile has %" PRId64 " cells",
			offsets.size, cells);
		return NULL;
	}
	int64_t *out = arena_array(al->arena, (size_t)cells, sizeof *out);
	offsets_fill(&offsets, 0, cells, out);
	return out;
}

/* Replace the cells in "offsets" by where they are in memory. */
static void place_cells(struct algebra *al, const int64_t *memory, int64_t cells, int bits, int64_t *offsets,
	int64_t count) {
	const int64_t bound = INT64_MAX / 2 / bits;
	for (int64_t i = 0; i < count; i++) {
		if (cells > 0 && (offsets[i] < 0 || offsets[i] >= cells)) {
			offsets[i] = ACCESS_NONE;
			continue;
		}
		offsets[i] = memory != NULL ? memory[offsets[i]] : offsets[i];
		if (offsets[i] < -bound || offsets[i] > bound) {
			algebra_fault(al, FAULT_OVERFLOW, "the address of element %" PRId64 ", in bits, does not fit 64 bits",
				offsets[i]);
			return;
		}
	}
}

/* --- vectors --- */

struct placed_value {
	int64_t value;
	int64_t thread; /* whose offset it is */
	int64_t offset;
	int64_t copy; /* how many values with less numbers are at this offset */
};

static int compare_offsets(const void *a, const void *b) {
	const struct placed_value *x = a;
	const struct placed_value *y = b;
	int by_thread = number_order(x->thread, y->thread);
	int by_offset = by_thread != 0 ? by_thread : number_order(x->offset, y->offset);
	return by_offset != 0 ? by_offset : number_order(x->value, y->value);
}

static int compare_copies(const void *a, const void *b) {
	const struct placed_value *x = a;
	const struct placed_value *y = b;
	int by_copy = number_order(x->copy, y->copy);
	return by_copy != 0 ? by_copy : compare_offsets(a, b);
}

static int64_t offset_of(const struct access *access, int64_t thread, int64_t value) {
	return access->offsets[thread * access->values + value];
}

/* The first thread all of whose values are accessed, or -1. */
static int64_t complete_thread(const struct access *access) {
	for (int64_t t = 0; t < access->threads; t++) {
		bool complete = true;
		for (int64_t v = 0; v < access->values && complete; v++) {
			complete = offset_of(access, t, v) != ACCESS_NONE;
		}
		if (complete) {
			return t;
		}
	}
	return -1;
}

/* The first thread whose value "value" is accessed, or 0. */
static int64_t accessing_thread(const struct access *access, int64_t value) {
	for (int64_t t = 0; t < access->threads; t++) {
		if (offset_of(access, t, value) != ACCESS_NONE) {
			return t;
		}
	}
	return 0;
}

/*
 * The values as the first complete thread has them in memory, the one at the least address first; without such a thread
 * as the first one has them that accesses them, which is one thread for all values of a vector. What it has more than
 * once comes again behind all of the first copies, so that each copy can be a vector.
 */
static const int64_t *memory_order(struct algebra *al, const struct access *access) {
	int64_t complete = complete_thread(access);
	struct placed_value *placed = arena_array(al->arena, (size_t)access->values, sizeof *placed);
	for (int64_t v = 0; v < access->values; v++) {
		int64_t thread = complete >= 0 ? complete : accessing_thread(access, v);
		placed[v] = (struct placed_value){ v, thread, offset_of(access, thread, v), 0 };
	}
	qsort(placed, (size_t)access->values, sizeof *placed, compare_offsets);
	for (int64_t v = 1; v < access->values; v++) {
		bool is_copy = placed[v].offset == placed[v - 1].offset && placed[v].offset != ACCESS_NONE;
		placed[v].copy = is_copy ? placed[v - 1].copy + 1 : 0;
	}
	qsort(placed, (size_t)access->values, sizeof *placed, compare_copies);
	int64_t *order = arena_array(al->arena, (size_t)access->values, sizeof *order);
	for (int64_t v = 0; v < access->values; v++) {
		order[v] = placed[v].value;
	}
	return order;
}

/* Why the values of "thread" from position "start" of "order" on are not a vector of "count", or NONE. */
static enum vector_limit limit_of(struct access *access, const int64_t *order, int64_t thread, int64_t start,
	int64_t count) {
	const int64_t *offsets = access->offsets + thread * access->values;
	int64_t first = offsets[order[start]];
	for (int64_t i = 1; i < count; i++) {
		int64_t offset = offsets[order[start + i]];
		bool in_place = first == ACCESS_NONE ? offset == ACCESS_NONE : offset != ACCESS_NONE && offset == first + i;
		if (!in_place) {
			access->limit_values[0] = order[start + i - 1];
			access->limit_values[1] = order[start + i];
			return VECTOR_LIMIT_APART;
		}
	}
	access->limit_values[0] = order[start];
	access->limit_values[1] = order[start];
	return first == ACCESS_NONE || (first & (count - 1)) == 0 ? VECTOR_LIMIT_NONE : VECTOR_LIMIT_ALIGNMENT;
}

/* Whether vectors of "count" values of "order", a power of two, are legal. If not, why is left in "access". */
static bool vectors_are_legal(struct access *access, const int64_t *order, int64_t count) {
	if (access->values % count != 0) {
		access->limit = VECTOR_LIMIT_COUNT;
		return false;
	}
	for (int64_t t = 0; t < access->threads; t++) {
		for (int64_t start = 0; start < access->values; start += count) {
			access->limit = limit_of(access, order, t, start, count);
			if (access->limit != VECTOR_LIMIT_NONE) {
				access->limit_thread = t;
				access->limit_offsets[0] = offset_of(access, t, access->limit_values[0]);
				access->limit_offsets[1] = offset_of(access, t, access->limit_values[1]);
				return false;
			}
		}
	}
	return true;
}

/* Compares vectors by their first value; the order of memory has the values of a vector in a row. */
static int compare_first(const void *a, const void *b) {
	return number_order(*(const int64_t *)a, *(const int64_t *)b);
}

/* Find the widest vector, from one element up. */
static void find_vector(struct algebra *al, struct access *access) {
	const int64_t *order = memory_order(al, access);
	int64_t count = 1;
	while (count * 2 * access->bits <= VECTOR_BITS_MAX && vectors_are_legal(access, order, count * 2)) {
		count *= 2;
	}
	access->vector_values = count;
	access->vector_bits = (int)count * access->bits;
	access->vectors = access->values / count;
	int64_t *vectors = arena_array(al->arena, (size_t)access->values, sizeof *vectors);
	memcpy(vectors, order, (size_t)access->values * sizeof *vectors);
	qsort(vectors, (size_t)access->vectors, (size_t)count * sizeof *vectors, compare_first);
	access->order = vectors;
}

struct access access_make(struct algebra *al, const struct tv_table *table, const struct map *memory, int64_t cells,
	int bits) {
	struct access access = { .threads = table->threads, .values = table->values, .bits = bits };
	int64_t count = table->threads * table->values;
	const int64_t *places = memory != NULL ? memory_offsets(al, *memory, cells) : NULL;
	if (algebra_failed(al)) {
		return access;
	}
	int64_t *offsets = arena_array(al->arena, (size_t)count, sizeof *offsets);
	memcpy(offsets, table->cells, (size_t)count * sizeof *offsets);
	access.offsets = offsets;
	place_cells(al, places, cells, bits, offsets, count);
	if (!algebra_failed(al)) {
		find_vector(al, &access);
	}
	return access;
}

/* --- global memory --- */

/* Store the addresses, in bits, of the active lanes of a request, sorted. Returns their number. */
static int collect_lanes(const struct access *access, int64_t first_thread, int lanes, int64_t value,
	int64_t *addresses) {
	int count = 0;
	for (int64_t t = first_thread; t < first_thread + lanes && t < access->threads; t++) {
		int64_t offset = offset_of(access, t, value);
		if (offset == ACCESS_NONE) {
			continue;
		}
		int place = count++;
		for (; place > 0 && addresses[place - 1] > offset * access->bits; place--) {
			addresses[place] = addresses[place - 1];
		}
		addresses[place] = offset * access->bits;
	}
	return count;
}

/* Of several requests with the most, the one with the least ideal counts: if it is ideal, all of them are. */
static void touch(struct touched *touched, int64_t units, int64_t bits, int bytes) {
	int64_t ideal = (bits + bytes * 8 - 1) / (bytes * 8);
	touched->actual += units;
	touched->ideal += ideal;
	if (units > touched->most || (units == touched->most && ideal < touched->most_ideal)) {
		touched->most = units;
		touched->most_ideal = ideal;
	}
	touched->excess = units - ideal > touched->excess ? units - ideal : touched->excess;
}

static void add_request(struct global_traffic *traffic, const int64_t *addresses, int lanes, int vector_bits) {
	struct units units = units_touched(addresses, lanes, vector_bits);
	touch(&traffic->sectors, units.sectors, units.bits, SECTOR_BYTES);
	touch(&traffic->halves, units.halves, units.bits, HALF_BYTES);
	touch(&traffic->lines, units.lines, units.bits, LINE_BYTES);
	traffic->requests++;
	traffic->bits += units.bits;
	traffic->bits_most = units.bits > traffic->bits_most ? units.bits : traffic->bits_most;
	traffic->partial += units.partial;
	traffic->partial_most = units.partial > traffic->partial_most ? units.partial : traffic->partial_most;
	traffic->repeated += lanes - units.bits / vector_bits;
}

struct global_traffic access_global(const struct access *access, int warp) {
	struct global_traffic traffic = { 0 };
	int64_t addresses[WARP_LANES_MAX];
	for (int64_t first = 0; first < access->threads; first += warp) {
		for (int64_t i = 0; i < access->vectors; i++) {
			int lanes = collect_lanes(access, first, warp, access->order[i * access->vector_values], addresses);
			if (lanes > 0) {
				add_request(&traffic, addresses, lanes, access->vector_bits);
			}
		}
	}
	return traffic;
}

/* --- shared memory --- */

/* The byte address of "value" of "thread", or BANK_INACTIVE. */
static int64_t byte_address(const struct access *access, int64_t thread, int64_t value) {
	int64_t offset = thread < access->threads ? offset_of(access, thread, value) : ACCESS_NONE;
	return offset == ACCESS_NONE ? BANK_INACTIVE : (offset * access->bits & -8) / 8;
}

static void add_wavefronts(struct shared_traffic *traffic, const struct wavefronts *wavefronts, int64_t warp,
	int64_t value) {
	if (wavefronts->phases == 0) {
		return;
	}
	traffic->requests++;
	traffic->paired = traffic->paired || wavefronts->paired;
	traffic->wavefronts += wavefronts->actual;
	traffic->phases += wavefronts->phases;
	int64_t conflict = (wavefronts->actual + wavefronts->phases - 1) / wavefronts->phases;
	if (conflict > traffic->conflict) {
		traffic->conflict = conflict;
		traffic->worst_warp = warp;
		traffic->worst_value = value;
		traffic->worst = *wavefronts;
	}
}

struct shared_traffic access_shared(const struct access *access, int bits, bool is_load) {
	struct shared_traffic traffic = { .bits = bits };
	traffic.possible = bits >= access->bits && bits <= access->vector_bits;
	if (!traffic.possible) {
		return traffic;
	}
	int64_t count = bits / access->bits;
	bool is_linear = true;
	for (int64_t first = 0; first < access->threads; first += BANK_LANES) {
		for (int64_t i = 0; i < access->values; i += count) {
			int64_t addresses[BANK_LANES];
			for (int lane = 0; lane < BANK_LANES; lane++) {
				addresses[lane] = byte_address(access, first + lane, access->order[i]);
			}
			int bytes = bits < 8 ? 1 : bits / 8;
			struct wavefronts wavefronts = banks_access(addresses, bytes, is_load);
			add_wavefronts(&traffic, &wavefronts, first / BANK_LANES, access->order[i]);
			int directions = banks_directions(addresses, bytes);
			is_linear = is_linear && directions > 0;
			traffic.directions = directions > traffic.directions ? directions : traffic.directions;
		}
	}
	traffic.directions = is_linear ? traffic.directions : 0;
	return traffic;
}

/* How the lanes of a warp and their values make up the rows of matrices. */
enum matrix_view {
	VIEW_ROWS,        /* each lane has a row of 128 bits */
	VIEW_FRAGMENT,    /* lane t has 32 bits of row t/4 */
	VIEW_TRANSPOSED,  /* lane t has value e = 0, 1 at row 2*(t%4) + e, 16-bit column t/4 */
};

/* Whether the lane's 32 bits (its value number "e") are where the first lane of its row says, which is accessed. */
static bool is_in_row(int64_t row, int64_t address, int64_t distance) {
	return row != BANK_INACTIVE && row % MATRIX_ROW_BYTES == 0 && address == row + distance;
}

/* The rows of the matrix of 32 bits a lane at "value". Returns false if there is none. */
static bool fragment_rows(const struct access *access, int64_t first, int64_t value, int64_t *rows) {
	for (int lane = 0; lane < BANK_LANES; lane++) {
		int64_t address = byte_address(access, first + lane, value);
		if (lane % 4 == 0) {
			rows[lane / 4] = address;
		}
		if (!is_in_row(rows[lane / 4], address, lane % 4 * 4)) {
			return false;
		}
	}
	return true;
}

/* The rows of the matrix of the values "value" and "value"+1, read with .trans. Returns false if there is none. */
static bool transposed_rows(const struct access *access, int64_t first, int64_t value, int64_t *rows) {
	for (int lane = 0; lane < BANK_LANES; lane++) {
		for (int e = 0; e < 2; e++) {
			int64_t address = byte_address(access, first + lane, value + e);
			int row = 2 * (lane % 4) + e;
			if (lane / 4 == 0) {
				rows[row] = address;
			}
			if (!is_in_row(rows[row], address, lane / 4 * 2)) {
				return false;
			}
		}
	}
	return true;
}

/* Bits of a lane in the matrices that are served together. */
static const int view_bits[] = { [VIEW_ROWS] = 128, [VIEW_FRAGMENT] = 32, [VIEW_TRANSPOSED] = 32 };

/* The first value of the matrices that begin at position "i" of the values. */
static int64_t matrix_value(const struct access *access, enum matrix_view view, int64_t i) {
	return view == VIEW_TRANSPOSED ? i : access->order[i];
}

/* The rows of the matrices of a warp that begin at position "i" of the values. Returns 0 for none of this view. */
static int matrix_rows(const struct access *access, enum matrix_view view, int64_t first, int64_t i, int64_t *rows) {
	int64_t value = matrix_value(access, view, i);
	if (view == VIEW_FRAGMENT) {
		return fragment_rows(access, first, value, rows) ? MATRIX_ROWS : 0;
	}
	if (view == VIEW_TRANSPOSED) {
		return transposed_rows(access, first, value, rows) ? MATRIX_ROWS : 0;
	}
	for (int lane = 0; lane < BANK_LANES; lane++) {
		rows[lane] = byte_address(access, first + lane, value);
		if (rows[lane] == BANK_INACTIVE) {
			return 0;
		}
	}
	return BANK_LANES;
}

/* Add the matrices of a warp that begin at position "i" of the values. Returns false if they are none of this view. */
static bool add_matrices(const struct access *access, enum matrix_view view, int64_t first, int64_t i,
	struct shared_traffic *traffic) {
	int64_t rows[BANK_LANES];
	int count = matrix_rows(access, view, first, i, rows);
	for (int k = 0; k < count; k += MATRIX_ROWS) {
		struct wavefronts wavefronts = banks_matrix(rows + k);
		add_wavefronts(traffic, &wavefronts, first / BANK_LANES, matrix_value(access, view, i));
	}
	return count > 0;
}

static struct shared_traffic matrices_as(const struct access *access, enum matrix_view view) {
	struct shared_traffic traffic = { .transposed = view == VIEW_TRANSPOSED };
	int64_t count = view_bits[view] / access->bits;
	for (int64_t first = 0; first < access->threads; first += BANK_LANES) {
		for (int64_t i = 0; i < access->values; i += count) {
			if (!add_matrices(access, view, first, i, &traffic)) {
				return traffic;
			}
		}
	}
	traffic.possible = true;
	return traffic;
}

/* The view in which matrices may serve the values. Returns false if there is none. */
static bool view_of(const struct access *access, enum matrix_view *view) {
	*view = access->vector_bits == 128 ? VIEW_ROWS : access->vector_bits >= 32 && access->bits <= 32 ? VIEW_FRAGMENT
													 : VIEW_TRANSPOSED;
	bool is_transposed = access->bits == 16 && access->values % 2 == 0;
	return access->threads % BANK_LANES == 0 && (*view != VIEW_TRANSPOSED || is_transposed);
}

struct shared_traffic access_matrices(const struct access *access) {
	struct shared_traffic traffic = { 0 };
	enum matrix_view view;
	return view_of(access, &view) ? matrices_as(access, view) : traffic;
}

/* --- requests --- */

/* Room for "count" requests, or a fault. */
static int64_t *requests_new(struct algebra *al, int64_t count) {
	if (count > LIMIT_ACCESS_REQUESTS) {
		algebra_fault(al, FAULT_LIMIT, "%" PRId64 " requests to shared memory, more than %d", count,
			LIMIT_ACCESS_REQUESTS);
		return NULL;
	}
	return arena_array(al->arena, (size_t)(count * BANK_LANES), sizeof(int64_t));
}

/* Those of "bits" bits a lane; one in which no lane takes part is none. */
static struct shared_requests lane_requests(struct algebra *al, const struct access *access, int bits) {
	struct shared_requests requests = { .bytes = bits < 8 ? 1 : bits / 8 };
	int64_t values = bits / access->bits;
	int64_t warps = (access->threads + BANK_LANES - 1) / BANK_LANES;
	int64_t *addresses = requests_new(al, warps * (access->values / values));
	requests.addresses = addresses;
	for (int64_t w = 0; w < warps && addresses != NULL; w++) {
		for (int64_t i = 0; i < access->values; i += values) {
			bool is_one = false;
			for (int lane = 0; lane < BANK_LANES; lane++) {
				int64_t address = byte_address(access, w * BANK_LANES + lane, access->order[i]);
				addresses[requests.count * BANK_LANES + lane] = address;
				is_one = is_one || address != BANK_INACTIVE;
			}
			requests.count += is_one;
		}
	}
	return requests;
}

/*
 * Those of matrices. Lanes behind the rows of an instruction have the address of its first row, which is not used.
 * There are none where a value is in no matrix.
 */
static struct shared_requests matrix_requests(struct algebra *al, const struct access *access, enum matrix_view view) {
	struct shared_requests requests = { .is_matrices = true, .transposed = view == VIEW_TRANSPOSED };
	int64_t values = view_bits[view] / access->bits;
	int64_t steps = access->values / values;
	int64_t together = view == VIEW_ROWS ? 1 : steps % 4 == 0 ? 4 : steps % 2 == 0 ? 2 : 1;
	int64_t count = access->threads / BANK_LANES * (steps / together);
	int64_t *addresses = requests_new(al, count);
	requests.addresses = addresses;
	requests.bytes = view == VIEW_ROWS ? BANK_LANES / MATRIX_ROWS : (int)together;
	for (int64_t r = 0; r < count && addresses != NULL; r++) {
		int64_t *lanes = addresses + r * BANK_LANES;
		int64_t warp = r / (steps / together);
		for (int64_t k = 0; k < together; k++) {
			int64_t rows[BANK_LANES];
			int64_t step = r % (steps / together) * together + k;
			int found = matrix_rows(access, view, warp * BANK_LANES, step * values, rows);
			if (found == 0) {
				return requests;
			}
			memcpy(lanes + k * MATRIX_ROWS, rows, (size_t)found * sizeof *rows);
		}
		for (int lane = requests.bytes * MATRIX_ROWS; lane < BANK_LANES; lane++) {
			lanes[lane] = lanes[0];
		}
	}
	requests.count = count;
	return requests;
}

struct shared_requests access_requests(struct algebra *al, const struct access *access, enum shared_kind kind,
	int bits) {
	enum matrix_view view;
	if (kind == SHARED_LDMATRIX || kind == SHARED_STMATRIX) {
		return view_of(access, &view) ? matrix_requests(al, access, view) : (struct shared_requests){ 0 };
	}
	bool possible = bits >= access->bits && bits <= access->vector_bits;
	return possible ? lane_requests(al, access, bits) : (struct shared_requests){ 0 };
}
