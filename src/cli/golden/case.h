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
 *
 * A file without any of this is inline.
 */
#ifndef CLI_GOLDEN_CASE_H
#define CLI_GOLDEN_CASE_H

#include <stdbool.h>

#include "base/buf.h"

enum test_part { TEST_INLINE, TEST_COMMAND, TEST_PARTS };

/* A file beside the program that holds what is expected. */
struct companion {
	char *path;
	bool exists;
	struct str text;
};

struct test_case {
	struct arena *arena;
	const char *path;
	char *folder;                  /* of the file, "." for the present one */
	struct str text;               /* of the file */
	bool has[TEST_PARTS];
	char **words;                  /* of the command line, NULL behind the last one */
	int word_count;
	int exit_code;                 /* that the header asks for, or -1 */
	bool is_optional;              /* exit code 4 means skipped */
	struct companion output;
	struct companion errors;
	const char *problem;           /* why it cannot be run, or NULL */
};

/* Read the case "path" into "arena"; "problem" tells whether that went well. */
void test_case_read(struct test_case *test, const char *path, struct arena *arena);

/* Read the ordinary file "path" of at most "limit" bytes. Returns NULL, or why not. */
const char *test_read_file(struct arena *arena, const char *path, size_t limit, struct str *text);

/* The exit code that the command should have, as the companions are now. */
int test_case_exit_code(const struct test_case *test);

/*
 * What a child does for a part of "test", with its streams in place: standard output is the command's, or the program
 * as it should be. Returns an exit code.
 */
int test_case_run(const struct test_case *test, enum test_part part);

#endif
