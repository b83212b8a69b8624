/* Atoms by name, and MMAs whose atoms are spread over a tile. */
#include <inttypes.h>
#include <string.h>

#include "algebra/descriptor.h"
#include "algebra/tmem.h"
#include "base/buf.h"
#include "base/element.h"
#include "lang/atoms.h"
#include "lang/notation/atom_names.h"
#include "lang/ops/signature.h"
#include "lang/tensor.h"

/* Argument "i" as the name of an atom; empty after a fault. */
static struct str name_arg(struct call *call, int i) {
	const struct value *value = kind_arg(call, i, VALUE_STRING, "the name of an atom in quotes");
	return value == NULL ? str_from("") : value->string;
}

/* What a thread has of C, "c", without a last mode of one value, which wgmma of 8 columns has: the DSL has none. */
static struct layout without_last_one(struct algebra *al, struct layout c) {
	struct layout values = layout_mode(c, 1);
	int last = layout_rank(values) - 1;
	if (last < 1 || !tuple_is_constant(tuple_mode(values.shape, last), 1)) {
		return c;
	}
	return (struct layout){
		tuple_pair(al, tuple_mode(c.shape, 0), tuple_take(al, values.shape, 0, last)),
		tuple_pair(al, tuple_mode(c.stride, 0), tuple_take(al, values.stride, 0, last)),
	};
}

/* "tv" of an atom of one thread as the DSL prints it: with the extent of the first mode as the stride of the thread. */
static struct layout with_thread_stride(struct algebra *al, struct layout tv) {
	struct tuple values = tuple_mode(tv.shape, 1);
	bool is_one = tuple_is_constant(tuple_mode(tv.shape, 0), 1) && tuple_is_tuple(values);
	return !is_one ? tv : (struct layout){ tv.shape, tuple_pair(al, tuple_product(al, tuple_mode(values, 0)),
		tuple_mode(tv.stride, 1)) };
}

/* The atom by its name; of an atom, as C++ writes it without quotes, itself. */
static struct value run_mma_atom(struct call *call) {
	if (call->args[0].kind == VALUE_MMA_ATOM) {
		return call->args[0];
	}
	struct str name = name_arg(call, 0);
	struct named_mma_atom *named = arena_alloc(call->al->arena, sizeof *named);
	if (!algebra_failed(call->al)) {
		*named = (struct named_mma_atom){ name, atoms_find_mma(call->al, name) };
	}
	if (!algebra_failed(call->al) && algebra_is_dsl(call->al)) {
		named->atom.c = without_last_one(call->al, named->atom.c);
		if (str_starts_with(name, "SM100_MMA_")) {
			named->atom.a = with_thread_stride(call->al, named->atom.a);
			named->atom.b = with_thread_stride(call->al, named->atom.b);
			named->atom.c = with_thread_stride(call->al, named->atom.c);
		}
	}
	return algebra_failed(call->al) ? value_none() : (struct value){ .kind = VALUE_MMA_ATOM, .mma_atom = named };
}

/* Put argument "i" of a template: a type, K or MN, or a number. */
static void put_argument(struct call *call, struct buf *out, int i) {
	const struct value *value = arg(call, i);
	if (value->kind == VALUE_STRING) {
		buf_put_str(out, value->string);
	} else {
		buf_put_int(out, int_arg(call, i, INT32_MIN, INT32_MAX));
	}
}

/* What C++ writes as NAME<arguments>: an MMA atom, or the name of a copy operation. */
static struct value run_atom_with(struct call *call) {
	struct str name = name_arg(call, 0);
	struct buf text;
	buf_init(&text, call->al->arena);
	for (int i = 1; i < call->count && !algebra_failed(call->al); i++) {
		buf_put(&text, i > 1 ? "," : "");
		put_argument(call, &text, i);
	}
	if (algebra_failed(call->al)) {
		return value_none();
	}
	enum atom_table table;
	if (!atom_name_resolve(call->al->arena, name, buf_str(&text), &table, &name)) {
		call->al->operand = 0;
		algebra_fault(call->al, FAULT_NAME, "no atom is called %.*s<%.*s>", str_shown(name, 60), name.data,
			str_shown(buf_str(&text), 60), text.data);
		return value_none();
	}
	if (table == ATOMS_COPY) {
		return (struct value){ .kind = VALUE_STRING, .string = name };
	}
	struct named_mma_atom *named = arena_alloc(call->al->arena, sizeof *named);
	*named = (struct named_mma_atom){ name, atoms_find_mma(call->al, name) };
	return algebra_failed(call->al) ? value_none() : (struct value){ .kind = VALUE_MMA_ATOM, .mma_atom = named };
}

