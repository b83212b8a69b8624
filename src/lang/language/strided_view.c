/*
 * NumPy's and PyTorch's views, one function for each that makes or changes one. A view is a shape, strides, which
 * may be 0 or negative, and an offset. What cannot be a view of the old memory is a fault where the library refuses
 * it, and contiguous where it copies.
 */
#include <inttypes.h>

#include "lang/language/strided.h"

enum { ANY = 1 << 10 }; /* number of arguments */

int view_ints(struct reader *reader, const struct term *term, int64_t *out) {
	if (term->kind == TERM_CALL && !str_is_among(term_last_name(term->text), "Size list tuple")) {
		reader_fault(reader, term->span, FAULT_SYNTAX, "expected a list of integers");
		return 0;
	}
	if (term->kind == TERM_CALL && term->count == 1 && term->items[0].kind == TERM_LIST) {
		term = &term->items[0];
	}
	return term_ints(reader, term, out, LANGUAGE_RANK);
}

/* The distance in memory of neighbours along dimension "d". */
static int64_t step_of(const struct view *view, int d) {
	return view->stride[d] < 0 ? -view->stride[d] : view->stride[d];
}

bool view_fits(struct reader *reader, struct span span, const struct view *view) {
	int64_t distance = 0;
	bool fits = true;
	for (int d = 0; d < view->rank && fits; d++) {
		int64_t along;
		fits = step_of(view, d) <= VIEW_DISTANCE_MAX && checked_mul(view->shape[d] - 1, step_of(view, d), &along)
			&& checked_add(distance, along, &distance);
	}
	fits = fits && checked_add(distance, view->offset < 0 ? -view->offset : view->offset, &distance);
	return (fits && distance <= VIEW_DISTANCE_MAX)
		|| reader_fault(reader, span, FAULT_OVERFLOW, "the strides of this array reach beyond 64 bits");
}

/* Lay "view" out without gaps from offset 0 on, the dimension order[0] fastest. */
static bool compact_in_order(struct reader *reader, struct span span, struct view *view, const int *order) {
	int64_t stride = view->item > 0 ? view->item : 1;
	extents_product(reader, span, view->shape, view->rank, VIEW_UNITS_MAX);
	for (int i = 0; i < view->rank && !reader_failed(reader); i++) {
		view->stride[order[i]] = stride;
		stride *= view->shape[order[i]];
	}
	view->offset = 0;
	return !reader_failed(reader);
}

bool view_compact(struct reader *reader, struct span span, struct view *view, bool is_fortran) {
	int order[LANGUAGE_RANK];
	for (int i = 0; i < view->rank; i++) {
		order[i] = is_fortran ? i : view->rank - 1 - i;
	}
	return compact_in_order(reader, span, view, order);
}

/* torch's channels_last: (N, C, H, W) with C fastest, then W, H and N; channels_last_3d has one dimension more. */
static bool compact_channels_last(struct reader *reader, const struct term *format, struct view *view) {
	int order[LANGUAGE_RANK] = { 1 };
	int rank = str_is(term_last_name(format->text), "channels_last_3d") ? 5 : 4;
	if (view->rank != rank) {
		return reader_fault(reader, format->span, FAULT_RANK, "this format is of %d dimensions, not of %d", rank,
			view->rank);
	}
	for (int i = 1; i < rank; i++) {
		order[i] = i < rank - 1 ? rank - i : 0;
	}
	return compact_in_order(reader, format->span, view, order);
}

/* The term of memory_format= where it is channels_last, else NULL; a fault where it is no format. */
static const struct term *find_channels_last(struct reader *reader, const struct term *call) {
	const struct term *format = term_field(call, "memory_format");
	struct str name = format != NULL && format->kind == TERM_NAME ? term_last_name(format->text)
		: (struct str){ "", 0 };
	if (format != NULL && !str_is_among(name, "channels_last channels_last_3d contiguous_format preserve_format")) {
		reader_fault(reader, format->span, FAULT_NAME, "expected a format such as torch.channels_last");
	}
	return str_is_among(name, "channels_last channels_last_3d") ? format : NULL;
}

/* layout= is torch.strided: the others have no strides. */
static void check_strided(struct reader *reader, const struct term *call) {
	const struct term *layout = term_field(call, "layout");
	if (layout != NULL && !(layout->kind == TERM_NAME && str_is(term_last_name(layout->text), "strided"))) {
		reader_fault(reader, layout->span, FAULT_UNSUPPORTED, "expected the layout torch.strided");
	}
}

/* numpy's "code" of a type without the order of its bytes in front: <i2, |b1. */
static struct str without_order(struct str code) {
	bool has_order = code.length > 0 && memchr("<>|=", code.data[0], 4) != NULL;
	return has_order ? (struct str){ code.data + 1, code.length - 1 } : code;
}

/* Whether "code" is a letter and a number, which numpy takes for bytes. */
static bool is_code(struct str code) {
	size_t digits = 1;
	while (digits < code.length && str_is_digit(code.data[digits])) {
		digits++;
	}
	return code.length > 1 && digits == code.length && str_is_letter(code.data[0]);
}

/* The bits of an element that "code" names; 0 where it names none. */
static int code_bits(struct str code) {
	if (str_is_among(code, "f16 c16")) {
		return 128;
	}
	return str_is_among(code, "b1 i1 i2 i4 i8 u1 u2 u4 u8 f2 f4 f8 c8 m8 M8") ? (code.data[1] - '0') * 8 : 0;
}

