/*
 * Encodings for a function: the bases say all, so that #ttg.linear and #ttg.shared_linear always serve. Where an
 * encoding with
 * a name of its own has the same bases, that one is printed. Candidates are made from the bases, read, and compared.
 */
#include <inttypes.h>

#include "lang/language/language.h"
#include "lang/language/triton.h"

/* What is sought, and where candidates are made. */
struct search {
	struct algebra *al;
	const struct linear_layout *linear;
	struct tensor tensor;
	struct buf candidate;
};

/* Two layouts of one kind and shape, without padding, are the same function, written alike. */
static bool same_bases(const struct linear_layout *a, const struct linear_layout *b) {
	for (int input = 0; input < LINEAR_INPUTS; input++) {
		size_t size = (size_t)a->in[input].count * sizeof *a->in[input].at;
		if (a->in[input].count != b->in[input].count || memcmp(a->in[input].at, b->in[input].at, size) != 0) {
			return false;
		}
	}
	return true;
}

/* Whether the candidate is an encoding with the bases sought. */
static bool fits(struct search *search) {
	struct source source = { "<candidate>", buf_str(&search->candidate), 1 };
	struct message message = { 0 };
	struct reader reader = { search->al, &source, &message };
	struct term program = term_read(&reader, (struct span){ 0, source.text.length }, false);
	struct linear_layout *made = arena_alloc(search->al->arena, sizeof *made);
	return !reader_failed(&reader) && program.count == 1
		&& triton_read_encoding(&reader, NULL, &program.items[0], &search->tensor, made)
		&& same_bases(search->linear, made);
}

/* A new candidate, to whose text its fields are appended. */
static struct buf *begin(struct search *search) {
	buf_init(&search->candidate, search->al->arena);
	return &search->candidate;
}

/* Append the field "name = [1, 2]". */
static void put_field(struct buf *out, const char *name, const int64_t *values, int count) {
	buf_printf(out, "%s = ", name);
	put_ints(out, values, count, "[]");
}

/* --- registers --- */

/* The least step of "input" along "d", or 0. */
static int64_t least_step(const struct linear_layout *linear, int input, int d) {
	int64_t least = 0;
	for (int bit = 0; bit < linear->in[input].count; bit++) {
		int64_t step = linear->in[input].at[bit][d];
		least = step != 0 && (least == 0 || step < least) ? step : least;
	}
	return least;
}

/* ", CGALayout = [[1, 0]]": the bases of blocks, in units of what one block has; nothing for a single block. */
static void put_blocks(struct buf *out, const struct linear_layout *linear) {
	const struct bases *blocks = &linear->in[LINEAR_BLOCK];
	int64_t units[LANGUAGE_RANK];
	for (int d = 0; d < linear->rank; d++) {
		units[d] = least_step(linear, LINEAR_BLOCK, d);
	}
	for (int bit = 0; bit < blocks->count; bit++) {
		int64_t basis[LANGUAGE_RANK];
		for (int d = 0; d < linear->rank; d++) {
			basis[d] = units[d] != 0 ? blocks->at[bit][d] / units[d] : 0;
		}
		buf_put(out, bit == 0 ? ", CGALayout = [" : ", ");
		put_ints(out, basis, linear->rank, "[]");
	}
	buf_put(out, blocks->count > 0 ? "]" : "");
}

/* 2 to the number of bases of "input" that move along dimension "d"; those that move nothing count for "spare". */
static int64_t extent_along(const struct linear_layout *linear, int input, int d, int spare) {
	int64_t extent = 1;
	const struct bases *bases = &linear->in[input];
	for (int bit = 0; bit < bases->count; bit++) {
		int moved = -1;
		for (int k = 0; k < linear->rank; k++) {
			moved = bases->at[bit][k] != 0 ? k : moved;
		}
		extent *= moved == d || (moved < 0 && d == spare) ? 2 : 1;
	}
	return extent;
}

/*
 * The order of dimensions number "which": all permutations of up to three, else the last fastest and the first fastest.
 */
static bool find_order(int rank, int which, int64_t *order) {
	static const int64_t three[6][3] = { { 2, 1, 0 }, { 0, 1, 2 }, { 1, 2, 0 }, { 2, 0, 1 }, { 1, 0, 2 }, { 0, 2, 1 } };
	if (rank == 3) {
		memcpy(order, three[which < 6 ? which : 0], sizeof three[0]);
		return which < 6;
	}
	for (int i = 0; i < rank; i++) {
		order[i] = which == 0 ? rank - 1 - i : i;
	}
	return which < (rank == 1 ? 1 : 2);
}

