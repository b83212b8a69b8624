/*
 * Questions to the hardware that need no plan, on a device that runs no kernel (gpu_scripted.h): each call fails once;
 * what kernels are given, and what is made of what they leave; which questions are refused. Prints "N passed, N
 * failed".
 */
#include <inttypes.h>
#include <string.h>

#include "gpu/silicon_memory.h"
#include "gpu/silicon_run.h"
#include "gpu/tile_reads.h"
#include "gpu/tiling.h"
#include "gpu/wavefronts.h"
#include "gpu_scripted.h"
#include "tally.h"

enum { THREADS = 5, VALUES = 6, GROUPS = 6, REQUESTS = 9 };

struct tester {
	struct tally tally;
	struct arena arena;
	struct script script;
	struct device *device;
	struct algebra al;
	struct access access;
	int64_t offsets[THREADS * VALUES];
	int64_t addresses[REQUESTS * BANK_LANES];
	struct wavefront_group groups[GROUPS + 1];   /* the last is no group of the question */
	double bytes_per_s;
	uint64_t nanoseconds;
};

static int64_t drawn(uint32_t *state, int64_t choices) {
	*state = *state * 1664525u + 1013904223u;
	return (int64_t)(*state >> 8) % choices;
}

static void *pointer_at(const struct launch *launch, int i) {
	return *(void *const *)launch->arguments[i];
}

/* --- tiles that are read --- */

/* Vectors of two values of 16 bits, which are values 0 and 3, 1 and 4, 2 and 5; every fourth is not accessed. */
static struct access make_access(struct tester *tester) {
	static const int64_t order[VALUES] = { 0, 3, 1, 4, 2, 5 };
	uint32_t state = 9;
	for (int t = 0; t < THREADS; t++) {
		for (int k = 0; k < VALUES / 2; k++) {
			int64_t offset = 2 * drawn(&state, 200) - 150;
			bool is_none = drawn(&state, 4) == 0;
			tester->offsets[t * VALUES + k] = is_none ? ACCESS_NONE : offset;
			tester->offsets[t * VALUES + k + 3] = is_none ? ACCESS_NONE : offset + 1;
		}
	}
	return (struct access){ .threads = THREADS, .values = VALUES, .bits = 16, .offsets = tester->offsets,
		.vector_bits = 32, .vector_values = 2, .vectors = 3, .order = order };
}

static void check_reads(struct script *script, const struct launch *launch) {
	struct tester *tester = script->context;
	const unsigned char *memory = pointer_at(launch, 0);
	const int *at = pointer_at(launch, 1);
	unsigned tiles = *(unsigned *)launch->arguments[2];
	int64_t stride = (int64_t) * (unsigned long long *)launch->arguments[3];
	int64_t least = INT64_MAX;
	int64_t most = INT64_MIN;
	for (int i = 0; i < THREADS * VALUES; i++) {
		bool is_none = tester->offsets[i] == ACCESS_NONE;
		least = !is_none && tester->offsets[i] < least ? tester->offsets[i] : least;
		most = !is_none && tester->offsets[i] > most ? tester->offsets[i] : most;
	}
	for (int t = 0; t < THREADS; t++) {
		for (int k = 0; k < VALUES / 2; k++) {
			int64_t offset = tester->offsets[t * VALUES + k];
			expect(&tester->tally, at[k * THREADS + t] == (offset == ACCESS_NONE ? -1 : 2 * (offset - least)),
				"vector %d of thread %d at %d", k, t, at[k * THREADS + t]);
		}
	}
	int64_t span = 2 * (most + 1 - least);
	expect(&tester->tally, stride % 128 == 0 && stride >= span && stride < span + 128, "tiles %" PRId64 " bytes apart",
		stride);
	int64_t bytes = scripted_bytes(tester->device, memory);
	expect(&tester->tally, bytes == tiles * stride && bytes <= device_facts(tester->device)->free_bytes / 4
		&& bytes + stride > device_facts(tester->device)->free_bytes / 4, "%u tiles", tiles);
	expect(&tester->tally, memory[0] == 1 && memory[bytes - 1] == 1 && memory[bytes / 2] == 1,
		"tiles that are written");
	expect(&tester->tally, launch->threads == THREADS
		&& launch->blocks >= device_facts(tester->device)->multiprocessors,
		"%" PRId64 " blocks of %d threads", launch->blocks, launch->threads);
	int read = 0;
	for (int i = 0; i < THREADS * VALUES / 2; i++) {
		read += at[i] >= 0 ? 4 : 0;
	}
	tester->bytes_per_s = (double)read * tiles / script->seconds;
}

