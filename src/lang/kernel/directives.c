/*
 * Lines of the preprocessor: which branches of #if are read, and what #define puts in the place of names. That is done
 * where the names stand, as what a macro is made of may be defined later, or anew.
 */
#include "lang/kernel/run.h"

#include "lang/kernel/scan.h"
#include "lang/kernel/words.h"

/* The last line about the macro "name"; NULL if there is none. */
static struct macro *find_macro(const struct kernel *k, struct str name) {
	struct macro *macro = k->macros;
	while (macro != NULL && !str_equal(macro->name, name)) {
		macro = macro->next;
	}
	return macro;
}

static bool is_defined(const struct kernel *k, struct str name) {
	const struct macro *macro = find_macro(k, name);
	return macro != NULL && macro->kind != MACRO_UNDEFINED;
}

/* Put "text" with the values of macros in their places, but for those that are being put there. */
static void put_replaced(struct kernel *k, struct str text, struct buf *out) {
	for (size_t at = 0; at < text.length && out->length <= LIMIT_TYPE_BYTES;) {
		bool begins_name = scan_is_name_start(text.data[at]);
		size_t end = at + 1;
		while (begins_name && scan_is_name_part(scan_at(text, end))) {
			end++;
		}
		bool is_digit = str_is_digit(text.data[at]);
		while (is_digit && scan_is_name_part(scan_at(text, end))) {
			end++;
		}
		end = begins_name || is_digit ? end : scan_step(text, at, SCAN_C);
		struct str part = { text.data + at, end - at };
		struct macro *macro = begins_name ? find_macro(k, part) : NULL;
		if (macro != NULL && macro->kind == MACRO_VALUE && macro->value.length > 0 && !macro->is_open) {
			macro->is_open = true;
			put_replaced(k, macro->value, out);
			macro->is_open = false;
		} else {
			buf_put_str(out, part);
		}
		at = end;
	}
}

struct str kernel_replace_macros(struct kernel *k, struct str text) {
	struct buf out;
	if (k->macros == NULL) {
		return text;
	}
	buf_init(&out, k->ev->algebra.arena);
	put_replaced(k, text, &out);
	if (out.length > LIMIT_TYPE_BYTES) {
		kernel_exceed(k, KERNEL_MACROS);
		return text;
	}
	return str_equal(text, buf_str(&out)) ? text : kernel_copy(k, out.data, out.length);
}

/* Put a line about a macro in front of those before. */
static void add_macro(struct kernel *k, enum macro_kind kind, struct str name, struct str value) {
	struct macro *macro = arena_alloc(k->ev->algebra.arena, sizeof *macro);
	*macro = (struct macro){ .kind = kind, .name = name, .value = value, .next = k->macros };
	k->macros = macro;
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
			size_t open = scan_blanks(text, end, SCAN_C);
			bool brackets = scan_at(text, open) == '(';
			size_t name = brackets ? scan_blanks(text, open + 1, SCAN_C) : open;
			struct str asked = { text.data + name, scan_name(text, name) - name };
			end = brackets ? scan_close(text, open) : name + asked.length;
			bool is_known = words_find(asked, known) != NULL || str_starts_with(asked, "CUTLASS_ARCH_");
			buf_put(&out, is_known || is_defined(k, asked) ? "true" : "false");
		} else if (str_is(word, "__CUDA_ARCH__")) {
			buf_put(&out, "1000");
		} else {
			buf_put_str(&out, word);
		}
		at = end;
	}
	return kernel_copy(k, out.data, out.length);
}

/* Whether the branch that "#if" or "#elif" in "text" begins is taken: 1, or 0; what is not known is taken and said. */
static int choose_branch(struct kernel *k, struct str text) {
	size_t begin = scan_blanks(text, 1, SCAN_C);
	size_t end = scan_name(text, begin);
	struct str word = { text.data + begin, end - begin };
	struct str condition = scan_part(text, end, text.length);
	if (str_is(word, "ifndef")) {
		return !is_defined(k, (struct str){ condition.data, scan_name(condition, 0) });
	}
	struct value value;
	if (str_is(word, "ifdef")) {
		condition = kernel_join(k, str_from("defined "), "", condition);
	}
	if (!kernel_value(k, preprocess(k, condition), &value)) {
		kernel_leave_out(k, text, str_from(""));
		return 1;
	}
	return kernel_truth(&value) != ANSWER_NO;
}

bool kernel_leaves_out(const struct kernel *k) {
	for (int i = 0; i < k->directives && i < LIMIT_KERNEL_DIRECTIVES; i++) {
		if (k->taken[i] != 1) {
			return true;
		}
	}
	return k->directives > LIMIT_KERNEL_DIRECTIVES;
}

