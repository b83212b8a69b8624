/* Bodies of Python, by their indentation: their statements are run where they stand, once. */
#include "lang/kernel/changes.h"
#include "lang/kernel/declaration.h"
#include "lang/kernel/run.h"
#include "lang/kernel/scan.h"
#include "lang/kernel/words.h"

static const char *const loops[] = { "for", "while", NULL };
static const char *const branches[] = { "if", "elif", "else", "try", "except", NULL };

/* What stands behind the ":" of the head of a body, on its line; all of "text" if it is no head. */
static struct str behind_head(struct str text) {
	bool is_head = words_find(text, loops) != NULL || words_find(text, branches) != NULL;
	for (size_t at = 0; at < text.length && is_head;) {
		size_t close = strchr("([{", text.data[at]) != NULL ? scan_close(text, at) : at;
		if (text.data[at] == ':' && scan_at(text, at + 1) != '=') {
			return scan_part(text, at + 1, text.length);
		}
		at = close > at ? close : scan_step(text, at, true);
	}
	return text;
}

/* The names that the lines from "begin" to "end" give another value are not known from now on. */
static void forget_lines(struct kernel *k, size_t begin, size_t end) {
	struct statements statements = statements_of(k->text, begin, end, false);
	struct statement statement = statements_next(&statements);
	for (; statement.kind != STATEMENT_END; statement = statements_next(&statements)) {
		struct str text = behind_head(scan_part(k->text, statement.span.begin, statement.span.end));
		size_t assignment = declaration_assignment(text);
		struct declaration declaration = { .name = { NULL, 0 } };
		struct str parts[LIMIT_KERNEL_PARAMETERS];
		struct step step;
		if (assignment < text.length) {
			declaration_read_target(false, scan_part(text, 0, assignment), &declaration);
			kernel_forget_name(k, declaration.name);
		} else if (changes_step(text, &step)) {
			kernel_forget_name(k, step.name);
		}
		int count = kernel_split(k, declaration.names, parts);
		for (int i = 0; i < count; i++) {
			kernel_forget_name(k, parts[i]);
		}
	}
}

/* The bytes of blanks that the line at "at" begins with. */
static size_t indentation(struct str text, size_t at) {
	size_t begin = scan_line_begin(text, at);
	size_t end = begin;
	while (scan_at(text, end) == ' ' || scan_at(text, end) == '\t') {
		end++;
	}
	return end - begin;
}

/* Where the lines end that stand behind the one at "head" and are indented more than "by". */
static size_t end_of_body(struct str text, size_t head, size_t by) {
	size_t end = scan_line_end(text, head);
	for (size_t at = end; at < text.length;) {
		size_t next = scan_line_end(text, at + 1);
		bool is_blank = scan_part(text, at + 1, next).length == 0;
		if (!is_blank && indentation(text, at + 1) <= by) {
			break;
		}
		end = is_blank ? end : next;
		at = next;
	}
	return end;
}

void kernel_open_indented(struct kernel *k, struct str head) {
	bool is_loop = words_find(head, loops) != NULL;
	if (!is_loop && words_find(head, branches) == NULL) {
		return;
	}
	if (k->indents == LIMIT_KERNEL_BODIES) {
		kernel_exceed(k, KERNEL_INDENTS);
		return;
	}
	struct span span = kernel_span(k, head);
	size_t end = end_of_body(k->text, span.end, indentation(k->text, span.begin));
	if (is_loop) {
		forget_lines(k, span.begin, end);
	}
	k->indented[k->indents++] = (struct span){ span.begin, end };
}

void kernel_close_indented(struct kernel *k, size_t at) {
	while (k->indents > 0 && k->indented[k->indents - 1].end <= at) {
		struct span body = k->indented[--k->indents];
		forget_lines(k, body.begin, body.end);
	}
}
