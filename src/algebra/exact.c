#include "algebra/exact.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "algebra/fold.h"
#include "base/checked.h"

enum { LEAVES_A_STEP = 16 };   /* evaluating one is so much less work than making it */
enum { NUMBERS_RANK_MAX = 8 }; /* left layouts of more modes are followed without haste */

/* A layout as flat arrays. */
struct flat {
	int rank;
	const struct tuple *shape;
	const struct tuple *stride;
};

/* Why the structural test could not decide. */
struct doubt {
	enum { DOUBT_NONE, DOUBT_STEP, DOUBT_CARRY, DOUBT_EXTENT } kind;
	int mode;            /* mode of A, coalesced */
	int64_t extent;      /* its extent; DOUBT_EXTENT: what remains of the leaf of B */
	int64_t stride;      /* DOUBT_STEP: step of the leaf of B in this mode */
	int64_t factor;      /* DOUBT_EXTENT: what the mode takes of the leaf, which it does not divide */
};

static struct flat flat_from(struct algebra *al, struct layout a) {
	struct tuple shape = tuple_flatten_to_tuple(al, a.shape);
	struct tuple stride = tuple_flatten_to_tuple(al, a.stride);
	return (struct flat){ shape.rank, shape.modes, stride.modes };
}

/* The extents and strides of a left layout, or of a result, have values; the strides may have bases. */
static bool has_values(const struct flat *a) {
	for (int k = 0; k < a->rank; k++) {
		if (!int_has_value(a->stride[k]) || !int_has_value(a->shape[k])) {
			return false;
		}
	}
	return true;
}

/* A right layout goes upward, to integers. */
static bool is_plain(const struct flat *a) {
	for (int k = 0; k < a->rank; k++) {
		if (!tuple_is_plain_int(a->stride[k]) || int_is_negative(a->stride[k])) {
			return false;
		}
	}
	return has_values(a);
}

/* What is at work while a leaf n:d of B is followed through the modes of A. */
struct follower {
	int64_t stride;      /* d */
	int64_t covered;     /* product of A's extents so far */
	int64_t taken;       /* product of the factors of n taken so far */
	struct layout rest;  /* what remains of the leaf, in units of the present mode of A */
};

/* Whether the step of the leaf in the present mode is the true one: d times what is taken so far. */
static bool step_is_exact(const struct follower *leaf) {
	int64_t wanted;
	int64_t used;
	return checked_mul(leaf->stride, leaf->taken, &wanted)
		&& checked_mul(leaf->rest.stride.value, leaf->covered, &used) && wanted == used;
}

/*
 * Follow "leaf" through mode "k" of A, which is not the last, and add its largest digit there to "digits", which
 * saturates at the extent. Returns false at a step that is not exact; "doubt" says where the first one may be.
 */
static bool follow_mode(struct algebra *al, const struct flat *a, int k, struct follower *leaf, int64_t *digits,
		struct doubt *doubt) {
	int64_t extent = a->shape[k].value;
	int64_t stride = leaf->rest.stride.value;
	if (extent <= 0) {
		return false;
	}
	if (doubt->kind == DOUBT_NONE && extent % stride != 0 && stride % extent != 0) {
		*doubt = (struct doubt){ .kind = DOUBT_STEP, .mode = k, .extent = extent, .stride = stride };
	}
	struct fold_step step = fold_leaf(al, a->shape[k], leaf->rest);
	int64_t factor = step.factor.value;
	if (step.verdict == FOLD_BAD_STRIDE || !step_is_exact(leaf)) {
		return false;
	}
	if (leaf->rest.shape.value % factor != 0) {
		*doubt = (struct doubt){ .kind = DOUBT_EXTENT, .mode = k, .extent = leaf->rest.shape.value, .factor = factor };
		return false;
	}
	int64_t digit = (factor - 1) * stride;
	digits[k] = digits[k] > extent - digit ? extent : digits[k] + digit;
	leaf->taken *= factor;
	leaf->rest = step.rest;
	return checked_mul(leaf->covered, extent, &leaf->covered);
}

