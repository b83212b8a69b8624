/* src/cli/file.c: a file appears whole or not at all. */
#define _XOPEN_SOURCE 700
#include "cli/file.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int remove_entry(const char *path, const struct stat *status, int flag, struct FTW *ftw) {
	(void)status;
	(void)flag;
	(void)ftw;
	return remove(path);
}

static char folder[] = "/tmp/cutelayout-test-XXXXXX";

static void enter_folder(void) {
	cr_assert_not_null(mkdtemp(folder));
	cr_assert_eq(chdir(folder), 0);
}

static void leave_folder(void) {
	cr_assert_eq(chdir("/"), 0);
	nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

TestSuite(file, .init = enter_folder, .fini = leave_folder);

/* Number of entries of the folder. */
static int count_entries(void) {
	DIR *directory = opendir(".");
	cr_assert_not_null(directory);
	int count = 0;
	for (const struct dirent *entry; (entry = readdir(directory)) != NULL;) {
		count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
	}
	closedir(directory);
	return count;
}

Test(file, a_failure_leaves_nothing) {
	cr_assert_eq(symlink("/dev/full", "full.svg"), 0);
	cr_assert_eq(mkdir("folder.svg", 0777), 0);
	static const struct {
		const char *path;
		int error;
	} cases[] = { { "full.svg", ENOSPC }, { "none/a.svg", ENOENT }, { "folder.svg", EISDIR } };
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		errno = 0;
		cr_expect_not(file_put(cases[i].path, str_from("text")), "%s", cases[i].path);
		cr_expect_eq(errno, cases[i].error, "%s: %s", cases[i].path, strerror(errno));
	}
	cr_expect_eq(count_entries(), 2);
}

/* Every signal that ends a program is held ("is_held"), or none is. */
static void expect_signals(bool is_held) {
	static const int numbers[] = { SIGALRM, SIGHUP, SIGINT, SIGPIPE, SIGQUIT, SIGTERM, SIGXCPU, SIGXFSZ };
	sigset_t held;
	cr_assert_eq(sigprocmask(SIG_BLOCK, NULL, &held), 0);
	for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
		cr_expect_eq(sigismember(&held, numbers[i]), is_held, "signal %d", numbers[i]);
	}
}

Test(file, signals_wait_for_a_file_and_come_through_again) {
	struct file file;
	cr_assert(file_open(&file, "a.svg"));
	expect_signals(true);
	cr_assert(file_commit(&file));
	expect_signals(false);
	cr_expect_not(file_put("none/a.svg", str_from("text")));
	expect_signals(false);
}

Test(file, an_existing_file_is_replaced_and_keeps_its_mode) {
	cr_assert(file_put("a.svg", str_from("old")));
	cr_assert_eq(chmod("a.svg", 0640), 0);
	cr_assert_eq(symlink("a.svg", "link.svg"), 0);
	cr_assert(file_put("link.svg", str_from("newer")));
	struct stat status;
	cr_assert_eq(lstat("link.svg", &status), 0);
	cr_expect(S_ISLNK(status.st_mode));
	cr_assert_eq(lstat("a.svg", &status), 0);
	cr_expect_eq(status.st_mode & 0777, 0640);
	cr_expect_eq(status.st_size, 5);
	cr_expect_eq(count_entries(), 2);
}

/* In place of the system's: how often it was called, and whether it fails. */
static int syncs;
static bool syncs_fail;

int fsync(int descriptor) {
	syncs += descriptor >= 0 ? 1 : 0;
	errno = syncs_fail ? EIO : 0;
	return syncs_fail ? -1 : 0;
}

Test(file, what_is_not_on_the_disk_replaces_nothing) {
	cr_assert(file_put("a.svg", str_from("old")));
	cr_expect_eq(syncs, 1);
	syncs_fail = true;
	cr_expect_not(file_put("a.svg", str_from("new")));
	cr_expect_eq(errno, EIO);
	cr_expect_eq(count_entries(), 1);
	char text[4] = "";
	FILE *file = fopen("a.svg", "r");
	cr_assert_not_null(file);
	cr_expect_eq(fread(text, 1, 3, file), 3);
	fclose(file);
	cr_expect_str_eq(text, "old");
}

/* --- calls that fail --- */

/* The call that fails "times" times with "error"; how often it was made. */
static const char *failing;
static int error, times, calls;

static bool fails(const char *call) {
	if (failing == NULL || strcmp(failing, call) != 0) {
		return false;
	}
	calls++;
	if (calls > times) {
		return false;
	}
	errno = error;
	return true;
}

/* What the C library calls it where files may be large. */
#ifdef HAVE_OPENAT64
#define __real_openat __real_openat64
#define __wrap_openat __wrap_openat64
#endif

int __real_openat(int at, const char *path, int flags, mode_t mode);
int __wrap_openat(int at, const char *path, int flags, mode_t mode);
int __real_fchmod(int descriptor, mode_t mode);
int __wrap_fchmod(int descriptor, mode_t mode);
FILE *__real_fdopen(int descriptor, const char *mode);
FILE *__wrap_fdopen(int descriptor, const char *mode);
int __real_fclose(FILE *stream);
int __wrap_fclose(FILE *stream);
int __real_renameat(int from, const char *old, int to, const char *new);
int __wrap_renameat(int from, const char *old, int to, const char *new);
int __real_access(const char *path, int mode);
int __wrap_access(const char *path, int mode);
int __real_faccessat(int at, const char *path, int mode, int flags);
int __wrap_faccessat(int at, const char *path, int mode, int flags);
char *__real_strdup(const char *text);
char *__wrap_strdup(const char *text);
void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);

