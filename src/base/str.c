#include "base/str.h"

int str_distance(struct str a, struct str b) {
	int row[STR_DISTANCE_LENGTH + 1];
	if (a.length > STR_DISTANCE_LENGTH || b.length > STR_DISTANCE_LENGTH) {
		return STR_DISTANCE_LENGTH + 1;
	}
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
