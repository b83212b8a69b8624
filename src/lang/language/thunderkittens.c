/*
 * Tiles of ThunderKittens. st<T, R, C> is shared memory in panels of w bytes, w = 128 where C/16 (of 8 bits: C/32) is a
 * multiple of 4, 64 where it is even, else 32 (float: 128 or 64); st<T, R, C, true, w> says w. The 16-byte pieces of
 * a panel's rows are swizzled as TMA swizzles them; st<T, R, C, false> is row-major, without panels. rt<T, R, C,
 * layout> is what the lanes of a warp hold, tiles of 16 x 16 as mma.m16n8k16 has A, or with col as ldmatrix.trans
 * makes them.
 */
#include <inttypes.h>

#include "lang/language/digits.h"
#include "lang/language/language.h"

/* The element type of a tile, as first argument or in the name: st_bf<64, 64>. Returns its bits, or 0 after a fault. */
static int read_type(struct reader *reader, const struct term *call, int *first) {
	static const struct { const char *name; int bits; } names[] = { { "_bf", 16 }, { "_hf", 16 }, { "_fl", 32 },
		{ "_fp8e4m3", 8 }, { "_fp8e5m2", 8 } };
	*first = 0;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (str_ends_with(call->text, names[i].name)) {
			return names[i].bits;
		}
	}
	const struct term *type = call->count > 0 ? &call->items[0] : call;
	*first = 1;
	int bits = type->kind == TERM_NAME ? type_bits(term_last_name(type->text)) : 0;
	if (bits == 0) {
		reader_fault(reader, type->span, FAULT_NAME, "expected the type of the elements, such as bf16");
	}
	return bits;
}

/* A fault where the tile is none of ThunderKittens'. Without a swizzle there are no panels. */
static void require_tile(struct reader *reader, const struct term *call, const int64_t *shape, int bits, bool swizzles,
	int64_t bytes) {
	int64_t unit = bits == 8 && swizzles ? 32 : 16;
	bool good = shape[1] % unit == 0 && (bytes == 32 || bytes == 64 || bytes == 128);
	if (!swizzles && !good) {
		reader_fault(reader, call->span, FAULT_DOMAIN, "without a swizzle the columns are a multiple of 16, and "
			"the bytes 0, 32, 64 or 128");
	} else if (!good || (swizzles && (shape[0] % 16 != 0 || shape[1] % (bytes * 8 / bits) != 0))) {
		reader_fault(reader, call->span, FAULT_DOMAIN, "expected rows in multiples of 16, columns in multiples "
			"of 16 (of 8 bits: 32), and panels of 32, 64 or "
			"128 bytes that divide the columns");
	}
}

/*
 * st<type, rows, columns, swizzle, bytes>: panels of "bytes" a row beside each other, each row-major, under the
 * swizzle of so many bytes. Without "bytes", they are the most that the columns are a multiple of, as ThunderKittens
 * chooses them. With "swizzle" false the whole tile is row-major.
 */
static bool read_shared(struct reading *reading, const struct term *call, struct denotation *denotation) {
	struct reader *reader = &reading->reader;
	int first;
	int bits = read_type(reader, call, &first);
	if (reader_failed(reader) || call->count < first + 2 || call->count > first + 4) {
		return reader_fault(reader, call->span, FAULT_SYNTAX, "expected st<type, rows, columns, swizzle, bytes>");
	}
	int64_t rows = term_int(reader, &call->items[first], 1, 1 << 20);
	int64_t columns = term_int(reader, &call->items[first + 1], 1, 1 << 20);
	bool swizzles = call->count < first + 3 || term_bool(reader, &call->items[first + 2]);
	int64_t unit = bits == 8 ? 32 : 16;
	int64_t wide = bits == 32 ? 64 : 32;
	int64_t units = columns / unit;
	int64_t bytes = units % 4 == 0 || (bits == 32 && units % 2 == 0) ? 128 : units % 2 == 0 ? 64 : wide;
	if (call->count == first + 4) {
		int64_t asked = term_int(reader, &call->items[first + 3], 0, 128);
		bytes = asked != 0 ? asked : bytes;
	}
	int64_t panel = bytes * 8 / bits;
	int64_t shape[] = { rows, columns };
	if (!reader_failed(reader)) {
		require_tile(reader, call, shape, bits, swizzles, bytes);
	}
	int64_t *table = reader_failed(reader) ? NULL : denotation_memory(reader, call->span, denotation, shape, 2);
	for (int64_t i = 0; !reader_failed(reader) && i < denotation->count; i++) {
		int64_t row = i % rows;
		int64_t column = i / rows;
		int64_t offset = swizzles ? column / panel * rows * panel + row * panel + column % panel
			: row * columns + column;
		int64_t address = offset * bits / 8;
		address ^= swizzles ? (address % (bytes * 8) >> 7) << 4 : 0;
		table[i] = address * 8 / bits;
	}
	denotation->bits = bits;
	denotation->units = "elements";
	return !reader_failed(reader);
}

