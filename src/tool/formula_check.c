#include "tool/formula_check.h"

#include "algebra/query.h"
#include "lang/formulas.h"
#include "lang/notation/json.h"
#include "lang/notation/plain.h"

enum { TRIES = 200 };

static const char *const names[FORMULA_PROPERTIES] = { "injective", "surjective", "bijective", "contiguous" };

/* Flat modes, those taken so far, and the product of stride and extent of the last one that was. */
struct modes {
	int count;
	struct tuple shape, stride;
	bool *taken;
	struct tuple reach;
};

static struct modes modes_of(struct algebra *al, struct layout layout) {
	struct modes modes = { .reach = tuple_int(1) };
	modes.shape = tuple_flatten_to_tuple(al, layout.shape);
	modes.stride = tuple_flatten_to_tuple(al, layout.stride);
	modes.count = algebra_failed(al) ? 0 : modes.shape.rank;
	modes.taken = arena_array(al->arena, (size_t)modes.count + 1, sizeof *modes.taken);
	for (int i = 0; i < modes.count; i++) {
		modes.taken[i] = tuple_is_constant(modes.shape.modes[i], 1);
	}
	return modes;
}

/* A mode that is not taken and goes on exactly where the others end, or with "gaps" at it or behind it; -1 if none. */
static int next_mode(const struct modes *modes, bool gaps) {
	for (int i = 0; i < modes->count; i++) {
		struct tuple stride = modes->stride.modes[i];
		bool fits = gaps ? int_less(stride, modes->reach) == ANSWER_NO : symbol_always_equal(stride, modes->reach);
		for (int k = 0; k < modes->count && gaps && fits; k++) {
			fits = k == i || modes->taken[k] || int_less(modes->stride.modes[k], stride) == ANSWER_NO;
		}
		if (!modes->taken[i] && fits) {
			return i;
		}
	}
	return -1;
}

/*
 * Whether all modes can be put in a row in which each begins where those before it end, or with "gaps" not before: then
 * the layout is bijective onto 0 to size-1, or injective.
 */
static bool is_in_a_row(struct algebra *al, struct layout layout, bool gaps) {
	struct modes modes = modes_of(al, layout);
	int left = 0;
	for (int i = 0; i < modes.count; i++) {
		left += modes.taken[i] ? 0 : 1;
	}
	for (; left > 0 && !algebra_failed(al); left--) {
		int i = next_mode(&modes, gaps);
		if (i < 0) {
			return false;
		}
		modes.taken[i] = true;
		modes.reach = int_mul(al, modes.stride.modes[i], modes.shape.modes[i]);
	}
	return !algebra_failed(al);
}

/* Look for numbers for which a property does not hold that is not shown yet. */
static void try_numbers(struct algebra *al, const struct symbols *symbols, struct formula_check *check) {
	uint64_t state = 1;
	for (int k = 0; k < TRIES; k++) {
		struct value value = check->value;
		struct algebra own;
		struct buf text;
		algebra_init(&own, al->arena);
		buf_init(&text, al->arena);
		if (!formulas_choose(&own, symbols, &state, &value, &text)) {
			continue;
		}
		struct query query = query_map(&own, map_from_layout(value.layout));
		const bool holds[FORMULA_PROPERTIES] = { query.injective, query.surjective, query.bijective, query.contiguous };
		for (int i = 0; i < FORMULA_PROPERTIES && !algebra_failed(&own); i++) {
			if (!holds[i] && check->holds[i] == ANSWER_UNKNOWN) {
				check->holds[i] = ANSWER_NO;
				check->numbers[i] = text.data;
			}
		}
	}
}

void formula_check_make(struct algebra *al, const struct symbols *symbols, const struct value *value,
		struct formula_check *check) {
	struct buf assumptions;
	*check = (struct formula_check){ .value = *value, .assumptions = "" };
	bool is_checked = value->kind == VALUE_LAYOUT && !tuple_has_basis(value->layout.stride) && value_is_exact(value);
	if (!is_checked) {
		value_require_known(al, value);
		return;
	}
	buf_init(&assumptions, al->arena);
	print_assumptions(&assumptions, symbols);
	check->assumptions = assumptions.data;
	check->size = layout_size(al, value->layout);
	check->cosize = layout_cosize(al, value->layout);
	bool compact = is_in_a_row(al, value->layout, false);
	bool injective = compact || is_in_a_row(al, value->layout, true);
	for (int i = 0; i < FORMULA_PROPERTIES; i++) {
		check->holds[i] = compact || (i == FORMULA_INJECTIVE && injective) ? ANSWER_YES : ANSWER_UNKNOWN;
	}
	try_numbers(al, symbols, check);
}

void formula_check_facts(const struct formula_check *check, struct fact_list *facts) {
	static const char *const of_numbers[] = { "size", "cosize", "image", "least", "greatest", "gaps" };
	for (size_t i = 0; i < sizeof of_numbers / sizeof *of_numbers; i++) {
		facts_add_missing(facts, of_numbers[i], "it depends on the names, --with=NAME=N,... gives them numbers");
	}
	for (int i = 0; i < FORMULA_PROPERTIES; i++) {
		if (check->holds[i] == ANSWER_UNKNOWN) {
			facts_add_missing(facts, names[i], "it is not decided for all numbers, --with=NAME=N,... gives some");
		} else {
			facts_add(facts, names[i], check->holds[i] == ANSWER_YES);
		}
	}
}

void formula_check_report(const struct formula_check *check, struct buf *out) {
	buf_put(out, "layout      ");
	print_value(out, &check->value);
	buf_put(out, "\nsize        ");
	print_tuple(out, check->size);
	buf_put(out, ", cosize ");
	print_tuple(out, check->cosize);
	buf_put_char(out, '\n');
	for (int i = 0; i < FORMULA_PROPERTIES; i++) {
		buf_printf(out, "%-12s", names[i]);
		switch (check->holds[i]) {
		case ANSWER_YES: buf_put(out, "yes\n"); break;
		case ANSWER_NO: buf_printf(out, "no, for %s\n", check->numbers[i]); break;
		case ANSWER_UNKNOWN: buf_put(out, "not decided for all numbers\n"); break;
		}
	}
	if (check->assumptions[0] != '\0') {
		buf_printf(out, "assumed     %s\n", check->assumptions);
	}
}

void formula_check_json(const struct formula_check *check, struct buf *out) {
	print_json_begin(out);
	buf_put(out, "\"layout\":");
	print_map_json(out, map_from_layout(check->value.layout));
	for (int i = 0; i < FORMULA_PROPERTIES; i++) {
		buf_printf(out, ",\"%s\":%s", names[i],
			check->holds[i] == ANSWER_YES ? "true" : check->holds[i] == ANSWER_NO ? "false" : "null");
	}
	buf_printf(out, ",\"assumptions\":\"%s\"", check->assumptions);
}