/* The bits of an element of the type with that name; int and float are Python's own, or numpy's, of 64 bits. */
static int named_bits(bool is_torch, const struct term *term) {
	struct str name = term_last_name(term->text);
	bool is_python = term->kind == TERM_NAME && name.length == term->text.length;
	if (str_is_among(name, "int float") && (is_python || !is_torch)) {
		return 64;
	}
	return !is_torch && str_is(name, "uint") ? 64 : type_bits(name);
}

bool view_take_type(struct views *views, const struct term *term, struct view *view) {
	bool is_word = term->kind == TERM_NAME || term->kind == TERM_STRING || term->kind == TERM_MEMBER;
	struct str code = term->kind == TERM_STRING ? without_order(term->text) : str_from("");
	struct str name = term->kind == TERM_STRING ? code : term_last_name(term->text);
	int bits = code_bits(code);
	bool names_type = is_word && (views->is_torch || !is_code(name));
	bits = bits == 0 && names_type ? named_bits(views->is_torch, term) : bits;
	if (bits == 0 || (bits < 8 && !views->is_torch)) {
		return reader_fault(&views->reading->reader, term->span, FAULT_NAME,
			"expected an element type such as float16");
	}
	view->bits = bits;
	view->item = views->is_torch ? 1 : bits / 8;
	return true;
}

/* --- arrays that are made --- */

/* Whether every keyword of "call" is among "known", words with blanks between, and no slice; a fault otherwise. */
static bool keywords_are_known(struct reader *reader, const struct term *call, const char *known) {
	for (int i = 0; i < call->count; i++) {
		const struct term *item = &call->items[i];
		bool is_keyword = item->kind == TERM_BINARY && item->op == OPERATOR_ASSIGN;
		if (term_is_pair(item) && !is_keyword) {
			return reader_fault(reader, item->span, FAULT_SYNTAX, "a slice stands between [ and ] alone");
		}
		if (is_keyword && !(item->items[0].kind == TERM_NAME && str_is_among(item->items[0].text, known))) {
			struct span key = item->items[0].span;
			return reader_fault(reader, item->span, FAULT_NAME, "'%.*s' is none of the arguments %s",
				(int)(key.end - key.begin), reader->source->text.data + key.begin, known);
		}
		if (is_keyword) {
			term_note_asked(item);
		}
	}
	return true;
}

bool view_arguments(struct reader *reader, const struct term *call, int most, const char *known) {
	const struct term *surplus = term_argument(reader, call, most, NULL);
	if (surplus != NULL) {
		return reader_fault(reader, surplus->span, FAULT_SYNTAX, "one argument too many");
	}
	return keywords_are_known(reader, call, known);
}

/* Whether an array is made by columns, order='F'; a fault for what is no order. */
static bool read_order(struct reader *reader, const struct term *order) {
	if (order != NULL && (order->kind != TERM_STRING || !str_is_among(order->text, "C F"))) {
		reader_fault(reader, order->span, FAULT_NAME, "expected the order 'C' or 'F'");
	}
	return order != NULL && order->kind == TERM_STRING && str_is(order->text, "F");
}

int view_axes(struct reader *reader, const struct term *call, int first, int64_t *out) {
	int count = 0;
	for (int i = first; i < call->count; i++) {
		const struct term *item = &call->items[i];
		item = item->kind == TERM_BINARY && item->op == OPERATOR_ASSIGN ? &item->items[1] : item;
		if (call->count == first + 1 && (item->kind == TERM_LIST || item->kind == TERM_CALL)) {
			return view_ints(reader, item, out);
		}
		if (count == LANGUAGE_RANK) {
			reader_fault(reader, item->span, FAULT_LIMIT, "expected at most %d extents", LANGUAGE_RANK);
			return 0;
		}
		out[count++] = term_int(reader, item, INT64_MIN / 4, INT64_MAX / 4);
	}
	return reader_failed(reader) ? 0 : count;
}

/* The shape of torch.zeros(4, 8): all arguments in front of those with a key. Returns their number. */
static int take_extents(struct reader *reader, const struct term *call, int64_t *out) {
	struct term extents = *call;
	extents.count = 0;
	while (term_argument(reader, call, extents.count, NULL) == &call->items[extents.count]) {
		extents.count++;
	}
	return view_axes(reader, &extents, 0, out);
}

/* zeros((4, 8), dtype), torch.zeros(4, 8): the shape is the first argument or all of them */
static bool make_new(struct views *views, const struct term *call, struct view *view) {
	struct reader *reader = &views->reading->reader;
	const struct term *size = views->is_torch ? term_argument(reader, call, 0, "size") : NULL;
	const struct term *shape = size != NULL ? size : term_need(reader, call, 0, "shape");
	bool is_filled = str_is(term_last_name(call->text), "full");
	int before = is_filled ? 2 : 1; /* dtype: what it is filled with stands there */
	if (is_filled) {
		term_argument(reader, call, 1, "fill_value");
	}
	const struct term *type = term_argument(reader, call, views->is_torch ? -1 : before, "dtype");
	const struct term *order = term_argument(reader, call, views->is_torch ? -1 : before + 1, "order");
	const struct term *channels_last = find_channels_last(reader, call);
	bool is_fortran = read_order(reader, order);
	const char *known = views->is_torch
		? "shape size dtype layout device requires_grad pin_memory memory_format fill_value generator names"
		: "shape dtype order device like fill_value";
	check_strided(reader, call);
	if (reader_failed(reader) || !view_arguments(reader, call, views->is_torch ? ANY : before + 2, known)) {
		return false;
	}
	*view = (struct view){ .item = views->is_torch ? 1 : 8, .bits = views->is_torch ? 32 : 64 };
	if (type != NULL && !view_take_type(views, type, view)) {
		return false;
	}
	bool is_first = views->is_torch && !is_filled && shape == term_argument(reader, call, 0, NULL);
	view->rank = is_first ? take_extents(reader, call, view->shape) : view_ints(reader, shape, view->shape);
	if (reader_failed(reader) || !view_compact(reader, call->span, view, is_fortran)) {
		return false;
	}
	return channels_last == NULL || compact_channels_last(reader, channels_last, view);
}