static bool follow_leaf(struct algebra *al, const struct flat *a, struct layout leaf, int64_t *digits,
		struct doubt *doubt) {
	struct follower follower = { .stride = leaf.stride.value, .covered = 1, .taken = 1, .rest = leaf };
	*doubt = (struct doubt){ .kind = DOUBT_NONE };
	int k = 0;
	for (; k + 1 < a->rank && follower.rest.shape.value > 1; k++) {
		if (!follow_mode(al, a, k, &follower, digits, doubt)) {
			return false;
		}
	}
	return follower.rest.shape.value <= 1 || step_is_exact(&follower);
}

/* The left layout in numbers: what is_exact_in_numbers needs of it, with the digits that the right one reaches. */
struct numbers {
	int rank;
	const struct tuple *extents;
	int64_t digits[NUMBERS_RANK_MAX];
};

/* What follow_leaf finds of n:d, in numbers. Returns false where it is not exact, or not in numbers alone. */
static bool follow_numbers(struct numbers *a, int64_t n, int64_t d) {
	int64_t covered = 1;
	int64_t wanted = d;   /* d times what is taken so far, as long as each step is exact */
	for (int k = 0; k + 1 < a->rank && n > 1; k++) {
		int64_t extent = a->extents[k].value;
		struct fold_numbers step = fold_numbers(extent, n, d);
		int64_t used;
		if (step.verdict == FOLD_TAKES) {
			int64_t digit = (step.factor - 1) * d;
			if (!checked_mul(d, covered, &used) || used != wanted || a->digits[k] >= extent - digit) {
				return false;
			}
			a->digits[k] += digit;
			n = step.n;
			if (!checked_mul(wanted, step.factor, &wanted)) {
				return false;
			}
		} else if (step.verdict != FOLD_PASSES) {
			return false;
		}
		d = step.d;
		if (!checked_mul(covered, extent, &covered)) {
			return false;
		}
	}
	int64_t used;
	return n <= 1 || (checked_mul(d, covered, &used) && used == wanted);
}

/* All leaves of the "count" parts of the right layout "shape":"stride" behind "a". */
static bool leaves_are_exact(struct numbers *a, const struct tuple *shape, const struct tuple *stride, int count) {
	bool exact = true;
	for (int i = 0; i < count && exact; i++) {
		if (shape[i].kind == TUPLE_MODES) {
			exact = leaves_are_exact(a, shape[i].modes, stride[i].modes, shape[i].rank);
		} else {
			exact = int_both_plain(shape[i], stride[i]) && stride[i].value >= 0
				&& (shape[i].value <= 1 || stride[i].value == 0
					|| follow_numbers(a, shape[i].value, stride[i].value));
		}
	}
	return exact;
}

/*
 * Whether a o b, where "a" is coalesced, is exact by structure: the test of is_exact_by_structure without an allocation
 * for numbers known at compile time. False decides nothing.
 */
static bool is_exact_in_numbers(const struct layout *a, const struct layout *b) {
	bool is_leaf = a->shape.kind != TUPLE_MODES;
	struct numbers numbers = { .rank = is_leaf ? 1 : a->shape.rank, .extents = is_leaf ? &a->shape : a->shape.modes };
	if (numbers.rank == 0 || numbers.rank > NUMBERS_RANK_MAX) {
		return false;
	}
	for (int k = 0; k < numbers.rank; k++) {
		const struct tuple *extent = &numbers.extents[k];
		const struct tuple *stride = is_leaf ? &a->stride : &a->stride.modes[k];
		if (!int_both_plain(*extent, *extent) || extent->value <= 0 || !int_has_value(*stride)) {
			return false;
		}
	}
	return leaves_are_exact(&numbers, &b->shape, &b->stride, 1);
}

