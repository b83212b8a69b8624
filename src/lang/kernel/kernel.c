#include "lang/kernel/kernel.h"

#include <stdio.h>

#include "base/buf.h"
#include "base/limits.h"
#include "lang/kernel/scan.h"
#include "lang/kernel/statements.h"
#include "lang/ops/operation.h"

enum { PARAMETERS_MAX = 32,
	INSTANCES_MAX = 64,
	BODIES_MAX = 32,
	DIRECTIVES_MAX = 32,
	MEMBERS_MAX = 4096 };

/* A structure with parameters, which wait for their arguments. */
struct definition {
	struct str name;
	struct str parameters[PARAMETERS_MAX]; /* "int kBlockM", "typename T = half_t" */
	int parameter_count;
	struct span head; /* what stands in front of its body, where its bases are */
	struct span body;
	bool used;
	bool open; /* its body is being run */
	struct definition *next;
};

struct kernel {
	struct evaluation *ev;
	struct str text;
	struct findings *findings;
	struct definition *definitions;
	struct str scope;             /* in front of names that are found: "Traits::" */
	struct str label;             /* the name that is being declared, for what is made for it */
	int8_t taken[DIRECTIVES_MAX]; /* of open #if: 1 this branch is taken, 0 a later one may be, -1 one was */
	int directives;
	bool is_cpp;
	int bodies;     /* open ones */
	int statements; /* that were run */
	int members;    /* that were bound with the name of their structure */
	int instances;
};

static void run_block(struct kernel *k, struct statements *statements);
static void run_plain(struct kernel *k, struct str text);

static struct span span_of(const struct kernel *k, struct str text) {
	bool inside = text.data >= k->text.data && text.data + text.length <= k->text.data + k->text.length;
	size_t begin = inside ? (size_t)(text.data - k->text.data) : 0;
	return (struct span){ begin, inside ? begin + text.length : 0 };
}

static struct str copy_text(struct kernel *k, const char *text, size_t length) {
	char *copy = arena_alloc(k->ev->algebra.arena, length + 1);
	memcpy(copy, text, length);
	copy[length] = '\0';
	return (struct str){ copy, length };
}

static struct str join(struct kernel *k, struct str a, const char *between, struct str b) {
	struct buf out;
	buf_init(&out, k->ev->algebra.arena);
	buf_put_str(&out, a);
	buf_put(&out, between);
	buf_put_str(&out, b);
	return copy_text(k, out.length > 0 ? out.data : "", out.length);
}

/* Add that "text", which would have been "name", is left out because it is about other things. */
static void add_other(struct kernel *k, struct str text, struct str name) {
	struct finding *finding = findings_add(k->findings, FINDING_SKIPPED, span_of(k, text));
	finding->name = name;
	fault_set(&finding->fault, FAULT_REMARK, 0, "not about layouts");
}

/* --- evaluation --- */

bool kernel_is_layout(const struct value *value) {
	switch (value->kind) {
	case VALUE_NONE:
	case VALUE_BOOL:
	case VALUE_STRING: return false;
	case VALUE_TUPLE: return tuple_is_tuple(value->tuple);
	case VALUE_LIST: break;
	default: return true;
	}
	for (int i = 0; i < value->list.count; i++) {
		if (kernel_is_layout(&value->list.items[i])) {
			return true;
		}
	}
	return false;
}

/* Evaluate "text", whose value "value" receives. Returns false after a fault, which is in the evaluation. */
static bool evaluate(struct kernel *k, struct str text, struct value *value) {
	struct source *source = arena_alloc(k->ev->algebra.arena, sizeof *source);
	*source = (struct source){ "<kernel>", text, 1 };
	evaluation_forgive(k->ev);
	bool good = evaluation_run(k->ev, source);
	*value = good && k->ev->result_count > 0 ? k->ev->results[0] : value_none();
	return good;
}

static void poison(struct kernel *k, struct str name) {
	if (name.length > 0) {
		evaluation_bind(k->ev, name, value_none());
	}
}

/* What "name" means is an integer that is known at run time only. */
static void bind_unknown(struct kernel *k, struct str name) {
	struct value value;
	if (name.length > 0 && evaluate(k, str_from("?"), &value)) {
		evaluation_bind(k->ev, name, value);
	}
}

static bool begins(struct str text, const char *start) {
	return text.length >= strlen(start) && memcmp(text.data, start, strlen(start)) == 0;
}

/* The name behind "prefix::" in the name of "binding"; empty for other bindings. */
static struct str member_of(const struct binding *binding, struct str prefix) {
	struct str name = binding->name;
	bool is_longer = prefix.length > 0 && name.length > prefix.length + 2;
	bool is_member = is_longer && memcmp(name.data, prefix.data, prefix.length) == 0
		&& memcmp(name.data + prefix.length, "::", 2) == 0;
	size_t skipped = is_member ? prefix.length + 2 : name.length;
	return (struct str){ name.data + skipped, name.length - skipped };
}

/* Bind the members of "from" as members of "to", without a scope where that is empty. Returns whether there are any. */
static bool bind_members(struct kernel *k, struct str from, struct str to) {
	bool any = false;
	for (const struct binding *binding = k->ev->bindings; binding != NULL; binding = binding->next) {
		struct str member = member_of(binding, from);
		bool known = false;
		/* The most recent binding comes first; older ones of the name are hidden by it. */
		const struct binding *last = member.length > 0 ? binding : k->ev->bindings;
		for (const struct binding *other = k->ev->bindings; other != last; other = other->next) {
			known = known || str_equal(other->name, binding->name);
		}
		if (member.length > 0 && !known && k->members++ < MEMBERS_MAX) {
			evaluation_bind(k->ev, to.length > 0 ? join(k, to, "::", member) : member, binding->value);
			any = true;
		}
	}
	return any;
}

/* --- templates --- */

/* The last name in "text" in front of "=" or its end: what a parameter declares. */
static struct str parameter_name(struct str text) {
	size_t end = 0;
	size_t begin = 0;
	for (size_t at = 0; at < text.length && text.data[at] != '=';) {
		if (scan_at(text, at) == '<') {
			size_t close = scan_close(text, at);
			at = close > at ? close : at + 1;
		} else if (scan_is_name_start(text.data[at])) {
			begin = at;
			end = at = scan_name(text, at);
		} else {
			at++;
		}
	}
	return (struct str){ text.data + begin, end - begin };
}

