#include "cli/repl/names.h"

#include "algebra/symbol.h"
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

static struct str copy_str(struct arena *arena, struct str text) {
	return (struct str){ arena_copy(arena, text.length > 0 ? text.data : "", text.length), text.length };
}

static struct repl_name *copy_name(struct arena *arena, const char *name, struct str text, struct str needs) {
	struct repl_name *copy = arena_alloc(arena, sizeof *copy);
	copy->name = arena_copy(arena, name, strlen(name));
	copy->text = copy_str(arena, text);
	copy->needs = copy_str(arena, needs);
	return copy;
}

/* Move all names to a new arena and give the old one back, with the texts that are no longer needed. */
static void compact(struct repl_names *names) {
	struct arena arena;
	arena_init(&arena, report_out_of_memory, NULL);
	for (struct repl_name **link = &names->first; *link != NULL; link = &(*link)->next) {
		struct repl_name *copy = copy_name(&arena, (*link)->name, (*link)->text, (*link)->needs);
		copy->next = (*link)->next;
		*link = copy;
	}
	arena_finish(&names->arena);
	names->arena = arena;
	names->needed = arena.held;
}

bool repl_names_set(struct repl_names *names, const char *name, struct str text, struct str needs) {
	struct repl_name **link = &names->first;
	while (*link != NULL && strcmp((*link)->name, name) < 0) {
		link = &(*link)->next;
	}
	struct repl_name *old = *link != NULL && strcmp((*link)->name, name) == 0 ? *link : NULL;
	if (old == NULL && names->count == LIMIT_NAMES) {
		return false;
	}
	struct repl_name *added = copy_name(&names->arena, name, text, needs);
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

/* The line that "text" begins with, without its end, which is cut from it; false if there is none. */
static bool next_line(struct str *text, struct str *line) {
	const char *end = text->length > 0 ? memchr(text->data, '\n', text->length) : NULL;
	if (end == NULL) {
		return false;
	}
	*line = (struct str){ text->data, (size_t)(end - text->data) };
	text->data += line->length + 1;
	text->length -= line->length + 1;
	return true;
}

/* Leave out the needs of "each" in which "name" stands. */
static void forget_needs(struct repl_names *names, struct repl_name *each, const char *name) {
	struct buf kept;
	struct str line;
	buf_init(&kept, &names->arena);
	while (next_line(&each->needs, &line)) {
		if (!repl_text_has_word(line, name)) {
			buf_put_str(&kept, line);
			buf_put_char(&kept, '\n');
		}
	}
	each->needs = buf_str(&kept);
}

void repl_names_forget(struct repl_names *names, const char *name) {
	for (struct repl_name **link = &names->first; *link != NULL;) {
		struct repl_name *each = *link;
		if (strcmp(each->name, name) == 0 || !repl_text_has_word(each->text, name)) {
			if (each->needs.length > 0) {
				forget_needs(names, each, name);
			}
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

bool repl_name_is_unknown(const struct repl_name *name) {
	return name->text.data[0] == '?';
}

/* Evaluate "name = text", and leave out what it has to say. Returns false after a message. */
static bool run_text(struct evaluation *ev, const char *name, struct str text) {
	struct source *source = arena_alloc(ev->algebra.arena, sizeof *source);
	*source = (struct source){ name, text, 1 };
	bool good = evaluation_run(ev, source);
	if (!good) {
		report_evaluation(ev);
		fault_clear(&ev->error.fault);
		fault_clear(&ev->algebra.fault);
	}
	ev->warning_count = 0;
	return good;
}

static void bind_those(const struct repl_names *names, struct evaluation *ev, bool unknown) {
	for (const struct repl_name *name = names->first; name != NULL; name = name->next) {
		if (repl_name_is_unknown(name) != unknown) {
			continue;
		}
		struct buf text;
		buf_init(&text, ev->algebra.arena);
		buf_printf(&text, "%s = ", name->name);
		buf_put_str(&text, name->text);
		run_text(ev, name->name, buf_str(&text));
	}
}

/* Let what "name" rests on be needed again. */
static void add_needs(const struct repl_name *name, struct evaluation *ev) {
	struct str needs = name->needs;
	struct str line;
	while (next_line(&needs, &line)) {
		enum need_kind kind = (enum need_kind)(line.data[0] - '0');
		if (!run_text(ev, name->name, (struct str){ line.data + 1, line.length - 1 })) {
			continue;
		}
		const struct value *pair = &ev->results[ev->result_count - 1];
		if (value_has_symbol(pair)) {
			symbol_add_need(ev->symbols, kind, pair->tuple.modes[0], pair->tuple.modes[1]);
		}
	}
}

/*
 * Bind the values. What their texts need has been added for those that are used; what the others need is forgotten
 * again, and no line is told of it. The quotients that are new stay: values have them.
 */
static void bind_values(const struct repl_names *names, struct evaluation *ev) {
	struct symbols before = { .need_count = 0 };
	if (ev->symbols != NULL) {
		before = *ev->symbols;
	}
	ev->needs_reported = before.need_count;
	bind_those(names, ev, false);
	if (ev->symbols != NULL) {
		symbol_forget_needs(ev->symbols, &before);
	}
}

/* "name" is used in "text": it stands there, and not only as what the text begins with giving a value to. */
static bool is_used(const char *name, const char *text) {
	size_t length = strlen(name);
	text += strspn(text, " \t");
	if (strncmp(text, name, length) == 0) {
		const char *behind = text + length + strspn(text + length, " \t");
		text = behind[0] == '=' && behind[1] != '=' ? behind : text;
	}
	return repl_text_has_word(str_from(text), name);
}

void repl_names_bind(const struct repl_names *names, int count, char *const *texts, struct evaluation *ev) {
	bind_those(names, ev, true);
	for (const struct repl_name *name = names->first; name != NULL; name = name->next) {
		bool used = count == 0;
		for (int i = 0; i < count && name->needs.length > 0; i++) {
			used = used || is_used(name->name, texts[i]);
		}
		if (used) {
			add_needs(name, ev);
		}
	}
	bind_values(names, ev);
	ev->needs_reported = ev->symbols != NULL ? ev->symbols->need_count : 0;
}
