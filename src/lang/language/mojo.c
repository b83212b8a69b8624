/*
 * Mojo's layout package: Layout.row_major(4, 8), Layout(IntTuple(4, IntTuple(2, 4)), IntTuple(1, IntTuple(4, 8))),
 * Swizzle(3, 3, 3), the operations of the algebra on them, and what they print: ((4, 8):(8, 1)). It is CuTe's
 * algebra without its checks, and with differences: mojo_algebra.h.
 */
#include <inttypes.h>

#include "lang/language/language.h"
#include "lang/language/mojo_algebra.h"
#include "lang/notation/plain.h"

/* Report what the algebra found at "span". */
static bool check(struct reader *reader, struct span span) {
	if (!algebra_failed(reader->al)) {
		return !reader_failed(reader);
	}
	return reader_fault(reader, span, reader->al->fault.code, "%s", reader->al->fault.text);
}

static struct value evaluate(struct reader *reader, const struct term *term);

/* A fault at "term", and no value. */
static struct value refuse(struct reader *reader, const struct term *term, const char *expected) {
	reader_fault(reader, term->span, FAULT_SYNTAX, "expected %s", expected);
	return value_none();
}

/* IntTuple(4, IntTuple(2, 4)), (4, (2, 4)) or an integer */
static struct tuple read_tuple(struct reader *reader, const struct term *term) {
	bool is_tuple = term_is_call(term, "IntTuple") || term_is_call(term, "Index") || term_is_call(term, "IndexList")
		|| (term->kind == TERM_LIST && term->bracket != '<');
	if (!is_tuple) {
		return tuple_int(term_int(reader, term, INT64_MIN / 4, INT64_MAX / 4));
	}
	struct tuple *modes = tuple_modes_new(reader->al, term->count);
	for (int i = 0; i < term->count; i++) {
		modes[i] = read_tuple(reader, &term->items[i]);
	}
	struct tuple tuple = tuple_of(reader->al, modes, term->count);
	check(reader, term->span);
	return tuple;
}

/* The same for an argument of Layout and for an index, where IntTuple(4) is the integer 4. */
static struct tuple read_argument(struct reader *reader, const struct term *term) {
	struct tuple tuple = read_tuple(reader, term);
	bool is_single = term->kind == TERM_CALL && tuple_is_tuple(tuple) && tuple.rank == 1;
	return is_single && !tuple_is_tuple(tuple.modes[0]) ? tuple.modes[0] : tuple;
}

/* The value of "term", which must be a layout. */
static struct layout evaluate_layout(struct reader *reader, const struct term *term) {
	struct value value = evaluate(reader, term);
	if (value.kind != VALUE_LAYOUT) {
		reader_fault(reader, term->span, FAULT_TYPE, "expected a layout");
	}
	return reader_failed(reader) ? layout_one() : value.layout;
}

/* Operations of two layouts. */
static struct value binary(struct reader *reader, const struct term *call, struct str name) {
	struct algebra *al = reader->al;
	struct layout a = evaluate_layout(reader, &call->items[0]);
	if (str_is(name, "complement")) {
		int64_t size = term_int(reader, &call->items[1], 1, INT64_MAX / 4);
		return reader_failed(reader) ? value_none() : value_from_layout(mojo_complement(al, a, size));
	}
	if (str_is(name, "tile_to_shape")) {
		struct tuple shape = read_tuple(reader, &call->items[1]);
		return reader_failed(reader) ? value_none() : value_from_layout(mojo_tile_to_shape(al, a, shape));
	}
	struct layout b = evaluate_layout(reader, &call->items[1]);
	if (reader_failed(reader)) {
		return value_none();
	}
	return value_from_layout(str_is(name, "composition") ? mojo_composition(al, a, b)
		: str_is(name, "logical_divide") ? mojo_logical_divide(al, a, b)
		: str_is(name, "zipped_divide") ? mojo_zipped_divide(al, a, b)
		: str_is(name, "logical_product") ? mojo_logical_product(al, a, b) : mojo_blocked_product(al, a, b));
}

