/*
 * The options that give an index expression and its domain, which several commands share: "check --index 't*8 + v'
 * --threads 32 --values 8" checks the layout that the expression is.
 */
#ifndef CLI_INDEX_OPTIONS_H
#define CLI_INDEX_OPTIONS_H

#include "cli/limit_options.h"
#include "tool/infer.h"

/* Far above the options of any command, and below those of limit_options.h. */
enum {
	OPTION_INDEX = OPTION_LONG + 96,
	OPTION_SHAPE,
	OPTION_NAMES,
	OPTION_THREADS,
	OPTION_VALUES,
	OPTION_LANGUAGE,
};

/* --index, and the options of its domain. */
extern const struct option_line index_option_lines[];
extern const struct option_line domain_option_lines[];

struct index_options {
	const char *index;              /* NULL: not given */
	struct domain_request request;
};

/* Take an option. Returns NULL, or what its value must be. */
const char *index_options_take(struct index_options *options, int option, const char *value);

/*
 * Take "option" if it is one of these or of the limits, as most commands that read layouts do; "wanted" receives what
 * its value must be, or NULL. Returns false for other options.
 */
bool index_or_limit_take(struct index_options *options, struct limits *limits, int option, const char *value,
	const char **wanted);

/* A domain without an index expression is a mistake: EXIT_USAGE after a message, else EXIT_DONE. */
int index_options_check(const struct index_options *options);

/*
 * The layout that options->index is, as the text of "source", which lives in "arena". Returns an exit code: EXIT_DONE,
 * or EXIT_EXPRESSION after a message, which says why it is no layout.
 */
int index_options_source(const struct index_options *options, struct arena *arena, struct source *source);

/* The same if --index is given; else the program that input_find finds, EXIT_USAGE without one. */
int index_options_find(const struct index_options *options, const char *expression, const char *path,
	struct arena *arena, struct source *source);

#endif
