/*
 * The table of operations: sorted by name, each example has the result that it shows, each source is one of CUTLASS.
 * Prints what does not hold, then "N passed, N failed".
 */
#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "lang/eval.h"
#include "lang/notation/plain.h"
#include "lang/ops/operation.h"

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

/* "02_layout_algebra.md, Coalesce; include/cute/layout.hpp": the section may be missing, the file not; or a paper. */
static bool check_source(const struct operation *operation) {
	const char *document = strstr(operation->source, ".md, ");
	const char *header = strstr(operation->source, "include/cute/");
	const char *python = strstr(operation->source, "python/");
	const char *file = header != NULL ? header : python;
	if (strncmp(operation->source, "arXiv ", 6) == 0) {
		return true;
	}
	if (file != NULL && (file == operation->source || (document != NULL && document < file && file[-2] == ';'))) {
		return true;
	}
	printf("%s: '%s' is no source\n", operation->name, operation->source);
	return false;
}

/* A group is in alphabetical order, a name belongs to one operation, and its parameters are as many as it takes. */
static bool check_place(const struct operation *operation) {
	int groups;
	const struct operation_group *const *group = operation_groups(&groups);
	bool sorted = true;
	for (int i = 0; i < groups; i++) {
		const struct operation *first = group[i]->operations;
		sorted = sorted && (operation <= first || operation >= first + group[i]->count
			|| strcmp(operation[-1].name, operation->name) < 0);
	}
	int parameters = operation->parameters[0] != '\0' ? 1 : 0;
	for (const char *c = operation->parameters; *c != '\0'; c++) {
		parameters += *c == ',' ? 1 : 0;
	}
	bool is_list = strstr(operation->parameters, "...") != NULL;
	bool counted = operation->takes.most == (is_list ? LIMIT_ARGUMENTS : parameters)
		&& operation->takes.least >= 0 && operation->takes.least <= parameters;
	if (sorted && counted && operation_find(str_from(operation->name)) == operation) {
		return true;
	}
	printf("%s is not in its place, or takes not as many arguments as it has parameters\n", operation->name);
	return false;
}

int main(void) {
	struct arena arena;
	int passed = 0;
	int failed = 0;
	arena_init(&arena, NULL, NULL);
	for (const struct operation *each = operation_next(NULL); each != NULL; each = operation_next(each)) {
		bool good = check_place(each) && check_source(each) && check_example(&arena, each);
		passed += good ? 1 : 0;
		failed += good ? 0 : 1;
		arena_reset(&arena);
	}
	arena_finish(&arena);
	printf("%d passed, %d failed\n", passed, failed);
	return failed > 0;
}
