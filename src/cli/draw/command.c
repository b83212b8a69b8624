#include <errno.h>
#include <string.h>

#include "cli/cmd.h"
#include "cli/confine.h"
#include "cli/draw/live.h"
#include "cli/draw/options.h"
#include "cli/draw/terminal.h"
#include "cli/file.h"
#include "cli/input.h"
#include "cli/report.h"
#include "render/draw.h"
#include "render/picture.h"
#include "tool/figure_json.h"

static const struct option_group option_groups[] = {
	{ NULL, draw_option_lines },
	{ "Dialects and run-time integers", reading_option_lines },
	{ NULL, number_option_lines },
	{ "Index expressions", index_option_lines },
	{ NULL, domain_option_lines },
	{ "Limits", limit_option_lines },
	{ NULL, NULL },
};

/* Put the finished picture where it is wanted: into a file, or on standard output; nowhere once the time is over. */
static int put_picture(const struct draw_command *command, struct str picture) {
	if (limits_over()) {
		return EXIT_EXPRESSION;
	}
	if (command->output == NULL) {
		fwrite(picture.data, 1, picture.length, stdout);
	} else if (!file_put(command->output, picture)) {
		return report_failure("cannot write %s: %s", command->output, strerror(errno));
	}
	return EXIT_DONE;
}

static int print_picture(const struct figure *figure, const struct draw_command *command) {
	struct buf picture;
	struct fault fault = { .code = FAULT_NONE };
	buf_init(&picture, figure->arena);
	if (picture_is_painted(command->format) && !confine_allows_libraries(&fault)) {
		report_fault(&fault);
		return EXIT_UNAVAILABLE;
	}
	struct picture_result result = picture_print(&picture, figure, command->format);
	switch (result.status) {
	case PICTURE_PRINTED: return put_picture(command, buf_str(&picture));
	case PICTURE_UNAVAILABLE: report_failure("%s", result.text); return EXIT_UNAVAILABLE;
	case PICTURE_LARGE: report_failure("%s", result.text); return EXIT_EXPRESSION;
	case PICTURE_MEMORY: report_failure("%s", result.text); break;
	}
	return EXIT_USAGE;
}

static int print_scene(const struct figure *figure, const struct draw_command *command) {
	struct scene scene;
	struct buf text;
	scene_init(&scene, figure->arena);
	buf_init(&text, figure->arena);
	figure_draw(figure, &scene);
	scene_print(&text, &scene);
	return put_picture(command, buf_str(&text));
}

static int print_cells(struct evaluation *ev, const struct figure *figure, const struct draw_command *command) {
	struct buf text;
	buf_init(&text, figure->arena);
	figure_put_json(&text, ev, figure);
	return put_picture(command, buf_str(&text));
}

/* As much of "text" as fills a screen of "height" lines, 0 for no end, and how to see the rest. */
static struct str until_full(struct algebra *al, struct str text, int height) {
	enum { HINT_LINES = 2,
		LEAST_HEIGHT = 8 };
	int lines = 0;
	size_t end = 0;
	for (size_t i = 0; i < text.length; i++) {
		lines += text.data[i] == '\n';
		end = lines == height - HINT_LINES && text.data[i] == '\n' ? i + 1 : end;
	}
	if (height < LEAST_HEIGHT || lines < height) {
		return text;
	}
	struct buf part;
	buf_init(&part, al->arena);
	buf_put_str(&part, (struct str){ text.data, end });
	buf_printf(&part, "... %d lines more: --whole prints all, --region a part, --text none colours; -o FILE.html\n",
		lines - (height - HINT_LINES));
	return buf_str(&part);
}

/* Print the figure as text. */
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
	return put_picture(command, until_full(&ev->algebra, buf_str(&text), terminal.height));
}

/* Append one option and its "text", which may be NULL, as a shell has it. */
static void put_word(const char *name, const char *text, struct buf *out) {
	buf_put(out, out->length > 0 ? " " : "");
	buf_put(out, name);
	buf_put(out, text != NULL ? "='" : "");
	for (const char *c = text; c != NULL && *c != '\0'; c++) {
		if (*c == '\'') {
			buf_put(out, "'\\''");
		} else {
			buf_put_char(out, *c);
		}
	}
	buf_put(out, text != NULL ? "'" : "");
}

/* Append the options of the picture, and how the program is read, in words. */
static void put_words(const struct draw_command *command, struct buf *out) {
	for (int i = 0; i < command->word_count; i++) {
		put_word(command->words[i].name, command->words[i].text, out);
	}
	const struct reading_options *reading = &command->reading;
	if (reading->dialect != DIALECT_CPP) {
		put_word("dialect", "dsl", out);
	}
	for (int i = 0; i < reading->assumption_count; i++) {
		put_word("assume", reading->conditions[i], out);
	}
	if (reading->with_count > 0) {
		put_word("with", reading->with[0], out);
	}
}

/* Whether a page is asked for that stays as it is: by name, or by options that set a picture. */
static bool wants_static(const struct draw_command *command) {
	bool is_set = draw_options_have(command, "text-as") || draw_options_have(command, "theme")
		|| draw_options_have(command, "cell") || draw_options_have(command, "font-size");
	return (command->is_static || is_set) && !command->live;
}

