#define _GNU_SOURCE
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "cli/cmd.h"
#include "cli/commands/eval.h"
#include "cli/index_options.h"
#include "cli/input.h"
#include "cli/limit_options.h"
#include "cli/options.h"
#include "cli/reading_options.h"
#include "cli/report.h"
#include "lang/tensor.h"
#include "tool/json.h"
#include "tool/npy.h"
#include "tool/table.h"
#include "lang/explain.h"
#include "lang/kernel/kernel.h"
#include "lang/language/language.h"
#include "lang/notation/plain.h"
#include "lang/numbers.h"

enum {
	OPTION_ANONYMOUS = OPTION_LONG,
	OPTION_BATCH,
	OPTION_DATA,
	OPTION_DYNAMIC,
	OPTION_ECHO,
	OPTION_EXPLAIN,
	OPTION_INDEX_TYPE,
	OPTION_INFER,
	OPTION_JSON,
	OPTION_STRICT,
	OPTION_STYLE,
	OPTION_TABLE,
};

static const struct option_line option_lines[] = {
	{ "file", 'f', "=FILE", "FILE", "read the program from FILE; '-' is standard input" },
	{ "batch", OPTION_BATCH, NULL, NULL,
		"one program a line: print one line for each, its value or\n"
		"'error: REASON', and go on after errors" },
	{ "table", OPTION_TABLE, NULL, NULL, "print the grid of offsets of each layout" },
	{ "json", OPTION_JSON, NULL, NULL, "print one JSON object for each value or error" },
	{ "style", OPTION_STYLE, "=STYLE", LANG_NOTATION_WORDS,
		"print values in another notation than plain, STYLE:\n" LANG_NOTATION_WORDS },
	{ "anonymous", OPTION_ANONYMOUS, NULL, NULL,
		"print a run-time integer that has a name as ? or ?{div=8}, as\n"
		"CuTe does, and compute with it as CuTe does" },
	{ "data", OPTION_DATA, "=FILE", NULL,
		"the numbers that tensors hold, an array of NumPy (.npy);\n"
		"0, 1, 2, ... where this is not given" },
	{ "dynamic", OPTION_DYNAMIC, "[=shapes]", "shapes",
		"treat every integer, or the shapes, as known at run time only:\n"
		"int instead of Int<N> in CuTe C++" },
	{ "echo", OPTION_ECHO, NULL, NULL, "print names and expressions with their values, as A = (4,8):(8,1)" },
	{ "explain", OPTION_EXPLAIN, "[=DEPTH]", NULL,
		"print how each value arises, step by step, before it; with a depth\n"
		"no more than so many levels of operations, 1 being an outline" },
	{ "infer", OPTION_INFER, NULL, NULL,
		"where CuTe refuses a composition A o B, take the layout that\n"
		"the function A(B(c)) is, if there is one" },
	{ "index-type", OPTION_INDEX_TYPE, "=TYPE", "int32 int64 uint32 uint64",
		"the integers of functions that --style c and cuda print: int32,\n"
		"int64, uint32 or uint64" },
	{ "strict", OPTION_STRICT, NULL, NULL,
		"an answer of CuTe that is not what the operation means is\n"
		"an error, not a warning" },
	{ "help", 'h', NULL, NULL, "print this text" },
	{ NULL, 0, NULL, NULL, NULL },
};

static const struct option_group option_groups[] = {
	{ NULL, option_lines },
	{ "Dialects and run-time integers", reading_option_lines },
	{ NULL, number_option_lines },
	{ "Index expressions", index_option_lines },
	{ NULL, domain_option_lines },
	{ "Limits", limit_option_lines },
	{ NULL, NULL },
};

struct options {
	const char *file;
	int count; /* of expressions on the command line */
	bool batch;
	bool table;
	bool json;
	bool strict;
	bool explain;
	int depth;     /* of what is explained; 0: all of it */
	bool echo;
	bool infer;
	struct index_options index;
	enum run_time run_time;
	struct reading_options reading;
	bool anonymous;
	const char *data; /* the file with what tensors hold */
	struct memory memory;
	const struct notation *style;
	bool has_index_type;
	enum index_type index_type;
	struct limits limits;
};

