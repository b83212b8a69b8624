/*
 * Members of atoms, tiled copies, tiled MMAs and composed layouts, by the names that CuTe C++ has for its member types
 * and constants, and CuTe DSL for its properties.
 */
#include "algebra/descriptor.h"
#include "lang/atoms.h"
#include "lang/ops/signature.h"

/* What an object is made of: the atom in the middle is that of a tiled copy or MMA, too. */
struct object {
	const struct mma_atom *mma;          /* NULL for copies */
	struct str mma_name;
	const struct tiled_mma *tiled_mma;   /* NULL for atoms */
	const struct copy_atom *bits;        /* NULL for MMAs: layouts of bits */
	const struct copy_atom *copy;        /* of elements; NULL for a copy whose elements are not known */
	const struct tiled_copy *tiled_copy; /* NULL for atoms */
	const struct composed *composed;     /* NULL for all but composed layouts */
};

/* A copy atom of elements, which a fault leaves out. */
static const struct copy_atom *atom_of_elements(struct algebra *al, const struct named_copy_atom *named) {
	struct copy_atom *atom = arena_alloc(al->arena, sizeof *atom);
	*atom = copy_atom_make(al, named->bit_layouts, named->bits);
	return atom;
}

/* What the pair tiled.get_slice(thread) is a slice of; any other value is that value. */
static const struct value *without_thread(const struct value *value) {
	bool is_pair = value->kind == VALUE_LIST && value->list.count == 2;
	const struct value *first = is_pair ? &value->list.items[0] : value;
	return first->kind == VALUE_TILED_COPY || first->kind == VALUE_TILED_MMA ? first : value;
}

/* Argument 0 in its parts. Faults for what has no member types. */
static struct object object_arg(struct call *call) {
	const struct value *value = without_thread(arg(call, 0));
	struct object object = { .mma = NULL };
	if (value->kind == VALUE_STRING) {
		struct copy_atom *atom = arena_alloc(call->al->arena, sizeof *atom);
		*atom = atoms_find_copy(call->al, value->string);
		object.bits = atom;
	} else if (value->kind == VALUE_COPY_ATOM) {
		object.bits = &value->copy_atom->bit_layouts;
		object.copy = atom_of_elements(call->al, value->copy_atom);
	} else if (value->kind == VALUE_TILED_COPY) {
		object.bits = &value->tiled_copy->atom->bit_layouts;
		object.copy = &value->tiled_copy->copy.atom;
		object.tiled_copy = &value->tiled_copy->copy;
	} else if (value->kind == VALUE_MMA_ATOM) {
		object.mma = &value->mma_atom->atom;
		object.mma_name = value->mma_atom->name;
	} else if (value->kind == VALUE_TILED_MMA) {
		object.mma = &value->tiled_mma->mma.atom;
		object.mma_name = value->tiled_mma->atom->name;
		object.tiled_mma = &value->tiled_mma->mma;
	} else if (value->kind == VALUE_COMPOSED) {
		object.composed = value_as_map(call->al, value).composed;
	} else {
		algebra_fault(call->al, FAULT_TYPE, "%s has no member types: atoms, tiled copies and tiled MMAs have",
			value_kind_name(value));
	}
	return object;
}

/* --- members --- */

/* The number of threads (mode 0) or values (mode 1) of a layout (thread, value). */
static struct value from_size(struct call *call, struct layout layout, int mode) {
	return from_tuple(call, layout_size(call->al, layout_mode(layout, mode)));
}

/* The type of the elements of operand "operand" of an MMA atom. */
static struct value type_of(const struct object *object, int operand) {
	return (struct value){ .kind = VALUE_STRING, .string = atoms_mma_type(object->mma_name, operand) };
}

/* The members of an MMA atom: its shape, its layouts (thread, value) and the types of its operands. */
static struct value shape_mnk(struct call *call, const struct object *object) {
	return from_tuple(call, object->mma->shape_mnk);
}

static struct value layout_a(struct call *call, const struct object *object) {
	return from_layout(call, object->mma->a);
}

static struct value layout_b(struct call *call, const struct object *object) {
	return from_layout(call, object->mma->b);
}

static struct value layout_c(struct call *call, const struct object *object) {
	return from_layout(call, object->mma->c);
}

static struct value type_a(struct call *call, const struct object *object) {
	(void)call;
	return type_of(object, 0);
}

static struct value type_b(struct call *call, const struct object *object) {
	(void)call;
	return type_of(object, 1);
}

static struct value type_c(struct call *call, const struct object *object) {
	(void)call;
	return type_of(object, 2);
}

static struct value type_d(struct call *call, const struct object *object) {
	(void)call;
	return type_of(object, 3);
}

static struct value threads_vmnk(struct call *call, const struct object *object) {
	return from_layout(call, object->tiled_mma->thr_vmnk);
}

