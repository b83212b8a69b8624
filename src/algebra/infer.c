#include "algebra/infer.h"

#include <inttypes.h>
#include <string.h>

#include "algebra/infer_view.h"
#include "algebra/linear_map.h"
#include "algebra/offsets.h"
#include "base/checked.h"
#include "base/limits.h"

/*
 * Entries a, b, c, d of a table with f(a) - f(b) = f(c) - f(d) in every layout of the shape, whatever its modes: a is b
 * and c is d plus the same in one mode of the shape; or, if its extent is a power of two, plus a bit that b has not.
 */
struct quadruple {
	int64_t a, b, c, d;
};

enum { QUADRUPLES = 16 };

/* The last conditions that failed under some swizzle; the next ones mostly fail there too. */
struct witnesses {
	int count;
	struct quadruple last[QUADRUPLES];
};

/* --- the layout of digits --- */

/* As infer_layout, from digit "*next" and flat mode "*mode" on, which move behind what is used. */
static struct layout layout_of_digits(struct algebra *al, struct tuple shape, const struct infer_digits *digits,
	int *next, int *mode) {
	if (tuple_is_tuple(shape)) {
		struct layout *modes = arena_array(al->arena, (size_t)shape.rank, sizeof *modes);
		for (int i = 0; i < shape.rank; i++) {
			modes[i] = layout_of_digits(al, shape.modes[i], digits, next, mode);
		}
		return layout_from_modes(al, modes, shape.rank);
	}
	int first = *next;
	while (*next < digits->count && digits->digits[*next].mode == *mode) {
		(*next)++;
	}
	(*mode)++;
	int count = *next - first;
	struct tuple *extents = tuple_modes_new(al, count);
	struct tuple *strides = tuple_modes_new(al, count);
	for (int i = 0; i < count; i++) {
		extents[i] = tuple_int(digits->digits[first + i].extent);
		strides[i] = tuple_int(digits->digits[first + i].stride);
	}
	if (count <= 1) {
		return count == 0 ? layout_one() : layout_of(al, extents[0], strides[0]);
	}
	return layout_of(al, tuple_of(al, extents, count), tuple_of(al, strides, count));
}

struct layout infer_layout(struct algebra *al, struct tuple shape, const struct infer_digits *digits) {
	int next = 0;
	int mode = 0;
	return layout_of_digits(al, shape, digits, &next, &mode);
}

/* --- the decision for a table without holes --- */

static void keep_witness(struct witnesses *witnesses, struct quadruple q) {
	int place = witnesses->count < QUADRUPLES ? witnesses->count++ : QUADRUPLES - 1;
	memmove(witnesses->last + 1, witnesses->last, (size_t)place * sizeof *witnesses->last);
	witnesses->last[0] = q;
}

static bool holds(const struct infer_view *view, struct quadruple q) {
	return infer_at(view, q.a) - infer_at(view, q.b) == infer_at(view, q.c) - infer_at(view, q.d);
}

static bool all_hold(const struct infer_view *view, const struct witnesses *witnesses) {
	for (int i = 0; i < witnesses->count; i++) {
		if (!holds(view, witnesses->last[i])) {
			return false;
		}
	}
	return true;
}

/* What a decision works with: where it writes what it found, or why there is nothing. */
struct decision {
	const struct infer_view *view;
	struct infer_digits digits;
	struct infer_refusal refusal;
	struct witnesses *witnesses;
};

/* a + b, or the integer of 64 bits that is nearest to it. */
static int64_t nearest_sum(int64_t a, int64_t b) {
	int64_t sum;
	return checked_add(a, b, &sum) ? sum : b < 0 ? INT64_MIN : INT64_MAX;
}

