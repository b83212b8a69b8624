/* Lines of the embedded tables, and the layouts in them. */
#define _GNU_SOURCE
#include "lang/atoms.h"

#include "base/element.h"
#include "base/nearest.h"
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

#include "lang/atoms_data.h"
#include "lang/umma_name.h"

/* The text of "table", as the build embeds it. */
static struct str table_text(enum atom_table table) {
	if (table == ATOMS_MMA) {
		return (struct str){ (const char *)atoms_mma, atoms_mma_size };
	}
	if (table == ATOMS_SMEM) {
		return (struct str){ (const char *)atoms_smem, atoms_smem_size };
	}
	if (table == ATOMS_PTX) {
		return (struct str){ (const char *)atoms_ptx, atoms_ptx_size };
	}
	if (table == ATOMS_PROVED) {
		return (struct str){ (const char *)atoms_proved, atoms_proved_size };
	}
	return (struct str){ (const char *)atoms_copy, atoms_copy_size };
}

bool atoms_next(enum atom_table table, size_t *offset, struct atom_row *row) {
	struct str text = table_text(table);
	if (*offset >= text.length) {
		return false;
	}
	const char *begin = text.data + *offset;
	const char *end = memchr(begin, '\n', text.length - *offset);
	row->count = 0;
	while (row->count < ATOM_COLUMNS_MAX && begin <= end) {
		const char *tab = memchr(begin, '\t', (size_t)(end - begin));
		const char *column_end = tab != NULL ? tab : end;
		row->columns[row->count++] = (struct str){ begin, (size_t)(column_end - begin) };
		begin = column_end + 1;
	}
	*offset = (size_t)(end - text.data) + 1;
	return true;
}

/* The order of the names in the tables: byte by byte, a shorter one first. */
static int compare(struct str a, struct str b) {
	size_t shorter = a.length < b.length ? a.length : b.length;
	int order = memcmp(a.data, b.data, shorter);
	return order != 0 ? order : (a.length > b.length) - (a.length < b.length);
}

/* By bisection of the sorted text. */
bool atoms_find(enum atom_table table, struct str name, struct atom_row *row) {
	struct str text = table_text(table);
	size_t low = 0;
	size_t high = text.length;
	while (low < high) {
		size_t line = low + (high - low) / 2;
		while (line > low && text.data[line - 1] != '\n') {
			line--;
		}
		const char *begin = text.data + line;
		const char *tab = memchr(begin, '\t', text.length - line);
		int order = compare(name, (struct str){ begin, (size_t)(tab - begin) });
		if (order == 0) {
			return atoms_next(table, &line, row);
		}
		if (order < 0) {
			high = line;
		} else {
			const char *end = memchr(tab, '\n', text.length - (size_t)(tab - text.data));
			low = (size_t)(end - text.data) + 1;
		}
	}
	return false;
}

/* --- the layouts, in their canonical text --- */

static struct tuple read_tuple(struct algebra *al, const char **next);

/* The digits at "*next", which moves behind them. */
static struct tuple read_int(const char **next) {
	int64_t value = 0;
	while (**next >= '0' && **next <= '9') {
		value = value * 10 + (**next - '0');
		++*next;
	}
	return tuple_int(value);
}

/* An integer, or a tuple of at most 16 modes in brackets, at "*next", which moves behind it. */
static struct tuple read_tuple(struct algebra *al, const char **next) {
	if (**next != '(') {
		return read_int(next);
	}
	enum { RANK_MAX = 16 };
	struct tuple *modes = tuple_modes_new(al, RANK_MAX);
	int rank = 0;
	do {
		++*next;
		modes[rank++] = read_tuple(al, next);
	} while (**next == ',' && rank < RANK_MAX);
	++*next;
	return tuple_of(al, modes, rank);
}

/* "shape:stride", which the table's last column or a tab ends. */
static struct layout read_layout(struct algebra *al, struct str text) {
	const char *next = text.data;
	struct tuple shape = read_tuple(al, &next);
	next++;
	struct tuple stride = read_tuple(al, &next);
	if (!algebra_failed(al) && !tuple_congruent(shape, stride)) {
		algebra_fault(al, FAULT_UNSUPPORTED,
			"CUTLASS gives this atom a layout whose shape and stride are not congruent, so it cannot be used");
	}
	return layout_of(al, shape, stride);
}

