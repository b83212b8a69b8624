#include "algebra/remark.h"

#include <inttypes.h>
#include <stdio.h>

#include "algebra/tile.h"
#include "base/buf.h"

enum { PATH_BYTES = 64, EXTENTS_BYTES = 96 };

/* A mode on the way to a part of a tuple, from the innermost one back to the first; none leads to the whole. */
struct path {
	const struct path *before;   /* NULL: this is the whole */
	int mode;
	int depth;
};

/* The numbers of the modes of "path" into "text", of PATH_BYTES, as "mode (1,0)" writes them. */
static void print_path(const struct path *path, char *text) {
	char before[PATH_BYTES] = "";
	text[0] = '\0';
	if (path->before != NULL) {
		print_path(path->before, before);
		snprintf(text, PATH_BYTES, path->depth > 1 ? "%.48s,%d" : "%.48s%d", before, path->mode);
	}
}

/* Remark that "c" is not below "extent"; "path" is empty for the coordinate as a whole. */
static void remark_index(struct algebra *al, int64_t c, int64_t extent, const char *what, const struct path *path) {
	if (path->depth == 0) {
		algebra_note(al, FAULT_REMARK, "%s %" PRId64 " is outside the %" PRId64 " that there are: CuTe goes on beyond "
			"them", what, c, extent);
	} else {
		char modes[PATH_BYTES];
		print_path(path, modes);
		algebra_note(al, FAULT_REMARK, "%s %" PRId64 " of mode %s%s%s is outside its extent %" PRId64 ": CuTe goes on "
			"beyond it", what, c, path->depth > 1 ? "(" : "", modes, path->depth > 1 ? ")" : "", extent);
	}
}

/*
 * Whether "quiet", a copy of "al", has counted what a remark is about. What does not fit 64 bits is not refused for it:
 * nothing is remarked. Other faults are those of "al".
 */
static bool has_counted(struct algebra *al, const struct algebra *quiet) {
	if (algebra_failed(quiet) && quiet->fault.code != FAULT_OVERFLOW) {
		al->fault = quiet->fault;
	}
	return !algebra_failed(quiet);
}

/* Whether "c" is not below the size of "shape", which goes into "size". */
static bool is_outside(struct algebra *al, int64_t c, struct tuple shape, int64_t *size) {
	struct algebra quiet = *al;
	*size = int_value(&quiet, tuple_product(&quiet, shape));
	return has_counted(al, &quiet) && (c < 0 || c >= *size);
}

/* Leave a remark about what is outside, if anything: the first one stands. "path" leads to "shape". */
static void find_outside(struct algebra *al, struct tuple c, struct tuple shape, const char *what,
		const struct path *path) {
	int64_t size;
	if (tuple_is_tuple(c) && tuple_is_tuple(shape) && c.rank == shape.rank) {
		for (int i = 0; i < c.rank; i++) {
			const struct path mode = { path, i, path->depth + 1 };
			find_outside(al, c.modes[i], shape.modes[i], what, &mode);
		}
		return;
	}
	bool is_known = tuple_is_plain_int(c) && int_has_value(c) && tuple_has_values(shape);
	if (is_known && is_outside(al, c.value, shape, &size)) {
		remark_index(al, c.value, size, what, path);
	}
}

void remark_outside(struct algebra *al, struct tuple c, struct tuple shape, const char *what) {
	struct path whole = { .depth = 0 };
	if (operation_verifies(al)) {
		find_outside(al, c, shape, what, &whole);
	}
}

/* "112 x 64", with another "separator" as it says; what is behind EXTENTS_BYTES is left out. */
static const char *print_extents(struct algebra *al, struct tuple extents, const char *separator) {
	struct buf text;
	buf_init(&text, al->arena);
	for (int i = 0; i < tuple_rank(extents) && text.length + 24 < EXTENTS_BYTES; i++) {
		buf_put(&text, i > 0 ? separator : "");
		buf_put_int(&text, int_value(al, tuple_mode(extents, i)));
	}
	return text.data;
}

