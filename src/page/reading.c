#include "page/reading.h"

#include <string.h>

static const char *take_assumption(struct reading *reading, const char *text) {
	if (reading->assumption_count == LIMIT_ASSUMPTIONS) {
		return "at most 64 of assume";
	}
	bool read = assumption_read(str_from(text), &reading->assumptions[reading->assumption_count]);
	reading->assumption_count += read;
	return read ? NULL : "assume= with a condition such as 'N % 256 == 0' or 'N >= 64'";
}

/* What the option "name" must have, NULL if "text" is that. */
static const char *take_text(struct reading *reading, const char *name, const char *text) {
	if (strcmp(name, "assume") == 0) {
		return take_assumption(reading, text);
	}
	if (strcmp(name, "dialect") == 0) {
		return dialect_read(str_from(text), &reading->dialect) ? NULL : "dialect=cpp or dsl";
	}
	if (strcmp(name, "dynamic") == 0) {
		bool shapes = strcmp(text, "shapes") == 0;
		reading->run_time = shapes ? RUN_TIME_SHAPES : RUN_TIME_ALL;
		return shapes || *text == '\0' ? NULL : "dynamic or dynamic=shapes";
	}
	reading->numbers = str_from(text);
	return numbers_are_written(reading->numbers) ? NULL : "with= and numbers for names, as in M=4096,N=8192";
}

static bool take(void *context, const char *name, const char *text, const char **wanted) {
	static const char *const names[] = { "assume", "dialect", "dynamic", "with" };
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		if (strcmp(name, names[i]) == 0) {
			*wanted = take_text(context, name, text != NULL ? text : "");
			return true;
		}
	}
	return false;
}

const char *reading_take_options(struct arena *arena, struct str options, struct reading *reading,
		struct draw_request *request) {
	*reading = (struct reading){ .dialect = DIALECT_CPP };
	*request = (struct draw_request){ 0 };
	const char *copy = arena_copy(arena, options.data, options.length);
	return draw_request_read_with(arena, copy, request, &(struct draw_request_taker){ take, reading });
}

void reading_start(const struct reading *reading, struct arena *arena, struct evaluation *ev) {
	evaluation_init(ev, arena, false);
	ev->algebra.dialect = reading->dialect;
	ev->run_time = reading->run_time;
	ev->assumptions = reading->assumptions;
	ev->assumption_count = reading->assumption_count;
	ev->numbers = reading->numbers;
}
