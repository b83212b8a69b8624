/*
 * Times every operation of the language on the facts about it: parsing, evaluation with all checks, and printing, as
 * "eval --batch" does for each line. Prints the slowest operations; an expression with several calls counts as so many
 * operations. Exit: 0 when all reach the target, 1 when one misses it.
 */
#define _POSIX_C_SOURCE 200809L

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lang/eval.h"
#include "lang/notation/plain.h"

enum { OPERATIONS_MAX = 256, EXPRESSIONS_MAX = 4096, SHOWN = 12 };

static const double target = 200e3;       /* operations a second */
static const double least_seconds = 0.05; /* time given to each operation */

struct operation {
	char *name;
	char *expressions[EXPRESSIONS_MAX];
	int count;
	int calls;                  /* calls in all expressions together */
	double per_second;          /* operations */
};

struct operations {
	struct operation *items;
	int count;
};

/* Seconds that this process has computed, whatever else the machine does. */
static double now(void) {
	struct timespec time;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* Calls in "expression": opening brackets behind a name. */
static int count_calls(const char *expression) {
	int calls = 0;
	for (const char *p = expression; *p != '\0'; p++) {
		bool named = p > expression && (p[-1] == '_' || isalnum((unsigned char)p[-1]));
		calls += *p == '(' && named ? 1 : 0;
	}
	return calls > 0 ? calls : 1;
}

static struct operation *find_operation(struct operations *all, const char *name) {
	for (int i = 0; i < all->count; i++) {
		if (strcmp(all->items[i].name, name) == 0) {
			return &all->items[i];
		}
	}
	if (all->count == OPERATIONS_MAX) {
		fputs("more operations than this program has room for\n", stderr);
		exit(2);
	}
	struct operation *operation = &all->items[all->count++];
	operation->name = strdup(name);
	return operation;
}

/* Collect the expressions of a file of golden/facts by operation. */
static void read_facts(const char *path, struct operations *all) {
	FILE *file = fopen(path, "r");
	if (file == NULL) {
		perror(path);
		exit(2);
	}
	char *line = NULL;
	size_t capacity = 0;
	while (getline(&line, &capacity, file) >= 0) {
		char *rest = line;
		const char *columns[4];
		for (int i = 0; i < 4 && rest != NULL; i++) {
			columns[i] = rest;
			rest = strchr(rest, '\t');
			if (rest != NULL) {
				*rest++ = '\0';
			}
		}
		if (line[0] == '#' || rest == NULL) {
			continue;
		}
		struct operation *operation = find_operation(all, columns[0]);
		if (operation->count < EXPRESSIONS_MAX) {
			operation->expressions[operation->count++] = strdup(columns[3]);
			operation->calls += count_calls(columns[3]);
		}
	}
	free(line);
	fclose(file);
}

static void evaluate(struct arena *arena, const char *expression) {
	struct evaluation ev;
	struct source source = { "bench", str_from(expression), 1 };
	struct buf text;
	evaluation_init(&ev, arena, false);
	buf_init(&text, arena);
	if (evaluation_run(&ev, &source) && ev.result_count > 0) {
		print_value(&text, &ev.results[ev.result_count - 1]);
	}
	arena_reset(arena);
}

static void time_operation(struct arena *arena, struct operation *operation) {
	double start = now();
	double elapsed;
	long rounds = 0;
	do {
		for (int i = 0; i < operation->count; i++) {
			evaluate(arena, operation->expressions[i]);
		}
		rounds++;
		elapsed = now() - start;
	} while (elapsed < least_seconds);
	operation->per_second = (double)operation->calls * (double)rounds / elapsed;
}

static int compare_speed(const void *a, const void *b) {
	double x = ((const struct operation *)a)->per_second;
	double y = ((const struct operation *)b)->per_second;
	return (x > y) - (x < y);
}

int main(int argc, char **argv) {
	struct operations all = { calloc(OPERATIONS_MAX, sizeof(struct operation)), 0 };
	for (int i = 1; i < argc; i++) {
		read_facts(argv[i], &all);
	}
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	for (int i = 0; i < all.count; i++) {
		time_operation(&arena, &all.items[i]);
	}
	arena_finish(&arena);
	qsort(all.items, (size_t)all.count, sizeof *all.items, compare_speed);
	int missed = 0;
	for (int i = 0; i < all.count; i++) {
		missed += all.items[i].per_second < target ? 1 : 0;
		if (i < SHOWN) {
			printf("%-24s %9.0f operations a second\n", all.items[i].name, all.items[i].per_second);
		}
	}
	printf("%d operations; %d below the target of %.0f a second\n", all.count, missed, target);
	for (int i = 0; i < all.count; i++) {
		for (int k = 0; k < all.items[i].count; k++) {
			free(all.items[i].expressions[k]);
		}
		free(all.items[i].name);
	}
	free(all.items);
	return missed > 0;
}
