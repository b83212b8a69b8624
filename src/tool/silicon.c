#include "tool/silicon.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/silicon_wgmma_ask.h"
#include "gpu/silicon_wgmma_text.h"
#include "lang/atoms.h"
#include "lang/notation/plain.h"
#include "tool/silicon_boxes.h"

/* "uint32_t[4]", "float[8]"; no registers for "-". */
static struct registers read_registers(struct str text) {
	static const struct {
		const char *name;
		enum register_type type;
	} types[] = { { "uint32_t[", REGISTER_U32 }, { "float[", REGISTER_F32 }, { "double[", REGISTER_F64 } };
	for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
		size_t length = strlen(types[i].name);
		if (str_starts_with(text, types[i].name)) {
			return (struct registers){ .type = types[i].type, .count = (int)strtol(text.data + length, NULL, 10) };
		}
	}
	return (struct registers){ .count = 0 };
}

/* "sm80" as 80; 0 for what is no architecture of NVIDIA. */
static int read_arch(struct str text) {
	return text.length > 2 ? (int)strtol(text.data + 2, NULL, 10) : 0;
}

/* Field number "i" from the end of "mma.sync.aligned.kind::f8f6f4.m16n8k32.row.col.f32.e2m1.e5m2.f32", from 0. */
static struct str field_of(struct str instruction, int i) {
	size_t end = instruction.length;
	size_t begin = end;
	for (;; i--) {
		while (begin > 0 && instruction.data[begin - 1] != '.') {
			begin--;
		}
		if (i == 0 || begin == 0) {
			return (struct str){ instruction.data + begin, end - begin };
		}
		end = --begin;
	}
}

/*
 * An instruction of SM120 takes numbers of 8, 6 or 4 bits, in 8 bits each, or "in_four_bits" where all have 4. CUTLASS
 * has them as bits; what they are stands in the instruction, before the type of the scale factors, which are all 1.
 */
static void set_small_types(struct str instruction, bool in_four_bits, struct mma_question *mma) {
	struct str last = field_of(instruction, 0);
	int scales = str_is(last, "ue8m0") || str_is(last, "ue4m3");
	mma->scale = scales == 0 ? 0 : str_is(last, "ue8m0") ? 0x7f7f7f7f : 0x38383838;
	packed_find(field_of(instruction, 2 + scales), &mma->a_elements);
	packed_find(field_of(instruction, 1 + scales), &mma->b_elements);
	if (in_four_bits) {
		mma->a_elements = mma->b_elements = (struct packed){ 4, 2 };
	}
}

static void set_mma(struct algebra *al, const struct atom_row *row, const struct atom_row *ptx,
		struct silicon_question *question) {
	struct mma_question *mma = &question->mma;
	*mma = (struct mma_question){ .name = row->columns[0], .instruction = ptx->columns[1],
		.d = read_registers(ptx->columns[2]), .a = read_registers(ptx->columns[3]),
		.b = read_registers(ptx->columns[4]) };
	packed_find(row->columns[3], &mma->a_elements);
	packed_find(row->columns[4], &mma->b_elements);
	packed_find(row->columns[6], &mma->d_elements);
	if (question->arch >= 120) {
		set_small_types(mma->instruction, str_is(row->columns[3], "u4"), mma);
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
		.d = read_registers(ptx->columns[2]), .s = read_registers(ptx->columns[3]),
		.atom = atoms_find_copy(al, row->columns[0]) };
	question->kind = SILICON_COPY;
}

/* "name" ends in "suffix", with "_TN" and "_SATURATE" behind it or not. */
static bool has_suffix(struct str name, const char *suffix, bool *saturates) {
	static const char *const tails[] = { "_SATURATE", "_TN" };
	size_t length = strlen(suffix);
	for (size_t i = 0; i < sizeof tails / sizeof tails[0]; i++) {
		size_t tail = strlen(tails[i]);
		bool is_there = name.length > tail && memcmp(name.data + name.length - tail, tails[i], tail) == 0;
		*saturates = i == 0 ? is_there : *saturates;
		name.length -= is_there ? tail : 0;
	}
	return name.length > length && memcmp(name.data + name.length - length, suffix, length) == 0;
}

