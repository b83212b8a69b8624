/* Any bytes are tokens that follow each other inside the text, or end with a fault. */
#include "fuzz.h"
#include "lang/lex.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	struct source source = { .name = "<fuzz>", .text = { (const char *)data, size }, .first_line = 1 };
	struct message message;
	struct lexer lexer;
	size_t end = 0;
	size_t tokens = 0;
	fault_clear(&message.fault);
	lexer_init(&lexer, &source, NULL, false, &message);
	while (lexer.token.kind != TOKEN_END) {
		fuzz_require(lexer.token.span.begin >= end && lexer.token.span.end > lexer.token.span.begin);
		fuzz_require(lexer.token.span.end <= size && ++tokens <= size);
		end = lexer.token.span.end;
		lexer_advance(&lexer);
	}
	if (fault_is_set(&message.fault)) {
		fuzz_require(message.span.begin <= message.span.end && message.span.end <= size);
	}
	return 0;
}
