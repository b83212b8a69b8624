/*
 * Any value in any notation. What the notations of CuTe C++, CuTe DSL and pycute say is read back as the same value;
 * the functions of C and the LaTeX have their brackets in order.
 */
#include <stdio.h>

#include "fuzz.h"
#include "fuzz_value.h"
#include "lang/eval.h"
#include "lang/notation/notation.h"

enum { STEPS = 1 << 16 };

static void read_back(struct arena *arena, const struct value *value, const struct buf *text) {
	struct source source = { .name = "<style>", .text = buf_str(text), .first_line = 1 };
	struct evaluation ev;
	evaluation_init(&ev, arena, false);
	bool evaluated = evaluation_run(&ev, &source);
	if (!evaluated || ev.result_count != 1 || !value_equal(value, &ev.results[0])) {
		fprintf(stderr, "%s\nis not read back: %s\n", text->data, ev.error.fault.text);
		abort();
	}
}

static bool has_string(const struct value *value) {
	if (value->kind != VALUE_LIST) {
		return value->kind == VALUE_STRING;
	}
	bool found = false;
	for (int i = 0; i < value->list.count; i++) {
		found = found || has_string(&value->list.items[i]);
	}
	return found;
}

static void print(struct arena *arena, const struct value *value, const struct notation *style, int number) {
	struct algebra al;
	struct buf text;
	algebra_init(&al, arena);
	buf_init(&text, arena);
	style->print(&text, &al, value, number);
	if (algebra_failed(&al)) {
		fuzz_require(al.fault.text[0] != '\0');
	} else if (style->is_read) {
		if (fuzz_has_text(value)) {
			read_back(arena, value, &text);
		}
	} else if (!has_string(value)) {
		fuzz_require(fuzz_is_balanced(text.data));
	}
}

static void evaluate(struct arena *arena, const struct source *source) {
	struct evaluation ev;
	evaluation_init(&ev, arena, false);
	ev.algebra.steps = STEPS;
	evaluation_run(&ev, source);
	for (int i = 0; i < ev.result_count; i++) {
		for (const struct notation *const *style = notation_table(); *style != NULL; style++) {
			print(arena, &ev.results[i], *style, i);
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
		evaluate(&arena, &source);
	}
	arena_finish(&arena);
	return 0;
}