static bool is_exact_by_structure(struct algebra *al, const struct flat *a, const struct flat *b, struct doubt *doubt) {
	int64_t *digits = arena_array(al->arena, (size_t)a->rank + 1, sizeof *digits);
	for (int j = 0; j < b->rank; j++) {
		struct layout leaf = { b->shape[j], b->stride[j] };
		if (leaf.stride.value > 0 && !follow_leaf(al, a, leaf, digits, doubt)) {
			return false;
		}
	}
	for (int k = 0; k + 1 < a->rank; k++) {
		if (digits[k] >= a->shape[k].value) {
			*doubt = (struct doubt){ .kind = DOUBT_CARRY, .mode = k, .extent = a->shape[k].value };
			return false;
		}
	}
	return true;
}

/* One clause that says where the structural test saw the trouble. */
static void describe(const struct doubt *doubt, char *text, size_t size) {
	switch (doubt->kind) {
	case DOUBT_STEP:
		snprintf(text, size,
			"neither of stride %" PRId64 " and the extent %" PRId64 " of mode %d of the coalesced left layout divides "
			"the other", doubt->stride, doubt->extent, doubt->mode);
		break;
	case DOUBT_CARRY:
		snprintf(text, size,
			"modes of the right layout carry into each other inside the extent %" PRId64 " of mode %d of the coalesced "
			"left layout", doubt->extent, doubt->mode);
		break;
	case DOUBT_EXTENT:
		snprintf(text, size,
			"the extent %" PRId64 " at run time is no multiple of %" PRId64 ", the room in mode %d of the coalesced "
			"left layout", doubt->extent, doubt->factor, doubt->mode);
		break;
	case DOUBT_NONE:
		snprintf(text, size, "the numbers are too large to decide it otherwise");
		break;
	}
}

bool composition_is_exact(struct algebra *al, struct layout a, struct layout b) {
	if (is_exact_in_numbers(&a, &b)) {
		return true;
	}

	struct flat left = flat_from(al, a);
	struct flat right = flat_from(al, b);
	struct doubt doubt;
	return !algebra_failed(al) && left.rank > 0 && has_values(&left) && is_plain(&right)
		&& is_exact_by_structure(al, &left, &right, &doubt);
}

/* Number of coordinates of "a", or INT64_MAX where that does not fit. */
static int64_t count_coordinates(const struct flat *a) {
	int64_t size = 1;
	for (int k = 0; k < a->rank; k++) {
		if (!checked_mul(size, a->shape[k].value, &size)) {
			return INT64_MAX;
		}
	}
	return size;
}

static bool have_one_basis(struct tuple a, struct tuple b) {
	a.value = b.value;
	return tuple_equal(a, b);
}

/* A mode of "a" before "k" has the basis of mode "k". */
static bool is_repeated(const struct flat *a, int k) {
	for (int before = 0; before < k; before++) {
		if (have_one_basis(a->stride[before], a->stride[k])) {
			return true;
		}
	}
	return false;
}

/* What "a" adds to one component of the coordinates that it gives: only the strides with the basis of "stride". */
static struct layout component(struct algebra *al, const struct flat *a, struct tuple stride) {
	struct tuple *strides = tuple_modes_room(al, a->rank);
	for (int k = 0; k < a->rank; k++) {
		strides[k] = tuple_int(have_one_basis(a->stride[k], stride) ? a->stride[k].value : 0);
	}
	return layout_of(al, tuple_of(al, a->shape, a->rank), tuple_of(al, strides, a->rank));
}

/* " in component E<1,0>" for the basis of "stride", nothing for an integer. */
static void name_component(struct tuple stride, char *text, size_t size) {
	int indices = int_basis_indices(stride);
	int length = 0;
	text[0] = '\0';
	for (int k = 0; k < indices && length < (int)size; k++) {
		length += snprintf(text + length, size - (size_t)length, "%s%d%s", k == 0 ? " in component E<" : ",",
			stride.basis[k], k + 1 == indices ? ">" : "");
	}
}