static bool ask_reads(struct tester *tester, struct fault *fault) {
	double bytes_per_s = 0;
	tester->access = make_access(tester);
	tester->script.launched = check_reads;
	bool good = tile_reads_measure(tester->device, &tester->al, &tester->access, &bytes_per_s, fault);
	expect(&tester->tally, !good || bytes_per_s == tester->bytes_per_s, "%g bytes a second, not %g", bytes_per_s,
		tester->bytes_per_s);
	return good;
}

/* --- wavefronts --- */

/* Groups of one request, then of two. */
static void leave_times(struct script *script, const struct launch *launch) {
	struct tester *tester = script->context;
	const unsigned *places = pointer_at(launch, 0);
	const unsigned *groups = pointer_at(launch, 1);
	unsigned group_count = *(unsigned *)launch->arguments[2];
	uint64_t *found = pointer_at(launch, 3);
	unsigned expected[BANK_LANES];
	expect(&tester->tally, group_count == GROUPS && launch->blocks == device_facts(tester->device)->multiprocessors,
		"%u groups, %" PRId64 " blocks", group_count, launch->blocks);
	expect(&tester->tally, scripted_bytes(tester->device, found) == (GROUPS + 1) * 16, "room for the times");
	for (int g = 0; g < GROUPS; g++) {
		expect(&tester->tally, groups[2 * g] == (unsigned)tester->groups[g].first
			&& groups[2 * g + 1] == (unsigned)tester->groups[g].count, "group %d", g);
		found[2 * g] = 1000 + (uint64_t)g;
		found[2 * g + 1] = 1000 + (uint64_t)g + (80 - 16) * WAVEFRONT_SLOTS * ((uint64_t)g + 1) / 2;
	}
	for (int r = 0; r < REQUESTS; r++) {
		wavefronts_place(tester->addresses + r * BANK_LANES, expected);
		expect(&tester->tally, memcmp(places + r * BANK_LANES, expected, sizeof expected) == 0, "request %d", r);
	}
	found[2 * GROUPS] = 3000;
	found[2 * GROUPS + 1] = tester->nanoseconds;
}

static bool ask_wavefronts(struct tester *tester, struct fault *fault) {
	struct wavefront_question question = { .kind = SHARED_LOAD, .bytes = 4, .addresses = tester->addresses,
		.request_count = REQUESTS, .groups = tester->groups, .group_count = GROUPS, .clock_hz = -1 };
	for (int i = 0; i < REQUESTS * BANK_LANES; i++) {
		tester->addresses[i] = i % BANK_LANES * 4 * (1 + i / BANK_LANES);
	}
	for (int g = 0; g < GROUPS; g++) {
		tester->groups[g] = (struct wavefront_group){ .first = g < 3 ? g : 3 + 2 * (g - 3), .count = g < 3 ? 1 : 2 };
	}
	tester->script.launched = leave_times;
	bool good = wavefronts_measure(tester->device, &tester->al, &question, fault);
	for (int g = 0; g < GROUPS && good; g++) {
		expect(&tester->tally, tester->groups[g].cycles == (g + 1) / 2.0, "group %d takes %g cycles", g,
			tester->groups[g].cycles);
	}
	expect(&tester->tally, tester->groups[GROUPS].cycles == 0, "what is behind the groups takes %g cycles",
		tester->groups[GROUPS].cycles);
	double clock_hz = tester->nanoseconds == 0 ? 0 : 1.5e9;
	expect(&tester->tally, !good || (question.clock_hz == clock_hz && tester->script.runs == 4), "%g Hz in %d runs",
		question.clock_hz, tester->script.runs);
	return good;
}

