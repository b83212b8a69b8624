#include "gpu/predict.h"

#include <math.h>

#include "algebra/offsets.h"
#include "algebra/sectors.h"
#include "base/number.h"
#include "gpu/footprint.h"
#include "gpu/reuse.h"

enum { LANES = 32, FIRST_BYTES = 512, ACCESSES_MAX = 512 };

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
 * What time goes to, fitted to measurements of 150 random problems and of the ladder of tests/unit/gpu_predict.c on an
 * H100; docs/benchmarks.md has what a fit to half of them misses of the other half. What differs from device to device
 * is in struct target.
 *
 * A byte of a sector that a store fills only in part costs this much of another.
 */
static const double partial_store = 0.3;

/* Blocks that go down columns jump from row to row, each time as if they read so many bytes more. */
static const double row_jump = 18;

/*
 * Seconds of a multiprocessor at the clock of an H100: each access of a warp with what is computed of it; in
 * reductions, which add up what was read, each of a vector, and as much as elsewhere of a single element; where tiles
 * are exchanged, each access with its way through shared memory, and each line of it, fitted on an H200. Of those that
 * padding adds to tiles, guards let warps make about the square root.
 */
static const double warp_access = 2.23e-9;
static const double warp_reduced = 3.78e-9;
static const double warp_exchanged = 2.8e-9;
static const double warp_exchanged_line = 0.37e-9;
static const double fitted_clock_hz = 1.98e9;

/* Elsewhere, each line of an access beyond so many: 520 us for a+b of 12288x5120 f16 elements with b column-major. */
static const double warp_line = 1.15e-9;
static const int lines_at_once = 8;

/*
 * Seconds that each further load adds to the life of a thread, and the part of waiting that others do not hide. What
 * the L2 cache was asked to keep, and can, comes after two fifths of the time.
 */
static const double further_load = 150e-9;
static const double kept_latency = 0.4;
static const double unhidden = 0.2;
static const double unhidden_reduced = 0.27;

static const double block_start = 0.65e-9;

/*
 * The parts of the L2 cache in which a kernel finds what it asked for to be kept, the last time, and leaves what it
 * writes for later, and how much faster than memory it is. What is read from memory comes the later the more there is,
 * up to so many bytes. Fitted to 335 measurements of three machines, two with an H100 and one with an H200: off by 3 %
 * in the median and 10 % at the 90th percentile, by 5 and 14 % without; a fit to either half improves the other.
 */
static const double kept_share = 1.0 / 6;
static const double written_share = 2.0 / 9;
static const double l2_gain = 1.4;
static const double cold_wait = 2.2e-6;
static const double cold_bytes = 15e6;

/*
 * Seconds beyond an empty kernel that do not grow with the problem: the first instructions and addresses come from
 * memory; the threads of a tile wait for each further operand; blocks that share results leave them in memory and count
 * themselves, and the last one reads what all have left, in rounds. What the L2 cache was asked to keep comes sooner.
 */
static const double first_wave = 1.04e-6;
static const double kept_wait = 0.65e-6;
static const double exchange_wait = 0.16e-6;
static const double join_all = 1.1e-6;
static const double join_some = 1.1e-6;
static const double join_round = 0.38e-6;

/* Of the parts of a column, so many are read in a round. */
enum { ROUND_OF_SPLITS = 64 };

/* Of several things that take time at once, the longest hides the others but for what this norm leaves of them. */
static const double norm = 3.9;

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
		request.partial = (int)units.partial;
		request.cost = store_line * request.lines + store_sector * request.sectors;
		request.cost += store_partial * request.partial + segment * request.segments;
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

