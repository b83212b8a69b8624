/*
 * One walk over a value for all notations. What a notation spells in its own way is a member of its struct spelling;
 * a function there gets the writer, so that it can print parts through it again.
 */
#include "lang/notation/writer.h"

#include <string.h>

#include "base/utf8.h"
#include "lang/notation/symbol.h"
#include "lang/tensor.h"
#include "lang/vector.h"

void write_unknown(struct writer *w, struct tuple leaf) {
	bool divisible = leaf.divisor != 1;
	buf_put_char(w->out, '?');
	if (!divisible && (!int_is_wide(leaf) || w->alone)) {
		return;
	}
	buf_put(w->out, int_is_wide(leaf) ? "{i64" : "{");
	if (divisible) {
		buf_put(w->out, int_is_wide(leaf) ? " div=" : "div=");
		buf_put_int(w->out, leaf.divisor);
	}
	buf_put_char(w->out, '}');
}

void write_integer(struct writer *w, struct tuple leaf) {
	if (int_is_symbol(leaf)) {
		bool brackets = w->in_layout && symbol_is_composite(leaf);
		buf_put(w->out, brackets ? "(" : "");
		print_symbol(w->out, leaf);
		buf_put(w->out, brackets ? ")" : "");
		return;
	}
	if (!int_has_value(leaf)) {
		write_unknown(w, leaf);
		return;
	}
	buf_put_int(w->out, leaf.value);
}

/* A formula with signs stands in brackets in front of the indices, as layouts have it anyway. */
void write_basis(struct writer *w, struct tuple leaf) {
	bool brackets = !w->in_layout && symbol_is_composite(leaf);
	buf_put(w->out, brackets ? "(" : "");
	w->spelling->integer(w, tuple_basis_value(leaf));
	buf_put(w->out, brackets ? ")" : "");
	for (int level = int_basis_indices(leaf) - 1; level >= 0; level--) {
		buf_put_char(w->out, '@');
		buf_put_int(w->out, leaf.basis[level]);
	}
}

void write_string(struct writer *w, struct str text) {
	char quote = memchr(text.data, '"', text.length) != NULL ? '\'' : '"';
	buf_put_char(w->out, quote);
	utf8_put_visible(w->out, text, text.length);
	buf_put_char(w->out, quote);
}

void write_indices(struct writer *w, struct tuple leaf) {
	for (int level = 0; level < int_basis_indices(leaf); level++) {
		buf_put(w->out, level > 0 ? w->spelling->comma : "");
		buf_put_int(w->out, leaf.basis[level]);
	}
}

/* An integer with its basis, or "_". */
static void write_leaf(struct writer *w, const struct tuple *leaf) {
	const struct spelling *s = w->spelling;
	if (leaf->kind == TUPLE_UNDERSCORE) {
		buf_put(w->out, s->underscore);
	} else {
		(leaf->basis_depth > 0 ? s->basis : s->integer)(w, *leaf);
	}
}

/* The modes of "tuple" in brackets. */
static void write_modes(struct writer *w, const struct tuple *tuple, const char *name) {
	const struct spelling *s = w->spelling;
	const struct tuple *modes = tuple->modes;
	buf_put(w->out, s->names_tuples ? name : "");
	buf_put(w->out, s->open);
	for (int i = 0; i < tuple->rank; i++) {
		buf_put(w->out, i > 0 ? s->comma : "");
		if (modes[i].kind == TUPLE_MODES) {
			write_modes(w, &modes[i], name);
		} else {
			write_leaf(w, &modes[i]);
		}
	}
	bool groups = tuple->rank == 1 && symbol_is_composite(modes[0]) && strcmp(s->close_single, ")") == 0;
	buf_put(w->out, groups ? ",)" : tuple->rank == 1 ? s->close_single : s->close);
}

