#include "algebra/symbol.h"

#include <inttypes.h>
#include <string.h>

#include "algebra/polynomial.h"
#include "algebra/tuple.h"

/* --- names --- */

struct symbols *symbols_new(struct arena *arena) {
	struct symbols *symbols = arena_alloc(arena, sizeof *symbols);
	memset(symbols, 0, sizeof *symbols);
	symbols->arena = arena;
	return symbols;
}

struct tuple symbol_variable(struct algebra *al, struct symbols *symbols, int index, struct tuple like) {
	struct polynomial p;
	polynomial_start(&p, symbols);
	struct symbol_term term = symbol_constant_term(1);
	term.count = 1;
	term.factors[0].variable = (uint16_t)index;
	term.factors[0].power = 1;
	polynomial_add_term(&p, &term);
	return polynomial_leaf(al, &p, like);
}

/* Room for one more variable; -1 beyond the limit. */
static int new_variable(struct algebra *al, struct symbols *symbols) {
	if (symbols->variable_count == LIMIT_SYMBOL_VARIABLES) {
		symbols->full = true;
		algebra_fault(al, FAULT_LIMIT, "more than %d names and rounded quotients", LIMIT_SYMBOL_VARIABLES);
		return -1;
	}
	symbols->variables[symbols->variable_count] = (struct variable){ .divisor = 1, .least = 1, .most = INT64_MAX };
	return symbols->variable_count++;
}

struct tuple symbol_name(struct algebra *al, struct symbols *symbols, struct str name, int64_t divisor, bool wide) {
	int index = new_variable(al, symbols);
	if (index < 0) {
		return tuple_int(1);
	}
	struct variable *variable = &symbols->variables[index];
	variable->name = name;
	variable->divisor = divisor;
	variable->given = divisor;
	variable->least = divisor;
	variable->wide = wide;
	return symbol_variable(al, symbols, index, tuple_int(0));
}

const struct variable *symbol_named(struct tuple t) {
	if (!int_is_symbol(t) || t.symbol->count != 1) {
		return NULL;
	}
	const struct symbol_term *term = &t.symbol->terms[0];
	bool is_variable = term->count == 1 && term->factors[0].power == 1 && term->numerator == 1;
	if (!is_variable || term->denominator != 1) {
		return NULL;
	}
	const struct variable *variable = &t.symbol->symbols->variables[term->factors[0].variable];
	return variable->kind == VARIABLE_NAME ? variable : NULL;
}

bool symbol_is_name(struct tuple t) {
	return symbol_named(t) != NULL;
}

bool tuple_is_exact(struct tuple t) {
	bool exact = tuple_is_tuple(t) || (tuple_is_int(t) && int_is_exact(t));
	for (int i = 0; tuple_is_tuple(t) && i < t.rank && exact; i++) {
		exact = tuple_is_exact(t.modes[i]);
	}
	return exact;
}

bool tuple_has_symbol(struct tuple t) {
	bool found = int_is_symbol(t);
	for (int i = 0; tuple_is_tuple(t) && i < t.rank && !found; i++) {
		found = tuple_has_symbol(t.modes[i]);
	}
	return found;
}

/* --- what is certain --- */

/* "denominator" without what the numbers for the variables of "term" have in common with it for certain. */
static int64_t left_over(const struct symbols *symbols, const struct symbol_term *term, int64_t denominator) {
	for (int i = 0; i < term->count; i++) {
		int64_t divisor = symbols->variables[term->factors[i].variable].divisor;
		for (int k = 0; k < term->factors[i].power; k++) {
			denominator /= (int64_t)number_gcd((uint64_t)denominator, (uint64_t)divisor);
		}
	}
	return denominator;
}

static bool are_whole(const struct symbols *symbols, const struct symbol_term *terms, int count) {
	for (int i = 0; i < count; i++) {
		if (left_over(symbols, &terms[i], terms[i].denominator) != 1) {
			return false;
		}
	}
	return true;
}

/* Every term is whole for all numbers. */
static bool is_whole(const struct polynomial *p) {
	return are_whole(p->symbols, p->terms, p->count);
}

