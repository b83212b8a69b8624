/*
 * Bodies of Python. A function has names of its own and is read once, where it stands; a class has, too, but its
 * functions do not see them. All other bodies share the names of what they stand in. Which branch is taken is not
 * asked.
 */
#include "lang/kernel/changes.h"
#include "lang/kernel/run.h"
#include "lang/kernel/scan.h"
#include "lang/kernel/words.h"

/* "names" are not known from now on, not even that they are integers. */
static void poison(struct kernel *k, struct names names) {
	for (int i = 0; i < names.count; i++) {
		kernel_poison(k, names.items[i]);
	}
}

/* What "body", of a function, says to be names of outside is not known from now on: it may be called at any time. */
static void forget_outside(struct kernel *k, struct str body) {
	struct statements statements = statements_of(body, 0, body.length, false);
	struct statement statement = statements_next(&statements);
	for (; statement.kind != STATEMENT_END; statement = statements_next(&statements)) {
		struct str text = scan_part(body, statement.span.begin, statement.span.end);
		struct names names = changes_outside(k->ev->algebra.arena, text);
		for (int i = 0; i < names.count; i++) {
			kernel_forget_name(k, names.items[i]);
		}
	}
}

static void run_function(struct kernel *k, struct statements *statements, struct str head) {
	struct binding *before = k->ev->bindings;
	struct str body = kernel_body(statements);
	bool in_class = k->in_class;
	k->ev->bindings = in_class ? k->outside : before;
	k->in_class = false;
	/* Whatever they are by default. */
	poison(k, changes_parameters(k->ev->algebra.arena, head));
	kernel_run_body(k, statements);
	k->in_class = in_class;
	k->ev->bindings = before;
	forget_outside(k, body);
}

static void run_class(struct kernel *k, struct statements *statements) {
	struct binding *before = k->ev->bindings;
	struct binding *outside = k->outside;
	bool in_class = k->in_class;
	k->outside = in_class ? outside : before;
	k->in_class = true;
	kernel_run_body(k, statements);
	k->in_class = in_class;
	k->outside = outside;
	k->ev->bindings = before;
}

void kernel_run_indented(struct kernel *k, struct statements *statements, struct str head) {
	static const char *const loops[] = { "for", "while", NULL };
	static const char *const surely[] = { "with", "match", "finally", NULL };
	struct str text = scan_at_word(head, 0, "async") ? scan_part(head, strlen("async"), head.length) : head;
	struct binding *before = k->ev->bindings;
	if (scan_at_word(text, 0, "def")) {
		run_function(k, statements, text);
		poison(k, changes_of_python(k->ev->algebra.arena, head));
	} else if (scan_at_word(text, 0, "class")) {
		run_class(k, statements);
		kernel_forget(k, head);
	} else {
		if (words_find(text, loops) != NULL) {
			kernel_forget(k, kernel_body(statements));
		}
		poison(k, changes_of_python(k->ev->algebra.arena, head));
		kernel_run_body(k, statements);
		if (words_find(text, surely) == NULL) {
			kernel_leave(k, before, false);
		}
	}
}
