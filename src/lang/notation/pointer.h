/*
 * The pointers that stand in front of layouts where CuTe prints tensors:
 *
 *     gmem_ptr[32b](0x7f00)                     CuTe C++
 *     smem_ptr[16b](unset)                      CuTe C++, inside a swizzled layout for no memory in particular
 *     smem_sparse<2>_ptr[16b](unset)            CuTe C++, where two elements share one that is stored
 *     _smem_ptr[16b](0x400)                     CuTe C++, behind the swizzle Sw<3,4,3> that acts on its addresses
 *     ptr<f16, smem, align<1024>, S<3,4,3>>     CuTe DSL
 *     raw_ptr(0x7f00: f32, generic, align<4>)   CuTe DSL
 *     raw_ptr<@..., Float32, generic, align(4)> CuTe DSL, older
 */
#ifndef LANG_NOTATION_POINTER_H
#define LANG_NOTATION_POINTER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

struct pointer {
	int64_t bits;          /* of an element; of a sparse one, its part of what is stored */
	bool unset;            /* it points nowhere yet */
	bool is_suffix;        /* "_" in front: it belongs to the swizzle before it */
	bool has_swizzle;
	int64_t swizzle[3];    /* B, M, S, which act on addresses in bytes */
	int64_t alignment;     /* the largest power of two that is known to divide the address; 0 if nothing is known */
	const char *expected;  /* a sentence about "malformed", NULL if all is well */
	struct str malformed;  /* what was read of a swizzle or an alignment until it was none */
};

/* Read the pointer that "text" begins with and store its length. Returns false if it begins with none. */
bool pointer_read(struct str text, struct pointer *pointer, size_t *length);

/* Read what a pointer of CuTe DSL or CuTe IR has between its brackets: "f16, smem, align<1024>, S<3,4,3>". */
void pointer_read_type(struct str text, struct pointer *pointer);

#endif
