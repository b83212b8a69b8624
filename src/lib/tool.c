/* What commands answer: pictures and the facts of check, as texts. */
#include <stdlib.h>
#include <string.h>

#include "lib/context.h"
#include "render/picture.h"
#include "render/text.h"
#include "tool/check_run.h"
#include "tool/draw_request.h"
#include "tool/words.h"

/* A command at work, with copies of what the caller gave. */
struct command {
	char *program;
	char *options;
	char format[CONTEXT_NAME_BYTES];
	struct buf answer;
};

/* The program, in the arena of the call, since messages refer to it. */
static void begin(struct cutelayout_context *context, const struct command *command) {
	size_t length = strlen(command->program);
	context->source.text = (struct str){ arena_copy(&context->arena, command->program, length), length };
}

static const char *copy_options(struct cutelayout_context *context, const struct command *command) {
	return arena_copy(&context->arena, command->options, strlen(command->options));
}

/* Run "work" with copies of the texts. Returns whether "*text" and "*length" are its answer. */
static bool run_command(struct cutelayout_context *context, context_work work, struct command *command,
		const char **text, size_t *length) {
	*text = NULL;
	*length = 0;
	bool good = command->program != NULL && command->options != NULL && context_run(context, work, command);
	free(command->program);
	free(command->options);
	if (good) {
		*text = command->answer.data;
		*length = command->answer.length;
	}
	return good;
}

/* --- draw --- */

static void draw_text(struct cutelayout_context *context, struct command *command, struct figure *figure) {
	enum { COLUMNS = 10000 };
	text_print(&command->answer, &context->evaluation.algebra, figure, COLUMNS, TEXT_PLAIN);
	context_collect(context);
}

static void work_draw(struct cutelayout_context *context, void *request) {
	struct command *command = request;
	struct draw_request wanted = { 0 };
	struct figure figure;
	enum picture_format format = picture_format_from_name(command->format);
	begin(context, command);
	buf_init(&command->answer, &context->arena);
	if (format == PICTURE_UNKNOWN || picture_is_painted(format)) {
		context_fault(context, FAULT_NAME, "no format is called '%s'; expected one of svg, tex, html, txt",
			command->format);
		return;
	}
	const char *problem = draw_request_read(&context->arena, copy_options(context, command), &wanted);
	if (problem != NULL) {
		context_fault(context, FAULT_NAME, "%s", problem);
		return;
	}
	if (!draw_figure(&context->evaluation, &context->source, &wanted, &figure)) {
		return;
	}
	if (format == PICTURE_TXT) {
		draw_text(context, command, &figure);
		return;
	}
	struct picture_result result = picture_print(&command->answer, &figure, format);
	if (result.status != PICTURE_PRINTED) {
		context_fault(context, result.status == PICTURE_LARGE ? FAULT_LIMIT : FAULT_UNSUPPORTED, "%s", result.text);
	}
}

bool cutelayout_draw(struct cutelayout_context *context, const char *program, const char *options, const char *format,
		const char **text, size_t *length) {
	struct command command = {
		.program = context_copy_program(context, program),
		.options = context_copy_program(context, options != NULL ? options : ""),
	};
	context_copy_name(command.format, format);
	return run_command(context, work_draw, &command, text, length);
}

/* --- check --- */

/* Warnings and errors stay in the evaluation, where the end of the call looks for them. */
static void hear(void *context, const struct evaluation *ev) {
	struct cutelayout_context *own = context;
	own->source = *ev->source;
	context_collect_messages(own);
}

/* One option of check, "tile=16,8". Returns false if there is none of that name or it has no value. */
static bool set_option(struct check_request *request, char *word) {
	const struct {
		const char *name;
		const char **text;
	} texts[] = {
		{ "dtype", &request->dtype }, { "memory", &request->memory }, { "operand", &request->operand },
		{ "space", &request->space }, { "tile", &request->tile },
	};
	char *equals = strchr(word, '=');
	if (equals == NULL) {
		return false;
	}
	*equals = '\0';
	char *value = equals + 1;
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
		if (strcmp(word, texts[i].name) == 0) {
			*texts[i].text = value;
			return true;
		}
	}
	if (strcmp(word, "assert") == 0 && request->assert_count < LIMIT_ASSERTS) {
		request->asserts[request->assert_count++] = value;
		return true;
	}
	char *end;
	long warp = strtol(value, &end, 10);
	request->warp = (int)warp;
	return strcmp(word, "warp") == 0 && *value >= '1' && *value <= '9' && *end == '\0' && warp <= WARP_LANES_MAX;
}

/* The options of check in one text. Returns false after a fault. */
static bool read_check(struct cutelayout_context *context, const struct command *command,
		struct check_request *request) {
	struct words words = words_split(&context->arena, str_from(copy_options(context, command)));
	const char *problem = words.problem;
	for (int i = 0; i < words.count && problem == NULL; i++) {
		if (!set_option(request, words.items[i])) {
			context_fault(context, FAULT_NAME, "'%.60s' is no option of check with its value: expected assert, dtype, "
				"memory, operand, space, tile or warp", words.items[i]);
			return false;
		}
	}
	problem = problem != NULL ? problem : check_request_problem(&context->arena, request);
	if (problem != NULL) {
		context_fault(context, FAULT_NAME, "%s", problem);
	}
	return problem == NULL;
}

static void work_check(struct cutelayout_context *context, void *request) {
	struct command *command = request;
	struct check_request wanted = { .json = true };
	struct undecided undecided;
	struct evaluation *ev = &context->evaluation;
	begin(context, command);
	buf_init(&command->answer, &context->arena);
	if (!read_check(context, command, &wanted)) {
		return;
	}
	struct source *program = arena_alloc(&context->arena, sizeof *program);
	*program = context->source;
	if (check_run_program(ev, program, &wanted, &(struct listener){ hear, context }, &undecided, &command->answer)
			== CHECK_UNDECIDED) {
		context->source = undecided.source;
		ev->error = undecided.message;
	}
	if (command->answer.length > 0) {
		command->answer.data[--command->answer.length] = '\0';   /* the newline */
	}
}

bool cutelayout_check(struct cutelayout_context *context, const char *program, const char *options, const char **text,
		size_t *length) {
	struct command command = {
		.program = context_copy_program(context, program),
		.options = context_copy_program(context, options != NULL ? options : ""),
	};
	return run_command(context, work_check, &command, text, length);
}