/* Options whose values are only kept. */
static const struct option_place places[] = {
	{ 'f', STORE_TEXT, offsetof(struct options, file) },
	{ OPTION_BATCH, STORE_FLAG, offsetof(struct options, batch) },
	{ OPTION_TABLE, STORE_FLAG, offsetof(struct options, table) },
	{ OPTION_JSON, STORE_FLAG, offsetof(struct options, json) },
	{ OPTION_ANONYMOUS, STORE_FLAG, offsetof(struct options, anonymous) },
	{ OPTION_DATA, STORE_TEXT, offsetof(struct options, data) },
	{ OPTION_ECHO, STORE_FLAG, offsetof(struct options, echo) },
	{ OPTION_INFER, STORE_FLAG, offsetof(struct options, infer) },
	{ OPTION_STRICT, STORE_FLAG, offsetof(struct options, strict) },
	{ 0, STORE_FLAG, 0 },
};

static void put_line(struct buf *line) {
	buf_put_char(line, '\n');
	fwrite(line->data, 1, line->length, stdout);
	line->length = 0;
}

/* What --table prints of "value": a layout, or the one of a pair (tiler, layout), as of make_layout_tv; else NULL. */
static const struct value *table_of(const struct value *value) {
	bool is_pair = value->kind == VALUE_LIST && value->list.count == 2 && value->list.items[0].kind == VALUE_TUPLE
		&& value->list.items[1].kind == VALUE_LAYOUT;
	value = is_pair ? &value->list.items[1] : value;
	return value->kind == VALUE_LAYOUT || value->kind == VALUE_COMPOSED ? value : NULL;
}

/* Add its offsets to the object in "line" if result "index" is a layout. Returns false after a fault, left in "ev". */
static bool put_table_json(struct evaluation *ev, int index, struct buf *line) {
	struct algebra al;
	struct value plain = value_as_plain(&ev->algebra, &ev->results[index]);
	plain = value_as_offset(&ev->algebra, &plain);
	const struct value *table = table_of(&plain);
	if (table == NULL) {
		return true;
	}
	algebra_init(&al, ev->algebra.arena);
	al.stop = ev->algebra.stop;
	line->length--;
	buf_put(line, ",\"table\":");
	table_put_json(&al, value_as_map(&al, table), line);
	buf_put_char(line, '}');
	if (!algebra_failed(&al)) {
		return true;
	}
	line->length = 0;
	ev->error.fault = al.fault;
	ev->error.span = ev->result_nodes[index]->span;
	return false;
}

/* Add the steps in "steps", a line for each, to the object in "line": how deep each is and its text. */
static void put_steps_json(struct str steps, struct buf *line) {
	struct str step;
	const char *before = "";
	line->length--;
	buf_put(line, ",\"steps\":[");
	while (str_take_line(&steps, &step)) {
		size_t blanks = strspn(step.data, " ");
		buf_printf(line, "%s{\"depth\":%zu,\"text\":", before, blanks / 2);
		buf_put_json(line, (struct str){ step.data + blanks, step.length - blanks });
		buf_put_char(line, '}');
		before = ",";
	}
	buf_put(line, "]}");
}

/* The value as the options ask. Returns false after a fault, which is in "ev". */
static bool put_value(struct evaluation *ev, const struct options *options, int index, struct buf *line) {
	const struct value *value = &ev->results[index];
	if (options->json) {
		json_put_value(line, ev, index, options->batch);
		return !options->table || put_table_json(ev, index, line);
	}
	bool is_printed = value->kind == VALUE_TENSOR && value->tensor->printed != NULL && !options->batch;
	if (is_printed && !options->table && options->style == NULL) {
		buf_put(line, value->tensor->printed);
		line->length--;
		return true;
	}
	struct value plain = value_as_plain(&ev->algebra, value);
	plain = options->table ? value_as_offset(&ev->algebra, &plain) : plain;
	const struct value *table = options->table ? table_of(&plain) : NULL;
	if (table == NULL && options->style == NULL) {
		print_value_in(line, value, ev->algebra.dialect);
		return true;
	}
	size_t begin = line->length;
	struct algebra al;
	algebra_init(&al, ev->algebra.arena);
	al.stop = ev->algebra.stop;
	if (table != NULL) {
		if (table != &plain || value->kind == VALUE_TENSOR) {
			print_value(line, value);
			buf_put_char(line, '\n');
		}
		table_print(&al, value_as_map(&al, table), line);
	} else {
		plain = value_without_pointer(&ev->algebra, value);
		if (options->has_index_type) {
			options->style->print_code(line, &al, &plain, index, options->index_type);
		} else {
			options->style->print(line, &al, &plain, index);
		}
	}
	if (algebra_failed(&al)) {
		line->length = begin;
		if (!fault_is_set(&ev->error.fault)) {
			ev->error.fault = al.fault;
			ev->error.span = ev->result_nodes[index]->span;
		}
		return false;
	}
	line->length -= table != NULL ? 1 : 0;
	return true;
}

