#include "tool/load_width.h"

#include "lang/notation/plain.h"

enum { LOAD_BITS = 128 };

/* A bound on the width of a load. */
struct bound {
	int64_t elements;      /* that the load may have: a power of two */
	struct tuple of;       /* the integer that sets it */
	const char *what;      /* "extent", "stride"; NULL: the alignment */
	int mode;
};

/* The largest power of two up to "most" that divides the multiples of "number". */
static int64_t power_in(uint64_t number, int64_t most) {
	int64_t power = 1;
	while (power < most && (number == 0 || number % (2 * (uint64_t)power) == 0)) {
		power *= 2;
	}
	return power;
}

static void lower(struct bound *bound, int64_t elements, struct tuple of, const char *what, int mode) {
	if (elements < bound->elements) {
		*bound = (struct bound){ elements, of, what, mode };
	}
}

/* The least bound of the extents that follow each other from stride 1 on, of the other strides, and the alignment. */
static struct bound find_bound(struct algebra *al, const struct tensor_value *tensor, int64_t most) {
	struct bound bound = { most, tuple_int(0), NULL, 0 };
	struct layout flat = layout_coalesce(al, tensor->map.layout);
	int64_t bytes = tensor->pointer.bits / 8;
	int leading = -1;
	for (int i = 0; i < layout_rank(flat) && !algebra_failed(al); i++) {
		leading = leading < 0 && tuple_is_constant(tuple_mode(flat.stride, i), 1) ? i : leading;
	}
	if (leading < 0) {
		return (struct bound){ .elements = 1, .what = "stride", .mode = -1 };
	}
	int64_t aligned = tensor->pointer.alignment / bytes;
	lower(&bound, power_in((uint64_t)aligned, most), tuple_int(tensor->pointer.alignment), NULL, 0);
	for (int i = 0; i < layout_rank(flat) && !algebra_failed(al); i++) {
		bool leads = i == leading;
		struct tuple number = leads ? tuple_mode(flat.shape, i) : tuple_mode(flat.stride, i);
		bool single = !leads && tuple_is_constant(tuple_mode(flat.shape, i), 1);
		if (!single) {
			lower(&bound, power_in(int_divisor(number), most), number, leads ? "extent" : "stride", i);
		}
	}
	return bound;
}

/* Why the load is not wider, and what to promise. */
static void put_reason(struct buf *out, const struct bound *bound, int64_t most, int64_t bytes) {
	if (bound->elements == most) {
		return;
	}
	if (bound->what != NULL && bound->mode < 0) {
		buf_put(out, ": no mode has stride 1");
		return;
	}
	if (bound->what == NULL) {
		buf_put(out, ": the pointer is a multiple of ");
		buf_put_int(out, bound->of.value);
		buf_put(out, " bytes; for twice as much promise align<");
		buf_put_int(out, 2 * bound->elements * bytes);
		buf_put(out, ">");
		return;
	}
	buf_put(out, ": the ");
	buf_put(out, bound->what);
	buf_put_char(out, ' ');
	print_tuple(out, bound->of);
	if (int_has_value(bound->of)) {
		buf_put(out, " is no multiple of ");
		buf_put_int(out, 2 * bound->elements);
		return;
	}
	buf_put(out, " is not known to be a multiple of ");
	buf_put_int(out, 2 * bound->elements);
	buf_put(out, "; for 128 bits promise div=");
	buf_put_int(out, most);
}

bool load_width_put(struct algebra *al, const struct tensor_value *tensor, struct buf *out) {
	int64_t bytes = tensor->pointer.bits / 8;
	if (!tensor->has_pointer || bytes == 0 || tensor->map.kind != MAP_LAYOUT || LOAD_BITS < tensor->pointer.bits
			|| tuple_has_basis(tensor->map.layout.stride)) {
		return false;
	}
	int64_t most = LOAD_BITS / tensor->pointer.bits;
	struct bound bound = find_bound(al, tensor, most);
	if (algebra_failed(al)) {
		return false;
	}
	buf_put(out, "tensor      ");
	struct value value = { .kind = VALUE_TENSOR, .tensor = tensor };
	print_value_in(out, &value, DIALECT_DSL);
	buf_put(out, "\nload        ");
	buf_put_int(out, bound.elements * tensor->pointer.bits);
	buf_put(out, " bits, ");
	buf_put_int(out, bound.elements);
	buf_put(out, bound.elements == 1 ? " element" : " elements");
	put_reason(out, &bound, most, bytes);
	buf_put_char(out, '\n');
	return true;
}
