/*
 * What a text of a layout language says, as a function over its whole domain, whatever the language writes down: a
 * layout of memory, who owns which element, or a number. The function is a table, or a map that was written as such.
 *
 *     memory      coordinate -> offset. The table is in column-major order of the coordinates.
 *     ownership   (thread, value) -> the column-major number of the coordinate. The table runs over the threads first.
 *     places      coordinate -> several numbers, such as a row and a column of tensor memory: a table for each.
 *
 * A language that maps the other way, offsets to coordinates or coordinates to owners, is inverted when it is read.
 */
#ifndef LANG_LANGUAGE_DENOTATION_H
#define LANG_LANGUAGE_DENOTATION_H

#include "algebra/composed.h"
#include "base/limits.h"
#include "lang/language/term.h"
#include "lang/value.h"

enum {
	LANGUAGE_RANK = LIMIT_LANGUAGE_RANK, /* dimensions of a tensor */
	LANGUAGE_AXES = 8,              /* numbers that a place has, a size: no language names as many */
};

enum denotation_kind { DENOTES_MEMORY, DENOTES_OWNERSHIP, DENOTES_PLACES, DENOTES_VALUE };

/* One digit of a coordinate and where it goes: of the digits of a dimension the fastest stands first. */
struct digit {
	int dimension;
	int axis;
	int64_t extent;
	int64_t stride;
};

struct denotation {
	enum denotation_kind kind;
	bool inverted;                      /* the text maps the other way */
	int rank;
	int64_t shape[LANGUAGE_RANK];       /* of the tensor */
	int64_t threads, values;            /* ownership */
	int64_t lanes, block;               /* threads of a warp and of a block; 0: the text does not say */
	int64_t count;                      /* entries of the table */
	const int64_t *table;               /* NULL: "map" says it all; -1: a thread that holds nothing there */
	/* if "padded_table": the tensor lies in a larger one, whose layout is simpler */
	int64_t padded[LANGUAGE_RANK];
	const int64_t *padded_table;
	int64_t padded_count;
	bool has_map;
	struct map map;                     /* the function as it was written, domain "shape" or (threads, values) */
	int64_t offset;                     /* added to what "map" gives */
	struct value value;                 /* DENOTES_VALUE */
	int axis_count;                     /* DENOTES_PLACES, and names of ... */
	struct str axes[LANGUAGE_AXES];
	const int64_t *places[LANGUAGE_AXES];
	int64_t place_offset[LANGUAGE_AXES]; /* the place of the first coordinate */
	const struct digit *digits;         /* the same as digits */
	int digit_count;
	int bits;                           /* of an element; 0: the text does not say */
	const char *order;                  /* how coordinates, threads and values are numbered, in words */
	const char *units;                  /* of offsets: "elements" */
	const char *note;                   /* something to know, or NULL */
};

/* Store the coordinate with column-major number "index" of "shape" at "out". */
void coordinate_from_number(const int64_t *shape, int rank, int64_t index, int64_t *out);

/* Its number. */
int64_t coordinate_number(const int64_t *shape, int rank, const int64_t *coordinate);

/* Product of "count" extents; a fault at "span" if one is below 1 or the product above "most". */
int64_t extents_product(struct reader *reader, struct span span, const int64_t *extents, int count, int64_t most);

/* The tuple of "count" integers; an integer for one. */
struct tuple tuple_from_ints(struct algebra *al, const int64_t *values, int count);

/* Room for the table of "denotation" of shape "shape" (memory), or of "threads" times "values" (ownership). */
int64_t *denotation_memory(struct reader *reader, struct span span, struct denotation *denotation, const int64_t *shape,
	int rank);
int64_t *denotation_ownership(struct reader *reader, struct span span, struct denotation *denotation, int64_t threads,
	int64_t values);

/* Denote the map "offset" + "map", whose domain has the shape given. */
void denotation_from_map(struct denotation *denotation, struct map map, int64_t offset, const int64_t *shape, int rank);

/* Make the table of a denotation that has only a map. Returns false, after a fault, if it is too large. */
bool denotation_tabulate(struct reader *reader, struct span span, struct denotation *denotation);

/*
 * Store the stride of each dimension at "strides": those of the layout that "denotation" has as its map, in units of
 * its offsets. Returns false if it has none, or a dimension of several modes.
 */
bool denotation_strides(const struct denotation *denotation, int64_t *strides);

/* "memory", "ownership, inverted", ... */
const char *denotation_kind_name(const struct denotation *denotation);

/* The greatest of the "count" numbers at "values" that is above 0, else 0. */
int64_t table_greatest(const int64_t *values, int64_t count);

#endif
