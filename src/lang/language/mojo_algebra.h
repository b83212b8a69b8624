/*
 * The algebra of Mojo's layout package where it is another than CuTe's. Mojo divides extents without asking whether
 * they divide: (8,2):(1,8) o 3:4 is an answer there. Its operations take layouts of extents from 1 and strides from 0,
 * without the empty tuple; a fault is recorded for others, and where Mojo stops or reads beyond a tuple.
 *
 * Source: what Mojo 1.2.0 prints; the package's documentation, docs.modular.com, module layout.layout.
 */
#ifndef LANG_LANGUAGE_MOJO_ALGEBRA_H
#define LANG_LANGUAGE_MOJO_ALGEBRA_H

#include "algebra/layout.h"

/*
 * The strides of a layout of "shape" without gaps, column-major if "from_left", else row-major. Extents of 1 have a
 * stride too, and not 0 as in CuTe: what is divided beyond the layout goes on with it.
 */
struct tuple mojo_strides(struct algebra *al, struct tuple shape, bool from_left);

/* Modes of extent 1 dropped, modes that continue the one before them merged; an integer where one mode is left. */
struct layout mojo_coalesce(struct algebra *al, struct layout a);

/* "a" at the offsets of "b", by each leaf of "b", coalesced. */
struct layout mojo_composition(struct algebra *al, struct layout a, struct layout b);

/* The offsets below "size" that "a" leaves out. Faults where the modes of "a" overlap. */
struct layout mojo_complement(struct algebra *al, struct layout a, int64_t size);

/* (tile, rest) of "a" by the tile "b". */
struct layout mojo_logical_divide(struct algebra *al, struct layout a, struct layout b);

/* The same by mode, ((tiles), (rests)), where both have modes. The strides of "b" do not count. */
struct layout mojo_zipped_divide(struct algebra *al, struct layout a, struct layout b);

/* (a, copies of "a" at the places that "b" says) */
struct layout mojo_logical_product(struct algebra *al, struct layout a, struct layout b);

/* The same by mode; modes of "b" beyond those of "a" are dropped, as Mojo drops them. */
struct layout mojo_blocked_product(struct algebra *al, struct layout a, struct layout b);

/* "tile" repeated, column-major, until it fills "shape". */
struct layout mojo_tile_to_shape(struct algebra *al, struct layout tile, struct tuple shape);

/* The modes of "a" in the order in which they lie without gaps from offset 0: a tuple, empty where none does. */
struct layout mojo_right_inverse(struct algebra *al, struct layout a);

/* One more than the offset of the last coordinate. */
struct tuple mojo_cosize(struct algebra *al, struct layout a);

/*
 * The offset of coordinate "index". An integer wraps at the size of a layout of two leaves; in others its last mode
 * takes what is left, as in CuTe. The modes of a tuple must be inside the layout.
 */
struct tuple mojo_index(struct algebra *al, struct tuple index, struct layout a);

#endif
