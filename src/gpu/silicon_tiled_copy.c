#include "gpu/silicon_tiled_copy.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "algebra/query.h"
#include "gpu/silicon_run.h"

/* Words and elements that a part of what is found is a multiple of. */
enum { WARP = 32, THREADS_MOST = 1024, ALIGNMENT = 32 };

/* What is found where nothing came; numbers are below it. */
#define NOTHING 0x80000000u
#define GLOBAL_PLACES ((int64_t)1 << 24)

/* --- the question made ready --- */

bool tiled_copy_set_way(struct tiled_copy_question *question, struct str name) {
	static const char global[] = "SM80_CP_ASYNC_CACHEGLOBAL";
	static const char always[] = "SM80_CP_ASYNC_CACHEALWAYS";
	bool is_plain = str_starts_with(name, "UniversalCopy") || str_starts_with(name, "AutoVectorizingCopy");
	bool is_global = str_starts_with(name, global);
	if (is_plain || (!is_global && !str_starts_with(name, always))) {
		question->way = TILED_COPY_PLAIN;
		return is_plain;
	}
	size_t length = (is_global ? sizeof global : sizeof always) - 1;
	question->way = TILED_COPY_ASYNC;
	question->instruction = str_from(is_global ? "cp.async.cg.shared.global" : "cp.async.ca.shared.global");
	question->fills = str_starts_with((struct str){ name.data + length, name.length - length }, "_ZFILL");
	return true;
}

/* A side of the copy: its (thread, value), and how many values one access has. */
struct side_of_copy {
	struct layout tv;
	int together;
};

/* Whether the elements of each access are next to one another in "memory", from a multiple of their size on. */
static bool is_whole(struct algebra *al, const struct silicon_memory *memory, struct side_of_copy side) {
	struct offsets thread = offsets_init(al, layout_mode(side.tv, 0));
	struct offsets value = offsets_init(al, layout_mode(side.tv, 1));
	for (int64_t t = 0; t < thread.size && !algebra_failed(al); t++) {
		int64_t first = 0;
		for (int64_t v = 0; v < value.size; v++) {
			int64_t place = offsets_at(&memory->offsets, offsets_at(&thread, t) + offsets_at(&value, v));
			int64_t j = v % side.together;
			first = j == 0 ? place : first;
			if (place != first + j || first % side.together != 0) {
				return false;
			}
		}
	}
	return true;
}

/*
 * "*map", or if that is NULL the layout of the two compact ones that suits, as the memory "name" of the tensor. The
 * accesses of "side" must be whole in it.
 */
static struct silicon_memory make_memory(struct algebra *al, const struct tiled_copy_question *question,
		const char *name, const struct map *map, struct side_of_copy side) {
	int64_t most = name[0] == 's' ? SILICON_SHARED_BYTES / (question->bits / 8) : GLOBAL_PLACES;
	struct silicon_memory memory = { .name = name };
	for (int i = 0; i < 2 && !algebra_failed(al); i++) {
		struct layout usual = i == 0 ? layout_from_shape(al, question->shape) :
			layout_from_shape_right(al, question->shape);
		memory = silicon_memory_make(al, name, map != NULL ? *map : map_from_layout(usual), question->elements, most);
		if (algebra_failed(al) || is_whole(al, &memory, side)) {
			return memory;
		}
	}
	algebra_fault(al, FAULT_UNSUPPORTED, "the copy moves %d elements of %d bits at once, which do not lie side by side"
		" from a multiple of their size on in %s", side.together, question->bits, name);
	return memory;
}

