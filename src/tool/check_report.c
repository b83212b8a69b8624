/* The report of "check" for people. */
#include <inttypes.h>

#include "base/utf8.h"
#include "tool/check.h"
#include "lang/notation/plain.h"
#include "tool/measured.h"

enum { LABEL_COLUMNS = 12, LANES_SHOWN = 8, VALUES_SHOWN = 8 };

/* Begin a line with "label". */
static void put_label(struct buf *out, const char *label) {
	buf_printf(out, "%-*s", LABEL_COLUMNS, label);
}

static void put_yes(struct buf *out, const char *label, bool yes) {
	put_label(out, label);
	buf_put(out, yes ? "yes" : "no");
}

/* --- as a function --- */

static void put_injective(struct algebra *al, const struct check *check, struct buf *out) {
	const struct query *query = &check->query;
	put_yes(out, "injective", query->injective);
	if (!query->injective && check->shares_threads) {
		buf_put(out, ", on purpose: threads share the operand; ");
	} else if (!query->injective) {
		buf_put(out, ": ");
	}
	if (!query->injective) {
		struct tuple shape = map_inner(al, check->map).shape;
		check_put_coordinate(al, shape, query->alias[0], out);
		buf_put(out, " and ");
		check_put_coordinate(al, shape, query->alias[1], out);
		buf_printf(out, " both give %" PRId64, query->alias_offset);
	}
	buf_put_char(out, '\n');
}

static void put_surjective(const struct query *query, struct buf *out) {
	put_yes(out, "surjective", query->surjective);
	if (!query->surjective) {
		int64_t missing = query->least > 0 ? 0 : query->gaps > 0 ? query->first_gap : query->greatest + 1;
		if (missing >= 0 && missing < query->cosize) {
			buf_printf(out, ": no coordinate gives %" PRId64, missing);
		} else {
			int64_t outside = query->least < 0 ? query->least : query->greatest;
			buf_printf(out, ": %" PRId64 " is outside 0 to cosize-1", outside);
		}
	}
	buf_put_char(out, '\n');
}

/* What holds of any layout: its size, its image, and what kind of function it is. */
static void put_query(struct algebra *al, const struct check *check, struct buf *out) {
	const struct query *query = &check->query;
	put_label(out, "layout");
	print_map(out, check->map);
	buf_put_char(out, '\n');
	if (check->is_numbered) {
		put_label(out, "  numbered");
		buf_put(out, "its coordinates, column-major in ");
		print_tuple(out, check->box);
		buf_put_char(out, '\n');
	}
	put_label(out, "size");
	buf_printf(out, "%" PRId64 ", cosize %" PRId64 "\n", query->size, query->cosize);
	put_label(out, "image");
	if (query->image == 0) {
		buf_put(out, "empty\n");
	} else {
		buf_put_count(out, query->image, "offset");
		buf_printf(out, " from %" PRId64 " to %" PRId64 "\n", query->least, query->greatest);
	}
	put_injective(al, check, out);
	put_surjective(query, out);
	put_yes(out, "bijective", query->bijective);
	buf_put_char(out, '\n');
	put_yes(out, "contiguous", query->contiguous);
	if (!query->contiguous) {
		buf_put(out, ": ");
		buf_put_count(out, query->gaps, "gap");
		buf_printf(out, ", the first at %" PRId64, query->first_gap);
	}
	buf_put_char(out, '\n');
}

/* --- over the tile --- */

static void put_pair(struct buf *out, struct tv_pair pair) {
	buf_printf(out, "T%" PRId64 " V%" PRId64, pair.thread, pair.value);
}

/* Which tiles cover the memory. */
static void put_tiling(const struct check *check, struct buf *out) {
	const struct tiling *tiling = &check->tiling;
	put_label(out, "  made of");
	buf_put_count(out, tiling->tiles, "tile");
	buf_put(out, " of ");
	print_tuple(out, tiling->tile);
	if (tiling->beyond > 0) {
		buf_put(out, "; ");
		buf_put_count(out, tiling->beyond, "value");
		buf_put(out, " beyond the edge, which must be predicated");
	}
	buf_put_char(out, '\n');
	if (tiling->idle > 0) {
		put_label(out, "  idle");
		buf_printf(out, "%" PRId64 " of %" PRId64 " times a thread has nothing of a tile; the first is T%" PRId64
			" in tile %" PRId64 "\n", tiling->idle, tiling->tiles * check->table.threads, tiling->idle_thread,
			tiling->idle_tile);
	}
}