/* Of either atom: the threads that take part, as numbers in the warp or warp group. */
static struct value thread_id(struct call *call, const struct object *object) {
	return from_layout(call, object->mma != NULL ? object->mma->thr_id : object->bits->thr_id);
}

/* The members of a copy atom in bits, as its traits have them. */
static struct value bits_source(struct call *call, const struct object *object) {
	return from_layout(call, object->bits->src);
}

static struct value bits_destination(struct call *call, const struct object *object) {
	return from_layout(call, object->bits->dst);
}

static struct value bits_reference(struct call *call, const struct object *object) {
	return from_layout(call, object->bits->ref);
}

/* The same in elements of the width that the atom was made for. */
static struct value source(struct call *call, const struct object *object) {
	return from_layout(call, object->copy->src);
}

static struct value destination(struct call *call, const struct object *object) {
	return from_layout(call, object->copy->dst);
}

static struct value reference(struct call *call, const struct object *object) {
	return from_layout(call, object->copy->ref);
}

static struct value source_values(struct call *call, const struct object *object) {
	return from_size(call, object->copy->src, 1);
}

static struct value destination_values(struct call *call, const struct object *object) {
	return from_size(call, object->copy->dst, 1);
}

static struct value atom_threads(struct call *call, const struct object *object) {
	return from_size(call, object->copy->ref, 0);
}

static struct value atom_values(struct call *call, const struct object *object) {
	return from_size(call, object->copy->ref, 1);
}

/* The members of a tiled copy: its tiler, and its layout (thread, value) over a tile. */
static struct value tile(struct call *call, const struct object *object) {
	return value_from_tiler(call->al, object->tiled_copy->tiler);
}

static struct value tiled_layout(struct call *call, const struct object *object) {
	return from_layout(call, object->tiled_copy->tv);
}

static struct value tiled_threads(struct call *call, const struct object *object) {
	return from_size(call, object->tiled_copy->tv, 0);
}

static struct value tiled_values(struct call *call, const struct object *object) {
	return from_size(call, object->tiled_copy->tv, 1);
}

/* The members of a composed layout A o n o B: A, which is applied last, is what the DSL calls the inner one. */
static struct value applied_last(struct call *call, const struct object *object) {
	struct map outer = object->composed->outer;
	return from_map(call, outer.kind == MAP_SWIZZLE ? map_from_swizzle(composed_swizzle(call->al, object->composed))
		: outer);
}

static struct value composed_offset(struct call *call, const struct object *object) {
	return from_tuple(call, object->composed->offset);
}

static struct value applied_first(struct call *call, const struct object *object) {
	return from_map(call, object->composed->inner);
}

/* Which objects have a member. */
enum owner {
	ANY_ATOM,   /* all but composed layouts */
	MMA_ATOM,   /* MMA atoms and tiled MMAs */
	TILED_MMA,
	COPY_BITS,  /* copy operations, copy atoms and tiled copies */
	COPY_ATOM,  /* copy atoms and tiled copies */
	TILED_COPY,
	COMPOSED,
};

static const struct member {
	const char *name;
	enum owner owner;
	struct value (*get)(struct call *call, const struct object *object);
} members[] = {
	{ "ThrID", ANY_ATOM, thread_id },
	{ "AtomThrID", ANY_ATOM, thread_id },
	{ "Shape_MNK", MMA_ATOM, shape_mnk },
	{ "AtomShape_MNK", MMA_ATOM, shape_mnk },
	{ "ALayout", MMA_ATOM, layout_a },
	{ "BLayout", MMA_ATOM, layout_b },
	{ "CLayout", MMA_ATOM, layout_c },
	{ "LayoutA_TV", MMA_ATOM, layout_a },
	{ "LayoutB_TV", MMA_ATOM, layout_b },
	{ "LayoutC_TV", MMA_ATOM, layout_c },
	{ "AtomLayoutA_TV", MMA_ATOM, layout_a },
	{ "AtomLayoutB_TV", MMA_ATOM, layout_b },
	{ "AtomLayoutC_TV", MMA_ATOM, layout_c },
	{ "ValTypeA", MMA_ATOM, type_a },
	{ "ValTypeB", MMA_ATOM, type_b },
	{ "ValTypeC", MMA_ATOM, type_c },
	{ "ValTypeD", MMA_ATOM, type_d },
	{ "ThrLayoutVMNK", TILED_MMA, threads_vmnk },
	{ "SrcLayout", COPY_BITS, bits_source },
	{ "DstLayout", COPY_BITS, bits_destination },
	{ "RefLayout", COPY_BITS, bits_reference },
	{ "BitLayoutSrc", COPY_BITS, bits_source },
	{ "BitLayoutDst", COPY_BITS, bits_destination },
	{ "BitLayoutRef", COPY_BITS, bits_reference },
	{ "ValLayoutSrc", COPY_ATOM, source },
	{ "ValLayoutDst", COPY_ATOM, destination },
	{ "ValLayoutRef", COPY_ATOM, reference },
	{ "AtomLayoutSrc", COPY_ATOM, source },
	{ "AtomLayoutDst", COPY_ATOM, destination },
	{ "AtomLayoutRef", COPY_ATOM, reference },
	{ "NumValSrc", COPY_ATOM, source_values },
	{ "NumValDst", COPY_ATOM, destination_values },
	{ "AtomNumThr", COPY_ATOM, atom_threads },
	{ "AtomNumVal", COPY_ATOM, atom_values },
	{ "Tiler_MN", TILED_COPY, tile },
	{ "TiledLayout_TV", TILED_COPY, tiled_layout },
	{ "TiledNumThr", TILED_COPY, tiled_threads },
	{ "TiledNumVal", TILED_COPY, tiled_values },
	/* Properties of the DSL. */
	{ "layout_tv_tiled", TILED_COPY, tiled_layout },
	{ "shape_mnk", MMA_ATOM, shape_mnk },
	{ "thr_id", ANY_ATOM, thread_id },
	{ "tv_layout_A", MMA_ATOM, layout_a },
	{ "tv_layout_B", MMA_ATOM, layout_b },
	{ "tv_layout_C", MMA_ATOM, layout_c },
	{ "inner", COMPOSED, applied_last },
	{ "offset", COMPOSED, composed_offset },
	{ "outer", COMPOSED, applied_first },
	/* Functions of CuTe C++. */
	{ "layout_a", COMPOSED, applied_last },
	{ "layout_b", COMPOSED, applied_first },
};

