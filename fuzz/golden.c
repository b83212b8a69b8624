/*
 * Any text as a golden file. Written anew, with what its statements give in its place, it is as it should be: to write
 * it once more changes nothing, and there is no difference to print. Any text as a command line: its words, in quotes,
 * are the same words.
 */
#include <stdio.h>
#include <string.h>

#include "cli/golden/diff.h"
#include "cli/golden/inline.h"
#include "tool/words.h"
#include "fuzz.h"

static void rewrite(struct arena *arena, struct str text) {
	struct buf once;
	struct buf twice;
	struct buf difference;
	const struct reading_options reading = { .dialect = DIALECT_CPP };
	buf_init(&once, arena);
	buf_init(&twice, arena);
	buf_init(&difference, arena);
	inline_rewrite(arena, text, &reading, &once);
	inline_rewrite(arena, buf_str(&once), &reading, &twice);
	diff_print(&difference, "once", buf_str(&once), "twice", buf_str(&twice));
	if (difference.length > 0 || !str_equal(buf_str(&once), buf_str(&twice))) {
		fprintf(stderr, "%s", difference.data);
		abort();
	}
	diff_print(&difference, "before", text, "after", buf_str(&once));
	fuzz_require((difference.length > 0) == !str_equal(text, buf_str(&once)));
}

static void split(struct arena *arena, struct str text) {
	struct words words = words_split(arena, text);
	struct buf quoted;
	buf_init(&quoted, arena);
	if (words.problem != NULL) {
		fuzz_require(words.problem[0] != '\0');
		return;
	}
	for (int i = 0; i < words.count; i++) {
		buf_put(&quoted, "'");
		for (const char *c = words.items[i]; *c != '\0'; c++) {
			if (*c == '\'') {
				buf_put(&quoted, "'\\''");
			} else {
				buf_put_char(&quoted, *c);
			}
		}
		buf_put(&quoted, "' ");
	}
	struct words again = words_split(arena, buf_str(&quoted));
	fuzz_require(again.problem == NULL && again.count == words.count && again.items[again.count] == NULL);
	for (int i = 0; i < words.count; i++) {
		fuzz_require(strcmp(words.items[i], again.items[i]) == 0);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	struct str text = { (const char *)data, size };
	struct arena arena;
	jmp_buf jump;
	arena_init(&arena, fuzz_out_of_memory, &jump);
	arena.limit = FUZZ_ARENA_BYTES;
	if (setjmp(jump) == 0) {
		split(&arena, text);
		rewrite(&arena, text);
	}
	arena_finish(&arena);
	return 0;
}
