#include "lang/notation/notation.h"

#include "base/utf8.h"
#include "lang/notation/plain.h"

/* The punctuation of a notation. C++ names its tuples instead of opening them. */
struct notation {
	const char *name;
	const char *open, *comma, *close;
	const char *close_single;          /* of a tuple with one mode */
	const char *underscore;
	const char *truth, *falsehood;
	const char *layout, *stride, *layout_end;
	const char *swizzle, *swizzle_end;
	const char *composed, *then, *composed_end;
};

static const struct notation notations[] = {
	[STYLE_CUTE] = {
		.name = "cute", .open = "(", .comma = ",", .close = ")", .close_single = ")", .underscore = "_",
		.truth = "true", .falsehood = "false", .layout = "", .stride = ":", .layout_end = "",
		.swizzle = "Sw<", .swizzle_end = ">", .composed = "", .then = " o ", .composed_end = "",
	},
	[STYLE_CPP] = {
		.name = "cpp", .open = "", .comma = ",", .close = ">", .close_single = ">", .underscore = "Underscore",
		.truth = "true", .falsehood = "false", .layout = "Layout<", .stride = ",", .layout_end = ">",
		.swizzle = "Swizzle<", .swizzle_end = ">", .composed = "ComposedLayout<", .then = ",", .composed_end = ">",
	},
	[STYLE_DSL] = {
		.name = "dsl", .open = "(", .comma = ", ", .close = ")", .close_single = ",)", .underscore = "None",
		.truth = "True", .falsehood = "False", .layout = "cute.make_layout(", .stride = ", stride=", .layout_end = ")",
		.swizzle = "cute.make_swizzle(", .swizzle_end = ")", .composed = "cute.make_composed_layout(", .then = ", ",
		.composed_end = ")",
	},
	[STYLE_PYCUTE] = {
		.name = "pycute", .open = "(", .comma = ", ", .close = ")", .close_single = ",)", .underscore = "None",
		.truth = "True", .falsehood = "False", .layout = "Layout(", .stride = ", ", .layout_end = ")",
		.swizzle = "Swizzle(", .swizzle_end = ")", .composed = "ComposedLayout(", .then = ", ", .composed_end = ")",
	},
	[STYLE_TEX] = {
		.name = "tex", .open = "(", .comma = ",", .close = ")", .close_single = ")", .underscore = "\\_",
		.truth = "\\mathrm{true}", .falsehood = "\\mathrm{false}", .layout = "", .stride = ":", .layout_end = "",
		.swizzle = "\\mathrm{Sw}\\langle ", .swizzle_end = "\\rangle", .composed = "", .then = " \\circ ",
		.composed_end = "",
	},
};

struct writer {
	struct buf *out;
	struct algebra *al;
	enum style style;
	const struct notation *notation;
};

bool style_find(const char *name, enum style *style) {
	static const char *const names[] = { "plain", "cute", "cpp", "dsl", "pycute", "tex", "c" };
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		if (strcmp(name, names[i]) == 0) {
			*style = (enum style)i;
			return true;
		}
	}
	return false;
}

const char *style_names(void) {
	return "plain, cute, cpp, dsl, pycute, tex, c";
}

/* Whether CuTe C++ has the type "_n" for Int<n>. */
static bool has_short_name(int64_t n) {
	static const int16_t others[] = { 12, 24, 96, 192, 384, 768 };
	bool found = (n >= 0 && n <= 10) || (n >= 16 && n <= 524288 && (n & (n - 1)) == 0);
	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
		found = found || n == others[i];
	}
	return found;
}

/* An integer without its basis; one that is known at run time only has neither underscore nor value in C++. */
static void put_integer(struct writer *w, struct tuple leaf) {
	if (w->style == STYLE_CPP && !int_is_static(leaf)) {
		buf_put(w->out, "int");
	} else if (w->style == STYLE_CPP && !has_short_name(leaf.value)) {
		buf_printf(w->out, "Int<%lld>", (long long)leaf.value);
	} else {
		bool marked = (w->style == STYLE_CUTE || w->style == STYLE_CPP) && int_is_static(leaf);
		buf_printf(w->out, marked ? "_%lld" : "%lld", (long long)leaf.value);
	}
}

/* The indices of a basis, outermost mode first, as arguments. */
static void put_indices(struct writer *w, struct tuple leaf) {
	for (int level = 0; level < leaf.basis_depth; level++) {
		buf_printf(w->out, level > 0 ? "%s%d" : "%.0s%d", w->notation->comma, leaf.basis[level]);
	}
}

/* v@j@i, the multiple v of the basis element E<i,j> */
static void put_basis(struct writer *w, struct tuple leaf) {
	bool unit = leaf.value == 1 && int_is_static(leaf);
	struct tuple value = tuple_basis_value(leaf);
	switch (w->style) {
	case STYLE_CPP:
		buf_put(w->out, unit ? "E<" : "ScaledBasis<");
		if (!unit) {
			put_integer(w, value);
			buf_put(w->out, ",");
		}
		put_indices(w, leaf);
		buf_put(w->out, ">");
		break;
	case STYLE_DSL:
		buf_put(w->out, "cute.ScaledBasis(");
		put_integer(w, value);
		buf_put(w->out, leaf.basis_depth > 1 ? ", [" : ", ");
		put_indices(w, leaf);
		buf_put(w->out, leaf.basis_depth > 1 ? "])" : ")");
		break;
	case STYLE_TEX:
		if (!unit) {
			put_integer(w, value);
		}
		buf_put(w->out, "e_{");
		put_indices(w, leaf);
		buf_put(w->out, "}");
		break;
	case STYLE_PYCUTE:
		algebra_fault(w->al, FAULT_UNSUPPORTED, "pycute has no strides with a basis");
		break;
	default:
		put_integer(w, value);
		for (int level = leaf.basis_depth - 1; level >= 0; level--) {
			buf_printf(w->out, "@%d", leaf.basis[level]);
		}
	}
}

