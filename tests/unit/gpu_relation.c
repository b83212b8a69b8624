/*
 * What is said of relations between the places of A, B and D (src/gpu/relation.h): random ones that the claims
 * explain, and ones with one error, whose text is known. The places are drawn, not those of an atom. Prints "N passed,
 * N failed".
 *
 *     gpu_relation [COUNT [SEED]]
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algebra/offsets.h"
#include "gpu/relation.h"
#include "gpu/tiling.h"
#include "samples.h"

enum { RELATIONS = 400, SIDE_MAX = 5, MEETINGS_MAX = SIDE_MAX * SIDE_MAX * SIDE_MAX + 1 };

static int passed, failed;

/* A relation with room for one meeting more. */
struct drawn {
	struct relation relation;
	struct meeting meetings[MEETINGS_MAX];
};

static void check_text(const struct silicon_answer *answer, const char *wanted, const char *what) {
	bool good = answer->good == (wanted[0] == '\0') && strcmp(answer->text, wanted) == 0;
	passed += good;
	failed += !good;
	if (!good) {
		printf("FAIL: %s: expected '%s', saw '%s'\n", what, wanted, answer->text);
	}
}

/* --- relations --- */

static void shuffle(struct samples *samples, void *things, int64_t count, size_t size) {
	char kept[sizeof(struct meeting)];
	char *bytes = things;
	for (int64_t i = count - 1; i > 0; i--) {
		char *a = bytes + (size_t)i * size;
		char *b = bytes + (size_t)sample_below(samples, i + 1) * size;
		memcpy(kept, a, size);
		memmove(a, b, size);
		memcpy(b, kept, size);
	}
}

/* Places for all of "extent" x "other", in an order that is drawn, and some that the atom does not have. */
static void draw_side(struct samples *samples, struct algebra *al, struct side *side, const char *name, int64_t extent,
		int64_t other) {
	static const int bits[] = { 1, 4, 8, 16, 32, 64 };
	*side = (struct side){ .name = name, .extent = extent, .threads = (int)sample_between(samples, 1, 4) };
	side->values = (int)(extent * other / side->threads + sample_between(samples, 1, 2));
	side->places = (int64_t)side->threads * side->values;
	side->is_shared = sample_below(samples, 4) == 0;
	side->packed.bits = bits[sample_below(samples, 6)];
	side->register_bits = side->packed.bits == 64 ? 64 : 32;
	side_claim_nothing(al, side);
	int64_t *order = arena_array(al->arena, (size_t)side->places, sizeof *order);
	for (int64_t i = 0; i < side->places; i++) {
		order[i] = i;
	}
	shuffle(samples, order, side->places, sizeof *order);
	for (int64_t i = 0; i < extent * other; i++) {
		side->first[order[i]] = i % extent;
		side->second[order[i]] = i / extent;
	}
}

static int64_t place_of(const struct side *side, int64_t first, int64_t second) {
	for (int64_t p = 0; p < side->places; p++) {
		if (side->first[p] == first && side->second[p] == second) {
			return p;
		}
	}
	return -1;
}

static void draw_relation_of_k(struct samples *samples, struct algebra *al, int64_t products, struct drawn *drawn) {
	struct relation *relation = &drawn->relation;
	*relation = (struct relation){ .m = sample_between(samples, 3, SIDE_MAX) };
	relation->n = sample_between(samples, 3, SIDE_MAX);
	relation->k = products;
	draw_side(samples, al, &relation->a, "A", relation->m, relation->k);
	draw_side(samples, al, &relation->b, "B", relation->n, relation->k);
	draw_side(samples, al, &relation->c, "C", relation->m, relation->n);
	relation->meetings = drawn->meetings;
	for (int64_t m = 0; m < relation->m; m++) {
		for (int64_t n = 0; n < relation->n; n++) {
			for (int64_t k = 0; k < relation->k; k++) {
				drawn->meetings[relation->count++] = (struct meeting){ (int32_t)place_of(&relation->a, m, k),
					(int32_t)place_of(&relation->b, n, k), (int32_t)place_of(&relation->c, m, n) };
			}
		}
	}
	shuffle(samples, drawn->meetings, relation->count, sizeof drawn->meetings[0]);
}

/* All extents are 3 and more, so that one error leaves most products of a place as they are. */
static void draw_relation(struct samples *samples, struct algebra *al, struct drawn *drawn) {
	draw_relation_of_k(samples, al, sample_between(samples, 3, SIDE_MAX), drawn);
}

