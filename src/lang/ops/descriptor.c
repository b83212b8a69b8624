/*
 * Descriptors of shared memory, of instructions and of TMA, each as a list of its fields with their names and the
 * whole as one number. Where the bits are is in algebra/descriptor.h, with its sources; here arguments are taken
 * apart, and types become their codes.
 */
#include <inttypes.h>
#include <string.h>

#include "algebra/descriptor.h"
#include "base/buf.h"
#include "base/element.h"
#include "lang/atoms.h"
#include "lang/ops/signature.h"

/* Named results, as pairs (name, value). */
struct fields {
	struct algebra *al;
	struct value items[24];
	int count;
};

/* Append the pair ("name", "value"); there is room for all fields of any descriptor. */
static void put_value(struct fields *fields, const char *name, struct value value) {
	struct value *pair = arena_array(fields->al->arena, 2, sizeof *pair);
	pair[0] = (struct value){ .kind = VALUE_STRING, .string = str_from(name) };
	pair[1] = value;
	fields->items[fields->count++] = value_from_items(fields->al, pair, 2);
}

static void put_int(struct fields *fields, const char *name, int64_t number) {
	put_value(fields, name, value_from_tuple(tuple_int(number)));
}

static void put_text(struct fields *fields, const char *name, const char *text) {
	put_value(fields, name, (struct value){ .kind = VALUE_STRING, .string = str_from(text) });
}

/* A number as text with "digits" digits: descriptors are read bit by bit, not counted. */
static void put_hex(struct fields *fields, const char *name, uint64_t bits, int digits) {
	struct buf text;
	buf_init(&text, fields->al->arena);
	buf_printf(&text, "0x%0*" PRIx64, digits, bits);
	put_text(fields, name, text.data);
}

/* The field "name" with a tuple of "count" numbers. */
static void put_numbers(struct fields *fields, const char *name, const int64_t *numbers, int count) {
	struct tuple *modes = tuple_modes_new(fields->al, count);
	for (int i = 0; i < count; i++) {
		modes[i] = tuple_int(numbers[i]);
	}
	put_value(fields, name, value_from_tuple(tuple_of(fields->al, modes, count)));
}

/* All pairs as one tuple; no value after a fault. */
static struct value from_fields(struct fields *fields) {
	struct value *items = arena_array(fields->al->arena, (size_t)fields->count, sizeof *items);
	memcpy(items, fields->items, (size_t)fields->count * sizeof *items);
	return algebra_failed(fields->al) ? value_none() : value_from_items(fields->al, items, fields->count);
}

/* --- arguments --- */

/* Bits of an element: the name of a type in quotes, or the number. */
static int64_t bits_arg(struct call *call, int i) {
	const struct value *value = arg(call, i);
	int64_t bits = value->kind == VALUE_STRING ? element_bits(value->string) : int_arg(call, i, 1, 128);
	if (bits == 0 || (128 % bits != 0 && !algebra_failed(call->al))) {
		algebra_fault(call->al, FAULT_NAME, "no type of elements that divide 16 bytes is called so");
	}
	return bits;
}

/* One of two words in quotes. */
static int word_arg(struct call *call, int i, const char *first, const char *second) {
	if (!has_arg(call, i)) {
		return 0;
	}
	const struct value *value = kind_arg(call, i, VALUE_STRING, "a word in quotes");
	if (value == NULL || str_equal(value->string, str_from(first))) {
		return 0;
	}
	if (!str_equal(value->string, str_from(second))) {
		algebra_fault(call->al, FAULT_NAME, "expected \"%s\" or \"%s\"", first, second);
	}
	return 1;
}

/* The MMA of argument "i": an atom, which then is a tiled MMA of one, or a tiled MMA. */
static struct tiled_mma any_mma_arg(struct call *call, int i) {
	const struct value *value = arg(call, i);
	if (value->kind == VALUE_TILED_MMA) {
		return value->tiled_mma->mma;
	}
	struct mma_atom atom = { .thr_id = layout_one() };
	if (value->kind == VALUE_STRING) {
		atom = atoms_find_mma(call->al, value->string);
	} else {
		value = kind_arg(call, i, VALUE_MMA_ATOM, "the name of an MMA atom, an MMA atom or a tiled MMA");
		atom = value == NULL ? atom : value->mma_atom->atom;
	}
	return tiled_mma_make(call->al, atom, layout_from_shape(call->al, tuple_repeat(call->al, tuple_int(1), 3)), NULL);
}

