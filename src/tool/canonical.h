/*
 * Whether a memory is what the hardware can read an operand of wgmma or tcgen05.mma from: a canonical layout
 * (algebra/descriptor.h), which a descriptor can say.
 */
#ifndef TOOL_CANONICAL_H
#define TOOL_CANONICAL_H

#include "algebra/descriptor.h"

struct canonical {
	bool holds;
	enum major major;             /* the mode that is contiguous, if it holds */
	struct descriptor descriptor; /* at address 0, if it holds */
	const char *why[2];           /* it does not: why not with K contiguous, and with MN */
};

/*
 * Judge "memory" of elements of "bits" bits, whose modes are (MN,K), by the tile at its beginning that one instruction
 * reads: "tile" elements along both. "kind" says which instruction.
 */
struct canonical canonical_of(struct algebra *al, struct map memory, struct tuple tile, int64_t bits,
		enum descriptor_kind kind);

#endif
