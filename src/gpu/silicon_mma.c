#include "gpu/silicon.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "algebra/infer.h"
#include "algebra/offsets.h"
#include "gpu/emit.h"

enum { WARP = 32, WARPS_OF_BLOCK = 8, BLOCKS_MAX = 264 };

/* --- numbers --- */

bool packed_find(struct str name, struct packed *out) {
	static const struct {
		const char *name;
		struct packed packed;
	} all[] = {
		{ "f16", { 16, 0x3c00 } }, { "bf16", { 16, 0x3f80 } }, { "tf32", { 32, 0x3f800000 } },
		{ "f32", { 32, 0x3f800000 } }, { "f64", { 64, 0x3ff0000000000000 } }, { "e4m3", { 8, 0x38 } },
		{ "e5m2", { 8, 0x3c } }, { "s8", { 8, 1 } }, { "u8", { 8, 1 } }, { "s4", { 4, 1 } }, { "u4", { 4, 1 } },
		{ "s32", { 32, 1 } }, { "b1", { 1, 1 } },
	};
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
		if (str_is(name, all[i].name)) {
			*out = all[i].packed;
			return true;
		}
	}
	return false;
}

static int register_bits(struct registers registers) {
	return registers.type == REGISTER_F64 ? 64 : 32;
}

/* Elements of a thread. */
static int values_of(struct registers registers, struct packed packed) {
	return registers.count * register_bits(registers) / packed.bits;
}

/* Threads, values, and places of all of them. */
struct operand {
	const char *name;
	int threads, values;
	int64_t places;
	struct packed packed;
	int register_bits;
};

static struct operand operand_of(struct algebra *al, const struct mma_question *question, const char *name,
		struct registers registers, struct packed packed) {
	struct operand operand = { .name = name, .packed = packed, .register_bits = register_bits(registers) };
	operand.threads = (int)layout_size(al, question->atom.thr_id).value;
	operand.values = values_of(registers, packed);
	operand.places = (int64_t)operand.threads * operand.values;
	return operand;
}

static struct operand operand_a(struct algebra *al, const struct mma_question *question) {
	return operand_of(al, question, "A", question->a, question->a_elements);
}

static struct operand operand_b(struct algebra *al, const struct mma_question *question) {
	return operand_of(al, question, "B", question->b, question->b_elements);
}

static struct operand operand_c(struct algebra *al, const struct mma_question *question) {
	return operand_of(al, question, "C", question->d, question->d_elements);
}

int64_t mma_pairs(struct algebra *al, const struct mma_question *question) {
	return operand_a(al, question).places * operand_b(al, question).places;
}

/* --- the text --- */

static const char *register_name(struct registers registers) {
	static const char *const names[] = { "unsigned", "float", "double" };
	return names[registers.type];
}

/* "{%4, %5}": registers from "*next" on. */
static void put_places(struct buf *out, int count, int *next) {
	for (int i = 0; i < count; i++) {
		buf_printf(out, "%s%%%d", i > 0 ? ", " : "{", (*next)++);
	}
	buf_put(out, "}");
}

static void put_constraints(struct buf *out, const char *prefix, struct registers registers, const char *name) {
	static const char letters[] = { 'r', 'f', 'd' };
	static const char *const zeros[] = { "0", "0.f", "0." };
	for (int i = 0; i < registers.count; i++) {
		buf_printf(out, "%s\"%s%c\"(", i > 0 ? ", " : "", prefix, letters[registers.type]);
		if (name != NULL) {
			buf_printf(out, "%s[%d])", name, i);
		} else {
			buf_printf(out, "%s)", zeros[registers.type]);
		}
	}
}

/* "#define MMA(d, a, b) asm(...)": d = a * b, with C = 0. */
static void put_instruction(struct buf *out, const struct mma_question *question) {
	int next = 0;
	buf_printf(out, "#define MMA(d, a, b) asm volatile(\"%.*s ", (int)question->instruction.length,
		question->instruction.data);
	put_places(out, question->d.count, &next);
	buf_put(out, ", ");
	put_places(out, question->a.count, &next);
	buf_put(out, ", ");
	put_places(out, question->b.count, &next);
	buf_put(out, ", ");
	put_places(out, question->d.count, &next);
	buf_put(out, ";\" : ");
	put_constraints(out, "=", question->d, "d");
	buf_put(out, " : ");
	put_constraints(out, "", question->a, "a");
	buf_put(out, ", ");
	put_constraints(out, "", question->b, "b");
	buf_put(out, ", ");
	put_constraints(out, "", question->d, NULL);
	buf_put(out, ")\n");
}

