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

/*
 * Draw "a", the first mode of which is the thread; the figure says how many bits an element has. An instruction moves
 * "vector" values of each lane, which must be contiguous and aligned: FAULT_DOMAIN if they are not.
 */
void banks_figure(struct figure *figure, struct algebra *al, struct map a, int vector);
void film_figure(struct figure *figure, struct algebra *al, struct map a, int vector);

#endif
