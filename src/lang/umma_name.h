/*
 * Names of tcgen05.mma atoms, SM100_MMA_F16BF16_SS<f16,f16,f32,128,256,K,K>. The table of atoms has them for some N and
 * for K-major operands; layouts do not depend on majors, and their integers are linear in N.
 *
 * Source: CUTLASS, include/cute/arch/mma_sm100_umma.hpp, its static_asserts.
 */
#ifndef LANG_UMMA_NAME_H
#define LANG_UMMA_NAME_H

#include <stdbool.h>

#include "base/str.h"

enum { UMMA_PART_BYTES = 120, UMMA_NAME_BYTES = 2 * UMMA_PART_BYTES + 16 };

/* A name in its parts: "before" N, N, and "behind" it, with K in the place of each major. */
struct umma_name {
	char before[UMMA_PART_BYTES];
	char behind[UMMA_PART_BYTES];
	int m, n;
};

/* Read "name". Returns false if it is none of an atom of SM100, or no instruction has its M and N. */
bool umma_name_read(struct str name, struct umma_name *umma);

/* The name for another N, with K-major operands, in "out" of UMMA_NAME_BYTES. */
void umma_name_for(const struct umma_name *umma, int n, char *out);

#endif
