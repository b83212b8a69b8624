/* Tiled copies: an atom whose threads and values are spread over a tile. */
#include "lang/ops/signature.h"

/* Argument "i" as a copy atom; NULL after a fault. */
static const struct named_copy_atom *copy_atom_arg(struct call *call, int i) {
	const struct value *value = kind_arg(call, i, VALUE_COPY_ATOM, "a copy atom, copy_atom(\"NAME\", BITS)");
	return value == NULL ? NULL : value->copy_atom;
}

/* The atom for its elements; what does not fit is a fault as soon as a copy is made of it. */
static struct copy_atom atom_of(struct call *call, const struct named_copy_atom *named) {
	return copy_atom_make(call->al, named->bit_layouts, named->bits);
}

/* "copy" as a value, with the atom that it is printed with. */
static struct value from_copy(struct call *call, const struct named_copy_atom *atom, struct tiled_copy copy) {
	if (algebra_failed(call->al)) {
		return value_none();
	}
	struct named_tiled_copy *named = arena_alloc(call->al->arena, sizeof *named);
	*named = (struct named_tiled_copy){ atom, copy };
	return (struct value){ .kind = VALUE_TILED_COPY, .tiled_copy = named };
}

/* The thread-value layout and the tile as they are: what TiledCopy<Atom,TV,Tile> says. */
static struct value run_make_tiled_copy_impl(struct call *call) {
	const struct named_copy_atom *named = copy_atom_arg(call, 0);
	struct layout tv = layout_arg(call, 1);
	const struct tiler *tiler = tiler_arg(call, 2);
	if (algebra_failed(call->al)) {
		return value_none();
	}
	call->al->operand = 1;
	return from_copy(call, named, tiled_copy_make(call->al, atom_of(call, named), tv, tiler));
}

/* Thread and value layouts number the elements of a tile; without values each thread has one. */
static struct value run_make_tiled_copy_tv(struct call *call) {
	const struct named_copy_atom *named = copy_atom_arg(call, 0);
	struct layout thr = layout_arg(call, 1);
	struct layout val = has_arg(call, 2) ? layout_arg(call, 2) : layout_one();
	if (algebra_failed(call->al)) {
		return value_none();
	}
	call->al->operand = 1;
	struct copy_atom atom = atom_of(call, named);
	return from_copy(call, named, tiled_copy_from_thr_val(call->al, atom, thr, val));
}

/* C++ takes thread and value layouts, the DSL the thread-value layout and the tiler. */
static struct value run_make_tiled_copy(struct call *call) {
	bool is_tiler = has_arg(call, 2) && (call->args[2].kind == VALUE_LIST || call->args[2].kind == VALUE_TUPLE);
	if (algebra_is_dsl(call->al) && is_tiler) {
		return run_make_tiled_copy_impl(call);
	}
	if (algebra_is_dsl(call->al) || (is_tiler && call->args[2].kind == VALUE_LIST)) {
		arg(call, algebra_is_dsl(call->al) && !has_arg(call, 2) ? 1 : 2);
		algebra_fault(call->al, FAULT_TYPE, algebra_is_dsl(call->al)
			? "make_tiled_copy of the DSL takes a thread-value layout and a tiler, not thread and value layouts"
			: "make_tiled_copy of C++ takes thread and value layouts, not a thread-value layout and a tiler");
		fault_set_hint(&call->al->fault, algebra_is_dsl(call->al) ? "make_tiled_copy_tv(atom, thr_layout, val_layout)"
			: "make_tiled_copy_impl(atom, layout_tv, tiler), or --dialect dsl");
		return value_none();
	}
	return run_make_tiled_copy_tv(call);
}

/* The copy that gives each thread of a tiled MMA its elements of A, B or C. */
static struct value run_copy_of_operand(struct call *call) {
	enum mma_operand operand = (enum mma_operand)which(call);
	const struct named_copy_atom *named = copy_atom_arg(call, 0);
	const struct tiled_mma *mma = mma_arg(call, 1);
	if (algebra_failed(call->al)) {
		return value_none();
	}
	call->al->operand = 1;
	return from_copy(call, named, tiled_copy_from_mma(call->al, atom_of(call, named), mma, operand));
}