/* --- what is to be said --- */

static const char *words(struct algebra *al, const struct side *side, int64_t place) {
	struct buf out;
	buf_init(&out, al->arena);
	int bits = side->packed.bits;
	int each = side->register_bits / bits;
	int64_t value = place / side->threads;
	if (side->is_shared) {
		buf_printf(&out, "element (%" PRId64 ",%" PRId64 ") of the tile", place % side->extent, place / side->extent);
		return out.data;
	}
	buf_printf(&out, "thread %" PRId64 ", register %" PRId64, place % side->threads, value / each);
	if (each == 2) {
		buf_put(&out, value % 2 == 0 ? ", lower half" : ", upper half");
	} else if (bits == 1) {
		buf_printf(&out, ", bit %" PRId64, value % each);
	} else if (each > 1) {
		buf_printf(&out, ", bits %" PRId64 " to %" PRId64, value % each * bits, value % each * bits + bits - 1);
	}
	return out.data;
}

/* "at" is a place of C, or -1; "wanted" as well, or -2 where C has no place for the product. */
static const char *product(struct algebra *al, const struct relation *relation, struct meeting at, int64_t wanted) {
	struct buf out;
	buf_init(&out, al->arena);
	buf_printf(&out, "the product of A at %s and B at %s stands ", words(al, &relation->a, at.a),
		words(al, &relation->b, at.b));
	buf_printf(&out, "%s%s, the atom says ", at.c >= 0 ? "at " : "at no place of D alone",
		at.c >= 0 ? words(al, &relation->c, at.c) : "");
	buf_put(&out, wanted >= 0 ? words(al, &relation->c, wanted) : wanted == -2 ? "where C has no place" : "nowhere");
	return out.data;
}

static const char *holds(struct algebra *al, const struct side *side, int64_t place, const int64_t is[2]) {
	struct buf out;
	buf_init(&out, al->arena);
	const char *modes = side->name[0] == 'A' ? "m,k" : side->name[0] == 'B' ? "n,k" : "m,n";
	buf_printf(&out, "%s: %s holds (%s) = ", side->name, words(al, side, place), modes);
	buf_printf(&out, "(%" PRId64 ",%" PRId64 "), ", is[0], is[1]);
	buf_printf(&out, "the atom says (%" PRId64 ",%" PRId64 ")", side->first[place], side->second[place]);
	return out.data;
}

/* --- errors --- */

/* A product that is missing, at another place, at none alone, or too much. */
static void try_products(struct samples *samples, struct algebra *al) {
	struct drawn drawn;
	draw_relation(samples, al, &drawn);
	struct relation *relation = &drawn.relation;
	struct silicon_answer answer = relation_judge(al, relation);
	check_text(&answer, "", "a relation as claimed");
	int64_t i = sample_below(samples, relation->count);
	struct meeting kept = drawn.meetings[i];
	drawn.meetings[i].c = -1;
	answer = relation_judge(al, relation);
	check_text(&answer, product(al, relation, drawn.meetings[i], kept.c), "a product at no place alone");
	drawn.meetings[i].c = (int32_t)((kept.c + 1 + sample_below(samples, relation->c.places - 1)) % relation->c.places);
	answer = relation_judge(al, relation);
	if (relation->c.first[drawn.meetings[i].c] >= 0) {
		check_text(&answer, product(al, relation, drawn.meetings[i], kept.c), "a product at another place");
	}
	drawn.meetings[i] = drawn.meetings[--relation->count];
	answer = relation_judge(al, relation);
	check_text(&answer, product(al, relation, (struct meeting){ kept.a, kept.b, -1 }, kept.c), "no product");
	drawn.meetings[relation->count++] = kept;
	int64_t b = sample_below(samples, relation->b.places);
	if (relation->b.second[b] != relation->a.second[kept.a]) {
		struct meeting more = { kept.a, (int32_t)b, kept.c };
		drawn.meetings[relation->count++] = more;
		answer = relation_judge(al, relation);
		check_text(&answer, product(al, relation, more, -1), "a product too much");
	}
}

