#define _GNU_SOURCE
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>

#include "cli/cmd.h"
#include "cli/input.h"
#include "cli/limit_options.h"
#include "cli/options.h"
#include "cli/report.h"
#include "tool/conversion.h"

enum {
	OPTION_FROM = OPTION_LONG,
	OPTION_TO,
	OPTION_SHAPE,
	OPTION_DTYPE,
	OPTION_KIND,
	OPTION_JSON,
};

static const char language_words[] = "axe c ck_tile cute linear mlir mojo mosaic_gpu numpy python thunderkittens "
	"tilelang tilus "
	"torch triton xla";

static const struct option_line option_lines[] = {
	{ "from", OPTION_FROM, "=LANGUAGE", language_words, "what the text is written in; it is recognised otherwise" },
	{ "to", OPTION_TO, "=LANGUAGE",
		"axe c cpp cute dsl linear mlir mojo numpy plain pycute python tilelang torch triton",
		"what to write: plain (as by default), cute, cpp, dsl, pycute, or a\n"
		"language that is written" },
	{ "shape", OPTION_SHAPE, "=M,N,...", NULL, "the shape of the tensor, where the text does not say it" },
	{ "dtype", OPTION_DTYPE, "=TYPE", "f16 bf16 f32 f64 i8 fp8e4m3", "the type of its elements, or their bits" },
	{ "kind", OPTION_KIND, "=KIND", "memory ownership",
		"what a text of cute is about: memory (as by default), or ownership,\n"
		"(thread, value) to the number of a coordinate" },
	{ "file", 'f', "=FILE", "FILE", "read the text from FILE, - for standard input" },
	{ "json", OPTION_JSON, NULL, NULL, "print one JSON object for each layout" },
	{ "quiet", 'q', NULL, NULL, "print the result alone" },
	{ "help", 'h', NULL, NULL, "print this text" },
	{ NULL, 0, NULL, NULL, NULL },
};

static const struct option_group option_groups[] = {
	{ NULL, option_lines },
	{ "Limits", limit_option_lines },
	{ NULL, NULL },
};

struct options {
	const char *file;
	bool json;
	bool quiet;
	struct conversion_request request;
	struct limits limits;
};

/* Options whose values are only kept. */
static const struct option_place places[] = {
	{ 'f', STORE_TEXT, offsetof(struct options, file) },
	{ OPTION_JSON, STORE_FLAG, offsetof(struct options, json) },
	{ 'q', STORE_FLAG, offsetof(struct options, quiet) },
	{ 0, STORE_FLAG, 0 },
};

static bool take_type(struct language_options *options, const char *text) {
	options->bits = type_bits(str_from(text));
	if (options->bits == 0 && *text != '0') {
		options->bits = (int)options_number(text, 1, 128);
	}
	return options->bits != 0;
}

/* Convert what is in "source" and print it. Returns an exit code, EXIT_EXPRESSION if something has no layout. */
static int convert(struct arena *arena, const struct source *source, struct options *options) {
	struct algebra al;
	struct message message = { 0 };
	struct conversion *conversions;
	algebra_init(&al, arena);
	al.stop = limits_stop();
	int count = convert_source(&al, source, &options->request, &conversions, &message);
	if (count < 0) {
		report_error_as(options->json, arena, source, &message);
		return EXIT_EXPRESSION;
	}
	struct buf out;
	struct buf about;
	buf_init(&out, arena);
	buf_init(&about, arena);
	bool good = true;
	for (int i = 0; i < count; i++) {
		good = good && conversions[i].why == NULL;
		if (options->json) {
			conversion_put_json(&out, &conversions[i]);
		} else {
			conversion_put(&out, &conversions[i], count > 1);
			conversion_put_about(&about, &conversions[i]);
		}
	}
	fwrite(out.data, 1, out.length, stdout);
	fflush(stdout);
	if (!options->quiet || !good) {
		fwrite(about.data, 1, about.length, stderr);
	}
	return good ? EXIT_DONE : EXIT_EXPRESSION;
}

/* Take an option that has no place of its own: see options_read. */
static const char *take_option(void *given, int option, const char *value) {
	struct options *options = given;
	struct language_options *language = &options->request.options;
	switch (option) {
	case OPTION_FROM:
		options->request.from = language_find(value);
		return options->request.from != NULL ? NULL : language_words;
	case OPTION_TO: return conversion_find_target(&options->request, value) ? NULL
		: "a language, or a notation of cute";
	case OPTION_SHAPE: return language_take_shape(language, value) ? NULL : "a shape such as 64,128";
	case OPTION_DTYPE: return take_type(language, value) ? NULL : "an element type such as f16";
	case OPTION_KIND:
		language->ownership = strcmp(value, "ownership") == 0;
		return language->ownership || strcmp(value, "memory") == 0 ? NULL : "memory or ownership";
	default: return limits_take(&options->limits, option, value);
	}
}

static int cmd_convert(int argc, char **argv) {
	struct options options = { .limits = limits_default() };
	conversion_request_init(&options.request);
	int status = options_read(&command_convert, argc, argv, places, take_option, &options);
	if (status >= 0) {
		return status;
	}
	if (argc - optind > 1 || (argc - optind == 1 && options.file != NULL)) {
		return report_usage("convert", "expected one text or a file");
	}
	struct arena arena;
	struct source source;
	status = EXIT_USAGE;
	arena_init(&arena, report_out_of_memory, NULL);
	limits_start(&options.limits, &arena);
	bool has_text = argc - optind == 1 && strcmp(argv[optind], "-") != 0;
	if (has_text) {
		source = input_from_argument(argv[optind]);
	}
	if (has_text || input_table(&arena, options.file != NULL ? options.file : "-", &source)) {
		status = convert(&arena, &source, &options);
	}
	arena_finish(&arena);
	return status;
}

const struct command command_convert = {
	.name = "convert",
	.summary = "translate layouts between languages",
	.synopsis = "[OPTION]... [TEXT]",
	.about = "Translate a layout that is written in one of the languages of the field into CuTe, or\n"
		"into another of them, and prove that both are the same function. What the text was\n"
		"taken for is printed on standard error.",
	.options = option_groups,
	.exits = "0 done, 2 wrong usage or a file could not be read, 3 the text is at fault or\n"
		"has no translation",
	.run = cmd_convert,
};
