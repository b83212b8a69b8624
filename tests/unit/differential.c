/*
 * Runs the table of differential.h on every layout of up to 4 modes and 16 elements whose strides are in a short list,
 * with second operands drawn from the same layouts, half of them small ones. Prints one line for each operation, the
 * first samples on which one differs, and "N passed, N failed". An operation that is in no table fails, and so does one
 * that never applied.
 *
 *     differential FACTS [STRIDES [SECONDS]]
 *
 * FACTS is the folder with facts that CuTe computed, for operations that have no definition here; STRIDES says how many
 * of the strides below are taken, SECONDS with how many second operands each layout is tried.
 */
#include "differential.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/notation/plain.h"

enum {
	ELEMENTS = 16,
	MODES = 4,
	BLOCK_ELEMENTS = 4,
	STRIDES_OF_BUILD = 7,
	SECONDS_OF_BUILD = 4,
	LAYOUTS_MAX = 1 << 20,
	SHOWN_FAILURES = 3,
	FACTS_LEAST = 5,
	TABLE_MAX = 512,
};

/* The strides, the usual ones first; an extent of 1 has one of the first two, by turns. */
static const int64_t strides[] = { 0, 1, 2, 4, 3, 8, -1, 6, 5, 16, 7, 12 };

struct count {
	const struct trial_of_operation *trial;
	int64_t agreed, differed, not_defined;
};

/* --- what the checks share --- */

bool run_operation(struct subject *s, const char *name, struct value *result, int count, const struct value *args) {
	const struct operation *operation = operation_find(str_from(name));
	*result = operation_call(operation, &s->al, args, count);
	return !algebra_failed(&s->al) && !fault_is_set(&s->al.note);
}

bool run_layout(struct subject *s, struct layout *result, int count, const struct value *args) {
	struct value value;
	bool good = run_operation(s, s->name, &value, count, args) && value.kind == VALUE_LAYOUT;
	*result = good ? value.layout : layout_one();
	return good;
}

bool run_tuple(struct subject *s, struct tuple *result, int count, const struct value *args) {
	struct value value;
	bool good = run_operation(s, s->name, &value, count, args) && value.kind == VALUE_TUPLE;
	*result = good ? value.tuple : tuple_int(0);
	return good;
}

bool run_number(struct subject *s, int64_t *result, int count, const struct value *args) {
	struct tuple tuple;
	bool good = run_tuple(s, &tuple, count, args) && tuple_is_plain_int(tuple);
	*result = tuple.value;
	return good;
}

bool run_truth(struct subject *s, bool *result, int count, const struct value *args) {
	struct value value;
	bool good = run_operation(s, s->name, &value, count, args) && value.kind == VALUE_BOOL;
	*result = good && value.boolean;
	return good;
}

enum verdict agrees(struct subject *s, bool holds, const char *why) {
	s->why = why;
	return holds ? AGREES : DIFFERS;
}

struct list list_from_modes(struct arena *arena, struct layout a, int begin, int end) {
	struct leaves leaves = { .count = 0 };
	for (int i = begin; i < end; i++) {
		leaves_add(&leaves, layout_mode(a, i));
	}
	return list_from_leaves(arena, &leaves);
}

struct tuple natural_coordinate(struct algebra *al, struct tuple shape, int64_t i) {
	if (!tuple_is_tuple(shape)) {
		return tuple_int(i);
	}
	struct tuple *modes = tuple_modes_new(al, shape.rank);
	for (int k = 0; k < shape.rank; k++) {
		int64_t size = reference_size(shape.modes[k]);
		modes[k] = natural_coordinate(al, shape.modes[k], i % size);
		i /= size;
	}
	return tuple_of(al, modes, shape.rank);
}

bool greedy_places(struct arena *arena, struct list a, int64_t count, int64_t *place) {
	int64_t room = (list_cosize(a) + 1) * (count + 1);
	bool *taken = arena_array(arena, (size_t)room, sizeof *taken);
	int64_t next = 0;
	for (int64_t j = 0; j < count; j++) {
		while (taken[next]) {
			next++;
		}
		for (int64_t i = 0; i < a.size; i++) {
			int64_t at = next + a.offset[i];
			if (at >= room || taken[at]) {
				return false;
			}
			taken[at] = true;
		}
		place[j] = next;
	}
	return true;
}

