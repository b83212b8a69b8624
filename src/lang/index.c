/*
 * Text to steps, which index_at.c runs. The parser writes a program for a stack, and counts how high that gets, so that
 * evaluating a coordinate allocates nothing; whether the text is C or Python only decides which productions and
 * roundings are used.
 */
#include "lang/index.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "base/checked.h"
#include "base/limits.h"
#include "lang/index_steps.h"
#include "lang/octal.h"

/* --- tokens --- */

enum { TOKEN_BYTES = 4 };   /* the longest sign that is looked for, and NUL */

struct reader {
	struct arena *arena;
	const struct source *source;
	struct message *message;
	const struct index_names *names;
	bool python;
	size_t begin, end;      /* the present token; both at the end of the text behind the last one */
	size_t previous_end;
	int nesting;
	int depth;              /* of the stack here */
	bool is_unsigned;       /* what was read last has an unsigned type in C */
	bool may_be_below;      /* something that was read may be below 0 */
	struct step *steps;
	int count, capacity;
};

/* Signs of several characters, longest first where one begins another. */
static const char *const signs[] = { "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "//", "**" };

/* Where the token that begins at "begin" ends. */
static size_t token_end(struct str text, size_t begin) {
	size_t end = begin;
	if (begin >= text.length) {
		return begin;
	}
	if (str_is_word(text.data[begin])) {
		bool number = str_is_digit(text.data[begin]);
		while (end < text.length && (str_is_word(text.data[end])
				|| (!number && text.data[end] == '.' && end + 1 < text.length && str_is_word(text.data[end + 1])))) {
			end++;
		}
		return end;
	}
	for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
		if (text.length - begin >= 2 && memcmp(text.data + begin, signs[i], 2) == 0) {
			return begin + 2;
		}
	}
	return begin + 1;
}

/* Step over the blanks from "begin" on. */
static size_t skip_blanks(struct str text, size_t begin) {
	while (begin < text.length && (text.data[begin] == ' ' || text.data[begin] == '\t' || text.data[begin] == '\n'
			|| text.data[begin] == '\r')) {
		begin++;
	}
	return begin;
}

/* Step over the present token, and the blanks behind it. */
static void advance(struct reader *r) {
	r->previous_end = r->end;
	r->begin = skip_blanks(r->source->text, r->end);
	r->end = token_end(r->source->text, r->begin);
}

/* The present token as it is written; empty at the end. */
static struct str token(const struct reader *r) {
	return (struct str){ r->source->text.data + r->begin, r->end - r->begin };
}

/* The present token is "sign". */
static bool at(const struct reader *r, const char *sign) {
	return str_is(token(r), sign);
}

/* Record a fault from "begin" to "end" and end the text. */
static void fail(struct reader *r, enum fault_code code, size_t begin, size_t end, const char *sentence) {
	if (!fault_is_set(&r->message->fault)) {
		fault_set(&r->message->fault, code, 0, "%s", sentence);
		r->message->span = (struct span){ begin, end };
	}
	r->begin = r->source->text.length;
	r->end = r->begin;
}

/* Record that "what" was expected in the place of the present token, and end the text. */
static void fail_expected(struct reader *r, const char *what) {
	struct str saw = token(r);
	int length = str_shown(saw, 40);
	bool ends = r->begin >= r->source->text.length;
	struct buf text;
	buf_init(&text, r->arena);
	buf_printf(&text, ends ? "expected %s, saw the end" : "expected %s, saw '%.*s'", what, length, saw.data);
	fail(r, FAULT_SYNTAX, r->begin, r->end, text.data);
}

/* Step over "sign", or fail. */
static void expect(struct reader *r, const char *sign, const char *what) {
	if (!at(r, sign)) {
		fail_expected(r, what);
		return;
	}
	advance(r);
}

/* --- steps --- */

