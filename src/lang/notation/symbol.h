/* Formulas of names as text: M/16, 16*N+8, ceil_div(M,16), in which each word is one of the language. */
#ifndef LANG_NOTATION_SYMBOL_H
#define LANG_NOTATION_SYMBOL_H

#include "algebra/symbol.h"
#include "base/buf.h"

/* "leaf", a symbol, without its basis. */
void print_symbol(struct buf *out, struct tuple leaf);

/* The same with "divide" for the sign of a quotient; where that is not "/", without the words of the language. */
void print_symbol_as(struct buf *out, struct tuple leaf, const char *divide);

/* Whether "leaf" is a symbol of more than one word, which must be in brackets next to a sign. */
bool symbol_is_composite(struct tuple leaf);

/* M % 16 == 0 */
void print_need(struct buf *out, const struct need *need);

#endif
