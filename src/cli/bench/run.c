#define _GNU_SOURCE
#include "cli/bench/run.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/bench/cache.h"
#include "cli/bench/device.h"
#include "cli/bench/plot.h"
#include "cli/bench/show.h"
#include "cli/bench/start.h"
#include "cli/cmd.h"
#include "cli/confine.h"
#include "cli/report.h"
#include "config.h"
#include "gpu/bench.h"
#include "gpu/calibrate.h"
#include "gpu/nvrtc.h"
#include "gpu/planner.h"
#include "gpu/tune.h"
#include "lang/notation/json.h"
#include "lang/notation/plain.h"
#include "tool/describe.h"
#include "tool/json_members.h"
#include "tool/plot.h"

/* Seconds of runs before a plan is measured: proofs and checks leave the device idle in between. */
static const double measure_warm_up_s = 0.05;

/* One run of the command. */
struct session {
	struct bench_options *options;
	struct arena arena;              /* of one problem */
	struct arena *lasting;
	struct device *device;           /* NULL without one */
	struct nvrtc *nvrtc;             /* without a device; NULL before it is needed */
	struct target target;
	struct limits limits;            /* of the arena */
	bool measure;
	bool any_result;
	struct plot *plot;               /* NULL without --plot */
	struct start_clock clock;
	int status;
};

static void put(struct buf *out) {
	fwrite(out->data, 1, out->length, stdout);
	fflush(stdout);
	out->length = 0;
}

/* Say what went wrong: with --json as an object, unless rows of a document are being printed. */
static void say(struct session *session, const struct fault *fault) {
	report_placeless(session->lasting, fault, session->options->form == ROWS_JSON && !session->measure);
}

/* Say what went wrong. A device that cannot is EXIT_UNAVAILABLE, a property that does not hold EXIT_FALSE. */
static int fail(struct session *session, const struct fault *fault, bool of_device) {
	int status = fault->code == FAULT_INJECTIVE ? EXIT_FALSE : of_device ? EXIT_UNAVAILABLE : EXIT_EXPRESSION;
	say(session, fault);
	session->status = status > session->status ? status : session->status;
	return status;
}

static int fail_false(struct session *session, const char *what, const char *text) {
	struct fault fault;
	fault_clear(&fault);
	fault_set(&fault, FAULT_INJECTIVE, 0, "%s: %s", what, text);
	say(session, &fault);
	session->status = session->status == EXIT_DONE ? EXIT_FALSE : session->status;
	return EXIT_FALSE;
}

/* A line about what is being done, on terminals only; "" when it is done. */
static void progress(struct session *session, const struct plan *plan, const char *what) {
	if (!isatty(STDERR_FILENO)) {
		return;
	}
	struct buf text;
	buf_init(&text, &session->arena);
	if (what[0] != '\0') {
		rows_put_problem(&text, plan->problem, session->options->op_text);
		buf_printf(&text, ", %s: %s", kernel_name(plan->kernel), what);
	}
	fprintf(stderr, "\r\033[K%s", text.data);
}

/* --- proof --- */

/* A proof as an object; "elements" are results of a reduction where the tensor has these. */
static void put_proof_json(struct session *session, const struct plan *plan, int tensor, const struct proof *proof,
		const char *where) {
	struct buf line;
	buf_init(&line, &session->arena);
	bench_begin_json(&line, plan, session->options->op_text);
	buf_printf(&line, "\"tensor\":\"%s\",\"elements\":%" PRId64 ",\"places\":%" PRId64 ",\"proved\":true,\"by\":",
		bench_tensor_name(plan, tensor), proof->elements, proof->places);
	buf_put_json(&line, str_from(where));
	buf_put(&line, "}\n");
	put(&line);
}

static void put_proof(struct session *session, const struct plan *plan, int tensor, const struct proof *proof,
		const char *where) {
	if (session->options->form == ROWS_JSON) {
		put_proof_json(session, plan, tensor, proof, where);
		return;
	}
	struct buf line;
	buf_init(&line, &session->arena);
	rows_put_problem(&line, plan->problem, session->options->op_text);
	buf_printf(&line, " %s: ", kernel_name(plan->kernel));
	buf_put(&line, bench_tensor_name(plan, tensor));
	if (tensor == plan->inputs && plan->problem->reduce != REDUCE_NONE) {
		buf_printf(&line, ": %" PRId64 " result%s of the elements that the algebra says, each once", proof->elements,
			proof->elements == 1 ? "" : "s");
	} else if (proof->places == proof->elements) {
		buf_printf(&line, ": %" PRId64 " elements, each touched once, by the thread and value that the algebra says",
			proof->elements);
	} else {
		buf_printf(&line,
			": %" PRId64 " elements in %" PRId64 " place%s, each touched once, by the thread and value that"
			" the algebra says", proof->elements, proof->places, proof->places == 1 ? "" : "s");
	}
	buf_printf(&line, " (%s)\n", where);
	put(&line);
}

