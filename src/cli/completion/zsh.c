/* The script for zsh: for each command what its function _arguments wants to know of the options. */
#include "cli/completion/completion.h"
#include "lang/ops/operation.h"

/* A quote inside single quotes of zsh, and what _arguments and _describe give a meaning to. */
#define QUOTE "'\\''"
#define SPECIAL "[]:\\"

/* ":FILE:_files": what a value is called, and what completes it. */
static void put_value(const struct option_line *line, enum takes takes, FILE *out) {
	const char *name = line->value;
	int length = 0;
	name += name[0] == '[' ? 2 : 1;
	while (name[length] != '\0' && name[length] != ']' && name[length] != ',') {
		length++;
	}
	fprintf(out, "%s%.*s:", takes == TAKES_OPTIONAL ? "::" : ":", length, name);
	if (line->words == NULL) {
		fputc(' ', out);
	} else if (completion_is_files(line->words)) {
		fputs("_files", out);
	} else if (takes == TAKES_LIST) {
		fprintf(out, "_values -s , %.*s %s", length, name, line->words);
	} else {
		fprintf(out, "(%s)", line->words);
	}
}

/* One name of an option: "--file=[help]:FILE:_files"; a star is in front of what may be given again. */
static void put_name(const struct command *command, int index, bool is_short, FILE *out) {
	const struct option_line *line = options_at(command, index);
	enum takes takes = completion_takes(line);
	const char *star = options_may_repeat(command, line) ? "*" : "";
	if (is_short) {
		fprintf(out, "\t\t\t'%s-%c%s[", star, line->id, takes == TAKES_NOTHING ? "" : "+");
	} else {
		const char *equals = takes == TAKES_NOTHING ? "" : takes == TAKES_OPTIONAL ? "=-" : "=";
		fprintf(out, "\t\t\t'%s--%s%s[", star, line->name, equals);
	}
	completion_put_help(command, index, SPECIAL, QUOTE, out);
	fputc(']', out);
	if (takes != TAKES_NOTHING) {
		put_value(line, takes, out);
	}
	fputs("' \\\n", out);
}

static void put_command(const struct command *command, FILE *out) {
	const struct option_line *line;
	fprintf(out, "\t%s)\n"
		"\t\t_arguments -s -S \\\n", command->name);
	for (int i = 0; (line = options_at(command, i)) != NULL; i++) {
		if (line->id < OPTION_LONG) {
			put_name(command, i, true, out);
		}
		put_name(command, i, false, out);
	}
	if (command->words == NULL) {
		fputs("\t\t\t'*:argument: '\n", out);
	} else if (completion_is_files(command->words)) {
		fputs("\t\t\t'*:file:_files'\n", out);
	} else if (completion_is_operations(command->words)) {
		fputs("\t\t\t'1:operation or command:_cutelayout_operations'\n", out);
	} else {
		fprintf(out, "\t\t\t'1:argument:(%s)'\n", command->words);
	}
	fputs("\t\t;;\n", out);
}

/* An array "name:text" for _describe. */
static void put_described(const char *name, const char *text, FILE *out) {
	fprintf(out, "\t\t'%s:", name);
	completion_put_text(text, SPECIAL, QUOTE, out);
	fputs("'\n", out);
}

void completion_zsh(FILE *out) {
	int count;
	fputs("#compdef cutelayout\n"
		"# Completion of cutelayout for zsh, made by \"cutelayout completion zsh\".\n"
		"\n"
		"_cutelayout_commands() {\n"
		"\tlocal -a commands=(\n", out);
	const struct command *const *commands = command_table(&count);
	for (int i = 0; i < count; i++) {
		put_described(commands[i]->name, commands[i]->summary, out);
	}
	fputs("\t)\n"
		"\t_describe -t commands command commands\n"
		"}\n"
		"\n"
		"_cutelayout_operations() {\n"
		"\tlocal -a operations=(\n", out);
	for (const struct operation *each = operation_next(NULL); each != NULL; each = operation_next(each)) {
		put_described(each->name, each->meaning, out);
	}
	fputs("\t)\n"
		"\t_describe -t operations operation operations\n"
		"\t_cutelayout_commands\n"
		"}\n"
		"\n"
		"_cutelayout() {\n"
		"\tif ((CURRENT == 2)); then\n"
		"\t\t_arguments '(-)'{-h,--help}'[print a summary]' '(-)--version[print the version]' \\\n"
		"\t\t\t'1:command:_cutelayout_commands'\n"
		"\t\treturn\n"
		"\tfi\n"
		"\tshift words\n"
		"\t((CURRENT--))\n"
		"\tcase ${words[1]} in\n", out);
	for (int i = 0; i < count; i++) {
		put_command(commands[i], out);
	}
	fputs("\tesac\n"
		"}\n"
		"\n"
		"if [[ ${funcstack[1]} = _cutelayout ]]; then\n"
		"\t_cutelayout \"$@\"\n"
		"else\n"
		"\tcompdef _cutelayout cutelayout\n"
		"fi\n", out);
}
