/* What was inferred from a table, in words and as JSON. */
#ifndef TOOL_INFER_H
#define TOOL_INFER_H

#include "tool/domain.h"

/* The layout, as an expression of the language. It must be found. */
void infer_put_layout(struct buf *out, struct algebra *al, const struct inferred *inferred);

/*
 * Why the table is no offset + layout, in one line; and below it, unless one was found, what of swizzles, and the map
 * of bits that it is, if it is one.
 */
void infer_put_refusal(struct buf *out, struct algebra *al, const struct domain *domain,
	const struct inferred *inferred);

/* What a table with holes leaves open, in one line; nothing if it leaves nothing open. */
void infer_put_doubt(struct buf *out, const struct inferred *inferred);

/* All of it as one JSON object. */
void infer_put_json(struct buf *out, struct algebra *al, const struct domain *domain, const struct inferred *inferred);

#endif
