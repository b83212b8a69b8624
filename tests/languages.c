/*
 * Layouts of other languages: each line of languages.tsv is a text and what the program that owns the language makes
 * of it.
 * The text is converted, the result is read as an expression of our own, and evaluated coordinate by coordinate. Then
 * it is written in every language that can say it, recognised and read again. Prints what does not hold, then
 * "N passed, N failed". With PART and PARTS every line whose number leaves the rest PART.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/eval.h"
#include "lang/language/solve.h"
#include "tool/conversion.h"
#include "unit/lines.h"

enum { COLUMNS = 5, SHOWN_FAILURES = 20, RANK = 16, BITS = 24, INPUTS = 7, LINE_BYTES = 1 << 16 };

struct fact {
	const char *language;
	const char *shape;
	const char *bits;
	char *text;
	char *says;
};

/* What was printed for a fact, as something that can be asked. */
struct reply {
	struct algebra *al;
	struct map map;
	int64_t offset;
	int64_t threads, values;
	int rank;
	int64_t shape[RANK];
	const struct conversion *conversion;
};

static bool read_fact(char *line, struct fact *fact) {
	char *columns[COLUMNS];
	for (int i = 0; i < COLUMNS; i++) {
		columns[i] = line;
		char *tab = strchr(line, i + 1 < COLUMNS ? '\t' : '\n');
		if (tab == NULL) {
			return false;
		}
		*tab = '\0';
		line = tab + 1;
	}
	*fact = (struct fact){ columns[0], columns[1], columns[2], columns[3], columns[4] };
	return true;
}

/* Numbers with commas between them. Returns how many; "end" receives what stands behind them. */
static int read_numbers(const char *text, int64_t *out, const char **end) {
	int count = 0;
	*end = text;
	while (count < RANK) {
		char *after;
		long long value = strtoll(*end, &after, 10);
		if (after == *end) {
			break;
		}
		out[count++] = value;
		*end = after;
		if (**end != ',') {
			break;
		}
		(*end)++;
	}
	return count;
}

/* The value at a coordinate; one number for a layout of one mode. */
static struct tuple ask(const struct reply *answer, const int64_t *coordinate, int count) {
	struct tuple *modes = tuple_modes_new(answer->al, count);
	for (int i = 0; i < count; i++) {
		modes[i] = tuple_int(coordinate[i]);
	}
	struct tuple c = count == 1 ? modes[0] : tuple_of(answer->al, modes, count);
	return map_crd2idx(answer->al, c, answer->map);
}

static bool asks_right(const struct reply *answer, const int64_t *coordinate, int count, int64_t expected) {
	struct tuple value = ask(answer, coordinate, count);
	return !algebra_failed(answer->al) && tuple_is_plain_int(value) && value.value + answer->offset == expected;
}

/* The column-major number of a coordinate of the tensor. */
static int64_t number_of(const struct reply *answer, const int64_t *coordinate) {
	int64_t number = 0;
	for (int i = answer->rank - 1; i >= 0; i--) {
		number = number * answer->shape[i] + coordinate[i];
	}
	return number;
}

/* --- bases --- */

struct inputs {
	int count[INPUTS];
	int64_t at[INPUTS][BITS][RANK];
	int pads;
	int64_t pad[RANK][2];
};

static bool read_inputs(char *text, struct inputs *inputs) {
	static const char *const names[] = { "register", "lane", "warp", "block", "offset", "row", "col" };
	memset(inputs, 0, sizeof *inputs);
	for (char *part = strtok(text, ";"); part != NULL; part = strtok(NULL, ";")) {
		char *value = strchr(part, '=');
		if (value == NULL) {
			return false;
		}
		*value++ = '\0';
		int input = -1;
		for (int i = 0; i < INPUTS; i++) {
			input = strcmp(part, names[i]) == 0 ? i : input;
		}
		const char *at = value;
		while (*at != '\0') {
			int64_t numbers[RANK] = { 0 };
			const char *end;
			if (read_numbers(at, numbers, &end) == 0) {
				return false;
			}
			if (input < 0) {
				memcpy(inputs->pad[inputs->pads++], numbers, sizeof inputs->pad[0]);
			} else {
				memcpy(inputs->at[input][inputs->count[input]++], numbers, sizeof numbers);
			}
			at = *end == ' ' ? end + 1 : end;
		}
	}
	return true;
}