/* How many threads and values have a cell. */
static void put_owners(const struct check *check, struct buf *out) {
	const struct coverage *coverage = &check->coverage;
	put_label(out, "owners");
	if (coverage->once == coverage->cells) {
		buf_put(out, "every cell has one\n");
	} else if (coverage->least == coverage->most && check->shares_threads) {
		buf_printf(out, "every cell has %" PRId64 ": groups of threads hold the same elements, as the MMA shares its "
			"operands\n", coverage->least);
	} else if (coverage->least == coverage->most) {
		buf_printf(out, "every cell has %" PRId64 "\n", coverage->least);
	} else {
		buf_put_count(out, coverage->once, "cell");
		buf_printf(out, " %s one, %" PRId64 " none, %" PRId64 " several\n", coverage->once == 1 ? "has" : "have",
			coverage->holes, coverage->shared);
	}
}

/* The first cells without an owner and with several. */
static void put_first_cells(struct algebra *al, const struct check *check, struct buf *out) {
	const struct coverage *coverage = &check->coverage;
	if (coverage->holes > 0) {
		put_label(out, "  none");
		buf_put(out, "cell ");
		check_put_coordinate(al, check->tile, coverage->first_hole, out);
		buf_put(out, coverage->holes > 1 ? " is the first without an owner\n" : " has no owner\n");
	}
	if (coverage->shared > 0) {
		put_label(out, "  several");
		buf_put(out, "cell ");
		check_put_coordinate(al, check->tile, coverage->first_shared, out);
		buf_put(out, " belongs to ");
		put_pair(out, coverage->owners[0]);
		buf_put(out, " and to ");
		put_pair(out, coverage->owners[1]);
		buf_put_char(out, '\n');
	}
}

static void put_coverage(struct algebra *al, const struct check *check, struct buf *out) {
	const struct coverage *coverage = &check->coverage;
	put_label(out, "tile");
	print_tuple(out, check->tile);
	buf_put(out, ", ");
	buf_put_count(out, coverage->cells, "cell");
	buf_put(out, "; ");
	buf_put_count(out, check->table.threads, "thread");
	buf_put(out, " x ");
	buf_put_count(out, check->table.values, "value");
	buf_put_char(out, '\n');
	if (check->is_repeated) {
		put_tiling(check, out);
	}
	put_owners(check, out);
	put_first_cells(al, check, out);
	if (coverage->outside > 0) {
		put_label(out, "  outside");
		buf_printf(out, "%" PRId64 " of ", coverage->outside);
		buf_put_count(out, check->table.threads * check->table.values, "value");
		buf_put(out, "; the first is ");
		put_pair(out, coverage->first_outside);
		buf_printf(out, ", cell %" PRId64 "\n", coverage->outside_cell);
	}
}

/* --- vectors --- */

/* The values of the first vector: "V0..V7", or "V0 V8 V16 V24" when they are not in a row. */
static void put_vector_values(const struct access *access, struct buf *out) {
	bool in_row = true;
	for (int64_t i = 1; i < access->vector_values; i++) {
		in_row = in_row && access->order[i] == access->order[0] + i;
	}
	if (in_row && access->vector_values > 2) {
		buf_printf(out, "V%" PRId64 "..V%" PRId64, access->order[0], access->order[access->vector_values - 1]);
		return;
	}
	for (int64_t i = 0; i < access->vector_values && i < VALUES_SHOWN; i++) {
		buf_printf(out, "%sV%" PRId64, i > 0 ? " " : "", access->order[i]);
	}
	if (access->vector_values > VALUES_SHOWN) {
		buf_put(out, " ...");
	}
}

/* Where a value is; the offset of one that is not accessed has no number. */
static void put_place(struct buf *out, int64_t value, int64_t offset) {
	if (offset == ACCESS_NONE) {
		buf_printf(out, "V%" PRId64 " outside the tile", value);
	} else {
		buf_printf(out, "V%" PRId64 " at element %" PRId64, value, offset);
	}
}

static void put_vector_limit(const struct access *access, struct buf *out) {
	if (access->limit == VECTOR_LIMIT_NONE) {
		return;
	}
	put_label(out, "  wider");
	buf_printf(out, "%d bits are not legal: ", access->vector_bits * 2);
	if (access->limit == VECTOR_LIMIT_COUNT) {
		buf_printf(out, "the number of values, %" PRId64 ", is no multiple of %" PRId64 "\n", access->values,
			access->vector_values * 2);
		return;
	}
	buf_printf(out, "T%" PRId64 " has ", access->limit_thread);
	put_place(out, access->limit_values[0], access->limit_offsets[0]);
	if (access->limit == VECTOR_LIMIT_ALIGNMENT) {
		buf_printf(out, ", which is no multiple of %" PRId64 "\n", access->vector_values * 2);
		return;
	}
	buf_put(out, ", ");
	put_place(out, access->limit_values[1], access->limit_offsets[1]);
	buf_put_char(out, '\n');
}

