/* What the tests of the language share: a program to its evaluation, to its value as text, or to its error. */
#ifndef TESTS_LANG_CASE_H
#define TESTS_LANG_CASE_H

#include "base/buf.h"
#include "lang/eval.h"
#include "lang/notation/plain.h"

/* What came of a program. It lives in the arena that it was evaluated with. */
struct outcome {
	bool has_value;
	const char *value;          /* the last result as text */
	enum fault_code code;       /* else the error: its kind, place and sentence */
	struct span span;
	struct position position;
	const char *sentence;
	const char *hint;
	int result_count;
	int warning_count;
};

/* The evaluation of "program", with its results; its error says whether there was a fault. */
static inline struct evaluation *run_text(struct arena *arena, struct str program) {
	struct source *source = arena_alloc(arena, sizeof *source);
	struct evaluation *ev = arena_alloc(arena, sizeof *ev);
	*source = (struct source){ .name = "<test>", .text = program, .first_line = 1 };
	evaluation_init(ev, arena, false);
	evaluation_run(ev, source);
	return ev;
}

/* Its last result; VALUE_NONE where there is none, or a fault. */
static inline struct value last_result(const struct evaluation *ev) {
	bool good = ev->error.fault.code == FAULT_NONE && ev->result_count > 0;
	return good ? ev->results[ev->result_count - 1] : value_none();
}

static inline struct outcome evaluate_text(struct arena *arena, struct str program) {
	struct evaluation *ev = run_text(arena, program);
	struct outcome outcome = { .value = "", .sentence = "", .hint = "" };
	if (ev->error.fault.code == FAULT_NONE) {
		struct buf text;
		buf_init(&text, arena);
		if (ev->result_count > 0) {
			print_value(&text, &ev->results[ev->result_count - 1]);
		}
		outcome.has_value = ev->result_count > 0;
		outcome.value = text.data;
	} else {
		outcome.code = ev->error.fault.code;
		outcome.span = ev->error.span;
		outcome.position = source_position(ev->source, ev->error.span.begin);
		outcome.sentence = ev->error.fault.text;
		outcome.hint = ev->error.fault.hint;
	}
	outcome.result_count = ev->result_count;
	outcome.warning_count = ev->warning_count;
	return outcome;
}

#endif
