/*
 * What a program compiled with the headers of GNU libc 2.34 and later lacks in an older one; see older_libc.py. The
 * names that this uses instead are in every version of the library.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/random.h>
#include <sys/stat.h>

/* The version of "struct stat" that programs pass. */
#ifdef __x86_64__
enum { STAT_VERSION = 1 };
#else
enum { STAT_VERSION = 0 };
#endif

int __xstat64(int version, const char *path, struct stat64 *status);
int __lxstat64(int version, const char *path, struct stat64 *status);
int __fxstat64(int version, int file, struct stat64 *status);
int __fxstatat64(int version, int folder, const char *path, struct stat64 *status, int flags);

int stat64(const char *path, struct stat64 *status) {
	return __xstat64(STAT_VERSION, path, status);
}

int lstat64(const char *path, struct stat64 *status) {
	return __lxstat64(STAT_VERSION, path, status);
}

int fstat64(int file, struct stat64 *status) {
	return __fxstat64(STAT_VERSION, file, status);
}

int fstatat64(int folder, const char *path, struct stat64 *status, int flags) {
	return __fxstatat64(STAT_VERSION, folder, path, status, flags);
}

/* The same for libraries that take files of 32 bits where "long" has as many. */
int __xstat(int version, const char *path, struct stat *status);
int __lxstat(int version, const char *path, struct stat *status);
int __fxstat(int version, int file, struct stat *status);

int stat(const char *path, struct stat *status) {
	return __xstat(STAT_VERSION, path, status);
}

int lstat(const char *path, struct stat *status) {
	return __lxstat(STAT_VERSION, path, status);
}

int fstat(int file, struct stat *status) {
	return __fxstat(STAT_VERSION, file, status);
}

/* Of 2.36; those who want random bytes get no others. */
void arc4random_buf(void *bytes, size_t count) {
	char *place = bytes;
	while (count > 0) {
		ssize_t got = getrandom(place, count, 0);
		if (got < 0) {
			abort();
		}
		place += got;
		count -= (size_t)got;
	}
}

typedef void constructor(int, char **, char **);
typedef int main_function(int, char **, char **);

extern constructor *__init_array_start[] __attribute__((visibility("hidden")));
extern constructor *__init_array_end[] __attribute__((visibility("hidden")));

int __real___libc_start_main(main_function *main, int count, char **arguments, constructor *begin, void (*end)(void),
		void (*end_of_loader)(void), void *stack);

/* Until 2.34 a program called its constructors itself; newer libraries still let it. */
static void call_constructors(int count, char **arguments, char **environment) {
	for (constructor **each = __init_array_start; each < __init_array_end; each++) {
		(*each)(count, arguments, environment);
	}
}

int __wrap___libc_start_main(main_function *main, int count, char **arguments, constructor *begin, void (*end)(void),
		void (*end_of_loader)(void), void *stack) {
	(void)begin;
	return __real___libc_start_main(main, count, arguments, call_constructors, end, end_of_loader, stack);
}