/* The number of elements of arange(n), arange(start, stop) or arange(start, stop, step). */
static int64_t range_size(struct reader *reader, const struct term *call) {
	int64_t given[3] = { 0, 0, 1 };
	const struct term *argument;
	int count = 0;
	while (count < 3 && (argument = term_argument(reader, call, count, NULL)) != NULL) {
		given[count++] = term_int(reader, argument, -((int64_t)1 << 40), (int64_t)1 << 40);
	}
	int64_t length = count > 1 ? given[1] - given[0] : given[0];
	int64_t step = given[2] < 0 ? -given[2] : given[2];
	length = given[2] < 0 ? -length : length;
	if (!reader_failed(reader) && (step == 0 || length < 1)) {
		reader_fault(reader, call->span, FAULT_DOMAIN, "this range is empty");
	}
	return reader_failed(reader) ? 1 : number_ceil_div(length, step);
}

/* arange(n), arange(start, stop, step), arange(start, stop, step, dtype) of NumPy */
static bool make_range(struct views *views, const struct term *call, struct view *view) {
	struct reader *reader = &views->reading->reader;
	const struct term *type = term_argument(reader, call, views->is_torch ? -1 : 3, "dtype");
	term_need(reader, call, 0, NULL);
	*view = (struct view){ .rank = 1, .item = views->is_torch ? 1 : 8, .bits = 64 };
	const char *known = views->is_torch ? "dtype device layout requires_grad pin_memory" : "dtype device like";
	check_strided(reader, call);
	if (reader_failed(reader) || !view_arguments(reader, call, views->is_torch ? 3 : 4, known)
		|| (type != NULL && !view_take_type(views, type, view))) {
		return false;
	}
	view->shape[0] = range_size(reader, call);
	return !reader_failed(reader) && view_compact(reader, call->span, view, false);
}

/* ndarray(shape, dtype, offset=, strides=), empty_strided(size, stride) */
static bool make_strided(struct views *views, const struct term *call, struct view *view) {
	struct reader *reader = &views->reading->reader;
	bool is_numpy = term_is_call(call, "ndarray");
	const struct term *shape = term_need(reader, call, 0, is_numpy ? "shape" : "size");
	const struct term *stride = term_argument(reader, call, is_numpy ? 4 : 1, is_numpy ? "strides" : "stride");
	const struct term *type = term_argument(reader, call, is_numpy ? 1 : -1, "dtype");
	const struct term *offset = term_argument(reader, call, is_numpy ? 3 : -1, "offset");
	term_argument(reader, call, is_numpy ? 2 : -1, "buffer"); /* what it holds is nothing to a layout */
	*view = (struct view){ .item = views->is_torch ? 1 : 8, .bits = views->is_torch ? 32 : 64 };
	const char *known = is_numpy ? "shape dtype buffer offset strides order"
		: "size stride dtype layout device requires_grad pin_memory";
	check_strided(reader, call);
	if (reader_failed(reader) || !view_arguments(reader, call, is_numpy ? 6 : 2, known)
		|| (type != NULL && !view_take_type(views, type, view))) {
		return false;
	}
	view->rank = view_ints(reader, shape, view->shape);
	bool is_fortran = is_numpy && read_order(reader, term_argument(reader, call, 5, "order"));
	view_compact(reader, call->span, view, is_fortran);
	view->offset = offset != NULL ? term_int(reader, offset, 0, VIEW_UNITS_MAX) : 0;
	bool has_strides = stride != NULL && !(is_numpy && term_is_name(stride, "None"));
	if (has_strides && view_ints(reader, stride, view->stride) != view->rank) {
		return reader_fault(reader, stride->span, FAULT_RANK, "expected %d strides", view->rank);
	}
	return !reader_failed(reader) && view_fits(reader, call->span, view);
}

/* --- views of arrays --- */

/* The dimensions of "view" in the order of "axes", each of them once; negative ones count from the end. */
static bool permute(struct reader *reader, struct span span, const int64_t *axes, int count, struct view *view) {
	struct view old = *view;
	uint32_t seen = 0;
	bool is_order = count == old.rank;
	for (int i = 0; i < count && is_order; i++) {
		int64_t axis = axes[i] < 0 ? axes[i] + old.rank : axes[i];
		is_order = axis >= 0 && axis < old.rank && (seen >> axis & 1) == 0;
		if (is_order) {
			seen |= (uint32_t)1 << axis;
			view->shape[i] = old.shape[axis];
			view->stride[i] = old.stride[axis];
		}
	}
	return is_order || reader_fault(reader, span, FAULT_DOMAIN, "expected each of the axes 0 to %d once",
		old.rank - 1);
}

