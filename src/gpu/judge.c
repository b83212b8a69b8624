#include "gpu/judge.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "gpu/claim.h"
#include "gpu/device/device.h"
#include "gpu/kinds/kind.h"
#include "gpu/rounding.h"

/* Behind precision.h. */
#include "gpu/device/judged.h"

/* What the host judges once more: numbers of a proof, results, and elements of these at most. */
enum { SAMPLE = 64, SAMPLE_ELEMENTS = 1 << 14 };

/* Threads of a block, chunks of a reduction altogether, and the fewest elements of a chunk. */
enum { THREADS = 128, CHUNKS = 1 << 18, CHUNK = 128 };

/* Where there is no layout. */
enum { ABSENT = -1 };

_Static_assert((int)PROBLEM_RANK_MAX == RANK && (int)OPERANDS_MAX == OPERANDS && (int)OPEXPR_NODES_MAX == NODES_MAX,
	"the numbers of device/judged.h");

/* --- the judges --- */

enum judge_kernel {
	JUDGE_NUMBERS,
	JUDGE_PLACES,
	CHECK_RESULTS,
	CHECK_TOTALS,
};

enum { JUDGE_KERNELS = CHECK_TOTALS + 1 };

static const char *const symbols[JUDGE_KERNELS] = {
	"cutelayout_judge_numbers", "cutelayout_judge_places", "cutelayout_check_results", "cutelayout_check_totals",
};

/* Device memory that one judgement takes, and gives back at its end. */
enum { MEMORIES_MAX = 8 };

struct judge_bench {
	struct algebra *al;
	struct device *device;
	const struct plan *plan;
	struct kernel_text text;
	struct kernel_image kernels[JUDGE_KERNELS];
	void *memory[MEMORIES_MAX];
	int memories;
};

bool judge_is_device(const struct algebra *al, const struct plan *plan, enum judge_place place) {
	(void)al;
	bool can = plan->kind->locate == NULL || plan->kind->window != NULL;
	int64_t elements = problem_size(plan->problem);
	return can && place != JUDGE_HOST && (place == JUDGE_DEVICE || elements > JUDGE_HOST_ELEMENTS);
}

struct str judge_source(struct arena *arena, const struct plan *plan) {
	struct buf source;
	int count = plan->problem->op->count;
	buf_init(&source, arena);
	buf_printf(&source, "enum { NODES = %d };\n", count <= 16 ? 16 : count <= 64 ? 64 : OPEXPR_NODES_MAX);
	device_put(&source, device_op, device_op_size);
	device_put(&source, device_precision, device_precision_size);
	device_put(&source, device_judged, device_judged_size);
	device_put(&source, device_apply, device_apply_size);
	device_put(&source, device_errors, device_errors_size);
	device_put(&source, device_judge, device_judge_size);
	return buf_str(&source);
}

struct judge_bench *judge_open(struct algebra *al, struct device *device, const struct plan *plan) {
	struct judge_bench *judge = arena_alloc(al->arena, sizeof *judge);
	*judge = (struct judge_bench){ .al = al, .device = device, .plan = plan };
	judge->text.source = judge_source(al->arena, plan).data;
	judge->text.threads = THREADS;
	return judge;
}

void judge_close(struct judge_bench *judge) {
	for (int i = 0; judge != NULL && i < JUDGE_KERNELS; i++) {
		device_unload(judge->device, &judge->kernels[i]);
	}
}

/* Memory of at least a byte on the device, filled with "byte". */
static void *reserve(struct judge_bench *judge, int64_t bytes, int byte, struct fault *fault) {
	void *memory = device_alloc(judge->device, bytes, fault);
	if (memory == NULL) {
		return NULL;
	}
	judge->memory[judge->memories++] = memory;
	return device_set(judge->device, memory, byte, bytes, fault) ? memory : NULL;
}

static void *upload(struct judge_bench *judge, const void *from, int64_t bytes, struct fault *fault) {
	void *memory = reserve(judge, bytes, 0, fault);
	return memory != NULL && device_write(judge->device, memory, from, bytes, fault) ? memory : NULL;
}