/* (thread, value) of one side as elements of the tensor: CuTe's tidfrg with the modes of values as one. */
static struct layout tv_of(struct algebra *al, const struct tiled_copy_question *question, bool source) {
	struct layout tensor = layout_from_shape(al, question->shape);
	struct layout all = map_inner(al, tiled_copy_tidfrg(al, &question->tiled, source, map_from_layout(tensor)));
	if (algebra_failed(al)) {
		return all;
	}
	int rank = layout_rank(all);
	struct layout *values = arena_array(al->arena, (size_t)rank, sizeof *values);
	for (int i = 1; i < rank; i++) {
		values[i - 1] = layout_mode(all, i);
	}
	struct layout modes[2] = { layout_mode(all, 0), layout_from_modes(al, values, rank - 1) };
	return layout_from_modes(al, modes, 2);
}

/* Fault unless "tv" has every element of the tensor, and none beyond. */
static void check_cover(struct algebra *al, const struct tiled_copy_question *question, struct layout tv) {
	struct query query = query_map(al, map_from_layout(tv));
	if (query.least < 0 || query.greatest >= question->elements) {
		algebra_fault(al, FAULT_UNSUPPORTED, "the shape is no multiple of the copy's tile");
	} else if (query.image != question->elements) {
		algebra_fault(al, FAULT_UNSUPPORTED, "the copy leaves %" PRId64 " of %" PRId64 " elements where they are",
			question->elements - query.image, question->elements);
	}
}

static int64_t size_of(struct algebra *al, struct layout layout, int mode) {
	return int_value(al, layout_size(al, layout_mode(layout, mode)));
}

/* Threads, values and instructions, of which both sides must have as many. */
static void count_calls(struct algebra *al, struct tiled_copy_question *question) {
	if (algebra_failed(al)) {
		return; /* what faulted has no modes */
	}
	question->threads = (int)size_of(al, question->source, 0);
	question->source_values = (int)size_of(al, question->tiled.atom.src, 1);
	question->target_values = (int)size_of(al, question->tiled.atom.dst, 1);
	int64_t sources = size_of(al, question->source, 1);
	int64_t targets = size_of(al, question->target, 1);
	if (algebra_failed(al)) {
		return;
	}
	question->calls = sources / question->source_values;
	question->values = question->way == TILED_COPY_PLAIN ? sources : targets;
	bool is_warp = question->way == TILED_COPY_LOAD || question->way == TILED_COPY_STORE;
	if (question->threads > THREADS_MOST || (is_warp && question->threads % WARP != 0)) {
		algebra_fault(al, FAULT_UNSUPPORTED, "the copy has %d threads; a kernel has %d at most%s", question->threads,
			THREADS_MOST, is_warp ? ", and whole warps" : "");
	} else if (sources % question->source_values != 0 || targets != question->calls * question->target_values
			|| size_of(al, question->target, 0) != question->threads) {
		algebra_fault(al, FAULT_UNSUPPORTED, "source and destination differ in threads or instructions");
	}
}

/* Where the words of each step begin. */
static void place_steps(struct tiled_copy_question *question) {
	bool has_in = question->way == TILED_COPY_PLAIN || question->way == TILED_COPY_STORE;
	const int64_t count[STEPS] = {
		[STEP_IN] = has_in ? question->threads * question->calls * question->source_values : 0,
		[STEP_SHARED] = question->shared.places,
		[STEP_OUT] = question->threads * question->values,
		[STEP_RESULT] = question->to.places,
	};
	for (int i = 0; i < STEPS; i++) {
		question->first[i + 1] = question->first[i] + count[i];
	}
}

