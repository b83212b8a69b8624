/* Laws of composition, complement and the inverses. */
#include "laws.h"

#include <stdio.h>
#include <string.h>

/* The first "i" at which "r" is not "a" after "b", or -1. */
static int64_t first_difference(struct layout a, struct layout b, struct layout r) {
	int64_t size = reference_size(b.shape);
	for (int64_t i = 0; i < size; i++) {
		if (reference_at(r, i) != reference_at(a, reference_at(b, i))) {
			return i;
		}
	}
	return -1;
}

/* Whether the note about "r" = "a" o "b" says what a comparison of all coordinates says. */
static bool note_is_true(const struct fault *note, struct layout a, struct layout b, struct layout r) {
	int64_t i = first_difference(a, b, r);
	if (i < 0) {
		return note->code == FAULT_NONE;
	}
	long long inner = reference_at(b, i);
	char words[160];
	snprintf(words, sizeof words, "at i = %lld it gives %lld, but A(B(%lld)) = A(%lld) = %lld", (long long)i,
		(long long)reference_at(r, i), (long long)i, inner, (long long)reference_at(a, inner));
	return note->code == FAULT_INEXACT && strstr(note->text, words) != NULL;
}

static enum verdict compose(struct trial *trial, struct layout a, struct layout b) {
	struct layout r = layout_composition(&trial->al, a, b);
	law_computed(trial, "composition", RIGHT_LAYOUT, r);
	if (algebra_failed(&trial->al)) {
		const struct fault *fault = &trial->al.fault;
		bool refused = fault->code == FAULT_DIVIDE && fault->operand == 2;
		return refused ? LAW_DOES_NOT_APPLY : law_verdict(trial, false, "%s", fault->text);
	}
	if (!reference_is_compatible(b.shape, r.shape)) {
		return law_verdict(trial, false, "the domain is not that of the right layout");
	}
	return law_verdict(trial, note_is_true(&trial->al.note, a, b, r), "first difference at %lld, note: %s",
		(long long)first_difference(a, b, r), trial->al.note.text);
}

static enum verdict composition_is_function_composition(struct trial *trial) {
	return compose(trial, trial->a, trial->b);
}

static enum verdict composition_with_negative_strides(struct trial *trial) {
	trial->a = sample_layout_signed(trial->samples, &trial->al, 256);
	return compose(trial, trial->a, trial->b);
}

/* B(i), if strides of one sign contribute to it. */
static bool is_one_sided(struct layout b, int64_t i) {
	struct leaves leaves = { .count = 0 };
	bool above = false;
	bool below = false;
	leaves_add(&leaves, b);
	for (int k = 0; k < leaves.count; k++) {
		above = above || (i % leaves.shape[k] != 0 && leaves.stride[k] > 0);
		below = below || (i % leaves.shape[k] != 0 && leaves.stride[k] < 0);
		i /= leaves.shape[k];
	}
	return !above || !below;
}

/* The note is "expected"; none is if that is empty. */
static enum verdict has_note(struct trial *trial, const char *expected) {
	return law_verdict(trial, strcmp(trial->al.note.text, expected) == 0, "'%s', not '%s'", trial->al.note.text,
		expected);
}

/* Whether "r" is "a" from the place on where "b" turns around: A(B(i) - least) less A(-least). */
static bool is_turned_around(struct layout a, struct layout b, struct layout r) {
	int64_t least = 0;
	for (int64_t i = 0; i < reference_size(b.shape); i++) {
		least = reference_at(b, i) < least ? reference_at(b, i) : least;
	}
	for (int64_t i = 0; i < reference_size(b.shape); i++) {
		if (reference_at(a, reference_at(b, i) - least) - reference_at(a, -least) != reference_at(r, i)) {
			return false;
		}
	}
	return true;
}

/*
 * Below 0 the digits of A are those above 0. Where strides of both signs contribute to B(i), A is asked at 0 and above,
 * and a layout that is turned around is right as well. What is refused is refused without the check, too.
 */
