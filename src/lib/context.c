#include "lib/context.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "lib/keep.h"

/* Enough for any single operation, and little for a program that generates kernels. */
#define MEMORY_LIMIT ((size_t)256 << 20)

static const struct cutelayout_message no_message = { .text = "", .hint = "", .report = "" };

static const struct cutelayout_message no_memory = {
	.status = CUTELAYOUT_NO_MEMORY,
	.text = "out of memory",
	.hint = "",
	.report = "error: out of memory\n",
};

static const struct cutelayout_message no_value = {
	.status = CUTELAYOUT_TYPE,
	.text = "a value is NULL",
	.hint = "",
	.report = "error: a value is NULL\n",
};

const char *cutelayout_version(void) {
	return CUTELAYOUT_VERSION;
}

static void out_of_memory(void *context, size_t wanted) {
	(void)wanted;
	struct cutelayout_context *own = context;
	longjmp(own->jump, 1);
}

struct cutelayout_context *cutelayout_create(void) {
	struct cutelayout_context *context = calloc(1, sizeof *context);
	if (context != NULL) {
		arena_init(&context->arena, out_of_memory, context);
		context->memory_limit = MEMORY_LIMIT;
		context->error = no_message;
	}
	return context;
}

static void forget_conditions(struct cutelayout_context *context) {
	for (int i = 0; i < context->assumption_count; i++) {
		free(context->conditions[i]);
	}
	context->assumption_count = 0;
}

void cutelayout_destroy(struct cutelayout_context *context) {
	if (context != NULL) {
		forget_conditions(context);
		free(context->numbers);
		arena_finish(&context->arena);
		free(context);
	}
}

void cutelayout_set_strict(struct cutelayout_context *context, bool strict) {
	if (context != NULL) {
		context->strict = strict;
	}
}

void cutelayout_set_dialect(struct cutelayout_context *context, enum cutelayout_dialect dialect) {
	if (context != NULL) {
		context->dialect = dialect == CUTELAYOUT_DSL ? DIALECT_DSL : DIALECT_CPP;
	}
}

/* A copy of the first "length" bytes of "text"; NULL if there is no memory. */
static char *copy_bytes(const char *text, size_t length) {
	char *copy = calloc(length + 1, 1);
	return copy != NULL ? memcpy(copy, text, length) : NULL;
}

/* A copy of "text", which is shorter than a program may be; NULL if it is not, or there is no memory. */
static char *copy_text(const char *text) {
	size_t length = strnlen(text, LIMIT_SOURCE_BYTES);
	return length < LIMIT_SOURCE_BYTES ? copy_bytes(text, length) : NULL;
}

bool cutelayout_assume(struct cutelayout_context *context, const char *condition) {
	if (context == NULL) {
		return false;
	}
	if (condition == NULL) {
		forget_conditions(context);
		return true;
	}
	int count = context->assumption_count;
	char *copy = count < CONTEXT_ASSUMPTIONS_MAX ? copy_text(condition) : NULL;
	if (copy == NULL || !assumption_read(str_from(copy), &context->assumptions[count])) {
		free(copy);
		return false;
	}
	context->conditions[count] = copy;
	context->assumption_count++;
	return true;
}

bool cutelayout_set_numbers(struct cutelayout_context *context, const char *numbers) {
	if (context == NULL || (numbers != NULL && !numbers_are_written(str_from(numbers)))) {
		return false;
	}
	char *copy = numbers != NULL ? copy_text(numbers) : NULL;
	if (copy == NULL && numbers != NULL) {
		return false;
	}
	free(context->numbers);
	context->numbers = copy;
	return true;
}

void cutelayout_set_memory_limit(struct cutelayout_context *context, size_t bytes) {
	if (context != NULL) {
		context->memory_limit = bytes;
		/* Blocks that are held already count, so the next call begins with none. */
		arena_finish(&context->arena);
		context->error = no_message;
		context->warning_count = 0;
	}
}

const struct cutelayout_message *cutelayout_error(const struct cutelayout_context *context) {
	return context != NULL ? &context->error : &no_memory;
}

const struct cutelayout_message *cutelayout_warning(const struct cutelayout_context *context, int index) {
	return context != NULL && index >= 0 && index < context->warning_count ? &context->warnings[index] : NULL;
}

static enum cutelayout_status status_of(enum fault_code code) {
	switch (code) {
	case FAULT_NONE: return CUTELAYOUT_OK;
	case FAULT_SYNTAX: return CUTELAYOUT_SYNTAX;
	case FAULT_NAME: return CUTELAYOUT_NAME;
	case FAULT_TYPE: return CUTELAYOUT_TYPE;
	case FAULT_RANK: return CUTELAYOUT_RANK;
	case FAULT_DOMAIN: return CUTELAYOUT_DOMAIN;
	case FAULT_DIVIDE: return CUTELAYOUT_DIVIDE;
	case FAULT_INJECTIVE: return CUTELAYOUT_INJECTIVE;
	case FAULT_OVERFLOW: return CUTELAYOUT_OVERFLOW;
	case FAULT_LIMIT: return CUTELAYOUT_LIMIT;
	case FAULT_UNSUPPORTED: return CUTELAYOUT_UNSUPPORTED;
	case FAULT_STOPPED: return CUTELAYOUT_LIMIT;
	case FAULT_INEXACT: return CUTELAYOUT_INEXACT;
	case FAULT_REMARK: return CUTELAYOUT_REMARK;
	}
	return CUTELAYOUT_UNSUPPORTED;
}

