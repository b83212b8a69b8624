/*
 * Shapes of XLA: f32[128,256]{1,0:T(8,128)(2,1)}. The dimensions in braces stand from the fastest to the slowest; each
 * tile T splits the last of them, of which those that it does not divide are padded; a dimension of the tile that is
 * "*" makes one of its dimension and the next faster one first. Source: XLA, "Tiled layout".
 */
#include <inttypes.h>

#include "lang/language/language.h"

enum { XLA_TILES = 8, COMBINED = -1 /* "*" in a tile */ };

struct shape {
	int rank;
	int64_t extents[LANGUAGE_RANK];
	int64_t order[LANGUAGE_RANK];             /* the fastest first */
	int tile_count;
	int tile_rank[XLA_TILES];
	int64_t tiles[XLA_TILES][LANGUAGE_RANK];
	int bits;
};

struct scan {
	struct reader *reader;
	struct str text;
	size_t at;
};

/* The next character, NUL at the end. */
static char peek(const struct scan *scan) {
	return scan->at < scan->text.length ? scan->text.data[scan->at] : '\0';
}

static void skip_blanks(struct scan *scan) {
	while (peek(scan) == ' ') {
		scan->at++;
	}
}

/* Step over "c" behind blanks, if it stands there. */
static bool take(struct scan *scan, char c) {
	skip_blanks(scan);
	bool found = peek(scan) == c;
	scan->at += found ? 1 : 0;
	return found;
}

static bool expect(struct scan *scan, char c) {
	return take(scan, c) || reader_fault(scan->reader, (struct span){ scan->at, scan->at + 1 }, FAULT_SYNTAX,
		"expected '%c'", c);
}

/*
 * Numbers with commas between them up to "end"; in a tile, which ends with ")", also "*", and in the brackets of the
 * extents "<=" in front of one that is known at run time only.
 */
static int read_numbers(struct scan *scan, char end, int64_t *out) {
	int count = 0;
	while (!reader_failed(scan->reader) && !take(scan, end)) {
		bool is_bound = end == ']' && peek(scan) == '<' && scan->at + 1 < scan->text.length
			&& scan->text.data[scan->at + 1] == '=';
		scan->at += is_bound ? 2 : 0;
		size_t begin = scan->at;
		int64_t value = COMBINED;
		if (end == ')' && peek(scan) == '*') {
			scan->at++;
		} else {
			value = text_take_int(scan->reader, 0, scan->text, &scan->at);
		}
		if (scan->at == begin) {
			reader_fault(scan->reader, (struct span){ begin, begin + 1 }, FAULT_SYNTAX,
				"expected a number or '%c'", end);
			return 0;
		}
		if (count == LANGUAGE_RANK) {
			reader_fault(scan->reader, (struct span){ begin, scan->at }, FAULT_LIMIT, "more than %d numbers",
				LANGUAGE_RANK);
			return 0;
		}
		out[count++] = value;
		take(scan, ',');
	}
	return count;
}

/* "(8,128)" */
static void read_tile(struct scan *scan, struct shape *shape) {
	size_t begin = scan->at;
	if (!expect(scan, '(')) {
		return;
	}
	if (shape->tile_count == XLA_TILES) {
		reader_fault(scan->reader, (struct span){ begin, scan->at }, FAULT_LIMIT, "more than %d tiles", XLA_TILES);
		return;
	}
	int count = read_numbers(scan, ')', shape->tiles[shape->tile_count]);
	if (count > 0 && shape->tiles[shape->tile_count][count - 1] == COMBINED) {
		reader_fault(scan->reader, (struct span){ begin, scan->at }, FAULT_DOMAIN,
			"there is no faster dimension that the last one could be combined with");
	}
	shape->tile_rank[shape->tile_count++] = count;
}

/* "(0:8)" or "(0:8,16)": a dimension and where it is split between memories */
static void read_split(struct scan *scan) {
	size_t begin = scan->at;
	int64_t ignored[LANGUAGE_RANK];
	if (!expect(scan, '(')) {
		return;
	}
	size_t number = scan->at;
	text_take_int(scan->reader, 0, scan->text, &scan->at);
	if (scan->at == number || !take(scan, ':') || read_numbers(scan, ')', ignored) == 0) {
		reader_fault(scan->reader, (struct span){ begin, scan->at + 1 }, FAULT_SYNTAX,
			"expected (dimension:index) behind SC");
	}
}

