#include "gpu/silicon.h"

#include <inttypes.h>
#include <string.h>

#include "gpu/emit.h"
#include "gpu/silicon_run.h"

enum { WARP = 32, WARPS_OF_BLOCK = 8, BLOCKS_MAX = 264 };

/* --- places --- */

static struct side side_of(struct algebra *al, const struct mma_question *question, const char *name,
		struct registers registers, struct packed packed) {
	struct side side = { .name = name, .packed = packed, .register_bits = register_bits(registers) };
	side.threads = (int)layout_size(al, question->atom.thr_id).value;
	side.values = registers_values(registers, packed);
	side.places = (int64_t)side.threads * side.values;
	return side;
}

static struct side side_a(struct algebra *al, const struct mma_question *question) {
	return side_of(al, question, "A", question->a, question->a_elements);
}

static struct side side_b(struct algebra *al, const struct mma_question *question) {
	return side_of(al, question, "B", question->b, question->b_elements);
}

static struct side side_c(struct algebra *al, const struct mma_question *question) {
	return side_of(al, question, "C", question->d, question->d_elements);
}

int64_t mma_pairs(struct algebra *al, const struct mma_question *question) {
	return side_a(al, question).places * side_b(al, question).places;
}

/* --- complex numbers --- */

/* The element that is one in A, and that in B; their product is -7 + 11i. */
enum { A_RE = 1, A_IM = 2, B_RE = 3, B_IM = 5, D_RE = -7, D_IM = 11 };

bool mma_is_complex(const struct mma_question *question) {
	return question->a_elements.bits == 128;
}

/* Three registers of D for each element: the products of the real parts, of the imaginary parts, of their sums. */
static bool is_gauss(const struct mma_question *question) {
	return question->d_elements.bits == 192;
}

/* "#define FMA(d, a, b) asm(...)": d += a * b, of real numbers. */
static void put_real(struct buf *out, const struct mma_question *question) {
	const struct registers d = { REGISTER_F64, registers_values(question->d, question->d_elements) };
	const struct registers a = { REGISTER_F64, question->a.count / 2 };
	const struct registers b = { REGISTER_F64, question->b.count / 2 };
	buf_printf(out, "#define FMA(d, a, b) asm volatile(\"%.*s ", (int)question->instruction.length,
		question->instruction.data);
	registers_put_list(out, 0, d.count);
	buf_put(out, ", ");
	registers_put_list(out, d.count, a.count);
	buf_put(out, ", ");
	registers_put_list(out, d.count + a.count, b.count);
	buf_put(out, ", ");
	registers_put_list(out, 0, d.count);
	buf_put(out, ";\" : ");
	registers_put(out, REGISTERS_BOTH, d, "d");
	buf_put(out, " : ");
	registers_put(out, REGISTERS_IN, a, "a");
	buf_put(out, ", ");
	registers_put(out, REGISTERS_IN, b, "b");
	buf_put(out, ")\n");
}

/*
 * "#define MMA(d, a, b)" of FMA, as CUTLASS has it: four products of parts, or by Gauss three, t0 = re * re,
 * t1 = im * im and t2 = (re + im) * (re + im), of which the real part is t0 - t1 and the imaginary one t2 - t0 - t1.
 */
