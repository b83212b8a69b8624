#define _GNU_SOURCE
#include <inttypes.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/cmd.h"
#include "cli/options.h"
#include "cli/report.h"
#include "lang/atoms.h"
#include "lang/notation/json.h"

enum {
	OPTION_JSON = OPTION_LONG,
	OPTION_LAYOUTS,
	OPTION_SMEM,
};

static const struct option_line option_lines[] = {
	{ "layouts", OPTION_LAYOUTS, NULL, NULL, "print the layouts too" },
	{ "smem", OPTION_SMEM, NULL, NULL, "list layouts of shared memory only" },
	{ "json", OPTION_JSON, NULL, NULL, "print one JSON object for each, with its layouts" },
	{ "help", 'h', NULL, NULL, "print this text" },
	{ NULL, 0, NULL, NULL, NULL },
};

static const struct option_group option_groups[] = {
	{ NULL, option_lines },
	{ NULL, NULL },
};

static void put_str(struct str text) {
	fwrite(text.data, 1, text.length, stdout);
}

/* What is listed of each atom. */
struct listing {
	bool layouts;
	bool smem;      /* layouts of shared memory only */
	bool json;
};

static const struct option_place places[] = {
	{ OPTION_JSON, STORE_FLAG, offsetof(struct listing, json) },
	{ OPTION_LAYOUTS, STORE_FLAG, offsetof(struct listing, layouts) },
	{ OPTION_SMEM, STORE_FLAG, offsetof(struct listing, smem) },
	{ 0, STORE_FLAG, 0 },
};

/* "label text" on a line of its own. */
static void put_layout(const char *label, struct str text) {
	printf("  %-6s ", label);
	put_str(text);
	putchar('\n');
}

/* What the hardware said of the atom, behind the rest of its line: "proved on NVIDIA H100 80GB HBM3, 2026-11-22". */
static void put_proved(struct str name) {
	struct atom_row row;
	if (atoms_find(ATOMS_PROVED, name, &row)) {
		printf("  %.*s on %.*s, %.*s, driver %.*s", (int)row.columns[1].length, row.columns[1].data,
			(int)row.columns[2].length, row.columns[2].data, (int)row.columns[4].length, row.columns[4].data,
			(int)row.columns[3].length, row.columns[3].data);
	}
	putchar('\n');
}

static void put_mma(const struct atom_row *row, bool layouts) {
	static const char *const labels[4] = { "ThrID", "A", "B", "C" };
	printf("%-44.*s %-9.*s ", (int)row->columns[0].length, row->columns[0].data, (int)row->columns[1].length,
		row->columns[1].data);
	for (size_t i = 1; i + 1 < row->columns[2].length; i++) {
		char c = row->columns[2].data[i];
		putchar(c == ',' ? 'x' : c);
	}
	for (int i = 3; i < 7; i++) {
		putchar(' ');
		put_str(row->columns[i]);
	}
	put_proved(row->columns[0]);
	for (int i = 0; i < 4 && layouts; i++) {
		put_layout(labels[i], row->columns[7 + i]);
	}
}

static void put_copy(struct algebra *al, const struct atom_row *row, bool layouts) {
	static const char *const labels[4] = { "ThrID", "Src", "Dst", "Ref" };
	struct copy_atom atom = atoms_find_copy(al, row->columns[0]);
	int64_t threads = layout_size(al, atom.thr_id).value;
	int64_t read = tuple_product(al, tuple_mode(atom.src.shape, 1)).value;
	int64_t written = tuple_product(al, tuple_mode(atom.dst.shape, 1)).value;
	printf("%-44.*s %-9.*s %" PRId64 " thread%s, %" PRId64 " -> %" PRId64 " bits",
		(int)row->columns[0].length, row->columns[0].data,
		(int)row->columns[1].length, row->columns[1].data, threads, threads == 1 ? "" : "s",
		read, written);
	put_proved(row->columns[0]);
	for (int i = 0; i < 4 && layouts; i++) {
		put_layout(labels[i], row->columns[2 + i]);
	}
}

/* A layout of shared memory for one width; they are listed when asked for. */
static void put_smem(const struct atom_row *row) {
	printf("%-44.*s %2.*s-bit  ", (int)row->columns[0].length, row->columns[0].data, (int)row->columns[1].length,
		row->columns[1].data);
	put_str(row->columns[2]);
	putchar('\n');
}

