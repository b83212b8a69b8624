/* Texts of other languages as layouts, read by the same readers as the command convert. */
#include "algebra/composed.h"
#include "lang/language/language.h"
#include "lang/language/solve.h"
#include "lang/ops/signature.h"

/* Take the shape of the tensor from argument 1, and the bits of an element from argument 2, where they are given. */
static void take_options(struct call *call, struct language_options *options) {
	if (has_arg(call, 1)) {
		struct tuple shape = tuple_arg(call, 1);
		options->rank = tuple_rank(shape);
		if (options->rank > LANGUAGE_RANK) {
			algebra_fault(call->al, FAULT_LIMIT, "more than %d dimensions", LANGUAGE_RANK);
			return;
		}
		for (int d = 0; d < options->rank; d++) {
			struct tuple extent = tuple_is_tuple(shape) ? tuple_mode(shape, d) : shape;
			options->shape[d] = int_value(call->al, extent);
		}
	}
	if (has_arg(call, 2)) {
		options->bits = (int)int_arg(call, 2, 1, 128);
	}
}

/*
 * The layout that the text in argument 0 is: the one form that each function has, coalesced by mode, so that texts of
 * two languages are the same function exactly if their layouts are equal.
 */
static struct value run_convert(struct call *call) {
	struct language_options options = { .rank = 0 };
	struct denotation denotation = { .kind = DENOTES_VALUE };
	struct solution solution;
	struct message message = { 0 };
	const struct value *text = kind_arg(call, 0, VALUE_STRING, "a text in quotes");
	take_options(call, &options);
	if (text == NULL || algebra_failed(call->al)) {
		return value_none();
	}
	const struct source source = { .name = "the text", .text = text->string };
	struct reader reader = { call->al, &source, &message };
	struct span whole = { 0, text->string.length };
	const struct language *language = language_recognise(text->string);
	bool read = language != NULL ? language_read(call->al, &source, language, &options, &denotation, &message)
		: reader_fault(&reader, whole, FAULT_SYNTAX, "this looks like no language that is known");
	if (read && denotation.kind != DENOTES_VALUE && denotation.kind != DENOTES_PLACES
		&& denotation_tabulate(&reader, whole, &denotation)) {
		denotation.has_map = false;
	}
	if (reader_failed(&reader) || !denotation_solve(&reader, whole, &denotation, &solution)) {
		call->al->fault.code = FAULT_NONE;
		algebra_operand(call->al, 1);
		algebra_fault(call->al, message.fault.code, "%s; at byte %zu of the text", message.fault.text,
			message.span.begin);
		return value_none();
	}
	if (denotation.kind == DENOTES_VALUE) {
		return denotation.value;
	}
	return from_map(call, denotation.offset == 0 ? denotation.map
		: map_shifted(call->al, denotation.offset, denotation.map));
}

static const struct operation operations[] = {
	{ "convert", "text, shape, dtype", RUN(run_convert, 1, 3),
		"the layout that a text of another language is, coalesced by mode",
		"convert(\"x = np.zeros((4, 8)); x.T\")", "(8,4):(1,8)",
		"arXiv 2603.02298" },
};

OPERATION_GROUP(convert, "Other languages", operations)
