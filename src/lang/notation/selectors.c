/*
 * The selectors of CUTLASS are chains of "if constexpr" over widths and majors. Each becomes the same chain as text
 * in our own language, which is parsed like any other; faults in it are moved to the place of the selector.
 */
#include "lang/notation/selectors.h"

#include "lang/kernel/scan.h"
#include "lang/parse.h"

enum { ARGUMENTS_MAX = 8 };

/* Split "text" at its commas outside of brackets; returns how many parts there are. */
static int split(struct str text, struct str *parts) {
	int count = 0;
	for (size_t at = 0; at <= text.length && count < ARGUMENTS_MAX;) {
		size_t end = scan_comma(text, at);
		parts[count++] = scan_part(text, at, end);
		at = end + 1;
	}
	return count;
}

/* Give all of "node" the place "span", as its text is none of the program. */
static void move(struct node *node, struct span span) {
	node->span = span;
	for (struct node *child = node->first_child; child != NULL; child = child->next) {
		move(child, span);
	}
}

/* The expression in "text", in the place of what stands at "span". */
static struct node *read_text(struct parser *parser, const struct buf *text, struct span span) {
	struct source *source = arena_alloc(parser->arena, sizeof *source);
	struct message message = { .span = span };
	*source = (struct source){ "<selector>", buf_str(text), 1 };
	struct node *node = NULL;
	if (parser_enter(parser)) {
		node = parse_program(parser->arena, source, NULL, parser->notations, DIALECT_CPP, &message);
	}
	parser_leave(parser);
	if (node == NULL || fault_is_set(&message.fault)) {
		parser_fail(parser, FAULT_SYNTAX, span, "expected types and layouts as arguments of this selector");
		return parser_integer(parser, 0, span);
	}
	move(node, span);
	return node;
}

/* size<0>(block{}) % size<mode>(atom) == 0 ? atom : */
static void put_atom(struct buf *out, struct str block, const char *family, const char *major, const char *width,
	struct str type) {
	struct buf atom;
	buf_init(&atom, out->arena);
	buf_printf(&atom, "%s::Layout_%s_%s_Atom<", family, major, width);
	buf_put_str(&atom, type);
	buf_put(&atom, ">{}");
	buf_put(out, "size<0>(");
	buf_put_str(out, block);
	buf_printf(out, "{}) %% size<%d>(", major[0] == 'K' ? 1 : 0);
	buf_put_str(out, buf_str(&atom));
	buf_put(out, ") == 0 ? ");
	buf_put_str(out, buf_str(&atom));
	buf_put(out, " : ");
}

/* The widest layout that divides the tile, as a choice of the language. */
static void put_atoms(struct buf *out, const struct str *arguments, const char *family, bool is_k) {
	static const char *const widths[] = { "SW128", "SW64", "SW32", "INTER" };
	for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++) {
		put_atom(out, arguments[is_k ? 3 : 2], family, is_k ? "K" : "MN", widths[i], arguments[1]);
	}
	buf_put(out, "no_layout_atom_divides_the_tile");
}

struct node *selector_smem(struct parser *parser, struct str arguments, const char *family, struct span span) {
	struct str parts[ARGUMENTS_MAX];
	struct buf out;
	if (split(arguments, parts) != 4) {
		return NULL;
	}
	buf_init(&out, parser->arena);
	buf_put_str(&out, parts[0]);
	buf_put(&out, " == \"K\" ? (");
	put_atoms(&out, parts, family, true);
	buf_put(&out, ") : (");
	if (family[0] == 'U') {
		buf_put(&out, "sizeof_bits_v<");
		buf_put_str(&out, parts[1]);
		buf_put(&out, "> == 32 ? UMMA::Layout_MN_SW128_32B_Atom<");
		buf_put_str(&out, parts[1]);
		buf_put(&out, ">{} : ");
	}
	put_atoms(&out, parts, family, false);
	buf_put(&out, ")");
	return read_text(parser, &out, span);
}

/* is_same_v<argument,type> && */
static void put_type(struct buf *out, struct str argument, const char *type) {
	buf_put(out, "is_same_v<");
	buf_put_str(out, argument);
	buf_printf(out, ",%s> && ", type);
}

