/* Views that turn, mirror, move, drop or cut dimensions, as numpy and torch name them. */
#include <inttypes.h>

#include "base/limits.h"
#include "lang/language/strided.h"

/* Take dimension "d" out, whatever its extent; the offset stays. */
static void drop_dimension(struct view *view, int64_t d) {
	size_t behind = (size_t)(view->rank - d - 1);
	memmove(view->shape + d, view->shape + d + 1, behind * sizeof *view->shape);
	memmove(view->stride + d, view->stride + d + 1, behind * sizeof *view->stride);
	view->rank--;
}

/* One more dimension in front of "d", for which there is room. */
static void insert_dimension(struct view *view, int64_t d, int64_t extent, int64_t stride) {
	size_t behind = (size_t)(view->rank - d);
	memmove(view->shape + d + 1, view->shape + d, behind * sizeof *view->shape);
	memmove(view->stride + d + 1, view->stride + d, behind * sizeof *view->stride);
	view->shape[d] = extent;
	view->stride[d] = stride;
	view->rank++;
}

/* Run dimension "d" backward, from its last element. */
static void mirror(struct view *view, int64_t d) {
	view->offset += (view->shape[d] - 1) * view->stride[d];
	view->stride[d] = -view->stride[d];
}

void view_swap(struct view *view, int64_t a, int64_t b) {
	int64_t extent = view->shape[a];
	int64_t stride = view->stride[a];
	view->shape[a] = view->shape[b];
	view->stride[a] = view->stride[b];
	view->shape[b] = extent;
	view->stride[b] = stride;
}

/* What a function is given: its call, the number of its first argument behind the array, and the name of an axis. */
struct move {
	struct reader *reader;
	const struct term *call;
	int first;
	const char *axis;
};

/* Axis "key" of "view", argument "index"; "otherwise" where it is not given. */
static int64_t axis_argument(const struct move *move, int index, const char *key, int64_t otherwise,
	const struct view *view) {
	const struct term *term = term_argument(move->reader, move->call, move->first + index, key);
	int64_t axis = term == NULL ? otherwise : term_int(move->reader, term, -view->rank, view->rank - 1);
	return axis < 0 ? axis + view->rank : axis;
}

/* Argument "index" behind the array, or "key"; "otherwise" where neither is given. */
static int64_t int_argument(const struct move *move, int index, const char *key, int64_t otherwise) {
	const struct term *term = term_argument(move->reader, move->call, move->first + index, key);
	return term == NULL ? otherwise : term_int(move->reader, term, -LIMIT_DENOTED, LIMIT_DENOTED);
}

/* Whether the array has "least" dimensions; a fault at the call otherwise. */
static bool need_rank(const struct move *move, const struct view *view, int least) {
	return view->rank >= least || reader_fault(move->reader, move->call->span, FAULT_RANK,
		"expected an array of at least %d dimensions, saw %d", least, view->rank);
}

/* flip: the axes that are named, or all of them, the other way round. */
static bool flip(const struct move *move, struct view *view) {
	const struct term *axes = term_argument(move->reader, move->call, move->first, move->axis);
	if (axes == NULL) {
		for (int d = 0; d < view->rank; d++) {
			mirror(view, d);
		}
		return true;
	}
	int64_t list[LANGUAGE_RANK];
	int count = term_ints(move->reader, axes, list, LANGUAGE_RANK);
	uint32_t seen = 0;
	for (int i = 0; i < count && !reader_failed(move->reader); i++) {
		if (list[i] < -view->rank || list[i] >= view->rank) {
			return reader_fault(move->reader, axes->span, FAULT_DOMAIN, "expected axes below %d", view->rank);
		}
		int64_t axis = list[i] < 0 ? list[i] + view->rank : list[i];
		if ((seen >> axis & 1) != 0) {
			return reader_fault(move->reader, axes->span, FAULT_DOMAIN, "axis %" PRId64 " is given twice", axis);
		}
		seen |= (uint32_t)1 << axis;
		mirror(view, axis);
	}
	return !reader_failed(move->reader);
}

static bool flip_columns(const struct move *move, struct view *view) {
	return need_rank(move, view, 2) && (mirror(view, 1), true);
}

static bool flip_rows(const struct move *move, struct view *view) {
	return need_rank(move, view, 1) && (mirror(view, 0), true);
}