bool symbol_has_whole_terms(struct tuple t) {
	return are_whole(t.symbol->symbols, t.symbol->terms, t.symbol->count);
}

/* "p" has a term that may be no whole number, and only that without names is such: it is a fraction, as is the sum. */
static bool is_never_whole(const struct polynomial *p) {
	for (int i = 0; i < p->count; i++) {
		if (p->terms[i].count > 0 && left_over(p->symbols, &p->terms[i], p->terms[i].denominator) != 1) {
			return false;
		}
	}
	return !is_whole(p);
}

/* a < b by their difference, or the bound of a name. */
static enum answer less_by_bounds(struct tuple a, struct tuple b) {
	if (symbol_is_name(a) && !int_is_symbol(b) && symbol_named(a)->most < b.value) {
		return ANSWER_YES;
	}
	if (symbol_is_at_least(b, a, 1)) {
		return ANSWER_YES;
	}
	return symbol_is_at_least(a, b, 0) ? ANSWER_NO : ANSWER_UNKNOWN;
}

enum answer symbol_less(struct tuple a, struct tuple b) {
	struct symbols *symbols = symbols_of(a, b);
	enum answer less = less_by_bounds(a, b);
	if (less == ANSWER_UNKNOWN) {
		struct need need = symbol_simplify((struct need){ NEED_BELOW, a, b });
		enum answer simple = less_by_bounds(need.a, need.b);
		bool flips = simple != ANSWER_UNKNOWN && need.kind == NEED_AT_LEAST;
		less = flips ? answer_from(simple == ANSWER_NO) : simple;
	}
	if (less == ANSWER_UNKNOWN && symbol_is_needed(symbols, NEED_BELOW, a, b)) {
		return ANSWER_YES;
	}
	return less == ANSWER_UNKNOWN && symbol_is_needed(symbols, NEED_AT_LEAST, a, b) ? ANSWER_NO : less;
}

enum answer symbol_equal(struct tuple a, struct tuple b) {
	if (symbol_same(a, b)) {
		return ANSWER_YES;
	}
	return symbol_is_at_least(a, b, 1) || symbol_is_at_least(b, a, 1) ? ANSWER_NO : ANSWER_UNKNOWN;
}

bool symbol_same(struct tuple a, struct tuple b) {
	if (!int_is_symbol(a) || !int_is_symbol(b) || a.symbol->count != b.symbol->count || !int_same_basis(a, b)) {
		return false;
	}
	for (int i = 0; i < a.symbol->count; i++) {
		const struct symbol_term *x = &a.symbol->terms[i];
		const struct symbol_term *y = &b.symbol->terms[i];
		if (symbol_compare_terms(x, y) != 0 || x->numerator != y->numerator || x->denominator != y->denominator) {
			return false;
		}
	}
	return true;
}

/* What divides each coefficient and its variables; a fraction counts by its numerator. */
uint64_t symbol_divisor(struct tuple t) {
	uint64_t common = 0;
	for (int i = 0; i < t.symbol->count; i++) {
		const struct symbol_term *term = &t.symbol->terms[i];
		int64_t own = (int64_t)number_magnitude(term->numerator);
		for (int k = 0; k < term->count; k++) {
			int64_t divisor = t.symbol->symbols->variables[term->factors[k].variable].divisor;
			for (int power = 0; power < term->factors[k].power; power++) {
				own = checked_mul(own, divisor, &own) ? own : divisor;
			}
		}
		own = own % term->denominator == 0 ? own / term->denominator : 1;
		common = number_gcd(common, (uint64_t)own);
	}
	return common;
}

/* --- division --- */

enum division {
	DIVISION_NONE,       /* the quotient is no polynomial */
	DIVISION_FRACTION,   /* it is one, but perhaps not whole */
	DIVISION_WHOLE,      /* it is whole for certain, or needed to be */
};

