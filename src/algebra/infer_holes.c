/*
 * A table with holes. If the size of every mode of a layout is written as a product of primes, the layout is one with
 * a mode for each prime; so the offset and the strides of these modes are all that is unknown, and every entry that
 * is known is a linear equation for them. The equations are solved in integers: "at" is a solution of those so far,
 * and the vectors of "free" span what can be added to it. An equation a*x = b takes away one of them. By Euclid's
 * algorithm on the products a*v, all but one vector are made to have the product 0; that one, with the greatest
 * common divisor g, is added as often as is needed, or never, if g does not divide what is missing: then there is no
 * solution.
 *
 * A composite extent can be taken apart into primes in several orders; all are tried.
 */
#include <inttypes.h>

#include "algebra/infer.h"
#include "algebra/infer_view.h"
#include "base/limits.h"

enum { UNKNOWNS_MAX = INFER_DIGITS_MAX + 1 };

struct solution {
	int unknowns; /* strides of the digits; the offset is the last one */
	int64_t at[UNKNOWNS_MAX];
	int free_count;
	int64_t free[UNKNOWNS_MAX][UNKNOWNS_MAX];
	bool overflow;
};

static void solution_init(struct solution *s, int unknowns) {
	s->unknowns = unknowns;
	s->free_count = unknowns;
	s->overflow = false;
	for (int i = 0; i < unknowns; i++) {
		s->at[i] = 0;
		for (int j = 0; j < unknowns; j++) {
			s->free[i][j] = i == j ? 1 : 0;
		}
	}
}

/* x += times * v. */
static void add_multiple(struct solution *s, int64_t *x, int64_t times, const int64_t *v) {
	for (int i = 0; i < s->unknowns; i++) {
		int64_t product;
		s->overflow = s->overflow || !checked_mul(times, v[i], &product) || !checked_add(x[i], product, &x[i]);
	}
}

static int64_t inner_product(struct solution *s, const int64_t *a, const int64_t *v) {
	int64_t sum = 0;
	for (int i = 0; i < s->unknowns; i++) {
		int64_t product;
		s->overflow = s->overflow || !checked_mul(a[i], v[i], &product) || !checked_add(sum, product, &sum);
	}
	return sum;
}

/* Exchange two free vectors and their products. */
static void exchange(struct solution *s, int64_t *products, int i, int j) {
	for (int k = 0; k < s->unknowns; k++) {
		int64_t value = s->free[i][k];
		s->free[i][k] = s->free[j][k];
		s->free[j][k] = value;
	}
	int64_t product = products[i];
	products[i] = products[j];
	products[j] = product;
}

/*
 * Change the free vectors, keeping what they span, so that all products but the last are 0. Returns the last, the
 * greatest common divisor of all but for its sign.
 */
static int64_t gather(struct solution *s, int64_t *products) {
	int last = s->free_count - 1;
	for (int i = 0; i < last; i++) {
		while (products[i] != 0 && !s->overflow) {
			int64_t times = products[last] == INT64_MIN ? 0 : products[last] / products[i];
			s->overflow = s->overflow || products[last] == INT64_MIN;
			products[last] -= times * products[i];
			add_multiple(s, s->free[last], -times, s->free[i]);
			exchange(s, products, i, last);
		}
	}
	return products[last];
}

/* Add the equation a*x = b. Returns false, and changes nothing that matters, if no solution satisfies it. */
static bool add_equation(struct solution *s, const int64_t *a, int64_t b) {
	int64_t products[UNKNOWNS_MAX];
	int64_t missing = 0;
	int64_t given = inner_product(s, a, s->at);
	s->overflow = s->overflow || !checked_sub(b, given, &missing);
	bool is_new = false;
	for (int i = 0; i < s->free_count && !s->overflow; i++) {
		products[i] = inner_product(s, a, s->free[i]);
		is_new = is_new || products[i] != 0;
	}
	if (s->overflow || !is_new) {
		return !s->overflow && missing == 0;
	}
	int64_t divisor = gather(s, products);
	s->overflow = s->overflow || (missing == INT64_MIN && divisor == -1);
	if (s->overflow || missing % divisor != 0) {
		return false;
	}
	s->free_count--;
	add_multiple(s, s->at, missing / divisor, s->free[s->free_count]);
	return !s->overflow;
}

/* What is preferred where the entries leave a choice. */
enum choice { CHOICE_FEWEST_MODES,
	CHOICE_ZEROS,
	CHOICES };

/*
 * Decide what is free: no offset, as few modes as a greedy choice gives, then strides 0; or strides 0 at once. Layouts
 * behind a swizzle must not reach negative values, and these are two ways to avoid them.
 */
static void choose(struct solution *s, const struct infer_digits *digits, enum choice choice) {
	int64_t a[UNKNOWNS_MAX] = { 0 };
	if (choice == CHOICE_FEWEST_MODES) {
		a[digits->count] = 1;
		add_equation(s, a, 0);
		a[digits->count] = 0;
	}
	for (int k = 0; k + 1 < digits->count && choice == CHOICE_FEWEST_MODES; k++) {
		if (digits->digits[k].mode == digits->digits[k + 1].mode) {
			a[k] = -digits->digits[k].extent;
			a[k + 1] = 1;
			add_equation(s, a, 0);
			a[k] = 0;
			a[k + 1] = 0;
		}
	}
	for (int k = 0; k < digits->count; k++) {
		a[k] = 1;
		add_equation(s, a, 0);
		a[k] = 0;
	}
}

/* The entries that are known. */
struct entries {
	int64_t count;
	int64_t *entries;
};

