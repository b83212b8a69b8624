#include "tool/datapath.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "algebra/offsets.h"
#include "base/limits.h"
#include "base/number.h"

enum { USUAL_BITS = 16 };

/* --- the parts of the list --- */

/* The parts by their place in the list. */
struct parts {
	const struct value *global, *shared;
	const struct named_tiled_copy *copy, *load;
	const struct named_tiled_mma *mma;
};

static bool is_memory(const struct value *value) {
	return value->kind == VALUE_LAYOUT || value->kind == VALUE_COMPOSED;
}

/* Put one more part where it belongs. Returns false if nothing like it can stand here. */
static bool take_part(struct parts *parts, const struct value *value) {
	if (parts->mma != NULL) {
		return false;
	}
	if (is_memory(value)) {
		const struct value **place = parts->copy == NULL ? &parts->global : &parts->shared;
		bool free = *place == NULL && parts->load == NULL;
		*place = value;
		return free;
	}
	if (value->kind == VALUE_TILED_COPY) {
		const struct named_tiled_copy **place = parts->copy == NULL ? &parts->copy : &parts->load;
		bool free = *place == NULL;
		*place = value->tiled_copy;
		return free;
	}
	parts->mma = value->kind == VALUE_TILED_MMA ? value->tiled_mma : NULL;
	return parts->mma != NULL;
}

static bool find_parts(const struct value *value, struct parts *parts) {
	*parts = (struct parts){ .global = NULL };
	if (value->kind != VALUE_LIST || value->list.count < 2) {
		return false;
	}
	for (int i = 0; i < value->list.count; i++) {
		if (!take_part(parts, &value->list.items[i])) {
			return false;
		}
	}
	return (parts->global != NULL || parts->shared != NULL) && (parts->copy != NULL || parts->mma != NULL);
}

bool datapath_suits(const struct value *value) {
	struct parts parts;
	return find_parts(value, &parts);
}

/* --- memories --- */

/* The extents of a memory: mode 0, and all others together. */
static void find_extents(struct algebra *al, struct map map, int64_t *rows, int64_t *columns) {
	struct layout inner = map_inner(al, map);
	*rows = int_value(al, tuple_product(al, tuple_mode(inner.shape, 0)));
	int64_t size = int_value(al, layout_size(al, inner));
	*columns = *rows > 0 ? size / *rows : 0;
}

/* The offsets of the elements of the tile in a memory that has at least as many rows and columns. */
static const int64_t *tile_offsets(struct algebra *al, const struct datapath *path, struct map map) {
	int64_t rows, columns;
	find_extents(al, map, &rows, &columns);
	struct offsets offsets = offsets_init_map(al, map);
	if (!algebra_failed(al) && (rows < path->rows || columns < path->columns)) {
		algebra_fault(al, FAULT_DOMAIN, "a memory of %" PRId64 " x %" PRId64 " has no tile of %" PRId64 " x %" PRId64,
			rows, columns, path->rows, path->columns);
	}
	if (algebra_failed(al)) {
		return NULL;
	}
	int64_t *out = arena_array(al->arena, (size_t)(path->rows * path->columns), sizeof *out);
	for (int64_t k = 0; k < path->columns; k++) {
		for (int64_t m = 0; m < path->rows; m++) {
			out[m + path->rows * k] = offsets_at(&offsets, m + rows * k);
		}
	}
	return out;
}

/* Fault unless the tile lies in the first gigabytes of shared memory, where addresses are small numbers. */
static void check_shared(struct algebra *al, const struct datapath *path) {
	for (int64_t i = 0; i < path->rows * path->columns && !algebra_failed(al); i++) {
		int64_t offset = path->shared[i];
		if (offset < 0 || offset > INT32_MAX) {
			algebra_fault(al, FAULT_LIMIT, "element (%" PRId64 ",%" PRId64 ") is at offset %" PRId64,
				i % path->rows, i / path->rows, offset);
		}
	}
}

/* --- who has what --- */

