/* What "test" prints about its cases: text for people, TAP for harnesses, JUnit XML for CI servers. */
#ifndef CLI_GOLDEN_REPORT_H
#define CLI_GOLDEN_REPORT_H

#include "cli/golden/list.h"

struct test_report {
	bool tap;          /* TAP version 13 instead of text */
	bool json;         /* an object a line instead of text */
	bool verbose;      /* name the cases that passed, too */
	bool colours;      /* in text */
	int passed;
	int failed;        /* TEST_FAILED and TEST_BROKEN */
	int broken;        /* TEST_BROKEN only */
	int skipped;
};

/* Whether text goes to a terminal that shows colours, and NO_COLOR is not set. */
bool test_report_wants_colours(void);

/* Before "count" cases, after each of them, and at the end: the last line is "N passed, M failed[, K skipped]". */
void test_report_begin(const struct test_report *report, int count);
void test_report_case(struct test_report *report, const struct test_entry *entry);
void test_report_end(const struct test_report *report);

/* Write JUnit XML about the decided cases into the file "path". Returns an exit code after a message if that fails. */
int test_junit_write(const struct test_list *list, const struct test_report *report, const char *path);

#endif
