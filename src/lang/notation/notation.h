/*
 * The notations of layouts: our own, and those of CuTe C++, of its types and sources, of CuTe DSL, CuTe IR, pycute and
 * tensor-layouts, LaTeX, and functions in C, CUDA and Python. Each is a file of this folder, which holds
 * what reads it beside what prints it, and a name in a list of src/lang/meson.build. What a notation prints it reads,
 * but for the last four.
 */
#ifndef LANG_NOTATION_NOTATION_H
#define LANG_NOTATION_NOTATION_H

#include "base/buf.h"
#include "lang/lists.h"
#include "lang/value.h"

struct node;
struct parser;

/* What stands behind a name where a word is read. */
enum word_form {
	WORD_ALONE,  /* nothing: X, LayoutLeft{} */
	WORD_TYPE,   /* "<": Layout<...> */
	WORD_CALL,   /* "(": make_shape(...) */
	WORD_OPAQUE, /* "(", what is in the brackets has no meaning here: make_gmem_ptr(...) */
	WORD_MEMBER, /* a "." in front: L.compose(...), a call whose first argument is L */
};

/*
 * A word of a notation. "read" makes it a tree in our own terms, "meaning" is what it takes to do so. "node" is what
 * was read: NODE_NAME up to the "<" for WORD_TYPE, NODE_NAME for WORD_ALONE, the whole NODE_CALL for
 * WORD_CALL and WORD_MEMBER.
 */
struct word {
	const char *name;
	enum word_form form;
	struct node *(*read)(struct parser *parser, struct node *node, const struct word *word);
	const char *meaning;
};

/* The integers of a function that a notation prints. */
enum index_type { INDEX_TYPE_INT32, INDEX_TYPE_INT64, INDEX_TYPE_UINT32, INDEX_TYPE_UINT64, INDEX_TYPES };

struct notation {
	const char *name;         /* of --style */
	const struct word *words; /* that it has besides those of the language, up to one without name, or NULL */

	/* Whether the present token begins an expression that no word begins, and the reader of that. Both, or NULL. */
	bool (*at)(struct parser *parser);
	struct node *(*read)(struct parser *parser);

	/* Put "value" into "out"; "number" counts the results of a program. FAULT_UNSUPPORTED where it cannot be said. */
	void (*print)(struct buf *out, struct algebra *al, const struct value *value, int number);
	/* The same as a function of integers of "type"; NULL where it prints none with types. */
	void (*print_code)(struct buf *out, struct algebra *al, const struct value *value, int number,
		enum index_type type);
	bool is_read;    /* the language reads what it prints */
	bool many_lines; /* a value takes several lines */
};

/* All notations, up to NULL; the first one is our own. */
const struct notation *const *notation_table(void);

/* The notation called "name", or NULL. */
const struct notation *notation_find(const char *name);

/* Read int32, int64, uint32 or uint64. */
bool index_type_read(const char *text, enum index_type *type);

enum { NOTATION_NAMES_SIZE = 128 };

/* Put the names of all into "names", which has NOTATION_NAMES_SIZE bytes: "plain, cute, ...". Returns "names". */
const char *notation_names(char *names);

/*
 * LANG_NOTATIONS names each in turn, LANG_NOTATION_WORDS is "plain cute ...": the build writes both from the list in
 * src/lang/meson.build.
 */
#define NOTATION_DECLARE(name) extern const struct notation notation_##name;
LANG_NOTATIONS(NOTATION_DECLARE)

#endif
