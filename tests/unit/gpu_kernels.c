/*
 * Plans and kernels without a GPU: a broad matrix of problems is planned, every mapping is proved on the host, and
 * every kernel is compiled by NVRTC where that is installed. Prints "N passed, N failed[, N skipped]".
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/codegen.h"
#include "gpu/cubin.h"
#include "gpu/nvrtc.h"
#include "gpu/plan.h"
#include "gpu/planner.h"
#include "gpu/proof.h"
#include "gpu/tiling.h"

struct tester {
	struct arena arena;        /* of one case */
	struct arena lasting;
	struct nvrtc *nvrtc;       /* NULL where it is not installed */
	int64_t provable;          /* elements up to which mappings are proved */
	int compile_every;         /* kernels compiled: each, or every n-th */
	int cases;
	int passed;
	int failed;
	int compiled;
	bool has_cut;              /* cubins that are cut short were tried */
};

/* A case in words, for failures. */
static void report(struct tester *tester, const char *name, bool good, const char *reason) {
	if (good) {
		tester->passed++;
		return;
	}
	tester->failed++;
	printf("FAIL: %s: %s\n", name, reason);
}

static struct layout strided(struct algebra *al, int rank, const int64_t *shape, const int64_t *stride) {
	struct tuple *extents = tuple_modes_new(al, rank);
	struct tuple *strides = tuple_modes_new(al, rank);
	for (int i = 0; i < rank; i++) {
		extents[i] = tuple_int(shape[i]);
		strides[i] = tuple_int(stride[i]);
	}
	return layout_make(al, tuple_of(al, extents, rank), tuple_of(al, strides, rank));
}

/*
 * 'r'ow-major, 'c'olumn-major, 'p'added rows (to a multiple of 16, and 16 more), 'o'dd rows (one more), every 's'econd
 * element, 'b'roadcast along the first mode, 'l' along the last.
 */
static struct layout memory_layout(struct algebra *al, int rank, const int64_t *shape, char form) {
	int64_t stride[PROBLEM_RANK_MAX];
	int64_t next = form == 's' ? 2 : 1;
	for (int n = 0; n < rank; n++) {
		int i = form == 'c' ? n : rank - 1 - n;
		stride[i] = next;
		next *= shape[i];
		if (form == 'p' && n == 0) {
			next = (next + 15) / 16 * 16 + 16;
		}
		next += form == 'o' && n == 0;
	}
	if (form == 'b' || form == 'l') {
		stride[form == 'b' ? 0 : rank - 1] = 0;
	}
	return strided(al, rank, shape, stride);
}

static void prove(struct tester *tester, struct algebra *al, const struct plan *plan, const char *name) {
	int tensors = plan->inputs + (plan->problem->reduce == REDUCE_NONE ? 1 : 0);
	for (int k = 0; k < tensors; k++) {
		if (!tensor_is_provable(al, plan, k)) {
			continue;
		}
		size_t bytes = (size_t)tensor_span(al, plan, k) * (size_t)plan_owner_bytes(plan);
		void *owners = malloc(bytes);
		memset(owners, 0xff, bytes);
		struct proof_counts counts;
		proof_run_on_host(al, plan, k, owners, &counts);
		struct proof proof = proof_compare(al, plan, k, owners, &counts);
		report(tester, name, proof.good && !algebra_failed(al), algebra_failed(al) ? al->fault.text : proof.text);
		free(owners);
	}
}

static int occurrences(const char *text, const char *what) {
	int count = 0;
	for (const char *at = strstr(text, what); at != NULL; at = strstr(at + 1, what)) {
		count++;
	}
	return count;
}

/* The compiled kernel says how many registers it needs; a block of it fits a multiprocessor. */
static void check_cubin(struct tester *tester, const struct plan *plan, const char *name, const char *image,
		size_t size) {
	struct cubin_facts facts;
	report(tester, name, cubin_read(image, size, &facts) && facts.registers <= 255, "no registers in the cubin");
	report(tester, name, facts.registers * plan->threads <= 65536, "a block needs too many registers");
	if (!tester->has_cut) {
		tester->has_cut = true;
		/*
		 * Each says nothing or the truth, and is read within its bounds; without the headers of the ELF it says
		 * nothing.
		 */
		bool good = true;
		for (size_t cut = 0; cut < size; cut += cut < 4096 ? 1 : 61) {
			struct cubin_facts told;
			char *copy = malloc(cut > 0 ? cut : 1);
			memcpy(copy, image, cut);
			bool known = cubin_read(copy, cut, &told);
			good = good && (!known || (cut >= 64 && told.registers == facts.registers));
			free(copy);
		}
		report(tester, "cubins that are cut short", good, "one of them says another number of registers");
		report(tester, "an empty cubin", !cubin_read(image, 0, &facts) && facts.registers == 0, "");
	}
}