/* What stands behind "=" in "text", empty if nothing does. */
static struct str parameter_default(struct str text) {
	for (size_t at = 0; at < text.length;) {
		if (text.data[at] == '=') {
			return scan_part(text, at + 1, text.length);
		}
		size_t close = scan_at(text, at) == '<' ? scan_close(text, at) : at;
		at = close > at ? close : at + 1;
	}
	return str_from("");
}

/* Split "text" at its commas outside of brackets into at most PARAMETERS_MAX "parts"; returns their number. */
static int split_commas(struct str text, struct str *parts) {
	int count = 0;
	size_t begin = 0;
	for (size_t at = 0; at <= text.length && count < PARAMETERS_MAX;) {
		char c = scan_at(text, at);
		if (c == ',' || at == text.length) {
			struct str part = scan_part(text, begin, at);
			if (part.length > 0) {
				parts[count++] = part;
			}
			begin = ++at;
			continue;
		}
		size_t close = c == '(' || c == '[' || c == '{' || c == '<' ? scan_close(text, at) : at;
		at = close > at ? close : scan_step(text, at, false);
	}
	return count;
}

static struct definition *find_definition(struct kernel *k, struct str name) {
	for (struct definition *definition = k->definitions; definition != NULL; definition = definition->next) {
		if (str_equal(definition->name, name)) {
			return definition;
		}
	}
	return NULL;
}

static struct str expand(struct kernel *k, struct str text);

/* Bind "name" to what "text" is: the members of a structure, or a value. Returns false if neither is known. */
static bool bind_type(struct kernel *k, struct str name, struct str text) {
	k->label = name;
	struct str type = expand(k, text);
	struct value value;
	k->label = str_from("");
	if (bind_members(k, type, name)) {
		return true;
	}
	if (!evaluate(k, type, &value)) {
		poison(k, name);
		return false;
	}
	evaluation_bind(k->ev, name, value);
	return true;
}

/* Bind the members of the structures that "head" names behind ":". */
static void bind_bases(struct kernel *k, struct str head) {
	static const char *const accesses[] = { "public ", "private ", "protected ", "virtual " };
	size_t at = 0;
	while (at < head.length && (head.data[at] != ':' || scan_at(head, at + 1) == ':' || scan_at(head, at - 1) == ':')) {
		size_t close = head.data[at] == '<' ? scan_close(head, at) : at;
		at = close > at ? close : at + 1;
	}
	struct str bases[PARAMETERS_MAX];
	int count = at < head.length ? split_commas(scan_part(head, at + 1, head.length), bases) : 0;
	for (int i = 0; i < count; i++) {
		for (size_t j = 0; j < sizeof accesses / sizeof accesses[0]; j++) {
			if (begins(bases[i], accesses[j])) {
				bases[i] = scan_part(bases[i], strlen(accesses[j]), bases[i].length);
			}
		}
		bind_members(k, expand(k, bases[i]), str_from(""));
	}
}

/* Run the body of a structure. What it binds is bound as members of "name" in place of the bindings "before" it. */
static void run_structure(struct kernel *k, struct str name, struct str head, struct span body,
	struct binding *before) {
	struct str scope = k->scope;
	struct str label = k->label.length > 0 ? k->label : name;
	k->label = str_from("");
	struct statements statements = statements_of(k->text, body.begin, body.end, k->is_cpp);
	bind_bases(k, head);
	k->scope = join(k, join(k, scope, "", label), "", str_from("::"));
	run_block(k, &statements);
	k->scope = scope;
	struct binding *bound = k->ev->bindings;
	k->ev->bindings = before;
	for (const struct binding *binding = bound; binding != NULL && binding != before; binding = binding->next) {
		bool hidden = false;
		for (const struct binding *other = bound; other != binding; other = other->next) {
			hidden = hidden || str_equal(other->name, binding->name);
		}
		if (!hidden && k->members++ < MEMBERS_MAX) {
			evaluation_bind(k->ev, join(k, name, "::", binding->name), binding->value);
		}
	}
}

/* Run the body of "definition" with "arguments". Returns the name whose members are what it binds. */
static struct str instantiate(struct kernel *k, struct definition *definition, struct str arguments) {
	struct str given[PARAMETERS_MAX];
	int count = split_commas(arguments, given);
	char number[32];
	snprintf(number, sizeof number, "_%d", ++k->instances);
	struct str name = join(k, definition->name, "", copy_text(k, number, strlen(number)));
	struct binding *before = k->ev->bindings;
	struct str head = { k->text.data + definition->head.begin, definition->head.end - definition->head.begin };
	struct str label = k->label.length > 0 ? k->label : definition->name;
	definition->used = true;
	for (int i = 0; i < definition->parameter_count; i++) {
		struct str parameter = definition->parameters[i];
		struct str value = i < count ? given[i] : parameter_default(parameter);
		if (value.length == 0) {
			poison(k, parameter_name(parameter));
		} else {
			bind_type(k, parameter_name(parameter), value);
		}
	}
	k->bodies++;
	k->label = label;
	definition->open = true;
	run_structure(k, name, head, definition->body, before);
	definition->open = false;
	k->bodies--;
	return name;
}

/* "text" with each structure that is given arguments, Traits<64,128>, replaced by the name of its members. */
static struct str expand(struct kernel *k, struct str text) {
	struct buf out;
	size_t copied = 0;
	buf_init(&out, k->ev->algebra.arena);
	for (size_t at = 0; at < text.length && k->definitions != NULL;) {
		if (!scan_is_name_start(text.data[at]) || (at > 0 && scan_is_name_part(text.data[at - 1]))) {
			at = scan_step(text, at, false);
			continue;
		}
		size_t end = scan_name(text, at);
		struct str name = { text.data + at, end - at };
		struct definition *definition = scan_at(text, end) == '<' ? find_definition(k, name) : NULL;
		size_t close = definition != NULL ? scan_close(text, end) : end;
		if (close == end || definition->open || k->instances >= INSTANCES_MAX || k->bodies >= BODIES_MAX) {
			at = end;
			continue;
		}
		struct str arguments = expand(k, scan_part(text, end + 1, close - 1));
		buf_put_str(&out, (struct str){ text.data + copied, at - copied });
		buf_put_str(&out, instantiate(k, definition, arguments));
		copied = at = close;
	}
	if (copied == 0) {
		return text;
	}
	buf_put_str(&out, (struct str){ text.data + copied, text.length - copied });
	return copy_text(k, out.data, out.length);
}

/* --- statements --- */

