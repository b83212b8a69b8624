/*
 * Values in the notations of others: as CuTe C++ prints them, as types of C++, as source of CuTe DSL and pycute, as
 * LaTeX, and as functions of C. The language reads all of them but the last two.
 */
#ifndef LANG_NOTATION_NOTATION_H
#define LANG_NOTATION_NOTATION_H

#include "base/buf.h"
#include "lang/value.h"

enum style {
	STYLE_PLAIN,   /* (4,8):(8,1), our own */
	STYLE_CUTE,    /* (_4,_8):(_8,_1) */
	STYLE_CPP,     /* Layout<Shape<_4,_8>,Stride<_8,_1>> */
	STYLE_DSL,     /* cute.make_layout((4, 8), stride=(8, 1)) */
	STYLE_PYCUTE,  /* Layout((4, 8), (8, 1)) */
	STYLE_TEX,     /* $(4,8):(8,1)$ */
	STYLE_C,       /* static inline int64_t idx(int64_t i) ... */
};

/* The style called "name". Returns false if there is none. */
bool style_find(const char *name, enum style *style);

/* The names of all styles: "plain, cute, ...". */
const char *style_names(void);

/*
 * Put "value" into "out". "number" counts the results from 0 and tells their functions in C apart. FAULT_UNSUPPORTED
 * where the notation has no words for the value.
 */
void style_print(struct buf *out, struct algebra *al, const struct value *value, enum style style, int number);

/* STYLE_C (style_c.c). */
void style_print_c(struct buf *out, struct algebra *al, const struct value *value, int number);

#endif