/* What is compared at coordinates: R and A(B(i)), at those below "size"; "why" says what structure left open. */
struct compared {
	const struct flat *a;
	const struct layout *b;
	const struct flat *r;
	int64_t size;
	const char *why;
};

/*
 * Leave a note if the components of "stride" in both differ at some coordinate; true if so, or if there are none to
 * compare: a mode of extent 0 has no coordinates.
 */
static bool note_difference(struct algebra *al, const struct compared *compared, struct tuple stride) {
	struct chain f[3];
	if (!chain_from_layout(al, component(al, compared->a, stride), &f[0])
			|| !chain_from_layout(al, *compared->b, &f[1])
			|| !chain_from_layout(al, component(al, compared->r, stride), &f[2])) {
		return true;
	}
	struct chain wanted = chain_join(al, &f[1], &f[0]);
	int64_t i = exact_first_difference(al, &wanted, &f[2], compared->size);
	if (i < 0) {
		return false;
	}
	char where[128];
	name_component(stride, where, sizeof where);
	int64_t inner = (int64_t)chain_at(&f[1], (uint64_t)i);
	algebra_note(al, FAULT_INEXACT, "CuTe's answer is not A(B(i)): at i = %" PRId64 " it gives %" PRId64
		"%s, but A(B(%" PRId64 ")) = A(%" PRId64 ") = %" PRId64 "%s; %s", i, (int64_t)chain_at(&f[2], (uint64_t)i),
		where, i, inner, (int64_t)chain_at(&wanted, (uint64_t)i), where, compared->why);
	return true;
}

/* Leave a note if R has not as many coordinates as B: at run time CuTe divides extents without asking for multiples. */
static void note_size(struct algebra *al, const struct compared *compared, const char *why) {
	int64_t size = count_coordinates(compared->r);
	if (size != compared->size) {
		algebra_note(al, FAULT_INEXACT, "CuTe's answer has %" PRId64 " coordinates, but B has %" PRId64 "; %s", size,
			compared->size, why);
	}
}

/*
 * "b" gives coordinates of "a": what it asks of each mode is a composition of its own, and the sum of them is right if
 * each is.
 */
static void check_coordinates(struct algebra *al, struct layout a, const struct flat *b) {
	struct trace *trace = al->trace;
	al->trace = NULL;
	for (int k = 0; k < b->rank && !algebra_failed(al) && !fault_is_set(&al->note); k++) {
		struct tuple at = b->stride[k];
		if (is_repeated(b, k)) {
			continue;
		}
		struct scope scope = operation_begin(al);
		struct layout mode = { tuple_basis_get(al, at, a.shape), tuple_basis_get(al, at, a.stride) };
		struct layout asked = component(al, b, at);
		struct layout r = layout_composition(al, mode, asked);
		mode = layout_coalesce_extended(al, mode);
		operation_end(al, scope);
		composition_check(al, mode, asked, r);
	}
	al->trace = trace;
}

bool layout_at_signed(struct layout a, int64_t i, int64_t *offset) {
	int rank = layout_rank(a);
	*offset = 0;
	for (int k = 0; k < rank; k++) {
		int64_t extent = tuple_mode(a.shape, k).value;
		int64_t digit = i;
		bool fits = k + 1 == rank || (checked_rem(i, extent, &digit) && checked_div(i, extent, &i));
		if (!fits || !checked_mul(digit, tuple_mode(a.stride, k).value, &digit)
				|| !checked_add(*offset, digit, offset)) {
			return false;
		}
	}
	return true;
}

/* Some stride of a right layout, an integer, is negative. */
static bool goes_below(const struct tuple *stride) {
	if (stride->kind != TUPLE_MODES) {
		return tuple_is_plain_int(*stride) && int_is_negative(*stride);
	}
	for (int k = 0; k < stride->rank; k++) {
		if (goes_below(&stride->modes[k])) {
			return true;
		}
	}
	return false;
}

