#include "cli/golden/inline.h"

#include "base/limits.h"
#include "lang/eval.h"
#include "lang/lex.h"
#include "lang/parse.h"
#include "lang/notation/plain.h"

struct rewriting {
	struct inline_program program;
	struct arena *arena;
	struct str text;        /* the whole file, with an end of its last line */
	const char *end;        /* of its lines: "\n", "\r\n" or "\r" */
	struct buf *out;
	size_t told;            /* where the last expectation in "out" ends */
};

struct str inline_line(struct str text, size_t begin) {
	size_t end = begin;
	while (end < text.length && !str_ends_line(text, end)) {
		end++;
	}
	end += end < text.length ? 1 : 0;
	return (struct str){ text.data + begin, end - begin };
}

bool inline_is_expectation(struct str line) {
	size_t i = 0;
	while (i < line.length && (line.data[i] == ' ' || line.data[i] == '\t')) {
		i++;
	}
	return i + 1 < line.length && line.data[i] == '#' && (line.data[i + 1] == '=' || line.data[i + 1] == '!');
}

bool inline_is_error(struct str line) {
	const char *sign = inline_is_expectation(line) ? memchr(line.data, '#', line.length) : NULL;
	size_t room = sign != NULL ? line.length - (size_t)(sign - line.data) : 0;
	return str_starts_with((struct str){ sign, room }, "#! error:");
}

bool inline_has_expectations(struct str text) {
	size_t at = 0;
	while (at < text.length) {
		struct str line = inline_line(text, at);
		if (inline_is_expectation(line)) {
			return true;
		}
		at += line.length;
	}
	return false;
}

/* Where the line that holds the byte "offset" of "text" ends. */
static size_t end_of_line(struct str text, size_t offset) {
	return offset + inline_line(text, offset).length;
}

/*
 * How many bytes at the beginning of "text" are one statement, or statements on one line, with comments and empty lines
 * in front of them. "is_whole" is false if their brackets do not close. 0 if there are comments and empty lines only.
 */
static size_t measure_statements(struct str text, enum dialect dialect, bool *is_whole) {
	struct source source = { "<test>", text, 1 };
	struct message message = { .fault = { .code = FAULT_NONE } };
	struct lexer lexer;
	bool any = false;
	*is_whole = false;
	lexer_init(&lexer, &source, NULL, dialect == DIALECT_DSL, &message);
	while (lexer.token.kind != TOKEN_END) {
		bool is_newline = lexer.token.kind == TOKEN_SEPARATOR && lexer.token.character == '\n';
		if (is_newline && any) {
			*is_whole = true;
			return lexer.token.span.end;
		}
		any = any || !is_newline;
		lexer_advance(&lexer);
	}
	if (fault_is_set(&message.fault)) {
		return end_of_line(text, message.span.begin);
	}
	*is_whole = lexer.brackets == 0;
	return any ? text.length : 0;
}

/* The same with a statement that does not close cut behind the line that is at fault. */
static size_t find_statements(struct rewriting *rewriting, struct str text) {
	bool is_whole;
	enum dialect dialect = rewriting->program.reading->dialect;
	size_t length = measure_statements(text, dialect, &is_whole);
	if (is_whole) {
		return length;
	}
	struct source source = { "<test>", { text.data, length }, 1 };
	struct message message = { .fault = { .code = FAULT_NONE } };
	parse_program(rewriting->arena, &source, NULL, notation_table(), dialect, &message);
	return end_of_line(source.text, message.span.begin);
}

static void put_line(struct buf *out, const char *before, const char *kind, const char *text) {
	buf_put(out, before);
	buf_put(out, kind);
	buf_put(out, text);
	buf_put_char(out, '\n');
}

/* The values and messages of what was evaluated last. */
static void put_expectations(const struct inline_program *program, struct buf *out) {
	const struct evaluation *ev = &program->ev;
	for (int i = 0; i < ev->result_count; i++) {
		struct buf value;
		buf_init(&value, program->arena);
		print_value_in(&value, &ev->results[i], program->reading->dialect);
		put_line(out, "#= ", "", value.data);
	}
	for (int i = 0; i < ev->warning_count && i < WARNINGS_MAX; i++) {
		bool is_remark = ev->warnings[i].fault.code == FAULT_REMARK;
		put_line(out, "#! ", is_remark ? "note: " : "warning: ", ev->warnings[i].fault.text);
	}
	if (ev->warning_count > WARNINGS_MAX) {
		int more = ev->warning_count - WARNINGS_MAX;
		buf_printf(out, "#! %d more warning%s\n", more, more == 1 ? "" : "s");
	}
	if (fault_is_set(&ev->error.fault)) {
		put_line(out, "#! ", "error: ", ev->error.fault.text);
	}
}

