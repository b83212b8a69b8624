/* Operations and their parameters by name. */
#include <stdlib.h>

#include "lang/ops/operation.h"

static int compare_name(const void *key, const void *element) {
	const struct str *name = key;
	const struct operation *operation = element;
	size_t length = strlen(operation->name);
	size_t shorter = name->length < length ? name->length : length;
	int order = memcmp(name->data, operation->name, shorter);
	return order != 0 ? order : (name->length > length) - (name->length < length);
}

const struct operation *operation_find(struct str name) {
	int count;
	const struct operation *table = operation_table(&count);
	return bsearch(&name, table, (size_t)count, sizeof *table, compare_name);
}

/* Insertions, deletions and replacements that turn "a" into "b"; both shorter than SUGGEST_LENGTH. */
enum { SUGGEST_LENGTH = 40 };

static int edit_distance(struct str a, struct str b) {
	int row[SUGGEST_LENGTH + 1];
	for (size_t j = 0; j <= b.length; j++) {
		row[j] = (int)j;
	}
	for (size_t i = 1; i <= a.length; i++) {
		int diagonal = row[0];
		row[0] = (int)i;
		for (size_t j = 1; j <= b.length; j++) {
			int replaced = diagonal + (a.data[i - 1] != b.data[j - 1]);
			int inserted = row[j - 1] + 1;
			int deleted = row[j] + 1;
			diagonal = row[j];
			row[j] = replaced < inserted ? replaced : inserted;
			row[j] = row[j] < deleted ? row[j] : deleted;
		}
	}
	return row[b.length];
}

const struct operation *operation_suggest(struct str name) {
	int count;
	const struct operation *table = operation_table(&count);
	const struct operation *nearest = NULL;
	int least = (int)name.length / 3 + 1;
	for (int i = 0; i < count && name.length < SUGGEST_LENGTH; i++) {
		int distance = edit_distance(name, str_from(table[i].name));
		if (distance < least) {
			least = distance;
			nearest = &table[i];
		}
	}
	return nearest;
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