/* The forms that hold a tile of "mn_k" elements; with "only_k" those where k is contiguous. */
static void set_forms(struct algebra *al, struct tuple mn_k, int bits, bool only_k, struct wgmma_forms *forms) {
	static const struct {
		const char *name, *atom;
		enum major major;
	} all[] = {
		{ "K_INTER", "GMMA::Layout_K_INTER_Atom", MAJOR_K }, { "K_SW32", "GMMA::Layout_K_SW32_Atom", MAJOR_K },
		{ "K_SW64", "GMMA::Layout_K_SW64_Atom", MAJOR_K }, { "K_SW128", "GMMA::Layout_K_SW128_Atom", MAJOR_K },
		{ "MN_INTER", "GMMA::Layout_MN_INTER_Atom", MAJOR_MN }, { "MN_SW32", "GMMA::Layout_MN_SW32_Atom", MAJOR_MN },
		{ "MN_SW64", "GMMA::Layout_MN_SW64_Atom", MAJOR_MN },
		{ "MN_SW128", "GMMA::Layout_MN_SW128_Atom", MAJOR_MN },
	};
	for (size_t i = 0; i < sizeof all / sizeof all[0] && (!only_k || all[i].major == MAJOR_K); i++) {
		struct wgmma_form *form = &forms->form[forms->count];
		*form = (struct wgmma_form){ .name = all[i].name, .major = all[i].major };
		struct map atom = atoms_find_smem(al, str_from(all[i].atom), bits);
		forms->count += wgmma_form_make(al, atom, bits, mn_k, form);
	}
}

/* The element type of A: of "sparse_elem<2,f16>" f16. */
static struct str stored_type(struct str type, bool *is_sparse) {
	static const char sparse[] = "sparse_elem<2,";
	size_t length = sizeof sparse - 1;
	*is_sparse = str_starts_with(type, sparse);
	return *is_sparse ? (struct str){ type.data + length, type.length - length - 1 } : type;
}

/* An atom of SM90's warpgroups; its instruction follows from its shape and types. */
static void set_wgmma(struct algebra *al, const struct atom_row *row, struct silicon_question *question) {
	struct wgmma_question *wgmma = &question->wgmma;
	char types[WGMMA_INSTRUCTION];
	bool saturates;
	*wgmma = (struct wgmma_question){ .name = row->columns[0], .group = 1 };
	struct str a = stored_type(row->columns[3], &wgmma->is_sparse);
	struct str b = row->columns[4];
	struct str d = row->columns[6];
	bool in_registers = has_suffix(row->columns[0], "_RS", &saturates);
	packed_find(a, &wgmma->a_elements);
	packed_find(b, &wgmma->b_elements);
	packed_find(d, &wgmma->d_elements);
	wgmma->atom = atoms_find_mma(al, row->columns[0]);
	int bits = wgmma->a_elements.bits;
	int64_t n = int_value(al, tuple_mode(wgmma->atom.shape_mnk, 1));
	int64_t k = int_value(al, tuple_mode(wgmma->atom.shape_mnk, 2));
	int64_t stored = wgmma->is_sparse ? k / 2 : k;
	wgmma->d.type = str_is(d, "f32") ? REGISTER_F32 : REGISTER_U32;
	if (in_registers) {
		wgmma->a.count = (int)(64 * stored * bits / 32 / WGMMA_THREADS);
	} else {
		set_forms(al, tuple_pair(al, tuple_int(64), tuple_int(stored)), bits, bits != 16, &wgmma->forms_a);
	}
	set_forms(al, tuple_pair(al, tuple_int(n), tuple_int(k)), bits, bits != 16, &wgmma->forms_b);
	if (wgmma->is_sparse) {
		wgmma->group = bits == 32 ? 2 : 4;
		wgmma->metadata = atoms_wgmma_metadata(al, bits);
	}
	snprintf(types, sizeof types, "%.*s.%.*s.%.*s", (int)d.length, d.data, (int)a.length, a.data, (int)b.length,
		b.data);
	wgmma_complete(al, wgmma, types, saturates);
	question->kind = SILICON_WGMMA;
}

