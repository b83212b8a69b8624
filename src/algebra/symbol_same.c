/*
 * Whether two formulas are one function of their names, though they are written otherwise: floor((M + 15)/16) and
 * ceil(M/16). Let L be a number that all divisors of rounded quotients divide, also where these are nested. For each
 * rest r of M divided by L, M = L*T + r makes a polynomial of T out of every such quotient: with p(T) = q*w(T) + c the
 * quotient p / q is w(T) + floor(c/q). Two formulas are equal for all numbers if they are the same polynomial for each
 * rest.
 */
#include "algebra/symbol.h"

#include "algebra/polynomial.h"
#include "algebra/tuple.h"

/*
 * Beyond this size, and LIMIT_SYMBOL_RESTS, two formulas are not known to be equal, and who asked says that it is not
 * decided.
 */
enum { MODULUS_MAX = 1 << 20 };

/* What each name is: modulus * T + rest, where its modulus is not 0. T has the number of its name. */
struct rests {
	const struct symbols *symbols;
	int64_t modulus[LIMIT_SYMBOL_VARIABLES];
	int64_t rest[LIMIT_SYMBOL_VARIABLES];
	bool failed;
};

/* --- moduli --- */

/* Let *a be the least common multiple of "a" and "b". Returns false where it is too large. */
static bool make_multiple(int64_t *a, int64_t b) {
	int64_t own = *a == 0 ? 1 : *a;
	int64_t product;
	if (!checked_mul(own / (int64_t)number_gcd((uint64_t)own, (uint64_t)b), b, &product) || product > MODULUS_MAX) {
		return false;
	}
	*a = product;
	return true;
}

/*
 * Let names inside quotients of "t" have moduli that are multiples of "scale", which divisors around "t" gave. Where
 * "inside" is not set, "t" stands in no quotient. Each quotient doubles the scale at least, so that few are nested.
 */
static void find_moduli(struct rests *rests, struct tuple t, int64_t scale, bool inside) {
	if (rests->failed) {
		return;
	}
	int64_t own = scale;
	for (int i = 0; i < t.symbol->count && inside; i++) {
		int64_t whole;
		rests->failed = rests->failed || !checked_mul(t.symbol->terms[i].denominator, scale, &whole)
			|| !make_multiple(&own, whole);
	}
	for (int i = 0; i < t.symbol->count && !rests->failed; i++) {
		const struct symbol_term *term = &t.symbol->terms[i];
		for (int k = 0; k < term->count; k++) {
			int index = term->factors[k].variable;
			const struct variable *variable = &rests->symbols->variables[index];
			int64_t inner;
			if (variable->kind == VARIABLE_NAME && inside) {
				rests->failed = rests->failed || !make_multiple(&rests->modulus[index], variable->divisor)
					|| !make_multiple(&rests->modulus[index], own);
			} else if (variable->kind != VARIABLE_NAME && !int_is_symbol(variable->q)) {
				bool fits = checked_mul(own, variable->q.value, &inner) && inner > 0 && inner <= MODULUS_MAX;
				rests->failed = rests->failed || !fits;
				find_moduli(rests, variable->p, fits ? inner : 1, true);
			}
		}
	}
}

/* --- formulas of T --- */

static void expand(struct rests *rests, struct tuple t, struct polynomial *out);

/* p / q of "variable" as a polynomial of T, where "q" divides all coefficients but that of the number. */
static void expand_quotient(struct rests *rests, const struct variable *variable, struct polynomial *out) {
	struct polynomial p;
	int64_t q = variable->q.value;
	polynomial_start(&p, out->symbols);
	expand(rests, variable->p, &p);
	for (int i = 0; i < p.count && !rests->failed; i++) {
		struct symbol_term term = p.terms[i];
		int64_t quotient = term.numerator / q;
		int64_t remainder = term.numerator % q;
		bool is_number = term.count == 0;
		rests->failed = term.denominator != 1 || (remainder != 0 && !is_number);
		if (remainder > 0 && variable->kind == VARIABLE_CEIL) {
			quotient++;
		} else if (remainder < 0 && variable->kind == VARIABLE_FLOOR) {
			quotient--;
		}
		term.numerator = quotient;
		polynomial_add_term(out, &term);
	}
}