static void give_back(struct judge_bench *judge) {
	while (judge->memories > 0) {
		device_free(judge->device, judge->memory[--judge->memories]);
	}
}

/* Run a judge with a thread for each of "items" units, or fewer that go round. */
static bool run(struct judge_bench *judge, enum judge_kernel which, int64_t items, struct launch launch,
		struct fault *fault) {
	struct kernel_image *kernel = &judge->kernels[which];
	int64_t most = (int64_t)device_facts(judge->device)->multiprocessors * 16;
	int64_t blocks = (items + THREADS - 1) / THREADS;
	judge->text.symbol = symbols[which];
	if (kernel->function == NULL && !device_compile(judge->device, judge->al->arena, &judge->text, kernel, fault)) {
		return false;
	}
	launch.kernel = kernel;
	launch.threads = THREADS;
	launch.blocks = blocks < most ? blocks : most;
	return device_run(judge->device, &launch, fault);
}

/* --- layouts as words --- */

struct words {
	int64_t *at;
	int64_t count, room;
	struct arena *arena;
};

/* Append the layout: its rank, then extent and stride of each mode. Returns its place. */
static int64_t words_add(struct words *words, const struct offsets *offsets) {
	int64_t place = words->count;
	int64_t count = 1 + 2 * (int64_t)offsets->rank;
	if (words->count + count > words->room) {
		int64_t room = 2 * words->room + count;
		int64_t *at = arena_array(words->arena, (size_t)room, sizeof *at);
		if (words->count > 0) {
			memcpy(at, words->at, (size_t)words->count * sizeof *at);
		}
		words->at = at;
		words->room = room;
	}
	words->at[words->count++] = offsets->rank;
	for (int i = 0; i < offsets->rank; i++) {
		words->at[words->count++] = offsets->shape[i];
		words->at[words->count++] = offsets->stride[i];
	}
	return place;
}

/* The random numbers that choose samples. */
static uint64_t next_random(uint64_t *state) {
	*state = *state * 0x5851f42d4c957f2du + 0x14057b7ef767814fu;
	return *state >> 24;
}

/* --- proofs --- */

static struct proof_facts proof_facts_of(const struct claims *claims, struct words *words) {
	const struct plan *plan = claims->plan;
	const struct proof_run *run = claims->run;
	bool is_result = claims_is_result(plan, run->tensor);
	struct proof_facts facts = { .rank = plan->rank, .threads = plan->threads, .values = plan->values,
		.numbers = claims_numbers(plan), .elements = claims->elements, .reach = run->reach,
		.start = problem_start(plan->problem, run->tensor), .by_offset = run->by_offset,
		.sums = run->sums, .strict = claims->strict, .exclusive = run->tensor == plan->inputs && !is_result,
		.shift = run->shift, .bits = run->bits, .seed = run->seed, .window = { ABSENT, ABSENT } };
	facts.sum_bytes = problem_sum_bytes(plan->problem);
	facts.index = reduce_is_arg(plan->problem->reduce) ? words_add(words, &claims->index) : ABSENT;
	facts.index_mode = plan->reduced_mode;
	for (int i = 0, kept = 0; i < plan->rank; i++) {
		const struct claim *claim = &claims->mode[i];
		bool is_reduced = is_result && i == plan->reduced_mode;
		facts.extent[i] = plan->extent[i];
		for (int m = 0; m < 3; m++) {
			facts.part[i][m] = words_add(words, &claim->part[m]);
		}
		facts.tile[i] = plan->indexed ? words_add(words, &claim->tile) : ABSENT;
		facts.place[i] = is_reduced ? ABSENT :
			words_add(words, is_result ? &claims->result.mode[kept++] : &claims->memory.mode[i]);
	}
	if (plan->windows && plan->kind->window != NULL) {
		struct window window = plan->kind->window(plan);
		facts.window_whole = window.whole;
		facts.window_own = window.own;
		facts.window_vector = plan->vector[0];
		for (int i = 1; i < 3; i++) {
			facts.window[i - 1] = words_add(words, &claims->memory.mode[i]);
		}
	}
	return facts;
}