bool silicon_atom_of(struct evaluation *ev, const char *text, struct str *name) {
	struct source *source = arena_alloc(ev->algebra.arena, sizeof *source);
	*source = (struct source){ "<expr>", str_from(text), 1 };
	if (!evaluation_run(ev, source)) {
		return false;
	}
	struct value value = ev->result_count > 0 ? ev->results[ev->result_count - 1] : value_none();
	if (value.kind == VALUE_MMA_ATOM || value.kind == VALUE_COPY_ATOM) {
		*name = value.kind == VALUE_MMA_ATOM ? value.mma_atom->name : value.copy_atom->name;
		return true;
	}
	algebra_fault(&ev->algebra, FAULT_TYPE, "expected an atom, mma_atom(\"...\") or copy_atom(\"...\",16)");
	ev->error = (struct message){ ev->algebra.fault, { 0, source->text.length } };
	return false;
}

/* An access of a width that the atom's name says, or cp.async. */
static bool is_access(struct str name) {
	struct tiled_copy_question question = { .bits = 8 };
	bool has_width = memchr(name.data, '<', name.length) != NULL;
	return has_width && name.data[0] != 'A' && tiled_copy_set_way(&question, name);
}

/* A warp, each thread of which moves as many bytes as the atom does. */
static void set_accesses(struct algebra *al, struct str name, struct silicon_question *question) {
	struct tiled_copy_question *accesses = &question->accesses;
	*accesses = (struct tiled_copy_question){ .bits = 8 };
	tiled_copy_set_way(accesses, name);
	struct copy_atom atom = copy_atom_make(al, atoms_find_copy(al, name), 8);
	struct tuple bytes = layout_size(al, layout_mode(atom.src, 1));
	accesses->tiled = tiled_copy_from_thr_val(al, atom, layout_from_shape(al, tuple_int(32)),
		layout_from_shape(al, bytes));
	struct tuple *shape = tuple_modes_new(al, 1);
	shape[0] = int_mul(al, bytes, tuple_int(32));
	accesses->shape = tuple_of(al, shape, 1);
	if (!algebra_failed(al)) {
		tiled_copy_prepare(al, accesses);
	}
	question->kind = SILICON_ACCESSES;
}

struct silicon_question silicon_question(struct algebra *al, struct str name) {
	struct silicon_question question = { .kind = SILICON_NONE };
	int box;
	if (silicon_box_find(str_is(name, "SM90_BULK_COPY_AUTO") ? str_from("SM90_BULK_COPY_G2S") : name, &box)) {
		question.boxes = arena_alloc(al->arena, sizeof *question.boxes);
		question.kind = SILICON_BOXES;
		question.arch = 90;
		silicon_box_question(al, box, question.boxes);
		return question;
	}
	struct atom_row row;
	struct atom_row ptx;
	bool is_mma = atoms_find(ATOMS_MMA, name, &row);
	if (!is_mma && !atoms_find(ATOMS_COPY, name, &row)) {
		snprintf(question.why, sizeof question.why, "there is no such atom");
		return question;
	}
	question.arch = read_arch(row.columns[1]);
	if (is_mma && question.arch == 90 && str_is(row.columns[7], "128:1")) {
		set_wgmma(al, &row, &question);
	} else if (!is_mma && is_access(name)) {
		set_accesses(al, name, &question);
	} else if (!atoms_find(ATOMS_PTX, name, &ptx)) {
		snprintf(question.why, sizeof question.why,
			"not asked: only mma.sync, wgmma, ldmatrix, stmatrix, movmatrix, cp.async and TMA are");
	} else if (is_mma) {
		set_mma(al, &row, &ptx, &question);
	} else {
		set_copy(al, &row, &ptx, &question);
	}
	return question;
}

