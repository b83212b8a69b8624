#define _GNU_SOURCE
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "base/element.h"
#include "cli/cmd.h"
#include "cli/index_options.h"
#include "cli/input.h"
#include "cli/limit_options.h"
#include "cli/options.h"
#include "cli/reading_options.h"
#include "cli/report.h"
#include "tool/check_run.h"

enum {
	OPTION_ASSERT = OPTION_LONG,
	OPTION_ATOM,
	OPTION_DTYPE,
	OPTION_JSON,
	OPTION_MEMORY,
	OPTION_OPERAND,
	OPTION_READ,
	OPTION_SPACE,
	OPTION_STRICT,
	OPTION_TILE,
	OPTION_WARP,
	OPTION_WRITE,
};

static const struct option_line option_lines[] = {
	{ "operand", OPTION_OPERAND, "=NAME", "A B C S D",
		"A, B or C of an MMA, S or D of a copy; all if not given" },
	{ "tile", OPTION_TILE, "=M,N", NULL, "the tile whose cells the layout deals out, column-major" },
	{ "memory", OPTION_MEMORY, "=LAYOUT", NULL,
		"where the tile is in memory, or where tiles like it cover a larger\n"
		"memory; without it, column-major as well, or without a tile, at\n"
		"the offsets of the layout" },
	{ "read", OPTION_READ, "=EXPR", NULL,
		"the layout is memory, which this reads: a tiled copy or MMA, an\n"
		"atom, a layout (thread, value)" },
	{ "write", OPTION_WRITE, "=EXPR", NULL, "the layout is memory, which this writes" },
	{ "atom", OPTION_ATOM, "=NAME", NULL,
		"the layout is memory, of which each lane reads a row with this copy\n"
		"atom, as SM75_U32x4_LDSM_N" },
	{ "dtype", OPTION_DTYPE, "=TYPE", ELEMENT_WORDS,
		"element type: f16, bf16, f32, f64, e4m3, i8, u4, ...; asks for\n"
		"vectors and memory traffic" },
	{ "space", OPTION_SPACE, "=SPACE", "global shared gmem smem", "global or shared memory only" },
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
	{ "Dialects and run-time integers", reading_option_lines },
	{ NULL, number_option_lines },
	{ "Index expressions", index_option_lines },
	{ NULL, domain_option_lines },
	{ "Limits", limit_option_lines },
	{ NULL, NULL },
};

struct options {
	const char *expression;
	const char *file;
	struct check_request request;
	bool quiet;
	bool strict;
	const struct evaluation *known;
	struct reading_options reading;
	struct index_options index;
	struct limits limits;
};

/* Options whose values are only kept. */
static const struct option_place places[] = {
	{ OPTION_OPERAND, STORE_TEXT, offsetof(struct options, request.operand) },
	{ OPTION_TILE, STORE_TEXT, offsetof(struct options, request.tile) },
	{ OPTION_MEMORY, STORE_TEXT, offsetof(struct options, request.memory) },
	{ OPTION_READ, STORE_TEXT, offsetof(struct options, request.read) },
	{ OPTION_WRITE, STORE_TEXT, offsetof(struct options, request.write) },
	{ OPTION_ATOM, STORE_TEXT, offsetof(struct options, request.atom) },
	{ OPTION_DTYPE, STORE_TEXT, offsetof(struct options, request.dtype) },
	{ OPTION_SPACE, STORE_TEXT, offsetof(struct options, request.space) },
	{ OPTION_JSON, STORE_FLAG, offsetof(struct options, request.json) },
	{ 'q', STORE_FLAG, offsetof(struct options, quiet) },
	{ 'f', STORE_TEXT, offsetof(struct options, file) },
	{ OPTION_STRICT, STORE_FLAG, offsetof(struct options, strict) },
	{ 0, STORE_FLAG, 0 },
};

