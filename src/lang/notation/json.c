/* Members stand in a fixed order, so that texts can be compared as they are. */
#include "lang/notation/json.h"

#include <inttypes.h>

#include "algebra/linear.h"
#include "lang/notation/plain.h"
#include "lang/tensor.h"

void print_tuple_json(struct buf *out, struct tuple tuple) {
	if (tuple_is_plain_int(tuple) && int_has_value(tuple)) {
		buf_put_int(out, tuple.value);
		return;
	}
	if (!tuple_is_tuple(tuple)) {
		buf_put_char(out, '"');
		print_tuple(out, tuple);
		buf_put_char(out, '"');
		return;
	}
	buf_put_char(out, '[');
	for (int i = 0; i < tuple.rank; i++) {
		if (i > 0) {
			buf_put_char(out, ',');
		}
		print_tuple_json(out, tuple.modes[i]);
	}
	buf_put_char(out, ']');
}

/* Size and cosize, each null when it does not fit 64 bits. */
static void print_extent_json(struct buf *out, struct algebra *al, const char *key, struct layout layout,
		struct tuple (*extent)(struct algebra *al, struct layout layout)) {
	struct algebra own;
	algebra_init(&own, al->arena);
	struct tuple result = extent(&own, layout);
	buf_printf(out, ",\"%s\":", key);
	if (algebra_failed(&own)) {
		buf_put(out, "null");
	} else {
		print_tuple_json(out, result);
	}
}

/* What a value is called in JSON. */
static const char *json_kind(const struct value *value) {
	switch (value->kind) {
	case VALUE_TUPLE: return tuple_is_tuple(value->tuple) ? "tuple" : "integer";
	case VALUE_LAYOUT: return "layout";
	case VALUE_SWIZZLE: return "swizzle";
	case VALUE_COMPOSED: return "composed";
	case VALUE_LIST: return "list";
	case VALUE_BOOL: return "boolean";
	case VALUE_STRING: return "string";
	case VALUE_TEXT: return "text";
	case VALUE_MMA_ATOM: return "mma_atom";
	case VALUE_COPY_ATOM: return "copy_atom";
	case VALUE_TILED_COPY: return "tiled_copy";
	case VALUE_TILED_MMA: return "tiled_mma";
	case VALUE_POINTER: return "pointer";
	case VALUE_TENSOR: return "tensor";
	case VALUE_VECTOR: return "vector";
	case VALUE_NONE: break;
	}
	return "none";
}

void print_json_begin(struct buf *out) {
	buf_put(out, "{\"format\":" JSON_FORMAT ",");
}

/* "key" and a layout. */
static void put_layout(struct buf *out, struct algebra *al, const char *key, struct layout layout) {
	struct value value = value_from_layout(layout);
	buf_printf(out, ",\"%s\":", key);
	print_value_json(out, al, &value);
}

/* "key" and a part of what is composed; the identity and the columns of a map of bits are no values of their own. */
static void put_map(struct buf *out, struct algebra *al, const char *key, struct map map) {
	buf_printf(out, ",\"%s\":", key);
	if (map.kind == MAP_IDENTITY) {
		buf_put(out, "{\"kind\":\"identity\"}");
		return;
	}
	if (map.kind == MAP_LINEAR) {
		buf_put(out, "{\"kind\":\"bits\",\"columns\":[");
		for (int i = 0; i < map.linear->bits; i++) {
			buf_printf(out, i > 0 ? ",%" PRId64 : "%" PRId64, map.linear->columns[i]);
		}
		buf_printf(out, "],\"constant\":%" PRId64 "}", map.linear->constant);
		return;
	}
	struct value value = value_from_map(map);
	print_value_json(out, al, &value);
}

static void put_name(struct buf *out, struct str name) {
	buf_put(out, ",\"name\":");
	buf_put_json(out, name);
}

/* The members of a layout: its tuples, and what follows from them. */
static void put_plain_layout(struct buf *out, struct algebra *al, struct layout layout) {
	buf_put(out, ",\"shape\":");
	print_tuple_json(out, layout.shape);
	buf_put(out, ",\"stride\":");
	print_tuple_json(out, layout.stride);
	buf_printf(out, ",\"rank\":%d,\"depth\":%d", layout_rank(layout), tuple_depth(layout.shape));
	print_extent_json(out, al, "size", layout, layout_size);
	print_extent_json(out, al, "cosize", layout, layout_cosize);
}

/* The members of an MMA atom: its name, its shape and its layouts (thread, value). */
static void put_mma_atom(struct buf *out, struct algebra *al, const struct named_mma_atom *named) {
	put_name(out, named->name);
	buf_put(out, ",\"shape_mnk\":");
	print_tuple_json(out, named->atom.shape_mnk);
	put_layout(out, al, "thr_id", named->atom.thr_id);
	put_layout(out, al, "layout_A_TV", named->atom.a);
	put_layout(out, al, "layout_B_TV", named->atom.b);
	put_layout(out, al, "layout_C_TV", named->atom.c);
}

