/* From the options of bench to a problem: its layouts, evaluated for one shape and type. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/bench/options.h"
#include "cli/cmd.h"
#include "cli/report.h"

/* Evaluate "text" with the names of the extents bound. Returns false after a message. */
static bool evaluate(struct evaluation *ev, const char *name, const char *text, const struct problem_shape *shape,
		struct value *out) {
	struct buf program;
	struct source *bindings = arena_alloc(ev->algebra.arena, sizeof *bindings);
	struct source *source = arena_alloc(ev->algebra.arena, sizeof *source);
	buf_init(&program, ev->algebra.arena);
	static const char names[PROBLEM_RANK_MAX] = { 'M', 'N', 'K', 'P', 'Q', 'R', 'S', 'T' };
	for (int i = 0; i < shape->rank; i++) {
		buf_printf(&program, "%c = %" PRId64 "\n", names[i], shape->extent[i]);
	}
	*bindings = (struct source){ "<shape>", buf_str(&program), 1 };
	*source = (struct source){ name, str_from(text), 1 };
	bool good = evaluation_run(ev, bindings) && evaluation_run(ev, source);
	if (good && ev->result_count == 0) {
		report_failure("%s: expected an expression", name);
		return false;
	}
	report_evaluation(ev);
	if (good) {
		*out = ev->results[ev->result_count - 1];
	}
	return good;
}

/* A fault of an operation applied to what the user gave. */
static int fail(const char *what, const struct fault *fault) {
	report_failure("%s: %s", what, fault->text);
	report_hint(fault);
	return fault->code == FAULT_INJECTIVE ? EXIT_FALSE : EXIT_EXPRESSION;
}

static struct layout default_layout(struct algebra *al, const struct problem_shape *shape, bool is_column_major) {
	struct tuple *extents = tuple_modes_new(al, shape->rank);
	for (int i = 0; i < shape->rank; i++) {
		extents[i] = tuple_int(shape->extent[i]);
	}
	struct tuple all = tuple_of(al, extents, shape->rank);
	return is_column_major ? layout_from_shape(al, all) : layout_from_shape_right(al, all);
}

/* The layout of one tensor: "row", "col" or an expression. */
static int tensor_layout(struct evaluation *ev, const char *name, const char *text, const struct problem_shape *shape,
		bool is_output, struct layout *out) {
	struct algebra *al = &ev->algebra;
	if (text == NULL || strcmp(text, "row") == 0 || strcmp(text, "col") == 0) {
		*out = default_layout(al, shape, text != NULL && text[0] == 'c');
		return EXIT_DONE;
	}
	struct value value;
	if (!evaluate(ev, name, text, shape, &value)) {
		return EXIT_EXPRESSION;
	}
	struct layout layout = value_as_layout(al, &value);
	if (!algebra_failed(al) && layout_rank(layout) != shape->rank) {
		algebra_fault(al, FAULT_RANK, "a layout of rank %d; the shape has rank %d", layout_rank(layout), shape->rank);
	}
	for (int i = 0; i < shape->rank && !algebra_failed(al); i++) {
		int64_t extent = layout_size(al, layout_mode(layout, i)).value;
		if (extent != shape->extent[i]) {
			algebra_fault(al, FAULT_RANK, "mode %d has %" PRId64 " elements; the shape has %" PRId64, i, extent,
				shape->extent[i]);
		}
	}
	if (!algebra_failed(al) && tuple_has_basis(layout.stride)) {
		algebra_fault(al, FAULT_TYPE, "strides with a basis are no offsets in memory");
	}
	struct layout flat = layout_flatten(al, layout);
	for (int i = 0; i < layout_rank(flat) && !algebra_failed(al); i++) {
		int64_t stride = tuple_mode(flat.stride, i).value;
		bool repeats = is_output && stride == 0 && tuple_mode(flat.shape, i).value > 1;
		if (stride < 0 || repeats) {
			algebra_fault(al, FAULT_DOMAIN, "a stride of %" PRId64 " is not for %s", stride,
				stride < 0 ? "tensors in memory" : "an output");
		}
	}
	*out = layout;
	return algebra_failed(al) ? fail(name, &al->fault) : EXIT_DONE;
}

static bool layout_argument(struct evaluation *ev, const char *name, const char *text,
		const struct problem_shape *shape, struct layout *out) {
	struct value value;
	if (!evaluate(ev, name, text, shape, &value)) {
		return false;
	}
	*out = value_as_layout(&ev->algebra, &value);
	return true;
}

