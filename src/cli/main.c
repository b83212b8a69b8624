#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/nearest.h"
#include "cli/cmd.h"
#include "cli/report.h"
#include "config.h"
#include "lang/ops/operation.h"
#include "lang/source.h"

#define COMMAND(name) &command_##name,
static const struct command *const commands[] = { COMMANDS };
#undef COMMAND

enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static void print_usage(FILE *out) {
	fputs("usage: cutelayout COMMAND [OPTION]... [ARGUMENT]...\n"
		"       cutelayout EXPRESSION [OPTION of eval]...\n"
		"\n"
		"A calculator, visualizer and GPU validator for CuTe layouts.\n"
		"\n", out);
	for (int i = 0; i < COMMAND_COUNT; i++) {
		fprintf(out, "  %-10s  %s\n", commands[i]->name, commands[i]->summary);
	}
	fputs("\n"
		"  -h, --help      print this text\n"
		"      --version   print the version\n"
		"\n"
		"'cutelayout COMMAND --help' describes a command.\n"
		"exit status: 0 done, 1 the asked property is false, 2 wrong usage or I/O,\n"
		"3 the expression is at fault, 4 not in this build or no usable device\n", out);
}

const struct command *const *command_table(int *count) {
	*count = COMMAND_COUNT;
	return commands;
}

const struct command *command_named(const char *name) {
	for (int i = 0; i < COMMAND_COUNT; i++) {
		if (strcmp(commands[i]->name, name) == 0) {
			return commands[i];
		}
	}
	return NULL;
}

/* Say that no command is called "name", and which operation or command it was perhaps meant to be. */
static int report_unknown(const char *name) {
	struct nearest near = nearest_begin(str_from(name));
	for (int i = 0; i < COMMAND_COUNT; i++) {
		nearest_offer(&near, str_from(commands[i]->name));
	}
	if (nearest_found(&near)) {
		return report_failure("no command is called '%s'; did you mean '%s'?", name, near.name.data);
	}
	if (source_is_file_name(str_from(name))) {
		return report_failure("no command is called '%s'; 'cutelayout eval -f %s' evaluates it, 'cutelayout paste %s' "
			"finds the layouts in it", name, name, name);
	}
	const struct operation *operation = operation_find(str_from(name));
	if (operation != NULL) {
		return report_failure("no command is called '%s', but an operation: 'cutelayout %s(%s)'", name,
			operation->name, operation->parameters);
	}
	return report_failure("no command is called '%s'\ntry 'cutelayout --help', or 'cutelayout help %s'", name, name);
}

/* "word" can be no command, but an expression: commands are letters. */
static bool is_expression(const char *word) {
	bool is_option = word[0] == '-' || word[0] == ':';
	return !is_option && (strpbrk(word, "(:<=") != NULL || (word[0] >= '0' && word[0] <= '9'));
}

/* Run "eval" with all arguments. */
static int evaluate(int argc, char **argv) {
	char name[] = "eval";
	char **arguments = malloc(((size_t)argc + 2) * sizeof *arguments);
	if (arguments == NULL) {
		report_failure("out of memory");
		return EXIT_USAGE;
	}
	arguments[0] = name;
	memcpy(arguments + 1, argv, (size_t)argc * sizeof *argv);
	arguments[argc + 1] = NULL;
	int status = command_named(name)->run(argc + 1, arguments);
	free(arguments);
	return status;
}

int command_run(int argc, char **argv) {
	if (argc < 1) {
		print_usage(stderr);
		return EXIT_USAGE;
	}
	if (strcmp(argv[0], "--help") == 0 || strcmp(argv[0], "-h") == 0) {
		print_usage(stdout);
		return EXIT_DONE;
	}
	if (strcmp(argv[0], "--version") == 0) {
		puts("cutelayout " CUTELAYOUT_VERSION);
		return EXIT_DONE;
	}
	const struct command *command = command_named(argv[0]);
	if (command == NULL && is_expression(argv[0])) {
		return evaluate(argc, argv);
	}
	if (command == NULL) {
		return report_unknown(argv[0]);
	}
	return command->run(argc, argv);
}

/*
 * Let no file get the number of a standard stream that is closed: it would be read or printed to as if it were that.
 * What stands in its place can neither be read nor written, as before.
 */
static void hold_streams(void) {
	for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++) {
		if (fcntl(stream, F_GETFD) == -1) {
			open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
		}
	}
}

/* A result that could not be written is a failure, whatever the command thought of it. */
int main(int argc, char **argv) {
	hold_streams();
	int status = command_run(argc > 0 ? argc - 1 : 0, argv + 1);
	if (ferror(stdout) || fclose(stdout) != 0) {
		report_failure("cannot write to standard output");
		return EXIT_USAGE;
	}
	return status;
}
