#include "page/program.h"

#include <string.h>

#include "lang/kernel/kernel.h"
#include "lang/notation/plain.h"
#include "tool/json_members.h"
#include "render/panel.h"

void program_init(struct page_program *program, arena_out_of_memory out_of_memory) {
	*program = (struct page_program){ .drawn = false };
	arena_init(&program->arena, out_of_memory, NULL);
}

const struct matrix *program_matrix(const struct page_program *program, int number) {
	bool there = program->drawn && number >= 0 && number < program->figure.count;
	return there ? &program->figure.matrices[number] : NULL;
}

/* --- values and messages --- */

static void put_values(struct buf *out, const struct evaluation *ev) {
	json_name(out, "values");
	buf_put_char(out, '[');
	for (int i = 0; i < ev->result_count; i++) {
		struct buf text;
		buf_init(&text, ev->algebra.arena);
		print_value_in(&text, &ev->results[i], ev->algebra.dialect);
		buf_put(out, i > 0 ? "," : "");
		buf_put_json(out, buf_str(&text));
	}
	buf_put(out, "],");
}

static void put_message(struct buf *out, const struct evaluation *ev, const struct message *message,
	const char *kind) {
	struct buf report;
	buf_init(&report, ev->algebra.arena);
	source_print_message(ev->source, message, kind, &report);
	buf_put_char(out, '{');
	json_text(out, "kind", kind);
	json_text(out, "text", message->fault.text);
	json_text(out, "hint", message->fault.hint);
	json_int(out, "begin", (int64_t)message->span.begin);
	json_int(out, "end", (int64_t)message->span.end);
	json_text(out, "report", report.data);
	json_close(out, '}');
}

/* All that the evaluation has to say: warnings, and the error. */
static void put_messages(struct buf *out, const struct evaluation *ev) {
	json_name(out, "messages");
	buf_put_char(out, '[');
	for (int i = 0; i < ev->warning_count && i < WARNINGS_MAX; i++) {
		put_message(out, ev, &ev->warnings[i], fault_note_name(ev->warnings[i].fault.code));
		buf_put_char(out, ',');
	}
	if (fault_is_set(&ev->error.fault)) {
		put_message(out, ev, &ev->error, "error");
		buf_put_char(out, ',');
	}
	json_close(out, ']');
	buf_put_char(out, ',');
}

/* --- the figure --- */

/* The levels of an axis, the lowest first: [[unit,extent],...]. */
static void put_axis(struct buf *out, const char *name, struct tuple shape, int64_t cells) {
	struct axis axis = axis_from_shape(shape, cells, false);
	json_name(out, name);
	buf_put_char(out, '[');
	for (int i = 0; i < axis.count; i++) {
		buf_printf(out, "%s[%" PRId64 ",%" PRId64 "]", i > 0 ? "," : "", axis.unit[i], axis.extent[i]);
	}
	buf_put(out, "],");
}

/* The numbers that rows are labelled with, where they are not counted. */
static void put_row_numbers(struct buf *out, const struct matrix *matrix) {
	json_name(out, "rowNumbers");
	if (matrix->row_numbers == NULL) {
		buf_put(out, "null,");
		return;
	}
	buf_put_char(out, '[');
	for (int i = 0; i < matrix->rows; i++) {
		buf_put(out, i > 0 ? "," : "");
		buf_put_int(out, matrix->row_numbers[i]);
	}
	buf_put(out, "],");
}

static void put_matrix(struct buf *out, const struct matrix *matrix) {
	buf_put_char(out, '{');
	json_text(out, "caption", matrix->caption);
	json_int(out, "rows", matrix->rows);
	json_int(out, "columns", matrix->columns);
	json_int(out, "missing", matrix->missing);
	if (matrix->column_multiple != 1) {
		json_int(out, "columnMultiple", matrix->column_multiple);
	}
	json_int(out, "rowUnit", matrix->row_unit);
	put_row_numbers(out, matrix);
	put_axis(out, "rowLevels", matrix->row_shape, matrix->rows);
	put_axis(out, "columnLevels", matrix->column_shape, matrix->columns);
	json_flag(out, "running", matrix->running);
	json_flag(out, "outlined", matrix->outlined);
	json_int(out, "group", matrix->group);
	json_text(out, "rowName", matrix->row_name != NULL ? matrix->row_name : "");
	json_text(out, "columnName", matrix->column_name != NULL ? matrix->column_name : "");
	json_int(out, "x", matrix->place_x);
	json_int(out, "y", matrix->place_y);
	json_close(out, '}');
}

