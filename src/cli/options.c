#define _GNU_SOURCE
#include "cli/options.h"

#include <ctype.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "cli/report.h"

enum { HELP_COLUMN_MAX = 26 };

void options_begin(void) {
	opterr = 0;
	optind = 0;
}

/* What getopt_long wants to know. */
struct getopt_tables {
	struct option known[OPTIONS_MAX + 1];
	char letters[2 * OPTIONS_MAX + 3];
	int count;
	size_t length;
};

static void add_letter(struct getopt_tables *tables, int letter) {
	tables->letters[tables->length++] = (char)letter;
}

static void add_line(struct getopt_tables *tables, const struct option_line *line) {
	int argument = line->value == NULL ? no_argument : line->value[0] == '[' ? optional_argument : required_argument;
	tables->known[tables->count++] = (struct option){ line->name, argument, NULL, line->id };
	if (line->id < OPTION_LONG) {
		add_letter(tables, line->id);
		if (argument == required_argument) {
			add_letter(tables, ':');
		}
	}
}

static void make_tables(const struct command *command, struct getopt_tables *tables) {
	*tables = (struct getopt_tables){ .count = 0 };
	if (command->arguments_in_order) {
		add_letter(tables, '-');
	}
	add_letter(tables, ':');
	for (const struct option_group *group = command->options; group->lines != NULL; group++) {
		for (const struct option_line *line = group->lines; line->name != NULL; line++) {
			add_line(tables, line);
		}
	}
}

/* Say that "word", which begins with "--", is no option, and which one it was perhaps meant to be. */
static void report_unknown(const struct command *command, const char *word) {
	struct nearest near = nearest_begin((struct str){ word + 2, strcspn(word + 2, "=") });
	for (const struct option_group *group = command->options; group->lines != NULL; group++) {
		for (const struct option_line *line = group->lines; line->name != NULL; line++) {
			nearest_offer(&near, str_from(line->name));
		}
	}
	if (nearest_found(&near)) {
		report_usage(command->name, "unknown option '%s'; did you mean '--%s'?", word, near.name.data);
	} else {
		report_usage(command->name, "unknown option '%s'", word);
	}
}

/* "optopt" is 0 for an unknown long option, the letter of an unknown short one, the id of one that is known. */
static void report_mistake(const struct command *command, int problem, char **argv) {
	const char *word = argv[optind - 1];
	const struct option_line *line = optopt == 0 ? NULL : options_find(command, optopt);
	if (problem == ':') {
		report_usage(command->name, "option '%s' needs a value", word);
	} else if (optopt == 0) {
		report_unknown(command, word);
	} else if (line != NULL) {
		report_usage(command->name, "option '--%s' takes no value", line->name);
	} else {
		report_usage(command->name, "unknown option '-%c'", optopt);
	}
}

/* Make getopt forget the command line before: it does so when it is called while "optind" is 0. */
static void restart(const struct getopt_tables *tables) {
	char nothing[] = "";
	char *argv[] = { nothing, NULL };
	optind = 0;
	getopt_long(1, argv, tables->letters, tables->known, NULL);
	optind = 1;
}

/* Whether "word" starts with a negative integer: an expression, not an option. NULL is none. */
static bool is_negative(const char *word) {
	return word != NULL && word[0] == '-' && isdigit((unsigned char)word[1]);
}

int options_next(const struct command *command, int argc, char **argv) {
	struct getopt_tables tables;
	make_tables(command, &tables);
	if (optind == 0) {
		restart(&tables);
	}
	if (command->arguments_in_order && is_negative(argv[optind])) {
		optarg = argv[optind++];
		return OPTION_ARGUMENT;
	}
	int option = getopt_long(argc, argv, tables.letters, tables.known, NULL);
	if (option == ':' || option == '?') {
		report_mistake(command, option, argv);
		return '?';
	}
	return option;
}

/* Put the value of option "id" into its place in "options". Returns false if it has none. */
static bool store(const struct option_place *place, int id, void *options, const char *value) {
	while (place != NULL && place->id != 0 && place->id != id) {
		place++;
	}
	if (place == NULL || place->id == 0) {
		return false;
	}
	void *at = (char *)options + place->at;
	if (place->store == STORE_FLAG) {
		*(bool *)at = true;
	} else {
		*(const char **)at = value;
	}
	return true;
}

const char options_as_in_help[] = "a value as --help has it";

/* Say what the value of the option "id", in optarg, must be. Returns the exit code. */
static int report_value(const struct command *command, int id, const char *wanted) {
	const struct option_line *line = options_find(command, id);
	if (wanted != options_as_in_help) {
		return report_usage(command->name, "expected %s, saw '%s'", wanted, optarg);
	}
	if (line->words == NULL) {
		return report_usage(command->name, "expected --%s%s, saw '%s'", line->name, line->value, optarg);
	}
	return report_usage(command->name, "expected --%s%s, of %s; saw '%s'", line->name, line->value, line->words,
		optarg);
}

