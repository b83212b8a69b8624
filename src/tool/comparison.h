/*
 * Two layouts in any languages side by side. Owners are compared as sets of (thread, value, coordinate), so that it
 * shows what turning one into the other would cost.
 */
#ifndef TOOL_COMPARISON_H
#define TOOL_COMPARISON_H

#include "lang/language/language.h"

enum verdict {
	VERDICT_EQUAL,
	VERDICT_REGISTERS, /* equal up to one order of the registers of all threads: free */
	VERDICT_THREAD,    /* each thread holds the same elements */
	VERDICT_WARP,      /* each warp does: shuffles turn one into the other */
	VERDICT_BLOCK,     /* each block does: through shared memory */
	VERDICT_CLUSTER,   /* all threads together do: through the shared memory of other blocks */
	VERDICT_DIFFERENT,
};

/*
 * Compare two denotations, those of memory and ownership with tables. "witness" receives the number of the first entry
 * where they differ, -1 if they are equal or of different domains.
 */
enum verdict compare_denotations(struct arena *arena, const struct denotation *a, const struct denotation *b,
	int64_t *witness);

/* "equal", "equal up to the order of registers", ... */
const char *verdict_text(enum verdict verdict);

/* Two texts and how what they denote compares. */
struct language_difference {
	struct denotation a, b;
	enum verdict verdict;
	int64_t witness; /* as of compare_denotations */
};

/*
 * Compare the texts "a" and "b" of any languages about a tensor of the shape in "options". A text of CuTe is read as a
 * (thread, value) layout if the other one says who owns what. Returns NULL, or the source that is at fault as "message"
 * says.
 */
const struct source *compare_texts(struct algebra *al, const struct source *a, const struct source *b,
	const struct language_options *options, struct language_difference *difference, struct message *message);

/* The verdict, and below it the first entry where both differ. */
void language_difference_put(struct buf *out, const struct language_difference *difference);

/* Both as a JSON object; without a newline. */
void language_difference_put_json(struct buf *out, const struct language_difference *difference);

#endif
