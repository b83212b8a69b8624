/* A line of text as the words of a command line. */
#ifndef TOOL_WORDS_H
#define TOOL_WORDS_H

#include "base/buf.h"

struct words {
	char **items;          /* each ends in NUL; NULL behind the last one */
	int count;
	const char *problem;   /* why "text" has no words, or NULL */
};

/*
 * Cut "text" into words as a shell does, and do nothing else that a shell does: blanks separate words, '...' and "..."
 * hold blanks, and a backslash takes the next character as it is, but inside '...'.
 */
struct words words_split(struct arena *arena, struct str text);

#endif
