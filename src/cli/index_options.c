#include "cli/index_options.h"

#include <stdlib.h>
#include <string.h>

#include "cli/input.h"
#include "cli/report.h"
#include "lang/notation/plain.h"

const struct option_line domain_option_lines[] = {
	{ "shape", OPTION_SHAPE, "=M,N", NULL, "the extents of its dimensions, as 64,64" },
	{ "names", OPTION_NAMES, "=I,J", NULL,
		"the names of the dimensions in order; without it i,j,k or\n"
		"another usual row: m,n,k x,y,z d0,d1,..." },
	{ "threads", OPTION_THREADS, "=T", NULL,
		"in place of a shape: T threads, called t, tid, threadIdx.x,\n"
		"and their lane and warp" },
	{ "values", OPTION_VALUES, "=V", NULL, "and V values of each, called v, vid, i" },
	{ "language", OPTION_LANGUAGE, "=LANG", "c python",
		"c or python, for operators that differ; Python if the text\n"
		"has //, and, or, not or if" },
	{ NULL, 0, NULL, NULL, NULL },
};

const struct option_line index_option_lines[] = {
	{ "index", OPTION_INDEX, "=INDEX", NULL,
		"the layout that this index expression is, as 'i*64 + (j^i%8)',\n"
		"in place of EXPR" },
	{ NULL, 0, NULL, NULL, NULL },
};

/* A number from 1 on. */
static const char *take_count(const char *text, int64_t *out) {
	*out = options_number(text, 1, LIMIT_TABLE_ENTRIES);
	return *out > 0 ? NULL : "a number from 1 to 16777216";
}

const char *index_options_take(struct index_options *options, int option, const char *value) {
	struct domain_request *request = &options->request;
	switch (option) {
	case OPTION_INDEX: options->index = value; return NULL;
	case OPTION_SHAPE: request->shape = value; return NULL;
	case OPTION_NAMES: request->names = value; return NULL;
	case OPTION_THREADS: return take_count(value, &request->threads);
	case OPTION_VALUES: return take_count(value, &request->values);
	default: break;
	}
	request->language = strcmp(value, "python") == 0 ? INDEX_PYTHON : INDEX_C;
	return strcmp(value, "python") == 0 || strcmp(value, "c") == 0 ? NULL : "c or python";
}

bool index_or_limit_take(struct index_options *options, struct limits *limits, int option, const char *value,
		const char **wanted) {
	switch (option) {
	case OPTION_INDEX:
	case OPTION_SHAPE:
	case OPTION_NAMES:
	case OPTION_THREADS:
	case OPTION_VALUES:
	case OPTION_LANGUAGE: *wanted = index_options_take(options, option, value); return true;
	case OPTION_TIMEOUT:
	case OPTION_MAX_MEMORY: *wanted = limits_take(limits, option, value); return true;
	default: return false;
	}
}

int index_options_source(const struct index_options *options, struct arena *arena, struct source *source) {
	struct algebra al;
	struct domain domain;
	struct message message;
	struct source index = { "<index>", str_from(options->index), 1 };
	algebra_init(&al, arena);
	al.stop = limits_stop();
	if (!domain_from_index(&al, &options->request, &index, &domain, &message)) {
		report_error(arena, &index, &message);
		return EXIT_EXPRESSION;
	}
	struct inferred inferred = infer_table(&al, domain.table, domain.shape);
	struct buf text;
	buf_init(&text, arena);
	if (!algebra_failed(&al) && inferred.found) {
		infer_put_layout(&text, &al, &inferred);
		*source = (struct source){ "<index>", buf_str(&text), 1 };
		return EXIT_DONE;
	}
	struct linear_reading reading = linear_from_table(&al, domain.table, domain.shape);
	if (!algebra_failed(&al) && reading.is_linear) {
		print_map(&text, map_from_linear(&al, &reading.linear));
		*source = (struct source){ "<index>", buf_str(&text), 1 };
		return EXIT_DONE;
	}
	message = (struct message){ al.fault, { 0, index.text.length } };
	if (!fault_is_set(&message.fault)) {
		infer_put_refusal(&text, &al, &domain, &inferred);
		fault_set(&message.fault, FAULT_UNSUPPORTED, 0, "the expression is no layout and no map of bits");
		report_error(arena, &index, &message);
		report_text(buf_str(&text), stderr);
		return EXIT_EXPRESSION;
	}
	report_error(arena, &index, &message);
	return EXIT_EXPRESSION;
}

int index_options_check(const struct index_options *options) {
	const struct domain_request *request = &options->request;
	bool has_domain = request->shape != NULL || request->names != NULL || request->threads > 0 || request->values > 0;
	return options->index != NULL || !has_domain ? EXIT_DONE
		: report_failure("--shape, --names, --threads and --values are the domain of --index, which is not given");
}

int index_options_find(const struct index_options *options, const char *expression, const char *path,
		struct arena *arena, struct source *source) {
	if (options->index != NULL) {
		return index_options_source(options, arena, source);
	}
	int status = index_options_check(options);
	if (status != EXIT_DONE) {
		return status;
	}
	return input_find(arena, expression, path, source) ? EXIT_DONE : EXIT_USAGE;
}
