/*
 * Every MMA atom gives out its tiles of A, B and C without a hole and without leaving them. Elements that several
 * threads hold, as operands in shared memory are, count once. What hardware said is said of atoms that there are, in
 * the order of their names. Prints what does not hold, then "N passed, N failed".
 */
#include <stdio.h>
#include <string.h>

#include "algebra/coverage.h"
#include "lang/atoms.h"

/* Atoms whose layouts CUTLASS 4.7 itself has wrong, and why; using them is refused. */
static const struct exception {
	const char *name;
	const char *reason;
} exceptions[] = {
	{ "SM80_16x8x128_S32U1U1S32_TN_ANDPOPC", "the layout of A has a shape and a stride that are not congruent" },
	{ "SM80_16x8x128_S32U1U1S32_TN_XORPOPC", "the layout of A has a shape and a stride that are not congruent" },
};

static const struct exception *find_exception(struct str name) {
	for (size_t i = 0; i < sizeof exceptions / sizeof exceptions[0]; i++) {
		if (str_is(name, exceptions[i].name)) {
			return &exceptions[i];
		}
	}
	return NULL;
}

/* Whether "tv" reaches each of rows x columns elements and no other. Modes that only repeat elements are left out. */
static bool covers(struct algebra *al, struct layout tv, struct tuple rows, struct tuple columns) {
	struct tuple cells = int_mul(al, tuple_product(al, rows), tuple_product(al, columns));
	struct layout distinct = layout_filter(al, tv);
	struct tv_table table = tv_table_make(al, map_from_layout(layout_from_modes(al, &distinct, 1)));
	if (algebra_failed(al)) {
		return false;
	}
	struct coverage coverage = coverage_of(al, &table, cells.value);
	return !algebra_failed(al) && coverage.holes == 0 && coverage.outside == 0;
}

static bool check_atom(struct arena *arena, struct str name) {
	struct algebra al;
	algebra_init(&al, arena);
	struct mma_atom atom = atoms_find_mma(&al, name);
	const struct exception *exception = find_exception(name);
	if (exception != NULL) {
		return algebra_failed(&al);
	}
	if (algebra_failed(&al) || tuple_rank(atom.shape_mnk) != 3) {
		return false;
	}
	const struct tuple *mnk = atom.shape_mnk.modes;
	return covers(&al, atom.a, mnk[0], mnk[2]) && covers(&al, atom.b, mnk[1], mnk[2])
		&& covers(&al, atom.c, mnk[0], mnk[1]);
}

/* A line of proved.tsv: an atom behind the one "before", with a verdict, a device, a driver and a date. */
static bool check_proved(const struct atom_row *row, struct str before) {
	static const char *const verdicts[] = { "proved", "malformed", "different" };
	struct atom_row found;
	struct str name = row->columns[0];
	bool is_verdict = false;
	for (size_t i = 0; i < sizeof verdicts / sizeof verdicts[0]; i++) {
		is_verdict = is_verdict || str_is(row->columns[1], verdicts[i]);
	}
	return row->count == 5 && is_verdict && (atoms_have(ATOMS_MMA, name) || atoms_have(ATOMS_COPY, name))
		&& (str_is(row->columns[1], "malformed") == (find_exception(name) != NULL))
		&& strncmp(before.data, name.data, name.length) < 0 && atoms_find(ATOMS_PROVED, name, &found)
		&& str_equal(found.columns[0], name);
}

int main(void) {
	struct arena arena;
	struct atom_row row;
	struct str before = str_from("");
	size_t offset = 0;
	int passed = 0;
	int failed = 0;
	for (; atoms_next(ATOMS_PROVED, &offset, &row); before = row.columns[0]) {
		bool good = check_proved(&row, before);
		passed += good;
		failed += !good;
		if (!good) {
			printf("proved.tsv: %.*s\n", (int)row.columns[0].length, row.columns[0].data);
		}
	}
	offset = 0;
	arena_init(&arena, NULL, NULL);
	while (atoms_next(ATOMS_MMA, &offset, &row)) {
		if (check_atom(&arena, row.columns[0])) {
			passed++;
		} else {
			printf("%.*s\n", (int)row.columns[0].length, row.columns[0].data);
			failed++;
		}
		arena_reset(&arena);
	}
	arena_finish(&arena);
	printf("%d passed, %d failed\n", passed, failed);
	return failed > 0;
}