/* Words that begin statements which are not about layouts. */
static const char *const other_words[] = {
	"return",
	"break",
	"continue",
	"goto",
	"throw",
	"delete",
	"friend",
	"extern",
	"if",
	"else",
	"for",
	"while",
	"do",
	"switch",
	"case",
	"default",
	"try",
	"catch",
	"template",
	"struct",
	"class",
	"enum",
	"union",
	"namespace",
	"public",
	"private",
	"protected",
	"asm",
	"import",
	"from",
	"def",
	"elif",
	"with",
	"except",
	"finally",
	"pass",
	"raise",
	"yield",
	"global",
	"nonlocal",
	"lambda",
	"async",
	"await",
	"del",
	"printf",
	"cout",
	"__syncthreads",
	"CUTE_UNROLL",
	"assert",
	"CUTE_CHECK_ERROR",
	"CUTE_RUNTIME_ASSERT",
	"CUTLASS_PRAGMA_UNROLL",
	"CUTE_NO_UNROLL",
	"CUTLASS_PRAGMA_NO_UNROLL",
	NULL,
};

static const char *const condition_words[] = {
	"static_assert",
	"CUTE_STATIC_ASSERT_V",
	"CUTE_STATIC_ASSERT",
	NULL,
};

/* The word of the list that "text" begins with, or NULL. */
static const char *first_word(struct str text, const char *const *words) {
	for (; *words != NULL; words++) {
		if (scan_at_word(text, 0, *words)) {
			return *words;
		}
	}
	return NULL;
}

/* Whether "text" has a word that is said of layouts. */
static bool speaks_of_layouts(struct str text) {
	static const char *const words[] = { "Layout", "Shape", "Stride", "Swizzle", "ComposedLayout", "Tile", "TiledMMA",
		"TiledCopy", "Copy_Atom", "MMA_Atom", "Tensor", "GMMA", "UMMA", NULL };
	for (size_t at = 0; at < text.length;) {
		if (!scan_is_name_start(text.data[at])) {
			at = scan_step(text, at, true);
			continue;
		}
		size_t end = at;
		while (scan_is_name_part(scan_at(text, end))) {
			end++;
		}
		struct str name = { text.data + at, end - at };
		for (const char *const *word = words; *word != NULL; word++) {
			if (str_is(name, *word)) {
				return true;
			}
		}
		bool makes = begins(name, "make_") || begins(name, "partition_");
		if (makes || (scan_at(text, end) == '(' && operation_find(name) != NULL && !str_is(name, "print_tensor"))) {
			return true;
		}
		at = end;
	}
	return false;
}

/* Whether "text" has a part of a word that names of layouts have: it may be about them. */
static bool hints_at_layouts(struct str text) {
	static const char *const parts[] = { "layout", "swizzle", "shape", "stride", "tensor", "tile", "partition", "mma" };
	for (size_t at = 0; at < text.length; at++) {
		for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
			size_t length = 0;
			while (parts[i][length] != '\0' && (scan_at(text, at + length) | 0x20) == parts[i][length]) {
				length++;
			}
			if (parts[i][length] == '\0') {
				return true;
			}
		}
	}
	return false;
}

/* Where "=" stands in "text" that gives a name its value, not "+=" or "=="; the length of "text" if nothing does. */
static size_t find_assignment(struct str text) {
	for (size_t at = 0; at < text.length;) {
		char c = text.data[at];
		size_t close = c == '(' || c == '[' || c == '{' || c == '<' ? scan_close(text, at) : at;
		if (close > at) {
			at = close;
			continue;
		}
		if (c == '=') {
			bool joined = at > 0 && strchr("=<>!+-*/%&|^", text.data[at - 1]) != NULL;
			bool compares = joined || scan_at(text, at + 1) == '=';
			return compares ? text.length : at;
		}
		at = scan_step(text, at, false);
	}
	return text.length;
}

/* A declaration or binding in its parts. */
struct declaration {
	struct str name;  /* empty: it declares nothing that has one name */
	struct str names; /* of "auto [a, b]" and "a, b", else empty */
	struct str value; /* empty: the value is that of the type */
	struct str type;
};

/* The name at the end of "text", which has more in front of it, or is alone; empty if it ends in another way. */
static struct str last_name(struct str text) {
	size_t end = text.length;
	if (end > 0 && text.data[end - 1] == ']') {
		while (end > 0 && text.data[end - 1] != '[') {
			end--;
		}
		end -= end > 0 ? 1 : 0;
	}
	size_t begin = end;
	while (begin > 0 && scan_is_name_part(text.data[begin - 1])) {
		begin--;
	}
	bool is_name = begin < end && scan_is_name_start(text.data[begin]);
	return (struct str){ text.data + begin, is_name ? end - begin : 0 };
}

/* Whether "text" is words, types and signs of references alone, as what stands in front of a declared name is. */
static bool is_type_text(struct str text) {
	for (size_t at = 0; at < text.length;) {
		char c = text.data[at];
		size_t close = c == '<' ? scan_close(text, at) : at;
		if (close > at) {
			at = close;
		} else if (scan_is_name_part(c) || scan_is_blank(c) || c == ':' || c == '&' || c == '*') {
			at++;
		} else if (c == '(' || c == '[') {
			/* alignas(128), [[maybe_unused]] */
			size_t end = scan_close(text, at);
			if (end == at) {
				return false;
			}
			at = end;
		} else {
			return false;
		}
	}
	return true;
}

/* A name, and in Python perhaps ": type", in front of "=". */
static bool is_target(const struct kernel *k, struct str left) {
	size_t end = scan_name(left, 0);
	size_t colon = scan_blanks(left, end, false);
	return end == left.length || (!k->is_cpp && end > 0 && scan_at(left, colon) == ':');
}

/* name, "auto" "[" names "]", type name, names: the left side of "=" */
static void read_target(struct kernel *k, struct str left, struct declaration *declaration) {
	bool lists = begins(left, "auto") && left.data[left.length - 1] == ']';
	if (lists && memchr(left.data, '[', left.length) != NULL) {
		size_t open = (size_t)((const char *)memchr(left.data, '[', left.length) - left.data);
		declaration->names = scan_part(left, open + 1, left.length - 1);
		return;
	}
	if (is_target(k, left)) {
		declaration->name = (struct str){ left.data, scan_name(left, 0) };
		return;
	}
	if (!k->is_cpp && memchr(left.data, ',', left.length) != NULL && memchr(left.data, '[', left.length) == NULL) {
		declaration->names = left;
		return;
	}
	struct str name = last_name(left);
	struct str before = scan_part(left, 0, name.length > 0 ? (size_t)(name.data - left.data) : 0);
	if (name.length > 0 && before.length > 0 && is_type_text(before)) {
		declaration->name = name;
		declaration->type = before;
	}
}

