/*
 * Operations on tensors: what works on layouts works on the layout of a tensor, and where it gives a layout of the same
 * elements, the result is a tensor over the same memory. The pair (layout, offset) that CuTe C++ prints of a part of a
 * tensor is taken as that part.
 */
#ifndef LANG_OPS_OVER_TENSORS_H
#define LANG_OPS_OVER_TENSORS_H

#include "lang/ops/call.h"
#include "lang/tensor.h"

/* An argument is a tensor, or the pair of a part where the operation works on tensors. */
bool takes_tensors(const struct call *call);

/* The call of one that takes_tensors. */
struct value call_with_tensors(struct call *call);

/* Argument "i", which has to be a tensor or something with a layout; false after a fault. */
bool tensor_arg(struct call *call, int i, struct tensor_value *tensor);

#endif