/* The entry of "number", or of its offset, as the device left it. */
static bool read_entry(struct judge_bench *judge, const struct claims *claims, const void *entries, int64_t number,
		uint32_t *entry, struct fault *fault) {
	int64_t coordinate[PROBLEM_RANK_MAX] = { 0 };
	int64_t at = number;
	if (claims->run->by_offset) {
		at = claims_element(claims, number, coordinate) ? claims_offset(claims, coordinate) : ABSENT;
	}
	*entry = PROOF_NONE;
	return at < 0 || device_read(judge->device, entry, (const uint32_t *)entries + at, sizeof *entry, fault);
}

/* What the judges found, in words: of numbers the first. */
static bool tell_proof(struct judge_bench *judge, const struct claims *claims, const void *entries,
		const struct proof_found *found, struct proof *proof, struct fault *fault) {
	const uint64_t first[] = { [MISTAKE_STRAY] = found->stray, [MISTAKE_SECOND] = found->second,
		[MISTAKE_SHARED] = found->shared, [MISTAKE_ENTRY] = found->entry };
	enum mistake mistake = MISTAKE_STRAY;
	for (int i = MISTAKE_SECOND; i <= MISTAKE_ENTRY; i++) {
		mistake = first[i] < first[mistake] ? (enum mistake)i : mistake;
	}
	proof->places = (int64_t)found->places;
	if (first[mistake] != UINT64_MAX) {
		uint32_t entry;
		if (!read_entry(judge, claims, entries, (int64_t)first[mistake], &entry, fault)) {
			return false;
		}
		claims_put_mistake(proof, claims, mistake, (int64_t)first[mistake], entry);
	} else if (found->uncovered != UINT64_MAX) {
		claims_put_uncovered(proof, claims, (int64_t)found->uncovered);
	} else if (found->left <= found->sum && found->left != UINT64_MAX) {
		claims_put_left(proof, (int64_t)found->left);
	} else if (found->sum != UINT64_MAX) {
		claims_put_sum(proof, (int64_t)found->sum);
	} else if (found->looked != (uint64_t)claims_numbers(claims->plan)
			|| found->elements != (uint64_t)claims->elements) {
		fault_set(fault, FAULT_UNSUPPORTED, 0, "the judge on the device looked at %" PRIu64 " numbers of %" PRId64
			", and found %" PRIu64 " elements of %" PRId64, (uint64_t)found->looked, claims_numbers(claims->plan),
			(uint64_t)found->elements, claims->elements);
		return false;
	}
	return true;
}

/* Judge some numbers on the host. */
static bool sample_proof(struct judge_bench *judge, const struct claims *claims, const void *entries,
		struct proof *proof, struct fault *fault) {
	uint64_t state = claims->run->seed;
	for (int i = 0; i < SAMPLE && proof->good && !claims->run->sums; i++) {
		int64_t coordinate[PROBLEM_RANK_MAX] = { 0 };
		int64_t number = (int64_t)(next_random(&state) % (uint64_t)claims_numbers(claims->plan));
		uint32_t entry;
		if (!read_entry(judge, claims, entries, number, &entry, fault)) {
			return false;
		}
		bool is_element = claims_element(claims, number, coordinate);
		int64_t offset = is_element ? claims_offset(claims, coordinate) : 0;
		if (is_element ? entry != claims_record(claims, number, offset) : claims->strict && entry != PROOF_NONE) {
			claims_put_mistake(proof, claims, is_element ? MISTAKE_ENTRY : MISTAKE_STRAY, number, entry);
		}
	}
	return true;
}

/* Bytes of so many bits in words of 32. */
static int64_t bytes_of_bits(int64_t count) {
	return (count / 32 + 1) * 4;
}

