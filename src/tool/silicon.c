#include "tool/silicon.h"

#include <inttypes.h>
#include <stdio.h>

#include "lang/atoms.h"
#include "lang/notation/plain.h"

/* "uint32_t[4]", "float[8]". Returns false for other types. */
static bool read_registers(struct str text, struct registers *out) {
	static const struct {
		const char *name;
		enum register_type type;
	} types[] = { { "uint32_t[", REGISTER_U32 }, { "float[", REGISTER_F32 }, { "double[", REGISTER_F64 } };
	for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
		size_t length = strlen(types[i].name);
		if (text.length > length && memcmp(text.data, types[i].name, length) == 0) {
			*out = (struct registers){ .type = types[i].type };
			for (const char *at = text.data + length; *at >= '0' && *at <= '9'; at++) {
				out->count = 10 * out->count + (*at - '0');
			}
			return true;
		}
	}
	return false;
}

/* "sm80" as 80. */
static int read_arch(struct str text) {
	int arch = 0;
	for (size_t i = 2; i < text.length && text.data[i] >= '0' && text.data[i] <= '9'; i++) {
		arch = 10 * arch + (text.data[i] - '0');
	}
	return arch;
}

static void set_mma(struct algebra *al, const struct atom_row *row, const struct atom_row *ptx,
		struct silicon_question *question) {
	struct mma_question *mma = &question->mma;
	*mma = (struct mma_question){ .name = row->columns[0], .instruction = ptx->columns[1] };
	bool good = read_registers(ptx->columns[2], &mma->d) && read_registers(ptx->columns[3], &mma->a)
		&& read_registers(ptx->columns[4], &mma->b) && packed_find(row->columns[3], &mma->a_elements)
		&& packed_find(row->columns[4], &mma->b_elements) && packed_find(row->columns[6], &mma->d_elements);
	if (!good) {
		snprintf(question->why, sizeof question->why, "its types are not known");
		return;
	}
	mma->atom = atoms_find_mma_as_is(al, row->columns[0], &mma->is_malformed);
	if (mma->is_malformed) {
		fault_clear(&al->fault);
	}
	question->kind = SILICON_MMA;
}

static void set_copy(struct algebra *al, const struct atom_row *row, const struct atom_row *ptx,
		struct silicon_question *question) {
	struct copy_question *copy = &question->copy;
	*copy = (struct copy_question){ .name = row->columns[0], .instruction = ptx->columns[1],
		.atom = atoms_find_copy(al, row->columns[0]) };
	read_registers(ptx->columns[2], &copy->d);
	read_registers(ptx->columns[3], &copy->s);
	question->kind = SILICON_COPY;
}

struct silicon_question silicon_question(struct algebra *al, struct str name) {
	struct silicon_question question = { .kind = SILICON_NONE };
	struct atom_row row;
	struct atom_row ptx;
	bool is_mma = atoms_find(ATOMS_MMA, name, &row);
	if (!is_mma && !atoms_find(ATOMS_COPY, name, &row)) {
		snprintf(question.why, sizeof question.why, "there is no such atom");
		return question;
	}
	question.arch = read_arch(row.columns[1]);
	if (!atoms_find(ATOMS_PTX, name, &ptx)) {
		snprintf(question.why, sizeof question.why,
			"not asked: only mma.sync, ldmatrix, stmatrix and movmatrix are");
	} else if (is_mma) {
		set_mma(al, &row, &ptx, &question);
	} else {
		set_copy(al, &row, &ptx, &question);
	}
	return question;
}

const char *silicon_source(struct algebra *al, const struct silicon_question *question) {
	return question->kind == SILICON_MMA ? mma_source(al, &question->mma) : copy_source(al, &question->copy);
}

struct silicon_answer silicon_ask(struct device *device, struct algebra *al, const struct silicon_question *question,
		struct fault *fault) {
	return question->kind == SILICON_MMA ? mma_ask(device, al, &question->mma, fault) :
		copy_ask(device, al, &question->copy, fault);
}

void silicon_put_answer(struct buf *out, const struct silicon_question *question,
		const struct silicon_answer *answer) {
	if (!answer->good) {
		buf_printf(out, "differs: %s", answer->text);
	} else if (question->kind == SILICON_COPY) {
		buf_printf(out, "proved: %" PRId64 " numbers came where the atom says", answer->asked);
	} else if (!question->mma.is_malformed) {
		buf_printf(out, "proved: A, B and C explain %" PRId64 " pairs", answer->asked);
	} else {
		buf_put(out, "malformed in CUTLASS: the hardware's A is ");
		if (answer->has_layout) {
			print_layout(out, answer->layout);
		} else {
			buf_put(out, "no layout");
		}
	}
}
