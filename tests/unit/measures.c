/*
 * src/tool/access_bench.c, find_measure.c: accesses to shared memory on a device whose clock is the model of the
 * algebra, so that what is measured is what is predicted; the device takes the place of gpu/wavefronts.c and
 * gpu/tile_reads.c. Prints "N passed, N failed".
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "gpu/tile_reads.h"
#include "tool/access_bench.h"
#include "tool/check_run.h"
#include "tool/find_measure.h"
#include "tool/measured.h"

/* What the device was asked, and what it answers besides. */
static struct {
	int questions;
	int fails_at;              /* the number of the question, from 1, that cannot be answered */
	int slow;                  /* the number of the request, from 1, that takes half a cycle more */
	int64_t requests;          /* of all questions */
	bool covered;              /* the groups of each question have each request once, by divisors of the slots */
} device;

struct counts {
	int passed, failed;
};

static void expect(struct counts *counts, bool good, const char *what) {
	counts->passed += good;
	counts->failed += !good;
	if (!good) {
		printf("FAIL: %s\n", what);
	}
}

/* --- the device --- */

bool __wrap_wavefronts_measure(struct device *of, struct algebra *al, struct wavefront_question *question,
		struct fault *fault);
bool __wrap_tile_reads_measure(struct device *of, struct algebra *al, const struct access *access,
		double *bytes_per_s, struct fault *fault);

/* Each group takes what the model says, in the mean of its requests, whose addresses are multiples of their width. */
bool __wrap_wavefronts_measure(struct device *of, struct algebra *al, struct wavefront_question *question,
		struct fault *fault) {
	(void)of;
	int *seen = arena_array(al->arena, (size_t)question->request_count + 1, sizeof *seen);
	device.requests += question->request_count;
	device.covered = device.covered && question->request_count > 0;
	if (++device.questions == device.fails_at) {
		fault_set(fault, FAULT_UNSUPPORTED, 0, "no clock");
		return false;
	}
	for (int64_t g = 0; g < question->group_count; g++) {
		struct wavefront_group *group = &question->groups[g];
		device.covered = device.covered && group->count > 0 && WAVEFRONT_SLOTS % group->count == 0;
		group->cycles = 0;
		for (int64_t i = 0; i < group->count; i++) {
			int64_t request = group->first + i;
			group->cycles += wavefronts_predict(question, request).actual + (request + 1 == device.slow ? 0.75 : 0);
			seen[request]++;
		}
		group->cycles /= (double)group->count;
	}
	for (int64_t i = 0; i < question->request_count; i++) {
		device.covered = device.covered && seen[i] > 0;
	}
	bool has_vectors = question->kind == SHARED_LOAD || question->kind == SHARED_STORE;
	for (int64_t i = 0; i < question->request_count * BANK_LANES && has_vectors; i++) {
		int64_t address = question->addresses[i];
		device.covered = device.covered && (address == BANK_INACTIVE || address % question->bytes == 0);
	}
	question->clock_hz = 2e9;
	return true;
}

/* A byte a nanosecond for each vector of a thread. */
bool __wrap_tile_reads_measure(struct device *of, struct algebra *al, const struct access *access,
		double *bytes_per_s, struct fault *fault) {
	(void)of;
	(void)al;
	(void)fault;
	*bytes_per_s = 1e9 * (double)access->vectors;
	return true;
}

/* --- accesses that bench times --- */

static void hear(void *context, const struct evaluation *ev) {
	(void)context;
	printf("%s", ev->error.fault.text);
}

static const struct listener listener = { .hear = hear };

/* The rows of "text" in "memory". */
static int rows_of(struct arena *arena, struct evaluation *ev, const char *text, struct check_request request,
		struct access_row *rows) {
	struct check checks[CHECK_OPERANDS_MAX];
	struct source *source = arena_alloc(arena, sizeof *source);
	*source = (struct source){ "<test>", str_from(text), 1 };
	evaluation_init(ev, arena, false);
	request.space = "shared";
	int operands = check_accesses(ev, source, &request, &listener, checks);
	int count = 0;
	for (int i = 0; i < operands; i++) {
		count = access_rows_add(&ev->algebra, &checks[i], rows, count);
	}
	return count;
}

