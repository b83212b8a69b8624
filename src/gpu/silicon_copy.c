/* Copies of matrices between shared memory and registers: numbers that move, read where they come to rest. */
#include <inttypes.h>
#include <stdio.h>

#include "algebra/offsets.h"
#include "gpu/emit.h"
#include "gpu/silicon.h"
#include "gpu/silicon_run.h"

/* A row of shared memory that a thread's address names: 8 numbers of 16 bits. */
enum { WARP = 32, ROW = 8, NUMBER_BITS = 16, NOTHING = 0xffff };

enum way {
	WAY_LOAD,       /* shared memory to registers: ldmatrix */
	WAY_STORE,      /* registers to shared memory: stmatrix */
	WAY_MOVE,       /* registers to registers: movmatrix */
};

static enum way way_of(const struct copy_question *question) {
	switch (question->instruction.data[0]) {
	case 'l': return WAY_LOAD;
	case 's': return WAY_STORE;
	default: return WAY_MOVE;
	}
}

/* Numbers that a thread has on the side "is_source": those of its registers, or of the row at its address. */
static int numbers_of(const struct copy_question *question, bool is_source) {
	enum way way = way_of(question);
	bool is_row = is_source ? way == WAY_LOAD : way == WAY_STORE;
	return is_row ? ROW : 2 * (is_source ? question->s.count : question->d.count);
}

/*
 * The number at each (thread, place of 16 bits) of a side as the atom's layout of bits has it, by thread + 32 * place.
 * FAULT_UNSUPPORTED if the layout breaks one up.
 */
static int64_t *numbers_at(struct algebra *al, const struct copy_question *question, bool is_source) {
	int count = numbers_of(question, is_source);
	struct layout layout = is_source ? question->atom.src : question->atom.dst;
	struct offsets thread = offsets_init(al, layout_mode(layout, 0));
	struct offsets bit = offsets_init(al, layout_mode(layout, 1));
	int64_t *numbers = arena_array(al->arena, (size_t)(WARP * count), sizeof *numbers);
	if (!algebra_failed(al) && (thread.size != WARP || bit.size != count * NUMBER_BITS)) {
		algebra_fault(al, FAULT_UNSUPPORTED, "the atom has %" PRId64 " threads with %" PRId64
			" bits each, the instruction %d with %d", thread.size, bit.size, WARP, count * NUMBER_BITS);
	}
	for (int i = 0; i < WARP * count && !algebra_failed(al); i++) {
		int64_t at = offsets_at(&thread, i % WARP) + offsets_at(&bit, i / WARP * NUMBER_BITS);
		int64_t last = offsets_at(&thread, i % WARP) + offsets_at(&bit, (i / WARP + 1) * NUMBER_BITS - 1);
		if (at % NUMBER_BITS != 0 || last != at + NUMBER_BITS - 1) {
			algebra_fault(al, FAULT_UNSUPPORTED, "the atom moves less than 16 bits together");
		}
		numbers[i] = at / NUMBER_BITS;
	}
	return numbers;
}

/* --- the text --- */

void copy_put_instruction(struct buf *out, const struct copy_question *question) {
	static const char row[] = "\"r\"((unsigned)__cvta_generic_to_shared(";
	enum way way = way_of(question);
	int d = question->d.count;
	buf_printf(out, "#define MOVE(to, from) asm volatile(\"%.*s ", (int)question->instruction.length,
		question->instruction.data);
	if (way == WAY_LOAD) {
		registers_put_list(out, 0, d);
		buf_printf(out, ", [%%%d];\" : ", d);
		registers_put(out, REGISTERS_OUT, question->d, "to");
		buf_printf(out, " : %sfrom)) : \"memory\")\n", row);
	} else if (way == WAY_STORE) {
		buf_put(out, "[%0], ");
		registers_put_list(out, 1, question->s.count);
		buf_printf(out, ";\" :: %sto)), ", row);
		registers_put(out, REGISTERS_IN, question->s, "from");
		buf_put(out, " : \"memory\")\n");
	} else {
		buf_put(out, "%0, %1;\" : ");
		registers_put(out, REGISTERS_OUT, question->d, "to");
		buf_put(out, " : ");
		registers_put(out, REGISTERS_IN, question->s, "from");
		buf_put(out, ")\n");
	}
}

/*
 * A warp whose threads put the numbers of the atom's source into their registers or rows, move them, and leave in
 * "found" what they then have, by thread + 32 * place.
 */