static void put_complex(struct buf *out, const struct mma_question *question) {
	int parts = is_gauss(question) ? 3 : 2;
	put_real(out, question);
	buf_put(out, "static __device__ __forceinline__ void multiply(double *d, const double *a, const double *b) {\n");
	buf_printf(out, "\tdouble t[%d][%d] = {}, x[4][%d], y[3][%d];\n", parts,
		registers_values(question->d, question->d_elements), question->a.count / 2, question->b.count / 2);
	buf_printf(out, "\t#pragma unroll\n\tfor (int i = 0; i < %d; i++) {\n", question->a.count / 2);
	buf_put(out, "\t\tx[0][i] = a[2 * i], x[1][i] = a[2 * i + 1];\n");
	buf_put(out, "\t\tx[2][i] = -x[1][i], x[3][i] = x[0][i] + x[1][i];\n\t}\n");
	buf_printf(out, "\t#pragma unroll\n\tfor (int i = 0; i < %d; i++) {\n", question->b.count / 2);
	buf_put(out, "\t\ty[0][i] = b[2 * i], y[1][i] = b[2 * i + 1], y[2][i] = y[0][i] + y[1][i];\n\t}\n");
	buf_put(out, is_gauss(question) ? "\tFMA(t[0], x[0], y[0]);\n\tFMA(t[1], x[1], y[1]);\n\tFMA(t[2], x[3], y[2]);\n" :
		"\tFMA(t[0], x[0], y[0]);\n\tFMA(t[1], x[1], y[0]);\n\tFMA(t[0], x[2], y[1]);\n\tFMA(t[1], x[0], y[1]);\n");
	buf_printf(out, "\t#pragma unroll\n\tfor (int i = 0; i < %d; i++) {\n\t\td[i] = t[i %% %d][i / %d];\n\t}\n}\n",
		question->d.count, parts, parts);
	buf_put(out, "#define MMA(d, a, b) multiply(d, a, b)\n");
}

/* "decode(d, v)": 1 if value v of D is the product, 0 if it is 0, otherwise -1. */
static void put_complex_decode(struct emitter *em, const struct mma_question *question) {
	emit_open(em, "static __device__ __forceinline__ int decode(const double *d, unsigned v)");
	if (is_gauss(question)) {
		emit_line(em, "const double *t = d + 3 * v;");
		emit_line(em, "const double re = t[0] - t[1], im = t[2] - t[0] - t[1];");
	} else {
		emit_line(em, "const double re = d[2 * v], im = d[2 * v + 1];");
	}
	emit_line(em, "return re == %d && im == %d ? 1 : re == 0 && im == 0 ? 0 : -1;", D_RE, D_IM);
	emit_close(em);
	buf_put_char(em->out, '\n');
}

/* --- the text --- */

void mma_put_instruction(struct buf *out, const struct mma_question *question) {
	if (mma_is_complex(question)) {
		put_complex(out, question);
		return;
	}
	static const char *const zeros[] = { "\"r\"(0)", "\"f\"(0.f)", "\"d\"(0.)" };
	const int counts[] = { question->d.count, question->a.count, question->b.count, question->d.count };
	int next = 0;
	buf_printf(out, "#define MMA(d, a, b) asm volatile(\"%.*s ", (int)question->instruction.length,
		question->instruction.data);
	for (int i = 0; i < 4; i++) {
		buf_put(out, i > 0 ? ", " : "");
		registers_put_list(out, next, counts[i]);
		next += counts[i];
	}
	if (question->scale != 0) {
		/* The scale factors of A and of B, and which bytes of which threads have them. */
		for (int i = 0; i < 2; i++) {
			buf_printf(out, ", {%%%d}, {%%%d, %%%d}", next, next + 1, next + 1);
		}
	}
	buf_put(out, ";\" : ");
	registers_put(out, REGISTERS_OUT, question->d, "d");
	buf_put(out, " : ");
	registers_put(out, REGISTERS_IN, question->a, "a");
	buf_put(out, ", ");
	registers_put(out, REGISTERS_IN, question->b, "b");
	for (int i = 0; i < question->d.count; i++) {
		buf_printf(out, ", %s", zeros[question->d.type]);
	}
	if (question->scale != 0) {
		buf_printf(out, ", \"r\"(0x%xu), \"h\"((unsigned short)0)", question->scale);
	}
	buf_put(out, ")\n");
}

