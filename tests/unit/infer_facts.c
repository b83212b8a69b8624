/*
 * Facts about tables and index expressions, golden/facts/infer.tsv: the layout that each is, found by trying all, or
 * that there is none. What is inferred must be that function; and what operators mean, against C. Prints "N passed, N
 * failed".
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algebra/compare.h"
#include "lang/eval.h"
#include "tool/domain.h"

enum { COLUMNS = 3 };

struct tally {
	int passed, failed;
};

static void expect(struct tally *tally, bool holds, const char *what, const char *saw) {
	if (holds) {
		tally->passed++;
	} else {
		tally->failed++;
		printf("%.200s: saw %s\n", what, saw);
	}
}

/* Whether "inferred" is the layout that "text" writes. */
static bool is_layout(struct evaluation *ev, const struct inferred *inferred, const char *text) {
	struct source source = { "fact", str_from(text), 1 };
	if (!evaluation_run(ev, &source) || ev->result_count != 1) {
		return false;
	}
	struct map expected = value_as_map(&ev->algebra, &ev->results[0]);
	return compare_maps(&ev->algebra, expected, inferred_map(&ev->algebra, inferred)).same_function
		&& !algebra_failed(&ev->algebra);
}

static void check_fact(struct tally *tally, struct arena *arena, char *line) {
	char *columns[COLUMNS];
	for (int i = 0; i < COLUMNS; i++) {
		columns[i] = line;
		line += strcspn(line, "\t\n");
		*line++ = '\0';
	}
	struct evaluation ev;
	struct domain domain;
	struct message message;
	struct domain_request request = { .shape = columns[0] };
	struct source source = { "fact", str_from(columns[1]), 1 };
	evaluation_init(&ev, arena, false);
	bool is_index = strpbrk(columns[1], "ijk") != NULL;
	bool read = (is_index ? domain_from_index : domain_from_table)(&ev.algebra, &request, &source, &domain, &message);
	if (!read) {
		expect(tally, false, columns[1], message.fault.text);
		return;
	}
	struct inferred inferred = infer_table(&ev.algebra, domain.table, domain.shape);
	bool none = strcmp(columns[2], "none") == 0;
	bool right = inferred.found == !none && (none || is_layout(&ev, &inferred, columns[2]));
	expect(tally, right, columns[1], inferred.found ? "another layout" : "none");
}

static void check_facts(struct tally *tally, const char *path) {
	struct arena arena;
	char *line = NULL;
	size_t capacity = 0;
	FILE *file = fopen(path, "r");
	if (file == NULL) {
		perror(path);
		tally->failed++;
		return;
	}
	arena_init(&arena, NULL, NULL);
	while (getline(&line, &capacity, file) >= 0) {
		if (line[0] != '#') {
			check_fact(tally, &arena, line);
		}
		arena_reset(&arena);
	}
	free(line);
	fclose(file);
	arena_finish(&arena);
}

/* An expression in i, as it is written, computed by this compiler, and as Python has it. */
struct operator_case {
	const char *text;
	enum index_language language;
	int64_t (*value)(int64_t i);
};

#define CASE(name, expression) \
	static int64_t name(int64_t i) { \
		return (expression); \
	}

/* clang-format off */
CASE(precedence, ((i << 1) ^ (i & 5)) | i)
CASE(comparison, i & (1 == i))
CASE(truncating, (i - 3) / 2 + (i - 3) % 2 * 100)
CASE(conditional, i > 3 ? i < 6 ? 1 : 2 : 3)
CASE(logical, (i > 1 && i < 5) || i == 7)
CASE(unary, -i + ~i * 3 + !i)
CASE(flooring, ((i - 3) >= 0 ? (i - 3) / 2 : -((4 - i) / 2)) + ((i + 1) & 1) * 100)
CASE(python_bits, (i & 1) == 1)
CASE(python_choice, i < 4 ? i * 2 : i < 6 ? 77 : i)
CASE(python_logical, i != 0 ? (i & 2) != 0 ? 2 : 0 : 0)
CASE(shifts, (i << 3) >> 1)
CASE(words, (i + 1) / 2 + i / 2 + i % 3)
CASE(functions, (i < 3 ? i : 3) + (i > 5 ? i : 5) + (i > 4 ? i - 4 : 4 - i))
CASE(literals, i + 255 + 5 + 7)

static const struct operator_case cases[] = {
	{ "i<<1^i&5|i", INDEX_C, precedence },
	{ "i & 1 == i", INDEX_C, comparison },
	{ "(i-3)/2 + (i-3)%2*100", INDEX_C, truncating },
	{ "i>3 ? i<6 ? 1 : 2 : 3", INDEX_ANY, conditional },
	{ "i > 1 && i < 5 || i == 7", INDEX_ANY, logical },
	{ "-i + ~i*3 + !i", INDEX_ANY, unary },
	{ "(i-3)//2 + (i-3)%2*100", INDEX_ANY, flooring },
	{ "i & 1 == 1", INDEX_PYTHON, python_bits },
	{ "i*2 if i < 4 else 77 if i < 6 else i", INDEX_ANY, python_choice },
	{ "i and i & 2", INDEX_ANY, python_logical },
	{ "i << 3 >> 1", INDEX_ANY, shifts },
	{ "i ceildiv 2 + i floordiv 2 + i mod 3", INDEX_ANY, words },
	{ "min(i, 3) + max(i, 5) + abs(i - 4)", INDEX_ANY, functions },
	{ "i + 0xffu + 0b101 + 0o7", INDEX_ANY, literals },
};
/* clang-format on */

static void check_operators(struct tally *tally) {
	for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
		struct arena arena;
		struct algebra al;
		struct domain domain;
		struct message message = { .fault.text = "another value" };
		struct domain_request request = { .shape = "9", .language = cases[k].language };
		struct source source = { "case", str_from(cases[k].text), 1 };
		arena_init(&arena, NULL, NULL);
		algebra_init(&al, &arena);
		bool right = domain_from_index(&al, &request, &source, &domain, &message);
		for (int64_t i = 0; right && i < 9; i++) {
			right = domain.table[i] == cases[k].value(i);
		}
		expect(tally, right, cases[k].text, message.fault.text);
		arena_finish(&arena);
	}
}

int main(int argc, char **argv) {
	struct tally tally = { 0, 0 };
	for (int i = 1; i < argc; i++) {
		check_facts(&tally, argv[i]);
	}
	check_operators(&tally);
	printf("%d passed, %d failed\n", tally.passed, tally.failed);
	return tally.failed != 0;
}
