/* All that is said of a program: values; "! " and a warning, "? " and what is refused, for lang_said.c and said.c. */
#ifndef TESTS_SAID_H
#define TESTS_SAID_H

#include <string.h>

#include "base/buf.h"
#include "lang/eval.h"
#include "lang/notation/plain.h"

static inline void put_message(struct buf *out, const struct source *source, const struct message *message,
	const char *mark) {
	size_t begin = message->span.begin;
	if (begin > message->span.end || message->span.end > source->text.length) {
		buf_put(out, " a span that is not there");
		return;
	}
	buf_put(out, out->length > 0 ? " " : "");
	buf_put(out, mark);
	buf_put(out, " '");
	buf_put_str(out, (struct str){ source->text.data + begin, message->span.end - begin });
	buf_put(out, "' ");
	buf_put(out, message->fault.text);
	if (message->fault.hint[0] != '\0') {
		buf_put(out, " [");
		buf_put(out, message->fault.hint);
		buf_put(out, "]");
	}
}

/* How "way", the first column of said.tsv, says that expressions are read. Returns false if there is no such word. */
static inline bool said_read_way(const char *way, struct evaluation *options) {
	*options = (struct evaluation){ .strict = strcmp(way, "strict") == 0, .infer = strcmp(way, "infer") == 0 };
	bool is_dsl = strcmp(way, "dsl") == 0;
	if (is_dsl) {
		options->algebra.dialect = DIALECT_DSL;
	}
	return is_dsl || options->strict || options->infer || strcmp(way, "-") == 0;
}

/* "options" says how it is read; no steps are as many as usual. The text lives in the arena. */
static inline const char *said_of(struct arena *arena, const char *program, const struct evaluation *options) {
	struct source source = { .name = "<test>", .text = str_from(program), .first_line = 1 };
	struct evaluation *ev = arena_alloc(arena, sizeof *ev);
	struct buf out;
	buf_init(&out, arena);
	evaluation_init(ev, arena, options->strict);
	ev->infer = options->infer;
	ev->algebra.dialect = options->algebra.dialect;
	ev->algebra.memory = options->algebra.memory;
	ev->algebra.steps = options->algebra.steps != 0 ? options->algebra.steps : ev->algebra.steps;
	bool good = evaluation_run(ev, &source);
	for (int i = 0; i < ev->result_count; i++) {
		buf_put(&out, i > 0 ? "; " : "");
		print_value(&out, &ev->results[i]);
	}
	for (int i = 0; i < ev->warning_count && i < WARNINGS_MAX; i++) {
		put_message(&out, &source, &ev->warnings[i], "!");
	}
	if (!good) {
		put_message(&out, &source, &ev->error, "?");
	}
	return out.length > 0 ? out.data : "";
}

#endif
