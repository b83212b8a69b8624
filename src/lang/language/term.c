/*
 * What languages ask of terms: fields by name, arguments by place or name, numbers within bounds, and the values of
 * expressions. Each question that fails records one fault at the term that it is about; what runs after it gets
 * harmless answers, so that readers ask without looking.
 */
#include "lang/language/term.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/checked.h"
#include "base/limits.h"

bool reader_fault(struct reader *reader, struct span span, enum fault_code code, const char *format, ...) {
	if (reader_failed(reader)) {
		return false;
	}
	va_list arguments;
	va_start(arguments, format);
	char sentence[FAULT_TEXT_BYTES];
	vsnprintf(sentence, sizeof sentence, format, arguments);
	va_end(arguments);
	fault_set(&reader->message->fault, code, 0, "%s", sentence);
	size_t length = reader->source->text.length;
	reader->message->span.begin = span.begin < length ? span.begin : length;
	reader->message->span.end = span.end < length ? span.end : length;
	return false;
}

bool term_is_name(const struct term *term, const char *name) {
	return term->kind == TERM_NAME && str_is(term->text, name);
}

struct str term_last_name(struct str name) {
	for (size_t i = name.length; i > 0; i--) {
		if (name.data[i - 1] == '.') {
			return (struct str){ name.data + i, name.length - i };
		}
	}
	return name;
}

bool term_is_call(const struct term *term, const char *name) {
	return term->kind == TERM_CALL && str_is(term_last_name(term->text), name);
}

bool term_is_pair(const struct term *term) {
	return term->kind == TERM_BINARY && (term->op == OPERATOR_ASSIGN || term->op == OPERATOR_COLON);
}

/* "term" is the word "key". */
static bool is_key(const struct term *term, const char *key) {
	return term->kind == TERM_NAME && str_is(term->text, key);
}

void term_note_asked(const struct term *term) {
	if (term->use != NULL) {
		term->use->asked = true;
	}
}

const struct term *term_field(const struct term *list, const char *key) {
	term_note_asked(list);
	for (int i = 0; i < list->count; i++) {
		const struct term *item = &list->items[i];
		if (term_is_pair(item) && is_key(&item->items[0], key)) {
			term_note_asked(item);
			return &item->items[1];
		}
	}
	return NULL;
}

/* Whether "item" is a pair with a word as its key that nobody asked for. */
static bool is_unasked(const struct term *item, const char *neutral) {
	if (!term_is_pair(item) || item->use == NULL || item->use->asked) {
		return false;
	}
	const struct term *key = &item->items[0];
	return key->kind == TERM_STRING || (key->kind == TERM_NAME && !str_is_among(key->text, neutral));
}

/* Item number "index" of "call" among those without key. */
static const struct term *positional(const struct term *call, int index) {
	for (int i = 0; i < call->count && index >= 0; i++) {
		if (!term_is_pair(&call->items[i]) && index-- == 0) {
			return &call->items[i];
		}
	}
	return NULL;
}

bool term_keys_are_known(struct reader *reader, const struct term *term, const char *neutral) {
	bool by_key = term->use != NULL && term->use->asked && !term_is_pair(term);
	const struct term *surplus = term->use != NULL && term->use->places > 0 ? positional(term, term->use->places)
		: NULL;
	if (surplus != NULL) {
		return reader_fault(reader, surplus->span, FAULT_SYNTAX, "one argument too many");
	}
	for (int i = 0; i < term->count; i++) {
		const struct term *item = &term->items[i];
		if (by_key && is_unasked(item, neutral)) {
			struct str key = item->items[0].text;
			return reader_fault(reader, item->span, FAULT_NAME, "'%.*s' is not known here", (int)key.length, key.data);
		}
		if (!term_keys_are_known(reader, item, neutral)) {
			return false;
		}
	}
	return term->target == NULL || term_keys_are_known(reader, term->target, neutral);
}

bool term_stands_alone(struct reader *reader, const struct term *program, const struct term *subject,
	bool (*may_stand)(const struct term *term)) {
	for (int i = 0; i < program->count; i++) {
		const struct term *item = &program->items[i];
		bool is_subject = item == subject || (term_is_pair(item) && &item->items[1] == subject);
		if (!is_subject && (may_stand == NULL || !may_stand(item))) {
			return reader_fault(reader, item->span, FAULT_SYNTAX, "expected one layout and nothing beside it");
		}
	}
	return true;
}