/* "12 rows and 4 columns", or for other ranks than 2 "12 in mode 0"; "" where nothing is covered beyond "shape". */
static const char *print_excess(struct algebra *al, struct tuple shape, struct tuple covered) {
	int rank = tuple_rank(shape);
	struct buf text;
	buf_init(&text, al->arena);
	for (int i = 0; i < rank && text.length + 48 < EXTENTS_BYTES; i++) {
		int64_t excess = int_value(al, tuple_mode(covered, i)) - int_value(al, tuple_mode(shape, i));
		if (excess <= 0) {
			continue;
		}
		buf_put(&text, text.length > 0 ? " and " : "");
		buf_put_int(&text, excess);
		if (rank == 2) {
			buf_put(&text, i == 0 ? " row" : " column");
			buf_put(&text, excess == 1 ? "" : "s");
		} else if (rank > 2) {
			buf_put(&text, " in mode ");
			buf_put_int(&text, i);
		}
	}
	return text.data;
}

void remark_residue(struct algebra *al, struct tuple shape, struct tuple covered) {
	if (!operation_verifies(al) || fault_is_set(&al->note) || !tuple_has_values(shape) || !tuple_has_values(covered)) {
		return;
	}
	struct algebra quiet = *al;
	struct tuple extents = tuple_rank(covered) == 1 && !tuple_is_tuple(covered) ? tuple_product(&quiet, shape)
		: tuple_product_each(&quiet, shape);
	const char *excess = print_excess(&quiet, extents, covered);
	if (!has_counted(al, &quiet) || excess[0] == '\0') {
		return;
	}
	const char *reached = print_extents(al, covered, " x ");
	const char *wanted = print_extents(al, extents, " x ");
	const char *shape_text = print_extents(al, extents, ",");
	bool is_tuple = tuple_is_tuple(extents);
	algebra_note(al, FAULT_REMARK, "covers %s of %s: %s beyond it; predicate with make_identity_layout(%s%s%s)",
		reached, wanted, excess, is_tuple ? "(" : "", shape_text, is_tuple ? ")" : "");
}

/* Tiles of integers, or none, in each mode of "shape" that divide its first extent: nothing is beyond them. */
static bool tiles_divide(struct tuple shape, const struct tiler *tiler) {
	if (tiler->kind == TILER_UNDERSCORE) {
		return true;
	}
	if (tiler->kind != TILER_MODES) {
		const struct tuple tile = tiler->layout.shape;
		bool is_run = tiler->kind == TILER_INT || tuple_is_constant(tiler->layout.stride, 1);
		while (tuple_is_tuple(shape) && shape.rank > 0) {
			shape = shape.modes[0];
		}
		return is_run && int_both_plain(tile, shape) && int_divides(tile, shape) == ANSWER_YES;
	}
	bool divide = tuple_rank(shape) >= tiler->rank;
	for (int i = 0; i < tiler->rank && divide; i++) {
		divide = tiles_divide(tuple_mode(shape, i), &tiler->modes[i]);
	}
	return divide;
}

void remark_tiler(struct algebra *al, struct layout a, const struct tiler *tiler) {
	if (!operation_verifies(al) || fault_is_set(&al->note) || tiler->kind == TILER_UNDERSCORE
			|| !tuple_has_values(a.shape) || tiles_divide(a.shape, tiler)) {
		return;
	}
	struct algebra quiet = *al;
	struct tuple covered = layout_divide_covers(&quiet, a, tiler);
	if (has_counted(al, &quiet)) {
		remark_residue(al, a.shape, covered);
	}
}

void remark_waiting(struct algebra *al, struct tuple c, struct map map, struct tuple offset) {
	if (!map_is_flagged(map) || algebra_failed(al) || !tuple_is_plain_int(offset) || !int_has_value(offset)) {
		return;
	}
	struct tuple behind = int_add(al, map.composed->offset, map_crd2idx(al, c, map.composed->inner));
	struct tuple said = map_crd2idx(al, behind, map_from_swizzle(composed_swizzle(al, map.composed)));
	if (!algebra_failed(al) && int_has_value(said) && said.value != offset.value) {
		algebra_note(al, FAULT_REMARK, "this counts elements, as a tensor with this layout does; without its pointer "
			"CuTe swizzles them as bytes: %" PRId64, said.value);
	}
}

void remark_slice(struct algebra *al, struct map map, struct map slice) {
	bool is_lost = map_is_flagged(map) && slice.kind == MAP_COMPOSED && !map_is_flagged(slice);
	if (!algebra_failed(al) && is_lost) {
		algebra_note(al, FAULT_REMARK, "the pointer is lost that the layout waited for: CuTe's swizzle of bytes acts "
			"on elements here; make_tensor with the whole layout first keeps it");
	}
}
