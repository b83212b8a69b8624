/*
 * Any text is an assertion that is true or false, or ends with a fault that has a place. The opposite of one that is
 * true is false, and the other way about.
 */
#include "tool/assertion.h"
#include "fuzz.h"

static struct fact_list make_facts(void) {
	struct fact_list facts = { .count = 0 };
	facts_add(&facts, "size", 4096);
	facts_add(&facts, "bijective", 1);
	facts_add(&facts, "overlap", 0);
	facts_add(&facts, "min_offset", INT64_MIN);
	facts_add(&facts, "max_offset", INT64_MAX);
	facts_add_missing(&facts, "vector", "give --dtype");
	return facts;
}

static bool evaluate(struct arena *arena, struct str text, bool *holds) {
	struct fact_list facts = make_facts();
	struct source source = { .name = "--assert", .text = text, .first_line = 1 };
	struct message message;
	bool good = assert_evaluate(&facts, &source, holds, &message);
	fuzz_require(good != fault_is_set(&message.fault));
	if (!good) {
		struct buf out;
		buf_init(&out, arena);
		fuzz_require(message.span.begin <= message.span.end && message.span.end <= text.length);
		source_print_message(&source, &message, "error", &out);
	}
	return good;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	struct arena arena;
	struct buf opposite;
	bool holds;
	bool opposite_holds;
	arena_init(&arena, NULL, NULL);
	buf_init(&opposite, &arena);
	struct str text = { (const char *)data, size };
	buf_put(&opposite, "!(");
	buf_put_str(&opposite, text);
	buf_put(&opposite, ")");
	if (evaluate(&arena, text, &holds) && evaluate(&arena, buf_str(&opposite), &opposite_holds)) {
		fuzz_require(holds != opposite_holds);
	}
	arena_finish(&arena);
	return 0;
}
