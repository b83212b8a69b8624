/*
 * Encodings of Triton as the compiler prints them, with or without aliases, the constructors of Gluon, types of
 * tensors,
 * and whole files:
 *
 *     #blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
 *     tensor<64x128xf16, #blocked>
 */
#include "lang/language/triton.h"

#include <inttypes.h>

#include "lang/language/linear.h"
#include "lang/language/language.h"
#include "lang/language/mlir.h"

static bool is_tensor(const struct term *term) {
	return term->kind == TERM_CALL && term->bracket == '<' && term->count >= 2 && (str_is(term->text, "tensor")
		|| str_is(term_last_name(term->text), "memdesc"));
}

/* The encoding that the program is about: a tensor type, or the last encoding. */
static const struct term *find_subject(const struct term *program) {
	for (int i = program->count - 1; i >= 0; i--) {
		if (is_tensor(&program->items[i])) {
			return &program->items[i];
		}
	}
	for (int i = program->count - 1; i >= 0; i--) {
		const struct term *item = &program->items[i];
		if (item->kind == TERM_CALL || item->kind == TERM_NAME) {
			return item;
		}
		if (item->kind == TERM_BINARY && item->op == OPERATOR_ASSIGN) {
			return &item->items[1];
		}
	}
	return NULL;
}

/*
 * The number of dimensions that an encoding of memory speaks of: buffers have more where several stand in a row. 0
 * where it does not say.
 */
static int64_t encoding_rank(const struct term *aliases, const struct term *encoding) {
	for (int i = 0; i < LIMIT_NESTING && encoding->kind == TERM_NAME; i++) {
		const struct term *found = term_find_alias(aliases, encoding);
		encoding = found != NULL ? found : encoding;
	}
	const struct term *fields = encoding;
	for (int i = 0; i < encoding->count && fields == encoding; i++) {
		bool in_braces = encoding->items[i].kind == TERM_LIST && encoding->items[i].bracket == '{';
		fields = in_braces ? &encoding->items[i] : fields;
	}
	const struct term *order = term_field(fields, "order");
	const struct term *rank = term_field(fields, "rank");
	const struct term *bases = term_field(fields, "offset");
	const struct term *blocks = term_field(fields, "CGALayout");
	bases = blocks != NULL ? blocks : bases;
	if (order != NULL && order->kind == TERM_LIST) {
		return order->count;
	}
	if (rank != NULL && rank->kind == TERM_INT) {
		return rank->value;
	}
	if (bases != NULL && bases->kind == TERM_LIST && bases->count > 0 && bases->items[0].kind == TERM_LIST) {
		return bases->items[0].count;
	}
	return encoding->kind == TERM_CALL && (str_has(encoding->text, "nvmma_shared")
		|| str_has(encoding->text, "tensor_memory")) ? 2 : 0;
}

/* The function that "encoding" is over "tensor". */
static bool denote(struct reader *reader, const struct term *aliases, const struct term *encoding,
	const struct tensor *tensor, struct denotation *denotation) {
	struct linear_layout *linear = arena_alloc(reader->al->arena, sizeof *linear);
	if (!triton_read_encoding(reader, aliases, encoding, tensor, linear)) {
		return false;
	}
	denotation->bits = tensor->bits;
	return linear_layout_denote(reader, encoding->span, linear, tensor->shape, denotation);
}

/*
 * The extents behind the memory space and "mutable": 64x128, those of the buffer that a memory descriptor is a view of.
 * Returns their number; 0 where there are none, or after a fault.
 */
