#include "gpu/bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/codegen.h"

/* The text of one of the kernels of "plan". */
static struct kernel_text text_of(struct algebra *al, const struct plan *plan, enum purpose purpose) {
	struct buf source;
	buf_init(&source, al->arena);
	codegen_put(&source, al, plan, purpose);
	return (struct kernel_text){ .source = source.data, .symbol = KERNEL_SYMBOL, .threads = plan->threads };
}

static struct kernel_text fill_text_of(struct algebra *al, const struct plan *plan, int k) {
	struct buf source;
	buf_init(&source, al->arena);
	codegen_put_fill(&source, plan->problem->operand_dtypes[k], results_fill(plan->problem));
	return (struct kernel_text){ .source = source.data, .symbol = FILL_SYMBOL, .threads = 256 };
}

void bench_prepare(struct algebra *al, struct device *device, const struct plan *plans, int count,
		enum judge_place judges) {
	struct kernel_text *texts = arena_array(al->arena, 2 * (size_t)count + 1 + OPERANDS_MAX, sizeof *texts);
	int filled = 0;
	for (int k = 0; k < plans[0].inputs; k++) {
		if (k == 0 || plans[0].problem->operand_dtypes[k] != plans[0].problem->operand_dtypes[k - 1]) {
			texts[filled++] = fill_text_of(al, &plans[0], k);
		}
	}
	if (judge_is_device(al, &plans[0], judges)) {
		texts[filled++] = (struct kernel_text){ .source = judge_source(al->arena, &plans[0]).data };
	}
	for (int i = 0; i < count; i++) {
		texts[filled++] = text_of(al, &plans[i], PURPOSE_PROVE);
		texts[filled++] = text_of(al, &plans[i], PURPOSE_COMPUTE);
	}
	if (!algebra_failed(al)) {
		device_compile_all(device, al->arena, texts, filled);
	}
}

/* Fill one operand: every element of its memory, also those between its rows. */
static bool fill_tensor(struct bench *bench, const struct plan *plan, int k, struct fault *fault) {
	struct kernel_image kernel = { 0 };
	const struct kernel_text text = fill_text_of(bench->al, plan, k);
	if (!device_compile(bench->device, bench->al->arena, &text, &kernel, fault)) {
		return false;
	}
	long long count = bench->bytes[k] / dtype_bytes(plan->problem->operand_dtypes[k]);
	unsigned seed = results_seed(bench->seed, k);
	unsigned period = results_period(plan);
	struct launch launch = { .kernel = &kernel, .blocks = 2048, .threads = 256,
		.arguments = { &bench->tensors[k], &count, &seed, &period } };
	bool good = device_run(bench->device, &launch, fault);
	device_unload(bench->device, &kernel);
	return good;
}

bool bench_open(struct bench *bench, struct algebra *al, struct device *device, const struct plan *plan, uint32_t seed,
		struct fault *fault) {
	*bench = (struct bench){ .al = al, .device = device, .problem = plan->problem, .seed = seed };
	bench->inputs = plan->inputs;
	for (int k = 0; k < plan_tensors(plan); k++) {
		bench->bytes[k] = tensor_span(al, plan, k) * dtype_bytes(problem_dtype(plan->problem, k));
		bench->tensors[k] = device_alloc(device, bench->bytes[k], fault);
		if (bench->tensors[k] == NULL || (k < plan->inputs && !fill_tensor(bench, plan, k, fault))) {
			bench_close(bench);
			return false;
		}
	}
	return true;
}

/* The judges of "plan", which are those of all its tensors and of its results. */
static struct judge_bench *judges_of(struct bench *bench, const struct plan *plan) {
	if (bench->judged != plan) {
		judge_close(bench->judge);
		bench->judge = judge_open(bench->al, bench->device, plan);
		bench->judged = plan;
	}
	return bench->judge;
}

void bench_close(struct bench *bench) {
	judge_close(bench->judge);
	for (int k = 0; k < TENSORS_MAX; k++) {
		if (bench->tensors[k] != NULL) {
			device_free(bench->device, bench->tensors[k]);
		}
	}
	if (bench->workspace != NULL) {
		device_free(bench->device, bench->workspace);
	}
	*bench = (struct bench){ 0 };
}

/* --- proof --- */

