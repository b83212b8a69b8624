/*
 * Index expressions: how programs write addresses, as in i / 8 * 256 + (j >> 3 ^ i & 7) * 8 + j % 8.
 *
 *     conditional = or [ "?" conditional ":" conditional ]        C
 *                 | or [ "if" or "else" conditional ]             Python
 *     operand     = integer | name | "(" conditional ")" | ("-" | "+" | "~" | "!") operand
 *                 | ("min" | "max") "(" conditional "," conditional ")" | "abs" "(" conditional ")"
 *
 * with the operators and the precedence of the language. In C, / rounds toward zero and % has the sign of the
 * dividend, and comparisons bind closer than & ^ |. In Python // and % round down, & ^ | bind closer than
 * comparisons, and there are "and", "or", "not". Both have the words floordiv, ceildiv and mod of MLIR, which round
 * down and up.
 *
 * Names stand for the digits of a coordinate: i, or threadIdx.x with its dots. Integers are those of 64 bits; what does
 * not fit is a fault, never a wrong number. So is what is below 0 beside an unsigned literal of C, ~0u or (i - 4) / 2u,
 * where it is divided, shifted to the right, compared, or the value: its bits are those of a large number there.
 */
#ifndef LANG_INDEX_H
#define LANG_INDEX_H

#include "algebra/algebra.h"
#include "lang/index_names.h"
#include "lang/source.h"

enum index_language {
	INDEX_ANY,      /* Python if the text has //, **, and, or, not or if; else C */
	INDEX_C,
	INDEX_PYTHON,
};

struct index_expression;

/*
 * The expression in "source", in "arena"; NULL after a fault, which is in "message" with its place. Names are those in
 * "names"; with "found", names that are not among them are put into found[0], found[1], ... in the order in which they
 * stand in the text, as dimensions "count", "count" + 1, ..., until INDEX_NAMES_MAX.
 */
const struct index_expression *index_parse(struct arena *arena, const struct source *source,
	enum index_language language, const struct index_names *names, struct message *message);

/* Whether a token of "source" is only in Python. */
bool index_looks_like_python(const struct source *source);

/* The names in "source" in the order in which they stand there first; words of the language are none. */
struct index_names index_find_names(const struct source *source);

/*
 * The value at the coordinate with these digits, one for each dimension. Faults, of overflow, division by 0 or a shift
 * by less than 0 or more than 63, go to "al"; index_place says where they are.
 */
int64_t index_at(struct algebra *al, const struct index_expression *expression, const int64_t *digits);

/* Where in the source the last fault of index_at was. */
struct span index_place(const struct index_expression *expression);

#endif