bool term_is_alias(const struct term *term) {
	return term->kind == TERM_BINARY && term->op == OPERATOR_ASSIGN && term->items[0].kind == TERM_NAME
		&& term->items[0].text.data[0] == '#';
}

const struct term *term_find_alias(const struct term *program, const struct term *name) {
	const struct term *found = NULL;
	for (int i = 0; program != NULL && i < program->count; i++) {
		const struct term *item = &program->items[i];
		if (item->kind == TERM_BINARY && item->op == OPERATOR_ASSIGN && item->items[0].kind == TERM_NAME
			&& str_equal(item->items[0].text, name->text) && (found == NULL || item->span.end <= name->span.begin)) {
			found = &item->items[1];
		}
	}
	return found;
}

bool term_is_declarator(const struct term *term) {
	return term->kind == TERM_NAME || (term->kind == TERM_LIST && term->count == 0);
}

const struct term *term_argument(struct reader *reader, const struct term *call, int index, const char *key) {
	const struct term *field = key != NULL ? term_field(call, key) : NULL;
	const struct term *other = positional(call, index);
	if (field != NULL && other != NULL) {
		reader_fault(reader, field->span, FAULT_SYNTAX, "%s is given twice", key);
	}
	if (field == NULL && other != NULL && call->use != NULL && call->use->places <= index) {
		call->use->places = index + 1;
	}
	return field != NULL ? field : other;
}

const struct term *term_need(struct reader *reader, const struct term *call, int index, const char *key) {
	static const struct term nothing = { .kind = TERM_NOTHING };
	const struct term *found = term_argument(reader, call, index, key);
	if (found == NULL) {
		struct span end = { call->span.end - 1, call->span.end };
		reader_fault(reader, end, FAULT_SYNTAX, "expected %s%s", key != NULL ? key : "one more argument",
			key != NULL ? " = ..." : "");
		return &nothing;
	}
	return found;
}

int64_t term_int(struct reader *reader, const struct term *term, int64_t least, int64_t greatest) {
	int64_t value = 0;
	if (reader_failed(reader)) {
		return least;
	}
	bool is_int = term->kind == TERM_INT;
	if (is_int) {
		value = term->value;
	} else if (term->kind == TERM_BINARY || term->kind == TERM_UNARY) {
		static const struct indices nothing;
		value = term_evaluate(reader, term, &nothing, true);
		is_int = !reader_failed(reader);
	}
	if (!is_int) {
		reader_fault(reader, term->span, FAULT_SYNTAX, "expected an integer");
		return least;
	}
	if (value < least || value > greatest) {
		reader_fault(reader, term->span, FAULT_DOMAIN, "expected an integer from %" PRId64 " to %" PRId64
			", saw %" PRId64, least, greatest, value);
		return least;
	}
	return value;
}

bool term_bool(struct reader *reader, const struct term *term) {
	struct str word = term->kind == TERM_NAME ? term->text : str_from("");
	bool yes = str_is_among(word, "true True") || (term->kind == TERM_INT && term->value == 1);
	bool no = str_is_among(word, "false False") || (term->kind == TERM_INT && term->value == 0);
	if (!yes && !no) {
		reader_fault(reader, term->span, FAULT_SYNTAX, "expected true or false");
	}
	return yes;
}

int term_ints(struct reader *reader, const struct term *term, int64_t *out, int most) {
	if (term->kind == TERM_CALL && term->bracket == '[') {
		reader_fault(reader, term->span, FAULT_SYNTAX, "expected a list of integers");
		return 0;
	}
	if (term->kind != TERM_LIST && !(term->kind == TERM_CALL && !reader_failed(reader))) {
		out[0] = term_int(reader, term, INT64_MIN / 4, INT64_MAX / 4);
		return 1;
	}
	if (term->count > most) {
		reader_fault(reader, term->span, FAULT_LIMIT, "expected at most %d integers, saw %d", most, term->count);
		return 0;
	}
	for (int i = 0; i < term->count; i++) {
		out[i] = term_int(reader, &term->items[i], INT64_MIN / 4, INT64_MAX / 4);
	}
	return reader_failed(reader) ? 0 : term->count;
}