/* Xor the bases of the bits that are set. Returns "index" without the bits of this input. */
static int64_t move(const struct inputs *inputs, int input, int64_t index, int64_t *coordinate) {
	for (int bit = 0; bit < inputs->count[input]; bit++, index >>= 1) {
		for (int d = 0; (index & 1) != 0 && d < RANK; d++) {
			coordinate[d] ^= inputs->at[input][bit][d];
		}
	}
	return index;
}

static bool check_owners(const struct reply *answer, const struct inputs *inputs) {
	int64_t threads = (int64_t)1 << (inputs->count[1] + inputs->count[2] + inputs->count[3]);
	int64_t values = (int64_t)1 << inputs->count[0];
	if (answer->threads != threads || answer->values != values) {
		return false;
	}
	for (int64_t t = 0; t < threads; t++) {
		for (int64_t v = 0; v < values; v++) {
			int64_t coordinate[RANK] = { 0 };
			int64_t pair[] = { t, v };
			move(inputs, 3, move(inputs, 2, move(inputs, 1, t, coordinate), coordinate), coordinate);
			move(inputs, 0, v, coordinate);
			if (!asks_right(answer, pair, 2, number_of(answer, coordinate))) {
				return false;
			}
		}
	}
	return true;
}

/* The least offset of each coordinate, behind its padding. */
static bool check_offsets_of(const struct reply *answer, const struct inputs *inputs, struct arena *arena) {
	int64_t size = 1;
	for (int d = 0; d < answer->rank; d++) {
		size *= answer->shape[d];
	}
	bool *seen = arena_array(arena, (size_t)size, sizeof *seen);
	int64_t count = (int64_t)1 << inputs->count[4];
	for (int64_t i = 0; i < count << inputs->count[3]; i++) {
		int64_t coordinate[RANK] = { 0 };
		int64_t offset = i & (count - 1);
		move(inputs, 3, move(inputs, 4, i, coordinate), coordinate);
		int64_t expected = offset;
		for (int p = 0; p < inputs->pads; p++) {
			expected += offset / inputs->pad[p][0] * inputs->pad[p][1];
		}
		int64_t number = number_of(answer, coordinate);
		if (!seen[number] && !asks_right(answer, coordinate, answer->rank, expected)) {
			return false;
		}
		seen[number] = true;
	}
	return true;
}

/* The number on "axis" of a coordinate of places. */
static int64_t on_axis(struct tuple value, int axis) {
	if (tuple_is_tuple(value)) {
		return axis < value.rank ? value.modes[axis].value : 0;
	}
	return axis == 0 || value.value == 0 ? value.value : -1;
}

static bool check_rows(const struct reply *answer, const struct inputs *inputs, struct arena *arena) {
	int64_t size = answer->shape[0] * answer->shape[1];
	bool *seen = arena_array(arena, (size_t)size, sizeof *seen);
	int64_t rows = (int64_t)1 << inputs->count[5];
	for (int64_t i = 0; i < rows << inputs->count[6]; i++) {
		int64_t coordinate[RANK] = { 0 };
		move(inputs, 6, move(inputs, 5, i, coordinate), coordinate);
		int64_t number = number_of(answer, coordinate);
		struct tuple value = ask(answer, coordinate, 2);
		if (!seen[number] && (on_axis(value, 0) != i % rows || on_axis(value, 1) != i / rows)) {
			return false;
		}
		seen[number] = true;
	}
	return true;
}

static bool check_bases(const struct reply *answer, char *says, struct arena *arena) {
	struct inputs *inputs = arena_alloc(arena, sizeof *inputs);
	if (!read_inputs(says, inputs)) {
		return false;
	}
	return inputs->count[5] > 0 ? check_rows(answer, inputs, arena) : inputs->count[4] > 0
		? check_offsets_of(answer, inputs, arena) : check_owners(answer, inputs);
}

/* --- samples --- */

/* "c,c=o" and "t,v=c,c", with blanks between them. */
static bool check_points(const struct reply *answer, const char *at, bool are_owners) {
	while (*at != '\0') {
		int64_t from[RANK] = { 0 };
		int64_t to[RANK] = { 0 };
		int count = read_numbers(at, from, &at);
		if (*at != '=') {
			return false;
		}
		read_numbers(at + 1, to, &at);
		if (!asks_right(answer, from, count, are_owners ? number_of(answer, to) : to[0])) {
			return false;
		}
		at += *at == ' ' ? 1 : 0;
	}
	return true;
}