/* "message" for the caller; "kind" is "error", "warning" or "note". */
static struct cutelayout_message describe(struct cutelayout_context *context, const struct message *message,
	const char *kind) {
	const struct fault *fault = &message->fault;
	struct buf report;
	buf_init(&report, &context->arena);
	struct cutelayout_message described = {
		.status = status_of(fault->code),
		.operand = fault->operand,
		.text = fault->text,
		.hint = fault->hint,
	};
	if (context->source.text.data != NULL) {
		struct position position = source_position(&context->source, message->span.begin);
		described.begin = message->span.begin;
		described.end = message->span.end;
		described.line = position.line;
		described.column = position.column;
		source_print_message(&context->source, message, kind, &report);
	} else {
		buf_printf(&report, "%s: %s: %s\n", context->operation != NULL ? context->operation : "cutelayout", kind,
			fault->text);
		if (fault->hint[0] != '\0') {
			buf_printf(&report, "  hint: %s\n", fault->hint);
		}
	}
	described.report = report.data;
	return described;
}

/* "message" with texts that stay when the evaluation goes on. */
static struct cutelayout_message describe_for_good(struct cutelayout_context *context, const struct message *message,
	const char *kind) {
	struct message *kept = arena_alloc(&context->arena, sizeof *kept);
	*kept = *message;
	return describe(context, kept, kind);
}

void context_collect_messages(struct cutelayout_context *context) {
	struct evaluation *ev = &context->evaluation;
	for (int i = 0; i < ev->warning_count && context->warning_count < WARNINGS_MAX; i++) {
		context->warnings[context->warning_count++] = describe_for_good(context, &ev->warnings[i],
			fault_note_name(ev->warnings[i].fault.code));
	}
	if (fault_is_set(&ev->error.fault) && context->error.status == CUTELAYOUT_OK) {
		context->error = describe_for_good(context, &ev->error, "error");
	}
	fault_clear(&ev->error.fault);
}

bool context_run(struct cutelayout_context *context, context_work work, void *request) {
	if (context == NULL) {
		return false;
	}
	arena_reset(&context->arena);
	context->arena.limit = context->memory_limit;
	context->source = (struct source){ .name = "<text>", .first_line = 1 };
	context->operation = NULL;
	context->error = no_message;
	context->warning_count = 0;
	evaluation_init(&context->evaluation, &context->arena, context->strict);
	context->evaluation.algebra.dialect = context->dialect;
	context->evaluation.assumptions = context->assumptions;
	context->evaluation.assumption_count = context->assumption_count;
	evaluation_set_numbers(&context->evaluation, str_from(context->numbers != NULL ? context->numbers : ""));
	if (setjmp(context->jump) != 0) {
		arena_finish(&context->arena);
		context->error = no_memory;
		context->warning_count = 0;
		return false;
	}
	work(context, request);
	context_collect_messages(context);
	return context->error.status == CUTELAYOUT_OK;
}

/* A computation as work. */
struct computed {
	context_computation compute;
	void *request;
	struct value value;
	size_t bytes; /* of its copy */
};

static void work_compute(struct cutelayout_context *context, void *request) {
	struct computed *computed = request;
	computed->value = computed->compute(context, computed->request);
	if (!fault_is_set(&context->evaluation.error.fault)) {
		struct fault fault = { 0 };
		computed->bytes = keep_measure(&fault, &computed->value);
		if (fault_is_set(&fault)) {
			context_fault(context, fault.code, "%s", fault.text);
		}
	}
}

struct cutelayout_value *context_compute(struct cutelayout_context *context, context_computation compute,
	void *request) {
	struct computed computed = { .compute = compute, .request = request };
	if (!context_run(context, work_compute, &computed)) {
		return NULL;
	}
	struct cutelayout_value *kept = keep_copy(&computed.value, computed.bytes);
	if (kept == NULL) {
		context->error = no_memory;
		context->warning_count = 0;
	}
	return kept;
}

void context_copy_name(char *copy, const char *name) {
	size_t length = strnlen(name, CONTEXT_NAME_BYTES - 1);
	memcpy(copy, name, length);
	copy[length] = '\0';
}

char *context_copy_program(struct cutelayout_context *context, const char *program) {
	if (context == NULL) {
		return NULL;
	}
	char *copy = copy_bytes(program, strnlen(program, LIMIT_SOURCE_BYTES + 1));
	if (copy == NULL) {
		context->error = no_memory;
		context->warning_count = 0;
	}
	return copy;
}

void context_fault(struct cutelayout_context *context, enum fault_code code, const char *format, ...) {
	char sentence[FAULT_TEXT_BYTES];
	va_list args;
	va_start(args, format);
	vsnprintf(sentence, sizeof sentence, format, args);
	va_end(args);
	struct message *error = &context->evaluation.error;
	fault_set(&error->fault, code, 0, "%s", sentence);
	error->span = (struct span){ 0, context->source.text.length };
}

void context_collect(struct cutelayout_context *context) {
	struct evaluation *ev = &context->evaluation;
	struct algebra *al = &ev->algebra;
	if (algebra_failed(al)) {
		ev->error.fault = al->fault;
	} else if (fault_is_set(&al->note) && ev->strict && al->note.code == FAULT_INEXACT) {
		ev->error.fault = al->note;
	} else if (fault_is_set(&al->note)) {
		ev->warnings[0].fault = al->note;
		ev->warning_count = 1;
	}
}

bool context_given(struct cutelayout_context *context, const struct cutelayout_value *const *values, int count) {
	for (int i = 0; i < count; i++) {
		if (values[i] == NULL) {
			if (context != NULL && context->error.status == CUTELAYOUT_OK) {
				context->error = no_value;
				context->warning_count = 0;
			}
			return false;
		}
	}
	return true;
}
