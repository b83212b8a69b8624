/*
 * C++ has types and majors of an atom as template arguments, the table in the name itself: arguments become its
 * parts, with the table's words for types, until a name of the table is found.
 */
#include "lang/notation/atom_names.h"

#include <string.h>

#include "base/buf.h"
#include "base/element.h"
#include "lang/atoms.h"
#include "lang/kernel/scan.h"

enum { ARGUMENTS_MAX = 16 };

bool is_atom_name(struct str name) {
	bool sm = name.length > 2 && str_starts_with(name, "SM") && str_is_digit(name.data[2]);
	bool amd = str_starts_with(name, "V_MFMA_") || str_starts_with(name, "V_WMMA_");
	return sm || amd || str_starts_with(name, "GMMA::MMA_") || str_starts_with(name, "Universal")
		|| str_starts_with(name, "AutoVectorizingCopy") || str_is(name, "DefaultCopy");
}

/* The short name of the tables for an element type, or the argument as it stands. */
static struct str type_name(struct str type) {
	const struct element *element = element_find(type);
	/* Messages of GCC have the number of a major, (cute::UMMA::Major)1. */
	return element != NULL ? str_from(element->name) : str_is(type, "Major)0") ? str_from("K")
		: str_is(type, "Major)1") ? str_from("MN") : type;
}

/* "name" behind its namespaces, UMMA::Major::K is K. */
static struct str last_part(struct str name) {
	for (size_t i = name.length; i > 1; i--) {
		if (name.data[i - 1] == ':' && name.data[i - 2] == ':') {
			return (struct str){ name.data + i, name.length - i };
		}
	}
	return name;
}

/* Split "text", the arguments between the brackets, at its commas; returns their number. */
static int split_arguments(struct str text, struct str *arguments) {
	int count = 0;
	size_t at = 0;
	while (at < text.length && count < ARGUMENTS_MAX) {
		size_t end = at;
		while (end < text.length && text.data[end] != ',') {
			end++;
		}
		arguments[count++] = last_part(scan_part(text, at, end));
		at = end + 1;
	}
	return count;
}

/* base<argument,...> with the first "count" arguments; widths instead of types if "as_bits". */
static struct str make_name(struct arena *arena, struct str base, const struct str *arguments, int count,
	bool as_bits) {
	struct buf out;
	buf_init(&out, arena);
	buf_put_str(&out, base);
	for (int i = 0; i < count; i++) {
		buf_put_char(&out, i == 0 ? '<' : ',');
		if (as_bits && element_bits(arguments[i]) > 0) {
			buf_printf(&out, "u%d", element_bits(arguments[i]));
		} else {
			bool is_number = str_is_digit(scan_at(arguments[i], 0));
			buf_put(&out, as_bits && is_number ? "u" : "");
			buf_put_str(&out, type_name(arguments[i]));
		}
	}
	buf_put(&out, count > 0 ? ">" : "");
	return buf_str(&out);
}

/* The name of the tables for what headers call "name". */
static struct str base_name(struct arena *arena, struct str name) {
	struct str rest = name;
	while (rest.length > 0 && !str_starts_with(rest, "GMMA::MMA_")) {
		rest = (struct str){ rest.data + 1, rest.length - 1 };
	}
	if (rest.length > 0) {
		struct buf out;
		buf_init(&out, arena);
		buf_put(&out, "SM90_");
		buf_put_str(&out, (struct str){ rest.data + strlen("GMMA::MMA_"), rest.length - strlen("GMMA::MMA_") });
		return buf_str(&out);
	}
	return str_is(name, "DefaultCopy") ? str_from("AutoVectorizingCopyWithAssumedAlignment<8>")
		: str_is(name, "AutoVectorizingCopy") ? str_from("AutoVectorizingCopyWithAssumedAlignment<128>") : name;
}

/* All are names of element types. */
static bool all_are_types(const struct str *arguments, int count) {
	bool all = true;
	for (int i = 0; i < count; i++) {
		all = all && element_find(arguments[i]) != NULL;
	}
	return all;
}

/*
 * Headers and messages spell atoms in full, the tables without what is the same for all of a family. So the name is
 * tried with all of its arguments, then with one fewer from the end, and each time with types and with their widths, as
 * copies have them. The first that a table knows is the atom; there is none if no prefix is known.
 */
bool atom_name_resolve(struct arena *arena, struct str name, struct str text, enum atom_table *table,
	struct str *resolved) {
	struct str arguments[ARGUMENTS_MAX];
	int given = split_arguments(text, arguments);
	struct str base = base_name(arena, name);
	if (given == 0 && atoms_is_tma(name)) {
		*table = ATOMS_COPY;
		*resolved = name;
		return true;
	}
	bool multiplies = str_is(base, "UniversalFMA") && given > 0 && given <= 4;
	if (multiplies) {
		/* UniversalFMA<D,A,B,C>: A is D, B is A and C is D where they are not written. */
		arguments[1] = given > 1 ? arguments[1] : arguments[0];
		arguments[2] = given > 2 ? arguments[2] : arguments[1];
		arguments[3] = given > 3 ? arguments[3] : arguments[0];
		given = 4;
	}
	/* What the tables leave out of a name stands last: majors of wgmma, signs of the inputs. */
	for (int count = given; count >= 0; count--) {
		for (int as_bits = 0; as_bits < 2; as_bits++) {
			struct str candidate = make_name(arena, base, arguments, count, as_bits == 1);
			for (int tried = ATOMS_MMA; tried <= ATOMS_COPY; tried++) {
				bool any = tried == ATOMS_MMA && multiplies && all_are_types(arguments, given);
				if (any || atoms_have((enum atom_table)tried, candidate)) {
					*table = (enum atom_table)tried;
					*resolved = candidate;
					return true;
				}
			}
		}
	}
	return false;
}