/* "c,c=axis:n,...": as owners, offsets or places, whatever was printed. */
static bool check_axes(const struct reply *answer, const char *at) {
	const struct denotation *denotation = &answer->conversion->denotation;
	while (*at != '\0') {
		int64_t coordinate[RANK] = { 0 };
		int count = read_numbers(at, coordinate, &at);
		struct tuple place = denotation->kind == DENOTES_PLACES ? ask(answer, coordinate, count) : tuple_int(0);
		int64_t pair[2] = { 0 };
		while (*at == '=' || *at == ',') {
			const char *name = at + 1;
			size_t length = strcspn(name, ":");
			char *end;
			int64_t n = strtoll(name + length + 1, &end, 10);
			struct str axis = { name, length };
			pair[0] += str_is(axis, "laneid") ? n : str_is(axis, "warpid") ? 32 * n : 0;
			pair[1] += str_is(axis, "m") ? n : 0;
			for (int i = 0; i < denotation->axis_count && denotation->kind == DENOTES_PLACES; i++) {
				if (str_equal(denotation->axes[i], axis) && on_axis(place, i) + denotation->place_offset[i] != n) {
					return false;
				}
			}
			at = end;
		}
		if ((denotation->kind == DENOTES_OWNERSHIP && !asks_right(answer, pair, 2, number_of(answer, coordinate)))
			|| (denotation->kind == DENOTES_MEMORY && !asks_right(answer, coordinate, count, pair[1]))) {
			return false;
		}
		at += *at == ' ' ? 1 : 0;
	}
	return true;
}

static bool check_strides(const struct reply *answer, const char *at) {
	int64_t shape[RANK] = { 0 };
	int64_t strides[RANK] = { 0 };
	int64_t offset = 0;
	int rank = read_numbers(at, shape, &at);
	read_numbers(at + 1, strides, &at);
	read_numbers(at + 1, &offset, &at);
	int64_t size = 1;
	for (int d = 0; d < rank; d++) {
		size *= shape[d];
	}
	for (int64_t i = 0; i < size; i++) {
		int64_t coordinate[RANK];
		int64_t expected = offset;
		int64_t rest = i;
		for (int d = 0; d < rank; d++) {
			coordinate[d] = rest % shape[d];
			rest /= shape[d];
			expected += coordinate[d] * strides[d];
		}
		if (!asks_right(answer, coordinate, rank, expected)) {
			return false;
		}
	}
	return true;
}

/* The same text, whatever blanks and outer parentheses it has. */
static bool check_text(struct str result, const char *expected) {
	size_t length = strlen(expected);
	if (expected[0] == '(') {
		expected++;
		length -= 2;
	}
	size_t at = 0;
	for (size_t i = 0; i < length; i++) {
		if (expected[i] != ' ' && (at >= result.length || result.data[at++] != expected[i])) {
			return false;
		}
	}
	return at == result.length;
}

/* --- facts --- */

static bool begins(const char *text, const char *word, char **rest) {
	size_t length = strlen(word);
	if (strncmp(text, word, length) != 0) {
		return false;
	}
	*rest = (char *)text + length;
	return true;
}

/* Read "result" as an expression: "offset + layout", a layout or a composed layout. */
static bool read_answer(struct arena *arena, const struct conversion *conversion, struct evaluation *ev,
	struct source *source,
	struct reply *answer) {
	struct str text = conversion->result;
	char *plus = strstr(text.data, " + ");
	if (plus != NULL) {
		answer->offset = strtoll(text.data, NULL, 10);
		text = (struct str){ plus + 3, text.length - (size_t)(plus + 3 - text.data) };
	}
	*source = (struct source){ "<result>", text, 1 };
	evaluation_init(ev, arena, false);
	if (!evaluation_run(ev, source) || ev->result_count != 1) {
		return false;
	}
	answer->al = &ev->algebra;
	answer->map = value_as_map(&ev->algebra, &ev->results[0]);
	answer->conversion = conversion;
	answer->rank = conversion->denotation.rank;
	memcpy(answer->shape, conversion->denotation.shape, sizeof answer->shape);
	struct layout inner = map_inner(answer->al, answer->map);
	if (conversion->denotation.kind == DENOTES_OWNERSHIP && layout_rank(inner) == 2) {
		answer->threads = layout_size(answer->al, layout_mode(inner, 0)).value;
		answer->values = layout_size(answer->al, layout_mode(inner, 1)).value;
	}
	return !algebra_failed(answer->al);
}

