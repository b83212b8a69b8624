/* Whether a case says what is expected of it, and how that is made so. */
#ifndef CLI_GOLDEN_JUDGE_H
#define CLI_GOLDEN_JUDGE_H

#include "cli/golden/case.h"
#include "cli/golden/list.h"
#include "cli/golden/process.h"

/*
 * Compare what "process" said and did as "part" of "test" with what is expected, and add the verdict to "entry", whose
 * status starts as TEST_PASSED. When updating, what is expected is rewritten first, unless the process did not end by
 * itself or lacked a feature, or an error would be expected that was not expected before, which wants "accept_errors".
 */
void test_judge(struct test_case *test, enum test_part part, const struct process *process,
	const struct test_options *options, struct test_entry *entry);

/* Add one more reason why "entry" did not pass. */
__attribute__((format(printf, 3, 4)))
void test_blame(struct test_entry *entry, enum test_status status, const char *format, ...);

#endif
