/*
 * Layouts, swizzled and composed layouts as functions of an index, also of run-time integers with names, which become
 * arguments: one division for each mode but the last whose digit is asked for, shifts and masks for powers of two,
 * modes that continue each other in one. Of a layout of two modes there is a function of their coordinates, too.
 */
#ifndef LANG_NOTATION_INDEX_CODE_H
#define LANG_NOTATION_INDEX_CODE_H

#include "lang/notation/notation.h"
#include "lang/notation/writer.h"

/*
 * How a language writes it. All numbers that are taken apart are 0 or more, so that quotients are alike in all of
 * them; a composed layout whose outer layout may be given others is FAULT_UNSUPPORTED.
 */
struct index_language {
	const char *style;              /* for messages */
	const char *head;               /* in front of the first function */
	const char *comment;            /* in front of a comment that ends with the line */
	const char *function;           /* in front of the name of a function */
	const char *before;             /* in front of its type, where that is another one */
	const char *type;               /* of arguments and variables, with a blank behind it, or "" */
	const char *body;               /* between the arguments and the statements */
	const char *divide;             /* the sign of the quotient that is rounded down */
	const char *end_of_statement;
	const char *end;                /* behind the statements */
	const char *between;            /* between two functions */
};

/*
 * The function "idx", with "number" behind it if that is not 0, of "value": a layout, a composed layout, a swizzle, or
 * the pair of one and an offset, as a part of a tensor is. FAULT_UNSUPPORTED for other values, strides with a basis,
 * and integers that are known by no name.
 */
void index_code_put(struct buf *out, struct algebra *al, const struct value *value, int number,
	const struct index_language *language);

/* The same with integers of "type". */
void index_code_put_typed(struct buf *out, struct algebra *al, const struct value *value, int number,
	const struct index_language *language, enum index_type type);

/* A mode of the coalesced layout "flat" in front of the last has no elements, so that no index has digits. */
bool index_code_divides_by_zero(struct layout flat);

/* A literal of "n", which may be the smallest of all. */
void index_code_put_literal(struct buf *out, int64_t n);

/* The maps of bits in "map", all of whose integers are known, are given no numbers below 0: FAULT_DOMAIN otherwise. */
void index_code_check_bits(struct algebra *al, struct map map);

#endif