/* type name "{" "}" | type name: a declaration without "=" */
static bool read_plain_declaration(struct str text, struct declaration *declaration) {
	struct str whole = text;
	if (text.length > 2 && text.data[text.length - 1] == '}') {
		size_t at = text.length;
		while (at > 0 && text.data[at - 1] != '{') {
			at--;
		}
		declaration->value = scan_part(text, at, text.length - 1);
		text = scan_part(text, 0, at > 0 ? at - 1 : 0);
	}
	struct str name = last_name(text);
	struct str before = scan_part(text, 0, name.length > 0 ? (size_t)(name.data - text.data) : 0);
	bool separate = name.length > 0 && before.length > 0 && name.data > before.data + before.length;
	bool closes = name.length > 0 && before.length > 0 && strchr(">&*", before.data[before.length - 1]) != NULL;
	if ((!separate && !closes) || !is_type_text(before) || begins(whole, "using ")
		|| scan_at_word(before, before.length - 1, "o") || before.data[before.length - 1] == ':') {
		*declaration = (struct declaration){ .name = { text.data, 0 } };
		return false;
	}
	declaration->name = name;
	declaration->type = before;
	return true;
}

/* type name "(" arguments ")", the name with what is made of the arguments: its value is not known. */
static bool read_construction(struct str text, struct declaration *declaration) {
	size_t end = scan_name(text, 0);
	if (scan_at(text, end) == '<') {
		end = scan_close(text, end);
	}
	size_t begin = scan_blanks(text, end, false);
	size_t stop = scan_name(text, begin);
	bool is_type = end > 0 && begin > end && stop > begin && scan_at(text, stop) == '(';
	if (!is_type || scan_close(text, stop) != text.length || scan_at_word(text, begin, "o")) {
		return false;
	}
	declaration->name = (struct str){ text.data + begin, stop - begin };
	return true;
}

/* "typedef" type name */
static void read_typedef(struct str text, struct declaration *declaration) {
	declaration->name = last_name(text);
	size_t length = declaration->name.length > 0 ? (size_t)(declaration->name.data - text.data) : text.length;
	declaration->value = scan_part(text, strlen("typedef"), length);
}

static bool is_number_type(struct str type) {
	static const char *const words[] = { "int", "int32_t", "int64_t", "uint32_t", "size_t", "bool", "unsigned", "float",
		"double", "char", NULL };
	for (size_t at = 0; at < type.length; at++) {
		struct str rest = type;
		for (const char *const *word = words; *word != NULL; word++) {
			if (scan_at_word(rest, at, *word)) {
				return true;
			}
		}
	}
	return false;
}

/* The first name in "text" that stands for a value which is not known; empty if there is none. */
static struct str unknown_name(struct kernel *k, struct str text) {
	for (size_t at = 0; at < text.length;) {
		bool begins_name = scan_is_name_start(text.data[at]);
		size_t end = begins_name ? scan_name(text, at) : scan_step(text, at, !k->is_cpp);
		char behind = scan_at(text, scan_blanks(text, end, !k->is_cpp));
		bool is_member = at > 0 && (text.data[at - 1] == '.' || scan_is_name_part(text.data[at - 1]));
		struct str name = { text.data + at, end - at };
		struct value value;
		bool is_value = begins_name && !is_member && behind != '(' && behind != '<' && behind != '=';
		if (is_value && operation_find(name) == NULL && !evaluate(k, name, &value)
			&& k->ev->error.fault.code == FAULT_NAME) {
			return name;
		}
		at = end;
	}
	return str_from("");
}

/* Whether "type" is one of integers that are known at run time. */
static bool is_integer_type(struct str type) {
	static const char *const words[] = { "int", "int32_t", "int64_t", "uint32_t", "size_t", "unsigned", NULL };
	bool any = false;
	for (size_t at = 0; at < type.length;) {
		if (!scan_is_name_start(type.data[at])) {
			if (strchr("*[<", type.data[at]) != NULL) {
				return false;
			}
			at++;
			continue;
		}
		struct str rest = { type.data + at, type.length - at };
		if (scan_at_word(rest, 0, "constexpr")) {
			return false;
		}
		any = any || first_word(rest, words) != NULL;
		at = scan_name(type, at);
	}
	return any;
}

/* What is said of a statement that has no value, with the fault of its evaluation; "source" is what was evaluated. */
static void add_failure(struct kernel *k, struct str text, struct str name, struct str source) {
	struct fault fault = k->ev->error.fault;
	bool unknown = fault.code == FAULT_NAME;
	bool asks = fault.code == FAULT_SYNTAX || fault.code == FAULT_TYPE;
	struct str stranger = asks ? unknown_name(k, source) : str_from("");
	if (stranger.length > 0) {
		unknown = true;
		fault_clear(&fault);
		fault_set(&fault, FAULT_NAME, 0, "'%.*s' is not known", stranger.length > 60 ? 60 : (int)stranger.length,
			stranger.data);
	}
	bool speaks = speaks_of_layouts(text);
	if (!speaks && !hints_at_layouts(text)) {
		add_other(k, text, name);
		return;
	}
	bool refused = speaks && !unknown;
	struct finding *finding = findings_add(k->findings, refused ? FINDING_REFUSED : FINDING_SKIPPED, span_of(k, text));
	finding->name = name;
	finding->fault = fault;
}

/* Add "value" of "text" and what the evaluation remarked. */
static void add_value(struct kernel *k, struct str text, struct str name, struct value value) {
	struct finding *finding = findings_add(k->findings, FINDING_VALUE, span_of(k, text));
	finding->name = name.length > 0 && k->scope.length > 0 ? join(k, k->scope, "", name) : name;
	finding->value = value;
	if (k->ev->warning_count > 0) {
		finding->fault = k->ev->warnings[0].fault;
	}
}

