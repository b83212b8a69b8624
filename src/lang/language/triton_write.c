#include "lang/language/triton.h"

const char *triton_write(struct buf *out, struct algebra *al, const struct denotation *denotation) {
	(void)out;
	(void)al;
	(void)denotation;
	return "not yet";
}