/* --- one kernel --- */

static bool ask_silicon(struct tester *tester, struct fault *fault) {
	unsigned char found[40];
	struct silicon_run run = { .source = "", .blocks = 3, .threads = 64, .bytes = sizeof found, .host = found };
	memset(found, 1, sizeof found);
	tester->script.launched = NULL;
	bool good = silicon_run(tester->device, &tester->arena, &run, fault);
	for (size_t i = 0; i < sizeof found && good; i++) {
		expect(&tester->tally, found[i] == 0, "what was found is 0 before");
	}
	return good;
}

static void check_failures(struct tester *tester) {
	static const struct {
		const char *name;
		bool (*ask)(struct tester *tester, struct fault *fault);
		uint64_t nanoseconds;
	} questions[] = { { "silicon", ask_silicon, 0 }, { "wavefronts", ask_wavefronts, 2000 },
		{ "wavefronts without a clock", ask_wavefronts, 0 }, { "tiles", ask_reads, 0 } };
	for (size_t i = 0; i < sizeof questions / sizeof questions[0]; i++) {
		int calls = 1;
		for (int n = 0; n <= calls; n++) {
			struct fault fault;
			char said[64];
			fault_clear(&fault);
			tester->nanoseconds = questions[i].nanoseconds;
			tester->script = (struct script){ .fail_at = n, .seconds = 2e-6, .context = tester };
			tester->device = scripted_open(&tester->arena, &tester->script);
			bool good = questions[i].ask(tester, &fault);
			calls = n == 0 ? tester->script.calls : calls;
			snprintf(said, sizeof said, "call %d fails", n);
			expect(&tester->tally, good == (n == 0) && scripted_is_clean(&tester->script)
				&& strcmp(fault.text, good ? "" : said) == 0 && fault.operand == 0,
				"%s: call %d of %d: %s", questions[i].name, n, calls, fault.text);
		}
	}
}

/* --- what is refused --- */

/* One thread, or many, whose only vector is at 0 and whose last at "last"; whether it can be measured. */
static const struct {
	int64_t threads, vectors, last;
	int bits, vector_bits;
	const char *why;        /* NULL: it can be */
	const char *type;       /* of a vector */
} reads[] = {
	{ 1, 1, 0, 8, 8, NULL, "typedef unsigned char vector;" },
	{ 1, 2, 7, 16, 16, NULL, "typedef unsigned short vector;" },
	{ 3, 2, 7, 32, 32, NULL, "typedef unsigned vector;" },
	{ 1024, 1, 5, 64, 64, NULL, "typedef uint2 vector;" },
	{ 2, 64, 100, 128, 128, NULL, "typedef uint4 vector;" },
	{ 1025, 1, 5, 32, 32, "a block has at most 1024 threads, of which each reads at most 64 vectors of whole bytes",
		"" },
	{ 1, 65, 5, 32, 32, "a block has at most 1024 threads, of which each reads at most 64 vectors of whole bytes", "" },
	{ 1, 1, 5, 4, 4, "a block has at most 1024 threads, of which each reads at most 64 vectors of whole bytes", "" },
	{ 1, 2, (int64_t)1 << 28, 32, 32,
		"the tile is empty, or reaches further than the memory that is measured in", "" },
	{ 1, 2, ((int64_t)1 << 28) - 1, 32, 32, "the tile is larger than the memory that is free", "" },
	{ 1, 2, INT64_MAX, 8, 32, "the tile is empty, or reaches further than the memory that is measured in", "" },
	{ 1, 2, ACCESS_NONE, 32, 32, "the tile is empty, or reaches further than the memory that is measured in", "" },
};