/*
 * Write HTML: the live page with "program" inside, or where that is not installed and nobody insists on it, a page of
 * the picture alone.
 */
static int print_page(struct str program, const struct figure *figure, const struct draw_command *command) {
	if (wants_static(command)) {
		return print_picture(figure, command);
	}
	struct buf page, words;
	buf_init(&page, figure->arena);
	buf_init(&words, figure->arena);
	put_words(command, &words);
	switch (live_print(&page, program, buf_str(&words))) {
	case LIVE_PRINTED: return put_picture(command, buf_str(&page));
	case LIVE_OTHER:
		report_failure("the file cutelayout.html that was found is no live page");
		return EXIT_UNAVAILABLE;
	case LIVE_MISSING: break;
	}
	if (command->live) {
		report_failure("the live page is not installed with this program; './dev page' builds it");
		return EXIT_UNAVAILABLE;
	}
	struct fault fault = { .code = FAULT_DOMAIN };
	fault_set_hint(&fault, "this page has the picture alone: the live page is not installed with this program; "
			       "'./dev page' builds it");
	report_hint(&fault);
	return print_picture(figure, command);
}

/* Print the figure of "program" in the format that was chosen. */
static int print_figure(struct evaluation *ev, struct str program, const struct figure *figure,
	const struct draw_command *command) {
	switch (command->format) {
	case PICTURE_TXT: return print_text(ev, figure, command);
	case PICTURE_HTML: return print_page(program, figure, command);
	default: return print_picture(figure, command);
	}
}

/* Evaluate the program of "command", with the names of "known" if that is not NULL, and draw its value. */
static int draw(const struct evaluation *known, struct arena *arena, struct draw_command *command) {
	/* A page of its own has none of the names that are known here. */
	command->is_static = command->is_static || (known != NULL && !command->live);
	struct source source;
	int status = index_options_find(&command->index, command->expression, command->file, arena, &source);
	if (status != EXIT_DONE) {
		return status;
	}
	struct evaluation ev;
	evaluation_init(&ev, arena, command->strict);
	if (!reading_options_start(&command->reading, 0, known, &ev)) {
		return EXIT_EXPRESSION;
	}
	limits_watch(&command->limits, &ev);
	struct figure figure;
	bool drawn = draw_figure(&ev, &source, &command->request, &figure);
	report_warnings(&ev);
	if (!drawn) {
		report_error_as(command->json, arena, ev.source, &ev.error);
		return EXIT_EXPRESSION;
	}
	if (!reading_options_are_used(&command->reading, &ev)) {
		return EXIT_USAGE;
	}
	if (command->json) {
		return print_cells(&ev, &figure, command);
	}
	if (figure.hint != NULL) {
		struct fault fault = { .code = FAULT_DOMAIN };
		fault_set_hint(&fault, "%s", figure.hint);
		report_hint(&fault);
	}
	if (command->dump_scene) {
		return print_scene(&figure, command);
	}
	return print_figure(&ev, source.text, &figure, command);
}

/* Find the format: what was asked for, or what the suffix of the file says; the terminal gets text. */
static int choose_format(struct draw_command *command) {
	if (command->live || command->is_static) {
		command->format = PICTURE_HTML;
	}
	if (command->output != NULL && strcmp(command->output, "-") == 0) {
		command->output = NULL;
		if (command->json) {
			return EXIT_DONE;
		}
		if (command->format == PICTURE_UNKNOWN) {
			return report_usage("draw", "-o - needs --format=svg, png, pdf, gif, tex, html or txt");
		}
	}
	if (command->format != PICTURE_UNKNOWN || command->json) {
		return EXIT_DONE;
	}
	command->format = command->output != NULL ? picture_format_from_path(command->output) : PICTURE_TXT;
	if (command->format == PICTURE_UNKNOWN) {
		return report_usage("draw", "the suffix of '%s' is none of .svg, .png, .pdf, .gif, .tex, .html, .txt; "
					    "--format names the format",
			command->output);
	}
	return EXIT_DONE;
}

int draw_run(const struct evaluation *known, int argc, char **argv) {
	struct draw_command command;
	int status = draw_options_read(argc, argv, &command);
	if (status >= 0) {
		return status;
	}
	status = choose_format(&command);
	if (status != EXIT_DONE) {
		return status;
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

/* Options of which all values are used. */
static const int repeated[] = { OPTION_ASSUME, OPTION_WITH, 0 };

const struct command command_draw = {
	.name = "draw",
	.summary = "draw a layout in the terminal or into a file",
	.synopsis = "[OPTION]... [EXPR] [-o FILE]",
	.about = "Draw the value of an expression: the grid of a layout, who owns the elements of a\n"
		 "tile, what a swizzle does, the operands of an MMA, an operation of the algebra...\n"
		 "Without EXPR and -f, the program is read from standard input; the value of its last\n"
		 "expression is drawn.",
	.options = option_groups,
	.repeated = repeated,
	.exits = "0 done, 2 wrong usage or I/O, 3 the expression is at fault,\n"
		 "4 this program cannot write PNG, PDF or GIF, or has no live page",
	.run = cmd_draw,
};
