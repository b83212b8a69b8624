/*
 * Linear layouts as text, as the compiler prints them and as Python writes them. In the first, "register=4 -> (8, 0)"
 * says where bit 2 of the register goes:
 *
 *      - register=1 -> (0, 1)
 *        register=2 -> (8, 0)
 *      - lane=1 -> (0, 2)
 *     where out dims are: [dim0 (size 16), dim1 (size 8)]
 *
 *     LinearLayout(bases={'register': [[0, 1], [8, 0]], 'lane': [[0, 2]]}, out_dims={'dim0': 16, 'dim1': 8})
 */
#include "lang/language/linear.h"

#include <inttypes.h>

#include "lang/language/language.h"

static const struct input { const char *name; enum linear_kind kind; int input; } inputs[] = {
	{ "register", LINEAR_DISTRIBUTED, LINEAR_REGISTER }, { "lane", LINEAR_DISTRIBUTED, LINEAR_LANE },
	{ "warp", LINEAR_DISTRIBUTED, LINEAR_WARP }, { "block", LINEAR_DISTRIBUTED, LINEAR_BLOCK },
	{ "offset", LINEAR_SHARED, LINEAR_OFFSET }, { "row", LINEAR_TENSOR_MEMORY, LINEAR_ROW },
	{ "col", LINEAR_TENSOR_MEMORY, LINEAR_COL },
};

/*
 * Find the input called "name" and let it say what kind of layout this is: that of "*first", the first input that is no
 * block, as blocks are of all kinds; NULL before that.
 */
static bool find_input(struct reader *reader, struct span span, struct str name, struct linear_layout *linear,
	const struct input **first, int *input) {
	for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++) {
		if (!str_is(name, inputs[i].name)) {
			continue;
		}
		*input = inputs[i].input;
		if (*input == LINEAR_BLOCK) {
			return true;
		}
		*first = *first == NULL ? &inputs[i] : *first;
		linear->kind = (*first)->kind;
		return linear->kind == inputs[i].kind || reader_fault(reader, span, FAULT_NAME,
			"no layout has both %s and %s as inputs", (*first)->name, inputs[i].name);
	}
	return reader_fault(reader, span, FAULT_NAME, "expected register, lane, warp, block, offset, row or col, saw "
		"'%.*s'",
		(int)(name.length < 60 ? name.length : 60), name.data);
}

/* --- the dimensions --- */

/* What the text says of the dimensions, in its order. */
struct dims {
	int rank;                    /* how many have a size */
	int64_t shape[LANGUAGE_RANK];
	int number[LANGUAGE_RANK];   /* N of the name dimN, -1 of another name */
};

static int dim_number(struct str name) {
	bool is_dim = str_starts_with(name, "dim") && (name.length == 4 || name.length == 5);
	int number = 0;
	for (size_t i = 3; i < name.length && is_dim; i++) {
		is_dim = str_is_digit(name.data[i]);
		number = number * 10 + (name.data[i] - '0');
	}
	return is_dim ? number : -1;
}

/* Put number i of "numbers", an array with room for all dimensions, in the place "places[i]". */
static void permute(int64_t *numbers, const int *places, int rank) {
	int64_t before[LANGUAGE_RANK];
	memcpy(before, numbers, sizeof before);
	for (int i = 0; i < rank; i++) {
		numbers[places[i]] = before[i];
	}
}

/*
 * Triton's dimN is dimension N of the tensor wherever it is listed, often the innermost first: put all in that order.
 * Dimensions of other names are those of the tensor as they are listed.
 */
static void order_dims(struct linear_layout *linear, struct dims *dims) {
	uint32_t seen = 0;
	for (int d = 0; d < linear->rank; d++) {
		if (dims->number[d] < 0 || dims->number[d] >= linear->rank) {
			return;
		}
		seen |= (uint32_t)1 << dims->number[d];
	}
	if (seen != ((uint32_t)1 << linear->rank) - 1) {
		return;
	}
	if (dims->rank > 0) {
		permute(dims->shape, dims->number, linear->rank);
	}
	for (int input = 0; input < LINEAR_INPUTS; input++) {
		for (int bit = 0; bit < linear->in[input].count; bit++) {
			permute(linear->in[input].at[bit], dims->number, linear->rank);
		}
	}
}