void tiled_copy_prepare(struct algebra *al, struct tiled_copy_question *question) {
	question->elements = int_value(al, tuple_product(al, question->shape));
	if (!algebra_failed(al) && question->bits != 8 && question->bits != 16 && question->bits != 32
			&& question->bits != 64) {
		algebra_fault(al, FAULT_UNSUPPORTED, "elements of %d bits: a kernel moves those of 8, 16, 32 and 64",
			question->bits);
	}
	if (!algebra_failed(al) && question->elements * question->bits / 8 > SILICON_SHARED_BYTES) {
		algebra_fault(al, FAULT_UNSUPPORTED, "%" PRId64 " elements of %d bits; a block has %d bytes of shared memory",
			question->elements, question->bits, SILICON_SHARED_BYTES);
	}
	question->source = tv_of(al, question, true);
	question->target = tv_of(al, question, false);
	check_cover(al, question, question->source);
	check_cover(al, question, question->target);
	count_calls(al, question);
	if (algebra_failed(al)) {
		return;
	}
	enum tiled_copy_way way = question->way;
	bool is_load = way == TILED_COPY_LOAD;
	bool is_warp = is_load || way == TILED_COPY_STORE;
	const struct side_of_copy source = { question->source, is_warp ? 1 : question->source_values };
	const struct side_of_copy target = { question->target, is_warp ? 1 : question->target_values };
	const struct side_of_copy rows = { is_load ? question->source : question->target,
		is_load ? question->source_values : question->target_values };
	algebra_operand(al, TILED_COPY_OF_READ);
	question->from = make_memory(al, question, "the memory that is read", question->from_map, source);
	algebra_operand(al, TILED_COPY_OF_SHARED);
	question->shared = make_memory(al, question, "shared memory", question->shared_map, rows);
	algebra_operand(al, TILED_COPY_OF_WRITTEN);
	question->to = make_memory(al, question, "the memory that is written", question->to_map, target);
	algebra_operand(al, 0);
	place_steps(question);
}