/* The same of complex numbers, "re" + "im" i. */
static void put_complex_one_hot(struct emitter *em, char name, int count, const struct side *side,
		struct layout thr_id) {
	const char *thread = emit_text(em, "(place_%c %% %du)", name, side->threads);
	emit_line(em, "double %c[%d];", name, count);
	emit_line(em, "const bool is_mine_%c = lane == (unsigned)(%s);", name, emit_layout(em, thr_id, thread));
	emit_unrolled(em, "n", count);
	emit_line(em, "%c[n] = is_mine_%c && place_%c / %du == n / 2 ? n %% 2 == 0 ? %d : %d : 0;", name, name, name,
		side->threads, name == 'a' ? A_RE : B_RE, name == 'a' ? A_IM : B_IM);
	emit_close(em);
}

/* "name": the registers of an operand of which only place "place" is 1, if it is this lane's. */
static void put_one_hot(struct emitter *em, const char *name, struct registers registers, struct packed packed,
		const struct side *side, struct layout thr_id) {
	emit_line(em, "%s %s[%d];", registers_name(registers), name, registers.count);
	const char *thread = emit_text(em, "(place_%s %% %du)", name, side->threads);
	emit_line(em, "const bool is_mine_%s = lane == (unsigned)(%s);", name, emit_layout(em, thr_id, thread));
	emit_line(em, "const unsigned bit_%s = place_%s / %du * %du;", name, name, side->threads, packed.bits);
	emit_unrolled(em, "n", registers.count);
	const char *one = registers.type == REGISTER_U32 ?
		emit_text(em, "0x%" PRIx64 "u << bit_%s %% 32", packed.one, name) : "1";
	emit_line(em, "%s[n] = is_mine_%s && bit_%s / %d == n ? %s : 0;", name, name, name, register_bits(registers), one);
	emit_close(em);
}

/*
 * xor counts the bits in which A and B differ: with one bit in each, D has 1 in the row of A's and in the column of
 * B's, and where they cross 2, or if they meet in k 0. The product is half of what is missing there.
 */
bool mma_counts_differences(const struct mma_question *question) {
	return str_ends_with(question->instruction, ".xor.popc");
}

static void put_product(struct emitter *em, const struct mma_question *question) {
	const char *d = registers_name(question->d);
	emit_line(em, "%s d[%d];", d, question->d.count);
	emit_line(em, "MMA(d, a, b);");
	if (mma_counts_differences(question)) {
		emit_line(em, "unsigned none_a[%d] = {}, none_b[%d] = {}, row[%d], column[%d];", question->a.count,
			question->b.count, question->d.count, question->d.count);
		emit_line(em, "MMA(row, a, none_b);");
		emit_line(em, "MMA(column, none_a, b);");
		emit_unrolled(em, "n", question->d.count);
		emit_line(em, "d[n] = (row[n] + column[n] - d[n]) / 2;");
		emit_close(em);
	}
}

const char *mma_source(struct algebra *al, const struct mma_question *question) {
	struct side a = side_a(al, question);
	struct side b = side_b(al, question);
	struct side c = side_c(al, question);
	struct buf out;
	buf_init(&out, al->arena);
	struct emitter em = { .out = &out, .al = al };
	mma_put_instruction(&out, question);
	if (mma_is_complex(question)) {
		put_complex_decode(&em, question);
	} else {
		registers_put_decode(&em, question->d, question->d_elements);
	}
	emit_open(&em, "extern \"C\" __global__ void " KERNEL_SYMBOL "(unsigned *found)");
	emit_line(&em, "const unsigned lane = threadIdx.x %% 32;");
	emit_line(&em, "int thread = -1;");
	emit_unrolled(&em, "t", c.threads);
	emit_line(&em, "thread = lane == (unsigned)(%s) ? (int)t : thread;", emit_layout(&em, question->atom.thr_id, "t"));
	emit_close(&em);
	emit_line(&em, "const unsigned warp = blockIdx.x * %d + threadIdx.x / 32, warps = gridDim.x * %d;", WARPS_OF_BLOCK,
		WARPS_OF_BLOCK);
	emit_open(&em, "for (unsigned pair = warp; pair < %" PRId64 "u; pair += warps)", a.places * b.places);
	emit_line(&em, "const unsigned place_a = pair %% %" PRId64 "u, place_b = pair / %" PRId64 "u;", a.places, a.places);
	if (mma_is_complex(question)) {
		put_complex_one_hot(&em, 'a', question->a.count, &a, question->atom.thr_id);
		put_complex_one_hot(&em, 'b', question->b.count, &b, question->atom.thr_id);
	} else {
		put_one_hot(&em, "a", question->a, question->a_elements, &a, question->atom.thr_id);
		put_one_hot(&em, "b", question->b, question->b_elements, &b, question->atom.thr_id);
	}
	put_product(&em, question);
	emit_unrolled(&em, "v", c.values);
	emit_line(&em, "const int is = decode(d, v);");
	emit_open(&em, "if (is != 0)");
	emit_line(&em, "const unsigned place = (unsigned)thread + %du * v;", c.threads);
	emit_line(&em, "atomicAdd(found + pair, is == 1 && thread >= 0 ? %uu + place : %uu);", MMA_FOUND, 2 * MMA_FOUND);
	emit_close(&em);
	emit_close(&em);
	emit_close(&em);
	emit_close(&em);
	return out.data;
}

