/*
 * Plans and kernels without a GPU: a broad matrix of problems is planned, every mapping is proved on the host, and
 * every kernel is compiled by NVRTC where that is installed.
 *
 *     gpu_kernels [EVERY [SIZE]]   compile each EVERY-th kernel, 293 if not given, none if 0; prove mappings of at most
 *                                  SIZE elements, 65536 if not given
 *
 * Prints "N passed, N failed[, N skipped]".
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/bench.h"
#include "gpu/codegen.h"
#include "gpu/cubin.h"
#include "gpu/nvrtc.h"
#include "gpu/plan.h"
#include "gpu/planner.h"
#include "gpu/tiling.h"
#include "gpu/proof.h"
#include "gpu_problems.h"

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

/* Every tensor, on the host. */
static void prove(struct tester *tester, struct algebra *al, const struct plan *plan, const char *name) {
	for (int k = 0; k <= plan->inputs; k++) {
		struct proof proof;
		bench_prove_on_host(al, plan, k, &proof);
		report(tester, name, proof.good && !algebra_failed(al), algebra_failed(al) ? al->fault.text : proof.text);
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

/*
 * Whether the PTX takes a register of several elements apart, "mov.b64 {%r1, %r2}, %rd3;", that it puts together in two
 * places or more: one half was set under one condition and the other under another. ptxas 13.0 then takes the register
 * of the first half for something else in between.
 */
static bool sets_by_halves(struct arena *arena, const char *ptx) {
	static const char head[] = "mov.b";
	for (const char *at = strstr(ptx, head); at != NULL; at = strstr(at + 1, head)) {
		const char *end = strchr(at, ';');
		const char *comma = end;
		while (comma > at && *comma != '}') {
			comma--;
		}
		if (comma == at || comma[1] != ',') {
			continue;
		}
		struct buf pack;
		buf_init(&pack, arena);
		buf_printf(&pack, "%.*s, {", (int)(end - comma - 3), comma + 3);
		if (occurrences(ptx, pack.data) > 1) {
			return true;
		}
	}
	return false;
}

/* Compile for each architecture; in the PTX, 16-byte accesses are where the plan promises them. */
static void compile(struct tester *tester, struct algebra *al, const struct plan *plan, const char *name) {
	static const int architectures[] = { 80, 90, 100 };
	if (tester->nvrtc == NULL || tester->cases % tester->compile_every != 0) {
		return;
	}
	bool is_narrow = false;
	for (int k = 0; k <= plan->inputs; k++) {
		enum dtype dtype = problem_dtype(plan->problem, k);
		is_narrow = is_narrow || dtype == DTYPE_E4M3 || dtype == DTYPE_E5M2;
	}
	for (int purpose = PURPOSE_COMPUTE; purpose <= PURPOSE_PROVE; purpose++) {
		struct buf source;
		buf_init(&source, &tester->arena);
		codegen_put(&source, al, plan, (enum purpose)purpose);
		for (size_t i = 0; i < sizeof architectures / sizeof architectures[0]; i++) {
			if ((is_narrow && architectures[i] < 89) || (purpose == PURPOSE_PROVE && i > 0)) {
				continue;
			}
			struct fault fault;
			fault_clear(&fault);
			const struct str image = nvrtc_compile(tester->nvrtc, &tester->arena, source.data, architectures[i],
				architectures[i] == 90 ? NVRTC_PTX : NVRTC_CUBIN, &fault);
			const char *ptx = image.data;
			size_t size = image.length;
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
				int bytes = plan->vector[0] * dtype_bytes(problem_dtype(plan->problem, 0));
				bool promised = bytes == 16 && has_inside(al, plan);
				report(tester, name, !promised || occurrences(ptx, "v4.u32 {") > 0, "no 16-byte load in the PTX");
				report(tester, name, !sets_by_halves(&tester->arena, ptx), "a register is set by halves");
			}
		}
	}
}

static struct str source_of(struct algebra *al, const struct plan *plan) {
	struct buf source;
	buf_init(&source, al->arena);
	codegen_put(&source, al, plan, PURPOSE_COMPUTE);
	return buf_str(&source);
}

/* What a plan of auto prints as its choices makes the same kernel again: --set, trials and what is kept rely on it. */
static void plan_again(struct tester *tester, struct algebra *al, const struct plan *plan, const char *name) {
	struct target target = target_default();
	struct plan again = plan_make(al, plan->problem, plan->kernel, plan->knobs, &target);
	if (algebra_failed(al)) {
		report(tester, name, false, al->fault.text);
		return;
	}
	struct str first = source_of(al, plan);
	struct str second = source_of(al, &again);
	bool same = plan->blocks == again.blocks && plan->threads == again.threads && str_equal(first, second);
	report(tester, name, same, "its own knobs make another kernel");
}

static void visit_problem(void *context, struct algebra *al, const struct test_problem *test) {
	struct tester *tester = context;
	struct target target = target_default();
	struct plan plan = plan_make(al, &test->problem, test->kernel, test->knobs, &target);
	tester->cases++;
	if (algebra_failed(al)) {
		report(tester, test->name, false, al->fault.text);
	} else {
		if (problem_size(&test->problem) <= tester->provable) {
			prove(tester, al, &plan, test->name);
		}
		compile(tester, al, &plan, test->name);
		if (test->kernel == KERNEL_AUTO) {
			plan_again(tester, al, &plan, test->name);
		}
	}
	arena_reset(&tester->arena);
}

/* Plans whose kernels once computed something else than their source says: they are compiled in any case. */
static const struct example miscompiled[] = {
	{ .rank = 2, .shape = { 168, 859 }, .dtype = DTYPE_I32, .op = "a+b; a-b", .forms = "lcrc", .kernel = KERNEL_AUTO,
		.knobs = { .tile = 14, .threads = 512 } },
	{ .rank = 2, .shape = { 168, 859 }, .dtype = DTYPE_I32, .op = "a+b; a-b", .forms = "lcrc", .kernel = KERNEL_AUTO,
		.knobs = { .tile = 22, .threads = 512 } },
	{ .rank = 2, .shape = { 168, 859 }, .dtype = DTYPE_I32, .op = "a+b; a-b", .forms = "lcrc", .kernel = KERNEL_AUTO,
		.knobs = { .tile = 21, .threads = 256 } },
};

int main(int argc, char **argv) {
	struct tester tester = { .compile_every = argc > 1 ? atoi(argv[1]) : 293,
		.provable = argc > 2 ? atoll(argv[2]) : 1 << 16 };
	struct fault fault;
	arena_init(&tester.arena, NULL, NULL);
	arena_init(&tester.lasting, NULL, NULL);
	fault_clear(&fault);
	tester.nvrtc = tester.compile_every > 0 ? nvrtc_open(&tester.lasting, &fault) : NULL;
	problems_each(&tester.arena, visit_problem, &tester);
	tester.compile_every = 1;
	for (size_t i = 0; i < sizeof miscompiled / sizeof miscompiled[0]; i++) {
		problem_visit_example(&tester.arena, &miscompiled[i], visit_problem, &tester);
	}
	printf("%d problems, %d compilations\n", tester.cases, tester.compiled);
	printf("%d passed, %d failed%s\n", tester.passed, tester.failed,
		tester.nvrtc == NULL ? ", 1 skipped" : "");   /* no kernel was compiled */
	nvrtc_close(tester.nvrtc);
	arena_finish(&tester.arena);
	arena_finish(&tester.lasting);
	return tester.failed > 0;
}
