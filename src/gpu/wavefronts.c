#include "gpu/wavefronts.h"

#include <inttypes.h>
#include <string.h>

#include "gpu/emit.h"
#include "gpu/registers.h"

enum { LINE = BANKS * BANK_BYTES, WARPS = 32, IN_FLIGHT = WAVEFRONT_SLOTS / WARPS, ROUNDS_SHORT = 16, ROUNDS_LONG = 80,
	REPEATS = 4, RUNS = 3 };

/* A lane that takes no part, as a place. */
#define PLACE_NONE UINT32_MAX

static bool is_matrices(const struct wavefront_question *question) {
	return question->kind == SHARED_LDMATRIX || question->kind == SHARED_STMATRIX;
}

static bool is_load(const struct wavefront_question *question) {
	return question->kind == SHARED_LOAD || question->kind == SHARED_LDMATRIX;
}

/* --- the requests --- */

static int64_t line_of(int64_t address) {
	return (address - (address & (LINE - 1))) / LINE;
}

void wavefronts_place(const int64_t *addresses, unsigned *places) {
	int64_t lines[BANK_LANES];
	int count = 0;
	int64_t least = INT64_MAX;
	int64_t most = INT64_MIN;
	for (int lane = 0; lane < BANK_LANES; lane++) {
		if (addresses[lane] == BANK_INACTIVE) {
			continue;
		}
		int64_t line = line_of(addresses[lane]);
		int i = 0;
		while (i < count && lines[i] != line) {
			i++;
		}
		lines[i] = line;
		count += i == count;
		least = line < least ? line : least;
		most = line > most ? line : most;
	}
	bool fits = count == 0 || most - least < WAVEFRONT_BYTES / LINE;
	for (int lane = 0; lane < BANK_LANES; lane++) {
		if (addresses[lane] == BANK_INACTIVE) {
			places[lane] = PLACE_NONE;
			continue;
		}
		int64_t line = line_of(addresses[lane]);
		int64_t number = 0;
		while (!fits && lines[number] != line) {
			number++;
		}
		places[lane] = (unsigned)((fits ? line - least : number) * LINE + (addresses[lane] & (LINE - 1)));
	}
}

struct wavefronts wavefronts_predict(const struct wavefront_question *question, int64_t request) {
	const int64_t *addresses = question->addresses + request * BANK_LANES;
	if (!is_matrices(question)) {
		return banks_access(addresses, question->bytes, is_load(question));
	}
	struct wavefronts all = { 0 };
	for (int matrix = 0; matrix < question->bytes; matrix++) {
		struct wavefronts one = banks_matrix(addresses + matrix * MATRIX_ROWS);
		int actual = all.actual + one.actual;
		int phases = all.phases + one.phases;
		all = one.ways > all.ways ? one : all;
		all.actual = actual;
		all.phases = phases;
	}
	return all;
}

/* Whether a lane of any request takes no part. */
static bool has_idle_lanes(const struct wavefront_question *question) {
	for (int64_t i = 0; i < question->request_count * BANK_LANES; i++) {
		if (question->addresses[i] == BANK_INACTIVE) {
			return true;
		}
	}
	return false;
}

/* --- the text --- */

/* Registers of a thread that an instruction moves. */
static int registers_of(const struct wavefront_question *question) {
	int words = question->bytes < BANK_BYTES ? 1 : question->bytes / BANK_BYTES;
	return is_matrices(question) ? question->bytes : words;
}

/* "ld.volatile.shared.v4.b32", which nobody leaves out, "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16". */
static void put_name(struct buf *out, const struct wavefront_question *question) {
	if (is_matrices(question)) {
		buf_printf(out, "%smatrix.sync.aligned.m8n8.x%d%s.shared.b16", is_load(question) ? "ld" : "st",
			question->bytes, question->transposed ? ".trans" : "");
		return;
	}
	const char *vector = question->bytes == 16 ? ".v4" : question->bytes == 8 ? ".v2" : "";
	int bits = question->bytes < BANK_BYTES ? question->bytes * 8 : 32;
	buf_printf(out, "%s.shared%s.%c%d", is_load(question) ? "ld.volatile" : "st", vector, bits < 32 ? 'u' : 'b', bits);
}

