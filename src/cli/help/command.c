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

/* "zipped divide", "bank conflict": the words with _ between them. */
static const char *in_one_word(struct arena *arena, char **words, int count) {
	struct buf word;
	buf_init(&word, arena);
	for (int i = 0; i < count; i++) {
		buf_put(&word, i > 0 ? "_" : "");
		buf_put(&word, words[i]);
	}
	return word.data;
}

/* All operations where "name" is NULL. Returns an exit code. */
static int print(bool json, const char *name) {
	if (json) {
		return help_print_json(name, stdout);
	}
	if (name != NULL) {
		return help_print("help", name, stdout);
	}
	help_print_everything(stdout);
	return EXIT_DONE;
}

static int cmd_help(int argc, char **argv) {
	static const struct option_place places[] = { { OPTION_JSON, STORE_FLAG, 0 }, { 0, STORE_FLAG, 0 } };
	bool json = false;
	int status = options_read(&command_help, argc, argv, places, NULL, &json);
	if (status >= 0) {
		return status;
	}
	struct arena arena;
	arena_init(&arena, report_out_of_memory, NULL);
	const char *name = optind < argc ? in_one_word(&arena, argv + optind, argc - optind) : NULL;
	status = print(json, name);
	arena_finish(&arena);
	return status;
}

const struct command command_help = {
	.name = "help",
	.summary = "list or describe the operations of the language",
	.synopsis = "[OPERATION|COMMAND|TOPIC|WORD...]",
	.about = "List the operations of the expression language, or describe one of them: how it is called,\n"
		"what it means, an example, and where CUTLASS has it. Of a command, print what its --help prints;\n"
		"of a topic, what its operations have in common; of any other word, where it occurs.",
	.options = option_groups,
	.exits = "0 done, 2 wrong usage",
	.words = "OPERATION",
	.run = cmd_help,
};
