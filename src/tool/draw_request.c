#include "tool/draw_request.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/element.h"
#include "base/limits.h"
#include "tool/words.h"

/* --- values; each function returns false if "text" is no such value --- */

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
		*end = *first < INT64_MAX ? *first + 1 : 0;
		return number;
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
	return read_range(&text, &region->first_column, &region->end_column) && *text == '\0'
		&& region->first_row < region->end_row && region->first_column < region->end_column;
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
	{ "column", COLOUR_BY_COLUMN }, { "owner", COLOUR_BY_OWNER }, { "none", COLOUR_BY_NOTHING }, { NULL, 0 },
};

static const struct word palette_words[] = {
	{ "classic", PALETTE_CLASSIC }, { "safe", PALETTE_SAFE }, { "grey", PALETTE_GREY }, { "gray", PALETTE_GREY },
	{ NULL, 0 },
};

static const struct word theme_words[] = {
	{ "light", THEME_LIGHT }, { "dark", THEME_DARK }, { "print", THEME_PRINT }, { NULL, 0 },
};

static bool read_bits(const char *text, int *bits) {
	return read_integer(text, 1, 128, bits) && (*bits & (*bits - 1)) == 0;
}

/* --- options; each function takes the text of one --- */

static bool set_access(struct draw_request *request, const char *text) {
	request->is_load = strcmp(text, "load") == 0;
	return request->is_load || strcmp(text, "store") == 0;
}

static bool set_dtype(struct draw_request *request, const char *text) {
	request->options.bits = element_access_bits(str_from(text));
	return request->options.bits > 0;
}

static bool set_bits(struct draw_request *request, const char *text) {
	return read_bits(text, &request->options.bits);
}

static bool set_cell(struct draw_request *request, const char *text) {
	return read_integer(text, 1, 400, &request->options.cell);
}

static bool set_color(struct draw_request *request, const char *text) {
	int number;
	bool good = read_word(text, colour_words, &number);
	request->options.colour = good ? (enum colour_key)number : request->options.colour;
	return good;
}

static bool set_flat(struct draw_request *request, const char *text) {
	(void)text;
	return request->options.flat = true;
}

static bool set_font_size(struct draw_request *request, const char *text) {
	return read_integer(text, 4, 100, &request->options.font);
}

static bool set_highlight(struct draw_request *request, const char *text) {
	return highlight_read(text, &request->options.highlight);
}

static bool set_kind(struct draw_request *request, const char *text) {
	return read_kind(text, &request->kind);
}

static bool set_max_cells(struct draw_request *request, const char *text) {
	int number = 0;
	bool good = read_integer(text, 1, LIMIT_DRAWN_CELLS, &number);
	request->options.max_cells = number;
	return good;
}

static bool set_no_labels(struct draw_request *request, const char *text) {
	(void)text;
	return request->options.no_labels = true;
}

static bool set_palette(struct draw_request *request, const char *text) {
	int number;
	bool good = read_word(text, palette_words, &number);
	request->options.palette = good ? (enum palette_name)number : request->options.palette;
	return good;
}

static bool set_region(struct draw_request *request, const char *text) {
	return read_region(text, &request->options.region);
}

static bool set_smem(struct draw_request *request, const char *text) {
	request->smem = text;
	return true;
}

static bool set_text(struct draw_request *request, const char *text) {
	return read_texts(text, &request->options);
}

static bool set_text_as(struct draw_request *request, const char *text) {
	bool as_text = strcmp(text, "text") == 0;
	request->options.text_form = as_text ? TEXT_FORM_TEXT : TEXT_FORM_OUTLINE;
	return as_text || strcmp(text, "outline") == 0;
}

static bool set_theme(struct draw_request *request, const char *text) {
	int number;
	bool good = read_word(text, theme_words, &number);
	request->options.theme = good ? (enum theme_name)number : request->options.theme;
	return good;
}

