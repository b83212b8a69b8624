/*
 * src/tool/silicon*.c: what is asked of the hardware about each atom and box, by the layouts of the atom and by the
 * manual of PTX; which expressions are refused; and what is said of an answer. Prints "N passed, N failed".
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "gpu/silicon_wgmma_text.h"
#include "lang/atoms.h"
#include "tool/silicon.h"
#include "tool/silicon_boxes.h"
#include "tool/silicon_tiled.h"

struct tester {
	struct arena arena;
	struct algebra al;
	const char *name;          /* of what is looked at */
	int passed, failed;
};

static void expect(struct tester *tester, bool good, const char *what) {
	tester->passed += good;
	tester->failed += !good;
	if (!good) {
		printf("FAIL: %s: %s\n", tester->name, what);
	}
}

static void expect_number(struct tester *tester, int64_t saw, int64_t wanted, const char *what) {
	char text[200];
	snprintf(text, sizeof text, "%s is %" PRId64 ", not %" PRId64, what, saw, wanted);
	expect(tester, saw == wanted, text);
}

static void expect_text(struct tester *tester, const char *saw, const char *wanted) {
	char text[800];
	snprintf(text, sizeof text, "\n  %s, not\n  %s", saw, wanted);
	expect(tester, strcmp(saw, wanted) == 0, text);
}

static void begin(struct tester *tester, const char *name) {
	tester->name = name;
	arena_init(&tester->arena, NULL, NULL);
	algebra_init(&tester->al, &tester->arena);
}

static int64_t mode_size(struct tester *tester, struct layout layout, int mode) {
	return int_value(&tester->al, layout_size(&tester->al, layout_mode(layout, mode)));
}

/* --- atoms --- */

/* The registers of a thread hold the values that the layout gives it: narrow ones side by side. */
static void check_registers(struct tester *tester, struct registers registers, struct packed packed,
		struct layout layout, const char *what) {
	int64_t bits = (registers.type == REGISTER_F64 ? 64 : 32) * (int64_t)registers.count;
	expect_number(tester, bits, packed.bits * mode_size(tester, layout, 1), what);
}

static void check_mma(struct tester *tester, const struct silicon_question *question, const struct atom_row *row) {
	const struct mma_question *mma = &question->mma;
	expect(tester, str_equal(mma->name, row->columns[0]), "name");
	expect(tester, mma->instruction.length > 4 && memcmp(mma->instruction.data, "mma.", 4) == 0, "instruction");
	expect(tester, !algebra_failed(&tester->al), "fault");
	check_registers(tester, mma->d, mma->d_elements, mma->atom.c, "bits of D");
	check_registers(tester, mma->b, mma->b_elements, mma->atom.b, "bits of B");
	if (!mma->is_malformed) {
		check_registers(tester, mma->a, mma->a_elements, mma->atom.a, "bits of A");
	}
}


/* The forms of B and of A in registers' place: those that an instruction reads "bytes" of k and "mn" rows of. */
static void check_forms(struct tester *tester, const struct wgmma_forms *forms, int64_t mn, int64_t bytes, int bits) {
	static const int spans[] = { 16, 32, 64, 128 };
	static const char *const names[2][4] = { { "K_INTER", "K_SW32", "K_SW64", "K_SW128" },
		{ "MN_INTER", "MN_SW32", "MN_SW64", "MN_SW128" } };
	int count = 0;
	for (int i = 0; i < 8; i++) {
		int span = spans[i % 4];
		/* Swizzled rows of K hold the whole instruction; along MN only elements of 16 bits may lie. */
		bool is_there = i < 4 ? i == 0 || span >= bytes : bits == 16 && mn % (span / 2) == 0;
		if (is_there && count < forms->count) {
			expect_text(tester, forms->form[count].name, names[i / 4][i % 4]);
			expect_number(tester, forms->form[count].major, i < 4 ? MAJOR_K : MAJOR_MN, "major");
			expect_number(tester, forms->form[count].swizzle.bits, i % 4, "swizzle");
			int64_t k = i % 4 > 0 && i < 4 ? span : bytes;
			expect_number(tester, forms->form[count].bytes, mn * k, "bytes");
			/* What the instruction reads is the end of each row. */
			expect_number(tester, forms->form[count].start, k - bytes, "start");
		}
		count += is_there;
	}
	expect_number(tester, forms->count, count, "forms");
}

static bool has_part(struct str text, const char *part) {
	char copy[200];
	snprintf(copy, sizeof copy, "%.*s", (int)text.length, text.data);
	return strstr(copy, part) != NULL;
}

