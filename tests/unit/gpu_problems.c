#include "gpu_problems.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "algebra/tiled.h"
#include "gpu/codegen.h"
#include "gpu/tiling.h"
#include "digest.h"

/* The mode that is "n" from the fastest on: mode 1, the last, mode 0, and the others. */
static int inner_order(int rank, int n) {
	return n == 0 ? 1 : n == 1 ? rank - 1 : n == 2 ? 0 : n - 1;
}

int64_t form_strides(int rank, const int64_t *shape, char form, int64_t stride[PROBLEM_RANK_MAX]) {
	int64_t next = form == 's' || form == 'd' ? 2 : 1;
	int64_t reach = 1;
	for (int n = 0; n < rank; n++) {
		int i = form == 'c' ? n : form == 'm' ? (n + rank / 2) % rank : rank - 1 - n;
		i = form == 't' ? (n + rank - 1) % rank : i;
		i = form == 'i' && rank > 2 ? inner_order(rank, n) : i;
		stride[i] = next;
		next *= shape[i];
		if (form == 'p' && n == 0) {
			next = (next + 15) / 16 * 16 + 16;
		}
		next += n > 0 ? 0 : form == 'o' || form == 'd' ? 1 : form == 'w' ? 10 : 0;
	}
	if (form == 'b' || form == 'l') {
		stride[form == 'b' ? 0 : rank - 1] = 0;
	}
	for (int i = 0; i < rank; i++) {
		stride[i] = form == 'e' ? 0 : form == 'k' ? 1 : stride[i];
		reach += (shape[i] - 1) * stride[i];
		bool is_turned = form == 'n' || form == 'u' ? i == 0 : form == 'v' && i % 2 == (rank - 1) % 2;
		stride[i] = is_turned ? -stride[i] : stride[i];
	}
	return reach + (form == 'h' ? 5 : form == 'u' ? 8 : 0);
}

int64_t form_at(const int64_t *shape, char form, const int64_t *stride, int i, int64_t c) {
	return stride[i] * (form == 'z' && shape[i] % 2 == 0 ? c % 2 * (shape[i] / 2) + c / 2 : c);
}

/* What lies in front of the first coordinate where strides are negative. */
static int64_t reach_back(int rank, const int64_t *shape, const int64_t *stride) {
	int64_t reach = 0;
	for (int i = 0; i < rank; i++) {
		reach -= stride[i] < 0 ? (shape[i] - 1) * stride[i] : 0;
	}
	return reach;
}

int64_t form_start(int rank, const int64_t *shape, char form) {
	int64_t stride[PROBLEM_RANK_MAX];
	form_strides(rank, shape, form, stride);
	return reach_back(rank, shape, stride) + (form == 'h' ? 5 : form == 'u' ? 8 : 0);
}

static struct layout memory_layout(struct algebra *al, int rank, const int64_t *shape, char form,
		const int64_t *stride) {
	struct tuple *extents = tuple_modes_new(al, rank);
	struct tuple *strides = tuple_modes_new(al, rank);
	for (int i = 0; i < rank; i++) {
		extents[i] = tuple_int(shape[i]);
		strides[i] = tuple_int(stride[i]);
		if (form == 'z' && shape[i] % 2 == 0) {
			extents[i] = tuple_pair(al, tuple_int(2), tuple_int(shape[i] / 2));
			strides[i] = tuple_pair(al, tuple_int(shape[i] / 2 * stride[i]), tuple_int(stride[i]));
		}
	}
	return layout_make(al, tuple_of(al, extents, rank), tuple_of(al, strides, rank));
}

static struct layout pair(struct algebra *al, int64_t a, int64_t b, int64_t c, int64_t d) {
	return layout_make(al, tuple_pair(al, tuple_int(a), tuple_int(b)), tuple_pair(al, tuple_int(c), tuple_int(d)));
}

/* A tile of thr[i] * val[i] elements in each mode, the first mode the fastest in it and in threads and values. */
static void set_tv_modes(struct algebra *al, struct problem *problem, const struct example *example) {
	struct tuple *extents = tuple_modes_room(al, example->rank);
	struct layout modes[2][PROBLEM_RANK_MAX];
	int64_t stride = 1;
	for (int i = 0; i < example->rank; i++) {
		bool are_lanes = (example->lanes >> i & 1) != 0;
		modes[0][i] = layout_of_int(example->thr[i], are_lanes ? stride : stride * example->val[i]);
		modes[1][i] = layout_of_int(example->val[i], are_lanes ? stride * example->thr[i] : stride);
		extents[i] = tuple_int(example->thr[i] * example->val[i]);
		stride *= extents[i].value;
	}
	problem->tv = layout_of_modes(al, layout_from_modes(al, modes[0], example->rank),
		layout_from_modes(al, modes[1], example->rank));
	problem->tile = tuple_of(al, extents, example->rank);
}

