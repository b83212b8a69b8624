#define _GNU_SOURCE
#include "cli/bench/options.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "base/element.h"
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
		if (shape->rank == PROBLEM_RANK_MAX
				|| !read_int(next_field(&text, separator), 1, INT64_MAX, &shape->extent[shape->rank])
				|| size > ((int64_t)1 << 36) / shape->extent[shape->rank]) {
			return false;
		}
		size *= shape->extent[shape->rank++];
	}
	options->shape_count++;
	return shape->rank > 0;
}

/*
 * The place of the tensor that "text" begins with, "a=", "out=" or, of further outputs, "out2="; -1 if there is no such
 * name.
 */
static int tensor_named(const char *text, size_t *length) {
	bool is_output = strncmp(text, "out", 3) == 0;
	bool has_number = is_output && text[3] >= '2' && text[3] < '1' + OUTPUTS_MAX;
	*length = is_output ? 4 + (size_t)has_number : 2;
	if (is_output) {
		return text[*length - 1] != '=' ? -1 : has_number ? OPERANDS_MAX + (text[3] - '1') : OPERANDS_MAX;
	}
	return text[0] >= 'a' && text[0] < 'a' + OPERANDS_MAX && text[1] == '=' ? text[0] - 'a' : -1;
}

/* "f16,f32": types to take one after the other; and "a=f16,out=f32": those of single tensors, one of each. */
static bool read_dtypes(struct bench_options *options, const char *text) {
	bool any = *text != '\0';
	options->dtype_count = 0;
	memset(options->named_dtypes, 0, sizeof options->named_dtypes);
	while (*text != '\0') {
		size_t length;
		int tensor = tensor_named(text, &length);
		enum dtype dtype;
		if (tensor >= 0) {
			text += length;
		}
		bool is_new = tensor < 0 ? options->dtype_count < DTYPE_COUNT : !options->named_dtypes[tensor].is_given;
		if (!dtype_from_name(next_field(&text, ','), &dtype) || !is_new) {
			return false;
		}
		if (tensor >= 0) {
			options->named_dtypes[tensor] = (struct named_dtype){ true, dtype };
		} else {
			options->dtypes[options->dtype_count++] = dtype;
		}
	}
	return any;
}

static bool read_kernels(struct bench_options *options, const char *text) {
	options->kernel_count = 0;
	while (*text != '\0') {
		if (options->kernel_count == KERNEL_COUNT
				|| !kernel_from_name(next_field(&text, ','), &options->kernels[options->kernel_count])) {
			return false;
		}
		options->kernel_count++;
	}
	return options->kernel_count > 0;
}

/* "a=EXPR", "out=EXPR"; once for each tensor. */
static bool read_layout(struct bench_options *options, const char *text) {
	size_t length;
	int tensor = tensor_named(text, &length);
	if (tensor < 0 || options->layouts[tensor] != NULL) {
		return false;
	}
	options->layouts[tensor] = text + length;
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
		if (!read_int(number, 1, 4096, &value) || !knobs_set(&options->knobs, name, (int)value)) {
			return false;
		}
	}
	const struct knobs *knobs = &options->knobs;
	return knobs->threads <= THREADS_MAX && knobs->load <= HINT_COUNT && knobs->store <= HINT_COUNT
		&& knobs->unroll <= 64 && knobs->vector <= 16 && knobs->tile <= 99;
}

/* "text" with blanks for ends of lines and other blanks, as it stands in rows, titles and the cache. */
static const char *in_one_line(struct arena *arena, const char *text) {
	char *line = arena_copy(arena, text, strlen(text));
	for (char *c = line; *c != '\0'; c++) {
		*c = *c == '\n' || *c == '\r' || *c == '\t' ? ' ' : *c;
	}
	return line;
}

