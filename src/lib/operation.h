/* Running an operation of the language inside a call of the library. */
#ifndef LIB_OPERATION_H
#define LIB_OPERATION_H

#include "lib/context.h"

/* The result of the operation "name"; faults and notes go to "context". */
struct value operation_run(struct cutelayout_context *context, const char *name, const struct value *args, int count);

#endif
