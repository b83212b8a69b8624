/* What the kinds banks and film draw: which thread accesses which place of a memory. */
#ifndef TOOL_PICTURES_ACCESSES_H
#define TOOL_PICTURES_ACCESSES_H

#include "render/accesses.h"
#include "tool/pictures/kind.h"

/*
 * A layout (thread, value) into memory, of rank 1 if each thread has one value; or a tiled copy, a copy atom or a pair
 * (tiler, layout), of which the side that the request accesses is composed with the memory that it names. "access" is
 * what their instruction does. Sets the bits of an element, if nobody else has. Returns 1:0 after a fault.
 */
struct map accesses_of(struct subject *subject, const struct picture_kind *kind, struct access *access);

#endif
