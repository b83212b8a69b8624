#include "lang/notation/index_code.h"

#include <stdio.h>
#include <string.h>

#include "algebra/symbol.h"
#include "lang/notation/plain.h"
#include "lang/notation/symbol.h"

struct code {
	struct buf statements;
	struct buf sum;                 /* the offset */
	struct algebra *al;
	const struct index_language *language;
	int variables;
	char rest[16];                  /* what is left of the index */
};

/* The exponent of "t", if it is a power of two that is known; -1 otherwise. */
static int exponent_of(struct tuple t) {
	bool power = int_has_value(t) && t.value > 0 && (t.value & (t.value - 1)) == 0;
	return power ? __builtin_ctzll((unsigned long long)t.value) : -1;
}

/* "t" as an operand. */
static void put_operand(struct buf *out, const struct code *code, struct tuple t) {
	if (int_is_symbol(t)) {
		bool brackets = symbol_is_composite(t);
		buf_put(out, brackets ? "(" : "");
		print_symbol_as(out, t, code->language->divide);
		buf_put(out, brackets ? ")" : "");
	} else {
		buf_put_int(out, t.value);
	}
}

/* rest / by, as a shift for a power of two */
static void put_quotient(struct buf *out, const struct code *code, const char *rest, struct tuple by) {
	int exponent = exponent_of(by);
	buf_put(out, rest);
	if (exponent > 0) {
		buf_printf(out, " >> %d", exponent);
	} else if (exponent != 0) {
		buf_put(out, code->language->divide);
		put_operand(out, code, by);
	}
}

/* A new variable with the quotient of what is left and "by", which is left then. */
static void step(struct code *code, struct tuple by) {
	struct buf *out = &code->statements;
	if (tuple_is_constant(by, 1)) {
		return;
	}
	char name[16];
	snprintf(name, sizeof name, "q%d", ++code->variables);
	buf_printf(out, "\t%s%s = ", code->language->type, name);
	put_quotient(out, code, code->rest, by);
	buf_printf(out, "%s\n", code->language->end_of_statement);
	memcpy(code->rest, name, sizeof name);
}

/* Add "digit", text with signs if "compound", times "stride" to the sum. */
static void add(struct code *code, const char *digit, bool compound, struct tuple stride) {
	struct buf *out = &code->sum;
	bool one = tuple_is_constant(stride, 1);
	buf_put(out, out->length > 0 ? " + " : "");
	buf_put(out, compound ? "(" : "");
	buf_put(out, digit);
	buf_put(out, compound ? ")" : "");
	if (!one) {
		buf_put(out, " * ");
		put_operand(out, code, stride);
	}
}

/* Add the digit of the mode "extent":"stride", which more modes follow that are asked for, and leave the quotient. */
static void put_digit(struct code *code, struct tuple extent, struct tuple stride, bool more) {
	struct buf digit;
	buf_init(&digit, code->al->arena);
	int exponent = exponent_of(extent);
	char before[16];
	memcpy(before, code->rest, sizeof before);
	if (exponent >= 0) {
		buf_printf(&digit, "%s & %lld", before, (long long)extent.value - 1);
		if (more) {
			step(code, extent);
		}
	} else if (more) {
		step(code, extent);
		buf_printf(&digit, "%s - %s * ", before, code->rest);
		put_operand(&digit, code, extent);
	} else {
		buf_printf(&digit, "%s %% ", before);
		put_operand(&digit, code, extent);
	}
	add(code, digit.data, true, stride);
}

/* The statements and the sum for the coalesced layout "flat". */
static void put_modes(struct code *code, struct layout flat) {
	int rank = layout_rank(flat);
	int last = rank - 1;
	struct tuple pending = tuple_int(1);
	while (last > 0 && tuple_is_constant(tuple_mode(flat.stride, last), 0)) {
		last--;
	}
	for (int i = 0; i <= last && !algebra_failed(code->al); i++) {
		struct tuple extent = tuple_mode(flat.shape, i);
		struct tuple stride = tuple_mode(flat.stride, i);
		if (tuple_is_constant(stride, 0)) {
			pending = int_mul(code->al, pending, extent);
			continue;
		}
		if (i + 1 == rank) {
			struct buf digit;
			buf_init(&digit, code->al->arena);
			put_quotient(&digit, code, code->rest, pending);
			add(code, digit.data, !tuple_is_constant(pending, 1), stride);
			return;
		}
		step(code, pending);
		pending = tuple_int(1);
		put_digit(code, extent, stride, i < last);
	}
}

/* The names that "t" is made of, as arguments; "seen" says which there are already. */
static void put_names(struct buf *out, const struct code *code, struct tuple t, bool *seen) {
	for (int i = 0; tuple_is_tuple(t) && i < t.rank; i++) {
		put_names(out, code, t.modes[i], seen);
	}
	if (!int_is_symbol(t)) {
		return;
	}
	for (int i = 0; i < t.symbol->count; i++) {
		const struct symbol_term *term = &t.symbol->terms[i];
		for (int k = 0; k < term->count; k++) {
			int index = term->factors[k].variable;
			const struct variable *variable = &t.symbol->symbols->variables[index];
			if (variable->kind != VARIABLE_NAME) {
				put_names(out, code, variable->p, seen);
				put_names(out, code, variable->q, seen);
			} else if (!seen[index]) {
				seen[index] = true;
				buf_printf(out, ", %s", code->language->type);
				buf_put_str(out, variable->name);
			}
		}
	}
}

/* The layout of "value", all of whose integers are known or have names. */
static struct layout layout_of_value(struct algebra *al, const struct value *value, const char *style) {
	if (value->kind != VALUE_LAYOUT) {
		algebra_fault(al, FAULT_UNSUPPORTED, "style %s prints layouts, not %s", style, value_kind_name(value));
		return layout_one();
	}
	if (tuple_has_basis(value->layout.stride)) {
		algebra_fault(al, FAULT_UNSUPPORTED, "style %s prints functions with integers as results, not coordinates",
			style);
	} else if (!tuple_is_exact(value->layout.shape) || !tuple_is_exact(value->layout.stride)) {
		algebra_fault(al, FAULT_UNSUPPORTED, "style %s needs names for integers that are known at run time only: M = ?",
			style);
	}
	return value->layout;
}

void index_code_put(struct buf *out, struct algebra *al, const struct value *value, int number,
		const struct index_language *language) {
	struct layout layout = layout_of_value(al, value, language->style);
	if (algebra_failed(al)) {
		return;
	}
	struct layout flat = layout_coalesce_extended(al, layout);
	struct code code = { .al = al, .language = language, .rest = "i" };
	bool seen[LIMIT_SYMBOL_VARIABLES] = { false };
	buf_init(&code.statements, al->arena);
	buf_init(&code.sum, al->arena);
	if (!tuple_is_constant(layout_size(al, layout), 0)) {
		put_modes(&code, flat);
	}
	buf_put(out, number > 0 ? "\n" : language->head);
	buf_put(out, language->comment);
	print_layout(out, layout);
	buf_printf(out, "\n%sidx", language->function);
	if (number > 0) {
		buf_put_int(out, number);
	}
	buf_printf(out, "(%si", language->type);
	put_names(out, &code, layout.shape, seen);
	put_names(out, &code, layout.stride, seen);
	buf_printf(out, ")%s\n", language->body);
	buf_put_str(out, buf_str(&code.statements));
	buf_put(out, "\treturn ");
	buf_put_str(out, code.sum.length > 0 ? buf_str(&code.sum) : str_from("0"));
	buf_printf(out, "%s%s", language->end_of_statement, language->end);
}
