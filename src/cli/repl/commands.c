#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/nearest.h"
#include "cli/cmd.h"
#include "cli/commands/eval.h"
#include "cli/file.h"
#include "cli/help/help.h"
#include "cli/input.h"
#include "cli/options.h"
#include "cli/repl/repl.h"
#include "cli/report.h"

enum { WORDS_MAX = 128 };

/* A command of the repl. "rest" is what stands behind its name, without blanks around it. */
struct repl_entry {
	const char *name;
	const char *arguments;
	const char *help;
	int (*run)(struct repl *repl, const char *line, const char *rest);
};

/* --- programs --- */

/* The program as a source, placed where its line is. */
static struct source source_of(const struct repl *repl, const char *text) {
	return repl->is_terminal ? (struct source){ "<expr>", str_from(text), 1 } :
		(struct source){ "<stdin>", str_from(text), repl->line_number };
}

static int work_plain(struct repl *repl, struct evaluation *known, int argc, char **argv) {
	(void)argc;
	struct source source = source_of(repl, argv[0]);
	return eval_program(known, &source, &(struct eval_form){ .style = repl->style, .reading = &repl->reading });
}

static int work_table(struct repl *repl, struct evaluation *known, int argc, char **argv) {
	(void)argc;
	struct source source = source_of(repl, argv[0]);
	return eval_program(known, &source, &(struct eval_form){ .table = true, .reading = &repl->reading });
}

static int work_explain(struct repl *repl, struct evaluation *known, int argc, char **argv) {
	(void)argc;
	struct source source = source_of(repl, argv[0]);
	const struct eval_form form = { .style = repl->style, .explain = true, .reading = &repl->reading };
	return eval_program(known, &source, &form);
}

/* The line with blanks in place of the command, so that columns stay right; the last value if there is no more. */
static char *program_of(struct repl *repl, const char *line, const char *rest) {
	const char *text = rest[0] != '\0' ? line : REPL_ANSWER;
	char *program = arena_copy(&repl->arena, text, strlen(text));
	if (rest[0] != '\0') {
		memset(program, ' ', (size_t)(rest - line));
	}
	return program;
}

int repl_evaluate(struct repl *repl, const char *text) {
	char *program = arena_copy(&repl->arena, text, strlen(text));
	arena_reset(&repl->memory);
	repl->last = arena_copy(&repl->memory, text, strlen(text));
	repl->is_outdated = strstr(text, REPL_ANSWER) != NULL;
	return repl_isolate(repl, work_plain, 1, &program);
}

static int run_table(struct repl *repl, const char *line, const char *rest) {
	char *program = program_of(repl, line, rest);
	return repl_isolate(repl, work_table, 1, &program);
}

static int run_explain(struct repl *repl, const char *line, const char *rest) {
	bool outdated = repl->is_outdated;
	bool whole = rest[0] == '\0' && repl->last != NULL && !outdated;
	char *program = whole ? repl->last : program_of(repl, line, rest);
	int status = repl_isolate(repl, work_explain, 1, &program);
	repl->is_outdated = outdated;
	return status;
}

/* --- commands of the program --- */

/*
 * Cut "text" into words as a shell does. Quotes group and are left out; inside brackets blanks and quotes are part of
 * the word. Returns the number of words, or -1 if there are too many.
 */
static int split_words(struct arena *arena, const char *text, char **words, int most) {
	int count = 0;
	while (*(text += strspn(text, " \t\n")) != '\0') {
		if (count == most) {
			return -1;
		}
		struct buf word;
		int depth = 0;
		char quote = '\0';
		buf_init(&word, arena);
		for (; *text != '\0' && (quote != '\0' || depth > 0 || !isspace((unsigned char)*text)); text++) {
			bool is_quote = (*text == '"' || *text == '\'') && (quote == '\0' || quote == *text);
			if (is_quote) {
				quote = quote == '\0' ? *text : '\0';
			} else if (quote == '\0') {
				depth += strchr("([{", *text) != NULL ? 1 : strchr(")]}", *text) != NULL && depth > 0 ? -1 : 0;
			}
			if (!is_quote || depth > 0) {
				buf_put_char(&word, *text);
			}
		}
		words[count++] = arena_copy(arena, word.data, word.length);
	}
	return count;
}