/* The dimensions in reverse order. */
static bool reverse(struct views *views, const struct term *term, struct view *view) {
	int64_t axes[LANGUAGE_RANK] = { 0 };
	for (int d = 0; d < view->rank; d++) {
		axes[d] = view->rank - 1 - d;
	}
	return permute(&views->reading->reader, term->span, axes, view->rank, view);
}

/*
 * transpose, swapaxes and permute: the dimensions of "view" in another order. Two axes are exchanged in torch, and
 * are the whole order in numpy; without axes, or with None as axes, the order is reversed there.
 */
static bool transpose(struct views *views, const struct term *call, int first, struct view *view) {
	struct reader *reader = &views->reading->reader;
	bool swaps = views->is_torch ? !term_is_call(call, "permute") : term_is_call(call, "swapaxes");
	const struct term *none = call->count == first + 1 ? term_argument(reader, call, first, "axes") : NULL;
	if (!views->is_torch && !swaps && (call->count == first || (none != NULL && term_is_name(none, "None")))) {
		return reverse(views, call, view);
	}
	int64_t axes[LANGUAGE_RANK];
	int count = view_axes(reader, call, first, axes);
	if (reader_failed(reader)) {
		return false;
	}
	if (swaps) {
		if (call->count != first + 2 || axes[0] < -view->rank || axes[0] >= view->rank || axes[1] < -view->rank
			|| axes[1] >= view->rank) {
			return reader_fault(reader, call->span, FAULT_DOMAIN, "expected two axes below %d", view->rank);
		}
		int64_t a = axes[0] < 0 ? axes[0] + view->rank : axes[0];
		int64_t b = axes[1] < 0 ? axes[1] + view->rank : axes[1];
		view_swap(view, a, b);
		return true;
	}
	return permute(reader, call->span, axes, count, view);
}

/*
 * Reshape to a view of as many elements without a copy: groups of old and new dimensions with the same number of
 * elements; in each, the old ones must follow each other in memory. Returns false where they do not.
 */
static bool reshape_in_place(const struct view *old, struct view *view) {
	int o = 0;
	int n = 0;
	int64_t os[LANGUAGE_RANK];
	int64_t ot[LANGUAGE_RANK];
	int rank = 0;
	for (int d = 0; d < old->rank; d++) {
		if (old->shape[d] != 1) {
			os[rank] = old->shape[d];
			ot[rank++] = old->stride[d];
		}
	}
	while (n < view->rank) {
		int first_old = o;
		int first_new = n;
		int64_t have = o < rank ? os[o++] : 1;
		int64_t want = view->shape[n++];
		while (have != want) {
			if (want < have) {
				want *= view->shape[n++];
			} else {
				have *= os[o++];
			}
		}
		while (n < view->rank && view->shape[n] == 1) {
			n++;
		}
		for (int k = first_old; k + 1 < o; k++) {
			if (ot[k] != os[k + 1] * ot[k + 1]) {
				return false;
			}
		}
		int64_t stride = o > first_old ? ot[o - 1] : old->item;
		for (int k = n - 1; k >= first_new; k--) {
			view->stride[k] = stride;
			stride *= view->shape[k];
		}
	}
	return true;
}

/*
 * reshape and view, where one extent may be -1: the same elements in row-major order in another shape. A view of
 * strides that allow it stays one; else "view" faults and "reshape" copies, after which the array is contiguous.
 */
static bool reshape(struct views *views, const struct term *call, int first, struct view *view) {
	struct reader *reader = &views->reading->reader;
	struct view old = *view;
	int64_t size = extents_product(reader, call->span, old.shape, old.rank, VIEW_UNITS_MAX);
	int64_t known = 1;
	int open = -1;
	view->rank = view_axes(reader, call, first, view->shape);
	for (int d = 0; d < view->rank && !reader_failed(reader); d++) {
		if (view->shape[d] == -1 && open < 0) {
			open = d;
		} else if (view->shape[d] < 1 || !checked_mul(known, view->shape[d], &known)) {
			return reader_fault(reader, call->span, FAULT_DOMAIN, "expected extents of at least 1");
		}
	}
	if (open >= 0) {
		view->shape[open] = size / known;
		known *= view->shape[open];
	}
	if (reader_failed(reader) || known != size || view->rank == 0) {
		return reader_fault(reader, call->span, FAULT_DOMAIN, "expected a shape of %" PRId64 " elements", size);
	}
	if (reshape_in_place(&old, view)) {
		return true;
	}
	if (term_is_call(call, "view")) {
		return reader_fault(reader, call->span, FAULT_UNSUPPORTED, "these dimensions do not follow each other in "
			"memory");
	}
	return view_compact(reader, call->span, view, false);
}