/* Read the operation, which is "text". Returns false after a message. */
static bool read_op(struct bench_options *options, struct arena *arena, const char *text) {
	struct opexpr_error error;
	options->op_text = in_one_line(arena, text);
	if (opexpr_parse(arena, str_from(text), &options->op, &error)) {
		return true;
	}
	struct source source = { "<op>", str_from(text), 1 };
	struct message message = { error.fault, { error.begin, error.end } };
	report_error_as(options->form == ROWS_JSON, arena, &source, &message);
	return false;
}

const int bench_repeated[] = { OPTION_LAYOUT, OPTION_SET, OPTION_SHAPE, 0 };

const struct option_line bench_problem_lines[] = {
	{ "shape", OPTION_SHAPE, "=M,N", NULL, "extents, one to eight; may be repeated (16384,8192)" },
	{ "dtype", OPTION_DTYPE, "=TYPE,...", "f16 bf16 f32 f64 e4m3 e5m2 i8 u8 i16 i32 i64",
		"f16 bf16 f32 f64 e4m3 e5m2 i8 u8 i16 i32 i64 (f16);\n"
		"a=TYPE, out=TYPE: of an operand, of the output" },
	{ "op", OPTION_OP, "=EXPR", NULL, "elementwise expression of operands a to h ('a+b');\n"
		"several, between ';', have the outputs out, out2, ..." },
	{ "reduce", OPTION_REDUCE, "=NAME", "sum prod max min mean absmax sumsq argmax argmin",
		"sum prod max min mean absmax sumsq argmax argmin of EXPR" },
	{ "dim", OPTION_DIM, "=D,...", "0 1 -1 all", "modes that are reduced, or 'all' (-1)" },
	{ "layout", OPTION_LAYOUT, "=a=LAYOUT", NULL,
		"memory of an operand, or of 'out': row, col, or an\n"
		"expression of the extents M, N, K, ..." },
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
	{ "set", OPTION_SET, "=KNOB=N,...", "threads= vector= unroll= per-row= groups= splits= load= store= tile= kind=",
		"threads vector unroll per-row groups splits load store tile kind" },
	{ NULL, 0, NULL, NULL, NULL },
};

const struct option_line bench_action_lines[] = {
	{ "device", OPTION_DEVICE, "=N", "cpu all 0",
		"the device; 'all', one after the other; or 'cpu': prove\n"
		"the mapping on the host (0)" },
	{ "at-once", OPTION_AT_ONCE, NULL, NULL, "with --device=all: on all of them at the same time" },
	{ "list-devices", OPTION_LIST_DEVICES, NULL, NULL, "print the devices" },
	{ "dry-run", OPTION_DRY_RUN, NULL, NULL, "print every layout, the launch, registers and the prediction" },
	{ "no-compile", OPTION_NO_COMPILE, NULL, NULL, "with --dry-run: do not compile to learn the registers" },
	{ "print-source", OPTION_PRINT_SOURCE, NULL, NULL, "print the kernel in CUDA C" },
	{ "print-ptx", OPTION_PRINT_PTX, NULL, NULL, "print what it compiles to: PTX, or what cuobjdump makes of" },
	{ "print-sass", OPTION_PRINT_SASS, NULL, NULL, "the machine code" },
	{ "judge", OPTION_JUDGE, "=WHERE", "auto host device",
		"who compares what was recorded and computed: host, device,\n"
		"or by the problem's size (auto)" },
	{ "watchdog", OPTION_WATCHDOG, "=S", NULL, "give a kernel up that runs for longer (30)" },
	{ "seed", OPTION_SEED, "=N", NULL, "of the random data (1)" },
	{ "help", 'h', NULL, NULL, "print this text" },
	{ NULL, 0, NULL, NULL, NULL },
};

static bool read_device(struct bench_options *options, const char *text) {
	int64_t index = strcmp(text, "all") == 0 ? DEVICE_ALL : DEVICE_CPU;
	bool good = strcmp(text, "cpu") == 0 || strcmp(text, "all") == 0 || read_int(str_from(text), 0, 1023, &index);
	options->device = (int)index;
	options->device_text = text;
	return good;
}

