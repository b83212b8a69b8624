/* The operations of the language as text: for "cutelayout help" and for ":help" of the repl. */
#ifndef CLI_HELP_HELP_H
#define CLI_HELP_HELP_H

#include <stdio.h>

#include "lang/ops/operation.h"

/* All operations in their groups, with what each means. */
void help_print_operations(FILE *out);

/* The same, and the names of the topics. */
void help_print_everything(FILE *out);

/* Signature, meaning, example and source of one. */
void help_print_operation(const struct operation *operation, FILE *out);

/*
 * Print help about the operation, the command or the topic called "name", or else what to use in its place, or the
 * operations and commands that have it in their names or meanings. Returns EXIT_DONE, or EXIT_USAGE after a message of
 * the command "asked" that there is none.
 */
int help_print(const char *asked, const char *name, FILE *out);

/* The operation called "name", or all of them where that is NULL, as JSON objects. Returns as help_print does. */
int help_print_json(const char *name, FILE *out);

#endif
