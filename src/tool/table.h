/* The grid of a layout's offsets as text, in the form of CuTe's print_layout. */
#ifndef TOOL_TABLE_H
#define TOOL_TABLE_H

#include "algebra/composed.h"
#include "base/buf.h"

/*
 * Put the offsets of "map" into "out": mode 0 down, mode 1 to the right, one grid for each coordinate of the other
 * modes, a layout of rank 1 as a column. FAULT_LIMIT beyond LIMIT_TABLE_CELLS.
 */
void table_print(struct algebra *al, struct map map, struct buf *out);

/* The same as an array of rows: mode 0 down, the coordinates of all other modes to the right, the first one fastest. */
void table_put_json(struct algebra *al, struct map map, struct buf *out);

#endif
