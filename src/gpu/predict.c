#include "gpu/predict.h"

#include <math.h>

#include "algebra/offsets.h"
#include "algebra/sectors.h"
#include "base/number.h"

enum { FIRST_BYTES = 512, ACCESSES_MAX = 512 };

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
 * A tile's rows end within a sector or half-line. Tiles that share these run together, so that of what the two ends of
 * a run of lines cost little is paid.
 */
static const double edge_share = 0.15;
static const double load_edges = HALF_BYTES;
static const double store_edges = 295;   /* a line and two partial sectors */

/*
 * Seconds that each further load adds to the life of a thread. What memory takes, what waiting takes and what starting
 * blocks takes add up as the cube root of the sum of their cubes. tests/unit/gpu_predict.c holds the measurements that
 * this is from.
 */
static const double further_load = 42e-9;
static const double block_start = 0.6e-9;

/* The part of waiting that other threads do not hide. */
static const double unhidden = 0.58;

/*
 * Seconds beyond an empty kernel that do not grow with the problem, from 170 random problems on an H100: the first
 * instructions and addresses come from memory; blocks that share results leave them in memory and count themselves, and
 * the last one reads what all have left; each further round of loads waits for the one before.
 */
static const double first_wave = 1.4e-6;
static const double join = 1.3e-6;
static const double join_level = 0.09e-6;
static const double further_round = 0.4e-6;

/* Put the addresses in bytes into "bits", those of their first bits, in ascending order. */
static void sort_addresses(const int64_t *addresses, int count, int64_t *bits) {
	for (int i = 0; i < count; i++) {
		int at = i;
		for (; at > 0 && bits[at - 1] > addresses[i] * 8; at--) {
			bits[at] = bits[at - 1];
		}
		bits[at] = addresses[i] * 8;
	}
}

struct request request_of(const int64_t *addresses, int count, int bytes, bool is_store) {
	int64_t bits[ACCESSES_MAX];
	sort_addresses(addresses, count, bits);
	struct units units = units_touched(bits, count, bytes * 8);
	struct request request = { .bytes = count * bytes, .accesses_bytes = bytes, .half_lines = (int)units.halves,
		.lines = (int)units.lines, .segments = (int)units.segments, .sectors = (int)units.sectors };
	if (is_store) {
		request.cost = store_line * request.lines + store_sector * request.sectors;
		request.cost += store_partial * (double)units.partial + segment * request.segments;
	} else {
		request.cost = HALF_BYTES * request.half_lines + segment * request.segments;
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
	int size = dtype_bytes(problem_dtype(plan->problem, tensor));
	int count = FIRST_BYTES / (plan->vector[tensor] * size);
	int abreast = plan->exchanges ? plan->together : plan->is_flat ? plan->knobs.vector : 1;
	int together = abreast / plan->vector[tensor];
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
		int64_t offset = plan->indexed ? offsets_at(&tile, number) : offset_of_number(al, plan, tensor, number);
		addresses[t] = size * (offset + problem_start(plan->problem, tensor));
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

/* Bytes of bandwidth that a byte of "request" takes. */
static double cost_of_byte(const struct plan *plan, const struct request *request, double edges) {
	double excess = fmax(request->cost - request->bytes, 0);
	double at_edges = plan->exchanges ? fmin(excess, edges * request->segments) : 0;
	return 1 + (excess - (1 - edge_share) * at_edges) / request->bytes;
}

/* What does not grow with the problem. */
static double fixed_seconds(const struct plan *plan, const struct target *target) {
	double seconds = target->launch_s + first_wave;
	if (plan->problem->reduce == REDUCE_NONE) {
		return seconds;
	}
	double slots = (double)target->multiprocessors * (target->threads_per_multiprocessor / plan->threads);
	int rounds = (int)number_ceil_div(plan->iterations > 0 ? plan->iterations : 1, plan->knobs.unroll > 0 ?
		plan->knobs.unroll : 1);
	if ((double)plan->blocks <= slots) {
		seconds += further_round * (rounds - 1);
	}
	double sharing = plan->knobs.groups > 0 ? (double)plan->blocks : plan->knobs.splits;
	return seconds + (sharing > 1 ? join + join_level * log2(sharing) : 0);
}

/*
 * The time is what does not grow, and that of moving the bytes, at 0.94 of the peak where requests touch no more than
 * they ask for, or as long as latency demands with the bytes that are in flight (Little's law), or as starting blocks
 * takes; where two are near each other, the cube root of the sum of cubes lies between the longer one and their sum, as
 * measured ladders do.
 */
struct prediction predict(struct algebra *al, const struct plan *plan, const struct target *target, int registers) {
	struct prediction p = { .bound = "memory" };
	bool reduces = plan->problem->reduce != REDUCE_NONE;
	double read = (double)problem_bytes_read(al, plan->problem);
	double written = (double)problem_bytes_written(al, plan->problem);
	double cost = reduces ? written : 0;
	double operand_bytes = 0;
	for (int k = 0; k < plan->inputs; k++) {
		operand_bytes += dtype_bytes(problem_dtype(plan->problem, k));
	}
	for (int k = 0; k < plan->inputs + (reduces ? 0 : 1) && !algebra_failed(al); k++) {
		p.request[k] = first_request(al, plan, k);
		double share = k < plan->inputs ? read * dtype_bytes(problem_dtype(plan->problem, k)) / operand_bytes : written;
		cost += share * cost_of_byte(plan, &p.request[k], k < plan->inputs ? load_edges : store_edges);
	}
	p.resident_threads = resident_threads(plan, target, registers);
	double wait = target->latency_s;
	for (int k = 0; k < plan->inputs; k++) {
		int loads = loads_in_flight(plan, k);
		wait += further_load * (k == 0 ? loads - 1 : loads);
		p.in_flight += (double)p.resident_threads * loads * plan->vector[k] *
			dtype_bytes(plan->problem->operand_dtypes[k]);
	}
	p.needed = target->peak_bytes_per_s * read / (read + written) * wait / target->multiprocessors;
	double memory = cost / (0.94 * target->peak_bytes_per_s);
	double latency = p.in_flight > 0 ? read / (p.in_flight * target->multiprocessors) * wait * unhidden : 0;
	double starting = block_start * (double)plan->blocks;
	p.seconds = fixed_seconds(plan, target) + cbrt(pow(memory, 3) + pow(latency, 3) + pow(starting, 3));
	p.bytes_per_s = (read + written) / p.seconds;
	if (fmax(memory, latency) < 2 * target->launch_s) {
		p.bound = "launch";
	} else if (latency > memory) {
		p.bound = "latency";
	}
	return p;
}