/* "key" and a column of "row". */
static void put_column(struct buf *out, const char *key, const struct atom_row *row, int column) {
	buf_printf(out, ",\"%s\":", key);
	buf_put_json(out, row->columns[column]);
}

/* What the hardware said of the atom, as "proved": its verdict, on what device, with which driver, when. */
static void put_json_proved(struct buf *out, struct str name) {
	static const char *const keys[] = { "verdict", "device", "driver", "date" };
	struct atom_row row;
	if (atoms_find(ATOMS_PROVED, name, &row)) {
		for (int i = 0; i < 4; i++) {
			buf_printf(out, "%s\"%s\":", i == 0 ? ",\"proved\":{" : ",", keys[i]);
			buf_put_json(out, row.columns[1 + i]);
		}
		buf_put_char(out, '}');
	}
}

/* An atom as an object. Layouts of copy atoms are those of bits; where CUTLASS's are malformed they are left out. */
static void put_json(struct arena *arena, enum atom_table table, const struct atom_row *row) {
	static const char *const types[] = { "a_type", "b_type", "c_type", "d_type" };
	struct algebra al;
	struct buf out;
	struct value value = { .kind = table == ATOMS_MMA ? VALUE_MMA_ATOM : VALUE_COPY_ATOM };
	struct named_mma_atom mma = { .name = row->columns[0] };
	struct named_copy_atom copy = { .name = row->columns[0], .bits = 1 };
	algebra_init(&al, arena);
	buf_init(&out, arena);
	print_json_begin(&out);
	buf_put(&out, "\"name\":");
	buf_put_json(&out, row->columns[0]);
	if (table == ATOMS_MMA) {
		mma.atom = atoms_find_mma(&al, row->columns[0]);
		value.mma_atom = &mma;
		put_column(&out, "arch", row, 1);
		for (int i = 0; i < 4; i++) {
			put_column(&out, types[i], row, 3 + i);
		}
	} else if (table == ATOMS_COPY) {
		copy.bit_layouts = atoms_find_copy(&al, row->columns[0]);
		value.copy_atom = &copy;
		put_column(&out, "arch", row, 1);
	} else {
		int bits = atoi(row->columns[1].data);
		value = value_from_map(atoms_find_smem(&al, row->columns[0], bits));
		buf_printf(&out, ",\"bits\":%d", bits);
	}
	put_json_proved(&out, row->columns[0]);
	if (!algebra_failed(&al)) {
		buf_put(&out, ",\"value\":");
		print_value_json(&out, &al, &value);
	}
	buf_put(&out, "}\n");
	fwrite(out.data, 1, out.length, stdout);
	arena_reset(arena);
}

/* Whether "pattern" is what PTX calls the atom, or a part of it. */
static bool is_called(const struct atom_row *row, const char *pattern) {
	struct atom_row ptx;
	return strchr(pattern, '.') != NULL && atoms_find(ATOMS_PTX, row->columns[0], &ptx)
		&& atoms_match(ptx.columns[1], pattern);
}

/* Print the atoms that match; returns their number. */
static int list_atoms(struct arena *arena, const char *pattern, const struct listing *listing) {
	int count = 0;
	bool layouts = listing->layouts;
	for (int table = listing->smem ? ATOMS_SMEM : ATOMS_MMA; table <= ATOMS_SMEM; table++) {
		size_t offset = 0;
		struct atom_row row;
		while (atoms_next((enum atom_table)table, &offset, &row)) {
			if (pattern != NULL && !atoms_match(row.columns[0], pattern) && !is_called(&row, pattern)) {
				continue;
			}
			count++;
			if (listing->json) {
				put_json(arena, (enum atom_table)table, &row);
			} else if (table == ATOMS_MMA) {
				put_mma(&row, layouts);
			} else if (table == ATOMS_SMEM) {
				put_smem(&row);
			} else {
				struct algebra al;
				algebra_init(&al, arena);
				put_copy(&al, &row, layouts);
				arena_reset(arena);
			}
		}
	}
	return count;
}

