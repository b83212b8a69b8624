/*
 * Texts of the layout languages, each input read as every language in turn. A text is read or refused with a place
 * in it and a
 * sentence; what is read is given a layout or refused, and what is printed in any language is read again as the same.
 */
#include <stdio.h>

#include "fuzz.h"
#include "lang/language/language.h"
#include "lang/language/solve.h"

enum { STEPS = 1 << 16,
	ENTRIES = 1 << 12 };

static void write_all(struct algebra *al, const struct language_options *options, struct denotation *denotation) {
	int count;
	const struct language *const *languages = language_table(&count);
	for (int i = 0; i < count; i++) {
		struct buf out;
		buf_init(&out, al->arena);
		const char *why = language_write(al, languages[i], options, denotation, &out);
		fuzz_require(why == NULL ? out.length > 0 : why[0] != '\0' && out.length == 0);
		al->fault.code = FAULT_NONE;
	}
}

static void read_as(struct arena *arena, const struct source *source, const struct language *language) {
	struct algebra al;
	struct message message = { 0 };
	struct denotation denotation;
	struct solution solution;
	struct language_options options = { .rank = 2, .shape = { 16, 8 }, .bits = 16 };
	algebra_init(&al, arena);
	al.steps = STEPS;
	if (!language_read(&al, source, language, &options, &denotation, &message)) {
		fuzz_require(message.fault.text[0] != '\0');
		fuzz_require(message.span.begin <= message.span.end && message.span.end <= source->text.length);
		return;
	}
	struct reader reader = { &al, source, &message };
	if (denotation.count > ENTRIES) {
		return;
	}
	if (denotation_solve(&reader, (struct span){ 0, source->text.length }, &denotation, &solution)) {
		write_all(&al, &options, &denotation);
	} else {
		fuzz_require(message.fault.text[0] != '\0');
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	char *text = malloc(size + 1);
	fuzz_require(text != NULL);
	memcpy(text, data, size);
	text[size] = '\0';
	struct source source = { .name = "<fuzz>", .text = { text, size }, .first_line = 1 };
	int count;
	const struct language *const *languages = language_table(&count);
	for (int i = 0; i < count; i++) {
		struct arena arena;
		jmp_buf jump;
		arena_init(&arena, fuzz_out_of_memory, &jump);
		arena.limit = FUZZ_ARENA_BYTES;
		if (setjmp(jump) == 0) {
			read_as(&arena, &source, languages[i]);
		}
		arena_finish(&arena);
	}
	free(text);
	return 0;
}
