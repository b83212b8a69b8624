#define _GNU_SOURCE
#include "cli/bench_options.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "cli/options.h"
#include "cli/report.h"
#include "render/picture.h"

/* --- values of options --- */

/* The next field of "*text" up to "separator", and the rest. An empty field means the end. */
static struct str next_field(const char **text, char separator) {
	const char *end = strchr(*text, separator);
	struct str field = { *text, end != NULL ? (size_t)(end - *text) : strlen(*text) };
	*text = end != NULL ? end + 1 : *text + field.length;
	return field;
}

static bool read_int(struct str field, int64_t least, int64_t greatest, int64_t *out) {
	char digits[24];
	char *end;
	if (field.length == 0 || field.length >= sizeof digits) {
		return false;
	}
	memcpy(digits, field.data, field.length);
	digits[field.length] = '\0';
	errno = 0;
	long long value = strtoll(digits, &end, 10);
	*out = value;
	return *end == '\0' && errno == 0 && value >= least && value <= greatest;
}

static bool read_number(const char *text, double least, double greatest, double *out) {
	char *end;
	*out = strtod(text, &end);
	return end != text && *end == '\0' && *out >= least && *out <= greatest;
}

/* "M,N" or "MxN". */
static bool read_shape(struct bench_options *options, const char *text) {
	if (options->shape_count == LIMIT_SHAPES) {
		return false;
	}
	struct problem_shape *shape = &options->shapes[options->shape_count];
	*shape = (struct problem_shape){ 0 };
	char separator = strchr(text, 'x') != NULL ? 'x' : ',';
	int64_t size = 1;
	while (*text != '\0') {
		if (shape->rank == PROBLEM_RANK_MAX ||
				!read_int(next_field(&text, separator), 1, (int64_t)1 << 36, &shape->extent[shape->rank]) ||
				size > ((int64_t)1 << 36) / shape->extent[shape->rank]) {
			return false;
		}
		size *= shape->extent[shape->rank++];
	}
	options->shape_count++;
	return shape->rank > 0;
}

static bool read_dtypes(struct bench_options *options, const char *text) {
	options->dtype_count = 0;
	while (*text != '\0') {
		if (options->dtype_count == DTYPE_COUNT ||
				!dtype_from_name(next_field(&text, ','), &options->dtypes[options->dtype_count])) {
			return false;
		}
		options->dtype_count++;
	}
	return options->dtype_count > 0;
}

static bool read_kernels(struct bench_options *options, const char *text) {
	options->kernel_count = 0;
	while (*text != '\0') {
		if (options->kernel_count == KERNEL_COUNT ||
				!kernel_from_name(next_field(&text, ','), &options->kernels[options->kernel_count])) {
			return false;
		}
		options->kernel_count++;
	}
	return options->kernel_count > 0;
}

/* "a=EXPR", "out=EXPR". */
static bool read_layout(struct bench_options *options, const char *text) {
	if (strncmp(text, "out=", 4) == 0) {
		options->layouts[OPERANDS_MAX] = text + 4;
		return true;
	}
	if (text[0] < 'a' || text[0] >= 'a' + OPERANDS_MAX || text[1] != '=') {
		return false;
	}
	options->layouts[text[0] - 'a'] = text + 2;
	return true;
}

bool bench_options_set(struct bench_options *options, const char *text) {
	if (*text == '\0') {
		return false;
	}
	while (*text != '\0') {
		struct str field = next_field(&text, ',');
		const char *equals = memchr(field.data, '=', field.length);
		int64_t value;
		if (equals == NULL) {
			return false;
		}
		struct str name = { field.data, (size_t)(equals - field.data) };
		struct str number = { equals + 1, field.length - name.length - 1 };
		if (!read_int(number, 0, 4096, &value) || !report_set_knob(&options->knobs, name, (int)value)) {
			return false;
		}
	}
	const struct knobs *knobs = &options->knobs;
	return knobs->threads <= THREADS_MAX && knobs->load <= HINT_COUNT && knobs->store <= HINT_COUNT &&
		knobs->unroll <= 64 && knobs->vector <= 16 && knobs->tile <= 99;
}

