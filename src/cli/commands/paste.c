#define _GNU_SOURCE
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/utf8.h"
#include "cli/cmd.h"
#include "cli/input.h"
#include "cli/limit_options.h"
#include "cli/options.h"
#include "cli/report.h"
#include "tool/paste.h"
#include "tool/paste_define.h"

enum {
	OPTION_JSON = OPTION_LONG,
};

static const struct option_line option_lines[] = {
	{ "define", 'D', "=NAME=EXPR", NULL,
		"give a name a value before the text is read, also where it\n"
		"is a parameter of a function or template; may be given again" },
	{ "json", OPTION_JSON, NULL, NULL, "print one JSON object for each thing found" },
	{ "quiet", 'q', NULL, NULL, "do not say what was left out" },
	{ "help", 'h', NULL, NULL, "print this text" },
	{ NULL, 0, NULL, NULL, NULL },
};

static const struct option_group option_groups[] = {
	{ NULL, option_lines },
	{ "Limits", limit_option_lines },
	{ NULL, NULL },
};

struct options {
	bool json;
	bool quiet;
	struct buf definitions; /* programs, one a line */
	struct limits limits;
};

/* Options whose values are only kept. */
static const struct option_place places[] = {
	{ OPTION_JSON, STORE_FLAG, offsetof(struct options, json) },
	{ 'q', STORE_FLAG, offsetof(struct options, quiet) },
	{ 0, STORE_FLAG, 0 },
};

/* Print what is in "source". Returns an exit code. */
static int paste(struct evaluation *ev, const struct source *source, const struct options *options) {
	struct findings findings = { .arena = ev->algebra.arena };
	struct binding *given = paste_define(ev, buf_str(&options->definitions));
	paste_read(ev, source, &findings);
	if (limits_over()) {
		return EXIT_EXPRESSION;
	}
	if (!paste_used_definitions(ev, given)) {
		report_evaluation(ev);
		return EXIT_EXPRESSION;
	}
	struct buf out;
	buf_init(&out, ev->algebra.arena);
	bool understood = options->json ? paste_put_json(&out, &ev->algebra, source, &findings)
					: paste_put(&out, source, &findings);
	report_text(buf_str(&out), stdout);
	fflush(stdout);
	bool any_unknown = false;
	if (!options->quiet && !options->json) {
		struct buf skipped;
		buf_init(&skipped, ev->algebra.arena);
		any_unknown = paste_put_skipped(&skipped, source, &findings);
		report_text(buf_str(&skipped), stderr);
	}
	if (out.length == 0 && !options->quiet) {
		fprintf(stderr, "cutelayout paste: %s\n", any_unknown
			? "what looks like a layout depends on names without values; -D NAME=EXPR gives a name a value"
			: "nothing in it looks like a layout");
	}
	return understood ? EXIT_DONE : EXIT_EXPRESSION;
}

/* Whether "text" was pasted itself: there is no such file, and what it holds is rare in names of files. */
static bool is_no_path(const char *text) {
	return strpbrk(text, "(<{:;\n") != NULL && access(text, F_OK) != 0;
}

/* Whether one of "definitions", lines of NAME=EXPR, has the name of "definition". */
static bool is_defined(struct str definitions, const char *definition) {
	size_t length = strcspn(definition, "=") + 1;
	for (size_t at = 0; at < definitions.length; at++) {
		bool begins = at == 0 || definitions.data[at - 1] == '\n';
		if (begins && strncmp(definitions.data + at, definition, length) == 0) {
			return true;
		}
	}
	return false;
}

/* Take an option that has no place of its own: see options_read. */
static const char *take_option(void *given, int option, const char *value) {
	struct options *options = given;
	if (option != 'D') {
		return limits_take(&options->limits, option, value);
	}
	if (is_defined(buf_str(&options->definitions), value)) {
		report_usage("paste", "%.*s is defined twice", (int)strcspn(value, "="), value);
		return "";
	}
	for (const char *c = value; *c != '\0'; c++) {
		buf_put_char(&options->definitions, *c == '\n' ? ' ' : *c);
	}
	buf_put(&options->definitions, "\n");
	return NULL;
}

static int cmd_paste(int argc, char **argv) {
	struct options options = { .limits = limits_default() };
	struct arena arena;
	struct source source;
	struct evaluation ev;
	arena_init(&arena, report_out_of_memory, NULL);
	buf_init(&options.definitions, &arena);
	int status = options_read(&command_paste, argc, argv, places, take_option, &options);
	if (status >= 0) {
		return status;
	}
	status = EXIT_USAGE;
	if (argc - optind > 1) {
		return report_usage("paste", "expected one file");
	}
	limits_start(&options.limits, &arena);
	const char *given = argc - optind == 1 ? argv[optind] : "-";
	bool is_text = is_no_path(given);
	source = input_from_argument(given);
	if (is_text || input_from_file(&arena, given, &source)) {
		evaluation_init(&ev, &arena, false);
		ev.algebra.stop = limits_stop();
		status = paste(&ev, &source, &options);
	}
	arena_finish(&arena);
	return status;
}

/* Options of which all values are used. */
static const int repeated[] = { 'D', 0 };

const struct command command_paste = {
	.name = "paste",
	.summary = "find the layouts in whatever was pasted",
	.synopsis = "[OPTION]... [FILE|TEXT]",
	.about = "Find every layout, tensor, tiled type and failed static_assert in FILE, or standard input:\n"
		 "the output of nvcc, gcc, clang or the CuTe DSL, CuTe IR, what a program printed, or a part\n"
		 "of a kernel in C++ or Python. Each is printed once, in short form, with its line and column;\n"
		 "for a condition that failed, which and why.",
	.options = option_groups,
	.repeated = repeated,
	.exits = "0 all was understood, 2 wrong usage or a file could not be read, 3 something\n"
		 "looks like a layout and is not understood",
	.words = "FILE",
	.run = cmd_paste,
};