/* Objects of this kind have the member. */
static bool owns(enum owner owner, const struct object *object) {
	switch (owner) {
	case ANY_ATOM: return object->composed == NULL;
	case MMA_ATOM: return object->mma != NULL;
	case TILED_MMA: return object->tiled_mma != NULL;
	case COPY_BITS: return object->bits != NULL;
	case COPY_ATOM: return object->copy != NULL;
	case TILED_COPY: return object->tiled_copy != NULL;
	case COMPOSED: break;
	}
	return object->composed != NULL;
}

/*
 * The atom, the tensor of coordinates or the layout of shared memory of argument 0, the pair that the DSL makes of a
 * TMA; VALUE_NONE for anything else.
 */
static struct value member_of_tma(struct call *call, struct str name) {
	const struct value *pair = &call->args[0];
	bool is_pair = pair->kind == VALUE_LIST && pair->list.count == 2 && pair->list.items[0].kind == VALUE_COPY_ATOM;
	const struct tma_problem *tma = is_pair ? pair->list.items[0].copy_atom->tma : NULL;
	if (tma == NULL || tma->given == NULL) {
		return value_none();
	}
	return str_is(name, "atom") ? pair->list.items[0] : str_is(name, "tma_tensor") ? pair->list.items[1]
		: str_is(name, "smem_layout") ? from_map(call, *tma->given) : value_none();
}

/* The member of argument 0 that argument 1 names in quotes; Layout::rank is what rank(L) is. */
static struct value run_member(struct call *call) {
	const struct value *name = kind_arg(call, 1, VALUE_STRING, "the name of a member type in quotes");
	if (name == NULL) {
		return value_none();
	}
	if (str_is_among(name->string, "type value Traits Atom MMA_Atom CopyAtom")) {
		return call->args[0];
	}
	const struct operation *operation = operation_find(name->string);
	if (operation != NULL && operation->takes.least == 1) {
		return operation_call(operation, call->al, call->args, 1);
	}
	const struct value of_tma = member_of_tma(call, name->string);
	if (of_tma.kind != VALUE_NONE) {
		return of_tma;
	}
	bool is_composed = false;
	for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
		is_composed = is_composed || (members[i].owner == COMPOSED && str_is(name->string, members[i].name));
	}
	bool has_none = is_composed && arg(call, 0)->kind != VALUE_COMPOSED;
	struct object object = has_none ? (struct object){ .mma = NULL } : object_arg(call);
	for (size_t i = 0; i < sizeof members / sizeof members[0] && !algebra_failed(call->al); i++) {
		if (str_is(name->string, members[i].name) && owns(members[i].owner, &object)) {
			return members[i].get(call, &object);
		}
	}
	algebra_fault(call->al, FAULT_NAME, "%s has no member called %.*s", value_kind_name(&call->args[0]),
		str_shown(name->string, 60), name->string.data);
	return value_none();
}

static const struct operation operations[] = {
	{ "member_type", "object, name", RUN(run_member, 2, 2),
		"what C++ writes as Object::Name{}: a member type or constant of an atom, a tiled copy or a tiled MMA",
		"member_type(copy_atom(\"SM75_U32x4_LDSM_N\",16),\"ValLayoutDst\")",
		"(32,(2,4)):(2,(1,64))",
		"include/cute/atom/copy_atom.hpp, mma_atom.hpp" },
};

OPERATION_GROUP(member_type, "Members", operations)
