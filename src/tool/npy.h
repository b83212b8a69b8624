/* Arrays in files of NumPy (.npy): the numbers in the order in which they lie in the file. */
#ifndef TOOL_NPY_H
#define TOOL_NPY_H

#include "lang/memory.h"

/*
 * Read the bytes of a file into "memory", whose numbers live in "arena". Integers and floats of 1 to 8 bytes, little
 * endian. Returns NULL, or what is wrong with the file.
 */
const char *npy_read(struct arena *arena, struct str bytes, struct memory *memory);

#endif
