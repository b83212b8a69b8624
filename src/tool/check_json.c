/* The answer of "check" for machines: one JSON object. */
#include <inttypes.h>

#include "lang/notation/json.h"
#include "tool/check.h"
#include "tool/measured.h"

static void put_int(struct buf *out, const char *key, int64_t value) {
	buf_printf(out, ",\"%s\":%" PRId64, key, value);
}

static void put_bool(struct buf *out, const char *key, bool value) {
	buf_printf(out, ",\"%s\":%s", key, value ? "true" : "false");
}

static void put_map(struct buf *out, const char *key, struct map map) {
	buf_printf(out, ",\"%s\":", key);
	print_map_json(out, map);
}

static void put_coordinate(struct algebra *al, struct tuple shape, int64_t index, struct buf *out) {
	print_tuple_json(out, tuple_idx2crd(al, tuple_int(index), shape));
}

static void put_query(struct algebra *al, const struct check *check, struct buf *out) {
	const struct query *query = &check->query;
	put_int(out, "size", query->size);
	put_int(out, "cosize", query->cosize);
	put_int(out, "image", query->image);
	put_int(out, "least", query->least);
	put_int(out, "greatest", query->greatest);
	put_bool(out, "injective", query->injective);
	put_bool(out, "surjective", query->surjective);
	put_bool(out, "bijective", query->bijective);
	put_bool(out, "contiguous", query->contiguous);
	put_int(out, "gaps", query->gaps);
	if (query->gaps > 0) {
		put_int(out, "first_gap", query->first_gap);
	}
	if (!query->injective) {
		struct tuple shape = map_inner(al, check->map).shape;
		buf_put(out, ",\"alias\":{\"coordinates\":[");
		put_coordinate(al, shape, query->alias[0], out);
		buf_put_char(out, ',');
		put_coordinate(al, shape, query->alias[1], out);
		buf_printf(out, "],\"indices\":[%" PRId64 ",%" PRId64 "],\"offset\":%" PRId64 "}", query->alias[0],
			query->alias[1], query->alias_offset);
	}
}

static void put_pair(struct buf *out, struct tv_pair pair) {
	buf_printf(out, "{\"thread\":%" PRId64 ",\"value\":%" PRId64 "}", pair.thread, pair.value);
}

/* The tile and who owns its cells, as members of an object. */
static void put_coverage(struct algebra *al, const struct check *check, struct buf *out) {
	const struct coverage *coverage = &check->coverage;
	buf_put(out, ",\"tile\":{\"shape\":");
	print_tuple_json(out, check->tile);
	if (check->is_repeated) {
		buf_put(out, ",\"piece\":{\"shape\":");
		print_tuple_json(out, check->tiling.tile);
		put_int(out, "count", check->tiling.tiles);
		put_int(out, "values_beyond", check->tiling.beyond);
		put_int(out, "idle_threads", check->tiling.idle);
		buf_put_char(out, '}');
	}
	put_int(out, "cells", coverage->cells);
	put_int(out, "cells_with_one_owner", coverage->once);
	put_int(out, "holes", coverage->holes);
	put_int(out, "shared", coverage->shared);
	put_int(out, "outside", coverage->outside);
	put_int(out, "least_owners", coverage->least);
	put_int(out, "most_owners", coverage->most);
	if (coverage->holes > 0) {
		buf_put(out, ",\"first_hole\":");
		put_coordinate(al, check->tile, coverage->first_hole, out);
	}
	if (coverage->shared > 0) {
		buf_put(out, ",\"first_shared\":{\"cell\":");
		put_coordinate(al, check->tile, coverage->first_shared, out);
		buf_put(out, ",\"owners\":[");
		put_pair(out, coverage->owners[0]);
		buf_put_char(out, ',');
		put_pair(out, coverage->owners[1]);
		buf_put(out, "]}");
	}
	if (coverage->outside > 0) {
		buf_put(out, ",\"first_outside\":{\"pair\":");
		put_pair(out, coverage->first_outside);
		put_int(out, "cell", coverage->outside_cell);
		buf_put_char(out, '}');
	}
	buf_put_char(out, '}');
}

static void put_vector(const struct check *check, struct buf *out) {
	static const char *const limits[] = { "hardware", "count", "apart", "alignment" };
	const struct access *access = &check->access;
	buf_put(out, ",\"dtype\":");
	buf_put_json(out, str_from(check->dtype));
	if (check->has_memory) {
		put_map(out, "memory", check->memory);
	}
	buf_printf(out, ",\"vector\":{\"bits\":%d,\"values\":%" PRId64 ",\"limit\":\"%s\",\"first\":[", access->vector_bits,
		access->vector_values, limits[access->limit]);
	for (int64_t i = 0; i < access->vector_values; i++) {
		buf_printf(out, "%s%" PRId64, i > 0 ? "," : "", access->order[i]);
	}
	buf_put(out, "]}");
}