/* Refuse because "q" does not hold. */
static bool refuse(struct decision *decision, enum infer_why why, int mode, struct quadruple q) {
	const struct infer_view *view = decision->view;
	decision->refusal = (struct infer_refusal){
		.why = why,
		.at = q.a,
		.value = infer_at(view, q.a),
		.mode = mode,
		.expected = nearest_sum(infer_at(view, q.b), infer_at(view, q.c) - infer_at(view, q.d)),
	};
	int64_t extent = view->extents[mode];
	if (why == INFER_INTERACT || ((extent & (extent - 1)) == 0 && q.b / q.c % 2 == 0)) {
		keep_witness(decision->witnesses, q);
	}
	return false;
}

/* Whether coordinate number "i" is not 0 in flat mode "mode". */
static bool has_part(const struct infer_view *view, int64_t i, int mode) {
	int64_t step = 1;
	for (int k = 0; k < mode; k++) {
		step *= view->extents[k];
	}
	return i / step % view->extents[mode] != 0;
}

/*
 * Refuse because the values are no sum at the coordinate "x" in mode "mode" plus "y" in later ones, the first such "y".
 * Each mode in which "y" has a part is needed for that, since a "y" without it comes earlier.
 */
static bool refuse_interaction(struct decision *decision, int mode, int64_t x, int64_t y) {
	refuse(decision, INFER_INTERACT, mode, (struct quadruple){ x + y, y, x, 0 });
	struct infer_refusal *refusal = &decision->refusal;
	refusal->modes[refusal->mode_count++] = mode;
	for (int k = mode + 1; k < decision->view->rank && refusal->mode_count < INFER_MODES_MAX; k++) {
		if (has_part(decision->view, y, k)) {
			refusal->modes[refusal->mode_count++] = k;
		}
	}
	return false;
}

/* Whether mode "mode", which begins at coordinate number "step", adds the same in each block of the modes behind it. */
static bool check_mode(struct decision *decision, int mode, int64_t step) {
	const struct infer_view *view = decision->view;
	int64_t block = step * view->extents[mode];
	int64_t start = infer_at(view, 0);
	for (int64_t y = block; y < view->size; y += block) {
		int64_t moved = infer_at(view, y) - start;
		for (int64_t x = step; x < block; x += step) {
			if (infer_at(view, x + y) - infer_at(view, x) != moved) {
				return refuse_interaction(decision, mode, x, y);
			}
		}
	}
	return true;
}

/* How many of the "left" entries 0, step, 2*step, ... are a run: each is the one before it plus f(step) - f(0). */
static int64_t run_length(const struct infer_view *view, int64_t step, int64_t left) {
	int64_t previous = infer_at(view, step);
	int64_t stride = previous - infer_at(view, 0);
	int64_t run = 2;
	while (run < left && infer_at(view, run * step) - previous == stride) {
		previous += stride;
		run++;
	}
	return run;
}

/* Whether the entries that follow the first "run" of "left" are such runs too. */
static bool check_runs(struct decision *decision, int mode, int64_t step, int64_t run, int64_t left) {
	const struct infer_view *view = decision->view;
	int64_t stride = infer_at(view, step) - infer_at(view, 0);
	for (int64_t i = run; i < left; i++) {
		if (i % run != 0 && infer_at(view, i * step) - infer_at(view, (i - 1) * step) != stride) {
			refuse(decision, INFER_REPEAT, mode, (struct quadruple){ i * step, (i - 1) * step, step, 0 });
			decision->refusal.run = run;
			decision->refusal.step = step;
			return false;
		}
	}
	return true;
}

/* Append the digits of mode "mode", which begins at coordinate number "step". */
static bool infer_mode(struct decision *decision, int mode, int64_t step) {
	const struct infer_view *view = decision->view;
	for (int64_t left = view->extents[mode]; left > 1;) {
		int64_t stride = infer_at(view, step) - infer_at(view, 0);
		int64_t run = run_length(view, step, left);
		if (left % run != 0) {
			int64_t at = run * step;
			decision->refusal = (struct infer_refusal){
				.why = INFER_RUN,
				.at = at,
				.value = infer_at(view, at),
				.expected = nearest_sum(infer_at(view, at - step), stride),
				.mode = mode,
				.run = run,
				.step = step,
				.left = left,
			};
			return false;
		}
		if (!check_runs(decision, mode, step, run, left)) {
			return false;
		}
		decision->digits.digits[decision->digits.count++] = (struct infer_digit){ mode, run, stride };
		step *= run;
		left /= run;
	}
	return true;
}

