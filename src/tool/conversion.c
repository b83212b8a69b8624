#include "tool/conversion.h"

#include <inttypes.h>

#include "lang/eval.h"
#include "lang/language/triton.h"
#include "lang/notation/json.h"

void conversion_request_init(struct conversion_request *request) {
	*request = (struct conversion_request){ .to = &language_cute, .notation = &notation_plain };
}

bool conversion_find_target(struct conversion_request *request, const char *name) {
	const struct notation *notation = notation_find(name);
	if (notation != NULL && notation->is_read) {
		request->to = &language_cute;
		request->notation = notation;
		return true;
	}
	const struct language *language = language_find(name);
	if (language == NULL || language->write == NULL) {
		return false;
	}
	request->to = language;
	return true;
}

/* CuTe in a notation of others. */
static const char *write_style(struct algebra *al, const struct conversion_request *request,
	const struct denotation *denotation,
	struct buf *out) {
	struct value value = denotation->kind == DENOTES_VALUE ? denotation->value : value_from_map(denotation->map);
	if (denotation->offset != 0) {
		buf_printf(out, "%" PRId64 " + ", denotation->offset);
	}
	request->notation->print(out, al, &value, 0);
	return algebra_failed(al) ? arena_copy(al->arena, al->fault.text, strlen(al->fault.text)) : NULL;
}

/* Solve what was read and write it. */
static void finish(struct algebra *al, const struct source *source, const struct conversion_request *request,
	struct conversion *conversion) {
	struct message message = { 0 };
	struct reader reader = { al, source, &message };
	struct buf out;
	buf_init(&out, al->arena);
	conversion->to = request->to;
	conversion->is_read = true;
	bool solved = denotation_solve(&reader, (struct span){ 0, source->text.length }, &conversion->denotation,
		&conversion->solution);
	if (!solved) {
		conversion->why = arena_copy(al->arena, message.fault.text, strlen(message.fault.text));
		al->fault.code = FAULT_NONE;
		if (request->to == &language_cute || conversion->denotation.table == NULL) {
			return;
		}
		conversion->denotation.has_map = false;
	}
	conversion->why = request->to == &language_cute && request->notation != &notation_plain
		? write_style(al, request, &conversion->denotation, &out)
		: language_write(al, request->to, &request->options, &conversion->denotation, &out);
	conversion->result = conversion->why == NULL ? buf_str(&out) : (struct str){ "", 0 };
	if (conversion->denotation.table != NULL && conversion->why == NULL) {
		conversion->solution.proof = PROOF_COORDINATES;
		conversion->solution.count = conversion->denotation.count;
	}
}

/* Each type of a file of Triton. */
static int convert_file(struct algebra *al, const struct source *source, const struct conversion_request *request,
	struct conversion **conversions, struct message *message) {
	struct reading reading = { .reader = { al, source, message }, .text = source->text, .options = &request->options };
	struct triton_use *uses;
	int count = triton_read_file(&reading, &uses);
	if (count < 1) {
		reader_fault(&reading.reader, (struct span){ 0, 0 }, FAULT_SYNTAX, "no type of this file has an encoding");
		return -1;
	}
	*conversions = arena_array(al->arena, (size_t)count, sizeof **conversions);
	for (int i = 0; i < count; i++) {
		struct conversion *conversion = &(*conversions)[i];
		*conversion = (struct conversion){ .name = uses[i].name, .from = &language_triton, .to = request->to,
			.denotation = uses[i].denotation };
		if (fault_is_set(&uses[i].message.fault)) {
			conversion->why = uses[i].message.fault.text;
		} else {
			finish(al, source, request, conversion);
		}
	}
	return count;
}

int convert_source(struct algebra *al, const struct source *source, const struct conversion_request *request,
	struct conversion **conversions, struct message *message) {
	const struct language *from = request->from != NULL ? request->from : language_recognise(source->text);
	if (from == NULL) {
		bool is_blank = true;
		for (size_t i = 0; i < source->text.length; i++) {
			char c = source->text.data[i];
			is_blank = is_blank && (c == ' ' || c == '\t' || str_is_line_end(c));
		}
		fault_set(&message->fault, FAULT_SYNTAX, 0, is_blank ? "expected a layout, saw nothing"
			: "this looks like no language that is known: name it with --from");
		fault_set_hint(&message->fault, "'cutelayout infer --table FILE' finds the layout of a list of numbers, "
			"'cutelayout paste' what is in a longer text");
		message->span = (struct span){ 0, source->text.length };
		return -1;
	}
	if (from == &language_triton && triton_is_file(source->text)) {
		return convert_file(al, source, request, conversions, message);
	}
	struct conversion *conversion = arena_alloc(al->arena, sizeof *conversion);
	*conversion = (struct conversion){ .from = from };
	*conversions = conversion;
	if (!language_read(al, source, from, &request->options, &conversion->denotation, message)) {
		return -1;
	}
	finish(al, source, request, conversion);
	return 1;
}

void conversion_put(struct buf *out, const struct conversion *conversion, bool named) {
	if (conversion->why != NULL && !named) {
		return;
	}
	if (conversion->why != NULL) {
		buf_printf(out, "# no result");
	}
	buf_put_str(out, conversion->result);
	if (named) {
		buf_put(out, "  # ");
		buf_put_str(out, conversion->name);
	}
	buf_put_char(out, '\n');
}

static void put_shape(struct buf *out, const struct denotation *denotation) {
	for (int d = 0; d < denotation->rank; d++) {
		buf_printf(out, "%s%" PRId64, d > 0 ? "x" : "", denotation->shape[d]);
	}
}