/* Append a step, whose operator changes the depth of the stack by "change". Returns its number. */
static int put_step(struct reader *r, enum step_kind op, int64_t value, struct span span, int change) {
	if (r->count == r->capacity) {
		int capacity = r->capacity == 0 ? 16 : 2 * r->capacity;
		struct step *steps = arena_array(r->arena, (size_t)capacity, sizeof *steps);
		if (r->count > 0) {
			memcpy(steps, r->steps, (size_t)r->count * sizeof *steps);
		}
		r->steps = steps;
		r->capacity = capacity;
	}
	r->depth += change;
	assert(r->depth <= INDEX_STACK_MAX); /* LIMIT_NESTING levels of operators fill less */
	r->steps[r->count] = (struct step){ op, value, span };
	return r->count++;
}

/* The "count" numbers on top, one of which has an unsigned type, are not to be below 0. */
static void put_natural(struct reader *r, struct span span, int count) {
	if (r->is_unsigned && r->may_be_below) {
		put_step(r, OP_NATURAL, count, span, 0);
	}
}

static void parse_conditional(struct reader *r);

/* One level deeper; false beyond the limit. Each call is paired with leave(). */
static bool enter(struct reader *r) {
	if (++r->nesting > LIMIT_NESTING) {
		fail(r, FAULT_LIMIT, r->begin, r->end, "parentheses and operators nest deeper than 64");
		return false;
	}
	return true;
}

/* One level back, for each call of "enter" that was true. */
static void leave(struct reader *r) {
	r->nesting--;
}

/* --- operands --- */

/* The value of a digit up to 16; 99, which is below no base, for other characters. */
static int digit_value(char c) {
	char small = str_small(c);
	return str_is_digit(c) ? c - '0' : small >= 'a' && small <= 'f' ? small - 'a' + 10 : 99;
}

/* decimal, 0x, 0b, 0o, with ' or _ nowhere, and the suffixes u, l and ul of C in any case */
static void parse_integer(struct reader *r) {
	struct str text = token(r);
	struct span span = { r->begin, r->end };
	size_t i = 0;
	int base = 10;
	if (text.length > 2 && text.data[0] == '0' && strchr("xXbBoO", text.data[1]) != NULL) {
		base = strchr("xX", text.data[1]) != NULL ? 16 : strchr("bB", text.data[1]) != NULL ? 2 : 8;
		i = 2;
	}
	size_t first = i;
	int64_t value = 0;
	bool fits = true;
	for (; i < text.length && digit_value(text.data[i]) < base; i++) {
		fits = fits && checked_mul(value, base, &value) && checked_add(value, digit_value(text.data[i]), &value);
	}
	struct str digits = { text.data + first, i - first };
	struct str suffix = { text.data + i, text.length - i };
	bool has_u = memchr(suffix.data, 'u', suffix.length) != NULL || memchr(suffix.data, 'U', suffix.length) != NULL;
	bool fills_32_bits = base != 10 && suffix.length == 0 && value > INT32_MAX && value <= UINT32_MAX;
	r->is_unsigned = !r->python && (has_u || fills_32_bits);
	while (i < text.length && strchr("uUlL", text.data[i]) != NULL) {
		i++;
	}
	if (!fits) {
		fail(r, FAULT_LIMIT, span.begin, span.end, "the integer does not fit 64 bits");
	} else if (digits.length == 0 || i < text.length) {
		fail(r, FAULT_SYNTAX, span.begin, span.end, "expected an integer");
	} else if (base == 10 && digits_are_octal(digits)) {
		fail(r, FAULT_SYNTAX, span.begin, span.end,
			"an integer that begins with 0 is octal in C++, and none in Python");
	} else {
		put_step(r, OP_VALUE, value, span, 1);
		advance(r);
	}
}

