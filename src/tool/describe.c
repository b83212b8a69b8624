#include "tool/describe.h"

#include <inttypes.h>

#include "gpu/kinds/kind.h"
#include "gpu/planner.h"
#include "gpu/rows.h"
#include "lang/notation/plain.h"

static void put_tensor_name(struct buf *out, const struct plan *plan, int k) {
	if (k == plan->inputs) {
		buf_put(out, "out");
	} else {
		buf_put_char(out, (char)('a' + k));
	}
}

static void put_line(struct buf *out, const char *name, struct layout layout) {
	buf_printf(out, "%-11s", name);
	print_layout(out, layout);
	buf_put_char(out, '\n');
}

static void put_tiler(struct buf *out, const struct plan *plan) {
	buf_printf(out, "%-11s<", "tiler");
	for (int i = 0; i < plan->rank; i++) {
		const struct tiler *mode = &plan->tiler.modes[i];
		buf_put(out, i > 0 ? "," : "");
		if (mode->kind == TILER_INT) {
			print_tuple(out, mode->layout.shape);
		} else {
			print_layout(out, mode->layout);
		}
	}
	buf_put(out, ">\n");
}

static void put_memory(struct buf *out, const struct plan *plan) {
	for (int k = 0; k <= plan->inputs; k++) {
		char name[16] = "memory a";
		name[7] = (char)('a' + k);
		put_line(out, k == plan->inputs ? "memory out" : name, plan->view[k]);
	}
}

/* What the map says of padding: which modes of the view are longer than the shape. */
static void put_padding(struct buf *out, const struct plan *plan) {
	for (int i = 0; i < plan->rank; i++) {
		if (plan->guarded[i]) {
			buf_printf(out, "%-11smode %d has %" PRId64 " elements in tiles of %" PRId64
				", the last of them guarded\n", "padding", i,
				plan->extent[i], plan->padded[i]);
		}
	}
	if (plan->windows) {
		buf_printf(out, "%-11srows are read in aligned vectors; the ends of the first and the last are masked\n",
			"windows");
	}
}

static void put_requests(struct buf *out, const struct plan *plan, const struct prediction *prediction) {
	int tensors = plan->problem->reduce == REDUCE_NONE ? plan->inputs + 1 : plan->inputs;
	for (int k = 0; k < tensors; k++) {
		const struct request *request = &prediction->request[k];
		buf_printf(out, "%-8s", "request");
		put_tensor_name(out, plan, k);
		buf_printf(out,
			"%*s%d bytes a thread, %d together: %d sectors, %d half-lines, %d lines, %.0f %% of bandwidth\n",
			k == plan->inputs ? 1 : 3, "", request->accesses_bytes, request->bytes, request->sectors,
			request->half_lines,
			request->lines, request->cost > 0 ? 100 * request->bytes / request->cost : 0);
	}
}

static void put_compiled(struct buf *out, const struct target *target, const struct compiled *compiled) {
	const struct cubin_facts *facts = &compiled->facts;
	if (facts->registers > 0) {
		buf_printf(out, "%-11s%d a thread, compiled for sm_%d", "registers", facts->registers, target->arch);
		if (facts->stack_bytes > 0) {
			buf_printf(out, "; %d bytes of stack", facts->stack_bytes);
		}
		buf_put_char(out, '\n');
	} else if (compiled->why != NULL) {
		buf_printf(out, "%-11snot known: %s\n", "registers", compiled->why);
	}
}

void bench_describe(struct buf *out, struct algebra *al, const struct plan *plan, const char *expression,
		const struct target *target, const struct compiled *compiled) {
	bool reduces = plan->problem->reduce != REDUCE_NONE;
	buf_printf(out, "%-11s", "problem");
	rows_put_problem(out, plan->problem, expression);
	buf_printf(out, "\n%-11s%s, %s\n", "kernel", kernel_name(plan->kernel), plan_kind_name(plan));
	put_memory(out, plan);
	put_tiler(out, plan);
	if (!reduces && !plan->exchanges && !plan->is_flat) {
		put_line(out, "divided", plan->divided);
	}
	if (plan->exchanges) {
		put_line(out, "tv load", plan->load_tv);
		put_line(out, "tv store", plan->tv);
	} else {
		put_line(out, "tv", plan->tv);
	}
	for (int k = 0; k <= plan->inputs && !reduces && !plan->is_flat; k++) {
		char name[16] = "access a";
		name[7] = (char)('a' + k);
		put_line(out, k == plan->inputs ? "access out" : name, plan->access[k]);
	}
	put_line(out, "map", plan->map);
	put_padding(out, plan);
	if (plan->kind->describe != NULL) {
		plan->kind->describe(out, al, plan);
	}
	struct prediction prediction = predict(al, plan, target, compiled->facts.registers);
	buf_printf(out, "%-11s%" PRId64 " blocks of %d threads, %d values each", "launch", plan->blocks, plan->threads,
		plan->values);
	if (plan->shared_bytes > 0) {
		buf_printf(out, ", %d bytes of shared memory", plan->shared_bytes);
	}
	buf_printf(out, "\n%-11s", "set");
	knobs_put(out, &plan->knobs);
	buf_put_char(out, '\n');
	put_compiled(out, target, compiled);
	put_requests(out, plan, &prediction);
	buf_printf(out, "%-11s%.1f KiB a multiprocessor, %d threads; Little's law asks for %.1f KiB\n", "in flight",
		prediction.in_flight / 1024, prediction.resident_threads, prediction.needed / 1024);
	buf_printf(out, "%-11s%.2f us, %.0f GB/s, bound by %s (%s)\n", "predicted", 1e6 * prediction.seconds,
		prediction.bytes_per_s / 1e9, prediction.bound, target->name);
}
