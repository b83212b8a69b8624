/*
 * Files of TTGIR: every type tensor<..., #encoding> and !ttg.memdesc<..., #encoding> in them, each once, with the
 * aliases that the file defines in front of it: a file may hold several modules, as the compiler prints one behind each
 * pass, with other aliases of the same names. Nothing else of a file is read.
 */
#include <inttypes.h>

#include "lang/language/language.h"
#include "lang/language/triton.h"

enum { TYPES_MAX = 4096, ALIASES_MAX = 4096 };

struct file {
	struct reading *reading;
	struct str text;
	struct term *aliases;
	int alias_count;
	struct triton_use *uses;
	int *in_front;              /* how many aliases stand in front of each use */
	int use_count;
};

static bool at_word(struct str text, size_t at, const char *word) {
	size_t length = strlen(word);
	return text.length - at >= length && memcmp(text.data + at, word, length) == 0;
}

/* The end of the type that begins at "at", whose "<" is at "open"; 0 if it does not end. */
static size_t find_end(struct str text, size_t open) {
	int depth = 0;
	for (size_t i = open; i < text.length && i < open + LIMIT_NAME_BYTES * 16; i++) {
		char c = text.data[i];
		bool is_arrow = c == '>' && text.data[i - 1] == '-';
		depth += c == '<' ? 1 : c == '>' && !is_arrow ? -1 : 0;
		if (depth == 0) {
			return i + 1;
		}
	}
	return 0;
}

static struct str text_at(const struct file *file, struct span span) {
	return (struct str){ file->text.data + span.begin, span.end - span.begin };
}

/* The alias that "name" is among the first "count", or -1. */
static int find_alias(const struct file *file, struct str name, int count) {
	while (count > 0 && !str_equal(file->aliases[count - 1].items[0].text, name)) {
		count--;
	}
	return count - 1;
}

/* Whether all names in "text" are the same alias among the first "a" and the first "b". */
static bool same_aliases(const struct file *file, struct str text, int a, int b) {
	for (size_t i = 0; i < text.length; i++) {
		if (text.data[i] != '#') {
			continue;
		}
		size_t end = i + 1;
		while (end < text.length && (str_is_word(text.data[end]) || text.data[end] == '$')) {
			end++;
		}
		struct str name = { text.data + i, end - i };
		if (find_alias(file, name, a) != find_alias(file, name, b)) {
			return false;
		}
	}
	return true;
}

/* Remember an alias, unless the same stands already where its names are the same. */
static bool add_alias(struct file *file, const struct term *alias) {
	int before = find_alias(file, alias->items[0].text, file->alias_count);
	struct str text = text_at(file, alias->span);
	if (before >= 0 && str_equal(text_at(file, file->aliases[before].span), text)
		&& same_aliases(file, text_at(file, alias->items[1].span), before, file->alias_count)) {
		return true;
	}
	if (file->alias_count == ALIASES_MAX) {
		return reader_fault(&file->reading->reader, alias->span, FAULT_LIMIT, "more than %d aliases", ALIASES_MAX);
	}
	file->aliases[file->alias_count++] = *alias;
	return true;
}

/* #name = #... at the beginning of a line */
static bool read_alias(struct file *file, size_t at) {
	size_t end = at;
	while (end < file->text.length && file->text.data[end] != '\n') {
		end++;
	}
	struct str line = { file->text.data + at, end - at };
	if (!str_has(line, " = #")) {
		return true;
	}
	struct term program = term_read(&file->reading->reader, (struct span){ at, end }, false);
	if (reader_failed(&file->reading->reader)) {
		return false;
	}
	return program.count == 0 || !term_is_alias(&program.items[0]) || add_alias(file, &program.items[0]);
}

/* Count a type that was seen, or remember a new one. */
static bool add_use(struct file *file, size_t begin, size_t end) {
	struct str text = { file->text.data + begin, end - begin };
	for (int i = 0; i < file->use_count; i++) {
		if (str_equal(text, text_at(file, file->uses[i].span))
			&& same_aliases(file, text, file->in_front[i], file->alias_count)) {
			file->uses[i].count++;
			return true;
		}
	}
	if (file->use_count == TYPES_MAX) {
		return reader_fault(&file->reading->reader, (struct span){ begin, end }, FAULT_LIMIT, "more than %d types",
			TYPES_MAX);
	}
	file->in_front[file->use_count] = file->alias_count;
	file->uses[file->use_count++] = (struct triton_use){ .span = { begin, end }, .count = 1 };
	return true;
}

