/*
 * What sources with mutants in them include (tests/mutate/sites.py); no part of the program. It includes nothing, so
 * that they see no more than they ask for.
 */
#ifndef MUTANTS_H
#define MUTANTS_H

/* The mutant that the environment chose, or -1. */
extern int mutant_on;

/* A byte for each mutant, in a file: 1 once its expression was evaluated and had another value; or NULL. */
extern unsigned char *mutant_seen;

#define MUTANT_SEES(number, differs) \
	((void)(mutant_seen && !mutant_seen[number] && (differs) && (mutant_seen[number] = 1)))

/* "value", where the mutant has another one if it is "differs". */
__attribute__((unused)) static inline _Bool mutant_truth(int number, _Bool differs, _Bool value) {
	MUTANT_SEES(number, value == differs);
	return value;
}

#endif
