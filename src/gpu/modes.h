/*
 * The modes of a problem as plain numbers: an extent and the stride of every tensor. Sorting them and merging those
 * that are one in every tensor is what layout_coalesce does for one layout, done for all of them together.
 */
#ifndef GPU_MODES_H
#define GPU_MODES_H

#include "gpu/plan.h"

struct mode {
	int64_t extent;
	int64_t stride[TENSORS_MAX];
	bool reduced;
};

/* Each has two elements at least, and a problem 2^36 at most. */
enum { MODES_MAX = 64 };

/*
 * Collect the modes of "problem" with extents above 1, cut into modes in which every tensor has one stride. The tensors
 * are the operands and the output, which for reductions is row-major in the modes kept; of arg-reductions, the index is
 * so in those that are reduced. Returns the number of modes, or -1 if tensors cut a mode at places that do not divide
 * one another.
 */
int modes_collect(struct algebra *al, const struct problem *problem, struct mode modes[MODES_MAX]);

/* Sort by how far a step of each mode goes in tensor "key", the nearest first; the farthest of all decides ties. */
void modes_sort(struct mode *modes, int count, int key, int tensors);

/* Merge neighbours that are contiguous in each of "tensors". Returns the new number. */
int modes_merge(struct mode *modes, int count, int tensors);

/* The layout of "tensor" over the modes; 1:0 for none. */
struct layout modes_layout(struct algebra *al, const struct mode *modes, int count, int tensor);

/* Every one of "tensors" is contiguous in mode "contiguous". */
bool modes_all_contiguous(const struct mode *modes, int contiguous, int tensors);

/* The widest power of two up to "most" that divides the strides of all modes but the contiguous one, in each tensor. */
int modes_aligned_vector(const struct mode *modes, int count, int contiguous, int tensors, int most);

/* All tensors start each row at the same distance from a boundary of "most" elements, and none runs backward. */
bool modes_same_windows(const struct mode *modes, int count, int tensors, int most);

/* Product of the extents. */
int64_t modes_extents_product(const struct mode *modes, int count);

/* The view of "plan" is these modes: its rank, extents, and the memory of operands and output. */
void modes_set_view(struct algebra *al, const struct mode *modes, int count, struct plan *plan);

/* The largest power of two up to "most" that divides "value", which may be 0. */
int power_dividing(int64_t value, int most);

/* The largest power of two not above (not below) "value", at least 1. */
int power_below(int64_t value);
int power_above(int64_t value);

#endif
