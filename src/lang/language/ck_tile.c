/*
 * Tile distributions of composable_kernel:
 *
 *     tile_distribution_encoding<sequence<R..>, tuple<sequence<H0..>, sequence<H1..>>, tuple<sequence<P majors>, ..>,
 *         tuple<sequence<P minors>, ..>, sequence<Y majors>, sequence<Y minors>>
 *
 * Coordinate k of the tile is the number with the digits H_k, the first the most significant. Major 0 names a digit
 * of R,
 * copies, and major k+1 one of H_k. Each P is a number with the digits that it lists: a warp and a lane, or a lane.
 * Ys are
 * the digits of a register.
 */
#include <inttypes.h>

#include "lang/language/digits.h"
#include "lang/language/language.h"

enum { CK_DIGITS = 32, CK_PARTS = 16 };

struct distribution {
	int ranks[CK_PARTS + 1];                    /* digits of R and of each H */
	struct digit digits[CK_PARTS + 1][CK_DIGITS];
	bool used[CK_PARTS + 1][CK_DIGITS];
	int dimensions;
};

/* sequence<1, 2, 3>, in any namespace, or its numbers in brackets alone. */
static bool read_sequence(struct reader *reader, const struct term *term, int64_t *out, int *count) {
	if (!term_is_call(term, "sequence") && term->kind != TERM_LIST
		&& !(term->kind == TERM_CALL && str_ends_with(term->text, "::sequence"))) {
		return reader_fault(reader, term->span, FAULT_SYNTAX, "expected sequence<...>");
	}
	*count = term_ints(reader, term, out, CK_DIGITS);
	return !reader_failed(reader);
}

/* The digits of R (number 0), or of H_k (number k+1). */
static void read_digits(struct reader *reader, const struct term *term, struct distribution *ck, int number) {
	int64_t extents[CK_DIGITS];
	int count;
	if (!read_sequence(reader, term, extents, &count)) {
		return;
	}
	extents_product(reader, term->span, extents, count, LIMIT_DENOTED);
	if (reader_failed(reader)) {
		return;
	}
	int64_t stride = 1;
	for (int i = count - 1; i >= 0; i--) {
		ck->digits[number][i] = (struct digit){ .dimension = number - 1, .extent = extents[i], .stride = stride };
		stride *= extents[i];
	}
	ck->ranks[number] = count;
}

/* Append the digits that "majors" and "minors" name. */
static bool name_digits(struct reader *reader, const struct term *majors, const struct term *minors,
	struct distribution *ck,
	struct digits *out) {
	int64_t major[CK_DIGITS];
	int64_t minor[CK_DIGITS];
	int count;
	int minor_count;
	if (!read_sequence(reader, majors, major, &count) || !read_sequence(reader, minors, minor, &minor_count)) {
		return false;
	}
	if (count != minor_count) {
		return reader_fault(reader, minors->span, FAULT_RANK, "expected %d numbers, one for each major, saw %d", count,
			minor_count);
	}
	for (int i = 0; i < count; i++) {
		bool exists = major[i] >= 0 && major[i] <= ck->dimensions && minor[i] >= 0 && minor[i] < ck->ranks[major[i]];
		if (!exists || ck->used[major[i]][minor[i]]) {
			return reader_fault(reader, minors->items[i].span, FAULT_DOMAIN, exists ? "digit %" PRId64 " of %" PRId64
				" is used twice" : "there is no digit %" PRId64 " of %" PRId64, minor[i], major[i]);
		}
		ck->used[major[i]][minor[i]] = true;
		digits_append(reader, minors->span, out, ck->digits[major[i]][minor[i]]);
	}
	return !reader_failed(reader);
}

/* Each digit of more than one element belongs to some P or Y; else a thread would own what nobody names. */
static bool require_all_used(struct reader *reader, const struct term *term, const struct distribution *ck) {
	for (int number = 0; number <= ck->dimensions; number++) {
		for (int i = 0; i < ck->ranks[number]; i++) {
			if (!ck->used[number][i] && ck->digits[number][i].extent > 1) {
				return number == 0
					? reader_fault(reader, term->span, FAULT_DOMAIN, "copy %d belongs to no P and no Y", i)
					: reader_fault(reader, term->span, FAULT_DOMAIN,
						"digit %d of dimension %d belongs to no P and no Y", i, number - 1);
			}
		}
	}
	return true;
}

/*
 * tile_distribution_encoding< R, Hs, P majors, P minors, Y majors, Y minors >: the digits that the Ps name are the
 * thread, those that the Ys name the value; each digit of an H goes to its dimension, and R is replication. Every
 * digit must be named once.
 */
static bool read_encoding(struct reading *reading, const struct term *term, struct denotation *denotation) {
	struct reader *reader = &reading->reader;
	if (term->count != 6) {
		return reader_fault(reader, term->span, FAULT_SYNTAX, "expected 6 parts: R, H, P majors and minors, Y majors "
			"and minors; "
			"saw %d", term->count);
	}
	const struct term *lengths = &term->items[1];
	const struct term *majors = &term->items[2];
	const struct term *minors = &term->items[3];
	struct distribution *ck = arena_alloc(reader->al->arena, sizeof *ck);
	struct digits threads = { 0 };
	struct digits values = { 0 };
	if (lengths->count < 1 || lengths->count > CK_PARTS || majors->count != minors->count || majors->count > CK_PARTS) {
		return reader_fault(reader, lengths->span, FAULT_RANK, "expected 1 to %d dimensions, and as many minors as "
			"majors", CK_PARTS);
	}
	ck->dimensions = lengths->count;
	read_digits(reader, &term->items[0], ck, 0);
	for (int k = 0; k < lengths->count && !reader_failed(reader); k++) {
		read_digits(reader, &lengths->items[k], ck, k + 1);
		denotation->shape[k] = 1;
		for (int i = 0; i < ck->ranks[k + 1]; i++) {
			denotation->shape[k] *= ck->digits[k + 1][i].extent;
		}
	}
	for (int p = 0; p < majors->count && !reader_failed(reader); p++) {
		name_digits(reader, &majors->items[p], &minors->items[p], ck, &threads);
	}
	if (reader_failed(reader) || !name_digits(reader, &term->items[4], &term->items[5], ck, &values)
		|| !require_all_used(reader, term, ck)) {
		return false;
	}
	denotation->rank = lengths->count;
	bool good = digits_denote(reader, term->span, &threads, &values, denotation);
	denotation->order = majors->count == 2 ? "thread = P1 + |P1| * P0, lane and warp; value = the Ys row-major; "
		"coordinates "
		"column-major" : "thread = the Ps row-major; value = the Ys row-major; coordinates column-major";
	return good;
}

/* The first tile_distribution_encoding in the text. */
static bool read(struct reading *reading, struct denotation *denotation) {
	for (int i = 0; i < reading->program->count; i++) {
		const struct term *term = &reading->program->items[i];
		if (term->kind == TERM_CALL && str_has(term->text, "tile_distribution_encoding")) {
			return term_stands_alone(&reading->reader, reading->program, term, term_is_declarator)
				&& read_encoding(reading, term, denotation);
		}
	}
	return reader_fault(&reading->reader, reading->program->span, FAULT_SYNTAX,
		"expected tile_distribution_encoding<...>");
}

static bool recognises(struct str text) {
	return str_has(text, "tile_distribution_encoding");
}

const struct language language_ck_tile = {
	.name = "ck_tile",
	.about = "tile_distribution_encoding of composable_kernel",
	.recognises = recognises,
	.read = read,
};