static bool run_proof(struct judge_bench *judge, const struct claims *claims, const void *entries,
		struct proof_found *found, struct fault *fault) {
	const struct proof_run *record = claims->run;
	struct words words = { .arena = judge->al->arena };
	struct proof_facts facts = proof_facts_of(claims, &words);
	if (algebra_failed(judge->al)) {
		*fault = judge->al->fault;
		return false;
	}
	void *facts_there = upload(judge, &facts, sizeof facts, fault);
	void *words_there = facts_there != NULL ? upload(judge, words.at, words.count * 8, fault) : NULL;
	void *found_there = words_there != NULL ? upload(judge, found, sizeof *found, fault) : NULL;
	void *covered = found_there != NULL ? reserve(judge, bytes_of_bits(claims->elements), 0, fault) : NULL;
	void *touched = covered != NULL ? reserve(judge, bytes_of_bits(record->reach), 0, fault) : NULL;
	void *sums = touched != NULL ? reserve(judge, record->sums ? 8 * record->reach : 8, 0, fault) : NULL;
	if (sums == NULL) {
		return false;
	}
	struct launch numbers = { .arguments = { &facts_there, &words_there, &entries, &covered, &touched, &sums,
		&found_there } };
	struct launch places = { .arguments = { &facts_there, &entries, &covered, &touched, &sums, &found_there } };
	int64_t most = claims->elements > record->reach ? claims->elements : record->reach;
	return run(judge, JUDGE_NUMBERS, facts.numbers, numbers, fault) && run(judge, JUDGE_PLACES, most, places, fault)
		&& device_read(judge->device, found, found_there, sizeof *found, fault);
}

bool judge_proof(struct judge_bench *judge, const struct proof_run *run, const void *entries,
		const struct proof_counts *counts, struct proof *proof, struct fault *fault) {
	const struct plan *plan = judge->plan;
	struct claims claims = claims_of(judge->al, plan, run);
	struct proof_found found = { .stray = UINT64_MAX, .second = UINT64_MAX, .shared = UINT64_MAX, .entry = UINT64_MAX,
		.uncovered = UINT64_MAX, .left = UINT64_MAX, .sum = UINT64_MAX };
	*proof = (struct proof){ .good = true };
	proof->elements = claims_is_result(plan, run->tensor) ? plan->kept : claims.elements;
	if (!claims_judge_counts(&claims, counts, proof)) {
		return true;
	}
	bool good = run_proof(judge, &claims, entries, &found, fault)
		&& tell_proof(judge, &claims, entries, &found, proof, fault)
		&& sample_proof(judge, &claims, entries, proof, fault);
	give_back(judge);
	return good;
}

/* --- results --- */

static struct type_facts type_facts_of(enum dtype dtype) {
	const struct dtype_info *info = dtype_info(dtype);
	bool is_fp8 = dtype == DTYPE_E4M3 || dtype == DTYPE_E5M2;
	return (struct type_facts){ .bytes = info->bytes, .is_float = info->is_float, .is_signed = dtype != DTYPE_U8,
		.exponent_bits = info->element->exponent_bits, .mantissa_bits = info->element->mantissa_bits,
		.has_infinity = dtype != DTYPE_E4M3, .saturates = is_fp8,
		.rounding = dtype_rounding(dtype),
		.largest = info->is_float ? dtype_largest(dtype) : dtype_greatest_int(dtype),
		.smallest = info->is_float ? dtype_smallest(dtype) : dtype_least_int(dtype) };
}

/* How many chunks the elements of each result are taken in, so that there is work for all threads. */
static int64_t chunks_of(const struct plan *plan) {
	int64_t wanted = CHUNKS / plan->kept;
	int64_t most = (plan->reduced + CHUNK - 1) / CHUNK;
	int64_t chunks = wanted < most ? wanted : most;
	return chunks > 1 ? chunks : 1;
}

/* What only reductions have. */
static void put_reduction(struct result_facts *facts, const struct plan *plan) {
	facts->reduced_mode = plan->reduced_mode;
	facts->kept = plan->kept;
	facts->reduced = plan->reduced;
	facts->chunks = chunks_of(plan);
	facts->slack = rounding_slack(plan->problem->reduce);
	facts->gamma = rounding_gamma(rounding_depth(plan), &facts->precision);
}

/*
 * What the judge of results is told of the plan's problem, in the arena: its extents, where operands and results lie
 * (places in "words"), how results are compared, and the expression node by node.
 */
