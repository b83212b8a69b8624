/*
 * What an expression evaluates to. Values are immutable; what they point to lives in the arena of the evaluation.
 */
#ifndef LANG_VALUE_H
#define LANG_VALUE_H

#include "algebra/tiled.h"
#include "base/str.h"
#include "lang/arithmetic.h"

enum value_kind {
	VALUE_NONE,      /* an argument that was not given */
	VALUE_TUPLE,     /* an integer, "_", or a tuple of them */
	VALUE_LAYOUT,
	VALUE_SWIZZLE,
	VALUE_COMPOSED,  /* outer o offset o inner */
	VALUE_LIST,      /* a tuple with a member that is none of VALUE_TUPLE: a tiler, or several results */
	VALUE_BOOL,
	VALUE_STRING,
	VALUE_TEXT,      /* "string" as print() and printf() have it: lines to print */
	VALUE_MMA_ATOM,
	VALUE_COPY_ATOM,
	VALUE_TILED_COPY,
	VALUE_TILED_MMA,
	VALUE_POINTER,
	VALUE_TENSOR,    /* tensor.h */
	VALUE_VECTOR,    /* vector.h */
};


/* Atoms and what is made of them, with what printing them needs. */
struct named_mma_atom {
	struct str name;
	struct mma_atom atom;
};

struct named_copy_atom {
	struct str name;
	int64_t bits;                      /* width of an element */
	struct copy_atom bit_layouts;
	const struct tuple *tma_strides;   /* of the coordinates that a TMA takes; NULL for other copies */
	const struct tma_problem *tma;     /* what a TMA was made for; NULL for other copies */
};

struct named_tiled_copy {
	const struct named_copy_atom *atom;
	struct tiled_copy copy;
};

struct named_tiled_mma {
	const struct named_mma_atom *atom;
	struct layout atom_layout;
	struct tiled_mma mma;
};

struct cells;

/* Numbers with a shape; what is done with them is in vector.h. */
struct vector {
	const struct element *element;   /* the type: ELEMENT_B1 for truth values */
	bool is_scalar;                  /* one number, without a shape */
	bool is_constant;                /* computed from numbers of the program alone */
	bool is_python;                  /* a number of Python, before a type of the DSL: its floats have 64 bits */
	struct tuple shape;              /* all extents are numbers */
	int count;
	const union number *numbers;     /* NULL: not known */
};

/* A pointer to elements. */
struct pointer_value {
	struct str element;      /* type of the elements, a name that base/element.h knows */
	struct str space;        /* generic, gmem, smem, rmem or tmem */
	int bits;                /* of an element */
	int64_t alignment;       /* in bytes: divides the address */
	bool is_swizzled;
	int64_t swizzle[3];      /* B, M, S, which act on addresses in bytes */
	struct cells *cells;     /* memory.h: what has been written there; NULL: nothing can be */
	struct tuple offset;     /* elements from the beginning of "cells" on; 0 in a tensor, which has its own */
};

struct tensor_value {
	bool has_pointer;               /* else its elements are coordinates, or numbers */
	struct pointer_value pointer;
	int64_t bits;                   /* of an element in CuTe C++, whose pointers are not kept; 0: not known */
	bool is_swizzled;               /* in CuTe C++: the pointer is, and the layout behind the offset is plain */
	struct swizzle swizzle;         /* then: in elements */
	struct tuple offset;            /* where its first element is: elements from the beginning, or a coordinate */
	struct map map;
	bool is_part;                   /* of another tensor: CuTe C++ prints layout and offset */
	const struct layout *host;      /* in the numbers that it was made with, if it has been marked; or NULL */
	const char *printed;            /* what print_tensor printed of it; NULL otherwise */
};

/* What a sequence of Python is, where that is known: no list equals a tuple. */
enum value_brackets {
	BRACKETS_ANY,
	BRACKETS_LIST,
	BRACKETS_TUPLE,
};

