/*
 * Global memory as the hardware serves it: a request, one instruction of a warp, touches
 *
 *     sectors    32 bytes, what moves between L2 and a multiprocessor
 *     halves     64 bytes, half a line: what a read fills from DRAM
 *     lines      128 bytes, what L1 looks up
 *     segments   runs of neighbouring lines
 *
 * and is charged for each whole one. Shared memory is in banks.h.
 */
#ifndef ALGEBRA_SECTORS_H
#define ALGEBRA_SECTORS_H

#include <stdint.h>

enum { SECTOR_BYTES = 32, HALF_BYTES = 64, LINE_BYTES = 128 };

/* What a request touches, each unit once however many lanes touch it. */
struct units {
	int64_t bits;       /* accessed */
	int64_t sectors, halves, lines, segments;
	int64_t partial;    /* sectors that are not accessed as a whole */
};

/*
 * What "count" lanes touch that access "bits" bits each, from the ascending "addresses" on, which are in bits too. They
 * may be negative, equal, overlap, and begin anywhere; address + bits fits 64 bits.
 */
struct units units_touched(const int64_t *addresses, int count, int bits);

#endif
