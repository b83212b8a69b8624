#include "cli/help.h"

#include <string.h>

#include "cli/cmd.h"
#include "cli/options.h"
#include "cli/report.h"

enum { MEANING_COLUMN = 26,
	LINE_WIDTH = 80 };

/* "text" in lines that end at LINE_WIDTH at the latest, from "column" on, where the first one is already. */
static void print_wrapped(const char *text, int column, FILE *out) {
	int at = column;
	while (*text != '\0') {
		int length = (int)strcspn(text, " ");
		if (at > column && at + 1 + length > LINE_WIDTH) {
			fprintf(out, "\n%*s", column, "");
			at = column;
		} else if (at > column) {
			fputc(' ', out);
			at++;
		}
		fprintf(out, "%.*s", length, text);
		at += length;
		text += length;
		text += *text == ' ' ? 1 : 0;
	}
	fputc('\n', out);
}

/* The name of "operation" and what it means, beside it or below a name that is longer than the column. */
static void print_line(const struct operation *operation, FILE *out) {
	fprintf(out, "  %-*s", MEANING_COLUMN - 2, operation->name);
	if (strlen(operation->name) > MEANING_COLUMN - 3) {
		fprintf(out, "\n%*s", MEANING_COLUMN, "");
	}
	print_wrapped(operation->meaning, MEANING_COLUMN, out);
}

void help_print_operations(FILE *out) {
	int count;
	const struct operation_group *const *groups = operation_groups(&count);
	for (int i = 0; i < count; i++) {
		fprintf(out, "%s%s:\n", i > 0 ? "\n" : "", groups[i]->title);
		for (int k = 0; k < groups[i]->count; k++) {
			const struct operation *operation = &groups[i]->operations[k];
			print_line(operation, out);
		}
	}
}

/* "size(layout[, mode, ...])": brackets around what need not be given. */
static void print_signature(const struct operation *operation, FILE *out) {
	const char *rest = operation->parameters;
	for (int i = 1; i < operation->takes.least; i++) {
		rest += strcspn(rest, ",") + 2;
	}
	rest += strcspn(rest, ",");
	fprintf(out, "%s(%.*s", operation->name, (int)(rest - operation->parameters), operation->parameters);
	fprintf(out, *rest != '\0' ? "[%s])\n" : "%s)\n", rest);
}

void help_print_operation(const struct operation *operation, FILE *out) {
	print_signature(operation, out);
	fputs("  ", out);
	print_wrapped(operation->meaning, 2, out);
	fprintf(out, "\n"
		     "  example  %s\n"
		     "           %s\n"
		     "  source   CUTLASS, %s\n",
		operation->example, operation->result, operation->source);
}

/* The operations whose names or meanings have "word" in them; false if there are none. */
static bool print_mentions(const char *word, FILE *out) {
	bool any = false;
	for (const struct operation *each = operation_next(NULL); each != NULL; each = operation_next(each)) {
		if (strstr(each->name, word) != NULL || strstr(each->meaning, word) != NULL) {
			print_line(each, out);
			any = true;
		}
	}
	return any;
}

int help_print(const char *asked, const char *name, FILE *out) {
	const struct operation *operation = operation_find(str_from(name));
	if (operation != NULL) {
		help_print_operation(operation, out);
		return EXIT_DONE;
	}
	const struct command *command = command_named(name);
	if (command != NULL) {
		options_print_help(command, out);
		return EXIT_DONE;
	}
	const struct operation *near = operation_suggest(str_from(name));
	if (near != NULL) {
		return report_usage(asked, "no operation or command is called '%s'; did you mean '%s'?", name, near->name);
	}
	if (print_mentions(name, out)) {
		return EXIT_DONE;
	}
	return report_usage(asked, "no operation or command is called '%s'", name);
}