enum { EXPLAIN_DEPTH_MAX = LIMIT_EXPLAIN_DEPTH, OUTLINE_LEAST = 60 };

/*
 * The steps of result "index" from "from" on, down to "depth"; all of them, with an outline first where there are many,
 * if that is 0. Returns the first step behind them.
 */
static const struct trace_step *explain(struct buf *line, const struct trace *trace, const struct trace_step *from,
	int index, int depth) {
	if (depth == 0 && explain_count(from, index) >= OUTLINE_LEAST) {
		buf_put(line, "in outline:\n");
		explain_print(line, trace, from, index, 1);
		buf_put(line, "\nstep by step:\n");
	}
	return explain_print(line, trace, from, index, depth);
}

/* What result "index" is called, and " = ": its name or names, or the expression as it is written. */
static void put_name(const struct evaluation *ev, int index, struct buf *line) {
	const struct node *node = ev->result_nodes[index];
	struct str text = ev->source->text;
	if (node->kind == NODE_UNPACK) {
		const struct node *name = node->first_child;
		for (; name != node->last_child; name = name->next) {
			buf_put(line, name != node->first_child ? ", " : "");
			utf8_put_visible_line(line, name->text);
		}
	} else if (node->kind == NODE_BIND) {
		utf8_put_visible_line(line, node->text);
	} else {
		utf8_put_visible_line(line, (struct str){ text.data + node->span.begin, node->span.end - node->span.begin });
	}
	buf_put(line, " = ");
}

/* The steps "from" one on, up to the one that failed, and why it did. */
static void put_refusal(const struct evaluation *ev, const struct trace *trace, const struct trace_step *from,
	int depth, struct buf *line) {
	explain_print(line, trace, from, ev->result_count, depth);
	if (line->length == 0) {
		return;
	}
	buf_put(line, "refused: ");
	utf8_put_visible_line(line, str_from(ev->error.fault.text));
	if (ev->error.fault.hint[0] != '\0') {
		buf_put(line, "; ");
		utf8_put_visible_line(line, str_from(ev->error.fault.hint));
	}
	put_line(line);
}

/* Say why the argument "source" has no value: it is blank, or all of it is a comment. */
static void report_nothing(const struct source *source) {
	struct str text = source->text;
	bool is_comment = memchr(text.data, '#', text.length) != NULL || memchr(text.data, '/', text.length) != NULL;
	fprintf(stderr, "cutelayout eval: nothing to evaluate%s\n", is_comment ? ": # and // begin a comment" : "");
	struct fault fault = { .code = FAULT_SYNTAX };
	language_hint(text, &fault);
	report_hint(&fault);
}

/*
 * The value with the numbers of each --with, each behind "before" and what stands for it on the command line. Returns
 * false after a fault, which is in "ev".
 */
static bool put_numbers(struct evaluation *ev, const struct options *options, int index, const char *before,
	struct buf *line) {
	for (int i = 0; i < options->reading.with_count; i++) {
		struct value value = ev->results[index];
		if (!value_with_numbers(&ev->algebra, ev->symbols, str_from(options->reading.with[i]), &value)) {
			if (!fault_is_set(&ev->error.fault)) {
				ev->error.fault = ev->algebra.fault;
				ev->error.span = ev->result_nodes[index]->span;
			}
			return false;
		}
		buf_put(line, before);
		buf_put(line, options->reading.with[i]);
		buf_put(line, ": ");
		print_value_in(line, &value, ev->algebra.dialect);
	}
	return true;
}

