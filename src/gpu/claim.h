/*
 * What the algebra says of the numbers of a plan: which element each stands for, and where that is in a tensor's
 * memory. Judges of proofs compare records with it, on the host (proof.c) and on the device (judge.c).
 */
#ifndef GPU_CLAIM_H
#define GPU_CLAIM_H

#include "gpu/visitor.h"

struct proof {
	bool good;
	int64_t elements;     /* of the view, or results of a reduction */
	int64_t places;       /* of the tensor; fewer where elements share them */
	char text[512];       /* when not good: the first number that is not as predicted */
};

/* One run that records something of one tensor. */
struct proof_run {
	int tensor;
	bool on_device;
	bool by_offset;       /* entries are those of an output's memory, and hold numbers,
		or with "sums" sums of weights */
	bool sums;
	int64_t count;        /* of entries */
	int64_t reach;        /* offsets that may be accessed: those below */
	int shift;            /* of the bits of an offset, or of a number, that are recorded */
	int bits;
	uint32_t seed;        /* of the weights */
};

/* What the parts of the map add to a coordinate of the view: thread, value, block; see "indexed" of struct plan. */
struct claim {
	struct offsets part[3];
	struct offsets tile;
	int64_t *of_thread;
};

/* Of one tensor. */
struct claims {
	const struct plan *plan;
	const struct proof_run *run;
	struct claim mode[PROBLEM_RANK_MAX];
	struct memory memory;                     /* of the tensor, or for a result of the first operand */
	struct memory result;
	struct memory given;                      /* of the tensor over the modes of the problem; not for a result */
	struct offsets index;                     /* arg-reductions: of a coordinate in the reduced mode */
	int64_t elements;
	bool strict;                              /* nothing may be recorded for padding */
};

struct claims claims_of(struct algebra *al, const struct plan *plan, const struct proof_run *run);

/* The tensor "tensor" holds the results of a reduction. */
bool claims_is_result(const struct plan *plan, int tensor);

/* Numbers of a plan, those of padding too. */
int64_t claims_numbers(const struct plan *plan);

/* The coordinate that "number" stands for. Returns false for padding. */
bool claims_element(const struct claims *claims, int64_t number, int64_t *coordinate);

/* From the coordinate in the padded view to that of the element, in place. Returns false for padding. */
bool claims_locate(const struct claims *claims, int64_t *coordinate);

/* The offset that the layout of the tensor has for the element. */
int64_t claims_offset(const struct claims *claims, const int64_t *coordinate);

/* The index of the element in an arg-reduction; 0 in all else. */
int64_t claims_index(const struct claims *claims, const int64_t *coordinate);

/* What is recorded where the record is right. */
uint32_t claims_record(const struct claims *claims, int64_t number, int64_t offset);

enum mistake {
	MISTAKE_NONE,
	MISTAKE_STRAY,       /* a record for padding */
	MISTAKE_SECOND,      /* the element has another number too */
	MISTAKE_SHARED,      /* two elements of an output are at one offset */
	MISTAKE_ENTRY,       /* another record */
};

/* The mistake of "number", which recorded "entry", in words. */
void claims_put_mistake(struct proof *proof, const struct claims *claims, enum mistake mistake, int64_t number,
	uint32_t entry);

/* Mistakes beyond numbers, in words: an element without one; a record where nothing is; a wrong sum. */
void claims_put_uncovered(struct proof *proof, const struct claims *claims, int64_t element);
void claims_put_left(struct proof *proof, int64_t offset);
void claims_put_sum(struct proof *proof, int64_t offset);

/* What went wrong in the run itself. Returns whether nothing did. */
bool claims_judge_counts(const struct claims *claims, const struct proof_counts *counts, struct proof *proof);

#endif