int __wrap_openat(int at, const char *path, int flags, mode_t mode) {
	return fails("openat") ? -1 : __real_openat(at, path, flags, mode);
}

int __wrap_fchmod(int descriptor, mode_t mode) {
	return fails("fchmod") ? -1 : __real_fchmod(descriptor, mode);
}

FILE *__wrap_fdopen(int descriptor, const char *mode) {
	return fails("fdopen") ? NULL : __real_fdopen(descriptor, mode);
}

/* The stream is closed all the same. */
int __wrap_fclose(FILE *stream) {
	int closed = __real_fclose(stream);
	return fails("fclose") ? EOF : closed;
}

int __wrap_renameat(int from, const char *old, int to, const char *new) {
	return fails("renameat") ? -1 : __real_renameat(from, old, to, new);
}

int __wrap_access(const char *path, int mode) {
	return fails("access") ? -1 : __real_access(path, mode);
}

int __wrap_faccessat(int at, const char *path, int mode, int flags) {
	return fails("faccessat") ? -1 : __real_faccessat(at, path, mode, flags);
}

char *__wrap_strdup(const char *text) {
	return fails("strdup") ? NULL : __real_strdup(text);
}

void *__wrap_malloc(size_t size) {
	return fails("malloc") ? NULL : __real_malloc(size);
}

/* What the file "path" holds; "" if there is none. */
static const char *held(const char *path) {
	static char text[16];
	FILE *file = fopen(path, "r");
	memset(text, 0, sizeof text);
	if (file != NULL) {
		cr_assert_leq(fread(text, 1, sizeof text - 1, file), sizeof text - 1);
		fclose(file);
	}
	return text;
}

/* With one call that fails the old file stays, nothing is left beside it, and errno says why. */
Test(file, whatever_fails_changes_nothing) {
	static const struct {
		const char *call;
		int error, times;
		bool exists, in_folder; /* whether there is an old file, and how the new one is named */
	} cases[] = {
		{ "openat", EACCES, 1, true, false }, { "openat", EACCES, 1, false, true },
		{ "openat", EEXIST, 100, true, false },
		{ "fchmod", EPERM, 1, true, false }, { "fchmod", EPERM, 1, false, true }, { "fdopen", ENOMEM, 1, true, false },
		{ "fclose", EIO, 1, true, false }, { "fclose", EIO, 1, false, true }, { "renameat", EXDEV, 1, true, false },
		{ "renameat", EXDEV, 1, false, true }, { "access", EACCES, 1, true, false },
		{ "faccessat", EROFS, 1, true, true },
		{ "strdup", ENOMEM, 1, false, false }, { "strdup", ENOMEM, 1, true, true },
		{ "malloc", ENOMEM, 1, false, false }, { "malloc", ENOMEM, 1, true, true },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		remove("a.svg");
		if (cases[i].exists) {
			cr_assert(file_put("a.svg", str_from("old")));
		}
		failing = cases[i].call;
		error = cases[i].error;
		times = cases[i].times;
		calls = 0;
		errno = 0;
		bool good = cases[i].in_folder ? file_put_in(AT_FDCWD, "a.svg", str_from("new")) :
			file_put("a.svg", str_from("new"));
		int saw = errno;
		failing = NULL;
		cr_expect_not(good, "%s", cases[i].call);
		cr_expect_eq(saw, cases[i].error, "%s: %s", cases[i].call, strerror(saw));
		cr_expect_geq(calls, 1, "%s", cases[i].call);
		cr_expect_eq(count_entries(), cases[i].exists, "%s", cases[i].call);
		cr_expect_str_eq(held("a.svg"), cases[i].exists ? "old" : "");
	}
}

/* Another name is tried where one is taken, a hundred times at most. */
Test(file, names_that_are_taken) {
	failing = "openat";
	error = EEXIST;
	times = 99;
	cr_expect(file_put("a.svg", str_from("new")));
	cr_expect_eq(calls, 100);
	times = 1000;
	calls = 0;
	cr_expect_not(file_put("a.svg", str_from("newer")));
	cr_expect_eq(calls, 100);
	failing = NULL;
	cr_expect_str_eq(held("a.svg"), "new");
	cr_expect_eq(count_entries(), 1);
}

/* The letters that stand for others in the name of a new file are no name that it gets. */
Test(file, a_name_of_the_letters_that_are_replaced) {
	cr_assert(file_put("a.svg.XXXXXX", str_from("mine")));
	cr_expect(file_put("a.svg", str_from("new")));
	cr_expect_str_eq(held("a.svg"), "new");
	cr_expect_str_eq(held("a.svg.XXXXXX"), "mine");
	cr_expect_eq(count_entries(), 2);
}

/* The file is written where it gets the number of a standard stream that is closed, too. */
Test(file, descriptor_0) {
	close(STDIN_FILENO);
	errno = EEXIST;
	cr_expect(file_put("a.svg", str_from("new")));
	cr_expect(file_put_in(AT_FDCWD, "b.svg", str_from("newer")));
	cr_expect_str_eq(held("a.svg"), "new");
	cr_expect_str_eq(held("b.svg"), "newer");
	cr_expect_eq(count_entries(), 2);
}
