/* What "cutelayout paste" prints of a text, for paste_cases.c and damaged.c. */
#ifndef TESTS_PASTED_H
#define TESTS_PASTED_H

#include <string.h>

#include "tool/paste.h"

/* On both streams, with "steps" for each evaluation. The text lives in the arena. */
static inline struct str pasted(struct arena *arena, struct str text, int64_t steps) {
	struct evaluation ev;
	struct findings findings = { .arena = arena };
	struct source source = { "<case>", text, 1 };
	struct buf out;
	evaluation_init(&ev, arena, false);
	ev.algebra.steps = steps;
	buf_init(&out, arena);
	/* In front of the copy that is read of the text, of which it is no part. */
	memset(arena_room(arena, 16), 'x', 16);
	paste_read(&ev, &source, &findings);
	if (!paste_put(&out, &source, &findings)) {
		buf_put(&out, "not all of it\n");
	}
	paste_put_skipped(&out, &source, &findings);
	return buf_str(&out);
}

#endif