/* The quotient of "a" and "b". */
static enum division divide_leaves(struct tuple a, struct tuple b, struct polynomial *out) {
	struct symbols *symbols = symbols_of(a, b);
	struct polynomial p;
	struct polynomial q;
	polynomial_start(&p, symbols);
	polynomial_start(&q, symbols);
	polynomial_add_leaf(&p, tuple_basis_value(a), 1);
	polynomial_add_leaf(&q, b, 1);
	if (!polynomial_divide(&p, &q, out)) {
		return DIVISION_NONE;
	}
	bool whole = is_whole(out) || symbol_is_needed(symbols, NEED_MULTIPLE, tuple_basis_value(a), b);
	return whole ? DIVISION_WHOLE : DIVISION_FRACTION;
}

enum answer symbol_divides(struct tuple a, struct tuple b) {
	struct polynomial quotient;
	enum division division = divide_leaves(b, a, &quotient);
	if (division == DIVISION_WHOLE) {
		return ANSWER_YES;
	}
	if (division == DIVISION_FRACTION && is_never_whole(&quotient)) {
		return ANSWER_NO;
	}
	return symbol_less(b, a) == ANSWER_YES && symbol_is_at_least(b, tuple_int(0), 1) ? ANSWER_NO : ANSWER_UNKNOWN;
}

/* --- arithmetic --- */

struct tuple symbol_add(struct algebra *al, struct tuple a, struct tuple b) {
	struct polynomial p;
	polynomial_start(&p, symbols_of(a, b));
	polynomial_add_leaf(&p, a, 1);
	polynomial_add_leaf(&p, b, 1);
	return polynomial_leaf(al, &p, a);
}

struct tuple symbol_sub(struct algebra *al, struct tuple a, struct tuple b) {
	struct polynomial p;
	polynomial_start(&p, symbols_of(a, b));
	polynomial_add_leaf(&p, a, 1);
	polynomial_add_leaf(&p, b, -1);
	return polynomial_leaf(al, &p, a);
}

struct tuple symbol_mul(struct algebra *al, struct tuple a, struct tuple b) {
	struct polynomial p;
	struct polynomial x;
	struct polynomial y;
	polynomial_start(&p, symbols_of(a, b));
	polynomial_start(&x, p.symbols);
	polynomial_start(&y, p.symbols);
	polynomial_add_leaf(&x, a, 1);
	polynomial_add_leaf(&y, b, 1);
	polynomial_multiply(&p, &x, &y);
	return polynomial_leaf(al, &p, a);
}

int64_t symbol_least_quotient(const struct variable *variable) {
	struct polynomial p;
	int64_t least;
	polynomial_start(&p, symbols_of(variable->p, variable->q));
	polynomial_add_leaf(&p, variable->p, 1);
	bool bounded = !p.full && symbol_find_least(&p, &least) && least >= 1;
	bool up = variable->kind == VARIABLE_CEIL;
	if (!bounded || int_is_symbol(variable->q)) {
		return up && bounded ? 1 : 0;
	}
	return up ? (least - 1) / variable->q.value + 1 : least / variable->q.value;
}

/* Quotients of negative numbers are not rounded the way that they should: that "p" / "b" is none becomes a need. */
static bool takes_quotient(struct algebra *al, struct tuple p, struct tuple b) {
	bool good = int_takes_less(tuple_int(-1), p) && int_takes_less(tuple_int(0), b);
	if (!good) {
		algebra_fault(al, FAULT_UNSUPPORTED, "a quotient of a formula that may be negative");
	}
	return good;
}

/* The variable p / q, rounded. */
static struct tuple rounded(struct algebra *al, enum variable_kind kind, struct tuple a, struct tuple b) {
	struct symbols *symbols = symbols_of(a, b);
	struct tuple p = tuple_basis_value(a);
	if (!takes_quotient(al, p, b)) {
		return tuple_int(0);
	}
	int_trace_loss(al, kind == VARIABLE_CEIL ? LOSS_ROUNDED_UP : LOSS_ROUNDED_DOWN, p, b);
	for (int i = 0; i < symbols->variable_count; i++) {
		const struct variable *variable = &symbols->variables[i];
		if (variable->kind == kind && tuple_equal(variable->p, p) && tuple_equal(variable->q, b)) {
			return symbol_variable(al, symbols, i, a);
		}
	}
	int index = new_variable(al, symbols);
	if (index < 0) {
		return tuple_int(0);
	}
	struct variable *variable = &symbols->variables[index];
	variable->kind = kind;
	variable->p = p;
	variable->q = b;
	variable->least = symbol_least_quotient(variable);
	return symbol_variable(al, symbols, index, a);
}

