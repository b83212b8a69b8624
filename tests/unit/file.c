/* src/cli/file.c: a file appears whole or not at all. */
#define _XOPEN_SOURCE 700
#include "cli/file.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <errno.h>
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
