#include "algebra/polynomial.h"

#include <string.h>

#include "algebra/tuple.h"

static int degree(const struct symbol_term *term) {
	int sum = 0;
	for (int i = 0; i < term->count; i++) {
		sum += term->factors[i].power;
	}
	return sum;
}

/* Terms of one degree part before either ends, or not at all. */
int symbol_compare_terms(const struct symbol_term *a, const struct symbol_term *b) {
	int by_degree = degree(b) - degree(a);
	for (int i = 0; by_degree == 0 && i < a->count; i++) {
		if (a->factors[i].variable != b->factors[i].variable) {
			return (int)a->factors[i].variable - (int)b->factors[i].variable;
		}
		if (a->factors[i].power != b->factors[i].power) {
			return (int)b->factors[i].power - (int)a->factors[i].power;
		}
	}
	return by_degree;
}

/* Reduce numerator / denominator; false where they do not fit. */
static bool reduce(int64_t *numerator, int64_t *denominator) {
	if (*denominator == INT64_MIN || *numerator == INT64_MIN) {
		return false;
	}
	if (*denominator < 0) {
		*numerator = -*numerator;
		*denominator = -*denominator;
	}
	int64_t divisor = (int64_t)number_gcd(number_magnitude(*numerator), (uint64_t)*denominator);
	*numerator /= divisor;
	*denominator /= divisor;
	return true;
}

bool symbol_add_fractions(struct symbol_term *to, const struct symbol_term *a) {
	int64_t left;
	int64_t right;
	int64_t denominator;
	return checked_mul(to->numerator, a->denominator, &left) && checked_mul(a->numerator, to->denominator, &right)
		&& checked_add(left, right, &to->numerator)
		&& checked_mul(to->denominator, a->denominator, &denominator)
		&& (to->denominator = denominator, reduce(&to->numerator, &to->denominator));
}

void polynomial_add_term(struct polynomial *p, const struct symbol_term *term) {
	int at = 0;
	while (at < p->count && symbol_compare_terms(&p->terms[at], term) < 0) {
		at++;
	}
	if (term->numerator == 0) {
		return;
	}
	if (at < p->count && symbol_compare_terms(&p->terms[at], term) == 0) {
		p->full = p->full || !symbol_add_fractions(&p->terms[at], term);
		if (p->terms[at].numerator == 0) {
			p->count--;
			memmove(&p->terms[at], &p->terms[at + 1], (size_t)(p->count - at) * sizeof *p->terms);
		}
		return;
	}
	if (p->count == LIMIT_SYMBOL_TERMS) {
		p->full = true;
		return;
	}
	memmove(&p->terms[at + 1], &p->terms[at], (size_t)(p->count - at) * sizeof *p->terms);
	p->terms[at] = *term;
	p->count++;
}

void polynomial_start(struct polynomial *p, struct symbols *symbols) {
	p->symbols = symbols;
	p->count = 0;
	p->full = false;
}

struct symbol_term symbol_constant_term(int64_t n) {
	return (struct symbol_term){ .numerator = n, .denominator = 1 };
}

/* The opposite of each coefficient fits, too: none is INT64_MIN. */
void polynomial_add_leaf(struct polynomial *p, struct tuple t, int sign) {
	if (!int_is_symbol(t)) {
		struct symbol_term term = symbol_constant_term(0);
		p->full = p->full || t.value == INT64_MIN || !checked_mul(t.value, sign, &term.numerator);
		polynomial_add_term(p, &term);
		return;
	}
	for (int i = 0; i < t.symbol->count; i++) {
		struct symbol_term term = t.symbol->terms[i];
		term.numerator *= sign;
		polynomial_add_term(p, &term);
	}
}

