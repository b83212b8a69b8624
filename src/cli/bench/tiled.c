#include "cli/bench/tiled.h"

#include <stdio.h>

#include "cli/bench/device.h"
#include "cli/cmd.h"
#include "cli/report.h"
#include "lang/notation/json.h"
#include "tool/json_members.h"
#include "tool/silicon_tiled.h"

static bool in_json(const struct bench_options *options) {
	return options->form == ROWS_JSON;
}

/* Say what came of it. */
static int print_answer(const struct bench_options *options, struct arena *arena, const struct tiled_subject *subject,
		const struct silicon_answer *answer) {
	struct buf text;
	buf_init(&text, arena);
	silicon_tiled_put_answer(&text, subject, answer);
	if (in_json(options)) {
		struct buf out;
		buf_init(&out, arena);
		print_json_begin(&out);
		json_text(&out, "expression", options->program);
		json_text(&out, "verdict", answer->good ? "proved" : "different");
		json_text(&out, "text", text.data);
		json_close(&out, '}');
		puts(out.data);
	} else {
		puts(text.data);
	}
	return answer->good ? EXIT_DONE : EXIT_FALSE;
}

/* Run the kernel of "subject" on the device of "options". */
static int ask_device(const struct bench_options *options, struct arena *arena, struct algebra *al,
		const struct tiled_subject *subject) {
	struct fault fault;
	struct silicon_answer answer = { .good = false };
	fault_clear(&fault);
	struct device *device = bench_open_device(options, arena, &fault);
	if (device != NULL) {
		answer = silicon_tiled_ask(device, al, subject, &fault);
		device_close(device);
	}
	if (fault_is_set(&fault)) {
		report_placeless(arena, &fault, in_json(options));
		return EXIT_UNAVAILABLE;
	}
	return print_answer(options, arena, subject, &answer);
}

int bench_tiled(const struct bench_options *options, struct arena *arena) {
	if (options->shape_count > 1) {
		return report_usage(options->command, "a tiled MMA or copy is proved over one --shape");
	}
	if (options->device == DEVICE_CPU) {
		return report_usage(options->command, "a tiled MMA or copy runs on the hardware; --device=cpu is none");
	}
	struct tiled_request request = { .text = options->program, .a = options->layouts[0], .b = options->layouts[1],
		.from = options->layouts[0], .to = options->layouts[OPERANDS_MAX], .shared = options->memory };
	if (options->shape_count == 1) {
		request.shape = options->shapes[0];
	}
	struct tiled_subject subject;
	struct evaluation *ev = arena_alloc(arena, sizeof *ev);
	evaluation_init(ev, arena, false);
	ev->algebra.stop = limits_stop();
	const struct listener *listener = in_json(options) ? &report_json_listener : &report_listener;
	bool stated = silicon_tiled_question(ev, &request, listener, &subject);
	if (!stated && subject.kind == TILED_MMA && request.shape.rank != 3) {
		return report_usage(options->command, "a tiled MMA is proved over one --shape=M,N,K");
	}
	if (!stated) {
		listener->hear(listener->context, ev);
		return EXIT_EXPRESSION;
	}
	if (options->print_source) {
		fputs(silicon_tiled_source(&ev->algebra, &subject), stdout);
		return EXIT_DONE;
	}
	return ask_device(options, arena, &ev->algebra, &subject);
}