static enum verdict composition_below_zero(struct trial *trial) {
	struct layout b = sample_layout_signed(trial->samples, &trial->al, 64);
	struct leaves leaves = { .count = 0 };
	bool is_signed = false;
	leaves_add(&leaves, b);
	for (int k = 0; k < leaves.count; k++) {
		is_signed = is_signed || leaves.stride[k] < 0;
	}
	trial->b = b;
	struct layout r = layout_composition(&trial->al, trial->a, b);
	law_computed(trial, "composition", RIGHT_LAYOUT, r);
	if (algebra_failed(&trial->al)) {
		struct algebra unchecked;
		algebra_init(&unchecked, trial->arena);
		unchecked.verify = false;
		layout_composition(&unchecked, trial->a, b);
		return algebra_failed(&unchecked) ? LAW_DOES_NOT_APPLY : law_verdict(trial, false, "only the check refuses it");
	}
	if (!is_signed) {
		return LAW_DOES_NOT_APPLY;
	}
	char expected[256] = "";
	bool turned = is_turned_around(trial->a, b, r);
	for (int64_t i = 0; i < reference_size(b.shape); i++) {
		long long inner = reference_at(b, i);
		long long wanted = reference_at(trial->a, inner);
		long long given = reference_at(r, i);
		bool one_sided = is_one_sided(b, i);
		turned = turned && (!one_sided || wanted == given);
		if (expected[0] == '\0' && (one_sided || inner >= 0) && wanted != given) {
			snprintf(expected, sizeof expected, "CuTe's answer is not A(B(i)): at i = %lld it gives %lld, but "
				"A(B(%lld)) = A(%lld) = %lld; strides of B are negative", (long long)i, given, (long long)i, inner,
				wanted);
		}
	}
	return has_note(trial, turned ? "" : expected);
}

/* A o B is accepted exactly where A coalesced composes, and is the same layout. */
static enum verdict composition_does_not_see_coalescing(struct trial *trial) {
	struct layout r = layout_composition(&trial->al, trial->a, trial->b);
	struct algebra other;
	algebra_init(&other, trial->arena);
	struct layout coalesced = layout_composition(&other, layout_coalesce_extended(&other, trial->a), trial->b);
	law_computed(trial, "composition", RIGHT_LAYOUT, r);
	bool same = algebra_failed(&trial->al) == algebra_failed(&other)
		&& (algebra_failed(&other) || layout_equal(r, coalesced));
	return law_verdict(trial, same, "another result with the left layout coalesced");
}

/* Whether "r" is "a" composed with "tiler" mode by mode, where each leaf by itself is exact or left out. */
static bool is_composed_by_mode(struct trial *trial, struct layout a, const struct tiler *tiler, struct layout r) {
	if (tiler->kind == TILER_UNDERSCORE) {
		return layout_equal(a, r);
	}
	if (tiler->kind == TILER_MODES) {
		bool holds = tuple_is_tuple(r.shape) && r.shape.rank == tiler->rank;
		for (int i = 0; holds && i < tiler->rank; i++) {
			holds = is_composed_by_mode(trial, layout_mode(a, i), &tiler->modes[i], layout_mode(r, i));
		}
		return holds;
	}
	struct layout b = tiler->kind == TILER_INT ? (struct layout){ tiler->layout.shape, tuple_int(1) } : tiler->layout;
	return reference_is_compatible(b.shape, r.shape) && first_difference(a, b, r) < 0;
}

static enum verdict composition_by_mode(struct trial *trial) {
	struct layout r = layout_composition_tiler(&trial->al, trial->a, &trial->tiler);
	if (algebra_failed(&trial->al)) {
		return LAW_DOES_NOT_APPLY;
	}
	bool exact = is_composed_by_mode(trial, trial->a, &trial->tiler, r);
	bool noted = trial->al.note.code == FAULT_INEXACT;
	law_computed(trial, "composition", RIGHT_TILER, r);
	return law_verdict(trial, exact != noted, "exact by mode: %d, note: %s", exact, trial->al.note.text);
}

static enum verdict with_shape_keeps_the_function(struct trial *trial) {
	struct tuple shape = trial->b.shape;
	struct layout r = layout_with_shape(&trial->al, trial->a, shape);
	if (algebra_failed(&trial->al)) {
		return LAW_DOES_NOT_APPLY;
	}
	struct layout b = layout_from_shape(&trial->al, shape);
	law_computed(trial, "with_shape", RIGHT_LAYOUT, r);
	return law_verdict(trial, note_is_true(&trial->al.note, trial->a, b, r), "note: %s", trial->al.note.text);
}

/* --- what composition refuses --- */

enum { HINT_REACH = 1024, REFUSAL_BYTES = 256 };

