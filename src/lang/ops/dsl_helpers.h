/* What the helpers of CuTe DSL for Hopper and for Blackwell share: their arguments, and tiles in shared memory. */
#ifndef LANG_OPS_DSL_HELPERS_H
#define LANG_OPS_DSL_HELPERS_H

#include "lang/ops/call.h"

enum operand { OPERAND_A, OPERAND_B };

/* "text" as a string of the language, which the words of an enumeration are. */
struct value from_word(const char *text);

/* Whether argument "i", a LayoutEnum, is ROW_MAJOR. */
bool row_major_arg(struct call *call, int i);

/* Whether argument "i", an OperandMajorMode, is K. */
bool k_major_arg(struct call *call, int i);

/* The integers of the shape of "count" modes in argument "i": extents of a tile, 1 after a fault. */
void extents_arg(struct call *call, int i, int count, int64_t *extents);

/* (a,b,c) */
struct value from_three(struct algebra *al, struct tuple a, struct tuple b, struct tuple c);

/*
 * The kind for make_smem_layout_atom with the widest swizzle that "extent" elements of "bits" bits of the contiguous
 * mode are a multiple of, along K or else along M or N.
 */
struct value smem_kind(struct call *call, bool is_k, int bits, int64_t extent);

/* The same for tcgen05, where tf32 that is not along K lies in atoms of 32 bytes, and what is along it in 16 bytes. */
struct value umma_kind(struct call *call, bool is_k, int bits, int64_t extent);

/* The size of mode "mode" of "shape" as a number; 1 after a fault. */
int64_t mode_size_number(struct algebra *al, struct tuple shape, int mode);

/*
 * "stages" tiles with these "extents" of elements of type "type" in atoms of "kind", repeated along the contiguous mode
 * first: the second if "is_k".
 */
struct value stage_tiles(struct call *call, const struct value *kind, bool is_k, const struct value *type,
	const int64_t extents[2], int64_t stages);

#endif
