#include "tool/check.h"

#include "lang/notation/plain.h"

/* Loads and stores of "bits" bits a lane, if the vector allows them. */
static void add_shared(struct check *check, int bits) {
	struct shared_row row = { .load = access_shared(&check->access, bits, true) };
	row.store = row.load.paired ? access_shared(&check->access, bits, false) : row.load;
	if (row.load.possible) {
		check->shared[check->shared_count++] = row;
	}
}

void check_traffic(struct check *check) {
	if (check->has_global) {
		check->global = access_global(&check->access, check->warp);
	}
	if (!check->has_shared) {
		return;
	}
	int vector = check->access.vector_bits;
	int least = check->access.bits > 8 ? check->access.bits : vector < 8 ? vector : 8;
	for (int bits = least; bits <= VECTOR_BITS_MAX; bits *= 2) {
		add_shared(check, bits);
	}
	struct shared_row row = { .load = access_matrices(&check->access), .matrices = true };
	row.store = row.load;
	if (row.load.possible) {
		check->shared[check->shared_count++] = row;
	}
}

int64_t check_used_percent(int64_t bits, int64_t touched, int bytes) {
	return touched == 0 ? 100 : (int64_t)((double)bits * 100 / ((double)touched * bytes * 8));
}

void check_put_coordinate(struct algebra *al, struct tuple shape, int64_t index, struct buf *out) {
	struct tuple coordinate = tuple_idx2crd(al, tuple_int(index), shape);
	if (algebra_failed(al)) {
		buf_put_int(out, index);
	} else {
		print_tuple(out, coordinate);
	}
}

/* --- facts --- */

static void query_facts(const struct query *query, struct fact_list *facts) {
	facts_add(facts, "size", query->size);
	facts_add(facts, "cosize", query->cosize);
	facts_add(facts, "image", query->image);
	facts_add(facts, "least", query->least);
	facts_add(facts, "greatest", query->greatest);
	facts_add(facts, "gaps", query->gaps);
	facts_add(facts, "injective", query->injective);
	facts_add(facts, "surjective", query->surjective);
	facts_add(facts, "bijective", query->bijective);
	facts_add(facts, "contiguous", query->contiguous);
}

/* Add a fact of one part of the report, which may be missing. */
static void add(struct fact_list *facts, const char *missing, const char *name, int64_t value) {
	if (missing != NULL) {
		facts_add_missing(facts, name, missing);
	} else {
		facts_add(facts, name, value);
	}
}

static void coverage_facts(const struct check *check, struct fact_list *facts) {
	const struct coverage *coverage = &check->coverage;
	const char *tv = check->has_tv ? NULL : "give --tile or --dtype for a layout (thread, value)";
	const char *tile = check->has_tile ? NULL : "give --tile";
	add(facts, tv, "threads", check->table.threads);
	add(facts, tv, "values", check->table.values);
	add(facts, tile, "cells", coverage->cells);
	add(facts, tile, "once", tile == NULL && coverage->once == coverage->cells && coverage->outside == 0);
	add(facts, tile, "covered", tile == NULL && coverage->holes == 0 && coverage->outside == 0);
	add(facts, tile, "holes", coverage->holes);
	add(facts, tile, "shared", coverage->shared);
	add(facts, tile, "outside", coverage->outside);
	const char *tiles = check->is_repeated ? NULL : "give --shape, or a --memory that is larger than the tile";
	add(facts, tiles, "tiles", check->tiling.tiles);
	add(facts, tiles, "beyond", check->tiling.beyond);
	add(facts, tiles, "idle", check->tiling.idle);
}

/* What to do to know of accesses, NULL if they are known. */
static const char *missing_access(const struct check *check) {
	return check->has_access ? NULL : check->by_descriptor ? CHECK_BY_DESCRIPTOR
							       : "give --dtype";
}

/* The hardware can read the memory with a descriptor. */
static void canonical_fact(const struct check *check, struct fact_list *facts) {
	const char *missing = check->has_canonical ? NULL : !check->by_descriptor ? "no descriptor reads this layout"
		: "give --memory and --dtype";
	add(facts, missing, "canonical", check->canonical.holds);
}

static void access_facts(const struct check *check, struct fact_list *facts) {
	const char *none = missing_access(check);
	const char *no_global = !check->has_access ? none : check->has_global ? NULL
									      : "it is about --space global";
	const struct global_traffic *global = &check->global;
	add(facts, none, "vector", check->access.vector_bits);
	add(facts, none, "vector_bytes", check->access.vector_bits / 8);
	add(facts, none, "vector_values", check->access.vector_values);
	add(facts, no_global, "sectors", global->sectors.most);
	add(facts, no_global, "sectors_ideal", global->sectors.most_ideal);
	add(facts, no_global, "halves", global->halves.most);
	add(facts, no_global, "halves_ideal", global->halves.most_ideal);
	add(facts, no_global, "lines", global->lines.most);
	add(facts, no_global, "lines_ideal", global->lines.most_ideal);
	add(facts, no_global, "sectors_excess", global->sectors.excess);
	add(facts, no_global, "halves_excess", global->halves.excess);
	add(facts, no_global, "lines_excess", global->lines.excess);
	add(facts, no_global, "partial", global->partial_most);
	add(facts, no_global, "used", check_used_percent(global->bits, global->sectors.actual, SECTOR_BYTES));
}

static int64_t row_conflict(const struct shared_row *row) {
	return row->load.conflict > row->store.conflict ? row->load.conflict : row->store.conflict;
}

/* Facts about shared memory: the conflicts of the widest access, of each width by its name, and of matrices. */
static void shared_facts(const struct check *check, struct fact_list *facts) {
	static const struct {
		int bits;
		const char *name;
	} widths[] = {
		{ 8, "conflicts_8" },
		{ 16, "conflicts_16" },
		{ 32, "conflicts_32" },
		{ 64, "conflicts_64" },
		{ 128, "conflicts_128" },
	};
	const char *none = missing_access(check);
	none = none == NULL && !check->has_shared ? "it is about --space shared" : none;
	const struct shared_row *widest = NULL;
	const struct shared_row *matrices = NULL;
	for (int i = 0; i < check->shared_count; i++) {
		*(check->shared[i].matrices ? &matrices : &widest) = &check->shared[i];
	}
	add(facts, none, "conflicts", widest != NULL ? row_conflict(widest) : 1);
	add(facts, none, "wavefronts", widest != NULL ? widest->load.wavefronts : 0);
	for (size_t k = 0; k < sizeof widths / sizeof *widths; k++) {
		const struct shared_row *found = NULL;
		for (int i = 0; i < check->shared_count; i++) {
			if (check->shared[i].load.bits == widths[k].bits) {
				found = &check->shared[i];
			}
		}
		bool is_wide = check->access.bits > widths[k].bits;
		const char *narrow = is_wide ? "the element is wider" : "the vector is narrower";
		add(facts, none != NULL ? none : found == NULL ? narrow
							       : NULL,
			widths[k].name,
			found != NULL ? row_conflict(found) : 0);
	}
	const char *no_matrices = "ldmatrix does not serve this layout";
	add(facts, none != NULL ? none : matrices == NULL ? no_matrices
							  : NULL,
		"conflicts_ldmatrix",
		matrices != NULL ? row_conflict(matrices) : 0);
}

void check_facts(const struct check *check, struct fact_list *facts) {
	query_facts(&check->query, facts);
	coverage_facts(check, facts);
	canonical_fact(check, facts);
	access_facts(check, facts);
	shared_facts(check, facts);
}
