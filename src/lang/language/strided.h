/* Views of arrays: an offset, a shape and a stride for each dimension, as numpy and torch make them. */
#ifndef LANG_LANGUAGE_STRIDED_H
#define LANG_LANGUAGE_STRIDED_H

#include "lang/language/language.h"

enum { VIEWS_MAX = 64 };

/* Elements of an array, and units of its offset, at most. */
#define VIEW_UNITS_MAX ((int64_t)1 << 48)

/* A stride, and the distance of two elements of an array: what is made of one with such stays within 64 bits. */
#define VIEW_DISTANCE_MAX ((int64_t)1 << 61)

struct view {
	int rank;
	int64_t shape[LANGUAGE_RANK];
	int64_t stride[LANGUAGE_RANK];  /* in units of "item" to the element: bytes in numpy, elements in torch */
	int64_t offset;
	int64_t item;                   /* such units in an element; 0: not known */
	int bits;                       /* of an element; 0: not known */
	int object;                     /* the array of a variable that it is, counted from 1; 0: one of its own */
};

/* The variables of a program: names, of which several can be bound to one array. */
struct views {
	struct reading *reading;
	bool is_torch;
	int count;
	struct str names[VIEWS_MAX];    /* a name that is bound anew stands here again */
	int bound[VIEWS_MAX];           /* the array of the name, counted from 1 */
	int object_count;
	struct view objects[VIEWS_MAX];
};

/* --- strided_program.c --- */

/* Run the program; "view" receives the array of its last statement. Returns false after a fault. */
bool views_run(struct views *views, struct view *view);

/* Bind "name" to "view", which becomes the array of a variable if it is none. */
bool views_bind(struct views *views, struct span span, struct str name, struct view *view);

/* The array of a variable that "view" is, if it is one, has been changed in place. */
void views_change(struct views *views, const struct view *view);

/* The array "name": one that a statement has bound, else the one that the options describe. */
bool views_find(struct views *views, const struct term *term, struct str name, struct view *view);

/* --- strided_view.c --- */

/* The array that "term" is: a name, a call that makes one, a view of another one. Returns false after a fault. */
bool view_evaluate(struct views *views, const struct term *term, struct view *view);

/* Apply the function or method "name" of a new array to "view"; its arguments begin with number "first" of "call". */
bool view_apply(struct views *views, const struct term *call, struct str name, int first, struct view *view);

/* The arguments from number "first" on, with or without a key: a list or several integers. Returns their number. */
int view_axes(struct reader *reader, const struct term *call, int first, int64_t *out);

/* --- strided_change.c --- */

/* Whether "name" is a method that changes its array in place. */
bool view_is_change(const struct views *views, struct str name);

/* Change "view" in place by such a method, and the variable with it. Returns false after a fault. */
bool view_change(struct views *views, const struct term *call, struct str name, struct view *view);

/* Whether nothing is called in "term". */
bool view_is_plain(const struct term *term);

/* --- strided_move.c and others --- */

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

/* Whether strides and places of "view" are within VIEW_DISTANCE_MAX; a fault otherwise. */
bool view_fits(struct reader *reader, struct span span, const struct view *view);

/* Lay "view" out compact, the last dimension fastest, or the first if "is_fortran". */
bool view_compact(struct reader *reader, struct span span, struct view *view, bool is_fortran);

/* Exchange the dimensions "a" and "b". */
void view_swap(struct view *view, int64_t a, int64_t b);

/* A list of integers, with torch.Size and its like around it or not. Returns their number. */
int view_ints(struct reader *reader, const struct term *term, int64_t *out);

/* Take dtype = ... or itemsize = ... */
bool view_take_type(struct views *views, const struct term *term, struct view *view);

#endif
