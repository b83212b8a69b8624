#define _GNU_SOURCE
#include <getopt.h>
#include <string.h>

#include "cli/cmd.h"
#include "cli/input.h"
#include "cli/limit_options.h"
#include "cli/options.h"
#include "cli/reading_options.h"
#include "cli/report.h"
#include "tool/comparison.h"
#include "tool/difference.h"

enum {
	OPTION_JSON = OPTION_LONG,
	OPTION_STRICT,
	OPTION_LANGUAGES,
};

static const struct option_line option_lines[] = {
	{ "json", OPTION_JSON, NULL, NULL, "print one JSON object" },
	{ "quiet", 'q', NULL, NULL, "print nothing" },
	{ "strict", OPTION_STRICT, NULL, NULL,
		"an answer of CuTe that is not what the operation means is\n"
		"an error, not a warning" },
	{ "languages", OPTION_LANGUAGES, "=M,N,...", NULL,
		"A and B are written in any languages of convert and are about a\n"
		"tensor of this shape; without it, texts that say their shape" },
	{ "help", 'h', NULL, NULL, "print this text" },
	{ NULL, 0, NULL, NULL, NULL },
};

static const struct option_group option_groups[] = {
	{ NULL, option_lines },
	{ "Dialects and run-time integers", reading_option_lines },
	{ NULL, number_option_lines },
	{ "Limits", limit_option_lines },
	{ NULL, NULL },
};

struct options {
	bool json;
	bool quiet;
	bool strict;
	struct reading_options reading;
	struct language_options languages; /* a rank of 0: texts are CuTe's */
	struct limits limits;
};

/* Options whose values are only kept. */
static const struct option_place places[] = {
	{ OPTION_JSON, STORE_FLAG, offsetof(struct options, json) },
	{ 'q', STORE_FLAG, offsetof(struct options, quiet) },
	{ OPTION_STRICT, STORE_FLAG, offsetof(struct options, strict) },
	{ 0, STORE_FLAG, 0 },
};

/* The program in "text", or in the file that it names, called "name". Returns false after a message. */
static bool read_program(struct arena *arena, const char *name, const char *text, struct source *source) {
	*source = (struct source){ name, str_from(text), 1 };
	if (source_is_file_name(source->text) && !input_from_file(arena, text, source)) {
		return false;
	}
	source->name = name;
	return true;
}

/* Compare the programs with --with number "index". Returns an exit code. */
static int diff_with(struct arena *arena, const struct source *a, const struct source *b, struct options *options,
	int index) {
	struct evaluation ev;
	struct difference differences[DIFFERENCES_MAX];
	struct buf out;
	evaluation_init(&ev, arena, options->strict);
	if (!reading_options_start(&options->reading, index, NULL, &ev)) {
		return EXIT_EXPRESSION;
	}
	limits_watch(&options->limits, &ev);
	const struct listener *listener = options->json ? &report_json_listener : &report_listener;
	int count = difference_find(&ev, a, b, listener, differences);
	if (count == 0) {
		return EXIT_EXPRESSION;
	}
	if (!reading_options_are_used(&options->reading, &ev)) {
		return EXIT_USAGE;
	}
	buf_init(&out, arena);
	if (options->reading.with_count > 1 && !options->json) {
		buf_printf(&out, "%s%s\n", index > 0 ? "\n" : "", options->reading.with[index]);
	}
	bool same = true;
	for (int i = 0; i < count; i++) {
		same = same && differences[i].comparison.same_function;
		if (!options->json) {
			buf_put(&out, i > 0 ? "\n" : "");
			difference_put(&out, &ev.algebra, &differences[i]);
		}
	}
	if (options->json) {
		difference_put_json(&out, differences, count);
		buf_put_char(&out, '\n');
	}
	if (limits_over()) {
		return EXIT_EXPRESSION;
	}
	if (!options->quiet) {
		fwrite(out.data, 1, out.length, stdout);
	}
	return same ? EXIT_DONE : EXIT_FALSE;
}