void inline_begin(struct inline_program *program, struct arena *arena, const struct reading_options *reading) {
	program->arena = arena;
	program->reading = reading;
	evaluation_init(&program->ev, arena, false);
}

void inline_evaluate(struct inline_program *program, struct str statements, bool asked, struct buf *out) {
	struct evaluation *ev = &program->ev;
	struct source *source = arena_alloc(program->arena, sizeof *source);
	*source = (struct source){ "<test>", statements, 1 };
	fault_clear(&ev->error.fault);
	ev->warning_count = 0;
	algebra_init(&ev->algebra, program->arena);
	reading_options_apply(program->reading, ev);
	evaluation_run(ev, source);
	if (ev->result_count > 0 && ev->result_nodes[0]->kind == NODE_BIND && !asked) {
		ev->result_count = 0;
	}
	put_expectations(program, out);
}

/* Put "lines", each ended as those of the file are. */
static void put_lines(struct rewriting *rewriting, struct str lines) {
	for (size_t at = 0; at < lines.length;) {
		struct str line = inline_line(lines, at);
		at += line.length;
		buf_put_str(rewriting->out, (struct str){ line.data, line.length - 1 });
		buf_put(rewriting->out, rewriting->end);
	}
}

/* Whether the line of the file at "at" is "#= ...". */
static bool is_value_line(struct str text, size_t at) {
	struct str line = inline_line(text, at);
	return inline_is_expectation(line) && ((const char *)memchr(line.data, '#', line.length))[1] == '=';
}

/* Rewrite the bytes "at" to "end" of the file, which hold no expectation. */
static void rewrite_segment(struct rewriting *rewriting, size_t at, size_t end) {
	while (at < end) {
		struct str rest = { rewriting->text.data + at, end - at };
		size_t length = find_statements(rewriting, rest);
		if (length == 0) {
			buf_put_str(rewriting->out, rest);
			return;
		}
		struct str statements = { rest.data, length };
		at += length;
		struct buf wanted;
		buf_init(&wanted, rewriting->arena);
		inline_evaluate(&rewriting->program, statements, at == end && is_value_line(rewriting->text, at), &wanted);
		buf_put_str(rewriting->out, statements);
		size_t before = rewriting->out->length;
		put_lines(rewriting, buf_str(&wanted));
		rewriting->told = rewriting->out->length > before ? rewriting->out->length : rewriting->told;
	}
}

/* "text" with an end of its last line. */
static struct str end_last_line(struct arena *arena, struct str text, const char *end) {
	struct buf ended;
	buf_init(&ended, arena);
	buf_put_str(&ended, text);
	buf_put(&ended, end);
	return buf_str(&ended);
}

/* How lines of "text" end: as the first of those that stay does, or would if it had an end. */
static const char *line_end(struct str text) {
	struct str line = { text.data, 0 };
	for (size_t at = 0; at < text.length; at += line.length) {
		line = inline_line(text, at);
		if (!inline_is_expectation(line)) {
			break;
		}
	}
	return str_ends_with(line, "\r") ? "\r" : str_ends_with(line, "\r\n") ? "\r\n" : "\n";
}

void inline_rewrite(struct arena *arena, struct str text, const struct reading_options *reading, struct buf *out) {
	struct rewriting rewriting = { .arena = arena, .text = text, .end = "\n", .out = out };
	rewriting.end = line_end(text);
	bool lacks_end = text.length > 0 && !str_ends_line(text, text.length - 1);
	if (lacks_end) {
		text = rewriting.text = end_last_line(arena, text, rewriting.end);
	}
	inline_begin(&rewriting.program, arena, reading);
	size_t begin = 0;
	size_t at = 0;
	while (at < text.length) {
		struct str line = inline_line(text, at);
		if (inline_is_expectation(line)) {
			rewrite_segment(&rewriting, begin, at);
			begin = at + line.length;
		}
		at += line.length;
	}
	rewrite_segment(&rewriting, begin, text.length);
	bool told = rewriting.told == out->length;
	if (lacks_end && out->length > 0 && told == (begin == text.length)) {
		out->length -= strlen(rewriting.end); /* the last line stays as it is, unless what is expected of it is new */
	}
}