/* --- the compiler's text --- */

struct lines {
	struct reader *reader;
	struct str text;
	size_t at;
};

static void skip_blanks(struct lines *lines) {
	while (lines->at < lines->text.length && strchr(" \t\r", lines->text.data[lines->at]) != NULL) {
		lines->at++;
	}
}

/* Step over "word" behind blanks, if it stands there. */
static bool take(struct lines *lines, const char *word) {
	skip_blanks(lines);
	size_t length = strlen(word);
	if (lines->text.length - lines->at < length || memcmp(lines->text.data + lines->at, word, length) != 0) {
		return false;
	}
	lines->at += length;
	return true;
}

/* Step over "word", or record what was expected at the next character. */
static bool expect(struct lines *lines, const char *word) {
	return take(lines, word) || reader_fault(lines->reader, (struct span){ lines->at, lines->at + 1 }, FAULT_SYNTAX,
		"expected '%s'", word);
}

/* The letters, digits and underscores behind blanks. */
static struct str take_name(struct lines *lines) {
	skip_blanks(lines);
	size_t begin = lines->at;
	while (lines->at < lines->text.length && str_is_word(lines->text.data[lines->at])) {
		lines->at++;
	}
	return (struct str){ lines->text.data + begin, lines->at - begin };
}

/* The number behind blanks; a fault where there is none. */
static int64_t take_int(struct lines *lines) {
	skip_blanks(lines);
	size_t begin = lines->at;
	int64_t value = text_take_int(lines->reader, 0, lines->text, &lines->at);
	if (lines->at == begin) {
		reader_fault(lines->reader, (struct span){ begin, begin + 1 }, FAULT_SYNTAX,
			"expected a number");
	}
	return value;
}

/* "where out dims are: [dim0 (size 16), dim1 (size 8)]"; the first word has been read */
static bool read_out_dims(struct lines *lines, struct dims *dims) {
	if (!expect(lines, "out dims are:") || !expect(lines, "[")) {
		return false;
	}
	while (!take(lines, "]") && !reader_failed(lines->reader)) {
		struct str name = take_name(lines);
		if (dims->rank == LANGUAGE_RANK) {
			return reader_fault(lines->reader, (struct span){ lines->at, lines->at }, FAULT_LIMIT,
				"more than %d dimensions", LANGUAGE_RANK);
		}
		if (expect(lines, "(size")) {
			dims->number[dims->rank] = dim_number(name);
			dims->shape[dims->rank++] = take_int(lines);
			expect(lines, ")");
		}
		take(lines, ",");
	}
	return !reader_failed(lines->reader);
}

/* name "=" number "->" "(" numbers ")"; the name has been read. "rank" is below 0 in front of the first basis. */
static bool read_basis(struct lines *lines, struct linear_layout *linear, int input, int *rank) {
	size_t begin = lines->at;
	int64_t number = take_int(lines);
	int64_t basis[LANGUAGE_RANK] = { 0 };
	int count = 0;
	if (!reader_failed(lines->reader) && number != (int64_t)1 << (linear->in[input].count < 40
		? linear->in[input].count : 40)) {
		return reader_fault(lines->reader, (struct span){ begin, lines->at }, FAULT_SYNTAX,
			"expected %" PRId64 ", the next bit of this "
			"input", (int64_t)1 << linear->in[input].count);
	}
	if (!expect(lines, "->") || !expect(lines, "(")) {
		return false;
	}
	while (!take(lines, ")") && !reader_failed(lines->reader)) {
		if (count == LANGUAGE_RANK) {
			return reader_fault(lines->reader, (struct span){ lines->at, lines->at }, FAULT_LIMIT,
				"more than %d dimensions", LANGUAGE_RANK);
		}
		basis[count++] = take_int(lines);
		take(lines, ",");
	}
	if (reader_failed(lines->reader)) {
		return false;
	}
	if (*rank >= 0 && count != *rank) {
		return reader_fault(lines->reader, (struct span){ begin, lines->at }, FAULT_RANK,
			"expected %d numbers, saw %d", *rank, count);
	}
	*rank = count;
	linear->rank = count;
	return linear_layout_take(lines->reader, (struct span){ begin, lines->at }, linear, input, basis, count);
}

