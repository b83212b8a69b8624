#include "lang/notation/plain.h"

#include "base/utf8.h"

/* The integer 5 with basis {1,0} prints as 5@0@1: innermost index first. */
static void print_leaf(struct buf *out, struct tuple leaf) {
	if (tuple_is_underscore(leaf)) {
		buf_put_char(out, '_');
		return;
	}
	buf_put_int(out, leaf.value);
	for (int level = leaf.basis_depth - 1; level >= 0; level--) {
		buf_put_char(out, '@');
		buf_put_int(out, leaf.basis[level]);
	}
}

void print_tuple(struct buf *out, struct tuple tuple) {
	if (!tuple_is_tuple(tuple)) {
		print_leaf(out, tuple);
		return;
	}
	buf_put_char(out, '(');
	for (int i = 0; i < tuple.rank; i++) {
		if (i > 0) {
			buf_put_char(out, ',');
		}
		print_tuple(out, tuple.modes[i]);
	}
	buf_put_char(out, ')');
}

void print_layout(struct buf *out, struct layout layout) {
	print_tuple(out, layout.shape);
	buf_put_char(out, ':');
	print_tuple(out, layout.stride);
}

void print_swizzle(struct buf *out, struct swizzle swizzle) {
	buf_printf(out, "Sw<%d,%d,%d>", swizzle.bits, swizzle.base, swizzle.shift);
}

void print_map(struct buf *out, struct map map) {
	switch (map.kind) {
	case MAP_LAYOUT:
		print_layout(out, map.layout);
		break;
	case MAP_SWIZZLE:
		print_swizzle(out, map.swizzle);
		break;
	case MAP_COMPOSED:
		print_map(out, map.composed->outer);
		buf_put(out, " o ");
		print_tuple(out, map.composed->offset);
		buf_put(out, " o ");
		print_map(out, map.composed->inner);
		break;
	}
}

/* A tiler: a layout, an integer, "_", or a tuple of tilers. */
static void print_tiler(struct buf *out, const struct tiler *tiler) {
	switch (tiler->kind) {
	case TILER_LAYOUT:
		print_layout(out, tiler->layout);
		break;
	case TILER_INT:
		print_tuple(out, tiler->layout.shape);
		break;
	case TILER_UNDERSCORE:
		buf_put_char(out, '_');
		break;
	case TILER_MODES:
		buf_put_char(out, '(');
		for (int i = 0; i < tiler->rank; i++) {
			if (i > 0) {
				buf_put_char(out, ',');
			}
			print_tiler(out, &tiler->modes[i]);
		}
		buf_put_char(out, ')');
		break;
	}
}

static void print_mma_atom(struct buf *out, const struct named_mma_atom *atom) {
	buf_put(out, "mma_atom(\"");
	buf_put_str(out, atom->name);
	buf_put(out, "\")");
}

static void print_copy_atom(struct buf *out, const struct named_copy_atom *atom) {
	buf_put(out, "copy_atom(\"");
	buf_put_str(out, atom->name);
	buf_put(out, "\",");
	buf_put_int(out, atom->bits);
	buf_put_char(out, ')');
}

static void print_tiled_copy(struct buf *out, const struct named_tiled_copy *named) {
	buf_put(out, "make_tiled_copy_impl(");
	print_copy_atom(out, named->atom);
	buf_put_char(out, ',');
	print_layout(out, named->copy.tv);
	buf_put_char(out, ',');
	print_tiler(out, named->copy.tiler);
	buf_put_char(out, ')');
}

static void print_tiled_mma(struct buf *out, const struct named_tiled_mma *named) {
	buf_put(out, "make_tiled_mma(");
	print_mma_atom(out, named->atom);
	buf_put_char(out, ',');
	print_layout(out, named->atom_layout);
	buf_put_char(out, ',');
	print_tiler(out, named->mma.perm);
	buf_put_char(out, ')');
}

/* In the quotes that do not occur in it: a literal cannot hold its own. Control characters do not reach a terminal. */
static void print_string(struct buf *out, struct str string) {
	char quote = memchr(string.data, '"', string.length) != NULL ? '\'' : '"';
	buf_put_char(out, quote);
	utf8_put_visible(out, string, string.length);
	buf_put_char(out, quote);
}

void print_value(struct buf *out, const struct value *value) {
	switch (value->kind) {
	case VALUE_NONE:
		break;
	case VALUE_TUPLE:
		print_tuple(out, value->tuple);
		break;
	case VALUE_LAYOUT:
		print_layout(out, value->layout);
		break;
	case VALUE_SWIZZLE:
		print_swizzle(out, value->swizzle);
		break;
	case VALUE_COMPOSED:
		print_map(out, (struct map){ .kind = MAP_COMPOSED, .composed = value->composed });
		break;
	case VALUE_LIST:
		buf_put_char(out, '(');
		for (int i = 0; i < value->list.count; i++) {
			if (i > 0) {
				buf_put_char(out, ',');
			}
			print_value(out, &value->list.items[i]);
		}
		buf_put_char(out, ')');
		break;
	case VALUE_BOOL:
		buf_put(out, value->boolean ? "true" : "false");
		break;
	case VALUE_STRING:
		print_string(out, value->string);
		break;
	case VALUE_MMA_ATOM:
		print_mma_atom(out, value->mma_atom);
		break;
	case VALUE_COPY_ATOM:
		print_copy_atom(out, value->copy_atom);
		break;
	case VALUE_TILED_COPY:
		print_tiled_copy(out, value->tiled_copy);
		break;
	case VALUE_TILED_MMA:
		print_tiled_mma(out, value->tiled_mma);
		break;
	}
}

/* Integers as JSON numbers, everything that is not a plain integer as a string. */
static void print_tuple_json(struct buf *out, struct tuple tuple) {
	if (tuple_is_plain_int(tuple)) {
		buf_put_int(out, tuple.value);
		return;
	}
	if (!tuple_is_tuple(tuple)) {
		buf_put_char(out, '"');
		print_leaf(out, tuple);
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

static const char *json_kind(const struct value *value) {
	switch (value->kind) {
	case VALUE_TUPLE: return tuple_is_tuple(value->tuple) ? "tuple" : "integer";
	case VALUE_LAYOUT: return "layout";
	case VALUE_SWIZZLE: return "swizzle";
	case VALUE_COMPOSED: return "composed";
	case VALUE_LIST: return "list";
	case VALUE_BOOL: return "boolean";
	case VALUE_STRING: return "string";
	case VALUE_MMA_ATOM: return "mma_atom";
	case VALUE_COPY_ATOM: return "copy_atom";
	case VALUE_TILED_COPY: return "tiled_copy";
	case VALUE_TILED_MMA: return "tiled_mma";
	case VALUE_NONE: break;
	}
	return "none";
}

void print_value_json(struct buf *out, struct algebra *al, const struct value *value) {
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
	case VALUE_LAYOUT:
		buf_put(out, ",\"shape\":");
		print_tuple_json(out, value->layout.shape);
		buf_put(out, ",\"stride\":");
		print_tuple_json(out, value->layout.stride);
		buf_printf(out, ",\"rank\":%d,\"depth\":%d", layout_rank(value->layout), tuple_depth(value->layout.shape));
		print_extent_json(out, al, "size", value->layout, layout_size);
		print_extent_json(out, al, "cosize", value->layout, layout_cosize);
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
	default:
		break;
	}
	buf_put_char(out, '}');
}
