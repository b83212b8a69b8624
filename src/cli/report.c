#define _GNU_SOURCE
#include "cli/report.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli/cmd.h"

void report_out_of_memory(void *context, size_t wanted) {
	(void)context;
	fprintf(stderr, "cutelayout: out of memory: %zu more bytes are needed\n", wanted);
	exit(EXIT_USAGE);
}

int report_usage(const char *command, const char *format, ...) {
	va_list args;
	va_start(args, format);
	fprintf(stderr, "cutelayout %s: ", command);
	vfprintf(stderr, format, args);
	fprintf(stderr, "\ntry 'cutelayout %s --help'\n", command);
	va_end(args);
	return EXIT_USAGE;
}

int report_failure(const char *format, ...) {
	va_list args;
	va_start(args, format);
	fputs("cutelayout: ", stderr);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
	va_end(args);
	return EXIT_USAGE;
}

void report_hint(const struct fault *fault) {
	if (fault->hint[0] != '\0') {
		fprintf(stderr, "  hint: %s\n", fault->hint);
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
		report_message(ev->algebra.arena, ev->source, &ev->warnings[i], "warning");
	}
	if (ev->warning_count > WARNINGS_MAX) {
		fprintf(stderr, "%s: %d more warnings\n", ev->source->name, ev->warning_count - WARNINGS_MAX);
	}
}

void report_evaluation(const struct evaluation *ev) {
	report_warnings(ev);
	if (fault_is_set(&ev->error.fault)) {
		report_error(ev->algebra.arena, ev->source, &ev->error);
	}
}