/* Decide whether the table of "view" is offset + layout. */
static bool decide(struct decision *decision) {
	const struct infer_view *view = decision->view;
	int64_t step = 1;
	decision->digits.count = 0;
	if (!all_hold(view, decision->witnesses)) {
		return false;
	}
	for (int mode = 0; mode < view->rank; mode++) {
		if (view->extents[mode] > 1 && (!check_mode(decision, mode, step) || !infer_mode(decision, mode, step))) {
			return false;
		}
		step *= view->extents[mode];
	}
	return true;
}

/* --- swizzles --- */

/* All that can matter to values below 2^n, in the order of preference. */
static const struct swizzle *candidates(struct algebra *al, int n, int *count) {
	struct swizzle *all = arena_array(al->arena, (size_t)(n + 1) * (size_t)(n + 1) * (size_t)(n + 1), sizeof *all);
	*count = 0;
	for (int b = 1; 2 * b <= n; b++) {
		for (int m = 0; m + 2 * b <= n; m++) {
			for (int s = b; m + b + s <= n; s++) {
				all[(*count)++] = (struct swizzle){ b, m, s };
			}
		}
	}
	for (int b = 1; b <= n; b++) {
		for (int m = 0; m + b <= n; m++) {
			for (int s = b; m + s <= n && m + b + s <= LINEAR_BITS_MAX; s++) {
				all[(*count)++] = (struct swizzle){ b, m, -s };
			}
		}
	}
	return all;
}

/* The number of bits of "value". */
static int width(int64_t value) {
	return value == 0 ? 0 : 64 - __builtin_clzll((unsigned long long)value);
}

/* See the table of "view" through "s". */
static void look_through(struct infer_view *view, struct swizzle s) {
	view->y_mask = swizzle_y_mask(s);
	view->down = s.shift > 0 ? s.shift : 0;
	view->up = s.shift < 0 ? -s.shift : 0;
}

/* --- linear maps --- */

/* The first two columns of "a" behind "s" that have a bit in common. */
static bool are_disjoint(const struct linear *a, struct swizzle s, int *first, int *second) {
	int64_t used = 0;
	for (int k = 0; k < a->bits; k++) {
		int64_t column = swizzle_apply(s, a->columns[k]);
		if ((column & used) != 0) {
			for (*first = 0; (swizzle_apply(s, a->columns[*first]) & column) == 0; (*first)++) {
			}
			*second = k;
			return false;
		}
		used |= column;
	}
	return true;
}

/*
 * Append the digits of the flat modes of "shape": each bit is one, and goes into the one before where it continues
 * it.
 */
static void digits_of_bits(struct tuple shape, const int64_t *strides, int *bit, int *mode, struct infer_digits *out) {
	if (tuple_is_tuple(shape)) {
		for (int i = 0; i < shape.rank; i++) {
			digits_of_bits(shape.modes[i], strides, bit, mode, out);
		}
		return;
	}
	int first = out->count;
	for (int64_t extent = shape.value; extent > 1; extent /= 2) {
		int64_t stride = strides[(*bit)++];
		struct infer_digit *last = out->count > first ? &out->digits[out->count - 1] : NULL;
		if (last != NULL && last->stride == stride / last->extent && stride % last->extent == 0) {
			last->extent *= 2;
		} else {
			out->digits[out->count++] = (struct infer_digit){ *mode, 2, stride };
		}
	}
	(*mode)++;
}

/*
 * The layout of "a" behind "s", whose columns have no bit in common. Bit k turns the bits of its column over: what is 0
 * in the constant is added, what is 1 is taken away.
 */
