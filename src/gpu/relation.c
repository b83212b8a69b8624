#include "gpu/relation.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "algebra/infer.h"
#include "algebra/offsets.h"
#include "base/number.h"

/* --- claims --- */

void side_claim_nothing(struct algebra *al, struct side *side) {
	side->first = arena_array(al->arena, (size_t)side->places, sizeof *side->first);
	side->second = arena_array(al->arena, (size_t)side->places, sizeof *side->second);
	/* All bits of -1 are set. */
	memset(side->first, 0xff, (size_t)side->places * sizeof *side->first);
	memset(side->second, 0xff, (size_t)side->places * sizeof *side->second);
}

/* Which of all elements along k stored element "i" is. */
static int64_t whole_of(struct stored stored, int64_t i) {
	return stored.group == 0 ? i : i / stored.count * stored.group + stored.first + i % stored.count;
}

void side_claim(struct algebra *al, struct side *side, struct layout layout) {
	side_claim_nothing(al, side);
	struct offsets thread = offsets_init(al, layout_mode(layout, 0));
	struct offsets value = offsets_init(al, layout_mode(layout, 1));
	/* A tile in shared memory is the same for all threads; an atom that gives them different ones claims nothing. */
	bool differs = side->is_shared && (thread.least != 0 || thread.greatest != 0);
	for (int64_t i = 0; i < side->places && !differs && !algebra_failed(al); i++) {
		int64_t t = side->is_shared ? 0 : i % side->threads;
		int64_t v = side->is_shared ? i % side->extent + side->extent * whole_of(side->stored, i / side->extent) :
			whole_of(side->stored, i / side->threads);
		if (t < thread.size && v < value.size) {
			int64_t offset = offsets_at(&thread, t) + offsets_at(&value, v);
			side->first[i] = offset % side->extent;
			side->second[i] = offset / side->extent;
		}
	}
}

/* --- whether they explain what was seen --- */

/* The place of C for each m + M * n, or -1. */
static int64_t *index_places(struct algebra *al, const struct relation *relation) {
	int64_t *place_of = arena_array(al->arena, (size_t)(relation->m * relation->n), sizeof *place_of);
	for (int64_t i = 0; i < relation->m * relation->n; i++) {
		place_of[i] = -1;
	}
	for (int64_t p = 0; p < relation->c.places; p++) {
		int64_t m = relation->c.first[p];
		int64_t n = relation->c.second[p];
		if (number_is_index(m, relation->m) && number_is_index(n, relation->n)) {
			place_of[m + relation->m * n] = p;
		}
	}
	return place_of;
}

/* Whether the places "a" and "b" meet by the claims. */
static bool should_meet(const struct relation *relation, int64_t a, int64_t b) {
	return relation->a.first[a] >= 0 && relation->b.first[b] >= 0 && number_is_index(relation->a.second[a], relation->k)
		&& relation->a.second[a] == relation->b.second[b];
}

/* Where they should; -1 if C has no such place. */
static int64_t expected_at(const struct relation *relation, const int64_t *place_of, int64_t a, int64_t b) {
	int64_t m = relation->a.first[a];
	int64_t n = relation->b.first[b];
	bool is_there = number_is_index(m, relation->m) && number_is_index(n, relation->n);
	return is_there ? place_of[m + relation->m * n] : -1;
}

/* The number of pairs that should meet. */
static int64_t expected_count(struct algebra *al, const struct relation *relation) {
	int64_t *of_a = arena_array(al->arena, (size_t)relation->k, sizeof *of_a);
	int64_t sum = 0;
	for (int64_t a = 0; a < relation->a.places; a++) {
		int64_t k = relation->a.second[a];
		if (relation->a.first[a] >= 0 && number_is_index(k, relation->k)) {
			of_a[k]++;
		}
	}
	for (int64_t b = 0; b < relation->b.places; b++) {
		int64_t k = relation->b.second[b];
		sum += relation->b.first[b] >= 0 && number_is_index(k, relation->k) ? of_a[k] : 0;
	}
	return sum;
}

/* A pair that should meet and does not. There is one. */
static struct meeting find_missing(struct algebra *al, const struct relation *relation) {
	int64_t places = relation->a.places;
	uint8_t *met = arena_array(al->arena, (size_t)(places * relation->b.places), 1);
	for (int64_t i = 0; i < relation->count; i++) {
		met[relation->meetings[i].a + places * relation->meetings[i].b] = 1;
	}
	for (int64_t b = 0; b < relation->b.places; b++) {
		for (int64_t a = 0; a < places; a++) {
			if (met[a + places * b] == 0 && should_meet(relation, a, b)) {
				return (struct meeting){ (int32_t)a, (int32_t)b, -1 };
			}
		}
	}
	return (struct meeting){ 0, 0, -1 };
}