/* Two places of a side whose coordinates "same" are the same, and the others not, have one another's. */
static void try_claims(struct samples *samples, struct algebra *al, int which) {
	struct drawn drawn;
	draw_relation(samples, al, &drawn);
	struct relation *relation = &drawn.relation;
	struct side *side = which == 0 ? &relation->a : which == 1 ? &relation->b : &relation->c;
	int64_t second = sample_below(samples, which == 2 ? relation->n : relation->k);
	int64_t p = place_of(side, 0, second);
	int64_t q = place_of(side, 1 + sample_below(samples, 2), second);
	side->first[p] = side->first[q];
	side->first[q] = 0;
	int64_t least = p < q ? p : q;
	struct silicon_answer answer = relation_judge(al, relation);
	const char *wanted = holds(al, side, least, (int64_t[2]){ side->first[p < q ? q : p], second });
	check_text(&answer, wanted, "claims of two places that have changed");
	side->first[q] = side->first[p];
	side->first[p] = side->second[p] = -1;
	answer = relation_judge(al, relation);
	check_text(&answer, holds(al, side, p, (int64_t[2]){ 0, second }), "a place that claims nothing");
	if (which == 2) {
		int64_t i = 0;
		while (drawn.meetings[i].c != p) {
			i++;
		}
		struct meeting first = drawn.meetings[i];
		drawn.meetings[i] = drawn.meetings[0];
		drawn.meetings[0] = first;
		for (int64_t k = 0; k < relation->count; k++) {
			drawn.meetings[k].c = drawn.meetings[k].c == q ? -1 : drawn.meetings[k].c;
		}
		answer = relation_judge(al, relation);
		check_text(&answer, product(al, relation, first, -2), "a product where C has no place");
	}
}

/* Results of a single product each: every meeting alone says where its result is. */
static void try_outer_product(struct samples *samples, struct algebra *al) {
	struct drawn drawn;
	draw_relation_of_k(samples, al, 1, &drawn);
	struct relation *relation = &drawn.relation;
	struct side *c = &relation->c;
	struct meeting first = drawn.meetings[0];
	int64_t m = c->first[first.c];
	int64_t n = c->second[first.c];
	struct silicon_answer answer = relation_judge(al, relation);
	check_text(&answer, "", "an outer product");
	int64_t other = place_of(c, (m + 1) % relation->m, n);
	c->first[first.c] = c->first[other];
	c->first[other] = m;
	int64_t least = first.c < other ? first.c : other;
	answer = relation_judge(al, relation);
	check_text(&answer, holds(al, c, least, (int64_t[2]){ c->first[first.c < other ? other : first.c], n }),
		"results of an outer product that have changed");
}

/* A's and B's coordinates along k that have changed in the same way in A alone: it is A, or else B. */
static void try_either(struct samples *samples, struct algebra *al) {
	struct drawn drawn;
	draw_relation(samples, al, &drawn);
	struct relation *relation = &drawn.relation;
	for (int64_t p = 0; p < relation->a.places; p++) {
		int64_t k = relation->a.second[p];
		relation->a.second[p] = k == 0 ? 1 : k == 1 ? 0 : k;
	}
	int64_t of_a = 0;
	int64_t of_b = 0;
	while (relation->a.second[of_a] != 0 && relation->a.second[of_a] != 1) {
		of_a++;
	}
	while (relation->b.second[of_b] != 0 && relation->b.second[of_b] != 1) {
		of_b++;
	}
	struct buf wanted;
	buf_init(&wanted, al->arena);
	int64_t a[2] = { relation->a.first[of_a], 1 - relation->a.second[of_a] };
	int64_t b[2] = { relation->b.first[of_b], 1 - relation->b.second[of_b] };
	buf_printf(&wanted, "%s; or else ", holds(al, &relation->a, of_a, a));
	buf_put(&wanted, holds(al, &relation->b, of_b, b));
	struct silicon_answer answer = relation_judge(al, relation);
	check_text(&answer, wanted.data, "two numbers of k that have changed");
}

/* A's coordinates are read off; where they are those of a layout, it is one that gives them. */
static void try_reading(struct samples *samples, struct algebra *al) {
	struct drawn drawn;
	draw_relation(samples, al, &drawn);
	struct relation *relation = &drawn.relation;
	struct side known = relation->a;
	struct silicon_answer answer = relation_read_a(al, relation);
	check_text(&answer, "", "an A that is read off");
	bool same = memcmp(known.first, relation->a.first, (size_t)known.places * sizeof *known.first) == 0
		&& memcmp(known.second, relation->a.second, (size_t)known.places * sizeof *known.second) == 0;
	struct offsets offsets = offsets_init(al, answer.layout);
	for (int64_t p = 0; p < known.places && answer.has_layout; p++) {
		same = same && known.first[p] + known.extent * known.second[p] == offsets_at(&offsets, p);
	}
	passed += same;
	failed += !same;
	struct meeting gone = drawn.meetings[--relation->count];
	answer = relation_read_a(al, relation);
	int64_t place = place_of(&relation->c, known.first[gone.a], relation->b.first[gone.b]);
	gone.c = -1;
	check_text(&answer, product(al, relation, gone, place), "an A that cannot be read");
}

