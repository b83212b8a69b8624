/* LaTeX: a formula for each value. It is not read. */
#include <string.h>

#include "base/utf8.h"
#include "lang/notation/notation.h"
#include "lang/notation/writer.h"

/* 5e_{1,0} */
static void put_basis(struct writer *w, struct tuple leaf) {
	if (leaf.value != 1 || !int_is_static(leaf)) {
		write_integer(w, leaf);
	}
	buf_put(w->out, "e_{");
	write_indices(w, leaf);
	buf_put(w->out, "}");
}

/* The text in typewriter letters, with the signs that TeX reads escaped. */
static void put_string(struct writer *w, struct str text) {
	struct buf visible;
	buf_init(&visible, w->out->arena);
	utf8_put_visible_line(&visible, text);
	buf_put(w->out, "\\texttt{");
	for (size_t i = 0; i < visible.length; i++) {
		if (strchr("#$%&_{}", visible.data[i]) != NULL) {
			buf_put_char(w->out, '\\');
		}
		buf_put(w->out, visible.data[i] == '^' ? "\\^{}" : (char[]){ visible.data[i], '\0' });
	}
	buf_put(w->out, "}");
}

static const struct spelling spelling = {
	.style = "tex", .open = "(", .comma = ",", .close = ")", .close_single = ")", .underscore = "\\_",
	.truth = "\\mathrm{true}", .falsehood = "\\mathrm{false}", .layout = "", .stride = ":", .layout_end = "",
	.swizzle = "\\mathrm{Sw}\\langle ", .swizzle_end = "\\rangle", .composed = "", .then = " \\circ ",
	.then_inner = " \\circ ", .composed_end = "", .integer = write_integer, .basis = put_basis, .string = put_string,
};

static void print(struct buf *out, struct algebra *al, const struct value *value, int number) {
	(void)number;
	buf_put(out, "$");
	write_value(&(struct writer){ .out = out, .al = al, .spelling = &spelling }, value);
	buf_put(out, "$");
}

const struct notation notation_tex = { .name = "tex", .print = print };