/* Operations of one layout; of the layout 1 beside a fault. */
static struct value unary(struct reader *reader, const struct term *call, struct str name) {
	struct algebra *al = reader->al;
	struct layout a = evaluate_layout(reader, &call->items[0]);
	if (str_is(name, "size") || str_is(name, "cosize")) {
		return value_from_tuple(str_is(name, "size") ? layout_size(al, a) : mojo_cosize(al, a));
	}
	return value_from_layout(str_is(name, "coalesce") ? mojo_coalesce(al, a)
		: str_is(name, "right_inverse") ? mojo_right_inverse(al, a) : mojo_complement(al, a, 1));
}

/* Layout(shape), Layout(shape, stride), Layout.row_major(...), Layout.col_major(...); beside a fault any value. */
static struct value make_layout(struct reader *reader, const struct term *call, struct str name) {
	struct algebra *al = reader->al;
	bool is_row = str_is(name, "row_major");
	if (is_row || str_is(name, "col_major")) {
		bool is_tuple = call->count == 1 && (call->items[0].kind == TERM_LIST || call->items[0].kind == TERM_CALL);
		struct tuple shape = is_tuple ? read_argument(reader, &call->items[0]) : tuple_int(1);
		if (!is_tuple) {
			struct tuple *modes = tuple_modes_new(al, call->count);
			for (int i = 0; i < call->count; i++) {
				modes[i] = tuple_int(term_int(reader, &call->items[i], 1, INT64_MAX / 4));
			}
			shape = call->count == 1 ? modes[0] : tuple_of(al, modes, call->count);
		}
		return value_from_layout(layout_make(al, shape, mojo_strides(al, shape, !is_row)));
	}
	const struct term *shape = term_need(reader, call, 0, "shape");
	const struct term *stride = term_argument(reader, call, 1, "stride");
	if (call->count > 2) {
		return refuse(reader, call, "Layout(shape, stride)");
	}
	if (reader_failed(reader)) {
		return value_none();
	}
	struct tuple extents = read_argument(reader, shape);
	struct tuple strides = stride == NULL ? mojo_strides(al, extents, true)
		: tuple_is_tuple(extents) ? read_tuple(reader, stride) : read_argument(reader, stride);
	return reader_failed(reader) ? value_none() : value_from_layout(layout_make(al, extents, strides));
}

/* Swizzle(bits, base, shift), and make_swizzle[rows, row size, access size]() */
static struct value make_swizzle(struct reader *reader, const struct term *call) {
	int64_t n[3];
	for (int i = 0; i < 3; i++) {
		static const char *const names[] = { "bits", "base", "shift" };
		const struct term *item = term_need(reader, call, i, names[i]);
		n[i] = reader_failed(reader) ? 0 : term_int(reader, item, -61, INT64_MAX / 4);
	}
	struct swizzle swizzle = swizzle_make(reader->al, n[0], n[1], n[2]);
	return (struct value){ .kind = VALUE_SWIZZLE, .swizzle = swizzle };
}

/* The exponent of the power of two that "term" is. */
static int exponent(struct reader *reader, const struct term *term) {
	int64_t n = term_int(reader, term, 1, INT64_MAX / 4);
	int bits = 0;
	while ((int64_t)1 << bits < n) {
		bits++;
	}
	if ((int64_t)1 << bits != n) {
		reader_fault(reader, term->span, FAULT_DOMAIN, "expected a power of two");
	}
	return bits;
}

/* make_swizzle[rows, row size, access size](): the swizzle under which so many rows have no conflicts. */
static struct value make_swizzle_for(struct reader *reader, const struct term *call) {
	const struct term *sizes = call->target != NULL && call->target->kind == TERM_CALL ? call->target : call;
	if (sizes->count != 3) {
		return refuse(reader, call, "make_swizzle[rows, row size, access size]()");
	}
	int rows = exponent(reader, &sizes->items[0]);
	int row = exponent(reader, &sizes->items[1]);
	int access = exponent(reader, &sizes->items[2]);
	if (row < access) {
		reader_fault(reader, sizes->items[2].span, FAULT_DOMAIN, "an access is not longer than a row");
		return value_none();
	}
	return (struct value){ .kind = VALUE_SWIZZLE, .swizzle = swizzle_make(reader->al, rows, access, row - access) };
}

/*
 * L(7), L(IntTuple(1, 3)), swizzle(9). Beyond the size, Mojo goes by how it holds the layout: it is followed for
 * Layout(shape, stride) alone.
 */
