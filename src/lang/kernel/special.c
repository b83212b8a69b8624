/*
 * Which of a template and its specialisations is meant by arguments. Arguments are compared by value where both have
 * one, and else as they are written; where that does not tell, none is meant rather than a wrong one.
 */
#include "lang/kernel/run.h"

#include <string.h>

#include "lang/kernel/scan.h"

/* How the arguments of a specialisation fit those that are given. */
struct fit {
	enum answer fits;
	struct str given[LIMIT_KERNEL_PARAMETERS]; /* for each parameter of the specialisation */
};

/* The place of the parameter that is called "name"; -1 if there is none. */
static int parameter_place(const struct definition *definition, struct str name) {
	for (int i = 0; i < definition->parameter_count; i++) {
		if (str_equal(kernel_parameter(definition->parameters[i]), name)) {
			return i;
		}
	}
	return -1;
}

/* Whether "text" has a word that makes another type of one, which values do not have. */
static bool is_qualified(struct str text) {
	return scan_has_word(text, "const") || scan_has_word(text, "volatile") || scan_has_word(text, "char")
		|| memchr(text.data, '&', text.length) != NULL;
}

/* Whether the arguments "a" and "b" are the same. */
static enum answer is_same(struct kernel *k, struct str a, struct str b) {
	struct value first;
	struct value second;
	if (str_equal(a, b)) {
		return ANSWER_YES;
	}
	if (is_qualified(a) || is_qualified(b) || !kernel_value(k, a, &first) || !kernel_value(k, b, &second)) {
		return ANSWER_UNKNOWN;
	}
	bool has_numbers = first.kind == VALUE_TUPLE && second.kind == VALUE_TUPLE && tuple_is_plain_int(first.tuple)
		&& tuple_is_plain_int(second.tuple);
	if (has_numbers && int_has_value(first.tuple) && int_has_value(second.tuple)) {
		return answer_from(first.tuple.value == second.tuple.value);
	}
	bool is_alike = first.kind == second.kind;
	return has_numbers || !is_alike ? ANSWER_UNKNOWN : answer_from(value_equal(&first, &second));
}

/* How "special" fits the "count" arguments "given" of "definition", which has some by default. */
static struct fit fit_of(struct kernel *k, const struct definition *definition, const struct definition *special,
	const struct str *given, int count) {
	struct fit fit = { .fits = ANSWER_YES };
	struct str patterns[LIMIT_KERNEL_PARAMETERS];
	int pattern_count = kernel_split(k, special->special, patterns);
	int bound = 0;
	for (int i = 0; i < pattern_count && fit.fits != ANSWER_NO; i++) {
		struct str argument = i < count ? given[i] : kernel_default(definition->parameters[i]);
		int place = parameter_place(special, patterns[i]);
		if (argument.length == 0) {
			fit.fits = ANSWER_UNKNOWN;
		} else if (place >= 0 && fit.given[place].length == 0) {
			bound++;
			fit.given[place] = argument;
		} else {
			enum answer same = is_same(k, place >= 0 ? fit.given[place] : patterns[i], argument);
			fit.fits = same == ANSWER_YES ? fit.fits : same;
		}
	}
	fit.fits = fit.fits == ANSWER_YES && bound < special->parameter_count ? ANSWER_UNKNOWN : fit.fits;
	return fit;
}

/* Whether "special" is a specialisation of "definition". */
static bool is_special_of(const struct definition *special, const struct definition *definition) {
	return special->special.length > 0 && str_equal(special->name, definition->name)
		&& str_equal(special->space, definition->space);
}

/* One without parameters is meant before all others; of several with some, which is meant is not asked. */
struct definition *kernel_choose(struct kernel *k, struct definition *definition, struct str *given, int *count) {
	struct definition *chosen = NULL;
	struct fit best = { .fits = ANSWER_NO };
	bool is_clear = !definition->is_lost;
	for (struct definition *special = k->definitions; special != NULL; special = special->next) {
		struct fit fit = { .fits = ANSWER_NO };
		if (is_special_of(special, definition) && (k->looks_ahead || !special->is_early)) {
			fit = fit_of(k, definition, special, given, *count);
		}
		if (fit.fits == ANSWER_YES && special->parameter_count == 0) {
			*count = 0;
			return special;
		}
		is_clear = is_clear && fit.fits != ANSWER_UNKNOWN && (fit.fits == ANSWER_NO || chosen == NULL);
		if (fit.fits == ANSWER_YES) {
			chosen = special;
			best = fit;
		}
	}
	if (!is_clear || chosen == NULL) {
		return is_clear ? definition : NULL;
	}
	*count = chosen->parameter_count;
	memcpy(given, best.given, sizeof best.given);
	return chosen;
}
