/*
 * Functions of CUTLASS that choose a shared-memory layout or an MMA for a tile: GMMA::ss_op_selector<A, B, C, Tile>(),
 * ss_smem_selector<major, T, BLK_MN, BLK_K>(). They become the conditions that they consist of, in our own terms.
 */
#ifndef LANG_NOTATION_SELECTORS_H
#define LANG_NOTATION_SELECTORS_H

#include "lang/parser.h"

/*
 * The choice among the atoms of "family", GMMA or UMMA, with the template arguments "arguments"; NULL if there are not
 * four of them. The widest swizzle whose atom divides the tile is chosen.
 */
struct node *selector_smem(struct parser *parser, struct str arguments, const char *family, struct span span);

/*
 * The choice among wgmma instructions with operands "kind", SS or RS: that of the types with the greatest N that
 * divides the tile, of those that CUTLASS has without the macro for further shapes. NULL without four arguments.
 */
struct node *selector_op(struct parser *parser, struct str arguments, const char *kind, struct span span);

/*
 * UMMA::tile_to_mma_shape of "arguments": an atom, the shape ((MMA_MN,MMA_K),MN,K[,stages]) of a partition, perhaps an
 * order: the atom tiled to the whole tile, divided by the instruction's. NULL without two or three arguments.
 */
struct node *selector_mma_tile(struct parser *parser, struct str arguments, struct span span);

#endif