/* Follow "#if", "#elif", "#else" and "#endif". Returns whether "text" is one of them. */
static bool run_branch(struct kernel *k, struct str text) {
	struct str rest = scan_part(text, scan_blanks(text, 1, SCAN_C), text.length);
	int open = k->directives - 1;
	bool inside = open >= 0 && open < LIMIT_KERNEL_DIRECTIVES;
	if (str_starts_with(rest, "if")) {
		bool outside = kernel_leaves_out(k);
		if (k->directives < LIMIT_KERNEL_DIRECTIVES) {
			k->taken[k->directives] = (int8_t)(outside ? -1 : choose_branch(k, text));
		} else if (!outside) {
			kernel_exceed(k, KERNEL_DIRECTIVES);
		}
		k->directives++;
	} else if (str_starts_with(rest, "el") && inside) {
		bool other = k->taken[open] != 0;
		k->taken[open] = 0;
		bool outside = k->directives > 1 && k->taken[open - 1] != 1;
		k->taken[open] = (int8_t)(other || outside ? -1 : str_starts_with(rest, "elif") ? choose_branch(k, text)
										       : 1);
	} else if (str_starts_with(rest, "endif")) {
		k->directives -= k->directives > 0 ? 1 : 0;
	} else {
		return str_starts_with(rest, "el");
	}
	return true;
}

/* The name that "rest" begins with is no macro from now on, and no value. */
static void undefine(struct kernel *k, struct str rest) {
	struct str name = { rest.data, scan_name(rest, 0) };
	if (find_macro(k, name) != NULL) {
		add_macro(k, MACRO_UNDEFINED, name, str_from(""));
		kernel_poison(k, name);
	}
}

/* Whether "text" is one name or number. */
static bool is_word(struct str text) {
	size_t end = 0;
	while (scan_is_name_part(scan_at(text, end))) {
		end++;
	}
	return end > 0 && end == text.length;
}

/* What stands behind the name of a macro, without brackets around a name or number. */
static struct str value_of(struct str text) {
	struct str value = scan_part(text, 0, text.length);
	struct str inner = value;
	while (scan_at(inner, 0) == '(' && scan_close(inner, 0) == inner.length) {
		inner = scan_part(inner, 1, inner.length - 1);
	}
	return is_word(inner) ? inner : value;
}

/* NAME value, or NAME(parameters) value. A value of its own is that of the name as well, for what is read later. */
static void define(struct kernel *k, struct str rest) {
	struct value known;
	size_t end = scan_name(rest, 0);
	struct str name = kernel_copy(k, rest.data, end); /* its line may become blank */
	bool is_function = scan_at(rest, end) == '(';
	struct str value = value_of(kernel_join_lines(k, scan_part(rest, end, rest.length)));
	add_macro(k, is_function ? MACRO_FUNCTION : MACRO_VALUE, name, value);
	if (!is_function && value.length > 0 && kernel_value(k, value, &known)) {
		evaluation_bind(k->ev, name, known);
	} else if (is_function) {
		kernel_poison(k, name);
	}
}

void kernel_run_directive(struct kernel *k, struct str text) {
	if (run_branch(k, text) || kernel_leaves_out(k)) {
		return;
	}
	struct str rest = scan_part(text, scan_blanks(text, 1, SCAN_C), text.length);
	if (scan_at_word(rest, 0, "define")) {
		define(k, scan_part(rest, strlen("define"), rest.length));
	} else if (scan_at_word(rest, 0, "undef")) {
		undefine(k, scan_part(rest, strlen("undef"), rest.length));
	}
}

/* The "#" that begins a line behind that of "at" and in front of "end"; "end" if there is none. */
static size_t find_directive(struct str text, size_t at, size_t end) {
	for (at = scan_line_end(text, at); at < end; at = scan_line_end(text, at)) {
		while (at < end && scan_is_blank(text.data[at])) {
			at++;
		}
		if (at < end && text.data[at] == '#') {
			return at;
		}
	}
	return end;
}

bool kernel_has_directives_within(const struct kernel *k, size_t begin, size_t end) {
	return k->is_cpp && find_directive(k->text, begin, end) < end;
}

void kernel_run_directives_within(struct kernel *k, size_t begin, size_t end) {
	for (size_t at = begin; at < (kernel_leaves_out(k) ? k->text.length : end);) {
		bool left_out = kernel_leaves_out(k);
		size_t stop = left_out ? k->text.length : end;
		size_t directive = find_directive(k->text, at, stop);
		size_t behind = directive < stop ? scan_joined_end(k->text, directive) : stop;
		if (directive < stop) {
			kernel_run_directive(k, scan_part(k->text, directive, behind));
		}
		for (size_t i = left_out ? at : directive; i < behind; i++) {
			k->bytes[i] = k->bytes[i] == '\n' ? '\n' : ' ';
		}
		at = behind;
	}
}
