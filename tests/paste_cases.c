/*
 * "cutelayout paste" text by text: each case of paste_cases.txt is a text and what is found in it, one thing a line,
 * with what is left out behind. Prints what differs, then "N passed, N failed".
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "unit/pasted.h"
#include "unit/tally.h"

enum { CASES_BYTES = 1 << 20 };

/* The text from "*at" to the line that begins with "mark", without its last newline; "*at" moves behind that line. */
static struct str take_part(char **at, const char *mark) {
	char *begin = *at;
	char *end = strncmp(begin, mark, strlen(mark)) == 0 ? begin : NULL;
	for (char *line = begin; end == NULL; line++) {
		line = strchr(line, '\n');
		end = line == NULL ? begin + strlen(begin) : strncmp(line + 1, mark, strlen(mark)) == 0 ? line + 1 : NULL;
	}
	*at = strchr(end, '\n') != NULL ? strchr(end, '\n') + 1 : end + strlen(end);
	return (struct str){ begin, (size_t)(end - begin) };
}

int main(int argc, char **argv) {
	static char cases[CASES_BYTES];
	struct tally tally = { 0, 0 };
	FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
	if (file == NULL) {
		fprintf(stderr, "paste_cases FILE\n");
		return 2;
	}
	size_t length = fread(cases, 1, sizeof cases - 1, file);
	fclose(file);
	if (length == sizeof cases - 1) {
		fprintf(stderr, "%s is longer than %d bytes\n", argv[1], CASES_BYTES);
		return 2;
	}
	char *at = cases;
	take_part(&at, "=== ");
	while (*at != '\0') {
		struct arena arena;
		arena_init(&arena, NULL, NULL);
		struct str text = take_part(&at, ">>>");
		struct str wanted = take_part(&at, "=== ");
		text.length -= text.length > 0 ? 1 : 0;
		struct str found = pasted(&arena, text, LIMIT_STEPS);
		expect(&tally, str_equal(found, wanted), "FAIL\n%.*s\n>>>\n%.*s--- expected\n%.*s", (int)text.length, text.data,
				(int)found.length, found.data, (int)wanted.length, wanted.data);
		arena_finish(&arena);
	}
	printf("%d passed, %d failed\n", tally.passed, tally.failed);
	return tally.failed != 0 || tally.passed == 0;
}
