/* Lines of the preprocessor: which branches of #if are read, and what #define binds. */
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
			size_t open = scan_blanks(text, end, false);
			bool brackets = scan_at(text, open) == '(';
			size_t name = brackets ? scan_blanks(text, open + 1, false) : open;
			struct str asked = { text.data + name, scan_name(text, name) - name };
			end = brackets ? scan_close(text, open) : name + asked.length;
			buf_put(&out, words_find(asked, known) != NULL ? "true" : str_starts_with(asked, "CUTLASS_ARCH_") ? "true"
														 : "false");
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
	size_t begin = scan_blanks(text, 1, false);
	size_t end = scan_name(text, begin);
	struct str word = { text.data + begin, end - begin };
	if (str_is(word, "ifndef")) {
		return 1;
	}
	struct str condition = scan_part(text, end, text.length);
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
	struct str rest = scan_part(text, scan_blanks(text, 1, false), text.length);
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

void kernel_run_directive(struct kernel *k, struct str text) {
	if (run_branch(k, text) || kernel_leaves_out(k) || !str_starts_with(text, "#define ")) {
		return;
	}
	size_t begin = scan_blanks(text, strlen("#define "), false);
	size_t end = scan_name(text, begin);
	struct str value = kernel_join_lines(k, scan_part(text, end, text.length));
	struct value known;
	if (scan_at(text, end) != '(' && value.length > 0 && kernel_value(k, value, &known)) {
		if (known.kind == VALUE_TUPLE) {
			/* #define N (4) is the integer 4: brackets of macros only group. */
			known.tuple = tuple_unwrap(known.tuple);
		}
		evaluation_bind(k->ev, (struct str){ text.data + begin, end - begin }, known);
	}
}