/* Some tile has no padding, so that vectors are moved at all. */
static bool has_inside(struct algebra *al, const struct plan *plan) {
	for (int i = 0; i < plan->rank && plan->tiler.kind == TILER_MODES; i++) {
		if (i < plan->tiler.rank && plan->extent[i] < plan_tile_extent(al, plan, i)) {
			return false;
		}
	}
	return true;
}

/* Compile for each architecture; in the PTX, 16-byte accesses are where the plan promises them. */
static void compile(struct tester *tester, struct algebra *al, const struct plan *plan, const char *name) {
	static const int architectures[] = { 80, 90, 100 };
	if (tester->nvrtc == NULL || tester->cases % tester->compile_every != 0) {
		return;
	}
	enum dtype dtype = plan->problem->dtype;
	bool is_narrow = dtype == DTYPE_E4M3 || dtype == DTYPE_E5M2;
	for (int purpose = PURPOSE_COMPUTE; purpose <= PURPOSE_PROVE; purpose++) {
		struct buf source;
		buf_init(&source, &tester->arena);
		codegen_put(&source, al, plan, (enum purpose)purpose, 0);
		for (size_t i = 0; i < sizeof architectures / sizeof architectures[0]; i++) {
			if ((is_narrow && architectures[i] < 89) || (purpose == PURPOSE_PROVE && i > 0)) {
				continue;
			}
			struct fault fault;
			size_t size;
			fault_clear(&fault);
			const char *ptx = nvrtc_compile(tester->nvrtc, &tester->arena, source.data, architectures[i],
				architectures[i] == 90 ? NVRTC_PTX : NVRTC_CUBIN, &size, &fault);
			report(tester, name, ptx != NULL, fault.text);
			tester->compiled++;
			if (ptx == NULL) {
				printf("%s\n", source.data);
				return;
			}
			if (architectures[i] != 90) {
				check_cubin(tester, plan, name, ptx, size);
			}
			if (architectures[i] == 90 && purpose == PURPOSE_COMPUTE) {
				bool promised = plan->vector[0] * dtype_bytes(dtype) == 16 && has_inside(al, plan);
				report(tester, name, !promised || occurrences(ptx, "v4.u32 {") > 0, "no 16-byte load in the PTX");
			}
		}
	}
}

struct example {
	int rank;
	int64_t shape[PROBLEM_RANK_MAX];
	enum dtype dtype;
	const char *op;
	const char *forms;       /* of each operand, then of the output */
	enum reduce reduce;
	int dim;
	enum kernel kernel;
	struct knobs knobs;
};

static void put_name(const struct example *example, char *name, size_t size) {
	snprintf(name, size, "%s %s %s %s dim %d %lldx%lldx%lld %s T%d U%d P%d", kernel_name(example->kernel),
		reduce_name(example->reduce), example->op, dtype_info(example->dtype)->name, example->dim,
		(long long)example->shape[0], (long long)example->shape[1], (long long)example->shape[2], example->forms,
		example->knobs.threads, example->knobs.unroll, example->knobs.per_row);
}

static void run(struct tester *tester, const struct example *example) {
	struct algebra al;
	struct opexpr op;
	struct opexpr_error error;
	struct problem problem = { .rank = example->rank, .dtype = example->dtype, .reduce = example->reduce,
		.dim = example->dim, .op = &op };
	struct target target = target_default();
	char name[256];
	put_name(example, name, sizeof name);
	arena_reset(&tester->arena);
	algebra_init(&al, &tester->arena);
	tester->cases++;
	if (!opexpr_parse(&tester->arena, str_from(example->op), &op, &error)) {
		report(tester, name, false, error.fault.text);
		return;
	}
	for (int i = 0; i < example->rank; i++) {
		problem.shape[i] = example->shape[i];
	}
	for (int k = 0; k < op.operands; k++) {
		problem.operands[k] = memory_layout(&al, example->rank, example->shape, example->forms[k]);
	}
	problem.output = memory_layout(&al, example->rank, example->shape, example->forms[op.operands]);
	struct plan plan = plan_make(&al, &problem, example->kernel, example->knobs, &target);
	if (algebra_failed(&al)) {
		report(tester, name, false, al.fault.text);
		return;
	}
	if (problem_size(&problem) <= tester->provable) {
		prove(tester, &al, &plan, name);
	}
	compile(tester, &al, &plan, name);
}