void write_tuple(struct writer *w, struct tuple tuple, const char *name) {
	if (tuple_is_tuple(tuple)) {
		write_modes(w, &tuple, name);
	} else {
		write_leaf(w, &tuple);
	}
}

void write_layout(struct writer *w, struct layout layout) {
	buf_put(w->out, w->spelling->layout);
	w->in_layout = !tuple_is_tuple(layout.shape);
	write_tuple(w, layout.shape, "Shape");
	buf_put(w->out, w->spelling->stride);
	write_tuple(w, layout.stride, "Stride");
	w->in_layout = false;
	buf_put(w->out, w->spelling->layout_end);
}

/* The DSL has one swizzle that does nothing, S<0,4,3>. */
void write_swizzle(struct writer *w, struct swizzle swizzle) {
	if (w->spelling->tensors && swizzle.bits == 0) {
		swizzle.base = 4;
		swizzle.shift = 3;
	}
	buf_put(w->out, w->spelling->swizzle);
	buf_put_int(w->out, swizzle.bits);
	buf_put(w->out, w->spelling->comma);
	buf_put_int(w->out, swizzle.base);
	buf_put(w->out, w->spelling->comma);
	buf_put_int(w->out, swizzle.shift);
	buf_put(w->out, w->spelling->swizzle_end);
}

/* A tuple that is no part of a layout. */
static void write_alone(struct writer *w, struct tuple tuple, const char *name) {
	w->alone = true;
	write_tuple(w, tuple, name);
	w->alone = false;
}

void write_composed(struct writer *w, const struct composed *composed) {
	/* An offset in front of the outer map would be read as one in front of the whole. */
	bool shifted = composed->outer.kind == MAP_COMPOSED && composed->outer.composed->outer.kind == MAP_IDENTITY;
	buf_put(w->out, w->spelling->composed);
	buf_put(w->out, shifted ? "(" : "");
	write_map(w, composed->outer);
	buf_put(w->out, shifted ? ")" : "");
	buf_put(w->out, w->spelling->then);
	write_alone(w, composed->offset, "Coord");
	buf_put(w->out, w->spelling->then_inner);
	write_map(w, composed->inner);
	buf_put(w->out, w->spelling->composed_end);
}

/* A map that CuTe does not have, or a fault where the notation has no words for it. */
static void write_extended(struct writer *w, struct map map) {
	if (w->spelling->extended != NULL) {
		w->spelling->extended(w, map);
		return;
	}
	bool linear = map.kind == MAP_LINEAR || (map.kind == MAP_COMPOSED && map.composed->outer.kind == MAP_LINEAR);
	algebra_fault(w->al, FAULT_UNSUPPORTED, "%s cannot be expressed in style %s: CuTe has no such layout",
		linear ? "a map of bits" : "an offset in front of a layout", w->spelling->style);
	fault_set_hint(&w->al->fault, "--style plain and --style c print it");
}

void write_map(struct writer *w, struct map map) {
	switch (map.kind) {
	case MAP_LAYOUT:
		write_layout(w, map.layout);
		break;
	case MAP_SWIZZLE:
		write_swizzle(w, map.swizzle);
		break;
	case MAP_IDENTITY:
	case MAP_LINEAR:
		write_extended(w, map);
		break;
	case MAP_COMPOSED:
		if (map.composed->outer.kind == MAP_IDENTITY || map.composed->outer.kind == MAP_LINEAR) {
			write_extended(w, map);
		} else {
			write_composed(w, map.composed);
		}
		break;
	}
}

/* What C++ calls a tuple that is no part of a layout. */
static const char *tuple_name(struct tuple tuple) {
	if (tuple_has_basis(tuple)) {
		return "Stride";
	}
	return tuple_has_underscore(tuple) ? "Coord" : "Shape";
}