/* --- arithmetic --- */

/* The quotients and remainders of C and Python; false where there is none. "floors": the text's "/" rounds down. */
static bool divide(enum term_operator op, int64_t a, int64_t b, bool floors, int64_t *out) {
	if (op == OPERATOR_CEIL_DIVIDE) {
		return checked_ceil_div(a, b, out);
	}
	floors = floors || (op != OPERATOR_DIVIDE && op != OPERATOR_MODULO);
	if (op == OPERATOR_MODULO || op == OPERATOR_FLOOR_MODULO) {
		return (floors ? checked_floor_rem : checked_rem)(a, b, out);
	}
	return (floors ? checked_floor_div : checked_div)(a, b, out);
}

/* False where the count is not below the bits, which is right in Python, or the result does not fit. */
static bool shift(enum term_operator op, int64_t a, int64_t b, bool floors, int64_t *out) {
	if (b < 0 || (b > 63 && !floors)) {
		return false;
	}
	if (op == OPERATOR_SHIFT_RIGHT) {
		*out = a >> (b < 63 ? b : 63);
		return true;
	}
	*out = 0;
	return a == 0 || (b < 64 && checked_shift_left(a, b, out));
}

/* "a" "operator" "b". Returns false where it has no value of 64 bits. */
static bool apply(enum term_operator op, int64_t a, int64_t b, bool floors, int64_t *out) {
	switch (op) {
	case OPERATOR_OR: *out = a != 0 || b != 0; return true;
	case OPERATOR_AND: *out = a != 0 && b != 0; return true;
	case OPERATOR_BIT_OR: *out = a | b; return true;
	case OPERATOR_BIT_XOR: *out = a ^ b; return true;
	case OPERATOR_BIT_AND: *out = a & b; return true;
	case OPERATOR_EQUAL: *out = a == b; return true;
	case OPERATOR_UNEQUAL: *out = a != b; return true;
	case OPERATOR_LESS: *out = a < b; return true;
	case OPERATOR_AT_MOST: *out = a <= b; return true;
	case OPERATOR_GREATER: *out = a > b; return true;
	case OPERATOR_AT_LEAST: *out = a >= b; return true;
	case OPERATOR_SHIFT_LEFT:
	case OPERATOR_SHIFT_RIGHT: return shift(op, a, b, floors, out);
	case OPERATOR_ADD: return checked_add(a, b, out);
	case OPERATOR_SUBTRACT: return checked_sub(a, b, out);
	case OPERATOR_MULTIPLY: return checked_mul(a, b, out);
	default: return divide(op, a, b, floors, out);
	}
}

/* The value of the index that "term" names. */
static int64_t evaluate_name(struct reader *reader, const struct term *term, const struct indices *scope) {
	for (int i = 0; i < scope->count; i++) {
		if (str_equal(scope->names[i], term->text)) {
			return scope->values[i];
		}
	}
	reader_fault(reader, term->span, FAULT_NAME, "no dimension is called '%.*s'", (int)term->text.length,
		term->text.data);
	return 0;
}

/* The operator that a function of two arguments stands for. */
static enum term_operator function_operator(struct str name) {
	static const struct {
		const char *name;
		enum term_operator op;
	} functions[] = {
		{ "bitwise_xor", OPERATOR_BIT_XOR }, { "bitwise_and", OPERATOR_BIT_AND }, { "bitwise_or", OPERATOR_BIT_OR },
		{ "shift_left", OPERATOR_SHIFT_LEFT }, { "shift_right", OPERATOR_SHIFT_RIGHT },
		{ "floordiv", OPERATOR_FLOOR_DIVIDE }, { "FloorDiv", OPERATOR_FLOOR_DIVIDE },
		{ "floormod", OPERATOR_FLOOR_MODULO },
		{ "FloorMod", OPERATOR_FLOOR_MODULO }, { "truncdiv", OPERATOR_DIVIDE }, { "Div", OPERATOR_DIVIDE },
		{ "truncmod", OPERATOR_MODULO }, { "Mod", OPERATOR_MODULO }, { "ceildiv", OPERATOR_CEIL_DIVIDE },
		{ "Add", OPERATOR_ADD }, { "Sub", OPERATOR_SUBTRACT }, { "Mul", OPERATOR_MULTIPLY },
	};
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
		if (str_is(name, functions[i].name)) {
			return functions[i].op;
		}
	}
	return OPERATOR_NONE;
}

