/* The names in index expressions (index.h). */
#ifndef LANG_INDEX_NAMES_H
#define LANG_INDEX_NAMES_H

#include "base/limits.h"
#include "base/str.h"

/* A name, and what it stands for: coordinate number "dimension" / "divisor" % "extent", or all of it if that is 0. */
struct index_name {
	struct str name;
	int dimension;
	int64_t divisor, extent;
};

enum { INDEX_NAMES_MAX = LIMIT_INDEX_NAMES };

/* "more": there was one name more than INDEX_NAMES_MAX, which is left out. */
struct index_names {
	int count;
	bool more;
	struct index_name names[INDEX_NAMES_MAX];
};

#endif