static void run_elementwise(struct tester *tester) {
	static const int64_t shapes[][3] = { { 64, 512, 1 }, { 33, 65, 1 }, { 1, 1000, 1 }, { 1000, 1, 1 }, { 127, 129, 1 },
		{ 5, 24, 40 }, { 256, 256, 1 }, { 1, 1, 1 }, { 3, 7, 11 } };
	static const char *const ops[] = { "a", "a+b", "relu(a*b)", "a<b ? a : -b" };
	static const char *const forms[] = { "rrr", "ccc", "rcr", "ppr", "rbr", "crr", "pbp", "rrc" };
	for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; s++) {
		for (int d = 0; d < DTYPE_COUNT; d++) {
			for (size_t f = 0; f < sizeof forms / sizeof forms[0]; f++) {
				enum kernel kernels[] = { KERNEL_NAIVE, KERNEL_VECTORIZED, KERNEL_AUTO };
				for (int k = 0; k < 3; k++) {
					size_t o = (s + f + (size_t)d) % 4;
					const char *form = o == 0 ? (f % 3 == 0 ? "rc" : f % 3 == 1 ? "cr" : "pr") : forms[f];
					struct example example = { .rank = shapes[s][2] > 1 ? 3 : 2,
						.shape = { shapes[s][0], shapes[s][1], shapes[s][2] }, .dtype = (enum dtype)d, .op = ops[o],
						.forms = form, .kernel = kernels[k] };
					run(tester, &example);
				}
			}
		}
	}
}

/* A number below "count", from a generator that is the same everywhere. */
static int drawn(uint32_t *state, int count) {
	*state = *state * 1664525u + 1013904223u;
	return (int)((*state >> 8) % (uint32_t)count);
}

/* Elementwise problems of any extents, memory and knobs: what "auto" makes of them. */
static void run_drawn(struct tester *tester) {
	static const char *const ops[] = { "a", "a+b", "a*b+c" };
	static const char forms[] = "rrrccposbl";
	static const int tiles[] = { 0, 11, 12, 22, 42 };
	uint32_t state = 20261121;
	for (int i = 0; i < 400; i++) {
		char form[5] = { 0 };
		struct example example = { .rank = 1 + drawn(&state, 3), .shape = { 1, 1, 1 },
			.dtype = (enum dtype)drawn(&state, DTYPE_COUNT), .kernel = KERNEL_AUTO, .forms = form };
		int most = example.rank == 1 ? 5000 : example.rank == 2 ? 90 : 23;
		for (int m = 0; m < example.rank; m++) {
			example.shape[m] = 1 + drawn(&state, most);
		}
		int operands = drawn(&state, 3);
		example.op = ops[operands];
		for (int k = 0; k <= operands + 1; k++) {
			form[k] = forms[drawn(&state, k <= operands ? 10 : 5)];
		}
		example.knobs.vector = drawn(&state, 2) * (1 << drawn(&state, 5));
		example.knobs.unroll = drawn(&state, 2) * (1 << drawn(&state, 4));
		example.knobs.threads = drawn(&state, 2) * (32 << drawn(&state, 5));
		example.knobs.tile = tiles[drawn(&state, 5)];
		run(tester, &example);
	}
}

static void run_reductions(struct tester *tester) {
	static const int64_t shapes[][3] = { { 64, 512, 1 }, { 33, 65, 1 }, { 1, 1000, 1 }, { 1000, 1, 1 },
		{ 127, 1029, 1 },
		{ 5, 24, 40 }, { 3, 7, 11 }, { 300, 2048, 1 }, { 2048, 40, 1 }, { 1, 1, 1 } };
	static const char *const ops[] = { "a", "a*b" };
	static const char *const forms[] = { "rrr", "ccc", "rcr", "ppr" };
	for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; s++) {
		for (int d = 0; d < DTYPE_COUNT; d++) {
			for (int dim = -1; dim < 3; dim++) {
				for (int f = 0; f < 4; f++) {
					int rank = shapes[s][2] > 1 ? 3 : 2;
					if (dim >= rank) {
						continue;
					}
					struct example example = { .rank = rank, .shape = { shapes[s][0], shapes[s][1], shapes[s][2] },
						.dtype = (enum dtype)d, .op = ops[(d + f) % 2], .forms = forms[f],
						.reduce = (enum reduce)(1 + (f + d + dim + 1) % 7), .dim = dim < 0 ? DIM_ALL : dim,
						.kernel = KERNEL_AUTO };
					run(tester, &example);
				}
			}
		}
	}
}