/* --- descriptors --- */

/* "part" in the place of the innermost layout of "smem", without what an outer swizzle would make of it alone. */
static struct map tile_of_part(struct call *call, struct map smem, struct layout part) {
	struct layout tile = layout_mode(part, 0);
	return smem.kind == MAP_LAYOUT ? map_from_layout(tile) : map_with_inner(call->al, smem, tile);
}

/*
 * The partition of "smem" by an MMA: ((MN,K) of one instruction, further tiles...). Without an MMA, a tile whose first
 * mode has two modes, and that has others, is a partition already.
 */
static bool find_part(struct call *call, struct map smem, struct layout *part) {
	struct layout inner = map_inner(call->al, smem);
	*part = inner;
	if (has_arg(call, 4)) {
		struct tiled_mma mma = any_mma_arg(call, 4);
		enum mma_operand operand = word_arg(call, 5, "A", "B") == 0 ? MMA_A : MMA_B;
		if (!algebra_failed(call->al)) {
			call->al->operand = 0;
			struct sliced sliced = tiled_mma_partition(call->al, &mma, operand, tuple_int(0), map_from_layout(inner));
			*part = map_inner(call->al, sliced.map);
		}
		return true;
	}
	return layout_rank(inner) > 2 && layout_rank(layout_mode(inner, 0)) == 2;
}

/* Hardware reads numbers: every integer of the arguments has a value. */
static bool has_numbers(struct call *call) {
	for (int i = 0; i < call->count; i++) {
		if (has_arg(call, i)) {
			value_require_known(call->al, arg(call, i));
		}
	}
	return !algebra_failed(call->al);
}

/*
 * The descriptor of a tile in shared memory as a tuple of named fields. The tile may be the part that one instruction
 * reads of a larger one; then the fields also have the layout from the number of the instruction to its descriptor.
 */
static struct value run_descriptor(struct call *call) {
	if (!has_numbers(call)) {
		return value_none();
	}
	enum descriptor_kind kind = (enum descriptor_kind)which(call);
	struct fields fields = { .al = call->al };
	struct smem_tile tile = { .layout = map_arg(call, 0), .bits = bits_arg(call, 1) };
	enum major major = word_arg(call, 2, "K", "MN") == 0 ? MAJOR_K : MAJOR_MN;
	tile.address = has_arg(call, 3) ? int_arg(call, 3, 0, INT32_MAX) : 0;
	struct layout part;
	bool is_part = !algebra_failed(call->al) && find_part(call, tile.layout, &part);
	if (algebra_failed(call->al)) {
		return value_none();
	}
	call->al->operand = 0;
	struct scope scope = operation_begin(call->al);
	if (is_part) {
		tile.layout = tile_of_part(call, tile.layout, part);
	}
	struct descriptor descriptor = descriptor_of(call->al, tile, kind, major);
	operation_end(call->al, scope);
	if (algebra_failed(call->al)) {
		return value_none();
	}
	put_hex(&fields, "desc", descriptor.bits, 16);
	put_int(&fields, "start", descriptor.start);
	put_int(&fields, "lbo", descriptor.leading);
	put_int(&fields, "sbo", descriptor.stride);
	put_int(&fields, "layout_type", descriptor.layout_type);
	put_text(&fields, "layout_name", descriptor.layout_name);
	if (has_arg(call, 4)) {
		put_value(&fields, "part", value_from_layout(part));
	}
	if (is_part) {
		put_value(&fields, "steps", value_from_layout(descriptor_steps(call->al, part, tile.bits)));
	}
	return from_fields(&fields);
}

/* --- the instruction descriptor of tcgen05.mma --- */

struct format {
	const char *name;
	int format;
};

/* The format that "formats" gives "type"; -1 for none. */
static int format_of(struct str type, const struct format *formats, size_t count) {
	const struct element *element = element_find(type);
	for (size_t i = 0; element != NULL && i < count; i++) {
		if (strcmp(element->name, formats[i].name) == 0) {
			return formats[i].format;
		}
	}
	return -1;
}

