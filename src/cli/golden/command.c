#define _GNU_SOURCE
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/limits.h"
#include "cli/cmd.h"
#include "cli/options.h"
#include "cli/report.h"
#include "cli/golden/report.h"
#include "cli/golden/run.h"

enum { USUAL_SECONDS = 60 };

enum {
	OPTION_ACCEPT_ERRORS = OPTION_LONG,
	OPTION_ALLOW_LIBRARIES,
	OPTION_ALLOW_READ,
	OPTION_JSON,
	OPTION_JUNIT,
	OPTION_LIST,
	OPTION_TAP,
	OPTION_TIMEOUT,
	OPTION_UPDATE,
};

static const struct option_line option_lines[] = {
	{ "update", OPTION_UPDATE, NULL, NULL, "rewrite what is expected; look at the changes before you keep them" },
	{ "accept-errors", OPTION_ACCEPT_ERRORS, NULL, NULL,
		"with --update: expect errors, too, that were not expected before" },
	{ "allow-read", OPTION_ALLOW_READ, "=PATH", "FILE",
		"let cases read this file, or what is in this folder; without it they\n"
		"read what is beside them only. May be given several times" },
	{ "allow-libraries", OPTION_ALLOW_LIBRARIES, NULL, NULL,
		"let cases load libraries: of the GPU, its compiler, Cairo" },
	{ "only", 'k', "=PATTERN", NULL, "only the cases with this in their names; * and ? stand for any\ncharacters" },
	{ "jobs", 'j', "=N", NULL, "run N cases at the same time; as many as there are processors\nif not given" },
	{ "timeout", OPTION_TIMEOUT, "=SECONDS", NULL, "a case that takes longer fails; 60 if not given" },
	{ "verbose", 'v', NULL, NULL, "name the cases that pass, too" },
	{ "json", OPTION_JSON, NULL, NULL, "print one JSON object for each case, and one with their numbers" },
	{ "tap", OPTION_TAP, NULL, NULL, "print TAP, the Test Anything Protocol" },
	{ "junit", OPTION_JUNIT, "=FILE", "FILE", "write JUnit XML into FILE as well" },
	{ "list", OPTION_LIST, NULL, NULL, "print the names of the cases and run none" },
	{ "help", 'h', NULL, NULL, "print this text" },
	{ NULL, 0, NULL, NULL, NULL },
};

static const struct option_group option_groups[] = {
	{ NULL, option_lines },
	{ "Dialects and run-time integers", reading_option_lines },
	{ NULL, NULL },
};

struct options {
	struct arena *arena;
	struct test_options run;
	const char *junit;
	const char *pattern;   /* only cases whose paths match it; NULL: all */
	bool list;
	bool json;
	bool tap;
	bool verbose;
};

/* Options whose values are only kept. */
static const struct option_place places[] = {
	{ 'k', STORE_TEXT, offsetof(struct options, pattern) },
	{ 'v', STORE_FLAG, offsetof(struct options, verbose) },
	{ OPTION_ACCEPT_ERRORS, STORE_FLAG, offsetof(struct options, run.accept_errors) },
	{ OPTION_ALLOW_LIBRARIES, STORE_FLAG, offsetof(struct options, run.may.libraries) },
	{ OPTION_JSON, STORE_FLAG, offsetof(struct options, json) },
	{ OPTION_JUNIT, STORE_TEXT, offsetof(struct options, junit) },
	{ OPTION_LIST, STORE_FLAG, offsetof(struct options, list) },
	{ OPTION_TAP, STORE_FLAG, offsetof(struct options, tap) },
	{ OPTION_UPDATE, STORE_FLAG, offsetof(struct options, run.update) },
	{ 0, STORE_FLAG, 0 },
};

static void report_case(void *context, const struct test_entry *entry) {
	test_report_case(context, entry);
	fflush(stdout);
}

static int run_cases(struct test_list *list, const struct options *options) {
	struct test_report report = { .tap = options->tap, .json = options->json, .verbose = options->verbose };
	report.colours = !options->tap && test_report_wants_colours();
	test_report_begin(&report, list->count);
	test_run(list, &options->run, report_case, &report);
	test_report_end(&report);
	int status = report.broken > 0 ? EXIT_USAGE : report.failed > 0 ? EXIT_FALSE : EXIT_DONE;
	if (options->junit != NULL && test_junit_write(list, &report, options->junit) != EXIT_DONE) {
		status = EXIT_USAGE;
	}
	return status;
}

/* Find the cases that "paths" name and run or list them. */
static int test_paths(struct arena *arena, char *const *paths, int count, const struct options *options) {
	struct test_list list;
	test_list_init(&list, arena);
	for (int i = 0; i < count; i++) {
		if (!test_list_add(&list, paths[i])) {
			return EXIT_USAGE;
		}
	}
	test_list_remove_doubles(&list);
	if (options->pattern != NULL && list.count > 0) {
		test_list_keep(&list, options->pattern);
		if (list.count == 0) {
			return report_failure("no case has '%s' in its name; --list lists them", options->pattern);
		}
	}
	if (list.count == 0 && list.sources_without == count) {
		puts("0 passed, 0 failed: no layout stands in the comments of these sources");
		return EXIT_DONE;
	}
	if (list.count == 0) {
		return report_failure("no case was found: there is no .cute file in '%s'%s", paths[0],
			count > 1 ? " and the others" : "");
	}
	if (!options->list) {
		return run_cases(&list, options);
	}
	for (int i = 0; i < list.count; i++) {
		struct str path = str_from(list.entries[i].path);
		if (isatty(STDOUT_FILENO)) {
			report_text(path, stdout);
		} else {
			fwrite(path.data, 1, path.length, stdout);
		}
		putchar('\n');
	}
	return EXIT_DONE;
}