/* "(4)", or "(s32)" and "(D,D)", which say nothing of the order */
static void read_ignored(struct scan *scan, struct str name) {
	int64_t ignored[LANGUAGE_RANK];
	if (!expect(scan, '(')) {
		return;
	}
	if (!str_is_among(name, "# * D")) {
		read_numbers(scan, ')', ignored);
		return;
	}
	while (str_is_word(peek(scan)) || peek(scan) == ',') {
		if (str_is(name, "D") && peek(scan) != 'D' && peek(scan) != ',') {
			reader_fault(scan->reader, (struct span){ scan->at, scan->at + 1 }, FAULT_UNSUPPORTED,
				"a dimension that is not dense has no layout");
			return;
		}
		scan->at++;
	}
	expect(scan, ')');
}

/* "T" tiles, "S(1)", "E(4)", "SC(..)" and others, behind the order */
static void read_properties(struct scan *scan, struct shape *shape) {
	while (!reader_failed(scan->reader) && !take(scan, '}')) {
		size_t begin = scan->at;
		while ((peek(scan) >= 'A' && peek(scan) <= 'Z') || peek(scan) == '#' || peek(scan) == '*') {
			scan->at++;
		}
		struct str name = { scan->text.data + begin, scan->at - begin };
		if (scan->at == begin) {
			reader_fault(scan->reader, (struct span){ begin, begin + 1 }, FAULT_SYNTAX,
				"expected T(...) or '}'");
			return;
		}
		if (!str_is_among(name, "T D E L M S SC # *")) {
			reader_fault(scan->reader, (struct span){ begin, scan->at }, FAULT_UNSUPPORTED,
				"this property is not known: tiles T, D, E, L, M, S, SC, # and * are");
			return;
		}
		bool is_tile = str_is(name, "T");
		bool is_split = str_is(name, "SC");
		do {
			if (is_tile) {
				read_tile(scan, shape);
			} else if (is_split) {
				read_split(scan);
			} else {
				read_ignored(scan, name);
			}
		} while (!reader_failed(scan->reader) && (is_tile || is_split) && peek(scan) == '(');
	}
}

/*
 * f32[8,128]{1,0:T(8,128)}: element type, extents, and behind a brace the dimensions from the fastest on, row-major
 * where they are missing, with the tiles and other properties. Faults where the order is no permutation.
 */
static bool read_shape(struct scan *scan, struct shape *shape) {
	size_t begin = scan->at;
	while (peek(scan) != '[' && peek(scan) != '\0') {
		scan->at++;
	}
	struct str type = { scan->text.data + begin, scan->at - begin };
	shape->bits = type_bits(type);
	if (shape->bits == 0) {
		return reader_fault(scan->reader, (struct span){ begin, scan->at }, FAULT_NAME,
			"expected an element type and '['");
	}
	expect(scan, '[');
	shape->rank = read_numbers(scan, ']', shape->extents);
	for (int i = 0; i < shape->rank; i++) {
		shape->order[i] = shape->rank - 1 - i;
	}
	if (reader_failed(scan->reader) || !take(scan, '{')) {
		return !reader_failed(scan->reader);
	}
	begin = scan->at;
	int count = 0;
	uint32_t seen = 0;
	for (;;) {
		skip_blanks(scan);
		if (reader_failed(scan->reader) || peek(scan) == ':' || peek(scan) == '}') {
			break;
		}
		size_t digit = scan->at;
		int64_t number = text_take_int(scan->reader, 0, scan->text, &scan->at);
		if (scan->at == digit || count == shape->rank || number >= shape->rank || (seen >> number & 1) != 0) {
			return reader_fault(scan->reader, (struct span){ digit, digit + 1 }, FAULT_SYNTAX,
				"expected each of the dimensions 0 to "
				"%d once, the fastest first", shape->rank - 1);
		}
		seen |= (uint32_t)1 << number;
		shape->order[count++] = number;
		take(scan, ',');
	}
	if (!reader_failed(scan->reader) && count != shape->rank) {
		return reader_fault(scan->reader, (struct span){ begin, scan->at }, FAULT_RANK,
			"expected %d dimensions, saw %d", shape->rank,
			count);
	}
	if (take(scan, ':')) {
		read_properties(scan, shape);
	} else {
		expect(scan, '}');
	}
	return !reader_failed(scan->reader);
}

