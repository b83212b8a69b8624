#define _GNU_SOURCE
#include <getopt.h>
#include <string.h>

#include "base/element.h"
#include "cli/cmd.h"
#include "cli/index_options.h"
#include "cli/input.h"
#include "cli/options.h"
#include "cli/report.h"
#include "tool/check.h"
#include "tool/infer.h"
#include "tool/infer_formula.h"

enum {
	OPTION_TABLE = OPTION_LONG,
	OPTION_LOG,
	OPTION_UNITS,
	OPTION_DTYPE,
	OPTION_ALL,
	OPTION_EXPLAIN,
	OPTION_JSON,
};

static const struct option_line option_lines[] = {
	{ "table", OPTION_TABLE, "=FILE", "FILE",
		"from numbers in FILE, the last dimension fastest, '_' for what\n"
		"is not known; or from lines 'c0 c1 ... -> offset'; '-' is\n"
		"standard input" },
	{ "log", OPTION_LOG, "=FILE", "FILE", "from lines 'thread value address' in FILE, in any order" },
	{ "units", OPTION_UNITS, "=UNITS", "elements bytes", "what offsets count: elements, or bytes with --dtype" },
	{ "dtype", OPTION_DTYPE, "=TYPE", ELEMENT_WORDS,
		"the element type, for bytes" },
	{ "all", OPTION_ALL, NULL, NULL, "print every swizzle with which there is a layout, best first" },
	{ "explain", OPTION_EXPLAIN, NULL, NULL, "say why a swizzle is needed" },
	{ "json", OPTION_JSON, NULL, NULL, "print one JSON object" },
	{ "help", 'h', NULL, NULL, "print this text" },
	{ NULL, 0, NULL, NULL, NULL },
};

static const struct option_group option_groups[] = {
	{ NULL, option_lines },
	{ "The domain", domain_option_lines },
	{ "Limits", limit_option_lines },
	{ NULL, NULL },
};

struct options {
	const char *expression;
	const char *table;
	const char *log;
	const char *units;
	const char *dtype;
	bool all;
	bool explain;
	bool json;
	struct index_options index;
	struct limits limits;
};

/* Options whose values are only kept. */
static const struct option_place places[] = {
	{ OPTION_TABLE, STORE_TEXT, offsetof(struct options, table) },
	{ OPTION_LOG, STORE_TEXT, offsetof(struct options, log) },
	{ OPTION_UNITS, STORE_TEXT, offsetof(struct options, units) },
	{ OPTION_DTYPE, STORE_TEXT, offsetof(struct options, dtype) },
	{ OPTION_ALL, STORE_FLAG, offsetof(struct options, all) },
	{ OPTION_EXPLAIN, STORE_FLAG, offsetof(struct options, explain) },
	{ OPTION_JSON, STORE_FLAG, offsetof(struct options, json) },
	{ 0, STORE_FLAG, 0 },
};

/* Read the table, from a file or the expression "source". Returns EXIT_DONE, or another code after a message. */
static int read_domain(struct algebra *al, const struct options *options, struct source *source,
	struct domain *domain) {
	struct message message;
	const char *path = options->table != NULL ? options->table : options->log;
	bool good;
	if (path != NULL) {
		if (!input_table(al->arena, path, source)) {
			return EXIT_USAGE;
		}
		good = options->table != NULL
			? domain_from_table(al, &options->index.request, source, domain, &message)
			: domain_from_log(al, &options->index.request, source, domain, &message);
	} else {
		good = domain_from_index(al, &options->index.request, source, domain, &message);
	}
	if (!good) {
		report_error_as(options->json, al->arena, source, &message);
		return EXIT_EXPRESSION;
	}
	return EXIT_DONE;
}

/* The expression has names of run-time integers, or the shape has: print the layout with these names. */
static int infer_names(struct algebra *al, const struct options *options, struct source *source) {
	struct inferred_formula inferred = { .offset = 0 };
	struct message message = { 0 };
	struct buf out;
	struct buf notes;
	if (!infer_formula(al, &options->index.request, source, &inferred, &message)) {
		report_error_as(options->json, al->arena, source, &message);
		return EXIT_EXPRESSION;
	}
	buf_init(&out, al->arena);
	buf_init(&notes, al->arena);
	if (options->json) {
		infer_formula_put_json(&out, &inferred);
	} else {
		infer_formula_put(&out, &inferred);
		buf_put_char(&out, '\n');
		infer_formula_put_needs(&notes, &inferred);
	}
	fwrite(out.data, 1, out.length, stdout);
	fflush(stdout);
	report_text(buf_str(&notes), stderr);
	return EXIT_DONE;
}

/* Every answer on a line of its own. */
static int infer_all(struct algebra *al, const struct domain *domain, struct buf *out) {
	const struct inferred *all;
	int count = infer_table_all(al, domain->table, domain->shape, &all);
	for (int i = 0; i < count; i++) {
		infer_put_layout(out, al, &all[i]);
		buf_put_char(out, '\n');
	}
	return count;
}