bool is_plain(struct layout a) {
	struct leaves leaves = { .count = 0 };
	leaves_add(&leaves, a);
	for (int k = 0; k < leaves.count; k++) {
		if (leaves.stride[k] < 0 || leaves.shape[k] < 1) {
			return false;
		}
	}
	return true;
}

/* --- all layouts --- */

struct all_layouts {
	struct algebra al;
	struct layout *layouts;
	int64_t count;
	int64_t *blocks; /* numbers of those that blocks, tiles and threads are made of */
	int64_t block_count;
	int stride_count;
};

/* A tuple of copies of the "rank" modes. */
static struct tuple tuple_of_copies(struct algebra *al, const struct tuple *modes, int rank) {
	struct tuple *copies = tuple_modes_new(al, rank);
	memcpy(copies, modes, (size_t)rank * sizeof *copies);
	return tuple_of(al, copies, rank);
}

/* One of the ways to nest "rank" modes, by turns. */
static struct tuple nest(struct algebra *al, const struct tuple *modes, int rank, int64_t turn) {
	if (rank == 1) {
		return turn % 2 == 0 ? modes[0] : tuple_single(al, modes[0]);
	}
	if (rank > 2 && turn % 3 == 1) {
		struct tuple first = tuple_of_copies(al, modes, 2);
		return tuple_pair(al, first, nest(al, modes + 2, rank - 2, 0));
	}
	if (rank > 2 && turn % 3 == 2) {
		return tuple_pair(al, modes[0], tuple_of_copies(al, modes + 1, rank - 1));
	}
	return tuple_of_copies(al, modes, rank);
}

static void add_layouts(struct all_layouts *all, struct tuple *shape, struct tuple *stride, int rank, int64_t room) {
	if (rank > 0 && all->count < LAYOUTS_MAX) {
		struct layout a = layout_of(&all->al, nest(&all->al, shape, rank, all->count),
			nest(&all->al, stride, rank, all->count));
		if (room >= ELEMENTS / BLOCK_ELEMENTS && is_plain(a)) {
			all->blocks[all->block_count++] = all->count;
		}
		all->layouts[all->count++] = a;
	}
	for (int64_t extent = 1; rank < MODES && extent <= room; extent++) {
		int count = extent == 1 ? 1 : all->stride_count;
		for (int k = 0; k < count; k++) {
			shape[rank] = tuple_int(extent);
			stride[rank] = tuple_int(strides[extent == 1 ? all->count % 2 : k]);
			add_layouts(all, shape, stride, rank + 1, room / extent);
		}
	}
}

/* --- the table --- */

static int collect(struct count *counts) {
	const struct trial_of_operation *const lists[] = { trials_of_modes, trials_of_numbers, trials_of_algebra,
		trials_of_tiles, trials_of_functions };
	int count = 0;
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
		for (const struct trial_of_operation *trial = lists[i]; trial->name != NULL; trial++) {
			counts[count++] = (struct count){ .trial = trial };
		}
	}
	return count;
}

static void print_sample(struct subject *s) {
	struct buf text;
	buf_init(&text, s->arena);
	print_layout(&text, s->a);
	buf_put(&text, " and ");
	print_layout(&text, s->b);
	printf("%s of %s: %s\n", s->name, text.data, s->why);
}

static void try_all(struct subject *s, struct count *counts, int count) {
	for (int i = 0; i < count; i++) {
		if (counts[i].trial->check == NULL) {
			continue;
		}
		algebra_init(&s->al, s->arena);
		s->name = counts[i].trial->name;
		switch (counts[i].trial->check(s)) {
		case AGREES:
			counts[i].agreed++;
			break;
		case DIFFERS:
			if (counts[i].differed++ < SHOWN_FAILURES) {
				print_sample(s);
			}
			break;
		case NOT_DEFINED:
			counts[i].not_defined++;
			break;
		}
	}
}