/* Compare the programs with the numbers of each --with; the worst exit code counts. */
static int diff(struct arena *arena, const char *text_a, const char *text_b, struct options *options) {
	struct source a;
	struct source b;
	if (!read_program(arena, "A", text_a, &a) || !read_program(arena, "B", text_b, &b)) {
		return EXIT_USAGE;
	}
	int status = EXIT_DONE;
	for (int i = 0; i < reading_options_runs(&options->reading) && status < EXIT_USAGE; i++) {
		int next = diff_with(arena, &a, &b, options, i);
		status = next > status ? next : status;
	}
	return status;
}

/* Whether the text is one of another language than CuTe's. Mojo's constructors are among CuTe's expressions. */
static bool is_of_other_language(const char *text) {
	bool is_file = source_is_file_name(str_from(text));
	const struct language *language = is_file ? NULL : language_recognise(str_from(text));
	return language != NULL && language != &language_cute && language != &language_mojo;
}

/* Compare texts of any languages. */
static int diff_languages(struct arena *arena, const char *text_a, const char *text_b, const struct options *options) {
	struct algebra al;
	struct language_difference difference;
	struct message message = { 0 };
	struct buf out;
	const struct source a = { "A", str_from(text_a), 1 };
	const struct source b = { "B", str_from(text_b), 1 };
	algebra_init(&al, arena);
	al.stop = limits_stop();
	const struct source *at_fault = compare_texts(&al, &a, &b, &options->languages, &difference, &message);
	if (at_fault != NULL) {
		report_error_as(options->json, arena, at_fault, &message);
		return EXIT_EXPRESSION;
	}
	buf_init(&out, arena);
	(options->json ? language_difference_put_json : language_difference_put)(&out, &difference);
	buf_put(&out, options->json ? "\n" : "");
	if (limits_over()) {
		return EXIT_EXPRESSION;
	}
	if (!options->quiet) {
		fwrite(out.data, 1, out.length, stdout);
	}
	return difference.verdict == VERDICT_EQUAL ? EXIT_DONE : EXIT_FALSE;
}

/* Take an option that has no place of its own: see options_read. */
static const char *take_option(void *given, int option, const char *value) {
	struct options *options = given;
	const char *wanted;
	if (option == OPTION_LANGUAGES) {
		return language_take_shape(&options->languages, value) ? NULL : "a shape such as 64,128";
	}
	return reading_options_take(&options->reading, option, value, &wanted) ? wanted
		: limits_take(&options->limits, option, value);
}

static int cmd_diff(int argc, char **argv) {
	struct options options = { .limits = limits_default() };
	int status = options_read(&command_diff, argc, argv, places, take_option, &options);
	if (status >= 0) {
		return status;
	}
	if (argc - optind != 2) {
		return report_usage("diff", "expected two expressions, saw %d", argc - optind);
	}
	struct arena arena;
	arena_init(&arena, report_out_of_memory, NULL);
	limits_start(&options.limits, &arena);
	bool is_program = strchr(argv[optind], ';') != NULL; /* whose names B may use */
	bool in_languages = options.languages.rank > 0 || is_of_other_language(argv[optind])
		|| (!is_program && is_of_other_language(argv[optind + 1]));
	status = in_languages ? diff_languages(&arena, argv[optind], argv[optind + 1], &options)
		: diff(&arena, argv[optind], argv[optind + 1], &options);
	arena_finish(&arena);
	return status;
}

/* Options of which all values are used. */
static const int repeated[] = { OPTION_ASSUME, OPTION_WITH, 0 };

const struct command command_diff = {
	.name = "diff",
	.summary = "compare two layouts as functions",
	.synopsis = "[OPTION]... A B",
	.about = "Compare the layouts A and B: as they are written, as functions of the coordinates 0,\n"
		 "1, 2, ..., and up to a permutation of these; atoms, tiled copies and MMAs operand by\n"
		 "operand. What ends in .cute, .cu, .py or the like is a file. Names bound in A are known\n"
		 "in B.",
	.options = option_groups,
	.repeated = repeated,
	.exits = "0 A and B are the same function, 1 they are not, 2 wrong usage, 3 an\n"
		 "expression is at fault",
	.run = cmd_diff,
};