/* Prove every tensor. Returns an exit code. */
static int prove(struct session *session, struct bench *bench, struct algebra *al, const struct plan *plan,
		int64_t *proved) {
	for (int k = 0; k < plan_tensors(plan); k++) {
		struct proof proof = { 0 };
		struct fault fault;
		fault_clear(&fault);
		progress(session, plan, "proving");
		bool done = true;
		if (bench != NULL) {
			done = bench_prove(bench, plan, k, &proof, &fault);
		} else {
			bench_prove_on_host(al, plan, k, &proof);
			done = !algebra_failed(al);
			fault = al->fault;
		}
		progress(session, plan, "");
		if (!done) {
			return fail(session, &fault, bench != NULL);
		}
		if (!proof.good) {
			return fail_false(session, "the mapping is not the predicted one", proof.text);
		}
		*proved += proof.elements;
		if (!session->measure) {
			put_proof(session, plan, k, &proof, bench != NULL ? session->target.name : "host");
		}
	}
	return EXIT_DONE;
}

/* Compare the results with the reference. Returns an exit code. */
static int check(struct session *session, struct bench *bench, const struct plan *plan, struct verdict *verdict) {
	struct fault fault;
	fault_clear(&fault);
	progress(session, plan, "checking");
	bool done = bench_check(bench, plan, verdict, &fault);
	progress(session, plan, "");
	if (!done) {
		return fail(session, &fault, true);
	}
	if (!verdict->good) {
		return fail_false(session, "a result is wrong", verdict->text);
	}
	if (!session->measure && session->options->form == ROWS_JSON) {
		struct buf line;
		buf_init(&line, &session->arena);
		bench_begin_json(&line, plan, session->options->op_text);
		buf_printf(&line, "\"results\":%" PRId64 ",\"within_rounding\":true}\n", verdict->elements);
		put(&line);
	} else if (!session->measure) {
		printf("  %" PRId64 " results within rounding of the reference\n", verdict->elements);
	}
	return EXIT_DONE;
}

/* --- measurement --- */

/* Launches of --graph-overhead. */
enum { LAUNCHES = 100 };

static int overhead(struct session *session, struct bench *bench, const struct plan *plan, struct row *result) {
	struct fault fault;
	fault_clear(&fault);
	if (!bench_overhead(bench, plan, LAUNCHES, &result->stream_s, &result->graph_s, &fault)) {
		result->graph_s = 0;
		return fail(session, &fault, true);
	}
	return EXIT_DONE;
}

/* What overhead() found, below a row that does not have it. */
static void put_overhead(const struct session *session, const struct row *result) {
	if (result->graph_s > 0 && session->options->form != ROWS_JSON) {
		printf("# %d launches: %.2f us each on a stream, %.2f us each from a graph: %.2f %% less\n", LAUNCHES,
			1e6 * result->stream_s, 1e6 * result->graph_s, 100 * (1 - result->graph_s / result->stream_s));
	}
}

/* What makes a measurement worth less. */
static void warn(struct session *session, const struct measurement *measurement) {
	if (measurement->stop == STOP_TIME && measurement->stats.noise > session->options->rule.noise) {
		fprintf(stderr, "cutelayout: stopped by the time limit, noise %.2f %%\n", 100 * measurement->stats.noise);
	}
	if (measurement->spilled_bytes > 0) {
		fprintf(stderr, "cutelayout: the kernel uses %d bytes of stack a thread\n", measurement->spilled_bytes);
	}
	if (measurement->clocks.slowdown != 0) {
		struct buf reasons;
		buf_init(&reasons, &session->arena);
		clocks_put_slowdown(&reasons, measurement->clocks.slowdown);
		fprintf(stderr, "cutelayout: the device slowed down meanwhile (%s): %d MHz of %d MHz\n", reasons.data,
			measurement->clocks.clock_mhz, device_facts(session->device)->clock_khz / 1000);
	}
}