/* Why CuTe does not compose a leaf. */
struct refusal {
	bool of_stride;
	char text[REFUSAL_BYTES];
};

/*
 * CuTe's conditions for the leaf "n":"d", n and d above 0, behind modes with the extents of "a": each mode but the last
 * takes the steps of "d" that it has room for. Whether they hold; if not, "*why" tells the first that does not.
 */
static bool rule_composes(const struct leaves *a, int64_t n, int64_t d, struct refusal *why) {
	for (int k = 0; k + 1 < a->count; k++) {
		int64_t extent = a->shape[k];
		long long step = d;
		if (d >= extent && d % extent != 0) {
			why->of_stride = true;
			snprintf(why->text, sizeof why->text, "stride divisibility: stride %lld is neither a multiple of the "
				"extent %lld of mode %d of the coalesced left layout nor smaller", step, (long long)extent, k);
			return false;
		}
		int64_t steps = (extent + d - 1) / d;
		d = (d + extent - 1) / extent;
		if (steps > 1 && n > 1) {
			int64_t taken = steps < n ? steps : n;
			if (n % taken != 0) {
				why->of_stride = false;
				snprintf(why->text, sizeof why->text, "shape divisibility: extent %lld is not a multiple of %lld, the "
					"room in mode %d of the coalesced left layout (extent %lld) at stride %lld", (long long)n,
					(long long)taken, k, (long long)extent, step);
				return false;
			}
			n /= taken;
		}
	}
	return true;
}

/* The nearest value in the direction "by" from what "why" refuses of "n":"d" that composes with "a", or 0. */
static int64_t nearest_composing(const struct leaves *a, int64_t n, int64_t d, const struct refusal *why, int by) {
	struct refusal ignored;
	for (int64_t k = 1; k <= HINT_REACH; k++) {
		int64_t value = (why->of_stride ? d : n) + by * k;
		if (value > 0 && rule_composes(a, why->of_stride ? n : value, why->of_stride ? value : d, &ignored)) {
			return value;
		}
	}
	return 0;
}

/* A leaf is refused if the rule refuses it, with the numbers of the rule, and the hint has its nearest neighbours. */
static enum verdict composition_refuses_by_the_rule(struct trial *trial) {
	struct layout a = sample_layout(trial->samples, &trial->al, 512);
	struct leaves leaves = { .count = 0 };
	leaves_add(&leaves, layout_coalesce_extended(&trial->al, a));
	int64_t n = sample_between(trial->samples, 1, 40);
	int64_t d = sample_between(trial->samples, 1, 40);
	/* Half of them are beside numbers of the layout, where it matters. */
	if (leaves.count > 0 && sample_below(trial->samples, 2) == 0) {
		d = leaves.shape[0] * sample_between(trial->samples, 1, 4) + sample_below(trial->samples, 2);
		n = leaves.shape[leaves.count - 1] * sample_between(trial->samples, 1, 4) + sample_below(trial->samples, 2);
	}
	struct refusal why = { .of_stride = false };
	bool composes = rule_composes(&leaves, n, d, &why);
	trial->a = a;
	trial->b = (struct layout){ tuple_int(n), tuple_int(d) };
	struct layout r = layout_composition(&trial->al, a, trial->b);
	law_computed(trial, "composition", RIGHT_LAYOUT, r);
	if (composes) {
		return law_verdict(trial, !algebra_failed(&trial->al), "%s", trial->al.fault.text);
	}
	char hint[REFUSAL_BYTES] = "";
	long long below = nearest_composing(&leaves, n, d, &why, -1);
	long long above = nearest_composing(&leaves, n, d, &why, 1);
	const char *what = why.of_stride ? "stride" : "extent";
	if (below != 0 && above != 0) {
		snprintf(hint, sizeof hint, "the nearest %ss that compose are %lld and %lld", what, below, above);
	} else if (below != 0 || above != 0) {
		snprintf(hint, sizeof hint, "the nearest %s that composes is %lld", what, below + above);
	}
	const struct fault *fault = &trial->al.fault;
	return law_verdict(trial, fault->code == FAULT_DIVIDE && fault->operand == 2 && strcmp(fault->text, why.text) == 0
		&& strcmp(fault->hint, hint) == 0, "'%s' with '%s', not '%s' with '%s'", fault->text, fault->hint, why.text,
		hint);
}

/* --- complement --- */