void deal_list_owners(struct algebra *al, struct deal *deal, int64_t elements) {
	int64_t pairs = deal->threads * deal->values;
	int *begin = arena_array(al->arena, (size_t)elements + 2, sizeof *begin);
	struct owner *owners = arena_array(al->arena, (size_t)pairs + 1, sizeof *owners);
	for (int64_t i = 0; i < pairs; i++) {
		begin[deal->elements[i] + 2]++;
	}
	for (int64_t i = 0; i < elements; i++) {
		begin[i + 2] += begin[i + 1];
	}
	for (int64_t i = 0; i < pairs; i++) {
		owners[begin[deal->elements[i] + 1]++] =
			(struct owner){ deal_number(deal, i / deal->values), (int)(i % deal->values) };
	}
	deal->begin = begin;
	deal->owners = owners;
}

/* Add what the "thread"-th one has, as much of the tile as any other, to "deal". Faults unless it is in the tile. */
static void deal_thread(struct algebra *al, struct deal *deal, int64_t thread, struct sliced part, int64_t elements) {
	struct offsets offsets = offsets_init_map(al, part.map);
	if (algebra_failed(al)) {
		return;
	}
	if (thread == 0) {
		deal->values = offsets.size;
		if (deal->threads > LIMIT_TABULATED_CELLS || deal->values > LIMIT_TABULATED_CELLS / deal->threads) {
			algebra_fault(al, FAULT_LIMIT,
				"the values of %" PRId64 " threads, %" PRId64 " each, are too many, at most %d are drawn",
				deal->threads, deal->values, (int)LIMIT_TABULATED_CELLS);
			return;
		}
		deal->elements = arena_array(al->arena, (size_t)(deal->threads * deal->values) + 1, sizeof *deal->elements);
	}
	int32_t *own = (int32_t *)deal->elements + thread * deal->values;
	for (int64_t i = 0; i < deal->values; i++) {
		int64_t element = offsets_at(&offsets, i) + part.offset.value;
		if (element < 0 || element >= elements) {
			algebra_fault(al, FAULT_DOMAIN, "value %" PRId64 " of thread %d is outside the tile", i,
				deal_number(deal, thread));
			return;
		}
		own[i] = (int32_t)element;
	}
}

/* The tile as a tensor whose offsets are the numbers of its elements. */
static struct map identity_of(struct algebra *al, const struct datapath *path) {
	struct tuple shape = tuple_pair(al, tuple_int(path->rows), tuple_int(path->columns));
	return map_from_layout(layout_from_shape(al, shape));
}

/* Fault unless the extents of "tile" divide those of the tile; an extent of 0 divides none. */
static void check_divides(struct algebra *al, const struct datapath *path, struct tuple tile, const char *what) {
	int64_t rows = int_value(al, tuple_product(al, tuple_mode(tile, 0)));
	int64_t columns = tuple_rank(tile) > 1 ? int_value(al, tuple_product(al, tuple_mode(tile, 1))) : 1;
	bool divides = rows > 0 && columns > 0 && path->rows % rows == 0 && path->columns % columns == 0;
	if (!algebra_failed(al) && !divides) {
		algebra_fault(al, FAULT_DOMAIN,
			"the %" PRId64 " x %" PRId64 " elements of the tile are not whole %s of %" PRId64 " x %" PRId64,
			path->rows, path->columns, what, rows, columns);
	}
}

/* What a copy gives each thread as source or destination. */
static struct deal deal_copy(struct algebra *al, const struct datapath *path, const struct tiled_copy *copy,
	bool source) {
	struct deal deal = { 0 };
	struct map tile = identity_of(al, path);
	check_divides(al, path, tiler_shape(al, copy->tiler), "copies");
	deal.threads = int_value(al, tiled_copy_size(al, copy));
	for (int64_t t = 0; t < deal.threads && !algebra_failed(al); t++) {
		struct sliced part = tiled_copy_partition(al, copy, source, tuple_int(t), tile);
		deal_thread(al, &deal, t, part, path->rows * path->columns);
	}
	if (!algebra_failed(al)) {
		deal_list_owners(al, &deal, path->rows * path->columns);
	}
	return deal;
}

