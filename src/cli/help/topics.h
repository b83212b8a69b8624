/*
 * Topics of "cutelayout help": what operations have in common, and which command answers a question. They stand in
 * topics.txt, one behind the other:
 *
 *     = divide division        the names of the topic, the first of which is listed
 *     A division splits ...    its text, as it is printed; lines that begin with "$ " are examples that tests run
 *     + logical_divide ...     operations that it is about; any number of such lines, at the end
 */
#ifndef CLI_HELP_TOPICS_H
#define CLI_HELP_TOPICS_H

#include <stdio.h>

#include "base/str.h"

struct topic {
	struct str names;        /* with blanks between them */
	struct str text;
	struct str operations;   /* the lines of them, or empty */
};

/* Read the topic at "*offset", 0 for the first one, and move it to the next one. Returns false at the end. */
bool topics_next(size_t *offset, struct topic *topic);

/* The topic called "name", in either case of letters. Returns false if there is none. */
bool topics_find(struct str name, struct topic *topic);

/* Whether "word" is one of the words of "list", which blanks and line ends divide. */
bool topics_list_has(struct str list, struct str word);

/* Take the first word from the front of "list", where "+" is none; empty at the end. */
struct str topics_take_word(struct str *list);

/* The man page of the language as plain text. */
void help_print_language(FILE *out);

#endif