/* --- the command line --- */

static int usual_jobs(void) {
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	return processors < 1 ? 1 : processors > LIMIT_TEST_JOBS ? LIMIT_TEST_JOBS : (int)processors;
}

/* Take --allow-read=PATH, which is kept in "arena". Returns an exit code. */
static int allow_reading(struct arena *arena, struct confinement *may, const char *path) {
	if (may->read_count == CONFINE_READS_MAX) {
		return report_usage("test", "--allow-read is given more than %d times", CONFINE_READS_MAX);
	}
	char *real = realpath(path, NULL);
	if (real == NULL) {
		return report_failure("cannot open '%s': %s", path, strerror(errno));
	}
	may->reads[may->read_count++] = arena_copy(arena, real, strlen(real));
	free(real);
	return EXIT_DONE;
}

/*
 * Whether the search path in the variable "name" has an element that depends on the present folder. An empty path of
 * libraries is none, an empty one of programs is the present folder.
 */
static bool searches_here(const char *name) {
	const char *path = getenv(name);
	if (path == NULL || (path[0] == '\0' && strcmp(name, "PATH") != 0)) {
		return false;
	}
	while (path != NULL) {
		if (path[0] != '/') {
			return true;
		}
		path = strchr(path, ':');
		path = path != NULL ? path + 1 : NULL;
	}
	return false;
}

/* A case works in its own folder, where no library or program must come from. Returns an exit code, or -1 to go on. */
static int check_search_paths(void) {
	static const char *const names[] = { "LD_LIBRARY_PATH", "PATH" };
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		if (searches_here(names[i])) {
			return report_failure("%s has an empty or relative element: with --allow-libraries a case could bring "
				"its own libraries", names[i]);
		}
	}
	return -1;
}

/* Read the number of an option from 1 to "limit" into "number"; "name" is how it is called. */
static const char *take_number(int *number, const char *value, int limit, const char *name) {
	*number = (int)options_number(value, 1, limit);
	if (*number == 0) {
		report_usage("test", "expected %s from 1 to %d, saw '%s'", name, limit, value);
	}
	return *number == 0 ? "" : NULL;
}

/* Take an option that has no place of its own: see options_read. */
static const char *take_option(void *given, int option, const char *value) {
	struct options *options = given;
	const char *wanted = NULL;
	switch (option) {
	case OPTION_ALLOW_READ: return allow_reading(options->arena, &options->run.may, value) == EXIT_DONE ? NULL : "";
	case OPTION_TIMEOUT: return take_number(&options->run.seconds, value, LIMIT_TEST_SECONDS, "--timeout=SECONDS");
	case 'j': return take_number(&options->run.jobs, value, LIMIT_TEST_JOBS, "--jobs=N with N");
	default: return reading_options_take(&options->run.reading, option, value, &wanted) ? wanted : "";
	}
}

/* Options that exclude each other or need another. Returns an exit code, or -1 to go on. */
static int check_options(const struct options *options) {
	if (options->list && (options->run.update || options->tap || options->junit != NULL)) {
		return report_usage("test", "--list runs no case: it goes with none of --update, --tap and --junit");
	}
	if (options->json && (options->tap || options->list)) {
		return report_usage("test", "--json goes neither with --tap nor with --list");
	}
	if (options->run.accept_errors && !options->run.update) {
		return report_usage("test", "--accept-errors goes with --update");
	}
	return options->run.may.libraries ? check_search_paths() : -1;
}

static int cmd_test(int argc, char **argv) {
	struct arena arena;
	struct options options = { .arena = &arena, .run = { .jobs = usual_jobs(), .seconds = USUAL_SECONDS } };
	char here[] = ".";
	char *present[] = { here };
	arena_init(&arena, report_out_of_memory, NULL);
	int status = options_read(&command_test, argc, argv, places, take_option, &options);
	status = status < 0 ? check_options(&options) : status;
	if (status >= 0) {
		arena_finish(&arena);
		return status;
	}
	signal(SIGCHLD, SIG_DFL); /* if it is ignored, a child leaves no exit code */
	if (optind < argc) {
		status = test_paths(&arena, argv + optind, argc - optind, &options);
	} else {
		status = test_paths(&arena, present, 1, &options);
	}
	arena_finish(&arena);
	return status;
}

/* Options of which all values are used. */
static const int repeated[] = { OPTION_ALLOW_READ, OPTION_ASSUME, OPTION_WITH, 0 };

const struct command command_test = {
	.name = "test",
	.summary = "compare what programs say with what is expected",
	.synopsis = "[OPTION]... [PATH]...",
	.about = "Run the .cute files in PATH, files or folders, and compare what they say with what\n"
		"is expected of them; so too comments 'cute: EXPR' of C++, CUDA, Python and Markdown.\n"
		"Without PATH, all of the present folder and those in it.",
	.options = option_groups,
	.repeated = repeated,
	.notes = "Below a statement, '#= VALUE' is the value that it prints, '#! error: TEXT' and\n"
		"'#! warning: TEXT' the messages. Or NAME.out, NAME.err and NAME.scene hold what\n"
		"NAME.cute prints, and a first line '# args: COMMAND...' names the command.",
	.exits = "0 all cases passed, 1 some did not, 2 wrong usage or I/O",
	.words = "FILE",
	.run = cmd_test,
};
