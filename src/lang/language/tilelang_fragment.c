/* T.Fragment: from the indices of an element, and the number of its copy, to its thread and its place in registers. */
#include <inttypes.h>

#include "lang/language/expression.h"
#include "lang/language/owners.h"

const char *tilelang_write_fragment(struct buf *out, struct reading *reading, const struct denotation *denotation) {
	struct algebra *al = reading->reader.al;
	struct owners owners;
	struct denotation thread;
	struct denotation index;
	const char *why = owners_of(al->arena, denotation, &owners);
	if (why != NULL) {
		return why;
	}
	if (!owners_denote(al, denotation, owners.thread, owners.copies, &thread)
		|| !owners_denote(al, denotation, owners.index, 1, &index)) {
		return "the thread of an element has no short expression";
	}
	buf_put(out, "T.Fragment((");
	for (int d = 0; d < denotation->rank; d++) {
		buf_printf(out, "%s%" PRId64, d > 0 ? ", " : "", denotation->shape[d]);
	}
	buf_put(out, denotation->rank == 1 ? ",), forward_fn=lambda " : "), forward_fn=lambda ");
	expression_put_names(out, thread.rank);
	buf_put(out, ": (");
	why = expression_put(out, reading, &thread, EXPRESSION_PYTHON);
	buf_put(out, ", ");
	why = why != NULL ? why : expression_put(out, reading, &index, EXPRESSION_PYTHON);
	buf_put_char(out, ')');
	if (owners.copies > 1) {
		buf_printf(out, ", replicate=%" PRId64, owners.copies);
	}
	buf_put_char(out, ')');
	return why;
}