/* The format of A or B in an instruction descriptor, which depends on the kind of instruction; -1 for none. */
static int operand_format(struct str type) {
	static const struct format formats[] = {
		{ "f16", 0 },
		{ "bf16", 1 },
		{ "tf32", 2 },
		{ "u8", 0 },
		{ "s8", 1 },
		{ "e4m3", 0 },
		{ "e5m2", 1 },
		{ "e2m3", 3 },
		{ "e3m2", 4 },
		{ "e2m1", 5 },
	};
	return format_of(type, formats, sizeof formats / sizeof formats[0]);
}

/* The code of the type of C and D in an instruction descriptor; below 0 for others. */
static int result_format(struct str type) {
	static const struct format formats[] = { { "f16", 0 }, { "f32", 1 }, { "s32", 2 } };
	return format_of(type, formats, sizeof formats / sizeof formats[0]);
}

enum { UMMA_SIDE_MAX = 256 }; /* of M and N */

/* The number that "digits" are, or one beyond any M and N; 0 where they are no number. */
static int64_t number_of(struct str digits) {
	int64_t number = 0;
	for (size_t i = 0; i < digits.length && number <= UMMA_SIDE_MAX; i++) {
		if (digits.data[i] < '0' || digits.data[i] > '9') {
			return 0;
		}
		number = 10 * number + (digits.data[i] - '0');
	}
	return number;
}

/* Whether M or N is contiguous in an operand, not K; below 0 for what says neither. */
static int major_of(struct str word) {
	return str_is(word, "MN") ? 1 : str_is(word, "K") ? 0 : -1;
}

/*
 * The instruction descriptor of tcgen05.mma from the name of an atom: formats of C, A and B from bit 4, 7 and 10, which
 * operand is stored with M or N fastest at 15 and 16, N / 8 at 17 and M / 16 at 24. Source: the PTX ISA, tables of the
 * instruction descriptor, and include/cute/arch/mma_sm100_desc.hpp.
 */
static struct value run_umma_instruction(struct call *call) {
	struct fields fields = { .al = call->al };
	const struct value *value = arg(call, 0);
	struct str name = value->kind == VALUE_MMA_ATOM ? value->mma_atom->name : str_from("");
	if (value->kind != VALUE_MMA_ATOM) {
		value = kind_arg(call, 0, VALUE_STRING, "the name of an SM100 MMA atom in quotes");
		name = value == NULL ? name : value->string;
	}
	int a = operand_format(atom_field(name, 0));
	int b = operand_format(atom_field(name, 1));
	int c = result_format(atom_field(name, 2));
	int64_t m = number_of(atom_field(name, 3));
	int64_t n = number_of(atom_field(name, 4));
	int a_major = major_of(atom_field(name, 5));
	int b_major = major_of(atom_field(name, 6));
	bool is_atom = str_starts_with(name, "SM100_") && str_ends_with(name, ">") && a_major >= 0 && b_major >= 0;
	bool fits = m > 0 && m % 16 == 0 && m <= UMMA_SIDE_MAX && n > 0 && n % 8 == 0 && n <= UMMA_SIDE_MAX;
	if (!algebra_failed(call->al) && (!is_atom || a < 0 || b < 0 || c < 0 || !fits)) {
		algebra_fault(call->al, FAULT_NAME, "expected an SM100 MMA atom, as in "
						    "\"SM100_MMA_F16BF16_SS<f16,f16,f32,128,256,K,K>\": "
						    "types of A, B and C, M, N, and K or MN for A and B");
	}
	if (algebra_failed(call->al)) {
		return value_none();
	}
	uint64_t bits = (uint64_t)c << 4 | (uint64_t)a << 7 | (uint64_t)b << 10;
	bits |= (uint64_t)a_major << 15 | (uint64_t)b_major << 16 | (uint64_t)(n / 8) << 17 | (uint64_t)(m / 16) << 24;
	put_hex(&fields, "desc", bits, 8);
	put_int(&fields, "a_format", a);
	put_int(&fields, "b_format", b);
	put_int(&fields, "c_format", c);
	put_int(&fields, "a_major", a_major);
	put_int(&fields, "b_major", b_major);
	put_int(&fields, "m_dim", m / 16);
	put_int(&fields, "n_dim", n / 8);
	return from_fields(&fields);
}

/* --- TMA --- */

/*
 * What make_tma_copy tells the hardware, as a tuple of named fields: extents and strides of the global tensor (in
 * bytes, without the first), the box, and the basis from coordinates of the tile to those of the tensor.
 */
