/*
 * The atoms of AMD against what other programs say of their registers: every thread and value of A, B and C. A line of
 * the table is the atom, the operand, the program ("amd" AMD's matrix instruction calculator, "ttg" Triton's encodings)
 * and the coordinate, "i,j", of each bit of the value and of the thread; B's coordinates are (n,k). What a thread holds
 * is the xor of those of its bits. tools/amd_atoms.py asks the programs. Prints what differs, then the numbers.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algebra/algebra.h"
#include "lang/atoms.h"

enum { BITS_MAX = 16, COLUMNS = 5 };

/* What each bit of a number adds to a coordinate. */
struct bases {
	int64_t i[BITS_MAX], j[BITS_MAX];
	int count;
};

static bool read_bases(const char *text, struct bases *bases) {
	bases->count = 0;
	while (strcmp(text, "-") != 0 && *text != '\0') {
		char *next;
		if (bases->count == BITS_MAX) {
			return false;
		}
		bases->i[bases->count] = strtol(text, &next, 10);
		if (*next != ',') {
			return false;
		}
		bases->j[bases->count++] = strtol(next + 1, &next, 10);
		text = next + (*next == ' ');
	}
	return true;
}

/* The coordinate of "number", onto i + rows * j. */
static int64_t index_of(const struct bases *bases, int64_t number, int64_t rows, int64_t start) {
	int64_t i = start % rows;
	int64_t j = start / rows;
	for (int bit = 0; bit < bases->count; bit++) {
		if (number >> bit & 1) {
			i ^= bases->i[bit];
			j ^= bases->j[bit];
		}
	}
	return i + rows * j;
}

/* Whether "tv" is what the bases say, at each of its points and with as many of them. */
static bool is_same(struct algebra *al, struct layout tv, const struct bases *values, const struct bases *threads,
		int64_t rows) {
	int64_t thread_count = tuple_product(al, tuple_mode(tv.shape, 0)).value;
	int64_t value_count = tuple_product(al, tuple_mode(tv.shape, 1)).value;
	bool same = thread_count == (int64_t)1 << threads->count && value_count == (int64_t)1 << values->count;
	for (int64_t t = 0; t < thread_count && same; t++) {
		for (int64_t v = 0; v < value_count && same; v++) {
			int64_t expected = index_of(values, v, rows, index_of(threads, t, rows, 0));
			same = layout_crd2idx(al, tuple_pair(al, tuple_int(t), tuple_int(v)), tv).value == expected;
		}
	}
	return same && !algebra_failed(al);
}

/* One line, its newline cut off. */
static bool check_line(struct algebra *al, char *line) {
	char *columns[COLUMNS];
	struct bases values;
	struct bases threads;
	int count = 0;
	for (char *next = line; next != NULL && count < COLUMNS; count++) {
		columns[count] = next;
		next = strchr(next, '\t');
		if (next != NULL) {
			*next++ = '\0';
		}
	}
	if (count != COLUMNS || !read_bases(columns[3], &values) || !read_bases(columns[4], &threads)) {
		return false;
	}
	struct mma_atom atom = atoms_find_mma(al, str_from(columns[0]));
	if (algebra_failed(al)) {
		return false;
	}
	bool is_b = strcmp(columns[1], "B") == 0;
	struct layout tv = is_b ? atom.b : strcmp(columns[1], "A") == 0 ? atom.a : atom.c;
	return layout_size(al, atom.thr_id).value == (int64_t)1 << threads.count
		&& is_same(al, tv, &values, &threads, tuple_mode(atom.shape_mnk, is_b ? 1 : 0).value);
}

/* How many atoms of the table are AMD's; each has to have three lines of the calculator. */
static int count_atoms(void) {
	struct atom_row row;
	size_t offset = 0;
	int count = 0;
	while (atoms_next(ATOMS_MMA, &offset, &row)) {
		count += row.columns[1].length > 3 && memcmp(row.columns[1].data, "gfx", 3) == 0;
	}
	return count;
}

int main(int argc, char **argv) {
	char line[512];
	struct arena arena;
	int passed = 0;
	int failed = 0;
	int documented = 0;
	FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
	if (file == NULL) {
		fprintf(stderr, "usage: amd_atoms FILE\n");
		return 2;
	}
	arena_init(&arena, NULL, NULL);
	while (fgets(line, sizeof line, file) != NULL) {
		struct algebra al;
		algebra_init(&al, &arena);
		line[strcspn(line, "\n")] = '\0';
		documented += strstr(line, "\tamd\t") != NULL;
		if (check_line(&al, line)) {
			passed++;
		} else {
			printf("%s\n", line);
			failed++;
		}
		arena_reset(&arena);
	}
	fclose(file);
	arena_finish(&arena);
	if (documented != 3 * count_atoms()) {
		printf("%d lines of the calculator for %d atoms\n", documented, count_atoms());
		failed++;
	}
	printf("%d passed, %d failed\n", passed, failed);
	return failed > 0 || passed == 0;
}
