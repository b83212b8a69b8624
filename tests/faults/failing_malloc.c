/*
 * For tests only: a shared object to preload, whose allocations fail as the environment says.
 *
 *     FAIL_AT=N      the Nth allocation fails, and that one only
 *     FAIL_FROM=N    the Nth and all after it fail
 *     FAIL_COUNT=FD  at the end, write the number of allocations to this descriptor
 *
 * It forwards to the functions of glibc behind malloc, so that it needs no memory and no start of its own.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#pragma GCC visibility push(default)

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);

static atomic_long allocations;
static atomic_long at, from;
static atomic_bool counting;

int __libc_start_main(int (*main)(int, char **, char **), int argc, char **argv, void (*init)(void), void (*fini)(void),
	void (*loader_fini)(void), void *stack_end);

static long setting(const char *name) {
	const char *text = getenv(name);
	return text != NULL ? strtol(text, NULL, 10) : 0;
}

typedef int (*main_function)(int argc, char **argv, char **environment);
typedef int (*start_function)(main_function, int, char **, void (*)(void), void (*)(void), void (*)(void), void *);

static main_function program_main;

static int counting_main(int argc, char **argv, char **environment) {
	at = setting("FAIL_AT");
	from = setting("FAIL_FROM");
	counting = true;
	return program_main(argc, argv, environment);
}

/* Begin with "main": what libraries allocate before it, and how they fail, is not the program's doing. */
int __libc_start_main(main_function main, int argc, char **argv, void (*init)(void), void (*fini)(void),
		void (*loader_fini)(void), void *stack_end) {
	start_function start;
	*(void **)&start = dlsym(RTLD_NEXT, "__libc_start_main");
	program_main = main;
	return start(counting_main, argc, argv, init, fini, loader_fini, stack_end);
}

/* Count one more allocation, and tell whether it fails. */
static bool fails(void) {
	long number = counting ? atomic_fetch_add(&allocations, 1) + 1 : 0;
	bool failing = number > 0 && (number == at || (from > 0 && number >= from));
	if (failing) {
		errno = ENOMEM;
	}
	return failing;
}

void *malloc(size_t size) {
	return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
	return fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
	return fails() ? NULL : __libc_realloc(memory, size);
}

__attribute__((destructor))
static void print_count(void) {
	int descriptor = (int)setting("FAIL_COUNT");
	char digits[24];
	int length = snprintf(digits, sizeof digits, "%ld\n", atomic_load(&allocations));
	if (descriptor > 0 && write(descriptor, digits, (size_t)length) < 0) {
		_exit(99);
	}
}