/* Whether "name" begins with "start", in either case of letters. */
static bool begins_with(struct str name, struct str start) {
	bool equal = name.length >= start.length;
	for (size_t i = 0; equal && i < start.length; i++) {
		equal = str_small(name.data[i]) == str_small(start.data[i]);
	}
	return equal;
}

/* The atom of "table" that begins with "name", or whose name is nearest to it; empty if there is none. */
static struct str nearest_atom(enum atom_table table, struct str name) {
	enum { START_LENGTH = 6 };
	struct nearest near = nearest_begin(name);
	struct str longer = { "", 0 };
	struct atom_row row;
	size_t offset = 0;
	while (atoms_next(table, &offset, &row)) {
		nearest_offer(&near, row.columns[0]);
		if (longer.length == 0 && name.length >= START_LENGTH && begins_with(row.columns[0], name)) {
			longer = row.columns[0];
		}
	}
	return longer.length > 0 ? longer : near.name;
}

/* FAULT_NAME about "name", with the name that is most like it as a hint. */
static void fault_unknown(struct algebra *al, enum atom_table table, struct str name, const char *kind) {
	algebra_fault(al, FAULT_NAME, "no %s atom is called \"%.*s\"; 'cutelayout atoms PATTERN' lists them", kind,
		str_shown(name, 80), name.data);
	struct str near = nearest_atom(table, name);
	if (near.length > 0) {
		fault_set_hint(&al->fault, "did you mean \"%.*s\"?", (int)near.length, near.data);
	}
}

/* The atom in "row"; "*is_malformed" says whether the fault is that its A is no layout. */
static struct mma_atom read_mma(struct algebra *al, const struct atom_row *row, bool *is_malformed) {
	struct mma_atom atom = { .a = layout_one() };
	const char *shape = row->columns[2].data;
	atom.shape_mnk = read_tuple(al, &shape);
	atom.thr_id = read_layout(al, row->columns[7]);
	atom.b = read_layout(al, row->columns[9]);
	atom.c = read_layout(al, row->columns[10]);
	if (!algebra_failed(al)) {
		atom.a = read_layout(al, row->columns[8]);
		*is_malformed = algebra_failed(al);
	}
	return atom;
}

/* --- tcgen05.mma with other N and majors than the table has --- */

/* The line of "umma" for another N. */
static bool find_umma(const struct umma_name *umma, int n, struct atom_row *row) {
	char name[UMMA_NAME_BYTES];
	umma_name_for(umma, n, name);
	return atoms_find(ATOMS_MMA, str_from(name), row);
}

/* "a" for N = 64 and "b" for N = 128: their integers are linear in N. What they are for "n". */
static struct tuple extend_tuple(struct algebra *al, struct tuple a, struct tuple b, int64_t n) {
	if (!tuple_is_tuple(a)) {
		return tuple_int(a.value + (b.value - a.value) * (n - 64) / 64);
	}
	struct tuple *modes = tuple_modes_new(al, a.rank);
	for (int i = 0; i < a.rank; i++) {
		modes[i] = extend_tuple(al, a.modes[i], b.modes[i], n);
	}
	return tuple_of(al, modes, a.rank);
}

/*
 * The layout of which "a" and "b" are those for two neighbouring N, for "n": shape and stride are each linear in it.
 */
static struct layout extend_layout(struct algebra *al, struct layout a, struct layout b, int64_t n) {
	return layout_of(al, extend_tuple(al, a.shape, b.shape, n), extend_tuple(al, a.stride, b.stride, n));
}

/* Whether there are lines for N = 64 and N = 128, from which the atom called "name" follows. */
static bool find_umma_pair(struct str name, struct umma_name *umma, struct atom_row *rows) {
	return umma_name_read(name, umma) && find_umma(umma, 64, &rows[0])
		&& find_umma(umma, 128, &rows[1]);
}

/* UniversalFMA is in the table for a few types, but multiplies elements of any. */
static bool is_universal(struct str name) {
	bool ends = name.length > 0 && name.data[name.length - 1] == '>';
	return ends && begins_with(name, str_from("UniversalFMA<"));
}

