#include "lang/in_int.h"

#include "lang/notation/plain.h"

/* The largest number that a value leads to by itself, and whether all of its integers are in the range of int. */
struct bound {
	double most;
	bool fits;
};

static double larger(double a, double b) {
	return a > b ? a : b;
}

static double magnitude(int64_t value) {
	return value < 0 ? -(double)value : (double)value;
}

static bool fits_int(const struct tuple *leaf) {
	return leaf->known == KNOWN_STATIC && leaf->value >= INT32_MIN && leaf->value <= INT32_MAX;
}

/* "t" with "stride", or without it (NULL), adds its size and the sum of extent times stride to "bound". */
static void widen(struct bound *bound, double *size, const struct tuple *t, const struct tuple *stride) {
	int count = t->kind == TUPLE_MODES ? t->rank : 1;
	const struct tuple *parts = t->kind == TUPLE_MODES ? t->modes : t;
	const struct tuple *strides = t->kind == TUPLE_MODES && stride != NULL ? stride->modes : stride;
	for (int i = 0; i < count && bound->fits; i++) {
		if (parts[i].kind == TUPLE_MODES) {
			widen(bound, size, &parts[i], strides != NULL ? &strides[i] : NULL);
		} else if (parts[i].kind == TUPLE_INT) {
			double extent = larger(1, magnitude(parts[i].value));
			bound->fits = fits_int(&parts[i]) && (strides == NULL || fits_int(&strides[i]));
			bound->most += strides != NULL ? extent * magnitude(strides[i].value) : 0;
			*size *= extent;
		}
	}
}

/* The bound of the shape "t" with "stride" (NULL: none). */
static struct bound bound_tuple(struct tuple t, const struct tuple *stride) {
	struct bound bound = { .fits = true };
	double size = 1;
	widen(&bound, &size, &t, stride);
	bound.most = larger(bound.most, size);
	return bound;
}

/* The bound of a map; that of a composed one is the product of its parts'. Maps that CuTe does not have fit nothing. */
static struct bound bound_map(struct map map) {
	if (map.kind == MAP_LAYOUT) {
		return bound_tuple(map.layout.shape, &map.layout.stride);
	}
	if (map.kind == MAP_SWIZZLE) {
		return (struct bound){ 1, true };
	}
	if (map.kind != MAP_COMPOSED) {
		return (struct bound){ .fits = false };
	}
	struct bound outer = bound_map(map.composed->outer);
	struct bound inner = bound_map(map.composed->inner);
	struct bound offset = bound_tuple(map.composed->offset, NULL);
	return (struct bound){ outer.most * inner.most * offset.most, outer.fits && inner.fits && offset.fits };
}

/* The bound of a value; values that are about no integers fit nothing, and are left alone so. */
static struct bound bound_value(const struct value *value) {
	switch (value->kind) {
	case VALUE_NONE: return (struct bound){ 1, true };
	case VALUE_TUPLE: return bound_tuple(value->tuple, NULL);
	case VALUE_LAYOUT: return bound_tuple(value->layout.shape, &value->layout.stride);
	case VALUE_COMPOSED: return bound_map((struct map){ .kind = MAP_COMPOSED, .composed = value->composed });
	default: return (struct bound){ .fits = false };
	}
}

/* All numbers of the arguments are in the range of int, but what is computed with them may not be. */
static bool may_leave_int(const struct value *args, int count) {
	double most = 1;
	for (int i = 0; i < count; i++) {
		struct bound bound = bound_value(&args[i]);
		if (!bound.fits) {
			return false;
		}
		most *= larger(1, bound.most);
	}
	return most > INT32_MAX;
}

void remark_in_int(struct algebra *al, const struct operation *operation, const struct value *args, int count,
		const struct value *result) {
	if (algebra_failed(al) || fault_is_set(&al->note) || !may_leave_int(args, count)) {
		return;
	}
	struct algebra in_int = *al;
	in_int.in_int = true;
	in_int.verify = false;
	in_int.trace = NULL;
	struct value other = operation_call(operation, &in_int, args, count);
	if (algebra_failed(&in_int) && in_int.fault.code != FAULT_LIMIT && in_int.fault.code != FAULT_STOPPED) {
		algebra_note(al, FAULT_REMARK, "CuTe computes in int and has no answer: a number does not fit 32 bits");
	} else if (!algebra_failed(&in_int) && !value_equal(&other, result)) {
		struct buf text;
		buf_init(&text, al->arena);
		print_value(&text, &other);
		algebra_note(al, FAULT_REMARK, "CuTe computes in int and gives %.200s%s: a number does not fit 32 bits",
			text.data, text.length > 200 ? "..." : "");
	}
}
