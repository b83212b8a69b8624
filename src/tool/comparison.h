/*
 * Two layouts in any languages side by side. Owners are compared as sets of (thread, value, coordinate), so that it
 * shows what
 * turning one into the other would cost.
 */
#ifndef TOOL_COMPARISON_H
#define TOOL_COMPARISON_H

#include "lang/language/language.h"

enum verdict {
	VERDICT_EQUAL,
	VERDICT_REGISTERS,   /* equal up to one order of the registers of all threads: free */
	VERDICT_THREAD,      /* each thread holds the same elements */
	VERDICT_WARP,        /* each warp does: shuffles turn one into the other */
	VERDICT_BLOCK,       /* all threads together do: through shared memory */
	VERDICT_DIFFERENT,
};

/*
 * Compare two denotations with tables. "witness" receives the number of the first entry where they differ, -1 if
 * they are equal
 * or of different domains.
 */
enum verdict compare_denotations(struct arena *arena, const struct denotation *a, const struct denotation *b,
	int64_t *witness);

/* "equal", "equal up to the order of registers", ... */
const char *verdict_text(enum verdict verdict);

#endif