/* An atom moves bits: the width of an element says what its values are. */
static struct value run_copy_atom(struct call *call) {
	int64_t bits = int_arg(call, 1, 1, 4096);
	struct str name = name_arg(call, 0);
	struct named_copy_atom *named = arena_alloc(call->al->arena, sizeof *named);
	if (!algebra_failed(call->al)) {
		struct copy_atom bit_layouts = atoms_find_copy(call->al, name);
		*named = (struct named_copy_atom){ name, bits, bit_layouts, NULL, NULL };
	}
	return algebra_failed(call->al) ? value_none() : (struct value){ .kind = VALUE_COPY_ATOM, .copy_atom = named };
}

/* Atoms along M, N and K, one of each without a layout, over a permuted tile where one is given. */
static struct value run_make_tiled_mma(struct call *call) {
	const struct value *atom = kind_arg(call, 0, VALUE_MMA_ATOM, "an MMA atom, mma_atom(\"NAME\")");
	struct layout atoms = has_arg(call, 1) ? layout_arg(call, 1)
					       : layout_from_shape(call->al, tuple_repeat(call->al, tuple_int(1), 3));
	const struct tiler *perm = has_arg(call, 2) ? tiler_arg(call, 2) : NULL;
	if (algebra_failed(call->al)) {
		return value_none();
	}
	call->al->operand = 0;
	struct named_tiled_mma *named = arena_alloc(call->al->arena, sizeof *named);
	*named = (struct named_tiled_mma){
		atom->mma_atom,
		atoms,
		tiled_mma_make(call->al, atom->mma_atom->atom, atoms, perm),
	};
	return algebra_failed(call->al) ? value_none() : (struct value){ .kind = VALUE_TILED_MMA, .tiled_mma = named };
}

/* (thread of the atom, m, n, k) to the number of the thread. */
static struct value run_thr_layout_vmnk(struct call *call) {
	const struct tiled_mma *mma = mma_arg(call, 0);
	return mma == NULL ? value_none() : from_layout(call, mma->thr_vmnk);
}

/* Its product with the operands says what a K step of the kernel covers. */
static struct value run_tile_shape(struct call *call) {
	const struct tiled_mma *mma = mma_arg(call, 0);
	return mma == NULL ? value_none() : from_tuple(call, tiled_mma_tile_shape(call->al, mma));
}

/* (thread, value) to an element of the tile of A, B or C. */
static struct value run_mma_layout_tv(struct call *call) {
	enum mma_operand operand = (enum mma_operand)which(call);
	const struct tiled_mma *mma = mma_arg(call, 0);
	return mma == NULL ? value_none() : from_layout(call, tiled_mma_layout_tv(call->al, mma, operand));
}

/* The shape that partition_A and its like give for a tensor of this shape. */
static struct value run_partition_shape(struct call *call) {
	enum mma_operand operand = (enum mma_operand)which(call);
	const struct tiled_mma *mma = mma_arg(call, 0);
	struct tuple shape = shape_arg(call, 1);
	if (algebra_failed(call->al)) {
		return value_none();
	}
	return from_tuple(call, tiled_mma_partition_shape(call->al, mma, operand, shape));
}

/* All threads and all they have of an operand: what partition_A and its like slice. */
static struct value run_thrfrg(struct call *call) {
	enum mma_operand operand = (enum mma_operand)which(call);
	const struct tiled_mma *mma = mma_arg(call, 0);
	struct map tensor = map_arg(call, 1);
	return algebra_failed(call->al) ? value_none() : from_map(call, tiled_mma_thrfrg(call->al, mma, operand, tensor));
}

