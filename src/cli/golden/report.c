#define _POSIX_C_SOURCE 200809L
#include "cli/golden/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/utf8.h"
#include "cli/report.h"
#include "lang/notation/json.h"

bool test_report_wants_colours(void) {
	const char *no_color = getenv("NO_COLOR");
	const char *term = getenv("TERM");
	return isatty(STDOUT_FILENO) && (no_color == NULL || no_color[0] == '\0') && term != NULL
		&& strcmp(term, "dumb") != 0;
}

/* --- text --- */

/* The colour of a line of a difference, or of the word that begins a report. */
static const char *colour_of(const struct test_report *report, struct str line) {
	if (!report->colours || line.length == 0) {
		return "";
	}
	switch (line.data[0]) {
	case '-': return "\033[31m";
	case '+': return "\033[32m";
	case '@': return "\033[36m";
	default: return "";
	}
}

/* The lines of "text", each behind "before". */
static void put_lines(const struct test_report *report, const char *before, struct str text) {
	struct str line;
	while (str_take_line(&text, &line)) {
		const char *colour = colour_of(report, line);
		printf("%s%s%.*s%s\n", before, colour, (int)line.length, line.data, colour[0] != '\0' ? "\033[0m" : "");
	}
}

static void put_text(const struct test_report *report, const struct test_entry *entry, struct str path) {
	static const char *const words[] = { "pass", "FAIL", "skip", "FAIL" };
	bool failed = entry->status == TEST_FAILED || entry->status == TEST_BROKEN;
	put_lines(report, "", buf_str(&entry->changes));
	if (!failed && !report->verbose) {
		return;
	}
	bool bold = failed && report->colours;
	printf("%s%s%s %.*s", bold ? "\033[1;31m" : "", words[entry->status], bold ? "\033[0m" : "", (int)path.length,
		path.data);
	printf(entry->reason.length > 0 ? ": %s\n" : "%s\n", entry->reason.data);
	put_lines(report, "", buf_str(&entry->detail));
}

/* --- TAP --- */

/* A line without what means something to TAP. */
static void put_escaped(struct str text) {
	for (size_t i = 0; i < text.length; i++) {
		if (text.data[i] == '#' || text.data[i] == '\\') {
			putchar('\\');
		}
		putchar(text.data[i]);
	}
}

static void put_tap(const struct test_report *report, const struct test_entry *entry, struct str path) {
	bool failed = entry->status == TEST_FAILED || entry->status == TEST_BROKEN;
	printf("%s %d - ", failed ? "not ok" : "ok", entry->order + 1);
	put_escaped(path);
	if (entry->status == TEST_SKIPPED) {
		printf(" # SKIP %s", entry->reason.data);
	}
	putchar('\n');
	if (failed) {
		put_lines(report, "# ", buf_str(&entry->reason));
		put_lines(report, "# ", buf_str(&entry->detail));
	}
	put_lines(report, "# ", buf_str(&entry->changes));
}

/* --- JSON --- */

static void put_json(const struct test_entry *entry) {
	static const char *const words[] = { "passed", "failed", "skipped", "broken" };
	struct arena arena;
	struct buf line;
	arena_init(&arena, report_out_of_memory, NULL);
	buf_init(&line, &arena);
	print_json_begin(&line);
	buf_put(&line, "\"path\":");
	buf_put_json(&line, str_from(entry->path));
	buf_printf(&line, ",\"status\":\"%s\",\"seconds\":%.6f", words[entry->status], entry->seconds);
	if (entry->reason.length > 0) {
		buf_put(&line, ",\"reason\":");
		buf_put_json(&line, buf_str(&entry->reason));
	}
	if (entry->detail.length > 0) {
		buf_put(&line, ",\"difference\":");
		buf_put_json(&line, buf_str(&entry->detail));
	}
	if (entry->changes.length > 0) {
		buf_put(&line, ",\"changes\":");
		buf_put_json(&line, buf_str(&entry->changes));
	}
	buf_put(&line, "}\n");
	fwrite(line.data, 1, line.length, stdout);
	arena_finish(&arena);
}

/* --- all --- */

void test_report_begin(const struct test_report *report, int count) {
	if (report->tap) {
		printf("TAP version 13\n1..%d\n", count);
	}
}

void test_report_case(struct test_report *report, const struct test_entry *entry) {
	struct arena arena;
	struct buf path;
	arena_init(&arena, NULL, NULL);
	buf_init(&path, &arena);
	utf8_put_visible_line(&path, str_from(entry->path));
	report->passed += entry->status == TEST_PASSED;
	report->failed += entry->status == TEST_FAILED || entry->status == TEST_BROKEN;
	report->broken += entry->status == TEST_BROKEN;
	report->skipped += entry->status == TEST_SKIPPED;
	if (report->json) {
		put_json(entry);
	} else if (report->tap) {
		put_tap(report, entry, buf_str(&path));
	} else {
		put_text(report, entry, buf_str(&path));
	}
	arena_finish(&arena);
}

void test_report_end(const struct test_report *report) {
	if (report->json) {
		printf("{\"format\":" JSON_FORMAT ",\"passed\":%d,\"failed\":%d,\"skipped\":%d}\n", report->passed,
			report->failed, report->skipped);
		return;
	}
	printf("%s%d passed, %d failed", report->tap ? "# " : "", report->passed, report->failed);
	if (report->skipped > 0) {
		printf(", %d skipped", report->skipped);
	}
	putchar('\n');
}