static bool read_op(struct bench_options *options, struct arena *arena, const char *text) {
	struct opexpr_error error;
	options->op_text = text;
	if (opexpr_parse(arena, str_from(text), &options->op, &error)) {
		return true;
	}
	struct source source = { "<op>", str_from(text), 1 };
	struct message message = { error.fault, { error.begin, error.end } };
	struct buf out;
	buf_init(&out, arena);
	source_print_message(&source, &message, "error", &out);
	fputs(out.data, stderr);
	return false;
}

const struct option_line bench_problem_lines[] = {
	{ "shape", OPTION_SHAPE, "=M,N", NULL, "extents, one to three; may be repeated (16384,8192)" },
	{ "dtype", OPTION_DTYPE, "=TYPE,...", "f16 bf16 f32 f64 e4m3 e5m2 i8 u8 i16 i32 i64",
		"f16 bf16 f32 f64 e4m3 e5m2 i8 u8 i16 i32 i64 (f16)" },
	{ "op", OPTION_OP, "=EXPR", NULL, "elementwise expression of operands a to h ('a+b')" },
	{ "reduce", OPTION_REDUCE, "=NAME", "sum prod max min mean absmax sumsq",
		"sum prod max min mean absmax sumsq of EXPR" },
	{ "dim", OPTION_DIM, "=D", "0 1 -1 all", "mode that is reduced, or 'all' (-1)" },
	{ "layout", OPTION_LAYOUT, "=a=LAYOUT", NULL,
		"memory of an operand, or of 'out': row, col, or an\n"
		"expression of M, N and K" },
	{ NULL, 0, NULL, NULL, NULL },
};

const struct option_line bench_kernel_lines[] = {
	{ "kernel", OPTION_KERNEL, "=NAME,...", "naive vectorized tv tv-remap auto",
		"naive vectorized tv tv-remap auto (auto)" },
	{ "tv", OPTION_TV, "=LAYOUT", NULL, "thread-value layout of the tile of --tile, or a pair of both" },
	{ "tile", OPTION_TILE, "=M,N", NULL, "" },
	{ "thr", OPTION_THR, "=LAYOUT", NULL, "threads, with --val: the values of a thread, or" },
	{ "val", OPTION_VAL, "=LAYOUT", NULL, "--val-bytes: the same counted in bytes" },
	{ "val-bytes", OPTION_VAL_BYTES, "=LAYOUT", NULL, "" },
	{ "set", OPTION_SET, "=KNOB=N,...", "threads= vector= unroll= per-row= groups= splits= load= store= tile=",
		"threads vector unroll per-row groups splits load store tile" },
	{ NULL, 0, NULL, NULL, NULL },
};

const struct option_line bench_action_lines[] = {
	{ "device", OPTION_DEVICE, "=N", "cpu 0", "the device, or 'cpu': prove the mapping on the host (0)" },
	{ "list-devices", OPTION_LIST_DEVICES, NULL, NULL, "print the devices" },
	{ "dry-run", OPTION_DRY_RUN, NULL, NULL, "print every layout, the launch, registers and the prediction" },
	{ "no-compile", OPTION_NO_COMPILE, NULL, NULL, "with --dry-run: do not compile to learn the registers" },
	{ "print-source", OPTION_PRINT_SOURCE, NULL, NULL, "print the kernel in CUDA C" },
	{ "print-ptx", OPTION_PRINT_PTX, NULL, NULL, "print what it compiles to: PTX, or what cuobjdump makes of" },
	{ "print-sass", OPTION_PRINT_SASS, NULL, NULL, "the machine code" },
	{ "watchdog", OPTION_WATCHDOG, "=S", NULL, "give a kernel up that runs for longer (30)" },
	{ "seed", OPTION_SEED, "=N", NULL, "of the random data (1)" },
	{ "help", 'h', NULL, NULL, "print this text" },
	{ NULL, 0, NULL, NULL, NULL },
};

static bool read_device(struct bench_options *options, const char *text) {
	int64_t index = DEVICE_CPU;
	bool good = strcmp(text, "cpu") == 0 || read_int(str_from(text), 0, 1023, &index);
	options->device = (int)index;
	return good;
}

/* Square shapes of 64 Ki to 256 Mi elements. */
static void add_sweep(struct bench_options *options) {
	for (int64_t side = 256; side <= 16384 && options->shape_count < LIMIT_SHAPES; side *= 2) {
		options->shapes[options->shape_count++] = (struct problem_shape){ 2, { side, side, 1 } };
	}
}

