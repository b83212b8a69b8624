/* Run the cases of a list, several at the same time. */
#ifndef CLI_GOLDEN_RUN_H
#define CLI_GOLDEN_RUN_H

#include "cli/golden/case.h"
#include "cli/golden/list.h"


/*
 * Run all cases and fill in their entries. "report" is called with each entry, in the order of the list, as soon as it
 * and all before it are decided.
 */
void test_run(struct test_list *list, const struct test_options *options,
	void (*report)(void *context, const struct test_entry *entry), void *context);

#endif