bool symbol_multiply_terms(const struct symbol_term *a, const struct symbol_term *b, struct symbol_term *out) {
	*out = (struct symbol_term){ .count = 0 };
	int i = 0;
	int j = 0;
	while (i < a->count || j < b->count) {
		if (out->count == LIMIT_SYMBOL_FACTORS) {
			return false;
		}
		bool from_a = j == b->count || (i < a->count && a->factors[i].variable <= b->factors[j].variable);
		bool from_b = i == a->count || (j < b->count && b->factors[j].variable <= a->factors[i].variable);
		int power = (from_a ? a->factors[i].power : 0) + (from_b ? b->factors[j].power : 0);
		out->factors[out->count].variable = from_a ? a->factors[i].variable : b->factors[j].variable;
		out->factors[out->count++].power = (uint16_t)power;
		i += from_a;
		j += from_b;
		if (power > LIMIT_SYMBOL_FACTORS) {
			return false;
		}
	}
	return checked_mul(a->numerator, b->numerator, &out->numerator)
		&& checked_mul(a->denominator, b->denominator, &out->denominator)
		&& reduce(&out->numerator, &out->denominator);
}

void polynomial_multiply(struct polynomial *p, const struct polynomial *a, const struct polynomial *b) {
	p->full = p->full || a->full || b->full;
	for (int i = 0; i < a->count; i++) {
		for (int j = 0; j < b->count && !p->full; j++) {
			struct symbol_term term;
			if (!symbol_multiply_terms(&a->terms[i], &b->terms[j], &term)) {
				p->full = true;
			} else {
				polynomial_add_term(p, &term);
			}
		}
	}
}

struct tuple polynomial_leaf(struct algebra *al, const struct polynomial *p, struct tuple like) {
	struct tuple leaf = like;
	leaf.divisor = 0;
	leaf.traits = 0;
	if (p->full) {
		algebra_fault(al, FAULT_LIMIT, "a formula of more than %d terms or %d factors, or with numbers beyond 64 bits",
			LIMIT_SYMBOL_TERMS, LIMIT_SYMBOL_FACTORS);
	}
	bool number = p->count == 0 || (p->count == 1 && p->terms[0].count == 0 && p->terms[0].denominator == 1);
	if (number || p->full) {
		leaf.known = KNOWN_STATIC;
		leaf.value = p->count == 0 || p->full ? 0 : p->terms[0].numerator;
		return leaf;
	}
	struct symbol *symbol = arena_alloc(p->symbols->arena, sizeof *symbol);
	struct symbol_term *terms = arena_array(p->symbols->arena, (size_t)p->count, sizeof *terms);
	memcpy(terms, p->terms, (size_t)p->count * sizeof *terms);
	*symbol = (struct symbol){ p->symbols, p->count, terms };
	leaf.known = KNOWN_SYMBOL;
	leaf.symbol = symbol;
	return leaf;
}

/* a / b for two terms; false where a power becomes negative. */
static bool divide_terms(const struct symbol_term *a, const struct symbol_term *b, struct symbol_term *out) {
	*out = (struct symbol_term){ .count = 0 };
	int j = 0;
	for (int i = 0; i < a->count; i++) {
		int power = a->factors[i].power;
		if (j < b->count && b->factors[j].variable == a->factors[i].variable) {
			power -= b->factors[j++].power;
		}
		if (power < 0) {
			return false;
		}
		if (power > 0) {
			out->factors[out->count].variable = a->factors[i].variable;
			out->factors[out->count++].power = (uint16_t)power;
		}
	}
	return j == b->count && checked_mul(a->numerator, b->denominator, &out->numerator)
		&& checked_mul(a->denominator, b->numerator, &out->denominator)
		&& reduce(&out->numerator, &out->denominator);
}

bool polynomial_divide(const struct polynomial *a, const struct polynomial *b, struct polynomial *out) {
	polynomial_start(out, a->symbols);
	if (a->full || b->full) {
		return false;
	}
	if (b->count == 1) {
		for (int i = 0; i < a->count; i++) {
			struct symbol_term term;
			if (!divide_terms(&a->terms[i], &b->terms[0], &term)) {
				return false;
			}
			polynomial_add_term(out, &term);
		}
		return !out->full;
	}
	if (a->count != b->count || a->count == 0) {
		return false;
	}
	struct symbol_term ratio;
	for (int i = 0; i < a->count; i++) {
		struct symbol_term term;
		if (!divide_terms(&a->terms[i], &b->terms[i], &term) || term.count > 0
				|| (i > 0 && (term.numerator != ratio.numerator || term.denominator != ratio.denominator))) {
			return false;
		}
		ratio = term;
	}
	polynomial_add_term(out, &ratio);
	return true;
}