/* The name of the atom of argument 0, which is a tiled MMA. */
static struct str mma_name(const struct call *call) {
	return call->args[0].kind == VALUE_TILED_MMA ? call->args[0].tiled_mma->atom->name : str_from("");
}

/* The layout of operand "operand" of the atom, from (thread, value) to an element. */
static struct layout atom_layout_tv(const struct mma_atom *atom, enum mma_operand operand) {
	return operand == MMA_A ? atom->a : operand == MMA_B ? atom->b
							     : atom->c;
}

/* The type of the elements of A or C of tcgen05.mma "name". */
static struct str tensor_memory_type(struct str name, enum mma_operand operand) {
	return atoms_mma_type(name, operand == MMA_A ? 0 : 2);
}

/* The bits of an element of "type"; of a complex number those of both parts. */
static int tensor_memory_bits(struct str type) {
	size_t front = str_starts_with(type, "complex<") ? strlen("complex<") : 0;
	struct str part = { type.data + front, type.length - front - (front > 0 ? 1 : 0) };
	return (front > 0 ? 2 : 1) * element_bits(part);
}

/* Whether tcgen05.mma "name" has operand "operand" in tensor memory, and how: C always, A of those called TS. */
static bool is_in_tensor_memory(struct str name, enum mma_operand operand, struct tmem_kind *kind) {
	bool is_umma = str_has(name, "SM100_MMA_") || str_has(name, "SM103_MXF4_");
	bool from_tensor_memory = str_has(name, "_TS");
	if (!is_umma || operand == MMA_B || (operand == MMA_A && !from_tensor_memory)) {
		return false;
	}
	kind->sms = str_has(name, "_2x1SM_") ? 2 : 1;
	kind->value_bits = tensor_memory_bits(tensor_memory_type(name, operand));
	kind->storage_bits = operand == MMA_A ? kind->value_bits : 32;
	kind->mode = kind->sms == 1 && from_tensor_memory ? TMEM_NON_INTERLEAVED : TMEM_INTERLEAVED;
	if (operand == MMA_A && kind->sms == 2) {
		kind->mode = TMEM_DUPLICATED;
	}
	return true;
}

/* What an instruction has of "operand" in tensor memory: in the DSL a tensor there, of whose place nothing is known. */
static struct value from_tensor_memory(struct call *call, enum mma_operand operand, struct layout fragment) {
	if (!algebra_is_dsl(call->al) || algebra_failed(call->al)) {
		return from_layout(call, fragment);
	}
	/* The types of atoms keep the sign of integers, which other types of the DSL do not say. */
	struct str type = tensor_memory_type(mma_name(call), operand);
	struct str element = str_is(type, "s32") ? str_from("si32") : str_is(type, "s8") ? str_from("si8")
		: str_is(type, "u8") ? str_from("ui8") : element_name(type);
	const struct tensor_value tensor = {
		.has_pointer = true, .offset = tuple_int(0), .map = map_from_layout(fragment),
		.pointer = {
			.element = element, .space = str_from("tmem"), .alignment = 1, .bits = tensor_memory_bits(type),
		},
	};
	return value_from_tensor(call->al, &tensor);
}

/* A tensor of the DSL: aligned to what one atom has of the operand, whose type is that of the atom. */
static struct value registers_of_atom(struct call *call, enum mma_operand operand, struct layout fragment) {
	struct value args[2] = { from_layout(call, fragment), value_none() };
	struct atom_row row;
	if (!atoms_find(ATOMS_MMA, mma_name(call), &row) || element_bits(row.columns[3 + operand]) == 0) {
		return args[0];
	}
	args[1] = (struct value){ .kind = VALUE_STRING, .string = row.columns[3 + operand] };
	struct value made = operation_call(operation_find(str_from("make_rmem_tensor")), call->al, args, 2);
	if (algebra_failed(call->al)) {
		return value_none();
	}
	struct tensor_value tensor = *made.tensor;
	struct tuple values = layout_size(call->al, layout_mode(fragment, 0));
	int64_t bytes = int_value(call->al, values) * tensor.pointer.bits / 8;
	tensor.pointer.alignment = bytes;
	return value_from_tensor(call->al, &tensor);
}