static void check_refusals(struct tester *tester) {
	for (size_t i = 0; i < sizeof reads / sizeof reads[0]; i++) {
		int64_t count = reads[i].threads * reads[i].vectors;
		int64_t *offsets = arena_array(&tester->arena, (size_t)count, sizeof *offsets);
		int64_t *order = arena_array(&tester->arena, (size_t)reads[i].vectors, sizeof *order);
		struct access access = { .threads = reads[i].threads, .values = reads[i].vectors, .bits = reads[i].bits,
			.offsets = offsets, .vector_bits = reads[i].vector_bits, .vector_values = 1, .vectors = reads[i].vectors,
			.order = order };
		for (int64_t k = 0; k < reads[i].vectors; k++) {
			order[k] = k;
		}
		for (int64_t k = 0; k < count; k++) {
			offsets[k] = reads[i].last == ACCESS_NONE || k == count - 1 ? reads[i].last : 0;
		}
		struct fault fault;
		double bytes_per_s;
		fault_clear(&fault);
		tester->script = (struct script){ .seconds = 2e-6 };
		tester->device = scripted_open(&tester->arena, &tester->script);
		bool good = tile_reads_measure(tester->device, &tester->al, &access, &bytes_per_s, &fault);
		expect(&tester->tally, good == (reads[i].why == NULL) && scripted_is_clean(&tester->script)
			&& strcmp(fault.text, good ? "" : reads[i].why) == 0 && fault.operand == 0, "reads %zu: %s", i, fault.text);
		expect(&tester->tally, !good || strstr(tester->script.text.source, reads[i].type) != NULL, "reads %zu: %s", i,
			reads[i].type);
	}
}

/* --- places of requests --- */

/* Banks and words stay what they are; what is near enough stays as it is, and all of it has room. */
static void check_places(struct tester *tester) {
	uint32_t state = 5;
	for (int i = 0; i < 400; i++) {
		int64_t addresses[BANK_LANES];
		unsigned places[BANK_LANES];
		int64_t lines = i % 4 == 0 ? 256 : i % 4 == 1 ? 257 : 1 + drawn(&state, 1 << 20);
		int64_t base = 128 * (drawn(&state, 1000) - 500);
		for (int lane = 0; lane < BANK_LANES; lane++) {
			int64_t line = lane == 0 ? 0 : lane == 1 ? lines - 1 : drawn(&state, lines);
			addresses[lane] = lane > 1 && drawn(&state, 5) == 0 ? BANK_INACTIVE : base + line * 128 + drawn(&state,
				128);
		}
		wavefronts_place(addresses, places);
		bool good = places[0] < 128 || lines <= 256;
		for (int a = 0; a < BANK_LANES; a++) {
			if (addresses[a] == BANK_INACTIVE) {
				good = good && places[a] == UINT32_MAX;
				continue;
			}
			good = good && places[a] < WAVEFRONT_BYTES && (addresses[a] - (int64_t)places[a]) % 128 == 0;
			for (int b = 0; b < a; b++) {
				if (addresses[b] == BANK_INACTIVE) {
					continue;
				}
				int64_t apart = (int64_t)places[a] - (int64_t)places[b];
				bool is_line = (addresses[a] - base) / 128 == (addresses[b] - base) / 128;
				good = good && (places[a] / 128 == places[b] / 128) == is_line;
				good = good && (lines > 256 || apart == addresses[a] - addresses[b]);
			}
		}
		expect(&tester->tally, good, "places of a request of %" PRId64 " lines", lines);
	}
	int64_t idle[BANK_LANES];
	unsigned places[BANK_LANES];
	for (int lane = 0; lane < BANK_LANES; lane++) {
		idle[lane] = BANK_INACTIVE;
	}
	wavefronts_place(idle, places);
	expect(&tester->tally, places[0] == UINT32_MAX && places[BANK_LANES - 1] == UINT32_MAX, "a request of nobody");
}

