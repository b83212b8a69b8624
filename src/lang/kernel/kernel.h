/*
 * Sources of kernels, as they stand: declarations of C++ and lines of Python. What is about layouts is evaluated, with
 * the names in their scopes; bodies of structures and functions are entered, templates with the arguments that they are
 * given. What is not about layouts, and what depends on names that are not known, is left out and says so.
 */
#ifndef LANG_KERNEL_KERNEL_H
#define LANG_KERNEL_KERNEL_H

#include "lang/kernel/finding.h"

/*
 * A copy of "text", of the same length, without what editors put in it: the mark in front of UTF-8 is blank, and so is
 * the "\r" of a line that ends in "\r\n"; a backslash that joins such a line to the next stands right in front of "\n".
 */
struct str kernel_plain_text(struct arena *arena, struct str text);

/*
 * Run "source", which lasts as long as "ev", and add what is found to "findings", with places in "source". Names bound
 * before are known, names bound at its outermost level stay bound.
 */
void kernel_run(struct evaluation *ev, const struct source *source, struct findings *findings);

/* Whether "text" has statements that only sources of kernels have: bodies in braces, directives, imports, loops. */
bool kernel_is_source(struct evaluation *ev, struct str text);

/*
 * Run "source" as evaluation_run() does; where that refuses the source of a kernel, run it as one. The results are then
 * the values of its expressions about layouts, or the last layout that it declares; what was left out is remarked, and
 * a condition that fails is warned of. Returns false after a fault, or where nothing in it is about layouts.
 */
bool kernel_evaluate(struct evaluation *ev, const struct source *source);

/* Whether "value" is about layouts: a layout, tensor, swizzle, tiler or atom, or what is made of them. */
bool kernel_is_layout(const struct value *value);

#endif