static int compare_numbers(const void *a, const void *b) {
	return number_order(*(const int64_t *)a, *(const int64_t *)b);
}

/*
 * The threads that do an MMA: those of an atom of Volta are two groups of four that are 16 apart, and atoms may lie
 * apart as well. Those between them would only repeat what others do.
 */
static void number_threads(struct algebra *al, struct deal *deal, const struct tiled_mma *mma) {
	struct offsets threads = offsets_init(al, mma->thr_vmnk);
	deal->threads = int_value(al, tiled_mma_size(al, mma));
	if (algebra_failed(al) || deal->threads > LIMIT_TABULATED_CELLS || threads.least < 0) {
		return;
	}
	if (threads.greatest > INT32_MAX) {
		algebra_fault(al, FAULT_LIMIT, "thread %" PRId64 " is beyond 31 bits", threads.greatest);
		return;
	}
	int64_t *numbers = arena_array(al->arena, (size_t)threads.size + 1, sizeof *numbers);
	offsets_fill(&threads, 0, threads.size, numbers);
	qsort(numbers, (size_t)threads.size, sizeof *numbers, compare_numbers);
	int64_t count = 0;
	for (int64_t i = 0; i < threads.size; i++) {
		if (count == 0 || numbers[i] != numbers[count - 1]) {
			numbers[count++] = numbers[i];
		}
	}
	deal->threads = count;
	deal->numbers = threads.greatest == count - 1 ? NULL : numbers;
}

/* What an MMA has of an operand of "rows" x "columns" elements in the registers of each thread. */
static struct deal deal_operand(struct algebra *al, const struct tiled_mma *mma, enum mma_operand operand, int64_t rows,
	int64_t columns) {
	struct deal deal = { 0 };
	struct map tile = map_from_layout(layout_from_shape(al, tuple_pair(al, tuple_int(rows), tuple_int(columns))));
	number_threads(al, &deal, mma);
	for (int64_t t = 0; t < deal.threads && !algebra_failed(al); t++) {
		struct sliced part = tiled_mma_partition(al, mma, operand, tuple_int(deal_number(&deal, t)), tile);
		deal_thread(al, &deal, t, part, rows * columns);
	}
	if (!algebra_failed(al)) {
		deal_list_owners(al, &deal, rows * columns);
	}
	return deal;
}

/* Fault unless a tile of "rows" x "columns" has elements, and not too many. */
static void check_extents(struct algebra *al, int64_t rows, int64_t columns) {
	bool any = rows > 0 && columns > 0;
	bool many = any && (rows > LIMIT_TABULATED_CELLS || columns > LIMIT_TABULATED_CELLS / rows);
	if (!algebra_failed(al) && (!any || many)) {
		algebra_fault(al, FAULT_LIMIT, "a tile of %" PRId64 " x %" PRId64 " elements is %s, at most %d are drawn",
			rows, columns, any ? "too large" : "empty", (int)LIMIT_TABULATED_CELLS);
	}
}

/* The registers of all operands of an MMA, over as many columns of C as it does at once. */
static void deal_mma(struct algebra *al, struct datapath *path, const struct tiled_mma *mma) {
	struct tuple shape = tiled_mma_tile_shape(al, mma);
	if (!algebra_failed(al)) {
		check_divides(al, path, tuple_pair(al, tuple_mode(shape, 0), tuple_mode(shape, 2)), "MMAs");
		path->others = int_value(al, tuple_product(al, tuple_mode(shape, 1)));
	}
	check_extents(al, path->others, path->columns);
	check_extents(al, path->rows, path->others);
	if (algebra_failed(al)) {
		return;
	}
	path->registers = deal_operand(al, mma, MMA_A, path->rows, path->columns);
	path->b = deal_operand(al, mma, MMA_B, path->others, path->columns);
	path->c = deal_operand(al, mma, MMA_C, path->rows, path->others);
}

