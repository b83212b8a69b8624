#include "gpu/silicon_wgmma_judge.h"

#include <inttypes.h>
#include <stdio.h>

#include "algebra/offsets.h"
#include "base/number.h"

/* --- what the atom claims --- */

static struct relation relation_of(struct algebra *al, const struct wgmma_question *question,
		const struct wgmma_sizes *sizes, unsigned pattern) {
	struct relation relation = { .m = WGMMA_ROWS, .n = sizes->n, .k = sizes->k };
	relation.a = (struct side){ .name = "A", .is_shared = question->a.count == 0, .places = sizes->places_a,
		.packed = question->a_elements, .extent = WGMMA_ROWS };
	relation.b = (struct side){ .name = "B", .is_shared = true, .places = sizes->places_b,
		.packed = question->b_elements, .extent = sizes->n };
	relation.c = (struct side){ .name = "C", .places = sizes->places_d, .packed = question->d_elements,
		.extent = WGMMA_ROWS };
	struct side *const sides[] = { &relation.a, &relation.b, &relation.c };
	for (int i = 0; i < 3; i++) {
		sides[i]->threads = WGMMA_THREADS;
		sides[i]->values = (int)(sides[i]->places / WGMMA_THREADS);
		sides[i]->register_bits = 32;
	}
	if (question->is_sparse) {
		int half = question->group / 2;
		relation.a.stored = (struct stored){ question->group, half, (int)pattern * half };
	}
	side_claim(al, &relation.a, question->atom.a);
	side_claim(al, &relation.b, question->atom.b);
	side_claim(al, &relation.c, question->atom.c);
	return relation;
}

/* --- lists --- */

/* The lists that a run left, and how to read them. */
struct lists {
	const uint32_t *found;
	int64_t places, slots;         /* of D; of a list */
	int digits, digit_bits;
};

static const uint32_t *list_at(const struct lists *lists, int digit, int64_t place) {
	return lists->found + (digit * lists->places + place) * (lists->slots + 1);
}

/*
 * Whether every list is what the claims say: as many entries as A has stored elements in a row, each with a place of A
 * in the row of the place of D, no k twice, and with the digit of the place of B that has its k and the column. This
 * alone proves the atom; the relation is only made to say what is wrong.
 */
static bool is_as_claimed(struct algebra *al, const struct relation *relation, const struct lists *lists) {
	int64_t *place_of_b = arena_array(al->arena, (size_t)(relation->n * relation->k), sizeof *place_of_b);
	const uint32_t **seen_in = arena_array(al->arena, (size_t)relation->k, sizeof *seen_in);
	for (int64_t p = 0; p < relation->b.places; p++) {
		if (relation->b.first[p] < 0 || !number_is_index(relation->b.second[p], relation->k)) {
			return false;
		}
		place_of_b[relation->b.first[p] + relation->n * relation->b.second[p]] = p;
	}
	for (int digit = 0; digit < lists->digits; digit++) {
		for (int64_t p = 0; p < lists->places; p++) {
			const uint32_t *list = list_at(lists, digit, p);
			int64_t m = relation->c.first[p];
			int64_t n = relation->c.second[p];
			bool good = list[0] == (uint32_t)lists->slots && number_is_index(n, relation->n);
			for (int64_t i = 1; i <= lists->slots && good; i++) {
				int64_t a = list[i] >> WGMMA_NUMBER_BITS;
				int64_t k = number_is_index(a, relation->a.places) ? relation->a.second[a] : -1;
				good = number_is_index(k, relation->k) && relation->a.first[a] == m && seen_in[k] != list;
				int64_t number = good ? place_of_b[n + relation->n * k] >> digit * lists->digit_bits : 0;
				uint32_t seen = list[i] & WGMMA_NO_NUMBER;
				good = good && seen == (number & ((1 << lists->digit_bits) - 1)) + 1;
				seen_in[good ? k : 0] = list;
			}
			if (!good) {
				return false;
			}
		}
	}
	return true;
}

/* The number that place "p" of D had with place "a" of A, less 1, from all digits; -1 if one is missing. */
static int64_t number_of(const struct lists *lists, int64_t p, uint32_t a) {
	int64_t number = 0;
	for (int digit = 0; digit < lists->digits; digit++) {
		const uint32_t *list = list_at(lists, digit, p);
		int64_t part = -1;
		for (int64_t i = 1; i <= lists->slots && i <= (int64_t)list[0]; i++) {
			part = list[i] >> WGMMA_NUMBER_BITS == a ? (int64_t)(list[i] & WGMMA_NO_NUMBER) - 1 : part;
		}
		if (part < 0 || part >= 1 << lists->digit_bits) {
			return -1;
		}
		number += part << digit * lists->digit_bits;
	}
	return number;
}

/* Whether entry "i" of a list is of the same place of A as one before it. */
static bool is_repeated(const uint32_t *list, int64_t i) {
	for (int64_t before = 1; before < i; before++) {
		if (list[before] >> WGMMA_NUMBER_BITS == list[i] >> WGMMA_NUMBER_BITS) {
			return true;
		}
	}
	return false;
}

/*
 * All products that the lists have, as meetings. A number that no place of B has, and a place of A that was there
 * before, is one at no place of D.
 */
