/* What Tab offers in the repl: commands behind ":", their options and styles, names that are bound, operations. */
#include <ctype.h>

#include "cli/cmd.h"
#include "cli/options.h"
#include "cli/repl/repl.h"
#include "lang/atoms.h"
#include "lang/ops/operation.h"

/* So much of the name of an atom must be there. */
enum { ATOM_PREFIX = 3 };

struct matches {
	struct str word;       /* what they begin with */
	struct arena *arena;
	const char **items;
	int most;
	int count;
};

/* Add PREFIX NAME SUFFIX if it begins with the word. */
static void offer(struct matches *matches, const char *prefix, struct str name, const char *suffix) {
	struct buf text;
	buf_init(&text, matches->arena);
	buf_put(&text, prefix);
	buf_put_str(&text, name);
	buf_put(&text, suffix);
	if (matches->count < matches->most && text.length >= matches->word.length
			&& memcmp(text.data, matches->word.data, matches->word.length) == 0) {
		matches->items[matches->count++] = text.data;
	}
}

static void offer_commands(struct matches *matches) {
	const char *name;
	for (int i = 0; (name = repl_command_name(i)) != NULL; i++) {
		offer(matches, ":", str_from(name), " ");
	}
}

static void offer_options(struct matches *matches, const struct command *command) {
	const struct option_line *line;
	for (int i = 0; (line = options_at(command, i)) != NULL; i++) {
		offer(matches, "--", str_from(line->name), line->value != NULL && line->value[0] == '=' ? "=" : " ");
	}
}

/* The words in "text", with blanks or commas between them. */
static void offer_words(struct matches *matches, const char *text) {
	while (*text != '\0') {
		size_t length = strcspn(text, ", ");
		offer(matches, "", (struct str){ text, length }, " ");
		text += length;
		text += strspn(text, ", ");
	}
}

static void offer_operations(struct matches *matches, const char *suffix) {
	for (const struct operation *each = operation_next(NULL); each != NULL; each = operation_next(each)) {
		offer(matches, "", str_from(each->name), suffix);
	}
}

/* The names of atoms: their tables are sorted, and each name is offered once. */
static void offer_atoms(struct matches *matches) {
	static const enum atom_table tables[] = { ATOMS_MMA, ATOMS_COPY, ATOMS_SMEM };
	for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
		struct atom_row row;
		struct str last = { "", 0 };
		size_t offset = 0;
		while (atoms_next(tables[i], &offset, &row)) {
			if (!str_equal(row.columns[0], last)) {
				offer(matches, "", row.columns[0], "");
			}
			last = row.columns[0];
		}
	}
}

static bool is_part_of_name(char c) {
	return isalnum((unsigned char)c) || c == '_';
}

/* The option whose value the word is the beginning of: "--kind=gr". Offers its values; returns whether it is one. */
static bool offer_values(struct matches *matches, const struct command *command, struct str before, size_t *begin) {
	size_t at = before.length;
	while (at > 0 && before.data[at - 1] != ' ' && before.data[at - 1] != '=') {
		at--;
	}
	size_t dashes = at;
	while (dashes > 0 && before.data[dashes - 1] != ' ') {
		dashes--;
	}
	struct str option = { before.data + dashes, at - dashes };
	if (!str_starts_with(option, "--") || option.data[option.length - 1] != '=') {
		return false;
	}
	*begin = at;
	matches->word = (struct str){ before.data + at, before.length - at };
	option = (struct str){ option.data + 2, option.length - 3 };
	const struct option_line *line;
	for (int i = 0; (line = options_at(command, i)) != NULL; i++) {
		if (str_is(option, line->name) && line->words != NULL) {
			offer_words(matches, line->words);
		}
	}
	return true;
}

static const struct command *command_of(struct str before) {
	return str_starts_with(before, ":check ") ? &command_check
		: str_starts_with(before, ":draw ") ? &command_draw : NULL;
}

int repl_complete(void *context, struct str before, struct arena *arena, const char **matches, int most,
		size_t *begin) {
	struct repl *repl = context;
	struct matches found = { .arena = arena, .items = matches, .most = most };
	const struct command *command = command_of(before);
	if (command != NULL && offer_values(&found, command, before, begin)) {
		return found.count;
	}
	size_t word = before.length;
	while (word > 0 && is_part_of_name(before.data[word - 1])) {
		word--;
	}
	bool first = word == 1 && before.data[0] == ':';
	if (first) {
		word = 0;
	}
	size_t dashes = before.length;
	while (dashes > 0 && before.data[dashes - 1] != ' ') {
		dashes--;
	}
	bool option = command != NULL && str_starts_with((struct str){ before.data + dashes, before.length - dashes }, "-");
	*begin = option ? dashes : word;
	found.word = (struct str){ before.data + *begin, before.length - *begin };
	if (first) {
		offer_commands(&found);
	} else if (option) {
		offer_options(&found, command);
	} else if (str_starts_with(before, ":style ")) {
		char names[NOTATION_NAMES_SIZE];
		offer_words(&found, notation_names(names));
	} else if (str_starts_with(before, ":help ")) {
		offer_operations(&found, "");
	} else {
		for (const struct repl_name *name = repl->names.first; name != NULL; name = name->next) {
			offer(&found, "", str_from(name->name), "");
		}
		offer_operations(&found, "(");
		if (found.word.length >= ATOM_PREFIX) {
			offer_atoms(&found);
		}
	}
	return found.count;
}
