/*
 * Any text as a paste: what is found has a place in it and a text or a reason, after a bounded amount of work. Any text
 * as the source of a kernel: its values have texts, or there is a fault with a place.
 */
#include "fuzz.h"
#include "lang/kernel/kernel.h"
#include "tool/paste.h"

enum { STEPS = 1 << 16 }; /* work for one input; the tool allows LIMIT_STEPS */

static void find(struct arena *arena, const struct source *source) {
	struct evaluation ev;
	struct findings findings = { .arena = arena };
	struct buf out;
	evaluation_init(&ev, arena, false);
	ev.algebra.steps = STEPS;
	buf_init(&out, arena);
	paste_read(&ev, source, &findings);
	for (int i = 0; i < findings.count; i++) {
		const struct finding *finding = &findings.items[i];
		fuzz_require(finding->span.begin <= finding->span.end && finding->span.end <= source->text.length);
		fuzz_require(finding->kind == FINDING_VALUE ? finding->text.length > 0
							    : finding->kind == FINDING_CONDITION || finding->fault.text[0] != '\0');
	}
	paste_put(&out, source, &findings);
	paste_put_skipped(&out, source, &findings);
	paste_put_json(&out, &ev.algebra, source, &findings);
}

static void run(struct arena *arena, const struct source *source) {
	struct evaluation ev;
	evaluation_init(&ev, arena, false);
	ev.algebra.steps = STEPS;
	if (!kernel_evaluate(&ev, source)) {
		fuzz_require(ev.error.fault.text[0] != '\0');
		fuzz_require(ev.error.span.begin <= ev.error.span.end && ev.error.span.end <= source->text.length);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	struct source source = { .name = "<fuzz>", .text = { (const char *)data, size }, .first_line = 1 };
	struct arena arena;
	jmp_buf jump;
	arena_init(&arena, fuzz_out_of_memory, &jump);
	arena.limit = FUZZ_ARENA_BYTES;
	if (setjmp(jump) == 0) {
		find(&arena, &source);
		run(&arena, &source);
	}
	arena_finish(&arena);
	return 0;
}
