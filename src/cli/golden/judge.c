#define _POSIX_C_SOURCE 200809L
#include "cli/golden/judge.h"

#include <errno.h>
#include <stdarg.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/utf8.h"
#include "cli/cmd.h"
#include "cli/file.h"
#include "cli/golden/comments.h"
#include "cli/golden/diff.h"
#include "cli/golden/inline.h"

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

/* Remove the ordinary file "name" in the folder. Returns false with errno set. */
static bool remove_file(int folder, const char *name) {
	struct stat status;
	if (fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0) {
		return false;
	}
	errno = ELOOP;
	return S_ISREG(status.st_mode) && unlinkat(folder, name, 0) == 0;
}

/* Note in "entry" that "path" was "changed", or blame it if that failed with errno. */
static void note_change(struct test_entry *entry, const char *path, bool good, const char *changed) {
	if (good) {
		buf_printf(&entry->changes, "%s ", changed);
		utf8_put_visible_line(&entry->changes, str_from(path));
		buf_put_char(&entry->changes, '\n');
	} else {
		test_blame(entry, TEST_BROKEN, "cannot write '%s': %s", path,
			errno == ELOOP ? "it is a link or no ordinary file" : strerror(errno));
	}
}

static void update_program(struct test_entry *entry, const struct test_case *test, struct str after) {
	if (!str_equal(test->text, after)) {
		note_change(entry, test->path, file_put_in(test->folder, test->name, after), "updated");
	}
}

/* A companion that holds nothing is removed. */
static void update_companion(struct test_entry *entry, int folder, struct companion *companion, struct str text) {
	if (text.length == 0 && companion->exists) {
		note_change(entry, companion->path, remove_file(folder, companion->name), "removed");
	} else if (!str_equal(companion->text, text)) {
		note_change(entry, companion->path, file_put_in(folder, companion->name, text), "updated");
	}
	companion->text = text;
	companion->exists = text.length > 0;
}

/* How many lines of "text", the program of "test" as it is or should be, expect an error. */
static int count_errors(const struct test_case *test, struct str text) {
	if (test->is_source) {
		return comments_count_errors(test->path, text);
	}
	int count = 0;
	for (size_t at = 0; at < text.length;) {
		struct str line = inline_line(text, at);
		count += inline_is_error(line);
		at += line.length;
	}
	return count;
}

/* Blame "entry" for "count" errors that are new, which an update without --accept-errors does not store. */
static void refuse_errors(struct test_entry *entry, int count) {
	test_blame(entry, TEST_FAILED, "%d new %s not expected; --accept-errors expects %s from now on", count,
		count == 1 ? "error is" : "errors are", count == 1 ? "it" : "them");
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

/* Blame "entry" if "printed" is not "expected", what "path" holds; "is_new": nothing is expected there yet. */
static void compare(struct test_entry *entry, const char *path, bool is_new, struct str expected, struct str printed) {
	if (!str_equal(expected, printed)) {
		const char *what = is_new ? "says nothing of what is expected; --update records it" : "differs";
		test_blame(entry, TEST_FAILED, "%s %s", test_base_name(path), what);
		diff_print(&entry->detail, path, expected, said, printed);
	}
}

static bool has_expectations(const struct test_case *test) {
	return test->is_source ? comments_has_expectations(test->path, test->text) : inline_has_expectations(test->text);
}

/* Neither "companion" nor the other one is there, or they hold nothing. */
static bool is_new(const struct test_case *test, const struct companion *companion) {
	return companion->text.length == 0 && test->output.text.length == 0 && test->errors.text.length == 0;
}

static void judge_inline(struct test_case *test, const struct process *process, const struct test_options *options,
		struct test_entry *entry) {
	struct str printed = buf_str(&process->streams[PROCESS_OUT]);
	struct str complaints = buf_str(&process->streams[PROCESS_ERR]);
	bool ended = process->end == PROCESS_EXITED;
	if (ended && process->code == EXIT_DONE && complaints.length == 0) {
		int new_errors = count_errors(test, printed) - count_errors(test, test->text);
		if (options->update && (new_errors <= 0 || options->accept_errors)) {
			update_program(entry, test, printed);
			return;
		}
		if (options->update) {
			refuse_errors(entry, new_errors);
		}
		compare(entry, test->path, !options->update && !has_expectations(test), test->text, printed);
		return;
	}
	if (ended) {
		test_blame(entry, TEST_FAILED, "exit code %d", process->code);
	}
	diff_print(&entry->detail, "nothing on standard error", str_from(""), said, complaints);
}

/* Whether the command ended with an error of the user's that the case did not expect up to now. */
static bool is_new_error(const struct test_case *test, const struct process *process) {
	bool refused = process->code == EXIT_USAGE || process->code == EXIT_EXPRESSION;
	return refused && test_case_exit_code(test) != process->code;
}

/* Compare what the command of a case printed, and how it ended, with what is expected, or rewrite that. */
static void judge_command(struct test_case *test, const struct process *process, const struct test_options *options,
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
	bool update = options->update && ended && !lacking;
	if (update && is_new_error(test, process) && !options->accept_errors) {
		refuse_errors(entry, 1);
		update = false;
	}
	if (update) {
		update_companion(entry, test->folder, &test->output, printed);
		update_companion(entry, test->folder, &test->errors, complaints);
	}
	if (ended) {
		compare(entry, test->output.path, is_new(test, &test->output), test->output.text, printed);
	}
	compare(entry, test->errors.path, is_new(test, &test->errors), test->errors.text, complaints);
	int expected = test_case_exit_code(test);
	if (ended && process->code != expected) {
		test_blame(entry, TEST_FAILED, "exit code %d, expected %d", process->code, expected);
		if (update) {
			buf_printf(&entry->detail, "if that is right, write a line '# exit: %d' at the top of the file\n",
				process->code);
		}
	}
}

void test_judge(struct test_case *test, enum test_part part, const struct process *process,
		const struct test_options *options, struct test_entry *entry) {
	entry->seconds += process->seconds;
	judge_end(process, options->seconds, entry);
	if (part == TEST_INLINE) {
		judge_inline(test, process, options, entry);
	} else {
		judge_command(test, process, options, entry);
	}
}
