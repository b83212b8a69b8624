/*
 * Errors planted in atoms of every family, asked of a GPU: each must be found, and what is said of it be true. Needs a
 * GPU; prints "N passed, N failed".
 *
 *     device_atoms [COUNT [SEED]]      50 errors if not given
 */
#include <stdio.h>
#include <stdlib.h>

#include "lang/atoms.h"
#include "planted.h"

/* Families of atoms, from each of which as many errors are drawn. */
enum family {
	FAMILY_MMA,
	FAMILY_COPY,
	FAMILY_WGMMA_SHARED,
	FAMILY_WGMMA_REGISTERS,
	FAMILY_WGMMA_SPARSE,
	FAMILIES,
};

enum { NAMES_MAX = 4096, DRAWS_MAX = 1000 };

struct tester {
	struct arena lasting, arena;
	struct device *device;
	struct str *names[FAMILIES];
	int counts[FAMILIES];
	uint32_t state;
	int passed, failed;
};

/*
 * The family of an atom that the device runs and whose layouts are right; FAMILIES for others: malformed ones, and
 * movmatrix, whose atom CUTLASS gives the layout of a copy that transposes nothing.
 */
static enum family family_of(const struct tester *tester, const struct silicon_question *question) {
	bool is_out = question->arch > device_facts(tester->device)->arch
		|| (question->kind == SILICON_MMA && question->mma.is_malformed)
		|| (question->kind == SILICON_COPY && question->copy.instruction.data[0] == 'm');
	switch (is_out ? SILICON_NONE : question->kind) {
	case SILICON_MMA: return FAMILY_MMA;
	case SILICON_COPY: return FAMILY_COPY;
	case SILICON_WGMMA: break;
	default: return FAMILIES;
	}
	return question->wgmma.is_sparse ? FAMILY_WGMMA_SPARSE : question->wgmma.a.count > 0 ? FAMILY_WGMMA_REGISTERS :
		FAMILY_WGMMA_SHARED;
}

static void collect(struct tester *tester, enum atom_table table) {
	struct atom_row row;
	size_t offset = 0;
	while (atoms_next(table, &offset, &row)) {
		struct algebra al;
		algebra_init(&al, &tester->arena);
		struct silicon_question question = silicon_question(&al, row.columns[0]);
		enum family family = algebra_failed(&al) ? FAMILIES : family_of(tester, &question);
		if (family < FAMILIES && tester->counts[family] < NAMES_MAX) {
			tester->names[family][tester->counts[family]++] = row.columns[0];
		}
		arena_reset(&tester->arena);
	}
}

/*
 * Plant one error in one atom of "family", and ask. Returns false if what was drawn is no error, or an atom that no
 * kernel can be made for, such as a copy whose elements of 8 bits are moved apart: no device is asked about these.
 */
static bool plant_one(struct tester *tester, enum family family) {
	struct algebra al;
	struct planted planted;
	struct fault fault;
	struct buf name;
	tester->state = tester->state * 1664525u + 1013904223u;
	struct str atom = tester->names[family][(tester->state >> 8) % (uint32_t)tester->counts[family]];
	fault_clear(&fault);
	algebra_init(&al, &tester->arena);
	struct silicon_question question = silicon_question(&al, atom);
	if (!plant(&al, &question, &tester->state, &planted)) {
		return false;
	}
	struct silicon_answer answer = silicon_ask(tester->device, &al, &planted.bad, &fault);
	if (answer.text[0] == '\0' && algebra_failed(&al) && al.fault.code == FAULT_UNSUPPORTED) {
		return false;
	}
	bool is_true = !answer.good && planted_is_true(&al, &planted, answer.text);
	buf_init(&name, &tester->arena);
	planted_put(&name, &planted);
	printf("%s%s: %s\n", is_true ? "" : "FAIL: ", name.data,
		answer.text[0] != '\0' ? answer.text : al.fault.text[0] != '\0' ? al.fault.text : fault.text);
	tester->passed += is_true;
	tester->failed += !is_true;
	return true;
}

int main(int argc, char **argv) {
	struct tester tester = { .state = argc > 2 ? (uint32_t)atoi(argv[2]) : 1 };
	struct fault fault;
	int count = argc > 1 ? atoi(argv[1]) : 50;
	fault_clear(&fault);
	arena_init(&tester.lasting, NULL, NULL);
	arena_init(&tester.arena, NULL, NULL);
	tester.device = device_open(&tester.lasting, 0, 30, &fault);
	if (tester.device == NULL) {
		printf("skipped: %s\n0 passed, 0 failed, 1 skipped\n", fault.text);
		return 77;
	}
	for (int i = 0; i < FAMILIES; i++) {
		tester.names[i] = arena_array(&tester.lasting, NAMES_MAX, sizeof *tester.names[i]);
	}
	collect(&tester, ATOMS_MMA);
	collect(&tester, ATOMS_COPY);
	for (int draws = 0; tester.passed + tester.failed < count && draws < DRAWS_MAX; draws++) {
		enum family family = (enum family)((tester.passed + tester.failed) % FAMILIES);
		if (tester.counts[family] == 0 || !plant_one(&tester, family)) {
			tester.state++;
		}
		arena_reset(&tester.arena);
	}
	device_close(tester.device);
	arena_finish(&tester.arena);
	arena_finish(&tester.lasting);
	printf("%d passed, %d failed\n", tester.passed, tester.failed);
	return tester.failed > 0 || tester.passed < count;
}