/* Take one option. Returns false if its value is wrong. */
static bool take_option(struct bench_options *options, struct arena *arena, int option, const char *value) {
	int64_t integer = 0;
	bool good = true;
	switch (option) {
	case OPTION_CSV: options->form = REPORT_CSV; break;
	case OPTION_JSON: options->form = REPORT_JSON; break;
	case OPTION_DEVICE: return read_device(options, value);
	case OPTION_DIM: options->dim = value; break;
	case OPTION_DRY_RUN: options->dry_run = true; break;
	case OPTION_DTYPE: return read_dtypes(options, value);
	case OPTION_GRAPH_OVERHEAD: options->graph_overhead = true; break;
	case OPTION_HOT: options->hot = true; break;
	case OPTION_KERNEL: return read_kernels(options, value);
	case OPTION_LAYOUT: return read_layout(options, value);
	case OPTION_LIST_DEVICES: options->list_devices = true; break;
	case OPTION_NO_COMPILE: options->no_compile = true; break;
	case OPTION_NOISE: return read_number(value, 0, 1, &options->rule.noise);
	case OPTION_OP: return read_op(options, arena, value);
	case OPTION_PLOT: options->plot = value; break;
	case OPTION_PRINT_PTX: options->print_ptx = true; break;
	case OPTION_PRINT_SASS: options->print_sass = true; break;
	case OPTION_PRINT_SOURCE: options->print_source = true; break;
	case OPTION_REDUCE: return reduce_from_name(str_from(value), &options->reduce);
	case OPTION_SAMPLES:
		good = read_int(str_from(value), 1, SAMPLES_MAX, &integer);
		options->rule.at_least = (int)integer;
		options->rule.at_most = options->rule.at_most < (int)integer ? (int)integer : options->rule.at_most;
		return good;
	case OPTION_SEED:
		good = read_int(str_from(value), 0, UINT32_MAX, &integer);
		options->seed = (uint32_t)integer;
		return good;
	case OPTION_SET: return bench_options_set(options, value);
	case OPTION_SHAPE: return read_shape(options, value);
	case OPTION_SWEEP: add_sweep(options); break;
	case OPTION_THR: options->thr = value; break;
	case OPTION_TIMEOUT:
	case OPTION_MAX_MEMORY: return limits_take(&options->limits, option, value) == NULL;
	case OPTION_TILE: options->tile = value; break;
	case OPTION_TIME_LIMIT: return read_number(value, 0.01, 3600, &options->rule.time_limit);
	case OPTION_TUNE:
		options->tune_seconds = 20;
		return value == NULL || read_number(value, 0.1, 3600, &options->tune_seconds);
	case OPTION_TV: options->tv = value; break;
	case OPTION_VAL: options->val = value; break;
	case OPTION_VAL_BYTES: options->val_bytes = value; break;
	case OPTION_WATCHDOG: return read_number(value, 0.01, 3600, &options->watchdog);
	default: break;
	}
	return true;
}

/* Whether a plot can be written to the file that was named. */
static int check_plot(const struct bench_options *options) {
	switch (picture_format_from_path(options->plot)) {
	case PICTURE_SVG:
	case PICTURE_PNG:
	case PICTURE_PDF:
	case PICTURE_TEX: break;
	default:
		return report_usage(options->command,
			"expected --plot=FILE with the suffix .svg, .png, .pdf or .tex, saw '%s'", options->plot);
	}
	if (!picture_is_available()) {
		report_failure("this build cannot write pictures, it was made without Cairo");
		return EXIT_UNAVAILABLE;
	}
	return -1;
}

