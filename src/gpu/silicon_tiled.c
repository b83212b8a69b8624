#include "gpu/silicon_tiled.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "algebra/offsets.h"
#include "gpu/emit.h"
#include "gpu/silicon_run.h"

/* Who added: OWNER for each time, and the sum of the threads. */
enum { OWNER = 1 << 20, WARP = 32, LARGEST = 2, SEED_A = 1, SEED_B = 2 };

/* Numbers are 0 to this: those of one bit 0 or 1. */
static unsigned largest(struct packed packed) {
	return packed.bits == 1 ? 1 : LARGEST;
}

/* The number at element "i" of an operand; the kernel's number() is the same. */
static unsigned number_at(unsigned seed, unsigned i, unsigned greatest) {
	unsigned h = i * 0x9e3779b1u + seed * 0x7f4a7c15u;
	h ^= h >> 15;
	h *= 0x85ebca6bu;
	h ^= h >> 13;
	return h % (greatest + 1);
}

static int64_t atom_extent(struct algebra *al, const struct tiled_question *question, int mode) {
	return int_value(al, tuple_mode(question->mma.atom.shape_mnk, mode));
}

/* Elements of less than a byte have one each. */
static int bytes_of(struct packed packed) {
	return packed.bits < 8 ? 1 : packed.bits / 8;
}

/*
 * (thread, value) of C by its partitions. CuTe's layout_C_TV is another where atoms along N and K are several: threads
 * of a later atom along K are beyond the tile in it, while partition_C gives them what the first atom has.
 */
static struct layout tv_of_c(struct algebra *al, const struct tiled_question *question, struct tuple tile) {
	const struct tiled_mma *mma = &question->tiled;
	struct tuple n = layout_size(al, layout_mode(mma->thr_vmnk, 2));
	struct tuple k = layout_size(al, layout_mode(mma->thr_vmnk, 3));
	if (algebra_failed(al) || tuple_is_constant(n, 1) || tuple_is_constant(k, 1)) {
		return tiled_mma_layout_tv_over(al, mma, MMA_C, tile);
	}
	struct layout c = layout_from_shape(al, tuple_pair(al, tuple_mode(tile, 0), tuple_mode(tile, 1)));
	struct layout fragments = map_inner(al, tiled_mma_thrfrg(al, mma, MMA_C, map_from_layout(c)));
	if (algebra_failed(al)) {
		return fragments;
	}
	struct layout thread = layout_mode(fragments, 0);
	struct layout places = layout_mode(thread, 1);
	const struct layout vmnk[] = { layout_mode(thread, 0), layout_mode(places, 0), layout_mode(places, 1),
		layout_of(al, k, tuple_int(0)) };
	struct layout number = layout_right_inverse(al, mma->thr_vmnk);
	struct layout tv[2] = { layout_composition(al, layout_from_modes(al, vmnk, 4), number), layout_mode(fragments, 1) };
	return algebra_failed(al) ? fragments : layout_from_modes(al, tv, 2);
}

/* Fault unless "tv" has a place for each thread of the kernel: it has those that are numbered from 0 on. */
static void check_threads(struct algebra *al, const struct tiled_question *question, struct layout tv) {
	if (!algebra_failed(al) && int_value(al, layout_size(al, layout_mode(tv, 0))) != question->threads) {
		algebra_fault(al, FAULT_UNSUPPORTED, "the numbers of the MMA's threads have holes, or several are the same");
	}
}

void tiled_prepare(struct algebra *al, struct tiled_question *question) {
	struct tuple *modes = tuple_modes_new(al, 3);
	modes[0] = tuple_int(question->m);
	modes[1] = tuple_int(question->n);
	modes[2] = tuple_int(question->k);
	struct tuple tile = tuple_of(al, modes, 3);
	struct tuple least = tiled_mma_tile_shape(al, &question->tiled);
	const int64_t extents[] = { question->m, question->n, question->k };
	for (int i = 0; i < 3 && !algebra_failed(al); i++) {
		int64_t part = int_value(al, tuple_mode(least, i));
		if (part < 1 || extents[i] % part != 0) {
			algebra_fault(al, FAULT_UNSUPPORTED, "extent %d of the shape, %" PRId64
				", is no multiple of the MMA's tile, %" PRId64, i, extents[i], part);
		}
	}
	question->threads = (int)int_value(al, tiled_mma_size(al, &question->tiled));
	if (!algebra_failed(al) && (question->threads % WARP != 0 || question->threads > 1024)) {
		algebra_fault(al, FAULT_UNSUPPORTED, "the MMA has %d threads; a kernel needs whole warps, 1024 threads at most",
			question->threads);
	}
	question->a = tiled_mma_layout_tv_over(al, &question->tiled, MMA_A, tile);
	question->b = tiled_mma_layout_tv_over(al, &question->tiled, MMA_B, tile);
	question->c = tv_of_c(al, question, tile);
	check_threads(al, question, question->a);
	check_threads(al, question, question->b);
	check_threads(al, question, question->c);
	int64_t at_once[3];
	for (int i = 0; i < 3 && !algebra_failed(al); i++) {
		struct layout placed = layout_mode(question->tiled.thr_vmnk, i + 1);
		at_once[i] = atom_extent(al, question, i) * int_value(al, layout_size(al, placed));
	}
	if (algebra_failed(al)) {
		return;
	}
	question->repeat_m = question->m / at_once[0];
	question->repeat_n = question->n / at_once[1];
	question->repeat_k = question->k / at_once[2];
	algebra_operand(al, TILED_OF_A);
	question->places_a = silicon_memory_make(al, "the memory of A", question->memory_a, question->m * question->k,
		SILICON_SHARED_BYTES);
	algebra_operand(al, TILED_OF_B);
	question->places_b = silicon_memory_make(al, "the memory of B", question->memory_b, question->n * question->k,
		SILICON_SHARED_BYTES);
	algebra_operand(al, 0);
	int64_t bytes = question->places_a.places * bytes_of(question->mma.a_elements)
		+ question->places_b.places * bytes_of(question->mma.b_elements);
	if (!algebra_failed(al) && bytes > SILICON_SHARED_BYTES) {
		algebra_fault(al, FAULT_UNSUPPORTED, "A and B take %" PRId64 " bytes of shared memory, %d at most", bytes,
			SILICON_SHARED_BYTES);
	}
}