static void set_tv(struct algebra *al, struct problem *problem, const struct example *example) {
	const int64_t *thr = example->thr;
	const int64_t *val = example->val;
	if (example->rank != 2) {
		set_tv_modes(al, problem, example);
	} else if (example->carries) {
		problem->tv = pair(al, thr[0], val[0], val[0], 1);
		problem->tile = tuple_pair(al, tuple_int(4), tuple_int(thr[0] * val[0] / 4));
	} else {
		struct tv_layout tv = tv_layout_make(al, pair(al, thr[0], thr[1], thr[1], 1), pair(al, val[0], val[1], val[1],
			1));
		problem->tv = tv.layout;
		problem->tile = tv.tiler;
	}
	problem->has_tv = true;
}

/* Tensor "k" of "problem", an operand or an output behind them, is "tensor". */
static void set_tensor(struct problem *problem, int k, const struct problem_output *tensor) {
	int output = k - problem->op->operands;
	if (output < 0) {
		problem->operand_dtypes[k] = tensor->dtype;
		problem->operands[k] = tensor->layout;
		problem->operand_starts[k] = tensor->start;
	} else if (output == 0) {
		problem->output_dtype = tensor->dtype;
		problem->output = tensor->layout;
		problem->output_start = problem->reduce == REDUCE_NONE ? tensor->start : 0;
	} else {
		problem->further[output - 1] = *tensor;
	}
}

void problem_visit_example(struct arena *arena, const struct example *example, problem_visit visit, void *context) {
	struct algebra al;
	struct opexpr_error error;
	struct opexpr *op = arena_alloc(arena, sizeof *op);
	struct test_problem *test = arena_alloc(arena, sizeof *test);
	algebra_init(&al, arena);
	*test = (struct test_problem){ .op = example->op, .kernel = example->kernel, .knobs = example->knobs };
	if (!opexpr_parse(arena, str_from(example->op), op, &error)) {
		al.fault = error.fault;
	}
	struct problem *problem = &test->problem;
	*problem = (struct problem){ .rank = example->rank, .reduce = example->reduce,
		.reduced = example->reduced, .op = op };
	problem_set_dtype(problem, example->dtype);
	memcpy(problem->shape, example->shape, sizeof problem->shape);
	int tensors = op->operands + problem_outputs(problem);
	char types[64] = "";
	for (int k = 0; k < tensors; k++) {
		test->forms[k] = example->forms[k];
		char form = example->forms[k];
		int64_t stride[PROBLEM_RANK_MAX];
		memcpy(stride, example->strides[k], sizeof stride);
		if (form != '=') {
			form_strides(example->rank, example->shape, form, stride);
		}
		struct problem_output tensor = {
			.dtype = example->dtypes != NULL ? example->dtypes[k] : problem_dtype(problem, k),
			.layout = memory_layout(&al, example->rank, example->shape, form, stride),
			.start = form != '=' ? form_start(example->rank, example->shape, form) :
				reach_back(example->rank, example->shape, stride),
		};
		set_tensor(problem, k, &tensor);
		if (example->dtypes != NULL) {
			size_t length = strlen(types);
			snprintf(types + length, sizeof types - length, ",%s", dtype_info(tensor.dtype)->name);
		}
	}
	if (example->thr[0] > 0) {
		set_tv(&al, problem, example);
	}
	snprintf(test->name, sizeof test->name,
		"%s %s %s %s%s reduced %x %" PRId64 "x%" PRId64 "x%" PRId64 " %s T%d U%d P%d thr %" PRId64
		",%" PRId64 " val %" PRId64 ",%" PRId64, kernel_name(example->kernel), reduce_name(example->reduce),
		example->op,
		dtype_info(example->dtype)->name, types, example->reduced, example->shape[0], example->shape[1],
		example->shape[2],
		example->forms, example->knobs.threads, example->knobs.unroll, example->knobs.per_row, example->thr[0],
		example->thr[1], example->val[0], example->val[1]);
	visit(context, &al, test);
}

uint64_t problem_texts_digest(struct algebra *al, const struct plan *plan) {
	uint64_t digest = DIGEST_OF_NOTHING;
	for (int i = 0; i < 2 && !algebra_failed(al); i++) {
		struct buf source;
		buf_init(&source, al->arena);
		codegen_put(&source, al, plan, i == 0 ? PURPOSE_COMPUTE : PURPOSE_PROVE);
		digest = digest_of(digest, source.data);
	}
	return algebra_failed(al) ? digest_of(digest, al->fault.text) : digest;
}

