/*
 * The printer of functions of an index. What is left of the index after the modes so far is one variable, divided
 * once a mode; the last mode takes it as it is. A mode of extent 1 or stride 0 asks for no digit and writes nothing.
 */
#include "lang/notation/index_code.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algebra/symbol.h"
#include "lang/notation/plain.h"
#include "lang/notation/symbol.h"

struct code {
	struct buf statements;
	struct buf sum;                 /* the offset */
	struct algebra *al;
	const struct index_language *language;
	struct buf names;               /* the names of integers, as arguments behind the index */
	int underscores;                /* how many are behind names of its own, so that none is also that of an integer */
	int variables;                  /* q1, q2, ... so far */
	int results;                    /* a1, a2, ..., what inner layouts give, so far */
	const char *rest;               /* what is left of the index */
};

/* A name of the function's own: "letter", and "number" if that is not 0. */
static const char *own_name(const struct code *code, char letter, int number) {
	struct buf name;
	buf_init(&name, code->al->arena);
	buf_put_char(&name, letter);
	if (number > 0) {
		buf_printf(&name, "%d", number);
	}
	for (int i = 0; i < code->underscores; i++) {
		buf_put_char(&name, '_');
	}
	return name.data;
}

void index_code_put_literal(struct buf *out, int64_t n) {
	if (n == INT64_MIN) {
		buf_put(out, "(-9223372036854775807 - 1)");
	} else {
		buf_put_int(out, n);
	}
}

/* The exponent of "t", if it is a power of two that is known; -1 otherwise. */
static int exponent_of(struct tuple t) {
	bool power = int_has_value(t) && t.value > 0 && (t.value & (t.value - 1)) == 0;
	return power ? __builtin_ctzll((unsigned long long)t.value) : -1;
}

/* The denominator of "t", a formula of one term; 1 of others. */
static int64_t denominator_of(struct tuple t) {
	return int_is_symbol(t) && t.symbol->count == 1 ? t.symbol->terms[0].denominator : 1;
}

/* The integer "t" is 0 or more, whatever its names stand for. */
static bool is_natural(struct tuple t) {
	return symbol_is_at_least(t, tuple_int(0), 0);
}

/* "t" is a sum that is divided as a whole, (K+8)/11. */
static bool is_divided_sum(struct tuple t) {
	return int_is_symbol(t) && t.symbol->count > 1 && !symbol_has_whole_terms(t);
}

/*
 * "t" as an operand; a division by a power of two that leaves no rest is a shift. What is divided is not below 0, as no
 * number of unsigned types is: -(N >> 3), -((K+8) / 11).
 */