/* A condition: "static_assert" "(" expression [ "," text ] ")" */
static void run_condition(struct kernel *k, struct str text) {
	size_t open = scan_blanks(text, scan_name(text, 0), false);
	struct str rest = expand(k, scan_part(text, open, text.length));
	bool bare = scan_at_word(text, 0, "assert");
	struct str condition = join(k, str_from(bare ? "static_assert(" : "static_assert"), "", rest);
	condition = bare ? join(k, condition, "", str_from(")")) : condition;
	struct value value;
	if (!evaluate(k, condition, &value)) {
		add_failure(k, text, str_from(""), condition);
		return;
	}
	bool is_number = value.kind == VALUE_TUPLE && tuple_is_plain_int(value.tuple);
	bool holds = value.kind == VALUE_BOOL ? value.boolean : is_number && value.tuple.value != 0;
	struct finding *finding = findings_add(k->findings, FINDING_CONDITION, span_of(k, text));
	finding->value = value_from_bool(holds);
	if (!holds) {
		finding_explain(k->ev, k->ev->result_nodes[0], &finding->fault);
		evaluation_forgive(k->ev);
	}
}

/* Bind each of "names" to its part of "value". */
static void bind_parts(struct kernel *k, struct str names, const struct value *value) {
	struct str parts[PARAMETERS_MAX];
	int count = split_commas(names, parts);
	bool is_tuple = value->kind == VALUE_TUPLE && tuple_is_tuple(value->tuple);
	int held = is_tuple ? value->tuple.rank : value->kind == VALUE_LIST ? value->list.count
									    : 0;
	for (int i = 0; i < count; i++) {
		if (held != count) {
			poison(k, parts[i]);
		} else if (!str_is(parts[i], "_")) {
			evaluation_bind(k->ev, parts[i],
				is_tuple ? value_from_tuple(value->tuple.modes[i]) : value->list.items[i]);
		}
	}
}

/* Run a declaration or binding: bind its names, and add its value if it is about layouts. */
static void run_declaration(struct kernel *k, struct str text, const struct declaration *declaration) {
	struct str source = declaration->value.length > 0 ? declaration->value : declaration->type;
	k->label = declaration->name;
	struct str expanded = expand(k, source);
	struct value value;
	k->label = str_from("");
	if (declaration->name.length > 0 && bind_members(k, expanded, declaration->name)) {
		return;
	}
	if (!evaluate(k, expanded, &value) || value.kind == VALUE_NONE) {
		if (fault_is_set(&k->ev->error.fault)) {
			add_failure(k, text, declaration->name, expanded);
		}
		if (is_integer_type(declaration->type)) {
			bind_unknown(k, declaration->name);
		} else {
			poison(k, declaration->name);
		}
		bind_parts(k, declaration->names, &(struct value){ .kind = VALUE_NONE });
		return;
	}
	if (kernel_is_layout(&value)) {
		add_value(k, text, declaration->name.length > 0 ? declaration->name : declaration->names, value);
	}
	if (declaration->name.length > 0) {
		evaluation_bind(k->ev, declaration->name, value);
	}
	bind_parts(k, declaration->names, &value);
}

/* Run the declarations of "text", of which "declaration" is the first: int a = 1, b = 2. */
static void run_declarations(struct kernel *k, struct str text, struct declaration *declaration) {
	struct str parts[PARAMETERS_MAX];
	int count = split_commas(declaration->value, parts);
	bool several = k->is_cpp && declaration->type.length > 0 && count > 1;
	declaration->value = several ? parts[0] : declaration->value;
	run_declaration(k, text, declaration);
	count = several ? count : 0;
	for (int i = 1; i < count; i++) {
		size_t assignment = find_assignment(parts[i]);
		struct declaration further = { .type = declaration->type };
		further.name = last_name(scan_part(parts[i], 0, assignment));
		if (assignment < parts[i].length) {
			further.value = scan_part(parts[i], assignment + 1, parts[i].length);
			run_declaration(k, parts[i], &further);
		} else {
			poison(k, further.name);
		}
	}
}

/* Run an expression: its value is shown if it is about layouts. */
static void run_expression(struct kernel *k, struct str text) {
	struct value value;
	if (!speaks_of_layouts(text) && !evaluate(k, text, &value)) {
		add_other(k, text, str_from(""));
		return;
	}
	if (!evaluate(k, expand(k, text), &value)) {
		add_failure(k, text, str_from(""), text);
	} else if (value.kind != VALUE_NONE) {
		add_value(k, text, str_from(""), value);
	}
}

/* "text" behind what may stand in front of a statement: attributes, macros, "public:". */
static struct str skip_prefixes(struct str text) {
	static const char *const labels[] = { "public", "private", "protected", "default", NULL };
	static const char *const macros[] = { "CUTE_UNROLL", "CUTLASS_PRAGMA_UNROLL", "CUTE_NO_UNROLL", "CUTE_HOST_DEVICE",
		"CUTE_DEVICE", "CUTE_HOST", "CUTLASS_DEVICE", "CUTLASS_HOST_DEVICE", "CUTE_INLINE_CONSTANT", "CUTE_STATIC",
		"__device__", "__host__", "__shared__", "__constant__", NULL };
	for (;;) {
		const char *label = first_word(text, labels);
		size_t behind = label != NULL ? scan_blanks(text, strlen(label), false) : 0;
		const char *macro = first_word(text, macros);
		if (label != NULL && scan_at(text, behind) == ':' && scan_at(text, behind + 1) != ':') {
			text = scan_part(text, scan_blanks(text, behind + 1, false), text.length);
		} else if (macro != NULL) {
			text = scan_part(text, scan_blanks(text, strlen(macro), false), text.length);
		} else if (begins(text, "[[") && scan_close(text, 0) > 0) {
			text = scan_part(text, scan_blanks(text, scan_close(text, 0), false), text.length);
		} else {
			return text;
		}
	}
}

