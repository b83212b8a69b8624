/*
 * The memory of a tile in kernels that ask the hardware: a layout, with a swizzle or not, from the number of an element
 * to its place, on the host and as text of a kernel.
 */
#ifndef GPU_SILICON_MEMORY_H
#define GPU_SILICON_MEMORY_H

#include "algebra/offsets.h"
#include "gpu/emit.h"

/* Shared memory that a kernel may have without asking for more. */
enum { SILICON_SHARED_BYTES = 48 << 10 };

struct silicon_memory {
	const char *name;          /* in messages: "A", "shared memory" */
	struct map map;            /* of a coordinate, counted column-major, to a place */
	struct offsets offsets;    /* the same on the host */
	int64_t places;            /* 1 + the greatest */
};

/*
 * "map" as memory of "elements" elements, each of which has a place of its own, at most "most" places.
 * FAULT_UNSUPPORTED where it is not.
 */
struct silicon_memory silicon_memory_make(struct algebra *al, const char *name, struct map map, int64_t elements,
	int64_t most);

/* "place_NAME(i)": the place of element number i of "memory". */
void silicon_put_place(struct emitter *em, const char *name, const struct silicon_memory *memory);

/* "own_NAME(t, v)": the element that is value v of thread t by "tv". */
void silicon_put_own(struct emitter *em, const char *name, struct layout tv);

#endif
