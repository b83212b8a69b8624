/*
 * Element types, by the names that CUTLASS, CUDA, PTX, CuTe DSL, PyTorch, NumPy and Triton give them. What the program
 * computes with is listed in gpu/dtype.h; here is all that a layout can be about.
 */
#ifndef BASE_ELEMENT_H
#define BASE_ELEMENT_H

#include "base/str.h"

enum element_id {
	ELEMENT_B1,
	ELEMENT_U2,
	ELEMENT_S2,
	ELEMENT_U4,
	ELEMENT_S4,
	ELEMENT_F4,
	ELEMENT_E2M1,
	ELEMENT_E2M3,
	ELEMENT_E3M2,
	ELEMENT_BOOL,
	ELEMENT_U8,
	ELEMENT_S8,
	ELEMENT_F8,
	ELEMENT_E4M3,
	ELEMENT_E5M2,
	ELEMENT_E8M0,
	ELEMENT_UE4M3,
	ELEMENT_F16,
	ELEMENT_BF16,
	ELEMENT_U16,
	ELEMENT_S16,
	ELEMENT_F32,
	ELEMENT_TF32,
	ELEMENT_U32,
	ELEMENT_S32,
	ELEMENT_HALF2,
	ELEMENT_F64,
	ELEMENT_U64,
	ELEMENT_S64,
	ELEMENT_FLOAT2,
	ELEMENT_INT2,
	ELEMENT_U128,
	ELEMENT_FLOAT4,
	ELEMENT_INT4,
	ELEMENT_U256,
};

enum { ELEMENT_COUNT = ELEMENT_U256 + 1 };

struct element {
	const char *name; /* PTX's, as the names of atoms have it: "f16", "s8" */
	int bits;
	int exponent_bits; /* of floats, else 0 */
	int mantissa_bits; /* those that are stored */
	const char *names; /* what else it is called, each with a blank before and behind it */
};

/* By "enum element_id". */
extern const struct element element_types[ELEMENT_COUNT];

/* The names of the types that commands offer for --dtype, with blanks between them. */
#define ELEMENT_WORDS "f64 f32 tf32 f16 bf16 e4m3 e5m2 e2m1 i4 i8 i16 i32 i64 u4 u8 u16 u32 u64"

/*
 * The type called "name", with or without where it is from: half_t, cutlass::half_t, torch.float16. NULL if there is
 * none. Names that stand for vectors in CUDA, as int4, are these.
 */
const struct element *element_find(struct str name);

/* Its bits, 0 if there is none. */
int element_bits(struct str name);

/* Its bits if one instruction can load an element: a power of two up to 128; else 0. */
int element_access_bits(struct str name);

#endif
