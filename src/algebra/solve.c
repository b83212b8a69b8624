#include "algebra/solve.h"

#include <inttypes.h>
#include <stdlib.h>

#include "algebra/infer.h"
#include "algebra/infer_view.h"
#include "algebra/offsets.h"
#include "base/limits.h"
#include "base/number.h"

/* The values of a map. */
struct values {
	int64_t count;
	int64_t *at;
};

static struct values values_of(struct algebra *al, struct map map) {
	struct values values = { 0, NULL };
	struct offsets offsets = offsets_init_map(al, map);
	if (!algebra_failed(al) && offsets.size > LIMIT_SOLVE_COORDINATES) {
		algebra_fault(al, FAULT_LIMIT, "%" PRId64 " coordinates; the limit of an equation is %d", offsets.size,
			LIMIT_SOLVE_COORDINATES);
	}
	if (!algebra_failed(al) && offsets.size == 0) {
		algebra_fault(al, FAULT_DOMAIN, "a layout without coordinates");
	}
	if (algebra_failed(al)) {
		return values;
	}
	values.count = offsets.size;
	values.at = arena_array(al->arena, (size_t)offsets.size, sizeof *values.at);
	offsets_fill(&offsets, 0, offsets.size, values.at);
	return values;
}

/* --- A o X = B --- */

/* A coordinate of A and its value. */
struct preimage {
	int64_t value, coordinate;
};

static int compare_preimages(const void *a, const void *b) {
	const struct preimage *left = a;
	const struct preimage *right = b;
	int by_value = number_order(left->value, right->value);
	return by_value != 0 ? by_value : number_order(left->coordinate, right->coordinate);
}

struct solver {
	struct algebra *al;
	struct values a, b;
	const struct preimage *preimages;   /* of A, sorted */
	struct tuple shape;                 /* the sizes of the modes of B */
	int rank;
	const int64_t *extents;
	int64_t *x;                         /* X where it is found already */
	struct infer_digits digits;
	struct solutions *out;
};