/*
 * Put the words of a command line that are no options together, as one expression, or the last value if there are none.
 * Returns the number of words, or -1 after a message.
 */
static int join_expression(struct repl *repl, const struct command *command, int argc, char **argv) {
	bool has_file = false;
	int option;
	options_begin();
	while ((option = options_next(command, argc, argv)) != -1) {
		if (option == '?') {
			return -1;
		}
		has_file = has_file || option == 'f' || option == 'h';
	}
	struct buf text;
	buf_init(&text, &repl->arena);
	for (int i = optind; i < argc; i++) {
		buf_put(&text, i > optind ? " " : "");
		buf_put(&text, argv[i]);
	}
	if (optind == argc && has_file) {
		return argc;
	}
	argv[optind] = optind < argc ? text.data : arena_copy(&repl->arena, REPL_ANSWER, strlen(REPL_ANSWER));
	argv[optind + 1] = NULL;
	return optind + 1;
}

/* Pictures and reports are of the numbers of the last --with. */
static void set_numbers(const struct repl *repl, struct evaluation *known) {
	int count = repl->reading.with_count;
	known->numbers = count > 0 ? str_from(repl->reading.with[count - 1]) : known->numbers;
}

static int work_check(struct repl *repl, struct evaluation *known, int argc, char **argv) {
	set_numbers(repl, known);
	return check_run(known, argc, argv);
}

static int work_draw(struct repl *repl, struct evaluation *known, int argc, char **argv) {
	set_numbers(repl, known);
	return draw_run(known, argc, argv);
}

static int run_outer(struct repl *repl, const struct command *command, const char *rest, repl_work work) {
	char **words = arena_array(&repl->arena, WORDS_MAX + 3, sizeof *words);
	words[0] = arena_copy(&repl->arena, command->name, strlen(command->name));
	int count = split_words(&repl->arena, rest, words + 1, WORDS_MAX);
	if (count < 0) {
		return report_failure(":%s takes at most %d words", command->name, WORDS_MAX);
	}
	count = join_expression(repl, command, count + 1, words);
	return count < 0 ? EXIT_USAGE : repl_isolate(repl, work, count, words);
}

static int run_check(struct repl *repl, const char *line, const char *rest) {
	(void)line;
	return run_outer(repl, &command_check, rest, work_check);
}

static int run_draw(struct repl *repl, const char *line, const char *rest) {
	(void)line;
	return run_outer(repl, &command_draw, rest, work_draw);
}

/* --- what changes or shows the repl --- */

static int run_style(struct repl *repl, const char *line, const char *rest) {
	(void)line;
	const struct notation *style = notation_find(rest);
	if (style == NULL) {
		char names[NOTATION_NAMES_SIZE];
		return report_failure("expected :style NAME with one of %s, saw '%s'", notation_names(names), rest);
	}
	repl->style = style;
	return EXIT_DONE;
}

static int run_dialect(struct repl *repl, const char *line, const char *rest) {
	(void)line;
	if (!dialect_read(str_from(rest), &repl->reading.dialect)) {
		return report_failure("expected :dialect cpp or dsl, saw '%s'", rest);
	}
	return EXIT_DONE;
}

/* Take the option "option" of the command line, whose value is "rest"; without one, forget what it has said. */
static int set_reading(struct repl *repl, const char *name, int option, const char *rest) {
	const char *wanted = NULL;
	struct reading_options next = repl->reading;
	if (rest[0] == '\0') {
		next.assumption_count = option == OPTION_ASSUME ? 0 : next.assumption_count;
		next.with_count = option == OPTION_WITH ? 0 : next.with_count;
	} else {
		reading_options_take(&next, option, arena_copy(&repl->settings, rest, strlen(rest)), &wanted);
	}
	if (wanted != NULL) {
		return report_failure("expected :%s, as %s, saw '%s'", name, wanted, rest);
	}
	repl->reading = next;
	return EXIT_DONE;
}

