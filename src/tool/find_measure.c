#include "tool/find_measure.h"

#include <string.h>

#include "gpu/tile_reads.h"

enum { WIDTHS = 5 }; /* stores of 1, 2, 4, 8 and 16 bytes */

/* The requests of one access to one memory: groups of the question of their width. */
struct part {
	int width;
	int64_t first, count;      /* requests */
};

/* All requests of a width, of all memories. */
struct batch {
	int64_t *addresses;
	int64_t count;
};

static int width_of(int bytes) {
	int width = 0;
	while (1 << width < bytes) {
		width++;
	}
	return width;
}

/* The requests of "given" to "memory": stores of its widest vectors. */
static struct shared_requests requests_of(struct algebra *al, const struct found_access *given,
	const struct measured_memory *memory, int bits) {
	struct access access = found_access_to(al, given, memory->shape, &memory->map, bits);
	return algebra_failed(al) ? (struct shared_requests){ 0 }
				  : access_requests(al, &access, SHARED_STORE, access.vector_bits);
}

void find_predict(struct algebra *al, const struct asked_accesses *asked, struct measured_memory *memories, int count) {
	for (int i = 0; i < count * asked->count; i++) {
		struct measured_memory *memory = &memories[i / asked->count];
		struct shared_requests requests = requests_of(al, &asked->accesses[i % asked->count], memory, asked->bits);
		for (int64_t r = 0; r < requests.count && !algebra_failed(al); r++) {
			struct wavefronts one = banks_access(requests.addresses + r * BANK_LANES, requests.bytes, false);
			memory->ways = one.ways > memory->ways ? one.ways : memory->ways;
			memory->wavefronts += one.actual;
		}
	}
}

/* Append "requests" to the batch of their width. */
static struct part add_requests(struct algebra *al, struct batch *batches, const struct shared_requests *requests) {
	struct part part = { .width = width_of(requests->bytes), .count = requests->count };
	struct batch *batch = &batches[part.width];
	size_t before = (size_t)(batch->count * BANK_LANES);
	size_t more = (size_t)(requests->count * BANK_LANES);
	int64_t *addresses = arena_array(al->arena, before + more, sizeof *addresses);
	if (before > 0) {
		memcpy(addresses, batch->addresses, before * sizeof *addresses);
	}
	if (more > 0) {
		memcpy(addresses + before, requests->addresses, more * sizeof *addresses);
	}
	part.first = batch->count;
	batch->addresses = addresses;
	batch->count += requests->count;
	return part;
}

/* Groups of as many requests of each part as the slots hold. They are in the order of the requests. */
static void add_groups(struct wavefront_question *question, const struct part *part) {
	for (int64_t first = 0, size = WAVEFRONT_SLOTS; first < part->count; first += size) {
		while (size > part->count - first) {
			size /= 2;
		}
		question->groups[question->group_count++] = (struct wavefront_group){ .first = part->first + first,
			.count = size };
	}
}

/* The cycles of the requests of "part". */
static double cycles_of(const struct wavefront_question *question, const struct part *part) {
	double cycles = 0;
	for (int64_t g = 0; g < question->group_count; g++) {
		const struct wavefront_group *group = &question->groups[g];
		if (group->first >= part->first && group->first < part->first + part->count) {
			cycles += group->cycles * (double)group->count;
		}
	}
	return cycles;
}

/* Parts, access by access and memory by memory, and what they take. */
struct parts {
	int count;
	struct part part[MEASURED_MEMORIES_MAX * FIND_ACCESSES_MAX];
	double cycles[MEASURED_MEMORIES_MAX * FIND_ACCESSES_MAX];
};

/* Measure "batch", the requests of the parts of "width", and set the cycles of these. */
static bool measure_width(struct device *device, struct algebra *al, const struct batch *batch, int width,
	struct parts *parts, struct fault *fault) {
	struct wavefront_question question = { .kind = SHARED_STORE, .bytes = 1 << width, .addresses = batch->addresses,
		.request_count = batch->count };
	question.groups = arena_array(al->arena, (size_t)batch->count, sizeof *question.groups);
	for (int i = 0; i < parts->count; i++) {
		if (parts->part[i].width == width) {
			add_groups(&question, &parts->part[i]);
		}
	}
	if (!wavefronts_measure(device, al, &question, fault)) {
		return false;
	}
	for (int i = 0; i < parts->count; i++) {
		bool is_of_width = parts->part[i].width == width;
		parts->cycles[i] = is_of_width ? cycles_of(&question, &parts->part[i]) : parts->cycles[i];
	}
	return true;
}

bool find_measure(struct device *device, struct algebra *al, const struct asked_accesses *asked,
	struct measured_memory *memories, int count, struct fault *fault) {
	struct parts *parts = arena_alloc(al->arena, sizeof *parts);
	struct batch batches[WIDTHS] = { 0 };
	*parts = (struct parts){ .count = count * asked->count };
	for (int i = 0; i < parts->count; i++) {
		const struct measured_memory *memory = &memories[i / asked->count];
		struct shared_requests requests = requests_of(al, &asked->accesses[i % asked->count], memory, asked->bits);
		if (algebra_failed(al)) {
			*fault = al->fault;
			return false;
		}
		parts->part[i] = add_requests(al, batches, &requests);
	}
	for (int width = 0; width < WIDTHS; width++) {
		if (batches[width].count > 0 && !measure_width(device, al, &batches[width], width, parts, fault)) {
			return false;
		}
	}
	for (int i = 0; i < parts->count; i++) {
		memories[i / asked->count].cycles += parts->cycles[i];
	}
	return true;
}

/* --- thread-value layouts --- */

/* The cycles of the stores of "access". */
static bool measure_stores(struct device *device, struct algebra *al, const struct access *access, double *cycles,
	struct fault *fault) {
	struct shared_requests requests = access_requests(al, access, SHARED_STORE, access->vector_bits);
	const struct part part = { .count = requests.count };
	struct wavefront_question question = { .kind = SHARED_STORE, .bytes = requests.bytes,
		.addresses = requests.addresses, .request_count = requests.count };
	if (algebra_failed(al)) {
		*fault = al->fault;
		return false;
	}
	question.groups = arena_array(al->arena, (size_t)requests.count, sizeof *question.groups);
	add_groups(&question, &part);
	bool good = wavefronts_measure(device, al, &question, fault);
	*cycles = good ? cycles_of(&question, &part) : 0;
	return good;
}

bool find_measure_tv(struct device *device, struct algebra *al, const struct tv_copy *copy,
	struct tv_candidate *candidate, struct fault *fault) {
	struct tv_table table = tv_table_make(al, map_from_layout(candidate->tv));
	struct access reads = access_make(al, &table, copy->memory, copy->cells, copy->bits);
	struct access stores = reads;
	if (copy->to != NULL && !algebra_failed(al)) {
		stores = access_make(al, &table, copy->to, copy->cells, copy->bits);
	}
	if (algebra_failed(al)) {
		*fault = al->fault;
		return false;
	}
	return tile_reads_measure(device, al, &reads, &candidate->bytes_per_s, fault)
		&& (copy->to == NULL || measure_stores(device, al, &stores, &candidate->cycles, fault));
}
