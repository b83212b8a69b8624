/* What the name of an instruction between tensor memory and registers says: SM100_TMEM_LOAD_16dp256b4x_16b. */
#ifndef LANG_OPS_TMEM_NAME_H
#define LANG_OPS_TMEM_NAME_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

struct tmem_name {
	bool is_load;    /* not a store */
	int64_t lanes;   /* "16dp" */
	int64_t bits;    /* "256b": of each lane in a step */
	int64_t repeats; /* "4x": steps */
	bool packs;      /* "_16b": half of each word is taken */
};

/* Read "name", which the table of copy atoms has; false if it is none of these. */
bool tmem_name_read(struct str name, struct tmem_name *read);

#endif
