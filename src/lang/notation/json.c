#include "lang/notation/json.h"

#include "lang/notation/plain.h"
#include "lang/tensor.h"

void print_tuple_json(struct buf *out, struct tuple tuple) {
	if (tuple_is_plain_int(tuple)) {
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
	case VALUE_POINTER: return "pointer";
	case VALUE_TENSOR: return "tensor";
	case VALUE_NONE: break;
	}
	return "none";
}

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