/* Run one program and print its values. Returns an exit code. */
static int run_program(struct evaluation *ev, const struct source *source, const struct options *options) {
	struct buf line;
	struct trace trace = { 0 };
	buf_init(&line, ev->algebra.arena);
	ev->algebra.trace = options->explain ? &trace : NULL;
	bool good = kernel_evaluate(ev, source);
	ev->algebra.trace = NULL;
	const struct trace_step *step = trace.first;
	struct buf steps;
	buf_init(&steps, ev->algebra.arena);
	for (int i = 0; i < ev->result_count; i++) {
		struct buf *told = options->json ? &steps : &line;
		steps.length = 0;
		step = options->explain ? explain(told, &trace, step, i, options->json && options->depth == 0
			? EXPLAIN_DEPTH_MAX : options->depth) : NULL;
		if (options->echo) {
			put_name(ev, i, &line);
		}
		good = put_value(ev, options, i, &line) && good;
		if (options->explain && options->json && line.length > 0) {
			put_steps_json(buf_str(&steps), &line);
		}
		good = put_numbers(ev, options, i, line.length > 0 ? "\n" : "", &line) && good;
		if (line.length > 0 || ev->results[i].kind == VALUE_TEXT) {
			put_line(&line);
		}
	}
	if (options->explain && !options->json && ev->symbols != NULL && good) {
		print_losses(&line, ev->symbols);
		fwrite(line.data, 1, line.length, stdout);
		line.length = 0;
	}
	if (options->json && !good) {
		json_put_error(&line, ev);
		put_line(&line);
		return EXIT_EXPRESSION;
	}
	if (!good) {
		put_refusal(ev, &trace, step, options->depth, &line);
	}
	fflush(stdout);
	if (!options->json) {
		report_evaluation(ev);
	}
	ev->warning_count = 0;
	if (good && ev->result_count == 0 && (options->count > 0 || options->file != NULL)) {
		report_nothing(source);
	}
	return good ? EXIT_DONE : EXIT_EXPRESSION;
}

int eval_program(struct evaluation *ev, const struct source *source, const struct eval_form *form) {
	struct options options = { .style = form->style, .table = form->table, .explain = form->explain };
	options.reading = *form->reading;
	return run_program(ev, source, &options);
}

/* The value of the last expression of one line of a batch, or its error, as one line. */
static bool run_line(struct evaluation *ev, const struct source *source, const struct options *options,
	struct buf *line) {
	bool good = evaluation_run(ev, source);
	if (good && ev->result_count == 0) {
		fault_set(&ev->error.fault, FAULT_SYNTAX, 0, "expected an expression, saw the end of the line");
		ev->error.span = (struct span){ 0, 0 };
		good = false;
	}
	good = good && put_value(ev, options, ev->result_count - 1, line)
		&& put_numbers(ev, options, ev->result_count - 1, "\t", line);
	if (!good) {
		line->length = 0;
	}
	if (options->json && !good) {
		json_put_error(line, ev);
	} else if (!good) {
		buf_put(line, "error: ");
		utf8_put_visible_line(line, str_from(ev->error.fault.text));
	}
	if (!options->json) {
		report_warnings(ev);
	}
	put_line(line);
	return good;
}

/* An evaluation in "arena" as the options ask for it. */
static void begin_evaluation(struct evaluation *ev, struct arena *arena, struct options *options) {
	evaluation_init(ev, arena, options->strict);
	limits_watch(&options->limits, ev);
	ev->run_time = options->run_time;
	reading_options_apply(&options->reading, ev);
	ev->anonymous = options->anonymous;
	ev->algebra.memory = options->data != NULL ? &options->memory : NULL;
	ev->infer = options->infer;
	ev->echoes = options->echo;
}