/* --tv and --tile, or a pair of both. Returns an exit code. */
static int given_tv(const struct bench_options *options, struct evaluation *ev, const struct problem_shape *shape,
		struct problem *problem) {
	struct algebra *al = &ev->algebra;
	struct value tv;
	struct value tile;
	if (!evaluate(ev, "<tv>", options->tv, shape, &tv)) {
		return EXIT_EXPRESSION;
	}
	if (value_is_tv_pair(&tv)) {
		tile = tv.list.items[0];
		tv = tv.list.items[1];
	} else if (options->tile == NULL) {
		return report_usage(options->command,
			"--tv needs --tile, or a pair (tile, layout) as make_layout_tv gives");
	}
	if (options->tile != NULL) {
		struct buf tile_text;
		buf_init(&tile_text, al->arena);
		buf_printf(&tile_text, "(%s)", options->tile);
		if (!evaluate(ev, "<tile>", tile_text.data, shape, &tile)) {
			return EXIT_EXPRESSION;
		}
	}
	problem->tv = value_as_layout(al, &tv);
	problem->tile = tuple_wrap(al, value_as_tuple(al, &tile));
	return EXIT_DONE;
}

/* The thread-value layout of the problem, if one is given or the tutorial's fits. */
static int problem_tv(const struct bench_options *options, struct evaluation *ev, const struct problem_shape *shape,
		struct problem *problem) {
	struct algebra *al = &ev->algebra;
	if (options->tv != NULL) {
		int status = given_tv(options, ev, shape, problem);
		if (status != EXIT_DONE) {
			return status;
		}
	} else {
		struct layout thr;
		struct layout val;
		bool in_bytes = options->thr == NULL || options->val_bytes != NULL;
		const char *val_text = options->thr == NULL ? "(4,16):(16,1)" : in_bytes ? options->val_bytes : options->val;
		if ((options->thr == NULL && shape->rank != 2)
				|| !layout_argument(ev, "<thr>", options->thr != NULL ? options->thr : "(4,32):(32,1)", shape, &thr)
				|| !layout_argument(ev, "<val>", val_text, shape, &val)) {
			return options->thr == NULL ? EXIT_DONE : EXIT_EXPRESSION;
		}
		if (in_bytes) {
			val = layout_recast(al, val, 8 * dtype_bytes(problem->dtype), 8);
		}
		struct tv_layout tv = tv_layout_make(al, thr, val);
		problem->tv = tv.layout;
		problem->tile = tuple_wrap(al, tv.tiler);
	}
	if (!algebra_failed(al) && tuple_rank(problem->tile) != shape->rank) {
		algebra_fault(al, FAULT_RANK, "the tile has rank %d, the shape rank %d", tuple_rank(problem->tile),
			shape->rank);
	}
	if (algebra_failed(al)) {
		return fail("the thread-value layout", &al->fault);
	}
	problem->has_tv = true;
	return EXIT_DONE;
}

/* The modes of --dim: "all", or numbers between commas, from the end if negative. Each is named once. */
static bool read_dims(const struct bench_options *options, const struct problem_shape *shape, unsigned *modes) {
	const char *given = options->dim != NULL ? options->dim : "-1";
	*modes = 0;
	if (options->reduce != REDUCE_NONE && strcmp(given, "all") == 0) {
		*modes = problem_all_modes(shape->rank);
	} else if (options->reduce != REDUCE_NONE) {
		for (bool more = true; more; given++) {
			char *end;
			long i = strtol(given, &end, 10);
			i = i < 0 ? i + shape->rank : i;
			if (end == given || (*end != ',' && *end != '\0') || i < 0 || i >= shape->rank || (*modes >> i & 1) != 0) {
				return false;
			}
			*modes |= 1u << i;
			more = *end == ',';
			given = end;
		}
	}
	return true;
}

int bench_options_problem(const struct bench_options *options, struct arena *arena, int index, enum dtype dtype,
		struct problem *problem) {
	const struct problem_shape *shape = &options->shapes[index];
	struct evaluation *ev = arena_alloc(arena, sizeof *ev);
	evaluation_init(ev, arena, false);
	ev->algebra.stop = limits_stop();
	*problem = (struct problem){ .rank = shape->rank, .dtype = dtype, .op = &options->op, .reduce = options->reduce };
	for (int i = 0; i < shape->rank; i++) {
		problem->shape[i] = shape->extent[i];
	}
	if (!read_dims(options, shape, &problem->reduced)) {
		return report_usage(options->command, "--dim is 'all' or modes of the shape, each once, not '%s'",
			options->dim);
	}
	for (int k = 0; k < options->op.operands; k++) {
		char name[8] = "<a>";
		name[1] = (char)('a' + k);
		int status = tensor_layout(ev, name, options->layouts[k], shape, false, &problem->operands[k]);
		if (status != EXIT_DONE) {
			return status;
		}
	}
	int status = tensor_layout(ev, "<out>", options->layouts[OPERANDS_MAX], shape, true, &problem->output);
	return status == EXIT_DONE ? problem_tv(options, ev, shape, problem) : status;
}
