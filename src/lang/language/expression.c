/*
 * Index expressions of C, i / 8 * 256 + (j >> 3 ^ i & 7) * 8 + j % 8, and of Python, i // 8 * 256 + ...: memory whose
 * shape stands beside it. Printed, each mode of a dimension is a digit of its index, and a swizzle an xor.
 */
#include "lang/language/expression.h"

#include <inttypes.h>
#include <stdlib.h>

#include "lang/index.h"

static const char *const index_names[] = { "i", "j", "k", "l", "m", "n", "o", "p", "q", "r", "s", "t", "u", "v", "w",
	"x" };

/* Make "values" hold the results for each coordinate, result after result. There are no more names than dimensions. */
static bool evaluate_all(struct reader *reader, const struct function *function, const struct denotation *denotation,
	int64_t *values) {
	struct str names[LANGUAGE_RANK];
	int64_t coordinate[LANGUAGE_RANK] = { 0 };
	int count = function->names->count;
	for (int d = 0; d < count; d++) {
		names[d] = function->names->items[d].text;
	}
	struct indices scope = { names, coordinate, count };
	for (int64_t i = 0; i < denotation->count && !reader_failed(reader); i++) {
		coordinate_from_number(denotation->shape, denotation->rank, i, coordinate);
		for (int r = 0; r < function->result_count; r++) {
			values[i + r * denotation->count] = term_evaluate(reader, &function->results[r], &scope, function->floors);
		}
	}
	return !reader_failed(reader);
}

/* The greatest value of "term" among all coordinates. "values" has room for as many. */
static int64_t greatest_of(struct reader *reader, const struct function *function, const struct term *term,
	const struct denotation *denotation, int64_t *values) {
	struct function part = { .names = function->names, .results = term, .result_count = 1,
		.floors = function->floors };
	return evaluate_all(reader, &part, denotation, values) ? table_greatest(values, denotation->count) : 0;
}

/*
 * The first part of "term" that TileLang bounds by more than its greatest value, NULL where there is none: an xor or
 * "|" may have all bits that its operands have, and of a choice it does not look at the condition.
 */
static const struct term *find_loose(struct reader *reader, const struct function *function, const struct term *term,
	const struct denotation *denotation, int64_t *values) {
	struct str name = term->kind == TERM_CALL ? term_last_name(term->text) : str_from("");
	if (term->kind == TERM_CHOICE || str_is_among(name, "if_then_else Select select")) {
		return term;
	}
	bool is_operator = term->kind == TERM_BINARY && (term->op == OPERATOR_BIT_XOR || term->op == OPERATOR_BIT_OR);
	if (term->count == 2 && (is_operator || str_is_among(name, "bitwise_xor bitwise_or"))) {
		int64_t bits = greatest_of(reader, function, &term->items[0], denotation, values)
			| greatest_of(reader, function, &term->items[1], denotation, values);
		for (int by = 1; by < 64; by *= 2) {
			bits |= bits >> by;
		}
		if (greatest_of(reader, function, term, denotation, values) != bits) {
			return term;
		}
	}
	for (int i = 0; i < term->count; i++) {
		const struct term *found = find_loose(reader, function, &term->items[i], denotation, values);
		if (found != NULL) {
			return found;
		}
	}
	return NULL;
}

/* A fault where the extent of a result behind the first, by which offsets count, is not known from its values. */
static bool require_tight(struct reader *reader, const struct function *function,
	const struct denotation *denotation) {
	int64_t *values = arena_array(reader->al->arena, (size_t)denotation->count, sizeof *values);
	for (int r = 1; r < function->result_count && !reader_failed(reader); r++) {
		const struct term *loose = find_loose(reader, function, &function->results[r], denotation, values);
		if (loose != NULL) {
			reader_fault(reader, loose->span, FAULT_UNSUPPORTED,
				"TileLang gives a result with this part more room than its values need: convert the layout as it is "
				"printed, with the extents of its results");
		}
	}
	return !reader_failed(reader);
}

