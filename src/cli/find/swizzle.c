/* find swizzle: the swizzle or the padding with which accesses to shared memory conflict least. */
#include <inttypes.h>
#include <string.h>

#include "algebra/offsets.h"
#include "base/element.h"
#include "cli/cmd.h"
#include "cli/find/search.h"
#include "cli/report.h"
#include "lang/notation/json.h"
#include "lang/notation/plain.h"
#include "tool/check.h"
#include "tool/find_measure.h"
#include "tool/subject.h"

/* Fault unless the offsets in "domain" are those that "memory" has at "cells". */
static void check_offsets(struct algebra *al, struct layout memory, const struct domain *domain, struct map cells) {
	struct tv_table table = tv_table_make(al, cells);
	struct offsets offsets = offsets_init(al, memory);
	for (int64_t i = 0; i < domain->size && !algebra_failed(al); i++) {
		int64_t cell = table.cells[i % table.threads * table.values + i / table.threads];
		if (cell < 0 || cell >= offsets.size || offsets_at(&offsets, cell) != domain->table[i]) {
			algebra_fault(al, FAULT_DOMAIN, "no element of the memory is at offset %" PRId64, domain->table[i]);
		}
	}
}

/* The cells of "memory" that the index expression "text" addresses, as a layout. Returns false after a message. */
static bool read_index(struct evaluation *ev, const struct find_options *options, const char *text,
		struct layout memory, struct found_access *access) {
	struct algebra *al = &ev->algebra;
	struct domain domain;
	struct message message;
	struct source source = { "--access", str_from(text), 1 };
	if (!domain_from_index(al, &options->index.request, &source, &domain, &message)) {
		report_error_as(options->json, al->arena, &source, &message);
		return false;
	}
	struct inferred inferred = infer_table(al, domain.table, domain.shape);
	if (!inferred.found) {
		algebra_fault(al, FAULT_UNSUPPORTED, "'%.60s' is no layout", text);
	}
	struct layout cells = layout_left_inverse(al, memory);
	access->map = map_composition(al, map_from_layout(cells), inferred_map(al, &inferred));
	check_offsets(al, memory, &domain, access->map);
	return find_no_fault(options, ev);
}

/* "S:EXPR", "index:INDEX" or EXPR. Returns false after a message. */
static bool read_access(struct evaluation *ev, const struct find_options *options, const char *text,
		struct layout memory, struct found_access *access) {
	char operand[2] = { 0 };
	struct value value;
	struct subject subjects[SUBJECTS_MAX];
	*access = (struct found_access){ .has_tile = false };
	if (strncmp(text, "index:", 6) == 0) {
		return read_index(ev, options, text + 6, memory, access);
	}
	if (strspn(text, "ABCSD") == 1 && text[1] == ':') {
		operand[0] = text[0];
		text += 2;
	}
	if (!find_read_value(options, ev, str_from(text), "--access", &value)) {
		return false;
	}
	int count = subjects_from_value(&ev->algebra, &value, operand[0] != '\0' ? operand : NULL, subjects);
	if (count > 1 && operand[0] == '\0' && (count == 3 || !map_equal(subjects[0].map, subjects[1].map))) {
		algebra_fault(&ev->algebra, FAULT_NAME, "'%.60s' has several operands: %s in front names one", text,
			count == 3 ? "A:, B: or C:" : "S: or D:");
	}
	*access = (struct found_access){ subjects[0].map, subjects[0].has_tile, subjects[0].tile };
	return find_no_fault(options, ev);
}

static void put_candidate(struct buf *out, const struct swizzle_candidate *candidate) {
	print_map(out, candidate->map);
	buf_printf(out, "  %d-way, %" PRId64 " wavefronts, %" PRId64 " bytes wasted", candidate->ways,
		candidate->wavefronts, candidate->wasted);
	find_put_cycles(out, candidate->cycles);
	buf_put(out, candidate->tma ? ", TMA" : "");
	buf_put(out, candidate->wgmma ? ", wgmma, tcgen05" : "");
	buf_put_char(out, '\n');
}