static void take_columns(struct algebra *al, const struct linear *a, struct swizzle s, struct inferred *out) {
	int64_t strides[LINEAR_BITS_MAX];
	struct infer_digits digits = { .count = 0 };
	int bit = 0;
	int mode = 0;
	out->found = true;
	out->unique = true;
	out->swizzle = s;
	out->offset = swizzle_apply(s, a->constant);
	for (int k = 0; k < a->bits; k++) {
		int64_t column = swizzle_apply(s, a->columns[k]);
		strides[k] = (column & ~out->offset) - (column & out->offset);
	}
	digits_of_bits(a->shape, strides, &bit, &mode, &digits);
	out->layout = infer_layout(al, a->shape, &digits);
}

/* The number of the flat mode of "shape" that has bit "*bit" of the coordinate, or -1 with "*bit" less its bits. */
static int mode_of_bit(struct tuple shape, int *bit, int *mode) {
	if (tuple_is_tuple(shape)) {
		int found = -1;
		for (int i = 0; found < 0 && i < shape.rank; i++) {
			found = mode_of_bit(shape.modes[i], bit, mode);
		}
		return found;
	}
	int bits = width(shape.value) - 1;
	if (*bit < bits) {
		return *mode;
	}
	*bit -= bits;
	(*mode)++;
	return -1;
}

/* Why "a" is no layout: the columns "first" and "second" have a bit in common. */
static struct infer_refusal refuse_columns(const struct linear *a, int first, int second) {
	int bit[2] = { first, second };
	int mode[2] = { 0, 0 };
	for (int i = 0; i < 2; i++) {
		mode[i] = mode_of_bit(a->shape, &bit[i], &mode[i]);
	}
	int64_t x = (int64_t)1 << first;
	int64_t y = (int64_t)1 << second;
	struct infer_refusal refusal = {
		.at = x + y,
		.value = linear_at(a, x + y),
		.expected = linear_at(a, x) + linear_at(a, y) - a->constant,
		.mode = mode[0],
		.step = x,
		.modes = { mode[0], mode[1] },
	};
	if (mode[0] == mode[1]) {
		refusal.why = INFER_REPEAT;
		refusal.run = (int64_t)1 << (bit[1] - bit[0]);
	} else {
		refusal.why = INFER_INTERACT;
		refusal.mode_count = 2;
	}
	return refusal;
}

/* The greatest value of "a" has this many bits. */
static int value_width(const struct linear *a) {
	int64_t reached = a->constant;
	for (int k = 0; k < a->bits; k++) {
		reached |= a->columns[k];
	}
	return width(reached);
}

/* Append to "all" every swizzle with which "a" is a layout, until there are "most". Returns the number tried. */
static int search_linear(struct algebra *al, const struct linear *a, struct inferred *all, int *found, int most) {
	int first;
	int second;
	int count;
	const struct swizzle *list = candidates(al, value_width(a), &count);
	for (int i = 0; i < count; i++) {
		if (are_disjoint(a, list[i], &first, &second)) {
			take_columns(al, a, list[i], &all[*found]);
			all[*found].swizzles_tried = i + 1;
			if (++*found == most) {
				return i + 1;
			}
		}
	}
	return count;
}

struct inferred infer_linear(struct algebra *al, const struct linear *a) {
	const struct swizzle none = { 0, 0, 0 };
	struct inferred result = { .layout = layout_one() };
	int first;
	int second;
	int found = 0;
	if (are_disjoint(a, none, &first, &second)) {
		take_columns(al, a, none, &result);
		return result;
	}
	struct infer_refusal refusal = refuse_columns(a, first, second);
	result.swizzles_tried = search_linear(al, a, &result, &found, 1);
	result.refusal = refusal;
	return result;
}

/* --- tables --- */

/* What is looked for: a table as it is given. */
struct search {
	struct algebra *al;
	struct tuple shape;
	struct infer_view view;
	struct witnesses witnesses;
	int64_t holes;
	int64_t least, greatest; /* known values */
	struct inferred *all;
	int found, most;
};

