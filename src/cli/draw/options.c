#define _GNU_SOURCE
#include "cli/draw/options.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "cli/options.h"
#include "cli/report.h"

enum option_id {
	OPTION_ACCESS = OPTION_LONG,
	OPTION_ANSI,
	OPTION_BITS,
	OPTION_CELL,
	OPTION_COLOR,
	OPTION_DUMP_SCENE,
	OPTION_FLAT,
	OPTION_FONT_SIZE,
	OPTION_FORMAT,
	OPTION_HIGHLIGHT,
	OPTION_KIND,
	OPTION_MAX_CELLS,
	OPTION_NO_LABELS,
	OPTION_PALETTE,
	OPTION_REGION,
	OPTION_SMEM,
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
		"write FILE; its suffix is .svg, .png, .pdf, .tex, .html or .txt;\n"
		"without it, draw in the terminal; '-' is standard output" },
	{ "format", OPTION_FORMAT, "=NAME", "svg png pdf tex html txt",
		"svg, png, pdf, tex, html, txt, whatever the suffix of FILE says;\n"
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
		"searched and copied; outline in SVG, text in HTML if not given" },
	{ "color", OPTION_COLOR, "=KEY", "thread value warp offset bank tile row column none",
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
	{ "vector", OPTION_VECTOR, "=N", NULL, "values that one memory instruction moves, for banks and film" },
	{ "title", OPTION_TITLE, "=TEXT", NULL, "write TEXT above the picture, not the value; '' for no title" },
	{ "whole", OPTION_WHOLE, NULL, NULL, "do not break long grids and tiles into strips, nor stop where\n"
		"the terminal is full" },
	{ "ansi", OPTION_ANSI, "=DEPTH", "auto none 256 24bit", "colours in the terminal: auto, none, 256, 24bit" },
	{ "width", OPTION_WIDTH, "=N", NULL, "characters on a line in the terminal" },
	{ "dump-scene", OPTION_DUMP_SCENE, NULL, NULL, "print the shapes of the picture as text, instead of -o" },
	{ "file", 'f', "=FILE", "FILE", "read the program from FILE; '-' is standard input" },
	{ "strict", OPTION_STRICT, NULL, NULL,
		"an answer of CuTe that is not what the operation means is\n"
		"an error, not a warning" },
	{ "help", 'h', NULL, NULL, "print this text" },
	{ NULL, 0, NULL, NULL, NULL },
};

/* --- values of options; each function returns false if "text" is no such value --- */

/* Take an integer from 0 on off "*text". */
static bool take_integer(const char **text, int64_t *value) {
	if (**text < '0' || **text > '9') {
		return false;
	}
	char *end;
	errno = 0;
	*value = strtoll(*text, &end, 10);
	*text = end;
	return errno == 0;
}

static bool read_integer(const char *text, int64_t least, int64_t greatest, int *value) {
	int64_t number;
	if (!take_integer(&text, &number) || *text != '\0' || number < least || number > greatest) {
		return false;
	}
	*value = (int)number;
	return true;
}

/* "M,N" or "M,N,K", also with x for the comma, perhaps in parentheses. */
static bool read_tile(const char *text, int64_t tile[3]) {
	bool parentheses = *text == '(';
	text += parentheses ? 1 : 0;
	for (int i = 0; i < 3; i++) {
		if (!take_integer(&text, &tile[i]) || tile[i] == 0) {
			return false;
		}
		if (*text != ',' && *text != 'x') {
			return i > 0 && strcmp(text, parentheses ? ")" : "") == 0;
		}
		text++;
	}
	return false;
}

/* "A:B", "A:", ":B" or "A", the end not included. */
static bool read_range(const char **text, int64_t *first, int64_t *end) {
	*first = 0;
	*end = INT64_MAX;
	bool number = take_integer(text, first);
	if (**text != ':') {
		*end = *first + 1;
		return number && *first < INT64_MAX;
	}
	++*text;
	return take_integer(text, end) || **text == ',' || **text == '\0';
}

/* "ROWS,COLUMNS". */
static bool read_region(const char *text, struct region *region) {
	region->given = true;
	if (!read_range(&text, &region->first_row, &region->end_row) || *text != ',') {
		return false;
	}
	text++;
	return read_range(&text, &region->first_column, &region->end_column) && *text == '\0' &&
		region->first_row < region->end_row && region->first_column < region->end_column;
}