/* Of a map that was not made of the memory by a swizzle or a padding, only its accesses are known. */
static void put_candidate_json(struct buf *out, const char *name, const struct swizzle_candidate *candidate,
	bool is_tried) {
	buf_printf(out, "%s{\"layout\":", name);
	print_map_json(out, candidate->map);
	buf_printf(out, ",\"ways\":%d,\"wavefronts\":%" PRId64, candidate->ways, candidate->wavefronts);
	if (is_tried) {
		buf_printf(out, ",\"wasted\":%" PRId64 ",\"padding\":%" PRId64, candidate->wasted, candidate->padding);
	}
	if (candidate->cycles > 0) {
		buf_printf(out, ",\"cycles\":%.9g", candidate->cycles);
	}
	if (is_tried) {
		buf_printf(out, ",\"tma\":%s,\"wgmma\":%s,\"tcgen05\":%s", candidate->tma ? "true" : "false",
			candidate->wgmma ? "true" : "false", candidate->wgmma ? "true" : "false");
	}
	buf_put_char(out, '}');
}

/* What was found, and what it is compared with. */
struct comparison {
	struct swizzle_search search;
	bool has_other;                  /* the layout of --against */
	struct swizzle_candidate other;
	const char *device;              /* that measured, or NULL */
};

static void put_swizzles_json(struct buf *out, const struct comparison *comparison, int count) {
	const struct swizzle_search *search = &comparison->search;
	print_json_begin(out);
	buf_printf(out, "\"tried\":%d,\"vector\":%" PRId64 ",\"row\":%" PRId64, search->tried, search->vector,
		search->row);
	put_candidate_json(out, ",\"before\":", &search->before, true);
	buf_put(out, ",\"best\":[");
	for (int i = 0; i < count; i++) {
		put_candidate_json(out, i > 0 ? "," : "", &search->best[i], true);
	}
	buf_put_char(out, ']');
	if (search->has_bits) {
		put_candidate_json(out, ",\"bits\":", &search->bits, false);
	}
	if (comparison->has_other) {
		put_candidate_json(out, ",\"against\":", &comparison->other, false);
	}
	if (comparison->device != NULL) {
		buf_put(out, ",\"device\":");
		buf_put_json(out, str_from(comparison->device));
	}
	buf_put(out, "}\n");
}

/* One of what is compared, for people. */
static void say_compared(struct arena *arena, const char *name, const struct swizzle_candidate *candidate) {
	struct buf out;
	buf_init(&out, arena);
	buf_printf(&out, "%-9s %2d-way, %5" PRId64 " wavefronts", name, candidate->ways, candidate->wavefronts);
	find_put_cycles(&out, candidate->cycles);
	fprintf(stderr, "%s\n", out.data);
}

/* The best beside the memory as it is and that of --against. */
static void say_comparison(struct arena *arena, const struct comparison *comparison,
	const struct swizzle_candidate *best) {
	if (comparison->device != NULL) {
		fprintf(stderr, "on %s\n", comparison->device);
	}
	say_compared(arena, "found", best);
	say_compared(arena, "as it is", &comparison->search.before);
	if (comparison->has_other) {
		say_compared(arena, "against", &comparison->other);
	}
}

/* Print the best layout, or all; beside what it is compared with. Returns an exit code: EXIT_FALSE with conflicts. */
static int print_swizzles(struct arena *arena, const struct find_options *options,
		const struct comparison *comparison) {
	const struct swizzle_search *search = &comparison->search;
	struct buf out;
	bool by_bits = search->has_bits && search->bits.ways < search->best[0].ways;
	const struct swizzle_candidate *best = by_bits ? &search->bits : &search->best[0];
	buf_init(&out, arena);
	if (options->json) {
		put_swizzles_json(&out, comparison, options->all ? search->count : 1);
	} else if (options->all) {
		if (search->has_bits) {
			put_candidate(&out, &search->bits);
		}
		for (int i = 0; i < search->count; i++) {
			put_candidate(&out, &search->best[i]);
		}
	} else {
		print_map(&out, best->map);
		buf_put_char(&out, '\n');
	}
	fwrite(out.data, 1, out.length, stdout);
	fflush(stdout);
	if (!options->json && (options->measure || comparison->has_other)) {
		say_comparison(arena, comparison, best);
	}
	if (best->ways > 1) {
		fprintf(stderr, "cutelayout: none of %d swizzles and paddings is without conflicts; the best is %d-way\n",
			search->tried, best->ways);
		return EXIT_FALSE;
	}
	return EXIT_DONE;
}

