#include "cli/reading_options.h"

#include "cli/report.h"

const struct option_line reading_option_lines[] = {
	{ "assume", OPTION_ASSUME, "=CONDITION", NULL,
		"promise that 'N % 256 == 0', 'N >= 64' or 'N <= 64' of a\n"
		"run-time integer that the program names" },
	{ "dialect", OPTION_DIALECT, "=DIALECT", "cpp dsl",
		"whose answers to give: those of CuTe C++ (cpp), or of the CuTe\n"
		"DSL of Python (dsl), where // divides" },
	{ NULL, 0, NULL, NULL, NULL },
};

const struct option_line number_option_lines[] = {
	{ "with", OPTION_WITH, "=NAME=N,...", NULL,
		"numbers for the run-time integers that the program names; may\n"
		"be given several times" },
	{ NULL, 0, NULL, NULL, NULL },
};

static const char *take_assumption(struct reading_options *options, const char *text) {
	if (options->assumption_count == ASSUMPTIONS_MAX) {
		return "at most 64 of --assume";
	}
	struct assumption *next = &options->assumptions[options->assumption_count];
	if (!assumption_read(str_from(text), next)) {
		return "--assume with a condition such as 'N % 256 == 0' or 'N >= 64'";
	}
	options->conditions[options->assumption_count] = text;
	options->assumption_count++;
	return NULL;
}

static const char *take_numbers(struct reading_options *options, const char *text) {
	if (options->with_count == WITH_MAX) {
		return "at most 64 of --with";
	}
	options->with[options->with_count] = text;
	options->with_count++;
	return numbers_are_written(str_from(text)) ? NULL : "--with and numbers for names, as in 'M=4096,N=8192'";
}

bool reading_options_take(struct reading_options *options, int option, const char *value, const char **wanted) {
	switch (option) {
	case OPTION_ASSUME: *wanted = take_assumption(options, value); return true;
	case OPTION_WITH: *wanted = take_numbers(options, value); return true;
	case OPTION_DIALECT:
		options->has_dialect = true;
		*wanted = dialect_read(str_from(value), &options->dialect) ? NULL : "--dialect=cpp or dsl";
		return true;
	default: return false;
	}
}

bool reading_options_start(const struct reading_options *options, int index, const struct evaluation *known,
		struct evaluation *ev) {
	struct str numbers = known != NULL ? known->numbers : str_from("");
	reading_options_apply(options, ev);
	if (known != NULL) {
		evaluation_continue(ev, known);
		ev->algebra.dialect = options->has_dialect ? options->dialect : known->algebra.dialect;
	}
	if (known != NULL && options->assumption_count == 0) {
		ev->assumptions = known->assumptions;
		ev->assumption_count = known->assumption_count;
	}
	if (index < options->with_count) {
		numbers = str_from(options->with[index]);
	}
	if (numbers.length > 0 && !evaluation_set_numbers(ev, numbers)) {
		report_fault(&ev->algebra.fault);
		return false;
	}
	return true;
}

int reading_options_runs(const struct reading_options *options) {
	return options->with_count > 0 ? options->with_count : 1;
}

bool reading_options_are_used(const struct reading_options *options, const struct evaluation *ev) {
	struct str name;
	for (int i = 0; i < options->with_count; i++) {
		if (numbers_find_stranger(str_from(options->with[i]), ev->symbols, &name)) {
			report_failure("--with: the program has no run-time integer called '%.*s', as %.*s = ? names one",
				(int)name.length, name.data, (int)name.length, name.data);
			return false;
		}
	}
	return true;
}