static bool check_answer(const struct reply *answer, char *says, struct arena *arena) {
	char *rest;
	return begins(says, "bases ", &rest) ? check_bases(answer, rest, arena) : begins(says, "points ", &rest)
		? check_points(answer, rest, true) : begins(says, "offsets ", &rest) ? check_points(answer, rest, false)
		: begins(says, "axes ", &rest) ? check_axes(answer, rest) : begins(says, "strides ", &rest)
		&& check_strides(answer, rest);
}

/*
 * "N: TEXT" or "N-M: TEXT": the fault has its place at byte N of the text, from 1, its end behind byte M, and TEXT in
 * its sentence.
 */
static const char *check_refusal(struct arena *arena, const char *says, int count, const struct message *message) {
	char *text;
	size_t place = strtoull(says, &text, 10);
	size_t end = *text == '-' ? strtoull(text + 1, &text, 10) : message->span.end;
	struct buf saw;
	bool is_there = message->span.begin + 1 == place && message->span.end == end;
	if (count < 0 && is_there && strstr(message->fault.text, text + 2) != NULL) {
		return NULL;
	}
	buf_init(&saw, arena);
	buf_printf(&saw, "it is to be refused at %s; saw %zu-%zu: %s", says, message->span.begin + 1, message->span.end,
		count < 0 ? message->fault.text : "no fault");
	return saw.data;
}

/* Whether "text" is a number, which no language claims. */
static bool is_number(struct str text) {
	return strspn(text.data, "-0123456789") == text.length;
}

/* Whether "text", written in "language", is taken for one of it, or of one in which it says the same. */
static const struct language *taken_for(const struct language *language, struct str text) {
	const struct language *recognised = language_recognise(text);
	bool is_expression = recognised == &language_c || recognised == &language_python;
	bool as_well = (is_expression && (language == &language_c || language == &language_python))
		|| (recognised == &language_cute && language == &language_mojo);
	return recognised == language || as_well ? recognised : recognised == NULL && is_number(text) ? language : NULL;
}

/* Write "denotation" in every language, and read it again as a stranger would. Returns NULL, or what goes wrong. */
static const char *check_written(struct algebra *al, struct denotation *denotation, struct language_options options) {
	int count;
	const struct language *const *all = language_table(&count);
	options.rank = denotation->rank;
	options.ownership = denotation->kind == DENOTES_OWNERSHIP;
	options.bits = denotation->bits != 0 ? denotation->bits : 16;
	memcpy(options.shape, denotation->shape, sizeof options.shape);
	for (int i = 0; i < count; i++) {
		struct buf out;
		struct message message = { 0 };
		struct denotation again;
		int64_t witness;
		buf_init(&out, al->arena);
		const char *why = language_write(al, all[i], &options, denotation, &out);
		if (why != NULL && strstr(why, "what was printed is read as another function") == NULL) {
			al->fault.code = FAULT_NONE;
			continue;
		}
		const struct language *from = why == NULL ? taken_for(all[i], buf_str(&out)) : NULL;
		struct source source = { "<written>", buf_str(&out), 1 };
		struct reader reader = { al, &source, &message };
		bool good = from != NULL && language_read(al, &source, from, &options, &again, &message);
		if (good && denotation->kind == DENOTES_PLACES) {
			good = denotation_equal_places(denotation, &again, all[i] != &language_cute, &witness);
		} else if (good && denotation->kind != DENOTES_VALUE) {
			good = denotation_tabulate(&reader, (struct span){ 0, 0 }, &again)
				&& denotation_equal(denotation, &again, &witness);
		}
		if (!good) {
			struct buf saying;
			buf_init(&saying, al->arena);
			buf_printf(&saying, "written in %s: %s", all[i]->name, why != NULL ? why : out.data);
			return saying.data;
		}
	}
	return NULL;
}