/* What the layout was proved by. */
static void put_proof(struct buf *out, const struct conversion *conversion) {
	if (conversion->denotation.kind == DENOTES_VALUE) {
		buf_put(out, "computed");
	} else if (conversion->solution.proof == PROOF_WRITTEN) {
		buf_put(out, "shape and strides as they are written");
	} else {
		buf_printf(out, "equal at all %" PRId64 " coordinates", conversion->solution.count);
	}
}

/* What was read: ": memory of 8x4", and what there is to say of it. */
static void put_denotation(struct buf *out, const struct denotation *denotation) {
	buf_printf(out, ": %s", denotation_kind_name(denotation));
	if (denotation->kind != DENOTES_VALUE) {
		buf_put(out, " of ");
		put_shape(out, denotation);
	}
	if (denotation->kind == DENOTES_OWNERSHIP) {
		buf_printf(out, ", %" PRId64 " threads x %" PRId64 " values", denotation->threads, denotation->values);
	}
	if (denotation->kind == DENOTES_PLACES) {
		for (int axis = 0; axis < denotation->axis_count; axis++) {
			buf_put(out, axis == 0 ? ", axes " : ", ");
			buf_put_str(out, denotation->axes[axis]);
			buf_printf(out, " @%d", axis);
			if (denotation->place_offset[axis] != 0) {
				buf_printf(out, " from %" PRId64 " on", denotation->place_offset[axis]);
			}
		}
	}
	if (denotation->order != NULL) {
		buf_printf(out, "; %s", denotation->order);
	}
	if (denotation->kind == DENOTES_MEMORY && denotation->units != NULL) {
		buf_printf(out, "; offsets in %s", denotation->units);
	}
	if (denotation->note != NULL) {
		buf_printf(out, "; %s", denotation->note);
	}
}

void conversion_put_about(struct buf *out, const struct conversion *conversion) {
	if (conversion->name.length > 0) {
		buf_put_str(out, conversion->name);
		buf_put(out, ": ");
	}
	buf_put(out, conversion->from->name);
	if (conversion->is_read) {
		put_denotation(out, &conversion->denotation);
	}
	buf_put_char(out, '\n');
	if (conversion->why != NULL) {
		buf_printf(out, "no %s: %s\n", conversion->to->name, conversion->why);
	} else {
		put_proof(out, conversion);
		buf_put_char(out, '\n');
	}
}

static void put_text(struct buf *out, const char *key, const char *text) {
	if (text != NULL) {
		buf_printf(out, ",\"%s\":", key);
		buf_put_json(out, str_from(text));
	}
}

/* What a result in CuTe's language is, as all commands print values. */
static void put_value_json(struct buf *out, const struct conversion *conversion) {
	struct evaluation ev;
	struct source *source = arena_alloc(out->arena, sizeof *source);
	*source = (struct source){ "<result>", conversion->result, 1 };
	evaluation_init(&ev, out->arena, false);
	if (conversion->to == &language_cute && evaluation_run(&ev, source) && ev.result_count > 0) {
		buf_put(out, ",\"value\":");
		print_value_json(out, &ev.algebra, &ev.results[ev.result_count - 1]);
	}
}

static void put_denotation_json(struct buf *out, const struct denotation *denotation) {
	buf_printf(out, ",\"kind\":\"%s\",\"inverted\":%s", denotation->kind == DENOTES_MEMORY ? "memory"
		: denotation->kind == DENOTES_OWNERSHIP ? "ownership" : denotation->kind == DENOTES_PLACES ? "places" : "value",
		denotation->inverted ? "true" : "false");
	if (denotation->kind != DENOTES_VALUE) {
		buf_put(out, ",\"shape\":");
		put_ints(out, denotation->shape, denotation->rank, "[]");
	}
	if (denotation->kind == DENOTES_OWNERSHIP) {
		buf_printf(out, ",\"threads\":%" PRId64 ",\"values\":%" PRId64, denotation->threads, denotation->values);
	}
	for (int axis = 0; axis < denotation->axis_count && denotation->kind == DENOTES_PLACES; axis++) {
		buf_put(out, axis == 0 ? ",\"axes\":[" : ",");
		buf_put_json(out, denotation->axes[axis]);
		buf_put(out, axis == denotation->axis_count - 1 ? "]" : "");
	}
	if (denotation->kind == DENOTES_PLACES) {
		buf_put(out, ",\"start\":");
		put_ints(out, denotation->place_offset, denotation->axis_count, "[]");
	}
	if (denotation->bits != 0) {
		buf_printf(out, ",\"bits\":%d", denotation->bits);
	}
	put_text(out, "order", denotation->order);
	put_text(out, "units", denotation->units);
	put_text(out, "note", denotation->note);
}

void conversion_put_json(struct buf *out, const struct conversion *conversion) {
	struct buf proof;
	buf_init(&proof, out->arena);
	put_proof(&proof, conversion);
	print_json_begin(out);
	buf_printf(out, "\"from\":\"%s\",\"to\":\"%s\"", conversion->from->name, conversion->to->name);
	if (conversion->name.length > 0) {
		buf_put(out, ",\"name\":");
		buf_put_json(out, conversion->name);
	}
	if (conversion->is_read) {
		put_denotation_json(out, &conversion->denotation);
	}
	if (conversion->why == NULL) {
		buf_put(out, ",\"result\":");
		buf_put_json(out, conversion->result);
		put_value_json(out, conversion);
		put_text(out, "proof", proof.data);
	}
	put_text(out, "error", conversion->why);
	buf_put(out, "}\n");
}
