/* Any text is a tree whose nodes lie inside the text, no deeper than the limit, or a fault with a place. */
#include "base/limits.h"
#include "fuzz.h"
#include "lang/parse.h"

enum { DEPTH_MAX = 4 * LIMIT_NESTING };  /* a level of brackets makes a call, a layout, a composition, a comparison */

static void walk(const struct node *list, size_t size, int depth) {
	fuzz_require(depth <= DEPTH_MAX);
	for (const struct node *node = list; node != NULL; node = node->next) {
		int children = 0;
		fuzz_require(node->span.begin <= node->span.end && node->span.end <= size);
		for (const struct node *child = node->first_child; child != NULL; child = child->next) {
			children++;
		}
		fuzz_require(children == node->child_count);
		walk(node->first_child, size, depth + 1);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	struct source source = { .name = "<fuzz>", .text = { (const char *)data, size }, .first_line = 1 };
	struct message message;
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	fault_clear(&message.fault);
	struct node *program = parse_program(&arena, &source, NULL, notation_table(), DIALECT_CPP, &message);
	if (fault_is_set(&message.fault)) {
		struct buf text;
		buf_init(&text, &arena);
		fuzz_require(message.span.begin <= message.span.end && message.span.end <= size);
		source_print_message(&source, &message, "error", &text);
	} else {
		walk(program, size, 1);
	}
	arena_finish(&arena);
	return 0;
}