/* "a" with the number "n" for its value. */
static struct tuple number_like(struct tuple a, int64_t n) {
	a.known = KNOWN_STATIC;
	a.value = n;
	return a;
}

/* Whether "quotient" is a number that is not whole, whatever the names stand for; "down" receives it rounded down. */
static bool is_fraction(enum division division, const struct polynomial *quotient, int64_t *down) {
	if (division != DIVISION_FRACTION || quotient->count != 1 || quotient->terms[0].count > 0) {
		return false;
	}
	const struct symbol_term *term = &quotient->terms[0];
	*down = term->numerator / term->denominator - (term->numerator < 0 ? 1 : 0);
	return true;
}

/* The sum of two integers, with the basis of "a". */
static struct tuple sum_like(struct algebra *al, struct tuple a, struct tuple x, struct tuple y) {
	struct tuple sum = int_add(al, tuple_basis_value(x), tuple_basis_value(y));
	struct tuple leaf = a;
	leaf.known = sum.known;
	leaf.divisor = sum.divisor;
	leaf.traits = sum.traits;
	if (int_is_symbol(sum)) {
		leaf.symbol = sum.symbol;
	} else {
		leaf.value = sum.value;
	}
	return leaf;
}

/*
 * Split "quotient", that of "a" and the number "b", into what is whole for certain and "rest" / "b" with "rest" from 0
 * on. Returns false if nothing is whole, or "rest" or "a" may be negative.
 */
static bool split_whole(struct algebra *al, const struct polynomial *quotient, struct tuple a, struct tuple b,
		struct tuple *whole, struct tuple *rest) {
	struct polynomial parts[2];
	struct symbol_term by = symbol_constant_term(b.value);
	if (int_is_symbol(b) || b.value < 1 || !symbol_is_at_least(tuple_basis_value(a), tuple_int(0), 0)) {
		return false;
	}
	polynomial_start(&parts[0], quotient->symbols);
	polynomial_start(&parts[1], quotient->symbols);
	for (int i = 0; i < quotient->count; i++) {
		struct symbol_term term = quotient->terms[i];
		bool is_whole = left_over(quotient->symbols, &term, term.denominator) == 1;
		if (term.count == 0) {
			int64_t remainder = term.numerator % term.denominator;
			int64_t down = term.numerator / term.denominator - (remainder < 0 ? 1 : 0);
			struct symbol_term number = symbol_constant_term(down);
			polynomial_add_term(&parts[0], &number);
			term.numerator = remainder < 0 ? remainder + term.denominator : remainder;
			is_whole = false;
		}
		struct symbol_term times;
		if (!is_whole && !symbol_multiply_terms(&term, &by, &times)) {
			return false;
		}
		polynomial_add_term(&parts[is_whole ? 0 : 1], is_whole ? &term : &times);
	}
	if (parts[0].count == 0) {
		return false;
	}
	*whole = polynomial_leaf(al, &parts[0], a);
	*rest = polynomial_leaf(al, &parts[1], tuple_int(0));
	return !algebra_failed(al) && symbol_is_at_least(*rest, tuple_int(0), 0);
}

/*
 * Whether a / b rounded down is one number for all names, and there is a rest: (N + 2) / N is 1 where N is at least 3.
 * By the first terms of both it can only be that of their coefficients, or one less.
 */
