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
 * The number of dimensions that an encoding of shared memory speaks of: buffers have more where several stand in a
 * row. 0 where it does not say.
 */
static int64_t encoding_rank(const struct term *aliases, const struct term *encoding) {
	for (int i = 0; i < LIMIT_NESTING && encoding->kind == TERM_NAME; i++) {
		const struct term *found = triton_find_alias(aliases, encoding);
		encoding = found != NULL ? found : encoding;
	}
	const struct term *fields = encoding->count > 0 && encoding->items[0].kind == TERM_LIST ? &encoding->items[0]
		: encoding;
	const struct term *order = term_field(fields, "order");
	const struct term *rank = term_field(fields, "rank");
	if (order != NULL && order->kind == TERM_LIST) {
		return order->count;
	}
	if (rank != NULL && rank->kind == TERM_INT) {
		return rank->value;
	}
	return encoding->kind == TERM_CALL && text_has(encoding->text, "nvmma_shared") ? 2 : 0;
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

bool triton_read_type(struct reading *reading, const struct term *aliases, const struct term *type,
	struct denotation *denotation) {
	struct tensor tensor = { 0 };
	const struct term *encoding = &type->items[1];
	if (!mlir_read_extents(&reading->reader, &type->items[0], tensor.shape, &tensor.rank, &tensor.bits)) {
		return false;
	}
	int64_t rank = str_is(type->text, "tensor") ? 0 : encoding_rank(aliases, encoding);
	if (rank > 0 && rank < tensor.rank) {
		memmove(tensor.shape, tensor.shape + tensor.rank - rank, (size_t)rank * sizeof *tensor.shape);
		tensor.rank = (int)rank;
	}
	return denote(&reading->reader, aliases, encoding, &tensor, denotation);
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
	return text_has(text, "#ttg.") || text_has(text, "#triton_gpu.") || text_has(text, "#ttng.") || text_has(text,
		"ttg.memdesc")
		|| text_has(text, "BlockedLayout(") || text_has(text, "SliceLayout(") || text_has(text,
		"NVMMADistributedLayout(")
		|| text_has(text, "DotOperandLayout(") || text_has(text, "LinearLayout(reg_bases") || text_has(text,
		"SharedLayout(vec")
		|| text_has(text, "SwizzledSharedLayout(") || text_has(text, "NVMMASharedLayout(") || text_has(text,
		"PaddedSharedLayout(")
		|| text_has(text, "SharedLinearLayout(") || text_has(text, "DistributedLinearLayout(") || text_has(text,
		"AMDMFMALayout(")
		|| text_has(text, "AMDWMMALayout(") || text_has(text, "TensorMemoryLayout(") || text_has(text,
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