struct node *selector_op(struct parser *parser, struct str arguments, const char *kind, struct span span) {
	static const struct {
		const char *a, *b, *c, *types, *tail;
		int k;
	} ops[] = {
		{ "half_t", "half_t", "half_t", "F16F16F16", "", 16 },
		{ "half_t", "half_t", "float", "F32F16F16", "", 16 },
		{ "bfloat16_t", "bfloat16_t", "float", "F32BF16BF16", "", 16 },
		{ "tfloat32_t", "tfloat32_t", "float", "F32TF32TF32", "_TN", 8 },
		{ "float_e4m3_t", "float_e4m3_t", "half_t", "F16E4M3E4M3", "_TN", 32 },
		{ "float_e4m3_t", "float_e5m2_t", "half_t", "F16E4M3E5M2", "_TN", 32 },
		{ "float_e5m2_t", "float_e4m3_t", "half_t", "F16E5M2E4M3", "_TN", 32 },
		{ "float_e5m2_t", "float_e5m2_t", "half_t", "F16E5M2E5M2", "_TN", 32 },
		{ "float_e4m3_t", "float_e4m3_t", "float", "F32E4M3E4M3", "_TN", 32 },
		{ "float_e4m3_t", "float_e5m2_t", "float", "F32E4M3E5M2", "_TN", 32 },
		{ "float_e5m2_t", "float_e4m3_t", "float", "F32E5M2E4M3", "_TN", 32 },
		{ "float_e5m2_t", "float_e5m2_t", "float", "F32E5M2E5M2", "_TN", 32 },
	};
	static const int extents[] = { 256, 192, 128, 96, 64, 32, 16, 8 };
	struct str parts[ARGUMENTS_MAX];
	struct buf out;
	if (split(arguments, parts) < 4) {
		return NULL;
	}
	buf_init(&out, parser->arena);
	for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++) {
		put_type(&out, parts[0], ops[i].a);
		put_type(&out, parts[1], ops[i].b);
		put_type(&out, parts[2], ops[i].c);
		buf_put(&out, "1 == 1 ? (");
		for (size_t j = 0; j < sizeof extents / sizeof extents[0]; j++) {
			buf_put(&out, "size<1>(");
			buf_put_str(&out, parts[3]);
			buf_printf(&out, "{}) %% %d == 0 ? SM90::GMMA::MMA_64x%dx%d_%s_%s%s{} : ", extents[j], extents[j], ops[i].k,
				ops[i].types, kind, ops[i].tail);
		}
		buf_put(&out, "no_wgmma_divides_the_tile) : ");
	}
	buf_put(&out, "no_wgmma_has_these_types");
	return read_text(parser, &out, span);
}

/* tiled_divide(tile_to_shape(atom, shape of the tile, order), shape of the instruction), with stages or without */
static void put_mma_tile(struct buf *out, const struct str *parts, int count, bool stages) {
	static const char *const modes[] = { ", make_shape(make_shape(get<0,0>(", "), get<1>(", ")), make_shape(get<0,1>(",
		"), get<2>(" };
	buf_put(out, "tiled_divide(tile_to_shape(");
	buf_put_str(out, parts[0]);
	for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
		buf_put(out, modes[i]);
		buf_put_str(out, parts[1]);
	}
	buf_put(out, stages ? ")), get<3>(" : "))");
	if (stages) {
		buf_put_str(out, parts[1]);
		buf_put(out, ")");
	}
	buf_put(out, ")");
	if (count == 3) {
		buf_put(out, ", ");
		buf_put_str(out, parts[2]);
	}
	buf_put(out, "), product_each(get<0>(");
	buf_put_str(out, parts[1]);
	buf_put(out, ")))");
}

struct node *selector_mma_tile(struct parser *parser, struct str arguments, struct span span) {
	struct str parts[ARGUMENTS_MAX];
	struct buf out;
	int count = split(arguments, parts);
	if (count != 2 && count != 3) {
		return NULL;
	}
	buf_init(&out, parser->arena);
	buf_put(&out, "rank(");
	buf_put_str(&out, parts[1]);
	buf_put(&out, ") == 3 ? ");
	put_mma_tile(&out, parts, count, false);
	buf_put(&out, " : ");
	put_mma_tile(&out, parts, count, true);
	return read_text(parser, &out, span);
}
