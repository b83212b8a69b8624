/* What is said of expressions: each line of said.tsv. Prints what is not said, then "N passed, N failed". */
#include <stdio.h>
#include <string.h>

#include "unit/lines.h"
#include "unit/said.h"
#include "unit/tally.h"

enum { LINE_BYTES = 1 << 12 };

/* Returns NULL if it is said, or what is said instead. */
static const char *check(struct arena *arena, char *line) {
	struct evaluation options;
	char *text = strchr(line, '\t');
	char *expected = text != NULL ? strchr(text + 1, '\t') : NULL;
	if (expected == NULL) {
		return "it has not three columns";
	}
	*text++ = '\0';
	*expected++ = '\0';
	if (!said_read_way(line, &options)) {
		return "expected -, dsl, strict or infer";
	}
	unescape(text);
	unescape(expected);
	const char *said = said_of(arena, text, &options);
	return strcmp(said, expected) == 0 ? NULL : said;
}

int main(int argc, char **argv) {
	static char line[LINE_BYTES];
	struct arena arena;
	struct tally tally = { 0 };
	FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
	if (file == NULL) {
		fputs("usage: said FILE\n", stderr);
		return 2;
	}
	arena_init(&arena, NULL, NULL);
	for (int number = 1; fgets(line, sizeof line, file) != NULL; number++) {
		line[strcspn(line, "\n")] = '\0';
		if (line[0] == '#') {
			continue;
		}
		arena_reset(&arena);
		const char *why = check(&arena, line);
		expect(&tally, why == NULL, "FAIL %s:%d: %s", argv[1], number, why);
	}
	fclose(file);
	arena_finish(&arena);
	printf("%d passed, %d failed\n", tally.passed, tally.failed);
	return tally.failed != 0 || tally.passed == 0;
}
