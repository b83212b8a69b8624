/*
 * Facts about CuTe C++, as data: each line of a file of golden/facts is an expression and what CuTe makes of it. See
 * golden/facts/README.md for the columns. Prints what does not hold, then "N passed, N failed".
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/eval.h"
#include "lang/notation/plain.h"

enum { COLUMNS = 5, SHOWN_FAILURES = 20 };

struct fact {
	const char *op;      /* outermost operation */
	const char *tag;     /* where the input comes from */
	const char *check;   /* "ok", "fails" or "-": whether CuTe's answer is what the operation means */
	const char *expr;
	const char *result;  /* "error" where CuTe refuses to compile it */
};

/* Cut "line" at its tabs. */
static bool read_fact(char *line, struct fact *fact) {
	const char *columns[COLUMNS];
	for (int i = 0; i < COLUMNS; i++) {
		columns[i] = line;
		char *tab = strchr(line, i + 1 < COLUMNS ? '\t' : '\n');
		if (tab == NULL) {
			return false;
		}
		*tab = '\0';
		line = tab + 1;
	}
	*fact = (struct fact){ columns[0], columns[1], columns[2], columns[3], columns[4] };
	return true;
}

/* The value of the fact's expression as text; "error" after a fault. */
static void evaluate_fact(struct evaluation *ev, const struct fact *fact, struct buf *text) {
	struct source source = { "fact", str_from(fact->expr), 1 };
	if (!evaluation_run(ev, &source)) {
		buf_put(text, "error");
	} else if (ev->result_count > 0) {
		print_value(text, &ev->results[ev->result_count - 1]);
	}
}

/* Whether the fact holds; says so if not. */
static bool check_fact(struct arena *arena, const struct fact *fact, int line) {
	struct evaluation ev;
	struct buf text;
	evaluation_init(&ev, arena, false);
	if (strcmp(fact->tag, "dynamic") == 0) {
		ev.run_time = RUN_TIME_ALL;
	} else if (strcmp(fact->tag, "dynamic-shapes") == 0) {
		ev.run_time = RUN_TIME_SHAPES;
	}
	buf_init(&text, arena);
	evaluate_fact(&ev, fact, &text);
	if (strcmp(text.data, fact->result) != 0) {
		printf("line %d: %s\n  expected %s\n  saw      %s %s\n", line, fact->expr, fact->result, text.data,
			ev.error.fault.text);
		return false;
	}
	bool warned = false;
	for (int i = 0; i < ev.warning_count && i < WARNINGS_MAX; i++) {
		warned = warned || ev.warnings[i].fault.code != FAULT_REMARK;
	}
	if (strcmp(fact->check, "fails") == 0 && !warned) {
		printf("line %d: %s\n  expected a warning, saw none\n", line, fact->expr);
		return false;
	}
	if (strcmp(fact->check, "ok") == 0 && warned) {
		printf("line %d: %s\n  expected no warning, saw: %s\n", line, fact->expr, ev.warnings[0].fault.text);
		return false;
	}
	return true;
}

static int check_file(const char *path, int *passed, int *failed) {
	FILE *file = fopen(path, "r");
	if (file == NULL) {
		perror(path);
		return 1;
	}
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	char *line = NULL;
	size_t capacity = 0;
	for (int number = 1; getline(&line, &capacity, file) >= 0; number++) {
		struct fact fact;
		if (line[0] == '#') {
			continue;
		}
		if (read_fact(line, &fact) && check_fact(&arena, &fact, number)) {
			++*passed;
		} else {
			++*failed;
		}
		arena_reset(&arena);
	}
	free(line);
	arena_finish(&arena);
	fclose(file);
	return 0;
}

int main(int argc, char **argv) {
	int passed = 0;
	int failed = 0;
	int status = 0;
	for (int i = 1; i < argc; i++) {
		status |= check_file(argv[i], &passed, &failed);
	}
	printf("%d passed, %d failed\n", passed, failed);
	return status != 0 || failed != 0;
}
