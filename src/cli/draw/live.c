#include "cli/draw/live.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/program.h"
#include "cli/report.h"
#include "config.h"

enum { PLACES = 4 };

/* What the state of a page without a program is, and what stands in front of it. */
#define MARK "id=\"given\">"
#define NO_STATE "{}"

/* Open the page at "place" 0 or a later one; NULL if there is none. Too little memory to look is the end. */
static FILE *open_place(int place, const char *folder) {
	const char *named = getenv("CUTELAYOUT_PAGE");
	char path[PROGRAM_PATH_BYTES + sizeof PAGE_DATADIR + sizeof PAGE_PREFIX + 64];
	path[0] = '\0';
	switch (place) {
	case 0: snprintf(path, sizeof path, "%s", named != NULL ? named : ""); break;
	case 1: snprintf(path, sizeof path, "%scutelayout.html", folder); break;
	case 2: snprintf(path, sizeof path, "%s../" PAGE_DATADIR "/cutelayout/cutelayout.html", folder); break;
	default: snprintf(path, sizeof path, PAGE_PREFIX "/" PAGE_DATADIR "/cutelayout/cutelayout.html"); break;
	}
	errno = 0;
	FILE *file = path[0] == '/' ? fopen(path, "rb") : NULL;
	if (file == NULL && errno == ENOMEM) {
		report_out_of_memory(NULL, BUFSIZ);
	}
	return file;
}

/* Read the page into "out". Returns false if it is nowhere. */
static bool read_page(struct buf *out) {
	FILE *file = NULL;
	char folder[PROGRAM_PATH_BYTES];
	program_folder(folder);
	for (int place = 0; place < PLACES && file == NULL; place++) {
		file = open_place(place, folder);
	}
	if (file == NULL) {
		return false;
	}
	char part[1 << 14];
	size_t length;
	while ((length = fread(part, 1, sizeof part, file)) > 0) {
		buf_put_str(out, (struct str){ part, length });
	}
	bool whole = ferror(file) == 0;
	fclose(file);
	return whole;
}

/* Append "text" as a string of JSON that ends no element of HTML. */
static void put_string(struct buf *out, struct str text) {
	struct buf json;
	buf_init(&json, out->arena);
	buf_put_json(&json, text);
	for (size_t i = 0; i < json.length; i++) {
		if (json.data[i] == '<') {
			buf_put(out, "\\u003c");
		} else {
			buf_put_char(out, json.data[i]);
		}
	}
}

enum live_status live_print(struct buf *out, struct str program, struct str options) {
	struct buf page;
	buf_init(&page, out->arena);
	if (!read_page(&page)) {
		return LIVE_MISSING;
	}
	const char *state = strstr(page.data, MARK NO_STATE);
	if (state == NULL) {
		return LIVE_OTHER;
	}
	size_t before = (size_t)(state - page.data) + strlen(MARK);
	size_t behind = before + strlen(NO_STATE);
	buf_put_str(out, (struct str){ page.data, before });
	buf_put(out, "{\"p\":");
	put_string(out, program);
	buf_put(out, ",\"options\":");
	put_string(out, options);
	buf_put_char(out, '}');
	buf_put_str(out, (struct str){ page.data + behind, page.length - behind });
	return LIVE_PRINTED;
}