/* Whether wgmma or tcgen05.mma "name" reads operand "operand" from shared memory, and with which descriptors. */
static bool is_in_shared_memory(struct str name, enum mma_operand operand, enum descriptor_kind *kind) {
	bool is_umma = str_has(name, "SM100_MMA_") || str_has(name, "SM103_MXF4_");
	bool from_registers = str_has(name, "_RS");
	bool is_gmma = str_has(name, "SM90_64x") || str_has(name, "GMMA::SPARSE::");
	*kind = is_umma ? DESCRIPTOR_UMMA : DESCRIPTOR_GMMA;
	bool reads_a = is_umma ? !str_has(name, "_TS") : !from_registers;
	return (is_umma || is_gmma) && (operand == MMA_B || (operand == MMA_A && reads_a));
}

/*
 * Refuse a tile of an instruction that no descriptor describes, with M or N fastest or with K. The DSL makes one of
 * any, and so there is a note.
 */
static void require_descriptor(struct call *call, struct smem_tile tile, enum descriptor_kind kind) {
	struct value value = value_from_map(tile.layout);
	bool moves = tile.layout.kind == MAP_COMPOSED && !tuple_is_constant(tile.layout.composed->offset, 0);
	if (algebra_failed(call->al) || moves || !value_is_known(&value)) {
		return;
	}
	struct scope scope = operation_begin(call->al);
	/* Of atoms that read one major alone the name ends in TN; in other names the majors are left out. */
	bool is_k = str_has(mma_name(call), "_SS_TN") || str_has(mma_name(call), "_RS_TN");
	descriptor_of(call->al, tile, kind, is_k ? MAJOR_K : MAJOR_MN);
	if (algebra_failed(call->al) && !is_k) {
		fault_clear(&call->al->fault);
		descriptor_of(call->al, tile, kind, MAJOR_K);
	}
	operation_end(call->al, scope);
	if (algebra_failed(call->al) && algebra_is_dsl(call->al) && call->al->fault.code != FAULT_STOPPED) {
		struct fault refused = call->al->fault;
		fault_clear(&call->al->fault);
		algebra_note(call->al, FAULT_UNSUPPORTED, "no descriptor describes this tile, though the DSL makes one: %.250s",
			refused.text);
		call->al->note.operand = 2;
	}
}

/*
 * The descriptors of a partition in shared memory, as include/cute/atom/mma_traits_sm90_gmma.hpp makes them: one for
 * the tile of an instruction, and steps of 16 bytes from one to the next.
 */