struct str atoms_mma_type(struct str name, int operand) {
	/* UniversalFMA<D,A,B,C>, where A is D, B is A and C is D if they are not written. */
	static const int fields[] = { 1, 2, 3, 0 };
	enum { D = 3 };
	static const int same[] = { D, 0, D };
	struct umma_name umma;
	struct atom_row rows[2];
	if (atoms_find(ATOMS_MMA, name, &rows[0])) {
		return rows[0].columns[3 + operand];
	}
	if (find_umma_pair(name, &umma, rows)) {
		/* The lines are those of e4m3 where layouts are alike for all types of A and B. */
		struct str alike = rows[0].columns[3 + operand];
		return str_is(alike, "e4m3") ? atom_field(name, operand) : alike;
	}
	struct str type = atom_field(name, fields[operand]);
	while (type.length == 0 && operand != D) {
		operand = same[operand];
		type = atom_field(name, fields[operand]);
	}
	const struct element *element = element_find(type);
	return element != NULL ? str_from(element->name) : type;
}

struct mma_atom atoms_find_mma_as_is(struct algebra *al, struct str name, bool *is_malformed) {
	struct umma_name umma;
	struct atom_row rows[2];
	*is_malformed = false;
	if (atoms_find(ATOMS_MMA, name, &rows[0])
		|| (is_universal(name) && atoms_find(ATOMS_MMA, str_from("UniversalFMA<f32,f32,f32,f32>"), &rows[0]))) {
		return read_mma(al, &rows[0], is_malformed);
	}
	if (!find_umma_pair(name, &umma, rows)) {
		fault_unknown(al, ATOMS_MMA, name, "MMA");
		return (struct mma_atom){ tuple_int(1), layout_one(), layout_one(), layout_one(), layout_one() };
	}
	struct mma_atom a = read_mma(al, &rows[0], is_malformed);
	struct mma_atom b = read_mma(al, &rows[1], is_malformed);
	a.shape_mnk = extend_tuple(al, a.shape_mnk, b.shape_mnk, umma.n);
	a.a = extend_layout(al, a.a, b.a, umma.n);
	a.b = extend_layout(al, a.b, b.b, umma.n);
	a.c = extend_layout(al, a.c, b.c, umma.n);
	return a;
}

struct mma_atom atoms_find_mma(struct algebra *al, struct str name) {
	bool is_malformed;
	return atoms_find_mma_as_is(al, name, &is_malformed);
}

bool atoms_is_tma(struct str name) {
	static const char *const names[] = { "SM90_TMA_LOAD", "SM90_TMA_LOAD_MULTICAST", "SM90_TMA_STORE",
		"SM90_TMA_REDUCE_ADD", "SM100_TMA_2SM_LOAD", "SM100_TMA_2SM_LOAD_MULTICAST" };
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		if (str_is(name, names[i])) {
			return true;
		}
	}
	return false;
}

/* The bits that "name" says, SM90_TMA_LOAD<131072>; 0 if it is no atom of a TMA. */
static int64_t tma_bits(struct str name) {
	const char *open = name.length > 0 ? memchr(name.data, '<', name.length) : NULL;
	if (open == NULL || name.length > 60 || !atoms_is_tma((struct str){ name.data, (size_t)(open - name.data) })) {
		return 0;
	}
	const char *digits = open + 1;
	int64_t bits = 0;
	while (*digits >= '0' && *digits <= '9' && bits < INT32_MAX) {
		bits = 10 * bits + (*digits++ - '0');
	}
	return *digits == '>' && digits + 1 == name.data + name.length && bits < INT32_MAX ? bits : 0;
}

struct copy_atom atoms_find_copy(struct algebra *al, struct str name) {
	struct copy_atom atom = { layout_one(), layout_one(), layout_one(), layout_one() };
	struct atom_row row;
	int64_t bits = tma_bits(name);
	if (bits > 0) {
		atom.src = layout_make(al, tuple_pair(al, tuple_int(1), tuple_int(bits)),
			tuple_pair(al, tuple_int(0), tuple_int(1)));
		atom.dst = atom.ref = atom.src;
		return atom;
	}
	if (!atoms_find(ATOMS_COPY, name, &row)) {
		fault_unknown(al, ATOMS_COPY, name, "copy");
		return atom;
	}
	atom.thr_id = read_layout(al, row.columns[2]);
	atom.src = read_layout(al, row.columns[3]);
	atom.dst = read_layout(al, row.columns[4]);
	atom.ref = read_layout(al, row.columns[5]);
	return atom;
}