/* Operands "first" on, in braces where the instruction has several or is one of matrices. */
static void put_operands(struct buf *out, const struct wavefront_question *question, int first) {
	if (registers_of(question) == 1 && !is_matrices(question)) {
		buf_printf(out, "%%%d", first);
	} else {
		registers_put_list(out, first, registers_of(question));
	}
}

/* "#define ACCESS(value, address) asm volatile(...)". */
static void put_instruction(struct buf *out, const struct wavefront_question *question) {
	const struct registers registers = { REGISTER_U32, registers_of(question) };
	buf_put(out, "#define ACCESS(value, address) asm volatile(\"");
	put_name(out, question);
	if (is_load(question)) {
		buf_put_char(out, ' ');
		put_operands(out, question, 0);
		buf_printf(out, ", [%%%d];\" : ", registers.count);
		registers_put(out, REGISTERS_OUT, registers, "value");
		buf_put(out, " : \"r\"(address))\n");
	} else {
		buf_put(out, " [%0], ");
		put_operands(out, question, 1);
		buf_put(out, ";\" :: \"r\"(address), ");
		registers_put(out, REGISTERS_IN, registers, "value");
		buf_put(out, ")\n");
	}
	buf_put(out, "#define CYCLES(value) asm volatile(\"mov.u64 %0, %%clock64;\" : \"=l\"(value) :: \"memory\")\n");
	buf_put(out, "#define NANOSECONDS(value) asm volatile(\"mov.u64 %0, %%globaltimer;\" : \"=l\"(value) "
		":: \"memory\")\n");
}

/* A run: "rounds" times all instructions in flight, with a barrier before and after it. */
static void put_run(struct emitter *em, const struct wavefront_question *question) {
	int count = registers_of(question);
	emit_line(em, "unsigned long long begin, end;");
	emit_line(em, "__syncthreads();");
	emit_line(em, "CYCLES(begin);");
	emit_line(em, "#pragma unroll 1");
	emit_open(em, "for (unsigned i = 0; i < rounds; i++)");
	emit_unrolled(em, "k", IN_FLIGHT);
	if (has_idle_lanes(question)) {
		emit_open(em, "if (place[k] != 0x%xu)", PLACE_NONE);
	}
	emit_line(em, "ACCESS(value[k], base + place[k]);");
	if (has_idle_lanes(question)) {
		emit_close(em);
	}
	emit_close(em);
	if (is_load(question)) {
		emit_unrolled(em, "k", IN_FLIGHT * count);
		emit_line(em, "sum ^= value[k / %d][k %% %d];", count, count);
		emit_close(em);
	}
	emit_close(em);
	emit_line(em, "__syncthreads();");
	emit_line(em, "CYCLES(end);");
	emit_line(em, "least = end - begin < least ? end - begin : least;");
}

/*
 * Block b measures the groups b, b + blocks, .. and leaves the least times of a short and of a long run of group g in
 * found[2 * g] and found[2 * g + 1]; block 0 leaves behind them the cycles and nanoseconds of all that it did. Warp w
 * has the requests 4 * w to 4 * w + 3 of its group, which repeats.
 */
