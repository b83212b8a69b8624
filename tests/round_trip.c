/*
 * Random layouts, written in every language and read again: the same function, or in words why there is no text. The
 * judge
 * evaluates the layout itself, coordinate by coordinate.
 *
 *     round_trip COUNT [SEED]
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "lang/language/language.h"
#include "lang/language/solve.h"
#include "lang/notation/plain.h"

enum { MODES = 4,
	SHOWN_FAILURES = 10 };

static uint64_t state = 1;

/* A number from 0 to "below" - 1 (xorshift). */
static int64_t pick(int64_t below) {
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (int64_t)(state >> 11) % below;
}

/*
 * Extents of up to three dimensions with up to MODES modes each, and compact strides in a random order, now and then
 * others.
 */
static struct layout random_layout(struct algebra *al, int rank, bool is_binary) {
	struct tuple shapes[3];
	struct tuple strides[3];
	int64_t extent[3 * MODES];
	int64_t stride[3 * MODES];
	int order[3 * MODES];
	int counts[3];
	int modes = 0;
	for (int d = 0; d < rank; d++) {
		counts[d] = 1 + (int)pick(3);
		for (int k = 0; k < counts[d]; k++, modes++) {
			extent[modes] = is_binary ? (int64_t)2 << pick(2) : 2 + pick(4);
			order[modes] = modes;
		}
	}
	int64_t next = pick(8) == 0 ? 2 : 1;
	for (int i = modes - 1; i > 0; i--) {
		int other = (int)pick(i + 1);
		int swapped = order[i];
		order[i] = order[other];
		order[other] = swapped;
	}
	for (int i = 0; i < modes; i++) {
		stride[order[i]] = pick(40) == 0 ? 0 : next;
		next *= extent[order[i]];
		next += pick(30) == 0 ? 1 : 0;
	}
	int at = 0;
	for (int d = 0; d < rank; d++) {
		struct tuple *shape_modes = tuple_modes_new(al, counts[d]);
		struct tuple *stride_modes = tuple_modes_new(al, counts[d]);
		for (int k = 0; k < counts[d]; k++, at++) {
			shape_modes[k] = tuple_int(extent[at]);
			stride_modes[k] = tuple_int(stride[at]);
		}
		shapes[d] = counts[d] == 1 ? shape_modes[0] : tuple_of(al, shape_modes, counts[d]);
		strides[d] = counts[d] == 1 ? stride_modes[0] : tuple_of(al, stride_modes, counts[d]);
	}
	struct layout modes_of[3];
	for (int d = 0; d < rank; d++) {
		modes_of[d] = layout_make(al, shapes[d], strides[d]);
	}
	return rank == 1 ? modes_of[0] : layout_from_modes(al, modes_of, rank);
}

/* A layout, a swizzled one, or an offset in front. */
static void random_denotation(struct algebra *al, struct denotation *denotation, struct map *map) {
	int rank = 1 + (int)pick(3);
	bool is_binary = pick(3) > 0;
	struct layout layout = random_layout(al, rank, is_binary);
	int64_t shape[3];
	for (int d = 0; d < rank; d++) {
		shape[d] = layout_size(al, rank == 1 ? layout : layout_mode(layout, d)).value;
	}
	*map = map_from_layout(layout);
	bool swizzles = is_binary && pick(3) == 0;
	if (swizzles) {
		int64_t bits = 1 + pick(3);
		struct swizzle swizzle = swizzle_make(al, bits, pick(4), bits + pick(3));
		*map = map_composed(al, map_from_swizzle(swizzle), tuple_int(0), *map);
	}
	*denotation = (struct denotation){ .kind = DENOTES_MEMORY };
	denotation_from_map(denotation, *map, swizzles || pick(4) > 0 ? 0 : pick(100), shape, rank);
	denotation->bits = 16;
	if (rank == 2 && !swizzles && denotation->offset == 0 && pick(2) == 0) {
		int64_t cosize = layout_cosize(al, layout).value;
		denotation->kind = DENOTES_OWNERSHIP;
		denotation->threads = shape[0];
		denotation->values = shape[1];
		denotation->rank = 1;
		denotation->shape[0] = cosize;
	}
}

/* Whether "text" of "language" says the layout that "map" is. */
static bool says_same(struct algebra *al, const struct language *language, struct str text,
	const struct denotation *denotation, struct map map) {
	struct source source = { "<text>", text, 1 };
	struct message message = { 0 };
	struct denotation again;
	struct language_options options = { .rank = denotation->rank, .bits = 16 };
	options.ownership = denotation->kind == DENOTES_OWNERSHIP;
	memcpy(options.shape, denotation->shape, sizeof options.shape);
	struct reader reader = { al, &source, &message };
	if (!language_read(al, &source, language, &options, &again, &message)
		|| !denotation_tabulate(&reader, (struct span){ 0, 0 }, &again)) {
		return false;
	}
	int64_t size = layout_size(al, map_inner(al, map)).value;
	bool same = again.kind == denotation->kind && again.count == size;
	for (int64_t i = 0; same && i < size; i++) {
		same = map_crd2idx(al, tuple_int(i), map).value + denotation->offset == again.table[i];
	}
	return same;
}

int main(int argc, char **argv) {
	long count = argc > 1 ? strtol(argv[1], NULL, 10) : 300;
	state = argc > 2 ? strtoull(argv[2], NULL, 10) | 1 : 88172645463325252u;
	int language_count;
	const struct language *const *languages = language_table(&language_count);
	long written = 0;
	long failed = 0;
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	for (long n = 0; n < count; n++) {
		struct algebra al;
		struct denotation denotation;
		struct map map;
		algebra_init(&al, &arena);
		random_denotation(&al, &denotation, &map);
		for (int i = 0; i < language_count && !algebra_failed(&al); i++) {
			struct language_options options = { .bits = 16 };
			struct buf out;
			buf_init(&out, &arena);
			const char *why = language_write(&al, languages[i], &options, &denotation, &out);
			bool unread = why != NULL && strstr(why, "what was printed") != NULL;
			bool same = why != NULL || says_same(&al, languages[i], buf_str(&out), &denotation, map);
			written += why == NULL ? 1 : 0;
			failed += unread || !same ? 1 : 0;
			if ((unread || !same) && failed <= SHOWN_FAILURES) {
				struct buf text;
				buf_init(&text, &arena);
				print_map(&text, map);
				printf("%" PRId64 " + %s in %s: %s\n", denotation.offset, text.data, languages[i]->name,
					why != NULL ? why : out.data);
			}
			al.fault.code = FAULT_NONE;
		}
		arena_reset(&arena);
	}
	arena_finish(&arena);
	printf("%ld passed, %ld failed\n", written, failed);
	return failed != 0 || written == 0;
}
