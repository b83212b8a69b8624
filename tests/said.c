/* What is said of expressions: each line of said.tsv. Prints what is not said, then "N passed, N failed". */
#include <stdio.h>
#include <string.h>

#include "unit/said.h"

enum { LINE_BYTES = 1 << 12, SHOWN_FAILURES = 20 };

/* Turn each "\\n" of "text" into the end of a line. */
static void unescape(char *text) {
	char *out = text;
	for (const char *at = text; *at != '\0'; at++) {
		bool is_end = at[0] == '\\' && at[1] == 'n';
		*out++ = is_end ? '\n' : *at;
		at += is_end ? 1 : 0;
	}
	*out = '\0';
}

/* How the line says that its expressions are read. Returns false if there is no such word. */
static bool read_way(const char *way, struct evaluation *options) {
	*options = (struct evaluation){ .strict = strcmp(way, "strict") == 0, .infer = strcmp(way, "infer") == 0 };
	bool is_dsl = strcmp(way, "dsl") == 0;
	if (is_dsl) {
		options->algebra.dialect = DIALECT_DSL;
	}
	return is_dsl || options->strict || options->infer || strcmp(way, "-") == 0;
}

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
	if (!read_way(line, &options)) {
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
	int passed = 0;
	int failed = 0;
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
		passed += why == NULL ? 1 : 0;
		failed += why == NULL ? 0 : 1;
		if (why != NULL && failed <= SHOWN_FAILURES) {
			printf("FAIL %s:%d: %s\n", argv[1], number, why);
		}
	}
	fclose(file);
	arena_finish(&arena);
	printf("%d passed, %d failed\n", passed, failed);
	return failed != 0 || passed == 0;
}