/* Only as much of C as the atom takes at a time. */
static struct value run_make_tiled_copy_C_atom(struct call *call) {
	const struct named_copy_atom *named = copy_atom_arg(call, 0);
	const struct tiled_mma *mma = mma_arg(call, 1);
	if (algebra_failed(call->al)) {
		return value_none();
	}
	call->al->operand = 1;
	return from_copy(call, named, tiled_copy_c_atom(call->al, atom_of(call, named), mma));
}

/* Another atom for the source or the destination of a copy. */
static struct value run_copy_like(struct call *call) {
	bool source = which(call) == OF_SOURCE;
	const struct named_copy_atom *named = copy_atom_arg(call, 0);
	const struct tiled_copy *copy = copy_arg(call, 1);
	if (algebra_failed(call->al)) {
		return value_none();
	}
	call->al->operand = 1;
	return from_copy(call, named, tiled_copy_like(call->al, atom_of(call, named), copy, source));
}

/* Threads and values by their addresses in the memory of a layout. */
static struct value run_make_cotiled_copy(struct call *call) {
	const struct named_copy_atom *named = copy_atom_arg(call, 0);
	struct layout tv = layout_arg(call, 1);
	struct layout data = layout_arg(call, 2);
	if (algebra_failed(call->al)) {
		return value_none();
	}
	call->al->operand = 1;
	return from_copy(call, named, tiled_copy_cotiled(call->al, atom_of(call, named), tv, data));
}

/* A tiler with the layout n:1 in the place of each extent n, as the DSL has it. */
static const struct tiler *tiler_of_layouts(struct call *call, const struct tiler *tiler) {
	struct tiler *made = arena_alloc(call->al->arena, sizeof *made);
	*made = *tiler;
	if (tiler->kind == TILER_INT) {
		made->kind = TILER_LAYOUT;
		made->layout = layout_from_shape(call->al, tiler->layout.shape);
	}
	struct tiler *modes = arena_array(call->al->arena, (size_t)tiler->rank, sizeof *modes);
	for (int i = 0; tiler->kind == TILER_MODES && i < tiler->rank; i++) {
		modes[i] = *tiler_of_layouts(call, &tiler->modes[i]);
	}
	made->modes = tiler->kind == TILER_MODES ? modes : tiler->modes;
	return made;
}

/* An integer or tuple, or a layout where the tile has gaps; in the DSL all are layouts. */
static struct value run_tiler_mn(struct call *call) {
	const struct tiled_copy *copy = copy_arg(call, 0);
	if (copy == NULL) {
		return value_none();
	}
	return value_from_tiler(call->al, algebra_is_dsl(call->al) ? tiler_of_layouts(call, copy->tiler) : copy->tiler);
}

/* (thread, value) of one side to an element of the tile. */
static struct value run_copy_layout_tv(struct call *call) {
	bool source = which(call) == OF_SOURCE;
	const struct tiled_copy *copy = copy_arg(call, 0);
	return copy == NULL ? value_none() : from_layout(call, tiled_copy_layout_tv(call->al, copy, source));
}

/* All threads and all they have of a tensor: what partition_S and partition_D slice. */
static struct value run_tidfrg(struct call *call) {
	bool source = which(call) == OF_SOURCE;
	const struct tiled_copy *copy = copy_arg(call, 0);
	struct map tensor = map_arg(call, 1);
	return algebra_failed(call->al) ? value_none() : from_map(call, tiled_copy_tidfrg(call->al, copy, source, tensor));
}

/* Source and destination alike: the fragment has the values of the copy in its order. */
static struct value run_retile(struct call *call) {
	const struct tiled_copy *copy = copy_arg(call, 0);
	struct layout tensor = layout_arg(call, 1);
	if (!algebra_failed(call->al) && layout_rank(tensor) == 0) {
		call->al->operand = 2;
		tuple_refuse_empty(call->al, "values to retile");
	}
	return algebra_failed(call->al) ? value_none() : from_layout(call, tiled_copy_retile(call->al, copy, tensor));
}

