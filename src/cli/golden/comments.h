/*
 * Layouts in comments of sources, with what is expected of them below each:
 *
 *     // cute: smem = (64,64):(72,1)
 *     // cute: cosize(smem)
 *     // #= 4600
 *     auto smem = make_layout(make_shape(_64{}, _64{}), make_stride(_72{}, _1{}));
 *
 * in C, C++, CUDA and Python sources, whose block comments and docstrings hold such lines too, and in Markdown: inside
 * <!-- -->, and in the comments of fenced blocks. Names go on through the file. Everything else stays as it is.
 */
#ifndef CLI_GOLDEN_COMMENTS_H
#define CLI_GOLDEN_COMMENTS_H

#include <stdbool.h>

#include "base/buf.h"
#include "cli/reading_options.h"

/* Whether "path" names a source by the end of its name. */
bool comments_is_source(const char *path);

/* Whether the source "text", which "path" names, has a comment "cute: ...". */
bool comments_has_cases(const char *path, struct str text);

/* Whether something is expected of one of them. */
bool comments_has_expectations(const char *path, struct str text);

/* How many errors are expected of them. */
int comments_count_errors(const char *path, struct str text);

/*
 * Append the source "text" with the lines "#= VALUE" and "#! MESSAGE" that it should have, whichever it has. A line
 * that is there keeps what stands around its value; a new one is made as the comment above it. Doing it again changes
 * nothing.
 */
void comments_rewrite(struct arena *arena, const char *path, struct str text, const struct reading_options *reading,
	struct buf *out);

#endif