/* What is taken for a proof, and given back together. */
struct proving {
	struct bench *bench;
	const struct plan *plan;
	const struct plan *seen;     /* plan_seen() of "tensor" */
	int tensor;
	struct kernel_image kernel;
	void *entries;               /* device memory */
	void *counts;
	uint32_t *host;              /* the entries where the host judges; else NULL */
	int64_t bytes;               /* of the entries */
	struct judge_bench *judge;   /* where the device judges; else NULL */
};

/* Room for the entries of "run". */
static bool proving_reserve(struct proving *proving, const struct proof_run *run, struct fault *fault) {
	struct device *device = proving->bench->device;
	proving->bytes = run->count * (int64_t)sizeof *proving->host;
	proving->host = proving->judge == NULL ? malloc((size_t)proving->bytes) : NULL;
	if (proving->host == NULL && proving->judge == NULL) {
		fault_set(fault, FAULT_LIMIT, 0, "out of memory: the proof needs %.1f GiB",
			(double)proving->bytes / (1 << 30));
		return false;
	}
	proving->entries = device_alloc(device, proving->bytes, fault);
	proving->counts = proving->entries != NULL ? device_alloc(device, sizeof(struct proof_counts), fault) : NULL;
	return proving->counts != NULL;
}

/* Run the kernel with entries for one tensor, and compare. */
static bool proving_run(struct proving *proving, const struct proof_run *run, struct proof *proof,
		struct fault *fault) {
	struct bench *bench = proving->bench;
	struct device *device = bench->device;
	const struct plan *plan = proving->plan;
	struct proof_place places[TENSORS_MAX];
	struct proof_counts counts = { 0 };
	struct launch launch = { .kernel = &proving->kernel, .blocks = plan->blocks, .threads = plan->threads };
	launch.arguments[plan_tensors(plan)] = &bench->workspace;
	for (int k = 0; k < plan_tensors(plan); k++) {
		places[k] = (struct proof_place){ .counts = proving->counts, .count = (unsigned long long)run->count,
			.entries = k == proving->tensor ? proving->entries : NULL, .reach = run->reach, .shift = run->shift,
			.seed = run->seed };
		launch.arguments[k] = &places[k];
	}
	bool good = device_set(device, proving->entries, 0xff, proving->bytes, fault)
		&& device_set(device, proving->counts, 0, sizeof counts, fault) && device_run(device, &launch, fault)
		&& device_read(device, &counts, proving->counts, sizeof counts, fault);
	if (good && proving->judge != NULL) {
		return judge_proof(proving->judge, run, proving->entries, &counts, proof, fault);
	}
	good = good && device_read(device, proving->host, proving->entries, proving->bytes, fault);
	if (good) {
		*proof = proof_compare(bench->al, proving->seen, run, proving->host, &counts);
	}
	return good;
}

/* Memory that blocks leave partial results in, zero. */
static bool reserve_workspace(struct bench *bench, const struct plan *plan, struct fault *fault) {
	if (plan->workspace_bytes > bench->workspace_bytes) {
		if (bench->workspace != NULL) {
			device_free(bench->device, bench->workspace);
		}
		bench->workspace = device_alloc(bench->device, plan->workspace_bytes, fault);
		bench->workspace_bytes = bench->workspace != NULL ? plan->workspace_bytes : 0;
		if (bench->workspace == NULL) {
			return false;
		}
	}
	return plan->workspace_bytes == 0 || device_set(bench->device, bench->workspace, 0, plan->workspace_bytes, fault);
}

bool bench_prove(struct bench *bench, const struct plan *plan, int tensor, struct proof *proof, struct fault *fault) {
	const struct plan *seen = plan_seen(bench->al->arena, plan, tensor);
	struct proving proving = { .bench = bench, .plan = plan, .seen = seen, .tensor = tensor };
	int at = tensor < plan->inputs ? tensor : plan->inputs;
	int runs = proof_runs(bench->al, seen, at, true);
	struct proof_run run = proof_run_at(bench->al, seen, at, true, 0);
	const struct kernel_text text = text_of(bench->al, plan, PURPOSE_PROVE);
	if (algebra_failed(bench->al)) {
		*fault = bench->al->fault;
		return false;
	}
	if (judge_is_device(bench->al, plan, bench->judges)) {
		proving.judge = judges_of(bench, seen);
	}
	bool good = proving_reserve(&proving, &run, fault) && reserve_workspace(bench, plan, fault)
		&& device_compile(bench->device, bench->al->arena, &text, &proving.kernel, fault);
	*proof = (struct proof){ .good = true };
	for (int i = 0; i < runs && good && proof->good; i++) {
		run = proof_run_at(bench->al, seen, at, true, i);
		good = proving_run(&proving, &run, proof, fault);
	}
	free(proving.host);
	device_unload(bench->device, &proving.kernel);
	if (proving.entries != NULL) {
		device_free(bench->device, proving.entries);
	}
	if (proving.counts != NULL) {
		device_free(bench->device, proving.counts);
	}
	return good;
}