bool atoms_match(struct str name, const char *pattern) {
	char text[128];
	snprintf(text, sizeof text, "%.*s", (int)name.length, name.data);
	if (strpbrk(pattern, "*?") != NULL) {
		return fnmatch(pattern, text, FNM_CASEFOLD) == 0;
	}
	return strcasestr(text, pattern) != NULL;
}

bool atoms_have(enum atom_table table, struct str name) {
	struct atom_row row;
	struct umma_name umma;
	struct atom_row rows[2];
	if (table == ATOMS_MMA && find_umma_pair(name, &umma, rows)) {
		return true;
	}
	return atoms_find(table, name, &row);
}

/* "Sw<3,4,3> o smem_ptr[16b](unset) o (8,64):(64,1)" in elements of "bits" bits. */
static struct map read_smem(struct algebra *al, struct str text, int64_t bits) {
	const char *next = text.data + strlen("Sw<");
	int64_t numbers[3];
	for (int i = 0; i < 3; i++) {
		numbers[i] = read_int(&next).value;
		next++;
	}
	/* A byte holds 8 / "bits" elements: the lowest bit that the swizzle changes moves by the logarithm of that. */
	int64_t base = numbers[1];
	for (int64_t width = bits; width > 8; width /= 2) {
		base--;
	}
	for (int64_t width = bits; width < 8; width *= 2) {
		base++;
	}
	static const char sparse[] = " o smem_sparse<";
	if (memcmp(next, sparse, sizeof sparse - 1) == 0) {
		/* So many elements share one that is stored. */
		next += sizeof sparse - 1;
		for (int64_t sharing = read_int(&next).value; sharing > 1; sharing /= 2) {
			base++;
		}
	}
	while (memcmp(next, ") o ", strlen(") o ")) != 0) {
		next++;
	}
	next += strlen(") o ");
	struct layout layout = read_layout(al, (struct str){ next, (size_t)(text.data + text.length - next) });
	if (numbers[0] == 0) {
		return map_from_layout(layout);
	}
	struct swizzle swizzle = swizzle_make(al, numbers[0], base, numbers[2]);
	return map_with_flag(al, map_composed(al, map_from_swizzle(swizzle), tuple_int(0), map_from_layout(layout)), bits);
}

struct map atoms_find_smem(struct algebra *al, struct str name, int64_t bits) {
	size_t offset = 0;
	struct atom_row row;
	bool found = false;
	while (atoms_next(ATOMS_SMEM, &offset, &row)) {
		if (compare(row.columns[0], name) == 0) {
			const char *width = row.columns[1].data;
			found = true;
			if (read_int(&width).value == bits) {
				return read_smem(al, row.columns[2], bits);
			}
		}
	}
	if (!found) {
		fault_unknown(al, ATOMS_SMEM, name, "shared-memory");
	} else {
		algebra_fault(al, FAULT_UNSUPPORTED, "%.*s is not defined for elements of %d bits", (int)name.length, name.data,
			(int)bits);
	}
	return map_from_layout(layout_one());
}

struct layout atoms_wgmma_metadata(struct algebra *al, int bits) {
	switch (bits) {
	case 8: return read_layout(al, str_from("((2,2,8,4),32):((8,2048,1,16),64)"));
	case 16: return read_layout(al, str_from("((2,2,8,4),(16,2)):((1024,0,1,16),(64,8))"));
	default: return read_layout(al, str_from("((2,2,8,4),(8,2)):((512,0,1,16),(64,8))"));
	}
}

struct str atom_field(struct str name, int index) {
	size_t at = 0;
	while (at < name.length && name.data[at] != '<') {
		at++;
	}
	at++;
	for (; at < name.length; at++) {
		size_t end = at;
		int depth = 0;
		while (end < name.length && (depth > 0 || (name.data[end] != ',' && name.data[end] != '>'))) {
			depth += name.data[end] == '<' ? 1 : name.data[end] == '>' ? -1 : 0;
			end++;
		}
		if (index-- == 0) {
			while (at < end && name.data[at] == ' ') {
				at++;
			}
			return (struct str){ name.data + at, end - at };
		}
		at = end;
	}
	return str_from("");
}
