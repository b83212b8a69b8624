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

static bool is_of_group(const struct operation *operation, const struct operation_group *group) {
	return operation >= group->operations && operation < group->operations + group->count;
}

bool operation_is_of_numbers(const struct operation *operation) {
	return is_of_group(operation, &number_operations) || is_of_group(operation, &elementwise_operations);
}

/* "text" is "name"; strncmp stops at the end of a shorter text. */
static bool is_called(const char *text, struct str name) {
	return strncmp(text, name.data, name.length) == 0 && text[name.length] == '\0';
}

const struct operation *operation_find(struct str name) {
	char first = name.length > 0 ? name.data[0] : '\0';
	char second = name.length > 1 ? name.data[1] : '\0';
	for (int i = 0; i < GROUP_COUNT; i++) {
		const struct operation *each = groups[i]->operations;
		const struct operation *end = each + groups[i]->count;
		if (end[-1].name[0] < first) {
			continue;
		}
		for (; each < end && each->name[0] <= first; each++) {
			if (each->name[0] == first && each->name[1] == second && is_called(each->name, name)) {
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

/* What CuTe DSL calls parameters, and what they are called here, the first that an operation has. */
static const struct {
	const char *name, *ours;
} keywords[] = {
	{ "a", "layout shape tuple vector" },
	{ "atom_layout_mnk", "atom_layout" },
	{ "atom_layout_tv", "layout_tv" },
	{ "block", "layout" },
	{ "cond", "condition" },
	{ "dicer", "coord" },
	{ "dtype", "type" },
	{ "elem", "mode" },
	{ "fill_value", "number" },
	{ "idx", "index" },
	{ "copy_internal_type", "type" },
	{ "index", "thread" },
	{ "input", "layout tensor shape" },
	{ "instruction_shape", "shape_mnk" },
	{ "iterator", "pointer" },
	{ "lhs", "layout a shape" },
	{ "mma", "tiled_mma" },
	{ "new_type_bits", "new_bits" },
	{ "obj", "layout" },
	{ "old_type_bits", "old_bits" },
	{ "op_or_atom", "atom" },
	{ "permutation_mnk", "permutation" },
	{ "profile", "target_profile" },
	{ "rhs", "tiler b divisor" },
	{ "sequence", "layout" },
	{ "src", "layout tensor integer" },
	{ "src_layout", "layout" },
	{ "t", "layout" },
	{ "target", "layout tensor tuple" },
	{ "target_profile", "guide" },
	{ "tiler", "thr_layout divisor" },
	{ "up_to_rank", "rank" },
	{ "x", "a" },
	{ "y", "b" },
};

/* The place of "keyword" among the parameters as they are called here, or -1. */
static int own_parameter(const struct operation *operation, struct str keyword) {
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

int operation_parameter(const struct operation *operation, struct str keyword) {
	int place = own_parameter(operation, keyword);
	for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; i++) {
		if (!str_is(keyword, keywords[i].name)) {
			continue;
		}
		for (const char *ours = keywords[i].ours; place < 0 && *ours != '\0'; ours += strspn(ours, " ")) {
			struct str word = { ours, strcspn(ours, " ") };
			place = own_parameter(operation, word);
			ours += word.length;
		}
	}
	return place;
}