/* "LANGUAGE: TEXT": what is written there is this text, byte by byte, or the reason why nothing is. */
static const char *check_other(struct algebra *al, const struct source *source, struct conversion_request *request,
	char *says, bool is_written, struct message *message) {
	struct conversion *conversions;
	char *expected = strstr(says, ": ");
	if (expected == NULL) {
		return "expected a language, ': ' and a text";
	}
	*expected = '\0';
	expected += 2;
	unescape(expected);
	request->to = language_find(says);
	if (request->to == NULL || convert_source(al, source, request, &conversions, message) != 1) {
		return "it is not read, or there is no such language";
	}
	const char *why = conversions[0].why;
	struct str result = conversions[0].result;
	bool good = why == NULL ? is_written && str_is(result, expected) : !is_written && strcmp(why, expected) == 0;
	return good ? NULL : why == NULL ? arena_copy(al->arena, result.data, result.length) : why;
}

/* Returns NULL if the fact holds, or what does not. */
static const char *check_fact(struct arena *arena, struct fact *fact) {
	struct conversion_request request;
	struct conversion *conversions;
	struct algebra al;
	struct message message = { 0 };
	unescape(fact->text);
	struct source source = { "<fact>", str_from(fact->text), 1 };
	const char *end;
	char *rest;
	conversion_request_init(&request);
	algebra_init(&al, arena);
	request.from = language_find(fact->language);
	const struct language *recognised = language_recognise(source.text);
	bool malformed = begins(fact->says, "refused at ", &rest);
	bool is_written = begins(fact->says, "in ", &rest) || begins(fact->says, "not in ", &rest);
	if (!malformed && !is_written && recognised != request.from
		&& (request.from != &language_mojo || recognised != &language_cute)
		&& strcmp(fact->language, "mojo") != 0) {
		return "it is not recognised";
	}
	request.options.rank = read_numbers(fact->shape, request.options.shape, &end);
	request.options.bits = (int)strtol(fact->bits, NULL, 10);
	if (begins(fact->says, "in ", &rest)) {
		return check_other(&al, &source, &request, rest, true, &message);
	}
	if (begins(fact->says, "not in ", &rest)) {
		return check_other(&al, &source, &request, rest, false, &message);
	}
	int count = convert_source(&al, &source, &request, &conversions, &message);
	if (begins(fact->says, "refused at ", &rest)) {
		return check_refusal(arena, rest, count, &message);
	}
	if (strcmp(fact->says, "refused") == 0) {
		return count < 0 || conversions[0].why != NULL ? NULL : "it is to be refused";
	}
	if (count != 1 || conversions[0].why != NULL) {
		return count < 0 ? arena_copy(arena, message.fault.text, strlen(message.fault.text)) : conversions[0].why;
	}
	if (begins(fact->says, "text ", &rest)) {
		return check_text(conversions[0].result, rest) ? NULL : conversions[0].result.data;
	}
	struct evaluation ev;
	struct source result;
	struct reply answer = { 0 };
	bool good = read_answer(arena, &conversions[0], &ev, &result, &answer) && check_answer(&answer, fact->says, arena);
	return !good ? conversions[0].result.data
		: check_written(&al, &conversions[0].denotation, request.options);
}

int main(int argc, char **argv) {
	FILE *file = argc == 2 || argc == 4 ? fopen(argv[1], "r") : NULL;
	int part = argc == 4 ? atoi(argv[2]) : 0;
	int parts = argc == 4 ? atoi(argv[3]) : 1;
	if (file == NULL || parts < 1) {
		fputs("usage: languages FILE [PART PARTS]\n", stderr);
		return 2;
	}
	static char line[LINE_BYTES];
	struct arena arena;
	int passed = 0;
	int failed = 0;
	arena_init(&arena, NULL, NULL);
	for (int number = 1; fgets(line, sizeof line, file) != NULL; number++) {
		struct fact fact;
		if (line[0] == '#' || number % parts != part) {
			continue;
		}
		const char *why = read_fact(line, &fact) ? check_fact(&arena, &fact) : "it has not five columns";
		passed += why == NULL ? 1 : 0;
		failed += why == NULL ? 0 : 1;
		if (why != NULL && failed <= SHOWN_FAILURES) {
			printf("FAIL %s:%d: %s\n", argv[1], number, why);
		}
		arena_reset(&arena);
	}
	fclose(file);
	arena_finish(&arena);
	printf("%d passed, %d failed\n", passed, failed);
	return failed != 0 || passed == 0;
}
