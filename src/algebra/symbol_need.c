/*
 * What is taken where it is not certain: the answer that large numbers give, with the need that says when it is right.
 * Where a need is one of a name alone, the name's divisor and bounds follow from it.
 */
#include "algebra/symbol.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "algebra/polynomial.h"
#include "algebra/tuple.h"

/* The number of "t" for large names, to choose an answer by. */
static double at_large(struct tuple t) {
	if (!int_is_symbol(t)) {
		return (double)t.value;
	}
	const struct symbols *symbols = t.symbol->symbols;
	double sum = 0;
	for (int i = 0; i < t.symbol->count; i++) {
		const struct symbol_term *term = &t.symbol->terms[i];
		double product = (double)term->numerator / (double)term->denominator;
		for (int k = 0; k < term->count; k++) {
			const struct variable *variable = &symbols->variables[term->factors[k].variable];
			double number = variable->most < INT64_MAX ? (double)variable->most
				: (double)variable->least * 1024.0 * (16 + term->factors[k].variable);
			if (variable->kind != VARIABLE_NAME) {
				double quotient = at_large(variable->p) / at_large(variable->q);
				number = variable->kind == VARIABLE_FLOOR ? floor(quotient) : ceil(quotient);
			}
			for (int power = 0; power < term->factors[k].power; power++) {
				product *= number;
			}
		}
		sum += product;
	}
	return sum;
}

/* The variable that "t" is times a fraction, NULL if it is something else; "scale" receives the term. */
static struct variable *single_variable(struct tuple t, const struct symbol_term **scale) {
	if (!int_is_symbol(t) || t.symbol->count != 1) {
		return NULL;
	}
	const struct symbol_term *term = &t.symbol->terms[0];
	*scale = term;
	bool single = term->count == 1 && term->factors[0].power == 1 && term->numerator > 0;
	return single ? &t.symbol->symbols->variables[term->factors[0].variable] : NULL;
}

static int64_t round_up(int64_t n, int64_t divisor) {
	int64_t up = n / divisor + (n % divisor > 0);
	return up > INT64_MAX / divisor ? n : up * divisor;
}

/* Whether a number is left for a name; its least one is a multiple of its divisor, where such a one fits 64 bits. */
static bool has_numbers(const struct variable *variable) {
	return variable->least <= variable->most && variable->least % variable->divisor == 0;
}

/* That a name times a fraction is a multiple of "b": say of what the name is one, and let the name know. */
static bool need_of_name(struct need *need) {
	const struct symbol_term *term;
	struct variable *variable = single_variable(need->a, &term);
	int64_t divisor;
	if (variable == NULL || variable->kind != VARIABLE_NAME || int_is_symbol(need->b) || need->b.value < 1
			|| !checked_mul(need->b.value, term->denominator, &divisor)) {
		return false;
	}
	divisor /= (int64_t)number_gcd((uint64_t)divisor, (uint64_t)term->numerator);
	int64_t common;
	if (!checked_mul(variable->divisor / (int64_t)number_gcd((uint64_t)variable->divisor, (uint64_t)divisor), divisor,
			&common)) {
		return false;
	}
	variable->divisor = common;
	variable->least = round_up(variable->least, common);
	need->b = tuple_int(divisor);
	return true;
}

/* Let what is known of rounded quotients follow from the bounds of their names. */
static void narrow_quotients(struct symbols *symbols) {
	for (int i = 0; i < symbols->variable_count; i++) {
		struct variable *variable = &symbols->variables[i];
		int64_t least = variable->kind == VARIABLE_NAME ? variable->least : symbol_least_quotient(variable);
		variable->least = least > variable->least ? least : variable->least;
	}
}

/* The bounds of a name that is compared with a number follow; where they leave none, no number is what is needed. */
static void narrow(const struct need *need) {
	const struct symbol_term *term;
	struct variable *variable = single_variable(need->a, &term);
	if (variable == NULL || variable->kind != VARIABLE_NAME || int_is_symbol(need->b) || term->numerator != 1
			|| term->denominator != 1) {
		return;
	}
	struct symbols *symbols = need->a.symbol->symbols;
	if (need->kind == NEED_AT_LEAST && need->b.value > variable->least) {
		variable->least = round_up(need->b.value, variable->divisor);
		narrow_quotients(symbols);
	} else if (need->kind == NEED_BELOW && need->b.value <= variable->most) {
		variable->most = need->b.value - 1;
	}
	symbols->unmet = symbols->unmet || !has_numbers(variable);
}