static int bits_of(const struct parts *parts, int bits) {
	const struct named_tiled_copy *copies[] = { parts->copy, parts->load };
	for (int i = 0; i < 2 && bits == 0; i++) {
		bits = copies[i] != NULL && copies[i]->atom != NULL ? (int)copies[i]->atom->bits : 0;
	}
	return bits == 0 ? USUAL_BITS : bits;
}

struct datapath datapath_make(struct algebra *al, const struct value *value, int bits) {
	struct parts parts;
	struct datapath path = { 0 };
	if (!find_parts(value, &parts)) {
		algebra_fault(al, FAULT_TYPE, "expected a list such as (global layout, tiled copy, shared layout, tiled copy, "
					      "tiled MMA), with a layout and a copy or an MMA in this order");
		return path;
	}
	const struct value *tile = parts.shared != NULL ? parts.shared : parts.global;
	path.bits = bits_of(&parts, bits);
	path.copy = parts.copy;
	path.load = parts.load;
	path.mma = parts.mma;
	find_extents(al, value_as_map(al, tile), &path.rows, &path.columns);
	check_extents(al, path.rows, path.columns);
	if (algebra_failed(al)) {
		return path;
	}
	path.global = parts.global != NULL ? tile_offsets(al, &path, value_as_map(al, parts.global)) : NULL;
	path.shared = parts.shared != NULL ? tile_offsets(al, &path, value_as_map(al, parts.shared)) : NULL;
	if (path.shared != NULL) {
		check_shared(al, &path);
	}
	if (path.copy != NULL) {
		path.read = deal_copy(al, &path, &path.copy->copy, true);
		path.written = deal_copy(al, &path, &path.copy->copy, false);
	}
	if (path.load != NULL) {
		path.addressed = deal_copy(al, &path, &path.load->copy, true);
		path.loaded = deal_copy(al, &path, &path.load->copy, false);
	}
	if (path.mma != NULL) {
		deal_mma(al, &path, &path.mma->mma);
	}
	return path;
}

/* --- instructions --- */

/* Who has what in a step: on the side of shared memory, or in registers; NULL where the path has no such step. */
static const struct deal *deal_of(const struct datapath *path, enum path_step step) {
	switch (step) {
	case PATH_STORE: return path->shared != NULL ? &path->written : NULL;
	case PATH_LOAD: return path->shared != NULL && path->load != NULL ? &path->addressed : NULL;
	case PATH_MULTIPLY: return path->mma != NULL ? &path->registers : NULL;
	}
	return NULL;
}

/* The product of the extents of "mode". */
static int64_t extent_of(struct tuple mode) {
	struct tuple leaves[LIMIT_LEAVES];
	int count = (int)(tuple_collect(mode, leaves) - leaves);
	int64_t product = 1;
	for (int i = 0; i < count; i++) {
		product *= leaves[i].value;
	}
	return product;
}

/* The values of a lane in one instruction: those of a thread of the atom; 0 if they are too many or do not fit. */
static int values_at_once(const struct datapath *path, enum path_step step) {
	const struct deal *deal = deal_of(path, step);
	if (deal == NULL) {
		return 0;
	}
	const struct layout *atom = path->mma != NULL ? &path->mma->mma.atom.a : NULL;
	if (step != PATH_MULTIPLY) {
		atom = step == PATH_STORE ? &path->copy->copy.atom.dst : &path->load->copy.atom.src;
	}
	int64_t values = extent_of(tuple_mode(atom->shape, 1));
	return values > 0 && values <= PATH_VALUES && deal->values % values == 0 ? (int)values : 0;
}

int64_t datapath_instructions(const struct datapath *path, enum path_step step) {
	int values = values_at_once(path, step);
	return values > 0 ? deal_of(path, step)->values / values : 0;
}

