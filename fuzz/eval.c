/*
 * Any program ends with values or with a fault that has a place, after a bounded amount of work. The text of a value is
 * an expression with the same value.
 */
#include <stdio.h>

#include "fuzz.h"
#include "fuzz_value.h"
#include "lang/eval.h"
#include "lang/notation/json.h"
#include "lang/notation/plain.h"

enum { STEPS = 1 << 18 };  /* work for one input; the tool allows LIMIT_STEPS */

static void read_back(struct arena *arena, const struct buf *text) {
	struct source source = { .name = "<value>", .text = buf_str(text), .first_line = 1 };
	struct evaluation ev;
	struct buf again;
	evaluation_init(&ev, arena, false);
	buf_init(&again, arena);
	bool evaluated = evaluation_run(&ev, &source);
	if (evaluated) {
		print_value(&again, &ev.results[0]);
	}
	if (!evaluated || !str_equal(buf_str(text), buf_str(&again))) {
		fprintf(stderr, "value %s\nread back as %s %s\n", text->data, again.data, ev.error.fault.text);
		abort();
	}
}

static void evaluate(struct arena *arena, const struct source *source, bool strict) {
	struct evaluation ev;
	struct buf text;
	evaluation_init(&ev, arena, strict);
	ev.algebra.steps = STEPS;
	buf_init(&text, arena);
	if (!evaluation_run(&ev, source)) {
		fuzz_require(ev.error.fault.text[0] != '\0');
		fuzz_require(ev.error.span.begin <= ev.error.span.end && ev.error.span.end <= source->text.length);
		source_print_message(source, &ev.error, "error", &text);
	}
	for (int i = 0; i < ev.warning_count && i < WARNINGS_MAX; i++) {
		source_print_message(source, &ev.warnings[i], "warning", &text);
	}
	for (int i = 0; i < ev.result_count; i++) {
		struct buf value;
		buf_init(&value, arena);
		print_value_json(&text, &ev.algebra, &ev.results[i]);
		print_value(&value, &ev.results[i]);
		if (fuzz_has_text(&ev.results[i])) {
			read_back(arena, &value);
		}
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	struct source source = { .name = "<fuzz>", .text = { (const char *)data, size }, .first_line = 1 };
	struct arena arena;
	jmp_buf jump;
	arena_init(&arena, fuzz_out_of_memory, &jump);
	arena.limit = FUZZ_ARENA_BYTES;
	if (setjmp(jump) == 0) {
		evaluate(&arena, &source, size % 2 == 1);
	}
	arena_finish(&arena);
	return 0;
}