/* What others call what CUTLASS calls otherwise: words of PTX and of architectures. Longer ones stand first. */
static const struct {
	const char *word, *hint;
} words[] = {
	{ "cp.async.bulk.tensor", "that is TMA: 'cutelayout help tma' describes its tensor maps" },
	{ "cp.async.bulk", "CUTLASS calls cp.async.bulk BULK_COPY; with a tensor map it is TMA: 'cutelayout help tma'" },
	{ "cp.async.ca", "CUTLASS calls cp.async.ca CP_ASYNC_CACHEALWAYS" },
	{ "cp.async.cg", "CUTLASS calls cp.async.cg CP_ASYNC_CACHEGLOBAL" },
	{ "cp.async", "CUTLASS calls cp.async CP_ASYNC" },
	{ "tma", "copies of TMA have no atoms here: 'cutelayout help tma' describes their tensor maps, "
		"'cutelayout atoms --smem' lists the layouts that they fill" },
	{ "tensormap", "'cutelayout help tma' describes the tensor maps of TMA" },
	{ "ldmatrix", "CUTLASS calls ldmatrix LDSM" },
	{ "movmatrix", "CUTLASS calls movmatrix MOVM" },
	{ "stmatrix", "CUTLASS calls stmatrix STSM" },
	{ "tcgen05.ld", "CUTLASS calls tcgen05.ld TMEM_LOAD" },
	{ "tcgen05.st", "CUTLASS calls tcgen05.st TMEM_STORE" },
	{ "tcgen05.cp", "CUTLASS calls tcgen05.cp UTCCP" },
	{ "tcgen05.mma", "CUTLASS calls tcgen05.mma SM100_MMA" },
	{ "tcgen05", "CUTLASS calls tcgen05.mma SM100_MMA, tcgen05.ld TMEM_LOAD, tcgen05.st TMEM_STORE, tcgen05.cp UTCCP" },
	{ "wgmma", "CUTLASS calls wgmma SM90_64x" },
	{ "gmma", "CUTLASS calls wgmma SM90_64x" },
	{ "umma", "CUTLASS calls tcgen05.mma SM100_MMA" },
	{ "utcmma", "CUTLASS calls tcgen05.mma SM100_MMA" },
	{ "mma.sync", "'cutelayout atoms' finds parts of PTX's names too, as m16n8k16.row.col.f32.f16" },
	{ "hmma", "an atom is called by architecture, MxNxK and the types of D, A, B and C: 'cutelayout atoms F16F16'" },
	{ "imma", "an atom is called by architecture, MxNxK and the types of D, A, B and C: 'cutelayout atoms S32S8'" },
	{ "dmma", "an atom is called by architecture, MxNxK and the types of D, A, B and C: 'cutelayout atoms F64'" },
	{ "smfmac", "AMD's with sparse operands have no atoms: 'cutelayout atoms V_MFMA' lists the dense ones" },
	{ "swmmac", "AMD's with sparse operands have no atoms: 'cutelayout atoms V_WMMA' lists the dense ones" },
	{ "wmma", "AMD's are called V_WMMA_F32_16X16X16_F16_W32, for gfx12 with _GFX12: 'cutelayout atoms V_WMMA'; "
		"NVIDIA's wmma is made of mma, as 'cutelayout atoms SM80'" },
	{ "mfma", "AMD's are called as in its manuals, V_MFMA_F32_32X32X8_F16: 'cutelayout atoms V_MFMA'; "
		"'cutelayout convert' reads others from Triton" },
	{ "gfx12", "AMD's instructions of gfx12: 'cutelayout atoms _GFX12'" },
	{ "gfx11", "AMD's instructions of gfx11 and gfx12: 'cutelayout atoms V_WMMA'" },
	{ "gfx", "AMD's instructions of gfx908, gfx90a and gfx942: 'cutelayout atoms V_MFMA'" },
	{ "cdna", "AMD's instructions of CDNA 1 to 3: 'cutelayout atoms V_MFMA'" },
	{ "rdna", "AMD's instructions of RDNA 3 and 4: 'cutelayout atoms V_WMMA'" },
	{ "dpas", "Intel's instructions have no atoms here" },
	{ "xmx", "Intel's instructions have no atoms here" },
	{ "2sm", "CUTLASS calls an instruction of two multiprocessors 2x1SM: 'cutelayout atoms 2x1SM'" },
	{ "1sm", "an instruction of one multiprocessor has no such word: 'cutelayout atoms SM100_MMA_F16BF16_SS'" },
	{ "nvfp4", "CUTLASS calls it MXF4NVF4" },
	{ "mxfp4", "CUTLASS calls it MXF4" },
	{ "mxfp8", "CUTLASS calls it MXF8F6F4" },
	{ "fp8", "CUTLASS calls the types E4M3 and E5M2, and the instructions of any of 4, 6 and 8 bits F8F6F4" },
	{ "fp4", "CUTLASS calls the type E2M1, and the instructions MXF4, MXF4NVF4 and F8F6F4" },
	{ "fp16", "CUTLASS calls it F16" },
	{ "half", "CUTLASS calls it F16" },
	{ "int8", "CUTLASS calls it S8" },
	{ "volta", "CUTLASS calls Volta SM70" },
	{ "turing", "CUTLASS calls Turing SM75" },
	{ "ampere", "CUTLASS calls Ampere SM80" },
	{ "ada", "CUTLASS calls Ada SM89" },
	{ "hopper", "CUTLASS calls Hopper SM90" },
	{ "blackwell", "CUTLASS calls Blackwell SM100, that of GeForce SM120" },
};