/* Whether strides of one sign contribute to B("i"). */
static bool is_one_sided(const struct flat *b, int64_t i) {
	bool above = false;
	bool below = false;
	for (int k = 0; k < b->rank; k++) {
		int64_t digit = i % b->shape[k].value;
		above = above || (digit > 0 && b->stride[k].value > 0);
		below = below || (digit > 0 && b->stride[k].value < 0);
		i /= b->shape[k].value;
	}
	return !above || !below;
}

/* The least value of "b", whose extents are positive. Returns false where it does not fit. */
static bool find_least(const struct flat *b, int64_t *least) {
	*least = 0;
	for (int k = 0; k < b->rank; k++) {
		int64_t reach;
		if (b->stride[k].value < 0 && (!checked_mul(b->shape[k].value - 1, b->stride[k].value, &reach)
				|| !checked_add(*least, reach, least))) {
			return false;
		}
	}
	return true;
}

/* One component of a composition with strides below 0 in B: A, B and R, the least value of B, and A(-least). */
struct turned {
	struct layout a, b, r;
	int64_t least, begin;
	bool is_moved; /* R is A(B(i) - least) less A(-least) at all coordinates so far */
};

/* Whether R("i") is A(B("i")), with both of them and B("i"); true where a number does not fit. */
static bool agrees(struct turned *t, int64_t i, int64_t *inner, int64_t *wanted, int64_t *given) {
	int64_t moved;
	if (!layout_at_signed(t->b, i, inner) || !layout_at_signed(t->r, i, given)) {
		return true;
	}
	if (t->is_moved) {
		t->is_moved = checked_sub(*inner, t->least, &moved) && layout_at_signed(t->a, moved, &moved)
			&& checked_sub(moved, t->begin, &moved) && moved == *given;
	}
	return !layout_at_signed(t->a, *inner, wanted) || *wanted == *given;
}

/* Leave a note if the components of "stride" differ; "b" is that of "compared", which is flat. */
static void note_below_zero(struct algebra *al, const struct compared *compared, const struct flat *b,
		struct tuple stride) {
	struct looked looked = exact_look(compared->size, true);
	int64_t at[4] = { 0 }; /* i, B(i), A(B(i)) and R(i) where they differ */
	bool differs = false;
	struct turned t = { .a = component(al, compared->a, stride), .b = *compared->b };
	t.r = component(al, compared->r, stride);
	t.is_moved = find_least(b, &t.least) && t.least > INT64_MIN && layout_at_signed(t.a, -t.least, &t.begin);
	for (int64_t n = 0; n < looked.count; n++) {
		int64_t i = exact_looked_at(&looked, n);
		int64_t inner;
		int64_t wanted;
		int64_t given;
		if (agrees(&t, i, &inner, &wanted, &given)) {
			continue;
		}
		bool one_sided = is_one_sided(b, i);
		if (!differs && (one_sided || inner >= 0)) {
			memcpy(at, (int64_t[]){ i, inner, wanted, given }, sizeof at);
			differs = true;
		}
		if (one_sided) {
			t.is_moved = false;
		}
		if (differs && !t.is_moved) {
			break;
		}
	}
	if (differs && !t.is_moved) {
		char where[128];
		name_component(stride, where, sizeof where);
		algebra_note(al, FAULT_INEXACT, "CuTe's answer is not A(B(i)): at i = %" PRId64 " it gives %" PRId64
			"%s, but A(B(%" PRId64 ")) = A(%" PRId64 ") = %" PRId64 "%s; strides of B are negative", at[0], at[3],
			where, at[0], at[1], at[2], where);
	}
}

/*
 * Whether structure alone shows that "r" is A(B(i)) where no stride of "b", which is flat, is positive: A is odd, so
 * that A(B(i)) is -A(-B(i)).
 */
