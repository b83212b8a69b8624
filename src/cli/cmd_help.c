#define _GNU_SOURCE
#include <getopt.h>

#include "cli/cmd.h"
#include "cli/options.h"
#include "cli/report.h"
#include "lang/builtin.h"

static const struct option_line option_lines[] = {
	{ "help", 'h', NULL, NULL, "print this text" },
	{ NULL, 0, NULL, NULL, NULL },
};

static const struct option_group option_groups[] = {
	{ NULL, option_lines },
	{ NULL, NULL },
};

static int list_operations(void) {
	int count;
	const struct builtin *table = builtin_table(&count);
	for (int i = 0; i < count; i++) {
		printf("%s(%s)\n", table[i].name, table[i].parameters);
	}
	return EXIT_DONE;
}

static int cmd_help(int argc, char **argv) {
	options_begin();
	int option = options_next(&command_help, argc, argv);
	if (option == 'h') {
		options_print_help(&command_help, stdout);
		return EXIT_DONE;
	}
	if (option == '?') {
		return EXIT_USAGE;
	}
	if (argc - optind > 1) {
		return report_usage("help", "expected one operation");
	}
	if (optind == argc) {
		return list_operations();
	}
	const char *name = argv[optind];
	const struct builtin *builtin = builtin_find(str_from(name));
	if (builtin == NULL) {
		const struct builtin *near = builtin_suggest(str_from(name));
		if (near != NULL) {
			return report_usage("help", "no operation is called '%s'; did you mean '%s'?", name, near->name);
		}
		return report_usage("help", "no operation is called '%s'", name);
	}
	printf("%s(%s)\n  %s\n\n  %s\n  %s\n", builtin->name, builtin->parameters, builtin->meaning, builtin->example,
		builtin->result);
	return EXIT_DONE;
}

const struct command command_help = {
	.name = "help",
	.summary = "list and describe the operations of the language",
	.synopsis = "[OPERATION]",
	.about = "List the operations of the expression language, or describe one of them.",
	.options = option_groups,
	.exits = "0 done, 2 wrong usage",
	.words = "OPERATION",
	.run = cmd_help,
};
