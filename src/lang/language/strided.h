/* Views of arrays: an offset, a shape and a stride for each dimension, as numpy and torch make them. */
#ifndef LANG_LANGUAGE_STRIDED_H
#define LANG_LANGUAGE_STRIDED_H

#include "lang/language/language.h"

struct view {
	int rank;
	int64_t shape[LANGUAGE_RANK];
	int64_t stride[LANGUAGE_RANK];  /* in units of "item" to the element: bytes in numpy, elements in torch */
	int64_t offset;
	int64_t item;                   /* such units in an element; 0: not known */
	int bits;                       /* of an element; 0: not known */
};

/* The variables of a program. */
struct views {
	struct reading *reading;
	bool is_torch;
	int count;
	struct str names[64];
	struct view views[64];
};

/* The array that "term" is: a name, a call that makes one, a view of another one. Returns false after a fault. */
bool view_evaluate(struct views *views, const struct term *term, struct view *view);

/*
 * Apply the function or method "name", whose arguments begin with number "first": those that turn, mirror, move, drop
 * or cut dimensions (strided_move.c). Returns false after a fault.
 */
bool view_move(struct views *views, const struct term *call, struct str name, int first, struct view *view);

/*
 * Whether "call" has no more than "most" arguments without a key, and no key but those of "known", words with blanks
 * between; a fault otherwise.
 */
bool view_arguments(struct reader *reader, const struct term *call, int most, const char *known);

/* Lay "view" out compact, the last dimension fastest, or the first if "is_fortran". */
bool view_compact(struct reader *reader, struct span span, struct view *view, bool is_fortran);

/* A list of integers, with torch.Size and its like around it or not. Returns their number. */
int view_ints(struct reader *reader, const struct term *term, int64_t *out);

/* Take dtype = ... or itemsize = ... */
bool view_take_type(struct views *views, const struct term *term, struct view *view);

#endif
