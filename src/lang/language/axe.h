/* Axe layouts: what is in a file of its own. */
#ifndef LANG_LANGUAGE_AXE_H
#define LANG_LANGUAGE_AXE_H

#include "lang/language/language.h"

/* Print ownership with a table as TileLayout(S[...] + R[...]). Returns NULL, or why there is none. */
const char *axe_write_owners(struct buf *out, struct reading *reading, const struct denotation *denotation);

#endif