/* One statement without a body. */
static void run_plain(struct kernel *k, struct str text) {
	struct declaration declaration = { .name = { NULL, 0 } };
	text = skip_prefixes(text);
	if (text.length == 0) {
		return;
	}
	if (!k->is_cpp && find_assignment(text) == text.length && scan_at(text, scan_name(text, 0)) == '.'
		&& scan_at_word(text, scan_name(text, 0) + 1, "append")) {
		/* A list of Python grows. */
		poison(k, (struct str){ text.data, scan_name(text, 0) });
		return;
	}
	bool asserts = !k->is_cpp && scan_at_word(text, 0, "assert");
	if (asserts || first_word(text, condition_words) != NULL) {
		run_condition(k, text);
		return;
	}
	if (scan_at_word(text, 0, "typedef")) {
		read_typedef(text, &declaration);
		run_declaration(k, text, &declaration);
		return;
	}
	size_t assignment = find_assignment(text);
	bool is_other = first_word(text, other_words) != NULL || text.data[0] == '@'
		|| (scan_at_word(text, 0, "using") && assignment == text.length);
	if (is_other) {
		if (!scan_at_word(text, 0, "using")) {
			add_other(k, text, str_from(""));
		}
		return;
	}
	if (assignment < text.length) {
		read_target(k, scan_part(text, 0, assignment), &declaration);
		declaration.value = scan_part(text, assignment + 1, text.length);
	} else if (k->is_cpp && read_construction(text, &declaration)) {
		poison(k, declaration.name);
		add_other(k, text, declaration.name);
		return;
	} else if (k->is_cpp) {
		read_plain_declaration(text, &declaration);
	}
	if (declaration.name.length > 0 || declaration.names.length > 0) {
		bool uninitialised = declaration.value.length == 0 && is_number_type(declaration.type);
		if (uninitialised && is_integer_type(declaration.type)) {
			bind_unknown(k, declaration.name);
		} else if (uninitialised) {
			poison(k, declaration.name);
		} else {
			run_declarations(k, text, &declaration);
		}
	} else if (assignment < text.length) {
		add_other(k, text, str_from(""));
	} else {
		run_expression(k, text);
	}
}

/* "text" with what the preprocessor knows replaced: defined(X), and the device that the code is for. */
static struct str preprocess(struct kernel *k, struct str text) {
	static const char *const known[] = { "__CUDA_ARCH__", "__CUDACC__", "__CUDACC_VER_MAJOR__", "__cplusplus", NULL };
	struct buf out;
	buf_init(&out, k->ev->algebra.arena);
	for (size_t at = 0; at < text.length;) {
		size_t end = scan_is_name_start(text.data[at]) ? scan_name(text, at) : at + 1;
		struct str word = { text.data + at, end - at };
		if (str_is(word, "defined")) {
			size_t name = scan_blanks(text, end, false);
			name += scan_at(text, name) == '(' ? 1 : 0;
			struct str asked = scan_part(text, name, scan_name(text, name));
			end = name + asked.length + (scan_at(text, name + asked.length) == ')' ? 1 : 0);
			buf_put(&out, first_word(asked, known) != NULL ? "true" : begins(asked, "CUTLASS_ARCH_") ? "true"
														 : "false");
		} else if (str_is(word, "__CUDA_ARCH__")) {
			buf_put(&out, "1000");
		} else {
			buf_put_str(&out, word);
		}
		at = end;
	}
	return copy_text(k, out.length > 0 ? out.data : "", out.length);
}

/* Whether the branch that "#if" or "#elif" in "text" begins is taken: 1, or 0; what is not known is taken and said. */
static int choose_branch(struct kernel *k, struct str text) {
	size_t begin = scan_blanks(text, 1, false);
	size_t end = scan_name(text, begin);
	struct str word = { text.data + begin, end - begin };
	if (str_is(word, "ifndef")) {
		return 1;
	}
	struct str condition = scan_part(text, end, text.length);
	struct value value;
	if (str_is(word, "ifdef")) {
		condition = join(k, str_from("defined "), "", condition);
	}
	if (!evaluate(k, preprocess(k, condition), &value)) {
		add_other(k, text, str_from(""));
		return 1;
	}
	return value.kind == VALUE_BOOL ? value.boolean : value.kind != VALUE_TUPLE || value.tuple.value != 0;
}

/* Whether statements here are in a branch of "#if" that is not taken. */
static bool is_left_out(const struct kernel *k) {
	for (int i = 0; i < k->directives && i < DIRECTIVES_MAX; i++) {
		if (k->taken[i] != 1) {
			return true;
		}
	}
	return false;
}

/* Follow "#if", "#elif", "#else" and "#endif". Returns whether "text" is one of them. */
static bool run_branch(struct kernel *k, struct str text) {
	struct str rest = scan_part(text, scan_blanks(text, 1, false), text.length);
	int open = k->directives - 1;
	bool inside = open >= 0 && open < DIRECTIVES_MAX;
	if (begins(rest, "if")) {
		bool outside = is_left_out(k);
		if (k->directives < DIRECTIVES_MAX) {
			k->taken[k->directives] = (int8_t)(outside ? -1 : choose_branch(k, text));
		}
		k->directives++;
	} else if (begins(rest, "el") && inside) {
		bool other = k->taken[open] != 0;
		k->taken[open] = 0;
		bool outside = k->directives > 1 && k->taken[open - 1] != 1;
		k->taken[open] = (int8_t)(other || outside ? -1 : begins(rest, "elif") ? choose_branch(k, text)
										       : 1);
	} else if (begins(rest, "endif")) {
		k->directives -= k->directives > 0 ? 1 : 0;
	} else {
		return begins(rest, "el");
	}
	return true;
}

/* #define NAME value: what it stands for is known if it is a value of its own. */
static void run_directive(struct kernel *k, struct str text) {
	if (run_branch(k, text) || is_left_out(k) || !begins(text, "#define ")) {
		return;
	}
	size_t begin = scan_blanks(text, strlen("#define "), false);
	size_t end = scan_name(text, begin);
	struct str value = scan_part(text, end, text.length);
	struct value known;
	if (scan_at(text, end) != '(' && value.length > 0 && evaluate(k, value, &known)) {
		evaluation_bind(k->ev, (struct str){ text.data + begin, end - begin }, known);
	}
}

/* --- bodies --- */

/* What stands in front of a body. */
struct head {
	struct str text;       /* behind "template <...>" */
	struct str parameters; /* of the template, empty if there are none */
};

static struct head read_head(struct str text) {
	struct head head = { skip_prefixes(text), str_from("") };
	while (scan_at_word(head.text, 0, "template")) {
		size_t open = scan_blanks(head.text, strlen("template"), false);
		size_t close = scan_close(head.text, open);
		if (close == open || scan_at(head.text, open) != '<') {
			break;
		}
		head.parameters = scan_part(head.text, open + 1, close - 1);
		head.text = skip_prefixes(scan_part(head.text, scan_blanks(head.text, close, false), head.text.length));
	}
	return head;
}

/* The name that "struct" or "class" in "text" declares. */
static struct str structure_name(struct str text) {
	size_t at = scan_blanks(text, scan_name(text, 0), false);
	while (scan_is_name_start(scan_at(text, at))) {
		size_t end = scan_name(text, at);
		size_t next = scan_blanks(text, end, false);
		if (scan_at(text, next) != '(' || scan_close(text, next) == next) {
			return (struct str){ text.data + at, end - at };
		}
		at = scan_blanks(text, scan_close(text, next), false);
	}
	return str_from("");
}

