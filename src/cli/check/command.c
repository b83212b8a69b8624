#define _GNU_SOURCE
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tool/check.h"
#include "tool/subject.h"
#include "base/utf8.h"
#include "cli/cmd.h"
#include "cli/index_options.h"
#include "cli/input.h"
#include "cli/limit_options.h"
#include "cli/options.h"
#include "cli/report.h"
#include "lang/notation/plain.h"

enum {
	OPTION_ASSERT = OPTION_LONG,
	OPTION_DTYPE,
	OPTION_JSON,
	OPTION_MEMORY,
	OPTION_OPERAND,
	OPTION_SPACE,
	OPTION_STRICT,
	OPTION_TILE,
	OPTION_WARP,
};

static const struct option_line option_lines[] = {
	{ "operand", OPTION_OPERAND, "=NAME", "A B C S D",
		"A, B or C of an MMA, S or D of a copy; all if not given" },
	{ "tile", OPTION_TILE, "=M,N", NULL, "the tile whose cells the layout deals out, column-major" },
	{ "memory", OPTION_MEMORY, "=LAYOUT", NULL,
		"where the tile is in memory; without it, column-major as well,\n"
		"or without a tile, at the offsets of the layout" },
	{ "dtype", OPTION_DTYPE, "=TYPE", "f64 f32 tf32 f16 bf16 e4m3 e5m2 e2m1 i4 i8 i16 i32 i64 u4 u8 u16 u32 u64",
		"element type: f16, bf16, f32, f64, e4m3, i8, u4, ...; asks for\n"
		"vectors and memory traffic" },
	{ "space", OPTION_SPACE, "=SPACE", "global shared", "global or shared memory only" },
	{ "warp", OPTION_WARP, "=N", NULL, "lanes of a warp, 1 to 64, for global memory; 32 if not given" },
	{ "assert", OPTION_ASSERT, "=FACTS", NULL,
		"exit with 1 unless this holds, as 'bijective && vector >= 128';\n"
		"may be given several times" },
	{ "json", OPTION_JSON, NULL, NULL, "print one JSON object" },
	{ "quiet", 'q', NULL, NULL, "print no report" },
	{ "file", 'f', "=FILE", "FILE", "read the program from FILE; '-' is standard input" },
	{ "strict", OPTION_STRICT, NULL, NULL,
		"an answer of CuTe that is not what the operation means is\n"
		"an error, not a warning" },
	{ "help", 'h', NULL, NULL, "print this text" },
	{ NULL, 0, NULL, NULL, NULL },
};

static const struct option_group option_groups[] = {
	{ NULL, option_lines },
	{ "Index expressions", index_option_lines },
	{ NULL, domain_option_lines },
	{ "Limits", limit_option_lines },
	{ NULL, NULL },
};

struct options {
	const char *expression;
	const char *file;
	const char *tile;
	const char *memory;
	const char *operand;
	const char *dtype;
	const char *space;
	int warp;
	bool has_warp;
	const char *asserts[LIMIT_ASSERTS];
	int assert_count;
	bool json;
	bool quiet;
	bool strict;
	const struct evaluation *known;
	struct index_options index;
	struct limits limits;
};

/* --- what is checked --- */

/*
 * Run "source" and store its last value. The warnings are reported; a fault is reported and false returned. "span" is
 * that of the value.
 */
static bool run_source(struct evaluation *ev, const struct source *source, struct value *value, struct span *span) {
	bool good = evaluation_run(ev, source);
	if (good && ev->result_count == 0) {
		fault_set(&ev->error.fault, FAULT_SYNTAX, 0, "expected an expression, saw the end of the program");
		ev->error.span = (struct span){ source->text.length, source->text.length };
		good = false;
	}
	report_evaluation(ev);
	ev->warning_count = 0;
	if (good) {
		*value = ev->results[ev->result_count - 1];
		*span = ev->result_nodes[ev->result_count - 1]->span;
	}
	return good;
}

/* Report a fault of the algebra about the last value, at "span". Returns false if there is one. */
static bool no_fault(struct evaluation *ev, struct span span) {
	if (algebra_failed(&ev->algebra)) {
		ev->error = (struct message){ ev->algebra.fault, span };
		report_evaluation(ev);
	}
	return !algebra_failed(&ev->algebra);
}