/* How often "name(" stands in the files of facts. */
static int facts_about(const char *folder, const char *name) {
	static const char *const files[] = { "static", "tiled", "descriptors", "functions", "dsl", "tensors", "elements" };
	int found = 0;
	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		char path[4096];
		char line[4096];
		char call[64];
		snprintf(path, sizeof path, "%s/%s.tsv", folder, files[i]);
		snprintf(call, sizeof call, "%s(", name);
		FILE *file = fopen(path, "r");
		while (file != NULL && fgets(line, sizeof line, file) != NULL) {
			found += strstr(line, call) != NULL;
		}
		if (file != NULL) {
			fclose(file);
		}
	}
	return found;
}

/* Print the line of one operation; returns whether it passed. */
static bool report(const struct count *count, const char *folder) {
	const struct trial_of_operation *trial = count->trial;
	bool known = operation_find(str_from(trial->name)) != NULL;
	bool passed = known && count->differed == 0 && count->agreed > 0;
	if (trial->check == NULL) {
		int facts = facts_about(folder, trial->name);
		passed = known && facts >= FACTS_LEAST;
		printf("  %-6s %8d facts of CuTe: %s: %s\n", passed ? "ok" : "FAILED", facts, trial->name, trial->reference);
		return passed;
	}
	printf("  %-6s %8" PRId64 " agree, %6" PRId64 " differ, %8" PRId64 " not defined: %s: %s\n",
		passed ? "ok" : "FAILED", count->agreed, count->differed, count->not_defined, trial->name, trial->reference);
	return passed;
}

/* The operations of the language that are not in the table. */
static int report_missing(const struct count *counts, int count) {
	int missing = 0;
	for (const struct operation *each = operation_next(NULL); each != NULL; each = operation_next(each)) {
		bool found = false;
		for (int k = 0; k < count; k++) {
			found = found || strcmp(counts[k].trial->name, each->name) == 0;
		}
		if (!found) {
			printf("  FAILED %s is checked against nothing\n", each->name);
			missing++;
		}
	}
	return missing;
}

int main(int argc, char **argv) {
	const char *folder = argc > 1 ? argv[1] : "golden/facts";
	int stride_count = argc > 2 ? atoi(argv[2]) : STRIDES_OF_BUILD;
	int seconds = argc > 3 ? atoi(argv[3]) : SECONDS_OF_BUILD;
	int largest = (int)(sizeof strides / sizeof *strides);
	static struct count counts[TABLE_MAX];
	struct arena lasting;
	struct arena arena;
	struct samples samples;
	struct all_layouts all = { .stride_count = stride_count < largest ? stride_count : largest };
	struct tuple shape[MODES];
	struct tuple stride[MODES];
	arena_init(&lasting, NULL, NULL);
	arena_init(&arena, NULL, NULL);
	samples_init(&samples, 20260102);
	algebra_init(&all.al, &lasting);
	all.layouts = arena_array(&lasting, LAYOUTS_MAX, sizeof *all.layouts);
	all.blocks = arena_array(&lasting, LAYOUTS_MAX, sizeof *all.blocks);
	add_layouts(&all, shape, stride, 0, ELEMENTS);
	int count = collect(counts);
	int64_t tried = 0;
	for (int64_t i = 0; i < all.count; i += SAMPLES_SLOWNESS) {
		for (int second = 0; second < seconds; second++, tried++) {
			arena_reset(&arena);
			int64_t other = second % 2 == 0 ? sample_below(&samples, all.count)
							: all.blocks[sample_below(&samples, all.block_count)];
			struct subject s = { .arena = &arena, .samples = &samples, .a = all.layouts[i], .b = all.layouts[other] };
			s.map = list_from_layout(&arena, s.a);
			s.other = list_from_layout(&arena, s.b);
			try_all(&s, counts, count);
		}
	}
	int failed = report_missing(counts, count);
	int passed = 0;
	for (int i = 0; i < count; i++) {
		bool good = report(&counts[i], folder);
		passed += good ? 1 : 0;
		failed += good ? 0 : 1;
	}
	printf("%" PRId64 " layouts of %" PRId64 " with up to %d modes and %d elements\n%d passed, %d failed\n", tried,
		all.count, MODES, ELEMENTS, passed, failed);
	arena_finish(&arena);
	arena_finish(&lasting);
	return failed > 0;
}