/* Names that the round brackets of "text" declare are not known in the body. */
static void poison_parameters(struct kernel *k, struct str text, struct str parameters) {
	struct str parts[PARAMETERS_MAX];
	int count = split_commas(parameters, parts);
	for (int i = 0; i < count; i++) {
		poison(k, parameter_name(parts[i]));
	}
	size_t at = 0;
	while (at < text.length && text.data[at] != '(') {
		size_t close = text.data[at] == '<' ? scan_close(text, at) : at;
		at = close > at ? close : at + 1;
	}
	size_t close = at < text.length ? scan_close(text, at) : at;
	for (size_t part = at + 1; part < close;) {
		size_t end = part;
		while (end < close - 1 && text.data[end] != ';') {
			end++;
		}
		count = split_commas(scan_part(text, part, end), parts);
		for (int i = 0; i < count; i++) {
			struct str name = parameter_name(parts[i]);
			size_t before = (size_t)(name.data - parts[i].data);
			if (name.length > 0 && is_integer_type((struct str){ parts[i].data, before })) {
				bind_unknown(k, name);
			} else {
				poison(k, name);
			}
		}
		part = end + 1;
	}
}

/* Enter the body that begins here, with names of its own. */
static void run_scope(struct kernel *k, struct statements *statements) {
	struct binding *before = k->ev->bindings;
	k->bodies++;
	run_block(k, statements);
	k->bodies--;
	k->ev->bindings = before;
}

/* A structure: its members at once, or when it is given arguments. */
static void open_structure(struct kernel *k, struct statements *statements, const struct head *head) {
	struct str name = structure_name(head->text);
	size_t begin = statements->at;
	size_t end = statements_skip_body(statements);
	if (head->parameters.length > 0) {
		struct definition *definition = arena_alloc(k->ev->algebra.arena, sizeof *definition);
		*definition = (struct definition){ .name = name, .body = { begin, end }, .next = k->definitions };
		definition->head = span_of(k, head->text);
		definition->parameter_count = split_commas(head->parameters, definition->parameters);
		k->definitions = definition;
		return;
	}
	k->bodies++;
	run_structure(k, name, head->text, (struct span){ begin, end }, k->ev->bindings);
	k->bodies--;
}

/* What the condition of "if constexpr (...)" is: 1 true, 0 false, -1 not known. */
static int choose(struct kernel *k, struct str head) {
	size_t open = 0;
	struct value value;
	while (open < head.length && head.data[open] != '(') {
		open++;
	}
	size_t close = scan_close(head, open);
	if (close <= open || !evaluate(k, expand(k, scan_part(head, open + 1, close - 1)), &value)) {
		return -1;
	}
	bool is_number = value.kind == VALUE_TUPLE && tuple_is_plain_int(value.tuple);
	return value.kind == VALUE_BOOL ? value.boolean : is_number ? value.tuple.value != 0
								    : -1;
}

/* Run or pass over a body, as "branch" of an "if" says; it becomes what is known for an "else". */
static void open_branch(struct kernel *k, struct statements *statements, struct str head, int *branch) {
	bool is_else = scan_at_word(head, 0, "else");
	bool asks = scan_at_word(head, 0, "if") || (is_else && scan_at_word(head, scan_blanks(head, 4, false), "if"));
	int chosen = !asks ? 1 : choose(k, head);
	bool taken = is_else && *branch == 1;
	if (taken || chosen == 0) {
		statements_skip_body(statements);
	} else {
		run_scope(k, statements);
	}
	*branch = taken || (chosen == 1 && (!is_else || *branch == 0)) ? 1 : chosen == 0 && (!is_else || *branch == 0) ? 0
														       : -1;
}

static void run_open(struct kernel *k, struct statements *statements, struct str text, int *branch) {
	static const char *const structures[] = { "struct", "class", "union", NULL };
	static const char *const open_words[] = { "namespace", "extern", NULL };
	struct head head = read_head(text);
	if (k->bodies >= BODIES_MAX || scan_at_word(head.text, 0, "enum")) {
		statements_skip_body(statements);
	} else if (first_word(head.text, structures) != NULL) {
		open_structure(k, statements, &head);
	} else if (first_word(head.text, open_words) != NULL) {
		k->bodies++;
		run_block(k, statements);
		k->bodies--;
	} else if (scan_at_word(head.text, 0, "if") || scan_at_word(head.text, 0, "else")) {
		open_branch(k, statements, head.text, branch);
	} else {
		struct binding *before = k->ev->bindings;
		poison_parameters(k, head.text, head.parameters);
		run_scope(k, statements);
		k->ev->bindings = before;
	}
}

/* Whether "text" is one statement more than a program has; the first one says so. */
static bool is_too_much(struct kernel *k, struct str text) {
	if (++k->statements == LIMIT_STATEMENTS + 1) {
		struct finding *finding = findings_add(k->findings, FINDING_SKIPPED, span_of(k, text));
		fault_set(&finding->fault, FAULT_LIMIT, 0, "more than %d statements: this and all behind it", LIMIT_STATEMENTS);
	}
	return k->statements > LIMIT_STATEMENTS;
}

/* Run statements up to the end of the body that they stand in. */
static void run_block(struct kernel *k, struct statements *statements) {
	int branch = -1;
	for (;;) {
		struct statement statement = statements_next(statements);
		struct str text = { k->text.data + statement.span.begin, statement.span.end - statement.span.begin };
		if (statement.kind != STATEMENT_END && is_too_much(k, text)) {
			statements->at = statements->text.length;
			return;
		}
		if (is_left_out(k) && statement.kind == STATEMENT_OPEN) {
			statements_skip_body(statements);
		}
		if (is_left_out(k) && (statement.kind == STATEMENT_OPEN || statement.kind == STATEMENT_PLAIN)) {
			continue;
		}
		switch (statement.kind) {
		case STATEMENT_END:
		case STATEMENT_CLOSE: return;
		case STATEMENT_DIRECTIVE: run_directive(k, text); break;
		case STATEMENT_OPEN: run_open(k, statements, text, &branch); break;
		case STATEMENT_PLAIN: run_plain(k, text); break;
		}
	}
}

/* Structures that were never given arguments are run with those that they have by default. */
static void run_unused(struct kernel *k) {
	for (struct definition *definition = k->definitions; definition != NULL; definition = definition->next) {
		if (!definition->used && k->instances < INSTANCES_MAX) {
			instantiate(k, definition, str_from(""));
		}
	}
}

