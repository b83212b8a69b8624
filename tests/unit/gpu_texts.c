/*
 * The text of every kernel that the suites know, to the last character: gpu_texts.tsv has the kinds, and of each how
 * many problems have such a kernel and a digest of their texts, the kernels and those that prove what they touch. So
 * what changes the time of a kernel alone, or only a condition that holds anyway, is seen where there is no GPU. Prints
 * "N passed, N failed"; with --update behind the name of the table, the table as it is now; with a kind there, each of
 * its problems with a digest of its own, to be compared with those of another build.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/kinds/kind.h"
#include "gpu/planner.h"
#include "gpu_problems.h"
#include "tally.h"

enum { KINDS_MAX = 32, LINE_MAX_BYTES = 256 };

struct kind_texts {
	const char *name;
	int problems;
	uint64_t digest;            /* the sum of its problems', in whatever order they are */
};

struct tester {
	struct arena arena;
	const char *shown;          /* the kind whose problems are printed, or NULL */
	struct kind_texts kinds[KINDS_MAX];
	int count;
};

static struct kind_texts *find(struct tester *tester, const char *name) {
	for (int i = 0; i < tester->count; i++) {
		if (strcmp(tester->kinds[i].name, name) == 0) {
			return &tester->kinds[i];
		}
	}
	if (tester->count == KINDS_MAX) {
		abort();
	}
	tester->kinds[tester->count] = (struct kind_texts){ .name = name };
	return &tester->kinds[tester->count++];
}

static void visit_problem(void *context, struct algebra *al, const struct test_problem *test) {
	struct tester *tester = context;
	struct target target = target_default();
	struct plan plan = plan_make(al, &test->problem, test->kernel, test->knobs, &target);
	const char *name = algebra_failed(al) ? "none" : plan_kind_name(&plan);
	uint64_t digest = problem_texts_digest(al, &plan);
	struct kind_texts *texts = find(tester, name);
	texts->problems++;
	texts->digest += digest;
	if (tester->shown != NULL && strcmp(tester->shown, name) == 0) {
		printf("%016" PRIx64 " %s\n", digest, test->name);
	}
	arena_reset(&tester->arena);
}

static void put_line(char line[LINE_MAX_BYTES], const struct kind_texts *texts) {
	snprintf(line, LINE_MAX_BYTES, "%s\t%d\t%016" PRIx64 "\n", texts->name, texts->problems, texts->digest);
}

/* Each line of the table is what there is, and nothing else is. */
static void check_table(struct tally *tally, const struct tester *tester, FILE *file) {
	char line[LINE_MAX_BYTES];
	char is[LINE_MAX_BYTES] = "";
	int lines = 0;
	while (fgets(line, sizeof line, file) != NULL) {
		if (line[0] == '#') {
			continue;
		}
		for (int i = 0; i < tester->count; i++) {
			put_line(is, &tester->kinds[i]);
			if (strncmp(is, line, strcspn(line, "\t") + 1) == 0) {
				break;
			}
		}
		lines++;
		expect(tally, strcmp(is, line) == 0, "other texts:\n\tnot\t%s\tis\t%s", line, is);
	}
	expect(tally, lines == tester->count, "%d kinds of kernels, %d in the table", tester->count, lines);
}

int main(int argc, char **argv) {
	static struct tester tester;
	struct tally tally = { 0 };
	bool updates = argc > 2 && strcmp(argv[2], "--update") == 0;
	char line[LINE_MAX_BYTES];
	FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
	if (file == NULL) {
		printf("no table\n");
		return 2;
	}
	tester.shown = argc > 2 && !updates ? argv[2] : NULL;
	arena_init(&tester.arena, NULL, NULL);
	problems_each(&tester.arena, visit_problem, &tester);
	arena_finish(&tester.arena);
	if (!updates && tester.shown == NULL) {
		check_table(&tally, &tester, file);
		printf("%d passed, %d failed\n", tally.passed, tally.failed);
	}
	while (updates && fgets(line, sizeof line, file) != NULL && line[0] == '#') {
		printf("%s", line);
	}
	for (int i = 0; i < tester.count && updates; i++) {
		put_line(line, &tester.kinds[i]);
		printf("%s", line);
	}
	fclose(file);
	return tally.failed > 0;
}