/* A choice, or min, max, abs and division by name; only the branch that is chosen is evaluated. */
static int64_t evaluate_call(struct reader *reader, const struct term *term, const struct indices *scope, bool floors) {
	struct str name = term_last_name(term->text);
	bool is_choice = str_is(name, "if_then_else") || str_is(name, "Select") || str_is(name, "select");
	if (is_choice && term->count == 3) {
		int64_t condition = term_evaluate(reader, &term->items[0], scope, floors);
		return term_evaluate(reader, &term->items[condition != 0 ? 1 : 2], scope, floors);
	}
	bool is_least = str_is(name, "min");
	bool is_cast = str_is(name, "Cast") ? term->count == 2 : str_is_among(name, "int int32 int64") && term->count == 1;
	if (is_cast) {
		return term_evaluate(reader, &term->items[term->count - 1], scope, floors);
	}
	enum term_operator op = function_operator(name);
	if (term->count != 2 || (op == OPERATOR_NONE && !is_least && !str_is(name, "max"))) {
		reader_fault(reader, term->span, FAULT_NAME, "no function of indices is called '%.*s'", (int)name.length,
			name.data);
		return 0;
	}
	int64_t a = term_evaluate(reader, &term->items[0], scope, floors);
	int64_t b = term_evaluate(reader, &term->items[1], scope, floors);
	if (op == OPERATOR_NONE) {
		return (a < b) == is_least ? a : b;
	}
	int64_t value = 0;
	if (!apply(op, a, b, op != OPERATOR_DIVIDE && op != OPERATOR_MODULO, &value)) {
		reader_fault(reader, term->span, FAULT_OVERFLOW, "a value beyond 64 bits, or a division by zero");
	}
	return value;
}

int64_t term_evaluate(struct reader *reader, const struct term *term, const struct indices *scope, bool floors) {
	int64_t value = 0;
	if (reader_failed(reader)) {
		return 0;
	}
	switch (term->kind) {
	case TERM_INT: return term->value;
	case TERM_NAME: return evaluate_name(reader, term, scope);
	case TERM_CALL: return evaluate_call(reader, term, scope, floors);
	case TERM_CHOICE:
		value = term_evaluate(reader, &term->items[0], scope, floors);
		return term_evaluate(reader, &term->items[value != 0 ? 1 : 2], scope, floors);
	case TERM_UNARY:
		value = term_evaluate(reader, &term->items[0], scope, floors);
		if (term->op == OPERATOR_SUBTRACT && !checked_sub(0, value, &value)) {
			reader_fault(reader, term->span, FAULT_OVERFLOW, "a value beyond 64 bits, or a division by zero");
		}
		return term->op == OPERATOR_NOT ? value == 0 : term->op == OPERATOR_COMPLEMENT ? ~value : value;
	case TERM_LIST:
		if (term->bracket == '(' && term->count == 1) {
			return term_evaluate(reader, &term->items[0], scope, floors);
		}
		break;
	case TERM_BINARY: {
		if (term->op < OPERATOR_OR || term->op >= OPERATOR_AT) {
			break;
		}
		int64_t a = term_evaluate(reader, &term->items[0], scope, floors);
		if ((term->op == OPERATOR_AND && a == 0) || (term->op == OPERATOR_OR && a != 0)) {
			return floors ? a : a != 0;
		}
		int64_t b = term_evaluate(reader, &term->items[1], scope, floors);
		if (floors && (term->op == OPERATOR_AND || term->op == OPERATOR_OR)) {
			return b;
		}
		if (!apply(term->op, a, b, floors, &value)) {
			reader_fault(reader, term->span, FAULT_OVERFLOW, "a value beyond 64 bits, or a division by zero");
		}
		return value;
	}
	default: break;
	}
	reader_fault(reader, term->span, FAULT_SYNTAX, "expected an index expression");
	return 0;
}