static struct value run_tma(struct call *call) {
	if (!has_numbers(call)) {
		return value_none();
	}
	struct fields fields = { .al = call->al };
	struct tma_problem problem = { .global = layout_arg(call, 0), .shared = map_arg(call, 1) };
	problem.tile = tiler_arg(call, 2);
	problem.bits = has_arg(call, 3) ? bits_arg(call, 3) : 16;
	problem.multicast = has_arg(call, 4) ? int_arg(call, 4, 1, 16) : 1;
	if (has_arg(call, 5)) {
		const struct value *value = kind_arg(call, 5, VALUE_BOOL, "true or false");
		problem.is_static = value != NULL && value->boolean;
	}
	call->al->operand = 1;
	struct tma tma = tma_of(call->al, &problem);
	if (algebra_failed(call->al)) {
		return value_none();
	}
	int64_t ones[TMA_RANK] = { 1, 1, 1, 1, 1 };
	put_int(&fields, "rank", tma.rank);
	put_numbers(&fields, "globalDim", tma.extent, tma.rank);
	put_numbers(&fields, "globalStrides", tma.stride + 1, tma.rank - 1);
	put_numbers(&fields, "boxDim", tma.box, tma.rank);
	put_numbers(&fields, "elementStrides", ones, tma.rank);
	put_text(&fields, "swizzle", tma.swizzle);
	put_int(&fields, "bytes_per_copy", tma.bytes);
	put_int(&fields, "copies", tma.copies);
	put_value(&fields, "basis", value_from_layout(tma.basis));
	return from_fields(&fields);
}

/* A layout by name: the widths that it has say whether the bits are right. */
static struct value run_smem_atom(struct call *call) {
	const struct value *name = kind_arg(call, 0, VALUE_STRING, "the name of a layout in quotes");
	int64_t bits = int_arg(call, 1, 1, 128);
	algebra_operand(call->al, 1);
	return name == NULL || algebra_failed(call->al) ? value_none()
							: from_map(call, atoms_find_smem(call->al, name->string, bits));
}

static const struct operation operations[] = {
	{ "gmma_descriptor", "smem, dtype, major, address, mma, operand",
		RUN_FOR(DESCRIPTOR_GMMA, run_descriptor, 2, 6),
		"the shared-memory descriptor of wgmma for a tile (MN,K), as pairs of name and value",
		"get(gmma_descriptor(Sw<3,3,3> o 0 o (64,16):(64,1),\"f16\"),0,1)", "\"0x4000004000010000\"",
		"include/cute/atom/mma_traits_sm90_gmma.hpp" },
	{ "smem_atom", "name, bits", RUN(run_smem_atom, 2, 2),
		"the layout of shared memory of wgmma or tcgen05 with this name, for elements of bits or of a type",
		"smem_atom(\"GMMA::Layout_K_SW128_Atom\",16)", "Sw<3,3,3> o 0 o (8,64):(64,1)",
		"include/cute/atom/mma_traits_sm90_gmma.hpp" },
	{ "tma", "global, smem, tiler, dtype, multicast, static", RUN(run_tma, 3, 6),
		"the tensor map of make_tma_copy for tiles of a tensor, as pairs of name and value",
		"get(tma((1024,512):(512,1),Sw<3,3,3> o 0 o (128,64):(64,1),(128,64),\"f16\"),3)", "(\"boxDim\",(64,128))",
		"include/cute/atom/copy_traits_sm90_tma.hpp" },
	{ "umma_descriptor", "smem, dtype, major, address, mma, operand",
		RUN_FOR(DESCRIPTOR_UMMA, run_descriptor, 2, 6),
		"the same for tcgen05.mma; a tile ((MN,K),MN,K) is a partition, and has the steps of its descriptors",
		"get(umma_descriptor(Sw<3,3,3> o 0 o (64,16):(64,1),\"f16\"),3)", "(\"sbo\",64)",
		"include/cute/atom/mma_traits_sm100.hpp" },
	{ "umma_instruction", "name", RUN(run_umma_instruction, 1, 1),
		"the instruction descriptor of tcgen05.mma, as pairs of name and value",
		"get(umma_instruction(\"SM100_MMA_F16BF16_SS<f16,f16,f32,64,64,K,K>\"),0,1)", "\"0x04100010\"",
		"include/cute/arch/mma_sm100_desc.hpp" },
};

OPERATION_GROUP(descriptor, "Shared memory as the hardware reads it", operations)