static bool same_places(const struct wavefront_question *question, int64_t a, int64_t b) {
	unsigned places[2][BANK_LANES];
	wavefronts_place(question->addresses + a * BANK_LANES, places[0]);
	wavefronts_place(question->addresses + b * BANK_LANES, places[1]);
	return memcmp(places[0], places[1], sizeof places[0]) == 0;
}

/* What a row predicts, by its requests, and that its groups are all of them and the first of each kind. */
static bool is_row_whole(const struct access_row *row) {
	const struct wavefront_question *question = &row->question;
	int64_t wavefronts = 0, phases = 0, bytes = 0, next = 0, kinds = 0;
	bool good = true;
	for (int64_t i = 0; i < question->request_count; i++) {
		struct wavefronts one = wavefronts_predict(question, i);
		wavefronts += one.actual;
		phases += one.phases;
		for (int lane = 0; lane < BANK_LANES && row->bits > 0; lane++) {
			bytes += question->addresses[i * BANK_LANES + lane] != BANK_INACTIVE ? question->bytes : 0;
		}
		bytes += row->bits == 0 ? 128 * question->bytes : 0;
		int64_t alike = 0;
		while (!same_places(question, alike, i)) {
			alike++;
		}
		kinds += alike == i;
		const struct wavefront_group *sample = &question->groups[row->sample[i]];
		good = good && sample->first == alike && sample->count == 1 && row->sample[i] >= row->whole;
	}
	for (int64_t g = 0; g < row->whole; g++) {
		const struct wavefront_group *group = &question->groups[g];
		int64_t left = question->request_count - next;
		/* As many as the slots hold, then the largest power of two of what is left. */
		int64_t size = WAVEFRONT_SLOTS;
		while (size > left) {
			size /= 2;
		}
		good = good && group->first == next && group->count == size;
		next += group->count;
	}
	return good && next == question->request_count && question->group_count == row->whole + kinds
		&& wavefronts == row->wavefronts && phases == row->phases && bytes == row->bytes;
}

#define LDSM "make_tiled_copy(copy_atom(\"SM75_U32x4_LDSM_N\",16),(16,2):(1,16),(1,8))"