/* Broadcast to a shape: extents 1 and missing dimensions get the stride 0. In torch -1 keeps an extent. */
static bool broadcast(struct views *views, const struct term *call, int first, struct view *view) {
	struct reader *reader = &views->reading->reader;
	struct view old = *view;
	view->rank = view_axes(reader, call, first, view->shape);
	int missing = view->rank - old.rank;
	bool fits = missing >= 0;
	for (int d = 0; d < view->rank && fits && !reader_failed(reader); d++) {
		int64_t extent = d < missing ? 1 : old.shape[d - missing];
		view->shape[d] = views->is_torch && view->shape[d] == -1 && d >= missing ? extent : view->shape[d];
		fits = view->shape[d] >= 1 && (extent == view->shape[d] || extent == 1);
		view->stride[d] = extent == 1 && view->shape[d] != 1 ? 0 : d < missing ? 0 : old.stride[d - missing];
	}
	if (!reader_failed(reader) && !fits) {
		return reader_fault(reader, call->span, FAULT_DOMAIN, "these extents cannot be broadcast");
	}
	return !reader_failed(reader);
}

/* as_strided: shape and strides as they are written, in bytes for numpy and in elements for torch. */
static bool as_strided(struct views *views, const struct term *call, int first, struct view *view) {
	struct reader *reader = &views->reading->reader;
	const struct term *shape = term_need(reader, call, first, views->is_torch ? "size" : "shape");
	const struct term *stride = term_need(reader, call, first + 1, views->is_torch ? "stride" : "strides");
	const struct term *offset = term_argument(reader, call, views->is_torch ? first + 2 : -1, "storage_offset");
	view_arguments(reader, call, first + (views->is_torch ? 3 : 4), views->is_torch ? "size stride storage_offset"
		: "shape strides subok writeable");
	int rank = reader_failed(reader) ? 0 : view_ints(reader, shape, view->shape);
	int strides = reader_failed(reader) ? 0 : view_ints(reader, stride, view->stride);
	if (!reader_failed(reader) && (rank != strides || rank == 0)) {
		return reader_fault(reader, stride->span, FAULT_RANK, "expected %d strides, saw %d", rank, strides);
	}
	view->rank = rank;
	view->offset = offset != NULL ? term_int(reader, offset, 0, VIEW_UNITS_MAX) : view->offset;
	extents_product(reader, call->span, view->shape, view->rank, VIEW_UNITS_MAX);
	return !reader_failed(reader) && view_fits(reader, call->span, view);
}

/* sliding_window_view: for each dimension one more behind all others, along which the window lies. */
static bool sliding_window(struct views *views, const struct term *call, int first, struct view *view) {
	struct reader *reader = &views->reading->reader;
	int64_t window[LANGUAGE_RANK];
	const struct term *list = term_need(reader, call, first, "window_shape");
	int count = reader_failed(reader) ? 0 : view_ints(reader, list, window);
	if (reader_failed(reader) || count != view->rank) {
		return reader_fault(reader, call->span, FAULT_RANK, "expected a window of %d dimensions", view->rank);
	}
	if (view->rank * 2 > LANGUAGE_RANK) {
		return reader_fault(reader, call->span, FAULT_LIMIT, "expected an array of at most %d dimensions",
			LANGUAGE_RANK / 2);
	}
	for (int d = 0; d < count; d++) {
		if (window[d] < 1 || window[d] > view->shape[d]) {
			return reader_fault(reader, list->span, FAULT_DOMAIN, "the window is larger than the array");
		}
		view->shape[count + d] = window[d];
		view->stride[count + d] = view->stride[d];
		view->shape[d] -= window[d] - 1;
	}
	view->rank *= 2;
	return true;
}

/* --- indices --- */

/* "count" places from "start" on, each "step" behind the one before it. */
struct slice {
	int64_t start;
	int64_t count;
	int64_t step;
};

/* start ":" stop ":" step, as Python counts; in torch the step is above 0 */
static bool take_slice(struct reader *reader, const struct term *term, bool is_torch, int64_t extent,
	struct slice *slice) {
	const struct term *parts[3] = { NULL };
	const struct term *rest = &term->items[1];
	parts[0] = &term->items[0];
	parts[1] = rest;
	if (rest->kind == TERM_BINARY && rest->op == OPERATOR_COLON) {
		parts[1] = &rest->items[0];
		parts[2] = &rest->items[1];
	}
	int64_t step = parts[2] == NULL || parts[2]->kind == TERM_NOTHING ? 1
		: term_int(reader, parts[2], -((int64_t)1 << 40), (int64_t)1 << 40);
	if (step == 0 || (is_torch && step < 0)) {
		return reader_fault(reader, term->span, FAULT_DOMAIN, step == 0 ? "a step of 0"
			: "torch takes steps above 0 alone");
	}
	int64_t low = step < 0 ? -1 : 0;
	int64_t high = step < 0 ? extent - 1 : extent;
	int64_t bounds[2] = { step < 0 ? high : low, step < 0 ? low : high };
	for (int i = 0; i < 2; i++) {
		if (parts[i]->kind != TERM_NOTHING) {
			int64_t bound = term_int(reader, parts[i], -((int64_t)1 << 40), (int64_t)1 << 40);
			bound += bound < 0 ? extent : 0;
			bounds[i] = bound < low ? low : bound > high ? high : bound;
		}
	}
	int64_t length = step < 0 ? bounds[0] - bounds[1] : bounds[1] - bounds[0];
	int64_t magnitude = (int64_t)number_magnitude(step);
	*slice = (struct slice){ bounds[0], length > 0 ? (length + magnitude - 1) / magnitude : 0, step };
	return !reader_failed(reader);
}

/* None, or np.newaxis: a dimension of extent 1. */
static bool is_new_axis(const struct term *term) {
	return term_is_name(term, "None") || (term->kind == TERM_NAME && str_has(term->text, "newaxis"));
}

