#define _GNU_SOURCE
#include <getopt.h>

#include "cli/cmd.h"
#include "cli/help/help.h"
#include "cli/options.h"
#include "cli/report.h"

enum {
	OPTION_JSON = OPTION_LONG,
};

static const struct option_line option_lines[] = {
	{ "json", OPTION_JSON, NULL, NULL, "print one JSON object for each operation" },
	{ "help", 'h', NULL, NULL, "print this text" },
	{ NULL, 0, NULL, NULL, NULL },
};

static const struct option_group option_groups[] = {
	{ NULL, option_lines },
	{ NULL, NULL },
};

static int cmd_help(int argc, char **argv) {
	bool json = false;
	int option;
	options_begin();
	while ((option = options_next(&command_help, argc, argv)) != -1) {
		switch (option) {
		case OPTION_JSON: json = true; break;
		case 'h':
			options_print_help(&command_help, stdout);
			return EXIT_DONE;
		default:
			return EXIT_USAGE;
		}
	}
	if (argc - optind > 1) {
		return report_usage("help", "expected one name, saw '%s' too", argv[optind + 1]);
	}
	const char *name = optind < argc ? argv[optind] : NULL;
	if (json) {
		return help_print_json("help", name, stdout);
	}
	if (name != NULL) {
		return help_print("help", name, stdout);
	}
	help_print_everything(stdout);
	return EXIT_DONE;
}

const struct command command_help = {
	.name = "help",
	.summary = "list or describe the operations of the language",
	.synopsis = "[OPERATION|COMMAND|TOPIC|WORD]",
	.about = "List the operations of the expression language, or describe one of them: how it is called,\n"
		"what it means, an example, and where CUTLASS has it. Of a command, print what its --help prints;\n"
		"of a topic, what its operations have in common; of any other word, where it occurs.",
	.options = option_groups,
	.exits = "0 done, 2 wrong usage",
	.words = "OPERATION",
	.run = cmd_help,
};
