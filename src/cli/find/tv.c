/* find tv: the thread-value layout for the copy of a tile. */
#include <inttypes.h>

#include "base/element.h"
#include "cli/cmd.h"
#include "cli/find/search.h"
#include "cli/report.h"
#include "lang/notation/json.h"
#include "lang/notation/plain.h"
#include "tool/find_measure.h"
#include "tool/find_tv.h"

static void put_tv(struct buf *out, const struct tv_candidate *candidate) {
	print_layout(out, candidate->tv);
	buf_printf(out, "  %d-bit vectors, %" PRId64 " sectors, at best %" PRId64, candidate->vector_bits,
		candidate->sectors, candidate->ideal);
	if (candidate->to_vector_bits > 0) {
		buf_printf(out, "; to shared memory %d-bit, %d-way", candidate->to_vector_bits, candidate->conflict);
	}
	find_put_cycles(out, candidate->cycles);
	buf_printf(out, "; %" PRId64 " requests", candidate->requests);
	if (candidate->bytes_per_s > 0) {
		buf_printf(out, "; %.0f GB/s", candidate->bytes_per_s / 1e9);
	}
	buf_put_char(out, '\n');
}

/* What was measured of the one that is printed alone. */
static void say_tv(struct arena *arena, const struct find_options *options, const struct tv_candidate *candidate) {
	struct buf out;
	if (options->measure) {
		buf_init(&out, arena);
		put_tv(&out, candidate);
		fputs(out.data, stderr);
	}
}

static void put_tvs_json(struct buf *out, const struct tv_search *search, int count) {
	print_json_begin(out);
	buf_printf(out, "\"tried\":%d,\"best\":[", search->tried);
	for (int i = 0; i < count; i++) {
		const struct tv_candidate *candidate = &search->best[i];
		buf_put(out, i > 0 ? ",{\"layout\":" : "{\"layout\":");
		print_map_json(out, map_from_layout(candidate->tv));
		buf_printf(out, ",\"vector\":%d,\"sectors\":%" PRId64 ",\"ideal\":%" PRId64, candidate->vector_bits,
			candidate->sectors, candidate->ideal);
		buf_printf(out, ",\"to_vector\":%d,\"conflict\":%d,\"requests\":%" PRId64, candidate->to_vector_bits,
			candidate->conflict, candidate->requests);
		if (candidate->bytes_per_s > 0) {
			buf_printf(out, ",\"bytes_per_s\":%.9g,\"cycles\":%.9g", candidate->bytes_per_s, candidate->cycles);
		}
		buf_put_char(out, '}');
	}
	buf_put(out, "]}\n");
}

/* The two extents of --tile. */
static bool read_tile(struct algebra *al, const char *text, int64_t extents[2]) {
	struct domain_request request = { .shape = text };
	struct domain domain = domain_init(al, &request, 0);
	if (!algebra_failed(al) && domain.rank != 2) {
		algebra_fault(al, FAULT_RANK, "expected a tile of two extents, as 128,64");
	}
	extents[0] = domain.extents[0];
	extents[1] = domain.extents[1];
	return !algebra_failed(al);
}

/* Measure the first "count" that were found. Returns an exit code. */
static int measure_tvs(struct algebra *al, const struct find_options *options, const struct tv_copy *copy,
	struct tv_search *search, int count) {
	struct fault fault;
	bool good = true;
	fault_clear(&fault);
	struct device *device = find_open_device(options, al->arena);
	if (device == NULL) {
		return EXIT_UNAVAILABLE;
	}
	for (int i = 0; i < count && good; i++) {
		good = find_measure_tv(device, al, copy, &search->best[i], &fault);
	}
	device_close(device);
	if (!good) {
		report_placeless(al->arena, &fault, options->json);
	}
	return good ? EXIT_DONE : EXIT_UNAVAILABLE;
}

/* Print what was found: the best, or the best "count" with what each costs. */
static void print_tvs(struct arena *arena, const struct find_options *options, const struct tv_search *search,
		int count) {
	struct buf out;
	buf_init(&out, arena);
	if (options->json) {
		put_tvs_json(&out, search, count);
	} else if (options->all) {
		for (int i = 0; i < count; i++) {
			put_tv(&out, &search->best[i]);
		}
	} else {
		print_layout(&out, search->best[0].tv);
		buf_put_char(&out, '\n');
		say_tv(arena, options, &search->best[0]);
	}
	fwrite(out.data, 1, out.length, stdout);
}

int find_tvs(struct arena *arena, struct find_options *options) {
	struct evaluation ev;
	struct value memory;
	struct value to;
	int64_t extents[2];
	evaluation_init(&ev, arena, false);
	limits_watch(&options->limits, &ev);
	if (!find_read_value(options, &ev, str_from(options->memory), "--memory", &memory)
			|| (options->to != NULL && !find_read_value(options, &ev, str_from(options->to), "--to", &to))) {
		return EXIT_EXPRESSION;
	}
	struct algebra *al = &ev.algebra;
	struct map from_map = value_as_map(al, &memory);
	struct map to_map = options->to != NULL ? value_as_map(al, &to) : from_map;
	if (algebra_failed(al) || !read_tile(al, options->tile, extents)) {
		find_no_fault(options, &ev);
		return EXIT_EXPRESSION;
	}
	const struct tv_copy copy = { element_access_bits(str_from(options->dtype)), extents[0] * extents[1], &from_map,
		options->to != NULL ? &to_map : NULL };
	struct tv_search search = find_tv(al, extents, options->index.request.threads, copy.bits, copy.memory, copy.to);
	int count = options->all ? search.count : 1;
	int status = options->measure && !algebra_failed(al) ? measure_tvs(al, options, &copy, &search, count) : EXIT_DONE;
	if (status != EXIT_DONE) {
		return status;
	}
	if (!find_no_fault(options, &ev)) {
		return EXIT_EXPRESSION;
	}
	print_tvs(arena, options, &search, count);
	return EXIT_DONE;
}