/* "...": as many whole dimensions as are missing. */
static bool is_ellipsis(const struct term *term) {
	return term->kind == TERM_NAME && (str_is(term->text, "...") || str_is(term->text, "Ellipsis"));
}

/*
 * x[...] with integers, slices, None and "...": an integer takes its dimension away and moves the offset, a slice
 * changes offset, extent and stride, None adds an extent 1. Dimensions that are not named stay whole.
 */
static bool subscript(struct views *views, const struct term *call, struct view *view) {
	struct reader *reader = &views->reading->reader;
	struct view old = *view;
	int used = 0;
	int at = 0;
	bool has_ellipsis = false;
	view->object = 0;
	if (call->count == 0) {
		return reader_fault(reader, call->span, FAULT_SYNTAX, "expected an index");
	}
	for (int i = 0; i < call->count; i++) {
		const struct term *item = &call->items[i];
		if (is_ellipsis(item) && has_ellipsis) {
			return reader_fault(reader, item->span, FAULT_SYNTAX, "a second '...': the first has all other dimensions");
		}
		has_ellipsis = has_ellipsis || is_ellipsis(item);
		used += is_new_axis(item) || is_ellipsis(item) ? 0 : 1;
	}
	view->rank = 0;
	for (int i = 0; i <= call->count && !reader_failed(reader); i++) {
		const struct term *item = i < call->count ? &call->items[i] : NULL;
		int whole = item == NULL ? old.rank - at : is_ellipsis(item) ? old.rank - used : 0;
		bool is_slice = item != NULL && item->kind == TERM_BINARY && item->op == OPERATOR_COLON;
		int added = item == NULL || is_ellipsis(item) ? whole : is_slice || is_new_axis(item) ? 1 : 0;
		if (view->rank + added > LANGUAGE_RANK) {
			return reader_fault(reader, call->span, FAULT_LIMIT, "expected at most %d dimensions", LANGUAGE_RANK);
		}
		if (whole < 0) {
			return reader_fault(reader, call->span, FAULT_RANK, "too many indices: the array has %d dimensions",
				old.rank);
		}
		for (; whole > 0; whole--) {
			view->shape[view->rank] = old.shape[at];
			view->stride[view->rank++] = old.stride[at++];
		}
		if (item == NULL || is_ellipsis(item)) {
			continue;
		}
		if (is_new_axis(item)) {
			view->shape[view->rank] = 1;
			view->stride[view->rank++] = 0;
			continue;
		}
		if (at >= old.rank) {
			return reader_fault(reader, item->span, FAULT_RANK, "too many indices: the array has %d dimensions",
				old.rank);
		}
		if (is_slice) {
			struct slice slice = { 0, 0, 1 };
			if (!take_slice(reader, item, views->is_torch, old.shape[at], &slice)) {
				return false;
			}
			if (slice.count == 0) {
				return reader_fault(reader, item->span, FAULT_DOMAIN, "this slice is empty");
			}
			view->offset += slice.start * old.stride[at];
			view->shape[view->rank] = slice.count;
			if (!checked_mul(old.stride[at], slice.step, &view->stride[view->rank])) {
				return reader_fault(reader, item->span, FAULT_OVERFLOW, "this stride does not fit 64 bits");
			}
			view->rank++;
			at++;
		} else {
			int64_t index = term_int(reader, item, -old.shape[at], old.shape[at] - 1);
			view->offset += (index < 0 ? index + old.shape[at] : index) * old.stride[at];
			at++;
		}
	}
	return !reader_failed(reader) && view_fits(reader, call->span, view);
}

/* --- copies --- */

/* "view" becomes "made", a copy with its shape, unless its elements lie in the same order already. */
static void keep_or_copy(struct view *view, const struct view *made) {
	for (int d = 0; d < view->rank; d++) {
		if (view->shape[d] > 1 && view->stride[d] != made->stride[d]) {
			*view = *made;
			return;
		}
	}
}

/* What ascontiguousarray and asfortranarray of numpy make of an element alone: an array of one dimension. */
static void need_dimension(const struct views *views, struct view *view) {
	if (!views->is_torch && view->rank == 0) {
		view->shape[0] = 1;
		view->stride[0] = 0;
		view->rank = 1;
	}
}

/* contiguous and ascontiguousarray: row-major, or what memory_format says; a view that is so already stays one. */
static bool make_contiguous(struct views *views, const struct term *call, int first, struct view *view) {
	struct reader *reader = &views->reading->reader;
	const struct term *channels_last = find_channels_last(reader, call);
	(void)first;
	need_dimension(views, view);
	struct view made = *view;
	if (channels_last != NULL ? !compact_channels_last(reader, channels_last, &made)
		: !view_compact(reader, call->span, &made, false)) {
		return false;
	}
	keep_or_copy(view, &made);
	return true;
}

static bool make_fortran(struct views *views, const struct term *call, int first, struct view *view) {
	(void)first;
	need_dimension(views, view);
	struct view made = *view;
	if (!view_compact(&views->reading->reader, call->span, &made, true)) {
		return false;
	}
	keep_or_copy(view, &made);
	return true;
}

/*
 * Whether in a copy the dimension "a" of "view" has to lie farther out than "b": it has the greater step; in torch, of
 * equal ones, the greater extent, and a step of 0 may stand anywhere.
 */