int64_t datapath_warps(const struct datapath *path, enum path_step step) {
	const struct deal *deal = deal_of(path, step);
	return deal != NULL ? (deal->threads + BANK_LANES - 1) / BANK_LANES : 0;
}

int datapath_matrices(const struct named_copy_atom *named, const struct copy_atom *atom, bool *loads) {
	enum { MATRIX_BITS = MATRIX_ROWS * MATRIX_ROW_BYTES * 8 };
	struct str name = named != NULL ? named->name : (struct str){ "", 0 };
	for (size_t i = 0; i + 4 <= name.length; i++) {
		*loads = memcmp(name.data + i, "LDSM", 4) == 0;
		if (*loads || memcmp(name.data + i, "STSM", 4) == 0) {
			const struct layout *registers = *loads ? &atom->dst : &atom->src;
			int64_t values = extent_of(tuple_mode(registers->shape, 1));
			int64_t matrices = values * named->bits * BANK_LANES / MATRIX_BITS;
			return matrices < BANK_LANES / MATRIX_ROWS ? (int)matrices : BANK_LANES / MATRIX_ROWS;
		}
	}
	return 0;
}

/* Count the wavefronts of "instruction" where its lanes move whole vectors of bytes that a bank access knows. */
static void count_wavefronts(struct path_instruction *instruction, const int64_t *addresses, int bytes,
	bool is_load) {
	bool aligned = bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8 || bytes == MATRIX_ROW_BYTES;
	for (int i = 0; i < BANK_LANES; i++) {
		aligned = aligned && (addresses[i] == BANK_INACTIVE || addresses[i] % bytes == 0);
	}
	instruction->contiguous = instruction->contiguous && aligned;
	if (!instruction->contiguous) {
		return;
	}
	instruction->wavefronts = instruction->matrices == 0 ? banks_access(addresses, bytes, is_load) :
		banks_matrices(addresses, instruction->matrices);
}

/* Put the addresses of the lanes into "addresses", and find out whether each lane has its values side by side. */
static void find_addresses(const struct datapath *path, struct path_instruction *instruction,
	int64_t addresses[BANK_LANES]) {
	for (int lane = 0; lane < BANK_LANES; lane++) {
		addresses[lane] = BANK_INACTIVE;
		const int32_t *own = instruction->elements + lane * instruction->values;
		for (int i = 0; lane < instruction->lanes && i < instruction->values; i++) {
			bool next = path->shared[own[i]] == path->shared[own[0]] + i;
			instruction->contiguous = instruction->contiguous && next;
			addresses[lane] = path->shared[own[0]] * path->bits / 8;
		}
	}
}

struct path_instruction datapath_instruction(const struct datapath *path, enum path_step step, int64_t warp,
	int64_t number) {
	struct path_instruction out = { .contiguous = true };
	const struct deal *deal = deal_of(path, step);
	out.values = values_at_once(path, step);
	if (out.values == 0 || warp < 0 || warp >= datapath_warps(path, step) || number < 0
		|| number >= deal->values / out.values) {
		return (struct path_instruction){ 0 };
	}
	int64_t rest = deal->threads - warp * BANK_LANES;
	out.lanes = (int)(rest < BANK_LANES ? rest : BANK_LANES);
	for (int lane = 0; lane < out.lanes; lane++) {
		const int32_t *own = deal->elements + (warp * BANK_LANES + lane) * deal->values + number * out.values;
		memcpy(out.elements + lane * out.values, own, (size_t)out.values * sizeof *own);
	}
	if (step != PATH_MULTIPLY) {
		int64_t addresses[BANK_LANES];
		bool loads;
		const struct named_tiled_copy *copy = step == PATH_STORE ? path->copy : path->load;
		out.matrices = datapath_matrices(copy->atom, &copy->copy.atom, &loads);
		find_addresses(path, &out, addresses);
		count_wavefronts(&out, addresses, out.values * path->bits / 8, step == PATH_LOAD);
	}
	return out;
}