/*
 * Where "need", which compares, is one of a single variable and numbers, let it be "variable" and what that is at least
 * or less than: 2*M - 3 >= 8 is M >= 6, and M - 8 < 0 is M < 8. Returns that variable, NULL where there are several.
 */
static const struct variable *solve(struct need *need) {
	struct symbols *symbols = symbols_of(need->a, need->b);
	struct polynomial p;
	polynomial_start(&p, symbols);
	polynomial_add_leaf(&p, tuple_basis_value(need->a), 1);
	polynomial_add_leaf(&p, tuple_basis_value(need->b), -1);
	const struct symbol_term *term = &p.terms[0];
	bool single = !p.full && p.count >= 1 && p.count <= 2 && term->count == 1 && term->factors[0].power == 1
		&& (p.count == 1 || p.terms[1].count == 0);
	if (!single) {
		return NULL;
	}
	/* n/d * x + c/e >= 0, or less: x is compared with -c*d / (e*n). */
	struct symbol_term constant = p.count == 2 ? p.terms[1] : symbol_constant_term(0);
	int64_t sign = term->numerator > 0 ? 1 : -1;
	int64_t numerator;
	int64_t denominator;
	int64_t bound;
	if (!checked_mul(constant.numerator, -sign * term->denominator, &numerator)
			|| !checked_mul(constant.denominator, sign * term->numerator, &denominator)
			|| !checked_floor_div(numerator, denominator, &bound)
			|| !checked_add(bound, sign < 0 || numerator % denominator != 0 ? 1 : 0, &bound)) {
		return NULL;
	}
	struct algebra quiet;
	algebra_init(&quiet, symbols->arena);
	int index = term->factors[0].variable;
	bool at_least = (need->kind == NEED_AT_LEAST) == (sign > 0);
	*need = (struct need){ at_least ? NEED_AT_LEAST : NEED_BELOW, symbol_variable(&quiet, symbols, index, tuple_int(0)),
		tuple_int(bound) };
	return &symbols->variables[index];
}

/* A name that is compared with numbers stands alone, a rounded quotient vanishes: ceil_div(24,N) >= 2 is N < 24. */
struct need symbol_simplify(struct need need) {
	if (need.kind != NEED_AT_LEAST && need.kind != NEED_BELOW) {
		return need;
	}
	if (need.kind == NEED_BELOW && !int_is_symbol(need.a) && need.a.value < INT64_MAX) {
		need = (struct need){ NEED_AT_LEAST, need.b, tuple_int(need.a.value + 1) };
	}
	struct symbols *symbols = symbols_of(need.a, need.b);
	for (const struct variable *variable = solve(&need); variable != NULL && variable->kind != VARIABLE_NAME;
			variable = solve(&need)) {
		/* p / q rounded down is at least b where p >= b*q, rounded up where p > (b-1)*q; below, where not. */
		struct algebra quiet;
		algebra_init(&quiet, symbols->arena);
		bool up = variable->kind == VARIABLE_CEIL;
		struct tuple bound = int_mul(&quiet, int_sub(&quiet, need.b, tuple_int(up ? 1 : 0)), variable->q);
		bound = int_add(&quiet, bound, tuple_int(up ? 1 : 0));
		if (algebra_failed(&quiet) || (!int_is_symbol(variable->p) && !int_is_symbol(bound))) {
			break;
		}
		need = (struct need){ need.kind, variable->p, bound };
	}
	return need;
}

bool need_follows(const struct need *need, const struct need *other) {
	bool numbers = !int_is_symbol(need->b) && !int_is_symbol(other->b);
	bool implied = numbers && ((need->kind == NEED_AT_LEAST && need->b.value <= other->b.value)
		|| (need->kind == NEED_BELOW && need->b.value >= other->b.value)
		|| (need->kind == NEED_MULTIPLE && need->b.value != 0 && other->b.value % need->b.value == 0));
	return other->kind == need->kind && tuple_equal(other->a, need->a) && (implied || tuple_equal(other->b, need->b));
}

/* Whether "need", which is simplified, follows from one of those that are kept. */
static bool is_kept(const struct symbols *symbols, const struct need *need) {
	for (int i = 0; i < symbols->need_count; i++) {
		if (need_follows(need, &symbols->needs[i])) {
			return true;
		}
	}
	return false;
}

void symbol_forget_needs(struct symbols *symbols, const struct symbols *before) {
	memcpy(symbols->variables, before->variables, (size_t)before->variable_count * sizeof *before->variables);
	symbols->need_count = before->need_count;
}

