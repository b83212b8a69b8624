/*
 * First a bound that costs little: the largest number that the arguments can lead to, as a product of sizes and sums
 * of extents times strides. Only beyond the range of int is the operation run again, in an algebra that wraps.
 */
#include "lang/in_int.h"

#include <math.h>

#include "lang/notation/plain.h"

/* The largest number that a value leads to by itself, and whether all of its integers are in the range of int. */
struct bound {
	double most;
	bool fits;
};

static double larger(double a, double b) {
	return a > b ? a : b;
}

static bool fits_int(const struct tuple *leaf) {
	return leaf->known == KNOWN_STATIC && leaf->value == (int32_t)leaf->value;
}

/* What the leaves of a shape lead to. */
struct reach {
	double size;    /* the product of its extents */
	double sum;     /* of extents times strides */
};

/*
 * Add the "count" parts "shape" with "stride", or without it (NULL), to "reach". Returns false, with "reach" of no use,
 * at an integer that is not known or not in the range of int.
 */
static bool widen(struct reach *reach, const struct tuple *shape, const struct tuple *stride, int count) {
	bool fits = true;
	for (int i = 0; i < count && fits; i++) {
		const struct tuple *step = stride != NULL ? &stride[i] : NULL;
		if (shape[i].kind == TUPLE_MODES) {
			fits = widen(reach, shape[i].modes, step != NULL ? step->modes : NULL, shape[i].rank);
		} else if (shape[i].kind == TUPLE_INT) {
			double extent = larger(1, fabs((double)shape[i].value));
			fits = fits_int(&shape[i]) && (step == NULL || fits_int(step));
			reach->sum += step != NULL ? extent * fabs((double)step->value) : 0;
			reach->size *= extent;
		}
	}
	return fits;
}

/* The bound of the shape "shape" with "stride" (NULL: none). */
static struct bound bound_tuple(const struct tuple *shape, const struct tuple *stride) {
	struct reach reach = { .size = 1 };
	bool nests = shape->kind == TUPLE_MODES;
	bool fits = nests ? widen(&reach, shape->modes, stride != NULL ? stride->modes : NULL, shape->rank)
		: widen(&reach, shape, stride, 1);
	return (struct bound){ larger(reach.sum, reach.size), fits };
}

/* The bound of a map; that of a composed one is the product of its parts'. Maps that CuTe does not have fit nothing. */
static struct bound bound_map(struct map map) {
	if (map.kind == MAP_LAYOUT) {
		return bound_tuple(&map.layout.shape, &map.layout.stride);
	}
	if (map.kind == MAP_SWIZZLE) {
		return (struct bound){ 1, true };
	}
	if (map.kind != MAP_COMPOSED) {
		return (struct bound){ .fits = false };
	}
	struct bound outer = bound_map(map.composed->outer);
	struct bound inner = bound_map(map.composed->inner);
	struct bound offset = bound_tuple(&map.composed->offset, NULL);
	return (struct bound){ outer.most * inner.most * offset.most, outer.fits && inner.fits && offset.fits };
}

/* The bound of a value; values that are about no integers fit nothing, and are left alone so. */
static struct bound bound_value(const struct value *value) {
	switch (value->kind) {
	case VALUE_NONE: return (struct bound){ 1, true };
	case VALUE_TUPLE: return bound_tuple(&value->tuple, NULL);
	case VALUE_LAYOUT: return bound_tuple(&value->layout.shape, &value->layout.stride);
	case VALUE_COMPOSED: return bound_map((struct map){ .kind = MAP_COMPOSED, .composed = value->composed });
	default: return (struct bound){ .fits = false };
	}
}

/* All numbers of the arguments are in the range of int, but what is computed with them may not be. */
static bool may_leave_int(const struct value *args, int count) {
	double most = 2; /* a sum of numbers from 1 on is at most twice their product where that is large */
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
