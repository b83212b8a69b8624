/* What the editor of the page offers: the operations with their help, the atoms, the kinds of pictures. */
#ifndef PAGE_WORDS_H
#define PAGE_WORDS_H

#include "base/buf.h"

/* Append {"groups":[{"title","operations":[{"name","parameters","meaning","example","result","source"}]}],
 * "atoms":{"mma":[...],"copy":[...],"smem":[...]},"kinds":[...],"styles":[...]}. */
void words_put(struct buf *out);

#endif