bool function_denote_memory(struct reader *reader, struct span span, const struct function *function,
	struct denotation *denotation) {
	int names = function->names->count;
	if (names > denotation->rank || (names < denotation->rank && !function->names_may_lack)) {
		return reader_fault(reader, function->names->span, FAULT_RANK, "expected %d indices, one for each dimension, "
			"saw %d", denotation->rank, names);
	}
	if (function->result_count < 1 || function->result_count > LANGUAGE_RANK) {
		return reader_fault(reader, span, FAULT_RANK, "expected 1 to %d results", LANGUAGE_RANK);
	}
	int64_t shape[LANGUAGE_RANK];
	memcpy(shape, denotation->shape, sizeof shape);
	int64_t *table = denotation_memory(reader, span, denotation, shape, denotation->rank);
	int64_t sizes[] = { denotation->count, function->result_count };
	extents_product(reader, span, sizes, 2, LIMIT_DENOTED);
	if (reader_failed(reader)) {
		return false;
	}
	int64_t *values = arena_array(reader->al->arena, (size_t)(denotation->count * function->result_count),
		sizeof *values);
	if (!evaluate_all(reader, function, denotation, values)
		|| (function->bounds && !require_tight(reader, function, denotation))) {
		return false;
	}
	int64_t extents[LANGUAGE_RANK];
	for (int r = 1; r < function->result_count; r++) {
		int64_t most = table_greatest(values + r * denotation->count, denotation->count);
		if (function->extents != NULL) {
			extents[r] = function->extents[r];
		} else if (!checked_add(most, 1, &extents[r])) {
			return reader_fault(reader, function->results[r].span, FAULT_OVERFLOW, "an extent does not fit 64 bits");
		}
	}
	for (int64_t i = 0; i < denotation->count; i++) {
		int64_t offset = values[i];
		if (offset < 0 && function->result_count > 1) {
			return reader_fault(reader, function->results[0].span, FAULT_DOMAIN, "the result %" PRId64 " is below 0",
				offset);
		}
		for (int r = 1; r < function->result_count; r++) {
			int64_t value = values[i + r * denotation->count];
			if (value < 0 || value >= extents[r]) {
				return reader_fault(reader, function->results[r].span, FAULT_DOMAIN,
					"the result %" PRId64 " is outside of its extent %"
					PRId64, value, extents[r]);
			}
			if (!checked_mul(offset, extents[r], &offset) || !checked_add(offset, value, &offset)) {
				return reader_fault(reader, function->results[r].span, FAULT_OVERFLOW,
					"an offset does not fit 64 bits");
			}
		}
		table[i] = offset;
	}
	return true;
}

/* --- reading --- */

/*
 * Add the names of indices in "term" to "names", each once, in the order of their places. One more than a shape can
 * have dimensions is kept; those behind it are not counted.
 */
static void collect_names(const struct term *term, struct str *names, int *count) {
	if (term->kind == TERM_NAME) {
		for (int i = 0; i < *count; i++) {
			if (str_equal(names[i], term->text)) {
				return;
			}
		}
		if (*count < LANGUAGE_RANK + 1) {
			names[(*count)++] = term->text;
		}
		return;
	}
	for (int i = 0; i < term->count; i++) {
		collect_names(&term->items[i], names, count);
	}
}

/* The number that "name" has among i, j, k, ... or d0, d1, ...; -1 if it is none of these. */
static int usual_place(struct str name) {
	size_t skip = str_starts_with(name, "_") ? 1 : 0;
	for (int i = 0; i < LANGUAGE_RANK; i++) {
		if (str_is((struct str){ name.data + skip, name.length - skip }, index_names[i])) {
			return i;
		}
	}
	if (name.length >= 2 && name.length <= 3 && (name.data[0] == 'd' || name.data[0] == 'c')) {
		int number = 0;
		for (size_t i = 1; i < name.length; i++) {
			if (name.data[i] < '0' || name.data[i] > '9') {
				return -1;
			}
			number = number * 10 + (name.data[i] - '0');
		}
		return number;
	}
	return -1;
}