/* "name": the registers of an operand of which only place "place" is 1, if it is this lane's. */
static void put_one_hot(struct emitter *em, const char *name, struct registers registers, struct packed packed,
		const struct operand *operand, struct layout thr_id) {
	emit_line(em, "%s %s[%d];", register_name(registers), name, registers.count);
	const char *thread = emit_text(em, "(place_%s %% %du)", name, operand->threads);
	emit_line(em, "const bool is_mine_%s = lane == (unsigned)(%s);", name, emit_layout(em, thr_id, thread));
	emit_line(em, "const unsigned bit_%s = place_%s / %du * %du;", name, name, operand->threads, packed.bits);
	emit_unrolled(em, "n", registers.count);
	const char *one = registers.type == REGISTER_U32 ?
		emit_text(em, "0x%" PRIx64 "u << bit_%s %% 32", packed.one, name) : "1";
	emit_line(em, "%s[n] = is_mine_%s && bit_%s / %d == n ? %s : 0;", name, name, name, register_bits(registers), one);
	emit_close(em);
}

/* "state_NAME(d, v)": 0 if value v of "d" is 0, 1 if it is 1, otherwise 2. For integers the number itself. */
static void put_state(struct emitter *em, const struct mma_question *question) {
	struct packed packed = question->d_elements;
	emit_open(em, "static __device__ __forceinline__ int state(const %s *d, unsigned v)",
		register_name(question->d));
	if (question->d.type != REGISTER_U32) {
		emit_line(em, "return d[v] == 0 ? 0 : d[v] == 1 ? 1 : 2;");
	} else if (packed.bits == 32) {
		emit_line(em, "return (int)d[v];");
	} else {
		emit_line(em, "const unsigned bits = d[v * %d / 32] >> v * %d %% 32 & 0x%xu;", packed.bits, packed.bits,
			(1u << packed.bits) - 1);
		emit_line(em, "return bits == 0 ? 0 : bits == 0x%" PRIx64 "u ? 1 : 2;", packed.one);
	}
	emit_close(em);
}

/*
 * xor counts the bits in which A and B differ: with one bit in each, D has 1 in the row of A's and in the column of
 * B's, and where they cross 2, or if they meet in k 0. The product is half of what is missing there.
 */
static bool counts_differences(const struct mma_question *question) {
	static const char ending[] = ".xor.popc";
	size_t length = sizeof ending - 1;
	struct str text = question->instruction;
	return text.length > length && memcmp(text.data + text.length - length, ending, length) == 0;
}