/* --- what was found, against the atom --- */

/* The pairs that "found" has, as meetings; their number is in "*count". */
static const struct meeting *read_meetings(struct algebra *al, const struct side *a, const struct side *b,
		int64_t places_of_c, const uint32_t *found, int64_t *count) {
	int64_t pairs = a->places * b->places;
	*count = 0;
	for (int64_t i = 0; i < pairs; i++) {
		*count += found[i] != 0;
	}
	struct meeting *meetings = arena_array(al->arena, (size_t)*count, sizeof *meetings);
	for (int64_t i = 0, next = 0; i < pairs; i++) {
		if (found[i] != 0) {
			int64_t place = (int64_t)found[i] - (int64_t)MMA_FOUND;
			bool is_place = place >= 0 && place < places_of_c;
			meetings[next++] = (struct meeting){ (int32_t)(i % a->places), (int32_t)(i / a->places),
				is_place ? (int32_t)place : -1 };
		}
	}
	return meetings;
}

struct silicon_answer mma_judge(struct algebra *al, const struct mma_question *question, const uint32_t *found) {
	struct tuple shape = question->atom.shape_mnk;
	struct relation relation = { .a = side_a(al, question), .b = side_b(al, question), .c = side_c(al, question) };
	relation.m = relation.a.extent = relation.c.extent = int_value(al, tuple_mode(shape, 0));
	relation.n = relation.b.extent = int_value(al, tuple_mode(shape, 1));
	relation.k = int_value(al, tuple_mode(shape, 2));
	relation.meetings = read_meetings(al, &relation.a, &relation.b, relation.c.places, found, &relation.count);
	side_claim(al, &relation.b, question->atom.b);
	side_claim(al, &relation.c, question->atom.c);
	struct silicon_answer answer;
	if (question->is_malformed) {
		answer = relation_read_a(al, &relation);
	} else {
		side_claim(al, &relation.a, question->atom.a);
		answer = relation_judge(al, &relation);
	}
	answer.asked = mma_pairs(al, question);
	return answer;
}

struct silicon_answer mma_ask(struct device *device, struct algebra *al, const struct mma_question *question,
		struct fault *fault) {
	int64_t pairs = mma_pairs(al, question);
	int64_t blocks = (pairs + WARPS_OF_BLOCK - 1) / WARPS_OF_BLOCK;
	uint32_t *found = arena_array(al->arena, (size_t)pairs, sizeof *found);
	const struct silicon_run run = { .source = mma_source(al, question), .code = question->code,
		.blocks = blocks < BLOCKS_MAX ? blocks : BLOCKS_MAX, .threads = WARP * WARPS_OF_BLOCK,
		.bytes = pairs * (int64_t)sizeof *found, .host = found };
	if (algebra_failed(al) || !silicon_run(device, al->arena, &run, fault)) {
		return (struct silicon_answer){ .good = false };
	}
	return mma_judge(al, question, found);
}