/*
 * Whether the claims explain the relation. If not, "*wrong" is a pair of which they do not, with the place at which it
 * was seen. Every meeting must be as expected, and there must be as many as are expected.
 */
static bool explains(struct algebra *al, const struct relation *relation, struct meeting *wrong) {
	int64_t *place_of = index_places(al, relation);
	for (int64_t i = 0; i < relation->count; i++) {
		struct meeting at = relation->meetings[i];
		if (at.c < 0 || !should_meet(relation, at.a, at.b) || expected_at(relation, place_of, at.a, at.b) != at.c) {
			*wrong = at;
			return false;
		}
	}
	if (relation->count != expected_count(al, relation)) {
		*wrong = find_missing(al, relation);
		return false;
	}
	return true;
}

/* --- what the hardware has, if one operand's claims are wrong --- */

/* The number that most of "votes" have, -1 for none. */
static int64_t elected(const int64_t *votes, int64_t count) {
	int64_t best = -1;
	for (int64_t i = 0; i < count; i++) {
		best = votes[i] > 0 && (best < 0 || votes[i] > votes[best]) ? i : best;
	}
	return best;
}

/* The meetings in the order of A's places, or of B's; those of place p are from start[p] to start[p + 1]. */
static const struct meeting *sorted_by_place(struct algebra *al, const struct relation *relation, bool by_b,
		int64_t *start) {
	int64_t places = by_b ? relation->b.places : relation->a.places;
	struct meeting *sorted = arena_array(al->arena, (size_t)relation->count, sizeof *sorted);
	for (int64_t i = 0; i < relation->count; i++) {
		start[(by_b ? relation->meetings[i].b : relation->meetings[i].a) + 1]++;
	}
	for (int64_t p = 0; p < places; p++) {
		start[p + 1] += start[p];
	}
	for (int64_t i = relation->count - 1; i >= 0; i--) {
		int64_t place = by_b ? relation->meetings[i].b : relation->meetings[i].a;
		sorted[--start[place + 1]] = relation->meetings[i];
	}
	for (int64_t p = 0; p < places; p++) {
		start[p] = start[p + 1];
	}
	start[places] = relation->count;
	return sorted;
}

/*
 * Read the claims of A (or B, with "is_b") off the relation, from those of the other operand and of C: each place is in
 * the row (column) of D, and in the k of the other operand, that most of its products are in.
 */
static struct side read_input(struct algebra *al, const struct relation *relation, bool is_b) {
	const struct side *other = is_b ? &relation->a : &relation->b;
	const int64_t *line = is_b ? relation->c.second : relation->c.first;
	struct side side = is_b ? relation->b : relation->a;
	int64_t *start = arena_array(al->arena, (size_t)side.places + 1, sizeof *start);
	const struct meeting *sorted = sorted_by_place(al, relation, is_b, start);
	int64_t *lines = arena_array(al->arena, (size_t)side.extent, sizeof *lines);
	int64_t *depths = arena_array(al->arena, (size_t)relation->k, sizeof *depths);
	side_claim_nothing(al, &side);
	for (int64_t p = 0; p < side.places; p++) {
		memset(lines, 0, (size_t)side.extent * sizeof *lines);
		memset(depths, 0, (size_t)relation->k * sizeof *depths);
		for (int64_t i = start[p]; i < start[p + 1]; i++) {
			int64_t at = is_b ? sorted[i].a : sorted[i].b;
			int64_t k = other->second[at];
			int64_t own = sorted[i].c >= 0 ? line[sorted[i].c] : -1;
			if (number_is_index(own, side.extent) && number_is_index(k, relation->k)) {
				lines[own]++;
				depths[k]++;
			}
		}
		side.first[p] = elected(lines, side.extent);
		side.second[p] = elected(depths, relation->k);
	}
	return side;
}

/* Read the claims of C off the relation, from those of A and B. */
static struct side read_results(struct algebra *al, const struct relation *relation) {
	struct side side = relation->c;
	side_claim_nothing(al, &side);
	for (int64_t i = 0; i < relation->count; i++) {
		struct meeting at = relation->meetings[i];
		if (at.c >= 0 && side.first[at.c] < 0) {
			side.first[at.c] = relation->a.first[at.a];
			side.second[at.c] = relation->b.first[at.b];
		}
	}
	return side;
}

/* --- in words --- */