static struct value apply(struct reader *reader, const struct term *call) {
	struct value function = evaluate(reader, call->target);
	if (reader_failed(reader) || call->count < 1) {
		return reader_failed(reader) ? value_none() : refuse(reader, call, "an index");
	}
	struct tuple index = read_argument(reader, &call->items[0]);
	if (call->count > 1) {
		struct tuple *modes = tuple_modes_new(reader->al, call->count);
		for (int i = 0; i < call->count; i++) {
			modes[i] = read_tuple(reader, &call->items[i]);
		}
		index = tuple_of(reader->al, modes, call->count);
	}
	if (function.kind == VALUE_SWIZZLE && tuple_is_int(index) && index.value >= 0) {
		return value_from_tuple(tuple_int(swizzle_apply(function.swizzle, index.value)));
	}
	if (function.kind != VALUE_LAYOUT) {
		return refuse(reader, call, "a layout or a swizzle and an index that is not negative");
	}
	bool is_written = term_is_call(call->target, "Layout") && call->target->count == 2;
	struct tuple size = layout_size(reader->al, function.layout);
	if (!is_written && tuple_is_int(index) && index.value >= size.value) {
		reader_fault(reader, call->span, FAULT_DOMAIN,
			"beyond the size of a layout Mojo's answer depends on how the layout was made");
		return value_none();
	}
	return value_from_tuple(mojo_index(reader->al, index, function.layout));
}

/* ((4, 8):(8, 1)), as layouts are printed */
static struct value printed(struct reader *reader, const struct term *term) {
	const struct term *pair = term->kind == TERM_LIST && term->count == 1 ? &term->items[0] : term;
	if (pair->kind == TERM_BINARY && pair->op == OPERATOR_COLON) {
		struct tuple shape = read_tuple(reader, &pair->items[0]);
		struct tuple stride = read_tuple(reader, &pair->items[1]);
		return reader_failed(reader) ? value_none() : value_from_layout(layout_make(reader->al, shape, stride));
	}
	return refuse(reader, term, "a layout of Mojo, such as Layout.row_major(4, 8)");
}

static const char *const one_layout = "coalesce right_inverse complement size cosize";
static const char *const two_layouts = "composition complement tile_to_shape logical_divide zipped_divide "
	"logical_product blocked_product";

/* L.size() and its like: the layout is the target. */
static struct value method(struct reader *reader, const struct term *call) {
	struct layout a = evaluate_layout(reader, call->target->target);
	struct str name = call->target->text;
	if (reader_failed(reader)) {
		return value_none();
	}
	if (call->count == 0 && str_is_among(name, "size cosize rank")) {
		return value_from_tuple(str_is(name, "size") ? layout_size(reader->al, a)
			: str_is(name, "cosize") ? mojo_cosize(reader->al, a) : tuple_int(layout_rank(a)));
	}
	return refuse(reader, call, "size, cosize or rank");
}

/*
 * The value of a call: a constructor of Layout or Swizzle, a function of the module layout, a method of a layout, or
 * a layout at a coordinate, Layout(...)(3). The names are those of Mojo's package layout.
 */
static struct value evaluate_call(struct reader *reader, const struct term *call) {
	struct str name = term_last_name(call->text);
	if (call->target->kind == TERM_MEMBER) {
		return method(reader, call);
	}
	if (call->target->kind == TERM_CALL && !str_is(term_last_name(call->target->text), "make_swizzle")
		&& (call->count > 0 || !str_is_among(term_last_name(call->target->text), "row_major col_major"))) {
		return apply(reader, call);
	}
	if (call->target->kind == TERM_CALL) {
		name = term_last_name(call->target->text);
		if (!str_is(name, "make_swizzle")) {
			return make_layout(reader, call->target, name);
		}
	}
	if (str_is(name, "make_swizzle")) {
		return make_swizzle_for(reader, call);
	}
	if (str_is(name, "Swizzle")) {
		return make_swizzle(reader, call);
	}
	if (str_is_among(name, "Layout row_major col_major")) {
		return make_layout(reader, call, name);
	}
	if (call->count == 1 && str_is_among(name, one_layout)) {
		return unary(reader, call, name);
	}
	if (call->count == 2 && str_is_among(name, two_layouts)) {
		return binary(reader, call, name);
	}
	return refuse(reader, call, "an operation on layouts of Mojo");
}