static struct value shared_fragment(struct call *call, const struct tensor_value *tensor, enum descriptor_kind kind,
		const struct tiled_mma *mma) {
	enum { UNIT_BITS = 128, ROW_BITS = 256 }; /* of an address, and of K that an instruction reads */
	/* Of a sparse A, whose zeros are left out, an instruction meets twice as much of B. */
	bool is_sparse = str_has(mma_name(call), "SPARSE");
	if (is_sparse && which(call) == MMA_A) {
		algebra_fault(call->al, FAULT_UNSUPPORTED, "the descriptors of a sparse operand are not known here");
		return value_none();
	}
	int64_t bits = (is_sparse ? 2 * ROW_BITS : ROW_BITS) / int_value(call->al, tuple_mode(mma->atom.shape_mnk, 2));
	bool is_other = tensor->has_pointer && !str_is_among(tensor->pointer.space, "smem generic");
	int64_t own_bits = tensor->has_pointer ? tensor->pointer.bits : tensor->bits;
	if (is_other || (own_bits != 0 && own_bits != bits)) {
		arg(call, 1);
		algebra_fault(call->al, FAULT_TYPE, "the atom reads elements of %" PRId64 " bits from shared memory", bits);
		return value_none();
	}
	if (call->args[1].kind == VALUE_TENSOR && tensor->map.kind == MAP_COMPOSED && !algebra_is_dsl(call->al)) {
		arg(call, 1);
		algebra_fault(call->al, FAULT_TYPE, "CuTe makes descriptors of tensors whose pointer is swizzled, not the "
			"layout");
		fault_set_hint(&call->al->fault, "a layout tiled from GMMA::Layout_K_SW128_Atom and the like gives its pointer "
			"the swizzle");
		return value_none();
	}
	struct layout part = map_inner(call->al, tensor->map);
	struct layout tile = layout_mode(part, 0);
	struct map whole = tensor->map.kind == MAP_LAYOUT ? map_from_layout(tile)
		: map_with_inner(call->al, tensor->map, tile);
	if (tensor->is_swizzled) {
		/* Where the tile begins is a matter of the address. */
		whole = map_composed(call->al, map_from_swizzle(tensor->swizzle), tuple_int(0), whole);
	}
	if (tensor->has_pointer && tensor->pointer.is_swizzled && whole.kind == MAP_LAYOUT) {
		/* Of the DSL, which has the swizzle at the pointer and in bytes. */
		const int64_t *parts = tensor->pointer.swizzle;
		struct map bytes = map_from_swizzle(swizzle_make(call->al, parts[0], parts[1], parts[2]));
		struct map swizzle = algebra_failed(call->al) ? bytes : map_recast(call->al, bytes, bits, 8);
		whole = algebra_failed(call->al) ? whole : map_composed(call->al, swizzle, tuple_int(0), whole);
	}
	require_descriptor(call, (struct smem_tile){ .layout = whole, .bits = bits }, kind);
	if (algebra_failed(call->al)) {
		return value_none();
	}
	/* CuTe C++ counts the tile itself in units as well, and refuses what does not divide. */
	struct layout units = algebra_is_dsl(call->al) ? part : layout_upcast(call->al, part, UNIT_BITS / bits);
	struct tuple shape = tuple_replace(call->al, units.shape, 0, tuple_int(1));
	units = layout_make(call->al, shape, tuple_replace(call->al, units.stride, 0, tuple_int(0)));
	bool is_counted = algebra_failed(call->al) || !algebra_is_dsl(call->al);
	return from_layout(call, is_counted ? units : layout_upcast(call->al, units, UNIT_BITS / bits));
}

/*
 * The registers for a partition: of C compact in the order of its shape, of A and B in the order of the partition.
 * Atoms that read shared memory have descriptors in their place, what tcgen05.mma has in tensor memory is a tensor
 * there.
 */
static struct value run_make_fragment(struct call *call) {
	enum mma_operand operand = (enum mma_operand)which(call);
	const struct tiled_mma *mma = mma_arg(call, 0);
	struct tensor_value tensor = { .has_pointer = false };
	if (!value_tensor(arg(call, 1), &tensor)) {
		tensor.map = map_arg(call, 1);
	}
	struct layout part = map_inner(call->al, tensor.map);
	if (algebra_failed(call->al)) {
		return value_none();
	}
	struct tmem_kind kind;
	if (is_in_tensor_memory(mma_name(call), operand, &kind)) {
		return from_tensor_memory(call, operand, tmem_fragment(call->al, part.shape, kind));
	}
	struct layout values = layout_mode(atom_layout_tv(&mma->atom, operand), 1);
	if (layout_rank(part) < 3
		|| !tuple_equal(layout_size(call->al, layout_mode(part, 0)), layout_size(call->al, values))) {
		algebra_fault(call->al, FAULT_RANK, "a fragment is made for a partition (V,M,K): of rank 3, and the values of "
						    "the atom are its mode 0");
		return value_none();
	}
	enum descriptor_kind descriptors;
	if (is_in_shared_memory(mma_name(call), operand, &descriptors)) {
		return shared_fragment(call, &tensor, descriptors, mma);
	}
	struct layout fragment = operand == MMA_C ? layout_from_shape(call->al, part.shape)
		: layout_fragment_like(call->al, part);
	return algebra_is_dsl(call->al) ? registers_of_atom(call, operand, fragment) : from_layout(call, fragment);
}

/* The extent of the tile in mode M, N or K; of a tiled copy, in a mode of its tiler. */
static struct value run_tile_size(struct call *call) {
	if (call->args[0].kind == VALUE_TILED_COPY) {
		const struct value of_size[] = {
			value_from_tiler(call->al, call->args[0].tiled_copy->copy.tiler), call->args[1],
		};
		return run_other(call, "size", of_size, 2);
	}
	const struct tiled_mma *mma = mma_arg(call, 0);
	int mode = mode_arg(call, 1, 3);
	return algebra_failed(call->al) ? value_none()
					: from_tuple(call, tuple_mode(tiled_mma_tile_shape(call->al, mma), mode));
}

