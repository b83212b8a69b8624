/* The table banks.tsv, as the build embeds it (tools/embed.c). */
#ifndef TOOL_BANKS_DATA_H
#define TOOL_BANKS_DATA_H

#include <stddef.h>

extern const unsigned char banks_measured[];
extern const size_t banks_measured_size;

#endif