/*
 * A's places read off are a layout where they are one of stride 1; backward they begin at the last element, which no
 * layout does; with two places that have changed they are none.
 */
static void try_inferred(struct algebra *al) {
	enum { SIDE = 4, PLACES = SIDE * SIDE };
	for (int way = 0; way < 3; way++) {
		struct meeting meetings[PLACES * SIDE];
		struct relation relation = { .m = SIDE, .n = SIDE, .k = SIDE, .meetings = meetings };
		struct side *const sides[] = { &relation.a, &relation.b, &relation.c };
		static const char *const names[] = { "A", "B", "C" };
		for (int s = 0; s < 3; s++) {
			*sides[s] = (struct side){ .name = names[s], .extent = SIDE, .threads = SIDE, .values = SIDE,
				.places = PLACES, .packed.bits = 32, .register_bits = 32 };
			side_claim_nothing(al, sides[s]);
			for (int64_t p = 0; p < PLACES; p++) {
				int64_t element = s > 0 || way == 0 ? p : way == 1 ? PLACES - 1 - p : p == 5 ? 9 : p == 9 ? 5 : p;
				sides[s]->first[p] = element % SIDE;
				sides[s]->second[p] = element / SIDE;
			}
		}
		for (int64_t i = 0; i < PLACES * SIDE; i++) {
			int64_t m = i % SIDE;
			int64_t n = i / SIDE % SIDE;
			int64_t k = i / PLACES;
			meetings[relation.count++] = (struct meeting){ (int32_t)place_of(&relation.a, m, k),
				(int32_t)place_of(&relation.b, n, k), (int32_t)place_of(&relation.c, m, n) };
		}
		struct silicon_answer answer = relation_read_a(al, &relation);
		bool good = answer.good && answer.has_layout == (way == 0);
		struct offsets offsets = offsets_init(al, answer.has_layout ? answer.layout : layout_of_int(PLACES, 1));
		for (int64_t p = 0; p < PLACES; p++) {
			good = good && offsets_at(&offsets, p) == p;
		}
		passed += good;
		failed += !good;
		if (!good) {
			printf("FAIL: the layout of A's places, in way %d\n", way);
		}
	}
}

/* Claims of A and B beyond K meet nowhere, also where they are the same. */
static void try_same_beyond(struct samples *samples, struct algebra *al) {
	struct drawn drawn;
	draw_relation(samples, al, &drawn);
	struct relation *relation = &drawn.relation;
	int64_t i = sample_below(samples, relation->count);
	struct meeting at = drawn.meetings[i];
	int64_t wanted = place_of(&relation->c, relation->a.first[at.a], relation->b.first[at.b]);
	relation->a.second[at.a] = relation->b.second[at.b] = relation->k;
	struct meeting first = drawn.meetings[0];
	drawn.meetings[0] = at;
	drawn.meetings[i] = first;
	struct silicon_answer answer = relation_judge(al, relation);
	check_text(&answer, product(al, relation, at, -1), "claims of A and B beyond K");
	passed += wanted == at.c;
	failed += wanted != at.c;
}

/* --- what a layout claims --- */

/* The value that stored number "s" is, by counting those that are stored. */
static int64_t counted(struct stored stored, int64_t s) {
	for (int64_t v = 0;; v++) {
		int64_t in_group = stored.group == 0 ? 0 : v % stored.group;
		bool is_stored = stored.group == 0 || (in_group >= stored.first && in_group < stored.first + stored.count);
		if (is_stored && s-- == 0) {
			return v;
		}
	}
}

