/* Messages of the commands: everything that is not a result goes to standard error, here. */
#ifndef CLI_REPORT_H
#define CLI_REPORT_H

#include <stdio.h>

#include "tool/evaluate.h"

/* Install as the out_of_memory handler of arenas: says so and exits. */
_Noreturn void report_out_of_memory(void *context, size_t wanted);

/*
 * What goes to a person and may hold what came from a file, a name or an argument: control characters are made visible
 * (base/utf8.h). All messages below do so.
 */
void report_text(struct str text, FILE *out);

/* "cutelayout COMMAND: sentence" and where to find help. Returns EXIT_USAGE. */
__attribute__((format(printf, 2, 3))) int report_usage(const char *command, const char *format, ...);

/* "cutelayout: sentence". Returns EXIT_USAGE. */
__attribute__((format(printf, 1, 2))) int report_failure(const char *format, ...);

/* "cutelayout: sentence" and the hint of a fault that has no place in a source; or only the hint, if there is one. */
void report_fault(const struct fault *fault);
void report_hint(const struct fault *fault);

/* "message" about a place in "source", as text in "arena" that is printed. */
void report_error(struct arena *arena, const struct source *source, const struct message *message);

/* The warnings of "ev" and, after a fault, its error, each with its place. */
void report_evaluation(const struct evaluation *ev);

/* Only the warnings. */
void report_warnings(const struct evaluation *ev);

/* Hears of programs that src/tool runs, and reports what they left. */
extern const struct listener report_listener;

/* For --json: the error as an object on standard output; "source" is NULL where there is no place. */
void report_error_json(struct arena *arena, const struct source *source, const struct message *message);
extern const struct listener report_json_listener;

/* The error as report_error does, or with "json" as an object. */
void report_error_as(bool json, struct arena *arena, const struct source *source, const struct message *message);

/* A fault that has no place: as report_fault does, or with "json" as an object. */
void report_placeless(struct arena *arena, const struct fault *fault, bool json);

#endif