static void put_operand(struct buf *out, const struct code *code, struct tuple t) {
	int exponent = exponent_of(tuple_int(denominator_of(t)));
	if (exponent > 0) {
		bool is_negative = t.symbol->terms[0].numerator < 0;
		int64_t factor = is_negative ? -denominator_of(t) : denominator_of(t);
		buf_put(out, is_negative ? "-(" : "(");
		put_operand(out, code, int_mul(code->al, t, tuple_int(factor)));
		buf_printf(out, " >> %d)", exponent);
	} else if (is_divided_sum(t) && !is_natural(t)) {
		struct tuple opposite = int_mul(code->al, t, tuple_int(-1));
		if (!is_natural(opposite) && strncmp(code->language->type, "uint", 4) == 0) {
			algebra_fault(code->al, FAULT_UNSUPPORTED,
				"style %s divides no sum that may be below 0, as unsigned numbers are not", code->language->style);
		}
		buf_put(out, "(-(");
		print_symbol_as(out, opposite, code->language->divide);
		buf_put(out, "))");
	} else if (int_is_symbol(t)) {
		bool brackets = symbol_is_composite(t);
		buf_put(out, brackets ? "(" : "");
		print_symbol_as(out, t, code->language->divide);
		buf_put(out, brackets ? ")" : "");
	} else {
		index_code_put_literal(out, t.value);
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
	const char *name = own_name(code, 'q', ++code->variables);
	buf_printf(out, "\t%s%s = ", code->language->type, name);
	put_quotient(out, code, code->rest, by);
	buf_printf(out, "%s\n", code->language->end_of_statement);
	code->rest = name;
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
	const char *before = code->rest;
	if (exponent >= 0) {
		buf_printf(&digit, "%s & %" PRId64, before, extent.value - 1);
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

/* --- maps --- */

bool index_code_divides_by_zero(struct layout flat) {
	bool divides = false;
	for (int i = 0; i + 1 < layout_rank(flat); i++) {
		divides = divides || tuple_is_constant(tuple_mode(flat.shape, i), 0);
	}
	return divides;
}

/* The offset of the layout "layout" at the index "input". */
static struct buf layout_code(struct code *code, struct layout layout, const char *input) {
	code->rest = input;
	buf_init(&code->sum, code->al->arena);
	if (tuple_has_basis(layout.stride)) {
		algebra_fault(code->al, FAULT_UNSUPPORTED,
			"style %s prints functions with integers as results, not coordinates", code->language->style);
	} else {
		struct layout flat = layout_coalesce_extended(code->al, layout);
		if (!algebra_failed(code->al) && !index_code_divides_by_zero(flat)) {
			put_modes(code, flat);
		}
	}
	buf_put(&code->sum, code->sum.length > 0 ? "" : "0");
	return code->sum;
}

/* "input" with the Y bits of "s" xored onto its Z bits. */
static struct buf swizzle_code(struct code *code, struct swizzle s, const char *input) {
	struct buf out;
	buf_init(&out, code->al->arena);
	buf_put(&out, input);
	if (s.bits > 0) {
		buf_printf(&out, " ^ ((%s & 0x%llx) %s %d)", input, (unsigned long long)swizzle_y_mask(s),
			s.shift >= 0 ? ">>" : "<<", abs(s.shift));
	}
	return out;
}

/* "expression" plus "offset", where that is not 0; a xor binds less than a sum. */
static void put_moved(struct buf *out, const struct code *code, struct tuple offset, const struct buf *expression) {
	bool moves = !tuple_is_constant(offset, 0);
	bool brackets = moves && strchr(expression->data, '^') != NULL;
	buf_put(out, brackets ? "(" : "");
	buf_put_str(out, buf_str(expression));
	buf_put(out, brackets ? ")" : "");
	if (moves) {
		buf_put(out, " + ");
		put_operand(out, code, offset);
	}
}

/* All integers of "t" are. */
static bool all_natural(struct tuple t) {
	bool natural = tuple_is_tuple(t) || is_natural(t);
	for (int i = 0; tuple_is_tuple(t) && i < t.rank && natural; i++) {
		natural = all_natural(t.modes[i]);
	}
	return natural;
}

/* "offset" plus what "layout" gives in its domain is 0 or more; not where the sign of a stride is not known. */
static bool layout_gives_natural(struct algebra *al, struct layout layout, struct tuple offset) {
	struct layout flat = layout_coalesce(al, layout);
	struct tuple least = offset;
	bool known = true;
	for (int i = 0; known && !algebra_failed(al) && i < layout_rank(flat); i++) {
		struct tuple stride = tuple_mode(flat.stride, i);
		if (!is_natural(stride)) {
			struct tuple last = int_sub(al, tuple_mode(flat.shape, i), tuple_int(1));
			known = symbol_is_at_least(tuple_int(0), stride, 0);
			least = int_add(al, least, int_mul(al, last, stride));
		}
	}
	return known && is_natural(least);
}

/* "offset" plus what "map" gives in its domain, or "beyond" that at all indices of 0 and more, is 0 or more. */
static bool gives_natural(struct algebra *al, struct map map, struct tuple offset, bool beyond) {
	if (map.kind == MAP_COMPOSED) {
		return gives_natural(al, map.composed->inner, map.composed->offset, beyond)
			&& gives_natural(al, map.composed->outer, offset, true);
	}
	if (map.kind == MAP_LAYOUT && !beyond) {
		return layout_gives_natural(al, map.layout, offset);
	}
	return is_natural(offset) && (map.kind != MAP_LAYOUT || all_natural(map.layout.stride));
}

/* "map" takes its index apart into digits, in a layout of more than one mode. */
static bool takes_digits(struct code *code, struct map map) {
	if (map.kind == MAP_COMPOSED) {
		return takes_digits(code, map.composed->inner) || takes_digits(code, map.composed->outer);
	}
	return map.kind == MAP_LAYOUT && layout_rank(layout_coalesce_extended(code->al, map.layout)) > 1;
}

/*
 * The digits of a number below 0 are those of no shift or mask: the outer layout of "composed", which is given indices
 * of its domain or "beyond" that, is to be given none.
 */
static void check_natural(struct code *code, const struct composed *composed, bool beyond) {
	if (takes_digits(code, composed->outer) && !gives_natural(code->al, composed->inner, composed->offset, beyond)
		&& !algebra_failed(code->al)) {
		algebra_fault(code->al, FAULT_UNSUPPORTED,
			"the outer layout is given numbers that may be below 0, which style %s does not take apart as CuTe does",
			code->language->style);
	}
}

/* What "map" gives at the index "input", which may be "beyond" its domain. */
static struct buf map_code(struct code *code, struct map map, const char *input, bool beyond) {
	struct buf none;
	buf_init(&none, code->al->arena);
	buf_put(&none, input);
	switch (map.kind) {
	case MAP_LAYOUT: return layout_code(code, map.layout, input);
	case MAP_SWIZZLE: return swizzle_code(code, map.swizzle, input);
	case MAP_IDENTITY: return none;
	case MAP_COMPOSED: break;
	default:
		algebra_fault(code->al, FAULT_UNSUPPORTED, "style %s prints layouts and swizzles, not maps of bits",
			code->language->style);
		return none;
	}
	if (!tuple_is_plain_int(map.composed->offset)) {
		algebra_fault(code->al, FAULT_UNSUPPORTED, "style %s prints functions of integers, not of coordinates",
			code->language->style);
		return none;
	}
	check_natural(code, map.composed, beyond);
	struct buf inner = map_code(code, map.composed->inner, input, beyond);
	const char *name = own_name(code, 'a', ++code->results);
	buf_printf(&code->statements, "\t%s%s = ", code->language->type, name);
	put_moved(&code->statements, code, map.composed->offset, &inner);
	buf_printf(&code->statements, "%s\n", code->language->end_of_statement);
	return map_code(code, map.composed->outer, name, true);
}

/* --- functions --- */

/* "name" as an argument; names of the function's own that are like it get one underscore more. */
static void put_name(struct code *code, struct str name) {
	struct str word = name;
	while (word.length > 1 && word.data[word.length - 1] == '_') {
		word.length--;
	}
	int underscores = (int)(name.length - word.length);
	bool has_number = word.length > 1 && (word.data[0] == 'q' || word.data[0] == 'a');
	for (size_t i = 1; i < word.length; i++) {
		has_number = has_number && str_is_digit(word.data[i]);
	}
	if ((has_number || str_is_among(word, "i m n")) && underscores >= code->underscores) {
		code->underscores = underscores + 1;
	}
	buf_printf(&code->names, ", %s", code->language->type);
	buf_put_str(&code->names, name);
}

/* The names that "t" is made of, as arguments; "seen" says which there are already. */
static void put_names(struct code *code, struct tuple t, bool *seen) {
	for (int i = 0; tuple_is_tuple(t) && i < t.rank; i++) {
		put_names(code, t.modes[i], seen);
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
				put_names(code, variable->p, seen);
				put_names(code, variable->q, seen);
			} else if (!seen[index]) {
				seen[index] = true;
				put_name(code, variable->name);
			}
		}
	}
}

/* The names in all integers of "map". */
static void put_map_names(struct code *code, struct map map, bool *seen) {
	if (map.kind == MAP_LAYOUT) {
		put_names(code, map.layout.shape, seen);
		put_names(code, map.layout.stride, seen);
	} else if (map.kind == MAP_COMPOSED) {
		put_map_names(code, map.composed->inner, seen);
		put_names(code, map.composed->offset, seen);
		put_map_names(code, map.composed->outer, seen);
	}
}

/* A map and where it begins, as "value" is: a layout, composed layout or swizzle, or the pair of one and an offset. */
struct placed_map {
	struct map map;
	struct tuple offset;
};

/* What has offsets, and so a function of an index. */
static bool is_map(const struct value *value) {
	return value->kind == VALUE_LAYOUT || value->kind == VALUE_COMPOSED || value->kind == VALUE_SWIZZLE;
}

/* The map of "value", all of whose integers are known or have names. */
static struct placed_map placed_map_of(struct algebra *al, const struct value *value, const char *style) {
	struct placed_map placed = { map_from_layout(layout_one()), tuple_int(0) };
	bool is_pair = value->kind == VALUE_LIST && value->list.count == 2 && is_map(&value->list.items[0])
		&& value->list.items[1].kind == VALUE_TUPLE && tuple_is_plain_int(value->list.items[1].tuple);
	const struct value *map = is_pair ? &value->list.items[0] : value;
	if (!is_map(map)) {
		algebra_fault(al, FAULT_UNSUPPORTED, "style %s prints layouts and swizzles, not %s", style,
			value_kind_name(value));
	} else if (!value_is_exact(value)) {
		algebra_fault(al, FAULT_UNSUPPORTED, "style %s needs names for integers that are known at run time only: M = ?",
			style);
	} else {
		placed.map = value_as_map(al, map);
		placed.offset = is_pair ? value->list.items[1].tuple : placed.offset;
	}
	return placed;
}

/* The head of a function "idx" of the arguments "indices", with the names of integers. */
static void put_head(struct buf *out, const struct code *code, const char *suffix, const char *const *indices,
		int count) {
	buf_printf(out, "%sidx%s(", code->language->function, suffix);
	for (int i = 0; i < count; i++) {
		buf_printf(out, "%s%s%s", i > 0 ? ", " : "", code->language->type, indices[i]);
	}
	buf_put_str(out, buf_str(&code->names));
	buf_printf(out, ")%s\n", code->language->body);
}

/* The function of "placed" with the statements in "code" and the result "expression". */
static void put_end(struct buf *out, const struct code *code, const struct placed_map *placed,
		const struct buf *expression) {
	buf_put_str(out, buf_str(&code->statements));
	buf_put(out, "\treturn ");
	put_moved(out, code, placed->offset, expression);
	buf_printf(out, "%s%s", code->language->end_of_statement, code->language->end);
}

/* Set "code" up for one more function of "placed". */
static void begin(struct code *code, struct algebra *al, const struct placed_map *placed,
		const struct index_language *language) {
	bool seen[LIMIT_SYMBOL_VARIABLES] = { false };
	*code = (struct code){ .al = al, .language = language };
	buf_init(&code->statements, al->arena);
	buf_init(&code->sum, al->arena);
	buf_init(&code->names, al->arena);
	put_map_names(code, placed->map, seen);
	put_names(code, placed->offset, seen);
}

/* The function of the coordinates of the two modes of "placed", a layout: no division by the first extent. */
static void put_of_modes(struct buf *out, struct algebra *al, const struct placed_map *placed, const char *suffix,
		const struct index_language *language) {
	struct code code;
	struct buf sum;
	begin(&code, al, placed, language);
	buf_init(&sum, al->arena);
	const char *const indices[2] = { own_name(&code, 'm', 0), own_name(&code, 'n', 0) };
	for (int i = 0; i < 2; i++) {
		struct buf part = layout_code(&code, layout_mode(placed->map.layout, i), indices[i]);
		bool empty = strcmp(part.data, "0") == 0;
		buf_put(&sum, sum.length > 0 && !empty ? " + " : "");
		buf_put(&sum, empty ? "" : part.data);
	}
	buf_put(&sum, sum.length > 0 ? "" : "0");
	buf_printf(out, "\n%s", language->between);
	put_head(out, &code, suffix, indices, 2);
	put_end(out, &code, placed, &sum);
}

void index_code_put(struct buf *out, struct algebra *al, const struct value *value, int number,
		const struct index_language *language) {
	struct placed_map placed = placed_map_of(al, value, language->style);
	if (algebra_failed(al)) {
		return;
	}
	struct code code;
	begin(&code, al, &placed, language);
	const char *const index = own_name(&code, 'i', 0);
	struct buf expression = map_code(&code, placed.map, index, false);
	char suffix[16] = "";
	char suffix_of_modes[sizeof suffix + sizeof "_mn"];
	if (number > 0) {
		snprintf(suffix, sizeof suffix, "%d", number);
	}
	snprintf(suffix_of_modes, sizeof suffix_of_modes, "%s_mn", suffix);
	buf_put(out, number > 0 ? "\n" : language->head);
	buf_put(out, language->comment);
	print_value(out, value);
	buf_put(out, "\n");
	put_head(out, &code, suffix, &index, 1);
	put_end(out, &code, &placed, &expression);
	bool is_matrix = placed.map.kind == MAP_LAYOUT && layout_rank(placed.map.layout) == 2;
	if (is_matrix && !algebra_failed(al)) {
		put_of_modes(out, al, &placed, suffix_of_modes, language);
	}
}

/* --- types --- */

/* The types, and the least and the greatest of their numbers; those of 64 bits hold whatever is computed here. */
static const struct {
	const char *name;
	int64_t least, most;
} types[INDEX_TYPES] = {
	[INDEX_TYPE_INT32] = { "int32", INT32_MIN, INT32_MAX },
	[INDEX_TYPE_INT64] = { "int64", INT64_MIN, INT64_MAX },
	[INDEX_TYPE_UINT32] = { "uint32", 0, UINT32_MAX },
	[INDEX_TYPE_UINT64] = { "uint64", INT64_MIN, INT64_MAX },
};

bool index_type_read(const char *text, enum index_type *type) {
	for (int i = 0; i < INDEX_TYPES; i++) {
		if (strcmp(text, types[i].name) == 0) {
			*type = (enum index_type)i;
			return true;
		}
	}
	return false;
}

/* "n", an index or an offset as "what" says, is an integer of "type". */
static void check_fits(struct algebra *al, struct tuple n, enum index_type type, const char *what) {
	if (n.value < types[type].least || n.value > types[type].most) {
		algebra_fault(al, FAULT_OVERFLOW, "the %s %" PRId64 " does not fit %s", what, n.value, types[type].name);
	}
}

/* The least and the greatest of some numbers, or bounds of them, as "what" says. */
struct range {
	struct tuple ends[2];
	const char *what;
};

/* The end of the range of "a" and "b". */
static struct tuple farther(struct tuple a, struct tuple b, bool greatest) {
	return greatest ? int_max(a, b) : int_min(a, b);
}

/*
 * The greatest result, or the least, of the coalesced layout "flat" at the indices from 0 to "last": that of the digits
 * of "last", or of a digit that is less with any digits below it.
 */
static struct tuple find_end(struct algebra *al, struct layout flat, int64_t last, bool greatest) {
	struct tuple any = tuple_int(0);   /* of all digits so far */
	struct tuple upto = tuple_int(0);  /* of those up to the digits of "last" so far */
	for (int i = 0;; i++) {
		struct tuple extent = tuple_mode(flat.shape, i);
		struct tuple stride = tuple_mode(flat.stride, i);
		int64_t rest = i + 1 < layout_rank(flat) ? last / extent.value : 0;
		int64_t digit = last - rest * extent.value;
		upto = int_add(al, upto, int_mul(al, tuple_int(digit), stride));
		if (digit > 0) {
			struct tuple below = farther(tuple_int(0), int_mul(al, tuple_int(digit - 1), stride), greatest);
			upto = farther(upto, int_add(al, any, below), greatest);
		}
		if (rest == 0) {
			return upto;
		}
		struct tuple whole = int_mul(al, tuple_int(extent.value - 1), stride);
		any = int_add(al, any, farther(tuple_int(0), whole, greatest));
		last = rest;
	}
}

/* "layout" has elements, and its integers are plain numbers that are known. */
static bool has_numbers(struct layout layout) {
	bool good = true;
	for (int i = 0; i < layout_rank(layout) && good; i++) {
		struct tuple extent = tuple_mode(layout.shape, i);
		struct tuple stride = tuple_mode(layout.stride, i);
		good = int_has_value(extent) && extent.value > 0 && int_has_value(stride) && tuple_is_plain_int(stride);
	}
	return good;
}

/* Let "range" be that of what "layout" gives at its numbers. Returns false where that is not known. */
static bool pass_layout(struct algebra *al, struct layout layout, struct range *range) {
	struct layout flat = layout_coalesce_extended(al, layout);
	if (algebra_failed(al) || !has_numbers(flat) || (layout_rank(flat) > 1 && range->ends[0].value < 0)) {
		return false;
	}
	if (layout_rank(flat) == 1) {
		struct tuple first = int_mul(al, range->ends[0], flat.stride);
		struct tuple last = int_mul(al, range->ends[1], flat.stride);
		range->ends[0] = farther(first, last, false);
		range->ends[1] = farther(first, last, true);
	} else {
		int64_t last = range->ends[1].value;
		range->ends[0] = find_end(al, flat, last, false);
		range->ends[1] = find_end(al, flat, last, true);
	}
	return !algebra_failed(al);
}

/*
 * The same of the swizzle "s", which maps numbers of 0 and more: all bits up to the highest of the numbers, and those
 * that these are xored onto, if any of them is read.
 */
static bool pass_swizzle(struct swizzle s, struct range *range) {
	int64_t bits = range->ends[1].value;
	if (range->ends[0].value < 0) {
		return false;
	}
	for (int shift = 32; shift > 0; shift /= 2) {
		bits |= bits >> shift;
	}
	int64_t read = bits & swizzle_y_mask(s);
	if (read != 0) {
		range->ends[0] = tuple_int(0);
		range->ends[1] = tuple_int(bits | (swizzle_apply(s, read) & swizzle_z_mask(s)));
	}
	return true;
}

/* Add "offset" to "range", whose ends are integers of "type" then. Returns false where "offset" is not known. */
static bool move_range(struct algebra *al, struct tuple offset, enum index_type type, struct range *range) {
	bool known = tuple_is_plain_int(offset) && int_has_value(offset);
	for (int end = 0; end < 2 && known; end++) {
		range->ends[end] = int_add(al, range->ends[end], offset);
		check_fits(al, range->ends[end], type, range->what);
	}
	range->what = "bound of offsets";
	return known && !algebra_failed(al);
}

/*
 * What the parts of "map" give at the numbers of "range" are integers of "type", but for the last, which is to be moved
 * yet; "range" is that of the results then. Returns false where that is not known.
 */
static bool check_map(struct algebra *al, struct map map, enum index_type type, struct range *range) {
	switch (map.kind) {
	case MAP_LAYOUT: return pass_layout(al, map.layout, range);
	case MAP_SWIZZLE: return pass_swizzle(map.swizzle, range);
	case MAP_IDENTITY: return true;
	case MAP_LINEAR:
		if (int_is_negative(range->ends[0])) {
			algebra_fault(al, FAULT_DOMAIN, "a map of bits is given %" PRId64 ", and has values at 0 and more only",
				range->ends[0].value);
		}
		return false;
	case MAP_COMPOSED: break;
	}
	return check_map(al, map.composed->inner, type, range) && move_range(al, map.composed->offset, type, range)
		&& check_map(al, map.composed->outer, type, range);
}

/* Let "range" be that of the indices of "map". Returns false where there are none, or it is not known. */
static bool find_indices(struct algebra *al, struct map map, struct range *range) {
	struct map inner = map;
	while (inner.kind == MAP_COMPOSED) {
		inner = inner.composed->inner;
	}
	/* Of what has no domain, the index 0 is one. */
	struct tuple size = inner.kind == MAP_LAYOUT ? layout_size(al, inner.layout) : tuple_int(1);
	*range = (struct range){ { tuple_int(0), tuple_int(size.value - 1) }, "offset" };
	return !algebra_failed(al) && int_has_value(size) && size.value > 0;
}

/* The indices of "placed", what its parts give and its offsets are integers of "type", where they are known. */
static void check_range(struct algebra *al, const struct placed_map *placed, enum index_type type) {
	struct range range;
	if (find_indices(al, placed->map, &range)) {
		check_fits(al, range.ends[1], type, "index");
		if (check_map(al, placed->map, type, &range)) {
			move_range(al, placed->offset, type, &range);
		}
	}
}

void index_code_check_bits(struct algebra *al, struct map map) {
	struct range range;
	if (find_indices(al, map, &range)) {
		check_map(al, map, INDEX_TYPE_INT64, &range);
	}
}

void index_code_put_typed(struct buf *out, struct algebra *al, const struct value *value, int number,
		const struct index_language *language, enum index_type type) {
	struct index_language typed = *language;
	struct placed_map placed = placed_map_of(al, value, language->style);
	bool has_few_bits = type == INDEX_TYPE_INT32 || type == INDEX_TYPE_UINT32;
	if (has_few_bits) {
		check_range(al, &placed, type);
	}
	if (algebra_failed(al)) {
		return;
	}
	struct buf name;
	struct buf function;
	buf_init(&name, al->arena);
	buf_init(&function, al->arena);
	buf_printf(&name, "%s_t ", types[type].name);
	buf_printf(&function, "%s%s", language->before, name.data);
	typed.type = name.data;
	typed.function = function.data;
	index_code_put(out, al, value, number, &typed);
}