bool options_may_repeat(const struct command *command, const struct option_line *line) {
	const int *id = command->repeated;
	while (id != NULL && *id != 0 && *id != line->id) {
		id++;
	}
	return line->value == NULL || (id != NULL && *id != 0);
}

/* The options of a command line so far of which one value counts. */
struct singles {
	const struct option_line *lines[OPTIONS_MAX];
	int count;
};

/* Add the option "id" if only one value of it counts. Returns false after a message if there is one already. */
static bool add_single(struct singles *singles, const struct command *command, int id) {
	const struct option_line *line = options_find(command, id);
	if (options_may_repeat(command, line)) {
		return true;
	}
	for (int i = 0; i < singles->count; i++) {
		if (singles->lines[i] == line) {
			report_usage(command->name, "option '--%s' is given twice, one value of it counts", line->name);
			return false;
		}
	}
	singles->lines[singles->count++] = line;
	return true;
}

/* Move the "count" arguments that stood between options, and now behind the command's name, in front of the rest. */
static void put_back(char **argv, int count) {
	memmove(argv + optind - count, argv + 1, (size_t)count * sizeof *argv);
	optind -= count;
}

int options_read(const struct command *command, int argc, char **argv, const struct option_place *places,
		option_taker take, void *options) {
	struct singles singles = { .count = 0 };
	int arguments = 0;
	int option;
	options_begin();
	while ((option = options_next(command, argc, argv)) != -1) {
		if (option == OPTION_ARGUMENT) {
			argv[++arguments] = optarg;
			continue;
		}
		if (option == '?') {
			return EXIT_USAGE;
		}
		if (option == 'h') {
			options_print_help(command, stdout);
			return EXIT_DONE;
		}
		if (!add_single(&singles, command, option)) {
			return EXIT_USAGE;
		}
		bool stored = store(places, option, options, optarg);
		const char *wanted = stored ? NULL : take(options, option, optarg);
		if (wanted != NULL) {
			return wanted[0] == '\0' ? EXIT_USAGE : report_value(command, option, wanted);
		}
	}
	put_back(argv, arguments);
	return -1;
}

int64_t options_number(const char *text, int64_t least, int64_t most) {
	char *end;
	int64_t number = strtoll(text, &end, 10);
	bool good = str_is_digit(*text) && *end == '\0' && number >= least && number <= most;
	return good ? number : 0;
}

const struct option_line *options_find(const struct command *command, int id) {
	for (const struct option_group *group = command->options; group->lines != NULL; group++) {
		for (const struct option_line *line = group->lines; line->name != NULL; line++) {
			if (line->id == id) {
				return line;
			}
		}
	}
	return NULL;
}

const struct option_line *options_at(const struct command *command, int index) {
	for (const struct option_group *group = command->options; group->lines != NULL; group++) {
		for (const struct option_line *line = group->lines; line->name != NULL; line++) {
			if (index-- == 0) {
				return line;
			}
		}
	}
	return NULL;
}

/* How wide the names of an option are in the help: "  -f, --file=FILE". */
static int width_of(const struct option_line *line) {
	return (int)(strlen("  -x, --") + strlen(line->name) + (line->value != NULL ? strlen(line->value) : 0));
}

/* Where the texts begin: behind the longest name that leaves room for them. */
static int help_column(const struct command *command) {
	int column = 0;
	for (const struct option_group *group = command->options; group->lines != NULL; group++) {
		for (const struct option_line *line = group->lines; line->name != NULL; line++) {
			int width = width_of(line) + 2;
			column = width > column && width <= HELP_COLUMN_MAX ? width : column;
		}
	}
	return column;
}

static void print_line(const struct option_line *line, int column, FILE *out) {
	if (line->id < OPTION_LONG) {
		fprintf(out, "  -%c, --%s%s", line->id, line->name, line->value != NULL ? line->value : "");
	} else {
		fprintf(out, "      --%s%s", line->name, line->value != NULL ? line->value : "");
	}
	int at = width_of(line);
	if (at + 2 > column && line->help[0] != '\0') {
		fputc('\n', out);
		at = 0;
	}
	const char *text = line->help;
	while (*text != '\0') {
		int length = (int)strcspn(text, "\n");
		fprintf(out, "%*s%.*s", column - at, "", length, text);
		text += length;
		at = 0;
		if (*text == '\n') {
			fputc(*text++, out);
		}
	}
	fputc('\n', out);
}

void options_print_help(const struct command *command, FILE *out) {
	fprintf(out, "usage: cutelayout %s %s\n\n%s\n", command->name, command->synopsis, command->about);
	int column = help_column(command);
	for (const struct option_group *group = command->options; group->lines != NULL; group++) {
		if (group->title != NULL) {
			fprintf(out, "\n%s:\n", group->title);
		} else {
			fputc('\n', out);
		}
		for (const struct option_line *line = group->lines; line->name != NULL; line++) {
			print_line(line, column, out);
		}
	}
	if (command->notes != NULL) {
		fprintf(out, "\n%s\n", command->notes);
	}
	fprintf(out, "\nexit status: %s\n", command->exits);
}