/* Find the aliases and the types. */
static bool scan(struct file *file) {
	for (size_t i = 0; i < file->text.length; i++) {
		bool is_line = i == 0 || file->text.data[i - 1] == '\n';
		char c = file->text.data[i];
		if (is_line && c == '#' && !read_alias(file, i)) {
			return false;
		}
		bool is_tensor = c == 't' && at_word(file->text, i, "tensor<");
		bool is_memory = c == '!' && (at_word(file->text, i, "!ttg.memdesc<") || at_word(file->text, i,
			"!triton_gpu.memdesc<"));
		if (!is_tensor && !is_memory) {
			continue;
		}
		size_t open = i;
		while (file->text.data[open] != '<') {
			open++;
		}
		size_t end = find_end(file->text, open);
		if (end == 0) {
			return reader_fault(&file->reading->reader, (struct span){ i, open + 1 }, FAULT_SYNTAX,
				"expected '>' behind this type");
		}
		bool has_encoding = str_has((struct str){ file->text.data + open, end - open }, ", #");
		if (has_encoding && !add_use(file, i, end)) {
			return false;
		}
		i = has_encoding ? end - 1 : open;
	}
	return true;
}

/* Whether another use has the same text, with other aliases. */
static bool has_twin(const struct file *file, const struct triton_use *use) {
	for (int i = 0; i < file->use_count; i++) {
		if (&file->uses[i] != use && str_equal(text_at(file, file->uses[i].span), text_at(file, use->span))) {
			return true;
		}
	}
	return false;
}

/* "64x128xf16 #blocked, 3 times", and of a text that means something else in another place "from line 5 on". */
static struct str name_use(struct file *file, const struct triton_use *use, const struct term *type) {
	struct buf out;
	buf_init(&out, file->reading->reader.al->arena);
	if (type != NULL && type->count >= 2) {
		buf_put_str(&out, type->items[0].text);
		struct str encoding = text_at(file, type->items[1].span);
		int shown = str_shown(encoding, 100);
		buf_printf(&out, " %.*s%s", shown, encoding.data, encoding.length > (size_t)shown ? "..." : "");
	}
	buf_printf(&out, ", %d %s", use->count, use->count == 1 ? "time" : "times");
	if (has_twin(file, use)) {
		buf_printf(&out, " from line %d on", source_position(file->reading->reader.source, use->span.begin).line);
	}
	return buf_str(&out);
}

/* Read one type. A fault stays with it, so that the others are read. */
static void read_use(struct file *file, const struct language_options *options, struct triton_use *use) {
	struct reader reader = { file->reading->reader.al, file->reading->reader.source, &use->message };
	struct term aliases = { .kind = TERM_LIST, .items = file->aliases, .count = file->alias_count };
	struct term program = term_read(&reader, use->span, false);
	const struct term *type = program.count > 0 && program.items[0].count >= 2 ? &program.items[0] : NULL;
	use->name = name_use(file, use, type);
	if (type == NULL || reader_failed(&reader)) {
		reader_fault(&reader, use->span, FAULT_SYNTAX, "expected a type with an encoding");
		return;
	}
	struct reading reading = { .reader = reader, .text = file->text, .options = options };
	triton_read_type(&reading, &aliases, type, &use->denotation);
}

int triton_read_file(struct reading *reading, struct triton_use **uses) {
	struct arena *arena = reading->reader.al->arena;
	struct file file = { .reading = reading, .text = reading->text };
	file.aliases = arena_array(arena, ALIASES_MAX, sizeof *file.aliases);
	file.uses = arena_array(arena, TYPES_MAX, sizeof *file.uses);
	file.in_front = arena_array(arena, TYPES_MAX, sizeof *file.in_front);
	if (!scan(&file)) {
		return 0;
	}
	for (int i = 0; i < file.use_count; i++) {
		read_use(&file, reading->options, &file.uses[i]);
	}
	*uses = file.uses;
	return file.use_count;
}

bool triton_is_file(struct str text) {
	size_t types = 0;
	bool has_function = str_has(text, "module") || str_has(text, "tt.func") || str_has(text, "loc(");
	for (size_t i = 0; i + 8 < text.length; i++) {
		types += at_word(text, i, "tensor<") || at_word(text, i, "memdesc<") ? 1 : 0;
	}
	return types > 1 || (types == 1 && has_function);
}
