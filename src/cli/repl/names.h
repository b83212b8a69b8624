/*
 * The names that live between the lines of the repl. A name is kept as the text of its value, which is an expression
 * that gives the value again; so a session holds no more than its names need, and every evaluation starts afresh.
 */
#ifndef CLI_REPL_NAMES_H
#define CLI_REPL_NAMES_H

#include "lang/eval.h"

/* The name of the last value. */
#define REPL_ANSWER "ans"

struct repl_name {
	const char *name;
	struct str text;
	struct str needs;   /* what it rests on: of each need its kind (enum need_kind), a digit, "(a,b)" and a newline */
	struct repl_name *next;
};

struct repl_names {
	struct arena arena;
	struct repl_name *first;   /* in alphabetical order */
	int count;
	size_t needed;             /* bytes that the arena held when it had nothing but the names */
};

void repl_names_init(struct repl_names *names);
void repl_names_finish(struct repl_names *names);

/* Bind "name" to the value written as "text". Returns false if there are LIMIT_NAMES others already. */
bool repl_names_set(struct repl_names *names, const char *name, struct str text, struct str needs);

/*
 * Forget what is said in terms of "name", an integer known at run time only that gets another meaning; each but the
 * last value is reported.
 */
void repl_names_forget(struct repl_names *names, const char *name);

/* An integer that is known at run time only. These are bound first: others are said in terms of them. */
bool repl_name_is_unknown(const struct repl_name *name);

/* "word" stands in "text" as a word of its own. */
bool repl_text_has_word(struct str text, const char *word);

/* Unbind "name", if it is bound. */
void repl_names_drop(struct repl_names *names, const char *name);

/* The name "name", or NULL. */
const struct repl_name *repl_names_find(const struct repl_names *names, const char *name);

/*
 * Bind all of them in "ev", which has been prepared, with the needs of those that stand in the "count" texts "texts",
 * of all if there is none. A text that is no value any more is reported and left out.
 */
void repl_names_bind(const struct repl_names *names, int count, char *const *texts, struct evaluation *ev);

#endif