static int run_assume(struct repl *repl, const char *line, const char *rest) {
	(void)line;
	return set_reading(repl, "assume", OPTION_ASSUME, rest);
}

static int run_with(struct repl *repl, const char *line, const char *rest) {
	(void)line;
	return set_reading(repl, "with", OPTION_WITH, rest);
}

static int run_names(struct repl *repl, const char *line, const char *rest) {
	(void)line;
	(void)rest;
	for (const struct repl_name *name = repl->names.first; name != NULL; name = name->next) {
		printf("%s = %s\n", name->name, name->text.data);
	}
	return EXIT_DONE;
}

/* Append the assignments of the integers known at run time only, or of all others. The last value has no name. */
static void put_assignments(const struct repl *repl, bool unknown, struct buf *text) {
	for (const struct repl_name *name = repl->names.first; name != NULL; name = name->next) {
		if (strcmp(name->name, REPL_ANSWER) == 0 || repl_name_is_unknown(name) != unknown) {
			continue;
		}
		buf_printf(text, "%s = ", name->name);
		buf_put_str(text, name->text);
		buf_put_char(text, '\n');
		if (name->needs.length > 0) {
			report_failure("'%s' is saved without the conditions that it needs", name->name);
		}
	}
}

/* Write the names as a program that binds them. */
static int run_save(struct repl *repl, const char *line, const char *rest) {
	(void)line;
	struct buf text;
	if (rest[0] == '\0') {
		return report_failure("expected :save FILE");
	}
	buf_init(&text, &repl->arena);
	put_assignments(repl, true, &text);
	put_assignments(repl, false, &text);
	if (!file_put(rest, buf_str(&text))) {
		return report_failure("cannot write '%s': %s", rest, strerror(errno));
	}
	return EXIT_DONE;
}

static int work_load(struct repl *repl, struct evaluation *known, int argc, char **argv) {
	(void)argc;
	struct source source;
	if (!input_from_file(&repl->arena, argv[0], &source)) {
		return EXIT_USAGE;
	}
	return eval_program(known, &source, &(struct eval_form){ .style = repl->style, .reading = &repl->reading });
}

static int run_load(struct repl *repl, const char *line, const char *rest) {
	(void)line;
	char *path = arena_copy(&repl->arena, rest, strlen(rest));
	return rest[0] == '\0' || strcmp(rest, "-") == 0 ? report_failure("expected :load FILE")
		: repl_isolate(repl, work_load, 0, &path); /* which names the file has is not looked at */
}

static int run_quit(struct repl *repl, const char *line, const char *rest) {
	(void)line;
	(void)rest;
	repl->quit = true;
	return EXIT_DONE;
}

static int run_help(struct repl *repl, const char *line, const char *rest);

/* --- the table --- */

static const struct repl_entry entries[] = {
	{ "assume", "CONDITION", "promise N >= 64, or that 256 divides N, of a run-time integer", run_assume },
	{ "check", "[EXPR] [OPTION]...", "what it means for memory, as 'cutelayout check'", run_check },
	{ "dialect", "NAME", "give the answers of CuTe C++, cpp, or of the DSL, dsl", run_dialect },
	{ "draw", "[EXPR] [OPTION]...", "a picture, with -o FILE in a file, as 'cutelayout draw'", run_draw },
	{ "explain", "[EXPR]", "how the last value arises, or that of EXPR, step by step", run_explain },
	{ "help", "[NAME]", "this text, or what an operation does; so do help and ?", run_help },
	{ "load", "FILE", "run the program in a file; its names stay", run_load },
	{ "names", "", "the names that are bound", run_names },
	{ "quit", "", "leave; so do exit, quit and Ctrl-D", run_quit },
	{ "save", "FILE", "write the names as a program that binds them", run_save },
	{ "style", "NAME", "print values in a notation: cute, cpp, dsl, ...", run_style },
	{ "table", "[EXPR]", "the grid of offsets", run_table },
	{ "with", "NAME=N,...", "print results with these numbers too; without any, no more", run_with },
};