/* --- all of them --- */

struct each {
	struct arena *arena;
	problem_visit visit;
	void *context;
};

static void add(const struct each *each, const struct example *example) {
	problem_visit_example(each->arena, example, each->visit, each->context);
}

static void each_elementwise(const struct each *each, const int64_t *shape, enum dtype dtype, size_t number) {
	static const char *const ops[] = { "a", "a+b", "relu(a*b)", "a<b ? a : -b" };
	static const char *const forms[] = { "rrr", "ccc", "rcr", "ppr", "rbr", "crr", "pbp", "rrc" };
	static const char *const copies[] = { "rc", "cr", "pr" };
	static const enum kernel kernels[] = { KERNEL_NAIVE, KERNEL_VECTORIZED, KERNEL_AUTO };
	for (size_t f = 0; f < sizeof forms / sizeof forms[0]; f++) {
		for (int k = 0; k < 3; k++) {
			size_t o = (number + f + (size_t)dtype) % 4;
			struct example example = { .rank = shape[2] > 1 ? 3 : 2, .shape = { shape[0], shape[1], shape[2] },
				.dtype = dtype, .op = ops[o], .forms = o == 0 ? copies[f % 3] : forms[f], .kernel = kernels[k] };
			add(each, &example);
		}
	}
}

static void each_reduction(const struct each *each, const int64_t *shape, enum dtype dtype) {
	static const char *const ops[] = { "a", "a*b" };
	static const char *const forms[] = { "rrr", "ccc", "rcr", "ppr" };
	int rank = shape[2] > 1 ? 3 : 2;
	for (int dim = -1; dim < rank; dim++) {
		for (int f = 0; f < 4; f++) {
			struct example example = { .rank = rank, .shape = { shape[0], shape[1], shape[2] }, .dtype = dtype,
				.op = ops[((int)dtype + f) % 2], .forms = forms[f], .kernel = KERNEL_AUTO,
				.reduce = (enum reduce)(1 + (f + (int)dtype + dim + 1) % 7),
				.reduced = dim < 0 ? problem_all_modes(rank) : 1u << dim };
			add(each, &example);
		}
	}
}

/* Reductions of one shape with all kinds of knobs. */
static void each_knob(const struct each *each, int threads, int per_row) {
	for (int unroll = 1; unroll <= 8; unroll *= 2) {
		for (int dim = -1; dim < 2; dim++) {
			struct example example = { .rank = 2, .shape = { 130, 1040, 1 }, .dtype = DTYPE_F16, .op = "a",
				.forms = "rr", .reduce = REDUCE_SUM, .reduced = dim < 0 ? 3 : 1u << dim, .kernel = KERNEL_AUTO,
				.knobs = { .threads = threads, .per_row = per_row, .unroll = unroll, .splits = 1 + unroll / 2 } };
			add(each, &example);
			example.shape[1] = 1031;
			add(each, &example);
		}
	}
}

static int draw(uint32_t *state, int choices) {
	*state = *state * 1664525u + 1013904223u;
	return (int)(*state >> 16) % choices;
}

/* A shape of up to 8 modes, most often of few. */
static void draw_shape(struct example *example, uint32_t *state) {
	static const int most[PROBLEM_RANK_MAX + 1] = { 1, 5000, 90, 23, 10, 6, 5, 4, 3 };
	example->rank = 1 + draw(state, draw(state, 3) == 0 ? PROBLEM_RANK_MAX : 3);
	for (int m = 0; m < PROBLEM_RANK_MAX; m++) {
		example->shape[m] = m < example->rank ? 1 + draw(state, most[example->rank]) : 1;
	}
}

/* 0, or "first" times a power of two. */
static int draw_power(uint32_t *state, int first, int choices) {
	int is_given = draw(state, 2);
	return is_given * (first << draw(state, choices));
}

/* 0, or "least" and fewer than "choices" more. */
static int draw_above(uint32_t *state, int least, int choices) {
	int is_given = draw(state, 2);
	return is_given * (least + draw(state, choices));
}

/* Reductions of any set of modes. */
static void each_drawn_reduction(const struct each *each) {
	static const char *const ops[] = { "a", "a*b" };
	static const char forms[] = "mrrcpo";
	uint32_t state = 20261122;
	for (int i = 0; i < 300; i++) {
		char form[3] = { 0 };
		struct example example = { .kernel = KERNEL_AUTO, .forms = form, .op = ops[i % 2] };
		example.dtype = (enum dtype)draw(&state, DTYPE_COUNT);
		example.reduce = (enum reduce)(1 + draw(&state, REDUCE_COUNT - 1));
		draw_shape(&example, &state);
		example.reduced = 1 + (unsigned)draw(&state, (int)problem_all_modes(example.rank));
		form[0] = forms[draw(&state, 6)];
		form[1] = forms[draw(&state, 6)];
		example.knobs.splits = draw_above(&state, 0, 5);
		add(each, &example);
	}
}

