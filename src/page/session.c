#include "page/session.h"

#include <stdlib.h>

#include "lang/kernel/kernel.h"
#include "lang/notation/notation.h"
#include "lang/notation/plain.h"
#include "page/facts.h"
#include "tool/json_members.h"
#include "page/paint.h"
#include "render/picture.h"
#include "tool/catalog.h"

struct session {
	struct page_program programs[SESSION_SLOTS];
	struct page_program scratch; /* of exports, which leave what is open alone */
	struct arena answers, rooms;
	struct buf answer, room;
};

static void out_of_memory(void *context, size_t wanted) {
	(void)context;
	(void)wanted;
	abort();
}

struct session *session_create(void) {
	struct session *session = calloc(1, sizeof *session);
	if (session == NULL) {
		abort();
	}
	arena_init(&session->answers, out_of_memory, NULL);
	arena_init(&session->rooms, out_of_memory, NULL);
	program_init(&session->scratch, out_of_memory);
	for (int i = 0; i < SESSION_SLOTS; i++) {
		program_init(&session->programs[i], out_of_memory);
	}
	return session;
}

char *session_room(struct session *session, size_t length) {
	arena_reset(&session->rooms);
	buf_init(&session->room, &session->rooms);
	buf_reserve(&session->room, length + 1);
	return session->room.data;
}

/* The text of "length" bytes that stands "begin" bytes behind the start of the room. */
static struct str text_at(const struct session *session, size_t begin, size_t length) {
	return (struct str){ session->room.data + begin, length };
}

const char *session_answer(const struct session *session) {
	return session->answer.data;
}

size_t session_answer_length(const struct session *session) {
	return session->answer.length;
}

/* The answer, made empty. */
static struct buf *begin(struct session *session) {
	arena_reset(&session->answers);
	buf_init(&session->answer, &session->answers);
	return &session->answer;
}

/* The answer as "length" bytes that are still to be written. */
static uint8_t *begin_bytes(struct session *session, size_t length) {
	struct buf *out = begin(session);
	buf_reserve(out, length + 1);
	out->length = length;
	return (uint8_t *)out->data;
}

static struct page_program *program_in(struct session *session, int slot) {
	return &session->programs[slot >= 0 && slot < SESSION_SLOTS ? slot : 0];
}

/* --- what is open --- */

void session_open(struct session *session, int slot, size_t text, size_t options) {
	program_open(program_in(session, slot), text_at(session, 0, text), text_at(session, text, options), begin(session));
}

void session_facts(struct session *session, int slot, int matrix, int row, int column) {
	facts_put(program_in(session, slot), (struct spot){ matrix, row, column }, begin(session));
}

void session_links(struct session *session, int slot, int matrix, int row, int column) {
	facts_put_links(program_in(session, slot), (struct spot){ matrix, row, column }, begin(session));
}

void session_step(struct session *session, int slot, int step, int warp, int number) {
	facts_put_step(program_in(session, slot), step, warp, number, begin(session));
}

/* The cells of "count" rows from "first" on; 0 if they are not all there. */
static size_t cells_of(const struct page_program *program, int matrix, int first, int count) {
	const struct matrix *there = program_matrix(program, matrix);
	bool inside = there != NULL && first >= 0 && count >= 0 && count <= there->rows - first;
	return inside ? (size_t)count * (size_t)there->columns : 0;
}

void session_paint(struct session *session, int slot, int matrix, int first, int count) {
	const struct page_program *program = program_in(session, slot);
	size_t cells = cells_of(program, matrix, first, count);
	uint8_t *pixels = begin_bytes(session, 4 * cells);
	if (cells > 0) {
		paint_rows(program, matrix, first, count, pixels);
	}
}

void session_texts(struct session *session, int slot, int matrix, int row, int column, int rows) {
	struct area area = { row, column, rows, SESSION_TEXT_COLUMNS };
	paint_texts(program_in(session, slot), matrix, area, begin(session));
}