/* Threads and warps follow from the bases; a thread holds what lies below the first step of a lane or a warp. */
static bool try_blocked(struct search *search) {
	const struct linear_layout *linear = search->linear;
	int rank = linear->rank;
	int64_t order[LANGUAGE_RANK];
	for (int which = 0; find_order(rank, which, order); which++) {
		for (int spare = 0; spare < rank * rank; spare++) {
			int64_t size[LANGUAGE_RANK];
			int64_t lanes[LANGUAGE_RANK];
			int64_t warps[LANGUAGE_RANK];
			for (int d = 0; d < rank; d++) {
				int64_t lane = least_step(linear, LINEAR_LANE, d);
				int64_t warp = least_step(linear, LINEAR_WARP, d);
				int64_t all = extent_along(linear, LINEAR_REGISTER, d, -1);
				size[d] = lane != 0 ? lane : warp != 0 ? warp : d == order[0] ? all : 1;
				lanes[d] = extent_along(linear, LINEAR_LANE, d, spare % rank);
				warps[d] = extent_along(linear, LINEAR_WARP, d, spare / rank);
			}
			struct buf *out = begin(search);
			buf_put(out, "#ttg.blocked<{");
			put_field(out, "sizePerThread", size, rank);
			put_field(out, ", threadsPerWarp", lanes, rank);
			put_field(out, ", warpsPerCTA", warps, rank);
			put_field(out, ", order", order, rank);
			put_blocks(out, linear);
			buf_put(out, "}>");
			if (fits(search)) {
				return true;
			}
		}
	}
	return false;
}

/* The candidate #ttg.nvidia_mma of "version", with m by n warps and instructions of 16 by "columns". */
static void put_mma(struct search *search, int version, int64_t m, int64_t n, int64_t columns) {
	struct buf *out = &search->candidate;
	buf_printf(out, "#ttg.nvidia_mma<{versionMajor = %d, versionMinor = 0, warpsPerCTA = [%" PRId64 ", %" PRId64
		"], instrShape = [16, %" PRId64, version, m, n, columns);
	buf_put(out, version == 3 ? ", 16]" : "]");
	if (search->linear->rank == 2) {
		put_blocks(out, search->linear);
	}
	buf_put(out, "}>");
}

/* MMA layouts, their operands and their slices, for all ways to arrange the warps. */
static bool try_mma(struct search *search) {
	int64_t warps = (int64_t)1 << search->linear->in[LINEAR_WARP].count;
	for (int64_t m = warps; m >= 1; m /= 2) {
		for (int64_t columns = 8; columns <= 512; columns *= 2) {
			int version = columns == 512 ? 2 : 3;
			struct buf *out = begin(search);
			if (search->linear->rank == 2) {
				put_mma(search, version, m, warps / m, version == 2 ? 8 : columns);
				if (fits(search)) {
					return true;
				}
			}
			for (int dim = 0; dim < 2 && search->linear->rank == 1; dim++) {
				out = begin(search);
				buf_printf(out, "#ttg.slice<{dim = %d, parent = ", dim);
				put_mma(search, version, m, warps / m, version == 2 ? 8 : columns);
				buf_put(out, "}>");
				if (fits(search)) {
					return true;
				}
			}
		}
		for (int form = 0; form < 8 && search->linear->rank == 2; form++) {
			struct buf *out = begin(search);
			buf_printf(out, "#ttg.dot_op<{opIdx = %d, parent = ", form % 2);
			put_mma(search, 2, m, warps / m, 8);
			buf_printf(out, ", kWidth = %d}>", 1 << form / 2);
			if (fits(search)) {
				return true;
			}
		}
	}
	return false;
}

/* name = [[0, 1], [0, 2]] */
static void put_bases(struct buf *out, const char *name, const struct linear_layout *linear, int input) {
	buf_printf(out, "%s = [", name);
	for (int bit = 0; bit < linear->in[input].count; bit++) {
		buf_put(out, bit > 0 ? ", " : "");
		put_ints(out, linear->in[input].at[bit], linear->rank, "[]");
	}
	buf_put_char(out, ']');
}

/* #ttg.linear with all bases, which always is the layout. */
static void put_linear(struct search *search) {
	struct buf *out = begin(search);
	buf_put(out, "#ttg.linear<{");
	put_bases(out, "register", search->linear, LINEAR_REGISTER);
	put_bases(out, ", lane", search->linear, LINEAR_LANE);
	put_bases(out, ", warp", search->linear, LINEAR_WARP);
	put_bases(out, ", block", search->linear, LINEAR_BLOCK);
	buf_put(out, "}>");
}

/* --- shared memory --- */

/*
 * Whether #ttg.swizzled_shared with these numbers, in some order of the dimensions, is the layout; it is the
 * candidate then.
 */
static bool try_swizzled(struct search *search, int64_t vec, int64_t per_phase, int64_t max_phase) {
	int64_t order[LANGUAGE_RANK];
	for (int which = 0; find_order(search->linear->rank, which, order); which++) {
		struct buf *out = begin(search);
		buf_printf(out, "#ttg.swizzled_shared<{vec = %" PRId64 ", perPhase = %" PRId64 ", maxPhase = %" PRId64 ", ",
			vec,
			per_phase, max_phase);
		put_field(out, "order", order, search->linear->rank);
		buf_put(out, "}>");
		if (fits(search)) {
			return true;
		}
	}
	return false;
}

