/*
 * One harness for each layer of the language. fuzz/run.sh builds them for libFuzzer; replay.c runs the inputs of
 * corpus/ through them without it.
 */
#ifndef FUZZ_FUZZ_H
#define FUZZ_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* Try one input. Always returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* An assertion that no build option removes. */
static inline void fuzz_require(bool holds) {
	if (!holds) {
		abort();
	}
}

#endif