/* "name" behind its namespaces. */
static struct str last_part(struct str name) {
	size_t at = name.length;
	while (at > 0 && name.data[at - 1] != ':') {
		at--;
	}
	return (struct str){ name.data + at, name.length - at };
}

/*
 * Registers, tiles of 16 x 16 (of 8 bits: 16 x 32): lane = a run of 4 bytes, two elements of 32 bits, + 4 * row, then
 * column, then row + 8, then the second half of the columns. In a col layout rows and columns of a tile are exchanged.
 */
static bool read_registers(struct reading *reading, const struct term *call, struct denotation *denotation) {
	struct reader *reader = &reading->reader;
	int first;
	int bits = read_type(reader, call, &first);
	if (reader_failed(reader) || call->count < first + 2 || call->count > first + 3) {
		return reader_fault(reader, call->span, FAULT_SYNTAX, "expected rt<type, rows, columns, layout>");
	}
	int64_t rows = term_int(reader, &call->items[first], 16, 1 << 12);
	int64_t columns = term_int(reader, &call->items[first + 1], 16, 1 << 12);
	const struct term *layout = call->count > first + 2 ? &call->items[first + 2] : NULL;
	struct str name = layout == NULL ? str_from("row") : layout->kind == TERM_NAME ? last_part(layout->text)
		: str_from("");
	if (!str_is_among(name, "row row_l col col_l")) {
		return reader_fault(reader, layout->span, FAULT_NAME, "expected the layout row or col");
	}
	bool is_col = str_is_among(name, "col col_l");
	int64_t run = bits == 8 ? 4 : 2;
	int64_t wide = run * 8;
	if (reader_failed(reader) || rows % 16 != 0 || columns % wide != 0 || (is_col && bits == 8)) {
		return reader_fault(reader, call->span, FAULT_UNSUPPORTED, "known are tiles with rows in multiples of 16 and "
			"columns in multiples of 16 (of 8 bits: 32, row layouts alone)");
	}
	int r = is_col ? 1 : 0;
	struct digits threads = { 2, { { r, 0, 8, 1 }, { 1 - r, 0, 4, run } } };
	struct digits values = { 5, { { 0, 0, rows / 16, 16 }, { 1, 0, columns / wide, wide }, { 1 - r, 0, 2, wide / 2 },
		{ r, 0, 2, 8 }, { 1 - r, 0, run, 1 } } };
	denotation->rank = 2;
	denotation->shape[0] = rows;
	denotation->shape[1] = columns;
	denotation->bits = bits;
	bool good = digits_denote(reader, call->span, &threads, &values, denotation);
	denotation->order = bits == 8
		? "thread = lane; value = register, tiles of 16 x 32 row-major; coordinates column-major"
		: "thread = lane; value = register, tiles of 16 x 16 row-major; coordinates column-major";
	return good;
}

/* Whether "name", in any namespace, is "tile", with its element type behind it or without: st, st_bf. */
static bool is_tile(struct str name, const char *tile) {
	struct str last = last_part(name);
	return str_starts_with(last, tile) && (last.length == strlen(tile) || last.data[strlen(tile)] == '_');
}

/* The first type in angles: registers, rt<...>, or shared memory, st<...>. */
static bool read(struct reading *reading, struct denotation *denotation) {
	for (int i = 0; i < reading->program->count; i++) {
		const struct term *term = &reading->program->items[i];
		if (term->kind == TERM_CALL && term->bracket == '<') {
			if (!term_stands_alone(&reading->reader, reading->program, term, term_is_declarator)) {
				return false;
			}
			if (is_tile(term->text, "rt")) {
				return read_registers(reading, term, denotation);
			}
			return is_tile(term->text, "st") ? read_shared(reading, term, denotation)
				: reader_fault(&reading->reader, term->span, FAULT_NAME, "known are the tiles st<...> and rt<...>, not "
					"'%.*s'", (int)term->text.length, term->text.data);
		}
	}
	return reader_fault(&reading->reader, reading->program->span, FAULT_SYNTAX, "expected st<type, rows, columns>");
}

static bool recognises(struct str text) {
	return str_starts_with(text, "st<") || str_starts_with(text, "rt<") || str_starts_with(text, "st_")
		|| str_starts_with(text, "rt_") || str_has(text, "kittens::");
}

const struct language language_thunderkittens = {
	.name = "thunderkittens",
	.about = "st<bf16, 64, 64> and rt<bf16, 16, 16, col>",
	.recognises = recognises,
	.read = read,
};
