/* Our own notation: as CuTe C++ prints values, without the underscores that mark static integers. */
#include "lang/notation/plain.h"

#include "algebra/linear.h"
#include "lang/notation/notation.h"
#include "lang/notation/writer.h"

/* The columns of the integers of "shape", "*next" the first one: (1,2,4) for an extent 8. */
static void print_shape_columns(struct buf *out, const struct linear *a, struct tuple shape, int *next) {
	bool is_tuple = tuple_is_tuple(shape);
	int bits = is_tuple ? 0 : __builtin_ctzll((unsigned long long)shape.value);
	int count = is_tuple ? shape.rank : bits;
	buf_put_char(out, '(');
	for (int i = 0; i < count; i++) {
		buf_put(out, i > 0 ? "," : "");
		if (is_tuple) {
			print_shape_columns(out, a, shape.modes[i], next);
		} else {
			buf_put_int(out, a->columns[(*next)++]);
		}
	}
	buf_put_char(out, ')');
}

/* bits(columns) or bits(columns,constant) */
static void print_columns(struct buf *out, const struct linear *a, struct tuple shape) {
	int next = 0;
	buf_put(out, "bits(");
	print_shape_columns(out, a, shape, &next);
	if (a->constant != 0) {
		buf_put_char(out, ',');
		buf_put_int(out, a->constant);
	}
	buf_put_char(out, ')');
}

/* n + L, bits(...), or bits(...) o n o L */
static void print_extended(struct writer *w, struct map map) {
	if (map.kind == MAP_LINEAR) {
		print_columns(w->out, map.linear, tuple_int((int64_t)1 << map.linear->bits));
	} else if (map_columns(map) != NULL) {
		print_columns(w->out, map_columns(map), map.composed->inner.layout.shape);
	} else if (map.composed->outer.kind == MAP_IDENTITY) {
		print_tuple(w->out, map.composed->offset);
		buf_put(w->out, " + ");
		write_map(w, map.composed->inner);
	} else {
		write_composed(w, map.composed);
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

/* copy_atom("NAME",bits) */
static void print_copy_atom(struct buf *out, const struct named_copy_atom *atom) {
	buf_put(out, "copy_atom(\"");
	buf_put_str(out, atom->name);
	buf_put(out, "\",");
	buf_put_int(out, atom->bits);
	buf_put_char(out, ')');
}

/* make_tiled_copy_impl(atom,layout,tiler) */
static void print_tiled_copy(struct buf *out, const struct named_tiled_copy *named) {
	buf_put(out, "make_tiled_copy_impl(");
	print_copy_atom(out, named->atom);
	buf_put_char(out, ',');
	print_layout(out, named->copy.tv);
	buf_put_char(out, ',');
	print_tiler(out, named->copy.tiler);
	buf_put_char(out, ')');
}

/* make_tiled_mma(atom,layout,permutation) */
static void print_tiled_mma(struct buf *out, const struct named_tiled_mma *named) {
	buf_put(out, "make_tiled_mma(");
	print_mma_atom(out, named->atom);
	buf_put_char(out, ',');
	print_layout(out, named->atom_layout);
	buf_put_char(out, ',');
	print_tiler(out, named->mma.perm);
	buf_put_char(out, ')');
}

/* Atoms and what is made of them: the call that makes them. */
static void put_other(struct writer *w, const struct value *value) {
	switch (value->kind) {
	case VALUE_MMA_ATOM:
		print_mma_atom(w->out, value->mma_atom);
		break;
	case VALUE_COPY_ATOM:
		print_copy_atom(w->out, value->copy_atom);
		break;
	case VALUE_TILED_COPY:
		print_tiled_copy(w->out, value->tiled_copy);
		break;
	case VALUE_TILED_MMA:
		print_tiled_mma(w->out, value->tiled_mma);
		break;
	default:
		break;
	}
}

static const struct spelling spelling = {
	.style = "plain", .open = "(", .comma = ",", .close = ")", .close_single = ")", .underscore = "_",
	.truth = "true", .falsehood = "false", .layout = "", .stride = ":", .layout_end = "",
	.swizzle = "Sw<", .swizzle_end = ">", .composed = "", .then = " o ", .then_inner = " o ", .composed_end = "",
	.integer = write_integer, .basis = write_basis, .string = write_string, .other = put_other,
	.extended = print_extended,
};

void print_tuple(struct buf *out, struct tuple tuple) {
	write_tuple(&(struct writer){ .out = out, .spelling = &spelling }, tuple, "");
}

void print_layout(struct buf *out, struct layout layout) {
	write_layout(&(struct writer){ .out = out, .spelling = &spelling }, layout);
}

void print_swizzle(struct buf *out, struct swizzle swizzle) {
	write_swizzle(&(struct writer){ .out = out, .spelling = &spelling }, swizzle);
}

void print_map(struct buf *out, struct map map) {
	write_map(&(struct writer){ .out = out, .spelling = &spelling }, map);
}

void print_value(struct buf *out, const struct value *value) {
	write_value(&(struct writer){ .out = out, .spelling = &spelling }, value);
}

void print_value_in(struct buf *out, const struct value *value, enum dialect dialect) {
	if (dialect == DIALECT_CPP) {
		print_value(out, value);
		return;
	}
	struct spelling python = spelling;
	python.swizzle = "S<";
	python.tensors = true;
	write_value(&(struct writer){ .out = out, .spelling = &python }, value);
}

static void print(struct buf *out, struct algebra *al, const struct value *value, int number) {
	(void)al;
	(void)number;
	print_value(out, value);
}

const struct notation notation_plain = { .name = "plain", .print = print, .is_read = true };