/* The same for all numbers that Triton makes. */
static bool try_all_swizzles(struct search *search) {
	for (int64_t vec = 1; vec <= 64; vec *= 2) {
		for (int64_t per_phase = 1; per_phase <= 64; per_phase *= 2) {
			for (int64_t max_phase = 2; max_phase <= 64; max_phase *= 2) {
				if (try_swizzled(search, vec, per_phase, max_phase)) {
					return true;
				}
			}
		}
	}
	return false;
}

/* The swizzles that TMA and wgmma know, for elements of the width that is known. */
static bool try_nvmma(struct search *search) {
	int bits = search->tensor.bits != 0 ? search->tensor.bits : 16;
	for (int width = 128; width >= 32 && search->linear->rank > 1; width /= 2) {
		for (int transposed = 0; transposed < 2; transposed++) {
			struct buf *out = begin(search);
			buf_printf(out, "#ttg.nvmma_shared<{swizzlingByteWidth = %d, transposed = %s, elementBitWidth = %d", width,
				transposed ? "true" : "false", bits);
			if (search->linear->rank != 2) {
				buf_printf(out, ", rank = %d", search->linear->rank);
			}
			buf_put(out, "}>");
			if (fits(search)) {
				return true;
			}
		}
	}
	return false;
}

/* The number of a coordinate where dimension order[0] is the fastest. */
static int64_t ordered_number(const struct denotation *denotation, const int64_t *order, int64_t column_major) {
	int64_t coordinate[LANGUAGE_RANK];
	int64_t number = 0;
	coordinate_from_number(denotation->shape, denotation->rank, column_major, coordinate);
	for (int i = denotation->rank - 1; i >= 0; i--) {
		number = number * denotation->shape[order[i]] + coordinate[order[i]];
	}
	return number;
}

/*
 * Offsets that are the number of the coordinate, and a pad after each interval. The first number at which there is
 * more than
 * the pads found so far account for is the next interval.
 */
static bool try_padded(struct search *search, const struct denotation *denotation) {
	int64_t order[LANGUAGE_RANK];
	int64_t *offsets = arena_array(search->al->arena, (size_t)denotation->count, sizeof *offsets);
	for (int which = 0; find_order(denotation->rank, which, order); which++) {
		for (int64_t i = 0; i < denotation->count; i++) {
			offsets[ordered_number(denotation, order, i)] = denotation->table[i];
		}
		struct buf *out = begin(search);
		buf_put(out, "#ttg.padded_shared<[");
		int pads = 0;
		bool good = true;
		for (int64_t n = 0; n < denotation->count && good; n++) {
			int64_t pad = offsets[n] - n;
			if (pad == 0) {
				continue;
			}
			good = pads < LINEAR_PADS && log2_exact(n) >= 0 && log2_exact(pad) >= 0;
			buf_printf(out, "%s%" PRId64 ":+%" PRId64, pads++ > 0 ? ", " : "", n, pad);
			for (int64_t k = n; k < denotation->count && good; k++) {
				offsets[k] -= k / n * pad;
			}
		}
		buf_put(out, "] {");
		put_field(out, "order", order, denotation->rank);
		put_field(out, ", shape", denotation->shape, denotation->rank);
		buf_put(out, "}>");
		if (good && pads > 0) {
			return true;
		}
	}
	return false;
}

static void put_shared_linear(struct search *search) {
	struct buf *out = begin(search);
	buf_put(out, "#ttg.shared_linear<{");
	put_bases(out, "offset", search->linear, LINEAR_OFFSET);
	buf_put(out, "}, alignment = 16>");
}

const char *triton_write(struct buf *out, struct algebra *al, const struct denotation *denotation) {
	struct linear_layout *linear = arena_alloc(al->arena, sizeof *linear);
	struct search search = { .al = al, .linear = linear, .tensor = { .rank = denotation->rank,
		.bits = denotation->bits } };
	memcpy(search.tensor.shape, denotation->shape, sizeof search.tensor.shape);
	bool is_memory = denotation->kind == DENOTES_MEMORY;
	if (!is_memory && denotation->kind != DENOTES_OWNERSHIP) {
		return "Triton has encodings of shared memory and of registers";
	}
	bool is_linear = linear_layout_from_denotation(denotation, linear);
	if (!is_linear && !(is_memory && try_padded(&search, denotation))) {
		return is_memory ? "an encoding of shared memory maps offsets to coordinates, by xor of bases or with padding"
			: "an encoding of registers is an xor of bases, with powers of two as extents";
	}
	if (is_linear && is_memory && !try_swizzled(&search, 1, 1, 1) && !try_nvmma(&search)
		&& !try_all_swizzles(&search)) {
		put_shared_linear(&search);
	}
	if (is_linear && !is_memory && !try_blocked(&search) && !try_mma(&search)) {
		put_linear(&search);
	}
	buf_put_str(out, buf_str(&search.candidate));
	return NULL;
}