static bool is_exact_turned_over(struct algebra *al, struct layout a, struct layout b, const struct flat *r) {
	struct tuple *stride = tuple_modes_new(al, b.stride.rank);
	for (int k = 0; k < b.stride.rank; k++) {
		int64_t opposite;
		if (b.stride.modes[k].value > 0 || !checked_sub(0, b.stride.modes[k].value, &opposite)) {
			return false;
		}
		stride[k] = tuple_int(opposite);
	}
	struct layout over = { b.shape, tuple_of(al, stride, b.stride.rank) };
	struct algebra quiet = *al; /* what CuTe refuses of "over" it may take of "b": 1:-5 behind (4,8), but not 1:5 */
	quiet.trace = NULL;
	quiet.verify = false;
	if (!composition_is_exact(&quiet, a, over)) {
		return false;
	}
	struct flat wanted = flat_from(&quiet, layout_composition(&quiet, a, over));
	al->steps = quiet.steps;
	bool same = !algebra_failed(&quiet) && wanted.rank == r->rank;
	for (int k = 0; k < r->rank && same; k++) {
		same = wanted.shape[k].value == r->shape[k].value && wanted.stride[k].value == -r->stride[k].value
			&& have_one_basis(wanted.stride[k], r->stride[k]);
	}
	return same;
}

/*
 * composition_check where strides of "b" are negative. CuTe tests whether such a stride is divisible as one that is
 * less than each extent, so that it takes all of them.
 */
static void check_below_zero(struct algebra *al, struct layout a, struct layout b, struct layout r) {
	struct flat left = flat_from(al, a);
	struct flat right = flat_from(al, b);
	struct flat result = flat_from(al, r);
	struct layout flat_b = { tuple_of(al, right.shape, right.rank), tuple_of(al, right.stride, right.rank) };
	if (algebra_failed(al) || left.rank == 0 || !has_values(&left) || !has_values(&right) || !has_values(&result)) {
		return;
	}
	if (is_exact_turned_over(al, a, flat_b, &result)) {
		return;
	}
	const struct compared compared = { &left, &flat_b, &result, count_coordinates(&right), NULL };
	int64_t count = exact_look(compared.size, true).count;
	for (int k = 0; k < left.rank && algebra_step(al, count); k++) {
		if (!is_repeated(&left, k)) {
			note_below_zero(al, &compared, &right, left.stride[k]);
		}
	}
	note_size(al, &compared, "strides of B are negative");
	if (compared.size > LIMIT_CHECKED_POINTS && left.rank > 1) {
		algebra_note(al, FAULT_LIMIT, "checked against A(B(i)) only for the first %d of %s%" PRId64
			" coordinates; strides of B are negative", LIMIT_CHECKED_POINTS,
			compared.size == INT64_MAX ? "at least " : "", compared.size);
	}
}

/*
 * Structure first; where that leaves a doubt, the coordinates decide, and the note says what the doubt was. Where the
 * results are coordinates, they are compared one component after the other.
 */
void composition_check(struct algebra *al, struct layout a, struct layout b, struct layout r) {
	if (goes_below(&b.stride)) {
		if (!tuple_has_basis(b.stride)) {
			check_below_zero(al, a, b, r);
		}
		return;
	}
	if (is_exact_in_numbers(&a, &b)) {
		return;
	}
	struct flat left = flat_from(al, a);
	struct flat right = flat_from(al, b);
	if (!algebra_failed(al) && tuple_has_basis(b.stride) && has_values(&right)) {
		check_coordinates(al, a, &right);
		return;
	}
	if (algebra_failed(al) || left.rank == 0 || !has_values(&left) || !is_plain(&right)) {
		return;
	}
	struct doubt doubt = { .kind = DOUBT_NONE };
	if (is_exact_by_structure(al, &left, &right, &doubt)) {
		return;
	}
	struct flat result = flat_from(al, r);
	if (algebra_failed(al) || !has_values(&result)) {
		return;
	}
	int64_t size = count_coordinates(&right);
	char why[192];
	describe(&doubt, why, sizeof why);
	const struct compared compared = { &left, &b, &result, size, why };
	for (int k = 0; k < left.rank; k++) {
		if (!is_repeated(&left, k) && note_difference(al, &compared, left.stride[k])) {
			return;
		}
	}
	note_size(al, &compared, why);
	if (size > LIMIT_CHECKED_POINTS) {
		algebra_note(al, FAULT_LIMIT, "checked against A(B(i)) only for the first %d of %s%" PRId64 " coordinates; %s",
			LIMIT_CHECKED_POINTS, size == INT64_MAX ? "at least " : "", size, why);
	}
}