static const struct operation operations[] = {
	{ "layout_D_TV", "tiled_copy", RUN_FOR_AS(ARGUMENTS_TILED, OF_DESTINATION, run_copy_layout_tv, 1, 1),
		"(thread, value) of the destination to an element of the tile",
		"layout_D_TV(make_tiled_copy(copy_atom(\"UniversalCopy<u128>\",16),(16,8):(8,1),(1,8):(8,1)))",
		"((8,16),(8,1)):((128,1),(16,0))",
		"include/cute/atom/copy_atom.hpp" },
	{ "layout_S_TV", "tiled_copy", RUN_FOR_AS(ARGUMENTS_TILED, OF_SOURCE, run_copy_layout_tv, 1, 1),
		"(thread, value) of the source to an element of the tile",
		"layout_S_TV(make_tiled_copy(copy_atom(\"UniversalCopy<u128>\",16),(16,8):(8,1),(1,8):(8,1)))",
		"((8,16),(8,1)):((128,1),(16,0))",
		"include/cute/atom/copy_atom.hpp" },
	{ "make_cotiled_copy", "atom, layout_tv, data_layout", RUN(run_make_cotiled_copy, 3, 3),
		"the copy whose threads and values have these addresses in the memory of a layout",
		"size(make_cotiled_copy(copy_atom(\"UniversalCopy<u128>\",16),(32,8):(8,1),(16,64):(64,1)))",
		"32",
		"include/cute/atom/copy_atom.hpp" },
	{ "make_tiled_copy", "atom, thr_layout, val_layout", RUN(run_make_tiled_copy, 2, 3),
		"the copy whose thread and value layouts number the elements of a tile",
		"tiler_mn(make_tiled_copy(copy_atom(\"UniversalCopy<u128>\",16),(16,8):(8,1),(1,8):(8,1)))",
		"(16,64)",
		"include/cute/atom/copy_atom.hpp" },
	{ "make_tiled_copy_A", "atom, tiled_mma", RUN_FOR(MMA_A, run_copy_of_operand, 2, 2),
		"the copy that gives each thread its elements of A",
		"tiler_mn(make_tiled_copy_A(copy_atom(\"UniversalCopy<u16>\",16),"
		"make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1):(1,2,0),(32,32,16))))",
		"(32,16)",
		"include/cute/atom/copy_atom.hpp" },
	{ "make_tiled_copy_B", "atom, tiled_mma", RUN_FOR(MMA_B, run_copy_of_operand, 2, 2),
		"the copy that gives each thread its elements of B",
		"tiler_mn(make_tiled_copy_B(copy_atom(\"UniversalCopy<u16>\",16),"
		"make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1):(1,2,0),(32,32,16))))",
		"(32,16)",
		"include/cute/atom/copy_atom.hpp" },
	{ "make_tiled_copy_C", "atom, tiled_mma", RUN_FOR(MMA_C, run_copy_of_operand, 2, 2),
		"the copy that gives each thread its elements of C",
		"tiler_mn(make_tiled_copy_C(copy_atom(\"UniversalCopy<u16>\",16),"
		"make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1):(1,2,0),(32,32,16))))",
		"(32,32)",
		"include/cute/atom/copy_atom.hpp" },
	{ "make_tiled_copy_C_atom", "atom, tiled_mma", RUN(run_make_tiled_copy_C_atom, 2, 2),
		"the smallest copy of C that the copy atom fills",
		"size(make_tiled_copy_C_atom(copy_atom(\"UniversalCopy<u32>\",32),"
		"make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1):(1,2,0),(32,32,16))))",
		"128",
		"include/cute/atom/copy_atom.hpp" },
	{ "make_tiled_copy_D", "atom, tiled_copy", RUN_FOR(OF_DESTINATION, run_copy_like, 2, 2),
		"another atom for the elements that are the destination of a copy",
		"tiler_mn(make_tiled_copy_D(copy_atom(\"UniversalCopy<u64>\",16),"
		"make_tiled_copy(copy_atom(\"UniversalCopy<u128>\",16),(16,8):(8,1),(1,8):(8,1))))",
		"(16,64)",
		"include/cute/atom/copy_atom.hpp" },
	{ "make_tiled_copy_S", "atom, tiled_copy", RUN_FOR(OF_SOURCE, run_copy_like, 2, 2),
		"another atom for the elements that are the source of a copy",
		"tiler_mn(make_tiled_copy_S(copy_atom(\"UniversalCopy<u64>\",16),"
		"make_tiled_copy(copy_atom(\"UniversalCopy<u128>\",16),(16,8):(8,1),(1,8):(8,1))))",
		"(16,64)",
		"include/cute/atom/copy_atom.hpp" },
	{ "make_tiled_copy_impl", "atom, layout_tv, tiler", RUN(run_make_tiled_copy_impl, 3, 3),
		"the copy with this thread-value layout over this tile",
		"size(make_tiled_copy_impl(copy_atom(\"UniversalCopy<u16>\",16),(4,2):(2,1),(2,4)))",
		"4",
		"include/cute/atom/copy_atom.hpp" },
	{ "make_tiled_copy_tv", "atom, thr_layout, val_layout", RUN(run_make_tiled_copy_tv, 3, 3),
		"the same under the name that CuTe DSL has for it",
		"size(make_tiled_copy_tv(copy_atom(\"UniversalCopy<u128>\",16),(16,8):(8,1),(1,8):(8,1)))",
		"128",
		"python/CuTeDSL/cutlass/cute/atom.py" },
	{ "retile_D", "tiled_copy, fragment", RUN_AS(ARGUMENTS_TILED, run_retile, 2, 2),
		"a fragment regrouped in the order of the values of a copy",
		"retile_D(make_tiled_copy_A(copy_atom(\"SM75_U32x4_LDSM_N\",16),"
		"make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1):(1,2,0),(32,32,16))),((2,2,2),4,4):((1,2,"
		"4),8,32))",
		"((8,1),4,4):((1,0),8,32)",
		"include/cute/atom/copy_atom.hpp" },
	{ "retile_S", "tiled_copy, fragment", RUN_AS(ARGUMENTS_TILED, run_retile, 2, 2),
		"a fragment regrouped in the order of the values of a copy",
		"retile_S(make_tiled_copy_A(copy_atom(\"SM75_U32x4_LDSM_N\",16),"
		"make_tiled_mma(mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\"),(2,2,1):(1,2,0),(32,32,16))),((2,2,2),4,4):((1,2,"
		"4),8,32))",
		"((8,1),4,4):((1,0),8,32)",
		"include/cute/atom/copy_atom.hpp" },
	{ "tidfrg_D", "tiled_copy, tensor", RUN_FOR_AS(ARGUMENTS_TILED, OF_DESTINATION, run_tidfrg, 2, 2),
		"(thread, (values of the atom, rest), tiles) to the elements of the destination",
		"tidfrg_D(make_tiled_copy(copy_atom(\"UniversalCopy<u128>\",16),(16,8):(8,1),(1,8):(8,1)),(128,64):(64,1))",
		"((8,16),(8,1),(8,1)):((8,64),(1,0),(1024,0))",
		"include/cute/atom/copy_atom.hpp" },
	{ "tidfrg_S", "tiled_copy, tensor", RUN_FOR_AS(ARGUMENTS_TILED, OF_SOURCE, run_tidfrg, 2, 2),
		"the same for the source",
		"tidfrg_S(make_tiled_copy(copy_atom(\"UniversalCopy<u128>\",16),(16,8):(8,1),(1,8):(8,1)),(128,64):(64,1))",
		"((8,16),(8,1),(8,1)):((8,64),(1,0),(1024,0))",
		"include/cute/atom/copy_atom.hpp" },
	{ "tiler_mn", "tiled_copy", RUN_AS(ARGUMENTS_TILED, run_tiler_mn, 1, 1),
		"the tile of a copy",
		"tiler_mn(make_tiled_copy(copy_atom(\"UniversalCopy<u128>\",16),(16,8):(8,1),(1,8):(8,1)))",
		"(16,64)",
		"include/cute/atom/copy_atom.hpp" },
};

OPERATION_GROUP(tiled_copy, "Tiled copies", operations)
