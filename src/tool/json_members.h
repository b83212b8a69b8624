/* Members of JSON objects, each with a comma behind it. */
#ifndef TOOL_JSON_MEMBERS_H
#define TOOL_JSON_MEMBERS_H

#include <inttypes.h>
#include <stdbool.h>

#include "base/buf.h"

static inline void json_name(struct buf *out, const char *name) {
	buf_printf(out, "\"%s\":", name);
}

static inline void json_text(struct buf *out, const char *name, const char *text) {
	json_name(out, name);
	buf_put_json(out, str_from(text));
	buf_put_char(out, ',');
}

static inline void json_int(struct buf *out, const char *name, int64_t value) {
	buf_printf(out, "\"%s\":%" PRId64 ",", name, value);
}

static inline void json_flag(struct buf *out, const char *name, bool value) {
	buf_printf(out, "\"%s\":%s,", name, value ? "true" : "false");
}

/* End an object or a list with "bracket", which takes the place of the comma behind its last member. */
static inline void json_close(struct buf *out, char bracket) {
	if (out->data[out->length - 1] == ',') {
		out->data[out->length - 1] = bracket;
	} else {
		buf_put_char(out, bracket);
	}
}

#endif
