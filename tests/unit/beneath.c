/*
 * src/cli/beneath.c: which paths lead to an ordinary file below a folder. Built once with what the system offers and
 * once with the steps that take its place. Prints "N passed, N failed".
 */
#define _GNU_SOURCE
#include "cli/beneath.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct path_case {
	const char *path;
	const char *problem;   /* a part of it; NULL: the file is opened */
};

static const struct path_case cases[] = {
	{ "file", NULL },
	{ "./file", NULL },
	{ "inner/file", NULL },
	{ "inner//file", NULL },
	{ "d/only", NULL },
	{ "inner/./deep/file", NULL },
	{ "absent", "No such file" },
	{ "absent/file", "No such file" },
	{ "file/file", "link" },
	{ "", "folder" },
	{ ".", "folder" },
	{ "..", "folder" },
	{ "inner", "folder" },
	{ "inner/", "folder" },
	{ "/etc/passwd", "outside" },
	{ "../outside", "outside" },
	{ "inner/../../outside", "outside" },
	{ "link", "link" },
	{ "link-out", "link" },
	{ "link-absent", "link" },
	{ "folder-link/file", "link" },
	{ "folder-out/outside", "link" },
	{ "inner/up/file", "link" },
	{ "pipe", "ordinary" },
	{ "null", "link" },
};

static void make_tree(void) {
	mkdir("root", 0700);
	mkdir("root/inner", 0700);
	mkdir("root/inner/deep", 0700);
	mkdir("root/d", 0700);
	static const char *const files[] = {
		"outside", "root/file", "root/inner/file", "root/inner/deep/file", "root/d/only",
	};
	for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
		close(open(files[i], O_WRONLY | O_CREAT, 0600));
	}
	static const char *const links[][2] = {
		{ "file", "root/link" }, { "../outside", "root/link-out" }, { "nothing", "root/link-absent" },
		{ "inner", "root/folder-link" }, { "..", "root/folder-out" }, { "..", "root/inner/up" },
		{ "/dev/null", "root/null" },
	};
	for (size_t i = 0; i < sizeof links / sizeof links[0]; i++) {
		if (symlink(links[i][0], links[i][1]) != 0) {
			perror(links[i][1]);
		}
	}
	mkfifo("root/pipe", 0600);
}

/* Whether the case "path" ends as it should: with a file, or with "expected" in the problem. */
static bool is_right(int root, const char *path, const char *expected) {
	int file = -1;
	const char *problem = beneath_open(root, path, &file);
	bool good = expected == NULL ? problem == NULL && file >= 0 : problem != NULL && strstr(problem, expected) != NULL;
	if (!good) {
		printf("FAIL: '%.60s': %s\n", path, problem != NULL ? problem : "it is opened");
	}
	if (file >= 0) {
		close(file);
	}
	return good;
}

/* What is no name of a file has no folder that it is in; a name that is none yet has one. */
static int try_folders(int root) {
	static const struct path_case folders[] = {
		{ "", "it is a folder" }, { ".", "it is a folder" }, { "..", "it is a folder" },
		{ "inner/..", "it is a folder" }, { "inner/.", "it is a folder" }, { "inner/", "it is a folder" },
		{ "/x", "outside" }, { "../x", "outside" },
		{ "absent", NULL }, { "..x", NULL }, { "inner/.x", NULL }, { "folder-link/x", "link" },
	};
	int failed = 0;
	for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
		int folder = -1;
		const char *name;
		const char *problem = beneath_folder(root, folders[i].path, &folder, &name);
		const char *wanted = folders[i].problem;
		const char *slash = strrchr(folders[i].path, '/');
		bool good = wanted != NULL ? problem != NULL && strstr(problem, wanted) != NULL :
			problem == NULL && folder >= 0 && strcmp(name, slash != NULL ? slash + 1 : folders[i].path) == 0;
		if (!good) {
			printf("FAIL: the folder of '%s': %s\n", folders[i].path, problem != NULL ? problem : "there is one");
		}
		failed += !good;
		if (folder >= 0) {
			close(folder);
		}
	}
	return failed;
}

/* A folder of 4095 characters may be named, one of 4096 is too long. */
static int try_long_paths(int root) {
	enum { MOST = 4096 };
	char path[2 * MOST];
	int failed = 0;
	for (int length = MOST - 3; length <= MOST + 1; length++) {
		memset(path, '/', sizeof path);
		for (int i = length % 2 == 0 ? 2 : 0; i < length; i += 2) {
			path[i] = '.';
		}
		path[0] = '.';
		memcpy(path + length, "/file", sizeof "/file");
		failed += !is_right(root, path, length < MOST ? NULL : "name too long");
	}
	return failed;
}

int main(void) {
	char folder[] = "/tmp/cutelayout-beneath-XXXXXX";
	if (mkdtemp(folder) == NULL || chdir(folder) != 0) {
		perror(folder);
		return 1;
	}
	make_tree();
	int root = open("root", O_RDONLY | O_DIRECTORY);
	int failed = 0;
	int count = (int)(sizeof cases / sizeof cases[0]);
	for (int i = 0; i < count; i++) {
		failed += !is_right(root, cases[i].path, cases[i].problem);
	}
	failed += try_folders(root);
	failed += try_long_paths(root);
	/* Folders get the numbers of standard streams that are closed. */
	close(STDIN_FILENO);
	for (int i = 0; i < count; i++) {
		failed += !is_right(root, cases[i].path, cases[i].problem);
	}
	count = 2 * count + 5 + 12;
	char command[64];
	snprintf(command, sizeof command, "rm -rf %s", folder);
	failed += system(command) != 0;
	printf("%d passed, %d failed\n", count - failed, failed);
	return failed > 0;
}