enum { ENTRIES = sizeof entries / sizeof entries[0] };

const char *repl_command_name(int index) {
	return index < ENTRIES ? entries[index].name : NULL;
}

static int run_help(struct repl *repl, const char *line, const char *rest) {
	(void)line;
	(void)repl;
	if (rest[0] != '\0') {
		return help_print("help", rest + (rest[0] == ':' ? 1 : 0), stdout);
	}
	fputs("A line is a program; its values are printed, its names stay known, and " REPL_ANSWER " is the last value.\n"
		"A line that ends in an operator or inside brackets goes on in the next one.\n"
		"Ctrl-C stops what is at work, or forgets the line. Tab completes names.\n"
		"\n", stdout);
	for (int i = 0; i < ENTRIES; i++) {
		char usage[40];
		snprintf(usage, sizeof usage, ":%s %s", entries[i].name, entries[i].arguments);
		printf("  %-26s %s\n", usage, entries[i].help);
	}
	fputs("\n"
		"Without EXPR it is the last value. 'cutelayout help' lists all operations.\n", stdout);
	return EXIT_DONE;
}

/* The command that "line", which begins with ":", names, or NULL. "*rest" receives what stands behind its name. */
static const struct repl_entry *find_entry(const char *line, const char **rest) {
	const char *name = line + 1;
	size_t length = strcspn(name, " \t");
	*rest = name + length + strspn(name + length, " \t");
	for (int i = 0; i < ENTRIES; i++) {
		if (strlen(entries[i].name) == length && memcmp(entries[i].name, name, length) == 0) {
			return &entries[i];
		}
	}
	return NULL;
}

bool repl_is_command(const char *line) {
	const char *rest;
	return line[0] == ':' && find_entry(line, &rest) != NULL;
}

/* Say that there is no command of the name that "line" begins with, and which one is nearest. */
static int report_unknown(const char *line) {
	struct str name = { line + 1, strcspn(line + 1, " \t") };
	struct nearest near = nearest_begin(name);
	for (int i = 0; i < ENTRIES; i++) {
		nearest_offer(&near, str_from(entries[i].name));
	}
	int shown = (int)(name.length < 60 ? name.length : 60);
	if (nearest_found(&near)) {
		return report_failure("no command is called ':%.*s'; did you mean ':%s'?", shown, name.data, near.name.data);
	}
	return report_failure("no command is called ':%.*s'; :help lists them", shown, name.data);
}

int repl_command(struct repl *repl, const char *line) {
	const char *rest;
	const struct repl_entry *entry = find_entry(line, &rest);
	return entry != NULL ? entry->run(repl, line, rest) : report_unknown(line);
}

const char *repl_bare_command(const struct repl *repl, const char *line) {
	static const char *const words[][2] = {
		{ "?", ":help" }, { "exit", ":quit" }, { "exit()", ":quit" }, { "help", ":help" }, { "q", ":quit" },
		{ "quit", ":quit" }, { "quit()", ":quit" },
	};
	size_t length = strcspn(line, " \t");
	const char *behind = line + length + strspn(line + length, " \t");
	struct str word = { line, length };
	char name[LIMIT_NAME_BYTES + 1];
	snprintf(name, sizeof name, "%.*s", (int)(length < LIMIT_NAME_BYTES ? length : LIMIT_NAME_BYTES), line);
	if (repl_names_find(&repl->names, name) != NULL) {
		return NULL;
	}
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
		if (str_is(word, words[i][0]) && (behind[0] == '\0' || str_is(word, "help"))) {
			return words[i][1];
		}
	}
	return NULL;
}