/*
 * The names of the dimensions: i, j, k, ... and d0, d1, ... are dimensions 0, 1, ...; otherwise they count in the order
 * in which they appear. There are none where that is not clear.
 */
static struct term name_dimensions(struct reading *reading, const struct term *term) {
	struct str found[LANGUAGE_RANK + 1];
	int count = 0;
	int rank = reading->options->rank;
	struct term list = { .kind = TERM_LIST, .span = term->span };
	collect_names(term, found, &count);
	struct term *names = arena_array(reading->reader.al->arena, LANGUAGE_RANK, sizeof *names);
	bool is_usual = true;
	for (int i = 0; i < count; i++) {
		int place = usual_place(found[i]);
		is_usual = is_usual && place >= 0 && place < rank && names[place].kind != TERM_NAME;
		if (is_usual) {
			names[place] = (struct term){ .kind = TERM_NAME, .text = found[i], .span = term->span };
		}
	}
	if (!is_usual) {
		if (count != rank) {
			bool is_full = count == LANGUAGE_RANK + 1;
			reader_fault(&reading->reader, term->span, FAULT_RANK,
				"the names could be dimensions in several orders: call them "
				"i, j, k, ...; there are %s%d and the shape has %d", is_full ? "more than " : "",
				is_full ? LANGUAGE_RANK : count, rank);
			return list;
		}
		for (int i = 0; i < count; i++) {
			names[i] = (struct term){ .kind = TERM_NAME, .text = found[i], .span = term->span };
		}
	}
	list.items = names;
	list.count = rank;
	return list;
}

/* One expression of indices over the shape that the options give; "floors" says how it divides. */
static bool read_expression(struct reading *reading, struct denotation *denotation, bool floors) {
	struct reader *reader = &reading->reader;
	if (reading->program->count != 1) {
		return reader_fault(reader, reading->program->span, FAULT_SYNTAX, "expected one expression of indices");
	}
	const struct term *term = &reading->program->items[0];
	if (!reading_need_shape(reading, term->span)) {
		return false;
	}
	const struct term *body = term->kind == TERM_LAMBDA ? term->target : term;
	struct term names = term->kind == TERM_LAMBDA ? *term : name_dimensions(reading, term);
	denotation->rank = reading->options->rank;
	memcpy(denotation->shape, reading->options->shape, sizeof denotation->shape);
	struct function function = { .names = &names, .results = body, .result_count = 1, .floors = floors };
	if (body->kind == TERM_LIST && body->count > 1) {
		function.results = body->items;
		function.result_count = body->count;
	}
	denotation->units = "elements";
	denotation->order = "the indices i, j, k, ... are the dimensions of the shape";
	return function_denote_memory(reader, term->span, &function, denotation);
}

static bool read_c(struct reading *reading, struct denotation *denotation) {
	return read_expression(reading, denotation, false);
}

static bool read_python(struct reading *reading, struct denotation *denotation) {
	return read_expression(reading, denotation, true);
}

/* --- printing --- */

void expression_put_names(struct buf *out, int count) {
	for (int i = 0; i < count; i++) {
		buf_printf(out, "%s%s", i > 0 ? ", " : "", index_names[i]);
	}
}

/* What the style calls the index of "dimension". */
static void put_name(struct buf *out, int dimension, enum expression_style style) {
	if (style == EXPRESSION_MLIR) {
		buf_printf(out, "d%d", dimension);
	} else {
		buf_put(out, index_names[dimension]);
	}
}

/* "+" or "-" between terms. */
static void put_sign(struct buf *out, bool is_first, int64_t stride) {
	buf_put(out, is_first ? "" : stride < 0 ? " - " : " + ");
}

