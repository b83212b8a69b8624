/*
 * One harness for each thing that reads what a user wrote. fuzz/run.sh builds them for libFuzzer; replay.c runs the
 * inputs of corpus/ through them without it.
 */
#ifndef FUZZ_FUZZ_H
#define FUZZ_FUZZ_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* Memory that one input may take. */
#define FUZZ_ARENA_BYTES ((size_t)1 << 28)

/* Try one input. Always returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* An assertion that no build option removes. */
static inline void fuzz_require(bool holds) {
	if (!holds) {
		abort();
	}
}

/* The handler of an arena whose context is a jmp_buf. */
static inline void fuzz_out_of_memory(void *context, size_t wanted) {
	(void)wanted;
	jmp_buf *jump = context;
	longjmp(*jump, 1);
}

/* Brackets close in the order in which they were opened. */
static inline bool fuzz_is_balanced(const char *text) {
	enum { DEPTH_MAX = 1024 };
	char open[DEPTH_MAX];
	int depth = 0;
	for (; *text != '\0'; text++) {
		char closing = *text == '(' ? ')' : *text == '[' ? ']' : *text == '{' ? '}' : '\0';
		if (closing != '\0') {
			fuzz_require(depth < DEPTH_MAX);
			open[depth++] = closing;
		} else if ((*text == ')' || *text == ']' || *text == '}') && (depth == 0 || open[--depth] != *text)) {
			return false;
		}
	}
	return depth == 0;
}

#endif
