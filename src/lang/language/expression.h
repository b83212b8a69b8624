/* Functions of indices, as C and Python write them, read and printed. */
#ifndef LANG_LANGUAGE_EXPRESSION_H
#define LANG_LANGUAGE_EXPRESSION_H

#include "lang/language/language.h"

/* (i, j) -> (results), evaluated for all indices of a shape. */
struct function {
	const struct term *names;       /* its items are the names of the indices, in order */
	const struct term *results;
	int result_count;
	const int64_t *extents;         /* of the results, which are numbered row-major; NULL: 1 + the largest of each */
	bool bounds;                    /* the extents are bounds that a compiler derives, at least 1 + the largest */
	bool floors;                    /* "/" rounds down; as C rounds otherwise */
	bool names_may_lack;            /* the last dimensions need no name */
};

/* The table of "function" over the shape of "denotation", which becomes memory. */
bool function_denote_memory(struct reader *reader, struct span span, const struct function *function,
	struct denotation *denotation);

enum expression_style { EXPRESSION_C, EXPRESSION_PYTHON, EXPRESSION_MLIR };

/* i, j, k, ...: the names that expressions use for "count" dimensions. */
void expression_put_names(struct buf *out, int count);

/* Put the map of "denotation", memory, as an expression of these names. Returns NULL, or why there is none. */
const char *expression_put(struct buf *out, struct reading *reading, const struct denotation *denotation,
	enum expression_style style);

/* T.Fragment (tilelang.c's words, with what expression.c knows of digits). */
const char *tilelang_write_fragment(struct buf *out, struct reading *reading, const struct denotation *denotation);

#endif