void bench_prove_on_host(struct algebra *al, const struct plan *whole, int number, struct proof *proof) {
	const struct plan *plan = plan_seen(al->arena, whole, number);
	int tensor = number < plan->inputs ? number : plan->inputs;
	int runs = proof_runs(al, plan, tensor, false);
	*proof = (struct proof){ .good = true };
	for (int i = 0; i < runs && proof->good && !algebra_failed(al); i++) {
		struct proof_run run = proof_run_at(al, plan, tensor, false, i);
		struct proof_counts counts;
		struct arena *arena = al->arena;
		struct arena scratch;
		arena_init(&scratch, arena->out_of_memory, arena->context);
		scratch.limit = arena->limit - arena->held;
		uint32_t *entries = arena_array(&scratch, (size_t)run.count, sizeof *entries);
		memset(entries, 0xff, (size_t)run.count * sizeof *entries);
		al->arena = &scratch;
		proof_run_on_host(al, plan, &run, entries, &counts);
		*proof = proof_compare(al, plan, &run, entries, &counts);
		al->arena = arena;
		arena_finish(&scratch);
	}
}

/* --- runs --- */

void bench_compile_all(struct bench *bench, const struct plan *plans, int count, struct str *code) {
	struct kernel_text *texts = arena_array(bench->al->arena, (size_t)count, sizeof *texts);
	for (int i = 0; i < count; i++) {
		texts[i] = text_of(bench->al, &plans[i], PURPOSE_COMPUTE);
	}
	device_compile_all(bench->device, bench->al->arena, texts, count);
	for (int i = 0; i < count; i++) {
		code[i] = texts[i].code;
	}
}

/* Compile the kernel of "plan", if "code" is empty, and make its launch; the workspace is zero. */
static bool prepare(struct bench *bench, const struct plan *plan, struct str code, struct kernel_image *kernel,
		struct launch *launch, struct fault *fault) {
	struct kernel_text text = { .code = code, .symbol = KERNEL_SYMBOL, .threads = plan->threads };
	if (code.length == 0) {
		text = text_of(bench->al, plan, PURPOSE_COMPUTE);
	}
	if (algebra_failed(bench->al)) {
		*fault = bench->al->fault;
		return false;
	}
	if (!reserve_workspace(bench, plan, fault)) {
		return false;
	}
	*launch = (struct launch){ .kernel = kernel, .blocks = plan->blocks, .threads = plan->threads };
	launch->arguments[plan_tensors(plan)] = &bench->workspace;
	for (int k = 0; k < plan_tensors(plan); k++) {
		launch->arguments[k] = &bench->tensors[k];
	}
	return device_compile(bench->device, bench->al->arena, &text, kernel, fault);
}

/* Compare tensor "tensor", the output of "plan", on the host. */
static bool check_on_host(struct bench *bench, const struct plan *plan, int tensor, struct verdict *verdict,
		struct fault *fault) {
	int64_t bytes = bench->bytes[tensor];
	void *output = malloc((size_t)bytes);
	if (output == NULL) {
		fault_set(fault, FAULT_LIMIT, 0, "out of memory: the check needs %.1f GiB", (double)bytes / (1 << 30));
		return false;
	}
	bool good = device_read(bench->device, output, bench->tensors[tensor], bytes, fault);
	if (good) {
		*verdict = results_compare(bench->al, plan, bench->seed, output);
	}
	free(output);
	return good;
}

static bool check_on_device(struct bench *bench, const struct plan *plan, int tensor, struct verdict *verdict,
		struct fault *fault) {
	return judge_results(judges_of(bench, plan), bench->seed, bench->tensors[tensor], verdict, fault);
}

