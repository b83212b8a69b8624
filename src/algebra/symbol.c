#include "algebra/symbol.h"

#include <inttypes.h>
#include <string.h>

#include "algebra/tuple.h"

/* --- polynomials in the making --- */

struct polynomial {
	struct symbols *symbols;
	int count;
	bool full;
	struct symbol_term terms[LIMIT_SYMBOL_TERMS];
};

static uint64_t magnitude(int64_t n) {
	return n < 0 ? -(uint64_t)n : (uint64_t)n;
}

static int degree(const struct symbol_term *term) {
	int sum = 0;
	for (int i = 0; i < term->count; i++) {
		sum += term->factors[i].power;
	}
	return sum;
}

/* Less than 0 where "a" stands before "b": of larger degree, or with more of the first variables; 0 for like terms. */
static int compare_terms(const struct symbol_term *a, const struct symbol_term *b) {
	int by_degree = degree(b) - degree(a);
	for (int i = 0; by_degree == 0 && i < a->count && i < b->count; i++) {
		if (a->factors[i].variable != b->factors[i].variable) {
			return (int)a->factors[i].variable - (int)b->factors[i].variable;
		}
		if (a->factors[i].power != b->factors[i].power) {
			return (int)b->factors[i].power - (int)a->factors[i].power;
		}
	}
	return by_degree != 0 ? by_degree : b->count - a->count;
}

/* Reduce numerator / denominator; false where they do not fit. */
static bool reduce(int64_t *numerator, int64_t *denominator) {
	if (*denominator == INT64_MIN || *numerator == INT64_MIN || *denominator == 0) {
		return false;
	}
	if (*denominator < 0) {
		*numerator = -*numerator;
		*denominator = -*denominator;
	}
	int64_t divisor = (int64_t)number_gcd(magnitude(*numerator), (uint64_t)*denominator);
	*numerator /= divisor;
	*denominator /= divisor;
	return true;
}

/* Add "a" to the like term "to"; false where the sum does not fit. */
static bool add_fractions(struct symbol_term *to, const struct symbol_term *a) {
	int64_t left;
	int64_t right;
	int64_t denominator;
	return checked_mul(to->numerator, a->denominator, &left) && checked_mul(a->numerator, to->denominator, &right)
		&& checked_add(left, right, &to->numerator)
		&& checked_mul(to->denominator, a->denominator, &denominator)
		&& (to->denominator = denominator, reduce(&to->numerator, &to->denominator));
}

