#define _POSIX_C_SOURCE 200809L
#include "cli/golden/judge.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "base/utf8.h"
#include "cli/cmd.h"
#include "cli/file.h"
#include "cli/golden/diff.h"

enum { REASON_BYTES = 512 };

static const char said[] = "what the program says";

void test_blame(struct test_entry *entry, enum test_status status, const char *format, ...) {
	char reason[REASON_BYTES];
	va_list args;
	va_start(args, format);
	vsnprintf(reason, sizeof reason, format, args);
	va_end(args);
	buf_put(&entry->reason, entry->reason.length > 0 ? "; " : "");
	utf8_put_visible_line(&entry->reason, str_from(reason));
	entry->status = entry->status == TEST_BROKEN ? TEST_BROKEN : status;
}

/* --- update --- */

/* Note in "entry" that "path" was "changed", or blame it if that failed with errno. */
static void note_change(struct test_entry *entry, const char *path, bool good, const char *changed) {
	if (good) {
		buf_printf(&entry->changes, "%s ", changed);
		utf8_put_visible_line(&entry->changes, str_from(path));
		buf_put_char(&entry->changes, '\n');
	} else {
		test_blame(entry, TEST_BROKEN, "cannot write '%s': %s", path, strerror(errno));
	}
}

static void update_program(struct test_entry *entry, const char *path, struct str before, struct str after) {
	if (!str_equal(before, after)) {
		note_change(entry, path, file_put(path, after), "updated");
	}
}

/* A companion that holds nothing is removed. */
static void update_companion(struct test_entry *entry, struct companion *companion, struct str text) {
	if (text.length == 0 && companion->exists) {
		note_change(entry, companion->path, unlink(companion->path) == 0, "removed");
	} else if (!str_equal(companion->text, text)) {
		note_change(entry, companion->path, file_put(companion->path, text), "updated");
	}
	companion->text = text;
	companion->exists = text.length > 0;
}

/* --- judge --- */

/* Blame "entry" if "process" did not end by itself. */
static void judge_end(const struct process *process, int seconds, struct test_entry *entry) {
	switch (process->end) {
	case PROCESS_SIGNALLED:
		test_blame(entry, TEST_FAILED, "killed by signal %d (%s)", process->code, strsignal(process->code));
		break;
	case PROCESS_TIMED_OUT:
		test_blame(entry, TEST_FAILED, "it took longer than %d s", seconds);
		break;
	case PROCESS_TOO_LONG:
		test_blame(entry, TEST_FAILED, "it printed more than 16 MiB");
		break;
	default:
		break;
	}
}

static void compare(struct test_entry *entry, const char *path, struct str expected, struct str printed) {
	if (!str_equal(expected, printed)) {
		test_blame(entry, TEST_FAILED, "%s differs", test_base_name(path));
		diff_print(&entry->detail, path, expected, said, printed);
	}
}

static void judge_inline(struct test_case *test, const struct process *process, bool update,
		struct test_entry *entry) {
	struct str printed = buf_str(&process->streams[PROCESS_OUT]);
	struct str complaints = buf_str(&process->streams[PROCESS_ERR]);
	bool ended = process->end == PROCESS_EXITED;
	if (ended && process->code == EXIT_DONE && complaints.length == 0) {
		if (update) {
			update_program(entry, test->path, test->text, printed);
		} else {
			compare(entry, test->path, test->text, printed);
		}
		return;
	}
	if (ended) {
		test_blame(entry, TEST_FAILED, "exit code %d", process->code);
	}
	diff_print(&entry->detail, "nothing on standard error", str_from(""), said, complaints);
}

static void judge_command(struct test_case *test, const struct process *process, bool update,
		struct test_entry *entry) {
	struct str printed = buf_str(&process->streams[PROCESS_OUT]);
	struct str complaints = buf_str(&process->streams[PROCESS_ERR]);
	bool ended = process->end == PROCESS_EXITED;
	bool lacking = ended && process->code == EXIT_UNAVAILABLE && test_case_exit_code(test) != EXIT_UNAVAILABLE;
	if (lacking && test->is_optional) {
		entry->status = entry->status == TEST_PASSED ? TEST_SKIPPED : entry->status;
		buf_put(&entry->reason, entry->status == TEST_SKIPPED ? "not in this build, or no usable device" : "");
		return;
	}
	if (update && ended && !lacking) {
		update_companion(entry, &test->output, printed);
		update_companion(entry, &test->errors, complaints);
	}
	if (ended) {
		compare(entry, test->output.path, test->output.text, printed);
	}
	compare(entry, test->errors.path, test->errors.text, complaints);
	int expected = test_case_exit_code(test);
	if (ended && process->code != expected) {
		test_blame(entry, TEST_FAILED, "exit code %d, expected %d", process->code, expected);
		if (update && !lacking) {
			buf_printf(&entry->detail, "if that is right, write a line '# exit: %d' at the top of the file\n",
				process->code);
		}
	}
}

void test_judge(struct test_case *test, enum test_part part, const struct process *process, int seconds, bool update,
		struct test_entry *entry) {
	entry->seconds += process->seconds;
	judge_end(process, seconds, entry);
	if (part == TEST_INLINE) {
		judge_inline(test, process, update, entry);
	} else {
		judge_command(test, process, update, entry);
	}
}