const char *writer_list_name(const struct value *list) {
	for (int i = 0; i < list->list.count; i++) {
		const struct value *item = &list->list.items[i];
		bool tiles = item->kind == VALUE_LAYOUT || (item->kind == VALUE_TUPLE && !tuple_is_tuple(item->tuple))
			|| (item->kind == VALUE_LIST && strcmp(writer_list_name(item), "Tile") == 0);
		if (!tiles) {
			return "tuple";
		}
	}
	return "Tile";
}

/* A tuple of values. */
static void write_list(struct writer *w, const struct value *list) {
	const struct spelling *s = w->spelling;
	buf_put(w->out, s->names_tuples ? writer_list_name(list) : "");
	buf_put(w->out, s->open_list != NULL ? s->open_list : s->open);
	for (int i = 0; i < list->list.count; i++) {
		buf_put(w->out, i == 0 ? "" : s->comma_list != NULL ? s->comma_list : s->comma);
		write_value(w, &list->list.items[i]);
	}
	const char *close = s->close_list != NULL ? s->close_list : s->close;
	buf_put(w->out, list->list.count == 1 && s->close_list == NULL ? s->close_single : close);
}

/* tensor<ptr<f16, gmem> o L>, or what others have for it: L, or (L,offset). */
static void write_tensor(struct writer *w, const struct tensor_value *tensor) {
	const struct spelling *s = w->spelling;
	if (tensor->is_swizzled) {
		const struct composed whole = {
			.outer = map_from_swizzle(tensor->swizzle), .offset = tensor->offset, .inner = tensor->map,
		};
		write_map(w, (struct map){ .kind = MAP_COMPOSED, .composed = &whole });
		return;
	}
	if (!s->tensors) {
		buf_put(w->out, tensor->is_part ? s->open : "");
		write_map(w, tensor->map);
		buf_put(w->out, tensor->is_part ? s->comma : "");
		if (tensor->is_part) {
			write_tuple(w, tensor->offset, "Coord");
			buf_put(w->out, s->close);
		}
		return;
	}
	buf_put(w->out, "tensor<");
	if (tensor->has_pointer) {
		pointer_value_print(w->out, &tensor->pointer);
	} else {
		write_alone(w, tensor->offset, "Coord");
	}
	buf_put(w->out, " o ");
	write_map(w, tensor->map);
	buf_put_char(w->out, '>');
}

/*
 * The value in the spelling of "w", each kind by the function that the spelling or writer.h has for it. A notation that
 * cannot express a kind faults in the algebra of "w"; what has been written then is of no use.
 */
void write_value(struct writer *w, const struct value *value) {
	switch (value->kind) {
	case VALUE_NONE:
		break;
	case VALUE_TUPLE:
		write_alone(w, value->tuple, tuple_name(value->tuple));
		break;
	case VALUE_LAYOUT:
		write_layout(w, value->layout);
		break;
	case VALUE_SWIZZLE:
		write_swizzle(w, value->swizzle);
		break;
	case VALUE_COMPOSED:
		write_map(w, (struct map){ .kind = MAP_COMPOSED, .composed = value->composed });
		break;
	case VALUE_LIST:
		write_list(w, value);
		break;
	case VALUE_BOOL:
		buf_put(w->out, value->boolean ? w->spelling->truth : w->spelling->falsehood);
		break;
	case VALUE_STRING:
		w->spelling->string(w, value->string);
		break;
	case VALUE_TEXT:
		buf_put_str(w->out, value->string);
		break;
	case VALUE_POINTER:
		pointer_value_print(w->out, value->pointer);
		break;
	case VALUE_TENSOR:
		write_tensor(w, value->tensor);
		break;
	case VALUE_VECTOR:
		vector_print(w->out, value->vector, w->spelling->tensors);
		break;
	default:
		if (w->spelling->other != NULL) {
			w->spelling->other(w, value);
		} else {
			algebra_fault(w->al, FAULT_UNSUPPORTED, "%s can be printed in style plain only, not in style %s",
				value_kind_name(value), w->spelling->style);
		}
	}
}