static void check_agreement(struct tester *tester) {
	static const struct {
		double cycles;
		int predicted;
		bool agrees;
	} all[] = { { 3, 3, true }, { 3.39, 3, true }, { 3.41, 3, false }, { 2.61, 3, true }, { 2.59, 3, false },
		{ 0.61, 1, true }, { 0.6, 1, true },
		{ 101.9, 100, true }, { 102.1, 100, false }, { 98.1, 100, true }, { 97.9, 100, false },
		{ 20.41, 20, false }, { 20.4, 20, true }, { 0, 1, false }, { 102, 100, true } };
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
		expect(&tester->tally, wavefronts_agree(all[i].cycles, all[i].predicted) == all[i].agrees,
			"%g cycles, %d wavefronts",
			all[i].cycles, all[i].predicted);
	}
}

/* --- memory of tiles --- */

static void check_memory(struct tester *tester) {
	static const struct {
		int64_t shape[2], stride[2];
		int64_t elements, most, places;
		const char *why;
	} all[] = {
		{ { 4, 3 }, { 1, 4 }, 12, 12, 12, "" },
		{ { 4, 3 }, { 3, 1 }, 12, 100, 12, "" },
		{ { 4, 3 }, { 1, 5 }, 12, 14, 14, "" },
		{ { 1, 1 }, { 0, 0 }, 1, 1, 1, "" },
		{ { 4, 3 }, { 1, 5 }, 12, 13, 0, "A has 14 places; there is room for 13" },
		{ { 4, 3 }, { 1, 4 }, 12, 11, 0, "A has 12 elements; there is room for 11" },
		{ { 4, 3 }, { 1, 4 }, 11, 12, 0, "A has 12 elements; 11 are needed" },
		{ { 4, 3 }, { 1, 4 }, 13, 12, 0, "A has 12 elements; 13 are needed" },
		{ { 4, 3 }, { 1, 0 }, 12, 12, 0, "A has two elements at 0" },
		{ { 4, 3 }, { 1, 3 }, 12, 12, 0, "A has two elements at 3" },
		{ { 4, 3 }, { 1, -4 }, 12, 12, 0, "A has a place before its beginning" },
	};
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
		struct algebra al;
		algebra_init(&al, &tester->arena);
		struct layout layout = layout_of_pair(&al, all[i].shape[0], all[i].shape[1], all[i].stride[0],
			all[i].stride[1]);
		struct silicon_memory memory = silicon_memory_make(&al, "A", map_from_layout(layout), all[i].elements,
			all[i].most);
		bool good = all[i].why[0] == '\0';
		expect(&tester->tally, algebra_failed(&al) == !good && strcmp(good ? "" : al.fault.text, all[i].why) == 0
			&& (!good || memory.places == all[i].places), "memory %zu: %s", i,
			algebra_failed(&al) ? al.fault.text : "");
	}
	struct algebra al;
	algebra_init(&al, &tester->arena);
	struct map line = map_from_layout(layout_of_int(12, 1));
	silicon_memory_make(&al, "A", map_composed(&al, line, tuple_int(0), line), 12, 12);
	expect(&tester->tally, strcmp(al.fault.text, "A is neither a layout nor a swizzled one") == 0, "memory: %s",
		al.fault.text);
}

