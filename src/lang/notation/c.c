/*
 * Layouts as functions in C. A layout takes an index apart into digits, one for each of its coalesced modes, and adds
 * up digit times stride; a division by 1, the last remainder, a factor 1 and a stride 0 are left out. A swizzle needs
 * its argument twice, so that the argument becomes a variable.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "algebra/linear.h"
#include "lang/notation/index_code.h"
#include "lang/notation/notation.h"
#include "lang/notation/plain.h"

enum { VARIABLES_MAX = 26 };

struct c_writer {
	struct buf *out;        /* the statements */
	struct algebra *al;
	char arguments[2];      /* names of the arguments of the function */
	int argument_count;     /* 1: an index; 2: the coordinates of two modes */
	bool used[2];           /* the argument occurs in a term */
	int variables;          /* "a", "b", ... so far */
};

/* Put "variable" / "before" % "extent" times "stride"; "extent" is 0 for the last mode, which has no remainder. */
static void put_term(struct buf *out, char variable, int64_t before, int64_t extent, int64_t stride) {
	bool compound = before > 1 || extent > 0;
	bool bracket = compound && stride != 1;
	buf_put(out, out->length > 0 ? " + " : "");
	buf_put(out, bracket ? "(" : "");
	buf_put_char(out, variable);
	if (before > 1) {
		buf_put(out, " / ");
		buf_put_int(out, before);
	}
	if (extent > 0) {
		buf_put(out, " % ");
		buf_put_int(out, extent);
	}
	buf_put(out, bracket ? ")" : "");
	if (stride != 1) {
		buf_put(out, " * ");
		index_code_put_literal(out, stride);
	}
}

static void mark_used(struct c_writer *w, char variable) {
	for (int i = 0; i < w->argument_count; i++) {
		w->used[i] = w->used[i] || w->arguments[i] == variable;
	}
}

/* Add the terms of "layout" at the index "variable" to the sum "out". */
static void put_terms(struct c_writer *w, struct buf *out, struct layout layout, char variable) {
	if (tuple_has_basis(layout.stride)) {
		algebra_fault(w->al, FAULT_UNSUPPORTED, "style c prints functions with integers as results, not coordinates");
		return;
	}
	struct layout flat = layout_coalesce_extended(w->al, layout);
	int rank = algebra_failed(w->al) || index_code_divides_by_zero(flat) ? 0 : layout_rank(flat);
	struct tuple before = tuple_int(1);
	for (int i = 0; i < rank && !algebra_failed(w->al); i++) {
		struct layout mode = layout_mode(flat, i);
		if (mode.stride.value != 0) {
			mark_used(w, variable);
			put_term(out, variable, before.value, i + 1 < rank ? mode.shape.value : 0, mode.stride.value);
		}
		before = int_mul(w->al, before, mode.shape);
	}
}

/* "variable" with the Y bits of "s" xored onto its Z bits */
static void put_xor(struct buf *out, struct swizzle s, char variable) {
	buf_put_char(out, variable);
	if (s.bits > 0) {
		buf_printf(out, " ^ ((%c & 0x%" PRIx64 ") %s %d)", variable, (uint64_t)swizzle_y_mask(s),
			s.shift >= 0 ? ">>" : "<<", abs(s.shift));
	}
}

/* The xor of the constant and, for each bit of "variable" that is set, its column. */
static void put_columns(struct buf *out, const struct linear *a, char variable) {
	if (a->constant != 0 || a->bits == 0) {
		index_code_put_literal(out, a->constant);
	}
	for (int k = 0; k < a->bits; k++) {
		buf_put(out, out->length > 0 ? " ^ " : "");
		buf_printf(out, k > 0 ? "(%c >> %d & 1) * " : "(%c & 1) * ", variable, k);
		index_code_put_literal(out, a->columns[k]);
	}
}

static struct buf map_expression(struct c_writer *w, struct map map, char variable);

/* The expression for "map" at the arguments of the function; statements that it needs go to w->out. */
static struct buf argument_expression(struct c_writer *w, struct map map) {
	if (map.kind != MAP_LAYOUT || w->argument_count == 1) {
		return map_expression(w, map, w->arguments[0]);
	}
	struct buf sum;
	buf_init(&sum, w->al->arena);
	for (int i = 0; i < 2; i++) {
		put_terms(w, &sum, layout_mode(map.layout, i), w->arguments[i]);
	}
	return sum;
}

/* Store "expression" plus "offset" in a new variable and return its name. */
static char put_variable(struct c_writer *w, const struct buf *expression, struct tuple offset) {
	if (!tuple_is_plain_int(offset)) {
		algebra_fault(w->al, FAULT_UNSUPPORTED, "style c prints functions of integers, not of coordinates");
		return 'a';
	}
	if (w->variables == VARIABLES_MAX) {
		algebra_fault(w->al, FAULT_LIMIT, "style c has letters for %d variables, one for each o", VARIABLES_MAX);
		fault_set_hint(&w->al->fault, "--index-type=int64 numbers them");
		return 'a';
	}
	/* "i", "m" and "n" are arguments. */
	static const char names[] = "abcdefghjkopqrstuvwxyzABCDE";
	char name = names[w->variables++];
	/* An xor binds less than a sum. */
	bool bracket = offset.value != 0 && strchr(expression->data, '^') != NULL;
	buf_printf(w->out, bracket ? "\tint64_t %c = (" : "\tint64_t %c = ", name);
	buf_put_str(w->out, expression->length > 0 ? buf_str(expression) : str_from("0"));
	buf_put(w->out, bracket ? ")" : "");
	if (offset.value != 0) {
		buf_put(w->out, " + ");
		index_code_put_literal(w->out, offset.value);
	}
	buf_put(w->out, ";\n");
	return name;
}