/*
 * Lines "- register=1 -> (0, 1)" and so on, as Triton prints linear layouts, and "where out dims are: [...]" behind
 * them. "dims" receives the output dimensions, where the text names them; the bases go to "linear".
 */
static bool read_lines(struct lines *lines, struct linear_layout *linear, struct dims *dims) {
	const struct input *first = NULL;
	bool has_dims = false;
	int rank = -1; /* not known */
	for (;;) {
		while (take(lines, "\n") || take(lines, "-")) {
		}
		if (lines->at >= lines->text.length) {
			break;
		}
		size_t begin = lines->at;
		struct str name = take_name(lines);
		int input;
		if (has_dims) {
			return reader_fault(lines->reader, (struct span){ begin, lines->at }, FAULT_SYNTAX,
				"expected one layout and nothing beside it");
		}
		if (str_is(name, "where")) {
			if (!read_out_dims(lines, dims)) {
				return false;
			}
			has_dims = true;
			continue;
		}
		if (!find_input(lines->reader, (struct span){ begin, lines->at }, name, linear, &first, &input)) {
			return false;
		}
		if (take(lines, "is a size 1 dimension")) {
			continue;
		}
		if (!expect(lines, "=") || !read_basis(lines, linear, input, &rank)) {
			return false;
		}
	}
	linear->rank = rank >= 0 ? rank : dims->rank;
	return !reader_failed(lines->reader);
}

/* --- Python --- */

static int named_number(const struct term *name) {
	return name->kind == TERM_NAME || name->kind == TERM_STRING ? dim_number(name->text) : -1;
}

/*
 * {'dim0': 16, 'dim1': 8}, [('dim0', 16), ..] or a list of names. "count" receives the number of names without a size,
 * and stays what it is where there are none.
 */
static bool read_python_dims(struct reader *reader, const struct term *list, struct dims *dims, int *count) {
	int names = 0;
	if (list != NULL && list->count > LANGUAGE_RANK) {
		return reader_fault(reader, list->span, FAULT_LIMIT, "more than %d dimensions", LANGUAGE_RANK);
	}
	for (int i = 0; list != NULL && i < list->count; i++) {
		const struct term *item = &list->items[i];
		bool is_name = item->kind == TERM_NAME || item->kind == TERM_STRING;
		bool is_pair = item->count == 2;
		dims->number[i] = named_number(is_pair ? &item->items[0] : item);
		if (!is_name) {
			dims->shape[dims->rank++] = term_int(reader, is_pair ? &item->items[1] : item, 1, LIMIT_DENOTED);
		}
		names += is_name ? 1 : 0;
	}
	if (names > 0 && dims->rank > 0) {
		return reader_fault(reader, list->span, FAULT_SYNTAX, "expected the size of each dimension, or of none");
	}
	*count = names > 0 ? names : *count;
	return !reader_failed(reader);
}

/* The rank of the first basis in pairs (name, [basis, ...]); 0 where no pair has one. */
static int rank_of_bases(const struct term *bases) {
	for (int i = 0; i < bases->count; i++) {
		const struct term *list = bases->items[i].count == 2 ? &bases->items[i].items[1] : NULL;
		if (list != NULL && list->count > 0) {
			return list->items[0].kind == TERM_LIST ? list->items[0].count : 1;
		}
	}
	return 0;
}

/*
 * from_bases(bases, out_dim_names, out_dim_sizes): the sizes, where they do not follow from the bases, into "dims".
 * "count" receives the number of names.
 */
