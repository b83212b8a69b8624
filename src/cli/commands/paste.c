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
#include "lang/kernel/declaration.h"
#include "lang/kernel/scan.h"
#include "tool/paste.h"

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

/* Whether "text" says of integers that they are known at compile time: _4, Int<4>. */
static bool says_static(struct str text) {
	for (size_t at = 0; at < text.length; at++) {
		struct str rest = { text.data + at, text.length - at };
		bool begins = at == 0 || !scan_is_name_part(text.data[at - 1]);
		bool is_constant = text.data[at] == '_' && at + 1 < text.length && str_is_digit(text.data[at + 1]);
		if (begins && (is_constant || str_starts_with(rest, "Int<"))) {
			return true;
		}
	}
	return false;
}

/*
 * Run a line of --define. Beside integers that it says are known at compile time, others are known at run time only; so
 * are those of members of objects, params.n=4. Returns false if it cannot be evaluated.
 */
static bool run_definition(struct evaluation *ev, const struct source *line) {
	size_t sign = declaration_assignment(line->text);
	struct str name = scan_part(line->text, 0, sign);
	bool is_member = sign + 1 < line->text.length && name.length > 0 && memchr(name.data, '.', name.length) != NULL;
	struct source *value = arena_alloc(ev->algebra.arena, sizeof *value);
	*value = *line;
	value->text = is_member ? scan_part(line->text, sign + 1, line->text.length) : line->text;
	ev->run_time = is_member || says_static(line->text) ? RUN_TIME_LITERALS : RUN_TIME_NONE;
	evaluation_forgive(ev);
	bool good = evaluation_run(ev, value);
	ev->run_time = RUN_TIME_NONE;
	if (good && is_member && ev->result_count > 0) {
		evaluation_bind(ev, name, ev->results[0]);
	}
	return good;
}

/*
 * Run the lines of "definitions". What cannot be evaluated may name what the source defines, and is bound as it stands.
 */
static void define(struct evaluation *ev, struct str definitions) {
	int number = 1;
	for (size_t at = 0; at < definitions.length; number++) {
		size_t end = scan_line_end(definitions, at);
		struct source *line = arena_alloc(ev->algebra.arena, sizeof *line);
		*line = (struct source){ "--define", { definitions.data + at, end - at }, number };
		const struct binding *before = ev->bindings;
		if (!run_definition(ev, line)) {
			evaluation_bind(ev, scan_part(line->text, 0, declaration_assignment(line->text)), value_none());
			ev->bindings->line = line;
		}
		for (struct binding *binding = ev->bindings; binding != before; binding = binding->next) {
			binding->is_given = true;
		}
		at = end + 1;
	}
}

/* Whether one of "given" could not be evaluated, and was nothing in the source either: report the first. */
static bool report_unused(struct evaluation *ev, struct binding *given) {
	const struct source *unused = NULL;
	ev->bindings = given;
	for (; given != NULL; given = given->next) {
		if (given->line != NULL && !given->is_used) {
			unused = given->line;
			given->name = str_from(""); /* its expression may have the name, too */
		}
	}
	if (unused == NULL || run_definition(ev, unused)) {
		return false;
	}
	report_evaluation(ev);
	return true;
}

/* Print what is in "source". Returns an exit code. */
static int paste(struct evaluation *ev, const struct source *source, const struct options *options) {
	struct findings findings = { .arena = ev->algebra.arena };
	define(ev, buf_str(&options->definitions));
	struct binding *given = ev->bindings;
	paste_read(ev, source, &findings);
	if (limits_over() || report_unused(ev, given)) {
		return EXIT_EXPRESSION;
	}
	struct buf out;
	buf_init(&out, ev->algebra.arena);
	bool understood = options->json ? paste_put_json(&out, &ev->algebra, source, &findings)
					: paste_put(&out, source, &findings);
	report_text(buf_str(&out), stdout);
	fflush(stdout);
	if (!options->quiet && !options->json) {
		struct buf skipped;
		buf_init(&skipped, ev->algebra.arena);
		paste_put_skipped(&skipped, source, &findings);
		report_text(buf_str(&skipped), stderr);
	}
	if (out.length == 0 && !options->quiet) {
		fprintf(stderr, "cutelayout paste: nothing in it looks like a layout\n");
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
