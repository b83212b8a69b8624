/* Sums, products and quotients with as few brackets as the language needs to read them again. */
#include "lang/notation/symbol.h"

#include <inttypes.h>
#include <string.h>

/* A formula, or an integer. */
static void print_number(struct buf *out, struct tuple leaf, const char *divide) {
	if (int_is_symbol(leaf)) {
		print_symbol_as(out, leaf, divide);
	} else {
		buf_put_int(out, leaf.value);
	}
}

/* A number or formula as an operand of * / %, in brackets if it has signs. */
static void print_operand(struct buf *out, struct tuple leaf, const char *divide) {
	bool brackets = symbol_is_composite(leaf);
	buf_put(out, brackets ? "(" : "");
	print_number(out, leaf, divide);
	buf_put(out, brackets ? ")" : "");
}

/* A rounded quotient stands in brackets beside factors: (M/16), ceil_div(M,16). */
static void print_variable(struct buf *out, const struct variable *variable, bool alone, const char *divide) {
	if (variable->kind == VARIABLE_NAME) {
		buf_put_str(out, variable->name);
		return;
	}
	bool up = variable->kind == VARIABLE_CEIL;
	if (up && strcmp(divide, "/") == 0) {
		buf_put(out, "ceil_div(");
		print_number(out, variable->p, divide);
		buf_put_char(out, ',');
		print_number(out, variable->q, divide);
		buf_put_char(out, ')');
		return;
	}
	buf_put(out, alone && !up ? "" : "(");
	buf_put(out, up ? "(" : "");
	print_operand(out, variable->p, divide);
	if (up) {
		buf_put(out, " + ");
		print_operand(out, variable->q, divide);
		buf_put(out, " - 1)");
	}
	buf_put(out, divide);
	print_operand(out, variable->q, divide);
	buf_put(out, alone && !up ? "" : ")");
}

/* 3*M*N/16, without its sign */
static void print_term(struct buf *out, const struct symbols *symbols, const struct symbol_term *term,
		const char *divide) {
	int64_t numerator = imaxabs(term->numerator);
	bool begun = numerator != 1 || term->count == 0;
	if (begun) {
		buf_put_int(out, numerator);
	}
	for (int i = 0; i < term->count; i++) {
		bool alone = term->count == 1 && numerator == 1 && term->denominator == 1 && term->factors[0].power == 1;
		for (int k = 0; k < term->factors[i].power; k++) {
			buf_put(out, begun ? "*" : "");
			print_variable(out, &symbols->variables[term->factors[i].variable], alone, divide);
			begun = true;
		}
	}
	if (term->denominator != 1) {
		buf_put(out, divide);
		buf_put_int(out, term->denominator);
	}
}

void print_symbol(struct buf *out, struct tuple leaf) {
	print_symbol_as(out, leaf, "/");
}

void print_symbol_as(struct buf *out, struct tuple leaf, const char *divide) {
	for (int i = 0; i < leaf.symbol->count; i++) {
		const struct symbol_term *term = &leaf.symbol->terms[i];
		buf_put(out, term->numerator < 0 ? "-" : i > 0 ? "+" : "");
		print_term(out, leaf.symbol->symbols, term, divide);
	}
}

bool symbol_is_composite(struct tuple leaf) {
	if (!int_is_symbol(leaf)) {
		return false;
	}
	const struct symbol_term *term = &leaf.symbol->terms[0];
	bool word = leaf.symbol->count == 1 && term->count == 1 && term->numerator == 1 && term->denominator == 1
		&& term->factors[0].power == 1;
	return !word || leaf.symbol->symbols->variables[term->factors[0].variable].kind == VARIABLE_FLOOR;
}

void print_need(struct buf *out, const struct need *need) {
	print_operand(out, need->a, "/");
	buf_put(out, need->kind == NEED_MULTIPLE ? " % " : need->kind == NEED_AT_LEAST ? " >= "
		: need->kind == NEED_BELOW ? " < " : " != ");
	print_operand(out, need->b, "/");
	buf_put(out, need->kind == NEED_MULTIPLE ? " == 0" : "");
}