/* Find the layout of an index expression, a table or a log, or of names, and print it or why there is none. */
static int infer(struct arena *arena, const struct options *options) {
	struct algebra al;
	struct domain domain;
	struct buf out;
	struct buf notes;
	algebra_init(&al, arena);
	al.stop = limits_stop();
	buf_init(&out, arena);
	buf_init(&notes, arena);
	struct source source;
	if (options->table == NULL && options->log == NULL) {
		if (!input_find(arena, options->expression, NULL, &source)) {
			return EXIT_USAGE;
		}
		if (infer_has_names(&options->index.request, &source)) {
			return infer_names(&al, options, &source);
		}
	}
	int status = read_domain(&al, options, &source, &domain);
	if (status != EXIT_DONE) {
		return status;
	}
	struct inferred inferred = infer_table(&al, domain.table, domain.shape);
	if (options->json && !algebra_failed(&al)) {
		infer_put_json(&out, &al, &domain, &inferred);
	} else if (!algebra_failed(&al) && !inferred.found) {
		buf_put(&out, "none\n");
		infer_put_refusal(&out, &al, &domain, &inferred);
	} else if (!algebra_failed(&al)) {
		if (options->explain && inferred.swizzle.bits > 0) {
			infer_put_refusal(&out, &al, &domain, &inferred);
		}
		infer_put_doubt(&notes, &inferred);
		if (options->all) {
			infer_all(&al, &domain, &out);
		} else {
			infer_put_layout(&out, &al, &inferred);
			buf_put_char(&out, '\n');
		}
	}
	if (algebra_failed(&al)) {
		report_placeless(arena, &al.fault, options->json);
		return EXIT_EXPRESSION;
	}
	fwrite(out.data, 1, out.length, stdout);
	fflush(stdout);
	report_text(buf_str(&notes), stderr);
	return inferred.found ? EXIT_DONE : EXIT_FALSE;
}

/* Check the options among each other. Returns EXIT_DONE, or the exit code after a message. */
static int check_options(struct options *options) {
	int inputs = (options->expression != NULL) + (options->table != NULL) + (options->log != NULL);
	if (inputs > 1) {
		return report_usage("infer", "give one of EXPR, --table and --log");
	}
	const struct domain_request *request = &options->index.request;
	if (request->shape != NULL && (request->threads > 0 || request->values > 0)) {
		return report_usage("infer", "give either --shape or --threads and --values");
	}
	if (options->units != NULL && strcmp(options->units, "bytes") != 0 && strcmp(options->units, "elements") != 0) {
		return report_usage("infer", "expected --units=elements or --units=bytes, saw '%s'", options->units);
	}
	bool bytes = options->units != NULL && strcmp(options->units, "bytes") == 0;
	if (bytes != (options->dtype != NULL)) {
		const char *wrong = "--dtype is the element type of --units=bytes";
		return report_usage("infer", "%s", bytes ? "--units=bytes needs --dtype, the element type" : wrong);
	}
	if (bytes) {
		options->index.request.bits = element_bits(str_from(options->dtype));
		if (options->index.request.bits == 0) {
			return report_usage("infer", "no element type is called '%s'; known: " ELEMENT_WORDS, options->dtype);
		}
	}
	return EXIT_DONE;
}

/* Take an option that has no place of its own: see options_read. */
static const char *take_option(void *given, int option, const char *value) {
	struct options *options = given;
	const char *wanted;
	return index_or_limit_take(&options->index, &options->limits, option, value, &wanted) ? wanted : "";
}

static int cmd_infer(int argc, char **argv) {
	struct options options = { .limits = limits_default() };
	int status = options_read(&command_infer, argc, argv, places, take_option, &options);
	if (status >= 0) {
		return status;
	}
	if (argc - optind > 1) {
		return report_usage("infer", "expected one EXPR, saw '%s' too", argv[optind + 1]);
	}
	options.expression = optind < argc ? argv[optind] : NULL;
	status = check_options(&options);
	if (status != EXIT_DONE) {
		return status;
	}
	struct arena arena;
	arena_init(&arena, report_out_of_memory, NULL);
	limits_start(&options.limits, &arena);
	status = infer(&arena, &options);
	arena_finish(&arena);
	return status;
}

const struct command command_infer = {
	.name = "infer",
	.summary = "find the layout that an index expression or a table is",
	.synopsis = "[OPTION]... [EXPR]",
	.about = "Find the layout that the index expression EXPR, a table of offsets or a log of\n"
		 "addresses is: L, offset + L, or Sw o offset o L. EXPR is written as in C or Python,\n"
		 "as 'i/8*256 + (j>>3 ^ i&7)*8 + j%8'. The answer is unique, and if there is none, the\n"
		 "reason is printed. Without EXPR and a file, EXPR is read from standard input.",
	.options = option_groups,
	.exits = "0 done, 1 there is none, 2 wrong usage, 3 the expression or the table is at\n"
		 "fault",
	.run = cmd_infer,
};
