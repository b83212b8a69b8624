/*
 * The elementwise expression: operands a to h, constants, arithmetic, comparisons, "?:" and functions. It is read into
 * a tree of our own; CUDA source is written from the tree, never from the text.
 *
 *     results    = expression (";" expression)*
 *     expression = sum (("<" | "<=" | ">" | ">=" | "==" | "!=") sum)? ("?" expression ":" expression)?
 *     sum        = product (("+" | "-") product)*
 *     product    = unary (("*" | "/") unary)*
 *     unary      = "-" unary | primary
 *     primary    = NUMBER | OPERAND | FUNCTION "(" expression ("," expression)* ")" | "(" expression ")"
 */
#ifndef GPU_OPEXPR_H
#define GPU_OPEXPR_H

#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/fault.h"
#include "base/limits.h"
#include "base/str.h"
#include "gpu/device/op.h"
#include "gpu/device/precision.h"
#include "gpu/dtype.h"

enum { OPERANDS_MAX = 8, OUTPUTS_MAX = LIMIT_OUTPUTS };

enum { OPEXPR_NODES_MAX = LIMIT_OP_NODES, OPEXPR_DEPTH_MAX = LIMIT_OP_DEPTH, OPEXPR_BLOCK = 512 };

struct op_node {
	enum op op;
	double value;      /* OP_CONSTANT */
	int operand;       /* OP_OPERAND: 0 for a */
	int children[3];   /* numbers of nodes */
};

struct opexpr {
	struct op_node *nodes;   /* children before parents */
	int count;
	int root;
	int further;             /* results behind the first, and the root of each */
	int further_roots[OUTPUTS_MAX - 1];
	int operands;            /* a to the last one named */
	bool needs_float;        /* a function or constant that integers do not have */
};

/* Where and why a text is no expression. */
struct opexpr_error {
	struct fault fault;
	size_t begin, end;       /* the bytes at fault */
};

/* Read "text" into "out". Returns false and fills in "error" if it is no expression. */
bool opexpr_parse(struct arena *arena, struct str text, struct opexpr *out, struct opexpr_error *error);

/* "expr" with its result number "i" in the place of the first. */
struct opexpr opexpr_of_result(const struct opexpr *expr, int i);

/*
 * Put the expression of the first result as CUDA C: operand k is the variable "x<k><suffix>", computed in float, double
 * or long long.
 */
void opexpr_put(struct buf *out, const struct opexpr *expr, enum dtype dtype, const char *suffix);

/* The number of arguments of "op". */
int opexpr_arity(enum op op);

/*
 * Up to OPEXPR_BLOCK elements, what the device may miss each by (gpu/rounding.h), and scratch space of both for every
 * node.
 */
struct opexpr_values {
	int count;
	double *out, *error;
	double *scratch[2];
};

/* Of what is computed in "dtype". */
struct precision precision_of(enum dtype dtype);

/* Evaluate the first result of the elements in double precision, for a device that computes in "precision". */
void opexpr_eval(const struct opexpr *expr, const double *const operands[], const struct precision *precision,
	const struct opexpr_values *values);

/* The same in 64-bit integers, with wrapping; x/0 is 0. */
void opexpr_eval_int(const struct opexpr *expr, const int64_t *const operands[], int count, int64_t *scratch,
	int64_t *out);

#endif