/* Of swizzled memory the last element is not always the one that is farthest: as many places as the farthest has. */
static void check_swizzled_memory(struct tester *tester) {
	for (int64_t elements = 1; elements <= 64; elements++) {
		for (int bits = 1; bits <= 3; bits++) {
			struct algebra al;
			algebra_init(&al, &tester->arena);
			int64_t places = 0;
			for (int64_t i = 0; i < elements; i++) {
				int64_t place = i ^ (i >> 3 & ((1 << bits) - 1));
				places = place >= places ? place + 1 : places;
			}
			struct map map = map_composed(&al, map_from_swizzle(swizzle_make(&al, bits, 0, 3)), tuple_int(0),
				map_from_layout(layout_of_int(elements, 1)));
			struct silicon_memory memory = silicon_memory_make(&al, "A", map, elements, places);
			expect(&tester->tally, !algebra_failed(&al) && memory.places == places, "Sw<%d,0,3> o 0 o %" PRId64
				":1: %" PRId64 " places, not %" PRId64, bits, elements, memory.places, places);
			if (places > elements) {
				silicon_memory_make(&al, "A", map, elements, places - 1);
				expect(&tester->tally, algebra_failed(&al), "Sw<%d,0,3> o 0 o %" PRId64 ":1 in %" PRId64 " places",
					bits, elements, places - 1);
			}
		}
	}
}

/* --- the text of accesses --- */

/* As the manual of PTX has them; matrices by their number. */
static const struct {
	enum shared_kind kind;
	int bytes;
	bool transposed;
	const char *access;
	int registers;
} accesses[] = {
	{ SHARED_LOAD, 1, false, "ld.volatile.shared.u8 %0, [%1];\" : \"=r\"(value[0]) : \"r\"(address))", 1 },
	{ SHARED_LOAD, 2, false, "ld.volatile.shared.u16 %0, [%1];\" : \"=r\"(value[0]) : \"r\"(address))", 1 },
	{ SHARED_LOAD, 4, false, "ld.volatile.shared.b32 %0, [%1];\" : \"=r\"(value[0]) : \"r\"(address))", 1 },
	{ SHARED_LOAD, 8, false, "ld.volatile.shared.v2.b32 {%0, %1}, [%2];\" : \"=r\"(value[0]), \"=r\"(value[1]) : "
		"\"r\"(address))", 2 },
	{ SHARED_LOAD, 16, false, "ld.volatile.shared.v4.b32 {%0, %1, %2, %3}, [%4];\" : \"=r\"(value[0]), "
		"\"=r\"(value[1]), \"=r\"(value[2]), \"=r\"(value[3]) : \"r\"(address))", 4 },
	{ SHARED_STORE, 1, false, "st.shared.u8 [%0], %1;\" :: \"r\"(address), \"r\"(value[0]))", 1 },
	{ SHARED_STORE, 4, false, "st.shared.b32 [%0], %1;\" :: \"r\"(address), \"r\"(value[0]))", 1 },
	{ SHARED_STORE, 8, false, "st.shared.v2.b32 [%0], {%1, %2};\" :: \"r\"(address), \"r\"(value[0]), "
		"\"r\"(value[1]))", 2 },
	{ SHARED_LDMATRIX, 1, false, "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];\" : \"=r\"(value[0]) : "
		"\"r\"(address))", 1 },
	{ SHARED_LDMATRIX, 2, true, "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];\" : "
		"\"=r\"(value[0]), \"=r\"(value[1]) : \"r\"(address))", 2 },
	{ SHARED_STMATRIX, 1, true, "stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%0], {%1};\" :: \"r\"(address), "
		"\"r\"(value[0]))", 1 },
	{ SHARED_STMATRIX, 2, false, "stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1, %2};\" :: \"r\"(address), "
		"\"r\"(value[0]), \"r\"(value[1]))", 2 },
};