/* Elementwise problems of any extents, memory and knobs: what "auto" makes of them. */
static void each_drawn(const struct each *each) {
	static const char *const ops[] = { "a", "a+b", "a*b+c" };
	static const char forms[] = "mrrccposbld";
	static const int tiles[] = { 0, 11, 12, 22, 42 };
	uint32_t state = 20261121;
	for (int i = 0; i < 400; i++) {
		char form[5] = { 0 };
		struct example example = { .dtype = (enum dtype)draw(&state, DTYPE_COUNT), .kernel = KERNEL_AUTO,
			.forms = form };
		draw_shape(&example, &state);
		int operands = draw(&state, 3);
		example.op = ops[operands];
		for (int k = 0; k <= operands + 1; k++) {
			form[k] = forms[draw(&state, k <= operands ? 11 : 5)];
		}
		example.knobs.vector = draw_power(&state, 1, 5);
		example.knobs.unroll = draw_power(&state, 1, 4);
		example.knobs.threads = draw_power(&state, 32, 5);
		example.knobs.tile = tiles[draw(&state, 5)];
		example.knobs.load = draw(&state, HINT_COUNT + 1);
		add(each, &example);
	}
}

/* Thread-value layouts from random threads and values, over random shapes in random memory; half of them reduce. */
static void each_random_tv(const struct each *each) {
	static const char memory[] = "rcp";
	uint32_t state = 1;
	for (int i = 0; i < 400; i++) {
		char forms[3] = { 0 };
		struct example example = { .rank = 2, .shape = { 1, 1, 1 }, .op = "a", .forms = forms };
		for (int m = 0; m < 2; m++) {
			forms[m] = memory[draw(&state, 3)];
		}
		for (int m = 0; m < 2; m++) {
			example.shape[m] = 1 + draw(&state, 150);
		}
		example.dtype = (enum dtype)draw(&state, DTYPE_COUNT);
		example.kernel = draw(&state, 2) == 0 ? KERNEL_TV : KERNEL_TV_REMAP;
		for (int m = 0; m < 2; m++) {
			example.thr[m] = 1 + draw(&state, 8);
		}
		for (int m = 0; m < 2; m++) {
			example.val[m] = 1 + draw(&state, 8);
		}
		if (i % 2 == 1) {
			example.reduce = (enum reduce)(1 + draw(&state, REDUCE_COUNT - 1));
			example.reduced = 1u << draw(&state, 2);
		} else if (i % 8 == 0) {
			example.carries = true;
			example.thr[0] *= 4;
		}
		add(each, &example);
	}
}

/* Operands and outputs of any types, with negative strides and offsets, of every kind of kernel. */
static void each_mixed(const struct each *each) {
	static const char *const ops[] = { "a", "a+b", "a*b+c", "a<b ? a : -b" };
	static const int operands[] = { 1, 2, 3, 2 };
	static const char memory[] = "mrrccposnvhuz";
	static const enum kernel kernels[] = { KERNEL_NAIVE, KERNEL_VECTORIZED, KERNEL_AUTO, KERNEL_AUTO, KERNEL_AUTO };
	uint32_t state = 20261123;
	for (int i = 0; i < 400; i++) {
		char forms[5] = { 0 };
		enum dtype dtypes[5];
		int o = draw(&state, 4);
		struct example example = { .dtypes = dtypes, .forms = forms, .op = ops[o], .kernel = kernels[draw(&state, 5)] };
		draw_shape(&example, &state);
		bool ints = draw(&state, 4) == 0;
		for (int k = 0; k <= operands[o]; k++) {
			forms[k] = memory[draw(&state, 13)];
			dtypes[k] = (enum dtype)(ints ? DTYPE_I8 + draw(&state, 5) : draw(&state, DTYPE_COUNT));
		}
		if (i % 3 == 0 && o < 2) {
			example.kernel = KERNEL_AUTO;
			example.reduce = (enum reduce)(1 + draw(&state, REDUCE_COUNT - 1));
			example.reduced = 1 + (unsigned)draw(&state, (int)problem_all_modes(example.rank));
			if (reduce_is_arg(example.reduce)) {
				dtypes[operands[o]] = DTYPE_I64;
			}
		} else if (i % 5 == 1 && example.rank == 2) {
			example.kernel = draw(&state, 2) == 0 ? KERNEL_TV : KERNEL_TV_REMAP;
			example.thr[0] = 1 + draw(&state, 8);
			example.thr[1] = 1 + draw(&state, 8);
			example.val[0] = 1 + draw(&state, 8);
			example.val[1] = 1 + draw(&state, 8);
			/* Tiles of any extents are no part of a mode with two strides. */
			for (char *form = forms; *form != '\0'; form++) {
				*form = *form == 'z' ? 'r' : *form;
			}
		} else if (example.kernel == KERNEL_AUTO) {
			example.knobs.vector = draw_power(&state, 1, 5);
			example.knobs.unroll = draw_power(&state, 1, 4);
			example.knobs.threads = draw_power(&state, 32, 5);
		}
		add(each, &example);
	}
}

