/*
 * What is certain of formulas by the bounds of their variables. A formula of y = x - least in place of each variable x
 * without negative coefficients is at least its number. Where a rounded quotient stands in the way, its own bounds take
 * its place: floor(p/q) is at most p/q, so that M - N*floor(M/N) is at least M - M, and at least (p-q+1)/q.
 */
#include "algebra/polynomial.h"
#include "algebra/symbol.h"
#include "algebra/tuple.h"

/* --- by the least numbers --- */

/* Add to "p" the fraction of "term" times what its factors from "from" on are where each variable is y + its least. */
static void add_shifted(struct polynomial *p, const struct symbol_term *term, int from,
		const struct symbol_term *product) {
	if (from == term->count) {
		polynomial_add_term(p, product);
		return;
	}
	const struct variable *variable = &p->symbols->variables[term->factors[from].variable];
	struct symbol_term one = *term;
	one.factors[from].power--;
	int next = one.factors[from].power == 0 ? from + 1 : from;
	struct symbol_term y = symbol_constant_term(1);
	y.count = 1;
	y.factors[0] = term->factors[from];
	y.factors[0].power = 1;
	struct symbol_term least = symbol_constant_term(variable->least);
	struct symbol_term parts[2];
	if (!symbol_multiply_terms(product, &y, &parts[0]) || !symbol_multiply_terms(product, &least, &parts[1])) {
		p->full = true;
		return;
	}
	for (int i = 0; i < 2 && !p->full; i++) {
		add_shifted(p, &one, next, &parts[i]);
	}
}

bool symbol_find_least(const struct polynomial *p, int64_t *least) {
	struct polynomial shifted;
	polynomial_start(&shifted, p->symbols);
	for (int i = 0; i < p->count && !shifted.full; i++) {
		struct symbol_term fraction = symbol_constant_term(p->terms[i].numerator);
		fraction.denominator = p->terms[i].denominator;
		add_shifted(&shifted, &p->terms[i], 0, &fraction);
	}
	*least = 0;
	for (int i = 0; i < shifted.count; i++) {
		const struct symbol_term *term = &shifted.terms[i];
		bool shows = term->count > 0 ? term->numerator >= 0
			: checked_floor_div(term->numerator, term->denominator, least);
		if (!shows) {
			return false;
		}
	}
	return !shifted.full;
}

/* --- by the bounds of quotients --- */

/* Which quotients the bounds take the place of: those with negative coefficients, or all. */
enum replaced { REPLACED_NEGATIVE, REPLACED_ALL };

/*
 * Add to "out" a formula that "term", with the quotient "variable" among its factors, is not below: the bound times the
 * other factors, which are not negative. Returns false where that is no polynomial.
 */
static bool add_bound(struct polynomial *out, const struct symbol_term *term, int factor) {
	const struct variable *variable = &out->symbols->variables[term->factors[factor].variable];
	struct polynomial parts[5];
	for (int i = 0; i < 5; i++) {
		polynomial_start(&parts[i], out->symbols);
	}
	struct polynomial *bound = &parts[0];
	struct polynomial *others = &parts[1];
	struct polynomial *q = &parts[2];
	struct polynomial *product = &parts[3];
	struct polynomial *quotient = &parts[4];
	bool negative = term->numerator < 0;
	bool up = variable->kind == VARIABLE_CEIL;
	polynomial_add_leaf(bound, variable->p, 1);
	polynomial_add_leaf(q, variable->q, 1);
	if (up == negative) {
		/* Rounding adds or takes (q-1)/q at most. */
		struct symbol_term one = symbol_constant_term(up ? -1 : 1);
		polynomial_add_leaf(bound, variable->q, up ? 1 : -1);
		polynomial_add_term(bound, &one);
	}
	struct symbol_term left = *term;
	left.factors[factor].power--;
	if (left.factors[factor].power == 0) {
		left.count--;
		for (int i = factor; i < left.count; i++) {
			left.factors[i] = left.factors[i + 1];
		}
	}
	polynomial_add_term(others, &left);
	polynomial_multiply(product, others, bound);
	if (!polynomial_divide(product, q, quotient)) {
		return false;
	}
	for (int i = 0; i < quotient->count; i++) {
		polynomial_add_term(out, &quotient->terms[i]);
	}
	return true;
}

/* Make "out" a formula that "p" is not below, with bounds in place of quotients; false where none is replaced. */
static bool replace_quotients(const struct polynomial *p, enum replaced which, struct polynomial *out) {
	bool replaced = false;
	polynomial_start(out, p->symbols);
	for (int i = 0; i < p->count; i++) {
		const struct symbol_term *term = &p->terms[i];
		int factor = term->count - 1;
		while (factor >= 0 && p->symbols->variables[term->factors[factor].variable].kind == VARIABLE_NAME) {
			factor--;
		}
		bool wanted = factor >= 0 && (which == REPLACED_ALL || term->numerator < 0);
		if (wanted && add_bound(out, term, factor)) {
			replaced = true;
		} else {
			polynomial_add_term(out, term);
		}
	}
	return replaced && !out->full;
}

/* Quotients of quotients are replaced one after the other. */
static bool is_positive(const struct polynomial *p, enum replaced which) {
	struct polynomial forms[2] = { *p };
	int64_t least;
	bool found = symbol_find_least(p, &least) && least >= 0;
	for (int i = 0; i < LIMIT_SYMBOL_FACTORS && !found && replace_quotients(&forms[i % 2], which, &forms[(i + 1) % 2]);
			i++) {
		found = symbol_find_least(&forms[(i + 1) % 2], &least) && least >= 0;
	}
	return found;
}

bool symbol_is_at_least(struct tuple a, struct tuple b, int64_t less) {
	struct polynomial p;
	int64_t difference;
	if (!int_is_symbol(a) && !int_is_symbol(b)) {
		return checked_sub(a.value, b.value, &difference) && difference >= less;
	}
	polynomial_start(&p, symbols_of(a, b));
	polynomial_add_leaf(&p, a, 1);
	polynomial_add_leaf(&p, b, -1);
	struct symbol_term term = symbol_constant_term(-less);
	polynomial_add_term(&p, &term);
	return !p.full && (is_positive(&p, REPLACED_NEGATIVE) || is_positive(&p, REPLACED_ALL));
}
