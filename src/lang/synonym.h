/*
 * Words of other libraries, and of people, for what this language says differently: messages and help name the
 * operation to use.
 */
#ifndef LANG_SYNONYM_H
#define LANG_SYNONYM_H

#include "base/str.h"

/*
 * What to write in the place of "name", as one line without a full stop; NULL if nothing is known. Neither the case of
 * letters nor underscores count: RowMajor is row_major.
 */
const char *synonym_find(struct str name);

#endif