/*
 * A copy of the Python in "text", of the same length: comments are blank, and //, which begins a comment elsewhere, is
 * the sign for floor division that the language has besides it.
 */
static struct str without_comments(struct arena *arena, struct str text) {
	char *copy = arena_alloc(arena, text.length + 1);
	memcpy(copy, text.data, text.length);
	copy[text.length] = '\0';
	for (size_t at = 0; at < text.length;) {
		size_t end = scan_at_text(text, at, "//") ? at + 2 : scan_step(text, at, true);
		if (scan_at_text(text, at, "//")) {
			memcpy(copy + at, "\xc3\xb7", 2);
		} else if (text.data[at] == '#') {
			memset(copy + at, ' ', end - at);
		}
		at = end;
	}
	return (struct str){ copy, text.length };
}

void kernel_run(struct evaluation *ev, const struct source *source, struct findings *findings) {
	struct kernel k = { .ev = ev, .text = source->text, .findings = findings, .scope = str_from("") };
	k.label = str_from("");
	k.is_cpp = statements_are_cpp(source->text);
	enum dialect dialect = ev->algebra.dialect;
	if (statements_are_python(source->text)) {
		ev->algebra.dialect = DIALECT_DSL;
		k.text = without_comments(ev->algebra.arena, source->text);
	}
	struct statements statements = statements_of(k.text, 0, k.text.length, k.is_cpp);
	while (statements.at < source->text.length) {
		run_block(&k, &statements);
	}
	run_unused(&k);
	ev->algebra.dialect = dialect;
	evaluation_forgive(ev);
}

/* --- as a program --- */

static void add_result(struct evaluation *ev, const struct finding *finding) {
	struct node *node = arena_alloc(ev->algebra.arena, sizeof *node);
	*node = (struct node){ .kind = NODE_NAME, .span = finding->span, .text = finding->name };
	ev->results[ev->result_count] = finding->value;
	ev->result_nodes[ev->result_count++] = node;
}

static void add_remark(struct evaluation *ev, struct span span, enum fault_code code, const char *what,
	const char *text) {
	if (ev->warning_count < WARNINGS_MAX) {
		struct message *message = &ev->warnings[ev->warning_count];
		*message = (struct message){ .span = span };
		fault_set(&message->fault, code, 0, "%s%s", what, text);
	}
	ev->warning_count++;
}

/* Make warnings of what was left out, of conditions that fail, and of what the values were warned of. */
static void add_remarks(struct evaluation *ev, const struct findings *findings) {
	int others = 0;
	struct span first = { 0, 0 };
	for (int i = 0; i < findings->count; i++) {
		const struct finding *finding = &findings->items[i];
		bool other = finding->kind == FINDING_SKIPPED && finding->fault.code == FAULT_REMARK;
		first = other && others == 0 ? finding->span : first;
		others += other ? 1 : 0;
		if (finding->kind == FINDING_SKIPPED && !other) {
			add_remark(ev, finding->span, FAULT_REMARK, "left out: ", finding->fault.text);
		} else if (finding->kind == FINDING_CONDITION && !finding->value.boolean) {
			add_remark(ev, finding->span, FAULT_DOMAIN, "this condition fails: ", finding->fault.text);
		} else if (finding->kind == FINDING_VALUE && fault_is_set(&finding->fault)) {
			add_remark(ev, finding->span, finding->fault.code, "", finding->fault.text);
		}
	}
	if (others > 0) {
		char text[64];
		snprintf(text, sizeof text, others == 1 ? "this statement is" : "this statement and %d more are", others - 1);
		add_remark(ev, first, FAULT_REMARK, text, " not about layouts");
	}
}

bool kernel_evaluate(struct evaluation *ev, const struct source *source) {
	struct binding *before = ev->bindings;
	if (evaluation_run(ev, source)) {
		return true;
	}
	enum fault_code code = ev->error.fault.code;
	if (code == FAULT_STOPPED || code == FAULT_LIMIT || !kernel_is_source(source->text)) {
		return false;
	}
	struct message refused = ev->error;
	struct findings findings = { .arena = ev->algebra.arena };
	ev->bindings = before;
	kernel_run(ev, source, &findings);
	ev->source = source;
	ev->results = arena_array(ev->algebra.arena, (size_t)findings.count + 1, sizeof *ev->results);
	ev->result_nodes = arena_array(ev->algebra.arena, (size_t)findings.count + 1, sizeof *ev->result_nodes);
	ev->result_count = 0;
	const struct finding *last = NULL;
	const struct finding *wrong = NULL;
	for (int i = 0; i < findings.count; i++) {
		const struct finding *finding = &findings.items[i];
		last = finding->kind == FINDING_VALUE ? finding : last;
		wrong = wrong == NULL && finding->kind == FINDING_REFUSED ? finding : wrong;
		if (finding->kind == FINDING_VALUE && finding->name.length == 0) {
			add_result(ev, finding);
		}
	}
	if (ev->result_count == 0 && last != NULL) {
		add_result(ev, last);
	}
	add_remarks(ev, &findings);
	if (last == NULL || wrong != NULL) {
		ev->error = wrong != NULL ? (struct message){ wrong->fault, wrong->span } : refused;
		ev->algebra.fault = ev->error.fault;
		return false;
	}
	return true;
}

/* Whether "text" has a word that is said on the device only. */
static bool speaks_of_device(struct str text) {
	static const char *const words[] = { "threadIdx", "blockIdx", "blockDim", "gridDim", "make_gmem_ptr",
		"make_smem_ptr",
		"__syncthreads", NULL };
	for (size_t at = 0; at < text.length; at++) {
		for (const char *const *word = words; *word != NULL; word++) {
			if (text.data[at] == (*word)[0] && scan_at_word(text, at, *word)) {
				return true;
			}
		}
	}
	return false;
}

bool kernel_is_source(struct str text) {
	if (speaks_of_device(text)) {
		return true;
	}
	bool is_cpp = statements_are_cpp(text);
	struct statements statements = statements_of(text, 0, text.length, is_cpp);
	for (;;) {
		struct statement statement = statements_next(&statements);
		struct str part = { text.data + statement.span.begin, statement.span.end - statement.span.begin };
		if (statement.kind == STATEMENT_END) {
			return false;
		}
		bool is_other = part.length > 0 && (first_word(part, other_words) != NULL || part.data[0] == '@');
		if (statement.kind != STATEMENT_PLAIN || is_other || first_word(part, condition_words) != NULL) {
			return true;
		}
	}
}