void session_edges(struct session *session, int slot, int matrix, int row, int column) {
	struct area area = { row, column, SESSION_TEXT_COLUMNS, SESSION_TEXT_COLUMNS };
	uint8_t *edges = begin_bytes(session, (size_t)area.rows * (size_t)area.columns);
	paint_edges(program_in(session, slot), matrix, area, edges);
}

void session_differences(struct session *session, int slot, int other, int matrix) {
	const struct page_program *program = program_in(session, slot);
	const struct matrix *there = program_matrix(program, matrix);
	size_t cells = there != NULL ? (size_t)there->rows * (size_t)there->columns : 0;
	paint_differences(program, program_in(session, other), matrix, begin_bytes(session, cells));
}

/* --- exports --- */

/* Answer with the error that the evaluation of "program" ended with. */
static void put_error(const struct page_program *program, struct buf *out) {
	struct buf report;
	buf_init(&report, out->arena);
	source_print_message(&program->source, &program->ev.error, "error", &report);
	buf_put_char(out, '{');
	json_text(out, "error", report.data);
	json_close(out, '}');
}

static void put_text(struct str text, struct buf *out) {
	buf_put_char(out, '{');
	json_name(out, "text");
	buf_put_json(out, text);
	buf_put_char(out, '}');
}

/* A text of the room as one that ends in NUL. */
static const char *copy_text(struct page_program *program, struct str text) {
	return arena_copy(&program->arena, text.data, text.length);
}

/* Put {"error":...} for a sentence into "out". */
static void put_problem(const char *problem, struct buf *out) {
	buf_put_char(out, '{');
	json_text(out, "error", problem);
	json_close(out, '}');
}

/* Print "value" in "notation"; in our own as its dialect does. */
static void print_as(const struct notation *notation, struct evaluation *ev, int result, struct buf *out) {
	if (notation == notation_table()[0]) {
		print_value_in(out, &ev->results[result], ev->algebra.dialect);
	} else {
		notation->print(out, &ev->algebra, &ev->results[result], result);
	}
	buf_put(out, notation->many_lines ? "" : "\n");
}

void session_print(struct session *session, size_t text, size_t options, size_t style) {
	struct page_program *program = &session->scratch;
	const char *problem = program_begin(program, text_at(session, 0, text), text_at(session, text, options));
	const struct notation *notation = notation_find(copy_text(program, text_at(session, text + options, style)));
	struct evaluation *ev = &program->ev;
	struct buf *out = begin(session);
	struct buf printed;
	buf_init(&printed, &program->arena);
	if (problem != NULL) {
		put_problem(problem, out);
		return;
	}
	bool good = kernel_evaluate(ev, &program->source);
	for (int i = 0; good && notation != NULL && i < ev->result_count; i++) {
		print_as(notation, ev, i, &printed);
	}
	if (good && algebra_failed(&ev->algebra)) {
		ev->error = (struct message){ ev->algebra.fault, { 0, program->source.text.length } };
		good = false;
	}
	if (good) {
		put_text(buf_str(&printed), out);
	} else {
		put_error(program, out);
	}
}

void session_draw(struct session *session, size_t text, size_t options, size_t format) {
	struct page_program *program = &session->scratch;
	const char *problem = program_begin(program, text_at(session, 0, text), text_at(session, text, options));
	const char *name = copy_text(program, text_at(session, text + options, format));
	struct buf *out = begin(session);
	struct buf picture;
	buf_init(&picture, &program->arena);
	if (problem == NULL && !draw_figure(&program->ev, &program->source, &program->request, &program->figure)) {
		put_error(program, out);
		return;
	}
	if (problem == NULL) {
		struct picture_result result = picture_print(&picture, &program->figure, picture_format_from_name(name));
		problem = result.status != PICTURE_PRINTED ? copy_text(program, str_from(result.text)) : NULL;
	}
	if (problem != NULL) {
		put_problem(problem, out);
		return;
	}
	put_text(buf_str(&picture), out);
}

void session_words(struct session *session) {
	catalog_put(begin(session));
}
