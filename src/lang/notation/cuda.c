/* Layouts as functions in CUDA C++, of unsigned numbers of 64 bits. Prints source. */
#include "lang/notation/index_code.h"
#include "lang/notation/notation.h"

static const struct index_language cuda = {
	.style = "cuda", .head = "#include <cstdint>\n\n", .comment = "// ",
	.function = "__host__ __device__ __forceinline__ uint64_t ", .type = "uint64_t ",
	.before = "__host__ __device__ __forceinline__ ", .body = " {", .divide = " / ",
	.end_of_statement = ";", .end = "\n}", .between = "\n",
};

static void print(struct buf *out, struct algebra *al, const struct value *value, int number) {
	index_code_put(out, al, value, number, &cuda);
}

static void print_code(struct buf *out, struct algebra *al, const struct value *value, int number,
		enum index_type type) {
	index_code_put_typed(out, al, value, number, &cuda, type);
}

const struct notation notation_cuda = { .name = "cuda", .print = print, .print_code = print_code, .many_lines = true };