/* name | ("min" | "max" | "abs") "(" ... ")" */
static void parse_name(struct reader *r) {
	static const struct { const char *name; enum step_kind op; int operands; } functions[] = {
		{ "min", OP_MINIMUM, 2 }, { "max", OP_MAXIMUM, 2 }, { "abs", OP_ABS, 1 },
	};
	struct span span = { r->begin, r->end };
	for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
		if (at(r, functions[i].name)) {
			advance(r);
			expect(r, "(", "'('");
			parse_conditional(r);
			if (functions[i].operands == 2) {
				bool first_is_unsigned = r->is_unsigned;
				expect(r, ",", "','");
				parse_conditional(r);
				r->is_unsigned = r->is_unsigned || first_is_unsigned;
			}
			expect(r, ")", "')'");
			put_natural(r, span, functions[i].operands);
			put_step(r, functions[i].op, 0, span, 1 - functions[i].operands);
			return;
		}
	}
	for (int i = 0; i < r->names->count; i++) {
		if (str_equal(token(r), r->names->names[i].name)) {
			put_step(r, OP_NAME, i, span, 1);
			r->is_unsigned = false;
			advance(r);
			return;
		}
	}
	struct buf text;
	buf_init(&text, r->arena);
	buf_printf(&text, "no dimension is called '%.*s'", str_shown(token(r), 60), token(r).data);
	fail(r, FAULT_NAME, span.begin, span.end, text.data);
}

/* "(" conditional ")" | ("-" | "+" | "~" | "!") operand | integer | name */
static void parse_operand(struct reader *r) {
	struct span span = { r->begin, r->end };
	enum step_kind op = at(r, "-") ? OP_NEGATE : at(r, "~") ? OP_INVERT : at(r, "!") && !r->python ? OP_NOT : OP_VALUE;
	if (!enter(r)) {
		return;
	}
	if (op != OP_VALUE || at(r, "+")) {
		advance(r);
		parse_operand(r);
		if (op != OP_VALUE) {
			put_step(r, op, 0, span, 0);
			r->is_unsigned = r->is_unsigned && op != OP_NOT;
			r->may_be_below = r->may_be_below || op != OP_NOT;
		}
	} else if (at(r, "(")) {
		advance(r);
		parse_conditional(r);
		expect(r, ")", "')'");
	} else if (r->begin < r->source->text.length && str_is_digit(token(r).data[0])) {
		parse_integer(r);
	} else if (r->begin < r->source->text.length && str_is_word(token(r).data[0])) {
		parse_name(r);
	} else {
		fail_expected(r, "a number, a name or '('");
	}
	leave(r);
}

/* --- binary operators --- */

struct binary {
	const char *sign;
	enum step_kind op;
	int in_c, in_python;   /* how close it binds; 0: it is not in the language */
};

/* "and" and "or" of Python, && and || of C stand elsewhere, since they do not always evaluate their right side. */
static const struct binary binaries[] = {
	{ "*", OP_MULTIPLY, 10, 10 }, { "/", OP_DIVIDE, 10, 0 }, { "%", OP_REMAINDER, 10, 0 },
	{ "//", OP_FLOOR, 0, 10 }, { "%", OP_MODULO, 0, 10 },
	{ "floordiv", OP_FLOOR, 10, 10 }, { "ceildiv", OP_CEILING, 10, 10 }, { "mod", OP_MODULO, 10, 10 },
	{ "+", OP_ADD, 9, 9 }, { "-", OP_SUBTRACT, 9, 9 },
	{ "<<", OP_LEFT, 8, 8 }, { ">>", OP_RIGHT, 8, 8 },
	{ "<", OP_LESS, 7, 4 }, { "<=", OP_LESS_EQUAL, 7, 4 }, { ">", OP_GREATER, 7, 4 }, { ">=", OP_GREATER_EQUAL, 7, 4 },
	{ "==", OP_EQUAL, 6, 4 }, { "!=", OP_UNEQUAL, 6, 4 },
	{ "&", OP_AND, 5, 7 }, { "^", OP_XOR, 4, 6 }, { "|", OP_OR, 3, 5 },
	{ NULL, OP_VALUE, 0, 0 },
};

enum { LOOSEST = 3, CLOSEST = 10, COMPARISON_IN_PYTHON = 4 };

/* The operator that the present token is, of this closeness; NULL if it is none. */
static const struct binary *find_binary(const struct reader *r, int closeness) {
	for (const struct binary *binary = binaries; binary->sign != NULL; binary++) {
		if ((r->python ? binary->in_python : binary->in_c) == closeness && at(r, binary->sign)) {
			return binary;
		}
	}
	return NULL;
}