int64_t tiled_words(const struct tiled_question *question) {
	return 2 * question->m * question->n;
}

/* --- the text --- */

/* "bits_x(c)": the bits of the number c. */
static void put_bits(struct emitter *em, char name, struct packed packed) {
	uint64_t two = packed.one + (1ull << packed_mantissa(packed));
	emit_open(em, "static __device__ __forceinline__ %s bits_%c(unsigned c)", emit_unsigned(bytes_of(packed)), name);
	emit_line(em, "return c == 0 ? 0 : c == 1 ? 0x%" PRIx64 "ull : 0x%" PRIx64 "ull;", packed.one, two);
	emit_close(em);
	buf_put_char(em->out, '\n');
}

/* The registers of one atom: its values from "first" on. */
static void put_registers(struct emitter *em, char name, struct registers registers, struct packed packed,
		const char *repetition) {
	int values = registers_values(registers, packed);
	emit_line(em, "%s %c[%d] = {};", registers_name(registers), name, registers.count);
	emit_unrolled(em, "v", values);
	const char *element = emit_text(em, "tile_%c[place_%c(own_%c(t, v + %d * (%s)))]", name, name, name, values,
		repetition);
	if (registers.type == REGISTER_F64) {
		emit_line(em, "%c[v] = %s == 0 ? 0 : %s == bits_%c(1) ? 1 : 2;", name, element, element, name);
	} else {
		emit_line(em, "%c[v * %d / 32] |= (unsigned)%s << v * %d %% 32;", name, packed.bits, element, packed.bits);
	}
	emit_close(em);
}

static void put_tile(struct emitter *em, char name, struct packed packed, int64_t elements, unsigned seed) {
	emit_open(em, "for (unsigned i = t; i < %" PRId64 "u; i += blockDim.x)", elements);
	emit_line(em, "tile_%c[place_%c(i)] = bits_%c(number(%u, i, %u));", name, name, name, seed, largest(packed));
	emit_close(em);
}

static void put_body(struct emitter *em, const struct tiled_question *question) {
	const struct mma_question *mma = &question->mma;
	int values = registers_values(mma->d, mma->d_elements);
	emit_open(em, "for (unsigned m = 0; m < %" PRId64 "; m++)", question->repeat_m);
	emit_open(em, "for (unsigned n = 0; n < %" PRId64 "; n++)", question->repeat_n);
	emit_line(em, "int sum[%d] = {};", values);
	emit_open(em, "for (unsigned k = 0; k < %" PRId64 "; k++)", question->repeat_k);
	put_registers(em, 'a', mma->a, mma->a_elements, emit_text(em, "m + %" PRId64 " * k", question->repeat_m));
	put_registers(em, 'b', mma->b, mma->b_elements, emit_text(em, "n + %" PRId64 " * k", question->repeat_n));
	emit_line(em, "%s d[%d];", registers_name(mma->d), mma->d.count);
	emit_line(em, "MMA(d, a, b);");
	emit_unrolled(em, "v", values);
	emit_line(em, "sum[v] += decode(d, v);");
	emit_close(em);
	emit_close(em);
	emit_unrolled(em, "v", values);
	emit_line(em, "const unsigned i = own_c(t, v + %d * (m + %" PRId64 " * n));", values, question->repeat_m);
	emit_line(em, "atomicAdd(found + 2 * i, (unsigned)sum[v]);");
	emit_line(em, "atomicAdd(found + 2 * i + 1, %du + t);", OWNER);
	emit_close(em);
	emit_close(em);
	emit_close(em);
}