static void check_rows(struct counts *counts) {
	static const struct {
		const char *text;
		struct check_request request;
		const char *rows;
	} cases[] = {
		{ "((8,4),8):((8,64),1)", { .dtype = "f16", .memory = "(2048):(1)", .tile = "2048" },
			",f16,load,16,0,8,8,32\n,f16,store,16,0,8,8,32\n,f16,load,32,0,4,4,16\n"
			",f16,store,32,0,4,4,16\n,f16,load,64,0,2,4,8\n,f16,store,64,0,2,4,8\n"
			",f16,load,128,0,1,4,4\n,f16,store,128,0,1,4,4\n,f16,ldmatrix,0,0,1,4,4\n"
			",f16,stmatrix,0,0,1,4,4\n" },
		{ "((8,4),8):((8,64),1)", { .dtype = "f16" },
			",f16,load,16,0,8,8,32\n,f16,store,16,0,8,8,32\n,f16,load,32,0,4,4,16\n"
			",f16,store,32,0,4,4,16\n,f16,load,64,0,2,4,8\n,f16,store,64,0,2,4,8\n"
			",f16,load,128,0,1,4,4\n,f16,store,128,0,1,4,4\n,f16,ldmatrix,0,0,1,4,4\n"
			",f16,stmatrix,0,0,1,4,4\n" },
		{ "(32,8):(8,1)", { .dtype = "f32" },
			",f32,load,32,0,8,8,64\n,f32,store,32,0,8,8,64\n,f32,load,64,0,4,8,32\n"
			",f32,store,64,0,4,8,32\n,f32,load,128,0,2,8,16\n,f32,store,128,0,2,8,16\n"
			",f32,ldmatrix,0,0,2,8,16\n,f32,stmatrix,0,0,2,8,16\n" },
		{ "(32,8):(8,1)", { .dtype = "u8" },
			",u8,load,8,0,8,8,16\n,u8,store,8,0,8,8,16\n,u8,load,16,0,4,4,8\n"
			",u8,store,16,0,4,4,8\n,u8,load,32,0,2,2,4\n,u8,store,32,0,2,2,4\n"
			",u8,load,64,0,1,2,2\n,u8,store,64,0,1,2,2\n" },
		{ "(32,(2,2)):(4,(1,128))", { .dtype = "u8" },
			",u8,load,8,0,4,4,4\n,u8,store,8,0,4,4,4\n,u8,load,16,0,2,2,2\n,u8,store,16,0,2,2,2\n" },
		{ "(40,2):(2,1)", { .dtype = "f16" },
			",f16,load,16,0,4,4,4\n,f16,store,16,0,4,4,4\n,f16,load,32,0,2,2,2\n"
			",f16,store,32,0,2,2,2\n" },
		{ "(300,3):(3,1)", { .dtype = "f32" },
			",f32,load,32,0,30,30,30\n,f32,store,32,0,30,30,30\n" },
		{ "(4096,2):(64,1)", { .dtype = "f32" },
			",f32,load,32,0,256,256,8192\n,f32,store,32,0,256,256,8192\n,f32,load,64,0,128,256,4096\n"
			",f32,store,64,0,128,256,4096\n" },
		{ "(32,8):(64,1)", { .dtype = "f16" },
			",f16,load,16,0,8,8,256\n,f16,store,16,0,8,8,256\n,f16,load,32,0,4,4,128\n"
			",f16,store,32,0,4,4,128\n,f16,load,64,0,2,4,64\n,f16,store,64,0,2,4,64\n"
			",f16,load,128,0,1,4,32\n,f16,store,128,0,1,4,32\n,f16,ldmatrix,0,0,1,4,32\n"
			",f16,stmatrix,0,0,1,4,32\n" },
		{ "mma_atom(\"SM80_16x8x16_F32F16F16F32_TN\")", { .dtype = "f16" },
			"A,f16,load,16,0,8,8,16\nA,f16,store,16,0,8,8,16\nA,f16,ldmatrix,0,1,1,4,8\n"
			"A,f16,stmatrix,0,1,1,4,8\nB,f16,load,16,0,4,4,4\nB,f16,store,16,0,4,4,4\n"
			"B,f16,ldmatrix,0,1,1,2,2\nB,f16,stmatrix,0,1,1,2,2\nC,f16,load,16,0,4,4,8\n"
			"C,f16,store,16,0,4,4,8\nC,f16,ldmatrix,0,1,1,2,4\nC,f16,stmatrix,0,1,1,2,4\n" },
		{ LDSM, { .dtype = "f16", .operand = "S" },
			"S,f16,load,16,0,8,8,32\nS,f16,store,16,0,8,8,32\nS,f16,load,32,0,4,4,16\n"
			"S,f16,store,32,0,4,4,16\nS,f16,load,64,0,2,4,8\nS,f16,store,64,0,2,4,8\n" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct arena arena;
		struct evaluation ev;
		struct access_row rows[ACCESS_ROWS_MAX];
		struct buf text;
		arena_init(&arena, NULL, NULL);
		buf_init(&text, &arena);
		int count = rows_of(&arena, &ev, cases[i].text, cases[i].request, rows);
		for (int k = 0; k < count; k++) {
			struct fault fault = { 0 };
			device.slow = 0;
			device.covered = true;
			bool good = is_row_whole(&rows[k]);
			expect(counts, good, cases[i].text);
			expect(counts, access_row_measure(NULL, &ev.algebra, &rows[k], &fault) && device.covered, "measured");
			expect(counts, rows[k].measured == rows[k].wavefronts && rows[k].agrees, "as the model says");
			double off = rows[k].cycles - (double)rows[k].wavefronts;
			expect(counts, off < 1e-6 && off > -1e-6, "cycles");
		}
		access_rows_put(&text, ROWS_CSV, rows, count, NULL);
		const char *saw = strchr(text.data, '\n') + 1;
		expect(counts, strcmp(saw, cases[i].rows) == 0, cases[i].text);
		if (strcmp(saw, cases[i].rows) != 0) {
			printf("%s", saw);
		}
		arena_finish(&arena);
	}
}

/* A request that takes longer than the model says: it and those that are alike, of which the first is named. */
static void check_differences(struct counts *counts) {
	static const struct device_facts facts = { .multiprocessors = 10 };
	struct arena arena;
	struct evaluation ev;
	struct access_row rows[ACCESS_ROWS_MAX];
	struct fault fault = { 0 };
	arena_init(&arena, NULL, NULL);
	/* Two warps, of which the second has no conflict: 32-bit loads and stores of both, and one of 64 bits each. */
	int count = rows_of(&arena, &ev, "((16,2,2),2):((2,64,0),1)", (struct check_request){ .dtype = "f32" }, rows);
	expect(counts, count > 1, "rows");
	for (int slow = 0; slow < 2; slow++) {
		device.slow = slow;
		expect(counts, access_row_measure(NULL, &ev.algebra, &rows[0], &fault), "measured");
		expect(counts, rows[0].agrees == (slow == 0), "agrees");
	}
	expect(counts, rows[0].different == 0 && rows[0].different_cycles == 2.75, "the first");
	static const char *const texts[] = {
		"# access               requests  at best  wavefronts  measured      cycles  B/cycle     GB/s\n"
		"32-bit load                    4        4           8        10         8.8     58.5     1170  DIFFERENT\n"
		"  request 0 takes 2.75 cycles, the model says 2 wavefronts\n"
		"32-bit store                   4        4           8         8         8.0     64.0     1280  as predicted\n"
		"# access               requests  at best  wavefronts\n"
		"32-bit load                    4        4           8\n"
		"B 32-bit store.trans           4        4           8\n",
		"operand,dtype,access,bits,transposed,requests,at_best,wavefronts,measured,cycles,bytes,bytes_per_cycle,"
		"bytes_per_s,clock_hz,agrees\n"
		",f32,load,32,0,4,4,8,10,8.75,512,58.5142857,1.17028571e+12,2e+09,0\n"
		",f32,store,32,0,4,4,8,8,8,512,64,1.28e+12,2e+09,1\n"
		"operand,dtype,access,bits,transposed,requests,at_best,wavefronts\n"
		",f32,load,32,0,4,4,8\n"
		"B,f32,store,32,1,4,4,8\n",
		"{\"operand\":null,\"dtype\":\"f32\",\"access\":\"load\",\"bits\":32,\"transposed\":false,\"requests\":4,"
		"\"at_best\":4,\"wavefronts\":8,\"measured\":10,\"cycles\":8.75,\"bytes\":512,\"bytes_per_cycle\":58.5142857,"
		"\"bytes_per_s\":1.17028571e+12,\"clock_hz\":2e+09,\"agrees\":false}\n"
		",{\"operand\":null,\"dtype\":\"f32\",\"access\":\"store\",\"bits\":32,\"transposed\":false,\"requests\":4,"
		"\"at_best\":4,\"wavefronts\":8,\"measured\":8,\"cycles\":8,\"bytes\":512,\"bytes_per_cycle\":64,"
		"\"bytes_per_s\":1.28e+12,\"clock_hz\":2e+09,\"agrees\":true}\n"
		"{\"operand\":null,\"dtype\":\"f32\",\"access\":\"load\",\"bits\":32,\"transposed\":false,\"requests\":4,"
		"\"at_best\":4,\"wavefronts\":8}\n"
		",{\"operand\":\"B\",\"dtype\":\"f32\",\"access\":\"store\",\"bits\":32,\"transposed\":true,\"requests\":4,"
		"\"at_best\":4,\"wavefronts\":8}\n",
	};
	device.slow = 0;
	expect(counts, access_row_measure(NULL, &ev.algebra, &rows[1], &fault), "measured");
	for (enum row_form form = ROWS_TABLE; form <= ROWS_JSON; form++) {
		struct buf text;
		buf_init(&text, &arena);
		access_rows_put(&text, form, rows, 2, &facts);
		rows[1].operand = "B";
		rows[1].question.transposed = true;
		access_rows_put(&text, form, rows, 2, NULL);
		rows[1].question.transposed = false;
		rows[1].operand = NULL;
		expect(counts, strcmp(text.data, texts[form]) == 0, text.data);
	}
	/* What took no time at all has no rate. */
	struct buf text;
	buf_init(&text, &arena);
	rows[1].cycles = 0;
	access_rows_put(&text, ROWS_CSV, &rows[1], 1, &facts);
	expect(counts, strstr(text.data, "\n,f32,store,32,0,4,4,8,8,0,512,0,0,2e+09,1\n") != NULL, text.data);
	device.slow = 0;
	device.fails_at = device.questions + 1;
	expect(counts, !access_row_measure(NULL, &ev.algebra, &rows[0], &fault), "refused");
	expect(counts, strcmp(fault.text, "no clock") == 0, "why");
	device.fails_at = 0;
	arena_finish(&arena);
}

/* --- what find times --- */

static struct map map_of(struct evaluation *ev, const char *text) {
	struct source *source = arena_alloc(ev->algebra.arena, sizeof *source);
	*source = (struct source){ "<test>", str_from(text), 1 };
	if (!evaluation_run(ev, source)) {
		printf("%s: %s\n", text, ev->error.fault.text);
	}
	return value_as_map(&ev->algebra, &ev->results[0]);
}

/* Each memory takes the wavefronts of the stores of all accesses, those of other memories and widths beside it. */
static void check_memories(struct counts *counts) {
	static const char *const memories[] = { "(64,64):(64,1)", "Sw<3,3,3> o 0 o (64,64):(64,1)", "(64,64):(72,1)",
		"(64,64):(1,64)" };
	static const struct {
		int bits;
		const char *accesses[2];
	} cases[] = {
		{ 16, { "(32,8):(64,1)", "(64,8):(8,1)" } }, { 16, { "(32,8):(1,64)", NULL } },
		{ 32, { "(32,4):(1,64)", "(160,4):(4,1)" } }, { 8, { "(64,4):(64,1)", "(32,1):(64,1)" } },
		{ 64, { "(48,2):(64,1)", "(32,1):(1,0)" } }, { 8, { "(32,1):(65,0)", NULL } },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct arena arena;
		struct evaluation ev;
		struct fault fault = { 0 };
		struct found_access accesses[2];
		struct measured_memory all[4];
		struct asked_accesses asked = { .bits = cases[i].bits, .accesses = accesses };
		arena_init(&arena, NULL, NULL);
		evaluation_init(&ev, &arena, false);
		for (int k = 0; k < 2 && cases[i].accesses[k] != NULL; k++) {
			accesses[asked.count++] = (struct found_access){ .map = map_of(&ev, cases[i].accesses[k]) };
		}
		struct tuple shape = tuple_pair(&ev.algebra, tuple_int(64), tuple_int(64));
		for (int k = 0; k < 4; k++) {
			all[k] = (struct measured_memory){ .map = map_of(&ev, memories[k]), .shape = shape };
		}
		find_predict(&ev.algebra, &asked, all, 4);
		device.covered = true;
		device.requests = 0;
		expect(counts, find_measure(NULL, &ev.algebra, &asked, all, 4, &fault) && device.covered, "measured");
		int64_t requests = 0;
		for (int k = 0; k < 4; k++) {
			int64_t wavefronts = 0;
			int ways = 0;
			for (int a = 0; a < asked.count; a++) {
				struct access access = found_access_to(&ev.algebra, &accesses[a], shape, &all[k].map, asked.bits);
				struct shared_requests of = access_requests(&ev.algebra, &access, SHARED_STORE, access.vector_bits);
				requests += of.count;
				for (int64_t r = 0; r < of.count; r++) {
					struct wavefronts one = banks_access(of.addresses + r * BANK_LANES, of.bytes, false);
					wavefronts += one.actual;
					ways = one.ways > ways ? one.ways : ways;
				}
			}
			double off = all[k].cycles - (double)wavefronts;
			expect(counts, off < 1e-6 && off > -1e-6, memories[k]);
			expect(counts, all[k].wavefronts == wavefronts && all[k].ways == ways && ways > 0, memories[k]);
		}
		expect(counts, device.requests == requests, "each request once");
		device.fails_at = device.questions + 1;
		expect(counts, !find_measure(NULL, &ev.algebra, &asked, all, 4, &fault), "refused");
		device.fails_at = 0;
		/* Before anything is asked: a memory whose shape has other modes than the tile of the access. */
		int questions = device.questions;
		accesses[0].has_tile = true;
		accesses[0].tile = tuple_int(4096);
		fault_clear(&fault);
		expect(counts, !find_measure(NULL, &ev.algebra, &asked, all, 4, &fault), "another tile");
		expect(counts, strcmp(fault.text, "the access is to a tile of 1 modes, the memory has 2") == 0, fault.text);
		expect(counts, device.questions == questions, "asked");
		arena_finish(&arena);
	}
}

/* A copy of a tile: its reads, and what its stores to shared memory take. */
static void check_copies(struct counts *counts) {
	static const char *const tos[] = { "(64,64):(64,1)", "Sw<3,3,3> o 0 o (64,64):(64,1)", "(64,64):(1,64)", NULL };
	for (int i = 0; i < 4; i++) {
		struct arena arena;
		struct evaluation ev;
		struct fault fault = { 0 };
		arena_init(&arena, NULL, NULL);
		evaluation_init(&ev, &arena, false);
		struct map memory = map_of(&ev, "(64,64):(1,64)");
		struct map to = tos[i] != NULL ? map_of(&ev, tos[i]) : memory;
		struct tv_candidate candidate = { .tv = map_of(&ev, "(96,(8,5)):(8,(1,768))").layout, .cycles = -1 };
		struct tv_copy copy = { .bits = 16, .cells = 4096, .memory = &memory, .to = tos[i] != NULL ? &to : NULL };
		expect(counts, find_measure_tv(NULL, &ev.algebra, &copy, &candidate, &fault), "measured");
		struct tv_table table = tv_table_make(&ev.algebra, map_from_layout(candidate.tv));
		struct access reads = access_make(&ev.algebra, &table, &memory, 4096, 16);
		struct access stores = access_make(&ev.algebra, &table, &to, 4096, 16);
		struct shared_requests of = access_requests(&ev.algebra, &stores, SHARED_STORE, stores.vector_bits);
		double wavefronts = 0;
		for (int64_t r = 0; r < of.count; r++) {
			wavefronts += banks_access(of.addresses + r * BANK_LANES, of.bytes, false).actual;
		}
		double off = candidate.cycles - (tos[i] != NULL ? wavefronts : -1);
		expect(counts, off < 1e-6 && off > -1e-6 && of.count > 0, "stores");
		expect(counts, candidate.bytes_per_s == 1e9 * (double)reads.vectors, "reads");
		device.fails_at = device.questions + 1;
		expect(counts, find_measure_tv(NULL, &ev.algebra, &copy, &candidate, &fault) == (tos[i] == NULL), "refused");
		expect(counts, tos[i] == NULL || candidate.cycles == 0, "nothing");
		device.fails_at = 0;
		/* A memory of another size, on either side of the copy. */
		struct map other = map_of(&ev, "(64,32):(1,64)");
		*(tos[i] != NULL ? &to : &memory) = other;
		candidate.bytes_per_s = -1;
		fault_clear(&fault);
		expect(counts, !find_measure_tv(NULL, &ev.algebra, &copy, &candidate, &fault), "another size");
		expect(counts, strcmp(fault.text, "the memory layout has 2048 coordinates, the tile has 4096 cells") == 0,
			fault.text);
		expect(counts, candidate.bytes_per_s == -1, "asked");
		arena_finish(&arena);
	}
}

/* Widths that no GPU was asked about, and what a report says of them. */
static void check_measured(struct counts *counts) {
	static const struct {
		int bits, rows;
		const char *says;
	} cases[] = {
		{ 32, 1, "warps of 32 lanes; measured on " }, { 24, 1, "warps of 32 lanes; measured: no\n" },
		{ 32, 0, "warps of 32 lanes\n" },
	};
	struct measured measured;
	for (int bytes = 0; bytes <= 32; bytes++) {
		bool is_known = bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8 || bytes == 16;
		bool is_count = bytes == 1 || bytes == 2 || bytes == 4;
		expect(counts, measured_find(SHARED_LOAD, bytes, &measured) == is_known, "load");
		expect(counts, measured_find(SHARED_STORE, bytes, &measured) == is_known, "store");
		expect(counts, measured_find(SHARED_LDMATRIX, bytes, &measured) == is_count, "ldmatrix");
		expect(counts, measured_find(SHARED_STMATRIX, bytes, &measured) == is_count, "stmatrix");
	}
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct arena arena;
		struct evaluation ev;
		struct check checks[CHECK_OPERANDS_MAX];
		struct buf text;
		arena_init(&arena, NULL, NULL);
		evaluation_init(&ev, &arena, false);
		buf_init(&text, &arena);
		const struct source source = { "<test>", str_from("(32,1):(1,0)"), 1 };
		const struct check_request request = { .dtype = "f32", .space = "shared" };
		expect(counts, check_accesses(&ev, &source, &request, &listener, checks) == 1, "one operand");
		expect(counts, checks[0].shared_count > 0, "a row");
		checks[0].shared_count = cases[i].rows;
		checks[0].shared[0].load.bits = cases[i].bits;
		check_report(&ev.algebra, &checks[0], &text);
		expect(counts, strstr(text.data, cases[i].says) != NULL, text.data);
		struct buf json;
		buf_init(&json, &arena);
		check_json(&ev.algebra, &checks[0], &json);
		bool is_told = strstr(cases[i].says, "measured on") != NULL;
		expect(counts, (strstr(json.data, "\"measured\":{\"device\":") != NULL) == is_told, json.data);
		arena_finish(&arena);
	}
}