static void put_product(struct emitter *em, const struct mma_question *question) {
	const char *d = register_name(question->d);
	emit_line(em, "%s d[%d];", d, question->d.count);
	emit_line(em, "MMA(d, a, b);");
	if (counts_differences(question)) {
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
	struct operand a = operand_a(al, question);
	struct operand b = operand_b(al, question);
	struct operand c = operand_c(al, question);
	struct buf out;
	buf_init(&out, al->arena);
	struct emitter em = { .out = &out, .al = al };
	put_instruction(&out, question);
	put_state(&em, question);
	buf_put_char(&out, '\n');
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
	emit_line(&em, "const int is = state(d, v);");
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

/* Coordinates of each place in the two modes of an operand, -1 where unknown: A (m, k), B (n, k), C (m, n). */
struct claims {
	const struct operand *operand;
	int64_t *first, *second;
	int64_t extent;            /* of the first mode */
};

static struct claims claims_new(struct algebra *al, const struct operand *operand, int64_t extent) {
	struct claims claims = { .operand = operand, .extent = extent };
	claims.first = arena_array(al->arena, (size_t)operand->places, sizeof *claims.first);
	claims.second = arena_array(al->arena, (size_t)operand->places, sizeof *claims.second);
	return claims;
}

/* What "layout", of (thread, value), says. A place that it does not have is nowhere. */
static void claims_take(struct algebra *al, struct claims *claims, struct layout layout) {
	struct offsets thread = offsets_init(al, layout_mode(layout, 0));
	struct offsets value = offsets_init(al, layout_mode(layout, 1));
	for (int64_t i = 0; i < claims->operand->places && !algebra_failed(al); i++) {
		int64_t t = i % claims->operand->threads;
		int64_t v = i / claims->operand->threads;
		bool has = t < thread.size && v < value.size;
		int64_t offset = has ? offsets_at(&thread, t) + offsets_at(&value, v) : -1;
		claims->first[i] = has ? offset % claims->extent : -1;
		claims->second[i] = has ? offset / claims->extent : -1;
	}
}

/* Everything that is judged: extents, what the atom claims, and what was found. */
struct trial {
	struct algebra *al;
	const struct mma_question *question;
	int64_t m, n, k;
	struct operand a, b, c;
	struct claims of_a, of_b, of_c;
	const uint32_t *found;
	int64_t *place_of;         /* by m + M * n, the place of C that the atom has for it, or -1 */
};

/* The place of C in which A's place "i" and B's "j" meet by the claims; -1 if they do not, -2 if it is nowhere. */
static int64_t expected(const struct trial *trial, int64_t i, int64_t j) {
	int64_t m = trial->of_a.first[i];
	int64_t n = trial->of_b.first[j];
	if (trial->of_a.second[i] != trial->of_b.second[j] || m < 0 || n < 0) {
		return -1;
	}
	int64_t place = m < trial->m && n < trial->n ? trial->place_of[m + trial->m * n] : -1;
	return place < 0 ? -2 : place;
}

/* The place of C that was found for the pair; -1 for none, -2 for anything else. */
static int64_t found_at(const struct trial *trial, int64_t i, int64_t j) {
	uint32_t found = trial->found[i + trial->a.places * j];
	int64_t place = (int64_t)found - (int64_t)MMA_FOUND;
	return found == 0 ? -1 : place >= 0 && place < trial->c.places ? place : -2;
}

static void index_places(struct trial *trial) {
	for (int64_t i = 0; i < trial->m * trial->n; i++) {
		trial->place_of[i] = -1;
	}
	for (int64_t p = 0; p < trial->c.places; p++) {
		int64_t m = trial->of_c.first[p];
		int64_t n = trial->of_c.second[p];
		if (m >= 0 && m < trial->m && n >= 0 && n < trial->n) {
			trial->place_of[m + trial->m * n] = p;
		}
	}
}

/* The number of the first pair that the claims do not explain, or -1. */
static int64_t first_wrong(const struct trial *trial) {
	for (int64_t j = 0; j < trial->b.places; j++) {
		for (int64_t i = 0; i < trial->a.places; i++) {
			if (found_at(trial, i, j) != expected(trial, i, j)) {
				return i + trial->a.places * j;
			}
		}
	}
	return -1;
}

/* The number that most of "votes" have, -1 for none. */
static int64_t elected(const int64_t *votes, int64_t count) {
	int64_t best = -1;
	for (int64_t i = 0; i < count; i++) {
		best = votes[i] > 0 && (best < 0 || votes[i] > votes[best]) ? i : best;
	}
	return best;
}

/*
 * Read the claims of A (or B, with "is_b") off the pairs, from those of the other operand and of C: each place is in
 * the row of D, and in the k of the other operand, that most of its products are in.
 */
static struct claims read_input(const struct trial *trial, bool is_b) {
	const struct claims *other = is_b ? &trial->of_a : &trial->of_b;
	const int64_t *line = is_b ? trial->of_c.second : trial->of_c.first;
	struct claims claims = claims_new(trial->al, is_b ? &trial->b : &trial->a, is_b ? trial->n : trial->m);
	int64_t *lines = arena_array(trial->al->arena, (size_t)(trial->m + trial->n), sizeof *lines);
	int64_t *depths = arena_array(trial->al->arena, (size_t)trial->k, sizeof *depths);
	for (int64_t i = 0; i < claims.operand->places; i++) {
		memset(lines, 0, (size_t)claims.extent * sizeof *lines);
		memset(depths, 0, (size_t)trial->k * sizeof *depths);
		for (int64_t j = 0; j < other->operand->places; j++) {
			int64_t place = is_b ? found_at(trial, j, i) : found_at(trial, i, j);
			bool counts = place >= 0 && other->second[j] >= 0 && other->second[j] < trial->k;
			if (counts && line[place] >= 0 && line[place] < claims.extent) {
				lines[line[place]]++;
				depths[other->second[j]]++;
			}
		}
		claims.first[i] = elected(lines, claims.extent);
		claims.second[i] = elected(depths, trial->k);
	}
	return claims;
}

/* Read the claims of C off the pairs, from those of A and B. */
static struct claims read_results(const struct trial *trial) {
	struct claims claims = claims_new(trial->al, &trial->c, trial->m);
	for (int64_t p = 0; p < trial->c.places; p++) {
		claims.first[p] = claims.second[p] = -1;
	}
	for (int64_t j = 0; j < trial->b.places; j++) {
		for (int64_t i = 0; i < trial->a.places; i++) {
			int64_t place = found_at(trial, i, j);
			if (place >= 0 && claims.first[place] < 0) {
				claims.first[place] = trial->of_a.first[i];
				claims.second[place] = trial->of_b.first[j];
			}
		}
	}
	return claims;
}

/* --- in words --- */

/* "thread 5, value 3 (register 1, bits 16 to 31)". */
static void put_place(char *text, size_t size, const struct operand *operand, int64_t place) {
	int64_t value = place / operand->threads;
	int64_t bit = value * operand->packed.bits;
	int length = snprintf(text, size, "thread %" PRId64 ", value %" PRId64 " (register %" PRId64,
		place % operand->threads, value, bit / operand->register_bits);
	bool is_whole = operand->packed.bits == operand->register_bits;
	int64_t low = bit % operand->register_bits;
	if (is_whole) {
		snprintf(text + length, size - (size_t)length, ")");
	} else if (operand->packed.bits == 1) {
		snprintf(text + length, size - (size_t)length, ", bit %" PRId64 ")", low);
	} else {
		snprintf(text + length, size - (size_t)length, ", bits %" PRId64 " to %" PRId64 ")", low,
			low + operand->packed.bits - 1);
	}
}

__attribute__((format(printf, 2, 3)))
static void say(struct silicon_answer *answer, const char *format, ...) {
	va_list args;
	va_start(args, format);
	vsnprintf(answer->text, sizeof answer->text, format, args);
	va_end(args);
	answer->good = false;
}

/* The first place of which "read" and "claimed" say different things. */
static void say_difference(struct silicon_answer *answer, const struct claims *read, const struct claims *claimed) {
	const char *modes = read->operand->name[0] == 'A' ? "m,k" : read->operand->name[0] == 'B' ? "n,k" : "m,n";
	char place[128];
	for (int64_t i = 0; i < read->operand->places; i++) {
		if (read->first[i] != claimed->first[i] || read->second[i] != claimed->second[i]) {
			put_place(place, sizeof place, read->operand, i);
			say(answer, "%s: %s holds (%s) = (%" PRId64 ",%" PRId64 "), the atom says (%" PRId64 ",%" PRId64 ")",
				read->operand->name, place, modes, read->first[i], read->second[i], claimed->first[i],
				claimed->second[i]);
			return;
		}
	}
	say(answer, "%s differs", read->operand->name);
}

/* No operand alone explains the pairs: say what the first of them does. */
static void say_pair(struct silicon_answer *answer, const struct trial *trial, int64_t pair) {
	int64_t i = pair % trial->a.places;
	int64_t j = pair / trial->a.places;
	int64_t found = found_at(trial, i, j);
	int64_t wanted = expected(trial, i, j);
	char a[128];
	char b[128];
	char is[160] = "nowhere in D";
	char should_be[160] = "nowhere";
	put_place(a, sizeof a, &trial->a, i);
	put_place(b, sizeof b, &trial->b, j);
	if (found >= 0) {
		put_place(is, sizeof is, &trial->c, found);
	} else if (found == -2) {
		snprintf(is, sizeof is, "in several places of D, or as another number");
	}
	if (wanted >= 0) {
		put_place(should_be, sizeof should_be, &trial->c, wanted);
	} else if (wanted == -2) {
		snprintf(should_be, sizeof should_be, "where C has no place");
	}
	say(answer, "the product of A at %s and B at %s stands %s%s, the atom says %s", a, b, found >= 0 ? "at " : "", is,
		should_be);
}

/* The layout that "claims" are, if they are one. */
static void find_layout(struct silicon_answer *answer, const struct trial *trial, const struct claims *claims) {
	struct algebra *al = trial->al;
	int64_t *table = arena_array(al->arena, (size_t)claims->operand->places, sizeof *table);
	for (int64_t i = 0; i < claims->operand->places; i++) {
		table[i] = claims->first[i] + claims->extent * claims->second[i];
	}
	struct inferred inferred = infer_plain(al, table, tuple_pair(al, tuple_int(claims->operand->threads),
		tuple_int(claims->operand->values)));
	answer->has_layout = !algebra_failed(al) && inferred.found && inferred.offset == 0;
	answer->layout = inferred.layout;
}

/* --- the judgement --- */

static void judge_known(struct trial *trial, struct silicon_answer *answer) {
	int64_t pair = first_wrong(trial);
	if (pair < 0) {
		answer->good = true;
		return;
	}
	struct claims of_a = trial->of_a;
	struct claims of_b = trial->of_b;
	struct claims of_c = trial->of_c;
	for (int guess = 0; guess < 3; guess++) {
		trial->of_a = of_a;
		trial->of_b = of_b;
		trial->of_c = of_c;
		struct claims read = guess == 2 ? read_results(trial) : read_input(trial, guess == 1);
		*(guess == 0 ? &trial->of_a : guess == 1 ? &trial->of_b : &trial->of_c) = read;
		index_places(trial);
		if (first_wrong(trial) < 0) {
			say_difference(answer, &read, guess == 0 ? &of_a : guess == 1 ? &of_b : &of_c);
			return;
		}
	}
	trial->of_c = of_c;
	index_places(trial);
	say_pair(answer, trial, pair);
}

struct silicon_answer mma_judge(struct algebra *al, const struct mma_question *question, const uint32_t *found) {
	struct silicon_answer answer = { .asked = mma_pairs(al, question) };
	struct trial trial = { .al = al, .question = question, .found = found, .a = operand_a(al, question),
		.b = operand_b(al, question), .c = operand_c(al, question) };
	struct tuple shape = question->atom.shape_mnk;
	trial.m = tuple_mode(shape, 0).value;
	trial.n = tuple_mode(shape, 1).value;
	trial.k = tuple_mode(shape, 2).value;
	trial.of_a = claims_new(al, &trial.a, trial.m);
	trial.of_b = claims_new(al, &trial.b, trial.n);
	trial.of_c = claims_new(al, &trial.c, trial.m);
	trial.place_of = arena_array(al->arena, (size_t)(trial.m * trial.n), sizeof *trial.place_of);
	claims_take(al, &trial.of_b, question->atom.b);
	claims_take(al, &trial.of_c, question->atom.c);
	index_places(&trial);
	if (question->is_malformed) {
		trial.of_a = read_input(&trial, false);
		answer.good = first_wrong(&trial) < 0;
		if (answer.good) {
			find_layout(&answer, &trial, &trial.of_a);
		} else {
			say_pair(&answer, &trial, first_wrong(&trial));
		}
		return answer;
	}
	claims_take(al, &trial.of_a, question->atom.a);
	judge_known(&trial, &answer);
	answer.good = answer.good && !algebra_failed(al);
	return answer;
}

struct silicon_answer mma_ask(struct device *device, struct algebra *al, const struct mma_question *question,
		struct fault *fault) {
	struct silicon_answer answer = { .good = false };
	struct kernel_image kernel = { 0 };
	int64_t pairs = mma_pairs(al, question);
	int64_t bytes = pairs * (int64_t)sizeof(uint32_t);
	const char *source = mma_source(al, question);
	void *found = algebra_failed(al) ? NULL : device_alloc(device, bytes, fault);
	uint32_t *host = arena_alloc(al->arena, (size_t)bytes);
	struct launch launch = { .kernel = &kernel, .threads = WARP * WARPS_OF_BLOCK, .arguments = { &found } };
	launch.blocks = pairs < (int64_t)BLOCKS_MAX * WARPS_OF_BLOCK ? (pairs + WARPS_OF_BLOCK - 1) / WARPS_OF_BLOCK :
		BLOCKS_MAX;
	const struct kernel_text text = { source, KERNEL_SYMBOL, (int)launch.threads };
	bool good = found != NULL && device_set(device, found, 0, bytes, fault)
		&& device_compile(device, al->arena, &text, &kernel, fault)
		&& device_run(device, &launch, fault) && device_read(device, host, found, bytes, fault);
	if (good) {
		answer = mma_judge(al, question, host);
	}
	device_unload(device, &kernel);
	if (found != NULL) {
		device_free(device, found);
	}
	return answer;
}
