/*
 * memref types of MLIR: memref<4x8xf32, strided<[16, 1], offset: 3>>, memref<4x8xf32, affine_map<(d0, d1) -> (d1,
 * d0)>>, and
 * affine maps alone. Several results of a map are numbered row-major.
 */
#include "lang/language/mlir.h"

#include <inttypes.h>

#include "lang/language/expression.h"

bool mlir_read_extents(struct reader *reader, const struct term *term, int64_t *shape, int *rank, int *bits) {
	*rank = 0;
	*bits = 0;
	if (term->kind != TERM_NAME) {
		return reader_fault(reader, term->span, FAULT_SYNTAX, "expected extents and a type, such as 64x128xf16");
	}
	struct str text = term->text;
	size_t at = 0;
	while (at < text.length && (str_is_digit(text.data[at]) || text.data[at] == '?')) {
		struct span span = { term->span.begin + at, term->span.begin + at + 1 };
		if (text.data[at] == '?') {
			return reader_fault(reader, span, FAULT_UNSUPPORTED, "an extent that is known at run time only");
		}
		int64_t extent = text_take_int(reader, term->span.begin, text, &at);
		if (at == text.length || text.data[at] != 'x' || *rank == LANGUAGE_RANK) {
			return reader_fault(reader, span, FAULT_SYNTAX, "expected 'x' and an element type behind the extents, of "
				"which there are at most %d", LANGUAGE_RANK);
		}
		at++;
		shape[(*rank)++] = extent;
	}
	*bits = type_bits((struct str){ text.data + at, text.length - at });
	return (*rank > 0 && !reader_failed(reader))
		|| reader_fault(reader, term->span, FAULT_SYNTAX, "expected extents, such as 64x128xf16");
}

/* strided<[16, 1], offset: 3> */
static bool read_strided(struct reader *reader, const struct term *layout, struct denotation *denotation) {
	const struct term *list = layout->count > 0 ? &layout->items[0] : layout;
	const struct term *offset = term_field(layout, "offset");
	int64_t strides[LANGUAGE_RANK];
	for (int i = 1; i < layout->count; i++) {
		if (!term_is_pair(&layout->items[i])) {
			return reader_fault(reader, layout->items[i].span, FAULT_SYNTAX, "expected offset: number");
		}
	}
	for (int i = 0; i < list->count; i++) {
		if (list->items[i].kind == TERM_NAME) {
			return reader_fault(reader, list->items[i].span, FAULT_UNSUPPORTED,
				"a stride that is known at run time only");
		}
	}
	int count = term_ints(reader, list, strides, LANGUAGE_RANK);
	if (reader_failed(reader) || list->kind != TERM_LIST || count != denotation->rank) {
		return reader_fault(reader, list->span, FAULT_RANK, "expected %d strides in brackets", denotation->rank);
	}
	int64_t start = offset != NULL ? term_int(reader, offset, INT64_MIN / 4, INT64_MAX / 4) : 0;
	struct layout made = { tuple_from_ints(reader->al, denotation->shape, denotation->rank),
		tuple_from_ints(reader->al, strides, denotation->rank) };
	denotation_from_map(denotation, map_from_layout(made), start, denotation->shape, denotation->rank);
	return !reader_failed(reader);
}

/* The strides of a memref that writes none: row-major, as the extents follow each other. */
static bool read_row_major(struct reader *reader, struct denotation *denotation) {
	int64_t strides[LANGUAGE_RANK];
	int64_t stride = 1;
	for (int d = denotation->rank - 1; d >= 0; d--) {
		strides[d] = stride;
		if (!checked_mul(stride, denotation->shape[d], &stride)) {
			return reader_fault(reader, (struct span){ 0, 0 }, FAULT_OVERFLOW,
				"the number of elements does not fit 64 bits");
		}
	}
	struct layout made = { tuple_from_ints(reader->al, denotation->shape, denotation->rank),
		tuple_from_ints(reader->al, strides, denotation->rank) };
	denotation_from_map(denotation, map_from_layout(made), 0, denotation->shape, denotation->rank);
	return true;
}

/* No index is in "term", so that it is a number. */
static bool is_constant(const struct term *term) {
	bool result = term->kind != TERM_NAME;
	for (int i = 0; i < term->count; i++) {
		result = result && is_constant(&term->items[i]);
	}
	return result;
}

/* The operators that MLIR has, by a number where it asks for one. */
static bool is_affine_binary(const struct term *term) {
	switch (term->op) {
	case OPERATOR_ADD:
	case OPERATOR_SUBTRACT: return true;
	case OPERATOR_MULTIPLY: return is_constant(&term->items[0]) || is_constant(&term->items[1]);
	case OPERATOR_FLOOR_DIVIDE:
	case OPERATOR_CEIL_DIVIDE:
	case OPERATOR_FLOOR_MODULO: return is_constant(&term->items[1]);
	default: return false;
	}
}