/* Arg-reductions over any modes, with many equal elements where there are few values. */
static void each_arg(const struct each *each) {
	static const char *const ops[] = { "a", "a*b", "a<b ? a : -b" };
	static const char memory[] = "mrrcponvhz";
	uint32_t state = 20261124;
	for (int i = 0; i < 200; i++) {
		char forms[4] = { 0 };
		int o = draw(&state, 3);
		struct example example = { .forms = forms, .op = ops[o], .kernel = KERNEL_AUTO };
		example.dtype = (enum dtype)draw(&state, DTYPE_COUNT);
		example.reduce = draw(&state, 2) == 0 ? REDUCE_ARGMAX : REDUCE_ARGMIN;
		draw_shape(&example, &state);
		for (int k = 0; k < 3; k++) {
			forms[k] = memory[draw(&state, 10)];
		}
		example.reduced = 1 + (unsigned)draw(&state, (int)problem_all_modes(example.rank));
		if (i % 8 == 1 && example.rank == 2) {
			example.kernel = draw(&state, 2) == 0 ? KERNEL_TV : KERNEL_TV_REMAP;
			example.reduced = 1u << draw(&state, 2);
			example.thr[0] = 1 + draw(&state, 8);
			example.thr[1] = 1 + draw(&state, 8);
			example.val[0] = 1 + draw(&state, 8);
			example.val[1] = 1 + draw(&state, 8);
			/* Tiles of any extents are no part of a mode with two strides. */
			for (char *form = forms; *form != '\0'; form++) {
				*form = *form == 'z' ? 'r' : *form;
			}
		} else {
			example.knobs.splits = draw_above(&state, 0, 5);
		}
		add(each, &example);
	}
}

/* Thread-value layouts over one mode, three or four; half of them reduce along one. */
static void each_tv_of_modes(const struct each *each) {
	static const char memory[] = "rcp";
	static const int ranks[] = { 1, 3, 3, 4 };
	uint32_t state = 20261126;
	for (int i = 0; i < 96; i++) {
		char forms[4] = { 0 };
		struct example example = { .rank = ranks[i % 4], .op = "a*b", .forms = forms };
		for (int k = 0; k < 3; k++) {
			forms[k] = memory[draw(&state, 3)];
		}
		example.dtype = (enum dtype)draw(&state, DTYPE_COUNT);
		example.kernel = draw(&state, 2) == 0 ? KERNEL_TV : KERNEL_TV_REMAP;
		example.lanes = (unsigned)draw(&state, 16);
		for (int k = 0; k < example.rank; k++) {
			int most = example.rank == 1 ? 32 : 3;
			example.thr[k] = 1 + draw(&state, most);
			example.val[k] = 1 + draw(&state, most);
			example.shape[k] = 1 + draw(&state, example.rank == 1 ? 3000 : 24);
		}
		if (i % 8 >= 4) {
			example.reduce = (enum reduce)(1 + draw(&state, REDUCE_COUNT - 1));
			example.reduced = 1u << draw(&state, example.rank);
		}
		add(each, &example);
	}
}