/* As argument_expression, at the index "variable". */
static struct buf map_expression(struct c_writer *w, struct map map, char variable) {
	struct buf expression;
	buf_init(&expression, w->al->arena);
	switch (map.kind) {
	case MAP_LAYOUT:
		put_terms(w, &expression, map.layout, variable);
		break;
	case MAP_SWIZZLE:
		mark_used(w, variable);
		put_xor(&expression, map.swizzle, variable);
		break;
	case MAP_IDENTITY:
		buf_put_char(&expression, variable);
		break;
	case MAP_LINEAR:
		put_columns(&expression, map.linear, variable);
		break;
	case MAP_COMPOSED: {
		bool first = variable == w->arguments[0];
		struct buf inner = first ? argument_expression(w, map.composed->inner)
			: map_expression(w, map.composed->inner, variable);
		char between = put_variable(w, &inner, map.composed->offset);
		return map_expression(w, map.composed->outer, between);
	}
	}
	return expression;
}

/* The statements of a function that returns "map" at its arguments. */
static void put_body(struct c_writer *w, struct map map) {
	struct buf result = argument_expression(w, map);
	for (int i = 0; i < w->argument_count; i++) {
		if (!w->used[i]) {
			buf_printf(w->out, "\t(void)%c;\n", w->arguments[i]);
		}
	}
	buf_put(w->out, "\treturn ");
	buf_put_str(w->out, result.length > 0 ? buf_str(&result) : str_from("0"));
	buf_put(w->out, ";\n}");
}

/* The map that "value" is; a tuple is no layout here. */
static struct map map_of(struct algebra *al, const struct value *value) {
	if (value->kind != VALUE_LAYOUT && value->kind != VALUE_SWIZZLE && value->kind != VALUE_COMPOSED) {
		algebra_fault(al, FAULT_UNSUPPORTED, "style c prints layouts and swizzles, not %s", value_kind_name(value));
		if (value->kind == VALUE_LIST) {
			fault_set_hint(&al->fault, "take a part of it, as get(..., 1) does");
		}
		return map_from_layout(layout_one());
	}
	return value_as_map(al, value);
}

/* Number of modes of the innermost layout, 1 for a swizzle. */
static int map_rank(struct map map) {
	while (map.kind == MAP_COMPOSED) {
		map = map.composed->inner;
	}
	return map.kind == MAP_LAYOUT ? layout_rank(map.layout) : 1;
}

/* A map of bits is in "map". */
static bool has_bits(struct map map) {
	return map.kind == MAP_COMPOSED ? has_bits(map.composed->outer) || has_bits(map.composed->inner)
		: map.kind == MAP_LINEAR;
}

static const struct index_language c = {
	.style = "c", .head = "#include <stdint.h>\n\n", .comment = "// ", .function = "static inline int64_t ",
	.before = "static inline ", .type = "int64_t ", .body = " {", .divide = " / ", .end_of_statement = ";",
	.end = "\n}", .between = "\n",
};

/* A function of an index in C; one of names as arguments where not all integers have values. */
static void print(struct buf *out, struct algebra *al, const struct value *value, int number) {
	if (!value_is_known(value)) {
		index_code_put(out, al, value, number, &c);
		return;
	}
	struct map map = map_of(al, value);
	if (!algebra_failed(al) && has_bits(map)) {
		index_code_check_bits(al, map);
	}
	if (algebra_failed(al)) {
		return;
	}
	char suffix[16] = "";
	if (number > 0) {
		snprintf(suffix, sizeof suffix, "%d", number);
		buf_put(out, "\n");
	} else {
		buf_put(out, "#include <stdint.h>\n\n");
	}
	buf_put(out, "/* ");
	print_map(out, map);
	buf_printf(out, " */\nstatic inline int64_t idx%s(int64_t i) {\n", suffix);
	struct c_writer of_index = { .out = out, .al = al, .arguments = "i", .argument_count = 1 };
	put_body(&of_index, map);
	if (map_rank(map) == 2 && !algebra_failed(al)) {
		buf_printf(out, "\n\nstatic inline int64_t idx%s_mn(int64_t m, int64_t n) {\n", suffix);
		struct c_writer of_modes = { .out = out, .al = al, .arguments = { 'm', 'n' }, .argument_count = 2 };
		put_body(&of_modes, map);
	}
}

static void print_code(struct buf *out, struct algebra *al, const struct value *value, int number,
		enum index_type type) {
	index_code_put_typed(out, al, value, number, &c, type);
}

const struct notation notation_c = { .name = "c", .print = print, .print_code = print_code, .many_lines = true };