/* The request of "count" accesses to "tensor", of which threads make "together" one after the other. */
static struct request request_for(struct algebra *al, const struct plan *plan, int tensor, int count, int together) {
	int64_t addresses[ACCESSES_MAX];
	int size = dtype_bytes(problem_dtype(plan->problem, tensor));
	bool is_staged = plan_is_staged(plan, tensor);
	bool is_strip = is_staged && plan->strip;
	struct offsets numbers = offsets_init(al, layout_mode(is_strip ? plan->load_tv : is_staged ? plan->load_map :
		plan->map, 0));
	int64_t step = is_strip ? plan->vector[tensor] : plan->along == 1 ? plan->padded[0] : 1;
	struct offsets tile = { 0 };
	if (plan->indexed) {
		tile = offsets_init(al, plan->tile_view[tensor]);
	}
	for (int t = 0; t < count; t++) {
		if (algebra_failed(al)) {
			return (struct request){ .bytes = 0 };
		}
		int64_t number = offsets_at(&numbers, t / together) + t % together * step;
		int64_t offset = is_strip ? number : plan->indexed ? offsets_at(&tile, number) :
			offset_of_number(al, plan, tensor, number);
		addresses[t] = size * (offset + problem_start(plan->problem, tensor));
	}
	return request_of(addresses, count, plan->vector[tensor] * size, tensor >= plan->inputs);
}

/* Accesses to neighbours in "tensor" that a thread makes by itself, where it moves that alone. */
static int alone_together(const struct plan *plan, int tensor) {
	return plan->alone && plan_is_staged(plan, tensor) ? plan->values / plan->vector[tensor] : 1;
}

/*
 * The first access to "tensor", of as many threads as ask for 512 bytes, a warp with accesses of 16 bytes, or for all
 * elements of the problem.
 */
static struct request first_request(struct algebra *al, const struct plan *plan, int tensor) {
	int count = FIRST_BYTES / (plan->vector[tensor] * dtype_bytes(problem_dtype(plan->problem, tensor)));
	int abreast = plan->exchanges ? plan->together : plan->is_flat ? plan->knobs.vector : 1;
	int together = abreast / plan->vector[tensor];
	together = plan_is_staged(plan, tensor) ? alone_together(plan, tensor) : together > 1 ? together : 1;
	count = plan->threads * together < count ? plan->threads * together : count;
	int64_t all = number_ceil_div(problem_size(plan->problem), plan->vector[tensor]);
	count = all < count ? (int)all : count;
	return request_for(al, plan, tensor, count, together);
}

/* Threads that a multiprocessor holds, in whole blocks; none where it has too few registers for one. */
static int resident_threads(const struct plan *plan, const struct target *target, int registers) {
	int64_t threads = target->threads_per_multiprocessor / plan->threads * plan->threads;
	int64_t share = registers > 0 ? target->registers_per_multiprocessor / registers / plan->threads * plan->threads :
		threads;
	int64_t all = (plan->blocks * plan->threads + target->multiprocessors - 1) / target->multiprocessors;
	threads = share < threads ? share : threads;
	return (int)(all < threads ? all : threads);
}

/* Loads of tensor "k" that one thread has on their way at once. */
static int loads_in_flight(struct algebra *al, const struct plan *plan, int k) {
	bool reduces = plan->problem->reduce != REDUCE_NONE;
	return reduces ? plan_loads_at_once(plan) : plan_accesses(al, plan, k);
}

/* Of the accesses that each element of tensor "k" would take, the part that threads make. */
static double accesses_made(struct algebra *al, const struct plan *plan, int k) {
	bool reduces = plan->problem->reduce != REDUCE_NONE;
	double all = (double)plan->values / plan->vector[k];
	return reduces ? 1 : plan_accesses(al, plan, k) / all;
}

/* What a plan does to memory and multiprocessors. */
struct work {
	double read, written;    /* bytes of device memory */
	double asked;            /* bytes that loads ask for */
	double accesses;         /* of warps */
	double single;           /* those of one element for each thread */
	double lines;            /* of exchanges, of each access; elsewhere beyond "lines_at_once" of each */
};

/*
 * Bytes that reading tensor "k" takes: the half-lines that its elements lie in, once each, since what one request
 * leaves of a half-line another one finds in the L2 cache, or in each pass, where the cache does not keep it. Where
 * threads side by side read half-lines of their own, and all that are read before the next elements of these do not fit
 * in there, each element brings its own. Threads that have whole results read on in theirs at once.
 */
