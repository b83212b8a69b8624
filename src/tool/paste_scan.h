/*
 * Layouts in a line of any text: types of C++ as messages of compilers have them, values as CuTe prints them, and types
 * of CuTe IR. Each is found by what it begins with and read to the end that its brackets give it.
 */
#ifndef TOOL_PASTE_SCAN_H
#define TOOL_PASTE_SCAN_H

#include "lang/kernel/finding.h"

/*
 * Find what stands between "begin" and "end" of "text" and add it to "findings", with what stands in front of it and
 * ":" or "=" as its name. What is found may reach beyond "end".
 */
void paste_scan(struct evaluation *ev, struct str text, size_t begin, size_t end, struct findings *findings);

/* Whether the line from "begin" to "end" is printed by CuTe: a value with or without a label, or rows of numbers. */
bool paste_is_print(struct str text, size_t begin, size_t end);

/*
 * Whether the line, which is not empty and without blanks around it, may be rows of numbers as well as a part of an
 * expression: 128, or 64.
 */
bool paste_is_operand(struct str line);

/* Evaluate "text" with the names of "ev"; "value" receives what it is. Returns false after a fault, kept in "ev". */
bool paste_evaluate(struct evaluation *ev, struct str text, struct value *value);

/* Where "part" stands in "text" from "at" on; the length of "text" if it does not. */
size_t paste_find(struct str text, size_t at, const char *part);

/* Behind the bracket that begins at "at", ( [ < or {; "at" if there is none, or none that is closed. */
size_t paste_skip_bracket(struct str text, size_t at);

/* The last name of "text", as in "int N"; empty if it does not end in one. */
struct str paste_last_name(struct str text);

#endif
