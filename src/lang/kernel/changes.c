#include "lang/kernel/changes.h"

#include <string.h>

#include "lang/kernel/scan.h"

/* What stands in front of a name. */
enum before {
	BEFORE_NOTHING, /* that belongs to it */
	BEFORE_TYPE,    /* a word, or what a type ends in: the name may be declared */
	BEFORE_MEMBER,  /* the sign of a member */
	BEFORE_STEP,    /* ++ or -- */
};

/* The bytes of the operator at "at" that gives what stands in front another value; 0 if there is none. */
static size_t assignment_at(struct str text, size_t at) {
	char c = scan_at(text, at);
	char next = scan_at(text, at + 1);
	if (c == '=') {
		return next != '=' ? 1 : 0;
	}
	if ((c == '<' || c == '>') && next == c) {
		return scan_at(text, at + 2) == '=' ? 3 : 0;
	}
	bool steps = (c == '+' || c == '-') && next == c;
	bool computes = c != '\0' && strchr("+-*/%&|^", c) != NULL && next == '=';
	if (scan_at_text(text, at, "\xc3\xb7=")) {
		return 3; /* the sign in place of the // of Python */
	}
	return steps || computes ? 2 : 0;
}

/* Words that stand in front of names and are no types. */
static bool is_keyword(struct str word) {
	return str_is_among(word, "return else do case throw goto co_return co_yield delete new and or not");
}

/* What the sign at "*at", behind "before", says of a name that follows; "*at" moves behind it. */
static enum before step_over(struct str text, size_t *at, enum before before) {
	char c = text.data[*at];
	char next = scan_at(text, *at + 1);
	if ((c == '-' && next == '>') || (c == ':' && next == ':')) {
		*at += 2;
		return BEFORE_MEMBER;
	}
	if ((c == '+' || c == '-') && next == c) {
		*at += 2;
		return before == BEFORE_TYPE ? BEFORE_NOTHING : BEFORE_STEP;
	}
	bool is_reference = (c == '&' || c == '*') && before == BEFORE_TYPE && next != '=' && next != c;
	size_t begin = *at;
	*at = scan_step(text, *at, false);
	bool is_blank = scan_is_blank(c) || c == '\n' || *at > begin + 1;
	return c == '.' ? BEFORE_MEMBER : is_blank ? before : is_reference || c == '>' ? BEFORE_TYPE : BEFORE_NOTHING;
}

bool changes_next(struct str text, size_t *at, struct str *name) {
	enum before before = BEFORE_NOTHING;
	while (*at < text.length) {
		if (!scan_is_name_start(text.data[*at]) || (*at > 0 && scan_is_name_part(text.data[*at - 1]))) {
			before = step_over(text, at, before);
			continue;
		}
		*name = (struct str){ text.data + *at, scan_name(text, *at) - *at };
		*at += name->length;
		bool is_plain = memchr(name->data, ':', name->length) == NULL && before != BEFORE_MEMBER;
		size_t sign = assignment_at(text, scan_blanks(text, *at, false));
		bool is_assigned = before == BEFORE_TYPE ? sign > 1 : sign > 0;
		if (is_plain && (is_assigned || before == BEFORE_STEP)) {
			return true;
		}
		before = is_keyword(*name) ? BEFORE_NOTHING : BEFORE_TYPE;
	}
	return false;
}

bool changes_step(bool is_cpp, struct str text, struct step *step) {
	bool in_front = scan_at_text(text, 0, "++") || scan_at_text(text, 0, "--");
	size_t begin = in_front ? scan_blanks(text, 2, false) : 0;
	size_t end = scan_is_name_start(scan_at(text, begin)) ? scan_name(text, begin) : begin;
	size_t sign = in_front ? 0 : scan_blanks(text, end, false);
	size_t length = in_front ? 2 : assignment_at(text, sign);
	if (end == begin || length < 2 || (in_front && end < text.length)) {
		return false;
	}
	bool is_one = scan_at(text, sign + length - 1) != '=';
	if (!is_cpp && (is_one || scan_at(text, sign) == '/')) {
		return false; /* Python has no ++, and its quotient is no integer */
	}
	*step = (struct step){ .name = { text.data + begin, end - begin }, .sign = { text.data + sign, length - 1 },
		.value = is_one ? str_from("1") : scan_part(text, sign + length, text.length) };
	return is_one ? in_front || sign + length == text.length : step->value.length > 0;
}