/* A cotarget for the complement of "trial->a": its cosize, an integer around it, or a tuple. */
static struct tuple choose_cotarget(struct trial *trial, int64_t cosize) {
	switch (sample_below(trial->samples, 4)) {
	case 0:
		return tuple_int(cosize);
	case 1:
		return tuple_pair(&trial->al, tuple_int(sample_between(trial->samples, 1, 2 * cosize)),
			tuple_int(sample_between(trial->samples, 1, 4)));
	default:
		return tuple_int(sample_between(trial->samples, 1, 3 * cosize));
	}
}

/* A layout, its complement, and their offsets. */
struct complement {
	struct tuple cotarget;
	int64_t wanted;        /* its size */
	struct layout layout;
	struct list own;        /* offsets of the filtered layout */
	struct list free;       /* offsets of the complement */
	struct list both;       /* sums of the two */
};

static bool complement_make(struct trial *trial, struct complement *c) {
	c->cotarget = choose_cotarget(trial, list_cosize(list_from_layout(trial->arena, trial->a)));
	c->wanted = reference_size(c->cotarget);
	c->layout = layout_complement(&trial->al, trial->a, c->cotarget);
	if (algebra_failed(&trial->al)) {
		return false;
	}
	c->own = list_from_layout(trial->arena, layout_filter(&trial->al, trial->a));
	c->free = list_from_layout(trial->arena, c->layout);
	c->both = list_pair(trial->arena, c->own, c->free);
	law_computed(trial, "complement", RIGHT_NONE, c->layout);
	return true;
}

static enum verdict complement_is_disjoint(struct trial *trial) {
	struct complement c;
	if (!complement_make(trial, &c)) {
		return LAW_DOES_NOT_APPLY;
	}
	return law_verdict(trial, list_is_injective(trial->arena, c.both), "overlaps, cotarget %lld", (long long)c.wanted);
}

static enum verdict complement_is_ordered(struct trial *trial) {
	struct complement c;
	if (!complement_make(trial, &c)) {
		return LAW_DOES_NOT_APPLY;
	}
	for (int64_t i = 1; i < c.free.size; i++) {
		if (c.free.offset[i] <= c.free.offset[i - 1]) {
			return law_verdict(trial, false, "not ordered at %lld, cotarget %lld", (long long)i, (long long)c.wanted);
		}
	}
	return LAW_HOLDS;
}

/*
 * Layout and complement end with the cotarget, rounded up to whole periods of the layout. A tuple as cotarget, which is
 * rounded up mode by mode, may give more.
 */
static enum verdict complement_is_bounded(struct trial *trial) {
	struct complement c;
	if (!complement_make(trial, &c) || tuple_is_tuple(c.cotarget)) {
		return LAW_DOES_NOT_APPLY;
	}
	struct leaves leaves = { .count = 0 };
	leaves_add(&leaves, layout_filter(&trial->al, trial->a));
	int64_t period = 1;
	for (int k = 0; k < leaves.count; k++) {
		int64_t end = leaves.shape[k] * leaves.stride[k];
		period = end > period ? end : period;
	}
	int64_t bound = (c.wanted + period - 1) / period * period;
	return law_verdict(trial, list_cosize(c.both) <= bound, "size %lld, cosize %lld, cotarget %lld",
		(long long)c.free.size, (long long)list_cosize(c.free), (long long)c.wanted);
}

/* Every stride of "a", filtered, in ascending order is a multiple of what the modes before it cover. */
static bool strides_divide(struct trial *trial, struct layout a) {
	struct leaves leaves = { .count = 0 };
	leaves_add(&leaves, layout_filter(&trial->al, a));
	int64_t covered = 1;
	for (int done = 0; done < leaves.count; done++) {
		int least = -1;
		for (int k = 0; k < leaves.count; k++) {
			bool waits = leaves.shape[k] > 0 && (least < 0 || leaves.stride[k] < leaves.stride[least]);
			least = waits ? k : least;
		}
		if (leaves.stride[least] % covered != 0) {
			return false;
		}
		covered = leaves.shape[least] * leaves.stride[least];
		leaves.shape[least] = 0;
	}
	return true;
}

