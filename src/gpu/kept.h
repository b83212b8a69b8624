/*
 * Compiled kernels, kept in a folder from run to run: a file for each source, architecture and compiler; and what
 * else a run would have to find out anew. A file holds the source it was made of, so that it is used for no other,
 * and a sum of the code. Files appear whole or not at all; those that were not used for longest go when the folder
 * would hold more than LIMIT_KEPT_BYTES, or more than LIMIT_KEPT_FILES files. One program writes at a time, who has
 * the lock of the file "lock". What cannot be read or written is no failure.
 */
#ifndef GPU_KEPT_H
#define GPU_KEPT_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/str.h"

/* What a file holds. */
enum kept_what {
	KEPT_KERNEL,       /* code, of a source */
	KEPT_CHOICE,       /* what trials chose, of all that they depend on */
	KEPT_COMPILER,     /* which file the compiler is, of the places that are searched for it */
	KEPT_CALIBRATION,  /* what was measured of a device */
};

/* What code depends on, or what is kept instead of it. */
struct kept_key {
	const char *source;
	int compiler;      /* 13000 for NVRTC 13.0 */
	int arch;          /* 90 */
	int output;        /* enum nvrtc_output */
	enum kept_what what;
};

/* The code that "folder" has for "key", in "arena", a NUL behind it; empty if it has none. */
struct str kept_find(struct arena *arena, const char *folder, const struct kept_key *key);

/* Keep "code" in "folder", which must be there. */
void kept_put(const char *folder, const struct kept_key *key, struct str code);

#endif