static double bytes_to_read(struct algebra *al, const struct plan *plan, int k, int64_t passes,
		const struct target *target) {
	int size = dtype_bytes(problem_dtype(plan->problem, k));
	struct offsets modes = offsets_init(al, plan->view[k]);
	double bytes = footprint(al, plan->view[k], size, HALF_BYTES) * (double)passes;
	if (plan->exchanges || modes.rank == 0) {
		return bytes;
	}
	double stride = fabs((double)modes.stride[0]) * size;
	double between = (double)modes.shape[0] * HALF_BYTES;
	bool reads_on = plan->rounds > 0 && modes.rank > 1 && fabs((double)modes.stride[1]) * size < HALF_BYTES;
	bool is_far = stride >= HALF_BYTES && between > (double)target->l2_bytes / 2 && !reads_on;
	return is_far ? fmax(bytes, (double)modes.size * HALF_BYTES) : bytes;
}

static struct work work_of(struct algebra *al, const struct plan *plan, const struct target *target) {
	struct work work = { .read = 0 };
	bool reduces = plan->problem->reduce != REDUCE_NONE;
	double elements = (double)problem_size(plan->problem);
	int lanes = plan->threads < LANES ? plan->threads : LANES;
	int free_lines = plan->exchanges ? 0 : lines_at_once;
	unsigned is_again = 0;
	int64_t passes = plan->is_flat && plan->passes <= 1 ? plan_passes(al, plan, target, &is_again) : 1;
	for (int k = 0; k < plan->inputs + (reduces ? 0 : problem_outputs(plan->problem)) && !algebra_failed(al); k++) {
		struct request warp = request_for(al, plan, k, lanes, alone_together(plan, k));
		double accesses = elements / plan->vector[k] / lanes * accesses_made(al, plan, k);
		int size = dtype_bytes(problem_dtype(plan->problem, k));
		work.accesses += accesses;
		work.single += plan->vector[k] == 1 ? accesses : 0;
		work.lines += warp.lines > free_lines ? accesses * (warp.lines - free_lines) : 0;
		if (k < plan->inputs) {
			work.read += bytes_to_read(al, plan, k, (is_again >> k & 1) != 0 ? passes : 1, target);
			work.asked += accesses * lanes * plan->vector[k] * size;
		} else {
			work.written += footprint(al, plan->view[k], size, SECTOR_BYTES);
			work.written += partial_store * SECTOR_BYTES * accesses * warp.partial;
		}
	}
	if (reduces) {
		int run = plan->knobs.per_row * plan->vector[0] * dtype_bytes(problem_dtype(plan->problem, 0));
		work.read *= plan->reduced_mode == 1 && plan->rounds == 0 ? 1 + row_jump / run : 1;
		work.written = (double)problem_bytes_written(al, plan->problem);
	}
	return work;
}

/* The L2 cache is asked to keep what the plan reads. */
static bool asks_to_keep(const struct plan *plan) {
	return plan->knobs.load == HINT_EVICT_LAST + 1;
}

/* What does not grow with the problem. */
static double fixed_seconds(const struct plan *plan, const struct target *target) {
	double seconds = target->launch_s + first_wave + (plan->exchanges ? exchange_wait * (plan->inputs - 1) : 0);
	seconds -= asks_to_keep(plan) ? kept_wait : 0;
	if (plan->problem->reduce == REDUCE_NONE) {
		return seconds;
	}
	if (plan->knobs.groups > 0 && plan->blocks > 1) {
		seconds += join_all + join_round * (double)number_ceil_div(plan->blocks, plan->threads);
	} else if (plan->knobs.splits > 1) {
		int64_t rounds = plan->reduced_mode == 1 ? number_ceil_div(plan->knobs.splits, ROUND_OF_SPLITS) : 1;
		seconds += join_some + join_round * (double)rounds;
	}
	return seconds;
}

/* Bytes that are read from memory, since the L2 cache did not keep them. */
static double cold_bytes_of(const struct plan *plan, const struct target *target, const struct work *work) {
	double kept = asks_to_keep(plan) ? kept_share * (double)target->l2_bytes : 0;
	return fmax(work->read - kept, 0);
}

/* Seconds that the plan's bytes are under way: "cold" come from memory, the others that it reads from the L2 cache. */
static double moving(const struct target *target, const struct work *work, double cold) {
	double soon = fmin(work->written, written_share * (double)target->l2_bytes);
	return (cold + (work->read - cold) / l2_gain) / target->read_bytes_per_s
		+ (work->written - soon + soon / l2_gain) / target->write_bytes_per_s;
}