/* The layouts of the tensors for which the user gave one. */
static void put_memory(struct session *session, struct algebra *al, const struct problem *problem, struct row *row) {
	for (int k = 0; k < TENSORS_MAX; k++) {
		struct buf text;
		if (session->options->layouts[k] == NULL) {
			continue;
		}
		buf_init(&text, al->arena);
		print_layout(&text, problem_memory(problem, k < OPERANDS_MAX ? k : problem->op->operands + k - OPERANDS_MAX));
		row->memory[k] = text.data;
	}
}

/* Time "plan", which has been proved, and put the row of it. Returns an exit code; "result" is the row. */
static int measure(struct session *session, struct bench *bench, struct algebra *al, const struct plan *plan,
		double copy, struct row *result) {
	struct timing timing = { .l2 = session->options->l2, .warm_up_s = measure_warm_up_s,
		.rule = session->options->rule };
	struct fault fault;
	fault_clear(&fault);
	start_put(&session->clock, result);
	progress(session, plan, "timing");
	if (session->options->form == ROWS_TABLE && knobs_keep(&plan->knobs) && timing.l2 == L2_FLUSHED) {
		printf("# load=%d asks the L2 cache to keep what is read, and a flush leaves part of it there (--forget)\n",
			plan->knobs.load);
	}
	bool done = bench_time(bench, plan, (struct str){ 0 }, &timing, &result->measurement, &fault);
	progress(session, plan, "");
	if (!done) {
		return fail(session, &fault, true);
	}
	struct target target = session->target;
	if (!calibrate_launch(al, session->device, &target, &fault)) {
		return fail(session, &fault, true);
	}
	result->launch_s = target.launch_s;
	result->plan = plan;
	put_memory(session, al, plan->problem, result);
	result->prediction = predict(al, plan, &target, result->measurement.registers);
	result->bytes_read = (double)problem_bytes_read(al, plan->problem);
	result->bytes_written = (double)problem_bytes_written(al, plan->problem);
	result->copy_bytes_per_s = copy;
	result->peak_bytes_per_s = session->target.peak_bytes_per_s;
	result->l2 = timing.l2;
	int status = session->options->graph_overhead ? overhead(session, bench, plan, result) : EXIT_DONE;
	struct buf line;
	buf_init(&line, al->arena);
	rows_put(&line, session->options->form, result, session->options->op_text, !session->any_result);
	put(&line);
	put_overhead(session, result);
	session->any_result = true;
	if (session->plot != NULL) {
		struct buf name;
		buf_init(&name, al->arena);
		buf_printf(&name, "%s ", kernel_name(plan->kernel));
		rows_put_dtype(&name, plan->problem);
		double bytes = result->bytes_read + result->bytes_written;
		plot_add(session->plot, name.data, bytes, bytes / result->measurement.stats.median);
		plot_add_copy(session->plot, "copy by the driver", bytes, copy);
	}
	warn(session, &result->measurement);
	return status;
}

/* A plan, and who made its choices. */
struct choosing {
	struct plan plan;
	enum choice choice;
};

/* Prove, check and time one plan. */
static void run_plan(struct session *session, struct bench *bench, struct algebra *al, const struct choosing *chosen,
		double copy) {
	const struct plan *plan = &chosen->plan;
	struct row result = { .choice = chosen->choice };
	struct verdict checked = { 0 };
	if (prove(session, bench, al, plan, &result.proved) != EXIT_DONE
			|| check(session, bench, plan, &checked) != EXIT_DONE) {
		return;
	}
	result.checked = checked.elements;
	result.wrong = checked.wrong;
	start_lap(&session->clock, START_PROVE);
	if (session->measure) {
		measure(session, bench, al, plan, copy, &result);
		start_skip(&session->clock);
	}
}

/* Whether the choices of "plan" are the program's to make: the user made none. */
static bool is_free(const struct session *session, const struct plan *plan) {
	return plan->kernel == KERNEL_AUTO && knobs_are_free(&session->options->knobs);
}

/*
 * Search for the best choices; returns the plan that has them. What is best of those that the user left is not kept: it
 * would be taken for the best of all.
 */