static int read_allocation(struct reader *reader, const struct term *type, int64_t *shape) {
	const struct term *term = &type->items[type->count - 1];
	if (type->count < 3 || str_is(type->text, "tensor") || (term->kind != TERM_INT && (term->kind != TERM_NAME
			|| !str_is_digit(term->text.data[0])))) {
		return 0;
	}
	int rank = 0;
	struct str text = term->text;
	if (term->kind == TERM_INT) {
		shape[0] = term->value;
		return 1;
	}
	for (size_t at = 0;; at++) {
		size_t begin = at;
		int64_t extent = text_take_int(reader, term->span.begin, text, &at);
		bool is_extent = at > begin && rank < LANGUAGE_RANK && (at == text.length || text.data[at] == 'x');
		if (!is_extent || reader_failed(reader)) {
			reader_fault(reader, term->span, FAULT_SYNTAX, "expected the extents of the buffer, such as 64x128, of "
				"which there are at most %d", LANGUAGE_RANK);
			return 0;
		}
		shape[rank++] = extent;
		if (at == text.length) {
			return rank;
		}
	}
}

/* The places of "table" over the buffer that the first coordinates have, those below the extents of "view". */
static const int64_t *view_table(struct reader *reader, const struct tensor *buffer, const struct tensor *view,
	int64_t count, const int64_t *table) {
	int64_t *out = arena_array(reader->al->arena, (size_t)count, sizeof *out);
	for (int64_t i = 0; i < count; i++) {
		int64_t coordinate[LANGUAGE_RANK];
		coordinate_from_number(view->shape, view->rank, i, coordinate);
		out[i] = table[coordinate_number(buffer->shape, buffer->rank, coordinate)];
	}
	return out;
}

/*
 * The digits of the view: of a dimension as many as reach its extent, the last of which is cut. None where the extent
 * ends inside of a digit that another one follows.
 */
static void take_digits(struct reader *reader, const struct tensor *view, struct denotation *denotation) {
	struct digit *digits = arena_array(reader->al->arena, (size_t)denotation->digit_count + 1, sizeof *digits);
	int64_t taken[LANGUAGE_RANK];
	int count = 0;
	bool fits = true;
	for (int d = 0; d < view->rank; d++) {
		taken[d] = 1;
	}
	for (int i = 0; i < denotation->digit_count; i++) {
		const struct digit *digit = &denotation->digits[i];
		int d = digit->dimension;
		struct digit *last = count > 0 && digits[count - 1].dimension == d ? &digits[count - 1] : NULL;
		if (taken[d] >= view->shape[d]) {
			continue;
		}
		if (last != NULL && last->axis == digit->axis && last->stride * last->extent == digit->stride) {
			last->extent *= digit->extent;
		} else {
			fits = fits && view->shape[d] % taken[d] == 0;
			digits[count++] = *digit;
		}
		taken[d] *= digit->extent;
		if (taken[d] > view->shape[d]) {
			struct digit *cut = &digits[count - 1];
			cut->extent = view->shape[d] / (taken[d] / cut->extent);
		}
	}
	denotation->digits = fits ? digits : NULL;
	denotation->digit_count = fits ? count : 0;
}

/* Make "denotation", which is over "buffer", that of the view at its beginning. */
static void take_view(struct reader *reader, const struct tensor *buffer, const struct tensor *view,
	struct denotation *denotation) {
	int64_t count = 1;
	for (int d = 0; d < view->rank; d++) {
		count *= view->shape[d];
	}
	if (denotation->kind == DENOTES_MEMORY) {
		denotation->table = view_table(reader, buffer, view, count, denotation->table);
	}
	for (int axis = 0; axis < denotation->axis_count && denotation->kind == DENOTES_PLACES; axis++) {
		denotation->places[axis] = view_table(reader, buffer, view, count, denotation->places[axis]);
	}
	take_digits(reader, view, denotation);
	denotation->count = count;
	memcpy(denotation->shape, view->shape, sizeof denotation->shape);
}

/* What is to be said of a view, and of buffers of which one is shown, behind the note that there is. */
static void note_buffers(struct reader *reader, const struct tensor *buffer, bool is_view, int64_t buffers,
	struct denotation *denotation) {
	struct buf note;
	buf_init(&note, reader->al->arena);
	if (is_view) {
		buf_put(&note, "a view that begins where its buffer of ");
		for (int d = 0; d < buffer->rank; d++) {
			buf_printf(&note, "%s%" PRId64, d > 0 ? "x" : "", buffer->shape[d]);
		}
		buf_put(&note, " does");
	}
	if (buffers > 1) {
		buf_printf(&note, "%sone of %" PRId64 " buffers", is_view ? "; " : "", buffers);
	}
	if ((is_view || buffers > 1) && denotation->note != NULL) {
		buf_printf(&note, "; %s", denotation->note);
	}
	denotation->note = is_view || buffers > 1 ? note.data : denotation->note;
}

