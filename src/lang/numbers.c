/* A reader of conditions and pairs as command lines have them: blanks anywhere, no expressions. */
#include "lang/numbers.h"

#include <inttypes.h>

#include "lang/formulas.h"
#include "lang/notation/symbol.h"

/* --- text --- */

struct reader {
	const char *at;
	const char *end;
};

static void skip_blanks(struct reader *r) {
	while (r->at < r->end && (*r->at == ' ' || *r->at == '\t')) {
		r->at++;
	}
}

/* Step over "sign" behind blanks, if it stands there. */
static bool take(struct reader *r, const char *sign) {
	skip_blanks(r);
	size_t length = strlen(sign);
	if ((size_t)(r->end - r->at) < length || memcmp(r->at, sign, length) != 0) {
		return false;
	}
	r->at += length;
	return true;
}

/* The name behind blanks; false where there is none. */
static bool take_name(struct reader *r, struct str *name) {
	skip_blanks(r);
	const char *begin = r->at;
	while (r->at < r->end && (str_is_letter(*r->at) || *r->at == '_' || (r->at > begin && str_is_digit(*r->at)))) {
		r->at++;
	}
	*name = (struct str){ begin, (size_t)(r->at - begin) };
	return r->at > begin;
}

/* The digits behind blanks; false where there are none, or too many. */
static bool take_number(struct reader *r, int64_t *number) {
	skip_blanks(r);
	const char *begin = r->at;
	bool fits = true;
	*number = 0;
	for (; r->at < r->end && *r->at >= '0' && *r->at <= '9'; r->at++) {
		fits = fits && checked_mul(*number, 10, number) && checked_add(*number, *r->at - '0', number);
	}
	return fits && r->at > begin;
}

/* Nothing but blanks is left. */
static bool at_end(struct reader *r) {
	skip_blanks(r);
	return r->at == r->end;
}

/* One of the comparisons behind a name, from the longest on. */
static bool read_bound(struct reader *r, struct assumption *out) {
	static const char *const signs[] = { ">=", "<=", "==", ">", "<" };
	int64_t number;
	int which = 0;
	while (which < 5 && !take(r, signs[which])) {
		which++;
	}
	if (which == 5 || !take_number(r, &number) || !at_end(r)) {
		return false;
	}
	switch (which) {
	case 0: out->least = number; return true;
	case 1: out->most = number; break;
	case 2: out->least = out->most = number; break;
	case 3: return checked_add(number, 1, &out->least);
	default: out->most = number - 1;
	}
	return out->most >= 1;
}

bool assumption_read(struct str text, struct assumption *out) {
	struct reader r = { text.data, text.data + text.length };
	int64_t zero;
	*out = (struct assumption){ .divisor = 1, .least = 1, .most = INT64_MAX };
	if (!take_name(&r, &out->name)) {
		return false;
	}
	if (!take(&r, "%")) {
		return read_bound(&r, out);
	}
	return take_number(&r, &out->divisor) && out->divisor >= 1 && out->divisor <= UINT32_MAX && take(&r, "==")
		&& take_number(&r, &zero) && zero == 0 && at_end(&r);
}

/* NAME=NUMBER [","] */
static bool take_pair(struct reader *r, struct str *name, int64_t *number) {
	return take_name(r, name) && take(r, "=") && take_number(r, number) && (take(r, ",") || at_end(r));
}

/* The number of "name" in "text"; false if it has none. */
static bool find_number(struct str text, struct str name, int64_t *number) {
	struct reader r = { text.data, text.data + text.length };
	struct str each;
	while (take_pair(&r, &each, number)) {
		if (str_equal(each, name)) {
			return true;
		}
	}
	return false;
}

bool numbers_are_written(struct str text) {
	struct reader r = { text.data, text.data + text.length };
	struct str name;
	int64_t number;
	bool good = !at_end(&r);
	while (good && !at_end(&r)) {
		struct str before = { text.data, (size_t)(r.at - text.data) };
		int64_t other;
		good = take_pair(&r, &name, &number) && !find_number(before, name, &other);
	}
	return good;
}

