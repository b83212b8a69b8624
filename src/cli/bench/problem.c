/* From the options of bench to a problem. */
#include "cli/bench/options.h"
#include "cli/cmd.h"
#include "cli/report.h"

int bench_options_problem(const struct bench_options *options, struct arena *arena, int index, enum dtype dtype,
	struct problem *problem) {
	const struct problem_request request = {
		.op = &options->op,
		.shape = options->shapes[index],
		.dtype = dtype,
		.named_dtypes = options->named_dtypes,
		.reduce = options->reduce,
		.dim = options->dim,
		.layouts = options->layouts,
		.tv = options->tv,
		.tile = options->tile,
		.thr = options->thr,
		.val = options->val,
		.val_bytes = options->val_bytes,
	};
	struct problem_refusal refusal;
	struct evaluation *ev = arena_alloc(arena, sizeof *ev);
	evaluation_init(ev, arena, false);
	ev->algebra.stop = limits_stop();
	bool json = options->form == ROWS_JSON;
	const struct listener *listener = json ? &report_json_listener : &report_listener;
	switch (problem_state(ev, &request, listener, problem, &refusal)) {
	case PROBLEM_STATED: return EXIT_DONE;
	case PROBLEM_MISUSED: return report_usage(options->command, "%s", refusal.why.text);
	case PROBLEM_REFUSED: return EXIT_EXPRESSION;
	case PROBLEM_UNSUITABLE: break;
	}
	struct fault fault = { .code = FAULT_NONE };
	fault_set(&fault, refusal.why.code, 0, "%s: %s", refusal.what, refusal.why.text);
	fault_set_hint(&fault, "%s", refusal.why.hint);
	report_placeless(arena, &fault, json);
	return refusal.why.code == FAULT_INJECTIVE ? EXIT_FALSE : EXIT_EXPRESSION;
}
