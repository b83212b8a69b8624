/* The script for fish: one "complete" for each command, option and operation. */
#include "cli/completion/completion.h"
#include "lang/ops/operation.h"

/* A quote and a backslash inside single quotes of fish. */
#define QUOTE "\\'"
#define SPECIAL "\\"

static void put_description(const char *text, FILE *out) {
	fputs(" -d '", out);
	completion_put_text(text, SPECIAL, QUOTE, out);
	fputs("'\n", out);
}

/* What a value is: files, words, or something that cannot be completed; without "-r" it may be left out. */
static void put_value(const struct option_line *line, enum takes takes, FILE *out) {
	if (completion_is_files(line->words)) {
		fputs(takes == TAKES_OPTIONAL ? " -F" : " -r -F", out);
		return;
	}
	fputs(takes == TAKES_OPTIONAL ? "" : " -x", out);
	if (line->words != NULL && takes == TAKES_LIST) {
		fprintf(out, " -a '(__fish_append , %s)'", line->words);
	} else if (line->words != NULL) {
		fprintf(out, " -a '%s'", line->words);
	}
}

static void put_option(const struct command *command, int index, FILE *out) {
	const struct option_line *line = options_at(command, index);
	enum takes takes = completion_takes(line);
	fprintf(out, "complete -c cutelayout -n '__cutelayout_is %s' -l %s", command->name, line->name);
	if (line->id < OPTION_LONG) {
		fprintf(out, " -s %c", line->id);
	}
	if (takes != TAKES_NOTHING) {
		put_value(line, takes, out);
	}
	fputs(" -d '", out);
	completion_put_help(command, index, SPECIAL, QUOTE, out);
	fputs("'\n", out);
}

static void put_operations(const struct command *command, FILE *out) {
	int count;
	const struct command *const *commands = command_table(&count);
	for (int i = 0; i < count; i++) {
		fprintf(out, "complete -c cutelayout -n '__cutelayout_is %s' -a %s", command->name, commands[i]->name);
		put_description(commands[i]->summary, out);
	}
	for (const struct operation *each = operation_next(NULL); each != NULL; each = operation_next(each)) {
		fprintf(out, "complete -c cutelayout -n '__cutelayout_is %s' -a %s", command->name, each->name);
		put_description(each->meaning, out);
	}
}

static void put_command(const struct command *command, FILE *out) {
	fprintf(out, "\ncomplete -c cutelayout -n __cutelayout_is_first -a %s", command->name);
	put_description(command->summary, out);
	for (int i = 0; options_at(command, i) != NULL; i++) {
		put_option(command, i, out);
	}
	if (completion_is_operations(command->words)) {
		put_operations(command, out);
	} else if (completion_is_files(command->words)) {
		fprintf(out, "complete -c cutelayout -n '__cutelayout_is %s' -F\n", command->name);
	} else if (command->words != NULL) {
		fprintf(out, "complete -c cutelayout -n '__cutelayout_is %s' -a '%s'\n", command->name, command->words);
	}
}

void completion_fish(FILE *out) {
	int count;
	const struct command *const *commands = command_table(&count);
	fputs("# Completion of cutelayout for fish, made by \"cutelayout completion fish\".\n"
		"\n"
		"# Whether the command is $argv[1]; whether there is none yet.\n"
		"function __cutelayout_is\n"
		"    set -l words (commandline -opc)\n"
		"    test (count $words) -ge 2; and test $words[2] = $argv[1]\n"
		"end\n"
		"\n"
		"function __cutelayout_is_first\n"
		"    test (count (commandline -opc)) -eq 1\n"
		"end\n"
		"\n"
		"complete -c cutelayout -f\n"
		"complete -c cutelayout -n __cutelayout_is_first -l help -s h -d 'print a summary'\n"
		"complete -c cutelayout -n __cutelayout_is_first -l version -d 'print the version'\n", out);
	for (int i = 0; i < count; i++) {
		put_command(commands[i], out);
	}
}
