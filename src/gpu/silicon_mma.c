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

/* --- the text --- */

void mma_put_instruction(struct buf *out, const struct mma_question *question) {
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
	buf_put(out, ";\" : ");
	registers_put(out, REGISTERS_OUT, question->d, "d");
	buf_put(out, " : ");
	registers_put(out, REGISTERS_IN, question->a, "a");
	buf_put(out, ", ");
	registers_put(out, REGISTERS_IN, question->b, "b");
	for (int i = 0; i < question->d.count; i++) {
		buf_printf(out, ", %s", zeros[question->d.type]);
	}
	buf_put(out, ")\n");
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
	static const char ending[] = ".xor.popc";
	size_t length = sizeof ending - 1;
	struct str text = question->instruction;
	return text.length > length && memcmp(text.data + text.length - length, ending, length) == 0;
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
	registers_put_decode(&em, question->d, question->d_elements);
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
	put_one_hot(&em, "a", question->a, question->a_elements, &a, question->atom.thr_id);
	put_one_hot(&em, "b", question->b, question->b_elements, &b, question->atom.thr_id);
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
