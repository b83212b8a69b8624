#define _GNU_SOURCE
#include "cli/help/help.h"

#include <string.h>

#include "base/nearest.h"
#include "cli/cmd.h"
#include "cli/help/topics.h"
#include "cli/options.h"
#include "cli/report.h"
#include "lang/notation/json.h"
#include "lang/synonym.h"

enum { MEANING_COLUMN = 26, LINE_WIDTH = 80 };

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

/* "word" and what it means, beside it or below a word that is longer than the column. */
static void print_item(const char *word, const char *meaning, FILE *out) {
	fprintf(out, "  %-*s", MEANING_COLUMN - 2, word);
	if (strlen(word) > MEANING_COLUMN - 3) {
		fprintf(out, "\n%*s", MEANING_COLUMN, "");
	}
	print_wrapped(meaning, MEANING_COLUMN, out);
}

void help_print_operations(FILE *out) {
	int count;
	const struct operation_group *const *groups = operation_groups(&count);
	for (int i = 0; i < count; i++) {
		fprintf(out, "%s%s:\n", i > 0 ? "\n" : "", groups[i]->title);
		for (int k = 0; k < groups[i]->count; k++) {
			print_item(groups[i]->operations[k].name, groups[i]->operations[k].meaning, out);
		}
	}
}

/* The first names of all topics, as one line that is cut at the width. */
static void print_topics(FILE *out) {
	struct topic topic;
	size_t offset = 0;
	int at = fprintf(out, "Topics: language");
	while (topics_next(&offset, &topic)) {
		struct str name = topics_take_word(&topic.names);
		if (at + 2 + (int)name.length > LINE_WIDTH) {
			at = fprintf(out, ",\n        %.*s", (int)name.length, name.data) - 2;
		} else {
			at += fprintf(out, ", %.*s", (int)name.length, name.data);
		}
	}
	fputc('\n', out);
}

