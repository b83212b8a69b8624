/*
 * Linear layouts: a coordinate is the xor of bases, one for each bit of a register, a lane, a warp and a block, or
 * of an
 * offset. Source: Zhou et al., "Linear Layouts", arXiv 2505.23819.
 */
#ifndef LANG_LANGUAGE_LINEAR_LAYOUT_H
#define LANG_LANGUAGE_LINEAR_LAYOUT_H

#include "lang/language/denotation.h"

enum { LINEAR_INPUTS = 4, LINEAR_BITS = 40 };

/* The inputs of a distributed layout; shared memory has OFFSET and BLOCK, tensor memory ROW and COL. */
enum { LINEAR_REGISTER, LINEAR_LANE, LINEAR_WARP, LINEAR_BLOCK };
enum { LINEAR_OFFSET = LINEAR_REGISTER, LINEAR_ROW = LINEAR_REGISTER, LINEAR_COL = LINEAR_LANE };

enum linear_kind { LINEAR_DISTRIBUTED, LINEAR_SHARED, LINEAR_TENSOR_MEMORY };

struct bases {
	int count;
	int64_t at[LINEAR_BITS][LANGUAGE_RANK];   /* the bit's coordinate */
};

enum { LINEAR_PADS = 8 };

struct linear_layout {
	enum linear_kind kind;
	int rank;
	int64_t size[LANGUAGE_RANK];              /* extents covered so far, each a power of two */
	struct bases in[LINEAR_INPUTS];
	/* shared memory: after each "interval" offsets come "pad" that are not used */
	int pad_count;
	int64_t interval[LINEAR_PADS];
	int64_t pad[LINEAR_PADS];
	bool lacks_bases;                         /* as an input has no more than LINEAR_BITS, and one had */
};

void linear_layout_init(struct linear_layout *linear, enum linear_kind kind, int rank);

/* log2(n), or -1 if "n" is no power of two. */
int log2_exact(int64_t n);

/* Append log2("n") bases to "input", each the next power of two along "dimension"; or as many zeros. */
void linear_layout_identity(struct linear_layout *linear, int input, int64_t n, int dimension);
void linear_layout_zeros(struct linear_layout *linear, int input, int64_t n);

/* Append one basis. */
void linear_layout_append(struct linear_layout *linear, int input, const int64_t *basis);

/* Append a basis of "rank" numbers that stands at "span"; faults where one is negative, or 2^LINEAR_BITS or more. */
bool linear_layout_take(struct reader *reader, struct span span, struct linear_layout *linear, int input,
	const int64_t *basis, int rank);

/* Let "size" be the smallest powers of two that hold all bases. */
void linear_layout_span(struct linear_layout *linear);

/* Make 0 of each number of a basis that is beyond "shape". */
void linear_layout_clip(struct linear_layout *linear, const int64_t *shape);

/* The coordinate of "index" of "input" is xored into "coordinate". */
void linear_layout_apply(const struct linear_layout *linear, int input, int64_t index, int64_t *coordinate);

/* Read [[0, 1], [8, 0]], a list of bases with "rank" numbers each; a single number where the rank is 1. */
bool linear_layout_read_bases(struct reader *reader, const struct term *term, int rank, struct linear_layout *linear,
	int input);

/*
 * The denotation of "linear" on the tensor "shape". Faults at "span" when a coordinate is outside, or in shared memory
 * when one has no offset. Of several offsets of one coordinate the smallest counts.
 */
bool linear_layout_denote(struct reader *reader, struct span span, const struct linear_layout *linear,
	const int64_t *shape,
	struct denotation *denotation);

/* The bases of a table, where it is linear: false otherwise. "inputs" of "bits" bits each follow each other in it. */
bool linear_layout_from_denotation(const struct denotation *denotation, struct linear_layout *linear);

#endif
