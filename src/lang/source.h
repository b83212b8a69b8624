/*
 * A program text and places in it. Every token and node carries a span; a fault becomes a message that shows the line
 * with the span underlined.
 */
#ifndef LANG_SOURCE_H
#define LANG_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/fault.h"
#include "base/str.h"

/* Bytes begin to end-1 of the text. */
struct span {
	size_t begin;
	size_t end;
};

struct source {
	const char *name;   /* "<expr>", "<stdin>" or the name of a file */
	struct str text;
	int first_line;     /* number of its first line, from 1 */
};

/* A message about a place: the fault and where. */
struct message {
	struct fault fault;
	struct span span;
};

struct position {
	int line;     /* from source.first_line on */
	int column;   /* in characters, from 1 */
};

/* Whether "text" is no program but the name of a file with one: one word that ends in .cute, .cu, .py or the like. */
bool source_is_file_name(struct str text);

struct position source_position(const struct source *source, size_t offset);

/*
 * Print "message" into "out" as a compiler does, with "kind" ("error", "warning") after the place:
 *
 *     <expr>:1:30: error: the sentence
 *       the line
 *           ^~~
 *       hint: the nearest values
 */
void source_print_message(const struct source *source, const struct message *message, const char *kind,
	struct buf *out);

#endif
