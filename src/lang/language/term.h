/*
 * The common ground of the layout languages: numbers, names, strings, calls, lists in any brackets, pairs "key = value"
 * and "key : value", arithmetic. A text of any of them is read into one tree of terms, each with its place; what a name
 * means, and what arguments it has, is up to the language.
 *
 *     expression  := lambda | ternary
 *     lambda      := "lambda" name ("," name)* ":" expression
 *     ternary     := binary ["?" ternary ":" expression]
 *                  | binary ["if" binary "else" expression]                  where the text is Python
 *     binary      := unary (operator unary)*, by precedence; "->", "=" and ":" bind least and take all that follows;
 *                    in Python a < b < c is a < b and b < c, and "not" takes a comparison
 *     unary       := ("-" | "+" | "~" | "!" | "not") unary | postfix
 *     postfix     := primary ("(" items ")" | "[" items "]" | "<" items ">" | "." name)*
 *     primary     := integer | name | string | "(" items ")" | "[" items "]" | "{" items "}" | "<" items ">"
 *     items       := [expression ("," expression)* [","]]
 *
 * "<" opens a list only behind a name that can have one, and where a term begins.
 */
#ifndef LANG_LANGUAGE_TERM_H
#define LANG_LANGUAGE_TERM_H

#include "algebra/algebra.h"
#include "lang/source.h"

enum term_kind {
	TERM_INT,      /* "value" */
	TERM_NAME,     /* "text": letters, digits, "_", and inside also "." and "$"; "#", "!", "@", "%" in front; 4x8xf32 */
	TERM_STRING,   /* "text" without the quotes */
	TERM_LIST,     /* items in "bracket" */
	TERM_CALL,     /* "target" and its items in "bracket"; "text" is its name, or that of the method */
	TERM_MEMBER,   /* "target" . "text" */
	TERM_BINARY,   /* two items around "operator" */
	TERM_UNARY,    /* one item */
	TERM_CHOICE,   /* three items: condition, then, else */
	TERM_LAMBDA,   /* the parameters are items; "target" is the body */
	TERM_NOTHING,  /* a slice without its start or its end */
};

enum term_operator {
	OPERATOR_NONE, OPERATOR_ARROW, OPERATOR_ASSIGN, OPERATOR_COLON, OPERATOR_OR, OPERATOR_AND, OPERATOR_BIT_OR,
	OPERATOR_BIT_XOR, OPERATOR_BIT_AND, OPERATOR_EQUAL, OPERATOR_UNEQUAL, OPERATOR_LESS, OPERATOR_AT_MOST,
	OPERATOR_GREATER, OPERATOR_AT_LEAST, OPERATOR_SHIFT_LEFT, OPERATOR_SHIFT_RIGHT, OPERATOR_ADD, OPERATOR_SUBTRACT,
	OPERATOR_MULTIPLY, OPERATOR_DIVIDE, OPERATOR_FLOOR_DIVIDE, OPERATOR_CEIL_DIVIDE, OPERATOR_MODULO,
	OPERATOR_FLOOR_MODULO, OPERATOR_AT, OPERATOR_NOT, OPERATOR_COMPLEMENT,
};

struct term {
	enum term_kind kind;
	enum term_operator op;
	char bracket;                /* '(', '[', '{' or '<' */
	int count;                   /* of items */
	int64_t value;
	struct str text;
	struct span span;
	const struct term *target;
	const struct term *items;
	struct term_use *use;        /* of a list, a call or a pair; or NULL */
};

/* What was read of a term. */
struct term_use {
	bool asked;                  /* a key in it was looked for, or that of the pair */
	int places;                  /* arguments without a key that were read, or were stepped over to read one */
};

/* What reads a text: where results and the first fault go. */
struct reader {
	struct algebra *al;
	const struct source *source;
	struct message *message;
};

/* Record a fault at "span" unless there is one. Returns false. */
__attribute__((format(printf, 4, 5)))
bool reader_fault(struct reader *reader, struct span span, enum fault_code code, const char *format, ...);

static inline bool reader_failed(const struct reader *reader) {
	return fault_is_set(&reader->message->fault);
}

/*
 * The terms in the bytes of "span", with blanks, ",", ";" or newlines between them, as a TERM_LIST. In "python"
 * operators bind as they do there, comparisons chain, a choice is written with "if" and "else", and "#" begins a
 * comment.
 */
struct term term_read(struct reader *reader, struct span span, bool python);

/* --- looking into terms; each records a fault where the term is not what it should be --- */

bool term_is_name(const struct term *term, const char *name);

/* A call of "name", which may have a dotted path in front: gl.BlockedLayout. */
bool term_is_call(const struct term *term, const char *name);

/* The name without the path in front of it. */
struct str term_last_name(struct str name);

/* "key : value" or "key = value". */
bool term_is_pair(const struct term *term);

/* Note that a key was looked for in the list or call, or that of the pair was: for a reader that walks them itself. */
void term_note_asked(const struct term *term);

/* The value of "key" among the items of "list", or NULL. */
const struct term *term_field(const struct term *list, const char *key);

/*
 * A fault if a list or call in "term" in which a key was looked for has one that nobody asked for and that is not among
 * "neutral", names with blanks between, or more arguments than were read: a layout that says more than was understood
 * is another one. To be called where all of it has been read.
 */
bool term_keys_are_known(struct reader *reader, const struct term *term, const char *neutral);

/*
 * A fault if "program" has a term that is neither "subject" nor one for which "may_stand", which may be NULL, holds: it
 * would be read over.
 */
bool term_stands_alone(struct reader *reader, const struct term *program, const struct term *subject,
	bool (*may_stand)(const struct term *term));

/* "#name = ...", which a subject of MLIR can refer to. */
bool term_is_alias(const struct term *term);

/*
 * What "name" stands for among the definitions name = ... of "program", NULL for none: what the last one says that ends
 * in front of it, or else the first one. "program" may be NULL.
 */
const struct term *term_find_alias(const struct term *program, const struct term *name);

/* A name or empty brackets, as in the declaration type name{} of C++. */
bool term_is_declarator(const struct term *term);

/* Argument "key" of a call, or number "index" among those without key; NULL if there is none, a fault if both are. */
const struct term *term_argument(struct reader *reader, const struct term *call, int index, const char *key);

/* The same, a fault if there is none. */
const struct term *term_need(struct reader *reader, const struct term *call, int index, const char *key);

/* An integer from "least" to "greatest". */
int64_t term_int(struct reader *reader, const struct term *term, int64_t least, int64_t greatest);

/* A word for true or false, or 0 or 1. */
bool term_bool(struct reader *reader, const struct term *term);

/*
 * A list of at most "most" integers, the arguments of a call, or one integer; returns their number. Of a[1, 2] there is
 * none: in Python that is an element of a, or the '=' of a parameter is missing.
 */
int term_ints(struct reader *reader, const struct term *term, int64_t *out, int most);

/* --- arithmetic --- */

/* What names stand for. */
struct indices {
	const struct str *names;
	const int64_t *values;
	int count;
};

/* Integer arithmetic: "/" as C divides unless "floors". Faults for names and calls that are not known, and overflow. */
int64_t term_evaluate(struct reader *reader, const struct term *term, const struct indices *scope, bool floors);

#endif