static void check_texts(struct tester *tester) {
	int64_t addresses[2 * BANK_LANES];
	for (int i = 0; i < 2 * BANK_LANES; i++) {
		addresses[i] = i * 16;
	}
	for (size_t i = 0; i < sizeof accesses / sizeof accesses[0]; i++) {
		for (int idle = -1; idle <= 0; idle++) {
			char define[400];
			char sum[64];
			struct algebra al;
			algebra_init(&al, &tester->arena);
			/* A lane that is idle in the last request alone. */
			addresses[2 * BANK_LANES - 1] = idle == 0 ? BANK_INACTIVE : 0;
			struct wavefront_question question = { .kind = accesses[i].kind, .bytes = accesses[i].bytes,
				.transposed = accesses[i].transposed, .addresses = addresses, .request_count = 2 };
			const char *source = wavefronts_source(&al, &question);
			bool loads = accesses[i].kind == SHARED_LOAD || accesses[i].kind == SHARED_LDMATRIX;
			snprintf(define, sizeof define, "#define ACCESS(value, address) asm volatile(\"%s\n", accesses[i].access);
			expect(&tester->tally, strncmp(source, define, strlen(define)) == 0, "%s in %.300s", define, source);
			snprintf(sum, sizeof sum, "sum ^= value[k / %d][k %% %d];", accesses[i].registers, accesses[i].registers);
			expect(&tester->tally, (strstr(source, sum) != NULL) == loads, "%s", sum);
			snprintf(sum, sizeof sum, "k < %d; k++", 4 * accesses[i].registers);
			expect(&tester->tally, !loads || strstr(source, sum) != NULL, "%s", sum);
			expect(&tester->tally, strstr(source, "__launch_bounds__(1024)") != NULL,
				"threads in %.60s", source);
			expect(&tester->tally, (strstr(source, "if (place[k] != 0xffffffffu) {") != NULL) == (idle == 0),
				"lanes that are idle in %.60s", source);
		}
	}
}

/* What matrices take together, and the ways of the worst. */
static void check_matrices(struct tester *tester) {
	uint32_t state = 3;
	for (int i = 0; i < 200; i++) {
		int64_t addresses[2 * BANK_LANES];
		for (int lane = 0; lane < 2 * BANK_LANES; lane++) {
			addresses[lane] = 16 * drawn(&state, i % 4 == 0 ? 16 : 64);
		}
		for (int matrices = 1; matrices <= 4; matrices *= 2) {
			struct wavefront_question question = { .kind = i % 2 == 0 ? SHARED_LDMATRIX : SHARED_STMATRIX,
				.bytes = matrices, .addresses = addresses, .request_count = 2 };
			struct wavefronts is = wavefronts_predict(&question, 1);
			int actual = 0;
			int phases = 0;
			int ways = 0;
			for (int m = 0; m < matrices; m++) {
				struct wavefronts one = banks_matrix(addresses + BANK_LANES + 8 * m);
				actual += one.actual;
				phases += one.phases;
				ways = one.ways > ways ? one.ways : ways;
			}
			expect(&tester->tally, is.actual == actual && is.phases == phases && is.ways == ways,
				"%d matrices take %d wavefronts, not %d", matrices, is.actual, actual);
		}
		struct wavefront_question load = { .kind = i % 2 == 0 ? SHARED_LOAD : SHARED_STORE, .bytes = 4,
			.addresses = addresses, .request_count = 2 };
		struct wavefronts is = wavefronts_predict(&load, 0);
		struct wavefronts known = banks_access(addresses, 4, i % 2 == 0);
		expect(&tester->tally, is.actual == known.actual && is.ways == known.ways && is.phases == known.phases,
			"an access takes %d wavefronts", is.actual);
	}
}

int main(void) {
	struct tester tester = { .nanoseconds = 0 };
	arena_init(&tester.arena, NULL, NULL);
	algebra_init(&tester.al, &tester.arena);
	check_failures(&tester);
	check_refusals(&tester);
	check_places(&tester);
	check_texts(&tester);
	check_matrices(&tester);
	check_agreement(&tester);
	check_memory(&tester);
	check_swizzled_memory(&tester);
	arena_finish(&tester.arena);
	printf("%d passed, %d failed\n", tester.tally.passed, tester.tally.failed);
	return tester.tally.failed > 0;
}
