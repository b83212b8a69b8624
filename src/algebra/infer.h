/*
 * From a table of values to the layout that has them: L, offset + L, or Sw o offset o L.
 *
 * The procedure decides. A layout without an extent 1 and without two neighbouring modes that could be one is the
 * only such layout of its function: of g with g(0) = 0, the first stride is g(1), and the first extent r is the
 * length of the run g(x) = x*g(1). Were r too long, the next mode would continue the run, and the two could be one.
 * So there is no layout unless r divides the size and g(x + r*y) = g(x) + g(r*y) everywhere, and the rest is the
 * layout of g(r*y). Over several modes, the extent of each takes the place of r. Every step looks at each entry once:
 * work linear in the table.
 *
 * A swizzle Sw is its own inverse, so that f = Sw o offset o L exactly if Sw o f = offset + L. Swizzles without number
 * reach beyond the values, but few matter. Let all values be below 2^n. Y bits from n on are 0 and take no part. So
 * with S > 0, M+B+S <= n holds all that there is; with S < 0, M+B <= n. If there, all Z bits are from n+1 on, Sw o f
 * is f plus multiples of 2^(n+1). Where Sw o f is a sum, f(a)+f(d) and f(b)+f(c) then differ by such a multiple, and by
 * less than 2^(n+1); so f is a sum too, and needs no swizzle. This leaves M+|S| <= n. Where no bit is carried, this is
 * an exercise with columns of bits (linear.h), which needs no second look at the table.
 *
 * Source: C. Cecka, arXiv 2603.02298, section 3.2, for coalesced layouts; the uniqueness is shown above.
 */
#ifndef ALGEBRA_INFER_H
#define ALGEBRA_INFER_H

#include "algebra/composed.h"
#include "algebra/linear.h"

/* The value of an entry that is not known. */
#define INFER_HOLE INT64_MIN

/* The largest absolute value of an entry. */
#define INFER_GREATEST LINEAR_GREATEST

enum { INFER_MODES_MAX = 16 }; /* modes that a refusal names; more are not recorded */

enum infer_why {
	INFER_FITS,          /* nothing: there is a layout */
	INFER_RUN,           /* a mode begins with a run whose length does not divide what is left of its extent */
	INFER_REPEAT,        /* the run divides it, but the next block is not the first one moved */
	INFER_INTERACT,      /* the value is not the sum of what the modes give, each alone */
	INFER_CONTRADICTION, /* with holes: no strides satisfy the entries up to this one */
};

/*
 * Why no offset + layout has the values of the table: at coordinate number "at" it has "value", where "expected"
 * follows from the entries before. Coordinates are those of the flattened shape.
 */
struct infer_refusal {
	enum infer_why why;
	int64_t at, value, expected;
	int mode;                   /* RUN, REPEAT: number of the flattened mode */
	int64_t run;                /* RUN, REPEAT: the length of the run, in steps of "step" coordinates of the mode */
	int64_t step;               /* RUN, REPEAT: what the modes inferred before have as product of extents */
	int64_t left;               /* RUN: the number of such steps in the mode */
	int modes[INFER_MODES_MAX]; /* INTERACT: the fewest flattened modes found that do not add up; the others are 0 */
	int mode_count;
};

struct inferred {
	bool found;
	struct swizzle swizzle; /* of no bits where none is needed */
	int64_t offset;
	struct layout layout; /* the shape, each of its integers replaced by the coalesced modes that it takes */
	int swizzles_tried;
	int64_t holes;
	int undetermined;             /* with holes: strides that the entries do not determine; the simplest are chosen */
	bool unique;                  /* no other offset + layout, behind this swizzle, has the values that are known */
	struct infer_refusal refusal; /* why there is no offset + layout: unless found without a swizzle */
};

/*
 * The layout of the values table[i] at coordinate number i of "shape": without an offset if f(0) = 0, with an offset,
 * or with the swizzle that is best: S > 0 before S < 0, then smallest B, M, |S|. Without holes the answer is the only
 * one, but for other swizzles; that there is none is proved. With holes the answer has the fewest modes that a greedy
 * choice gives. That there is none without a swizzle is proved too; behind a swizzle, strides that are free are
 * chosen in two ways, to reach no negative value.
 *
 * FAULT_DOMAIN: an entry beyond INFER_GREATEST. FAULT_LIMIT: more than LIMIT_TABLE_ENTRIES entries; with holes, more
 * than LIMIT_INFER_ORDERS orders of the prime factors of the extents.
 */
struct inferred infer_table(struct algebra *al, const int64_t *table, struct tuple shape);

/* The same without swizzles. */
struct inferred infer_plain(struct algebra *al, const int64_t *table, struct tuple shape);

/*
 * The same for every swizzle that fits, in that order; first the one without, if it fits. Returns how many there are.
 */
int infer_table_all(struct algebra *al, const int64_t *table, struct tuple shape, const struct inferred **all);

/* FAULT_DOMAIN where one of "count" values, which are known, is the number that stands for a hole in a table. */
void infer_check_values(struct algebra *al, const int64_t *values, int64_t count);

/*
 * The layout of "map": by its structure where it is a layout or linear, else from the table of its values, with the
 * faults of infer_table and offsets_init_map. The shape has the size of each mode of its innermost layout.
 */
struct inferred infer_map(struct algebra *al, struct map map);

/*
 * The layout of a(b(c)), over the domain of "b", whatever CuTe makes of the composition. FAULT_TYPE for basis strides,
 * FAULT_LIMIT for more than LIMIT_TABLE_ENTRIES coordinates, FAULT_DOMAIN when "b" is negative somewhere; other faults
 * are those of offsets_init_map, as where a value may not fit 64 bits.
 */
struct inferred infer_composition(struct algebra *al, struct map a, struct map b);

/* What was inferred, which must be found, as a map. */
struct map inferred_map(struct algebra *al, const struct inferred *inferred);

/* The layout of a linear map, from its columns alone. The domain may be as large as 2^LINEAR_BITS_MAX. */
struct inferred infer_linear(struct algebra *al, const struct linear *a);

#endif
