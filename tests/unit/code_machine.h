/*
 * Runs a function of an index as C, CUDA C++ or Python would: what lang/notation/index_code.h writes, statements with
 * one variable each and a sum that is returned.
 */
#ifndef TESTS_CODE_MACHINE_H
#define TESTS_CODE_MACHINE_H

#include <stdlib.h>
#include <string.h>

#include "base/str.h"

enum { VARIABLES_MAX = 32 };

/* How a language computes: Python rounds down, C toward zero, and unsigned numbers of 64 bits are those of CUDA C++. */
enum arithmetic { FLOOR, TRUNCATE, UNSIGNED };

struct machine {
	const char *at;
	enum arithmetic arithmetic;
	int64_t least, most;     /* of the type of variables */
	struct str names[VARIABLES_MAX];
	int64_t values[VARIABLES_MAX];
	int count;
	bool is_wrong;           /* what was read is no function, or a variable does not fit its type */
};

static inline void skip_blanks(struct machine *m) {
	while (*m->at == ' ' || *m->at == '\t') {
		m->at++;
	}
}

/* Take "word" if it is next. */
static inline bool takes(struct machine *m, const char *word) {
	skip_blanks(m);
	bool here = strncmp(m->at, word, strlen(word)) == 0;
	m->at += here ? strlen(word) : 0;
	return here;
}

static inline struct str read_name(struct machine *m) {
	skip_blanks(m);
	const char *first = m->at;
	while (*m->at == '_' || strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", *m->at) != NULL) {
		if (*m->at == '\0') {
			break;
		}
		m->at++;
	}
	return (struct str){ first, (size_t)(m->at - first) };
}

static inline void set(struct machine *m, struct str name, int64_t value) {
	m->is_wrong = m->is_wrong || name.length == 0 || m->count == VARIABLES_MAX || value < m->least || value > m->most;
	for (int i = 0; i < m->count; i++) {
		m->is_wrong = m->is_wrong || str_equal(m->names[i], name);
	}
	if (!m->is_wrong) {
		m->names[m->count] = name;
		m->values[m->count++] = value;
	}
}

static inline int64_t divide(struct machine *m, int64_t a, int64_t b) {
	if (b == 0) {
		m->is_wrong = true;
		return 0;
	}
	if (m->arithmetic == UNSIGNED) {
		return (int64_t)((uint64_t)a / (uint64_t)b);
	}
	return a / b - (m->arithmetic == FLOOR && a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

static inline int64_t shift_right(const struct machine *m, int64_t a, int64_t by) {
	uint64_t bits = (uint64_t)a >> by;
	return (int64_t)(m->arithmetic != UNSIGNED && a < 0 ? ~(~(uint64_t)a >> by) : bits);
}

static inline int64_t times(int64_t a, int64_t b) {
	return (int64_t)((uint64_t)a * (uint64_t)b);
}

static inline int64_t minus(int64_t a, int64_t b) {
	return (int64_t)((uint64_t)a - (uint64_t)b);
}

/* From what binds least: ^, &, the shifts, + and -, * and the quotients, a sign; alike in all three languages. */
enum { LEVEL_XOR, LEVEL_AND, LEVEL_SHIFT, LEVEL_SUM, LEVEL_PRODUCT, LEVEL_LEAF };

static inline int64_t expression(struct machine *m, int level);

static inline int64_t leaf(struct machine *m) {
	if (takes(m, "-")) {
		return minus(0, leaf(m));
	}
	if (takes(m, "(")) {
		int64_t value = expression(m, LEVEL_XOR);
		m->is_wrong = !takes(m, ")") || m->is_wrong;
		return value;
	}
	struct str name = read_name(m);
	if (name.length > 0 && str_is_digit(name.data[0])) {
		return (int64_t)strtoull(name.data, NULL, 0);
	}
	for (int i = 0; i < m->count; i++) {
		if (str_equal(m->names[i], name)) {
			return m->values[i];
		}
	}
	m->is_wrong = true;
	return 0;
}

static inline int64_t expression(struct machine *m, int level) {
	if (level == LEVEL_LEAF) {
		return leaf(m);
	}
	int64_t a = expression(m, level + 1);
	for (;;) {
		if (level == LEVEL_XOR && takes(m, "^")) {
			a ^= expression(m, level + 1);
		} else if (level == LEVEL_AND && takes(m, "&")) {
			a &= expression(m, level + 1);
		} else if (level == LEVEL_SHIFT && takes(m, ">>")) {
			a = shift_right(m, a, expression(m, level + 1));
		} else if (level == LEVEL_SHIFT && takes(m, "<<")) {
			a = (int64_t)((uint64_t)a << expression(m, level + 1));
		} else if (level == LEVEL_SUM && takes(m, "+")) {
			a = minus(a, minus(0, expression(m, level + 1)));
		} else if (level == LEVEL_SUM && takes(m, "-")) {
			a = minus(a, expression(m, level + 1));
		} else if (level == LEVEL_PRODUCT && takes(m, "*")) {
			a = times(a, expression(m, level + 1));
		} else if (level == LEVEL_PRODUCT && (takes(m, "//") || takes(m, "/"))) {
			a = divide(m, a, expression(m, level + 1));
		} else if (level == LEVEL_PRODUCT && takes(m, "%")) {
			int64_t b = expression(m, level + 1);
			a = minus(a, times(divide(m, a, b), b));
		} else {
			return a;
		}
	}
}

/*
 * What "function" of "code" gives at the "count" numbers "indices" and the numbers of the names M and N. It is wrong
 * where "code" has another form, a name twice, or a number that is not in the machine's bounds.
 */
static inline int64_t result_of(struct machine *m, const char *code, const char *function, const int64_t *indices,
		int count, const int64_t *numbers) {
	m->count = 0;
	m->is_wrong = false;
	m->at = strstr(code, function);
	if (m->at == NULL) {
		m->is_wrong = true;
		return 0;
	}
	m->at += strlen(function);
	for (int i = 0; !takes(m, ")") && !m->is_wrong; i++) {
		struct str name = read_name(m);
		name = *m->at == ' ' ? read_name(m) : name;
		bool is_n = str_equal(name, str_from("N"));
		m->is_wrong = m->is_wrong || (i >= count && !is_n && !str_equal(name, str_from("M")));
		set(m, name, i < count ? indices[i] : numbers[is_n]);
		takes(m, ",");
	}
	m->at = m->is_wrong ? m->at : strchr(m->at, '\n') + 1;
	while (!m->is_wrong && !takes(m, "return")) {
		struct str name = read_name(m);
		name = strncmp(m->at, " =", 2) == 0 ? name : read_name(m);
		m->is_wrong = !takes(m, "=") || m->is_wrong;
		set(m, name, expression(m, LEVEL_XOR));
		takes(m, ";");
		m->is_wrong = *m->at++ != '\n' || m->is_wrong;
	}
	int64_t value = m->is_wrong ? 0 : expression(m, LEVEL_XOR);
	m->is_wrong = m->is_wrong || strchr(";\n", *m->at) == NULL || value < m->least || value > m->most;
	return value;
}

#endif
