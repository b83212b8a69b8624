/*
 * The script for bash: the tables as two functions with a case for each command and option, then completion.bash, which
 * looks things up in them. It needs nothing but bash 3.2, in particular not the package bash-completion.
 */
#include "cli/completion/completion.h"

static void put_words(const char *words, FILE *out) {
	if (completion_is_operations(words)) {
		completion_put_operations(out);
	} else {
		fputs(words, out);
	}
}

/* "-f --file=", and for a value that may be left out "--dynamic --dynamic=", each with a blank behind it. */
static void put_option(const struct option_line *line, FILE *out) {
	enum takes takes = completion_takes(line);
	if (line->id < OPTION_LONG) {
		fprintf(out, "-%c ", line->id);
	}
	if (takes == TAKES_OPTIONAL) {
		fprintf(out, "--%s ", line->name);
	}
	fprintf(out, "--%s%s ", line->name, takes != TAKES_NOTHING ? "=" : "");
}

static void put_arguments(const struct command *command, FILE *out) {
	const struct option_line *line;
	fprintf(out, "\t%s/-*) words='", command->name);
	for (int i = 0; (line = options_at(command, i)) != NULL; i++) {
		put_option(line, out);
	}
	fputs("' ;;\n", out);
	if (command->words != NULL) {
		fprintf(out, "\t%s/*) words='", command->name);
		put_words(command->words, out);
		fputs("' ;;\n", out);
	}
}

static void put_values(const struct command *command, FILE *out) {
	static const char *const names[] = { "", "optional", "value", "list" };
	const struct option_line *line;
	for (int i = 0; (line = options_at(command, i)) != NULL; i++) {
		enum takes takes = completion_takes(line);
		if (takes == TAKES_NOTHING) {
			continue;
		}
		fprintf(out, "\t%s/--%s", command->name, line->name);
		if (line->id < OPTION_LONG) {
			fprintf(out, " | %s/-%c", command->name, line->id);
		}
		fprintf(out, ") takes=%s words='", names[takes]);
		put_words(line->words != NULL ? line->words : "", out);
		fputs("' ;;\n", out);
	}
}

void completion_bash(FILE *out) {
	int count;
	const struct command *const *commands = command_table(&count);
	fputs("# Completion of cutelayout for bash, made by \"cutelayout completion bash\".\n"
		"# shellcheck shell=bash disable=SC2034 # functions set variables of their caller\n"
		"\n"
		"_cutelayout_commands='", out);
	for (int i = 0; i < count; i++) {
		fprintf(out, i > 0 ? " %s" : "%s", commands[i]->name);
	}
	fputs("'\n"
		"\n"
		"# Set \"words\" to what a word of the command $1 may be that begins as $2 does: options or arguments.\n"
		"_cutelayout_arguments() {\n"
		"\tcase $1/$2 in\n", out);
	for (int i = 0; i < count; i++) {
		put_arguments(commands[i], out);
	}
	fputs("\tesac\n"
		"}\n"
		"\n"
		"# Set \"takes\" and \"words\" to what the option $2 of the command $1 takes.\n"
		"_cutelayout_option() {\n"
		"\tcase $1/$2 in\n", out);
	for (int i = 0; i < count; i++) {
		put_values(commands[i], out);
	}
	fputs("\tesac\n"
		"}\n", out);
	fwrite(completion_bash_data, 1, completion_bash_data_size, out);
}