/* Go on until the end, or until nobody reads what is printed, or the time is over. */
static int run_batch(struct arena *arena, FILE *file, const char *name, struct options *options) {
	struct arena lasting;
	arena_init(&lasting, report_out_of_memory, NULL);
	char *text = arena_room(&lasting, LIMIT_SOURCE_BYTES + 1);
	struct input_lines *lines = arena_alloc(&lasting, sizeof *lines);
	lines->descriptor = fileno(file);
	bool good = true;
	struct evaluation ev;
	struct source source = { name, { text, 0 }, 0 };
	while (!ferror(stdout) && *limits_stop() == 0 && input_read_line(lines, text, &source.text.length)) {
		source.first_line++;
		begin_evaluation(&ev, arena, options);
		struct buf line;
		buf_init(&line, arena);
		good = run_line(&ev, &source, options, &line) && good;
		arena_reset(arena);
	}
	bool failed = lines->failed;
	int cause = errno;
	arena_finish(&lasting);
	if (*limits_stop() != 0) {
		report_failure("the time limit is over behind line %d of '%s'", source.first_line, name);
		return EXIT_EXPRESSION;
	}
	if (failed) {
		return report_failure("cannot read '%s': %s", name, strerror(cause));
	}
	return good ? EXIT_DONE : EXIT_EXPRESSION;
}

static int open_batch(struct arena *arena, struct options *options) {
	if (options->file == NULL || strcmp(options->file, "-") == 0) {
		input_announce("a program a line");
		return run_batch(arena, stdin, "<stdin>", options);
	}
	FILE *file = input_open(options->file);
	if (file == NULL) {
		return EXIT_USAGE;
	}
	int status = run_batch(arena, file, options->file, options);
	fclose(file);
	return status;
}

static int run_file(struct evaluation *ev, struct arena *arena, const struct options *options) {
	struct source source;
	int status = index_options_find(&options->index, NULL, options->file, arena, &source);
	if (status != EXIT_DONE) {
		return status;
	}
	status = run_program(ev, &source, options);
	bool good = status != EXIT_DONE || reading_options_are_used(&options->reading, ev);
	return good ? status : EXIT_USAGE;
}

static int run_arguments(struct evaluation *ev, struct arena *arena, char **args, int count,
	const struct options *options) {
	struct source *sources = arena_array(arena, (size_t)count, sizeof *sources);
	for (int i = 0; i < count; i++) {
		sources[i] = input_from_argument(args[i]);
		int status = run_program(ev, &sources[i], options);
		if (status != EXIT_DONE) {
			return status;
		}
	}
	return reading_options_are_used(&options->reading, ev) ? EXIT_DONE : EXIT_USAGE;
}

/* The values of --dynamic and its like. They return NULL, or what the value must be; "" after a message. */
static const char *take_dynamic(struct options *options, const char *value) {
	if (value != NULL && strcmp(value, "shapes") != 0) {
		report_usage("eval", "--dynamic takes 'shapes' or nothing, not '%s'", value);
		return "";
	}
	options->run_time = value != NULL ? RUN_TIME_SHAPES : RUN_TIME_ALL;
	return NULL;
}

static const char *take_explain(struct options *options, const char *value) {
	options->explain = true;
	options->depth = value == NULL || *value == '0' ? 0 : (int)options_number(value, 1, EXPLAIN_DEPTH_MAX);
	if (value != NULL && options->depth == 0) {
		report_usage("eval", "expected --explain or --explain=DEPTH with DEPTH from 1 to %d, saw '%s'",
			EXPLAIN_DEPTH_MAX, value);
		return "";
	}
	return NULL;
}

static const char *take_index_type(struct options *options, const char *value) {
	options->has_index_type = true;
	return index_type_read(value, &options->index_type) ? NULL : "--index-type=int32, int64, uint32 or uint64";
}

static const char *take_style(struct options *options, const char *value) {
	char names[NOTATION_NAMES_SIZE];
	options->style = notation_find(value);
	if (options->style == NULL) {
		report_usage("eval", "no style is called '%s'; expected one of %s", value, notation_names(names));
		return "";
	}
	return NULL;
}

/* Take an option that has no place of its own: see options_read. */
static const char *take_option(void *given, int option, const char *value) {
	struct options *options = given;
	const char *wanted = NULL;
	switch (option) {
	case OPTION_DYNAMIC: return take_dynamic(options, value);
	case OPTION_EXPLAIN: return take_explain(options, value);
	case OPTION_INDEX_TYPE: return take_index_type(options, value);
	case OPTION_STYLE: return take_style(options, value);
	default: break;
	}
	bool taken = index_or_limit_take(&options->index, &options->limits, option, value, &wanted)
		|| reading_options_take(&options->reading, option, value, &wanted);
	return taken ? wanted : "";
}

