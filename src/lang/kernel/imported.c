/*
 * What the names of a source in Python are imported from, wherever the imports stand. A name of a module of helpers
 * that the source gives a value of its own is none of an import.
 */
#include "lang/imports.h"

#include "lang/kernel/changes.h"
#include "lang/kernel/run.h"
#include "lang/kernel/scan.h"

static void add_import(struct kernel *k, struct str name, struct str module, struct str member) {
	struct import *import = arena_alloc(k->ev->algebra.arena, sizeof *import);
	*import = (struct import){ name, module, member, k->imports };
	k->imports = import;
}

/* Behind the name with dots at "at", a.b.c. */
static size_t behind_path(struct str text, size_t at) {
	while (scan_is_name_part(scan_at(text, at)) || scan_at(text, at) == '.') {
		at++;
	}
	return at;
}

/* "first [as name], ...", which a bracket may be around; "module" is in front of them, or empty behind "import". */
static void add_list(struct kernel *k, struct str list, struct str module) {
	for (size_t at = 0; at < list.length;) {
		if (!scan_is_name_start(list.data[at]) && list.data[at] != '.' && list.data[at] != '*') {
			at = scan_step(list, at, SCAN_PYTHON);
			continue;
		}
		size_t end = list.data[at] == '*' ? at + 1 : behind_path(list, at);
		struct str first = { list.data + at, end - at };
		struct str name = first;
		at = end;
		size_t next = scan_blanks(list, at, SCAN_PYTHON);
		bool renames = scan_at_word(list, next, "as");
		if (renames) {
			size_t begin = scan_blanks(list, next + strlen("as"), SCAN_PYTHON);
			at = scan_name(list, begin);
			name = (struct str){ list.data + begin, at - begin };
		}
		if (module.length > 0) {
			add_import(k, name, module, first);
		} else if (renames || memchr(first.data, '.', first.length) == NULL) {
			add_import(k, name, first, str_from(""));
		}
	}
}

/* Add that those of "names" that matter are none of an import. */
static void add_own(struct kernel *k, struct names names) {
	for (int i = 0; i < names.count; i++) {
		if (imports_matter(names.items[i])) {
			add_import(k, names.items[i], str_from(""), str_from(""));
		}
	}
}

/* Add what the statement "text" imports, or that a name that matters is none of an import: name = ... */
static void add_statement(struct kernel *k, struct str text) {
	if (scan_at_word(text, 0, "import")) {
		add_list(k, scan_part(text, strlen("import"), text.length), str_from(""));
		return;
	}
	size_t begin = scan_at_word(text, 0, "from") ? scan_blanks(text, strlen("from"), SCAN_PYTHON) : text.length;
	size_t end = behind_path(text, begin);
	size_t imports = scan_blanks(text, end, SCAN_PYTHON);
	if (end > begin && scan_at_word(text, imports, "import")) {
		struct str module = { text.data + begin, end - begin };
		add_list(k, scan_part(text, imports + strlen("import"), text.length), module);
		return;
	}
	add_own(k, changes_bound(k->ev->algebra.arena, text));
}

void kernel_find_imports(struct kernel *k) {
	struct statements statements = statements_of(k->text, 0, k->text.length, false);
	struct statement statement = statements_next(&statements);
	for (; statement.kind != STATEMENT_END; statement = statements_next(&statements)) {
		add_statement(k, scan_part(k->text, statement.span.begin, statement.span.end));
	}
	for (const struct import *each = k->imports; each != NULL; each = each->next) {
		if (imports_are_foreign(k->imports, each->name)) {
			kernel_poison(k, each->name);
		}
	}
}
