/*
 * Bodies of Python. A function has names of its own and is read once, where it stands; a class has, too, but its
 * functions do not see them. All other bodies share the names of what they stand in. Which branch is taken is not
 * asked.
 */
#include <stdlib.h>

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

static int compare_names(const void *a, const void *b) {
	const struct str *x = a;
	const struct str *y = b;
	size_t shared = x->length < y->length ? x->length : y->length;
	int order = memcmp(x->data, y->data, shared);
	return order != 0 ? order : (x->length > y->length) - (x->length < y->length);
}

/* Add what statements outside of functions and classes change, and twice what functions say to be of outside. */
static void gather_changes(struct kernel *k, struct names *all) {
	struct statements statements = statements_of(k->text, 0, k->text.length, false);
	struct statement statement = statements_next(&statements);
	int inside = 0; /* bodies that are open around the first statement of a function or class; 0: it is in none */
	for (; statement.kind != STATEMENT_END; statement = statements_next(&statements)) {
		struct str text = { k->text.data + statement.span.begin, statement.span.end - statement.span.begin };
		inside = statements.depth < inside ? 0 : inside;
		struct names names = inside == 0 ? changes_of_python(all->arena, text) : changes_outside(all->arena, text);
		for (int i = 0; i < names.count; i++) {
			names_add(all, names.items[i]);
			if (inside > 0) {
				names_add(all, names.items[i]);
			}
		}
		bool is_own = scan_at_word(text, 0, "def") || scan_at_word(text, 0, "class") || scan_at_word(text, 0, "async");
		inside = inside == 0 && is_own && statement.kind == STATEMENT_OPEN ? statements.depth : inside;
	}
}

void kernel_find_changing(struct kernel *k) {
	struct names all = { .arena = k->ev->algebra.arena };
	gather_changes(k, &all);
	if (all.count > 0) {
		qsort(all.items, (size_t)all.count, sizeof *all.items, compare_names);
	}
	for (int i = 0; i + 1 < all.count; i++) {
		bool is_twice = str_equal(all.items[i], all.items[i + 1]);
		if (is_twice && (i == 0 || !str_equal(all.items[i], all.items[i - 1]))) {
			names_add(&k->changing, all.items[i]);
		}
	}
}

/* A function is called at any time: what the source gives more than one value has none in it. */
static void run_function(struct kernel *k, struct statements *statements, struct str head) {
	struct binding *before = k->ev->bindings;
	struct str body = kernel_body(statements);
	bool in_class = k->in_class;
	bool in_function = k->in_function;
	k->ev->bindings = in_class ? k->outside : before;
	k->in_class = false;
	if (!in_function) {
		poison(k, k->changing);
	}
	k->in_function = true;
	/* Whatever they are by default. */
	struct names parameters = changes_parameters(k->ev->algebra.arena, head);
	for (int i = 0; i < parameters.count; i++) {
		if (!kernel_bind_given(k, parameters.items[i], false)) {
			kernel_poison(k, parameters.items[i]);
		}
	}
	kernel_run_body(k, statements);
	k->in_class = in_class;
	k->in_function = in_function;
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
	struct names changed = changes_of_python(k->ev->algebra.arena, head);
	struct binding *before = k->ev->bindings;
	if (scan_at_word(text, 0, "def")) {
		run_function(k, statements, text);
		poison(k, changed);
	} else if (scan_at_word(text, 0, "class")) {
		run_class(k, statements);
		kernel_forget(k, head);
	} else {
		if (words_find(text, loops) != NULL) {
			kernel_forget(k, kernel_body(statements));
		}
		poison(k, changed);
		bool is_sure = words_find(text, surely) != NULL;
		k->unsure += is_sure ? 0 : 1;
		kernel_run_body(k, statements);
		k->unsure -= is_sure ? 0 : 1;
		if (!is_sure) {
			kernel_leave(k, before, false);
		}
	}
}