static int64_t rounded(int64_t count) {
	return (count + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

int64_t tiled_copy_bytes(const struct tiled_copy_question *question) {
	return rounded(question->first[STEPS]) * 4
		+ (rounded(question->from.places) + rounded(question->to.places)) * question->bits / 8;
}

/* --- the text --- */

static void put_instruction(struct buf *out, const struct tiled_copy_question *question) {
	if (question->way == TILED_COPY_LOAD || question->way == TILED_COPY_STORE) {
		copy_put_instruction(out, &question->atom);
	} else if (question->way == TILED_COPY_ASYNC) {
		int bytes = question->source_values * question->bits / 8;
		buf_printf(out, "#define COPY_ASYNC(to, from) asm volatile(\"%.*s [%%0], [%%1], %d%s;\" "
			": : \"r\"((unsigned)__cvta_generic_to_shared(to)), \"l\"(from)", (int)question->instruction.length,
			question->instruction.data, bytes, question->fills ? ", %2" : "");
		if (question->fills) {
			buf_printf(out, ", \"r\"(%d)", bytes);
		}
		buf_put(out, " : \"memory\")\n#define COPY_WAIT() asm volatile(\"cp.async.wait_all;\" : : : \"memory\")\n");
	}
}

/* Types, and what takes down a digit of a number. */
static void put_types(struct emitter *em, const struct tiled_copy_question *question) {
	emit_line(em, "typedef %s element;", emit_unsigned(question->bits / 8));
	emit_open(em, "struct __align__(%d) vector", question->source_values * question->bits / 8);
	emit_line(em, "element e[%d];", question->source_values);
	em->indent--;
	emit_line(em, "};");
	buf_put_char(em->out, '\n');
	emit_open(em, "static __device__ __forceinline__ void note(unsigned *word, element x, unsigned shift)");
	emit_line(em, "*word |= x == 0 ? 0x%xu : (unsigned)(x - 1) << shift;", NOTHING);
	emit_close(em);
	buf_put_char(em->out, '\n');
}

/* "x", value "v" of the thread, is taken down under "step". */
static void put_note(struct emitter *em, const struct tiled_copy_question *question, enum tiled_copy_step step,
		const char *v, const char *x) {
	emit_line(em, "note(found + %" PRId64 " + t + %d * (%s), %s, shift);", question->first[step], question->threads, v,
		x);
}

/* What lies in the places of "memory", an array of the kernel, is taken down under "step". */
static void put_places(struct emitter *em, const struct tiled_copy_question *question, enum tiled_copy_step step,
		const char *array) {
	emit_open(em, "for (unsigned i = t; i < %" PRId64 "u; i += blockDim.x)",
		question->first[step + 1] - question->first[step]);
	emit_line(em, "note(found + %" PRId64 " + i, %s[i], shift);", question->first[step], array);
	emit_close(em);
}

/* A loop over the instructions of a thread; values of the source start at "s", of the destination at "d". */
static void put_calls(struct emitter *em, const struct tiled_copy_question *question) {
	buf_put(em->out, "#pragma unroll 1\n");
	emit_open(em, "for (unsigned c = 0; c < %" PRId64 "; c++)", question->calls);
	emit_line(em, "const unsigned s = c * %d;", question->source_values);
	emit_line(em, "const unsigned d = c * %d;", question->target_values);
}

/* Values by vectors, from where "read" says to where "written" says; each is taken down under "step". */
static void put_vectors(struct emitter *em, const struct tiled_copy_question *question, enum tiled_copy_step step,
		const char *read, const char *written) {
	put_calls(em, question);
	emit_line(em, "const vector x = *(const vector *)&%s;", read);
	emit_unrolled(em, "j", question->source_values);
	put_note(em, question, step, "d + j", "x.e[j]");
	emit_close(em);
	emit_line(em, "*(vector *)&%s = x;", written);
	emit_close(em);
}

/* From global to shared memory: by the atom, unless that loads. */
static void put_way_in(struct emitter *em, const struct tiled_copy_question *question) {
	int bits = question->bits;
	switch (question->way) {
	case TILED_COPY_PLAIN:
		put_vectors(em, question, STEP_IN, "from[place_from(own_s(t, s))]", "tile[place_shared(own_d(t, d))]");
		break;
	case TILED_COPY_ASYNC:
		put_calls(em, question);
		emit_line(em, "COPY_ASYNC(tile + place_shared(own_d(t, d)), from + place_from(own_s(t, s)));");
		emit_close(em);
		emit_line(em, "COPY_WAIT();");
		break;
	case TILED_COPY_LOAD:
		emit_open(em, "for (unsigned i = t; i < %" PRId64 "u; i += blockDim.x)", question->elements);
		emit_line(em, "tile[place_shared(i)] = from[place_from(i)];");
		emit_close(em);
		break;
	case TILED_COPY_STORE:
		put_calls(em, question);
		emit_line(em, "unsigned r[%d] = {};", question->atom.s.count);
		emit_unrolled(em, "j", question->source_values);
		emit_line(em, "const element x = from[place_from(own_s(t, s + j))];");
		put_note(em, question, STEP_IN, "s + j", "x");
		emit_line(em, "r[j * %d / 32] |= (unsigned)x << j * %d %% 32;", bits, bits);
		emit_close(em);
		emit_line(em, "MOVE((tile + place_shared(own_d(t, d))), r);");
		emit_close(em);
		break;
	}
}

/* From shared to global memory: by the atom if that loads. */
static void put_way_out(struct emitter *em, const struct tiled_copy_question *question) {
	int bits = question->bits;
	if (question->way == TILED_COPY_PLAIN) {
		put_vectors(em, question, STEP_OUT, "tile[place_shared(own_s(t, s))]", "to[place_to(own_d(t, d))]");
		return;
	}
	if (question->way == TILED_COPY_ASYNC) {
		put_vectors(em, question, STEP_OUT, "tile[place_shared(own_d(t, d))]", "to[place_to(own_d(t, d))]");
		return;
	}
	put_calls(em, question);
	if (question->way == TILED_COPY_LOAD) {
		emit_line(em, "unsigned r[%d];", question->atom.d.count);
		emit_line(em, "MOVE(r, (tile + place_shared(own_s(t, s))));");
	}
	emit_unrolled(em, "j", question->target_values);
	if (question->way == TILED_COPY_LOAD) {
		emit_line(em, "const element x = (element)(r[j * %d / 32] >> j * %d %% 32);", bits, bits);
	} else {
		emit_line(em, "const element x = tile[place_shared(own_d(t, d + j))];");
	}
	put_note(em, question, STEP_OUT, "d + j", "x");
	emit_line(em, "to[place_to(own_d(t, d + j))] = x;");
	emit_close(em);
	emit_close(em);
}

static void put_clear(struct emitter *em, const char *array, int64_t places) {
	emit_open(em, "for (unsigned i = t; i < %" PRId64 "u; i += blockDim.x)", places);
	emit_line(em, "%s[i] = 0;", array);
	emit_close(em);
}

/* Bits of a number that an element carries at a time, and of the greatest number. */
static int digit_bits(const struct tiled_copy_question *question) {
	return question->bits > 32 ? 31 : question->bits - 1;
}

static int number_bits(const struct tiled_copy_question *question) {
	int bits = 1;
	while ((question->elements - 1) >> bits > 0) {
		bits++;
	}
	return bits;
}

const char *tiled_copy_source(struct algebra *al, const struct tiled_copy_question *question) {
	struct buf out;
	buf_init(&out, al->arena);
	struct emitter em = { .out = &out, .al = al };
	put_instruction(&out, question);
	put_types(&em, question);
	silicon_put_place(&em, "from", &question->from);
	silicon_put_place(&em, "shared", &question->shared);
	silicon_put_place(&em, "to", &question->to);
	silicon_put_own(&em, "s", question->source);
	silicon_put_own(&em, "d", question->target);
	emit_open(&em, "extern \"C\" __global__ void " KERNEL_SYMBOL "(unsigned *found)");
	emit_line(&em, "__shared__ __align__(128) element tile[%" PRId64 "];", question->shared.places);
	emit_line(&em, "element *const from = (element *)(found + %" PRId64 ");", rounded(question->first[STEPS]));
	emit_line(&em, "element *const to = from + %" PRId64 ";", rounded(question->from.places));
	emit_line(&em, "const unsigned t = threadIdx.x;");
	emit_open(&em, "for (unsigned shift = 0; shift < %d; shift += %d)", number_bits(question), digit_bits(question));
	put_clear(&em, "from", question->from.places);
	put_clear(&em, "tile", question->shared.places);
	put_clear(&em, "to", question->to.places);
	emit_line(&em, "__syncthreads();");
	emit_open(&em, "for (unsigned i = t; i < %" PRId64 "u; i += blockDim.x)", question->elements);
	emit_line(&em, "from[place_from(i)] = (element)((i >> shift & 0x%xu) + 1);", (1u << digit_bits(question)) - 1);
	emit_close(&em);
	emit_line(&em, "__syncthreads();");
	put_way_in(&em, question);
	emit_line(&em, "__syncthreads();");
	put_places(&em, question, STEP_SHARED, "tile");
	put_way_out(&em, question);
	emit_line(&em, "__syncthreads();");
	put_places(&em, question, STEP_RESULT, "to");
	emit_line(&em, "__syncthreads();");
	emit_close(&em);
	emit_close(&em);
	return out.data;
}

/* --- what was found --- */

/* What each word of "step" should be: NOTHING, or the number of an element. */
static uint32_t *expected_words(struct algebra *al, const struct tiled_copy_question *question,
		enum tiled_copy_step step) {
	int64_t count = question->first[step + 1] - question->first[step];
	uint32_t *words = arena_array(al->arena, (size_t)count, sizeof *words);
	bool is_source = step == STEP_IN || question->way == TILED_COPY_PLAIN;
	const struct silicon_memory *memory = step == STEP_SHARED ? &question->shared : &question->to;
	struct layout tv = is_source ? question->source : question->target;
	struct offsets thread = offsets_init(al, layout_mode(tv, 0));
	struct offsets value = offsets_init(al, layout_mode(tv, 1));
	bool has_places = step == STEP_SHARED || step == STEP_RESULT;
	for (int64_t i = 0; i < count; i++) {
		words[i] = has_places ? NOTHING :
			(uint32_t)(offsets_at(&thread, i % question->threads) + offsets_at(&value, i / question->threads));
	}
	for (int64_t i = 0; i < question->elements && has_places; i++) {
		words[offsets_at(&memory->offsets, i)] = (uint32_t)i;
	}
	return words;
}

/* "(3,8)", the coordinate of the element with this number. */
static void put_element(struct buf *out, struct algebra *al, const struct tiled_copy_question *question,
		uint32_t number) {
	int64_t left = number;
	int rank = tuple_rank(question->shape);
	if (left >= question->elements) {
		buf_put(out, number == NOTHING ? "nothing" : "a number that no element has");
		return;
	}
	for (int i = 0; i < rank; i++) {
		int64_t extent = int_value(al, tuple_mode(question->shape, i));
		buf_printf(out, "%s%" PRId64, i == 0 ? "(" : ",", left % extent);
		left /= extent;
	}
	buf_put_char(out, ')');
}

static void put_difference(struct algebra *al, const struct tiled_copy_question *question, enum tiled_copy_step step,
		int64_t i, const uint32_t words[2], struct silicon_answer *answer) {
	struct buf out;
	buf_init(&out, al->arena);
	switch (step) {
	case STEP_IN:
		buf_printf(&out, "from global memory to registers: thread %" PRId64 " has as value %" PRId64 " ",
			i % question->threads, i / question->threads);
		break;
	case STEP_SHARED: buf_printf(&out, "to shared memory: at %" PRId64 " there is ", i); break;
	case STEP_OUT:
		buf_printf(&out, "from shared memory to registers: thread %" PRId64 " has as value %" PRId64 " ",
			i % question->threads, i / question->threads);
		break;
	default: buf_printf(&out, "to global memory: at %" PRId64 " there is ", i);
	}
	put_element(&out, al, question, words[0]);
	buf_put(&out, step == STEP_IN || step == STEP_OUT ? ", the copy says " : ", the layout says ");
	put_element(&out, al, question, words[1]);
	snprintf(answer->text, sizeof answer->text, "%s", out.data);
}

struct silicon_answer tiled_copy_judge(struct algebra *al, const struct tiled_copy_question *question,
		const uint32_t *found) {
	struct silicon_answer answer = { .good = true, .asked = question->elements };
	for (int step = 0; step < STEPS && answer.good && !algebra_failed(al); step++) {
		const uint32_t *expected = expected_words(al, question, (enum tiled_copy_step)step);
		const uint32_t *own = found + question->first[step];
		int64_t count = question->first[step + 1] - question->first[step];
		for (int64_t i = 0; i < count && answer.good; i++) {
			if (own[i] != expected[i]) {
				const uint32_t words[2] = { own[i], expected[i] };
				put_difference(al, question, (enum tiled_copy_step)step, i, words, &answer);
				answer.good = false;
			}
		}
	}
	answer.good = answer.good && !algebra_failed(al);
	return answer;
}

struct silicon_answer tiled_copy_ask(struct device *device, struct algebra *al,
		const struct tiled_copy_question *question, struct fault *fault) {
	int64_t bytes = tiled_copy_bytes(question);
	uint32_t *found = arena_alloc(al->arena, (size_t)bytes);
	const struct silicon_run run = { .source = tiled_copy_source(al, question), .code = question->code, .blocks = 1,
		.threads = question->threads, .bytes = bytes, .host = found };
	if (algebra_failed(al) || !silicon_run(device, al->arena, &run, fault)) {
		return (struct silicon_answer){ .good = false };
	}
	return tiled_copy_judge(al, question, found);
}
