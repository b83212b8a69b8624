#define _GNU_SOURCE
#include <ctype.h>
#include <getopt.h>
#include <inttypes.h>
#include <string.h>

#include "algebra/solve.h"
#include "base/element.h"
#include "cli/cmd.h"
#include "cli/confine.h"
#include "cli/index_options.h"
#include "cli/options.h"
#include "cli/report.h"
#include "lang/notation/json.h"
#include "lang/notation/plain.h"
#include "lang/tensor.h"
#include "tool/check.h"
#include "tool/find_measure.h"
#include "tool/find_swizzle.h"
#include "tool/find_tv.h"
#include "tool/subject.h"

enum {
	OPTION_ACCESS = OPTION_LONG,
	OPTION_AGAINST,
	OPTION_ALL,
	OPTION_BITS,
	OPTION_DTYPE,
	OPTION_JSON,
	OPTION_MEASURE,
	OPTION_MEMORY,
	OPTION_TILE,
	OPTION_TO,
	OPTION_WHERE,
};

static const struct option_line option_lines[] = {
	{ "memory", OPTION_MEMORY, "=LAYOUT", NULL, "swizzle: the layout in shared memory, as '(128,64):(64,1)';\n"
						    "tv: the one in global memory" },
	{ "tile", OPTION_TILE, "=M,N", NULL, "tv: the tile that is copied, by --threads threads" },
	{ "to", OPTION_TO, "=LAYOUT", NULL, "tv: where it goes in shared memory" },
	{ "dtype", OPTION_DTYPE, "=TYPE", ELEMENT_WORDS,
		"swizzle, tv: the element type" },
	{ "access", OPTION_ACCESS, "=ACCESS", NULL,
		"swizzle: who writes or reads it, once for each: a layout\n"
		"(thread, value), a tiled copy or an atom, with S: D: A: B: or\n"
		"C: in front to name its operand; or index:INDEX, the offset in\n"
		"the memory as it is" },
	{ "bits", OPTION_BITS, NULL, NULL,
		"swizzle: look for a map of bits too, which CuTe does not have,\n"
		"and take it if it is better than all swizzles" },
	{ "against", OPTION_AGAINST, "=LAYOUT", NULL,
		"swizzle: compare with this layout of the same memory, as a kernel\n"
		"has it: 'Sw<3,3,3> o 0 o (128,64):(64,1)'" },
	{ "measure", OPTION_MEASURE, NULL, NULL, "swizzle, tv: time what is found on a GPU, too" },
	{ "where", OPTION_WHERE, "=EQUATION", NULL, "layout: 'A o X == B' or 'X o A == B'" },
	{ "all", OPTION_ALL, NULL, NULL, "print the best 16, with what each costs; of layouts, all" },
	{ "json", OPTION_JSON, NULL, NULL, "print one JSON object" },
	{ "help", 'h', NULL, NULL, "print this text" },
	{ NULL, 0, NULL, NULL, NULL },
};

static const struct option_group option_groups[] = {
	{ NULL, option_lines },
	{ "The domain of index:INDEX, and the threads of tv", domain_option_lines },
	{ "Limits", limit_option_lines },
	{ NULL, NULL },
};

struct options {
	const char *what;
	const char *memory;
	const char *dtype;
	const char *where;
	const char *tile;
	const char *to;
	const char *against;
	const char *accesses[FIND_ACCESSES_MAX];
	int access_count;
	bool all;
	bool bits;
	bool measure;
	bool json;
	struct index_options index;
	struct limits limits;
};

/* Options whose values are only kept. */
static const struct option_place places[] = {
	{ OPTION_MEMORY, STORE_TEXT, offsetof(struct options, memory) },
	{ OPTION_TILE, STORE_TEXT, offsetof(struct options, tile) },
	{ OPTION_TO, STORE_TEXT, offsetof(struct options, to) },
	{ OPTION_DTYPE, STORE_TEXT, offsetof(struct options, dtype) },
	{ OPTION_AGAINST, STORE_TEXT, offsetof(struct options, against) },
	{ OPTION_MEASURE, STORE_FLAG, offsetof(struct options, measure) },
	{ OPTION_BITS, STORE_FLAG, offsetof(struct options, bits) },
	{ OPTION_WHERE, STORE_TEXT, offsetof(struct options, where) },
	{ OPTION_ALL, STORE_FLAG, offsetof(struct options, all) },
	{ OPTION_JSON, STORE_FLAG, offsetof(struct options, json) },
	{ 0, STORE_FLAG, 0 },
};

