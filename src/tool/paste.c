#include "tool/paste.h"

#include <stdlib.h>

#include "base/limits.h"
#include "lang/kernel/kernel.h"
#include "lang/kernel/scan.h"
#include "lang/memory.h"
#include "lang/notation/json.h"
#include "lang/notation/plain.h"
#include "tool/paste_message.h"
#include "tool/paste_scan.h"

/* --- reading --- */

/* Whether "text" is CuTe IR, or has lines of it. */
static bool is_ir(struct str text) {
	return paste_find(text, 0, "!cute.") < text.length || paste_find(text, 0, "!cute_") < text.length;
}

static void scan_all(struct evaluation *ev, struct str text, struct findings *findings) {
	for (size_t at = 0; at < text.length;) {
		size_t end = scan_line_end(text, at);
		paste_scan(ev, text, at, end, findings);
		at = end + 1;
	}
}

/* A copy of "text" that may be changed, and ends in NUL. */
static char *copy_of(struct arena *arena, struct str text) {
	char *copy = arena_alloc(arena, text.length + 1);
	memcpy(copy, text.data, text.length);
	copy[text.length] = '\0';
	return copy;
}

/* A copy of "text", of the same length, without the signs that begin lines of comments: types go on in the next one. */
static struct str without_comment_signs(struct arena *arena, struct str text) {
	char *copy = copy_of(arena, text);
	for (size_t at = 0; at < text.length; at = scan_line_end(text, at) + 1) {
		size_t sign = at;
		while (sign < text.length && (text.data[sign] == ' ' || text.data[sign] == '\t')) {
			sign++;
		}
		for (; sign < text.length && text.data[sign] == '/'; sign++) {
			copy[sign] = ' ';
		}
	}
	return (struct str){ copy, text.length };
}

/* Behind the round or square bracket that is open at the end of the line from "at" to "end"; "end" if none is. */
static size_t behind_brackets(struct str text, size_t at, size_t end) {
	while (at < end) {
		size_t close = text.data[at] == '(' || text.data[at] == '[' ? scan_close(text, at) : at;
		at = close > at ? close : scan_step(text, at, SCAN_C);
	}
	return at;
}

/* Whether anything but what is left out was found. */
static bool has_findings(const struct findings *findings) {
	for (int i = 0; i < findings->count; i++) {
		if (findings->items[i].kind != FINDING_SKIPPED) {
			return true;
		}
	}
	return false;
}

/*
 * Whether the expression of the line, without blanks around it, goes on in the next: it ends in a sign for that. A line
 * with nothing in front of its comment leaves "is_open" as it is.
 */
static bool goes_on(struct str line, bool is_open) {
	struct str code = scan_part(line, 0, paste_find(line, 0, "//"));
	return code.length == 0 ? is_open : strchr("<,=+-*/%^?&|{", code.data[code.length - 1]) != NULL;
}

/* Scan the lines that a program printed and blank them in "rest", a copy of "text". Returns whether more is left. */
static bool take_prints(struct evaluation *ev, struct str text, char *rest, struct findings *findings) {
	bool any = false;
	bool is_open = false; /* the last line of the source goes on in this one */
	for (size_t at = 0; at < text.length;) {
		size_t end = scan_line_end(text, at);
		struct str line = scan_part(text, at, end);
		if (paste_is_print(text, at, end) && !(is_open && paste_is_operand(line))) {
			paste_scan(ev, text, at, end, findings);
			memset(rest + at, ' ', end - at);
		} else {
			any = any || line.length > 0;
			is_open = goes_on(line, is_open);
			end = scan_joined_end(text, behind_brackets(text, at, end));
		}
		at = end + 1;
	}
	return any;
}

static int compare(size_t a, size_t b) {
	return (a > b) - (a < b);
}

static int compare_places(const void *left, const void *right) {
	const struct finding *a = left;
	const struct finding *b = right;
	int by_begin = compare(a->span.begin, b->span.begin);
	int by_end = compare(a->span.end, b->span.end);
	return by_begin != 0 ? by_begin : by_end != 0 ? by_end : a->number - b->number;
}