/*
 * Split index and bounds, from the slowest dimension to the fastest, by one tile, those that it combines first made
 * one. Returns how many there are then.
 */
static int split(const int64_t *tile, int tile_rank, int64_t *index, int64_t *bounds, int count) {
	int64_t extents[LANGUAGE_RANK];
	int first = count - tile_rank;
	int rank = 0;
	int64_t number = 0;
	int64_t bound = 1;
	for (int i = 0; i < tile_rank; i++) {
		number = number * bounds[first + i] + index[first + i];
		bound *= bounds[first + i];
		if (tile[i] != COMBINED) {
			index[first + rank] = number;
			bounds[first + rank] = bound;
			extents[rank++] = tile[i];
			number = 0;
			bound = 1;
		}
	}
	for (int i = 0; i < rank; i++) {
		int64_t t = extents[i];
		index[first + rank + i] = index[first + i] % t;
		bounds[first + rank + i] = t;
		index[first + i] /= t;
		bounds[first + i] = (bounds[first + i] + t - 1) / t;
	}
	return first + 2 * rank;
}

/* The place of "coordinate" in the buffer. */
static int64_t offset_at(const struct shape *shape, const int64_t *coordinate) {
	int64_t index[LANGUAGE_RANK * (XLA_TILES + 1)];
	int64_t bounds[LANGUAGE_RANK * (XLA_TILES + 1)];
	int count = 0;
	while (count < shape->rank) {
		int64_t d = shape->order[shape->rank - 1 - count];
		index[count] = coordinate[d];
		bounds[count++] = shape->extents[d];
	}
	for (int t = 0; t < shape->tile_count; t++) {
		count = split(shape->tiles[t], shape->tile_rank[t], index, bounds, count);
	}
	int64_t offset = 0;
	for (int i = 0; i < count; i++) {
		offset = offset * bounds[i] + index[i];
	}
	return offset;
}

/* The dimensions of tile "t" that are not combined with the next. */
static int tile_extents(const struct shape *shape, int t, int64_t *out) {
	int count = 0;
	for (int i = 0; i < shape->tile_rank[t]; i++) {
		if (shape->tiles[t][i] != COMBINED) {
			out[count++] = shape->tiles[t][i];
		}
	}
	return count;
}

static bool has_combined(const struct shape *shape) {
	int64_t extents[LANGUAGE_RANK];
	for (int t = 0; t < shape->tile_count; t++) {
		if (tile_extents(shape, t, extents) < shape->tile_rank[t]) {
			return true;
		}
	}
	return false;
}

/*
 * Extents and the numbers of each tile are above 0, and few enough for offsets of the buffer; a tile has no more
 * dimensions than there are then.
 */
static bool check_tiles(struct scan *scan, struct shape *shape) {
	int64_t bounds[LANGUAGE_RANK * (XLA_TILES + 1)];
	int64_t index[LANGUAGE_RANK * (XLA_TILES + 1)] = { 0 };
	int count = shape->rank;
	struct span span = { 0, scan->text.length };
	extents_product(scan->reader, span, shape->extents, shape->rank, LIMIT_DENOTED);
	for (int i = 0; i < count; i++) {
		bounds[i] = shape->extents[shape->order[count - 1 - i]];
	}
	for (int t = 0; t < shape->tile_count && !reader_failed(scan->reader); t++) {
		int64_t extents[LANGUAGE_RANK];
		if (shape->tile_rank[t] < 1 || shape->tile_rank[t] > count) {
			return reader_fault(scan->reader, span, FAULT_RANK, "a tile of %d dimensions, but there are %d",
				shape->tile_rank[t],
				count);
		}
		int rank = tile_extents(shape, t, extents);
		extents_product(scan->reader, span, extents, rank, LIMIT_DENOTED);
		count = reader_failed(scan->reader) ? count : split(shape->tiles[t], shape->tile_rank[t], index, bounds, count);
		if (has_combined(shape)) {
			extents_product(scan->reader, span, bounds, count, LIMIT_DENOTED);
		}
	}
	return !reader_failed(scan->reader);
}

/*
 * The extents that the tiles divide: what a layout that is not ragged is about. A later tile divides what an earlier
 * one left of a dimension, so that the divisors are taken together from the last tile to the first.
 */
