/*
 * Shared memory as the hardware serves it: 32 banks, each gives one 4-byte word in a wavefront; word w is in bank
 * w % 32. An instruction of a warp is served in phases. A phase takes as many wavefronts as there are different words
 * in the bank with the most of them; lanes that read or write the same word share it.
 *
 *     32 bit a lane, or less      1 phase, the warp
 *     64 bit                      2 phases, the half warps
 *     128 bit                     4 phases, the quarters of 8 lanes
 *     ldmatrix, stmatrix          1 phase for each matrix, its 8 rows of 16 bytes
 *
 * Loads of 64 (128) bits take 1 (2) phases, of neighbouring ones together, if every lane t reads the same address as
 * lane t^1, or every one the same as t^2. Stores never do. So 32 consecutive 128-bit accesses take 4 wavefronts and
 * have no conflict.
 *
 * Source: the phases are those of NVIDIA's GPUs since Volta; the rule about pairs is NVIDIA's, in the thread
 * "Unexpected shared memory bank conflict" on forums.developer.nvidia.com. Both were measured on an H100: hundreds of
 * patterns for each of loads and stores of all widths, ldmatrix and stmatrix took the wavefronts that this model says
 * (src/tool/banks.tsv, tests/device_banks.c).
 */
#ifndef ALGEBRA_BANKS_H
#define ALGEBRA_BANKS_H

#include <stdbool.h>
#include <stdint.h>

enum { BANKS = 32, BANK_BYTES = 4, BANK_LANES = 32, MATRIX_ROWS = 8, MATRIX_ROW_BYTES = 16 };

/* The address of a lane that takes no part. */
#define BANK_INACTIVE INT64_MIN

/* What one instruction of a warp takes. */
struct wavefronts {
	int actual;
	int phases;              /* wavefronts without any conflict; phases in which no lane takes part do not count */
	int ways;                /* words in the bank with the most of them, in one phase; 1 without conflicts */
	int bank;                /* that bank */
	int lanes[BANK_LANES];   /* the lanes that use it in that phase, ... */
	int lane_count;          /* ... unless all of them want one word */
	int phase_lanes;         /* lanes that are served together: 0 to phase_lanes - 1, then as many again, ... */
	bool paired;             /* a load took half as many phases because of equal addresses */
};

/* A load or store of "bytes" bytes at each of 32 byte addresses, which are multiples of "bytes". */
struct wavefronts banks_access(const int64_t *addresses, int bytes, bool is_load);

/*
 * The conflict as compilers with linear layouts count it (Triton, get_shared_bank_conflicts): where each address is the
 * xor of those of the bits of the lane, the addresses that a phase reaches and that differ from the first one by lines
 * of 128 bytes alone. It is less than the words in a bank where lanes differ in the line and in the byte of the word at
 * once, which happens below 4 bytes. 0 where the addresses are not linear or a lane takes no part.
 */
int banks_directions(const int64_t *addresses, int bytes);

/* An ldmatrix or stmatrix of 1 to 4 matrices, whose rows have the addresses of lanes 0 to 8 * matrices - 1. */
struct wavefronts banks_matrices(const int64_t *rows, int matrices);

/*
 * An ldmatrix or stmatrix of one matrix of 8 rows of 16 bytes at these byte addresses, multiples of 16. The lanes in
 * the answer are numbers of rows.
 */
struct wavefronts banks_matrix(const int64_t *rows);

#endif