static void put_touched(struct buf *out, const char *key, const struct touched *touched, const char *before) {
	buf_printf(out, "%s\"%s\":{\"most\":%" PRId64 ",\"most_ideal\":%" PRId64 ",\"all\":%" PRId64 ",\"ideal\":%" PRId64
		"}", before, key, touched->most, touched->most_ideal, touched->actual, touched->ideal);
}

static void put_global(const struct check *check, struct buf *out) {
	const struct global_traffic *global = &check->global;
	buf_printf(out, ",\"global\":{\"warp\":%d,\"requests\":%" PRId64 ",\"bits\":%" PRId64 ",\"repeated\":%" PRId64,
		check->warp, global->requests, global->bits, global->repeated);
	put_touched(out, "sectors", &global->sectors, ",\"load\":{");
	put_touched(out, "halves", &global->halves, ",");
	put_touched(out, "lines", &global->lines, ",");
	put_touched(out, "sectors", &global->sectors, "},\"store\":{");
	put_touched(out, "lines", &global->lines, ",");
	buf_printf(out, ",\"partial\":{\"most\":%" PRId64 ",\"all\":%" PRId64 "}}}", global->partial_most, global->partial);
}

static void put_traffic(struct buf *out, const char *name, const struct shared_traffic *traffic) {
	buf_printf(out, "{\"access\":\"%s\"", name);
	if (traffic->bits != 0) {
		put_int(out, "bits", traffic->bits);
	}
	put_int(out, "requests", traffic->requests);
	put_int(out, "wavefronts", traffic->wavefronts);
	put_int(out, "at_best", traffic->phases);
	put_int(out, "conflict", traffic->conflict);
	if (traffic->directions > 0 && traffic->directions < traffic->conflict && traffic->bits < 32) {
		put_int(out, "directions", traffic->directions);
	}
	if (traffic->conflict > 1) {
		buf_printf(out, ",\"worst\":{\"warp\":%" PRId64 ",\"value\":%" PRId64 ",\"bank\":%d,\"%s\":[",
			traffic->worst_warp, traffic->worst_value, traffic->worst.bank, traffic->bits == 0 ? "rows" : "lanes");
		for (int i = 0; i < traffic->worst.lane_count; i++) {
			buf_printf(out, "%s%d", i > 0 ? "," : "", traffic->worst.lanes[i]);
		}
		buf_put(out, "]}");
	}
	buf_put_char(out, '}');
}

/* What a GPU said of what is counted, or nothing. */
static void put_measured(const struct check *check, struct buf *out) {
	struct measured measured;
	if (!measured_find_all(check, &measured)) {
		return;
	}
	buf_put(out, ",\"measured\":{\"device\":");
	buf_put_json(out, measured.device);
	buf_put(out, ",\"date\":");
	buf_put_json(out, measured.date);
	buf_put(out, ",\"driver\":");
	buf_put_json(out, measured.driver);
	put_int(out, "patterns", measured.patterns);
	put_int(out, "as_counted", measured.as_counted);
	buf_put_char(out, '}');
}

static void put_shared(const struct check *check, struct buf *out) {
	buf_put(out, ",\"shared\":[");
	for (int i = 0; i < check->shared_count; i++) {
		const struct shared_row *row = &check->shared[i];
		if (i > 0) {
			buf_put_char(out, ',');
		}
		if (row->matrices) {
			put_traffic(out, row->load.transposed ? "ldmatrix.trans" : "ldmatrix", &row->load);
			continue;
		}
		put_traffic(out, "load", &row->load);
		buf_put_char(out, ',');
		put_traffic(out, "store", &row->store);
	}
	buf_put_char(out, ']');
	put_measured(check, out);
}

void check_json(struct algebra *al, const struct check *check, struct buf *out) {
	if (check->reader != NULL) {
		buf_printf(out, "\"access\":\"%s\",\"by\":", check->reader + 2);
		buf_put_json(out, str_from(check->reader_text));
		buf_put_char(out, ',');
	}
	if (check->operand != NULL) {
		buf_printf(out, "\"operand\":\"%s\",", check->operand);
	}
	buf_put(out, "\"layout\":");
	print_map_json(out, check->map);
	put_query(al, check, out);
	if (check->has_tv) {
		put_int(out, "threads", check->table.threads);
		put_int(out, "values", check->table.values);
	}
	if (check->has_tile) {
		put_coverage(al, check, out);
	}
	if (check->by_descriptor) {
		buf_put(out, ",\"by_descriptor\":true");
	}
	if (check->has_canonical) {
		buf_printf(out, ",\"canonical\":%s", check->canonical.holds ? "true" : "false");
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
