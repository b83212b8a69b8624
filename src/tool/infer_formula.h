/* Index expressions whose extents or strides are run-time integers with names: i*N + j over M,N. */
#ifndef TOOL_INFER_FORMULA_H
#define TOOL_INFER_FORMULA_H

#include "algebra/symbol.h"
#include "lang/index_formula.h"
#include "tool/domain.h"

struct inferred_formula {
	int64_t offset;
	struct layout layout;
	const struct symbols *symbols; /* with the conditions under which the layout holds */
};

/*
 * Whether the shape of "request" has names, or the expression "source" has names that are no dimensions: words of two
 * letters or more, or with a capital letter, which no dimension usually has.
 */
bool infer_has_names(const struct domain_request *request, const struct source *source);

/*
 * The layout of the expression "source", for all numbers that its names stand for. Names in the shape are integers of
 * at least 1; the shape may begin with what is known of them, 'M = ?{div=4}; M,64'. Returns false after a fault, which
 * is in "message" with its place in "source", which becomes the shape or the names of the request where these are at
 * fault.
 */
bool infer_formula(struct algebra *al, const struct domain_request *request, struct source *source,
	struct inferred_formula *out, struct message *message);

/* The layout, behind its offset. */
void infer_formula_put(struct buf *out, const struct inferred_formula *inferred);

/* "needs M % 4 == 0", a line for each condition. */
void infer_formula_put_needs(struct buf *out, const struct inferred_formula *inferred);

/* One JSON object. */
void infer_formula_put_json(struct buf *out, const struct inferred_formula *inferred);

#endif