/* Check "source" with --with number "index" and print the report. Returns an exit code. */
static int check_with(struct arena *arena, struct options *options, const struct source *source, int index) {
	struct evaluation ev;
	struct undecided undecided;
	struct buf out;
	buf_init(&out, arena);
	evaluation_init(&ev, arena, options->strict);
	if (!reading_options_start(&options->reading, index, options->known, &ev)) {
		return EXIT_EXPRESSION;
	}
	limits_watch(&options->limits, &ev);
	if (options->reading.with_count > 1 && !options->request.json) {
		buf_printf(&out, "%s%s\n", index > 0 ? "\n" : "", options->reading.with[index]);
	}
	const struct listener *listener = options->request.json ? &report_json_listener : &report_listener;
	enum check_answer answer = check_run_program(&ev, source, &options->request, listener, &undecided, &out);
	switch (answer) {
	case CHECK_REFUSED: return EXIT_EXPRESSION;
	case CHECK_UNDECIDED:
		report_error_as(options->request.json, arena, &undecided.source, &undecided.message);
		return EXIT_USAGE;
	case CHECK_HOLDS:
	case CHECK_FAILS: break;
	}
	if (limits_over()) {
		return EXIT_EXPRESSION;
	}
	if (!reading_options_are_used(&options->reading, &ev)) {
		return EXIT_USAGE;
	}
	if (!options->quiet) {
		fwrite(out.data, 1, out.length, stdout);
	}
	return answer == CHECK_HOLDS ? EXIT_DONE : EXIT_FALSE;
}

/* Check the program with the numbers of each --with; the worst exit code counts. */
static int check_program(struct arena *arena, struct options *options) {
	struct source source;
	int status = index_options_find(&options->index, options->expression, options->file, arena, &source);
	for (int i = 0; i < reading_options_runs(&options->reading) && status < EXIT_USAGE; i++) {
		int next = check_with(arena, options, &source, i);
		status = next > status ? next : status;
	}
	return status;
}

/* --- the command line --- */

/* Put the lanes of a warp into "request". Returns what they must be, or NULL. */
static const char *take_warp(struct check_request *request, const char *text) {
	request->warp = (int)options_number(text, 1, WARP_LANES_MAX);
	_Static_assert(WARP_LANES_MAX == 64, "the message has the number");
	return request->warp > 0 ? NULL : "--warp=N with N from 1 to 64";
}

/* Take an option that has no place of its own: see options_read. */
static const char *take_option(void *given, int option, const char *value) {
	struct options *options = given;
	const char *wanted = NULL;
	if (option == OPTION_WARP) {
		return take_warp(&options->request, value);
	}
	if (option != OPTION_ASSERT) {
		bool taken = index_or_limit_take(&options->index, &options->limits, option, value, &wanted)
			|| reading_options_take(&options->reading, option, value, &wanted);
		return taken ? wanted : "";
	}
	if (options->request.assert_count == LIMIT_ASSERTS) {
		report_usage("check", "more than %d assertions", LIMIT_ASSERTS);
		return "";
	}
	options->request.asserts[options->request.assert_count++] = value;
	return NULL;
}

/* Options that exclude each other, and the type of elements where accesses are asked for without one. */
static int complete(struct options *options) {
	if (options->index.index != NULL && options->request.dtype == NULL && options->request.space != NULL) {
		options->request.dtype = "f32";
		fputs("cutelayout: without --dtype an element is taken for an f32\n", stderr);
	}
	if (options->index.index == NULL) {
		options->request.shape = options->index.request.shape;
		options->index.request.shape = NULL;
	}
	if (options->expression != NULL && options->file != NULL) {
		return report_usage("check", "give either EXPR or -f, not both");
	}
	if (options->index.index != NULL && (options->expression != NULL || options->file != NULL)) {
		return report_usage("check", "give one of EXPR, -f and --index");
	}
	return -1;
}

int check_run(const struct evaluation *known, int argc, char **argv) {
	struct options options = { .known = known, .limits = limits_default() };
	int status = options_read(&command_check, argc, argv, places, take_option, &options);
	if (status < 0 && argc - optind > 1) {
		status = report_usage("check", "expected one EXPR, saw '%s' too", argv[optind + 1]);
	}
	if (status < 0) {
		options.expression = optind < argc ? argv[optind] : NULL;
		status = complete(&options);
	}
	if (status >= 0) {
		return status;
	}
	struct arena arena;
	arena_init(&arena, report_out_of_memory, NULL);
	const char *problem = check_request_problem(&arena, &options.request);
	if (problem != NULL) {
		status = report_usage("check", "%s", problem);
	} else {
		limits_start(&options.limits, &arena);
		status = check_program(&arena, &options);
	}
	arena_finish(&arena);
	return status;
}

static int cmd_check(int argc, char **argv) {
	return check_run(NULL, argc, argv);
}

/* Options of which all values are used. */
static const int repeated[] = { OPTION_ASSERT, OPTION_ASSUME, OPTION_WITH, 0 };

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
	.repeated = repeated,
	.notes = "Without --index, --shape has the extents of the tensor that tiles like this one cover.",
	.exits = "0 done, 1 an assertion is false, 2 wrong usage, 3 the expression is at\n"
		 "fault",
	.run = cmd_check,
};
