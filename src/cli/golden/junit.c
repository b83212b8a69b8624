#define _POSIX_C_SOURCE 200809L
#include "cli/golden/report.h"

#include <errno.h>
#include <stdint.h>

#include "base/utf8.h"
#include "cli/file.h"
#include "cli/report.h"

/* --- characters --- */

/* Whether XML 1.0 may hold "character", reference or not; control characters of 8 bits are left out as well. */
static bool is_allowed(int32_t character) {
	return character == '\t' || character == '\n' || (character >= 0x20 && character < 0x7f)
		|| (character >= 0xa0 && character != 0xfffe && character != 0xffff);
}

/* Append "text" for an attribute or between tags; what is no character of XML becomes U+FFFD. */
static void put_escaped(struct buf *out, struct str text) {
	while (text.length > 0) {
		size_t length;
		int32_t character = utf8_decode(text, &length);
		switch (character) {
		case '&': buf_put(out, "&amp;"); break;
		case '<': buf_put(out, "&lt;"); break;
		case '>': buf_put(out, "&gt;"); break;
		case '"': buf_put(out, "&quot;"); break;
		default:
			buf_put_str(out, is_allowed(character) ? (struct str){ text.data, length } : str_from(UTF8_REPLACEMENT));
		}
		text = (struct str){ text.data + length, text.length - length };
	}
}

/* --- elements --- */

static void put_attribute(struct buf *out, const char *name, struct str value) {
	buf_printf(out, " %s=\"", name);
	put_escaped(out, value);
	buf_put_char(out, '"');
}

static void put_verdict(struct buf *out, const char *element, const struct test_entry *entry) {
	buf_printf(out, "\t\t\t<%s", element);
	put_attribute(out, "message", buf_str(&entry->reason));
	if (entry->detail.length == 0) {
		buf_put(out, "/>\n");
		return;
	}
	buf_put_char(out, '>');
	put_escaped(out, buf_str(&entry->detail));
	buf_printf(out, "</%s>\n", element);
}

/* The folder of a case is its class, its file name its name. */
static void put_case(struct buf *out, struct arena *arena, const struct test_entry *entry) {
	static const char *const elements[] = { NULL, "failure", "skipped", "error" };
	buf_put(out, "\t\t<testcase");
	put_attribute(out, "classname", str_from(test_folder_name(arena, entry->path)));
	put_attribute(out, "name", str_from(test_base_name(entry->path)));
	put_attribute(out, "file", str_from(entry->path));
	buf_printf(out, " time=\"%.3f\"", entry->seconds);
	if (entry->status == TEST_PASSED) {
		buf_put(out, "/>\n");
		return;
	}
	buf_put(out, ">\n");
	put_verdict(out, elements[entry->status], entry);
	buf_put(out, "\t\t</testcase>\n");
}

int test_junit_write(const struct test_list *list, const struct test_report *report, const char *path) {
	struct buf out;
	double seconds = 0;
	for (int i = 0; i < list->count; i++) {
		seconds += list->entries[i].seconds;
	}
	buf_init(&out, list->arena);
	buf_put(&out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
	buf_printf(&out, "\t<testsuite name=\"cutelayout\" tests=\"%d\" failures=\"%d\" errors=\"%d\" skipped=\"%d\" "
		"time=\"%.3f\">\n", list->count, report->failed - report->broken, report->broken, report->skipped, seconds);
	for (int i = 0; i < list->count; i++) {
		put_case(&out, list->arena, &list->entries[i]);
	}
	buf_put(&out, "\t</testsuite>\n</testsuites>\n");
	return file_put(path, buf_str(&out)) ? 0 : report_failure("cannot write '%s': %s", path, strerror(errno));
}