/* A fault where "term" is not what MLIR takes as affine. */
static bool require_affine(struct reader *reader, const struct term *term) {
	static const struct indices nothing;
	bool is_binary = term->kind == TERM_BINARY;
	bool is_affine = term->kind == TERM_INT || term->kind == TERM_NAME || (is_binary && is_affine_binary(term))
		|| (term->kind == TERM_UNARY && term->op == OPERATOR_SUBTRACT)
		|| (term->kind == TERM_LIST && term->bracket == '(' && term->count == 1);
	if (!is_affine) {
		return reader_fault(reader, term->span, FAULT_SYNTAX, "an affine map has sums, products with a number, and "
			"floordiv, ceildiv and mod by one");
	}
	for (int i = 0; i < term->count; i++) {
		if (!require_affine(reader, &term->items[i])) {
			return false;
		}
	}
	bool divides = is_binary && (term->op == OPERATOR_FLOOR_DIVIDE || term->op == OPERATOR_CEIL_DIVIDE
		|| term->op == OPERATOR_FLOOR_MODULO);
	int64_t divisor = divides ? term_evaluate(reader, &term->items[1], &nothing, true) : 1;
	return divisor >= 1 || reader_fault(reader, term->items[1].span, FAULT_DOMAIN,
		"expected a number of at least 1 to divide by, saw %" PRId64, divisor);
}

/* The indices have names, each its own. */
static bool require_indices(struct reader *reader, const struct term *names) {
	for (int i = 0; i < names->count; i++) {
		const struct term *name = &names->items[i];
		if (name->kind != TERM_NAME) {
			return reader_fault(reader, name->span, FAULT_SYNTAX, "expected the name of an index");
		}
		for (int k = 0; k < i; k++) {
			if (str_equal(names->items[k].text, name->text)) {
				return reader_fault(reader, name->span, FAULT_NAME, "two indices are called '%.*s'",
					(int)name->text.length, name->text.data);
			}
		}
	}
	return true;
}

/* affine_map<(d0, d1) -> (results)> */
static bool read_map(struct reader *reader, const struct term *map, struct denotation *denotation) {
	const struct term *arrow = map->count == 1 ? &map->items[0] : map;
	if (arrow->kind != TERM_BINARY || arrow->op != OPERATOR_ARROW || arrow->items[0].kind != TERM_LIST
		|| arrow->items[1].kind != TERM_LIST) {
		return reader_fault(reader, map->span, FAULT_SYNTAX, "expected affine_map<(d0, d1) -> (results)> without "
			"symbols");
	}
	const struct term *results = &arrow->items[1];
	if (!require_indices(reader, &arrow->items[0])) {
		return false;
	}
	for (int i = 0; i < results->count; i++) {
		if (!require_affine(reader, &results->items[i])) {
			return false;
		}
	}
	struct function function = { .names = &arrow->items[0], .results = results->items,
		.result_count = results->count };
	return function_denote_memory(reader, map->span, &function, denotation);
}

/* What a name stands for: #map = affine_map<...>. */
static const struct term *resolve(const struct term *program, const struct term *term) {
	const struct term *found = term->kind == TERM_NAME ? term_find_alias(program, term) : NULL;
	return found != NULL ? found : term;
}

/* An integer, also with its type, as 3 : i32, a string or an attribute such as #gpu.address_space<workgroup>. */
static bool is_memory_space(const struct term *term) {
	bool is_typed = term->kind == TERM_BINARY && term->op == OPERATOR_COLON && term->items[0].kind == TERM_INT;
	return is_typed || term->kind == TERM_INT || term->kind == TERM_STRING
		|| ((term->kind == TERM_NAME || term->kind == TERM_CALL) && str_starts_with(term->text, "#"));
}

