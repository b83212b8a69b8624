/* Linked to each program that has mutants in it: which one is meant, and which ones were seen. */
#include "mutants.h"

#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int mutant_on = -1;
unsigned char *mutant_seen;

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
