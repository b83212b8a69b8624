/*
 * The table of languages. A text is recognised by the first of them that claims it, so what is special stands before
 * what is general: Triton's attributes before NumPy's calls, and expressions, which nearly anything is, near the end.
 */
#include "lang/language/language.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/checked.h"
#include "base/element.h"
#include "lang/language/solve.h"

/* In the order in which they are asked whether a text is theirs. */
static const struct language *const languages[] = {
	&language_triton,
	&language_linear,
	&language_mosaic_gpu,
	&language_ck_tile,
	&language_tilelang,
	&language_axe,
	&language_tilus,
	&language_thunderkittens,
	&language_mojo,
	&language_mlir,
	&language_torch,
	&language_numpy,
	&language_xla,
	&language_python,
	&language_c,
	&language_cute,
};

const struct language *const *language_table(int *count) {
	*count = (int)(sizeof languages / sizeof *languages);
	return languages;
}

const struct language *language_find(const char *name) {
	for (size_t i = 0; i < sizeof languages / sizeof *languages; i++) {
		if (strcmp(languages[i]->name, name) == 0) {
			return languages[i];
		}
	}
	return NULL;
}

const struct language *language_recognise(struct str text) {
	while (text.length > 0 && strchr(" \t\r\n", text.data[0]) != NULL) {
		text = (struct str){ text.data + 1, text.length - 1 };
	}
	for (size_t i = 0; i < sizeof languages / sizeof *languages; i++) {
		if (languages[i]->recognises(text)) {
			return languages[i];
		}
	}
	return NULL;
}

void language_hint(struct str text, struct fault *fault) {
	const struct language *language = language_recognise(text);
	if (fault->code != FAULT_SYNTAX && fault->code != FAULT_NAME) {
		return;
	}
	bool is_index = language == &language_c || language == &language_python;
	bool is_file = source_is_file_name(text);
	bool has_brackets = str_has(text, "<");
	bool is_cute = language == &language_cute || str_has(text, "make_layout") || str_has(text, "cute.");
	if (is_file || (!is_index && language != NULL && !is_cute)) {
		fault->hint[0] = '\0';   /* what the words of a program could mean is beside the point */
	}
	if (is_file) {
		fault_set_hint(fault, "-f reads a file: -f %.*s", (int)text.length, text.data);
	} else if (is_index && !has_brackets) {
		fault_set_hint(fault, "'cutelayout infer' finds the layout of an index expression; check, draw and eval take "
			"it with --index");
	} else if (language != NULL && !is_index && !is_cute) {
		fault_set_hint(fault, "this looks like %s: 'cutelayout convert' reads it, and convert(\"...\") in expressions",
			language->name);
	}
}

bool language_read(struct algebra *al, const struct source *source, const struct language *language,
	const struct language_options *options, struct denotation *denotation, struct message *message) {
	struct reading reading = { .reader = { al, source, message }, .text = source->text, .options = options };
	struct span whole = { 0, source->text.length };
	*denotation = (struct denotation){ .kind = DENOTES_MEMORY };
	if (source->text.length > LIMIT_SOURCE_BYTES) {
		return reader_fault(&reading.reader, (struct span){ 0, 0 }, FAULT_LIMIT, "a text of more than %d bytes",
			LIMIT_SOURCE_BYTES);
	}
	struct term program;
	if (!language->reads_text) {
		program = term_read(&reading.reader, whole, language->is_python);
		reading.program = &program;
	}
	if (reader_failed(&reading.reader) || !language->read(&reading, denotation)) {
		reader_fault(&reading.reader, whole, FAULT_SYNTAX, "this is no text of %s", language->name);
		return false;
	}
	if (reading.program != NULL) {
		term_keys_are_known(&reading.reader, reading.program, language->neutral != NULL ? language->neutral : "");
	}
	if (denotation->bits == 0) {
		denotation->bits = options->bits;
	}
	return !reader_failed(&reading.reader);
}

/* Strides of 0 name no axis: CuTe's layout of places that are all 0 is read as one of offsets that are all 0. */
static bool is_zero_place(const struct denotation *again) {
	bool is_zero = again->kind == DENOTES_MEMORY;
	for (int64_t i = 0; is_zero && i < again->count; i++) {
		is_zero = again->table[i] == 0;
	}
	return is_zero;
}

/* Read "text" again and compare. */
static const char *read_back(struct algebra *al, const struct language *language,
	const struct language_options *options,
	struct denotation *denotation, struct str text) {
	struct source source = { "<result>", text, 1 };
	struct message message = { 0 };
	struct denotation again;
	struct language_options with = *options;
	struct reader reader = { al, &source, &message };
	struct span whole = { 0, text.length };
	int64_t witness;
	with.rank = denotation->rank;
	with.ownership = denotation->kind == DENOTES_OWNERSHIP;
	with.bits = denotation->bits != 0 ? denotation->bits : with.bits;
	memcpy(with.shape, denotation->shape, sizeof with.shape);
	bool is_read = language_read(al, &source, language, &with, &again, &message);
	if (!is_read || (again.kind != DENOTES_PLACES && !denotation_tabulate(&reader, whole, &again))) {
		char *why = arena_copy(al->arena, message.fault.text, strlen(message.fault.text));
		return why[0] != '\0' ? why : "what was printed is not read again";
	}
	if (denotation->kind == DENOTES_PLACES) {
		again.kind = is_zero_place(&again) ? DENOTES_PLACES : again.kind;
		return denotation_equal_places(denotation, &again, language != &language_cute, &witness) ? NULL
			: "what was printed is read as other places";
	}
	if (denotation->kind == DENOTES_VALUE && again.kind == DENOTES_VALUE) {
		return value_equal(&denotation->value, &again.value) ? NULL : "what was printed is read as another value";
	}
	return denotation_equal(denotation, &again, &witness) ? NULL : "what was printed is read as another function";
}

