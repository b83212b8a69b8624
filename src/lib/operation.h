/* Running an operation of the language inside a call of the library. */
#ifndef LIB_OPERATION_H
#define LIB_OPERATION_H

#include "lang/ops/operation.h"
#include "lib/context.h"

/* The result of "operation" on as many arguments as it takes; faults and notes go to "context". */
struct value operation_run(struct cutelayout_context *context, const struct operation *operation,
	const struct value *args, int count);

#endif