/* Options that only make sense together, and what is not given. */
static int complete(struct bench_options *options, struct arena *arena) {
	if (options->op_text == NULL && !read_op(options, arena, options->reduce == REDUCE_NONE ? "a+b" : "a")) {
		return EXIT_EXPRESSION;
	}
	int status = options->plot != NULL ? check_plot(options) : -1;
	if (status >= 0) {
		return status;
	}
	if (options->reduce == REDUCE_NONE && options->dim != NULL) {
		return report_usage(options->command, "--dim needs --reduce");
	}
	if (options->tv != NULL && options->thr != NULL) {
		return report_usage(options->command, "give either --tv or --thr, not both");
	}
	if (options->tile != NULL && options->tv == NULL) {
		return report_usage(options->command, "--tile needs --tv, the layout of (thread, value) in the tile");
	}
	if (options->thr != NULL && (options->val == NULL) == (options->val_bytes == NULL)) {
		return report_usage(options->command, "--thr needs either --val or --val-bytes");
	}
	if (options->shape_count == 0) {
		options->shapes[options->shape_count++] = (struct problem_shape){ 2, { 16384, 8192, 1 } };
	}
	if (options->dtype_count == 0) {
		options->dtypes[options->dtype_count++] = DTYPE_F16;
	}
	if (options->kernel_count == 0) {
		bool has_tv = options->tv != NULL || options->thr != NULL;
		options->kernels[options->kernel_count++] = has_tv ? KERNEL_TV_REMAP : KERNEL_AUTO;
	}
	return -1;
}

/* The value of "option", in optarg, is none that it takes. */
static int report_value(const struct command *command, int option) {
	const struct option_line *line = options_find(command, option);
	if (line->words == NULL) {
		return report_usage(command->name, "expected --%s%s, saw '%s'", line->name, line->value, optarg);
	}
	return report_usage(command->name, "expected --%s%s, of %s; saw '%s'", line->name, line->value, line->words,
		optarg);
}

int bench_options_read(struct bench_options *options, struct arena *arena, const struct command *command, int argc,
		char **argv) {
	*options = (struct bench_options){ .command = argv[0], .rule = stop_rule_default(), .seed = 1,
		.watchdog = 30, .limits = limits_default() };
	int option;
	options_begin();
	while ((option = options_next(command, argc, argv)) != -1) {
		if (option == 'h') {
			options_print_help(command, stdout);
			return EXIT_DONE;
		}
		if (option == '?') {
			return EXIT_USAGE;
		}
		if (!take_option(options, arena, option, optarg)) {
			if (option == OPTION_OP) {
				return EXIT_EXPRESSION;
			}
			return report_value(command, option);
		}
	}
	if (optind < argc) {
		return report_usage(argv[0], "unexpected argument '%s'", argv[optind]);
	}
	return complete(options, arena);
}

/* --- problems --- */

/* Evaluate "text" with M, N and K bound. Returns false after a message. */
static bool evaluate(struct evaluation *ev, const char *name, const char *text, const struct problem_shape *shape,
		struct value *out) {
	struct buf program;
	struct source *bindings = arena_alloc(ev->algebra.arena, sizeof *bindings);
	struct source *source = arena_alloc(ev->algebra.arena, sizeof *source);
	buf_init(&program, ev->algebra.arena);
	static const char names[] = { 'M', 'N', 'K' };
	for (int i = 0; i < shape->rank; i++) {
		long long extent = shape->extent[i];
		buf_printf(&program, "%c = %lld\n", names[i], extent);
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
			algebra_fault(al, FAULT_RANK, "mode %d has %lld elements; the shape has %lld", i, (long long)extent,
				(long long)shape->extent[i]);
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
			algebra_fault(al, FAULT_DOMAIN, "a stride of %lld is not for %s", (long long)stride,
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

/* The thread-value layout of the problem, if one is given or the tutorial's fits. */
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
		if ((options->thr == NULL && shape->rank != 2) ||
				!layout_argument(ev, "<thr>", options->thr != NULL ? options->thr : "(4,32):(32,1)", shape, &thr) ||
				!layout_argument(ev, "<val>", val_text, shape, &val)) {
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

static bool read_dim(const struct bench_options *options, const struct problem_shape *shape, int *dim) {
	int64_t value;
	if (options->reduce == REDUCE_NONE) {
		return true;
	}
	if (options->dim != NULL && strcmp(options->dim, "all") == 0) {
		*dim = DIM_ALL;
		return true;
	}
	if (!read_int(str_from(options->dim != NULL ? options->dim : "-1"), -shape->rank, shape->rank - 1, &value)) {
		return false;
	}
	*dim = (int)(value < 0 ? value + shape->rank : value);
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
	if (!read_dim(options, shape, &problem->dim)) {
		return report_usage(options->command, "--dim is 'all' or a mode of the shape, not '%s'", options->dim);
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
