#include "gpu/predict.h"

#include <math.h>

#include "algebra/offsets.h"

enum { SECTOR = 32, HALF_LINE = 64, LINE = 128, FIRST_BYTES = 512, ACCESSES_MAX = 512, UNITS_MAX = 2 * ACCESSES_MAX };

/*
 * Costs in bytes of bandwidth, from accesses of 16 bytes a thread to one stream of 512 bytes, two of 256, four of 128,
 * sixteen of 32 and thirty-two of 16 on an H100: both lose a little for each place they go to; loads fetch half-lines;
 * stores pay for lines, sectors, and dearly for sectors that they fill only in part.
 */
static const double segment = 7;
static const double store_line = 89;
static const double store_sector = 12;
static const double store_partial = 103;

/*
 * Seconds that each further load adds to the life of a thread. What memory takes and what waiting takes add up as the
 * cube root of the sum of their cubes. tests/unit/gpu_predict.c holds the measurements that this is from.
 */
static const double further_load = 42e-9;

/* Distinct units of "size" bytes that the accesses touch, in ascending order. */
static int units_touched(const int64_t *addresses, int count, int bytes, int size, int64_t *units) {
	int found = 0;
	for (int i = 0; i < count; i++) {
		for (int64_t unit = addresses[i] / size; unit <= (addresses[i] + bytes - 1) / size; unit++) {
			int at = found;
			while (at > 0 && units[at - 1] > unit) {
				at--;
			}
			if ((at > 0 && units[at - 1] == unit) || found == UNITS_MAX) {
				continue;
			}
			for (int j = found; j > at; j--) {
				units[j] = units[j - 1];
			}
			units[at] = unit;
			found++;
		}
	}
	return found;
}

/* Sectors of which not every byte is touched. */
static int partial_sectors(const int64_t *addresses, int count, int bytes, const int64_t *sectors, int found) {
	int partial = 0;
	for (int s = 0; s < found; s++) {
		int covered = 0;
		int64_t begin = sectors[s] * SECTOR;
		for (int i = 0; i < count; i++) {
			int64_t from = addresses[i] > begin ? addresses[i] : begin;
			int64_t to = addresses[i] + bytes < begin + SECTOR ? addresses[i] + bytes : begin + SECTOR;
			covered += to > from ? (int)(to - from) : 0;
		}
		partial += covered < SECTOR;
	}
	return partial;
}

struct request request_of(const int64_t *addresses, int count, int bytes, bool is_store) {
	int64_t units[UNITS_MAX];
	struct request request = { .bytes = count * bytes, .accesses_bytes = bytes };
	request.half_lines = units_touched(addresses, count, bytes, HALF_LINE, units);
	request.lines = units_touched(addresses, count, bytes, LINE, units);
	for (int i = 0; i < request.lines; i++) {
		request.segments += i == 0 || units[i] != units[i - 1] + 1;
	}
	request.sectors = units_touched(addresses, count, bytes, SECTOR, units);
	if (is_store) {
		int partial = partial_sectors(addresses, count, bytes, units, request.sectors);
		request.cost = store_line * request.lines + store_sector * request.sectors + store_partial * partial;
		request.cost += segment * request.segments;
	} else {
		request.cost = HALF_LINE * request.half_lines + segment * request.segments;
	}
	return request;
}

/* Offset in "tensor" of the element number "number" of the padded view. */
static int64_t offset_of_number(struct algebra *al, const struct plan *plan, int tensor, int64_t number) {
	int64_t offset = 0;
	for (int i = 0; i < plan->rank; i++) {
		struct offsets mode = offsets_init(al, layout_mode(plan->view[tensor], i));
		int64_t c = i + 1 < plan->rank ? number % plan->padded[i] : number;
		number /= plan->padded[i];
		offset += mode.size > 0 ? offsets_at(&mode, c < mode.size ? c : mode.size - 1) : 0;
	}
	return offset;
}

