/*
 * What "check" says of a layout with formulas of run-time integers that have names: what holds for all numbers that
 * these may stand for, shown from the structure, or does not, shown by numbers.
 */
#ifndef TOOL_FORMULA_CHECK_H
#define TOOL_FORMULA_CHECK_H

#include "algebra/symbol.h"
#include "base/buf.h"
#include "lang/value.h"
#include "tool/assertion.h"

enum formula_property {
	FORMULA_INJECTIVE,
	FORMULA_SURJECTIVE,
	FORMULA_BIJECTIVE,
	FORMULA_CONTIGUOUS,
	FORMULA_PROPERTIES
};

struct formula_check {
	struct value value;                              /* the layout */
	struct tuple size, cosize;
	enum answer holds[FORMULA_PROPERTIES];           /* as src/algebra/query.h defines them */
	const char *numbers[FORMULA_PROPERTIES];         /* for which it does not hold, M=16,N=256, where it is ANSWER_NO */
	const char *assumptions;                         /* what is promised of the names, "" for nothing */
};

/* Look at "value". FAULT_UNSUPPORTED if it is no layout with integers for strides. */
void formula_check_make(struct algebra *al, const struct symbols *symbols, const struct value *value,
	struct formula_check *check);

void formula_check_facts(const struct formula_check *check, struct fact_list *facts);
void formula_check_report(const struct formula_check *check, struct buf *out);

/* One object without its last bracket. */
void formula_check_json(const struct formula_check *check, struct buf *out);

#endif
