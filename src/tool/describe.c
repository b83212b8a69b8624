#include "tool/describe.h"

#include <inttypes.h>
#include <stdio.h>

#include "gpu/kinds/kind.h"
#include "gpu/planner.h"
#include "gpu/rows.h"
#include "gpu/rows_printer.h"
#include "lang/notation/json.h"
#include "lang/notation/plain.h"
#include "tool/json_members.h"

const char *bench_tensor_name(const struct plan *plan, int k) {
	static const char *const names[] = { "a", "b", "c", "d", "e", "f", "g", "h", "out", "out2", "out3", "out4" };
	_Static_assert(sizeof names / sizeof names[0] == TENSORS_MAX, "a name for each tensor");
	return names[k < plan->inputs ? k : OPERANDS_MAX + k - plan->inputs];
}

/* "start" is where the tensor's first coordinate is. */
static void put_memory_line(struct buf *out, const char *name, int64_t start, struct layout layout) {
	buf_printf(out, "%-10s ", name);
	if (start != 0) {
		buf_printf(out, "%" PRId64 " + ", start);
	}
	print_layout(out, layout);
	buf_put_char(out, '\n');
}

static void put_line(struct buf *out, const char *name, struct layout layout) {
	put_memory_line(out, name, 0, layout);
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
	for (int k = 0; k < plan_tensors(plan); k++) {
		char name[16];
		snprintf(name, sizeof name, "memory %s", bench_tensor_name(plan, k));
		put_memory_line(out, name, problem_start(plan->problem, k), plan->view[k]);
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
	int tensors = plan->problem->reduce == REDUCE_NONE ? plan_tensors(plan) : plan->inputs;
	for (int k = 0; k < tensors; k++) {
		const struct request *request = &prediction->request[k];
		buf_printf(out, "%-8s", "request");
		buf_put(out, bench_tensor_name(plan, k));
		buf_printf(out,
			"%*s%d bytes a thread, %d together: %d sectors, %d half-lines, %d lines, %.0f %% of bandwidth\n",
			k >= plan->inputs ? 1 : 3, "", request->accesses_bytes, request->bytes, request->sectors,
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
	for (int k = 0; k < plan_tensors(plan) && !reduces && !plan->is_flat; k++) {
		char name[16];
		snprintf(name, sizeof name, "access %s", bench_tensor_name(plan, k));
		put_line(out, name, plan->access[k]);
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

/* --- as JSON --- */

void bench_begin_json(struct buf *out, const struct plan *plan, const char *expression) {
	struct buf operation;
	struct buf dtype;
	buf_init(&operation, out->arena);
	buf_init(&dtype, out->arena);
	rows_put_dtype(&dtype, plan->problem);
	rows_put_operation(&operation, plan->problem, expression);
	print_json_begin(out);
	json_text(out, "operation", operation.data);
	json_text(out, "dtype", dtype.data);
	json_name(out, "shape");
	buf_put_char(out, '[');
	for (int i = 0; i < plan->problem->rank; i++) {
		buf_printf(out, "%" PRId64 ",", plan->problem->shape[i]);
	}
	json_close(out, ']');
	buf_put_char(out, ',');
	json_text(out, "kernel", kernel_name(plan->kernel));
	json_text(out, "plan", plan_kind_name(plan));
}

static void put_layout(struct buf *out, const char *name, struct layout layout) {
	json_name(out, name);
	print_map_json(out, map_from_layout(layout));
	buf_put_char(out, ',');
}

/* Layouts of tensors by their names, as an object called "name". */
static void put_layouts(struct buf *out, const char *name, const struct plan *plan, const struct layout *layouts) {
	json_name(out, name);
	buf_put_char(out, '{');
	for (int k = 0; k < plan_tensors(plan); k++) {
		put_layout(out, bench_tensor_name(plan, k), layouts[k]);
	}
	json_close(out, '}');
	buf_put_char(out, ',');
}

static void put_launch_json(struct buf *out, const struct plan *plan) {
	json_name(out, "launch");
	buf_put_char(out, '{');
	json_int(out, "blocks", plan->blocks);
	json_int(out, "threads", plan->threads);
	json_int(out, "values", plan->values);
	json_int(out, "shared_bytes", plan->shared_bytes);
	json_close(out, '}');
	buf_put_char(out, ',');
}

static void put_requests_json(struct buf *out, const struct plan *plan, const struct prediction *prediction) {
	int tensors = plan->problem->reduce == REDUCE_NONE ? plan_tensors(plan) : plan->inputs;
	json_name(out, "requests");
	buf_put_char(out, '{');
	for (int k = 0; k < tensors; k++) {
		const struct request *request = &prediction->request[k];
		json_name(out, bench_tensor_name(plan, k));
		buf_printf(out, "{\"bytes_a_thread\":%d,\"bytes\":%d,\"sectors\":%d,\"halves\":%d,\"lines\":%d},",
			request->accesses_bytes, request->bytes, request->sectors, request->half_lines, request->lines);
	}
	json_close(out, '}');
	buf_put_char(out, ',');
}

void bench_describe_json(struct buf *out, struct algebra *al, const struct plan *plan, const char *expression,
		const struct target *target, const struct compiled *compiled) {
	struct prediction prediction = predict(al, plan, target, compiled->facts.registers);
	bool has_access = plan->problem->reduce == REDUCE_NONE && !plan->is_flat;
	struct buf set;
	buf_init(&set, out->arena);
	knobs_put(&set, &plan->knobs);
	bench_begin_json(out, plan, expression);
	put_layouts(out, "memory", plan, plan->view);
	if (plan->exchanges) {
		put_layout(out, "tv_load", plan->load_tv);
	}
	put_layout(out, "tv", plan->tv);
	if (has_access) {
		put_layouts(out, "access", plan, plan->access);
	}
	put_layout(out, "map", plan->map);
	put_launch_json(out, plan);
	json_text(out, "set", set.data);
	if (compiled->facts.registers > 0) {
		json_int(out, "registers", compiled->facts.registers);
	}
	put_requests_json(out, plan, &prediction);
	buf_printf(out, "\"predicted_s\":%.9g,\"predicted_bytes_per_s\":%.9g,\"bound\":\"%s\",\"target\":",
		prediction.seconds, prediction.bytes_per_s, prediction.bound);
	buf_put_json(out, str_from(target->name));
	buf_put(out, "}\n");
}