/* Seconds that multiprocessors are busy with instructions. */
static double instructing(const struct plan *plan, const struct target *target, const struct work *work) {
	bool reduces = plan->problem->reduce != REDUCE_NONE;
	double seconds = warp_access * work->accesses + warp_line * work->lines;
	if (reduces) {
		seconds = warp_reduced * (work->accesses - work->single) + warp_access * work->single + warp_line * work->lines;
	} else if (plan->exchanges) {
		double padded = (double)plan->blocks * plan->threads * plan->values / (double)problem_size(plan->problem);
		seconds = (warp_exchanged * work->accesses + warp_exchanged_line * work->lines) * sqrt(padded);
	}
	return seconds / target->multiprocessors * fitted_clock_hz / target->clock_hz;
}

/*
 * Seconds of waiting, "wait" for each round of loads: as many rounds as Little's law says with the bytes in flight, and
 * no fewer than threads that reduce have one after the other.
 */
static double waiting(const struct plan *plan, const struct target *target, const struct prediction *p,
		const struct work *work, double wait) {
	double rounds = p->in_flight > 0 ? work->asked / (p->in_flight * target->multiprocessors) : 0;
	if (plan->problem->reduce == REDUCE_NONE) {
		return rounds * wait * unhidden;
	}
	int64_t resident = p->resident_threads / plan->threads;
	int64_t waves = number_ceil_div(plan->blocks, target->multiprocessors * (resident > 0 ? resident : 1));
	int64_t each = number_ceil_div(plan->iterations, plan_loads_at_once(plan));
	return fmax(rounds, (double)waves * (double)each) * wait * unhidden_reduced;
}

/*
 * The time is what does not grow, and that of memory, of the multiprocessors' instructions, of waiting, of starting
 * blocks and of the busiest multiprocessor's intake, which go on at once: where few multiprocessors have work, it takes
 * longer than memory needs.
 */
struct prediction predict(struct algebra *al, const struct plan *plan, const struct target *target, int registers) {
	struct prediction p = { .bound = "memory" };
	bool reduces = plan->problem->reduce != REDUCE_NONE;
	double read = (double)problem_bytes_read(al, plan->problem);
	double written = (double)problem_bytes_written(al, plan->problem);
	double wait = target->latency_s - further_load;
	struct work work = work_of(al, plan, target);
	for (int k = 0; k < plan->inputs + (reduces ? 0 : problem_outputs(plan->problem)) && !algebra_failed(al); k++) {
		p.request[k] = first_request(al, plan, k);
	}
	p.resident_threads = resident_threads(plan, target, registers);
	for (int k = 0; k < plan->inputs; k++) {
		int loads = loads_in_flight(al, plan, k);
		wait += further_load * loads;
		p.in_flight += (double)p.resident_threads * loads * plan->vector[k] *
			dtype_bytes(plan->problem->operand_dtypes[k]);
	}
	bool is_kept = asks_to_keep(plan) && work.read <= (double)target->l2_bytes / 2;
	wait *= is_kept ? kept_latency : 1;
	p.needed = target->peak_bytes_per_s * read / (read + written) * target->latency_s / target->multiprocessors;
	double cold = cold_bytes_of(plan, target, &work);
	double memory = moving(target, &work, cold);
	double instructions = instructing(plan, target, &work);
	double latency = waiting(plan, target, &p, &work, wait);
	double starting = block_start * (double)plan->blocks;
	double busiest = (double)number_ceil_div(plan->blocks, target->multiprocessors) / (double)plan->blocks;
	double intake = work.read * busiest / target->intake_bytes_per_s;
	double all = pow(memory, norm) + pow(instructions, norm) + pow(latency, norm) + pow(starting, norm)
		+ pow(intake, norm);
	p.seconds = fixed_seconds(plan, target) + cold_wait * fmin(cold / cold_bytes, 1) + pow(all, 1 / norm);
	p.bytes_per_s = (read + written) / p.seconds;
	if (fmax(fmax(memory, latency), fmax(instructions, starting)) < 2 * target->launch_s) {
		p.bound = "launch";
	} else if (latency > memory) {
		p.bound = "latency";
	}
	return p;
}
