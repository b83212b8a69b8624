/*
 * Values as tables of what they make of the coordinates 0, 1, 2, ..., computed from what layouts, swizzles and composed
 * layouts are and sharing no code with the algebra. The rows of an identity layout, and of what is made of it, are
 * coordinates.
 */
#ifndef TESTS_TABLES_H
#define TESTS_TABLES_H

#include "lang/value.h"

enum { TABLE_WIDTH_MAX = 8 };

struct table {
	struct tuple shape;     /* of the domain */
	struct tuple profile;   /* of the rows: an integer, or the shape of the coordinates that they are */
	int64_t size;           /* number of rows */
	int width;              /* leaves of "profile", at most TABLE_WIDTH_MAX */
	int64_t *at;            /* size * width integers */
};

/* The layout behind "value" that has its shape: itself, or the innermost one; NULL where a swizzle is innermost. */
const struct layout *table_layout(const struct value *value);

/*
 * What "value", a layout or a composed layout, makes of the coordinate number "i", into row[0..width-1]. False when it
 * is no function into "profile", or an offset that the tables do not know.
 */
bool table_row(const struct value *value, struct tuple profile, int64_t i, int64_t *row);

/* All rows of "value"; false as table_row. */
bool table_from_value(struct arena *arena, const struct value *value, struct tuple profile, struct table *table);

/* The integers of the coordinate "c" as a row: 3@1 is 3 in mode 1, 0 all zeros, and modes that "c" lacks are 0. */
bool table_row_from_tuple(struct tuple c, struct tuple profile, int64_t *row);

#endif
