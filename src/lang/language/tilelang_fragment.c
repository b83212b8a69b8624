#include "lang/language/expression.h"

const char *tilelang_write_fragment(struct buf *out, struct reading *reading, const struct denotation *denotation) {
	(void)out;
	(void)reading;
	(void)denotation;
	return "Fragments of TileLang are read, not written";
}
