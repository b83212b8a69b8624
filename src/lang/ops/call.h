/*
 * A call of an operation, for the functions that run it: its arguments as what they need, and their results as values.
 * Faults go to call->al; the arguments and results after one are of no use, but can be read.
 */
#ifndef LANG_OPS_CALL_H
#define LANG_OPS_CALL_H

#include "lang/ops/operation.h"

struct call {
	struct algebra *al;
	const struct operation *operation;
	const struct value *args;   /* VALUE_NONE: not given */
	int count;                  /* arguments up to the last one given */
};

/* --- arguments, numbered from 0; what goes wrong from then on is about argument "i" --- */

bool has_arg(const struct call *call, int i);
bool given_arg(const struct call *call, int i); /* and is not None */
const struct value *arg(struct call *call, int i);
struct layout layout_arg(struct call *call, int i);
struct map map_arg(struct call *call, int i);
const struct tiler *tiler_arg(struct call *call, int i);
struct tuple tuple_arg(struct call *call, int i);
int64_t int_arg(struct call *call, int i, int64_t least, int64_t greatest);

/* The innermost layout of argument 0: the one that gives shape and profile. */
struct layout inner_arg(struct call *call);

/* The shape of a layout or composed layout, or the tuple itself. */
struct tuple shape_arg(struct call *call, int i);

/* What was given as an order: its integers count as types, but in a program of C++ (struct algebra). */
struct tuple order_of(struct call *call, struct tuple order);

/* The number of a mode of something of rank "rank". */
int mode_arg(struct call *call, int i, int rank);
int mode_number(struct call *call, const struct value *value, int rank);

/* The mode of argument 0 that the mode numbers in the arguments from 1 on lead to. */
struct value indexed_arg(struct call *call);

/* "shape", of which a layout is made: in the DSL it has no extent 0. */
struct tuple extents_of_layout(struct call *call, struct tuple shape);

/* An argument of a kind, which messages call "needed"; NULL after a fault. */
const struct value *kind_arg(struct call *call, int i, enum value_kind kind, const char *needed);

/* The bits of the type of elements that argument "i" names; 0 after a fault. */
int element_bits_arg(struct call *call, int i);

const struct tiled_copy *copy_arg(struct call *call, int i);
const struct tiled_mma *mma_arg(struct call *call, int i);

/* The two sides of a copy, for operations that differ in theirs. */
enum copy_side { OF_SOURCE, OF_DESTINATION };

/* The value of the operation "name" for "count" arguments, for one that is made of others. */
struct value run_other(struct call *call, const char *name, const struct value *args, int count);

/* Which of the operations that share a function this is: see RUN_FOR in signature.h. */
int which(const struct call *call);

/* --- what values have --- */

/* The shape of "value". */
struct tuple shape_of(struct call *call, const struct value *value);

/* The number of modes of a layout, a tuple or a list. */
int rank_of(struct call *call, const struct value *value);

/* Mode "index" of one, which must be in range. */
struct value mode_of(struct call *call, const struct value *value, int index);

/* How often the tiler "b" fits into "shape", rounded up: with a layout, the shape of its complement. */
struct tuple ceil_div_tiler(struct algebra *al, struct tuple shape, const struct tiler *b);

/* --- results; VALUE_NONE after a fault --- */

struct value from_layout(const struct call *call, struct layout layout);
struct value from_tuple(const struct call *call, struct tuple tuple);
struct value from_map(const struct call *call, struct map map);
struct value from_bool(const struct call *call, bool boolean);
struct value from_pair(struct call *call, struct value a, struct value b);

/* "inner" in the place of the innermost layout of argument 0. */
struct value from_inner(struct call *call, struct layout inner);

/*
 * The pair (slice, offset) of a layout at a coordinate, so that nothing of the coordinate is lost: how far a tensor
 * "moves", or what slice_and_offset says (coord.c).
 */
struct value call_slice_and_offset(struct call *call, bool moves);

#endif