/* Atoms, and what is made of them. */
static void put_tiled(struct buf *out, struct algebra *al, const struct value *value) {
	if (value->kind == VALUE_MMA_ATOM) {
		put_mma_atom(out, al, value->mma_atom);
	} else if (value->kind == VALUE_COPY_ATOM) {
		struct copy_atom atom = copy_atom_make(al, value->copy_atom->bit_layouts, value->copy_atom->bits);
		put_name(out, value->copy_atom->name);
		buf_printf(out, ",\"bits\":%" PRId64, value->copy_atom->bits);
		put_layout(out, al, "thr_id", atom.thr_id);
		put_layout(out, al, "layout_S_TV", atom.src);
		put_layout(out, al, "layout_D_TV", atom.dst);
	} else if (value->kind == VALUE_TILED_MMA) {
		const struct tiled_mma *mma = &value->tiled_mma->mma;
		put_name(out, value->tiled_mma->atom->name);
		buf_put(out, ",\"tile_mnk\":");
		print_tuple_json(out, tiled_mma_tile_shape(al, mma));
		put_layout(out, al, "atom_layout", value->tiled_mma->atom_layout);
		put_layout(out, al, "thr_layout_vmnk", mma->thr_vmnk);
		put_layout(out, al, "layout_A_TV", tiled_mma_layout_tv(al, mma, MMA_A));
		put_layout(out, al, "layout_B_TV", tiled_mma_layout_tv(al, mma, MMA_B));
		put_layout(out, al, "layout_C_TV", tiled_mma_layout_tv(al, mma, MMA_C));
	} else {
		const struct tiled_copy *copy = &value->tiled_copy->copy;
		if (value->tiled_copy->atom != NULL) {
			put_name(out, value->tiled_copy->atom->name);
		}
		buf_put(out, ",\"tiler_mn\":");
		print_tuple_json(out, tiler_shape(al, copy->tiler));
		put_layout(out, al, "layout_S_TV", tiled_copy_layout_tv(al, copy, true));
		put_layout(out, al, "layout_D_TV", tiled_copy_layout_tv(al, copy, false));
	}
}

void print_map_json(struct buf *out, struct map map) {
	struct algebra own;
	algebra_init(&own, out->arena);
	struct value value = value_from_map(map);
	print_value_json(out, &own, &value);
}

/*
 * Every value has "kind" and "text"; what follows depends on the kind. A tensor is written without its pointer, which
 * is no part of the function that it is.
 */
void print_value_json(struct buf *out, struct algebra *al, const struct value *value) {
	if (value->kind == VALUE_TENSOR) {
		struct value plain = value_without_pointer(al, value);
		print_value_json(out, al, &plain);
		return;
	}
	struct buf text;
	buf_init(&text, al->arena);
	print_value(&text, value);
	buf_printf(out, "{\"kind\":\"%s\",\"text\":", json_kind(value));
	buf_put_json(out, buf_str(&text));
	switch (value->kind) {
	case VALUE_TUPLE:
		buf_put(out, ",\"value\":");
		print_tuple_json(out, value->tuple);
		break;
	case VALUE_BOOL:
		buf_printf(out, ",\"value\":%s", value->boolean ? "true" : "false");
		break;
	case VALUE_STRING:
		buf_put(out, ",\"value\":");
		buf_put_json(out, value->string);
		break;
	case VALUE_LAYOUT:
		put_plain_layout(out, al, value->layout);
		break;
	case VALUE_SWIZZLE:
		buf_printf(out, ",\"bits\":%d,\"base\":%d,\"shift\":%d", value->swizzle.bits, value->swizzle.base,
			value->swizzle.shift);
		break;
	case VALUE_COMPOSED:
		put_map(out, al, "outer", value->composed->outer);
		buf_put(out, ",\"offset\":");
		print_tuple_json(out, value->composed->offset);
		put_map(out, al, "inner", value->composed->inner);
		break;
	case VALUE_LIST:
		buf_put(out, ",\"items\":[");
		for (int i = 0; i < value->list.count; i++) {
			if (i > 0) {
				buf_put_char(out, ',');
			}
			print_value_json(out, al, &value->list.items[i]);
		}
		buf_put_char(out, ']');
		break;
	case VALUE_MMA_ATOM:
	case VALUE_COPY_ATOM:
	case VALUE_TILED_MMA:
	case VALUE_TILED_COPY: {
		struct algebra own;
		algebra_init(&own, al->arena);
		put_tiled(out, &own, value);
		break;
	}
	default:
		break;
	}
	buf_put_char(out, '}');
}
