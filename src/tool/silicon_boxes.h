/*
 * The boxes of the tensor memory accelerator that are asked by name, as atoms are: SM90_TMA_LOAD::2D_U16_SW128 loads
 * boxes of two dimensions of 16-bit elements with the swizzle of 128 bytes. Loads and stores of 1 to 5 dimensions,
 * elements of 8 to 64 bits and all swizzles, of tensors that the last boxes reach beyond; and SM90_BULK_COPY_G2S and
 * SM90_BULK_COPY_S2G, runs of bytes without a tensor.
 */
#ifndef TOOL_SILICON_BOXES_H
#define TOOL_SILICON_BOXES_H

#include "gpu/silicon_tma.h"

enum { SILICON_BOX_NAME = 40 };

/* The name of box number "index", which are counted from 0. False if there are no more. */
bool silicon_box_name(int index, char name[SILICON_BOX_NAME]);

/* Whether "name" is one of these boxes; its number is in "*index". */
bool silicon_box_find(struct str name, int *index);

/* The question for box number "index". */
void silicon_box_question(struct algebra *al, int index, struct tma_question *out);

#endif