/* A quarter turn from the first of two axes to the second: mirror the second, then swap them. */
static bool turn(const struct move *move, struct view *view) {
	int64_t axes[2] = { 0, 1 };
	const struct term *list = term_argument(move->reader, move->call, move->first + 1, "axes");
	int64_t quarters = int_argument(move, 0, "k", 1) & 3;
	if (!need_rank(move, view, 2) || (list != NULL && term_ints(move->reader, list, axes, 2) != 2)) {
		return reader_fault(move->reader, move->call->span, FAULT_RANK, "expected two axes");
	}
	for (int i = 0; i < 2; i++) {
		axes[i] += axes[i] < 0 ? view->rank : 0;
		if (axes[i] < 0 || axes[i] >= view->rank || axes[0] == axes[1]) {
			return reader_fault(move->reader, move->call->span, FAULT_DOMAIN, "expected two axes below %d",
				view->rank);
		}
	}
	for (; quarters > 0; quarters--) {
		mirror(view, axes[1]);
		view_swap(view, axes[0], axes[1]);
	}
	return !reader_failed(move->reader);
}

/* moveaxis and movedim: one dimension to another place, the others in their order. */
static bool move_axis(const struct move *move, struct view *view) {
	if (!need_rank(move, view, 1)) {
		return false;
	}
	int64_t from = axis_argument(move, 0, "source", 0, view);
	int64_t to = axis_argument(move, 1, "destination", 0, view);
	int64_t extent = view->shape[from];
	int64_t stride = view->stride[from];
	drop_dimension(view, from);
	insert_dimension(view, to, extent, stride);
	return true;
}

/* unsqueeze and expand_dims: an extent of 1 in front of an axis, or behind all. */
static bool expand_dims(const struct move *move, struct view *view) {
	const struct term *axis = term_need(move->reader, move->call, move->first, move->axis);
	int64_t d = term_int(move->reader, axis, -view->rank - 1, view->rank);
	if (reader_failed(move->reader)) {
		return false;
	}
	if (view->rank == LANGUAGE_RANK) {
		return reader_fault(move->reader, move->call->span, FAULT_LIMIT, "expected at most %d dimensions",
			LANGUAGE_RANK);
	}
	insert_dimension(view, d < 0 ? d + view->rank + 1 : d, 1, 0);
	return true;
}

/* Drop all extents of 1, or that of one axis; another one stays in torch, and is a fault in numpy. */
static bool squeeze(const struct move *move, struct view *view) {
	const struct term *given = term_argument(move->reader, move->call, move->first, move->axis);
	int64_t axis = given == NULL ? -1 : axis_argument(move, 0, move->axis, 0, view);
	bool is_numpy = move->axis[0] == 'a';
	if (is_numpy && !reader_failed(move->reader) && axis >= 0 && view->shape[axis] != 1) {
		return reader_fault(move->reader, given->span, FAULT_DOMAIN, "this axis has the extent %" PRId64 ", not 1",
			view->shape[axis]);
	}
	for (int d = view->rank - 1; d >= 0 && !reader_failed(move->reader); d--) {
		if (view->shape[d] == 1 && (axis < 0 || axis == d)) {
			drop_dimension(view, d);
		}
	}
	return !reader_failed(move->reader);
}

/* The diagonal "offset" to the right of the main one, as the last dimension. */
static bool diagonal(const struct move *move, struct view *view) {
	int64_t right = int_argument(move, 0, "offset", 0);
	if (!need_rank(move, view, 2)) {
		return false;
	}
	int64_t a = axis_argument(move, 1, move->axis[0] == 'd' ? "dim1" : "axis1", 0, view);
	int64_t b = axis_argument(move, 2, move->axis[0] == 'd' ? "dim2" : "axis2", 1, view);
	if (reader_failed(move->reader) || a == b) {
		return reader_fault(move->reader, move->call->span, FAULT_DOMAIN, "expected two axes");
	}
	int64_t rows = view->shape[a] - (right < 0 ? -right : 0);
	int64_t columns = view->shape[b] - (right > 0 ? right : 0);
	int64_t length = rows < columns ? rows : columns;
	if (length < 1) {
		return reader_fault(move->reader, move->call->span, FAULT_DOMAIN, "this diagonal is empty");
	}
	int64_t stride = view->stride[a] + view->stride[b];
	view->offset += right < 0 ? -right * view->stride[a] : right * view->stride[b];
	drop_dimension(view, a > b ? a : b);
	drop_dimension(view, a > b ? b : a);
	insert_dimension(view, view->rank, length, stride);
	return view_fits(move->reader, move->call->span, view);
}