/* Drop the first dimensions of "tensor" until it has "rank" ones. Returns the product of what was dropped. */
static int64_t drop_leading(struct tensor *tensor, int rank) {
	int64_t product = 1;
	int first = tensor->rank - rank;
	for (int d = 0; d < first; d++) {
		product = checked_mul(product, tensor->shape[d], &product) ? product : INT64_MAX;
	}
	memmove(tensor->shape, tensor->shape + first, (size_t)rank * sizeof *tensor->shape);
	tensor->rank = rank;
	return product;
}

/* The buffer that "type" is a view of, "view" itself where it names none. */
static bool find_buffer(struct reader *reader, const struct term *type, const struct tensor *view,
	struct tensor *buffer) {
	struct span span = type->items[type->count - 1].span;
	*buffer = *view;
	int rank = read_allocation(reader, type, buffer->shape);
	if (rank == 0) {
		return !reader_failed(reader);
	}
	if (rank < view->rank) {
		return reader_fault(reader, span, FAULT_RANK, "expected at least %d extents of the buffer, saw %d", view->rank,
			rank);
	}
	buffer->rank = rank;
	drop_leading(buffer, view->rank);
	for (int d = 0; d < view->rank; d++) {
		if (buffer->shape[d] < view->shape[d]) {
			return reader_fault(reader, span, FAULT_DOMAIN, "expected a buffer of at least %" PRId64
				" along dimension %d, saw %" PRId64, view->shape[d], d, buffer->shape[d]);
		}
	}
	return true;
}

/* Behind the encoding of a memory descriptor: its memory space, "mutable" and the extents of its buffer. */
static bool rest_is_known(struct reader *reader, const struct term *type) {
	bool is_memory = !str_is(type->text, "tensor");
	for (int i = 2; i < type->count; i++) {
		const struct term *item = &type->items[i];
		bool is_word = item->kind == TERM_NAME || item->kind == TERM_CALL;
		bool is_space = is_word && (str_starts_with(item->text, "#") || term_is_name(item, "mutable"));
		bool is_buffer = i == type->count - 1
			&& (item->kind == TERM_INT || (item->kind == TERM_NAME && str_is_digit(item->text.data[0])));
		if (!is_memory || !(is_space || is_buffer)) {
			return reader_fault(reader, item->span, FAULT_SYNTAX, "expected '>' behind %s", is_memory
				? "the memory space, 'mutable' and the extents of the buffer" : "the encoding");
		}
	}
	return true;
}

bool triton_read_type(struct reading *reading, const struct term *aliases, const struct term *type,
	struct denotation *denotation) {
	struct reader *reader = &reading->reader;
	struct tensor tensor = { 0 };
	struct tensor buffer;
	const struct term *encoding = &type->items[1];
	if (!mlir_read_extents(reader, &type->items[0], tensor.shape, &tensor.rank, &tensor.bits)
		|| !rest_is_known(reader, type) || !find_buffer(reader, type, &tensor, &buffer)) {
		return false;
	}
	int64_t rank = str_is(type->text, "tensor") ? 0 : encoding_rank(aliases, encoding);
	int64_t buffers = 1;
	if (rank > 0 && rank < tensor.rank) {
		buffers = drop_leading(&tensor, (int)rank);
		drop_leading(&buffer, (int)rank);
	}
	bool is_view = memcmp(buffer.shape, tensor.shape, (size_t)tensor.rank * sizeof *tensor.shape) != 0;
	if (!denote(reader, aliases, encoding, &buffer, denotation)) {
		return false;
	}
	for (int d = 0; d < tensor.rank && is_view; d++) {
		if (tensor.shape[d] < 1) {
			return reader_fault(reader, type->items[0].span, FAULT_DOMAIN, "expected extents of at least 1");
		}
	}
	if (is_view) {
		take_view(reader, &buffer, &tensor, denotation);
	}
	note_buffers(reader, &buffer, is_view, buffers, denotation);
	return true;
}

