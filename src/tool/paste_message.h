/*
 * Outputs of compilers: nvcc, gcc and clang, and tracebacks of Python. Layouts are found in all lines; each failed
 * static_assert becomes a condition, evaluated with the arguments of the templates that the message names.
 */
#ifndef TOOL_PASTE_MESSAGE_H
#define TOOL_PASTE_MESSAGE_H

#include "lang/kernel/finding.h"

/* Whether "text" has lines of a compiler or a traceback. */
bool paste_is_message(struct str text);

/* Find what is in the message "text". */
void paste_read_message(struct evaluation *ev, struct str text, struct findings *findings);

#endif
