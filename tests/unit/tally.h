/* What a test that needs no Criterion counts, and says of the first that fail. */
#ifndef TESTS_TALLY_H
#define TESTS_TALLY_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

enum { SHOWN_FAILURES = 10 };

struct tally {
	int passed, failed;
};

/* Count "holds"; say what does not. */
__attribute__((format(printf, 3, 4))) static inline void expect(struct tally *tally, bool holds, const char *format,
		...) {
	if (holds) {
		tally->passed++;
		return;
	}
	if (tally->failed++ < SHOWN_FAILURES) {
		va_list args;
		va_start(args, format);
		vprintf(format, args);
		va_end(args);
		printf("\n");
	}
}

#endif
