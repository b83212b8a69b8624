/* Layouts as functions in Python. Prints source. */
#include "lang/notation/index_code.h"
#include "lang/notation/notation.h"

static const struct index_language python = {
	.style = "python", .head = "", .comment = "# ", .function = "def ", .type = "", .body = ":", .divide = " // ",
	.end_of_statement = "", .end = "", .between = "\n",
};

static void print(struct buf *out, struct algebra *al, const struct value *value, int number) {
	index_code_put(out, al, value, number, &python);
}

const struct notation notation_python = { .name = "python", .print = print, .many_lines = true };
