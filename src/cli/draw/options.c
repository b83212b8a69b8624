#define _GNU_SOURCE
#include "cli/draw/options.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "base/element.h"
#include "cli/cmd.h"
#include "cli/options.h"
#include "cli/report.h"
#include "tool/draw_request.h"

enum option_id {
	OPTION_ACCESS = OPTION_LONG,
	OPTION_ANSI,
	OPTION_BITS,
	OPTION_DTYPE,
	OPTION_CELL,
	OPTION_COLOR,
	OPTION_DUMP_SCENE,
	OPTION_FLAT,
	OPTION_FONT_SIZE,
	OPTION_FORMAT,
	OPTION_HIGHLIGHT,
	OPTION_JSON,
	OPTION_KIND,
	OPTION_LIVE,
	OPTION_MAX_CELLS,
	OPTION_NO_LABELS,
	OPTION_PALETTE,
	OPTION_REGION,
	OPTION_SMEM,
	OPTION_STATIC,
	OPTION_STRICT,
	OPTION_TEXT,
	OPTION_TEXT_AS,
	OPTION_THEME,
	OPTION_TILE,
	OPTION_TITLE,
	OPTION_VECTOR,
	OPTION_WHOLE,
	OPTION_WIDTH,
};

const struct option_line draw_option_lines[] = {
	{ "output", 'o', "=FILE", "FILE",
		"write FILE; its suffix is .svg, .png, .pdf, .gif, .tex, .txt, or .html\n"
		"for the live page, which evaluates and draws by itself; without\n"
		"it, draw in the terminal; '-' is standard output" },
	{ "format", OPTION_FORMAT, "=NAME", "svg png pdf gif tex html txt",
		"svg, png, pdf, gif, tex, html, txt, whatever the suffix of FILE says;\n"
		"without -o, to standard output" },
	{ "kind", OPTION_KIND, "=KIND", picture_kind_words,
		"what is drawn: grid, tv, op, banks and so on, as\n"
		"'man cutelayout-draw' has them; auto follows the value" },
	{ "access", OPTION_ACCESS, "=WHAT", "load store", "what banks and film show: load or store; store if not given" },
	{ "smem", OPTION_SMEM, "=LAYOUT", NULL,
		"the layout of the memory that banks and film access, for a\n"
		"tiled copy, a copy atom or a (thread, value) layout" },
	{ "tile", OPTION_TILE, "=M,N[,K]", NULL,
		"the tile of a (thread, value) layout, where element m + M*n of\n"
		"the layout is row m, column n; the tiles of a gemm" },
	{ "text", OPTION_TEXT, "=KEY,...", "offset index coordinate owner thread value bank tile count none",
		"what stands in a cell: offset, index, coordinate, owner,\n"
		"thread, value, bank, tile, count, none; up to 4 lines" },
	{ "text-as", OPTION_TEXT_AS, "=FORM", "text outline",
		"in SVG and HTML: outline, the same everywhere; text, to be\n"
		"searched and copied; text in HTML and above 2048 cells" },
	{ "color", OPTION_COLOR, "=KEY", "thread value warp owner offset bank tile row column none",
		"colour by thread, value, warp, offset, bank, tile, row, column\n"
		"or none" },
	{ "palette", OPTION_PALETTE, "=NAME", "classic safe grey",
		"classic (CuTe's colours), grey, or safe, which those who do\n"
		"not see all colours tell apart as well" },
	{ "highlight", OPTION_HIGHLIGHT, "=WHAT", NULL,
		"only T5, V0, T5V0, 'warp 2', 'tile 1', 'bank 3', 'offset 7',\n"
		"'row 1' or 'column 2'; all else fades" },
	{ "theme", OPTION_THEME, "=NAME", "light dark print", "light, dark, print" },
	{ "flat", OPTION_FLAT, NULL, NULL, "no nested lines and labels for nested modes" },
	{ "no-labels", OPTION_NO_LABELS, NULL, NULL, "no indices of rows and columns" },
	{ "region", OPTION_REGION, "=R,C", NULL, "only rows FIRST:END and columns FIRST:END of each matrix" },
	{ "max-cells", OPTION_MAX_CELLS, "=N", NULL, "refuse pictures of more cells than N" },
	{ "cell", OPTION_CELL, "=PX", NULL, "width of a cell in pixels" },
	{ "font-size", OPTION_FONT_SIZE, "=PX", NULL, "size of the text in cells" },
	{ "bits", OPTION_BITS, "=N", "1 2 4 8 16 32 64 128", "bits of an element, for banks; usually 32" },
	{ "dtype", OPTION_DTYPE, "=TYPE", ELEMENT_WORDS, "the same by the type of an element: f16, half_t, ..." },
	{ "vector", OPTION_VECTOR, "=N", NULL, "values that one memory instruction moves, for banks and film" },
	{ "title", OPTION_TITLE, "=TEXT", NULL, "write TEXT above the picture, not the value; '' for no title" },
	{ "whole", OPTION_WHOLE, NULL, NULL, "do not break long grids and tiles into strips, nor stop where\n"
					     "the terminal is full" },
	{ "ansi", OPTION_ANSI, "=DEPTH", "auto none 256 24bit", "colours in the terminal: auto, none, 256, 24bit" },
	{ "width", OPTION_WIDTH, "=N", NULL, "characters on a line in the terminal" },
	{ "live", OPTION_LIVE, NULL, NULL,
		"HTML, and an error where the live page is not installed; without\n"
		"-o, to standard output" },
	{ "static", OPTION_STATIC, NULL, NULL, "HTML with the picture alone, not the live page" },
	{ "json", OPTION_JSON, NULL, NULL, "print one JSON object with the cells, instead of a picture" },
	{ "dump-scene", OPTION_DUMP_SCENE, NULL, NULL, "print the shapes of the picture as text, instead of -o" },
	{ "file", 'f', "=FILE", "FILE", "read the program from FILE; '-' is standard input" },
	{ "strict", OPTION_STRICT, NULL, NULL,
		"an answer of CuTe that is not what the operation means is\n"
		"an error, not a warning" },
	{ "help", 'h', NULL, NULL, "print this text" },
	{ NULL, 0, NULL, NULL, NULL },
};

