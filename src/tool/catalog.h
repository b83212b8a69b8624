/* What the language offers, for editors, completion and bindings: operations with their help, atoms, kinds, styles. */
#ifndef TOOL_CATALOG_H
#define TOOL_CATALOG_H

#include "base/buf.h"

/*
 * Append {"groups":[...],"atoms":{"mma":[...],"copy":[...],"smem":[...]},"kinds":"auto grid ...","styles":"plain ..."}:
 * names of kinds of pictures and of notations with blanks between them; a group has a title and operations with name,
 * parameters, the least and most arguments, meaning, example, result and source.
 */
void catalog_put(struct buf *out);

#endif
