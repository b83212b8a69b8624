/* Sums, products and quotients with as few brackets as the language needs to read them again. */
#include "lang/notation/symbol.h"

#include <inttypes.h>
#include <string.h>

#include "base/checked.h"
#include "base/number.h"

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

/* 3*M*N/16, without its sign; behind the sign of a number, "is_signed", a quotient stands in brackets: -(M/16). */
static void print_term(struct buf *out, const struct symbols *symbols, const struct symbol_term *term,
		bool is_signed, const char *divide) {
	int64_t numerator = imaxabs(term->numerator);
	bool begun = numerator != 1 || term->count == 0;
	if (begun) {
		buf_put_int(out, numerator);
	}
	for (int i = 0; i < term->count; i++) {
		bool alone = term->count == 1 && numerator == 1 && term->denominator == 1 && term->factors[0].power == 1
			&& !is_signed;
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

/*
 * The sum of the terms of "symbol" times "scale", which their denominators divide; without one, as they are. A quotient
 * below 0 has its sign outside of brackets in code, -(N / 12), where -N of an unsigned number is another dividend.
 */
static void print_sum(struct buf *out, const struct symbol *symbol, int64_t scale, const char *divide) {
	for (int i = 0; i < symbol->count; i++) {
		struct symbol_term term = symbol->terms[i];
		if (scale != 0) {
			term.numerator *= scale / term.denominator;
			term.denominator = 1;
		}
		bool is_negative = term.numerator < 0;
		bool brackets = is_negative && term.denominator != 1 && strcmp(divide, "/") != 0;
		buf_put(out, is_negative ? "-" : i > 0 ? "+" : "");
		buf_put(out, brackets ? "(" : "");
		print_term(out, symbol->symbols, &term, i == 0 && is_negative, divide);
		buf_put(out, brackets ? ")" : "");
	}
}

/* What the terms of "symbol" have to be multiplied by to be whole; 0 where that does not fit 64 bits. */
static int64_t common_denominator(const struct symbol *symbol) {
	int64_t common = 1;
	int64_t unused;
	bool fits = true;
	for (int i = 0; i < symbol->count && fits; i++) {
		int64_t denominator = symbol->terms[i].denominator;
		fits = checked_mul(common / (int64_t)number_gcd((uint64_t)common, (uint64_t)denominator), denominator, &common);
	}
	for (int i = 0; i < symbol->count && fits; i++) {
		fits = checked_mul(symbol->terms[i].numerator, common / symbol->terms[i].denominator, &unused);
	}
	return fits ? common : 0;
}

/* K/11+8/11 would be rounded twice when it is read: (K+8)/11. */
void print_symbol_as(struct buf *out, struct tuple leaf, const char *divide) {
	bool apart = leaf.symbol->count == 1 || symbol_has_whole_terms(leaf);
	int64_t common = apart ? 0 : common_denominator(leaf.symbol);
	buf_put(out, common != 0 ? "(" : "");
	print_sum(out, leaf.symbol, common, divide);
	if (common != 0) {
		buf_put_char(out, ')');
		buf_put(out, divide);
		buf_put_int(out, common);
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
