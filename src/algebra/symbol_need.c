/*
 * What is taken where it is not certain: the answer that large numbers give, with the need that says when it is right.
 * Where a need is one of a name alone, the name's divisor and bounds follow from it.
 */
#include "algebra/symbol.h"

#include <inttypes.h>

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
				number = at_large(variable->p) / at_large(variable->q);
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

/* A name times a fraction is a multiple of "b" when the name is one of ...: say so, and let the name know. */
static bool need_of_name(struct need *need) {
	const struct symbol_term *term;
	struct variable *variable = single_variable(need->a, &term);
	int64_t divisor;
	if (variable == NULL || variable->kind != VARIABLE_NAME || int_is_symbol(need->b) || need->b.value < 1
			|| need->kind != NEED_MULTIPLE || !checked_mul(need->b.value, term->denominator, &divisor)) {
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

/* The bounds of a name that is compared with a number follow. */
static void narrow(const struct need *need) {
	const struct symbol_term *term;
	struct variable *variable = single_variable(need->a, &term);
	if (variable == NULL || variable->kind != VARIABLE_NAME || int_is_symbol(need->b) || term->numerator != 1
			|| term->denominator != 1) {
		return;
	}
	if (need->kind == NEED_AT_LEAST && need->b.value > variable->least) {
		variable->least = round_up(need->b.value, variable->divisor);
	} else if (need->kind == NEED_BELOW && need->b.value - 1 < variable->most) {
		variable->most = need->b.value - 1;
	}
}

/* The need as one of a name alone where a name times a fraction is compared with a number: M/4 >= 8 is M >= 32. */
static void simplify(struct need *need) {
	const struct symbol_term *term;
	if (need->kind == NEED_BELOW && !int_is_symbol(need->a) && need->a.value < INT64_MAX) {
		*need = (struct need){ NEED_AT_LEAST, need->b, tuple_int(need->a.value + 1) };
	}
	struct variable *variable = single_variable(need->a, &term);
	int64_t bound;
	bool ordered = need->kind == NEED_AT_LEAST || need->kind == NEED_BELOW;
	if (variable == NULL || int_is_symbol(need->b) || need->b.value < 0 || !ordered
			|| !checked_mul(need->b.value, term->denominator, &bound)) {
		return;
	}
	need->b = tuple_int(bound / term->numerator + (bound % term->numerator != 0));
	struct algebra quiet;
	algebra_init(&quiet, need->a.symbol->symbols->arena);
	need->a = symbol_variable(&quiet, need->a.symbol->symbols, term->factors[0].variable, tuple_int(0));
}

static void add_need(struct symbols *symbols, enum need_kind kind, struct tuple a, struct tuple b) {
	struct need need = { kind, a, b };
	simplify(&need);
	kind = need.kind;
	a = need.a;
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
	if (variable->least > variable->most) {
		algebra_fault(al, FAULT_DOMAIN, "no number is what is promised: a multiple of %" PRId64 " from %" PRId64
			" to %" PRId64, variable->divisor, variable->least, variable->most);
	}
}

bool symbol_takes_less(struct tuple a, struct tuple b) {
	enum answer less = symbol_less(a, b);
	if (less != ANSWER_UNKNOWN) {
		return less == ANSWER_YES;
	}
	bool taken = at_large(a) < at_large(b);
	add_need(symbols_of(a, b), taken ? NEED_BELOW : NEED_AT_LEAST, a, b);
	return taken;
}

bool symbol_takes_equal(struct tuple a, struct tuple b) {
	enum answer equal = symbol_equal(a, b);
	if (equal == ANSWER_UNKNOWN && !symbol_is_needed(symbols_of(a, b), NEED_OTHER, a, b)) {
		add_need(symbols_of(a, b), NEED_OTHER, a, b);
	}
	return equal == ANSWER_YES;
}

struct tuple symbol_min(struct tuple a, struct tuple b) {
	bool first = symbol_less(a, b) == ANSWER_YES || symbol_less(b, a) == ANSWER_NO;
	bool second = symbol_less(b, a) == ANSWER_YES || symbol_less(a, b) == ANSWER_NO;
	if (!first && !second) {
		first = at_large(a) < at_large(b);
		add_need(symbols_of(a, b), NEED_AT_LEAST, first ? b : a, first ? a : b);
	}
	return first ? a : b;
}

bool symbol_takes_divides(struct tuple a, struct tuple b) {
	enum answer divides = symbol_divides(a, b);
	struct symbols *symbols = symbols_of(a, b);
	if (divides == ANSWER_UNKNOWN) {
		add_need(symbols, NEED_MULTIPLE, b, a);
	}
	return divides != ANSWER_NO;
}