static bool read_judges(struct bench_options *options, const char *text) {
	static const char *const names[] = { [JUDGE_BY_SIZE] = "auto", [JUDGE_HOST] = "host", [JUDGE_DEVICE] = "device" };
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		if (strcmp(text, names[i]) == 0) {
			options->judges = (enum judge_place)i;
			return true;
		}
	}
	return false;
}

/* Square shapes of 64 Ki to 256 Mi elements. */
static void add_sweep(struct bench_options *options) {
	for (int64_t side = 256; side <= 16384 && options->shape_count < LIMIT_SHAPES; side *= 2) {
		options->shapes[options->shape_count++] = (struct problem_shape){ 2, { side, side, 1 } };
	}
}

/* Options whose values are only kept. */
static const struct option_place places[] = {
	{ OPTION_ACCESS, STORE_TEXT, offsetof(struct bench_options, access) },
	{ OPTION_AT_ONCE, STORE_FLAG, offsetof(struct bench_options, at_once) },
	{ OPTION_ATOM, STORE_TEXT, offsetof(struct bench_options, atom) },
	{ OPTION_CALIBRATE, STORE_FLAG, offsetof(struct bench_options, calibrate) },
	{ OPTION_DIM, STORE_TEXT, offsetof(struct bench_options, dim) },
	{ OPTION_DRY_RUN, STORE_FLAG, offsetof(struct bench_options, dry_run) },
	{ OPTION_GRAPH_OVERHEAD, STORE_FLAG, offsetof(struct bench_options, graph_overhead) },
	{ OPTION_LIST_DEVICES, STORE_FLAG, offsetof(struct bench_options, list_devices) },
	{ OPTION_MEMORY, STORE_TEXT, offsetof(struct bench_options, memory) },
	{ OPTION_NO_COMPILE, STORE_FLAG, offsetof(struct bench_options, no_compile) },
	{ OPTION_NO_TRIALS, STORE_FLAG, offsetof(struct bench_options, no_trials) },
	{ OPTION_OP, STORE_TEXT, offsetof(struct bench_options, op_text) },
	{ OPTION_PLOT, STORE_TEXT, offsetof(struct bench_options, plot) },
	{ OPTION_PRINT_PTX, STORE_FLAG, offsetof(struct bench_options, print_ptx) },
	{ OPTION_PRINT_SASS, STORE_FLAG, offsetof(struct bench_options, print_sass) },
	{ OPTION_PRINT_SOURCE, STORE_FLAG, offsetof(struct bench_options, print_source) },
	{ OPTION_REPORT, STORE_FLAG, offsetof(struct bench_options, report) },
	{ OPTION_THR, STORE_TEXT, offsetof(struct bench_options, thr) },
	{ OPTION_TILE, STORE_TEXT, offsetof(struct bench_options, tile) },
	{ OPTION_TRIALS, STORE_FLAG, offsetof(struct bench_options, trials) },
	{ OPTION_TV, STORE_TEXT, offsetof(struct bench_options, tv) },
	{ OPTION_VAL, STORE_TEXT, offsetof(struct bench_options, val) },
	{ OPTION_VAL_BYTES, STORE_TEXT, offsetof(struct bench_options, val_bytes) },
	{ 0, STORE_FLAG, 0 },
};

static bool read_samples(struct stop_rule *rule, const char *text) {
	int64_t samples = 0;
	bool good = read_int(str_from(text), 1, SAMPLES_MAX, &samples);
	rule->at_least = (int)samples;
	rule->at_most = rule->at_most < (int)samples ? (int)samples : rule->at_most;
	return good;
}

static bool read_seed(struct bench_options *options, const char *text) {
	int64_t seed = 0;
	bool good = read_int(str_from(text), 0, UINT32_MAX, &seed);
	options->seed = (uint32_t)seed;
	return good;
}

