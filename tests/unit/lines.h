/* How the lines of tables write texts, for said.c and languages.c. */
#ifndef TESTS_LINES_H
#define TESTS_LINES_H

#include <stdbool.h>

/* Turn each "\\n" of "text" into the end of a line. */
static inline void unescape(char *text) {
	char *out = text;
	for (const char *at = text; *at != '\0'; at++) {
		bool is_end = at[0] == '\\' && at[1] == 'n';
		*out++ = is_end ? '\n' : *at;
		at += is_end ? 1 : 0;
	}
	*out = '\0';
}

#endif