/* The shape in --tile: "M,N", "(M,N)" or any shape. */
static bool read_tile(struct evaluation *ev, struct arena *arena, const char *text, struct check *check) {
	struct buf buf;
	buf_init(&buf, arena);
	buf_printf(&buf, "(%s)", text);
	struct source *source = arena_alloc(arena, sizeof *source);
	*source = (struct source){ "--tile", buf_str(&buf), 1 };
	struct value value;
	struct span span;
	if (!run_source(ev, source, &value, &span)) {
		return false;
	}
	ev->algebra.operand = 0;
	struct tuple shape = value_as_tuple(&ev->algebra, &value);
	while (tuple_is_tuple(shape) && shape.rank == 1) {
		shape = shape.modes[0];
	}
	if (tuple_is_tuple(shape) && shape.rank == 0) {
		algebra_fault(&ev->algebra, FAULT_RANK, "expected the extents of a tile, as 16,8");
	}
	if (layout_size(&ev->algebra, layout_from_shape(&ev->algebra, shape)).value == 0) {
		algebra_fault(&ev->algebra, FAULT_DOMAIN, "the tile is empty");
	}
	check->has_tile = true;
	check->tile = shape;
	return no_fault(ev, span);
}

/* The extents of the tile and those of the memory layout, if there are as many of both. */
static void compare_extents(struct algebra *al, struct tuple tile, struct tuple memory) {
	if (tuple_rank(tile) != tuple_rank(memory)) {
		return;
	}
	for (int i = 0; i < tuple_rank(tile); i++) {
		int64_t extent = tuple_product(al, tuple_mode(tile, i)).value;
		int64_t other = tuple_product(al, tuple_mode(memory, i)).value;
		if (extent != other) {
			algebra_fault(al, FAULT_DOMAIN, "mode %d of the memory layout has extent %" PRId64
				", that of the tile %" PRId64, i, other, extent);
		}
	}
}

/* The layout in --memory. Its shape is the tile if there is no other. */
static bool read_memory(struct evaluation *ev, struct arena *arena, const char *text, struct check *check) {
	struct source *source = arena_alloc(arena, sizeof *source);
	*source = (struct source){ "--memory", str_from(text), 1 };
	struct value value;
	struct span span;
	if (!run_source(ev, source, &value, &span)) {
		return false;
	}
	ev->algebra.operand = 0;
	check->memory = value_as_map(&ev->algebra, &value);
	struct tuple shape = map_inner(&ev->algebra, check->memory).shape;
	if (!check->has_tile) {
		check->tile = shape;
		check->has_tile = true;
	} else {
		compare_extents(&ev->algebra, check->tile, shape);
	}
	check->has_memory = true;
	return no_fault(ev, span);
}

/* "map" with the numbers of cells in place of coordinates, if it gives these. */
static struct map number_coordinates(struct algebra *al, struct check *check) {
	if (check->map.kind != MAP_LAYOUT || !tuple_has_basis(check->map.layout.stride)) {
		return check->map;
	}
	check->is_numbered = true;
	check->box = check->has_tile ? check->tile : layout_coshape(al, check->map.layout);
	return map_from_layout(layout_number_coordinates(al, check->map.layout, check->box));
}

/* Everything that there is to find out. Faults are about the layout. */
static void examine(struct algebra *al, const struct options *options, struct check *check) {
	struct map map = number_coordinates(al, check);
	check->has_tv = check->has_tile || options->dtype != NULL;
	int64_t cells = check->has_tile ? tuple_product(al, check->tile).value : 0;
	/* What is too large is refused before anything is counted. */
	if (check->has_tv) {
		check->table = tv_table_make(al, map);
	}
	if (!algebra_failed(al)) {
		check->query = query_map(al, map);
	}
	if (check->has_tile && !algebra_failed(al)) {
		check->coverage = coverage_of(al, &check->table, cells);
	}
	if (options->dtype == NULL || algebra_failed(al)) {
		return;
	}
	bool both = options->space == NULL;
	check->has_access = true;
	check->dtype = options->dtype;
	check->warp = options->warp;
	check->has_global = both || strcmp(options->space, "global") == 0;
	check->has_shared = options->warp == BANK_LANES && (both || strcmp(options->space, "shared") == 0);
	check->access = access_make(al, &check->table, check->has_memory ? &check->memory : NULL, cells,
		check_dtype_bits(options->dtype));
	if (!algebra_failed(al)) {
		check_traffic(check);
	}
}

/* Fill "check" for "subject". Returns false after a fault, which has been reported. */
static bool make_check(struct evaluation *ev, struct arena *arena, const struct subject *subject, struct span span,
	const struct options *options, struct check *check) {
	const struct source *source = ev->source;
	*check = (struct check){
		.operand = subject->operand, .map = subject->map, .has_tile = subject->has_tile, .tile = subject->tile,
	};
	if (options->tile != NULL && !read_tile(ev, arena, options->tile, check)) {
		return false;
	}
	if (options->memory != NULL && !read_memory(ev, arena, options->memory, check)) {
		return false;
	}
	ev->source = source;
	ev->algebra.operand = 0;
	examine(&ev->algebra, options, check);
	return no_fault(ev, span);
}

/* --- assertions --- */