/* The value of any term: a call, an integer, or what Mojo prints for a layout. */
static struct value evaluate(struct reader *reader, const struct term *term) {
	if (reader_failed(reader)) {
		return value_none();
	}
	struct value value = term->kind == TERM_CALL ? evaluate_call(reader, term)
		: term->kind == TERM_INT ? value_from_tuple(tuple_int(term->value)) : printed(reader, term);
	check(reader, term->span);
	return value;
}

/* One expression of Mojo: a layout, which is memory, or another value, which is shown as it is. */
static bool read(struct reading *reading, struct denotation *denotation) {
	struct reader *reader = &reading->reader;
	if (reading->program->count != 1) {
		return reader_fault(reader, reading->program->span, FAULT_SYNTAX, "expected one layout of Mojo");
	}
	struct value value = evaluate(reader, &reading->program->items[0]);
	if (reader_failed(reader)) {
		return false;
	}
	if (value.kind != VALUE_LAYOUT) {
		denotation->kind = DENOTES_VALUE;
		denotation->value = value;
		return true;
	}
	int rank = layout_rank(value.layout);
	if (rank > LANGUAGE_RANK) {
		return reader_fault(reader, reading->program->span, FAULT_LIMIT, "more than %d modes", LANGUAGE_RANK);
	}
	int64_t shape[LANGUAGE_RANK];
	for (int i = 0; i < rank; i++) {
		shape[i] = tuple_product(reader->al, layout_mode(value.layout, i).shape).value;
	}
	if (!check(reader, reading->program->span)) {
		return false;
	}
	denotation_from_map(denotation, map_from_layout(value.layout), 0, shape, rank);
	denotation->units = "elements";
	return true;
}

/* IntTuple(4, IntTuple(2, 2)), or an integer alone. */
static void put_tuple(struct buf *out, struct tuple tuple) {
	if (!tuple_is_tuple(tuple)) {
		buf_put_int(out, tuple.value);
		return;
	}
	buf_put(out, "IntTuple(");
	for (int i = 0; i < tuple.rank; i++) {
		buf_put(out, i > 0 ? ", " : "");
		put_tuple(out, tuple.modes[i]);
	}
	buf_put_char(out, ')');
}

/* The layout or the value as Mojo writes it. Returns why it has none, or NULL. */
static const char *write(struct buf *out, struct reading *reading, const struct denotation *denotation) {
	(void)reading;
	if (denotation->kind == DENOTES_VALUE) {
		if (denotation->value.kind == VALUE_SWIZZLE) {
			struct swizzle swizzle = denotation->value.swizzle;
			buf_printf(out, "Swizzle(%d, %d, %d)", swizzle.bits, swizzle.base, swizzle.shift);
		} else {
			print_value(out, &denotation->value);
		}
		return NULL;
	}
	if (denotation->kind != DENOTES_MEMORY || !denotation->has_map || denotation->map.kind != MAP_LAYOUT
		|| denotation->offset != 0
		|| tuple_has_basis(denotation->map.layout.stride)) {
		return "Mojo's Layout is a shape and strides";
	}
	buf_put(out, "Layout(");
	put_tuple(out, denotation->map.layout.shape);
	buf_put(out, ", ");
	put_tuple(out, denotation->map.layout.stride);
	buf_put_char(out, ')');
	return NULL;
}

/* "Layout(4, 8)", which has numbers alone, is Mojo's too. */
static bool recognises(struct str text) {
	size_t at = strlen("Layout(");
	bool has_numbers = str_starts_with(text, "Layout(") && text.length > at && str_is_digit(text.data[at]);
	return has_numbers || str_has(text, "IntTuple(") || str_has(text, "Layout.row_major")
		|| str_has(text, "Layout.col_major")
		|| str_has(text, "row_major[") || str_has(text, "col_major[") || str_has(text, "make_swizzle[");
}

const struct language language_mojo = {
	.name = "mojo",
	.about = "Layout(IntTuple(4, 8), IntTuple(8, 1)) of Mojo, and its algebra",
	.recognises = recognises,
	.read = read,
	.write = write,
};