static enum verdict complement_completes(struct trial *trial) {
	struct complement c;
	if (!complement_make(trial, &c)) {
		return LAW_DOES_NOT_APPLY;
	}
	bool noted = trial->al.note.code == FAULT_INEXACT;
	bool reaches = list_cosize(c.both) >= c.wanted;
	bool fills = list_covers(trial->arena, c.both, c.wanted);
	char words[80];
	snprintf(words, sizeof words, "the complement reaches only %lld of %lld elements: ",
		(long long)list_cosize(c.both), (long long)c.wanted);
	bool is_true = !noted || strncmp(trial->al.note.text, words, strlen(words)) == 0;
	return law_verdict(trial, noted != reaches && is_true && (fills || noted || !strides_divide(trial, trial->a)),
		"reaches the cotarget %lld: %d, fills it: %d, note: %s", (long long)c.wanted, reaches, fills,
		trial->al.note.text);
}

/* The leaves of "a" with ascending strides. */
static struct leaves sorted_leaves(struct layout a) {
	struct leaves leaves = { .count = 0 };
	leaves_add(&leaves, a);
	for (int i = 1; i < leaves.count; i++) {
		for (int k = i; k > 0 && leaves.stride[k] < leaves.stride[k - 1]; k--) {
			int64_t shape = leaves.shape[k];
			int64_t stride = leaves.stride[k];
			leaves.shape[k] = leaves.shape[k - 1];
			leaves.stride[k] = leaves.stride[k - 1];
			leaves.shape[k - 1] = shape;
			leaves.stride[k - 1] = stride;
		}
	}
	return leaves;
}

/* Refused is the first stride below the end of the mode with the stride before it, and the hint is that end. */
static enum verdict complement_refuses_overlap(struct trial *trial) {
	struct complement c;
	bool made = complement_make(trial, &c);
	struct algebra other;
	algebra_init(&other, trial->arena);
	struct leaves leaves = sorted_leaves(layout_filter(&other, trial->a));
	for (int k = 1; k < leaves.count; k++) {
		long long end = leaves.shape[k - 1] * leaves.stride[k - 1];
		if (leaves.stride[k] < end) {
			char text[REFUSAL_BYTES];
			char hint[REFUSAL_BYTES];
			const struct fault *fault = &trial->al.fault;
			snprintf(text, sizeof text, "the layout is not injective: stride %lld is smaller than %lld, what the modes "
				"with smaller strides cover", (long long)leaves.stride[k], end);
			snprintf(hint, sizeof hint, "the smallest stride that keeps this mode apart is %lld", end);
			return law_verdict(trial, fault->code == FAULT_INJECTIVE && strcmp(fault->text, text) == 0
				&& strcmp(fault->hint, hint) == 0, "'%s' with '%s', not '%s'", fault->text, fault->hint, text);
		}
	}
	return law_verdict(trial, made, "%s", trial->al.fault.text);
}

static enum verdict complement_of_own_cosize(struct trial *trial) {
	struct layout r = layout_complement_own(&trial->al, trial->a);
	struct algebra other;
	algebra_init(&other, trial->arena);
	struct tuple cosize = layout_cosize(&other, layout_filter(&other, trial->a));
	struct layout expected = layout_complement(&other, trial->a, cosize);
	law_computed(trial, "complement", RIGHT_NONE, r);
	bool same = algebra_failed(&trial->al) == algebra_failed(&other);
	return law_verdict(trial, same && (algebra_failed(&other) || layout_equal(r, expected)), "not that of the cosize");
}

/* --- inverses --- */

static enum verdict right_inverse_is_right_inverse(struct trial *trial) {
	struct layout r = layout_right_inverse(&trial->al, trial->a);
	law_computed(trial, "right_inverse", RIGHT_NONE, r);
	if (algebra_failed(&trial->al)) {
		return law_verdict(trial, false, "%s", trial->al.fault.text);
	}
	struct list inverse = list_from_layout(trial->arena, r);
	for (int64_t i = 0; i < inverse.size; i++) {
		int64_t back = reference_at(trial->a, inverse.offset[i]);
		if (back != i || inverse.offset[i] >= reference_size(trial->a.shape)) {
			return law_verdict(trial, false, "A(R(%lld)) = %lld", (long long)i, (long long)back);
		}
	}
	return LAW_HOLDS;
}

/* A layout onto 0, ..., size - 1 is inverted as a whole. */
static enum verdict right_inverse_of_a_bijection(struct trial *trial) {
	struct list a = list_from_layout(trial->arena, trial->a);
	if (!list_covers(trial->arena, a, a.size)) {
		return LAW_DOES_NOT_APPLY;
	}
	struct layout r = layout_right_inverse(&trial->al, trial->a);
	law_computed(trial, "right_inverse", RIGHT_NONE, r);
	return law_verdict(trial, reference_size(r.shape) == a.size, "does not invert everything");
}

