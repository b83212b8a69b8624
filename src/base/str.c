#include "base/str.h"

enum { ROWS = 3, ROW_LENGTH = STR_DISTANCE_LENGTH + 1 };

static int least(int a, int b) {
	return a < b ? a : b;
}

/* The letters of "a" at "i" and of "b" at "j", counted from 1, are those in front of the two, exchanged. */
static bool exchanged(struct str a, struct str b, size_t i, size_t j) {
	return i > 1 && j > 1 && str_small(a.data[i - 1]) == str_small(b.data[j - 2])
		&& str_small(a.data[i - 2]) == str_small(b.data[j - 1]);
}

int str_distance(struct str a, struct str b) {
	int rows[ROWS][ROW_LENGTH];
	if (a.length > STR_DISTANCE_LENGTH || b.length > STR_DISTANCE_LENGTH) {
		return STR_DISTANCE_LENGTH + 1;
	}
	for (size_t j = 0; j <= b.length; j++) {
		rows[0][j] = (int)j;
	}
	for (size_t i = 1; i <= a.length; i++) {
		int *row = rows[i % ROWS];
		const int *above = rows[(i + ROWS - 1) % ROWS];
		row[0] = (int)i;
		for (size_t j = 1; j <= b.length; j++) {
			row[j] = above[j - 1] + (str_small(a.data[i - 1]) != str_small(b.data[j - 1]));
			row[j] = least(row[j], least(row[j - 1], above[j]) + 1);
			if (exchanged(a, b, i, j)) {
				row[j] = least(row[j], rows[(i + ROWS - 2) % ROWS][j - 2] + 1);
			}
		}
	}
	return rows[a.length % ROWS][b.length];
}

int str_compare(struct str a, struct str b) {
	size_t shared = a.length < b.length ? a.length : b.length;
	int order = memcmp(a.data, b.data, shared);
	return order != 0 ? order : (a.length > b.length) - (a.length < b.length);
}

bool str_is_among(struct str a, const char *words) {
	while (*words != '\0') {
		size_t length = strcspn(words, " ");
		if (str_equal(a, (struct str){ words, length })) {
			return true;
		}
		words += length + (words[length] == ' ');
	}
	return false;
}

bool str_has(struct str text, const char *part) {
	size_t length = strlen(part);
	for (size_t i = 0; i + length <= text.length; i++) {
		const char *found = memchr(text.data + i, part[0], text.length - length + 1 - i);
		if (found == NULL) {
			return false;
		}
		i = (size_t)(found - text.data);
		if (memcmp(found, part, length) == 0) {
			return true;
		}
	}
	return false;
}
