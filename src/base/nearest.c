#include "base/nearest.h"

struct nearest nearest_begin(struct str word) {
	return (struct nearest){ word, { "", 0 }, (int)word.length / 3 + 1 };
}

void nearest_offer(struct nearest *nearest, struct str name) {
	int distance = str_distance(nearest->word, name);
	if (distance < nearest->distance) {
		nearest->distance = distance;
		nearest->name = name;
	}
}
