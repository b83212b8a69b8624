/* Tokens to a tree, by recursive descent: one function for each production. */
#ifndef LANG_PARSE_H
#define LANG_PARSE_H

#include "algebra/algebra.h"
#include "lang/ast.h"
#include "lang/imports.h"
#include "lang/notation/notation.h"

/*
 * Parse the program "source" of "dialect", in which the words of "notations", up to NULL, are known, and names of
 * Python mean what "imports" say.
 * Returns its statements as a list, NULL for an empty program. On a syntax fault "message"
 * is set and what was parsed before it may be returned. A FAULT_REMARK there is none: all was parsed, and something in
 * the program may not mean what it looks like.
 */
struct node *parse_program(struct arena *arena, const struct source *source, const struct import *imports,
	const struct notation *const *notations, enum dialect dialect, struct message *message);

#endif
