/*
 * Memory that AddressSanitizer keeps from being touched, where the program is built with it: what an arena holds and
 * nobody asked for. Without it these do nothing, and there is no gap.
 *
 * Source: the manual of Clang, AddressSanitizer; the interface is that of <sanitizer/asan_interface.h>.
 */
#ifndef BASE_GUARD_H
#define BASE_GUARD_H

#include <stddef.h>

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

static inline void guard_close(const void *memory, size_t size) {
	__asan_poison_memory_region(memory, size);
}

static inline void guard_open(const void *memory, size_t size) {
	__asan_unpoison_memory_region(memory, size);
}
#else
enum { GUARD_GAP = 0 };

static inline void guard_close(const void *memory, size_t size) {
	(void)memory;
	(void)size;
}

static inline void guard_open(const void *memory, size_t size) {
	(void)memory;
	(void)size;
}
#endif

#endif
