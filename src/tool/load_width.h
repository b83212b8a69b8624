/* How wide a load of a tensor may be: what its layout, its alignment and the promises about its integers allow. */
#ifndef TOOL_LOAD_WIDTH_H
#define TOOL_LOAD_WIDTH_H

#include "lang/tensor.h"

/*
 * Append the lines "tensor" and "load": the widest load of contiguous elements that is allowed at each multiple of its
 * width, up to 128 bits, and what keeps it from being twice as wide, with the promise that would. Returns false for a
 * tensor without a pointer, or a layout that is composed.
 */
bool load_width_put(struct algebra *al, const struct tensor_value *tensor, struct buf *out);

#endif
