/*
 * Any text as the name of an atom: its layouts, or a fault that says so. Names that are in a table are found, and what
 * is tiled with them in the language has as many threads as the atom.
 */
#include "fuzz.h"
#include "lang/atoms.h"
#include "lang/eval.h"

/* Whether a line of the table begins with "name". */
static bool is_listed(enum atom_table table, struct str name) {
	struct atom_row row;
	for (size_t offset = 0; atoms_next(table, &offset, &row);) {
		fuzz_require(row.count > 0);
		if (str_equal(row.columns[0], name)) {
			return true;
		}
	}
	return false;
}

/* The value of the expression before + name + behind, as a number; -1 after a fault. */
static int64_t evaluate(struct arena *arena, const char *before, struct str name, const char *behind) {
	struct buf program;
	struct evaluation ev;
	buf_init(&program, arena);
	buf_put(&program, before);
	buf_put_str(&program, name);
	buf_put(&program, behind);
	struct source source = { .name = "<fuzz>", .text = buf_str(&program), .first_line = 1 };
	evaluation_init(&ev, arena, false);
	if (!evaluation_run(&ev, &source)) {
		fuzz_require(ev.error.fault.text[0] != '\0' && ev.error.span.end <= program.length);
		return -1;
	}
	return ev.result_count == 1 && ev.results[0].kind == VALUE_TUPLE ? ev.results[0].tuple.value : -1;
}

static void try_mma(struct arena *arena, struct str name) {
	struct algebra al;
	algebra_init(&al, arena);
	struct mma_atom atom = atoms_find_mma(&al, name);
	if (algebra_failed(&al)) {
		fuzz_require(al.fault.text[0] != '\0' && is_listed(ATOMS_MMA, name) == (al.fault.code != FAULT_NAME));
		evaluate(arena, "size(make_tiled_mma(mma_atom(\"", name, "\")))");
		return;
	}
	int64_t threads = layout_size(&al, atom.thr_id).value;
	fuzz_require(is_listed(ATOMS_MMA, name) && threads > 0);
	fuzz_require(evaluate(arena, "size(make_tiled_mma(mma_atom(\"", name, "\")))") == threads);
}

static void try_copy(struct arena *arena, struct str name) {
	struct algebra al;
	algebra_init(&al, arena);
	struct copy_atom atom = atoms_find_copy(&al, name);
	if (algebra_failed(&al)) {
		fuzz_require(al.fault.text[0] != '\0' && is_listed(ATOMS_COPY, name) == (al.fault.code != FAULT_NAME));
	} else {
		fuzz_require(is_listed(ATOMS_COPY, name) && layout_size(&al, atom.thr_id).value > 0);
	}
	evaluate(arena, "size(make_tiled_copy(copy_atom(\"", name, "\",16),(16,8):(8,1),(1,8):(8,1)))");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	struct str name = { (const char *)data, size };
	struct arena arena;
	arena_init(&arena, NULL, NULL);
	try_mma(&arena, name);
	try_copy(&arena, name);
	arena_finish(&arena);
	return 0;
}