/* The first access to "tensor", of as many threads as ask for 512 bytes: a warp with accesses of 16 bytes. */
static struct request first_request(struct algebra *al, const struct plan *plan, int tensor) {
	int64_t addresses[ACCESSES_MAX];
	bool is_output = tensor == plan->inputs;
	int size = dtype_bytes(is_output ? problem_result_dtype(plan->problem) : plan->problem->dtype);
	int count = FIRST_BYTES / (plan->vector[tensor] * size);
	int together = plan->is_flat || plan->exchanges ? plan->knobs.vector / plan->vector[tensor] : 1;
	together = together > 1 && !plan_is_staged(plan, tensor) ? together : 1;
	count = plan->threads * together < count ? plan->threads * together : count;
	bool is_staged = plan_is_staged(plan, tensor);
	struct offsets numbers = offsets_init(al, layout_mode(is_staged ? plan->load_map : plan->map, 0));
	struct offsets tile = { 0 };
	if (plan->indexed) {
		tile = offsets_init(al, plan->tile_view[tensor]);
	}
	for (int t = 0; t < count && !algebra_failed(al); t++) {
		int64_t number = offsets_at(&numbers, t / together) + t % together * (plan->along == 1 ? plan->padded[0] : 1);
		addresses[t] = size * (plan->indexed ? offsets_at(&tile, number) : offset_of_number(al, plan, tensor, number));
	}
	return request_of(addresses, count, plan->vector[tensor] * size, is_output);
}

/* Threads that a multiprocessor holds. */
static int resident_threads(const struct plan *plan, const struct target *target, int registers) {
	int64_t threads = target->threads_per_multiprocessor / plan->threads * plan->threads;
	int64_t share = registers > 0 ? target->registers_per_multiprocessor / registers / plan->threads * plan->threads :
		threads;
	int64_t all = (plan->blocks * plan->threads + target->multiprocessors - 1) / target->multiprocessors;
	threads = share < threads ? share : threads;
	return (int)(all < threads ? all : threads);
}

/* Loads of tensor "k" that one thread has on their way at once. */
static int loads_in_flight(const struct plan *plan, int k) {
	return plan->problem->reduce != REDUCE_NONE ? plan->knobs.unroll : plan->values / plan->vector[k];
}

/*
 * The time is that of a launch and of moving the bytes, at 0.91 of the peak where requests touch no more than they ask
 * for, or as long as latency demands with the bytes that are in flight (Little's law); near the bend of the two, the
 * cube root of the sum of cubes lies between the longer one and their sum, as measured ladders do.
 */
struct prediction predict(struct algebra *al, const struct plan *plan, const struct target *target, int registers) {
	struct prediction p = { .bound = "memory" };
	bool reduces = plan->problem->reduce != REDUCE_NONE;
	double read = (double)problem_bytes_read(al, plan->problem);
	double written = (double)problem_bytes_written(al, plan->problem);
	double cost = reduces ? written : 0;
	for (int k = 0; k < plan->inputs + (reduces ? 0 : 1) && !algebra_failed(al); k++) {
		p.request[k] = first_request(al, plan, k);
		double share = k < plan->inputs ? read / plan->inputs : written;
		double ratio = p.request[k].cost / p.request[k].bytes;
		cost += share * (ratio > 1 ? ratio : 1);
	}
	p.resident_threads = resident_threads(plan, target, registers);
	double wait = target->latency_s;
	for (int k = 0; k < plan->inputs; k++) {
		int loads = loads_in_flight(plan, k);
		wait += further_load * (k == 0 ? loads - 1 : loads);
		p.in_flight += (double)p.resident_threads * loads * plan->vector[k] * dtype_bytes(plan->problem->dtype);
	}
	p.needed = target->peak_bytes_per_s * read / (read + written) * wait / target->multiprocessors;
	double memory = cost / (0.91 * target->peak_bytes_per_s);
	double latency = p.in_flight > 0 ? read / (p.in_flight * target->multiprocessors) * wait : 0;
	p.seconds = target->launch_s + cbrt(memory * memory * memory + latency * latency * latency);
	p.bytes_per_s = (read + written) / p.seconds;
	if (fmax(memory, latency) < 2 * target->launch_s) {
		p.bound = "launch";
	} else if (latency > memory) {
		p.bound = "latency";
	}
	return p;
}