/* The threads of a figure that knows owners, and the values of each; 0 where there are too many cells to look. */
static void put_owners(struct buf *out, const struct figure *figure) {
	enum { LOOKED_AT = 1 << 20 };
	int rows, columns;
	int threads = 0, values = 0;
	bool few = (figure->facts & FACT_OWNER) != 0 && figure_cells(figure, &rows, &columns) <= LOOKED_AT;
	for (int i = 0; few && i < figure->count; i++) {
		const struct matrix *matrix = &figure->matrices[i];
		for (int64_t k = 0; k < (int64_t)matrix->rows * matrix->columns; k++) {
			struct cell cell = figure_cell(figure, matrix, (int)(k / matrix->columns), (int)(k % matrix->columns));
			for (int n = 0; n < cell.owner_count; n++) {
				threads = cell.owners[n].thread >= threads ? cell.owners[n].thread + 1 : threads;
				values = cell.owners[n].value >= values ? cell.owners[n].value + 1 : values;
			}
		}
	}
	json_int(out, "threads", threads);
	json_int(out, "values", values);
}

/* What instructions there are between memory and registers: [{"name":"store","warps":4,"instructions":8},...]. */
static void put_steps(struct buf *out, const struct datapath *path) {
	static const char *const names[] = { "store", "load", "multiply" };
	json_name(out, "steps");
	buf_put_char(out, '[');
	for (int i = 0; i <= PATH_MULTIPLY; i++) {
		int64_t instructions = datapath_instructions(path, (enum path_step)i);
		if (instructions > 0) {
			buf_put_char(out, '{');
			json_text(out, "name", names[i]);
			json_int(out, "step", i);
			json_int(out, "warps", datapath_warps(path, (enum path_step)i));
			json_int(out, "instructions", instructions);
			json_close(out, '}');
			buf_put_char(out, ',');
		}
	}
	json_close(out, ']');
	buf_put_char(out, ',');
}

static void put_figure(struct buf *out, const struct figure *figure, const struct datapath *path) {
	json_name(out, "figure");
	buf_put_char(out, '{');
	json_text(out, "kind", figure->kind);
	json_text(out, "title", figure->title);
	json_text(out, "description", figure->description);
	json_int(out, "bits", figure->bits);
	json_flag(out, "placed", figure->placed);
	json_flag(out, "owned", (figure->facts & FACT_OWNER) != 0);
	json_flag(out, "memory", (figure->facts & FACT_MEMORY) != 0);
	json_flag(out, "tiled", (figure->facts & FACT_TILE) != 0);
	put_owners(out, figure);
	put_steps(out, path);
	json_name(out, "legends");
	buf_put_char(out, '[');
	for (int i = 0; i < figure->page.legend_count; i++) {
		buf_put(out, i > 0 ? "," : "");
		buf_put_json(out, str_from(figure->page.legends[i].text));
	}
	buf_put(out, "],");
	json_name(out, "matrices");
	buf_put_char(out, '[');
	for (int i = 0; i < figure->count; i++) {
		buf_put(out, i > 0 ? "," : "");
		put_matrix(out, &figure->matrices[i]);
	}
	buf_put(out, "]}");
}

/* --- opening --- */

const char *program_begin(struct page_program *program, struct str text, struct str options) {
	struct arena *arena = &program->arena;
	program->drawn = false;
	program->path = (struct datapath){ 0 };
	arena_reset(arena);
	struct str copy = { arena_copy(arena, text.data, text.length), text.length };
	program->source = (struct source){ .name = "<page>", .text = copy, .first_line = 1 };
	const char *problem = reading_take_options(arena, options, &program->reading, &program->request);
	reading_start(&program->reading, arena, &program->ev);
	return problem;
}

/* The draw of what was evaluated. Returns NULL, or why there is no figure. */
static const char *draw(struct page_program *program) {
	if (program->ev.result_count == 0) {
		return "a program without an expression has no picture";
	}
	reading_start(&program->reading, &program->arena, &program->ev);
	program->drawn = draw_figure(&program->ev, &program->source, &program->request, &program->figure);
	if (!program->drawn) {
		return program->ev.error.fault.text;
	}
	const struct value *value = &program->ev.results[program->ev.result_count - 1];
	if (strcmp(program->figure.kind, "kernel") == 0) {
		program->path = datapath_make(&program->ev.algebra, value, program->request.options.bits);
	}
	return NULL;
}

void program_open(struct page_program *program, struct str text, struct str options, struct buf *answer) {
	const char *undrawn = program_begin(program, text, options);
	bool evaluated = kernel_evaluate(&program->ev, &program->source);
	buf_put_char(answer, '{');
	put_values(answer, &program->ev);
	put_messages(answer, &program->ev);
	if (undrawn == NULL || !evaluated) {
		undrawn = evaluated ? draw(program) : "";
	}
	if (undrawn != NULL) {
		json_text(answer, "undrawn", undrawn);
		json_name(answer, "figure");
		buf_put(answer, "null}");
		return;
	}
	json_name(answer, "undrawn");
	buf_put(answer, "null,");
	put_figure(answer, &program->figure, &program->path);
	buf_put_char(answer, '}');
}
