/*
 * How programs are read, which the commands that read one have options for: --dialect, and for integers that are known
 * at run time only --assume and --with.
 */
#ifndef CLI_READING_OPTIONS_H
#define CLI_READING_OPTIONS_H

#include "base/limits.h"
#include "cli/options.h"
#include "lang/eval.h"

/* Far above the options of any command, and below those of index_options.h. */
enum { OPTION_ASSUME = OPTION_LONG + 64, OPTION_DIALECT, OPTION_WITH };

extern const struct option_line reading_option_lines[];   /* --assume and --dialect */
extern const struct option_line number_option_lines[];    /* --with */

enum { ASSUMPTIONS_MAX = LIMIT_ASSUMPTIONS, WITH_MAX = LIMIT_WITH };

struct reading_options {
	enum dialect dialect;
	bool has_dialect;   /* --dialect is given */
	struct assumption assumptions[ASSUMPTIONS_MAX];
	const char *conditions[ASSUMPTIONS_MAX];   /* their texts */
	int assumption_count;
	const char *with[WITH_MAX];
	int with_count;
};

/*
 * Take "option" if it is one of these; "wanted" receives what its value must be, or NULL. Returns false for other
 * options.
 */
bool reading_options_take(struct reading_options *options, int option, const char *value, const char **wanted);

/* Let "ev", which evaluation_init has prepared, read as "options", which outlive it, say; without the numbers. */
static inline void reading_options_apply(const struct reading_options *options, struct evaluation *ev) {
	ev->algebra.dialect = options->dialect;
	ev->assumptions = options->assumptions;
	ev->assumption_count = options->assumption_count;
}

/*
 * The same for one run of several, with the numbers of --with number "index" if there is such a one. "ev" knows the
 * names of "known", if that is not NULL, and reads as that does where "options" say nothing. Returns false after a
 * message where a name of "known" has no number.
 */
bool reading_options_start(const struct reading_options *options, int index, const struct evaluation *known,
	struct evaluation *ev);

/* How often a command runs its program: once for each --with, or once without one. */
int reading_options_runs(const struct reading_options *options);

/*
 * Whether each name in each --with is that of a run-time integer that programs of "ev" have bound; otherwise a message
 * says which one is not.
 */
bool reading_options_are_used(const struct reading_options *options, const struct evaluation *ev);

#endif
