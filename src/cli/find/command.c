#define _GNU_SOURCE
#include <getopt.h>
#include <string.h>

#include "base/element.h"
#include "cli/cmd.h"
#include "cli/find/search.h"
#include "cli/options.h"
#include "cli/report.h"

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
	{ "memory", OPTION_MEMORY, "=LAYOUT", NULL,
		"swizzle: the layout in shared memory, as '(128,64):(64,1)';\n"
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

/* Options whose values are only kept. */
static const struct option_place places[] = {
	{ OPTION_MEMORY, STORE_TEXT, offsetof(struct find_options, memory) },
	{ OPTION_TILE, STORE_TEXT, offsetof(struct find_options, tile) },
	{ OPTION_TO, STORE_TEXT, offsetof(struct find_options, to) },
	{ OPTION_DTYPE, STORE_TEXT, offsetof(struct find_options, dtype) },
	{ OPTION_AGAINST, STORE_TEXT, offsetof(struct find_options, against) },
	{ OPTION_MEASURE, STORE_FLAG, offsetof(struct find_options, measure) },
	{ OPTION_BITS, STORE_FLAG, offsetof(struct find_options, bits) },
	{ OPTION_WHERE, STORE_TEXT, offsetof(struct find_options, where) },
	{ OPTION_ALL, STORE_FLAG, offsetof(struct find_options, all) },
	{ OPTION_JSON, STORE_FLAG, offsetof(struct find_options, json) },
	{ 0, STORE_FLAG, 0 },
};

/* Check that what is given is for the search "what". Returns EXIT_DONE, or the exit code after a message. */
static int check_takers(const struct find_options *options) {
	const struct domain_request *domain = &options->index.request;
	const struct {
		bool given;
		const char *name, *takers;
	} rows[] = {
		{ options->memory != NULL, "memory", "swizzle and tv" },
		{ options->dtype != NULL, "dtype", "swizzle and tv" },
		{ options->measure, "measure", "swizzle and tv" },
		{ domain->threads > 0, "threads", "swizzle and tv" },
		{ options->tile != NULL, "tile", "tv" },
		{ options->to != NULL, "to", "tv" },
		{ options->access_count > 0, "access", "swizzle" },
		{ options->against != NULL, "against", "swizzle" },
		{ options->bits, "bits", "swizzle" },
		{ domain->values > 0, "values", "swizzle" },
		{ domain->shape != NULL, "shape", "swizzle" },
		{ domain->names != NULL, "names", "swizzle" },
		{ options->where != NULL, "where", "layout" },
	};
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		if (rows[i].given && strstr(rows[i].takers, options->what) == NULL) {
			return report_usage("find", "--%s is for %s", rows[i].name, rows[i].takers);
		}
	}
	return EXIT_DONE;
}

/* Check the options among each other. Returns EXIT_DONE, or the exit code after a message. */
static int check_options(const struct find_options *options) {
	bool is_tv = options->what != NULL && strcmp(options->what, "tv") == 0;
	bool is_layout = options->what != NULL && strcmp(options->what, "layout") == 0;
	bool is_swizzle = options->what != NULL && strcmp(options->what, "swizzle") == 0;
	if (!is_tv && !is_layout && !is_swizzle) {
		return report_usage("find", "expected 'swizzle', 'tv' or 'layout'%s%s", options->what != NULL ? ", saw " : "",
			options->what != NULL ? options->what : "");
	}
	int status = check_takers(options);
	if (status != EXIT_DONE) {
		return status;
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
	struct find_options *options = given;
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
	struct find_options options = { .limits = limits_default() };
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
	status = strcmp(options.what, "swizzle") == 0 ? find_swizzles(&arena, &options) :
		strcmp(options.what, "tv") == 0 ? find_tvs(&arena, &options) : find_layouts(&arena, &options);
	arena_finish(&arena);
	return status;
}

/* Options of which all values are used. */
static const int repeated[] = { OPTION_ACCESS, 0 };

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
	.repeated = repeated,
	.exits = "0 done, 1 nothing is without conflicts, or there is no layout, 2 wrong usage,\n"
		 "3 an expression is at fault, 4 no usable device for --measure",
	.words = "layout swizzle tv",
	.run = cmd_find,
};