/* Options of how values are printed that exclude each other. Returns an exit code, or -1 to go on. */
static int check_form(const struct options *options) {
	if (options->has_index_type && (options->style == NULL || options->style->print_code == NULL)) {
		return report_usage("eval", "--index-type goes with --style c or cuda");
	}
	if (options->style != NULL && (options->table || options->json)) {
		return report_usage("eval", "--style goes neither with --table nor with --json");
	}
	if (options->echo && (options->batch || options->json || options->style != NULL || options->table)) {
		return report_usage("eval", "--echo goes with none of --batch, --json, --style and --table");
	}
	if (options->explain && options->batch) {
		return report_usage("eval", "--explain does not go with --batch");
	}
	if (options->reading.with_count > 0 && (options->json || options->anonymous)) {
		return report_usage("eval", "--with goes neither with --json nor with --anonymous, which has no names");
	}
	if (options->style != NULL && options->style->many_lines && options->batch) {
		return report_usage("eval", "--style c prints several lines, --batch one for each program");
	}
	return -1;
}

/* Options that exclude each other. Returns an exit code, or -1 to go on. */
static int check_options(const struct options *options) {
	if (options->count > 0 && options->file != NULL) {
		return report_usage("eval", "give either EXPR or -f, not both");
	}
	if (options->index.index != NULL && (options->count > 0 || options->file != NULL || options->batch)) {
		return report_usage("eval", "give one of EXPR, -f, --batch and --index");
	}
	if (options->batch && (options->count > 0 || options->table)) {
		return report_usage("eval", "--batch reads lines from a file or standard input, and has no --table");
	}
	int status = check_form(options);
	if (status < 0 && index_options_check(&options->index) != EXIT_DONE) {
		status = EXIT_USAGE;
	}
	return status;
}

/* Read what tensors hold. Returns an exit code, or -1 to go on. */
static int read_data(struct arena *arena, struct options *options) {
	struct source source;
	if (options->data == NULL) {
		return -1;
	}
	if (!input_table(arena, options->data, &source)) {
		return EXIT_USAGE;
	}
	const char *wrong = npy_read(arena, source.text, &options->memory);
	if (wrong != NULL) {
		report_failure("%s: %s", options->data, wrong);
		return EXIT_USAGE;
	}
	return -1;
}

/* Evaluate the "expressions", or what else the command line says. Returns an exit code. */
static int run_eval(char **expressions, struct options *options) {
	int status;
	struct arena arena;
	struct evaluation ev;
	arena_init(&arena, report_out_of_memory, NULL);
	limits_start(&options->limits, &arena);
	begin_evaluation(&ev, &arena, options);
	if (options->batch) {
		status = open_batch(&arena, options);
	} else if (options->count > 0 && !(options->count == 1 && strcmp(expressions[0], "-") == 0)) {
		status = run_arguments(&ev, &arena, expressions, options->count, options);
	} else {
		status = run_file(&ev, &arena, options);
	}
	arena_finish(&arena);
	return status;
}

static int cmd_eval(int argc, char **argv) {
	struct options options = { .limits = limits_default() };
	int status = options_read(&command_eval, argc, argv, places, take_option, &options);
	options.count = argc - optind;
	status = status < 0 ? check_options(&options) : status;
	if (status >= 0) {
		return status;
	}
	struct arena data;
	arena_init(&data, report_out_of_memory, NULL);
	status = read_data(&data, &options);
	status = status < 0 ? run_eval(argv + optind, &options) : status;
	arena_finish(&data);
	return status;
}

/* Options of which all values are used. */
static const int repeated[] = { OPTION_ASSUME, OPTION_WITH, 0 };

const struct command command_eval = {
	.name = "eval",
	.summary = "evaluate layout expressions",
	.synopsis = "[OPTION]... [EXPR]...",
	.about = "Evaluate layout expressions and print their values, as CuTe C++ prints them.\n"
		 "Without EXPR and -f, programs are read from standard input.",
	.options = option_groups,
	.repeated = repeated,
	.exits = "0 done, 2 wrong usage or I/O, 3 an expression is at fault",
	.arguments_in_order = true,
	.run = cmd_eval,
};