const char *language_write(struct algebra *al, const struct language *language, const struct language_options *options,
	struct denotation *denotation, struct buf *out) {
	struct source nothing = { "<result>", { "", 0 }, 1 };
	struct message message = { 0 };
	struct reading reading = { .reader = { al, &nothing, &message }, .options = options };
	if (language->write == NULL) {
		return "this language is read, not written";
	}
	if (denotation->kind != DENOTES_PLACES && denotation->kind != DENOTES_VALUE
		&& !denotation_tabulate(&reading.reader, (struct span){ 0, 0 }, denotation)) {
		return arena_copy(al->arena, message.fault.text, strlen(message.fault.text));
	}
	const char *why = language->write(out, &reading, denotation);
	if (why == NULL && reader_failed(&reading.reader)) {
		why = arena_copy(al->arena, message.fault.text, strlen(message.fault.text));
	}
	if (why == NULL) {
		why = read_back(al, language, options, denotation, buf_str(out));
	}
	if (why != NULL) {
		out->length = 0;
	}
	return why;
}

bool language_take_shape(struct language_options *options, const char *text) {
	options->rank = 0;
	while (*text != '\0') {
		if (strchr("(),[]x ", *text) != NULL) {
			text++;
			continue;
		}
		char *end;
		long long value = strtoll(text, &end, 10);
		if (end == text || value < 1 || options->rank == LANGUAGE_RANK) {
			return false;
		}
		options->shape[options->rank++] = value;
		text = end;
	}
	return options->rank > 0;
}

/* --- shared by languages --- */

bool reading_need_shape(struct reading *reading, struct span span) {
	if (reading->options->rank == 0) {
		reader_fault(&reading->reader, span, FAULT_SYNTAX, "this text does not say the shape of the tensor: give it, "
			"as 64,128");
		fault_set_hint(&reading->reader.message->fault, "convert takes --shape 64,128, diff --languages 64,128, and in "
			"expressions it is convert(text, (64,128))");
		return false;
	}
	extents_product(&reading->reader, span, reading->options->shape, reading->options->rank, LIMIT_DENOTED);
	return !reader_failed(&reading->reader);
}

int64_t text_take_int(struct reader *reader, size_t begin, struct str text, size_t *at) {
	int64_t value = 0;
	bool fits = true;
	size_t first = *at;
	for (; *at < text.length && str_is_digit(text.data[*at]); (*at)++) {
		fits = fits && checked_mul(value, 10, &value) && checked_add(value, text.data[*at] - '0', &value);
	}
	if (!fits) {
		reader_fault(reader, (struct span){ begin + first, begin + *at }, FAULT_OVERFLOW,
			"this integer does not fit 64 bits");
	}
	return fits ? value : 0;
}

bool text_calls(struct str text, const char *words) {
	while (*words != '\0') {
		size_t length = strcspn(words, " ");
		for (size_t i = 0; i + length < text.length; i++) {
			if (memcmp(text.data + i, words, length) == 0 && text.data[i + length] == '('
				&& (i == 0 || !str_is_word(text.data[i - 1]))) {
				return true;
			}
		}
		words += length + (words[length] == ' ');
	}
	return false;
}

/* The width in names of a family and a width: i4, uint2, fp8e4m3, float4_e2m1fn; 0 for others. */
static int family_bits(struct str name) {
	static const char *const families[] = { "float", "int", "uint", "f", "i", "u", "s", "si", "ui", "fp", "e" };
	for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
		size_t length = strlen(families[i]);
		if (!str_starts_with(name, families[i])) {
			continue;
		}
		int bits = 0;
		size_t at = length;
		while (at < name.length && str_is_digit(name.data[at]) && bits < 1000) {
			bits = bits * 10 + (name.data[at++] - '0');
		}
		bool has_variant = at < name.length && memchr("eE_b", name.data[at], 4) != NULL;
		bool is_width = bits == 1 || bits == 2 || bits == 4 || bits == 6 || bits == 8 || bits == 16 || bits == 32
			|| bits == 64;
		if (is_width && (at == name.length || has_variant)) {
			return bits;
		}
	}
	return 0;
}

/* In these languages int4 has 4 bits, and is no vector as in CUDA. */
int type_bits(struct str name) {
	static const struct {
		const char *name;
		int bits;
	} others[] = {
		{ "pred", 8 },
		{ "index", 64 },
		{ "c64", 64 },
		{ "c128", 128 },
		{ "complex64", 64 },
		{ "complex128", 128 },
	};
	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		if (str_is(name, others[i].name)) {
			return others[i].bits;
		}
	}
	int bits = family_bits(name);
	return bits > 0 ? bits : element_bits(name);
}

void put_ints(struct buf *out, const int64_t *values, int count, const char *brackets) {
	buf_put_char(out, brackets[0]);
	for (int i = 0; i < count; i++) {
		buf_printf(out, "%s%" PRId64, i > 0 ? ", " : "", values[i]);
	}
	if (count == 1 && brackets[0] == '(') {
		buf_put_char(out, ',');
	}
	buf_put_char(out, brackets[1]);
}
