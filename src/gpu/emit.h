/*
 * Pieces of CUDA C that all kernels share. Layouts become index expressions of constants; the source needs no header.
 *
 * A kernel is written once, for both purposes. What differs is in the prelude and the signature: what a load gives,
 * what element() makes of it, and what a store does with that. When a kernel computes, these are numbers; when it
 * proves, a load gives the place it was told to load, element() records that place under the number of its thread,
 * value and block, and a store records where the number went. So the addresses and the guards that are proved are those
 * that are timed.
 */
#ifndef GPU_EMIT_H
#define GPU_EMIT_H

#include "base/buf.h"
#include "gpu/plan.h"

#define KERNEL_SYMBOL "cutelayout_kernel"

enum purpose {
	PURPOSE_COMPUTE,
	PURPOSE_PROVE,
};

/* A kernel being written. */
struct emitter {
	struct buf *out;
	struct algebra *al;
	const struct plan *plan;
	enum purpose purpose;    /* for the prelude and the signature only */
	int indent;
};

/* One line, indented; without its end. */
__attribute__((format(printf, 2, 3)))
void emit_line(struct emitter *em, const char *format, ...);

/* The same with a bracket that opens a block, and the block's end, or its other branch. */
__attribute__((format(printf, 2, 3)))
void emit_open(struct emitter *em, const char *format, ...);
void emit_close(struct emitter *em);
void emit_else(struct emitter *em);

/* An unrolled loop of "variable" from 0 to count-1. */
void emit_unrolled(struct emitter *em, const char *variable, int64_t count);

/*
 * A block for each number "name" below "count" that thread "t" is dealt: every one that is t and so many times all
 * threads. It is a loop only if there are more numbers than threads.
 */
void emit_dealt(struct emitter *em, const char *name, int64_t count);

/* The same where the thread takes "at_once" of its numbers in each turn, of which "name" is the first. */
void emit_dealt_in_turns(struct emitter *em, const char *name, int64_t count, int64_t at_once);

/* A block that is entered if "condition" holds, or always if that is NULL. */
void emit_if(struct emitter *em, const char *condition);

/* Text for the arguments of these, in the arena. */
const char *emit_text(struct emitter *em, const char *format, ...) __attribute__((format(printf, 2, 3)));

/*
 * "layout" at the integer "index", an unsigned C expression that needs no parentheses: a sum of terms, "0" when every
 * stride is 0. Offsets are 64-bit if the layout's reach needs it.
 */
const char *emit_layout(struct emitter *em, struct layout layout, const char *index);

/* The unsigned type of "bytes" bytes: 1, 2, 4 or 8. */
const char *emit_unsigned(int bytes);

/* The unsigned type that counts to "most", of 4 or 8 bytes. */
const char *emit_counter(int64_t most);

/* "a, b": the operands' names with "prefix" before and "suffix" behind each. */
const char *emit_operands(struct emitter *em, const char *prefix, const char *suffix);

/* What the names elem, input, vecN and loadN have behind them for operand "k": "", or "_f32" for instance. */
const char *emit_suffix(struct emitter *em, int k);

/*
 * The load of "width" elements of operand "k" from "place": "load4(p0, policy)", or of what is read more than once and
 * has a hint of its own "keep4(...)". There is a policy where the hint is one.
 */
const char *emit_load(struct emitter *em, int k, int width, const char *place);

/* What the names result, output, outN, storeN and put have behind them for tensor "k", an output: "", or "_2". */
const char *emit_output_suffix(struct emitter *em, int k);

/* The name of tensor "k" in the text: "a" for instance, "out", or of further outputs "out_2". */
const char *emit_tensor(struct emitter *em, int k);

/* Put what "element", a call of element(), gives into "y.e" at "place" and, of further outputs, into "y_2.e". */
void emit_made(struct emitter *em, const char *place, const char *element);

/* "elem e0, elem_f32 e1": the operands with "type" and its suffix before, and "name" before the number. */
const char *emit_parameters(struct emitter *em, const char *type, const char *name);

/*
 * The prelude. A kernel has behind it
 *
 *     elem, math, result           an element in memory, a number computed with, a result in memory
 *     input, output                where elements are; + and - move them
 *     vecN, outN                   unions of N elements e[N], N results
 *     loadN(input), storeN(output, outN), put(output, result)
 *     elem_f32, input_f32, ...     the same of operands whose type is not the first one's: emit_suffix()
 *     element(witness, t, v, block, x0, x1, ...)
 *                                  the result of the elements x0, x1, ..., which are value "v" of thread "t" of
 * "block";
 *                                  for a reduction the number that goes into the sum; of several outputs, all
 *                                  results of them: struct made { result y; result_2 y_2; ... }
 *     result_2, output_2, out4_2, ...  the same of outputs behind the first: emit_output_suffix()
 *     neutral(), combine(math, math), finish(math)
 *                                  reductions only; finish gives a result
 */
void emit_prelude(struct emitter *em);

/* "extern "C" __global__ ... (parameters) {" and the witness; opens a block. */
void emit_signature(struct emitter *em);

/* Names of operands, "a" to "h", and of the output. */
static inline char emit_operand(int k) {
	return (char)('a' + k);
}

#endif
