/*
 * The table of operations: sorted by name, each example has the result that it shows, each source is one of CUTLASS.
 * Prints what does not hold, then "N passed, N failed".
 */
#include <stdio.h>
#include <string.h>

#include "lang/ops/operation.h"
#include "lang/eval.h"
#include "lang/notation/plain.h"

/* The value of the operation's example is the result beside it, without a warning. */
static bool check_example(struct arena *arena, const struct operation *operation) {
	struct evaluation ev;
	struct buf text;
	struct source source = { operation->name, str_from(operation->example), 1 };
	evaluation_init(&ev, arena, true);
	buf_init(&text, arena);
	if (evaluation_run(&ev, &source) && ev.result_count == 1) {
		print_value(&text, &ev.results[0]);
	}
	if (strcmp(text.data, operation->result) == 0) {
		return true;
	}
	printf("%s\n  expected %s\n  saw      %s %s\n", operation->example, operation->result, text.data,
		ev.error.fault.text);
	return false;
}

/* "02_layout_algebra.md, Coalesce; include/cute/layout.hpp": the section may be missing, the file not. */
static bool check_source(const struct operation *operation) {
	const char *document = strstr(operation->source, ".md, ");
	const char *header = strstr(operation->source, "include/cute/");
	const char *python = strstr(operation->source, "python/");
	const char *file = header != NULL ? header : python;
	if (file != NULL && (file == operation->source || (document != NULL && document < file && file[-2] == ';'))) {
		return true;
	}
	printf("%s: '%s' is no source\n", operation->name, operation->source);
	return false;
}

int main(void) {
	struct arena arena;
	int count;
	const struct operation *table = operation_table(&count);
	int passed = 0;
	int failed = 0;
	arena_init(&arena, NULL, NULL);
	for (int i = 0; i < count; i++) {
		bool sorted = i == 0 || strcmp(table[i - 1].name, table[i].name) < 0;
		bool found = operation_find(str_from(table[i].name)) == &table[i];
		if (!sorted || !found) {
			printf("%s is not in its place\n", table[i].name);
		}
		bool sourced = check_source(&table[i]);
		bool good = check_example(&arena, &table[i]) && sorted && found && sourced;
		passed += good ? 1 : 0;
		failed += good ? 0 : 1;
		arena_reset(&arena);
	}
	arena_finish(&arena);
	printf("%d passed, %d failed\n", passed, failed);
	return failed > 0;
}