/* Evaluate "text", called "name" in messages. Returns false after a message. */
static bool read_value(const struct options *options, struct evaluation *ev, struct str text, const char *name,
	struct value *value) {
	struct source *source = arena_alloc(ev->algebra.arena, sizeof *source);
	*source = (struct source){ name, text, 1 };
	bool good = evaluation_run(ev, source);
	if (good && ev->result_count == 0) {
		fault_set(&ev->error.fault, FAULT_SYNTAX, 0, "expected an expression, saw the end");
		ev->error.span = (struct span){ text.length, text.length };
		good = false;
	}
	const struct listener *listener = options->json ? &report_json_listener : &report_listener;
	listener->hear(listener->context, ev);
	ev->warning_count = 0;
	if (good) {
		*value = value_as_plain(&ev->algebra, &ev->results[ev->result_count - 1]);
		algebra_operand(&ev->algebra, 0);
	}
	return good;
}

/* Report a fault of the algebra. Returns false if there is one. */
static bool no_fault(const struct options *options, const struct evaluation *ev) {
	if (algebra_failed(&ev->algebra)) {
		report_placeless(ev->algebra.arena, &ev->algebra.fault, options->json);
	}
	return !algebra_failed(&ev->algebra);
}

/* --- swizzle --- */

/* The cells of "memory" that the index expression "text" addresses, as a layout. Returns false after a message. */
static bool read_index(struct evaluation *ev, const struct options *options, const char *text, struct layout memory,
	struct found_access *access) {
	struct algebra *al = &ev->algebra;
	struct domain domain;
	struct message message;
	struct source source = { "--access", str_from(text), 1 };
	if (!domain_from_index(al, &options->index.request, &source, &domain, &message)) {
		report_error_as(options->json, al->arena, &source, &message);
		return false;
	}
	struct inferred inferred = infer_table(al, domain.table, domain.shape);
	if (!algebra_failed(al) && !inferred.found) {
		algebra_fault(al, FAULT_UNSUPPORTED, "'%.60s' is no layout", text);
	}
	if (algebra_failed(al)) {
		return no_fault(options, ev);
	}
	struct layout cells = layout_left_inverse(al, memory);
	access->map = map_composition(al, map_from_layout(cells), inferred_map(al, &inferred));
	return no_fault(options, ev);
}

/* "S:EXPR", "index:INDEX" or EXPR. Returns false after a message. */
static bool read_access(struct evaluation *ev, const struct options *options, const char *text, struct layout memory,
	struct found_access *access) {
	char operand[2] = { 0 };
	struct value value;
	struct subject subjects[SUBJECTS_MAX];
	*access = (struct found_access){ .has_tile = false };
	if (strncmp(text, "index:", 6) == 0) {
		return read_index(ev, options, text + 6, memory, access);
	}
	if (strchr("ABCSD", text[0]) != NULL && text[0] != '\0' && text[1] == ':') {
		operand[0] = text[0];
		text += 2;
	}
	if (!read_value(options, ev, str_from(text), "--access", &value)) {
		return false;
	}
	int count = subjects_from_value(&ev->algebra, &value, operand[0] != '\0' ? operand : NULL, subjects);
	if (count > 1 && operand[0] == '\0' && (count == 3 || !map_equal(subjects[0].map, subjects[1].map))) {
		algebra_fault(&ev->algebra, FAULT_NAME, "'%.60s' has several operands: %s in front names one", text,
			count == 3 ? "A:, B: or C:" : "S: or D:");
	}
	*access = (struct found_access){ subjects[0].map, subjects[0].has_tile, subjects[0].tile };
	return no_fault(options, ev);
}

