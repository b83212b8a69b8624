#define _GNU_SOURCE
#include "cli/report.h"

#include <stdarg.h>
#include <stdlib.h>

#include "base/utf8.h"
#include "cli/cmd.h"
#include "tool/json.h"

void report_out_of_memory(void *context, size_t wanted) {
	(void)context;
	fprintf(stderr, "cutelayout: out of memory: %zu more bytes are needed\n", wanted);
	exit(EXIT_USAGE);
}

/* Append the sentence, what it quotes made visible. */
__attribute__((format(printf, 2, 0))) static void put_sentence(struct buf *out, const char *format, va_list args) {
	va_list again;
	va_copy(again, args);
	size_t length = (size_t)vsnprintf(NULL, 0, format, args);
	char *sentence = arena_alloc(out->arena, length + 1);
	vsnprintf(sentence, length + 1, format, again);
	va_end(again);
	utf8_put_visible(out, (struct str){ sentence, length }, length);
}

void report_text(struct str text, FILE *out) {
	struct arena arena;
	struct buf visible;
	arena_init(&arena, report_out_of_memory, NULL);
	buf_init(&visible, &arena);
	utf8_put_visible(&visible, text, text.length);
	fwrite(visible.data, 1, visible.length, out);
	arena_finish(&arena);
}

int report_usage(const char *command, const char *format, ...) {
	struct arena arena;
	struct buf out;
	va_list args;
	arena_init(&arena, report_out_of_memory, NULL);
	buf_init(&out, &arena);
	buf_printf(&out, "cutelayout %s: ", command);
	va_start(args, format);
	put_sentence(&out, format, args);
	va_end(args);
	buf_printf(&out, "\ntry 'cutelayout %s --help'\n", command);
	fputs(out.data, stderr);
	arena_finish(&arena);
	return EXIT_USAGE;
}

/* In one piece, since other processes may write there as well. */
int report_failure(const char *format, ...) {
	struct arena arena;
	struct buf out;
	va_list args;
	arena_init(&arena, report_out_of_memory, NULL);
	buf_init(&out, &arena);
	buf_put(&out, "cutelayout: ");
	va_start(args, format);
	put_sentence(&out, format, args);
	va_end(args);
	buf_put_char(&out, '\n');
	fputs(out.data, stderr);
	arena_finish(&arena);
	return EXIT_USAGE;
}

void report_hint(const struct fault *fault) {
	if (fault->hint[0] != '\0') {
		fputs("  hint: ", stderr);
		report_text(str_from(fault->hint), stderr);
		fputc('\n', stderr);
	}
}

void report_fault(const struct fault *fault) {
	report_failure("%s", fault->text);
	report_hint(fault);
}

static void report_message(struct arena *arena, const struct source *source, const struct message *message,
	const char *kind) {
	struct buf text;
	buf_init(&text, arena);
	source_print_message(source, message, kind, &text);
	fwrite(text.data, 1, text.length, stderr);
}

void report_error(struct arena *arena, const struct source *source, const struct message *message) {
	report_message(arena, source, message, "error");
}

void report_warnings(const struct evaluation *ev) {
	for (int i = 0; i < ev->warning_count && i < WARNINGS_MAX; i++) {
		const struct message *message = &ev->warnings[i];
		report_message(ev->algebra.arena, ev->source, message, fault_note_name(message->fault.code));
	}
	if (ev->warning_count > WARNINGS_MAX) {
		report_text(str_from(ev->source->name), stderr);
		int more = ev->warning_count - WARNINGS_MAX;
		fprintf(stderr, ": %d more warning%s\n", more, more == 1 ? "" : "s");
	}
}

void report_evaluation(const struct evaluation *ev) {
	report_warnings(ev);
	if (fault_is_set(&ev->error.fault)) {
		report_error(ev->algebra.arena, ev->source, &ev->error);
	}
}

static void hear(void *context, const struct evaluation *ev) {
	(void)context;
	report_evaluation(ev);
}

const struct listener report_listener = { hear, NULL };

void report_error_json(struct arena *arena, const struct source *source, const struct message *message) {
	struct buf text;
	buf_init(&text, arena);
	json_put_failure(&text, source, message);
	buf_put_char(&text, '\n');
	fwrite(text.data, 1, text.length, stdout);
}

void report_error_as(bool json, struct arena *arena, const struct source *source, const struct message *message) {
	if (json) {
		report_error_json(arena, source, message);
	} else {
		report_error(arena, source, message);
	}
}

void report_placeless(struct arena *arena, const struct fault *fault, bool json) {
	if (json) {
		report_error_json(arena, NULL, &(struct message){ .fault = *fault });
	} else {
		report_fault(fault);
	}
}

static void hear_json(void *context, const struct evaluation *ev) {
	(void)context;
	report_warnings(ev);
	if (fault_is_set(&ev->error.fault)) {
		report_error_json(ev->algebra.arena, ev->source, &ev->error);
	}
}

const struct listener report_json_listener = { hear_json, NULL };
