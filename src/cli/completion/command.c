#define _GNU_SOURCE
#include <getopt.h>
#include <string.h>

#include "cli/cmd.h"
#include "cli/completion/completion.h"
#include "cli/options.h"
#include "cli/report.h"
#include "lang/ops/operation.h"

static const struct option_line option_lines[] = {
	{ "help", 'h', NULL, NULL, "print this text" },
	{ NULL, 0, NULL, NULL, NULL },
};

static const struct option_group option_groups[] = {
	{ NULL, option_lines },
	{ NULL, NULL },
};

enum takes completion_takes(const struct option_line *line) {
	if (line->value == NULL) {
		return TAKES_NOTHING;
	}
	return line->value[0] == '[' ? TAKES_OPTIONAL : strstr(line->value, ",...") != NULL ? TAKES_LIST : TAKES_VALUE;
}

bool completion_is_files(const char *words) {
	return words != NULL && strcmp(words, "FILE") == 0;
}

bool completion_is_operations(const char *words) {
	return words != NULL && strcmp(words, "OPERATION") == 0;
}

void completion_put_operations(FILE *out) {
	int count;
	const struct command *const *commands = command_table(&count);
	for (int i = 0; i < count; i++) {
		fprintf(out, i > 0 ? " %s" : "%s", commands[i]->name);
	}
	for (const struct operation *each = operation_next(NULL); each != NULL; each = operation_next(each)) {
		fprintf(out, " %s", each->name);
	}
}

void completion_put_text(const char *text, const char *escaped, const char *quote, FILE *out) {
	for (; *text != '\0'; text++) {
		if (*text == '\'') {
			fputs(quote, out);
			continue;
		}
		if (strchr(escaped, *text) != NULL) {
			fputc('\\', out);
		}
		fputc(*text == '\n' ? ' ' : *text, out);
	}
}

void completion_put_help(const struct command *command, int index, const char *escaped, const char *quote, FILE *out) {
	while (index > 0 && options_at(command, index)->help[0] == '\0') {
		index--;
	}
	completion_put_text(options_at(command, index)->help, escaped, quote, out);
}

static int cmd_completion(int argc, char **argv) {
	int status = options_read(&command_completion, argc, argv, NULL, NULL, NULL);
	if (status >= 0) {
		return status;
	}
	if (argc - optind != 1) {
		return report_usage("completion", "expected one of bash, fish, zsh");
	}
	if (strcmp(argv[optind], "bash") == 0) {
		completion_bash(stdout);
	} else if (strcmp(argv[optind], "fish") == 0) {
		completion_fish(stdout);
	} else if (strcmp(argv[optind], "zsh") == 0) {
		completion_zsh(stdout);
	} else {
		return report_usage("completion", "there is no script for '%s', only for bash, fish and zsh", argv[optind]);
	}
	return EXIT_DONE;
}

const struct command command_completion = {
	.name = "completion",
	.summary = "print the script that completes command lines",
	.synopsis = "bash|fish|zsh",
	.about = "Print a script with which a shell completes commands, options and their values, and the\n"
		"names of operations. It is installed with the program; to try it without:\n"
		"\n"
		"  bash  source <(cutelayout completion bash)\n"
		"  fish  cutelayout completion fish | source\n"
		"  zsh   source <(cutelayout completion zsh)",
	.options = option_groups,
	.exits = "0 done, 2 wrong usage",
	.words = "bash fish zsh",
	.run = cmd_completion,
};