/* Decide all assertions for one layout. Returns false, after a message, if one of them cannot be. */
static bool decide(struct arena *arena, struct facts *facts, const struct options *options, bool *holds) {
	for (int i = 0; i < options->assert_count; i++) {
		struct source source = { "--assert", str_from(options->asserts[i]), 1 };
		struct message message;
		if (!assert_evaluate(facts, &source, &holds[i], &message)) {
			struct buf text;
			buf_init(&text, arena);
			source_print_message(&source, &message, "error", &text);
			fwrite(text.data, 1, text.length, stderr);
			return false;
		}
	}
	return true;
}

/* Each assertion, whether it holds, and if one does not the facts that they name. */
static void put_asserts(const struct options *options, const bool *holds, const struct facts *facts,
	struct buf *out) {
	bool all = true;
	for (int i = 0; i < options->assert_count; i++) {
		buf_put(out, i == 0 ? "\n" : "");
		utf8_put_visible_line(out, str_from(options->asserts[i]));
		buf_put(out, holds[i] ? ": true\n" : ": FALSE\n");
		all = all && holds[i];
	}
	for (int i = 0; i < facts->count && !all; i++) {
		if (facts->items[i].used) {
			buf_printf(out, "  %s = %" PRId64 "\n", facts->items[i].name, facts->items[i].value);
		}
	}
}

static void put_asserts_json(const struct options *options, const bool *holds, struct buf *out) {
	if (options->assert_count == 0) {
		return;
	}
	buf_put(out, ",\"asserts\":[");
	for (int i = 0; i < options->assert_count; i++) {
		buf_put(out, i > 0 ? ",{\"text\":" : "{\"text\":");
		buf_put_json(out, str_from(options->asserts[i]));
		buf_printf(out, ",\"holds\":%s}", holds[i] ? "true" : "false");
	}
	buf_put_char(out, ']');
}

/* --- the command --- */

/* Check "subject" and append what there is to say to "out". Returns an exit code. */
static int check_subject(struct evaluation *ev, struct arena *arena, const struct subject *subject, struct span span,
	const struct options *options, struct buf *out) {
	struct check check;
	if (!make_check(ev, arena, subject, span, options, &check)) {
		return EXIT_EXPRESSION;
	}
	struct facts facts = { .count = 0 };
	bool holds[LIMIT_ASSERTS] = { false };
	check_facts(&check, &facts);
	if (!decide(arena, &facts, options, holds)) {
		return EXIT_USAGE;
	}
	if (options->json) {
		buf_put_char(out, '{');
		check_json(&ev->algebra, &check, out);
		put_asserts_json(options, holds, out);
		buf_put_char(out, '}');
	} else {
		check_report(&ev->algebra, &check, out);
		put_asserts(options, holds, &facts, out);
	}
	for (int i = 0; i < options->assert_count; i++) {
		if (!holds[i]) {
			return EXIT_FALSE;
		}
	}
	return EXIT_DONE;
}

/* Check all of them. What is printed is one JSON object, or one report after the other. */
static int check_subjects(struct evaluation *ev, struct arena *arena, const struct subject *subjects, int count,
	struct span span, const struct options *options) {
	struct buf out;
	buf_init(&out, arena);
	int status = EXIT_DONE;
	buf_put(&out, options->json && count > 1 ? "{\"operands\":[" : "");
	for (int i = 0; i < count; i++) {
		if (i > 0) {
			buf_put_char(&out, options->json ? ',' : '\n');
		}
		int one = check_subject(ev, arena, &subjects[i], span, options, &out);
		if (one != EXIT_DONE && one != EXIT_FALSE) {
			return one;
		}
		status = one == EXIT_FALSE ? EXIT_FALSE : status;
	}
	buf_put(&out, options->json ? count > 1 ? "]}\n" : "\n" : "");
	if (!options->quiet) {
		fwrite(out.data, 1, out.length, stdout);
	}
	return status;
}

static int check_program(struct arena *arena, struct options *options) {
	struct source source;
	int status = index_options_find(&options->index, options->expression, options->file, arena, &source);
	if (status != EXIT_DONE) {
		return status;
	}
	struct evaluation ev;
	evaluation_init(&ev, arena, options->strict);
	ev.bindings = options->known != NULL ? options->known->bindings : NULL;
	limits_watch(&options->limits, &ev);
	struct value value;
	struct span span;
	if (!run_source(&ev, &source, &value, &span)) {
		return EXIT_EXPRESSION;
	}
	struct subject subjects[SUBJECTS_MAX];
	ev.algebra.operand = 0;
	int count = subjects_from_value(&ev.algebra, &value, options->operand, subjects);
	if (!no_fault(&ev, span)) {
		return EXIT_EXPRESSION;
	}
	return check_subjects(&ev, arena, subjects, count, span, options);
}

/* --- the command line --- */