static enum verdict left_inverse_is_left_inverse(struct trial *trial) {
	struct list a = list_from_layout(trial->arena, trial->a);
	if (!list_is_injective(trial->arena, a)) {
		return LAW_DOES_NOT_APPLY;
	}
	struct layout r = layout_left_inverse(&trial->al, trial->a);
	if (algebra_failed(&trial->al)) {
		return LAW_DOES_NOT_APPLY;
	}
	law_computed(trial, "left_inverse", RIGHT_NONE, r);
	for (int64_t i = 0; i < a.size; i++) {
		int64_t back = reference_at(r, a.offset[i]);
		if (back != i) {
			return law_verdict(trial, false, "R(A(%lld)) = %lld", (long long)i, (long long)back);
		}
	}
	return LAW_HOLDS;
}

/* Strides above 0 in ascending order must be multiples one of the other. */
static enum verdict refuses_by_strides(struct trial *trial) {
	struct algebra other;
	algebra_init(&other, trial->arena);
	struct leaves leaves = sorted_leaves(layout_coalesce(&other, trial->a));
	const struct fault *fault = &trial->al.fault;
	int64_t before = 1;
	for (int k = 0; k < leaves.count; k++) {
		if (leaves.stride[k] != 0 && leaves.stride[k] % before != 0) {
			char text[REFUSAL_BYTES];
			char hint[REFUSAL_BYTES];
			long long below = leaves.stride[k] / before * before;
			snprintf(text, sizeof text, "stride %lld is not a multiple of %lld, the extent that the modes with smaller "
				"strides span", (long long)leaves.stride[k], (long long)before);
			snprintf(hint, sizeof hint, "the nearest multiples are %lld and %lld", below, below + (long long)before);
			return law_verdict(trial, fault->code == FAULT_DIVIDE && strcmp(fault->text, text) == 0
				&& strcmp(fault->hint, hint) == 0, "'%s' with '%s', not '%s' with '%s'", fault->text, fault->hint, text,
				hint);
		}
		before = leaves.stride[k] != 0 ? leaves.stride[k] : before;
	}
	return law_verdict(trial, !algebra_failed(&trial->al), "%s", fault->text);
}

/* The coordinate with the digits of "i", but 0 in modes of stride 0: each offset of an injective layout has one. */
static int64_t without_repeats(struct layout a, int64_t i) {
	struct leaves leaves = { .count = 0 };
	int64_t result = 0;
	int64_t before = 1;
	leaves_add(&leaves, a);
	for (int k = 0; k < leaves.count; k++) {
		result += leaves.stride[k] != 0 ? i % leaves.shape[k] * before : 0;
		before *= leaves.shape[k];
		i /= leaves.shape[k];
	}
	return result;
}

/* Into "other", if it is empty yet: the note that R(A(i)) = "back" is not the first with the offset of i. */
static void note_repeated(const struct trial *trial, int64_t i, long long offset, long long back, char *other) {
	if (back != without_repeats(trial->a, i) && other[0] == '\0') {
		snprintf(other, REFUSAL_BYTES, "the layout has no left inverse: A(%lld) = A(%lld) = %lld, so that "
			"R(A(%lld)) is %lld", (long long)i, back, offset, (long long)i, back);
	}
}

/*
 * A note names the first i where R(A(i)) is no coordinate with the offset of i; without one, where it is another one.
 * Modes of stride 0 repeat elements without a note: R leads to the first of them.
 */
static enum verdict left_inverse_notes_are_true(struct trial *trial) {
	struct layout r = layout_left_inverse(&trial->al, trial->a);
	law_computed(trial, "left_inverse", RIGHT_NONE, r);
	enum verdict refusals = refuses_by_strides(trial);
	if (refusals != LAW_HOLDS || algebra_failed(&trial->al)) {
		return refusals;
	}
	char wrong[REFUSAL_BYTES] = "";
	char other[REFUSAL_BYTES] = "";
	struct list a = list_from_layout(trial->arena, trial->a);
	for (int64_t i = 0; i < a.size && wrong[0] == '\0'; i++) {
		long long back = reference_at(r, a.offset[i]);
		long long again = reference_at(trial->a, back);
		long long offset = a.offset[i];
		if (again != offset) {
			snprintf(wrong, sizeof wrong, "CuTe's answer R is no inverse: A(%lld) = %lld, R(%lld) = %lld, but A(%lld) "
				"= %lld; modes of the layout overlap", (long long)i, offset, offset, back, back, again);
		} else {
			note_repeated(trial, i, offset, back, other);
		}
	}
	return has_note(trial, wrong[0] != '\0' ? wrong : other);
}

