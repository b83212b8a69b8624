#include "cli/golden/run.h"

#include <errno.h>

#include "base/limits.h"
#include "cli/report.h"
#include "cli/golden/case.h"
#include "cli/golden/judge.h"
#include "cli/golden/process.h"

/* A case at work. Its arena is used again for the next one. */
struct slot {
	struct arena arena;
	struct test_case test;
	enum test_part part;          /* that runs */
	const struct test_options *options;
	struct process process;
	struct test_entry *entry;     /* NULL: the slot is free */
};

struct runner {
	struct test_list *list;
	const struct test_options *options;
	struct slot *slots;           /* options->jobs of them */
	int busy;                     /* slots at work */
	int next;                     /* case to start */
	int reported;                 /* cases before this one are reported */
};

static int run_slot(const void *context) {
	const struct slot *slot = context;
	return test_case_run(&slot->test, slot->part, &slot->options->may);
}

/* The case in "slot" is done with. */
static void release(struct runner *runner, struct slot *slot) {
	slot->entry->is_decided = true;
	test_case_close(&slot->test);
	slot->entry = NULL;
	arena_reset(&slot->arena);
	runner->busy--;
}

/* Start the first part of the case in "slot" from "part" on; the case is done with if there is none. */
static void start_part(struct runner *runner, struct slot *slot, enum test_part part) {
	while (part < TEST_PARTS && !slot->test.has[part]) {
		part++;
	}
	slot->part = part;
	if (part == TEST_PARTS) {
		release(runner, slot);
	} else if (!process_start(&slot->process, &slot->arena, run_slot, slot, runner->options->seconds)) {
		test_blame(slot->entry, TEST_BROKEN, "cannot start it: %s", strerror(errno));
		release(runner, slot);
	}
}

static void start_case(struct runner *runner, struct slot *slot, struct test_entry *entry) {
	slot->entry = entry;
	runner->busy++;
	test_case_read(&slot->test, entry, &slot->options->reading, &slot->arena);
	if (slot->test.problem != NULL) {
		test_blame(entry, TEST_BROKEN, "%s", slot->test.problem);
		release(runner, slot);
		return;
	}
	start_part(runner, slot, TEST_INLINE);
}

/* Wait for the running cases, and go on with those whose part has ended. */
static void wait_for_slots(struct runner *runner) {
	struct process *processes[LIMIT_TEST_JOBS];
	int count = 0;
	for (int i = 0; i < runner->options->jobs; i++) {
		if (runner->slots[i].entry != NULL) {
			processes[count++] = &runner->slots[i].process;
		}
	}
	process_wait(processes, count);
	for (int i = 0; i < runner->options->jobs; i++) {
		struct slot *slot = &runner->slots[i];
		if (slot->entry != NULL && slot->process.end != PROCESS_RUNNING) {
			test_judge(&slot->test, slot->part, &slot->process, runner->options, slot->entry);
			start_part(runner, slot, slot->part + 1);
		}
	}
}

static void fill_slots(struct runner *runner) {
	for (int i = 0; i < runner->options->jobs; i++) {
		while (runner->slots[i].entry == NULL && runner->next < runner->list->count) {
			start_case(runner, &runner->slots[i], &runner->list->entries[runner->next++]);
		}
	}
}

void test_run(struct test_list *list, const struct test_options *options,
		void (*report)(void *context, const struct test_entry *entry), void *context) {
	struct runner runner = { .list = list, .options = options };
	runner.slots = arena_array(list->arena, (size_t)options->jobs, sizeof *runner.slots);
	for (int i = 0; i < options->jobs; i++) {
		runner.slots[i].options = options;
		arena_init(&runner.slots[i].arena, report_out_of_memory, NULL);
	}
	while (runner.reported < list->count) {
		if (list->entries[runner.reported].is_decided) {
			report(context, &list->entries[runner.reported++]);
			continue;
		}
		fill_slots(&runner);
		if (runner.busy > 0) {
			wait_for_slots(&runner);
		}
	}
	for (int i = 0; i < options->jobs; i++) {
		arena_finish(&runner.slots[i].arena);
	}
}