static bool is_number(struct tuple a, struct tuple b, int64_t *down) {
	struct symbols *symbols = symbols_of(a, b);
	struct algebra quiet;
	int64_t numerator;
	int64_t denominator;
	bool alike = int_is_symbol(a) && int_is_symbol(b)
		&& symbol_compare_terms(&a.symbol->terms[0], &b.symbol->terms[0]) == 0
		&& checked_mul(a.symbol->terms[0].numerator, b.symbol->terms[0].denominator, &numerator)
		&& checked_mul(a.symbol->terms[0].denominator, b.symbol->terms[0].numerator, &denominator)
		&& checked_floor_div(numerator, denominator, down);
	bool found = false;
	algebra_init(&quiet, symbols->arena);
	for (int i = 0; i < 2 && alike && *down >= 0 && !found; i++) {
		struct polynomial rest;
		struct tuple covered = int_mul(&quiet, b, tuple_int(*down));
		polynomial_start(&rest, symbols);
		polynomial_add_leaf(&rest, a, 1);
		polynomial_add_leaf(&rest, covered, -1);
		struct tuple left = polynomial_leaf(&quiet, &rest, tuple_int(0));
		found = !algebra_failed(&quiet) && symbol_is_at_least(left, tuple_int(0), 1) && symbol_is_at_least(b, left, 1);
		*down -= found ? 0 : 1;
	}
	return found;
}

struct tuple symbol_div(struct algebra *al, struct tuple a, struct tuple b) {
	struct tuple whole;
	struct tuple rest;
	struct polynomial quotient;
	int64_t down;
	enum division division = divide_leaves(a, b, &quotient);
	if (division == DIVISION_WHOLE) {
		int_needs_nonzero(b);
		return polynomial_leaf(al, &quotient, a);
	}
	if (is_fraction(division, &quotient, &down) && down >= 0) {
		int_needs_nonzero(b);
		return number_like(a, down);
	}
	if (is_number(tuple_basis_value(a), b, &down)) {
		return number_like(a, down);
	}
	struct tuple p = tuple_basis_value(a);
	if (symbol_less(p, b) == ANSWER_YES && symbol_is_at_least(p, tuple_int(0), 0)) {
		return number_like(a, 0);
	}
	if (division == DIVISION_FRACTION && split_whole(al, &quotient, a, b, &whole, &rest)) {
		return sum_like(al, a, whole, int_div(al, rest, b));
	}
	return rounded(al, VARIABLE_FLOOR, a, b);
}

struct tuple symbol_mod(struct algebra *al, struct tuple a, struct tuple b) {
	struct tuple quotient = symbol_div(al, a, b);
	return algebra_failed(al) ? a : int_sub(al, a, int_mul(al, b, quotient));
}

struct tuple symbol_ceil_div(struct algebra *al, struct tuple a, struct tuple b) {
	struct tuple whole;
	struct tuple rest;
	struct polynomial quotient;
	int64_t down;
	enum division division = divide_leaves(a, b, &quotient);
	if (division == DIVISION_WHOLE) {
		if (!tuple_is_constant(b, 1) && !takes_quotient(al, tuple_basis_value(a), b)) {
			return tuple_int(0);
		}
		return polynomial_leaf(al, &quotient, a);
	}
	if (is_fraction(division, &quotient, &down) && down >= 0) {
		return takes_quotient(al, tuple_basis_value(a), b) ? number_like(a, down + 1) : tuple_int(0);
	}
	if (is_number(tuple_basis_value(a), b, &down)) {
		return number_like(a, down + 1);
	}
	if (symbol_is_at_least(b, tuple_basis_value(a), 0) && symbol_is_at_least(tuple_basis_value(a), tuple_int(0), 1)) {
		return number_like(a, 1);
	}
	if (division == DIVISION_FRACTION && split_whole(al, &quotient, a, b, &whole, &rest)) {
		return sum_like(al, a, whole, int_ceil_div(al, rest, b));
	}
	return rounded(al, VARIABLE_CEIL, a, b);
}

/* --- numbers for names --- */