/* --- numbers for names --- */

/* Whether "number" is what was promised of "variable", a name; a fault if not. */
static bool is_promised(struct algebra *al, const struct variable *variable, int64_t number) {
	int length = str_shown(variable->name, 60);
	if (number % variable->divisor != 0) {
		algebra_fault(al, FAULT_DOMAIN, "%.*s = %" PRId64 " is not a multiple of %" PRId64, length,
			variable->name.data, number, variable->divisor);
	} else if (number < variable->least) {
		algebra_fault(al, FAULT_DOMAIN, "%.*s = %" PRId64 " is less than %" PRId64, length, variable->name.data, number,
			variable->least);
	} else if (number > variable->most) {
		algebra_fault(al, FAULT_DOMAIN, "%.*s = %" PRId64 " is more than %" PRId64, length, variable->name.data, number,
			variable->most);
	}
	return !algebra_failed(al);
}

bool number_of_name(struct algebra *al, struct str text, struct tuple leaf, int64_t *number) {
	const struct variable *variable = symbol_named(leaf);
	return find_number(text, variable->name, number) && is_promised(al, variable, *number);
}

/* Whether "symbols" has the name "name". */
static bool has_name(const struct symbols *symbols, struct str name) {
	for (int i = 0; symbols != NULL && i < symbols->variable_count; i++) {
		if (symbols->variables[i].kind == VARIABLE_NAME && str_equal(symbols->variables[i].name, name)) {
			return true;
		}
	}
	return false;
}

bool numbers_find_stranger(struct str text, const struct symbols *symbols, struct str *name) {
	struct reader r = { text.data, text.data + text.length };
	int64_t number;
	while (take_pair(&r, name, &number)) {
		if (!has_name(symbols, *name)) {
			return true;
		}
	}
	return false;
}

/* The numbers of all names at "values"; false after a fault. */
static bool find_numbers(struct algebra *al, const struct symbols *symbols, struct str text, int64_t *values) {
	for (int i = 0; i < symbols->variable_count; i++) {
		const struct variable *variable = &symbols->variables[i];
		if (variable->kind != VARIABLE_NAME) {
			continue;
		}
		if (!find_number(text, variable->name, &values[i])) {
			int length = str_shown(variable->name, 60);
			algebra_fault(al, FAULT_NAME, "--with has no number for '%.*s'", length, variable->name.data);
			return false;
		}
		if (!is_promised(al, variable, values[i])) {
			return false;
		}
	}
	return true;
}

bool value_with_numbers(struct algebra *al, const struct symbols *symbols, struct str text, struct value *value) {
	int64_t values[LIMIT_SYMBOL_VARIABLES] = { 0 };
	const struct need *broken;
	if (symbols == NULL) {
		return true;
	}
	if (!find_numbers(al, symbols, text, values)) {
		return false;
	}
	/* What is promised of the names themselves holds: it is a need that does not. */
	if (!symbols_hold(al, symbols, values, &broken)) {
		struct buf need;
		buf_init(&need, al->arena);
		print_need(&need, broken);
		algebra_fault(al, FAULT_DOMAIN, "for these numbers the result does not hold: it needs %.300s", need.data);
		return false;
	}
	value_substitute(al, value, values);
	return !algebra_failed(al);
}

/* --- where divisibility is lost --- */

void print_losses(struct buf *out, const struct symbols *symbols) {
	for (int i = 0; i < symbols->variable_count; i++) {
		const struct variable *quotient = &symbols->variables[i];
		if (quotient->kind == VARIABLE_NAME || !symbol_is_name(quotient->p) || int_is_symbol(quotient->q)) {
			continue;
		}
		const struct variable *name = symbol_named(quotient->p);
		buf_put_str(out, name->name);
		buf_printf(out, "/%" PRId64 " is rounded %s: --assume '", quotient->q.value,
			quotient->kind == VARIABLE_CEIL ? "up" : "down");
		buf_put_str(out, name->name);
		buf_printf(out, " %% %" PRId64 " == 0' keeps it exact\n", quotient->q.value);
	}
}
