/* The difference of two texts, line by line, in the unified form of diff -u. */
#ifndef CLI_GOLDEN_DIFF_H
#define CLI_GOLDEN_DIFF_H

#include "base/buf.h"

/*
 * Append what is to be removed from "before" and added to make it "after", with the names of both above it, each in one
 * line; nothing if they are equal. As few lines as possible differ, up to LIMIT_TEST_DIFF_EDITS of them; about
 * LIMIT_TEST_DIFF_BYTES are shown. Control characters are made visible: ^[ for the escape character.
 */
void diff_print(struct buf *out, const char *before_name, struct str before, const char *after_name, struct str after);

#endif