/* Where the values are in memory, the widest vector, and why it is not wider. */
static void put_vector(const struct check *check, struct buf *out) {
	const struct access *access = &check->access;
	put_label(out, "memory");
	if (check->has_memory) {
		print_map(out, check->memory);
	} else if (check->has_tile) {
		buf_put(out, "the tile column-major, as --memory is not given");
	} else {
		buf_printf(out, "the offsets of the layout, %" PRId64 " %s x %" PRId64 " %s", access->threads,
			access->threads == 1 ? "thread" : "threads", access->values, access->values == 1 ? "value" : "values");
	}
	buf_printf(out, ", %s of ", check->dtype);
	buf_put_count(out, access->bits, "bit");
	buf_put_char(out, '\n');
	put_label(out, "vector");
	buf_put_count(out, access->vector_bits, "bit");
	if (access->vector_bits >= 8) {
		buf_put(out, " = ");
		buf_put_count(out, access->vector_bits / 8, "byte");
	}
	buf_put(out, " = ");
	buf_put_count(out, access->vector_values, "value");
	buf_put(out, " (");
	put_vector_values(access, out);
	buf_put_char(out, ')');
	if (access->vector_bits > 8) {
		buf_printf(out, "; the pointer must be aligned to %d bytes", access->vector_bits / 8);
	}
	buf_put_char(out, '\n');
	put_vector_limit(access, out);
}

/* --- global memory --- */

static void put_units(struct buf *out, const char *kind, const char *unit, const struct touched *touched, int64_t bits,
	int bytes) {
	buf_printf(out, "  %-6s %-14s %6" PRId64 " %6" PRId64 "  %9" PRId64 " %9" PRId64 "  %4" PRId64 " %%\n", kind, unit,
		touched->most, touched->most_ideal, touched->actual, touched->ideal,
		check_used_percent(bits, touched->actual, bytes));
}

static void put_global(const struct check *check, struct buf *out) {
	const struct global_traffic *global = &check->global;
	buf_put(out, "\nglobal memory: ");
	buf_put_count(out, global->requests, "request");
	buf_put(out, " of ");
	buf_put_count(out, check->access.vector_bits, "bit");
	buf_put(out, " a lane, up to ");
	buf_put_count(out, global->bits_most / 8, "byte");
	buf_put(out, " each; warps of ");
	buf_put_count(out, check->warp, "lane");
	buf_put_char(out, '\n');
	buf_printf(out, "  %-21s %6s %6s  %9s %9s  %6s\n", "", "most", "ideal", "all", "ideal", "used");
	put_units(out, "load", "32 B sectors", &global->sectors, global->bits, SECTOR_BYTES);
	put_units(out, "", "64 B halves", &global->halves, global->bits, HALF_BYTES);
	put_units(out, "", "128 B lines", &global->lines, global->bits, LINE_BYTES);
	put_units(out, "store", "32 B sectors", &global->sectors, global->bits, SECTOR_BYTES);
	put_units(out, "", "128 B lines", &global->lines, global->bits, LINE_BYTES);
	buf_printf(out, "  %-6s %-14s %6" PRId64 " %6d  %9" PRId64 " %9d\n", "", "partial", global->partial_most, 0,
		global->partial, 0);
	if (global->repeated > 0) {
		buf_printf(out, "  %" PRId64 " of the accesses %s one of the same request\n", global->repeated,
			global->repeated == 1 ? "repeats" : "repeat");
	}
}

/* --- shared memory --- */

/* "lanes 0 8 16 24 meet in bank 0"; three and more in a row are a range. */
static void put_lanes(struct buf *out, const struct wavefronts *worst, const char *what) {
	buf_put(out, what);
	int i = 0;
	for (int shown = 0; i < worst->lane_count && shown < LANES_SHOWN; shown++) {
		int end = i + 1;
		while (end < worst->lane_count && worst->lanes[end] == worst->lanes[end - 1] + 1) {
			end++;
		}
		if (end - i >= 3) {
			buf_printf(out, " %d-%d", worst->lanes[i], worst->lanes[end - 1]);
		} else {
			end = i + 1;
			buf_printf(out, " %d", worst->lanes[i]);
		}
		i = end;
	}
	if (i < worst->lane_count) {
		buf_put(out, " ...");
	}
	buf_printf(out, " meet in bank %d", worst->bank);
}