/* The tensor that the user describes. */
static bool find_tensor(struct reading *reading, const struct term *subject, struct tensor *tensor) {
	const struct term *shape = subject->kind == TERM_CALL ? term_field(subject, "shape") : NULL;
	if (reading->options->rank == 0 && shape != NULL && shape->kind == TERM_LIST) {
		tensor->rank = term_ints(&reading->reader, shape, tensor->shape, LANGUAGE_RANK);
		extents_product(&reading->reader, shape->span, tensor->shape, tensor->rank, LIMIT_DENOTED);
		return !reader_failed(&reading->reader);
	}
	if (!reading_need_shape(reading, subject->span)) {
		return false;
	}
	tensor->rank = reading->options->rank;
	tensor->bits = reading->options->bits;
	memcpy(tensor->shape, reading->options->shape, sizeof tensor->shape);
	return true;
}

/* What a name is given to, or an encoding or a type in front of the last one. */
static bool may_stand(const struct term *term) {
	return (term->kind == TERM_BINARY && term->op == OPERATOR_ASSIGN)
		|| (term->kind == TERM_CALL && term->bracket == '<');
}

/*
 * A tensor or memory descriptor with its encoding, an encoding over the shape of the options, or a linear layout in
 * lines.
 */
static bool read(struct reading *reading, struct denotation *denotation) {
	struct reader *reader = &reading->reader;
	struct tensor tensor = { 0 };
	if (linear_language_recognises(reading->text)) {
		return linear_language_read(reading, denotation);
	}
	struct term program = term_read(reader, (struct span){ 0, reading->text.length }, false);
	const struct term *subject = reader_failed(reader) ? NULL : find_subject(&program);
	if (subject == NULL) {
		return reader_fault(reader, program.span, FAULT_SYNTAX, "expected an encoding such as #ttg.blocked<{...}>");
	}
	if (!term_stands_alone(reader, &program, subject, may_stand)) {
		return false;
	}
	if (is_tensor(subject)) {
		return triton_read_type(reading, &program, subject, denotation);
	}
	return find_tensor(reading, subject, &tensor) && denote(reader, &program, subject, &tensor, denotation);
}

static const char *write(struct buf *out, struct reading *reading, const struct denotation *denotation) {
	return triton_write(out, reading->reader.al, denotation);
}

/* A word that only Triton and Gluon have. */
static bool recognises(struct str text) {
	return str_has(text, "#ttg.") || str_has(text, "#triton_gpu.") || str_has(text, "#ttng.") || str_has(text,
		"ttg.memdesc")
		|| str_has(text, "BlockedLayout(") || str_has(text, "SliceLayout(") || str_has(text,
		"NVMMADistributedLayout(")
		|| str_has(text, "DotOperandLayout(") || str_has(text, "LinearLayout(reg_bases") || str_has(text,
		"SharedLayout(vec")
		|| str_has(text, "SwizzledSharedLayout(") || str_has(text, "NVMMASharedLayout(") || str_has(text,
		"PaddedSharedLayout(")
		|| str_has(text, "SharedLinearLayout(") || str_has(text, "DistributedLinearLayout(") || str_has(text,
		"AMDMFMALayout(")
		|| str_has(text, "AMDWMMALayout(") || str_has(text, "TensorMemoryLayout(") || str_has(text,
		"TensorMemoryScalesLayout(");
}

const struct language language_triton = {
	.name = "triton",
	.about = "encodings of Triton: #ttg.blocked<{...}>, Gluon, files of TTGIR",
	.reads_text = true,
	.recognises = recognises,
	.read = read,
	.write = write,
};
