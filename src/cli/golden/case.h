/*
 * A test case: a .cute file, what is to be run for it and what it should say. There are two parts, and a case has one
 * of them or both:
 *
 *     inline    the values and messages of its statements, on lines of its own (test_inline.h)
 *     command   a command, by default "eval -f FILE", or "draw --dump-scene -f FILE" where NAME.scene exists
 *
 * What a command should say is in companions beside NAME.cute: NAME.out, or NAME.scene, is standard output and
 * NAME.err standard error; one that is absent means that nothing is printed there. Comments at the top of the file are
 * headers:
 *
 *     # args: COMMAND LINE   the command and its options; a word "@" is the name of the file
 *     # exit: N              its exit code; without it 3 if there is only NAME.err, else 0
 *     # needs: FEATURE       cairo or gpu: exit code 4 means that the case is skipped
 *     # dialect: dsl         how statements are read, and the program where there is no "# args"
 *     # assume: CONDITION    what is promised of a run-time integer in both; may be given several times
 *
 * A file without any of this is inline. A source of C++, CUDA, Python or Markdown is inline too: its comments are
 * (comments.h).
 */
#ifndef CLI_GOLDEN_CASE_H
#define CLI_GOLDEN_CASE_H

#include <stdbool.h>

#include "base/buf.h"
#include "cli/confine.h"
#include "cli/golden/list.h"
#include "cli/reading_options.h"

enum test_part { TEST_INLINE, TEST_COMMAND, TEST_PARTS };

/* A file beside the program that holds what is expected. */
struct companion {
	char *path;
	const char *name;              /* in the folder of the case */
	bool exists;
	struct str text;
};

/* How cases are run, and what for. */
struct test_options {
	int jobs;             /* cases at the same time, 1 to LIMIT_TEST_JOBS */
	int seconds;          /* that each part of a case may take */
	bool update;          /* rewrite what is expected */
	bool accept_errors;   /* and expect errors that were not expected before */
	struct reading_options reading;   /* of the statements of cases whose headers say nothing else */
	struct confinement may;   /* what a case may touch besides its own folder, which is filled in for each */
};

struct test_case {
	struct arena *arena;
	const char *path;
	const char *name;              /* of the file in its folder */
	int folder;                    /* its descriptor, or -1 */
	struct str text;               /* of the file */
	bool is_source;                /* what is expected stands in its comments */
	bool has[TEST_PARTS];
	char **words;                  /* of the command line, NULL behind the last one */
	int word_count;
	int exit_code;                 /* that the header asks for, or -1 */
	bool is_optional;              /* exit code 4 means skipped */
	struct reading_options reading;
	struct companion output;
	struct companion errors;
	const char *problem;           /* why it cannot be run, or NULL */
};

/*
 * Read the case of "entry" into "arena"; "problem" tells whether that went well. Companions are ordinary files beside
 * the program, never links. The program may be a link to another one below the folder that the user named. The folder
 * stays open until test_case_close.
 */
void test_case_read(struct test_case *test, const struct test_entry *entry, const struct reading_options *reading,
	struct arena *arena);
void test_case_close(struct test_case *test);

/* The exit code that the command should have, as the companions are now. */
int test_case_exit_code(const struct test_case *test);

/*
 * What a child does for a part of "test", with its streams in place: standard output is the command's, or the program
 * as it should be. The child is confined to the folder of the case and what it may read besides. Returns an exit code.
 */
int test_case_run(const struct test_case *test, enum test_part part, const struct confinement *may);

#endif