/* A short mode beside a long one: strips of copies and more, and sums over rows of any pitch. */
static void each_narrow(const struct each *each) {
	static const char *const forms[] = { "rc", "cr", "rrc", "rbc", "crlr", "ccbr", "rclc", "sr" };
	static const char *const ops[] = { "a", "a", "a+b", "a*b", "a*b+c", "a*b+c", "a*b+c", "a" };
	static const char *const reduced[] = { "rr", "pr", "or", "mr" };
	uint32_t state = 20261125;
	for (int i = 0; i < 160; i++) {
		int f = draw(&state, 8);
		bool is_long_first = draw(&state, 2) == 0;
		int64_t brief = 2 + draw(&state, i % 4 == 0 ? 62 : 22);
		int64_t extent = 64 + draw(&state, 3000);
		struct example example = { .rank = 2, .shape = { extent, brief, 1 }, .op = ops[f], .forms = forms[f],
			.dtype = (enum dtype)draw(&state, DTYPE_COUNT), .kernel = KERNEL_AUTO };
		if (i % 2 == 0) {
			example.op = "a";
			example.forms = reduced[f % 4];
			example.reduce = (enum reduce)(1 + draw(&state, 7));
			example.reduced = 1;
			example.knobs.splits = draw_above(&state, 0, 5);
		} else {
			example.shape[0] = is_long_first ? extent : brief;
			example.shape[1] = is_long_first ? brief : extent;
			example.knobs.tile = 1 << draw(&state, 4);
			example.knobs.per_row = draw(&state, 2);
		}
		example.knobs.threads = draw_power(&state, 32, 5);
		example.knobs.vector = draw(&state, 4) == 0 ? 1 << draw(&state, 4) : 0;
		add(each, &example);
	}
}

/* A short mode beside another, and a third that other tensors run along: exchanges whose tiles hold the short one. */
static void each_pair(const struct each *each) {
	static const char *const forms[] = { "cr", "rc", "ccr", "crr", "clr", "rccr", "cbrr", "crcr" };
	static const char *const ops[] = { "a", "a", "a+b", "a*b", "a+b", "a*b+c", "a*b+c", "a*b+c" };
	uint32_t state = 20261122;
	for (int i = 0; i < 64; i++) {
		int f = i % 8;
		int place = draw(&state, 3) < 2 ? 2 : 0;
		struct example example = { .rank = 3, .op = ops[f], .forms = forms[f],
			.dtype = (enum dtype)draw(&state, DTYPE_COUNT), .kernel = KERNEL_AUTO };
		for (int k = 0; k < 3; k++) {
			example.shape[k] = k == place ? 2 + draw(&state, 15) : 9 + draw(&state, 60);
		}
		int is_given = draw(&state, 2);
		int side = 1 << draw(&state, 3);
		example.knobs.tile = is_given * (10 * side + (1 << draw(&state, 3)));
		example.knobs.threads = draw_power(&state, 32, 5);
		example.knobs.vector = draw(&state, 4) == 0 ? 1 << draw(&state, 4) : 0;
		add(each, &example);
	}
}

/* Exchanges whose tiles hold a mode as a whole that is no power of two, or one short mode at either end. */
static void each_whole(const struct each *each) {
	static const char *const forms[] = { "cr", "rc", "ccr", "crr", "rrc", "rccr", "cbrr", "crcr" };
	static const char *const ops[] = { "a", "a", "a+b", "a*b", "a+b", "a*b+c", "a*b+c", "a*b+c" };
	static const int digits[] = { 1, 2, 4, 8 };
	uint32_t state = 20261126;
	for (int i = 0; i < 96; i++) {
		int f = i % 8;
		struct example example = { .rank = i % 4 == 3 ? 3 : 2, .op = ops[f], .forms = forms[f],
			.dtype = (enum dtype)draw(&state, DTYPE_COUNT), .kernel = KERNEL_AUTO };
		int whole = draw(&state, 2);
		example.shape[2] = 1;
		example.shape[whole] = 9 + draw(&state, 120);
		int least = 16 + draw(&state, 200);
		example.shape[1 - whole] = least << draw(&state, 3);
		example.knobs.tile = draw(&state, 2) == 0 ? 90 + digits[draw(&state, 4)] : 10 * digits[draw(&state, 4)] + 9;
		if (example.rank == 3) {
			example.knobs.tile *= draw(&state, 2);
			example.shape[0] = 2 + draw(&state, 7);
			example.shape[1] = 20 + draw(&state, 300);
			example.shape[2] = 2 + draw(&state, 12);
		}
		example.knobs.threads = draw_above(&state, 32, 993);
		example.knobs.vector = draw(&state, 4) == 0 ? 1 << draw(&state, 4) : 0;
		add(each, &example);
	}
}

/* The "i"th of several exchanges between orders of three modes; its shape is left to be said. */
static struct example between_orders(uint32_t *state, int i) {
	static const char *const forms[] = { "cr", "rc", "ccr", "crr", "rccr", "cbrr" };
	static const char *const ops[] = { "a", "a", "a+b", "a*b", "a*b+c", "a*b+c" };
	return (struct example){ .rank = 3, .op = ops[i % 6], .forms = forms[i % 6],
		.dtype = (enum dtype)draw(state, DTYPE_COUNT), .kernel = KERNEL_AUTO };
}