/* The text of a value as it is printed; what there is no text for has its kind. */
static struct str text_of(struct arena *arena, const struct value *value) {
	struct buf out;
	buf_init(&out, arena);
	print_value(&out, value);
	return buf_str(&out);
}

static bool is_unknown(const struct finding *finding) {
	return finding->kind == FINDING_SKIPPED && finding->fault.code != FAULT_REMARK;
}

/* Whether "statement" of "text" declares a name with "auto", as no prose does. */
static bool is_deduced(struct str text, const struct finding *statement) {
	struct str part = scan_part(text, statement->span.begin, statement->span.end);
	const char *sign = part.length > 0 ? memchr(part.data, '=', part.length) : NULL;
	return sign != NULL && scan_has_word((struct str){ part.data, (size_t)(sign - part.data) }, "auto");
}

/*
 * Add to "prose", the types of "text", the statements of it that depend on names that are not known: all of a source,
 * otherwise those that are none of prose.
 */
static void add_unknown(struct findings *prose, struct str text, const struct findings *statements, bool is_source) {
	for (int i = 0; i < statements->count; i++) {
		const struct finding *statement = &statements->items[i];
		bool is_code = is_unknown(statement) && (is_source || is_deduced(text, statement));
		if (is_code && statement->fault.code == FAULT_NAME) {
			struct finding *added = findings_add(prose, FINDING_SKIPPED, statement->span);
			added->name = statement->name;
			added->fault = statement->fault;
		}
	}
}

void paste_read(struct evaluation *ev, const struct source *source, struct findings *findings) {
	struct str text = kernel_plain_text(ev->algebra.arena, source->text);
	if (paste_is_message(text)) {
		paste_read_message(ev, text, findings);
	} else if (is_ir(text)) {
		scan_all(ev, text, findings);
	} else {
		char *rest = copy_of(ev->algebra.arena, text);
		if (take_prints(ev, text, rest, findings)) {
			struct source *kernel = arena_alloc(ev->algebra.arena, sizeof *kernel);
			*kernel = (struct source){ source->name, { rest, text.length }, source->first_line };
			static const struct memory unknown = { .is_unknown = true };
			ev->algebra.memory = &unknown;
			kernel_run(ev, kernel, findings);
		}
		if (!has_findings(findings)) {
			/* No source, or one of which no value is known: prose with types in it, if there are any. */
			struct findings prose = { .arena = findings->arena };
			scan_all(ev, without_comment_signs(ev->algebra.arena, text), &prose);
			if (has_findings(&prose)) {
				add_unknown(&prose, text, findings, kernel_is_source(ev, text));
				*findings = prose;
			}
		}
	}
	if (findings->count > LIMIT_STATEMENTS) {
		findings->count = LIMIT_STATEMENTS;
		struct finding *rest = findings_add(findings, FINDING_REFUSED, (struct span){ text.length, text.length });
		fault_set(&rest->fault, FAULT_UNSUPPORTED, 0, "there is more in it: after %d layouts nothing is looked for",
			LIMIT_STATEMENTS);
	}
	if (findings->count > 1) {
		qsort(findings->items, (size_t)findings->count, sizeof *findings->items, compare_places);
	}
	for (int i = 0; i < findings->count; i++) {
		struct finding *finding = &findings->items[i];
		finding->text = finding->kind == FINDING_VALUE ? text_of(ev->algebra.arena, &finding->value) : str_from("");
	}
}

/* --- printing --- */

static void put_place(struct buf *out, const struct source *source, size_t offset) {
	struct position position = source_position(source, offset);
	buf_printf(out, "%d:%d", position.line, position.column);
}

/* The text of "span", which begins with no blank, on one line, cut where it is long. */
static void put_excerpt(struct buf *out, const struct source *source, struct span span, size_t most) {
	bool blank = false;
	size_t put = 0;
	for (size_t at = span.begin; at < span.end; at++) {
		char c = source->text.data[at];
		if (put >= most) {
			buf_put(out, "...");
			return;
		}
		if (scan_is_blank(c)) {
			blank = true;
			continue;
		}
		buf_put(out, blank ? " " : "");
		buf_put_char(out, c);
		put += blank ? 2 : 1;
		blank = false;
	}
}

