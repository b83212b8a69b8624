/* All operations, found by name. */
#include <string.h>

#include "base/nearest.h"
#include "lang/lists.h"
#include "lang/ops/over_tensors.h"

/* LANG_OPERATIONS names each group in turn; the build writes it from the list in src/lang/meson.build. */
#define DECLARE(name) extern const struct operation_group name##_operations;
#define ADDRESS(name) &name##_operations,

LANG_OPERATIONS(DECLARE)

static const struct operation_group *const groups[] = { LANG_OPERATIONS(ADDRESS) };

enum { GROUP_COUNT = sizeof groups / sizeof groups[0] };

const struct operation_group *const *operation_groups(int *count) {
	*count = GROUP_COUNT;
	return groups;
}

const struct operation *operation_next(const struct operation *previous) {
	if (previous == NULL) {
		return groups[0]->operations;
	}
	for (int i = 0; i < GROUP_COUNT; i++) {
		if (previous == &groups[i]->operations[groups[i]->count - 1]) {
			return i + 1 < GROUP_COUNT ? groups[i + 1]->operations : NULL;
		}
	}
	return previous + 1;
}

const struct operation *operation_find(struct str name) {
		char first = name.length > 0 ? name.data[0] : '\0';
	for (int i = 0; i < GROUP_COUNT; i++) {
		const struct operation *each = groups[i]->operations;
		const struct operation *end = each + groups[i]->count;
		if (end[-1].name[0] < first) {
			continue;
		}
		for (; each < end && each->name[0] <= first; each++) {
			if (each->name[0] == first && str_is(name, each->name)) {
				return each;
			}
		}
	}
	return NULL;
}

struct value operation_call(const struct operation *operation, struct algebra *al, const struct value *args,
		int count) {
	struct call call = { .al = al, .operation = operation, .args = args, .count = count };
	return takes_tensors(&call) ? call_with_tensors(&call) : operation->takes.run(&call);
}

const struct operation *operation_suggest(struct str name) {
	struct nearest near = nearest_begin(name);
	for (const struct operation *each = operation_next(NULL); each != NULL; each = operation_next(each)) {
		nearest_offer(&near, str_from(each->name));
	}
	return nearest_found(&near) ? operation_find(near.name) : NULL;
}

int operation_parameter(const struct operation *operation, struct str keyword) {
	const char *rest = operation->parameters;
	for (int place = 0; *rest != '\0'; place++) {
		size_t length = strcspn(rest, ",");
		if (str_equal(keyword, (struct str){ rest, length }) && !str_is(keyword, "...")) {
			return place;
		}
		rest += length;
		rest += strspn(rest, ", ");
	}
	return -1;
}
