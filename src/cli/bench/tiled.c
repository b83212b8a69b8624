#include "cli/bench/tiled.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/bench/device.h"
#include "cli/cmd.h"
#include "cli/report.h"
#include "lang/notation/json.h"
#include "tool/json_members.h"
#include "tool/silicon_tiled.h"

static bool in_json(const struct bench_options *options) {
	return options->form == ROWS_JSON;
}

/* The memory of operand "k": as it is given, but "row" and "col" for these extents. */
static const char *memory_of(const struct bench_options *options, int k) {
	static const char *const rows[] = { "(M,K):(K,1)", "(N,K):(K,1)" };
	const char *text = options->layouts[k];
	return text == NULL || strcmp(text, "col") == 0 ? NULL : strcmp(text, "row") == 0 ? rows[k] : text;
}

/* Say what came of it. */
static int print_answer(const struct bench_options *options, struct arena *arena, const struct tiled_question *question,
		const struct silicon_answer *answer) {
	struct buf text;
	buf_init(&text, arena);
	if (answer->good) {
		buf_printf(&text, "proved: %" PRId64 " x %" PRId64 " sums over %" PRId64 ", each by the threads that own it",
			question->m, question->n, question->k);
	} else {
		buf_printf(&text, "differs: %s", answer->text);
	}
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

/* Run the kernel of "question" on the device of "options". */
static int ask_device(const struct bench_options *options, struct arena *arena, struct algebra *al,
		const struct tiled_question *question) {
	struct fault fault;
	struct silicon_answer answer = { .good = false };
	fault_clear(&fault);
	struct device *device = bench_open_device(options, arena, &fault);
	if (device != NULL) {
		answer = tiled_ask(device, al, question, &fault);
		device_close(device);
	}
	if (fault_is_set(&fault)) {
		report_placeless(arena, &fault, in_json(options));
		return EXIT_UNAVAILABLE;
	}
	return print_answer(options, arena, question, &answer);
}

int bench_tiled(const struct bench_options *options, struct arena *arena) {
	const struct problem_shape *shape = &options->shapes[0];
	if (options->shape_count != 1 || shape->rank != 3) {
		return report_usage(options->command, "a tiled MMA is proved over one --shape=M,N,K");
	}
	if (options->device == DEVICE_CPU) {
		return report_usage(options->command, "a tiled MMA runs on the hardware; --device=cpu is none");
	}
	const struct tiled_request request = { options->program, shape->extent[0], shape->extent[1], shape->extent[2],
		memory_of(options, 0), memory_of(options, 1) };
	struct tiled_question question;
	struct evaluation *ev = arena_alloc(arena, sizeof *ev);
	evaluation_init(ev, arena, false);
	ev->algebra.stop = limits_stop();
	bool stated = silicon_tiled_question(ev, &request, &question);
	(in_json(options) ? &report_json_listener : &report_listener)->hear(NULL, ev);
	if (!stated) {
		return EXIT_EXPRESSION;
	}
	if (options->print_source) {
		fputs(tiled_source(&ev->algebra, &question), stdout);
		return EXIT_DONE;
	}
	return ask_device(options, arena, &ev->algebra, &question);
}