/* A layout of (thread, value) that is drawn, of which some places are beyond its threads or its values. */
static void try_layout(struct samples *samples, struct algebra *al) {
	int64_t extents[4];
	int64_t strides[4];
	struct side side = { .name = "A", .extent = sample_between(samples, 1, 6) };
	side.is_shared = sample_below(samples, 2) == 0;
	for (int i = 0; i < 4; i++) {
		extents[i] = sample_between(samples, 1, 4);
		strides[i] = sample_below(samples, 3) == 0 || (i < 2 && side.is_shared) ? 0 : sample_between(samples, 1, 9);
	}
	bool differs = side.is_shared && sample_below(samples, 4) == 0;
	strides[0] = differs ? 1 : strides[0];
	differs = differs && extents[0] > 1;
	if (sample_below(samples, 2) == 0) {
		side.stored.group = (int)sample_between(samples, 1, 4);
		side.stored.first = (int)sample_below(samples, side.stored.group);
		side.stored.count = (int)sample_between(samples, 1, side.stored.group - side.stored.first);
	}
	side.threads = (int)sample_between(samples, 1, (int)(extents[0] * extents[1]) + 1);
	int64_t values = sample_between(samples, 1, extents[2] * extents[3] + 1);
	side.places = side.is_shared ? side.extent * values : side.threads * values;
	side_claim(al, &side, layout_of_modes(al, layout_of_pair(al, extents[0], extents[1], strides[0], strides[1]),
		layout_of_pair(al, extents[2], extents[3], strides[2], strides[3])));
	bool good = !algebra_failed(al);
	for (int64_t p = 0; p < side.places && good; p++) {
		int64_t t = side.is_shared ? 0 : p % side.threads;
		int64_t v = side.is_shared ? p % side.extent + counted(side.stored, p / side.extent) * side.extent :
			counted(side.stored, p / side.threads);
		bool is_there = !differs && t < extents[0] * extents[1] && v < extents[2] * extents[3];
		int64_t offset = t % extents[0] * strides[0] + t / extents[0] * strides[1] + v % extents[2] * strides[2]
			+ v / extents[2] * strides[3];
		good = side.first[p] == (is_there ? offset % side.extent : -1)
			&& side.second[p] == (is_there ? offset / side.extent : -1);
	}
	passed += good;
	failed += !good;
	if (!good) {
		printf("FAIL: claims of a layout of threads (%d,%d):(%d,%d) and values (%d,%d):(%d,%d)\n", (int)extents[0],
			(int)extents[1], (int)strides[0], (int)strides[1], (int)extents[2], (int)extents[3], (int)strides[2],
			(int)strides[3]);
	}
}

/* Claims beyond the instruction's M, N and K are of no place, and nothing of them is counted. */
static void try_beyond(struct samples *samples, struct algebra *al, int which) {
	struct drawn drawn;
	draw_relation(samples, al, &drawn);
	struct relation *relation = &drawn.relation;
	struct side *side = which < 2 ? &relation->a : which < 4 ? &relation->b : &relation->c;
	int64_t beyond[] = { relation->m, relation->k, relation->n, relation->k, relation->m, relation->n };
	int64_t p = place_of(side, sample_below(samples, 3), sample_below(samples, 3));
	int64_t is[2] = { side->first[p], side->second[p] };
	int64_t *claim = which % 2 == 0 ? &side->first[p] : &side->second[p];
	*claim = beyond[which] + sample_below(samples, 2);
	struct silicon_answer answer = relation_judge(al, relation);
	check_text(&answer, holds(al, side, p, is), "a claim beyond the extents");
}

int main(int argc, char **argv) {
	int64_t count = argc > 1 ? strtoll(argv[1], NULL, 10) : RELATIONS / SAMPLES_SLOWNESS;
	struct arena arena;
	struct algebra al;
	struct samples samples;
	arena_init(&arena, NULL, NULL);
	samples_init(&samples, argc > 2 ? strtoull(argv[2], NULL, 10) : 20261122);
	for (int64_t i = 0; i < count; i++) {
		arena_reset(&arena);
		algebra_init(&al, &arena);
		try_products(&samples, &al);
		try_claims(&samples, &al, (int)(i % 3));
		try_outer_product(&samples, &al);
		try_either(&samples, &al);
		try_reading(&samples, &al);
		try_layout(&samples, &al);
		try_beyond(&samples, &al, (int)(i % 6));
		try_same_beyond(&samples, &al);
	}
	arena_reset(&arena);
	algebra_init(&al, &arena);
	try_inferred(&al);
	arena_finish(&arena);
	printf("%d passed, %d failed\n", passed, failed);
	return failed != 0;
}