bool symbol_is_needed(struct symbols *symbols, enum need_kind kind, struct tuple a, struct tuple b) {
	struct need need = symbol_simplify((struct need){ kind, a, b });
	return is_kept(symbols, &need);
}

/* Needs are not known to hold for all numbers: symbol_less, which is asked before, simplifies them as well. */
void symbol_add_need(struct symbols *symbols, enum need_kind kind, struct tuple a, struct tuple b) {
	struct need need = symbol_simplify((struct need){ kind, a, b });
	kind = need.kind;
	a = need.a;
	if (is_kept(symbols, &need)) {
		return;
	}
	if (symbols->need_count == LIMIT_SYMBOL_NEEDS) {
		symbols->full = true;
		return;
	}
	if (kind == NEED_MULTIPLE && need_of_name(&need)) {
		const struct symbol_term *term;
		int index = (int)(single_variable(a, &term) - symbols->variables);
		struct algebra quiet;
		algebra_init(&quiet, symbols->arena);
		need.a = symbol_variable(&quiet, symbols, index, tuple_int(0));
	} else if (kind != NEED_MULTIPLE) {
		narrow(&need);
	}
	symbols->needs[symbols->need_count++] = need;
}

void symbol_assume(struct algebra *al, struct tuple leaf, int64_t divisor, int64_t least, int64_t most) {
	const struct symbol_term *term;
	struct variable *variable = single_variable(leaf, &term);
	int64_t common = (int64_t)number_gcd((uint64_t)variable->divisor, (uint64_t)divisor);
	if (!checked_mul(variable->divisor / common, divisor, &variable->divisor)) {
		variable->divisor = divisor;
		algebra_fault(al, FAULT_OVERFLOW, "the divisors that are promised do not fit 64 bits");
	}
	variable->least = least > variable->least ? least : variable->least;
	variable->least = round_up(variable->least, variable->divisor);
	variable->most = most < variable->most ? most : variable->most;
	if (!has_numbers(variable)) {
		algebra_fault(al, FAULT_DOMAIN, "no number is what is promised: a multiple of %" PRId64 " from %" PRId64
			" to %" PRId64, variable->divisor, variable->least, variable->most);
	}
}

bool symbol_is_less_at_large(struct tuple a, struct tuple b) {
	return at_large(a) < at_large(b);
}

bool symbol_takes_less(struct tuple a, struct tuple b) {
	enum answer less = symbol_less(a, b);
	if (less != ANSWER_UNKNOWN) {
		return less == ANSWER_YES;
	}
	bool taken = symbol_is_less_at_large(a, b);
	symbol_add_need(symbols_of(a, b), taken ? NEED_BELOW : NEED_AT_LEAST, a, b);
	return taken;
}

void symbol_needs_at_least(struct tuple t, int64_t n) {
	enum answer less = symbol_less(t, tuple_int(n));
	if (less != ANSWER_NO) {
		symbol_add_need(t.symbol->symbols, NEED_AT_LEAST, t, tuple_int(n));
	}
	t.symbol->symbols->unmet = t.symbol->symbols->unmet || less == ANSWER_YES;
}

void symbol_needs_nonzero(struct tuple t) {
	if (symbol_less(t, tuple_int(0)) == ANSWER_NO) {
		symbol_needs_at_least(t, 1);
	} else {
		symbol_takes_equal(t, tuple_int(0));
	}
}

bool symbol_takes_equal(struct tuple a, struct tuple b) {
	enum answer equal = symbol_equal(a, b);
	if (equal == ANSWER_UNKNOWN && !symbol_is_needed(symbols_of(a, b), NEED_OTHER, a, b)) {
		symbol_add_need(symbols_of(a, b), NEED_OTHER, a, b);
	}
	return equal == ANSWER_YES;
}

struct tuple symbol_min(struct tuple a, struct tuple b) {
	bool first = symbol_less(a, b) == ANSWER_YES || symbol_less(b, a) == ANSWER_NO;
	bool second = symbol_less(b, a) == ANSWER_YES || symbol_less(a, b) == ANSWER_NO;
	if (!first && !second) {
		first = at_large(a) < at_large(b);
		symbol_add_need(symbols_of(a, b), NEED_AT_LEAST, first ? b : a, first ? a : b);
	}
	return first ? a : b;
}

bool symbol_takes_divides(struct tuple a, struct tuple b) {
	enum answer divides = symbol_divides(a, b);
	struct symbols *symbols = symbols_of(a, b);
	if (divides == ANSWER_UNKNOWN) {
		symbol_add_need(symbols, NEED_MULTIPLE, b, a);
	}
	return divides != ANSWER_NO;
}