const char *copy_source(struct algebra *al, const struct copy_question *question) {
	enum way way = way_of(question);
	int sources = numbers_of(question, true);
	int results = numbers_of(question, false);
	struct buf out;
	buf_init(&out, al->arena);
	struct emitter em = { .out = &out, .al = al };
	copy_put_instruction(&out, question);
	emit_open(&em, "static __device__ __forceinline__ unsigned number(unsigned t, unsigned n)");
	emit_line(&em, "return ((%s) + (%s)) / %d;", emit_layout(&em, layout_mode(question->atom.src, 0), "t"),
		emit_layout(&em, layout_mode(question->atom.src, 1), emit_text(&em, "(n * %d)", NUMBER_BITS)), NUMBER_BITS);
	emit_close(&em);
	buf_put_char(&out, '\n');
	emit_open(&em, "extern \"C\" __global__ void " KERNEL_SYMBOL "(unsigned short *found)");
	emit_line(&em, "const unsigned t = threadIdx.x;");
	emit_line(&em, "__shared__ __align__(16) unsigned short rows[%d][%d];", WARP, ROW);
	emit_line(&em, "unsigned from[%d], to[%d];", ROW / 2, ROW / 2);
	emit_unrolled(&em, "n", ROW);
	emit_line(&em, "rows[t][n] = %s;", way == WAY_LOAD ? "number(t, n)" : "0xffff");
	emit_close(&em);
	if (way != WAY_LOAD) {
		emit_unrolled(&em, "n", sources / 2);
		emit_line(&em, "from[n] = number(t, 2 * n) | number(t, 2 * n + 1) << 16;");
		emit_close(&em);
	}
	emit_line(&em, "__syncthreads();");
	emit_line(&em, "MOVE(%s, %s);", way == WAY_STORE ? "rows[t]" : "to", way == WAY_LOAD ? "rows[t]" : "from");
	emit_line(&em, "__syncthreads();");
	emit_unrolled(&em, "n", results);
	emit_line(&em, way == WAY_STORE ? "found[t + 32 * n] = rows[t][n];" :
		"found[t + 32 * n] = (unsigned short)(to[n / 2] >> 16 * (n %% 2));");
	emit_close(&em);
	emit_close(&em);
	return out.data;
}

/* --- the judgement --- */

/* Another place before "i" has the number of "i": only one of them need be written. */
static bool is_repeated(const int64_t *numbers, int i) {
	for (int j = 0; j < i; j++) {
		if (numbers[j] == numbers[i]) {
			return true;
		}
	}
	return false;
}

/* What thread and place of "source" the number came from, in words. */
static void put_origin(char *text, size_t size, const int64_t *source, int count, unsigned number) {
	for (int i = 0; i < WARP * count; i++) {
		if (source[i] == (int64_t)number) {
			snprintf(text, size, "what thread %d gave as number %d", i % WARP, i / WARP);
			return;
		}
	}
	snprintf(text, size, number == NOTHING ? "nothing" : "a number that nobody gave");
}

static struct silicon_answer judge(struct algebra *al, const struct copy_question *question, const uint16_t *found) {
	int count = numbers_of(question, false);
	const int64_t *wanted = numbers_at(al, question, false);
	const int64_t *source = numbers_at(al, question, true);
	struct silicon_answer answer = { .good = !algebra_failed(al), .asked = WARP * count };
	char is[96];
	char should_be[96];
	for (int i = 0; i < WARP * count && answer.good; i++) {
		bool is_unused = way_of(question) == WAY_STORE && found[i] == NOTHING && is_repeated(wanted, i);
		if ((int64_t)found[i] != wanted[i] && !is_unused) {
			put_origin(is, sizeof is, source, numbers_of(question, true), found[i]);
			put_origin(should_be, sizeof should_be, source, numbers_of(question, true), (unsigned)wanted[i]);
			snprintf(answer.text, sizeof answer.text, "thread %d has as number %d of 16 bits %s, the atom says %s",
				i % WARP, i / WARP, is, should_be);
			answer.good = false;
		}
	}
	return answer;
}

struct silicon_answer copy_ask(struct device *device, struct algebra *al, const struct copy_question *question,
		struct fault *fault) {
	int results = WARP * numbers_of(question, false);
	struct silicon_run run = { .source = copy_source(al, question), .code = question->code, .blocks = 1,
		.threads = WARP, .bytes = results * (int64_t)sizeof(uint16_t) };
	numbers_at(al, question, true);
	if (algebra_failed(al)) {
		*fault = al->fault;
		return (struct silicon_answer){ .good = false };
	}
	uint16_t *found = arena_array(al->arena, (size_t)results, sizeof *found);
	run.host = found;
	if (!silicon_run(device, al->arena, &run, fault)) {
		return (struct silicon_answer){ .good = false };
	}
	return judge(al, question, found);
}
