/*
 * What CuTe C++ computes where numbers leave the range of int: it wraps them to 32 bits, and we keep 64.
 */
#ifndef LANG_IN_INT_H
#define LANG_IN_INT_H

#include "lang/ops/operation.h"

/*
 * Run "operation" on the "count" "args" once more as CuTe does, in int, if they are large enough for a number of it to
 * leave the range of int, and leave a remark with CuTe's answer if it is not "result". Only for operations on integers,
 * tuples, layouts and composed layouts.
 */
void remark_in_int(struct algebra *al, const struct operation *operation, const struct value *args, int count,
	const struct value *result);

#endif