/* "thread 5, register 1, upper half", or "element (3,9) of the tile". */
static void put_place(char *text, size_t size, const struct side *side, int64_t place) {
	if (side->is_shared) {
		snprintf(text, size, "element (%" PRId64 ",%" PRId64 ") of the tile", place % side->extent,
			place / side->extent);
		return;
	}
	int bits = side->packed.bits;
	int64_t bit = place / side->threads * bits;
	int64_t low = bit % side->register_bits;
	int length = snprintf(text, size, "thread %" PRId64 ", register %" PRId64, place % side->threads,
		bit / side->register_bits);
	text += length;
	size -= (size_t)length;
	if (2 * bits == side->register_bits) {
		snprintf(text, size, ", %s half", low == 0 ? "lower" : "upper");
	} else if (bits == 1) {
		snprintf(text, size, ", bit %" PRId64, low);
	} else if (bits < side->register_bits) {
		snprintf(text, size, ", bits %" PRId64 " to %" PRId64, low, low + bits - 1);
	}
}

/* Put text behind what was said before. */
__attribute__((format(printf, 2, 3)))
static void say(struct silicon_answer *answer, const char *format, ...) {
	va_list args;
	va_start(args, format);
	size_t length = strlen(answer->text);
	vsnprintf(answer->text + length, sizeof answer->text - length, format, args);
	va_end(args);
	answer->good = false;
}

/* The first place of which "read" and "claimed" say different things. */
static void say_difference(struct silicon_answer *answer, const struct side *read, const struct side *claimed) {
	const char *modes = read->name[0] == 'A' ? "m,k" : read->name[0] == 'B' ? "n,k" : "m,n";
	char place[128];
	for (int64_t i = 0; i < read->places; i++) {
		if (read->first[i] != claimed->first[i] || read->second[i] != claimed->second[i]) {
			put_place(place, sizeof place, read, i);
			say(answer, "%s%s: %s holds (%s) = (%" PRId64 ",%" PRId64 "), the atom says (%" PRId64 ",%" PRId64 ")",
				answer->text[0] != '\0' ? "; or else " : "", read->name, place, modes, read->first[i], read->second[i],
				claimed->first[i], claimed->second[i]);
			return;
		}
	}
}

/* No operand alone explains the relation: say what the pair "wrong" does. */
static void say_pair(struct algebra *al, struct silicon_answer *answer, const struct relation *relation,
		struct meeting wrong) {
	bool meets = should_meet(relation, wrong.a, wrong.b);
	int64_t wanted = meets ? expected_at(relation, index_places(al, relation), wrong.a, wrong.b) : -1;
	char a[128];
	char b[128];
	char is[160] = "at no place of D alone";
	char should_be[160] = "nowhere";
	put_place(a, sizeof a, &relation->a, wrong.a);
	put_place(b, sizeof b, &relation->b, wrong.b);
	if (wrong.c >= 0) {
		put_place(is, sizeof is, &relation->c, wrong.c);
	}
	if (wanted >= 0) {
		put_place(should_be, sizeof should_be, &relation->c, wanted);
	} else if (meets) {
		snprintf(should_be, sizeof should_be, "where C has no place");
	}
	say(answer, "the product of A at %s and B at %s stands %s%s, the atom says %s", a, b, wrong.c >= 0 ? "at " : "", is,
		should_be);
}

/* --- the judgement --- */

struct silicon_answer relation_judge(struct algebra *al, struct relation *relation) {
	struct silicon_answer answer = { .good = true };
	struct meeting wrong;
	struct meeting other;
	if (explains(al, relation, &wrong)) {
		answer.good = !algebra_failed(al);
		return answer;
	}
	struct side *sides[] = { &relation->a, &relation->b, &relation->c };
	for (int guess = 0; guess < 3; guess++) {
		struct side claimed = *sides[guess];
		struct side read = guess == 2 ? read_results(al, relation) : read_input(al, relation, guess == 1);
		*sides[guess] = read;
		bool is_it = explains(al, relation, &other);
		*sides[guess] = claimed;
		if (is_it) {
			say_difference(&answer, &read, &claimed);
		}
	}
	if (answer.good) {
		say_pair(al, &answer, relation, wrong);
	}
	return answer;
}

/* The layout that the claims of "side" are, if they are one. */
static void find_layout(struct algebra *al, struct silicon_answer *answer, const struct side *side) {
	int64_t *table = arena_array(al->arena, (size_t)side->places, sizeof *table);
	for (int64_t i = 0; i < side->places; i++) {
		table[i] = side->first[i] + side->extent * side->second[i];
	}
	struct tuple shape = tuple_pair(al, tuple_int(side->threads), tuple_int(side->values));
	struct inferred inferred = infer_plain(al, table, shape);
	answer->has_layout = !algebra_failed(al) && inferred.found && inferred.offset == 0;
	answer->layout = inferred.layout;
}

struct silicon_answer relation_read_a(struct algebra *al, struct relation *relation) {
	struct silicon_answer answer = { .good = true };
	struct meeting wrong;
	relation->a = read_input(al, relation, false);
	if (explains(al, relation, &wrong)) {
		find_layout(al, &answer, &relation->a);
	} else {
		say_pair(al, &answer, relation, wrong);
	}
	return answer;
}