static bool find_ansi(const char *text, enum ansi *ansi) {
	static const char *const words[] = {
		[ANSI_AUTO] = "auto",
		[ANSI_NONE] = "none",
		[ANSI_256] = "256",
		[ANSI_24BIT] = "24bit",
	};
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
		if (strcmp(text, words[i]) == 0) {
			*ansi = (enum ansi)i;
			return true;
		}
	}
	return false;
}

/* --- the command line --- */

/* Options of the command line itself whose values are only kept. */
static const struct option_place places[] = {
	{ 'f', STORE_TEXT, offsetof(struct draw_command, file) },
	{ 'o', STORE_TEXT, offsetof(struct draw_command, output) },
	{ OPTION_DUMP_SCENE, STORE_FLAG, offsetof(struct draw_command, dump_scene) },
	{ OPTION_JSON, STORE_FLAG, offsetof(struct draw_command, json) },
	{ OPTION_LIVE, STORE_FLAG, offsetof(struct draw_command, live) },
	{ OPTION_STATIC, STORE_FLAG, offsetof(struct draw_command, is_static) },
	{ OPTION_STRICT, STORE_FLAG, offsetof(struct draw_command, strict) },
	{ 0, STORE_FLAG, 0 },
};

/* Where the option of the picture "name" is among those that were given; behind them if it is not. */
static int find_word(const struct draw_command *command, const char *name) {
	int i = 0;
	while (i < command->word_count && strcmp(command->words[i].name, name) != 0) {
		i++;
	}
	return i;
}

/* Remember an option of the picture; of those without a value, once. */
static void keep_word(struct draw_command *command, const char *name, const char *text) {
	int i = find_word(command, name);
	command->words[i] = (struct draw_word){ name, text };
	command->word_count += i == command->word_count;
}

bool draw_options_have(const struct draw_command *command, const char *name) {
	return find_word(command, name) < command->word_count;
}

/* Take an option that has no place of its own: see options_read. */
static const char *take_option(void *given, int option, const char *text) {
	struct draw_command *command = given;
	const char *wanted;
	const char *name = options_find(&command_draw, option)->name;
	if (draw_request_set(&command->request, name, text, &wanted)) {
		keep_word(command, name, text);
		return wanted;
	}
	switch (option) {
	case OPTION_ANSI:
		if (!find_ansi(text, &command->ansi)) {
			return "--ansi=auto, none, 256 or 24bit";
		}
		return NULL;
	case OPTION_FORMAT:
		command->format = picture_format_from_name(text);
		return command->format != PICTURE_UNKNOWN ? NULL : "--format=svg, png, pdf, gif, tex, html or txt";
	default:
		if (index_or_limit_take(&command->index, &command->limits, option, text, &wanted)
			|| reading_options_take(&command->reading, option, text, &wanted)) {
			return wanted;
		}
		command->width = (int)options_number(text, 20, 10000);
		return command->width > 0 ? NULL : "--width=N from 20 to 10000";
	}
}

/* Options that exclude each other. Returns -1, or the exit code after a message. */
static int check_together(const struct draw_command *command) {
	if (command->expression != NULL && command->file != NULL) {
		return report_usage("draw", "give either EXPR or -f, not both");
	}
	if (draw_options_have(command, "bits") && draw_options_have(command, "dtype")) {
		return report_usage("draw", "give either --bits or --dtype, not both");
	}
	if (command->reading.with_count > 1) {
		return report_usage("draw", "a picture has one set of numbers: give --with once");
	}
	if (command->json && (command->dump_scene || command->live || command->format != PICTURE_UNKNOWN)) {
		return report_usage("draw", "--json prints cells: give none of --format, --live and --dump-scene with it");
	}
	bool other = command->format != PICTURE_UNKNOWN && command->format != PICTURE_HTML;
	if ((command->live || command->is_static) && (command->dump_scene || other)) {
		return report_usage("draw", "--live and --static write HTML, no other --format and no scene");
	}
	if (command->live && command->is_static) {
		return report_usage("draw", "give either --live or --static, not both");
	}
	if (command->dump_scene && command->output != NULL) {
		return report_usage("draw", "give either -o or --dump-scene, not both");
	}
	return -1;
}

int draw_options_read(int argc, char **argv, struct draw_command *command) {
	*command = (struct draw_command){ .limits = limits_default() };
	int status = options_read(&command_draw, argc, argv, places, take_option, command);
	if (status >= 0) {
		return status;
	}
	if (argc - optind > 1) {
		return report_usage("draw", "expected one EXPR, saw '%s' too", argv[optind + 1]);
	}
	command->expression = optind < argc ? argv[optind] : NULL;
	return check_together(command);
}