/* With knobs of its own, or the plan's. */
static void add_with_knobs(const struct each *each, uint32_t *state, struct example *example) {
	int is_given = draw(state, 2);
	int side = 1 << draw(state, 4);
	example->knobs.tile = is_given * (10 * side + 1 + draw(state, 8));
	example->knobs.threads = draw_above(state, 32, 993);
	example->knobs.vector = draw(state, 4) == 0 ? 1 << draw(state, 4) : 0;
	add(each, example);
}

/* A mode of five, or of some 20, first or last, which tiles hold as it is beside one that they run along. */
static void each_around_few(const struct each *each) {
	uint32_t state = 20261123;
	for (int i = 0; i < 96; i++) {
		struct example example = between_orders(&state, i);
		int few = 2 * draw(&state, 2);
		example.shape[few] = i < 48 ? 5 : 16 + draw(&state, 12);
		example.shape[2 - few] = 8 << draw(&state, 4);
		example.shape[2 - few] += draw_above(&state, 0, 8);
		example.shape[1] = 9 + draw(&state, 90);
		add_with_knobs(each, &state, &example);
	}
}

/* Short modes at either end, which a long one lies between: tiles hold several runs along either. */
static void each_of_short_ends(const struct each *each) {
	uint32_t state = 20261128;
	for (int i = 0; i < 72; i++) {
		struct example example = between_orders(&state, i);
		example.shape[0] = 8 + draw(&state, 56);
		example.shape[1] = 30 + draw(&state, 60);
		example.shape[2] = 8 + draw(&state, 56);
		add_with_knobs(each, &state, &example);
	}
}

/*
 * A few colors of pixels side by side, and planes, of one image or several ("i"): exchanges where a tile is asked for,
 * of which half are strips, half of these moved by each thread alone. Some operands do not begin at the beginning of
 * memory ("h").
 */
static void each_of_few_colors(const struct each *each) {
	static const char *const forms[] = { "cr", "ccr", "crr", "hcr", "cbrr", "crcr", "ir", "ri", "iir", "ihr", "rir",
		"iri" };
	static const char *const ops[] = { "a", "a+b", "a*b", "a+b", "a*b+c", "a*b+c", "a", "a", "a+b", "a+b", "a*b",
		"a*b" };
	static const int tiles[] = { 41, 81, 11, 14, 42, 1, 2, 4, 8, 4 };
	uint32_t state = 20261127;
	for (int i = 0; i < 120; i++) {
		int f = i % 12;
		struct example example = { .rank = 2, .op = ops[f], .forms = forms[f], .shape = { 2 + draw(&state, 3), 1, 1 },
			.dtype = (enum dtype)draw(&state, DTYPE_COUNT), .kernel = KERNEL_AUTO };
		example.shape[1] = 100 + draw(&state, 3000);
		if (f >= 6) {
			example.rank = 3;
			example.shape[2] = example.shape[1] & (draw(&state, 2) == 0 ? ~7 : ~0);
			example.shape[1] = example.shape[0];
			example.shape[0] = 2 + draw(&state, 3);
		}
		example.knobs.tile = tiles[draw(&state, 10)];
		example.knobs.per_row = draw(&state, 2);
		example.knobs.threads = draw_power(&state, 32, 5);
		example.knobs.load = draw(&state, HINT_COUNT + 1);
		add(each, &example);
	}
}

/* Two short modes and a long one, in any order: tiles that hold one of the short ones, as it is or padded. */
static void each_of_short_pairs(const struct each *each) {
	uint32_t state = 20261129;
	for (int i = 0; i < 96; i++) {
		struct example example = between_orders(&state, i);
		int place = draw(&state, 3);
		for (int k = 0; k < 3; k++) {
			example.shape[k] = k == place ? 70 + draw(&state, 700) : 2 + draw(&state, i % 3 == 0 ? 27 : 7);
		}
		example.knobs.tile = i % 2 == 0 ? 1 << draw(&state, 4) : 10 * (1 << draw(&state, 4)) + (1 << draw(&state, 3));
		example.knobs.per_row = draw(&state, 2);
		example.knobs.threads = draw_power(&state, 32, 5);
		example.knobs.vector = draw(&state, 4) == 0 ? 1 << draw(&state, 4) : 0;
		add(each, &example);
	}
}

