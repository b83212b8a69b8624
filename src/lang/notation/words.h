/* Readers of words that notations share, and what they do with the trees that they read. */
#ifndef LANG_NOTATION_WORDS_H
#define LANG_NOTATION_WORDS_H

#include "lang/notation/notation.h"
#include "lang/parser.h"

/* --- readers: see struct word --- */

/* name(...), a tuple. */
struct node *word_tuple_call(struct parser *parser, struct node *node, const struct word *word);

/* name(...), the operation "meaning" with the same arguments. */
struct node *word_rename(struct parser *parser, struct node *node, const struct word *word);

/* x.name, a property of an object: what member_type says of its name. Arguments behind it are a coordinate for it. */
struct node *word_property(struct parser *parser, struct node *call, const struct word *word);

/* The underscore. */
struct node *word_underscore(struct parser *parser, struct node *node, const struct word *word);

/* The name "meaning". */
struct node *word_alias(struct parser *parser, struct node *node, const struct word *word);

/* name<B,M,S>, a swizzle. */
struct node *word_swizzle_type(struct parser *parser, struct node *node, const struct word *word);

/* --- trees --- */

/* The first child of "node", taken out of it. */
struct node *take_child(struct node *node);

/* "object" evaluated at the children of "call", which are taken out of that. */
struct node *apply_children(struct parser *parser, struct node *object, struct node *call);

/* value@j@i for the children i, j of "indices". */
struct node *make_basis(struct parser *parser, struct node *value, const struct node *indices);

/* --- C++ --- */

/* "<" list ">" into the children of a node of "kind", whose span begins with "name". */
struct node *read_template(struct parser *parser, enum node_kind kind, struct span name);

/* The text between the present "<" and the ">" that closes it, stepped over. */
struct str skip_template(struct parser *parser);

/* read_template [ "{" "}" | "(" ")" ] */
struct node *read_object(struct parser *parser, enum node_kind kind, struct span name);

/* [ "{" "}" | "(" ")" ] */
void skip_empty_braces(struct parser *parser);

#endif