static bool read_maker_dims(struct reader *reader, const struct term *call, struct dims *dims, int *count) {
	const struct term *names = term_need(reader, call, 1, "out_dim_names");
	const struct term *sizes = term_argument(reader, call, 2, "out_dim_sizes");
	term_argument(reader, call, 3, "require_surjective");
	if (!reader_failed(reader) && sizes != NULL && !term_is_name(sizes, "None")) {
		dims->rank = term_ints(reader, sizes, dims->shape, LANGUAGE_RANK);
	}
	if (reader_failed(reader)) {
		return false;
	}
	if (names->kind != TERM_LIST || (dims->rank > 0 && dims->rank != names->count)) {
		return reader_fault(reader, names->span, FAULT_RANK, "expected the name of each dimension in a list");
	}
	*count = names->count;
	for (int i = 0; i < names->count && i < LANGUAGE_RANK; i++) {
		dims->number[i] = named_number(&names->items[i]);
	}
	return true;
}

/*
 * LinearLayout(bases, out_dims), as Triton's Python prints it, or LinearLayout.from_bases(bases, out_dim_names), where
 * the sizes follow from the bases, into "linear" and the output dimensions.
 */
static bool read_python(struct reader *reader, const struct term *call, struct linear_layout *linear,
	struct dims *dims) {
	const struct term *bases = term_need(reader, call, 0, "bases");
	const struct input *first = NULL;
	int names = -1; /* not known */
	if (reader_failed(reader) || !(term_is_call(call, "from_bases")
			? read_maker_dims(reader, call, dims, &names)
			: read_python_dims(reader, term_argument(reader, call, 1, "out_dims"), dims, &names))) {
		return false;
	}
	int rank = rank_of_bases(bases);
	if (names >= 0 && rank > 0 && rank != names) {
		return reader_fault(reader, bases->span, FAULT_RANK, "expected bases of %d numbers, saw %d", names, rank);
	}
	linear->rank = rank > 0 ? rank : dims->rank > 0 ? dims->rank : names;
	if (linear->rank < 1 || linear->rank > LANGUAGE_RANK || bases->kind != TERM_LIST) {
		return reader_fault(reader, bases->span, FAULT_SYNTAX, "expected bases={'register': [[0, 1], ...], ...}");
	}
	for (int i = 0; i < bases->count; i++) {
		const struct term *item = &bases->items[i];
		int input;
		if (item->count != 2 || (item->items[0].kind != TERM_STRING && item->items[0].kind != TERM_NAME)) {
			return reader_fault(reader, item->span, FAULT_SYNTAX, "expected 'register': [[0, 1], ...]");
		}
		if (!find_input(reader, item->items[0].span, item->items[0].text, linear, &first, &input)) {
			return false;
		}
		if (linear->in[input].count > 0) {
			return reader_fault(reader, item->items[0].span, FAULT_SYNTAX, "%.*s is given twice",
				(int)item->items[0].text.length, item->items[0].text.data);
		}
		if (!linear_layout_read_bases(reader, &item->items[1], linear->rank, linear, input)) {
			return false;
		}
	}
	return true;
}

bool linear_language_read(struct reading *reading, struct denotation *denotation) {
	struct reader *reader = &reading->reader;
	struct linear_layout *linear = arena_alloc(reader->al->arena, sizeof *linear);
	struct span whole = { 0, reading->text.length };
	struct dims dims = { 0 };
	for (int d = 0; d < LANGUAGE_RANK; d++) {
		dims.number[d] = -1;
	}
	linear_layout_init(linear, LINEAR_DISTRIBUTED, 0);
	if (str_has(reading->text, "LinearLayout(") || str_has(reading->text, "LinearLayout.from_bases(")) {
		struct term program = term_read(reader, whole, true);
		const struct term *call = program.count > 0 ? &program.items[program.count - 1] : &program;
		if (reader_failed(reader) || call->kind != TERM_CALL) {
			return reader_fault(reader, whole, FAULT_SYNTAX, "expected LinearLayout(bases=...)");
		}
		if (!term_stands_alone(reader, &program, call, NULL) || !read_python(reader, call, linear, &dims)
			|| !term_keys_are_known(reader, &program, "")) {
			return false;
		}
	} else {
		struct lines lines = { reader, reading->text, 0 };
		if (!read_lines(&lines, linear, &dims)) {
			return false;
		}
	}
	if (dims.rank == 0 || dims.rank == linear->rank) {
		order_dims(linear, &dims);
	}
	if (dims.rank == 0 && reading->options->rank > 0) {
		dims.rank = reading->options->rank;
		memcpy(dims.shape, reading->options->shape, sizeof dims.shape);
	} else if (dims.rank == 0) {
		dims.rank = linear->rank;
		linear_layout_span(linear);
		memcpy(dims.shape, linear->size, sizeof dims.shape);
	}
	if (dims.rank != linear->rank || dims.rank == 0) {
		return reader_fault(reader, whole, FAULT_RANK, "the bases have %d numbers, the tensor %d dimensions",
			linear->rank, dims.rank);
	}
	return linear_layout_denote(reader, whole, linear, dims.shape, denotation);
}