/* "length" places of a dimension from "start" on. */
static bool narrow(const struct move *move, struct view *view) {
	int64_t d = axis_argument(move, 0, "dim", 0, view);
	int64_t start = int_argument(move, 1, "start", 0);
	int64_t length = int_argument(move, 2, "length", 1);
	if (reader_failed(move->reader)) {
		return false;
	}
	start += start < 0 ? view->shape[d] : 0;
	if (start < 0 || length < 1 || start > view->shape[d] - length) {
		return reader_fault(move->reader, move->call->span, FAULT_DOMAIN, "expected a part of the extent %" PRId64,
			view->shape[d]);
	}
	view->offset += start * view->stride[d];
	view->shape[d] = length;
	return true;
}

/* One place of a dimension, which goes. */
static bool select_place(const struct move *move, struct view *view) {
	int64_t d = axis_argument(move, 0, "dim", 0, view);
	int64_t index = int_argument(move, 1, "index", 0);
	if (reader_failed(move->reader)) {
		return false;
	}
	index += index < 0 ? view->shape[d] : 0;
	if (index < 0 || index >= view->shape[d]) {
		return reader_fault(move->reader, move->call->span, FAULT_DOMAIN, "the extent is %" PRId64, view->shape[d]);
	}
	view->offset += index * view->stride[d];
	drop_dimension(view, d);
	return true;
}

/* Windows of "size" at every "step" along a dimension, as the last dimension. */
static bool unfold(const struct move *move, struct view *view) {
	int64_t d = axis_argument(move, 0, "dimension", 0, view);
	int64_t size = int_argument(move, 1, "size", 1);
	int64_t step = int_argument(move, 2, "step", 1);
	if (reader_failed(move->reader)) {
		return false;
	}
	if (size < 1 || step < 1 || size > view->shape[d] || view->rank == LANGUAGE_RANK) {
		return reader_fault(move->reader, move->call->span, FAULT_DOMAIN, "expected windows in the extent %" PRId64,
			view->shape[d]);
	}
	int64_t stride = view->stride[d];
	view->shape[d] = (view->shape[d] - size) / step + 1;
	if (!checked_mul(stride, step, &view->stride[d])) {
		return reader_fault(move->reader, move->call->span, FAULT_OVERFLOW, "this stride does not fit 64 bits");
	}
	insert_dimension(view, view->rank, size, stride);
	return view_fits(move->reader, move->call->span, view);
}

/* torch's t(): the two dimensions change places; one or none stays. */
static bool transpose_matrix(const struct move *move, struct view *view) {
	if (view->rank > 2) {
		return reader_fault(move->reader, move->call->span, FAULT_RANK, "t() is of at most 2 dimensions, not of %d",
			view->rank);
	}
	if (view->rank == 2) {
		view_swap(view, 0, 1);
	}
	return true;
}

static const struct {
	const char *name;
	int least, most;                /* arguments behind the array */
	const char *numpy, *torch;      /* names of arguments; NULL: there is no such view: torch copies to mirror */
	bool (*move)(const struct move *move, struct view *view);
} moves[] = {
	{ "diagonal", 0, 3, "offset axis1 axis2", "offset dim1 dim2", diagonal },
	{ "expand_dims", 1, 1, "axis", NULL, expand_dims },
	{ "flip", 0, 1, "axis", NULL, flip },
	{ "fliplr", 0, 0, "", NULL, flip_columns },
	{ "flipud", 0, 0, "", NULL, flip_rows },
	{ "moveaxis", 2, 2, "source destination", "source destination", move_axis },
	{ "movedim", 2, 2, NULL, "source destination", move_axis },
	{ "narrow", 3, 3, NULL, "dim start length", narrow },
	{ "rot90", 0, 2, "k axes", NULL, turn },
	{ "select", 2, 2, NULL, "dim index", select_place },
	{ "squeeze", 0, 1, "axis", "dim", squeeze },
	{ "t", 0, 0, NULL, "", transpose_matrix },
	{ "unfold", 3, 3, NULL, "dimension size step", unfold },
	{ "unsqueeze", 1, 1, NULL, "dim", expand_dims },
};

bool view_move(struct views *views, const struct term *call, struct str name, int first, struct view *view) {
	struct move move = { &views->reading->reader, call, first, views->is_torch ? "dim" : "axis" };
	for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
		const char *known = views->is_torch ? moves[i].torch : moves[i].numpy;
		if (str_is(name, moves[i].name) && known != NULL) {
			if (call->count - first < moves[i].least) {
				return reader_fault(move.reader, call->span, FAULT_SYNTAX, "expected the arguments %s", known);
			}
			return view_arguments(move.reader, call, first + moves[i].most, known)
				&& moves[i].move(&move, view) && !reader_failed(move.reader);
		}
	}
	return reader_fault(move.reader, call->span, FAULT_NAME, "no view is made by '%.*s'", (int)name.length,
		name.data);
}