/* Try the table as it is seen now. */
static bool try_view(struct search *search, struct swizzle s, int tried) {
	struct inferred result = { .layout = layout_one(), .holes = search->holes, .swizzle = s, .swizzles_tried = tried };
	if (search->holes > 0) {
		result.found = infer_with_holes(search->al, &search->view, search->shape, &result);
	} else {
		struct decision decision = { .view = &search->view, .witnesses = &search->witnesses };
		result.found = decide(&decision);
		result.refusal = decision.refusal;
		if (result.found) {
			result.unique = true;
			result.offset = infer_at(&search->view, 0);
			result.layout = infer_layout(search->al, search->shape, &decision.digits);
		}
	}
	if (result.found || s.bits == 0) {
		search->all[search->found] = result;
		search->found += result.found ? 1 : 0;
	}
	return result.found;
}

/* Try swizzles until enough are found. Returns how many were tried. */
static int search_swizzles(struct search *search) {
	struct algebra *al = search->al;
	int count;
	if (search->holes == 0) {
		struct linear_reading reading = linear_from_table(al, search->view.table, search->shape);
		if (reading.is_linear) {
			return search_linear(al, &reading.linear, search->all, &search->found, search->most);
		}
	}
	const struct swizzle *list = candidates(al, width(search->greatest), &count);
	for (int i = 0; i < count && algebra_step(al, 0); i++) {
		look_through(&search->view, list[i]);
		if (try_view(search, list[i], i + 1) && search->found == search->most) {
			return i + 1;
		}
	}
	return count;
}

/* Look at every entry once. */
static void read_table(struct search *search) {
	search->least = INT64_MAX;
	search->greatest = INT64_MIN;
	for (int64_t i = 0; i < search->view.size; i++) {
		int64_t value = search->view.table[i];
		if (value == INFER_HOLE) {
			search->holes++;
			continue;
		}
		search->least = value < search->least ? value : search->least;
		search->greatest = value > search->greatest ? value : search->greatest;
	}
	if (search->holes == search->view.size) {
		search->least = search->greatest = 0;
	}
	if (search->least < -INFER_GREATEST || search->greatest > INFER_GREATEST) {
		algebra_fault(search->al, FAULT_DOMAIN, "values are from -2^%d + 1 to 2^%d - 1, not %" PRId64, LINEAR_BITS_MAX,
			LINEAR_BITS_MAX, search->greatest > INFER_GREATEST ? search->greatest : search->least);
	}
}

/* Prepare a search for at most "most" answers. */
static struct search search_init(struct algebra *al, const int64_t *table, struct tuple shape, int most) {
	struct search search = { .al = al, .shape = shape, .most = most, .view.table = table };
	struct tuple size = tuple_product(al, shape);
	int leaves = tuple_leaves(shape);
	struct tuple *flat = tuple_modes_new(al, leaves);
	int64_t *extents = arena_array(al->arena, (size_t)leaves, sizeof *extents);
	if (int_value(al, size) < 1 || size.value > LIMIT_TABLE_ENTRIES) {
		algebra_fault(al, size.value < 1 ? FAULT_DOMAIN : FAULT_LIMIT, "a table has from 1 to %d entries, not %" PRId64,
			LIMIT_TABLE_ENTRIES, size.value);
	}
	if (algebra_failed(al)) {
		return search;
	}
	tuple_collect(shape, flat);
	for (int i = 0; i < leaves; i++) {
		extents[i] = flat[i].value;
	}
	search.view.size = size.value;
	search.view.rank = leaves;
	search.view.extents = extents;
	read_table(&search);
	return search;
}

struct inferred infer_table(struct algebra *al, const int64_t *table, struct tuple shape) {
	const struct swizzle none = { 0, 0, 0 };
	struct inferred answer = { .layout = layout_one() };
	struct search search = search_init(al, table, shape, 1);
	search.all = &answer;
	if (algebra_failed(al) || try_view(&search, none, 0) || search.least < 0) {
		return answer;
	}
	struct infer_refusal refusal = answer.refusal;
	int tried = search_swizzles(&search);
	answer.swizzles_tried = tried;
	answer.refusal = refusal;
	return answer;
}