static bool lies_behind(const struct view *view, bool is_torch, int a, int b) {
	int64_t x = step_of(view, a);
	int64_t y = step_of(view, b);
	bool is_behind = x > y || (x == y && is_torch && view->shape[a] > view->shape[b]);
	return is_behind && (!is_torch || (x != 0 && y != 0));
}

/* Whether torch's order of a copy depends on the strides of extents of 1, which are not known here. */
static bool depends_on_ones(const struct view *view) {
	bool has_copies = false;
	bool has_ones = false;
	for (int d = 0; d < view->rank; d++) {
		has_copies = has_copies || (view->stride[d] == 0 && view->shape[d] > 1);
		has_ones = has_ones || view->shape[d] == 1;
	}
	return has_copies && has_ones;
}

/*
 * A new array: row-major for the methods copy and flatten of numpy; for np.copy, torch's clone and zeros_like the
 * dimensions keep their order in memory, from the smallest step to the greatest. Both sort by insertion, which passes
 * over what may stand anywhere.
 */
static bool copy(struct views *views, const struct term *call, int first, struct view *view) {
	struct reader *reader = &views->reading->reader;
	int order[LANGUAGE_RANK];
	if (!views->is_torch && first == 0) {
		return view_compact(reader, call->span, view, false);
	}
	if (views->is_torch && depends_on_ones(view)) {
		return reader_fault(reader, call->span, FAULT_UNSUPPORTED,
			"a copy of an expanded array with extents of 1 has no known order");
	}
	for (int i = 0; i < view->rank; i++) {
		int at = i;
		order[i] = view->rank - 1 - i;
		for (int before = i - 1; before >= 0; before--) {
			int d = order[at];
			if (lies_behind(view, views->is_torch, order[before], d)) {
				order[at] = order[before];
				order[before] = d;
				at = before;
			}
		}
	}
	return compact_in_order(reader, call->span, view, order);
}

/* The dimensions of "view" from "begin" to "end" become one, of row-major order: a view where that is one. */
static bool join_dimensions(struct reader *reader, struct span span, int begin, int end, struct view *view) {
	struct view old = *view;
	view->rank = begin;
	view->shape[view->rank++] = extents_product(reader, span, old.shape + begin, end - begin, VIEW_UNITS_MAX);
	for (int d = end; d < old.rank; d++) {
		view->shape[view->rank++] = old.shape[d];
	}
	return reshape_in_place(&old, view) || view_compact(reader, span, view, false);
}

/* torch's flatten: from start_dim to end_dim, which are the first and the last if they are not given. */
static bool flatten_dimensions(struct views *views, const struct term *call, int first, struct view *view) {
	struct reader *reader = &views->reading->reader;
	const struct term *start = term_argument(reader, call, first, "start_dim");
	const struct term *stop = term_argument(reader, call, first + 1, "end_dim");
	int64_t begin = start != NULL ? term_int(reader, start, -view->rank, view->rank - 1) : 0;
	int64_t end = stop != NULL ? term_int(reader, stop, -view->rank, view->rank - 1) : view->rank - 1;
	begin += begin < 0 ? view->rank : 0;
	end += end < 0 ? view->rank : 0;
	if (!reader_failed(reader) && begin > end && view->rank > 0) {
		return reader_fault(reader, call->span, FAULT_DOMAIN, "start_dim comes after end_dim");
	}
	return !reader_failed(reader) && join_dimensions(reader, call->span, (int)begin, (int)end + 1, view);
}

/* ravel, and flatten of numpy: all elements in row-major order, or with 'F' by columns; flatten is a copy. */
static bool flatten(struct views *views, const struct term *call, int first, struct view *view) {
	struct reader *reader = &views->reading->reader;
	bool is_ravel = str_is(term_last_name(call->text), "ravel");
	if (views->is_torch && !is_ravel) {
		return flatten_dimensions(views, call, first, view);
	}
	if (read_order(reader, term_argument(reader, call, first, "order"))) {
		reverse(views, call, view);
	}
	bool good = is_ravel ? make_contiguous(views, call, first, view) : view_compact(reader, call->span, view, false);
	return good && join_dimensions(reader, call->span, 0, view->rank, view);
}

/* --- expressions --- */

/* Whether "name" gives its argument itself where nothing is to be done. */
static bool gives_itself(const struct views *views, struct str name) {
	return str_is_among(name, views->is_torch ? "contiguous flatten" : "ascontiguousarray asfortranarray squeeze");
}

static bool is_same_view(const struct view *a, const struct view *b) {
	size_t bytes = (size_t)a->rank * sizeof *a->shape;
	return a->rank == b->rank && a->offset == b->offset && memcmp(a->shape, b->shape, bytes) == 0
		&& memcmp(a->stride, b->stride, bytes) == 0;
}