static void put_cycles(struct buf *out, double cycles) {
	if (cycles > 0) {
		buf_printf(out, ", %.1f cycles", cycles);
	}
}

static void put_candidate(struct buf *out, const struct swizzle_candidate *candidate) {
	print_map(out, candidate->map);
	buf_printf(out, "  %d-way, %" PRId64 " wavefronts, %" PRId64 " bytes wasted", candidate->ways,
		candidate->wavefronts, candidate->wasted);
	put_cycles(out, candidate->cycles);
	buf_put(out, candidate->tma ? ", TMA" : "");
	buf_put(out, candidate->wgmma ? ", wgmma, tcgen05" : "");
	buf_put_char(out, '\n');
}

static void put_candidate_json(struct buf *out, const struct swizzle_candidate *candidate) {
	buf_put(out, "{\"layout\":");
	print_map_json(out, candidate->map);
	buf_printf(out, ",\"ways\":%d,\"wavefronts\":%" PRId64 ",\"wasted\":%" PRId64 ",\"padding\":%" PRId64,
		candidate->ways, candidate->wavefronts, candidate->wasted, candidate->padding);
	if (candidate->cycles > 0) {
		buf_printf(out, ",\"cycles\":%.9g", candidate->cycles);
	}
	buf_printf(out, ",\"tma\":%s,\"wgmma\":%s,\"tcgen05\":%s}", candidate->tma ? "true" : "false",
		candidate->wgmma ? "true" : "false", candidate->wgmma ? "true" : "false");
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
	buf_printf(out, "\"tried\":%d,\"vector\":%" PRId64 ",\"row\":%" PRId64 ",\"before\":", search->tried,
		search->vector, search->row);
	put_candidate_json(out, &search->before);
	buf_put(out, ",\"best\":[");
	for (int i = 0; i < count; i++) {
		buf_put(out, i > 0 ? "," : "");
		put_candidate_json(out, &search->best[i]);
	}
	buf_put_char(out, ']');
	if (search->has_bits) {
		buf_put(out, ",\"bits\":");
		put_candidate_json(out, &search->bits);
	}
	if (comparison->has_other) {
		buf_put(out, ",\"against\":");
		put_candidate_json(out, &comparison->other);
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
	put_cycles(&out, candidate->cycles);
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

static int print_swizzles(struct arena *arena, const struct options *options, const struct comparison *comparison) {
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

/* The device for --measure, or NULL after a message. */
static struct device *open_device(const struct options *options, struct arena *arena) {
	enum { WATCHDOG = 30 };
	struct fault fault;
	fault_clear(&fault);
	struct device *device = NULL;
	if (confine_allows_libraries()) {
		device = device_open(arena, 0, WATCHDOG, &fault);
	} else {
		fault_set(&fault, FAULT_UNSUPPORTED, 0, CONFINE_NO_LIBRARIES);
	}
	if (device == NULL) {
		report_placeless(arena, &fault, options->json);
	}
	return device;
}

static struct measured_memory measured_memory(struct map map, struct tuple shape) {
	return (struct measured_memory){ .map = map, .shape = shape, .ways = 1 };
}

/* Measure what will be printed. Returns an exit code. */
static int measure_swizzles(struct algebra *al, const struct options *options, const struct asked_accesses *asked,
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
	struct device *device = open_device(options, al->arena);
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
static bool read_other(struct evaluation *ev, const struct options *options, const struct asked_accesses *asked,
	struct tuple shape, struct swizzle_candidate *other) {
	struct value value;
	if (!read_value(options, ev, str_from(options->against), "--against", &value)) {
		return false;
	}
	struct measured_memory memory = measured_memory(value_as_map(&ev->algebra, &value), shape);
	if (!algebra_failed(&ev->algebra)) {
		find_predict(&ev->algebra, asked, &memory, 1);
	}
	*other = (struct swizzle_candidate){ .map = memory.map, .ways = memory.ways, .wavefronts = memory.wavefronts };
	return no_fault(options, ev);
}

static int find_swizzles(struct arena *arena, struct options *options) {
	struct evaluation ev;
	struct value value;
	struct found_access accesses[FIND_ACCESSES_MAX];
	evaluation_init(&ev, arena, false);
	limits_watch(&options->limits, &ev);
	if (!read_value(options, &ev, str_from(options->memory), "--memory", &value)) {
		return EXIT_EXPRESSION;
	}
	struct layout memory = value_as_layout(&ev.algebra, &value);
	if (!no_fault(options, &ev)) {
		return EXIT_EXPRESSION;
	}
	for (int i = 0; i < options->access_count; i++) {
		if (!read_access(&ev, options, options->accesses[i], memory, &accesses[i])) {
			return EXIT_EXPRESSION;
		}
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
	if (!no_fault(options, &ev)) {
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

/* --- thread-value layouts --- */

static void put_tv(struct buf *out, const struct tv_candidate *candidate) {
	print_layout(out, candidate->tv);
	buf_printf(out, "  %d-bit vectors, %" PRId64 " sectors, at best %" PRId64, candidate->vector_bits,
		candidate->sectors, candidate->ideal);
	if (candidate->to_vector_bits > 0) {
		buf_printf(out, "; to shared memory %d-bit, %d-way", candidate->to_vector_bits, candidate->conflict);
	}
	put_cycles(out, candidate->cycles);
	buf_printf(out, "; %" PRId64 " requests", candidate->requests);
	if (candidate->bytes_per_s > 0) {
		buf_printf(out, "; %.0f GB/s", candidate->bytes_per_s / 1e9);
	}
	buf_put_char(out, '\n');
}

/* What was measured of the one that is printed alone. */
static void say_tv(struct arena *arena, const struct options *options, const struct tv_candidate *candidate) {
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
static int measure_tvs(struct algebra *al, const struct options *options, const struct tv_copy *copy,
	struct tv_search *search, int count) {
	struct fault fault;
	bool good = true;
	fault_clear(&fault);
	struct device *device = open_device(options, al->arena);
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

static int find_tvs(struct arena *arena, struct options *options) {
	struct evaluation ev;
	struct value memory;
	struct value to;
	int64_t extents[2];
	struct buf out;
	evaluation_init(&ev, arena, false);
	limits_watch(&options->limits, &ev);
	buf_init(&out, arena);
	if (!read_value(options, &ev, str_from(options->memory), "--memory", &memory)
		|| (options->to != NULL && !read_value(options, &ev, str_from(options->to), "--to", &to))) {
		return EXIT_EXPRESSION;
	}
	struct map from_map = value_as_map(&ev.algebra, &memory);
	struct map to_map = options->to != NULL ? value_as_map(&ev.algebra, &to) : from_map;
	if (!algebra_failed(&ev.algebra) && read_tile(&ev.algebra, options->tile, extents)) {
		const struct tv_copy copy = { element_access_bits(str_from(options->dtype)), extents[0] * extents[1], &from_map,
			options->to != NULL ? &to_map : NULL };
		struct tv_search search = find_tv(&ev.algebra, extents, options->index.request.threads, copy.bits, copy.memory,
			copy.to);
		int count = options->all ? search.count : search.count > 0 ? 1
									   : 0;
		int status = options->measure && !algebra_failed(&ev.algebra)
			? measure_tvs(&ev.algebra, options, &copy, &search, count) : EXIT_DONE;
		if (status != EXIT_DONE) {
			return status;
		}
		for (int i = 0; i < count && !options->json && options->all; i++) {
			put_tv(&out, &search.best[i]);
		}
		if (options->json) {
			put_tvs_json(&out, &search, count);
		} else if (!options->all && count > 0) {
			print_layout(&out, search.best[0].tv);
			buf_put_char(&out, '\n');
			say_tv(arena, options, &search.best[0]);
		}
	}
	if (!no_fault(options, &ev)) {
		return EXIT_EXPRESSION;
	}
	fwrite(out.data, 1, out.length, stdout);
	return EXIT_DONE;
}

/* --- layout --- */

/* The equation "A o X == B" or "X o A == B". */
struct equation {
	struct str a, b;
	bool is_inner; /* X stands behind A */
};

static struct str trimmed(const char *begin, const char *end) {
	while (begin < end && isspace((unsigned char)*begin)) {
		begin++;
	}
	while (end > begin && isspace((unsigned char)end[-1])) {
		end--;
	}
	return (struct str){ begin, (size_t)(end - begin) };
}

/* Take the equation apart. Returns false when it is none. */
static bool read_equation(const char *text, struct equation *equation) {
	const char *sign = strstr(text, "==");
	if (sign == NULL) {
		return false;
	}
	struct str left = trimmed(text, sign);
	equation->b = trimmed(sign + 2, text + strlen(text));
	const char *end = left.data + left.length;
	if (left.length > 4 && end[-1] == 'X' && isspace((unsigned char)end[-2])) {
		struct str rest = trimmed(left.data, end - 1);
		const char *o = rest.data + rest.length - 1;
		equation->is_inner = true;
		equation->a = trimmed(rest.data, o);
		return *o == 'o' && isspace((unsigned char)o[-1]) && equation->a.length > 0;
	}
	if (left.length > 4 && left.data[0] == 'X' && isspace((unsigned char)left.data[1])) {
		struct str rest = trimmed(left.data + 1, end);
		equation->is_inner = false;
		equation->a = trimmed(rest.data + 1, end);
		return rest.length > 2 && rest.data[0] == 'o' && isspace((unsigned char)rest.data[1]);
	}
	return false;
}

/* Why there is no layout. */
static void put_none(struct buf *out, const struct solutions *solutions, const struct equation *equation) {
	buf_put(out, "none\n");
	if (solutions->missing >= 0) {
		buf_printf(out, "B at coordinate %" PRId64 " is no value of A\n", solutions->missing);
	} else if (solutions->witness >= 0) {
		buf_printf(out, "B at coordinate %" PRId64 " differs from another one where A is the same, or X(0) is not 0\n",
			solutions->witness);
	} else {
		const char *inner = "every layout of coordinates of A was tried\n";
		buf_put(out, equation->is_inner ? inner : "every layout up to twice the cosize of A was tried\n");
	}
}

static int print_layouts(struct arena *arena, const struct options *options, const struct solutions *solutions,
	const struct equation *equation) {
	struct buf out;
	buf_init(&out, arena);
	int count = options->all || options->json ? solutions->count : solutions->count > 0 ? 1
											    : 0;
	if (options->json) {
		print_json_begin(&out);
		buf_put(&out, "\"layouts\":[");
	}
	for (int i = 0; i < count; i++) {
		if (options->json) {
			buf_put(&out, i > 0 ? "," : "");
			print_map_json(&out, map_from_layout(solutions->layouts[i]));
		} else {
			print_layout(&out, solutions->layouts[i]);
			buf_put_char(&out, '\n');
		}
	}
	if (options->json) {
		buf_printf(&out, "],\"complete\":%s}\n", solutions->more ? "false" : "true");
	} else if (count == 0) {
		put_none(&out, solutions, equation);
	}
	fwrite(out.data, 1, out.length, stdout);
	fflush(stdout);
	if (options->all && solutions->more) {
		fputs("cutelayout: there are more\n", stderr);
	}
	return solutions->count > 0 ? EXIT_DONE : EXIT_FALSE;
}

static int find_layouts(struct arena *arena, struct options *options) {
	struct evaluation ev;
	struct equation equation;
	struct value a;
	struct value b;
	if (!read_equation(options->where, &equation)) {
		return report_usage("find", "expected --where='A o X == B' or 'X o A == B', saw '%s'", options->where);
	}
	evaluation_init(&ev, arena, false);
	limits_watch(&options->limits, &ev);
	if (!read_value(options, &ev, equation.a, "A", &a) || !read_value(options, &ev, equation.b, "B", &b)) {
		return EXIT_EXPRESSION;
	}
	struct map map_a = value_as_map(&ev.algebra, &a);
	struct map map_b = value_as_map(&ev.algebra, &b);
	struct solutions *solutions = arena_alloc(arena, sizeof *solutions);
	if (!algebra_failed(&ev.algebra)) {
		*solutions = (equation.is_inner ? solve_inner : solve_outer)(&ev.algebra, map_a, map_b);
	}
	return no_fault(options, &ev) ? print_layouts(arena, options, solutions, &equation) : EXIT_EXPRESSION;
}

/* --- the command line --- */

/* Check the options among each other. Returns EXIT_DONE, or the exit code after a message. */
static int check_options(const struct options *options) {
	bool is_tv = options->what != NULL && strcmp(options->what, "tv") == 0;
	bool is_layout = options->what != NULL && strcmp(options->what, "layout") == 0;
	bool is_swizzle = options->what != NULL && strcmp(options->what, "swizzle") == 0;
	if (!is_tv && !is_layout && !is_swizzle) {
		return report_usage("find", "expected 'swizzle', 'tv' or 'layout'%s%s", options->what != NULL ? ", saw " : "",
			options->what != NULL ? options->what : "");
	}
	if (is_layout && options->measure) {
		return report_usage("find", "--measure is for swizzle and tv");
	}
	if (!is_swizzle && options->against != NULL) {
		return report_usage("find", "--against is for swizzle");
	}
	if (is_layout) {
		return options->where != NULL ? EXIT_DONE : report_usage("find", "'layout' needs --where, an equation");
	}
	bool lacks = options->memory == NULL || options->dtype == NULL;
	if (is_tv && (lacks || options->tile == NULL || options->index.request.threads == 0)) {
		return report_usage("find", "'tv' needs --tile, --threads, --dtype and --memory");
	}
	if (!is_tv && (lacks || options->access_count == 0)) {
		return report_usage("find", "'swizzle' needs --memory, --dtype and --access");
	}
	if (element_access_bits(str_from(options->dtype)) == 0) {
		return report_usage("find", "no element type is called '%s'; known: " ELEMENT_WORDS, options->dtype);
	}
	return EXIT_DONE;
}

/* Take an option that has no place of its own: see options_read. */
static const char *take_option(void *given, int option, const char *value) {
	struct options *options = given;
	const char *wanted;
	if (option != OPTION_ACCESS) {
		return index_or_limit_take(&options->index, &options->limits, option, value, &wanted) ? wanted : "";
	}
	if (options->access_count == FIND_ACCESSES_MAX) {
		report_usage("find", "more than %d accesses", FIND_ACCESSES_MAX);
		return "";
	}
	options->accesses[options->access_count++] = value;
	return NULL;
}

static int cmd_find(int argc, char **argv) {
	struct options options = { .limits = limits_default() };
	int status = options_read(&command_find, argc, argv, places, take_option, &options);
	if (status >= 0) {
		return status;
	}
	if (argc - optind > 1) {
		return report_usage("find", "expected one word, saw '%s' too", argv[optind + 1]);
	}
	options.what = optind < argc ? argv[optind] : NULL;
	status = check_options(&options);
	if (status != EXIT_DONE) {
		return status;
	}
	struct arena arena;
	arena_init(&arena, report_out_of_memory, NULL);
	limits_start(&options.limits, &arena);
	status = strcmp(options.what, "swizzle") == 0 ? find_swizzles(&arena, &options)
		: strcmp(options.what, "tv") == 0     ? find_tvs(&arena, &options)
						      : find_layouts(&arena, &options);
	arena_finish(&arena);
	return status;
}

const struct command command_find = {
	.name = "find",
	.summary = "find the swizzle or the layout that satisfies a condition",
	.synopsis = "swizzle|tv|layout [OPTION]...",
	.about = "swizzle: the swizzle or the padding of a shared memory layout with which the accesses\n"
		 "have the fewest bank conflicts, then waste the fewest bytes, then are simplest. All\n"
		 "are tried. The best is printed, as an expression for draw and check.\n"
		 "tv: the thread-value layout for the copy of a tile, by sectors and conflicts.\n"
		 "layout: the layouts X with A o X == B or X o A == B, or that there is none.",
	.options = option_groups,
	.exits = "0 done, 1 nothing is without conflicts, or there is no layout, 2 wrong usage,\n"
		 "3 an expression is at fault, 4 no usable device for --measure",
	.words = "layout swizzle tv",
	.run = cmd_find,
};