/* What is asked of a warpgroup's atom, by its name: GMMA_64x104x32_F32BF16BF16_SS. */
static void check_wgmma(struct tester *tester, const struct silicon_question *question, const struct atom_row *row) {
	const struct wgmma_question *wgmma = &question->wgmma;
	const char *shape = strstr(tester->name, "64x");
	int n = 0;
	int k = 0;
	expect(tester, shape != NULL && sscanf(shape, "64x%dx%d", &n, &k) == 2, "shape");
	bool sparse = strstr(tester->name, "SPARSE") != NULL;
	bool in_registers = strstr(tester->name, "_RS") != NULL;
	bool saturates = strstr(tester->name, "_SATURATE") != NULL;
	struct str a = row->columns[3];
	if (sparse) {
		size_t before = strlen("sparse_elem<2,");
		a = (struct str){ a.data + before, a.length - before - 1 };
	}
	int d_bits = str_is(row->columns[6], "f16") ? 16 : 32;
	int bits = has_part(a, "32") ? 32 : has_part(a, "16") ? 16 : 8;
	char wanted[200];
	snprintf(wanted, sizeof wanted, "wgmma.mma_async%s.sync.aligned.m64n%dk%d.%.*s.%.*s.%.*s%s", sparse ? ".sp" : "", n,
		k, (int)row->columns[6].length, row->columns[6].data, (int)a.length, a.data, (int)row->columns[4].length,
		row->columns[4].data, saturates ? ".satfinite" : "");
	expect_text(tester, wgmma->instruction, wanted);
	expect_number(tester, wgmma->is_sparse, sparse, "sparse");
	expect_number(tester, wgmma->group, !sparse ? 1 : bits == 32 ? 2 : 4, "group");
	expect_number(tester, wgmma->a_elements.bits, bits, "bits of A");
	expect_number(tester, wgmma->b_elements.bits, bits, "bits of B");
	expect_number(tester, wgmma->d_elements.bits, d_bits, "bits of D");
	expect_number(tester, wgmma->d.count, 64 * n * d_bits / 32 / 128, "registers of D");
	expect_number(tester, wgmma->d.type, str_is(row->columns[6], "f32") ? REGISTER_F32 : REGISTER_U32, "type of D");
	expect_number(tester, wgmma->a.count, in_registers ? 4 : 0, "registers of A");
	expect_number(tester, (int64_t)k * bits, sparse ? 512 : 256, "bits along k");
	if (in_registers) {
		expect_number(tester, wgmma->forms_a.count, 0, "forms of A");
	} else {
		check_forms(tester, &wgmma->forms_a, 64, 32, bits);
	}
	check_forms(tester, &wgmma->forms_b, n, sparse ? 64 : 32, bits);
	expect(tester, !sparse || layout_size(&tester->al, wgmma->metadata).value > 0, "metadata");
	expect(tester, !algebra_failed(&tester->al), "fault");
}

/* Which atoms are asked, and how: those of mma.sync, which have an instruction in the table, and wgmma. */
static void check_mmas(struct tester *tester) {
	static const char none[] = "not asked: only mma.sync, wgmma, ldmatrix, stmatrix, movmatrix, cp.async and TMA are";
	struct atom_row row;
	struct atom_row ptx;
	for (size_t offset = 0; atoms_next(ATOMS_MMA, &offset, &row);) {
		char name[200];
		snprintf(name, sizeof name, "%.*s", (int)row.columns[0].length, row.columns[0].data);
		begin(tester, name);
		struct silicon_question question = silicon_question(&tester->al, row.columns[0]);
		bool of_warpgroup = memcmp(name, "SM90", 4) == 0 && str_is(row.columns[7], "128:1");
		bool has_instruction = atoms_find(ATOMS_PTX, row.columns[0], &ptx);
		expect_number(tester, question.kind,
			of_warpgroup ? SILICON_WGMMA : has_instruction ? SILICON_MMA : SILICON_NONE, "kind");
		int arch = 0;
		expect(tester, sscanf(row.columns[1].data, "sm%d", &arch) != 1 || question.arch == arch, "arch");
		expect_text(tester, question.why, question.kind == SILICON_NONE ? none : "");
		if (question.kind == SILICON_MMA) {
			check_mma(tester, &question, &row);
		} else if (question.kind == SILICON_WGMMA) {
			check_wgmma(tester, &question, &row);
		}
		arena_finish(&tester->arena);
	}
}