/* The bits of a negative number give other results than those of the unsigned number that they are in C. */
static bool tells_sign(enum step_kind op) {
	return op != OP_MULTIPLY && op != OP_ADD && op != OP_SUBTRACT && op != OP_LEFT && op != OP_AND && op != OP_XOR
		&& op != OP_OR;
}

/* operand of closeness + 1 { operator operand }, from the left */
static void parse_binary(struct reader *r, int closeness) {
	if (closeness > CLOSEST) {
		parse_operand(r);
		return;
	}
	parse_binary(r, closeness + 1);
	const struct binary *binary;
	for (int chain = 0; (binary = find_binary(r, closeness)) != NULL; chain++) {
		struct span span = { r->begin, r->end };
		if (r->python && closeness == COMPARISON_IN_PYTHON && chain > 0) {
			fail(r, FAULT_UNSUPPORTED, span.begin, span.end, "comparisons in a row: write a < b and b < c");
			return;
		}
		bool left_is_unsigned = r->is_unsigned;
		bool shifts = binary->op == OP_LEFT || binary->op == OP_RIGHT;
		advance(r);
		parse_binary(r, closeness + 1);
		r->is_unsigned = left_is_unsigned || (r->is_unsigned && !shifts);
		if (tells_sign(binary->op)) {
			put_natural(r, span, 2);
		}
		put_step(r, binary->op, 0, span, -1);
		bool compares = binary->op >= OP_LESS && binary->op <= OP_UNEQUAL;
		r->is_unsigned = r->is_unsigned && !compares;
		r->may_be_below = r->may_be_below || binary->op == OP_SUBTRACT;
	}
}

/* [ "not" ] binary */
static void parse_not(struct reader *r) {
	if (!r->python || !at(r, "not")) {
		parse_binary(r, LOOSEST);
		return;
	}
	struct span span = { r->begin, r->end };
	advance(r);
	if (enter(r)) {
		parse_not(r);
		leave(r);
	}
	put_step(r, OP_NOT, 0, span, 0);
}

/*
 * not { ("&&" | "and") not }, or the same of "||" and "or". C gives 0 or 1, Python the operand that decides. The jumps
 * go to the end of the whole row.
 */
static void parse_logical(struct reader *r, bool is_or) {
	const char *sign = is_or ? (r->python ? "or" : "||") : r->python ? "and" : "&&";
	int first = -1;
	for (;;) {
		if (is_or) {
			parse_logical(r, false);
		} else {
			parse_not(r);
		}
		bool more = at(r, sign);
		struct span span = { r->begin, r->end };
		if (!r->python && (more || first >= 0)) {
			put_step(r, OP_TRUTH, 0, span, 0);
			r->is_unsigned = false;
		}
		if (!more) {
			break;
		}
		/* Until the end is known, the jumps of the row are a list: each holds the number of the one before. */
		first = put_step(r, is_or ? OP_SKIP_IF_TRUE : OP_SKIP_IF_FALSE, first, span, 0);
		put_step(r, OP_POP, 0, span, -1);
		advance(r);
	}
	while (first >= 0) {
		int before = (int)r->steps[first].value;
		r->steps[first].value = r->count;
		first = before;
	}
}

/* or [ "?" conditional ":" conditional ] */
static void parse_conditional_c(struct reader *r) {
	parse_logical(r, true);
	if (!at(r, "?")) {
		return;
	}
	struct span span = { r->begin, r->end };
	advance(r);
	int branch = put_step(r, OP_JUMP_IF_FALSE, 0, span, -1);
	parse_conditional(r);
	expect(r, ":", "':'");
	bool first_is_unsigned = r->is_unsigned;
	int jump = put_step(r, OP_JUMP, 0, span, -1);
	r->steps[branch].value = r->count;
	parse_conditional(r);
	r->steps[jump].value = r->count;
	r->is_unsigned = r->is_unsigned || first_is_unsigned;
}

/*
 * or [ "if" or "else" conditional ]. The condition stands behind what it decides about, so the steps before it are
 * jumped over first, and come back to.
 */
