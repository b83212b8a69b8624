/*
 * Whatever was pasted: the whole output of nvcc, gcc, clang or the CuTe DSL, CuTe IR, what a program printed, or a part
 * of a kernel. All layouts in it, with their places; conditions that failed, with the reason.
 */
#ifndef TOOL_PASTE_H
#define TOOL_PASTE_H

#include "base/buf.h"
#include "lang/kernel/finding.h"

/* Find what is in "source", which lasts as long as "ev", in the order of places. Names of "ev" are known. */
void paste_read(struct evaluation *ev, const struct source *source, struct findings *findings);

/*
 * Put what was found into "out", a line for each value or condition: its place, its name and its text. What is the same
 * is put once, with all its places. What is not understood says so. Returns whether all was understood.
 */
bool paste_put(struct buf *out, const struct source *source, const struct findings *findings);

/*
 * Put what was left out and why into "out": what depends on unknown names line by line, the rest as their number.
 * Returns whether there are such names.
 */
bool paste_put_skipped(struct buf *out, const struct source *source, const struct findings *findings);

/* All of it as JSON, an object a line. */
bool paste_put_json(struct buf *out, struct algebra *al, const struct source *source, const struct findings *findings);

#endif