/* " * stride", without the sign that stands in front; in front of the first term it would bind closer than "%". */
static void put_stride(struct buf *out, bool is_first, int64_t stride) {
	uint64_t size = number_magnitude(stride);
	bool is_signed = is_first && stride < 0;
	if (size != 1 || is_signed) {
		buf_printf(out, " * %s%" PRIu64, is_signed ? "-" : "", size);
	}
}

/* The modes of a layout: (i / a) % s * d, without what changes nothing. Returns the number of terms. */
static int put_layout(struct buf *out, struct layout layout, const struct denotation *denotation,
	enum expression_style style) {
	static const char *const divides[] = { " / ", " // ", " floordiv " };
	static const char *const remains[] = { " % ", " % ", " mod " };
	int terms = 0;
	for (int d = 0; d < denotation->rank; d++) {
		struct layout mode = denotation->rank == 1 ? layout : layout_mode(layout, d);
		int leaves = tuple_leaves(mode.shape);
		struct tuple *shape = arena_array(out->arena, (size_t)leaves, sizeof *shape);
		struct tuple *stride = arena_array(out->arena, (size_t)leaves, sizeof *stride);
		tuple_collect(mode.shape, shape);
		tuple_collect(mode.stride, stride);
		int64_t below = 1;
		for (int k = 0; k < leaves; k++) {
			int64_t extent = shape[k].value;
			int64_t step = stride[k].value;
			if (extent > 1 && step != 0) {
				put_sign(out, terms == 0, step);
				put_name(out, d, style);
				if (below > 1) {
					buf_printf(out, "%s%" PRId64, divides[style], below);
				}
				if (below * extent < denotation->shape[d]) {
					buf_printf(out, "%s%" PRId64, remains[style], extent);
				}
				put_stride(out, terms == 0, step);
				terms++;
			}
			below *= extent;
		}
	}
	return terms;
}

/* The bits of the columns of a linear map that is no layout: an xor for each bit of each index. */
static const char *put_bits(struct buf *out, const struct denotation *denotation, enum expression_style style) {
	int64_t step = 1;
	bool is_first = true;
	for (int d = 0; d < denotation->rank; d++) {
		for (int64_t bit = 0, c = 1; c < denotation->shape[d]; bit++, c *= 2) {
			int64_t column = denotation->table[step * c] ^ denotation->table[0];
			if (column != 0) {
				buf_put(out, is_first ? "" : " ^ ");
				is_first = false;
				buf_put_char(out, '(');
				put_name(out, d, style);
				buf_printf(out, " >> %" PRId64 " & 1) * %" PRId64, bit, column);
			}
		}
		step *= denotation->shape[d];
	}
	if (is_first || denotation->table[0] != 0) {
		buf_printf(out, "%s%" PRId64, is_first ? "" : " ^ ", denotation->table[0]);
	}
	return NULL;
}

/* Whether xoring columns makes the whole table. */
static bool is_linear(const struct denotation *denotation) {
	for (int d = 0; d < denotation->rank; d++) {
		if ((denotation->shape[d] & (denotation->shape[d] - 1)) != 0) {
			return false;
		}
	}
	for (int64_t i = 1; i < denotation->count; i++) {
		int64_t low = i & -i;
		int64_t rest = i ^ low;
		if (denotation->table[i] < 0 || denotation->table[i]
			!= (denotation->table[low] ^ denotation->table[rest] ^ denotation->table[0])) {
			return false;
		}
	}
	return denotation->table[0] >= 0;
}