static void read_meetings(struct algebra *al, struct relation *relation, const struct lists *lists) {
	struct meeting *meetings = arena_array(al->arena, (size_t)(lists->places * lists->slots), sizeof *meetings);
	for (int64_t p = 0; p < lists->places; p++) {
		const uint32_t *list = list_at(lists, 0, p);
		for (int64_t i = 1; i <= lists->slots && i <= (int64_t)list[0]; i++) {
			uint32_t a = list[i] >> WGMMA_NUMBER_BITS;
			int64_t b = number_of(lists, p, a);
			bool has_a = number_is_index(a, relation->a.places);
			bool is_known = has_a && number_is_index(b, relation->b.places) && !is_repeated(list, i);
			meetings[relation->count++] = (struct meeting){ has_a ? (int32_t)a : 0,
				is_known ? (int32_t)b : 0, is_known ? (int32_t)p : -1 };
		}
	}
	relation->meetings = meetings;
}

/* --- metadata --- */

/* Row and group along k; a row of -1 is none. */
struct selected {
	int64_t row, group;
};

/* What changed in D with a place of the metadata: two places of one row, whose numbers are the group's. */
static struct selected read_selected(const struct relation *relation, const uint32_t *list, int group) {
	struct selected seen = { -1, 0 };
	for (uint32_t n = 1; n <= list[0] && n <= WGMMA_SLOTS; n++) {
		int64_t place = list[n] >> WGMMA_NUMBER_BITS;
		int64_t number = (list[n] & WGMMA_NO_NUMBER) / (uint32_t)(group / 2);
		bool is_place = number_is_index(place, relation->c.places);
		int64_t column = is_place ? relation->c.second[place] : 2;
		seen.row = is_place ? relation->c.first[place] : -1;
		seen.group += column < 2 ? (number - 1) << 3 * column : relation->k / group;
	}
	return seen;
}

/* The row and group of four bits of metadata by the layout. */
static struct selected claimed_by(struct algebra *al, const struct wgmma_question *question, int64_t i) {
	struct offsets thread = offsets_init(al, layout_mode(question->metadata, 0));
	struct offsets value = offsets_init(al, layout_mode(question->metadata, 1));
	int64_t t = i % WGMMA_THREADS;
	int64_t v = i / WGMMA_THREADS * question->group;
	int64_t offset = offsets_at(&thread, t) + offsets_at(&value, v);
	return (struct selected){ offset % WGMMA_ROWS, offset / WGMMA_ROWS / question->group };
}

/* The places of the metadata, one after the other: row and group along k that have changed, against the layout. */
static struct silicon_answer judge_metadata(struct algebra *al, const struct wgmma_question *question,
		const struct relation *relation, const uint32_t *found) {
	struct silicon_answer answer = { .good = true, .asked = WGMMA_THREADS * WGMMA_NIBBLES };
	int64_t groups = relation->k / question->group;
	uint8_t *is_claimed = arena_array(al->arena, (size_t)(WGMMA_ROWS * groups), 1);
	for (int64_t i = 0; i < answer.asked && !algebra_failed(al) && answer.good; i++) {
		const uint32_t *list = found + i * (1 + WGMMA_SLOTS);
		struct selected seen = read_selected(relation, list, question->group);
		struct selected claimed = claimed_by(al, question, i);
		/* With selector 0 the first of the threads that have the same metadata is looked at. */
		bool is_read = number_is_index(claimed.group, groups)
			&& is_claimed[claimed.row + WGMMA_ROWS * claimed.group]++ == 0;
		bool as_claimed = list[0] == 2 && seen.row == claimed.row && seen.group == claimed.group;
		answer.good = is_read ? as_claimed : list[0] == 0;
		if (!answer.good) {
			int64_t bit = 4 * (i / WGMMA_THREADS);
			snprintf(answer.text, sizeof answer.text, "metadata: bits %" PRId64 " to %" PRId64 " of thread %" PRId64
				" select in (m,k) = (%" PRId64 ",%" PRId64 "), the atom says %s(%" PRId64 ",%" PRId64 ")", bit, bit + 3,
				i % WGMMA_THREADS, seen.row, seen.row < 0 ? -1 : seen.group * question->group,
				is_read ? "" : "nothing beside another's ", claimed.row, claimed.group * question->group);
		}
	}
	answer.good = answer.good && !algebra_failed(al);
	return answer;
}

/* --- the judgement --- */

struct silicon_answer wgmma_judge(struct algebra *al, const struct wgmma_question *question, struct wgmma_run run,
		const uint32_t *found) {
	struct wgmma_sizes sizes = wgmma_sizes(al, question);
	if (run.pattern == WGMMA_METADATA) {
		struct relation relation = relation_of(al, question, &sizes, 0);
		return judge_metadata(al, question, &relation, found);
	}
	struct relation relation = relation_of(al, question, &sizes, run.pattern);
	struct lists lists = { .found = found, .places = sizes.places_d, .slots = sizes.stored_k, .digits = sizes.digits,
		.digit_bits = sizes.digit_bits };
	struct silicon_answer answer = { .good = true };
	if (!is_as_claimed(al, &relation, &lists)) {
		read_meetings(al, &relation, &lists);
		answer = relation_judge(al, &relation);
		if (answer.good) {
			answer.good = false;
			snprintf(answer.text, sizeof answer.text, "a place of D has more products than A has elements in a row");
		}
	}
	answer.asked = relation.m * relation.n * lists.slots;
	answer.good = answer.good && !algebra_failed(al);
	return answer;
}
