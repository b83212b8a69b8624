/*
 * Memory that an arena holds and nobody asked for. AddressSanitizer keeps it from being touched, where the program is
 * built with it. With GUARD_FILLS it holds bytes that no value has: what is read there by mistake is no 0 that happens
 * to be right. Without either these do nothing, and there is no gap.
 *
 * Source: the manual of Clang, AddressSanitizer; the interface is that of <sanitizer/asan_interface.h>.
 */
#ifndef BASE_GUARD_H
#define BASE_GUARD_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define GUARD_IS_THERE
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define GUARD_IS_THERE
#endif

#ifdef GUARD_IS_THERE
#include <sanitizer/asan_interface.h>

enum { GUARD_GAP = 16 }; /* bytes behind each allocation that nobody may touch */

static inline void guard_close(void *memory, size_t size) {
	__asan_poison_memory_region(memory, size);
}

static inline void guard_open(void *memory, size_t size) {
	__asan_unpoison_memory_region(memory, size);
}
#elif defined(GUARD_FILLS)
enum { GUARD_GAP = 32, GUARD_BYTE = 0xa5 };

static inline void guard_close(void *memory, size_t size) {
	memset(memory, GUARD_BYTE, size);
}

static inline void guard_open(void *memory, size_t size) {
	(void)memory;
	(void)size;
}
#else
enum { GUARD_GAP = 0 };

static inline void guard_close(void *memory, size_t size) {
	(void)memory;
	(void)size;
}

static inline void guard_open(void *memory, size_t size) {
	(void)memory;
	(void)size;
}
#endif

/* Whether memory that is closed keeps the zeros that it had. */
#ifdef GUARD_FILLS
static const bool GUARD_KEEPS = false;
#else
static const bool GUARD_KEEPS = true;
#endif

#endif