/* The variable "index" as a polynomial of T; a quotient of formulas stays what it is. */
static void expand_variable(struct rests *rests, int index, struct polynomial *out) {
	const struct variable *variable = &rests->symbols->variables[index];
	if (variable->kind != VARIABLE_NAME && !int_is_symbol(variable->q)) {
		expand_quotient(rests, variable, out);
		return;
	}
	struct symbol_term term = symbol_constant_term(rests->modulus[index] != 0 ? rests->modulus[index] : 1);
	struct symbol_term rest = symbol_constant_term(rests->rest[index]);
	term.count = 1;
	term.factors[0].variable = (uint16_t)index;
	term.factors[0].power = 1;
	polynomial_add_term(out, &term);
	polynomial_add_term(out, &rest);
}

/* Add "term" with its variables as polynomials of T to "out". */
static void expand_term(struct rests *rests, const struct symbol_term *term, struct polynomial *out) {
	struct polynomial product;
	struct symbol_term number = symbol_constant_term(term->numerator);
	number.denominator = term->denominator;
	polynomial_start(&product, out->symbols);
	polynomial_add_term(&product, &number);
	for (int k = 0; k < term->count && !rests->failed; k++) {
		struct polynomial factor;
		polynomial_start(&factor, out->symbols);
		expand_variable(rests, term->factors[k].variable, &factor);
		for (int power = 0; power < term->factors[k].power; power++) {
			struct polynomial next;
			polynomial_start(&next, out->symbols);
			polynomial_multiply(&next, &product, &factor);
			rests->failed = rests->failed || next.full;
			product = next;
		}
	}
	for (int i = 0; i < product.count; i++) {
		polynomial_add_term(out, &product.terms[i]);
	}
	rests->failed = rests->failed || out->full;
}

/* Add "t", which is a formula, to "out". */
static void expand(struct rests *rests, struct tuple t, struct polynomial *out) {
	for (int i = 0; i < t.symbol->count && !rests->failed; i++) {
		expand_term(rests, &t.symbol->terms[i], out);
	}
}

/* --- all rests --- */

/* How many rests there are of all names together; LIMIT_SYMBOL_RESTS + 1 if too many. */
static int64_t count_rests(const struct rests *rests) {
	int64_t count = 1;
	for (int i = 0; i < rests->symbols->variable_count && count <= LIMIT_SYMBOL_RESTS; i++) {
		if (rests->modulus[i] != 0) {
			count *= rests->modulus[i] / rests->symbols->variables[i].divisor;
		}
	}
	return count <= LIMIT_SYMBOL_RESTS ? count : LIMIT_SYMBOL_RESTS + 1;
}

/* Let "rests" be those with number "number". */
static void choose_rests(struct rests *rests, int64_t number) {
	for (int i = 0; i < rests->symbols->variable_count; i++) {
		if (rests->modulus[i] != 0) {
			int64_t divisor = rests->symbols->variables[i].divisor;
			int64_t each = rests->modulus[i] / divisor;
			rests->rest[i] = number % each * divisor;
			number /= each;
		}
	}
}

bool symbol_always_equal(struct tuple a, struct tuple b) {
	struct tuple difference;
	struct algebra quiet;
	if (!int_is_symbol(a) && !int_is_symbol(b)) {
		return tuple_equal(a, b);
	}
	struct symbols *symbols = symbols_of(a, b);
	algebra_init(&quiet, symbols->arena);
	if (a.known == KNOWN_DIVISOR || b.known == KNOWN_DIVISOR || !int_same_basis(a, b)) {
		return false;
	}
	difference = symbol_sub(&quiet, tuple_basis_value(a), tuple_basis_value(b));
	struct rests rests = { .symbols = symbols, .failed = algebra_failed(&quiet) };
	if (!int_is_symbol(difference)) {
		return !rests.failed && difference.value == 0;
	}
	find_moduli(&rests, difference, 1, false);
	int64_t count = rests.failed ? 0 : count_rests(&rests);
	bool equal = count > 0 && count <= LIMIT_SYMBOL_RESTS;
	for (int64_t i = 0; i < count && equal; i++) {
		struct polynomial sum;
		choose_rests(&rests, i);
		polynomial_start(&sum, symbols);
		expand(&rests, difference, &sum);
		equal = !rests.failed && sum.count == 0;
	}
	return equal;
}
