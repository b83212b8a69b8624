/* Digests of texts, FNV-1a, for tables that say what many texts are without having them. */
#ifndef TESTS_DIGEST_H
#define TESTS_DIGEST_H

#include <stdint.h>

#define DIGEST_OF_NOTHING UINT64_C(0xcbf29ce484222325)

/* The digest of what "digest" is of, and "text" behind it. */
static inline uint64_t digest_of(uint64_t digest, const char *text) {
	for (; *text != '\0'; text++) {
		digest = (digest ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
	}
	return digest;
}

#endif