/* The name of a finding, which may stand on several lines, on one, and cut where it is long. */
static void put_name(struct buf *out, struct str name, size_t most) {
	const struct source source = { .text = name };
	put_excerpt(out, &source, (struct span){ 0, name.length }, most);
}

/* A name that only numbers a value, as CuTe IR has them. */
static bool is_number_name(struct str name) {
	return name.length == 0 || name.data[0] == '%' || name.data[0] == '!';
}

/* Whether "b" says again what "a" says, under the same name or under one that says nothing. */
static bool is_same(const struct finding *a, const struct finding *b) {
	bool one_name = str_equal(a->name, b->name) || is_number_name(a->name) || is_number_name(b->name);
	if (a->kind != b->kind || !one_name) {
		return false;
	}
	if (a->kind != FINDING_VALUE) {
		/* A condition that holds has no text. */
		return strcmp(a->fault.text, b->fault.text) == 0 && a->span.begin == b->span.begin
			&& str_equal(a->name, b->name);
	}
	return str_equal(a->text, b->text);
}

enum { PLACES_SHOWN = 4,
	EXCERPT_BYTES = 60 };

/*
 * Whether "index" was said by a finding before it. One under a name that says nothing is not said itself where one
 * under another name said the same before.
 */
static bool is_repeated(const struct findings *findings, int index) {
	const struct finding *finding = &findings->items[index];
	bool has_other = false;
	for (int i = 0; i < index; i++) {
		const struct finding *before = &findings->items[i];
		bool is_said = !has_other || is_number_name(finding->name) || str_equal(before->name, finding->name);
		if (is_said && is_same(before, finding)) {
			return true;
		}
		has_other = has_other || (before->kind == finding->kind && str_equal(before->text, finding->text));
	}
	return false;
}

/* Whether finding "i", which says what "index" does, stands where one before it does: in a template used twice. */
static bool is_at_one_place(const struct findings *findings, int index, int i) {
	for (int before = index; before < i; before++) {
		bool same_place = findings->items[before].span.begin == findings->items[i].span.begin;
		if (same_place && is_same(&findings->items[index], &findings->items[before])) {
			return true;
		}
	}
	return false;
}

/* " (also at 3:4, 7:8 and 2 more)" for those behind "index" that say the same at other places. */
static void put_others(struct buf *out, const struct source *source, const struct findings *findings, int index) {
	int count = 0;
	for (int i = index + 1; i < findings->count; i++) {
		if (!is_same(&findings->items[index], &findings->items[i]) || is_at_one_place(findings, index, i)) {
			continue;
		}
		if (count < PLACES_SHOWN) {
			buf_put(out, count == 0 ? "  (also at " : ", ");
			put_place(out, source, findings->items[i].span.begin);
		}
		count++;
	}
	if (count > PLACES_SHOWN) {
		buf_printf(out, " and %d more", count - PLACES_SHOWN);
	}
	buf_put(out, count > 0 ? ")" : "");
}

/* Put the condition that fails and why. */
static void put_condition(struct buf *out, const struct source *source, const struct finding *finding) {
	if (finding->name.length > 0) {
		buf_put(out, "static_assert \"");
		put_name(out, finding->name, EXCERPT_BYTES * 2);
		buf_put_char(out, '"');
	} else {
		put_excerpt(out, source, finding->span, EXCERPT_BYTES);
	}
	buf_put(out, " fails");
	if (fault_is_set(&finding->fault)) {
		buf_printf(out, ": %s", finding->fault.text);
	}
	if (finding->fault.hint[0] != '\0') {
		buf_printf(out, "; %s", finding->fault.hint);
	}
}

/* Whether the algebra refused what was understood. */
static bool is_refused(const struct finding *finding) {
	enum fault_code code = finding->fault.code;
	return code != FAULT_SYNTAX && code != FAULT_NAME && code != FAULT_TYPE && code != FAULT_UNSUPPORTED;
}