struct inferred infer_plain(struct algebra *al, const int64_t *table, struct tuple shape) {
	const struct swizzle none = { 0, 0, 0 };
	struct inferred answer = { .layout = layout_one() };
	struct search search = search_init(al, table, shape, 1);
	search.all = &answer;
	if (!algebra_failed(al)) {
		try_view(&search, none, 0);
	}
	return answer;
}

int infer_table_all(struct algebra *al, const int64_t *table, struct tuple shape, const struct inferred **all) {
	const struct swizzle none = { 0, 0, 0 };
	struct search search = search_init(al, table, shape, INT32_MAX);
	int count = 0;
	if (algebra_failed(al)) {
		return 0;
	}
	candidates(al, search.least < 0 ? 0 : width(search.greatest), &count);
	search.all = arena_array(al->arena, (size_t)count + 1, sizeof *search.all);
	*all = search.all;
	try_view(&search, none, 0);
	if (count > 0) {
		search_swizzles(&search);
	}
	return search.found;
}

void infer_check_values(struct algebra *al, const int64_t *values, int64_t count) {
	for (int64_t i = 0; i < count; i++) {
		if (values[i] == INFER_HOLE) {
			algebra_fault(al, FAULT_DOMAIN, "values are from -2^%d + 1 to 2^%d - 1, not %" PRId64, LINEAR_BITS_MAX,
				LINEAR_BITS_MAX, values[i]);
			return;
		}
	}
}

struct inferred infer_map(struct algebra *al, struct map map) {
	struct inferred none = { .layout = layout_one() };
	struct offsets offsets = offsets_init_map(al, map);
	if (algebra_failed(al)) {
		return none;
	}
	struct tuple shape = map_inner(al, map).shape;
	shape = tuple_is_tuple(shape) ? tuple_product_each(al, shape) : shape;
	if (offsets.size > LIMIT_TABLE_ENTRIES) {
		struct linear_reading reading = linear_from_map(al, map);
		reading.linear.shape = shape;
		return reading.is_linear ? infer_linear(al, &reading.linear) : none;
	}
	int64_t *table = arena_array(al->arena, (size_t)offsets.size, sizeof *table);
	offsets_fill(&offsets, 0, offsets.size, table);
	infer_check_values(al, table, offsets.size);
	return algebra_failed(al) ? none : infer_table(al, table, shape);
}

struct inferred infer_composition(struct algebra *al, struct map a, struct map b) {
	struct inferred none = { .layout = layout_one() };
	struct chain outer;
	struct offsets offsets = offsets_init_map(al, b);
	if (algebra_failed(al)) {
		return none;
	}
	if (!map_chain(al, a, &outer)) {
		algebra_fault(al, FAULT_TYPE, "a layout with basis strides gives coordinates, not offsets");
	} else if (offsets.size < 1 || offsets.least < 0) {
		algebra_fault(al, FAULT_DOMAIN, "the inner layout is empty, or negative somewhere");
	} else if (offsets.size > LIMIT_TABLE_ENTRIES) {
		algebra_fault(al, FAULT_LIMIT, "more than %d coordinates", LIMIT_TABLE_ENTRIES);
	} else {
		offsets = offsets_init_map(al, map_composed_whole(al, a, tuple_int(0), false, b));
	}
	if (algebra_failed(al)) {
		return none;
	}
	struct tuple shape = map_inner(al, b).shape;
	int64_t *table = arena_array(al->arena, (size_t)offsets.size, sizeof *table);
	offsets_fill(&offsets, 0, offsets.size, table);
	infer_check_values(al, table, offsets.size);
	if (algebra_failed(al)) {
		return none;
	}
	return infer_table(al, table, tuple_is_tuple(shape) ? tuple_product_each(al, shape) : shape);
}

struct map inferred_map(struct algebra *al, const struct inferred *inferred) {
	struct map layout = map_from_layout(inferred->layout);
	if (inferred->swizzle.bits == 0) {
		return map_shifted(al, inferred->offset, layout);
	}
	return map_composed(al, map_from_swizzle(inferred->swizzle), tuple_int(inferred->offset), layout);
}
