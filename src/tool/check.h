/*
 * What "check" finds out about a layout, and its three forms: a report, JSON, and facts for assertions.
 */
#ifndef TOOL_CHECK_H
#define TOOL_CHECK_H

#include "algebra/access.h"
#include "algebra/query.h"
#include "base/buf.h"
#include "tool/assertion.h"
#include "tool/canonical.h"

enum { SHARED_ROWS_MAX = 7 };

/* Wavefronts of loads and of stores of one kind. */
struct shared_row {
	struct shared_traffic load, store;
	bool matrices; /* ldmatrix and stmatrix, which are alike */
};

struct check {
	const char *reader;      /* who reads or writes the memory: "read", "write" or "atom"; NULL: the layout itself */
	const char *reader_text; /* as the user wrote it */
	const char *operand; /* which one of an atom it is; NULL for a layout */
	struct map map;      /* the layout that was asked about */
	bool is_numbered;    /* it gives coordinates, which "query" counts in "box" */
	struct tuple box;
	struct query query;

	bool has_tv; /* it is looked at as a thread-value layout */
	bool has_tile;
	struct tuple tile; /* shape of the tile, or of the memory that tiles of it cover */
	bool is_repeated;  /* the memory is larger than the tile, and covered by it */
	struct tiling tiling;
	bool is_bare;         /* a layout that stands for threads and values by its modes alone */
	bool is_part;         /* of a tensor: with more than two modes, what one thread has */
	bool shares_threads;  /* an operand that several threads hold on purpose */
	struct tv_table table;
	struct coverage coverage; /* with a tile */

	bool by_descriptor; /* the hardware reads it as a whole; there are no accesses of threads */
	bool by_umma;             /* then, tcgen05.mma reads it, not wgmma */
	struct tuple instruction; /* then, what one instruction reads */
	bool has_canonical; /* of the memory that it reads, the size of an element is known */
	struct canonical canonical;
	bool has_access;    /* the size of an element is known */
	const char *dtype;
	bool has_memory;
	struct map memory; /* from cells of the tile to memory */
	struct access access;

	bool has_global, has_shared;
	int warp;
	struct global_traffic global;
	struct shared_row shared[SHARED_ROWS_MAX];
	int shared_count;
};

/* Why there are no accesses of threads. */
#define CHECK_BY_DESCRIPTOR "the hardware reads this operand with a descriptor, no thread loads a part of it"

/* The traffic of check->access in the wanted spaces, by warps of check->warp lanes. */
void check_traffic(struct check *check);

/* Percent of "touched" units of "bytes" bytes that "bits" accessed bits fill, rounded down. */
int64_t check_used_percent(int64_t bits, int64_t touched, int bytes);

void check_facts(const struct check *check, struct fact_list *facts);
void check_report(struct algebra *al, const struct check *check, struct buf *out);
void check_json(struct algebra *al, const struct check *check, struct buf *out);

/* The coordinate number "index" of "shape" as CuTe prints it. */
void check_put_coordinate(struct algebra *al, struct tuple shape, int64_t index, struct buf *out);

#endif
