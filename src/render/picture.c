#include "render/picture.h"

#include <string.h>

enum picture_format picture_format_from_path(const char *path) {
	static const struct {
		const char *suffix;
		enum picture_format format;
	} suffixes[] = {
		{ ".svg", PICTURE_SVG },
		{ ".png", PICTURE_PNG },
	};
	size_t length = strlen(path);
	for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
		const char *suffix = suffixes[i].suffix;
		size_t matching = 0;
		while (matching < 4 && matching < length) {
			char c = path[length - 1 - matching];
			char small = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
			if (small != suffix[3 - matching]) {
				break;
			}
			matching++;
		}
		if (matching == 4) {
			return suffixes[i].format;
		}
	}
	return PICTURE_UNKNOWN;
}
