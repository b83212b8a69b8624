/* What the sources with mutants in them include (tests/mutate/sites.py); no part of the program. */
#ifndef MUTANTS_H
#define MUTANTS_H

#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* The mutant that the environment chose, or -1. */
static int mutant_on = -1;

/* A byte for each mutant, in a file: 1 once its expression was evaluated and had another value; or NULL. */
static unsigned char *mutant_seen;

__attribute__((constructor)) static void mutant_choose(void) {
	const char *on = getenv("CUTELAYOUT_MUTANT");
	const char *seen = getenv("CUTELAYOUT_MUTANTS_SEEN");
	mutant_on = on != NULL ? atoi(on) : -1;
	int file = seen != NULL ? open(seen, O_RDWR) : -1;
	if (file >= 0) {
		void *bytes = mmap(NULL, MUTANT_COUNT, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
		mutant_seen = bytes == MAP_FAILED ? NULL : bytes;
		close(file);
	}
}

#define MUTANT_SEES(number, differs) \
	((void)(mutant_seen != NULL && mutant_seen[number] == 0 && (differs) && (mutant_seen[number] = 1)))

/* "value", where the mutant is another one if it is "differs". */
__attribute__((unused)) static inline bool mutant_truth(int number, bool differs, bool value) {
	MUTANT_SEES(number, value == differs);
	return value;
}

#endif