static void put_shared_line(struct buf *out, const char *kind, const struct shared_traffic *traffic) {
	buf_printf(out, "  %-22s %8" PRId64 "  %10" PRId64 " %8" PRId64 "  ", kind, traffic->requests, traffic->wavefronts,
		traffic->phases);
	if (traffic->conflict <= 1) {
		buf_put(out, "none\n");
		return;
	}
	buf_printf(out, "%" PRId64 "-way: warp %" PRId64 ", V%" PRId64 ", ", traffic->conflict, traffic->worst_warp,
		traffic->worst_value);
	put_lanes(out, &traffic->worst, traffic->bits == 0 ? "rows" : "lanes");
	buf_put_char(out, '\n');
	if (traffic->directions > 0 && traffic->directions < traffic->conflict && traffic->bits < 32) {
		buf_printf(out, "  %-52s  %" PRId64 "-way as Triton counts: lanes differ in the line and within the word"
			" at once\n", "", traffic->directions);
	}
}

static void put_shared_row(struct buf *out, const struct shared_row *row) {
	struct buf kind;
	buf_init(&kind, out->arena);
	if (row->matrices) {
		buf_put(&kind, row->load.transposed ? "ldmatrix.trans" : "ldmatrix, stmatrix");
		put_shared_line(out, kind.data, &row->load);
		return;
	}
	bool alike = row->load.wavefronts == row->store.wavefronts && row->load.conflict == row->store.conflict;
	buf_printf(&kind, "%d-bit %s", row->load.bits, alike ? "load, store" : "load");
	put_shared_line(out, kind.data, &row->load);
	if (!alike) {
		buf_init(&kind, out->arena);
		buf_printf(&kind, "%d-bit store", row->store.bits);
		put_shared_line(out, kind.data, &row->store);
	}
}

/* Whether a GPU has borne out what is counted. */
static void put_measured(const struct check *check, struct buf *out) {
	struct measured measured;
	if (!measured_find_all(check, &measured)) {
		buf_put(out, check->shared_count > 0 ? "; measured: no" : "");
		return;
	}
	buf_printf(out, "; measured on %.*s: ", (int)measured.device.length, measured.device.data);
	if (measured.as_counted == measured.patterns) {
		buf_put(out, "yes");
	} else {
		buf_printf(out, "%" PRId64 " of %" PRId64 " patterns took other wavefronts",
			measured.patterns - measured.as_counted, measured.patterns);
	}
}

static void put_shared(const struct check *check, struct buf *out) {
	if (check->is_bare && !check->has_global) {
		put_label(out, "reader");
		buf_printf(out, "each row is taken for a thread: %" PRId64 " of them; who else reads or writes it is said\n",
			check->access.threads);
		put_label(out, "");
		buf_put(out, "with --read TV, --write TV or --atom NAME\n");
	}
	buf_printf(out, "\nshared memory: %d banks of %d bytes, warps of %d lanes", BANKS, BANK_BYTES, BANK_LANES);
	put_measured(check, out);
	buf_put_char(out, '\n');
	buf_printf(out, "  %-22s %8s  %10s %8s  %s\n", "", "requests", "wavefronts", "at best", "conflict");
	for (int i = 0; i < check->shared_count; i++) {
		put_shared_row(out, &check->shared[i]);
	}
}

/* Whether the hardware can read the memory, and what its descriptor says, or why there is none. */
static void put_canonical(const struct canonical *canonical, struct buf *out) {
	put_label(out, "canonical");
	if (canonical->holds) {
		buf_printf(out, "yes: %s, %s; leading offset %" PRId64 ", stride offset %" PRId64 " in units of 16 bytes\n",
			canonical->major == MAJOR_K ? "K-major" : "MN-major", canonical->descriptor.layout_name,
			canonical->descriptor.leading, canonical->descriptor.stride);
		return;
	}
	buf_printf(out, "no, no descriptor says it: K-major: %s; MN-major: %s\n", canonical->why[MAJOR_K],
		canonical->why[MAJOR_MN]);
}

void check_report(struct algebra *al, const struct check *check, struct buf *out) {
	if (check->reader != NULL) {
		put_label(out, check->reader + 2);
		utf8_put_visible_line(out, str_from(check->reader_text));
		buf_put_char(out, '\n');
	}
	if (check->operand != NULL) {
		put_label(out, "operand");
		buf_printf(out, "%s\n", check->operand);
	}
	put_query(al, check, out);
	if (check->has_tile) {
		put_coverage(al, check, out);
	}
	if (check->by_descriptor) {
		put_label(out, "accesses");
		buf_put(out, "none: " CHECK_BY_DESCRIPTOR "\n");
	}
	if (check->has_canonical) {
		put_canonical(&check->canonical, out);
	}
	if (check->has_access) {
		put_vector(check, out);
	}
	if (check->has_global) {
		put_global(check, out);
	}
	if (check->has_shared) {
		put_shared(check, out);
	}
}