#define MMA_EXAMPLE "make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1):(1,2,0),(32,32,16))"

static const struct operation operations[] = {
	{ "atom_with", "name, argument, ...", RUN(run_atom_with, 2, LIMIT_ARGUMENTS),
		"what C++ writes as NAME<arguments>: an MMA atom, or the name of a copy operation",
		"atom_with(\"UniversalFMA\",\"float\",\"half_t\",\"half_t\")",
		"mma_atom(\"UniversalFMA<f32,f16,f16,f32>\")",
		"include/cute/atom/mma_atom.hpp" },
	{ "copy_atom", "name, bits", RUN(run_copy_atom, 2, 2),
		"the copy atom with this name for elements of bits",
		"copy_atom(\"SM75_U32x4_LDSM_N\",16)",
		"copy_atom(\"SM75_U32x4_LDSM_N\",16)",
		"include/cute/atom/copy_atom.hpp" },
	{ "layout_A_TV", "tiled_mma", RUN_FOR_AS(ARGUMENTS_TILED, MMA_A, run_mma_layout_tv, 1, 1),
		"(thread, value) to an element of the tile of A",
		"layout_A_TV(make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1):(1,2,0),(32,32,16)))",
		"((4,8,2,2),((2,2,2),(1,1))):((64,1,16,0),((32,8,256),(0,0)))",
		"include/cute/atom/mma_atom.hpp" },
	{ "layout_B_TV", "tiled_mma", RUN_FOR_AS(ARGUMENTS_TILED, MMA_B, run_mma_layout_tv, 1, 1),
		"(thread, value) to an element of the tile of B",
		"layout_B_TV(make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1):(1,2,0),(32,32,16)))",
		"((4,8,2,2),((2,2),(2,1))):((64,1,0,8),((32,256),(16,0)))",
		"include/cute/atom/mma_atom.hpp" },
	{ "layout_C_TV", "tiled_mma", RUN_FOR_AS(ARGUMENTS_TILED, MMA_C, run_mma_layout_tv, 1, 1),
		"(thread, value) to an element of the tile of C",
		"layout_C_TV(make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1):(1,2,0),(32,32,16)))",
		"((4,8,2,2),((2,2),(1,2))):((64,1,16,256),((32,8),(0,512)))",
		"include/cute/atom/mma_atom.hpp" },
	{ "make_fragment_A", "tiled_mma, partition", RUN_FOR_AS(ARGUMENTS_TILED, MMA_A, run_make_fragment, 2, 2),
		"the registers of a thread for its partition of A",
		"make_fragment_A(" MMA_EXAMPLE ",((2,2,2),4,4):((1,512,8),2048,16))",
		"((2,2,2),4,4):((1,2,4),32,8)",
		"include/cute/atom/mma_atom.hpp" },
	{ "make_fragment_B", "tiled_mma, partition", RUN_FOR_AS(ARGUMENTS_TILED, MMA_B, run_make_fragment, 2, 2),
		"the registers of a thread for its partition of B",
		"make_fragment_B(" MMA_EXAMPLE ",((2,2),8,4):((1,8),1024,16))",
		"((2,2),8,4):((1,2),16,4)",
		"include/cute/atom/mma_atom.hpp" },
	{ "make_fragment_C", "tiled_mma, partition", RUN_FOR_AS(ARGUMENTS_TILED, MMA_C, run_make_fragment, 2, 2),
		"the registers of a thread for its partition of C",
		"make_fragment_C(" MMA_EXAMPLE ",((2,2),4,8):((1,1024),4096,16))",
		"((2,2),4,8):((1,2),4,16)",
		"include/cute/atom/mma_atom.hpp" },
	{ "make_tiled_mma", "atom, atom_layout, permutation", RUN(run_make_tiled_mma, 1, 3),
		"atoms placed along M, N and K, over a tile",
		"tile_shape(make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1):(1,2,0),(32,32,16)))",
		"(32,32,16)",
		"0t_mma_atom.md, TiledMMAs; include/cute/atom/mma_atom.hpp" },
	{ "mma_atom", "name", RUN(run_mma_atom, 1, 1),
		"the MMA atom of the hardware with this name",
		"mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\")",
		"mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\")",
		"0t_mma_atom.md, CuTe MMA Atoms; include/cute/atom/mma_atom.hpp" },
	{ "partition_shape_A", "tiled_mma, shape", RUN_FOR_AS(ARGUMENTS_TILED, MMA_A, run_partition_shape, 2, 2),
		"the shape of what a thread has of A",
		"partition_shape_A(make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1):(1,2,0),(32,32,16)),(128,"
		"64))",
		"((2,2,2),4,4)",
		"include/cute/atom/mma_atom.hpp" },
	{ "partition_shape_B", "tiled_mma, shape", RUN_FOR_AS(ARGUMENTS_TILED, MMA_B, run_partition_shape, 2, 2),
		"the shape of what a thread has of B",
		"partition_shape_B(make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1):(1,2,0),(32,32,16)),(128,"
		"64))",
		"((2,2),8,4)",
		"include/cute/atom/mma_atom.hpp" },
	{ "partition_shape_C", "tiled_mma, shape", RUN_FOR_AS(ARGUMENTS_TILED, MMA_C, run_partition_shape, 2, 2),
		"the shape of what a thread has of C",
		"partition_shape_C(make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1):(1,2,0),(32,32,16)),(128,"
		"128))",
		"((2,2),4,8)",
		"include/cute/atom/mma_atom.hpp" },
	{ "thr_layout_vmnk", "tiled_mma", RUN_AS(ARGUMENTS_TILED, run_thr_layout_vmnk, 1, 1),
		"(thread of the atom, m, n, k) to the thread",
		"thr_layout_vmnk(make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1):(1,2,0),(32,32,16)))",
		"(32,2,2,1):(1,32,64,0)",
		"include/cute/atom/mma_atom.hpp" },
	{ "thrfrg_A", "tiled_mma, tensor", RUN_FOR_AS(ARGUMENTS_TILED, MMA_A, run_thrfrg, 2, 2),
		"((thread of the atom, (m, k)), (value, rest)) to the elements of A",
		"thrfrg_A(" MMA_EXAMPLE ",(128,64):(64,1))",
		"(((4,8),(2,1)),((2,2,2),(4,4))):(((2,64),(1024,0)),((1,512,8),(2048,16)))",
		"include/cute/atom/mma_atom.hpp" },
	{ "thrfrg_B", "tiled_mma, tensor", RUN_FOR_AS(ARGUMENTS_TILED, MMA_B, run_thrfrg, 2, 2),
		"the same for B, with (n, k)",
		"thrfrg_B(" MMA_EXAMPLE ",(128,64):(64,1))",
		"(((4,8),(2,1)),((2,2),(8,4))):(((2,64),(512,0)),((1,8),(1024,16)))",
		"include/cute/atom/mma_atom.hpp" },
	{ "thrfrg_C", "tiled_mma, tensor", RUN_FOR_AS(ARGUMENTS_TILED, MMA_C, run_thrfrg, 2, 2),
		"the same for C, with (m, n)",
		"thrfrg_C(" MMA_EXAMPLE ",(128,128):(128,1))",
		"(((4,8),(2,2)),((2,2),(4,8))):(((2,128),(2048,8)),((1,1024),(4096,16)))",
		"include/cute/atom/mma_atom.hpp" },
	{ "tile_shape", "tiled_mma", RUN_AS(ARGUMENTS_TILED, run_tile_shape, 1, 1),
		"the tile of an MMA as (M,N,K)",
		"tile_shape(make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1):(1,2,0),(32,32,16)))",
		"(32,32,16)",
		"include/cute/atom/mma_atom.hpp" },
	{ "tile_size", "tiled_mma, mode", RUN_AS(ARGUMENTS_TILED, run_tile_size, 2, 2),
		"the extent of the tile of an MMA in mode M, N or K",
		"tile_size(" MMA_EXAMPLE ",1)",
		"32",
		"include/cute/atom/mma_atom.hpp" },
};

OPERATION_GROUP(tiled_mma, "Atoms and tiled MMAs", operations)
