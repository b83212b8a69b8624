/* Layouts as functions in CUDA C++, of unsigned numbers of 64 bits. Prints source. */
#include "lang/notation/index_code.h"
#include "lang/notation/notation.h"

static const struct index_language cuda = {
	.style = "cuda", .head = "#include <cstdint>\n\n", .comment = "// ",
	.function = "__host__ __device__ __forceinline__ uint64_t ", .type = "uint64_t ", .body = " {", .divide = " / ",
	.end_of_statement = ";", .end = "\n}",
};

static void print(struct buf *out, struct algebra *al, const struct value *value, int number) {
	index_code_put(out, al, value, number, &cuda);
}

const struct notation notation_cuda = { .name = "cuda", .print = print, .many_lines = true };