/* A function or a method, as view_apply says; the array is of no variable then. */
static bool apply_function(struct views *views, const struct term *call, struct str name, int first,
	struct view *view) {
	static const struct {
		const char *numpy_names, *torch_names; /* of the function */
		int most; /* arguments without a key */
		const char *numpy, *torch; /* names of arguments */
		bool (*make)(struct views *views, const struct term *call, int first, struct view *view);
	} functions[] = {
		{ "transpose swapaxes", "transpose permute swapaxes swapdims", ANY, "axes axis1 axis2",
			"dims dim0 dim1 axis0 axis1", transpose },
		{ "reshape", "reshape view", ANY, "shape newshape", "shape size", reshape },
		{ "broadcast_to", "broadcast_to expand", ANY, "shape", "size", broadcast },
		{ "as_strided", "as_strided", 4, "shape strides subok writeable", "size stride storage_offset", as_strided },
		{ "sliding_window_view", "", 1, "window_shape", "", sliding_window },
		{ "ascontiguousarray", "contiguous", 0, "", "memory_format", make_contiguous },
		{ "asfortranarray", "", 0, "", "", make_fortran },
		{ "copy zeros_like ones_like empty_like", "clone zeros_like ones_like empty_like", 0, "", "", copy },
		{ "ravel", "ravel", 1, "order", "", flatten },
		{ "flatten", "flatten", 2, "order", "start_dim end_dim", flatten },
	};
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
		if (str_is_among(name, views->is_torch ? functions[i].torch_names : functions[i].numpy_names)) {
			const char *known = views->is_torch ? functions[i].torch : functions[i].numpy;
			return view_arguments(&views->reading->reader, call, first + functions[i].most, known)
				&& functions[i].make(views, call, first, view);
		}
	}
	return view_move(views, call, name, first, view);
}

bool view_apply(struct views *views, const struct term *call, struct str name, int first, struct view *view) {
	struct view old = *view;
	if (first == 0 && view_is_change(views, name)) {
		return view_change(views, call, name, view);
	}
	bool good = apply_function(views, call, name, first, view);
	view->object = gives_itself(views, name) && is_same_view(view, &old) ? old.object : 0;
	return good;
}

/* Whether "name" is a member that is the array in another order; "view" becomes that. False after a fault too. */
static bool take_member(struct views *views, const struct term *term, struct str name, struct view *view) {
	bool is_matrix = str_is(name, "mT") || (views->is_torch && str_is(name, "mH"));
	bool is_whole = str_is(name, "T") || (views->is_torch && str_is(name, "H"));
	if (is_matrix && view->rank >= 2) {
		int64_t axes[LANGUAGE_RANK];
		for (int d = 0; d < view->rank; d++) {
			axes[d] = d < view->rank - 2 ? d : 2 * view->rank - 3 - d;
		}
		return permute(&views->reading->reader, term->span, axes, view->rank, view);
	}
	if (is_matrix || (str_is(name, "H") && view->rank != 2)) {
		return reader_fault(&views->reading->reader, term->span, FAULT_RANK, "expected an array of %s2 dimensions, "
			"saw %d", is_matrix ? "at least " : "", view->rank);
	}
	return is_whole ? reverse(views, term, view) : reader_fault(&views->reading->reader, term->span, FAULT_NAME,
		"'%.*s' is no view of an array", (int)name.length, name.data);
}

/* A name with members: x, x.T */
static bool evaluate_path(struct views *views, const struct term *term, struct str path, struct view *view) {
	struct str last = term_last_name(path);
	if (last.length < path.length && str_is_among(last, "T H mT mH")) {
		struct str object = { path.data, path.length - last.length - 1 };
		bool good = evaluate_path(views, term, object, view) && take_member(views, term, last, view);
		view->object = 0;
		return good;
	}
	return views_find(views, term, path, view);
}

/* The object of a method written as one name: "x" of x.reshape. False for np.reshape and others of a module. */
static bool method_object(struct str path, struct str *object) {
	struct str last = term_last_name(path);
	if (last.length == path.length) {
		return false;
	}
	*object = (struct str){ path.data, path.length - last.length - 1 };
	return !str_is_among(*object,
		"np numpy torch np.lib.stride_tricks numpy.lib.stride_tricks as_strided stride_tricks "
		"lib.stride_tricks");
}

/* The view that a call gives: a subscript, a method of an array, or a function of numpy or torch. */
static bool evaluate_call(struct views *views, const struct term *call, struct view *view) {
	struct reader *reader = &views->reading->reader;
	struct str name = term_last_name(call->text);
	struct str object;
	if (call->bracket == '[') {
		return view_evaluate(views, call->target, view) && subscript(views, call, view);
	}
	if (call->target->kind == TERM_MEMBER) {
		return view_evaluate(views, call->target->target, view)
			&& view_apply(views, call, call->target->text, 0, view);
	}
	if (method_object(call->text, &object)) {
		return evaluate_path(views, call, object, view) && view_apply(views, call, name, 0, view);
	}
	if (str_is_among(name, "zeros ones empty full randn rand")) {
		return make_new(views, call, view);
	}
	if (str_is(name, "arange")) {
		return make_range(views, call, view);
	}
	if (str_is_among(name, "ndarray empty_strided")) {
		return make_strided(views, call, view);
	}
	if (call->count < 1) {
		return reader_fault(reader, call->span, FAULT_SYNTAX, "expected an array as first argument");
	}
	return view_evaluate(views, &call->items[0], view) && view_apply(views, call, name, 1, view);
}

bool view_evaluate(struct views *views, const struct term *term, struct view *view) {
	switch (term->kind) {
	case TERM_NAME: return evaluate_path(views, term, term->text, view);
	case TERM_CALL: return evaluate_call(views, term, view);
	case TERM_MEMBER: {
		bool good = view_evaluate(views, term->target, view) && take_member(views, term, term->text, view);
		view->object = 0;
		return good;
	}
	default: break;
	}
	return reader_fault(&views->reading->reader, term->span, FAULT_SYNTAX, "expected an array");
}