struct value {
	enum value_kind kind;
	enum value_brackets brackets; /* as it was written; BRACKETS_ANY of all that is computed */
	union {
		struct tuple tuple;
		struct layout layout;
		struct swizzle swizzle;
		const struct composed *composed;
		struct {
			const struct value *items;
			int count;
			bool is_part; /* (layout, offset), what is had of a tensor; another such pair is a tuple of two */
		} list;
		struct {
			bool boolean;
			bool depends; /* false, but for other numbers that names stand for it is true, or may be */
		};
		struct str string;
		const struct named_mma_atom *mma_atom;
		const struct named_copy_atom *copy_atom;
		const struct named_tiled_copy *tiled_copy;
		const struct named_tiled_mma *tiled_mma;
		const struct pointer_value *pointer;
		const struct tensor_value *tensor;
		const struct vector *vector;
	};
};

static inline struct value value_none(void) {
	return (struct value){ .kind = VALUE_NONE };
}

struct value value_from_tuple(struct tuple tuple);
struct value value_from_layout(struct layout layout);
struct value value_from_map(struct map map);
struct value value_from_bool(bool boolean);

/* Whether "value" has parts: a list, or a tuple that is no integer. */
bool value_is_sequence(const struct value *value);

/* How many parts a sequence has, and part "index" of it. */
int value_part_count(const struct value *sequence);
struct value value_part(const struct value *sequence, int index);

/* The tuple of "count" values: a VALUE_TUPLE if all of them are, else a VALUE_LIST. "items" is not copied. */
struct value value_from_items(struct algebra *al, const struct value *items, int count);

/* "value" where its integers that are no types may be any, as its type in C++ has it. */
struct value value_of_any_numbers(struct algebra *al, struct value value);

/* Whether "value" has the form (layout, offset) of a part of a tensor, whatever it is. */
bool value_may_be_part(const struct value *value);

/* "value" as a part of a tensor, if it has the form of one; else itself. */
struct value value_as_part(struct value value);

/* A tiler as a value. */
struct value value_from_tiler(struct algebra *al, const struct tiler *tiler);

/* What a value is called in a message: "an integer", "a layout", ... */
const char *value_kind_name(const struct value *value);

/* The value as a layout. A bare shape is laid out column-major. Faults otherwise. */
struct layout value_as_layout(struct algebra *al, const struct value *value);

/* The value as a map: a layout, a bare shape, a swizzle or a composed layout. Faults otherwise. */
struct map value_as_map(struct algebra *al, const struct value *value);

/* The value as a tiler: an integer, a layout, "_", or a tuple of tilers. Faults otherwise. */
const struct tiler *value_as_tiler(struct algebra *al, const struct value *value);

/* The value as an integer tuple. Faults otherwise. */
struct tuple value_as_tuple(struct algebra *al, const struct value *value);

/* Whether "value" is one integer of a vector: an extent that is known at run time only, which "*integer" receives. */
bool value_as_number(struct algebra *al, const struct value *value, struct tuple *integer);

/* The value as a plain integer from "least" to "greatest", also the bits of an element type. Faults otherwise. */
int64_t value_as_int(struct algebra *al, const struct value *value, int64_t least, int64_t greatest);

/* "value" is a float of Python, as 0.5 and 8/2 are in the DSL, and known. */
bool value_is_float(const struct value *value);

/* Same kind, same structure, same numbers. */
bool value_equal(const struct value *a, const struct value *b);

/* Whether two tensors have the same kind of memory, swizzled alike, wherever their elements are in it. */
bool tensor_same_memory(const struct tensor_value *a, const struct tensor_value *b);

/* Every integer in "value" has a value. */
bool value_is_known(const struct value *value);

/* Every integer in "value" is known at compile time or by name. */
bool value_is_exact(const struct value *value);

/* Every integer in "value" has a value, or is a formula of names. */
bool value_is_named(const struct value *value);

/* A formula of names (algebra/symbol.h) is part of "value". */
bool value_has_symbol(const struct value *value);

/* Every integer in "value" has a value; FAULT_UNSUPPORTED, with what to do about it, where one has none. */
bool value_require_known(struct algebra *al, const struct value *value);

/* Whether "value" is a pair (tiler, layout), as of make_layout_tv. */
bool value_is_tv_pair(const struct value *value);

#endif