/* Add "term", whose fraction is reduced. */
static void add_term(struct polynomial *p, const struct symbol_term *term) {
	int at = 0;
	while (at < p->count && compare_terms(&p->terms[at], term) < 0) {
		at++;
	}
	if (term->numerator == 0) {
		return;
	}
	if (at < p->count && compare_terms(&p->terms[at], term) == 0) {
		p->full = p->full || !add_fractions(&p->terms[at], term);
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

static void start(struct polynomial *p, struct symbols *symbols) {
	p->symbols = symbols;
	p->count = 0;
	p->full = false;
}

static struct symbol_term constant_term(int64_t n) {
	return (struct symbol_term){ .numerator = n, .denominator = 1 };
}

/* Add "t", an integer or a symbol, times "sign". */
static void add_leaf(struct polynomial *p, struct tuple t, int sign) {
	if (!int_is_symbol(t)) {
		struct symbol_term term = constant_term(0);
		p->full = p->full || !checked_mul(t.value, sign, &term.numerator);
		add_term(p, &term);
		return;
	}
	for (int i = 0; i < t.symbol->count; i++) {
		struct symbol_term term = t.symbol->terms[i];
		term.numerator *= sign;
		add_term(p, &term);
	}
}

/* The product of two terms; false beyond a limit. */
static bool multiply_terms(const struct symbol_term *a, const struct symbol_term *b, struct symbol_term *out) {
	*out = (struct symbol_term){ .denominator = 1 };
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

static void multiply(struct polynomial *p, const struct polynomial *a, const struct polynomial *b) {
	for (int i = 0; i < a->count; i++) {
		for (int j = 0; j < b->count && !p->full; j++) {
			struct symbol_term term;
			if (!multiply_terms(&a->terms[i], &b->terms[j], &term)) {
				p->full = true;
			} else {
				add_term(p, &term);
			}
		}
	}
}

/* The leaf that "p" is, with the basis of "like". */
static struct tuple leaf_of(struct algebra *al, const struct polynomial *p, struct tuple like) {
	struct tuple leaf = like;
	leaf.divisor = 0;
	leaf.traits = 0;
	if (p->full) {
		p->symbols->full = true;
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

static struct symbols *symbols_of(struct tuple a, struct tuple b) {
	return int_is_symbol(a) ? a.symbol->symbols : b.symbol->symbols;
}

/* --- names --- */

struct symbols *symbols_new(struct arena *arena) {
	struct symbols *symbols = arena_alloc(arena, sizeof *symbols);
	memset(symbols, 0, sizeof *symbols);
	symbols->arena = arena;
	return symbols;
}

/* The leaf of the variable "index" alone. */
static struct tuple variable_leaf(struct algebra *al, struct symbols *symbols, int index, struct tuple like) {
	struct polynomial p;
	start(&p, symbols);
	struct symbol_term term = constant_term(1);
	term.count = 1;
	term.factors[0].variable = (uint16_t)index;
	term.factors[0].power = 1;
	add_term(&p, &term);
	return leaf_of(al, &p, like);
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
	variable->least = divisor;
	variable->wide = wide;
	return variable_leaf(al, symbols, index, tuple_int(0));
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

/* Every term is whole for all numbers. */
static bool is_whole(const struct polynomial *p) {
	for (int i = 0; i < p->count; i++) {
		if (left_over(p->symbols, &p->terms[i], p->terms[i].denominator) != 1) {
			return false;
		}
	}
	return true;
}

/* Add to "p" the fraction of "term" times what its factors from "from" on are where each variable is y + its least. */
static void add_shifted(struct polynomial *p, const struct symbol_term *term, int from,
		const struct symbol_term *product) {
	if (from == term->count) {
		add_term(p, product);
		return;
	}
	const struct variable *variable = &p->symbols->variables[term->factors[from].variable];
	struct symbol_term one = *term;
	one.factors[from].power--;
	int next = one.factors[from].power == 0 ? from + 1 : from;
	struct symbol_term y = constant_term(1);
	y.count = 1;
	y.factors[0] = term->factors[from];
	y.factors[0].power = 1;
	struct symbol_term least = constant_term(variable->least);
	struct symbol_term parts[2];
	if (!multiply_terms(product, &y, &parts[0]) || !multiply_terms(product, &least, &parts[1])) {
		p->full = true;
		return;
	}
	for (int i = 0; i < 2 && !p->full; i++) {
		add_shifted(p, &one, next, &parts[i]);
	}
}

/* A lower bound of "p" that its variables' least values show; false if they show none. */
static bool find_least(const struct polynomial *p, int64_t *least) {
	struct polynomial shifted;
	start(&shifted, p->symbols);
	for (int i = 0; i < p->count && !shifted.full; i++) {
		struct symbol_term fraction = constant_term(p->terms[i].numerator);
		fraction.denominator = p->terms[i].denominator;
		add_shifted(&shifted, &p->terms[i], 0, &fraction);
	}
	*least = 0;
	for (int i = 0; i < shifted.count; i++) {
		const struct symbol_term *term = &shifted.terms[i];
		if (term->count > 0 && term->numerator < 0) {
			return false;
		}
		if (term->count == 0) {
			bool exact = term->numerator % term->denominator == 0;
			*least = term->numerator / term->denominator - (term->numerator < 0 && !exact ? 1 : 0);
		}
	}
	return !shifted.full;
}

/* a - b - less is 0 or more for certain. */
static bool is_at_least(struct tuple a, struct tuple b, int64_t less) {
	struct polynomial p;
	int64_t least;
	if (!int_is_symbol(a) && !int_is_symbol(b)) {
		return checked_sub(a.value, b.value, &least) && least >= less;
	}
	start(&p, symbols_of(a, b));
	add_leaf(&p, a, 1);
	add_leaf(&p, b, -1);
	struct symbol_term term = constant_term(-less);
	add_term(&p, &term);
	return !p.full && find_least(&p, &least) && least >= 0;
}

/* A need that says this has been met. */
static bool is_needed(struct symbols *symbols, enum need_kind kind, struct tuple a, struct tuple b) {
	for (int i = 0; i < symbols->need_count; i++) {
		const struct need *need = &symbols->needs[i];
		if (need->kind == kind && tuple_equal(need->a, a) && tuple_equal(need->b, b)) {
			return true;
		}
	}
	return false;
}

enum answer symbol_less(struct tuple a, struct tuple b) {
	struct symbols *symbols = symbols_of(a, b);
	/* a is at most the bound of its name. */
	if (int_is_symbol(a) && !int_is_symbol(b) && a.symbol->count == 1 && a.symbol->terms[0].count == 1
			&& a.symbol->terms[0].factors[0].power == 1 && a.symbol->terms[0].numerator == 1
			&& a.symbol->terms[0].denominator == 1
			&& symbols->variables[a.symbol->terms[0].factors[0].variable].most < b.value) {
		return ANSWER_YES;
	}
	if (is_at_least(b, a, 1) || is_needed(symbols, NEED_BELOW, a, b)) {
		return ANSWER_YES;
	}
	return is_at_least(a, b, 0) || is_needed(symbols, NEED_AT_LEAST, a, b) ? ANSWER_NO : ANSWER_UNKNOWN;
}

enum answer symbol_equal(struct tuple a, struct tuple b) {
	if (symbol_same(a, b)) {
		return ANSWER_YES;
	}
	return is_at_least(a, b, 1) || is_at_least(b, a, 1) ? ANSWER_NO : ANSWER_UNKNOWN;
}

bool symbol_same(struct tuple a, struct tuple b) {
	if (!int_is_symbol(a) || !int_is_symbol(b) || a.symbol->count != b.symbol->count || a.basis_depth != b.basis_depth
			|| memcmp(a.basis, b.basis, (size_t)int_basis_indices(a)) != 0) {
		return false;
	}
	for (int i = 0; i < a.symbol->count; i++) {
		const struct symbol_term *x = &a.symbol->terms[i];
		const struct symbol_term *y = &b.symbol->terms[i];
		if (compare_terms(x, y) != 0 || x->numerator != y->numerator || x->denominator != y->denominator) {
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
		int64_t own = (int64_t)magnitude(term->numerator);
		for (int k = 0; k < term->count; k++) {
			int64_t divisor = t.symbol->symbols->variables[term->factors[k].variable].divisor;
			for (int power = 0; power < term->factors[k].power; power++) {
				own = checked_mul(own, divisor, &own) ? own : divisor;
			}
		}
		own = own % term->denominator == 0 ? own / term->denominator : 1;
		common = number_gcd(common, (uint64_t)own);
	}
	return common == 0 ? 1 : common;
}

/* --- division --- */

/* a / b for two terms; false where a power becomes negative. */
static bool divide_terms(const struct symbol_term *a, const struct symbol_term *b, struct symbol_term *out) {
	*out = (struct symbol_term){ .denominator = 1 };
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

/* "out" becomes a / b as a polynomial with fractions, if it is one. */
static bool divide(const struct polynomial *a, const struct polynomial *b, struct polynomial *out) {
	start(out, a->symbols);
	if (b->count == 1) {
		for (int i = 0; i < a->count; i++) {
			struct symbol_term term;
			if (!divide_terms(&a->terms[i], &b->terms[0], &term)) {
				return false;
			}
			add_term(out, &term);
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
	add_term(out, &ratio);
	return true;
}

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
	start(&p, symbols);
	start(&q, symbols);
	add_leaf(&p, tuple_basis_value(a), 1);
	add_leaf(&q, b, 1);
	if (!divide(&p, &q, out)) {
		return DIVISION_NONE;
	}
	bool whole = is_whole(out) || is_needed(symbols, NEED_MULTIPLE, tuple_basis_value(a), b);
	return whole ? DIVISION_WHOLE : DIVISION_FRACTION;
}

enum answer symbol_divides(struct tuple a, struct tuple b) {
	struct polynomial quotient;
	enum division division = divide_leaves(b, a, &quotient);
	if (division == DIVISION_WHOLE) {
		return ANSWER_YES;
	}
	bool number = quotient.count == 1 && quotient.terms[0].count == 0;
	if (division == DIVISION_FRACTION && number) {
		return ANSWER_NO;
	}
	return symbol_less(b, a) == ANSWER_YES && is_at_least(b, tuple_int(0), 1) ? ANSWER_NO : ANSWER_UNKNOWN;
}

/* --- needs --- */

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
	need->a = variable_leaf(&quiet, need->a.symbol->symbols, term->factors[0].variable, tuple_int(0));
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
		need.a = variable_leaf(&quiet, symbols, index, tuple_int(0));
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
	if (equal == ANSWER_UNKNOWN && !is_needed(symbols_of(a, b), NEED_OTHER, a, b)) {
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

/* --- arithmetic --- */

struct tuple symbol_add(struct algebra *al, struct tuple a, struct tuple b) {
	struct polynomial p;
	start(&p, symbols_of(a, b));
	add_leaf(&p, a, 1);
	add_leaf(&p, b, 1);
	return leaf_of(al, &p, a);
}

struct tuple symbol_sub(struct algebra *al, struct tuple a, struct tuple b) {
	struct polynomial p;
	start(&p, symbols_of(a, b));
	add_leaf(&p, a, 1);
	add_leaf(&p, b, -1);
	return leaf_of(al, &p, a);
}

struct tuple symbol_mul(struct algebra *al, struct tuple a, struct tuple b) {
	struct polynomial p;
	struct polynomial x;
	struct polynomial y;
	start(&p, symbols_of(a, b));
	start(&x, p.symbols);
	start(&y, p.symbols);
	add_leaf(&x, a, 1);
	add_leaf(&y, b, 1);
	multiply(&p, &x, &y);
	p.full = p.full || x.full || y.full;
	return leaf_of(al, &p, a);
}

/* The least number that a rounded quotient may be. */
static int64_t least_quotient(const struct variable *variable) {
	struct polynomial p;
	int64_t least;
	start(&p, symbols_of(variable->p, variable->q));
	add_leaf(&p, variable->p, 1);
	bool bounded = !p.full && find_least(&p, &least) && least >= 1;
	bool up = variable->kind == VARIABLE_CEIL;
	if (!bounded || int_is_symbol(variable->q)) {
		return up && bounded ? 1 : 0;
	}
	return up ? (least - 1) / variable->q.value + 1 : least / variable->q.value;
}

/* The variable p / q, rounded. Quotients of negative numbers are not rounded the way that they should: refused. */
static struct tuple rounded(struct algebra *al, enum variable_kind kind, struct tuple a, struct tuple b) {
	struct symbols *symbols = symbols_of(a, b);
	struct tuple p = tuple_basis_value(a);
	if (!is_at_least(p, tuple_int(0), 0) || !is_at_least(b, tuple_int(0), 1)) {
		if (!int_takes_less(tuple_int(-1), p) || !int_takes_less(tuple_int(0), b)) {
			algebra_fault(al, FAULT_UNSUPPORTED, "a quotient of a formula that may be negative");
			return tuple_int(0);
		}
	}
	for (int i = 0; i < symbols->variable_count; i++) {
		const struct variable *variable = &symbols->variables[i];
		if (variable->kind == kind && tuple_equal(variable->p, p) && tuple_equal(variable->q, b)) {
			return variable_leaf(al, symbols, i, a);
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
	variable->least = least_quotient(variable);
	return variable_leaf(al, symbols, index, a);
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

struct tuple symbol_div(struct algebra *al, struct tuple a, struct tuple b) {
	struct polynomial quotient;
	int64_t down;
	enum division division = divide_leaves(a, b, &quotient);
	if (division == DIVISION_WHOLE) {
		return leaf_of(al, &quotient, a);
	}
	if (is_fraction(division, &quotient, &down) && down >= 0) {
		return number_like(a, down);
	}
	if (symbol_less(tuple_basis_value(a), b) == ANSWER_YES && is_at_least(tuple_basis_value(a), tuple_int(0), 0)) {
		return tuple_int(0);
	}
	return rounded(al, VARIABLE_FLOOR, a, b);
}

struct tuple symbol_mod(struct algebra *al, struct tuple a, struct tuple b) {
	struct tuple quotient = symbol_div(al, a, b);
	return algebra_failed(al) ? a : int_sub(al, a, int_mul(al, b, quotient));
}

struct tuple symbol_ceil_div(struct algebra *al, struct tuple a, struct tuple b) {
	struct polynomial quotient;
	int64_t down;
	enum division division = divide_leaves(a, b, &quotient);
	if (division == DIVISION_WHOLE) {
		return leaf_of(al, &quotient, a);
	}
	if (is_fraction(division, &quotient, &down) && down >= 0) {
		return number_like(a, down + 1);
	}
	if (is_at_least(b, tuple_basis_value(a), 0) && is_at_least(tuple_basis_value(a), tuple_int(0), 1)) {
		return number_like(a, 1);
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
	if (algebra_failed(al)) {
		return false;
	}
	struct tuple quotient = variable->kind == VARIABLE_FLOOR ? int_div(al, p, q) : int_ceil_div(al, p, q);
	*value = quotient.value;
	return !algebra_failed(al);
}

/* Add the number of "term" to the fraction *sum / *denominator. */
static bool add_value(struct algebra *al, const struct symbols *symbols, const struct symbol_term *term,
		const int64_t *values, struct symbol_term *sum) {
	struct symbol_term product = constant_term(term->numerator);
	product.denominator = term->denominator;
	for (int k = 0; k < term->count; k++) {
		int64_t value;
		if (!variable_value(al, symbols, term->factors[k].variable, values, &value)) {
			return false;
		}
		for (int power = 0; power < term->factors[k].power; power++) {
			struct symbol_term factor = constant_term(value);
			struct symbol_term next;
			if (!multiply_terms(&product, &factor, &next)) {
				return false;
			}
			product = next;
		}
	}
	return add_fractions(sum, &product);
}

struct tuple symbol_substitute(struct algebra *al, struct tuple t, const int64_t *values) {
	if (!int_is_symbol(t)) {
		return t;
	}
	struct symbol_term sum = constant_term(0);
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

/* Whether "need" holds; a quotient that is not whole breaks it too. */
static bool need_holds(struct algebra *al, const struct need *need, const int64_t *values) {
	struct tuple a = symbol_substitute(al, need->a, values);
	struct tuple b = symbol_substitute(al, need->b, values);
	if (algebra_failed(al)) {
		fault_clear(&al->fault);
		return false;
	}
	switch (need->kind) {
	case NEED_MULTIPLE: return b.value != 0 && a.value % b.value == 0;
	case NEED_AT_LEAST: return a.value >= b.value;
	case NEED_BELOW: return a.value < b.value;
	case NEED_OTHER: return a.value != b.value;
	}
	return false;
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
