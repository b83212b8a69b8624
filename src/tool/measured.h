/*
 * What a GPU said of the model of shared memory, algebra/banks.h: for each kind and width of access, how many patterns
 * of addresses were timed, and how many took the wavefronts that the model counts. The table is banks.tsv, which
 * "./dev gpu --banks" writes.
 */
#ifndef TOOL_MEASURED_H
#define TOOL_MEASURED_H

#include "algebra/access.h"
#include "base/str.h"

struct measured {
	int64_t patterns, as_counted;
	struct str device, date, driver;
};

/*
 * The line for accesses of "bytes" bytes a lane, 1 to 16; of ldmatrix and stmatrix, of 1, 2 or 4 matrices. Returns
 * false where nothing was measured.
 */
bool measured_find(enum shared_kind kind, int bytes, struct measured *out);

/*
 * The same for all ways in which "check" counts wavefronts of shared memory: the line with the fewest patterns, or one
 * of those with patterns that are not as counted. Returns false where a way was not measured.
 */
struct check;
bool measured_find_all(const struct check *check, struct measured *out);

#endif
