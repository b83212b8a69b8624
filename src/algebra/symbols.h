/*
 * What symbols (algebra/symbol.h) are made of: terms over variables, and the names, bounds and needs that all leaves of
 * an evaluation share. All of it lives in the arena that "symbols_new" was given.
 */
#ifndef ALGEBRA_SYMBOLS_H
#define ALGEBRA_SYMBOLS_H

#include "algebra/integer.h"
#include "base/limits.h"
#include "base/str.h"

struct symbols;

/* A rational number times powers of variables, in the order of their numbers. */
struct symbol_term {
	int64_t numerator;
	int64_t denominator; /* 1 or more; the fraction is reduced */
	int count;
	struct {
		uint16_t variable;
		uint16_t power; /* 1 or more */
	} factors[LIMIT_SYMBOL_FACTORS];
};

/* A polynomial that is no number. */
struct symbol {
	struct symbols *symbols;
	int count;
	const struct symbol_term *terms; /* the largest degree first, the number last */
};

enum variable_kind {
	VARIABLE_NAME,  /* "name" */
	VARIABLE_FLOOR, /* p / q, rounded down */
	VARIABLE_CEIL,  /* p / q, rounded up */
};

/* What terms are made of. */
struct variable {
	enum variable_kind kind;
	struct str name;
	bool wide;       /* of 64 bits */
	int64_t divisor; /* 1 or more */
	int64_t given;   /* of a name: the divisor that it was made with, of which it may be promised more */
	int64_t least;   /* of a name a multiple of the divisor */
	int64_t most; /* INT64_MAX: no bound */
	struct tuple p;
	struct tuple q;
};

enum need_kind {
	NEED_MULTIPLE, /* a % b == 0 */
	NEED_AT_LEAST, /* a >= b */
	NEED_BELOW,    /* a < b */
	NEED_OTHER,    /* a != b */
};

/* A condition under which results hold. */
struct need {
	enum need_kind kind;
	struct tuple a;
	struct tuple b;
};

/* Of all leaves of an evaluation. */
struct symbols {
	struct arena *arena;
	struct variable variables[LIMIT_SYMBOL_VARIABLES];
	int variable_count;
	struct need needs[LIMIT_SYMBOL_NEEDS];
	int need_count;
	bool full;  /* there is no room for more of them: results are of no use */
	bool unmet; /* nor where no numbers are what is needed */
};

#endif