const char *wavefronts_source(struct algebra *al, const struct wavefront_question *question) {
	struct buf out;
	buf_init(&out, al->arena);
	struct emitter em = { .out = &out, .al = al };
	put_instruction(&out, question);
	emit_open(&em, "extern \"C\" __global__ void __launch_bounds__(%d) " KERNEL_SYMBOL
		"(const unsigned *places, const unsigned *groups, unsigned group_count, unsigned long long *found)",
		WARPS * BANK_LANES);
	emit_line(&em, "__shared__ __align__(128) unsigned char memory[%d];", WAVEFRONT_BYTES);
	emit_line(&em, "const unsigned base = (unsigned)__cvta_generic_to_shared(memory);");
	emit_line(&em, "const unsigned lane = threadIdx.x %% %d, warp = threadIdx.x / %d;", BANK_LANES, BANK_LANES);
	emit_line(&em, "unsigned long long first, last, first_ns, last_ns;");
	emit_line(&em, "unsigned sum = 0;");
	emit_line(&em, "CYCLES(first);");
	emit_line(&em, "NANOSECONDS(first_ns);");
	emit_open(&em, "for (unsigned g = blockIdx.x; g < group_count; g += gridDim.x)");
	emit_line(&em, "unsigned place[%d], value[%d][%d];", IN_FLIGHT, IN_FLIGHT, registers_of(question));
	emit_unrolled(&em, "k", IN_FLIGHT);
	emit_line(&em, "place[k] = places[(groups[2 * g] + (warp * %d + k) %% groups[2 * g + 1]) * %d + lane];", IN_FLIGHT,
		BANK_LANES);
	emit_unrolled(&em, "j", registers_of(question));
	emit_line(&em, "value[k][j] = 0;");
	emit_close(&em);
	emit_close(&em);
	emit_line(&em, "#pragma unroll 1");
	emit_open(&em, "for (unsigned length = 0; length < 2; length++)");
	emit_line(&em, "const unsigned rounds = length == 0 ? %d : %d;", ROUNDS_SHORT, ROUNDS_LONG);
	emit_line(&em, "unsigned long long least = ~0ull;");
	emit_line(&em, "#pragma unroll 1");
	emit_open(&em, "for (unsigned again = 0; again < %d; again++)", REPEATS);
	put_run(&em, question);
	emit_close(&em);
	emit_open(&em, "if (threadIdx.x == 0)");
	emit_line(&em, "found[2 * g + length] = least;");
	emit_close(&em);
	emit_close(&em);
	emit_close(&em);
	emit_line(&em, "CYCLES(last);");
	emit_line(&em, "NANOSECONDS(last_ns);");
	emit_open(&em, "if (blockIdx.x == 0 && threadIdx.x == 0)");
	emit_line(&em, "found[2 * group_count] = last - first;");
	emit_line(&em, "found[2 * group_count + 1] = last_ns - first_ns;");
	emit_close(&em);
	emit_open(&em, "if (sum == 0x9e3779b9u)");
	emit_line(&em, "found[0] = memory[sum %% %d];", WAVEFRONT_BYTES);
	emit_close(&em);
	emit_close(&em);
	return out.data;
}

/* --- the run --- */

bool wavefronts_agree(double cycles, int predicted) {
	double distance = cycles > predicted ? cycles - predicted : predicted - cycles;
	return distance <= 0.4 || distance <= 0.02 * predicted;
}

/* What the kernel reads and writes, on the host and on the device. */
struct data {
	unsigned *places, *groups;
	uint64_t *found;      /* of the last run */
	uint64_t *least;      /* of all runs */
	int64_t place_bytes, group_bytes, found_bytes;
	void *device_places, *device_groups, *device_found;
};

static struct data data_make(struct algebra *al, const struct wavefront_question *question) {
	struct data data = {
		.place_bytes = question->request_count * BANK_LANES * (int64_t)sizeof(unsigned),
		.group_bytes = question->group_count * 2 * (int64_t)sizeof(unsigned),
		.found_bytes = (question->group_count + 1) * 2 * (int64_t)sizeof(uint64_t),
	};
	data.places = arena_alloc(al->arena, (size_t)data.place_bytes);
	data.groups = arena_alloc(al->arena, (size_t)data.group_bytes);
	data.found = arena_alloc(al->arena, (size_t)data.found_bytes);
	data.least = arena_alloc(al->arena, (size_t)data.found_bytes);
	memset(data.least, 0xff, (size_t)data.found_bytes);
	for (int64_t r = 0; r < question->request_count; r++) {
		wavefronts_place(question->addresses + r * BANK_LANES, data.places + r * BANK_LANES);
	}
	for (int64_t g = 0; g < question->group_count; g++) {
		data.groups[2 * g] = (unsigned)question->groups[g].first;
		data.groups[2 * g + 1] = (unsigned)question->groups[g].count;
	}
	return data;
}