/* Flat kernels whose blocks take a tile of each of several parts in turn, with and without repeated rows. */
static void each_in_passes(const struct each *each) {
	static const char *const forms[] = { "rr", "brr", "bor", "brbr", "sbbr", "lbr" };
	static const char *const ops[] = { "a", "a+b", "a*b", "a*b+c", "a*b+c", "a+b" };
	uint32_t state = 20261124;
	for (int i = 0; i < 48; i++) {
		struct example example = { .rank = 2 + draw(&state, 2), .op = ops[i % 6], .forms = forms[i % 6],
			.dtype = (enum dtype)draw(&state, DTYPE_COUNT), .kernel = KERNEL_AUTO };
		example.shape[0] = 2 + draw(&state, 9);
		example.shape[1] = 100 + draw(&state, 1500);
		example.shape[2] = example.rank == 3 ? 2 + draw(&state, 6) : 0;
		example.knobs.splits = i % 3 == 0 ? (int)example.shape[0] : 1 + draw(&state, 40);
		example.knobs.threads = 32 << draw(&state, 4);
		example.knobs.unroll = draw(&state, 3);
		add(each, &example);
	}
}

/* Exchanges whose threads have elements of an operand that are the same along one mode, and not along another. */
static void each_held(const struct each *each) {
	static const char *const forms[] = { "rlc", "lrc", "cbr", "rlbc", "clbr", "lrlc" };
	static const char *const ops[] = { "a+b", "a*b", "a+b", "a*b+c", "a*b+c", "a*b+c" };
	uint32_t state = 20261125;
	for (int i = 0; i < 72; i++) {
		struct example example = { .rank = 3, .op = ops[i % 6], .forms = forms[i % 6],
			.dtype = (enum dtype)draw(&state, DTYPE_COUNT), .kernel = KERNEL_AUTO };
		example.shape[0] = 30 + draw(&state, 60);
		example.shape[1] = 4 + draw(&state, 30);
		example.shape[2] = 2 << draw(&state, 4);
		example.shape[2] += draw(&state, 4) == 0;
		add_with_knobs(each, &state, &example);
	}
}

/* Reductions of few elements whose results run along another mode than the operand. */
static void each_turned(const struct each *each) {
	static const char *const forms[] = { "cr", "ccr", "crr" };
	static const char *const ops[] = { "a", "a*b", "a+b" };
	uint32_t state = 20261123;
	for (int i = 0; i < 12; i++) {
		int reduced = draw(&state, 3);
		struct example example = { .rank = 3, .op = ops[i % 3], .forms = forms[i % 3], .kernel = KERNEL_AUTO,
			.dtype = (enum dtype)draw(&state, DTYPE_COUNT), .reduced = 1u << reduced };
		example.reduce = (enum reduce)(1 + draw(&state, 7));
		int64_t row = 8 + draw(&state, 100);
		example.shape[reduced] = 2 + draw(&state, 3);
		example.shape[reduced == 0 ? 1 : 0] = row;
		example.shape[reduced == 2 ? 1 : 2] = 65536 / row + 1 + draw(&state, 100);
		example.knobs.threads = draw_power(&state, 32, 6);
		example.knobs.per_row = draw_power(&state, 1, 8);
		example.knobs.unroll = draw_power(&state, 1, 6);
		add(each, &example);
	}
}

void problems_each(struct arena *arena, problem_visit visit, void *context) {
	static const int64_t shapes[][3] = { { 64, 512, 1 }, { 33, 65, 1 }, { 1, 1000, 1 }, { 1000, 1, 1 }, { 127, 129, 1 },
		{ 5, 24, 40 }, { 256, 256, 1 }, { 1, 1, 1 }, { 3, 7, 11 } };
	static const int64_t reduced[][3] = { { 64, 512, 1 }, { 33, 65, 1 }, { 1, 1000, 1 }, { 1000, 1, 1 },
		{ 127, 1029, 1 }, { 5, 24, 40 }, { 3, 7, 11 }, { 300, 2048, 1 }, { 2048, 40, 1 }, { 1, 1, 1 }, { 64, 1, 1 } };
	const struct each each = { arena, visit, context };
	for (int d = 0; d < DTYPE_COUNT; d++) {
		for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; s++) {
			each_elementwise(&each, shapes[s], (enum dtype)d, s);
		}
		for (size_t s = 0; s < sizeof reduced / sizeof reduced[0]; s++) {
			each_reduction(&each, reduced[s], (enum dtype)d);
		}
	}
	for (int threads = 32; threads <= 1024; threads *= 2) {
		for (int per_row = 1; per_row <= threads; per_row *= 4) {
			each_knob(&each, threads, per_row);
		}
	}
	each_drawn(&each);
	each_drawn_reduction(&each);
	each_random_tv(&each);
	each_mixed(&each);
	each_arg(&each);
	each_narrow(&each);
	each_pair(&each);
	each_whole(&each);
	each_around_few(&each);
	each_of_short_ends(&each);
	each_of_few_colors(&each);
	each_of_short_pairs(&each);
	each_in_passes(&each);
	each_held(&each);
	each_turned(&each);
	each_tv_of_modes(&each);
}