struct word {
	const char *word;
	int value;
};

/* The value of the word of "length" bytes at "text"; the list ends with NULL. */
static bool find_word(const char *text, size_t length, const struct word *words, int *value) {
	for (; words->word != NULL; words++) {
		if (strlen(words->word) == length && memcmp(words->word, text, length) == 0) {
			*value = words->value;
			return true;
		}
	}
	return false;
}

static bool read_word(const char *text, const struct word *words, int *value) {
	return find_word(text, strlen(text), words, value);
}

static bool read_kind(const char *text, const struct picture_kind **kind) {
	*kind = picture_kind_find(text);
	return *kind != NULL || strcmp(text, "auto") == 0;
}

/* Words with commas between them. */
static bool read_texts(const char *text, struct draw_options *options) {
	static const struct word words[] = {
		{ "offset", TEXT_OFFSET }, { "index", TEXT_INDEX }, { "coordinate", TEXT_COORDINATE }, { "coord",
			TEXT_COORDINATE },
		{ "owner", TEXT_OWNERS }, { "thread", TEXT_THREAD }, { "value", TEXT_VALUE }, { "bank", TEXT_BANK },
		{ "tile", TEXT_TILE }, { "count", TEXT_COUNT }, { "none", TEXT_NOTHING }, { NULL, 0 },
	};
	options->text_count = 0;
	for (;;) {
		size_t length = strcspn(text, ",");
		int key;
		if (options->text_count == TEXT_LINES || !find_word(text, length, words, &key)) {
			return false;
		}
		options->texts[options->text_count++] = (enum text_key)key;
		if (text[length] == '\0') {
			return true;
		}
		text += length + 1;
	}
}

static const struct word colour_words[] = {
	{ "thread", COLOUR_BY_THREAD }, { "value", COLOUR_BY_VALUE }, { "warp", COLOUR_BY_WARP },
	{ "offset", COLOUR_BY_OFFSET }, { "bank", COLOUR_BY_BANK }, { "tile", COLOUR_BY_TILE }, { "row", COLOUR_BY_ROW },
	{ "column", COLOUR_BY_COLUMN }, { "none", COLOUR_BY_NOTHING }, { NULL, 0 },
};

static const struct word palette_words[] = {
	{ "classic", PALETTE_CLASSIC }, { "safe", PALETTE_SAFE }, { "grey", PALETTE_GREY }, { "gray", PALETTE_GREY },
	{ NULL, 0 },
};

static const struct word theme_words[] = {
	{ "light", THEME_LIGHT }, { "dark", THEME_DARK }, { "print", THEME_PRINT }, { NULL, 0 },
};

static const struct word ansi_words[] = {
	{ "auto", ANSI_AUTO }, { "none", ANSI_NONE }, { "256", ANSI_256 }, { "24bit", ANSI_24BIT }, { NULL, 0 },
};

static bool read_bits(const char *text, int *bits) {
	return read_integer(text, 1, 128, bits) && (*bits & (*bits - 1)) == 0;
}

/* --- the command line --- */

/* Options that only set something. */
static bool take_flag(int option, struct draw_command *command) {
	struct draw_options *draw = &command->request.options;
	switch (option) {
	case OPTION_DUMP_SCENE: command->dump_scene = true; return true;
	case OPTION_FLAT: draw->flat = true; return true;
	case OPTION_NO_LABELS: draw->no_labels = true; return true;
	case OPTION_STRICT: command->strict = true; return true;
	case OPTION_WHOLE: draw->whole = true; return true;
	case OPTION_TITLE: draw->title = optarg; return true;
	case OPTION_SMEM: command->request.smem = optarg; return true;
	case 'f': command->file = optarg; return true;
	case 'h': command->help = true; return true;
	case 'o': command->output = optarg; return true;
	default: return false;
	}
}