static bool set_tile(struct draw_request *request, const char *text) {
	return read_tile(text, request->tile);
}

static bool set_title(struct draw_request *request, const char *text) {
	request->options.title = text;
	return true;
}

static bool set_vector(struct draw_request *request, const char *text) {
	return read_integer(text, 1, 128, &request->vector);
}

static bool set_whole(struct draw_request *request, const char *text) {
	(void)text;
	return request->options.whole = true;
}

/* "wanted" is NULL for an option that takes nothing. */
struct setting {
	const char *name;
	bool (*set)(struct draw_request *request, const char *text);
	const char *wanted;
};

static const struct setting settings[] = {
	{ "access", set_access, "--access=load or store" },
	{ "bits", set_bits, "--bits=N with 1, 2, 4, 8, 16, 32, 64 or 128" },
	{ "cell", set_cell, "--cell=PX from 1 to 400" },
	{ "color", set_color, "--color=thread, value, warp, owner, offset, bank, tile, row, column or none" },
	{ "dtype", set_dtype, "--dtype with an element type such as f16, half_t or torch.float16" },
	{ "flat", set_flat, NULL },
	{ "font-size", set_font_size, "--font-size=PX from 4 to 100" },
	{ "highlight", set_highlight,
		"--highlight=T5, V0, T5V0, 'warp 2', 'tile 1', 'bank 3', 'offset 7', 'row 1' or 'column 2'" },
	{ "kind", set_kind, picture_kind_wanted },
	{ "max-cells", set_max_cells, "--max-cells=N from 1 to 16777216" },
	{ "no-labels", set_no_labels, NULL },
	{ "palette", set_palette, "--palette=classic, safe or grey" },
	{ "region", set_region, "--region=FIRST:END,FIRST:END, of rows and of columns" },
	{ "smem", set_smem, "--smem=LAYOUT" },
	{ "text", set_text,
		"--text= up to four of offset, index, coordinate, owner, thread, value, bank, tile, count, none" },
	{ "text-as", set_text_as, "--text-as=text or outline" },
	{ "theme", set_theme, "--theme=light, dark or print" },
	{ "tile", set_tile, "--tile=M,N or M,N,K with positive integers" },
	{ "title", set_title, "--title=TEXT" },
	{ "vector", set_vector, "--vector=N from 1 to 128" },
	{ "whole", set_whole, NULL },
};

bool draw_request_set(struct draw_request *request, const char *name, const char *text, const char **wanted) {
	for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
		const struct setting *setting = &settings[i];
		if (strcmp(name, setting->name) == 0) {
			bool fits = (text == NULL) == (setting->wanted == NULL) && setting->set(request, text);
			*wanted = fits ? NULL : setting->wanted != NULL ? setting->wanted : "nothing behind the name";
			return true;
		}
	}
	*wanted = "the name of an option of 'cutelayout draw'";
	return false;
}

const char *draw_request_read_with(struct arena *arena, const char *options, struct draw_request *request,
		const struct draw_request_taker *taker) {
	struct words words = words_split(arena, str_from(options));
	for (int i = 0; i < words.count && words.problem == NULL; i++) {
		char *name = words.items[i];
		char *equals = strchr(name, '=');
		const char *wanted;
		if (equals != NULL) {
			*equals = '\0';
		}
		const char *text = equals != NULL ? equals + 1 : NULL;
		if (taker == NULL || !taker->take(taker->context, name, text, &wanted)) {
			draw_request_set(request, name, text, &wanted);
		}
		if (wanted != NULL) {
			struct buf problem;
			buf_init(&problem, arena);
			buf_printf(&problem, "expected %s, saw '%s%s%s'", wanted, name, equals != NULL ? "=" : "",
				equals != NULL ? equals + 1 : "");
			return problem.data;
		}
	}
	return words.problem;
}

const char *draw_request_read(struct arena *arena, const char *options, struct draw_request *request) {
	return draw_request_read_with(arena, options, request, NULL);
}
