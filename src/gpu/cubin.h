/*
 * What a compiled kernel needs of a multiprocessor, read from the ELF file that NVRTC returns, without a GPU. NVIDIA
 * does not document these notes; tests/gpu.sh compares them with what the runtime says.
 */
#ifndef GPU_CUBIN_H
#define GPU_CUBIN_H

#include <stdbool.h>
#include <stddef.h>

struct cubin_facts {
	int registers;     /* of a thread */
	int stack_bytes;   /* of a thread, in local memory: arrays that are indexed, and spilled registers */
};

/* Read the facts of the only kernel in "image". Returns false if it is no such file or does not say. */
bool cubin_read(const char *image, size_t size, struct cubin_facts *facts);

#endif
