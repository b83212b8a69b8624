/*
 * The accesses of warps to shared or global memory, as a layout (thread, value) to an offset gives them: every access
 * with its bank, or every instruction with the words it touches.
 */
#ifndef RENDER_ACCESSES_H
#define RENDER_ACCESSES_H

#include "algebra/composed.h"
#include "render/figure.h"

/* Instructions of one film, and lines of 128 bytes of one instruction, at most. */
enum { FILM_PANELS = 256, FILM_LINES = 32 };

/* What a memory instruction does. */
struct access {
	int vector;      /* values of each lane that it moves; 0 for 1 */
	bool is_load;    /* else it is a store */
	int matrices;    /* of ldmatrix and stmatrix, whose rows of 16 bytes lanes address; 0 for others */
};

/*
 * Draw "a", the first mode of which is the thread; the figure says how many bits an element has. The values that an
 * instruction moves must be contiguous and aligned: FAULT_DOMAIN if they are not.
 */
void banks_figure(struct figure *figure, struct algebra *al, struct map a, const struct access *access);
void film_figure(struct figure *figure, struct algebra *al, struct map a, const struct access *access);

/*
 * The most values of "bits" each, up to "most", that one instruction can move for each lane of "a"; any number after a
 * fault.
 */
int access_widest(struct algebra *al, struct map a, int bits, int64_t most);

#endif
