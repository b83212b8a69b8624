/* The cases of one run: which .cute files and sources the arguments of "test" name, in which order. */
#ifndef CLI_GOLDEN_LIST_H
#define CLI_GOLDEN_LIST_H

#include <stdbool.h>

#include "base/buf.h"

enum test_status {
	TEST_PASSED,      /* the status at first */
	TEST_FAILED,      /* what the program says is not what is expected */
	TEST_SKIPPED,     /* this build or machine lacks what the case needs */
	TEST_BROKEN,      /* the case could not be read, started or rewritten */
};

/* One case and what became of it. */
struct test_entry {
	const char *path;         /* of the .cute file, as the reports name it */
	const char *root;         /* the folder that the user named, or that of the file: "path" begins with it, or "." */
	int order;                /* among the arguments */
	bool is_decided;
	enum test_status status;
	double seconds;
	struct buf reason;        /* one line: why it did not pass */
	struct buf detail;        /* differences, whole lines */
	struct buf changes;       /* a line for each file that was rewritten: "updated FILE", "removed FILE" */
};

struct test_list {
	struct arena *arena;
	struct test_entry *entries;
	int count;
	int capacity;
	int sources_without;      /* sources that the user named which have no layout in their comments */
};

/* Make "list" empty, to grow in "arena". */
void test_list_init(struct test_list *list, struct arena *arena);

/*
 * Add what "path" names: a .cute file, the one that a companion belongs to (NAME.out, NAME.scene and NAME.err to
 * NAME.cute, whether or not the companion exists), or all .cute files in a folder and in the folders in it, sorted by
 * name; or a source of C++, CUDA, Python or Markdown with layouts in its comments (comments.h), also in folders. In a
 * folder, names that start with "." and links to folders and sources are passed over. A file that is none of these is
 * left out, with a message unless it is a source; a source that cannot be read is a case, which fails. Returns false
 * after a message when something cannot be read.
 */
bool test_list_add(struct test_list *list, const char *path);

/* Leave each case where it is named first only. */
void test_list_remove_doubles(struct test_list *list);

/* Keep the cases whose paths have "pattern" in them, in which * and ? stand for any characters. */
void test_list_keep(struct test_list *list, const char *pattern);

/* The part of "path" behind its last "/". */
const char *test_base_name(const char *path);

/* The folder that the file "path" is in, or ".". */
const char *test_folder_name(struct arena *arena, const char *path);

#endif
