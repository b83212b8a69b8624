/*
 * C++ has types and majors of an atom as template arguments, the table in the name itself: arguments become its
 * parts, with the table's words for types, until a name of the table is found.
 */
#include "lang/notation/atom_names.h"

#include <stdio.h>
#include <string.h>

#include "base/element.h"
#include "lang/atoms.h"

enum { NAME_MAX_BYTES = 200,
	ARGUMENTS_MAX = 16 };

/* "text" begins with "start". */
static bool begins(struct str text, const char *start) {
	return text.length >= strlen(start) && memcmp(text.data, start, strlen(start)) == 0;
}

bool is_atom_name(struct str name) {
	bool sm = name.length > 2 && begins(name, "SM") && str_is_digit(name.data[2]);
	bool amd = begins(name, "V_MFMA_") || begins(name, "V_WMMA_");
	return sm || amd || begins(name, "GMMA::MMA_") || begins(name, "Universal") || begins(name, "AutoVectorizingCopy")
		|| str_is(name, "DefaultCopy");
}

/* The short name of the tables for an element type, or the argument as it stands. */
static void put_type(char *out, size_t room, struct str type) {
	const struct element *element = element_find(type);
	/* Messages of GCC have the number of a major, (cute::UMMA::Major)1. */
	type = str_is(type, "Major)0") ? str_from("K") : str_is(type, "Major)1") ? str_from("MN") : type;
	type = element != NULL ? str_from(element->name) : type;
	snprintf(out, room, "%.*s", (int)type.length, type.data);
}

/* "name" behind its namespaces, UMMA::Major::K is K. */
static struct str last_part(struct str name) {
	for (size_t i = name.length; i > 1; i--) {
		if (name.data[i - 1] == ':') {
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
		size_t begin = at;
		size_t stop = end;
		while (begin < stop && strchr(" \t\r\n", text.data[begin]) != NULL) {
			begin++;
		}
		while (stop > begin && strchr(" \t\r\n", text.data[stop - 1]) != NULL) {
			stop--;
		}
		arguments[count++] = last_part((struct str){ text.data + begin, stop - begin });
		at = end + 1;
	}
	return count;
}

/* Put base<argument,...> with the first "count" arguments into "out"; widths instead of types if "as_bits". */
static void put_name(char *out, const char *base, const struct str *arguments, int count, bool as_bits) {
	size_t length = (size_t)snprintf(out, NAME_MAX_BYTES, "%s", base);
	for (int i = 0; i < count && length < NAME_MAX_BYTES; i++) {
		char type[64];
		put_type(type, sizeof type, arguments[i]);
		if (as_bits && element_bits(arguments[i]) > 0) {
			snprintf(type, sizeof type, "u%d", element_bits(arguments[i]));
		} else if (as_bits && arguments[i].length < 8 && str_is_digit(type[0])) {
			snprintf(type, sizeof type, "u%.*s", (int)arguments[i].length, arguments[i].data);
		}
		length += (size_t)snprintf(out + length, NAME_MAX_BYTES - length, "%c%s", i == 0 ? '<' : ',', type);
	}
	if (count > 0 && length + 1 < NAME_MAX_BYTES) {
		snprintf(out + length, NAME_MAX_BYTES - length, ">");
	}
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
	char base[NAME_MAX_BYTES];
	snprintf(base, sizeof base, "%.*s", name.length < 150 ? (int)name.length : 150, name.data);
	const char *gmma = strstr(base, "GMMA::MMA_");
	if (gmma != NULL) {
		char rest[NAME_MAX_BYTES];
		snprintf(rest, sizeof rest, "%s", gmma + strlen("GMMA::MMA_"));
		snprintf(base, sizeof base, "SM90_%.150s", rest);
	} else if (strcmp(base, "DefaultCopy") == 0) {
		snprintf(base, sizeof base, "AutoVectorizingCopyWithAssumedAlignment<8>");
	} else if (strcmp(base, "AutoVectorizingCopy") == 0) {
		snprintf(base, sizeof base, "AutoVectorizingCopyWithAssumedAlignment<128>");
	}
	if (given == 0 && atoms_is_tma(name)) {
		*table = ATOMS_COPY;
		*resolved = name;
		return true;
	}
	bool multiplies = strcmp(base, "UniversalFMA") == 0 && given > 0;
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
			char candidate[NAME_MAX_BYTES];
			put_name(candidate, base, arguments, count, as_bits == 1);
			for (int tried = ATOMS_MMA; tried <= ATOMS_COPY; tried++) {
				bool any = tried == ATOMS_MMA && multiplies && all_are_types(arguments, given);
				if (any || atoms_have((enum atom_table)tried, str_from(candidate))) {
					char *copy = arena_alloc(arena, strlen(candidate) + 1);
					memcpy(copy, candidate, strlen(candidate) + 1);
					*table = (enum atom_table)tried;
					*resolved = str_from(copy);
					return true;
				}
			}
		}
	}
	return false;
}
