/* Element types by the names that CUTLASS, CUDA, CuTe DSL, PyTorch and NumPy give them. */
#ifndef LANG_ELEMENT_H
#define LANG_ELEMENT_H

#include "base/str.h"

/* Bits of an element of the type called "name": 16 for half_t, f16, float16; 0 if no type is called so. */
int element_bits(struct str name);

#endif