/* The scale factors are 1, and numbers of 4 bits lie in 8 but where both have 4. */
static void check_scales(struct tester *tester) {
	static const struct {
		const char *name;
		unsigned scale;
		int bits;
		uint64_t one_a, one_b;
	} cases[] = {
		{ "SM80_16x8x16_F32F16F16F32_TN", 0, 16, 0x3c00, 0x3c00 },
		{ "SM80_16x8x8_F32BF16BF16F32_TN", 0, 16, 0x3f80, 0x3f80 },
		{ "SM80_16x8x32_S32S8U8S32_TN", 0, 8, 1, 1 },
		{ "SM80_16x8x64_S32U4S4S32_TN", 0, 4, 1, 1 },
		{ "SM120::BLOCKSCALED::SM120_16x8x32_TN_VS<e2m1,e3m2,f32,ue8m0,32>", 0x7f7f7f7f, 8, 8, 12 },
		{ "SM120::BLOCKSCALED::SM120_16x8x32_TN_VS<e4m3,e5m2,f32,ue8m0,32>", 0x7f7f7f7f, 8, 0x38, 0x3c },
		{ "SM120::BLOCKSCALED::SM120_16x8x64_TN_VS<e2m1,e2m1,f32,ue8m0,32>", 0x7f7f7f7f, 4, 2, 2 },
		{ "SM120::BLOCKSCALED::SM120_16x8x64_TN_VS<e2m1,e2m1,f32,ue4m3,16>", 0x38383838, 4, 2, 2 },
		{ "SM120_16x8x32_TN<e2m1,e4m3,f32>", 0, 8, 8, 0x38 },
		{ "SM120_16x8x32_TN<e5m2,e2m3,f32>", 0, 8, 0x3c, 8 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		begin(tester, cases[i].name);
		struct silicon_question question = silicon_question(&tester->al, str_from(cases[i].name));
		expect_number(tester, question.kind, SILICON_MMA, "kind");
		expect_number(tester, question.mma.scale, cases[i].scale, "scale");
		expect_number(tester, question.mma.a_elements.bits, cases[i].bits, "bits of A");
		expect_number(tester, question.mma.b_elements.bits, cases[i].bits, "bits of B");
		expect_number(tester, (int64_t)question.mma.a_elements.one, (int64_t)cases[i].one_a, "one of A");
		expect_number(tester, (int64_t)question.mma.b_elements.one, (int64_t)cases[i].one_b, "one of B");
		arena_finish(&tester->arena);
	}
}

/* A copy between registers and shared memory: the bits of a thread on each side; accesses: bytes of 32 threads. */
static void check_copies(struct tester *tester) {
	struct atom_row row;
	for (size_t offset = 0; atoms_next(ATOMS_COPY, &offset, &row);) {
		char name[200];
		snprintf(name, sizeof name, "%.*s", (int)row.columns[0].length, row.columns[0].data);
		begin(tester, name);
		struct silicon_question question = silicon_question(&tester->al, row.columns[0]);
		const struct copy_question *copy = &question.copy;
		const struct tiled_copy_question *accesses = &question.accesses;
		const char *bracket = strstr(name, "<u");
		int bits = 0;
		bool is_cp = strstr(name, "CP_ASYNC") != NULL;
		bool is_access = bracket != NULL && sscanf(bracket, "<u%d>", &bits) == 1
			&& (is_cp || strstr(name, "UniversalCopy") == name);
		struct atom_row ptx;
		bool is_matrix = atoms_find(ATOMS_PTX, row.columns[0], &ptx);
		bool is_run = strcmp(name, "SM90_BULK_COPY_AUTO") == 0;
		expect_number(tester, question.kind, is_run ? SILICON_BOXES :
			is_access ? SILICON_ACCESSES : is_matrix ? SILICON_COPY : SILICON_NONE, "kind");
		if (is_access) {
			expect_number(tester, accesses->way, is_cp ? TILED_COPY_ASYNC : TILED_COPY_PLAIN, "way");
			expect_number(tester, accesses->fills, strstr(name, "ZFILL") != NULL, "fills");
			expect_number(tester, accesses->threads, 32, "threads");
			expect_number(tester, accesses->bits, 8, "bits");
			expect_number(tester, accesses->values, bits / 8, "values");
			expect_number(tester, accesses->elements, 4 * bits, "elements");
			expect_number(tester, accesses->calls, 1, "calls");
		} else if (is_matrix && question.kind == SILICON_COPY) {
			expect(tester, str_equal(copy->name, row.columns[0]), "name");
			bool reads = strstr(name, "LDSM") == NULL;
			bool writes = strstr(name, "STSM") == NULL;
			expect_number(tester, copy->s.count * 32, reads ? mode_size(tester, copy->atom.src, 1) : 0, "bits read");
			expect_number(tester, copy->d.count * 32, writes ? mode_size(tester, copy->atom.dst, 1) : 0,
				"bits written");
			const char *starts = !reads ? "ldmatrix." : !writes ? "stmatrix." : "movmatrix.";
			expect(tester, memcmp(copy->instruction.data, starts, strlen(starts)) == 0, "instruction");
		}
		expect(tester, !algebra_failed(&tester->al), "fault");
		arena_finish(&tester->arena);
	}
}

/* --- boxes --- */

/* A box by its name: what it is of, element by element. */
static void check_box(struct tester *tester, int index, const char *way, int rank, int bits, int span) {
	static const int64_t sides[] = { 0, 20, 3, 2, 2 };
	struct tma_question box;
	silicon_box_question(&tester->al, index, &box);
	expect(tester, !algebra_failed(&tester->al), tester->al.fault.text);
	expect_number(tester, box.stores, strcmp(way, "STORE") == 0, "stores");
	expect_number(tester, box.is_run, false, "run");
	expect_number(tester, box.problem.bits, bits, "bits");
	expect_number(tester, box.problem.multicast, 1, "multicast");
	char name[16] = "NONE";
	if (span > 0) {
		snprintf(name, sizeof name, "%dB", span);
	}
	expect_text(tester, box.tma.swizzle, name);
	int64_t bytes = bits / 8;
	int64_t row = (span > 0 ? span : 48) / bytes;
	int64_t elements = row;
	int64_t tiles = 3;
	int64_t pitch = ((2 * row + 3) * bytes + 15) / 16 * 16;
	expect_number(tester, box.tma.rank, rank, "rank");
	for (int i = 0; i < rank && i < box.tma.rank; i++) {
		expect_number(tester, box.tma.box[i], i == 0 ? row : sides[i], "side");
		expect_number(tester, box.tma.extent[i], i == 0 ? 2 * row + 3 : sides[i] + 1, "extent");
		if (i > 0) {
			expect_number(tester, box.tma.stride[i], pitch, "stride");
			pitch *= sides[i] + 1;
			elements *= sides[i];
			tiles *= 2;
		}
	}
	expect_number(tester, box.elements, elements, "elements");
	expect_number(tester, box.tiles, tiles, "tiles");
	bool same = true;
	for (int64_t i = 0; i < elements; i++) {
		int64_t byte = i * bytes;
		int64_t wanted = span > 0 ? byte ^ ((byte >> 7 & (span / 16 - 1)) << 4) : byte;
		same = same && offsets_at(&box.shared, i) * bytes == wanted;
	}
	expect(tester, same, "places in shared memory");
}

static void check_run(struct tester *tester, int index, bool stores) {
	struct tma_question run;
	silicon_box_question(&tester->al, index, &run);
	expect_number(tester, run.stores, stores, "stores");
	expect(tester, run.is_run && !algebra_failed(&tester->al), "run");
	expect_number(tester, run.problem.bits, 8, "bits");
	expect_number(tester, run.elements, 1040, "bytes");
	expect_number(tester, run.tiles, 7, "runs");
	expect_number(tester, run.global_bytes, 7280, "bytes of global memory");
}

static void check_boxes(struct tester *tester) {
	static const char *const ways[] = { "LOAD", "STORE" };
	char wanted[60];
	char name[SILICON_BOX_NAME];
	int index = 0;
	int found;
	for (int way = 0; way < 2; way++) {
		for (int rank = 1; rank <= 5; rank++) {
			for (int i = 0; i < 16; i++, index++) {
				int bits = 8 << i / 4;
				int span = i % 4 > 0 ? 16 << i % 4 : 0;
				int length = snprintf(wanted, sizeof wanted, "SM90_TMA_%s::%dD_U%d_", ways[way], rank, bits);
				snprintf(wanted + length, sizeof wanted - (size_t)length, span > 0 ? "SW%d" : "NONE", span);
				begin(tester, wanted);
				expect(tester, silicon_box_name(index, name), "there is one");
				expect_text(tester, name, wanted);
				expect(tester, silicon_box_find(str_from(wanted), &found) && found == index, "found");
				check_box(tester, index, ways[way], rank, bits, span);
				struct silicon_question question = silicon_question(&tester->al, str_from(wanted));
				expect(tester, question.kind == SILICON_BOXES && question.arch == 90, "kind");
				expect(tester, question.boxes->stores == (way == 1), "way");
				expect_number(tester, question.boxes->problem.bits, bits, "bits");
				arena_finish(&tester->arena);
			}
		}
	}
	for (int way = 0; way < 2; way++, index++) {
		begin(tester, way == 0 ? "SM90_BULK_COPY_G2S" : "SM90_BULK_COPY_S2G");
		expect(tester, silicon_box_name(index, name), "there is one");
		expect_text(tester, name, tester->name);
		expect(tester, silicon_box_find(str_from(tester->name), &found) && found == index, "found");
		check_run(tester, index, way == 1);
		arena_finish(&tester->arena);
	}
	begin(tester, "boxes");
	expect(tester, !silicon_box_name(index, name), "no more");
	expect(tester, !silicon_box_find(str_from("SM90_TMA_LOAD::6D_U8_NONE"), &found), "six dimensions");
	expect(tester, !silicon_box_find(str_from("SM90_TMA_LOAD::1D_U8_SW16"), &found), "16 bytes");
	struct silicon_question question = silicon_question(&tester->al, str_from("SM90_BULK_COPY_AUTO"));
	expect(tester, question.kind == SILICON_BOXES && question.boxes->is_run && !question.boxes->stores, "either way");
	question = silicon_question(&tester->al, str_from("SM80_16x8x16"));
	expect_number(tester, question.kind, SILICON_NONE, "kind");
	expect_text(tester, question.why, "there is no such atom");
	arena_finish(&tester->arena);
}

/* --- expressions --- */

static void check_names(struct tester *tester) {
	static const char fault[] = "expected an atom, mma_atom(\"...\") or copy_atom(\"...\",16)";
	static const struct {
		const char *text, *name;
		const char *fault;
	} cases[] = {
		{ "mma_atom(\"SM80_16x8x8_F16F16F16F16_TN\")", "SM80_16x8x8_F16F16F16F16_TN", NULL },
		{ "copy_atom(\"SM75_U32x1_LDSM_N\",16)", "SM75_U32x1_LDSM_N", NULL },
		{ "4:1; mma_atom(\"SM80_16x8x8_F16F16F16F16_TN\")", "SM80_16x8x8_F16F16F16F16_TN", NULL },
		{ "mma_atom(\"SM80_16x8x8_F16F16F16F16_TN\"); 4:1", NULL, fault },
		{ "4:1", NULL, fault },
		{ "", NULL, fault },
		{ "4:", NULL, "expected an expression, saw the end" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct evaluation ev;
		struct str name;
		begin(tester, cases[i].text);
		evaluation_init(&ev, &tester->arena, false);
		bool is_atom = silicon_atom_of(&ev, cases[i].text, &name);
		expect(tester, is_atom == (cases[i].name != NULL), "atom");
		expect(tester, !is_atom || str_is(name, cases[i].name), "name");
		expect_text(tester, is_atom ? "" : ev.error.fault.text, is_atom ? "" : cases[i].fault);
		if (!is_atom && cases[i].fault == fault) {
			expect_number(tester, (int64_t)ev.error.span.begin, 0, "begin");
			expect_number(tester, (int64_t)ev.error.span.end, (int64_t)strlen(cases[i].text), "end");
			expect_number(tester, ev.error.fault.code, FAULT_TYPE, "code");
		}
		arena_finish(&tester->arena);
	}
}

#define MMA(atom) "make_tiled_mma(mma_atom(\"" atom "\"),(2,1,1))"
#define WARP MMA("SM80_16x8x16_F32F16F16F32_TN")
#define COPY(atom) "make_tiled_copy(copy_atom(\"" atom "\",16),(8,4):(4,1),(1,8))"
#define TMA(way, ctas) "make_tma_copy(\"SM90_TMA_" way "\",(64,32):(32,1),(16,16):(16,1),(16,16)," ctas ",16)"
#define PLAIN COPY("UniversalCopy<u128>")

/* What "map" has at number "i" of its coordinates. */
static int64_t map_at(struct algebra *al, struct map map, int64_t i) {
	struct offsets offsets = offsets_init_map(al, map);
	return algebra_failed(al) ? -1 : offsets_at(&offsets, i);
}

/* What is asked of a tiled MMA or copy: "32 x 8 x 16", "512 elements of (8,64), way 0", or the fault. */
static void describe(struct tester *tester, struct evaluation *ev, const struct tiled_subject *subject, bool good,
		struct buf *out) {
	buf_init(out, &tester->arena);
	if (!good) {
		buf_put(out, ev->error.fault.text);
	} else if (subject->kind == TILED_MMA) {
		buf_printf(out, "%" PRId64 " x %" PRId64 " x %" PRId64 ", A(1,0) at %" PRId64 ", B(1,0) at %" PRId64,
			subject->mma.m, subject->mma.n, subject->mma.k, map_at(&ev->algebra, subject->mma.memory_a, 1),
			map_at(&ev->algebra, subject->mma.memory_b, 1));
	} else if (subject->kind == TILED_COPY) {
		const struct tiled_copy_question *copy = &subject->copy;
		buf_printf(out, "%" PRId64 " elements of rank %d, way %d, %d bits", copy->elements, tuple_rank(copy->shape),
			(int)copy->way, copy->bits);
		buf_put(out, copy->shared_map != NULL ? ", shared" : "");
		buf_put(out, copy->from_map != NULL ? ", from" : "");
		buf_put(out, copy->to_map != NULL ? ", to" : "");
	} else {
		buf_printf(out, "boxes of %" PRId64 " elements", subject->boxes.elements);
		buf_put(out, subject->boxes.stores ? ", stored" : "");
	}
}

static void check_expressions(struct tester *tester) {
	static const char fault[] = "expected a tiled MMA or a tiled copy: make_tiled_mma(mma_atom(\"...\"),...) or "
								"make_tiled_copy(copy_atom(\"...\",16),...)";
	static const char made[] = "the shape and the memories of a TMA are those that it was made for";
	static const struct {
		const char *text;
		struct problem_shape shape;
		const char *a, *b, *from, *to, *shared;
		const char *says;
		const char *where;      /* the text that a fault is in; NULL: not looked at */
	} cases[] = {
		{ WARP, { 3, { 32, 8, 16 } }, .says = "32 x 8 x 16, A(1,0) at 1, B(1,0) at 1" },
		{ WARP, { 3, { 64, 16, 32 } }, .a = "row", .says = "64 x 16 x 32, A(1,0) at 32, B(1,0) at 1" },
		{ WARP, { 3, { 64, 16, 32 } }, .b = "row", .says = "64 x 16 x 32, A(1,0) at 1, B(1,0) at 32" },
		{ WARP, { 3, { 64, 16, 32 } }, .a = "(M,K):(K+8,1)", .b = "(N,K):(2*K,1)",
			.says = "64 x 16 x 32, A(1,0) at 40, B(1,0) at 64" },
		{ WARP, { 3, { 64, 16, 32 } }, .a = "(M,K):(Q,1)", .says = "no value is called 'Q'" },
		{ WARP, { 3, { 64, 16, 32 } }, .b = "(M,K", .says = "expected ',' or ')', saw the end" },
		{ WARP, { 3, { 64, 16, 32 } }, .a = "3:1:",
			.says = "expected an operator, ';' or the end of the line, saw ':'" },
		{ WARP, { 3, { 64, 16, 32 } }, .a = "\"row\"", .says = "expected a layout, saw a string" },
		{ WARP, { 3, { 64, 16, 32 } }, .b = "(4,4):(1,4)",
			.says = "the memory of B has 16 elements; 512 are needed", .where = "<b>" },
		{ WARP, { 3, { 64, 16, 32 } }, .a = "(4,4):(1,4)", .b = "(N,K)",
			.says = "the memory of A has 16 elements; 2048 are needed", .where = "<a>" },
		{ WARP, { 3, { 64, 16, 32 } }, .a = "row", .b = "(N,K):(0,1)",
			.says = "the memory of B has two elements at 0", .where = "<b>" },
		{ WARP, { 3, { 64, 512, 32 } }, .a = "(M,K)", .b = "(N,K):(1,N+280)",
			.says = "A and B take 54224 bytes of shared memory, 49152 at most", .where = "<expr>" },
		{ WARP, { 2, { 32, 8 } }, .says = "a tiled MMA is proved over a shape M,N,K" },
		{ WARP, { 4, { 32, 8, 16, 1 } }, .says = "a tiled MMA is proved over a shape M,N,K" },
		{ WARP, { 3, { 33, 8, 16 } }, .says = "extent 0 of the shape, 33, is no multiple of the MMA's tile, 32" },
		{ MMA("SM90_64x8x16_F16F16F16_SS"), { 3, { 128, 8, 16 } },
			.says = "a kernel is made of MMAs of a warp, mma.sync; this is another" },
		{ MMA("SM90_16x8x4_C64C64C64C64_TN"), { 3, { 32, 8, 4 } },
			.says = "no kernel is made of an MMA of complex numbers" },
		{ MMA("UniversalFMA<f32,f32,f32,f32>"), { 3, { 32, 8, 4 } },
			.says = "a kernel is made of MMAs of a warp, mma.sync; this is another" },
		{ PLAIN, { 0, { 0 } }, .says = "256 elements of rank 2, way 0, 16 bits" },
		{ PLAIN, { 2, { 16, 32 } }, .says = "512 elements of rank 2, way 0, 16 bits" },
		{ PLAIN, { 2, { 16, 64 } }, .shared = "(M,N):(N+8,1)",
			.says = "1024 elements of rank 2, way 0, 16 bits, shared" },
		{ PLAIN, { 0, { 0 } }, .shared = "(M,N):(N+8,1)", .from = "row",
			.says = "256 elements of rank 2, way 0, 16 bits, shared, from" },
		{ PLAIN, { 0, { 0 } }, .to = "(M,N):(2*N,1)", .says = "256 elements of rank 2, way 0, 16 bits, to" },
		{ PLAIN, { 0, { 0 } }, .to = "(K,N):(N,1)", .says = "no value is called 'K'", .where = "<out>" },
		{ PLAIN, { 0, { 0 } }, .from = "4:", .says = "expected an expression, saw the end", .where = "<a>" },
		{ PLAIN, { 0, { 0 } }, .shared = ":", .says = "expected an expression, saw ':'", .where = "<memory>" },
		{ PLAIN, { 2, { 15, 32 } }, .says = "the shape is no multiple of the copy's tile", .where = "<expr>" },
		{ PLAIN, { 2, { 16, 32 } }, .shared = "(M,N):(8*N,8)", .says = "the copy moves 8 elements of 16 bits at once,"
			" which do not lie side by side from a multiple of their size on in shared memory" },
		{ PLAIN, { 2, { 16, 32 } }, .shared = "(M,N):(N+4,1)", .says = "the copy moves 8 elements of 16 bits at once,"
			" which do not lie side by side from a multiple of their size on in shared memory" },
		{ PLAIN, { 2, { 8, 160 } }, .shared = "(M,N):(3488,1)",
			.says = "1280 elements of rank 2, way 0, 16 bits, shared" },
		{ PLAIN, { 2, { 8, 160 } }, .shared = "(M,N):(3496,1)",
			.says = "shared memory has 24632 places; there is room for 24576", .where = "<memory>" },
		{ PLAIN, { 2, { 8, 64 } }, .from = "(M,N):(2396736,1)",
			.says = "512 elements of rank 2, way 0, 16 bits, from" },
		{ PLAIN, { 2, { 8, 64 } }, .from = "(M,N):(2396744,1)",
			.says = "the memory that is read has 16777272 places; there is room for 16777216" },
		{ "make_tiled_copy(copy_atom(\"UniversalCopy<u128>\",16),(1,1),(1,8))", { 2, { 1, 8 } },
			.shared = "(M,N):(1,2)",
			.says = "the copy moves 8 elements of 16 bits at once, which do not lie side by side from a multiple of "
				"their size on in shared memory" },
		{ PLAIN, { 2, { 16, 32 } }, .from = "4:1", .says = "the memory that is read has 4 elements; 512 are needed",
			.where = "<a>" },
		{ PLAIN, { 2, { 16, 32 } }, .shared = "4:1", .from = "(M,N):(N,1)",
			.says = "shared memory has 4 elements; 512 are needed", .where = "<memory>" },
		{ PLAIN, { 2, { 16, 32 } }, .to = "4:1", .shared = "row",
			.says = "the memory that is written has 4 elements; 512 are needed", .where = "<out>" },
		{ PLAIN, { 2, { 16, 32 } }, .to = "\"x\"", .shared = "(M,N):(N,1)", .says = "expected a layout, saw a string",
			.where = "<out>" },
		{ "make_tiled_copy(copy_atom(\"UniversalCopy<u128>\",16),32:1,8:1)", { 0, { 0 } },
			.says = "256 elements of rank 1, way 0, 16 bits" },
		{ "make_tiled_copy(copy_atom(\"UniversalCopy<u128>\",16),32:1,8:1)", { 1, { 512 } },
			.says = "512 elements of rank 1, way 0, 16 bits" },
		{ "make_tiled_copy_impl(copy_atom(\"UniversalCopy<u16>\",16),(32,1):(1,0),(32:576460752303423488,1))",
			{ 0, { 0 } }, .says = "31 * 576460752303423488 does not fit 64 bits",
			.where = "<expr>" },
		{ COPY("SM80_CP_ASYNC_CACHEGLOBAL<u128>"), { 0, { 0 } }, .says = "256 elements of rank 2, way 1, 16 bits" },
		{ "make_tiled_copy_A(copy_atom(\"SM75_U32x4_LDSM_N\",16)," WARP ")", { 0, { 0 } },
			.says = "512 elements of rank 2, way 2, 16 bits" },
		{ "make_tiled_copy_C(copy_atom(\"SM90_U32x2_STSM_N\",16)," WARP ")", { 0, { 0 } },
			.says = "256 elements of rank 2, way 3, 16 bits" },
		{ "make_tiled_copy(copy_atom(\"SM75_U32x1_MOVM_T\",16),32:1,2:1)", { 0, { 0 } },
			.says = "a kernel copies by plain accesses, cp.async, ldmatrix and stmatrix; this atom does it by "
				"another instruction" },
		{ "make_tiled_copy(copy_atom(\"SM75_U32x1_MOVM_T\",16),32:1,2:1)", { 0, { 0 } }, .shared = "M:1",
			.says = "a kernel copies by plain accesses, cp.async, ldmatrix and stmatrix; this atom does it by "
				"another instruction", .where = "<expr>" },
		{ TMA("LOAD", "1"), { 0, { 0 } }, .says = "boxes of 256 elements" },
		{ TMA("STORE", "1"), { 0, { 0 } }, .says = "boxes of 256 elements, stored" },
		{ TMA("REDUCE_ADD", "1"), { 0, { 0 } },
			.says = "a kernel asks for boxes of SM90_TMA_LOAD and SM90_TMA_STORE" },
		{ TMA("LOAD_MULTICAST", "2"), { 0, { 0 } },
			.says = "a kernel asks for boxes of SM90_TMA_LOAD and SM90_TMA_STORE" },
		{ TMA("LOAD", "1"), { 1, { 2048 } }, .says = made },
		{ TMA("LOAD", "1"), { 2, { 64, 32 } }, .says = made },
		{ TMA("LOAD", "1"), { 0, { 0 } }, .shared = "row", .says = made },
		{ TMA("LOAD", "1"), { 0, { 0 } }, .from = "row", .says = made },
		{ TMA("LOAD", "1"), { 0, { 0 } }, .to = "row", .says = made },
		{ "4:1", { 0, { 0 } }, .says = fault },
		{ "", { 0, { 0 } }, .says = fault },
		{ "(4", { 0, { 0 } }, .says = "expected ',' or ')', saw the end" },
		{ WARP "; 4:1", { 3, { 32, 8, 16 } }, .says = fault },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct evaluation ev;
		struct buf out;
		struct tiled_subject subject;
		begin(tester, cases[i].text);
		evaluation_init(&ev, &tester->arena, false);
		struct tiled_request request = { .text = cases[i].text, .shape = cases[i].shape, .a = cases[i].a,
			.b = cases[i].b, .from = cases[i].from, .to = cases[i].to, .shared = cases[i].shared };
		bool good = silicon_tiled_question(&ev, &request, NULL, &subject);
		describe(tester, &ev, &subject, good, &out);
		char number[20];
		snprintf(number, sizeof number, "case %d: ", (int)i);
		expect_text(tester, out.data, cases[i].says);
		bool marked = ev.error.span.begin <= ev.error.span.end && ev.error.span.end > 0;
		expect(tester, good || marked || cases[i].text[0] == '\0', "place");
		expect(tester, cases[i].where == NULL || strcmp(ev.source->name, cases[i].where) == 0, ev.source->name);
		if (good) {
			struct algebra *al = &ev.algebra;
			const char *source = subject.kind == TILED_MMA ? tiled_source(al, &subject.mma) :
				subject.kind == TILED_COPY ? tiled_copy_source(al, &subject.copy) : tma_source(al);
			expect_text(tester, silicon_tiled_source(al, &subject), source);
		}
		arena_finish(&tester->arena);
	}
}

/* The text of a kernel is that of its kind. */
static void check_sources(struct tester *tester) {
	static const char *const names[] = { "SM80_16x8x16_F32F16F16F32_TN", "SM90_64x8x16_F16F16F16_SS",
		"SM75_U32x4_LDSM_N", "UniversalCopy<u128>", "SM90_BULK_COPY_G2S" };
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		begin(tester, names[i]);
		struct silicon_question question = silicon_question(&tester->al, str_from(names[i]));
		const char *wanted = i == 0 ? mma_source(&tester->al, &question.mma) :
			i == 1 ? wgmma_source(&tester->al, &question.wgmma) :
			i == 2 ? copy_source(&tester->al, &question.copy) :
			i == 3 ? tiled_copy_source(&tester->al, &question.accesses) : tma_source(&tester->al);
		expect(tester, strcmp(silicon_source(&tester->al, &question), wanted) == 0, "source");
		arena_finish(&tester->arena);
	}
}

/* --- compiling --- */

/* What the device was given to compile, in place of NVRTC: the code of a text is its number. */
static struct {
	int count;
	struct kernel_text texts[8];
} compiled;

void __wrap_device_compile_all(struct device *device, struct arena *arena, struct kernel_text *texts, int count);

void __wrap_device_compile_all(struct device *device, struct arena *arena, struct kernel_text *texts, int count) {
	static const char *const codes[] = { "0", "1", "2", "3", "4", "5", "6", "7" };
	(void)device;
	(void)arena;
	compiled.count = count;
	for (int i = 0; i < count && i < 8; i++) {
		compiled.texts[i] = texts[i];
		texts[i].code = str_from(codes[i]);
	}
}

/* All boxes are one text; each question gets the code of its own; wgmma and SM120 are for their architecture alone. */
static void check_compiling(struct tester *tester) {
	static const struct {
		const char *name, *code;
		bool is_specific;
	} cases[] = {
		{ "SM80_16x8x16_F32F16F16F32_TN", "0", false },
		{ "SM90_TMA_LOAD::2D_U16_SW128", "1", false },
		{ "SM90_64x8x16_F16F16F16_SS", "2", true },
		{ "SM90_BULK_COPY_G2S", "1", false },
		{ "SM75_U32x4_LDSM_N", "3", false },
		{ "SM90_TMA_STORE::1D_U8_NONE", "1", false },
		{ "UniversalCopy<u128>", "4", false },
		{ "SM120_16x8x32_TN<e2m1,e4m3,f32>", "5", true },
	};
	enum { CASES = sizeof cases / sizeof cases[0] };
	struct silicon_question questions[CASES];
	struct silicon_question *places[CASES];
	begin(tester, "compile");
	for (int i = 0; i < CASES; i++) {
		questions[i] = silicon_question(&tester->al, str_from(cases[i].name));
		places[i] = &questions[i];
	}
	silicon_compile_all(NULL, &tester->al, places, CASES);
	expect_number(tester, compiled.count, 6, "texts");
	for (int i = 0; i < CASES; i++) {
		const struct silicon_question *question = &questions[i];
		struct str code = question->kind == SILICON_BOXES ? question->boxes->code :
			question->kind == SILICON_MMA ? question->mma.code :
			question->kind == SILICON_WGMMA ? question->wgmma.code :
			question->kind == SILICON_COPY ? question->copy.code : question->accesses.code;
		tester->name = cases[i].name;
		expect(tester, str_is(code, cases[i].code), "code");
		const struct kernel_text *text = &compiled.texts[cases[i].code[0] - '0'];
		expect(tester, text->is_specific == cases[i].is_specific, "architecture");
		expect(tester, strcmp(text->source, silicon_source(&tester->al, question)) == 0, "text");
	}
	tester->name = "boxes in front of all others";
	silicon_compile_all(NULL, &tester->al, places + 1, CASES - 1);
	expect_number(tester, compiled.count, 5, "texts");
	arena_finish(&tester->arena);
}

/* --- answers --- */

static void expect_answer(struct tester *tester, const struct silicon_question *question,
		const struct silicon_answer *answer, const char *wanted) {
	struct buf out;
	begin(tester, wanted);
	buf_init(&out, &tester->arena);
	silicon_put_answer(&out, question, answer);
	expect_text(tester, out.data, wanted);
	arena_finish(&tester->arena);
}

static void check_answers(struct tester *tester) {
	static struct tma_question boxes = { .asked = 4 };
	struct silicon_question question = { .kind = SILICON_MMA, .boxes = &boxes };
	struct silicon_answer answer = { .good = true, .asked = 123, .text = "no layout of A" };
	expect_answer(tester, &question, &answer, "proved: A, B and C explain 123 pairs");
	question.mma.is_malformed = true;
	expect_answer(tester, &question, &answer, "malformed in CUTLASS: the hardware's A is no layout");
	answer.has_layout = true;
	answer.layout = layout_one();
	expect_answer(tester, &question, &answer, "malformed in CUTLASS: the hardware's A is 1:0");
	question.kind = SILICON_COPY;
	expect_answer(tester, &question, &answer, "proved: 123 numbers came where the atom says");
	question.kind = SILICON_ACCESSES;
	expect_answer(tester, &question, &answer, "proved: 123 bytes came where the atom says");
	question.kind = SILICON_BOXES;
	expect_answer(tester, &question, &answer, "proved: 123 elements of 4 tiles came where the layouts say");
	answer.beyond = 1;
	expect_answer(tester, &question, &answer, "proved: 123 elements of 4 tiles came where the layouts say; "
		"1 elements beyond the tensor were written, in the last 16 bytes of its rows");
	question.kind = SILICON_WGMMA;
	question.wgmma.forms_a.count = 3;
	question.wgmma.forms_b.count = 5;
	expect_answer(tester, &question, &answer, "proved: A, B and C explain 123 products in 5 forms of B, 3 of A");
	question.wgmma.is_sparse = true;
	expect_answer(tester, &question, &answer,
		"proved: A, B and C explain 123 products in 5 forms of B, 3 of A, and the metadata");
	answer.good = false;
	expect_answer(tester, &question, &answer, "differs: no layout of A");
}

static void check_tiled_answers(struct tester *tester) {
	static const char *const ways[] = {
		[TILED_COPY_PLAIN] = "proved: 512 elements, 32 threads with 16 values, through global memory, registers, "
							 "shared memory, registers and global memory",
		[TILED_COPY_ASYNC] = "proved: 512 elements, 32 threads with 16 values, through cp.async to shared memory, "
							 "registers and global memory",
		[TILED_COPY_LOAD] = "proved: 512 elements, 32 threads with 16 values, through shared memory, ldmatrix to "
							"registers, and global memory",
		[TILED_COPY_STORE] = "proved: 512 elements, 32 threads with 16 values, through registers, stmatrix to shared "
							 "memory, and global memory",
	};
	static struct tiled_subject subject = { .kind = TILED_MMA };
	struct silicon_answer answer = { .good = true, .asked = 77, .text = "value 3" };
	const char *wanted[8] = { "proved: 64 x 16 sums over 32, each by the threads that own it",
		ways[0], ways[1], ways[2], ways[3],
		"proved: 77 elements of 6 tiles, 3 boxes of 128 bytes each, swizzle 64B, to shared memory",
		"proved: 77 elements of 6 tiles, 3 boxes of 128 bytes each, swizzle 64B, to global memory; "
		"2 elements beyond the tensor were written, in the last 16 bytes of its rows", "differs: value 3" };
	subject.mma.m = 64;
	subject.mma.n = 16;
	subject.mma.k = 32;
	subject.copy.elements = 512;
	subject.copy.threads = 32;
	subject.copy.values = 16;
	subject.boxes.asked = 6;
	subject.boxes.tma.copies = 3;
	subject.boxes.tma.bytes = 128;
	subject.boxes.tma.swizzle = "64B";
	for (int i = 0; i < 8; i++) {
		struct buf out;
		subject.kind = i == 0 ? TILED_MMA : i < 5 ? TILED_COPY : TILED_BOXES;
		subject.copy.way = i > 0 && i < 5 ? (enum tiled_copy_way)(i - 1) : TILED_COPY_PLAIN;
		subject.boxes.stores = i == 6;
		answer.beyond = i == 6 ? 2 : 0;
		answer.good = i < 7;
		begin(tester, "answer");
		buf_init(&out, &tester->arena);
		silicon_tiled_put_answer(&out, &subject, &answer);
		expect_text(tester, out.data, wanted[i]);
		arena_finish(&tester->arena);
	}
}

int main(void) {
	struct tester tester = { .passed = 0 };
	check_mmas(&tester);
	check_scales(&tester);
	check_copies(&tester);
	check_boxes(&tester);
	check_names(&tester);
	check_expressions(&tester);
	check_sources(&tester);
	check_compiling(&tester);
	check_answers(&tester);
	check_tiled_answers(&tester);
	printf("%d passed, %d failed\n", tester.passed, tester.failed);
	return tester.failed > 0;
}
