#include "render/numbering.h"

#include "base/checked.h"

/* While runs are made. */
struct maker {
	struct algebra *al;
	struct numbering *numbering;
	int64_t base, unit;      /* of the next run */
	int64_t reach;           /* numbers that the operation can reach beyond a run */
	int64_t tiles;           /* more of them than the last one of a mode */
	struct tuple stride;     /* that the next extent has if it goes on with the run */
	bool open;               /* there is a run to go on with */
};

/*
 * Numbers beyond the end of a mode that "tiler" reaches, at least: those of its last tile. Tiles of a layout with gaps
 * lie in each other's gaps, and fill together what is less than twice as long as one of them. A mode that is left as
 * it is ends where it ends.
 */
static int64_t reach_of(struct algebra *al, const struct tiler *tiler) {
	if (tiler == NULL || tiler->kind == TILER_MODES || tiler->kind == TILER_UNDERSCORE) {
		return 0;
	}
	if (tiler->kind == TILER_INT) {
		return int_value(al, tiler->layout.shape);
	}
	struct tuple cosize = layout_cosize(al, tiler->layout);
	return int_value(al, int_add(al, cosize, int_sub(al, cosize, tuple_int(1))));
}

/* End the run, so that the next one begins behind its room. */
static void close_run(struct maker *maker) {
	struct numbering *numbering = maker->numbering;
	if (!maker->open) {
		return;
	}
	struct run *run = &numbering->runs[numbering->count++];
	int64_t room, base;
	if (!checked_add(run->size, maker->reach, &room) || !checked_mul(run->base, room, &base)) {
		algebra_fault(maker->al, FAULT_OVERFLOW, "the cells of the layout cannot be numbered");
		return;
	}
	maker->base = base;
	maker->unit *= run->size;
	maker->open = false;
}

/* Begin a run of "size". */
static void open_run(struct maker *maker, int64_t size) {
	close_run(maker);
	maker->numbering->runs[maker->numbering->count] = (struct run){ maker->base, size, maker->unit };
	maker->open = true;
}

/*
 * The numbers of the extent "a", which goes on with the run where its stride does. Operations take no notice of an
 * extent of 1, but for the "last" one, whose stride is that of everything beyond the end.
 */
static struct layout number_extent(struct maker *maker, struct layout a, bool last) {
	struct algebra *al = maker->al;
	int64_t extent = int_value(al, a.shape);
	if (extent < 1 || (extent == 1 && !last) || algebra_failed(al)) {
		return (struct layout){ a.shape, tuple_int(0) };
	}
	if (!maker->open || !tuple_equal(a.stride, maker->stride)) {
		open_run(maker, 1);
	}
	struct run *run = &maker->numbering->runs[maker->numbering->count];
	struct tuple number = int_mul(al, tuple_int(run->base), tuple_int(run->size));
	run->size *= extent;
	maker->stride = int_mul(al, a.stride, a.shape);
	return (struct layout){ a.shape, number };
}

static struct layout number_mode(struct maker *maker, struct layout a, const struct tiler *tiler);

/* The numbers of all modes of "a", each with its part of "tiler" if that is a tuple as well. */
static struct layout number_modes(struct maker *maker, struct layout a, const struct tiler *tiler, bool last) {
	int rank = layout_rank(a);
	struct layout *modes = arena_array(maker->al->arena, (size_t)rank + 1, sizeof *modes);
	for (int i = 0; i < rank && !algebra_failed(maker->al); i++) {
		struct layout mode = layout_mode(a, i);
		bool is_last = last && i == rank - 1;
		if (tiler != NULL && tiler->kind == TILER_MODES) {
			modes[i] = number_mode(maker, mode, i < tiler->rank ? &tiler->modes[i] : NULL);
		} else {
			modes[i] = tuple_is_tuple(mode.shape) ? number_modes(maker, mode, NULL, is_last) :
				number_extent(maker, mode, is_last);
		}
	}
	return algebra_failed(maker->al) ? a : layout_from_modes(maker->al, modes, rank);
}

/* The numbers of a mode that "tiler" is applied to by itself. */
static struct layout number_mode(struct maker *maker, struct layout a, const struct tiler *tiler) {
	int64_t reach = reach_of(maker->al, tiler);
	int64_t more;
	bool fits = checked_mul(reach > 0 ? reach : 1, maker->tiles, &more) && checked_add(reach, more, &maker->reach);
	if (!fits) {
		algebra_fault(maker->al, FAULT_OVERFLOW, "the cells of the layout cannot be numbered");
		return a;
	}
	struct layout numbers = tuple_is_tuple(a.shape) ? number_modes(maker, a, tiler, true) :
		number_extent(maker, a, true);
	close_run(maker);
	return numbers;
}

struct numbering numbering_of(struct algebra *al, struct layout a, const struct tiler *tiler, int64_t tiles) {
	struct numbering numbering = { .layout = a };
	numbering.runs = arena_array(al->arena, (size_t)tuple_leaves(a.shape) + 1, sizeof *numbering.runs);
	struct maker maker = { .al = al, .numbering = &numbering, .base = 1, .unit = 1, .tiles = tiles };
	numbering.layout = number_mode(&maker, a, tiler);
	return numbering;
}

int64_t numbering_cell(const struct numbering *numbering, int64_t number) {
	int64_t cell = 0;
	if (number < 0) {
		return -1;
	}
	for (int i = numbering->count - 1; i >= 0; i--) {
		const struct run *run = &numbering->runs[i];
		int64_t step = number / run->base;
		if (step >= run->size) {
			return -1;
		}
		cell += step * run->unit;
		number %= run->base;
	}
	return cell;
}
