#include "cli/repl/names.h"

#include "base/limits.h"
#include "cli/report.h"

/* The arena may hold twice what was needed at last and this. */
enum { SLACK_BYTES = 1 << 20 };

void repl_names_init(struct repl_names *names) {
	*names = (struct repl_names){ .count = 0 };
	arena_init(&names->arena, report_out_of_memory, NULL);
}

void repl_names_finish(struct repl_names *names) {
	arena_finish(&names->arena);
}

static struct repl_name *copy_name(struct arena *arena, const char *name, struct str text) {
	struct repl_name *copy = arena_alloc(arena, sizeof *copy);
	copy->name = arena_copy(arena, name, strlen(name));
	copy->text = (struct str){ arena_copy(arena, text.data, text.length), text.length };
	return copy;
}

/* Move all names to a new arena and give the old one back, with the texts that are no longer needed. */
static void compact(struct repl_names *names) {
	struct arena arena;
	arena_init(&arena, report_out_of_memory, NULL);
	for (struct repl_name **link = &names->first; *link != NULL; link = &(*link)->next) {
		struct repl_name *copy = copy_name(&arena, (*link)->name, (*link)->text);
		copy->next = (*link)->next;
		*link = copy;
	}
	arena_finish(&names->arena);
	names->arena = arena;
	names->needed = arena.held;
}

bool repl_names_set(struct repl_names *names, const char *name, struct str text) {
	struct repl_name **link = &names->first;
	while (*link != NULL && strcmp((*link)->name, name) < 0) {
		link = &(*link)->next;
	}
	struct repl_name *old = *link != NULL && strcmp((*link)->name, name) == 0 ? *link : NULL;
	if (old == NULL && names->count == LIMIT_NAMES) {
		return false;
	}
	struct repl_name *added = copy_name(&names->arena, name, text);
	added->next = old != NULL ? old->next : *link;
	*link = added;
	names->count += old != NULL ? 0 : 1;
	if (names->arena.held > 2 * names->needed + SLACK_BYTES) {
		compact(names);
	}
	return true;
}

const struct repl_name *repl_names_find(const struct repl_names *names, const char *name) {
	for (const struct repl_name *found = names->first; found != NULL; found = found->next) {
		if (strcmp(found->name, name) == 0) {
			return found;
		}
	}
	return NULL;
}

bool repl_text_has_word(struct str text, const char *word) {
	size_t length = strlen(word);
	for (size_t i = 0; i + length <= text.length; i++) {
		bool begins = i == 0 || !str_is_word(text.data[i - 1]);
		bool ends = i + length == text.length || !str_is_word(text.data[i + length]);
		if (begins && ends && memcmp(text.data + i, word, length) == 0) {
			return true;
		}
	}
	return false;
}

void repl_names_forget(struct repl_names *names, const char *name) {
	for (struct repl_name **link = &names->first; *link != NULL;) {
		struct repl_name *each = *link;
		if (strcmp(each->name, name) == 0 || !repl_text_has_word(each->text, name)) {
			link = &each->next;
			continue;
		}
		if (strcmp(each->name, REPL_ANSWER) != 0) {
			report_failure("'%s' is forgotten: it was said in terms of '%s', which is another now", each->name, name);
		}
		*link = each->next;
		names->count--;
	}
}

void repl_names_drop(struct repl_names *names, const char *name) {
	for (struct repl_name **link = &names->first; *link != NULL; link = &(*link)->next) {
		if (strcmp((*link)->name, name) == 0) {
			*link = (*link)->next;
			names->count--;
			return;
		}
	}
}

/* Integers that are known at run time only are bound first: others are said in terms of them. */
static bool is_unknown(const struct repl_name *name) {
	return name->text.data[0] == '?';
}

static void bind_those(const struct repl_names *names, struct evaluation *ev, bool unknown) {
	for (const struct repl_name *name = names->first; name != NULL; name = name->next) {
		if (is_unknown(name) != unknown) {
			continue;
		}
		struct buf text;
		buf_init(&text, ev->algebra.arena);
		buf_printf(&text, "%s = ", name->name);
		buf_put_str(&text, name->text);
		struct source *source = arena_alloc(ev->algebra.arena, sizeof *source);
		*source = (struct source){ name->name, buf_str(&text), 1 };
		if (!evaluation_run(ev, source)) {
			report_evaluation(ev);
			fault_clear(&ev->error.fault);
			fault_clear(&ev->algebra.fault);
		}
		ev->warning_count = 0;
	}
}

void repl_names_bind(const struct repl_names *names, struct evaluation *ev) {
	bind_those(names, ev, true);
	bind_those(names, ev, false);
}