/* With negative strides an inverse that is none may lead below 0 or past the end, where nothing is. */
static enum verdict left_inverse_with_negative_strides(struct trial *trial) {
	trial->a = sample_layout_signed(trial->samples, &trial->al, 256);
	struct list a = list_from_layout(trial->arena, trial->a);
	struct layout r = layout_left_inverse(&trial->al, trial->a);
	bool is_signed = false;
	struct leaves leaves = { .count = 0 };
	leaves_add(&leaves, trial->a);
	bool has_positive = false;
	for (int k = 0; k < leaves.count; k++) {
		has_positive = has_positive || (leaves.stride[k] > 0 && leaves.shape[k] != 1);
	}
	for (int64_t i = 0; i < a.size; i++) {
		is_signed = is_signed || a.offset[i] < 0;
	}
	if (!is_signed || algebra_failed(&trial->al)) {
		return LAW_DOES_NOT_APPLY;
	}
	law_computed(trial, "left_inverse", RIGHT_NONE, r);
	char wrong[REFUSAL_BYTES] = "";
	char other[REFUSAL_BYTES] = "";
	for (int64_t i = 0; i < a.size && wrong[0] == '\0'; i++) {
		long long offset = a.offset[i];
		long long back = reference_at(r, offset);
		if (back < 0 || back >= a.size || a.offset[back] != offset) {
			snprintf(wrong, sizeof wrong, "CuTe's answer R is no inverse: A(%lld) = %lld, but R(%lld) = %lld; %s",
				(long long)i, offset, offset, back,
				has_positive ? "strides have both signs" : "modes of the layout overlap");
		} else {
			note_repeated(trial, i, offset, back, other);
		}
	}
	return has_note(trial, wrong[0] != '\0' ? wrong : other);
}

const struct law algebra_laws[] = {
	{ "composition: A(B(i)), or a note with the first other i", LAW_OF_PAIR, composition_is_function_composition },
	{ "composition: the same with negative strides on the left", LAW_OF_SAMPLES, composition_with_negative_strides },
	{ "composition: the same with negative strides on the right", LAW_OF_SAMPLES, composition_below_zero },
	{ "composition: coalescing the left layout changes nothing", LAW_OF_PAIR, composition_does_not_see_coalescing },
	{ "composition by mode: each mode, or a note", LAW_OF_PAIR, composition_by_mode },
	{ "composition: refused by the rule, with its numbers", LAW_OF_SAMPLES, composition_refuses_by_the_rule },
	{ "with_shape: the same function, or a note", LAW_OF_PAIR, with_shape_keeps_the_function },
	{ "complement: disjoint", LAW_OF_LAYOUT, complement_is_disjoint },
	{ "complement: ordered", LAW_OF_LAYOUT, complement_is_ordered },
	{ "complement: ends with the cotarget, rounded up", LAW_OF_LAYOUT, complement_is_bounded },
	{ "complement: completes, or a note", LAW_OF_LAYOUT, complement_completes },
	{ "complement: refuses the first overlap", LAW_OF_LAYOUT, complement_refuses_overlap },
	{ "complement: of the cosize by default", LAW_OF_LAYOUT, complement_of_own_cosize },
	{ "right_inverse: A(R(i)) = i", LAW_OF_LAYOUT, right_inverse_is_right_inverse },
	{ "right_inverse: all of a bijection", LAW_OF_LAYOUT, right_inverse_of_a_bijection },
	{ "left_inverse: R(A(i)) = i where A is injective", LAW_OF_LAYOUT, left_inverse_is_left_inverse },
	{ "left_inverse: notes and refusals are true", LAW_OF_LAYOUT, left_inverse_notes_are_true },
	{ "left_inverse: notes are true with negative strides", LAW_OF_SAMPLES, left_inverse_with_negative_strides },
	{ .name = NULL },
};
