/* Lines of the preprocessor: which branches of #if are read. What #define says is in macros.c. */
#include "lang/kernel/run.h"

#include "lang/kernel/scan.h"
#include "lang/kernel/words.h"

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
			buf_put(&out, is_known || kernel_is_defined(k, asked) ? "true" : "false");
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
	struct value value;
	if (str_is_among(word, "ifdef ifndef")) {
		size_t name = scan_blanks(text, end, SCAN_C);
		condition = scan_part(text, name, scan_name(text, name)); /* what stands behind it means nothing */
		condition = kernel_join(k, str_from(str_is(word, "ifdef") ? "defined " : "!defined "), "", condition);
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
		bool other = k->taken[open] != 0; /* another branch was taken, or none is, as what they stand in is not */
		k->taken[open] = (int8_t)(other ? -1 : str_starts_with(rest, "elif") ? choose_branch(k, text) : 1);
	} else if (str_starts_with(rest, "endif")) {
		k->directives -= k->directives > 0 ? 1 : 0;
	} else {
		return str_starts_with(rest, "el");
	}
	return true;
}

void kernel_run_directive(struct kernel *k, struct str text) {
	if (run_branch(k, text) || kernel_leaves_out(k)) {
		return;
	}
	struct str rest = scan_part(text, scan_blanks(text, 1, SCAN_C), text.length);
	if (scan_at_word(rest, 0, "define")) {
		kernel_define(k, scan_part(rest, strlen("define"), rest.length));
	} else if (scan_at_word(rest, 0, "undef")) {
		kernel_undefine(k, scan_part(rest, strlen("undef"), rest.length));
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