/* Compare output "tensor", and add what is found of it to "verdict". */
static bool check_output(struct bench *bench, const struct plan *plan, int tensor, struct verdict *verdict,
		struct fault *fault) {
	const struct plan *seen = plan_seen(bench->al->arena, plan, tensor);
	bool on_device = judge_is_device(bench->al, plan, bench->judges);
	struct verdict one = { .good = true };
	if (!(on_device ? check_on_device : check_on_host)(bench, seen, tensor, &one, fault)) {
		return false;
	}
	if (verdict->good && !one.good) {
		verdict->good = false;
		if (plan_tensors(plan) > plan->inputs + 1) {
			snprintf(verdict->text, sizeof verdict->text, "output %d: %.200s", tensor - plan->inputs + 1, one.text);
		} else {
			memcpy(verdict->text, one.text, sizeof verdict->text);
		}
	}
	verdict->elements += one.elements;
	verdict->wrong += one.wrong;
	verdict->worst = one.worst > verdict->worst ? one.worst : verdict->worst;
	return true;
}

bool bench_check(struct bench *bench, const struct plan *plan, struct verdict *verdict, struct fault *fault) {
	struct kernel_image kernel = { 0 };
	struct launch launch;
	bool good = prepare(bench, plan, (struct str){ 0 }, &kernel, &launch, fault);
	for (int k = plan->inputs; k < plan_tensors(plan) && good; k++) {
		good = device_set(bench->device, bench->tensors[k], 0xa5, bench->bytes[k], fault);
	}
	good = good && device_run(bench->device, &launch, fault);
	device_unload(bench->device, &kernel);
	*verdict = (struct verdict){ .good = true };
	for (int k = plan->inputs; k < plan_tensors(plan) && good; k++) {
		good = check_output(bench, plan, k, verdict, fault);
	}
	return good;
}

bool bench_time(struct bench *bench, const struct plan *plan, struct str code, const struct timing *timing,
		struct measurement *out, struct fault *fault) {
	struct kernel_image kernel = { 0 };
	struct launch launch;
	struct samples *samples = arena_alloc(bench->al->arena, sizeof *samples);
	struct timing own = *timing;
	own.keeps = knobs_keep(&plan->knobs);
	bool good = prepare(bench, plan, code, &kernel, &launch, fault)
		&& device_time(bench->device, &launch, &own, samples, fault);
	if (good) {
		out->stats = stats_of(samples->seconds, samples->count);
		out->stop = samples->stop;
		out->clocks = samples->clocks;
		out->registers = kernel.registers;
		out->spilled_bytes = kernel.spilled_bytes;
		out->resident_blocks = kernel.resident_blocks;
	}
	device_unload(bench->device, &kernel);
	return good;
}

bool bench_overhead(struct bench *bench, const struct plan *plan, int count, double *stream_s, double *graph_s,
		struct fault *fault) {
	struct kernel_image kernel = { 0 };
	struct launch launch;
	bool good = prepare(bench, plan, (struct str){ 0 }, &kernel, &launch, fault)
		&& device_time_overhead(bench->device, &launch, count, stream_s, graph_s, fault);
	device_unload(bench->device, &kernel);
	return good;
}

bool bench_copy(struct device *device, int64_t bytes, const struct timing *timing, double *bytes_per_s,
		struct fault *fault) {
	static const int64_t least = (int64_t)16 << 20;
	int64_t half = (bytes / 2 > least ? bytes / 2 : least) & ~(int64_t)255;
	struct samples *samples = malloc(sizeof *samples);
	if (samples == NULL) {
		fault_set(fault, FAULT_LIMIT, 0, "out of memory: the samples of a copy");
		return false;
	}
	void *from = device_alloc(device, half, fault);
	void *to = from != NULL ? device_alloc(device, half, fault) : NULL;
	bool good = to != NULL && device_set(device, from, 0x5a, half, fault)
		&& device_time_copy(device, &(struct device_copy){ to, from, half }, timing, samples, fault);
	if (good) {
		*bytes_per_s = 2 * (double)half / stats_of(samples->seconds, samples->count).median;
	}
	if (from != NULL) {
		device_free(device, from);
	}
	if (to != NULL) {
		device_free(device, to);
	}
	free(samples);
	return good;
}
