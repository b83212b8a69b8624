/*
 * Registers of a thread as inline assembly has them, and the numbers that lie packed in them: element v at bit
 * v * bits, from the lowest of the first register on.
 */
#ifndef GPU_REGISTERS_H
#define GPU_REGISTERS_H

#include "base/str.h"
#include "gpu/emit.h"

enum register_type {
	REGISTER_U32,
	REGISTER_F32,
	REGISTER_F64,
};

/* Registers of a thread that an instruction takes or gives. */
struct registers {
	enum register_type type;
	int count;
};

/* A number of a type: its bits, and those of 1. */
struct packed {
	int bits;
	uint64_t one;
};

/*
 * The numbers of "name", as PTX has it: f16 bf16 tf32 f32 f64 e4m3 e5m2 s8 u8 s4 u4 s32 b1, and e2m1 e2m3 e3m2 in 8
 * bits each, as mma.kind::f8f6f4 takes them; and of CUTLASS complex<f64>, two registers, and gauss_complex<f64>, three.
 * False for others.
 */
bool packed_find(struct str name, struct packed *out);

/* Bits of its mantissa behind the point that are not 0 for some whole number; 0 for integers. */
int packed_mantissa(struct packed packed);

/* Of one register. */
int register_bits(struct registers registers);

/* Elements in all of them. */
int registers_values(struct registers registers, struct packed packed);

/* Their type in CUDA C: "unsigned", "float", "double". */
const char *registers_name(struct registers registers);

/* How an instruction uses registers. */
enum register_use {
	REGISTERS_IN,
	REGISTERS_OUT,
	REGISTERS_BOTH,
};

/* "\"=r\"(d[0]), \"=r\"(d[1])": the elements of the array "name" as operands. */
void registers_put(struct buf *out, enum register_use use, struct registers registers, const char *name);

/* "{%4, %5}": "count" operands from number "first" on. */
void registers_put_list(struct buf *out, int first, int count);

/* "int decode(d, v)": value v of the registers "d" as a whole number, -1 if it is none, is negative or too large. */
void registers_put_decode(struct emitter *em, struct registers registers, struct packed packed);

#endif