static bool data_send(struct device *device, struct data *data, struct fault *fault) {
	data->device_places = device_alloc(device, data->place_bytes, fault);
	data->device_groups = data->device_places != NULL ? device_alloc(device, data->group_bytes, fault) : NULL;
	data->device_found = data->device_groups != NULL ? device_alloc(device, data->found_bytes, fault) : NULL;
	return data->device_found != NULL
		&& device_write(device, data->device_places, data->places, data->place_bytes, fault)
		&& device_write(device, data->device_groups, data->groups, data->group_bytes, fault)
		&& device_set(device, data->device_found, 0, data->found_bytes, fault);
}

static void data_free(struct device *device, const struct data *data) {
	void *const all[] = { data->device_places, data->device_groups, data->device_found };
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
		if (all[i] != NULL) {
			device_free(device, all[i]);
		}
	}
}

/*
 * Run the kernel RUNS times and keep the least of each time: what disturbs the device for as long as one run takes
 * disturbs all repeats in it. Returns false after a fault.
 */
static bool run_all(struct device *device, const struct launch *launch, struct data *data, struct fault *fault) {
	/* The first run is slow: its code and the places are not in the caches. */
	bool good = device_run(device, launch, fault);
	for (int i = 0; i < RUNS && good; i++) {
		good = device_run(device, launch, fault)
			&& device_read(device, data->found, data->device_found, data->found_bytes, fault);
		for (size_t k = 0; k < (size_t)data->found_bytes / sizeof *data->found && good; k++) {
			data->least[k] = data->found[k] < data->least[k] ? data->found[k] : data->least[k];
		}
	}
	return good;
}

/* Cycles of a request of each group from the least times, and the clock from what the last run took. */
static void take_times(struct wavefront_question *question, const struct data *data) {
	const double instructions = (double)(ROUNDS_LONG - ROUNDS_SHORT) * WAVEFRONT_SLOTS;
	for (int64_t g = 0; g < question->group_count; g++) {
		question->groups[g].cycles = ((double)data->least[2 * g + 1] - (double)data->least[2 * g]) / instructions;
	}
	const uint64_t *whole = data->found + 2 * question->group_count;
	question->clock_hz = whole[1] > 0 ? 1e9 * (double)whole[0] / (double)whole[1] : 0;
}

bool wavefronts_measure(struct device *device, struct algebra *al, struct wavefront_question *question,
	struct fault *fault) {
	struct kernel_image kernel = { 0 };
	struct data data = data_make(al, question);
	int64_t multiprocessors = device_facts(device)->multiprocessors;
	unsigned group_count = (unsigned)question->group_count;
	struct launch launch = { .kernel = &kernel, .threads = WARPS * BANK_LANES,
		.blocks = question->group_count < multiprocessors ? question->group_count : multiprocessors,
		.arguments = { &data.device_places, &data.device_groups, &group_count, &data.device_found } };
	const struct kernel_text text = { .source = wavefronts_source(al, question), .symbol = KERNEL_SYMBOL,
		.threads = launch.threads };
	bool good = data_send(device, &data, fault) && device_compile(device, al->arena, &text, &kernel, fault)
		&& run_all(device, &launch, &data, fault);
	device_unload(device, &kernel);
	data_free(device, &data);
	if (good) {
		take_times(question, &data);
	}
	return good;
}