/* "name" is what C++ calls the tuple. */
static void put_tuple(struct writer *w, struct tuple tuple, const char *name) {
	const struct notation *n = w->notation;
	if (tuple_is_underscore(tuple)) {
		buf_put(w->out, n->underscore);
		return;
	}
	if (!tuple_is_tuple(tuple)) {
		if (tuple.basis_depth > 0) {
			put_basis(w, tuple);
		} else {
			put_integer(w, tuple);
		}
		return;
	}
	if (w->style == STYLE_CPP) {
		buf_printf(w->out, "%s<", name);
	}
	buf_put(w->out, n->open);
	for (int i = 0; i < tuple.rank; i++) {
		buf_put(w->out, i > 0 ? n->comma : "");
		put_tuple(w, tuple.modes[i], name);
	}
	buf_put(w->out, tuple.rank == 1 ? n->close_single : n->close);
}

static void put_layout(struct writer *w, struct layout layout) {
	buf_put(w->out, w->notation->layout);
	put_tuple(w, layout.shape, "Shape");
	buf_put(w->out, w->notation->stride);
	put_tuple(w, layout.stride, "Stride");
	buf_put(w->out, w->notation->layout_end);
}

static void put_swizzle(struct writer *w, struct swizzle swizzle) {
	const char *comma = w->notation->comma;
	buf_put(w->out, w->notation->swizzle);
	buf_printf(w->out, "%d%s%d%s%d", swizzle.bits, comma, swizzle.base, comma, swizzle.shift);
	buf_put(w->out, w->notation->swizzle_end);
}

static void put_map(struct writer *w, struct map map) {
	switch (map.kind) {
	case MAP_LAYOUT:
		put_layout(w, map.layout);
		break;
	case MAP_SWIZZLE:
		put_swizzle(w, map.swizzle);
		break;
	case MAP_COMPOSED:
		buf_put(w->out, w->notation->composed);
		put_map(w, map.composed->outer);
		buf_put(w->out, w->notation->then);
		put_tuple(w, map.composed->offset, "Coord");
		buf_put(w->out, w->notation->then);
		put_map(w, map.composed->inner);
		buf_put(w->out, w->notation->composed_end);
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

/* What C++ calls a tuple of values: a tile if it can tile something. */
static const char *list_name(const struct value *list) {
	for (int i = 0; i < list->list.count; i++) {
		const struct value *item = &list->list.items[i];
		bool tiles = item->kind == VALUE_LAYOUT || (item->kind == VALUE_TUPLE && !tuple_is_tuple(item->tuple))
			|| (item->kind == VALUE_LIST && strcmp(list_name(item), "Tile") == 0);
		if (!tiles) {
			return "tuple";
		}
	}
	return "Tile";
}

static void put_value(struct writer *w, const struct value *value);

static void put_list(struct writer *w, const struct value *list) {
	const struct notation *n = w->notation;
	if (w->style == STYLE_CPP) {
		buf_printf(w->out, "%s<", list_name(list));
	}
	buf_put(w->out, n->open);
	for (int i = 0; i < list->list.count; i++) {
		buf_put(w->out, i > 0 ? n->comma : "");
		put_value(w, &list->list.items[i]);
	}
	buf_put(w->out, list->list.count == 1 ? n->close_single : n->close);
}

static void put_tex_string(struct buf *out, struct str text) {
	struct buf visible;
	buf_init(&visible, out->arena);
	utf8_put_visible_line(&visible, text);
	buf_put(out, "\\texttt{");
	for (size_t i = 0; i < visible.length; i++) {
		if (strchr("#$%&_{}", visible.data[i]) != NULL) {
			buf_put_char(out, '\\');
		}
		buf_put(out, visible.data[i] == '^' ? "\\^{}" : (char[]){ visible.data[i], '\0' });
	}
	buf_put(out, "}");
}

static void put_value(struct writer *w, const struct value *value) {
	switch (value->kind) {
	case VALUE_TUPLE:
		put_tuple(w, value->tuple, tuple_name(value->tuple));
		break;
	case VALUE_LAYOUT:
		put_layout(w, value->layout);
		break;
	case VALUE_SWIZZLE:
		put_swizzle(w, value->swizzle);
		break;
	case VALUE_COMPOSED:
		put_map(w, (struct map){ .kind = MAP_COMPOSED, .composed = value->composed });
		break;
	case VALUE_LIST:
		put_list(w, value);
		break;
	case VALUE_BOOL:
		buf_put(w->out, value->boolean ? w->notation->truth : w->notation->falsehood);
		break;
	case VALUE_STRING:
		if (w->style == STYLE_TEX) {
			put_tex_string(w->out, value->string);
		} else {
			print_value(w->out, value);
		}
		break;
	default:
		algebra_fault(w->al, FAULT_UNSUPPORTED, "%s can be printed in style plain only, not in style %s",
			value_kind_name(value), w->notation->name);
	}
}

void style_print(struct buf *out, struct algebra *al, const struct value *value, enum style style, int number) {
	if (style == STYLE_PLAIN) {
		print_value(out, value);
		return;
	}
	if (style == STYLE_C) {
		style_print_c(out, al, value, number);
		return;
	}
	struct writer writer = { out, al, style, &notations[style] };
	buf_put(out, style == STYLE_TEX ? "$" : "");
	put_value(&writer, value);
	buf_put(out, style == STYLE_TEX ? "$" : "");
}
