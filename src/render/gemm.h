/* The operands of a matrix product and how they are cut into tiles: C is A times B transposed. */
#ifndef RENDER_GEMM_H
#define RENDER_GEMM_H

#include "algebra/composed.h"
#include "render/figure.h"

/*
 * Draw "a" (M,K), "b" (N,K) and "c" (M,N) with tiles of "tile" = {m, n, k}, 0 for all of a mode. A tile of C has its
 * own colour; the tiles of A and B that it is computed from have that of the first one in its row or column.
 */
void gemm_figure(struct figure *figure, struct algebra *al, struct map a, struct map b, struct map c,
	const int64_t tile[3]);

#endif