static struct entries known_entries(struct algebra *al, const struct infer_view *view) {
	struct entries known = { 0, arena_array(al->arena, (size_t)view->size, sizeof *known.entries) };
	for (int64_t i = 0; i < view->size; i++) {
		if (view->table[i] != INFER_HOLE) {
			known.entries[known.count++] = i;
		}
	}
	return known;
}

/* Solve for the strides of "digits". Returns false with the refusal in "out", that of the order that comes furthest. */
static bool solve(struct algebra *al, const struct infer_view *view, const struct entries *known,
	const struct infer_digits *digits, struct solution *s, struct inferred *out) {
	int64_t a[UNKNOWNS_MAX];
	a[digits->count] = 1;
	solution_init(s, digits->count + 1);
	for (int64_t k = 0; k < known->count; k++) {
		int64_t at = known->entries[k];
		int64_t rest = at;
		for (int j = 0; j < digits->count; j++) {
			a[j] = number_remainder(rest, digits->digits[j].extent);
			rest = number_quotient(rest, digits->digits[j].extent);
		}
		if (add_equation(s, a, infer_at(view, at))) {
			continue;
		}
		if (s->overflow) {
			algebra_fault(al, FAULT_OVERFLOW, "solving for the strides needs integers of more than 64 bits");
		} else if (at >= out->refusal.at) {
			out->refusal = (struct infer_refusal){
				.why = INFER_CONTRADICTION,
				.at = at,
				.value = infer_at(view, at),
				.expected = inner_product(s, a, s->at),
			};
		}
		return false;
	}
	return true;
}

/* The digits with the strides of the solution, neighbours of a mode made one where they can be. */
static struct infer_digits solved_digits(const struct solution *s, const struct infer_digits *digits) {
	struct infer_digits merged = { .count = 0 };
	for (int k = 0; k < digits->count; k++) {
		struct infer_digit digit = digits->digits[k];
		struct infer_digit *last = merged.count > 0 ? &merged.digits[merged.count - 1] : NULL;
		int64_t next;
		digit.stride = s->at[k];
		if (last != NULL && last->mode == digit.mode && checked_mul(last->extent, last->stride, &next)
			&& next == digit.stride) {
			last->extent *= digit.extent;
		} else {
			merged.digits[merged.count++] = digit;
		}
	}
	return merged;
}

/* The least value of offset + layout is not negative. */
static bool stays_positive(const struct infer_digits *digits, int64_t offset) {
	int64_t least = offset;
	for (int k = 0; k < digits->count; k++) {
		struct infer_digit digit = digits->digits[k];
		int64_t lowest = 0;
		bool fits = digit.stride >= 0 || checked_mul(digit.extent - 1, digit.stride, &lowest);
		if (!fits || !checked_add(least, lowest, &least)) {
			return false;
		}
	}
	return least >= 0;
}

/* Append the primes of "n", smallest first, as digits of "mode". */
static void put_primes(struct infer_digits *digits, int mode, int64_t n) {
	for (int64_t p = 2; n > 1; p++) {
		if (p * p > n) {
			p = n;
		}
		for (; n % p == 0; n /= p) {
			digits->digits[digits->count++] = (struct infer_digit){ .mode = mode, .extent = p };
		}
	}
}

/*
 * The next order of the digits, each mode's among themselves: that of the first mode changes fastest. Returns false
 * after the last, with all as at first.
 */
static bool next_order(struct infer_digits *digits) {
	struct infer_digit *d = digits->digits;
	for (int first = 0, end; first < digits->count; first = end) {
		for (end = first + 1; end < digits->count && d[end].mode == d[first].mode; end++) {
		}
		int i = end - 2;
		while (i >= first && d[i].extent >= d[i + 1].extent) {
			i--;
		}
		int j = end - 1;
		while (i >= first && d[j].extent <= d[i].extent) {
			j--;
		}
		if (i >= first) {
			struct infer_digit swapped = d[i];
			d[i] = d[j];
			d[j] = swapped;
		}
		for (int low = i < first ? first : i + 1, high = end - 1; low < high; low++, high--) {
			struct infer_digit swapped = d[low];
			d[low] = d[high];
			d[high] = swapped;
		}
		if (i >= first) {
			return true;
		}
	}
	return false;
}

bool infer_with_holes(struct algebra *al, const struct infer_view *view, struct tuple shape, struct inferred *out) {
	struct infer_digits digits = { .count = 0 };
	struct infer_digits best = { .count = INT32_MAX };
	int orders = 0;
	struct entries known = known_entries(al, view);
	for (int mode = 0; mode < view->rank; mode++) {
		put_primes(&digits, mode, view->extents[mode]);
	}
	do {
		struct solution s;
		if (++orders > LIMIT_INFER_ORDERS) {
			algebra_fault(al, FAULT_LIMIT, "the factors of the extents of a table with holes have more than %d orders",
				LIMIT_INFER_ORDERS);
		}
		if (!algebra_step(al, 0) || !solve(al, view, &known, &digits, &s, out)) {
			continue;
		}
		for (int choice = 0; choice < CHOICES; choice++) {
			struct solution chosen = s;
			choose(&chosen, &digits, (enum choice)choice);
			struct infer_digits solved = solved_digits(&chosen, &digits);
			bool possible = !chosen.overflow
				&& (view->y_mask == 0 || stays_positive(&solved, chosen.at[digits.count]));
			if (possible && solved.count < best.count) {
				best = solved;
				out->undetermined = s.free_count;
				out->offset = chosen.at[digits.count];
			}
		}
	} while (!algebra_failed(al) && next_order(&digits));
	if (algebra_failed(al) || best.count == INT32_MAX) {
		return false;
	}
	out->unique = orders == 1 && out->undetermined == 0;
	out->layout = infer_layout(al, shape, &best);
	return true;
}
