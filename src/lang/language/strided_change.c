/* Methods that change their array in place: its shape and strides, for all names that it has, or its elements alone. */
#include <inttypes.h>

#include "lang/language/strided.h"

bool view_is_plain(const struct term *term) {
	if (term->kind == TERM_CALL) {
		return false;
	}
	for (int i = 0; i < term->count; i++) {
		if (!view_is_plain(&term->items[i])) {
			return false;
		}
	}
	return term->target == NULL || view_is_plain(term->target);
}

/* The elements change and nothing else, whatever the arguments are: nothing is called in those, which could do more. */
static bool keep(struct views *views, const struct term *call, struct view *view) {
	(void)view;
	for (int i = 0; i < call->count; i++) {
		if (!view_is_plain(&call->items[i])) {
			return reader_fault(&views->reading->reader, call->items[i].span, FAULT_SYNTAX,
				"expected a value without calls");
		}
		term_note_asked(&call->items[i]);
	}
	return true;
}

/* The extents of "call", each at least 1, into "made", which is compact from offset 0 on. */
static bool take_shape(struct views *views, const struct term *call, const struct view *view, struct view *made,
	bool is_fortran) {
	*made = *view;
	made->rank = view_axes(&views->reading->reader, call, 0, made->shape);
	return view_compact(&views->reading->reader, call->span, made, is_fortran);
}

/* torch's resize_: row-major at the same offset, unless the shape is the same. */
static bool resize_tensor(struct views *views, const struct term *call, struct view *view) {
	struct view made;
	if (call->count == 0) {
		return reader_fault(&views->reading->reader, call->span, FAULT_SYNTAX, "expected the extents");
	}
	if (!view_arguments(&views->reading->reader, call, LANGUAGE_RANK, "") || !take_shape(views, call, view, &made,
		false)) {
		return false;
	}
	bool is_same = made.rank == view->rank
		&& memcmp(made.shape, view->shape, (size_t)view->rank * sizeof *view->shape) == 0;
	made.offset = view->offset;
	*view = is_same ? *view : made;
	return true;
}

/* The strides of "view" are those of "compact", where it has more than one element along them. */
static bool is_compact(const struct view *view, const struct view *compact) {
	for (int d = 0; d < view->rank; d++) {
		if (view->shape[d] > 1 && view->stride[d] != compact->stride[d]) {
			return false;
		}
	}
	return true;
}

/*
 * numpy's resize: an array without gaps stays row-major, or column-major; without a shape it stays what it is. To
 * another number of elements only an array is resized that is no view of another one, which is not known here.
 */
static bool resize_array(struct views *views, const struct term *call, struct view *view) {
	struct reader *reader = &views->reading->reader;
	struct view rows = *view;
	struct view columns = *view;
	struct view made;
	struct term shape = *call;
	while (shape.count > 0 && term_is_pair(&shape.items[shape.count - 1])) {
		shape.count--;
	}
	if (!view_arguments(reader, call, LANGUAGE_RANK, "refcheck") || !view_compact(reader, call->span, &rows, false)
		|| !view_compact(reader, call->span, &columns, true)) {
		return false;
	}
	if (shape.count == 0) {
		return true;
	}
	bool is_row = is_compact(view, &rows);
	if (!is_row && !is_compact(view, &columns)) {
		return reader_fault(reader, call->span, FAULT_UNSUPPORTED, "only an array without gaps is resized");
	}
	if (!take_shape(views, &shape, view, &made, !is_row)) {
		return false;
	}
	int64_t size = extents_product(reader, call->span, view->shape, view->rank, VIEW_UNITS_MAX);
	if (size != extents_product(reader, call->span, made.shape, made.rank, VIEW_UNITS_MAX)) {
		return reader_fault(reader, call->span, FAULT_UNSUPPORTED, "expected a shape of %" PRId64 " elements", size);
	}
	made.offset = view->offset;
	*view = made;
	return !reader_failed(reader);
}

/* Methods of torch that do in place what those without the "_" do to a new tensor. */
static const char turns[] = "as_strided_ squeeze_ swapaxes_ swapdims_ t_ transpose_ unsqueeze_";

/* Methods that change elements alone. */
static const char torch_keeps[] = "add_ clamp_ copy_ detach_ div_ exp_ fill_ mul_ neg_ normal_ random_ relu_ "
	"requires_grad_ sub_ uniform_ zero_";
static const char numpy_keeps[] = "fill partition put setflags sort";

bool view_is_change(const struct views *views, struct str name) {
	return views->is_torch ? str_is_among(name, turns) || str_is_among(name, torch_keeps) || str_is(name, "resize_")
		: str_is_among(name, numpy_keeps) || str_is(name, "resize");
}

bool view_change(struct views *views, const struct term *call, struct str name, struct view *view) {
	int object = view->object;
	bool good;
	if (str_is_among(name, views->is_torch ? torch_keeps : numpy_keeps)) {
		good = keep(views, call, view);
	} else if (str_is_among(name, "resize resize_")) {
		good = views->is_torch ? resize_tensor(views, call, view) : resize_array(views, call, view);
	} else {
		good = view_apply(views, call, (struct str){ name.data, name.length - 1 }, 0, view);
	}
	view->object = object;
	views_change(views, view);
	return good;
}