static struct result_facts *result_facts_of(struct judge_bench *judge, uint32_t seed, struct words *words) {
	const struct plan *plan = judge->plan;
	const struct problem *problem = plan->problem;
	const struct proof_run of_output = { .tensor = plan->inputs };
	struct claims claims = claims_of(judge->al, plan, &of_output);
	struct result_facts *facts = arena_alloc(judge->al->arena, sizeof *facts);
	enum dtype math = problem_math_dtype(problem);
	bool is_float = math != DTYPE_I64;
	bool reduces = problem->reduce != REDUCE_NONE;
	*facts = (struct result_facts){ .rank = plan->rank, .inputs = plan->inputs, .reduce = problem->reduce,
		.reduced_mode = ABSENT, .kept = claims.elements, .reduced = 1, .chunks = 1, .exact = !is_float,
		.product = results_fill(problem) == FILL_PRODUCT, .period = results_period(plan),
		.result = type_facts_of(problem->output_dtype),
		.nodes = problem->op->count, .root = problem->op->root, .precision = precision_of(math) };
	facts->out_start = problem_start(problem, plan->inputs);
	facts->index = reduce_is_arg(problem->reduce) ? words_add(words, &claims.index) : ABSENT;
	facts->compared_exactly = !is_float && problem->reduce != REDUCE_MEAN && facts->result.is_float == 0;
	if (reduces) {
		put_reduction(facts, plan);
	}
	for (int i = 0, kept = 0; i < plan->rank; i++) {
		bool is_reduced = reduces && i == plan->reduced_mode;
		facts->extent[i] = plan->extent[i];
		for (int k = 0; k < plan->inputs; k++) {
			struct offsets offsets = offsets_init(judge->al, layout_mode(plan->view[k], i));
			facts->place[k][i] = words_add(words, &offsets);
		}
		facts->out[i] = is_reduced ? ABSENT :
			words_add(words, reduces ? &claims.result.mode[kept++] : &claims.memory.mode[i]);
	}
	for (int k = 0; k < plan->inputs; k++) {
		facts->seed[k] = results_seed(seed, k);
		facts->start[k] = problem_start(problem, k);
		facts->type[k] = type_facts_of(problem->operand_dtypes[k]);
	}
	for (int i = 0; i < problem->op->count; i++) {
		const struct op_node *node = &problem->op->nodes[i];
		facts->node[i] = (struct node_facts){ .op = node->op, .operand = node->operand, .value = node->value,
			.arity = opexpr_arity(node->op),
			.child = { node->children[0], node->children[1], node->children[2] } };
	}
	return facts;
}

/* One result as the device left it. */
static bool read_result(struct judge_bench *judge, const void *output, int64_t place, uint64_t *bits,
		struct fault *fault) {
	enum dtype dtype = judge->plan->problem->output_dtype;
	unsigned char bytes[8] = { 0 };
	int64_t size = dtype_bytes(dtype);
	if (!device_read(judge->device, bytes, (const unsigned char *)output + place * size, size, fault)) {
		return false;
	}
	*bits = dtype_load(dtype, bytes, 0);
	return true;
}

/* Whether the host finds the part of a reduction that the device found, which both add up in doubles. */
static bool is_same_part(const struct plan *plan, struct results_part is, struct results_part should_be) {
	if (problem_math_dtype(plan->problem) == DTYPE_I64) {
		return is.int_total == should_be.int_total;
	}
	bool same_nan = isnan(is.total) && isnan(should_be.total);
	double of_slack = problem_math_dtype(plan->problem) == DTYPE_F64 ? 1 : 1e-3;
	double slack = plan->problem->reduce == REDUCE_PROD ? fabs(should_be.total * should_be.slack) : should_be.slack;
	double allowed = 1e-9 * fabs(should_be.total) + of_slack * slack;
	return same_nan || is.total == should_be.total || fabs(is.total - should_be.total) <= allowed;
}

/* What the device was asked to compare. */
struct asked {
	const struct result_facts *facts;
	uint32_t seed;
	const void *output;      /* device memory */
	const void *partials;
};

