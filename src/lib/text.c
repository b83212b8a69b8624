/* Programs and printed values. */
#include <stdlib.h>
#include <string.h>

#include "lang/notation/json.h"
#include "lang/notation/plain.h"
#include "lang/notation/notation.h"
#include "lang/tensor.h"
#include "lib/context.h"
#include "lib/keep.h"
#include "tool/catalog.h"

struct program {
	const char *text;
	struct buf printed;
};

/* Run the program. What it evaluates must last as long as its messages, so it is copied. */
static bool run(struct cutelayout_context *context, const char *text) {
	size_t length = strlen(text);
	context->source.text = (struct str){ arena_copy(&context->arena, text, length), length };
	return evaluation_run(&context->evaluation, &context->source);
}

static void work_eval(struct cutelayout_context *context, void *request) {
	struct program *program = request;
	buf_init(&program->printed, &context->arena);
	if (!run(context, program->text)) {
		return;
	}
	for (int i = 0; i < context->evaluation.result_count; i++) {
		buf_put(&program->printed, i > 0 ? "\n" : "");
		print_value_in(&program->printed, &context->evaluation.results[i], context->dialect);
	}
}

/* The values as JSON objects in a list. */
static void work_eval_json(struct cutelayout_context *context, void *request) {
	struct program *program = request;
	struct evaluation *ev = &context->evaluation;
	buf_init(&program->printed, &context->arena);
	if (!run(context, program->text)) {
		return;
	}
	buf_put_char(&program->printed, '[');
	for (int i = 0; i < ev->result_count; i++) {
		buf_put(&program->printed, i > 0 ? "," : "");
		print_value_json(&program->printed, &ev->algebra, &ev->results[i]);
	}
	buf_put_char(&program->printed, ']');
}

/* Run "work" on a copy of "program" and return what it printed, NULL after a failure. */
static const char *print_program(struct cutelayout_context *context, context_work work, const char *program) {
	char *copy = context_copy_program(context, program);
	struct program request = { .text = copy };
	bool good = copy != NULL && context_run(context, work, &request);
	free(copy);
	return good ? request.printed.data : NULL;
}

const char *cutelayout_eval_json(struct cutelayout_context *context, const char *program) {
	return print_program(context, work_eval_json, program);
}

static void work_catalog(struct cutelayout_context *context, void *request) {
	struct program *program = request;
	buf_init(&program->printed, &context->arena);
	catalog_put(&program->printed);
}

const char *cutelayout_catalog(struct cutelayout_context *context) {
	return print_program(context, work_catalog, "");
}

const char *cutelayout_eval(struct cutelayout_context *context, const char *program) {
	return print_program(context, work_eval, program);
}

static struct value compute_parse(struct cutelayout_context *context, void *request) {
	const struct program *program = request;
	const struct evaluation *ev = &context->evaluation;
	if (!run(context, program->text)) {
		return value_none();
	}
	if (ev->result_count == 0) {
		context_fault(context, FAULT_SYNTAX, "expected an expression, saw the end of the text");
		return value_none();
	}
	return value_without_pointer(&context->evaluation.algebra, &ev->results[ev->result_count - 1]);
}

struct cutelayout_value *cutelayout_parse(struct cutelayout_context *context, const char *program) {
	char *copy = context_copy_program(context, program);
	struct program request = { .text = copy };
	struct cutelayout_value *value = copy != NULL ? context_compute(context, compute_parse, &request) : NULL;
	free(copy);
	return value;
}

struct printing {
	const struct value *value;
	char style[CONTEXT_NAME_BYTES];
	struct buf printed;
};

static void work_print(struct cutelayout_context *context, void *request) {
	struct printing *printing = request;
	const struct notation *style = notation_find(printing->style);
	buf_init(&printing->printed, &context->arena);
	if (style == NULL) {
		char names[NOTATION_NAMES_SIZE];
		context_fault(context, FAULT_NAME, "no style is called '%s'; expected one of %s", printing->style,
			notation_names(names));
		return;
	}
	style->print(&printing->printed, &context->evaluation.algebra, printing->value, 0);
	context_collect(context);
}

size_t cutelayout_print(struct cutelayout_context *context, const struct cutelayout_value *value, const char *style,
		char *buffer, size_t room) {
	if (room > 0) {
		buffer[0] = '\0';
	}
	if (!context_given(context, &value, 1)) {
		return 0;
	}
	struct printing request = { .value = &value->value };
	context_copy_name(request.style, style != NULL ? style : "plain");
	if (!context_run(context, work_print, &request)) {
		return 0;
	}
	size_t length = request.printed.length;
	if (room > 0) {
		size_t fitting = length < room ? length : room - 1;
		memcpy(buffer, request.printed.data, fitting);
		buffer[fitting] = '\0';
	}
	return length;
}