static void put_finding(struct buf *out, const struct source *source, const struct findings *findings, int index) {
	const struct finding *finding = &findings->items[index];
	put_place(out, source, finding->span.begin);
	buf_put(out, ": ");
	if (finding->kind == FINDING_CONDITION) {
		put_condition(out, source, finding);
	} else {
		put_name(out, finding->name, finding->name.length);
		buf_put(out, finding->name.length > 0 ? " = " : "");
		if (finding->kind == FINDING_VALUE) {
			buf_put_str(out, finding->text);
		} else {
			buf_put(out, is_refused(finding) ? "refused: " : "not understood: ");
			put_excerpt(out, source, finding->span, EXCERPT_BYTES);
			buf_put(out, finding->span.end > finding->span.begin ? ": " : "");
			buf_put(out, finding->fault.text);
		}
	}
	put_others(out, source, findings, index);
	buf_put_char(out, '\n');
	if (finding->kind == FINDING_VALUE && fault_is_set(&finding->fault)) {
		buf_printf(out, "  %s: %s\n", fault_note_name(finding->fault.code), finding->fault.text);
	}
}

bool paste_put(struct buf *out, const struct source *source, const struct findings *findings) {
	bool understood = true;
	for (int i = 0; i < findings->count; i++) {
		enum finding_kind kind = findings->items[i].kind;
		understood = understood && (kind != FINDING_REFUSED || is_refused(&findings->items[i]));
		bool holds = kind == FINDING_CONDITION && findings->items[i].value.boolean;
		if (kind != FINDING_SKIPPED && !holds && !is_repeated(findings, i)) {
			put_finding(out, source, findings, i);
		}
	}
	return understood;
}

/* Whether what was left out has a name without a value, and no operation that there is not. */
static bool lacks_value(const struct finding *finding) {
	bool is_operation = strncmp(finding->fault.text, "no operation", strlen("no operation")) == 0;
	return finding->fault.code == FAULT_NAME && !is_operation;
}

bool paste_put_skipped(struct buf *out, const struct source *source, const struct findings *findings) {
	int count = 0;
	bool any_unknown = false;
	for (int i = 0; i < findings->count; i++) {
		const struct finding *finding = &findings->items[i];
		count += finding->kind == FINDING_SKIPPED && !is_unknown(finding) ? 1 : 0;
		if (!is_unknown(finding) || is_repeated(findings, i)) {
			continue;
		}
		any_unknown = any_unknown || lacks_value(finding);
		put_place(out, source, finding->span.begin);
		buf_put(out, ": left out: ");
		put_excerpt(out, source, finding->span, EXCERPT_BYTES);
		buf_printf(out, ": %s\n", finding->fault.text);
	}
	if (count > 0) {
		buf_printf(out, "left out: %d statement%s not about layouts\n", count, count == 1 ? " that is" : "s that are");
	}
	return any_unknown;
}

static const char *const kind_names[] = { "value", "condition", "skipped", "refused" };

static void put_finding_json(struct buf *out, struct algebra *al, const struct source *source,
	const struct finding *finding) {
	struct position position = source_position(source, finding->span.begin);
	print_json_begin(out);
	buf_printf(out, "\"line\":%d,\"column\":%d,\"kind\":\"%s\"", position.line, position.column,
		kind_names[finding->kind]);
	if (finding->name.length > 0) {
		struct buf name;
		buf_init(&name, al->arena);
		put_name(&name, finding->name, finding->name.length);
		buf_put(out, ",\"name\":");
		buf_put_json(out, buf_str(&name));
	}
	if (finding->kind == FINDING_VALUE) {
		buf_put(out, ",\"value\":");
		print_value_json(out, al, &finding->value);
	}
	if (finding->kind == FINDING_CONDITION) {
		buf_printf(out, ",\"holds\":%s", finding->value.boolean ? "true" : "false");
	}
	if (fault_is_set(&finding->fault)) {
		buf_put(out, finding->kind == FINDING_VALUE ? ",\"warning\":" : ",\"reason\":");
		buf_put_json(out, str_from(finding->fault.text));
	}
	buf_put(out, "}\n");
}

bool paste_put_json(struct buf *out, struct algebra *al, const struct source *source, const struct findings *findings) {
	bool understood = true;
	for (int i = 0; i < findings->count; i++) {
		understood = understood && (findings->items[i].kind != FINDING_REFUSED || is_refused(&findings->items[i]));
		put_finding_json(out, al, source, &findings->items[i]);
	}
	return understood;
}