/* The first preimage whose value is not below "value". */
static int64_t find_preimage(const struct solver *s, int64_t value) {
	int64_t low = 0;
	int64_t high = s->a.count;
	while (low < high) {
		int64_t middle = (low + high) / 2;
		if (s->preimages[middle].value < value) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	return low;
}

static void add_solution(struct solver *s) {
	if (s->out->count == SOLUTIONS_MAX) {
		s->out->more = true;
		return;
	}
	s->out->layouts[s->out->count++] = infer_layout(s->al, s->shape, &s->digits);
}

/* Whether X can go on by "stride" from the first "done" coordinates to the block "block" of as many; fills it in. */
static bool extend(struct solver *s, int64_t done, int64_t block, int64_t stride) {
	bool fits = algebra_step(s->al, done);
	for (int64_t i = 0; i < done && fits; i++) {
		int64_t x = s->x[(block - 1) * done + i] + stride;
		fits = x < s->a.count && s->a.at[x] == s->b.at[block * done + i];
		s->x[block * done + i] = x;
	}
	return fits;
}

static void solve_mode(struct solver *s, int mode, int64_t done, int64_t left);

/* Try "stride" for the next mode of X, with every extent that "left" allows. */
static void try_stride(struct solver *s, int mode, int64_t done, int64_t left, int64_t stride) {
	const struct infer_digit *last = s->digits.count > 0 ? &s->digits.digits[s->digits.count - 1] : NULL;
	if (last != NULL && last->mode == mode && last->extent * last->stride == stride) {
		return;
	}
	int count = s->digits.count++;
	for (int64_t extent = 2; extent <= left && extend(s, done, extent - 1, stride); extent++) {
		if (left % extent == 0) {
			s->digits.digits[count] = (struct infer_digit){ mode, extent, stride };
			solve_mode(s, mode, done * extent, left / extent);
		}
	}
	s->digits.count = count;
}

/* Find what follows the first "done" coordinates, when "left" of the extent of "mode" is still to be found. */
static void solve_mode(struct solver *s, int mode, int64_t done, int64_t left) {
	while (left == 1 && mode + 1 < s->rank) {
		mode++;
		left = s->extents[mode];
	}
	if (left == 1) {
		add_solution(s);
		return;
	}
	int64_t value = s->b.at[done];
	for (int64_t i = find_preimage(s, value); i < s->a.count && s->preimages[i].value == value; i++) {
		if (algebra_failed(s->al) || s->out->more) {
			return;
		}
		try_stride(s, mode, done, left, s->preimages[i].coordinate);
	}
}

struct solutions solve_inner(struct algebra *al, struct map a, struct map b) {
	struct solutions out = { .witness = -1, .missing = -1 };
	struct solver s = { .al = al, .a = values_of(al, a), .b = values_of(al, b), .out = &out };
	if (algebra_failed(al)) {
		return out;
	}
	struct preimage *preimages = arena_array(al->arena, (size_t)s.a.count, sizeof *preimages);
	for (int64_t i = 0; i < s.a.count; i++) {
		preimages[i] = (struct preimage){ s.a.at[i], i };
	}
	qsort(preimages, (size_t)s.a.count, sizeof *preimages, compare_preimages);
	s.preimages = preimages;
	for (int64_t i = 0; i < s.b.count && out.missing < 0; i++) {
		int64_t place = find_preimage(&s, s.b.at[i]);
		out.missing = place < s.a.count && preimages[place].value == s.b.at[i] ? -1 : i;
	}
	struct tuple shape = map_inner(al, b).shape;
	s.shape = tuple_is_tuple(shape) ? tuple_product_each(al, shape) : shape;
	s.rank = tuple_rank(s.shape);
	int64_t *extents = arena_array(al->arena, (size_t)s.rank + 1, sizeof *extents);
	for (int k = 0; k < s.rank; k++) {
		extents[k] = int_value(al, tuple_mode(s.shape, k));
	}
	s.extents = extents;
	s.x = arena_array(al->arena, (size_t)s.b.count, sizeof *s.x);
	if (out.missing < 0 && s.a.at[0] == s.b.at[0]) {
		solve_mode(&s, 0, 1, s.rank > 0 ? extents[0] : 1);
	}
	return out;
}

/* --- X o A = B --- */

struct solutions solve_outer(struct algebra *al, struct map a, struct map b) {
	struct solutions out = { .witness = -1, .missing = -1 };
	struct values from = values_of(al, a);
	struct values to = values_of(al, b);
	if (!algebra_failed(al) && from.count != to.count) {
		algebra_fault(al, FAULT_DOMAIN, "A has %" PRId64 " coordinates, but B %" PRId64, from.count, to.count);
	}
	infer_check_values(al, to.at, to.count);
	int64_t cosize = 1;
	for (int64_t i = 0; i < from.count && !algebra_failed(al); i++) {
		if (from.at[i] < 0 || from.at[i] >= LIMIT_SOLVE_COORDINATES) {
			algebra_fault(al, FAULT_DOMAIN, "A gives %" PRId64 ", which is no coordinate below %d", from.at[i],
				LIMIT_SOLVE_COORDINATES);
		} else if (from.at[i] >= cosize) {
			cosize = from.at[i] + 1;
		}
	}
	if (algebra_failed(al)) {
		return out;
	}
	int64_t *table = arena_array(al->arena, (size_t)(2 * cosize), sizeof *table);
	for (int64_t i = 0; i < 2 * cosize; i++) {
		table[i] = i == 0 ? 0 : INFER_HOLE;
	}
	for (int64_t i = 0; i < from.count; i++) {
		int64_t *entry = &table[from.at[i]];
		if (*entry != INFER_HOLE && *entry != to.at[i]) {
			out.witness = i;
			return out;
		}
		*entry = to.at[i];
	}
	for (int64_t size = cosize; size < 2 * cosize && out.count == 0 && algebra_step(al, cosize); size++) {
		struct inferred inferred = infer_plain(al, table, tuple_int(size));
		if (inferred.found && inferred.offset == 0) {
			out.layouts[out.count++] = inferred.layout;
			out.more = !inferred.unique;
		}
	}
	return out;
}