/* As many requests as the limit are timed together, one more is not: of values alone and of pairs, a thread a lane. */
static void check_limit(struct counts *counts) {
	for (int i = 0; i < 4; i++) {
		int extra = i % 2;
		int together = 1 + i / 2;
		struct arena arena;
		struct evaluation ev;
		struct fault fault = { 0 };
		char text[64];
		arena_init(&arena, NULL, NULL);
		evaluation_init(&ev, &arena, false);
		int requests = LIMIT_ACCESS_REQUESTS + extra;
		snprintf(text, sizeof text, "(32,(%d,%d)):(%d,(1,%d))", together, requests, together, 32 * together);
		struct tv_candidate candidate = { .tv = map_of(&ev, text).layout };
		int64_t cells = (int64_t)32 * together * requests;
		struct map tile = map_from_layout(layout_from_shape(&ev.algebra, tuple_int(cells)));
		struct tv_copy copy = { .bits = 16, .cells = cells, .memory = &tile, .to = &tile };
		bool good = find_measure_tv(NULL, &ev.algebra, &copy, &candidate, &fault);
		expect(counts, good == (extra == 0), "the limit of requests");
		expect(counts, strcmp(fault.text, good ? "" : "16385 requests to shared memory, more than 16384") == 0,
			fault.text);
		arena_finish(&arena);
	}
}

int main(void) {
	struct counts counts = { 0 };
	check_measured(&counts);
	check_rows(&counts);
	check_differences(&counts);
	check_memories(&counts);
	check_copies(&counts);
	check_limit(&counts);
	printf("%d passed, %d failed\n", counts.passed, counts.failed);
	return counts.failed > 0;
}