static void parse_conditional_python(struct reader *r) {
	struct span start = { r->begin, r->end };
	int enter_condition = put_step(r, OP_JUMP, r->count + 1, start, 0);
	parse_logical(r, true);
	if (!at(r, "if")) {
		return;
	}
	struct span span = { r->begin, r->end };
	int jump = put_step(r, OP_JUMP, 0, span, -1);
	r->steps[enter_condition].value = r->count;
	advance(r);
	parse_logical(r, true);
	int branch = put_step(r, OP_JUMP_IF_FALSE, 0, span, -1);
	put_step(r, OP_JUMP, enter_condition + 1, span, 0);
	r->steps[branch].value = r->count;
	expect(r, "else", "'else'");
	parse_conditional(r);
	r->steps[jump].value = r->count;
}

/* The whole of an expression, or of what stands in brackets, as the language of the text has it. */
static void parse_conditional(struct reader *r) {
	if (!enter(r)) {
		return;
	}
	if (r->python) {
		parse_conditional_python(r);
	} else {
		parse_conditional_c(r);
	}
	leave(r);
}

/* --- the whole --- */

/* Words that are no names of dimensions. */
static bool is_keyword(struct str word) {
	static const char *const words[] = {
		"and", "or", "not", "if", "else", "floordiv", "ceildiv", "mod", "min", "max", "abs",
	};
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
		if (str_is(word, words[i])) {
			return true;
		}
	}
	return false;
}

bool index_looks_like_python(const struct source *source) {
	static const char *const words[] = { "//", "**", "and", "or", "not", "if" };
	size_t begin = skip_blanks(source->text, 0);
	while (begin < source->text.length) {
		size_t end = token_end(source->text, begin);
		for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
			if (str_is((struct str){ source->text.data + begin, end - begin }, words[i])) {
				return true;
			}
		}
		begin = skip_blanks(source->text, end);
	}
	return false;
}

struct index_names index_find_names(const struct source *source) {
	struct index_names names = { .count = 0 };
	size_t begin = skip_blanks(source->text, 0);
	while (begin < source->text.length && !names.more) {
		size_t end = token_end(source->text, begin);
		struct str word = { source->text.data + begin, end - begin };
		bool is_new = str_is_word(word.data[0]) && !str_is_digit(word.data[0]) && !is_keyword(word);
		for (int i = 0; i < names.count && is_new; i++) {
			is_new = !str_equal(names.names[i].name, word);
		}
		names.more = is_new && names.count == INDEX_NAMES_MAX;
		if (is_new && !names.more) {
			names.names[names.count] = (struct index_name){ word, names.count, 1, 0 };
			names.count++;
		}
		begin = skip_blanks(source->text, end);
	}
	return names;
}

const struct index_expression *index_parse(struct arena *arena, const struct source *source,
		enum index_language language, const struct index_names *names, struct message *message) {
	struct reader r = { .arena = arena, .source = source, .message = message, .names = names };
	fault_clear(&message->fault);
	r.python = language == INDEX_PYTHON || (language == INDEX_ANY && index_looks_like_python(source));
	if (source->text.length > LIMIT_SOURCE_BYTES) {
		fail(&r, FAULT_LIMIT, 0, 0, "the expression is longer than 1048576 bytes");
		return NULL;
	}
	advance(&r);
	parse_conditional(&r);
	put_natural(&r, (struct span){ 0, source->text.length }, 1);
	if (r.begin < source->text.length) {
		bool slash = r.python && at(&r, "/");
		fail_expected(&r, "an operator or the end");
		if (slash) {
			fault_set_hint(&message->fault, "'/' of Python gives no integer; '//' does");
		}
	}
	if (fault_is_set(&message->fault)) {
		return NULL;
	}
	struct index_expression *expression = arena_alloc(arena, sizeof *expression);
	*expression = (struct index_expression){
		.steps = r.steps, .count = r.count, .names = *names, .place = arena_alloc(arena, sizeof(struct span)),
	};
	return expression;
}