/* Read the "value" of an option that has no place. Returns false if it is wrong. */
static bool read_value(struct bench_options *options, int option, const char *value) {
	switch (option) {
	case OPTION_CSV: options->form = ROWS_CSV; return true;
	case OPTION_JSON: options->form = ROWS_JSON; return true;
	case OPTION_HOT: options->l2 = L2_HOT; return true;
	case OPTION_FORGET: options->l2 = L2_FORGOTTEN; return true;
	case OPTION_DEVICE: return read_device(options, value);
	case OPTION_DTYPE:
		options->dtype_text = value;
		return read_dtypes(options, value) || element_access_bits(str_from(value)) > 0;
	case OPTION_JUDGE: return read_judges(options, value);
	case OPTION_KERNEL: return read_kernels(options, value);
	case OPTION_LAYOUT: return read_layout(options, value);
	case OPTION_NOISE: return read_number(value, 0, 1, &options->rule.noise);
	case OPTION_REDUCE: return reduce_from_name(str_from(value), &options->reduce);
	case OPTION_SAMPLES: return read_samples(&options->rule, value);
	case OPTION_SEED: return read_seed(options, value);
	case OPTION_SET: return bench_options_set(options, value);
	case OPTION_SHAPE: return read_shape(options, value);
	case OPTION_SWEEP: add_sweep(options); return true;
	case OPTION_TIME_LIMIT: return read_number(value, 0.01, 3600, &options->rule.time_limit);
	case OPTION_TUNE:
		options->tune_seconds = 20;
		return value == NULL || read_number(value, 0.1, 3600, &options->tune_seconds);
	case OPTION_WATCHDOG: return read_number(value, 0.01, 3600, &options->watchdog);
	default: return limits_take(&options->limits, option, value) == NULL;
	}
}

/* What "option" and one that was given choose both, in words; NULL if there is no such thing. */
static const char *two_of_one(const struct bench_options *options, int option) {
	switch (option) {
	case OPTION_CSV: return options->form == ROWS_JSON ? "--csv or --json" : NULL;
	case OPTION_JSON: return options->form == ROWS_CSV ? "--csv or --json" : NULL;
	case OPTION_HOT: return options->l2 == L2_FORGOTTEN ? "--hot or --forget" : NULL;
	case OPTION_FORGET: return options->l2 == L2_HOT ? "--hot or --forget" : NULL;
	default: return NULL;
	}
}

/* Take an option that has no place of its own: see options_read. */
static const char *take_option(void *given, int option, const char *value) {
	struct bench_options *options = given;
	const char *two = two_of_one(options, option);
	if (two != NULL) {
		report_usage(options->command, "give either %s, not both", two);
		return "";
	}
	return read_value(options, option, value) ? NULL : options_as_in_help;
}

/* Whether a plot can be written to the file that was named. */
static int check_plot(const struct bench_options *options) {
	enum picture_format format = picture_format_from_path(options->plot);
	switch (format) {
	case PICTURE_SVG:
	case PICTURE_PNG:
	case PICTURE_PDF:
	case PICTURE_TEX: break;
	default:
		return report_usage(options->command,
			"expected --plot=FILE with the suffix .svg, .png, .pdf or .tex, saw '%s'", options->plot);
	}
	struct picture_result result = picture_available(format);
	if (result.status != PICTURE_PRINTED) {
		report_failure("%s", result.text);
		return EXIT_UNAVAILABLE;
	}
	return -1;
}

/* There is an option that says what is computed, or by which kernel. */
static bool has_problem(const struct bench_options *options) {
	for (int k = 0; k < TENSORS_MAX; k++) {
		if (options->layouts[k] != NULL) {
			return true;
		}
	}
	return options->shape_count > 0 || options->op_text != NULL || options->reduce != REDUCE_NONE
		|| options->dim != NULL || options->tv != NULL || options->tile != NULL || options->thr != NULL
		|| options->val != NULL || options->val_bytes != NULL || options->kernel_count > 0
		|| !knobs_are_free(&options->knobs);
}