/* The number of a variable; false after a fault. */
static bool variable_value(struct algebra *al, const struct symbols *symbols, int index, const int64_t *values,
		int64_t *value) {
	const struct variable *variable = &symbols->variables[index];
	if (variable->kind == VARIABLE_NAME) {
		*value = values[index];
		return true;
	}
	struct tuple p = symbol_substitute(al, variable->p, values);
	struct tuple q = symbol_substitute(al, variable->q, values);
	if (!algebra_failed(al)) {
		struct tuple quotient = variable->kind == VARIABLE_FLOOR ? int_div(al, p, q) : int_ceil_div(al, p, q);
		*value = quotient.value;
	}
	return !algebra_failed(al);
}

/* Add the number of "term" to the fraction *sum / *denominator. */
static bool add_value(struct algebra *al, const struct symbols *symbols, const struct symbol_term *term,
		const int64_t *values, struct symbol_term *sum) {
	struct symbol_term product = symbol_constant_term(term->numerator);
	product.denominator = term->denominator;
	for (int k = 0; k < term->count; k++) {
		int64_t value;
		if (!variable_value(al, symbols, term->factors[k].variable, values, &value)) {
			return false;
		}
		for (int power = 0; power < term->factors[k].power; power++) {
			struct symbol_term factor = symbol_constant_term(value);
			struct symbol_term next;
			if (!symbol_multiply_terms(&product, &factor, &next)) {
				return false;
			}
			product = next;
		}
	}
	return symbol_add_fractions(sum, &product);
}

struct tuple symbol_substitute(struct algebra *al, struct tuple t, const int64_t *values) {
	if (!int_is_symbol(t)) {
		return t;
	}
	struct symbol_term sum = symbol_constant_term(0);
	for (int i = 0; i < t.symbol->count; i++) {
		if (!add_value(al, t.symbol->symbols, &t.symbol->terms[i], values, &sum)) {
			algebra_fault(al, FAULT_OVERFLOW, "a formula does not fit 64 bits for these numbers");
			return tuple_int(0);
		}
	}
	if (sum.denominator != 1) {
		algebra_fault(al, FAULT_DOMAIN, "a quotient is not whole for these numbers");
		return tuple_int(0);
	}
	struct tuple number = t;
	number.known = KNOWN_STATIC;
	number.value = sum.numerator;
	return number;
}

struct tuple tuple_substitute(struct algebra *al, struct tuple t, const int64_t *values) {
	if (!tuple_is_tuple(t)) {
		return symbol_substitute(al, t, values);
	}
	struct tuple *modes = arena_array(al->arena, (size_t)t.rank, sizeof *modes);
	for (int i = 0; i < t.rank; i++) {
		modes[i] = tuple_substitute(al, t.modes[i], values);
	}
	t.modes = modes;
	return t;
}

/* Whether "need" holds; a quotient that is not whole breaks it too. What does not fit stays a fault. */
static bool need_holds(struct algebra *al, const struct need *need, const int64_t *values) {
	struct tuple a = symbol_substitute(al, need->a, values);
	struct tuple b = symbol_substitute(al, need->b, values);
	if (algebra_failed(al)) {
		if (al->fault.code == FAULT_DOMAIN) {
			fault_clear(&al->fault);
		}
		return false;
	}
	switch (need->kind) {
	case NEED_MULTIPLE: return b.value != 0 && a.value % b.value == 0;
	case NEED_AT_LEAST: return a.value >= b.value;
	case NEED_BELOW: return a.value < b.value;
	case NEED_OTHER: break;
	}
	return a.value != b.value;
}

bool symbols_hold(struct algebra *al, const struct symbols *symbols, const int64_t *values,
		const struct need **broken) {
	*broken = NULL;
	for (int i = 0; i < symbols->need_count; i++) {
		if (!need_holds(al, &symbols->needs[i], values)) {
			*broken = &symbols->needs[i];
			return false;
		}
	}
	for (int i = 0; i < symbols->variable_count; i++) {
		const struct variable *variable = &symbols->variables[i];
		if (variable->kind == VARIABLE_NAME && (values[i] < variable->least || values[i] > variable->most
				|| values[i] % variable->divisor != 0)) {
			return false;
		}
	}
	return true;
}