/* memref<extents x type>, with strided<[...], offset: n>, an affine_map, or neither, which is row-major. */
static bool read_memref(struct reading *reading, const struct term *type, struct denotation *denotation) {
	struct reader *reader = &reading->reader;
	if (type->count < 1
		|| !mlir_read_extents(reader, &type->items[0], denotation->shape, &denotation->rank, &denotation->bits)) {
		return reader_fault(reader, type->span, FAULT_SYNTAX, "expected memref<4x8xf32>");
	}
	for (int d = 0; d < denotation->rank; d++) {
		if (denotation->shape[d] < 1) {
			return reader_fault(reader, type->items[0].span, FAULT_DOMAIN, "expected extents of at least 1");
		}
	}
	const struct term *layout = type->count > 1 ? resolve(reading->program, &type->items[1]) : NULL;
	bool has_layout = layout != NULL && (term_is_call(layout, "strided") || term_is_call(layout, "affine_map"));
	if (has_layout && type->count > 2 && !is_memory_space(&type->items[2])) {
		return reader_fault(reader, type->items[2].span, FAULT_SYNTAX, "expected a memory space");
	}
	if (has_layout && type->count > 3) {
		return reader_fault(reader, type->items[3].span, FAULT_SYNTAX, "expected '>' behind the memory space");
	}
	if (layout != NULL && term_is_call(layout, "strided")) {
		return read_strided(reader, layout, denotation);
	}
	if (layout != NULL && term_is_call(layout, "affine_map")) {
		return read_map(reader, layout, denotation);
	}
	if (layout != NULL && layout->kind == TERM_NAME && layout->text.data[0] == '#' && !str_has(layout->text, ".")) {
		return reader_fault(reader, layout->span, FAULT_NAME, "'%.*s' is not defined", (int)layout->text.length,
			layout->text.data);
	}
	if (layout != NULL && !is_memory_space(layout)) {
		return reader_fault(reader, layout->span, FAULT_SYNTAX, "expected strided<...>, affine_map<...> or a memory "
			"space");
	}
	if (type->count > 2) {
		return reader_fault(reader, type->items[2].span, FAULT_SYNTAX, "expected '>' behind the memory space");
	}
	return read_row_major(reader, denotation);
}

/* An alias, or a type or a map in front of the last one. */
static bool may_stand(const struct term *term) {
	return term_is_alias(term) || term_is_call(term, "memref") || term_is_call(term, "affine_map");
}

/* The last memref of the text; an affine_map alone is a function over the shape of the options. */
static bool read(struct reading *reading, struct denotation *denotation) {
	struct reader *reader = &reading->reader;
	const struct term *program = reading->program;
	denotation->units = "elements";
	denotation->order = "coordinates in the order of the shape";
	for (int i = program->count - 1; i >= 0; i--) {
		if (term_is_call(&program->items[i], "memref")) {
			return term_stands_alone(reader, program, &program->items[i], may_stand)
				&& read_memref(reading, &program->items[i], denotation);
		}
	}
	for (int i = program->count - 1; i >= 0; i--) {
		const struct term *item = &program->items[i];
		item = item->kind == TERM_BINARY && item->op == OPERATOR_ASSIGN ? &item->items[1] : item;
		if (term_is_call(item, "affine_map")) {
			if (!term_stands_alone(reader, program, item, may_stand) || !reading_need_shape(reading, item->span)) {
				return false;
			}
			denotation->rank = reading->options->rank;
			memcpy(denotation->shape, reading->options->shape, sizeof denotation->shape);
			return read_map(reader, item, denotation);
		}
	}
	return reader_fault(reader, program->span, FAULT_SYNTAX, "expected memref<...> or affine_map<...>");
}

/*
 * memref<8x16xf16, strided<[16, 1], offset: 4>>, or with an affine_map of the dimensions where the offsets are no
 * sums of coordinates times strides. Returns why that cannot be written, or NULL.
 */
static const char *write(struct buf *out, struct reading *reading, const struct denotation *denotation) {
	int64_t strides[LANGUAGE_RANK];
	if (denotation->kind != DENOTES_MEMORY) {
		return "a memref is memory";
	}
	buf_put(out, "memref<");
	for (int d = 0; d < denotation->rank; d++) {
		buf_printf(out, "%" PRId64 "x", denotation->shape[d]);
	}
	int bits = denotation->bits != 0 ? denotation->bits : 32;
	buf_printf(out, "%c%d", bits == 16 || bits == 32 || bits == 64 ? 'f' : 'i', bits);
	if (denotation_strides(denotation, strides)) {
		buf_put(out, ", strided<");
		put_ints(out, strides, denotation->rank, "[]");
		if (denotation->offset != 0) {
			buf_printf(out, ", offset: %" PRId64, denotation->offset);
		}
		buf_put(out, ">>");
		return NULL;
	}
	buf_put(out, ", affine_map<(");
	for (int d = 0; d < denotation->rank; d++) {
		buf_printf(out, "%sd%d", d > 0 ? ", " : "", d);
	}
	buf_put(out, ") -> (");
	const char *why = expression_put(out, reading, denotation, EXPRESSION_MLIR);
	buf_put(out, ")>>");
	return why;
}

static bool recognises(struct str text) {
	return str_has(text, "memref<") || str_has(text, "affine_map<");
}

const struct language language_mlir = {
	.name = "mlir",
	.about = "memref<4x8xf32, strided<[16, 1]>> and affine_map<...> of MLIR",
	.recognises = recognises,
	.read = read,
	.write = write,
};
