/* Layouts, and what is composed of them, as maps of bits. */
#ifndef ALGEBRA_LINEAR_MAP_H
#define ALGEBRA_LINEAR_MAP_H

#include "algebra/composed.h"
#include "algebra/linear.h"

/*
 * "map" as a linear map: by its structure where that shows it to be linear, else by evaluating every coordinate.
 * FAULT_LIMIT when these are more than LIMIT_TABLE_ENTRIES, FAULT_TYPE for basis strides, and faults of map_inner.
 */
struct linear_reading linear_from_map(struct algebra *al, struct map map);

#endif
