/* The printer that notations share: they differ in punctuation, and in what they call integers and bases. */
#ifndef LANG_NOTATION_WRITER_H
#define LANG_NOTATION_WRITER_H

#include "base/buf.h"
#include "lang/value.h"

struct writer;

struct spelling {
	const char *style;                 /* the notation, for messages */
	const char *open, *comma, *close;
	const char *close_single;          /* of a tuple with one mode */
	const char *open_list, *comma_list, *close_list;   /* of a tiler that is no tuple of integers; NULL: as tuples */
	const char *underscore;
	const char *truth, *falsehood;
	const char *layout, *stride, *layout_end;
	const char *swizzle, *swizzle_end;
	const char *composed;              /* in front of the outer map */
	const char *then, *then_inner;     /* in front of the offset, and of the inner map */
	const char *composed_end;
	bool tensors;                      /* a tensor is written with its pointer; else its layout, or a pair */
	bool names_tuples;                 /* a tuple begins with what C++ calls it */

	/* An integer without its basis; v@j@i, the multiple v of a basis element; a text. */
	void (*integer)(struct writer *w, struct tuple leaf);
	void (*basis)(struct writer *w, struct tuple leaf);
	void (*string)(struct writer *w, struct str text);

	/* A composed layout that CuTe does not have; NULL where the notation has no words for them. */
	void (*extended)(struct writer *w, struct map map);

	/* Atoms and what is made of them; NULL where the notation has no words for them. */
	void (*other)(struct writer *w, const struct value *value);
};

struct writer {
	struct buf *out;
	struct algebra *al;                /* of faults; NULL for a spelling that has words for everything */
	const struct spelling *spelling;
	bool in_layout;                    /* the integer stands beside the sign of a layout */
	bool alone;                        /* the tuple is no part of a layout: ?{i64} is printed ? */
};

/* "name" is what C++ calls the tuple. */
void write_tuple(struct writer *w, struct tuple tuple, const char *name);
void write_layout(struct writer *w, struct layout layout);
void write_swizzle(struct writer *w, struct swizzle swizzle);
void write_map(struct writer *w, struct map map);

/* outer o offset o inner, whatever they are. */
void write_composed(struct writer *w, const struct composed *composed);

void write_value(struct writer *w, const struct value *value);

/* --- what several spellings have in common --- */

/*
 * The number alone; v@j@i with the innermost index first; the text in the quotes that do not occur in it,
 * its control characters made visible.
 */
void write_integer(struct writer *w, struct tuple leaf);
void write_basis(struct writer *w, struct tuple leaf);
void write_string(struct writer *w, struct str text);

/* An integer without a value: ?, ?{div=8}, ?{i64}, ?{i64 div=16}. */
void write_unknown(struct writer *w, struct tuple leaf);

/* The indices of a basis, outermost mode first, as arguments. */
void write_indices(struct writer *w, struct tuple leaf);

/* What C++ calls a tuple of values: "Tile" if it can tile something, else "tuple". */
const char *writer_list_name(const struct value *list);

#endif