/* Modes of the layouts in "chain". */
static int count_modes(const struct chain *chain) {
	int modes = 0;
	for (int k = 0; k < chain->count; k++) {
		modes += chain->steps[k].rank;
	}
	return modes;
}

enum { BLOCK = 64 };  /* coordinates that go through a chain together, step by step */

int64_t exact_spread(uint64_t *state, int64_t size) {
	*state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (int64_t)((*state >> 32 ^ *state << 31) % (uint64_t)size);
}

struct looked exact_look(int64_t size, bool spreads) {
	int64_t first = size < LIMIT_CHECKED_POINTS ? size : LIMIT_CHECKED_POINTS;
	int64_t more = spreads && size > first ? EXACT_SPREAD_POINTS : 0;
	return (struct looked){ .size = size, .first = first, .count = first + more };
}

int64_t exact_looked_at(struct looked *looked, int64_t n) {
	return n < looked->first ? n : exact_spread(&looked->state, looked->size);
}

/* A coordinate at which the chains differ, of some that lie spread over all; -1 if there is none among these. */
static int64_t spread_difference(struct algebra *al, const struct chain *a, const struct chain *b, int64_t size) {
	uint64_t state = 0;
	if (!chain_fits(a, size) || !chain_fits(b, size)) {
		return -1;
	}
	for (int n = 0; n < EXACT_SPREAD_POINTS && algebra_step(al, 1); n++) {
		int64_t i = exact_spread(&state, size);
		if (chain_at(a, (uint64_t)i) != chain_at(b, (uint64_t)i)) {
			return i;
		}
	}
	return -1;
}

int64_t exact_first_difference(struct algebra *al, const struct chain *a, const struct chain *b, int64_t size) {
	int64_t count = size < LIMIT_CHECKED_POINTS ? size : LIMIT_CHECKED_POINTS;
	int64_t steps = 1 + (count_modes(a) + count_modes(b)) / LEAVES_A_STEP;
	int64_t left[BLOCK];
	int64_t right[BLOCK];
	for (int64_t begin = 0; begin < count; begin += BLOCK) {
		int64_t length = count - begin < BLOCK ? count - begin : BLOCK;
		if (!algebra_step(al, steps * length)) {
			return -1;
		}
		chain_run(a, begin, left, length);
		chain_run(b, begin, right, length);
		for (int64_t i = 0; i < length; i++) {
			if (left[i] != right[i]) {
				return begin + i;
			}
		}
	}
	return size > count ? spread_difference(al, a, b, size) : -1;
}

struct layout exact_first_of_repeated(struct algebra *al, struct layout a) {
	struct tuple shape = tuple_flatten_to_tuple(al, a.shape);
	struct tuple stride = tuple_flatten_to_tuple(al, a.stride);
	struct tuple *modes = tuple_modes_room(al, shape.rank);
	struct tuple before = tuple_int(1);
	for (int i = 0; i < shape.rank; i++) {
		modes[i] = tuple_is_constant(stride.modes[i], 0) ? tuple_int(0) : before;
		before = int_mul(al, before, shape.modes[i]);
	}
	return layout_of(al, shape, tuple_of(al, modes, shape.rank));
}