static struct plan tune(struct session *session, struct bench *bench, struct algebra *al, const struct plan *plan) {
	struct tuning tuning;
	progress(session, plan, "tuning");
	tune_plan(bench, plan, &session->target, session->options->tune_seconds, session->options->l2, &tuning);
	progress(session, plan, "");
	bool is_timed = tuning.median[0] < TUNING_FAILED;
	if (session->options->form == ROWS_TABLE) {
		struct buf line;
		buf_init(&line, al->arena);
		buf_printf(&line, "# tuned: %d candidates of %d in %.1f s; %s\n", tuning.tried, tuning.candidates,
			tuning.seconds, is_timed ? "best:" : "none could be timed");
		for (int i = 0; i < tuning.count && tuning.median[i] < TUNING_FAILED; i++) {
			struct plan best = plan_make(al, plan->problem, plan->kernel, tuning.best[i], &session->target);
			buf_printf(&line, "#   %8.2f us  --set ", 1e6 * tuning.median[i]);
			knobs_put(&line, &best.knobs);
			buf_put(&line, "  tv ");
			print_layout(&line, best.tv);
			buf_put_char(&line, '\n');
		}
		put(&line);
	}
	struct plan best = plan_make(al, plan->problem, plan->kernel, tuning.best[0], &session->target);
	if (is_timed && is_free(session, plan)) {
		bench_cache_keep(session->options, &session->arena, &best, session->target.name);
	}
	return best;
}

static struct trial_place trial_place_of(const struct session *session) {
	return (struct trial_place){ device_facts(session->device), session->options->l2 };
}

/* Try the few choices that the kind of "plan" proposes, and keep the fastest; returns the plan that has them. */
static struct plan try(struct session *session, struct bench *bench, struct algebra *al, const struct plan *plan) {
	struct tuning tuning;
	struct trial_place place = trial_place_of(session);
	progress(session, plan, "trying");
	tune_try(bench, plan, &session->target, session->options->l2, &tuning);
	progress(session, plan, "");
	if (session->options->form == ROWS_TABLE) {
		printf("# tried: %d plans in %.1f s\n", tuning.tried, tuning.seconds);
	}
	if (tuning.median[0] < TUNING_FAILED) {
		bench_cache_keep_tried(al, plan, &place, &tuning.best[0]);
	}
	return plan_make(al, plan->problem, plan->kernel, tuning.best[0], &session->target);
}

/*
 * Give "chosen" the choices that an earlier search or earlier trials made for its plan. Those that no longer make a
 * plan, or not the one that was tried, are none.
 */
static void recall(struct session *session, struct algebra *al, struct choosing *chosen) {
	const struct plan *plan = &chosen->plan;
	struct trial_place place = trial_place_of(session);
	struct knobs knobs;
	enum choice choice = CHOICE_PLANNED;
	if (!is_free(session, plan) || session->options->trials) {
		return;
	}
	if (bench_cache_find(session->options, &session->arena, plan, session->target.name, &knobs)) {
		choice = CHOICE_TUNED_EARLIER;
	} else if (!session->options->no_trials && bench_cache_find_tried(al, plan, &place, &knobs)) {
		choice = CHOICE_TRIED_EARLIER;
	} else {
		return;
	}
	struct plan found = plan_make(al, plan->problem, plan->kernel, knobs, &session->target);
	bool is_same = choice == CHOICE_TUNED_EARLIER || memcmp(&found.knobs, &knobs, sizeof knobs) == 0;
	if (algebra_failed(al)) {
		fault_clear(&al->fault);
	} else if (is_same) {
		*chosen = (struct choosing){ found, choice };
	}
}

/* Say of whom the choices are that recall() found. */
static void put_recalled(struct session *session, struct algebra *al, const struct choosing *chosen) {
	if (session->options->form == ROWS_TABLE) {
		struct buf line;
		buf_init(&line, al->arena);
		buf_printf(&line, "# %s: --set ", choice_name(chosen->choice));
		knobs_put(&line, &chosen->plan.knobs);
		buf_put_char(&line, '\n');
		put(&line);
	}
}

/* Make the choices of "chosen", unless an earlier run did, by a search or by trials. */
static void choose(struct session *session, struct bench *bench, struct algebra *al, struct choosing *chosen) {
	const struct plan *plan = &chosen->plan;
	if (session->options->tune_seconds > 0) {
		*chosen = (struct choosing){ tune(session, bench, al, plan), CHOICE_TUNED };
	} else if (chosen->choice != CHOICE_PLANNED) {
		put_recalled(session, al, chosen);
	} else if (is_free(session, plan) && !session->options->no_trials) {
		*chosen = (struct choosing){ try(session, bench, al, plan), CHOICE_TRIED };
	}
}