/* There is an option that says how a kernel is measured or searched. */
static bool has_measurement(const struct bench_options *options) {
	return options->l2 != L2_FLUSHED || options->graph_overhead || options->tune_seconds > 0 || options->plot != NULL;
}

/* What --access goes with. */
static int complete_access(const struct bench_options *options) {
	bool shows = options->print_ptx || options->print_sass;
	if (has_problem(options) || has_measurement(options) || shows) {
		return report_usage(options->command, "--access is no problem with a kernel; --memory and --dtype go with it");
	}
	if (options->dtype_text != NULL && element_access_bits(str_from(options->dtype_text)) == 0) {
		return report_usage(options->command, "expected one --dtype=TYPE, saw '%s'", options->dtype_text);
	}
	return -1;
}

/* What --calibrate goes with. */
static int complete_calibration(const struct bench_options *options) {
	bool has_more = options->dtype_text != NULL || options->access != NULL || options->memory != NULL;
	bool shows = options->dry_run || options->print_source || options->print_ptx || options->print_sass;
	if (has_problem(options) || has_measurement(options) || has_more || shows) {
		return report_usage(options->command,
			"--calibrate measures the device, not a problem; --device, --csv and --json go with it");
	}
	if (options->device == DEVICE_CPU) {
		return report_usage(options->command, "--calibrate asks a clock; --device=cpu has none");
	}
	return -1;
}

/* The files of --report. */
static int complete_report(struct bench_options *options, int count, char *const *files) {
	if (count == 0) {
		return report_usage(options->command,
			"--report needs the files that 'bench --json' printed, or - for standard input");
	}
	if (options->form == ROWS_JSON) {
		return report_usage(options->command, "--report prints a table or, with --csv, values; the files are the JSON");
	}
	options->files = files;
	options->file_count = count;
	return options->plot != NULL ? check_plot(options) : -1;
}

/* What --json, --plot and --dim go with. Returns -1, or the exit code after a message. */
static int check_together(const struct bench_options *options) {
	bool prints_text = options->print_source || options->print_ptx || options->print_sass;
	if (options->form != ROWS_TABLE && prints_text) {
		return report_usage(options->command, "--%s goes with none of --print-source, --print-ptx and --print-sass",
			options->form == ROWS_JSON ? "json" : "csv");
	}
	if (options->form == ROWS_CSV && options->dry_run) {
		return report_usage(options->command, "--csv has rows of what was measured; --dry-run goes with --json");
	}
	if (options->trials && (options->no_trials || options->tune_seconds > 0)) {
		return report_usage(options->command, "--trials goes with neither --no-trials nor --tune");
	}
	if (options->reduce == REDUCE_NONE && options->dim != NULL) {
		return report_usage(options->command, "--dim needs --reduce");
	}
	if (options->no_compile && !options->dry_run) {
		return report_usage(options->command, "--no-compile needs --dry-run");
	}
	return options->plot != NULL ? check_plot(options) : -1;
}

/* The same for the options of the thread-value layout. */
static int check_tv(const struct bench_options *options) {
	if (options->tv != NULL && options->thr != NULL) {
		return report_usage(options->command, "give either --tv or --thr, not both");
	}
	if (options->tile != NULL && options->tv == NULL) {
		return report_usage(options->command, "--tile needs --tv, the layout of (thread, value) in the tile");
	}
	if (options->thr != NULL && (options->val == NULL) == (options->val_bytes == NULL)) {
		return report_usage(options->command, "--thr needs either --val or --val-bytes");
	}
	if (options->thr == NULL && (options->val != NULL || options->val_bytes != NULL)) {
		return report_usage(options->command, "--%s needs --thr, the threads of a tile",
			options->val != NULL ? "val" : "val-bytes");
	}
	return -1;
}