/* Reductions of one shape with all kinds of knobs. */
static void run_knobs(struct tester *tester) {
	for (int threads = 32; threads <= 1024; threads *= 2) {
		for (int per_row = 1; per_row <= threads; per_row *= 4) {
			for (int unroll = 1; unroll <= 8; unroll *= 2) {
				for (int dim = -1; dim < 2; dim++) {
					struct example example = { .rank = 2, .shape = { 130, 1040, 1 }, .dtype = DTYPE_F16, .op = "a",
						.forms = "rr",
						.reduce = REDUCE_SUM, .dim = dim < 0 ? DIM_ALL : dim, .kernel = KERNEL_AUTO,
						.knobs = { .threads = threads, .per_row = per_row, .unroll = unroll, .splits = 1 +
						unroll / 2 } };
					run(tester, &example);
					example.shape[1] = 1031;
					run(tester, &example);
				}
			}
		}
	}
}

static int draw(uint32_t *state, int choices) {
	*state = *state * 1664525u + 1013904223u;
	return (int)(*state >> 16) % choices;
}

/* A compact layout of random extents, the first or the second mode fastest. */
static struct layout draw_layout(struct algebra *al, uint32_t *state) {
	struct tuple shape = tuple_pair(al, tuple_int(1 + draw(state, 8)), tuple_int(1 + draw(state, 8)));
	return draw(state, 2) == 0 ? layout_from_shape(al, shape) : layout_from_shape_right(al, shape);
}

/* Thread-value layouts from random threads and values, over random shapes in random memory; half of them reduce. */
static void run_random_tv(struct tester *tester) {
	static const char forms[] = "rcp";
	uint32_t state = 1;
	for (int i = 0; i < 400; i++) {
		struct algebra al;
		struct opexpr op;
		struct opexpr_error error;
		struct target target = target_default();
		char name[64];
		snprintf(name, sizeof name, "random thread-value layout %d", i);
		arena_reset(&tester->arena);
		algebra_init(&al, &tester->arena);
		opexpr_parse(&tester->arena, str_from("a"), &op, &error);
		struct problem problem = { .rank = 2, .shape = { 1 + draw(&state, 150), 1 + draw(&state, 150) }, .op = &op,
			.dtype = (enum dtype)draw(&state, DTYPE_COUNT), .has_tv = true };
		problem.operands[0] = memory_layout(&al, 2, problem.shape, forms[draw(&state, 3)]);
		problem.output = memory_layout(&al, 2, problem.shape, forms[draw(&state, 3)]);
		struct layout thr = draw_layout(&al, &state);
		struct layout val = draw_layout(&al, &state);
		struct tv_layout tv = tv_layout_make(&al, thr, val);
		problem.tile = tv.tiler;
		problem.tv = tv.layout;
		if (i % 2 == 1) {
			problem.reduce = (enum reduce)(1 + draw(&state, REDUCE_COUNT - 1));
			problem.dim = draw(&state, 2);
		}
		enum kernel kernel = draw(&state, 2) == 0 ? KERNEL_TV : KERNEL_TV_REMAP;
		struct plan plan = plan_make(&al, &problem, kernel, (struct knobs){ 0 }, &target);
		tester->cases++;
		if (algebra_failed(&al)) {
			report(tester, name, false, al.fault.text);
			continue;
		}
		prove(tester, &al, &plan, name);
		compile(tester, &al, &plan, name);
	}
}

int main(int argc, char **argv) {
	struct tester tester = { .provable = 1 << 20, .compile_every = argc > 1 ? atoi(argv[1]) : 97 };
	struct fault fault;
	arena_init(&tester.arena, NULL, NULL);
	arena_init(&tester.lasting, NULL, NULL);
	fault_clear(&fault);
	tester.nvrtc = tester.compile_every > 0 ? nvrtc_open(&tester.lasting, &fault) : NULL;
	run_elementwise(&tester);
	run_drawn(&tester);
	run_reductions(&tester);
	run_knobs(&tester);
	run_random_tv(&tester);
	printf("%d problems, %d compilations\n", tester.cases, tester.compiled);
	printf("%d passed, %d failed%s\n", tester.passed, tester.failed,
		tester.nvrtc == NULL ? ", 1 skipped" : "");   /* no kernel was compiled */
	nvrtc_close(tester.nvrtc);
	arena_finish(&tester.arena);
	arena_finish(&tester.lasting);
	return tester.failed > 0;
}