/* The speed of a plain copy of as many bytes as the problem moves; 0 if it fails. */
static double time_copy(struct session *session, struct algebra *al, const struct problem *problem) {
	struct timing timing = { .l2 = session->options->l2, .rule = session->options->rule };
	struct fault fault;
	double copy = 0;
	fault_clear(&fault);
	bench_copy(session->device, problem_bytes_read(al, problem) + problem_bytes_written(al, problem), &timing, &copy,
		&fault);
	start_lap(&session->clock, START_COPY);
	return copy;
}

/* Measure or prove all of "plans", which are of one problem. What is known of an earlier run is compiled alone. */
static int run_on_device(struct session *session, struct algebra *al, struct plan *plans, int count) {
	struct choosing *chosen = arena_array(al->arena, (size_t)count, sizeof *chosen);
	struct bench bench;
	struct fault fault;
	double copy = 0;
	fault_clear(&fault);
	for (int i = 0; i < count; i++) {
		chosen[i] = (struct choosing){ plans[i], CHOICE_PLANNED };
		if (session->measure && session->options->tune_seconds == 0) {
			recall(session, al, &chosen[i]);
		}
		plans[i] = chosen[i].plan;
	}
	start_lap(&session->clock, START_CHOOSE);
	bench_prepare(al, session->device, plans, count, session->options->judges);
	if (!bench_open(&bench, al, session->device, &plans[0], session->options->seed, &fault)) {
		return fail(session, &fault, true);
	}
	start_lap(&session->clock, START_DATA);
	bench.judges = session->options->judges;
	if (session->measure) {
		copy = time_copy(session, al, plans[0].problem);
	}
	for (int i = 0; i < count; i++) {
		if (session->measure) {
			choose(session, &bench, al, &chosen[i]);
			start_lap(&session->clock, START_CHOOSE);
		}
		run_plan(session, &bench, al, &chosen[i], copy);
	}
	bench_close(&bench);
	return EXIT_DONE;
}

/* --- one problem --- */

static int run_on_host(struct session *session, struct algebra *al, struct plan *plans, int count) {
	for (int i = 0; i < count; i++) {
		int64_t proved = 0;
		prove(session, NULL, al, &plans[i], &proved);
	}
	return EXIT_DONE;
}

static void show(struct session *session, struct algebra *al, const struct plan *plans, int count) {
	struct bench_show show = {
		.options = session->options, .target = &session->target, .lasting = session->lasting, .nvrtc = session->nvrtc,
	};
	for (int i = 0; i < count; i++) {
		struct fault fault;
		fault_clear(&fault);
		if (i > 0 && session->options->dry_run) {
			putchar('\n');
		}
		if (!bench_show_plan(&show, al, &plans[i], &fault)) {
			fail(session, &fault, !algebra_failed(al));
		}
	}
	session->nvrtc = show.nvrtc;
}

/*
 * Everything that is asked for of one shape and one type: plans of all kernels, which are shown, or proved and timed
 * one after the other. The worst exit code is left in the session.
 */
static void run_problem(struct session *session, int shape, enum dtype dtype) {
	const struct bench_options *options = session->options;
	struct problem *problem = arena_alloc(&session->arena, sizeof *problem);
	int status = bench_options_problem(options, &session->arena, shape, dtype, problem);
	if (status != EXIT_DONE) {
		session->status = status > session->status ? status : session->status;
		return;
	}
	struct algebra al;
	algebra_init(&al, &session->arena);
	al.stop = limits_stop();
	struct plan *plans = arena_array(&session->arena, KERNEL_COUNT, sizeof *plans);
	int count = 0;
	for (int i = 0; i < options->kernel_count; i++) {
		plans[count] = plan_make(&al, problem, options->kernels[i], options->knobs, &session->target);
		if (algebra_failed(&al)) {
			fail(session, &al.fault, false);
			fault_clear(&al.fault);
		} else {
			count++;
		}
	}
	if (count == 0) {
		return;
	}
	if (options->dry_run || options->print_source || options->print_ptx || options->print_sass) {
		show(session, &al, plans, count);
	} else if (session->device != NULL) {
		run_on_device(session, &al, plans, count);
	} else {
		run_on_host(session, &al, plans, count);
	}
}

/* Write the plot to the file that the user named. */
static int write_plot(struct session *session) {
	struct buf title;
	buf_init(&title, session->lasting);
	buf_printf(&title, "%s on %s", session->options->op_text, session->target.name);
	session->plot->peak_bytes_per_s = session->target.peak_bytes_per_s;
	session->plot->title = title.data;
	int status = bench_plot(session->options->plot, session->lasting, session->plot);
	return status != EXIT_DONE ? status : session->status;
}

