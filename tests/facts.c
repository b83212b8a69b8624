/*
 * Facts about CuTe C++, as data: each line of a file of golden/facts is an expression and what CuTe makes of it. See
 * golden/facts/README.md for the columns. Prints what does not hold, then "N passed, N failed".
 *
 * With --open FILE, which has a line "operation<TAB>N" for each operation of which up to N facts do not hold yet, those
 * are counted and named instead; more of them, or of another operation, fail.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/eval.h"
#include "lang/notation/plain.h"
#include "lang/memory.h"

enum { COLUMNS = 5, OPEN_MAX = 100, OPEN_NAME_SIZE = 64 };

/* An operation of which facts may fail, and how many have. */
struct open {
	char op[OPEN_NAME_SIZE];
	int allowed;
	int failed;
};

struct opens {
	struct open table[OPEN_MAX];
	int count;
};

static bool read_opens(const char *path, struct opens *opens) {
	FILE *file = fopen(path, "r");
	if (file == NULL) {
		perror(path);
		return false;
	}
	struct open *open = &opens->table[0];
	while (opens->count < OPEN_MAX && fscanf(file, "%63s %d", open->op, &open->allowed) == 2) {
		opens->count++;
		open++;
	}
	fclose(file);
	return true;
}

/* Count a fact of "op" that does not hold; whether that is allowed. */
static bool is_open(struct opens *opens, const char *op) {
	for (int i = 0; i < opens->count; i++) {
		struct open *open = &opens->table[i];
		if (strcmp(open->op, op) == 0) {
			return ++open->failed <= open->allowed;
		}
	}
	return false;
}

/* Name the operations that are open; returns their facts that do not hold and may. */
static int print_opens(const struct opens *opens) {
	int count = 0;
	for (int i = 0; i < opens->count; i++) {
		const struct open *open = &opens->table[i];
		count += open->failed < open->allowed ? open->failed : open->allowed;
		printf("open: %s %d%s\n", open->op, open->failed, open->failed < open->allowed ? ", fewer than listed" : "");
	}
	return count;
}

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

/* The numbers of the last value, a vector, with blanks between them; of truth values 1 and 0. */
static void put_elements(struct buf *text, const struct value *value) {
	const struct vector *vector = value->kind == VALUE_VECTOR ? value->vector : NULL;
	for (int i = 0; vector != NULL && i < vector->count; i++) {
		struct buf number;
		buf_init(&number, text->arena);
		bool is_truth = vector->element == &element_types[ELEMENT_B1];
		number_print(&number, &element_types[is_truth ? ELEMENT_U8 : vector->element - element_types],
			vector->numbers[i]);
		buf_put(text, i > 0 ? " " : "");
		buf_put(text, number.data[0] == ' ' ? number.data + 1 : number.data);
	}
}

/* What print_tensor printed, with "\\n" for line ends and "\\t" for tabs. */
static void put_printed(struct buf *text, const struct value *value) {
	const char *printed = value->kind == VALUE_TENSOR && value->tensor->printed != NULL ? value->tensor->printed : "";
	for (; *printed != '\0'; printed++) {
		if (*printed == '\n' || *printed == '\t') {
			buf_put(text, *printed == '\n' ? "\\n" : "\\t");
		} else {
			buf_put_char(text, *printed);
		}
	}
}

/* The value of the fact's expression as text; "error" after a fault. */
static void evaluate_fact(struct evaluation *ev, const struct fact *fact, struct buf *text) {
	struct source source = { "fact", str_from(fact->expr), 1 };
	if (!evaluation_run(ev, &source)) {
		buf_put(text, "error");
	} else if (ev->result_count > 0 && strcmp(fact->tag, "dsl-elements") == 0) {
		put_elements(text, &ev->results[ev->result_count - 1]);
	} else if (ev->result_count > 0 && strcmp(fact->tag, "dsl-print") == 0) {
		put_printed(text, &ev->results[ev->result_count - 1]);
	} else if (ev->result_count > 0) {
		print_value_in(text, &ev->results[ev->result_count - 1], ev->algebra.dialect);
	}
}

/* Whether the fact holds; says so if not. */
static bool check_fact(struct arena *arena, const struct fact *fact, int line) {
	static const struct memory minus_three = { .first = -3 };
	struct evaluation ev;
	struct buf text;
	evaluation_init(&ev, arena, false);
	if (strcmp(fact->tag, "dynamic") == 0) {
		ev.run_time = RUN_TIME_ALL;
	} else if (strcmp(fact->tag, "dynamic-shapes") == 0) {
		ev.run_time = RUN_TIME_SHAPES;
	} else if (strcmp(fact->tag, "source") == 0) {
		ev.run_time = RUN_TIME_LITERALS;
		ev.groups = true;
	} else if (strncmp(fact->tag, "dsl", strlen("dsl")) == 0) {
		ev.algebra.dialect = DIALECT_DSL;
		ev.algebra.memory = &minus_three;
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

static int check_file(const char *path, struct opens *opens, int *passed, int *failed) {
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
		bool is_fact = read_fact(line, &fact);
		if (is_fact && check_fact(&arena, &fact, number)) {
			++*passed;
		} else if (!is_fact || !is_open(opens, fact.op)) {
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
	struct opens opens = { .count = 0 };
	int first = 1;
	if (argc > 2 && strcmp(argv[1], "--open") == 0) {
		status = read_opens(argv[2], &opens) ? 0 : 1;
		first = 3;
	}
	for (int i = first; i < argc; i++) {
		status |= check_file(argv[i], &opens, &passed, &failed);
	}
	int open = print_opens(&opens);
	if (open > 0) {
		printf("%d open\n", open);
	}
	printf("%d passed, %d failed\n", passed, failed);
	return status != 0 || failed != 0;
}