static struct measured_memory measured_memory(struct map map, struct tuple shape) {
	return (struct measured_memory){ .map = map, .shape = shape, .ways = 1 };
}

/* Measure what will be printed. Returns an exit code. */
static int measure_swizzles(struct algebra *al, const struct find_options *options, const struct asked_accesses *asked,
	struct tuple shape, struct comparison *comparison) {
	struct swizzle_search *search = &comparison->search;
	struct swizzle_candidate *candidates[MEASURED_MEMORIES_MAX] = { &search->before };
	struct measured_memory memories[MEASURED_MEMORIES_MAX];
	struct fault fault;
	int count = 1;
	for (int i = 0; i < (options->all ? search->count : 1); i++) {
		candidates[count++] = &search->best[i];
	}
	if (search->has_bits) {
		candidates[count++] = &search->bits;
	}
	if (comparison->has_other) {
		candidates[count++] = &comparison->other;
	}
	for (int i = 0; i < count; i++) {
		memories[i] = measured_memory(candidates[i]->map, shape);
	}
	fault_clear(&fault);
	struct device *device = find_open_device(options, al->arena);
	if (device == NULL) {
		return EXIT_UNAVAILABLE;
	}
	bool good = find_measure(device, al, asked, memories, count, &fault);
	for (int i = 0; i < count; i++) {
		candidates[i]->cycles = memories[i].cycles;
	}
	comparison->device = arena_copy(al->arena, device_facts(device)->name, strlen(device_facts(device)->name));
	device_close(device);
	if (!good) {
		report_placeless(al->arena, &fault, options->json);
	}
	return good ? EXIT_DONE : EXIT_UNAVAILABLE;
}

/* The layout of --against, with what is predicted of it. Returns false after a message. */
static bool read_other(struct evaluation *ev, const struct find_options *options, const struct asked_accesses *asked,
	struct tuple shape, struct swizzle_candidate *other) {
	struct value value;
	if (!find_read_value(options, ev, str_from(options->against), "--against", &value)) {
		return false;
	}
	struct measured_memory memory = measured_memory(value_as_map(&ev->algebra, &value), shape);
	if (!algebra_failed(&ev->algebra)) {
		find_predict(&ev->algebra, asked, &memory, 1);
	}
	*other = (struct swizzle_candidate){ .map = memory.map, .ways = memory.ways, .wavefronts = memory.wavefronts };
	return find_no_fault(options, ev);
}

/* The layout of --memory and who accesses it. Returns false after a message. */
static bool read_memory(struct evaluation *ev, const struct find_options *options, struct layout *memory,
		struct found_access accesses[FIND_ACCESSES_MAX]) {
	struct value value;
	if (!find_read_value(options, ev, str_from(options->memory), "--memory", &value)) {
		return false;
	}
	*memory = value_as_layout(&ev->algebra, &value);
	bool good = find_no_fault(options, ev);
	for (int i = 0; good && i < options->access_count; i++) {
		good = read_access(ev, options, options->accesses[i], *memory, &accesses[i]);
	}
	return good;
}

int find_swizzles(struct arena *arena, struct find_options *options) {
	struct evaluation ev;
	struct layout memory;
	struct found_access accesses[FIND_ACCESSES_MAX];
	evaluation_init(&ev, arena, false);
	limits_watch(&options->limits, &ev);
	if (!read_memory(&ev, options, &memory, accesses)) {
		return EXIT_EXPRESSION;
	}
	int bits = element_access_bits(str_from(options->dtype));
	const struct asked_accesses asked = { bits, accesses, options->access_count };
	struct comparison comparison = {
		.search = find_swizzle(&ev.algebra, memory, bits, accesses, options->access_count),
		.has_other = options->against != NULL,
	};
	if (options->bits && !algebra_failed(&ev.algebra)) {
		find_bits(&ev.algebra, memory, bits, accesses, options->access_count, &comparison.search);
	}
	if (!find_no_fault(options, &ev)) {
		return EXIT_EXPRESSION;
	}
	if (comparison.has_other && !read_other(&ev, options, &asked, memory.shape, &comparison.other)) {
		return EXIT_EXPRESSION;
	}
	int status = EXIT_DONE;
	if (options->measure) {
		status = measure_swizzles(&ev.algebra, options, &asked, memory.shape, &comparison);
	}
	return status == EXIT_DONE ? print_swizzles(arena, options, &comparison) : status;
}