const char *expression_put(struct buf *out, struct reading *reading, const struct denotation *denotation,
	enum expression_style style) {
	(void)reading;
	const char *none = "this function has no short expression";
	if (!denotation->has_map) {
		return style != EXPRESSION_MLIR && is_linear(denotation) ? put_bits(out, denotation, style) : none;
	}
	struct map map = denotation->map;
	struct swizzle swizzle = { 0 };
	int64_t inside = 0;
	if (map.kind == MAP_COMPOSED && map.composed->outer.kind == MAP_SWIZZLE && map.composed->inner.kind == MAP_LAYOUT
		&& tuple_is_plain_int(map.composed->offset)) {
		swizzle = map.composed->outer.swizzle;
		inside = map.composed->offset.value;
		map = map.composed->inner;
	}
	if (map.kind != MAP_LAYOUT || (swizzle.bits > 0 && style == EXPRESSION_MLIR)) {
		return style != EXPRESSION_MLIR && is_linear(denotation) ? put_bits(out, denotation, style) : none;
	}
	struct buf plain;
	buf_init(&plain, out->arena);
	int terms = put_layout(&plain, map.layout, denotation, style);
	int64_t offset = swizzle.bits > 0 ? inside : denotation->offset + inside;
	if (offset != 0 || terms == 0) {
		put_sign(&plain, terms == 0, offset);
		buf_put(&plain, terms == 0 && offset < 0 ? "-" : "");
		buf_printf(&plain, "%" PRIu64, number_magnitude(offset));
	}
	if (swizzle.bits == 0) {
		buf_put_str(out, buf_str(&plain));
		return NULL;
	}
	buf_printf(out, "%s(%s) ^ ((%s) & %" PRId64 ") %s %d%s", denotation->offset != 0 ? "(" : "", plain.data, plain.data,
		swizzle_y_mask(swizzle), swizzle.shift < 0 ? "<<" : ">>", abs(swizzle.shift),
		denotation->offset != 0 ? ")" : "");
	if (denotation->offset != 0) {
		buf_printf(out, " + %" PRId64, denotation->offset);
	}
	return NULL;
}

static const char *write_c(struct buf *out, struct reading *reading, const struct denotation *denotation) {
	return denotation->kind == DENOTES_MEMORY ? expression_put(out, reading, denotation, EXPRESSION_C)
		: "expressions are about memory";
}

static const char *write_python(struct buf *out, struct reading *reading, const struct denotation *denotation) {
	return denotation->kind == DENOTES_MEMORY ? expression_put(out, reading, denotation, EXPRESSION_PYTHON)
		: "expressions are about memory";
}

/* Whether the "=" at "at" is part of ==, !=, <= or >=. */
static bool compares(struct str text, size_t at) {
	return (at > 0 && memchr("=!<>", text.data[at - 1], 4) != NULL)
		|| (at + 1 < text.length && text.data[at + 1] == '=');
}

/* An expression has an operator, or is the name of a dimension. */
static bool is_expression(struct str text) {
	if (usual_place(text) >= 0) {
		return true;
	}
	if (str_has(text, "Layout<")) {
		return false;   /* the ">>" of a type shifts nothing */
	}
	bool has_colon = str_has(text, "lambda") || str_has(text, "?");
	for (size_t i = 0; i < text.length; i++) {
		char c = text.data[i];
		if (strchr("{}\"'#;", c) != NULL || (c == ':' && !has_colon) || (c == '=' && !compares(text, i))) {
			return false;
		}
	}
	return str_has(text, "*") || str_has(text, "+") || str_has(text, "%") || str_has(text, "/") || str_has(text,
		"^")
		|| str_has(text, ">>") || str_has(text, " - ");
}

static bool recognises_python(struct str text) {
	const struct source source = { "<text>", text, 1 };
	return is_expression(text) && (str_has(text, "lambda") || index_looks_like_python(&source));
}

const struct language language_c = {
	.name = "c",
	.about = "an index expression, i / 8 * 256 + j; / rounds to zero",
	.recognises = is_expression,
	.read = read_c,
	.write = write_c,
};

const struct language language_python = {
	.name = "python",
	.about = "an index expression, i // 8 * 256 + j; // rounds down",
	.is_python = true,
	.recognises = recognises_python,
	.read = read_python,
	.write = write_python,
};
