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
	int variables;                  /* q1, q2, ... so far */
	int results;                    /* a1, a2, ..., what inner layouts give, so far */
	char rest[16];                  /* what is left of the index */
};

/* The exponent of "t", if it is a power of two that is known; -1 otherwise. */
static int exponent_of(struct tuple t) {
	bool power = int_has_value(t) && t.value > 0 && (t.value & (t.value - 1)) == 0;
	return power ? __builtin_ctzll((unsigned long long)t.value) : -1;
}

/* The denominator of "t", a formula of one term; 1 of others. */
static int64_t denominator_of(struct tuple t) {
	return int_is_symbol(t) && t.symbol->count == 1 ? t.symbol->terms[0].denominator : 1;
}

/* "t" as an operand; a division by a power of two that leaves no rest is a shift. */
static void put_operand(struct buf *out, const struct code *code, struct tuple t) {
	int exponent = exponent_of(tuple_int(denominator_of(t)));
	if (exponent > 0) {
		buf_put_char(out, '(');
		put_operand(out, code, int_mul(code->al, t, tuple_int(denominator_of(t))));
		buf_printf(out, " >> %d)", exponent);
	} else if (int_is_symbol(t)) {
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

/* The offset of the layout "layout" at the index "input". */
static struct buf layout_code(struct code *code, struct layout layout, const char *input) {
	snprintf(code->rest, sizeof code->rest, "%s", input);
	buf_init(&code->sum, code->al->arena);
	if (tuple_has_basis(layout.stride)) {
		algebra_fault(code->al, FAULT_UNSUPPORTED,
			"style %s prints functions with integers as results, not coordinates", code->language->style);
	} else if (!tuple_is_constant(layout_size(code->al, layout), 0)) {
		put_modes(code, layout_coalesce_extended(code->al, layout));
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

/* The integer "t" is 0 or more, whatever its names stand for. */
static bool is_natural(struct tuple t) {
	return int_has_value(t) ? t.value >= 0 : int_is_symbol(t) && symbol_is_at_least(t, tuple_int(0), 0);
}

/* All integers of "t" are. */
static bool all_natural(struct tuple t) {
	bool natural = tuple_is_tuple(t) || is_natural(t);
	for (int i = 0; tuple_is_tuple(t) && i < t.rank && natural; i++) {
		natural = all_natural(t.modes[i]);
	}
	return natural;
}

/* "map" gives no numbers below 0 at indices of 0 and more, beyond its domain too. */
static bool keeps_natural(struct map map) {
	if (map.kind == MAP_COMPOSED) {
		return tuple_is_plain_int(map.composed->offset) && is_natural(map.composed->offset)
			&& keeps_natural(map.composed->inner) && keeps_natural(map.composed->outer);
	}
	return map.kind != MAP_LAYOUT || all_natural(map.layout.stride);
}

/*
 * The least and the greatest result of "layout" in its domain, plus "offset", into "ends": modes of strides below 0 end
 * with the least. Returns false where the sign of a stride is not known.
 */
static bool find_ends(struct algebra *al, struct layout layout, struct tuple offset, struct tuple ends[2]) {
	struct layout flat = layout_coalesce(al, layout);
	ends[0] = ends[1] = offset;
	for (int i = 0; !algebra_failed(al) && i < layout_rank(flat); i++) {
		struct tuple stride = tuple_mode(flat.stride, i);
		struct tuple last = int_sub(al, tuple_mode(flat.shape, i), tuple_int(1));
		int end = is_natural(stride) ? 1 : 0;
		if (end == 0 && !int_has_value(stride) && !is_natural(int_mul(al, stride, tuple_int(-1)))) {
			return false;
		}
		ends[end] = int_add(al, ends[end], int_mul(al, last, stride));
	}
	return !algebra_failed(al);
}

/* "map" takes its index apart into digits, in a layout of more than one mode. */
static bool takes_digits(struct code *code, struct map map) {
	if (map.kind == MAP_COMPOSED) {
		return takes_digits(code, map.composed->inner) || takes_digits(code, map.composed->outer);
	}
	return map.kind == MAP_LAYOUT && layout_rank(layout_coalesce_extended(code->al, map.layout)) > 1;
}

/* The digits of a number below 0 are those of no shift or mask: an outer layout is to be given none. */
static void check_natural(struct code *code, const struct composed *composed) {
	struct tuple ends[2];
	bool natural = composed->inner.kind == MAP_LAYOUT
		? find_ends(code->al, composed->inner.layout, composed->offset, ends) && is_natural(ends[0])
		: keeps_natural(composed->inner) && is_natural(composed->offset);
	if (!natural && !algebra_failed(code->al) && takes_digits(code, composed->outer)) {
		algebra_fault(code->al, FAULT_UNSUPPORTED,
			"the outer layout is given numbers that may be below 0, which style %s does not take apart as CuTe does",
			code->language->style);
	}
}

/* What "map" gives at the index "input". */
static struct buf map_code(struct code *code, struct map map, const char *input) {
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
	check_natural(code, map.composed);
	struct buf inner = map_code(code, map.composed->inner, input);
	char name[16];
	snprintf(name, sizeof name, "a%d", ++code->results);
	buf_printf(&code->statements, "\t%s%s = ", code->language->type, name);
	put_moved(&code->statements, code, map.composed->offset, &inner);
	buf_printf(&code->statements, "%s\n", code->language->end_of_statement);
	return map_code(code, map.composed->outer, name);
}

/* --- functions --- */

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

/* The names in all integers of "map". */
static void put_map_names(struct buf *out, const struct code *code, struct map map, bool *seen) {
	if (map.kind == MAP_LAYOUT) {
		put_names(out, code, map.layout.shape, seen);
		put_names(out, code, map.layout.stride, seen);
	} else if (map.kind == MAP_COMPOSED) {
		put_map_names(out, code, map.composed->inner, seen);
		put_names(out, code, map.composed->offset, seen);
		put_map_names(out, code, map.composed->outer, seen);
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

/* The head of a function "idx" of the arguments "indices", with the names in "placed". */
static void put_head(struct buf *out, const struct code *code, const struct placed_map *placed, const char *suffix,
		const char *const *indices, int count) {
	bool seen[LIMIT_SYMBOL_VARIABLES] = { false };
	buf_printf(out, "%sidx%s(", code->language->function, suffix);
	for (int i = 0; i < count; i++) {
		buf_printf(out, "%s%s%s", i > 0 ? ", " : "", code->language->type, indices[i]);
	}
	put_map_names(out, code, placed->map, seen);
	put_names(out, code, placed->offset, seen);
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

/* Set "code" up for one more function. */
static void begin(struct code *code, struct algebra *al, const struct index_language *language) {
	*code = (struct code){ .al = al, .language = language };
	buf_init(&code->statements, al->arena);
	buf_init(&code->sum, al->arena);
}

/* The function of the coordinates of the two modes of "placed", a layout: no division by the first extent. */
static void put_of_modes(struct buf *out, struct algebra *al, const struct placed_map *placed, const char *suffix,
		const struct index_language *language) {
	static const char *const indices[2] = { "m", "n" };
	struct code code;
	struct buf sum;
	begin(&code, al, language);
	buf_init(&sum, al->arena);
	for (int i = 0; i < 2; i++) {
		struct buf part = layout_code(&code, layout_mode(placed->map.layout, i), indices[i]);
		bool empty = strcmp(part.data, "0") == 0;
		buf_put(&sum, sum.length > 0 && !empty ? " + " : "");
		buf_put(&sum, empty ? "" : part.data);
	}
	buf_put(&sum, sum.length > 0 ? "" : "0");
	buf_printf(out, "\n%s", language->between);
	put_head(out, &code, placed, suffix, indices, 2);
	put_end(out, &code, placed, &sum);
}

void index_code_put(struct buf *out, struct algebra *al, const struct value *value, int number,
		const struct index_language *language) {
	static const char *const indices[1] = { "i" };
	struct placed_map placed = placed_map_of(al, value, language->style);
	if (algebra_failed(al)) {
		return;
	}
	struct code code;
	begin(&code, al, language);
	struct buf expression = map_code(&code, placed.map, "i");
	char suffix[24] = "";
	if (number > 0) {
		snprintf(suffix, sizeof suffix, "%d", number);
	}
	buf_put(out, number > 0 ? "\n" : language->head);
	buf_put(out, language->comment);
	print_value(out, value);
	buf_put(out, "\n");
	put_head(out, &code, &placed, suffix, indices, 1);
	put_end(out, &code, &placed, &expression);
	bool is_matrix = placed.map.kind == MAP_LAYOUT && layout_rank(placed.map.layout) == 2;
	if (is_matrix && !algebra_failed(al)) {
		snprintf(suffix + strlen(suffix), sizeof suffix - strlen(suffix), "_mn");
		put_of_modes(out, al, &placed, suffix, language);
	}
}

/* --- types --- */

static const char *const type_names[INDEX_TYPES] = { "int32", "int64", "uint32", "uint64" };

bool index_type_read(const char *text, enum index_type *type) {
	for (int i = 0; i < INDEX_TYPES; i++) {
		if (strcmp(text, type_names[i]) == 0) {
			*type = (enum index_type)i;
			return true;
		}
	}
	return false;
}

/* "n", an index or an offset as "what" says, is an integer of 32 bits of "type", or not known. */
static void check_fits(struct algebra *al, struct tuple n, enum index_type type, const char *what) {
	bool is_signed = type == INDEX_TYPE_INT32;
	int64_t least = is_signed ? INT32_MIN : 0;
	int64_t most = is_signed ? INT32_MAX : UINT32_MAX;
	if (!algebra_failed(al) && int_has_value(n) && (n.value < least || n.value > most)) {
		algebra_fault(al, FAULT_OVERFLOW, "the %s %" PRId64 " does not fit %s", what, n.value, type_names[type]);
	}
}

/*
 * The indices of "map" and what its innermost layout gives are integers of 32 bits of "type", where they are known. A
 * plain layout gives its offset and "offset", an inner one of a composed layout the offset in that one.
 */
static void check_range(struct algebra *al, struct map map, struct tuple offset, enum index_type type) {
	while (map.kind == MAP_COMPOSED) {
		offset = map.composed->offset;
		map = map.composed->inner;
	}
	if (map.kind != MAP_LAYOUT || tuple_has_basis(map.layout.stride) || !tuple_is_plain_int(offset)) {
		return;
	}
	struct tuple size = layout_size(al, map.layout);
	struct tuple ends[2];
	bool is_known = !algebra_failed(al) && int_has_value(size) && size.value > 0
		&& find_ends(al, map.layout, offset, ends) && int_has_value(ends[0]) && int_has_value(ends[1]);
	if (!is_known) {
		return;
	}
	check_fits(al, int_sub(al, size, tuple_int(1)), type, "index");
	check_fits(al, ends[0], type, "offset");
	check_fits(al, ends[1], type, "offset");
}

void index_code_put_typed(struct buf *out, struct algebra *al, const struct value *value, int number,
		const struct index_language *language, enum index_type type) {
	struct index_language typed = *language;
	struct placed_map placed = placed_map_of(al, value, language->style);
	if (!algebra_failed(al) && (type == INDEX_TYPE_INT32 || type == INDEX_TYPE_UINT32)) {
		check_range(al, placed.map, placed.offset, type);
	}
	if (algebra_failed(al)) {
		return;
	}
	struct buf name;
	struct buf function;
	buf_init(&name, al->arena);
	buf_init(&function, al->arena);
	buf_printf(&name, "%s_t ", type_names[type]);
	buf_printf(&function, "%s%s", language->before, name.data);
	typed.type = name.data;
	typed.function = function.data;
	index_code_put(out, al, value, number, &typed);
}