/* --- printing --- */

/* The lines of one input, " - register=1 -> (0, 1)" and those below it. */
static void put_bases(struct buf *out, const struct linear_layout *linear, const char *name, int input) {
	const struct bases *bases = &linear->in[input];
	for (int bit = 0; bit < bases->count; bit++) {
		buf_printf(out, "%s%s=%" PRId64 " -> ", bit == 0 ? " - " : "   ", name, (int64_t)1 << bit);
		buf_put_char(out, '(');
		for (int d = 0; d < linear->rank; d++) {
			buf_printf(out, "%s%" PRId64, d > 0 ? ", " : "", bases->at[bit][d]);
		}
		buf_put(out, ")\n");
	}
	if (bases->count == 0) {
		buf_printf(out, " - %s is a size 1 dimension\n", name);
	}
}

/* The bases of the denotation in lines, as Triton prints them. Returns why it has none, or NULL. */
static const char *write(struct buf *out, struct reading *reading, const struct denotation *denotation) {
	struct linear_layout *linear = arena_alloc(reading->reader.al->arena, sizeof *linear);
	if ((denotation->kind != DENOTES_MEMORY && denotation->kind != DENOTES_OWNERSHIP)
		|| !linear_layout_from_denotation(denotation, linear)) {
		return denotation->kind == DENOTES_MEMORY ? "a linear layout of memory maps the offsets 0, 1, ... of a power "
			"of two to coordinates, by xor of bases"
			: denotation->kind == DENOTES_PLACES ? "linear layouts are written of memory and of registers"
			: "a linear layout is an xor of bases, with powers of two as extents";
	}
	if (linear->kind == LINEAR_SHARED) {
		put_bases(out, linear, "offset", LINEAR_OFFSET);
	} else {
		put_bases(out, linear, "register", LINEAR_REGISTER);
		put_bases(out, linear, "lane", LINEAR_LANE);
		put_bases(out, linear, "warp", LINEAR_WARP);
	}
	put_bases(out, linear, "block", LINEAR_BLOCK);
	buf_put(out, "where out dims are: [");
	for (int d = 0; d < linear->rank; d++) {
		buf_printf(out, "%sdim%d (size %" PRId64 ")", d > 0 ? ", " : "", d, denotation->shape[d]);
	}
	buf_put_char(out, ']');
	return NULL;
}

bool linear_language_recognises(struct str text) {
	return str_has(text, "LinearLayout.from_bases(")
		|| (str_has(text, "LinearLayout(") ? !str_has(text, "DistributedLinearLayout(") && !str_has(text,
		"SharedLinearLayout(")
		: str_has(text, "->") && (str_has(text, "register=") || str_has(text, "lane=") || str_has(text, "offset=")
			|| str_has(text, "row=")))
		|| str_has(text, "where out dims are");
}

const struct language language_linear = {
	.name = "linear",
	.about = "linear layouts: register=1 -> (0, 1), LinearLayout(bases=...)",
	.reads_text = true,
	.recognises = linear_language_recognises,
	.read = linear_language_read,
	.write = write,
};