/* --- the command --- */

static void print_device_json(const struct device_facts *facts) {
	struct arena arena;
	struct buf out;
	arena_init(&arena, report_out_of_memory, NULL);
	buf_init(&out, &arena);
	print_json_begin(&out);
	json_text(&out, "name", facts->name);
	json_int(&out, "index", facts->index);
	json_int(&out, "compute_capability", facts->arch);
	json_int(&out, "multiprocessors", facts->multiprocessors);
	json_int(&out, "memory_bytes", facts->memory_bytes);
	json_close(&out, '}');
	buf_put_char(&out, '\n');
	put(&out);
	arena_finish(&arena);
}

static int list_devices(struct arena *arena, bool json) {
	struct fault fault;
	fault_clear(&fault);
	int count = confine_allows_libraries(&fault) ? device_count(&fault) : 0;
	for (int i = 0; i < count; i++) {
		struct device_facts facts;
		if (!device_describe(i, &facts, &fault)) {
			break;
		}
		if (json) {
			print_device_json(&facts);
			continue;
		}
		printf("%d  %s, compute capability %d.%d, %d multiprocessors, %.0f GiB\n", i, facts.name, facts.arch / 10,
			facts.arch % 10, facts.multiprocessors, (double)facts.memory_bytes / (1 << 30));
	}
	if (!fault_is_set(&fault)) {
		return EXIT_DONE;
	}
	report_placeless(arena, &fault, json);
	return EXIT_UNAVAILABLE;
}

static bool needs_device(const struct bench_options *options) {
	return options->device != DEVICE_CPU && !options->dry_run && !options->print_source && !options->print_ptx
		&& !options->print_sass;
}

/* Open the device. Where there is none, a problem that is wrong is said to be so rather than that. */
static int open_device(struct session *session) {
	const struct bench_options *options = session->options;
	struct problem problem;
	struct fault fault;
	fault_clear(&fault);
	start_begin(&session->clock);
	session->device = bench_open_device(options, session->lasting, &fault);
	if (session->device != NULL) {
		session->clock.device = session->device;
		start_lap(&session->clock, START_CONTEXT);
		session->target = device_target(session->device);
		return EXIT_DONE;
	}
	session->status = bench_options_problem(options, &session->arena, 0, options->dtypes[0], &problem);
	if (session->status == EXIT_DONE) {
		fault_set_hint(&fault,
			"without a GPU, --dry-run shows the plan and 'cutelayout verify --device=cpu' proves it");
		fail(session, &fault, true);
	}
	return session->status;
}

int bench_run(struct bench_options *options, struct arena *lasting, bool measure_too, int argc, char **argv) {
	if (options->list_devices) {
		return list_devices(lasting, options->form == ROWS_JSON);
	}
	struct session session = { .options = options, .lasting = lasting, .target = target_default(),
		.limits = options->limits };
	struct buf out;
	buf_init(&out, lasting);
	arena_init(&session.arena, report_out_of_memory, NULL);
	limits_hold(&session.limits, &session.arena);
	if (needs_device(options) && open_device(&session) != EXIT_DONE) {
		arena_finish(&session.arena);
		return session.status;
	}
	session.measure = measure_too && session.device != NULL;
	if (session.measure) {
		rows_put_preamble(&out, options->form, CUTELAYOUT_VERSION, argc, argv, device_facts(session.device));
		bool is_calibrated = bench_cache_find_calibration(lasting, device_facts(session.device), &session.target);
		if (is_calibrated && options->form == ROWS_TABLE) {
			buf_put(&out, "# predictions are made with what --calibrate found\n");
		}
		rows_put_header(&out, options->form);
		put(&out);
	}
	if (options->plot != NULL && session.measure) {
		session.plot = arena_alloc(lasting, sizeof *session.plot);
		plot_init(session.plot, lasting, "");
	}
	for (int s = 0; s < options->shape_count; s++) {
		for (int d = 0; d < options->dtype_count; d++) {
			run_problem(&session, s, options->dtypes[d]);
			arena_reset(&session.arena);
		}
	}
	if (session.measure) {
		rows_put_end(&out, options->form);
		put(&out);
	}
	if (session.plot != NULL) {
		session.status = write_plot(&session);
	}
	nvrtc_close(session.nvrtc);
	device_close(session.device);
	arena_finish(&session.arena);
	return session.status;
}
