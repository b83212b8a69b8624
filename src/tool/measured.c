#include "tool/measured.h"

#include <string.h>

#include "tool/banks_data.h"
#include "tool/check.h"

/* The part of "*rest" up to "end", which is dropped. */
static struct str take(struct str *rest, char end) {
	const char *at = memchr(rest->data, end, rest->length);
	struct str part = { rest->data, at != NULL ? (size_t)(at - rest->data) : rest->length };
	size_t used = part.length + (at != NULL ? 1 : 0);
	*rest = (struct str){ rest->data + used, rest->length - used };
	return part;
}

static int64_t number_of(struct str digits) {
	int64_t number = 0;
	for (size_t i = 0; i < digits.length && number < INT32_MAX; i++) {
		number = number * 10 + (digits.data[i] - '0');
	}
	return number;
}

bool measured_find(enum shared_kind kind, int bytes, struct measured *out) {
	static const char *const names[] = { [SHARED_LOAD] = "load", [SHARED_STORE] = "store",
		[SHARED_LDMATRIX] = "ldmatrix", [SHARED_STMATRIX] = "stmatrix" };
	struct str rest = { (const char *)banks_measured, banks_measured_size };
	while (rest.length > 0) {
		struct str line = take(&rest, '\n');
		struct str name = take(&line, '\t');
		if (!str_equal(name, str_from(names[kind])) || number_of(take(&line, '\t')) != bytes) {
			continue;
		}
		out->patterns = number_of(take(&line, '\t'));
		out->as_counted = number_of(take(&line, '\t'));
		out->device = take(&line, '\t');
		out->date = take(&line, '\t');
		out->driver = take(&line, '\t');
		return true;
	}
	return false;
}

/* Keep the line for accesses of "bytes" in "out" if it is worse. Returns false if there is none. */
static bool keep_worse(enum shared_kind kind, int bytes, struct measured *out) {
	struct measured line;
	if (!measured_find(kind, bytes, &line)) {
		return false;
	}
	bool fails = line.as_counted < line.patterns;
	bool failed = out->as_counted < out->patterns;
	if (out->patterns == 0 || (fails && !failed) || (fails == failed && line.patterns < out->patterns)) {
		*out = line;
	}
	return true;
}

bool measured_find_all(const struct check *check, struct measured *out) {
	bool found = check->shared_count > 0;
	*out = (struct measured){ .patterns = 0 };
	for (int i = 0; i < check->shared_count && found; i++) {
		const struct shared_row *row = &check->shared[i];
		int bytes = row->load.bits < 8 ? 1 : row->load.bits / 8;
		for (int count = 1; count <= 4 && found && row->matrices; count *= 2) {
			found = keep_worse(SHARED_LDMATRIX, count, out) && keep_worse(SHARED_STMATRIX, count, out);
		}
		if (!row->matrices) {
			found = keep_worse(SHARED_LOAD, bytes, out) && keep_worse(SHARED_STORE, bytes, out);
		}
	}
	return found;
}