const char *silicon_source(struct algebra *al, const struct silicon_question *question) {
	switch (question->kind) {
	case SILICON_MMA: return mma_source(al, &question->mma);
	case SILICON_WGMMA: return wgmma_source(al, &question->wgmma);
	case SILICON_ACCESSES: return tiled_copy_source(al, &question->accesses);
	case SILICON_BOXES: return tma_source(al);
	default: return copy_source(al, &question->copy);
	}
}

/* Set the code of "question", which is not looked at for other kinds. */
static void set_code(struct silicon_question *question, struct str code) {
	question->mma.code = question->copy.code = question->wgmma.code = question->accesses.code = code;
	if (question->kind == SILICON_BOXES) {
		question->boxes->code = code;
	}
}

/* All boxes have one text, which is compiled once. */
void silicon_compile_all(struct device *device, struct algebra *al, struct silicon_question *const *questions,
		int count) {
	struct kernel_text *texts = arena_array(al->arena, (size_t)count, sizeof *texts);
	int *text = arena_array(al->arena, (size_t)count, sizeof *text);
	int boxes = -1;
	int all = 0;
	for (int i = 0; i < count; i++) {
		bool is_known = questions[i]->kind == SILICON_BOXES && boxes >= 0;
		text[i] = is_known ? boxes : all++;
		boxes = questions[i]->kind == SILICON_BOXES ? text[i] : boxes;
		if (!is_known) {
			texts[text[i]].source = silicon_source(al, questions[i]);
			texts[text[i]].is_specific = questions[i]->kind == SILICON_WGMMA || questions[i]->arch >= 120;
		}
	}
	device_compile_all(device, al->arena, texts, all);
	for (int i = 0; i < count; i++) {
		set_code(questions[i], texts[text[i]].code);
	}
}

struct silicon_answer silicon_ask(struct device *device, struct algebra *al, const struct silicon_question *question,
		struct fault *fault) {
	switch (question->kind) {
	case SILICON_MMA: return mma_ask(device, al, &question->mma, fault);
	case SILICON_WGMMA: return wgmma_ask(device, al, &question->wgmma, fault);
	case SILICON_ACCESSES: return tiled_copy_ask(device, al, &question->accesses, fault);
	case SILICON_BOXES: return tma_ask(device, al, question->boxes, fault);
	default: return copy_ask(device, al, &question->copy, fault);
	}
}

void silicon_put_beyond(struct buf *out, const struct silicon_answer *answer) {
	if (answer->beyond > 0) {
		buf_printf(out, "; %" PRId64 " elements beyond the tensor were written, in the last 16 bytes of its rows",
			answer->beyond);
	}
}

void silicon_put_answer(struct buf *out, const struct silicon_question *question,
		const struct silicon_answer *answer) {
	if (!answer->good) {
		buf_printf(out, "differs: %s", answer->text);
	} else if (question->kind == SILICON_COPY) {
		buf_printf(out, "proved: %" PRId64 " numbers came where the atom says", answer->asked);
	} else if (question->kind == SILICON_ACCESSES) {
		buf_printf(out, "proved: %" PRId64 " bytes came where the atom says", answer->asked);
	} else if (question->kind == SILICON_BOXES) {
		buf_printf(out, "proved: %" PRId64 " elements of %" PRId64 " tiles came where the layouts say", answer->asked,
			question->boxes->asked);
		silicon_put_beyond(out, answer);
	} else if (question->kind == SILICON_WGMMA) {
		buf_printf(out, "proved: A, B and C explain %" PRId64 " products in %d forms of B, %d of A%s", answer->asked,
			question->wgmma.forms_b.count, question->wgmma.forms_a.count,
			question->wgmma.is_sparse ? ", and the metadata" : "");
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