/* Say that nothing matches, and where others have another name for it than CUTLASS, that one. */
static int fail_match(struct arena *arena, const char *pattern, bool json) {
	struct fault fault = { .code = FAULT_NONE };
	fault_set(&fault, FAULT_NAME, 0, "no atom matches '%s'", pattern);
	for (size_t i = 0; i < sizeof words / sizeof words[0] && fault.hint[0] == '\0'; i++) {
		if (strcasestr(pattern, words[i].word) != NULL) {
			fault_set_hint(&fault, "%s", words[i].hint);
		}
	}
	report_placeless(arena, &fault, json);
	return EXIT_FALSE;
}

/* Beside atoms of AMD that "pattern" names: what CUTLASS calls it. */
static void hint_cutlass(const char *pattern) {
	for (size_t i = 0; pattern != NULL && i < sizeof words / sizeof words[0]; i++) {
		if (strcasecmp(pattern, words[i].word) == 0 && strncmp(words[i].hint, "CUTLASS", strlen("CUTLASS")) == 0) {
			fprintf(stderr, "hint: %s\n", words[i].hint);
		}
	}
}

/* "pattern" without what the headers put in front of a name that begins with its extents: SM90::GMMA::MMA_64x64x16. */
static const char *without_prefix(const char *pattern) {
	const char *mma = pattern != NULL ? strstr(pattern, "MMA_") : NULL;
	bool is_prefix = mma != NULL && mma[4] >= '0' && mma[4] <= '9';
	return is_prefix ? mma + strlen("MMA_") : pattern;
}

static int cmd_atoms(int argc, char **argv) {
	struct listing listing = { .smem = false };
	int status = options_read(&command_atoms, argc, argv, places, NULL, &listing);
	if (status >= 0) {
		return status;
	}
	if (argc - optind > 1) {
		return report_usage("atoms", "expected one PATTERN");
	}
	struct arena arena;
	arena_init(&arena, report_out_of_memory, NULL);
	int count = list_atoms(&arena, argv[optind], &listing);
	if (count > 0 && !listing.json) {
		hint_cutlass(argv[optind]);
	}
	if (count == 0) {
		count = list_atoms(&arena, without_prefix(argv[optind]), &listing);
	}
	status = count > 0 ? EXIT_DONE : fail_match(&arena, argv[optind], listing.json);
	arena_finish(&arena);
	return status;
}

const struct command command_atoms = {
	.name = "atoms",
	.summary = "list the hardware's MMA and copy atoms",
	.synopsis = "[OPTION]... [PATTERN]",
	.about = "List the hardware's MMA and copy atoms whose name contains PATTERN, or matches it\n"
		"when it has * or ?. One line each: the name, the architecture, and for MMA atoms\n"
		"MxNxK and the types of A, B, C and D, for copy atoms the threads and the bits\n"
		"that each reads and writes. Behind it what the hardware said of it: 'verify --atom'.",
	.options = option_groups,
	.exits = "0 done, 1 no atom matches, 2 wrong usage",
	.run = cmd_atoms,
};