/* The same for those that name an operand, which the operation must have. */
static int check_operands(const struct bench_options *options) {
	for (int k = options->op.operands; k < OPERANDS_MAX; k++) {
		if (options->named_dtypes[k].is_given) {
			return report_usage(options->command, "--dtype names the type of %c, which is no operand of '%s'", 'a' + k,
				options->op_text);
		}
		if (options->layouts[k] != NULL && options->program == NULL) {
			return report_usage(options->command, "--layout gives the memory of %c, which is no operand of '%s'",
				'a' + k, options->op_text);
		}
	}
	for (int i = 1 + options->op.further; i < OUTPUTS_MAX; i++) {
		const char *what = options->named_dtypes[OPERANDS_MAX + i].is_given ? "--dtype names the type" :
			options->layouts[OPERANDS_MAX + i] != NULL ? "--layout gives the memory" : NULL;
		if (what != NULL) {
			return report_usage(options->command, "%s of out%d, but '%s' has %d result%s", what, i + 1,
				options->op_text, 1 + options->op.further, options->op.further == 0 ? "" : "s");
		}
	}
	return -1;
}

/* What is usual where nothing is given. */
static void set_usual(struct bench_options *options) {
	if (options->shape_count == 0 && options->program == NULL) {
		options->shapes[options->shape_count++] = (struct problem_shape){ 2, { 16384, 8192, 1 } };
	}
	if (options->dtype_count == 0) {
		options->dtypes[options->dtype_count++] = DTYPE_F16;
	}
	if (options->kernel_count == 0) {
		bool has_tv = options->tv != NULL || options->thr != NULL;
		options->kernels[options->kernel_count++] = has_tv ? KERNEL_TV_REMAP : KERNEL_AUTO;
	}
}

/* Options that only make sense together, and what is not given. */
static int complete(struct bench_options *options, struct arena *arena) {
	if (options->plot != NULL && options->device == DEVICE_ALL) {
		return report_usage(options->command, "--plot is of one device; --report plots what --json printed on all");
	}
	if (options->at_once && options->device != DEVICE_ALL) {
		return report_usage(options->command, "--at-once needs --device=all");
	}
	if (options->calibrate) {
		return complete_calibration(options);
	}
	if (options->access != NULL) {
		return complete_access(options);
	}
	if (options->memory != NULL && options->program == NULL) {
		return report_usage(options->command, "--memory needs %s; of a kernel, --layout says the memory",
			strcmp(options->command, "verify") == 0 ? "a tiled copy" : "--access");
	}
	if (options->dtype_text != NULL && !read_dtypes(options, options->dtype_text)) {
		return report_usage(options->command, "no kernel is made for --dtype=%s", options->dtype_text);
	}
	const char *usual = options->reduce == REDUCE_NONE ? "a+b" : "a";
	if (!read_op(options, arena, options->op_text != NULL ? options->op_text : usual)) {
		return EXIT_EXPRESSION;
	}
	int status = check_together(options);
	status = status < 0 ? check_tv(options) : status;
	status = status < 0 ? check_operands(options) : status;
	set_usual(options);
	return status;
}

int bench_options_read(struct bench_options *options, struct arena *arena, const struct command *command, int argc,
		char **argv) {
	*options = (struct bench_options){ .command = argv[0], .rule = stop_rule_default(), .seed = 1,
		.watchdog = 30, .limits = limits_default() };
	int status = options_read(command, argc, argv, places, take_option, options);
	if (status >= 0) {
		return status;
	}
	if (optind < argc && strcmp(argv[0], "verify") == 0 && options->atom == NULL) {
		options->program = argv[optind++];
	}
	if (options->report) {
		return complete_report(options, argc - optind, argv + optind);
	}
	if (optind < argc) {
		return report_usage(argv[0], "unexpected argument '%s'", argv[optind]);
	}
	return complete(options, arena);
}