static void padded_shape(const struct shape *shape, int64_t *out) {
	int64_t divisors[LANGUAGE_RANK * (XLA_TILES + 1)];
	int count = shape->rank;
	for (int t = 0; t < shape->tile_count; t++) {
		count += shape->tile_rank[t];
	}
	for (int i = 0; i < count; i++) {
		divisors[i] = 1;
	}
	for (int t = shape->tile_count - 1; t >= 0; t--) {
		count -= shape->tile_rank[t];
		for (int i = 0; i < shape->tile_rank[t]; i++) {
			int64_t *divisor = &divisors[count - shape->tile_rank[t] + i];
			*divisor *= shape->tiles[t][i];
			*divisor = *divisor > LIMIT_DENOTED ? LIMIT_DENOTED + 1 : *divisor;
		}
	}
	memcpy(out, shape->extents, sizeof shape->extents);
	for (int i = 0; i < shape->rank; i++) {
		int64_t *extent = &out[shape->order[shape->rank - 1 - i]];
		*extent = (*extent + divisors[i] - 1) / divisors[i] * divisors[i];
	}
}

/*
 * A shape of XLA as memory: the offset of each coordinate, with the padding that its tiles add. Where they do add
 * some, "denotation" also has the table over the padded shape, from which the layout of the whole tiles follows.
 */
static bool read(struct reading *reading, struct denotation *denotation) {
	struct scan scan = { &reading->reader, reading->text, 0 };
	struct shape shape = { 0 };
	while (take(&scan, '\n') || take(&scan, '\t')) {
	}
	if (!read_shape(&scan, &shape)) {
		return false;
	}
	if (shape.rank == 0) {
		shape.rank = 1;
		shape.extents[0] = 1;
		shape.tile_count = 0;
	}
	if (!check_tiles(&scan, &shape)) {
		return false;
	}
	while (take(&scan, '\n')) {
	}
	if (scan.at < scan.text.length) {
		return reader_fault(&reading->reader, (struct span){ scan.at, scan.text.length }, FAULT_SYNTAX,
			"expected the end");
	}
	int64_t padded[LANGUAGE_RANK];
	struct span whole = { 0, scan.text.length };
	memcpy(padded, shape.extents, sizeof padded);
	if (!has_combined(&shape)) {
		padded_shape(&shape, padded);
	}
	bool is_padded = memcmp(padded, shape.extents, (size_t)shape.rank * sizeof *padded) != 0;
	extents_product(&reading->reader, whole, padded, shape.rank, LIMIT_DENOTED);
	int64_t *table = reader_failed(&reading->reader) ? NULL
		: denotation_memory(&reading->reader, whole, denotation, shape.extents, shape.rank);
	for (int64_t i = 0; !reader_failed(&reading->reader) && i < denotation->count; i++) {
		int64_t coordinate[LANGUAGE_RANK];
		coordinate_from_number(shape.extents, shape.rank, i, coordinate);
		table[i] = offset_at(&shape, coordinate);
	}
	if (!reader_failed(&reading->reader) && is_padded) {
		struct denotation over = { 0 };
		int64_t *whole_table = denotation_memory(&reading->reader, whole, &over, padded, shape.rank);
		memcpy(shape.extents, padded, sizeof padded);
		for (int64_t i = 0; i < over.count; i++) {
			int64_t coordinate[LANGUAGE_RANK];
			coordinate_from_number(padded, shape.rank, i, coordinate);
			whole_table[i] = offset_at(&shape, coordinate);
		}
		memcpy(denotation->padded, padded, sizeof padded);
		denotation->padded_table = whole_table;
		denotation->padded_count = over.count;
	}
	denotation->bits = shape.bits;
	denotation->units = "elements";
	denotation->order = "coordinates in the order of the shape";
	return !reader_failed(&reading->reader);
}

/* type "[" */
static bool recognises(struct str text) {
	size_t at = 0;
	while (at < text.length && text.data[at] != '[') {
		at++;
	}
	return type_bits((struct str){ text.data, at }) > 0
		&& memchr(text.data + at, ']', text.length - at) != NULL;
}

const struct language language_xla = {
	.name = "xla",
	.about = "f32[128,256]{1,0:T(8,128)}",
	.reads_text = true,
	.recognises = recognises,
	.read = read,
};