/* What the value of an option must be, NULL if it is. */
static const char *take_value(int option, const char *text, struct draw_command *command) {
	struct draw_request *request = &command->request;
	struct draw_options *draw = &request->options;
	int number = 0;
	switch (option) {
	case OPTION_ACCESS:
		request->is_load = strcmp(text, "load") == 0;
		return request->is_load || strcmp(text, "store") == 0 ? NULL : "--access=load or store";
	case OPTION_ANSI:
		if (!read_word(text, ansi_words, &number)) {
			return "--ansi=auto, none, 256 or 24bit";
		}
		command->ansi = (enum ansi)number;
		return NULL;
	case OPTION_BITS: return read_bits(text, &draw->bits) ? NULL : "--bits=N with 1, 2, 4, 8, 16, 32, 64 or 128";
	case OPTION_CELL: return read_integer(text, 1, 400, &draw->cell) ? NULL : "--cell=PX from 1 to 400";
	case OPTION_COLOR:
		if (!read_word(text, colour_words, &number)) {
			return "--color=thread, value, warp, offset, bank, tile, row, column or none";
		}
		draw->colour = (enum colour_key)number;
		return NULL;
	case OPTION_FONT_SIZE: return read_integer(text, 4, 100, &draw->font) ? NULL : "--font-size=PX from 4 to 100";
	case OPTION_FORMAT:
		command->format = picture_format_from_name(text);
		return command->format != PICTURE_UNKNOWN ? NULL : "--format=svg, png, pdf, tex, html or txt";
	case OPTION_HIGHLIGHT:
		return highlight_read(text, &draw->highlight) ? NULL :
			"--highlight=T5, V0, T5V0, 'warp 2', 'tile 1', 'bank 3', 'offset 7', 'row 1' or 'column 2'";
	case OPTION_KIND:
		return read_kind(text, &request->kind) ? NULL : picture_kind_wanted;
	case OPTION_MAX_CELLS:
		if (!read_integer(text, 1, LIMIT_DRAWN_CELLS, &number)) {
			return "--max-cells=N from 1 to 16777216";
		}
		draw->max_cells = number;
		return NULL;
	case OPTION_PALETTE:
		if (!read_word(text, palette_words, &number)) {
			return "--palette=classic, safe or grey";
		}
		draw->palette = (enum palette_name)number;
		return NULL;
	case OPTION_REGION:
		return read_region(text, &draw->region) ? NULL : "--region=FIRST:END,FIRST:END, of rows and of columns";
	case OPTION_TEXT:
		return read_texts(text, draw) ? NULL :
			"--text= up to four of offset, index, coordinate, owner, thread, value, bank, tile, count, none";
	case OPTION_TEXT_AS:
		draw->text_form = strcmp(text, "text") == 0 ? TEXT_FORM_TEXT : TEXT_FORM_OUTLINE;
		return strcmp(text, "text") == 0 || strcmp(text, "outline") == 0 ? NULL : "--text-as=text or outline";
	case OPTION_THEME:
		if (!read_word(text, theme_words, &number)) {
			return "--theme=light, dark or print";
		}
		draw->theme = (enum theme_name)number;
		return NULL;
	case OPTION_TILE: return read_tile(text, request->tile) ? NULL : "--tile=M,N or M,N,K with positive integers";
	INDEX_OPTION_CASES return index_options_take(&command->index, option, text);
	case OPTION_TIMEOUT:
	case OPTION_MAX_MEMORY: return limits_take(&command->limits, option, text);
	case OPTION_VECTOR:
		return read_integer(text, 1, 128, &request->vector) ? NULL : "--vector=N from 1 to 128";
	default:
		return read_integer(text, 20, 10000, &command->width) ? NULL : "--width=N from 20 to 10000";
	}
}

int draw_options_read(int argc, char **argv, struct draw_command *command) {
	*command = (struct draw_command){ .limits = limits_default() };
	int option;
	options_begin();
	while ((option = options_next(&command_draw, argc, argv)) != -1) {
		if (option == '?') {
			return EXIT_USAGE;
		}
		if (take_flag(option, command)) {
			continue;
		}
		const char *wanted = take_value(option, optarg, command);
		if (wanted != NULL) {
			return report_usage("draw", "expected %s, saw '%s'", wanted, optarg);
		}
	}
	if (argc - optind > 1) {
		return report_usage("draw", "expected one EXPR, saw '%s' too", argv[optind + 1]);
	}
	command->expression = optind < argc ? argv[optind] : NULL;
	if (command->expression != NULL && command->file != NULL) {
		return report_usage("draw", "give either EXPR or -f, not both");
	}
	if (command->dump_scene && command->output != NULL) {
		return report_usage("draw", "give either -o or --dump-scene, not both");
	}
	return EXIT_DONE;
}
