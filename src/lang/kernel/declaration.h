/* Declarations and bindings of C++ and Python, taken apart by their signs; all texts are parts of what is read. */
#ifndef LANG_KERNEL_DECLARATION_H
#define LANG_KERNEL_DECLARATION_H

#include <stdbool.h>

#include "base/str.h"

/* A declaration or binding in its parts. */
struct declaration {
	struct str name;  /* empty: it declares nothing that has one name */
	struct str names; /* of "auto [a, b]" and "a, b", else empty */
	struct str value; /* empty: the value is that of the type */
	struct str type;
	bool is_array;
	bool is_reference; /* of C++: another name of its value, if that is a variable or a part of one */
};

/* Where "=" stands in "text" that gives a name its value, not "+=" or "=="; the length of "text" if nothing does. */
size_t declaration_assignment(struct str text);

/* The name at the end of "text", which has more in front of it, or is alone; empty if it ends in another way. */
struct str declaration_last_name(struct str text);

/* Whether "text" declares an array: type name "[" ... "]". */
bool declaration_is_array(struct str text);

/* name, "self" "." name, "auto" "[" names "]", type name, names: the left side of "=" */
void declaration_read_target(bool is_cpp, struct str left, struct declaration *declaration);

/* type name [ "{" [value] "}" ]: a declaration without "=" */
bool declaration_read_plain(struct str text, struct declaration *declaration);

/* type name "(" value ")" */
bool declaration_read_construction(struct str text, struct declaration *declaration);

/*
 * Whether what is declared by brackets is their value: auto a{value}, int n(value). What another type makes of it is
 * not known.
 */
bool declaration_has_value(const struct declaration *declaration);

/* "typedef" type name */
void declaration_read_typedef(struct str text, struct declaration *declaration);

#endif