/* After it each place of C has the sum that the threads computed, and the sum of OWNER + thread of those. */
const char *tiled_source(struct algebra *al, const struct tiled_question *question) {
	const struct mma_question *mma = &question->mma;
	struct buf out;
	buf_init(&out, al->arena);
	struct emitter em = { .out = &out, .al = al };
	mma_put_instruction(&out, mma);
	buf_put_char(&out, '\n');
	emit_open(&em, "static __device__ __forceinline__ unsigned number(unsigned seed, unsigned i, unsigned greatest)");
	emit_line(&em, "unsigned h = i * 0x9e3779b1u + seed * 0x7f4a7c15u;");
	emit_line(&em, "h ^= h >> 15;");
	emit_line(&em, "h *= 0x85ebca6bu;");
	emit_line(&em, "h ^= h >> 13;");
	emit_line(&em, "return h %% (greatest + 1);");
	emit_close(&em);
	buf_put_char(&out, '\n');
	silicon_put_place(&em, "a", &question->places_a);
	silicon_put_place(&em, "b", &question->places_b);
	put_bits(&em, 'a', mma->a_elements);
	put_bits(&em, 'b', mma->b_elements);
	silicon_put_own(&em, "a", question->a);
	silicon_put_own(&em, "b", question->b);
	silicon_put_own(&em, "c", question->c);
	registers_put_decode(&em, mma->d, mma->d_elements);
	emit_open(&em, "extern \"C\" __global__ void " KERNEL_SYMBOL "(unsigned *found)");
	emit_line(&em, "__shared__ %s tile_a[%" PRId64 "];", emit_unsigned(bytes_of(mma->a_elements)),
		question->places_a.places);
	emit_line(&em, "__shared__ %s tile_b[%" PRId64 "];", emit_unsigned(bytes_of(mma->b_elements)),
		question->places_b.places);
	emit_line(&em, "const unsigned t = threadIdx.x;");
	put_tile(&em, 'a', mma->a_elements, question->m * question->k, SEED_A);
	put_tile(&em, 'b', mma->b_elements, question->n * question->k, SEED_B);
	emit_line(&em, "__syncthreads();");
	put_body(&em, question);
	emit_close(&em);
	return out.data;
}

/* --- what was found --- */

/* C(m,n) by definition; an instruction that counts different bits adds those. */
static uint32_t expected_sum(const struct tiled_question *question, int64_t m, int64_t n) {
	bool counts_differences = mma_counts_differences(&question->mma);
	uint32_t sum = 0;
	for (int64_t k = 0; k < question->k; k++) {
		unsigned a = number_at(SEED_A, (unsigned)(m + question->m * k), largest(question->mma.a_elements));
		unsigned b = number_at(SEED_B, (unsigned)(n + question->n * k), largest(question->mma.b_elements));
		sum += counts_differences ? a != b : a * b;
	}
	return sum;
}

/* Who adds to each place of C by its layout. */
static uint32_t *expected_owners(struct algebra *al, const struct tiled_question *question) {
	struct offsets thread = offsets_init(al, layout_mode(question->c, 0));
	struct offsets value = offsets_init(al, layout_mode(question->c, 1));
	int64_t places = question->m * question->n;
	uint32_t *owners = arena_array(al->arena, (size_t)places, sizeof *owners);
	for (int64_t t = 0; t < thread.size && !algebra_failed(al); t++) {
		for (int64_t v = 0; v < value.size; v++) {
			int64_t place = offsets_at(&thread, t) + offsets_at(&value, v);
			if (place < places) {
				owners[place] += OWNER + (uint32_t)t;
			}
		}
	}
	return owners;
}

struct silicon_answer tiled_judge(struct algebra *al, const struct tiled_question *question, const uint32_t *found) {
	struct silicon_answer answer = { .good = true, .asked = question->m * question->n };
	const uint32_t *owners = expected_owners(al, question);
	for (int64_t i = 0; i < answer.asked && answer.good && !algebra_failed(al); i++) {
		int64_t m = i % question->m;
		int64_t n = i / question->m;
		uint32_t sum = expected_sum(question, m, n);
		if (found[2 * i + 1] != owners[i]) {
			snprintf(answer.text, sizeof answer.text, "C(%" PRId64 ",%" PRId64 ") was added to by %u threads, whose "
				"numbers sum to %u; by the layout of C it is %u, and %u", m, n, found[2 * i + 1] / OWNER,
				found[2 * i + 1] % OWNER, owners[i] / OWNER, owners[i] % OWNER);
			answer.good = false;
		} else if (found[2 * i] != sum) {
			snprintf(answer.text, sizeof answer.text, "C(%" PRId64 ",%" PRId64 ") is %d; A and B give %u", m, n,
				(int)found[2 * i], sum);
			answer.good = false;
		}
	}
	answer.good = answer.good && !algebra_failed(al);
	return answer;
}

struct silicon_answer tiled_ask(struct device *device, struct algebra *al, const struct tiled_question *question,
		struct fault *fault) {
	int64_t words = tiled_words(question);
	uint32_t *found = arena_array(al->arena, (size_t)words, sizeof *found);
	const struct silicon_run run = { .source = tiled_source(al, question), .blocks = 1, .threads = question->threads,
		.bytes = words * (int64_t)sizeof *found, .host = found };
	if (algebra_failed(al) || !silicon_run(device, al->arena, &run, fault)) {
		return (struct silicon_answer){ .good = false };
	}
	return tiled_judge(al, question, found);
}