static bool read_warp(const char *text, struct options *options) {
	char *end;
	long warp = strtol(text, &end, 10);
	options->has_warp = true;
	options->warp = (int)warp;
	return *text >= '0' && *text <= '9' && *end == '\0' && warp >= 1 && warp <= WARP_LANES_MAX;
}

/* Check what does not need the expression. Returns EXIT_DONE, or the exit code after a message. */
static int check_options(const struct options *options) {
	if (options->expression != NULL && options->file != NULL) {
		return report_usage("check", "give either EXPR or -f, not both");
	}
	if (options->dtype != NULL && check_dtype_bits(options->dtype) == 0) {
		return report_usage("check", "no element type is called '%s'; known: %s", options->dtype, check_dtypes);
	}
	if (options->index.index != NULL && (options->expression != NULL || options->file != NULL)) {
		return report_usage("check", "give one of EXPR, -f and --index");
	}
	if (options->dtype == NULL && (options->space != NULL || options->has_warp)) {
		return report_usage("check", "%s needs --dtype, the element type", options->has_warp ? "--warp" : "--space");
	}
	if (options->space != NULL && strcmp(options->space, "global") != 0 && strcmp(options->space, "shared") != 0) {
		return report_usage("check", "expected --space=global or --space=shared, saw '%s'", options->space);
	}
	if (options->warp != BANK_LANES && options->space != NULL && strcmp(options->space, "shared") == 0) {
		return report_usage("check", "shared memory is modelled for warps of %d lanes only", BANK_LANES);
	}
	return EXIT_DONE;
}

int check_run(const struct evaluation *known, int argc, char **argv) {
	struct options options = { .warp = BANK_LANES, .known = known, .limits = limits_default() };
	int option;
	options_begin();
	while ((option = options_next(&command_check, argc, argv)) != -1) {
		switch (option) {
		case OPTION_ASSERT:
			if (options.assert_count == LIMIT_ASSERTS) {
				return report_usage("check", "more than %d assertions", LIMIT_ASSERTS);
			}
			options.asserts[options.assert_count++] = optarg;
			break;
		case OPTION_DTYPE: options.dtype = optarg; break;
		case OPTION_JSON: options.json = true; break;
		case OPTION_MEMORY: options.memory = optarg; break;
		case OPTION_OPERAND: options.operand = optarg; break;
		case OPTION_SPACE: options.space = optarg; break;
		case OPTION_STRICT: options.strict = true; break;
		case OPTION_TILE: options.tile = optarg; break;
		case OPTION_WARP:
			if (!read_warp(optarg, &options)) {
				return report_usage("check", "expected --warp=N with N from 1 to %d, saw '%s'", WARP_LANES_MAX, optarg);
			}
			break;
		INDEX_OPTION_CASES
		case OPTION_TIMEOUT:
		case OPTION_MAX_MEMORY: {
			const char *wanted = option < OPTION_TIMEOUT ? index_options_take(&options.index, option, optarg)
				: limits_take(&options.limits, option, optarg);
			if (wanted != NULL) {
				return report_usage("check", "expected %s, saw '%s'", wanted, optarg);
			}
			break;
		}
		case 'f': options.file = optarg; break;
		case 'q': options.quiet = true; break;
		case 'h':
			options_print_help(&command_check, stdout);
			return EXIT_DONE;
		default:
			return EXIT_USAGE;
		}
	}
	if (argc - optind > 1) {
		return report_usage("check", "expected one EXPR, saw '%s' too", argv[optind + 1]);
	}
	options.expression = optind < argc ? argv[optind] : NULL;
	if (options.index.index != NULL && options.dtype == NULL && options.space != NULL) {
		options.dtype = "f32";
		fputs("cutelayout: without --dtype an element is taken for an f32\n", stderr);
	}
	int status = check_options(&options);
	if (status != EXIT_DONE) {
		return status;
	}
	struct arena arena;
	arena_init(&arena, report_out_of_memory, NULL);
	limits_start(&options.limits, &arena);
	status = check_program(&arena, &options);
	arena_finish(&arena);
	return status;
}

static int cmd_check(int argc, char **argv) {
	return check_run(NULL, argc, argv);
}

const struct command command_check = {
	.name = "check",
	.summary = "say what a layout means for memory; prove what is asserted",
	.synopsis = "[OPTION]... [EXPR]",
	.about = "Say what a layout is as a function and what it means for memory, and prove what is\n"
		"asserted of it. Without EXPR and -f, the program is read from standard input; the\n"
		"value of its last expression is checked. With a tile or an element type it is looked\n"
		"at as a layout (thread, value), as are the pair (tiler, layout) of make_layout_tv and\n"
		"each operand of an atom, a tiled copy or a tiled MMA.",
	.options = option_groups,
	.exits = "0 done, 1 an assertion is false, 2 wrong usage, 3 the expression is at\n"
		"fault",
	.run = cmd_check,
};