/* Work some results out on the host, or where each has too many elements some chunks of them. */
static bool sample_results(struct judge_bench *judge, const struct asked *asked, struct verdict *verdict,
		struct fault *fault) {
	const struct result_facts *facts = asked->facts;
	struct reference *ref = results_sample(judge->al, judge->plan, asked->seed);
	int64_t length = (facts->reduced + facts->chunks - 1) / facts->chunks;
	uint64_t state = asked->seed;
	int64_t left = SAMPLE_ELEMENTS;
	for (int i = 0; i < SAMPLE && left > 0 && verdict->good; i++) {
		int64_t item = (int64_t)(next_random(&state) % (uint64_t)(facts->kept * facts->chunks));
		int64_t number = item / facts->chunks;
		int64_t begin = item % facts->chunks * length;
		int64_t end = begin + length < facts->reduced ? begin + length : facts->reduced;
		struct results_part part;
		uint64_t bits;
		left -= end - begin;
		if (facts->chunks > 1) {
			const struct results_part *there = (const struct results_part *)asked->partials + item;
			if (!device_read(judge->device, &part, there, sizeof part, fault)) {
				return false;
			}
			if (!is_same_part(judge->plan, part, results_sample_part(ref, number, begin, end))) {
				fault_set(fault, FAULT_UNSUPPORTED, 0, "the judge on the device and the host disagree on a sum");
				return false;
			}
		} else {
			if (!read_result(judge, asked->output, results_sample_place(ref, number), &bits, fault)) {
				return false;
			}
			struct verdict one = results_sample_compare(ref, number, bits);
			if (!one.good) {
				one.elements = verdict->elements;
				*verdict = one;
			}
		}
	}
	return true;
}

static bool run_results(struct judge_bench *judge, const struct result_facts *facts, struct launch *launch,
		struct fault *fault) {
	bool good = run(judge, CHECK_RESULTS, facts->kept * facts->chunks, *launch, fault);
	return good && (facts->chunks == 1 || run(judge, CHECK_TOTALS, facts->kept, *launch, fault));
}

bool judge_results(struct judge_bench *judge, uint32_t seed, const void *output, struct verdict *verdict,
		struct fault *fault) {
	struct words words = { .arena = judge->al->arena };
	struct result_facts *facts = result_facts_of(judge, seed, &words);
	struct result_found found = { .first = UINT64_MAX };
	if (algebra_failed(judge->al)) {
		*fault = judge->al->fault;
		return false;
	}
	int64_t items = facts->chunks > 1 ? facts->kept * facts->chunks : 1;
	int64_t tell = ABSENT;
	void *facts_there = upload(judge, facts, sizeof *facts, fault);
	void *words_there = facts_there != NULL ? upload(judge, words.at, words.count * 8, fault) : NULL;
	void *found_there = words_there != NULL ? upload(judge, &found, sizeof found, fault) : NULL;
	int64_t bytes = items * (int64_t)sizeof(struct results_part);
	void *partials = found_there != NULL ? reserve(judge, bytes, 0, fault) : NULL;
	struct launch launch = { .arguments = { &facts_there, &words_there, &output, &partials, &found_there, &tell } };
	bool good = partials != NULL && run_results(judge, facts, &launch, fault)
		&& device_read(judge->device, &found, found_there, sizeof found, fault);
	if (good) {
		*verdict = (struct verdict){ .good = true, .elements = (int64_t)found.elements };
		memcpy(&verdict->worst, &found.worst, sizeof verdict->worst);
	}
	if (good && found.wrong > 0) {
		struct result_found told;
		tell = (int64_t)found.first;
		good = run_results(judge, facts, &launch, fault)
			&& device_read(judge->device, &told, found_there, sizeof told, fault);
		if (good) {
			verdict_set_wrong(verdict, told.place, told.is, told.should_be);
			verdict->wrong = (int64_t)found.wrong;
		}
	} else if (good && found.elements != (uint64_t)facts->kept) {
		fault_set(fault, FAULT_UNSUPPORTED, 0, "the judge on the device looked at %" PRIu64 " results of %" PRId64,
			(uint64_t)found.elements, (int64_t)facts->kept);
		good = false;
	} else if (good) {
		struct asked asked = { facts, seed, output, partials };
		good = sample_results(judge, &asked, verdict, fault);
	}
	give_back(judge);
	return good;
}