void help_print_everything(FILE *out) {
	help_print_operations(out);
	fputc('\n', out);
	print_topics(out);
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

/* The topics that "operation" belongs to, or nothing. */
static void print_topics_of(const struct operation *operation, FILE *out) {
	struct topic topic;
	size_t offset = 0;
	bool any = false;
	while (topics_next(&offset, &topic)) {
		if (topics_list_has(topic.operations, str_from(operation->name))) {
			struct str name = topics_take_word(&topic.names);
			fprintf(out, "%s%.*s", any ? ", " : "  more     cutelayout help ", (int)name.length, name.data);
			any = true;
		}
	}
	fputs(any ? "\n" : "", out);
}

void help_print_operation(const struct operation *operation, FILE *out) {
	print_signature(operation, out);
	fputs("  ", out);
	print_wrapped(operation->meaning, 2, out);
	if (strstr(operation->parameters, "tiler") != NULL) {
		fputs("\n  tiler    a tuple is by mode: (8,4) tiles mode 0 by 8 and mode 1 by 4; an integer or\n"
			"           one layout is 1-D: over all coordinates, counted column-major\n", out);
	}
	fprintf(out, "\n"
		"  example  %s\n"
		"           %s\n"
		"  source   CUTLASS, %s\n", operation->example, operation->result, operation->source);
	print_topics_of(operation, out);
}

/* The text of "topic", and its operations with what each means. */
static void print_topic(const struct topic *topic, FILE *out) {
	fprintf(out, "%.*s", (int)topic->text.length, topic->text.data);
	struct str list = topic->operations;
	fputs(list.length > 0 ? "\n" : "", out);
	for (struct str each = topics_take_word(&list); each.length > 0; each = topics_take_word(&list)) {
		const struct operation *operation = operation_find(each);
		if (operation != NULL) {
			print_item(operation->name, operation->meaning, out);
		}
	}
}

/* Whether "text" holds "word", in either case of letters. */
static bool mentions(const char *text, const char *word) {
	return strcasestr(text, word) != NULL;
}

/* The operations and commands whose names or meanings have "word" in them; false if there are none. */
static bool print_mentions(const char *word, FILE *out) {
	bool any = false;
	for (const struct operation *each = operation_next(NULL); each != NULL; each = operation_next(each)) {
		if (mentions(each->name, word) || mentions(each->meaning, word)) {
			print_item(each->name, each->meaning, out);
			any = true;
		}
	}
	int count;
	const struct command *const *commands = command_table(&count);
	for (int i = 0; i < count; i++) {
		if (mentions(commands[i]->name, word) || mentions(commands[i]->summary, word)) {
			char line[80];
			snprintf(line, sizeof line, "cutelayout %s", commands[i]->name);
			print_item(line, commands[i]->summary, out);
			any = true;
		}
	}
	return any;
}

/* Say that nothing is known about "name", and which operation, command or topic is nearest to it. */
static int report_unknown(const char *asked, const char *name) {
	struct nearest near = nearest_begin(str_from(name));
	for (const struct operation *each = operation_next(NULL); each != NULL; each = operation_next(each)) {
		nearest_offer(&near, str_from(each->name));
	}
	int count;
	const struct command *const *commands = command_table(&count);
	for (int i = 0; i < count; i++) {
		nearest_offer(&near, str_from(commands[i]->name));
	}
	struct topic topic;
	size_t offset = 0;
	while (topics_next(&offset, &topic)) {
		for (struct str each = topics_take_word(&topic.names); each.length > 0; each = topics_take_word(&topic.names)) {
			nearest_offer(&near, each);
		}
	}
	if (nearest_found(&near)) {
		return report_usage(asked, "no operation, command or topic is called '%s'; did you mean '%.*s'?", name,
			(int)near.name.length, near.name.data);
	}
	return report_usage(asked, "no operation, command or topic is called '%s'", name);
}

int help_print(const char *asked, const char *name, FILE *out) {
	const struct operation *operation = operation_find(str_from(name));
	const struct command *command = command_named(name);
	const char *synonym = synonym_find(str_from(name));
	struct topic topic;
	if (operation != NULL) {
		help_print_operation(operation, out);
	} else if (command != NULL) {
		options_print_help(command, out);
	} else if (strcmp(name, "language") == 0) {
		help_print_language(out);
	} else if (topics_find(str_from(name), &topic)) {
		print_topic(&topic, out);
	} else if (synonym != NULL) {
		fprintf(out, "%s\n", synonym);
	} else if (operation_suggest(str_from(name)) != NULL || !print_mentions(name, out)) {
		return report_unknown(asked, name);
	}
	return EXIT_DONE;
}

static void put_member(struct buf *out, const char *key, const char *text) {
	buf_printf(out, ",\"%s\":", key);
	buf_put_json(out, str_from(text));
}

static void print_operation_json(const struct operation *operation, const char *group, FILE *out) {
	struct arena arena;
	struct buf line;
	arena_init(&arena, report_out_of_memory, NULL);
	buf_init(&line, &arena);
	print_json_begin(&line);
	buf_put(&line, "\"name\":");
	buf_put_json(&line, str_from(operation->name));
	put_member(&line, "group", group);
	put_member(&line, "parameters", operation->parameters);
	buf_printf(&line, ",\"least\":%d,\"most\":%d", operation->takes.least, operation->takes.most);
	put_member(&line, "meaning", operation->meaning);
	put_member(&line, "example", operation->example);
	put_member(&line, "result", operation->result);
	put_member(&line, "source", operation->source);
	buf_put(&line, "}\n");
	fwrite(line.data, 1, line.length, out);
	arena_finish(&arena);
}

static int refuse_json(const char *name) {
	struct arena arena;
	struct message message = { .span = { 0, 0 } };
	arena_init(&arena, report_out_of_memory, NULL);
	fault_set(&message.fault, FAULT_NAME, 0, "no operation is called '%s'", name);
	report_error_json(&arena, NULL, &message);
	arena_finish(&arena);
	return EXIT_USAGE;
}

int help_print_json(const char *name, FILE *out) {
	bool any = false;
	int count;
	const struct operation_group *const *groups = operation_groups(&count);
	for (int i = 0; i < count; i++) {
		for (int k = 0; k < groups[i]->count; k++) {
			const struct operation *operation = &groups[i]->operations[k];
			if (name == NULL || strcmp(operation->name, name) == 0) {
				print_operation_json(operation, groups[i]->title, out);
				any = true;
			}
		}
	}
	return any ? EXIT_DONE : refuse_json(name);
}
