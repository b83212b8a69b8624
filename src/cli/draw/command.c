#include "cli/cmd.h"
#include "cli/draw/options.h"
#include "cli/draw/terminal.h"
#include "cli/input.h"
#include "cli/report.h"
#include "render/draw.h"
#include "render/picture.h"

static const struct option_group option_groups[] = {
	{ NULL, draw_option_lines },
	{ "Limits", limit_option_lines },
	{ NULL, NULL },
};

/* Report what went wrong with a file. */
static int picture_exit_code(const struct picture_result *result) {
	switch (result->status) {
	case PICTURE_WRITTEN: return EXIT_DONE;
	case PICTURE_UNAVAILABLE: report_failure("%s", result->text); return EXIT_UNAVAILABLE;
	case PICTURE_LARGE: report_failure("%s", result->text); return EXIT_EXPRESSION;
	case PICTURE_FILE: report_failure("%s", result->text); break;
	}
	return EXIT_USAGE;
}

static int write_picture(const struct figure *figure, const struct draw_command *command) {
	struct scene scene;
	scene_init(&scene, figure->arena);
	struct layout_plan plan = figure_draw(figure, &scene);
	if (command->dump_scene) {
		struct buf text;
		buf_init(&text, figure->arena);
		scene_print(&text, &scene);
		fwrite(text.data, 1, text.length, stdout);
		return EXIT_DONE;
	}
	enum picture_format format = picture_format_from_path(command->output);
	struct picture_result result = format == PICTURE_HTML ?
		picture_write_html(figure, &scene, &plan, command->output) :
		picture_write(&scene, command->output, format);
	return picture_exit_code(&result);
}

/* Print the figure to the terminal, or to a file of text. */
static int print_text(struct evaluation *ev, const struct figure *figure, const struct draw_command *command) {
	struct terminal terminal = terminal_find(command);
	if (command->output != NULL && command->ansi == ANSI_AUTO) {
		terminal.depth = TEXT_PLAIN;
	}
	struct buf text;
	buf_init(&text, figure->arena);
	text_print(&text, &ev->algebra, figure, terminal.width, terminal.depth);
	if (algebra_failed(&ev->algebra)) {
		ev->error = (struct message){ ev->algebra.fault, ev->result_nodes[ev->result_count - 1]->span };
		report_evaluation(ev);
		return EXIT_EXPRESSION;
	}
	if (command->output != NULL) {
		struct picture_result result = picture_write_text(buf_str(&text), command->output);
		return picture_exit_code(&result);
	}
	fwrite(text.data, 1, text.length, stdout);
	return EXIT_DONE;
}

static int draw(const struct evaluation *known, struct arena *arena, struct draw_command *command) {
	struct source source;
	if (!input_find(arena, command->expression, command->file, &source)) {
		return EXIT_USAGE;
	}
	struct evaluation ev;
	evaluation_init(&ev, arena, command->strict);
	ev.bindings = known != NULL ? known->bindings : NULL;
	limits_watch(&command->limits, &ev);
	struct figure figure;
	bool drawn = draw_figure(&ev, &source, &command->request, &figure);
	report_evaluation(&ev);
	if (!drawn) {
		return EXIT_EXPRESSION;
	}
	bool text = command->output == NULL ? !command->dump_scene :
		picture_format_from_path(command->output) == PICTURE_TXT;
	return text ? print_text(&ev, &figure, command) : write_picture(&figure, command);
}

int draw_run(const struct evaluation *known, int argc, char **argv) {
	struct draw_command command;
	int status = draw_options_read(argc, argv, &command);
	if (status != EXIT_DONE) {
		return status;
	}
	if (command.help) {
		options_print_help(&command_draw, stdout);
		return EXIT_DONE;
	}
	if (command.output != NULL && picture_format_from_path(command.output) == PICTURE_UNKNOWN) {
		return report_usage("draw", "the suffix of '%s' is none of .svg, .png, .pdf, .tex, .html, .txt",
			command.output);
	}
	struct arena arena;
	arena_init(&arena, report_out_of_memory, NULL);
	limits_start(&command.limits, &arena);
	status = draw(known, &arena, &command);
	arena_finish(&arena);
	return status;
}

static int cmd_draw(int argc, char **argv) {
	return draw_run(NULL, argc, argv);
}

const struct command command_draw = {
	.name = "draw",
	.summary = "draw a layout in the terminal or into a file",
	.synopsis = "[OPTION]... [EXPR] [-o FILE]",
	.about = "Draw the value of an expression: the grid of a layout, who owns the elements of a\n"
		"tile, what a swizzle does, the operands of an MMA, an operation of the algebra...\n"
		"Without EXPR and -f, the program is read from standard input; the value of its last\n"
		"expression is drawn.",
	.options = option_groups,
	.exits = "0 done, 2 wrong usage or I/O, 3 the expression is at fault,\n"
		"4 this build cannot write pictures",
	.run = cmd_draw,
};
