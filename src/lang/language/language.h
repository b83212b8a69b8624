/*
 * The languages that layouts are written in. Each is a file of this folder with reading and printing together, and a
 * line of the table in language.c. All read into a struct denotation, the function itself.
 */
#ifndef LANG_LANGUAGE_LANGUAGE_H
#define LANG_LANGUAGE_LANGUAGE_H

#include "lang/language/denotation.h"

/* What the text does not say and the user does. */
struct language_options {
	int rank;                           /* of "shape"; 0: not given */
	int64_t shape[LANGUAGE_RANK];
	int bits;                           /* of an element; 0: not given */
	bool ownership;                     /* read what could be both as (thread, value) -> number of a coordinate */
};

/* A text and what else is known of it. */
struct reading {
	struct reader reader;
	struct str text;
	const struct term *program;         /* the text as terms; NULL for a language that reads text itself */
	const struct language_options *options;
};

struct language {
	const char *name;
	const char *about;                  /* one line of help */
	bool reads_text;                    /* its texts are no terms */
	bool is_python;                     /* its texts are: expressions of indices bind so, "#" begins a comment */
	const char *neutral;                /* names of arguments that say nothing of a layout; or NULL */

	/* Whether "text", which does not begin with a blank, looks like one of the language. */
	bool (*recognises)(struct str text);

	/* Read it. Returns false after a fault, which has its place. */
	bool (*read)(struct reading *reading, struct denotation *denotation);

	/*
	 * Print "denotation", whose table is there; what is of places, or printed in CuTe, has been solved. Returns NULL,
	 * or in words why the language cannot say it.
	 */
	const char *(*write)(struct buf *out, struct reading *reading, const struct denotation *denotation);
};

/* All languages; "count" receives their number. */
const struct language *const *language_table(int *count);

/* The language called "name", or NULL. */
const struct language *language_find(const char *name);

/* The language that "text" is written in, or NULL. */
const struct language *language_recognise(struct str text);

/*
 * Add to "fault", about the program "text", which command reads such a text, if it is the name of a file or looks like
 * one of another language than CuTe's, and the fault is one of syntax or of a name.
 */
void language_hint(struct str text, struct fault *fault);

/*
 * Read "source" as "language". Returns false after a fault, which is in "message".
 */
bool language_read(struct algebra *al, const struct source *source, const struct language *language,
	const struct language_options *options, struct denotation *denotation, struct message *message);

/*
 * Print "denotation" in "language" into "out", which is empty. The result has been read again and proved equal. Returns
 * NULL, or why it cannot be; "out" is empty then.
 */
const char *language_write(struct algebra *al, const struct language *language, const struct language_options *options,
	struct denotation *denotation, struct buf *out);

/* Take a shape: "64,128", "64x128" or "(64, 128)". Returns false if "text" is none. */
bool language_take_shape(struct language_options *options, const char *text);

/* --- shared by languages --- */

/* The shape that the user gave. A fault if there is none. */
bool reading_need_shape(struct reading *reading, struct span span);

/*
 * The number whose digits stand at "*at" in "text", which begins at "begin" in the source; "*at" moves behind them, and
 * stays where there are none. A fault if the number does not fit 64 bits.
 */
int64_t text_take_int(struct reader *reader, size_t begin, struct str text, size_t *at);

/* Whether a name of the program is called: one of the words of "words", with blanks between them. */
bool text_calls(struct str text, const char *words);

/* Bits of the element type called "name" in any of the languages (f16, float16, bf16, i8, fp8e4m3), or 0. */
int type_bits(struct str name);

/* Put "values" with "separator" between them, in brackets "open" and "close". */
void put_ints(struct buf *out, const int64_t *values, int count, const char *brackets);

extern const struct language language_cute;
extern const struct language language_triton;
extern const struct language language_linear;
extern const struct language language_numpy;
extern const struct language language_torch;
extern const struct language language_mlir;
extern const struct language language_c;
extern const struct language language_python;
extern const struct language language_xla;
extern const struct language language_mojo;
extern const struct language language_tilelang;
extern const struct language language_axe;
extern const struct language language_mosaic_gpu;
extern const struct language language_ck_tile;
extern const struct language language_tilus;
extern const struct language language_thunderkittens;

#endif
